//! `dicot konane`: the server and the client of the Artemis protocol.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clap::{Args, ValueEnum};
use dicot::Player;
use dicot::rules::konane::{AnyStone, CornerOrCentre, Opening};
use dicot_arena::konane::{
    self, Client, ClientGame, Credentials, Event, Outcome, PORT, Password, ServerSettings, Users,
    read_number,
};
use dicot_arena::matches::GameRecord;
use dicot_arena::net::{LineEnd, Settings, allow_many_connections};
use dicot_bots::Dice;
use serde_json::json;
use tokio::runtime::{Builder, Runtime};

use super::bot::BotArgs;
use super::record::RecordFile;
use super::server::{ServerArgs, connect};
use super::{printable, unless_closed};
use crate::arguments::usage;
use crate::command::{Command, Failure, Options, Status};
use crate::ctrl_c;
use crate::failure::{about, report};
use crate::full::text_without_mark;
use crate::limits::duration;
use crate::text::sides;

/// Run a server; prints a line for each game that has ended
#[derive(Args)]
#[command(after_help = "\
Users log in with numbers and name their opponents; two users who name each other play. The winner of the coin toss \
removes a stone first. Answers may have either line end.

At SIGINT or SIGTERM the server accepts no more users, and games have --grace to end; after it, or at a second signal, \
they end without a winner.

A record is a line of JSON, which `dicot replay` reads.

Examples:
  dicot konane serve
  dicot konane serve --users users.txt --record games.jsonl --log debug
  dicot konane serve --listen 0.0.0.0:4705 --eol lf --opening any --rows 8 --cols 8")]
pub(crate) struct ServeArgs {
    /// The address and port to listen on; with 0.0.0.0 or [::] every computer that can reach this one may connect
    #[arg(long, value_name = "ADDRESS:PORT", default_value_t = format!("127.0.0.1:{PORT}"))]
    listen: String,
    /// The users who may play: a line `USER PASSWORD` for each, two numbers; # starts a comment. By default every user may
    #[arg(long, value_name = "FILE")]
    users: Option<PathBuf>,
    /// Which stone may be removed first
    #[arg(long, alias = "first", value_enum, default_value_t = First::Artemis)]
    opening: First,
    #[command(flatten)]
    board: BoardArgs,
    /// The time of each player for all jumps
    #[arg(long, value_name = "TIME", default_value = "180s", value_parser = clock)]
    clock: Duration,
    /// The end of each line that is sent
    #[arg(long, value_enum, default_value_t = Eol::Crlf)]
    eol: Eol,
    /// End after N games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// The seed of the coin tosses
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    server: ServerArgs,
}

/// Play one game on a server; status 0 if it had a result
#[derive(Args)]
#[command(after_help = "\
The password may be in a file or in the variable DICOT_KONANE_PASSWORD, where other users of the computer do not see it.

Examples:
  dicot konane play --user 1 --password 17 --opponent 2
  dicot konane play konane.example.org --user 1 --password-file password --opponent 2 --bot uct
  DICOT_KONANE_PASSWORD=17 dicot konane play localhost 4705 --user 1 --opponent 2 --json")]
pub(crate) struct PlayArgs {
    /// The server
    #[arg(default_value = "127.0.0.1")]
    host: String,
    /// Its port
    #[arg(default_value_t = PORT)]
    port: u16,
    /// The number of the user
    #[arg(long, value_name = "NUMBER")]
    user: u64,
    /// The password, which others may see in the list of processes
    #[arg(long, value_name = "NUMBER")]
    password: Option<u64>,
    /// A file with the password
    #[arg(long, value_name = "FILE", conflicts_with = "password")]
    password_file: Option<PathBuf>,
    /// The number of the opponent
    #[arg(long, value_name = "NUMBER")]
    opponent: u64,
    #[command(flatten)]
    bot: BotArgs<ClientGame>,
    #[command(flatten)]
    board: BoardArgs,
    /// The end of each line that is sent
    #[arg(long, value_enum, default_value_t = Eol::Crlf)]
    eol: Eol,
}

