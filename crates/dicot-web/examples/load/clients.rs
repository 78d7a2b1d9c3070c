//! Clients that ask, and what came of it.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use dicot::search::bot::Dice;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// Clients that ask for so long, each as soon as it has its answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Load {
    /// Where the server listens.
    pub(crate) address: SocketAddr,
    /// How many clients there are.
    pub(crate) clients: u64,
    /// For how long they ask.
    pub(crate) time: Duration,
}

/// What came of it.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// How long the answers took, in order.
    pub(crate) times: Vec<Duration>,
    /// What went wrong.
    pub(crate) errors: Vec<String>,
    /// How long all of it took.
    pub(crate) took: Duration,
}

impl Tally {
    /// The time within which that share of the answers came; zero if there are none.
    pub(crate) fn quantile(&self, share: f64) -> Duration {
        let last = self.times.len().saturating_sub(1);
        self.times.get((last as f64 * share).round() as usize).copied().unwrap_or_default()
    }
}

impl Load {
    /// Lets the clients ask.
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

/// Asks, and gives the connection back with the status and the body of the answer.
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

/// The status and the body of an answer, if all of it has come.
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

/// The memory of the server, in bytes, by its own account.
pub(crate) async fn memory(address: SocketAddr) -> io::Result<u64> {
    let stream = TcpStream::connect(address).await?;
    let (_, _, text) = ask(stream, address, "GET", "/metrics", "").await?;
    let line = text.lines().find_map(|line| line.strip_prefix("dicot_resident_memory_bytes "));
    line.and_then(|bytes| bytes.parse().ok()).ok_or_else(|| io::Error::other("it does not tell"))
}
