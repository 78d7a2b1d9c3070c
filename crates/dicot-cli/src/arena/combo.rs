//! `dicot combo`: a bot, matches and contests.

use std::io::{self, BufReader, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use clap::Args;
use dicot::Player;
use dicot::rules::Turn;
use dicot_arena::combo::bot::{OwnClock, serve};
use dicot_arena::combo::colour;
use dicot_arena::combo::contest::{self, Settings, Standing};
use dicot_arena::combo::seat::{Pace, Person, Seat, play};
use dicot_arena::game::{Reason, Terms, TimeControl};
use dicot_arena::process::Program;
use dicot_rulesets::bots;

use super::bot::{BotArgs, dice};
use super::printable;
use super::record::RecordArgs;
use crate::command::{Command, Failure, Options, Status};
use crate::ctrl_c;
use crate::failure::{about, report};
use crate::input::{Line, next_line, without_mark};
use crate::limits::duration;
use crate::text::sides;

/// A bot, on standard input and output
#[derive(Args)]
#[command(after_help = "\
For each request, a position in JSON, it writes a line with its move, also in JSON. It ends with its input. It \
is not told how much time it has: with --clock it keeps a clock itself, and restarts it with each game.

Requests look like this, with a list for each column, and answers like the line after it:
  {\"board\":{\"squares\":[[{\"x\":0,\"y\":0,\"piece_color\":\"white\",\"piece_count\":1},...],...],\
\"width\":8,\"height\":8},\"color\":\"black\"}
  {\"from\":{\"x\":3,\"y\":2},\"to\":{\"x\":5,\"y\":4},\"piece_count\":3}

Example:
  dicot combo bot --bot medium < requests.jsonl")]
pub(crate) struct BotCommand {
    #[command(flatten)]
    bot: BotArgs<dicot::rules::Combo>,
    /// The longest time for a move
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = duration)]
    move_time: Duration,
    /// The time for a game, of which a move takes a thirtieth of the rest at most; or `none`
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = clock)]
    clock: Clock,
}

/// Games between two players: people, bots or programs
#[derive(Args)]
#[command(after_help = "\
Black moves first. A player loses who cannot move, makes an illegal move, answers with something else than a move, or \
runs out of time, and so does a program that has ended. Each game starts a program, without arguments, and ends it; its \
standard error is shown. A name without a slash that is not a bot is searched for on the PATH.

An answer must have all its keys (from, to, x, y and piece_count), in lower case, with whole numbers; other \
keys do no harm.

A person types moves like `0,6 0,5 1`: column and row of both cells, counted from 0 from the top left, and how \
many stones go. The end of the input ends the game.

Without --max-plies, --repetition and --clock a game need not end. With --json each game is printed as its \
record.

Examples:
  dicot combo match
  dicot combo match --black strong --white medium --games 10 --move-time 100ms --max-plies 300
  dicot combo match --black ./my-player --white strong --clock 5m --json")]
pub(crate) struct MatchArgs {
    /// The player who is black and moves first: human, random, uct, weak, medium, strong, or a program
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    black: String,
    /// The player who is white
    #[arg(long, value_name = "PLAYER", default_value = "medium")]
    white: String,
    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 1)]
    games: u32,
    /// The time that each player has for a game, like 5m; by default as long as it takes
    #[arg(long, value_name = "TIME", default_value = "none", value_parser = clock)]
    clock: Clock,
    /// The longest time for a move of a bot
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = duration)]
    move_time: Duration,
    /// A game is a draw after N moves; by default, never
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,
    /// A game is a draw when a position occurs N times; by default, never
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    repetition: Option<u32>,
    /// The seed of the bots' random choices; by default every run differs
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    record: RecordArgs,
}

/// A round robin: any two contestants play once with each colour
#[derive(Args)]
#[command(after_help = "\
Every ordered pair of contestants plays a game, in which the first is black. Each game starts the programs, in their \
directories, and ends them with all processes that they have started; they do not run in containers. A program that \
cannot be started loses the game. Standard error of programs is discarded. Names that start with a dot are skipped.

The clock is five minutes for each player and game; a game is a draw after 300 moves, or when a position occurs \
for the third time. The ranking is by wins, then by stones left, then by time left, in all games together.

