//! What a solver stores of each large component, beside its position.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32};

use crate::Player;
use crate::form::Id;
use crate::rules::Short;

/// What the search needs of a component without its position.
#[derive(Debug)]
pub(super) struct ComponentInfo {
    /// The index of its ruleset's pool, and of its position in the pool.
    pub(super) pool: u16,
    /// Its [mean](crate::rules::Search::mean), or [`NO_MEAN`].
    mean: i16,
    pub(super) place: u32,
    /// Its [size](Short::size).
    pub(super) size: u16,
    /// How good it is for Left and for Right.
    weights: Weights,
    /// Its [bounds](crate::rules::Search::bounds) for Left and for Right, or [`NO_BOUNDS`].
    bounds: [[i8; 2]; 2],
    /// Whether the transposition table may have entries of this component alone (0), and of sums with it and others (1). Most
    /// components are searched once, and need not be looked up.
    pub(super) has_entries: [AtomicBool; 2],
    /// The kind of its [result](ComponentInfo::result): 0 if there is none, 1 while a thread writes it, or else [`RESULT`],
    /// 1 for a win and 2 if it is the result of the negative. From then on it does not change while threads search.
    pub(super) result_kind: AtomicU8,
    pub(super) result_value: AtomicU32,
}

/// A bit of [`ComponentInfo::result_kind`].
const RESULT: u8 = 4;

/// How good a component is for Left and for Right, if they move next: its [hints](crate::rules::Search::hints), or the numbers of
/// their moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Weights {
    pub(super) weights: [i16; 2],
    pub(super) are_hints: bool,
}

impl Weights {
    pub(super) fn of<P: Short>(position: &P) -> Weights {
        let count = |player| i16::try_from(position.move_count(player)).unwrap_or(i16::MAX);
        match P::SEARCH.hints(position) {
            Some(weights) => Weights { weights, are_hints: true },
            None => Weights { weights: Player::BOTH.map(count), are_hints: false },
        }
    }

    /// The estimate for the player who moves next: 0 for Left, 1 for Right.
    pub(super) fn order(self, next: usize) -> i64 {
        let weight = i64::from(self.weights[next]);
        // Quadratic, since two small components are easier than a large one.
        if self.are_hints { weight } else { weight * (weight + 8) }
    }
}

/// [`ComponentInfo::mean`] of a component without an estimate.
const NO_MEAN: i16 = i16::MIN;

/// [`ComponentInfo::bounds`] of a component without bounds.
const NO_BOUNDS: [[i8; 2]; 2] = [[i8::MIN; 2]; 2];

impl ComponentInfo {
    /// What is known of a position in a pool, but for its place there.
    pub(super) fn of<P: Short>(position: &P, pool: u16, weights: Weights) -> ComponentInfo {
        ComponentInfo {
            pool,
            mean: P::SEARCH.mean(position).unwrap_or(NO_MEAN),
            place: 0,
            size: u16::try_from(position.size()).unwrap_or(u16::MAX),
            weights,
            bounds: bounds_of(position).unwrap_or(NO_BOUNDS),
            has_entries: Default::default(),
            result_kind: AtomicU8::new(0),
            result_value: AtomicU32::new(0),
        }
    }

    /// The [mean](crate::rules::Search::mean), if it is known.
    pub(super) fn mean(&self) -> Option<i16> {
        (self.mean != NO_MEAN).then_some(self.mean)
    }

    /// The [bounds](crate::rules::Search::bounds) for Left and for Right, if both are known and small.
    pub(super) fn bounds(&self) -> Option<[[i8; 2]; 2]> {
        (self.bounds != NO_BOUNDS).then_some(self.bounds)
    }

    pub(super) fn has_hints(&self) -> bool {
        self.weights.are_hints
    }

    /// How good the component is for the player who moves next: 0 for Left, 1 for Right.
    pub(super) fn order(&self, next: usize) -> i64 {
        self.weights.order(next)
    }

    #[cfg(not(target_os = "unknown"))] // only for certificates
    /// The number of moves of Left (0) or Right (1), or 0 with hints.
    pub(super) fn moves(&self, player: usize) -> u64 {
        let Weights { weights, are_hints } = self.weights;
        if are_hints { 0 } else { u64::from(weights[player].unsigned_abs()) }
    }

    /// What a search has found of the component alone, or of its negative, with a value: whether it is the negative, the value, and
    /// whether Left wins, moving first. Most components are searched once, so this saves most entries of the transposition
    /// table, and the cache misses of looking them up.
    pub(super) fn result(&self) -> Option<(bool, Id, bool)> {
        let kind = self.result_kind.load(Acquire);
        let value = Id::from_word(self.result_value.load(Acquire));
        (kind & RESULT != 0).then_some((kind & 2 != 0, value, kind & 1 != 0))
    }

    /// Stores a result, if there is none, or one of the same kind whose value is `covered`. Returns whether it is stored.
    pub(super) fn set_result(
        &self,
        negated: bool,
        value: Id,
        wins: bool,
        covered: &mut impl FnMut(Id) -> bool,
    ) -> bool {
        let kind = RESULT | u8::from(negated) << 1 | u8::from(wins);
        match self.result_kind.compare_exchange(0, 1, Relaxed, Acquire) {
            Ok(_) => {
                self.result_value.store(value.to_word(), Relaxed);
                self.result_kind.store(kind, Release);
                true
            }
            // Any two values that threads store are both right.
            Err(old) if old == kind => {
                let is_covered = covered(Id::from_word(self.result_value.load(Relaxed)));
                if is_covered {
                    self.result_value.store(value.to_word(), Release);
                }
                is_covered
            }
            Err(_) => false,
        }
    }
}

/// The [bounds](crate::rules::Search::bounds) of a position for Left and for Right, if it has both and they are small.
fn bounds_of<P: Short>(position: &P) -> Option<[[i8; 2]; 2]> {
    let of = |player| {
        let [at_least, above] = P::SEARCH.bounds(position, player)?.map(i8::try_from);
        Some([at_least.ok()?, above.ok()?])
    };
    Some([of(Player::Left)?, of(Player::Right)?])
}
