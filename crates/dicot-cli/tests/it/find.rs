//! `dicot find`.

use std::fs;

use crate::folder::Folder;
use crate::{good, run};

/// The positions and one more field of each line.
fn found(args: &[&str], field: &str) -> Vec<[String; 2]> {
    let lines = run(&[&["find", "--json"], args].concat()).json();
    let text = |line: &serde_json::Value, field: &str| line[field].as_str().unwrap().to_owned();
    lines.iter().map(|line| [text(line, "position"), text(line, field)]).collect()
}

fn fails(args: &[&str], status: i32, message: &str) {
    let run = run(args);
    assert_eq!(run.status, Some(status), "{run:?}");
    assert!(run.err.contains(message), "{args:?}: {}", run.err);
}

#[test]
fn the_smallest_boards() {
    assert_eq!(found(&["--value", "^"], "value"), [["oxx", "^"]]);
    let ups = found(&["--value", "0", "--outcome", "P", "--count", "2"], "value");
    assert_eq!(ups.len(), 2);
    let weights = found(&["--atomic-weight", "2", "--count", "3"], "atomic_weight");
    assert_eq!(weights.iter().map(|[position, _]| position.len()).collect::<Vec<_>>(), [4, 5, 7]);
    assert!(weights.iter().all(|[_, weight]| weight == "2"), "{weights:?}");
    let hot = found(&["--rules", "domineering", "--temperature", "5/4"], "temperature");
    assert_eq!(hot, [[".../...", "5/4"]]);
    let hottest =
        ["--rules", "domineering", "--outcome", "N", "--largest-temperature", "--cells", "6"];
    assert_eq!(found(&hottest, "temperature"), hot);
}

/// By hand: a domino is a number, 2x2 is {1|-1}, and 2x3 is {2|-1/2}.
#[test]
fn connected_boards() {
    let find = |cells: &str, more: &[&'static str]| {
        let args = ["--rules", "domineering", "--connected", "--cells", cells];
        found(&[&args, more].concat(), "temperature")
    };
    let hottest: Vec<String> = ["2", "4", "8"]
        .into_iter()
        .flat_map(|n| find(n, &["--largest-temperature"]))
        .map(|[_, t]| t)
        .collect();
    assert_eq!(hottest, ["-1", "1", "3/2"]);
    assert_eq!(find("8", &["--temperature", "5/4"]), [[".../...", "5/4"]]);
    // With little memory the values are dropped again and again.
    let small = ["--largest-temperature", "--memory", "200KB"];
    assert_eq!(find("12", &small), find("12", &["--largest-temperature"]));
    fails(
        &[&["find", "--rules", "domineering", "--cells", "12"], &small[..]].concat(),
        3,
        "200000 bytes",
    );
    fails(
        &["find", "--connected", "--cells", "3", "--value", "0"],
        2,
        "free and blocked cells, which those of clobber",
    );
    fails(&["find", "--rules", "domineering", "--connected", "--value", "0"], 2, "--cells");
}

#[test]
fn followers_of_a_position() {
    let found = found(&["--rules", "kayles", "--from", "12", "--value", "*5"], "value");
    assert_eq!(found, [["1+5", "*5"]]);
    fails(&["find", "--rules", "kayles", "--value", "*5"], 2, "add --from POSITION");
    let error = run(&["find", "--rules", "kayles", "--from", "7", "--value", "*99"]);
    assert_eq!((error.status, error.out.as_str()), (Some(1), ""));
    assert!(error.err.contains("positions searched is like that"), "{}", error.err);
}

#[test]
fn a_picture() {
    let folder = Folder::new();
    let file = folder.file("found.svg");
    good(&["find", "--value", "^", "-o", &file]);
    let svg = fs::read_to_string(file).unwrap();
    assert!(svg.contains("value ^"), "{svg}");
}

#[cfg(feature = "full")]
#[test]
fn rows_of_a_census() {
    let folder = Folder::new();
    let file = &folder.file("census.parquet");
    good(&["census", "2x2", "--output", file]);
    assert_eq!(found(&["--census", file, "--value", "^"], "value"), [["xx/o.", "^"]]);
    fails(&["find", "--census", "/nowhere", "--value", "^"], 1, "/nowhere: ");
}

#[test]
fn what_is_refused() {
    fails(&["find"], 2, "find needs a property");
    fails(&["find", "--largest-temperature"], 2, "add --cells N");
    fails(&["find", "--value", "{1|*}"], 1, "no dicot is like that");
    fails(&["find", "--rules", "cram", "--temperature", "1/2"], 1, "no dicot is like that");
    fails(&["find", "--outcome", "X"], 2, "L, R, N or P");
    fails(&["find", "--value", "{1|"], 1, "expected");
    fails(&["find", "--atomic-weight", "100", "--time", "50ms"], 3, "the time is up");
}
