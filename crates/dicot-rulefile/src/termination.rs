//! Why play ends: a rank that every move decreases, or else a loop.
//!
//! # The proof
//! A *rank* of positions is a list of integers, compared lexicographically. Each of them is a sum over the cells:
//! - the *weight* of the cell's letter; or
//! - the weight of the letter times the place of the cell along an axis. It is used only for moves that do not change the sum
//!   of the weights, since then its change does not depend on where on the board the move is made.
//!
//! The integers are found one after another: one that no remaining kind of move increases and some decrease. The kinds
//! of moves that decrease it need no further integer. If no kind remains, every move decreases the rank. A board has finitely
//! many positions, so play ends.

use std::collections::HashMap;

use dicot::board::Shape;
use dicot::rules::Rank;
use dicot::{LimitKind, Limits, Player};

use crate::compiled::Compiled;
use crate::position::{stride_of, write_cells};
use crate::rules::{Direction, Item, LetterSet, Moves, Part, Repeat, Rule};

/// The weights that are tried for a letter. With displacements, from -1 to 1: two directions, and standing still.
const WEIGHTS: i32 = 3;

/// The most letters that moves change for which all weights are tried: 3^8 = 6,561 of them. The weights of others do not matter.
const MAX_WEIGHED: usize = 8;

/// The most changes that are computed in search of a rank. The examples need at most 186; of the largest rules, one takes
/// 14 microseconds in a test build on a busy machine (`cargo test -p dicot-rulefile --test it largest_rules`).
const MAX_STEPS: u64 = 200_000;

/// The steps of reading one file: changes of integers that are computed, and patterns that are matched in search of a loop.
pub(crate) struct Steps<'a> {
    limits: &'a Limits,
    count: u64,
}

impl Steps<'_> {
    pub(crate) fn new(limits: &Limits) -> Steps<'_> {
        Steps { limits, count: 0 }
    }

    fn add(&mut self, steps: usize) -> Result<(), LimitKind> {
        self.count += steps as u64;
        match self.limits.steps {
            Some(most) if self.count > most => Err(LimitKind::Steps(most)),
            _ => Ok(()),
        }
    }
}

/// The change of a sum over the cells: the largest one, for any letters that match; `None` if it has no limit.
type Change = Option<i32>;

/// The largest change of the sum of weights.
fn change_of_weights(rule: &Rule, weights: &[i32]) -> Change {
    let change = |item: &Item| {
        let least = letters(item.from).map(|letter| weights[letter]).min()?;
        Some(item.to.map_or(0, |to| weights[usize::from(to)] - least))
    };
    let mut sum = 0;
    for element in rule.parts.iter().flat_map(|part| &part.elements) {
        let of_element = element.items.iter().map(change).sum::<Option<i32>>()?;
        match element.repeat {
            Repeat::Once => sum += of_element,
            _ if of_element > 0 => return None,
            _ => {}
        }
    }
    Some(sum)
}

/// The largest change of the sum of weights times places along an axis.
fn change_of_places(rule: &Rule, weights: &[i32], axis: Direction) -> Change {
    let mut largest = 0;
    for part in &rule.parts {
        let of_part = |direction: &Direction| {
            let step = i32::from(direction.rows * axis.rows + direction.cols * axis.cols);
            change_along(part, weights, step)
        };
        let changes = part.directions.iter().map(of_part).collect::<Option<Vec<i32>>>()?;
        largest += changes.into_iter().max()?;
    }
    Some(largest)
}

