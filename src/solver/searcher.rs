//! The search: whether the player to move wins a sum.
//!
//! It is a depth-first search for a boolean result, with a transposition table, as in outcome solvers for sums since
//! Müller and Li (Solving Clobber, 2004). The position is seen from the player to move, as in negamax: Left is always to
//! move, and after a move the sum is replaced by its negative. A sum is a list of large components and the
//! exact value of the rest ([`State`]); a move replaces one component by those of an option.
//!
//! At each node, in this order:
//! 1. **Table.** Left wins with a value if she wins with a smaller one, so entries answer for many values
//!    ([`Shared::lookup`]). The first result of a component alone is stored beside the component, and answers for its negative too.
//! 2. **Integer bounds.** Integers that a ruleset proves to be bounds of the values of its components
//!    ([`Search::bounds`](crate::rules::Search::bounds)) may decide with the value of the rest
//!    ([`Shared::solve_by_bounds`]). The claims: *a* <= sum of the components <= *c*, and not sum <= *b*. Without
//!    `Solver::use_bounds` the search does without it, for proofs that cannot claim this.
//! 3. **Endgames.** A component alone may be solved by its ruleset
//!    ([`Search::endgame`](crate::rules::Search::endgame)), under the same condition.
//! 4. **Outcomes of components.** Several components are first solved one by one; those that are 0 are
//!    removed, and outcomes that add up decide the sum ([`Searcher::reduce_by_outcomes`]).
//! 5. **Bounds of options.** If all components have bounds and an [estimate](crate::rules::Search::mean), the bounds of
//!    each option are tested before it is split into components ([`Searcher::wins_by_estimates`]).
//! 6. **Moves.** A move to a sum that the table solves is decided at once (enhanced transposition cutoff: Plaat, Schaeffer,
//!    Pijls, de Bruin, 1996), and moves that are dominated by a move with the same components are left out. Those of large
//!    sums are ordered by the number of replies and an estimate, the others by the estimate ([`Shared::move_order`]).
//!
//! Threads search the same sum and share the table (ABDADA's idea: Weill, 1996): each leaves a move
//! that another thread is searching for later.

use std::mem;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize};

use super::components::Components;
use super::memory::Memory;
#[cfg(not(target_family = "wasm"))]
use super::pool::BoundsTest;
use super::pool::Flow;
#[cfg(not(target_family = "wasm"))]
use super::state::ComponentId;
use super::state::{ComponentIds, State, sort_and_cancel};
use super::table::{MAX_ENTRIES, Table};
use super::worker::{NewParts, Worker};
use crate::form::{Engine, Id};
use crate::hash::mix;
use crate::rules::MEAN_UNIT;
use crate::{Interrupt, LimitKind, Player, ValueError};

