//! Sums, read from texts.

use dicot::rules::{AnyPosition, AnyRuleset, OwnedSpec};
use dicot::solver::Sum;
use dicot::{Calculation, Limits, Store, ValueError};
use dicot_loopy::LoopyValue;

use crate::failure::Failure;
use crate::opening::Subject;
use crate::rule_file::refuse_foreign;
use crate::rulesets::{RulesetError, Rulesets};
use crate::{PositionExt, RulesetExt};

/// The text of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartText {
    /// The text.
    pub text: String,
    /// The description of the ruleset; `None` for a game, in which a move is a choice of an option.
    pub spec: Option<OwnedSpec>,
}

impl PartText {
    /// The text of a game.
    pub fn of_game(text: &str) -> PartText {
        PartText { text: text.to_owned(), spec: None }
    }

    /// The text of a position of a ruleset.
    pub fn of_position(text: String, ruleset: &AnyRuleset) -> PartText {
        PartText { text, spec: Some(ruleset.spec().clone()) }
    }
}

/// Why positions of a ruleset are not solved.
pub fn no_solution(rules: &str) -> String {
    format!("the positions of {rules} cannot be solved: its play need not end; see `dicot value`")
}

/// A sum, and how its parts are written.
#[derive(Debug)]
pub struct Parts {
    /// The sum, or a match before the end of its opening.
    pub subject: Subject,
    /// Its parts.
    pub texts: Vec<PartText>,
}

impl Parts {
    /// A text of which nothing is known.
    pub fn unread(text: &str) -> Parts {
        Parts { subject: Subject::Sum(Sum::default()), texts: vec![PartText::of_game(text.trim())] }
    }

    /// Reads a sum, within limits. Parts that do not name their ruleset are positions of `rules`, or games.
    ///
    /// # Errors
    /// If a part is neither a position nor a game, or a limit is reached.
    pub fn read(
        text: &str,
        rulesets: &Rulesets,
        rules: &str,
        limits: &Limits,
    ) -> Result<Parts, Failure> {
        let store = Store::new();
        let (mut sum, mut texts) = (Sum::default(), Vec::new());
        let parts = split(text);
        for (i, &part) in parts.iter().enumerate() {
            let game = |text: &str| {
                let game = dicot_calc::parse(text, &mut store.calculate(limits));
                game.map_err(|error| Failure::notation(&error))
            };
            let of_part = |failure: Failure| match parts.len() {
                1 => failure,
                _ => failure.of(&format!("part {}", i + 1)),
            };
            match read_part(part, rulesets, rules, can_be_solved, game).map_err(of_part)? {
                (Part::Position(position), text) => {
                    texts.push(text);
                    if parts.len() == 1 {
                        return Ok(Parts { subject: Subject::of(position), texts });
                    }
                    if !position.has_value() {
                        let rules = &position.ruleset().spec().name;
                        let text =
                            format!("a position of {rules} is a match, and not a term of a sum");
                        return Err(of_part(Failure::new(text)));
                    }
                    sum = position.add_to(sum);
                }
                (Part::Game(game), text) => {
                    sum = sum.with_value(game);
                    texts.push(text);
                }
            }
        }
        Ok(Parts { subject: Subject::Sum(sum), texts })
    }

    /// How many parts a text has.
    pub fn count(text: &str) -> usize {
        split(text).len()
    }
}

/// The parts of a sum of positions with values, short or loopy, and games, each as it is written. Parts that do not name their ruleset
/// are positions of `rules`, or games.
pub fn parts_with_values(
    text: &str,
    rulesets: &Rulesets,
    rules: &str,
    calculation: &mut Calculation<'_>,
) -> Result<Vec<(String, Part<LoopyValue>)>, Failure> {
    let game = |text: &str, calculation: &mut Calculation<'_>| {
        let value = dicot_calc::evaluate(text, calculation);
        let value = value.map_err(|error| Failure::notation(&error))?;
        value.to_loopy().ok_or_else(|| Failure::new(format!("{text} is not a game")))
    };
    let part = |(i, part): (usize, &str)| {
        let read = read_part(part, rulesets, rules, has_value, |text| game(text, calculation));
        let (part, text) = read.map_err(|failure| failure.of(&format!("part {}", i + 1)))?;
        Ok((text.text, part))
    };
    split(text).into_iter().enumerate().map(part).collect()
}

