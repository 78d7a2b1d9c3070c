//! Arithmetic of nimbers.

use dicot::nim::{mex, product};

/// The product by its definition: the least number that is not `a'·b + a·b' + a'·b'`.
#[test]
fn products_by_definition() {
    let mut table = [[0; 32]; 32];
    for a in 0..32usize {
        for b in 0..32usize {
            let others = (0..a).flat_map(|c| (0..b).map(move |d| (c, d)));
            table[a][b] = mex(others.map(|(c, d)| table[c][b] ^ table[a][d] ^ table[c][d]));
            assert_eq!(product(a as u64, b as u64), table[a][b], "{a} {b}");
        }
    }
}

#[test]
fn a_field_up_to_2_to_the_64() {
    let numbers = [2, 3, 0xffff, 1 << 32, 0x1234_5678_9abc_def0, u64::MAX];
    for a in numbers {
        for b in numbers {
            assert_eq!(product(a, b), product(b, a));
            for c in numbers {
                assert_eq!(product(a, b ^ c), product(a, b) ^ product(a, c));
                assert_eq!(product(a, product(b, c)), product(product(a, b), c));
            }
        }
        // All numbers but 0 to the power 2^64 - 1 are 1: so each has an inverse.
        let square = |x| product(x, x);
        assert_eq!((0..64).fold(a, |x, _| square(x)), a);
    }
    assert_eq!(product(1 << 32, 1 << 32), 1 << 32 | 1 << 31);
}
