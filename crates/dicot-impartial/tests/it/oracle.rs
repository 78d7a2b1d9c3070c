//! Values and periods by CGSuite.

use dicot::Limits;
use dicot_impartial::{CoinGame, CoordinateGame, HeapCode, Sequence};

use crate::table::{numbers, rows};

#[test]
fn values_and_periods_of_heaps() {
    let (mut values, mut periods, mut without, mut arithmetic) = (0, 0, 0, Vec::new());
    for row in rows(include_str!("../data/heap_nim_values.tsv")) {
        if row["kind"] == "spawning" {
            continue;
        }
        let name = row["ruleset"];
        let code: HeapCode = name.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(code.to_string().parse(), Ok(code.clone()), "{name}");
        let mut sequence = Sequence::new(code);
        let expected = numbers(row["values_1_to_n_max"]);
        sequence.extend_to(expected.len(), &Limits::default()).unwrap();
        assert_eq!(sequence.values()[0], 0);
        assert_eq!(sequence.values()[1..], expected, "{name}");
        values += 1;
        sequence.extend_to(128, &Limits::default()).unwrap();
        // CGSuite finds no saltus but 0.
        if let Some(period) = sequence.period().filter(|period| period.saltus > 0) {
            assert!(["-", "none"].contains(&row["period"]), "{name}");
            arithmetic.push((name, period.period, period.preperiod, period.saltus));
            continue;
        }
        if row["period"] == "-" {
            continue;
        }
        let searched: usize = row["period_searched_to"].parse().unwrap();
        if sequence.is_fast() {
            sequence.extend_to(searched, &Limits::default()).unwrap();
        }
        if row["period"] == "none" {
            assert_eq!(sequence.period(), None, "{name}");
            without += 1;
            continue;
        }
        let period = sequence.period().unwrap_or_else(|| panic!("{name}: no period is proved"));
        let found = [period.period, period.preperiod, period.saltus as usize];
        let expected = ["period", "preperiod", "saltus"].map(|title| row[title].parse().unwrap());
        assert_eq!(found, expected, "{name}");
        let exceptions = period.exceptions(sequence.values());
        let exceptions: Vec<String> =
            exceptions.into_iter().map(|(n, value)| format!("{n}:{value}")).collect();
        let text = if exceptions.is_empty() { "none".into() } else { exceptions.join(" ") };
        assert_eq!(text, row["exceptions"], "{name}");
        periods += 1;
    }
    assert_eq!((values, periods, without), (76, 35, 20));
    let expected = [
        ("0.3F", 6, 0, 3),
        ("0.8", 3, 1, 1),
        ("0.[37]", 1, 0, 1),
        ("0.[3]", 1, 0, 1),
        ("{2+}.0", 1, 1, 1),
        ("0.[{0+}=]", 1, 0, 1),
        ("0.13[3]", 2, 0, 1),
        ("Subtraction([2,3,7], allbut => true)", 4, 0, 2),
    ];
    assert_eq!(arithmetic, expected);
}

#[test]
fn values_of_coordinate_games() {
    let mut checked = 0;
    for row in rows(include_str!("../data/coordinate_nim_values.tsv")) {
        let name = row["ruleset"];
        let game: CoordinateGame = name.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        let (n, expected) = (row["row"].parse().unwrap(), numbers(row["values_col_0_up"]));
        let table = game.table(n, expected.len() - 1, &Limits::default()).unwrap();
        assert_eq!(table[n], expected, "{}", row["key"]);
        checked += 1;
    }
    assert_eq!(checked, 108);
}

#[test]
fn values_of_coins() {
    let mut checked = 0;
    for row in rows(include_str!("../data/heap_nim_values.tsv")) {
        if row["kind"] == "spawning" {
            let game: CoinGame = row["ruleset"].parse().unwrap();
            let expected = numbers(row["values_1_to_n_max"]);
            let values = game.values(expected.len(), &Limits::default()).unwrap();
            assert_eq!(values, expected, "{}", row["ruleset"]);
            checked += 1;
        }
    }
    for row in rows(include_str!("../data/coin_turning.tsv")) {
        let game: CoinGame = row["code"].parse().unwrap();
        let coins = row["coins"];
        let values = game.values(coins.len(), &Limits::default()).unwrap();
        let heads = values.iter().zip(coins.chars()).filter(|&(_, coin)| coin == 'h');
        let value = heads.fold(0, |sum, (value, _)| sum ^ value);
        assert_eq!(value.to_string(), row["nim_value"], "{}", row["key"]);
        checked += 1;
    }
    assert_eq!(checked, 6 + 56);
}
