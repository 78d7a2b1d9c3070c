//! Operations beside plain twins that follow the definitions and know no shortcut.

use std::cmp::Ordering;
use std::collections::HashMap;

use dicot::analysis::Analyzer;
use dicot::rules::Clobber;
use dicot::{CanonicalForm, Dyadic, LimitKind, Limits, Parity, Player, Store, ValueError};

use crate::plain::{born::born_by, random::Random};

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
    g.to_number().is_some().then(|| g.clone())
}

/// A number is frozen for `t` above its temperature, like any other game.
fn plain_cool(g: &CanonicalForm, t: Dyadic) -> CanonicalForm {
    recursion(g, -form(t), |g| (t > g.temperature()).then(|| form(g.mean())))
}

fn plain_heat(g: &CanonicalForm, t: &CanonicalForm) -> CanonicalForm {
    recursion(g, t.clone(), is_number)
}

fn plain_overheat(g: &CanonicalForm, s: &CanonicalForm, t: &CanonicalForm) -> CanonicalForm {
    recursion(g, t.clone(), |g| g.to_integer().map(|n| s * n))
}

fn plain_reduced(g: &CanonicalForm) -> CanonicalForm {
    recursion(&plain_heat(g, &CanonicalForm::STAR), CanonicalForm::ZERO, |g| {
        let x = form(g.stop(Player::Left));
        (*g == x || *g == &x + CanonicalForm::STAR).then_some(x)
    })
}

fn plain_stop_count(g: &CanonicalForm) -> u128 {
    if g.to_number().is_some() {
        return 1;
    }
    g.options(Player::Left).chain(g.options(Player::Right)).map(|o| plain_stop_count(&o)).sum()
}

