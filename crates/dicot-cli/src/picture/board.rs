//! `dicot board`: a position with its components and their values, or a graph or a position without such values as a whole.

use clap::Args;
use dicot::rules::{AnyBoard, AnyPosition};
use dicot::{Calculation, CanonicalForm};
use dicot_rulesets::{DEFAULT_RULES, RulesetExt};
use dicot_svg::Diagram;

use super::{PictureArgs, output};
use crate::arguments::RulesArg;
use crate::command::{Command, Failure, Options, Status};
use crate::position::read;
use crate::progress::ProgressLine;
use crate::style::Style;
use crate::text::{Beginning, SHORT, beginning, short, sides};
use crate::value::{analysis_session, loopy};
use crate::{failure, rulesets};

/// The longest position that is a title.
const MAX_TITLE: usize = 64;

/// Draw a position with its value, and boards with their components in colours and the values of these
#[derive(Args)]
#[command(after_help = "\
Rows are joined by `/`, `|` or line ends; upper case is read as well. Boards have up to 448 cells \
and 255 a side. A move like a1-b1 goes from the first column of the last row to the second.")]
pub(crate) struct BoardArgs {
    /// In Clobber the rows from the top, joined by `/`: x is Left, o is Right, . is empty
    #[arg(allow_hyphen_values = true)]
    position: String,
    #[command(flatten)]
    rules: RulesArg,
    #[command(flatten)]
    picture: PictureArgs,
}

impl Command for BoardArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let (rules, arguments) = (&self.rules.rules, &self.picture);
        let ruleset = options.rulesets.find(rules)?;
        if !ruleset.has_loopy_values() {
            rulesets::valued(&options.rulesets, rules)?;
        }
        let position = read(&ruleset, &self.position)?;
        let text = position.to_string();
        let diagram = Diagram::of_position(&position);
        let Some(mut diagram) = diagram.filter(|_| ruleset.has_values()) else {
            return whole(&position, arguments, options);
        };
        let limits = options.limits.limits().starting_now();
        let progress = ProgressLine::new();
        let mut session = analysis_session(options, &progress);
        let analyzer = session.analyzer(&ruleset, &limits);
        progress.start();
        let components = analyzer.decompose(&position);
        let value = analyzer.canonical_form(&position);
        progress.clear();
        let components = components?;
        let store = analyzer.store().clone();
        let mut calculation = store.calculate(&limits);
        // In the order of the board, from the top and the left.
        let mut placed: Vec<_> = position.places().into_iter().flatten().zip(&components).collect();
        placed.sort_by_key(|(cells, _)| cells.iter().map(|cell| (cell.row, cell.col)).min());
        for (cells, (_, value)) in placed {
            diagram.group(cells, short(value, &mut calculation)?);
        }
        // Components can be within reach and their sum not.
        let mut status = Status::Done;
        let caption =
            value.map_err(Failure::from).and_then(|value| caption(&value, &mut calculation));
        diagram.caption(caption.unwrap_or_else(|failure| {
            let message = format!("the whole value was not found: {}", failure.message());
            failure::report(&format!("note: {message}"));
            status = failure.status();
            message
        }));
        let title = match text {
            _ if ruleset.spec().name != DEFAULT_RULES => ruleset.spec().title.to_owned(),
            title if title.len() <= MAX_TITLE => title,
            _ => {
                let shape = diagram.shape();
                format!("{}, {}", ruleset.spec().title, sides(shape.height(), shape.width()))
            }
        };
        output::write(&dicot_svg::board(&diagram, &arguments.options(&title)), arguments)?;
        Ok(status)
    }
}

/// Draws a position with its value.
fn whole(
    position: &AnyPosition,
    arguments: &PictureArgs,
    options: &Options,
) -> Result<Status, Failure> {
    let limits = options.limits.limits().starting_now();
    let progress = ProgressLine::new();
    let mut session = analysis_session(options, &progress);
    progress.start();
    let value = session.any_value(position, &limits);
    progress.clear();
    let value = value?;
    let caption = match value.as_short() {
        Some(value) => caption(value, &mut value.store().calculate(&limits))?,
        None => format!("value {}", loopy::text(&value, SHORT, Style::plain())),
    };
    let spec = position.ruleset().spec();
    let look = arguments.options(&spec.title);
    let picture = dicot_svg::position(position, &caption, &look).ok_or_else(|| {
        Failure::new(match position.board() {
            AnyBoard::Cells(grid) if grid.shape().is_none() => {
                format!("boards of more than {} columns cannot be drawn", u8::MAX)
            }
            _ => format!("positions of {} cannot be drawn", spec.name),
        })
    })?;
    output::write(&picture, arguments)?;
    Ok(Status::Done)
}

/// The value of the whole position, or how it begins.
fn caption(value: &CanonicalForm, calculation: &mut Calculation<'_>) -> Result<String, Failure> {
    let text = match beginning(value, calculation)? {
        Beginning { text, length: None } => text,
        Beginning { length: Some(_), .. } => short(value, calculation)?,
    };
    Ok(format!("value {text}"))
}
