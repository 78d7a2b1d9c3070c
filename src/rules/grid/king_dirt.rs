//! King Dirt: kings are placed, and move as in chess onto empty cells; the cell that a king leaves is blocked for ever.
//!
//! Source: the game `gen_king_dirt` of the program MCGS, which has it a second time in the language of CGSuite.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::board::{Bitboard, Board, ParsePositionError, Steps, Symmetry, Word, bits, start_of};
use crate::player::padded;
use crate::rules::on_board::{CellsMove, narrows_to};
use crate::rules::ruleset::digits;
use crate::rules::spec::CANNOT_MOVE_LOSES;
use crate::rules::{BoardKind, MoveExample, Narrow, Position, Ruleset, RulesetSpec, Short};
use crate::{ByPlayer, Player};

/// The steps of a king: rows down and columns to the right.
const STEPS: [(i8, i8); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// The letters of the sets of the board; the last one is for a blocked cell.
const LETTERS: &str = "xo.#";

/// A position of King Dirt, on a board held in words `W`; up to 64 cells unless said otherwise.
pub type KingDirt<W = u64> = GenKingDirt<false, W>;

/// A position of King Dirt whose players first place all their kings.
pub type PlaceFirstKingDirt<W = u64> = GenKingDirt<true, W>;

/// A position of King Dirt, on a board held in words `W`; up to 64 cells unless said otherwise.
///
/// A player who has kings to place puts one on any empty cell, or moves a king on the board to an empty cell that touches its own, also
/// diagonally; the cell that it leaves is blocked. With `PLACE_FIRST`, a player who can place a king must do so.
///
/// # Decomposition
/// Kings go to empty cells alone, and no cell becomes empty. So if neither player has kings to place, connect empty cells that
/// touch each other, and each king with the empty cells that it touches: kings of two components never meet, and a position is the sum of
/// them. A component without kings, or without empty cells, is 0. If a player has kings to place, these can go anywhere, and the position
/// is left whole.
///
/// # Symmetry
/// All symmetries of the board keep the moves; with the players exchanged a position is the negative. A player can place only as many kings
/// as there are empty cells, so more of them are not told apart.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{KingDirt, Position};
/// let position: KingDirt = "x.. 0,1".parse()?;
/// let moves = |player| position.moves(player).map(|mv| mv.to_string()).collect::<Vec<_>>();
/// assert_eq!(moves(Player::Left), ["a1-b1"]);
/// assert_eq!(moves(Player::Right), ["b1", "c1"]);
/// assert_eq!("x..".parse::<KingDirt>()?.canonical_form().to_string(), "2");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct GenKingDirt<const PLACE_FIRST: bool, W: Word = u64> {
    /// The kings of Left, those of Right, and the empty cells; those in no set are blocked.
    board: Board<W, 3>,
    /// The kings that each player has to place.
    unplaced: [u16; 2],
}

impl<const PLACE_FIRST: bool, W: Word> GenKingDirt<PLACE_FIRST, W> {
    /// The position of a board, which has the kings of Left, those of Right and the empty cells as sets, and of kings to place.
    pub fn new(board: Board<W, 3>, unplaced: ByPlayer<u16>) -> Self {
        Self { board, unplaced: [unplaced.left, unplaced.right] }
    }

    /// The board, with the sets that are listed at [`new`](GenKingDirt::new).
    pub fn board(&self) -> &Board<W, 3> {
        &self.board
    }

    /// The kings that each player has to place.
    pub fn unplaced(&self) -> ByPlayer<u16> {
        let [left, right] = self.unplaced;
        ByPlayer { left, right }
    }

    fn empty(&self) -> W {
        self.board.set(2).bits()
    }

    fn kings(&self, player: Player) -> W {
        self.board.stones(player).bits()
    }

    fn touching(&self, set: W) -> W {
        let steps = Steps::of(self.board.shape());
        STEPS.iter().fold(W::default(), |all, &step| all | steps.shifted(set, step))
    }

    /// The cells on which the player may place a king.
    fn places(&self, player: Player) -> W {
        if self.unplaced[player as usize] == 0 { W::default() } else { self.empty() }
    }

    /// The kings that the player may move, each with the cells to which it goes.
    fn steps(&self, player: Player) -> impl Iterator<Item = (W, W)> + use<PLACE_FIRST, W> {
        let must_place = PLACE_FIRST && self.places(player) != W::default();
        let kings = if must_place { W::default() } else { self.kings(player) };
        let (position, empty) = (*self, self.empty());
        bits(kings).map(move |king| (king, position.touching(king) & empty))
    }

    /// The components, each on the whole board; nobody has kings to place.
    fn pieces(&self) -> impl Iterator<Item = Board<W, 3>> + use<PLACE_FIRST, W> {
        let (position, empty) = (*self, self.empty());
        let kings = self.kings(Player::Left) | self.kings(Player::Right);
        let seeds = kings & self.touching(empty);
        self.board.pieces(seeds, move |piece| {
            let near = position.touching(piece) & empty;
            piece | near | position.touching(near) & kings
        })
    }
}

