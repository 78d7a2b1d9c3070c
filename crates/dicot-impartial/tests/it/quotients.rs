//! Misère quotients: published ones, and outcomes by all moves.

use std::collections::HashMap;

use dicot::{LimitKind, Limits};
use dicot_impartial::{Quotient, QuotientElement, QuotientError};

use crate::plain;

fn quotient(code: &str, to: usize) -> Quotient {
    let mut quotient = Quotient::new(code.parse().unwrap());
    quotient.extend_to(to, &Limits::default()).unwrap();
    quotient
}

fn texts(quotient: &Quotient) -> Vec<String> {
    quotient.p_portion().map(|element| quotient.text(element)).collect()
}

/// Quotients in print. The tame ones T_n have order 2^n + 2 from T_2 on. Source: Plambeck and Siegel, *Misère quotients for impartial
/// games*, JCTA 115 (2008), arXiv:math/0609825; the one of order 8, the only one, in Siegel, *The structure and classification of misère
/// quotients*, arXiv:math/0703070.
#[test]
fn published() {
    for (code, to, order) in [("0.3", 10, 2), ("0.33", 10, 6), ("0.[3]", 4, 10), ("0.[3]", 8, 18)] {
        assert_eq!(quotient(code, to).order(), order, "{code}");
    }
    let smallest = quotient("0.75", 40);
    assert_eq!((smallest.order(), smallest.generators()), (8, &[1, 2, 5][..]));
    assert_eq!(smallest.relations().join(" "), "a^2=1 bc=ab c^2=b^2 b^3=b");
    assert_eq!(texts(&smallest), ["a", "b^2"]);
    // 0.123: order 20 and period 5.
    let complete = quotient("0.123", 30);
    assert_eq!((complete.order(), complete.period().unwrap().period), (20, 5));
}

/// Kayles is complete: the elements have the period of the Grundy values. Dawson's Kayles has partial quotients of orders 24, 144, 176
/// (in print); those of larger heaps are proved by the program only.
#[test]
fn kayles() {
    let kayles = quotient("0.77", 180);
    let period = kayles.period().unwrap();
    assert_eq!((kayles.order(), period.period, period.preperiod), (40, 12, 71));
    assert_eq!(kayles.generators(), [1, 2, 5, 9, 12, 25, 27]);
    let mut dawson = Quotient::new("0.07".parse().unwrap());
    for (to, order) in
        [(13, 12), (24, 24), (26, 144), (29, 176), (30, 360), (31, 520), (32, 552), (33, 638)]
    {
        dawson.extend_to(to, &Limits::default()).unwrap();
        assert_eq!(dawson.order(), order, "{to}");
    }
}

/// All sums of up to four small heaps, and of some large ones.
#[test]
fn outcomes_by_all_moves() {
    for code in
        ["0.77", "0.07", "0.75", "0.123", "0.142", "4.7", "0.31", "0.71", "0.26", "0.1", "0.05"]
    {
        let mut quotient = Quotient::new(code.parse().unwrap());
        let mut known = HashMap::new();
        for to in 0..10 {
            if quotient.extend_to(to, &Limits::default()).is_err() {
                break;
            }
        }
        let last = quotient.heaps() - 1;
        assert!(last >= 5, "{code} {last}");
        let mut sums: Vec<Vec<usize>> = vec![vec![]];
        for length in 0..4 {
            let longest: Vec<Vec<usize>> =
                sums.iter().filter(|sum| sum.len() == length).cloned().collect();
            for sum in longest {
                let from = sum.last().copied().unwrap_or(0);
                sums.extend((from..=last).map(|heap| [&sum[..], &[heap]].concat()));
            }
        }
        for sum in sums {
            let element = product(&quotient, &sum);
            let is_p = plain::is_p_position(code, sum.clone(), &mut known);
            assert_eq!(quotient.is_p(element), is_p, "{code} {sum:?}");
        }
    }
}

fn product(quotient: &Quotient, heaps: &[usize]) -> QuotientElement {
    let one = quotient.elements().next().unwrap();
    heaps
        .iter()
        .fold(one, |product, &heap| quotient.product(product, quotient.element(heap).unwrap()))
}

/// The monoid is reduced: each two elements have a factor by which one is in P and the other is not. Its relations are true.
#[test]
fn monoids() {
    let kayles = quotient("0.77", 30);
    let all: Vec<QuotientElement> = kayles.elements().collect();
    for &a in &all {
        for &b in &all {
            let product = kayles.product(a, b);
            assert_eq!(product, kayles.product(b, a));
            let differ = |&c: &QuotientElement| {
                kayles.is_p(kayles.product(a, c)) != kayles.is_p(kayles.product(b, c))
            };
            assert_eq!(a == b, !all.iter().any(differ));
            for &c in &all {
                assert_eq!(kayles.product(product, c), kayles.product(a, kayles.product(b, c)));
            }
        }
    }
    // Monomials that no left side divides are those of the elements.
    let read = |text: &str| {
        let (mut powers, mut last) = ([0; 7], None);
        for c in text.bytes().filter(|&c| c != b'^') {
            match (c, last) {
                (b'a'..=b'g', _) => last = Some(usize::from(c - b'a')),
                (_, None) => break,
                (_, Some(n)) => powers[n] += usize::from(c - b'1'),
            }
            if c.is_ascii_lowercase() {
                powers[last.unwrap()] += 1;
            }
        }
        powers
    };
    let of = |powers: [usize; 7]| {
        let heaps = (0..7).flat_map(|n| vec![kayles.generators()[n]; powers[n]]);
        product(&kayles, &heaps.collect::<Vec<_>>())
    };
    for relation in kayles.relations() {
        let (left, right) = relation.split_once('=').unwrap();
        assert_eq!(of(read(left)), of(read(right)), "{relation}");
    }
    for &element in &all {
        assert_eq!(of(read(&kayles.text(element))), element);
    }
}

#[test]
fn limits() {
    let mut dawson = Quotient::new("0.07".parse().unwrap());
    let limits = Limits::default().with_bytes(100_000);
    let bytes = QuotientError::Limit(LimitKind::Bytes(100_000));
    assert_eq!(dawson.extend_to(40, &limits), Err(bytes));
    assert!((20..30).contains(&dawson.heaps()));
    // Extensions become too large.
    let mut large = Quotient::new("0.14".parse().unwrap());
    let error = large.extend_to(30, &Limits::default()).unwrap_err();
    assert_eq!(error, QuotientError::NotFound { heap: large.heaps() });
    assert!(large.order() > 20, "{error}");
}
