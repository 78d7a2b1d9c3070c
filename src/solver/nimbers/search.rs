//! The search: a table of what is known of components, and a stack of those that are being searched.

use hashbrown::HashTable;

use super::bounds::{Bounds, Efforts};
use super::component::{Component, Options, Part};
use super::frame::{Frame, Question, Step};
use crate::hash::hash_of;
use crate::solver::{BETWEEN_REPORTS, OnProgress, SearchProgress};
use crate::{Instant, LimitKind, Limits, ValueError};

/// What the table knows of a component.
struct Entry<C> {
    component: C,
    bounds: Bounds,
    /// The number of which it was asked last whether it is the value.
    asked: u8,
    /// The binary logarithm of the number of nodes of its search.
    nodes_log: u8,
    efforts: Efforts,
}

/// Searches components for their nim values, and keeps what it finds out.
pub(super) struct NimberSearch<C> {
    table: HashTable<Entry<C>>,
    /// The limit of memory of the call.
    max_bytes: Option<usize>,
    /// The number of components that all calls so far have searched.
    pub(super) nodes: u64,
    /// The nodes of all calls before.
    nodes_before: u64,
    /// The bytes of the frames.
    stack_bytes: usize,
    /// The bytes that the positions of the table own on the heap.
    heap_bytes: usize,
    /// How often the table was full.
    made_room: u64,
    /// Empty lists for frames, whose memory is used again.
    spare: Vec<Options<C>>,
}

impl<C> NimberSearch<C> {
    /// The number of components in the table.
    pub(super) fn components(&self) -> usize {
        self.table.len()
    }
}

impl<C: Component> NimberSearch<C> {
    pub(super) fn new() -> NimberSearch<C> {
        NimberSearch {
            table: HashTable::new(),
            max_bytes: None,
            nodes: 0,
            nodes_before: 0,
            stack_bytes: 0,
            heap_bytes: 0,
            made_room: 0,
            spare: Vec::new(),
        }
    }

    /// The nim value of the sum of the components, or with a goal only a number that is the goal if the value is.
    ///
    /// # Errors
    /// If a limit is reached, or a component has 65,535 options or more.
    pub(super) fn value_of_sum(
        &mut self,
        mut sum: Options<C>,
        goal: Option<u32>,
        limits: &Limits,
        report: Option<&mut OnProgress>,
    ) -> Result<u32, ValueError> {
        let (limits, reported) = (limits.starting_now(), Instant::now());
        self.max_bytes = limits.bytes;
        let mut call = Call { limits, report, reported };
        self.nodes_before = self.nodes;
        sum.end_option();
        let (Some(largest), mut value) = (sum.parts.pop(), 0) else { return Ok(0) };
        for part in sum.parts {
            value ^= u32::from(self.search(&part, None, &mut call)?.least);
        }
        let goal = goal.map(|goal| goal ^ value);
        let bounds = self.search(&largest, goal, &mut call)?;
        Ok(value ^ bounds.value().map_or_else(|| goal.map_or(0, |goal| goal ^ 1), u32::from))
    }

    /// The bytes of the table.
    pub(super) fn bytes(&self) -> usize {
        self.table.allocation_size() + self.heap_bytes
    }

