//! Domineering: Left places dominoes upright, Right lying; a cell takes part of one domino only.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways* (chapter 5).

use std::fmt;
use std::str::FromStr;

use super::spec::CANNOT_MOVE_LOSES;
use super::{
    BoardKind, CellKind, CellSpec, MoveExample, ParseMoveError, Pointing, PointingOrder, Position,
    Rank, Ruleset, RulesetSpec, Short, SizeLimit, SymmetryRule, line_count, narrows_to,
};
use crate::board::{
    Bitboard, Board, Cell, ParsePositionError, Shape, Steps, Symmetry, U448, Word, bits,
};
use crate::{ByPlayer, Player};

/// Domineering on boards of up to 448 cells, as 20x20.
pub type Domineering448 = Domineering<U448>;

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
/// use dicot::rules::{Domineering, Domineering448, Position};
/// let position = Domineering::parse("../.#")?;
/// let moves: Vec<String> = position.moves(Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["a1-a2"]);
/// assert_eq!(position.canonical_form().to_string(), "*");
///
/// let large = Domineering448::empty(20, 20)?;
/// assert_eq!(large.move_count(Player::Right), 380);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Domineering<W: Word = u64> {
    /// The free cells; those in no set are covered.
    board: Board<W, 1>,
}

/// Free and covered.
const LETTERS: &str = ".#";

impl Domineering {
    /// Reads `.` (free) and `#` (covered), in rows from the top, joined by `/`, `|` or line ends.
    ///
    /// Larger boards are read with [`str::parse`], which knows their type.
    ///
    /// # Errors
    /// [`ParsePositionError`] says what is wrong, and where.
    ///
    /// # Examples
    /// ```
    /// use dicot::rules::Domineering;
    /// assert_eq!(Domineering::parse("...\n#..\n")?.to_string(), ".../#..");
    /// assert!(Domineering::parse("x").is_err());
    /// # Ok::<_, dicot::board::ParsePositionError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, ParsePositionError> {
        text.parse()
    }
}

impl<W: Word> Domineering<W> {
    /// A board without dominoes. Sides in cells.
    ///
    /// # Errors
    /// [`ParsePositionError`] if a side is 0 or the board has too many cells for the type.
    pub fn empty(width: u8, height: u8) -> Result<Self, ParsePositionError> {
        let shape = Shape::new(width, height)?;
        Board::<W, 1>::empty(shape)?; // is there room in the word?
        Ok(Board::from_sets([Bitboard::full(shape).bits()], shape).into())
    }

    /// The board; set 0 is the free cells.
    pub fn board(&self) -> &Board<W, 1> {
        &self.board
    }

    /// The width and height of the board.
    pub fn shape(&self) -> Shape {
        self.board.shape()
    }

    /// The free cells.
    pub fn free(&self) -> Bitboard<W> {
        self.board.set(0)
    }

    /// The image of the position, which has the same value; if the symmetry
    /// [transposes](Symmetry::transposes), the negative of it.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Self {
        self.board.image(symmetry).into()
    }

    /// The same position in another word.
    ///
    /// # Errors
    /// [`ParsePositionError::TooLarge`] if the board has more cells than that word has bits.
    pub fn convert<U: Word>(&self) -> Result<Domineering<U>, ParsePositionError> {
        Ok(self.board.convert()?.into())
    }

    /// The upper or left cells of the dominoes that the player can place.
    fn places(&self, player: Player) -> W {
        let (steps, free) = (Steps::of(self.shape()), self.free().bits());
        free & if player == Player::Left { steps.north(free) } else { steps.west(free) }
    }

    /// The rule that the move breaks, if there is one.
    fn broken_rule(&self, player: Player, mv: DomineeringMove) -> Option<&'static str> {
        let [a, b] = mv.cells;
        let (rows, cols) = (a.row.abs_diff(b.row), a.col.abs_diff(b.col));
        if mv.height != self.shape().height() {
            Some("the move is for a board of another height")
        } else if mv.cells.iter().any(|&cell| !self.shape().contains(cell)) {
            Some("the cell is not on the board")
        } else if u16::from(rows) + u16::from(cols) != 1 {
            Some("the two cells are not adjacent")
        } else if player == Player::Left && rows == 0 {
            Some("Left places dominoes upright")
        } else if player == Player::Right && cols == 0 {
            Some("Right places dominoes lying")
        } else if mv.cells.iter().any(|&cell| !self.free().contains(cell)) {
            Some("the cell is covered")
        } else {
            None
        }
    }
}

/// A move of Domineering: the two cells of a domino. It prints like `a1-a2`, the lower or left cell
/// first.
///
/// A move remembers the height of its board, to print ranks; it is no move on a board of another
/// height.
///
/// # Examples
/// ```
/// use dicot::board::Cell;
/// use dicot::rules::{Domineering, DomineeringMove};
/// let position = Domineering::parse("../..")?;
/// let [a, b] = [Cell { row: 0, col: 1 }, Cell { row: 1, col: 1 }];
/// let mv = DomineeringMove::new(a, b, position.shape());
/// assert_eq!(mv, DomineeringMove::new(b, a, position.shape()));
/// assert_eq!(mv.to_string(), "b1-b2");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DomineeringMove {
    cells: [Cell; 2],
    height: u8,
}

