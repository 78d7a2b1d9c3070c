//! Values that were found before are asked for first.

use std::sync::Arc;

use dicot::analysis::{KnownValues, NamedValue, ValueParts};
use dicot::{NumberUpStar, ValueError};
use dicot_web::Config;
use serde_json::json;

use crate::support::Site;

/// Says that every component of Clobber is 17, so that it shows who asks; of Konane it is damaged.
#[derive(Debug)]
struct Seventeen;

impl KnownValues for Seventeen {
    fn find(&self, rules: &str, _: &str) -> Result<Option<NamedValue>, ValueError> {
        match rules {
            "clobber" => Ok(Some(NamedValue { number: 0, negated: false })),
            "konane" => Err(ValueError::Damaged),
            _ => Ok(None),
        }
    }

    fn parts(&self, _: u32) -> Result<ValueParts, ValueError> {
        let number = 17.into();
        Ok(ValueParts::NumberUpStar(NumberUpStar { number, ..NumberUpStar::default() }))
    }
}

#[test]
fn values_searches_and_reviews_ask_for_them() {
    let config = Config { known_values: vec![Arc::new(Seventeen)], ..Config::default() };
    let site = Site::with(config);
    // Normalized, the board is that or its negative.
    let value = site.post("/api/value", &json!({"position": "xox/oxo/xox"})).ok()["value"].clone();
    assert!(value == "17" || value == "-17", "{value}");
    let value = site.post("/api/value", &json!({"position": "..", "rules": "domineering"})).ok();
    assert_eq!(value["value"], "-1");
    let solved = site.post("/api/solve", &json!({"sum": "xox/oxo/xox"})).ok();
    let winner = if solved["outcome"] == "L" { "left" } else { "right" };
    assert!(["L", "R"].contains(&solved["outcome"].as_str().unwrap()), "{solved}");
    let reviewed = json!({"rules": "clobber", "start": "xox/oxo/xox"});
    assert_eq!(site.post("/api/review", &reviewed).ok()["winners"], json!([winner]));
}

/// That is none of the client's doing.
#[test]
fn damage_is_the_server_s_own() {
    let config = Config { known_values: vec![Arc::new(Seventeen)], ..Config::default() };
    let site = Site::with(config);
    for (path, request) in [
        ("/api/value", json!({"position": "xo./.ox", "rules": "konane"})),
        ("/api/solve", json!({"sum": "konane:xo./.ox"})),
    ] {
        let (status, body) = site.post(path, &request).error();
        assert_eq!((status, body["error"].as_str()), (500, Some("the known values are damaged")));
    }
}
