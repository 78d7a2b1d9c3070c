//! Pairings and results.

use std::collections::HashMap;

use serde::Serialize;

use crate::matches::GameRecord;

/// The players of a tournament, their pairings and their results.
///
/// A free player is paired with the free player that it has played least. Between two players, colours alternate.
///
/// # Examples
/// ```
/// use dicot_arena::icga::Tournament;
/// let mut tournament = Tournament::new(Some(1), None);
/// let alpha = tournament.join("alpha")?;
/// let beta = tournament.join("beta")?;
/// assert_eq!(tournament.opponent(beta, &[alpha]), Some(alpha));
/// assert_eq!(tournament.start_game(alpha, beta), [alpha, beta]); // black, white
/// assert_eq!(tournament.start_game(alpha, beta), [beta, alpha]);
/// assert_eq!(tournament.opponent(beta, &[alpha]), None); // one game with each assignment of colours
/// # Ok::<_, dicot_arena::icga::JoinError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The number of games that any two players play with each assignment of colours; `None` for no limit.
    games: Option<u64>,
    /// The number of players, if it is fixed.
    players: Option<usize>,
    rows: Vec<Row>,
    /// The number of games started by each pair, with the lower number first.
    games_by_pair: HashMap<[usize; 2], u64>,
}

/// The results of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Row {
    /// The name, with a suffix `#2`, `#3`, .. if an earlier player has the same name.
    pub name: String,
    /// The number of games won.
    pub won: u64,
    /// The number of games lost, including forfeits.
    pub lost: u64,
    /// The number of games lost by illegal moves, malformed lines, time or disconnection, or
    /// because the tournament was stopped on the player's turn.
    pub forfeited: u64,
    /// The number of lines out of turn, which were discarded.
    pub discarded: u64,
    /// Whether the player is connected.
    pub connected: bool,
    /// The number of games started.
    #[serde(skip)]
    started: u64,
}

/// The error for a tournament that is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tournament is full")]
pub struct JoinError;

/// The maximum number of rows if the number of players is not fixed. When it is reached, a new player replaces the
/// disconnected one with the fewest games. A first choice (as many as the default limit on connections), not compared
/// with others.
const MAX_ROWS: usize = 4096;

impl Tournament {
    /// Creates a tournament without players. Any two play `games` games with each assignment of colours, without limit
    /// if it is `None`; `players` is the number of players if it is fixed.
    pub fn new(games: Option<u64>, players: Option<usize>) -> Tournament {
        Tournament { games, players, rows: Vec::new(), games_by_pair: HashMap::new() }
    }

    /// Adds a player and returns its number. A disconnected player of the same name gets its row back.
    ///
    /// # Errors
    /// [`JoinError`] if all rows are taken.
    pub fn join(&mut self, name: &str) -> Result<usize, JoinError> {
        let is_rejoin = |row: &Row| !row.connected && has_name(row, name);
        let own = self.rows.iter().position(is_rejoin);
        // Rows without a game are reused first, so that connecting repeatedly does not fill memory.
        let unused = || self.rows.iter().position(|row| !row.connected && row.started == 0);
        let full = self.rows.len() >= self.players.unwrap_or(MAX_ROWS);
        let number = match own.or_else(unused) {
            Some(number) => number,
            None if !full => self.rows.len(),
            None => self.replaceable().ok_or(JoinError)?,
        };
        if own.is_none() {
            let row = Row { name: self.free_name(name), ..Row::default() };
            if number < self.rows.len() {
                self.rows[number] = row;
                self.games_by_pair.retain(|pair, _| !pair.contains(&number));
            } else {
                self.rows.push(row);
            }
        }
        self.rows[number].connected = true;
        Ok(number)
    }

    /// The disconnected player with the fewest games, whose row a new player may take.
    fn replaceable(&self) -> Option<usize> {
        let disconnected = (0..self.rows.len()).filter(|&number| !self.rows[number].connected);
        let fewest = disconnected.min_by_key(|&number| self.rows[number].started);
        fewest.filter(|_| self.players.is_none())
    }