impl DomineeringMove {
    /// The domino on two cells, in either order, of a board of that shape. It need not be legal anywhere.
    pub fn new(a: Cell, b: Cell, shape: Shape) -> Self {
        let from_lower_left = |cell: &Cell| (u8::MAX - cell.row, cell.col);
        let mut cells = [a, b];
        cells.sort_by_key(from_lower_left);
        Self { cells, height: shape.height() }
    }

    /// The two cells, the lower or left one first.
    pub fn cells(self) -> [Cell; 2] {
        self.cells
    }
}

impl fmt::Display for DomineeringMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.cells.map(|cell| cell.name(self.height));
        write!(f, "{a}-{b}")
    }
}

impl<W: Word> Domineering<W> {
    /// The same position in a smaller word, if it fits one.
    fn narrow(&self) -> Option<Domineering<u64>> {
        self.board.narrowed().map(Domineering::from)
    }
}

impl<W: Word> Position for Domineering<W> {
    type Move = DomineeringMove;

    fn moves(&self, player: Player) -> impl Iterator<Item = DomineeringMove> {
        let shape = self.shape();
        Bitboard::from_bits(self.places(player), shape).cells().map(move |cell| {
            let other = match player {
                Player::Left => Cell { row: cell.row + 1, ..cell },
                Player::Right => Cell { col: cell.col + 1, ..cell },
            };
            DomineeringMove::new(cell, other, shape)
        })
    }

    /// An illegal move gives a position without meaning, but a sound one: it never panics.
    fn play_unchecked(&mut self, _: Player, mv: DomineeringMove) {
        let [a, b] = mv.cells;
        self.board = self.board.without(a).without(b);
    }

    fn is_legal(&self, player: Player, mv: DomineeringMove) -> bool {
        self.broken_rule(player, mv).is_none()
    }

    fn why_illegal(&self, player: Player, mv: DomineeringMove) -> &'static str {
        self.broken_rule(player, mv).unwrap_or("the move is legal")
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

    fn line_count(&self, player: Player, depth: u32) -> u64 {
        match self.narrow() {
            Some(position) => position.line_count(player, depth),
            None => line_count(self, player, depth),
        }
    }
}

impl<W: Word> Short for Domineering<W> {
    narrows_to!(Domineering<u64>);

    fn negative(&self) -> Self {
        self.board.image(Symmetry::Transpose).into()
    }

    /// The components of the free cells, cropped, without single cells: see
    /// [`Domineering`](Self#decomposition).
    fn components(&self) -> impl Iterator<Item = Self> {
        let free = self.free().bits();
        let not_single = free & Steps::of(self.shape()).around(free);
        self.board.components_around(not_single).map(Self::from)
    }

    fn normalized(&self) -> (Self, bool) {
        let (least, symmetry) = self.board.least_image();
        (least.into(), symmetry.transposes())
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
        max_size: Some(SizeLimit { size: 90, row: 90, unit: "moves" }),
        sizes: &[(4, 4), (6, 6), (8, 8)],
        positions: &[("the 2x2 square", "../.."), ("2 by 4, a miny", "..../....")],
        pointing: Pointing {
            order: PointingOrder::EitherOrder,
            hints: &["the two cells of a domino", "the other cell of the domino"],
        },
        ..RulesetSpec::new("domineering")
    };

    fn start_position(width: u8, height: u8) -> Option<Self> {
        Self::empty(width, height).ok()
    }

    fn read_move(&self, text: &str) -> Result<DomineeringMove, ParseMoveError> {
        let cell = |name| self.shape().cell_named(name);
        let cells = text.split_once('-').and_then(|(a, b)| Some((cell(a)?, cell(b)?)));
        let (a, b) = cells.ok_or_else(|| {
            ParseMoveError::new(text, "expected the two cells of a domino like a1-a2")
        })?;
        Ok(DomineeringMove::new(a, b, self.shape()))
    }
}

/// The set is that of the free cells.
impl<W: Word> From<Board<W, 1>> for Domineering<W> {
    fn from(board: Board<W, 1>) -> Self {
        Self { board }
    }
}

impl<W: Word> FromStr for Domineering<W> {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        Ok(Board::read(text, LETTERS)?.into())
    }
}

/// Prints the rows from the top, joined by `/`, or as lines with `{:#}`.
impl<W: Word> fmt::Display for Domineering<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.board.shown(LETTERS), f)
    }
}

/// Shows the text form, which [`Display`](fmt::Display) prints too.
impl<W: Word> fmt::Debug for Domineering<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({self})", Self::SPEC.name)
    }
}
