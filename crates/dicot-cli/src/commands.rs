//! All commands. Parsing, help, checks, completions and what a build is without follow from this list.

use std::ffi::OsString;
use std::io;
use std::process::exit;

use clap::builder::ValueParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser};
use dicot_rulesets::{Rulesets, rule_file};

use crate::arguments::{self, Options};
use crate::command::{Common, Row, Typed};
use crate::failure::{FULL_BUILD, without};
use crate::full::*;
use crate::shared::*;
use crate::{
    compare, explain, failure, find, game, heap, label, mistyped, moves, nim, perft, picture, repl,
    results, solve, value,
};

/// All commands, in the order of the help: the name, the arguments, and the shared options that affect it. `full` marks
/// those of that feature.
pub(crate) const COMMANDS: &[Row] = &[
    Row::of::<value::ValueArgs>("value", OF_POSITIONS).when("list", true, &[JSON]),
    Row::of::<game::GameArgs>("game", OF_GAMES),
    Row::of::<repl::ReplArgs>("repl", OF_GAMES),
    full!(Row::of::<run::RunArgs>("run", OF_DRAWN_GAMES)),
    Row::of::<compare::CompareArgs>("compare", &[JSON, ITEM_TIME, VALUE_MEMORY, MAX_FORMS]),
    Row::of::<explain::ExplainArgs>("explain", OF_POSITIONS).when("position", false, OF_GAMES),
    Row::of::<solve::SolveArgs>("solve", &[JSON, ITEM_TIME, SEARCH_MEMORY, DB]),
    Row::of::<label::LabelArgs>("label", &[ITEM_TIME, SEARCH_MEMORY, DB]),
    Row::of::<find::FindArgs>(
        "find",
        &[JSON, MAX_VALUE, find::TIME, VALUE_MEMORY, MAX_POSITIONS, MAX_FORMS, DB],
    ),
    Row::of::<moves::MovesArgs>("moves", &[JSON]),
    Row::of::<heap::HeapArgs>("heap", &[JSON, MAX_VALUE, ITEM_TIME, heap::MEMORY]),
    Row::of::<nim::NimArgs>("nim", &[JSON]),
    full!(
        Row::of::<census::CensusArgs>("census", &[JSON, RUN_TIME, VALUE_MEMORY])
            .with(&[Row::of::<census::report::ReportArgs>("report", OF_GAMES)])
    ),
    Row::group(
        "results",
        |command| {
            command
                .about("Claims that anyone can repeat: their commands, answers, times and sources")
                .after_help(results::HELP)
        },
        &[
            Row::of::<results::ListArgs>("list", &[JSON]),
            Row::of::<results::RunArgs>("run", &[results::CASE_TIME]),
            Row::of::<results::CheckArgs>("check", &[JSON, results::CPU_TIME]),
            Row::of::<results::ExportArgs>("export", &[]),
        ],
    ),
    Row::of::<perft::PerftArgs>("perft", &[JSON, ITEM_TIME, perft::MEMORY]),
    full!(Row::of::<matches::MatchArgs>(
        "match",
        &[JSON, time("The time for a move, like 500ms or 10s [default: 100ms]"), DB]
    )),
    full!(Row::of::<replay::ReplayArgs>("replay", &[JSON, replay::TIME_HELP, SEARCH_MEMORY, DB])),
    Row::of::<picture::ThermographArgs>("thermograph", OF_DRAWN_GAMES),
    Row::of::<picture::BoardArgs>(
        "board",
        &[ITEM_TIME, VALUE_MEMORY, MAX_POSITIONS, MAX_FORMS, DB],
    ),
    Row::of::<picture::TreeArgs>("tree", OF_DRAWN_GAMES),
    full!(Row::of::<serve::ServeArgs>("serve", serve::SHARED).server()),
    full!(Row::of::<campaign::CampaignArgs>("campaign", &[JSON, RUN_TIME, SEARCH_MEMORY])),
    full!(Row::of::<certify::CertifyArgs>("certify", &[JSON, certify::MEMORY])),
    full!(Row::of::<puzzles::PuzzlesArgs>("puzzles", &[RUN_TIME, VALUE_MEMORY])),
    full!(Row::of::<pages::PagesArgs>("pages", &[pages::POSITION_TIME])),
    full!(Row::group(
        "db",
        |command| command.about("Databases of values, which other commands use with --db"),
        &[
            Row::of::<db::build::BuildArgs>("build", &[JSON, RUN_TIME, VALUE_MEMORY]),
            Row::of::<db::get::GetArgs>("get", OF_GAMES),
            Row::of::<db::check::CheckArgs>(
                "check",
                &[JSON, ITEM_TIME, VALUE_MEMORY, MAX_POSITIONS, MAX_FORMS]
            ),
        ]
    )),
    full!(Row::group(
        "icga",
        |command| command.about("Clobber over TCP, as in the ICGA tournament of 2006"),
        &[
            Row::of::<icga::PlayArgs>(
                "play",
                &[JSON, time("The time limit of a move, like 500ms [default: 1s]"), DB]
            ),
            Row::of::<icga::ServeArgs>(
                "serve",
                &[JSON, not_time("the time of the players is --move-time or --game-time")]
            )
            .server(),
        ]
    )),
    full!(Row::group(
        "konane",
        |command| command.about("Konane over TCP, as the Artemis server played it"),
        &[
            Row::of::<konane::ServeArgs>(
                "serve",
                &[JSON, not_time("the time of the players is --clock")]
            )
            .server(),
            Row::of::<konane::PlayArgs>("play", &[JSON, not_time("the server sets the time"), DB]),
        ]
    )),
    full!(Row::group(
        "codingame",
        |command| command
            .about("CodinGame's Clobber: a bot, a referee, and the bot in a single file"),
        &[
            Row::of::<codingame::BotCommand>(
                "bot",
                &[not_time("the time of the bot is --first-turn and --later-turns"), DB]
            ),
            Row::of::<codingame::RefereeArgs>(
                "referee",
                &[
                    JSON,
                    not_time("the limits are CodinGame's, and --grace comes on top of them"),
                    DB
                ]
            ),
            Row::of::<codingame::ExportArgs>("export", &[]),
        ]
    )),
    full!(Row::group(
        "combo",
        |command| command.about("Combo with JSON players: a bot, matches, and contests"),
        &[
            Row::of::<combo::BotCommand>("bot", &[BOT_TIMES]),
            Row::of::<combo::MatchArgs>("match", &[JSON, BOT_TIMES]),
            Row::of::<combo::ContestArgs>(
                "contest",
                &[JSON, not_time("the time of the players is --clock")]
            ),
        ]
    )),
    full!(Row::of::<shell::CompletionsArgs>("completions", &[])),
    full!(Row::of::<shell::ManArgs>("man", &[])),
];

