//! The ids of forms.

/// The index of a canonical form in its store, with the sign of the form.
///
/// Bit 0 is set for the negative of the recorded form, bit 1 if the form is its own negative (bit 0 is then 0), bit 2
/// if it is a number, up and star in closed form. The rest is the record's number. Ids stay below 2^31.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Id(pub(super) u32);

impl Id {
    // The first records of every store: closed forms, of which 0 and * are their own negatives.
    pub(crate) const ZERO: Id = Id(0b0110);
    pub(crate) const STAR: Id = Id(0b1110);
    pub(crate) const UP: Id = Id(0b1_0100);
    pub(crate) const UP_STAR: Id = Id(0b1_1100);
    /// Not an id.
    pub(crate) const NONE: Id = Id(0);
    pub(super) const MAX_RECORDS: usize = 1 << 28;

    pub(super) fn new(record: usize, closed: bool, own_negative: bool) -> Id {
        debug_assert!(record < Id::MAX_RECORDS);
        Id((record as u32) << 3 | u32::from(closed) << 2 | u32::from(own_negative) << 1)
    }

    /// The id as a word, for hashing and for tables of ids.
    pub(crate) fn to_word(self) -> u32 {
        self.0
    }

    /// The id with that [word](Id::to_word).
    pub(crate) fn from_word(word: u32) -> Id {
        Id(word)
    }

    pub(super) fn record(self) -> usize {
        (self.0 >> 3) as usize
    }

    #[inline]
    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    #[inline]
    pub(crate) fn is_own_negative(self) -> bool {
        self.0 & 2 != 0
    }

    /// Whether this is a number, up and star, held in closed form.
    #[inline]
    pub(crate) fn is_closed(self) -> bool {
        self.0 & 4 != 0
    }

    #[inline]
    pub(crate) const fn negative(self) -> Id {
        Id(self.0 ^ (!self.0 >> 1 & 1))
    }

    #[inline]
    pub(crate) fn negative_if(self, negate: bool) -> Id {
        Id(self.0 ^ (!self.0 >> 1 & 1 & u32::from(negate)))
    }
}
