//! Fairness: how much of the server one address can occupy.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::net::{IpAddr, TcpStream};
use std::time::{Duration, Instant};

use dicot_api::requests::Settings;
use dicot_arena::net::allow_many_connections;
use dicot_web::Config;
use serde_json::{Value, json};

use crate::limits::LONG;
use crate::support::{Answer, JSON, Site};

const OTHER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 0, 2));

/// Sends a request that takes far longer than any test.
fn ask_long(site: &Site, mut stream: TcpStream) -> TcpStream {
    stream.write_all(&site.request("POST", "/api/game", &[JSON], LONG.as_bytes())).unwrap();
    stream
}

#[test]
fn incomplete_requests_of_one_address_do_not_block_others() {
    // Both ends of each connection are open files of this process.
    let files = allow_many_connections().unwrap_or(4096);
    let halves = 2000.min((files.saturating_sub(400) / 2) as usize);
    let site = Site::with(Config { head_time: Duration::from_secs(60), ..Config::default() });
    let most = site.get("/api/limits").ok()["per_address"].as_u64().unwrap();
    let held: Vec<TcpStream> = (0..halves)
        .map(|_| {
            let mut stream = site.connect_from(OTHER);
            // Beyond the limit, the server closes the connection.
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: local");
            stream
        })
        .collect();
    for _ in 0..20 {
        let answer = site.post("/api/value", &json!({"position": "xo"})).ok();
        assert_eq!(answer["value"], "*");
    }
    // The address has its limit of connections; the request for the metrics is one more.
    // Earlier requests may still be counted for a moment after their answers.
    site.wait_for_metric("dicot_connections", |n| n == (most + 1) as f64);
    drop(held);
    site.wait_for_metric("dicot_connections", |n| n == 1.0);
    let mut stream = site.connect_from(OTHER);
    stream.write_all(&site.request("GET", "/healthz", &[], b"")).unwrap();
    assert_eq!(Answer::read(&mut stream).unwrap().status, 200);
}

/// Six computations of 20 seconds run on two workers: a short one is answered within a quarter of that time.
#[test]
fn long_computations_leave_the_lane_to_short_ones() {
    const TIME: Duration = Duration::from_secs(20);
    let site = Site::with(Config {
        workers: 2,
        requests: Settings { value_time: TIME, ..Settings::default() },
        ..Config::default()
    });
    for from in [OTHER, site.address.ip()] {
        let long: Vec<_> = (0..6).map(|_| ask_long(&site, site.connect_from(from))).collect();
        site.wait_for_metric("dicot_computations_running", |n| n >= 2.0);
        for _ in 0..3 {
            let begin = Instant::now();
            assert_eq!(site.post("/api/value", &json!({"position": "xo"})).ok()["value"], "*");
            let took = begin.elapsed();
            eprintln!("a short request during long ones of {from}: {took:?}");
            assert!(took < TIME / 4, "{took:?}");
        }
        assert!(site.metric("dicot_computations_running") >= 2.0);
        drop(long);
        site.wait_for_metric("dicot_computations_running", |n| n == 0.0);
        site.wait_for_metric("dicot_computations_waiting", |n| n == 0.0);
    }
}

#[test]
fn one_address_leaves_a_worker_to_others() {
    let site = Site::with(Config {
        workers: 2,
        computations_per_address: 1,
        short_time: Duration::from_millis(1),
        requests: Settings { value_time: Duration::from_secs(3600), ..Settings::default() },
        ..Config::default()
    });
    let running = || site.metric("dicot_computations_running");
    let _long: Vec<_> = (0..3).map(|_| ask_long(&site, site.connect_from(OTHER))).collect();
    // All have been on the short lane, and two wait for the only worker that their address may use.
    site.wait_for_metric("dicot_computations_waiting", |n| n == 2.0 && running() == 1.0);
    let _own = ask_long(&site, site.connect());
    crate::support::wait_for("the other worker", || {
        running() == 2.0 && site.metric("dicot_computations_waiting") == 2.0
    });
}

fn one_worker() -> Site {
    Site::with(Config {
        workers: 1,
        short_time: Duration::from_millis(50),
        requests: Settings { value_time: Duration::from_secs(3600), ..Settings::default() },
        ..Config::default()
    })
}

/// A text that is interrupted on the short lane and starts again is evaluated as if for the first time.
#[test]
fn a_repeated_computation_undoes_its_definitions() {
    let site = one_worker();
    let game = |expression: &str, seconds: f64| {
        let asked = json!({"expression": expression, "seconds": seconds});
        site.post_in("session-1", "/api/game", &asked)
    };
    let busy = ask_long(&site, site.connect());
    site.wait_for_metric("dicot_computations_running", |n| n == 1.0);
    assert_eq!(game("n := 0", 10.0).ok()["value"], "0");
    let long: Value = serde_json::from_str(LONG).unwrap();
    let text = format!("n := n + 1; {}", long["expression"].as_str().unwrap());
    std::thread::scope(|scope| {
        let asked = scope.spawn(|| game(&text, 0.5));
        // It has been on the lane and waits for the worker.
        site.wait_for_metric("dicot_computations_waiting", |n| n == 1.0);
        drop(busy);
        let (status, error) = asked.join().unwrap().error();
        assert_eq!((status, &error["limit"]), (422, &"time".into()), "{error}");
    });
    // The statements before the one that failed stay defined.
    assert_eq!(game("n", 10.0).ok()["value"], "1");
}

/// A search that is interrupted on the short lane starts again: its result there is not the answer.
#[test]
fn searches_start_again() {
    let site = one_worker();
    let rows = ["xoxoxoxo", "oxoxoxox"].repeat(4).join("/");
    let mut busy = Some(ask_long(&site, site.connect()));
    site.wait_for_metric("dicot_computations_running", |n| n == 1.0);
    std::thread::scope(|scope| {
        let asked = scope.spawn(|| {
            let begin = Instant::now();
            let answer = site.post("/api/solve", &json!({"sum": rows, "seconds": 0.5})).ok();
            (answer, begin.elapsed())
        });
        site.wait_for_metric("dicot_computations_waiting", |n| n == 1.0);
        busy.take();
        let (answer, took) = asked.join().unwrap();
        assert_eq!(answer["reason"], "the time is up");
        assert!(took >= Duration::from_millis(500), "{took:?}");
    });
}