const AFTER_HELP: &str = "\
Without an argument, or with `-`, a command reads one item per line from standard input, and continues \
after a bad line. `dicot COMMAND --help` shows the options of a command.

The status is 0 if every item has an answer, 1 if an item or a file is invalid, 2 if the arguments are \
invalid, and 3 if a limit of time, memory, nodes, positions or forms was reached and nothing else went \
wrong. Several items have the worst of their statuses: 1, then 3. Ctrl-C ends a run with 130, after the \
partial results and a line that says what was not done.

Examples:
  dicot value xox/ox.
  dicot value --list
  dicot value --rules konane x.ox/.o.x
  dicot game '{1|*} + ^'
  dicot game '{2|-1}.Temperature'
  dicot compare '^^' '*'
  dicot explain '{0,*|*,^}'
  dicot solve 'xoxo/oxox + konane:.xo. + ^'
  dicot moves xox/ox.
  dicot perft 3 xox/ox.
  dicot heap 0.77
  dicot nim '3 * 5'
  printf 'xo\\nxxo\\n' | dicot value --json";

/// Exact values of combinatorial games.
#[derive(Parser)]
#[command(name = "dicot", version, propagate_version = true)]
struct Cli {
    // In the help of a command they follow its own options.
    #[command(flatten, next_display_order = 100)]
    options: Options,
}

/// The command line, with what reads the name of a ruleset. `with_refused` is for parsing, see [`Common`].
pub(crate) fn command_line(rules: ValueParser, with_refused: bool) -> clap::Command {
    let after_help = match missing().join(", ").as_str() {
        "" => AFTER_HELP.to_owned(),
        names => format!("{AFTER_HELP}\n\nNot in this build: {names}. `{FULL_BUILD}` has them."),
    };
    let command = Cli::command().after_help(after_help);
    let shared = command.get_arguments().filter(|option| option.is_global_set()).cloned();
    let common = Common { shared: shared.collect(), with_refused, rules };
    let rows = COMMANDS.iter().filter(|row| !row.is_missing);
    command
        .mut_args(|option| {
            // Only `--json` is shown in the help of all commands.
            let is_hidden = *option.get_id() != JSON.id;
            option.hide(is_hidden).global(with_refused)
        })
        .subcommands(rows.map(|row| row.command(&common)))
        .subcommand_required(true)
        .arg_required_else_help(true)
}

