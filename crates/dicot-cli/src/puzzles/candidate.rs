//! Random positions, of which those with a single answer are puzzles.

use std::collections::HashSet;

use dicot::Player;
use dicot::rules::Position;
use dicot_bots::Dice;

use super::judge::Judge;
use super::puzzle::{Kind, Puzzle, position};
use crate::command::Failure;

const MOVE: Kind = Kind::Move(Player::Left);

/// What each puzzle in turn asks, and of which ruleset.
const TURNS: [(Kind, &[&str]); 5] = [
    (
        MOVE,
        &[
            "clobber",
            "domineering",
            "hackenbush",
            "sum",
            "konane",
            "amazons",
            "toads-and-frogs",
            "sum",
            "clobber",
            "domineering",
            "hackenbush",
            "sum",
            "konane",
            "amazons",
            "toads-and-frogs",
            "sum",
            "clobber",
            "domineering",
            "hackenbush",
        ],
    ),
    (
        Kind::Winner,
        &[
            "clobber",
            "domineering",
            "sum",
            "hackenbush",
            "konane",
            "amazons",
            "toads-and-frogs",
            "sum",
        ],
    ),
    (Kind::Zero, &["clobber", "domineering", "clobber", "toads-and-frogs"]),
    (
        Kind::Compare,
        &["clobber", "domineering", "hackenbush", "konane", "amazons", "toads-and-frogs"],
    ),
    (Kind::Hottest, &["domineering", "amazons", "konane", "domineering", "amazons"]),
];

/// The rulesets of the parts of sums.
const PARTS: [&str; 5] = ["clobber", "hackenbush", "nim", "domineering", "toads-and-frogs"];
/// The answers of which all occur equally often.
const WINNERS: [&str; 4] = ["N", "P", "L", "R"];
const SIGNS: [&str; 4] = ["<", "|", ">", "="];
/// The fewest moves of the player among which one wins.
const MIN_MOVES: usize = 3;
/// The most positions that are tried for a puzzle. Some hundred are enough.
const MAX_TRIES: usize = 200_000;

/// That many puzzles, each with its weight.
pub(super) fn puzzles(
    count: usize,
    dice: &mut Dice,
    judge: &mut Judge,
) -> Result<Vec<(u64, Puzzle)>, Failure> {
    let turns: Vec<(Kind, &str)> =
        TURNS.iter().flat_map(|(kind, names)| names.iter().map(|name| (*kind, *name))).collect();
    let (mut seen, mut puzzles) = (HashSet::new(), Vec::new());
    for number in 0..count {
        let (kind, name) = turns[number % turns.len()];
        let round = number / turns.len() + number % turns.len();
        let kind = if kind == MOVE { Kind::Move(Player::BOTH[round % 2]) } else { kind };
        let wanted = match kind {
            Kind::Winner => Some(WINNERS[round % 4]),
            Kind::Compare => Some(SIGNS[round % 4]),
            _ => None,
        };
        let mut tries = 0..MAX_TRIES;
        let puzzle = loop {
            if tries.next().is_none() {
                return Err(Failure::new(format!("no puzzle is found: {kind} in {name}")));
            }
            let puzzle = candidate(kind, name, dice, judge)?;
            let Some(puzzle) = puzzle else { continue };
            if wanted.is_none_or(|wanted| puzzle.answer == wanted)
                && seen.insert(puzzle.to_string())
            {
                break puzzle;
            }
        };
        puzzles.push((judge.weight(kind, &puzzle.positions)?, puzzle));
    }
    Ok(puzzles)
}