/// The largest change of a part whose cells are that far apart along the axis.
fn change_along(part: &Part, weights: &[i32], step: i32) -> Change {
    // Place by place from the first cell: the change, and that of the sum of weights, which must come to 0.
    let (mut change, mut balance, mut place) = (0, 0, 0);
    let mut balances_at_runs = Vec::new();
    for element in &part.elements {
        for item in &element.items {
            let of_letters = letters(item.from).map(|letter| match item.to {
                None => 0,
                Some(to) => weights[usize::from(to)] - weights[letter],
            });
            let mut of_letters: Vec<i32> = of_letters.collect();
            of_letters.dedup();
            let [of_item] = of_letters[..] else { return None };
            if element.repeat == Repeat::Once {
                change += of_item * place * step;
                balance += of_item;
                place += 1;
            } else if of_item != 0 {
                return None;
            }
        }
        if element.repeat != Repeat::Once {
            balances_at_runs.push(balance);
        }
    }
    // Each cell of a run moves all that follows by a step: as much change as follows is the opposite of what was before.
    let runs_decrease = balances_at_runs.iter().all(|&before| -before * step <= 0);
    (balance == 0 && runs_decrease).then_some(change)
}

fn letters(set: LetterSet) -> impl Iterator<Item = usize> {
    (0..LetterSet::BITS as usize).filter(move |letter| set >> letter & 1 == 1)
}

/// The letters that some move changes, or changes others to.
fn changing(moves: &Moves) -> LetterSet {
    let items = moves.all().flat_map(|rule| &rule.parts).flat_map(Part::items);
    items.fold(0, |set, item| set | item.to.map_or(0, |to| item.from | 1 << to))
}

/// All weights of these letters, from `least` on; those of the others are 0.
fn all_weights(changing: LetterSet, least: i32) -> impl Iterator<Item = Vec<i32>> {
    let count = WEIGHTS.pow(changing.count_ones());
    (0..count).map(move |number| {
        let mut weights = vec![0; LetterSet::BITS as usize];
        for (i, letter) in (0..).zip(letters(changing)) {
            weights[letter] = number / WEIGHTS.pow(i) % WEIGHTS + least;
        }
        weights
    })
}

const AXES: [Direction; 4] =
    [Direction::new(0, 1), Direction::new(1, 0), Direction::new(1, 1), Direction::new(1, -1)];

/// Whether there is a rank that every move decreases.
///
/// # Errors
/// If the limit of time or of steps is reached.
pub(crate) fn has_rank(moves: &Moves, work: &mut Steps<'_>) -> Result<bool, LimitKind> {
    let changing = changing(moves);
    if changing.count_ones() as usize > MAX_WEIGHED {
        return Ok(false);
    }
    // A rule in several directions is one kind of move for each of them: each has its own change of places.
    let mut remaining: Vec<Rule> = Vec::new();
    for rule in moves.all() {
        let [first, second @ ..] = &rule.parts[..] else { continue };
        for &direction in &first.directions {
            let first = Part { directions: vec![direction], elements: first.elements.clone() };
            remaining.push(Rule { parts: [&[first], second].concat() });
        }
    }
    while !remaining.is_empty() {
        let of_weights = all_weights(changing, 0).map(|weights| (weights, None));
        let of_places = AXES
            .into_iter()
            .flat_map(|axis| all_weights(changing, -1).map(move |weights| (weights, Some(axis))));
        let mut checked = work.limits.check();
        let decreased = of_weights.chain(of_places).find_map(|(weights, axis)| {
            checked = checked.and_then(|()| work.limits.check());
            checked.ok()?;
            let change = |rule: &Rule| match axis {
                None => change_of_weights(rule, &weights),
                Some(axis) => change_of_places(rule, &weights, axis),
            };
            let mut decreases = Vec::new();
            for rule in &remaining {
                checked = work.add(1);
                checked.ok()?;
                let allowed = (work.count <= MAX_STEPS).then(|| change(rule)).flatten();
                decreases.push(allowed.filter(|&change| change <= 0)? < 0);
            }
            decreases.contains(&true).then_some(decreases)
        });
        checked?;
        let Some(decreased) = decreased else { return Ok(false) };
        let mut decreased = decreased.into_iter();
        remaining.retain(|_| decreased.next() == Some(false));
    }
    Ok(true)
}

/// What every move decreases: pieces, empty cells, or something else.
pub(crate) fn rank(moves: &Moves, pieces: LetterSet, empty: LetterSet) -> Rank {
    let decreases = |set: LetterSet| {
        let weights: Vec<i32> =
            (0..LetterSet::BITS).map(|letter| i32::from(set >> letter & 1)).collect();
        moves.all().all(|rule| change_of_weights(rule, &weights).is_some_and(|change| change < 0))
    };
    if decreases(pieces) {
        Rank::Pieces
    } else if decreases(empty) {
        Rank::EmptyCells
    } else {
        Rank::Other
    }
}

