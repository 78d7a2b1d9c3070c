//! A match: many games, each opening played twice with the sides exchanged.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use dicot::analysis::KnownValues;
use dicot::rules::{Ruleset, Turn};
use dicot::search::bot::{Bot, Dice};

use super::game::{Terms, play};
use super::record::GameRecord;
use super::results::Results;
use crate::bots::{self, UnknownBot};

/// Makes a bot from a seed.
pub type MakeBot<P> = Box<dyn Fn(u64) -> Box<dyn Bot<P>> + Send + Sync>;

/// Who takes part in a match.
#[non_exhaustive]
pub enum Contestant<P> {
    /// A bot, made anew for each game.
    Bot {
        /// Its name, for records.
        name: String,
        /// What makes it.
        make: MakeBot<P>,
    },
}

impl<P: Ruleset> Contestant<P> {
    /// The bot of that name: see [`bots::of`].
    ///
    /// # Errors
    /// [`UnknownBot`] if the ruleset has none.
    pub fn named(name: &str) -> Result<Contestant<P>, UnknownBot> {
        let make = bots::maker(name)?;
        Ok(Contestant::Bot { name: name.to_owned(), make: Box::new(make) })
    }

    /// The same, with values that were found before for its [endgame](Bot::consult).
    ///
    /// # Examples
    /// ```
    /// use dicot::rules::HugeClobber;
    /// use dicot_arena::matches::Contestant;
    /// let strong = Contestant::<HugeClobber>::named("strong")?.with_known_values(Vec::new());
    /// assert_eq!(strong.name(), "strong");
    /// # Ok::<_, dicot_arena::bots::UnknownBot>(())
    /// ```
    #[must_use]
    pub fn with_known_values(self, values: Vec<Arc<dyn KnownValues>>) -> Contestant<P> {
        let Contestant::Bot { name, make } = self;
        let make = move |seed| {
            let mut bot = make(seed);
            values.iter().for_each(|values| bot.consult(values.clone()));
            bot
        };
        Contestant::Bot { name, make: Box::new(make) }
    }

    /// The name, for records.
    pub fn name(&self) -> &str {
        match self {
            Contestant::Bot { name, .. } => name,
        }
    }

    fn player(&self, seed: u64) -> Box<dyn Bot<P>> {
        match self {
            Contestant::Bot { make, .. } => make(seed),
        }
    }
}

impl<P: Ruleset> fmt::Debug for Contestant<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Contestant").field(&self.name()).finish()
    }
}

/// A match of contestants a and b.
#[derive(Debug)]
pub struct Match<P: Ruleset> {
    start: Turn<P>,
    contestants: [Contestant<P>; 2],
    terms: Terms,
    games: u64,
    opening: usize,
    seed: u64,
    parallel: usize,
    stop: Arc<AtomicBool>,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlayedGame {
    /// Its record.
    pub record: GameRecord,
    /// Which contestant was Left: 0 is a, 1 is b.
    pub left: usize,
    /// The longest move of Left, and of Right.
    pub slowest: [Duration; 2],
}

impl<P: Ruleset> Match<P> {
    /// A match of two games from the start, one after the other.
    pub fn new(start: Turn<P>, contestants: [Contestant<P>; 2], terms: Terms) -> Match<P> {
        let stop = Arc::default();
        Match { start, contestants, terms, games: 2, opening: 0, seed: 0, parallel: 1, stop }
    }

    /// The same with so many games. Of an odd number, the last opening is played only once.
    #[must_use]
    pub fn with_games(self, games: u64) -> Match<P> {
        Match { games, ..self }
    }

    /// The same, with so many random moves at the beginning of each pair of games.
    #[must_use]
    pub fn with_opening(self, plies: usize) -> Match<P> {
        Match { opening: plies, ..self }
    }

    /// The same with another seed, which decides the openings and the seeds of the bots.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Match<P> {
        Match { seed, ..self }
    }

    /// The same, with so many games at once. Bots whose moves depend on nothing but their seed play the same
    /// games.
    #[must_use]
    pub fn with_parallel(self, games: usize) -> Match<P> {
        Match { parallel: games.max(1), ..self }
    }

    /// The same, until another thread sets the flag: then bots answer at once, and games that are not over do not
    /// count.
    #[must_use]
    pub fn with_stop(self, stop: Arc<AtomicBool>) -> Match<P> {
        Match { stop, ..self }
    }

