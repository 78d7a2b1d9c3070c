//! Bots that play Combo: one searches to a fixed depth, one as deep as the time allows.

mod board;
mod negamax;
mod strong;

pub use negamax::ComboNegamax;
pub use strong::ComboBot;
