//! The variants of Clobber: which way stones move, how far, onto what, and what they leave behind.

use std::fmt::Debug;
use std::hash::Hash;

use crate::board::Cell;

/// A variant of Clobber, as four choices; play of every variant ends.
///
/// The variants here are those of the literature and of CGSuite; others are made by implementing the
/// trait for a type of one's own.
///
/// # Examples
/// Clobber on a chessboard for bishops that reach three cells:
/// ```
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Diagonals, GenClobber, Variant};
///
/// #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// struct Bishops;
///
/// impl Variant for Bishops {
///     const NAME: &'static str = "bishops";
///     const DIRECTIONS: &'static [(i8, i8)] = Diagonals::DIRECTIONS;
///     const REACH: u8 = 3;
/// }
///
/// let position: GenClobber<Bishops> = "x..x/..../..o./x...".parse()?;
/// assert_eq!(position.canonical_form().to_string(), "*");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub trait Variant: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The name of the ruleset: see [`Ruleset::NAME`](crate::rules::Ruleset::NAME).
    const NAME: &'static str;
    /// Other names that are understood.
    const ALIASES: &'static [&'static str] = &[];
    /// The name as people write it: see [`Ruleset::TITLE`](crate::rules::Ruleset::TITLE).
    const TITLE: &'static str = Self::NAME;
    /// The rules in a line.
    const ABOUT: &'static str = "";
    /// The steps a stone can take: rows down and columns to the right.
    const DIRECTIONS: &'static [(i8, i8)] = &ORTHOGONAL;
    /// The most steps of a move, all but the last of them onto empty cells.
    const REACH: u8 = 1;
    /// What a stone may move onto.
    const ONTO: Onto = Onto::Enemy;
    /// What it leaves behind.
    const LEAVES: Leaves = Leaves::Nothing;
}

/// What a stone may move onto; a stone that was there is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Onto {
    /// Stones of the enemy.
    Enemy,
    /// Stones, one's own as well.
    Stones,
    /// Empty cells.
    Empty,
}

/// What a stone leaves on the cell that it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leaves {
    /// Nothing.
    Nothing,
    /// A stone of the enemy.
    Enemy,
    /// A stone of its own.
    Own,
}

const ORTHOGONAL: [(i8, i8); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const COMPASS: [(i8, i8); 8] =
    [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [(i8, i8); 8] =
    [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];

/// Clobber itself: onto an enemy stone beside one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Orthogonal;

impl Variant for Orthogonal {
    const NAME: &'static str = "clobber";
    const TITLE: &'static str = "Clobber";
    const ABOUT: &'static str = "move a stone onto an adjacent enemy stone, which is removed";
}

/// Diagonal Clobber: onto an enemy stone beside one's own or diagonally adjacent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kings;

impl Variant for Kings {
    const NAME: &'static str = "diagonal-clobber";
    const ALIASES: &'static [&'static str] = &["kings"];
    const TITLE: &'static str = "Diagonal Clobber";
    const ABOUT: &'static str = "Clobber with the moves of chess kings: diagonal ones as well";
    const DIRECTIONS: &'static [(i8, i8)] = &COMPASS;
}

/// Clobber with diagonal moves only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Diagonals;

impl Variant for Diagonals {
    const NAME: &'static str = "diagonals";
    const TITLE: &'static str = "Clobber, diagonal moves only";
    const ABOUT: &'static str = "Clobber with diagonal moves only";
    const DIRECTIONS: &'static [(i8, i8)] = &DIAGONAL;
}

/// Clobber with the moves of chess knights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Knights;

impl Variant for Knights {
    const NAME: &'static str = "knights";
    const TITLE: &'static str = "Clobber, knight moves";
    const ABOUT: &'static str = "Clobber with the moves of chess knights";
    const DIRECTIONS: &'static [(i8, i8)] = &KNIGHT;
}

/// Clobber with the moves of chess rooks: over empty cells to the first stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rooks;

impl Variant for Rooks {
    const NAME: &'static str = "rooks";
    const TITLE: &'static str = "Clobber, rook moves";
    const ABOUT: &'static str = "Clobber with the moves of chess rooks, over empty cells";
    const REACH: u8 = u8::MAX;
}

/// Clobber with the moves of chess queens: over empty cells to the first stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Queens;

impl Variant for Queens {
    const NAME: &'static str = "queens";
    const TITLE: &'static str = "Clobber, queen moves";
    const ABOUT: &'static str = "Clobber with the moves of chess queens, over empty cells";
    const DIRECTIONS: &'static [(i8, i8)] = &COMPASS;
    const REACH: u8 = u8::MAX;
}

/// Hot Clobber, or Cannibal Clobber: onto one's own stones as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hot;

impl Variant for Hot {
    const NAME: &'static str = "hot-clobber";
    const ALIASES: &'static [&'static str] = &["cannibal", "cannibal-clobber"];
    const TITLE: &'static str = "Hot Clobber";
    const ABOUT: &'static str = "Clobber in which one's own stones can be clobbered as well";
    const ONTO: Onto = Onto::Stones;
}

