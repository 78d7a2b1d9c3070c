//! What is written down of a game.

use std::time::Duration;

use dicot::Player;
use dicot::rules::Opening;
use serde::{Serialize, Serializer};

use super::{Game, Seat};

/// A game that is over, as a line of JSON tells it; `dicot replay` reads such lines. There are no passwords in it.
///
/// If the first stone was not removed, so that nobody had a colour, player 1 counts as Left.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GameRecord {
    /// The number of the game.
    pub game: u64,
    /// The ruleset, by the name that it has in the library.
    pub rules: &'static str,
    /// The position at the beginning.
    pub start: String,
    /// Who was player 1, and moved first.
    #[serde(serialize_with = "lower")]
    pub first: Player,
    /// The user who played Left, black.
    pub left: String,
    /// The user who played Right, white.
    pub right: String,
    /// The removals and jumps, as the protocol writes them.
    pub moves: Vec<String>,
    /// Who won; nobody if the server stopped.
    #[serde(serialize_with = "lower_or_null")]
    pub winner: Option<Player>,
    /// Why the game ended: `no moves`, `illegal move`, `malformed`, `time`, `disconnected` or `shutdown`.
    pub reason: &'static str,
    /// What exactly was wrong, if something was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// How long the players took in all.
    pub seconds: Seconds,
    /// How long each move took, in milliseconds.
    pub times: Vec<u64>,
}

/// How long the players took, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Seconds {
    /// Left.
    pub left: f64,
    /// Right.
    pub right: f64,
}

impl GameRecord {
    /// The record of a game between those users, player 1 first; `None` if it is not over.
    pub fn new<O: Opening>(game: &Game<O>, users: [u64; 2]) -> Option<GameRecord> {
        let ending = game.ending()?;
        let first = game.colour(Seat::One).unwrap_or(Player::Left);
        let player = |seat| if seat == Seat::One { first } else { !first };
        let name = |player| users[usize::from(player != first)].to_string();
        let seconds = |player: Player| {
            let own = game.moves().iter().skip(usize::from(player != first)).step_by(2);
            own.map(|(_, took)| *took).sum::<Duration>().as_secs_f64()
        };
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Some(GameRecord {
            game: game.id(),
            rules: O::NAME,
            start: game.start_board().to_string(),
            first,
            left: name(Player::Left),
            right: name(Player::Right),
            moves: game.moves().iter().map(|(mv, _)| mv.to_string()).collect(),
            winner: ending.winner.map(player),
            reason: ending.reason.word(),
            rule: ending.reason.rule(),
            seconds: Seconds { left: seconds(Player::Left), right: seconds(Player::Right) },
            times: game.moves().iter().map(|&(_, took)| millis(took)).collect(),
        })
    }

    /// The number of the user who won.
    pub fn winner_name(&self) -> Option<&str> {
        Some(match self.winner? {
            Player::Left => &self.left,
            Player::Right => &self.right,
        })
    }
}

fn lower<S: Serializer>(player: &Player, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match player {
        Player::Left => "left",
        Player::Right => "right",
    })
}

fn lower_or_null<S: Serializer>(player: &Option<Player>, serializer: S) -> Result<S::Ok, S::Error> {
    match player {
        Some(player) => lower(player, serializer),
        None => serializer.serialize_none(),
    }
}
