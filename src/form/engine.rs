//! One computation on a store: its limits, and how deep it is.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};

use hashbrown::HashMap;

use super::cache::StoreInner;
use super::error::{LEVELS_PER_STACK, MAX_DEPTH};
use super::print::layout::PrintCache;
use super::request::Request;
use super::simplify_cache::{Candidate, Candidates, SimplifyCache};
use super::store::{Id, MAX_OPTION_BYTES};
use super::{Computed, ValueError};
use crate::hash::{BuildMix, table_bytes};
use crate::sync::lock;
use crate::{Instant, Interrupt, LimitKind, Limits};

/// Steps between two checks of the limits.
const STEPS_BETWEEN_CHECKS: u32 = 1 << 10;

/// Bytes that count as one step, so that at most a MiB is allocated between two checks.
const BYTES_PER_STEP: usize = 1 << 10;

/// The stack of a thread of its own, for [`LEVELS_PER_STACK`].
const STACK_BYTES: usize = 8 << 20;

/// The stack of one level of a recursion. The largest frames are those of the parser: 24,000
/// nested braces, parentheses or minus signs take 2.1 KB a level (`VmHWM` of `dicot game`).
const LEVEL_BYTES: usize = 2 << 10;

/// The context of a computation in a store: its limits, its caches, and the depth of its recursion. All operations on
/// values are methods of it, in one file for each subject; handles and operators call these.
///
/// An operation calls [`step`](Engine::step) in each loop, [`recurse`](Engine::recurse) or
/// [`memoized`](Engine::memoized) for each level of a recursion, and [`hold`](Engine::hold) for memory that it keeps.
pub(crate) struct Engine<'s> {
    pub(crate) store: &'s StoreInner,
    pub(crate) limits: &'s Limits,
    /// When it must end.
    deadline: Option<Instant>,
    /// What it shares with engines of other threads that compute the same.
    pub(crate) team: Option<Arc<Team>>,
    /// The bytes that it has added to those of its team.
    team_bytes: usize,
    /// Bytes outside the engine that count as well.
    pub(crate) other_bytes: usize,
    /// Bytes that the current levels of recursion hold, see [`Engine::hold`].
    held: usize,
    /// Steps since the last check, and before it.
    steps: u32,
    steps_before: u64,
    depth: u32,
    /// Comparisons with the form that is being simplified, see `simplify.rs`.
    pub(crate) with_form: HashMap<(Id, bool), bool, BuildMix>,
    /// The heap bytes of the entries of the caches below, see [`Engine::charge`].
    entry_bytes: usize,
    /// See `simplify_cache.rs`.
    simplified: SimplifyCache,
    /// See `thermograph/`.
    pub(crate) thermographs: HashMap<Id, Arc<super::Thermograph>, BuildMix>,
    /// See `print/`.
    pub(crate) print: PrintCache,
    /// Results of the operations that go through [`Engine::memoized`].
    results: HashMap<Request, Id, BuildMix>,
}

/// What engines share that compute the same on several threads: the cache of simplifications, of which half are repeated,
/// and the count of their bytes.
pub(crate) struct Team {
    simplified: [Mutex<SimplifyCache>; TEAM_SHARDS],
    /// The bytes of the other caches of all engines; each adds its own at every check.
    bytes: AtomicUsize,
}

/// The shards of the cache of a [`Team`], so that its threads seldom wait for each other. Not tuned.
const TEAM_SHARDS: usize = 64;

impl Team {
    pub(crate) fn new() -> Team {
        let simplified = std::array::from_fn(|_| Mutex::default());
        Team { simplified, bytes: AtomicUsize::new(0) }
    }

    fn bytes(&self) -> usize {
        let shards = self.simplified.iter().map(|shard| lock(shard).bytes());
        self.bytes.load(Relaxed) + shards.sum::<usize>()
    }
}

