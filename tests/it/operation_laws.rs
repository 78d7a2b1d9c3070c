//! Laws of temperature, infinitesimals, products and structure. Each is a function of any games; it is
//! tried on all games born by day 2, or on all pairs of them, and on random later ones. Failures are
//! kept in `operation_laws.regressions`.
//!
//! Sources: Siegel, *Combinatorial Game Theory* (2013); Berlekamp, Conway, Guy, *Winning Ways*.

use dicot::{CanonicalForm, Dyadic, NumberUpStar, Parity, Player, Store};
use dicot_proptest::{dicots_born_by, games_born_by, numbers};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

use crate::plain::born::born_by;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    }
}

fn day_2() -> Vec<CanonicalForm> {
    born_by(&Store::global(), 2)
}

fn each(games: &[CanonicalForm], law: impl Fn(&CanonicalForm)) {
    games.iter().for_each(law);
}

fn each_pair(games: &[CanonicalForm], law: impl Fn(&CanonicalForm, &CanonicalForm)) {
    games.iter().for_each(|g| games.iter().for_each(|h| law(g, h)));
}

fn each_triple(
    games: &[CanonicalForm],
    law: impl Fn(&CanonicalForm, &CanonicalForm, &CanonicalForm),
) {
    each_pair(games, |g, h| games.iter().for_each(|k| law(g, h, k)));
}

/// The dicots among these.
fn dicots(games: &[CanonicalForm]) -> Vec<CanonicalForm> {
    games.iter().filter(|g| g.is_dicot()).cloned().collect()
}

/// Quarters from 0 to 3: temperatures and taxes.
fn quarters() -> impl Iterator<Item = Dyadic> {
    (0..=12).map(|n| Dyadic::new(n, 2).unwrap())
}

fn quarter() -> impl Strategy<Value = Dyadic> {
    (0..=12_i64).prop_map(|n| Dyadic::new(n, 2).unwrap())
}

fn form(x: Dyadic) -> CanonicalForm {
    CanonicalForm::from(x)
}

fn plus(x: Dyadic, y: Dyadic) -> Dyadic {
    x.checked_add(y).unwrap()
}

/// Whether `g <= h`, by the operator.
fn le(g: &CanonicalForm, h: &CanonicalForm) -> bool {
    g <= h
}

// Temperature theory: Siegel II.5, Winning Ways 6.

/// Means add up; a sum is no hotter than its hotter part; and both as a mast says it.
fn means_and_temperatures(g: &CanonicalForm, h: &CanonicalForm) {
    let sum = g + h;
    assert_eq!(sum.mean(), plus(g.mean(), h.mean()), "{g}, {h}");
    assert!(sum.temperature() <= g.temperature().max(h.temperature()), "{g}, {h}");
    let thermograph = sum.thermograph();
    let above = plus(thermograph.temperature.max(Dyadic::ZERO), 1.into());
    for player in Player::BOTH {
        assert_eq!(
            thermograph.walls[player].at(above),
            Some((plus(g.mean(), h.mean()), 0)),
            "{g}, {h}"
        );
    }
}

/// The thermograph of `-G` is that of `G` in a mirror.
fn mirrored_thermograph(g: &CanonicalForm) {
    let (here, there) = (g.thermograph(), (-g).thermograph());
    assert_eq!((here.mean, here.temperature), (-there.mean, there.temperature), "{g}");
    for player in Player::BOTH {
        let mirrored: Vec<_> =
            there.walls[!player].points().iter().map(|&(t, value)| (t, -value)).collect();
        assert_eq!(here.walls[player].points(), mirrored, "{g}");
    }
}

/// The walls at `t` are the stops of the game cooled by `t`.
fn walls_are_stops_of_cooled_games(g: &CanonicalForm, t: Dyadic) {
    let cooled = g.cool(t);
    for player in Player::BOTH {
        let (value, _) = g.thermograph().walls[player].at(t).unwrap();
        assert_eq!(cooled.stop(player), value, "{g} at {t}");
    }
}

/// Cooling by `s` and then by `t` is cooling by `s + t`.
fn cooling_twice(g: &CanonicalForm, s: Dyadic, t: Dyadic) {
    assert_eq!(g.cool(s).cool(t), g.cool(plus(s, t)), "{g} by {s} and {t}");
}

