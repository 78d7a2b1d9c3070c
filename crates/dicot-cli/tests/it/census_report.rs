//! `dicot census report`.

use std::fs;

use dicot::Outcome;
use dicot_census::Row;
use dicot_census::parquet::Writer;
use serde_json::json;

use crate::folder::Folder;
use crate::{good, only_json, run};

fn row(position: &str, multiplicity: u64, value: &str, outcome: Outcome, birthday: u64) -> Row {
    let stones = position.chars().filter(|&c| c != '.').count() as u32;
    let (position, value) = (position.to_owned(), value.to_owned());
    let temperature = if birthday == 0 { -1.0 } else { 0.0 };
    let atomic_weight = None;
    Row { position, multiplicity, stones, value, outcome, temperature, atomic_weight, birthday }
}

/// The census of Clobber on a row of three cells in a folder of its own, which is removed at the end.
struct Census {
    folder: Folder,
}

impl Census {
    fn new() -> Census {
        let folder = Folder::new();
        let rows = [
            row("...", 1, "0", Outcome::Previous, 0),
            row("..o", 4, "0", Outcome::Previous, 0),
            row(".o.", 2, "0", Outcome::Previous, 0),
            row(".oo", 4, "0", Outcome::Previous, 0),
            row("o.o", 2, "0", Outcome::Previous, 0),
            row("o.x", 2, "0", Outcome::Previous, 0),
            row(".ox", 4, "*", Outcome::Next, 1),
            row("ooo", 2, "0", Outcome::Previous, 0),
            row("oox", 2, "v", Outcome::Right, 2),
            row("xxo", 2, "^", Outcome::Left, 2),
            row("oxo", 2, "*", Outcome::Next, 1),
        ];
        let mut writer = Writer::create(Vec::new(), &[("dicot.census", "clobber 1x3")]).unwrap();
        writer.write(&rows).unwrap();
        fs::write(folder.file("census.parquet"), writer.finish().unwrap()).unwrap();
        Census { folder }
    }

    fn path(&self, name: &str) -> String {
        self.folder.file(name)
    }
}

#[test]
fn tables_and_a_picture() {
    let census = Census::new();
    let picture = census.path("census.svg");
    let run = good(&["census", "report", &census.path("census.parquet"), "--picture", &picture]);
    let start = "Census of clobber 1x3\n27 boards in 11 classes; 4 distinct values, 3 up to sign\n";
    assert!(run.out.starts_with(start), "{}", run.out);
    let picture = fs::read_to_string(picture).unwrap();
    let document = roxmltree::Document::parse(&picture).unwrap();
    let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
    assert_eq!(title.text(), Some("Census of clobber 1x3"));
}

#[test]
fn one_line_for_the_census() {
    let census = Census::new();
    let line =
        only_json(&["census", "report", &census.path("census.parquet"), "--json", "--top", "1"]);
    assert_eq!(line["census"], "clobber 1x3");
    assert_eq!((&line["boards"], &line["classes"]), (&json!(27), &json!(11)));
    assert_eq!((&line["values"], &line["values_up_to_sign"]), (&json!(4), &json!(3)));
    assert_eq!(line["atomic_weights"], 0, "those of the file are null");
    assert_eq!(
        line["outcomes"],
        json!({
            "L": {"boards": 2, "classes": 1},
            "N": {"boards": 6, "classes": 2},
            "P": {"boards": 17, "classes": 7},
            "R": {"boards": 2, "classes": 1},
        })
    );
    assert_eq!(line["stones"][3]["values"], 4);
    assert_eq!(line["birthdays"][2], json!({"of": 2, "values": 2, "boards": 4}));
    assert_eq!(
        line["largest_birthdays"],
        json!([{
            "position": "oox", "row": 9, "stones": 3, "value": "v", "outcome": "R", "temperature": 0.0,
            "atomic_weight": null, "birthday": 2, "classes": 2, "boards": 2, "boards_of_negative": 2,
        }])
    );
}

#[test]
fn a_line_for_each_value() {
    let census = Census::new();
    let run = run(&["census", "report", &census.path("census.parquet"), "--json", "--values"]);
    let positions: Vec<_> = run.json()[1..].iter().map(|line| line["position"].clone()).collect();
    assert_eq!(positions, ["...", ".ox", "oox"]);
}

#[test]
fn bad_files() {
    let census = Census::new();
    let refused = |name: &str| {
        let path = census.path(name);
        let run = run(&["census", "report", &path]);
        assert_eq!((run.status, run.out.as_str()), (Some(1), ""), "{run:?}");
        run.err.replace(&path, name)
    };
    assert!(refused("none.parquet").starts_with("error: none.parquet: "));
    fs::write(census.path("text.parquet"), "no census at all").unwrap();
    let text = refused("text.parquet");
    assert!(
        text.starts_with("error: text.parquet: not a Parquet file, or a damaged one: "),
        "{text}"
    );
    let mut bytes = fs::read(census.path("census.parquet")).unwrap();
    bytes[60] ^= 0x20;
    fs::write(census.path("damaged.parquet"), bytes).unwrap();
    assert_eq!(
        refused("damaged.parquet"),
        "error: damaged.parquet: a checksum differs: the file is damaged, or was edited\n"
    );
    assert!(refused("").starts_with("error: "));
}

#[test]
fn damaged_metadata() {
    let census = Census::new();
    let path = census.path("census.parquet");
    let numbers = |out: &str| out.split_once('\n').map(|(_, numbers)| numbers.to_owned());
    let expected = numbers(&run(&["census", "report", &path]).out);
    let whole = fs::read(&path).unwrap();
    let length = whole[whole.len() - 8..].first_chunk().copied().map_or(0, u32::from_le_bytes);
    let mut refused = 0;
    for at in (whole.len() - 8 - length as usize..whole.len()).step_by(17) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0xff;
        fs::write(&path, damaged).unwrap();
        let run = run(&["census", "report", &path]);
        match run.status {
            // Names and statistics, say, are not what is counted.
            Some(0) => assert_eq!(numbers(&run.out), expected, "byte {at}"),
            _ => {
                refused += 1;
                assert!(run.err.starts_with(&format!("error: {path}: ")), "byte {at}: {run:?}");
                assert_eq!(run.err.lines().count(), 1, "byte {at}: {run:?}");
            }
        }
    }
    assert!(refused > 10, "{refused} were refused");
}

#[test]
fn pictures_have_an_extension() {
    let census = Census::new();
    let run = run(&["census", "report", &census.path("census.parquet"), "--picture", "census.jpg"]);
    assert_eq!(run.status, Some(2), "{run:?}");
    assert!(run.err.contains("the name of a picture ends in .svg, .png or .tex"), "{}", run.err);
}
