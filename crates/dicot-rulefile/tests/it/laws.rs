//! The laws of every ruleset, on positions that random moves lead to.

use dicot::rules::AnyPosition;
use dicot_proptest::{reachable, ruleset_laws};
use proptest::prelude::*;
use proptest::sample::select;

use crate::twins;

/// A ruleset in which no letter is the edge, no image is the negative, and moves of both kinds of repetition and of two parts
/// may have the same cells.
const ODD: &str = "\
game odd
letter x left
letter o right
letter g neutral
letter . empty
set A x g
set B o g
left any: xB -> .x
left east: xA**B -> .A**x
left south: x.*o -> ..*x then east, north: x.* -> o.*
right north: oA -> .o
right west: oB*x -> .B*o
right diagonal: o. -> .g
";

fn check(positions: &[AnyPosition]) {
    let positions = select(positions.to_vec()).prop_flat_map(|start| reachable(start, 8));
    let config =
        ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(position in positions)| ruleset_laws(&position)?);
}

#[test]
fn of_the_examples() {
    for twins in &twins::ALL {
        let file = twins.file();
        let starts: &[&str] = match (twins.is_row, file.spec().title.as_str()) {
            (_, "Amazons") => &["x.o/...", "x#.o/..#."],
            (_, "Domineering") => &["..../#.../...#", "...../....."],
            (_, "Fission") => &["...../.x.../...x.", "#.x.#/.x..."],
            (_, "Konane") => &["xoxo/o.ox/xoxo", ".o.o.x/x#o.xo"],
            (true, "Toads and Frogs") => &["tt..ff", "t.tf.ff.t"],
            (true, _) => &["lrlerl", "le.rlr.e"],
            _ => &["xox/oxo", "xo.xo/ox.ox"],
        };
        let starts: Vec<AnyPosition> = starts.iter().map(|text| file.read(text).unwrap()).collect();
        check(&starts);
    }
}

#[test]
fn of_odd_rules() {
    let file = dicot_rulefile::read("odd.game", ODD).unwrap();
    let starts = ["xgo.x/.o.gx/x.o..", "xog/gx./o.x", "x..o/gggo", "x.o.g.oxo"];
    let starts: Vec<AnyPosition> = starts.iter().map(|text| file.read(text).unwrap()).collect();
    check(&starts);
}
