//! The options that several commands share: each command names those that affect it, and refuses the others.

use clap::Arg;

/// A shared option that affects a command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shared {
    /// The identifier of the option in clap.
    pub(crate) id: &'static str,
    /// Its help for the command; empty if all commands have the same.
    pub(crate) help: &'static str,
    /// Why the command refuses it, and which options take its place; empty if it does not.
    pub(crate) refused: &'static str,
}

const fn shared(id: &'static str) -> Shared {
    Shared { id, help: "", refused: "" }
}

pub(crate) const JSON: Shared = shared("json");
pub(crate) const MAX_VALUE: Shared = shared("max_value");
pub(crate) const MAX_POSITIONS: Shared = shared("max_positions");
pub(crate) const MAX_FORMS: Shared = shared("max_forms");
pub(crate) const DB: Shared = shared("db");

/// The time, with its help.
pub(crate) const fn time(help: &'static str) -> Shared {
    Shared { help, ..shared("time") }
}

/// The memory, with its help.
pub(crate) const fn memory(help: &'static str) -> Shared {
    Shared { help, ..shared("memory") }
}

pub(crate) const ITEM_TIME: Shared = time(
    "The time limit of an item, like 500ms, 60s, 5m or 2h; `none` for no limit [default: 10m]",
);
pub(crate) const VALUE_MEMORY: Shared = memory(
    "The memory limit of a computation, like 500MB or 4GiB; `none` for no limit. Values, positions, caches and \
     lists count; the program itself takes up to 40MiB more [default: 4GiB]",
);
pub(crate) const SEARCH_MEMORY: Shared = memory(
    "The memory limit of the search, like 500MB or 4GiB; a quarter of it is for the transposition \
     table [default: 1GiB]",
);

/// Those of most commands for games, and for positions.
pub(crate) const OF_GAMES: &[Shared] = &[JSON, MAX_VALUE, ITEM_TIME, VALUE_MEMORY, MAX_FORMS];
pub(crate) const OF_POSITIONS: &[Shared] =
    &[JSON, MAX_VALUE, ITEM_TIME, VALUE_MEMORY, MAX_POSITIONS, MAX_FORMS, DB];
pub(crate) const OF_DRAWN_GAMES: &[Shared] = &[ITEM_TIME, VALUE_MEMORY, MAX_FORMS];

impl Shared {
    /// The option in the help of the command; hidden if the command refuses it.
    pub(crate) fn offered(self, option: Arg) -> Arg {
        let option = option.hide(!self.refused.is_empty());
        if self.help.is_empty() { option } else { option.help(self.help) }
    }
}
