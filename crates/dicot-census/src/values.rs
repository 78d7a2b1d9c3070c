//! Blocks of values of components: texts that are stored in files and sent to other machines.
//!
//! The first line names the format and the ruleset. A line for each value follows, options before the values that have
//! them: `=1/2^*` is a number, ups and a star; `3,-5|1` is the value whose Left options are the third value and the
//! negative of the fifth, and whose Right option is the first. Then comes a line for each component: its text, a tab,
//! and the number of its value, negative for the negative of that value. The last line has a checksum.

use std::fmt::{Display, Write as _};

use dicot::{
    Calculation, CanonicalForm, Dyadic, NotationProblem, NumberUpStar, Player, ValueError,
};
use hashbrown::HashMap;

use crate::CensusError;
use crate::seal::{Lines, verified, with_checksum};

const HEAD: &str = "dicot values 1 ";

/// Writes a block with the values of components of a ruleset.
///
/// # Examples
/// ```
/// use dicot::CanonicalForm;
/// use dicot_census::{read_values, write_values};
/// let value: CanonicalForm = "{^^*|*,v}".parse()?;
/// let block = write_values("clobber", [("xox/ox.", value.clone())]);
/// assert!(block.starts_with("dicot values 1 clobber\n=^2*\n=*\n=v\n1|2,3\nxox/ox.\t4\nchecksum "));
///
/// let (store, limits) = (dicot::Store::new(), dicot::Limits::default());
/// let mut read = Vec::new();
/// read_values(&block, "clobber", &mut store.calculate(&limits), |component, value| {
///     read.push((component.to_owned(), value));
///     Ok(())
/// })?;
/// assert_eq!(read, [("xox/ox.".to_owned(), value)]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// Linear in the number of followers of the values and their options.
pub fn write_values<C: Display>(
    rules: &str,
    components: impl IntoIterator<Item = (C, CanonicalForm)>,
) -> String {
    let mut block = ValueBlock::new(rules);
    for (component, value) in components {
        block.add(component, &value);
    }
    block.finish()
}

/// A block of values that is being written.
pub(crate) struct ValueBlock {
    numbers: Numbers,
    components: String,
}

impl ValueBlock {
    pub(crate) fn new(rules: &str) -> ValueBlock {
        let numbers = Numbers { lines: format!("{HEAD}{rules}\n"), known: HashMap::new() };
        ValueBlock { numbers, components: String::new() }
    }

    pub(crate) fn add(&mut self, component: impl Display, value: &CanonicalForm) {
        self.numbers.add(value);
        let number = self.numbers.find(value).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(self.components, "{component}\t{number}");
    }

    /// The memory that the block uses, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let Numbers { lines, known } = &self.numbers;
        lines.capacity() + known.allocation_size() + self.components.capacity()
    }

    /// The text of the block.
    pub(crate) fn finish(self) -> String {
        // Frees the table first: concatenation needs the text twice.
        let Numbers { lines, known } = self.numbers;
        drop(known);
        with_checksum(lines + &self.components)
    }
}

/// The numbered values of a block that is being written.
struct Numbers {
    lines: String,
    /// The numbers of the values that were written; a form and its negative share a number.
    known: HashMap<CanonicalForm, i64>,
}

impl Numbers {
    /// The number of a value; negative if its negative was written.
    fn find(&self, value: &CanonicalForm) -> Option<i64> {
        let known = self.known.get(value).copied();
        known.or_else(|| self.known.get(&-value).map(|number| -number))
    }

    /// Writes a value after its followers, except those that were written before.
    fn add(&mut self, value: &CanonicalForm) {
        if self.find(value).is_some() {
            return;
        }
        let mut stack = vec![Unwritten::new(value.clone())];
        while let Some(top) = stack.last_mut() {
            if let Some(option) = top.rest.pop() {
                if self.find(&option).is_none() {
                    stack.push(Unwritten::new(option));
                }
                continue;
            }
            let Unwritten { value, lists, .. } = stack.pop().expect("there is a last one");
            match value.to_number_up_star() {
                Some(parts) => self.lines.push_str(&closed_text(parts)),
                None => {
                    for (i, options) in lists.iter().enumerate() {
                        self.lines.push_str(if i == 1 { "|" } else { "" });
                        for (j, option) in options.iter().enumerate() {
                            let number = self.find(option).unwrap_or_default();
                            let comma = if j > 0 { "," } else { "" };
                            let _ = write!(self.lines, "{comma}{number}");
                        }
                    }
                }
            }
            self.lines.push('\n');
            self.known.insert(value, self.known.len() as i64 + 1);
        }
    }
}

/// A value that will be written after its options.
struct Unwritten {
    value: CanonicalForm,
    lists: [Vec<CanonicalForm>; 2],
    /// The options that were not visited yet.
    rest: Vec<CanonicalForm>,
}

