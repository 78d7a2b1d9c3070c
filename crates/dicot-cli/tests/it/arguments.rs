//! Games that begin like options, and options where people put them.

use crate::{only_json, run, run_with};

#[test]
fn games_may_begin_with_a_sign() {
    for (game, value) in [("-^", "v"), ("+-1", "+-1"), ("-1", "-1"), ("-v3", "^3"), ("--1", "1")] {
        for arguments in
            [["game", "--json", game], ["game", game, "--json"], ["--json", "game", game]]
        {
            assert_eq!(only_json(&arguments)["value"], value, "{arguments:?}");
        }
    }
    assert_eq!(run(&["compare", "-1", "-2"]).out, ">\n");
    assert_eq!(run(&["compare", "-^", "-*"]).out, "||\n");
    assert_eq!(only_json(&["game", "--json", "--", "-1"])["value"], "-1");
}

#[test]
fn a_single_hyphen_is_standard_input() {
    assert_eq!(run_with(&["game", "-", "--json"], b"-1\n").json()[0]["value"], "-1");
    assert_eq!(run_with(&["value", "--json", "-"], b"xo\n").json()[0]["value"], "*");
    assert_eq!(run_with(&["compare", "-"], b"-1\t1\n").out, "<\n");
}

#[test]
fn wrong_usage_has_status_2() {
    for arguments in [
        &["valeu"][..],
        &[],
        &["compare", "1"],
        &["value", "xo", "xo"],
        &["value", "--time", "5", "xo"],
        &["value", "--memory", "lots", "xo"],
    ] {
        let run = run(arguments);
        assert_eq!(run.status, Some(2), "{arguments:?} {run:?}");
        assert_eq!(run.out, "");
    }
}

/// Where `--time` is not the time of anything, it is not passed over in silence.
#[test]
fn time_is_not_for_everything() {
    let cases: [(&[&str], &str); 8] = [
        (&["icga", "serve"], "--move-time"),
        (&["konane", "serve"], "--clock"),
        (&["konane", "play", "--user", "1", "--password", "1", "--opponent", "2"], "the server"),
        (&["codingame", "bot"], "--later-turns"),
        (&["codingame", "referee", "--a", "true", "--b", "true"], "--grace"),
        (&["combo", "bot"], "--move-time"),
        (&["combo", "match"], "--move-time"),
        (&["combo", "contest", "."], "--clock"),
    ];
    for (arguments, instead) in cases {
        let run = run(&[arguments, &["--time", "1s"]].concat());
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""), "{arguments:?} {run:?}");
        assert!(
            run.err.contains("--time has no effect on `dicot ") && run.err.contains(instead),
            "{run:?}"
        );
    }
}

/// The help of a command shows the shared options that the command obeys, and the command refuses the others.
#[test]
fn commands_offer_the_options_that_they_obey() {
    const SHARED: [&str; 7] =
        ["--json", "--max-value", "--time", "--memory", "--max-positions", "--max-forms", "--db"];
    let cases: [(&[&str], &[&str], &str); 15] = [
        (&["value"], &SHARED, "[default: 10m]"),
        (&["game"], &["--json", "--max-value", "--time", "--memory", "--max-forms"], "4GiB"),
        (&["compare"], &["--json", "--time", "--memory", "--max-forms"], "[default: 10m]"),
        (&["moves"], &["--json"], ""),
        (&["perft"], &["--json", "--time", "--memory"], "[default: 10m]"),
        (&["heap"], &["--json", "--max-value", "--time", "--memory"], "[default: 4GiB]"),
        (&["nim"], &["--json"], ""),
        (&["solve"], &["--json", "--time", "--memory", "--db"], "[default: 1GiB]"),
        (&["label"], &["--time", "--memory", "--db"], "[default: 1GiB]"),
        (&["match"], &["--json", "--time", "--db"], "[default: 100ms]"),
        (&["replay"], &["--json", "--time", "--memory", "--db"], "[default: 10s]"),
        (&["icga", "play"], &["--json", "--time", "--db"], "[default: 1s]"),
        (&["combo", "bot"], &[], ""),
        (&["codingame", "export"], &[], ""),
        (&["icga"], &[], ""),
    ];
    for (command, offered, default) in cases {
        let help = run(&[command, &["--help"]].concat()).out;
        let words: Vec<&str> = help.split_whitespace().collect();
        assert!(words.join(" ").contains(default), "{command:?}: {help}");
        for option in SHARED {
            let shown = help.lines().any(|line| line.trim_start().starts_with(option));
            assert_eq!(shown, offered.contains(&option), "{command:?} {option}: {help}");
        }
    }
    let refused: [(&[&str], &str); 6] = [
        (&["game", "^", "--shared", "--json"], "--shared has no effect with --json"),
        (&["perft", "1", "xo", "--max-forms", "3"], "--max-forms has no effect on `dicot perft`"),
        (&["--memory", "1GB", "moves", "xo"], "--memory has no effect on `dicot moves`"),
        (&["match", "--a", "uct", "--b", "uct", "--memory", "1GB"], "on `dicot match`"),
        (&["explain", "{1|0}", "--max-positions", "9"], "on `dicot explain` without --position"),
        (&["value", "--list", "--time", "1s"], "on `dicot value` with --list"),
    ];
    for (arguments, error) in refused {
        let run = run(arguments);
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""), "{arguments:?} {run:?}");
        assert!(run.err.contains(error), "{arguments:?} {run:?}");
    }
}