    /// Adds what the table knows of a part.
    fn look_up(&self, part: &mut Part<C>) {
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
        part: &Part<C>,
        goal: Option<u32>,
        call: &mut Call<'_>,
    ) -> Result<Bounds, ValueError> {
        let mut part = part.clone();
        self.look_up(&mut part);
        if part.is_answered(goal) {
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
                    if !reached && !part.is_answered(question.goal) {
                        let part = part.clone();
                        stack.push(self.frame(part, question, call)?);
                    }
                }
                Step::Done => {
                    let done = stack.pop().expect("it is the last frame");
                    self.stack_bytes -= done.bytes();
                    self.keep(&done)?;
                    let Frame { own, options, .. } = done;
                    self.spare(options);
                    match stack.last_mut() {
                        Some(frame) => frame.asked().learn(own.bounds, own.asked),
                        None => return Ok(own.bounds),
                    }
                }
            }
        }
    }

    /// Keeps lists for another frame.
    fn spare(&mut self, mut options: Options<C>) {
        options.clear();
        if self.spare.len() < MAX_SPARE && options.bytes() <= MAX_SPARE_BYTES {
            self.spare.push(options);
        }
    }

    /// Begins to search a component.
    fn frame(
        &mut self,
        mut own: Part<C>,
        Question { goal, limits, .. }: Question,
        call: &mut Call<'_>,
    ) -> Result<Frame<C>, ValueError> {
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
        let mut options = self.spare.pop().unwrap_or_default();
        own.component.add_options(&mut options, &mut |list_bytes| {
            call.check_bytes(bytes + list_bytes)?;
            call.limits.check().map_err(ValueError::Limit)
        })?;
        options.sort();
        let count = u16::try_from(options.choices.len()).ok().filter(|&count| count < u16::MAX);
        let count = count.ok_or(ValueError::TooManyOptions)?;
        own.bounds = own.bounds.and(Bounds::of_options(count));
        for part in &mut options.parts {
            self.look_up(part);
        }
        for choice in &mut options.choices {
            let values =
                options.parts[choice.start..choice.end].iter().map(|part| part.bounds.value());
            choice.value = values
                .map(|value| value.map(u32::from))
                .try_fold(0, |sum, value| Some(sum ^ value?));
            if let Some(value) = choice.value {
                own.bounds.exclude(value);
            }
        }
        let frame = Frame { own, goal, limits, waits_for: None, options, nodes_before: self.nodes };
        self.stack_bytes += frame.bytes();
        Ok(frame)
    }

    /// Keeps what is known of a component.
    fn keep(&mut self, done: &Frame<C>) -> Result<(), ValueError> {
        let nodes_log = (self.nodes - done.nodes_before + 1).ilog2() as u8;
        let Part { ref component, hash, bounds, asked, .. } = done.own;
        let (asked, efforts) = asked
            .and_then(|(n, efforts)| Some((u8::try_from(n).ok()?, efforts)))
            .unwrap_or((u8::MAX, Efforts::of_size(0)));
        match self.table.find_mut(hash, |known| known.component == *component) {
            Some(known) => {
                known.bounds = known.bounds.and(bounds);
                known.nodes_log = known.nodes_log.max(nodes_log);
                (known.asked, known.efforts) = (asked, efforts);
            }
            None => {
                self.make_room()?;
                self.heap_bytes += component.heap_bytes();
                let component = component.clone();
                let entry = Entry { component, bounds, asked, nodes_log, efforts };
                self.table.insert_unique(hash, entry, |entry| hash_of(&entry.component));
            }
        }
        Ok(())
    }

    /// Forgets components if the table would have to grow beyond the limit of memory: those that took the fewest nodes, at
    /// least half of them.
    fn make_room(&mut self) -> Result<(), ValueError> {
        let Some(most) = self.max_bytes else { return Ok(()) };
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
        self.heap_bytes = self.table.iter().map(|entry| entry.component.heap_bytes()).sum();
        Ok(())
    }
}

/// A table that must forget with fewer components than these has no use.
const MIN_COMPONENTS: usize = 100;

/// The most lists that wait for another frame.
const MAX_SPARE: usize = 64;

/// The most bytes of a list that waits: a MiB in all, which does not count for the limit of memory.
const MAX_SPARE_BYTES: usize = 1 << 14;

/// The nodes between two looks at the clock for a report: they take some milliseconds.
const NODES_BETWEEN_CLOCKS: u64 = 1024;

/// What holds for one call.
struct Call<'a> {
    limits: Limits,
    report: Option<&'a mut OnProgress>,
    reported: Instant,
}

impl Call<'_> {
    fn check_bytes(&self, bytes: usize) -> Result<(), ValueError> {
        match self.limits.bytes.filter(|&most| bytes > most) {
            Some(most) => Err(ValueError::Limit(LimitKind::Bytes(most))),
            None => Ok(()),
        }
    }
}
