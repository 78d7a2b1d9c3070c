//! Toppling Dominoes: a row of black, white and grey dominoes; a player topples one to the left or to the
//! right, all dominoes on that side fall with it, and they are removed.
//!
//! Source: Albert, Nowakowski, Wolfe, *Lessons in Play* (2007); Fink, Nowakowski, Siegel, Wolfe, *Toppling
//! Conjectures* (Games of No Chance 4, 2015).

use std::fmt;

use crate::board::{Board, Cell, Word};
use crate::rules::on_board::{cells_of_each, counts_narrow_lines, narrows_to, on_strip};
use crate::rules::spec::CANNOT_MOVE_LOSES;
use crate::rules::{
    BoardKind, CellKind, CellSpec, MoveExample, Position, Rank, Ruleset, RulesetSpec, Search, Short,
};
use crate::{ByPlayer, Player};

/// A position of Toppling Dominoes, rows of dominoes with gaps between them, on a strip held in words `W`; up to 64 cells
/// unless said otherwise.
///
/// Left topples a black domino (`l`) or a grey one (`e`, for either), Right a white one (`r`) or a grey one, to the left
/// or to the right. It falls with all dominoes on that side of it, as far as the next gap (`.`).
///
/// # Decomposition
/// A move never reaches across a gap, and gaps are never filled: a position is the sum of its rows.
///
/// # Symmetry
/// Mirrored, a position has the same moves; with the colours exchanged it is the negative.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Position, TopplingDominoes};
/// let position: TopplingDominoes = "llr.e".parse()?;
/// let moves: Vec<String> = position.moves(Player::Right).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["c1-a1", "c1-c1", "e1-e1"]);
/// let options: Vec<String> = position.options(Player::Right).map(|p| p.to_string()).collect();
/// assert_eq!(options, ["....e", "ll..e", "llr.."]);
/// assert_eq!("lrl".parse::<TopplingDominoes>()?.canonical_form().to_string(), "1/2");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TopplingDominoes<W: Word = u64> {
    /// One row; the black, the white and the grey dominoes.
    board: Board<W, 3>,
}

on_strip!(TopplingDominoes, 3, "lre.");

/// A move of Toppling Dominoes: the domino that is toppled, and the last one that falls. It prints like `c1-a1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TopplingDominoesMove {
    toppled: u8,
    last: u8,
}

impl fmt::Display for TopplingDominoesMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [toppled, last] = [self.toppled, self.last].map(|col| Cell { row: 0, col }.name(1));
        write!(f, "{toppled}-{last}")
    }
}

impl<W: Word> Position for TopplingDominoes<W> {
    type Move = TopplingDominoesMove;

    /// The moves: dominoes from the left, each first to the left.
    fn moves(&self, player: Player) -> impl Iterator<Item = TopplingDominoesMove> {
        let (dominoes, width) = (self.board.occupied(), self.shape().width());
        let stands = move |&col: &u8| dominoes.contains(Cell { row: 0, col });
        let own = self.board.stones(player) | self.board.set(2);
        own.cells().flat_map(move |Cell { col, .. }| {
            let first = (0..col).rev().take_while(stands).last().unwrap_or(col);
            let last = (col + 1..width).take_while(stands).last().unwrap_or(col);
            // A domino on its own falls in only one way.
            let ways = std::iter::once(first).chain((first != last).then_some(last));
            ways.map(move |last| TopplingDominoesMove { toppled: col, last })
        })
    }

    fn play_unchecked(&mut self, _: Player, mv: TopplingDominoesMove) {
        let fallen = mv.toppled.min(mv.last)..=mv.toppled.max(mv.last);
        self.board = fallen.fold(self.board, |board, col| board.without(Cell { row: 0, col }));
    }

    counts_narrow_lines!(TopplingDominoes<u64>);
}

impl<W: Word> Short for TopplingDominoes<W> {
    const SEARCH: Search<Self> = Search {
        packed: Some(|position| position.board.packed()),
        places: Some(|position| {
            let row = &position.board;
            cells_of_each(row.pieces_around(row.occupied().bits()))
        }),
        ..Search::NONE
    };

    narrows_to!(TopplingDominoes<u64>, negated by colours);

    /// The rows.
    fn components(&self) -> impl Iterator<Item = Self> {
        self.board.components().map(|board| Self { board })
    }
}

impl<W: Word> Ruleset for TopplingDominoes<W> {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Toppling Dominoes",
        about: "topple a domino of your own or a grey one; all on one side of it fall with it",
        how_to_play: &[
            "Dominoes are set up in rows. Left topples a black or a grey domino, Right a white or a grey \
                one, to the left or to the right. All dominoes on that side fall as well, as far as the \
                next gap, and are removed.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, "lrle", "c1-a1", "...e"),
            MoveExample::new(Player::Right, "lrle", "b1-d1", "l...")
                .with_note("black and grey dominoes fall too"),
        ],
        board: BoardKind::Row,
        cells: &[
            CellSpec::new('l', "Left", CellKind::Left),
            CellSpec::new('r', "Right", CellKind::Right),
            CellSpec::new('e', "either", CellKind::Neutral),
            CellSpec::new('.', "gap", CellKind::Empty),
        ],
        pieces: ByPlayer { left: "domino", right: "domino" },
        sizes: &[(10, 1), (20, 1), (30, 1)],
        rank: Rank::Pieces,
        hints: &["the domino to topple", "the last domino that falls"],
        start: Some("lrlerlrlerlr"),
        positions: &[
            ("half a move", "lrl"),
            ("an up", "lrrl"),
            ("star two, four times", "ee.elr.erl.lrlr"),
        ],
        ..RulesetSpec::stones("toppling-dominoes")
    };
}
