//! Toads and Frogs: on a strip, toads (Left) move to the right and frogs (Right) to the left; each steps to the next cell, or
//! jumps over one enemy animal, onto an empty cell. Its variants differ in how far animals step and what they jump over;
//! Elephants and Rhinos do not jump.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways* (chapter 1); Erickson, *New Toads and Frogs Results* (Games of No Chance,
//! 1996); the programs CGSuite and MCGS, for Elephants and Rhinos.

use std::fmt::Debug;
use std::hash::Hash;
use std::iter;
use std::marker::PhantomData;

use smallvec::SmallVec;

use crate::board::{Bitboard, Board, Cell, ParsePositionError, Steps, Symmetry, Word, bits};
use crate::rules::on_board::{
    CellsMove, board_methods, cells_of_each, counts_narrow_lines, narrows_to,
};
use crate::rules::spec::CANNOT_MOVE_LOSES;
use crate::rules::{
    Animals, BoardKind, CellKind, CellSpec, Endgame, MoveExample, ParseMoveError, Position,
    Ruleset, RulesetSpec, Search, Short, SymmetryRule, unless_small,
};
use crate::{ByPlayer, Player};

/// A variant of Toads and Frogs, as three choices; play of every variant ends, because animals only go forward.
///
/// # Examples
/// Toads and frogs that step one cell or two:
/// ```
/// use dicot::analysis::Analyze;
/// use dicot::rules::{GenToadsAndFrogs, RulesetSpec, toads_and_frogs::ToadsVariant};
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

/// Toads and Frogs as everybody plays it: [`ToadsAndFrogs`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SingleJumps;

impl ToadsVariant for SingleJumps {
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
}

/// A position of Toads and Frogs, on a strip held in words `W`; up to 64 cells unless said otherwise.
///
/// Left moves a toad one cell to the right if that is empty, or over one frog onto the empty cell
/// beyond it; Right moves frogs to the left in the same way.
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
pub type ToadsAndFrogs<W = u64> = GenToadsAndFrogs<SingleJumps, W>;

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
/// Call a cell *soft* if it is empty or has an animal that is alive, and an animal *alive* if the next cell before it is soft, or
/// if it may jump over the animals on the cells that are not soft before it onto a soft cell: no more cells than that follows from the
/// empty ones. Take the first move of a game that touches a cell which was not soft at its start, say a move of a toad. Until
/// then only soft cells were ever empty.
/// - So it ends on a soft cell.
/// - If it begins on a cell that was not soft, the toad has been there from the start, and so have the animals before it up to the
///   nearest soft cell, which it jumps over; so the toad is alive, which it is not.
/// - If only a cell that it jumps over was not soft, take the one nearest to where it begins: the animal there has been there from the
///   start. A frog there has a soft cell before it, and is alive. A toad there has before it, up to the nearest soft cell, animals that
///   the move jumps over, so it may jump over them as well, and is alive.
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
/// use dicot::rules::{ElephantsAndRhinos, Position};
/// let position: ElephantsAndRhinos = "t.tf".parse()?;
/// let moves: Vec<String> = position.moves(Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["a1-b1"]);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct GenToadsAndFrogs<V: ToadsVariant, W: Word = u64> {
    /// One row; the toads and the frogs.
    pub(in crate::rules) board: Board<W>,
    pub(in crate::rules) variant: PhantomData<V>,
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

/// The cells from which one gets into the set by one cell in the player's direction.
fn behind<W: Word>(steps: Steps<W>, player: Player, set: W) -> W {
    if player == Player::Left { steps.west(set) } else { steps.east(set) }
}

impl Animals {
    /// The animals that an animal may jump over.
    pub(crate) fn crossed<W: Word>(self, own: W, enemy: W) -> W {
        if self.over_own { own | enemy } else { enemy }
    }

    /// Numbers of cells, each with the animals among `own` that may go that far onto an `empty` cell: by steps, then by jumps over
    /// `crossed` animals. `behind` returns the cells from which one gets into a set by one cell.
    pub(crate) fn movers<W: Word>(
        self,
        own: W,
        crossed: W,
        empty: W,
        behind: impl Fn(W) -> W + Copy,
    ) -> impl Iterator<Item = (u8, W)> {
        let next = behind(empty);
        let through = move |cells: W| {
            let sets = iter::successors(Some(next), move |&set| Some(behind(cells & set)));
            sets.take_while(|&set| set != W::default())
        };
        let steps = (1..=self.max_step).zip(through(empty));
        let steps = steps.skip(usize::from(self.min_step).saturating_sub(1));
        let jumps = (2..=self.max_jump.saturating_add(1)).zip(through(crossed).skip(1));
        steps.chain(jumps).map(move |(n, set)| (n, own & set))
    }
}

