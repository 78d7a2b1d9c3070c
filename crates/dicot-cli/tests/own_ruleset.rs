//! Rulesets of one's own in the command line.
//!
//! This is a separate test program because it runs itself as a command line with more rulesets, and so needs its own `main`.
#![expect(clippy::print_stdout, reason = "a test without a harness says what it does")]

use std::convert::Infallible;
use std::fmt;
use std::process::{Command, ExitCode, Output};
use std::str::FromStr;

use dicot::Player;
use dicot::rules::{Position, Ruleset, RulesetSpec, Short};
use dicot_cli::Program;
use serde_json::{Value, json};

#[path = "../../../examples/5_own_ruleset/stalk.rs"]
mod stalk;

use stalk::Stalk;

/// With this in its environment, the binary is the program and not the test.
const AS_PROGRAM: &str = "DICOT_TEST_AS_PROGRAM";

/// A board with stacks. Either player may begin: Left can pass, Right can pass or turn the board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Stacks(String);

impl Position for Stacks {
    type Move = &'static str;

    fn moves(&self, player: Player) -> impl Iterator<Item = &'static str> {
        let moves: &[_] = if player == Player::Left { &["pass"] } else { &["pass", "turn"] };
        moves.iter().copied()
    }

    fn play_unchecked(&mut self, _: Player, mv: &'static str) {
        if mv == "turn" {
            self.0 = self.0.split('/').rev().collect::<Vec<_>>().join("/");
        }
    }
}

impl Ruleset for Stacks {
    const SPEC: &'static RulesetSpec =
        &RulesetSpec { aliases: &["piles"], ..RulesetSpec::new("stacks") };

    fn starters(&self) -> &'static [Player] {
        &Player::BOTH
    }
}

impl fmt::Display for Stacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Stacks {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Stacks(text.to_owned()))
    }
}

/// A game that takes the place of a built-in one: a heap of counters, from which a player takes one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Heap(u8);

impl Position for Heap {
    type Move = u8;

    fn moves(&self, _: Player) -> impl Iterator<Item = u8> {
        (self.0 > 0).then_some(1).into_iter()
    }

    fn play_unchecked(&mut self, _: Player, taken: u8) {
        self.0 -= taken;
    }
}

impl Short for Heap {
    fn negative(&self) -> Self {
        self.clone()
    }
}

impl Ruleset for Heap {
    const SPEC: &'static RulesetSpec =
        &RulesetSpec { about: "take one", ..RulesetSpec::new("clobber") };
}

impl fmt::Display for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+0", self.0)
    }
}

impl FromStr for Heap {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Heap(text.trim_end_matches("+0").parse()?))
    }
}

fn main() -> ExitCode {
    if std::env::var_os(AS_PROGRAM).is_some() {
        return Program::new().with::<Stalk>().with::<Heap>().with_loopy::<Stacks>().run();
    }
    the_list();
    a_ruleset_with_values();
    a_ruleset_without_values();
    a_built_in_name();
    in_sums();
    println!("rulesets of one's own: ok");
    ExitCode::SUCCESS
}

fn run(arguments: &[&str]) -> Output {
    let mut program = Command::new(std::env::current_exe().unwrap());
    program.args(arguments).env(AS_PROGRAM, "1").output().unwrap()
}

/// What a run prints that succeeds.
fn out(arguments: &[&str]) -> String {
    let run = run(arguments);
    assert!(run.status.success(), "{arguments:?} {run:?}");
    String::from_utf8(run.stdout).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&out(&[arguments, &["--json"]].concat())).unwrap()
}

/// The status and the error of a run that fails.
fn error(arguments: &[&str]) -> (Option<i32>, String) {
    let run = run(arguments);
    assert!(!run.status.success() && run.stdout.is_empty(), "{arguments:?} {run:?}");
    (run.status.code(), String::from_utf8(run.stderr).unwrap())
}

fn the_list() {
    let list = out(&["value", "--list"]);
    let start = "\
hackenbush-stalk
  rules      cut an edge of your own, and all edges above it fall
  positions  `.` for the ground, then edges upwards: x Left's, o Right's

clobber
  rules      take one

stacks
  also       piles
  values     none
";
    assert!(list.starts_with(start), "{list}");
    assert!(!list.contains("adjacent enemy stone, which is removed\n"), "{list}");
    let lines = out(&["value", "--list", "--json"]);
    let stacks = lines.lines().nth(2).unwrap().parse::<Value>().unwrap();
    let expected = json!({
        "name": "stacks", "aliases": ["piles"], "title": "stacks", "about": "", "notation": "",
        "board": "text", "cells": [], "values": false
    });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(&stacks[field], value, "{field}: {stacks}");
    }
}

