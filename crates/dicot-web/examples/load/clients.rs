//! Clients that send requests, and a tally of their answers.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use dicot_bots::Dice;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// Clients that send requests for some time, each as soon as it has the previous answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Load {
    /// The address of the server.
    pub(crate) address: SocketAddr,
    /// The number of clients.
    pub(crate) clients: u64,
    /// How long they send requests.
    pub(crate) time: Duration,
}

/// The answers and errors of a run.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// The times that the answers took, shortest first.
    pub(crate) times: Vec<Duration>,
    /// The errors.
    pub(crate) errors: Vec<String>,
    /// How long the run took.
    pub(crate) took: Duration,
}

impl Tally {
    /// The time within which this share of the answers came; zero without answers.
    pub(crate) fn quantile(&self, share: f64) -> Duration {
        let last = self.times.len().saturating_sub(1);
        self.times.get((last as f64 * share).round() as usize).copied().unwrap_or_default()
    }
}

impl Load {
    /// Runs the clients.
    pub(crate) async fn run(self) -> Tally {
        let begin = Instant::now();
        let mut clients: JoinSet<Tally> =
            (0..self.clients).map(|seed| self.client(Dice::new(seed), begin + self.time)).collect();
        let mut tally = Tally::default();
        while let Some(ended) = clients.join_next().await {
            match ended {
                Ok(one) => {
                    tally.times.extend(one.times);
                    tally.errors.extend(one.errors);
                }
                Err(error) => tally.errors.push(error.to_string()),
            }
        }
        tally.times.sort_unstable();
        tally.took = begin.elapsed();
        tally
    }

    async fn client(self, mut dice: Dice, until: Instant) -> Tally {
        let mut tally = Tally::default();
        let mut connection = None;
        while Instant::now() < until {
            let body = format!("{{\"position\":\"{}\"}}", position(&mut dice));
            let begin = Instant::now();
            let answer = async {
                let stream = match connection.take() {
                    Some(stream) => stream,
                    None => TcpStream::connect(self.address).await?,
                };
                ask(stream, self.address, "POST", "/api/value", &body).await
            };
            match answer.await {
                Ok((stream, 200, answer)) if answer.contains("\"value\":\"") => {
                    tally.times.push(begin.elapsed());
                    connection = Some(stream);
                }
                Ok((_, status, answer)) => tally.errors.push(format!("{body}: {status} {answer}")),
                Err(error) => tally.errors.push(format!("{body}: {error}")),
            }
        }
        tally
    }
}

/// A random position of Clobber, of three rows of four.
fn position(dice: &mut Dice) -> String {
    let mut row =
        |_| -> String { (0..4).filter_map(|_| dice.pick(['x', 'o', '.'].into_iter())).collect() };
    (0..3).map(&mut row).collect::<Vec<_>>().join("/")
}

/// Sends a request, and returns the connection with the status and the body of the answer.
async fn ask(
    mut stream: TcpStream,
    address: SocketAddr,
    method: &str,
    path: &str,
    body: &str,
) -> io::Result<(TcpStream, u16, String)> {
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut bytes = Vec::new();
    loop {
        if let Some((status, body)) = answer(&bytes) {
            return Ok((stream, status, body));
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
}

/// The status and the body of an answer; `None` if it is incomplete.
fn answer(bytes: &[u8]) -> Option<(u16, String)> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&bytes[..end]).ok()?;
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let length: usize =
        lines.find_map(|line| line.strip_prefix("content-length: ")?.parse().ok())?;
    let body = bytes.get(end + 4..end + 4 + length)?;
    Some((status, String::from_utf8_lossy(body).into_owned()))
}

/// The memory of the server in bytes, from its metrics.
pub(crate) async fn memory(address: SocketAddr) -> io::Result<u64> {
    let stream = TcpStream::connect(address).await?;
    let (_, _, text) = ask(stream, address, "GET", "/metrics", "").await?;
    let line = text.lines().find_map(|line| line.strip_prefix("dicot_resident_memory_bytes "));
    line.and_then(|bytes| bytes.parse().ok())
        .ok_or_else(|| io::Error::other("no dicot_resident_memory_bytes in /metrics"))
}