/// The most positions of a board on which loops are looked for, and the most times the number of patterns in directions.
const MAX_POSITIONS: usize = 20_000;
const MAX_MATCHES: usize = 2_000_000;

/// The boards on which loops are looked for: widths and heights.
const BOARDS: [(u8, u8); 11] =
    [(1, 1), (2, 1), (3, 1), (2, 2), (4, 1), (1, 3), (3, 2), (2, 3), (5, 1), (6, 1), (3, 3)];

/// The positions of a loop, the last one the same as the first; `None` if none was found on small boards.
///
/// # Errors
/// If the limit of time or of steps is reached.
pub(crate) fn find_loop(
    rules: &Compiled,
    work: &mut Steps<'_>,
) -> Result<Option<Vec<String>>, LimitKind> {
    let kinds = rules.shown.len(); // the sets, and no set
    let most = MAX_POSITIONS.min(MAX_MATCHES / rules.lines.len().max(1));
    for (width, height) in BOARDS {
        let cells = usize::from(width) * usize::from(height);
        let count = kinds.checked_pow(cells as u32).filter(|&count| count <= most);
        let (Some(count), Ok(shape)) = (count, Shape::new(width, height)) else { continue };
        if rules.is_row && height > 1 {
            continue;
        }
        let mut search = LoopSearch { rules, shape, done: HashMap::new() };
        for number in 0..count {
            if number % 64 == 0 {
                work.limits.check()?;
            }
            let mut sets = Sets::default();
            for cell in 0..cells {
                let (row, col) = (cell / usize::from(width), cell % usize::from(width));
                if let Some(set) =
                    sets[..kinds - 1].get_mut(number / kinds.pow(cell as u32) % kinds)
                {
                    *set |= 1 << (row * stride_of::<u64>(shape) as usize + col);
                }
            }
            let before = search.done.len();
            let found = search.loop_from(sets);
            work.add((search.done.len() - before) * rules.lines.len())?;
            if let Some(found) = found {
                return Ok(Some(found.iter().map(|sets| search.text(sets)).collect()));
            }
        }
    }
    Ok(None)
}

/// A position: its sets.
type Sets = [u64; crate::MAX_SETS];

/// A depth-first search of the positions of a board.
struct LoopSearch<'a> {
    rules: &'a Compiled,
    shape: Shape,
    /// Whether all that follows a position has been searched.
    done: HashMap<Sets, bool>,
}

impl LoopSearch<'_> {
    /// The loop that is found first from a position.
    fn loop_from(&mut self, start: Sets) -> Option<Vec<Sets>> {
        let mut path: Vec<(Sets, Vec<Sets>)> = Vec::new();
        let mut next = Some(start);
        loop {
            if let Some(position) = next.take() {
                match self.done.get(&position) {
                    Some(true) => {}
                    Some(false) => {
                        let on_path = path.iter().map(|&(position, _)| position);
                        let around = on_path.skip_while(|&before| before != position);
                        return Some(around.chain([position]).collect());
                    }
                    None => {
                        self.done.insert(position, false);
                        path.push((position, self.options(&position)));
                    }
                }
            }
            let (position, options) = path.last_mut()?;
            next = options.pop();
            if next.is_none() {
                self.done.insert(*position, true);
                path.pop();
            }
        }
    }

    /// The positions after the moves of both players.
    fn options(&self, position: &Sets) -> Vec<Sets> {
        let mut options = Vec::new();
        for player in Player::BOTH {
            self.rules.moves(position, self.shape, player, &mut |played| {
                options.push(played.sets);
                true
            });
        }
        options
    }

    fn text(&self, position: &Sets) -> String {
        let mut text = String::new();
        let _ = write_cells(self.rules, position, self.shape, '/', &mut text); // a string takes all
        text
    }
}
