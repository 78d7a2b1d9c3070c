//! Combo with its JSON players: matches and contests.
//!
//! | module | contents |
//! |---|---|
//! | [`json`] | the messages: a position and a move |
//! | [`human`] | the board and the prompts for a person |
//! | [`seat`] | the players: a person, a bot or a program |
//! | [`bot`] | a bot as a program |
//! | [`contest`] | a round-robin contest |
//!
//! Source: Muir Manders, *Combo*, <https://github.com/muirmanders/combo> (2015). In its messages Left is
//! black, Right is white, `x` is the column and `y` the row from the top, both from 0.

pub mod bot;
pub mod contest;
pub mod human;
pub mod json;
pub mod seat;

use dicot::Player;

/// The colour of a player: Left is black, Right is white.
pub fn colour(player: Player) -> &'static str {
    match player {
        Player::Left => "black",
        Player::Right => "white",
    }
}