Games are reported in order on standard error, the ranking is printed at the end; with --json each line of it is an \
object. Ctrl-C ends the contest with status 130; games that are not over do not count.

Examples:
  dicot combo contest players
  dicot combo contest players --clock 1m --threads 4 --record games.jsonl --json")]
pub(crate) struct ContestArgs {
    /// A directory; each entry in it is a contestant: a program, or a directory with a program `start`
    directory: PathBuf,
    /// The time that each player has for a game; or `none`
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = clock)]
    clock: Clock,
    /// A game is a draw after N moves; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 300)]
    max_plies: u32,
    /// A game is a draw when a position occurs N times with the same player to move; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 3)]
    repetition: u32,
    /// The number of games that are played in parallel; programs that share a core lose time
    #[arg(long, alias = "parallel", value_name = "K", default_value = "1")]
    threads: NonZeroUsize,
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    record: RecordArgs,
}

#[derive(Args)]
struct BoardArgs {
    /// The number of rows, 4 or more
    #[arg(long, value_name = "N", default_value_t = 8)]
    rows: u8,
    /// The number of columns, up to 63
    #[arg(long, value_name = "N", default_value_t = 8)]
    cols: u8,
}

impl BoardArgs {
    fn start(&self) -> io::Result<Turn<dicot::rules::Combo>> {
        let position = dicot::rules::Combo::start(self.cols, self.rows).map_err(|error| {
            io::Error::other(format!("{}: {error}", sides(self.rows, self.cols)))
        })?;
        Ok(Turn::new(position, Player::Left))
    }
}

/// The time for a game, or none. (clap reads a plain `Option` as an option that may be left out.)
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock(Option<Duration>);

fn clock(text: &str) -> Result<Clock, String> {
    if text.eq_ignore_ascii_case("none") {
        return Ok(Clock(None));
    }
    match duration(text) {
        Ok(time) if !time.is_zero() => Ok(Clock(Some(time))),
        _ => Err("expected a time like 60s, 5m or 2h, or `none`".to_owned()),
    }
}

impl Command for BotCommand {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let (input, output) = (without_mark(io::stdin().lock())?, io::stdout().lock());
        let clock = OwnClock::new(self.clock.0);
        serve(&mut *self.bot.bot(options)?, input, output, Pace(self.move_time), clock)
            .map_err(io::Error::other)?;
        Ok(Status::Done)
    }
}

impl Command for MatchArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let (arguments, json) = (&self, options.json);
        let (start, mut file) = (arguments.board.start()?, arguments.record.open()?);
        let terms = Terms {
            time: arguments.clock.0.map(TimeControl::PerGame),
            max_plies: arguments.max_plies.map(|max| max as usize),
            repetition: arguments.repetition,
            ..Terms::default()
        };
        let names = [&arguments.black, &arguments.white];
        let person = names.into_iter().any(|name| name == "human").then(|| {
            Arc::new(Mutex::new(Person { lines: typed(), shown: Box::new(io::stderr()) }))
        });
        let (stop, pace) = (ctrl_c::interrupt(), Pace(arguments.move_time));
        let mut dice = dice(arguments.seed);
        let (mut wins, mut draws, mut written) = ([0_u32; 2], 0_u32, Ok(()));
        for number in 1..=arguments.games {
            ctrl_c::set_not_done(format!(
                "{} of {} games were played",
                number - 1,
                arguments.games
            ));
            let [left, right] = names.map(|name| seat(name, dice.next(), pace, person.as_ref()));
            let (mut left, mut right) = (left?, right?);
            let game = play(start.clone(), terms, &mut left, &mut right, &stop);
            drop((left, right));
            let mut record = game.record(names[0], names[1]);
            (record.game, record.seed) = (Some(number.into()), arguments.seed);
            if written.is_ok() {
                written = file.append(&record);
            }
            if json {
                record.write(&mut io::stdout())?;
            }
            let Some(end) = game.end() else { break };
            if end.reason == Reason::Stopped {
                if !ctrl_c::is_pressed() {
                    report("the game was stopped");
                }
                break;
            }
            let result = match end.winner {
                Some(winner) => {
                    wins[usize::from(winner == Player::Right)] += 1;
                    report(&format!("{} loses: {}", colour(!winner), end));
                    let left = game.turn().position.total(winner);
                    format!("{} is the winner with {left} remaining!", colour(winner))
                }
                None => {
                    draws += 1;
                    end.to_string()
                }
            };
            if !json {
                writeln!(io::stdout().lock(), "{result}")?;
            }
        }
        if arguments.games > 1 && !json {
            let [black, white] = wins;
            writeln!(io::stdout().lock(), "black won {black}, white won {white}, {draws} drawn")?;
        }
        // The results are printed even if writing the records failed.
        Ok(written.map(|()| Status::Done)?)
    }
}

