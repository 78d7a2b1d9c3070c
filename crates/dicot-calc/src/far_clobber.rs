//! Clobber in which stones go as far and in the directions that arguments say: `GenClobber(maxDistance => 2)`.

use std::fmt::Write as _;

use dicot::Limits;
use dicot::rules::{AnyRuleset, OwnedSpec};
use dicot_rulefile::RuleFile;

/// Its rules without the moves, as a file of rules.
const RULES: &str = "\
game gen-clobber
title Clobber at a distance
rules A player moves a stone in a line over empty cells onto a stone of the opponent, which is removed. A player who \
      cannot move loses.
letter x left stone (Left)
letter o right stone (Right)
letter . empty
letter # blocked
right as left
";

/// The directions, rows down and columns to the right, and their names in files of rules.
const DIRECTIONS: [([i64; 2], &str); 8] = [
    ([-1, 0], "north"),
    ([0, 1], "east"),
    ([1, 0], "south"),
    ([0, -1], "west"),
    ([-1, 1], "northeast"),
    ([1, 1], "southeast"),
    ([1, -1], "southwest"),
    ([-1, -1], "northwest"),
];

/// The greatest distance: a pattern of a file of rules has at most 32 cells.
const MAX_DISTANCE: u8 = 31;

/// Clobber in which a stone goes in a line over empty cells onto a stone of the opponent, at most `max_distance` cells away. Without
/// directions it goes in rows and columns. The ruleset has the name by which it is read.
pub(crate) fn ruleset(
    max_distance: u8,
    directions: Option<&[[i64; 2]]>,
) -> Result<AnyRuleset, String> {
    if !(1..=MAX_DISTANCE).contains(&max_distance) {
        return Err(format!("maxDistance is from 1 to {MAX_DISTANCE}"));
    }
    let named = |direction: &[i64; 2]| {
        let known = DIRECTIONS.iter().find(|(known, _)| known == direction);
        let name = known.map(|(_, name)| *name);
        name.ok_or("a direction is one of the eight to the next cells, as (-1,0)")
    };
    let mut name = format!("GenClobber(maxDistance => {max_distance}");
    let (to, about) = match directions {
        Some([]) => return Err("stones go in one direction at least".to_owned()),
        Some(directions) => {
            let all: Vec<String> = directions.iter().map(|[a, b]| format!("({a},{b})")).collect();
            let _ = write!(name, ",directions => [{}]", all.join(","));
            let names = directions.iter().map(named).collect::<Result<Vec<_>, _>>()?.join(", ");
            (names.clone(), names)
        }
        None => ("orthogonal".to_owned(), "in rows and columns".to_owned()),
    };
    name.push(')');
    let mut rules = RULES.to_owned();
    for distance in 1..=usize::from(max_distance) {
        let between = ".".repeat(distance - 1);
        let _ = writeln!(rules, "left {to}: x{between}o -> .{between}x");
    }
    let of_file = RuleFile::parse(&name, &rules).and_then(|file| file.ruleset(&Limits::default()));
    let of_file = of_file.map_err(|error| error.to_string())?;
    let about = format!("stones go at most {max_distance} cells onto one of the opponent, {about}");
    let spec = OwnedSpec { name, about, long_name: None, ..of_file.spec().clone() };
    Ok(AnyRuleset::new(spec, move |text| of_file.read(text)))
}

/// The same without a limit of the distance: like a rook of chess without directions, or like a queen in all eight.
pub(crate) fn without_limit(directions: Option<&[[i64; 2]]>) -> Result<AnyRuleset, String> {
    let has = |known: &[([i64; 2], &str)]| match directions {
        None => known.len() == 4,
        Some(given) => {
            let is_known = |step| known.iter().any(|(direction, _)| direction == step);
            given.iter().all(is_known)
                && known.iter().all(|(direction, _)| given.contains(direction))
        }
    };
    let known = [("rooks", &DIRECTIONS[..4]), ("queens", &DIRECTIONS)];
    let Some((name, _)) = known.into_iter().find(|(_, directions)| has(directions)) else {
        return Err(format!(
            "stones that go in these directions go at most {MAX_DISTANCE} cells; `inf` is for `Coordinates.Orthogonal` and all eight"
        ));
    };
    AnyRuleset::named(name).ok_or_else(|| format!("unknown ruleset {name:?}"))
}
