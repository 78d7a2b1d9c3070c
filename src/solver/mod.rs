//! Who wins: an outcome solver for positions, and for sums of positions and values, that are too large for
//! exact values.
//!
//! Components up to a small size are valued exactly and added up. A search moves in the larger components and in
//! the value of the rest. A result for one value also answers for better values.

#[cfg(not(target_os = "unknown"))]
mod bounded;
#[cfg(not(target_os = "unknown"))]
mod certificate;
mod checker;
mod component;
mod components;
mod endgame;
mod id_table;
mod memory;
mod misere;
mod nimbers;
#[cfg(not(target_os = "unknown"))]
mod ordering;
mod pool;
mod progress;
mod saved;
mod searcher;
mod shared;
mod state;
mod sum;
mod table;
mod verify;
mod worker;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

#[cfg(not(target_os = "unknown"))]
pub use certificate::{Certificate, CertificateError};
pub use checker::{Verified, VerifyError};
pub use nimbers::NimberSolver;
pub use progress::SearchProgress;
pub use saved::{FORMAT_NAME, LoadError};
pub use sum::{Sum, SumMove};

use self::components::Components;
use self::misere::MisereTable;
use self::nimbers::SumNimbers;
use self::progress::OnProgress;
use self::searcher::Searcher;
use self::shared::Shared;
use self::state::State;
use self::table::Table;
use self::worker::{Worker, WorkerTables};
use crate::analysis::{Call, ValueSource};
use crate::form::Engine;
use crate::platform::HAS_THREADS;
use crate::{Instant, Interrupt, LimitKind, Limits, Outcome, Player, Store, ValueError};

/// A search is not kept from its pause for longer than twice this time.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// A function that is called once in a period, while no thread searches.
struct Periodic {
    period: Duration,
    next: Option<Instant>,
    /// The time until the next pause, which grows while pauses are too close for the search to find anything, and how
    /// many slots of the table were in use at the last one.
    wait: Duration,
    known: usize,
    call: Box<dyn FnMut(&Solver) + Send>,
}

/// Solves sums, and keeps the results.
///
/// # Limits
/// Of its [`Limits`], a solver obeys these:
/// - `time`, `deadline` and `interrupt`, for each [call](Solver::as_one_call);
/// - `nodes` of one call: a call on one thread searches exactly as many before it ends with an error, one on several
///   threads at most as many;
/// - `threads`, one without such a limit: the number of nodes is then the same each time;
/// - `bytes` for all that it keeps, [a GiB](Solver::DEFAULT_BYTES) without such a limit: a quarter for the
///   transposition table, as much at most for results of endgames, and the rest for positions, values, what each thread
///   has of its own, and a verification.
///   What takes memory for a while counts as well: a table or a store that grows, and values that are copied when
///   memory is needed.
///
/// Not counted are the stacks of the threads and the lists of moves on them (some MiB a thread), memory that positions
/// of an own ruleset refer to, a file that is [saved](Solver::save) (some bytes for each value), and what the allocator
/// keeps. Beside the pages of their program file, processes were measured to take up to an eighth of the limit and 8 MiB
/// more, and 4 MiB for each thread.
///
/// The table and the list of positions grow until the bytes are used up. Then the solver forgets positions that
/// its table does not need, and small sums where that is not enough, and goes on: a long search can stay at its
/// limit for any time.
///
/// # Examples
/// ```
/// use dicot::rules::{Clobber, Konane};
/// use dicot::solver::{Solver, Sum};
/// use dicot::{CanonicalForm, Limits, Outcome};
/// let limits = Limits::default().with_bytes(1 << 28).with_threads(2);
/// let mut solver = Solver::new().with_limits(limits);
/// let board = Sum::from(Clobber::checkerboard(7, 3)?);
/// assert_eq!(solver.outcome(&board)?, Outcome::Next);
/// let sum = board + ".xo.".parse::<Konane>()? + "{1|*}".parse::<CanonicalForm>()?;
/// assert_eq!(solver.outcome(&sum)?, Outcome::Left);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    store: Store,
    components: Components,
    /// Created by the first search.
    table: Option<Table>,
    misere_table: MisereTable,
    nimbers: SumNimbers,
    /// Values of small components, for each thread.
    worker_tables: Vec<WorkerTables>,
    /// The [limits](Solver#limits) of the calls that follow. The limit of memory holds for solvers that have not begun.
    pub limits: Limits,
    /// Components up to this [size](crate::rules::Short::size) are valued exactly, unless that takes the values of more than
    /// a thousand other positions; by default [8](Solver::DEFAULT_VALUED_SIZE).
    pub valued_size: u32,
    /// Whether the search uses rule 2 of its [list](searcher). Answers do not depend on it.
    use_bounds: bool,
    /// Whether play is misère: a player who cannot move wins. By default it is not.
    ///
    /// A misère search knows components and no values, uses one thread, and keeps its results apart, which are not
    /// [saved](Solver::save); [`verify`](Solver::verify) is about normal play all the same. The value in a sum is its canonical form as a game, in which
    /// options are moves. When the limit of memory is reached, it forgets the sums that took the least time; it ends with an error when
    /// the components leave too little room for sums.
    ///
    /// # Examples
    /// ```
    /// use dicot::rules::Kayles;
    /// use dicot::solver::Solver;
    /// use dicot::Outcome;
    /// let mut solver = Solver::new();
    /// solver.misere = true;
    /// assert_eq!(solver.outcome(&"1".parse::<Kayles>()?.into())?, Outcome::Previous);
    /// assert_eq!(solver.outcome(&"1+1".parse::<Kayles>()?.into())?, Outcome::Next);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub misere: bool,
    nodes: u64,
    on_progress: Option<OnProgress>,
    periodic: Option<Periodic>,
    made_room: u64,
    /// The bytes of the verification that runs.
    held_bytes: usize,
    active_call: Option<ActiveCall>,
    /// Results of [`Solver::wins_endgame`].
    win_cache: endgame::WinCache,
}

