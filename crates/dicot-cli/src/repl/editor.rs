//! The line editor: rustyline, for it is maintained, MIT, and a tree of nine small crates.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use dicot_calc::Worksheet;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Helper};

use super::file::folder;
use super::is_incomplete;

/// What a person typed.
pub(super) enum Entry {
    Text(String),
    /// Ctrl-C: what stood there is dropped.
    Cleared,
    /// Ctrl-D.
    End,
}

/// Reads lines from the terminal, with completion and history.
pub(super) struct Editor {
    editor: rustyline::Editor<Guide, FileHistory>,
    /// Where the history is kept, if anywhere.
    history: Option<PathBuf>,
}

impl Editor {
    pub(super) fn new(keep_history: bool) -> io::Result<Editor> {
        let config = Config::builder().completion_type(CompletionType::List);
        let config = config.max_history_size(10_000).map_err(to_io)?.build();
        let mut editor = rustyline::Editor::with_config(config).map_err(to_io)?;
        editor.set_helper(Some(Guide::default()));
        let history = history_path().filter(|_| keep_history);
        if let Some(path) = &history {
            // The history may be missing, and a damaged one must not prevent the start.
            let _ = editor.load_history(path);
        }
        Ok(Editor { editor, history })
    }

    /// The next entry, with completion for the worksheet.
    pub(super) fn next(&mut self, sheet: &Worksheet) -> io::Result<Entry> {
        if let Some(guide) = self.editor.helper_mut() {
            guide.names = sheet.completions("");
        }
        match self.editor.readline("> ") {
            Ok(text) => {
                self.remember(&text);
                Ok(Entry::Text(text))
            }
            Err(ReadlineError::Interrupted) => Ok(Entry::Cleared),
            Err(ReadlineError::Eof) => Ok(Entry::End),
            Err(error) => Err(to_io(error)),
        }
    }

    /// Adds to the history and its file; errors of writing are ignored.
    fn remember(&mut self, text: &str) {
        let added = !text.trim().is_empty() && self.editor.add_history_entry(text).unwrap_or(false);
        if let Some(path) = self.history.as_deref().filter(|_| added) {
            if let Some(folder) = path.parent() {
                let _ = fs::create_dir_all(folder);
            }
            let _ = self.editor.append_history(path);
        }
    }
}

fn to_io(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}

/// `dicot/history` in the folder for the state of programs, after the XDG base directory specification.
fn history_path() -> Option<PathBuf> {
    let state = folder("XDG_STATE_HOME", &[".local", "state"], "LOCALAPPDATA")?;
    Some(state.join(Path::new("dicot").join("history")))
}

/// Completes names, and sees whether more is to come.
#[derive(Default)]
struct Guide {
    /// Defined names and those of operations.
    names: Vec<String>,
}

impl Helper for Guide {}

impl Highlighter for Guide {}

impl Hinter for Guide {
    type Hint = String;
}

impl Completer for Guide {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(complete(&self.names, &line[..at]))
    }
}

/// Where the name at the end of a text begins, and the names that begin so: in either case, those in
/// the case given first.
fn complete(names: &[String], text: &str) -> (usize, Vec<String>) {
    let before = text.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let start = &text[before.len()..];
    if start.is_empty() && !before.ends_with('.') {
        return (text.len(), Vec::new());
    }
    let exact: Vec<String> = names.iter().filter(|name| name.starts_with(start)).cloned().collect();
    if !exact.is_empty() {
        return (before.len(), exact);
    }
    let alike = |name: &&String| {
        name.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start))
    };
    (before.len(), names.iter().filter(alike).cloned().collect())
}

impl Validator for Guide {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(match is_incomplete(context.input()) {
            true => ValidationResult::Incomplete,
            false => ValidationResult::Valid(None),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_completed() {
        let names: Vec<String> = ["Mean", "Mex", "mine", "x1"].map(String::from).into();
        assert_eq!(complete(&names, "1 + Me"), (4, vec!["Mean".into(), "Mex".into()]));
        assert_eq!(complete(&names, "x1.mea"), (3, vec!["Mean".into()]));
        assert_eq!(complete(&names, "m"), (0, vec!["mine".into()]));
        assert_eq!(complete(&names, "{x"), (1, vec!["x1".into()]));
        assert_eq!(complete(&names, "↑+ze"), (4, vec![]));
        assert_eq!(complete(&names, ""), (0, vec![]));
    }
}
