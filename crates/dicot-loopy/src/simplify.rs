//! The onside of a position: its simplest form, if infinite play is a win for Left.
//!
//! Strongly connected components are simplified one after another, those that others lead to first. In a component:
//! 1. dominated options of Left are removed, and reversible options of Right are bypassed. Both hold for `g⁺` whatever the
//!    graph is; a reversible option that leads back to itself through such moves is removed, since Left then draws, which wins.
//! 2. in a stopper, dominated options of Right are removed, and reversible options of Left are bypassed.
//! 3. equal positions are fused.
//!
//! After each step the components are found again, until nothing changes. A stopper's result is its simplest form, which is unique, so
//! equal values have the same position; it is found again by a hash of its graph.
//!
//! # Components that are not stoppers
//! Some of their positions may equal stoppers nevertheless. After the first step, the simplest form `s` of a stopper that `v⁺` equals
//! shows in the graph:
//! - The Right options of `s` are the least ones of `v`. For in `s - v` Left answers each move to an `s^R` by a `v^R ≤ s^R`, since
//!   `s^R` is not reversible, and in `v - s` each move to a `v^R` by an `s^R ≤ v^R`, since `v^R` is not.
//! - Each Left option of `s` equals one that the Left options of `v` lead to when *every* reply that reverses one is followed: Left's
//!   way to survive `s - v` follows such replies to an option that does not reverse again. Conversely, each option `w` that is found so
//!   and that no reply reverses is at most some `s^L`: `w` is a Left option of an `r ≤ s`, and Left answers it in `s`.
//!
//! So a copy of the component with these options is made. A position is that of a stopper if and only if its copy is one
//! and equals it; then the copy replaces it.
//!
//! Source: Siegel, *Combinatorial Game Theory* (2013), chapter VI, sections 2 and 3.

use std::hash::{DefaultHasher, Hash, Hasher};

use dicot::{Player, ValueError};

use crate::arena::{Arena, NodeId};
use crate::position_graph::OptionGraph;

/// Options of a position for both players.
type Options = [Vec<NodeId>; 2];

/// How often one component may become simpler, each time within the last: four times were most in the tests. The stack suffices for this.
const MAX_ROUNDS: usize = 200;

/// What is changed in a component.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// What holds for all graphs.
    Onside,
    /// What holds for stoppers.
    Stopper,
    /// What leads to the simplest form of a position that equals a stopper, if the component is not one.
    Candidate,
}

impl Arena<'_, '_> {
    /// The onside of a position, as a simplest form.
    pub(crate) fn onside(&mut self, root: NodeId) -> Result<NodeId, ValueError> {
        self.close(root, true)
    }

    /// A position that is known to be a simplest form, and all that it leads to.
    pub(crate) fn import(&mut self, root: NodeId) -> Result<NodeId, ValueError> {
        self.close(root, false)
    }

    /// Closes the components of the positions below one that do not have a simplest form yet.
    fn close(&mut self, root: NodeId, simplify: bool) -> Result<NodeId, ValueError> {
        if let Some(canonical) = self.nodes[root as usize].canonical {
            return Ok(canonical);
        }
        let before = self.memory.bytes;
        let Arena { nodes, calculation, memory, .. } = self;
        let mut meter = |steps, bytes| {
            calculation.count_steps(steps)?;
            memory.charge(bytes, calculation)
        };
        let open = |&v: &NodeId, player, list: &mut Vec<NodeId>| {
            let options = nodes[v as usize].options[player as usize].iter();
            list.extend(options.filter(|&&option| nodes[option as usize].canonical.is_none()));
        };
        let (graph, numbers) = OptionGraph::explore([root], open, &mut meter, &mut |_| {})?;
        let (order, ends) = graph.components(&mut meter)?;
        self.memory.bytes = before;
        let positions = numbers.positions();
        let mut start = 0;
        for end in ends {
            let component = order[start..end as usize].iter().map(|&i| positions[i as usize]);
            let mut component: Vec<NodeId> = component.collect();
            component.sort_unstable();
            self.close_component(&component, simplify)?;
            start = end as usize;
        }
        Ok(self.nodes[root as usize].canonical.expect("all components are closed"))
    }

