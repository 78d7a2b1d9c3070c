//! `dicot match` and `dicot replay`.

use std::fs;

use serde_json::{Value, json};
use tempfile::NamedTempFile;

use super::{only_json, run, run_with};

/// A file with a text, which is removed at the end.
struct TextFile(NamedTempFile);

impl TextFile {
    fn new(text: &str) -> TextFile {
        let file = NamedTempFile::new().unwrap();
        fs::write(file.path(), text).unwrap();
        TextFile(file)
    }

    fn path(&self) -> &str {
        self.0.path().to_str().unwrap()
    }
}

/// The arguments of a command line without quotes.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// Plays a match of two random bots that appends its games to a file.
fn random_match(file: &TextFile, options: &str) -> Value {
    let line = format!("match --a random --b random --time 10m --json {options}");
    only_json(&[words(&line), vec!["--record", file.path()]].concat())
}

/// Left could win with a1-b1, and gives the game away.
const LOST: &str = r#"{"rules":"clobber","start":"xoxo","moves":["c1-d1","b1-a1"],"left":"ann","right":"bob","winner":"right","reason":"no moves"}"#;

#[test]
fn a_match_and_its_record() {
    let file = TextFile::new("");
    let played = random_match(&file, "--size 4x4 --games 6 --opening 2 --seed 5");
    assert_eq!((&played["rules"], &played["games"]), (&json!("clobber"), &json!(6)));
    assert_eq!(played["start"], "oxox/xoxo/oxox/xoxo");
    let wins = |side: &str| played[side]["wins"].as_u64().unwrap();
    assert_eq!(wins("a") + wins("b"), 6);
    assert_eq!(played["score"], json!(wins("a") as f64 / 6.0));
    let pairs = played["pairs"].as_array().unwrap();
    let winners: Vec<&Value> =
        pairs.iter().flat_map(|pair| pair["winners"].as_array().unwrap()).collect();
    assert_eq!((pairs.len(), winners.len()), (3, 6));

    let run = run(&["replay", file.path(), "--json"]);
    assert_eq!(run.status, Some(0), "{run:?}");
    let games = run.json();
    assert_eq!(games.len(), 6);
    for (i, game) in games.iter().enumerate() {
        // In the first game of a pair a is Left.
        let left = if i % 2 == 0 { "a" } else { "b" };
        let winner = if game["winner"] == "left" { left } else { ["b", "a"][i % 2] };
        assert_eq!(winners[i], winner);
        let moves = game["moves"].as_array().unwrap();
        assert_eq!(moves[0]["move"], pairs[i / 2]["opening"][0]);
        assert_eq!(moves[moves.len() - 1]["wins"], game["winner"]);
        assert_eq!(game["decided_after"], 0);
        // Whoever lost a game that was won at some time has lost it with the last mistake.
        let lost = game["mistakes"].as_array().unwrap().iter().rev();
        let lost = lost.map(|m| &m["ply"]).next().unwrap_or(&Value::Null);
        assert_eq!(game["lost_with"], *lost);
    }
}

#[test]
fn matches_under_many_rules() {
    for arguments in [
        ["--rules", "konane", "--size", "4x4"],
        ["--rules", "domineering", "--size", "4x4"],
        ["--rules", "kayles", "--size", "1x12"],
        ["--rules", "combo", "--size", "4x4"],
        ["--rules", "toads-and-frogs", "--position", "ttt....fff"],
        ["--rules", "anti-clobber", "--position", "x.o/..."],
    ] {
        let file = TextFile::new("");
        let common = [
            "match",
            "--a",
            "random",
            "--b",
            "random",
            "--opening",
            "1",
            "--games",
            "2",
            "--time",
            "1m",
            "--record",
        ];
        let report = run(&[&common[..], &[file.path()], &arguments].concat());
        assert_eq!(report.status, Some(0), "{report:?}");
        assert!(report.out.contains("score     a "), "{report:?}");
        let replay = run(&["replay", file.path()]);
        assert_eq!(replay.status, Some(0), "{replay:?}");
        assert_eq!(replay.out.lines().count(), 2);
        assert!(replay.out.starts_with("game 1: random - random, "), "{replay:?}");
    }
}

#[test]
fn a_game_with_its_boards() {
    let replay = run_with(&["replay", "-"], LOST.as_bytes());
    assert_eq!(replay.status, Some(0), "{replay:?}");
    assert_eq!(
        replay.out,
        "\
game 1: ann (Left) - bob (Right), clobber

start, Left to move
   1 x o x o
     a b c d

1. Left c1-d1  a mistake: Right wins now
   1 x o>.>x
     a b c d

2. Right b1-a1
   1>o>. . x
     a b c d

result    Right won (no moves)
verdict   Left lost the game with move 1, c1-d1; a1-b1 wins
mistakes  move 1, Left c1-d1; a1-b1 wins
"
    );
    let one = run_with(&["replay", "-", "--move", "1"], LOST.as_bytes());
    assert_eq!(
        one.out,
        "\
game 1: ann (Left) - bob (Right), clobber

1. Left c1-d1  a mistake: Right wins now
   1 x o>.>x
     a b c d

wins      Right
"
    );
}

