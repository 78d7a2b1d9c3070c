//! CodinGame's Clobber: bots that communicate over standard input and output.
//!
//! The referee sends the board, a bot answers with a move like `e2e3`, in 1000 ms on its first turn and 150 ms
//! on later ones. White (Right) moves first. The game is played on 8x8. [`dicot_bots::codingame`] has a
//! bot as a single-file program.
//!
//! | module | contents |
//! |---|---|
//! | [`message`] | requests and answers |
//! | [`bot`] | any [`Bot`](dicot_bots::Bot) as such a program |
//! | [`referee`] | the referee's state machine, without input and output |
//! | [`game`] | a game between two running programs |
//! | [`series`] | a series of games, and its results |

pub mod bot;
pub mod game;
pub mod message;
pub mod referee;
pub mod series;
