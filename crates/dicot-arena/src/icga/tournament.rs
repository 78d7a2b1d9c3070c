//! Who plays whom, and how it stands.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;

use dicot::Player;
use serde::Serialize;

use super::referee::{End, Reason};

/// The players of a tournament, who has met whom, and the results.
///
/// Whoever is free is matched with the free player it has met least. Between two players colours alternate.
///
/// # Examples
/// ```
/// use dicot_arena::icga::Tournament;
/// let mut tournament = Tournament::new(Some(1), None);
/// let alpha = tournament.join("alpha")?;
/// let beta = tournament.join("beta")?;
/// assert_eq!(tournament.opponent(beta, &[alpha]), Some(alpha));
/// assert_eq!(tournament.begin(alpha, beta), [alpha, beta]); // black, white
/// assert_eq!(tournament.begin(alpha, beta), [beta, alpha]);
/// assert_eq!(tournament.opponent(beta, &[alpha]), None); // one game each way
/// # Ok::<_, dicot_arena::icga::JoinError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tournament {
    /// How many games any two play each way; without a number, there is no end.
    games: Option<u64>,
    /// The number of players, if it is fixed.
    players: Option<usize>,
    rows: Vec<Row>,
    /// How often two have met, the lower number first.
    met: HashMap<[usize; 2], u64>,
}

/// A player's results.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Row {
    /// The name, with `#2` and so on if others of that name came before.
    pub name: String,
    /// How many games were won.
    pub won: u64,
    /// How many games were lost, whyever.
    pub lost: u64,
    /// How many of those by illegal moves, malformed lines, time, or going away.
    pub forfeited: u64,
    /// How many lines came out of turn and were thrown away.
    pub discarded: u64,
    /// Whether the player is connected.
    pub connected: bool,
    /// How many games were begun.
    #[serde(skip)]
    begun: u64,
}

/// No more players are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JoinError;

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no more players are taken")
    }
}

impl Error for JoinError {}

/// How many names there can be if the number of players is not fixed. Beyond that, of those who have gone the one with
/// the fewest games is forgotten.
const NAMES: usize = 4096;

impl Tournament {
    /// Without players; any two play `games` games each way, or go on for ever; `players` is the number of players,
    /// if it is fixed.
    pub fn new(games: Option<u64>, players: Option<usize>) -> Tournament {
        Tournament { games, players, rows: Vec::new(), met: HashMap::new() }
    }

    /// Lets a player in; its number. One of that name who has gone comes back so.
    ///
    /// # Errors
    /// [`JoinError`] if there are too many names already.
    pub fn join(&mut self, name: &str) -> Result<usize, JoinError> {
        let back = |row: &Row| !row.connected && is_of(row, name);
        let gone = self.rows.iter().position(back);
        // Who comes and goes without a game leaves nothing behind: rows are not for filling memory.
        let unused = || self.rows.iter().position(|row| !row.connected && row.begun == 0);
        let full = self.rows.len() >= self.players.unwrap_or(NAMES);
        let number = match gone.or_else(unused) {
            Some(number) => number,
            None if !full => self.rows.len(),
            None => self.forgettable().ok_or(JoinError)?,
        };
        if gone.is_none() {
            let row = Row { name: self.free_name(name), ..Row::default() };
            if number < self.rows.len() {
                self.rows[number] = row;
                self.met.retain(|pair, _| !pair.contains(&number));
            } else {
                self.rows.push(row);
            }
        }
        self.rows[number].connected = true;
        Ok(number)
    }

    /// Whose row another one may have.
    fn forgettable(&self) -> Option<usize> {
        let gone = (0..self.rows.len()).filter(|&number| !self.rows[number].connected);
        gone.min_by_key(|&number| self.rows[number].begun).filter(|_| self.players.is_none())
    }