fn a_ruleset_with_values() {
    let rules = ["--rules", "hackenbush-stalk"];
    let line = json(&["value", rules[0], rules[1], ".xoxo"]);
    assert_eq!(
        (&line["value"], &line["winning_moves"]["left"]),
        (&json!("5/8"), &json!(["0", "2"]))
    );
    let page = out(&["value", rules[0], rules[1], ".xoxo"]);
    assert!(page.starts_with("  .xoxo\n\nvalue          5/8\n"), "{page}");
    let account = out(&["explain", "--position", rules[0], rules[1], ".xoxo"]);
    assert!(account.contains("Left's 0 (by 0) is dominated by Left's 1/2 (by 2)"), "{account}");
    assert_eq!(out(&["perft", "2", rules[0], rules[1], "--first", "o", ".xoxo"]), "3\n");
    assert_eq!(json(&["moves", rules[0], rules[1], ".xo", "0"])["position"], ".");
    let (status, text) = error(&["moves", rules[0], rules[1], ".xo", "0", "--first", "o"]);
    let expected =
        "illegal move 0 by Right: there is no such move in this position; the position stays .xo";
    assert_eq!((status, text.as_str()), (Some(1), format!("error: {expected}\n").as_str()));
    let (status, text) = error(&["value", rules[0], rules[1], ".xz"]);
    assert_eq!(status, Some(1));
    assert!(text.starts_with("error: row 1, column 3: unexpected 'z'"), "{text}");
    let (status, text) = error(&["value", "--rules", "hackenbush-stalks", ".x"]);
    assert_eq!(status, Some(2));
    assert!(text.contains("did you mean hackenbush-stalk?"), "{text}");
}

fn in_sums() {
    // A stalk of 5/8, a heap from which a player takes one, and -1.
    let line = json(&["solve", "hackenbush-stalk:.xoxo + 1+0 + -1", "--memory", "8MiB", "--moves"]);
    assert_eq!(line["position"], "hackenbush-stalk:.xoxo + 1+0 + -1");
    assert_eq!(line["outcome"], "R", "{line}");
    assert_eq!(line["winning_moves"]["left"], json!([]));
    let (status, text) = error(&["solve", "1+0 + piles:w1,."]);
    assert_eq!(status, Some(1));
    assert!(text.starts_with("error: part 2: the positions of stacks cannot be solved"), "{text}");
}

fn a_ruleset_without_values() {
    for command in [&["value"][..], &["explain", "--position"]] {
        let (status, text) = error(&[command, &["--rules", "piles", "w1,."]].concat());
        let expected = "error: the positions of stacks have no values that are short: ";
        assert_eq!(status, Some(2));
        assert!(text.starts_with(expected), "{text}");
    }
    let position = "w1,.,b12/.,.,.";
    let rules = ["--rules", "stacks"];
    let page = out(&["moves", rules[0], rules[1], position]);
    assert_eq!(
        page,
        "   w1   . b12
    .   .   .

Left to move
  pass   w1,.,b12/.,.,.

Right to move
  pass   w1,.,b12/.,.,.
  turn   .,.,./w1,.,b12
"
    );
    // Either may begin with a pass, only Right with a turn.
    let (status, text) = error(&["moves", rules[0], rules[1], position, "pass"]);
    assert_eq!(
        (status, text.as_str()),
        (Some(1), "error: either player may begin: --first says who does\n")
    );
    let line = json(&["moves", rules[0], rules[1], position, "turn"]);
    assert_eq!((&line["position"], &line["side"]), (&json!(".,.,./w1,.,b12"), &json!("left")));
    for (side, lines) in [(Some("left"), 4), (Some("right"), 8), (None, 12)] {
        let sides = side.map_or(vec![], |side| vec!["--first", side]);
        let line = json(&[&["perft", "5", rules[0], rules[1], position], &sides[..]].concat());
        assert_eq!((&line["lines"], &line["side"]), (&json!(lines), &json!(side)));
    }
    let (_, text) = error(&["perft", "100", rules[0], rules[1], position, "--time", "100ms"]);
    assert_eq!(text, "error: the time is up (see --time)\n");
}

fn a_built_in_name() {
    let line = json(&["value", "3"]);
    assert_eq!((&line["position"], &line["value"]), (&json!("3+0"), &json!("*")));
    assert!(out(&["value", "--rules", "Clobber", "3"]).starts_with("  3+0\n\nvalue          *\n"));
}
