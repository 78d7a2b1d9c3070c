//! `dicot serve`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Child;

use serde_json::Value;

use crate::{Run, command, run};

/// A server that is running, and where.
fn serve(arguments: &[&str]) -> (Child, String) {
    let arguments = [&["serve", "--listen", "127.0.0.1:0"], arguments].concat();
    let mut child = command(&arguments).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("listening at http://").expect(&line).to_owned();
    (child, address)
}

/// The status and the body of an answer.
fn ask(address: &str, request: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    let head = format!(
        "{request} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\
         Content-Type: application/json\r\n\r\n{body}"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

#[test]
fn pages_and_values() {
    let limits = ["--time", "5s", "--memory", "64MiB", "--sessions", "3"];
    let addresses = ["--per-address", "7", "--threads", "3", "--threads-per-address", "2"];
    let (mut child, address) = serve(&[&limits[..], &addresses].concat());
    let (status, page) = ask(&address, "GET /", "");
    assert_eq!(status, 200);
    assert!(page.starts_with("<!doctype html>"), "{page}");
    let (status, value) = ask(&address, "POST /api/value", r#"{"position":"xox/ox."}"#);
    let value: Value = serde_json::from_str(&value).unwrap();
    assert_eq!((status, &value["value"]), (200, &"{^^*|*,v}".into()));
    let (_, limits) = ask(&address, "GET /api/limits", "");
    let limits: Value = serde_json::from_str(&limits).unwrap();
    assert_eq!(limits["most_seconds"], 5.0);
    assert_eq!(limits["value_seconds"], 5.0);
    assert_eq!([&limits["value_bytes"], &limits["solve_bytes"]], [64 << 20; 2]);
    assert_eq!(limits["sessions"], 3);
    let addresses = ["per_address", "concurrent", "concurrent_per_address"];
    assert_eq!(addresses.map(|name| limits[name].as_u64()), [Some(7), Some(3), Some(2)]);
    let taken = run(&["serve", "--listen", &address]);
    assert_eq!((taken.status, taken.out.as_str()), (Some(1), ""));
    let message = format!("error: {address}: another program listens there");
    assert!(taken.err.starts_with(&message), "{}", taken.err);
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
#[cfg(unix)]
fn a_signal_ends_it() {
    let (child, address) = serve(&[]);
    // A connection that is silent does not keep it.
    let silent = TcpStream::connect(&address).unwrap();
    let id = child.id().to_string();
    let told = std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap();
    assert!(told.success());
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!(run.status, Some(0), "{run:?}");
    drop(silent);
}

#[test]
fn addresses_that_are_none() {
    for address in ["nowhere", "127.0.0.1", "127.0.0.1:99999", ""] {
        let run = run(&["serve", "--listen", address]);
        assert_eq!(run.status, Some(1), "{run:?}");
        assert!(run.err.starts_with(&format!("error: {address}: ")), "{}", run.err);
    }
}