/// What the threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) components: &'a Components,
    pub(super) table: &'a Table,
    /// The nodes that were searched in this call or are claimed by a thread.
    pub(super) nodes: AtomicU64,
    pub(super) max_nodes: Option<u64>,
    memory: Memory,
    /// The bytes of all threads' own tables.
    thread_bytes: AtomicUsize,
    /// Ends all threads: one has the answer, the table should grow, or the caller interrupts.
    pub(super) stop: Interrupt,
    /// The number of threads that are searching a sum, by its hash. A wrong count does no harm: it only delays a move.
    busy: Box<[AtomicU8]>,
    threads: usize,
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
    fn busy_counter(&self, state: &State) -> Option<&AtomicU8> {
        let word = |hash: u64, n: u32| mix(hash.rotate_left(17) ^ u64::from(n), 0);
        let ids = || state.ids.iter().fold(0, |hash, id| word(hash, id.0));
        let place = || word(ids(), state.value.to_word()) as usize % BUSY_COUNTERS;
        (self.threads > 1).then(|| &self.busy[place()])
    }

    fn is_busy(&self, state: &State) -> bool {
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
    fn add_option(
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
    fn move_order(
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
    fn reply_order(&self, option: &Move, replies: usize) -> i64 {
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
const MEAN_TO_STOPS: i64 = (1 << 17) / MEAN_UNIT as i64;

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

/// One thread of a search.
pub(super) struct Searcher<'a, 'd> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) worker: Worker<'d>,
    /// Claimed nodes that are not searched yet.
    nodes: u64,
    /// Slots of the table that this thread has filled and not counted yet.
    slots: usize,
    /// The bytes that [`Shared`] counts for this thread.
    bytes: usize,
}

/// Moves of sums of at least this size are ordered by the number of replies, which costs a generation of moves for
/// each. With 19, 20, 21, 22 and 24, 3x10 of Clobber takes 3.37, 3.28, 3.24, 3.16 and 3.25 million nodes, in 11.1, 11.2, 10.9, 10.2 and
/// 9.2 s, and 4x6 0.76, 0.72, 0.70, 0.73 and 1.03 s.
const MIN_REPLY_ORDERING_SIZE: u32 = 22;

/// What is added to the estimate of a move to components that are not interned: components that are reached again have
/// results that help. With -40, 0, 40, 70, 100 and 150, Clobber's 5x5, 4x6, 3x9 and 2x15 together take 1.74, 1.69, 1.65, 1.67, 1.65 and
/// 1.67 million nodes, and 3x10 with 0, 40, 70 and 100 takes 3.46, 3.37, 3.32 and 3.58 million.
const NEW_PENALTY: i64 = 40;

/// What one reply weighs in the order of moves by the number of replies, beside the [estimate](Shared::move_order).
const REPLY_WEIGHT: i64 = 64;

/// The components of sums with integer bounds of at least this size are not solved alone: most are confused with 0, which says
/// nothing about the sum. With 20, 8x6 of Domineering takes 0.90 of the nodes.
const MIN_UNREDUCED_SIZE: u32 = 20;

/// The best undecided one of this number of moves, the best by their estimates, is searched before the other moves are tested. With 4, 6,
/// 8 and all, 8x8 of Domineering takes 875,629, 732,151, 662,905 and 641,338 nodes, and 4.6, 4.3, 4.0 and 5.7 s.
#[cfg(not(target_family = "wasm"))]
const FIRST_TESTED: usize = 8;

/// Several threads search a sum of at least this size if it is the first move. Below it a sum is solved before a
/// second thread could help. A first choice, not compared systematically.
const MIN_SHARED_SIZE: u32 = 14;

/// The largest number of nodes that a thread claims at once. At 40,000 nodes a second (a core of the machine that
/// benches/RESULTS.md describes), memory is checked every 6 ms.
const MAX_CLAIM: u64 = 256;

type Answer<T> = Result<T, ValueError>;

impl<'a, 'd> Searcher<'a, 'd> {
    pub(super) fn new(shared: &'a Shared<'a>, worker: Worker<'d>) -> Searcher<'a, 'd> {
        let mut searcher = Searcher { shared, worker, nodes: 0, slots: 0, bytes: 0 };
        searcher.count_bytes();
        searcher
    }

    pub(super) fn lookup(&mut self, state: &State) -> Answer<Option<bool>> {
        self.shared.lookup(state, &mut self.worker)
    }

    /// Stores the answer in the table.
    fn store(&mut self, state: &State, wins: bool) -> bool {
        let Shared { components, table, .. } = self.shared;
        let engine = &mut self.worker.call.engine;
        let value = state.value;
        let new = components.add_result(table, &state.ids, value, wins, |old| {
            let (low, high) = if wins { (value, old) } else { (old, value) };
            engine.le(low, high).unwrap_or(false)
        });
        self.slots += usize::from(new);
        wins
    }

    /// Counts a node: a sum whose moves are generated.
    fn count_node(&mut self) -> Answer<()> {
        self.worker.call.engine.step()?;
        if self.nodes == 0 {
            self.claim()?;
        }
        self.nodes -= 1;
        Ok(())
    }

    /// Claims nodes, so that all threads together search at most as many as the limit says, and checks the limits.
    #[cold]
    fn claim(&mut self) -> Answer<()> {
        let shared = self.shared;
        shared.table.count(mem::take(&mut self.slots));
        self.count_bytes();
        if shared.table.should_grow() {
            shared.stop.set();
        }
        let claim = |nodes: u64| {
            let left = shared.max_nodes.map_or(u64::MAX, |max| max.saturating_sub(nodes));
            MAX_CLAIM.min(left.div_ceil(shared.threads as u64))
        };
        let add = |nodes| (claim(nodes) > 0).then(|| nodes + claim(nodes));
        match (shared.nodes.fetch_update(Relaxed, Relaxed, add), shared.max_nodes) {
            (Err(_), Some(max)) => Err(ValueError::Limit(LimitKind::Nodes(max))),
            (Ok(before) | Err(before), _) => {
                self.nodes = claim(before);
                Ok(())
            }
        }
    }

    /// Counts the bytes of this thread's tables and of everything shared, for the limit of memory.
    fn count_bytes(&mut self) {
        let Shared { components, table, memory, thread_bytes, .. } = self.shared;
        let own = self.worker.call.engine.own_bytes();
        let bytes = self.worker.bytes() + own;
        let before = mem::replace(&mut self.bytes, bytes);
        let threads = thread_bytes.fetch_add(bytes.wrapping_sub(before), Relaxed);
        let threads = threads.wrapping_add(bytes.wrapping_sub(before));
        let store = self.worker.call.engine.store.bytes();
        let others = threads + memory.held_bytes + memory.reserve(store);
        let ids = components.bytes();
        if ids > memory.max_component_bytes(others + store) {
            components.close();
        }
        self.worker.call.engine.other_bytes = others.saturating_sub(own) + ids + table.bytes();
    }

    /// Returns claimed nodes that were not searched, at the end of a search.
    pub(super) fn finish(&mut self) {
        self.shared.table.count(mem::take(&mut self.slots));
        self.shared.nodes.fetch_sub(mem::take(&mut self.nodes), Relaxed);
    }

    /// Whether Left wins the sum, moving first.
    pub(super) fn wins(&mut self, state: &State) -> Answer<bool> {
        self.wins_with(state, None)
    }

    /// As [`wins`](Searcher::wins), with Left's moves if they were generated before.
    fn wins_with(&mut self, state: &State, options: Option<Vec<Move>>) -> Answer<bool> {
        if let Some(known) = self.lookup(state)? {
            return Ok(known);
        }
        if let [id] = state.ids[..]
            && state.value == Id::ZERO
            && let Some(wins) = self.shared.components.wins_endgame(id, &mut self.worker.win_cache)
        {
            return Ok(wins);
        }
        let wins = match self.reduce_by_outcomes(state)? {
            Reduction::Solved(wins) => wins,
            Reduction::Smaller(rest) => self.wins(&rest)?,
            Reduction::None => {
                let busy = self.shared.busy_counter(state);
                busy.inspect(|count| _ = count.fetch_add(1, Relaxed));
                let wins = self.wins_by_some_move(state, options);
                busy.inspect(|count| _ = count.fetch_sub(1, Relaxed));
                wins?
            }
        };
        Ok(self.store(state, wins))
    }

    /// Whether one of the moves wins.
    fn wins_by_some_move(&mut self, state: &State, options: Option<Vec<Move>>) -> Answer<bool> {
        let stacks = self.worker.stacks();
        let wins = self.search_moves(state, options);
        self.worker.restore_stacks(&stacks);
        wins
    }

    fn search_moves(&mut self, state: &State, options: Option<Vec<Move>>) -> Answer<bool> {
        #[cfg(not(target_family = "wasm"))]
        if self.shared.components.integer_bounds(&state.ids).is_some()
            && self.shared.components.estimated_mean(&state.ids).is_some()
        {
            return self.wins_by_estimates(state);
        }
        let options = match options {
            Some(options) => self.unsolved(options)?,
            None => self.options(state)?,
        };
        let Some(mut options) = options else { return Ok(true) };
        if options.len() > 1
            && self.size(state) >= MIN_REPLY_ORDERING_SIZE
            && self.shared.components.estimated_mean(&state.ids).is_none()
            && !self.order_by_replies(&mut options)?
        {
            return Ok(true);
        }
        options.sort_by_key(|option| option.order);
        // Moves that another thread is searching come last: the table may soon have their results.
        let mut later = Vec::new();
        for (i, mut option) in options.into_iter().enumerate() {
            self.intern(&mut option)?;
            if (i > 0 || self.size(&option.state) < MIN_SHARED_SIZE)
                && self.shared.is_busy(&option.state)
            {
                later.push(option);
            } else if !self.wins_with(&option.state, option.replies)? {
                return Ok(true);
            }
        }
        for option in later {
            if !self.wins_with(&option.state, option.replies)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Interns the parts of the sum after a move.
    fn intern(&mut self, option: &mut Move) -> Answer<()> {
        match option.new.take() {
            Some(new) => self.worker.intern(&new, &mut option.state),
            None => Ok(()),
        }
    }

    /// Orders the moves by the number of replies that are not solved, the fewest first. Returns `false` if a move wins
    /// at once, because every reply to it loses.
    fn order_by_replies(&mut self, options: &mut Vec<Move>) -> Answer<bool> {
        let mut kept = Vec::with_capacity(options.len());
        for mut option in mem::take(options) {
            self.intern(&mut option)?;
            match self.options(&option.state)? {
                None => {
                    self.store(&option.state, true);
                }
                Some(replies) if replies.is_empty() => {
                    self.store(&option.state, false);
                    return Ok(false);
                }
                Some(replies) => {
                    option.order = self.shared.reply_order(&option, replies.len());
                    option.replies = Some(replies);
                    kept.push(option);
                }
            }
        }
        *options = kept;
        Ok(true)
    }

    /// The estimate of a sum by which a move to it is ordered ([`Solver::ordering_estimate`](super::Solver::ordering_estimate)).
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn estimate(&mut self, state: &State) -> Answer<i64> {
        if let Some(wins) = self.lookup(state)? {
            return Ok(if wins { i64::MAX } else { i64::MIN });
        }
        let order = self.shared.move_order(state, None, &mut self.worker)?;
        if self.shared.components.estimated_mean(&state.ids).is_some() {
            return Ok(order);
        }
        let stacks = self.worker.stacks();
        let replies = self.options(state)?.map(|replies| replies.len());
        self.worker.restore_stacks(&stacks);
        let option = Move { order, state: state.clone(), new: None, replies: None };
        Ok(match replies {
            None => i64::MAX,
            Some(0) => i64::MIN,
            Some(replies) => self.shared.reply_order(&option, replies),
        })
    }

    /// The options that are still not solved, or `None` if one wins: other threads, or searches of other options, have
    /// stored results since they were generated.
    fn unsolved(&mut self, options: Vec<Move>) -> Answer<Option<Vec<Move>>> {
        let mut unsolved = Vec::with_capacity(options.len());
        for option in options {
            if option.new.is_some() {
                unsolved.push(option);
                continue;
            }
            match self.lookup(&option.state)? {
                Some(false) => return Ok(None),
                Some(true) => {}
                None => unsolved.push(option),
            }
        }
        Ok(Some(unsolved))
    }

    fn size(&self, state: &State) -> u32 {
        self.shared.components.size(&state.ids)
    }

    /// The sums after each of Left's moves, seen from Right, who moves next. Moves known to lose and dominated moves
    /// are left out. Returns `None` if a move wins.
    fn options(&mut self, state: &State) -> Answer<Option<Vec<Move>>> {
        self.count_node()?;
        let shared = self.shared;
        let mut options: Vec<Move> = Vec::with_capacity(8);
        let add = |_, _: &State, after, new, worker: &mut Worker<'_>| {
            shared.add_option(after, new, &mut options, worker)
        };
        let end = self.moves_with(state, true, add)?;
        Ok(end.is_continue().then_some(options))
    }

    /// Visits Left's moves in a sum until `visit` breaks. Its arguments are the place of the component in which she moves, or
    /// `None` for the value; the option of the component itself, or of the value; and the sum after the move, seen from Right, who
    /// moves next.
    #[cfg(not(target_family = "wasm"))] // for certificates
    pub(super) fn moves(
        &mut self,
        state: &State,
        mut visit: impl FnMut(Option<usize>, &State, State, &mut Worker<'_>) -> Flow,
    ) -> Flow {
        self.moves_with(state, false, |place, option, after, _, worker| {
            visit(place, option, after, worker)
        })
    }

    /// As [`moves`](Searcher::moves). If `defers`, components of the sum after a move may stay [new](NewParts).
    fn moves_with(
        &mut self,
        state: &State,
        defers: bool,
        mut visit: impl FnMut(Option<usize>, &State, State, Option<NewParts>, &mut Worker<'_>) -> Flow,
    ) -> Flow {
        let components = self.shared.components;
        for (i, &id) in state.ids.iter().enumerate() {
            if i > 0 && state.ids[i - 1] == id {
                continue;
            }
            let negated = id.is_negated();
            let player = if negated { Player::Right } else { Player::Left };
            let others = state.ids.iter().enumerate().filter(|&(j, _)| j != i);
            let others: ComponentIds = others.map(|(_, other)| other.negative()).collect();
            let mut take = |option: State, new, worker: &mut Worker<'_>| {
                worker.call.engine.step()?;
                let mut ids = others.clone();
                let moved = option.ids.iter();
                ids.extend(moved.map(|&id| if negated { id } else { id.negative() }));
                sort_and_cancel(&mut ids);
                let value = if negated { option.value.negative() } else { option.value };
                let value = worker.call.engine.add(state.value, value)?.negative();
                visit(Some(i), &option, State { ids, value }, new, worker)
            };
            if components.options(id, player, defers, &mut self.worker, &mut take)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        let ids: ComponentIds = state.negative().ids;
        let values: Vec<Id> = self.worker.call.engine.options(state.value, Player::Left)?.collect();
        for value in values {
            let after = State { ids: ids.clone(), value: value.negative() };
            if visit(None, &State::of_value(value), after, None, &mut self.worker)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Solves each of several components on its own, and reduces the sum by their outcomes: components that are 0
    /// are removed, and the signs of the others may decide.
    fn reduce_by_outcomes(&mut self, state: &State) -> Answer<Reduction> {
        if state.ids.len() < 2
            || self.shared.components.integer_bounds(&state.ids).is_some()
                && self.size(state) >= MIN_UNREDUCED_SIZE
        {
            return Ok(Reduction::None);
        }
        let mut rest = ComponentIds::new();
        let (mut confused, mut positive, mut negative) = (0, 0, 0);
        for &id in &state.ids {
            let alone = |id| State { ids: [id].into_iter().collect(), value: Id::ZERO };
            let left_wins_first = self.wins(&alone(id))?;
            let right_wins_first = self.wins(&alone(id.negative()))?;
            match (left_wins_first, right_wins_first) {
                (false, false) => continue, // it is 0
                (true, true) => confused += 1,
                (true, false) => positive += 1,
                (false, true) => negative += 1,
            }
            rest.push(id);
        }
        let zero = Id::ZERO;
        let engine = &mut self.worker.call.engine;
        let (at_least, at_most) = (engine.le(zero, state.value)?, engine.le(state.value, zero)?);
        Ok(if rest.is_empty() {
            Reduction::Solved(!at_most)
        } else if at_least && negative == 0 && confused <= 1 {
            // If one component is confused, Left moves in it to an option that is at least 0. If none is, the sum is
            // positive.
            Reduction::Solved(true)
        } else if at_most && positive == 0 && confused == 0 {
            Reduction::Solved(false)
        } else if rest.len() < state.ids.len() {
            Reduction::Smaller(State { ids: rest, value: state.value })
        } else {
            Reduction::None
        })
    }
}

/// Sums whose components have integer bounds and estimates. Browsers search them like others.
#[cfg(not(target_family = "wasm"))]
impl Searcher<'_, '_> {
    /// As [`wins_by_some_move`](Searcher::wins_by_some_move), of components with integer bounds and estimates. The bounds of an
    /// option are tested before it is split, and only components of options that are searched are interned. Most options
    /// are decided by bounds, and most of the others are never searched. If one wins, it is nearly always the best by its
    /// estimate, so this is searched before the others are tested.
    fn wins_by_estimates(&mut self, state: &State) -> Answer<bool> {
        self.count_node()?;
        let mut best = self.estimated_options(state)?;
        best.sort_unstable();
        let others = best.split_off(best.len().min(FIRST_TESTED));
        let mut later = Vec::new();
        let Some(mut unsolved) = self.undecided(state, &best)? else { return Ok(true) };
        let rest = unsolved.split_off(unsolved.len().min(1));
        if self.wins_by_some(state, unsolved, &mut later)? {
            return Ok(true);
        }
        let Some(others) = self.undecided(state, &others)? else { return Ok(true) };
        if self.wins_by_some(state, rest.into_iter().chain(others), &mut later)? {
            return Ok(true);
        }
        for after in later {
            if !self.wins(&after)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether one of these moves wins. Moves that another thread is searching are added to `later`.
    fn wins_by_some(
        &mut self,
        state: &State,
        options: impl IntoIterator<Item = EstimatedMove>,
        later: &mut Vec<State>,
    ) -> Answer<bool> {
        let intern = |components: &Components, id, index, worker: &mut Worker<'_>| {
            components.option(id, index, worker).map(Some)
        };
        for option in options {
            let Some(after) = self.after(state, option, intern)? else { continue };
            if self.shared.is_busy(&after) {
                later.push(after);
            } else if !self.wins(&after)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// All of Left's moves in a sum.
    fn estimated_options(&mut self, state: &State) -> Answer<Vec<EstimatedMove>> {
        let components = self.shared.components;
        let (mut options, mut list) = (Vec::new(), Vec::new());
        for (i, &id) in state.ids.iter().enumerate() {
            if i > 0 && state.ids[i - 1] == id {
                continue;
            }
            components.estimated_options(id, &mut list, &mut self.worker)?;
            let mean = components.estimated_mean(&[id]).unwrap_or(0);
            let order = |option: i32| (mean - i64::from(option)) * MEAN_TO_STOPS;
            options.extend(list.drain(..).map(|(mean, index)| (order(mean), i, index)));
        }
        let engine = &mut self.worker.call.engine;
        let store = engine.store;
        let keys = |value| store.stop_keys(value).map(i64::from).iter().sum::<i64>();
        let mean = keys(state.value);
        let values = engine.options(state.value, Player::Left)?.enumerate();
        options.extend(values.map(|(i, value)| (mean - keys(value), state.ids.len(), i as u32)));
        Ok(options)
    }

    /// The moves of these that neither bounds nor the table solve, in the same order. Returns `None` if one wins.
    fn undecided(
        &mut self,
        state: &State,
        options: &[EstimatedMove],
    ) -> Answer<Option<Vec<EstimatedMove>>> {
        let (mut undecided, mut list) = (Vec::with_capacity(options.len()), Vec::new());
        for (i, &id) in state.ids.iter().enumerate() {
            let of_component = options.iter().enumerate().filter(|(_, option)| option.1 == i);
            list.extend(of_component.map(|(place, option)| (place as i32, option.2)));
            if list.is_empty() {
                continue;
            }
            let (components, test) = (self.shared.components, self.bounds_test(state, i)?);
            if components.remove_decided(id, test, &mut list, &mut self.worker)? {
                return Ok(None);
            }
            undecided.extend(list.drain(..).map(|(place, _)| place as usize));
        }
        let values = options.iter().enumerate();
        let values = values.filter(|(_, option)| option.1 == state.ids.len());
        undecided.extend(values.map(|(place, _)| place));
        undecided.sort_unstable();
        let mut unsolved = Vec::with_capacity(undecided.len());
        for option in undecided.into_iter().map(|place| options[place]) {
            // The table has results of sums whose components are all interned.
            let known = match self.after(state, option, Components::known_option)? {
                Some(after) => self.lookup(&after)?,
                None => None,
            };
            match known {
                Some(false) => return Ok(None),
                Some(true) => {}
                None => unsolved.push(option),
            }
        }
        Ok(Some(unsolved))
    }

    /// The sum after a move, seen from Right, who moves next.
    fn after(
        &mut self,
        state: &State,
        (_, i, index): EstimatedMove,
        option: impl Fn(&Components, ComponentId, u32, &mut Worker<'_>) -> Answer<Option<State>>,
    ) -> Answer<Option<State>> {
        let Some(&id) = state.ids.get(i) else {
            let value =
                self.worker.call.engine.options(state.value, Player::Left)?.nth(index as usize);
            let ids = state.negative().ids;
            return Ok(value.map(|value| State { ids, value: value.negative() }));
        };
        let Some(option) = option(self.shared.components, id, index, &mut self.worker)? else {
            return Ok(None);
        };
        let others = state.ids.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, id)| id);
        let mut ids: ComponentIds = others.chain(&option.ids).map(|id| id.negative()).collect();
        sort_and_cancel(&mut ids);
        let value = self.worker.call.engine.add(state.value, option.value)?.negative();
        Ok(Some(State { ids, value }))
    }

    /// When Left's options *X* in a component decide the sum after the move. Let *O* be the sum of the other components, and *f*
    /// and *c* integers with *f* <= value <= *c*, *f* the greatest. Left wins if *X* + *O* >= -*f*. Right wins, moving next, if
    /// -*X* - *O* is at least *f* + 1, or not at most *c*.
    fn bounds_test(&mut self, state: &State, i: usize) -> Answer<BoundsTest> {
        let [floor, ceil] = self.integers_around(state.value)?;
        let others = state.ids.iter().enumerate().filter(|&(j, _)| j != i);
        let others: ComponentIds = others.map(|(_, &id)| id).collect();
        let negatives: ComponentIds = others.iter().map(|id| id.negative()).collect();
        let bounds = |ids| self.shared.components.integer_bounds(ids).unwrap_or([0, -1, 0]);
        let [low, _, _] = bounds(&others);
        let [right_low, right_above, _] = bounds(&negatives);
        // If G >= a, and H is not at most b, then G + H is not at most a + b.
        let opponent = [(ceil - right_above).min(floor + 1 - right_low), ceil - right_low];
        Ok(BoundsTest { min_low: -floor - low, opponent })
    }

    /// The greatest integer that is at most the value, and the least that is at least the value. A value whose stops are out of the
    /// range of their keys is beyond all bounds of components, and so are the integers.
    fn integers_around(&mut self, value: Id) -> Answer<[i32; 2]> {
        let engine = &mut self.worker.call.engine;
        let [left, right] = engine.store.stop_keys(value);
        let (mut floor, mut ceil) = (right >> 16, -(-left >> 16));
        let number = |n: i32, engine: &Engine<'_>| engine.number_form(i64::from(n));
        let least = number(floor, engine)?;
        if !engine.le(least, value)? {
            floor -= 1;
        }
        let greatest = number(ceil, engine)?;
        if !engine.le(value, greatest)? {
            ceil += 1;
        }
        Ok([floor, ceil])
    }
}

/// A move: its estimate, the least for the best; the place of its component in the sum, or the number of components for the
/// value; and the index of the option.
#[cfg(not(target_family = "wasm"))]
type EstimatedMove = (i64, usize, u32);

/// A sum after a move, seen from the other player.
struct Move {
    /// The move with the least is searched first.
    order: i64,
    /// Without its new parts.
    state: State,
    new: Option<NewParts>,
    /// The moves from there, if they were generated.
    replies: Option<Vec<Move>>,
}

/// What the outcomes of the components say about their sum.
enum Reduction {
    /// Whether Left wins, moving first.
    Solved(bool),
    /// Some components are 0: the sum of the others.
    Smaller(State),
    /// Nothing.
    None,
}

#[cfg(test)]
mod tests {
    use super::super::{Solver, Sum};
    use crate::analysis::Analyzer;
    use crate::hash::mix;
    use crate::rules::{
        Amazons, AnyPosition, Clobber, Domineering, Fission, Konane, Ruleset, Short,
    };
    use crate::{CanonicalForm, Limits, Outcome, Player};

    /// Searches with integer bounds and without them find the outcomes that values have, with fewer nodes.
    #[test]
    fn integer_bounds() {
        let mut solvers = [Solver::new(), Solver::new()];
        solvers[1].use_bounds = false;
        let mut analyzer = Analyzer::new();
        for board in [
            "..../..../....",
            "...../.#.../..#..",
            "..#./..../#.../....",
            "...../..#../...#.",
            "....#.../....#.../....#...",
        ] {
            let board = board.parse::<Domineering>().unwrap();
            let value = analyzer.canonical_form(&board).unwrap();
            for rest in ["0", "1", "-1", "1/2", "{1|-1}", "{2|*}", "^"] {
                let rest = rest.parse::<CanonicalForm>().unwrap();
                let outcome = (&value + &rest).outcome();
                for solver in &mut solvers {
                    solver.valued_size = 1;
                    let sum = Sum::from(board) + rest.clone();
                    assert_eq!(solver.outcome(&sum), Ok(outcome), "{sum}");
                }
            }
        }
        assert!(
            solvers[0].nodes() < solvers[1].nodes(),
            "{:?}",
            solvers.map(|solver| solver.nodes())
        );
    }

    /// Sums of Konane have the same outcomes whether or not the ruleset searches endgames.
    #[test]
    fn endgames() {
        let mut solvers = [Solver::new(), Solver::new()];
        solvers[1].use_bounds = false;
        for board in [
            "xoxox/oxoxo/xo..x/oxoxo/xoxox",
            "xoxoxo/oxoxox/xo..xo/oxoxox",
            "..oxox/oxoxo./xoxoxo/oxoxox",
            "x.xox/oxoxo/xo.ox/o.oxo/xoxox",
            "xo.oxoxo/oxoxox.x/xoxoxoxo",
        ] {
            let board = board.parse::<Konane>().unwrap();
            for other in [CanonicalForm::from(0), "1/2".parse().unwrap(), "^".parse().unwrap()] {
                let sums = [Sum::from(board) + other.clone(), Sum::from(board) + board + other];
                for sum in sums.iter().take(if board.size() < 23 { 2 } else { 1 }) {
                    let [with, without] = solvers.each_mut().map(|solver| solver.outcome(sum));
                    assert_eq!(with, without, "{sum}");
                }
            }
        }
        let nodes = [true, false].map(|use_bounds| {
            let mut solver = Solver::new();
            solver.use_bounds = use_bounds;
            let board = "xo.oxoxo/oxoxox.x/xoxoxoxo".parse::<Konane>().unwrap();
            solver.outcome(&board.into()).unwrap();
            solver.nodes()
        });
        assert!(nodes[0] * 20 < nodes[1], "{nodes:?}");
    }

    /// Results that are stored beside components answer for other values, and for the negatives, as exact values do.
    #[test]
    fn results_of_components() {
        let mut analyzer = Analyzer::new();
        for threads in [1, 2] {
            let mut solver = Solver::new().with_limits(Limits::default().with_threads(threads));
            solver.valued_size = 3;
            for seed in 0..40 {
                let cell = |i: u64| ['x', 'o', '.', 'x', 'o'][mix(seed, i) as usize % 5];
                let row = |row: u64| (0..4).map(|i| cell(4 * row + i)).collect::<String>();
                let board = [row(0), row(1), row(2)].join("/").parse::<Clobber>().unwrap();
                let value = analyzer.canonical_form(&board).unwrap();
                for rest in ["0", "^", "v", "*", "^*", "v*", "^2", "v2", "{^|*}", "{*|v}", "*2"] {
                    let rest = rest.parse::<CanonicalForm>().unwrap();
                    let sum = Sum::from(board) + rest.clone();
                    assert_eq!(solver.outcome(&sum), Ok((&value + &rest).outcome()), "{sum}");
                    let sum = Sum::from(board.negative()) + rest.clone();
                    assert_eq!(solver.outcome(&sum), Ok((&rest - &value).outcome()), "{sum}");
                }
            }
            assert!(solver.components.results().count() > 200);
            assert!(solver.nodes() > 1000, "{}", solver.nodes());
        }
    }

    /// Two copies of a component that is its own negative up to symmetry cancel, and are not searched.
    #[test]
    fn own_negatives_cancel() {
        let nodes = |texts: &[&str]| {
            let mut solver = Solver::new();
            solver.valued_size = 0;
            let positions = texts.iter().map(|text| text.parse::<Clobber>().unwrap());
            let sum = positions.fold(Sum::default(), |sum, position| sum + position);
            solver.outcome(&sum).unwrap();
            solver.nodes()
        };
        for (board, other) in
            [("xoxo", "oxox"), ("xoxo/oxox", "xo/ox/xo/ox"), ("xox/oxo", "ox/xo/ox")]
        {
            assert!(nodes(&[board]) > 0);
            assert_eq!(nodes(&[board, other]), 0, "{board}");
        }
        assert!(nodes(&["xxo", "xxo"]) > 0);
    }

    /// Components whose values take too many positions are searched.
    #[test]
    fn too_much_for_a_value() {
        let board = Clobber::checkerboard(5, 3).unwrap();
        let mut solver = Solver::new();
        solver.valued_size = u32::MAX;
        let expected = Analyzer::new().outcome(&board).unwrap();
        assert_eq!(solver.outcome(&board.into()), Ok(expected));
        assert!(solver.nodes() > 0);
        // A few stones on a large board. Source: the tests of MCGS 1.7, from CGSuite 2.1.1.
        for (board, outcome) in [
            ("...x../..x..#/....../....../....../..#...", Outcome::Next),
            ("..x.../....../....#./....x./....../......", Outcome::Right),
        ] {
            let board = board.parse::<Fission>().unwrap();
            assert_eq!(Solver::new().outcome(&board.into()), Ok(outcome));
        }
    }

    /// The bounds hold for all positions of the first boards, and for positions of the others with random covered cells.
    #[test]
    fn bounds_of_domineering() {
        let mut analyzer = Analyzer::new();
        let mut tight = 0;
        for (width, height, sets) in [
            (3, 4, 1_u64 << 12),
            (6, 2, 1 << 12),
            (4, 4, 4000),
            (5, 5, 400),
            (6, 4, 400),
            (3, 8, 400),
        ] {
            let full = Domineering::<u64>::start_position(width, height).unwrap();
            for set in 0..sets {
                let random = mix(set, 1) & mix(set, 2);
                let set = if sets > 4000 { set } else { random & random >> (set & 1) };
                let mut n = 0;
                let cell = |c| {
                    if c != '.' {
                        return c;
                    }
                    n += 1;
                    if set >> (n - 1) & 1 == 1 { '#' } else { '.' }
                };
                let text: String = full.to_string().chars().map(cell).collect();
                tight += check_bounds(&text.parse::<Domineering>().unwrap(), &mut analyzer);
            }
        }
        assert!(tight > 4000, "{tight}");
    }

    /// The bounds hold for all positions of 3x2 cells, and for random ones of 4x3.
    #[test]
    fn bounds_of_amazons() {
        let mut analyzer = Analyzer::new();
        let mut tight = 0;
        for n in 0..4_usize.pow(6) {
            let cell = |i: usize| char::from(b".#xo"[n >> (2 * i) & 3]);
            let text: String = (0..6_usize).map(cell).collect();
            let board = format!("{}/{}", &text[..3], &text[3..]).parse::<Amazons>().unwrap();
            tight += check_bounds(&board, &mut analyzer);
        }
        for n in 0..1000 {
            let cell = |i: u64| char::from(b"xo...##"[mix(n, i) as usize % 7]);
            let text: String = (0..12).map(cell).collect();
            let board = format!("{}/{}/{}", &text[..4], &text[4..8], &text[8..]);
            tight += check_bounds(&board.parse::<Amazons>().unwrap(), &mut analyzer);
        }
        assert!(tight > 1000, "{tight}");
    }

    /// Checks the bounds by the value. Returns for how many players the first one is the value.
    fn check_bounds<P: Ruleset + Short>(position: &P, analyzer: &mut Analyzer<P>) -> usize {
        let value = analyzer.canonical_form(position).unwrap();
        let mut tight = 0;
        for player in Player::BOTH {
            let [low, above] = P::SEARCH.bounds(position, player).unwrap().map(i64::from);
            let value = if player == Player::Left { value.clone() } else { -&value };
            let is_at_most = value <= above;
            assert!(value >= low && !is_at_most, "{position}, {player}: {value} {low} {above}");
            tight += usize::from(value == low);
        }
        tight
    }

    /// `AnyPosition` has the bounds and estimates of its ruleset: a sum takes as many nodes.
    #[test]
    fn sums_of_any_positions() {
        fn nodes<A: Short + Ruleset, B: Short + Ruleset>(a: &A, b: &B) -> u64 {
            let mut solver = Solver::new();
            solver.valued_size = 1;
            solver.outcome(&(Sum::from(a.clone()) + b.clone())).unwrap();
            solver.nodes()
        }
        let board = "..../..../....".parse::<Domineering>().unwrap();
        let other = "x../..#/..o".parse::<Amazons>().unwrap();
        let clobber = "xoxo/oxox/xo..".parse::<Clobber>().unwrap();
        let [any_board, any_other] = [AnyPosition::new(board), AnyPosition::new(other)];
        assert_eq!(nodes(&any_board, &any_other), nodes(&board, &other));
        assert_eq!(nodes(&any_board, &AnyPosition::new(clobber)), nodes(&board, &clobber));
    }
}