/// A move of King Dirt. It prints like `b2`, or `b2-c3`, and need not be legal anywhere.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{KingDirt, Position, king_dirt::KingDirtMove};
/// let position: KingDirt = "x. 1,0".parse()?;
/// let [place, step] = position.moves(Player::Left).collect::<Vec<_>>()[..] else { unreachable!() };
/// assert!(matches!(place, KingDirtMove::Place(_)));
/// assert_eq!(position.play(Player::Left, place)?.to_string(), "xx 0,0");
/// assert_eq!(position.play(Player::Left, step)?.to_string(), "#x 1,0");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KingDirtMove {
    /// A king is placed on a cell.
    Place(CellsMove<1>),
    /// A king goes from a cell to a cell.
    Step(CellsMove<2>),
}

impl Display for KingDirtMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KingDirtMove::Place(mv) => Display::fmt(mv, f),
            KingDirtMove::Step(mv) => Display::fmt(mv, f),
        }
    }
}

impl<const PLACE_FIRST: bool, W: Word> Position for GenKingDirt<PLACE_FIRST, W> {
    type Move = KingDirtMove;

    /// The moves: cells to place a king on, row by row from the top, then kings in the same order, each to its cells.
    fn moves(&self, player: Player) -> impl Iterator<Item = KingDirtMove> {
        let shape = self.board.shape();
        let cells = move |set| Bitboard::from_bits(set, shape).cells();
        let places = cells(self.places(player));
        let places = places.map(move |cell| KingDirtMove::Place(CellsMove::new([cell], shape)));
        let steps = self.steps(player).flat_map(move |(king, to)| {
            cells(king).flat_map(move |king| {
                cells(to).map(move |to| KingDirtMove::Step(CellsMove::new([king, to], shape)))
            })
        });
        places.chain(steps)
    }

    fn play_unchecked(&mut self, player: Player, mv: KingDirtMove) {
        let shape = self.board.shape();
        match mv {
            KingDirtMove::Place(mv) if mv.misfit(shape).is_none() => {
                self.board = self.board.with_in(mv.cells[0], player as usize);
                let unplaced = &mut self.unplaced[player as usize];
                *unplaced = unplaced.saturating_sub(1);
            }
            KingDirtMove::Step(mv) if mv.misfit(shape).is_none() => {
                let [from, to] = mv.cells;
                self.board = self.board.without(from).with_in(to, player as usize);
            }
            _ => {}
        }
    }

    fn broken_rule(&self, player: Player, mv: KingDirtMove) -> Option<&'static str> {
        let is_empty = |cell| self.board.find(cell) == Some(2);
        let misfit = match mv {
            KingDirtMove::Place(mv) => mv.misfit(self.board.shape()),
            KingDirtMove::Step(mv) => mv.misfit(self.board.shape()),
        };
        if misfit.is_some() {
            return misfit;
        }
        match mv {
            KingDirtMove::Place(_) if self.unplaced[player as usize] == 0 => {
                Some("the player does not have a king to place")
            }
            KingDirtMove::Place(mv) if !is_empty(mv.cells[0]) => Some("the cell is not empty"),
            KingDirtMove::Place(_) => None,
            KingDirtMove::Step(mv) => {
                let [from, to] = mv.cells;
                let reached = self.touching(self.board.bit(from));
                if self.board.find(from) != Some(player as usize) {
                    Some("there is no king of the player to move")
                } else if PLACE_FIRST && self.places(player) != W::default() {
                    Some("the player has a king to place first")
                } else if !is_empty(to) {
                    Some("the target cell is not empty")
                } else if reached & self.board.bit(to) == W::default() {
                    Some("the two cells do not touch each other")
                } else {
                    None
                }
            }
        }
    }

    fn move_count(&self, player: Player) -> u64 {
        let steps = self.steps(player).map(|(_, to)| u64::from(to.count()));
        u64::from(self.places(player).count()) + steps.sum::<u64>()
    }
}

impl<const PLACE_FIRST: bool, W: Word> Short for GenKingDirt<PLACE_FIRST, W> {
    narrows_to!(GenKingDirt<PLACE_FIRST, u64>);

    fn negative(&self) -> Self {
        let [left, right] = self.unplaced;
        Self { board: self.board.negative(), unplaced: [right, left] }
    }

    /// The [components](GenKingDirt#decomposition), cropped.
    fn components(&self) -> impl Iterator<Item = Self> {
        let whole = (self.unplaced != [0, 0]).then_some(*self);
        let pieces = whole.is_none().then(|| self.pieces());
        let pieces = pieces.into_iter().flatten();
        whole
            .into_iter()
            .chain(pieces.map(|piece| Self { board: piece.cropped(), unplaced: [0; 2] }))
    }

