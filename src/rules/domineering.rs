//! Domineering: Left places dominoes upright, Right lying; a cell takes part of one domino only.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways* (chapter 5).

use super::on_board::{CellsMove, counts_narrow_lines, lower_left_first, narrows_to, on_board};
use super::spec::CANNOT_MOVE_LOSES;
use super::{
    BoardKind, CellKind, CellSpec, MoveExample, ParseMoveError, PointingOrder, Position, Rank,
    Ruleset, RulesetSpec, Short, SymmetryRule,
};
use crate::board::{Bitboard, Board, Cell, Shape, Steps, Symmetry, Word, bits};
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

/// The cells of a set, taken in pairs from the first of each run in the direction of `ahead` (a step east or south): the
/// largest number of disjoint dominoes, since all pairs lie within a run.
fn packing<W: Word>(set: W, ahead: impl Fn(W) -> W) -> W {
    let (mut rest, mut covered) = (set, W::default());
    while rest != W::default() {
        let first = rest & !ahead(rest);
        let second = ahead(first) & rest;
        // The first cell of a run of one cell is left single.
        covered = covered | second;
        rest = rest & !first & !second;
    }
    covered
}

impl<W: Word> Domineering<W> {
    /// A lower bound of the value for the player whose dominoes go `own` (a step east or south) and the opponent's `across`.
    ///
    /// The opponent places at most *r* dominoes: a packing of all cells. The player moves second in the sum of the position and
    /// *r* - *n*. In each turn the player takes a vulnerable place from a packing if one is left; of these a
    /// domino of the opponent destroys at most two, so the player gets a third of them; then a safe place, both of whose cells the
    /// opponent can never cover; then a move in *r*. So the player has *r* + *n* moves, if *n* is the number of safe
    /// places and a third of the vulnerable ones, and the opponent at most as many.
    /// Source: safe and vulnerable moves of Breuker, Uiterwijk, van den Herik, *Solving 8x8 Domineering* (2000).
    fn guaranteed_moves(
        free: W,
        own: impl Fn(W) -> W,
        across: impl Fn(W) -> W,
        across_back: impl Fn(W) -> W,
        own_back: impl Fn(W) -> W,
    ) -> i16 {
        let safe = packing(free & !across(free) & !across_back(free), &own);
        let used = safe | own_back(safe);
        let vulnerable = packing(free & !used, &own).count();
        let replies = packing(free, &across).count();
        (safe.count() + vulnerable / 3) as i16 - replies as i16
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

    counts_narrow_lines!();
}

impl<W: Word> Short for Domineering<W> {
    narrows_to!(Domineering<u64>, negated by transposition);

    fn integer_bounds(&self) -> Option<[i16; 2]> {
        let (steps, free) = (Steps::of(self.shape()), self.free().bits());
        let (north, south) = (|set| steps.north(set), |set| steps.south(set));
        let (west, east) = (|set| steps.west(set), |set| steps.east(set));
        let left = Self::guaranteed_moves(free, south, east, west, north);
        let right = Self::guaranteed_moves(free, east, south, north, west);
        Some([left, -right])
    }

    /// Whether half a turn maps the free cells to themselves, and no domino to one that it shares a cell with. These would be
    /// dominoes on the cell or on both cells at the centre; a board of even width and height does not have such cells.
    fn is_paired(&self) -> bool {
        let shape = self.shape();
        let centre = Cell { row: (shape.height() - 1) / 2, col: (shape.width() - 1) / 2 };
        let has_centre = shape.width() % 2 == 1 || shape.height() % 2 == 1;
        let is_clear = !has_centre || !self.free().contains(centre);
        is_clear && self.board.image(Symmetry::HalfTurn) == self.board
    }

    /// The least image of the free cells without the twins of leaves. A leaf is a free cell with one free neighbour, and
    /// its twin another with the same neighbour. A domino on either covers the neighbour and leaves the other a single
    /// cell, so that both dominoes lead to the same position, and any other domino that covers the neighbour leaves both single.
    fn normalized_impartial(&self) -> Self {
        let (steps, free, shape) = (Steps::of(self.shape()), self.free().bits(), self.shape());
        let [west, east] = [free & steps.east(free), free & steps.west(free)];
        let [north, south] = [free & steps.south(free), free & steps.north(free)];
        let several = west & east | north & south | (west | east) & (north | south);
        let leaves = (west | east | north | south) & !several;
        let mut kept = free;
        if leaves != W::default() {
            // The cells with a leaf in that direction.
            let [at_west, at_east] = [steps.east(leaves), steps.west(leaves)];
            let [at_north, at_south] = [steps.south(leaves), steps.north(leaves)];
            let first = at_west | at_east;
            kept = kept & !steps.east(at_west & at_east & several);
            kept = kept & !steps.north(at_north & first & several);
            kept = kept & !steps.south(at_south & (at_north | first) & several);
        }
        Board::from_sets([kept], shape).least_of_cells().into()
    }

    /// The components of the free cells, cropped, without single cells: see [`Domineering`](Self#decomposition).
    fn components(&self) -> impl Iterator<Item = Self> {
        let free = self.free().bits();
        let not_single = free & Steps::of(self.shape()).around(free);
        self.board.components_around(not_single).map(Self::from)
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
