//! What a solver searches of a position: the sum that is left to play.

use dicot::board::U448;
use dicot::rules::{
    AnyPosition, AnyRuleset, KonaneGame, Rank,
    konane::{AnyStone, CornerOrCentre, DarkCornerOrCentre, KonanePhase, Opening},
};
use dicot::solver::Sum;

use crate::game_sum::GameSum;
use crate::kernel::kernel;

/// The sum that is left to play, unless the next move is one of the opening of a match.
type SumOf = fn(&AnyPosition) -> Option<Sum>;

/// The rulesets of matches whose positions are sums after the opening.
const MATCHES: [(fn() -> AnyRuleset, SumOf); 3] =
    [konane::<CornerOrCentre>(), konane::<AnyStone>(), konane::<DarkCornerOrCentre>()];

const fn konane<O: Opening>() -> (fn() -> AnyRuleset, SumOf) {
    (AnyRuleset::without_values::<KonaneGame<O, U448>>, |position| {
        let game: &KonaneGame<O, U448> = position.downcast()?;
        (game.phase() == KonanePhase::Jumps).then(|| Sum::from(game.position))
    })
}

/// Whether positions have loopy values: play need not end.
pub(crate) fn has_loopy_values(ruleset: &AnyRuleset) -> bool {
    !ruleset.has_values() && ruleset.spec().rank == Rank::Nothing
}

/// Whether positions of the ruleset are sums after the opening of a match.
pub(crate) fn is_match(ruleset: &AnyRuleset) -> bool {
    MATCHES.iter().any(|(known, _)| known() == *ruleset)
}

/// The sum that is left to play; `None` if the position has none, or the next move is part of the opening of a match.
pub(crate) fn sum_of(position: &AnyPosition) -> Option<Sum> {
    if let Some(sum) = position.downcast::<GameSum>() {
        return Some(sum.parts().fold(Sum::default(), add));
    }
    match position.has_value() {
        true => Some(add(Sum::default(), position)),
        false => MATCHES.iter().find_map(|(_, sum)| sum(position)),
    }
}

/// The sum with a position that has a value.
pub(crate) fn add(sum: Sum, position: &AnyPosition) -> Sum {
    (kernel(position.ruleset()).add)(sum, position)
}
