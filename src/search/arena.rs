//! A list that grows while others read it.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Items that are added once and never move, in buckets of doubling size.
#[derive(Debug)]
pub(super) struct Arena<T> {
    buckets: [OnceLock<Box<[OnceLock<T>]>>; BUCKETS],
    len: AtomicUsize,
}

const BUCKETS: usize = 26;
/// The size of the first bucket.
const FIRST: usize = 64;

/// The bucket of an item, and its place there.
fn place(index: usize) -> (usize, usize) {
    let bucket = (index / FIRST + 1).ilog2() as usize;
    (bucket, index - FIRST * ((1 << bucket) - 1))
}

impl<T> Default for Arena<T> {
    fn default() -> Arena<T> {
        Arena { buckets: [const { OnceLock::new() }; BUCKETS], len: AtomicUsize::new(0) }
    }
}

impl<T> Arena<T> {
    /// Adds an item; its index, or `None` if there is no room left.
    pub(super) fn push(&self, item: T) -> Option<usize> {
        let index = self.len.fetch_add(1, Ordering::Relaxed);
        let (bucket, place) = place(index);
        let items = self
            .buckets
            .get(bucket)?
            .get_or_init(|| (0..FIRST << bucket).map(|_| OnceLock::new()).collect());
        items[place].set(item).ok()?;
        Some(index)
    }

    /// The item that was added with that index.
    pub(super) fn get(&self, index: usize) -> Option<&T> {
        let (bucket, place) = place(index);
        self.buckets.get(bucket)?.get()?.get(place)?.get()
    }

    pub(super) fn len(&self) -> usize {
        self.len.load(Ordering::Relaxed)
    }

    /// The bytes of the buckets.
    pub(super) fn bytes(&self) -> usize {
        let sizes = self.buckets.iter().map(|bucket| bucket.get().map_or(0, |items| items.len()));
        sizes.sum::<usize>() * size_of::<OnceLock<T>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_keep_their_index() {
        let arena = Arena::default();
        for i in 0..10_000 {
            assert_eq!(arena.push(i * i), Some(i));
        }
        assert!((0..10_000).all(|i| arena.get(i) == Some(&(i * i))));
        assert_eq!((arena.get(10_000), arena.len()), (None, 10_000));
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