#[derive(Args)]
pub(crate) struct BoardArgs {
    /// The number of rows
    #[arg(long, value_name = "N", default_value_t = 18)]
    rows: u8,
    /// The number of columns
    #[arg(long, value_name = "N", default_value_t = 18)]
    cols: u8,
    /// The colour of the stone at [0:0]: black in the document of the Artemis server, white for some of its clients
    #[arg(long, value_enum, default_value_t = Corner::Black)]
    corner: Corner,
}

/// The colour of a stone.
#[derive(Clone, Copy, ValueEnum)]
enum Corner {
    Black,
    White,
}

/// Which stone may be removed first.
#[derive(Clone, Copy, ValueEnum)]
enum First {
    /// In a corner or in the centre, of either colour
    Artemis,
    /// Any
    Any,
}

#[derive(Clone, Copy, ValueEnum)]
enum Eol {
    /// CR and LF, as the protocol says
    Crlf,
    /// LF alone, as some programs want it
    Lf,
}

impl Eol {
    fn settings(self) -> Settings {
        let line_end = match self {
            Eol::Crlf => LineEnd::CrLf,
            Eol::Lf => LineEnd::Lf,
        };
        Settings { line_end, ..Settings::default() }
    }
}

/// Reads the time of a clock, a week at most.
fn clock(text: &str) -> Result<Duration, String> {
    const MAX_CLOCK: Duration = Duration::from_secs(7 * 24 * 3600);
    let time = duration(text)?;
    if time > MAX_CLOCK { Err("a week is the longest".to_owned()) } else { Ok(time) }
}

impl Command for ServeArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        match self.opening {
            First::Artemis => serve::<CornerOrCentre>(&self, options),
            First::Any => serve::<AnyStone>(&self, options),
        }
    }
}

impl Command for PlayArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let args = &self;
        let credentials =
            Credentials { user: args.user, password: password(args)?, opponent: args.opponent };
        let client = Client::new(board(&args.board), credentials);
        let bot = args.bot.bot(options)?;
        let json = options.json;
        let mut failure = None;
        let tell = |event: Event<'_>| {
            if failure.is_none() {
                failure = show(event, json).err();
            }
        };
        let runtime: Runtime = Builder::new_current_thread().enable_all().build()?;
        let played = runtime.block_on(async {
            let peer = connect(&args.host, args.port, &args.eol.settings()).await?;
            io::Result::Ok(konane::play(peer, client, bot, tell).await)
        })?;
        let outcome = played.map_err(io::Error::other)?;
        if let Some(error) = failure {
            return Err(error.into());
        }
        let (result, error) = match &outcome {
            Outcome::Won => ("won", None),
            Outcome::Lost(error) => ("lost", error.as_deref()),
            Outcome::Refused(error) => ("refused", Some(error.as_str())),
            _ => ("aborted", Some("the connection ended without a result")),
        };
        let text = match (json, error) {
            (true, _) => json!({ "result": result, "error": error }).to_string(),
            (false, None) => result.to_owned(),
            (false, Some(error)) => format!("{result}: {}", printable(error)),
        };
        writeln!(io::stdout(), "{text}")?;
        Ok(Status::done_if(matches!(outcome, Outcome::Won | Outcome::Lost(_))))
    }
}

fn board<O: Opening>(args: &BoardArgs) -> dicot::rules::KonaneGame<O, dicot::board::U448> {
    let corner = match args.corner {
        Corner::Black => Player::Left,
        Corner::White => Player::Right,
    };
    let board = konane::board_with_corner(args.rows, args.cols, corner);
    board.unwrap_or_else(|error| usage(&format!("{}: {error}", sides(args.rows, args.cols))))
}

