//! What the threads of a search share, and the order in which they try moves.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize};

use super::components::Components;
use super::memory::Memory;
use super::pool::Flow;
use super::searcher::{Answer, Move};
use super::state::State;
use super::table::{MAX_ENTRIES, Table};
use super::worker::{NewParts, Worker};
use crate::form::{Engine, Id};
use crate::hash::mix;
use crate::rules::MEAN_UNIT;
use crate::{Interrupt, ValueError};

/// What is added to the estimate of a move to components that are not interned: components that are reached again have
/// results that help. With -40, 0, 40, 70, 100 and 150, Clobber's 5x5, 4x6, 3x9 and 2x15 together take 1.74, 1.69, 1.65, 1.67, 1.65 and
/// 1.67 million nodes, and 3x10 with 0, 40, 70 and 100 takes 3.46, 3.37, 3.32 and 3.58 million.
const NEW_PENALTY: i64 = 40;

/// What one reply weighs in the order of moves by the number of replies, beside the [estimate](Shared::move_order).
const REPLY_WEIGHT: i64 = 64;

/// What the threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) components: &'a Components,
    pub(super) table: &'a Table,
    /// The nodes that were searched in this call or are claimed by a thread.
    pub(super) nodes: AtomicU64,
    pub(super) max_nodes: Option<u64>,
    pub(super) memory: Memory,
    /// The bytes of all threads' own tables.
    pub(super) thread_bytes: AtomicUsize,
    /// Ends all threads: one has the answer, the table should grow, or the caller interrupts.
    pub(super) stop: Interrupt,
    /// The number of threads that are searching a sum, by its hash. A wrong count does no harm: it only delays a move.
    busy: Box<[AtomicU8]>,
    pub(super) threads: usize,
}

/// The number of counters in [`Shared::busy`]: 4 KiB. Sums that share a counter delay each other's moves, which costs
/// time and never an answer.
const BUSY_COUNTERS: usize = 1 << 12;

impl<'a> Shared<'a> {
    pub(super) fn new(
        components: &'a Components,
        table: &'a Table,
        nodes: u64,
        max_nodes: Option<u64>,
        memory: Memory,
        stop: Interrupt,
        threads: usize,
    ) -> Self {
        Shared {
            components,
            table,
            nodes: AtomicU64::new(nodes),
            max_nodes,
            memory,
            thread_bytes: AtomicUsize::new(0),
            stop,
            busy: (0..BUSY_COUNTERS).map(|_| AtomicU8::new(0)).collect(),
            threads,
        }
    }

    /// The counter of the threads that are searching a sum, if there are several threads.
    pub(super) fn busy_counter(&self, state: &State) -> Option<&AtomicU8> {
        let word = |hash: u64, n: u32| mix(hash.rotate_left(17) ^ u64::from(n), 0);
        let ids = || state.ids.iter().fold(0, |hash, id| word(hash, id.0));
        let place = || word(ids(), state.value.to_word()) as usize % BUSY_COUNTERS;
        (self.threads > 1).then(|| &self.busy[place()])
    }

    pub(super) fn is_busy(&self, state: &State) -> bool {
        self.busy_counter(state).is_some_and(|count| count.load(Relaxed) > 0)
    }

    /// Looks a sum up in the table. A sum without components is its value, whose outcome needs no table.
    pub(super) fn lookup(&self, state: &State, worker: &mut Worker<'_>) -> Answer<Option<bool>> {
        let State { ids, value } = state;
        if ids.is_empty() {
            return Ok(Some(!worker.call.engine.le(*value, Id::ZERO)?));
        }
        if let &[id] = ids.as_slice()
            && let Some((negated, known, wins)) = self.components.info(id).result()
        {
            let engine = &mut worker.call.engine;
            let is_same = negated == id.is_negated();
            let (low, high) = if wins { (known, *value) } else { (*value, known) };
            if is_same && engine.le(low, high)? {
                return Ok(Some(wins));
            }
            // If Left loses -G + u, moving first, then G - u >= 0, and she wins G + v if she wins v + u, moving first.
            let is_opposite = !is_same || id.negative() == id;
            if is_opposite && !wins && !engine.le(*value, known.negative())? {
                return Ok(Some(true));
            }
        }
        let has_entries = self.components.may_have_entries(ids);
        let mut entries = 0;
        for entry in has_entries.then(|| self.table.get(ids)).into_iter().flatten() {
            entries += 1;
            for win in entry.values(0) {
                if win == *value || worker.call.engine.le(win, *value)? {
                    return Ok(Some(true));
                }
            }
            for loss in entry.values(1) {
                if loss == *value || worker.call.engine.le(*value, loss)? {
                    return Ok(Some(false));
                }
            }
        }
        let known = (entries == MAX_ENTRIES).then(|| self.table.get_with(ids, *value)).flatten();
        if known.is_some() { Ok(known) } else { self.solve_by_bounds(state, worker) }
    }

    /// Solves a sum by integers that are bounds of the sum *G* of the components. Left, who moves first, wins with the rest *v*
    /// if *v* is not at most -*a* and *G* >= *a*, or if *v* >= -*b* and *G* is not at most *b*; she loses if *v* <= -*c* and
    /// *G* <= *c*.
    fn solve_by_bounds(&self, state: &State, worker: &mut Worker<'_>) -> Answer<Option<bool>> {
        let Some(bounds) = self.components.integer_bounds(&state.ids) else { return Ok(None) };
        let engine = &mut worker.call.engine;
        let [low, above, high] = bounds;
        let number = |n: i32| engine.number_form(-i64::from(n));
        let [low, above, high] = [number(low)?, number(above)?, number(high)?];
        if engine.le(above, state.value)? || !engine.le(state.value, low)? {
            return Ok(Some(true));
        }
        Ok(engine.le(state.value, high)?.then_some(false))
    }

