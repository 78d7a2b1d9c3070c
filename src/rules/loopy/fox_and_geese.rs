//! Fox and Geese: geese (Left) go down a board diagonally and shut in a fox (Right), who wants to get past them.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways* (chapter 20); the range of the fox is an option of the program CGSuite.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::marker::PhantomData;

use crate::board::{Bitboard, Board, Cell, ParsePositionError, Shape, Steps, Word, bits};
use crate::rules::on_board::{CellsMove, board_methods, counts_narrow_lines};
use crate::rules::{
    BoardKind, CellKind, CellSpec, MoveExample, ParseMoveError, Position, Rank, Ruleset,
    RulesetSpec,
};
use crate::{ByPlayer, Player};

/// How far a fox goes.
pub trait FoxVariant: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The description of the ruleset.
    const SPEC: &'static RulesetSpec;
    /// The most cells of a move of the fox, all of them empty.
    const RANGE: u8 = 1;
}

/// A fox that goes one cell: [`FoxAndGeese`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NearFox;

/// A fox that goes one cell or two: [`FarFoxAndGeese`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FarFox;

/// A position of Fox and Geese, on a board held in words `W`; up to 64 cells unless said otherwise.
///
/// # Examples
/// ```
/// use dicot::rules::FoxAndGeese;
/// assert_eq!(FoxAndGeese::<u64>::start(4, 4)?.to_string(), ".g.g/..../..../..f.");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub type FoxAndGeese<W = u64> = GenFoxAndGeese<NearFox, W>;

/// A position of Fox and Geese with a fox that goes one cell or two.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{Position, fox_and_geese::FarFoxAndGeese};
/// let position: FarFoxAndGeese = ".g.g/..../..../..f.".parse()?;
/// let moves: Vec<String> = position.moves(Player::Right).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["c1-a3", "c1-b2", "c1-d2"]);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub type FarFoxAndGeese<W = u64> = GenFoxAndGeese<FarFox, W>;

/// A position of Fox and Geese with a [variant](FoxVariant) of the fox, on a board held in words `W`; up to 64 cells unless said
/// otherwise.
///
/// Left moves a goose (`g`) one cell diagonally downwards, Right moves the fox (`f`) diagonally in any direction, over at most
/// [`RANGE`](FoxVariant::RANGE) cells; all are empty. A fox that is level with the highest goose or above it has escaped: then Left cannot move and Right
/// may pass, so the value of the position is `off`.
///
/// Play need not end, so the ruleset is not [`Short`](crate::rules::Short).
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{FoxAndGeese, Position};
/// let position: FoxAndGeese = ".g.g/..f./..../....".parse()?;
/// let moves = |position: FoxAndGeese, player| -> Vec<String> {
///     position.moves(player).map(|mv| mv.to_string()).collect()
/// };
/// assert_eq!(moves(position, Player::Left), ["b4-a3"]);
/// assert_eq!(moves(position, Player::Right), ["c3-b2", "c3-d2"]);
/// assert_eq!(moves("f.../.g..".parse()?, Player::Right), ["pass"]);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct GenFoxAndGeese<V: FoxVariant, W: Word = u64> {
    /// The geese and the fox.
    board: Board<W>,
    variant: PhantomData<V>,
}

board_methods!(GenFoxAndGeese[V: FoxVariant], 2, "gf.");

/// The sets have the letters `gf.`; the last one is for a cell in no set.
///
/// Fails unless there is exactly one fox.
impl<V: FoxVariant, W: Word> TryFrom<Board<W>> for GenFoxAndGeese<V, W> {
    type Error = ParsePositionError;

    fn try_from(board: Board<W>) -> Result<Self, ParsePositionError> {
        match board.stones(Player::Right).len() {
            1 => Ok(Self { board, variant: PhantomData }),
            count => Err(ParsePositionError::NotOne { pieces: "foxes", count }),
        }
    }
}

impl<V: FoxVariant, W: Word> GenFoxAndGeese<V, W> {
    /// The position to start from: geese on the dark cells of the top row, the fox on a dark cell in the middle of the
    /// bottom row; `a1` is dark. Sides in cells.
    ///
    /// # Errors
    /// [`ParsePositionError`] if a side is less than 2, or the board has too many cells for the type.
    ///
    /// # Examples
    /// ```
    /// use dicot::rules::FoxAndGeese;
    /// assert_eq!(FoxAndGeese::<u64>::start(4, 4)?.to_string(), ".g.g/..../..../..f.");
    /// # Ok::<_, dicot::board::ParsePositionError>(())
    /// ```
    pub fn start(width: u8, height: u8) -> Result<Self, ParsePositionError> {
        let empty = Board::<W>::empty(Shape::new(width, height)?)?;
        if width.min(height) < 2 {
            return Err(ParsePositionError::TooLow { height: width.min(height), least: 2 });
        }
        let geese = (0..width).filter(|col| (height - 1 + col).is_multiple_of(2));
        let board = geese.fold(empty, |board, col| board.with(Cell { row: 0, col }, Player::Left));
        let fox = Cell { row: height - 1, col: (width / 2) & !1 };
        Ok(Self { board: board.with(fox, Player::Right), variant: PhantomData })
    }

