//! What a ruleset tells searches beside its moves: data, on which their speed depends, but no value.

use super::{Amazons, Fission, Konane, NoGo, Position};
use crate::Player;
use crate::board::{Board, Cell};

/// What is known of a position, if something is.
pub(super) type Known<P, T> = fn(&P) -> Option<T>;

/// What is known of a position as a player sees it, if something is.
pub(super) type KnownFor<P, T> = fn(&P, Player) -> Option<T>;

/// What a ruleset knows about its positions, by which analyzers and solvers save work.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Clobber, Domineering, Short};
/// let square = "../..".parse::<Domineering>()?;
/// let [low, above] = Domineering::<u64>::SEARCH.bounds(&square, Player::Left).unwrap();
/// let value = square.canonical_form();
/// assert!(value >= i64::from(low) && !(value <= i64::from(above)));
/// assert!(Clobber::SEARCH.bounds.is_none());
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Search<P> {
    /// Whether the position has a short value. One may not that is an [`AnyPosition`](super::AnyPosition), or is made of one: a type around
    /// others forwards this, since searches of a position without a value may not end.
    pub has_value: fn(&P) -> bool,
    /// A nonzero word and 16 bits that identify the position within its type: tables of values then take less memory.
    pub packed: Option<Known<P, (u64, u16)>>,
    /// The cells of each of the components, in their order, on a board.
    pub places: Option<Known<P, Vec<Vec<Cell>>>>,
    /// The steps that an option counts as, to be made, split and normalized: about one a microsecond, and at least one. Where
    /// limits of time are checked depends on it.
    pub option_steps: fn(&P) -> usize,
    /// The bytes of memory that the position owns beside its own.
    pub heap_bytes: fn(&P) -> usize,
    /// Integers *a* and *b* such that, seen from the player, `a <= value`, and not `value <= b`: the player wins the position and
    /// -*a* moving second, and the position and -*b* moving first.
    pub bounds: Option<KnownFor<P, [i16; 2]>>,
    /// The first of the bounds, where it takes less time than both.
    pub lower_bound: Option<KnownFor<P, i16>>,
    /// An estimate of the mean value in units of 1 / 22, by which a solver orders moves of hot games.
    pub mean: Option<Known<P, i16>>,
    /// Estimates of how good a component is for Left if she moves next, and for Right if he moves next, by which a solver orders
    /// moves. An estimate that is 64 greater multiplies the odds of a win by about *e*.
    pub hints: Option<Known<P, [i16; 2]>>,
    /// The position for a search of endgames, if one exists that is faster than the solver's.
    pub endgame: Option<KnownFor<P, Endgame>>,
    /// Adds Left's options to a list, perhaps in another order and some of them twice.
    pub left_options: fn(&P, &mut Vec<P>),
    /// Whether the second player can always answer with a mirrored move that does not interfere with the first one, if both
    /// players have the moves of both: then the [`Impartial`](super::Impartial) form is 0.
    pub is_paired: fn(&P) -> bool,
    /// Whether few different components come up in play, as on a row: then a solver of nim values values each of them, once.
    pub has_few_components: fn(&P) -> bool,
    /// Whether the [normalized](super::Short::normalized) position, or its negative, has the moves of the position and not only its
    /// value, as a search of misère play needs it.
    pub normal_form_has_moves: fn(&P) -> bool,
    /// The normalized position for the [`Impartial`](super::Impartial) form, where more positions have the same one than with
    /// [`Short::normalized`](super::Short::normalized).
    pub impartial_form: Option<fn(&P) -> P>,
}

/// A [`Search::endgame`] that browsers do not have, where the program has to be small.
pub(crate) const fn unless_small<P>(endgame: KnownFor<P, Endgame>) -> Option<KnownFor<P, Endgame>> {
    if cfg!(target_os = "unknown") { None } else { Some(endgame) }
}

/// A mean value of 1 as [`Search::mean`] gives it.
pub(crate) const MEAN_UNIT: i16 = 22;

impl<P: Position> Search<P> {
    /// Of a ruleset that knows nothing.
    pub const NONE: Search<P> = Search {
        has_value: |_| true,
        packed: None,
        places: None,
        option_steps: |_| 1,
        heap_bytes: |_| 0,
        bounds: None,
        lower_bound: None,
        mean: None,
        hints: None,
        endgame: None,
        left_options: |position, list| list.extend(position.options(Player::Left)),
        is_paired: |_| false,
        has_few_components: |_| false,
        normal_form_has_moves: |_| false,
        impartial_form: None,
    };
}

impl<P> Search<P> {
    /// [`Search::has_value`] of a position.
    #[inline]
    pub fn has_value(&self, position: &P) -> bool {
        (self.has_value)(position)
    }

    /// [`Search::packed`] of a position.
    #[inline]
    pub fn packed(&self, position: &P) -> Option<(u64, u16)> {
        self.packed?(position)
    }

    /// [`Search::option_steps`] of a position.
    #[inline]
    pub fn option_steps(&self, position: &P) -> usize {
        (self.option_steps)(position)
    }

    /// [`Search::heap_bytes`] of a position.
    #[inline]
    pub fn heap_bytes(&self, position: &P) -> usize {
        (self.heap_bytes)(position)
    }

    /// [`Search::is_paired`] of a position.
    pub fn is_paired(&self, position: &P) -> bool {
        (self.is_paired)(position)
    }

    /// [`Search::normal_form_has_moves`] of a position.
    pub fn normal_form_has_moves(&self, position: &P) -> bool {
        (self.normal_form_has_moves)(position)
    }

    /// [`Search::places`] of a position.
    pub fn places(&self, position: &P) -> Option<Vec<Vec<Cell>>> {
        self.places?(position)
    }

    /// [`Search::bounds`] of a position.
    #[inline]
    pub fn bounds(&self, position: &P, player: Player) -> Option<[i16; 2]> {
        self.bounds?(position, player)
    }

    /// [`Search::lower_bound`] of a position, or the first of both bounds.
    #[inline]
    pub fn lower_bound(&self, position: &P, player: Player) -> Option<i16> {
        match self.lower_bound {
            Some(bound) => bound(position, player),
            None => self.bounds(position, player).map(|[low, _]| low),
        }
    }

    /// [`Search::mean`] of a position.
    #[inline]
    pub fn mean(&self, position: &P) -> Option<i16> {
        self.mean?(position)
    }

    /// [`Search::hints`] of a position.
    #[inline]
    pub fn hints(&self, position: &P) -> Option<[i16; 2]> {
        self.hints?(position)
    }
}

/// A position for a search of endgames, as the player to move sees it who is Left there.
#[derive(Clone, Copy, Debug)]
pub enum Endgame {
    /// Of Amazons.
    Amazons(Amazons),
    /// The free cells of Domineering, on a board on which the dominoes of the player to move are horizontal.
    Domineering(Board<u64, 1>),
    /// The same on a larger board.
    LargeDomineering(Board<u128, 1>),
    /// Of Fission, with the player to move.
    Fission(Fission, Player),
    /// Of Konane.
    Konane(Konane),
    /// Of NoGo.
    NoGo(NoGo),
    /// A strip of Toads and Frogs: the animals of the player to move go to higher cells.
    ToadsAndFrogs(Board<u64, 2>, Animals),
}

/// How far the animals of a variant of Toads and Frogs go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Animals {
    /// The fewest cells that a step takes.
    pub min_step: u8,
    /// The most cells that a step takes.
    pub max_step: u8,
    /// The most animals that a jump crosses.
    pub max_jump: u8,
    /// Whether an animal jumps over those of its own side as well.
    pub over_own: bool,
}
