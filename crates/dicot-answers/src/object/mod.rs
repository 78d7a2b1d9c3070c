//! Rulesets, positions and analyzers as objects: the ruleset is chosen at run time.
//!
//! A ruleset is a type, and its hot loops (moves, analysis, search) are compiled for that type. Here alone: everything
//! else speaks to these objects in texts and values. A call through an object is made once a request.

mod analyzer;
#[cfg(feature = "bots")]
mod bot;
mod components;
mod move_cells;
#[cfg(not(target_family = "wasm"))] // for the command line
mod perft;
mod typed;

use std::any::{Any, TypeId};
use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use dicot::rules::{AnyRuleset, OwnedSpec};
use dicot::solver::{Solver, Sum};
use dicot::{Calculation, Player, Store};
use dicot_loopy::{Exploration, OnProgress};

pub use analyzer::{AnalyzerObject, ValuedComponents};
#[cfg(feature = "bots")]
pub use bot::{BotObject, MakeBot, TurnObject, bot_object};
pub use components::{ComponentSearch, ComponentsObject};
pub use move_cells::MoveCells;
pub use typed::{any_ruleset_object, ruleset_object, ruleset_object_without_values};

#[cfg(feature = "bots")]
use crate::bots::UnknownBot;
use crate::failure::Failure;
use crate::moves::LegalMove;

/// Which rules a ruleset has: those of a type of positions, or those of a ruleset that was chosen or made at run time.
///
/// # Examples
/// ```
/// use dicot::rules::AnyRuleset;
/// use dicot_answers::object::any_ruleset_object;
/// let [one, other] = [(); 2].map(|()| AnyRuleset::named("clobber").unwrap().impartial()).map(any_ruleset_object);
/// assert_eq!(one.spec().name, other.spec().name);
/// assert_ne!(one.rules(), other.rules());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RulesId {
    positions: TypeId,
    any: Option<AnyRuleset>,
}

/// A ruleset at run time.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::Clobber448;
/// use dicot_answers::object::ruleset_object;
/// let clobber = ruleset_object::<Clobber448>();
/// let position = clobber.read("xxo")?;
/// assert_eq!(position.moves(Player::Left), ["b1-c1"]);
/// assert_eq!(position.play(Player::Left, "b1-c1")?.to_string(), "x.x");
/// # Ok::<_, dicot_answers::Failure>(())
/// ```
pub trait RulesetObject: Send + Sync {
    /// The same ruleset, to keep.
    fn shared(&self) -> Arc<dyn RulesetObject>;

    /// The description of the ruleset.
    fn spec(&self) -> &OwnedSpec;

    /// Which rules it has: a name does not say that.
    fn rules(&self) -> RulesId;

    /// Reads a position.
    ///
    /// # Errors
    /// If the text is not a position; where the ruleset knows it, with the place.
    fn read(&self, text: &str) -> Result<Box<dyn PositionObject>, Failure>;

    /// The position that matches start from on a board of that size, or `None` if the ruleset does not have a usual one.
    fn start_position(&self, width: u8, height: u8) -> Option<Box<dyn PositionObject>>;

    /// The names of the bots that play the ruleset, the weakest first.
    #[cfg(feature = "bots")]
    fn bots(&self) -> Vec<&'static str>;

    /// How strong each of the bots is, in words for people.
    #[cfg(feature = "bots")]
    fn bot_titles(&self) -> Vec<&'static str>;

    /// What creates the bot of that name.
    ///
    /// # Errors
    /// [`UnknownBot`] if the ruleset has no such bot.
    #[cfg(feature = "bots")]
    fn bot(&self, name: &str) -> Result<MakeBot, UnknownBot>;

    /// Whether positions are sums that a solver can solve, at least after the opening of a match.
    fn has_sums(&self) -> bool;

    /// The ruleset as one whose positions have values, or `None` if they do not have values.
    fn valued(&self) -> Option<Arc<dyn ValuedRuleset>>;
}

impl Debug for dyn ValuedRuleset + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spec().name)
    }
}

/// Two rulesets are equal if their [rules](RulesetObject::rules) are the same, whatever their names are.
impl PartialEq for dyn ValuedRuleset {
    fn eq(&self, other: &dyn ValuedRuleset) -> bool {
        self.rules() == other.rules()
    }
}

impl Eq for dyn ValuedRuleset {}

impl Debug for dyn RulesetObject + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spec().name)
    }
}

/// A ruleset at run time whose positions have values.
pub trait ValuedRuleset: RulesetObject {
    /// Creates an analyzer without limits that keeps its values in a store.
    fn analyzer(&self, store: Store) -> Box<dyn AnalyzerObject>;

    /// Creates an object for the components of many positions, none of them larger than these.
    ///
    /// # Errors
    /// If a text is not a position.
    fn components_of(
        &self,
        positions: &mut dyn Iterator<Item = &str>,
    ) -> Result<ComponentsObject, Failure>;

    /// Registers the ruleset with a solver, so that it can load saved positions of it.
    fn with_ruleset(&self, solver: Solver) -> Solver;
}

/// A position of some ruleset. It prints as the ruleset writes it.
pub trait PositionObject: Debug + Display + Send + Sync {
    /// The position as its own type.
    fn as_any(&self) -> &dyn Any;

