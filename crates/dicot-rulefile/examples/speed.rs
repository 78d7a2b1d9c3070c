//! How long values take by the rulesets in `examples/games`, and by those of the library that they describe, both as
//! `AnyPosition`s: the best of three runs each.

#![expect(clippy::print_stdout, reason = "the table is its result")]

use std::error::Error;
use std::time::{Duration, Instant};

use dicot::analysis::Analyzer;
use dicot::rules::{AnyPosition, AnyRuleset};

const POSITIONS: [(&str, &str); 7] = [
    ("clobber", "xoxo/oxox/xoxo/oxox"),
    ("domineering", "...../...../...../....."),
    ("konane", "xoxox/oxoxo/xo.ox/oxoxo"),
    ("toads-and-frogs", "tttttt..ffffff"),
    ("fission", "...../.x.x./...../...../....."),
    ("toppling-dominoes", "xoxgoxoxgoxo"),
    ("amazons", "x..o/..../...."),
];

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    for (name, text) in POSITIONS {
        let file = format!("{}/../../examples/games/{name}.game", env!("CARGO_MANIFEST_DIR"));
        let file = dicot_rulefile::read(&file, &std::fs::read_to_string(&file)?)?;
        let library = AnyRuleset::named(name).ok_or("the library does not have the ruleset")?;
        let (by_library, value) = timed(&library.read(text)?)?;
        let (by_file, other) = timed(&file.read(text)?)?;
        assert_eq!(value, other, "{name}");
        let [by_file, by_library] = [by_file, by_library].map(|time| time.as_secs_f64() * 1e3);
        let ratio = by_file / by_library;
        println!(
            "{name:18} {text:30} file {by_file:8.2} ms, library {by_library:8.2} ms, ratio {ratio:.2}"
        );
    }
    Ok(())
}

type Run = (Duration, String);

/// The best time, and the start of the value.
fn timed(position: &AnyPosition) -> Result<Run, Box<dyn Error + Send + Sync>> {
    let mut runs = Vec::new();
    for _ in 0..3 {
        let start = Instant::now();
        let mut analyzer = Analyzer::new();
        let value = analyzer.canonical_form(position)?;
        let time = start.elapsed();
        runs.push((time, value.to_string().chars().take(1000).collect::<String>()));
    }
    Ok(runs.into_iter().min().ok_or("no run")?)
}
