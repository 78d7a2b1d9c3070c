//! Matches that open with moves of another kind.

use dicot::rules::{AnyPosition, Position};
use dicot::solver::Solver;
use dicot::{Limits, Player};
use dicot_api::answers::solve::{Answer, Wanted};
use dicot_rulesets::{Parts, library};

fn solve(rules: &str, text: &str, wanted: Wanted) -> Answer {
    let parts = Parts::read(text, library(), rules, &Limits::default()).unwrap();
    let mut answer = Answer::new(parts, wanted);
    answer.fill(&mut Solver::new(), wanted).unwrap();
    answer
}

/// Whether the player wins, moving first, by the moves alone.
fn wins(position: &AnyPosition, player: Player, misere: bool) -> bool {
    let mut options = position.options(player).peekable();
    if options.peek().is_none() {
        return misere;
    }
    options.any(|option| !wins(&option, !player, misere))
}

#[test]
fn as_by_moves_alone() {
    for rules in ["konane-artemis", "konane-any", "konane-dark"] {
        let ruleset = library().find(rules).unwrap();
        for (width, height) in [(1, 1), (2, 2), (3, 2), (3, 3), (4, 3)] {
            let start = ruleset.start_position(width, height).unwrap();
            let openings = start.options(Player::Left);
            for position in std::iter::once(start.clone()).chain(openings) {
                for misere in [false, true] {
                    let wanted = Wanted { misere, ..Wanted::default() };
                    let answer = solve(rules, &position.to_string(), wanted);
                    for player in Player::BOTH {
                        let winner = if wins(&position, player, misere) { player } else { !player };
                        assert_eq!(answer.winner(player), Some(winner), "{rules} {position}");
                    }
                }
            }
        }
    }
}

/// Published outcomes: 4x4 is won by the second player, 5x5 by the colour in the corners.
#[test]
fn matches_from_the_beginning() {
    let wanted = Wanted { moves: true, line: true, verify: true, ..Wanted::default() };
    let board = |size| library().find("konane-artemis").unwrap().start_position(size, size);
    let four = solve("konane-artemis", &board(4).unwrap().to_string(), wanted);
    assert_eq!(four.outcome().unwrap().to_string(), "P");
    let line = four.line.unwrap().unwrap();
    assert_eq!(line.len() % 2, 0);
    assert!(line.iter().take(2).all(|(_, mv)| mv.len() == 5), "two removals: {line:?}");
    assert!(four.verified.unwrap().left_first.unwrap().positions > 20);
    let five = solve("konane-artemis", &board(5).unwrap().to_string(), wanted);
    assert_eq!(five.outcome().unwrap().to_string(), "L");
    let jumps = solve("konane-artemis", "oxox/.oxo/.xox/x.xo", Wanted::default());
    let same = solve("konane", "oxox/.oxo/.xox/x.xo", Wanted::default());
    assert_eq!(jumps.outcome(), same.outcome());
}