    /// The ruleset.
    fn ruleset(&self) -> &dyn RulesetObject;

    /// Another object with the same position.
    fn boxed(&self) -> Box<dyn PositionObject>;

    /// The players who may be to move by default.
    fn starters(&self) -> &'static [Player];

    /// The moves of a player in the order of the ruleset.
    fn moves(&self, player: Player) -> Vec<String>;

    /// The moves of a player in the order of the ruleset, with their cells.
    fn moves_with_cells(&self, player: Player) -> Vec<MoveCells>;

    /// The positions that a player can move to, in the order of the moves.
    fn options(&self, player: Player) -> Vec<Box<dyn PositionObject>>;

    /// Whether a player has more than `count` moves.
    fn has_more_moves(&self, player: Player, count: usize) -> bool;

    /// The moves of a player in the order of the ruleset, each with the position after it.
    fn legal_moves(&self, player: Player) -> Vec<LegalMove>;

    /// Reads a move of either player and returns it as it prints.
    ///
    /// # Errors
    /// If the text is not a move.
    fn read_move(&self, text: &str) -> Result<String, Failure>;

    /// A move with its cells.
    ///
    /// # Errors
    /// If the text is not a move.
    fn move_cells(&self, mv: &str) -> Result<MoveCells, Failure>;

    /// Which rule an illegal move breaks, or why the text is not a move.
    fn why_illegal(&self, player: Player, mv: &str) -> String;

    /// Whether the player may make a move.
    ///
    /// # Errors
    /// If the text is not a move.
    fn is_legal(&self, player: Player, mv: &str) -> Result<bool, Failure>;

    /// The position after a move.
    ///
    /// # Errors
    /// If the text is not a move, or the move is illegal: which rule it breaks.
    fn play(&self, player: Player, mv: &str) -> Result<Box<dyn PositionObject>, Failure>;

    /// The number of sequences of exactly `depth` moves, each of the players starting, on as many threads as the limits
    /// allow, by default one. With a limit of bytes, what positions count that occur again is stored.
    ///
    /// # Errors
    /// If the deadline of the limits passes, they are interrupted, or the number is beyond 2^64 - 1.
    #[cfg(not(target_family = "wasm"))]
    fn perft(&self, starters: &[Player], depth: u8, limits: &dicot::Limits)
    -> Result<u64, Failure>;

    /// The sum that is left to play, or `None` if the position does not have one or the next move is part of the opening of a match.
    fn sum(&self) -> Option<Sum>;

    /// Explores the positions that this one leads to, and then others of the ruleset, where play need not end; `None` if
    /// [`has_loopy_values`] is not true of the ruleset. Options are in the order of the moves.
    ///
    /// # Panics
    /// If another position is not one of the ruleset.
    ///
    /// [`has_loopy_values`]: crate::loopy::has_loopy_values
    fn explore(
        &self,
        others: &[&dyn PositionObject],
        calculation: &mut Calculation<'_>,
        on_progress: OnProgress<'_>,
    ) -> Option<Exploration>;

    /// The position as one that has a value, or `None` if it does not have a value.
    fn valued(&self) -> Option<&dyn ValuedPosition>;
}

/// Two positions are equal if they are of the same ruleset and print the same.
impl PartialEq for dyn PositionObject + '_ {
    fn eq(&self, other: &Self) -> bool {
        self.ruleset().rules() == other.ruleset().rules() && self.to_string() == other.to_string()
    }
}

impl Eq for dyn PositionObject + '_ {}

impl Hash for dyn PositionObject + '_ {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_string().hash(state);
    }
}

impl Clone for Box<dyn PositionObject> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

/// A position of a ruleset whose positions have values.
pub trait ValuedPosition: PositionObject {
    /// The ruleset.
    fn valued_ruleset(&self) -> &dyn ValuedRuleset;

    /// The components: positions whose values sum up to that of this one.
    fn components(&self) -> Vec<Box<dyn ValuedPosition>>;

    /// The position with the players exchanged.
    fn negative(&self) -> Box<dyn PositionObject>;

    /// The text under which values of this component are stored, that of the normalized component; and whether its value
    /// is the negative of the stored one.
    ///
    /// # Examples
    /// ```
    /// use dicot_answers::rulesets::library;
    /// let component = |text: &str| -> Result<(String, bool), dicot_answers::Failure> {
    ///     let position = library().find("clobber").unwrap().read(text)?;
    ///     Ok(position.valued().unwrap().component_text())
    /// };
    /// let (text, negated) = component("o/x/x")?;
    /// assert_eq!(component("xxo..")?, (text.clone(), negated));
    /// assert_eq!(component("oox")?, (text, !negated));
    /// # Ok::<_, dicot_answers::Failure>(())
    /// ```
    fn component_text(&self) -> (String, bool);

    /// Whether the component is known to be its own negative: both have the same [text](ValuedPosition::component_text) and
    /// sign.
    fn is_own_negative(&self) -> bool {
        let negative = self.negative();
        negative.valued().is_some_and(|other| other.component_text() == self.component_text())
    }

    /// About how long it takes to find the value: see [`Short::size`](dicot::rules::Short::size).
    fn size(&self) -> u32;

    /// The sum with this position added.
    fn add_to(&self, sum: Sum) -> Sum;
}
