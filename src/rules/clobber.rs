//! Clobber: move a stone onto an adjacent enemy stone, which is removed.
//!
//! Source: Albert, Grossman, Nowakowski, Wolfe, *An Introduction to Clobber* (Integers 5(2), 2005).

use std::fmt;
use std::iter::from_fn;
use std::str::FromStr;

use super::{ParseMoveError, Position, Ruleset, Short};
use crate::Player;
use crate::board::{Bitboard, Board, Cell, ParsePositionError, Shape, Steps, Symmetry, Wide, Word};

/// Clobber on boards of up to 64 cells; the type to start with.
pub type Clobber = GenClobber<u64>;

/// Clobber on boards of up to 128 cells, as 10x10.
pub type WideClobber = GenClobber<u128>;

/// Clobber on boards of up to 448 cells, as 20x20.
pub type HugeClobber = GenClobber<Wide>;

/// A position of Clobber, on a board held in words `W`; see the aliases [`Clobber`],
/// [`WideClobber`] and [`HugeClobber`].
///
/// The players take turns in moving one of their own stones onto an enemy stone on a cell that
/// shares a side with its own; the enemy stone is removed. Left is `x` (black), Right is `o` (white).
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{Clobber, Position};
/// let position = Clobber::parse("xo/.x")?;
/// let moves: Vec<String> = position.moves(Player::Right).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["b2-a2", "b2-b1"]);
/// let options: Vec<String> = position.options(Player::Right).map(|p| p.to_string()).collect();
/// assert_eq!(options, ["o./.x", "x./.o"]);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct GenClobber<W: Word> {
    board: Board<W>,
}

impl<W: Word> GenClobber<W> {
    /// Reads `x`, `o` and `.`, in rows from the top, joined by `/`, `|` or line ends; a last line end is ignored.
    ///
    /// # Errors
    /// [`ParsePositionError`] says what is wrong, and where.
    ///
    /// # Examples
    /// ```
    /// use dicot::rules::Clobber;
    /// assert_eq!(Clobber::parse("XO\n.x\n")?, Clobber::parse("xo/.x")?);
    /// assert_eq!(Clobber::parse("xo/x").unwrap_err().to_string(), "row 2 has length 1, expected 2 as in row 1");
    /// # Ok::<_, dicot::board::ParsePositionError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, ParsePositionError> {
        text.parse()
    }

    /// A full board, `x` and `o` alternating; the top left cell is `x`. Sides in cells.
    ///
    /// # Errors
    /// [`ParsePositionError`] if a side is 0 or the board has too many cells for the type.
    ///
    /// # Examples
    /// ```
    /// use dicot::rules::Clobber;
    /// assert_eq!(Clobber::checkerboard(3, 2)?.to_string(), "xox/oxo");
    /// assert!(Clobber::checkerboard(10, 10).is_err());
    /// # Ok::<_, dicot::board::ParsePositionError>(())
    /// ```
    pub fn checkerboard(width: u8, height: u8) -> Result<Self, ParsePositionError> {
        let empty = Self::empty(width, height)?.board;
        let cells = Bitboard::<W>::full(empty.shape()).cells();
        let board = cells.fold(empty, |board, cell| {
            let even = (cell.row ^ cell.col) % 2 == 0;
            board.with(cell, if even { Player::Left } else { Player::Right })
        });
        Ok(Self { board })
    }

    /// A board without stones. Sides in cells.
    ///
    /// # Errors
    /// [`ParsePositionError`] if a side is 0 or the board has too many cells for the type.
    pub fn empty(width: u8, height: u8) -> Result<Self, ParsePositionError> {
        Ok(Self { board: Board::empty(Shape::new(width, height)?)? })
    }

    /// The board with its stones.
    pub fn board(&self) -> &Board<W> {
        &self.board
    }

    /// The width and height of the board.
    pub fn shape(&self) -> Shape {
        self.board.shape()
    }

    /// The cells with a stone of that player.
    pub fn stones(&self, player: Player) -> Bitboard<W> {
        self.board.stones(player)
    }

    /// Whose stone lies on the cell; `None` if it is empty or not on the board. Row and column are
    /// counted from 0, from the top left.
    pub fn get(&self, row: u8, col: u8) -> Option<Player> {
        self.board.get(Cell { row, col })
    }

    /// The moves of each stone that can move, all moves of a stone at once.
    ///
    /// # Examples
    /// ```
    /// use dicot::Player;
    /// use dicot::board::Cell;
    /// use dicot::rules::Clobber;
    /// let position = Clobber::parse("oxo/.o.")?;
    /// let stone = position.stone_moves(Player::Left).next().unwrap();
    /// assert_eq!(stone.from, Cell { row: 0, col: 1 });
    /// assert_eq!(stone.to.len(), 3);
    /// # Ok::<_, dicot::board::ParsePositionError>(())
    /// ```
    pub fn stone_moves(&self, player: Player) -> impl Iterator<Item = StoneMoves<W>> + use<W> {
        let board = self.board;
        let (own, enemy) = (board.stones(player), board.stones(!player));
        let movable = own & enemy.neighbours();
        movable.cells().map(move |from| {
            let stone = Bitboard::empty(board.shape()).with(from);
            StoneMoves { from, to: stone.neighbours() & enemy }
        })
    }

    /// The image of the position, which has the same value.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Self {
        Self { board: self.board.image(symmetry) }
    }

    /// The same position in another word.
    ///
    /// # Errors
    /// [`ParsePositionError::TooLarge`] if the board has more cells, with stones or without, than
    /// that word has bits.
    pub fn convert<V: Word>(&self) -> Result<GenClobber<V>, ParsePositionError> {
        Ok(GenClobber { board: self.board.convert()? })
    }
}

