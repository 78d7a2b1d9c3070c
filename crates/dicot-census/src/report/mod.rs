//! A summary of a census: numbers of boards, outcomes and values.

mod kind;
mod picture;
mod tables;

use std::collections::{BTreeMap, HashMap, HashSet};

use dicot::{
    Calculation, CanonicalForm, Limits, NotationProblem, Outcome, ParseFormError, Store, ValueError,
};
use xxhash_rust::xxh3::xxh3_128;

use crate::Row;
use crate::parquet::{FileError, Reader};

pub use kind::Kind;
pub use tables::Shown;

/// The outcomes, in the order of all tables.
pub const OUTCOMES: [Outcome; 4] =
    [Outcome::Left, Outcome::Right, Outcome::Next, Outcome::Previous];

/// An error of making a report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The file cannot be read, or is not a census.
    #[error(transparent)]
    File(FileError),
    /// The values exceed a limit.
    #[error(transparent)]
    Value(#[from] ValueError),
}

impl From<FileError> for ReportError {
    fn from(error: FileError) -> ReportError {
        match error {
            FileError::Value(error) => ReportError::Value(error),
            error => ReportError::File(error),
        }
    }
}

/// A number of boards and classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The number of boards.
    pub boards: u128,
    /// The number of classes that contain such boards.
    pub classes: u64,
}

impl Count {
    fn add(&mut self, boards: u64) {
        self.boards += u128::from(boards);
        self.classes += 1;
    }
}

/// The boards with the same number of stones.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// The number of stones.
    pub stones: u32,
    /// The number of all boards.
    pub count: Count,
    /// The number of distinct values.
    pub values: u64,
    /// The number of boards of each outcome, in the order of [`OUTCOMES`].
    pub outcomes: [Count; 4],
    /// The highest temperature.
    pub temperature: f64,
    /// The largest birthday.
    pub birthday: u64,
}

/// A value that occurs, together with its negative.
#[derive(Clone, Debug)]
pub struct CountedValue {
    /// The value of the first row that has this value or its negative.
    pub value: CanonicalForm,
    /// The position of that row.
    pub position: String,
    /// The number of that row, from 1.
    pub row: u64,
    /// The number of stones of the position.
    pub stones: u32,
    /// The outcome of the position.
    pub outcome: Outcome,
    /// The temperature.
    pub temperature: f64,
    /// The atomic weight, if it exists.
    pub atomic_weight: Option<String>,
    /// The birthday.
    pub birthday: u64,
    /// The number of classes that contain boards with this value or its negative.
    pub classes: u64,
    /// The number of boards with this value, and with its negative; the second is 0 if the value is its own negative.
    pub boards: [u128; 2],
}

impl CountedValue {
    /// The number of distinct values: two if the negative also occurs and is a different value.
    pub fn signs(&self) -> u64 {
        self.boards.iter().filter(|&&boards| boards > 0).count() as u64
    }

    /// The number of boards with this value or its negative.
    pub fn all_boards(&self) -> u128 {
        self.boards.iter().sum()
    }
}

/// A summary of a census.
///
/// Each row of the file is a class: boards that are images of each other and have the same value.
///
/// # Examples
/// ```
/// use dicot::{Limits, Outcome};
/// use dicot_census::Row;
/// use dicot_census::parquet::{Reader, Writer};
/// use dicot_census::report::Report;
/// let row = |position: &str, multiplicity, value: &str, outcome, birthday| Row {
///     position: position.to_owned(),
///     multiplicity,
///     stones: 2,
///     value: value.to_owned(),
///     outcome,
///     temperature: 0.0,
///     atomic_weight: None,
///     birthday,
/// };
/// let mut writer = Writer::create(Vec::new(), &[("dicot.census", "clobber 1x2 filled")])?;
/// writer.write(&[row("oo", 2, "0", Outcome::Previous, 0), row("ox", 2, "*", Outcome::Next, 1)])?;
/// let reader = Reader::from_bytes(writer.finish()?)?;
///
/// let report = Report::read(reader, &Limits::default())?;
/// assert_eq!(report.count.boards, 4);
/// assert_eq!(report.distinct_values(), 2);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Report {
    /// The plan of the census, from the metadata.
    pub census: Option<String>,
    /// Whether the census is of a list.
    pub list: bool,
    /// All boards and classes.
    pub count: Count,
    /// The number of boards of each outcome, in the order of [`OUTCOMES`].
    pub outcomes: [Count; 4],
    /// The boards by the number of stones.
    pub layers: Vec<Layer>,
    /// The values up to sign, in the order of the first rows that have them.
    pub values: Vec<CountedValue>,
    store: Store,
}

