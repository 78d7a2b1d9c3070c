//! `dicot value --latex` and `dicot game --latex`: a value, or a table of the lines of standard input.

use std::io::{self, Write};

use dicot::notation::latex::{TABLE_END, math, row, table_start, text};
use dicot::{Calculation, CanonicalForm};
use dicot_loopy::LoopyValue;
use dicot_rulesets::grouped;

use crate::batch::{self, Task};
use crate::failure::Failure;
use crate::status::Status;

/// A command with answers in LaTeX.
pub(crate) trait Typeset {
    const ITEM: &'static str;
    /// The titles of the columns.
    const HEAD: &'static [&'static str];

    /// The row of an item, whose second cell is the value.
    fn cells(&mut self, item: &str) -> Result<Vec<String>, Failure>;
}

/// Answers the item, or all lines of standard input, in LaTeX or as usual.
pub(crate) fn run_or_batch<T: Typeset + Task>(
    item: Option<String>,
    latex: bool,
    json: bool,
    mut task: T,
) -> Result<Status, Failure> {
    match latex {
        true => run(item, task),
        false => batch::run(item, json, &mut task),
    }
}

/// Prints the value of the item, or a table of all lines of standard input.
fn run<T: Typeset>(item: Option<String>, typeset: T) -> Result<Status, Failure> {
    let table = item.as_deref().is_none_or(|item| item == "-");
    let head: Vec<String> = T::HEAD.iter().map(|title| text(title)).collect();
    let print = |text: &str| if table { io::stdout().write_all(text.as_bytes()) } else { Ok(()) };
    print(&table_start(&head)).map_err(Failure::of_output)?;
    let status = batch::run(item, false, &mut Rows { typeset, table })?;
    print(TABLE_END).map_err(Failure::of_output)?;
    Ok(status)
}

struct Rows<T> {
    typeset: T,
    table: bool,
}

impl<T: Typeset> Task for Rows<T> {
    const ITEM: &'static str = T::ITEM;
    const MANY_LINES: bool = false;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let mut cells = self.typeset.cells(item)?;
        Ok(if self.table { row(&cells).trim_end().to_owned() } else { cells.swap_remove(1) })
    }
}

/// The value of a game, unless its text has more than `max` characters.
pub(crate) fn value(
    value: &CanonicalForm,
    max: u64,
    calculation: &mut Calculation<'_>,
) -> Result<String, Failure> {
    match calculation.text_len(value)? {
        length if length > max => Err(too_long(length)),
        _ => Ok(format!("${}$", calculation.to_latex(value)?)),
    }
}

/// A loopy value, unless its text has more than `max` characters.
pub(crate) fn loopy_value(value: &LoopyValue, max: u64) -> Result<String, Failure> {
    let text = value.to_string();
    match text.chars().count() as u64 {
        length if length > max => Err(too_long(length)),
        _ => Ok(printed(&text)),
    }
}

/// What is printed for an item, as a value if it is one.
pub(crate) fn printed(printed: &str) -> String {
    math(printed).map_or_else(|| text(printed), |math| format!("${math}$"))
}

/// A text of the user's, as it is.
pub(crate) fn verbatim(item: &str) -> String {
    format!("\\texttt{{{}}}", text(item))
}

/// An expression, in math mode if it has only values and sums.
pub(crate) fn expression(item: &str) -> String {
    math(item).map_or_else(|| verbatim(item), |math| format!("${math}$"))
}

pub(crate) fn too_long(length: u64) -> Failure {
    let length = grouped(length);
    Failure::new(format!("the value has {length} characters; --max-value sets the maximum"))
}
