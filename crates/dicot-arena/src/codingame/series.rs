//! A series of games between two programs, and its results.

use std::fmt;
use std::io;
use std::time::Duration;

use dicot::rules::{Clobber448, Position, Turn, clobber::ClobberMove};
use dicot::{Interrupt, Player};
use dicot_bots::Dice;
use serde::Serialize;

use super::game::{Slowest, play};
use super::referee::Referee;
use crate::game::Reason;
use crate::matches::{GameRecord, wilson};
use crate::process::Program;
use crate::series::play_all;

/// One of the two programs of a series.
pub struct Contestant {
    /// The name, for results and records.
    pub name: String,
    /// Creates the program for a game from a seed.
    pub program: Box<dyn Fn(u64) -> Program + Sync>,
}

impl fmt::Debug for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contestant").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The settings of a series.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The number of games. Each pair of games has the same opening, with colours exchanged.
    pub games: u32,
    /// The start position, with White (Right) to move; CodinGame's is `GenClobber::start(8, 8)`.
    pub start: Clobber448,
    /// The number of random moves before the first turn; fewer if the game would be over.
    pub opening: u32,
    /// The seed of the openings and of the moves for the answer `random`.
    pub seed: u64,
    /// The time by which an answer may exceed the limits.
    pub grace: Duration,
    /// The number of games that are played in parallel.
    pub parallel: u32,
}

/// A game of a series.
#[derive(Clone, Debug)]
pub struct Game {
    /// The number of the game, from 0.
    pub number: u32,
    /// The player of the first contestant.
    pub a: Player,
    /// The record of the game.
    pub record: GameRecord,
    /// The slowest turns of Left and Right.
    pub slowest: [Slowest; 2],
}

/// Returns the seed with this number.
fn seed(settings: &Settings, number: u32) -> u64 {
    Dice::new(Dice::new(settings.seed).next() ^ u64::from(number)).next()
}

/// Returns random moves after which the game is not over.
fn opening(settings: &Settings, seed: u64) -> Vec<ClobberMove> {
    let mut dice = Dice::new(seed);
    let mut turn = Turn::new(settings.start, Player::Right);
    let mut moves = Vec::new();
    for _ in 0..settings.opening {
        let after = |mv| {
            let mut after = turn;
            after.position.play_unchecked(turn.to_move, mv);
            after.to_move = !turn.to_move;
            after
        };
        let goes_on = |&mv: &ClobberMove| after(mv).moves().next().is_some();
        let Some(mv) = dice.pick(turn.moves().filter(goes_on)) else { break };
        turn = after(mv);
        moves.push(mv);
    }
    moves
}

/// Plays a game of the series; `None` if it was stopped.
fn play_game(
    contestants: &[Contestant; 2],
    settings: &Settings,
    number: u32,
    stop: &Interrupt,
) -> io::Result<Option<Game>> {
    let opening = opening(settings, seed(settings, number / 2));
    let mut dice = Dice::new(!seed(settings, number));
    let mut referee = Referee::new(settings.start, Player::Right, dice.next());
    for &mv in &opening {
        referee.open(mv).map_err(io::Error::other)?;
    }
    // In even games the first contestant is White, who moves first.
    let a = if number.is_multiple_of(2) { Player::Right } else { Player::Left };
    let [left, right] = Player::BOTH.map(|player| &contestants[usize::from(player != a)]);
    let mut programs =
        [(left.program)(dice.next()).start()?, (right.program)(dice.next()).start()?];
    let played = play(referee, &mut programs, settings.grace, stop);
    drop(programs);
    let Some((referee, slowest)) = played else { return Ok(None) };
    let record = GameRecord {
        seed: Some(settings.seed),
        game: Some(u64::from(number) + 1),
        ..referee.record(&left.name, &right.name)
    };
    Ok(Some(Game { number, a, record, slowest }))
}

