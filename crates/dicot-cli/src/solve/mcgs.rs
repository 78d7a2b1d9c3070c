//! `dicot solve --tests`: the checks in test files of MCGS.
//!
//! A file is a sequence of sections `[clobber]`, which say of which ruleset the games after them are; of games, in parentheses or without
//! blanks, which are summed; of values between `cgt:` and `:cgt`; and of checks in braces, after which a new sum begins: who wins if Black (B, Left) or
//! White (W) starts, the nim value (N), the winning moves, and the thermograph.

mod games;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::io::Write;
use std::path::Path;

use dicot::analysis::Analyzer;
use dicot::rules::{AnyPosition, Position};
use dicot::{Dyadic, Player, Thermograph};
use dicot_api::answers::solve::{Answer, Wanted};
use dicot_rulesets::{RulesetExt, Rulesets, grouped};
use games::{move_text, term};

use super::Solve;
use crate::ctrl_c;
use crate::failure::{Failure, about};
use crate::status::Status;

/// A part of a file, and the line on which it begins.
#[derive(Debug, PartialEq, Eq)]
struct Item<'t> {
    line: usize,
    token: Token<'t>,
}

#[derive(Debug, PartialEq, Eq)]
enum Token<'t> {
    Section(&'t str),
    Game(&'t str),
    Value(&'t str),
    Checks(&'t str),
}

/// Reads the parts of a file.
fn items(text: &str) -> Result<Vec<Item<'_>>, Failure> {
    let (mut items, mut rest) = (Vec::new(), text.trim_start());
    let (mut line, mut counted) = (1, 0);
    while !rest.is_empty() {
        let at = text.len() - rest.len();
        line += text[counted..at].matches('\n').count();
        counted = at;
        // The text up to what closes it, and what follows.
        let closed = |after: usize, close: &str| {
            let inside = rest[after..].split_once(close);
            inside.ok_or_else(|| Failure::new(format!("line {line}: `{close}` is missing")))
        };
        let (token, after) = if rest.starts_with("/*") {
            // What closes it has a blank before it.
            let mut ends = rest
                .match_indices("*/")
                .filter(|(at, _)| *at > 2 && rest[..*at].ends_with(char::is_whitespace));
            rest = match ends.next() {
                Some((at, close)) => rest[at + close.len()..].trim_start(),
                None => closed(2, "*/")?.1.trim_start(),
            };
            continue;
        } else if rest.starts_with('[') {
            let (section, after) = closed(1, "]")?;
            (Token::Section(section.trim()), after)
        } else if rest.starts_with('{') {
            let (checks, after) = closed(1, "}")?;
            (Token::Checks(checks.trim()), after)
        } else if rest.starts_with('(') {
            let (game, after) = closed(1, ")")?;
            (Token::Game(game.trim()), after)
        } else if rest.starts_with("cgt:") {
            let (value, after) = closed(4, ":cgt")?;
            (Token::Value(value), after)
        } else {
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            (Token::Game(&rest[..end]), &rest[end..])
        };
        items.push(Item { line, token });
        rest = after.trim_start();
    }
    Ok(items)
}

/// What a check asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Check {
    /// Who wins if this player starts, and whether it should be that player.
    Winner(Player, Option<bool>),
    /// The nim value, and what it should be.
    NimValue(Option<u32>),
    /// The winning moves of this player, and what they should be.
    WinningMoves(Player, Option<BTreeSet<String>>),
    /// The walls of the thermograph, and what they should be.
    Walls(Option<Walls>),
}

/// The points of the walls of a thermograph, each a value and a temperature, from temperature -1 up: Left's and Right's.
type Walls = [Vec<(Dyadic, Dyadic)>; 2];

/// Reads the walls.
fn walls(text: &str) -> Option<Walls> {
    let points = |text: &str| {
        let points = text.split('(').skip(1).map(|point| {
            let (value, temperature) = point.trim_end().strip_suffix(')')?.split_once(',')?;
            Some((value.trim().parse().ok()?, temperature.trim().parse().ok()?))
        });
        points.collect::<Option<Vec<_>>>()
    };
    let (left, right) = text.trim().strip_prefix("L:")?.split_once("R:")?;
    Some([points(left)?, points(right)?])
}

/// The walls of a thermograph as MCGS has them.
fn walls_of(thermograph: &Thermograph) -> Walls {
    let walls = &thermograph.walls;
    [&walls.left, &walls.right].map(|wall| wall.points().iter().map(|&(t, v)| (v, t)).collect())
}

/// The checks between commas, except for those in parentheses.
fn separated(checks: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_u32;
    let parts = checks.split(move |c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    });
    parts.map(str::trim)
}

