//! The options that several commands share: each command names those that affect it, and refuses the others.

use clap::Arg;

/// A shared option that affects a command.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shared {
    Json,
    /// `--json` for a command that does not print results, with its help.
    JsonAs(&'static str),
    MaxValue,
    /// The time, with its help.
    Time(&'static str),
    /// A command that refuses `--time`, with the options that set its times.
    OtherTimes(&'static str),
    /// The memory, with its help.
    Memory(&'static str),
    MaxPositions,
    MaxForms,
    Db,
}

use Shared::{Db, Json, JsonAs, MaxForms, MaxPositions, MaxValue, Memory, OtherTimes, Time};

pub(crate) const ITEM_TIME: Shared = Time(
    "The time limit of an item, like 500ms, 60s, 5m or 2h; `none` for no limit [default: 10m]",
);
pub(crate) const RUN_TIME: Shared =
    Time("The time limit of the run, like 60s, 5m or 2h; by default there is no limit");
pub(crate) const VALUE_MEMORY: Shared = Memory(
    "The memory limit of a computation, like 500MB or 4GiB; `none` for no limit. Values, positions, caches and \
     lists count; the program itself takes up to 40MiB more [default: 4GiB]",
);
pub(crate) const SEARCH_MEMORY: Shared = Memory(
    "The memory limit of the search, like 500MB or 4GiB; a quarter of it is for the transposition \
     table [default: 1GiB]",
);

/// Those of most commands for games, and for positions.
pub(crate) const OF_GAMES: &[Shared] = &[Json, MaxValue, ITEM_TIME, VALUE_MEMORY, MaxForms];
pub(crate) const OF_POSITIONS: &[Shared] =
    &[Json, MaxValue, ITEM_TIME, VALUE_MEMORY, MaxPositions, MaxForms, Db];
pub(crate) const OF_DRAWN_GAMES: &[Shared] = &[ITEM_TIME, VALUE_MEMORY, MaxForms];

impl Shared {
    /// The identifier of the option in clap.
    pub(crate) fn id(self) -> &'static str {
        match self {
            Json | JsonAs(_) => "json",
            MaxValue => "max_value",
            Time(_) | OtherTimes(_) => "time",
            Memory(_) => "memory",
            MaxPositions => "max_positions",
            MaxForms => "max_forms",
            Db => "db",
        }
    }

    /// The option in the help of the command; hidden if the command refuses it.
    pub(crate) fn offered(self, option: Arg) -> Arg {
        match self {
            JsonAs(help) | Time(help) | Memory(help) => option.help(help),
            OtherTimes(_) => option.hide(true),
            Json | MaxValue | MaxPositions | MaxForms | Db => option,
        }
    }
}