/// A part of a sum.
#[derive(Debug)]
pub enum Part<G> {
    /// A position.
    Position(AnyPosition),
    /// A game.
    Game(G),
}

/// Reads a part: a position of a ruleset that it names, or of the usual one, or else a game. `check` is asked whether positions of a
/// ruleset can be parts.
fn read_part<G>(
    text: &str,
    rulesets: &Rulesets,
    rules: &str,
    check: fn(&AnyRuleset) -> Result<(), Failure>,
    game: impl FnOnce(&str) -> Result<G, Failure>,
) -> Result<(Part<G>, PartText), Failure> {
    if text.is_empty() {
        return Err(Failure::new("there is nothing between two plus signs"));
    }
    if let Some((name, position)) = text.split_once(':')
        && let Ok(ruleset) = rulesets.find(name.trim())
    {
        return read_position(position, &ruleset, rules, check);
    }
    // Where positions are written in numbers, a number is meant as one.
    let numbers = |text: &str| text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'+' | b' '));
    let no_position = match rulesets.find(rules) {
        Err(error) => error.to_string(),
        Ok(ruleset) => match read_position(text, &ruleset, rules, check) {
            Ok(position) => return Ok(position),
            Err(failure)
                if numbers(text) && read_position::<G>("1", &ruleset, rules, check).is_ok() =>
            {
                return Err(failure);
            }
            Err(failure) => failure.message().to_owned(),
        },
    };
    refuse_foreign(text)?;
    let game = game(text).map(|game| (Part::Game(game), PartText::of_game(text)));
    game.map_err(|failure| match (failure.value, rulesets.check_prefix(text)) {
        (Some(ValueError::Limit(_)), _) => failure,
        (_, Err(unknown)) => unknown.into(),
        _ => Failure::new(format!(
            "no position of {rules} ({no_position}), and no game ({})",
            failure.message()
        )),
    })
}

/// Reads a position as a part of a sum in which the ruleset `rules` need not be named.
fn read_position<G>(
    text: &str,
    ruleset: &AnyRuleset,
    rules: &str,
    check: fn(&AnyRuleset) -> Result<(), Failure>,
) -> Result<(Part<G>, PartText), Failure> {
    let summary = ruleset.spec();
    check(ruleset)?;
    // The place is one in the part, and not in the sum.
    let position = ruleset.parse(text).map_err(|failure| failure.at(None))?;
    let name = match summary.is_called(rules) {
        true => String::new(),
        false => format!("{}:", summary.name),
    };
    let text = PartText::of_position(format!("{name}{position}"), ruleset);
    Ok((Part::Position(position), text))
}

/// Fails if a solver does not know positions of the ruleset.
fn can_be_solved(ruleset: &AnyRuleset) -> Result<(), Failure> {
    match ruleset.has_sums() {
        true => Ok(()),
        false => Err(Failure::new(no_solution(&ruleset.spec().name))),
    }
}

/// Fails if positions of the ruleset have no values.
fn has_value(ruleset: &AnyRuleset) -> Result<(), Failure> {
    match ruleset.has_values() || ruleset.has_loopy_values() {
        true => Ok(()),
        false => Err(RulesetError::no_values(ruleset).into()),
    }
}

/// The parts of a sum: the texts between plus signs that have blanks on both sides and are not in
/// brackets.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut open) = (Vec::new(), 0, 0usize);
    for (at, c) in text.char_indices() {
        match c {
            '{' | '(' | '[' => open += 1,
            '}' | ')' | ']' => open = open.saturating_sub(1),
            '+' if open == 0
                && text[..at].ends_with(char::is_whitespace)
                && text[at + 1..].starts_with(char::is_whitespace) =>
            {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}