    /// Finds the simplest forms of the positions of a component whose other options have theirs.
    pub(crate) fn close_component(
        &mut self,
        component: &[NodeId],
        simplify: bool,
    ) -> Result<(), ValueError> {
        for &v in component {
            for player in Player::BOTH {
                let mut options =
                    std::mem::take(&mut self.nodes[v as usize].options[player as usize]);
                for option in &mut options {
                    *option = self.nodes[*option as usize].canonical.unwrap_or(*option);
                }
                options.sort_unstable();
                options.dedup();
                self.nodes[v as usize].options[player as usize] = options;
            }
        }
        if let [v] = *component
            && let Some(form) = self.short_form(v)?
        {
            self.nodes[v as usize].canonical = Some(form);
            return Ok(());
        }
        if simplify {
            self.rounds += 1;
            if self.rounds > MAX_ROUNDS {
                return Err(ValueError::TooDeep);
            }
            let is_stopper = self.alternates(component);
            let mut simpler = self.simplified(component, Step::Onside)?;
            if simpler.is_none() && is_stopper {
                simpler = self.simplified(component, Step::Stopper)?;
            }
            if simpler.is_none() {
                simpler = self.fused(component)?;
            }
            if simpler.is_none() && !is_stopper {
                simpler = self.stoppers(component)?;
            }
            if let Some(simpler) = simpler {
                for (&v, &w) in component.iter().zip(&simpler) {
                    let canonical = self.close(w, true)?;
                    self.nodes[v as usize].canonical = Some(canonical);
                }
                self.rounds -= 1;
                return Ok(());
            }
            self.rounds -= 1;
        }
        self.intern(component)
    }

    /// The short game that a position is, if all options are short games.
    fn short_form(&mut self, v: NodeId) -> Result<Option<NodeId>, ValueError> {
        let [left, right] = &self.nodes[v as usize].options;
        let forms = |options: &[NodeId]| -> Option<Vec<_>> {
            options.iter().map(|&option| self.form(option).cloned()).collect()
        };
        let (Some(left), Some(right)) = (forms(left), forms(right)) else { return Ok(None) };
        let form = self.calculation.form(left, right)?;
        Ok(Some(self.short(&form)?))
    }

    /// Whether alternating play in a component leaves it or ends, whoever starts, and so everywhere after it.
    pub(crate) fn alternates(&self, component: &[NodeId]) -> bool {
        !self.loops(component).contains(&true)
    }

    /// Whether alternating play from each position of a component may go on for ever, whoever starts.
    fn loops(&self, component: &[NodeId]) -> Vec<bool> {
        // Pairs of a position and a player, without those from which play cannot go on in the component, until none is left.
        let (mut counts, mut moves) = (vec![0_u32; 2 * component.len()], Vec::new());
        for (v, i) in component.iter().zip(0..) {
            for player in Player::BOTH {
                let pair = 2 * i + player as u32;
                for option in &self.nodes[*v as usize].options[player as usize] {
                    match component.binary_search(option) {
                        Ok(to) => {
                            moves.push((2 * to as u32 + !player as u32, pair));
                            counts[pair as usize] += 1;
                        }
                        Err(_) if self.nodes[*option as usize].is_stopper => {}
                        // A move that is never removed.
                        Err(_) => counts[pair as usize] += 1,
                    }
                }
            }
        }
        moves.sort_unstable();
        let mut ended: Vec<u32> =
            (0..).zip(&counts).filter(|(_, n)| **n == 0).map(|(pair, _)| pair).collect();
        while let Some(pair) = ended.pop() {
            let from = moves.partition_point(|&(to, _)| to < pair);
            for &(_, source) in moves[from..].iter().take_while(|&&(to, _)| to == pair) {
                counts[source as usize] -= 1;
                if counts[source as usize] == 0 {
                    ended.push(source);
                }
            }
        }
        counts.chunks(2).map(|counts| counts != [0, 0]).collect()
    }