/// All the moves of one stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StoneMoves<W: Word = u64> {
    /// Where the stone lies.
    pub from: Cell,
    /// The cells it can move to: one at least.
    pub to: Bitboard<W>,
}

/// A move of Clobber: from a cell to a cell. It prints like `a1-b1`.
///
/// The first letter is the column from the left; ranks are counted from the bottom row, which is 1.
/// A move remembers the height of its board, to print ranks; it is no move on a board of another
/// height.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::board::Cell;
/// use dicot::rules::{Clobber, ClobberMove, Position};
/// let position = Clobber::parse("xo/ox")?;
/// let mv = ClobberMove::new(Cell { row: 1, col: 1 }, Cell { row: 0, col: 1 }, position.shape());
/// assert_eq!(mv.to_string(), "b1-b2");
/// assert!(position.is_legal(Player::Left, mv));
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClobberMove {
    from: Cell,
    to: Cell,
    height: u8,
}

impl ClobberMove {
    /// The move from one cell to another, on a board of that shape. It need not be legal anywhere.
    pub fn new(from: Cell, to: Cell, shape: Shape) -> Self {
        Self { from, to, height: shape.height() }
    }

    /// Where the stone lies.
    pub fn from(self) -> Cell {
        self.from
    }

    /// Where it goes, and removes the enemy stone.
    pub fn to(self) -> Cell {
        self.to
    }
}

impl fmt::Display for ClobberMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from.name(self.height), self.to.name(self.height))
    }
}

impl<W: Word> Position for GenClobber<W> {
    type Move = ClobberMove;

    fn moves(&self, player: Player) -> impl Iterator<Item = ClobberMove> {
        let shape = self.shape();
        self.stone_moves(player).flat_map(move |stone| {
            stone.to.cells().map(move |to| ClobberMove::new(stone.from, to, shape))
        })
    }

    /// An illegal move gives a position without meaning, but a sound one: it never panics.
    fn play_unchecked(&mut self, player: Player, mv: ClobberMove) {
        let cell = |cell: Cell| {
            let none = Bitboard::<W>::empty(self.shape());
            if self.shape().contains(cell) { none.with(cell).bits() } else { none.bits() }
        };
        let (from, to) = (cell(mv.from), cell(mv.to));
        let own = self.board.word(player) & !from | to;
        self.set(player, own, self.board.word(!player) & !to);
    }

    fn is_legal(&self, player: Player, mv: ClobberMove) -> bool {
        mv.height == self.shape().height()
            && self.stones(player).contains(mv.from)
            && self.stones(!player).contains(mv.to)
            && mv.from.row.abs_diff(mv.to.row) + mv.from.col.abs_diff(mv.to.col) == 1
    }

