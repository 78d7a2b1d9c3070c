//! Nim values of impartial positions that are too large for tables of all followers.
//!
//! The nim value of a sum is the exclusive or of those of its components, so a search of positions alone, as under
//! alpha-beta, would search a product of games where a search of components searches their sum. As in the algorithm of
//! Lemoine and Viennot, a search asks of a component whether its nim value is a number *n*, which is whether the
//! second player wins it beside `*n`:
//! - It is not *n* if one option has the value *n*. An option is a sum: all its components but the largest are
//!   valued, and of the largest it is asked whether it has the value that is left.
//! - Else it is at most *n*, and it is *n* if the options have all smaller values.
//!
//! The table keeps for each component what is known of its value: bounds, and some numbers between them that it is not. Each
//! fact holds by itself, so entries may be lost without harm.
//!
//! The options that a search tries first are those with small components, as these cost least. Values that the table
//! has cut both lists: an option with the value asked for ends the search, and the mex of the known values
//! is a lower bound.
//!
//! Source: Lemoine, Viennot, *Nimbers are inevitable* (Theoretical Computer Science 462, 2012); Beling, Rogalski,
//! *On pruning search trees of impartial games* (Artificial Intelligence 283, 2020).

use std::cmp::Reverse;
use std::fmt;

use hashbrown::HashTable;

use crate::hash::hash_of;
use crate::rules::{AnyPosition, Position, Short};
use crate::{LimitKind, Limits, Player, ValueError};

/// What is known of a nim value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bounds {
    /// It is at least this.
    least: u16,
    /// It is at most this.
    most: u16,
    /// Numbers that it is not: bit *i* is for `least + i`, and bit 0 is never set.
    excluded: u16,
}

impl Bounds {
    /// Those of a component with that many options.
    fn of_options(options: u16) -> Bounds {
        Bounds { least: 0, most: options, excluded: 0 }
    }

    fn value(self) -> Option<u16> {
        (self.least == self.most).then_some(self.least)
    }

    /// Whether it is `n`, if that is known.
    fn is(self, n: u32) -> Option<bool> {
        if n < u32::from(self.least) || n > u32::from(self.most) {
            return Some(false);
        }
        let excluded = self.excluded.checked_shr(n - u32::from(self.least)).unwrap_or(0) & 1 == 1;
        if excluded { Some(false) } else { self.value().map(|_| true) }
    }

    /// Notes that it is not `n`, which is lost if `n` is far from the bounds.
    fn exclude(&mut self, n: u32) {
        if let Some(place) = n.checked_sub(self.least.into()).filter(|&place| place < 16) {
            self.excluded |= 1 << place;
        }
        let passed = self.excluded.trailing_ones() as u16;
        self.excluded = self.excluded.checked_shr(passed.into()).unwrap_or(0);
        self.least = (self.least + passed).min(self.most);
    }

    /// Notes that no option has the value `n`: it is at most `n`.
    fn limit(&mut self, n: u32) {
        self.most = u16::try_from(n).map_or(self.most, |n| self.most.min(n));
    }
}

/// What the table knows of a component.
struct Entry<P> {
    component: P,
    bounds: Bounds,
    /// The binary logarithm of the number of nodes of its search.
    effort: u8,
}

/// A component of an option, normalized.
struct Part<P> {
    component: P,
    hash: u64,
    size: u32,
    value: Option<u16>,
}

/// An option: where its parts are, from the smallest to the largest.
struct Choice {
    start: usize,
    end: usize,
    /// Its value, once that is known.
    value: Option<u32>,
}

/// A component that is being searched.
struct Frame<P> {
    component: P,
    hash: u64,
    bounds: Bounds,
    /// The number of which it is asked whether it is the value; `None` if the value is wanted.
    goal: Option<u32>,
    /// The number that is looked for among the values of options, and the next option; `None` before it is chosen.
    test: Option<(u32, usize)>,
    /// The part about which something was asked.
    waits_for: usize,
    parts: Vec<Part<P>>,
    options: Vec<Choice>,
    nodes_before: u64,
}

/// What a frame needs next.
enum Step {
    /// The value of one of its parts, or whether it is the number.
    Search(usize, Option<u32>),
    /// Nothing: its question is answered, though the bounds may not say it of a large number.
    Done,
}

