//! What the program lacks if it was built without the feature `full`, and how to get it.

use clap::error::{ContextKind, ContextValue, Error};

const MISSING: &[&str] = match cfg!(feature = "full") {
    true => &[],
    false => &[
        "match",
        "replay",
        "icga",
        "konane",
        "codingame",
        "combo",
        "campaign",
        "census",
        "certify",
        "db",
        "--db",
        "--certificate",
        "serve",
        "completions",
        "man",
    ],
};

/// How to get a command or an option, if that it is missing is the error in the arguments.
pub(crate) fn explain(error: &Error) -> Option<String> {
    let named = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg];
    match named.iter().find_map(|&kind| error.get(kind))? {
        ContextValue::String(name) if MISSING.contains(&name.as_str()) => Some(without(name)),
        _ => None,
    }
}

/// How to get what is missing.
pub(crate) fn without(name: &str) -> String {
    format!("this build is without `{name}`; `cargo run --release --features full -- ...` has it")
}

/// The end of the help.
pub(crate) fn help() -> String {
    if MISSING.is_empty() {
        return String::new();
    }
    let names = MISSING.join(", ");
    format!(
        "\n\nNot in this build: {names}. `cargo run --release --features full -- ...` has them."
    )
}
