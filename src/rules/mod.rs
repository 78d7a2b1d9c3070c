//! Rulesets: positions and moves, all that a bot or a referee needs.
//!
//! A [`Position`] has moves for both players and no side to move; a match adds one ([`Turn`]). Where
//! play always ends and the last player to move wins, a position is [`Short`] as well, and has a
//! value. Nothing here knows values.
//!
//! # Examples
//! ```
//! use dicot::Player;
//! use dicot::rules::{Clobber, Position};
//! let position = Clobber::parse("xo/ox")?;
//! let mv = position.moves(Player::Left).next().unwrap();
//! assert_eq!(mv.to_string(), "a2-b2");
//! assert_eq!(position.play(Player::Left, mv)?.to_string(), ".x/ox");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod amazons;
mod any;
mod clobber;
mod combo;
mod domineering;
mod fission;
mod kayles;
mod konane;
mod ruleset;
mod toads_and_frogs;

use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;

pub use amazons::{Amazons, AmazonsMove, HugeAmazons};
pub use any::{Visitor, choose, rulesets};
pub use clobber::{
    Anti, AntiClobber, Clobber, ClobberMove, DiagonalClobber, Diagonals, GenClobber, Hot,
    HotClobber, HugeClobber, Kings, Knights, Leaves, Onto, Orthogonal, Queens, Rooks, StoneMoves,
    Variant, WideClobber,
};
pub use combo::{Combo, ComboMove, ParseComboError};
pub use domineering::{Domineering, DomineeringMove, HugeDomineering};
pub use fission::{Fission, FissionMove, HugeFission};
pub use kayles::{Kayles, KaylesMove, ParseKaylesError};
pub use konane::{
    AnyStone, CornerOrCentre, DarkCornerOrCentre, HugeKonane, Konane, KonaneGame, KonaneMove,
    KonanePhase, Opening, WideKonane,
};
pub use ruleset::{ParseMoveError, Ruleset, Summary};
pub use toads_and_frogs::{HugeToadsAndFrogs, ToadsAndFrogs, ToadsAndFrogsMove};

use crate::Player;

/// A position of some ruleset: what each player can do, whoever's turn it is.
///
/// Play need not end: loopy games are welcome, and [`Short`] is the promise that it does.
///
/// # Examples
/// Two methods make a ruleset. A heap of counters from which Left takes one and Right two:
/// ```
/// use dicot::Player;
/// use dicot::rules::{Position, Short, Turn, perft};
///
/// #[derive(Clone, PartialEq, Eq, Hash, Debug)]
/// struct Heap {
///     counters: u32,
///     taken_by_left: u32,
/// }
///
/// impl Position for Heap {
///     type Move = u32; // counters taken
///
///     fn moves(&self, player: Player) -> impl Iterator<Item = u32> {
///         let own = if player == Player::Left { self.taken_by_left } else { 3 - self.taken_by_left };
///         (own <= self.counters).then_some(own).into_iter()
///     }
///
///     fn play_unchecked(&mut self, _: Player, taken: u32) {
///         self.counters -= taken;
///     }
/// }
///
/// # impl std::fmt::Display for Heap {
/// #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
/// #         write!(f, "{} {}", self.counters, self.taken_by_left)
/// #     }
/// # }
/// impl Short for Heap {
///     type Narrow = Self; // whatever it is, it prints
///
///     fn negative(&self) -> Self {
///         Heap { taken_by_left: 3 - self.taken_by_left, ..self.clone() }
///     }
/// }
///
/// let heap = Heap { counters: 4, taken_by_left: 1 };
/// assert_eq!(heap.move_count(Player::Right), 1);
/// assert_eq!(perft(&Turn::new(heap, Player::Left), 3), 1); // 4, 3, 1, 0
/// ```
pub trait Position: Clone + Eq + Hash + Debug {
    /// A move, which prints as players write it.
    type Move: Copy + Eq + Hash + Debug + Display;

