//! Rulesets: positions and moves, all that a bot or a referee needs.
//!
//! A [`Position`] has moves for both players and no side to move; a match adds one ([`Turn`]). Where play always ends
//! and the last player to move wins, a position is [`Short`] as well, and has a value. Nothing here knows values.
//!
//! The positions of all games are here by their names; what else a game has, its moves, kinds and parts, is in its module, like
//! [`clobber::Kings`].

mod any;
pub mod graph;
pub(crate) mod grid;
pub mod heap;
mod list;
mod loopy;
mod on_board;
mod ruleset;
mod search;
mod spec;
mod strip;
mod variants;

use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;

pub(crate) use any::RulesId;
pub use any::{AnyBoard, AnyMove, AnyPosition, AnyRuleset, ParseAnyError, WeakRuleset};
pub use grid::{clobber, king_dirt, konane};
pub use list::*;
pub use loopy::{combo, fox_and_geese};
pub use on_board::CellsMove;
pub use ruleset::{ParseMoveError, Ruleset};
#[doc(hidden)]
pub use search::{Animals, Endgame, Search};
pub(crate) use search::{MEAN_UNIT, unless_small};
pub use spec::{
    BoardKind, CellKind, CellSpec, MoveExample, Owned, OwnedSpec, PointingOrder, Rank, RulesetSpec,
    Static, SymmetryRule, Texts,
};
pub use strip::{toads_and_frogs, toads_by_numbers, toppling_dominoes};
pub use variants::{Dicotic, Twisted, impartial, sums};

use crate::Player;

/// A position of a ruleset: the moves of both players, without a player to move.
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
    /// What happens if it is not is up to the ruleset; [`play`](Position::play) checks first. Those of dicot give a
    /// position without meaning, and never panic.
    fn play_unchecked(&mut self, player: Player, mv: Self::Move);

    /// The rule that a move breaks; `None` if the player may make it. Provided: looks for the move among
    /// [`moves`](Position::moves).
    fn broken_rule(&self, player: Player, mv: Self::Move) -> Option<&'static str> {
        let legal = self.moves(player).any(|legal| legal == mv);
        (!legal).then_some("there is no such move in this position")
    }

    /// Whether the player may make the move.
    fn is_legal(&self, player: Player, mv: Self::Move) -> bool {
        self.broken_rule(player, mv).is_none()
    }

    /// The position after the move.
    ///
    /// # Errors
    /// [`IllegalMove`] if the player may not make the move; it gives the position back.
    fn play(mut self, player: Player, mv: Self::Move) -> Result<Self, IllegalMove<Self>> {
        if let Some(reason) = self.broken_rule(player, mv) {
            return Err(IllegalMove { position: self, player, mv, reason });
        }
        self.play_unchecked(player, mv);
        Ok(self)
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

    /// Which heap, cake or other term of a sum a move is made on, counted from 0 as the position prints them. Provided: it is
    /// not known.
    fn term_of(&self, _: Self::Move) -> Option<usize> {
        None
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

/// A position of a ruleset under which all play ends and the player who cannot move loses.
///
/// Such positions add up and have values. `components` and `normalized` keep the value; `negative` negates it. The
/// example of a whole ruleset is at [`Position`].
///
/// # Examples
/// ```
/// use dicot::rules::{Clobber, Short};
/// let position: Clobber = "xo.x/..oo".parse()?;
/// let components: Vec<String> = position.components().map(|part| part.to_string()).collect();
/// assert_eq!(components, ["xo", ".x/oo"]);
/// let (normalized, negated) = position.normalized();
/// assert_eq!(position.negative().normalized(), (normalized, !negated));
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
/// Play of [`Combo`] may go on for ever, so its positions have no canonical form, and the compiler says so (the crate
/// `dicot-loopy` has values for them):
/// ```compile_fail,E0277
/// let analyzer = dicot::analysis::Analyzer::<dicot::rules::Combo>::new();
/// ```
#[diagnostic::on_unimplemented(
    message = "positions of `{Self}` have no value: `Short` is not implemented for `{Self}`",
    label = "not a ruleset under which play always ends",
    note = "play that may go on for ever has no canonical form; a `Position` has moves and bots \
        all the same",
    note = "for a ruleset of your own whose play always ends, implement `dicot::rules::Short`"
)]
pub trait Short: Position + Display + Send + Sync + 'static {
    /// What searches may use to save work. Provided: nothing.
    #[doc(hidden)]
    const SEARCH: Search<Self> = Search::NONE;

    /// The position with the players exchanged: its value is the negative.
    fn negative(&self) -> Self;

    /// An estimate of the time to compute the value: one more roughly doubles it. A solver values small positions and searches large ones.
    ///
    /// Provided: the number of moves of both players.
    fn size(&self) -> u32 {
        let moves = Player::BOTH.map(|player| self.move_count(player));
        u32::try_from(moves[0].saturating_add(moves[1])).unwrap_or(u32::MAX)
    }

    /// Positions whose sum has the moves of this one, and so its value. Provided: just this one.
    ///
    /// Components in which nobody can move may be left out, even all of them. Those in which somebody can move may not, even
    /// if their value is 0: under misère play they count.
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

    /// Whether both players have the same moves in every position of the ruleset, so that a solver of nim values can search
    /// it. Provided: `false`.
    fn is_impartial(&self) -> bool {
        false
    }

    /// Adds the normalized components of the options of a player to a list; after each option, in any order, `option_ends`
    /// is called with the list. Provided: by [`options`](Position::options).
    #[doc(hidden)]
    fn split_options_into<E>(
        &self,
        player: Player,
        list: &mut Vec<(Self, bool)>,
        option_ends: impl FnMut(&mut Vec<(Self, bool)>) -> Result<(), E>,
    ) -> Result<(), E> {
        split_options_into(self, player, list, option_ends)
    }

    /// Visits the type that small positions have, in which they are valued faster. Rulesets on boards have
    /// one, for boards of up to 64 cells. Provided: the ruleset does not have one.
    #[doc(hidden)]
    fn with_narrow<V: NarrowVisitor<Self>>(visitor: V) -> V::Output {
        visitor.none()
    }
}