#[test]
fn the_usage_of_a_list_has_no_position() {
    let run = run(&["value", "--list", "xo"]);
    assert!(run.err.contains("dicot value --list [--json]\n"), "{run:?}");
    assert!(!run.err.contains("--list [POSITION]"), "{run:?}");
}

/// A mistyped option is never a game or a position, wherever it is; after `--` it is.
#[test]
fn mistyped_options() {
    for (arguments, option, near) in [
        (&["value", "--rule", "clobber", "xo"][..], "--rule", Some("--rules")),
        (&["value", "--jsno", "xo"], "--jsno", Some("--json")),
        (&["value", "xo", "--jsno"], "--jsno", Some("--json")),
        (&["moves", "--frist", "left", "xo"], "--frist", Some("--first")),
        (&["game", "--v"], "--v", None),
        (&["game", "--jsno"], "--jsno", Some("--json")),
        (&["game", "--mem=1GB"], "--mem", Some("--memory")),
        (&["compare", "1", "--jsno"], "--jsno", Some("--json")),
        (&["explain", "--positoin", "xo"], "--positoin", Some("--position")),
        (&["solve", "--misére", "xo"], "--misére", Some("--misere")),
        (&["board", "--widht", "100", "xo"], "--widht", Some("--width")),
        (&["find", "--value", "--cuont"], "--cuont", Some("--count")),
    ] {
        let run = run(arguments);
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""), "{arguments:?} {run:?}");
        let problem = format!("error: unexpected argument '{option}' found\n");
        let tip = match near {
            Some(near) => format!("a similar argument exists: '{near}'\n"),
            None => format!("to pass '{option}' as a value, use '-- {option}'\n"),
        };
        assert!(run.err.starts_with(&problem) && run.err.contains(&tip), "{arguments:?} {run:?}");
        let usage = format!("Usage: dicot {} ", arguments[0]);
        assert!(run.err.contains(&usage), "{arguments:?} {run:?}");
    }
    assert_eq!(only_json(&["game", "--json", "--", "--v"])["value"], "v");
    assert_eq!(only_json(&["game", "--json", "--(v)"])["value"], "v");
}

/// Also where the command checks arguments itself, the usage is its own.
#[test]
fn the_usage_of_the_command_that_was_typed() {
    for (arguments, usage) in [
        (&["compare", "1"][..], "Usage: dicot compare [OPTIONS] [G] [H]\n"),
        (&["find"], "Usage: dicot find [OPTIONS]\n"),
        (&["campaign"], "Usage: dicot campaign [POSITION] <DIR>\n"),
        (&["db", "build", "--output", "x"], "Usage: dicot db build [OPTIONS] "),
        (&["solve", "xo", "--memory", "none"], "Usage: dicot solve [OPTIONS] [POSITION]\n"),
    ] {
        let run = run(arguments);
        assert_eq!(run.status, Some(2), "{arguments:?} {run:?}");
        assert!(run.err.contains(usage), "{arguments:?} {run:?}");
    }
    let help = run(&["campaign", "--help"]).out;
    assert!(help.contains("dicot campaign [OPTIONS] [POSITION] <DIR>\n"), "{help}");
    assert!(help.contains("  <DIR>  ") && help.contains("  [POSITION]  "), "{help}");
}

/// One name for one thing; names of earlier versions are understood, and not in the help.
#[test]
fn names_of_earlier_versions() {
    let folder = crate::folder::Folder::new();
    let out = folder.file("a.parquet");
    for (arguments, hidden, name) in [
        (&["moves", "xo", "--side", "x"][..], "--side", "--first"),
        (&["perft", "1", "xo", "--side", "x"], "--side", "--first"),
        (&["census", "1x2", "--out", &out, "--checkpoint-every", "1m"], "--out ", "--output"),
        (&["census", "1x2", "--out", &out], "--checkpoint-every", "--save-every"),
        (
            &["match", "--a", "random", "--b", "random", "--games", "2", "--parallel", "2"],
            "--parallel",
            "--threads",
        ),
        (
            &[
                "codingame",
                "referee",
                "--a",
                "yes random",
                "--b",
                "yes random",
                "--games",
                "2",
                "--parallel",
                "2",
            ],
            "--parallel",
            "--threads",
        ),
    ] {
        assert_eq!(run(arguments).status, Some(0), "{arguments:?}");
        let command = arguments.iter().take(if arguments[0] == "codingame" { 2 } else { 1 });
        let help = run(&command.copied().chain(["--help"]).collect::<Vec<_>>()).out;
        assert!(!help.contains(hidden) && help.contains(name), "{help}");
    }
    for command in [
        "value", "solve", "label", "find", "perft", "census", "certify", "campaign", "match",
        "serve",
    ] {
        assert!(run(&[command, "--help"]).out.contains("--threads <N>"), "{command}");
    }
}

#[test]
fn help_and_version() {
    assert_eq!(run(&["--help"]).status, Some(0));
    assert!(run(&["--version"]).out.starts_with("dicot "));
    assert!(run(&["game", "--help"]).out.contains("1/2^80 is 1/2"));
}