    fn free_name(&self, name: &str) -> String {
        let is_free = |name: &String| self.rows.iter().all(|row| row.name != *name);
        let numbered = (2..).map(|n: usize| format!("{name}#{n}"));
        std::iter::once(name.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
    }

    /// Marks a player as disconnected.
    pub fn leave(&mut self, number: usize) {
        self.rows[number].connected = false;
    }

    /// Returns the free player to play next: the first of those that the player has played least; `None` if it has no
    /// games left with any of them.
    pub fn opponent(&self, number: usize, free: &[usize]) -> Option<usize> {
        let games =
            |&other: &usize| self.games_by_pair.get(&pair(number, other)).copied().unwrap_or(0);
        let has_games_left = |other: &usize| self.games.is_none_or(|max| games(other) < 2 * max);
        let others = free.iter().copied().filter(|&other| other != number);
        others.filter(has_games_left).min_by_key(games)
    }

    /// Starts a game of two players and returns their numbers, black first.
    pub fn start_game(&mut self, a: usize, b: usize) -> [usize; 2] {
        self.rows[a].started += 1;
        self.rows[b].started += 1;
        let games = self.games_by_pair.entry(pair(a, b)).or_default();
        *games += 1;
        let [low, high] = pair(a, b);
        if *games % 2 == 1 { [low, high] } else { [high, low] }
    }

    /// Adds the result of a game between these players.
    pub fn record(&mut self, numbers: [usize; 2], game: &GameRecord) {
        let Some(winner) = game.winner else { return };
        self.rows[numbers[winner as usize]].won += 1;
        let loser = &mut self.rows[numbers[!winner as usize]];
        loser.lost += 1;
        loser.forfeited += u64::from(game.forfeited_by().is_some());
    }

    /// Counts discarded lines of a player.
    pub fn discarded(&mut self, number: usize, lines: u64) {
        self.rows[number].discarded += lines;
    }

    /// Whether all games of all pairs have started.
    pub fn is_complete(&self) -> bool {
        let pairs = self.rows.len() * self.rows.len().saturating_sub(1) / 2;
        self.games.is_some_and(|games| {
            let complete = self.games_by_pair.values().all(|&started| started >= 2 * games);
            games == 0 || self.games_by_pair.len() == pairs && complete
        })
    }

    /// The number of connected players.
    pub fn connected(&self) -> usize {
        self.rows.iter().filter(|row| row.connected).count()
    }

    /// The results by player number.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }
}

/// Whether the row's name is this name, with or without a number.
fn has_name(row: &Row, name: &str) -> bool {
    row.name.strip_prefix(name).is_some_and(|rest| {
        let number = rest.strip_prefix('#').map(str::parse::<usize>);
        rest.is_empty() || matches!(number, Some(Ok(_)))
    })
}

/// The two numbers, the lower one first.
fn pair(a: usize, b: usize) -> [usize; 2] {
    [a.min(b), a.max(b)]
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
        // A player who has played keeps its row and can rejoin; the row of a player without games is free.
        tournament.start_game(0, 1);
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
        for i in 0..MAX_ROWS {
            assert_eq!(tournament.join(&format!("p{i}")), Ok(i));
        }
        assert_eq!(tournament.join("x"), Err(JoinError));
        for games in [[7, 8], [8, 9], [9, 7], [7, 8]] {
            tournament.start_game(games[0], games[1]);
        }
        (7..=9).for_each(|number| tournament.leave(number));
        assert_eq!(tournament.join("x"), Ok(9));
        assert_eq!(
            tournament.rows()[9],
            Row { name: "x".into(), connected: true, ..Row::default() }
        );
        assert_eq!(tournament.start_game(9, 7), [7, 9]);
    }

    /// Five players who become free at random times play each other three times with each assignment of colours.
    #[test]
    fn all_pairs_play() {
        use dicot_bots::Dice;
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
                        playing.push(tournament.start_game(number, other));
                    }
                    None => free.push(number),
                }
            }
            if playing.is_empty() {
                break;
            }
            let ended = playing.swap_remove(dice.below(playing.len() as u64) as usize);
            *played.entry(ended).or_insert(0) += 1;
            let mut record = GameRecord::new("clobber", "xo", Vec::new());
            record.winner = Some(dicot::Player::Left);
            tournament.record(ended, &record);
            coming.extend(ended);
        }
        assert!(tournament.is_complete());
        assert_eq!(played.len(), 20);
        assert!(played.values().all(|&games| games == 3));
        assert!(tournament.rows().iter().all(|row| (row.won, row.lost) == (12, 12)));
    }
}
