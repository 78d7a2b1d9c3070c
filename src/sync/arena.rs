//! A list that grows while other threads read it, and whose items can be removed while no thread reads it.

use std::sync::OnceLock;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// Items with fixed indices, in buckets that never move.
///
/// The indices of [removed](Arena::retain) items are used again, so a list whose items come and go needs no more
/// memory than for the most items at one time.
#[derive(Debug)]
pub(crate) struct Arena<T> {
    buckets: [OnceLock<Box<[Slot<T>]>>; BUCKETS],
    /// The next index to try; the slots before it are in use.
    next: AtomicUsize,
    len: AtomicUsize,
    bytes: AtomicUsize,
    /// No items are added from this index on.
    limit: AtomicUsize,
}

/// The place of an item. Slots of 32 bytes, as most are, do not lie across two cache lines.
#[derive(Debug)]
#[repr(align(32))]
struct Slot<T>(OnceLock<T>);

/// The first 8 buckets have 8 slots each, the next 8 have 16 each, and so on: one more bucket makes a list at most
/// an eighth longer.
const STEPS_LOG: u32 = 3;
const FIRST_LOG: u32 = 6;
const BUCKETS: usize = 26 << STEPS_LOG;

/// The bucket of an index, and the slot in it.
#[inline]
fn place(index: usize) -> (usize, usize) {
    let shifted = index + (1 << FIRST_LOG);
    let log = shifted.ilog2() - STEPS_LOG;
    let bucket = (((log + STEPS_LOG - FIRST_LOG) as usize) << STEPS_LOG) + (shifted >> log)
        - (1 << STEPS_LOG);
    (bucket, shifted & ((1 << log) - 1))
}

/// The number of slots of a bucket.
fn slots(bucket: usize) -> usize {
    1 << (FIRST_LOG - STEPS_LOG) << (bucket >> STEPS_LOG)
}

impl<T> Default for Arena<T> {
    fn default() -> Arena<T> {
        Arena {
            buckets: [const { OnceLock::new() }; BUCKETS],
            next: AtomicUsize::new(0),
            len: AtomicUsize::new(0),
            bytes: AtomicUsize::new(0),
            limit: AtomicUsize::new(usize::MAX),
        }
    }
}

impl<T> Arena<T> {
    /// Adds an item and returns its index, or `None` if there is no free slot.
    pub(crate) fn push(&self, mut item: T) -> Option<usize> {
        loop {
            let index = self.next.fetch_add(1, Relaxed);
            if index >= self.limit.load(Relaxed) {
                return None;
            }
            let (bucket, slot) = place(index);
            let items = self.buckets.get(bucket)?.get_or_init(|| {
                let bytes = slots(bucket) * size_of::<Slot<T>>();
                self.bytes.fetch_add(bytes, Relaxed);
                (0..slots(bucket)).map(|_| Slot(OnceLock::new())).collect()
            });
            match items[slot].0.set(item) {
                Ok(()) => {
                    self.len.fetch_add(1, Relaxed);
                    return Some(index);
                }
                Err(refused) => item = refused,
            }
        }
    }

    /// The item with that index.
    pub(crate) fn get(&self, index: usize) -> Option<&T> {
        let (bucket, slot) = place(index);
        self.buckets.get(bucket)?.get()?.get(slot)?.0.get()
    }

    /// The items, with their indices.
    pub(crate) fn items(&self) -> impl Iterator<Item = (usize, &T)> {
        (0..self.end()).filter_map(|index| Some((index, self.get(index)?)))
    }

    /// Removes all items but these, and gives their slots to the items that are added next.
    pub(crate) fn retain(&mut self, live: &[bool]) {
        let buckets = self.buckets.iter_mut().filter_map(OnceLock::get_mut);
        for (item, _) in buckets.flatten().zip(live).filter(|(_, live)| !**live) {
            *self.len.get_mut() -= usize::from(item.0.take().is_some());
        }
        *self.next.get_mut() = 0;
    }

    /// Ends growth: from now on items are added to free slots only.
    pub(crate) fn close(&self) {
        self.limit.fetch_min(self.end(), Relaxed);
    }

    /// The number of items.
    pub(crate) fn len(&self) -> usize {
        self.len.load(Relaxed)
    }

    /// The number of slots: all indices are less.
    pub(crate) fn end(&self) -> usize {
        let last = self.buckets.iter().rposition(|bucket| bucket.get().is_some());
        last.map_or(0, |last| (0..=last).map(slots).sum())
    }

    /// The bytes of the buckets.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_follow_each_other() {
        let mut expected = (0, 0);
        for index in 0..100_000 {
            assert_eq!(place(index), expected, "{index}");
            expected.1 += 1;
            if expected.1 == slots(expected.0) {
                expected = (expected.0 + 1, 0);
            }
        }
    }

    #[test]
    fn items_keep_their_index_and_slots_are_used_again() {
        let mut arena = Arena::default();
        (0..10_000).for_each(|i| assert_eq!(arena.push(i), Some(i)));
        assert_eq!((arena.get(10_000), arena.len()), (None, 10_000));
        let slots = arena.end();
        assert!((10_000..10_000 * 9 / 8).contains(&slots));
        arena.close();
        (10_000..slots).for_each(|i| assert_eq!(arena.push(i), Some(i)));
        assert_eq!(arena.push(0), None);
        arena.retain(&(0..slots).map(|i| i % 3 == 0).collect::<Vec<_>>());
        assert_eq!(arena.len(), slots.div_ceil(3));
        for i in (0..slots).filter(|i| i % 3 > 0) {
            assert_eq!(arena.push(7 * i), Some(i));
        }
        assert_eq!((arena.push(0), arena.len(), arena.end()), (None, slots, slots));
        assert!((0..slots).all(|i| arena.get(i) == Some(&if i % 3 > 0 { 7 * i } else { i })));
    }

    #[test]
    fn from_two_threads() {
        let arena = Arena::default();
        std::thread::scope(|scope| {
            for start in [0, 1] {
                let arena = &arena;
                scope.spawn(move || {
                    for i in (start..20_000).step_by(2) {
                        let index = arena.push(i).unwrap();
                        assert_eq!(arena.get(index), Some(&i));
                    }
                });
            }
        });
        let mut all: Vec<i32> = (0..20_000).map(|i| *arena.get(i).unwrap()).collect();
        all.sort_unstable();
        assert_eq!(all, (0..20_000).collect::<Vec<_>>());
    }
}
