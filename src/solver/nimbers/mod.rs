//! Nim values of impartial positions that are too large for tables of all followers.
//!
//! The nim value of a sum is the exclusive or of those of its components, so a search of positions alone, as under
//! alpha-beta, would search a product of games where a search of components searches their sum. As in the algorithm of
//! Lemoine and Viennot, a search asks of a component whether its nim value is a number *n*, which is whether the
//! second player wins it beside `*n`:
//! - It is not *n* if one option has the value *n*. An option is a sum: all its components but the largest are
//!   valued, and of the largest it is asked whether it has the value that is left.
//! - It is not *n* either if it is a smaller number.
//! - Else it is *n*.
//!
//! The order of the questions is that of depth-first proof-number search. For each open question there are two estimates of the
//! effort to answer it with yes and with no. A question asks next what promises the least effort to find an option with the
//! value, and is left when its estimates exceed its limits, which are those from which another question promises less.
//! Among options that promise the same, the one whose largest component is smallest is first, so that similar
//! components are asked about similar options, which lead to the same components.
//!
//! The table keeps for each component what is known of its value: bounds, and some numbers between them that it is not. Each
//! fact holds by itself, so entries may be lost without harm. It keeps the estimates for the last question as well.
//!
//! Source: Lemoine, Viennot, *Nimbers are inevitable* (Theoretical Computer Science 462, 2012); Beling, Rogalski,
//! *On pruning search trees of impartial games* (Artificial Intelligence 283, 2020); Nagai, *Df-pn algorithm for searching
//! AND/OR trees and its applications* (thesis, University of Tokyo, 2002).

mod bounds;

use std::cmp::Reverse;
use std::fmt;

use hashbrown::HashTable;

use self::bounds::{Bounds, Efforts, NEVER};
use super::{BETWEEN_REPORTS, OnProgress, SearchProgress};
use crate::analysis::check_value;
use crate::hash::hash_of;
use crate::rules::{AnyPosition, Cram, Position, Short};
use crate::{Instant, LimitKind, Limits, Player, ValueError};

/// What the table knows of a component.
struct Entry<P> {
    component: P,
    bounds: Bounds,
    /// The number of which it was asked last whether it is the value.
    asked: u8,
    /// The binary logarithm of the number of nodes of its search.
    nodes_log: u8,
    efforts: Efforts,
}

/// A component, normalized, and what is known of it.
#[derive(Clone)]
struct Part<P> {
    component: P,
    hash: u64,
    size: u32,
    bounds: Bounds,
    /// The efforts to answer the question whether the value is the number, if it was asked.
    asked: Option<(u32, Efforts)>,
}

impl<P> Part<P> {
    fn efforts(&self, n: u32) -> Efforts {
        match self.asked {
            Some((asked, efforts)) if asked == n => efforts,
            _ => Efforts::of_size(self.size),
        }
    }

    /// Whether it is known that the value is `n`, or that it is not.
    fn is(&self, n: u32) -> Option<bool> {
        let refuted = || (self.efforts(n).is == NEVER).then_some(false);
        self.bounds.is(n).or_else(refuted)
    }

    fn learn(&mut self, bounds: Bounds, asked: Option<(u32, Efforts)>) {
        self.bounds = self.bounds.and(bounds);
        self.asked = asked.or(self.asked);
    }
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
    own: Part<P>,
    /// The number of which it is asked whether it is the value; `None` if the value is wanted.
    goal: Option<u32>,
    /// The efforts at which the search is to stop.
    limits: Efforts,
    /// The question that it has asked.
    waits_for: Option<Question>,
    pub(super) parts: Vec<Part<P>>,
    pub(super) options: Vec<Choice>,
    nodes_before: u64,
    /// The bytes that its positions own on the heap.
    heap_bytes: usize,
}

/// A question about a component.
#[derive(Clone, Copy)]
struct Question {
    /// The part of an option; `None` for the component of the frame itself.
    part: Option<usize>,
    /// The number of which it is asked whether it is the value; `None` if the value is wanted.
    goal: Option<u32>,
    limits: Efforts,
}

/// What a frame needs next.
enum Step {
    Ask(Question),
    /// Nothing: its question is answered, though the bounds may not say it of a large number, or its limits are reached.
    Done,
}