fn plain_temper(g: &CanonicalForm) -> Option<Parity> {
    if g.to_number().is_some() {
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
    let most = g.followers().into_iter().filter_map(|h| h.to_nimber()).max().unwrap();
    (0..).map(|log| 1 << log).find(|&power| power > most).unwrap()
}

fn plain_is_dicot(g: &CanonicalForm) -> bool {
    g.followers()
        .into_iter()
        .all(|h| (h.option_count(Player::Left) == 0) == (h.option_count(Player::Right) == 0))
}

/// All games born by day 2, and this number of day 3.
fn born_early(random: &mut Random, of_day_3: usize) -> Vec<CanonicalForm> {
    let day_3 = born_by(&Store::global(), 3);
    let some = (0..of_day_3).map(|_| random.pick(&day_3).clone());
    born_by(&Store::global(), 2).into_iter().chain(some).collect()
}

/// All games born by day 2, some of day 3 and sums of these, and values of Clobber.
fn games() -> Vec<CanonicalForm> {
    let mut random = Random(17);
    let day_3 = born_by(&Store::global(), 3);
    let mut games = born_early(&mut random, 150);
    games.extend((0..60).map(|_| random.pick(&day_3) + random.pick(&day_3)));
    let mut analyzer = Analyzer::in_store(Store::global());
    for _ in 0..150 {
        let row = |random: &mut Random| {
            (0..4).map(|_| *random.pick(&['x', 'o', '.'])).collect::<String>()
        };
        let text = [row(&mut random), row(&mut random), row(&mut random)].join("/");
        games.push(analyzer.canonical_form(&text.parse::<Clobber>().unwrap()).unwrap());
    }
    let texts = ["^3*2", "1/2vv", "-3*5", "{0|*9}", "Tiny({3|1})", "{5|v12*3}", "^<3>", "7/16"];
    games.extend(texts.map(|text| text.parse::<CanonicalForm>().unwrap()));
    games
}

/// Eighths from -7/8 up to 1 and some larger numbers: temperatures.
fn temperatures() -> impl Iterator<Item = Dyadic> {
    let eighths = (-7..=8).map(|n| Dyadic::new(n, 3).unwrap());
    eighths.chain([(-15, 4), (-1, 4), (3, 1), (5, 0)].map(|(n, k)| Dyadic::new(n, k).unwrap()))
}

#[test]
fn cooling_and_heating() {
    for g in &games() {
        for t in temperatures() {
            assert_eq!(g.cool(t), plain_cool(g, t), "{g} cooled by {t}");
            assert_eq!(g.heat(&form(t)), plain_heat(g, &form(t)), "{g} heated by {t}");
        }
        for t in ["*", "^", "1*", "{1|*}", "Tiny(1)", "-1", "-2", "-3/2", "+-1"] {
            let t: CanonicalForm = t.parse().unwrap();
            assert_eq!(g.heat(&t), plain_heat(g, &t), "{g} heated by {t}");
        }
        let frozen =
            if g.to_number().is_some() { g.clone() } else { plain_cool(g, g.temperature()) };
        assert_eq!(g.freeze(), frozen, "{g}");
        assert_eq!(g.reduced_canonical_form(), plain_reduced(g), "{g}");
    }
}

#[test]
fn cooled_numbers() {
    // CGSuite's test-suite has the first two.
    for (x, t, cooled) in [
        ("1/4", (-1, 2), "1/4*"),
        ("1/4", (-3, 3), "{3/8|1/8}"),
        ("1/4", (-3, 4), "1/4"),
        ("-3", (-7, 3), "-3"),
        ("1/2", (-1, 1), "1/2*"),
        ("0", (-1, 1), "0"),
    ] {
        let x: CanonicalForm = x.parse().unwrap();
        assert_eq!(x.cool(Dyadic::new(t.0, t.1).unwrap()).to_string(), cooled, "{x} by {t:?}");
    }
}

#[test]
fn overheating() {
    for g in &games() {
        for (s, t) in [
            ("0", "0"),
            ("1", "1/2"),
            ("*", "1*"),
            ("^", "0"),
            ("1/2", "-1/4"),
            ("2", "3"),
            ("-1", "1"),
            ("+-1", "-3/2"),
        ] {
            let (s, t): (CanonicalForm, CanonicalForm) = (s.parse().unwrap(), t.parse().unwrap());
            assert_eq!(g.overheat(&s, &t), plain_overheat(g, &s, &t), "{g} from {s} to {t}");
        }
    }
}

fn options(g: &CanonicalForm, player: Player) -> Vec<CanonicalForm> {
    g.options(player).collect()
}

/// `{G^L·U + (U + Δ) | G^R·U - (U + Δ)}` with all incentives `Δ` of `U`, dominated ones as well.
fn plain_norton(g: &CanonicalForm, u: &CanonicalForm) -> CanonicalForm {
    if let Some(n) = g.to_integer() {
        return (0..n.abs())
            .fold(CanonicalForm::ZERO, |sum, _| if n > 0 { sum + u } else { sum - u });
    }
    let left = options(u, Player::Left).into_iter().map(|o| o - u);
    let gains: Vec<_> = left.chain(options(u, Player::Right).into_iter().map(|o| u - o)).collect();
    let list = |player| {
        let mut list = Vec::new();
        for option in options(g, player) {
            for gain in &gains {
                let (product, step) = (plain_norton(&option, u), u + gain);
                list.push(if player == Player::Left { product + step } else { product - step });
            }
        }
        list
    };
    CanonicalForm::new(list(Player::Left), list(Player::Right))
}

/// `{G^L:H^0, G:H^L | G^R:H^0, G:H^R}` on the canonical form of `G`.
fn plain_ordinal_sum(g: &CanonicalForm, h: &CanonicalForm) -> CanonicalForm {
    let list = |player| {
        let ended = options(g, player).into_iter();
        ended.chain(options(h, player).iter().map(|o| plain_ordinal_sum(g, o))).collect::<Vec<_>>()
    };
    CanonicalForm::new(list(Player::Left), list(Player::Right))
}

/// The values of the options of a form.
type Lists = [Vec<CanonicalForm>; 2];

/// `P:A` for a form `P`: its options, and `P:A^L` or `P:A^R`.
fn plain_ordinal_sum_on(base: &Lists, a: &CanonicalForm) -> CanonicalForm {
    let [left, right] = Player::BOTH.map(|player| {
        let more = options(a, player);
        let more = more.iter().map(|option| plain_ordinal_sum_on(base, option));
        base[player as usize].iter().cloned().chain(more).collect::<Vec<_>>()
    });
    CanonicalForm::new(left, right)
}

/// Each player has `(G·H^L):A` for options `A` of `G`, and `(G·H^R):A` for options `A` of `-G`.
fn plain_ordinal_product(g: &CanonicalForm, h: &CanonicalForm) -> CanonicalForm {
    let [left, right] = plain_product_form(g, h, &mut HashMap::new());
    CanonicalForm::new(left, right)
}

fn plain_product_form(
    g: &CanonicalForm,
    h: &CanonicalForm,
    known: &mut HashMap<CanonicalForm, Lists>,
) -> Lists {
    if let Some(lists) = known.get(h) {
        return lists.clone();
    }
    let mut lists = Lists::default();
    for (upper, top) in [(Player::Left, g.clone()), (Player::Right, -g)] {
        for b in options(h, upper) {
            let base = plain_product_form(g, &b, known);
            for player in Player::BOTH {
                let sums = options(&top, player);
                let sums = sums.iter().map(|a| plain_ordinal_sum_on(&base, a));
                lists[player as usize].extend(sums);
            }
        }
    }
    known.insert(h.clone(), lists.clone());
    lists
}

type Pairs = HashMap<(CanonicalForm, CanonicalForm), CanonicalForm>;

/// `{G^L·H + G·H^L - G^L·H^L, .. | ..}`.
fn plain_conway(g: &CanonicalForm, h: &CanonicalForm, known: &mut Pairs) -> CanonicalForm {
    let key = (g.clone(), h.clone());
    if let Some(known) = known.get(&key) {
        return known.clone();
    }
    let mut lists = [Vec::new(), Vec::new()];
    for first in Player::BOTH {
        for second in Player::BOTH {
            for a in options(g, first) {
                for b in options(h, second) {
                    let sum = plain_conway(&a, h, known) + plain_conway(g, &b, known);
                    let option = sum - plain_conway(&a, &b, known);
                    lists[usize::from(first != second)].push(option);
                }
            }
        }
    }
    let [left, right] = lists;
    let product = CanonicalForm::new(left, right);
    known.insert(key, product.clone());
    product
}

#[test]
fn products_and_ordinal_sums() {
    let games = born_by(&Store::global(), 2);
    let mut products = Pairs::new();
    for g in &games {
        for h in &games {
            assert_eq!(g.norton_product(h), plain_norton(g, h), "{g} times {h}");
            assert_eq!(g.ordinal_sum(h), plain_ordinal_sum(g, h), "{g}:{h}");
            assert_eq!(g.ordinal_product(h), plain_ordinal_product(g, h), "{g}, {h}");
            assert_eq!(g.conway_product(h), plain_conway(g, h, &mut products), "{g}, {h}");
        }
    }
    // Larger ones, where closed forms take over.
    let texts =
        ["3", "-5/8", "1*3", "-1/2*2", "*4", "*7", "^^", "v*2", "{0|^}", "{2|*3}", "Tiny(1)"];
    let more: Vec<CanonicalForm> = texts.iter().map(|text| text.parse().unwrap()).collect();
    for g in &more {
        for h in games.iter().chain(&more) {
            assert_eq!(g.ordinal_sum(h), plain_ordinal_sum(g, h), "{g}:{h}");
            assert_eq!(h.ordinal_sum(g), plain_ordinal_sum(h, g), "{h}:{g}");
        }
        for u in ["1", "+-1", "^", "{2|1}", "-1"] {
            let u = u.parse().unwrap();
            assert_eq!(g.norton_product(&u), plain_norton(g, &u), "{g} times {u}");
        }
    }
    // CGSuite's test-suite has these.
    let product = |g: &str, h: &str| -> CanonicalForm {
        g.parse::<CanonicalForm>().unwrap().ordinal_product(&h.parse().unwrap())
    };
    assert_eq!(product("1/2", "1/4").to_string(), "11/32");
    assert_eq!(product("+-1", "^^").to_string(), "+-1");
    assert_eq!(product("*5", "*6").to_string(), "*30");
    assert_eq!(product("{1|*}", "3").to_string(), "{1||1|1,{1,{1|*}|*,{1|*}}}");
}

/// Games of day 3 with games of day 2, each way: the canonical form of a product is not the base of ordinal sums.
#[test]
fn ordinal_products_of_games_of_day_3() {
    let store = Store::global();
    let (second, third) = (born_by(&store, 2), born_by(&store, 3));
    assert_eq!(third.len(), 1474);
    let mut count = 0;
    for (i, g) in third.iter().enumerate() {
        for h in second.iter().skip(i % 7).step_by(7) {
            assert_eq!(g.ordinal_product(h), plain_ordinal_product(g, h), "{g}, {h}");
            assert_eq!(h.ordinal_product(g), plain_ordinal_product(h, g), "{h}, {g}");
            count += 2;
        }
    }
    assert!(count > 8_000, "{count}");
}

/// The powers by `G:y` where `1:y` is the exponent, found among the sixteenths.
#[test]
fn powers() {
    let one = CanonicalForm::from(1);
    let sixteenths: Vec<CanonicalForm> =
        (-128..=64).map(|n| form(Dyadic::new(n, 4).unwrap())).collect();
    let exponent_of = |x: &CanonicalForm| {
        sixteenths.iter().find(|y| plain_ordinal_sum(&one, y) == *x).expect("an exponent").clone()
    };
    let mut tried = 0;
    let texts = ["^", "Tiny(1)", "^<2>", "1/2", "{0|*2}", "{0|^}", "{0|+-1}"];
    let games = texts.map(|text| text.parse::<CanonicalForm>().unwrap());
    for g in games {
        let (left, right) = (options(&g, Player::Left), options(&g, Player::Right));
        let is_base = left == [CanonicalForm::ZERO] && right.len() == 1;
        for (n, k) in [(0, 0), (1, 2), (1, 1), (3, 2), (1, 0), (5, 2), (3, 1), (2, 0), (3, 0)] {
            let x = Dyadic::new(n, k).unwrap();
            let to = if n == 0 {
                CanonicalForm::ZERO
            } else {
                plain_ordinal_sum(&g, &exponent_of(&form(x)))
            };
            assert_eq!(g.pow_to(x), to, "{g} to [{x}]");
            if let Some(y) = x.checked_add(1.into()).filter(|_| is_base) {
                let power = CanonicalForm::new([CanonicalForm::ZERO], [&right[0] - to]);
                assert_eq!(g.pow(y), power, "{g} to {y}");
                tried += 1;
            }
        }
    }
    assert!(tried > 30, "{tried}");
}

/// What numbers count in weights: more than the ups of any game tried.
const NUMBER_WEIGHT: i64 = 24;

/// The weight `{W^L - 2 | W^R + 2}`, or for an integer the one farthest on the side where the game is of a
/// far star.
fn plain_weight(
    g: &CanonicalForm,
    far: &CanonicalForm,
    known: &mut HashMap<CanonicalForm, CanonicalForm>,
) -> CanonicalForm {
    if let Some(known) = known.get(g) {
        return known.clone();
    }
    let weight = if g.to_number().is_some() {
        (if *g > CanonicalForm::ZERO { 1 } else { -1 }
            * NUMBER_WEIGHT
            * i64::from(*g != CanonicalForm::ZERO))
        .into()
    } else {
        let mut list = |player, bonus: i64| -> Vec<CanonicalForm> {
            let options = options(g, player);
            options
                .iter()
                .map(|o| plain_weight(o, far, known) + CanonicalForm::from(bonus))
                .collect()
        };
        let (left, right) = (list(Player::Left, -2), list(Player::Right, 2));
        let weight = CanonicalForm::new(left.clone(), right.clone());
        let mut all = (-2 * NUMBER_WEIGHT..=2 * NUMBER_WEIGHT).map(CanonicalForm::from);
        match g.partial_cmp(far) {
            _ if weight.to_integer().is_none() => weight,
            Some(Ordering::Greater) => {
                all.rfind(|n| !right.iter().any(|r| r <= n)).expect("an integer")
            }
            Some(Ordering::Less) => all.find(|n| !left.iter().any(|l| n <= l)).expect("an integer"),
            _ => CanonicalForm::ZERO,
        }
    };
    known.insert(g.clone(), weight.clone());
    weight
}

/// The weight if the game differs from the product with `↑` by less than `↑*` and a kite on a far star.
fn plain_atomic_weight(g: &CanonicalForm) -> Option<CanonicalForm> {
    let far = CanonicalForm::nimber(g.far_star());
    let weight = plain_weight(g, &far, &mut HashMap::new());
    let rest = g - weight.norton_product(&CanonicalForm::UP);
    let far = CanonicalForm::nimber(rest.far_star().max(g.far_star()).max(2));
    let limit = CanonicalForm::UP + CanonicalForm::STAR + far.ordinal_sum(&(-1).into());
    (rest <= limit && -limit <= rest).then_some(weight)
}

#[test]
fn atomic_weights() {
    let mut random = Random(8);
    let day_3 = born_by(&Store::global(), 3);
    let mut games = born_early(&mut random, 120);
    games
        .extend(day_3.iter().filter(|g| g.is_infinitesimal() && !g.is_dicot()).step_by(3).cloned());
    let texts =
        ["{1/2|0||v|-1/8}", "Tiny(1/4)", "{0||0|-1}", "{1|0||0|-1}", "{^|{0|-1}}", "{1|0||*}"];
    games.extend(texts.map(|text| text.parse::<CanonicalForm>().unwrap()));
    let mut atomic = 0;
    for g in &games {
        let weight = plain_atomic_weight(g);
        atomic += usize::from(weight.is_some());
        assert_eq!(g.atomic_weight(), weight, "{g}");
    }
    assert!(atomic > 20 && games.len() - atomic > 100, "{atomic} of {}", games.len());
}

/// `g + c` by the definition of sums, where `c` has the followers `c.options`.
fn plain_sum(g: &CanonicalForm, c: &CanonicalForm, known: &mut Pairs) -> CanonicalForm {
    if g.to_number().is_some() {
        return g + c;
    }
    let key = (g.clone(), c.clone());
    if let Some(known) = known.get(&key) {
        return known.clone();
    }
    let mut list = |player| -> Vec<CanonicalForm> {
        let here: Vec<_> = options(g, player).iter().map(|o| plain_sum(o, c, known)).collect();
        let there = options(c, player);
        here.into_iter().chain(there.iter().map(|o| plain_sum(g, o, known))).collect()
    };
    let (left, right) = (list(Player::Left), list(Player::Right));
    let sum = CanonicalForm::new(left, right);
    known.insert(key, sum.clone());
    sum
}

/// Sums with nimbers and ups beyond those that are added by definition.
#[test]
fn sums_with_large_nimbers_and_ups() {
    let mut random = Random(3);
    let mut games = born_early(&mut random, 40);
    let texts = "^<2> {0|^} Tiny(1) Tiny(1/2) {1,1*|-1,-1*} {1,1*|-1,-1*}+* {200||1|-100|||0|-100} \
        {200||1|-100|||1|-100,0} {2|-1}+{3|0} {100|1||0} {1*5|-1*7} {1*5|-1*6} {Tiny(1)|-1*3} \
        {1^^,1*2|0v,0*3} {3||2|1} {0,^*|0,v*}";
    games.extend(texts.split(' ').map(|text| text.parse::<CanonicalForm>().unwrap()));
    for _ in 0..30 {
        let mut list = || [(); 2].map(|()| random.pick(&games).clone());
        let (left, right) = (list(), list());
        games.push(CanonicalForm::new(left, right));
    }
    let mut known = Pairs::new();
    for g in &games {
        for c in ["*17", "*24", "*33", "^20", "v17*2", "^2*18", "1/2v*19"] {
            let c: CanonicalForm = c.parse().unwrap();
            assert_eq!(g + &c, plain_sum(g, &c, &mut known), "{g} + {c}");
        }
    }
}

/// The value of an expression of the calculator.
fn calculated(text: &str) -> CanonicalForm {
    dicot_calc::parse(text, &mut Store::global().calculation()).unwrap()
}

/// These sums cost what their values cost, and not a sum for each option of the nimber.
#[test]
fn sums_and_ordinal_sums_of_huge_nimbers() {
    for (sum, value) in [
        ("*3000 + {1|-1}", "{1*3000|-1*3000}"),
        ("*2000000000 + {1|-1}", "{1*2000000000|-1*2000000000}"),
        ("{1|-1} + *60000 + *60000", "{1|-1}"),
        ("{1|-1} + *200 + {3|2} + *200", "{1|-1} + {3|2}"),
        ("^1000000*3000 + {1|-1}", "{1^1000000*3000|-1^1000000*3000}"),
        ("1/2v30000 + {2||1|-1}", "{5/2v30000||3/2v30000|-1/2v30000}"),
        ("1:*60000", "1*60000"),
        ("*60000:*5", "*60005"),
        ("*50.NortonProduct({1|-1})", "*50.Heat(1)"),
    ] {
        assert_eq!(calculated(sum), calculated(value));
    }
    let hot: CanonicalForm = "{1*60000|-1*60000}".parse().unwrap();
    assert_eq!(hot.reduced_canonical_form().to_string(), "+-1");
    let stalk = calculated("*40000:1");
    assert_eq!(Player::BOTH.map(|player| stalk.option_count(player)), [40_001, 40_000]);
    // The value would take 160 GiB.
    let limits = Limits::default().with_bytes(1 << 30);
    let heated = Store::new().calculate(&limits).heat(&CanonicalForm::nimber(5000), &3.into());
    assert_eq!(heated, Err(ValueError::Limit(LimitKind::Bytes(1 << 30))));
    // A tiny game is not hot, and the options of this sum are as many as those of the nimber.
    let tiny: CanonicalForm = "Tiny(1) + *1000".parse().unwrap();
    assert_eq!(Player::BOTH.map(|player| tiny.option_count(player)), [1001, 1]);
}

/// Questions about values, by comparison with numbers and sums.
#[test]
fn questions() {
    let tiny = form(Dyadic::new(1, 20).unwrap());
    for g in &games() {
        let is_infinitesimal = |g: &CanonicalForm| *g < tiny && -&tiny < *g;
        assert_eq!(g.is_infinitesimal(), is_infinitesimal(g), "{g}");
        let numberish = is_infinitesimal(&(g - form(g.stop(Player::Left))));
        assert_eq!(g.stop(Player::Left) == g.stop(Player::Right), numberish, "{g}");
        assert_eq!(g.parity(), plain_parity(g), "{g}");
        assert_eq!(g.stop(Player::Left), plain_stop(g, Player::Left), "{g}");
        assert_eq!(g.stop(Player::Right), plain_stop(g, Player::Right), "{g}");
    }
}

fn plain_stop(g: &CanonicalForm, player: Player) -> Dyadic {
    if let Some(x) = g.to_number() {
        return x;
    }
    let stops = options(g, player).into_iter().map(|o| plain_stop(&o, !player));
    if player == Player::Left { stops.max() } else { stops.min() }.expect("a move")
}

/// 0 is even; a game is even if all its options are odd, and odd if all are even.
fn plain_parity(g: &CanonicalForm) -> Option<Parity> {
    let options = options(g, Player::Left).into_iter().chain(options(g, Player::Right));
    let parities: Vec<_> = options.map(|o| plain_parity(&o)).collect();
    match parities.first() {
        None => Some(Parity::Even),
        Some(first) if parities.iter().any(|parity| parity != first) => None,
        Some(Some(Parity::Even)) => Some(Parity::Odd),
        Some(Some(Parity::Odd)) => Some(Parity::Even),
        Some(None) => None,
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

/// The thermograph of a number is that of its form, also with as many binary digits as there can be.
#[test]
fn thermographs_of_numbers() {
    for text in
        ["1537228672809129301/4611686018427387904", "-4611686018427387903/2305843009213693952"]
    {
        let number: Dyadic = text.parse().unwrap();
        let thermograph = CanonicalForm::from(number).thermograph();
        let exponent = number.exponent();
        assert_eq!(
            (thermograph.mean, thermograph.temperature),
            (number, Dyadic::new(-1, exponent).unwrap())
        );
    }
    for numerator in (-64..64).map(|n| 2 * n + 1) {
        let number = Dyadic::new(numerator, 5).unwrap();
        let [left, right] = [numerator - 1, numerator + 1].map(|n| Dyadic::new(n, 5).unwrap());
        let thermograph = CanonicalForm::from(number).thermograph();
        // Left's wall is the right wall after her move, and she has paid once.
        for n in -32..0 {
            let t = Dyadic::new(n, 5).unwrap();
            let at = |x: Dyadic, player| {
                CanonicalForm::from(x).thermograph().walls[player].at(t).unwrap().0
            };
            let walls = Player::BOTH.map(|player| thermograph.walls[player].at(t).unwrap().0);
            let [a, b] = [at(left, Player::Right) - t, at(right, Player::Left) + t];
            let expected = if a > b { [a, b] } else { [number; 2] };
            assert_eq!(walls, expected, "{number} at {t}");
        }
    }
}
