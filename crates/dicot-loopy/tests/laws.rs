//! Random games against a plain twin that plays sums out: retrograde analysis of the graph of all positions of the sum.

mod random;

use std::collections::HashMap;

use dicot::{Calculation, Player, Store};
use dicot_loopy::{LoopyGame, LoopyOutcome, LoopyValue};

use random::Random;

/// The value of a text in the language of the calculator.
fn parse(text: &str, calculation: &mut Calculation<'_>) -> Result<LoopyValue, String> {
    let value = dicot_calc::evaluate(text, calculation).map_err(|error| error.to_string())?;
    value.to_loopy().ok_or(format!("{value} is not a game"))
}

/// A graph: the options of each position for both players. The first five positions are 0, *, 1, -1 and ^.
#[derive(Clone, Debug)]
struct Graph {
    options: Vec<[Vec<usize>; 2]>,
}

const FIRST: usize = 5;

impl Random {
    /// A graph with up to `most` positions of its own. The root is the first of these.
    fn graph(&mut self, most: usize) -> Graph {
        let mut options = vec![
            [vec![], vec![]],
            [vec![0], vec![0]],
            [vec![0], vec![]],
            [vec![], vec![0]],
            [vec![0], vec![1]],
        ];
        let n = 1 + self.below(most);
        for _ in 0..n {
            let mut list = || {
                let count = [0, 1, 1, 2, 2, 3][self.below(6)];
                (0..count)
                    .map(|_| match self.below(3) {
                        0 => self.below(FIRST),
                        _ => FIRST + self.below(n),
                    })
                    .collect::<Vec<_>>()
            };
            options.push([list(), list()]);
        }
        Graph { options }
    }
}

impl Graph {
    fn value(&self, calculation: &mut Calculation<'_>) -> LoopyValue {
        let mut game = LoopyGame::new();
        let ids: Vec<_> = self.options.iter().map(|_| game.add_position()).collect();
        for (options, &id) in self.options.iter().zip(&ids) {
            for player in Player::BOTH {
                for &option in &options[player as usize] {
                    game.add_option(id, player, ids[option]);
                }
            }
        }
        game.value(ids[FIRST], calculation).unwrap()
    }

    fn negative(&self) -> Graph {
        let options = self.options.iter().map(|[left, right]| [right.clone(), left.clone()]);
        Graph { options: options.collect() }
    }
}

/// Who wins a sum, by labels of positions that do not change once they are given.
fn outcome(sum: &[&Graph]) -> LoopyOutcome {
    type State = (Vec<usize>, Player);
    let root: Vec<usize> = sum.iter().map(|_| FIRST).collect();
    let mut states: Vec<State> = Player::BOTH.map(|player| (root.clone(), player)).into();
    let mut index: HashMap<State, usize> = states.iter().cloned().zip(0..).collect();
    let mut moves: Vec<Vec<usize>> = Vec::new();
    while let Some((position, player)) = states.get(moves.len()).cloned() {
        let mut targets = Vec::new();
        for (i, graph) in sum.iter().enumerate() {
            for &option in &graph.options[position[i]][player as usize] {
                let mut next = position.clone();
                next[i] = option;
                let state = (next, !player);
                let n = states.len();
                targets.push(*index.entry(state.clone()).or_insert_with(|| {
                    states.push(state);
                    n
                }));
            }
        }
        moves.push(targets);
    }
    // Whether the player to move wins; not given: a draw.
    let mut wins: Vec<Option<bool>> = vec![None; states.len()];
    loop {
        let mut changed = false;
        for i in 0..states.len() {
            let label = if moves[i].iter().any(|&j| wins[j] == Some(false)) {
                Some(true)
            } else {
                moves[i].iter().all(|&j| wins[j] == Some(true)).then_some(false)
            };
            changed |= wins[i] != label;
            wins[i] = label;
        }
        if !changed {
            break;
        }
    }
    let winner = |i: usize| wins[i].map(|wins| if wins { states[i].1 } else { !states[i].1 });
    LoopyOutcome { left_first: winner(0), right_first: winner(1) }
}

/// The outcome of the value of a sum is that of the sum; equal values have the same outcome in sums; what is printed is read back.
#[test]
fn sums_are_played_out() {
    let store = Store::new();
    let c = &mut store.calculation();
    let mut random = Random(1);
    let mut by_value: HashMap<LoopyValue, Graph> = HashMap::new();
    let (mut stoppers, mut sided, mut other) = (0, 0, 0);
    for round in 0..1500 {
        let [g, h] = [random.graph(3), random.graph(3)];
        let [x, y] = [g.value(c), h.value(c)];
        for (graph, value) in [(&g, &x), (&h, &y)] {
            assert_eq!(outcome(&[graph]), value.outcome(c).unwrap(), "{round}: {graph:?} {value}");
            match (value.is_stopper(), value.is_stopper_sided()) {
                (true, _) => stoppers += 1,
                (_, true) => sided += 1,
                _ => other += 1,
            }
            let text = value.to_string();
            let read = parse(&text, c).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(read, *value, "{text}");
            assert_eq!(read.to_string(), text);
            if let Some(twin) = by_value.insert(value.clone(), graph.clone()) {
                let test = random.graph(3);
                assert_eq!(outcome(&[graph, &test]), outcome(&[&twin, &test]), "{value}");
            }
        }
        let sum = x.sum(&y, c).unwrap();
        assert_eq!(outcome(&[&g, &h]), sum.outcome(c).unwrap(), "{round}: {x} + {y} = {sum}");
        // g >= h means that Left does not lose g - h moving second, if h is a stopper; g <= h likewise.
        if y.is_stopper() {
            let difference = outcome(&[&g, &h.negative()]);
            let at_least = x.at_least(&y, c).unwrap();
            if at_least {
                assert_ne!(difference.right_first, Some(Player::Right), "{x} >= {y}");
            }
            if x.is_stopper() {
                assert_eq!(at_least, difference.right_first != Some(Player::Right), "{x}, {y}");
            }
        }
    }
    assert!(stoppers > 1000 && sided > 400, "{stoppers} {sided} {other}");
}