/// Computes nim values of impartial positions, and keeps what it finds out of components.
///
/// Positions must be those of a ruleset under which both players always have the same moves, such as
/// [`Impartial`](crate::rules::Impartial) forms and [`Kayles`](crate::rules::Kayles): the solver sees Left's moves.
///
/// Of its [`Limits`], it obeys `time`, `deadline` and `interrupt`, `nodes` of one call, and `bytes` for all that it keeps.
/// When these are used up, it forgets the components that were searched in the least time, and goes on.
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
    nodes: u64,
    /// The nodes of all calls before.
    nodes_before: u64,
    /// The bytes of the frames.
    stack_bytes: usize,
    /// The bytes that the positions of the table own on the heap.
    heap_bytes: usize,
    /// How often the table was full.
    made_room: u64,
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
            heap_bytes: 0,
            made_room: 0,
        }
    }

    /// Sets the [`limits`](NimberSolver::limits).
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> NimberSolver<P> {
        self.limits = limits;
        self
    }

    /// The number of components that all calls so far have searched; one that is searched again counts again.
    pub fn nodes(&self) -> u64 {
        self.nodes
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
        self.value_or_goal(position, None, None)
    }

    /// Whether the nim value of a position is a number, which takes less time than the value: for 0, whether the second player
    /// wins.
    ///
    /// # Errors
    /// As [`nim_value`](NimberSolver::nim_value).
    pub fn is_nim_value(&mut self, position: &P, n: u32) -> Result<bool, ValueError> {
        Ok(self.value_or_goal(position, Some(n), None)? == n)
    }

    /// The nim value of a position, or with a goal only a number that is the goal if the value is.
    fn value_or_goal(
        &mut self,
        position: &P,
        goal: Option<u32>,
        report: Option<&mut OnProgress>,
    ) -> Result<u32, ValueError> {
        check_value(position)?;
        let (limits, reported) = (self.limits.starting_now(), Instant::now());
        let mut call = Call { limits, report, reported };
        self.nodes_before = self.nodes;
        let mut parts = Vec::new();
        add_parts(position, &mut parts);
        let (Some(largest), mut value) = (parts.pop(), 0) else { return Ok(0) };
        for part in parts {
            value ^= u32::from(self.search(&part, None, &mut call)?.least);
        }
        let goal = goal.map(|goal| goal ^ value);
        let bounds = self.search(&largest, goal, &mut call)?;
        Ok(value ^ bounds.value().map_or_else(|| goal.map_or(0, |goal| goal ^ 1), u32::from))
    }

    /// The bytes of the table.
    fn bytes(&self) -> usize {
        self.table.allocation_size() + self.heap_bytes
    }

    /// Adds what the table knows of a part.
    fn look_up(&self, part: &mut Part<P>) {
        if let Some(entry) = self.table.find(part.hash, |entry| entry.component == part.component) {
            part.learn(entry.bounds, Some((entry.asked.into(), entry.efforts)));
        }
    }

    /// Searches a component until it is known whether its value is the goal, or the value is known.
    ///
    /// The frames are a list and not on the stack of the thread, so that long games do not recur deeply. What a frame has
    /// found is handed to the one below, so that it does not matter if the table loses it.
    fn search(
        &mut self,
        part: &Part<P>,
        goal: Option<u32>,
        call: &mut Call<'_>,
    ) -> Result<Bounds, ValueError> {
        let mut part = part.clone();
        self.look_up(&mut part);
        if is_answered(&part, goal) {
            return Ok(part.bounds);
        }
        self.stack_bytes = 0;
        let first = Question { part: None, goal, limits: Efforts::MAX };
        let mut stack = vec![self.frame(part, first, call)?];
        loop {
            let frame = stack.last_mut().expect("the first frame ends the search");
            match frame.advance() {
                Step::Ask(question) => {
                    frame.waits_for = Some(question);
                    let part = frame.asked();
                    self.look_up(part);
                    let reached =
                        question.goal.is_some_and(|n| part.efforts(n).reach(question.limits));
                    if !reached && !is_answered(part, question.goal) {
                        let part = part.clone();
                        stack.push(self.frame(part, question, call)?);
                    }
                }
                Step::Done => {
                    let done = stack.pop().expect("it is the last frame");
                    self.stack_bytes -= done.bytes();
                    match stack.last_mut() {
                        Some(frame) => frame.asked().learn(done.own.bounds, done.own.asked),
                        None => {
                            let bounds = done.own.bounds;
                            self.keep(done)?;
                            return Ok(bounds);
                        }
                    }
                    self.keep(done)?;
                }
            }
        }
    }

    /// Begins to search a component.
    fn frame(
        &mut self,
        mut own: Part<P>,
        Question { goal, limits, .. }: Question,
        call: &mut Call<'_>,
    ) -> Result<Frame<P>, ValueError> {
        let most = call.limits.nodes;
        if let Some(most) = most.filter(|&most| self.nodes - self.nodes_before >= most) {
            return Err(ValueError::Limit(LimitKind::Nodes(most)));
        }
        call.limits.check().map_err(ValueError::Limit)?;
        let bytes = self.bytes() + self.stack_bytes;
        call.check_bytes(bytes)?;
        if let Some(report) = &mut call.report
            && self.nodes.is_multiple_of(NODES_BETWEEN_CLOCKS)
            && call.reported.elapsed() >= BETWEEN_REPORTS
        {
            call.reported = Instant::now();
            report(&SearchProgress {
                nodes: self.nodes - self.nodes_before,
                components: self.table.len(),
                table_permille: call.limits.bytes.map_or(0, |most| bytes * 1000 / most.max(1)),
                verified: 0,
                made_room: self.made_room,
            });
        }
        self.nodes += 1;
        let (mut parts, mut options) = (Vec::new(), Vec::new());
        let mut list = Vec::new();
        (P::SEARCH.left_options)(&own.component, &mut list);
        let (option_steps, mut steps) = (P::SEARCH.option_steps(&own.component), 0);
        call.check_bytes(bytes + list.iter().map(P::SEARCH.heap_bytes).sum::<usize>())?;
        let mut heap_bytes = P::SEARCH.heap_bytes(&own.component);
        for option in list {
            let start = parts.len();
            add_parts(&option, &mut parts);
            options.push(Choice { start, end: parts.len(), value: None });
            heap_bytes += parts[start..]
                .iter()
                .map(|part| P::SEARCH.heap_bytes(&part.component))
                .sum::<usize>();
            steps += option_steps;
            if steps >= STEPS_BETWEEN_CHECKS {
                steps = 0;
                call.check_bytes(bytes + heap_bytes)?;
                call.limits.check().map_err(ValueError::Limit)?;
            }
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
        own.bounds = own.bounds.and(Bounds::of_options(count));
        for part in &mut parts {
            self.look_up(part);
        }
        for option in &mut options {
            let values = parts[option.start..option.end].iter().map(|part| part.bounds.value());
            option.value = values
                .map(|value| value.map(u32::from))
                .try_fold(0, |sum, value| Some(sum ^ value?));
            if let Some(value) = option.value {
                own.bounds.exclude(value);
            }
        }
        let (waits_for, nodes_before) = (None, self.nodes);
        let frame =
            Frame { own, goal, limits, waits_for, parts, options, nodes_before, heap_bytes };
        self.stack_bytes += frame.bytes();
        Ok(frame)
    }

    /// Keeps what is known of a component.
    fn keep(&mut self, done: Frame<P>) -> Result<(), ValueError> {
        let nodes_log = (self.nodes - done.nodes_before + 1).ilog2() as u8;
        let Part { component, hash, bounds, asked, .. } = done.own;
        let (asked, efforts) = asked
            .and_then(|(n, efforts)| Some((u8::try_from(n).ok()?, efforts)))
            .unwrap_or((u8::MAX, Efforts::of_size(0)));
        let entry = Entry { component, bounds, asked, nodes_log, efforts };
        match self.table.find_mut(hash, |known| known.component == entry.component) {
            Some(known) => {
                let nodes_log = known.nodes_log.max(nodes_log);
                *known = Entry { bounds: known.bounds.and(bounds), nodes_log, ..entry };
            }
            None => {
                self.make_room()?;
                self.heap_bytes += P::SEARCH.heap_bytes(&entry.component);
                self.table.insert_unique(hash, entry, |entry| hash_of(&entry.component));
            }
        }
        Ok(())
    }

    /// Forgets components if the table would have to grow beyond the limit of memory: those that took the fewest nodes, at
    /// least half of them.
    fn make_room(&mut self) -> Result<(), ValueError> {
        let Some(most) = self.limits.bytes else { return Ok(()) };
        let grows = self.table.len() == self.table.capacity();
        if !grows && self.heap_bytes == 0 {
            return Ok(());
        }
        // A table that grows is there twice, the second time with twice the size.
        let table_bytes = self.table.allocation_size() * if grows { 3 } else { 1 };
        if table_bytes + self.heap_bytes + self.stack_bytes <= most {
            return Ok(());
        }
        if self.table.len() < MIN_COMPONENTS {
            return Err(ValueError::Limit(LimitKind::Bytes(most)));
        }
        self.made_room += 1;
        let mut counts = [0; 65];
        self.table.iter().for_each(|entry| counts[usize::from(entry.nodes_log)] += 1);
        let (mut forgotten, mut least) = (0, 0);
        while forgotten < self.table.len() / 2 {
            forgotten += counts[least];
            least += 1;
        }
        self.table.retain(|entry| usize::from(entry.nodes_log) >= least);
        self.heap_bytes =
            self.table.iter().map(|entry| P::SEARCH.heap_bytes(&entry.component)).sum();
        Ok(())
    }
}

