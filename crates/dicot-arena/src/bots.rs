//! The bots by their names.

use dicot::board::Wide;
use dicot::rules::{Combo, HugeClobber, KonaneGame, Opening, Position};
use dicot::search::bot::{Bot, ComboBot, ComboNegamax, RandomBot, UctBot};

/// The names of the bots that play Clobber and Konane, the weakest first.
pub const NAMES: [&str; 3] = ["random", "uct", "strong"];

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
        "strong" => Some(Box::new(UctBot::new(seed))),
        _ => plain(name, seed),
    }
}

/// The bot of that name for matches of Konane; `None` if there is none.
pub fn konane<O: Opening>(name: &str, seed: u64) -> Option<Box<dyn Bot<KonaneGame<O, Wide>>>> {
    match name {
        "strong" => Some(Box::new(UctBot::new(seed))),
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
