//! The lines of a certificate as they are written. This is not a part of the proof: whatever a line is read as is checked.

use dicot::Player;
use dicot::rules::{AnyPosition, AnyRuleset};

use crate::{Trouble, wrong};

/// A line between the first and the last.
pub(crate) enum Line {
    Part(AnyPosition),
    Component(AnyPosition),
    /// The numbers of the options of Left and Right.
    Value([Vec<i32>; 2]),
    Plus(i32),
    /// Who moves first, and who wins then.
    Claim(Player, Player),
    Fact(Fact),
}

/// A fact as it is written.
pub(crate) struct Fact {
    /// Whether Left moves first and wins (`w`); if not, Right does not win (`z`).
    pub(crate) wins: bool,
    /// The numbers of the components and of the value; a minus sign negates.
    pub(crate) list: Vec<i32>,
    pub(crate) value: i32,
    pub(crate) reason: Reason,
}

/// Why a fact holds.
pub(crate) enum Reason {
    /// `m`: a move in the component at a place of the list.
    Move(usize, String),
    /// `o`: a move to an option of the value.
    Option(usize),
    /// `a`: every move of Right has an answer.
    All,
    /// `p`: the digit of the group of each component and of the value.
    Groups(Vec<u8>),
}

/// Reads lines; keeps the rulesets that they name, and which claims there are.
pub(crate) struct Reader {
    ruleset: fn(&str) -> Option<AnyRuleset>,
    rulesets: Vec<AnyRuleset>,
    claims: [bool; 2],
}

impl Reader {
    /// A reader that knows these rulesets.
    pub(crate) fn new(ruleset: fn(&str) -> Option<AnyRuleset>) -> Reader {
        Reader { ruleset, rulesets: Vec::new(), claims: [false; 2] }
    }

    /// Reads a line; none if it names a ruleset.
    pub(crate) fn read(&mut self, line: &str) -> Result<Option<Line>, Trouble> {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        Ok(Some(match kind {
            "w" | "z" => Line::Fact(fact(kind == "w", rest)?),
            "c" => Line::Component(self.position(rest)?),
            "v" => match rest.split_once('|') {
                Some((left, right)) => Line::Value([integers(left)?, integers(right)?]),
                None => return Err(expected("L,L,..|R,R,..")),
            },
            "rules" => return self.rules(rest).map(|()| None),
            "part" => Line::Part(self.position(rest)?),
            "plus" => Line::Plus(integer(rest)?),
            "claim" => {
                let (first, winner) = two(rest)?;
                let (first, winner) = (player(first)?, player(winner)?);
                if std::mem::replace(&mut self.claims[first as usize], true) {
                    return wrong("there is a claim about this player moving first already");
                }
                Line::Claim(first, winner)
            }
            _ => return Err(expected("rules, part, plus, claim, c, v, w, z or end")),
        }))
    }

    fn rules(&mut self, rest: &str) -> Result<(), Trouble> {
        let (index, name) = two(rest)?;
        if index != self.rulesets.len().to_string() {
            return wrong(format!("expected the ruleset number {}", self.rulesets.len()));
        }
        let ruleset = match (self.ruleset)(name).filter(AnyRuleset::has_values) {
            Some(ruleset) => ruleset,
            None => return wrong(format!("unknown ruleset {name:?}, or without values")),
        };
        let full = ruleset.spec().name_in_files();
        if full != name {
            return wrong(format!("expected the name {full}, not {name}"));
        }
        if self.rulesets.contains(&ruleset) {
            return wrong(format!("the ruleset {name} is named above"));
        }
        self.rulesets.push(ruleset);
        Ok(())
    }

    fn position(&self, rest: &str) -> Result<AnyPosition, Trouble> {
        let (number, text) = two(rest)?;
        let Some(ruleset) = self.rulesets.get(index(number, "the number of a ruleset")?) else {
            return wrong(format!("no ruleset {number} above"));
        };
        let position = ruleset.read(text).map_err(|error| Trouble::Wrong(error.to_string()))?;
        match position.to_string() {
            _ if !position.has_value() => wrong("the position has no value"),
            own if own == text => Ok(position),
            own => wrong(format!("expected the position as it prints: {own}")),
        }
    }
}

fn fact(wins: bool, rest: &str) -> Result<Fact, Trouble> {
    let (list, rest) = two(rest)?;
    let (value, reason) = two(rest)?;
    let (list, value) = (integers(list)?, integer(value)?);
    if list.is_empty() {
        return Err(expected("a list of components"));
    }
    let (name, rest) = reason.split_once(' ').unwrap_or((reason, ""));
    let reason = match (wins, name) {
        (true, "m") => {
            let (place, text) = two(rest)?;
            Reason::Move(index(place, "the place of a component")?, text.to_owned())
        }
        (true, "o") => Reason::Option(index(rest, "the place of an option")?),
        (false, "a") if rest.is_empty() => Reason::All,
        (_, "p") if rest.bytes().all(|c| c.is_ascii_digit()) => Reason::Groups(rest.into()),
        _ => {
            return Err(expected("a reason: m I MOVE or o J of a w fact, a of a z fact, p DIGITS"));
        }
    };
    Ok(Fact { wins, list, value, reason })
}

fn player(letter: &str) -> Result<Player, Trouble> {
    match letter {
        "L" => Ok(Player::Left),
        "R" => Ok(Player::Right),
        _ => Err(expected("L or R")),
    }
}

/// The two parts of a text with a space between.
fn two(text: &str) -> Result<(&str, &str), Trouble> {
    text.split_once(' ').ok_or_else(|| expected("another word"))
}

/// A decimal number without a minus sign.
fn index(text: &str, what: &str) -> Result<usize, Trouble> {
    usize::try_from(integer(text)?).map_err(|_| expected(what))
}

/// A decimal number with or without a minus sign, and without a plus sign, zeros before it or a negative zero; 32 bits.
fn integer(text: &str) -> Result<i32, Trouble> {
    let number = text.parse().ok().filter(|number: &i32| number.to_string() == text);
    number.ok_or_else(|| expected("a number"))
}

fn integers(list: &str) -> Result<Vec<i32>, Trouble> {
    if list.is_empty() { Ok(Vec::new()) } else { list.split(',').map(integer).collect() }
}

/// The meaning of a number in the line.
pub(crate) fn found<T>(known: Option<T>, what: &str) -> Result<T, Trouble> {
    known.ok_or_else(|| expected(what))
}

/// The trouble of a line that has something else.
pub(crate) fn expected(what: &str) -> Trouble {
    Trouble::Wrong(format!("expected {what}"))
}
