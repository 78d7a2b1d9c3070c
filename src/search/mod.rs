//! Who wins: an outcome solver for positions, and for sums of positions and values, that are too large for
//! exact values.
//!
//! Components up to a small size are valued exactly and added up; larger ones are *pieces*, and a search
//! plays with these and the value of all the rest. Whatever is found for a value holds for better ones too.
//!
//! # Examples
//! ```
//! use dicot::Outcome;
//! use dicot::rules::{Clobber, Konane};
//! use dicot::search::{Solver, Sum};
//! let mut solver = Solver::new();
//! let board = Clobber::checkerboard(7, 3)?;
//! assert_eq!(solver.outcome(&Sum::from(board))?, Outcome::Next);
//!
//! let sum = Sum::from(board).plus(Konane::parse(".xo.")?).plus_value("{1|*}".parse()?);
//! assert_eq!(solver.outcome(&sum)?, Outcome::Left);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod arena;
mod bits;
pub mod bot;
mod memory;
mod pieces;
mod replay;
mod saved;
mod searcher;
mod sum;
mod table;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

pub use replay::{Verified, VerifyError};
pub use saved::{FORMAT_NAME, LoadError};
pub use sum::{Sum, SumMove};

use self::memory::is_out_of_memory;
use self::pieces::{Desk, DeskTables, Register, State, tidy};
use self::replay::{Numbers, Replay};
use self::searcher::{Searcher, Shared};
use self::table::Table;
use crate::analysis::{Call, KnownValues, Limits};
use crate::form::{Bounds, Id, Work};
use crate::{LimitKind, Outcome, Player, Store, ValueError};

/// Bounds on what a [`Solver`] may use.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SolverLimits {
    /// The most nodes of one [call](Solver::as_one_call); by default any number. A call on one thread searches
    /// exactly as many before it ends with an error, one on several threads at most as many.
    pub nodes: Option<u64>,
    /// The most bytes for all that the solver keeps, by default a GiB: a quarter for the transposition table, and
    /// the rest for positions, values, what each thread has of its own, and a verification. What takes memory for
    /// a while counts as well: a table or a store that grows, and values that are copied when memory is needed.
    ///
    /// Not counted are the stacks of the threads and the lists of moves on them (some MiB a thread), memory that
    /// positions of an own ruleset refer to, a file that is [saved](Solver::save) (some bytes for each value), and
    /// what the allocator keeps. Processes were measured to take up to an eighth of the limit and 16 MiB more, and
    /// 4 MiB for each thread.
    pub bytes: usize,
    /// The longest time that one [call](Solver::as_one_call) may take; by default as long as it takes.
    pub time: Option<Duration>,
    /// A call ends soon after another thread (or a signal handler) sets this.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// How many threads search; by default one. Answers do not depend on it.
    pub threads: usize,
    /// Components up to this [size](crate::rules::Short::size) are valued exactly; by default 8.
    pub valued_size: u32,
}

