//! The variants of Clobber: which way stones move, how far, onto what, and what they leave behind.

use std::fmt::Debug;
use std::hash::Hash;

use crate::Player;
use crate::board::Cell;
use crate::rules::spec::CANNOT_MOVE_LOSES;
use crate::rules::{MoveExample, RulesetSpec};

/// A variant of Clobber, as four choices; play of every variant ends.
///
/// The variants here are those of the literature and of CGSuite; others are made by implementing the
/// trait for a type of one's own.
///
/// # Examples
/// Clobber on a chessboard for bishops that reach three cells:
/// ```
/// use dicot::analysis::Analyze;
/// use dicot::rules::{GenClobber, RulesetSpec, clobber::{Diagonals, Variant}};
///
/// #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// struct Bishops;
///
/// impl Variant for Bishops {
///     const SPEC: &'static RulesetSpec = &RulesetSpec::stones("bishops");
///     const DIRECTIONS: &'static [(i8, i8)] = Diagonals::DIRECTIONS;
///     const REACH: u8 = 3;
/// }
///
/// let position: GenClobber<Bishops> = "x..x/..../..o./x...".parse()?;
/// assert_eq!(position.canonical_form().to_string(), "*");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub trait Variant: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The description of the ruleset; the ruleset sets [`symmetry`](RulesetSpec::symmetry),
    /// [`rank`](RulesetSpec::rank) and [`dicot`](RulesetSpec::dicot) by the choices below.
    const SPEC: &'static RulesetSpec;
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
#[non_exhaustive]
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
#[non_exhaustive]
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

/// A rule of [`RulesetSpec::how_to_play`].
const NEVER_ONTO_EMPTY: &str = "Nothing ever moves onto an empty cell.";

/// Defines the variants: the name, the most stones of a component worth valuing that is not a single row, the rest of the
/// description, and the choices that differ from those of Clobber.
macro_rules! variants {
    ($(
        $(#[$doc:meta])*
        $variant:ident($name:literal, $max_size:literal) { $($spec:tt)* } $({ $($choice:item)* })?
    )*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $variant;

        impl Variant for $variant {
            const SPEC: &'static RulesetSpec = &RulesetSpec {
                $($spec)*
                family: "Clobber",
                max_size: Some($max_size),
                max_row_size: Some(44), // rows are valued in seconds
                size_unit: "stones",
                ..RulesetSpec::stones($name)
            };
            $($($choice)*)?
        }
    )*};
}

