//! Loopy partizan games: play need not end.
mod arena;
mod game;
mod graph;
mod notation;
mod positions;
mod print;
mod simplify;
mod value;

pub use game::{LoopyGame, LoopyOption, PositionId};
pub use notation::ParseLoopyError;
pub use positions::{PositionOutcomes, PositionValues};
pub use value::{LoopyOutcome, LoopyValue};
