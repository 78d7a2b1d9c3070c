//! Combo with its JSON players: matches and contests.
//!
//! | module | what is there |
//! |---|---|
//! | [`json`] | the messages: a position for a program, and its move |
//! | [`game`] | a game: clocks, draws, how it ends, and its record |
//! | [`human`] | the board and the questions for a person |
//! | [`seat`] | who plays: a person, a bot, or a program |
//! | [`bot`] | a bot as a program for others |
//! | [`contest`] | everybody against everybody |
//!
//! Source: Muir Manders, *Combo*, <https://github.com/muirmanders/combo> (2015). In its messages Left is
//! black, Right is white, `x` is the column and `y` the row from the top, both from 0.

pub mod bot;
pub mod contest;
pub mod game;
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
