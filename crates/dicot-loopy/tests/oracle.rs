//! Comparison with tables that CGSuite 2.2-beta2 and an independent program computed.
#![allow(clippy::print_stdout, reason = "failures are listed before the assertion")]
use dicot::{Player, Store};
use dicot_loopy::LoopyValue;

fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().skip(1).map(|line| line.split('\t').collect())
}

/// Whether a text has operations of the calculator: they are checked in `dicot-calc`.
fn needs_operations(text: &str) -> bool {
    text.contains(':') || text.contains(".T") || text.contains(".M") || text.contains(".P")
}

#[test]
fn values() {
    let store = Store::new();
    let mut failures = Vec::new();
    for row in rows(include_str!("data/loopy_values.tsv")) {
        if needs_operations(row[0]) {
            continue;
        }
        let parse = |text: &str| LoopyValue::parse(text, &mut store.calculation());
        let mut check = |what: &str, ours: Result<String, String>, theirs: &str| {
            if ours.as_deref() != Ok(theirs) {
                failures.push(format!("{}: {what}: {ours:?}, not {theirs}", row[0]));
            }
        };
        let value = match parse(row[0]) {
            Ok(value) => value,
            Err(error) => {
                check("read", Err(error.to_string()), row[1]);
                continue;
            }
        };
        match parse(row[1]) {
            Ok(expected) if expected == value => {}
            Ok(expected) => {
                check("value", Ok(value.to_string()), &format!("{expected} ({})", row[1]));
            }
            Err(error) => check("read value", Err(error.to_string()), row[1]),
        }
        if parse(&value.to_string()) != Ok(value.clone()) {
            check(
                "reads back",
                parse(&value.to_string()).map(|v| v.to_string()).map_err(|e| e.to_string()),
                &value.to_string(),
            );
        }
        let c = &mut store.calculation();
        check(
            "outcome",
            value.outcome(c).map(|o| o.to_string()).map_err(|e| e.to_string()),
            row[4],
        );
        if row[7] != "-" {
            check(
                "left stop",
                value.stop(Player::Left, c).map(|o| o.to_string()).map_err(|e| e.to_string()),
                row[7],
            );
            check(
                "right stop",
                value.stop(Player::Right, c).map(|o| o.to_string()).map_err(|e| e.to_string()),
                row[8],
            );
            let degree = value.degree(c).map_err(|e| e.to_string());
            let expected = parse(row[9]).map_err(|e| e.to_string());
            if degree != expected {
                check("degree", degree.map(|d| d.to_string()), row[9]);
            }
        }
        check("stopper", Ok(value.is_stopper().to_string()), row[12]);
        check("stopper sided", Ok(value.is_stopper_sided().to_string()), row[13]);
        check("plumtree", Ok(value.is_plumtree().to_string()), row[14]);
        check("pseudonumber", Ok(value.is_pseudonumber().to_string()), row[19]);
    }
    for f in &failures {
        println!("{f}");
    }
    assert!(failures.is_empty(), "{}", failures.len());
}

#[test]
fn random() {
    let store = Store::new();
    let mut failures = 0;
    for row in rows(include_str!("data/loopy_random.tsv")) {
        let parse = |text: &str| LoopyValue::parse(text, &mut store.calculation());
        let value = parse(row[0]);
        let expected = parse(row[1]);
        if value != expected || value.is_err() {
            failures += 1;
            println!(
                "{}: {} not {} = {}",
                row[0],
                value.map_or_else(|e| e.to_string(), |v| v.to_string()),
                row[1],
                expected.map_or_else(|e| e.to_string(), |v| v.to_string())
            );
        }
    }
    assert_eq!(failures, 0);
}

#[test]
fn sums() {
    let store = Store::new();
    let mut failures = 0;
    for row in rows(include_str!("data/loopy_sums.tsv")) {
        if needs_operations(row[0]) {
            continue;
        }
        let c = &mut store.calculation();
        let g = LoopyValue::parse(row[1], c).unwrap();
        let h = LoopyValue::parse(row[2], c).unwrap();
        let relation = match (g.at_least(&h, c).unwrap(), h.at_least(&g, c).unwrap()) {
            (true, true) => "=",
            (true, false) => ">",
            (false, true) => "<",
            _ => "||",
        };
        let sum = g.sum(&h, c).unwrap();
        let difference = g.sum(&h.negative(c).unwrap(), c).unwrap();
        for (ours, theirs) in [(sum.clone(), row[4]), (difference, row[6])] {
            let expected = LoopyValue::parse(theirs, c);
            if expected.as_ref() != Ok(&ours) {
                failures += 1;
                println!("{}: {ours} not {theirs} {expected:?}", row[0]);
            }
        }
        let outcome = sum.outcome(c).unwrap().to_string();
        if relation != row[3] || outcome != row[5] {
            failures += 1;
            println!("{}: {relation} {outcome} not {} {}", row[0], row[3], row[5]);
        }
    }
    assert_eq!(failures, 0);
}
