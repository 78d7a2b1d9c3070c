//! The bots by name.

use std::any::{Any, TypeId};

use dicot::board::U448;
use dicot::rules::{
    Clobber448, Combo, KonaneGame, Position, Ruleset,
    konane::{AnyStone, CornerOrCentre, DarkCornerOrCentre, Opening},
};
use dicot_bots::{
    AlphaBetaBot, Bot, ClobberBot, ComboBot, ComboNegamax, KonaneBot, RandomBot, UctBot,
};

/// Creates the bot of a ruleset with this name; the seed determines its random choices.
///
/// # Examples
/// ```
/// use dicot::rules::{Combo, Clobber448, Kayles};
/// use dicot_rulesets::bots;
/// assert!(bots::of::<Clobber448>("strong", 1).is_ok());
/// assert!(bots::of::<Kayles>("uct", 1).is_ok());
/// assert!(bots::of::<Kayles>("strong", 1).is_err());
/// ```
///
/// # Errors
/// [`UnknownBot`] if the ruleset has no bot of this name.
pub fn of<P: Ruleset>(name: &str, seed: u64) -> Result<Box<dyn Bot<P>>, UnknownBot> {
    let entry = all::<P>().into_iter().find(|bot| bot.name == name);
    entry.map(|bot| (bot.make)(seed)).ok_or_else(|| UnknownBot {
        name: name.to_owned(),
        rules: P::SPEC.name.to_owned(),
        known: names::<P>(),
    })
}

/// Returns the names of a ruleset's bots, the weakest first.
///
/// # Examples
/// ```
/// use dicot::rules::{Clobber448, Kayles};
/// use dicot_rulesets::bots;
/// assert_eq!(bots::names::<Kayles>(), ["random", "uct"]);
/// assert_eq!(bots::names::<Clobber448>(), ["random", "uct", "alpha-beta", "strong"]);
/// ```
pub fn names<P: Ruleset>() -> Vec<&'static str> {
    all::<P>().into_iter().map(|bot| bot.name).collect()
}

/// The error for a name that none of a ruleset's bots has.
///
/// # Examples
/// ```
/// use dicot::rules::Kayles;
/// use dicot_rulesets::bots;
/// let error = bots::of::<Kayles>("deep", 1).err().unwrap();
/// assert_eq!(error.to_string(), "unknown bot \"deep\" for kayles; expected random, uct");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown bot {name:?} for {rules}; expected {}", .known.join(", "))]
#[non_exhaustive]
pub struct UnknownBot {
    /// The name.
    pub name: String,
    /// The ruleset.
    pub rules: String,
    /// The names of the ruleset's bots.
    pub known: Vec<&'static str>,
}

/// Creates a bot from a seed.
pub(crate) type Make<P> = fn(u64) -> Box<dyn Bot<P>>;

/// A bot of a ruleset.
pub(crate) struct Entry<P> {
    pub(crate) name: &'static str,
    /// A description of its strength among the bots of its ruleset.
    pub(crate) title: &'static str,
    pub(crate) make: Make<P>,
}

impl<P> Entry<P> {
    const fn new(name: &'static str, title: &'static str, make: Make<P>) -> Entry<P> {
        Entry { name, title, make }
    }
}

/// The bots of a ruleset, the weakest first.
type Bots<P> = Vec<Entry<P>>;

/// Whether a ruleset has bots of its own. Without a list, so that the compiler knows it.
pub(crate) fn has_own<P: Ruleset>() -> bool {
    let positions = TypeId::of::<P>();
    positions == TypeId::of::<Clobber448>()
        || positions == TypeId::of::<KonaneGame<CornerOrCentre, U448>>()
        || positions == TypeId::of::<KonaneGame<AnyStone, U448>>()
        || positions == TypeId::of::<KonaneGame<DarkCornerOrCentre, U448>>()
        || positions == TypeId::of::<Combo>()
}

pub(crate) fn all<P: Ruleset>() -> Bots<P> {
    // The type must be the one in the list of `src/rules/list.rs`: for any other, only the general bots are found.
    let own: [Box<dyn Any>; 5] = [
        Box::new(clobber()),
        Box::new(konane::<CornerOrCentre>()),
        Box::new(konane::<AnyStone>()),
        Box::new(konane::<DarkCornerOrCentre>()),
        Box::new(combo()),
    ];
    // At most one of these lists has the type `Bots<P>`.
    let own = own.into_iter().find_map(|bots| bots.downcast().ok());
    debug_assert_eq!(own.is_some(), has_own::<P>(), "the same types in both lists");
    own.map_or_else(general, |bots| *bots)
}

/// The bots that play any ruleset.
fn general<P: Position>() -> Bots<P> {
    vec![
        Entry::new("random", "random moves", |seed| Box::new(RandomBot::new(seed))),
        Entry::new("uct", "easy", |seed| Box::new(UctBot::new(seed))),
    ]
}

fn clobber() -> Bots<Clobber448> {
    let mut bots = general();
    bots.push(Entry::new("alpha-beta", "medium", |_| Box::new(AlphaBetaBot::new())));
    bots.push(Entry::new("strong", "strong", |_| Box::new(ClobberBot::new())));
    bots
}

fn konane<O: Opening>() -> Bots<KonaneGame<O, U448>> {
    let mut bots = general();
    bots.push(Entry::new("strong", "strong", |seed| Box::new(KonaneBot::new(seed))));
    bots
}

fn combo() -> Bots<Combo> {
    let mut bots = general();
    bots.push(Entry::new("weak", "easy", |seed| Box::new(ComboNegamax::new(1, seed))));
    bots.push(Entry::new("medium", "medium", |seed| Box::new(ComboNegamax::new(3, seed))));
    bots.push(Entry::new("strong", "strong", |seed| Box::new(ComboBot::new(seed))));
    bots
}