/// A random puzzle, unless a random one has several answers, or is too easy.
fn candidate(
    kind: Kind,
    name: &str,
    dice: &mut Dice,
    judge: &mut Judge,
) -> Result<Option<Puzzle>, Failure> {
    let texts: Vec<String> = (0..kind.positions()).map(|_| random(name, dice)).collect();
    let mut positions = Vec::new();
    for text in &texts {
        // Not all random texts are positions.
        let Ok(position) = position(text) else { return Ok(None) };
        let count = |player| position.moves(player).count();
        let fewest = match kind {
            Kind::Move(player) if count(player) < MIN_MOVES => return Ok(None),
            _ => Player::BOTH.map(count).into_iter().min(),
        };
        if fewest == Some(0) {
            return Ok(None);
        }
        positions.push(position);
    }
    if texts.iter().enumerate().any(|(i, text)| texts[..i].contains(text)) {
        return Ok(None);
    }
    let answer = judge.answer(kind, &positions)?;
    Ok(answer.map(|answer| Puzzle { kind, answer, positions }))
}

/// The text of a random position of a ruleset, or of a sum of two or three small ones.
fn random(name: &str, dice: &mut Dice) -> String {
    if name != "sum" {
        return format!("{name}:{}", position_of(name, true, dice));
    }
    let mut names = PARTS;
    dice.shuffle(&mut names);
    let parts = names[..2 + dice.below(2) as usize].iter();
    let parts: Vec<String> =
        parts.map(|name| format!("{name}:{}", position_of(name, false, dice))).collect();
    parts.join(" + ")
}

/// A random position; a small one for a sum.
fn position_of(name: &str, is_large: bool, dice: &mut Dice) -> String {
    let size = |sizes: &[[u64; 2]], dice: &mut Dice| {
        let sizes = if is_large { sizes } else { &sizes[..2] };
        sizes[dice.below(sizes.len() as u64) as usize]
    };
    match name {
        "clobber" => {
            let size = size(&[[3, 1], [2, 2], [3, 2], [4, 2], [3, 3], [4, 3]], dice);
            board(size, dice, |dice, _| b"xxoo."[dice.below(5) as usize])
        }
        "domineering" => {
            let size = size(&[[2, 2], [3, 2], [3, 3], [4, 3], [4, 4]], dice);
            board(size, dice, |dice, _| b"...#"[dice.below(4) as usize])
        }
        "konane" => {
            let size = size(&[[4, 2], [3, 3], [4, 3], [4, 4], [5, 4]], dice);
            board(size, dice, |dice, cell| match dice.below(5) {
                0 | 1 => b'.',
                _ => b"xo"[cell % 2],
            })
        }
        "amazons" => {
            let size = size(&[[3, 2], [4, 2], [3, 3], [5, 2]], dice);
            board(size, dice, |dice, _| b"xo....##"[dice.below(8) as usize])
        }
        "toads-and-frogs" => {
            let length = if is_large { 6 + dice.below(5) } else { 3 + dice.below(3) };
            board([length, 1], dice, |dice, _| b"tf."[dice.below(3) as usize])
        }
        "hackenbush" => {
            let vertices = if is_large { 5 + dice.below(4) } else { 3 + dice.below(2) };
            let edge = |vertex: u64, dice: &mut Dice| {
                let colour = char::from(b"bbbrrrg"[dice.below(7) as usize]);
                format!(" {}-{vertex}:{colour}", dice.below(vertex))
            };
            let edges: String = (1..vertices).map(|vertex| edge(vertex, dice)).collect();
            format!("n={vertices}{edges}")
        }
        _ => {
            let heaps = 1 + dice.below(2);
            let heap = |_| (1 + dice.below(4)).to_string();
            (0..heaps).map(heap).collect::<Vec<_>>().join("+")
        }
    }
}

/// A board of random cells, whose contents may depend on the sum of row and column.
fn board(
    [width, height]: [u64; 2],
    dice: &mut Dice,
    mut content: impl FnMut(&mut Dice, usize) -> u8,
) -> String {
    let mut row = |y: u64| -> String {
        (0..width).map(|x| char::from(content(dice, (x + y) as usize))).collect()
    };
    (0..height).map(&mut row).collect::<Vec<_>>().join("/")
}
