//! What is asked here of rulesets and positions, beside what the library answers.

use dicot::rules::{AnyMove, AnyPosition, AnyRuleset, Position, Ruleset, Short};
use dicot::solver::{Solver, Sum};
use dicot::{Calculation, Player, Store};
use dicot_loopy::{Exploration, OnProgress};

#[cfg(feature = "bots")]
use crate::bots::UnknownBot;
use crate::failure::Failure;
#[cfg(feature = "census")]
use crate::kernel::Components;
#[cfg(feature = "bots")]
use crate::kernel::NamedBot;
use crate::kernel::{AnyAnalyzer, kernel};
#[cfg(feature = "bots")]
use crate::perfect::bots;
use crate::position_sum::{add, has_loopy_values, is_match, sum_of};
use crate::reading::parse;

/// A ruleset that is chosen at run time.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot_rulesets::{PositionExt, RulesetExt, library};
/// let clobber = library().find("clobber").unwrap();
/// let position = clobber.parse("xxo")?;
/// assert_eq!(position.play_text(Player::Left, "b1-c1")?.to_string(), "x.x");
/// assert_eq!(clobber.parse("2x3")?.to_string(), "oxo/xox");
/// # Ok::<_, dicot_rulesets::Failure>(())
/// ```
pub trait RulesetExt {
    /// Reads a position, or a size such as `2x3`, which is the position to begin with on a board of two rows.
    ///
    /// # Errors
    /// If the text is not a position; where the ruleset knows it, with the place.
    fn parse(&self, text: &str) -> Result<AnyPosition, Failure>;

    /// Whether positions are sums that a solver can solve, at least after the opening of a match.
    fn has_sums(&self) -> bool;

    /// Whether positions have loopy values: play need not end.
    fn has_loopy_values(&self) -> bool;

    /// Creates an analyzer without limits that keeps its values in a store.
    fn analyzer(&self, store: Store) -> Box<dyn AnyAnalyzer>;

    /// The components of many positions, none of them larger than these.
    ///
    /// # Errors
    /// If a text is not a position, or positions have no short values.
    #[cfg(feature = "census")]
    fn components_of(
        &self,
        positions: &mut dyn Iterator<Item = &str>,
    ) -> Result<Components, Failure>;

    /// Registers the ruleset with a solver, so that it can load saved positions of it.
    fn register(&self, solver: Solver) -> Solver;

    /// The bots that play the ruleset, the weakest first.
    #[cfg(feature = "bots")]
    fn bots(&self) -> Vec<NamedBot>;

    /// The bot of that name.
    ///
    /// # Errors
    /// [`UnknownBot`] if the ruleset has no such bot.
    #[cfg(feature = "bots")]
    fn bot(&self, name: &str) -> Result<NamedBot, UnknownBot>;
}

impl RulesetExt for AnyRuleset {
    fn parse(&self, text: &str) -> Result<AnyPosition, Failure> {
        parse(self, text)
    }

    fn has_sums(&self) -> bool {
        self.has_values() || is_match(self)
    }

    fn has_loopy_values(&self) -> bool {
        has_loopy_values(self)
    }

    fn analyzer(&self, store: Store) -> Box<dyn AnyAnalyzer> {
        (kernel(self).analyzer)(self, store)
    }

    #[cfg(feature = "census")]
    fn components_of(
        &self,
        positions: &mut dyn Iterator<Item = &str>,
    ) -> Result<Components, Failure> {
        match self.has_values() {
            true => (kernel(self).components)(self, positions),
            false => Err(Failure::new("the positions have no values that are short")),
        }
    }

    fn register(&self, solver: Solver) -> Solver {
        (kernel(self).register)(self, solver)
    }

    #[cfg(feature = "bots")]
    fn bots(&self) -> Vec<NamedBot> {
        bots(self)
    }

    #[cfg(feature = "bots")]
    fn bot(&self, name: &str) -> Result<NamedBot, UnknownBot> {
        let bots = self.bots();
        let known = bots.iter().map(|bot| bot.name).collect();
        bots.into_iter().find(|bot| bot.name == name).ok_or_else(|| UnknownBot {
            name: name.to_owned(),
            rules: self.spec().name.clone(),
            known,
        })
    }
}

