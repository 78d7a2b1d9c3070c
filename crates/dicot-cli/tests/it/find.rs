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

/// The search by corners and the one of all boards, which --outcome asks for, print the same; the hottest board is hot, so the first player wins.
#[test]
fn corners_as_all_boards() {
    for cells in 4..=11 {
        let cells = cells.to_string();
        let args = ["--rules", "domineering", "--connected", "--largest-temperature", "--cells"];
        let by_corners = found(&[&args[..], &[&cells]].concat(), "temperature");
        let all = found(&[&args[..], &[&cells, "--outcome", "N"]].concat(), "temperature");
        assert_eq!(by_corners, all, "{cells} cells");
    }
}

/// Finished parts are read again: a temperature that is written into one of them is believed.
#[test]
fn parts_of_a_search() {
    let folder = Folder::new();
    let parts = folder.file("parts");
    let args = ["--rules", "domineering", "--connected", "--largest-temperature", "--cells", "12"];
    let with_parts = [&args[..], &["--parts", &parts]].concat();
    let hottest = found(&args, "temperature");
    assert_eq!(found(&with_parts, "temperature"), hottest);
    let files: Vec<_> = fs::read_dir(&parts).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), 4);
    assert_eq!(found(&with_parts, "temperature"), hottest);
    let text = fs::read_to_string(&files[0]).unwrap();
    let begin = text.split_once(r#","best""#).unwrap().0;
    let best = r#","best":{"distance":20480,"board":"../..","arm":0}}"#;
    fs::write(&files[0], format!("{begin}{best}")).unwrap();
    assert_eq!(found(&with_parts, "position")[0][0], "../..");
    fs::write(&files[0], &text[..20]).unwrap();
    assert_eq!(found(&with_parts, "temperature"), hottest);
    fails(
        &["find", "--connected", "--largest-temperature", "--cells", "9", "--parts", &parts],
        2,
        "",
    );
    let few = ["find", "--rules", "domineering", "--connected", "--largest-temperature", "--cells"];
    fails(&[&few[..], &["3", "--parts", &parts]].concat(), 2, "4 to 20 cells");
}

/// The hottest boards of eight cells are known from the search of all.
#[cfg(feature = "full")]
#[test]
fn hot_boards() {
    let hot = |more: &[&'static str]| {
        let args = ["--hot", "--cells", "8", "--tries", "3000", "--threads", "2"];
        found(&[&args, more].concat(), "temperature")
    };
    let domineering = hot(&["--rules", "domineering"]);
    assert_eq!(domineering[0][1], "3/2");
    assert_eq!(hot(&["--rules", "domineering"]), domineering, "the same seed");
    let several = hot(&["--rules", "domineering", "--count", "3", "--seed", "2"]);
    assert_eq!(several.len(), 3);
    assert_eq!(several[0][1], "3/2");
    assert_ne!(several[0][0], several[1][0]);
    // From a board of one's own, and rulesets with other letters.
    let better = hot(&["--rules", "domineering", "--from", "../.."]);
    assert_eq!(better[0][1], "3/2");
    for rules in ["amazons", "konane"] {
        let [position, temperature] = &hot(&["--rules", rules])[0];
        let value = run(&["value", "--rules", rules, "--json", position]).json();
        assert_eq!(value[0]["temperature"], *temperature, "{rules}");
        // The moves that are hot need empty cells at the sides of the board.
        assert!(!temperature.starts_with('-'), "{rules}: {position} {temperature}");
    }
    // With little memory the values are dropped again and again, which changes no answer.
    assert_eq!(hot(&["--rules", "domineering", "--memory", "400KB"]), domineering);
    fails(&["find", "--hot"], 2, "add --cells N");
    fails(&["find", "--hot", "--cells", "9", "--rules", "hackenbush"], 2, "a ground");
    fails(&["find", "--hot", "--cells", "9", "--rules", "amazons", "--trees"], 2, "for graphs");
    fails(&["find", "--from", "xo", "--cells", "3", "--value", "0"], 2, "--hot only");
    let full = ["find", "--rules", "domineering", "--hot", "--cells", "4", "--from", "#"];
    fails(&full, 1, "both players can move");
}

