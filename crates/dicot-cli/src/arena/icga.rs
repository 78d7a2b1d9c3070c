//! `dicot icga`: Clobber over TCP, as client and as server.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use clap::Args;
use dicot::rules::Clobber448;
use dicot_arena::icga::{self, Client, Played, Row, TournamentSettings};
use dicot_arena::matches::GameRecord;
use dicot_arena::net::{Settings, allow_many_connections};
use serde::Serialize;
use serde_json::json;
use tokio::runtime::Builder;

use super::bot::BotArgs;
use super::log::LogArgs;
use super::server::{ServerArgs, connect};
use super::{printable, unless_closed};
use crate::arguments::usage;
use crate::command::{Command, Failure, Options, Status};
use crate::ctrl_c;
use crate::failure::report;
use crate::limits::duration;
use crate::text::sides;

/// Play on a server until it closes the connection; a line for each game
#[derive(Args)]
#[command(after_help = "\
--time is the longest time for a move, 1s by default. The status is 0 if the server closes the connection \
between games, which is the end of a tournament, and 1 if it closes it during a game or breaks the protocol.

Examples:
  dicot icga play 192.168.0.1 3000 --name dicot
  dicot icga play localhost 3000 --name quick --bot uct --time 200ms --json")]
pub(crate) struct PlayArgs {
    /// The server
    host: String,
    /// Its port
    port: u16,
    /// The name to play under, without blanks
    #[arg(long)]
    name: String,
    #[command(flatten)]
    bot: BotArgs<Clobber448>,
    /// The server sends the columns before the rows
    #[arg(long)]
    swap_mn: bool,
    #[command(flatten)]
    log: LogArgs,
}

/// Run a server: pair the players, forward moves, keep the score
#[derive(Args)]
#[command(after_help = "\
Clients send `play clobber NAME`. A second client of the same name becomes NAME#2; a client that reconnects keeps its \
results. With --players, the tournament starts when all players are connected, any two play --games games with each \
colour, and the tournament ends when all games are played. Otherwise free players are paired until the server is stopped.

A player loses by an illegal move, a malformed line, time, or closing the connection: the server sends `error` to the \
loser and `end` to the winner. When a player cannot move, the game ends without a message, as in the protocol, and the \
next game starts.

At SIGINT (Ctrl-C) or SIGTERM no more games start, and those in progress have --grace to end; after it, or at a second signal, \
the players to move forfeit. At the end the results are printed; with --json, each game is printed as a record, \
which `dicot replay` reads.

Examples:
  dicot icga serve
  dicot icga serve --players 2 --games 50 --rows 8 --cols 8 --move-time 10s
  dicot icga serve --listen 0.0.0.0:3000 --players 6 --game-time 30m --record games.jsonl")]
pub(crate) struct ServeArgs {
    /// The address and port to listen at; with 0.0.0.0 or [::] everybody who can reach this computer may connect
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:3000")]
    listen: String,
    /// The number of rows
    #[arg(long, value_name = "M", default_value_t = 10)]
    rows: u8,
    /// The number of columns; by default as many as rows
    #[arg(long, value_name = "N")]
    cols: Option<u8>,
    /// Send the columns before the rows
    #[arg(long)]
    swap_mn: bool,
    /// The number of players; the tournament starts when all are connected
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=4096))]
    players: Option<u16>,
    /// The number of games of any two players with each colour: 1 with --players, otherwise unlimited
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// The longest time for a move, unlimited by default
    #[arg(long, value_name = "TIME", value_parser = duration)]
    move_time: Option<Duration>,
    /// The longest time for all moves of a player in a game, unlimited by default
    #[arg(long, value_name = "TIME", value_parser = duration)]
    game_time: Option<Duration>,
    /// The time limit for a login
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration)]
    login_time: Duration,
    /// How long to wait for disconnected players when all remaining games need them
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration)]
    absence: Duration,
    #[command(flatten)]
    server: ServerArgs,
}

