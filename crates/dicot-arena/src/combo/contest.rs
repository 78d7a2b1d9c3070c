//! A round-robin contest: any two contestants play two games, one with each assignment of colours.

use std::cmp::Reverse;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use dicot::rules::{Combo, Turn};
use dicot::{Interrupt, Player};
use serde::Serialize;

use super::seat::{Seat, play};
use crate::game::{End, Game, Reason, Terms};
use crate::process::Program;
use crate::series::play_all;

/// A contestant: a program and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name of the file or directory.
    pub name: String,
    /// The program.
    program: PathBuf,
}

impl Entry {
    /// Creates a contestant.
    pub fn new(name: impl Into<String>, program: impl Into<PathBuf>) -> Entry {
        Entry { name: name.into(), program: program.into() }
    }

    /// Starts the program in its own directory.
    fn start(&self) -> io::Result<Seat> {
        let mut program = Program::new(&self.program);
        if let Some(directory) = self.program.parent() {
            program = program.in_directory(directory);
        }
        Seat::start(&mut program)
    }
}

/// Returns the contestants in a directory, sorted by name: each file is a program, and each subdirectory contains a
/// program `start`.
///
/// Names that start with a dot are skipped. Whether the programs can be started is not checked.
///
/// # Errors
/// If the directory cannot be read.
pub fn entries(directory: &Path) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    // Paths must be absolute, because each program is started in its own directory.
    for entry in directory.canonicalize()?.read_dir()? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !name.starts_with('.') {
            let program = if path.is_dir() { path.join("start") } else { path };
            entries.push(Entry { name, program });
        }
    }
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(entries)
}

/// The settings of a contest.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The start position of each game.
    pub start: Turn<Combo>,
    /// The terms of each game.
    pub terms: Terms,
    /// The number of games that are played in parallel.
    pub parallel: NonZeroUsize,
}

/// A game of a contest.
#[derive(Clone, Debug)]
pub struct Played {
    /// The index of the entry that is black.
    pub black: usize,
    /// The index of the entry that is white.
    pub white: usize,
    /// The finished game.
    pub game: Game<Turn<Combo>>,
}

/// Plays a contest, calls `report` for each game, in order, and returns the standings, the best first.
///
/// Each game starts its own copies of the programs and ends them. A program that cannot be started loses. When `stop`
/// is set, no more games start, and unfinished games do not count.
///
/// # Errors
/// If no thread can be started.
pub fn run(
    entries: &[Entry],
    settings: &Settings,
    stop: &Interrupt,
    mut report: impl FnMut(&Played),
) -> io::Result<Vec<Standing>> {
    let pairs = (0..entries.len()).flat_map(|i| (0..entries.len()).map(move |j| (i, j)));
    let games: Vec<(usize, usize)> = pairs.filter(|(i, j)| i != j).collect();
    let mut standings: Vec<Standing> = entries.iter().map(Standing::new).collect();
    let play = |number: u64| {
        let &(black, white) = games.get(usize::try_from(number).ok()?)?;
        let game = game(&entries[black], &entries[white], settings, stop);
        Some(Played { black, white, game })
    };
    play_all(games.len() as u64, settings.parallel.get(), stop, play, |_, played| {
        standings[played.black].count(&played.game, Player::Left);
        standings[played.white].count(&played.game, Player::Right);
        report(&played);
        io::Result::Ok(())
    })?;
    standings.sort_by_key(|standing| {
        (Reverse((standing.wins, standing.pieces, standing.clock)), standing.name.clone())
    });
    Ok(standings)
}

/// Plays a game of a contest. If a program cannot be started, the game ends before its first move.
fn game(black: &Entry, white: &Entry, settings: &Settings, stop: &Interrupt) -> Game<Turn<Combo>> {
    let Settings { start, terms, .. } = settings;
    let not_started = |winner, error: io::Error| {
        let mut game = Game::new(start.clone(), *terms);
        game.finish(End { winner, reason: Reason::NotStarted, fault: Some(error.to_string()) });
        game
    };
    match (black.start(), white.start()) {
        (Ok(mut left), Ok(mut right)) => play(start.clone(), *terms, &mut left, &mut right, stop),
        (Err(error), Ok(_)) => not_started(Some(Player::Right), error),
        (Ok(_), Err(error)) => not_started(Some(Player::Left), error),
        (Err(error), Err(_)) => not_started(None, error),
    }
}

/// The results of a contestant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The name.
    pub name: String,
    /// Games won.
    pub wins: u32,
    /// Games lost.
    pub losses: u32,
    /// Games without a winner.
    pub draws: u32,
    /// Games lost because the program could not be started; they are included in `losses`.
    pub not_started: u32,
    /// The total number of the contestant's stones at the ends of the games.
    pub pieces: u32,
    /// The total time left on the clock at the ends of the games.
    #[serde(rename = "clock_seconds", serialize_with = "seconds")]
    pub clock: Duration,
}

fn seconds<S: serde::Serializer>(clock: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(clock.as_secs_f64())
}

impl Standing {
    fn new(entry: &Entry) -> Standing {
        Standing {
            name: entry.name.clone(),
            wins: 0,
            losses: 0,
            draws: 0,
            not_started: 0,
            pieces: 0,
            clock: Duration::ZERO,
        }
    }

    /// Adds a game in which the contestant was this player.
    fn count(&mut self, game: &Game<Turn<Combo>>, player: Player) {
        let Some(end) = game.end() else { return };
        match &end.reason {
            Reason::Stopped => return,
            // The stones and the time of a game that did not start do not count.
            Reason::NotStarted if end.winner != Some(player) => {
                self.losses += 1;
                self.not_started += 1;
                return;
            }
            _ => {}
        }
        match end.winner {
            Some(winner) if winner == player => self.wins += 1,
            Some(_) => self.losses += 1,
            None => self.draws += 1,
        }
        self.pieces += game.turn().position.total(player);
        self.clock += game.clock(player).unwrap_or_default();
    }
}