/// The [heap bytes](Search::heap_bytes) of positions with a sign.
pub(crate) fn heap_bytes<P: Short>(parts: &[(P, bool)]) -> usize {
    parts.iter().map(|(part, _)| P::SEARCH.heap_bytes(part)).sum()
}

/// Adds the normalized components of a position to a list.
#[doc(hidden)]
#[inline(never)] // one copy per ruleset
pub fn split_into<P: Short>(position: &P, list: &mut Vec<(P, bool)>) {
    for part in position.components() {
        list.push(part.normalized());
    }
}

/// The provided [`Short::split_options_into`].
fn split_options_into<P: Short, E>(
    position: &P,
    player: Player,
    list: &mut Vec<(P, bool)>,
    mut option_ends: impl FnMut(&mut Vec<(P, bool)>) -> Result<(), E>,
) -> Result<(), E> {
    for option in position.options(player) {
        split_into(&option, list);
        option_ends(list)?;
    }
    Ok(())
}

/// What to do with the smaller type of a ruleset: see [`Short::with_narrow`].
#[doc(hidden)]
pub trait NarrowVisitor<P> {
    /// The result of the visit.
    type Output;

    /// Visits a ruleset without a smaller type.
    fn none(self) -> Self::Output;

    /// Visits the smaller type.
    fn some<N: Short + Narrow<P>>(self) -> Self::Output;
}

/// The smaller type of a ruleset: the same position has the same moves in it and prints the same.
#[doc(hidden)]
pub trait Narrow<P>: Sized {
    /// The position in this type, if it fits.
    fn narrowed(position: &P) -> Option<Self>;

    /// The position in the larger type.
    fn widened(&self) -> P;
}

/// A position in a match: now it is somebody's turn.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{Clobber, Turn};
/// let turn = Turn::new("xo.".parse::<Clobber>()?, Player::Right);
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
/// let position: Clobber = "xo".parse()?;
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
