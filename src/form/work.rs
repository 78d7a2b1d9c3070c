//! One computation on a store: what bounds it, and how deep it is.

use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use hashbrown::{HashMap, HashSet};

use super::simplify::{Candidate, Candidates};
use super::store::{Id, MAX_OPTION_BYTES, StoreInner};
use super::{LimitKind, ValueError};
use crate::hash::BuildMix;

/// Bounds on a computation with values; by default there are none.
///
/// A computation that passes a bound ends with a [`ValueError`]; what it has stored stays, and the
/// store remains fully usable.
///
/// # Examples
/// ```
/// use dicot::{Bounds, ValueError, Store};
/// use std::time::{Duration, Instant};
/// let store = Store::new();
/// let bounds = Bounds { deadline: Some(Instant::now() + Duration::from_secs(1)), ..Bounds::default() };
/// let sum = store.within(&bounds).parse("{3||2|1} + {4|{2|-4}}").unwrap();
/// assert_eq!(sum.outcome(), dicot::Outcome::Left);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Bounds {
    /// The most forms the store may hold (a form and its negative count once).
    pub forms: Option<usize>,
    /// The most bytes of memory: of the store, and of all that the computation builds on the way.
    ///
    /// They are counted while they grow: forms, caches, lists of options, the levels of recursions, and
    /// texts. Beyond them the process takes what the caller holds and does not
    /// [count](crate::Calculation::hold), what the allocator keeps, and what small parts grow by between
    /// two checks: at most 24 MiB in `tests/memory.rs`, and 40 MiB for one computation of the command
    /// line, of which the program itself takes 14.
    pub bytes: Option<usize>,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Gives up soon after another thread (or a signal handler) sets this.
    pub interrupt: Option<Arc<AtomicBool>>,
}

/// How many steps lie between two looks at the clock, the memory and the interrupt flag.
const STEPS_BETWEEN_CHECKS: u32 = 1 << 10;

/// Bytes that count as one step, so that no more than a MiB is built between two checks.
const BYTES_PER_STEP: usize = 1 << 10;

/// How many levels of recursion one thread's stack takes; deeper ones get a thread of their own.
const LEVELS_PER_STACK: u32 = 256;
const STACK_BYTES: usize = 8 << 20;

/// The stack that one level of a recursion takes. The deepest frames are those of the parser: 24,000
/// nested braces, parentheses or minus signs take 2.1 KB a level (`VmHWM` of `dicot game`).
const LEVEL_BYTES: usize = 2 << 10;

/// How deep a game may be: beyond that a computation ends with [`ValueError::TooDeep`].
pub(crate) const MAX_DEPTH: u32 = 25_000;

/// A computation on a store. All operations on values are methods of this, in the files named after
/// them; handles and operators are only a cover.
pub(crate) struct Work<'s> {
    pub(crate) store: &'s StoreInner,
    bounds: &'s Bounds,
    /// Bytes that are held elsewhere and count as well.
    pub(crate) other_bytes: usize,
    /// Bytes that the open levels of recursions hold, see [`Work::hold`].
    held: usize,
    steps: u32,
    depth: u32,
    /// Comparisons with the form being simplified, see `simplify.rs`.
    pub(crate) with_form: HashMap<(Id, bool), bool, BuildMix>,
    /// The bytes that the entries of the memos below own, see [`Work::charge`].
    memo_bytes: usize,
    /// Forms by the options they were made of, see `simplify.rs`.
    pub(crate) literals: super::simplify::Literals,
    /// See `thermograph.rs`.
    pub(crate) thermographs: HashMap<Id, Arc<super::Thermograph>, BuildMix>,
    /// What printing remembers, see `print.rs`.
    pub(crate) print: super::print::Memo,
    /// Results of the operations that go through [`Work::remembering`].
    results: HashMap<Request, Id, BuildMix>,
}

/// An operation whose results are remembered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Operation {
    Cool,
    Heat,
    HeatByNumber,
    Overheat,
    StarProjection,
    WithoutInfinitesimals,
    Weight,
    NortonProduct,
    ConwayProduct,
    OrdinalSum,
    OrdinalProduct,
    BlowUp,
    Companion,
    AnswerToStars,
    KeepsOptions,
}

/// An operation and its operands; unused ones are 0.
pub(crate) type Request = (Operation, [Id; 3]);

