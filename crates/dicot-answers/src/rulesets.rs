//! The rulesets.

use dicot::rules::{Ruleset, Short, Summary, Visitor};
use serde::Serialize;

/// A line of `dicot value --list --json`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RulesetLine {
    name: &'static str,
    /// Other names that are understood
    aliases: &'static [&'static str],
    /// The name as people write it
    title: &'static str,
    /// The rules in a line
    about: &'static str,
    /// How positions are written
    notation: &'static str,
    /// Whether positions have values
    values: bool,
}

impl RulesetLine {
    /// The line of a ruleset whose positions have values, or not.
    pub fn new(summary: Summary, values: bool) -> RulesetLine {
        let Summary { name, aliases, title, about, notation, .. } = summary;
        RulesetLine { name, aliases, title, about, notation, values }
    }
}

/// Whether positions of a ruleset have values.
#[derive(Clone, Copy, Debug)]
pub struct HasValues;

impl Visitor for HasValues {
    type Output = bool;

    fn short<P: Short + Ruleset>(self) -> bool {
        true
    }

    fn loopy<P: Ruleset>(self) -> bool {
        false
    }
}
