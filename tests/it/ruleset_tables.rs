//! Short games of the literature against tables of CGSuite, whose rows a second program computed as well, and against
//! plain twins.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use dicot::analysis::{Analyze, Analyzer};
use dicot::rules::{
    AnyPosition, Cutcake, GenToadsAndFrogs, PartizanEuclid, PartizanHeaps, Position, RulesetSpec,
    Short, heap::partizan_heaps::HeapCode, toads_and_frogs::ToadsVariant,
};

use dicot::{CanonicalForm, Player};
use dicot_proptest::{reachable, ruleset_laws};
use proptest::prelude::*;

use crate::plain::boxed::boxed;
use crate::plain::table;

/// Checks the value of each row for which `position` finds the position; returns how many there are.
fn check<P: Short>(table: &str, position: impl Fn(&table::Row<'_>) -> Option<P>) -> usize {
    let (mut analyzer, mut rows) = (Analyzer::<P>::new(), 0);
    for row in table::rows(table) {
        let Some(position) = position(&row) else { continue };
        let value = analyzer.canonical_form(&position).unwrap();
        let expected: CanonicalForm = row["value"].parse().unwrap();
        assert_eq!(value, expected, "line {}: {position}", row.line);
        rows += 1;
    }
    rows
}

/// Reads a position that is known to be one.
fn position<P: std::str::FromStr<Err: Debug>>(text: &str) -> Option<P> {
    Some(text.parse().unwrap_or_else(|error| panic!("{text}: {error:?}")))
}

#[test]
fn values_of_the_literature() {
    let table = include_str!("../data/rulesets.tsv");
    let position = |row: &table::Row<'_>| {
        assert!(!row["source"].is_empty(), "line {}", row.line);
        Some(boxed(&row["ruleset"], &row["position"]))
    };
    assert!(check(table, position) >= 46);
}

#[test]
fn rows_of_toppling_dominoes() {
    let table = include_str!("../data/toppling_dominoes.tsv");
    assert_eq!(check(table, |row| Some(boxed("toppling-dominoes", &row["dominoes"]))), 1997);
}

#[test]
fn strips_of_elephants_and_rhinos() {
    let table = include_str!("../data/elephants_and_rhinos.tsv");
    assert_eq!(check(table, |row| Some(boxed("elephants-and-rhinos", &row["strip"]))), 742);
}

/// Variants of Toads and Frogs, as the column `parameters` names them.
macro_rules! toads {
    ($name:ident, $($choice:item)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        struct $name;

        impl ToadsVariant for $name {
            const SPEC: &'static RulesetSpec = &RulesetSpec::new(stringify!($name));
            $($choice)*
        }
    };
}

toads! { Plain, }
toads! { Slides, const MAX_STEP: u8 = 2; }
toads! { Jumps, const MAX_JUMP: u8 = 2; }
toads! { Both, const MAX_STEP: u8 = 2; const MAX_JUMP: u8 = 2; }
toads! { OverOwn, const OVER_OWN: bool = true; }

#[test]
fn strips_of_variants_of_toads_and_frogs() {
    let table = include_str!("../data/gen_toads_and_frogs.tsv");
    fn variant<V: ToadsVariant>(table: &str, parameters: &str) -> usize {
        check::<GenToadsAndFrogs<V>>(table, |row| {
            (&row["parameters"] == parameters).then(|| position(&row["strip"])).flatten()
        })
    }
    assert_eq!(variant::<Slides>(table, "maxSlide => 2"), 45);
    assert_eq!(variant::<Jumps>(table, "maxJump => 2"), 49);
    assert_eq!(variant::<Both>(table, "maxSlide => 2, maxJump => 2"), 46);
    assert_eq!(variant::<OverOwn>(table, "allowFriendlyJump => true"), 48);
}

#[test]
fn the_plain_variant_is_toads_and_frogs() {
    let table = include_str!("../data/toads_and_frogs.tsv");
    let rows = check::<GenToadsAndFrogs<Plain>>(table, |row| position(&row["position"]));
    assert_eq!(rows, table::rows(table).count());
    assert!(rows > 100);
}

#[test]
fn cakes() {
    let table = include_str!("../data/cakes.tsv");
    let rows = |name: &str, ruleset: &str| {
        check(table, |row| {
            let size = format!("{}x{}", &row["rows"], &row["cols"]);
            (&row["ruleset"] == name).then(|| boxed(ruleset, &size))
        })
    };
    let checked = [
        rows("Cutcake", "cutcake"),
        rows("Eatcake", "eatcake"),
        rows("MaundyCake", "maundy-cake"),
        rows("TurnAndEatcake", "turn-and-eatcake"),
    ];
    assert_eq!(checked.iter().sum::<usize>(), 239, "{checked:?}");
}

/// A strip of Cutcake or Maundy Cake is a number of moves; *Winning Ways*, chapter 2.
#[test]
fn long_strips_of_cake() {
    let value = |ruleset, text| boxed(ruleset, text).canonical_form().to_string();
    assert_eq!(value("cutcake", "1x1000"), "999");
    assert_eq!(value("cutcake", "2x600+600x2"), "0");
    assert_eq!(value("maundy-cake", "1x1024"), "1023");
    assert_eq!(value("maundy-cake", "1024x1+1x1009"), "-1022");
    assert_eq!(value("turn-and-eatcake", "8x5"), "v<3>");
}