    /// The legal moves of the player, each once, in an order that depends on the position alone.
    fn moves(&self, player: Player) -> impl Iterator<Item = Self::Move>;

    /// Plays a move known to be legal.
    ///
    /// What happens if it is not is up to the ruleset; [`play`](Position::play) asks first.
    fn play_unchecked(&mut self, player: Player, mv: Self::Move);

    /// Whether the player may make the move. Provided: looks for it among [`moves`](Position::moves).
    fn is_legal(&self, player: Player, mv: Self::Move) -> bool {
        self.moves(player).any(|legal| legal == mv)
    }

    /// Which rule an illegal move breaks, for [`IllegalMove`]; of another one, that it is legal.
    /// Provided: a text that fits any ruleset.
    fn why_illegal(&self, player: Player, mv: Self::Move) -> &'static str {
        if self.is_legal(player, mv) {
            "the move is legal"
        } else {
            "there is no such move in this position"
        }
    }

    /// The position after the move.
    ///
    /// # Errors
    /// [`IllegalMove`] if the player may not make the move; it gives the position back.
    fn play(mut self, player: Player, mv: Self::Move) -> Result<Self, IllegalMove<Self>> {
        if self.is_legal(player, mv) {
            self.play_unchecked(player, mv);
            Ok(self)
        } else {
            let reason = self.why_illegal(player, mv);
            Err(IllegalMove { position: self, player, mv, reason })
        }
    }

    /// The positions the player can move to, in the order of [`moves`](Position::moves).
    fn options(&self, player: Player) -> impl Iterator<Item = Self> {
        self.moves(player).map(move |mv| {
            let mut option = self.clone();
            option.play_unchecked(player, mv);
            option
        })
    }

    /// The number of legal moves. Provided: counts them one by one.
    fn move_count(&self, player: Player) -> u64 {
        self.moves(player).count() as u64
    }

    /// The number of sequences of exactly `depth` moves, the player starting: see [`perft`].
    ///
    /// Provided: one [`move_count`](Position::move_count) for each sequence of `depth` - 1 moves. A
    /// ruleset that has a faster type for small positions changes over to it here.
    fn line_count(&self, player: Player, depth: u32) -> u64 {
        line_count(self, player, depth)
    }
}

/// The provided [`Position::line_count`].
fn line_count<P: Position>(position: &P, player: Player, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.move_count(player),
        _ => position.options(player).map(|option| option.line_count(!player, depth - 1)).sum(),
    }
}

/// A position of a ruleset under which every line of play ends and whoever cannot move loses.
///
/// Such positions add up and have values. All the methods keep the value, as they say. The
/// example of a whole ruleset is at [`Position`].
///
/// # Examples
/// ```
/// use dicot::rules::{Clobber, Short};
/// let position = Clobber::parse("xo.x/..oo")?;
/// let pieces: Vec<String> = position.components().map(|piece| piece.to_string()).collect();
/// assert_eq!(pieces, ["xo", ".x/oo"]);
/// let (normalized, negated) = position.normalized();
/// assert_eq!(position.negative().normalized(), (normalized, !negated));
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
/// Play of [`Combo`] may go on for ever, so its positions have no value, and the compiler says so:
/// ```compile_fail,E0277
/// let analyzer = dicot::analysis::Analyzer::<dicot::rules::Combo>::new();
/// ```
#[diagnostic::on_unimplemented(
    message = "positions of `{Self}` have no value: `Short` is not implemented for `{Self}`",
    label = "not a ruleset under which play always ends",
    note = "play that may go on for ever has no canonical form; a `Position` has moves and bots all the same",
    note = "for a ruleset of your own whose play always ends, implement `dicot::rules::Short`"
)]
pub trait Short: Position + Send + Sync + 'static {
    /// The type that small positions shrink to: usually `Self`. A position prints the same in both.
    type Narrow: Short + Display;

    /// The same position, move by move, in the smaller type, if it fits. Provided: `None`.
    fn narrow(&self) -> Option<Self::Narrow> {
        None
    }

    /// The position with the players exchanged: its value is the negative.
    fn negative(&self) -> Self;

    /// How large a position is: about how long it takes to find its value, on a scale where it doubles
    /// with each step, or so. A solver values small positions and searches large ones.
    ///
    /// Provided: the number of moves of both players.
    fn size(&self) -> u32 {
        let moves = Player::BOTH.map(|player| self.move_count(player));
        u32::try_from(moves[0].saturating_add(moves[1])).unwrap_or(u32::MAX)
    }

    /// Positions whose sum has the value of this one. Provided: just this one.
    ///
    /// Those that are plainly 0 may be left out, and where all are there is nothing left.
    fn components(&self) -> impl Iterator<Item = Self> {
        std::iter::once(self.clone())
    }

    /// Another position of the same value, the same one for as many positions as is cheap.
    ///
    /// `(position, negated)`: if `negated`, the value is that of the negative of `position`.
    /// Provided: this position, and `false`.
    fn normalized(&self) -> (Self, bool) {
        (self.clone(), false)
    }
}

