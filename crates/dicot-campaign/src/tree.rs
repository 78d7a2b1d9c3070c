//! The sums after the first moves of a position, and the choice of the next job.
//!
//! Each node is a sum in which Left is to move, as in negamax, with a chance that she wins and the nodes that are expected to find out.
//! She wins if one of her options is lost for the opponent, so options are searched one after the other until one is, as the
//! solver does: in its order of moves, which also says which results it knows. The next job is found by following that order from
//! the root to a leaf, which is searched whole; a leaf that is too large is split. So a reply that was begun is finished, and a campaign
//! needs about as many nodes as one search.
//!
//! Chances and costs say how much is left. Chances come from above: half for the position itself; the chance that an option is
//! lost is such that all options together leave the chance of their node, and falls with the place of the option ([`DECAY`]).
//! Costs come from the jobs ([`Work`]); an option that was not begun is expected to cost as many times the nodes of that expectation as
//! its siblings did.

use std::collections::{HashMap, HashSet};

use dicot::rules::AnyRuleset;
use dicot::solver::Solver;
use dicot::{Limits, Outcome, Player, ValueError};
use dicot_rulesets::Failure;

use crate::folder::JobResult;
use crate::sum::Sum;
use crate::work::Work;
use crate::{CampaignError, Status};

/// The maximum number of sums, at some 200 bytes each.
const MAX_NODES: usize = 4_000_000;
/// A leaf that is expected to need more than this many times the limit is split without a search.
const MAX_EXPECTED: f64 = 2.0;
/// The chance that Left wins the position, before anything is known.
const CHANCE_OF_ROOT: f64 = 0.5;
/// The weight of an option in its node's chance, as a multiple of the weight of the option before it in the solver's order. A first
/// choice.
const DECAY: f64 = 0.85;
/// What the expectation of an option that was not begun weighs beside those of its siblings that were, in options. A first choice.
const SIBLING_PRIOR: f64 = 1.0;

/// A sum in which Left is to move.
#[derive(Debug)]
struct Node {
    text: Box<str>,
    moves: u64,
    /// The chance that Left wins, from what is known above the node.
    chance: f64,
    /// Whether Left wins, if it is known.
    wins: Option<bool>,
    /// Whether Left wins as the solver knew when it ordered moves: a job finds it at once.
    known: Option<bool>,
    is_busy: bool,
    /// The node that was the first with this as an option.
    parent: Option<u32>,
    /// The nodes of the jobs of this sum and of all those that have it as parent, and so on.
    spent: u64,
    /// The sums after Left's moves, if the node was split.
    options: Option<Box<[u32]>>,
}

impl Node {
    /// Whether neither it nor a sum after it was searched.
    fn is_new(&self) -> bool {
        self.wins.is_none() && self.spent == 0 && self.options.is_none()
    }

    /// The options among which a job is chosen.
    fn open_options(&self) -> Option<&[u32]> {
        self.options.as_deref().filter(|_| self.wins.or(self.known).is_none())
    }
}

/// What is expected of a sum.
#[derive(Clone, Copy, Debug)]
struct Estimate {
    /// The chance that Left wins.
    win: f64,
    /// The nodes until it is known whether she does.
    cost: f64,
    /// Whether there is a job for it that is not being searched.
    is_free: bool,
}

/// Chances are at least this, and at most 1 less this.
const MIN_CHANCE: f64 = 1e-9;

#[derive(Debug)]
pub(crate) struct Tree {
    ruleset: AnyRuleset,
    nodes: Vec<Node>,
    numbers: HashMap<Box<str>, u32>,
    /// The position with Left and with Right to move; the second with the players exchanged.
    roots: [u32; 2],
    work: Work,
    solved: usize,
    split: usize,
    searched: u64,
    seconds: f64,
}

