//! `dicot census report`: what a census says as a whole.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::panic;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use dicot::{Calculation, Limits};
use dicot_api::answers::text::ValueField;
use dicot_census::parquet::Reader;
use dicot_census::report::{Count, CountedValue, Layer, OUTCOMES, Report, ReportError, Shown};
use serde::Serialize;

use crate::command::{Command, Failure, Options, Status};
use crate::picture::{Target, save};

/// What a census says as a whole: outcomes, values, temperatures and birthdays, in tables and as a picture
#[derive(Args)]
#[command(after_help = "\
A class of a census is a row of its file: positions that are images of each other and have the same value. Percentages are \
of boards.

Examples:
  dicot census report census.parquet
  dicot census report census.parquet --top 25 --picture census.svg
  dicot census report census.parquet --values --json")]
pub(crate) struct ReportArgs {
    /// The file of a census
    file: PathBuf,
    /// Draw it as well: the file to write, .svg, .png, or .tex for TikZ
    #[arg(long, alias = "svg", value_name = "FILE",
        value_parser = PathBufValueParser::new().try_map(Target::new))]
    picture: Option<Target>,
    /// How many values the tables of the most frequent, the hottest and so on have
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Print the first position of every value; with --json a line for each, after the one for the census
    #[arg(long)]
    values: bool,
}

impl Command for ReportArgs {
    /// Reads the census, prints the report and draws it.
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let limits = options.limits.limits().starting_now();
        let of_file = |message: String| Failure::new(message).of(&self.file.display().to_string());
        keep_decoders_quiet();
        let file = File::open(&self.file).map_err(|error| of_file(error.to_string()))?;
        let report = Reader::open(file).map_err(ReportError::from);
        let report = report.and_then(|reader| Report::read(reader, &limits));
        let report = report.map_err(|error| match error {
            ReportError::Value(error) => Failure::from(error),
            error => of_file(error.to_string()),
        })?;
        let mut out = BufWriter::new(io::stdout().lock());
        let printed = match options.json {
            true => lines(&report, &self, options.max_value, &limits, &mut out)?,
            false => {
                let shown = Shown { top: self.top, all_values: self.values };
                out.write_all(report.tables(shown, &limits)?.as_bytes())
            }
        };
        let printed = printed.and_then(|()| out.flush());
        // A reader who has had enough may still want the picture.
        if let Some(target) = &self.picture {
            save(&report.picture(&limits)?, target, None)?;
        }
        printed.map(|()| Status::Done).map_err(Failure::of_output)
    }
}

/// Prints nothing when a decoder of the crate `parquet` panics, as some do on damaged files: the reader makes an error
/// of it, which is printed.
fn keep_decoders_quiet() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let file = panic.location().map_or("", |place| place.file());
        if !file.contains("parquet-") && !file.contains("bytes-") {
            usual(panic);
        }
    }));
}

/// The census in JSON.
#[derive(Serialize)]
struct CensusLine<'a> {
    census: Option<&'a str>,
    boards: u128,
    classes: u64,
    values: u64,
    values_up_to_sign: usize,
    atomic_weights: u64,
    outcomes: BTreeMap<String, CountField>,
    stones: Vec<LayerField>,
    kinds: Vec<CountedField<String>>,
    birthdays: Vec<CountedField<u64>>,
    temperatures: Vec<CountedField<f64>>,
    most_frequent: Vec<ValueLine<'a>>,
    hottest: Vec<ValueLine<'a>>,
    largest_birthdays: Vec<ValueLine<'a>>,
}

#[derive(Serialize)]
struct CountField {
    boards: u128,
    classes: u64,
}

/// The boards with a given number of stones.
#[derive(Serialize)]
struct LayerField {
    stones: u32,
    boards: u128,
    classes: u64,
    values: u64,
    outcomes: BTreeMap<String, CountField>,
    highest_temperature: f64,
    largest_birthday: u64,
}

