//! The attacks: the bytes that are sent, and the answers that are allowed.

use std::net::SocketAddr;
use std::time::Duration;

use dicot_bots::Dice;

use crate::inputs;
use crate::support::PATIENCE;

/// An attack and the answers that it allows.
pub(crate) struct Attack {
    /// Its name, for failures.
    pub(crate) what: &'static str,
    /// The bytes to send, in pieces.
    pub(crate) pieces: Vec<Vec<u8>>,
    /// The pause after each piece.
    pub(crate) pause: Duration,
    /// Whether the client disconnects after the last piece without waiting for an answer.
    pub(crate) disconnects: bool,
    /// Whether every answer must be a refusal.
    pub(crate) refused: bool,
}

/// Texts of files that are not pages, which no answer may contain.
pub(crate) const SECRETS: [&str; 3] = ["[package]", "root:x:0", "//! The attacks"];

impl Attack {
    /// An attack that allows any answer except a server error.
    fn new(what: &'static str, bytes: impl Into<Vec<u8>>) -> Attack {
        let pieces = vec![bytes.into()];
        Attack { what, pieces, pause: Duration::ZERO, disconnects: false, refused: false }
    }

    /// An attack that must be refused.
    fn bad(what: &'static str, bytes: impl Into<Vec<u8>>) -> Attack {
        Attack { refused: true, ..Attack::new(what, bytes) }
    }
}

/// The weight of a kind of attack, and its constructor for the server at a host.
type Kind = (u64, fn(&mut Dice, &str) -> Attack);

const KINDS: [Kind; 19] = [
    (8, too_large),
    (6, deep_json),
    (8, wrong_lengths),
    (8, bad_chunks),
    (6, not_text),
    (6, many_headers),
    (4, pipelines),
    (1, half_requests),
    (6, cut_off),
    (1, slow),
    (10, paths),
    (6, methods),
    (8, names),
    (16, hostile_inputs),
    (12, damaged_json),
    (8, broken_frames),
    (2, handshakes),
    (4, noise),
    (4, sessions),
];

/// The attack of this number on the server at this address.
pub(crate) fn attack(number: u64, address: SocketAddr) -> Attack {
    let mut dice = Dice::new(number);
    let all: u64 = KINDS.iter().map(|&(weight, _)| weight).sum();
    let mut left = dice.below(all);
    let host = address.to_string();
    for (weight, make) in KINDS {
        match left.checked_sub(weight) {
            Some(rest) => left = rest,
            None => return make(&mut dice, &host),
        }
    }
    noise(&mut dice, &host)
}

fn pick<'a>(dice: &mut Dice, items: &[&'a str]) -> &'a str {
    items[dice.below(items.len() as u64) as usize]
}

const GOOD: &str = "{\"position\":\"xox/ox.\"}";

/// A request with these header lines, after which the connection is closed.
fn request(method: &str, path: &str, host: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head =
        format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n");
    [head.as_bytes(), body].concat()
}

const JSON: &str = "Content-Type: application/json\r\n";

fn post(path: &str, host: &str, body: &[u8]) -> Vec<u8> {
    let headers = format!("{JSON}Content-Length: {}\r\n", body.len());
    request("POST", path, host, &headers, body)
}

fn endpoint(dice: &mut Dice) -> &'static str {
    const ALL: [&str; 8] = [
        "/api/value",
        "/api/game",
        "/api/solve",
        "/api/moves",
        "/api/start",
        "/api/turn",
        "/api/bot",
        "/api/review",
    ];
    pick(dice, &ALL)
}

fn too_large(dice: &mut Dice, host: &str) -> Attack {
    let path = endpoint(dice);
    match dice.below(4) {
        // Only the declared length is too large.
        0 => {
            let length = [(64 << 10) + 1, 1 << 30, u64::MAX / 2, u64::MAX][dice.below(4) as usize];
            let headers = format!("{JSON}Content-Length: {length}\r\n");
            Attack::bad("a body declared too large", request("POST", path, host, &headers, b"{}"))
        }
        1 => {
            let body = vec![b' '; (64 << 10) + 1 + dice.below(1 << 20) as usize];
            Attack::bad("a body that is too large", post(path, host, &body))
        }
        2 => {
            let mut bytes =
                request("POST", path, host, &format!("{JSON}Transfer-Encoding: chunked\r\n"), b"");
            for _ in 0..40 {
                bytes.extend(b"1000\r\n");
                bytes.extend([b' '; 0x1000]);
                bytes.extend(b"\r\n");
            }
            Attack::bad("chunks without end", bytes)
        }
        _ => {
            let body = format!("{{\"position\":\"{}\"}}", "x".repeat(64 << 10));
            Attack::bad("a text that is too long", post(path, host, body.as_bytes()))
        }
    }
}

