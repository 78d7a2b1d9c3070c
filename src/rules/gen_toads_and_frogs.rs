//! Variants of Toads and Frogs by how far animals step and what they jump over; Elephants and Rhinos do not jump.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways* (chapter 1, Toads and Frogs); the programs CGSuite and MCGS, for
//! Elephants and Rhinos.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use super::on_board::{CellsMove, board_methods, counts_narrow_lines, narrows_to};
use super::spec::CANNOT_MOVE_LOSES;
use super::toads_and_frogs::arrangements_log2;
use super::{
    Animals, BoardKind, CellKind, CellSpec, Endgame, MoveExample, ParseMoveError, Position,
    Ruleset, RulesetSpec, Search, Short, SymmetryRule,
};
use crate::board::{Board, Cell, ParsePositionError, Symmetry, Word};
use crate::{ByPlayer, Player};

/// A variant of Toads and Frogs, as three choices; play of every variant ends, because animals only go forward.
///
/// # Examples
/// Toads and frogs that step one cell or two:
/// ```
/// use dicot::analysis::Analyze;
/// use dicot::rules::{GenToadsAndFrogs, RulesetSpec, ToadsVariant};
///
/// #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// struct Fast;
///
/// impl ToadsVariant for Fast {
///     const SPEC: &'static RulesetSpec = &RulesetSpec::new("fast-toads");
///     const MAX_STEP: u8 = 2;
/// }
///
/// let position: GenToadsAndFrogs<Fast> = "t..f".parse()?;
/// assert_eq!(position.canonical_form().to_string(), "0");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub trait ToadsVariant: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The description of the ruleset.
    const SPEC: &'static RulesetSpec;
    /// The most cells of a step, all of them empty.
    const MAX_STEP: u8 = 1;
    /// The most animals in a row that one jump crosses, onto the empty cell after them; 0 if animals do not jump.
    const MAX_JUMP: u8 = 1;
    /// Whether animals also jump over those of their own player.
    const OVER_OWN: bool = false;
}

/// Toads and Frogs without jumps: [`ElephantsAndRhinos`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NoJumps;

impl ToadsVariant for NoJumps {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        aliases: &["elephants"],
        title: "Elephants and Rhinos",
        about: "elephants step to the right and rhinos to the left; nobody jumps",
        how_to_play: &[
            "Left moves the elephants (t) to the right, Right moves the rhinos (f) to the left: one step onto \
                an empty cell. Nobody jumps, and nothing is removed.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, "t.f", "a1-b1", ".tf"),
            MoveExample::new(Player::Right, "t..f", "d1-c1", "t.f."),
        ],
        board: BoardKind::Row,
        cells: &[
            CellSpec::new('t', "elephant (Left)", CellKind::Left),
            CellSpec::new('f', "rhino (Right)", CellKind::Right),
            CellSpec::new('.', "empty", CellKind::Empty),
        ],
        pieces: ByPlayer { left: "elephant", right: "rhino" },
        symmetry: SymmetryRule::Facing,
        start: Some("tt..t.f..ff"),
        positions: &[("a step each", "t.f"), ("room for three", "tt...f")],
        ..RulesetSpec::new("elephants-and-rhinos")
    };
    const MAX_JUMP: u8 = 0;
}

/// A position of Elephants and Rhinos, on a strip held in words `W`; up to 64 cells unless said otherwise.
///
/// # Examples
/// ```
/// use dicot::analysis::Analyze;
/// use dicot::rules::ElephantsAndRhinos;
/// assert_eq!("t.f".parse::<ElephantsAndRhinos>()?.canonical_form().to_string(), "*");
/// assert_eq!("t..".parse::<ElephantsAndRhinos>()?.canonical_form().to_string(), "2");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub type ElephantsAndRhinos<W = u64> = GenToadsAndFrogs<NoJumps, W>;