#[test]
fn mistakes_of_both() {
    // Rows of one and of two pins are *1 and *2: only 2>1 makes them equal, and of *2 alone only 2>0 takes all.
    let record = r#"{"rules":"kayles","start":"1+2","moves":["1>0","2>1","1>0"]}"#;
    let run = run_with(&["replay", "-", "--json"], record.as_bytes());
    assert_eq!(run.status, Some(0), "{run:?}");
    let game = &run.json()[0];
    let moves = game["moves"].as_array().unwrap();
    let wins: Vec<&str> = moves.iter().filter_map(|mv| mv["wins"].as_str()).collect();
    assert_eq!((&game["start_wins"], wins), (&json!("left"), vec!["right", "left", "left"]));
    assert_eq!(
        game["mistakes"],
        json!([
            {"ply": 1, "player": "left", "move": "1>0", "better": "2>1", "answer": "2>0"},
            {"ply": 2, "player": "right", "move": "2>1", "better": "2>0", "answer": "1>0"},
        ])
    );
    assert_eq!((&game["winner"], &game["lost_with"]), (&json!("left"), &json!(2)));
}

#[test]
fn records_with_something_wrong() {
    let cases = [
        ("{}", "line 1: missing field `rules`"),
        (
            r#"{"rules":"chess","start":"xo","moves":[]}"#,
            "line 1: unknown ruleset \"chess\"; expected ",
        ),
        (
            r#"{"rules":"clobber","start":"xo","moves":["b1-a1"]}"#,
            "line 1: move 1: illegal move b1-a1",
        ),
        (r#"{"rules":"clobber","start":"xq","moves":[]}"#, "line 1: start: "),
        ("", "there is no game"),
    ];
    for (text, message) in cases {
        let run = run_with(&["replay", "-"], text.as_bytes());
        assert_eq!(run.status, Some(1), "{run:?}");
        assert!(run.err.contains(message), "{run:?}");
    }
    // A bad game does not hide the next one, and --game leaves it out.
    let text = format!("{}\n\n{LOST}\n", cases[2].0);
    let both = run_with(&["replay", "-", "--json"], text.as_bytes());
    assert_eq!((both.status, both.json().len()), (Some(1), 2));
    let second = run_with(&["replay", "-", "--game", "2"], text.as_bytes());
    assert_eq!(second.status, Some(0), "{second:?}");
    assert!(second.out.contains("Left lost the game with move 1"));
    let third = run_with(&["replay", "-", "--game", "3"], text.as_bytes());
    assert!(third.status == Some(1) && third.err.contains("there is no game 3"));
    let late = run_with(&["replay", "-", "--move", "3"], LOST.as_bytes());
    assert!(late.status == Some(1) && late.err.contains("there is no move 3, only 2"), "{late:?}");
    let which = run_with(&["replay", "-", "--move", "1"], text.as_bytes());
    assert!(which.status == Some(2) && which.err.contains("--move needs --game"), "{which:?}");
    let gone = run(&["replay", "/nowhere/games.jsonl"]);
    assert!(gone.status == Some(1) && gone.err.contains("/nowhere/games.jsonl"), "{gone:?}");
}

#[test]
fn names_do_not_reach_the_terminal_as_commands() {
    let text = LOST.replace("ann", "a\\u001b[2Jn");
    let run = run_with(&["replay", "-"], text.as_bytes());
    assert!(run.out.starts_with("game 1: a?[2Jn (Left)"), "{run:?}");
    let text = LOST.replace(r#"{"#, r#"{"first":"\u001b[2J","#);
    let run = run_with(&["replay", "-"], text.as_bytes());
    assert!(run.err.contains("unknown variant `?[2J`"), "{run:?}");
}

/// A file that takes no records costs no results.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    let match_of = |command: &[&str]| {
        let full = ["--games", "2", "--record", "/dev/full"];
        let run = run(&[command, &full].concat());
        assert_eq!(run.status, Some(1), "{run:?}");
        assert!(run.err.contains("error: /dev/full: "), "{run:?}");
        run.out
    };
    let out =
        match_of(&["match", "--a", "random", "--b", "random", "--size", "4x4", "--time", "10m"]);
    assert!(out.contains("pairs"), "{out}");
    let combo = ["combo", "match", "--black", "random", "--white", "random", "--max-plies", "2"];
    assert!(match_of(&combo).ends_with("black won 0, white won 0, 2 drawn\n"));
}

#[test]
fn what_the_solver_does_not_know() {
    let file = TextFile::new("");
    random_match(&file, "--size 10x10 --games 2");
    let run = run(&["replay", file.path(), "--json", "--time", "1ms"]);
    assert_eq!(run.status, Some(0), "{run:?}");
    for game in run.json() {
        assert!(game["limit"].as_str().unwrap().contains("--time"), "{game}");
        assert_eq!(game["start_wins"], Value::Null);
        assert_ne!(game["decided_after"], json!(0));
    }
}

