//! A server on a port of its own, for tests.

use std::net::SocketAddr;
use std::time::Duration;

use dicot_arena::net::{Stop, Stopper};
use dicot_web::{Config, Server};
use tokio::task::JoinHandle;

/// Far enough that only a test that hangs comes there.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A server that runs.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) stopper: Stopper,
    pub(crate) task: JoinHandle<()>,
}

/// Starts a server on any port of this computer that is free.
pub(crate) async fn start(config: Config) -> Running {
    let config = Config { listen: ([127, 0, 0, 1], 0).into(), ..config };
    let server = Server::bind(config).await.unwrap();
    let address = server.local_address().unwrap();
    let (stopper, stop) = Stop::new();
    let task = tokio::spawn(server.run(stop));
    Running { address, stopper, task }
}