/// A table that must forget with fewer components than these has no use.
const MIN_COMPONENTS: usize = 100;

/// The [steps](crate::rules::Search::option_steps) of options between two checks of the limits, about a millisecond.
const STEPS_BETWEEN_CHECKS: usize = 1 << 10;

/// The nodes between two looks at the clock for a report: they take some milliseconds.
const NODES_BETWEEN_CLOCKS: u64 = 1024;

impl<P: Short> Frame<P> {
    fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.heap_bytes
            + self.parts.capacity() * size_of::<Part<P>>()
            + self.options.capacity() * size_of::<Choice>()
    }

    /// The component that its question is about.
    fn asked(&mut self) -> &mut Part<P> {
        match self.waits_for.and_then(|question| question.part) {
            Some(part) => &mut self.parts[part],
            None => &mut self.own,
        }
    }

    /// Goes on until the question is answered, its limits are reached, or another question is to be answered first.
    fn advance(&mut self) -> Step {
        while !is_answered(&self.own, self.goal) {
            let lowest = u32::from(self.own.bounds.least);
            if self.own.efforts(lowest).is == NEVER {
                // That it is not this number was found when the number was too far from the bounds to be noted in them.
                self.own.bounds.exclude(lowest);
                continue;
            }
            let n = self.goal.unwrap_or(lowest);
            // The question of the least effort among those of which a yes says that the value is not `n`, the second
            // least effort, the greatest effort of a no, and the number of the questions.
            let (mut best, mut least, mut second, mut most, mut count) = (None, NEVER, NEVER, 0, 0);
            let mut add = |part, goal, efforts: Efforts| {
                count += 1;
                most = efforts.is_not.max(most);
                if efforts.is < least {
                    (second, least) = (least, efforts.is);
                    best = Some((part, goal));
                } else {
                    second = second.min(efforts.is);
                }
            };
            let mut found = false;
            let is_valued = (P::SEARCH.has_few_components)(&self.own.component);
            for option in &mut self.options {
                match option.is(n, &self.parts) {
                    OptionIs::Known(is) => found = is,
                    OptionIs::Open(part, goal, efforts) => {
                        add(Some(part), goal.filter(|_| !is_valued), efforts);
                    }
                }
                if found {
                    break;
                }
            }
            if found {
                self.own.bounds.exclude(n);
                self.own.asked = Some((n, Efforts { is: NEVER, is_not: 0 }));
                continue;
            }
            if lowest < n {
                add(None, Some(lowest), self.own.efforts(lowest));
            }
            let Some((part, goal)) = best else {
                self.own.bounds.limit(n);
                continue;
            };
            let efforts =
                Efforts { is: most.saturating_add(count - 1).min(NEVER - 1), is_not: least };
            if efforts.reach(self.limits) {
                self.own.asked = Some((n, efforts));
                return Step::Done;
            }
            let limits = match goal {
                Some(_) => Efforts {
                    is: self.limits.is_not.min(second.saturating_add(1 + second / 4)),
                    is_not: if self.limits.is == NEVER {
                        NEVER
                    } else {
                        self.limits.is + 1 - count
                    },
                },
                None => Efforts::MAX,
            };
            return Step::Ask(Question { part, goal, limits });
        }
        Step::Done
    }
}

