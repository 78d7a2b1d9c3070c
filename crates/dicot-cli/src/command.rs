//! What a command is, and how clap knows it. `commands` lists all commands.

use clap::builder::ValueParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args};

pub(crate) use crate::arguments::Options;
pub(crate) use crate::failure::Failure;
use crate::shared::Shared;
pub(crate) use crate::status::Status;

/// A command. Its fields are its own arguments; their documentation and its own are its help.
pub(crate) trait Command: Args {
    /// Does what the arguments say.
    fn run(self, options: &Options) -> Result<Status, Failure>;
}

type Run = fn(&ArgMatches, &Options) -> Result<Status, Failure>;

/// A command in a list.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// Adds the arguments and the help.
    arguments: fn(clap::Command) -> clap::Command,
    /// The shared options that affect the command. It refuses the others.
    pub(crate) shared: &'static [Shared],
    /// A mode that other shared options affect: a flag, whether it is given, and the options.
    pub(crate) mode: Option<(&'static str, bool, &'static [Shared])>,
    /// Whether it is a server, which handles signals in its own way.
    pub(crate) is_server: bool,
    /// Reads the arguments and runs the command; `None` if there are only subcommands.
    pub(crate) run: Option<Run>,
    pub(crate) subcommands: &'static [Row],
    /// Whether this build is without it.
    pub(crate) is_missing: bool,
}

/// What all commands have in clap.
pub(crate) struct Common {
    /// The shared options.
    pub(crate) shared: Vec<Arg>,
    /// Whether commands also have the shared options that they refuse, hidden, so that they can say why.
    pub(crate) with_refused: bool,
    /// What reads the name of a ruleset.
    pub(crate) rules: ValueParser,
}

impl Row {
    /// The row of a command, with the shared options that affect it.
    pub(crate) const fn of<C: Command>(name: &'static str, shared: &'static [Shared]) -> Row {
        Row {
            shared,
            run: Some(|matches, options| {
                C::from_arg_matches(matches).unwrap_or_else(|error| error.exit()).run(options)
            }),
            ..Row::group(name, C::augment_args, &[])
        }
    }

    /// The row of a command of which there are only subcommands.
    pub(crate) const fn group(
        name: &'static str,
        help: fn(clap::Command) -> clap::Command,
        subcommands: &'static [Row],
    ) -> Row {
        Row {
            name,
            arguments: help,
            shared: &[],
            mode: None,
            is_server: false,
            run: None,
            subcommands,
            is_missing: false,
        }
    }

    /// The row, where other shared options affect the command when a flag is given, or when it is not.
    pub(crate) const fn when(
        mut self,
        flag: &'static str,
        is_given: bool,
        shared: &'static [Shared],
    ) -> Row {
        self.mode = Some((flag, is_given, shared));
        self
    }

    /// The command for clap, with its own copies of the shared options, which are global.
    pub(crate) fn command(&self, common: &Common) -> clap::Command {
        let is_group = self.run.is_none();
        let command = (self.arguments)(clap::Command::new(self.name))
            .subcommand_required(is_group)
            .arg_required_else_help(is_group)
            .mut_args(|arg| match *arg.get_id() == "rules" {
                true => arg.value_parser(common.rules.clone()),
                false => arg,
            });
        let shared = common.shared.iter().filter_map(|option| {
            let obeyed = self.shared.iter().find(|shared| *option.get_id() == shared.id);
            let option = option.clone().global(common.with_refused);
            match obeyed {
                Some(shared) => Some(shared.offered(option)),
                None => common.with_refused.then(|| option.hide(true)),
            }
        });
        command.args(shared).subcommands(self.subcommands.iter().map(|row| row.command(common)))
    }
}

/// A command that was typed.
pub(crate) struct Typed<'a> {
    pub(crate) row: &'static Row,
    /// Its name, with those of its groups.
    name: String,
    pub(crate) command: &'a mut clap::Command,
    pub(crate) matches: &'a ArgMatches,
}

impl<'a> Typed<'a> {
    /// The command that was typed; `None` if there is none.
    pub(crate) fn new(
        mut rows: &'static [Row],
        mut command: &'a mut clap::Command,
        mut matches: &'a ArgMatches,
    ) -> Option<Typed<'a>> {
        let (mut names, mut typed) = (Vec::new(), None);
        while let Some((name, own)) = matches.subcommand() {
            let row = rows.iter().find(|row| row.name == name)?;
            command = command.find_subcommand_mut(name)?;
            (rows, matches, typed) = (row.subcommands, own, Some(row));
            names.push(name);
        }
        Some(Typed { row: typed?, name: names.join(" "), command, matches })
    }

    /// Checks that the shared options that are given affect the command.
    pub(crate) fn check(&mut self) -> Result<(), clap::Error> {
        let Typed { row, matches, .. } = *self;
        let mode = row.mode.filter(|&(flag, is_given, _)| matches.get_flag(flag) == is_given);
        let obeyed = mode.map_or(row.shared, |(_, _, shared)| shared);
        let refused = self.command.get_arguments().find_map(|option| {
            let is_given = option.is_global_set()
                && matches.value_source(option.get_id().as_str()) == Some(ValueSource::CommandLine);
            let reason = match obeyed.iter().find(|shared| *option.get_id() == shared.id) {
                None => String::new(),
                Some(Shared { refused: "", .. }) => return None,
                Some(Shared { refused, .. }) => format!(": {refused}"),
            };
            is_given.then(|| (option.get_long().unwrap_or_default().to_owned(), reason))
        });
        let Some((option, reason)) = refused else { return Ok(()) };
        let condition = match mode {
            Some((flag, true, _)) => format!(" with --{flag}"),
            Some((flag, false, _)) => format!(" without --{flag}"),
            None => String::new(),
        };
        let name = &self.name;
        let message = format!("--{option} has no effect on `dicot {name}`{condition}{reason}");
        Err(self.command.error(ErrorKind::UnknownArgument, message))
    }
}
