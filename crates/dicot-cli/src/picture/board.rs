//! `dicot board`: a Clobber position, with the values of its components.

use std::collections::HashMap;

use dicot::analysis::Analyzer;
use dicot::rules::HugeClobber;
use dicot::svg::{self, Diagram};
use dicot::{Calculation, CanonicalForm};

use super::{PictureArgs, output};
use crate::Options;
use crate::failure::Failure;
use crate::progress::ProgressLine;
use crate::text::{Beginning, beginning, grouped, short};

/// The longest position that is a title.
const LONGEST_TITLE: usize = 64;

/// Draws a position, with its components and their values.
pub(crate) fn board(
    position: &str,
    arguments: &PictureArgs,
    options: &Options,
) -> Result<(), Failure> {
    let position = HugeClobber::parse(position.trim())?;
    let bounds = options.limits.bounds();
    let progress = ProgressLine::new();
    let line = progress.clone();
    let mut analyzer =
        Analyzer::new().with_limits(options.limits.limits()).on_progress(move |now| line.show(now));
    progress.start();
    let components = analyzer.decompose(&position);
    let whole = components.is_ok().then(|| analyzer.canonical_form(&position));
    progress.clear();
    let values = components?.into_iter().collect();
    let mut calculation = analyzer.store().within(&bounds);
    let mut diagram = diagram(&position, &values, &mut calculation)?;
    if let Some(whole) = whole {
        diagram.caption(caption(&whole?, &mut calculation)?);
    }
    let shape = position.shape();
    let title = match position.to_string() {
        title if title.len() <= LONGEST_TITLE => title,
        _ => format!("Clobber, {} wide and {} high", shape.width(), shape.height()),
    };
    output::write(&svg::board(&diagram, &arguments.options(&title)), arguments)
}

/// The position, each component with its value.
fn diagram(
    position: &HugeClobber,
    values: &HashMap<HugeClobber, CanonicalForm>,
    calculation: &mut Calculation<'_>,
) -> Result<Diagram, Failure> {
    Diagram::of_components(position.board(), |piece| {
        short(&values[&HugeClobber::from(*piece)], calculation)
    })
}

/// The value of the whole position.
fn caption(value: &CanonicalForm, calculation: &mut Calculation<'_>) -> Result<String, Failure> {
    let Beginning { text, length } = beginning(value, calculation)?;
    let length = length.map(|n| format!("… ({} characters)", grouped(n))).unwrap_or_default();
    Ok(format!("value {text}{length}"))
}