    fn free_name(&self, name: &str) -> String {
        let is_free = |name: &String| self.rows.iter().all(|row| row.name != *name);
        let numbered = (2..).map(|n: usize| format!("{name}#{n}"));
        std::iter::once(name.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
    }

    /// Notes that a player has gone.
    pub fn leave(&mut self, number: usize) {
        self.rows[number].connected = false;
    }

    /// The one of the free players to play with next: whom it has met least, the first of those; `None` if it has
    /// no games left with any of them.
    pub fn opponent(&self, number: usize, free: &[usize]) -> Option<usize> {
        let met = |&other: &usize| self.met.get(&pair(number, other)).copied().unwrap_or(0);
        let left = |other: &usize| self.games.is_none_or(|games| met(other) < 2 * games);
        free.iter().copied().filter(|&other| other != number).filter(left).min_by_key(met)
    }

    /// Begins a game of two players; who is black, then who is white.
    pub fn begin(&mut self, one: usize, other: usize) -> [usize; 2] {
        self.rows[one].begun += 1;
        self.rows[other].begun += 1;
        let met = self.met.entry(pair(one, other)).or_default();
        *met += 1;
        let [low, high] = pair(one, other);
        if *met % 2 == 1 { [low, high] } else { [high, low] }
    }

    /// Notes how a game has ended, given who was black and who was white.
    pub fn record(&mut self, [black, white]: [usize; 2], end: End) {
        let (winner, loser) =
            if end.winner == Player::Left { (black, white) } else { (white, black) };
        self.rows[winner].won += 1;
        self.rows[loser].lost += 1;
        let forfeited = !matches!(end.reason, Reason::NoMove);
        self.rows[loser].forfeited += u64::from(forfeited);
    }

    /// Notes lines that were thrown away.
    pub fn discarded(&mut self, number: usize, lines: u64) {
        self.rows[number].discarded += lines;
    }

    /// Whether all games between all players have begun.
    pub fn is_complete(&self) -> bool {
        let pairs = self.rows.len() * self.rows.len().saturating_sub(1) / 2;
        self.games.is_some_and(|games| {
            games == 0 || self.met.len() == pairs && self.met.values().all(|&met| met >= 2 * games)
        })
    }

    /// How many players are connected.
    pub fn connected(&self) -> usize {
        self.rows.iter().filter(|row| row.connected).count()
    }

    /// The players' results, by number.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }
}

/// Whether the row is that of somebody of that name, perhaps with a number.
fn is_of(row: &Row, name: &str) -> bool {
    row.name.strip_prefix(name).is_some_and(|rest| {
        let number = rest.strip_prefix('#').map(str::parse::<usize>);
        rest.is_empty() || matches!(number, Some(Ok(_)))
    })
}

/// The two with the lower number first.
fn pair(one: usize, other: usize) -> [usize; 2] {
    [one.min(other), one.max(other)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let mut tournament = Tournament::new(None, Some(3));
        let mut join = |name: &str| tournament.join(name);
        assert_eq!([join("a"), join("a"), join("a")], [Ok(0), Ok(1), Ok(2)]);
        assert_eq!(join("a"), Err(JoinError));
        let names = |tournament: &Tournament| {
            let names: Vec<_> = tournament.rows().iter().map(|row| row.name.clone()).collect();
            names.join(" ")
        };
        assert_eq!(names(&tournament), "a a#2 a#3");
        // Who has played keeps its row and can come back; the row of another is free.
        tournament.begin(0, 1);
        tournament.leave(1);
        tournament.leave(2);
        assert_eq!(tournament.connected(), 1);
        assert_eq!(tournament.join("b"), Ok(2));
        assert_eq!(tournament.join("c"), Err(JoinError));
        assert_eq!(tournament.join("a"), Ok(1));
        assert_eq!(names(&tournament), "a a#2 b");
        assert_eq!(tournament.join("a"), Err(JoinError));
    }

    #[test]
    fn names_do_not_fill_memory() {
        let mut tournament = Tournament::new(None, None);
        for i in 0..NAMES {
            assert_eq!(tournament.join(&format!("p{i}")), Ok(i));
        }
        assert_eq!(tournament.join("x"), Err(JoinError));
        for games in [[7, 8], [8, 9], [9, 7], [7, 8]] {
            tournament.begin(games[0], games[1]);
        }
        (7..=9).for_each(|number| tournament.leave(number));
        assert_eq!(tournament.join("x"), Ok(9));
        assert_eq!(
            tournament.rows()[9],
            Row { name: "x".into(), connected: true, ..Row::default() }
        );
        assert_eq!(tournament.begin(9, 7), [7, 9]);
    }

    /// Five players, free at random times, play each other three times each way.
    #[test]
    fn everybody_meets_everybody() {
        use dicot::search::bot::Dice;
        let mut tournament = Tournament::new(Some(3), Some(5));
        let mut free: Vec<usize> = Vec::new();
        let mut playing: Vec<[usize; 2]> = Vec::new();
        let mut played = HashMap::new();
        let mut coming: Vec<usize> =
            ["a", "b", "c", "d", "e"].map(|name| tournament.join(name).unwrap()).to_vec();
        let mut dice = Dice::new(1);
        loop {
            for number in coming.drain(..) {
                match tournament.opponent(number, &free) {
                    Some(other) => {
                        free.retain(|&waiting| waiting != other);
                        playing.push(tournament.begin(number, other));
                    }
                    None => free.push(number),
                }
            }
            if playing.is_empty() {
                break;
            }
            let ended = playing.swap_remove(dice.below(playing.len() as u64) as usize);
            *played.entry(ended).or_insert(0) += 1;
            let end = End { winner: Player::Left, reason: Reason::NoMove };
            tournament.record(ended, end);
            coming.extend(ended);
        }
        assert!(tournament.is_complete());
        assert_eq!(played.len(), 20);
        assert!(played.values().all(|&games| games == 3));
        assert!(tournament.rows().iter().all(|row| (row.won, row.lost) == (12, 12)));
    }
}
