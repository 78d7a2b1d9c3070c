//! Laws of games, over all games born by day 2 and, as far as time allows, day 3. Each clever routine
//! is held against a plain one (`plain/mod.rs`).

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use dicot::{CanonicalForm, Dyadic, NumberUpStar, Outcome, Player, Store, StructuralOrd};
use num_rational::Rational64;

use crate::plain::{Plain, born::born_by, random::Random};

fn day_2() -> Vec<CanonicalForm> {
    born_by(&Store::new(), 2)
}

fn day_3() -> Vec<CanonicalForm> {
    born_by(&Store::new(), 3)
}

/// Whether `g <= h`, by the operator.
fn le(g: &CanonicalForm, h: &CanonicalForm) -> bool {
    g <= h
}

fn pairs<T>(games: &[T]) -> impl Iterator<Item = (&T, &T)> {
    games.iter().flat_map(move |g| games.iter().map(move |h| (g, h)))
}

fn triples<T>(games: &[T]) -> impl Iterator<Item = (&T, &T, &T)> {
    pairs(games).flat_map(move |(g, h)| games.iter().map(move |k| (g, h, k)))
}

/// Pairs of games born by day 3, the same in every run.
fn random_pairs(
    games: &[CanonicalForm],
    count: usize,
) -> impl Iterator<Item = (&CanonicalForm, &CanonicalForm)> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    (0..count).map(move |_| (random.pick(games), random.pick(games)))
}

fn list(g: &CanonicalForm, player: Player) -> Vec<CanonicalForm> {
    g.options(player).collect()
}

#[test]
fn group_laws_on_all_triples_of_day_2() {
    let games = day_2();
    for g in &games {
        assert_eq!(g + &CanonicalForm::ZERO, *g);
        assert_eq!(-(-g), *g);
    }
    for (g, h) in pairs(&games) {
        assert_eq!(g + h, h + g);
        assert_eq!(-(g + h), -g + -h);
        assert_eq!(g - h + h, *g);
    }
    for (g, h, k) in triples(&games) {
        assert_eq!((g + h) + k, g + (h + k), "{g}, {h}, {k}");
    }
}

#[test]
fn group_laws_of_day_3() {
    let games = day_3();
    let zero = CanonicalForm::ZERO;
    for g in &games {
        assert_eq!(g - g, zero, "{g}");
        assert_eq!(g + &zero, *g);
        assert_eq!(-(-g), *g);
    }
    for (g, h) in random_pairs(&games, 20_000) {
        assert_eq!(g + h, h + g, "{g}, {h}");
        assert_eq!(-(g + h), -g - h, "{g}, {h}");
        assert_eq!(g - h + h, *g, "{g}, {h}");
    }
    let mut random = Random(7);
    for (g, h) in random_pairs(&games, 3_000) {
        let k = random.pick(&games);
        assert_eq!((g + h) + k, g + (h + k), "{g}, {h}, {k}");
    }
}

#[test]
fn order_of_day_2() {
    let games = day_2();
    for (g, h) in pairs(&games) {
        assert_eq!(le(g, h) && le(h, g), g == h, "{g}, {h}");
        let outcome = (h - g).outcome();
        assert_eq!(le(g, h), matches!(outcome, Outcome::Left | Outcome::Previous), "{g}, {h}");
        let order = match outcome {
            Outcome::Left => Some(Ordering::Less),
            Outcome::Right => Some(Ordering::Greater),
            Outcome::Previous => Some(Ordering::Equal),
            Outcome::Next => None,
        };
        assert_eq!(g.partial_cmp(h), order, "{g}, {h}");
        assert_eq!(g.is_confused_with(h), order.is_none());
        assert_eq!(le(g, h), le(&-h, &-g), "{g}, {h}");
    }
    for (g, h, k) in triples(&games) {
        assert!(!(le(g, h) && le(h, k)) || le(g, k), "{g}, {h}, {k}");
        assert_eq!(le(g, h), le(&(g + k), &(h + k)), "{g}, {h}, {k}");
    }
}