/// A position of a [variant](ToadsVariant) of Toads and Frogs, on a strip held in words `W`.
///
/// Left moves a toad (`t`) to the right: at most [`MAX_STEP`](ToadsVariant::MAX_STEP) empty cells, or over at most
/// [`MAX_JUMP`](ToadsVariant::MAX_JUMP) frogs in a row onto the empty cell after them. Right moves frogs (`f`) to the left.
///
/// # Decomposition
/// Call a cell *soft* if it is empty, or has an animal with a soft cell before it within reach of a move. Only soft cells are
/// ever empty: the first move from a cell that was not soft would go to a cell that was empty then, so soft, within its
/// reach. So all moves go from soft cells to soft cells, and animals on the others never move. Runs of soft cells
/// with more cells between them than a jump crosses never meet: a position is their sum.
///
/// # Symmetry
/// Mirrored, with toads and frogs exchanged, a position is the negative.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{ElephantsAndRhinos, Position};
/// let position: ElephantsAndRhinos = "t.tf".parse()?;
/// let moves: Vec<String> = position.moves(Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["a1-b1"]);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct GenToadsAndFrogs<V: ToadsVariant, W: Word = u64> {
    /// One row; the toads and the frogs.
    board: Board<W>,
    variant: PhantomData<V>,
}

board_methods!(GenToadsAndFrogs[V: ToadsVariant], 2, "tf.");

/// The sets have the letters `tf.`; the last one is for a cell in no set.
///
/// Fails if there are several rows.
impl<V: ToadsVariant, W: Word> TryFrom<Board<W>> for GenToadsAndFrogs<V, W> {
    type Error = ParsePositionError;

    fn try_from(board: Board<W>) -> Result<Self, Self::Error> {
        match board.shape().height() {
            1 => Ok(Self { board, variant: PhantomData }),
            height => Err(Self::Error::NotOneRow { height: height.into() }),
        }
    }
}

/// The cell of that column.
fn cell(col: u8) -> Cell {
    Cell { row: 0, col }
}

impl<V: ToadsVariant, W: Word> GenToadsAndFrogs<V, W> {
    /// The most cells that an animal goes in one move.
    const REACH: u8 = if V::MAX_JUMP < V::MAX_STEP { V::MAX_STEP } else { V::MAX_JUMP + 1 };

    /// The column that is `n` cells before an animal of the player.
    fn ahead(&self, player: Player, col: u8, n: u8) -> Option<u8> {
        match player {
            Player::Left => col.checked_add(n).filter(|&col| col < self.shape().width()),
            Player::Right => col.checked_sub(n),
        }
    }

    /// Whether the player's animal in that column may go `n` cells forward, which are on the strip.
    fn may_go(&self, player: Player, col: u8, n: u8) -> bool {
        let ahead = |n| self.ahead(player, col, n).map(|col| self.board.get(cell(col)));
        let mut crossed = (1..n).map(ahead);
        let is_jumped = |on: Option<Option<Player>>| match on.flatten() {
            Some(owner) => V::OVER_OWN || owner != player,
            None => false,
        };
        ahead(n) == Some(None)
            && (n <= V::MAX_STEP && crossed.clone().all(|on| on == Some(None))
                || (2..=V::MAX_JUMP.saturating_add(1)).contains(&n) && crossed.all(is_jumped))
    }

    /// Whether each cell is soft, as [`GenToadsAndFrogs`] says.
    fn soft(&self) -> Vec<bool> {
        let owners: Vec<_> =
            (0..self.shape().width()).map(|col| self.board.get(cell(col))).collect();
        let mut soft: Vec<bool> = owners.iter().map(Option::is_none).collect();
        loop {
            let mut is_done = true;
            for (col, &owner) in (0..=u8::MAX).zip(&owners) {
                let Some(owner) = owner.filter(|_| !soft[usize::from(col)]) else { continue };
                let mut ahead = (1..=Self::REACH).filter_map(|n| self.ahead(owner, col, n));
                if ahead.any(|ahead| soft[usize::from(ahead)]) {
                    (soft[usize::from(col)], is_done) = (true, false);
                }
            }
            if is_done {
                return soft;
            }
        }
    }
}

impl<V: ToadsVariant, W: Word> Position for GenToadsAndFrogs<V, W> {
    /// A move: from a cell to a cell. It prints like `c1-d1`.
    type Move = CellsMove<2>;