    /// Adds the sum after a move to the options, unless it is solved or dominated. Breaks if the move wins.
    pub(super) fn add_option(
        &self,
        state: State,
        new: Option<NewParts>,
        options: &mut Vec<Move>,
        worker: &mut Worker<'_>,
    ) -> Flow {
        // The table has no results of components that are not interned.
        match if new.is_some() { None } else { self.lookup(&state, worker)? } {
            Some(false) => return Ok(ControlFlow::Break(())),
            Some(true) => return Ok(ControlFlow::Continue(())),
            None => {}
        }
        // Of two moves to the same components, the one to the smaller value is at least as good: the opponent moves next.
        for option in options.iter().filter(|option| option.state.ids == state.ids) {
            let same_new = match (&option.new, &new) {
                (None, None) => true,
                (Some(one), Some(other)) => worker.are_equal(one, other),
                _ => false,
            };
            if same_new && worker.call.engine.le(option.state.value, state.value)? {
                return Ok(ControlFlow::Continue(()));
            }
        }
        let order = self.move_order(&state, new.as_ref(), worker)?;
        options.push(Move { order, state, new, replies: None });
        Ok(ControlFlow::Continue(()))
    }

    /// An estimate by which moves are ordered, small for good moves: how good the components and the value are for the
    /// opponent, who moves next. If all components have an estimate of their mean, which suits hot games better, the moves are
    /// ordered by the estimate of the sum.
    pub(super) fn move_order(
        &self,
        state: &State,
        new: Option<&NewParts>,
        worker: &mut Worker<'_>,
    ) -> Result<i64, ValueError> {
        // New parts have no mean.
        if new.is_none()
            && let Some(mean) = self.components.estimated_mean(&state.ids)
        {
            let [left, right] = worker.call.engine.store.stop_keys(state.value).map(i64::from);
            return Ok(mean * MEAN_TO_STOPS + left + right);
        }
        let (mut order, mut has_hints) = new.map_or((0, false), |new| (new.order, new.has_hints));
        for &id in &state.ids {
            let info = self.components.info(id);
            order += info.order(usize::from(id.is_negated()));
            has_hints |= info.has_hints();
        }
        if new.is_some() {
            order += NEW_PENALTY;
        }
        let engine = &mut worker.call.engine;
        if !has_hints {
            return Ok(order + hint(state.value, engine)?);
        }
        let len = worker.value_hints.len();
        let cached = &mut worker.value_hints[(state.value.to_word() / 4) as usize % len];
        let hint = match *cached {
            Some((value, hint)) if value == state.value => hint,
            _ => {
                let hint = fitted_hint(state.value, engine)?;
                *cached = Some((state.value, hint));
                hint
            }
        };
        Ok(order + i64::from(hint))
    }

    /// The order of a move by the number of replies that are not solved, the fewest first.
    pub(super) fn reply_order(&self, option: &Move, replies: usize) -> i64 {
        let is_fitted = option.state.ids.iter().any(|&id| self.components.info(id).has_hints());
        replies as i64 * REPLY_WEIGHT + if is_fitted { option.order } else { 0 }
    }
}

/// How good a value is for the player who moves next, for rulesets without
/// [hints](crate::rules::Search::hints). The weights are hand-made, not tuned.
fn hint(value: Id, engine: &mut Engine<'_>) -> Answer<i64> {
    let (up, down) = (Id::UP, Id::UP.negative());
    Ok(if engine.le(value, Id::ZERO)? {
        if value == Id::ZERO { 0 } else { -32 - 32 * i64::from(engine.le(value, down)?) }
    } else if engine.le(Id::ZERO, value)? {
        32 + 32 * i64::from(engine.le(up, value)?)
    } else {
        0
    })
}

/// The sum of the keys of the stops of a number *n* is *n* * 2^17: this turns a [mean](crate::rules::Search::mean) into such a sum.
pub(super) const MEAN_TO_STOPS: i64 = (1 << 17) / MEAN_UNIT as i64;

/// How good a value is for the player who moves next, on the scale of the [hints](crate::rules::Search::hints)
/// of Clobber and fitted with them: a weight for the largest *k* of -2 to 2 with *k*·^ <= the value (or else -4), one for the
/// smallest *k* with the value <= *k*·^ (or else 4), and one each for 0 and *.
fn fitted_hint(value: Id, engine: &mut Engine<'_>) -> Answer<i16> {
    const LOW: i16 = 53;
    const HIGH: i16 = 72;
    if value == Id::ZERO {
        return Ok(-22);
    }
    if value == Id::STAR {
        return Ok(2 * HIGH - 2 * LOW - 72);
    }
    let (up, up2) = (Id::UP, engine.add(Id::UP, Id::UP)?);
    let ups = [(-2, up2.negative()), (-1, up.negative()), (0, Id::ZERO), (1, up), (2, up2)];
    let (mut low, mut high) = (-4_i16, 4);
    for &(k, ups) in ups.iter().rev() {
        if engine.le(ups, value)? {
            low = k;
            break;
        }
    }
    for &(k, ups) in &ups[usize::try_from(low + 2).unwrap_or(0)..] {
        if engine.le(value, ups)? {
            high = k;
            break;
        }
    }
    Ok(LOW * low + HIGH * high)
}
