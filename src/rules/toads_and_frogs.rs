//! Toads and Frogs: on a strip, toads (Left) move to the right and frogs (Right) to the left; each steps
//! to the next cell, or jumps over one enemy animal, onto an empty cell.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways* (chapter 1); Erickson, *New Toads and Frogs Results*
//! (Games of No Chance, 1996).

use super::on_board::{CellsMove, counts_narrow_lines, narrows_to, on_strip};
use super::spec::CANNOT_MOVE_LOSES;
use super::{
    BoardKind, CellKind, CellSpec, MoveExample, ParseMoveError, Position, Ruleset, RulesetSpec,
    Search, Short, SymmetryRule,
};
use crate::board::{Bitboard, Board, Cell, Steps, Symmetry, Word, bits};
use crate::{ByPlayer, Player};

/// A position of Toads and Frogs, on a strip held in words `W`; up to 64 cells unless said otherwise.
///
/// Left moves a toad one cell to the right if that is empty, or over one frog onto the empty cell
/// beyond it; Right moves frogs to the left in the same way.
///
/// # Decomposition
/// Call a cell *soft* if it is empty or has an animal that is alive, and a toad *alive* if the next cell
/// to its right is soft, or has a frog with a soft cell behind; a frog likewise to the left: no more
/// cells than that follows from the empty ones. Take the first move of a game that touches a cell which
/// was not soft at its start, say a move of a toad. Until then only soft cells were ever empty.
/// - So it ends on a soft cell.
/// - If it begins on a cell that was not soft, the toad has been there from the start, and so has the frog that it
///   jumps over, if there is one and its cell was not soft; so the toad is alive, which it is not.
/// - If only the cell that it jumps over was not soft, the frog there has been there from the start,
///   with a soft cell to its left, where the toad is; so the frog is alive, which it is not.
///
/// So such a move does not exist: a dead animal never moves and is never jumped over. All moves are made inside the runs
/// of soft cells, in each of them as on a strip of its own, and a position is their sum. A run without animals is 0.
///
/// # Symmetry
/// Mirrored, with toads and frogs exchanged, a position is the negative.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Position, ToadsAndFrogs};
/// let position: ToadsAndFrogs = "tf.t.f".parse()?;
/// let moves: Vec<String> = position.moves(Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["a1-c1", "d1-e1"]);
/// assert_eq!("t.f".parse::<ToadsAndFrogs>()?.canonical_form().to_string(), "*");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ToadsAndFrogs<W: Word = u64> {
    /// One row; the toads and the frogs.
    pub(super) board: Board<W>,
}

on_strip!(ToadsAndFrogs, 2, "tf.");

impl<W: Word> ToadsAndFrogs<W> {
    /// The cells from which one gets into the set by one cell in the player's direction.
    fn behind(&self, player: Player, set: W) -> W {
        let steps = Steps::of(self.shape());
        if player == Player::Left { steps.west(set) } else { steps.east(set) }
    }

    fn empty(&self) -> W {
        Bitboard::<W>::full(self.shape()).bits() & !self.board.occupied().bits()
    }

    /// The animals of the player that could move, if all cells of the set were empty.
    fn ready(&self, player: Player, set: W) -> W {
        let [own, enemy] = [player, !player].map(|player| self.board.word(player));
        let step = self.behind(player, set);
        own & (step | self.behind(player, enemy & step))
    }

    /// The cells that are soft, as [`ToadsAndFrogs`] says.
    fn soft(&self) -> W {
        let mut soft = self.empty();
        loop {
            let more = soft | self.ready(Player::Left, soft) | self.ready(Player::Right, soft);
            if more == soft {
                return soft;
            }
            soft = more;
        }
    }

    /// The player's animal has gone from one cell to another.
    fn after(&self, player: Player, from: W, to: W) -> Self {
        let own = self.board.word(player) & !from | to;
        let enemy = self.board.word(!player) & !from & !to;
        let sets = if player == Player::Left { [own, enemy] } else { [enemy, own] };
        Self { board: Board::from_sets(sets, self.shape()) }
    }
}

/// The binary logarithm, rounded down, of the number of arrangements of a strip's animals and empty cells.
pub(super) fn arrangements_log2<W: Word>(board: &Board<W>) -> u32 {
    let [toads, frogs] = Player::BOTH.map(|player| board.stones(player).len());
    let cells = u32::from(board.shape().width());
    // Each factor of C(cells, toads) and C(cells - toads, frogs) keeps the product whole.
    let binomial = |n: u32, k: u32| {
        (1..=k.min(n - k)).try_fold(1_u128, |product, i| {
            Some(product.checked_mul(u128::from(n - i + 1))? / u128::from(i))
        })
    };
    let first = binomial(cells, toads).map_or(u128::BITS, u128::ilog2);
    first + binomial(cells - toads, frogs).map_or(u128::BITS, u128::ilog2)
}

impl<W: Word> Position for ToadsAndFrogs<W> {
    /// A move of Toads and Frogs: from a cell to a cell. It prints like `c1-d1`.
    type Move = CellsMove<2>;

