//! Numbers that look random, the same in every run.

pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `n`, by the generator of MMIX.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}
