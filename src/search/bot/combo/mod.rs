//! Bots that play Combo: to a fixed depth, and as deep as the time allows.

mod board;
mod negamax;
mod strong;

pub use negamax::ComboNegamax;
pub use strong::ComboBot;
