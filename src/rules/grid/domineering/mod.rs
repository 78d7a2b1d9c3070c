//! Domineering: Left places dominoes upright, Right lying; a cell takes part of one domino only.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways* (chapter 5).

mod bounds;

#[cfg(not(target_os = "unknown"))]
pub(crate) use bounds::Resources;
#[cfg(test)]
pub(crate) use bounds::packing;

use crate::board::{Bitboard, Board, Cell, Shape, Steps, Word, bits};
use crate::rules::on_board::{
    CellsMove, cells_of_each, counts_narrow_lines, lower_left_first, narrows_to, on_board,
};
use crate::rules::spec::CANNOT_MOVE_LOSES;
use crate::rules::{
    BoardKind, CellKind, CellSpec, MoveExample, ParseMoveError, PointingOrder, Position, Rank,
    Ruleset, RulesetSpec, Search, Short, SymmetryRule, unless_small,
};
use crate::{ByPlayer, Player};

/// A position of Domineering, on a board held in words `W`; up to 64 cells unless said otherwise.
///
/// Left covers two free cells one above the other with a domino, Right two side by side.
///
/// # Decomposition
/// A domino covers two cells that share a side, and what is covered stays covered. So a domino never
/// lies on two components of the free cells, connected by sides, and room in one is no room in another:
/// a position is the sum of its components. A component of a single cell has room for no domino; it is 0.
///
/// # Symmetry
/// Mirrored, a position has the same moves. With rows and columns exchanged, upright dominoes lie: that
/// is the negative.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::board::U448;
/// use dicot::rules::{Domineering, Position, Ruleset};
/// let position: Domineering = "../.#".parse()?;
/// let moves: Vec<String> = position.moves(Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["a1-a2"]);
/// assert_eq!(position.canonical_form().to_string(), "*");
///
/// let large = Domineering::<U448>::start_position(20, 20).unwrap();
/// assert_eq!(large.move_count(Player::Right), 380);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Domineering<W: Word = u64> {
    /// The free cells; those in no set are covered.
    board: Board<W, 1>,
}

on_board!(Domineering, 1, ".#");

impl<W: Word> Domineering<W> {
    fn free(&self) -> Bitboard<W> {
        self.board.set(0)
    }

    /// The upper or left cells of the dominoes that the player can place.
    fn places(&self, player: Player) -> W {
        let (steps, free) = (Steps::of(self.shape()), self.free().bits());
        free & if player == Player::Left { steps.north(free) } else { steps.west(free) }
    }
}

impl<W: Word> Position for Domineering<W> {
    /// A move of Domineering: the two cells of a domino. It prints like `a1-a2`, the lower or left cell first.
    type Move = CellsMove<2>;

    fn moves(&self, player: Player) -> impl Iterator<Item = Self::Move> {
        let shape = self.shape();
        Bitboard::from_bits(self.places(player), shape).cells().map(move |cell| {
            let cells = match player {
                Player::Left => [Cell { row: cell.row + 1, ..cell }, cell],
                Player::Right => [cell, Cell { col: cell.col + 1, ..cell }],
            };
            CellsMove::new(cells, shape)
        })
    }

    fn play_unchecked(&mut self, _: Player, mv: Self::Move) {
        let [a, b] = mv.cells;
        self.board = self.board.without(a).without(b);
    }

    fn broken_rule(&self, player: Player, mv: Self::Move) -> Option<&'static str> {
        let cells = mv.cells;
        let [a, b] = cells;
        let (rows, cols) = (a.row.abs_diff(b.row), a.col.abs_diff(b.col));
        if let Some(rule) = mv.misfit(self.shape()) {
            Some(rule)
        } else if u16::from(rows) + u16::from(cols) != 1 {
            Some("the two cells are not adjacent")
        } else if player == Player::Left && rows == 0 {
            Some("Left places dominoes upright")
        } else if player == Player::Right && cols == 0 {
            Some("Right places dominoes lying")
        } else if cells.iter().any(|&cell| !self.free().contains(cell)) {
            Some("the cell is covered")
        } else if cells != lower_left_first(cells) {
            Some("the lower or left cell of the domino comes first")
        } else {
            None
        }
    }

    fn options(&self, player: Player) -> impl Iterator<Item = Self> {
        let (steps, free, shape) = (Steps::of(self.shape()), self.free().bits(), self.shape());
        bits(self.places(player)).map(move |cell| {
            let other = if player == Player::Left { steps.south(cell) } else { steps.east(cell) };
            Board::from_sets([free & !cell & !other], shape).into()
        })
    }

    fn move_count(&self, player: Player) -> u64 {
        self.places(player).count().into()
    }

    counts_narrow_lines!(Domineering<u64>);
}

impl<W: Word> Domineering<W> {
    /// The components of the free cells, without single cells.
    fn pieces(&self) -> impl Iterator<Item = Board<W, 1>> + use<W> {
        let free = self.free().bits();
        self.board.pieces_around(free & Steps::of(self.shape()).around(free))
    }
}

impl<W: Word> Short for Domineering<W> {
    const SEARCH: Search<Self> = Search {
        places: Some(|position| cells_of_each(position.pieces())),
        packed: Some(|position| position.board.packed()),
        bounds: Some(|position, player| Some(position.bounds(player))),
        lower_bound: Some(|position, player| Some(position.resources(player).advantage())),
        mean: Some(|position| Some(position.mean())),
        endgame: unless_small(Self::endgame),
        is_paired: Self::is_paired,
        // It is an image of the position.
        normal_form_has_moves: |_| true,
        impartial_form: Some(Self::impartial_form),
        ..Search::NONE
    };

    narrows_to!(Domineering<u64>, negated by transposition);

    /// The components of the free cells, cropped, without single cells: see [`Domineering`](Self#decomposition).
    fn components(&self) -> impl Iterator<Item = Self> {
        self.pieces().map(|piece| piece.cropped().into())
    }
}

impl<W: Word> Ruleset for Domineering<W> {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Domineering",
        about: "cover two free cells with a domino, Left upright, Right lying",
        how_to_play: &[
            "Cover two free cells that touch with a domino. Left puts dominoes upright, Right puts \
                them lying.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, ".../...", "a1-a2", "#../#.."),
            MoveExample::new(Player::Right, ".../...", "a2-b2", "##./..."),
        ],
        board: BoardKind::Rectangle,
        cells: &[
            CellSpec::new('.', "free", CellKind::Empty),
            CellSpec::new('#', "covered", CellKind::Blocked),
        ],
        pieces: ByPlayer { left: "domino", right: "domino" },
        symmetry: SymmetryRule::Directed,
        rank: Rank::EmptyCells,
        max_size: Some(90),
        sizes: &[(4, 4), (6, 6), (8, 8)],
        positions: &[("the 2x2 square", "../.."), ("2 by 4, a miny", "..../....")],
        pointing: PointingOrder::EitherOrder,
        hints: &["the two cells of a domino", "the other cell of the domino"],
        ..RulesetSpec::new("domineering")
    };

    /// The board without dominoes.
    fn start_position(width: u8, height: u8) -> Option<Self> {
        let shape = Shape::fitting(width.into(), height.into(), W::CELLS).ok()?;
        Some(Board::from_sets([Bitboard::full(shape).bits()], shape).into())
    }

    fn read_move(&self, text: &str) -> Result<Self::Move, ParseMoveError> {
        let expected = "expected the two cells of a domino like a1-a2";
        let mv = Self::Move::read(text, self.shape(), expected)?;
        Ok(CellsMove::new(lower_left_first(mv.cells), self.shape()))
    }
}
