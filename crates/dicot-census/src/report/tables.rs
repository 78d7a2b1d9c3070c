//! A report as tables of text.

use std::fmt::Write;

use dicot::{Calculation, CanonicalForm, Limits, Outcome, ValueError};
use dicot_rulesets::grouped;

use super::{Count, CountedValue, OUTCOMES, Report, fraction};

/// The lengths of the lists of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The maximum number of lines of the tables of the most frequent values, the hottest and so on.
    pub top: usize,
    /// Whether the table of first positions shows all values instead of `top`.
    pub all_values: bool,
}

/// The maximum length of the plan in characters.
const TITLE: usize = 200;
/// The maximum length of a value in a table, in characters.
const VALUE: usize = 40;
/// The maximum length of a position in a table, in characters.
const POSITION: usize = 72;

impl Report {
    /// The report as tables of text. Long values are truncated.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn tables(&self, shown: Shown, limits: &Limits) -> Result<String, ValueError> {
        let mut page = Page { calculation: self.store.calculate(limits), text: String::new() };
        let what = match &self.census {
            Some(census) => format!("Census of {}", cut(census, TITLE)),
            None => "Census".to_owned(),
        };
        let _ = writeln!(page.text, "{what}");
        let boards = if self.list { "positions" } else { "boards" };
        let _ = writeln!(
            page.text,
            "{} {boards} in {} classes; {} distinct values, {} up to sign",
            grouped(self.count.boards),
            grouped(self.count.classes),
            grouped(self.distinct_values()),
            grouped(self.values.len() as u64),
        );
        page.outcomes(self, boards);
        page.layers(self, boards);
        page.kinds(self, boards);
        page.most_frequent(self, boards, shown.top)?;
        page.births(self, boards);
        page.ranked("Hottest", &self.hottest(), shown.top)?;
        page.ranked("Largest birthdays", &self.latest_born(), shown.top)?;
        let all: Vec<&CountedValue> = self.values.iter().collect();
        let most = if shown.all_values { all.len() } else { shown.top };
        page.ranked("First position of each value", &all, most)?;
        page.text += "\nA value and its negative are one line: signs is 2 if they differ and both occur. The position is \
                      the first\nin the file with one of them, and the value is that of the position.\n";
        let _ = writeln!(
            page.text,
            "The {boards} of a class are images of each other and have the same value."
        );
        Ok(page.text)
    }
}

/// The text that is being written.
struct Page<'s> {
    calculation: Calculation<'s>,
    text: String,
}

impl Page<'_> {
    fn table(&mut self, title: &str, table: Table) {
        let _ = write!(self.text, "\n{title}\n");
        table.write(&mut self.text);
    }

    fn value(&mut self, value: &CanonicalForm) -> Result<String, ValueError> {
        let (text, length) = self.calculation.text_start(value, VALUE)?;
        Ok(match length > VALUE as u64 {
            true => format!("{text}... ({} characters)", grouped(length)),
            false => text,
        })
    }

    fn outcomes(&mut self, report: &Report, boards: &str) {
        let mut table = Table::new(["<outcome", boards, "%", "classes", "%"]);
        for (outcome, count) in OUTCOMES.into_iter().zip(report.outcomes) {
            let name = match outcome {
                Outcome::Left => "L  Left wins",
                Outcome::Right => "R  Right wins",
                Outcome::Next => "N  the first player wins",
                Outcome::Previous => "P  the second player wins",
            };
            table.line([
                name.to_owned(),
                grouped(count.boards),
                percent(count.boards, report.count.boards),
                grouped(count.classes),
                percent(count.classes.into(), report.count.classes.into()),
            ]);
        }
        let Count { boards, classes } = report.count;
        let [all, none] = ["all", ""].map(str::to_owned);
        table.line([all, grouped(boards), none.clone(), grouped(classes), none]);
        self.table("Outcomes", table);
    }

    fn layers(&mut self, report: &Report, boards: &str) {
        let mut table = Table::new([
            "stones",
            boards,
            "classes",
            "values",
            "L %",
            "R %",
            "N %",
            "P %",
            "temperature",
            "birthday",
        ]);
        for layer in &report.layers {
            let [left, right, next, previous] =
                layer.outcomes.map(|count| percent(count.boards, layer.count.boards));
            table.line([
                layer.stones.to_string(),
                grouped(layer.count.boards),
                grouped(layer.count.classes),
                grouped(layer.values),
                left,
                right,
                next,
                previous,
                fraction(layer.temperature),
                grouped(layer.birthday),
            ]);
        }
        self.table(
            "By the number of stones: outcomes, highest temperature, largest birthday",
            table,
        );
    }

    fn kinds(&mut self, report: &Report, boards: &str) {
        let mut table = Table::new(["<kind", "values", "%", boards, "%"]);
        for (kind, (values, count)) in report.kinds() {
            table.line([
                kind.to_string(),
                grouped(values),
                percent(values.into(), report.distinct_values().into()),
                grouped(count),
                percent(count, report.count.boards),
            ]);
        }
        self.table("Kinds of values", table);
    }

    fn most_frequent(
        &mut self,
        report: &Report,
        boards: &str,
        most: usize,
    ) -> Result<(), ValueError> {
        let values = report.most_frequent();
        let mut table = Table::new(["<value", "signs", boards, "%", "classes", "<first position"]);
        for value in values.iter().take(most) {
            table.line([
                self.value(&value.value)?,
                value.signs().to_string(),
                grouped(value.all_boards()),
                percent(value.all_boards(), report.count.boards),
                grouped(value.classes),
                position(value),
            ]);
        }
        self.table(&of_all("Most frequent values", most, values.len()), table);
        Ok(())
    }

    fn births(&mut self, report: &Report, boards: &str) {
        let mut table = Table::new(["birthday", "values", boards, "%"]);
        for (birthday, (values, count)) in report.birthdays() {
            table.line([
                grouped(birthday),
                grouped(values),
                grouped(count),
                percent(count, report.count.boards),
            ]);
        }
        self.table("Birthdays", table);
    }

    /// Writes a table of values in the given order, with their properties.
    fn ranked(
        &mut self,
        title: &str,
        values: &[&CountedValue],
        most: usize,
    ) -> Result<(), ValueError> {
        let mut table = Table::new([
            "<position",
            "stones",
            "outcome",
            "temperature",
            "birthday",
            "atomic weight",
            "signs",
            "<value",
        ]);
        for value in values.iter().take(most) {
            table.line([
                position(value),
                value.stones.to_string(),
                value.outcome.to_string(),
                fraction(value.temperature),
                grouped(value.birthday),
                cut(value.atomic_weight.as_deref().unwrap_or("-"), VALUE),
                value.signs().to_string(),
                self.value(&value.value)?,
            ]);
        }
        self.table(&of_all(title, most, values.len()), table);
        Ok(())
    }
}