impl Default for SolverLimits {
    fn default() -> SolverLimits {
        SolverLimits {
            nodes: None,
            bytes: 1 << 30,
            time: None,
            interrupt: None,
            threads: 1,
            valued_size: 8,
        }
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchProgress {
    /// Sums looked at in this call.
    pub nodes: u64,
    /// Different pieces met by the solver.
    pub pieces: usize,
    /// How full the table is, in thousandths.
    pub table_permille: usize,
    /// Positions that were looked at in [verification](Solver::verify).
    pub verified: u64,
    /// How often the solver has forgotten something because it had reached its limit of memory.
    pub made_room: u64,
}

type OnProgress = Box<dyn FnMut(&SearchProgress) + Send>;

/// What is done every so often.
struct Pauses {
    every: Duration,
    next: Option<Instant>,
    call: Box<dyn FnMut(&Solver) + Send>,
}

/// Finds out who wins, and remembers it.
///
/// Its table and its list of positions grow until the [bytes](SolverLimits::bytes) are used up. Then it forgets
/// positions that its table does not need, and small sums where that is not enough, and goes on: a long search can
/// stay at its limit for any time.
pub struct Solver {
    store: Store,
    register: Register,
    table: Option<Table>,
    /// One for each thread.
    desks: Vec<DeskTables>,
    limits: SolverLimits,
    on_progress: Option<OnProgress>,
    pauses: Option<Pauses>,
    nodes: u64,
    /// How often it made room.
    made_room: u64,
    /// The bytes of the verification that runs.
    held_bytes: usize,
    /// The call that has begun.
    budget: Option<Budget>,
}

/// A call, which may be made of several.
#[derive(Clone, Copy, Debug)]
struct Budget {
    deadline: Option<Instant>,
    /// The nodes of all calls before.
    nodes_before: u64,
    /// Positions that were looked at in verification.
    verified: u64,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("pieces", &self.register.len())
            .field("store", &self.store)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl Solver {
    /// A solver with a store of its own.
    pub fn new() -> Solver {
        Solver {
            store: Store::new(),
            register: Register::default(),
            table: None,
            desks: Vec::new(),
            limits: SolverLimits::default(),
            on_progress: None,
            pauses: None,
            nodes: 0,
            made_room: 0,
            held_bytes: 0,
            budget: None,
        }
    }

    /// Sets limits. `bytes` and `valued_size` hold for solvers that have not begun.
    #[must_use]
    pub fn with_limits(mut self, limits: SolverLimits) -> Solver {
        self.limits = limits;
        self
    }

    /// Sets other limits for the calls that follow, as [`with_limits`](Solver::with_limits).
    pub fn set_limits(&mut self, limits: SolverLimits) {
        self.limits = limits;
    }

    /// Sets what is called now and then during long calls, ten times a second.
    #[must_use]
    pub fn on_progress(mut self, report: impl FnMut(&SearchProgress) + Send + 'static) -> Solver {
        self.on_progress = Some(Box::new(report));
        self
    }

    /// Sets what is called now and then between parts of a long search, to [save](Solver::save) the solver
    /// for example.
    #[must_use]
    pub fn every(mut self, time: Duration, call: impl FnMut(&Solver) + Send + 'static) -> Solver {
        let next = Instant::now().checked_add(time);
        self.pauses = Some(Pauses { every: time, next, call: Box::new(call) });
        self
    }

    /// Gives it values that were found before and are kept elsewhere: components whose values are there
    /// are not searched, however large they are. There may be several sources.
    ///
    /// What the solver knows stays: it holds for any sources.
    #[must_use]
    pub fn with_known_values(mut self, values: Arc<dyn KnownValues>) -> Solver {
        self.register.known_values.push(values);
        self.desks.clear();
        self
    }

    /// The sums looked at by all calls so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets all that it has found, and gives the memory back.
    pub fn clear(&mut self) {
        (self.store, self.table) = Default::default();
        self.register = self.register.emptied();
        self.desks.clear();
    }

    /// Makes several calls as one: the limits of time and nodes hold for all of them together.
    ///
    /// # Examples
    /// ```
    /// use dicot::Player;
    /// use dicot::rules::Clobber;
    /// use dicot::search::{Solver, Sum};
    /// let mut solver = Solver::new();
    /// let sum = Sum::from(Clobber::parse("xoxo/oxox")?);
    /// let (wins, line) = solver.as_one_call(|solver| {
    ///     Ok::<_, dicot::ValueError>((
    ///         solver.wins_first(&sum, Player::Left)?,
    ///         solver.line(&sum, Player::Left)?,
    ///     ))
    /// })?;
    /// assert_eq!(wins, line.len() % 2 == 1);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_one_call<T>(&mut self, calls: impl FnOnce(&mut Solver) -> T) -> T {
        let outer = self.budget;
        self.budget = Some(self.budget());
        let result = calls(self);
        self.budget = outer;
        result
    }

    /// The budget of the call that has begun, or of one that begins now.
    fn budget(&self) -> Budget {
        self.budget.unwrap_or_else(|| Budget {
            deadline: self.limits.time.and_then(|time| Instant::now().checked_add(time)),
            nodes_before: self.nodes,
            verified: 0,
        })
    }

    /// Bounds for what else is computed within [one call](Solver::as_one_call), as values for a sum.
    pub fn bounds(&self) -> Bounds {
        Bounds {
            bytes: Some(self.limits.bytes),
            deadline: self.budget().deadline,
            interrupt: self.limits.interrupt.clone(),
            ..Bounds::default()
        }
    }

    /// Whether the player wins the sum, moving first.
    ///
    /// # Errors
    /// If a limit is passed, or a value cannot be represented.
    ///
    /// # Complexity
    /// Exponential in the size of the largest components.
    pub fn wins_first(&mut self, sum: &Sum, player: Player) -> Result<bool, ValueError> {
        self.as_one_call(|solver| {
            let mut last = None;
            loop {
                match solver.wins_in_room(sum, player) {
                    Err(error) if is_out_of_memory(error) && solver.make_room(&mut last) => {}
                    result => return result,
                }
            }
        })
    }

    /// The same, unless memory is needed.
    fn wins_in_room(&mut self, sum: &Sum, player: Player) -> Result<bool, ValueError> {
        self.furnish(sum);
        let (state, known) = self.at_first_desk(|store, searcher| {
            let state = sum.state(store, searcher.shared.register, &mut searcher.desk)?;
            let state = if player == Player::Left { state } else { state.negative() };
            let known = searcher.known(&state)?;
            Ok((state, known))
        })?;
        known.map_or_else(|| self.wins(&state), Ok)
    }

    /// Gets all that a search in the sum needs.
    fn furnish(&mut self, sum: &Sum) {
        sum.furnish(&mut self.register, self.limits.valued_size);
        let memory = self.memory();
        self.register.max_bytes = memory.max_bytes;
        self.table.get_or_insert_with(|| Table::new(memory.max_table_bytes()));
        self.desks.resize_with(self.limits.threads.max(1), Vec::new);
    }

    /// Does what needs no search.
    fn at_first_desk<T>(
        &mut self,
        f: impl FnOnce(&Store, &mut Searcher<'_, '_>) -> Result<T, ValueError>,
    ) -> Result<T, ValueError> {
        let (bounds, memory) = (self.bounds(), self.memory());
        let Solver { store, register, table: Some(table), desks, .. } = self else {
            unreachable!("the solver is furnished")
        };
        let shared = Shared::new(register, table, 0, None, memory, Default::default(), 1);
        at_desk(store, &bounds, &shared, &mut desks[0], |searcher| {
            searcher.desk.call.work.check()?;
            f(store, searcher)
        })
    }

    /// Whether Left wins, moving first.
    fn wins(&mut self, state: &State) -> Result<bool, ValueError> {
        let budget = self.budget();
        loop {
            if self.is_interrupted() {
                return Err(ValueError::Limit(LimitKind::Interrupted));
            }
            let pause = self.pauses.as_ref().and_then(|pauses| pauses.next);
            let deadline = budget.deadline.into_iter().chain(pause).min();
            let result = self.search(state, Budget { deadline, ..budget });
            // What was found so far is in the table: the next search is soon where this one was.
            match (&mut self.table, result) {
                (Some(table), Err(ValueError::Limit(LimitKind::Interrupted)))
                    if table.should_grow() =>
                {
                    self.grow_table();
                }
                (_, Err(ValueError::Limit(LimitKind::Time)))
                    if budget.deadline.is_none_or(|deadline| Instant::now() < deadline) =>
                {
                    self.pause();
                }
                (_, result) => return result,
            }
        }
    }

    fn is_interrupted(&self) -> bool {
        self.limits.interrupt.as_ref().is_some_and(|flag| flag.load(Relaxed))
    }

    fn pause(&mut self) {
        if let Some(mut pauses) = self.pauses.take() {
            (pauses.call)(self);
            pauses.next = Instant::now().checked_add(pauses.every);
            self.pauses = Some(pauses);
        }
    }

    /// Searches until somebody has the answer, or wants all to stop.
    fn search(&mut self, state: &State, budget: Budget) -> Result<bool, ValueError> {
        let memory = self.memory();
        let Solver { store, register, table: Some(table), desks, limits, on_progress, .. } = self
        else {
            unreachable!("the solver is furnished")
        };
        let (store, register, table) = (&*store, &*register, &*table);
        let stop = Arc::new(AtomicBool::new(false));
        let bounds = Bounds {
            forms: None,
            bytes: Some(limits.bytes),
            deadline: budget.deadline,
            interrupt: Some(stop.clone()),
        };
        let used = self.nodes.saturating_sub(budget.nodes_before);
        if let Some(most) = limits.nodes.filter(|&most| used >= most) {
            return Err(ValueError::Limit(LimitKind::Nodes(most)));
        }
        let threads = desks.len();
        let shared = Shared::new(register, table, used, limits.nodes, memory, stop, threads);
        let search = |tables: &mut _| {
            at_desk(store, &bounds, &shared, tables, |searcher| {
                let wins = searcher.wins(state);
                searcher.finish();
                wins
            })
        };
        let mut result = Err(ValueError::Limit(LimitKind::Interrupted));
        std::thread::scope(|scope| {
            let (sender, answers) = channel();
            for tables in desks {
                let (sender, search) = (sender.clone(), &search);
                let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
                let started = thread.spawn_scoped(scope, move || {
                    // Nobody waits for a second answer.
                    let _ = sender.send(search(tables));
                });
                if started.is_err() {
                    break;
                }
            }
            drop(sender);
            loop {
                match answers.recv_timeout(BETWEEN_REPORTS) {
                    // A thread that was ended because of another one has nothing to say.
                    Ok(answer) => {
                        if !shared.stop.swap(true, Relaxed) || answer.is_ok() {
                            result = answer;
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) => {
                        let asked = limits.interrupt.as_ref();
                        if asked.is_some_and(|flag| flag.load(Relaxed)) {
                            shared.stop.store(true, Relaxed);
                        }
                        if let Some(report) = on_progress {
                            report(&SearchProgress {
                                nodes: shared.nodes.load(Relaxed),
                                pieces: register.len(),
                                table_permille: table.permille(),
                                verified: budget.verified,
                                made_room: self.made_room,
                            });
                        }
                    }
                }
            }
        });
        self.nodes += shared.nodes.load(Relaxed) - used;
        result
    }

    /// Who wins the sum, for either player to start.
    ///
    /// # Errors
    /// As [`wins_first`](Solver::wins_first).
    pub fn outcome(&mut self, sum: &Sum) -> Result<Outcome, ValueError> {
        self.as_one_call(|solver| {
            let left = solver.winner(sum, Player::Left)?;
            Ok(Outcome::from_winners(left, solver.winner(sum, Player::Right)?))
        })
    }

    /// Who wins the sum when `first` starts.
    fn winner(&mut self, sum: &Sum, first: Player) -> Result<Player, ValueError> {
        Ok(if self.wins_first(sum, first)? { first } else { !first })
    }

    /// The moves with which the player wins the sum, moving first, in the order of [`Sum::moves`].
    ///
    /// # Errors
    /// As [`wins_first`](Solver::wins_first).
    pub fn winning_moves(&mut self, sum: &Sum, player: Player) -> Result<Vec<SumMove>, ValueError> {
        self.as_one_call(|solver| {
            sum.winning_moves(player, |sum, player| solver.wins_first(sum, player))
        })
    }

    /// A line of best play, the player moving first, to its end: whoever wins plays a winning move, and the
    /// other one any.
    ///
    /// # Errors
    /// As [`wins_first`](Solver::wins_first).
    pub fn line(&mut self, sum: &Sum, player: Player) -> Result<Vec<SumMove>, ValueError> {
        self.as_one_call(|solver| sum.line(player, |sum, player| solver.wins_first(sum, player)))
    }
}

/// The components of a verification as a search sees them, by number.
type States = Vec<Option<State>>;

impl Solver {
    /// Verifies who wins the sum when `first` starts: an independent, plain checker plays the winner's moves,
    /// which the solver names, against all replies, down to the end of play.
    ///
    /// The checker knows the rules and nothing of values, symmetries or what the solver found: the moves of
    /// the rulesets, and the components into which their positions split. The winner has won where the
    /// loser cannot move.
    ///
    /// # Examples
    /// ```
    /// use dicot::Player;
    /// use dicot::rules::Clobber;
    /// use dicot::search::{Solver, Sum};
    /// let sum = Sum::from(Clobber::parse("xoxo/oxox")?);
    /// let verified = Solver::new().verify(&sum, Player::Left)?;
    /// assert_eq!(verified.winner, Player::Left);
    /// assert!(verified.positions() > 5);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`VerifyError::Value`] as for [`wins_first`](Solver::wins_first); what was looked at is kept in memory
    /// and counts as well. [`VerifyError::Refuted`] if the solver is wrong.
    ///
    /// # Complexity
    /// Most of the time goes into the end of play, which the solver does not search: it has values.
    pub fn verify(&mut self, sum: &Sum, first: Player) -> Result<Verified, VerifyError> {
        self.as_one_call(|solver| {
            let winner = solver.winner(sum, first)?;
            let mut replay = Replay::new(sum, first, winner);
            let result = solver.replay(sum, &mut replay);
            solver.held_bytes = 0;
            result.map(|()| replay.verified())
        })
    }

    /// Plays the winner's moves in a replay, to its end.
    fn replay(&mut self, sum: &Sum, replay: &mut Replay) -> Result<(), VerifyError> {
        let mut states = States::new();
        let mut reported = Instant::now();
        while let Some(numbers) = replay.next() {
            let mut last = None;
            let option = loop {
                match self.winning_option(&numbers, replay, &mut states) {
                    Err(error) if is_out_of_memory(error) && self.make_room(&mut last) => {
                        // Pieces may have other numbers now.
                        states = States::new();
                        self.furnish(sum);
                    }
                    option => break option?,
                }
            };
            replay.play(&numbers, option)?;
            if reported.elapsed() >= BETWEEN_REPORTS {
                self.report(replay.verified().positions());
                reported = Instant::now();
            }
        }
        Ok(())
    }

    /// An option with which the winner wins: one that was met before, or else one that leaves the loser few
    /// moves.
    fn winning_option(
        &mut self,
        sum: &Numbers,
        replay: &mut Replay,
        states: &mut States,
    ) -> Result<Option<Numbers>, ValueError> {
        let winner = replay.winner();
        let mut options = replay.options(sum);
        if let Some(met) = options.iter().position(|option| replay.has_met(option)) {
            return Ok(Some(options.swap_remove(met)));
        }
        options.sort_by_cached_key(|option| replay.loser_moves(option));
        let mut unknown = Vec::new();
        self.held_bytes = replay.bytes() + states.capacity() * size_of::<Option<State>>();
        let known = self.at_first_desk(|store, searcher| {
            let register = searcher.shared.register;
            for (i, option) in options.iter().enumerate() {
                let mut all = State { pieces: Default::default(), value: Id::ZERO };
                for &number in option {
                    let at = number as usize;
                    states.resize(states.len().max(at + 1), None);
                    if states[at].is_none() {
                        let part = replay.part(number);
                        states[at] = Some(part.state(store, register, &mut searcher.desk)?);
                    }
                    if let Some(state) = &states[at] {
                        all.pieces.extend_from_slice(&state.pieces);
                        all.value = searcher.desk.call.work.add(all.value, state.value)?;
                    }
                }
                tidy(&mut all.pieces);
                // Left is to move in a search: here it is the loser.
                let state = if winner == Player::Left { all.negative() } else { all };
                match searcher.known(&state)? {
                    Some(false) => return Ok(Some(i)),
                    Some(true) => {}
                    None => unknown.push((i, state)),
                }
            }
            Ok(None)
        })?;
        if let Some(i) = known {
            return Ok(Some(options.swap_remove(i)));
        }
        for (i, state) in unknown {
            if !self.wins(&state)? {
                return Ok(Some(options.swap_remove(i)));
            }
        }
        Ok(None)
    }

    /// Tells how far a verification is.
    fn report(&mut self, verified: u64) {
        let mut budget = self.budget();
        budget.verified = verified;
        self.budget = Some(budget);
        if let (Some(report), Some(table)) = (&mut self.on_progress, &self.table) {
            report(&SearchProgress {
                nodes: self.nodes.saturating_sub(budget.nodes_before),
                pieces: self.register.len(),
                table_permille: table.permille(),
                verified,
                made_room: self.made_room,
            });
        }
    }
}

/// Does a part of a search with what one thread needs for it.
fn at_desk<T>(
    store: &Store,
    bounds: &Bounds,
    shared: &Shared<'_>,
    tables: &mut DeskTables,
    f: impl FnOnce(&mut Searcher<'_, '_>) -> Result<T, ValueError>,
) -> Result<T, ValueError> {
    let (no_limits, mut on_progress) = (Limits::default(), None);
    let work = Work::new(store.inner(), bounds);
    let call = Call::silent(work, &no_limits, &mut on_progress);
    let desk = Desk::new(call, shared.register, tables);
    f(&mut Searcher::new(shared, desk))
}

const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

/// A search is as deep as play is long.
const STACK_BYTES: usize = 64 << 20;
