//! Sessions: what they keep between requests, and for how long.

use std::io::Write;
use std::time::Duration;

use dicot_api::requests::Settings;
use dicot_web::Config;
use serde_json::json;

use crate::limits::LONG;
use crate::support::{JSON, Site};

fn define(site: &Site, session: &str, text: &str) {
    site.post_in(session, "/api/game", &json!({"expression": text})).ok();
}

fn is_defined(site: &Site, session: &str, name: &str) -> bool {
    site.post_in(session, "/api/game", &json!({"expression": name})).status == 200
}

#[test]
fn definitions_last_in_their_session() {
    let site = Site::new();
    define(&site, "session-1", "g := {1|*}");
    assert!(is_defined(&site, "session-1", "g"));
    assert!(!is_defined(&site, "session-2", "g"));
    assert_eq!(site.post("/api/game", &json!({"expression": "g"})).status, 422);
    // Values of positions in the same session do not disturb definitions.
    for (rules, position, value) in
        [("clobber", "xxo", "^"), ("domineering", "../..", "+-1"), ("clobber", "xxo", "^")]
    {
        let asked = json!({"rules": rules, "position": position});
        assert_eq!(site.post_in("session-1", "/api/value", &asked).ok()["value"], value);
    }
    assert!(is_defined(&site, "session-1", "g"));
}

#[test]
fn sessions_end() {
    let site = Site::new();
    for session in ["session-1", "session-2", "session-3"] {
        define(&site, session, "g := 1");
    }
    assert_eq!(site.metric("dicot_sessions"), 3.0);
    assert!(site.metric("dicot_session_bytes") > 0.0);
    let deleted = site.ask("DELETE", "/api/session", &[("X-Dicot-Session", "session-1")], b"");
    assert_eq!(deleted.status, 204);
    assert_eq!(site.ask("POST", "/api/session/end?id=session-2", &[], b"").status, 204);
    assert_eq!(site.ask("POST", "/api/session/end", &[], b"").error().0, 400);
    assert_eq!(site.metric("dicot_sessions"), 1.0);
    assert!(is_defined(&site, "session-3", "g"));
    assert!(!is_defined(&site, "session-1", "g"));
    assert!(!is_defined(&site, "session-2", "g"));
}

#[test]
fn idle_sessions_are_dropped() {
    let config = Config { session_idle: Duration::from_millis(50), ..Config::default() };
    let site = Site::with(config);
    define(&site, "session-1", "g := 1");
    site.wait_for_metric("dicot_sessions", |n| n == 0.0);
    assert_eq!(site.metric("dicot_session_bytes"), 0.0);
}

#[test]
fn a_new_session_replaces_the_least_recently_used() {
    let site = Site::with(Config { sessions: 2, ..Config::default() });
    define(&site, "session-1", "g := 1");
    define(&site, "session-2", "g := 1");
    assert!(is_defined(&site, "session-1", "g"));
    define(&site, "session-3", "g := 1");
    assert_eq!(site.metric("dicot_sessions"), 2.0);
    assert!(is_defined(&site, "session-1", "g"));
    assert!(!is_defined(&site, "session-2", "g"));
}

#[test]
fn sessions_do_not_grow() {
    let most = 1 << 18;
    let site = Site::with(Config {
        requests: Settings { session_bytes: most, ..Settings::default() },
        ..Config::default()
    });
    define(&site, "session-1", "g := {1|*}");
    for stones in ["xoxoxoxoxox", "xxoxxoxxoxxo", "xoxo/oxox/xoxo", "xxox/oxxo/oxox"] {
        let asked = json!({"position": stones});
        site.post_in("session-1", "/api/value", &asked).ok();
        assert!(site.metric("dicot_session_bytes") <= most as f64);
    }
    assert!(is_defined(&site, "session-1", "g"));
    // A definition that does not fit is dropped, and the earlier ones stay.
    let switches: Vec<String> = (0..10).map(|n| format!("(+-{})", 1 << n)).collect();
    let long = json!({"expression": format!("x1 := {}", switches.join(" + "))});
    let (status, body) = site.post_in("session-1", "/api/game", &long).error();
    assert_eq!((status, &body["limit"]), (422, &json!("memory")), "{body}");
    assert!(!is_defined(&site, "session-1", "x1"));
    assert!(is_defined(&site, "session-1", "g"));
    assert!(site.metric("dicot_session_bytes") <= most as f64);
}

#[test]
fn a_session_that_ends_while_it_is_used_counts() {
    let config = Config {
        sessions: 1,
        requests: Settings { value_time: Duration::from_secs(3600), ..Settings::default() },
        ..Config::default()
    };
    let site = Site::with(config);
    let mut busy = site.connect();
    let headers = [JSON, ("X-Dicot-Session", "session-1")];
    busy.write_all(&site.request("POST", "/api/game", &headers, LONG.as_bytes())).unwrap();
    site.wait_for_metric("dicot_computations_running", |n| n == 1.0);
    assert_eq!(site.ask("POST", "/api/session/end?id=session-1", &[], b"").status, 204);
    assert_eq!(site.metric("dicot_sessions"), 1.0);
    // No other session can be kept.
    define(&site, "session-2", "g := 1");
    assert!(!is_defined(&site, "session-2", "g"));
    drop(busy);
    site.wait_for_metric("dicot_sessions", |n| n == 0.0);
    define(&site, "session-2", "g := 1");
    assert!(is_defined(&site, "session-2", "g"));
}