/// A [call](Solver::as_one_call) that has begun.
#[derive(Clone, Copy, Debug)]
struct ActiveCall {
    deadline: Option<Instant>,
    /// The nodes of all calls before.
    nodes_before: u64,
    /// Sums that verification has checked.
    verified: u64,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl Solver {
    /// Creates a solver with a store of its own.
    pub fn new() -> Solver {
        Solver {
            store: Store::new(),
            components: Components::default(),
            table: None,
            misere_table: MisereTable::default(),
            nimbers: SumNimbers::new(),
            worker_tables: Vec::new(),
            limits: Limits::default(),
            valued_size: Solver::DEFAULT_VALUED_SIZE,
            use_bounds: true,
            misere: false,
            nodes: 0,
            on_progress: None,
            periodic: None,
            made_room: 0,
            held_bytes: 0,
            active_call: None,
            win_cache: endgame::WinCache::default(),
        }
    }

    /// The limit of memory of a solver whose [`Limits`] do not limit bytes: a GiB.
    pub const DEFAULT_BYTES: usize = 1 << 30;

    /// The [`valued_size`](Solver::valued_size) of a new solver: 8.
    pub const DEFAULT_VALUED_SIZE: u32 = 8;

    /// Sets the [`limits`](Solver::limits).
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Solver {
        self.limits = limits;
        self
    }

    /// The number of sums that all calls so far have searched, counted as in [`SearchProgress`].
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Sets a function that is called ten times a second during long calls.
    #[must_use]
    pub fn on_progress(mut self, report: impl FnMut(&SearchProgress) + Send + 'static) -> Solver {
        self.on_progress = Some(Box::new(report));
        self
    }

    /// Sets a function that is called once in a period during long searches, for example to [save](Solver::save) the
    /// solver.
    #[must_use]
    pub fn every(mut self, period: Duration, call: impl FnMut(&Solver) + Send + 'static) -> Solver {
        let next = Instant::now().checked_add(period);
        let (call, wait) = (Box::new(call) as _, period);
        self.periodic = Some(Periodic { period, next, wait, known: 0, call });
        self
    }

    /// Adds a source of values that were computed elsewhere, as a database: components that it has are not
    /// searched, even large ones. Earlier results stay valid.
    #[must_use]
    pub fn with_value_source(mut self, values: Arc<dyn ValueSource>) -> Solver {
        self.components.value_sources.push(values);
        self.worker_tables.clear();
        self
    }

    /// Forgets all results, and frees the memory.
    pub fn clear(&mut self) {
        (self.store, self.table) = Default::default();
        self.misere_table = MisereTable::default();
        self.nimbers = SumNimbers::new();
        self.components = self.components.emptied();
        self.worker_tables.clear();
        self.win_cache = endgame::WinCache::default();
    }

    /// Makes several calls as one: the limits of time and nodes hold for all of them together. `calls` also gets what
    /// they leave for other computations, such as reading the values of a sum.
    ///
    /// # Examples
    /// ```
    /// use dicot::Player;
    /// use dicot::rules::Clobber;
    /// use dicot::solver::{Solver, Sum};
    /// let mut solver = Solver::new();
    /// let sum = Sum::from("xoxo/oxox".parse::<Clobber>()?);
    /// let (wins, line) = solver.as_one_call(|solver, _| {
    ///     Ok::<_, dicot::ValueError>((
    ///         solver.wins_first(&sum, Player::Left)?,
    ///         solver.line(&sum, Player::Left)?,
    ///     ))
    /// })?;
    /// assert_eq!(wins, line.len() % 2 == 1);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_one_call<T>(&mut self, calls: impl FnOnce(&mut Solver, &Limits) -> T) -> T {
        let outer = self.active_call;
        self.active_call = Some(self.active_call());
        let limits = self.limits_of_call();
        let result = calls(self, &limits);
        self.active_call = outer;
        result
    }