    /// Plays all games, and shows each of them, in their order.
    ///
    /// # Errors
    /// [`MatchError::NoOpening`] if there is none, [`MatchError::Stopped`] by the first error of `each`, after
    /// which no more games are begun.
    ///
    /// # Panics
    /// If a bot does.
    pub fn run<E>(
        &self,
        mut each: impl FnMut(&PlayedGame) -> Result<(), E>,
    ) -> Result<Results, MatchError<E>> {
        let (next, failed) = (AtomicU64::new(0), AtomicBool::new(false));
        let is_stopped = || self.stop.load(Ordering::Relaxed);
        let play_games = |sender: Sender<_>| {
            while !failed.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games {
                    break;
                }
                let game = self.play(number);
                if is_stopped() || sender.send((number, game)).is_err() {
                    break;
                }
            }
        };
        let mut results = Results::default();
        thread::scope(|scope| {
            let (sender, games) = channel();
            for _ in 0..self.parallel {
                let (sender, play_games) = (sender.clone(), &play_games);
                let thread = thread::Builder::new().stack_size(STACK_BYTES);
                if thread.spawn_scoped(scope, move || play_games(sender)).is_err() {
                    // Those that there are play all games.
                    break;
                }
            }
            drop(sender);
            let (mut early, mut due) = (BTreeMap::new(), 0);
            for (number, game) in games {
                early.insert(number, game);
                while let Some(game) = early.remove(&due) {
                    due += 1;
                    let shown = game.ok_or(MatchError::NoOpening).and_then(|game| {
                        results.add(&game);
                        each(&game).map_err(MatchError::Stopped)
                    });
                    if shown.is_err() {
                        failed.store(true, Ordering::Relaxed);
                        return shown;
                    }
                }
            }
            let is_done = due == self.games || is_stopped();
            if is_done { Ok(()) } else { Err(MatchError::NoThreads) }
        })?;
        Ok(results)
    }

    /// One of the games, with bots of its own; `None` if there is no opening.
    fn play(&self, number: u64) -> Option<PlayedGame> {
        let opening = self.opening(number / 2)?;
        // In even games contestant a (0) is Left.
        let left = (number % 2) as usize;
        let players = [left, 1 - left];
        let bots = players.map(|n| {
            let seed = mixed(mixed(mixed(self.seed) ^ number) ^ n as u64);
            let mut bot = self.contestants[n].player(seed);
            bot.heed(Arc::clone(&self.stop));
            bot
        });
        let ending = play(&self.start, &opening, bots, &self.terms);
        let [left_name, right_name] = players.map(|n| self.contestants[n].name().to_owned());
        let record = GameRecord {
            left: left_name,
            right: right_name,
            winner: ending.winner,
            reason: Some(ending.reason),
            fault: ending.fault,
            seconds: Some(ending.used.into()),
            opening: opening.len().min(ending.moves.len()),
            seed: Some(self.seed),
            game: Some(number + 1),
            ..GameRecord::of(&self.start, &ending.moves)
        };
        Some(PlayedGame { record, left, slowest: ending.slowest })
    }

    /// The moves with which both games of a pair begin: after them whoever is to move can move, but not end
    /// the game at once.
    fn opening(&self, pair: u64) -> Option<Vec<P::Move>> {
        if self.opening == 0 {
            return self.start.moves().next().map(|_| Vec::new());
        }
        let mut dice = Dice::new(mixed(!mixed(self.seed) ^ pair));
        (0..ATTEMPTS).find_map(|_| {
            let (mut turn, mut moves) = (self.start.clone(), Vec::new());
            for _ in 0..self.opening {
                let mv = dice.pick(turn.moves())?;
                turn.position.play_unchecked(turn.to_move, mv);
                turn.to_move = !turn.to_move;
                moves.push(mv);
            }
            let goes_on = |option: P| option.moves(!turn.to_move).next().is_some();
            let mut options = turn.position.options(turn.to_move).peekable();
            (options.peek().is_some() && options.all(goes_on)).then_some(moves)
        })
    }
}

/// How many openings are tried before there is none.
const ATTEMPTS: u32 = 1000;

/// Bots may search deep.
const STACK_BYTES: usize = 64 << 20;

/// Another number, which looks like chance.
fn mixed(n: u64) -> u64 {
    Dice::new(n).next()
}

/// Why a match was not played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MatchError<E> {
    /// No opening was found from which a game is worth playing.
    NoOpening,
    /// The system has no thread to spare.
    NoThreads,
    /// Whoever looked at the games wanted no more.
    Stopped(E),
}

impl<E: fmt::Display> fmt::Display for MatchError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::NoOpening => f.write_str(
                "there is no opening after which a player can move, but not end the game at once",
            ),
            MatchError::NoThreads => f.write_str("the system has no thread to spare"),
            MatchError::Stopped(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> Error for MatchError<E> {}