    /// The least image; that of the player with more kings to place as Left.
    fn normalized(&self) -> (Self, bool) {
        let most = u16::try_from(self.empty().count()).unwrap_or(u16::MAX);
        let [left, right] = self.unplaced.map(|kings| kings.min(most));
        let board = self.board.cropped();
        let images =
            |board: Board<W, 3>| Symmetry::ALL.iter().map(move |&symmetry| board.image(symmetry));
        let (board, negated) = match left.cmp(&right) {
            std::cmp::Ordering::Equal => Board::least_or_negative(images(board)),
            order => {
                let negated = order.is_lt();
                let board = if negated { board.negative() } else { board };
                Board::least(images(board).map(|image| (image, negated)))
            }
        };
        (Self { board, unplaced: [left.max(right), left.min(right)] }, negated)
    }
}

impl<const PLACE_FIRST: bool, W: Word> Narrow<GenKingDirt<PLACE_FIRST, W>>
    for GenKingDirt<PLACE_FIRST, u64>
{
    fn narrowed(position: &GenKingDirt<PLACE_FIRST, W>) -> Option<Self> {
        Some(Self { board: position.board.narrowed()?, unplaced: position.unplaced })
    }

    fn widened(&self) -> GenKingDirt<PLACE_FIRST, W> {
        let board = self.board.convert().expect("a word that is no smaller");
        GenKingDirt { board, unplaced: self.unplaced }
    }
}

impl<const PLACE_FIRST: bool, W: Word> Ruleset for GenKingDirt<PLACE_FIRST, W> {
    const SPEC: &'static RulesetSpec = if PLACE_FIRST { PLACE_FIRST_SPEC } else { SPEC };
}

const SPEC: &RulesetSpec = &RulesetSpec {
    title: "King Dirt",
    family: "King Dirt",
    about: "place a king, or move one as in chess; the cell that it leaves is blocked",
    how_to_play: &[
        "Place one of your kings that are not on the board on an empty cell, or move one on the board to an empty \
            cell that touches its own: in its row, in its column or diagonally. The cell that a king leaves is \
            blocked for ever.",
        CANNOT_MOVE_LOSES,
    ],
    examples: &[
        MoveExample::new(Player::Left, ".../.o./... 1,0", "a1", ".../.o./x.. 0,0"),
        MoveExample::new(Player::Right, ".../.o./... 1,0", "b2-c3", "..o/.#./... 1,0"),
    ],
    board: BoardKind::Text,
    written: "rows from the top, joined by `/`: x king of Left, o king of Right, . empty, # blocked; then how many \
        kings Left and Right have to place: .../.x. 1,2",
    pieces: ByPlayer { left: "king", right: "king" },
    start: Some("..../..../..../.... 2,2"),
    positions: &[("a path of three", "x... 0,0"), ("a king each to place", ".../... 1,1")],
    ..RulesetSpec::new("king-dirt")
};

const PLACE_FIRST_SPEC: &RulesetSpec = &RulesetSpec {
    title: "King Dirt, placing first",
    about: "King Dirt whose players place all their kings before they move one",
    how_to_play: &[
        "Place one of your kings that are not on the board on an empty cell, as long as there are any. After that, move \
            one of your kings to an empty cell that touches its own: in its row, in its column or diagonally. The \
            cell that a king leaves is blocked for ever.",
        CANNOT_MOVE_LOSES,
    ],
    examples: &[
        MoveExample::new(Player::Left, ".../.o./... 1,0", "a1", ".../.o./x.. 0,0"),
        MoveExample::new(Player::Right, ".../.o./... 1,0", "b2-c3", "..o/.#./... 1,0"),
    ],
    name: "king-dirt-placing-first",
    ..*SPEC
};

/// Reads rows from the top, joined by `/`, `|` or line ends, and after a blank the kings to place of Left and of Right: `.../.x. 1,2`;
/// without them nobody has any.
impl<const PLACE_FIRST: bool, W: Word> FromStr for GenKingDirt<PLACE_FIRST, W> {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        let text = text.trim();
        let (rows, kings) = match text.rsplit_once([' ', '\t']) {
            Some((rows, kings)) if kings.contains(',') => (rows.trim_end(), Some(kings)),
            _ => (text, None),
        };
        let count = |kings: &str| {
            let (left, right) = kings.split_once(',')?;
            Some([digits(left)?, digits(right)?])
        };
        let unknown = |kings: &str| ParsePositionError::UnknownGraphPart {
            offset: text.len() - kings.len(),
            text: start_of(kings),
            expected: "the numbers of kings that Left and Right have to place, like 1,2".to_owned(),
        };
        let unplaced = kings.map(|kings| count(kings).ok_or_else(|| unknown(kings)));
        Ok(Self {
            board: Board::read(rows, LETTERS)?,
            unplaced: unplaced.transpose()?.unwrap_or_default(),
        })
    }
}

/// Prints the rows from the top, joined by `/`, and the kings to place of Left and of Right.
impl<const PLACE_FIRST: bool, W: Word> Display for GenKingDirt<PLACE_FIRST, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [left, right] = self.unplaced;
        padded(f, &|text| {
            use fmt::Write as _;
            write!(text, "{} {left},{right}", self.board.shown(LETTERS))
        })
    }
}

impl<const PLACE_FIRST: bool, W: Word> fmt::Debug for GenKingDirt<PLACE_FIRST, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({self})", Self::SPEC.name)
    }
}
