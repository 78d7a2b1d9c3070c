//! The memory of a solver: how its limit is divided, and what is forgotten when it is reached.
//!
//! | part | share of the limit | when it is full |
//! |---|---|---|
//! | transposition table | a quarter | replaces the entries of small sums |
//! | components and their results | three eighths to a half, and the rest of the last allocations | those without a result that no entry contains are removed in place |
//! | values, tables of threads, verification | the rest | values that no entry contains are dropped, the tables of threads are cleared |
//!
//! Forgetting is harmless: the table holds facts, and everything else is computed again. A search stops when memory is
//! needed, [`Solver::make_room`] forgets, and a new search finds the results of the old one in the table.
//!
//! Component ids and entries stay in place, so that they take no more memory while room is made than before. Values are
//! copied to a new store, options first, and at most a sixteenth of the limit is kept; a search leaves room for
//! that ([`Memory::reserve`]).

use hashbrown::HashMap;

use super::endgame::WinCache;
use super::table::Entry;
use super::{Solver, is_out_of_memory};
use crate::form::{Engine, Id};
use crate::hash::BuildMix;
use crate::limits::NO_LIMITS;
use crate::{Store, ValueError};

/// A solver that searched fewer nodes since it last made room is given up: a large board has some ten options a
/// node that are new, so it had no memory for a thousand of them.
const MIN_NODES: u64 = 100;

/// How the limit of a solver is divided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    /// The limit.
    pub(super) max_bytes: usize,
    /// The bytes that a verification holds.
    pub(super) held_bytes: usize,
}

impl Memory {
    pub(super) fn max_table_bytes(self) -> usize {
        self.max_bytes / 4
    }

    /// The size at which the lists of components stop growing: half of the limit, or three eighths if values and the rest take
    /// more than an eighth.
    pub(super) fn max_component_bytes(self, other_bytes: usize) -> usize {
        (self.max_bytes / 2).saturating_sub(other_bytes).max(self.max_bytes / 8 * 3)
    }

    /// The largest number of bytes of values, and of the tables of the threads, that are kept when room is made. A MiB
    /// holds some thousand values, which small limits need as well.
    fn max_kept_bytes(self) -> usize {
        (self.max_bytes / 16).max(1 << 20).min(self.max_bytes / 8)
    }

    /// The bytes to leave free in a search: a store of values takes as much again when it grows, as its arrays double,
    /// and when it is copied. The first MiB may pass the limit: they count little and small limits need them.
    pub(super) fn reserve(self, store_bytes: usize) -> usize {
        store_bytes.saturating_sub(4 << 20)
    }
}

impl Solver {
    pub(super) fn memory(&self) -> Memory {
        Memory { max_bytes: self.max_bytes(), held_bytes: self.held_bytes + self.win_cache.bytes() }
    }

    /// The bytes that count against the limit while no thread searches.
    pub(super) fn bytes(&self) -> usize {
        let table = self.table.as_ref().map_or(0, super::Table::bytes);
        let shared = table + self.components.bytes() + self.store.inner().bytes();
        shared + self.worker_bytes() + self.held_bytes
    }

    fn worker_bytes(&self) -> usize {
        let tables = self.worker_tables.iter().flatten().map(|tables| tables.bytes());
        tables.sum::<usize>() + self.win_cache.bytes()
    }

    /// Lets the table grow, if there is memory for a larger one while the old one is there.
    pub(super) fn grow_table(&mut self) {
        let bytes = self.bytes() + self.memory().reserve(self.store.inner().bytes());
        let max_bytes = self.max_bytes();
        if let Some(table) = &mut self.table {
            table.grow(max_bytes.saturating_sub(bytes));
        }
    }