fn check(text: &str) -> Option<Check> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["thermograph"] => return Some(Check::Walls(None)),
        ["thermograph", ..] => {
            return Some(Check::Walls(Some(walls(text.strip_prefix("thermograph")?)?)));
        }
        ["winning", "moves", player, ref moves @ ..] => {
            let player = match player {
                "B" | "N" => Player::Left, // with N both have the same moves
                "W" => Player::Right,
                _ => return None,
            };
            let expected = match moves {
                [] => None,
                ["None"] => Some(BTreeSet::new()),
                moves => Some(moves.iter().map(|&mv| mv.to_owned()).collect()),
            };
            return Some(Check::WinningMoves(player, expected));
        }
        _ => {}
    }
    let player = match *words.first()? {
        "B" => Player::Left,
        "W" => Player::Right,
        "N" => {
            return match words[1..] {
                [] => Some(Check::NimValue(None)),
                [n] => Some(Check::NimValue(Some(n.parse().ok()?))),
                _ => None,
            };
        }
        _ => return None,
    };
    match words[1..] {
        [] => Some(Check::Winner(player, None)),
        ["win"] => Some(Check::Winner(player, Some(true))),
        ["loss"] => Some(Check::Winner(player, Some(false))),
        _ => None,
    }
}

/// What came of a check.
enum Tried {
    Holds,
    /// It does not hold: what is found.
    Wrong(String),
    /// It was not tried: why.
    Not(String),
}

/// How many checks hold, and how many were not tried, by the reason.
#[derive(Default)]
struct Counts {
    hold: u64,
    wrong: u64,
    not_tried: BTreeMap<String, u64>,
}

/// The counts in a line.
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} checks hold, {} do not", grouped(self.hold), grouped(self.wrong))?;
        for (i, (why, n)) in self.not_tried.iter().enumerate() {
            let before = if i == 0 { "; not tried:" } else { "," };
            write!(f, "{before} {} ({why})", grouped(*n))?;
        }
        Ok(())
    }
}

/// A game of a sum: the section without `impartial`, and the game as a term that `dicot solve` reads.
struct Term {
    section: String,
    text: String,
}

/// The terms of a sum, or the section of a game that dicot does not have.
type Terms = Result<Vec<Term>, String>;

/// The sum of terms, as `dicot solve` reads it.
fn sum_of(terms: &[Term]) -> String {
    let texts: Vec<&str> = terms.iter().map(|term| term.text.as_str()).collect();
    if texts.is_empty() { "0".to_owned() } else { texts.join(" + ") }
}

/// Who makes a move of a term: in an impartial one, Left if she can make it in the position itself, or else Right.
fn owner(rulesets: &Rulesets, term: &Term, mv: &str, player: Player) -> Option<Player> {
    let Some((name, position)) =
        term.text.strip_prefix("impartial-").and_then(|text| text.split_once(':'))
    else {
        return Some(player);
    };
    let position = rulesets.find(name).ok()?.parse(position).ok()?;
    let is_of_left = position.moves(Player::Left).any(|known| known.text() == mv);
    Some(if is_of_left { Player::Left } else { Player::Right })
}

