//! What each thread of a search has of its own: values of small components, and parts of sums that are not interned.

use std::any::Any;
use std::ops::Range;

use smallvec::SmallVec;

use super::component::Weights;
use super::components::Components;
use super::endgame::WinCache;
use super::state::{State, sort_and_cancel};
use crate::analysis::{Call, Tables};
use crate::form::Id;
use crate::rules::Short;
use crate::{Store, ValueError};

/// The values of small components that one thread has computed: for each pool a [`Tables`] of its positions.
pub(super) type WorkerTables = Vec<Box<dyn AnyTables>>;

/// What a thread has of a pool, type-erased over the positions.
pub(super) trait AnyTables: Any + Send {
    fn bytes(&self) -> usize;

    /// The number of parts on the stack.
    fn parts(&self) -> usize;

    /// Removes all parts from the stack but that many. Returns the bytes that they owned on the heap.
    fn truncate(&mut self, parts: usize) -> usize;

    /// Whether the parts in the two ranges of the stack are the same, in the same order.
    fn are_equal(&self, one: Range<usize>, other: Range<usize>) -> bool;
}

/// What a thread has of a pool.
pub(super) struct PoolTables<P: Short> {
    /// The values of small components.
    pub(super) values: Tables<P>,
    /// A stack of the parts of [`NewParts`]: normalized positions, whether they are negated, and their weights.
    pub(super) parts: Vec<(P, bool, Weights)>,
    /// The bytes that these own on the heap.
    pub(super) heap_bytes: usize,
}

impl<P: Short> AnyTables for PoolTables<P> {
    fn bytes(&self) -> usize {
        let parts = self.parts.capacity() * size_of::<(P, bool, Weights)>() + self.heap_bytes;
        self.values.bytes() + parts
    }

    fn parts(&self) -> usize {
        self.parts.len()
    }

    fn truncate(&mut self, parts: usize) -> usize {
        let removed =
            self.parts.iter().skip(parts).map(|(part, ..)| P::SEARCH.heap_bytes(part)).sum();
        self.heap_bytes -= removed;
        self.parts.truncate(parts);
        removed
    }

    fn are_equal(&self, one: Range<usize>, other: Range<usize>) -> bool {
        self.parts[one] == self.parts[other]
    }
}

/// The parts of a sum that were not interned when it was generated. Most options are never searched, and those are not
/// interned: their parts stay on a stack of the thread while the position before is searched.
#[derive(Clone, Debug)]
pub(super) struct NewParts {
    /// The index of the pool.
    pub(super) pool: u16,
    /// The places of the parts in the stack.
    pub(super) parts: Range<u32>,
    /// The parts' share of the estimate by which moves are ordered.
    pub(super) order: i64,
    /// Whether a part has [hints](crate::rules::Search::hints).
    pub(super) has_hints: bool,
}

/// What one thread computes values with.
pub(super) struct Worker<'a> {
    pub(super) call: Call<'a>,
    pub(super) store: &'a Store,
    pub(super) components: &'a Components,
    pub(super) tables: &'a mut WorkerTables,
    /// The hints of values, by the value.
    pub(super) value_hints: Box<[Option<(Id, i16)>; VALUE_HINTS]>,
    /// Whether a component that is not interned ends a split with [`Worker::has_new`] instead of being interned.
    pub(super) finds_only: bool,
    pub(super) has_new: bool,
    pub(super) win_cache: WinCache,
}

/// The number of values whose hints are cached: 6 KiB. Others replace them.
const VALUE_HINTS: usize = 512;

impl<'a> Worker<'a> {
    /// Creates a worker, with tables for pools that are new.
    pub(super) fn new(
        call: Call<'a>,
        store: &'a Store,
        components: &'a Components,
        tables: &'a mut WorkerTables,
    ) -> Worker<'a> {
        let new = &components.pools[tables.len()..];
        tables.extend(new.iter().map(|(_, pool)| pool.tables(&components.value_sources)));
        let value_hints = Box::new([None; VALUE_HINTS]);
        // An error may have left parts of the search before.
        tables.iter_mut().for_each(|tables| _ = tables.truncate(0));
        Worker {
            call,
            store,
            components,
            tables,
            value_hints,
            finds_only: false,
            has_new: false,
            win_cache: WinCache::default(),
        }
    }

    /// The bytes of the tables.
    pub(super) fn bytes(&self) -> usize {
        self.win_cache.bytes() + self.tables.iter().map(|tables| tables.bytes()).sum::<usize>()
    }

    /// The number of parts on the stack of each pool.
    pub(super) fn stacks(&self) -> SmallVec<[usize; 4]> {
        self.tables.iter().map(|tables| tables.parts()).collect()
    }

    /// Removes the parts that were added to the stacks since.
    pub(super) fn restore_stacks(&mut self, stacks: &[usize]) {
        let removed = self.tables.iter_mut().zip(stacks).map(|(own, &parts)| own.truncate(parts));
        let bytes = removed.sum();
        self.release(bytes);
    }

    /// Counts an option of a position, and the bytes that its parts own on the heap. They are counted until they are
    /// [released](Worker::release), or all bytes are counted again, as they are once in some hundred nodes.
    pub(super) fn count_option(
        &mut self,
        more_steps: usize,
        heap_bytes: usize,
    ) -> Result<(), ValueError> {
        let engine = &mut self.call.engine;
        engine.other_bytes += heap_bytes;
        engine.steps(more_steps)
    }

    /// No longer counts bytes.
    pub(super) fn release(&mut self, bytes: usize) {
        let engine = &mut self.call.engine;
        engine.other_bytes = engine.other_bytes.saturating_sub(bytes);
    }

    /// Whether the parts are the same.
    pub(super) fn are_equal(&self, one: &NewParts, other: &NewParts) -> bool {
        let range = |new: &NewParts| new.parts.start as usize..new.parts.end as usize;
        one.pool == other.pool
            && one.order == other.order
            && self.tables[usize::from(one.pool)].are_equal(range(one), range(other))
    }

    /// Adds the parts to the sum, interned.
    pub(super) fn intern(&mut self, new: &NewParts, sum: &mut State) -> Result<(), ValueError> {
        self.components.pools[usize::from(new.pool)].1.intern_new(new, sum, self)?;
        sort_and_cancel(&mut sum.ids);
        Ok(())
    }
}