    /// Calls `f` until it has the memory that it needs. What is held is kept, and counts for the limit.
    pub(super) fn with_room<H: Held, T>(
        &mut self,
        held: &mut H,
        mut f: impl FnMut(&mut Solver, &mut H) -> Result<T, ValueError>,
    ) -> Result<T, ValueError> {
        let mut last = None;
        loop {
            self.held_bytes = held.bytes();
            self.prepare_workers();
            match f(self, held) {
                Err(error) if is_out_of_memory(error) && self.make_room(&mut last, held) => {}
                result => return result,
            }
        }
    }

    /// Forgets what no entry of the table needs and nothing holds, and entries of small sums where that is not enough.
    /// Returns whether a search can go on: `last` is the number of nodes at the last time.
    pub(super) fn make_room(&mut self, last: &mut Option<u64>, held: &mut dyn Held) -> bool {
        if last.replace(self.nodes).is_some_and(|last| self.nodes - last < MIN_NODES) {
            return false;
        }
        self.made_room += 1;
        let memory = self.memory();
        if self.worker_bytes() > memory.max_kept_bytes() {
            self.worker_tables.clear();
            self.win_cache = WinCache::default();
        }
        if self.store.inner().bytes() > memory.max_kept_bytes() {
            self.forget_values(memory.max_kept_bytes(), held);
        }
        self.forget_components(held);
        if let Some(table) = &mut self.table {
            table.growth_refused = false;
        }
        if self.bytes() > self.max_bytes() / 8 * 7 {
            self.forget_values(memory.max_kept_bytes(), held);
        }
        self.bytes() <= self.max_bytes() / 16 * 15
    }

    /// Drops values that no entry contains, and the entries of small sums if the others' values take more bytes.
    fn forget_values(&mut self, max_bytes: usize, held: &mut dyn Held) {
        // They refer to the old store.
        self.worker_tables.clear();
        let store = Store::new();
        if let Some(table) = &mut self.table {
            let old = self.store.inner();
            let mut engine = Engine::new(store.inner(), &NO_LIMITS);
            let mut copies: HashMap<Id, Id, BuildMix> = HashMap::default();
            held.map_values(&mut |id| {
                let copy = copies
                    .get(&id)
                    .copied()
                    .map_or_else(|| engine.copy_knowing(old, id, &mut copies), Ok);
                copy.expect("without limits, a new store holds the values of the old one")
            });
            let (mut count, mut is_full) = (0_u32, false);
            let mut map = |id| {
                count = count.wrapping_add(1);
                if count.is_multiple_of(VALUES_BETWEEN_CHECKS) {
                    let bytes = engine.store.bytes() + copies.allocation_size();
                    is_full |= bytes > max_bytes;
                }
                match copies.get(&id) {
                    None if is_full => None,
                    None => engine.copy_knowing(old, id, &mut copies).ok(),
                    Some(&copy) => Some(copy),
                }
            };
            self.components.map_values(&mut map);
            table.map_values(&mut map);
        }
        self.store = store;
    }

    /// Removes components that no entry contains. Forgets entries until they contain less than half of the components,
    /// so that the same number can be added.
    fn forget_components(&mut self, held: &dyn Held) {
        let end = self.components.end();
        let live = loop {
            let mut live = self.live_components();
            held.mark(&mut live);
            if count(&live) <= end / 2 {
                break live;
            }
            let results_left = self.components.forget_half();
            let entries_left = self.table.as_mut().is_some_and(super::Table::forget_half);
            if !results_left && !entries_left {
                break live;
            }
        };
        self.components.retain(&live);
    }

    /// The results of components, and the entries of the table.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry> {
        self.components.results().chain(self.table.iter().flat_map(super::Table::entries))
    }

    /// Whether there is a result of the component, for each index.
    pub(super) fn live_components(&self) -> Vec<bool> {
        let mut live = vec![false; self.components.end()];
        self.entries().for_each(|entry| entry.ids().for_each(|id| live[id.index()] = true));
        live
    }
}

/// What is not forgotten, whatever the table needs.
pub(super) trait Held {
    /// Marks the components that are held.
    fn mark(&self, live: &mut [bool]);