/// A strip, and how far its animals go: what positions of all variants do.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Strip<W: Word> {
    /// One row; the toads and the frogs.
    pub(super) board: Board<W>,
    pub(super) animals: Animals,
}

impl<W: Word> Strip<W> {
    fn empty(&self) -> W {
        Bitboard::<W>::full(self.board.shape()).bits() & !self.board.occupied().bits()
    }

    /// [`Animals::movers`] of the player, if these cells are empty.
    fn movers(
        &self,
        animals: Animals,
        player: Player,
        empty: W,
    ) -> impl Iterator<Item = (u8, W)> + use<W> {
        let [own, enemy] = [player, !player].map(|player| self.board.word(player));
        let steps = Steps::of(self.board.shape());
        animals
            .movers(own, animals.crossed(own, enemy), empty, move |set| behind(steps, player, set))
    }

    /// The player's moves as the cell of the animal and the number of cells forward: the animals from the left.
    fn forward(&self, player: Player) -> SmallVec<[(W, u8); 8]> {
        let movers = self.movers(self.animals, player, self.empty());
        let movers: SmallVec<[(u8, W); 2]> = movers.collect();
        let mut forward = SmallVec::new();
        for from in bits(movers.iter().fold(W::default(), |all, &(_, set)| all | set)) {
            let goes = movers.iter().filter(|(_, set)| *set & from == from);
            forward.extend(goes.map(|&(n, _)| (from, n)));
        }
        forward
    }

    pub(super) fn moves(&self, player: Player) -> impl Iterator<Item = CellsMove<2>> + use<W> {
        let shape = self.board.shape();
        self.forward(player).into_iter().filter_map(move |(from, n)| {
            let from = Bitboard::from_bits(from, shape).cells().next()?;
            let col = if player == Player::Left { from.col + n } else { from.col - n };
            Some(CellsMove::new([from, Cell { row: 0, col }], shape))
        })
    }

    pub(super) fn move_count(&self, player: Player) -> u64 {
        let movers = self.movers(self.animals, player, self.empty());
        movers.map(|(_, set)| u64::from(set.count())).sum()
    }

    pub(super) fn options(&self, player: Player) -> impl Iterator<Item = Board<W>> + use<W> {
        let (strip, steps) = (*self, Steps::of(self.board.shape()));
        self.forward(player).into_iter().map(move |(from, n)| {
            let to = (0..n).fold(from, |cell, _| behind(steps, !player, cell));
            strip.after(player, from, to)
        })
    }

    pub(super) fn played(&self, player: Player, mv: CellsMove<2>) -> Board<W> {
        let [from, to] = mv.cells.map(|cell| self.board.bit(cell));
        self.after(player, from, to)
    }

    /// The player's animal has gone from one cell to another.
    fn after(&self, player: Player, from: W, to: W) -> Board<W> {
        let own = self.board.word(player) & !from | to;
        let enemy = self.board.word(!player) & !from & !to;
        let sets = if player == Player::Left { [own, enemy] } else { [enemy, own] };
        Board::from_sets(sets, self.board.shape())
    }

    pub(super) fn broken_rule(&self, player: Player, mv: CellsMove<2>) -> Option<&'static str> {
        let [from, to] = mv.cells;
        if let Some(rule) = mv.misfit(self.board.shape()) {
            return Some(rule);
        }
        match self.board.get(from) {
            None => return Some("there is no animal to move"),
            Some(owner) if owner != player => {
                return Some("the animal to move is not the player's own");
            }
            Some(_) => {}
        }
        let (ahead, backward) = match player {
            Player::Left => (to.col.checked_sub(from.col), "toads move to the right"),
            Player::Right => (from.col.checked_sub(to.col), "frogs move to the left"),
        };
        let Animals { min_step, max_step, max_jump, over_own } = self.animals;
        let is_move = |n| self.forward(player).contains(&(self.board.bit(from), n));
        match ahead {
            None => Some(backward),
            Some(0) => Some("the animal stays where it is"),
            Some(n) if n > max_step.max(max_jump.saturating_add(1)) => {
                Some(if max_step == 1 && max_jump == 1 {
                    "an animal moves one cell, or two in a jump"
                } else {
                    "the animal cannot step or jump as far as that"
                })
            }
            Some(_) if self.board.get(to).is_some() => Some("the target cell is not empty"),
            Some(n) if is_move(n) => None,
            Some(n) if n < min_step => Some("the step is too short"),
            Some(_) if over_own => Some("the cells on the way are not all empty, or all taken"),
            Some(_) => Some("only an enemy animal can be jumped over"),
        }
    }

    /// The cells that are soft, as [`GenToadsAndFrogs`] says. The shortest step counts as one cell, so that more cells may be soft than
    /// have to be; the proof there needs only that no move is longer than it assumes.
    fn soft(&self) -> W {
        let animals = Animals { min_step: 1, max_step: 1, ..self.animals };
        let mut soft = self.empty();
        loop {
            let alive = |player| {
                let alive = self.movers(animals, player, soft);
                alive.fold(W::default(), |all, (_, set)| all | set)
            };
            let more = soft | alive(Player::Left) | alive(Player::Right);
            if more == soft {
                return soft;
            }
            soft = more;
        }
    }

    /// The runs of soft cells with animals, each on the whole strip.
    pub(super) fn runs(&self) -> impl Iterator<Item = Board<W, 3>> + use<W> {
        let soft = self.soft();
        let [toads, frogs] = self.board.sets().map(|animals| animals & soft);
        // With the empty cells as a set, so that a run is cut at its ends and not at its animals.
        let strip = Board::from_sets([toads, frogs, self.empty()], self.board.shape());
        strip.pieces_around(toads | frogs)
    }

    /// The runs, each on a strip of its own.
    pub(super) fn components(&self) -> impl Iterator<Item = Board<W>> + use<W> {
        self.runs().map(|run| {
            let run = run.cropped();
            let [toads, frogs, _] = run.sets();
            Board::from_sets([toads, frogs], run.shape())
        })
    }

    /// The position for a search of endgames, seen from the player.
    pub(super) fn endgame(&self, player: Player) -> Option<Endgame> {
        let board = if player == Player::Left { self.board } else { negative(&self.board) };
        Some(Endgame::ToadsAndFrogs(board.convert().ok()?, self.animals))
    }
}