#[test]
fn texts_of_cakes_and_pairs() {
    let message = |text: &str| text.parse::<Cutcake>().unwrap_err().to_string();
    let expected = "expected rows and columns like 3x4, of at most 2500 squares in all";
    assert_eq!(message("3x4+0x1"), format!("term 2: unexpected \"0x1\", {expected}"));
    for wrong in ["", "3", "x", "3x", "3x4x5", "-1x2", "65536x65536", "51x50", "3x4+"] {
        assert!(message(wrong).ends_with(expected), "{wrong}: {}", message(wrong));
    }
    assert_eq!(message("50x50+1x1"), "there are too many squares; the limit is 2500 in all");
    assert_eq!(
        message(&"1x1+".repeat(1_000_000)),
        "there are too many squares; the limit is 2500 in all"
    );
    assert_eq!(position::<Cutcake>(" 3X4 + 2 x 2").unwrap().to_string(), "3x4+2x2");
    let message = |text: &str| text.parse::<PartizanEuclid>().unwrap_err().to_string();
    for wrong in ["", "7", "7,", "7,10001", "--7,4", "7,4,3", "7,-4"] {
        assert!(message(wrong).ends_with("expected two numbers up to 10000 like 7,4"), "{wrong}");
    }
    let many = vec!["1,1"; 1001].join("+");
    assert_eq!(message(&many), "there are too many pairs; the limit is 1000 in all");
    assert_eq!(position::<PartizanEuclid>(" 7, 4 + -9,5").unwrap().to_string(), "7,4+-9,5");
}

#[test]
fn pairs_of_partizan_euclid() {
    let table = include_str!("../data/partizan_euclid.tsv");
    let rows =
        check::<PartizanEuclid>(table, |row| position(&format!("{},{}", &row["p"], &row["q"])));
    assert_eq!(rows, 231);
}

/// The code of a player, from a set of numbers to take or an octal code in quotes.
fn code(text: &str, digit: &str) -> HeapCode {
    let Some(set) = text.strip_prefix('[') else { return text.trim_matches('"').parse().unwrap() };
    let set: Vec<usize> =
        set.trim_end_matches(']').split(',').map(|n| n.parse().unwrap()).collect();
    let digits = (1..=9).map(|n| if set.contains(&n) { digit } else { "0" }).collect::<String>();
    format!("0.{digits}").parse().unwrap()
}

/// Subtraction sets leave one heap or none, splittles two as well.
#[test]
fn partizan_heaps() {
    let mut rulesets = HashMap::new();
    let table = include_str!("../data/partizan_heap.tsv");
    for row in table::rows(table) {
        let name = &row["ruleset"];
        rulesets.entry(name.to_owned()).or_insert_with(|| {
            let (kind, codes) = name.trim_end_matches(')').split_once('(').unwrap();
            let between = if codes.contains('"') { "\",\"" } else { "],[" };
            let (left, right) = codes.split_once(between).unwrap();
            let digit = if kind == "PartizanSplittles" { "7" } else { "3" };
            let left = if left.starts_with('[') { format!("{left}]") } else { left.to_owned() };
            let right = if right.ends_with(']') { format!("[{right}") } else { right.to_owned() };
            PartizanHeaps::ruleset(code(&left, digit), code(&right, digit))
        });
    }
    assert_eq!(rulesets.len(), 22);
    let mut rows = 0;
    for (name, ruleset) in &rulesets {
        rows += check::<AnyPosition>(table, |row| {
            (&row["ruleset"] == name).then(|| ruleset.read(&row["n"]).unwrap())
        });
    }
    assert_eq!(rows, 239);
}

#[test]
fn texts_of_partizan_heaps() {
    let ruleset = PartizanHeaps::ruleset("0.3".parse().unwrap(), "4.07".parse().unwrap());
    assert_eq!(ruleset.read(" 5 + -7 ").unwrap().to_string(), "5+-7");
    for (text, error) in [
        ("5+0", "term 2: unexpected \"0\", expected a number of counters from 1 to 1000"),
        ("--5", "term 1: unexpected \"--5\", expected a number of counters from 1 to 1000"),
        ("1000+1", "there are too many counters; the limit is 1000 in all"),
    ] {
        assert_eq!(ruleset.read(text).unwrap_err().to_string(), error);
    }
    for wrong in ["", "0", "1.0", "0.8", "0.x", "0.3.3", "\u{0}.7", "4.é"] {
        assert!(wrong.parse::<HeapCode>().is_err(), "{wrong}");
    }
    let long = format!("0.{}", "7".repeat(65));
    assert!(long.parse::<HeapCode>().is_err());
    let moves = |text: &str, player| {
        let position = ruleset.read(text).unwrap();
        position.moves(player).map(|mv| mv.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(moves("4", Player::Left), ["4>3"]);
    assert_eq!(moves("4", Player::Right), ["4>1+3", "4>2+2", "4>2", "4>1+1"]);
    assert_eq!(moves("-4", Player::Right), ["-4>-3"]);
    let start = ruleset.read("5+-4").unwrap();
    proptest!(ProptestConfig::with_cases(32), |(position in reachable(start, 3))| {
        ruleset_laws(&position)?;
    });
}
