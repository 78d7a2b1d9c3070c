//! A match: a series of games in which each opening is played twice, with the sides exchanged.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};

use dicot::analysis::ValueSource;
use dicot::rules::{AnyMove, AnyPosition, AnyRuleset, Position, Turn};
use dicot::{Interrupt, Player};
use dicot_bots::Dice;
use dicot_rulesets::bots::UnknownBot;
use dicot_rulesets::{AnyBot, AnyTurn, RulesetExt};

use super::game::play;
use super::record::GameRecord;
use super::results::Results;
use crate::game::Terms;
use crate::series::play_all;

/// A contestant of a match: a bot, which is created anew for each game.
pub struct Contestant {
    name: String,
    make: MakeBot,
}

/// Creates a bot from the seed of its random choices.
pub(super) type MakeBot = Box<dyn Fn(u64) -> Box<dyn AnyBot> + Send + Sync>;

impl Contestant {
    /// Creates a contestant with this name, for records, from a function that creates its bot.
    pub fn new(name: impl Into<String>, make: MakeBot) -> Contestant {
        Contestant { name: name.into(), make }
    }

    /// Creates a contestant from the name of a bot: see [`RulesetExt::bot`].
    ///
    /// # Errors
    /// [`UnknownBot`] if the ruleset has no bot of this name.
    pub fn named(ruleset: &AnyRuleset, name: &str) -> Result<Contestant, UnknownBot> {
        Ok(Contestant::new(name, ruleset.bot(name)?.make))
    }

    /// Gives the bot known values for its [endgame](AnyBot::set_value_source).
    ///
    /// # Examples
    /// ```
    /// use dicot_rulesets::library;
    /// use dicot_arena::matches::Contestant;
    /// let clobber = library().find("clobber").unwrap();
    /// let strong = Contestant::named(&clobber, "strong")?.with_value_source(Vec::new());
    /// assert_eq!(strong.name(), "strong");
    /// # Ok::<_, dicot_rulesets::bots::UnknownBot>(())
    /// ```
    #[must_use]
    pub fn with_value_source(self, values: Vec<Arc<dyn ValueSource>>) -> Contestant {
        let Contestant { name, make } = self;
        let make = move |seed| {
            let mut bot = make(seed);
            values.iter().for_each(|values| bot.set_value_source(values.clone()));
            bot
        };
        Contestant::new(name, Box::new(make))
    }

    /// The name, for records.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Debug for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Contestant").field(&self.name()).finish()
    }
}

/// A match of contestants a and b.
#[derive(Debug)]
pub struct Match {
    start: AnyTurn,
    contestants: [Contestant; 2],
    terms: Terms,
    games: u64,
    opening: usize,
    seed: u64,
    parallel: usize,
    stop: Interrupt,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlayedGame {
    /// The record of the game.
    pub record: GameRecord,
    /// The contestant who was Left: 0 is a, 1 is b.
    pub left: usize,
    /// The longest moves of Left and Right.
    pub slowest: [Duration; 2],
}

impl Match {
    /// A match of two games from the start, one after the other.
    pub fn new(start: AnyTurn, contestants: [Contestant; 2], terms: Terms) -> Match {
        let stop = Interrupt::default();
        Match { start, contestants, terms, games: 2, opening: 0, seed: 0, parallel: 1, stop }
    }

    /// Sets the number of games. If it is odd, the last opening is played once.
    #[must_use]
    pub fn with_games(self, games: u64) -> Match {
        Match { games, ..self }
    }

    /// Sets the number of random moves at the start of each pair of games.
    #[must_use]
    pub fn with_opening(self, plies: usize) -> Match {
        Match { opening: plies, ..self }
    }

    /// Sets the seed, which determines the openings and the seeds of the bots.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Match {
        Match { seed, ..self }
    }

    /// Sets the number of games that are played in parallel. Bots whose moves depend only on their seeds play the same
    /// games.
    #[must_use]
    pub fn with_parallel(self, games: usize) -> Match {
        Match { parallel: games.max(1), ..self }
    }

    /// Sets a cancellation flag: when it is set, bots answer soon, and unfinished games do not count.
    #[must_use]
    pub fn with_stop(self, stop: Interrupt) -> Match {
        Match { stop, ..self }
    }

