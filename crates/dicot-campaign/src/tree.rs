//! The sums after the first moves of a position, and the choice of the next job.
//!
//! This is proof-number search (Allis, van der Meulen, van den Herik, 1994) over sums in which Left is to move, as in negamax,
//! with whole searches as leaves: the proof and disproof numbers of a leaf are the nodes that its search is expected to need, so the
//! next job is a leaf of the proof that is expected to be the cheapest. Sums that several lines reach are one node; the choice
//! counts their cost once for each line, the expectation of what is left once.

use std::collections::{HashMap, HashSet};

use dicot::{Limits, Outcome, Player};
use dicot_answers::object::ValuedRuleset;

use crate::folder::JobResult;
use crate::sum::Sum;
use crate::work::Work;
use crate::{CampaignError, Status};

/// The maximum number of sums, at some 200 bytes each.
const MAX_NODES: usize = 4_000_000;
/// A leaf that is expected to need more than this many times the limit is split without a search.
const MAX_EXPECTED: f64 = 2.0;
/// The factor on the expected work of a leaf that is being searched, so that other threads or machines choose other
/// leaves.
const BUSY: f64 = 1e6;

/// A sum in which Left is to move.
#[derive(Debug)]
struct Node {
    text: Box<str>,
    moves: u64,
    /// Whether Left wins, if it is known.
    wins: Option<bool>,
    is_busy: bool,
    /// The sums after Left's moves, if the node was split.
    options: Option<Box<[u32]>>,
}

/// The expected work to prove that Left wins, and that she loses.
#[derive(Clone, Copy, Debug)]
struct Cost {
    win: f64,
    loss: f64,
}