    /// Replaces all values that are held by their copies in another store.
    fn map_values(&mut self, map: &mut dyn FnMut(Id) -> Id);

    /// The bytes that count for the limit of the solver.
    fn bytes(&self) -> usize;
}

/// Nothing is held.
impl Held for () {
    fn mark(&self, _: &mut [bool]) {}

    fn map_values(&mut self, _: &mut dyn FnMut(Id) -> Id) {}

    fn bytes(&self) -> usize {
        0
    }
}

fn count(live: &[bool]) -> usize {
    live.iter().filter(|&&live| live).count()
}

/// Values copied between two checks of the bytes: a value has some hundred bytes.
const VALUES_BETWEEN_CHECKS: u32 = 64;

#[cfg(test)]
mod tests {
    use super::super::Sum;
    use super::*;
    use crate::rules::Clobber;
    use crate::{CanonicalForm, Limits, Outcome};

    fn solver(bytes: usize, threads: usize) -> Solver {
        let limits = Limits::default().with_bytes(bytes).with_threads(threads);
        let mut solver = Solver::new().with_limits(limits);
        solver.valued_size = 4;
        solver
    }

    fn entries(solver: &Solver) -> usize {
        solver.entries().count()
    }

    /// Dropping what no entry names loses no answer; dropping everything costs only time.
    #[test]
    fn forgetting() {
        let board = Sum::from(Clobber::checkerboard(6, 3).unwrap());
        let sum = board.clone() + "{3||2^*|{1|*}}".parse::<CanonicalForm>().unwrap();
        let mut solver = solver(1 << 28, 1);
        let outcomes = |solver: &mut Solver| [&board, &sum].map(|sum| solver.outcome(sum).unwrap());
        let expected = outcomes(&mut solver);
        let (nodes, ids, forms) = (solver.nodes(), solver.components.len(), solver.store.len());
        solver.forget_values(usize::MAX, &mut ());
        let live = solver.live_components();
        assert!(solver.store.len() < forms && count(&live) <= ids, "{}", count(&live));
        solver.components.retain(&live);
        assert_eq!(solver.components.len(), count(&live));
        assert_eq!(outcomes(&mut solver), expected);
        // Entries of which there are many may lose their places.
        assert!(solver.nodes() - nodes < nodes / 20, "{nodes} {}", solver.nodes());
        // Slots of removed components are used again.
        assert!(solver.components.forget_half());
        solver.forget_components(&());
        assert!(solver.components.len() < ids / 4 * 3, "{}", solver.components.len());
        let end = solver.components.end();
        for text in ["xoxoxo/xoxoxo", "oxoxxo/xoxoox", "xxoxo/oxoxx/xoxoo"] {
            solver.outcome(&Sum::from(text.parse::<Clobber>().unwrap())).unwrap();
        }
        assert_eq!(solver.components.end(), end);
        let before = entries(&solver);
        solver.forget_values(0, &mut ());
        solver.forget_components(&());
        assert!(entries(&solver) < before);
        assert_eq!(outcomes(&mut solver), expected);
    }

    /// A search far beyond its limit makes room again and again, stays below the limit, and ends with the answer.
    #[test]
    fn at_the_limit() {
        let board = Sum::from(Clobber::checkerboard(7, 3).unwrap());
        for threads in [1, 2] {
            let mut full = solver(1 << 20, threads);
            assert_eq!(full.outcome(&board), Ok(Outcome::Next));
            assert!(full.made_room >= 2, "{}", full.made_room);
            assert!(full.bytes() < 5 << 18, "{}", full.bytes());
            let mut file = Vec::new();
            full.save(&mut file).unwrap();
            let mut next = solver(1 << 20, threads).with_ruleset::<Clobber>();
            next.load(&file[..]).unwrap();
            // The table is full, and components have other ids in the new one: some entries find their buckets full.
            let (saved, loaded) = (entries(&full), entries(&next));
            assert!(loaded > saved / 4 * 3, "{loaded} of {saved}");
        }
    }
}
