//! A match of Konane: two removals, then jumps.

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::marker::PhantomData;
use std::str::FromStr;

use super::{EMPTY, GO_ON, KONANE, Konane, KonaneMove, dark_or_light, konane_spec};
use crate::Player;
use crate::board::{Bitboard, Cell, ParsePositionError, Shape, Word};
use crate::rules::on_board::debug_as_text;
use crate::rules::spec::CANNOT_MOVE_LOSES;
use crate::rules::{
    MoveExample, Narrow, ParseMoveError, Position, Ruleset, RulesetSpec, line_count,
};

/// Which stones may be removed first in a [`KonaneGame`].
pub trait Opening: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The description of the ruleset.
    const SPEC: &'static RulesetSpec;

    /// Whether that stone, of that colour, may be removed first.
    fn allows(cell: Cell, colour: Player, shape: Shape) -> bool;
}

/// Defines the openings: the name of the ruleset, the end of its title, where the first stone is removed in the words of
/// the description and of the rules, an example with the position after it, and which stones are allowed.
macro_rules! openings {
    ($(
        $(#[$doc:meta])*
        $opening:ident, $name:literal, $title:literal, $about:literal, $place:literal,
        $mv:literal to $after:literal, $allows:expr;
    )*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $opening;

        impl Opening for $opening {
            const SPEC: &'static RulesetSpec = &RulesetSpec {
                title: concat!("Konane, ", $title),
                about: concat!("a match of Konane; the first stone is removed ", $about),
                how_to_play: &[
                    concat!(
                        "The board is full at first. The first player removes one stone of their own, ",
                        $place,
                        ". Then the second player removes one of their own next to the gap."
                    ),
                    JUMPS,
                    GO_ON,
                    CANNOT_MOVE_LOSES,
                ],
                examples: &[
                    MoveExample::new(Player::Left, "oxox/xoxo/oxox/xoxo", $mv, $after)
                        .with_note("the first removal"),
                    JUMP,
                ],
                opening: Some((2, KONANE)),
                ..konane_spec($name)
            };

            fn allows(cell: Cell, colour: Player, shape: Shape) -> bool {
                let allows: fn(Cell, Player, Shape) -> bool = $allows;
                allows(cell, colour, shape)
            }
        }
    )*};
}

openings! {
    /// A stone in a corner or in the centre, of either colour: the rule of the Artemis server.
    CornerOrCentre, "konane-artemis", "opening in a corner or the centre",
    "in a corner or the centre", "in a corner or in the centre",
    "[0:0]" to "oxox/xoxo/oxox/.oxo", |cell, _, shape| is_corner_or_centre(cell, shape);

    /// Any stone.
    AnyStone, "konane-any", "opening anywhere", "anywhere", "anywhere",
    "[0:2]" to "oxox/xoxo/oxox/xo.o", |_, _, _| true;

    /// A black stone in a corner or in the centre.
    DarkCornerOrCentre, "konane-dark", "Black opening in a corner or the centre",
    "in a corner or the centre, and is black", "in a corner or in the centre; Black opens",
    "[0:0]" to "oxox/xoxo/oxox/.oxo",
    |cell, colour, shape| colour == Player::Left && is_corner_or_centre(cell, shape);
}

/// A rule of [`RulesetSpec::how_to_play`].
const JUMPS: &str = "From then on players jump: with one of your stones over a stone of the \
    opponent that is next to it in its row or column, onto the empty cell on the other side. The \
    stone in between is removed.";

/// A jump on the board of the examples.
const JUMP: MoveExample =
    MoveExample::new(Player::Left, "oxox/xoxo/oxox/..xo", "[2:0]:[0:0]", "oxox/.oxo/.xox/x.xo")
        .with_note("a jump, after both removals");

/// The corners, and the one, two or four cells in the middle.
fn is_corner_or_centre(cell: Cell, shape: Shape) -> bool {
    let edge = |at, length| at == 0 || at == length - 1;
    let middle = |at, length| at == length / 2 || at == (length - 1) / 2;
    let is =
        |test: fn(u8, u8) -> bool| test(cell.row, shape.height()) && test(cell.col, shape.width());
    is(edge) || is(middle)
}

/// A position in a match of Konane, which begins on a full board.
///
/// The player who begins removes a stone that the [`Opening`] allows, and has its colour from then on;
/// the other one removes a stone, of the other colour, that shares a side with the first hole; then they
/// jump, as in [`Konane`], the one who began moving first.
///
/// A full board is before the first removal, one hole is between the two, and with more there are jumps.
/// On a full board both players have moves: whoever begins may take either colour, and is then the
/// player of that colour. Values belong to [`Konane`], since removals are no moves of the game of jumps.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{Konane, KonaneGame, Position, Ruleset, Turn, perft, konane::CornerOrCentre};
/// let game: KonaneGame<CornerOrCentre> = Konane::start(8, 8)?.into();
/// let begin = |player| perft(&Turn::new(game, player), 1);
/// assert_eq!([begin(Player::Left), begin(Player::Right)], [4, 4]);
/// let game = game.play(Player::Left, game.read_move("[0:0]")?)?;
/// let second: Vec<String> = game.moves(Player::Right).map(|mv| mv.to_string()).collect();
/// assert_eq!(second, ["[1:0]", "[0:1]"]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct KonaneGame<O: Opening, W: Word = u64> {
    /// The board, as a position of the game of jumps.
    pub position: Konane<W>,
    opening: PhantomData<O>,
}