    /// The call that has begun, or one that begins now.
    fn active_call(&self) -> ActiveCall {
        self.active_call.unwrap_or_else(|| ActiveCall {
            deadline: self.limits.end_of_call(),
            nodes_before: self.nodes,
            verified: 0,
        })
    }

    /// The nodes of the call so far.
    fn nodes_of_call(&self) -> u64 {
        self.nodes.saturating_sub(self.active_call().nodes_before)
    }

    /// Limits of time and memory within one call.
    fn limits_of_call(&self) -> Limits {
        Limits::default()
            .with_bytes(self.max_bytes())
            .with_deadline(self.active_call().deadline)
            .with_interrupt(self.limits.interrupt.clone())
    }

    fn max_bytes(&self) -> usize {
        self.limits.bytes.unwrap_or(Solver::DEFAULT_BYTES)
    }

    /// Whether the player wins the sum, moving first.
    ///
    /// Where all parts are impartial, the [nim value](Solver::nim_value) of the sum is searched: those results are not
    /// saved.
    ///
    /// # Errors
    /// If a limit is reached, or a value cannot be represented.
    ///
    /// # Complexity
    /// Exponential in the size of the largest components.
    pub fn wins_first(&mut self, sum: &Sum, player: Player) -> Result<bool, ValueError> {
        sum.check_values()?;
        self.as_one_call(|solver, limits| {
            if solver.misere {
                return solver.wins_misere(sum, player, limits);
            }
            if let Some(value) = solver.nim_value_or_goal(sum, Some(0), limits)? {
                return Ok(value != 0);
            }
            if let Some(wins) = solver.wins_endgame(sum, player)? {
                return Ok(wins);
            }
            solver.with_room(&mut (), |solver, ()| solver.try_wins_first(sum, player))
        })
    }

    /// The nim value of a sum of positions of impartial rulesets and a nimber, by a [`NimberSolver`]; `None` for any other sum.
    ///
    /// The search uses one thread, and its results are not [saved](Solver::save).
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// use dicot::rules::{Clobber, Cram, Kayles};
    /// use dicot::solver::{Solver, Sum};
    /// let sum = Sum::from("...../...../...../.....".parse::<Cram>()?) + "3".parse::<Kayles>()?;
    /// assert_eq!(Solver::new().nim_value(&(sum.clone() + CanonicalForm::nimber(4)))?, Some(5));
    /// assert_eq!(Solver::new().nim_value(&(sum + "xo".parse::<Clobber>()?))?, None);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`NimberSolver::nim_value`].
    pub fn nim_value(&mut self, sum: &Sum) -> Result<Option<u32>, ValueError> {
        sum.check_values()?;
        self.as_one_call(|solver, limits| solver.nim_value_or_goal(sum, None, limits))
    }

