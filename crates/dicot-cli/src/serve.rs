//! `dicot serve`: the pages and the API.

use std::io::{self, ErrorKind, Write};
use std::net::{SocketAddr, ToSocketAddrs};
use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;
use clap::builder::PossibleValuesParser;
use dicot::rules::{AnyRuleset, Combo};
use dicot_api::requests::Settings;
use dicot_arena::net::{Stop, allow_many_connections};
use dicot_rulesets::{bots, rule_file};
use dicot_web::{Config, Server};

use crate::arena::log::LogArgs;
use crate::command::{Command, Failure, Options, Status};
use crate::failure::report;
use crate::limits::{self, duration};
use crate::shared::{DB, JSON, MAX_FORMS, MAX_POSITIONS, Shared, memory, time};

/// Run a web server with pages to explore values and to play
#[derive(Args)]
#[command(after_help = "\
Open the address in a browser: / explores values, /play is for games. /api describes the API for programs, in \
OpenAPI; /metrics has metrics for Prometheus. Clients of the original Combo connect to the WebSocket /connect.

The server accepts connections from this computer only, unless --listen names another address. It refuses requests for hosts \
other than localhost, the address and --host, and requests of pages from other origins.

Each request is limited: --time is the longest time limit that a request may set, by default 1m (10s if it sets none), \
--memory the memory limit of a computation, by default 256MiB, and --max-positions and --max-forms those of positions and values. A bot takes up to 600 MiB in addition.

Requests that find no free worker wait; addresses take turns. Each request may first run for 0.2 s on a thread for short \
computations, so that short requests are answered at any time. One address has at most --per-address \
connections, 16 of the 64 connections of Combo, and --threads-per-address computations at a time. \
`curl http://127.0.0.1:8080/api/limits` shows all limits.

Examples:
  dicot serve
  dicot serve --listen 127.0.0.1:0 --log warn
  dicot serve --rules my.game --rules other.game
  dicot serve --listen 0.0.0.0:80 --host games.example --time 10s --sessions 200
  curl --json '{\"position\":\"xox/ox.\"}' http://127.0.0.1:8080/api/value")]
pub(crate) struct ServeArgs {
    /// The address and port to listen at; port 0 is any that is free. With 0.0.0.0 or [::] everybody who can reach
    /// this computer may ask
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    listen: String,
    /// A name by which pages may call this server, besides localhost and its address; can be given several times
    #[arg(long = "host", value_name = "NAME", value_parser = host_name)]
    hosts: Vec<String>,
    /// A file with a ruleset, which is listed with the others; can be given several times
    #[arg(long = "rules", value_name = "FILE.game", value_parser = ruleset_of_file)]
    files_of_rules: Vec<AnyRuleset>,
    /// How many computations run at a time; by default as many as there are cores
    #[arg(long, alias = "workers", value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// How many of them run at a time for one address; by default all, or all but one if other computers can connect
    #[arg(long, alias = "workers-per-address", value_name = "N")]
    threads_per_address: Option<NonZeroUsize>,
    /// How many requests may wait for them
    #[arg(long, value_name = "N", default_value_t = Config::default().waiting)]
    waiting: usize,
    /// The most connections
    #[arg(long, value_name = "N", default_value_t = Config::default().connections)]
    connections: usize,
    /// The most connections from one address; a proxy that passes on the requests of many needs more
    #[arg(long, value_name = "N", default_value_t = Config::default().per_address)]
    per_address: usize,
    /// The longest time for a move of a bot
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    bot_time: Duration,
    /// The bot that plays white at Combo's WebSocket, /connect, if the client names none
    #[arg(long, value_name = "BOT", default_value = "medium", value_parser = combo_bots())]
    combo_cpu: String,
    /// How many sessions are remembered
    #[arg(long, value_name = "N", default_value_t = Config::default().sessions)]
    sessions: usize,
    /// The most memory that is kept for each
    #[arg(long, value_name = "SIZE", default_value = "32MiB", value_parser = size)]
    session_memory: usize,
    /// How long a session is kept after its last request
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = duration)]
    session_time: Duration,
    /// How long requests may go on when the server is to end
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = duration)]
    grace: Duration,
    #[command(flatten)]
    log: LogArgs,
}

