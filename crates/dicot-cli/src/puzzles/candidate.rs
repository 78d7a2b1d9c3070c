//! Random positions, of which those with a single answer are puzzles.

use std::collections::HashSet;
use std::iter::repeat_n;

use dicot::Player;
use dicot::rules::Position;
use dicot_bots::Dice;

use super::judge::Judge;
use super::puzzle::{Kind, Puzzle, position};
use crate::command::Failure;

/// A ruleset, or sums.
struct Source {
    name: &'static str,
    /// How many of a round of puzzles ask for each of `ASKED`.
    shares: [usize; 5],
    /// Whether it has small positions, for sums.
    is_in_sums: bool,
    /// A random position; a small one if it is for a sum.
    random: fn(bool, &mut Dice) -> String,
}

const ASKED: [Kind; 5] =
    [Kind::Move(Player::Left), Kind::Winner, Kind::Zero, Kind::Compare, Kind::Hottest];

/// A round has 42 puzzles.
const SOURCES: [Source; 8] = [
    Source { name: "clobber", shares: [3, 1, 2, 1, 0], is_in_sums: true, random: clobber },
    Source { name: "domineering", shares: [3, 1, 1, 1, 2], is_in_sums: true, random: domineering },
    Source { name: "hackenbush", shares: [3, 1, 0, 1, 0], is_in_sums: true, random: hackenbush },
    Source { name: "konane", shares: [2, 1, 0, 1, 1], is_in_sums: false, random: konane },
    Source { name: "amazons", shares: [2, 1, 0, 1, 2], is_in_sums: false, random: amazons },
    Source { name: "toads-and-frogs", shares: [2, 1, 1, 1, 0], is_in_sums: true, random: toads },
    Source { name: "nim", shares: [0; 5], is_in_sums: true, random: nim },
    Source { name: SUM, shares: [4, 2, 0, 0, 0], is_in_sums: false, random: sum },
];

/// The name of sums of two or three small positions.
const SUM: &str = "sum";
/// The answers of which all occur equally often.
const WINNERS: [&str; 4] = ["N", "P", "L", "R"];
const SIGNS: [&str; 4] = ["<", "|", ">", "="];
/// A player who is to find the only winning move has at least this many moves.
const MIN_MOVES: usize = 3;
/// The most random positions for a puzzle. A first choice.
const MAX_TRIES: usize = 200_000;

/// `count` puzzles, each with its weight.
pub(super) fn puzzles(
    count: usize,
    dice: &mut Dice,
    judge: &mut Judge,
) -> Result<Vec<(u64, Puzzle)>, Failure> {
    let mut turns: Vec<(Kind, &Source)> = SOURCES
        .iter()
        .flat_map(|source| ASKED.iter().zip(source.shares).map(move |asked| (source, asked)))
        .flat_map(|(source, (kind, share))| repeat_n((*kind, source), share))
        .collect();
    dice.shuffle(&mut turns);
    let (mut seen, mut puzzles) = (HashSet::new(), Vec::new());
    for number in 0..count {
        let (kind, source) = turns[number % turns.len()];
        let round = number / turns.len() + number % turns.len();
        let kind = match kind {
            Kind::Move(_) => Kind::Move(Player::BOTH[round % 2]),
            kind => kind,
        };
        let wanted = match kind {
            Kind::Winner => Some(WINNERS[round % 4]),
            Kind::Compare => Some(SIGNS[round % 4]),
            _ => None,
        };
        let mut fits = |puzzle: &Puzzle| {
            wanted.is_none_or(|wanted| puzzle.answer == wanted) && seen.insert(puzzle.to_string())
        };
        let puzzle = (0..MAX_TRIES).find_map(|_| {
            candidate(kind, source, dice, judge).map(|puzzle| puzzle.filter(&mut fits)).transpose()
        });
        let missing = || Failure::new(format!("no puzzle is found: {kind} in {}", source.name));
        let puzzle = puzzle.ok_or_else(missing)??;
        puzzles.push((judge.weight(kind, &puzzle.positions)?, puzzle));
    }
    Ok(puzzles)
}