/// Cooling goes with sums and keeps the order, and ends at the mean.
fn cooling_and_sums(g: &CanonicalForm, h: &CanonicalForm, t: Dyadic) {
    assert_eq!((g + h).cool(t), g.cool(t) + h.cool(t), "{g}, {h} by {t}");
    assert!(!le(g, h) || le(&g.cool(t), &h.cool(t)), "{g}, {h} by {t}");
    if t > g.temperature() {
        assert_eq!(g.cool(t), form(g.mean()), "{g} by {t}");
    }
}

/// Cooling by `t >= 0` undoes heating by `t`, which makes a game that is no number hotter by `t`.
/// The other way round it does not hold: cooling loses what happens below `t`. Numbers may be added
/// before or after.
fn heating(g: &CanonicalForm, x: Dyadic, t: Dyadic) {
    let heated = g.heat(&form(t));
    assert_eq!(heated.cool(t), *g, "{g} by {t}");
    assert_eq!((g + form(x)).heat(&form(t)), &heated + form(x), "{g}, {x} by {t}");
    if g.to_number().is_some() {
        assert_eq!(heated, *g);
    } else {
        assert_eq!(heated.temperature(), plus(g.temperature(), t), "{g} by {t}");
    }
}

/// Heating dicots goes with sums and keeps the order: whoever has the last move in cold games has it
/// in heated ones, and every other move is paid back by the next. (With numbers among the followers
/// it need not: `*` is below 1/2, but heated by 1/2 it is `±1/2` and is not.)
fn heating_of_dicots(g: &CanonicalForm, h: &CanonicalForm, t: Dyadic) {
    let [heated, other] = [g, h].map(|g| g.heat(&form(t)));
    assert_eq!((g + h).heat(&form(t)), &heated + &other, "{g}, {h} by {t}");
    assert_eq!(le(g, h), le(&heated, &other), "{g}, {h} by {t}");
}

/// A frozen game is infinitesimally close to its mean, and freezing it changes nothing more.
fn freezing(g: &CanonicalForm) {
    let frozen = g.freeze();
    assert!((&frozen - form(g.mean())).is_infinitesimal(), "{g}");
    assert_eq!(frozen.freeze(), frozen, "{g}");
    assert_eq!(frozen, g.cool(g.temperature().max(Dyadic::ZERO)), "{g}");
    assert_eq!((-g).freeze(), -frozen, "{g}");
}

/// No move gains so much that the one who made it does not mind the other one moving; incentives of
/// the negative are the same.
fn incentives(g: &CanonicalForm) {
    for player in Player::BOTH {
        let gains = g.incentives(player);
        assert!(gains.iter().all(|gain| !le(&CanonicalForm::ZERO, gain)), "{g}");
        assert_eq!(gains, (-g).incentives(!player), "{g}");
        assert_eq!(gains.is_empty(), g.option_count(player) == 0, "{g}");
        for option in g.options(player) {
            let gain = if player == Player::Left { option - g } else { g - option };
            assert!(gains.iter().any(|best| le(&gain, best)), "{g}: {gain}");
        }
    }
}

// Reduced canonical forms: Siegel II.6.

/// `rcf(G)` is infinitesimally close to `G`, and is its own reduced form.
fn reduced_forms(g: &CanonicalForm) {
    let reduced = g.reduced_canonical_form();
    assert!((g - &reduced).is_infinitesimal(), "{g}");
    assert_eq!(reduced.reduced_canonical_form(), reduced, "{g}");
    assert!(reduced.birthday() <= g.birthday(), "{g}");
    assert_eq!((-g).reduced_canonical_form(), -reduced, "{g}");
}

/// Games that are infinitesimally close have the same reduced form, which goes with sums.
fn reduced_forms_of_two(g: &CanonicalForm, h: &CanonicalForm) {
    let (p, q) = (g.reduced_canonical_form(), h.reduced_canonical_form());
    assert_eq!((g - h).is_infinitesimal(), p == q, "{g}, {h}");
    assert_eq!((g + h).reduced_canonical_form(), (p + q).reduced_canonical_form(), "{g}, {h}");
}

// Atomic weights: Siegel II.7, Winning Ways 8.

/// Atomic weights of dicots add up.
fn atomic_weights(g: &CanonicalForm, h: &CanonicalForm) {
    let weight = |g: &CanonicalForm| g.atomic_weight().unwrap_or_else(|| panic!("{g}"));
    assert_eq!(weight(&(g + h)), weight(g) + weight(h), "{g}, {h}");
    assert_eq!(weight(&-g), -weight(g), "{g}");
}

