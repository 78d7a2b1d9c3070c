//! Toads and Frogs by numbers, King Dirt and Battle Sheep: against plain twins of their moves, and who wins by the test files of MCGS.

use std::collections::HashMap;

use dicot::Player;
use dicot::analysis::Analyzer;
use dicot::rules::toads_by_numbers::ruleset_named;
use dicot::rules::{AnyPosition, AnyRuleset, BattleSheep, KingDirt, Position, Ruleset, Short};
use dicot::solver::{Solver, Sum};
use dicot_proptest::{reachable, ruleset_laws};
use proptest::prelude::*;

use crate::plain::boxed::{boxed, ruleset};
use crate::plain::random::Random;
use crate::plain::rulesets::{by_moves, moves};
use crate::plain::table;

/// Checks the moves of each position, what is said of moves, and the value, against the plain twin of the ruleset.
fn check(name: &str, positions: impl IntoIterator<Item = String>) {
    let (ruleset, twin) = (ruleset(name), moves(name).unwrap());
    let (mut analyzer, mut known) = (Analyzer::<AnyPosition>::new(), HashMap::new());
    for text in positions {
        let position = ruleset.read(&text).unwrap();
        assert_eq!(position.to_string(), text);
        for player in Player::BOTH {
            let mut options: Vec<String> =
                position.options(player).map(|option| option.to_string()).collect();
            let mut expected = twin(&text, player);
            options.sort_unstable();
            expected.sort_unstable();
            assert_eq!(options, expected, "{name}:{text}, {player}");
            assert_eq!(position.move_count(player), options.len() as u64, "{name}:{text}");
            for mv in position.moves(player) {
                assert_eq!(position.broken_rule(player, mv), None, "{name}:{text}: {mv}");
            }
        }
        let value = analyzer.canonical_form(&position).unwrap();
        assert_eq!(value, by_moves(&text, &*twin, &mut known), "{name}:{text}");
    }
}

/// All texts of that many of the parts.
fn all(parts: &[&str], count: u32) -> impl Iterator<Item = String> {
    let n = parts.len();
    (0..n.pow(count)).map(move |index| {
        (0..count).map(|place| parts[index / n.pow(place) % n]).collect::<String>()
    })
}

#[test]
fn all_strips_of_toads_by_numbers() {
    for numbers in ["1-2-1-1", "2-3-2-0", "2-2-0-0", "1-3-2-1", "3-4-1-1"] {
        check(&format!("toads-and-frogs-{numbers}"), all(&["t", "f", "."], 7));
    }
}

/// With steps of one cell or more, these are the variants of CGSuite.
#[test]
fn toads_by_numbers_as_by_cgsuite() {
    let table = include_str!("../data/gen_toads_and_frogs.tsv");
    let mut analyzers: HashMap<&str, Analyzer<AnyPosition>> = HashMap::new();
    for row in table::rows(table) {
        let name = match &row["parameters"] {
            "maxSlide => 2" => "toads-and-frogs-1-2-1-0",
            "maxJump => 2" => "toads-and-frogs-1-1-2-0",
            "maxSlide => 2, maxJump => 2" => "toads-and-frogs-1-2-2-0",
            "allowFriendlyJump => true" => "toads-and-frogs-1-1-1-1",
            other => panic!("{other}"),
        };
        let analyzer = analyzers.entry(name).or_default();
        let value = analyzer.canonical_form(&boxed(name, &row["strip"])).unwrap();
        assert_eq!(value.to_string(), row["value"], "line {}", row.line);
    }
}

#[test]
fn names_of_toads_by_numbers() {
    let named = |name: &str| ruleset_named(name).unwrap();
    assert_eq!(
        named("Toads-and-Frogs-02-3-1-0").unwrap(),
        named("toads-and-frogs-2-3-1-0").unwrap()
    );
    assert_eq!(named("toads-and-frogs-02-3-1-0").unwrap().spec().name, "toads-and-frogs-2-3-1-0");
    assert_ne!(
        named("toads-and-frogs-2-3-1-0").unwrap(),
        named("toads-and-frogs-2-3-1-1").unwrap()
    );
    assert_eq!(named("toads-and-frogs-1-1-1-0").unwrap(), AnyRuleset::named("toads").unwrap());
    for wrong in
        ["", "1", "1-2-1", "0-1-1-0", "2-1-1-0", "1-2-1-2", "1-2-255-0", "1-2-1-0-", "1-+2-1-0"]
    {
        let error = named(&format!("toads-and-frogs-{wrong}")).unwrap_err();
        let expected = format!("{wrong:?} are not the numbers of toads-and-frogs-: expected");
        assert!(error.starts_with(&expected), "{error}");
        assert!(AnyRuleset::named(&format!("toads-and-frogs-{wrong}")).is_none());
    }
    assert!(ruleset_named("clobber").is_none() && ruleset_named("é").is_none());
    let several = ruleset("toads-and-frogs-1-2-1-0").read("t./.f").unwrap_err();
    assert_eq!(several.to_string(), "the board has 2 rows, expected one");
}

