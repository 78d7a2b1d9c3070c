//! What a computation may use, and how another thread ends it.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use crate::Instant;
use crate::platform::HAS_THREADS;

/// Limits on what a computation may use. The default does not limit anything.
///
/// A computation that reaches a limit ends with a [`LimitKind`] in its error. What it has stored stays, and
/// everything remains usable. Each computation obeys the limits that it can count, as their docs say.
///
/// # Examples
/// ```
/// use dicot::{Limits, Outcome, Store};
/// use std::time::Duration;
/// let store = Store::new();
/// let limits = Limits::default().with_time(Duration::from_secs(10)).with_bytes(1 << 30);
/// let sum = store.calculate(&limits).parse("{3||2|1} + {4|{2|-4}}").unwrap();
/// assert_eq!(sum.outcome(), Outcome::Left);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Limits {
    /// The longest time that one call may take: a [`Calculation`](crate::Calculation), or a method of an
    /// [`Analyzer`](crate::analysis::Analyzer) or a [`Solver`](crate::solver::Solver).
    pub time: Option<Duration>,
    /// When every call ends, for several calls that share a time. Where `time` is set too, the earlier end counts.
    pub deadline: Option<Instant>,
    /// The largest number of bytes of memory: those of the store, and of all that the computation builds on the way.
    ///
    /// They are counted while they grow: forms, caches, lists of options, the levels of recursions, and
    /// texts. The process also takes what the caller holds and does not
    /// [count](crate::Calculation::hold), what the allocator keeps, and what small parts grow by between
    /// two checks: at most 24 MiB in `crates/dicot-calc/tests/memory.rs`, and 40 MiB for one computation of the command
    /// line, of which the program itself takes 14. [`Solver`](crate::solver::Solver) states its own.
    pub bytes: Option<usize>,
    /// The largest number of forms that the store may hold (a form and its negative count once).
    pub forms: Option<usize>,
    /// The largest number of positions that an [`Analyzer`](crate::analysis::Analyzer) keeps.
    pub positions: Option<usize>,
    /// The largest number of nodes that one call of a [`Solver`](crate::solver::Solver) searches.
    pub nodes: Option<u64>,
    /// The largest number of steps of one [`Calculation`](crate::Calculation) or call of an
    /// [`Analyzer`](crate::analysis::Analyzer), where they are compared with the limit once in 1,024, or of the proof that play
    /// ends by the rules of a file: a measure of work that is the same on every machine.
    pub steps: Option<u64>,
    /// The largest number of threads of a call of an [`Analyzer`](crate::analysis::Analyzer) or a
    /// [`Solver`](crate::solver::Solver); 0 counts as 1. Without this limit a call of an analyzer that takes long runs on all
    /// cores, and a solver has one thread. A call with a limit of steps has one thread, and so has WebAssembly.
    pub threads: Option<usize>,
    /// Ends calls from another thread or a signal handler.
    pub interrupt: Option<Interrupt>,
}

/// What computations without limits borrow.
pub(crate) static NO_LIMITS: LazyLock<Limits> = LazyLock::new(Limits::default);

/// Defines `with_..` methods, which take a value or an `Option` of it.
macro_rules! with {
    ($($method:ident $field:ident: $type:ty, $what:literal;)*) => {$(
        #[doc = concat!("Sets the limit of ", $what, "; `None` removes it.")]
        #[must_use]
        pub fn $method(mut self, $field: impl Into<Option<$type>>) -> Limits {
            self.$field = $field.into();
            self
        }
    )*};
}

impl Limits {
    with! {
        with_time time: Duration, "the time of one call";
        with_deadline deadline: Instant, "the time of all calls together";
        with_bytes bytes: usize, "memory";
        with_forms forms: usize, "stored forms";
        with_positions positions: usize, "kept positions";
        with_nodes nodes: u64, "searched nodes";
        with_steps steps: u64, "steps";
        with_threads threads: usize, "threads";
        with_interrupt interrupt: Interrupt, "another thread's interrupt";
    }

    /// When a call that begins now must end. A time beyond the range of the clock is not a limit.
    pub(crate) fn end_of_call(&self) -> Option<Instant> {
        let end = self.time.and_then(|time| Instant::now().checked_add(time));
        end.into_iter().chain(self.deadline).min()
    }

