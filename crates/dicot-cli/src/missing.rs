//! What the program lacks if it was built without the feature `full`, and how to get it.

use clap::error::{ContextKind, ContextValue, Error};

/// How to get a command or an option, if that it is missing is the error in the arguments.
pub(crate) fn explain(error: &Error, missing: &[&str]) -> Option<String> {
    let named = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg];
    match named.iter().find_map(|&kind| error.get(kind))? {
        ContextValue::String(name) if missing.contains(&name.as_str()) => Some(without(name)),
        _ => None,
    }
}

/// How to get what is missing.
pub(crate) fn without(name: &str) -> String {
    format!("this build is without `{name}`; `cargo run --release --features full -- ...` has it")
}

/// The end of the help.
pub(crate) fn help(missing: &[&str]) -> String {
    match missing {
        [] => String::new(),
        names => format!(
            "\n\nNot in this build: {}. `cargo run --release --features full -- ...` has them.",
            names.join(", ")
        ),
    }
}
