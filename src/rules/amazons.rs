//! Amazons: move a queen of one's own, then shoot an arrow from it, whose cell is blocked for good.
//!
//! Invented by Walter Zamkauskas in 1988. Source: Berlekamp, *Sums of N x 2 Amazons* (2000); Müller,
//! Tegos, *Experiments in Computer Amazons* (More Games of No Chance, 2002).

use std::fmt;
use std::str::FromStr;

use super::spec::CANNOT_MOVE_LOSES;
use super::{
    CellKind, CellSpec, MoveExample, ParseMoveError, Pointing, PointingOrder, Position, Rank,
    Ruleset, RulesetSpec, Short, SizeLimit, line_count, narrows_to,
};
use crate::board::{
    Bitboard, Board, Cell, ParsePositionError, Shape, Steps, Symmetry, U448, Word, bits,
};
use crate::{ByPlayer, Player};

/// Amazons on boards of up to 448 cells, as 20x20.
pub type Amazons448 = Amazons<U448>;

/// A position of Amazons, on a board held in words `W`; up to 64 cells unless said otherwise.
///
/// Left has the amazons `x`, Right those `o`. A player moves one over empty cells like a chess queen,
/// and from there shoots an arrow the same way, which may pass over the cell just left or end on it.
/// Where the arrow ends the board is blocked.
///
/// # Decomposition
/// Amazons and arrows go like a chess king, step by step, over empty cells, and blocked cells stay blocked.
/// So they never leave their component of the cells that are not blocked, connected as a king moves, nor
/// get in each other's way across its edge: a position is the sum of its components. Where there is no
/// amazon or no empty cell nobody can ever move: 0.
///
/// # Symmetry
/// All eight images of a position have the same moves. With the colours exchanged it is the negative.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Amazons, Position};
/// let position = Amazons::parse("x.o")?;
/// let mv = position.moves(Player::Left).next().unwrap();
/// assert_eq!(mv.to_string(), "a1-b1/a1");
/// assert_eq!(position.play(Player::Left, mv)?.to_string(), "#xo");
/// assert_eq!(position.canonical_form().to_string(), "*");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Amazons<W: Word = u64> {
    /// The amazons of Left and of Right, and the empty cells; those in no set are blocked.
    board: Board<W, 3>,
}

/// Left's amazon, Right's, empty, blocked.
const LETTERS: &str = "xo.#";

/// The steps of a king: rows down and columns to the right.
const STEPS: [(i8, i8); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

impl Amazons {
    /// Reads `x` and `o` (amazons), `.` (empty) and `#` (blocked), in rows from the top, joined by `/`,
    /// `|` or line ends.
    ///
    /// Larger boards are read with [`str::parse`], which knows their type.
    ///
    /// # Errors
    /// [`ParsePositionError`] says what is wrong, and where.
    pub fn parse(text: &str) -> Result<Self, ParsePositionError> {
        text.parse()
    }
}

const START: &str = "...x..x.../........../........../x........x/........../........../o........o/\
                     ........../........../...o..o...";

impl Amazons<u128> {
    /// The position to start from: 10x10 with four amazons a player, Left (black) at the top.
    ///
    /// By custom Right (white) begins.
    ///
    /// # Examples
    /// ```
    /// use dicot::Player;
    /// use dicot::rules::{Amazons, Position};
    /// assert_eq!(Amazons::start().move_count(Player::Right), 2176);
    /// ```
    pub fn start() -> Self {
        START.parse().expect("a board of 100 cells")
    }
}

impl<W: Word> Amazons<W> {
    /// The board; set 0 is Left's amazons, set 1 Right's, set 2 the empty cells.
    pub fn board(&self) -> &Board<W, 3> {
        &self.board
    }

    /// The width and height of the board.
    pub fn shape(&self) -> Shape {
        self.board.shape()
    }

    /// The cells with an amazon of that player.
    pub fn amazons(&self, player: Player) -> Bitboard<W> {
        self.board.set(player as usize)
    }

    /// The cells without an amazon that are not blocked.
    pub fn empty_cells(&self) -> Bitboard<W> {
        self.board.set(2)
    }

    /// The image of the position, which has the same value.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Self {
        self.board.image(symmetry).into()
    }

    /// The same position in another word.
    ///
    /// # Errors
    /// [`ParsePositionError::TooLarge`] if the board has more cells than that word has bits.
    pub fn convert<U: Word>(&self) -> Result<Amazons<U>, ParsePositionError> {
        Ok(self.board.convert()?.into())
    }

    /// The cells that a queen reaches from one of the cells, over empty ones.
    fn reach(&self, from: W, empty: W) -> W {
        let steps = Steps::of(self.shape());
        let mut reached = W::default();
        for step in STEPS {
            let mut front = steps.shifted(from, step) & empty;
            while front != W::default() {
                reached = reached | front;
                front = steps.shifted(front, step) & empty;
            }
        }
        reached
    }

    /// Where the amazon on a cell can move to.
    fn targets(&self, from: W) -> W {
        self.reach(from, self.empty_cells().bits())
    }

    /// Where an amazon that has moved can shoot to.
    fn shots(&self, from: W, to: W) -> W {
        self.reach(to, (self.empty_cells().bits() | from) & !to)
    }

    /// The player's amazon has gone from one cell to another, and an arrow has hit a third.
    fn after(&self, player: Player, from: W, to: W, arrow: W) -> Self {
        let [left, right, empty] = self.board.sets().map(|set| set & !from & !to & !arrow);
        let (amazon, empty) = (to & !arrow, empty | from & !to & !arrow);
        let sets = match player {
            Player::Left => [left | amazon, right, empty],
            Player::Right => [left, right | amazon, empty],
        };
        Board::from_sets(sets, self.shape()).into()
    }

    /// The rule that the move breaks, if there is one.
    fn broken_rule(&self, player: Player, mv: AmazonsMove) -> Option<&'static str> {
        let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(|cell| self.board.bit(cell));
        if mv.height != self.shape().height() {
            Some("the move is for a board of another height")
        } else if [from, to, arrow].contains(&W::default()) {
            Some("the cell is not on the board")
        } else if self.amazons(!player).contains(mv.from) {
            Some("the amazon to move is not the player's own")
        } else if !self.amazons(player).contains(mv.from) {
            Some("there is no amazon to move")
        } else if mv.from == mv.to {
            Some("the amazon stays where it is")
        } else if !are_in_line(mv.from, mv.to) {
            Some("an amazon moves like a chess queen")
        } else if self.targets(from) & to == W::default() {
            Some("the way of the amazon is not empty")
        } else if !are_in_line(mv.to, mv.arrow) {
            Some("an arrow flies like a chess queen")
        } else if self.shots(from, to) & arrow == W::default() {
            Some("the way of the arrow is not empty")
        } else {
            None
        }
    }
}

