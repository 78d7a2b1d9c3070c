//! Operations beside plain twins that follow the definitions and know no shortcut.

mod plain;

use std::collections::HashMap;

use dicot::analysis::Analyzer;
use dicot::rules::Clobber;
use dicot::{CanonicalForm, Dyadic, Parity, Player, Store};
use plain::{Random, born_by};

fn form(x: Dyadic) -> CanonicalForm {
    CanonicalForm::from(x)
}

/// A recursion over followers, each visited once: numbers that it fixes, what becomes of others at
/// once, and what is added to Left's options and subtracted from Right's.
struct Recursion<'f> {
    at_once: &'f dyn Fn(&CanonicalForm) -> Option<CanonicalForm>,
    bonus: CanonicalForm,
    known: HashMap<CanonicalForm, CanonicalForm>,
}

impl Recursion<'_> {
    fn run(&mut self, g: &CanonicalForm) -> CanonicalForm {
        if let Some(result) = (self.at_once)(g) {
            return result;
        }
        if let Some(known) = self.known.get(g) {
            return known.clone();
        }
        let mut list = |player| -> Vec<CanonicalForm> {
            let bonus = if player == Player::Left { self.bonus.clone() } else { -&self.bonus };
            let options: Vec<_> = g.options(player).collect();
            options.iter().map(|o| self.run(o) + &bonus).collect()
        };
        let (left, right) = (list(Player::Left), list(Player::Right));
        let result = CanonicalForm::new(left, right);
        self.known.insert(g.clone(), result.clone());
        result
    }
}

fn recursion(
    g: &CanonicalForm,
    bonus: CanonicalForm,
    at_once: impl Fn(&CanonicalForm) -> Option<CanonicalForm>,
) -> CanonicalForm {
    Recursion { at_once: &at_once, bonus, known: HashMap::new() }.run(g)
}

fn is_number(g: &CanonicalForm) -> Option<CanonicalForm> {
    g.is_number().then(|| g.clone())
}

fn plain_cool(g: &CanonicalForm, t: Dyadic) -> CanonicalForm {
    recursion(g, -form(t), |g| {
        is_number(g).or_else(|| (t > g.temperature()).then(|| form(g.mean())))
    })
}

fn plain_heat(g: &CanonicalForm, t: &CanonicalForm) -> CanonicalForm {
    recursion(g, t.clone(), is_number)
}

fn plain_overheat(g: &CanonicalForm, s: &CanonicalForm, t: &CanonicalForm) -> CanonicalForm {
    recursion(g, t.clone(), |g| g.to_integer().map(|n| s.times(n)))
}

fn plain_reduced(g: &CanonicalForm) -> CanonicalForm {
    recursion(&plain_heat(g, &CanonicalForm::STAR), CanonicalForm::ZERO, |g| {
        let x = form(g.stop(Player::Left));
        (*g == x || *g == &x + CanonicalForm::STAR).then_some(x)
    })
}

fn plain_stop_count(g: &CanonicalForm) -> u128 {
    if g.is_number() {
        return 1;
    }
    g.options(Player::Left).chain(g.options(Player::Right)).map(|o| plain_stop_count(&o)).sum()
}

fn plain_temper(g: &CanonicalForm) -> Option<Parity> {
    if g.is_number() {
        return Some(Parity::Even);
    }
    let mut tempers =
        g.options(Player::Left).chain(g.options(Player::Right)).map(|o| plain_temper(&o));
    let first = tempers.next()??;
    let other = if first == Parity::Even { Parity::Odd } else { Parity::Even };
    tempers.all(|t| t == Some(first)).then_some(other)
}

/// The least power of two above all nimbers among the followers.
fn plain_far_star(g: &CanonicalForm) -> u32 {
    let most = g.followers().filter_map(|h| h.to_nimber()).max().unwrap();
    (0..).map(|log| 1 << log).find(|&power| power > most).unwrap()
}

fn plain_is_dicot(g: &CanonicalForm) -> bool {
    g.followers()
        .all(|h| (h.option_count(Player::Left) == 0) == (h.option_count(Player::Right) == 0))
}

/// All games born by day 2, some of day 3 and sums of these, and values of Clobber.
fn games() -> Vec<CanonicalForm> {
    let mut random = Random(17);
    let mut games = born_by(&Store::global(), 2);
    let day_3 = born_by(&Store::global(), 3);
    games.extend((0..150).map(|_| random.pick(&day_3).clone()));
    games.extend((0..60).map(|_| random.pick(&day_3) + random.pick(&day_3)));
    let mut analyzer = Analyzer::in_store(Store::global());
    for _ in 0..150 {
        let row = |random: &mut Random| {
            (0..4).map(|_| *random.pick(&['x', 'o', '.'])).collect::<String>()
        };
        let text = [row(&mut random), row(&mut random), row(&mut random)].join("/");
        games.push(analyzer.canonical_form(&Clobber::parse(&text).unwrap()).unwrap());
    }
    let texts = ["^3*2", "1/2vv", "-3*5", "{0|*9}", "Tiny({3|1})", "{5|v12*3}", "^<3>", "7/16"];
    games.extend(texts.map(|text| text.parse::<CanonicalForm>().unwrap()));
    games
}

#[test]
fn cooling_and_heating() {
    for g in &games() {
        for (numerator, exponent) in [(-3, 2), (-1, 1), (1, 2), (1, 1), (1, 0), (3, 1), (5, 0)] {
            let t = Dyadic::new(numerator, exponent).unwrap();
            assert_eq!(g.cool(t), plain_cool(g, t), "{g} cooled by {t}");
            assert_eq!(g.heat(&form(t)), plain_heat(g, &form(t)), "{g} heated by {t}");
        }
        for t in ["*", "^", "1*", "{1|*}", "Tiny(1)"] {
            let t: CanonicalForm = t.parse().unwrap();
            assert_eq!(g.heat(&t), plain_heat(g, &t), "{g} heated by {t}");
        }
        assert_eq!(g.reduced_canonical_form(), plain_reduced(g), "{g}");
    }
}

#[test]
fn overheating() {
    for g in &games() {
        for (s, t) in
            [("0", "0"), ("1", "1/2"), ("*", "1*"), ("^", "0"), ("1/2", "-1/4"), ("2", "3")]
        {
            let (s, t): (CanonicalForm, CanonicalForm) = (s.parse().unwrap(), t.parse().unwrap());
            assert_eq!(g.overheat(&s, &t), plain_overheat(g, &s, &t), "{g} from {s} to {t}");
        }
    }
}

#[test]
fn facts_that_are_stored_or_summed_up() {
    for g in &games() {
        assert_eq!(g.stop_count(), Some(plain_stop_count(g)), "{g}");
        assert_eq!(g.temper(), plain_temper(g), "{g}");
        assert_eq!(g.far_star(), plain_far_star(g), "{g}");
        assert_eq!(g.is_dicot(), plain_is_dicot(g), "{g}");
    }
}
