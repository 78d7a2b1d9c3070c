//! The settings of a server, with all limits.

use std::net::{Ipv4Addr, SocketAddr};
use std::thread::available_parallelism;
use std::time::Duration;

use dicot_api::requests::Settings;

/// The settings of a server. The default is safe: it accepts connections from this computer only, and everything is
/// limited.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen at: `127.0.0.1:8080`. Port 0 means any free port.
    pub listen: SocketAddr,
    /// Host names that the server answers for, besides `localhost`, loopback addresses and the address it listens at.
    pub hosts: Vec<String>,

    /// The limit of open connections, including Combo's WebSockets: 1,024. Others are closed.
    pub connections: usize,
    /// The limit of open connections from one address: 256. IPv6 addresses with the same first 48 bits count as one.
    pub per_address: usize,
    /// The maximum time for the head of a request to arrive, and the maximum time that a connection is idle: 10
    /// seconds.
    pub head_time: Duration,
    /// The maximum time for the body of a request to arrive: 10 seconds.
    pub body_time: Duration,
    /// The maximum time that a client does not read while an answer waits to be sent: 10 seconds.
    pub write_time: Duration,
    /// The limit of a request body in bytes: 64 KiB.
    pub body_bytes: usize,

    /// The maximum number of computations at a time: the number of cores. One more runs for at most
    /// [`short_time`](Config::short_time).
    pub workers: usize,
    /// The maximum number of computations at a time for one address: the number of cores. Its other requests wait.
    pub computations_per_address: usize,
    /// The time slice of a request that finds no free worker: 200 milliseconds. If that does not suffice, the request
    /// starts again when a worker is free.
    pub short_time: Duration,
    /// The maximum number of requests that wait for a worker: 1,024. Others are answered with 503.
    pub waiting: usize,
    /// The maximum time that a request waits for a worker, or for its session: 30 seconds.
    pub wait_time: Duration,
    /// The limit of the bytes of all answers above 64 KiB that clients have not read yet: 256 MiB.
    pub answer_bytes: usize,

    /// The limits of each request.
    pub requests: Settings,

    /// The limit of open WebSockets of Combo: 64.
    pub tables: u16,
    /// The limit of open WebSockets of Combo from one address: 16.
    pub tables_per_address: u16,
    /// The bot that plays white in Combo if the client names none: `medium`.
    pub combo_cpu: String,
    /// The maximum time that this bot thinks about a move: 1 second.
    pub combo_time: Duration,
    /// The time after which a silent WebSocket is sent a ping, and after the ping the time after which it is closed: 30
    /// seconds.
    pub ping_time: Duration,
    /// The time without a message of the client or a move of the bot after which a WebSocket is closed: 10 minutes.
    pub table_idle: Duration,

    /// The limit of sessions: 64. A new one replaces the one that was used least recently.
    pub sessions: usize,
    /// The time after its last request for which a session is kept: 10 minutes.
    pub session_idle: Duration,
}

impl Default for Config {
    fn default() -> Config {
        const SECOND: Duration = Duration::from_secs(1);
        const MIB: usize = 1 << 20;
        Config {
            listen: (Ipv4Addr::LOCALHOST, 8080).into(),
            hosts: Vec::new(),
            connections: 1024,
            per_address: 256,
            head_time: 10 * SECOND,
            body_time: 10 * SECOND,
            write_time: 10 * SECOND,
            body_bytes: 64 << 10,
            workers: available_parallelism().map_or(1, usize::from),
            computations_per_address: available_parallelism().map_or(1, usize::from),
            short_time: SECOND / 5,
            waiting: 1024,
            wait_time: 30 * SECOND,
            answer_bytes: 256 * MIB,
            requests: Settings::default(),
            tables: 64,
            tables_per_address: 16,
            combo_cpu: "medium".to_owned(),
            combo_time: SECOND,
            ping_time: 30 * SECOND,
            table_idle: 600 * SECOND,
            sessions: 64,
            session_idle: 600 * SECOND,
        }
    }
}