fn deep_json(dice: &mut Dice, host: &str) -> Attack {
    let open = pick(dice, &["[", "{\"a\":", "{\"position\":", "[{\"a\":["]);
    let depth = 60_000 / open.len();
    let depth = [depth, 129, 2_000][dice.below(3) as usize].min(depth);
    let body = match dice.below(2) {
        0 => open.repeat(depth),
        _ => format!("{{\"position\":\"xo\",\"unknown\":{}}}", open.repeat(depth)),
    };
    Attack::bad("deep JSON", post(endpoint(dice), host, body.as_bytes()))
}

fn wrong_lengths(dice: &mut Dice, host: &str) -> Attack {
    let path = endpoint(dice);
    let lengths = pick(
        dice,
        &[
            "Content-Length: -1\r\n",
            "Content-Length: 0x16\r\n",
            "Content-Length: 22abc\r\n",
            "Content-Length: 18446744073709551616\r\n",
            "Content-Length: 22\r\nContent-Length: 23\r\n",
            "Content-Length: 22, 23\r\n",
            "Content-Length: \r\n",
            "Content-Length: +22\r\n",
            "Content-Length: 22\r\nTransfer-Encoding: gzip\r\n",
            "Content-Length : 22\r\n",
        ],
    );
    if dice.below(3) > 0 {
        let headers = format!("{JSON}{lengths}");
        return Attack::bad(
            "a wrong length",
            request("POST", path, host, &headers, GOOD.as_bytes()),
        );
    }
    // Too short: the rest is read as another request, which is malformed.
    let headers = format!("{JSON}Content-Length: 5\r\n");
    Attack::bad(
        "a length that is too short",
        request("POST", path, host, &headers, GOOD.as_bytes()),
    )
}

fn bad_chunks(dice: &mut Dice, host: &str) -> Attack {
    let body = match dice.below(9) {
        0 => "FFFFFFFFFFFFFFFF\r\n{}".to_owned(),
        1 => "FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n".to_owned(),
        2 => "-2\r\n{}\r\n0\r\n\r\n".to_owned(),
        3 => "xyz\r\n{}\r\n0\r\n\r\n".to_owned(),
        4 => format!("2;{}\r\n{{}}\r\n0\r\n\r\n", "a=b;".repeat(10_000)),
        5 => "2\r\n{}0\r\n\r\n".to_owned(),
        6 => format!("2\r\n{{}}\r\n0\r\n{}\r\n", "A: b\r\n".repeat(5_000)),
        7 => "2\n{}\n0\n\n".to_owned(),
        _ => format!("{}{{\r\n", "0".repeat(20_000)),
    };
    let coding =
        pick(dice, &["chunked", "chunked, chunked", "xchunked", "identity, chunked", "chunked\0"]);
    let headers = format!("{JSON}Transfer-Encoding: {coding}\r\n");
    Attack::bad("bad chunks", request("POST", endpoint(dice), host, &headers, body.as_bytes()))
}

fn not_text(dice: &mut Dice, host: &str) -> Attack {
    match dice.below(5) {
        4 => {
            let kind = pick(dice, &["text/plain", "multipart/form-data", "application/jsonp", ""]);
            let headers = format!("Content-Type: {kind}\r\nContent-Length: {}\r\n", GOOD.len());
            let bytes = request("POST", endpoint(dice), host, &headers, GOOD.as_bytes());
            Attack::bad("another type", bytes)
        }
        0 => {
            let body = b"{\"position\":\"x\xffo\xc0\x80\"}";
            Attack::bad("a body that is not UTF-8", post(endpoint(dice), host, body))
        }
        1 => Attack::bad(
            "a path that is not UTF-8",
            request("GET", "/\u{fffd}%ff%fe", host, "", b""),
        ),
        2 => {
            let mut bytes = request("GET", "/assets/", host, "", b"");
            bytes.splice(12..12, *b"\xff\xfe\x80");
            Attack::bad("raw bytes in a path", bytes)
        }
        _ => {
            let body = br#"{"position":"\ud800","rules":"\udfff\u0000"}"#;
            Attack::bad("half of a surrogate pair", post(endpoint(dice), host, body))
        }
    }
}