impl Report {
    /// Reads a census. The memory holds its distinct values, within the limits, and a few hundred bytes for each of
    /// them.
    ///
    /// # Errors
    /// If the file cannot be read, a row contradicts itself or another one, or the values exceed a limit.
    ///
    /// # Complexity
    /// O(*n*) for *n* rows, plus the time to parse each distinct value once.
    pub fn read(reader: Reader, limits: &Limits) -> Result<Report, ReportError> {
        let census = reader.metadata("dicot.census").map(str::to_owned);
        let list = census.as_deref().is_some_and(|census| census.split(' ').nth(1) == Some("list"));
        let store = Store::new();
        let mut tally = Tally {
            calculation: store.calculate(limits),
            rows: 0,
            count: Count::default(),
            outcomes: [Count::default(); 4],
            layers: BTreeMap::new(),
            values: Vec::new(),
            by_text: HashMap::new(),
            by_form: HashMap::new(),
            layer_values: HashSet::new(),
        };
        for row in reader.with_limits(limits) {
            tally.add(row?)?;
        }
        let Tally { count, outcomes, layers, values, .. } = tally;
        let layers = layers.into_values().collect();
        Ok(Report { census, list, count, outcomes, layers, values, store })
    }

    /// The number of distinct values; a value and its negative count as two.
    pub fn distinct_values(&self) -> u64 {
        self.values.iter().map(CountedValue::signs).sum()
    }

    /// The number of distinct atomic weights; a weight and its negative count as two if values with both occur.
    ///
    /// # Errors
    /// If a weight is not a game in the usual notation.
    pub fn distinct_atomic_weights(&self) -> Result<u64, ParseFormError> {
        let mut weights = HashSet::new();
        for value in &self.values {
            let Some(weight) = &value.atomic_weight else { continue };
            let [own, negative] = value.boards.map(|boards| boards > 0);
            // Many values have the same weight: texts are compared before games.
            weights.extend(own.then_some((weight.as_str(), false)));
            weights.extend(negative.then_some((weight.as_str(), true)));
        }
        let games = weights.into_iter().map(|(text, negated)| {
            text.parse().map(|weight: CanonicalForm| if negated { -weight } else { weight })
        });
        Ok(games.collect::<Result<HashSet<_>, _>>()?.len() as u64)
    }

    /// The values by the number of boards with them or their negatives, the most frequent first.
    pub fn most_frequent(&self) -> Vec<&CountedValue> {
        let mut values: Vec<&CountedValue> = self.values.iter().collect();
        values.sort_by_key(|value| std::cmp::Reverse(value.all_boards()));
        values
    }

    /// The values by temperature, the hottest first.
    pub fn hottest(&self) -> Vec<&CountedValue> {
        let mut values: Vec<&CountedValue> = self.values.iter().collect();
        values.sort_by(|a, b| b.temperature.total_cmp(&a.temperature));
        values
    }

    /// The values by birthday, the largest first.
    pub fn latest_born(&self) -> Vec<&CountedValue> {
        let mut values: Vec<&CountedValue> = self.values.iter().collect();
        values.sort_by_key(|value| std::cmp::Reverse(value.birthday));
        values
    }

    /// For each birthday, the number of distinct values and of the boards with them.
    pub fn birthdays(&self) -> BTreeMap<u64, (u64, u128)> {
        let mut counts = BTreeMap::new();
        for value in &self.values {
            tallied(&mut counts, value.birthday, value);
        }
        counts
    }

    /// For each temperature, the number of distinct values and of the boards with them.
    pub fn temperatures(&self) -> Vec<(f64, (u64, u128))> {
        let mut counts = BTreeMap::new();
        for value in &self.values {
            tallied(&mut counts, Temperature(value.temperature), value);
        }
        counts.into_iter().map(|(temperature, counts)| (temperature.0, counts)).collect()
    }

    /// For each kind, the number of distinct values and of the boards with them.
    pub fn kinds(&self) -> BTreeMap<Kind, (u64, u128)> {
        let mut counts = BTreeMap::new();
        for value in &self.values {
            tallied(&mut counts, Kind::of(&value.value), value);
        }
        counts
    }

    /// The store of the values.
    pub fn store(&self) -> &Store {
        &self.store
    }
}

fn tallied<K: Ord>(counts: &mut BTreeMap<K, (u64, u128)>, key: K, value: &CountedValue) {
    let (values, boards) = counts.entry(key).or_default();
    *values += value.signs();
    *boards += value.all_boards();
}

/// A temperature, which is never NaN.
#[derive(Clone, Copy)]
struct Temperature(f64);

