//! Arithmetic of nimbers.

use dicot::nim::{inverse, mex, power, product, quotient, square_root};

use crate::plain::table;

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

#[test]
fn arithmetic_of_the_oracle() {
    let mut checked = 0;
    for row in table::rows(include_str!("../data/nim_arithmetic.tsv")) {
        let number = |title: &str| row[title].parse::<u64>().unwrap();
        let (a, b) = (number("a"), || number("b"));
        let result = match &row["op"] {
            "NimSum" => Some(a ^ b()),
            "NimProduct" => Some(product(a, b())),
            "NimDiv" => quotient(a, b()),
            "NimInverse" => inverse(a),
            op => panic!("line {}: {op}", row.line),
        };
        assert_eq!(result, Some(number("result")), "line {}", row.line);
        checked += 1;
    }
    assert_eq!(checked, 2019);
}

#[test]
fn inverses_powers_and_roots() {
    assert_eq!([inverse(0), quotient(5, 0)], [None; 2]);
    let large = [1 << 32, 0x1234_5678_9abc_def0, 1 << 63, u64::MAX];
    for a in (1..=300).chain([65535, 65536]).chain(large) {
        assert_eq!(product(a, inverse(a).unwrap()), 1, "{a}");
        assert_eq!(power(a, u64::MAX - 1), inverse(a).unwrap(), "{a}");
        assert_eq!(quotient(product(a, 77), a), Some(77));
        let root = square_root(a);
        assert_eq!(product(root, root), a);
        assert_eq!(power(a, 1 << 63), root);
        let products =
            (0..10).scan(1, |power, _| Some(std::mem::replace(power, product(*power, a))));
        assert!(products.enumerate().all(|(n, expected)| power(a, n as u64) == expected));
    }
    const INVERSE: Option<u64> = inverse(1 << 40);
    assert_eq!(product(INVERSE.unwrap(), 1 << 40), 1);
    assert_eq!([square_root(0), power(0, 3)], [0; 2]);
}
