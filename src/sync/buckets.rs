//! Memory that grows while other threads read it.

use std::sync::OnceLock;

/// An append-only array in buckets, readable while it grows: four buckets of 256 values, then four of 512, and so on. One more
/// bucket makes a long array at most a quarter longer.
pub(crate) struct Buckets<T> {
    buckets: [OnceLock<Box<[T]>>; BUCKETS],
}

const STEPS_LOG: u32 = 2;
const FIRST_LOG: u32 = 10;
/// For 2^32 values.
const BUCKETS: usize = (33 - FIRST_LOG as usize) << STEPS_LOG;

impl<T: Default> Buckets<T> {
    pub(crate) fn new() -> Buckets<T> {
        Buckets { buckets: [const { OnceLock::new() }; BUCKETS] }
    }

    /// The bucket that holds index `i`, and the index in it.
    #[inline]
    fn locate(i: usize) -> (usize, usize) {
        let shifted = i + (1 << FIRST_LOG);
        let log = shifted.ilog2() - STEPS_LOG;
        let step = (shifted >> log) - (1 << STEPS_LOG);
        let bucket = (((log + STEPS_LOG - FIRST_LOG) as usize) << STEPS_LOG) + step;
        (bucket, shifted & ((1 << log) - 1))
    }

    /// The number of values of a bucket.
    fn size(bucket: usize) -> usize {
        1 << (FIRST_LOG - STEPS_LOG) << (bucket >> STEPS_LOG)
    }

    #[inline]
    fn bucket(&self, bucket: usize) -> &[T] {
        self.buckets[bucket].get_or_init(|| (0..Self::size(bucket)).map(|_| T::default()).collect())
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
        let size = Self::size(bucket);
        if place + len <= size { i } else { Self::room(i + size - place, len) }
    }

    /// The bytes of the buckets that hold `len` values.
    pub(crate) fn bytes(len: usize) -> usize {
        let last = len.saturating_sub(1);
        let (bucket, place) = Self::locate(last);
        (last - place + Self::size(bucket)) * size_of::<T>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_follow_each_other() {
        let mut expected = (0, 0);
        for i in 0..100_000 {
            let (bucket, place) = Buckets::<u8>::locate(i);
            assert_eq!((bucket, place), expected, "{i}");
            let size = Buckets::<u8>::size(bucket);
            assert!(place < size && Buckets::<u8>::bytes(i + 1) == i - place + size);
            expected = if place + 1 == size { (bucket + 1, 0) } else { (bucket, place + 1) };
        }
        let (bucket, _) = Buckets::<u8>::locate(u32::MAX as usize);
        assert!(bucket < BUCKETS);
    }

    #[test]
    fn rooms_are_in_one_bucket() {
        let array = Buckets::<u8>::new();
        for (i, len) in [(0, 256), (1, 256), (255, 2), (1000, 5_000), (70, 0)] {
            let room = Buckets::<u8>::room(i, len);
            assert!(room >= i && array.slice(room, len).len() == len);
        }
        assert_eq!(Buckets::<u8>::room(1, 256), 256);
    }
}
