//! CodinGame's Clobber: bots that talk over standard input and output.
//!
//! The referee writes the board, a bot answers with a move like `e2e3`, in 1000 ms on its first turn and 150 ms
//! on later ones. White (Right) moves first. The game is played on 8x8.
//!
//! | module | what is there |
//! |---|---|
//! | [`message`] | what is asked in a turn, and what is answered |
//! | [`bot`] | any [`Bot`](dicot::search::bot::Bot) as such a program |
//! | [`referee`] | the rules of a game between two programs, without input or output |
//! | [`game`] | a game between two programs that run |
//! | [`series`] | many such games, and their results |
//! | [`export`] | the bot in one file, as CodinGame wants it |

pub mod bot;
pub mod export;
pub mod game;
pub mod message;
pub mod referee;
pub mod series;