/// A random puzzle, unless a random one has several answers, or is too easy.
fn candidate(
    kind: Kind,
    source: &Source,
    dice: &mut Dice,
    judge: &mut Judge,
) -> Result<Option<Puzzle>, Failure> {
    let texts: Vec<String> = (0..kind.positions()).map(|_| text(source, false, dice)).collect();
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

/// The text of a random position, after the name of its ruleset.
fn text(source: &Source, is_small: bool, dice: &mut Dice) -> String {
    let text = (source.random)(is_small, dice);
    if source.name == SUM { text } else { format!("{}:{text}", source.name) }
}

fn sum(_: bool, dice: &mut Dice) -> String {
    let mut parts: Vec<_> = SOURCES.iter().filter(|source| source.is_in_sums).collect();
    dice.shuffle(&mut parts);
    parts.truncate(2 + dice.below(2) as usize);
    parts.iter().map(|source| text(source, true, dice)).collect::<Vec<_>>().join(" + ")
}

fn clobber(is_small: bool, dice: &mut Dice) -> String {
    let sizes = [[3, 1], [2, 2], [3, 2], [4, 2], [3, 3], [4, 3]];
    board(&sizes, is_small, dice, |dice, _| b"xxoo."[dice.below(5) as usize])
}

fn domineering(is_small: bool, dice: &mut Dice) -> String {
    let sizes = [[2, 2], [3, 2], [3, 3], [4, 3], [4, 4]];
    board(&sizes, is_small, dice, |dice, _| b"...#"[dice.below(4) as usize])
}

/// Stones lie where they lay on the full board.
fn konane(is_small: bool, dice: &mut Dice) -> String {
    let sizes = [[4, 2], [3, 3], [4, 3], [4, 4], [5, 4]];
    board(&sizes, is_small, dice, |dice, cell| match dice.below(5) {
        0 | 1 => b'.',
        _ => b"xo"[cell % 2],
    })
}

fn amazons(is_small: bool, dice: &mut Dice) -> String {
    let sizes = [[3, 2], [4, 2], [3, 3], [5, 2]];
    board(&sizes, is_small, dice, |dice, _| b"xo....##"[dice.below(8) as usize])
}

fn toads(is_small: bool, dice: &mut Dice) -> String {
    let length = if is_small { 3 + dice.below(3) } else { 6 + dice.below(5) };
    board(&[[length, 1]], false, dice, |dice, _| b"tf."[dice.below(3) as usize])
}

/// A tree.
fn hackenbush(is_small: bool, dice: &mut Dice) -> String {
    let vertices = if is_small { 3 + dice.below(2) } else { 5 + dice.below(4) };
    let edge = |vertex: u64| {
        let colour = char::from(b"bbbrrrg"[dice.below(7) as usize]);
        format!(" {}-{vertex}:{colour}", dice.below(vertex))
    };
    let edges: String = (1..vertices).map(edge).collect();
    format!("n={vertices}{edges}")
}

fn nim(_: bool, dice: &mut Dice) -> String {
    let heaps = 1 + dice.below(2);
    (0..heaps).map(|_| (1 + dice.below(4)).to_string()).collect::<Vec<_>>().join("+")
}

/// A board of random cells in one of these sizes, or of the first two if it is small. A content may depend on the sum of row and column.
fn board(
    sizes: &[[u64; 2]],
    is_small: bool,
    dice: &mut Dice,
    mut content: impl FnMut(&mut Dice, usize) -> u8,
) -> String {
    let sizes = if is_small { &sizes[..2] } else { sizes };
    let [width, height] = sizes[dice.below(sizes.len() as u64) as usize];
    let mut row = |y: u64| -> String {
        (0..width).map(|x| char::from(content(dice, (x + y) as usize))).collect()
    };
    (0..height).map(&mut row).collect::<Vec<_>>().join("/")
}