/// With an atomic weight of 2 or more Left is ahead whoever starts, with 1 or more if Left starts.
fn two_ahead(g: &CanonicalForm) {
    let zero = CanonicalForm::ZERO;
    let Some(weight) = g.atomic_weight() else { return };
    let at_least = |n: i64| le(&n.into(), &weight);
    let at_most = |n: i64| le(&weight, &n.into());
    assert!(!at_least(2) || *g > zero, "{g}: {weight}");
    assert!(!at_most(-2) || *g < zero, "{g}: {weight}");
    assert!(!at_least(1) || !le(g, &zero), "{g}: {weight}");
    assert!(!at_most(-1) || !le(&zero, g), "{g}: {weight}");
}

/// Every game is the atomic weight of its product with `↑`.
fn weight_of_product(g: &CanonicalForm) {
    let product = g.norton_product(&CanonicalForm::UP);
    assert!(product.is_dicot(), "{g}");
    assert_eq!(product.atomic_weight().as_ref(), Some(g));
}

// Products: Siegel II.5 and II.7, ONAG 1 and 6.

/// For `U > 0`: `(G + H)·U = G·U + H·U`, and the order is kept.
fn norton_products(g: &CanonicalForm, h: &CanonicalForm, u: &CanonicalForm) {
    assert!(*u > CanonicalForm::ZERO);
    let (gu, hu) = (g.norton_product(u), h.norton_product(u));
    assert_eq!((g + h).norton_product(u), &gu + &hu, "({g}) + ({h}) times {u}");
    assert_eq!(le(g, h), le(&gu, &hu), "{g}, {h} times {u}");
    assert_eq!((-g).norton_product(u), -&gu, "{g} times {u}");
    if let Some(n) = g.to_integer() {
        assert_eq!(gu, u * n);
    }
}

/// Conway's product commutes, and goes with negatives and with 1.
fn conway_products(g: &CanonicalForm, h: &CanonicalForm) {
    let product = g.conway_product(h);
    assert_eq!(product, h.conway_product(g), "{g}, {h}");
    assert_eq!((-g).conway_product(h), -product, "{g}, {h}");
    assert_eq!(g.conway_product(&1.into()), *g);
}

/// The colon principle: `H <= K` implies `G:H <= G:K`.
fn ordinal_sums(g: &CanonicalForm, h: &CanonicalForm, k: &CanonicalForm) {
    let (gh, gk) = (g.ordinal_sum(h), g.ordinal_sum(k));
    assert!(!le(h, k) || le(&gh, &gk), "{g}: {h} and {k}");
    assert_eq!((-g).ordinal_sum(&-h), -&gh, "{g}: {h}");
    assert_eq!(g.ordinal_sum(&CanonicalForm::ZERO), *g);
    if let Some(found) = gh.subordinate(g) {
        assert_eq!(g.ordinal_sum(&found), gh, "{g}: {h}");
    }
}

// Structure.

/// What the sign does not change.
fn negatives(g: &CanonicalForm) {
    let other = -g;
    assert_eq!(g.stop_count(), other.stop_count(), "{g}");
    assert_eq!(g.follower_count(), other.follower_count(), "{g}");
    assert_eq!(g.birthday(), other.birthday(), "{g}");
    assert_eq!(g.far_star(), other.far_star(), "{g}");
    assert_eq!((g.parity(), g.temper()), (other.parity(), other.temper()), "{g}");
}

/// The number of stops, by definition.
fn stop_counts(g: &CanonicalForm) {
    let options = Player::BOTH.into_iter().flat_map(|player| g.options(player).collect::<Vec<_>>());
    let sum: Option<u128> = options.map(|option| option.stop_count()).sum();
    assert_eq!(g.stop_count(), if g.to_number().is_some() { Some(1) } else { sum }, "{g}");
}

/// The temper of a sum: that of one part if the other one is even-tempered, and so on.
fn tempers(g: &CanonicalForm, h: &CanonicalForm) {
    let (Some(p), Some(q)) = (g.temper(), h.temper()) else { return };
    let sum = if p == q { Parity::Even } else { Parity::Odd };
    assert_eq!((g + h).temper(), Some(sum), "{g}, {h}");
}

/// The companion is its own inverse and keeps the order, negatives, and all birthdays from day 1 on.
/// Siegel III.2.
fn companions(g: &CanonicalForm, h: &CanonicalForm) {
    let companion = g.companion();
    assert_eq!(companion.companion(), *g);
    assert_eq!(companion.birthday().max(1), g.birthday().max(1), "{g}");
    assert_eq!((-g).companion(), -&companion, "{g}");
    assert_eq!(le(g, h), le(&companion, &h.companion()), "{g}, {h}");
    if g.to_number().is_some() && *g != CanonicalForm::ZERO {
        assert_eq!(companion, *g);
    }
}

