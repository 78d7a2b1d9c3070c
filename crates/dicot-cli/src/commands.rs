//! All commands. Help, checks, completions and what a build is without follow from this list.

use std::ffi::OsString;
use std::io;
use std::process::exit;

use clap::builder::ValueParser;
use clap::error::ErrorKind;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser};
use dicot_answers::rule_file;
use dicot_answers::rulesets::Rulesets;

use crate::arguments::{self, Options};
use crate::command::{Common, Row, Typed};
use crate::full::{MISSING_OPTIONS, full};
use crate::shared::Shared::Json;
use crate::{
    compare, explain, failure, find, game, heap, label, missing, mistyped, moves, nim, perft,
    picture, repl, results, solve, value,
};

/// All commands, in the order of the help. `full` marks those of that feature.
pub(crate) const COMMANDS: &[Row] = &[
    Row::of::<value::ValueArgs>("value"),
    Row::of::<game::GameArgs>("game"),
    Row::of::<repl::ReplArgs>("repl"),
    Row::of::<compare::CompareArgs>("compare"),
    Row::of::<explain::ExplainArgs>("explain"),
    Row::of::<solve::SolveArgs>("solve"),
    Row::of::<label::LabelArgs>("label"),
    Row::of::<find::FindArgs>("find"),
    Row::of::<moves::MovesArgs>("moves"),
    Row::of::<heap::HeapArgs>("heap"),
    Row::of::<nim::NimArgs>("nim"),
    full!(Row::of::<census::CensusArgs>("census"), with(census::COMMANDS)),
    Row::group::<results::ResultsArgs>("results", results::COMMANDS),
    Row::of::<perft::PerftArgs>("perft"),
    full!(Row::of::<arena::matches::MatchArgs>("match")),
    full!(Row::of::<arena::replay::ReplayArgs>("replay")),
    Row::of::<picture::ThermographArgs>("thermograph"),
    Row::of::<picture::BoardArgs>("board"),
    Row::of::<picture::TreeArgs>("tree"),
    full!(Row::of::<serve::ServeArgs>("serve")),
    full!(Row::of::<campaign::CampaignArgs>("campaign")),
    full!(Row::of::<certify::CertifyArgs>("certify")),
    full!(Row::group::<db::DbArgs>("db", db::COMMANDS)),
    full!(Row::group::<arena::icga::IcgaArgs>("icga", arena::icga::COMMANDS)),
    full!(Row::group::<arena::konane::KonaneArgs>("konane", arena::konane::COMMANDS)),
    full!(Row::group::<arena::codingame::CodingameArgs>("codingame", arena::codingame::COMMANDS)),
    full!(Row::group::<arena::combo::ComboArgs>("combo", arena::combo::COMMANDS)),
    full!(Row::of::<shell::CompletionsArgs>("completions")),
    full!(Row::of::<shell::ManArgs>("man")),
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
    let command = Cli::command().after_help(AFTER_HELP.to_owned() + &missing::help(&missing()));
    let shared = command.get_arguments().filter(|option| option.is_global_set()).cloned();
    let common = Common { shared: shared.collect(), with_refused, rules };
    let rows = COMMANDS.iter().filter(|row| !row.is_missing);
    command
        .mut_args(|option| {
            // Only `--json` is shown in the help of all commands.
            let is_hidden = *option.get_id() != Json.id();
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
    if let Some(missing) = missing::explain(error, &missing()) {
        failure::report(&format!("error: {missing}"));
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
