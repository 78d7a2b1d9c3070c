//! What is written down of a game.

use dicot::rules::Opening;
use serde::{Deserialize, Serialize};

use super::message::colour;
use super::{Game, Seat};

/// A game that is over, as a line of JSON tells it. There are no passwords in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct GameRecord {
    /// The number of the game.
    pub id: u64,
    /// The ruleset, by the name that it has in the library.
    pub rules: String,
    /// The number of rows.
    pub rows: u8,
    /// The number of columns.
    pub cols: u8,
    /// Player 1, who moved first, and player 2.
    pub players: [PlayerRecord; 2],
    /// The removals and jumps, as the protocol writes them.
    pub moves: Vec<String>,
    /// How long each of them took, in milliseconds.
    pub times: Vec<u64>,
    /// Who won, 1 or 2; nobody if the server stopped.
    pub winner: Option<u8>,
    /// Why the game ended: `no-move`, `illegal`, `malformed`, `time`, `disconnect` or `shutdown`.
    pub reason: String,
    /// The reason in words.
    pub text: String,
}

/// One of the players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlayerRecord {
    /// The number of the user.
    pub user: u64,
    /// `BLACK` or `WHITE`, if the game got so far that it was decided.
    pub colour: Option<String>,
    /// The time that was left, in milliseconds.
    pub left: u64,
}

impl GameRecord {
    /// The record of a game between those users, player 1 first; `None` if it is not over.
    pub fn new<O: Opening>(game: &Game<O>, users: [u64; 2]) -> Option<GameRecord> {
        let ending = game.ending()?;
        let millis =
            |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let players = Seat::BOTH.map(|seat| PlayerRecord {
            user: users[seat as usize],
            colour: game.colour(seat).map(|player| colour(player).to_owned()),
            left: millis(game.left(seat)),
        });
        let shape = game.board().shape();
        Some(GameRecord {
            id: game.id(),
            rules: O::NAME.to_owned(),
            rows: shape.height(),
            cols: shape.width(),
            players,
            moves: game.moves().iter().map(|(mv, _)| mv.to_string()).collect(),
            times: game.moves().iter().map(|&(_, took)| millis(took)).collect(),
            winner: ending.winner.map(Seat::number),
            reason: ending.reason.word().to_owned(),
            text: ending.reason.to_string(),
        })
    }
}