#[test]
fn boards_of_king_dirt() {
    for name in ["king-dirt", "king-dirt-placing-first"] {
        for unplaced in ["0,0", "1,0", "1,1", "3,1"] {
            let square = all(&["x", "o", ".", "#"], 4);
            check(name, square.map(|cells| format!("{}/{} {unplaced}", &cells[..2], &cells[2..])));
        }
        let mut random = Random(7);
        let boards = (0..150).map(|_| {
            let cells: String =
                (0..9).map(|_| ['x', 'o', '.', '.', '#'][random.below(5)]).collect();
            let unplaced = ["0,0", "0,0", "1,0", "0,1"][random.below(4)];
            format!("{}/{}/{} {unplaced}", &cells[..3], &cells[3..6], &cells[6..])
        });
        check(name, boards.collect::<Vec<_>>());
    }
}

#[test]
fn boards_of_battle_sheep() {
    let row = |cells: &[&str]| cells.join(",");
    let mut random = Random(8);
    let boards = (0..400).map(|n| {
        let (width, height) = [(3, 3), (4, 2), (6, 1), (2, 3)][n % 4];
        let rows = (0..height).map(|_| {
            let cells = (0..width).map(|_| {
                ["b1", "w1", "b2", "w3", "b3", "w2", ".", ".", ".", "."][random.below(10)]
            });
            row(&cells.collect::<Vec<_>>())
        });
        rows.collect::<Vec<_>>().join("/")
    });
    check("battle-sheep", boards.collect::<Vec<_>>());
}

#[test]
fn who_wins_by_the_test_files_of_mcgs() {
    let table = include_str!("../data/mcgs_outcomes.tsv");
    let (mut solver, mut rows) = (Solver::new(), 0);
    for row in table::rows(table) {
        let position = boxed(&row["ruleset"], &row["position"]);
        let outcome = solver.outcome(&Sum::from(position)).unwrap();
        assert_eq!(outcome.to_string(), row["outcome"], "line {}", row.line);
        rows += 1;
    }
    assert_eq!(rows, 296);
}

#[test]
fn texts_of_kings_and_sheep() {
    let king = |text: &str| text.parse::<KingDirt>();
    assert_eq!(king(" X.|.# 1,12 ").unwrap().to_string(), "x./.# 1,12");
    assert_eq!(king("x./.#").unwrap().to_string(), "x./.# 0,0");
    for (text, error) in [
        (
            "x. 1,",
            "column 4: unexpected \"1,\", expected the numbers of kings that Left and Right have to place, like 1,2",
        ),
        ("x. 1", "row 1, column 3: unexpected ' ', expected one of \"xo.#\""),
        (" 1,1", "row 1, column 1: unexpected '1', expected one of \"xo.#\""),
    ] {
        assert_eq!(king(text).unwrap_err().to_string(), error, "{text}");
    }
    let sheep = |text: &str| text.parse::<BattleSheep>();
    assert_eq!(sheep("B2, .|w1 ,.").unwrap().to_string(), "b2,./w1,.");
    assert_eq!(
        sheep("b127").unwrap().stack(dicot::board::Cell { row: 0, col: 0 }),
        Some((Player::Left, 127))
    );
    assert_eq!(
        sheep("b128,.").unwrap_err().to_string(),
        "there are too many sheep in a stack; the limit is 127 in all"
    );
}

/// Why a move is refused.
#[test]
fn moves_of_kings_and_sheep_that_are_refused() {
    fn reason<P: Ruleset>(position: &P, player: Player, mv: &str) -> &'static str {
        let mv = position.read_move(mv).unwrap();
        position.broken_rule(player, mv).unwrap()
    }
    let sheep: BattleSheep = "b3,.,./w2,.,b1".parse().unwrap();
    for (mv, expected) in [
        ("0,0-1,0-1", "the sheep do not stop there"),
        ("0,0-1,1-1", "the sheep do not stop there"),
        ("0,0-2,0-3", "one sheep at least must stay"),
        ("0,0-2,0-0", "one sheep at least must go"),
        ("0,1-1,1-1", "the stack to move is not the player's own"),
        ("1,0-2,0-1", "there is no stack to move"),
    ] {
        assert_eq!(reason(&sheep, Player::Left, mv), expected, "{mv}");
    }
    let kings: KingDirt = "x.o 1,0".parse().unwrap();
    let place = kings.read_move("b1").unwrap();
    assert_eq!(
        kings.broken_rule(Player::Right, place),
        Some("the player does not have a king to place")
    );
    let first = boxed("king-dirt-placing-first", "x.o 1,0");
    assert!(first.read_move("a1-b1").is_err());
    assert_eq!(first.moves(Player::Left).count(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn laws_of_toads_by_numbers(
        position in reachable(boxed("toads-and-frogs-2-3-1-1", "tt...ff..t.f"), 4)
    ) {
        ruleset_laws(&position)?;
        prop_assert_eq!(position.negative().negative().to_string(), position.to_string());
    }
}
