//! `dicot solve --tests`: the checks in test files of MCGS.
//!
//! A file is a sequence of sections `[clobber]`, which say of which ruleset the games after them are; of games, in parentheses or without
//! blanks, which are summed; of values between `cgt:` and `:cgt`; and of checks in braces, after which a new sum begins: who wins if Black (B, Left) or
//! White (W) starts, and the nim value (N).

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::Write;
use std::path::Path;

use dicot::Player;
use dicot_answers::solve::Wanted;
use dicot_answers::text::grouped;

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

/// The names of sections whose games are boards or heaps, the names of their rulesets, and their letters there.
const RULESETS: [(&str, &str, &str); 12] = [
    ("clobber", "clobber", "XOxo"),
    ("clobber_1xn", "clobber", "XOxo"),
    ("cannibal_clobber", "hot-clobber", "XOxo"),
    ("nogo", "nogo", "XOxo"),
    ("nogo_1xn", "nogo", "XOxo"),
    ("amazons", "amazons", "XOxo"),
    ("domineering", "domineering", ""),
    ("fission", "fission", "Xx"),
    ("elephants", "elephants-and-rhinos", "XOtf"),
    ("toppling_dominoes", "toppling-dominoes", "XO#lre"),
    ("kayles", "kayles", ""),
    ("nim", "nim", " +"),
];

/// A board in the letters of dicot: the first half of the letters are those of MCGS, and the second half what they become.
fn in_letters(board: &str, letters: &str) -> String {
    let letters: Vec<char> = letters.chars().collect();
    let (from, to) = letters.split_at(letters.len() / 2);
    let letter = |c: char| match from.iter().position(|known| *known == c) {
        Some(index) => to[index],
        None if c == '|' => '/',
        None => c,
    };
    board.chars().map(letter).collect()
}

/// A game of a section as a term of a sum; `None` if dicot does not have the game.
fn term(section: &str, game: &str) -> Option<String> {
    let impartial = section.strip_prefix("impartial ");
    let name = impartial.unwrap_or(section).trim();
    let is_impartial = matches!(name, "kayles" | "nim");
    let variant = if impartial.is_some() && !is_impartial { "impartial-" } else { "" };
    if let Some((_, ruleset, letters)) = RULESETS.iter().find(|(known, ..)| *known == name) {
        return Some(format!("{variant}{ruleset}:{}", in_letters(game, letters)));
    }
    if let Some((numbers, board)) = game.split_once(':') {
        let numbers: Vec<&str> = numbers.split(',').map(str::trim).collect();
        return match (name, &numbers[..]) {
            ("gen_toads", [_, _, _, _]) => {
                let (numbers, strip) = (numbers.join("-"), in_letters(board, "XOtf"));
                Some(format!("{variant}toads-and-frogs-{numbers}:{strip}"))
            }
            ("gen_king_dirt", [left, right, place_first @ ("0" | "1")]) => {
                let rules =
                    if *place_first == "1" { "king-dirt-placing-first" } else { "king-dirt" };
                let board = in_letters(board, "XOxo");
                Some(format!("{variant}{rules}:{board} {left},{right}"))
            }
            _ => None,
        };
    }
    if name == "sheep" {
        let stack = |text: &str| {
            let sheep: i8 = text.parse().ok()?;
            Some(match sheep {
                0 => ".".to_owned(),
                1.. => format!("b{sheep}"),
                _ => format!("w{}", sheep.unsigned_abs()),
            })
        };
        let row = |row: &str| {
            let cells = row.split([',', ' ', '\n']).filter(|cell| !cell.is_empty());
            Some(cells.map(stack).collect::<Option<Vec<_>>>()?.join(","))
        };
        let rows = game.split('|').map(row).collect::<Option<Vec<_>>>()?;
        return Some(format!("{variant}battle-sheep:{}", rows.join("/")));
    }
    let parts: Vec<&str> = game.split([',', ' ', '\n']).filter(|part| !part.is_empty()).collect();
    if impartial.is_some()
        && let Some(n) = nim_value(name, &parts)
    {
        return Some(format!("(*{n})"));
    }
    match (impartial.is_some(), name, &parts[..]) {
        (false, "integer_game" | "dyadic_rational", parts) => Some(format!("({})", parts.join(""))),
        (_, "nimber", [n]) => Some(format!("(*({n}))")),
        (false, "switch_game", [left, right]) => Some(format!("({{{left}|{right}}})")),
        (false, "up_star", parts) => {
            let ups = parts.iter().filter(|part| **part != "*").map(|n| format!("({n})*^"));
            let star = parts.contains(&"*").then(|| "*".to_owned());
            Some(format!("({})", ups.chain(star).collect::<Vec<_>>().join("+")))
        }
        _ => None,
    }
}

