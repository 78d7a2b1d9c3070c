//! `dicot codingame`: bot, referee and export, as they are run.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::{run, run_with};

const REFEREE: [&str; 4] = ["codingame", "referee", "--grace", "60s"];

/// A file for this test alone.
fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("codingame-{name}"));
    let _ = fs::remove_file(&path);
    path
}

fn referee(arguments: &[&str]) -> crate::Run {
    run(&[&REFEREE, arguments].concat())
}

#[test]
fn bots_answer() {
    let turn = b"2\nb\nw.\nwb\nnull\n1\n..\n.w\nb1a1\n0\n";
    for bot in ["random", "uct", "alpha-beta", "strong"] {
        let run = run_with(&["codingame", "bot", "--bot", bot, "--first-turn", "50ms"], turn);
        assert_eq!((run.out.as_str(), run.err.as_str()), ("b1a1\nrandom\n", ""), "{bot}");
        assert_eq!(run.status, Some(0));
    }
    // The same seed, the same moves.
    let start = "8\nw\n".to_owned() + &"wbwbwbwb\nbwbwbwbw\n".repeat(4) + "null\n112\n";
    let seeded = ["codingame", "bot", "--bot", "random", "--seed", "5"];
    assert_eq!(run_with(&seeded, start.as_bytes()).out, run_with(&seeded, start.as_bytes()).out);
}

#[test]
fn what_a_bot_does_not_read() {
    let run = run_with(&["codingame", "bot"], b"2\nb\nw.\nw?\n");
    let error = "error: line 4: expected a row of 2 cells, each w, b or ., found \"w?\"\n";
    assert_eq!((run.err.as_str(), run.out.as_str(), run.status), (error, "", Some(1)));
    assert_eq!(crate::run(&["codingame", "bot", "--bot", "weak"]).status, Some(2));
    assert_eq!(crate::run(&["codingame", "bot"]).status, Some(0), "no input, no game");
}

#[test]
fn a_series_of_our_bots() {
    let record = file("series.jsonl");
    let arguments = ["--a", "bot:random", "--b", "bot:random", "--games", "20", "--threads", "2"];
    let run =
        referee(&[&arguments[..], &["--json", "--record", record.to_str().unwrap()]].concat());
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    let [tally] = <[Value; 1]>::try_from(run.json()).unwrap();
    let wins = |who: &str| tally[who]["wins"].as_u64().unwrap();
    assert_eq!((tally["games"].as_u64(), wins("a") + wins("b")), (Some(20), 20));
    assert_eq!(tally["a"]["name"], "bot:random");
    for fault in ["illegal_moves", "time_outs", "crashes"] {
        assert_eq!([&tally["a"][fault], &tally["b"][fault]], [&Value::from(0); 2], "{tally}");
    }
    let games: Vec<Value> = fs::read_to_string(&record)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(games.len(), 20);
    let replayed = crate::replayed(record.to_str().unwrap());
    assert_eq!(replayed.len(), 20);
    for (game, replayed) in games.iter().zip(&replayed) {
        assert_eq!((&game["winner"], &game["reason"]), (&replayed["winner"], &"no moves".into()));
        let moves = |game: &Value| game["moves"].as_array().unwrap().len();
        assert_eq!(moves(game), moves(replayed));
    }
    for pair in games.chunks(2) {
        let moves = |game: &Value| game["moves"].as_array().unwrap()[..4].to_vec();
        assert_eq!(moves(&pair[0]), moves(&pair[1]), "one opening for both colours");
    }
    // Both sides' own randomness is seeded, so the games come again.
    let again = referee(&[&arguments[..], &["--json"]].concat());
    let wins_again = again.json()[0]["a"]["wins"].as_u64();
    assert_eq!(wins_again, tally["a"]["wins"].as_u64());
}

#[cfg(unix)]
#[test]
fn programs_of_others() {
    let games = ["--b", "yes random", "--games", "12", "--opening", "0"];
    let record = file("faults.jsonl");
    let recorded = ["--record", record.to_str().unwrap()];
    let run = referee(&[&["--a", "echo e2e9"], &games[..], &recorded].concat());
    for (number, game) in crate::replayed(record.to_str().unwrap()).iter().enumerate() {
        let loser = if number % 2 == 0 { "right" } else { "left" };
        assert_eq!(game["forfeited_by"], loser, "{game}");
        assert_eq!((&game["reason"], &game["fault"]), (&"illegal move".into(), &"\"e2e9\"".into()));
    }
    assert_eq!(run.status, Some(0));
    let expected = "\
a: echo e2e9
b: yes random

12 games                      a            b
wins                          0           12
  as white                    0            6
  as black                    0            6
illegal moves                12            0
time-outs                     0            0
crashes                       0            0
";
    assert!(run.out.starts_with(expected), "{}", run.out);
    assert!(run.out.ends_with("\na scores 0.0 % (95 % interval 0.0 to 24.2 %)\n"), "{}", run.out);
    assert!(
        run.err.starts_with("game 1: a loses after 0 moves: illegal move, \"e2e9\"\n"),
        "{}",
        run.err
    );
    assert!(run.err.ends_with("and 2 more such games\n"), "{}", run.err);
    let run = referee(
        &[&["--a", "echo oops >&2; exit 4", "--show-errors"], &games[..2], &["--games", "1"]]
            .concat(),
    );
    assert!(run.err.contains("oops\n"), "{}", run.err);
    assert!(run.err.contains("crash, the program has ended, exit status: 4\n"), "{}", run.err);
}

#[test]
fn what_the_referee_refuses() {
    let run = referee(&["--a", "bot:weak", "--b", "bot:random"]);
    let error =
        "error: unknown bot \"weak\" for clobber; expected random, uct, alpha-beta, strong\n";
    assert_eq!((run.err.as_str(), run.status), (error, Some(1)));
    let own = ["--a", "bot:random", "--b", "bot:random"];
    for bad in [["--size", "22"], ["--size", "0"], ["--threads", "0"], ["--grace", "soon"]] {
        assert_eq!(
            crate::run(&[&["codingame", "referee"], &own[..], &bad].concat()).status,
            Some(2),
            "{bad:?}"
        );
    }
    assert_eq!(referee(&["--a", "bot:random"]).status, Some(2));
    let run = referee(&[&own[..], &["--record", "/no/such/directory/file"]].concat());
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.err.starts_with("error: /no/such/directory/file: "), "{}", run.err);
}

/// The games that were played count, also if one cannot be recorded.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    let own = ["--a", "yes random", "--b", "yes random", "--record", "/dev/full", "--json"];
    let run = referee(&own);
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.err.starts_with("error: /dev/full: "), "{run:?}");
    assert_eq!(run.json()[0]["games"], 1, "{run:?}");
}

#[test]
fn the_export() {
    let run = run(&["codingame", "export"]);
    assert_eq!(run.status, Some(0));
    assert_eq!(run.out, dicot_bots::codingame::program());
}

#[test]
fn help_has_examples() {
    for command in ["bot", "referee", "export"] {
        let run = run(&["codingame", command, "--help"]);
        assert!(run.out.contains("Example"), "{}", run.out);
    }
}