/// The winning moves of the player in the words of MCGS; `None` if they are not known for one of the terms.
fn winning_moves(
    rulesets: &Rulesets,
    answer: &Answer,
    terms: &[Term],
    player: Player,
) -> Option<BTreeSet<String>> {
    let sides = answer.winning_moves.as_ref()?;
    let moves = if player == Player::Left { &sides.left } else { &sides.right };
    let of_term = |text: &String| {
        let (index, text) = match terms.len() {
            1 => (0, text.as_str()),
            _ => {
                let (number, text) = text.split_once(": ")?;
                (number.parse::<usize>().ok()?.checked_sub(1)?, text)
            }
        };
        let term = terms.get(index)?;
        let (rows, player) =
            (term.text.matches('/').count() + 1, owner(rulesets, term, text, player)?);
        let mv = move_text(&term.section, rows, text, player)?;
        Some(if terms.len() == 1 { mv } else { format!("{index}:{mv}") })
    };
    moves.as_ref()?.iter().map(of_term).collect()
}

impl Solve<'_> {
    /// Tries the checks of a file, and prints those that do not hold.
    fn check_file(
        &mut self,
        file: &Path,
        counts: &mut Counts,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let text = fs::read_to_string(file).map_err(|error| about(file, error))?;
        let items = items(&text).map_err(|failure| failure.of(&file.display().to_string()))?;
        let mut section = "no section";
        let mut terms: Terms = Ok(Vec::new());
        for Item { line, token } in items {
            match token {
                Token::Section(name) => section = name,
                Token::Value(value) => {
                    let value: String = value.split_whitespace().collect();
                    let (section, text) = ("cgt".to_owned(), format!("({value})"));
                    if let Ok(terms) = &mut terms {
                        terms.push(Term { section, text });
                    }
                }
                Token::Game(game) => {
                    if let Ok(known) = &mut terms {
                        match term(section, game) {
                            Some(text) => {
                                let name = section.strip_prefix("impartial ").unwrap_or(section);
                                known.push(Term { section: name.trim().to_owned(), text });
                            }
                            None => terms = Err(section.to_owned()),
                        }
                    }
                }
                Token::Checks(checks) if checks.starts_with("version") => {}
                Token::Checks(checks) => {
                    let terms = std::mem::replace(&mut terms, Ok(Vec::new()));
                    for text in separated(checks) {
                        match self.tried(&terms, text)? {
                            Tried::Holds => counts.hold += 1,
                            Tried::Not(why) => *counts.not_tried.entry(why).or_default() += 1,
                            Tried::Wrong(found) => {
                                counts.wrong += 1;
                                let sum = sum_of(terms.as_deref().unwrap_or_default());
                                let place = file.display();
                                writeln!(out, "{place}:{line}: {text}: {sum}: {found}")
                                    .map_err(Failure::of_output)?;
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Tries a check of a sum.
    fn tried(&mut self, terms: &Terms, text: &str) -> Result<Tried, Failure> {
        let terms = match terms {
            Ok(terms) => terms,
            Err(section) => return Ok(Tried::Not(format!("[{section}]"))),
        };
        let Some(check) = check(text) else {
            let word = text.split_whitespace().next().unwrap_or_default();
            return Ok(Tried::Not(word.to_owned()));
        };
        let (mut first, mut moves) = (None, false);
        match &check {
            Check::Winner(player, _) => first = Some(*player),
            Check::NimValue(_) => {}
            Check::WinningMoves(player, _) => {
                // Values are one part together.
                if let Some(value) = terms.iter().find(|term| term.text.starts_with('(')) {
                    return Ok(Tried::Not(format!("winning moves of [{}]", value.section)));
                }
                (first, moves) = (Some(*player), true);
            }
            Check::Walls(expected) => return self.tried_walls(terms, expected.as_ref()),
        }
        let misere = self.wanted.misere;
        let nim_value = first.is_none();
        let wanted = Wanted { misere, first, moves, nim_value, ..Wanted::default() };
        let answer = match self.search(&sum_of(terms), wanted) {
            Ok(answer) => answer,
            Err(failure) if failure.is_interrupted() || ctrl_c::is_pressed() => {
                return Err(failure);
            }
            Err(failure) => {
                let why = failure.message().to_owned();
                let is_limit = failure.value.is_some();
                return Ok(if is_limit { Tried::Not(why) } else { Tried::Wrong(why) });
            }
        };
        let (holds, found) = match check {
            Check::Winner(first, expected) => {
                let winner = answer.winner(first);
                let holds =
                    expected.is_none_or(|wins| winner == Some(if wins { first } else { !first }));
                let found = winner.map(|winner| format!("{winner} wins"));
                (holds, found.unwrap_or_else(|| "nobody wins".to_owned()))
            }
            Check::NimValue(expected) => {
                let holds = expected.is_none_or(|n| answer.nim_value == Some(n));
                let found = answer.nim_value.map(|n| n.to_string());
                (holds, found.unwrap_or_else(|| "no nim value".to_owned()))
            }
            Check::WinningMoves(player, expected) => {
                let Some(found) = winning_moves(self.rulesets, &answer, terms, player) else {
                    return Ok(Tried::Not("winning moves".to_owned()));
                };
                let holds = expected.is_none_or(|expected| expected == found);
                let found: Vec<String> = found.into_iter().collect();
                (holds, if found.is_empty() { "None".to_owned() } else { found.join(" ") })
            }
            Check::Walls(_) => return Ok(Tried::Not("thermograph".to_owned())),
        };
        Ok(if holds { Tried::Holds } else { Tried::Wrong(found) })
    }
}

impl Solve<'_> {
    /// Tries the walls of the thermograph of a position.
    fn tried_walls(&self, terms: &[Term], expected: Option<&Walls>) -> Result<Tried, Failure> {
        let [Term { text, .. }] = terms else {
            return Ok(Tried::Not("thermograph of a sum".to_owned()));
        };
        let Some((name, position)) = text.split_once(':').filter(|_| !text.starts_with('(')) else {
            return Ok(Tried::Not("thermograph of a value".to_owned()));
        };
        let position = self.rulesets.find_valued(name)?.parse(position)?;
        let limits = self.search.solver.limits.clone();
        let mut analyzer = Analyzer::<AnyPosition>::new().with_limits(limits);
        let thermograph = match analyzer.canonical_form(&position) {
            Ok(value) => value.thermograph(),
            Err(error) => return Ok(Tried::Not(Failure::from(error).message().to_owned())),
        };
        let found = walls_of(&thermograph);
        let points = |points: &[(Dyadic, Dyadic)]| {
            points.iter().map(|(v, t)| format!(" ({v}, {t})")).collect::<String>()
        };
        let text = format!("L:{} R:{}", points(&found[0]), points(&found[1]));
        Ok(if expected.is_none_or(|expected| *expected == found) {
            Tried::Holds
        } else {
            Tried::Wrong(text)
        })
    }
}

/// Tries the checks of the files that are wanted.
pub(super) fn run(solve: &mut Solve<'_>) -> Result<Status, Failure> {
    let files = std::mem::take(&mut solve.wanted.tests);
    let mut counts = Counts::default();
    let mut out = std::io::stdout().lock();
    for file in &files {
        solve.check_file(file, &mut counts, &mut out)?;
    }
    writeln!(out, "{counts}").map_err(Failure::of_output)?;
    Ok(if counts.wrong == 0 { Status::Done } else { Status::Failed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_file() {
        let text = "{version 1.7}\n/*_ [ ( '*/' } */\n[clobber_1xn] XOXO (OX..)\n[nim]\n(1 2 3)\ncgt:\n-(18)\n:cgt\n{B win, N 0}";
        let items = items(text).unwrap();
        let expected = [
            (1, Token::Checks("version 1.7")),
            (3, Token::Section("clobber_1xn")),
            (3, Token::Game("XOXO")),
            (3, Token::Game("OX..")),
            (4, Token::Section("nim")),
            (5, Token::Game("1 2 3")),
            (6, Token::Value("\n-(18)\n")),
            (9, Token::Checks("B win, N 0")),
        ];
        assert_eq!(items, expected.map(|(line, token)| Item { line, token }));
        let error = super::items("[clobber]\n(XO").unwrap_err();
        assert_eq!(error.message(), "line 2: `)` is missing");
    }

    #[test]
    fn terms() {
        assert!(separated("B, thermograph L: (1, -1) R: (0, 0),W").eq([
            "B",
            "thermograph L: (1, -1) R: (0, 0)",
            "W"
        ]));
    }
}