impl<'s> Engine<'s> {
    pub(crate) fn new(store: &'s StoreInner, limits: &'s Limits) -> Engine<'s> {
        Engine {
            store,
            limits,
            deadline: limits.end_of_call(),
            team: None,
            team_bytes: 0,
            steps_before: 0,
            other_bytes: 0,
            held: 0,
            steps: 0,
            depth: 0,
            with_form: HashMap::default(),
            entry_bytes: 0,
            simplified: Default::default(),
            thermographs: HashMap::default(),
            print: Default::default(),
            results: HashMap::default(),
        }
    }

    /// The limits of engines on other threads that compute the same, of which this one sets the interrupt.
    pub(crate) fn limits_of_helpers(&self, done: Interrupt) -> Limits {
        let Limits { bytes, forms, positions, .. } = *self.limits;
        Limits { bytes, forms, positions, ..Limits::default() }
            .with_deadline(self.deadline)
            .with_interrupt(done)
    }

    /// Joins the team, or computes alone again.
    pub(crate) fn join(&mut self, team: Option<Arc<Team>>) {
        (self.team, self.team_bytes) = (team, 0);
    }

    /// Counts a step, and ends the computation if a check finds that a limit is reached.
    #[inline]
    pub(crate) fn step(&mut self) -> Computed<()> {
        self.steps = self.steps.saturating_add(1);
        if self.steps >= STEPS_BETWEEN_CHECKS { self.check() } else { Ok(()) }
    }

    /// Counts many steps at once.
    pub(crate) fn steps(&mut self, steps: usize) -> Computed<()> {
        self.steps = self.steps.saturating_add(u32::try_from(steps).unwrap_or(u32::MAX));
        self.step()
    }

    /// Counts bytes that are kept as long as this computation.
    pub(crate) fn charge(&mut self, bytes: usize) -> Computed<()> {
        self.entry_bytes += bytes;
        self.steps(bytes / BYTES_PER_STEP)
    }

    /// Counts bytes that were charged no longer.
    pub(crate) fn release(&mut self, bytes: usize) {
        self.entry_bytes = self.entry_bytes.saturating_sub(bytes);
    }

    /// Counts bytes that are kept until the level of recursion ends, see [`Engine::recurse`].
    pub(crate) fn hold(&mut self, bytes: usize) -> Computed<()> {
        // Outside all levels nothing would release them.
        self.held += if self.depth > 0 { bytes } else { 0 };
        self.steps(bytes / BYTES_PER_STEP)
    }

    /// Counts the bytes of growing tables and lists, of which `held` are counted already, until the level of recursion
    /// ends.
    pub(crate) fn hold_grown(&mut self, held: &mut usize, bytes: usize) -> Computed<()> {
        let grown = bytes.saturating_sub(*held);
        *held += grown;
        self.hold(grown)
    }

    /// Adds an option to a list and counts its bytes.
    #[inline]
    pub(crate) fn push(
        &mut self,
        list: &mut Candidates,
        option: impl Into<Candidate>,
    ) -> Computed<()> {
        list.push(option.into());
        // A list that grows has room for twice as many.
        if list.spilled() { self.hold(2 * size_of::<Candidate>()) } else { Ok(()) }
    }

    #[cold]
    pub(crate) fn check(&mut self) -> Computed<()> {
        self.steps_before += u64::from(self.steps);
        self.steps = 0;
        if let Some(team) = &self.team {
            let bytes = self.own_bytes();
            team.bytes.fetch_add(bytes.wrapping_sub(self.team_bytes), Relaxed);
            self.team_bytes = bytes;
        }
        let limit = |kind| Err(ValueError::Limit(kind));
        self.limits.check_until(self.deadline).map_err(ValueError::Limit)?;
        if let Some(most) = self.limits.forms.filter(|&most| self.store.len() > most) {
            return limit(LimitKind::Forms(most));
        }
        if let Some(most) = self.limits.bytes.filter(|&most| self.bytes() > most) {
            return limit(LimitKind::Bytes(most));
        }
        if let Some(most) = self.limits.steps.filter(|&most| self.steps_before > most) {
            return limit(LimitKind::Steps(most));
        }
        Ok(())
    }

    /// Errors if a result of this number of bytes in the store would exceed the limit of memory.
    pub(crate) fn expect_bytes(&self, bytes: u128) -> Computed<()> {
        let limit = self.limits.bytes.unwrap_or(MAX_OPTION_BYTES).min(MAX_OPTION_BYTES);
        if bytes > limit as u128 { Err(ValueError::Limit(LimitKind::Bytes(limit))) } else { Ok(()) }
    }

    /// The bytes that count against the limit.
    fn bytes(&self) -> usize {
        let stack = self.depth as usize * LEVEL_BYTES;
        let caches = match &self.team {
            Some(team) => team.bytes(),
            None => self.own_bytes(),
        };
        self.store.bytes_of(true) + caches + stack + self.held + self.other_bytes
    }

    /// Calls a function with the cache of simplifications that has the hash, and the number of such caches.
    pub(crate) fn with_simplified<T>(
        &mut self,
        hash: u64,
        function: impl FnOnce(&mut SimplifyCache, usize) -> T,
    ) -> T {
        match &self.team {
            None => function(&mut self.simplified, 1),
            Some(team) => {
                let shard = &team.simplified[(hash >> 32) as usize % TEAM_SHARDS];
                function(&mut lock(shard), TEAM_SHARDS)
            }
        }
    }

    /// The bytes of the caches of this computation.
    pub(crate) fn own_bytes(&self) -> usize {
        self.simplified.bytes()
            + table_bytes(&self.with_form)
            + table_bytes(&self.thermographs)
            + self.print.bytes()
            + table_bytes(&self.results)
            + self.entry_bytes
    }

    /// Returns the cached result, or computes and caches it as one level of a recursion.
    pub(crate) fn memoized(
        &mut self,
        request: Request,
        compute: impl FnOnce(&mut Self) -> Computed<Id> + Send,
    ) -> Computed<Id> {
        if let Some(&known) = self.results.get(&request) {
            return Ok(known);
        }
        // The store may forget results. This computation does not.
        if let Some(known) = self.store.results.get(request) {
            return Ok(known);
        }
        self.step()?;
        let result = self.recurse(compute)?;
        self.results.insert(request, result);
        self.store.results.set(request, result, 0); // an id owns no heap bytes
        Ok(result)
    }

    /// Runs one level of a recursion, of any depth up to [`MAX_DEPTH`], without a stack overflow. Bytes that the level
    /// [holds](Engine::hold) are released when it ends.
    #[inline]
    pub(crate) fn recurse<T: Send>(
        &mut self,
        level: impl FnOnce(&mut Self) -> Computed<T> + Send,
    ) -> Computed<T> {
        recurse(self, level)
    }
}

