//! Memory of lossy caches that grow with what they forget.

use std::sync::OnceLock;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// The entries of a direct-mapped cache that threads share without locks.
///
/// It grows by copying its entries to a larger level. Older levels are not used any more.
pub(super) struct Levels<E> {
    levels: [OnceLock<Box<[E]>>; LEVELS],
    level: AtomicUsize,
    /// Entries of the level that were overwritten.
    overwritten: AtomicUsize,
    /// The largest number of entries for each form of the store.
    per_form: usize,
    /// The number of entries for each form that a level must lose before the next one.
    lost_per_form: usize,
}

/// From 2^12 entries to 2^22.
const LEVELS: usize = 6;

const FIRST_LOG: u32 = 12;

/// The number of entries of a level.
#[inline]
fn len(level: usize) -> usize {
    1 << (FIRST_LOG + 2 * level as u32)
}

impl<E: Default> Levels<E> {
    pub(super) fn new(per_form: usize, lost_per_form: usize) -> Levels<E> {
        Levels {
            levels: [const { OnceLock::new() }; LEVELS],
            level: AtomicUsize::new(0),
            overwritten: AtomicUsize::new(0),
            per_form,
            lost_per_form,
        }
    }

    /// Whether a level may be followed by a larger one when it has lost a number of entries, in a store with a number of
    /// forms.
    #[inline]
    fn is_small(&self, level: usize, overwritten: usize, forms: usize) -> bool {
        overwritten >= (len(level) / 4).max(forms * self.lost_per_form)
            && level + 1 < LEVELS
            && len(level + 1) <= forms * self.per_form
    }

    #[inline]
    fn level(&self, level: usize) -> &[E] {
        self.levels[level].get_or_init(|| (0..len(level)).map(|_| E::default()).collect())
    }

    /// The entries of the last level; their number is a power of 2.
    #[inline]
    pub(super) fn entries(&self) -> &[E] {
        self.level(self.level.load(Relaxed))
    }

    /// Counts an entry that was overwritten, and grows if it is the last of too many: then `copy` is called with each entry and
    /// those of the next level. What other threads write to the old one at the same time is lost.
    pub(super) fn count_overwritten(&self, forms: usize, copy: impl Fn(&E, &[E])) {
        let level = self.level.load(Relaxed);
        let overwritten = self.overwritten.fetch_add(1, Relaxed) + 1;
        if self.is_small(level, overwritten, forms) {
            let larger = self.level(level + 1);
            self.level(level).iter().for_each(|entry| copy(entry, larger));
            self.overwritten.store(0, Relaxed);
            self.level.store(level + 1, Relaxed);
        }
    }

    /// The bytes that they take, or if `soon`, those that they take in a store of this number of forms after the next
    /// growth.
    pub(super) fn bytes(&self, soon: bool, forms: usize) -> usize {
        let level = self.level.load(Relaxed);
        let overwritten = self.overwritten.load(Relaxed);
        let next = soon && self.is_small(level, 2 * overwritten, forms);
        let used = |&i: &usize| next && i == level + 1 || self.levels[i].get().is_some();
        (0..LEVELS).filter(used).map(len).sum::<usize>() * size_of::<E>()
    }
}