#[test]
fn three_games() {
    let store = Store::new();
    let c = &mut store.calculation();
    let mut random = Random(2);
    for _ in 0..200 {
        let graphs = [random.graph(2), random.graph(2), random.graph(2)];
        let values = graphs.each_ref().map(|graph| graph.value(c));
        let left = values[0].sum(&values[1], c).unwrap().sum(&values[2], c).unwrap();
        let right = values[1].sum(&values[2], c).unwrap();
        let right = values[0].sum(&right, c).unwrap();
        assert_eq!(left, right, "{} {} {}", values[0], values[1], values[2]);
        assert_eq!(left.outcome(c).unwrap(), outcome(&graphs.each_ref()));
    }
}

/// Eight positions of their own, and the sides: a game is between them.
#[test]
fn larger_games() {
    let store = Store::new();
    let c = &mut store.calculation();
    let mut random = Random(3);
    for _ in 0..400 {
        let g = random.graph(8);
        let value = g.value(c);
        assert_eq!(outcome(&[&g]), value.outcome(c).unwrap(), "{g:?} {value}");
        assert!(value.onside().at_least(&value.offside(), c).unwrap());
        assert!(value.onside().at_least(&value, c).unwrap());
        assert!(value.at_least(&value.offside(), c).unwrap());
        let negative = g.negative().value(c);
        assert_eq!(negative, value.negative(c).unwrap());
        if value.is_stopper() {
            let degree = value.degree(c).unwrap();
            let difference = value.sum(&negative, c).unwrap();
            assert_eq!(difference.onside(), degree);
            assert_eq!(difference.offside(), degree.negative(c).unwrap());
        }
        let text = value.to_string();
        assert_eq!(parse(&text, c).unwrap_or_else(|e| panic!("{text}: {e}")), value);
    }
}

/// Games with positions that equal stoppers in components that are not stoppers: `a{{x||pass|a},y|z}`, its mirror image, and others. Those
/// that are at least each other are equal, with the same hash and text, and one that equals a stopper is one.
#[test]
fn equality_is_that_of_the_order() {
    let store = Store::new();
    let c = &mut store.calculation();
    let parts = ["0", "*", "1", "-1", "^*", "v*", "over", "under", "{1|-1}"];
    let mut values: Vec<(String, LoopyValue)> = Vec::new();
    let mut add = |text: String, c: &mut Calculation<'_>| {
        let value = parse(&text, c).unwrap_or_else(|error| panic!("{text}: {error}"));
        values.push((text, value));
    };
    for x in parts {
        for y in parts {
            for z in parts {
                add(format!("a{{{{{x}||pass|a}},{y}|{z}}}"), c);
                add(format!("a{{{z}|{y},{{a|pass||{x}}}}}"), c);
                add(format!("a{{b{{{x}|c{{c|a,{y}}}}},{y}|{z}}}"), c);
                // Stoppers that some of these equal.
                add(format!("{{{{{x}|under}},{y}|{z}}}"), c);
                add(format!("{{{z}|{y},{{over|{x}}}}}"), c);
            }
        }
    }
    // Equal values have the same outcomes in sums.
    let tests = ["0", "*", "^", "1/2", "-1/2", "{1|-1}", "over", "on"];
    let tests = tests.map(|text| parse(text, c).unwrap());
    let mut classes: HashMap<Vec<LoopyOutcome>, Vec<usize>> = HashMap::new();
    for (i, (_, value)) in values.iter().enumerate() {
        let outcomes = tests.iter().map(|test| value.sum(test, c).unwrap().outcome(c).unwrap());
        classes.entry(outcomes.collect()).or_default().push(i);
    }
    let (mut equal, mut stoppers) = (0, 0);
    for class in classes.values() {
        // One of each text, of which there may be many.
        let mut shown: HashMap<String, usize> = HashMap::new();
        for &i in class {
            let (text, value) = &values[i];
            stoppers += usize::from(value.is_stopper());
            let first = *shown.entry(value.to_string()).or_insert(i);
            assert_eq!(values[first].1, *value, "{text} prints as {}", values[first].0);
        }
        let mut distinct: Vec<usize> = shown.into_values().collect();
        distinct.sort_unstable();
        for (n, &i) in distinct.iter().enumerate() {
            for &j in &distinct[n + 1..] {
                let [(g_text, g), (h_text, h)] = [&values[i], &values[j]];
                if g.at_least(h, c).unwrap() && h.at_least(g, c).unwrap() {
                    equal += 1;
                    assert_eq!(g, h, "{g_text} {h_text}");
                    assert!(!g.is_stopper_sided(), "{g_text} {h_text}");
                }
            }
        }
    }
    assert!(stoppers > 1_000, "{stoppers} {equal}");
}
