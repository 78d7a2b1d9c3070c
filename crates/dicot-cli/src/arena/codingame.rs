//! `dicot codingame`: the bot, the referee, and the bot in one file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use dicot::rules::{Clobber448, GenClobber};
use dicot_arena::codingame::bot::{Clock, play};
use dicot_arena::codingame::series::{
    Contestant, Game, Results, Settings, Tally, run as run_series,
};
use dicot_arena::process::Program;
use dicot_rulesets::bots;

use super::bot::BotArgs;
use super::record::RecordArgs;
use crate::command::{Command, Failure, Options, Status};
use crate::ctrl_c;
use crate::failure::report;
use crate::input::without_mark;
use crate::limits::duration;
use crate::progress::ProgressLine;

/// A bot, on standard input and output
#[derive(Args)]
#[command(after_help = "\
It reads the number of rows, its colour and then, in every turn, the board, the last move and the number of \
moves, and writes a move. It ends with its input.

Example:
  printf '2\\nb\\nw.\\nwb\\nnull\\n1\\n' | dicot codingame bot --bot uct")]
pub(crate) struct BotCommand {
    #[command(flatten)]
    bot: BotArgs<Clobber448>,
    /// The thinking time on the first turn
    #[arg(long, value_name = "TIME", default_value = "750ms", value_parser = duration)]
    first_turn: Duration,
    /// The thinking time on each later turn
    #[arg(long, value_name = "TIME", default_value = "135ms", value_parser = duration)]
    later_turns: Duration,
}

impl Command for BotCommand {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let clock = Clock { first: self.first_turn, later: self.later_turns };
        let input = without_mark(io::stdin().lock())?;
        play(&mut self.bot.bot(options)?, input, io::stdout().lock(), clock)
            .map_err(io::Error::other)?;
        Ok(Status::Done)
    }
}

/// Print the bot as a single file, to compile with `rustc -O --edition 2021` or to submit to CodinGame
#[derive(Args)]
#[command(after_help = "\
Examples:
  dicot codingame export > bot.rs
  rustc -O --edition 2021 bot.rs
  dicot codingame referee --a ./bot --b bot:uct")]
pub(crate) struct ExportArgs {}

impl Command for ExportArgs {
    fn run(self, _: &Options) -> Result<Status, Failure> {
        io::stdout().lock().write_all(dicot_bots::codingame::program().as_bytes())?;
        Ok(Status::Done)
    }
}

/// Games between two programs, with CodinGame's rules and time limits
#[derive(Args)]
#[command(after_help = "\
White moves first. A program loses if its answer is not a legal move or is late, or if the program has ended; \
otherwise a player who cannot move loses. An answer starts with a move like e2e3, or is `random`; after a space there \
may be a comment. Programs may write anything to standard error. Each game starts the programs and ends them.

Ctrl-C ends the series with the results so far, and the status is 130. bot:NAME is the bot of dicot that `dicot codingame bot --bot NAME` runs.

Examples:
  dicot codingame referee --a bot:strong --b bot:uct --games 200
  dicot codingame referee --a ./mine --b 'python3 theirs.py' --games 20 --grace 100ms --record games.jsonl
  dicot codingame referee --a bot:uct --b bot:random --threads 4 --json")]
pub(crate) struct RefereeArgs {
    /// The first program: a command line for the shell, or bot:NAME
    #[arg(long, value_name = "CMD")]
    a: String,
    /// The second program
    #[arg(long, value_name = "CMD")]
    b: String,
    /// The number of games; each opening is played twice, with colours exchanged
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u32,
    /// Decides the openings, what `random` means, and what bot:NAME leaves to chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The time by which an answer may exceed the limits (1000 ms, then 150 ms)
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = duration)]
    grace: Duration,
    /// The number of random moves before the first turn; 0 is CodinGame's own game
    #[arg(long, value_name = "PLIES", default_value_t = 4)]
    opening: u32,
    /// The number of rows, and of columns; CodinGame has 8
    #[arg(long, value_name = "N", default_value_t = 8,
          value_parser = clap::value_parser!(u8).range(1..=21))]
    size: u8,
    /// The number of games that are played in parallel; programs that share a core lose strength, and games on time
    #[arg(long, alias = "parallel", value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    #[command(flatten)]
    record: RecordArgs,
    /// Show what the programs write to standard error
    #[arg(long)]
    show_errors: bool,
}