/// The smallest trees with a property, by their vertices.
#[test]
fn trees() {
    let find = |rules, more: &[&str]| {
        found(&[&["--rules", rules, "--trees", "--cells"], more].concat(), "value")
    };
    assert_eq!(find("snort", &["6", "--value", "+-2"]), [["n=3 0-1 0-2", "+-2"]]);
    assert_eq!(find("col", &["6", "--outcome", "L"]), [["n=1 | 0:R", "1"]]);
    let two = find("node-kayles", &["6", "--value", "*2", "--count", "2"]);
    assert_eq!(two, [["n=3 0-1 0-2", "*2"], ["n=5 0-1 0-2 0-3 0-4", "*2"]]);
    for (rules, text) in [("clobber", "a ground"), ("hackenbush", "a ground"), ("snort", "16")] {
        let args = ["find", "--trees", "--cells", "21", "--value", "0", "--rules", rules];
        fails(&args, 2, text);
    }
    fails(&["find", "--rules", "snort", "--trees", "--value", "0"], 2, "--cells");
}

/// Of Snort a star of *n* leaves has temperature *n*; of Partizan Arc Kayles the search of all trees has the hottest with seven vertices.
#[cfg(feature = "full")]
#[test]
fn hot_graphs() {
    let hot = |more: &[&str]| {
        let args = ["--hot", "--tries", "2000", "--threads", "2"];
        found(&[&args, more].concat(), "temperature")
    };
    let snort = ["--rules", "snort", "--cells", "5"];
    let [star, four] = &hot(&snort)[0];
    assert_eq!(four, "4");
    assert_eq!(hot(&snort)[0][0], *star, "the same seed");
    let path = &hot(&[&snort[..], &["--trees", "--degree", "2", "--from", "path 4"]].concat())[0];
    let value = run(&["value", "--rules", "snort", "--json", &path[0]]).json();
    assert_eq!(value[0]["temperature"], path[1].as_str());
    let ends = |text: &str, vertex: &str| {
        let edges = text.split(' ').filter_map(|part| part.split_once('-'));
        edges.filter(|(u, v)| *u == vertex || *v == vertex).count()
    };
    assert!((0..5).all(|vertex| ends(&path[0], &vertex.to_string()) <= 2), "{}", path[0]);
    let kayles = ["--rules", "partizan-arc-kayles", "--cells", "7", "--trees"];
    let tree = &hot(&kayles)[0];
    let hottest = &found(&[&kayles[..], &["--largest-temperature"]].concat(), "temperature")[0];
    assert_eq!((&tree[1], tree[0].matches('-').count()), (&hottest[1], 6));
    assert_eq!(hottest[1], "5/4");
    let cycle = ["find", "--hot", "--from", "cycle 3"];
    fails(&[&cycle[..], &kayles].concat(), 2, "cycle");
    // An edge of both colours is a green one.
    let both = ["--rules", "partizan-arc-kayles", "--cells", "2", "--from", "n=2 0-1:b 0-1:r"];
    assert_eq!(hot(&both), [["n=2 0-1:g", "0"]]);
    let find = |more: &[&'static str]| [&["find", "--rules", "partizan-arc-kayles"], more].concat();
    fails(&find(&["--hot", "--cells", "2"]), 1, "both players can move");
    fails(&find(&["--hot", "--cells", "12", "--time", "0s"]), 3, "time is up");
    fails(
        &find(&["--hot", "--cells", "12", "--threads", "1", "--memory", "20KB"]),
        3,
        "20000 bytes",
    );
    fails(&find(&["--degree", "3", "--outcome", "P"]), 2, "--hot");
    let parts = ["--trees", "--cells", "3", "--largest-temperature", "--parts", "no-folder"];
    fails(&find(&parts), 2, "--parts");
}

/// The line is legal, and leads to the position, whose value is that of the board.
#[test]
fn lines_of_play() {
    let board = "..###/#...#/....#/##.../##.#.";
    let args = ["find", "--rules", "domineering", "--line-to", board];
    let line = &run(&[&args[..], &["--json"]].concat()).json()[0];
    let position = line["position"].as_str().unwrap();
    let value = |position: &str| {
        run(&["value", "--rules", "domineering", "--json", position]).json()[0]["value"].clone()
    };
    assert_eq!(value(position), value(board));
    assert_eq!(line["single"].as_array().unwrap().len(), 1);
    crate::json_fields::check("find", std::slice::from_ref(line));
    let out = good(&args).out;
    assert!(out.contains("from      7x7, in 17 moves"), "{out}");
    fails(&["find", "--line-to", "xo"], 2, "--rules domineering");
    let ring = ["find", "--rules", "domineering", "--line-to", ".../.#./..."];
    fails(&ring, 1, "no line");
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