/// All 2,172,676 pairs; the order is transitive because it is that of sets of games below.
#[test]
fn order_of_day_3() {
    let games = day_3();
    let words = games.len().div_ceil(64);
    let mut below = vec![vec![0_u64; words]; games.len()];
    for (set, h) in below.iter_mut().zip(&games) {
        for (j, g) in games.iter().enumerate() {
            set[j / 64] |= u64::from(le(g, h)) << (j % 64);
        }
    }
    for (i, set) in below.iter().enumerate() {
        for (j, other) in below.iter().enumerate() {
            let j_below_i = set[j / 64] >> (j % 64) & 1 > 0;
            let subset = other.iter().zip(set).all(|(a, b)| a & !b == 0);
            assert_eq!(j_below_i, subset, "{} <= {}", games[j], games[i]);
        }
    }
    for (g, h) in random_pairs(&games, 100_000) {
        let outcome = (h - g).outcome();
        assert_eq!(le(g, h), matches!(outcome, Outcome::Left | Outcome::Previous), "{g}, {h}");
    }
    let mut random = Random(5);
    for (g, h) in random_pairs(&games, 10_000) {
        let k = random.pick(&games);
        assert_eq!(le(g, h), le(&(g + k), &(h + k)), "{g}, {h}, {k}");
    }
}

#[test]
fn order_as_by_the_plain_twin() {
    let games = day_3();
    let plain: Vec<Plain> = games.iter().map(Plain::of).collect();
    // 1474 = 2 * 11 * 67 and 7 have no common factor: every game is met on either side.
    for i in 0..games.len() {
        for j in (i % 7..games.len()).step_by(7) {
            let (g, h) = (&games[i], &games[j]);
            assert_eq!(le(g, h), plain[i].below(&plain[j]), "{g} <= {h}");
        }
    }
}

#[test]
fn sums_as_by_the_plain_twin() {
    let games = day_2();
    let plain: Vec<Plain> = games.iter().map(Plain::of).collect();
    for ((g, p), (h, q)) in
        games.iter().zip(&plain).flat_map(|g| games.iter().zip(&plain).map(move |h| (g, h)))
    {
        assert_eq!(Plain::of(&(g + h)), p.plus(q), "{g} + {h}");
    }
    for g in day_3() {
        assert_eq!(Plain::of(&-&g), Plain::of(&g).negative(), "{g}");
    }
}

/// `g + h` = `{gL + h, g + hL | gR + h, g + hR}`.
#[test]
fn sums_are_what_their_options_make() {
    let games = day_3();
    for (g, h) in random_pairs(&games, 30_000) {
        let options = |player| {
            let here = list(g, player).into_iter().map(|o| o + h);
            here.chain(list(h, player).into_iter().map(|o| g + o)).collect::<Vec<_>>()
        };
        assert_eq!(
            CanonicalForm::new(options(Player::Left), options(Player::Right)),
            g + h,
            "{g}, {h}"
        );
    }
}

/// Any lists of options, reversible and dominated ones among them.
#[test]
fn canonical_forms_as_by_the_plain_twin() {
    let games = day_3();
    let plain: Vec<Plain> = games.iter().map(Plain::of).collect();
    let mut random = Random(3);
    for round in 0..60_000 {
        // Half of the options are of day 2, whose games are first.
        let most = if round % 2 == 0 { games.len() } else { 22 };
        let mut indices =
            || -> Vec<usize> { (0..random.below(4)).map(|_| random.below(most)).collect() };
        let (left, right) = (indices(), indices());
        let form = CanonicalForm::new(
            left.iter().map(|&i| games[i].clone()),
            right.iter().map(|&i| games[i].clone()),
        );
        let trees = |list: &[usize]| list.iter().map(|&i| plain[i].clone()).collect();
        let twin = Plain::canonical(trees(&left), trees(&right));
        assert_eq!(Plain::of(&form), twin, "{form}");
    }
}

