//! Memory that grows while other threads read it.

use std::sync::OnceLock;

/// An append-only array in buckets of doubling size, readable while it grows.
pub(crate) struct Buckets<T> {
    buckets: [OnceLock<Box<[T]>>; 32],
}

impl<T: Default> Buckets<T> {
    const FIRST: usize = 1 << 10;

    pub(crate) fn new() -> Buckets<T> {
        Buckets { buckets: [const { OnceLock::new() }; 32] }
    }

    /// The bucket that holds index `i`, and the index in it.
    #[inline]
    fn locate(i: usize) -> (usize, usize) {
        let j = i + Self::FIRST;
        let log = j.ilog2();
        ((log - Self::FIRST.ilog2()) as usize, j - (1 << log))
    }

    #[inline]
    fn bucket(&self, bucket: usize) -> &[T] {
        self.buckets[bucket]
            .get_or_init(|| (0..Self::FIRST << bucket).map(|_| T::default()).collect())
    }

    #[inline]
    pub(crate) fn get(&self, i: usize) -> &T {
        let (bucket, place) = Self::locate(i);
        &self.bucket(bucket)[place]
    }

    /// `len` values from index `i` on, all in one bucket.
    #[inline]
    pub(crate) fn slice(&self, i: usize, len: usize) -> &[T] {
        if len == 0 {
            return &[];
        }
        let (bucket, place) = Self::locate(i);
        &self.bucket(bucket)[place..place + len]
    }

    /// The first index from `i` on where `len` values are in one bucket.
    pub(crate) fn room(i: usize, len: usize) -> usize {
        let (bucket, place) = Self::locate(i);
        let size = Self::FIRST << bucket;
        if place + len <= size { i } else { Self::room(i + size - place, len) }
    }

    /// The bytes of the buckets that hold `len` values.
    pub(crate) fn bytes(len: usize) -> usize {
        let (last, _) = Self::locate(len.saturating_sub(1));
        ((Self::FIRST << (last + 1)) - Self::FIRST) * size_of::<T>()
    }
}