/// Whether a queen on an empty board could move from one cell to the other.
fn are_in_line(a: Cell, b: Cell) -> bool {
    let (rows, cols) = (a.row.abs_diff(b.row), a.col.abs_diff(b.col));
    a != b && (rows == 0 || cols == 0 || rows == cols)
}

/// A move of Amazons: from a cell to a cell, and where the arrow ends. It prints like `d1-d7/g7`.
///
/// A move remembers the height of its board, to print ranks; it is no move on a board of another
/// height.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{Amazons, Position, Ruleset};
/// let position = Amazons::start();
/// let mv = position.read_move("d1-d7/g7")?;
/// assert_eq!(position.play(Player::Right, mv)?.to_string().split('/').nth(3), Some("x..o..#..x"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AmazonsMove {
    from: Cell,
    to: Cell,
    arrow: Cell,
    height: u8,
}

impl AmazonsMove {
    /// The move from one cell to another with an arrow to a third, on a board of that shape. It need not
    /// be legal anywhere.
    pub fn new(from: Cell, to: Cell, arrow: Cell, shape: Shape) -> Self {
        Self { from, to, arrow, height: shape.height() }
    }

    /// The cell of the amazon.
    pub fn from(self) -> Cell {
        self.from
    }

    /// Where it goes.
    pub fn to(self) -> Cell {
        self.to
    }

    /// Where its arrow ends.
    pub fn arrow(self) -> Cell {
        self.arrow
    }
}

impl fmt::Display for AmazonsMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, to, arrow] = [self.from, self.to, self.arrow].map(|cell| cell.name(self.height));
        write!(f, "{from}-{to}/{arrow}")
    }
}

impl<W: Word> Amazons<W> {
    /// The same position in a smaller word, if it fits one.
    fn narrow(&self) -> Option<Amazons<u64>> {
        self.board.narrowed().map(Amazons::from)
    }
}

impl<W: Word> Position for Amazons<W> {
    type Move = AmazonsMove;

    fn moves(&self, player: Player) -> impl Iterator<Item = AmazonsMove> {
        let (position, shape) = (*self, self.shape());
        let cells = move |set| Bitboard::from_bits(set, shape).cells();
        self.amazons(player).cells().flat_map(move |from| {
            let from_bit = position.board.bit(from);
            cells(position.targets(from_bit)).flat_map(move |to| {
                let shots = position.shots(from_bit, position.board.bit(to));
                cells(shots).map(move |arrow| AmazonsMove::new(from, to, arrow, shape))
            })
        })
    }

    /// An illegal move gives a position without meaning, but a sound one: it never panics.
    fn play_unchecked(&mut self, player: Player, mv: AmazonsMove) {
        let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(|cell| self.board.bit(cell));
        *self = self.after(player, from, to, arrow);
    }

    fn is_legal(&self, player: Player, mv: AmazonsMove) -> bool {
        self.broken_rule(player, mv).is_none()
    }