variants! {
    /// Clobber itself: onto an enemy stone beside one's own.
    Orthogonal("clobber", 24) {
        title: "Clobber",
        about: "move a stone onto an adjacent enemy stone, which is removed",
        how_to_play: &[
            "Move one of your stones onto a stone of the opponent that is next to it in its row or \
                column. That stone is removed.",
            NEVER_ONTO_EMPTY,
            CANNOT_MOVE_LOSES,
        ],
        examples: &[MoveExample::new(Player::Left, ".ox/xo.", "a1-b1", ".ox/.x.")],
        positions: &[
            ("two components and a dead stone", "xxo..x/.....o/x....o"),
            ("six cells, worth half an up", "xox/ox."),
            ("the strip of eight", "xoxoxoxo"),
            ("the 3x5 checkerboard", "xoxox/oxoxo/xoxox"),
        ],
    }

    /// Diagonal Clobber: onto an enemy stone beside one's own or diagonally adjacent.
    Kings("diagonal-clobber", 18) {
        aliases: &["kings"],
        title: "Diagonal Clobber",
        about: "Clobber with the moves of chess kings: diagonal ones as well",
        how_to_play: &[
            "Move one of your stones onto a stone of the opponent that touches it: in its row, in \
                its column or diagonally. That stone is removed.",
            NEVER_ONTO_EMPTY,
            CANNOT_MOVE_LOSES,
        ],
        examples: &[MoveExample::new(Player::Left, "..o/.x./...", "b2-c3", "..x/.../...")],
    } {
        const DIRECTIONS: &'static [(i8, i8)] = &COMPASS;
    }

    /// Clobber with diagonal moves only.
    Diagonals("diagonals", 24) {
        title: "Clobber, diagonal moves only",
        about: "Clobber with diagonal moves only",
        how_to_play: &[
            "Move one of your stones onto a stone of the opponent that touches it diagonally. That \
                stone is removed.",
            "Stones that are side by side cannot take each other. Nothing ever moves onto an empty \
                cell.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[MoveExample::new(Player::Left, ".oo/.x.", "b1-c2", ".ox/...")],
        start: Some("xxxxxx/oooooo/xxxxxx/oooooo/xxxxxx/oooooo"),
    } {
        const DIRECTIONS: &'static [(i8, i8)] = &DIAGONAL;
    }

    /// Clobber with the moves of chess knights.
    Knights("knights", 24) {
        title: "Clobber, knight moves",
        about: "Clobber with the moves of chess knights",
        how_to_play: &[
            "Move one of your stones like a knight of chess, two cells in one direction and one to \
                the side, onto a stone of the opponent. That stone is removed.",
            NEVER_ONTO_EMPTY,
            CANNOT_MOVE_LOSES,
        ],
        examples: &[MoveExample::new(Player::Left, "..o/.../.x.", "b1-c3", "..x/.../...")],
    } {
        const DIRECTIONS: &'static [(i8, i8)] = &KNIGHT;
    }

    /// Clobber with the moves of chess rooks: over empty cells to the first stone.
    Rooks("rooks", 18) {
        title: "Clobber, rook moves",
        about: "Clobber with the moves of chess rooks, over empty cells",
        how_to_play: &[
            "Move one of your stones like a rook of chess, along its row or column over empty \
                cells, onto the first stone there if it is the opponent's. That stone is removed.",
            "A move always ends on a stone of the opponent.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[MoveExample::new(Player::Left, "x..o", "a1-d1", "...x")],
    } {
        const REACH: u8 = u8::MAX;
    }

    /// Clobber with the moves of chess queens: over empty cells to the first stone.
    Queens("queens", 18) {
        title: "Clobber, queen moves",
        about: "Clobber with the moves of chess queens, over empty cells",
        how_to_play: &[
            "Move one of your stones like a queen of chess, along its row, column or diagonal over \
                empty cells, onto the first stone there if it is the opponent's. That stone is \
                removed.",
            "A move always ends on a stone of the opponent.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[MoveExample::new(Player::Left, "..o/.../x..", "a1-c3", "..x/.../...")],
    } {
        const DIRECTIONS: &'static [(i8, i8)] = &COMPASS;
        const REACH: u8 = u8::MAX;
    }

    /// Hot Clobber, or Cannibal Clobber: onto one's own stones as well.
    Hot("hot-clobber", 20) {
        aliases: &["cannibal", "cannibal-clobber"],
        title: "Hot Clobber",
        about: "Clobber in which one's own stones can be clobbered as well",
        how_to_play: &[
            "Move one of your stones onto any stone next to it in its row or column, the \
                opponent's or your own. That stone is removed.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[MoveExample::new(Player::Left, "xxo", "a1-b1", ".xo")],
        positions: &[("a switch of switches", "xxo/oox")],
    } {
        const ONTO: Onto = Onto::Stones;
    }

    /// Anti-Clobber: onto an empty cell, leaving an enemy stone behind.
    Anti("anti-clobber", 18) {
        title: "Anti-Clobber",
        about: "move a stone to an adjacent empty cell and leave an enemy stone",
        how_to_play: &[
            "Move one of your stones to an empty cell next to it in its row or column. On the cell \
                that it leaves, put a stone of the opponent.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[MoveExample::new(Player::Left, "x../..o", "a2-b2", "ox./..o")],
        start: Some("x..o../..x..o/o..x../..o..x/x..o../..x..o"),
    } {
        const ONTO: Onto = Onto::Empty;
        const LEAVES: Leaves = Leaves::Enemy;
    }
}

/// Whether the directions stay the same under all eight symmetries of the square.
pub(super) const fn are_symmetric(directions: &[(i8, i8)]) -> bool {
    let mut rest = directions;
    while let [(rows, cols), others @ ..] = rest {
        if !contains(directions, (-*rows, *cols)) || !contains(directions, (*cols, *rows)) {
            return false;
        }
        rest = others;
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

/// Whether the directions, each of which is there once, are the four sides.
pub(super) const fn are_orthogonal(directions: &[(i8, i8)]) -> bool {
    let [a, b, c, d] = ORTHOGONAL;
    directions.len() == 4
        && contains(directions, a)
        && contains(directions, b)
        && contains(directions, c)
        && contains(directions, d)
}

const fn contains(directions: &[(i8, i8)], (rows, cols): (i8, i8)) -> bool {
    let mut rest = directions;
    while let [first, others @ ..] = rest {
        if first.0 == rows && first.1 == cols {
            return true;
        }
        rest = others;
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
