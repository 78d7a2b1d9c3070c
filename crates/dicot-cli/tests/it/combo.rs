//! `dicot combo`: the bot, matches and contests.

use serde_json::{Value, json};

use crate::{run, run_with};

/// A request for a position with two cells, in an order of keys of its own.
const REQUEST: &str = r#"{"color":"white","board":{"height":1,"width":2,
    "squares":[[{"piece_count":1,"piece_color":"white","x":0,"y":0}],[{"x":1,"y":0,"piece_count":0}]]}}"#;

#[test]
fn the_bot_answers() {
    for bot in ["random", "uct", "weak", "medium", "strong"] {
        let arguments = ["combo", "bot", "--bot", bot, "--move-time", "20ms"];
        let run = run_with(&arguments, REQUEST.repeat(2).as_bytes());
        let answer = r#"{"from":{"x":0,"y":0},"to":{"x":1,"y":0},"piece_count":1}"#;
        assert_eq!(run.out, format!("{answer}\n{answer}\n"), "{run:?}");
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    }
    let run = run(&["combo", "bot"]);
    assert_eq!((run.status, run.out.as_str()), (Some(0), ""));
}

#[test]
fn the_bot_says_what_is_wrong() {
    let run = run_with(&["combo", "bot"], b"{\"color\":\"white\"}");
    assert_eq!((run.status, run.out.as_str()), (Some(1), ""));
    assert_eq!(run.err, "error: bad request: \"board\": expected a value, found none\n");
    let wide = REQUEST.replace("\"width\":2", "\"width\":1000000");
    let run = run_with(&["combo", "bot"], wide.as_bytes());
    let error = "error: bad request: bad board: the width is 1000000, expected at most 255\n";
    assert_eq!((run.status, run.err.as_str()), (Some(1), error));
    let run = run_with(&["combo", "bot"], b"{\"color\"");
    assert_eq!(
        (run.status, run.err.as_str()),
        (Some(1), "error: the input ends within a request\n")
    );
    assert_eq!(crate::run(&["combo", "bot", "--bot", "human"]).status, Some(2));
}

#[test]
fn a_match_of_bots() {
    let arguments = [
        "combo",
        "match",
        "--black",
        "weak",
        "--white",
        "random",
        "--games",
        "2",
        "--seed",
        "1",
        "--max-plies",
        "4",
        "--cols",
        "4",
        "--rows",
        "6",
    ];
    let run = run(&arguments);
    let lines = "draw: max plies\ndraw: max plies\nblack won 0, white won 0, 2 drawn\n";
    assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (Some(0), lines, ""));

    let arguments = [&arguments[..], &["--json"]].concat();
    let games = crate::run(&arguments).json();
    assert_eq!(games.len(), 2);
    for game in &games {
        assert_eq!(game["rules"], "combo");
        assert_eq!(
            game["start"],
            "w1,w1,w1,w1/w1,w1,w1,w1/.,.,.,./.,.,.,./b1,b1,b1,b1/b1,b1,b1,b1"
        );
        assert_eq!(game["first"], "left");
        assert_eq!((&game["left"], &game["right"]), (&json!("weak"), &json!("random")));
        assert_eq!((&game["winner"], &game["reason"]), (&Value::Null, &json!("draw: max plies")));
        assert_eq!(game["moves"].as_array().unwrap().len(), 4);
    }
    // The same seed, the same games; within a match they differ.
    let again = crate::run(&arguments).json();
    assert!((0..2).all(|n| again[n]["moves"] == games[n]["moves"]), "{again:?}");
    assert_ne!(games[0]["moves"], games[1]["moves"]);
}

#[test]
fn a_person_plays() {
    let arguments = ["combo", "match", "--black", "human", "--white", "human", "--rows", "4"];
    let run = run_with(&arguments, b"0,2 0,1 1\n0,3 0,2 1\n0,1 1,1 1\n");
    assert_eq!((run.status, run.out.as_str()), (Some(0), ""), "{run:?}");
    assert!(run.err.contains("Move 0,2-0,1-1 is not legal! (a single stone cannot capture)\n"));
    assert_eq!(run.err.matches("Enter move for black (fromx,fromy tox,toy count): ").count(), 3);
    assert_eq!(run.err.matches("Enter move for white (fromx,fromy tox,toy count): ").count(), 1);
    assert!(run.err.ends_with("\nthe game was stopped\n"), "{run:?}");
    // A game that is won: the stack of two goes over the board, and takes the last stone.
    let moves = b"0,2 0,3 1\n0,0 0,1 1\n0,3 0,1 2\n";
    let arguments = [&arguments[..], &["--cols", "1"]].concat();
    let run = run_with(&arguments, moves);
    assert_eq!(
        (run.status, run.out.as_str()),
        (Some(0), "black is the winner with 2 remaining!\n")
    );
    assert!(run.err.ends_with("white loses: no moves\n"), "{run:?}");
}