    /// The cell of the fox.
    fn fox(&self) -> Option<Cell> {
        self.board.stones(Player::Right).cells().next()
    }

    /// Whether the fox is level with the highest goose or above it.
    pub fn has_escaped(&self) -> bool {
        let highest = self.board.stones(Player::Left).cells().next();
        self.fox().is_some_and(|fox| highest.is_none_or(|goose| fox.row <= goose.row))
    }

    /// The cells to which the player's piece on a cell can go.
    fn targets(&self, player: Player) -> impl Fn(W) -> W + use<V, W> {
        let steps = Steps::of(self.shape());
        let empty = Bitboard::<W>::full(self.shape()).bits() & !self.board.occupied().bits();
        move |from| {
            if player == Player::Left {
                return steps.south(steps.east(from) | steps.west(from)) & empty;
            }
            let mut reached = W::default();
            for step in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let mut front = from;
                for _ in 0..V::RANGE {
                    front = steps.shifted(front, step) & empty;
                    reached = reached | front;
                }
            }
            reached
        }
    }

    /// The player's pieces that can step; none if the fox has escaped.
    fn pieces(&self, player: Player) -> W {
        if self.has_escaped() { W::default() } else { self.board.word(player) }
    }
}

/// A move of Fox and Geese, or of [`HareAndHounds`](crate::rules::HareAndHounds). It prints like `b8-a7`, or `pass`, and need not be legal
/// anywhere.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{FoxAndGeese, Position, Ruleset, fox_and_geese::FoxAndGeeseMove};
/// let position: FoxAndGeese = "f.../.g..".parse()?;
/// let pass = position.read_move("pass")?;
/// assert!(matches!(pass, FoxAndGeeseMove::Pass(_)));
/// assert_eq!(position.play(Player::Right, pass)?, position);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FoxAndGeeseMove {
    /// A piece goes from a cell to a cell.
    Step(CellsMove<2>),
    /// The fox or the hare, on this cell, has escaped and stays.
    Pass(Cell),
}

impl Display for FoxAndGeeseMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FoxAndGeeseMove::Step(mv) => Display::fmt(mv, f),
            FoxAndGeeseMove::Pass(_) => f.write_str("pass"),
        }
    }
}

impl<V: FoxVariant, W: Word> Position for GenFoxAndGeese<V, W> {
    type Move = FoxAndGeeseMove;

    /// The moves: pieces row by row from the top, each to its cells in the same order.
    fn moves(&self, player: Player) -> impl Iterator<Item = FoxAndGeeseMove> {
        let (position, shape) = (*self, self.shape());
        let pieces = Bitboard::from_bits(self.pieces(player), shape).cells();
        let targets = self.targets(player);
        let steps = pieces.flat_map(move |from| {
            let to = targets(position.board.bit(from));
            let to = Bitboard::from_bits(to, shape).cells();
            to.map(move |to| FoxAndGeeseMove::Step(CellsMove::new([from, to], shape)))
        });
        let may_pass = player == Player::Right && self.has_escaped();
        let pass = self.fox().filter(|_| may_pass).map(FoxAndGeeseMove::Pass);
        steps.chain(pass)
    }

    fn play_unchecked(&mut self, player: Player, mv: FoxAndGeeseMove) {
        let FoxAndGeeseMove::Step(mv) = mv else { return };
        let [from, to] = mv.cells;
        if mv.misfit(self.shape()).is_none() {
            self.board = self.board.without(from).with(to, player);
        }
    }

