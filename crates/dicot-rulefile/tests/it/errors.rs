//! Errors name the line and the column; play that need not end is refused with its loop.

use std::time::Duration;

use dicot::analysis::Analyzer;
use dicot::rules::{Position, Rank, Short, SymmetryRule};
use dicot::{ByPlayer, LimitKind, Limits, Player, ValueError};
use dicot_rulefile::RuleFile;
use proptest::prelude::*;

use crate::twins;

/// A file with a name and three letters, and more lines from line 5 on.
fn with_lines(lines: &str) -> String {
    format!("game tried\nletter x left\nletter o right\nletter . empty\n{lines}")
}

fn error(text: &str) -> String {
    let error = dicot_rulefile::read("tried.game", text).unwrap_err().to_string();
    error.strip_prefix("tried.game, ").unwrap().to_owned()
}

#[test]
fn the_place_of_an_error() {
    for (lines, expected) in [
        ("left orthogonal: xo -> .q", "line 5, column 25: unknown letter q; expected one of xo."),
        (
            "left orthogonal: xo -> .",
            "line 5, column 24: expected 2 cells, repeated as before ->, found 1",
        ),
        ("left orthogonal: xo", "line 5, column 20: expected -> and what the pattern becomes"),
        ("left orthogonal xo -> .x", "line 5, column 17: expected a colon after the directions"),
        (
            "left up: xo -> .x",
            "line 5, column 6: expected a direction: north, east, south, west, northeast, \
          southeast, southwest, northwest, orthogonal, diagonal or any",
        ),
        (
            "left east: x*o -> .*x",
            "line 5, column 19: the first cell of a pattern cannot be repeated",
        ),
        (
            "left east: x.*o*x -> x.*o*.",
            "line 5, column 22: a pattern has at most one repetition *",
        ),
        ("left east: x(o.) -> .(..)", "line 5, column 18: expected * or ** after )"),
        ("left east: x(o. -> .(..", "line 5, column 17: unknown letter -; expected one of xo."),
        (
            "left east: xo.* -> .x.",
            "line 5, column 22: expected the same groups and repetitions as before ->",
        ),
        ("left east: xo -> ", "line 5, column 17: expected the cells of a pattern"),
        ("left east: xo -> .x then", "line 5, column 25: expected a direction"),
        (
            "left east: xo -> .x then east: x -> . then east: x -> .",
            "line 5, column 39: a move has at most two parts",
        ),
        ("set A xo\nleft east: xA -> xA", "play need not end"),
        (
            "set A xo\nset B x\nleft east: xA -> xB",
            "line 7, column 19: a cell becomes a letter, or keeps its own: expected a letter or A, found B",
        ),
        ("left east: xA -> xA", "line 5, column 13: unknown set A; expected one of xo."),
        ("letter x left", "line 5, column 8: the letter x is there already"),
        (
            "letter ! left",
            "line 5, column 8: expected a lower-case letter, a digit or one of .#@_~%&$, found !",
        ),
        (
            "letter y middle",
            "line 5, column 10: expected left, right, neutral, empty, blocked or outside",
        ),
        ("board hexagon", "line 5, column 7: expected row or rectangle"),
        ("game again", "line 5, column 6: the game has a name already: tried"),
        (
            "play east: xo -> .x",
            "line 5, column 1: expected game, title, about, rules, board, letter, set, left, \
          right, start, position or test, found play",
        ),
        ("", "line 4, column 1: the file has no moves; add a line like: left orthogonal: xo -> .x"),
        ("right as right", "line 5, column 10: expected left"),
        (
            "letter y left\nleft east: xo -> .x\nright as left",
            "line 7, column 10: Left has 2 letters and Right has 1: they cannot be exchanged",
        ),
        ("left east: xo -> .x\ntest xo", "line 6, column 6: expected a position, = and its value"),
        (
            "left east: xo -> .x\ntest xq = 1",
            "line 6, column 6: row 1, column 2: unexpected 'q', expected one of \"xo.\"",
        ),
        ("left east: xo -> .x\ntest xo = 2", "line 6, column 11: the value of xo is 1, not 2"),
        (
            "left east: xo -> .x // a comment\nposition xo/x",
            "line 6, column 10: row 2 has length 1, expected 2 as in row 1",
        ),
        (
            "left east: xo -> .x\nboard row\ntest xo/xo = 2",
            "line 7, column 6: the board has 2 rows, expected one",
        ),
    ] {
        let found = error(&with_lines(lines));
        assert!(found.contains(expected), "{lines:?}\n{found}");
    }
    assert_eq!(
        error("letter x left"),
        "line 1, column 1: expected a first line like: game clobber"
    );
    assert_eq!(error(""), "line 1, column 1: the file has no name; add a line like: game clobber");
    let name = error("game Clobber");
    assert!(name.starts_with("line 1, column 6: expected a name of at most 40"), "{name}");
}