/// The strip with the players exchanged.
pub(super) fn negative<W: Word>(board: &Board<W>) -> Board<W> {
    board.image(Symmetry::LeftRight).negative()
}

/// The least of the strip and its negative, and whether it is the negative.
pub(super) fn normalized<W: Word>(board: &Board<W>) -> (Board<W>, bool) {
    Board::least([(*board, false), (negative(board), true)])
}

impl<V: ToadsVariant, W: Word> GenToadsAndFrogs<V, W> {
    const ANIMALS: Animals = Animals {
        min_step: 1,
        max_step: V::MAX_STEP,
        max_jump: V::MAX_JUMP,
        over_own: V::OVER_OWN,
    };

    fn strip(&self) -> Strip<W> {
        Strip { board: self.board, animals: Self::ANIMALS }
    }

    fn on(board: Board<W>) -> Self {
        Self { board, variant: PhantomData }
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

impl<V: ToadsVariant, W: Word> Position for GenToadsAndFrogs<V, W> {
    /// A move: from a cell to a cell. It prints like `c1-d1`.
    type Move = CellsMove<2>;

    fn moves(&self, player: Player) -> impl Iterator<Item = Self::Move> {
        self.strip().moves(player)
    }

    fn play_unchecked(&mut self, player: Player, mv: Self::Move) {
        self.board = self.strip().played(player, mv);
    }

    fn broken_rule(&self, player: Player, mv: Self::Move) -> Option<&'static str> {
        self.strip().broken_rule(player, mv)
    }

    fn options(&self, player: Player) -> impl Iterator<Item = Self> {
        self.strip().options(player).map(Self::on)
    }

    fn move_count(&self, player: Player) -> u64 {
        self.strip().move_count(player)
    }

    counts_narrow_lines!(GenToadsAndFrogs<V, u64>);
}

impl<V: ToadsVariant, W: Word> Short for GenToadsAndFrogs<V, W> {
    const SEARCH: Search<Self> = Search {
        places: Some(|position| cells_of_each(position.strip().runs())),
        packed: Some(|position| position.board.packed()),
        endgame: unless_small(|position, player| position.strip().endgame(player)),
        ..Search::NONE
    };

    narrows_to!(GenToadsAndFrogs<V, u64>);

    /// The binary logarithm of the number of arrangements of the animals.
    fn size(&self) -> u32 {
        arrangements_log2(&self.board)
    }

    fn negative(&self) -> Self {
        Self::on(negative(&self.board))
    }

    /// The runs of soft cells with animals: see [`GenToadsAndFrogs`](Self#decomposition).
    fn components(&self) -> impl Iterator<Item = Self> {
        self.strip().components().map(Self::on)
    }

    fn normalized(&self) -> (Self, bool) {
        let (board, negated) = normalized(&self.board);
        (Self::on(board), negated)
    }
}

impl<V: ToadsVariant, W: Word> Ruleset for GenToadsAndFrogs<V, W> {
    const SPEC: &'static RulesetSpec = V::SPEC;

    fn read_move(&self, text: &str) -> Result<Self::Move, ParseMoveError> {
        CellsMove::read(text, self.shape(), "expected two cells of the strip like a1-b1")
    }
}