impl Command for RefereeArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let own = std::env::current_exe()?;
        let shown = self.show_errors;
        let contestant = |command: &str| contestant(command, &own, &options.db.files, shown);
        let contestants = [contestant(&self.a)?, contestant(&self.b)?];
        let settings = Settings {
            games: self.games,
            start: GenClobber::start(self.size, self.size).map_err(io::Error::other)?,
            opening: self.opening,
            seed: self.seed,
            grace: self.grace,
            parallel: self.threads,
        };
        let (mut file, stop) = (self.record.open()?, ctrl_c::interrupt());
        let mut tally = Tally::new(&contestants);
        let (progress, mut faults) = (ProgressLine::new(), 0);
        progress.start();
        let played = run_series(&contestants, &settings, &stop, |game| {
            tally.add(game);
            file.append(&game.record)?;
            if let Some(fault) = &game.record.fault {
                faults += 1;
                if faults <= MAX_FAULTS {
                    progress.clear();
                    report(&describe(game, fault));
                }
            }
            progress.write(|_| {
                let Tally { games, a, b, .. } = &tally;
                format!("{games}/{}: {} to {}", settings.games, a.wins, b.wins)
            });
            Ok(())
        });
        progress.clear();
        let (games, all) = (tally.games, settings.games);
        ctrl_c::set_not_done(format!("{games} of {all} games were played"));
        if tally.games == 0 && played.is_err() {
            return Ok(played.map(|()| Status::Failed)?);
        }
        if faults > MAX_FAULTS {
            report(&format!("and {} more such games", faults - MAX_FAULTS));
        }
        let mut out = io::stdout().lock();
        if options.json {
            serde_json::to_writer(&mut out, &tally)?;
            writeln!(out)?;
        } else {
            write_table(&mut out, &tally)?;
        }
        // The results so far are known, whatever went wrong then.
        played?;
        Ok(Status::done_if(tally.games == settings.games))
    }
}

/// Returns the contestant for a command line, or for one of dicot's bots, which gets the files of values.
fn contestant(
    command: &str,
    own: &Path,
    files: &[PathBuf],
    show_errors: bool,
) -> io::Result<Contestant> {
    let shown =
        move |program: Program| if show_errors { program.showing_errors() } else { program };
    let name = command.to_owned();
    let Some(bot) = command.strip_prefix("bot:").map(str::to_owned) else {
        let command = command.to_owned();
        return Ok(Contestant {
            name,
            program: Box::new(move |_| shown(Program::shell(&command))),
        });
    };
    bots::of::<Clobber448>(&bot, 0).map_err(io::Error::other)?;
    let (own, files) = (own.to_owned(), files.to_owned());
    let program = move |seed: u64| {
        let program = Program::new(&own).arg("codingame").arg("bot").arg("--bot").arg(&bot);
        let program = files.iter().fold(program, |program, file| program.arg("--db").arg(file));
        shown(program.arg("--seed").arg(seed.to_string()))
    };
    Ok(Contestant { name, program: Box::new(program) })
}

/// The maximum number of forfeited games that are reported. A first choice.
const MAX_FAULTS: u32 = 10;

/// Describes who has lost a game, and how.
fn describe(game: &Game, fault: &str) -> String {
    let loser = if game.record.winner == Some(game.a) { "b" } else { "a" };
    let (number, moves) = (game.number + 1, game.record.moves.len());
    let reason = game.record.reason.as_ref().map(ToString::to_string).unwrap_or_default();
    format!("game {number}: {loser} loses after {moves} moves: {reason}, {fault}")
}

fn write_table(out: &mut impl Write, tally: &Tally) -> io::Result<()> {
    let [low, high] = tally.interval.map(|end| 100.0 * end);
    let column = |results: &Results| {
        let ms = |time: f64| format!("{time:.1} ms");
        [
            ("wins", results.wins.to_string()),
            ("  as white", results.wins_as_white.to_string()),
            ("  as black", results.wins_as_black.to_string()),
            ("illegal moves", results.illegal_moves.to_string()),
            ("time-outs", results.time_outs.to_string()),
            ("crashes", results.crashes.to_string()),
            ("slowest first turn", ms(results.slowest_first_ms)),
            ("slowest later turn", ms(results.slowest_later_ms)),
        ]
    };
    writeln!(out, "a: {}\nb: {}\n", tally.a.name, tally.b.name)?;
    writeln!(out, "{:<18} {:>12} {:>12}", format!("{} games", tally.games), "a", "b")?;
    for ((name, a), (_, b)) in column(&tally.a).into_iter().zip(column(&tally.b)) {
        writeln!(out, "{name:<18} {a:>12} {b:>12}")?;
    }
    let score = 100.0 * tally.score;
    writeln!(out, "\na scores {score:.1} % (95 % interval {low:.1} to {high:.1} %)")
}
