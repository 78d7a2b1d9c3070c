//! Access by host and origin, malformed requests, and the security headers of all answers.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use dicot_web::Config;
use serde_json::json;

use crate::support::{Answer, JSON, Site, wait_for};

/// Checks the security headers of an answer.
fn check_headers(answer: &Answer, of: &str) {
    let policy = answer.header("content-security-policy").unwrap_or_else(|| panic!("{of}"));
    assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{of}: {policy}");
    for word in ["frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"] {
        assert!(policy.contains(word), "{of}: {policy}");
    }
    assert!(!policy.contains("unsafe"), "{of}: {policy}");
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{of}");
    assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{of}");
}

/// The expected status, and the request: method, path, headers and body.
type Row<'a> = (u16, &'a str, &'a str, &'a [(&'a str, &'a str)], &'a [u8]);

#[test]
fn every_answer_has_its_status_and_the_policy() {
    let site = Site::new();
    let small = br#"{"position":"xo"}"#;
    let deep = format!("{{\"position\":{}", "[".repeat(20_000));
    let large = format!("{{\"position\":\"{}\"}}", "x".repeat(100_000));
    let evil = ("Origin", "http://evil.example");
    let rows: &[Row<'_>] = &[
        (200, "GET", "/", &[], b""),
        (200, "HEAD", "/", &[], b""),
        (200, "GET", "/play/", &[], b""),
        (200, "GET", "/play/?game=1", &[], b""),
        (308, "GET", "/play", &[], b""),
        (307, "GET", "/p/clobber/xox-ox./", &[], b""),
        (307, "GET", "/p/hackenbush/n=2_0~-1:b", &[], b""),
        (200, "GET", "/help/", &[], b""),
        (200, "GET", "/favicon.ico", &[], b""),
        (200, "GET", "/api/operations", &[], b""),
        (200, "GET", "/assets/style.css", &[], b""),
        (404, "GET", "/assets/", &[], b""),
        (404, "GET", "/assets/../Cargo.toml", &[], b""),
        (404, "GET", "/assets/%2e%2e/Cargo.toml", &[], b""),
        (404, "GET", "/assets/..%2fCargo.toml", &[], b""),
        (404, "GET", "/assets//etc/passwd", &[], b""),
        (404, "GET", "/assets/style.css%00", &[], b""),
        (404, "GET", "/nothing", &[], b""),
        (404, "GET", "/api/nothing", &[], b""),
        (200, "GET", "/healthz", &[], b""),
        (200, "GET", "/metrics", &[], b""),
        (200, "GET", "/api", &[], b""),
        (200, "GET", "/api/limits", &[], b""),
        (405, "GET", "/api/value", &[], b""),
        (405, "DELETE", "/", &[], b""),
        (200, "POST", "/api/value", &[JSON], small),
        (200, "POST", "/api/value", &[("Content-Type", "Application/JSON; charset=utf-8")], small),
        (415, "POST", "/api/value", &[], small),
        (415, "POST", "/api/value", &[("Content-Type", "text/plain")], small),
        (400, "POST", "/api/value", &[JSON], b""),
        (400, "POST", "/api/value", &[JSON], b"{"),
        (400, "POST", "/api/value", &[JSON], br#"{"position":1}"#),
        (400, "POST", "/api/value", &[JSON], br#"{"position":"xo","wrong":1}"#),
        (400, "POST", "/api/value", &[JSON], b"\xff\xfe"),
        (400, "POST", "/api/value", &[JSON], deep.as_bytes()),
        (400, "POST", "/api/value", &[JSON], br#"{"position":"xo","seconds":-1}"#),
        (413, "POST", "/api/value", &[JSON], large.as_bytes()),
        (400, "POST", "/api/value", &[JSON, ("X-Dicot-Session", "short")], small),
        (421, "GET", "/", &[("Host", "evil.example")], b""),
        (421, "POST", "/api/value", &[JSON, ("Host", "evil.example")], small),
        (400, "GET", "/", &[("Host", "")], b""),
        (403, "POST", "/api/value", &[JSON, evil], small),
        (403, "POST", "/api/session/end?id=abcdefgh", &[("Origin", "null")], b""),
        (403, "GET", "/connect", &[evil, ("Upgrade", "websocket")], b""),
        (400, "GET", "/connect", &[], b""),
    ];
    for &(status, method, path, headers, body) in rows {
        let answer = site.ask(method, path, headers, body);
        let of = format!("{method} {path} {headers:?}: {answer:?}");
        assert_eq!(answer.status, status, "{of}");
        check_headers(&answer, &of);
        if status >= 400 && path.starts_with("/api/") {
            answer.error();
        }
    }
    let own = format!("http://{}", site.address);
    assert_eq!(site.ask("POST", "/api/value", &[JSON, ("Origin", &own)], small).status, 200);
    assert_eq!(site.metric("dicot_computations_panicked_total"), 0.0);
}

/// Malformed chunks are reported as such, and not as a body that is too large.
#[test]
fn chunks() {
    let site = Site::new();
    let head = format!(
        "POST /api/value HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
        site.address
    );
    let many = format!("1000\r\n{}\r\n", " ".repeat(0x1000)).repeat(17);
    for (status, chunks) in [
        (200, "10\r\n{\"position\":\"xo\"\r\n1\r\n}\r\n0\r\n\r\n"),
        (400, "xyz\r\n{}\r\n0\r\n\r\n"),
        (400, "-2\r\n{}\r\n0\r\n\r\n"),
        (400, "FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n"),
        (400, "2\r\n{}0\r\n\r\n"),
        (413, many.as_str()),
    ] {
        let mut stream = site.connect();
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(chunks.as_bytes()).unwrap();
        let answer = Answer::read(&mut stream).unwrap();
        let of = chunks.lines().next();
        assert_eq!(answer.status, status, "{of:?}: {}", answer.text());
    }
}

/// A body whose declared length is too large is refused unread.
#[test]
fn declared_lengths() {
    let site = Site::with(Config { body_time: Duration::from_secs(3600), ..Config::default() });
    for length in ["65537", "9999999999"] {
        let mut stream = site.connect();
        let headers = [JSON, ("Content-Length", length)];
        stream.write_all(&site.request("POST", "/api/value", &headers, b"")).unwrap();
        assert_eq!(Answer::read(&mut stream).unwrap().error().0, 413, "{length}");
    }
}

#[test]
fn unknown_hosts_can_be_added() {
    let unknown = Site::new().ask("GET", "/", &[("Host", "games.example:443")], b"");
    let error = "unknown host \"games.example\"; add --host games.example";
    assert_eq!((unknown.status, unknown.json()["error"].as_str()), (421, Some(error)));
    let site = Site::with(Config { hosts: vec!["games.example".to_owned()], ..Config::default() });
    let host = ("Host", "games.example:443");
    assert_eq!(site.ask("GET", "/", &[host], b"").status, 200);
    let origin = ("Origin", "https://games.example:443");
    let end = "/api/session/end?id=abcdefgh";
    assert_eq!(site.ask("POST", end, &[host, origin], b"").status, 204);
}

#[test]
fn unchanged_pages_are_not_sent_again() {
    let site = Site::new();
    for (path, kind) in [("/", "text/html"), ("/assets/style.css", "text/css")] {
        let first = site.get(path);
        assert_eq!(first.header("content-type"), Some(&*format!("{kind}; charset=utf-8")));
        let tag = first.header("etag").unwrap();
        let again = site.ask("GET", path, &[("If-None-Match", tag)], b"");
        assert_eq!((again.status, again.body.len()), (304, 0));
        let other = site.ask("GET", path, &[("If-None-Match", "\"0\"")], b"");
        assert_eq!((other.status, other.body), (200, first.body));
    }
}

#[test]
fn slow_clients_are_disconnected() {
    let short = Duration::from_millis(300);
    let site = Site::with(Config { head_time: short, body_time: short, ..Config::default() });
    let mut silent = site.connect();
    let mut half = site.connect();
    half.write_all(b"GET / HTTP/1.1\r\nHost: local").unwrap();
    let mut body = site.connect();
    let request = site.request("POST", "/api/value", &[JSON, ("Content-Length", "100")], b"{");
    body.write_all(&request).unwrap();
    assert_eq!(Answer::read(&mut body).unwrap().status, 408);
    // These are closed, with or without an answer.
    for stream in [&mut silent, &mut half] {
        assert!(Answer::read(stream).map_or(true, |answer| answer.status == 408));
    }
    site.wait_for_metric("dicot_connections", |n| n == 1.0); // the one that reads the metrics
}

#[test]
fn too_many_connections_are_closed() {
    let site = Site::with(Config { connections: 2, ..Config::default() });
    let first = [site.connect(), site.connect()];
    let mut third = site.connect();
    assert!(Answer::read(&mut third).is_err());
    drop(first);
    wait_for("a free place", || {
        let mut stream = site.connect();
        stream.write_all(&site.request("GET", "/healthz", &[], b"")).is_ok()
            && Answer::read(&mut stream).is_ok_and(|answer| answer.status == 200)
    });
}

#[test]
fn the_server_finishes_requests_before_it_stops() {
    const CONTINUE: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";
    let site = Site::new();
    let mut stream = site.connect();
    let body = json!({"position": "xo"}).to_string();
    let headers = [JSON, ("Expect", "100-continue")];
    let request = site.request("POST", "/api/value", &headers, body.as_bytes());
    let (head, rest) = request.split_at(request.len() - 1);
    stream.write_all(head).unwrap();
    // The server says so when it reads the body.
    let mut answer = [0; CONTINUE.len()];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(answer, CONTINUE);
    site.stop();
    wait_for("the stop", || TcpStream::connect(site.address).is_err());
    stream.write_all(rest).unwrap();
    assert_eq!(Answer::read(&mut stream).unwrap().ok()["value"], "*");
}
