//! The fields that `docs/guide/json.md` lists are those that commands print.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::folder::Folder;
use crate::{good, run, run_with};

const PAGE: &str = include_str!("../../../../docs/guide/json.md");

type Names = BTreeSet<String>;

/// The words in single backticks of a text.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The sections with the commands that their headings name, and the fields in the first columns of their tables.
fn sections() -> Vec<(Vec<&'static str>, Names)> {
    let mut sections: Vec<(Vec<&str>, Names)> = Vec::new();
    for line in PAGE.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            let commands = quoted(heading).filter_map(|name| name.strip_prefix("dicot "));
            sections.push((commands.collect(), Names::new()));
        } else if let (Some(row), Some((_, fields))) =
            (line.strip_prefix("| "), sections.last_mut())
        {
            let (first, _) = row.split_once(" | ").unwrap();
            fields.extend(quoted(first).map(str::to_owned));
        }
    }
    sections
}

/// The keys of all objects in a value.
fn keys(value: &Value, into: &mut Names) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            into.insert(name.clone());
            keys(value, into);
        }),
        Value::Array(values) => values.iter().for_each(|value| keys(value, into)),
        _ => {}
    }
}

/// Checks that the page lists the fields of lines that a command has printed.
pub(crate) fn check(command: &str, lines: &[Value]) -> Names {
    assert!(!lines.is_empty(), "{command}");
    let mut printed = Names::new();
    lines.iter().for_each(|line| keys(line, &mut printed));
    let sections = sections();
    let own = sections.iter().filter(|(commands, _)| commands.contains(&command));
    let listed: Names = own.flat_map(|(_, fields)| fields.clone()).collect();
    let is_listed =
        |name: &&String| listed.contains(*name) || ["input", "error"].contains(&name.as_str());
    let missing: Vec<&String> = printed.iter().filter(|name| !is_listed(name)).collect();
    assert!(missing.is_empty(), "json.md does not list {missing:?} of dicot {command}");
    printed
}