impl Command for ContestArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let (arguments, json) = (&self, options.json);
        let directory = &arguments.directory;
        let start = arguments.board.start()?;
        let entries = contest::entries(directory).map_err(|error| about(directory, error))?;
        if entries.len() < 2 {
            return Err(about(directory, "a contest needs two entries").into());
        }
        let mut file = arguments.record.open()?;
        let limit = |n: u32| (n > 0).then_some(n);
        let terms = Terms {
            time: arguments.clock.0.map(TimeControl::PerGame),
            max_plies: limit(arguments.max_plies).map(|max| max as usize),
            repetition: limit(arguments.repetition),
            ..Terms::default()
        };
        let settings = Settings { start, terms, parallel: arguments.threads };
        let (stop, mut written, mut number) = (ctrl_c::interrupt(), Ok(()), 0);
        let all = entries.len() * (entries.len() - 1);
        let standings = contest::run(&entries, &settings, &stop, |played| {
            let [black, white] = [played.black, played.white].map(|i| entries[i].name.as_str());
            let mut record = played.game.record(black, white);
            number += 1;
            record.game = Some(number);
            ctrl_c::set_not_done(format!("{number} of {all} games were played"));
            if written.is_ok() {
                written = file.append(&record);
            }
            let Some(end) = played.game.end() else { return };
            let [black, white] = [black, white].map(printable);
            report(&match end.winner {
                Some(Player::Left) => format!("{black} (black) beats {white} (white): {end}"),
                Some(Player::Right) => format!("{white} (white) beats {black} (black): {end}"),
                None => format!("{black} (black) - {white} (white), nobody wins: {end}"),
            });
        })?;
        let mut out = io::stdout().lock();
        for (rank, standing) in (1..).zip(&standings) {
            if json {
                let mut object = serde_json::to_value(standing)?;
                object["rank"] = serde_json::Value::from(rank);
                writeln!(out, "{object}")?;
            } else {
                let longest = standings.iter().map(|s| s.name.chars().count()).max();
                writeln!(out, "{}", row(rank, standing, longest.unwrap_or(0)))?;
            }
        }
        // The ranking is printed even if writing the records failed.
        Ok(written.map(|()| Status::Done)?)
    }
}

/// Returns the lines of standard input as they are typed.
fn typed() -> Receiver<String> {
    let (sender, lines) = sync_channel(1);
    // The thread ends with the process, because nothing ends its wait for a line.
    thread::spawn(move || {
        let Ok(mut input) = without_mark(BufReader::new(io::stdin())) else { return };
        while let Ok(Some(Line::Text(line) | Line::Bad(line, _))) = next_line(&mut input) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// Returns the player of this name.
fn seat(
    name: &str,
    seed: u64,
    pace: Pace,
    person: Option<&Arc<Mutex<Person>>>,
) -> io::Result<Seat> {
    if name == "human"
        && let Some(person) = person
    {
        return Ok(Seat::Human(person.clone()));
    }
    if let Ok(bot) = bots::of(name, seed) {
        return Ok(Seat::Bot(bot, pace));
    }
    Seat::start(&mut Program::new(name).showing_errors()).map_err(|error| {
        io::Error::other(format!("{name:?} is no bot, and cannot be started: {error}"))
    })
}

/// A line of the ranking.
fn row(rank: usize, standing: &Standing, longest: usize) -> String {
    let Standing { name, wins, losses, draws, pieces, clock, .. } = standing;
    let (name, minutes, seconds) = (printable(name), clock.as_secs() / 60, clock.as_secs() % 60);
    format!(
        "{rank:>2}. {name:<longest$}  {wins} wins, {losses} losses, {draws} draws, {pieces} pieces \
         remaining, {minutes}m{seconds}s clock left"
    )
}
