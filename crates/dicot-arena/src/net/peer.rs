//! A connection of lines.

use std::error::Error;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use socket2::{SockRef, TcpKeepalive};
use tokio::io::{AsyncReadExt, AsyncWriteExt, Interest};
use tokio::net::{TcpStream, ToSocketAddrs};
use tokio::task::coop::consume_budget;
use tokio::time::{sleep, sleep_until, timeout, timeout_at};

use super::{Admission, LineEnd, Lines, Settings};

/// Whoever is at the other end of a connection.
///
/// What it sends is read ahead up to a bound, and beyond that not taken from the network, so that the sender has to
/// wait. Dropping it closes the connection; [`close`](Peer::close) sees to it that what was sent arrives.
#[derive(Debug)]
pub struct Peer {
    stream: TcpStream,
    address: SocketAddr,
    lines: Lines,
    /// Whether the other side can still send.
    open: bool,
    line_end: LineEnd,
    send_time: Duration,
    pause: Duration,
    /// When the last line was sent, if the peer has sent none since.
    last_sent: Option<Instant>,
    _admission: Option<Admission>,
}

/// Why there is no line from a peer, or why it does not get one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PeerError {
    /// The connection is closed.
    Closed,
    /// The deadline has passed.
    TimedOut,
    /// The line is too long. What comes after it can be read.
    TooLong,
    /// It does not read what it is sent.
    NotReading,
}

impl fmt::Display for PeerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PeerError::Closed => "the connection is closed",
            PeerError::TimedOut => "the time is up",
            PeerError::TooLong => "the line is too long",
            PeerError::NotReading => "what was sent is not read",
        })
    }
}

impl Error for PeerError {}

/// What came of reading without waiting.
#[derive(PartialEq, Eq)]
enum Read {
    Bytes,
    Nothing,
    Full,
    Closed,
}

/// How long a connection that is silent is trusted before the system asks whether the other side is still there.
const SILENCE: Duration = Duration::from_secs(60);

/// How much of what a peer sends is thrown away at a time.
const DISCARDED: usize = 64;

/// How often the system is asked about a connection from which nothing can be read for want of room.
const LOOK: Duration = Duration::from_secs(1);

/// How long [`Peer::close`] waits for the other side to close as well.
const LINGER: Duration = Duration::from_secs(2);

impl Peer {
    /// Connects to a server.
    ///
    /// # Errors
    /// If the address makes no sense, or nobody answers there.
    pub async fn connect(address: impl ToSocketAddrs, settings: &Settings) -> io::Result<Peer> {
        let stream = TcpStream::connect(address).await?;
        let address = stream.peer_addr()?;
        Ok(Peer::new(stream, address, settings, None))
    }

    pub(super) fn new(
        stream: TcpStream,
        address: SocketAddr,
        settings: &Settings,
        admission: Option<Admission>,
    ) -> Peer {
        // A connection that refuses is slower, or noticed to be dead later; it can be used all the same.
        let keepalive = TcpKeepalive::new().with_time(SILENCE);
        let set = stream.set_nodelay(true);
        if let Err(error) = set.and(SockRef::from(&stream).set_tcp_keepalive(&keepalive)) {
            tracing::debug!(%address, %error, "the options of a connection cannot be set");
        }
        Peer {
            stream,
            address,
            lines: Lines::new(settings.longest_line, settings.read_ahead),
            open: true,
            line_end: settings.line_end,
            send_time: settings.send_time,
            pause: settings.pause,
            last_sent: None,
            _admission: admission,
        }
    }