/// Computes nim values of impartial positions, and keeps what it finds out of components.
///
/// Positions must be those of a ruleset under which both players always have the same moves, such as
/// [`Impartial`](crate::rules::Impartial) forms and [`Kayles`](crate::rules::Kayles): the solver sees Left's moves.
///
/// Of its [`Limits`], it obeys `time`, `deadline` and `interrupt`, `nodes` of one call, and `bytes` for all that it keeps.
/// When these are used up, it forgets the components that were searched in the least time, and goes on. Memory that
/// positions refer to is not counted.
///
/// # Examples
/// ```
/// use dicot::rules::Cram;
/// use dicot::solver::NimberSolver;
/// let mut solver = NimberSolver::<Cram>::new();
/// let board: Cram = "...../...../...../.....".parse()?;
/// assert_eq!(solver.nim_value(&board)?, 2);
/// assert!(solver.is_nim_value(&"..../..../..../....".parse()?, 0)?);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// Exponential in the size of the largest component.
pub struct NimberSolver<P> {
    table: HashTable<Entry<P>>,
    /// The limits of the calls that follow.
    pub limits: Limits,
    /// The number of components that all calls so far have searched; one that is searched again counts again.
    pub nodes: u64,
    /// The nodes of all calls before.
    nodes_before: u64,
    /// The bytes of the frames.
    stack_bytes: usize,
}

impl<P: Short> Default for NimberSolver<P> {
    fn default() -> NimberSolver<P> {
        NimberSolver::new()
    }
}

impl<P> fmt::Debug for NimberSolver<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NimberSolver")
            .field("components", &self.table.len())
            .finish_non_exhaustive()
    }
}

impl<P: Short> NimberSolver<P> {
    /// Creates a solver that does not know anything yet.
    pub fn new() -> NimberSolver<P> {
        NimberSolver {
            table: HashTable::new(),
            limits: Limits::default(),
            nodes: 0,
            nodes_before: 0,
            stack_bytes: 0,
        }
    }

    /// Sets the [`limits`](NimberSolver::limits).
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> NimberSolver<P> {
        self.limits = limits;
        self
    }

    /// The number of components in the table.
    pub fn components(&self) -> usize {
        self.table.len()
    }

    /// The nim value of a position.
    ///
    /// # Errors
    /// If a limit is reached, or a component has 65,535 options or more.
    pub fn nim_value(&mut self, position: &P) -> Result<u32, ValueError> {
        self.value_or_goal(position, None)
    }

    /// Whether the nim value of a position is a number, which takes less time than the value: for 0, whether the second player
    /// wins.
    ///
    /// # Errors
    /// As [`nim_value`](NimberSolver::nim_value).
    pub fn is_nim_value(&mut self, position: &P, n: u32) -> Result<bool, ValueError> {
        Ok(self.value_or_goal(position, Some(n))? == n)
    }

    /// The nim value of a position, or with a goal only a number that is the goal if the value is.
    fn value_or_goal(&mut self, position: &P, goal: Option<u32>) -> Result<u32, ValueError> {
        let limits = self.limits.starting_now();
        self.nodes_before = self.nodes;
        let mut parts = Vec::new();
        add_parts(position, &mut parts);
        let (Some(largest), mut value) = (parts.pop(), 0) else { return Ok(0) };
        for part in parts {
            value ^= u32::from(self.search(&part, None, &limits)?.least);
        }
        let goal = goal.map(|goal| goal ^ value);
        let bounds = self.search(&largest, goal, &limits)?;
        Ok(value ^ bounds.value().map_or_else(|| goal.map_or(0, |goal| goal ^ 1), u32::from))
    }

    /// The bytes of the table.
    fn bytes(&self) -> usize {
        self.table.allocation_size()
    }

    fn known(&self, component: &P, hash: u64) -> Option<Bounds> {
        let known = self.table.find(hash, |entry| entry.component == *component);
        known.map(|entry| entry.bounds)
    }

    /// Searches a component until it is known whether its value is the goal, or the value is known.
    ///
    /// The frames are a list and not on the stack of the thread, so that long games do not recur deeply. What a frame has
    /// found is handed to the one below, so that it does not matter if the table loses it.
    fn search(
        &mut self,
        part: &Part<P>,
        goal: Option<u32>,
        limits: &Limits,
    ) -> Result<Bounds, ValueError> {
        if let Some(bounds) = self.known(&part.component, part.hash)
            && is_answer(bounds, goal)
        {
            return Ok(bounds);
        }
        self.stack_bytes = 0;
        let mut stack = vec![self.frame(part, goal, limits)?];
        loop {
            let frame = stack.last_mut().expect("the first frame ends the search");
            match frame.advance(|part| self.known(&part.component, part.hash)) {
                Step::Search(index, goal) => {
                    let part = &frame.parts[index];
                    let new = Part { component: part.component.clone(), ..*part };
                    stack.push(self.frame(&new, goal, limits)?);
                }
                Step::Done => {
                    let done = stack.pop().expect("it is the last frame");
                    self.stack_bytes -= done.bytes();
                    let bounds = done.bounds;
                    self.keep(done)?;
                    match stack.last_mut() {
                        Some(frame) => frame.deliver(bounds),
                        None => return Ok(bounds),
                    }
                }
            }
        }
    }

