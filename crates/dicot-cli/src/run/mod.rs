//! `dicot run`: evaluates a worksheet from a file, and prints it with its values.

mod html;
mod latex;

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use dicot::Calculation;
use dicot::rules::AnyPosition;
use dicot_calc::{Answer, Document, Entry, Part, Value};
use dicot_svg::Picture;

use crate::command::{Command, Failure, Options, Status};
use crate::ctrl_c;
use crate::failure;
use crate::game::Games;
use crate::input;
use crate::latex::printed;

/// Evaluate a worksheet, as `dicot repl FILE` saves it, and print it with its values
#[derive(Args)]
#[command(after_help = "\
A worksheet has an expression in each line; one whose brackets are open, or `if`, `begin`, `do` or `yield`, goes on in \
the next line. Lines with `//` are text, in Markdown. Below an expression, lines with `//=` are its value and \
lines with `//!` its error, which are written anew. So every worksheet is also an input of `dicot repl`.

With --check the status is 1 if a value or an error is not the one in the file.")]
pub(crate) struct RunArgs {
    /// The worksheet; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How it is printed: as the same worksheet, as Markdown, or as a page or a document of its own with pictures of
    /// positions and thermographs
    #[arg(long = "as", value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Compare the values with those in the file, and print only what is different
    #[arg(long, conflicts_with = "format")]
    check: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Markdown,
    Html,
    Latex,
}

/// A part of a worksheet, and what its answer looks like.
type Shown = (Part, Look);

/// What an answer looks like, beside its text.
#[derive(Default)]
struct Look {
    /// The value in LaTeX, unless it has several lines.
    latex: Option<String>,
    picture: Option<Picture>,
}

impl Command for RunArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        ctrl_c::set_not_done("the worksheet is not printed");
        let Some(document) = ctrl_c::while_waiting(|| self.read().map(Some))? else {
            return Ok(Status::Done);
        };
        let folder = self.file.parent().unwrap_or(Path::new("")).to_owned();
        let mut games = Games::new(options).with_rule_files_in(folder);
        let mut out = io::stdout().lock();
        let (mut status, mut parts, mut compared) = (Status::Done, Vec::new(), 0u64);
        for part in document.parts {
            let Part::Entry(mut entry) = part else {
                parts.push((part, Look::default()));
                continue;
            };
            let known = entry.answer.take();
            let (look, worst) = self.evaluate(&mut entry, &mut games)?;
            match (self.check, &known) {
                (false, _) | (true, None) => status.add(worst),
                (true, Some(known)) => {
                    compared += 1;
                    if entry.answer.as_ref() != Some(known) {
                        status.add(Status::Failed);
                        let now = entry.answer.as_ref().map_or("nothing", Answer::text);
                        let line = format!("line {}: {}", entry.line, entry.expression);
                        writeln!(out, "{line}\n  in the file: {}\n  now: {now}", known.text())
                            .map_err(Failure::of_output)?;
                    }
                }
            }
            if let Some(Answer::Error(error)) = &entry.answer
                && entry.answer != known
            {
                failure::report(&format!("line {}: {error}", entry.line));
            }
            parts.push((Part::Entry(entry), look));
        }
        let text = match self.format {
            _ if self.check => format!("{compared} values compared\n"),
            Format::Text => {
                let parts = parts.into_iter().map(|(part, _)| part).collect();
                Document { parts }.to_string()
            }
            Format::Markdown => markdown(&parts),
            Format::Html => html::page(&parts, &self.title()),
            Format::Latex => latex::document(&parts, &self.title()),
        };
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Failure::of_output)?;
        Ok(status)
    }
}

impl RunArgs {
    fn read(&self) -> io::Result<Document> {
        let mut text = String::new();
        let read = input::open(&self.file)?.read_to_string(&mut text);
        read.map_err(|error| failure::about(&self.file, error))?;
        Ok(Document::read(&text))
    }

    /// Finds the answer of an entry. Returns what it looks like, if that is shown, and the status of a run in which it is the only
    /// entry.
    fn evaluate(&self, entry: &mut Entry, games: &mut Games) -> Result<(Look, Status), Failure> {
        let has_look = matches!(self.format, Format::Html | Format::Latex) && !entry.is_quiet();
        let found = games.with_value(&entry.expression, |value, calculation| {
            let answer = Answer::of(value, calculation)?;
            let look = has_look.then(|| look(value, &answer, calculation)).transpose()?;
            Ok((answer, look.unwrap_or_default()))
        });
        Ok(match found {
            Ok((answer, look)) => {
                entry.set_answer(answer);
                (look, Status::Done)
            }
            Err(failure) if failure.is_interrupted() => return Err(failure),
            Err(failure) => {
                entry.set_answer(Answer::Error(failure.message().to_owned()));
                (Look::default(), failure.status())
            }
        })
    }

    /// The name of the file, which is the title of a page without a heading.
    fn title(&self) -> String {
        self.file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }
}

fn look(
    value: &Value,
    answer: &Answer,
    calculation: &mut Calculation<'_>,
) -> Result<Look, Failure> {
    let look = dicot_svg::Options::default();
    let drawn = |position: &AnyPosition| dicot_svg::position(position, "", &look);
    let picture = match value {
        Value::Position(position) => drawn(position),
        Value::Thermograph(thermograph) => Some(dicot_svg::loopy_thermograph(thermograph, &look)),
        value => value.picture().cloned(),
    };
    let latex = match value {
        Value::Game(game) if calculation.text_len(game)? <= Answer::MAX_LENGTH as u64 => {
            Some(format!("${}$", calculation.to_latex(game)?))
        }
        _ => {
            let text = answer.text();
            (!text.contains('\n')).then(|| printed(text))
        }
    };
    Ok(Look { latex, picture })
}

/// The texts, and the entries as blocks of code.
fn markdown(parts: &[Shown]) -> String {
    let blocks = parts.iter().map(|(part, _)| match part {
        Part::Text(text) => format!("{text}\n"),
        Part::Entry(entry) => {
            let answer = match &entry.answer {
                None => String::new(),
                Some(Answer::Value(value)) => format!("{value}\n"),
                Some(Answer::Error(error)) => format!("error: {error}\n"),
            };
            let inside = format!("> {}\n{answer}", entry.expression.replace('\n', "\n  "));
            // A fence is longer than any in the text.
            let ticks = inside.split(|c| c != '`').map(str::len).max().unwrap_or(0).max(2) + 1;
            let fence = "`".repeat(ticks);
            format!("{fence}\n{inside}{fence}\n")
        }
    });
    blocks.collect::<Vec<_>>().join("\n")
}