/// What is to be done next in a [`KonaneGame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KonanePhase {
    /// A stone that the [`Opening`] allows is removed: no cell is empty.
    FirstRemoval,
    /// A stone that shares a side with this cell, the only empty one, is removed.
    SecondRemoval(Cell),
    /// The opening is over, and stones jump.
    Jumps,
}

impl<O: Opening, W: Word> KonaneGame<O, W> {
    /// What is to be done next, by the number of empty cells.
    pub fn phase(&self) -> KonanePhase {
        let mut holes = self.position.empty_cells().cells();
        match (holes.next(), holes.next()) {
            (None, _) => KonanePhase::FirstRemoval,
            (Some(hole), None) => KonanePhase::SecondRemoval(hole),
            _ => KonanePhase::Jumps,
        }
    }

    /// The stones that the player may remove.
    fn removable(&self, player: Player) -> Bitboard<W> {
        let (stones, shape) = (self.position.board.stones(player), self.position.shape());
        match self.phase() {
            KonanePhase::FirstRemoval => {
                let refused = stones.cells().filter(|&cell| !O::allows(cell, player, shape));
                refused.fold(stones, Bitboard::without)
            }
            KonanePhase::SecondRemoval(hole) => {
                stones & Bitboard::empty(shape).with(hole).neighbours()
            }
            KonanePhase::Jumps => Bitboard::empty(shape),
        }
    }
}

impl<O: Opening, W: Word> Position for KonaneGame<O, W> {
    type Move = KonaneMove;

    fn moves(&self, player: Player) -> impl Iterator<Item = KonaneMove> {
        let shape = self.position.shape();
        let removals = self.removable(player).cells();
        let jumps = (self.phase() == KonanePhase::Jumps).then(|| self.position.moves(player));
        let removals = removals.map(move |cell| KonaneMove::removal(cell, shape));
        removals.chain(jumps.into_iter().flatten())
    }

    fn play_unchecked(&mut self, player: Player, mv: KonaneMove) {
        if mv.to.is_some() {
            self.position.play_unchecked(player, mv);
        } else if self.position.shape().contains(mv.from) {
            self.position.board = self.position.board.with_in(mv.from, EMPTY);
        }
    }

    fn broken_rule(&self, player: Player, mv: KonaneMove) -> Option<&'static str> {
        let (shape, cell) = (self.position.shape(), mv.from);
        let own = self.position.board.stones(player).contains(cell);
        let rule = match self.phase() {
            KonanePhase::Jumps => return self.position.broken_rule(player, mv),
            _ if mv.to.is_some() => "the opening is not over: a stone must be removed",
            _ if mv != KonaneMove::removal(cell, shape) => {
                "the move is for a board of another height"
            }
            _ if !shape.contains(cell) => "the cell is not on the board",
            _ if !own && self.position.board.stones(!player).contains(cell) => {
                "the stone to remove is not of the player's colour"
            }
            _ if !own => "there is no stone to remove",
            _ if self.removable(player).contains(cell) => return None,
            KonanePhase::FirstRemoval => "the opening does not allow this stone",
            KonanePhase::SecondRemoval(_) => "the stone does not share a side with the first hole",
        };
        Some(rule)
    }

    fn move_count(&self, player: Player) -> u64 {
        match self.phase() {
            KonanePhase::Jumps => self.position.move_count(player),
            _ => u64::from(self.removable(player).len()),
        }
    }

    fn line_count(&self, player: Player, depth: u32) -> u64 {
        match (self.phase(), Konane::<u64>::narrowed(&self.position)) {
            (KonanePhase::Jumps, _) => self.position.line_count(player, depth),
            (_, Some(position)) => KonaneGame::<O, _>::from(position).line_count(player, depth),
            (_, None) => line_count(self, player, depth),
        }
    }
}

impl<O: Opening, W: Word> Ruleset for KonaneGame<O, W> {
    const SPEC: &'static RulesetSpec = O::SPEC;

    fn start_position(width: u8, height: u8) -> Option<Self> {
        Konane::start(width, height).ok().map(Self::from)
    }

    /// On a full board both; with one hole, the player whose stones lie beside it.
    fn starters(&self) -> &'static [Player] {
        match self.phase() {
            KonanePhase::FirstRemoval => &Player::BOTH,
            KonanePhase::SecondRemoval(hole) => {
                let able = Player::BOTH.map(|player| !self.removable(player).is_empty());
                // The board may be coloured the other way round.
                let left = match able {
                    [true, false] => true,
                    [false, true] => false,
                    _ => dark_or_light(hole, self.position.shape()) == Player::Right,
                };
                if left { &[Player::Left] } else { &[Player::Right] }
            }
            KonanePhase::Jumps => &[Player::Left],
        }
    }

    fn read_move(&self, text: &str) -> Result<KonaneMove, ParseMoveError> {
        self.position.read_move(text)
    }
}

impl<O: Opening, W: Word> From<Konane<W>> for KonaneGame<O, W> {
    fn from(position: Konane<W>) -> Self {
        Self { position, opening: PhantomData }
    }
}

impl<O: Opening, W: Word> FromStr for KonaneGame<O, W> {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        text.parse::<Konane<W>>().map(Self::from)
    }
}

/// Prints the rows from the top, joined by `/`, or as lines with `{:#}`.
impl<O: Opening, W: Word> fmt::Display for KonaneGame<O, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.position, f)
    }
}

debug_as_text!(KonaneGame<O: Opening, W: Word>);
