//! Known values are looked up before anything is computed.

use std::sync::Arc;

use dicot::analysis::{NamedValue, ValueParts, ValueSource};
use dicot::{NumberUpStar, ValueError};
use dicot_api::requests::Settings;
use dicot_web::Config;
use serde_json::json;

use crate::support::Site;

/// A source that says 17 for every component of Clobber, so that its use shows, and that is damaged for Konane.
#[derive(Debug)]
struct Seventeen;

impl ValueSource for Seventeen {
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
fn values_searches_and_reviews_use_known_values() {
    let config = Config {
        requests: Settings { known_values: vec![Arc::new(Seventeen)], ..Settings::default() },
        ..Config::default()
    };
    let site = Site::with(config);
    // The lookup normalizes the board, so it finds 17 for the board or for its negative.
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

/// Damaged values are an error of the server, not of the request.
#[test]
fn damage_is_a_server_error() {
    let config = Config {
        requests: Settings { known_values: vec![Arc::new(Seventeen)], ..Settings::default() },
        ..Config::default()
    };
    let site = Site::with(config);
    for (path, request) in [
        ("/api/value", json!({"position": "xo./.ox", "rules": "konane"})),
        ("/api/solve", json!({"sum": "konane:xo./.ox + 1"})),
    ] {
        let (status, body) = site.post(path, &request).error();
        assert_eq!((status, body["error"].as_str()), (500, Some("the known values are damaged")));
    }
}