/// Plays all games and calls `report` for each of them, in order, until an error occurs or `stop` is set.
///
/// # Errors
/// If a program cannot be started, or `report` fails.
pub fn run(
    contestants: &[Contestant; 2],
    settings: &Settings,
    stop: &Interrupt,
    mut report: impl FnMut(&Game) -> io::Result<()>,
) -> io::Result<()> {
    let play = |number| play_game(contestants, settings, number as u32, stop).transpose();
    play_all(settings.games.into(), settings.parallel as usize, stop, play, |_, game| {
        report(&game?)
    })
}

/// The results of a series.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tally {
    /// The number of games.
    pub games: u32,
    /// The share of games that the first contestant has won.
    pub score: f64,
    /// The 95 % confidence interval of the score: see [`wilson`].
    pub interval: [f64; 2],
    /// The first contestant.
    pub a: Results,
    /// The second contestant.
    pub b: Results,
}

/// The results of one contestant.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Results {
    /// The name of the contestant.
    pub name: String,
    /// The number of games won.
    pub wins: u32,
    /// The number of games won as White (Right), who moves first.
    pub wins_as_white: u32,
    /// The number of games won as Black (Left).
    pub wins_as_black: u32,
    /// The number of games lost by an illegal move.
    pub illegal_moves: u32,
    /// The number of games lost on time.
    pub time_outs: u32,
    /// The number of games lost because the program ended.
    pub crashes: u32,
    /// The maximum time of a first turn, in milliseconds.
    pub slowest_first_ms: f64,
    /// The maximum time of a later turn, in milliseconds.
    pub slowest_later_ms: f64,
}

impl Tally {
    /// Creates the results before the first game.
    pub fn new(contestants: &[Contestant; 2]) -> Tally {
        let [a, b] = contestants
            .each_ref()
            .map(|contestant| Results { name: contestant.name.clone(), ..Results::default() });
        Tally { a, b, interval: [0.0, 1.0], ..Tally::default() }
    }

    /// Adds a game.
    pub fn add(&mut self, game: &Game) {
        for (results, player) in [(&mut self.a, game.a), (&mut self.b, !game.a)] {
            let ms = |time: Duration| time.as_secs_f64() * 1e3;
            let Slowest { first, later } = game.slowest[player as usize];
            results.slowest_first_ms = results.slowest_first_ms.max(ms(first));
            results.slowest_later_ms = results.slowest_later_ms.max(ms(later));
            if game.record.winner == Some(player) {
                results.wins += 1;
                results.wins_as_white += u32::from(player == Player::Right);
                results.wins_as_black += u32::from(player == Player::Left);
                continue;
            }
            match game.record.reason {
                Some(Reason::IllegalMove) => results.illegal_moves += 1,
                Some(Reason::Time) => results.time_outs += 1,
                Some(Reason::Crash) => results.crashes += 1,
                _ => {}
            }
        }
        self.games += 1;
        self.score = f64::from(self.a.wins) / f64::from(self.games);
        self.interval = wilson(self.a.wins.into(), self.games.into());
    }
}

#[cfg(test)]
mod tests {
    use dicot::rules::GenClobber;

    use super::*;

    fn settings(side: u8, plies: u32) -> Settings {
        Settings {
            games: 1,
            start: GenClobber::start(side, side).unwrap(),
            opening: plies,
            seed: 7,
            grace: Duration::ZERO,
            parallel: 1,
        }
    }

    #[test]
    fn openings() {
        for plies in [0, 1, 6, 1000] {
            for number in 0..20 {
                let settings = settings(4, plies);
                let moves = opening(&settings, seed(&settings, number));
                assert!(
                    moves.len() <= plies as usize && (plies > 6 || moves.len() == plies as usize)
                );
                let mut turn = Turn::new(settings.start, Player::Right);
                for &mv in &moves {
                    turn = turn.play(mv).unwrap();
                }
                assert!(turn.moves().next().is_some(), "the game is not over");
                assert_eq!(moves, opening(&settings, seed(&settings, number)));
            }
        }
        let settings = settings(8, 4);
        let texts =
            (0..100).map(|number| format!("{:?}", opening(&settings, seed(&settings, number))));
        let different: std::collections::BTreeSet<String> = texts.collect();
        assert!(different.len() > 95, "{}", different.len());
        assert_eq!(opening(&super::tests::settings(1, 4), 1), []);
    }
}