/// What can be asked of a single game, by definition.
#[test]
fn questions_as_by_the_plain_twin() {
    for g in day_3() {
        let p = Plain::of(&g);
        assert_eq!(g.outcome(), p.outcome(), "{g}");
        assert_eq!(g.birthday(), p.birthday(), "{g}");
        assert_eq!(g.to_number(), p.number(), "{g}");
        assert_eq!(g.is_dicot(), p.is_dicot(), "{g}");
        let stops = Player::BOTH.map(|player| p.stop(player));
        assert_eq!(Player::BOTH.map(|player| g.stop(player)), stops, "{g}");
        assert_eq!(g.is_infinitesimal(), stops == [Dyadic::ZERO; 2], "{g}");
        assert_eq!(g.is_switch(), p == p.negative() && g.to_nimber().is_none(), "{g}");
        for player in Player::BOTH {
            assert_eq!(g.option_count(player), p.options(player).len());
        }
        assert_eq!(p.form(&Store::new()), g);

        let mut followers = BTreeSet::new();
        p.followers(&mut followers);
        assert_eq!(g.follower_count(), followers.len() as u64, "{g}");
        let listed: Vec<CanonicalForm> = g.followers();
        let distinct: BTreeSet<Plain> = listed.iter().map(Plain::of).collect();
        assert_eq!((listed.len(), distinct), (followers.len(), followers), "{g}");
        assert_eq!(listed.last(), Some(&g));
        // Options before games that have them.
        let place: HashMap<_, _> = listed.iter().zip(0..).collect();
        for h in &listed {
            let options = Player::BOTH.into_iter().flat_map(|player| list(h, player));
            assert!(options.into_iter().all(|o| place[&o] < place[h]), "{g}");
        }
    }
}

/// The parts of numbers, ups and stars, against sums of their parts built by options alone.
#[test]
fn numbers_ups_and_stars_from_options() {
    let form = |left: &[&CanonicalForm], right: &[&CanonicalForm]| {
        let list = |list: &[&CanonicalForm]| list.iter().map(|&g| g.clone()).collect::<Vec<_>>();
        CanonicalForm::new(list(left), list(right))
    };
    let zero = form(&[], &[]);
    let star = form(&[&zero], &[&zero]);
    let up = form(&[&zero], &[&star]);
    let one = form(&[&zero], &[]);
    let quarter = form(&[&zero], &[&form(&[&zero], &[&one])]);
    let mut nimbers = vec![zero.clone()];
    for m in 0..6 {
        assert_eq!(nimbers[m], CanonicalForm::nimber(m as u32));
        nimbers.push(CanonicalForm::new(nimbers.clone(), nimbers.clone()));
    }
    for (quarters, n, m) in
        (-9..=9).flat_map(|q| (-4..=4).flat_map(move |n| (0..6).map(move |m| (q, n, m))))
    {
        let sum = &quarter * quarters + &up * n + &nimbers[m];
        let parts = NumberUpStar {
            number: Dyadic::new(quarters, 2).unwrap(),
            up: n as i32,
            star: m as u32,
        };
        assert_eq!(sum.to_number_up_star(), Some(parts));
        assert_eq!(CanonicalForm::from(parts), sum);
        let options = Player::BOTH.map(|player| list(&sum, player));
        let [left, right] = options;
        let day = left.iter().chain(&right).map(|o| o.birthday() + 1).max();
        assert_eq!(sum.birthday(), day.unwrap_or(0), "{sum}");
        assert_eq!(CanonicalForm::new(left, right), sum, "{sum}");
    }
}

fn dyadic(numerator: i64, exponent: u32) -> Dyadic {
    Dyadic::new(numerator, exponent).unwrap()
}

/// The simplest number between two others is the one that is born first.
#[test]
fn simplest_numbers_are_born_first() {
    let all: Vec<_> = (-24..=24).flat_map(|n| (0..4).map(move |e| dyadic(n, e))).collect();
    let born = |x: Dyadic| CanonicalForm::from(x).birthday();
    for (&low, &high) in pairs(&all).filter(|(low, high)| low.exponent().max(high.exponent()) < 3) {
        let between = all.iter().copied().filter(|&x| low < x && x < high);
        let first = between.min_by_key(|&x| born(x));
        if low >= high || first.is_some() {
            assert_eq!(Dyadic::simplest_between(Some(low), Some(high)), first, "{low} {high}");
        }
    }
    for x in all {
        let [left, right] =
            Player::BOTH.map(|p| CanonicalForm::from(x).options(p).next()?.to_number());
        assert_eq!(Dyadic::simplest_between(left, right), Some(x));
    }
}

