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

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

pub use alpha_beta_bot::AlphaBetaBot;
pub use clobber::ClobberBot;
pub use combo::{ComboBot, ComboNegamax};
pub use dice::Dice;
pub use konane::KonaneBot;
pub use uct::UctBot;

use crate::analysis::KnownValues;
use crate::rules::{Position, Turn};

/// A program that plays.
pub trait Bot<P: Position>: Send {
    /// The move that it makes; `None` if there is none.
    ///
    /// It answers before the deadline, unless that is so near that even finding a legal move takes longer.
    /// It may be asked about any position at any time, whatever it was asked before.
    fn choose(&mut self, turn: &Turn<P>, deadline: Instant) -> Option<P::Move>;

    /// Has it answer soon after another thread sets the flag, with the best move that it knows by then.
    /// Provided: it thinks until its deadline.
    ///
    /// # Examples
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::AtomicBool;
    /// use std::time::{Duration, Instant};
    /// use dicot::Player;
    /// use dicot::rules::{HugeClobber, Turn};
    /// use dicot::search::bot::{Bot, ClobberBot};
    /// let turn = Turn::new(HugeClobber::start(8, 8)?, Player::Left);
    /// let mut bot = ClobberBot::new();
    /// bot.heed(Arc::new(AtomicBool::new(true)));
    /// let started = Instant::now();
    /// assert!(bot.choose(&turn, started + Duration::from_secs(3600)).is_some());
    /// assert!(started.elapsed() < Duration::from_secs(60));
    /// # Ok::<_, dicot::board::ParsePositionError>(())
    /// ```
    fn heed(&mut self, _interrupt: Arc<AtomicBool>) {}

    /// Gives it values that were found before, for its endgame. Provided: it has no use for them.
    fn consult(&mut self, _values: Arc<dyn KnownValues>) {}

    /// Tells it how the game came to the position about which it is asked next: all turns before that, from the
    /// start. Provided: it does not matter to the bot.
    fn recall(&mut self, _before: &[Turn<P>]) {}
}

impl<P: Position, B: Bot<P> + ?Sized> Bot<P> for Box<B> {
    fn choose(&mut self, turn: &Turn<P>, deadline: Instant) -> Option<P::Move> {
        (**self).choose(turn, deadline)
    }

    fn heed(&mut self, interrupt: Arc<AtomicBool>) {
        (**self).heed(interrupt);
    }

    fn consult(&mut self, values: Arc<dyn KnownValues>) {
        (**self).consult(values);
    }

    fn recall(&mut self, before: &[Turn<P>]) {
        (**self).recall(before);
    }
}

/// A flag that another thread may set, if there is one.
#[derive(Clone, Debug, Default)]
struct Interrupt(Option<Arc<AtomicBool>>);

impl Interrupt {
    fn is_set(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
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