    /// The nim value, or with a goal only a number that is the goal if the value is.
    fn nim_value_or_goal(
        &mut self,
        sum: &Sum,
        goal: Option<u32>,
        limits: &Limits,
    ) -> Result<Option<u32>, ValueError> {
        let Some((nimber, parts)) = sum.as_impartial() else { return Ok(None) };
        let used = self.nodes_of_call();
        let left = self.limits.nodes.map(|most| most.saturating_sub(used));
        let (limits, before) = (limits.clone().with_nodes(left), self.nimbers.nodes());
        let report = self.on_progress.as_mut();
        let value = self.nimbers.value_or_goal(nimber, parts, goal, &limits, report);
        self.nodes += self.nimbers.nodes() - before;
        match (value, self.limits.nodes) {
            (Err(ValueError::Limit(LimitKind::Nodes(_))), Some(most)) => {
                Err(ValueError::Limit(LimitKind::Nodes(most)))
            }
            (Err(ValueError::Limit(LimitKind::Bytes(_))), _) => {
                Err(ValueError::Limit(LimitKind::Bytes(self.max_bytes())))
            }
            (value, _) => value.map(Some),
        }
    }

    /// [`wins_first`](Solver::wins_first) under misère play.
    fn wins_misere(
        &mut self,
        sum: &Sum,
        player: Player,
        limits: &Limits,
    ) -> Result<bool, ValueError> {
        let limits = limits.clone().with_nodes(self.limits.nodes);
        let nodes_before = self.active_call().nodes_before;
        self.misere_table.wins_first(sum, player, &limits, nodes_before, &mut self.nodes)
    }

    /// As [`wins_first`](Solver::wins_first), but stops when the limit of memory is reached.
    fn try_wins_first(&mut self, sum: &Sum, player: Player) -> Result<bool, ValueError> {
        self.prepare(sum);
        let (state, solved) = self.with_first_worker(|searcher| {
            let state = sum.state(&mut searcher.worker)?;
            let state = if player == Player::Left { state } else { state.negative() };
            let solved = searcher.lookup(&state)?;
            Ok((state, solved))
        })?;
        solved.map_or_else(|| self.wins(&state), Ok)
    }

