//! The bots by their names.

use std::any::Any;

use dicot::board::Wide;
use dicot::rules::{
    AnyStone, Combo, CornerOrCentre, DarkCornerOrCentre, HugeClobber, KonaneGame, Opening,
    Position, Ruleset,
};
use dicot::search::bot::{
    AlphaBetaBot, Bot, ClobberBot, ComboBot, ComboNegamax, KonaneBot, RandomBot, UctBot,
};

/// The names of the bots that play Clobber and Konane, the weakest first.
pub const NAMES: [&str; 3] = ["random", "uct", "strong"];

/// All names that any ruleset may have a bot of, the weakest first.
const ALL_NAMES: [&str; 6] = ["random", "weak", "medium", "uct", "alpha-beta", "strong"];

/// Makes the bot of a name, with a seed.
type Make<P> = fn(&str, u64) -> Option<Box<dyn Bot<P>>>;

/// The bot of that name for any ruleset; `None` if there is none.
///
/// # Examples
/// ```
/// use dicot::rules::{Combo, HugeClobber, Kayles};
/// use dicot_arena::bots;
/// assert!(bots::of::<HugeClobber>("strong", 1).is_some());
/// assert!(bots::of::<Kayles>("uct", 1).is_some());
/// assert!(bots::of::<Kayles>("strong", 1).is_none());
/// ```
pub fn of<P: Ruleset>(name: &str, seed: u64) -> Option<Box<dyn Bot<P>>> {
    own::<P>().unwrap_or(plain)(name, seed)
}

/// The names of the bots that play a ruleset, the weakest first.
pub fn names<P: Ruleset>() -> Vec<&'static str> {
    ALL_NAMES.into_iter().filter(|name| of::<P>(name, 0).is_some()).collect()
}

/// What makes the bots of a ruleset that has some of its own.
fn own<P: Ruleset>() -> Option<Make<P>> {
    let all: [Box<dyn Any>; 5] = [
        Box::new(clobber as Make<HugeClobber>),
        Box::new(konane as Make<KonaneGame<CornerOrCentre, Wide>>),
        Box::new(konane as Make<KonaneGame<AnyStone, Wide>>),
        Box::new(konane as Make<KonaneGame<DarkCornerOrCentre, Wide>>),
        Box::new(combo as Make<Combo>),
    ];
    // Of these types P is one, or none.
    all.iter().find_map(|make| make.downcast_ref().copied())
}
/// The names of the bots that play Combo, the weakest first.
pub const COMBO_NAMES: [&str; 5] = ["random", "uct", "weak", "medium", "strong"];

/// The bot of that name, for any ruleset.
fn plain<P: Position>(name: &str, seed: u64) -> Option<Box<dyn Bot<P>>> {
    match name {
        "random" => Some(Box::new(RandomBot::new(seed))),
        "uct" => Some(Box::new(UctBot::new(seed))),
        _ => None,
    }
}

/// The bot of that name for Clobber; `None` if there is none.
pub fn clobber(name: &str, seed: u64) -> Option<Box<dyn Bot<HugeClobber>>> {
    match name {
        "alpha-beta" => Some(Box::new(AlphaBetaBot::new())),
        "strong" => Some(Box::new(ClobberBot::new())),
        _ => plain(name, seed),
    }
}

/// The bot of that name for matches of Konane; `None` if there is none.
pub fn konane<O: Opening>(name: &str, seed: u64) -> Option<Box<dyn Bot<KonaneGame<O, Wide>>>> {
    match name {
        "strong" => Some(Box::new(KonaneBot::new(seed))),
        _ => plain(name, seed),
    }
}

/// The bot of that name for Combo; `None` if there is none.
pub fn combo(name: &str, seed: u64) -> Option<Box<dyn Bot<Combo>>> {
    match name {
        "weak" => Some(Box::new(ComboNegamax::new(1, seed))),
        "medium" => Some(Box::new(ComboNegamax::new(3, seed))),
        "strong" => Some(Box::new(ComboBot::new(seed))),
        _ => plain(name, seed),
    }
}
