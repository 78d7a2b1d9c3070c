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
mod pieces;
mod saved;
mod searcher;
mod sum;
mod table;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

pub use saved::LoadError;
pub use sum::{Sum, SumMove};

use self::pieces::{Desk, Register, State};
use self::searcher::{Searcher, Shared};
use self::table::Table;
use crate::analysis::{Call, Limits};
use crate::form::{Bounds, Work};
use crate::{LimitKind, Outcome, Player, Store, ValueError};

/// Bounds on what a [`Solver`] may use.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SolverLimits {
    /// The most nodes of one call; by default any number.
    pub nodes: Option<u64>,
    /// The most bytes for the table, for pieces and for values together; by default a GiB, of which half is
    /// the table's.
    pub bytes: usize,
    /// The longest time that one call may take; by default as long as it takes.
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
}

type OnProgress = Box<dyn FnMut(&SearchProgress) + Send>;

/// Finds out who wins, and remembers it.
///
/// It has a table of a fixed size and a list of pieces that grows; when the bytes are used up, a call ends in
/// an error, and the solver keeps what it has found.
pub struct Solver {
    store: Store,
    register: Register,
    table: Option<Table>,
    limits: SolverLimits,
    on_progress: Option<OnProgress>,
    nodes: u64,
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
            limits: SolverLimits::default(),
            on_progress: None,
            nodes: 0,
        }
    }

    /// Sets limits. `bytes` and `valued_size` hold for solvers that have not begun.
    #[must_use]
    pub fn with_limits(mut self, limits: SolverLimits) -> Solver {
        self.limits = limits;
        self
    }

    /// Sets what is called now and then during long calls, ten times a second.
    #[must_use]
    pub fn on_progress(mut self, report: impl FnMut(&SearchProgress) + Send + 'static) -> Solver {
        self.on_progress = Some(Box::new(report));
        self
    }

    /// The sums looked at by all calls so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the player wins the sum, moving first.
    ///
    /// # Errors
    /// If a limit is passed, or a value cannot be represented.
    ///
    /// # Complexity
    /// Exponential in the size of the largest components.
    pub fn wins_first(&mut self, sum: &Sum, player: Player) -> Result<bool, ValueError> {
        sum.furnish(&mut self.register, self.limits.valued_size);
        let table = self.table.get_or_insert_with(|| Table::new(self.limits.bytes / 2));
        let limits = &self.limits;
        // Ends the other threads when one has the answer, and all of them if the caller asks for it.
        let done = Arc::new(AtomicBool::new(false));
        let bounds = Bounds {
            forms: None,
            bytes: Some(limits.bytes),
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            interrupt: Some(done.clone()),
        };
        let threads = limits.threads.max(1);
        let shared = Shared::new(&self.register, table, limits.nodes, threads);
        let store = &self.store;
        let (state, known) = at_desk(store, &bounds, &shared, |searcher| {
            let state = sum.state(store, shared.register, &mut searcher.desk)?;
            let state = if player == Player::Left { state } else { state.negative() };
            let known = searcher.known(&state)?;
            Ok((state, known))
        })?;
        if let Some(wins) = known {
            return Ok(wins);
        }
        let search = || {
            at_desk(store, &bounds, &shared, |searcher| {
                let wins = searcher.wins(&state);
                shared.nodes.fetch_add(searcher.nodes, Ordering::Relaxed);
                wins
            })
        };
        let mut result = Err(ValueError::Limit(LimitKind::Interrupted));
        let on_progress = &mut self.on_progress;
        std::thread::scope(|scope| {
            let (sender, answers) = channel();
            for _ in 0..threads {
                let (sender, search) = (sender.clone(), &search);
                let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
                let started = thread.spawn_scoped(scope, move || {
                    // Nobody waits for a second answer.
                    let _ = sender.send(search());
                });
                if started.is_err() {
                    break;
                }
            }
            drop(sender);
            loop {
                match answers.recv_timeout(Duration::from_millis(100)) {
                    // A thread that was ended because of another one has nothing to say.
                    Ok(answer) => {
                        if !done.swap(true, Ordering::Relaxed) || answer.is_ok() {
                            result = answer;
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) => {
                        let asked = limits.interrupt.as_ref();
                        if asked.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                            done.store(true, Ordering::Relaxed);
                        }
                        if let Some(report) = on_progress {
                            report(&SearchProgress {
                                nodes: shared.nodes.load(Ordering::Relaxed),
                                pieces: shared.register.len(),
                                table_permille: table.permille(),
                            });
                        }
                    }
                }
            }
        });
        self.nodes += shared.nodes.load(Ordering::Relaxed);
        result
    }

    /// Who wins the sum, for either player to start.
    ///
    /// # Errors
    /// As [`wins_first`](Solver::wins_first).
    pub fn outcome(&mut self, sum: &Sum) -> Result<Outcome, ValueError> {
        let left = self.wins_first(sum, Player::Left)?;
        let right = self.wins_first(sum, Player::Right)?;
        Ok(match (left, right) {
            (true, true) => Outcome::Next,
            (true, false) => Outcome::Left,
            (false, true) => Outcome::Right,
            (false, false) => Outcome::Previous,
        })
    }

    /// The moves with which the player wins the sum, moving first, in the order of [`Sum::moves`].
    ///
    /// # Errors
    /// As [`wins_first`](Solver::wins_first).
    pub fn winning_moves(&mut self, sum: &Sum, player: Player) -> Result<Vec<SumMove>, ValueError> {
        sum.winning_moves(player, |sum, player| self.wins_first(sum, player))
    }

    /// A line of best play, the player moving first, to its end: whoever wins plays a winning move, and the
    /// other one any.
    ///
    /// # Errors
    /// As [`wins_first`](Solver::wins_first).
    pub fn line(&mut self, sum: &Sum, player: Player) -> Result<Vec<SumMove>, ValueError> {
        sum.line(player, |sum, player| self.wins_first(sum, player))
    }
}

/// Does a part of a search with what one thread needs for it.
fn at_desk<T>(
    store: &Store,
    bounds: &Bounds,
    shared: &Shared<'_>,
    f: impl FnOnce(&mut Searcher<'_, '_>) -> Result<T, ValueError>,
) -> Result<T, ValueError> {
    let (no_limits, mut on_progress) = (Limits::default(), None);
    let work = Work::new(store.inner(), bounds);
    let call = Call::silent(work, &no_limits, &mut on_progress);
    f(&mut Searcher { shared, desk: Desk::new(call, shared.register), nodes: 0 })
}

/// A search is as deep as play is long.
const STACK_BYTES: usize = 64 << 20;