fn serve<O: Opening>(args: &ServeArgs, options: &Options) -> Result<Status, Failure> {
    let mut settings = ServerSettings::<O>::new(board(&args.board));
    settings.clock = args.clock;
    settings.games = args.games;
    if let Some(path) = &args.users {
        let text = fs::read_to_string(path).map_err(|error| about(path, error))?;
        settings.users =
            text_without_mark(&text).parse::<Users>().map_err(|error| about(path, error))?;
    }
    if let Some(seed) = args.seed {
        settings.dice = Dice::new(seed);
    }
    let file = args.server.record.open()?;
    args.server.log.start(options.json)?;
    allow_many_connections();
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let failure = Arc::new(Mutex::new(None));
    let mut output = Output { json: options.json, file, failure: Arc::clone(&failure) };
    runtime.block_on(async {
        let (listener, stop) = args.server.listen(&args.listen, args.eol.settings()).await?;
        let tell = move |record: GameRecord| output.game(&record);
        konane::serve(listener, stop.clone(), settings, tell).await;
        if args.games.is_some() && stop.is_asked() {
            ctrl_c::press("not all games were played");
        }
        io::Result::Ok(())
    })?;
    let failure = failure.lock().ok().and_then(|mut failure| failure.take());
    Ok(failure.map_or(Ok(Status::Done), Err)?)
}

/// Where games are written.
struct Output {
    json: bool,
    file: RecordFile,
    /// Why the first that could not be written was not.
    failure: Arc<Mutex<Option<io::Error>>>,
}

impl Output {
    fn game(&mut self, record: &GameRecord) {
        if let Err(error) = self.write(record) {
            let game = record.game.unwrap_or_default();
            report(&format!("error: game {game} is not recorded: {error}"));
            if let Ok(mut failure) = self.failure.lock() {
                failure.get_or_insert(error);
            }
        }
    }

    fn write(&mut self, record: &GameRecord) -> io::Result<()> {
        // Both are done, even if the first fails.
        let recorded = self.file.append(record);
        recorded.and(unless_closed(self.show(record)))
    }

    fn show(&self, record: &GameRecord) -> io::Result<()> {
        if self.json {
            return record.write(&mut io::stdout());
        }
        let GameRecord { left, right, moves, .. } = record;
        let game = record.game.unwrap_or_default();
        let winner = record.winner_name();
        let won = winner.map_or("nobody won".to_owned(), |user| format!("user {user} won"));
        let reason = record.reason.as_ref().map(ToString::to_string).unwrap_or_default();
        let count = moves.len();
        writeln!(
            io::stdout(),
            "game {game}: {won}: {reason} (black {left}, white {right}, {count} moves)"
        )
    }
}

/// The name of the variable with the password.
const VARIABLE: &str = "DICOT_KONANE_PASSWORD";

fn password(args: &PlayArgs) -> io::Result<Password> {
    let text = match (args.password, &args.password_file) {
        (Some(password), _) => return Ok(Password(password)),
        (None, Some(path)) => fs::read_to_string(path).map_err(|error| about(path, error))?,
        (None, None) => std::env::var(VARIABLE).unwrap_or_else(|_| {
            usage(&format!("a password is needed: --password, --password-file or {VARIABLE}"))
        }),
    };
    // The error does not show the text, which may be a password.
    let number = read_number(text_without_mark(&text).trim());
    number.map(Password).ok_or_else(|| io::Error::other("the password is no number in digits"))
}

/// Prints what happens.
fn show(event: Event<'_>, json: bool) -> io::Result<()> {
    let text = match event {
        Event::Received(line) if json => json!({ "received": line }).to_string(),
        Event::Chosen { mv, took } if json => {
            json!({ "chosen": mv, "seconds": took.as_secs_f64() }).to_string()
        }
        // The prompts of the login.
        Event::Received(line) if line.starts_with('?') && !line.starts_with("?Move") => {
            return Ok(());
        }
        Event::Received(line) => printable(line),
        Event::Chosen { mv, took } => format!("{mv} after {:.2} s", took.as_secs_f64()),
        _ => return Ok(()),
    };
    writeln!(io::stdout(), "{text}")
}