    /// New positions for a component with simpler options, or `None` if nothing is simpler.
    fn simplified(
        &mut self,
        component: &[NodeId],
        step: Step,
    ) -> Result<Option<Vec<NodeId>>, ValueError> {
        let simpler = self.simpler(component, step)?;
        let options = component.iter().map(|&v| &self.nodes[v as usize].options);
        match options.eq(&simpler) {
            true => Ok(None),
            false => self.copies(component, &simpler).map(Some),
        }
    }

    /// New positions for a component that is not that of a stopper, in which those that equal stoppers are stoppers; `None` if none
    /// equals one.
    fn stoppers(&mut self, component: &[NodeId]) -> Result<Option<Vec<NodeId>>, ValueError> {
        let mut simpler = self.simpler(component, Step::Candidate)?;
        let copies = self.copies(component, &simpler)?;
        let mut loops = self.loops(&copies);
        // Copies that lead to others that are not stoppers are not stoppers either.
        loop {
            let before = loops.clone();
            for (i, options) in simpler.iter().enumerate() {
                self.calculation.count_steps(1)?;
                let mut options = options.iter().flatten();
                loops[i] |= options.any(|o| component.binary_search(o).is_ok_and(|j| loops[j]));
            }
            if loops == before {
                break;
            }
        }
        for (i, (&v, &copy)) in component.iter().zip(&copies).enumerate() {
            loops[i] = loops[i] || !self.equal(v, copy)?;
            if loops[i] {
                simpler[i] = self.nodes[v as usize].options.clone();
            }
        }
        match loops.contains(&false) {
            true => self.copies(component, &simpler).map(Some),
            false => Ok(None),
        }
    }

    /// The options of the positions of a component after a step.
    fn simpler(&mut self, component: &[NodeId], step: Step) -> Result<Vec<Options>, ValueError> {
        let mut simpler: Vec<Options> = Vec::with_capacity(component.len());
        for &v in component {
            let [left, right] = self.nodes[v as usize].options.clone();
            simpler.push(match step {
                Step::Onside => [
                    self.undominated(Player::Left, left)?,
                    self.bypassed(v, Player::Right, right, step)?,
                ],
                Step::Stopper => [
                    self.bypassed(v, Player::Left, left, step)?,
                    self.undominated(Player::Right, right)?,
                ],
                Step::Candidate => {
                    let left = self.bypassed(v, Player::Left, left, step)?;
                    [self.undominated(Player::Left, left)?, self.undominated(Player::Right, right)?]
                }
            });
        }
        Ok(simpler)
    }

    /// Whether a player prefers an option to another, or does not mind.
    fn prefers(&mut self, player: Player, option: NodeId, to: NodeId) -> Result<bool, ValueError> {
        match player {
            Player::Left => self.at_least(option, to),
            Player::Right => self.at_least(to, option),
        }
    }