#[test]
fn a_game_lost_by_time() {
    let text = LOST.replace(r#"["c1-d1","b1-a1"]"#, "[]").replace("no moves", "time");
    let run = run_with(&["replay", "-"], text.as_bytes());
    assert!(run.out.contains("result    Right won, Left forfeited (time)"), "{run:?}");
    assert!(run.out.contains("verdict   Left lost a game that Left could win"), "{run:?}");
}

#[test]
fn matches_that_make_no_sense() {
    let run = |more: &[&str]| run(&[&["match", "--a", "random", "--b", "random"], more].concat());
    let cases: [(&[&str], i32, &str); 8] = [
        (&["--games", "3"], 2, "an even number"),
        (&["--size", "8"], 2, "rows and columns like 3x4"),
        (&["--time", "1s", "--clock", "1m"], 2, "either --time for each move, or --clock"),
        (&["--time", "none"], 2, "a match needs a limit of time"),
        (&["--rules", "fission"], 1, "fission has no usual start without a --size: --position"),
        (
            &["--rules", "amazons", "--size", "5x5"],
            1,
            "no usual start on a board of 5 rows, 5 columns",
        ),
        (&["--position", "xo"], 1, "no opening found"),
        (&["--record", "/nowhere/games.jsonl"], 1, "/nowhere/games.jsonl: "),
    ];
    for (arguments, status, message) in cases {
        let run = run(arguments);
        assert_eq!(run.status, Some(status), "{arguments:?}: {run:?}");
        assert!(run.err.contains(message), "{arguments:?}: {run:?}");
    }
    let unknown = super::run(&[
        "match", "--a", "deep", "--b", "random", "--rules", "kayles", "--size", "1x9",
    ]);
    let message = "unknown bot \"deep\" for kayles; expected random, uct";
    assert!(unknown.status == Some(1) && unknown.err.contains(message), "{unknown:?}");
}

#[test]
fn a_game_lost_by_an_illegal_move() {
    let text = LOST.replace("no moves\"", "illegal move\",\"fault\":\"\\\"a1\\\"\"");
    let text = text.replace(r#"["c1-d1","b1-a1"]"#, "[]");
    let plain = run_with(&["replay", "-"], text.as_bytes());
    let result = "result    Right won, Left forfeited (illegal move: \"a1\")";
    assert!(plain.out.contains(result), "{plain:?}");
    let json = run_with(&["replay", "-", "--json"], text.as_bytes());
    let game = &json.json()[0];
    assert_eq!((&game["forfeited_by"], &game["fault"]), (&json!("left"), &json!("\"a1\"")));
}

/// The records of two matches follow each other in a file.
#[test]
fn records_are_appended() {
    let file = TextFile::new(LOST);
    fs::write(file.path(), format!("{LOST}\n")).unwrap();
    for _ in 0..2 {
        random_match(&file, "--size 3x3 --games 2 --opening 1");
    }
    assert_eq!(super::replayed(file.path()).len(), 5);
}

#[test]
fn help_names_all_bots() {
    use dicot::rules::{Clobber448, Combo};
    use dicot_rulesets::bots;
    let help = run(&["match", "--help"]).out;
    for name in [bots::names::<Clobber448>(), bots::names::<Combo>()].concat() {
        assert!(help.contains(name), "{name}: {help}");
    }
}

/// A file that ends within a line, as a full disk leaves it, loses no other game.
#[test]
fn half_a_line_at_the_end_of_a_record() {
    let file = TextFile::new("");
    fs::write(file.path(), format!("{LOST}\n{}", &LOST[..40])).unwrap();
    random_match(&file, "--size 3x3 --games 2 --opening 1");
    let text = fs::read_to_string(file.path()).unwrap();
    assert_eq!(text.lines().count(), 4, "{text}");
    // The damaged line has a number, and the games after it are shown.
    let shown = run(&["replay", file.path()]);
    assert_eq!(shown.status, Some(1), "{shown:?}");
    let error = format!("error: {}: line 2: ", file.path());
    assert!(shown.err.starts_with(&error) && shown.err.lines().count() == 1, "{shown:?}");
    let games: Vec<&str> = shown.out.lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(games, ["game 1", "game 3", "game 4"]);
    assert_eq!(run(&["replay", file.path(), "--game", "4"]).status, Some(0));
    assert_eq!(run(&["replay", file.path(), "--game", "2"]).status, Some(1));
}

#[test]
fn replay_names_the_file() {
    let folder = std::env::temp_dir();
    let run = run(&["replay", folder.to_str().unwrap()]);
    assert_eq!(run.status, Some(1));
    assert!(run.err.starts_with(&format!("error: {}: ", folder.display())), "{run:?}");
    assert!(!run.err.contains("line 1"), "{run:?}");
}

/// As in a census, rows come first.
#[test]
fn sizes_are_rows_and_columns() {
    let run =
        run(&words("match --a random --b random --size 2x5 --games 2 --opening 1 --time 10m"));
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(run.out.contains("start     oxoxo/xoxox (2 rows, 5 columns)\n"), "{run:?}");
}
