//! Products and joins of rulesets of heaps, and coins as positions.

use std::collections::HashMap;

use dicot::analysis::Analyzer;
use dicot::rules::{AnyPosition, AnyRuleset, PartizanHeaps, Position, Short};
use dicot::{Limits, Player};
use dicot_impartial::{CoinGame, HeapSum, Product, ruleset, ruleset_of_coins, ruleset_of_join};

fn heaps(game: &str) -> HeapSum {
    ruleset(game).unwrap().read("0").unwrap().to_type().unwrap()
}

fn product(product: Product, games: [&str; 2]) -> AnyRuleset {
    let [first, second] = games.map(heaps);
    product.ruleset("product", [&first, &second])
}

/// What the moves on a heap leave, by their texts: `7>2+3`.
fn options(game: &str, heap: u16) -> Vec<Vec<u16>> {
    let position = match heap {
        0 => return Vec::new(),
        n => ruleset(game).unwrap().read(&n.to_string()).unwrap(),
    };
    let rest = |mv: String| {
        let (_, rest) = mv.split_once('>').unwrap();
        rest.split('+').map(|n| n.parse().unwrap()).filter(|n| *n > 0).collect()
    };
    position.moves(Player::Left).map(|mv| rest(mv.text().to_owned())).collect()
}

/// The nim value of a pair by the definition of a product.
fn plain(
    of: Product,
    games: [&str; 2],
    [m, n]: [u16; 2],
    known: &mut HashMap<[u16; 2], u32>,
) -> u32 {
    if let Some(&value) = known.get(&[m, n]) {
        return value;
    }
    let mut value = |pair| plain(of, games, pair, known);
    let [first, second] = [options(games[0], m), options(games[1], n)];
    let mut found = Vec::new();
    match of {
        Product::Acrostic => {
            found.extend(first.iter().map(|a| a.iter().fold(0, |sum, &a| sum ^ value([a, n]))));
            found.extend(second.iter().map(|b| b.iter().fold(0, |sum, &b| sum ^ value([m, b]))));
        }
        _ => {
            for a in &first {
                for b in &second {
                    let mut sum = a.iter().fold(0, |sum, &a| sum ^ value([a, n]));
                    sum = b.iter().fold(sum, |sum, &b| sum ^ value([m, b]));
                    for &a in a {
                        sum = b.iter().fold(sum, |sum, &b| sum ^ value([a, b]));
                    }
                    found.push(sum);
                }
            }
        }
    }
    let value = (0..).find(|value| !found.contains(value)).unwrap();
    known.insert([m, n], value);
    value
}

fn value(position: &AnyPosition) -> String {
    Analyzer::new().canonical_form(position).unwrap().to_string()
}

#[test]
fn products_have_the_values_of_their_definitions() {
    for of in [Product::Acrostic, Product::Direct] {
        for games in [["Nim", "Kayles"], ["0.77", "0.07"], ["GrundysGame", "0.3"]] {
            let (rules, known) = (product(of, games), &mut HashMap::new());
            for pair in (0..6).flat_map(|m| (0..6).map(move |n| [m, n])) {
                let position = rules.read(&format!("{},{}", pair[0], pair[1])).unwrap();
                let expected = plain(of, games, pair, known);
                let found = Analyzer::new().canonical_form(&position).unwrap();
                assert_eq!(found.to_nimber(), Some(expected), "{of:?} {games:?} {pair:?}");
                assert_eq!(rules.read(&position.to_string()).unwrap(), position);
            }
        }
    }
}

#[test]
fn cakes_and_joins_are_those_of_the_library() {
    let cutcake = AnyRuleset::named("cutcake").unwrap();
    let rules = product(Product::Cake, ["4.0", "4.0"]);
    for (m, n) in (1..6).flat_map(|m| (1..6).map(move |n| (m, n))) {
        let position = rules.read(&format!("{m},{n}")).unwrap();
        assert_eq!(value(&position), value(&cutcake.read(&format!("{m}x{n}")).unwrap()));
        let negative = position.negative();
        assert_eq!(negative.to_string(), format!("-{m},{n}"));
        let zero = format!("{position}+{negative}");
        assert_eq!(value(&rules.read(&zero).unwrap()), "0");
    }
    let join = product(Product::PartizanJoin, ["0.33", "0.7"]);
    let octal = PartizanHeaps::ruleset("0.33".parse().unwrap(), "0.7".parse().unwrap());
    for n in 1..9 {
        let [found, expected] = [&join, &octal].map(|rules| rules.read(&n.to_string()).unwrap());
        assert_eq!(value(&found), value(&expected), "{n}");
    }
    let [nim, kayles] = ["Nim", "Kayles"].map(heaps);
    let both = ruleset_of_join("join", [&nim, &kayles]);
    // CGSuite 2.2: game.heap.Nim.Join(game.heap.Kayles).NimValueSequence(5).
    for n in 1..6 {
        let heaps: HeapSum = both.read(&n.to_string()).unwrap().to_type().unwrap();
        assert_eq!(heaps.nim_value(), n);
    }
    for (text, error) in [
        ("1", "heap 1: unexpected \"1\""),
        ("61,1", "heap 1: unexpected \"61,1\""),
        ("1,1+x", "heap 2: unexpected \"x\""),
        (&["1,1"; 101].join("+"), "there are too many pairs"),
    ] {
        let found = rules.read(text).unwrap_err().to_string();
        assert!(found.starts_with(error), "{found}");
    }
}

/// The value of each coin is the minimal excludant of what the moves leave, which are listed one by one.
#[test]
fn coins_have_the_values_of_their_moves() {
    for text in ["1-3", "1", "2,4", "1+", "1+C", "1-3C(5)", "3E", "1+S", "4FS", "1-2", "2-5FC(6)"] {
        let game: CoinGame = text.parse().unwrap();
        let values = game.values(7, &Limits::default()).unwrap();
        let [heaps, row] = [false, true].map(|is_row| ruleset_of_coins(text, is_row).unwrap());
        for coin in 1..=7_usize {
            let position = heaps.read(&coin.to_string()).unwrap();
            let mut options = Vec::new();
            for option in position.options(Player::Left) {
                options.push(option.to_type::<HeapSum>().unwrap().nim_value());
            }
            let mex = (0..).find(|n| !options.contains(n)).unwrap();
            assert_eq!(mex, values[coin - 1], "{text}: {coin}");
            let tails = "t".repeat(coin - 1);
            let alone: HeapSum = row.read(&format!("{tails}h")).unwrap().to_type().unwrap();
            assert_eq!((alone.nim_value(), alone.to_string()), (mex, format!("{tails}h")));
        }
    }
    let row = ruleset_of_coins("1-3", true).unwrap();
    let mut texts: Vec<String> =
        row.read("hh").unwrap().options(Player::Left).map(|option| option.to_string()).collect();
    texts.sort();
    assert_eq!(texts, ["h", "t", "th"]);
    assert!(row.read("hx").unwrap_err().to_string().starts_with("heap 1: unexpected \"hx\""));
    assert!(row.read(&"h".repeat(200)).is_err() && ruleset_of_coins("0", true).is_err());
}