impl<'s> AsMut<Engine<'s>> for Engine<'s> {
    #[inline]
    fn as_mut(&mut self) -> &mut Engine<'s> {
        self
    }
}

/// As [`Engine::recurse`], for anything that computes with an engine.
#[inline]
pub(crate) fn recurse<'s, C: AsMut<Engine<'s>> + Send, T: Send>(
    computation: &mut C,
    level: impl FnOnce(&mut C) -> Computed<T> + Send,
) -> Computed<T> {
    let engine = computation.as_mut();
    let held = engine.held;
    engine.depth += 1;
    let result = if engine.depth.is_multiple_of(LEVELS_PER_STACK) {
        on_new_stack(computation, level)
    } else {
        level(computation)
    };
    let engine = computation.as_mut();
    engine.depth -= 1;
    engine.held = held;
    result
}

#[cold]
fn on_new_stack<'s, C: AsMut<Engine<'s>> + Send, T: Send>(
    computation: &mut C,
    level: impl FnOnce(&mut C) -> Computed<T> + Send,
) -> Computed<T> {
    if computation.as_mut().depth >= MAX_DEPTH {
        return Err(ValueError::TooDeep);
    }
    let (mut level, mut result) = (Some(level), None);
    call_on_new_stack(&mut || result = level.take().map(|level| level(computation)));
    result.unwrap_or(Err(ValueError::TooDeep))
}

/// Calls a function on a thread with a stack of its own, if one can be started. It is compiled once, for all closures.
fn call_on_new_stack(function: &mut (dyn FnMut() + Send)) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
        let joined = thread.spawn_scoped(scope, function).map(std::thread::ScopedJoinHandle::join);
        if let Ok(Err(panic)) = joined {
            std::panic::resume_unwind(panic);
        }
    });
}