/// Reads a file.
fn ruleset_of_file(path: &str) -> Result<AnyRuleset, String> {
    rule_file::from_file(path).map_err(|error| error.to_string())
}

/// Reads a size that is not `none`.
fn size(text: &str) -> Result<usize, String> {
    limits::memory(text)?.0.ok_or_else(|| "expected a size like 500MB or 4GiB".to_owned())
}

/// Reads a name without a port.
fn host_name(text: &str) -> Result<String, String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    if text.is_empty() || text.ends_with('.') || !text.chars().all(is_part) {
        return Err("expected a name like games.example, without a port".to_owned());
    }
    Ok(text.to_owned())
}

/// The names of the bots that play Combo.
fn combo_bots() -> PossibleValuesParser {
    PossibleValuesParser::new(bots::names::<Combo>())
}

impl ServeArgs {
    fn config(&self, listen: SocketAddr, options: &Options) -> Config {
        let usual = Config::default();
        let requests = usual.requests.clone();
        let limits = options.limits.limits();
        let max_time = options.limits.time_or(requests.max_time).unwrap_or(Duration::MAX);
        let bytes = |usual| options.limits.bytes_or(usual).unwrap_or(usize::MAX);
        let workers = self.threads.map_or(usual.workers, NonZeroUsize::get);
        let others = usize::from(!listen.ip().is_loopback());
        let per_address = self.threads_per_address.map(NonZeroUsize::get);
        Config {
            listen,
            hosts: self.hosts.clone(),
            connections: self.connections,
            per_address: self.per_address,
            workers,
            computations_per_address: per_address.unwrap_or(workers.saturating_sub(others).max(1)),
            waiting: self.waiting,
            combo_cpu: self.combo_cpu.clone(),
            sessions: self.sessions,
            session_idle: self.session_time,
            requests: Settings {
                max_time,
                value_time: requests.value_time.min(max_time),
                solve_time: requests.solve_time.min(max_time),
                bot_time: self.bot_time,
                value_bytes: bytes(requests.value_bytes),
                solve_bytes: bytes(requests.solve_bytes),
                value_positions: limits.positions.unwrap_or(requests.value_positions),
                value_forms: limits.forms,
                session_bytes: self.session_memory,
                rulesets: self.files_of_rules.clone(),
                known_values: options.known_values.clone(),
                ..requests
            },
            ..usual
        }
    }
}

pub(crate) const SHARED: &[Shared] = &[
    Shared { help: "Log one JSON object per line", ..JSON },
    time(
        "The longest time limit that a request may set, like 10s or 5m; `none` for no limit [default: 1m]",
    ),
    memory(
        "The memory limit of a computation, like 500MB or 4GiB; `none` for no limit [default: 256MiB]",
    ),
    MAX_POSITIONS,
    MAX_FORMS,
    DB,
];

impl Command for ServeArgs {
    /// Serves until a signal ends it.
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let address = &self.listen;
        let wrong = |error: &dyn std::fmt::Display| io::Error::other(format!("{address}: {error}"));
        let found = address.to_socket_addrs().map_err(|error| wrong(&error))?.next();
        let listen = found.ok_or_else(|| wrong(&"no such address"))?;
        self.log.start(options.json)?;
        allow_many_connections();
        let config = self.config(listen, options);
        let runtime = tokio::runtime::Runtime::new()?;
        runtime.block_on(async {
            let stop = Stop::on_signals(self.grace)?;
            let server = Server::bind(config).await.map_err(|error| match error.kind() {
                ErrorKind::AddrInUse => wrong(
                    &"another program listens there; --listen 127.0.0.1:0 takes any free port",
                ),
                _ => wrong(&error),
            })?;
            if !listen.ip().is_loopback() {
                report("warning: everybody who can reach this address may use the server");
            }
            let mut out = io::stdout();
            writeln!(out, "listening at http://{}", server.local_address()?)?;
            out.flush()?;
            server.run(stop).await;
            Ok(Status::Done)
        })
    }
}
