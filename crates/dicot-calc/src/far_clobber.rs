//! Clobber in which stones go as far as an argument says: `GenClobber(maxDistance => 2)`.

use std::fmt::Write as _;

use dicot::Limits;
use dicot::rules::{AnyRuleset, OwnedSpec};
use dicot_rulefile::RuleFile;

/// Its rules without the moves, as a file of rules.
const RULES: &str = "\
game gen-clobber
title Clobber at a distance
rules A player moves a stone in a row or a column over empty cells onto a stone of the opponent, which is removed. A \
      player who cannot move loses.
letter x left stone (Left)
letter o right stone (Right)
letter . empty
letter # blocked
right as left
";

/// Clobber in which a stone goes in a line over empty cells onto a stone of the opponent, at most `max_distance` cells away. The ruleset
/// has the name by which it is read.
pub(crate) fn ruleset(max_distance: u8) -> Result<AnyRuleset, String> {
    let name = format!("GenClobber(maxDistance => {max_distance})");
    let mut rules = RULES.to_owned();
    for distance in 1..=usize::from(max_distance) {
        let between = ".".repeat(distance - 1);
        let _ = writeln!(rules, "left orthogonal: x{between}o -> .{between}x");
    }
    let of_file = RuleFile::parse(&name, &rules).and_then(|file| file.ruleset(&Limits::default()));
    let of_file = of_file.map_err(|error| error.to_string())?;
    let about = format!("stones go at most {max_distance} cells onto one of the opponent");
    let spec = OwnedSpec { name, about, long_name: None, ..of_file.spec().clone() };
    Ok(AnyRuleset::new(spec, move |text| Ok(of_file.read(text)?)))
}