    fn broken_rule(&self, player: Player, mv: FoxAndGeeseMove) -> Option<&'static str> {
        let mv = match mv {
            FoxAndGeeseMove::Step(mv) => mv,
            FoxAndGeeseMove::Pass(_) if player == Player::Left => return Some("geese cannot pass"),
            FoxAndGeeseMove::Pass(cell) => {
                return match self.fox() {
                    Some(fox) if fox != cell => Some("the fox is on another cell"),
                    _ if !self.has_escaped() => Some("a fox that has not escaped cannot pass"),
                    _ => None,
                };
            }
        };
        let [from, to] = mv.cells;
        if let Some(rule) = mv.misfit(self.shape()) {
            return Some(rule);
        }
        match self.board.get(from) {
            None => return Some("there is no piece to move"),
            Some(owner) if owner != player => {
                return Some("the piece to move is not the player's own");
            }
            Some(_) if self.has_escaped() => return Some("the fox has escaped and can only pass"),
            Some(_) => {}
        }
        let distance = from.row.abs_diff(to.row);
        let range = if player == Player::Left { 1 } else { V::RANGE };
        if distance != from.col.abs_diff(to.col) || !(1..=range).contains(&distance) {
            return Some(match range {
                1 => "pieces move one cell diagonally",
                _ => "the fox moves diagonally, and not that far",
            });
        }
        if player == Player::Left && to.row < from.row {
            return Some("geese move downwards");
        }
        if self.board.get(to).is_some() {
            return Some("the target cell is not empty");
        }
        let is_reached =
            self.targets(player)(self.board.bit(from)) & self.board.bit(to) != W::default();
        (!is_reached).then_some("a goose is in the way")
    }

    fn move_count(&self, player: Player) -> u64 {
        let targets = self.targets(player);
        let steps = bits(self.pieces(player)).map(|piece| targets(piece).count());
        u64::from(steps.sum::<u32>()) + u64::from(player == Player::Right && self.has_escaped())
    }

    counts_narrow_lines!(GenFoxAndGeese<V, u64>);
}

impl FoxVariant for NearFox {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Fox and Geese",
        about: "geese go down diagonally and shut in a fox, who goes one cell diagonally in any direction",
        how_to_play: &[
            "Left moves a goose one cell diagonally downwards, Right moves the fox one cell diagonally in any \
                direction, onto an empty cell. Nothing is removed.",
            "A fox that is level with the highest goose or above it has escaped. Then the geese cannot move and the \
                fox may pass.",
            "A player who cannot move loses: the geese win if they shut in the fox. The geese run out of moves, so a \
                game ends.",
        ],
        examples: &[
            MoveExample::new(Player::Left, ".g.g/..../..../..f.", "b4-a3", "...g/g.../..../..f."),
            MoveExample::new(Player::Right, ".g.g/..../..f./....", "c2-b3", ".g.g/.f../..../....")
                .with_note("the fox goes in any direction"),
            MoveExample::new(Player::Right, "..f./.g.g", "pass", "..f./.g.g")
                .with_note("a fox that has escaped"),
        ],
        board: BoardKind::Rectangle,
        cells: &[
            CellSpec::new('g', "goose (Left)", CellKind::Left),
            CellSpec::new('f', "fox (Right)", CellKind::Right),
            CellSpec::new('.', "empty", CellKind::Empty),
        ],
        players: ByPlayer { left: "Geese", right: "Fox" },
        pieces: ByPlayer { left: "goose", right: "fox" },
        rank: Rank::Nothing,
        sizes: &[(8, 8), (6, 6), (4, 4)],
        positions: &[("the fox cannot be stopped", ".g.g/..../..f./....")],
        ..RulesetSpec::new("fox-and-geese")
    };
}

impl FoxVariant for FarFox {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Fox and Geese, with a fox of range 2",
        about: "geese go down diagonally and shut in a fox, who goes one cell or two diagonally in any direction",
        how_to_play: &[
            "Left moves a goose one cell diagonally downwards, Right moves the fox one cell or two diagonally in any \
                direction, over empty cells. Nothing is removed.",
            NearFox::SPEC.how_to_play[1],
            NearFox::SPEC.how_to_play[2],
        ],
        examples: &[
            MoveExample::new(Player::Left, ".g.g/..../..../..f.", "b4-a3", "...g/g.../..../..f."),
            MoveExample::new(Player::Right, ".g.g/..../..../..f.", "c1-a3", ".g.g/f.../..../....")
                .with_note("the fox goes two cells"),
        ],
        name: "fox-and-geese-2",
        ..*NearFox::SPEC
    };
    const RANGE: u8 = 2;
}

impl<V: FoxVariant, W: Word> Ruleset for GenFoxAndGeese<V, W> {
    const SPEC: &'static RulesetSpec = V::SPEC;

    fn start_position(width: u8, height: u8) -> Option<Self> {
        Self::start(width, height).ok().filter(|start| start.move_count(Player::Left) > 0)
    }

    fn read_move(&self, text: &str) -> Result<FoxAndGeeseMove, ParseMoveError> {
        if let Some(fox) = self.fox().filter(|_| text.trim().eq_ignore_ascii_case("pass")) {
            return Ok(FoxAndGeeseMove::Pass(fox));
        }
        let expected = "expected two cells of the board like b8-a7, or pass";
        CellsMove::read(text, self.shape(), expected).map(FoxAndGeeseMove::Step)
    }
}