    /// The moves: animals from the left, each first to the nearest cell.
    fn moves(&self, player: Player) -> impl Iterator<Item = Self::Move> {
        self.board.stones(player).cells().flat_map(move |from| {
            let goes = (1..=Self::REACH).filter(move |&n| self.may_go(player, from.col, n));
            let to = goes.filter_map(move |n| self.ahead(player, from.col, n));
            to.map(move |to| CellsMove::new([from, cell(to)], self.shape()))
        })
    }

    fn play_unchecked(&mut self, player: Player, mv: Self::Move) {
        let [from, to] = mv.cells;
        if mv.misfit(self.shape()).is_none() {
            self.board = self.board.without(from).with(to, player);
        }
    }

    fn broken_rule(&self, player: Player, mv: Self::Move) -> Option<&'static str> {
        let [from, to] = mv.cells;
        if let Some(rule) = mv.misfit(self.shape()) {
            return Some(rule);
        }
        let ahead = match player {
            Player::Left => to.col.checked_sub(from.col),
            Player::Right => from.col.checked_sub(to.col),
        };
        match (self.board.get(from), ahead) {
            (None, _) => Some("there is no animal to move"),
            (Some(owner), _) if owner != player => {
                Some("the animal to move is not the player's own")
            }
            (_, Some(0)) => Some("the animal stays where it is"),
            (_, None) => Some("animals do not move backward"),
            _ if self.board.get(to).is_some() => Some("the target cell is not empty"),
            (_, Some(n)) if !self.may_go(player, from.col, n) => {
                Some("the animal cannot step or jump as far as that")
            }
            _ => None,
        }
    }

    counts_narrow_lines!();
}

impl<V: ToadsVariant, W: Word> Short for GenToadsAndFrogs<V, W> {
    const SEARCH: Search<Self> = Search {
        packed: Some(|position| position.board.packed()),
        endgame: Some(|position, player| {
            let board =
                if player == Player::Left { position.board } else { position.negative().board };
            let (max_step, max_jump, over_own) = (V::MAX_STEP, V::MAX_JUMP, V::OVER_OWN);
            let animals = Animals { max_step, max_jump, over_own };
            Some(Endgame::ToadsAndFrogs(board.convert().ok()?, animals))
        }),
        ..Search::NONE
    };

    narrows_to!(GenToadsAndFrogs<V, u64>);

    /// The binary logarithm of the number of arrangements of the animals.
    fn size(&self) -> u32 {
        arrangements_log2(&self.board)
    }

    fn negative(&self) -> Self {
        Self { board: self.board.image(Symmetry::LeftRight).negative(), ..*self }
    }

    /// The runs of soft cells with animals: see [`GenToadsAndFrogs`](Self#decomposition).
    fn components(&self) -> impl Iterator<Item = Self> {
        let soft = self.soft();
        let mut ranges: Vec<(u8, u8)> = Vec::new();
        for (col, _) in (0..=u8::MAX).zip(soft).filter(|&(_, soft)| soft) {
            match ranges.last_mut() {
                Some((_, last)) if col - *last <= V::MAX_JUMP.saturating_add(1) => *last = col,
                _ => ranges.push((col, col)),
            }
        }
        ranges.into_iter().filter_map(|(first, last)| {
            let empty = Board::filled(last - first + 1, 1, |_, _| Player::Left).ok()?;
            let run = (first..=last).fold(empty, |run, col| match self.board.get(cell(col)) {
                Some(owner) => run.with(cell(col - first), owner),
                None => run.without(cell(col - first)),
            });
            (!run.occupied().is_empty()).then_some(Self { board: run, ..*self })
        })
    }

    fn normalized(&self) -> (Self, bool) {
        let images = [(self.board, false), (self.negative().board, true)];
        let (board, negated) = Board::least(images);
        (Self { board, ..*self }, negated)
    }
}

impl<V: ToadsVariant, W: Word> Ruleset for GenToadsAndFrogs<V, W> {
    const SPEC: &'static RulesetSpec = V::SPEC;

    fn read_move(&self, text: &str) -> Result<Self::Move, ParseMoveError> {
        CellsMove::read(text, self.shape(), "expected two cells of the strip like a1-b1")
    }
}
