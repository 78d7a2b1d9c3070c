//! Thermographs of stoppers against those of short games that are close to them, and of kos against published ones.

mod random;

use dicot::{Calculation, CanonicalForm, Player, Store};
use dicot_loopy::{LoopyGame, LoopyThermograph, LoopyValue, PositionId};
use num_rational::Rational64;

use random::Random;

impl Random {
    /// The options of both players in a graph of `n` positions, which are numbered from 0, or small integers, from 100 as 0.
    fn graph(&mut self, n: usize, is_loopfree: bool) -> Vec<[Vec<usize>; 2]> {
        let position = |i: usize| {
            [(); 2].map(|()| {
                let count = [0, 1, 1, 2, 2, 3][self.below(6)];
                let option = |_| match self.below(3) {
                    0 => 98 + self.below(5),
                    _ if !is_loopfree => self.below(n),
                    _ if i + 1 < n => i + 1 + self.below(n - i - 1),
                    _ => 100,
                };
                (0..count).map(option).collect()
            })
        };
        (0..n).map(position).collect()
    }
}

/// The game of a graph, and its root.
fn game(graph: &[[Vec<usize>; 2]]) -> (LoopyGame, PositionId) {
    let mut game = LoopyGame::new();
    let ids: Vec<_> = graph.iter().map(|_| game.add_position()).collect();
    for (options, &id) in graph.iter().zip(&ids) {
        for player in Player::BOTH {
            for &option in &options[player as usize] {
                match ids.get(option) {
                    Some(&option) => game.add_option(id, player, option),
                    None => game.add_option(id, player, CanonicalForm::from(option as i64 - 100)),
                }
            }
        }
    }
    (game, ids[0])
}

fn at(thermograph: &LoopyThermograph, player: Player, t: Rational64) -> Rational64 {
    let points = &thermograph.walls[player];
    let point = points.iter().rfind(|point| point.temperature <= t).unwrap();
    point.value + (t - point.temperature) * point.slope
}

/// Numbers, too, come out of the scaffolds alone.
#[test]
fn short_games() {
    let store = Store::new();
    let c = &mut store.calculation();
    let mut random = Random(1);
    for _ in 0..3000 {
        let n = 1 + random.below(6);
        let graph = random.graph(n, true);
        let (game, root) = game(&graph);
        let value = game.value(root, c).unwrap();
        let expected = LoopyThermograph::from(&c.thermograph(value.as_short().unwrap()).unwrap());
        for komaster in [None, Some(Player::Left), Some(Player::Right)] {
            assert_eq!(
                game.thermograph(root, komaster, c).unwrap(),
                expected,
                "{graph:?} = {value}"
            );
        }
    }
}

/// The short game in which `depth` moves are left, and a draw is worth `end`.
fn cut(
    graph: &[[Vec<usize>; 2]],
    position: usize,
    depth: usize,
    end: i64,
    known: &mut std::collections::HashMap<(usize, usize), CanonicalForm>,
    c: &mut Calculation<'_>,
) -> CanonicalForm {
    let Some(options) = graph.get(position) else {
        return CanonicalForm::from(position as i64 - 100);
    };
    if depth == 0 {
        return CanonicalForm::from(end);
    }
    if let Some(form) = known.get(&(position, depth)) {
        return form.clone();
    }
    let [left, right] = options.each_ref().map(|options| {
        options
            .iter()
            .map(|&option| cut(graph, option, depth - 1, end, known, c))
            .collect::<Vec<_>>()
    });
    let form = c.form(left, right).unwrap();
    known.insert((position, depth), form.clone());
    form
}

/// A stopper is between the short games in which play that goes on too long is very good for Right, or for Left. They
/// come close to each other, and so do their thermographs; and equal games have the same.
#[test]
fn stoppers() {
    const DEPTH: usize = 14;
    let store = Store::new();
    let c = &mut store.calculation();
    let mut random = Random(2);
    let (mut close, mut found, mut raw) = (0, 0, 0);
    for _ in 0..4000 {
        let n = 1 + random.below(4);
        let graph = random.graph(n, false);
        let (game, root) = game(&graph);
        let value = game.value(root, c).unwrap();
        if !value.is_stopper() || value.as_short().is_some() {
            continue;
        }
        let Ok(thermograph) = value.thermograph(c) else { continue };
        found += 1;
        if let Ok(same) = game.thermograph(root, None, c) {
            raw += 1;
            assert_eq!(same, thermograph, "{graph:?} = {value}");
        }
        let [low, high] = [-20, 20].map(|end| {
            let form = cut(&graph, 0, DEPTH, end, &mut Default::default(), c);
            LoopyThermograph::from(&c.thermograph(&form).unwrap())
        });
        let mut worst = Rational64::from(0);
        for i in -32..=128 {
            let t = Rational64::new(i, 32);
            for player in Player::BOTH {
                let [low, x, high] = [&low, &thermograph, &high].map(|g| at(g, player, t));
                assert!(low <= x && x <= high, "{graph:?} = {value}: {low} {x} {high} at {t}");
                worst = worst.max(high - low);
            }
        }
        close += usize::from(worst < Rational64::new(1, 64));
    }
    assert!(
        found > 300 && raw > 100 && close * 10 > found * 5,
        "{close} close of {found}, {raw} as given"
    );
}

/// The mean of a sum is the sum of the means.
#[test]
fn sums_of_stoppers() {
    let store = Store::new();
    let c = &mut store.calculation();
    let mut random = Random(3);
    let mut checked = 0;
    let mut stopper = |c: &mut Calculation<'_>| {
        loop {
            let n = 1 + random.below(3);
            let (game, root) = game(&random.graph(n, false));
            let value = game.value(root, c).unwrap();
            if let (true, None, Ok(thermograph)) =
                (value.is_stopper(), value.as_short(), value.thermograph(c))
            {
                return (value, thermograph);
            }
        }
    };
    for _ in 0..300 {
        let [(g, of_g), (h, of_h)] = [stopper(c), stopper(c)];
        let sum: LoopyValue = g.sum(&h, c).unwrap();
        if let Ok(of_sum) = sum.thermograph(c) {
            checked += 1;
            assert_eq!(of_sum.mast, of_g.mast + of_h.mast, "{g} + {h} = {sum}");
            assert!(
                of_sum.temperature <= of_g.temperature.max(of_h.temperature),
                "{g} + {h} = {sum}"
            );
        }
    }
    assert!(checked > 50, "{checked}");
}
