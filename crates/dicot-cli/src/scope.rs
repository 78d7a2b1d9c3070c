//! The options that several commands share. Each command accepts those that affect it, and refuses the others.

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

/// A shared option that affects a command.
#[derive(Clone, Copy, Debug)]
enum Shared {
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

const ITEM_TIME: Shared = Time(
    "The time limit of an item, like 500ms, 60s, 5m or 2h; `none` for no limit [default: 10m]",
);
const RUN_TIME: Shared =
    Time("The time limit of the run, like 60s, 5m or 2h; by default there is no limit");
const VALUE_MEMORY: Shared = Memory(
    "The memory limit of a computation, like 500MB or 4GiB; `none` for no limit. Values, positions, caches and \
     lists count; the program itself takes up to 40MiB more [default: 4GiB]",
);
const SEARCH_MEMORY: Shared = Memory(
    "The memory limit of the search, like 500MB or 4GiB; a quarter of it is for the transposition \
     table [default: 1GiB]",
);
const LOG: Shared = JsonAs("Log one JSON object per line");

/// The shared options that affect a command, by its name with those of its groups.
fn obeyed(command: &str) -> &'static [Shared] {
    match command {
        "" | "moves" | "value with --list" => &[Json],
        "find" => &[
            Json,
            MaxValue,
            Time(
                "The time limit of the search, like 60s or 5m; `none` for no limit [default: 10m]",
            ),
            VALUE_MEMORY,
            MaxPositions,
            MaxForms,
            Db,
        ],
        "value" | "explain" => {
            &[Json, MaxValue, ITEM_TIME, VALUE_MEMORY, MaxPositions, MaxForms, Db]
        }
        "game" | "repl" | "explain without --position" | "census report" | "db get" => {
            &[Json, MaxValue, ITEM_TIME, VALUE_MEMORY, MaxForms]
        }
        "compare" => &[Json, ITEM_TIME, VALUE_MEMORY, MaxForms],
        "solve" => &[Json, ITEM_TIME, SEARCH_MEMORY, Db],
        "campaign" => &[Json, RUN_TIME, SEARCH_MEMORY],
        "certify" => &[
            Json,
            Memory(
                "The memory limit, like 500MB or 4GiB: facts, components, values and caches count \
                 [default: 1GiB]",
            ),
        ],
        "label" => &[ITEM_TIME, SEARCH_MEMORY, Db],
        "perft" => &[
            Json,
            ITEM_TIME,
            Memory(
                "Store the counts of positions that occur again, in at most this memory, like 500MB; by default each sequence is counted",
            ),
        ],
        "results list" => &[Json],
        "results run" => &[Time(
            "The time limit of a case, like 60s, 5m or 2h; `none` for no limit [default: 10m]",
        )],
        "results check" => &[
            Json,
            Time(
                "The CPU time up to which cases are repeated, like 60s, 5m or 2h; `none` for no limit [default: 10m]",
            ),
        ],
        "nim" => &[Json],
        "heap" => &[
            Json,
            MaxValue,
            ITEM_TIME,
            Memory(
                "The memory limit of an item, like 500MB or 4GiB; `none` for no limit [default: 4GiB]",
            ),
        ],
        "census" | "db build" => &[Json, RUN_TIME, VALUE_MEMORY],
        "db check" => &[Json, ITEM_TIME, VALUE_MEMORY, MaxPositions, MaxForms],
        "match" => &[Json, Time("The time for a move, like 500ms or 10s [default: 100ms]"), Db],
        "replay" => &[
            Json,
            Time(
                "The time limit of the solver for a game, like 60s or 5m; `none` for no limit \
                 [default: 10s]",
            ),
            SEARCH_MEMORY,
            Db,
        ],
        "thermograph" | "tree" => &[ITEM_TIME, VALUE_MEMORY, MaxForms],
        "board" => &[ITEM_TIME, VALUE_MEMORY, MaxPositions, MaxForms, Db],
        "serve" => &[
            LOG,
            Time(
                "The longest time limit that a request may set, like 10s or 5m; `none` for no limit \
                 [default: 1m]",
            ),
            Memory(
                "The memory limit of a computation, like 500MB or 4GiB; `none` for no limit \
                 [default: 256MiB]",
            ),
            MaxPositions,
            MaxForms,
            Db,
        ],
        "icga play" => &[Json, Time("The time limit of a move, like 500ms [default: 1s]"), Db],
        "icga serve" => {
            &[Json, OtherTimes("the time of the players is --move-time or --game-time")]
        }
        "konane play" => &[Json, OtherTimes("the server sets the time"), Db],
        "konane serve" => &[Json, OtherTimes("the time of the players is --clock")],
        "codingame bot" => {
            &[OtherTimes("the time of the bot is --first-turn and --later-turns"), Db]
        }
        "codingame referee" => {
            &[Json, OtherTimes("the limits are CodinGame's, and --grace comes on top of them"), Db]
        }
        "combo bot" => &[OtherTimes("the time of a bot is --move-time, that of a game is --clock")],
        "combo match" => {
            &[Json, OtherTimes("the time of a bot is --move-time, that of a game is --clock")]
        }
        "combo contest" => &[Json, OtherTimes("the time of the players is --clock")],
        _ => &[],
    }
}