/// A position in a match: now it is somebody's turn.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{Clobber, Turn};
/// let turn = Turn::new(Clobber::parse("xo.")?, Player::Right);
/// let mv = turn.moves().next().unwrap();
/// let turn = turn.play(mv)?;
/// assert_eq!((turn.position.to_string().as_str(), turn.to_move), ("o..", Player::Left));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn<P> {
    /// The position.
    pub position: P,
    /// Whose turn it is.
    pub to_move: Player,
}

impl<P: Position> Turn<P> {
    /// The position with `to_move` to play.
    pub fn new(position: P, to_move: Player) -> Self {
        Self { position, to_move }
    }

    /// The legal moves of the player whose turn it is.
    pub fn moves(&self) -> impl Iterator<Item = P::Move> + use<'_, P> {
        self.position.moves(self.to_move)
    }

    /// The turn of the other player after the move.
    ///
    /// # Errors
    /// [`IllegalMove`] if the player may not make the move; it gives the position back.
    pub fn play(self, mv: P::Move) -> Result<Self, IllegalMove<P>> {
        let position = self.position.play(self.to_move, mv)?;
        Ok(Self { position, to_move: !self.to_move })
    }
}

/// The number of sequences of exactly `depth` moves, the players taking turns.
///
/// 1 for depth 0. A sequence that ends before is not counted. The usual check of a move generator.
///
/// # Complexity
/// One move count for each sequence of `depth` - 1 moves.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{Clobber, Turn, perft};
/// let turn = Turn::new(Clobber::checkerboard(6, 6)?, Player::Left);
/// assert_eq!([perft(&turn, 0), perft(&turn, 1), perft(&turn, 2)], [1, 60, 3244]);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub fn perft<P: Position>(turn: &Turn<P>, depth: u32) -> u64 {
    turn.position.line_count(turn.to_move, depth)
}

/// A move that the rules do not allow, with the position as it was.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{Clobber, Position};
/// let position = Clobber::parse("xo")?;
/// let mv = position.moves(Player::Left).next().unwrap();
/// let error = position.play(Player::Right, mv).unwrap_err();
/// assert_eq!(error.to_string(), "illegal move a1-b1 by Right: the stone to move is not the player's own");
/// assert_eq!(error.position.to_string(), "xo");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct IllegalMove<P: Position> {
    /// The position, unchanged.
    pub position: P,
    /// Who tried to move.
    pub player: Player,
    /// The move.
    pub mv: P::Move,
    /// The rule that it breaks.
    pub reason: &'static str,
}

impl<P: Position> Display for IllegalMove<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move {} by {}: {}", self.mv, self.player, self.reason)
    }
}

impl<P: Position> Error for IllegalMove<P> {}
