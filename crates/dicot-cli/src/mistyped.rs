//! Mistyped options: a text that begins with `--` and a letter is one, and not a game or a position.

use std::any::TypeId;
use std::ffi::{OsStr, OsString};
use std::sync::Arc;

use clap::builder::{StringValueParser, StyledStr, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use dicot_rulesets::closest;

/// Reads a text that may begin with a hyphen.
#[derive(Clone)]
struct Text {
    /// The arguments after `--`, which are not options.
    rest: Arc<[OsString]>,
}

impl TypedValueParser for Text {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        let text = StringValueParser::new().parse_ref(command, arg, value)?;
        match name_of(&text) {
            Some(name) if !self.rest.iter().any(|rest| rest == value) => {
                Err(unknown(command, name))
            }
            _ => Ok(text),
        }
    }
}

/// The name of an option, if the text is like one.
fn name_of(text: &str) -> Option<&str> {
    let name = text.strip_prefix("--").filter(|name| name.starts_with(char::is_alphabetic));
    name.and_then(|name| name.split('=').next())
}

/// The error of the first argument that is a mistyped option, or else the given one, which clap may report for an argument
/// after it: it reads a mistyped option as a text, and finds one too many.
pub(crate) fn first(mut command: &Command, arguments: &[OsString], error: Error) -> Error {
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    for argument in arguments.iter().skip(1).take_while(|argument| *argument != "--") {
        let text = argument.to_string_lossy();
        if let Some(subcommand) = command.find_subcommand(&*text) {
            command = subcommand;
        }
        let is_known = |name: &str| {
            let names = command.get_arguments().filter_map(Arg::get_long_and_visible_aliases);
            let hidden = command.get_arguments().filter_map(Arg::get_all_aliases);
            names.chain(hidden).flatten().chain(["help", "version"]).any(|known| known == name)
        };
        if let Some(name) = name_of(&text).filter(|name| !is_known(name)) {
            return unknown(command, name);
        }
    }
    error
}

/// The error of an option that a command does not have, as clap writes it.
fn unknown(command: &Command, name: &str) -> Error {
    let mut error = Error::new(ErrorKind::UnknownArgument).with_cmd(command);
    let mut insert = |kind, value| {
        error.insert(kind, value);
    };
    insert(ContextKind::InvalidArg, ContextValue::String(format!("--{name}")));
    let options = command.get_arguments().filter(|option| !option.is_hide_set());
    let names = options.filter_map(Arg::get_long).chain(["help", "version"]);
    match closest(name, names) {
        Some(near) => insert(ContextKind::SuggestedArg, ContextValue::String(format!("--{near}"))),
        None => {
            let tip = StyledStr::from(format!("to pass '--{name}' as a value, use '-- --{name}'"));
            insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
        }
    }
    let usage = command.clone().render_usage();
    insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    error
}

/// The command and its subcommands, where texts that may begin with a hyphen are read as such. These are the arguments of
/// the program.
pub(crate) fn refuse(command: Command, arguments: &[OsString]) -> Command {
    let rest = arguments.iter().skip_while(|argument| *argument != "--").cloned();
    refuse_in(command, &Text { rest: rest.collect() })
}

fn refuse_in(command: Command, text: &Text) -> Command {
    let command = command.mut_args(|arg| {
        let is_text = arg.get_value_parser().type_id() == TypeId::of::<String>();
        match arg.is_allow_hyphen_values_set() && is_text {
            true => arg.value_parser(text.clone()),
            false => arg,
        }
    });
    command.mut_subcommands(|command| refuse_in(command, text))
}
