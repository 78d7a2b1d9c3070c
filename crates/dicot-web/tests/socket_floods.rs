//! Clients of Combo's WebSocket that send without end and never read do not exhaust the server's memory.
//!
//! This is a separate test program because it measures the memory of its process, in which the server runs.
#![cfg(target_os = "linux")]

#[path = "it/support.rs"]
#[expect(dead_code, reason = "the program `it` uses more of it")]
mod support;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use dicot_web::Config;
use support::{CONTINUES, FINAL, PATIENCE, PING, Site, TEXT, frame};

/// The first bytes of more frames.
const BINARY: u8 = 0x02;
const CLOSE: u8 = 0x08;
const PONG: u8 = 0x0a;

/// The number of clients that flood at a time.
const CLIENTS: usize = 2;
/// How many bytes each of them sends of each kind of frame, at most. The system buffers a few MiB of unread answers.
const BYTES: usize = 64 << 20;
/// The time limit of a flood.
const TIME: Duration = Duration::from_secs(3);
/// How long the server may read nothing before a client stops, because nothing can grow then.
const STALL: Duration = Duration::from_millis(300);
/// How much the memory may grow by a flood. Measured: 5 MiB or less for each kind; 100 MiB for pings when pongs were
/// queued without limit.
const GROWTH: usize = 48 << 20;

/// The memory of this process.
fn memory(name: &str) -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).unwrap();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() << 10
}

/// A WebSocket whose answers the client does not read; `None` if all tables are still taken.
fn open(site: &Site) -> Option<TcpStream> {
    let mut stream = site.connect();
    stream.write_all(site.handshake("").as_bytes()).unwrap();
    let mut head = [0; 12];
    stream.read_exact(&mut head).unwrap();
    match &head {
        b"HTTP/1.1 101" => Some(stream),
        b"HTTP/1.1 503" => None,
        other => panic!("{}", String::from_utf8_lossy(other)),
    }
}

/// Sends `first` and then `rest` repeatedly. Returns the bytes sent and how often the server closed the connection.
fn flood(site: &Site, first: &[u8], rest: &[u8]) -> [usize; 2] {
    let begin = Instant::now();
    let many = rest.repeat((64 << 10) / rest.len() + 1);
    let [mut all, mut closed] = [0; 2];
    let goes_on = |all| begin.elapsed() < TIME && all < BYTES;
    while goes_on(all) {
        // The port of a closed connection stays taken for some time, and ports are limited.
        thread::sleep(Duration::from_millis(2));
        let Some(mut stream) = open(site) else { continue };
        stream.set_write_timeout(Some(STALL)).unwrap();
        let mut sent = stream.write_all(first);
        while sent.is_ok() && goes_on(all) {
            // Frames stay whole: the next write continues where this one ended.
            sent = match stream.write(&many[all % many.len()..]) {
                Ok(length) => {
                    all += length;
                    Ok(())
                }
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    return [all, closed];
                }
                Err(error) => Err(error),
            };
        }
        closed += usize::from(sent.is_err());
        // The next connection starts with a whole frame.
        all = all.next_multiple_of(many.len());
    }
    [all, closed]
}

#[test]
fn floods_of_every_kind_of_frame() {
    const NEW: &[u8] = br#"{"command":"new_game","args":{"width":8,"height":8,"cpu":"random"}}"#;
    let site = Site::with(Config { table_idle: PATIENCE, ..Config::default() });
    let whole = |kind: u8, payload: &[u8]| frame(kind | FINAL, payload);
    let game = whole(TEXT, NEW);
    // What is sent first, and what again and again.
    let kinds: [(&str, Vec<u8>, Vec<u8>); 14] = [
        ("pings", vec![], whole(PING, &[7; 120])),
        ("empty pings", vec![], whole(PING, b"")),
        ("pongs", vec![], whole(PONG, &[7; 120])),
        ("text", vec![], whole(TEXT, &[b'a'; 120])),
        ("empty text", vec![], whole(TEXT, b"")),
        ("games", vec![], game.clone()),
        ("bad moves", game.clone(), whole(TEXT, b"{}")),
        ("games in binary", vec![], whole(BINARY, NEW)),
        ("empty binary", vec![], whole(BINARY, b"")),
        ("fragments", frame(TEXT, b"{"), frame(CONTINUES, &[b' '; 120])),
        ("empty fragments", frame(BINARY, b"{"), frame(CONTINUES, b"")),
        (
            "fragments and pings",
            frame(TEXT, b"{"),
            [frame(CONTINUES, b""), whole(PING, &[7; 120])].concat(),
        ),
        ("games and pings", vec![], [game, whole(PING, &[7; 120]).repeat(9)].concat()),
        ("closes", vec![], whole(CLOSE, &[3, 232])),
    ];
    for (what, first, rest) in &kinds {
        let (before, mut most) = (memory("VmRSS"), 0);
        let sent = thread::scope(|scope| {
            let clients = [(); CLIENTS].map(|()| scope.spawn(|| flood(&site, first, rest)));
            while !clients.iter().all(ScopedJoinHandle::is_finished) {
                most = most.max(memory("VmRSS"));
                thread::sleep(Duration::from_millis(10));
            }
            clients.map(|client| client.join().unwrap())
        });
        let grown = most.saturating_sub(before);
        eprintln!("{what}: {} KiB more, sent and closed: {sent:?}", grown >> 10);
        assert!(grown < GROWTH, "{what}: {} MiB more", grown >> 20);
        assert_eq!(site.get("/healthz").text(), "ok\n", "{what}");
        // The server ends the connections when the clients have gone. The metric counts its own request.
        site.wait_for_metric("dicot_connections", |connections| connections == 1.0);
    }
    assert_eq!(site.metric("dicot_computations_panicked_total"), 0.0);
}

/// A client that does not read its pongs is disconnected, although it keeps sending.
#[test]
fn pongs_must_be_read() {
    let site = Site::with(Config { write_time: Duration::from_millis(300), ..Config::default() });
    let mut stream = open(&site).unwrap();
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    let pings = frame(PING | FINAL, &[7; 120]).repeat(500);
    let sent = (0..BYTES / pings.len()).take_while(|_| stream.write_all(&pings).is_ok()).count();
    assert!(sent < BYTES / pings.len(), "the server has not closed the connection");
    site.wait_for_metric("dicot_connections", |connections| connections == 1.0);
}