#[test]
fn limits() {
    let long = with_lines(&"// nothing\n".repeat(7000));
    assert_eq!(error(&long), "line 1, column 1: the file has 77055 bytes; the limit is 65536");
    let long = with_lines(&"x".repeat(1001));
    assert_eq!(error(&long), "line 5, column 1001: a line has at most 1000 characters");
    let cells = "x".repeat(33);
    let pattern = error(&with_lines(&format!("left east: {cells} -> {cells}")));
    assert!(pattern.ends_with("a pattern has at most 32 cells, found 33"), "{pattern}");
    let letters = ('a'..='n').filter(|&c| c != 'o').map(|c| format!("letter {c} neutral\n"));
    let many = error(&with_lines(&letters.collect::<String>()));
    assert!(many.ends_with("there are too many letters; the limit is 12"), "{many}");
    let rules = error(&with_lines(&"left east: xo -> .x\n".repeat(33)));
    assert_eq!(rules, "line 37, column 6: there are too many rules of a player; the limit is 32");
    // Moves may depend on all letters.
    let letters: String = ('a'..='i').map(|c| format!("letter {c} neutral\n")).collect();
    let moves = "set W abcdefghi\nleft east: xW -> .W\nright east: oW -> .W";
    let tests = "test xaxi = 2\ntest xaobx. = 0\ntest oh/oi/xg = -1";
    dicot_rulefile::read("all", &with_lines(&format!("{letters}{moves}\n{tests}"))).unwrap();
    let slow = error(&with_lines(
        "left orthogonal: xo -> .x\nright as left\ntest xoxoxox/oxoxoxo/xoxoxox/oxoxoxo/xoxoxox = 0",
    ));
    assert!(slow.starts_with("line 7, column 6: the value of xoxoxox/"), "{slow}");
}

#[test]
fn play_that_need_not_end() {
    for (lines, expected) in [
        ("left east, west: x. -> .x", "line 5, column 1: play need not end: .x -> x. -> .x"),
        ("left any: x.*. -> ..*x", "play need not end: "),
        ("left east: xx -> xx", "play need not end: xx -> xx"),
        ("left orthogonal: x. -> ox\nright orthogonal: o -> .", "play need not end: "),
        // Left turns stones one way and Right the other way.
        ("left east: x -> o\nright east: o -> x", "play need not end: x -> o -> x"),
        // A loop of moves of one player, through a second part.
        ("left east: x. -> .x then west: x. -> .x", "play need not end: x. -> x."),
    ] {
        let found = error(&with_lines(lines));
        assert!(found.contains(expected), "{lines}\n{found}");
    }
}

/// Each loop that is shown is made of moves; that a rank is right is checked by long play in `rules_that_end`.
#[test]
fn rules_that_end() {
    for lines in [
        // Each by itself has a rank of another kind: letters, then places, then other places.
        "left east: x. -> .x\nleft south: x. -> .x\nright orthogonal: ox -> .o",
        "left northeast: xo -> .x\nright west, southwest: o. -> .o",
        "left east: x.*. -> ..*x\nright west: o.*. -> ..*o",
        "left orthogonal: x. -> .o\nright orthogonal: o -> .",
        "left east: x. -> ox\nright west: o. -> .o",
        "left east: x(o.)*o. -> .(..)*.x\nleft east: x. -> .x",
    ] {
        let ruleset = dicot_rulefile::read("tried.game", &with_lines(lines)).unwrap();
        for start in ["x.o./.x../o.x./..oo", "xxo./...o/x..x/o..."] {
            let mut position = ruleset.read(start).unwrap();
            let mut random = 1_u64;
            for moves in 0.. {
                let options: Vec<_> =
                    Player::BOTH.into_iter().flat_map(|p| position.options(p)).collect();
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let Some(next) = options.get((random >> 33) as usize % options.len().max(1)) else {
                    break;
                };
                position = next.clone();
                assert!(moves < 1000, "{lines}");
            }
        }
    }
}

#[test]
fn descriptions() {
    let all = [
        ("clobber", SymmetryRule::All, Rank::Pieces),
        ("domineering", SymmetryRule::Directed, Rank::EmptyCells),
        ("konane", SymmetryRule::All, Rank::Pieces),
        ("toads-and-frogs", SymmetryRule::Facing, Rank::Other),
        ("fission", SymmetryRule::Directed, Rank::EmptyCells),
        ("toppling-dominoes", SymmetryRule::All, Rank::Pieces),
        ("amazons", SymmetryRule::All, Rank::EmptyCells),
    ];
    for (twins, (name, symmetry, rank)) in twins::ALL.iter().zip(all) {
        let file = twins.file();
        let spec = file.spec();
        assert!(spec.name.starts_with(name) && spec.name.ends_with(".game"), "{}", spec.name);
        assert_eq!((spec.symmetry, spec.rank), (symmetry, rank), "{name}");
    }
}

