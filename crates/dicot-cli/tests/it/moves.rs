//! `dicot moves`.

use dicot::Player;
use dicot::rules::{Clobber, Position, Ruleset};
use serde_json::json;

use crate::{good, only_json, run, run_with};

#[test]
fn the_moves_of_both_players() {
    let run = good(&["moves", "xo/.x"]);
    assert_eq!(
        run.out,
        "   2 x o
   1 . x
     a b

Left to move
  a2-b2   .x/.x
  b1-b2   xx/..

Right to move
  b2-a2   o./.x
  b2-b1   x./.o
"
    );
}

#[test]
fn konane_begins_with_removals() {
    let run = run(&["moves", "--rules", "konane", "oxo/xox", "[0:0]"]);
    assert_eq!(
        run.out,
        "   1 o x o
   0 . o x
     0 1 2

Right to move
  [1:0]   .xo/.ox
  [0:1]   oxo/..x
"
    );
}

#[test]
fn of_the_side_to_move() {
    let page = |arguments: &[&str]| run(&[&["moves", "xo/.x"], arguments].concat()).out;
    let right = page(&["--first", "white"]);
    assert!(right.contains("\n\nRight to move\n  b2-a2 "), "{right}");
    assert!(!right.contains("Left"), "{right}");
    // After moves it is somebody's turn; Left begins if nobody says who.
    let after = "   2 . x\n   1 . x\n     a b\n\nRight to move\n  no legal move\n";
    assert_eq!(page(&["a2-b2"]), after);
    assert_eq!(page(&["A2-B2", "--first", "x"]), after);
    let after = "   2 . .\n   1 . x\n     a b\n\nRight to move\n  no legal move\n";
    assert_eq!(run(&["moves", "--first", "o", "x./ox", "a1-b1", "a2-a1"]).status, Some(1));
    assert_eq!(
        run(&["moves", "--first", "w", ".o/.x", "b2-b1"]).out,
        after.replace("x", "o").replace("Right", "Left")
    );
}

#[test]
fn fields_of_json() {
    let line = only_json(&["moves", "xo", "--json"]);
    let moves = json!({
        "left": [{"move": "a1-b1", "position": ".x"}],
        "right": [{"move": "b1-a1", "position": "o."}],
    });
    assert_eq!(line, json!({"rules": "clobber", "position": "xo", "side": null, "moves": moves}));
    let line = only_json(&["moves", "xo.xo", "a1-b1", "--json"]);
    let moves = json!({"right": [{"move": "e1-d1", "position": ".x.o."}]});
    let expected =
        json!({"rules": "clobber", "position": ".x.xo", "side": "right", "moves": moves});
    assert_eq!(line, expected);
    let line = only_json(&["moves", "xx", "--json", "--first", "x"]);
    assert_eq!((&line["side"], &line["moves"]), (&json!("left"), &json!({"left": []})));
}

/// The words are the library's.
#[test]
fn an_illegal_move_leaves_the_position_as_it_was() {
    let cases = [
        (&["xo", "b1-a1"][..], "xo", Player::Left),
        (&["x.o", "a1-b1"], "x.o", Player::Left),
        (&["xo.xo", "a1-b1", "d1-e1"], ".x.xo", Player::Right),
    ];
    for (arguments, text, player) in cases {
        let position: Clobber = text.parse().unwrap();
        let mv = position.read_move(arguments.last().unwrap()).unwrap();
        let illegal = position.play(player, mv).unwrap_err();
        let error = format!("{illegal}; the position stays {text}");
        let plain = run(&[&["moves"], arguments].concat());
        assert_eq!((plain.status, plain.out.as_str()), (Some(1), ""));
        assert_eq!(plain.err, format!("error: {error}\n"));
        let json = run(&[&["moves", "--json"], arguments].concat());
        assert_eq!((json.status, &json.json()[0]["error"]), (Some(1), &json!(error)));
    }
}

#[test]
fn a_text_that_is_no_move() {
    let error = "xo".parse::<Clobber>().unwrap().read_move("a1b1").unwrap_err();
    let run = run(&["moves", "xo", "a1b1"]);
    assert_eq!((run.status, run.out.as_str()), (Some(1), ""));
    assert_eq!(run.err, format!("error: {error}; the position stays xo\n"));
    assert!(run.err.starts_with("error: \"a1b1\" is not a move: "), "{}", run.err);
}

#[test]
fn moves_stand_behind_tabs_in_lines() {
    let run = run_with(&["moves", "--json"], b"xo\txo\nxo.xo\ta1-b1\te1-d1\nzz\nxx\n");
    assert_eq!(run.status, Some(1));
    let lines = run.json();
    assert_eq!(lines[0]["input"], "xo\txo");
    assert_eq!((&lines[1]["position"], &lines[1]["side"]), (&json!(".x.o."), &json!("left")));
    assert!(lines[2]["error"].as_str().unwrap().starts_with("row 1, column 1: unexpected 'z'"));
    assert_eq!(lines[3]["moves"], json!({"left": [], "right": []}));
    assert!(run.err.starts_with("line 1: \"xo\" is not a move"), "{}", run.err);
}
