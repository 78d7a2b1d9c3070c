//! A connection that carries lines.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use socket2::{SockRef, TcpKeepalive};
use tokio::io::{AsyncReadExt, AsyncWriteExt, Interest};
use tokio::net::{TcpStream, ToSocketAddrs};
use tokio::task::coop::consume_budget;
use tokio::time::{sleep, sleep_until, timeout, timeout_at};

use super::{Admission, LineEnd, Lines, Settings};

/// The other end of a connection.
///
/// Input is read ahead up to [`Settings::read_ahead`] bytes; then the sender has to wait. Dropping a peer closes the
/// connection; [`close`](Peer::close) makes sure that everything that was sent arrives.
#[derive(Debug)]
pub struct Peer {
    stream: TcpStream,
    address: SocketAddr,
    lines: Lines,
    /// Whether the peer can still send.
    open: bool,
    line_end: LineEnd,
    send_time: Duration,
    pause: Duration,
    /// When the last line was sent; `None` if the peer has sent a line since.
    last_sent: Option<Instant>,
    _admission: Option<Admission>,
}

/// Why a line could not be read or sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum PeerError {
    /// The connection is closed.
    #[error("the connection is closed")]
    Closed,
    /// The deadline has passed.
    #[error("the time is up")]
    TimedOut,
    /// The line is too long. Later lines can be read.
    #[error("the line is too long")]
    TooLong,
    /// The peer does not read what is sent to it.
    #[error("the peer does not read what is sent")]
    NotReading,
}

/// The result of reading without waiting.
#[derive(PartialEq, Eq)]
enum Read {
    Bytes,
    Nothing,
    Full,
    Closed,
}

// The following values are first choices, not compared with others.

/// The idle time after which the system probes whether the peer still exists (TCP keepalive).
const KEEPALIVE_TIME: Duration = Duration::from_secs(60);

/// The maximum number of reads in one call of [`Peer::discard`], so that a fast sender cannot hold it up.
const MAX_DISCARD_READS: usize = 64;

/// The interval at which [`Peer::closed`] polls a connection whose buffer is full.
const CLOSED_POLL_INTERVAL: Duration = Duration::from_secs(1);

/// How long [`Peer::close`] waits for the peer to close its side.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

impl Peer {
    /// Connects to a server.
    ///
    /// # Errors
    /// If the address cannot be resolved or the connection is not accepted.
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
        // These options only affect latency and how soon a dead connection is noticed, so a failure is not fatal.
        let keepalive = TcpKeepalive::new().with_time(KEEPALIVE_TIME);
        let set = stream.set_nodelay(true);
        if let Err(error) = set.and(SockRef::from(&stream).set_tcp_keepalive(&keepalive)) {
            tracing::debug!(%address, %error, "the options of a connection cannot be set");
        }
        Peer {
            stream,
            address,
            lines: Lines::new(settings.max_line_len, settings.read_ahead),
            open: true,
            line_end: settings.line_end,
            send_time: settings.send_time,
            pause: settings.pause,
            last_sent: None,
            _admission: admission,
        }
    }

    /// The peer's address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits for the next line, until the deadline if there is one, and returns it without its end.
    ///
    /// Cancel safe: no input is lost. A line that has already arrived is returned even if the deadline has passed, for
    /// example because the computer is busy.
    ///
    /// # Errors
    /// Any [`PeerError`] except `NotReading`. Lines that arrived before the connection was closed are returned before
    /// the error.
    pub async fn next_line(&mut self, deadline: Option<Instant>) -> Result<String, PeerError> {
        let line = async {
            loop {
                if let Some(line) = self.lines.next_line() {
                    // A peer that answers has read the previous line, so no pause is needed.
                    self.last_sent = None;
                    return line.map_err(|_| PeerError::TooLong);
                }
                if !self.open {
                    return Err(PeerError::Closed);
                }
                self.wait_and_read().await;
            }
        };
        match deadline {
            None => line.await,
            Some(deadline) => {
                timeout_at(deadline.into(), line).await.unwrap_or(Err(PeerError::TimedOut))
            }
        }
    }

    /// Waits until the peer has closed the connection, and reads ahead as far as there is room.
    ///
    /// If the buffer is full, the system is polled once a second. Cancel safe: no input is lost.
    pub async fn closed(&mut self) {
        while self.open {
            if self.lines.room() > 0 {
                self.wait_and_read().await;
                continue;
            }
            match self.stream.ready(Interest::READABLE).await {
                Ok(ready) if !ready.is_read_closed() => sleep(CLOSED_POLL_INTERVAL).await,
                _ => return,
            }
        }
    }

    /// Whether the peer is known to have closed the connection. Reads ahead, but does not wait.
    pub fn is_closed(&mut self) -> bool {
        while self.read() == Read::Bytes {}
        !self.open
    }

    /// Waits until the [pause](Settings::pause) after the last line is over. [`send`](Peer::send) also does this.
    pub async fn pause(&self) {
        if let Some(next) = self.last_sent.and_then(|sent| sent.checked_add(self.pause)) {
            sleep_until(next.into()).await;
        }
    }

    /// Sends a line and its end, after the [pause](Settings::pause) since the previous line.
    ///
    /// Not cancel safe: part of the line may have been sent.
    ///
    /// # Errors
    /// [`PeerError::Closed`], or `NotReading` if the line could not be sent within [`Settings::send_time`]. After an
    /// error the connection cannot be used any more.
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

    /// Discards all input that has arrived and returns its number of lines. If the last one is incomplete, its rest is
    /// skipped when it arrives.
    pub fn discard(&mut self) -> usize {
        let mut discarded = self.lines.discard();
        for _ in 0..MAX_DISCARD_READS {
            if self.read() != Read::Bytes {
                break;
            }
            discarded += self.lines.discard();
        }
        discarded
    }

    /// Closes the connection in a way that everything that was sent arrives: unread input would make the system reset
    /// the connection. Takes a few seconds at most.
    pub async fn close(mut self) {
        let closed = async {
            let mut rest = [0; 1024];
            self.stream.shutdown().await?;
            while self.stream.read(&mut rest).await? > 0 {
                consume_budget().await;
            }
            io::Result::Ok(())
        };
        // The connection is closed on drop, whether or not this succeeds.
        let _ = timeout(CLOSE_TIMEOUT, closed).await;
    }

    /// Waits for bytes and reads them.
    async fn wait_and_read(&mut self) {
        // Yields from time to time, so that a fast sender cannot keep this task from noticing its deadline.
        consume_budget().await;
        match self.stream.readable().await {
            Ok(()) => {
                self.read();
            }
            Err(_) => self.open = false,
        }
    }

    /// Reads the bytes that have arrived, without waiting.
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
