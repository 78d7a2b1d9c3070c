//! What can be set, with all limits.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use dicot::analysis::KnownValues;

/// How a server is set up. The default is safe: it listens on this computer alone, and everything is bounded.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen: `127.0.0.1:8080`. Port 0 is any that is free.
    pub listen: SocketAddr,
    /// Names by which the server may be called, besides those of this computer and the address listened at.
    pub hosts: Vec<String>,

    /// The most connections at a time, with those of Combo's WebSocket: 1,024. Others are closed.
    pub connections: usize,
    /// The most connections at a time from one address: 256. Addresses of IPv6 count as one if their first 64 bits are
    /// the same.
    pub per_address: usize,
    /// How long the head of a request may take, and how long a connection may be silent: 10 seconds.
    pub head_time: Duration,
    /// How long the body of a request may take: 10 seconds.
    pub body_time: Duration,
    /// How long a client may read nothing while there is something to be sent: 10 seconds.
    pub write_time: Duration,
    /// The most bytes of a body: 64 KiB.
    pub body_bytes: usize,

    /// How many computations run at a time: as many as there are cores. One more runs for at most
    /// [`short_time`](Config::short_time).
    pub workers: usize,
    /// How many of them run at a time for one address: as many as there are cores. The other requests of the address
    /// wait.
    pub computations_per_address: usize,
    /// How long a request that finds no free worker may run at once. If that does not suffice, it starts again when a
    /// worker is free: 200 milliseconds.
    pub short_time: Duration,
    /// How many requests may wait for a worker: 1,024. Others are told to come again.
    pub waiting: usize,
    /// How long a request may wait for a worker, or for its session: 30 seconds.
    pub wait_time: Duration,
    /// The most bytes of all answers above 64 KiB that are not read yet: 256 MiB.
    pub answer_bytes: usize,
    /// How long a value may take if nobody says: 10 seconds.
    pub value_time: Duration,
    /// How long a search may take if nobody says: 10 seconds.
    pub solve_time: Duration,
    /// The longest time for either that can be asked for: 60 seconds.
    pub most_time: Duration,
    /// The longest time for a move of a bot: 10 seconds.
    pub bot_time: Duration,
    /// The most bytes of a computation with values: 256 MiB.
    pub value_bytes: usize,
    /// The most bytes of a search: 256 MiB.
    pub solve_bytes: usize,
    /// The most positions of a computation with values: four million.
    pub value_positions: usize,
    /// The most values that a computation keeps: no limit.
    pub value_forms: Option<usize>,
    /// The most characters of a value that can be asked for: 100,000.
    pub most_value: u64,
    /// The most moves of a player that are listed: 10,000.
    pub most_moves: usize,
    /// The most parts of a sum: 1,000.
    pub most_parts: usize,

    /// The most connections of Combo's WebSocket at a time: 64.
    pub tables: u16,
    /// The most of them from one address: 16.
    pub tables_per_address: u16,
    /// The bot that plays white there if the client does not say: `medium`.
    pub combo_cpu: String,
    /// How long it thinks about a move at most: 1 second.
    pub combo_time: Duration,
    /// How long a WebSocket may be silent before it is asked whether it is still there, and then before it is closed:
    /// 30 seconds.
    pub ping_time: Duration,
    /// How long nothing need be played there, before it is closed: 10 minutes.
    pub table_idle: Duration,

    /// Values that were found before, which are not computed again: none.
    pub known_values: Vec<Arc<dyn KnownValues>>,

    /// How many sessions are remembered: 64.
    pub sessions: usize,
    /// The most bytes that are kept for each: 32 MiB.
    pub session_bytes: usize,
    /// How long a session is kept after its last request: 10 minutes.
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
            value_time: 10 * SECOND,
            solve_time: 10 * SECOND,
            most_time: 60 * SECOND,
            bot_time: 10 * SECOND,
            value_bytes: 256 * MIB,
            solve_bytes: 256 * MIB,
            value_positions: 4_000_000,
            value_forms: None,
            most_value: 100_000,
            most_moves: 10_000,
            most_parts: 1_000,
            tables: 64,
            tables_per_address: 16,
            combo_cpu: "medium".to_owned(),
            combo_time: SECOND,
            ping_time: 30 * SECOND,
            table_idle: 600 * SECOND,
            known_values: Vec::new(),
            sessions: 64,
            session_bytes: 32 * MIB,
            session_idle: 600 * SECOND,
        }
    }
}