    /// Whether the player wins a sum of one position, moving first, if a [search of endgames](endgame::wins) finds it.
    fn wins_endgame(&mut self, sum: &Sum, player: Player) -> Result<Option<bool>, ValueError> {
        let limits = self.limits_of_call();
        // Nothing else grows meanwhile, but the cache is copied when it grows.
        let free_bytes = self.max_bytes().saturating_sub(self.bytes());
        let max_bytes = (self.max_bytes() / ENDGAME_SHARE).min(free_bytes / 2);
        let used = self.nodes_of_call();
        let max_nodes = self.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(used) / 2);
        let max_nodes = max_nodes.saturating_mul(NODES_OF_ENDGAME);
        self.win_cache.limits = limits.clone();
        let (nodes, mut searched, mut wins) = (self.nodes, 0, None);
        while self.use_bounds && wins.is_none() && searched < max_nodes {
            limits.check().map_err(ValueError::Limit)?;
            let before = self.win_cache.searched;
            self.win_cache.begin(searched, max_nodes - searched, max_bytes);
            wins = sum.wins_endgame(player, &mut self.win_cache);
            searched += self.win_cache.searched - before;
            self.nodes = nodes + searched / NODES_OF_ENDGAME;
            if wins.is_none() && !self.win_cache.gave_up() {
                break;
            }
            self.report(self.active_call().verified);
        }
        if wins.is_none() {
            self.win_cache = endgame::WinCache::default();
        }
        Ok(wins)
    }

    /// Creates what a search of the sum needs.
    fn prepare(&mut self, sum: &Sum) {
        sum.add_pools(&mut self.components);
        let memory = self.memory();
        self.components.valued_size = self.valued_size;
        self.components.use_bounds = self.use_bounds;
        self.components.max_bytes = memory.max_bytes;
        self.table.get_or_insert_with(|| Table::new(memory.max_table_bytes()));
        self.prepare_workers();
    }

    /// Creates the tables of the threads, which are cleared when room is made.
    fn prepare_workers(&mut self) {
        let threads = if HAS_THREADS { self.limits.threads.unwrap_or(1).max(1) } else { 1 };
        self.worker_tables.resize_with(threads, Vec::new);
    }

    /// Computes with the tables of the first thread, without a search.
    fn with_first_worker<T>(
        &mut self,
        f: impl FnOnce(&mut Searcher<'_, '_>) -> Result<T, ValueError>,
    ) -> Result<T, ValueError> {
        let (limits, memory) = (self.limits_of_call(), self.memory());
        let Solver { store, components, table: Some(table), worker_tables, .. } = self else {
            unreachable!("the solver is prepared")
        };
        let shared = Shared::new(components, table, 0, None, memory, Default::default(), 1);
        with_worker(store, &limits, &shared, &mut worker_tables[0], |searcher| {
            searcher.worker.call.engine.check()?;
            f(searcher)
        })
    }

    /// Whether Left wins, moving first. Searches again after the table has grown and after pauses: the table keeps
    /// the results, so the next search soon reaches the point where the last one stopped.
    fn wins(&mut self, state: &State) -> Result<bool, ValueError> {
        loop {
            if let Some(wins) = self.search(state)? {
                return Ok(wins);
            }
        }
    }

    fn pause(&mut self) {
        if let Some(mut periodic) = self.periodic.take() {
            (periodic.call)(self);
            let known = self.table.as_ref().map_or(0, Table::used);
            let has_found = known != periodic.known || periodic.wait > LONGEST_WAIT;
            periodic.wait = match has_found {
                true => periodic.period.max(periodic.wait / 2),
                false => periodic.wait * 2,
            };
            periodic.known = known;
            periodic.next = Instant::now().checked_add(periodic.wait);
            self.periodic = Some(periodic);
        }
    }

    /// Searches on all threads until one has the answer, or all have to stop. `None` after the table has grown or a
    /// pause.
    fn search(&mut self, state: &State) -> Result<Option<bool>, ValueError> {
        if self.limits.is_interrupted() {
            return Err(ValueError::Limit(LimitKind::Interrupted));
        }
        let (call, memory) = (self.active_call(), self.memory());
        let used = self.nodes_of_call();
        if let Some(most) = self.limits.nodes.filter(|&most| used >= most) {
            return Err(ValueError::Limit(LimitKind::Nodes(most)));
        }
        let pause = self.periodic.as_ref().and_then(|periodic| periodic.next);
        let interrupt = self.limits.interrupt.as_ref();
        let stop = interrupt.map(Interrupt::with_own_flag).unwrap_or_default();
        let thread_limits = Limits::default()
            .with_bytes(memory.max_bytes)
            .with_deadline(call.deadline.into_iter().chain(pause).min())
            .with_interrupt(stop.clone());
        let Solver { store, components, table: Some(table), worker_tables, on_progress, .. } = self
        else {
            unreachable!("the solver is prepared")
        };
        let (store, components, table) = (&*store, &*components, &*table);
        let threads = worker_tables.len();
        let shared = Shared::new(components, table, used, self.limits.nodes, memory, stop, threads);
        let search = |tables: &mut _| {
            with_worker(store, &thread_limits, &shared, tables, |searcher| {
                let wins = searcher.wins(state);
                searcher.finish();
                wins
            })
        };
        let mut result = Err(ValueError::Limit(LimitKind::Interrupted));
        // Without threads this one searches, and progress is not reported.
        if HAS_THREADS {
            std::thread::scope(|scope| {
                let (sender, answers) = channel();
                for tables in worker_tables {
                    let (sender, search) = (sender.clone(), &search);
                    let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
                    let started = thread.spawn_scoped(scope, move || {
                        // The receiver lives until all senders are gone.
                        let _ = sender.send(search(tables));
                    });
                    if started.is_err() {
                        break;
                    }
                }
                drop(sender);
                loop {
                    match answers.recv_timeout(BETWEEN_REPORTS) {
                        // The first thread that ends stops the others, whose errors say nothing.
                        Ok(answer) => {
                            if !shared.stop.replace_with_set() || answer.is_ok() {
                                result = answer;
                            }
                        }
                        Err(RecvTimeoutError::Disconnected) => break,
                        Err(RecvTimeoutError::Timeout) => {
                            if self.limits.is_interrupted() {
                                shared.stop.set();
                            }
                            if let Some(report) = on_progress {
                                report(&SearchProgress {
                                    nodes: shared.nodes.load(Relaxed),
                                    components: components.len(),
                                    table_permille: table.permille(),
                                    verified: call.verified,
                                    made_room: self.made_room,
                                });
                            }
                        }
                    }
                }
            });
        } else if let Some(tables) = worker_tables.first_mut() {
            result = search(tables);
        }
        self.nodes += shared.nodes.load(Relaxed) - used;
        let is_over = || call.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        match result {
            Err(ValueError::Limit(LimitKind::Interrupted)) if table.should_grow() => {
                self.grow_table();
                Ok(None)
            }
            Err(ValueError::Limit(LimitKind::Time)) if !is_over() => {
                self.pause();
                Ok(None)
            }
            result => result.map(Some),
        }
    }

    /// Who wins the sum, for either player to start.
    ///
    /// # Errors
    /// As [`wins_first`](Solver::wins_first).
    pub fn outcome(&mut self, sum: &Sum) -> Result<Outcome, ValueError> {
        self.as_one_call(|solver, _| {
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
        self.as_one_call(|solver, _| {
            let mut winning = Vec::new();
            for mv in sum.moves(player) {
                if !solver.wins_first(&mv.sum, !player)? {
                    winning.push(mv);
                }
            }
            Ok(winning)
        })
    }

    /// A line of best play, the player moving first, to its end: the winner plays winning moves, and the loser the
    /// first move.
    ///
    /// # Errors
    /// As [`wins_first`](Solver::wins_first).
    pub fn line(&mut self, sum: &Sum, player: Player) -> Result<Vec<SumMove>, ValueError> {
        self.as_one_call(|solver, _| {
            let (mut line, mut sum, mut player) = (Vec::<SumMove>::new(), sum.clone(), player);
            loop {
                let mut moves = sum.moves(player);
                if moves.is_empty() {
                    return Ok(line);
                }
                let mut best = 0;
                if solver.wins_first(&sum, player)? {
                    while best + 1 < moves.len() && solver.wins_first(&moves[best].sum, !player)? {
                        best += 1;
                    }
                }
                let mv = moves.swap_remove(best);
                sum = mv.sum.clone();
                line.push(mv);
                player = !player;
            }
        })
    }
}

impl Solver {
    /// Reports the progress of a verification, or of a search of endgames.
    fn report(&mut self, verified: u64) {
        let call = ActiveCall { verified, ..self.active_call() };
        self.active_call = Some(call);
        let nodes = self.nodes_of_call();
        let table_permille = self.table.as_ref().map_or(0, Table::permille);
        if let Some(report) = &mut self.on_progress {
            report(&SearchProgress {
                nodes,
                components: self.components.len(),
                table_permille,
                verified,
                made_room: self.made_room,
            });
        }
    }
}

/// Runs a part of a search with the tables of one thread.
fn with_worker<T>(
    store: &Store,
    limits: &Limits,
    shared: &Shared<'_>,
    tables: &mut WorkerTables,
    f: impl FnOnce(&mut Searcher<'_, '_>) -> Result<T, ValueError>,
) -> Result<T, ValueError> {
    let call = Call::silent(Engine::new(store.inner(), limits));
    let mut worker = Worker::new(call, store, shared.components, tables);
    worker.win_cache.limits = limits.clone();
    f(&mut Searcher::new(shared, worker))
}

/// The nodes of an endgame that take as long as a node of the solver.
const NODES_OF_ENDGAME: u64 = 50;

/// The part of the limit of memory that the cache of endgames may take.
const ENDGAME_SHARE: usize = 4;

/// Whether forgetting may help.
fn is_out_of_memory(error: ValueError) -> bool {
    matches!(error, ValueError::Limit(LimitKind::Bytes(_)))
}

/// The time between two reports of progress, and between two checks of the caller's interrupt.
const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

/// The stack of a thread: a search is as deep as play is long.
const STACK_BYTES: usize = 64 << 20;