/// The title, with the number of all lines if only some are shown.
fn of_all(title: &str, most: usize, all: usize) -> String {
    match most < all {
        true => format!("{title} ({} of {})", grouped(most as u64), grouped(all as u64)),
        false => title.to_owned(),
    }
}

fn position(value: &CountedValue) -> String {
    cut(&value.position, POSITION)
}

/// Truncates a text to `max` characters. Control characters become blanks.
fn cut(text: &str, max: usize) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let length = text.chars().count();
    let start: String = text.chars().take(max).map(plain).collect();
    match length > max {
        true => format!("{start}... ({} characters)", grouped(length as u64)),
        false => start,
    }
}

/// A fraction in percent.
fn percent(part: u128, whole: u128) -> String {
    match whole {
        0 => "-".to_owned(),
        _ => format!("{:.2}", part as f64 / whole as f64 * 100.0),
    }
}

/// A table of aligned columns: numbers to the right, texts to the left.
struct Table {
    left: Vec<bool>,
    lines: Vec<Vec<String>>,
}

impl Table {
    /// Creates a table. Columns whose heading begins with `<` are aligned to the left.
    fn new<const N: usize>(heads: [&str; N]) -> Table {
        let left = heads.iter().map(|head| head.starts_with('<')).collect();
        let heads = heads.iter().map(|head| head.trim_start_matches('<').to_owned()).collect();
        Table { left, lines: vec![heads] }
    }

    fn line<const N: usize>(&mut self, cells: [String; N]) {
        self.lines.push(cells.to_vec());
    }

    fn write(&self, text: &mut String) {
        let width = |i: usize| self.lines.iter().map(|line| line[i].chars().count()).max();
        let widths: Vec<usize> = (0..self.left.len()).map(|i| width(i).unwrap_or(0)).collect();
        for cells in &self.lines {
            let mut line = String::new();
            for ((cell, &width), &left) in cells.iter().zip(&widths).zip(&self.left) {
                line += "  ";
                let _ = match left {
                    true => write!(line, "{cell:<width$}"),
                    false => write!(line, "{cell:>width$}"),
                };
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{cut, grouped, percent};

    #[test]
    fn cells() {
        assert_eq!([0u32, 999, 1000, 26_700_000].map(grouped), ["0", "999", "1,000", "26,700,000"]);
        assert_eq!(percent(1, 3), "33.33");
        assert_eq!(percent(0, 0), "-");
        assert_eq!(cut("xo\n.ox", 9), "xo .ox");
        assert_eq!(cut("xo.ox", 2), "xo... (5 characters)");
    }
}
