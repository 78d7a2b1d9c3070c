//! Hare and Hounds, the French military game: three hounds (Left) go forward or sideways along the lines of a board and shut in a hare
//! (Right), who goes anywhere and wants to get past them.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways* (chapter 21); Gardner, *Mathematical Games* (Scientific American, October 1963).

use crate::board::{Bitboard, Board, Cell, ParsePositionError, Shape, Steps, Word};
use crate::rules::on_board::{CellsMove, board_methods, counts_narrow_lines};
use crate::rules::{
    BoardKind, CellKind, CellSpec, MoveExample, ParseMoveError, Position, Rank, Ruleset,
    RulesetSpec, fox_and_geese::FoxAndGeeseMove,
};
use crate::{ByPlayer, Player};

/// A position of Hare and Hounds, on a board held in words `W`; up to 64 cells unless said otherwise.
///
/// Left moves a hound (`h`) to an empty cell that a line joins with its own, to the right, up or down; Right moves the hare (`r`) so
/// in any direction. Lines join neighbours in a row or a column, and also diagonally those whose row and column, from 0 at the top left,
/// have an odd sum. A hare to the left of all hounds has escaped: then Left cannot move and Right may pass, so the value of the position is `off`.
///
/// Play need not end, so the ruleset is not [`Short`](crate::rules::Short). In matches between people hounds lose if they do not go forward ten times in a
/// row; here that is a draw, as all infinite play.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{HareAndHounds, Position};
/// let position = HareAndHounds::<u64>::start(5)?;
/// assert_eq!(position.to_string(), "#h..#/h...r/#h..#");
/// let moves = |player| -> Vec<String> {
///     position.moves(player).map(|mv| mv.to_string()).collect()
/// };
/// assert_eq!(moves(Player::Left), ["b3-c3", "b3-b2", "b3-c2", "a2-b2", "b1-b2", "b1-c2", "b1-c1"]);
/// assert_eq!(moves(Player::Right), ["e2-d3", "e2-d2", "e2-d1"]);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct HareAndHounds<W: Word = u64> {
    /// The hounds, the hare, and the empty cells; those in no set are not on the board.
    board: Board<W, 3>,
}

/// The steps along lines: rows down and columns to the right.
const STEPS: [(i8, i8); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

board_methods!(HareAndHounds, 3, "hr.#");

/// The sets have the letters `hr.#`; the last one is for a cell in no set.
///
/// Fails unless there is exactly one hare.
impl<W: Word> TryFrom<Board<W, 3>> for HareAndHounds<W> {
    type Error = ParsePositionError;

    fn try_from(board: Board<W, 3>) -> Result<Self, ParsePositionError> {
        match board.stones(Player::Right).len() {
            1 => Ok(Self { board }),
            count => Err(ParsePositionError::NotOne { pieces: "hares", count }),
        }
    }
}

impl<W: Word> HareAndHounds<W> {
    /// The position to start from on a board of three rows whose first and last column have one cell: 5 wide is the usual one.
    ///
    /// # Errors
    /// [`ParsePositionError`] if the board is less than 5 wide or has too many cells for the type.
    pub fn start(width: u8) -> Result<Self, ParsePositionError> {
        Shape::new(width, 3)?;
        if width < 5 {
            return Err(ParsePositionError::TooLow { height: width, least: 5 });
        }
        let empty = usize::from(width) - 3;
        let side = format!("#h{}#", ".".repeat(empty));
        format!("{side}/h{}r/{side}", ".".repeat(empty + 1)).parse()
    }

    /// The cell of the hare.
    fn hare(&self) -> Option<Cell> {
        self.board.stones(Player::Right).cells().next()
    }

    /// Whether the hare is to the left of all hounds.
    pub fn has_escaped(&self) -> bool {
        let hounds = self.board.stones(Player::Left);
        self.hare().is_some_and(|hare| hounds.cells().all(|hound| hare.col < hound.col))
    }

    /// The cells to which the player's piece on a cell can step.
    fn targets(&self, player: Player, from: Cell) -> W {
        let (steps, bit) = (Steps::of(self.shape()), self.board.bit(from));
        let has_diagonals = (u16::from(from.row) + u16::from(from.col)) % 2 == 1;
        let is_open = |&(rows, cols): &(i8, i8)| {
            (has_diagonals || rows == 0 || cols == 0) && (player == Player::Right || cols >= 0)
        };
        let targets = STEPS.into_iter().filter(is_open).map(|step| steps.shifted(bit, step));
        targets.fold(W::default(), |all, target| all | target) & self.board.set(2).bits()
    }

    /// The player's pieces that can step; none if the hare has escaped.
    fn pieces(&self, player: Player) -> Bitboard<W> {
        match self.has_escaped() {
            true => Bitboard::from_bits(W::default(), self.shape()),
            false => self.board.stones(player),
        }
    }
}

impl<W: Word> Position for HareAndHounds<W> {
    type Move = FoxAndGeeseMove;

    /// The moves: pieces row by row from the top, each to its cells in the same order.
    fn moves(&self, player: Player) -> impl Iterator<Item = FoxAndGeeseMove> {
        let (position, shape) = (*self, self.shape());
        let steps = self.pieces(player).cells().flat_map(move |from| {
            let to = Bitboard::from_bits(position.targets(player, from), shape).cells();
            to.map(move |to| FoxAndGeeseMove::Step(CellsMove::new([from, to], shape)))
        });
        let may_pass = player == Player::Right && self.has_escaped();
        let pass = self.hare().filter(|_| may_pass).map(FoxAndGeeseMove::Pass);
        steps.chain(pass)
    }

    fn play_unchecked(&mut self, player: Player, mv: FoxAndGeeseMove) {
        let FoxAndGeeseMove::Step(mv) = mv else { return };
        let [from, to] = mv.cells;
        if mv.misfit(self.shape()).is_none() {
            self.board = self.board.with_in(from, 2).with_in(to, player as usize);
        }
    }

    fn broken_rule(&self, player: Player, mv: FoxAndGeeseMove) -> Option<&'static str> {
        let mv = match mv {
            FoxAndGeeseMove::Step(mv) => mv,
            FoxAndGeeseMove::Pass(_) if player == Player::Left => {
                return Some("hounds cannot pass");
            }
            FoxAndGeeseMove::Pass(cell) => {
                return match self.hare() {
                    Some(hare) if hare != cell => Some("the hare is on another cell"),
                    _ if !self.has_escaped() => Some("a hare that has not escaped cannot pass"),
                    _ => None,
                };
            }
        };
        let [from, to] = mv.cells;
        if let Some(rule) = mv.misfit(self.shape()) {
            return Some(rule);
        }
        if !self.board.stones(player).contains(from) {
            return Some("there is no piece of the player to move");
        }
        if self.has_escaped() {
            return Some("the hare has escaped and can only pass");
        }
        if player == Player::Left && to.col < from.col {
            return Some("hounds do not go back");
        }
        if !self.board.set(2).contains(to) {
            return Some("the target cell is not empty");
        }
        let is_reached = self.targets(player, from) & self.board.bit(to) != W::default();
        (!is_reached).then_some("no line joins the cells")
    }

    fn move_count(&self, player: Player) -> u64 {
        let steps = self.pieces(player).cells().map(|piece| self.targets(player, piece).count());
        u64::from(steps.sum::<u32>()) + u64::from(player == Player::Right && self.has_escaped())
    }

    counts_narrow_lines!(HareAndHounds<u64>);
}