/// The commands and options that this build is without.
fn missing() -> Vec<&'static str> {
    let commands = COMMANDS.iter().filter(|row| row.is_missing).map(|row| row.name);
    commands.chain(MISSING_OPTIONS.iter().copied()).collect()
}

/// How to get a command or an option, if the error is that this build is without it.
fn how_to_get(error: &clap::Error) -> Option<String> {
    let named = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg];
    match named.iter().find_map(|&kind| error.get(kind))? {
        ContextValue::String(name) if missing().contains(&name.as_str()) => Some(without(name)),
        _ => None,
    }
}

/// Reads the arguments of the program, or ends it if they are invalid. Returns the command that was typed, its own
/// arguments, and the shared options.
pub(crate) fn read(rulesets: Rulesets) -> (&'static Row, ArgMatches, Options) {
    let known = rulesets.clone();
    let name = move |name: &str| {
        if rule_file::is_unread_file(name) {
            rule_file::from_file(name).map_err(|error| error.to_string())?;
        }
        known.find(name).map(|_| name.to_owned()).map_err(|error| error.to_string())
    };
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let mut command = mistyped::refuse(command_line(name.into(), true), &arguments);
    let matches = command.try_get_matches_from_mut(&arguments);
    let matches = matches.map_err(|error| mistyped::first(&command, &arguments, error));
    let read = matches.and_then(|matches| {
        let options = Options { rulesets, ..Options::from_arg_matches(&matches)? };
        let mut typed = Typed::new(COMMANDS, &mut command, &matches)
            .ok_or_else(|| clap::Error::new(ErrorKind::MissingSubcommand))?;
        typed.check()?;
        arguments::set_typed(typed.command.clone());
        Ok((typed.row, typed.matches.clone(), options))
    });
    read.unwrap_or_else(|error| end(&error))
}

/// Prints help, the version, or the error in the arguments, and ends the program. Unlike in clap, help that cannot
/// be printed is an error.
fn end(error: &clap::Error) -> ! {
    if let Some(remedy) = how_to_get(error) {
        failure::report(&format!("error: {remedy}"));
        exit(2)
    }
    match error.print() {
        Err(lost) if !error.use_stderr() && lost.kind() != io::ErrorKind::BrokenPipe => {
            failure::report(&format!("error: standard output: {lost}"));
            exit(1)
        }
        _ => exit(error.exit_code()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(row: &Row, command: &clap::Command) {
        let name = command.get_name();
        assert!(command.get_about().is_some_and(|about| !about.to_string().is_empty()), "{name}");
        let shared = row.shared.iter().chain(row.mode.map(|(_, _, shared)| shared).unwrap_or(&[]));
        for id in shared.map(|shared| shared.id).chain(row.mode.map(|(flag, ..)| flag)) {
            let is_missing = missing().contains(&format!("--{id}").as_str());
            let has = command.get_arguments().any(|argument| *argument.get_id() == id);
            assert_eq!(has, !is_missing, "{name}: {id}");
        }
        for row in row.subcommands {
            check(row, command.find_subcommand(row.name).unwrap());
        }
    }

    /// What a row names exists, and what a build is without is in its help.
    #[test]
    fn rows() {
        let line = command_line(ValueParser::string(), true);
        line.clone().debug_assert();
        let help = line.clone().render_long_help().to_string();
        for row in COMMANDS {
            match line.find_subcommand(row.name) {
                Some(command) => check(row, command),
                None => assert!(row.is_missing && help.contains(row.name), "{}", row.name),
            }
        }
        assert_eq!(missing().is_empty(), cfg!(feature = "full"));
        for name in missing() {
            let mut error = clap::Error::new(ErrorKind::InvalidSubcommand);
            error.insert(ContextKind::InvalidSubcommand, ContextValue::String(name.to_owned()));
            assert!(how_to_get(&error).is_some_and(|remedy| remedy.contains("--features full")));
        }
    }
}