    pub(crate) fn undominated(
        &mut self,
        player: Player,
        options: Vec<NodeId>,
    ) -> Result<Vec<NodeId>, ValueError> {
        let mut kept: Vec<NodeId> = Vec::with_capacity(options.len());
        'options: for option in options {
            for &other in &kept {
                if self.prefers(player, other, option)? {
                    continue 'options;
                }
            }
            let mut i = 0;
            while i < kept.len() {
                match self.prefers(player, option, kept[i])? {
                    true => drop(kept.remove(i)),
                    false => i += 1,
                }
            }
            kept.push(option);
        }
        kept.sort_unstable();
        Ok(kept)
    }

    /// Options with those that the opponent reverses replaced by what they reverse to: by the first such reply, or by all for candidates.
    fn bypassed(
        &mut self,
        v: NodeId,
        player: Player,
        options: Vec<NodeId>,
        step: Step,
    ) -> Result<Vec<NodeId>, ValueError> {
        let (mut seen, mut kept) = (options.clone(), Vec::new());
        let mut open = options;
        while let Some(option) = open.pop() {
            let mut is_reversible = false;
            for i in 0..self.options(option, !player)?.len() {
                let reply = self.options(option, !player)?[i];
                if self.prefers(!player, reply, v)? {
                    for &then in self.options(reply, player)? {
                        if !seen.contains(&then) {
                            seen.push(then);
                            open.push(then);
                        }
                    }
                    is_reversible = true;
                    if step != Step::Candidate {
                        break;
                    }
                }
            }
            if !is_reversible {
                kept.push(option);
            }
        }
        kept.sort_unstable();
        Ok(kept)
    }

    /// New positions for a component that have other options, in which its positions stand for the new ones.
    fn copies(
        &mut self,
        component: &[NodeId],
        options: &[Options],
    ) -> Result<Vec<NodeId>, ValueError> {
        let copies: Vec<NodeId> = component.iter().map(|_| self.add()).collect::<Result<_, _>>()?;
        for (&copy, options) in copies.iter().zip(options) {
            self.charge(8 * (options[0].len() + options[1].len()))?;
            for player in Player::BOTH {
                let new = options[player as usize]
                    .iter()
                    .map(|option| component.binary_search(option).map_or(*option, |i| copies[i]));
                let mut new: Vec<NodeId> = new.collect();
                new.sort_unstable();
                new.dedup();
                self.nodes[copy as usize].options[player as usize] = new;
            }
        }
        Ok(copies)
    }

    fn all_equal(&mut self, component: &[NodeId], copies: &[NodeId]) -> Result<bool, ValueError> {
        for (&v, &copy) in component.iter().zip(copies) {
            if !self.equal(v, copy)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// New positions for a component in which equal ones are one, or those of simplest forms that they equal; `None` if all are different.
    fn fused(&mut self, component: &[NodeId]) -> Result<Option<Vec<NodeId>>, ValueError> {
        let mut known: Vec<NodeId> = self.followers_of(component);
        known.retain(|&v| self.form(v).is_none() && self.nodes[v as usize].canonical.is_some());
        // What each position is replaced by.
        let mut same: Vec<NodeId> = Vec::with_capacity(component.len());
        for &v in component {
            let mut replacement = v;
            for &candidate in known.iter().chain(&same) {
                if self.equal(candidate, v)? {
                    replacement = candidate;
                    break;
                }
            }
            same.push(replacement);
        }
        if same == component {
            return Ok(None);
        }
        let replaced =
            |option: &NodeId| component.binary_search(option).map_or(*option, |i| same[i]);
        let options: Vec<Options> = component
            .iter()
            .map(|&v| {
                self.nodes[v as usize].options.each_ref().map(|o| o.iter().map(replaced).collect())
            })
            .collect();
        let copies = self.copies(component, &options)?;
        let fused: Vec<NodeId> =
            same.iter().map(|v| component.binary_search(v).map_or(*v, |i| copies[i])).collect();
        Ok(self.all_equal(component, &fused)?.then_some(fused))
    }

    /// Finds the positions of a simplest component among the known ones, or adds them.
    fn intern(&mut self, component: &[NodeId]) -> Result<(), ValueError> {
        let hashes = self.hashes(component);
        for (&v, &hash) in component.iter().zip(&hashes) {
            for known in self.simplest(hash) {
                if self.equal(v, known)? {
                    self.nodes[v as usize].canonical = Some(known);
                    break;
                }
            }
        }
        let is_stopper = self.alternates(component);
        for (&v, &hash) in component.iter().zip(&hashes) {
            if self.nodes[v as usize].canonical.is_none() {
                self.nodes[v as usize].canonical = Some(v);
                self.nodes[v as usize].is_stopper = is_stopper;
                self.add_simplest(v, hash)?;
            }
        }
        Ok(())
    }

    /// Hashes of the positions of a component: those of isomorphic graphs are equal.
    fn hashes(&self, component: &[NodeId]) -> Vec<u64> {
        let mut hashes = vec![component.len() as u64; component.len()];
        for _ in 0..component.len() {
            let of = |option: &NodeId| match component.binary_search(option) {
                Ok(i) => (1, hashes[i]),
                Err(_) => (0, u64::from(*option)),
            };
            let next = component.iter().map(|&v| {
                let mut hasher = DefaultHasher::new();
                for options in &self.nodes[v as usize].options {
                    let mut options: Vec<(u8, u64)> = options.iter().map(of).collect();
                    options.sort_unstable();
                    options.hash(&mut hasher);
                }
                hasher.finish()
            });
            hashes = next.collect();
        }
        hashes
    }
}
