//! A server for tests, and a client that speaks plain HTTP on real sockets.

use std::io::{self, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use dicot_arena::net::{Stop, Stopper};
use dicot_web::{Config, Server};
use serde_json::Value;

/// A server on a free port, which stops when this is dropped.
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

impl Site {
    /// Starts a server with the default settings.
    pub(crate) fn new() -> Site {
        Site::with(Config::default())
    }

    /// Starts a server with these settings, except for its address.
    pub(crate) fn with(config: Config) -> Site {
        let config = Config { listen: "127.0.0.1:0".parse().unwrap(), ..config };
        let (stopper, stop) = Stop::new();
        let (sender, receiver) = std::sync::mpsc::channel();
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(async {
                let server = Server::bind(config).await.unwrap();
                sender.send(server.local_address().unwrap()).unwrap();
                server.run(stop).await;
            });
        });
        Site { address: receiver.recv().unwrap(), stopper, thread: Some(thread) }
    }

    /// Asks the server to stop, without waiting for it.
    pub(crate) fn stop(&self) {
        self.stopper.ask();
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// A connection from this loopback address: Linux accepts all of 127.0.0.0/8.
    pub(crate) fn connect_from(&self, address: IpAddr) -> TcpStream {
        let connect = async || {
            let socket = tokio::net::TcpSocket::new_v4()?;
            socket.bind((address, 0).into())?;
            socket.connect(self.address).await?.into_std()
        };
        let stream = thread::scope(|scope| {
            // On its own thread, because the thread of an async test has a runtime already.
            let connected = || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                runtime.unwrap().block_on(connect()).unwrap()
            };
            scope.spawn(connected).join().unwrap()
        });
        stream.set_nonblocking(false).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// The request for a WebSocket, with `more` lines in its head.
    pub(crate) fn handshake(&self, more: &str) -> String {
        format!(
            "GET /connect HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{more}\r\n",
            self.address
        )
    }

    /// Sends a request with these headers and those that every request needs, and returns the answer.
    pub(crate) fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let mut stream = self.connect();
        stream.write_all(&self.request(method, path, headers, body)).unwrap();
        Answer::read(&mut stream).unwrap()
    }

    /// The bytes of a request.
    pub(crate) fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Vec<u8> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        let has = |name: &str| headers.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
        if !has("host") {
            head += &format!("Host: {}\r\n", self.address);
        }
        if !has("content-length") && method != "GET" {
            head += &format!("Content-Length: {}\r\n", body.len());
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        let mut request = (head + "\r\n").into_bytes();
        request.extend(body);
        request
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, &[JSON], body.to_string().as_bytes())
    }

    /// Like [`post`](Site::post), in a session.
    pub(crate) fn post_in(&self, session: &str, path: &str, body: &Value) -> Answer {
        let headers = [JSON, ("X-Dicot-Session", session)];
        self.ask("POST", path, &headers, body.to_string().as_bytes())
    }

    /// The value of a metric.
    pub(crate) fn metric(&self, name: &str) -> f64 {
        let text = self.get("/metrics").text();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("no {name} in {text}")).trim().parse().unwrap()
    }

    /// Waits until a metric has a fine value.
    pub(crate) fn wait_for_metric(&self, name: &str, is_fine: impl Fn(f64) -> bool) {
        wait_for(name, || is_fine(self.metric(name)));
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stopper.ask();
        self.stopper.end();
        let ended = self.thread.take().map(JoinHandle::join);
        if !thread::panicking() {
            ended.unwrap().unwrap();
        }
    }
}

/// The header that declares a body as JSON.
pub(crate) const JSON: (&str, &str) = ("Content-Type", "application/json");

/// The time after which a test fails: far longer than anything takes.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Waits until something holds, at least for [`PATIENCE`].
pub(crate) fn wait_for(what: &str, holds: impl Fn() -> bool) {
    const PAUSE: Duration = Duration::from_millis(10);
    let holds_soon = (0..PATIENCE.as_millis() / PAUSE.as_millis()).any(|_| {
        let holds = holds();
        if !holds {
            thread::sleep(PAUSE);
        }
        holds
    });
    assert!(holds_soon, "waited too long for {what}");
}

/// The first bytes of frames.
pub(crate) const CONTINUES: u8 = 0x00;
pub(crate) const TEXT: u8 = 0x01;
pub(crate) const PING: u8 = 0x09;
/// The bit that marks the last frame of a message.
pub(crate) const FINAL: u8 = 0x80;

/// A WebSocket frame of a client, with a mask.
pub(crate) fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    const MASK: [u8; 4] = [7, 11, 13, 17];
    let mut bytes = vec![first];
    match payload.len() {
        n @ ..126 => bytes.push(0x80 | n as u8),
        n @ ..65_536 => {
            bytes.push(0x80 | 126);
            bytes.extend((n as u16).to_be_bytes());
        }
        n => {
            bytes.push(0x80 | 127);
            bytes.extend((n as u64).to_be_bytes());
        }
    }
    bytes.extend(MASK);
    bytes.extend(payload.iter().zip(MASK.into_iter().cycle()).map(|(byte, mask)| byte ^ mask));
    bytes
}

/// An answer of the server.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// Reads until the server closes the connection.
    pub(crate) fn read(stream: &mut TcpStream) -> io::Result<Answer> {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes)?;
        Answer::parse(&bytes).ok_or_else(|| {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            io::Error::other(format!("this is not an HTTP answer: {text:?}"))
        })
    }

    fn parse(bytes: &[u8]) -> Option<Answer> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = std::str::from_utf8(&bytes[..end]).ok()?;
        let mut lines = head.split("\r\n");
        let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        let header = |line: &str| {
            let (name, value) = line.split_once(':')?;
            Some((name.to_ascii_lowercase(), value.trim().to_owned()))
        };
        let headers = lines.map(header).collect::<Option<_>>()?;
        Some(Answer { status, headers, body: bytes[end + 4..].to_vec() })
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The JSON of an answer whose status must be 200.
    pub(crate) fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        self.json()
    }

    /// The status and the JSON of an error.
    pub(crate) fn error(&self) -> (u16, Value) {
        let json = self.json();
        assert!(json["error"].is_string(), "{json}");
        (self.status, json)
    }
}