fn many_headers(dice: &mut Dice, host: &str) -> Attack {
    let headers = match dice.below(7) {
        0 => (0..1_000).map(|n| format!("X-{n}: {n}\r\n")).collect(),
        1 => format!("X-Long: {}\r\n", "a".repeat(100_000)),
        2 => "X-Same: a\r\n".repeat(100_000 / 11),
        3 => "no colon\r\n".to_owned(),
        4 => "X-Nul: a\0b\r\n".to_owned(),
        5 => ": no name\r\n".to_owned(),
        _ => format!("{}: long name\r\n", "N".repeat(70_000)),
    };
    Attack::bad("headers", request("GET", "/", host, &headers, b""))
}

fn pipelines(dice: &mut Dice, host: &str) -> Attack {
    let one = format!(
        "GET {} HTTP/1.1\r\nHost: {host}\r\n\r\n",
        pick(dice, &["/healthz", "/", "/api", "/no"])
    );
    let last = request("GET", "/healthz", host, "", b"");
    let mut attack =
        Attack::new("many requests at once", [one.repeat(40).as_bytes(), &last].concat());
    attack.disconnects = dice.below(3) == 0;
    attack
}

/// A good request.
fn good(dice: &mut Dice, host: &str) -> Vec<u8> {
    match dice.below(3) {
        0 => request("GET", "/", host, "", b""),
        1 => handshake(host),
        _ => post("/api/value", host, GOOD.as_bytes()),
    }
}

/// A request that stops somewhere and waits.
fn half_requests(dice: &mut Dice, host: &str) -> Attack {
    let mut bytes = good(dice, host);
    // A whole head without a body would be a complete request.
    bytes.truncate(dice.below(bytes.len() as u64 - 3) as usize);
    Attack::bad("half a request", bytes)
}

/// A request that stops somewhere, whose client disconnects.
fn cut_off(dice: &mut Dice, host: &str) -> Attack {
    let mut bytes = good(dice, host);
    bytes.truncate(dice.below(bytes.len() as u64 + 1) as usize);
    Attack { disconnects: true, ..Attack::new("a request that is cut off", bytes) }
}

/// A request sent byte by byte for longer than a test is patient: the server has to end it, and may begin late.
fn slow(dice: &mut Dice, host: &str) -> Attack {
    const PAUSE: Duration = Duration::from_millis(100);
    let long = " ".repeat((PATIENCE.as_millis() / PAUSE.as_millis()) as usize);
    let body = GOOD.to_owned() + &long;
    let bytes = post("/api/value", host, body.as_bytes());
    let (fast, slow) = match dice.below(2) {
        0 => bytes.split_at(10),
        // Only the body is slow.
        _ => bytes.split_at(bytes.len() - body.len()),
    };
    let mut pieces = vec![fast.to_vec()];
    pieces.extend(slow.iter().map(|&byte| vec![byte]));
    Attack { pieces, pause: PAUSE, ..Attack::bad("a slow request", "") }
}