impl<W: Word> Ruleset for HareAndHounds<W> {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        aliases: &["french-military-game"],
        title: "Hare and Hounds",
        about: "hounds go forward or sideways along lines and shut in a hare, who goes in any direction",
        how_to_play: &[
            "Left moves a hound to the right, up or down, Right moves the hare in any direction: to the next cell along a \
                line, which must be empty. Nothing is removed.",
            "Lines join neighbours in a row or a column. The middle cell of the usual board, and every second one from there, has \
                diagonal lines as well.",
            "A hare to the left of all hounds has escaped. Then the hounds cannot move and the hare may pass.",
            "A player who cannot move loses: the hounds win if they shut in the hare. Play that goes on forever is a draw.",
        ],
        examples: &[
            MoveExample::new(Player::Left, "#h..#/h...r/#h..#", "b3-c2", "#...#/h.h.r/#h..#")
                .with_note("along a diagonal line"),
            MoveExample::new(Player::Right, "#h..#/h.h.r/#...#", "e2-d1", "#h..#/h.h../#..r#"),
            MoveExample::new(Player::Right, "#.h.#/r.h../#h..#", "pass", "#.h.#/r.h../#h..#")
                .with_note("a hare that has escaped"),
        ],
        board: BoardKind::Rectangle,
        lines: true,
        cells: &[
            CellSpec::new('h', "hound (Left)", CellKind::Left),
            CellSpec::new('r', "hare (Right)", CellKind::Right),
            CellSpec::new('.', "empty", CellKind::Empty),
            CellSpec::new('#', "not on the board", CellKind::Outside),
        ],
        players: ByPlayer { left: "Hounds", right: "Hare" },
        pieces: ByPlayer { left: "hound", right: "hare" },
        rank: Rank::Nothing,
        sizes: &[(5, 3), (7, 3), (9, 3)],
        positions: &[
            ("the usual board", "#h..#/h...r/#h..#"),
            ("the hare is shut in soon", "#.h.#/..h.r/#.h.#"),
        ],
        ..RulesetSpec::new("hare-and-hounds")
    };

    fn start_position(width: u8, height: u8) -> Option<Self> {
        Self::start(width).ok().filter(|_| height == 3 && width % 2 == 1)
    }

    fn read_move(&self, text: &str) -> Result<FoxAndGeeseMove, ParseMoveError> {
        if let Some(hare) = self.hare().filter(|_| text.trim().eq_ignore_ascii_case("pass")) {
            return Ok(FoxAndGeeseMove::Pass(hare));
        }
        let expected = "expected two cells of the board like b3-c2, or pass";
        CellsMove::read(text, self.shape(), expected).map(FoxAndGeeseMove::Step)
    }
}