impl Command for PlayArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let client = Client::new(&self.name).unwrap_or_else(|error| usage(&error.to_string()));
        let client = if self.swap_mn { client.swapped() } else { client };
        let Some(time) = options.limits.time_or(Duration::from_secs(1)) else {
            usage("a bot needs a limit of time");
        };
        let bot = self.bot.bot(options)?;
        self.log.start(options.json)?;
        let mut failure = None;
        let tell = |played: &Played| match show(played, options.json) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        };
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let played = runtime.block_on(async {
            let peer = connect(&self.host, self.port, &Settings::default()).await?;
            io::Result::Ok(icga::play(peer, client, bot, time, tell).await)
        })?;
        if let Some(error) = failure {
            return Err(error.into());
        }
        let score = played.map_err(io::Error::other)?;
        let icga::Score { won, lost, dropped, .. } = score;
        let dropped = if dropped > 0 { format!(", {dropped} dropped") } else { String::new() };
        write(options.json, &score, &format!("{won} won, {lost} lost{dropped}"))?;
        Ok(Status::Done)
    }
}

impl Command for ServeArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let settings = TournamentSettings {
            rows: self.rows,
            cols: self.cols.unwrap_or(self.rows),
            swapped: self.swap_mn,
            players: self.players.map(usize::from),
            games: self.games.or(self.players.map(|_| 1)),
            move_time: self.move_time,
            game_time: self.game_time,
            login_time: self.login_time,
            absence: self.absence,
        };
        if let Err(error) = icga::start(settings.rows, settings.cols) {
            usage(&format!("{}: {error}", sides(settings.rows, settings.cols)));
        }
        let json = options.json;
        let mut file = self.server.record.open()?;
        self.server.log.start(json)?;
        allow_many_connections();
        let mut failure = None;
        let mut tell = |record: &GameRecord| {
            // Both are done, even if the first fails.
            let recorded = file.append(record);
            let shown = if json { write(true, record, "") } else { Ok(()) };
            recorded.and(unless_closed(shown))
        };
        let tell = |record: &GameRecord| {
            if let Err(error) = tell(record) {
                let game = record.game.unwrap_or_default();
                report(&format!("error: game {game} is not recorded: {error}"));
                failure.get_or_insert(error);
            }
        };
        let runtime = Builder::new_multi_thread().enable_all().build()?;
        let rows = runtime.block_on(async {
            let (listener, stop) = self.server.listen(&self.listen, Settings::default()).await?;
            let rows = icga::serve(listener, settings, stop.clone(), tell).await;
            if self.players.is_some() && stop.is_asked() {
                ctrl_c::press("the tournament is not over");
            }
            rows.map_err(io::Error::other)
        })?;
        write(json, &json!({ "results": rows }), table(&rows).trim_end())?;
        Ok(failure.map_or(Ok(Status::Done), Err)?)
    }
}

/// Writes a line of output, or tells why that is not possible.
fn write(json: bool, value: &impl Serialize, text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match json {
        true => serde_json::to_writer(&mut out, value)?,
        false => out.write_all(text.as_bytes())?,
    }
    writeln!(out)?;
    out.flush()
}

fn show(played: &Played, json: bool) -> io::Result<()> {
    let &Played { game, rows, cols, black, won, why, .. } = played;
    let (colour, size) = (if black { "black" } else { "white" }, sides(rows, cols));
    let text = match won {
        Some(won) => {
            let won = if won { "won" } else { "lost" };
            format!("game {game}: {won} ({why}) as {colour} on {size}")
        }
        None => format!("game {game}: dropped by the server, as {colour} on {size}"),
    };
    write(json, played, &text)
}

/// The widest that a name makes its column. Names are what clients say, and a longer one only spoils its own line.
const WIDEST: usize = 40;

/// The results, the best first.
fn table(rows: &[Row]) -> String {
    let mut rows: Vec<&Row> = rows.iter().collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.won));
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let width = width.clamp(6, WIDEST);
    let head = format!("{:width$}  {:>8}  {:>8}  {:>9}\n", "player", "won", "lost", "forfeited");
    let lines = rows.iter().map(|row| {
        let Row { won, lost, forfeited, .. } = row;
        let name = printable(&row.name);
        format!("{name:width$}  {won:>8}  {lost:>8}  {forfeited:>9}\n")
    });
    std::iter::once(head).chain(lines).collect()
}

#[cfg(test)]
mod tests {
    use super::{Row, table};

    #[test]
    fn a_long_name_spoils_its_own_line_alone() {
        let rows = ["a".to_owned(), "b\u{1b}".repeat(500)].map(|name| {
            let mut row = Row::default();
            row.name = name;
            row
        });
        let table = table(&rows);
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[0].len() < 80 && lines[0].len() == lines[1].len(), "{table}");
        assert!(lines[2].starts_with("b?b?b?"), "{table}");
    }
}