/// The name depends on the rules, but not on comments and tests.
#[test]
fn names() {
    let name = |lines: &str| {
        dicot_rulefile::read("a.game", &with_lines(lines)).unwrap().spec().name.clone()
    };
    let first = name("left east: xo -> .x");
    assert_eq!(name("left east: xo -> .x // east\ntest xo = 1"), first);
    assert_ne!(name("left west: xo -> .x"), first);
}

/// Where the players have different moves, no image is the negative: the players are exchanged.
#[test]
fn rules_without_symmetry() {
    let lines = "left east: xo. -> .ox\nleft northwest: xo -> .x\nright south: o. -> .o";
    let ruleset = dicot_rulefile::read("tried.game", &with_lines(lines)).unwrap();
    assert_eq!(ruleset.spec().symmetry, SymmetryRule::Unknown);
    let position = ruleset.read("xo./o.x/.xo").unwrap();
    let mut analyzer = Analyzer::new();
    let value = analyzer.canonical_form(&position).unwrap();
    assert_eq!(analyzer.canonical_form(&position.negative()).unwrap(), -&value);
    assert_eq!(position.negative().negative(), position);
    let counts = |player| (position.move_count(player), position.negative().move_count(!player));
    for player in Player::BOTH {
        let (own, other) = counts(player);
        assert_eq!(own, other);
    }
    assert_ne!(position.negative(), position);
    let _: ByPlayer<u64> =
        ByPlayer { left: counts(Player::Left).0, right: counts(Player::Right).0 };
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    /// No text makes it panic: lines of words that occur in files.
    #[test]
    fn any_text(words in prop::collection::vec(prop::sample::select(&[
        "\n", "\n", "\n", " ", "game g", "letter x left", "letter . empty", "letter y right", "set A x .", "left", "right", "as",
        "east", "any", ",", ":", ":", "x", ".", "A", "*", "**", "(", ")", "->", "->", "then", "test", "=", "x.", "//", "é",
        "left east: x. -> .x", "right any: y.*. -> ..*y", "board row", "start", "position",
    ][..]), 0..30)) {
        let _ = dicot_rulefile::read("any.game", &words.concat());
        let _ = dicot_rulefile::read("any.game", &("game g\nletter x left\nletter . empty\n".to_owned() + &words.join(" ")));
    }
}

/// The largest rules are accepted or refused after few steps, each of which takes microseconds.
#[test]
fn largest_rules() {
    let letters = "game large\nletter a left\nletter b left\nletter c neutral\nletter d neutral\nletter e neutral\n\
                   letter f right\nletter g right\nletter . blocked\nset A abcdefg\n";
    let part = "any: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    let rule = |letter: char| format!("{part}{letter} -> {}\n", part[5..].to_owned() + "a");
    for (last, steps) in [("", 1 << 16), ("left any: a -> b\nleft any: b -> a\n", 1 << 18)] {
        let mut text = letters.to_owned();
        for (player, index) in
            ["left", "right"].into_iter().flat_map(|p| (0..30).map(move |i| (p, i)))
        {
            let letter = char::from(b"bcdefg"[index % 6]);
            text += &format!("{player} {}", rule(letter));
        }
        text += last;
        let file = RuleFile::parse("large.game", &text).unwrap();
        let error = file.ruleset(&Limits::default().with_steps(100)).unwrap_err();
        assert_eq!(error.value, Some(ValueError::Limit(LimitKind::Steps(100))));
        let refused = file.ruleset(&Limits::default().with_steps(steps)).err();
        assert_eq!(refused.is_none(), last.is_empty(), "{refused:?}");
        assert_eq!(refused.and_then(|error| error.value), None);
    }
}

/// Reading ends at the limit of time.
#[test]
fn limits_of_others() {
    let file = RuleFile::parse("tried", &with_lines("left east: xo -> o.\ntest xo = 1")).unwrap();
    let over = Limits::default().with_time(Duration::ZERO);
    let error = file.ruleset(&over).unwrap_err();
    assert_eq!(error.value, Some(ValueError::Limit(LimitKind::Time)));
    let ruleset = file.ruleset(&Limits::default()).unwrap();
    let error = file.run_tests(&ruleset, &over).unwrap_err();
    assert_eq!(error.value, Some(ValueError::Limit(LimitKind::Time)));
    assert!(file.run_tests(&ruleset, &Limits::default()).is_ok());
}

/// A ruleset is freed with the last position, and the same rules are the same ruleset until then.
#[test]
fn rulesets_are_freed() {
    let text = with_lines("left east: xo -> ..");
    let ruleset = dicot_rulefile::read("freed.game", &text).unwrap();
    let (weak, position) = (ruleset.downgrade(), ruleset.read("xo").unwrap());
    drop(ruleset);
    let again = dicot_rulefile::read("freed.game", &(text.clone() + "\ntest xo = 1")).unwrap();
    assert_eq!(position.ruleset(), &again);
    drop((position, again));
    assert!(weak.upgrade().is_none());
    let other = dicot_rulefile::read("freed.game", &text).unwrap();
    assert_eq!(other.read("xo").unwrap().to_string(), "xo");
}