impl Choice {
    /// Whether the value is `n`, or what is to be asked to know that.
    fn is<P>(&mut self, n: u32, parts: &[Part<P>]) -> OptionIs {
        if let Some(value) = self.value {
            return OptionIs::Known(value == n);
        }
        let mut rest = n;
        for index in self.start..self.end {
            let part = &parts[index];
            if let Some(value) = part.bounds.value() {
                rest ^= u32::from(value);
            } else if index + 1 < self.end {
                let [part, largest] =
                    [part, &parts[self.end - 1]].map(|part| Efforts::of_size(part.size));
                let efforts =
                    Efforts { is: part.is + largest.is, is_not: part.is_not + largest.is_not };
                return OptionIs::Open(index, None, efforts);
            } else {
                let open = || OptionIs::Open(index, Some(rest), part.efforts(rest));
                return part.is(rest).map_or_else(open, OptionIs::Known);
            }
        }
        self.value = Some(n ^ rest);
        OptionIs::Known(rest == 0)
    }
}

/// Whether an option has a value.
enum OptionIs {
    Known(bool),
    /// That depends on the value of a part, or on whether it is the number.
    Open(usize, Option<u32>, Efforts),
}

/// What holds for one call.
struct Call<'a> {
    limits: Limits,
    report: Option<&'a mut OnProgress>,
    pub(super) reported: Instant,
}

