//! Backsliding Toads and Frogs: Toads and Frogs whose animals may also step back.
//!
//! Source: Siegel, *Backsliding Toads and Frogs* (Games of No Chance 3, 2009).

use std::marker::PhantomData;

use crate::Player;
use crate::board::{Bitboard, Board, Cell, Steps, Word};
use crate::rules::on_board::{CellsMove, counts_narrow_lines, on_strip};
use crate::rules::{
    BoardKind, MoveExample, ParseMoveError, Position, Rank, Ruleset, RulesetSpec, SymmetryRule,
    ToadsAndFrogs,
};

/// A position of Backsliding Toads and Frogs, on a strip held in words `W`; up to 64 cells unless said otherwise.
///
/// The moves are those of [`ToadsAndFrogs`], and a step back onto an empty cell: a toad one cell to the left, a frog one
/// cell to the right. Animals do not jump back.
///
/// Play need not end, so the ruleset is not [`Short`](crate::rules::Short).
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{BackslidingToadsAndFrogs, Position};
/// let position: BackslidingToadsAndFrogs = ".tf.".parse()?;
/// let moves: Vec<String> = position.moves(Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["b1-d1", "b1-a1"]);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BackslidingToadsAndFrogs<W: Word = u64> {
    /// One row; the toads and the frogs.
    board: Board<W>,
}

on_strip!(BackslidingToadsAndFrogs, 2, "tf.");

impl<W: Word> BackslidingToadsAndFrogs<W> {
    /// The position of the game without steps back.
    fn forward(&self) -> ToadsAndFrogs<W> {
        ToadsAndFrogs { board: self.board, variant: PhantomData }
    }

    /// The player's animals that can step back.
    fn backsliders(&self, player: Player) -> Bitboard<W> {
        let (shape, steps) = (self.shape(), Steps::of(self.shape()));
        let empty = Bitboard::<W>::full(shape).bits() & !self.board.occupied().bits();
        let before = if player == Player::Left { steps.east(empty) } else { steps.west(empty) };
        Bitboard::from_bits(self.board.word(player) & before, shape)
    }
}

/// The cell behind an animal of the player; outside the strip at its end.
fn behind(player: Player, Cell { row, col }: Cell) -> Cell {
    let col = if player == Player::Left { col.wrapping_sub(1) } else { col + 1 };
    Cell { row, col }
}

impl<W: Word> Position for BackslidingToadsAndFrogs<W> {
    /// A move: from a cell to a cell. It prints like `c1-d1`.
    type Move = CellsMove<2>;

    /// The moves of Toads and Frogs, then the steps back.
    fn moves(&self, player: Player) -> impl Iterator<Item = Self::Move> {
        let forward: Vec<Self::Move> = self.forward().moves(player).collect();
        let back = self.backsliders(player).cells();
        let back = back.map(move |from| CellsMove::new([from, behind(player, from)], self.shape()));
        forward.into_iter().chain(back)
    }

    fn play_unchecked(&mut self, player: Player, mv: Self::Move) {
        let mut position = self.forward();
        position.play_unchecked(player, mv);
        self.board = position.board;
    }

    fn broken_rule(&self, player: Player, mv: Self::Move) -> Option<&'static str> {
        let [from, to] = mv.cells;
        let is_back = mv.misfit(self.shape()).is_none()
            && self.board.get(from) == Some(player)
            && (if player == Player::Left { to < from } else { to > from });
        match is_back {
            false => self.forward().broken_rule(player, mv),
            true if to != behind(player, from) => Some("an animal goes back one cell only"),
            true => self.board.get(to).map(|_| "the target cell is not empty"),
        }
    }

    fn move_count(&self, player: Player) -> u64 {
        self.forward().move_count(player) + u64::from(self.backsliders(player).len())
    }

    counts_narrow_lines!(BackslidingToadsAndFrogs<u64>);
}

impl<W: Word> Ruleset for BackslidingToadsAndFrogs<W> {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        aliases: &["backsliding-toads"],
        title: "Backsliding Toads and Frogs",
        about: "Toads and Frogs whose animals may also step back one cell",
        how_to_play: &[
            "Left moves the toads to the right, Right moves the frogs to the left: one step onto an empty cell, or a \
                jump over one animal of the opponent onto an empty cell. Nothing is removed.",
            "An animal may also step back one cell, onto an empty cell. It cannot jump back.",
            "A player who cannot move loses. Play need not end: a new game can agree on draws.",
        ],
        examples: &[
            MoveExample::new(Player::Left, "t.f", "a1-b1", ".tf"),
            MoveExample::new(Player::Left, "tf.", "a1-c1", ".ft"),
            MoveExample::new(Player::Left, ".tf", "b1-a1", "t.f").with_note("a step back"),
        ],
        board: BoardKind::Row,
        cells: ToadsAndFrogs::<u64>::SPEC.cells,
        pieces: ToadsAndFrogs::<u64>::SPEC.pieces,
        symmetry: SymmetryRule::Facing,
        rank: Rank::Nothing,
        start: Some("tt..ff"),
        positions: &[("one against two", "t..ff")],
        ..RulesetSpec::new("backsliding-toads-and-frogs")
    };

    fn read_move(&self, text: &str) -> Result<Self::Move, ParseMoveError> {
        CellsMove::read(text, self.shape(), "expected two cells of the strip like a1-b1")
    }
}