    fn why_illegal(&self, player: Player, mv: ClobberMove) -> &'static str {
        if mv.height != self.shape().height() {
            "the move is for a board of another height"
        } else if !self.shape().contains(mv.from) || !self.shape().contains(mv.to) {
            "the cell is not on the board"
        } else if !self.stones(player).contains(mv.from) {
            "the stone to move is not the player's own"
        } else if !self.stones(!player).contains(mv.to) {
            "there is no enemy stone to remove"
        } else {
            "the two cells do not share a side"
        }
    }

    fn options(&self, player: Player) -> impl Iterator<Item = Self> {
        let steps = Steps::of(self.shape());
        let (own, enemy) = (self.board.word(player), self.board.word(!player));
        bits(own & steps.around(enemy)).flat_map(move |from| {
            bits(steps.around(from) & enemy).map(move |to| {
                let mut option = *self;
                option.set(player, own ^ from ^ to, enemy ^ to);
                option
            })
        })
    }

    /// A move is a pair of adjacent enemies, so the two players have equally many.
    fn move_count(&self, player: Player) -> u64 {
        let steps = Steps::of(self.shape());
        let (own, enemy) = (self.board.word(player), self.board.word(!player));
        let steps = [steps.east(own), steps.west(own), steps.south(own), steps.north(own)];
        steps.into_iter().map(|to| u64::from((to & enemy).count())).sum()
    }
}

/// The bits of the set one by one, the lowest first.
fn bits<W: Word>(set: W) -> impl Iterator<Item = W> {
    let mut rest = set;
    from_fn(move || {
        let lowest = rest.lowest();
        rest = rest ^ lowest;
        (lowest != W::default()).then_some(lowest)
    })
}

impl<W: Word> GenClobber<W> {
    fn set(&mut self, player: Player, own: W, enemy: W) {
        let (left, right) = match player {
            Player::Left => (own, enemy),
            Player::Right => (enemy, own),
        };
        self.board = Board::from_words(left, right, self.shape());
    }
}

impl<W: Word> Short for GenClobber<W> {
    type Narrow = GenClobber<W::Narrower>;

    fn narrow(&self) -> Option<Self::Narrow> {
        self.board.narrowed().map(|board| GenClobber { board })
    }

    fn negative(&self) -> Self {
        Self { board: self.board.negative() }
    }

    /// The connected components, cropped; those of one colour are 0 and left out.
    fn components(&self) -> impl Iterator<Item = Self> {
        self.board.mixed_components().map(|board| Self { board })
    }

    fn normalized(&self) -> (Self, bool) {
        let (board, negated) = self.board.normalized();
        (Self { board }, negated)
    }
}

impl<W: Word> Ruleset for GenClobber<W> {
    const NAME: &'static str = "clobber";
    const ABOUT: &'static str = "move a stone onto an adjacent enemy stone, which is removed";
    const NOTATION: &'static str = "rows from the top, joined by `/`: x Left, o Right, . empty";

    fn read_move(&self, text: &str) -> Result<ClobberMove, ParseMoveError> {
        let cell = |name: &str| Cell::named(name.trim(), self.shape().height());
        let cells = text.split_once('-').and_then(|(from, to)| Some((cell(from)?, cell(to)?)));
        let (from, to) =
            cells.ok_or_else(|| ParseMoveError::new(text, "expected two cells like a1-b1"))?;
        Ok(ClobberMove::new(from, to, self.shape()))
    }
}

/// Implements the conversions between a word and a wider one.
macro_rules! conversions {
    ($($narrow:ty, $wide:ty;)*) => {$(
        impl From<GenClobber<$narrow>> for GenClobber<$wide> {
            fn from(position: GenClobber<$narrow>) -> Self {
                position.convert().expect("the wider word has room for every shape")
            }
        }

        /// Fails if the board has too many cells, with stones or without.
        impl TryFrom<&GenClobber<$wide>> for GenClobber<$narrow> {
            type Error = ParsePositionError;

            fn try_from(position: &GenClobber<$wide>) -> Result<Self, ParsePositionError> {
                position.convert()
            }
        }
    )*};
}

conversions!(u64, u128; u64, Wide; u128, Wide;);

impl<W: Word> From<Board<W>> for GenClobber<W> {
    fn from(board: Board<W>) -> Self {
        Self { board }
    }
}

impl<W: Word> FromStr for GenClobber<W> {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        Ok(Self { board: text.parse()? })
    }
}

/// Prints the rows from the top, joined by `/`.
impl<W: Word> fmt::Display for GenClobber<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.board, f)
    }
}

/// Shows the text form, which [`Display`](fmt::Display) prints too.
impl<W: Word> fmt::Debug for GenClobber<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clobber({self})")
    }
}
