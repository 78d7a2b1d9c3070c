//! What is known of nim values, and what it takes to know more.

/// What is known of a nim value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// It is at least this.
    pub(super) least: u16,
    /// It is at most this.
    pub(super) most: u16,
    /// Numbers that it is not: bit *i* is for `least + i`, and bit 0 is never set.
    pub(super) excluded: u16,
}

impl Bounds {
    /// Those of a component with that many options.
    pub(super) fn of_options(options: u16) -> Bounds {
        Bounds { least: 0, most: options, excluded: 0 }
    }

    pub(super) fn value(self) -> Option<u16> {
        (self.least == self.most).then_some(self.least)
    }

    /// Whether it is `n`, if that is known.
    pub(super) fn is(self, n: u32) -> Option<bool> {
        if n < u32::from(self.least) || n > u32::from(self.most) {
            return Some(false);
        }
        let excluded = self.excluded.checked_shr(n - u32::from(self.least)).unwrap_or(0) & 1 == 1;
        if excluded { Some(false) } else { self.value().map(|_| true) }
    }

    /// Notes that it is not `n`, which is lost if `n` is far from the bounds.
    pub(super) fn exclude(&mut self, n: u32) {
        if let Some(place) = n.checked_sub(self.least.into()).filter(|&place| place < 16) {
            self.excluded |= 1 << place;
        }
        self.raise_least();
    }

    /// Makes the least number that is not excluded the lower bound.
    pub(super) fn raise_least(&mut self) {
        let passed = self.excluded.trailing_ones() as u16;
        self.excluded = self.excluded.checked_shr(passed.into()).unwrap_or(0);
        self.least = (self.least + passed).min(self.most);
    }

    /// What both say.
    pub(super) fn and(self, other: Bounds) -> Bounds {
        let (low, high) = if self.least < other.least { (self, other) } else { (other, self) };
        let passed = u32::from(high.least - low.least);
        let excluded = high.excluded | low.excluded.checked_shr(passed).unwrap_or(0);
        let mut both = Bounds { least: high.least, most: low.most.min(high.most), excluded };
        both.raise_least();
        both
    }

    /// Notes that no option has the value `n`: it is at most `n`.
    pub(super) fn limit(&mut self, n: u32) {
        self.most = u16::try_from(n).map_or(self.most, |n| self.most.min(n));
    }
}

/// Estimates of the effort to answer a question, the proof numbers of the search: at least 1, or 0 and [`NEVER`] for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Efforts {
    /// To show that the value is the number.
    pub(super) is: u32,
    /// To show that it is not.
    pub(super) is_not: u32,
}

/// The effort to show what is false.
pub(super) const NEVER: u32 = u32::MAX;

impl Efforts {
    /// No limits.
    pub(super) const MAX: Efforts = Efforts { is: NEVER, is_not: NEVER };

    /// Those of a component that was not searched: all options have to be refuted to show that the value is a number, and one
    /// has to be found to show that it is not. The 40 is measured: with 1,000, and with 10, Cram takes a third more nodes on 4x7
    /// and twice as many on 5x6.
    pub(super) fn of_size(size: u32) -> Efforts {
        Efforts { is: 1 + size.min(4096).pow(2) / 40, is_not: 1 }
    }

    pub(super) fn reach(self, limits: Efforts) -> bool {
        self.is >= limits.is || self.is_not >= limits.is_not
    }
}