impl Unwritten {
    fn new(value: CanonicalForm) -> Unwritten {
        if value.to_number_up_star().is_some() {
            return Unwritten { value, lists: [const { Vec::new() }; 2], rest: Vec::new() };
        }
        let lists = Player::BOTH.map(|player| value.options_unsorted(player).collect::<Vec<_>>());
        let rest = lists.iter().flatten().rev().cloned().collect();
        Unwritten { value, lists, rest }
    }
}

/// The line of a number, ups and a star: `=`, the number unless it is 0 and something follows, ups and the star.
fn closed_text(parts: NumberUpStar) -> String {
    let NumberUpStar { number, up, star } = parts;
    let mut text = "=".to_owned();
    if number != Dyadic::ZERO || (up, star) == (0, 0) {
        let _ = write!(text, "{number}");
    }
    for (sign, n) in [(if up < 0 { "v" } else { "^" }, up.unsigned_abs()), ("*", star)] {
        match n {
            0 => {}
            1 => text.push_str(sign),
            n => {
                let _ = write!(text, "{sign}{n}");
            }
        }
    }
    text
}

/// Reads the part of a line after `=`.
fn read_closed(text: &str) -> Option<NumberUpStar> {
    let (text, star) = counted(text, '*')?;
    let (text, up) = counted(text, '^')?;
    let (text, down) = counted(text, 'v')?;
    let number = match text {
        "" if star > 0 || up > 0 || down > 0 => Dyadic::ZERO,
        text => {
            let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
            let denominator: u64 =
                denominator.parse().ok().filter(|d: &u64| d.is_power_of_two())?;
            Dyadic::new(numerator.parse().ok()?, denominator.trailing_zeros())?
        }
    };
    let up = i32::try_from(up).ok()?.checked_sub(i32::try_from(down).ok()?)?;
    (star <= NumberUpStar::MAX_MULTIPLE).then_some(NumberUpStar { number, up, star })
}

/// Splits off a sign and the number after it: 1 if it is omitted, 0 if the sign is missing.
fn counted(text: &str, sign: char) -> Option<(&str, u32)> {
    match text.split_once(sign) {
        None => Some((text, 0)),
        Some((before, "")) => Some((before, 1)),
        Some((before, n)) => {
            Some((before, n.parse().ok().filter(|&n| n <= NumberUpStar::MAX_MULTIPLE)?))
        }
    }
}

/// Reads a block that [`write_values`] wrote for this ruleset, and passes each component and its value to `take`.
/// Returns the number of components.
///
/// # Errors
/// If the block is damaged or belongs to another ruleset, a limit of the calculation is reached, or `take` fails.
///
/// # Complexity
/// Linear in the number of lines; each value is simplified once.
pub fn read_values(
    block: &str,
    rules: &str,
    calculation: &mut Calculation<'_>,
    mut take: impl FnMut(&str, CanonicalForm) -> Result<(), CensusError>,
) -> Result<usize, CensusError> {
    let mut lines = Lines::new(verified(block)?);
    let name = lines.expect(HEAD)?;
    if name != rules {
        return Err(lines.problem(format!("these are values of {name}, not of {rules}")));
    }
    let mut values: Vec<CanonicalForm> = Vec::new();
    while let Some(line) = lines.next_if(|line| !line.contains('\t')) {
        let value = match line.strip_prefix('=') {
            Some(text) => {
                let parts = read_closed(text)
                    .ok_or_else(|| lines.problem("expected a number, ups and a star"))?;
                // The parser takes negligible time for such a text.
                let read = calculation.parse(&closed_text(parts)[1..]);
                read.map_err(|error| match *error.problem() {
                    NotationProblem::Value(error) => error,
                    _ => ValueError::Overflow,
                })
            }
            None => {
                let (left, right) =
                    line.split_once('|').ok_or_else(|| lines.problem("expected options"))?;
                let list = |text: &str| -> Result<Vec<CanonicalForm>, CensusError> {
                    let numbers = text.split(',').filter(|_| !text.is_empty());
                    numbers.map(|number| named(number, &values, &lines)).collect()
                };
                calculation.form(list(left)?, list(right)?)
            }
        };
        values.push(value?);
    }
    let mut count = 0;
    while let Some(line) = lines.next() {
        let (component, number) =
            line.split_once('\t').ok_or_else(|| lines.problem("expected a component"))?;
        take(component, named(number, &values, &lines)?).map_err(|error| match error {
            CensusError::Board(problem) => lines.problem(problem),
            error => error,
        })?;
        count += 1;
    }
    Ok(count)
}