    /// Begins to search a component.
    fn frame(
        &mut self,
        part: &Part<P>,
        goal: Option<u32>,
        limits: &Limits,
    ) -> Result<Frame<P>, ValueError> {
        if let Some(most) = limits.nodes.filter(|&most| self.nodes - self.nodes_before >= most) {
            return Err(ValueError::Limit(LimitKind::Nodes(most)));
        }
        limits.check().map_err(ValueError::Limit)?;
        if let Some(most) = limits.bytes.filter(|&most| self.bytes() + self.stack_bytes > most) {
            return Err(ValueError::Limit(LimitKind::Bytes(most)));
        }
        self.nodes += 1;
        let component = part.component.clone();
        let (mut parts, mut options) = (Vec::new(), Vec::new());
        for option in component.options(Player::Left) {
            let start = parts.len();
            add_parts(&option, &mut parts);
            options.push(Choice { start, end: parts.len(), value: None });
        }
        let order = |option: &Choice| {
            let parts = &parts[option.start..option.end];
            let hash = parts.iter().fold(0u64, |sum, part| sum.rotate_left(1) ^ part.hash);
            (parts.last().map_or(0, |part| part.size), Reverse(parts.len()), hash)
        };
        options.sort_by_cached_key(order);
        options.dedup_by(|a, b| {
            let [a, b] = [&parts[a.start..a.end], &parts[b.start..b.end]];
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.component == b.component)
        });
        let count = u16::try_from(options.len()).ok().filter(|&count| count < u16::MAX);
        let count = count.ok_or(ValueError::TooManyOptions)?;
        let known = self.known(&component, part.hash);
        let mut bounds = known.unwrap_or(Bounds::of_options(count));
        for part in &mut parts {
            part.value = self.known(&part.component, part.hash).and_then(Bounds::value);
        }
        for option in &mut options {
            let values = parts[option.start..option.end].iter().map(|part| part.value);
            option.value = values
                .map(|value| value.map(u32::from))
                .try_fold(0, |sum, value| Some(sum ^ value?));
            if let Some(value) = option.value {
                bounds.exclude(value);
            }
        }
        let frame = Frame {
            component,
            hash: part.hash,
            bounds,
            goal,
            test: None,
            waits_for: 0,
            parts,
            options,
            nodes_before: self.nodes,
        };
        self.stack_bytes += frame.bytes();
        Ok(frame)
    }

    /// Keeps what is known of a component.
    fn keep(&mut self, done: Frame<P>) -> Result<(), ValueError> {
        let effort = (self.nodes - done.nodes_before + 1).ilog2() as u8;
        let entry = Entry { component: done.component, bounds: done.bounds, effort };
        match self.table.find_mut(done.hash, |known| known.component == entry.component) {
            Some(known) => {
                known.bounds = entry.bounds;
                known.effort = known.effort.max(effort);
            }
            None => {
                self.make_room()?;
                self.table.insert_unique(done.hash, entry, |entry| hash_of(&entry.component));
            }
        }
        Ok(())
    }

    /// Forgets components if the table would have to grow beyond the limit of memory: those with the least effort, at least
    /// half of them.
    fn make_room(&mut self) -> Result<(), ValueError> {
        let Some(most) = self.limits.bytes.filter(|_| self.table.len() == self.table.capacity())
        else {
            return Ok(());
        };
        // A table that grows is there twice, the second time with twice the size.
        if 3 * self.table.allocation_size() + self.stack_bytes <= most {
            return Ok(());
        }
        if self.table.len() < MIN_COMPONENTS {
            return Err(ValueError::Limit(LimitKind::Bytes(most)));
        }
        let mut counts = [0; 65];
        self.table.iter().for_each(|entry| counts[usize::from(entry.effort)] += 1);
        let (mut forgotten, mut effort) = (0, 0);
        while forgotten < self.table.len() / 2 {
            forgotten += counts[effort];
            effort += 1;
        }
        self.table.retain(|entry| usize::from(entry.effort) >= effort);
        Ok(())
    }
}

/// A table that must forget with fewer components than these has no use.
const MIN_COMPONENTS: usize = 100;