impl Tree {
    pub(crate) fn new(ruleset: &AnyRuleset, position: &str) -> Result<Tree, CampaignError> {
        let mut tree = Tree {
            ruleset: ruleset.clone(),
            nodes: Vec::new(),
            numbers: HashMap::new(),
            roots: [0; 2],
            work: Work::default(),
            solved: 0,
            split: 0,
            searched: 0,
            seconds: 0.0,
        };
        for player in Player::BOTH {
            let sum = Sum::of_position(ruleset, position, player)?;
            tree.roots[player as usize] = tree.number(&sum)?;
        }
        Ok(tree)
    }

    /// The number of a sum's node, which is created if it is new.
    fn number(&mut self, sum: &Sum) -> Result<u32, CampaignError> {
        let text: Box<str> = sum.text().into();
        if let Some(&number) = self.numbers.get(&text) {
            return Ok(number);
        }
        if self.nodes.len() >= MAX_NODES {
            return Err(CampaignError::Full(MAX_NODES));
        }
        let number = self.nodes.len() as u32;
        let moves = sum.moves()?;
        self.numbers.insert(text.clone(), number);
        let wins = (moves == 0).then_some(false);
        self.nodes.push(Node {
            text,
            moves,
            chance: CHANCE_OF_ROOT,
            wins,
            known: None,
            is_busy: false,
            parent: None,
            spent: 0,
            options: None,
        });
        Ok(number)
    }

    /// Adds a result. Returns what is wrong with it, if anything.
    pub(crate) fn add(&mut self, result: &JobResult) -> Result<Result<(), String>, CampaignError> {
        let number = match self.numbers.get(result.sum.as_str()) {
            Some(&number) => number,
            // A later version may split in another way: a result for any sum is of use if the sum occurs.
            None => match Sum::read(&self.ruleset, &result.sum) {
                Ok(sum) if sum.text() == result.sum => self.number(&sum)?,
                Ok(_) => return Ok(Err("the sum is not normalized".to_owned())),
                Err(failure) => return Ok(Err(failure.message().to_owned())),
            },
        };
        let node = &mut self.nodes[number as usize];
        match (node.wins, result.wins) {
            (Some(before), Some(now)) if before != now => {
                return Ok(Err("contradicts an earlier result".to_owned()));
            }
            _ => node.wins = node.wins.or(result.wins),
        }
        // If the solver has forgotten what it knew, the node is searched like others.
        (node.is_busy, node.known) = (false, None);
        let (moves, chance) = (node.moves, node.chance);
        if node.wins.is_none() && node.options.is_none() {
            self.split_node(number)?;
        }
        // What the solver has known from earlier jobs says nothing about the work of a search.
        if result.nodes > 0 {
            self.work.add(moves, chance, result.nodes, result.wins);
        }
        if result.nodes > 0 || result.wins.is_some() {
            let count = if result.wins.is_some() { &mut self.solved } else { &mut self.split };
            *count += 1;
        }
        self.spend(number, result.nodes);
        self.searched += result.nodes;
        self.seconds += result.seconds;
        Ok(Ok(()))
    }

    /// Counts nodes for a sum and those above it.
    fn spend(&mut self, number: u32, nodes: u64) {
        let mut next = Some(number);
        while let Some(number) = next.filter(|_| nodes > 0) {
            let node = &mut self.nodes[number as usize];
            node.spent += nodes;
            next = node.parent;
        }
    }

    /// The sum is not being searched any more.
    pub(crate) fn give_up(&mut self, sum: &str) {
        if let Some(&number) = self.numbers.get(sum) {
            self.nodes[number as usize].is_busy = false;
        }
    }