impl Shared {
    /// The identifier of the option in clap.
    fn id(self) -> &'static str {
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
    fn offered(self, option: Arg) -> Arg {
        match self {
            JsonAs(help) | Time(help) | Memory(help) => option.help(help),
            OtherTimes(_) => option.hide(true),
            Json | MaxValue | MaxPositions | MaxForms | Db => option,
        }
    }
}

/// Gives a command and its subcommands their own copies of the shared options, which are global.
pub(crate) fn offer(command: Command) -> Command {
    let options = shared(&command);
    offer_to(command, "", &options, true)
}

/// Gives a command and its subcommands the shared options that they obey, and no others.
#[cfg(feature = "full")]
pub(crate) fn list(mut command: Command) -> Command {
    let options = shared(&command);
    for option in &options {
        command = command.mut_arg(option.get_id().clone(), |option| option.global(false));
    }
    offer_to(command, "", &options, false)
}

fn shared(command: &Command) -> Vec<Arg> {
    command.get_arguments().filter(|option| option.is_global_set()).cloned().collect()
}

/// `all` gives each command all options, those that it refuses hidden, so that it can say why.
fn offer_to(mut command: Command, name: &str, options: &[Arg], all: bool) -> Command {
    let subcommands: Vec<String> =
        command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    for subcommand in subcommands {
        let name = format!("{name} {subcommand}");
        command = command
            .mut_subcommand(subcommand, |command| offer_to(command, name.trim(), options, all));
    }
    for option in options {
        let shared = obeyed(name).iter().find(|shared| *option.get_id() == shared.id());
        let own = |option: Arg| match shared {
            Some(shared) => shared.offered(option),
            None => option.hide(true),
        };
        command = match name {
            _ if !name.is_empty() && !all && shared.is_none() => command,
            "" => command.mut_arg(option.get_id().clone(), own),
            _ => command.arg(own(option.clone().global(all))),
        };
    }
    command
}

/// The command that was typed, with its name and its own matches.
pub(crate) fn typed<'c, 'm>(
    command: &'c mut Command,
    matches: &'m ArgMatches,
) -> (String, &'c mut Command, &'m ArgMatches) {
    let (mut name, mut leaf, mut own) = (String::new(), command, matches);
    while let Some((subcommand, matches)) = own.subcommand() {
        name = format!("{name} {subcommand}").trim().to_owned();
        own = matches;
        leaf = leaf.find_subcommand_mut(subcommand).expect("a command that was matched");
    }
    (name, leaf, own)
}

/// Checks that the shared options that are given affect the command.
pub(crate) fn check(command: &mut Command, matches: &ArgMatches) -> Result<(), clap::Error> {
    let (name, leaf, own) = typed(command, matches);
    let condition = match name.as_str() {
        "value" if own.get_flag("list") => " with --list",
        "explain" if !own.get_flag("position") => " without --position",
        _ => "",
    };
    let obeyed = obeyed(&format!("{name}{condition}"));
    let refused: Vec<(String, String)> = leaf
        .get_arguments()
        .filter(|option| option.is_global_set())
        .filter_map(|option| {
            let id = option.get_id().as_str();
            let given = matches.value_source(id) == Some(ValueSource::CommandLine);
            let reason = match obeyed.iter().find(|shared| shared.id() == id) {
                Some(OtherTimes(reason)) => format!(": {reason}"),
                Some(_) => return None,
                None => String::new(),
            };
            given.then(|| (option.get_long().unwrap_or(id).to_owned(), reason))
        })
        .collect();
    match refused.first() {
        None => Ok(()),
        Some((option, reason)) => {
            let message = format!("--{option} has no effect on `dicot {name}`{condition}{reason}");
            Err(leaf.error(ErrorKind::UnknownArgument, message))
        }
    }
}