#[test]
fn matches_that_cannot_be_played() {
    let run = run(&["combo", "match", "--black", "./no-such-program", "--white", "weak"]);
    assert_eq!((run.status, run.out.as_str()), (Some(1), ""));
    let start = "error: \"./no-such-program\" is no bot, and cannot be started: ";
    assert!(run.err.starts_with(start), "{run:?}");
    let error = |arguments: &[&str]| {
        let run = crate::run(&[&["combo"][..], arguments].concat());
        assert_eq!((run.status, run.out.as_str()), (Some(1), ""));
        run.err
    };
    let low = error(&["match", "--rows", "3"]);
    assert_eq!(low, "error: 3 rows, 8 columns: the board is 3 high, expected 4 or more to start\n");
    assert!(error(&["match", "--record", "/no/such/file"]).starts_with("error: /no/such/file: "));
    assert!(error(&["contest", "/no/such/directory"]).starts_with("error: /no/such/directory: "));
    for wrong in [["--clock", "0s"], ["--clock", "soon"], ["--repetition", "1"]] {
        let run = crate::run(&[&["combo", "match"][..], &wrong].concat());
        assert_eq!(run.status, Some(2), "{run:?}");
    }
}

/// The bot of this program as a player in matches and contests.
#[cfg(unix)]
mod programs {
    use std::fs;
    use std::io::Write;
    use std::path::{Path, PathBuf};
    use std::process::{Command, Stdio};

    use serde_json::Value;

    use crate::run;

    /// A directory with an executable script for each name.
    fn scripts(directory: &str, scripts: &[(&str, &str)]) -> PathBuf {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(directory);
        let _ = fs::remove_dir_all(&path);
        for (name, script) in scripts {
            let file = path.join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            // Another process writes it: see `Directory::script` in the tests of dicot-arena.
            let mut writer = Command::new("sh")
                .args(["-c", "cat > \"$0\" && chmod +x \"$0\""])
                .arg(&file)
                .stdin(Stdio::piped())
                .spawn()
                .unwrap();
            let text = format!("#!/bin/sh\n{script}\n");
            writer.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
            assert!(writer.wait().unwrap().success());
        }
        path
    }

    fn bot(name: &str) -> String {
        format!("exec '{}' combo bot --bot {name} --move-time 20ms", env!("CARGO_BIN_EXE_dicot"))
    }

    #[test]
    fn a_match_with_a_program() {
        let path = scripts("combo-match", &[("mine", &bot("weak"))]);
        let (mine, record) = (path.join("mine"), path.join("games"));
        let (mine, record) = (mine.to_str().unwrap(), record.to_str().unwrap());
        let run = run(&[
            "combo",
            "match",
            "--black",
            mine,
            "--white",
            "random",
            "--seed",
            "4",
            "--rows",
            "4",
            "--clock",
            "10m",
            "--max-plies",
            "400",
            "--record",
            record,
        ]);
        assert_eq!(run.status, Some(0), "{run:?}");
        assert_eq!(run.out.lines().count(), 1, "{run:?}");
        let games = fs::read_to_string(record).unwrap();
        let game: Value = serde_json::from_str(&games).unwrap();
        assert_eq!(game["left"], mine);
        let reason = game["reason"].as_str().unwrap();
        assert!(["no moves", "draw: max plies"].contains(&reason), "{game}");
        let [replayed] = <[Value; 1]>::try_from(crate::replayed(record)).unwrap();
        assert_eq!((&replayed["winner"], &replayed["reason"]), (&game["winner"], &game["reason"]));
    }

    #[test]
    fn a_contest() {
        let path = scripts(
            "combo-contest",
            &[("weak/start", &bot("weak")), ("crash", "exit 1"), ("none/no-start", "")],
        );
        let path = path.to_str().unwrap();
        let run =
            |more: &[&str]| run(&[&["combo", "contest", path, "--threads", "2"], more].concat());
        let record = format!("{path}-games");
        let _ = fs::remove_file(&record);
        let text = run(&["--record", &record]);
        assert_eq!(text.status, Some(0), "{text:?}");
        let games = crate::replayed(&record);
        assert_eq!(games.len(), 6);
        for game in &games {
            let loser = game["forfeited_by"].as_str().unwrap();
            assert!(["crash", "not started"].contains(&game["reason"].as_str().unwrap()), "{game}");
            assert!(game[loser] != "weak" && !game["fault"].is_null(), "{game}");
        }
        let ranks: Vec<&str> = text.out.lines().collect();
        assert_eq!(ranks.len(), 3);
        assert!(
            ranks[0].starts_with(" 1. weak   4 wins, 0 losses, 0 draws, 64 pieces remaining, ")
        );
        assert!(
            ranks[1].starts_with(" 2. crash  2 wins, 2 losses, 0 draws, 64 pieces remaining, ")
        );
        let last = " 3. none   0 wins, 4 losses, 0 draws, 0 pieces remaining, 0m0s clock left";
        assert_eq!(ranks[2], last);
        let said = "weak (black) beats none (white): not started: ";
        assert!(text.err.contains(said), "{text:?}");
        assert!(
            text.err.contains("weak (black) beats crash (white): crash: the program has "),
            "{text:?}"
        );
        // A file that takes no records costs no results.
        #[cfg(target_os = "linux")]
        {
            let full = run(&["--record", "/dev/full"]);
            assert_eq!((full.status, full.out.lines().count()), (Some(1), 3), "{full:?}");
            assert!(full.err.contains("\nerror: /dev/full: "), "{full:?}");
        }
        let json = run(&["--json"]).json();
        crate::json_fields::check("combo contest", &json);
        let names: Vec<&Value> = json.iter().map(|standing| &standing["name"]).collect();
        assert_eq!(names, ["weak", "crash", "none"]);
        assert_eq!((&json[2]["rank"], &json[2]["not_started"]), (&3.into(), &4.into()));
    }
}