    /// The threads that a computation may use: by default one for each core.
    pub(crate) fn threads_or_all(&self) -> usize {
        // To count them reads files of the kernel, which takes longer than a small value.
        static CORES: LazyLock<usize> =
            LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));
        if HAS_THREADS { self.threads.unwrap_or_else(|| *CORES) } else { 1 }
    }

    /// The limits of a call that begins now and is made of several: its `time` becomes a `deadline`.
    #[must_use]
    pub fn starting_now(&self) -> Limits {
        Limits { deadline: self.end_of_call(), time: None, ..self.clone() }
    }

    /// Whether the interrupt is set or the deadline has passed, as an error.
    ///
    /// # Errors
    /// [`LimitKind::Interrupted`] or [`LimitKind::Time`].
    pub fn check(&self) -> Result<(), LimitKind> {
        self.check_until(self.deadline)
    }

    /// As [`check`](Limits::check), with the end of a call that has begun.
    pub(crate) fn check_until(&self, end: Option<Instant>) -> Result<(), LimitKind> {
        if self.is_interrupted() {
            return Err(LimitKind::Interrupted);
        }
        if end.is_some_and(|end| Instant::now() >= end) { Err(LimitKind::Time) } else { Ok(()) }
    }

    /// Whether the interrupt is set.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(Interrupt::is_set)
    }
}

/// A flag, at first not set, with which one thread, or a signal handler, ends the computations of others. Clones share the flag.
///
/// # Examples
/// ```
/// use dicot::{Interrupt, LimitKind, Limits, Store, ValueError};
/// let interrupt = Interrupt::default();
/// let limits = Limits::default().with_interrupt(interrupt.clone());
/// interrupt.set();
/// let error = Store::new().calculate(&limits).follower_count(&"{2|-1}".parse()?).unwrap_err();
/// assert_eq!(error, ValueError::Limit(LimitKind::Interrupted));
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    flag: Arc<AtomicBool>,
    poll: Option<fn() -> bool>,
}

impl Interrupt {
    /// Creates an interrupt that also counts as set while a function says so, for programs in which nothing else runs
    /// during a computation, as in WebAssembly. The function is called once in some thousand steps.
    ///
    /// # Examples
    /// ```
    /// use dicot::solver::{Solver, Sum};
    /// use dicot::{Interrupt, LimitKind, Limits, Player, ValueError};
    /// let limits = Limits::default().with_interrupt(Interrupt::polling(|| true));
    /// let board: dicot::rules::Clobber = "xoxoxo/oxoxox/xoxoxo".parse()?;
    /// let result = Solver::new().with_limits(limits).wins_first(&Sum::from(board), Player::Left);
    /// assert_eq!(result, Err(ValueError::Limit(LimitKind::Interrupted)));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn polling(poll: fn() -> bool) -> Interrupt {
        Interrupt { poll: Some(poll), ..Interrupt::default() }
    }

    /// Sets the flag: computations that watch it end soon, within some thousand steps.
    pub fn set(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Clears the flag, for computations to come.
    pub fn clear(&self) {
        self.flag.store(false, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed) || self.poll.is_some_and(|poll| poll())
    }

    /// Sets the flag and returns whether it was set before.
    pub(crate) fn replace_with_set(&self) -> bool {
        self.flag.swap(true, Ordering::Relaxed)
    }

    /// An interrupt with a flag of its own that polls the same function.
    pub(crate) fn with_own_flag(&self) -> Interrupt {
        Interrupt { poll: self.poll, ..Interrupt::default() }
    }
}

/// The limit that a computation has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LimitKind {
    /// The positions that an analyzer keeps.
    Positions(usize),
    /// The forms in the store.
    Forms(usize),
    /// The bytes of memory.
    Bytes(usize),
    /// The nodes of a search.
    Nodes(u64),
    /// The steps of a calculation.
    Steps(u64),
    /// The time.
    Time,
    /// The interrupt flag was set.
    Interrupted,
}

impl fmt::Display for LimitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LimitKind::Positions(most) => write!(f, "the limit of {most} positions is reached"),
            LimitKind::Forms(most) => write!(f, "the limit of {most} stored forms is reached"),
            LimitKind::Bytes(most) => {
                let units =
                    [(1 << 30, "GiB"), (1 << 20, "MiB"), (1_000_000, "MB"), (1 << 10, "KiB")];
                let whole =
                    units.into_iter().find(|&(size, _)| *most >= size && most.is_multiple_of(size));
                let (size, unit) = whole.unwrap_or((1, "bytes"));
                let n = most / size;
                write!(f, "the limit of {n} {unit} of memory is reached")
            }
            LimitKind::Nodes(most) => write!(f, "the limit of {most} nodes is reached"),
            LimitKind::Steps(most) => write!(f, "the limit of {most} steps is reached"),
            LimitKind::Time => f.write_str("the time is up"),
            LimitKind::Interrupted => f.write_str("interrupted"),
        }
    }
}
