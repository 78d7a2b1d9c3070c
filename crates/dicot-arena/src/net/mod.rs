//! Servers of lines of text, with limits.
//!
//! A [`Listener`] gives a [`Peer`] for each connection; [`serve`] runs a task for each of them until a [`Stop`] is
//! asked to end. How bytes become lines is [`Lines`], which does no input or output.
//!
//! # Examples
//! A server that says everything twice:
//! ```
//! use dicot_arena::net::{Limits, Listener, Peer, Settings, Stop, serve};
//! # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
//! let settings = Settings::default();
//! let listener = Listener::bind("127.0.0.1:0", settings, Limits::default()).await?;
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

/// How lines are read and sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The most bytes of a line that is read, without its end: 1,024.
    pub longest_line: usize,
    /// How many bytes are read ahead of the one who wants lines: 4,096.
    pub read_ahead: usize,
    /// How long sending a line may take: 10 seconds. Only who does not read for long makes it wait.
    pub send_time: Duration,
    /// What lines that are sent end in: LF. Both ends are read.
    pub line_end: LineEnd,
    /// The least time between two lines to the same peer, if the peer sends no line between them: zero. A client that
    /// expects one message from each read of its socket needs it, because the network joins lines that are sent in
    /// quick succession.
    pub pause: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            longest_line: 1024,
            read_ahead: 4096,
            send_time: Duration::from_secs(10),
            line_end: LineEnd::Lf,
            pause: Duration::ZERO,
        }
    }
}

/// What lines end in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// A line feed.
    Lf,
    /// A carriage return and a line feed.
    CrLf,
}

impl LineEnd {
    /// Its characters.
    pub const fn text(self) -> &'static str {
        match self {
            LineEnd::Lf => "\n",
            LineEnd::CrLf => "\r\n",
        }
    }
}

/// How many may connect to a server; the others find the connection closed. Addresses of IPv6 count as one if their
/// first 64 bits are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most connections at a time: 4,096.
    pub connections: usize,
    /// The most connections at a time from one address: 256.
    pub per_address: usize,
    /// The most new connections in a minute from one address: 600.
    pub new_per_minute: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { connections: 4096, per_address: 256, new_per_minute: 600 }
    }
}

/// A socket that gives peers.
#[derive(Debug)]
pub struct Listener {
    socket: TcpListener,
    settings: Settings,
    gate: Gate,
}

/// How long to wait when a connection cannot be taken, as when too many files are open.
const PAUSE: Duration = Duration::from_millis(100);

impl Listener {
    /// Listens at the address; port 0 is any that is free.
    ///
    /// # Errors
    /// If that cannot be listened at.
    pub async fn bind(
        address: impl ToSocketAddrs,
        settings: Settings,
        limits: Limits,
    ) -> io::Result<Listener> {
        let socket = TcpListener::bind(address).await?;
        Ok(Listener { socket, settings, gate: Gate::new(limits) })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn local_address(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }

    /// The next that connects, within the limits. If this is dropped before it is done, nobody is lost.
    pub async fn accept(&self) -> Peer {
        loop {
            match self.socket.accept().await {
                Ok((stream, address)) => match self.gate.admit(address.ip(), Instant::now()) {
                    Ok(place) => {
                        return Peer::new(stream, address, &self.settings, Some(place));
                    }
                    Err(refusal) => {
                        tracing::debug!(%address, %refusal, "refused");
                    }
                },
                Err(error) => {
                    tracing::warn!(%error, "a connection cannot be taken");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }
}

/// Runs a task for each that connects, until it is asked to stop; then waits for the tasks, and ends those that are
/// left when it is over.
///
/// Tasks that should end early when asked to stop listen to a clone of the [`Stop`].
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
            Some(ended) = tasks.join_next() => report(ended),
        }
    }
    drop(listener);
    let all = async {
        while let Some(ended) = tasks.join_next().await {
            report(ended);
        }
    };
    let over = tokio::select! {
        () = all => false,
        () = stop.over() => true,
    };
    if over {
        tasks.shutdown().await;
    }
}

fn report(ended: Result<(), tokio::task::JoinError>) {
    if let Err(error) = ended {
        tracing::error!(%error, "a connection's task failed");
    }
}

/// Lets this process open as many files, and so connections, as the system allows it; the number, if it is known.
///
/// What processes may open at first is often too little for a thousand connections.
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