/// The value with this number, or the negative of a value.
fn named(
    number: &str,
    values: &[CanonicalForm],
    lines: &Lines<'_>,
) -> Result<CanonicalForm, CensusError> {
    let value = number.parse::<i64>().ok().and_then(|number| {
        let value = values.get(usize::try_from(number.unsigned_abs()).ok()?.checked_sub(1)?)?;
        Some(if number < 0 { -value } else { value.clone() })
    });
    value.ok_or_else(|| lines.problem(format!("{number:?} is not the number of an earlier value")))
}

#[cfg(test)]
mod tests {
    use dicot::{Limits, Store};

    use super::*;

    fn read(block: &str) -> Result<Vec<(String, String)>, CensusError> {
        let (store, limits) = (Store::new(), Limits::default());
        let mut components = Vec::new();
        read_values(block, "clobber", &mut store.calculate(&limits), |component, value| {
            components.push((component.to_owned(), value.to_string()));
            Ok(())
        })?;
        Ok(components)
    }

    #[test]
    fn round_trips() {
        let texts = [
            "0",
            "*",
            "^",
            "v3*2",
            "-5/8",
            "1/2^*",
            "1/2v",
            "*7",
            "-3v*",
            "{1|*}",
            "{*|-1}",
            "+-{1,{3|2}}",
            "{^^*|*,v}",
            "{^,*|vv*}",
            "3/4",
            "{0||0|-2}",
            "^^^^",
            "5*3",
        ];
        let pair = |text: &&str| ((*text).to_owned(), text.parse::<CanonicalForm>().unwrap());
        let block = write_values("clobber", texts.iter().map(pair));
        let expected: Vec<(String, String)> =
            texts.iter().map(pair).map(|(text, value)| (text, value.to_string())).collect();
        assert_eq!(read(&block).unwrap(), expected);
        // A form and its negative share a line: {1|*} and {*|-1}, {^^*|*,v} and {v,*|vv*}.
        let bars = block.lines().filter(|line| line.contains('|') && !line.contains('\t')).count();
        assert_eq!(bars, 6, "{block}");
        assert_eq!(write_values("clobber", texts.iter().map(pair)), block);
    }

    /// A chain of a thousand levels.
    #[test]
    fn deep_values() {
        let store = Store::new();
        let mut g = store.parse("{3|*}").unwrap();
        for n in 4..1000 {
            g = store.calculation().form([store.parse(&n.to_string()).unwrap()], [g]).unwrap();
        }
        let block = write_values("clobber", [("xo", g.clone())]);
        let limits = Limits::default();
        let take = |_: &str, value: CanonicalForm| {
            assert_eq!(value, g);
            Ok(())
        };
        assert_eq!(read_values(&block, "clobber", &mut store.calculate(&limits), take).unwrap(), 1);
    }

    #[test]
    fn hostile_blocks() {
        let block = |lines: &str| with_checksum(format!("{HEAD}clobber\n{lines}"));
        let error = |lines: &str| read(&block(lines)).unwrap_err().to_string();
        assert_eq!(read(&block("")).unwrap(), []);
        assert_eq!(read("xo").unwrap_err().to_string(), "line 1 of a block: the end is missing");
        let other = with_checksum(format!("{HEAD}konane\n"));
        assert!(
            read(&other).unwrap_err().to_string().contains("these are values of konane, not of")
        );
        assert!(read(&with_checksum("dicot values 2 clobber\n".into())).is_err());
        for (lines, expected) in [
            ("=1/3", "line 2 of a block: expected a number"),
            ("=", "line 2 of a block: expected a number"),
            ("=^99999999999", "line 2"),
            ("=*4294967295", "line 2"),
            ("=1/2/2", "line 2"),
            ("=99999999999999999999", "line 2"),
            ("=v2^3v", "line 2"),
            ("=Cool(1,2)", "line 2"),
            ("=1\n1", "line 3 of a block: expected options"),
            ("=1\n2|", "line 3 of a block: \"2\" is not the number of an earlier value"),
            ("=1\n0|", "line 3"),
            ("=1\n1,,1|", "line 3"),
            ("=1\n-9223372036854775808|", "line 3"),
            ("=1\nxo\t2", "line 3"),
            ("=1\nxo\t1\nxo", "line 4 of a block: expected a component"),
            ("=1\nxo\t1\n=2", "line 4"),
        ] {
            let error = error(&format!("{lines}\n"));
            assert!(error.starts_with(expected), "{lines:?}: {error}");
        }
        // Options that are not canonical are read as their value.
        let worth = read(&block("=0\n=*\n=^2\n1|2,3\nxxo\t4\noox\t-4\n")).unwrap();
        assert_eq!(worth, [("xxo".into(), "^".into()), ("oox".into(), "v".into())]);
    }
}
