//! Blocks of rows: texts that are stored in files and sent to other machines.
//!
//! The first line names the format. A line for each value of the rows follows, then a line for each row, which refers
//! to its value by number. The last line has a checksum.

use std::fmt::Write as _;
use std::sync::Arc;

use dicot::Outcome;
use hashbrown::{HashMap, HashSet};

use xxhash_rust::xxh3::xxh3_64;

use crate::facts::Facts;
use crate::plan::Class;
use crate::seal::{Lines, verified, with_checksum};
use crate::{CensusError, Row};

const HEAD: &str = "dicot rows 2";

/// Writes a block of rows from classes and the facts of their values.
pub(crate) fn write_row_block(rows: impl IntoIterator<Item = (Class, Arc<Facts>)>) -> String {
    let mut text = format!("{HEAD}\n");
    let mut row_lines = String::new();
    let mut numbers: HashMap<*const Facts, usize> = HashMap::new();
    let mut all = Vec::new();
    for (class, facts) in rows {
        let next = numbers.len() + 1;
        let number = *numbers.entry(Arc::as_ptr(&facts)).or_insert(next);
        if number == next {
            let Facts { value, outcome, temperature, atomic_weight, birthday } = &*facts;
            let weight = atomic_weight.as_deref().unwrap_or("-");
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{value}\t{outcome}\t{temperature}\t{weight}\t{birthday}");
            // Keeps the facts alive, so that no other facts get the same address.
            all.push(facts);
        }
        let Class { position, multiplicity, stones } = class;
        let _ = writeln!(row_lines, "{position}\t{multiplicity}\t{stones}\t{number}");
    }
    with_checksum(text + &row_lines)
}

/// The totals of rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) classes: u64,
    pub(crate) positions: u64,
    /// The hashes of the texts of all values.
    values: HashSet<u64>,
}

impl Counts {
    /// The memory that the counts use, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.values.allocation_size()
    }

    /// The number of values; a value and its negative count as two.
    pub(crate) fn values(&self) -> usize {
        self.values.len()
    }
}

/// Reads a block that [`write_row_block`] wrote, and adds its totals to `counts`.
pub(crate) fn read_row_block(block: &str, counts: &mut Counts) -> Result<Vec<Row>, CensusError> {
    let mut lines = Lines::new(verified(block)?);
    if lines.next() != Some(HEAD) {
        return Err(lines.problem(format!("expected {HEAD:?}")));
    }
    let (mut facts, mut rows) = (Vec::new(), Vec::new());
    while let Some(line) = lines.next() {
        let fields: Vec<&str> = line.split('\t').collect();
        let read = match *fields {
            [value, outcome, temperature, weight, birthday] if rows.is_empty() => {
                read_facts([value, outcome, temperature, weight, birthday]).map(|read| {
                    counts.values.insert(xxh3_64(read.value.as_bytes()));
                    facts.push(read);
                })
            }
            [position, multiplicity, stones, number] => {
                read_row([position, multiplicity, stones, number], &facts).map(|row| {
                    counts.classes += 1;
                    counts.positions = counts.positions.saturating_add(row.multiplicity);
                    rows.push(row);
                })
            }
            _ => None,
        };
        read.ok_or_else(|| lines.problem("expected a value or a row"))?;
    }
    Ok(rows)
}

fn read_facts([value, outcome, temperature, weight, birthday]: [&str; 5]) -> Option<Facts> {
    Some(Facts {
        value: value.to_owned(),
        outcome: outcome.parse().ok().filter(|o: &Outcome| o.to_string() == outcome)?,
        temperature: temperature.parse().ok()?,
        atomic_weight: (weight != "-").then(|| weight.to_owned()),
        birthday: birthday.parse().ok()?,
    })
}

fn read_row([position, multiplicity, stones, number]: [&str; 4], facts: &[Facts]) -> Option<Row> {
    let number: usize = number.parse().ok()?;
    let Facts { value, outcome, temperature, atomic_weight, birthday } =
        facts.get(number.checked_sub(1)?)?.clone();
    Some(Row {
        position: position.to_owned(),
        multiplicity: multiplicity.parse().ok()?,
        stones: stones.parse().ok()?,
        value,
        outcome,
        temperature,
        atomic_weight,
        birthday,
    })
}

#[cfg(test)]
mod tests {
    use dicot::{Limits, Store};

    use super::*;

    #[test]
    fn round_trip() {
        let (store, limits) = (Store::new(), Limits::default());
        let mut calculation = store.calculate(&limits);
        let mut facts =
            |text| Arc::new(Facts::find(&store.parse(text).unwrap(), &mut calculation).unwrap());
        let class = |position: &str, multiplicity, stones| Class {
            position: position.into(),
            multiplicity,
            stones,
        };
        let (hot, up, down) = (facts("{3/2|-2}"), facts("^"), facts("v"));
        let block = write_row_block([
            (class("xo", 2, 2), hot.clone()),
            (class("xxo", 4, 3), up),
            (class("oox", 4, 3), down),
            (class("xo.", 1, 2), hot),
        ]);
        let mut counts = Counts::default();
        let rows = read_row_block(&block, &mut counts).unwrap();
        assert_eq!((counts.classes, counts.positions, counts.values()), (4, 11, 3));
        let row = |position: &str, multiplicity, stones| Row {
            position: position.into(),
            multiplicity,
            stones,
            value: "{3/2|-2}".into(),
            outcome: Outcome::Next,
            temperature: 1.75,
            atomic_weight: None,
            birthday: 4,
        };
        assert_eq!(rows[0], row("xo", 2, 2));
        assert_eq!(rows[3], row("xo.", 1, 2));
        assert_eq!((rows[1].value.as_str(), rows[1].atomic_weight.as_deref()), ("^", Some("1")));
        assert_eq!((rows[2].value.as_str(), rows[2].outcome), ("v", Outcome::Right));
    }

    #[test]
    fn hostile_blocks() {
        let read =
            |lines: &str| read_row_block(&with_checksum(lines.to_owned()), &mut Counts::default());
        assert!(read("dicot rows 2\n").unwrap().is_empty());
        for lines in [
            "",
            "dicot rows 1\n",
            "dicot rows 2\nxo\n",
            "dicot rows 2\nxo\t1\t1\t1\n",
            "dicot rows 2\n*\tQ\t0\t0\t1\n",
            "dicot rows 2\n*\tN\t0\t0\t1\nxo\t1\t1\t0\n",
            "dicot rows 2\n*\tN\t0\t0\t1\nxo\t-1\t1\t1\n",
            "dicot rows 2\n*\tN\t0\t0\t1\nxo\t1\t1\t1\n*\tN\t0\t0\t1\n",
        ] {
            assert!(read(lines).is_err(), "{lines:?}");
        }
    }
}