#[test]
fn arithmetic_of_numbers() {
    for x in (-20..20).flat_map(|n| (0..4).map(move |e| dyadic(n, e))) {
        assert_eq!(x.to_string().parse(), Ok(x));
        assert_eq!(Dyadic::try_from(Rational64::from(x)), Ok(x));
        let y = dyadic(3, 2);
        assert_eq!(Some(x + y), x.checked_add(y));
        assert_eq!((x - y) + y, x);
        assert_eq!(x * y, dyadic(3 * x.numerator(), x.exponent() + 2));
    }
    let top = dyadic(i64::MAX, 0);
    for far in [top, dyadic(-i64::MAX, 62)] {
        assert_eq!(far.to_string().parse(), Ok(far));
    }
    assert_eq!((-top).checked_sub(dyadic(1, 0)), None);
    assert_eq!(Dyadic::simplest_between(Some(top), None), None);
    assert_eq!(Dyadic::simplest_between(None, Some(-top)), None);
    assert_eq!(Dyadic::new(i64::MIN, 0), None);
    assert!(std::panic::catch_unwind(|| top + dyadic(1, 0)).is_err());
    let wrong =
        ["", "1/3", "1/0", "/2", "1/", "1/2/4", "0.5", "1/-2", " 1", "-9223372036854775808"];
    for wrong in wrong {
        assert!(wrong.parse::<Dyadic>().is_err(), "{wrong}");
    }
    assert!(Dyadic::try_from(Rational64::new(1, 3)).is_err());
}

#[test]
fn integer_multiples_are_repeated_sums() {
    let check = |g: &CanonicalForm, most: i64| {
        let mut sum = CanonicalForm::ZERO;
        for n in 0..=most {
            assert_eq!(g * n, sum, "{n} times {g}");
            assert_eq!(g * -n, -&sum, "-{n} times {g}");
            assert_eq!(-n * g, -&sum);
            sum += g;
        }
    };
    day_2().iter().for_each(|g| check(g, 8));
    day_3().iter().step_by(5).for_each(|g| check(g, 3));
}

/// Hash of a value by a hasher of the standard library.
fn hash(g: &CanonicalForm) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(g)
}

#[test]
fn printing_is_a_total_order_with_distinct_texts() {
    let games = day_3();
    let mut sorted = games.clone();
    sorted.sort_by_cached_key(|g| StructuralOrd(g.clone()));
    for (i, g) in sorted.iter().enumerate() {
        let place = |h: &CanonicalForm| StructuralOrd(g.clone()).cmp(&StructuralOrd(h.clone()));
        assert!(sorted[..i].iter().all(|h| place(h) == Ordering::Greater), "{g}");
        assert!(sorted[i + 1..].iter().all(|h| place(h) == Ordering::Less), "{g}");
        assert_eq!(place(g), Ordering::Equal);
        for player in Player::BOTH {
            let keys: Vec<_> = list(g, player).into_iter().map(StructuralOrd).collect();
            assert!(keys.is_sorted_by(|a, b| a < b), "{g}");
        }
    }
    let texts: HashSet<String> = games.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), games.len());
}

/// Texts of the same game with other signs and with spaces.
fn variants(text: &str) -> Vec<String> {
    let unicode = [("+-", "±"), ("^^", "⇑"), ("vv", "⇓"), ("1/2", "½"), ("^", "↑"), ("v", "↓")];
    let replaced = unicode.iter().fold(text.to_string(), |text, (ascii, sign)| {
        let bare = |t: &str| !t.contains("11/2") && !t.contains("-1/2");
        if *ascii != "1/2" || bare(&text) { text.replace(ascii, sign) } else { text }
    });
    let mut spaced = String::new();
    for (i, c) in text.char_indices() {
        let outer = "{},()".contains(c);
        let bars = c == '|' && !text[..i].ends_with('|');
        spaced += if outer || bars { " " } else { "" };
        spaced.push(c);
        spaced += if outer || (c == '|' && !text[i + 1..].starts_with('|')) { "  " } else { "" };
    }
    let spaced = spaced.replace("Tiny (", "Tiny(").replace("Miny (", "Miny(");
    let lower = text.replace('T', "t").replace('M', "m");
    let doubled = text.replace('|', "||");
    vec![
        replaced,
        spaced,
        lower,
        doubled,
        format!("({text})"),
        format!(" {text}\n"),
        format!("--({text})"),
    ]
}

