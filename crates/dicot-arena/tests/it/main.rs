//! Matches with other programs: protocols, clients, servers and referees, over real sockets and with real programs.

mod codingame;
mod codingame_export;
mod codingame_games;
mod combo_messages;
mod combo_programs;
pub mod fuzz_corpus;
mod game;
mod icga;
mod konane;
mod konane_client;
mod konane_game;
mod matches;
mod net;
mod process;
mod records;