    fn moves(&self, player: Player) -> impl Iterator<Item = Self::Move> {
        let (board, shape) = (self.board, self.shape());
        let ready = Bitboard::from_bits(self.ready(player, self.empty()), shape);
        ready.cells().map(move |from| {
            let Cell { row, col } = from;
            let ahead = |n| if player == Player::Left { col + n } else { col - n };
            let steps = board.get(Cell { row, col: ahead(1) }).is_none();
            let to = Cell { row, col: ahead(if steps { 1 } else { 2 }) };
            CellsMove::new([from, to], shape)
        })
    }

    fn play_unchecked(&mut self, player: Player, mv: Self::Move) {
        let [from, to] = mv.cells.map(|cell| self.board.bit(cell));
        *self = self.after(player, from, to);
    }

    fn broken_rule(&self, player: Player, mv: Self::Move) -> Option<&'static str> {
        let [from, to] = mv.cells;
        if let Some(rule) = mv.misfit(self.shape()) {
            return Some(rule);
        }
        match self.board.get(from) {
            None => return Some("there is no animal to move"),
            Some(owner) if owner != player => {
                return Some("the animal to move is not the player's own");
            }
            Some(_) => {}
        }
        if from == to {
            return Some("the animal stays where it is");
        }
        let (ahead, backward) = match player {
            Player::Left => (to.col.saturating_sub(from.col), "toads move to the right"),
            Player::Right => (from.col.saturating_sub(to.col), "frogs move to the left"),
        };
        let crossed = self.board.get(Cell { row: 0, col: from.col.midpoint(to.col) });
        match ahead {
            0 => Some(backward),
            3.. => Some("an animal moves one cell, or two in a jump"),
            _ if self.board.get(to).is_some() => Some("the target cell is not empty"),
            2 if crossed != Some(!player) => Some("only an enemy animal can be jumped over"),
            _ => None,
        }
    }

    fn options(&self, player: Player) -> impl Iterator<Item = Self> {
        let (position, empty) = (*self, self.empty());
        bits(self.ready(player, empty)).map(move |from| {
            let step = position.behind(!player, from);
            let jump = position.behind(!player, step);
            position.after(player, from, if step & empty == step { step } else { jump })
        })
    }

    fn move_count(&self, player: Player) -> u64 {
        self.ready(player, self.empty()).count().into()
    }

    counts_narrow_lines!();
}

impl<W: Word> Short for ToadsAndFrogs<W> {
    const SEARCH: Search<Self> =
        Search { packed: Some(|position| position.board.packed()), ..Search::NONE };

    narrows_to!(ToadsAndFrogs<u64>);

    /// The binary logarithm of the number of arrangements of the animals.
    fn size(&self) -> u32 {
        arrangements_log2(&self.board)
    }

    fn negative(&self) -> Self {
        Self { board: self.board.image(Symmetry::LeftRight).negative() }
    }

    /// The runs of soft cells with animals: see [`ToadsAndFrogs`](Self#decomposition).
    fn components(&self) -> impl Iterator<Item = Self> {
        let soft = self.soft();
        let [toads, frogs] = self.board.sets().map(|animals| animals & soft);
        // With the empty cells as a set, so that a run is cut at its ends and not at its animals.
        let strip = Board::from_sets([toads, frogs, self.empty()], self.shape());
        strip.components_around(toads | frogs).map(|run| {
            let [toads, frogs, _] = run.sets();
            Self { board: Board::from_sets([toads, frogs], run.shape()) }
        })
    }

    fn normalized(&self) -> (Self, bool) {
        let images = [(self.board, false), (self.negative().board, true)];
        let (board, negated) = Board::least(images);
        (Self { board }, negated)
    }
}

impl<W: Word> Ruleset for ToadsAndFrogs<W> {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        aliases: &["toads"],
        title: "Toads and Frogs",
        about: "toads step to the right or jump over one frog, frogs to the left or over one toad",
        how_to_play: &[
            "Left moves the toads to the right, Right moves the frogs to the left: one step onto \
                an empty cell, or a jump over one animal of the opponent onto an empty cell. \
                Nothing is removed.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, "t.f", "a1-b1", ".tf"),
            MoveExample::new(Player::Left, "tf.", "a1-c1", ".ft"),
        ],
        board: BoardKind::Row,
        cells: &[
            CellSpec::new('t', "toad (Left)", CellKind::Left),
            CellSpec::new('f', "frog (Right)", CellKind::Right),
            CellSpec::new('.', "empty", CellKind::Empty),
        ],
        pieces: ByPlayer { left: "toad", right: "frog" },
        symmetry: SymmetryRule::Facing,
        start: Some("tttt...ffff"),
        positions: &[("three against two", "ttt.ff")],
        ..RulesetSpec::new("toads-and-frogs")
    };

    fn read_move(&self, text: &str) -> Result<Self::Move, ParseMoveError> {
        CellsMove::read(text, self.shape(), "expected two cells of the strip like a1-b1")
    }
}