#[test]
fn what_is_printed_is_read_back() {
    let games = day_3();
    let store = Store::new();
    for g in &games {
        let text = g.to_string();
        assert_eq!(store.parse(&text).as_ref(), Ok(g), "{text}");
        for variant in variants(&text) {
            assert_eq!(store.parse(&variant).as_ref(), Ok(g), "{variant}, from {text}");
        }
        assert_eq!(g.text_len(), text.len() as u64, "{text}");
        for most in [0, 1, 3, 5, text.len(), text.len() + 1] {
            assert_eq!(g.text_start(most).0, text[..most.min(text.len())]);
        }
    }
    for (g, h) in random_pairs(&games, 10_000) {
        let sum = g + h;
        let text = sum.to_string();
        assert_eq!(store.parse(&text).as_ref(), Ok(&sum), "{text}");
        assert_eq!(store.parse(&format!("({g}) + ({h})")), Ok(sum), "{g}, {h}");
        assert_eq!(store.parse(&format!("({g})-({h})")), Ok(g - h), "{g}, {h}");
        assert_eq!(
            store.parse(&format!("{{{g}|{h}}}")),
            Ok(store.calculation().form([g.clone()], [h.clone()]).unwrap())
        );
        let set = format!("+-{{{g},{h}}}");
        let switch = store.calculation().form([g.clone(), h.clone()], [-g, -h]).unwrap();
        assert_eq!(store.parse(&set), Ok(switch), "{set}");
    }
}

/// The same value in stores that were filled in other orders is equal, and so are hash and text.
#[test]
fn equality_and_hash_across_stores() {
    let games = day_3();
    let other = Store::new();
    let adopted: Vec<CanonicalForm> = games.iter().rev().map(|g| other.adopt(g)).collect();
    for (g, h) in games.iter().zip(adopted.iter().rev()) {
        assert!(h.store() == &other && g.store() != &other);
        assert_eq!(g, h);
        assert_eq!(h, g);
        assert_eq!(hash(g), hash(h), "{g}");
        assert_eq!(g.to_string(), h.to_string());
        assert_eq!(other.adopt(h), *h);
        assert_eq!(other.adopt(&-g), -h);
    }
    let hashes: HashSet<u64> = games.iter().map(hash).collect();
    assert_eq!(hashes.len(), games.len());
    for (i, g) in games.iter().enumerate().step_by(7) {
        assert!(adopted.iter().rev().enumerate().all(|(j, h)| (g == h) == (i == j)));
    }
    // Operands from different stores may be mixed.
    for (i, j) in [(3, 1400), (700, 701), (20, 21)] {
        let (g, h) = (&games[i], &adopted[j]);
        assert_eq!(g + h, g + &games[0].store().adopt(h));
        assert_eq!(g.partial_cmp(h), g.partial_cmp(&games[0].store().adopt(h)));
        assert!((g + h).store() == g.store());
    }
}

/// A form and its negative count once, and what is there already is not stored again.
#[test]
fn stores_hold_each_game_once() {
    let store = Store::new();
    let games = born_by(&store, 3);
    let len = store.len();
    let negatives: Vec<CanonicalForm> = games.iter().map(|g| -g).collect();
    assert_eq!(born_by(&store, 3), games);
    assert!(negatives.iter().all(|g| games.contains(g)));
    assert_eq!(store.len(), len);
    let own = games.iter().filter(|g| -*g == **g).count();
    assert_eq!(len, (games.len() + own) / 2);
    assert!(store.bytes() > 0);
}

/// Of each birthday as many games as are known.
#[test]
fn birthdays_of_day_3() {
    let mut days = BTreeMap::new();
    day_3().iter().for_each(|g| *days.entry(g.birthday()).or_insert(0) += 1);
    assert_eq!(days, BTreeMap::from([(0, 1), (1, 3), (2, 18), (3, 1452)]));
}