fn paths(dice: &mut Dice, host: &str) -> Attack {
    const PATHS: [&str; 32] = [
        "/assets/../Cargo.toml",
        "/assets/../../Cargo.toml",
        "/assets/../../../Cargo.toml",
        "/assets/%2e%2e/Cargo.toml",
        "/assets/%2e%2e%2fCargo.toml",
        "/assets/..%2fCargo.toml",
        "/assets/..%5cCargo.toml",
        "/assets/..\\Cargo.toml",
        "/assets/....//Cargo.toml",
        "/assets/./../Cargo.toml",
        "/assets//etc/passwd",
        "/assets//../tests/hostile/attacks.rs",
        "/assets/js/../../tests/hostile/attacks.rs",
        "/assets/%00",
        "/assets/index.html%00.js",
        "/assets/",
        "/assets",
        "/assets/js",
        "/assets/js/",
        "/../../../../etc/passwd",
        "//etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/.git/config",
        "/api/../etc/passwd",
        "/api/value/..",
        "/api/",
        "/api/nothing",
        "/connect/",
        "/play//",
        "/metrics/..",
        "/index.html?/../Cargo.toml",
        "/~root",
    ];
    let path = match dice.below(8) {
        0 => format!("/assets/{}Cargo.toml", "../".repeat(1 + dice.below(30) as usize)),
        1 => format!("/{}", "a/".repeat(4_000)),
        2 => format!("/assets/{}", "%2e%2e/".repeat(1_000)),
        _ => pick(dice, &PATHS).to_owned(),
    };
    Attack::bad("a path", request("GET", &path, host, "", b""))
}

