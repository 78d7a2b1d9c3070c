//! Clients and servers for protocols of text lines, with limits on connections, line lengths and time.
//!
//! A [`Listener`] returns a [`Peer`] for each connection; [`serve`] runs a task for each of them until its [`Stop`]
//! requests an end. [`Lines`] splits bytes into lines and does no input or output.
//!
//! # Examples
//! A server that repeats every line twice:
//! ```
//! use dicot_arena::net::{ConnectionLimits, Listener, Peer, Settings, Stop, serve};
//! # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
//! let settings = Settings::default();
//! let listener = Listener::bind("127.0.0.1:0", settings, ConnectionLimits::default()).await?;
//! let address = listener.local_address()?;
//! let (stopper, stop) = Stop::new();
//! let server = tokio::spawn(serve(listener, stop, async |mut peer: Peer| {
//!     while let Ok(line) = peer.next_line(None).await {
//!         if peer.send(&format!("{line} {line}")).await.is_err() {
//!             break;
//!         }
//!     }
//! }));
//!
//! let mut client = Peer::connect(address, &settings).await?;
//! client.send("once").await?;
//! assert_eq!(client.next_line(None).await?, "once once");
//! drop(client);
//! stopper.ask();
//! server.await?;
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod gate;
mod lines;
mod peer;
mod stop;

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::net::{TcpListener, ToSocketAddrs};
use tokio::task::JoinSet;

pub use gate::{Admission, Gate, Refusal};
pub use lines::{Lines, TooLong};
pub use peer::{Peer, PeerError};
pub use stop::{Stop, Stopper};

/// How lines are read and sent. The defaults are first choices, not compared with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The maximum length of a line that is read, in bytes without its end; the default is 1,024.
    pub max_line_len: usize,
    /// The number of bytes that are read ahead; the default is 4,096.
    pub read_ahead: usize,
    /// The time limit for sending one line; the default is 10 seconds. Sending waits only if the peer does not read.
    pub send_time: Duration,
    /// The end of each line that is sent; the default is LF. When reading, LF and CR LF are both accepted.
    pub line_end: LineEnd,
    /// The minimum time between two lines to the same peer if the peer sends no line between them; the default is zero.
    /// A client that expects one message from each read of its socket needs it, because the network joins lines that
    /// are sent in quick succession.
    pub pause: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            max_line_len: 1024,
            read_ahead: 4096,
            send_time: Duration::from_secs(10),
            line_end: LineEnd::Lf,
            pause: Duration::ZERO,
        }
    }
}

/// The end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// A line feed.
    Lf,
    /// A carriage return and a line feed.
    CrLf,
}

impl LineEnd {
    /// The characters of the line end.
    pub const fn text(self) -> &'static str {
        match self {
            LineEnd::Lf => "\n",
            LineEnd::CrLf => "\r\n",
        }
    }
}

/// Limits on the connections to a server, which closes the connections that exceed them. IPv6 addresses with
/// the same first 48 bits count as one address. The defaults are first choices, not compared with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// The maximum number of open connections; the default is 4,096.
    pub connections: usize,
    /// The maximum number of open connections from one address; the default is 256.
    pub per_address: usize,
    /// The maximum number of new connections per minute from one address; the default is 600.
    pub new_per_minute: usize,
}

impl Default for ConnectionLimits {
    fn default() -> ConnectionLimits {
        ConnectionLimits { connections: 4096, per_address: 256, new_per_minute: 600 }
    }
}

/// A listening socket.
#[derive(Debug)]
pub struct Listener {
    socket: TcpListener,
    settings: Settings,
    gate: Gate,
}

/// The delay after a connection could not be accepted, for example because too many files are open. A first choice, not
/// compared with others.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);

impl Listener {
    /// Listens on an address; port 0 means any free port.
    ///
    /// # Errors
    /// If the address cannot be bound.
    pub async fn bind(
        address: impl ToSocketAddrs,
        settings: Settings,
        limits: ConnectionLimits,
    ) -> io::Result<Listener> {
        let socket = TcpListener::bind(address).await?;
        Ok(Listener { socket, settings, gate: Gate::new(limits) })
    }

    /// The address that the socket listens on.
    ///
    /// # Errors
    /// If the system does not return the address.
    pub fn local_address(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }

    /// Accepts the next connection that the limits allow. Cancel safe: no connection is lost.
    pub async fn accept(&self) -> Peer {
        loop {
            match self.socket.accept().await {
                Ok((stream, address)) => match self.gate.admit(address.ip(), Instant::now()) {
                    Ok(admission) => {
                        return Peer::new(stream, address, &self.settings, Some(admission));
                    }
                    Err(refusal) => {
                        tracing::debug!(%address, %refusal, "refused");
                    }
                },
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
                }
            }
        }
    }
}

/// Runs a task for each connection until a stop is requested, then waits for the tasks and aborts those that still run
/// when the grace period has ended.
///
/// Tasks that should end early on request wait for a clone of the [`Stop`].
pub async fn serve<H, T>(listener: Listener, stop: Stop, handle: H)
where
    H: Fn(Peer) -> T,
    T: Future<Output = ()> + Send + 'static,
{
    let mut tasks = JoinSet::new();
    loop {
        tokio::select! {
            () = stop.asked() => break,
            peer = listener.accept() => {
                tasks.spawn(handle(peer));
            }
            Some(result) = tasks.join_next() => log_failure(result),
        }
    }
    drop(listener);
    let all = async {
        while let Some(result) = tasks.join_next().await {
            log_failure(result);
        }
    };
    let expired = tokio::select! {
        () = all => false,
        () = stop.over() => true,
    };
    if expired {
        tasks.shutdown().await;
    }
}

fn log_failure(result: Result<(), tokio::task::JoinError>) {
    if let Err(error) = result {
        tracing::error!(%error, "a connection's task failed");
    }
}

/// Raises this process's limit on open files, and so on connections, to the maximum that the system allows. Returns the
/// new limit, if there is one.
///
/// The initial limit is often too low for a thousand connections.
pub fn allow_many_connections() -> Option<u64> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let wanted = Rlimit { current: limit.maximum, maximum: limit.maximum };
        let raised = setrlimit(Resource::Nofile, wanted).is_ok();
        if raised { limit.maximum } else { limit.current }
    }
    #[cfg(not(unix))]
    None
}
