//! `dicot board`: a Clobber position, with the values of its components.

use std::collections::HashMap;

use dicot::analysis::Analyzer;
use dicot::rules::{Clobber448, Short};
use dicot::{Calculation, CanonicalForm};
use dicot_svg::Diagram;

use super::{PictureArgs, output};
use crate::arguments::Options;
use crate::failure::{self, Failure};
use crate::position::read_typed;
use crate::progress::ProgressLine;
use crate::status::Status;
use crate::text::{Beginning, beginning, short, sides};

/// The longest position that is a title.
const LONGEST_TITLE: usize = 64;

/// Draws a position, with its components and their values.
pub(crate) fn board(
    position: &str,
    arguments: &PictureArgs,
    options: &Options,
) -> Result<Status, Failure> {
    let position: Clobber448 = read_typed(position)?;
    let limits = options.limits.limits().starting_now();
    let progress = ProgressLine::new();
    let line = progress.clone();
    let analyzer =
        Analyzer::new().with_limits(options.limits.limits()).on_progress(move |now| line.show(now));
    let known_values = options.known_values.iter().cloned();
    let mut analyzer = known_values.fold(analyzer, Analyzer::with_value_source);
    progress.start();
    let components = analyzer.decompose(&position);
    progress.clear();
    let values: HashMap<_, _> = components?.into_iter().collect();
    let mut calculation = analyzer.store().calculate(&limits);
    let mut diagram = diagram(&position, &values, &mut calculation)?;
    // Components can be within reach and their sum not.
    let mut status = Status::Done;
    diagram.caption(caption(&position, &values, &mut calculation).unwrap_or_else(|failure| {
        let message = format!("the whole value was not found: {}", failure.message());
        failure::report(&format!("note: {message}"));
        status = failure.status();
        message
    }));
    let shape = position.shape();
    let title = match position.to_string() {
        title if title.len() <= LONGEST_TITLE => title,
        _ => format!("Clobber, {}", sides(shape.height(), shape.width())),
    };
    output::write(&dicot_svg::board(&diagram, &arguments.options(&title)), arguments)?;
    Ok(status)
}

/// The position, each component with its value.
fn diagram(
    position: &Clobber448,
    values: &HashMap<Clobber448, CanonicalForm>,
    calculation: &mut Calculation<'_>,
) -> Result<Diagram, Failure> {
    Diagram::of_components(position.board(), |piece| {
        short(&values[&Clobber448::from(*piece)], calculation)
    })
}

/// The value of the whole position, or how it begins.
fn caption(
    position: &Clobber448,
    values: &HashMap<Clobber448, CanonicalForm>,
    calculation: &mut Calculation<'_>,
) -> Result<String, Failure> {
    let mut parts: Vec<_> = position.components().map(|piece| &values[&piece]).collect();
    // Closed forms first: their sums are closed forms again.
    parts.sort_by_key(|value| value.to_number_up_star().is_none());
    let mut whole = CanonicalForm::ZERO;
    for part in parts {
        whole = calculation.sum(&whole, part)?;
    }
    let text = match beginning(&whole, calculation)? {
        Beginning { text, length: None } => text,
        Beginning { length: Some(_), .. } => short(&whole, calculation)?,
    };
    Ok(format!("value {text}"))
}
