//! One item from the command line, or one per line from standard input.

use std::io::{self, IsTerminal, Write};

use serde::Serialize;

use crate::ctrl_c;
use crate::failure::{self, Failure};
use crate::input::{self, Line};
use crate::status::Status;

/// What a command does with each item.
pub(crate) trait Task {
    /// What an item is, for messages.
    const ITEM: &'static str;

    /// Whether answers for people take several lines, so that a blank one belongs between two.
    const MANY_LINES: bool;

    /// The answer to an item, without a line end.
    fn answer(&mut self, item: &str) -> Result<String, Failure>;
}

/// Arguments as the parts of a line, with tabs between; a tab within an argument is a space.
pub(crate) fn tabbed(parts: impl IntoIterator<Item = String>) -> String {
    let parts: Vec<String> = parts.into_iter().map(|part| part.replace('\t', " ")).collect();
    parts.join("\t")
}

/// The line of an item without an answer in JSON.
#[derive(Serialize)]
struct ErrorLine<'a> {
    input: &'a str,
    error: &'a str,
}

/// Answers the item, or all lines of standard input. The status is that of the worst item.
pub(crate) fn run<T: Task>(
    item: Option<String>,
    json: bool,
    task: &mut T,
) -> Result<Status, Failure> {
    let mut out = io::stdout().lock();
    if let Some(item) = item.filter(|item| item != "-") {
        ctrl_c::set_not_done(format!("the {} has no answer", T::ITEM));
        let result = answer(task, &item, "the argument is empty");
        match &result {
            Ok(_) => ctrl_c::set_not_done("after the answer was complete"),
            Err(failure) if failure.known.is_some() => {
                ctrl_c::set_not_done("the answer is what was found so far");
            }
            Err(_) => {}
        }
        report(&result, |failure| format!("error: {}", failure.with_caret()));
        return write(&item, result, json, &mut out).map_err(Failure::of_output);
    }
    let stdin = io::stdin().lock();
    if stdin.is_terminal() {
        failure::report(&format!("reading one {} per line", T::ITEM));
    }
    let carets = io::stderr().is_terminal();
    let input = ctrl_c::while_waiting(|| input::without_mark(stdin).map(Some))?;
    let Some(mut input) = input else { return Ok(Status::Done) };
    let (mut status, mut number, mut answers) = (Status::Done, 0u64, 0u64);
    ctrl_c::set_not_done("no line has an answer");
    while let Some(line) = ctrl_c::while_waiting(|| input::next_line(&mut input))? {
        number += 1;
        let (item, result) = match line {
            Line::Text(item) => {
                let result = answer(task, &item, "empty line");
                (item, result)
            }
            Line::Bad(item, problem) => (item, Err(Failure::new(problem))),
        };
        report(&result, |failure| {
            let message = if carets { failure.with_caret() } else { failure.message().to_owned() };
            format!("line {number}: {message}")
        });
        if result.as_ref().map_or_else(|failure| failure.known.is_some(), |_| true) {
            if T::MANY_LINES && !json && answers > 0 {
                writeln!(out)?;
            }
            answers += 1;
        }
        if !result.as_ref().is_err_and(Failure::is_interrupted) {
            ctrl_c::set_not_done(format!("lines from {} on have no answer", number + 1));
        }
        status.add(write(&item, result, json, &mut out).map_err(Failure::of_output)?);
    }
    Ok(status)
}

/// Prints the message of a failure, unless Ctrl-C ended the computation: then the run ends with a message.
fn report(result: &Result<String, Failure>, message: impl FnOnce(&Failure) -> String) {
    if let Err(failure) = result
        && !failure.is_interrupted()
    {
        failure::report(&message(failure));
    }
}

fn answer(task: &mut impl Task, item: &str, if_empty: &str) -> Result<String, Failure> {
    match item.trim() {
        "" => Err(Failure::new(if_empty)),
        _ => task.answer(item),
    }
}

/// Writes the line in JSON of an item without an answer.
pub(crate) fn write_error(item: &str, failure: &Failure, out: &mut impl Write) -> io::Result<()> {
    let line = ErrorLine { input: item, error: failure.message() };
    writeln!(out, "{}", serde_json::to_string(&line)?)
}

/// Writes the answer, or what is known, or an error line in JSON.
fn write(
    item: &str,
    result: Result<String, Failure>,
    json: bool,
    out: &mut impl Write,
) -> io::Result<Status> {
    let status = result.as_ref().map_or_else(Failure::status, |_| Status::Done);
    let text = result.or_else(|mut failure| failure.known.take().ok_or(failure));
    match text {
        Ok(text) => writeln!(out, "{text}")?,
        Err(failure) if json => write_error(item, &failure, out)?,
        Err(_) => {}
    }
    out.flush()?;
    Ok(status)
}