impl PartialEq for Temperature {
    fn eq(&self, other: &Temperature) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Temperature {}

impl PartialOrd for Temperature {
    fn partial_cmp(&self, other: &Temperature) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Temperature {
    fn cmp(&self, other: &Temperature) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// A temperature as a fraction.
pub(crate) fn fraction(temperature: f64) -> String {
    if temperature.abs() >= (1u64 << 53) as f64 {
        return format!("{temperature:e}");
    }
    for power in 0..=62 {
        let denominator = (1u64 << power) as f64;
        let numerator = temperature * denominator;
        if numerator.fract() == 0.0 {
            return match power {
                0 => format!("{}", numerator as i64),
                _ => format!("{}/{}", numerator as i64, 1u64 << power),
            };
        }
    }
    temperature.to_string()
}

/// An index into [`Tally::values`], with a sign.
#[derive(Clone, Copy)]
struct ValueIndex {
    place: u32,
    negated: bool,
}

/// The totals while rows are read.
struct Tally<'s> {
    calculation: Calculation<'s>,
    rows: u64,
    count: Count,
    outcomes: [Count; 4],
    layers: BTreeMap<u32, Layer>,
    values: Vec<CountedValue>,
    /// Values by the 128-bit hash of their text. Hashes are shorter than texts, and collisions are negligible.
    by_text: HashMap<u128, ValueIndex>,
    by_form: HashMap<CanonicalForm, u32>,
    /// The values of each layer: its number of stones, the index of the value, and its sign.
    layer_values: HashSet<(u32, u32, bool)>,
}

impl Tally<'_> {
    fn problem(&self, column: &'static str, problem: impl Into<String>) -> ReportError {
        ReportError::File(FileError::Row { row: self.rows, column, problem: problem.into() })
    }

    /// Returns the index of the row's value, adding it if it is new.
    fn known(&mut self, row: &Row) -> Result<ValueIndex, ReportError> {
        let hash = xxh3_128(row.value.as_bytes());
        if let Some(&known) = self.by_text.get(&hash) {
            return Ok(known);
        }
        let value = match self.calculation.parse(&row.value) {
            Ok(value) => value,
            Err(error) => match *error.problem() {
                NotationProblem::Value(limit @ ValueError::Limit(_)) => return Err(limit.into()),
                _ => return Err(self.problem("value", format!("cannot be read: {error}"))),
            },
        };
        let known = if let Some(&place) = self.by_form.get(&value) {
            ValueIndex { place, negated: false }
        } else if let Some(&place) = self.by_form.get(&-value.clone()) {
            ValueIndex { place, negated: true }
        } else {
            let place = u32::try_from(self.values.len())
                .map_err(|_| self.problem("value", "is one too many: there are 2^32 others"))?;
            self.by_form.insert(value.clone(), place);
            self.values.push(CountedValue {
                outcome: value.outcome(),
                value,
                position: row.position.clone(),
                row: self.rows,
                stones: row.stones,
                temperature: row.temperature,
                atomic_weight: row.atomic_weight.clone(),
                birthday: row.birthday,
                classes: 0,
                boards: [0; 2],
            });
            ValueIndex { place, negated: false }
        };
        self.by_text.insert(hash, known);
        Ok(known)
    }

    fn add(&mut self, row: Row) -> Result<(), ReportError> {
        self.rows += 1;
        if self.rows.is_multiple_of(1 << 12) {
            // Checks the limits, also for rows without new values.
            self.calculation.outcome(&CanonicalForm::ZERO)?;
        }
        let ValueIndex { place, negated } = self.known(&row)?;
        let value = &self.values[place as usize];
        let outcome = if negated { -value.outcome } else { value.outcome };
        if row.outcome != outcome {
            let problem = format!("is {}, that of the value is {outcome}", row.outcome);
            return Err(self.problem("outcome", problem));
        }
        for (column, differs) in [
            ("temperature", row.temperature != value.temperature),
            ("birthday", row.birthday != value.birthday),
        ] {
            if differs {
                let problem = format!(
                    "is not that of row {}, which has this value or its negative",
                    value.row
                );
                return Err(self.problem(column, problem));
            }
        }
        self.count.add(row.multiplicity);
        let layer = self.layers.entry(row.stones).or_insert_with(|| Layer {
            stones: row.stones,
            count: Count::default(),
            values: 0,
            outcomes: [Count::default(); 4],
            temperature: f64::NEG_INFINITY,
            birthday: 0,
        });
        layer.count.add(row.multiplicity);
        layer.temperature = layer.temperature.max(row.temperature);
        layer.birthday = layer.birthday.max(row.birthday);
        let value = &mut self.values[place as usize];
        value.classes += 1;
        value.boards[usize::from(negated)] += u128::from(row.multiplicity);
        layer.values += u64::from(self.layer_values.insert((row.stones, place, negated)));
        for counts in [&mut layer.outcomes, &mut self.outcomes] {
            counts[place_of(outcome)].add(row.multiplicity);
        }
        Ok(())
    }
}

/// The index of an outcome in [`OUTCOMES`].
fn place_of(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Left => 0,
        Outcome::Right => 1,
        Outcome::Next => 2,
        Outcome::Previous => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::fraction;

    #[test]
    fn fractions() {
        let texts = [0.0, -1.0, 0.5, -0.125, 3.0625, 1e300].map(fraction);
        assert_eq!(texts, ["0", "-1", "1/2", "-1/8", "49/16", "1e300"]);
    }
}
