//! Every limit, and the error when it is exceeded.

use std::io::Write;
use std::time::Duration;

use dicot_api::requests::Settings;
use dicot_web::Config;
use serde_json::{Value, json};

use crate::support::{Answer, JSON, Site};

/// An expression that takes far longer than any test.
pub(crate) const LONG: &str = concat!(
    r#"{"expression":""#,
    "({{{1|0}|{-1|-3}}|{{0|-4}|-9}}.NortonProduct({7||3|{2|-5}}))",
    ".NortonProduct({{{1|0}|{-1|-3}}|{{0|-4}|-9}}.NortonProduct({7||3|{2|-5}}))",
    ".NortonProduct({{{1|0}|{-1|-3}}|{{0|-4}|-9}}.NortonProduct({7||3|{2|-5}}))",
    r#""}"#
);

fn checkerboard(width: usize, height: usize) -> String {
    let row = |n: usize| -> String { ["xo", "ox"][n % 2].chars().cycle().take(width).collect() };
    (0..height).map(row).collect::<Vec<_>>().join("/")
}

fn limit(answer: &Answer) -> Value {
    let (status, body) = answer.error();
    assert_eq!(status, 422, "{body}");
    body["limit"].clone()
}

#[test]
fn positions_that_are_too_large_are_refused_at_once() {
    let site = Site::new();
    let most = site.get("/api/limits").ok()["max_cells_value"].as_u64().unwrap();
    assert!((15..40).contains(&most));
    let answer = site.post("/api/value", &json!({"position": checkerboard(8, 8)}));
    assert_eq!(limit(&answer), "size");
    let text = answer.error().1["error"].as_str().unwrap().to_owned();
    assert!(text.contains("64") && text.contains(&most.to_string()), "{text}");
    // Many small components are fine.
    let row = "xo.".repeat(10);
    let rows = [row.as_str(), &".".repeat(30)].repeat(5).join("/");
    assert_eq!(site.post("/api/value", &json!({"position": rows})).ok()["value"], "0");
}

#[test]
fn time_memory_and_positions() {
    let value = |config: Config| {
        let site = Site::with(config);
        limit(&site.post("/api/value", &json!({"position": checkerboard(5, 3)})))
    };
    assert_eq!(
        value(Config {
            requests: Settings { value_positions: 10, ..Settings::default() },
            ..Config::default()
        }),
        "positions"
    );
    assert_eq!(
        value(Config {
            requests: Settings { value_bytes: 1 << 16, ..Settings::default() },
            ..Config::default()
        }),
        "memory"
    );
    assert_eq!(
        value(Config {
            requests: Settings { value_time: Duration::from_nanos(1), ..Settings::default() },
            ..Config::default()
        }),
        "time"
    );
    let site = Site::new();
    let asked = json!({"position": checkerboard(5, 3), "seconds": 1e-9});
    assert_eq!(limit(&site.post("/api/value", &asked)), "time");
    // A time limit beyond the server's is reduced to it.
    let asked = json!({"position": "xo", "seconds": 1e300});
    assert_eq!(site.post("/api/value", &asked).ok()["value"], "*");
}

#[test]
fn a_search_without_an_answer_has_a_reason() {
    let site = Site::new();
    let asked = json!({"sum": checkerboard(9, 9), "seconds": 0.05, "moves": true, "line": true});
    let answer = site.post("/api/solve", &asked).ok();
    assert_eq!(answer["reason"], "the time is up");
    assert_eq!([&answer["outcome"], &answer["line"]], [&Value::Null; 2]);
    let site = Site::with(Config {
        requests: Settings { solve_bytes: 1 << 20, ..Settings::default() },
        ..Config::default()
    });
    let answer = site.post("/api/solve", &asked).ok();
    assert!(answer["reason"].is_string(), "{answer}");
    let site = Site::with(Config {
        requests: Settings { max_parts: 3, ..Settings::default() },
        ..Config::default()
    });
    assert_eq!(limit(&site.post("/api/solve", &json!({"sum": "xo + xo + ^ + 1"}))), "size");
}

