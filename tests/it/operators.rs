//! Operators of values and integers, and keys of sorted maps.

use dicot::{CanonicalForm, Store, StructuralOrd};

/// The games born by day 2.
const EARLY: [&str; 22] = [
    "0", "*", "*2", "^", "v", "^*", "v*", "1", "-1", "1/2", "-1/2", "2", "-2", "1*", "-1*", "+-1",
    "{1|0}", "{0|-1}", "{1|*}", "{*|-1}", "{1|0,*}", "{0,*|-1}",
];

#[test]
fn integers_are_games() {
    let store = Store::new();
    for g in EARLY.map(|text| store.parse(text).unwrap()) {
        for n in -3..=3 {
            let h = CanonicalForm::from(n);
            assert_eq!(g == n, g == h, "{g} and {n}");
            assert_eq!(g.partial_cmp(&n), g.partial_cmp(&h), "{g} and {n}");
            assert_eq!([&g + n, n + &g, g.clone() + n, n + g.clone()], [(); 4].map(|()| &g + &h));
            assert_eq!([&g - n, -(n - &g), g.clone() - n], [(); 3].map(|()| &g - &h));
            assert_eq!([&g * n, n * &g, g.clone() * n], {
                let copies = (0..n.abs()).map(|_| if n < 0 { -&g } else { g.clone() });
                let sum: CanonicalForm = copies.sum();
                [(); 3].map(|()| sum.clone())
            });
            let mut sum = g.clone();
            sum += n;
            sum -= 2 * n;
            assert_eq!(sum, &g - n);
        }
        assert!(g > i64::MIN && g != i64::MIN && g < i64::MAX);
    }
    let [least, greatest] = [-i64::MAX, i64::MAX].map(CanonicalForm::from);
    assert!(least > i64::MIN && greatest == i64::MAX);
}

#[test]
fn keys_have_one_order_in_all_stores() {
    let sorted = |store: fn() -> Store| {
        let games = EARLY.map(|text| store().parse(text).unwrap());
        let mut keys = games.map(StructuralOrd);
        keys.sort();
        keys.map(|key| key.0.to_string())
    };
    let order = sorted(Store::global);
    assert_eq!(order, sorted(Store::new)); // each game in a store of its own
    assert_eq!(order[..4], ["-2", "-1", "-1/2", "0"].map(String::from));
}