fn methods(dice: &mut Dice, host: &str) -> Attack {
    const METHODS: [&str; 14] = [
        "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get", "Get", "G E T",
        "", "GET\0", "M-SEARCH", "POST",
    ];
    let long = "A".repeat(20_000);
    let method = if dice.below(10) == 0 { &long } else { pick(dice, &METHODS) };
    let path = pick(
        dice,
        &[
            "/",
            "/play",
            "/play/",
            "/assets/style.css",
            "/api",
            "/metrics",
            "/connect",
            "*",
            "no-slash",
        ],
    );
    let version =
        pick(dice, &["HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/9.9", "HTTP/1.1 x", "http/1.1", ""]);
    let bytes = format!("{method} {path} {version}\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    Attack::bad("a method", bytes)
}

/// Requests for other hosts and from other origins.
fn names(dice: &mut Dice, host: &str) -> Attack {
    const HOSTS: [&str; 13] = [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.1@evil.example",
        "",
        "[::1",
        "10.0.0.1",
        "a b",
        "localhost\r\nHost: evil.example",
        "localhost/",
        "http://localhost",
        "[fe80::1%25eth0]",
        "0x7f.1",
    ];
    const ORIGINS: [&str; 6] = [
        "http://evil.example",
        "null",
        "",
        "http://localhost.evil.example",
        "http://127.0.0.1:1@evil.example",
        "file://",
    ];
    match dice.below(4) {
        0 => {
            let path = pick(dice, &["/", "/api", "/metrics", "/connect"]);
            Attack::bad("another name", request("GET", path, pick(dice, &HOSTS), "", b""))
        }
        1 => {
            let headers =
                format!("{JSON}Origin: {}\r\nContent-Length: 22\r\n", pick(dice, &ORIGINS));
            let bytes = request("POST", endpoint(dice), host, &headers, GOOD.as_bytes());
            Attack::bad("another origin", bytes)
        }
        2 => {
            let origin = pick(dice, &ORIGINS);
            let bytes = String::from_utf8_lossy(&handshake(host)).replace("\r\n\r\n", "\r\n");
            Attack::bad("a WebSocket of another origin", format!("{bytes}Origin: {origin}\r\n\r\n"))
        }
        _ => Attack::bad(
            "an absolute path elsewhere",
            request("GET", "http://evil.example/", host, "", b""),
        ),
    }
}

fn hostile_inputs(dice: &mut Dice, host: &str) -> Attack {
    let (path, question) = inputs::question(dice);
    let mut attack =
        Attack::new("a hostile input", post(path, host, question.to_string().as_bytes()));
    // Some clients disconnect at once.
    attack.disconnects = dice.below(4) == 0;
    attack
}

/// A good request with a few damaged bytes.
fn damaged_json(dice: &mut Dice, host: &str) -> Attack {
    let bodies = [
        r#"{"rules":"clobber","position":"xox/ox.","all_moves":true,"thermograph":true}"#,
        r#"{"expression":"{1|*} + ^","max_value":100}"#,
        r#"{"sum":"xo + {1|*}","rules":"clobber","first":"left","moves":true,"line":true}"#,
        r#"{"rules":"konane-artemis","start":"xoxo/oxox/xoxo/oxox","played":["b2"],"bot":"random","milliseconds":1}"#,
        r#"{"rules":"combo","width":8,"height":8}"#,
    ];
    let mut body = pick(dice, &bodies).as_bytes().to_vec();
    for _ in 0..=dice.below(4) {
        if body.is_empty() {
            break;
        }
        let at = dice.below(body.len() as u64) as usize;
        match dice.below(4) {
            0 => body[at] = dice.next() as u8,
            1 => body[at] = pick(dice, &["{", "}", "[", "\"", ":", ",", "\\", "0"]).as_bytes()[0],
            2 => drop(body.remove(at)),
            _ => body.truncate(at),
        }
    }
    Attack::new("damaged JSON", post(endpoint(dice), host, &body))
}

fn handshake(host: &str) -> Vec<u8> {
    format!(
        "GET /connect HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    .into_bytes()
}

fn broken_frames(dice: &mut Dice, host: &str) -> Attack {
    let mut bytes = handshake(host);
    for _ in 0..=dice.below(3) {
        let message = pick(
            dice,
            &[
                r#"{"command":"new_game","args":{"width":8,"height":8}}"#,
                r#"{"command":"new_game","args":{"width":28,"height":16,"cpu":"uct"}}"#,
                r#"{"command":"new_game","args":{"width":4294967295,"height":4294967295}}"#,
                r#"{"command":"move","args":{"from":{"x":0,"y":6},"to":{"x":0,"y":5},"piece_count":1}}"#,
                r#"{"command":"move","args":{"from":{"x":-1,"y":1e99},"to":{},"piece_count":null}}"#,
                "[[[[[[[[[[[[[[[[[[[[[[[[[[",
                "",
            ],
        );
        let first = match dice.below(4) {
            0 => dice.next() as u8,
            _ => 0x81,
        };
        let length = match dice.below(4) {
            0 => dice.below(128) as u8,
            _ => message.len() as u8,
        };
        let mask = [dice.next() as u8; 4];
        bytes.extend([first, if dice.below(5) == 0 { length } else { length | 0x80 }]);
        bytes.extend(mask);
        bytes.extend(message.bytes().map(|byte| byte ^ mask[0]));
    }
    let mut attack = Attack::new("broken frames", bytes);
    attack.disconnects = dice.below(3) > 0;
    attack
}

fn handshakes(dice: &mut Dice, host: &str) -> Attack {
    let good = String::from_utf8_lossy(&handshake(host)).into_owned();
    let close = "Connection: close\r\n";
    let bytes = match dice.below(5) {
        0 => good.replace("Version: 13", "Version: 99").replace("Connection: Upgrade\r\n", close),
        1 => good.replace("GET", "POST"),
        2 => good
            .replace("Upgrade: websocket", "Upgrade: h2c")
            .replace("Connection: Upgrade\r\n", close),
        3 => good.replace("HTTP/1.1", "HTTP/1.0"),
        _ => good.replace("Connection: Upgrade\r\n", close),
    };
    Attack::bad("a handshake", bytes)
}

fn noise(dice: &mut Dice, _: &str) -> Attack {
    match dice.below(4) {
        0 => Attack::bad("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        1 => Attack::bad("TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".repeat(40)),
        2 => {
            let bytes: Vec<u8> = (0..dice.below(4_000)).map(|_| dice.next() as u8).collect();
            Attack { disconnects: dice.below(2) == 0, ..Attack::bad("noise", bytes) }
        }
        _ => Attack::bad("line ends", "\n".repeat(1 + dice.below(50_000) as usize)),
    }
}

/// Many sessions, some with malformed names.
fn sessions(dice: &mut Dice, host: &str) -> Attack {
    let long = "n".repeat(5_000);
    let new = format!("session-{}", dice.next());
    let name = match dice.below(4) {
        0 => pick(dice, &["", "short", "with blank inside", "../../../etc", "ünïcödé-name", &long])
            .to_owned(),
        _ => new,
    };
    let (path, question) = match dice.below(2) {
        0 => ("/api/value", GOOD.to_owned()),
        _ => ("/api/game", "{\"expression\":\"g := {1|*} + ^\"}".to_owned()),
    };
    let headers =
        format!("{JSON}X-Dicot-Session: {name}\r\nContent-Length: {}\r\n", question.len());
    Attack::new("sessions", request("POST", path, host, &headers, question.as_bytes()))
}