#[test]
fn long_values_and_long_lists() {
    let site = Site::with(Config {
        requests: Settings { max_value: 100, max_moves: 10, ..Settings::default() },
        ..Config::default()
    });
    let game = |expression: &str, most: Value| {
        site.post("/api/game", &json!({"expression": expression, "max_value": most})).ok()
    };
    let switches = "(+-1) + (+-2) + (+-4) + (+-8) + (+-16) + (+-32)";
    let long = game(switches, json!(1_000_000));
    assert_eq!(long["value"], Value::Null);
    assert!(long["value_length"].as_u64().unwrap() > 100);
    assert_eq!(game("{1|*}", json!(3))["value_length"], 5);
    // All texts of a list share the limit.
    let followers = game(&format!("({switches}).Followers"), json!(100));
    let texts: Vec<_> =
        followers["result"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(!texts.is_empty() && texts.concat().len() <= 100, "{texts:?}");
    let moves = site.post("/api/moves", &json!({"position": checkerboard(8, 8)}));
    assert_eq!(limit(&moves), "size");
}

#[test]
fn requests_beyond_the_queue_are_refused() {
    let site = Site::with(Config {
        workers: 1,
        waiting: 0,
        requests: Settings { value_time: Duration::from_secs(3600), ..Settings::default() },
        ..Config::default()
    });
    let mut busy = site.connect();
    busy.write_all(&site.request("POST", "/api/game", &[JSON], LONG.as_bytes())).unwrap();
    site.wait_for_metric("dicot_computations_running", |n| n == 1.0);
    let refused = site.post("/api/value", &json!({"position": "xo"}));
    assert_eq!((refused.error().0, refused.header("retry-after")), (503, Some("1")));
    drop(busy);
    site.wait_for_metric("dicot_computations_running", |n| n == 0.0);
    assert_eq!(site.post("/api/value", &json!({"position": "xo"})).ok()["value"], "*");
}

#[test]
fn waiting_has_an_end() {
    let site = Site::with(Config {
        workers: 1,
        wait_time: Duration::from_millis(100),
        short_time: Duration::from_millis(1),
        requests: Settings {
            value_time: Duration::from_secs(3600),
            value_bytes: 4 << 30,
            ..Settings::default()
        },
        ..Config::default()
    });
    let mut busy = site.connect();
    let session = ("X-Dicot-Session", "session-1");
    let long = json!({"position": checkerboard(6, 4)}).to_string();
    busy.write_all(&site.request("POST", "/api/value", &[JSON, session], long.as_bytes())).unwrap();
    site.wait_for_metric("dicot_computations_running", |n| n == 1.0);
    // A request waits neither for a worker nor for a busy session longer than that.
    let second = site.ask("POST", "/api/game", &[JSON], LONG.as_bytes());
    assert_eq!(second.error().0, 503);
    let one = json!({"expression": "1"});
    assert_eq!(site.post_in("session-1", "/api/game", &one).error().0, 503);
}

#[test]
fn large_unread_answers_share_a_limit() {
    let empty = [".........."; 8];
    let board = [&["x........."], &empty[..], &[".........o"]].concat().join("/");
    let asked = json!({"rules": "amazons", "position": board});
    let site = Site::with(Config { answer_bytes: 100 << 10, ..Config::default() });
    assert_eq!(site.post("/api/moves", &asked).error().0, 503);
    assert_eq!(site.post("/api/moves", &json!({"position": "xo"})).status, 200);
    // Answers that were read no longer count.
    let site = Site::with(Config { answer_bytes: 512 << 10, ..Config::default() });
    for _ in 0..5 {
        let answer = site.post("/api/moves", &asked);
        assert!(answer.body.len() > 100 << 10 && answer.body.len() < 512 << 10);
        assert_eq!(answer.status, 200);
    }
}

#[test]
fn a_thermograph_in_a_list_many_times() {
    let site = Site::with(Config {
        requests: Settings { max_value: 100, ..Settings::default() },
        ..Config::default()
    });
    let asked = json!({"expression": "t := {3||2|1}.Thermograph; [t, t, t, t, t, t, t, t]"});
    let answer = site.post("/api/game", &asked).ok();
    let texts = answer["result"].as_array().unwrap();
    let written: Vec<_> = texts.iter().filter_map(Value::as_str).collect();
    assert!(written.len() < texts.len() && written.concat().len() <= 100, "{answer}");
}

/// Errors of a body are in terms of JSON and say where they are.
#[test]
fn wrong_bodies() {
    let site = Site::new();
    for (path, body, error) in [
        ("/api/value", "[]", "expected a JSON object with the fields that /api names"),
        (
            "/api/value",
            r#"["clobber","xo",false,false,null,null]"#,
            "expected a JSON object with the fields that /api names",
        ),
        ("/api/game", " 7", "expected a JSON object with the fields that /api names"),
        (
            "/api/value",
            "x",
            "expected a JSON object with the fields that /api names: expected value at line 1 column 1",
        ),
        ("/api/value", "", "EOF while parsing a value at line 1 column 0"),
        ("/api/value", "{}", "missing field `position` at line 1 column 2"),
        ("/api/value", "{\"position\":\"xo\"} {}", "trailing characters at line 1 column 19"),
        (
            "/api/value",
            r#"{"position":1}"#,
            "`position`: expected a string, found the number `1` at line 1 column 13",
        ),
        (
            "/api/value",
            r#"{"position":[]}"#,
            "`position`: expected a string, found a list at line 1 column 12",
        ),
        (
            "/api/value",
            r#"{"position":"xo","all_moves":{}}"#,
            "`all_moves`: expected true or false, found an object at line 1 column 29",
        ),
        (
            "/api/value",
            r#"{"position":"xo","max_value":-1}"#,
            "`max_value`: expected a whole number from 0, found the number `-1` at line 1 column 31",
        ),
        (
            "/api/value",
            r#"{"position":"xo","seconds":"1, expected u8"}"#,
            "`seconds`: expected a number, found string \"1, expected u8\" at line 1 column 43",
        ),
        (
            "/api/start",
            r#"{"width":300,"height":8}"#,
            "`width`: expected a whole number from 0 to 255, found the number `300` at line 1 column 12",
        ),
        (
            "/api/turn",
            r#"{"rules":"clobber","start":"xo","played":["a1-b1",2]}"#,
            "`played[1]`: expected a string, found the number `2` at line 1 column 51",
        ),
    ] {
        let (status, answer) = site.ask("POST", path, &[JSON], body.as_bytes()).error();
        assert_eq!((status, answer["error"].as_str().unwrap()), (400, error), "{body}");
    }
    // Errors of wrong variants and fields name no Rust types.
    for body in [
        r#"{"position":"xo","wrong":1}"#,
        r#"{"position":"xo","position":"xo"}"#,
        r#"{"sum":"xo","first":"up"}"#,
        r#"{"sum":"xo","first":5}"#,
        r#"{"sum":"xo","first":{"left":7}}"#,
        r#"{"sum":"xo","first":[]}"#,
    ] {
        let path = if body.contains("sum") { "/api/solve" } else { "/api/value" };
        let (status, answer) = site.ask("POST", path, &[JSON], body.as_bytes()).error();
        let text = answer["error"].as_str().unwrap().to_owned();
        assert_eq!(status, 400, "{body}");
        for rust in ["struct", "Request", "Side", "enum", "u8", "u64", "f64", "sequence", "map"] {
            assert!(!text.contains(rust), "{body}: {text}");
        }
    }
    let (status, answer) = site.ask("POST", "/api/session/end", &[], b"").error();
    assert_eq!(
        (status, answer["error"].as_str()),
        (400, Some("missing ?id=NAME, the name of the session"))
    );
}

#[test]
fn misspelt_fields() {
    let site = Site::new();
    for path in ["/api/turn", "/api/bot", "/api/review"] {
        let asked = json!({
            "rules": "clobber", "start": "xo", "moves": [], "bot": "random", "milliseconds": 1
        });
        assert_eq!(site.post(path, &asked).error().0, 400, "{path}");
    }
}

/// Rulesets from texts: one request checks a text, and the others take it with them.
#[test]
fn rulesets_of_clients() {
    let pennies = |name: &str| {
        format!(
            "game {name}\nletter x left\nletter o right\nletter . empty\nleft east: x -> .\nright as left\n"
        )
    };
    let site = Site::new();
    let text = pennies("pennies") + "test xxo = 1";
    let line = site.post("/api/ruleset", &json!({"ruleset": text})).ok();
    let name = line["name"].as_str().unwrap();
    assert!(name.starts_with("pennies-") && name.ends_with(".game"), "{name}");
    let ask = |path: &str, request: Value| {
        let mut request = request;
        request["ruleset"] = json!(text);
        site.post(path, &request).ok()
    };
    assert_eq!(ask("/api/value", json!({"position": "xx.o"}))["value"], "1");
    assert_eq!(ask("/api/explain", json!({"game": "xo"}))["value"], "0");
    assert_eq!(ask("/api/moves", json!({"position": "xo"}))["moves"]["left"][0]["move"], "a1");
    let sum = format!("xxo + {name}:x + clobber:xo");
    assert_eq!(ask("/api/solve", json!({"sum": sum}))["outcome"], "L");
    let game = json!({"start": "xoo", "played": ["a1", "b1"]});
    let turn = ask("/api/turn", game.clone());
    assert_eq!((&turn["rules"], &turn["over"]), (&json!(name), &json!(true)));
    assert_eq!(ask("/api/review", game)["winners"], json!(["right", "right", "right"]));
    let bot = json!({"start": "xoo", "bot": "random", "milliseconds": 10});
    assert_eq!(ask("/api/bot", bot)["move"], "a1");
    // Without the text nobody finds it by its name.
    let unknown = site.post("/api/value", &json!({"rules": name, "position": "x"})).error();
    assert!(unknown.1["error"].as_str().unwrap().starts_with("unknown ruleset"), "{unknown:?}");
    // Errors name the place, also that of a test.
    let error = |text: String| site.post("/api/ruleset", &json!({ "ruleset": text })).error().1;
    let found = error(pennies("pennies") + "test xxo = 2");
    assert_eq!((&found["line"], &found["column"]), (&json!(7), &json!(12)));
    assert_eq!(found["error"], "ruleset, line 7, column 12: the value of xxo is 1, not 2");
    // The server does not keep them, so that there is no limit of their number.
    for n in 0..300 {
        let line = site.post("/api/ruleset", &json!({"ruleset": pennies(&format!("p{n}"))})).ok();
        assert!(line["name"].as_str().unwrap().starts_with(&format!("p{n}-")), "{line}");
    }
    assert_eq!(ask("/api/value", json!({"position": "x"}))["value"], "1");
}
