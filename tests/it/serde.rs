//! The feature `serde`: values, numbers and positions are their texts, and reports are structs.

use std::fmt::Debug;

use dicot::analysis::Analyzer;
use dicot::board::Board;
use dicot::rules::{AnyPosition, Clobber, Domineering, Kayles, Konane, Position, TopplingDominoes};
use dicot::{ByPlayer, CanonicalForm, Dyadic, Outcome, Player};
use serde_json::{from_str, from_value, json, to_string, to_value};

fn round_trip<T>(text: &str)
where
    T: serde::Serialize + serde::de::DeserializeOwned + std::str::FromStr<Err: Debug>,
    T: PartialEq + Debug + std::fmt::Display,
{
    let x: T = text.parse().unwrap();
    let json = to_value(&x).unwrap();
    assert_eq!(json, json!(x.to_string()));
    assert_eq!(from_value::<T>(json).unwrap(), x);
}

#[test]
fn texts() {
    for text in ["0", "-5/8", "^^*3", "{1|*}", "{2||1|0}", "+-{0,^*}", "Tiny(2)"] {
        round_trip::<CanonicalForm>(text);
    }
    round_trip::<Dyadic>("-3/4");
    round_trip::<Clobber>("xox/ox.");
    round_trip::<Konane>(".xo.");
    round_trip::<Domineering>("..#/...");
    round_trip::<Kayles>("3+1");
    round_trip::<TopplingDominoes>("xox");
    round_trip::<Board<u64>>("xo./..x");
    round_trip::<Outcome>("P");
    round_trip::<Player>("Right");
}

/// A position of any ruleset is read with the ruleset's name, so it is written with it.
#[test]
fn positions_of_any_ruleset() {
    let position: AnyPosition = "kayles:3+1".parse().unwrap();
    assert_eq!(to_value(&position).unwrap(), "kayles:3+1");
    assert_eq!(from_value::<AnyPosition>(json!("kayles:3+1")).unwrap(), position);
    assert!(from_value::<AnyPosition>(json!("3+1")).is_err());
    let moves =
        ByPlayer { left: "xo".parse::<Clobber>().unwrap().moves(Player::Left).next(), right: None };
    assert_eq!(to_value(moves).unwrap(), json!({ "left": "a1-b1", "right": null }));
}

#[test]
fn long_values_are_written_in_the_shared_form() {
    let g: CanonicalForm =
        (1..6).map(|n| format!("{{{n}|*||-{n}}}")).collect::<Vec<_>>().join("+").parse().unwrap();
    let json = to_string(&g).unwrap();
    assert!(g.text_len() > 1000 && json.contains(":=") && json.len() < g.text_len() as usize);
    assert_eq!(from_str::<CanonicalForm>(&json).unwrap(), g);
}

#[test]
fn wrong_texts_are_errors() {
    assert!(from_str::<CanonicalForm>("\"{1|\"").unwrap_err().to_string().contains("offset 3"));
    assert!(from_str::<Dyadic>("\"1/3\"").is_err() && from_str::<Dyadic>("3").is_err());
    assert!(from_str::<Clobber>("\"xq\"").is_err());
}

#[test]
fn reports() {
    let position: Clobber = "xxo.ox".parse().unwrap();
    let report = to_value(Analyzer::new().report(&position).unwrap()).unwrap();
    assert_eq!(report["position"], "xxo.ox");
    assert_eq!(report["components"], json!([["xxo", "^"], ["ox", "*"]]));
    assert_eq!((&report["value"], &report["outcome"]), (&json!("^*"), &json!("N")));
    let mv = json!({ "move": "c1-b1", "value": "0", "wins": true, "sensible": true });
    assert_eq!(report["right"][0], mv);
    assert_eq!(report["left"].as_array().unwrap().len(), 2);
}