    /// Its address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The next line, without its end, before the deadline if there is one.
    ///
    /// If it is dropped before it is done, nothing is lost. What was sent in time counts, also if it is read late
    /// because the computer is busy.
    ///
    /// # Errors
    /// Any [`PeerError`] but `NotReading`. Lines that came before the connection was closed come before the error.
    pub async fn next_line(&mut self, deadline: Option<Instant>) -> Result<String, PeerError> {
        let line = async {
            loop {
                if let Some(line) = self.lines.next_line() {
                    // A peer that answers has read what was sent before.
                    self.last_sent = None;
                    return line.map_err(|_| PeerError::TooLong);
                }
                if !self.open {
                    return Err(PeerError::Closed);
                }
                self.more().await;
            }
        };
        match deadline {
            None => line.await,
            Some(deadline) => {
                timeout_at(deadline.into(), line).await.unwrap_or(Err(PeerError::TimedOut))
            }
        }
    }

    /// Waits until the other side has closed the connection, reading ahead as far as there is room.
    ///
    /// Of who has filled that room the system is asked from time to time. If this is dropped before it is done,
    /// nothing is lost.
    pub async fn gone(&mut self) {
        while self.open {
            if self.lines.room() > 0 {
                self.more().await;
                continue;
            }
            match self.stream.ready(Interest::READABLE).await {
                Ok(ready) if !ready.is_read_closed() => sleep(LOOK).await,
                _ => return,
            }
        }
    }

    /// Whether the other side is known to have closed the connection, as far as can be said without waiting. Reads
    /// ahead.
    pub fn is_gone(&mut self) -> bool {
        while self.read() == Read::Bytes {}
        !self.open
    }

    /// Waits until the next line can be sent without delay, see [`Settings::pause`]. [`send`](Peer::send) does so too.
    pub async fn pause(&self) {
        if let Some(next) = self.last_sent.and_then(|sent| sent.checked_add(self.pause)) {
            sleep_until(next.into()).await;
        }
    }

    /// Sends a line, after the [pause](Settings::pause) since the last one; its end is added.
    ///
    /// If this is dropped before it is done, part of the line may have been sent.
    ///
    /// # Errors
    /// [`PeerError::Closed`], or `NotReading` if the line could not be sent in the time that the settings allow. After
    /// that the connection is of no use.
    pub async fn send(&mut self, line: &str) -> Result<(), PeerError> {
        self.pause().await;
        let text = [line, self.line_end.text()].concat();
        let sent = timeout(self.send_time, self.stream.write_all(text.as_bytes())).await;
        self.last_sent = (!self.pause.is_zero()).then(Instant::now);
        let error = match sent {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(_)) => PeerError::Closed,
            Err(_) => PeerError::NotReading,
        };
        self.open = false;
        Err(error)
    }

    /// Throws away all that has come, and the rest of a line of which a part has come; the number of lines.
    pub fn discard(&mut self) -> usize {
        let mut discarded = self.lines.discard();
        for _ in 0..DISCARDED {
            if self.read() != Read::Bytes {
                break;
            }
            discarded += self.lines.discard();
        }
        discarded
    }

    /// Closes the connection such that what was sent arrives: input that nobody has read would make the system
    /// drop it. Takes a few seconds at most.
    pub async fn close(mut self) {
        let closed = async {
            let mut rest = [0; 1024];
            self.stream.shutdown().await?;
            while self.stream.read(&mut rest).await? > 0 {
                consume_budget().await;
            }
            io::Result::Ok(())
        };
        // Whatever goes wrong, the connection is closed then.
        let _ = timeout(LINGER, closed).await;
    }

    /// Waits for bytes and reads them.
    async fn more(&mut self) {
        // A sender that never pauses must not keep this task from noticing the time.
        consume_budget().await;
        match self.stream.readable().await {
            Ok(()) => {
                self.read();
            }
            Err(_) => self.open = false,
        }
    }

    /// Reads what is there.
    fn read(&mut self) -> Read {
        let mut bytes = [0; 1024];
        let room = self.lines.room().min(bytes.len());
        if room == 0 {
            return Read::Full;
        }
        match self.stream.try_read(&mut bytes[..room]) {
            Ok(0) => self.open = false,
            Ok(read) => {
                self.lines.push(&bytes[..read]);
                return Read::Bytes;
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Read::Nothing,
            Err(_) => self.open = false,
        }
        Read::Closed
    }
}