#[test]
fn temperature_theory_on_day_2() {
    let games = day_2();
    let dicots = dicots(&games);
    each(&games, mirrored_thermograph);
    each(&games, freezing);
    each(&games, incentives);
    each_pair(&games, means_and_temperatures);
    each(&games, |g| quarters().for_each(|t| walls_are_stops_of_cooled_games(g, t)));
    let below_zero = (-15..0).map(|n| Dyadic::new(n, 4).unwrap());
    below_zero.for_each(|t| each(&games, |g| walls_are_stops_of_cooled_games(g, t)));
    for t in quarters() {
        each(&games, |g| quarters().for_each(|s| cooling_twice(g, s, t)));
        each_pair(&games, |g, h| cooling_and_sums(g, h, t));
        each(&games, |g| quarters().for_each(|x| heating(g, x, t)));
        each_pair(&dicots, |g, h| heating_of_dicots(g, h, t));
    }
}

#[test]
fn infinitesimals_on_day_2() {
    let games = day_2();
    each(&games, reduced_forms);
    each_pair(&games, reduced_forms_of_two);
    each(&games, weight_of_product);
    let dicots = dicots(&games);
    each_pair(&dicots, atomic_weights);
    each_triple(&dicots, |g, h, k| two_ahead(&(g + h + k)));
}

#[test]
fn products_on_day_2() {
    let games = day_2();
    let positive: Vec<CanonicalForm> =
        games.iter().filter(|u| **u > CanonicalForm::ZERO).cloned().collect();
    for u in &positive {
        each_pair(&games, |g, h| norton_products(g, h, u));
    }
    each_pair(&games, conway_products);
    each_triple(&games, ordinal_sums);
}

#[test]
fn structure_on_days_2_and_3() {
    each_pair(&day_2(), companions);
    each_pair(&day_2(), tempers);
    let games = born_by(&Store::global(), 3);
    each(&games, negatives);
    each(&games, stop_counts);
    for (i, g) in games.iter().enumerate() {
        companions(g, &games[(i * 31 + 7) % games.len()]);
    }
}

/// Sums of a number, a few ups and a small nimber.
fn numbers_ups_stars() -> impl Strategy<Value = CanonicalForm> {
    (numbers(), -6..=6_i32, 0..=5_u32)
        .prop_map(|(number, up, star)| NumberUpStar { number, up, star }.into())
}

fn games() -> impl Strategy<Value = CanonicalForm> {
    prop_oneof![
        1 => numbers_ups_stars(),
        3 => games_born_by(3),
        3 => games_born_by(4),
        2 => dicots_born_by(4),
    ]
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn temperature_theory(g in games(), h in games(), s in quarter(), t in quarter()) {
        mirrored_thermograph(&g);
        freezing(&g);
        incentives(&g);
        means_and_temperatures(&g, &h);
        walls_are_stops_of_cooled_games(&g, t);
        cooling_twice(&g, s, t);
        cooling_and_sums(&g, &h, t);
        heating(&g, s, t);
    }

    #[test]
    fn heated_dicots(g in dicots_born_by(4), h in dicots_born_by(3), t in quarter()) {
        heating_of_dicots(&g, &h, t);
    }

    #[test]
    fn infinitesimals(g in games(), h in games(), d in dicots_born_by(4), e in dicots_born_by(3), n in -3..=3_i64) {
        reduced_forms(&g);
        reduced_forms_of_two(&g, &h);
        reduced_forms_of_two(&g, &(&g + &d));
        atomic_weights(&d, &e);
        two_ahead(&(&d + CanonicalForm::UP * n));
        two_ahead(&(&d + &e));
    }

    #[test]
    fn products(g in games_born_by(3), h in games_born_by(3), k in games_born_by(3), u in games_born_by(2)) {
        if u > CanonicalForm::ZERO {
            norton_products(&g, &h, &u);
        }
        weight_of_product(&g);
        ordinal_sums(&g, &h, &k);
    }

    #[test]
    fn structure(g in games_born_by(5), h in games_born_by(4)) {
        negatives(&g);
        stop_counts(&g);
        companions(&g, &h);
        tempers(&g, &h);
    }
}
