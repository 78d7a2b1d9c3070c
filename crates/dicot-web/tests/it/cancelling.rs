//! Computations end when their client disconnects.

use std::io::Write;
use std::time::Duration;

use dicot_api::requests::Settings;
use dicot_web::Config;
use serde_json::json;

use crate::limits::LONG;
use crate::support::{JSON, Site};

/// Sends a request, disconnects, and waits until the computation has ended.
fn disconnect_during(path: &str, body: &str) {
    let hour = Duration::from_secs(3600);
    let config = Config {
        requests: Settings {
            value_time: hour,
            solve_time: hour,
            max_time: hour,
            ..Settings::default()
        },
        ..Config::default()
    };
    let site = Site::with(config);
    let mut client = site.connect();
    client.write_all(&site.request("POST", path, &[JSON], body.as_bytes())).unwrap();
    site.wait_for_metric("dicot_computations_running", |n| n == 1.0);
    drop(client);
    site.wait_for_metric("dicot_computations_running", |n| n == 0.0);
    assert_eq!(site.post("/api/value", &json!({"position": "xo"})).ok()["value"], "*");
    assert_eq!(site.metric("dicot_computations_panicked_total"), 0.0);
}

#[test]
fn expressions() {
    disconnect_during("/api/game", LONG);
}

#[test]
fn searches() {
    let row = "xo".repeat(6);
    let back = "ox".repeat(6);
    let rows = [row.as_str(), &back].repeat(6).join("/");
    disconnect_during("/api/solve", &json!({"sum": rows}).to_string());
}

#[test]
fn the_server_ends_what_runs() {
    let config = Config {
        requests: Settings { value_time: Duration::from_secs(3600), ..Settings::default() },
        ..Config::default()
    };
    let site = Site::with(config);
    let mut client = site.connect();
    client.write_all(&site.request("POST", "/api/game", &[JSON], LONG.as_bytes())).unwrap();
    site.wait_for_metric("dicot_computations_running", |n| n == 1.0);
    // Dropping the site waits for the server's threads, and so for all computations.
    drop(site);
}

#[test]
fn requests_of_one_session_run_one_after_another() {
    let config = Config {
        requests: Settings { value_time: Duration::from_secs(3600), ..Settings::default() },
        ..Config::default()
    };
    let site = Site::with(config);
    let session = ("X-Dicot-Session", "one-of-mine");
    site.post_in(session.1, "/api/game", &json!({"expression": "g := ^"})).ok();
    let mut client = site.connect();
    let long = site.request("POST", "/api/game", &[JSON, session], LONG.as_bytes());
    client.write_all(&long).unwrap();
    site.wait_for_metric("dicot_computations_running", |n| n == 1.0);
    std::thread::scope(|scope| {
        let next = scope
            .spawn(|| site.post_in(session.1, "/api/game", &json!({"expression": "g + *"})).ok());
        drop(client);
        assert_eq!(next.join().unwrap()["value"], "^*");
    });
}
