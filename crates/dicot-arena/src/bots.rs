//! The bots by their names.

use std::any::Any;
use std::error::Error;
use std::fmt;

use dicot::board::Wide;
use dicot::rules::{
    AnyStone, Combo, CornerOrCentre, DarkCornerOrCentre, HugeClobber, KonaneGame, Opening,
    Position, Ruleset,
};
use dicot::search::bot::{
    AlphaBetaBot, Bot, ClobberBot, ComboBot, ComboNegamax, KonaneBot, RandomBot, UctBot,
};

/// The bot of that name for any ruleset, with the seed of what it leaves to chance.
///
/// # Examples
/// ```
/// use dicot::rules::{Combo, HugeClobber, Kayles};
/// use dicot_arena::bots;
/// assert!(bots::of::<HugeClobber>("strong", 1).is_ok());
/// assert!(bots::of::<Kayles>("uct", 1).is_ok());
/// assert!(bots::of::<Kayles>("strong", 1).is_err());
/// ```
///
/// # Errors
/// [`UnknownBot`] if the ruleset has none.
pub fn of<P: Ruleset>(name: &str, seed: u64) -> Result<Box<dyn Bot<P>>, UnknownBot> {
    maker(name).map(|make| make(seed))
}

/// The names of the bots that play a ruleset, the weakest first.
///
/// # Examples
/// ```
/// use dicot::rules::{HugeClobber, Kayles};
/// use dicot_arena::bots;
/// assert_eq!(bots::names::<Kayles>(), ["random", "uct"]);
/// assert_eq!(bots::names::<HugeClobber>(), ["random", "uct", "alpha-beta", "strong"]);
/// ```
pub fn names<P: Ruleset>() -> Vec<&'static str> {
    all::<P>().into_iter().map(|bot| bot.name).collect()
}

/// How strong the bots of a ruleset are, in words for people, in the order of [`names`].
///
/// # Examples
/// ```
/// use dicot::rules::HugeClobber;
/// use dicot_arena::bots;
/// assert_eq!(bots::titles::<HugeClobber>(), ["random moves", "easy", "medium", "strong"]);
/// ```
pub fn titles<P: Ruleset>() -> Vec<&'static str> {
    all::<P>().into_iter().map(|bot| bot.title).collect()
}

/// A ruleset has no bot of that name.
///
/// # Examples
/// ```
/// use dicot::rules::Kayles;
/// use dicot_arena::bots;
/// let error = bots::of::<Kayles>("deep", 1).err().unwrap();
/// assert_eq!(error.to_string(), "there is no bot \"deep\" for kayles, only random, uct");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownBot {
    /// The name.
    pub name: String,
    /// The ruleset.
    pub rules: &'static str,
    /// The names that there are.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownBot { name, rules, known } = self;
        write!(f, "there is no bot {name:?} for {rules}, only {}", known.join(", "))
    }
}

impl Error for UnknownBot {}

/// Makes a bot from a seed.
pub(crate) type Make<P> = fn(u64) -> Box<dyn Bot<P>>;

/// A bot of a ruleset.
struct Entry<P> {
    name: &'static str,
    /// How strong it is among the bots of its ruleset.
    title: &'static str,
    make: Make<P>,
}

impl<P> Entry<P> {
    const fn new(name: &'static str, title: &'static str, make: Make<P>) -> Entry<P> {
        Entry { name, title, make }
    }
}

/// The bots of a ruleset, the weakest first.
type Bots<P> = Vec<Entry<P>>;

/// What makes the bot of that name.
pub(crate) fn maker<P: Ruleset>(name: &str) -> Result<Make<P>, UnknownBot> {
    let found = all::<P>().into_iter().find(|bot| bot.name == name);
    found.map(|bot| bot.make).ok_or_else(|| UnknownBot {
        name: name.to_owned(),
        rules: P::NAME,
        known: names::<P>(),
    })
}

fn all<P: Ruleset>() -> Bots<P> {
    let own: [Box<dyn Any>; 5] = [
        Box::new(clobber()),
        Box::new(konane::<CornerOrCentre>()),
        Box::new(konane::<AnyStone>()),
        Box::new(konane::<DarkCornerOrCentre>()),
        Box::new(combo()),
    ];
    // Of these types P is one, or none.
    own.into_iter().find_map(|bots| bots.downcast().ok()).map_or_else(plain, |bots| *bots)
}

/// Those that play by any rules.
fn plain<P: Position>() -> Bots<P> {
    vec![
        Entry::new("random", "random moves", |seed| Box::new(RandomBot::new(seed))),
        Entry::new("uct", "easy", |seed| Box::new(UctBot::new(seed))),
    ]
}

fn clobber() -> Bots<HugeClobber> {
    let mut bots = plain();
    bots.push(Entry::new("alpha-beta", "medium", |_| Box::new(AlphaBetaBot::new())));
    bots.push(Entry::new("strong", "strong", |_| Box::new(ClobberBot::new())));
    bots
}

fn konane<O: Opening>() -> Bots<KonaneGame<O, Wide>> {
    let mut bots = plain();
    bots.push(Entry::new("strong", "strong", |seed| Box::new(KonaneBot::new(seed))));
    bots
}

fn combo() -> Bots<Combo> {
    let mut bots = plain();
    bots.push(Entry::new("weak", "easy", |seed| Box::new(ComboNegamax::new(1, seed))));
    bots.push(Entry::new("medium", "medium", |seed| Box::new(ComboNegamax::new(3, seed))));
    bots.push(Entry::new("strong", "strong", |seed| Box::new(ComboBot::new(seed))));
    bots
}