    /// The text of the sum to search next, which is then busy; `None` if both roots are solved or what is left is busy. With
    /// it the sums that were split without a search. The solver orders moves, and says what it knows.
    pub(crate) fn next(
        &mut self,
        max_nodes: u64,
        limits: &Limits,
        solver: &mut Solver,
    ) -> Result<(Option<String>, Vec<String>), CampaignError> {
        let (mut split, mut ordered) = (Vec::new(), HashSet::new());
        'choice: loop {
            limits.check().map_err(CampaignError::Limit)?;
            let estimates = self.estimates();
            let is_open = |&number: &u32| {
                self.node(number).wins.is_none()
                    && estimates.of(number).is_some_and(|of| of.is_free)
            };
            let cost = |root: u32| estimates.of(root).map_or(f64::INFINITY, |of| of.cost);
            let open = self.roots.into_iter().filter(is_open);
            let Some(mut number) = open.min_by(|&a, &b| cost(a).total_cmp(&cost(b))) else {
                return Ok((None, split));
            };
            while let Some(options) = self.node(number).open_options() {
                if ordered.insert(number) {
                    self.order_options(number, solver)?;
                    continue 'choice;
                }
                let Some(best) = options.iter().copied().find(is_open) else {
                    return Ok((None, split));
                };
                number = best;
            }
            let expected = estimates.of(number).map_or(0.0, |of| of.cost);
            let node = &mut self.nodes[number as usize];
            if expected <= MAX_EXPECTED * max_nodes as f64 {
                node.is_busy = true;
                return Ok((Some(node.text.to_string()), split));
            }
            split.push(node.text.to_string());
            self.split_node(number)?;
        }
    }

    fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// Adds the options of a node.
    fn split_node(&mut self, number: u32) -> Result<(), CampaignError> {
        let sum = Sum::read(&self.ruleset, &self.node(number).text)?;
        let options = sum.options()?;
        let numbers: Result<Box<[u32]>, CampaignError> =
            options.iter().map(|option| self.number(option)).collect();
        let numbers = numbers?;
        for &option in &numbers {
            let node = &mut self.nodes[option as usize];
            if node.parent.is_none() && !self.roots.contains(&option) {
                node.parent = Some(number);
                let spent = node.spent;
                self.spend(number, spent);
            }
        }
        self.set_chances(number, &numbers, 1.0);
        self.nodes[number as usize].options = Some(numbers);
        Ok(())
    }

    /// Sets the chances of a node's options that were not begun, so that all options together leave the chance of the node. The
    /// weight of an option there is that of the option before it times the decay.
    fn set_chances(&mut self, number: u32, options: &[u32], decay: f64) {
        let losing = 1.0 - self.node(number).chance.clamp(MIN_CHANCE, 1.0 - MIN_CHANCE);
        let weights = || (0..options.len()).map(|place| decay.powi(place as i32));
        let all: f64 = weights().sum();
        for (&option, weight) in options.iter().zip(weights()) {
            let node = &mut self.nodes[option as usize];
            if node.is_new() {
                // The product of these over all options is the chance that Left loses the node.
                node.chance = losing.powf(weight / all);
            }
        }
    }

    /// Orders the options of a node as the solver does, which may know some results.
    fn order_options(&mut self, number: u32, solver: &mut Solver) -> Result<(), CampaignError> {
        let mut keys = Vec::new();
        for &option in self.node(number).options.iter().flatten() {
            let node = self.node(option);
            let key = match node.wins {
                Some(true) => i64::MAX,
                Some(false) => i64::MIN,
                None => {
                    let sum = Sum::read(&self.ruleset, &node.text)?.to_solve()?;
                    match solver.ordering_estimate(&sum, Player::Left) {
                        Ok(estimate) => estimate,
                        Err(ValueError::Limit(limit)) => return Err(CampaignError::Limit(limit)),
                        Err(error) => return Err(Failure::from(error).into()),
                    }
                }
            };
            keys.push((key, option));
        }
        keys.sort_unstable();
        for &(key, option) in &keys {
            let known = [(i64::MIN, false), (i64::MAX, true)];
            let known = known.into_iter().find(|&(of, _)| of == key).map(|(_, wins)| wins);
            self.nodes[option as usize].known = known;
        }
        let options: Box<[u32]> = keys.into_iter().map(|(_, option)| option).collect();
        self.set_chances(number, &options, DECAY);
        self.nodes[number as usize].options = Some(options);
        Ok(())
    }

    /// The estimates of all nodes that can still matter. Nodes are solved whose options say who wins.
    fn estimates(&mut self) -> Estimates {
        let mut estimates = Estimates(vec![None; self.nodes.len()]);
        // Depth first with a stack of its own: a line of moves can be long.
        let mut stack = self.roots.to_vec();
        while let Some(&number) = stack.last() {
            if estimates.of(number).is_some() {
                stack.pop();
                continue;
            }
            let node = self.node(number);
            let options = node.open_options();
            let before = stack.len();
            let unknown = options.into_iter().flatten().copied();
            stack.extend(unknown.filter(|&option| estimates.of(option).is_none()));
            if stack.len() > before {
                continue;
            }
            let estimate = match options {
                Some(options) => self.of_options(options, &estimates),
                None => self.of_leaf(node),
            };
            if estimate.cost == 0.0 {
                self.nodes[number as usize].wins = Some(estimate.win > 0.5);
            }
            estimates.0[number as usize] = Some(estimate);
            stack.pop();
        }
        estimates
    }

    /// What is expected of a node that was not split, or is solved.
    fn of_leaf(&self, node: &Node) -> Estimate {
        let certain = |wins: bool| f64::from(u8::from(wins));
        match (node.wins, node.known) {
            (Some(wins), _) => Estimate { win: certain(wins), cost: 0.0, is_free: false },
            (None, Some(wins)) => {
                Estimate { win: certain(wins), cost: 1.0, is_free: !node.is_busy }
            }
            (None, None) => {
                let cost = self.work.expected(node.moves, node.chance);
                Estimate { win: node.chance, cost, is_free: !node.is_busy }
            }
        }
    }

    /// What is expected of a node with these options, all of which have estimates.
    fn of_options(&self, options: &[u32], estimates: &Estimates) -> Estimate {
        let mut open: Vec<(Estimate, bool)> = Vec::with_capacity(options.len());
        // The nodes that options take that were begun, what was expected of them before, and of the others.
        let (mut taken, mut begun, mut all) = (0.0, 0.0, 0.0);
        for (node, estimate) in
            options.iter().filter_map(|&option| Some((self.node(option), estimates.of(option)?)))
        {
            let before = self.work.expected(node.moves, node.chance);
            let is_new = node.is_new() && node.known.is_none();
            all += before;
            if !is_new {
                taken += node.spent as f64 + estimate.cost;
                begun += before;
            }
            match node.wins {
                Some(false) => return Estimate { win: 1.0, cost: 0.0, is_free: false },
                Some(true) => {}
                None => open.push((estimate, is_new)),
            }
        }
        let prior = SIBLING_PRIOR * all / options.len().max(1) as f64;
        let factor = (taken + prior) / (begun + prior);
        for (estimate, _) in open.iter_mut().filter(|(_, is_new)| *is_new) {
            estimate.cost *= factor;
        }
        let mut node = Estimate { win: 0.0, cost: 0.0, is_free: false };
        let mut reached = 1.0;
        for (option, _) in open {
            node.cost += reached * option.cost;
            node.is_free |= option.is_free;
            reached *= option.win;
        }
        node.win = 1.0 - reached;
        node
    }

    /// How far the proof is; the time that is left is not set.
    pub(crate) fn status(&mut self) -> Status {
        let estimates = self.estimates();
        let wins = self.roots.map(|root| self.node(root).wins);
        let winner =
            |first: Player| wins[first as usize].map(|wins| if wins { first } else { !first });
        let outcome = winner(Player::Left).zip(winner(Player::Right));
        let mut roots = self.roots.to_vec();
        roots.dedup();
        let left = roots.into_iter().filter_map(|root| estimates.of(root)).map(|of| of.cost);
        Status {
            outcome: outcome.map(|(left, right)| Outcome::from_winners(left, right)),
            wins,
            solved: self.solved,
            split: self.split,
            positions: self.nodes.len(),
            nodes: self.searched,
            seconds: self.seconds,
            nodes_left: left.sum(),
            seconds_left: None,
            factor: self.work.factor(),
        }
    }
}

/// The estimates of nodes by their number; `None` for those that cannot matter.
struct Estimates(Vec<Option<Estimate>>);

impl Estimates {
    fn of(&self, number: u32) -> Option<Estimate> {
        self.0[number as usize]
    }
}
