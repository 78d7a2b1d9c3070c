//! A contest: everybody plays everybody, once with each colour.

use std::cmp::Reverse;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use dicot::Player;
use dicot::rules::{Combo, Turn};
use serde::Serialize;

use super::game::{Game, Reason, Terms};
use super::seat::{Seat, play};
use crate::process::Program;

/// A contestant: a program and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name of the file or directory.
    pub name: String,
    /// The program.
    program: PathBuf,
}

impl Entry {
    /// A program as a contestant.
    pub fn new(name: impl Into<String>, program: impl Into<PathBuf>) -> Entry {
        Entry { name: name.into(), program: program.into() }
    }

    /// Starts the program, in the directory in which it lies.
    fn start(&self) -> io::Result<Seat> {
        let mut program = Program::new(&self.program);
        if let Some(directory) = self.program.parent() {
            program = program.in_directory(directory);
        }
        Seat::start(&mut program)
    }
}

/// The contestants of a directory, by name: of a directory in it the program `start`, and of a file the file.
///
/// Names that begin with a dot are left out. Whether the programs can be started is not looked at.
///
/// # Errors
/// If the directory cannot be read.
pub fn entries(directory: &Path) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    // A program is started in its own directory, from where a relative path leads elsewhere.
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

/// How a contest is played.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The position at the start of each game.
    pub start: Turn<Combo>,
    /// What holds in each game.
    pub terms: Terms,
    /// How many games are played at a time.
    pub parallel: NonZeroUsize,
}

/// A game of a contest.
#[derive(Clone, Debug)]
pub struct Played {
    /// The number of the entry that is black.
    pub black: usize,
    /// The number of the entry that is white.
    pub white: usize,
    /// The game, to its end.
    pub game: Game,
}

/// Plays a contest, and shows each game when it has ended; then gives the standings, the best first.
///
/// Programs are started anew for each game, and ended after it. One that cannot be started loses. When `stop`
/// becomes true no more games begin, and those that are not over do not count.
pub fn run(
    entries: &[Entry],
    settings: &Settings,
    stop: &AtomicBool,
    mut show: impl FnMut(&Played),
) -> Vec<Standing> {
    let numbers = 0..entries.len();
    let pairs: Vec<(usize, usize)> =
        numbers.clone().flat_map(|i| numbers.clone().map(move |j| (i, j))).collect();
    let games: Vec<(usize, usize)> = pairs.into_iter().filter(|(i, j)| i != j).collect();
    let mut standings: Vec<Standing> = entries.iter().map(Standing::new).collect();
    let next = AtomicUsize::new(0);
    let (sender, ended) = channel();
    thread::scope(|scope| {
        for _ in 0..settings.parallel.get().min(games.len()) {
            let (sender, games, next) = (sender.clone(), &games, &next);
            scope.spawn(move || {
                while let Some(&(black, white)) = games.get(next.fetch_add(1, Ordering::Relaxed))
                    && !stop.load(Ordering::Relaxed)
                {
                    let game = game(&entries[black], &entries[white], settings, stop);
                    if sender.send(Played { black, white, game }).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for played in ended {
            standings[played.black].count(&played.game, Player::Left);
            standings[played.white].count(&played.game, Player::Right);
            show(&played);
        }
    });
    standings.sort_by_key(|standing| {
        (Reverse((standing.wins, standing.pieces, standing.clock)), standing.name.clone())
    });
    standings
}

/// A game of a contest, or the reason why there is none.
fn game(black: &Entry, white: &Entry, settings: &Settings, stop: &AtomicBool) -> Game {
    let Settings { start, terms, .. } = settings;
    let not_started = |winner, why: String| {
        let mut game = Game::new(start.clone(), terms.clone());
        game.call_off(winner, Reason::NotStarted(why));
        game
    };
    match (black.start(), white.start()) {
        (Ok(mut left), Ok(mut right)) => {
            play(start.clone(), terms.clone(), &mut left, &mut right, stop)
        }
        (Err(error), Ok(_)) => not_started(Some(Player::Right), error.to_string()),
        (Ok(_), Err(error)) => not_started(Some(Player::Left), error.to_string()),
        (Err(error), Err(_)) => not_started(None, error.to_string()),
    }
}

/// How a contestant stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The name.
    pub name: String,
    /// Games won.
    pub wins: u32,
    /// Games lost.
    pub losses: u32,
    /// Games that nobody won.
    pub draws: u32,
    /// Games lost because the program could not be started; they count among those lost.
    pub not_started: u32,
    /// Stones left at the end, in all games together.
    pub pieces: u32,
    /// Time left on the clock at the end, in all games together.
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

    /// Adds a game in which the contestant was that player.
    fn count(&mut self, game: &Game, player: Player) {
        let Some(end) = game.end() else { return };
        match &end.reason {
            Reason::Stopped => return,
            // Stones that were never played with are no merit.
            Reason::NotStarted(_) if end.winner != Some(player) => {
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