/// The nim value of a value as MCGS plays it if both players may make both players' moves; `None` if there is no such game.
fn nim_value(name: &str, parts: &[&str]) -> Option<u64> {
    // A number m / n, with n = 1 or m odd: Left moves to (m - 1) / n, Right to (m + 1) / n, and in an integer only one of them to the next one.
    fn of_number(text: &str) -> Option<u64> {
        let (m, n) = text.split_once('/').unwrap_or((text, "1"));
        let (m, n): (i64, i64) = (m.trim().parse().ok()?, n.trim().parse().ok()?);
        (n > 0 && n & (n - 1) == 0).then(|| of_fraction(m, n))
    }
    fn of_fraction(m: i64, n: i64) -> u64 {
        match (m % 2, n) {
            (_, 1) => m.unsigned_abs() % 2,
            (0, _) => of_fraction(m / 2, n / 2),
            _ => mex([of_fraction(m - 1, n), of_fraction(m + 1, n)]),
        }
    }
    // Ups, with a star or without one: to 0, or to one up less and a star if there was none.
    fn of_ups(n: u64, star: bool) -> u64 {
        match (n, star) {
            (0, false) => 0,
            (0, true) => 1,
            (1, true) => mex([0, 1]),
            (n, star) => mex([0, of_ups(n - 1, !star)]),
        }
    }
    fn mex(options: [u64; 2]) -> u64 {
        (0..).find(|n| !options.contains(n)).unwrap_or_default()
    }
    match (name, parts) {
        ("integer_game" | "dyadic_rational", parts) => of_number(&parts.join("")),
        ("switch_game", [left, right]) => Some(mex([of_number(left)?, of_number(right)?])),
        ("up_star", parts) => {
            let star = parts.contains(&"*");
            let ups = parts.iter().find(|part| **part != "*");
            let ups = ups.map_or(Some(0), |n| n.parse::<i32>().ok());
            Some(of_ups(ups?.unsigned_abs().into(), star))
        }
        _ => None,
    }
}

/// What a check asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Check {
    /// Who wins if this player starts, and whether it should be that player.
    Winner(Player, Option<bool>),
    /// The nim value, and what it should be.
    NimValue(Option<u32>),
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

/// The terms of a sum, or the section of a game that dicot does not have.
type Terms = Result<Vec<String>, String>;

/// The sum of terms, as `dicot solve` reads it.
fn sum_of(terms: &[String]) -> String {
    if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }
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
                    terms.iter_mut().for_each(|terms| terms.push(format!("({value})")));
                }
                Token::Game(game) => {
                    if let Ok(known) = &mut terms {
                        match term(section, game) {
                            Some(term) => known.push(term),
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
        let first = match check {
            Check::Winner(first, _) => Some(first),
            Check::NimValue(_) => None,
        };
        let misere = self.wanted.misere;
        let wanted = Wanted { misere, first, nim_value: first.is_none(), ..Wanted::default() };
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
        };
        Ok(if holds { Tried::Holds } else { Tried::Wrong(found) })
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
        for (section, game, text) in [
            ("clobber", "XO|OX", Some("clobber:xo/ox")),
            ("impartial clobber_1xn", "XO.X", Some("impartial-clobber:xo.x")),
            ("elephants", "X..O", Some("elephants-and-rhinos:t..f")),
            ("toppling_dominoes", "XO#", Some("toppling-dominoes:lre")),
            ("cannibal_clobber", "XO|OX", Some("hot-clobber:xo/ox")),
            ("gen_toads", "2,3,2,0:X..O", Some("toads-and-frogs-2-3-2-0:t..f")),
            ("impartial gen_toads", "1,1,0,0:XO", Some("impartial-toads-and-frogs-1-1-0-0:tf")),
            ("gen_toads", "2,3:X", None),
            ("impartial kayles", "5", Some("kayles:5")),
            ("nim", "1 2 3", Some("nim:1+2+3")),
            ("integer_game", "-4", Some("(-4)")),
            ("dyadic_rational", "-3 / 8", Some("(-3/8)")),
            ("switch_game", "21, 7/8", Some("({21|7/8})")),
            ("up_star", "-4 *", Some("((-4)*^+*)")),
            ("up_star", "*", Some("(*)")),
            ("nimber", "7", Some("(*(7))")),
            ("gen_king_dirt", "1,0,0:X.|#O", Some("king-dirt:x./#o 1,0")),
            ("gen_king_dirt", "1,0,1:X.|#O", Some("king-dirt-placing-first:x./#o 1,0")),
            ("sheep", "1,0|-3,14", Some("battle-sheep:b1,./w3,b14")),
            ("sheep", "0 1 | 2 -4", Some("battle-sheep:.,b1/b2,w4")),
            ("impartial integer_game", "-5", Some("(*1)")),
            ("impartial dyadic_rational", "6/4", Some("(*2)")),
            ("impartial switch_game", "-6, 7", Some("(*2)")),
            ("impartial up_star", "* 1", Some("(*2)")),
            ("impartial up_star", "-2", Some("(*1)")),
            ("chess", "4", None),
        ] {
            assert_eq!(term(section, game).as_deref(), text, "{section}");
        }
    }
}