/// Anti-Clobber: onto an empty cell, leaving an enemy stone behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Anti;

impl Variant for Anti {
    const NAME: &'static str = "anti-clobber";
    const TITLE: &'static str = "Anti-Clobber";
    const ABOUT: &'static str = "move a stone to an adjacent empty cell and leave an enemy stone";
    const ONTO: Onto = Onto::Empty;
    const LEAVES: Leaves = Leaves::Enemy;
}

/// Whether the directions stay the same under all eight symmetries of the square.
pub(super) const fn are_symmetric(directions: &[(i8, i8)]) -> bool {
    let mut i = 0;
    while i < directions.len() {
        let (rows, cols) = directions[i];
        if !contains(directions, (-rows, cols)) || !contains(directions, (cols, rows)) {
            return false;
        }
        i += 1;
    }
    true
}

/// Whether all of the directions lead away, and none is there twice.
pub(super) const fn are_steps(directions: &[(i8, i8)]) -> bool {
    let mut rest = directions;
    while let [first, others @ ..] = rest {
        if first.0 == 0 && first.1 == 0 || contains(others, *first) {
            return false;
        }
        rest = others;
    }
    true
}

/// Whether all the directions are those of a king.
pub(super) fn are_of_a_king(directions: &[(i8, i8)]) -> bool {
    directions.iter().all(|direction| COMPASS.contains(direction))
}

/// How many steps in one of the directions lead from one cell to the other, if any do.
pub(super) fn steps_between(directions: &[(i8, i8)], from: Cell, to: Cell) -> Option<u8> {
    let distance = |from, to| i16::from(to) - i16::from(from);
    let way = (distance(from.row, to.row), distance(from.col, to.col));
    let leads = |steps: u8, (rows, cols): (i8, i8)| {
        let steps = i16::from(steps);
        (steps * i16::from(rows), steps * i16::from(cols)) == way
    };
    (1..=u8::MAX).find(|&steps| directions.iter().any(|&direction| leads(steps, direction)))
}

/// Whether the directions are the four sides.
pub(super) const fn are_orthogonal(directions: &[(i8, i8)]) -> bool {
    let mut i = 0;
    while i < ORTHOGONAL.len() {
        if !contains(directions, ORTHOGONAL[i]) {
            return false;
        }
        i += 1;
    }
    directions.len() == ORTHOGONAL.len()
}

const fn contains(directions: &[(i8, i8)], (rows, cols): (i8, i8)) -> bool {
    let mut i = 0;
    while i < directions.len() {
        if directions[i].0 == rows && directions[i].1 == cols {
            return true;
        }
        i += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetry_of_directions() {
        for directions in [&ORTHOGONAL[..], &DIAGONAL, &COMPASS, &KNIGHT] {
            assert!(are_symmetric(directions));
            assert!(!are_symmetric(&directions[1..]));
        }
        assert!(!are_symmetric(&[(0, 1), (0, -1)]));
        assert!(are_steps(&KNIGHT) && are_steps(&[]));
        assert!(!are_steps(&[(0, 1), (0, 0)]) && !are_steps(&[(0, 1), (1, 0), (0, 1)]));
        assert!(are_orthogonal(&ORTHOGONAL) && !are_orthogonal(&DIAGONAL));
        assert!(!are_orthogonal(&COMPASS) && !are_orthogonal(&ORTHOGONAL[1..]));
    }
}
