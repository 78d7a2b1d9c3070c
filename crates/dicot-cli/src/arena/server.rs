//! The options of all servers.

use std::io;
use std::time::Duration;

use clap::Args;
use dicot_arena::net::{ConnectionLimits, Listener, Peer, Settings, Stop};

use super::log::LogArgs;
use super::record::RecordArgs;
use crate::failure::report;
use crate::limits::duration;

#[derive(Args)]
pub(crate) struct ServerArgs {
    #[command(flatten)]
    pub(crate) record: RecordArgs,
    /// How long games may continue after the first signal
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    grace: Duration,
    /// The maximum number of connections
    #[arg(long, value_name = "N", default_value_t = ConnectionLimits::default().connections)]
    connections: usize,
    /// The maximum number of connections from one address
    #[arg(long, value_name = "N", default_value_t = ConnectionLimits::default().per_address)]
    per_address: usize,
    /// The maximum number of new connections per minute from one address
    #[arg(long, value_name = "N", default_value_t = ConnectionLimits::default().new_per_minute)]
    per_minute: usize,
    /// The time between two lines to the same client, if it sends none between them; clients need it that
    /// expect one line from each read. 0 for no pause
    #[arg(long, value_name = "TIME", default_value = "30ms", value_parser = pause)]
    pause: Duration,
    #[command(flatten)]
    pub(crate) log: LogArgs,
}

/// Reads a pause: a second at most, so that a server's last messages arrive in time.
fn pause(text: &str) -> Result<Duration, String> {
    let time = duration(text)?;
    if time > Duration::from_secs(1) { Err("the longest pause is 1s".to_owned()) } else { Ok(time) }
}

impl ServerArgs {
    /// Listens on an address and reports it; signals request the stop.
    pub(crate) async fn listen(
        &self,
        address: &str,
        settings: Settings,
    ) -> io::Result<(Listener, Stop)> {
        let limits = ConnectionLimits {
            connections: self.connections,
            per_address: self.per_address,
            new_per_minute: self.per_minute,
        };
        let stop = Stop::on_signals(self.grace)?;
        let settings = Settings { pause: self.pause, ..settings };
        let listener = Listener::bind(address, settings, limits).await;
        let listener = listener.map_err(|error| io::Error::other(format!("{address}: {error}")))?;
        report(&format!("listening at {}", listener.local_address()?));
        Ok((listener, stop))
    }
}

/// Connects to a server.
pub(crate) async fn connect(host: &str, port: u16, settings: &Settings) -> io::Result<Peer> {
    let peer = Peer::connect((host, port), settings).await;
    peer.map_err(|error| io::Error::other(format!("{host} port {port}: {error}")))
}