/// A position of a ruleset that is chosen at run time; moves are texts.
pub trait PositionExt {
    /// The position, if it has a short value.
    fn valued(&self) -> Option<&AnyPosition>;

    /// Reads a move of either player.
    ///
    /// # Errors
    /// If the text is not a move.
    fn parse_move(&self, text: &str) -> Result<AnyMove, Failure>;

    /// The position after a move.
    ///
    /// # Errors
    /// If the text is not a move, or the move is illegal: which rule it breaks.
    fn play_text(&self, player: Player, mv: &str) -> Result<AnyPosition, Failure>;

    /// The number of sequences of exactly `depth` moves, each of the players starting, on as many threads as the limits
    /// allow, by default one. With a limit of bytes, what positions count that occur again is stored.
    ///
    /// # Errors
    /// If the deadline of the limits passes, they are interrupted, or the number is beyond 2^64 - 1.
    #[cfg(not(target_os = "unknown"))]
    fn perft(&self, starters: &[Player], depth: u8, limits: &dicot::Limits)
    -> Result<u64, Failure>;

    /// The sum that is left to play, or `None` if the position does not have one or the next move is part of the opening of a match.
    fn sum(&self) -> Option<Sum>;

    /// Explores the positions that this one leads to, and then others of the ruleset, where play need not end; `None` if
    /// [`has_loopy_values`](RulesetExt::has_loopy_values) is not true of the ruleset. Options are in the order of the moves.
    ///
    /// # Panics
    /// If another position is not one of the ruleset.
    fn explore(
        &self,
        others: &[&AnyPosition],
        calculation: &mut Calculation<'_>,
        on_progress: OnProgress<'_>,
    ) -> Option<Exploration>;

    /// The text under which values of this component are stored, that of the normalized component; and whether its value
    /// is the negative of the stored one.
    ///
    /// # Examples
    /// ```
    /// use dicot_rulesets::{PositionExt, RulesetExt, library};
    /// let component = |text: &str| -> Result<(String, bool), dicot_rulesets::Failure> {
    ///     Ok(library().find("clobber").unwrap().parse(text)?.component_text())
    /// };
    /// let (text, negated) = component("o/x/x")?;
    /// assert_eq!(component("xxo..")?, (text.clone(), negated));
    /// assert_eq!(component("oox")?, (text, !negated));
    /// # Ok::<_, dicot_rulesets::Failure>(())
    /// ```
    fn component_text(&self) -> (String, bool);

    /// Whether the component is known to be its own negative: both have the same [text](PositionExt::component_text) and
    /// sign.
    fn is_own_negative(&self) -> bool;

    /// The sum with this position, which has a value, added.
    fn add_to(&self, sum: Sum) -> Sum;
}

impl PositionExt for AnyPosition {
    fn valued(&self) -> Option<&AnyPosition> {
        self.has_value().then_some(self)
    }

    fn parse_move(&self, text: &str) -> Result<AnyMove, Failure> {
        self.read_move(text).map_err(|error| Failure::new(error.to_string()))
    }

    fn play_text(&self, player: Player, mv: &str) -> Result<AnyPosition, Failure> {
        let after = self.clone().play(player, self.parse_move(mv)?);
        after.map_err(|error| Failure::new(error.to_string()))
    }

    #[cfg(not(target_os = "unknown"))]
    fn perft(
        &self,
        starters: &[Player],
        depth: u8,
        limits: &dicot::Limits,
    ) -> Result<u64, Failure> {
        (kernel(self.ruleset()).perft)(self, starters, depth, limits)
    }

    fn sum(&self) -> Option<Sum> {
        sum_of(self)
    }

    fn explore(
        &self,
        others: &[&AnyPosition],
        calculation: &mut Calculation<'_>,
        on_progress: OnProgress<'_>,
    ) -> Option<Exploration> {
        let ruleset = self.ruleset();
        ruleset.has_loopy_values().then(|| {
            (kernel(ruleset).explore)(&[&[self], others].concat(), calculation, on_progress)
        })
    }

    fn component_text(&self) -> (String, bool) {
        let (normalized, negated) = self.normalized();
        (normalized.to_string(), negated)
    }

    fn is_own_negative(&self) -> bool {
        self.negative().normalized() == self.normalized()
    }

    fn add_to(&self, sum: Sum) -> Sum {
        add(sum, self)
    }
}
