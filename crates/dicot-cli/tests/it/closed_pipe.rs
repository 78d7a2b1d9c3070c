//! A reader who closes the pipe, as `head` does, has had enough: the run ends without a message.

use std::fs::{create_dir, write};
use std::io::pipe;
use std::process::Stdio;

use crate::folder::Folder;
use crate::{Run, command, good};

/// All commands but servers and those that talk to other programs.
#[test]
fn every_command_is_silent() {
    let folder = Folder::new();
    let [db, certificate, record, claims, census, campaign, new, new_db] =
        ["xo.db", "xo.cert", "games.jsonl", "claims", "c.parquet", "campaign", "new", "new.db"]
            .map(|name| folder.file(name));
    good(&["db", "build", "1x2", "--output", &db]);
    good(&["solve", "xo", "--certificate", &certificate]);
    good(&["census", "1x2", "--output", &census]);
    good(&["campaign", "xo", &campaign]);
    let games = ["match", "--a", "random", "--b", "random", "--size", "4x4", "--games", "2"];
    good(&[&games[..], &["--record", &record]].concat());
    create_dir(&claims).unwrap();
    let claim = r#"{"title": "t", "statement": "s", "sources": [], "cases_are": "n", "runs": [],
        "fields": [{"name": "value", "pointer": "/value"}],
        "cases": [{"name": "a", "command": "dicot value xo --json"}]}"#;
    write(format!("{claims}/xo.json"), claim).unwrap();
    let combo = ["combo", "match", "--black", "random", "--white", "random", "--max-plies", "2"];
    let commands: &[&[&str]] = &[
        &["value", "xo"],
        &["value", "--list"],
        &["value", "--latex", "-"],
        &["game", "1"],
        &["repl"],
        &["run", "-"],
        &["compare", "1", "2"],
        &["explain", "{0|0}"],
        &["solve", "xo"],
        &["label"],
        &["find", "--value", "0", "--count", "100000"],
        &["find", "--largest-temperature", "--cells", "2"],
        &["moves", "xo"],
        &["heap", "0.3"],
        &["nim", "1"],
        &["census", "1x2", "--output", &new],
        &["census", "report", &census],
        &["results", "list", "--folder", &claims],
        &["results", "list", "xo", "--folder", &claims],
        &["results", "run", "xo", "--folder", &claims],
        &["results", "check", "xo", "--folder", &claims],
        &["results", "export", "--folder", &claims],
        &["perft", "1", "xo"],
        &["puzzles", "--weeks", "1"],
        &["pages", "--list"],
        &games,
        &["replay", &record],
        &["thermograph", "1"],
        &["board", "xo"],
        &["tree", "1"],
        &["campaign", &campaign],
        &["campaign", "--status", &campaign],
        &["certify", &certificate],
        &["db", "build", "1x3", "--output", &new_db],
        &["db", "get", &db, "xo"],
        &["db", "check", &db],
        &["codingame", "export"],
        &["codingame", "referee", "--a", "yes random", "--b", "yes random", "--games", "2"],
        &combo,
        &["completions", "bash"],
        &["man"],
        &["help"],
        &["help", "solve"],
        &["--version"],
    ];
    for arguments in commands {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let input = folder.file("input");
        write(&input, if let "repl" | "run" = arguments[0] { "1\n2\n" } else { "xo\nxxo\n" })
            .unwrap();
        let mut run = command(arguments);
        run.stdin(std::fs::File::open(&input).unwrap()).stdout(Stdio::from(writer));
        let run = Run::from(run.output().unwrap());
        // What a match says of its games goes to standard error.
        let err = if *arguments == combo { "" } else { &run.err };
        assert_eq!((run.status, err), (Some(0), ""), "{arguments:?}");
    }
    let help = good(&["--help"]).out;
    let names = help.lines().filter_map(|line| line.strip_prefix("  ")?.split("  ").next());
    let names = names.skip_while(|name| *name != "value").take_while(|name| *name != "help");
    let other = ["", "serve", "icga", "konane"];
    for name in names.filter(|name| !other.contains(name)) {
        assert!(commands.iter().any(|command| command[0] == name), "{name}");
    }
}