    fn why_illegal(&self, player: Player, mv: AmazonsMove) -> &'static str {
        self.broken_rule(player, mv).unwrap_or("the move is legal")
    }

    fn options(&self, player: Player) -> impl Iterator<Item = Self> {
        let position = *self;
        bits(self.amazons(player).bits()).flat_map(move |from| {
            bits(position.targets(from)).flat_map(move |to| {
                let shots = bits(position.shots(from, to));
                shots.map(move |arrow| position.after(player, from, to, arrow))
            })
        })
    }

    /// The shots from a cell are counted all at once.
    fn move_count(&self, player: Player) -> u64 {
        let shots = |from| bits(self.targets(from)).map(move |to| self.shots(from, to).count());
        bits(self.amazons(player).bits()).flat_map(shots).map(u64::from).sum()
    }

    fn line_count(&self, player: Player, depth: u32) -> u64 {
        match self.narrow() {
            Some(position) => position.line_count(player, depth),
            None => line_count(self, player, depth),
        }
    }
}

impl<W: Word> Short for Amazons<W> {
    narrows_to!(Amazons<u64>);

    fn negative(&self) -> Self {
        self.board.exchanged(0, 1).into()
    }

    /// The components with amazons and empty cells, cropped: see [`Amazons`](Self#decomposition).
    fn components(&self) -> impl Iterator<Item = Self> {
        let (steps, region) = (Steps::of(self.shape()), self.board.occupied().bits());
        let near = move |set| {
            let sideways = set | steps.east(set) | steps.west(set);
            sideways | steps.south(sideways) | steps.north(sideways)
        };
        // In a component with both, an amazon is next to an empty cell.
        let empty = self.empty_cells().bits();
        let movable = region & !empty & near(empty);
        self.board.pieces(movable, move |piece| near(piece) & region).map(Self::from)
    }

    fn normalized(&self) -> (Self, bool) {
        let (board, negated) = self.board.normalized();
        (board.into(), negated)
    }
}

impl<W: Word> Ruleset for Amazons<W> {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Amazons",
        about: "move an amazon like a chess queen, then shoot an arrow, which blocks its cell",
        how_to_play: &[
            "Move one of your amazons like a queen of chess, over empty cells to an empty cell.",
            "Then shoot an arrow from there, in the same way. The cell where the arrow lands is \
                blocked for the rest of the game.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[MoveExample::new(Player::Left, "x..o/....", "a2-b1/c2", "..#o/.x..")],
        cells: &[
            CellSpec::new('x', "Left", CellKind::Left),
            CellSpec::new('o', "Right", CellKind::Right),
            CellSpec::new('.', "empty", CellKind::Empty),
            CellSpec::new('#', "blocked", CellKind::Blocked),
        ],
        pieces: ByPlayer { left: "amazon", right: "amazon" },
        rank: Rank::EmptyCells,
        max_size: Some(SizeLimit { size: 250, row: 250, unit: "moves" }),
        sizes: &[(10, 10)],
        positions: &[("one each and an arrow", "x..o/..#.")],
        pointing: Pointing {
            order: PointingOrder::InTurn,
            hints: &["an amazon", "where it goes", "the cell where the arrow lands"],
        },
        ..RulesetSpec::stones("amazons")
    };

    /// [`Amazons::start`], on 10x10 only.
    fn start_position(width: u8, height: u8) -> Option<Self> {
        ((width, height) == (10, 10)).then(|| START.parse().ok()).flatten()
    }

    fn read_move(&self, text: &str) -> Result<AmazonsMove, ParseMoveError> {
        let cell = |name| self.shape().cell_named(name);
        let cells = text.split_once('-').and_then(|(from, rest)| {
            let (to, arrow) = rest.split_once('/')?;
            Some((cell(from)?, cell(to)?, cell(arrow)?))
        });
        let (from, to, arrow) = cells.ok_or_else(|| {
            ParseMoveError::new(text, "expected a move and the cell of the arrow like d1-d7/g7")
        })?;
        Ok(AmazonsMove::new(from, to, arrow, self.shape()))
    }
}

/// Set 0 is Left's amazons, set 1 Right's, set 2 the empty cells.
impl<W: Word> From<Board<W, 3>> for Amazons<W> {
    fn from(board: Board<W, 3>) -> Self {
        Self { board }
    }
}

impl<W: Word> FromStr for Amazons<W> {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        Ok(Board::read(text, LETTERS)?.into())
    }
}

/// Prints the rows from the top, joined by `/`, or as lines with `{:#}`.
impl<W: Word> fmt::Display for Amazons<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.board.shown(LETTERS), f)
    }
}

/// Shows the text form, which [`Display`](fmt::Display) prints too.
impl<W: Word> fmt::Debug for Amazons<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({self})", Self::SPEC.name)
    }
}
