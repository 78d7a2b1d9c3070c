//! Bots: programs that choose moves, in time.
//!
//! A [`Bot`] is asked for a move in a position with a player to move, and has an answer before a deadline.
//!
//! # Examples
//! ```
//! use std::time::{Duration, Instant};
//! use dicot::Player;
//! use dicot::rules::{Clobber, Position, Turn};
//! use dicot::search::bot::{Bot, RandomBot};
//! let turn = Turn::new(Clobber::parse("xo/ox")?, Player::Left);
//! let mv = RandomBot::new(1).choose(&turn, Instant::now() + Duration::from_millis(100)).unwrap();
//! assert!(turn.position.is_legal(Player::Left, mv));
//! # Ok::<_, dicot::board::ParsePositionError>(())
//! ```

mod alpha_beta;
mod alpha_beta_bot;
mod clobber;
mod clobber_view;
mod clobber_weights;
mod combo;
mod decide;
mod dice;
mod konane;
mod konane_view;
mod uct;

use std::time::Instant;

pub use alpha_beta_bot::AlphaBetaBot;
pub use clobber::ClobberBot;
pub use combo::{ComboBot, ComboNegamax};
pub use dice::Dice;
pub use konane::KonaneBot;
pub use uct::UctBot;

use crate::rules::{Position, Turn};

/// A program that plays.
pub trait Bot<P: Position>: Send {
    /// The move that it makes; `None` if there is none.
    ///
    /// It answers before the deadline, unless that is so near that even finding a legal move takes longer.
    /// It may be asked about any position at any time, whatever it was asked before.
    fn choose(&mut self, turn: &Turn<P>, deadline: Instant) -> Option<P::Move>;
}

impl<P: Position, B: Bot<P> + ?Sized> Bot<P> for Box<B> {
    fn choose(&mut self, turn: &Turn<P>, deadline: Instant) -> Option<P::Move> {
        (**self).choose(turn, deadline)
    }
}

/// Plays any legal move, each with the same probability.
#[derive(Clone, Debug)]
pub struct RandomBot {
    dice: Dice,
}

impl RandomBot {
    /// With a seed, which decides all that it does.
    pub fn new(seed: u64) -> RandomBot {
        RandomBot { dice: Dice::new(seed) }
    }
}

impl<P: Position> Bot<P> for RandomBot {
    fn choose(&mut self, turn: &Turn<P>, _: Instant) -> Option<P::Move> {
        self.dice.pick(turn.moves())
    }
}