impl<P: Short> Frame<P> {
    fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.parts.capacity() * size_of::<Part<P>>()
            + self.options.capacity() * size_of::<Choice>()
    }

    /// Goes on until the question is answered or the answer about a part is missing, which comes by
    /// [`deliver`](Frame::deliver).
    fn advance(&mut self, known: impl Fn(&Part<P>) -> Option<Bounds>) -> Step {
        while !is_answer(self.bounds, self.goal) {
            let (n, mut next) = self.test.unwrap_or_else(|| (self.next_test(), self.options.len()));
            let mut found = false;
            if self.test.is_none() {
                // First what costs nothing.
                found = (0..next)
                    .any(|option| self.option_is(option, n, &known) == OptionIs::Known(true));
                next = 0;
            }
            while !found && next < self.options.len() {
                match self.option_is(next, n, &known) {
                    OptionIs::Known(is) => found = is,
                    OptionIs::Unknown(part, goal) => {
                        self.test = Some((n, next));
                        self.waits_for = part;
                        return Step::Search(part, goal);
                    }
                }
                next += 1;
            }
            self.test = None;
            if found {
                self.bounds.exclude(n);
                if self.goal == Some(n) {
                    break;
                }
            } else {
                self.bounds.limit(n);
            }
        }
        Step::Done
    }

    /// The number to look for among the values of the options.
    fn next_test(&self) -> u32 {
        match self.goal {
            Some(goal) if goal < self.bounds.most.into() => goal,
            _ => self.bounds.least.into(),
        }
    }

    /// Whether the value of an option is `n`, or what is missing to know that.
    fn option_is(
        &mut self,
        option: usize,
        n: u32,
        known: impl Fn(&Part<P>) -> Option<Bounds>,
    ) -> OptionIs {
        let option = &mut self.options[option];
        if let Some(value) = option.value {
            return OptionIs::Known(value == n);
        }
        let mut rest = n;
        for index in option.start..option.end {
            let part = &mut self.parts[index];
            let bounds = if part.value.is_none() { known(part) } else { None };
            part.value = part.value.or(bounds.and_then(Bounds::value));
            if let Some(value) = part.value {
                rest ^= u32::from(value);
                continue;
            }
            let goal = (index + 1 == option.end).then_some(rest);
            let is_goal = goal.zip(bounds).and_then(|(goal, bounds)| bounds.is(goal));
            return is_goal.map_or(OptionIs::Unknown(index, goal), OptionIs::Known);
        }
        option.value = Some(n ^ rest);
        OptionIs::Known(rest == 0)
    }

    /// Takes what was found of the part that was asked for.
    fn deliver(&mut self, bounds: Bounds) {
        self.parts[self.waits_for].value = bounds.value();
        if let (None, Some((_, next))) = (bounds.value(), &mut self.test) {
            // The part was the last of the option, and does not have the value that was asked for.
            *next += 1;
        }
    }
}

/// Whether an option has a value.
#[derive(PartialEq, Eq)]
enum OptionIs {
    Known(bool),
    /// That depends on the value of a part, or on whether it is the number.
    Unknown(usize, Option<u32>),
}

/// The nim value of a sum of a nimber and positions, or with a goal only a number that is the goal if the value is. The
/// limit of nodes is that of the sum.
pub(super) fn sum_value_or_goal(
    nimber: u32,
    mut parts: Vec<AnyPosition>,
    solver: &mut NimberSolver<AnyPosition>,
    goal: Option<u32>,
) -> Result<u32, ValueError> {
    parts.sort_by_cached_key(|part| part.move_count(Player::Left));
    let (most, before) = (solver.limits.nodes, solver.nodes);
    let mut call = |part, goal| {
        let used = solver.nodes - before;
        solver.limits.nodes = most.map(|most| most.saturating_sub(used));
        solver.value_or_goal(part, goal)
    };
    let Some(largest) = parts.pop() else { return Ok(nimber) };
    let mut value = nimber;
    for part in &parts {
        value ^= call(part, None)?;
    }
    Ok(value ^ call(&largest, goal.map(|goal| goal ^ value))?)
}

/// Whether the bounds say the value, or that it is or is not the goal.
fn is_answer(bounds: Bounds, goal: Option<u32>) -> bool {
    bounds.value().is_some() || goal.is_some_and(|goal| bounds.is(goal).is_some())
}

/// Adds the components of a position, from the smallest to the largest; two of the same are 0 and left out.
fn add_parts<P: Short>(position: &P, parts: &mut Vec<Part<P>>) {
    let start = parts.len();
    for component in position.components().filter(|component| !component.is_paired()) {
        let (component, _) = component.normalized();
        let (hash, size) = (hash_of(&component), component.size());
        match parts[start..]
            .iter()
            .position(|part| part.hash == hash && part.component == component)
        {
            Some(same) => _ = parts.remove(start + same),
            None => parts.push(Part { component, hash, size, value: None }),
        }
    }
    parts[start..].sort_unstable_by_key(|part| (part.size, part.hash));
}
