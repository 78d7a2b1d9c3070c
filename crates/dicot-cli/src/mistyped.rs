//! Mistyped options: a text that begins with `--` and a letter is one, and not a game or a position.

use std::any::TypeId;
use std::ffi::{OsStr, OsString};
use std::sync::Arc;

use clap::builder::{StringValueParser, StyledStr, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use dicot_answers::text::closest;

/// Reads a text that may begin with a hyphen.
#[derive(Clone)]
struct Text {
    /// The arguments after `--`, which are no options.
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
        let name = text.strip_prefix("--").filter(|name| name.starts_with(char::is_alphabetic));
        match name.and_then(|name| name.split('=').next()) {
            Some(name) if !self.rest.iter().any(|rest| rest == value) => {
                Err(unknown(command, name))
            }
            _ => Ok(text),
        }
    }
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
