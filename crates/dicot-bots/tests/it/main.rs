//! The bots: games, answers and deadlines.

mod bots;
mod combo;