#[derive(Debug)]
pub(crate) struct Tree {
    ruleset: &'static dyn ValuedRuleset,
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
    pub(crate) fn new(
        ruleset: &'static dyn ValuedRuleset,
        position: &str,
    ) -> Result<Tree, CampaignError> {
        let mut tree = Tree {
            ruleset,
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
        self.nodes.push(Node { text, moves, wins, is_busy: false, options: None });
        Ok(number)
    }

    /// Adds a result. Returns what is wrong with it, if anything.
    pub(crate) fn add(&mut self, result: &JobResult) -> Result<Result<(), String>, CampaignError> {
        let number = match self.numbers.get(result.sum.as_str()) {
            Some(&number) => number,
            // A later version may split in another way: a result for any sum is of use if the sum occurs.
            None => match Sum::read(self.ruleset, &result.sum) {
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
        node.is_busy = false;
        let (moves, is_split) = (node.moves, node.options.is_some());
        if node.wins.is_none() && !is_split {
            self.split_node(number)?;
        }
        // What the solver has known from earlier jobs says nothing about the work of a search.
        if result.nodes > 0 {
            self.work.add(moves, result.nodes, result.wins.is_some());
        }
        if result.nodes > 0 || result.wins.is_some() {
            let count = if result.wins.is_some() { &mut self.solved } else { &mut self.split };
            *count += 1;
        }
        self.searched += result.nodes;
        self.seconds += result.seconds;
        Ok(Ok(()))
    }

    /// The sum is not being searched any more.
    pub(crate) fn give_up(&mut self, sum: &str) {
        if let Some(&number) = self.numbers.get(sum) {
            self.nodes[number as usize].is_busy = false;
        }
    }

    /// The text of the sum to search next, which is then busy; `None` if both roots are solved or what is left is busy. With
    /// it the sums that were split without a search.
    pub(crate) fn next(
        &mut self,
        max_nodes: u64,
        limits: &Limits,
    ) -> Result<(Option<String>, Vec<String>), CampaignError> {
        let mut split = Vec::new();
        let (mut costs, mut are_exact) = (self.costs(), true);
        loop {
            limits.check().map_err(CampaignError::Limit)?;
            let cost = |root: u32| costs.of(root).map_or(f64::INFINITY, Cost::least);
            let open = self.roots.into_iter().filter(|&root| self.node(root).wins.is_none());
            let Some(mut number) = open.min_by(|&a, &b| cost(a).total_cmp(&cost(b))) else {
                return Ok((None, split));
            };
            let loss = |option: u32| costs.of(option).map_or(f64::INFINITY, |cost| cost.loss);
            let mut line = vec![number];
            while let Some(options) = &self.node(number).options {
                let best = options.iter().copied().min_by(|&a, &b| loss(a).total_cmp(&loss(b)));
                // A node without options has lost.
                let Some(best) = best else { return Ok((None, split)) };
                number = best;
                line.push(number);
            }
            let node = &mut self.nodes[number as usize];
            if node.is_busy {
                return Ok((None, split));
            }
            if self.work.of_moves(node.moves) <= MAX_EXPECTED * max_nodes as f64 {
                if !are_exact {
                    (costs, are_exact) = (self.costs(), true);
                    continue;
                }
                node.is_busy = true;
                return Ok((Some(node.text.to_string()), split));
            }
            split.push(node.text.to_string());
            self.split_node(number)?;
            // Other sums that lead to this one are brought up to date before a job is chosen.
            are_exact = false;
            costs.0.resize(self.nodes.len(), None);
            for number in line.into_iter().rev() {
                costs.0[number as usize] = None;
                self.add_costs(number, &mut costs);
            }
        }
    }

    fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// Adds the options of a node.
    fn split_node(&mut self, number: u32) -> Result<(), CampaignError> {
        let sum = Sum::read(self.ruleset, &self.node(number).text)?;
        let options = sum.options()?;
        let numbers: Result<Box<[u32]>, CampaignError> =
            options.iter().map(|option| self.number(option)).collect();
        self.nodes[number as usize].options = Some(numbers?);
        Ok(())
    }

    /// The costs of all nodes that can still matter. Nodes are solved whose options say who wins.
    fn costs(&mut self) -> Costs {
        let mut costs = Costs(vec![None; self.nodes.len()]);
        self.roots.into_iter().for_each(|root| self.add_costs(root, &mut costs));
        costs
    }

    /// Adds the cost of a node, and those of others that it depends on.
    fn add_costs(&mut self, number: u32, costs: &mut Costs) {
        // Depth first with a stack of its own: a line of moves can be long.
        let mut stack = vec![number];
        while let Some(&number) = stack.last() {
            let node = &self.nodes[number as usize];
            if costs.of(number).is_some() {
                stack.pop();
                continue;
            }
            let Some(options) = node.options.as_ref().filter(|_| node.wins.is_none()) else {
                costs.0[number as usize] = Some(self.leaf_cost(node));
                stack.pop();
                continue;
            };
            let before = stack.len();
            stack.extend(options.iter().filter(|&&option| costs.of(option).is_none()));
            if stack.len() > before {
                continue;
            }
            let mut cost = Cost { win: f64::INFINITY, loss: 0.0 };
            for of_option in options.iter().filter_map(|&option| costs.of(option)) {
                cost.win = cost.win.min(of_option.loss);
                cost.loss += of_option.win;
            }
            costs.0[number as usize] = Some(cost);
            if cost.win == 0.0 || cost.loss == 0.0 {
                self.nodes[number as usize].wins = Some(cost.win == 0.0);
            }
            stack.pop();
        }
    }

    fn leaf_cost(&self, node: &Node) -> Cost {
        match node.wins {
            Some(true) => Cost { win: 0.0, loss: f64::INFINITY },
            Some(false) => Cost { win: f64::INFINITY, loss: 0.0 },
            None => {
                let busy = if node.is_busy { BUSY } else { 1.0 };
                let nodes = self.work.of_moves(node.moves) * busy;
                Cost { win: nodes, loss: nodes }
            }
        }
    }

    /// The nodes of all searches of the proof that is expected to be the cheapest, each counted once.
    fn nodes_left(&self, costs: &Costs) -> f64 {
        let mut left = 0.0;
        // A sum, and whether it is to be proved that Left wins.
        let mut stack: Vec<(u32, bool)> = Vec::new();
        for root in self.roots {
            if let (None, Some(cost)) = (self.node(root).wins, costs.of(root)) {
                stack.push((root, cost.win <= cost.loss));
            }
        }
        let (mut seen, mut searched) = (HashSet::new(), HashSet::new());
        while let Some((number, win)) = stack.pop() {
            let node = self.node(number);
            if node.wins.is_some() || !seen.insert((number, win)) {
                continue;
            }
            let Some(options) = &node.options else {
                if searched.insert(number) {
                    left += self.work.of_moves(node.moves);
                }
                continue;
            };
            let loss = |option: u32| costs.of(option).map_or(f64::INFINITY, |cost| cost.loss);
            let best = options.iter().copied().min_by(|&a, &b| loss(a).total_cmp(&loss(b)));
            match win {
                true => stack.extend(best.map(|best| (best, false))),
                false => stack.extend(options.iter().map(|&option| (option, true))),
            }
        }
        left
    }

    /// How far the proof is; the time that is left is not set.
    pub(crate) fn status(&mut self) -> Status {
        let costs = self.costs();
        let wins = self.roots.map(|root| self.node(root).wins);
        let winner =
            |first: Player| wins[first as usize].map(|wins| if wins { first } else { !first });
        let outcome = winner(Player::Left).zip(winner(Player::Right));
        Status {
            outcome: outcome.map(|(left, right)| Outcome::from_winners(left, right)),
            wins,
            solved: self.solved,
            split: self.split,
            positions: self.nodes.len(),
            nodes: self.searched,
            seconds: self.seconds,
            nodes_left: self.nodes_left(&costs),
            seconds_left: None,
            factor: self.work.factor(),
        }
    }
}

impl Cost {
    fn least(self) -> f64 {
        self.win.min(self.loss)
    }
}

/// The costs of nodes by their number; `None` for those that cannot matter.
struct Costs(Vec<Option<Cost>>);

impl Costs {
    fn of(&self, number: u32) -> Option<Cost> {
        self.0[number as usize]
    }
}