impl From<&Layer> for LayerField {
    fn from(layer: &Layer) -> LayerField {
        LayerField {
            stones: layer.stones,
            boards: layer.count.boards,
            classes: layer.count.classes,
            values: layer.values,
            outcomes: outcomes(&layer.outcomes),
            highest_temperature: layer.temperature,
            largest_birthday: layer.birthday,
        }
    }
}

/// How many values are of a kind or have a birthday or temperature, and how many boards have them.
#[derive(Serialize)]
struct CountedField<T> {
    of: T,
    values: u64,
    boards: u128,
}

impl<T> From<(T, (u64, u128))> for CountedField<T> {
    fn from((of, (values, boards)): (T, (u64, u128))) -> CountedField<T> {
        CountedField { of, values, boards }
    }
}

/// A value and its negative, with the first position that has one of them.
#[derive(Serialize)]
struct ValueLine<'a> {
    position: &'a str,
    row: u64,
    stones: u32,
    #[serde(flatten)]
    value: ValueField,
    outcome: String,
    temperature: f64,
    atomic_weight: Option<&'a str>,
    birthday: u64,
    classes: u64,
    boards: u128,
    boards_of_negative: u128,
}

impl<'a> ValueLine<'a> {
    fn new(
        counted: &'a CountedValue,
        max_value: u64,
        calculation: &mut Calculation<'_>,
    ) -> Result<ValueLine<'a>, Failure> {
        let [boards, boards_of_negative] = counted.boards;
        Ok(ValueLine {
            position: &counted.position,
            row: counted.row,
            stones: counted.stones,
            value: ValueField::new(&counted.value, max_value, calculation)?,
            outcome: counted.outcome.to_string(),
            temperature: counted.temperature,
            atomic_weight: counted.atomic_weight.as_deref(),
            birthday: counted.birthday,
            classes: counted.classes,
            boards,
            boards_of_negative,
        })
    }
}

fn outcomes(counts: &[Count; 4]) -> BTreeMap<String, CountField> {
    let counts = OUTCOMES.map(|outcome| outcome.to_string()).into_iter().zip(counts);
    let fields =
        counts.map(|(letter, &Count { boards, classes })| (letter, CountField { boards, classes }));
    fields.collect()
}

/// Writes a line for the census, and one for each value if that is asked for.
fn lines<'r>(
    report: &'r Report,
    arguments: &ReportArgs,
    max_value: u64,
    limits: &Limits,
    out: &mut impl Write,
) -> Result<io::Result<()>, Failure> {
    let mut calculation = report.store().calculate(limits);
    let mut top = |values: Vec<&'r CountedValue>| {
        let values = values.into_iter().take(arguments.top);
        let lines = values.map(|value| ValueLine::new(value, max_value, &mut calculation));
        lines.collect::<Result<Vec<_>, Failure>>()
    };
    let line = CensusLine {
        census: report.census.as_deref(),
        boards: report.count.boards,
        classes: report.count.classes,
        values: report.distinct_values(),
        values_up_to_sign: report.values.len(),
        atomic_weights: report
            .distinct_atomic_weights()
            .map_err(|error| Failure::new(format!("atomic weight: {error}")))?,
        outcomes: outcomes(&report.outcomes),
        stones: report.layers.iter().map(LayerField::from).collect(),
        kinds: report.kinds().into_iter().map(|(kind, n)| (kind.to_string(), n).into()).collect(),
        birthdays: report.birthdays().into_iter().map(CountedField::from).collect(),
        temperatures: report.temperatures().into_iter().map(CountedField::from).collect(),
        most_frequent: top(report.most_frequent())?,
        hottest: top(report.hottest())?,
        largest_birthdays: top(report.latest_born())?,
    };
    let mut written = put(&line, out);
    if arguments.values {
        for value in &report.values {
            if written.is_err() {
                break;
            }
            written = put(&ValueLine::new(value, max_value, &mut calculation)?, out);
        }
    }
    Ok(written)
}

fn put(line: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}
