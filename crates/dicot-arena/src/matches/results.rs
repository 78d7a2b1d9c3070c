//! The results of a match.

use std::time::Duration;

use dicot::Player;

use super::series::PlayedGame;
use crate::game::Reason;

/// The results of a contestant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// The number of games won as Left and as Right.
    pub wins: [u64; 2],
    /// The number of games lost by a forfeit, for example on time or by an illegal move.
    pub forfeits: u64,
    /// The longest move.
    pub slowest: Duration,
}

impl Tally {
    /// The number of games won.
    pub fn won(&self) -> u64 {
        self.wins[0] + self.wins[1]
    }
}

/// The two games with one opening: contestant a is Left in the first, b in the second.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pair {
    /// The moves of the opening.
    pub opening: Vec<String>,
    /// The winner of each game: 0 is contestant a, 1 is b; `None` for a draw.
    pub winners: Vec<Option<usize>>,
}

/// The results of a match between contestants a and b.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Results {
    /// The results of a and of b.
    pub tallies: [Tally; 2],
    /// The number of games without a winner.
    pub draws: u64,
    /// The games by opening.
    pub pairs: Vec<Pair>,
}

impl Results {
    /// Adds the next game.
    pub(super) fn add(&mut self, game: &PlayedGame) {
        let PlayedGame { record, left, slowest } = game;
        let contestant = |player| if player == Player::Left { *left } else { 1 - left };
        for player in Player::BOTH {
            let tally = &mut self.tallies[contestant(player)];
            tally.slowest = tally.slowest.max(slowest[player as usize]);
        }
        match record.winner {
            Some(winner) => {
                self.tallies[contestant(winner)].wins[winner as usize] += 1;
                let forfeit = record.reason.as_ref().is_some_and(Reason::is_forfeit);
                self.tallies[contestant(!winner)].forfeits += u64::from(forfeit);
            }
            None => self.draws += 1,
        }
        let winner = record.winner.map(contestant);
        match self.pairs.last_mut().filter(|pair| pair.winners.len() < 2) {
            Some(pair) => pair.winners.push(winner),
            None => {
                let opening = record.moves[..record.opening].to_vec();
                self.pairs.push(Pair { opening, winners: vec![winner] });
            }
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.draws + self.tallies.iter().map(Tally::won).sum::<u64>()
    }

    /// The points of a: 1 for each game won, 1/2 for each draw.
    pub fn points(&self) -> f64 {
        self.tallies[0].won() as f64 + self.draws as f64 / 2.0
    }

    /// The share of the points of a, from 0 to 1, and its 95 % confidence interval: see [`wilson`].
    pub fn score(&self) -> (f64, [f64; 2]) {
        let games = self.games().max(1) as f64;
        (self.points() / games, wilson(self.points(), self.games()))
    }
}

/// Returns the 95 % confidence interval of the expected share of points per game (the Wilson score interval); from 0 to
/// 1 without games.
///
/// Source: Wilson, *Probable inference, the law of succession, and statistical inference* (1927).
///
/// # Examples
/// ```
/// let [low, high] = dicot_arena::matches::wilson(190.0, 200);
/// assert_eq!(format!("{low:.4} to {high:.4}"), "0.9104 to 0.9726");
/// ```
pub fn wilson(points: f64, games: u64) -> [f64; 2] {
    /// The quantile 0.975 of the normal distribution.
    const Z: f64 = 1.959_963_984_540_054;
    if games == 0 {
        return [0.0, 1.0];
    }
    let n = games as f64;
    let share = points / n;
    let middle = share + Z * Z / (2.0 * n);
    let radius = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let bound = |sum: f64| (sum / (1.0 + Z * Z / n)).clamp(0.0, 1.0);
    [bound(middle - radius), bound(middle + radius)]
}
