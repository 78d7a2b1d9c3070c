//! The record of a game.

use std::time::Duration;

use dicot::Player;
use dicot::rules::{Opening, Turn};

use super::{Game, Reason, Seat};
use crate::matches::{self, GameRecord};

impl From<Reason> for matches::Reason {
    fn from(reason: Reason) -> matches::Reason {
        match reason {
            Reason::NoMove => matches::Reason::NoMoves,
            Reason::Illegal(_) => matches::Reason::IllegalMove,
            Reason::Malformed(_) => matches::Reason::Malformed,
            Reason::Time => matches::Reason::Time,
            Reason::Disconnect => matches::Reason::Disconnected,
            Reason::Shutdown => matches::Reason::Stopped,
        }
    }
}

impl<O: Opening> Game<O> {
    /// Returns the record of the game between these users, player 1 first; `None` if the game is not over. It contains
    /// no passwords.
    ///
    /// If the game ended before the first removal, which decides the colours, player 1 is recorded as Left.
    pub fn record(&self, users: [u64; 2]) -> Option<GameRecord> {
        let ending = self.ending()?;
        let first = self.colour(Seat::One).unwrap_or(Player::Left);
        let player = |seat| if seat == Seat::One { first } else { !first };
        let name = |player| users[usize::from(player != first)].to_string();
        let used = Player::BOTH.map(|player| {
            let own = self.moves().iter().skip(usize::from(player != first)).step_by(2);
            own.map(|(_, took)| *took).sum::<Duration>()
        });
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let moves: Vec<_> = self.moves().iter().map(|&(mv, _)| mv).collect();
        let mut record = GameRecord::of(&Turn::new(*self.start_board(), first), &moves);
        record.game = Some(self.id());
        (record.left, record.right) = (name(Player::Left), name(Player::Right));
        record.winner = ending.winner.map(player);
        record.reason = Some(ending.reason.into());
        record.fault = ending.reason.rule().map(str::to_owned);
        record.seconds = Some(used.into());
        record.times = self.moves().iter().map(|&(_, took)| millis(took)).collect();
        Some(record)
    }
}
