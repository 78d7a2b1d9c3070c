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

use super::pool::Flow;
use super::shared::Shared;
use super::state::{ComponentIds, State, sort_and_cancel};
use super::worker::{NewParts, Worker};
use crate::form::Id;
use crate::{LimitKind, Player, ValueError};

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

/// The components of sums with integer bounds of at least this size are not solved alone: most are confused with 0, which says
/// nothing about the sum. With 20, 8x6 of Domineering takes 0.90 of the nodes.
const MIN_UNREDUCED_SIZE: u32 = 20;

/// Several threads search a sum of at least this size if it is the first move. Below it a sum is solved before a
/// second thread could help. A first choice, not compared systematically.
const MIN_SHARED_SIZE: u32 = 14;

/// The largest number of nodes that a thread claims at once. At 40,000 nodes a second (a core of the machine that
/// benches/RESULTS.md describes), memory is checked every 6 ms.
const MAX_CLAIM: u64 = 256;

pub(super) type Answer<T> = Result<T, ValueError>;

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
    pub(super) fn count_node(&mut self) -> Answer<()> {
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
        #[cfg(not(target_os = "unknown"))]
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
    #[cfg(not(target_os = "unknown"))]
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
    #[cfg(not(target_os = "unknown"))] // for certificates
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

/// A sum after a move, seen from the other player.
pub(super) struct Move {
    /// The move with the least is searched first.
    pub(super) order: i64,
    /// Without its new parts.
    pub(super) state: State,
    pub(super) new: Option<NewParts>,
    /// The moves from there, if they were generated.
    pub(super) replies: Option<Vec<Move>>,
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
    use crate::rules::{Clobber, Fission, Konane, Short};
    use crate::{CanonicalForm, Limits, Outcome};

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
}