impl<'s> Work<'s> {
    pub(crate) fn new(store: &'s StoreInner, bounds: &'s Bounds) -> Work<'s> {
        Work {
            store,
            bounds,
            other_bytes: 0,
            held: 0,
            steps: 0,
            depth: 0,
            with_form: HashMap::default(),
            memo_bytes: 0,
            literals: Default::default(),
            thermographs: HashMap::default(),
            print: Default::default(),
            results: HashMap::default(),
        }
    }

    /// Counts a step, and ends the computation now and then if it is out of bounds.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), ValueError> {
        self.steps = self.steps.saturating_add(1);
        if self.steps >= STEPS_BETWEEN_CHECKS { self.check() } else { Ok(()) }
    }

    /// Counts many steps at once.
    pub(crate) fn steps(&mut self, steps: usize) -> Result<(), ValueError> {
        self.steps = self.steps.saturating_add(u32::try_from(steps).unwrap_or(u32::MAX));
        self.step()
    }

    /// Counts bytes that are kept as long as this computation.
    pub(crate) fn charge(&mut self, bytes: usize) -> Result<(), ValueError> {
        self.memo_bytes += bytes;
        self.steps(bytes / BYTES_PER_STEP)
    }

    /// Counts bytes that are kept until the level of recursion ends, see [`Work::deeper`].
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), ValueError> {
        // Outside all levels nothing would release them.
        self.held += if self.depth > 0 { bytes } else { 0 };
        self.steps(bytes / BYTES_PER_STEP)
    }

    /// Counts the bytes of tables and lists that grow, of which `held` bytes are counted so far; until
    /// the level of recursion ends.
    pub(crate) fn hold_grown(&mut self, held: &mut usize, bytes: usize) -> Result<(), ValueError> {
        let grown = bytes.saturating_sub(*held);
        *held += grown;
        self.hold(grown)
    }

    /// Adds an option to a list, whose bytes are held.
    #[inline]
    pub(crate) fn push(
        &mut self,
        list: &mut Candidates,
        option: impl Into<Candidate>,
    ) -> Result<(), ValueError> {
        list.push(option.into());
        // A list that grows has room for twice as many.
        if list.spilled() { self.hold(2 * size_of::<Candidate>()) } else { Ok(()) }
    }

    #[cold]
    pub(crate) fn check(&mut self) -> Result<(), ValueError> {
        self.steps = 0;
        let limit = |kind| Err(ValueError::Limit(kind));
        if self.bounds.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return limit(LimitKind::Interrupted);
        }
        if self.bounds.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return limit(LimitKind::Time);
        }
        if let Some(most) = self.bounds.forms.filter(|&most| self.store.len() > most) {
            return limit(LimitKind::Forms(most));
        }
        if let Some(most) = self.bounds.bytes.filter(|&most| self.bytes() > most) {
            return limit(LimitKind::Bytes(most));
        }
        Ok(())
    }

    /// Errors if a result that takes this many bytes in the store cannot be within the limits.
    pub(crate) fn expect_bytes(&self, bytes: u128) -> Result<(), ValueError> {
        let limit = self.bounds.bytes.unwrap_or(MAX_OPTION_BYTES).min(MAX_OPTION_BYTES);
        if bytes > limit as u128 { Err(ValueError::Limit(LimitKind::Bytes(limit))) } else { Ok(()) }
    }

    /// The bytes that count.
    fn bytes(&self) -> usize {
        let stack = self.depth as usize * LEVEL_BYTES;
        self.store.bytes_soon() + self.own_bytes() + stack + self.held + self.other_bytes
    }

    /// The bytes of the memos, which end with the computation.
    pub(crate) fn own_bytes(&self) -> usize {
        self.literals.bytes()
            + table_bytes(&self.with_form)
            + table_bytes(&self.thermographs)
            + self.print.bytes()
            + table_bytes(&self.results)
            + self.memo_bytes
    }

    /// The result of an operation, found once for the same operands: one level of a recursion.
    pub(crate) fn remembering(
        &mut self,
        request: Request,
        find: impl FnOnce(&mut Self) -> Result<Id, ValueError> + Send,
    ) -> Result<Id, ValueError> {
        if let Some(&known) = self.results.get(&request) {
            return Ok(known);
        }
        // What the store forgets is found once more, and then kept here.
        if let Some(known) = self.store.results.get(request) {
            return Ok(known);
        }
        self.step()?;
        let result = self.deeper(find)?;
        self.results.insert(request, result);
        self.store.results.set(request, result, 0);
        Ok(result)
    }

    /// Runs one level of a recursion; however deep it gets, no stack overflows. What the level
    /// [holds](Work::hold) is released when it ends.
    #[inline]
    pub(crate) fn deeper<T: Send>(
        &mut self,
        level: impl FnOnce(&mut Self) -> Result<T, ValueError> + Send,
    ) -> Result<T, ValueError> {
        let held = self.held;
        self.depth += 1;
        let result = if self.depth.is_multiple_of(LEVELS_PER_STACK) {
            self.on_new_stack(level)
        } else {
            level(self)
        };
        self.depth -= 1;
        self.held = held;
        result
    }

    #[cold]
    fn on_new_stack<T: Send>(
        &mut self,
        level: impl FnOnce(&mut Self) -> Result<T, ValueError> + Send,
    ) -> Result<T, ValueError> {
        if self.depth >= MAX_DEPTH {
            return Err(ValueError::TooDeep);
        }
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            let handle =
                thread.spawn_scoped(scope, || level(self)).map_err(|_| ValueError::TooDeep)?;
            handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}

/// The bytes of a hash table, with those of the next larger one if it is nearly full: both exist while
/// entries move.
pub(crate) fn table_bytes<K: Eq + Hash, V>(table: &HashMap<K, V, BuildMix>) -> usize {
    table.allocation_size() * growth(table.len(), table.capacity(), 3)
}

/// As [`table_bytes`], of a set.
pub(crate) fn set_bytes<T: Eq + Hash>(set: &HashSet<T, BuildMix>) -> usize {
    set.allocation_size() * growth(set.len(), set.capacity(), 3)
}

/// By how much a table with `len` entries grows soon: `times` if it is nearly full.
pub(crate) fn growth(len: usize, capacity: usize, times: usize) -> usize {
    // A small table may fill up before the next check, but matters little.
    if capacity - len <= capacity / 8 { times } else { 1 }
}