impl Call<'_> {
    fn check_bytes(&self, bytes: usize) -> Result<(), ValueError> {
        match self.limits.bytes.filter(|&most| bytes > most) {
            Some(most) => Err(ValueError::Limit(LimitKind::Bytes(most))),
            None => Ok(()),
        }
    }
}

/// Computes nim values of sums of positions of any rulesets.
pub(super) struct SumNimbers {
    any: NimberSolver<AnyPosition>,
    /// The solver of Cram, compiled for its positions: it takes a third of the time.
    cram: NimberSolver<Cram>,
}

impl SumNimbers {
    pub(super) fn new() -> SumNimbers {
        SumNimbers { any: NimberSolver::new(), cram: NimberSolver::new() }
    }

    /// The number of components that all calls so far have searched.
    pub(super) fn nodes(&self) -> u64 {
        self.any.nodes + self.cram.nodes
    }

    /// The nim value of a sum of a nimber and positions, or with a goal only a number that is the goal if the value is. The
    /// limits of nodes and bytes are those of the sum.
    pub(super) fn value_or_goal(
        &mut self,
        nimber: u32,
        mut parts: Vec<AnyPosition>,
        goal: Option<u32>,
        limits: &Limits,
        mut report: Option<&mut OnProgress>,
    ) -> Result<u32, ValueError> {
        parts.sort_by_cached_key(|part| part.move_count(Player::Left));
        let (before, mut value) = (self.nodes(), nimber);
        for (index, part) in parts.iter().enumerate() {
            let goal = goal.filter(|_| index + 1 == parts.len()).map(|goal| goal ^ value);
            let used = self.nodes() - before;
            let limits = |other_bytes| {
                let nodes = limits.nodes.map(|most| most.saturating_sub(used));
                let bytes = limits.bytes.map(|most| most.saturating_sub(other_bytes));
                limits.clone().with_nodes(nodes).with_bytes(bytes)
            };
            let report = report.as_deref_mut();
            value ^= if let Some(part) = part.downcast::<Cram>() {
                self.cram.limits = limits(self.any.bytes());
                self.cram.value_or_goal(part, goal, report)?
            } else {
                self.any.limits = limits(self.cram.bytes());
                self.any.value_or_goal(part, goal, report)?
            };
        }
        Ok(value)
    }
}

/// Whether the value is known, or whether it is the goal.
fn is_answered<P>(part: &Part<P>, goal: Option<u32>) -> bool {
    part.bounds.value().is_some() || goal.is_some_and(|goal| part.is(goal).is_some())
}

/// Adds the components of a position, from the smallest to the largest; two of the same are 0 and left out.
fn add_parts<P: Short>(position: &P, parts: &mut Vec<Part<P>>) {
    let start = parts.len();
    for component in position.components().filter(|component| !P::SEARCH.is_paired(component)) {
        let (component, _) = component.normalized();
        let (hash, size) = (hash_of(&component), component.size());
        match parts[start..]
            .iter()
            .position(|part| part.hash == hash && part.component == component)
        {
            Some(same) => _ = parts.remove(start + same),
            None => {
                let bounds = Bounds::of_options(u16::MAX);
                parts.push(Part { component, hash, size, bounds, asked: None });
            }
        }
    }
    parts[start..].sort_unstable_by_key(|part| (part.size, part.hash));
}
