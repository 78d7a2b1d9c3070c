//! A word of 448 bits, for boards up to 20x20 and beyond.

use std::array::from_fn;
use std::cmp::Ordering;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use super::bitboard::Bits;

const LIMBS: usize = 7;

/// A word of 448 bits: 18x18 = 324 and 20x20 = 400 cells fit.
///
/// Shifts by 448 and more give 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct U448 {
    /// Least significant first.
    limbs: [u64; LIMBS],
}

macro_rules! limb_by_limb {
    ($($operation:ident $method:ident),*) => {$(
        impl $operation for U448 {
            type Output = U448;

            fn $method(self, other: U448) -> U448 {
                U448 { limbs: from_fn(|i| self.limbs[i].$method(other.limbs[i])) }
            }
        }
    )*};
}

limb_by_limb!(BitAnd bitand, BitOr bitor, BitXor bitxor);

impl Not for U448 {
    type Output = U448;

    fn not(self) -> U448 {
        U448 { limbs: self.limbs.map(|limb| !limb) }
    }
}

/// A shift takes whole limbs first, then each limb's last bits from its neighbour:
/// `(low >> 1) >> (63 - bits)` is `low >> (64 - bits)`, and right for `bits` = 0 as well.
impl Shl<u32> for U448 {
    type Output = U448;

    fn shl(self, by: u32) -> U448 {
        let (skip, bits) = ((by / 64) as usize, by % 64);
        let limb = |i: usize| self.limbs.get(i.wrapping_sub(skip)).copied().unwrap_or(0);
        let low = |i: usize| if i == 0 { 0 } else { limb(i - 1) };
        U448 { limbs: from_fn(|i| limb(i) << bits | (low(i) >> 1) >> (63 - bits)) }
    }
}

impl Shr<u32> for U448 {
    type Output = U448;

    fn shr(self, by: u32) -> U448 {
        let (skip, bits) = ((by / 64) as usize, by % 64);
        let limb = |i: usize| self.limbs.get(i.saturating_add(skip)).copied().unwrap_or(0);
        U448 { limbs: from_fn(|i| limb(i) >> bits | (limb(i + 1) << 1) << (63 - bits)) }
    }
}

/// As numbers: the highest limb decides first.
impl Ord for U448 {
    fn cmp(&self, other: &U448) -> Ordering {
        self.limbs.iter().rev().cmp(other.limbs.iter().rev())
    }
}

impl PartialOrd for U448 {
    fn partial_cmp(&self, other: &U448) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Bits for U448 {
    const CELLS: u32 = 64 * LIMBS as u32;
    const ONE: U448 = U448 { limbs: [1, 0, 0, 0, 0, 0, 0] };

    fn count(self) -> u32 {
        self.limbs.iter().map(|limb| limb.count_ones()).sum()
    }

    fn lowest_index(self) -> u32 {
        let zeros = self.limbs.iter().take_while(|&&limb| limb == 0).count();
        64 * zeros as u32 + self.limbs.get(zeros).map_or(0, |limb| limb.trailing_zeros())
    }

    fn highest_index(self) -> u32 {
        447 - self.reversed().lowest_index()
    }

    fn lowest(self) -> U448 {
        U448::ONE << self.lowest_index() // 1 << 448 is 0
    }

    fn reversed(self) -> U448 {
        U448 { limbs: from_fn(|i| self.limbs[LIMBS - 1 - i].reverse_bits()) }
    }

    fn every(stride: u32) -> U448 {
        static TABLE: [U448; 256] = {
            let mut table = [U448 { limbs: [0; LIMBS] }; 256];
            let mut stride = 1;
            while stride < 256 {
                let mut index = 0;
                while index < 64 * LIMBS {
                    table[stride].limbs[index / 64] |= 1 << (index % 64);
                    index += stride;
                }
                stride += 1;
            }
            table
        };
        TABLE[stride as usize]
    }
}