/// Every field is printed, and every field that is printed is listed.
#[test]
fn the_page_lists_all_fields() {
    let folder = Folder::new();
    let [db, census, new, record, certificate, games, claims, campaign] =
        ["a.db", "a.parquet", "new", "record", "xo.cert", "coins.game", "claims", "campaign"]
            .map(|name| folder.file(name));
    good(&["db", "build", "1x3", "--output", &db]);
    good(&["census", "1x3", "--output", &census]);
    good(&["solve", "xo", "--certificate", &certificate]);
    let game = ["match", "--a", "random", "--b", "random", "--games", "2", "--size", "4x4"];
    good(&[&game[..], &["--record", &record]].concat());
    std::fs::write(&games, "game coins\nletter x left\nletter . empty\nleft east: x -> .\n")
        .unwrap();
    let own = folder.file("own.cert");
    good(&["solve", "--rules", &games, "xx", "--certificate", &own]);
    std::fs::create_dir(&claims).unwrap();
    let claim = r#"{"title": "t", "statement": "s", "sources": [], "cases_are": "n", "runs": [],
        "fields": [{"name": "value", "pointer": "/value"}],
        "cases": [{"name": "a", "command": "dicot value xo --json", "print": ["*"],
            "certificate": {"file": "a", "bytes": 1, "hash": "0", "check_seconds": 0.5}}]}"#;
    std::fs::write(format!("{claims}/xo.json"), claim).unwrap();
    good(&["results", "run", "xo", "--folder", &claims]);
    let loopy = ".g.g/..../..../..f.";
    let combo = ["--black", "random", "--white", "random", "--max-plies", "2", "--seed", "1"];
    let referee = ["--a", "yes random", "--b", "yes random", "--games", "2"];
    let examples: &[(&str, &[&str])] = &[
        ("value", &["xox/ox."]),
        ("value", &["xox/ox.", "--max-value", "1"]),
        ("value", &["xq"]),
        ("value", &["--rules", "fox-and-geese", loopy]),
        ("value", &["xoxox/oxooo/xxoxo", "--max-value", "1000"]),
        ("value", &["--rules", "combo", "b3,.,w3/.,.,.", "--memory", "24MiB"]),
        ("value", &["--rules", "backsliding-toads-and-frogs", ".t."]),
        ("value", &["--rules", "fox-and-geese", ".g.g/..../..../..f. + clobber:xxo"]),
        ("value --list", &[]),
        ("game", &["{1|*} + ^"]),
        ("game", &["({1|*} + ^) - {7||3,{5/2|*}|*2}", "--max-value", "1"]),
        ("game", &["{0|pass}"]),
        ("game", &["{{0|pass}|pass}"]),
        ("game", &["{1|*} < ^"]),
        ("game", &["6*5"]),
        ("game", &["{4611686018427387904|1/2}"]),
        ("find", &["--value", "^"]),
        ("find", &["--rules", "domineering", "--line-to", "../.."]),
        ("compare", &["1", "2"]),
        ("explain", &["{0,*|*,^}"]),
        ("explain", &["--position", "xox/ox."]),
        ("solve", &["xox/ox.", "--moves", "--line", "--verify"]),
        ("solve", &["--rules", "kayles", "7"]),
        ("solve", &["xoxo/oxox", "--nodes", "0", "--valued-size", "0"]),
        ("solve", &["xo", "--misere"]),
        ("solve", &["xo", "--certificate", &new]),
        ("label", &["-"]),
        ("moves", &["xox/ox."]),
        ("perft", &["2", "xox/ox."]),
        ("nim", &["3*5"]),
        ("heap", &["0.77"]),
        ("heap", &["0.77", "--misere", "--to", "5"]),
        ("heap", &["wythoff", "--to", "2"]),
        ("heap", &["1-3"]),
        ("heap", &["0.123", "--quotient"]),
        ("match", &game[1..]),
        ("replay", &[&record]),
        ("combo match", &combo),
        ("codingame referee", &referee),
        ("census", &["1x3", "--output", &new]),
        ("census report", &[&census, "--values"]),
        ("campaign", &["xo", &campaign]),
        ("certify", &[&certificate]),
        ("certify", &[&own, "--rules", &games]),
        ("certify", &[&record]),
        ("db build", &["1x2", "--output", &new, "--force"]),
        ("db get", &[&db, "xox"]),
        ("db check", &[&db, "--recompute", "all"]),
        ("db check", &[&record]),
        ("results list", &["--folder", &claims]),
        ("results list", &["xo", "--folder", &claims]),
        ("results check", &["xo", "--folder", &claims]),
    ];
    let mut printed: BTreeMap<&str, Names> = BTreeMap::new();
    for (command, arguments) in examples {
        let json = if *command == "label" { &[][..] } else { &["--json"] };
        let words: Vec<&str> = command.split(' ').collect();
        let words = [&words, *arguments, json].concat();
        // The line that a run before has written is one of another format.
        let _ = std::fs::remove_file(&new);
        let run = run_with(&words, b"xoxoxoxoxoxoxoxox\nxox/ox.\nq\n");
        printed.entry(command).or_default().extend(check(command, &run.json()));
    }
    let untested = ["icga play", "icga serve", "combo contest", "konane play"];
    for (commands, fields) in sections() {
        let of = |command: &&str| printed.get(*command).into_iter().flatten().cloned();
        let shown: Names = commands.iter().flat_map(of).collect();
        let never: Vec<&String> = fields.difference(&shown).collect();
        assert!(
            never.is_empty() || commands.iter().any(|command| untested.contains(command)),
            "{commands:?} never printed {never:?}"
        );
    }
}

/// Every command that has `--json` has a section.
#[test]
fn every_command_is_listed() {
    let listed: Vec<&str> = sections().into_iter().flat_map(|(commands, _)| commands).collect();
    let mut open = vec![String::new()];
    let mut count = 0;
    while let Some(command) = open.pop() {
        let words: Vec<&str> = command.split(' ').filter(|word| !word.is_empty()).collect();
        let help = run(&[&words[..], &["--help"]].concat()).out;
        if let Some((_, commands)) = help.split_once("\nCommands:\n") {
            let names = commands.lines().take_while(|line| !line.is_empty());
            let names = names.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
            let names = names.filter(|name| !["", "help"].contains(name));
            open.extend(names.map(|name| format!("{command} {name}").trim().to_owned()));
        }
        let has_json = help.contains("\n      --json") && help.contains("JSON object per line");
        // Servers log in JSON; the worksheet answers as `game`, and records are those of `combo match`.
        let other = ["", "serve", "repl", "konane serve"];
        if has_json && !other.contains(&command.as_str()) {
            assert!(listed.contains(&command.as_str()), "{command}");
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}
