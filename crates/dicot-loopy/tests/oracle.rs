//! Tables that CGSuite 2.2-beta2 and an independent program computed: `oracle/loopy_values.tsv`, `loopy_sums.tsv` and
//! `loopy_random.tsv` of dicot's references. Values are compared as values, since CGSuite prints options in another order.

use std::fmt::Display;

use dicot::{Calculation, Player, Store};
use dicot_loopy::LoopyValue;

/// The value of a text in the language of the calculator.
fn parse(text: &str, calculation: &mut Calculation<'_>) -> Result<LoopyValue, String> {
    let value = dicot_calc::evaluate(text, calculation).map_err(|error| error.to_string())?;
    value.to_loopy().ok_or(format!("{value} is not a game"))
}

/// The cells of the rows after the first.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().skip(1).map(|line| line.split('\t').collect())
}

/// What is wrong, and how many texts were compared as well.
#[derive(Default)]
struct Failures(Vec<String>, usize);

impl Failures {
    fn check(&mut self, row: &str, what: &str, found: impl Display, expected: &str) {
        let found = found.to_string();
        if found != expected {
            self.0.push(format!("{row}: {what}: {found}, not {expected}"));
        }
    }

    /// Compares a value with that of a text.
    fn check_value(
        &mut self,
        row: &str,
        what: &str,
        found: &LoopyValue,
        expected: &str,
        calculation: &mut Calculation<'_>,
    ) {
        match parse(expected, calculation) {
            // A sum of a number, `↑` with an infinite exponent and a nimber is printed as there.
            Ok(value) if value == *found => {
                let parts = "0123456789/-^v[]<>on*";
                if expected.contains("on") && expected.chars().all(|c| parts.contains(c)) {
                    self.check(row, what, found, expected);
                    self.1 += 1;
                }
            }
            Ok(value) => self.0.push(format!("{row}: {what}: {found}, not {value} ({expected})")),
            Err(error) => self.0.push(format!("{row}: {what}: {expected}: {error}")),
        }
    }
}

#[test]
fn values() {
    let store = Store::new();
    let c = &mut store.calculation();
    let mut failures = Failures::default();
    let mut count = 0;
    for row in rows(include_str!("data/loopy_values.tsv")) {
        let text = row[0];
        let value = parse(text, c).unwrap_or_else(|error| panic!("{text}: {error}"));
        failures.check_value(text, "value", &value, row[1], c);
        failures.check_value(text, "negative", &value.negative(c).unwrap(), row[2], c);
        failures.check_value(text, "read back", &value, &value.to_string(), c);
        failures.check(text, "outcome", value.outcome(c).unwrap(), row[4]);
        if row[5] != "-" {
            failures.check_value(text, "onside", &value.onside(), row[5], c);
            failures.check_value(text, "offside", &value.offside(), row[6], c);
        }
        if row[7] != "-" {
            failures.check_value(
                text,
                "left stop",
                &value.stop(Player::Left, c).unwrap(),
                row[7],
                c,
            );
            failures.check_value(
                text,
                "right stop",
                &value.stop(Player::Right, c).unwrap(),
                row[8],
                c,
            );
            failures.check_value(text, "degree", &value.degree(c).unwrap(), row[9], c);
            match value.variety(c) {
                Ok(variety) if row[10].starts_with('!') => {
                    failures.check(text, "variety", variety, row[10]);
                }
                Ok(variety) => failures.check_value(text, "variety", &variety, row[10], c),
                Err(_) if row[10].starts_with('!') => {}
                Err(error) => failures.check(text, "variety", error, row[10]),
            }
        }
        let ask = |question: &str, c: &mut Calculation<'_>| {
            dicot_calc::evaluate(&format!("({text}).{question}"), c).unwrap().to_string()
        };
        failures.check(text, "stopper", value.is_stopper(), row[12]);
        failures.check(text, "stopper sided", value.is_stopper_sided(), row[13]);
        failures.check(text, "plumtree", value.is_plumtree(), row[14]);
        failures.check(text, "idempotent", ask("IsIdempotent", c), row[15]);
        if value.is_stopper() {
            failures.check(text, "followers", ask("FollowerCount", c), row[11]);
            failures.check(text, "number tiny", ask("IsNumberTiny", c), row[18]);
            failures.check(text, "infinitesimal", ask("IsInfinitesimal", c), row[16]);
            failures.check(text, "numberish", ask("IsNumberish", c), row[17]);
        }
        failures.check(text, "pseudonumber", value.is_pseudonumber(), row[19]);
        failures.check(text, "loopfree", ask("IsLoopfree", c), row[20]);
        count += 1;
    }
    assert!(failures.0.is_empty(), "{}", failures.0.join("\n"));
    assert!(failures.1 > 30, "{} names", failures.1);
    assert_eq!(count, 188);
}

#[test]
fn random() {
    let store = Store::new();
    let c = &mut store.calculation();
    let mut failures = Failures::default();
    for row in rows(include_str!("data/loopy_random.tsv")) {
        let value = parse(row[0], c).unwrap_or_else(|error| panic!("{}: {error}", row[0]));
        failures.check_value(row[0], "value", &value, row[1], c);
        failures.check(row[0], "outcome", value.outcome(c).unwrap(), row[3]);
    }
    assert!(failures.0.is_empty(), "{}", failures.0.join("\n"));
}

#[test]
fn sums() {
    let store = Store::new();
    let c = &mut store.calculation();
    let mut failures = Failures::default();
    for row in rows(include_str!("data/loopy_sums.tsv")) {
        let [g, h] = [row[1], row[2]].map(|text| parse(text, c).unwrap());
        let relation = match g.compare(&h, c).unwrap() {
            Some(order) => ["<", "=", ">"][(order as i8 + 1) as usize],
            None => "||",
        };
        failures.check(row[0], "relation", relation, row[3]);
        let sum = g.sum(&h, c).unwrap();
        failures.check_value(row[0], "sum", &sum, row[4], c);
        failures.check(row[0], "outcome", sum.outcome(c).unwrap(), row[5]);
        let difference = g.sum(&h.negative(c).unwrap(), c).unwrap();
        failures.check_value(row[0], "difference", &difference, row[6], c);
    }
    assert!(failures.0.is_empty(), "{}", failures.0.join("\n"));
}

/// Names are read back, whatever the number and the nimber are.
#[test]
fn numbers_and_nimbers_beside_an_infinite_power() {
    let store = Store::new();
    let c = &mut store.calculation();
    for power in ["upon", "-upon", "{0|-upon+*}", "-{0|-upon+*}"] {
        for number in ["0", "1", "-3", "1/2", "-5/4"] {
            for star in ["0", "*", "*2", "*3", "*7", "*8"] {
                let sum = format!("{power} + {number} + {star}");
                let value = parse(&sum, c).unwrap();
                let text = value.to_string();
                assert_eq!(parse(&text, c).as_ref(), Ok(&value), "{sum} = {text}");
                let star = if star == "0" { "" } else { star };
                let number = if number == "0" { "" } else { number };
                let up = if power.starts_with('-') { "v" } else { "^" };
                let power = if power.ends_with("upon") { "[on]" } else { "<on>" };
                assert_eq!(text, format!("{number}{up}{power}{star}"), "{sum}");
            }
        }
    }
}