    /// Plays all games and calls `each` for each of them, in order.
    ///
    /// # Errors
    /// [`MatchError::NoOpening`] if no opening is found, [`MatchError::NoThreads`] if no thread can be started, and
    /// [`MatchError::Stopped`] with the first error of `each`, after which no more games are started.
    ///
    /// # Panics
    /// If a bot panics.
    pub fn run<E>(
        &self,
        mut each: impl FnMut(&PlayedGame) -> Result<(), E>,
    ) -> Result<Results, MatchError<E>> {
        let mut results = Results::default();
        let play = |number| {
            let game = self.play(number);
            (!self.stop.is_set()).then_some(game)
        };
        play_all::<_, MatchError<E>>(
            self.games,
            self.parallel,
            &self.stop,
            play,
            |number, game| {
                // After a stop, games that follow one that was not finished do not count either.
                if number == results.games() {
                    let game = game.ok_or(MatchError::NoOpening)?;
                    results.add(&game);
                    each(&game).map_err(MatchError::Stopped)?;
                }
                Ok(())
            },
        )?;
        Ok(results)
    }

    /// Plays one of the games, with its own bots; `None` if no opening is found.
    fn play(&self, number: u64) -> Option<PlayedGame> {
        let opening = self.opening(number / 2)?;
        // In even games contestant a (0) is Left.
        let left = (number % 2) as usize;
        let players = [left, 1 - left];
        let bots = players.map(|n| {
            let seed = mixed(mixed(mixed(self.seed) ^ number) ^ n as u64);
            let mut bot = (self.contestants[n].make)(seed);
            bot.set_interrupt(self.stop.clone());
            bot
        });
        let game = play(&self.start, &opening, bots, self.terms);
        let [left_name, right_name] = players.map(|n| self.contestants[n].name());
        let record = GameRecord {
            opening: opening.len().min(game.moves().len()),
            seed: Some(self.seed),
            game: Some(number + 1),
            ..game.record(left_name, right_name)
        };
        Some(PlayedGame { record, left, slowest: Player::BOTH.map(|player| game.slowest(player)) })
    }

    /// The moves with which both games of a pair begin: after them whoever is to move can move, but not end
    /// the game at once.
    fn opening(&self, pair: u64) -> Option<Vec<AnyMove>> {
        if self.opening == 0 {
            let Turn { position, to_move } = &self.start;
            return (position.move_count(*to_move) > 0).then(Vec::new);
        }
        let mut dice = Dice::new(mixed(!mixed(self.seed) ^ pair));
        (0..MAX_ATTEMPTS).find_map(|_| {
            let (mut turn, mut moves) = (self.start.clone(), Vec::new());
            for _ in 0..self.opening {
                let mv = dice.pick(turn.position.moves(turn.to_move))?;
                turn = turn.play(mv).ok()?;
                moves.push(mv);
            }
            let (player, mut options) =
                (turn.to_move, turn.position.options(turn.to_move).peekable());
            let can_go_on = |option: AnyPosition| option.move_count(!player) > 0;
            (options.peek().is_some() && options.all(can_go_on)).then_some(moves)
        })
    }
}

/// The maximum number of random openings that are tried for a pair. A first choice, not compared with others.
const MAX_ATTEMPTS: u32 = 1000;

/// Returns a pseudorandom number that depends only on `n`.
fn mixed(n: u64) -> u64 {
    Dice::new(n).next()
}

/// Why a match was not played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MatchError<E> {
    /// No opening was found after which the player to move has a move, but none that ends the game at once.
    NoOpening,
    /// No thread could be started.
    NoThreads,
    /// The function that is called for each game returned this error.
    Stopped(E),
}

impl<E> From<io::Error> for MatchError<E> {
    fn from(_: io::Error) -> MatchError<E> {
        MatchError::NoThreads
    }
}

impl<E: fmt::Display> fmt::Display for MatchError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::NoOpening => f.write_str(
                "no opening found after which a player can move, but not end the game at once",
            ),
            MatchError::NoThreads => f.write_str("no thread could be started"),
            MatchError::Stopped(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> Error for MatchError<E> {}
