//! Bots: programs that choose moves, in time.
//!
//! A [`Bot`] is asked for a move in a position with a player to move, and answers before a deadline.
//!
//! | bot | plays | algorithm |
//! |---|---|---|
//! | [`RandomBot`] | every ruleset | none |
//! | [`UctBot`] | every ruleset | Monte Carlo tree search |
//! | [`AlphaBetaBot`] | Clobber | alpha-beta search |
//! | [`ClobberBot`], [`KonaneBot`] | Clobber, Konane | alpha-beta search, then the exact solver |
//! | [`ComboNegamax`] | Combo | alpha-beta search to a fixed depth |
//! | [`ComboBot`] | Combo | alpha-beta search |
//!
//! # Examples
//! ```
//! use std::time::{Duration, Instant};
//! use dicot::Player;
//! use dicot::rules::{Clobber, Position, Turn};
//! use dicot_bots::{Bot, RandomBot};
//! let turn = Turn::new("xo/ox".parse::<Clobber>()?, Player::Left);
//! let mv = RandomBot::new(1).choose(&turn, Instant::now() + Duration::from_millis(100)).unwrap();
//! assert!(turn.position.is_legal(Player::Left, mv));
//! # Ok::<_, dicot::board::ParsePositionError>(())
//! ```

mod alpha_beta;
mod clobber;
mod clobber_search;
mod clobber_weights;
pub mod codingame;
mod combo;
mod dice;
mod endgame;
mod grid;
mod konane;
mod konane_view;
mod transposition;
mod uct;

use std::sync::Arc;
use std::time::Duration;

use dicot::analysis::ValueSource;
use dicot::rules::{Position, Turn};
use dicot::{Instant, Interrupt};

pub use clobber::{AlphaBetaBot, ClobberBot};
pub use combo::{ComboBot, ComboNegamax};
pub use dice::Dice;
pub use endgame::Endgame;
pub use konane::KonaneBot;
pub use uct::UctBot;

/// A program that plays the positions of a type.
pub trait Bot<P: Position>: Send {
    /// Chooses a move, or returns `None` if the player cannot move.
    ///
    /// The bot answers before the deadline, unless even to find a legal move takes longer. It may be asked about any
    /// position at any time, whatever it was asked before.
    fn choose(&mut self, turn: &Turn<P>, deadline: Instant) -> Option<P::Move>;

    /// Sets a cancellation flag: soon after another thread sets it, the bot returns the best move that it has found.
    /// Provided: the bot ignores the flag and thinks until its deadline.
    ///
    /// # Examples
    /// ```
    /// use std::time::{Duration, Instant};
    /// use dicot::{Interrupt, Player};
    /// use dicot::rules::{Clobber448, Turn};
    /// use dicot_bots::{Bot, ClobberBot};
    /// let turn = Turn::new(Clobber448::start(8, 8)?, Player::Left);
    /// let mut bot = ClobberBot::new();
    /// let interrupt = Interrupt::default();
    /// bot.set_interrupt(interrupt.clone());
    /// interrupt.set();
    /// let started = Instant::now();
    /// assert!(bot.choose(&turn, started + Duration::from_secs(3600)).is_some());
    /// assert!(started.elapsed() < Duration::from_secs(60));
    /// # Ok::<_, dicot::board::ParsePositionError>(())
    /// ```
    fn set_interrupt(&mut self, _interrupt: Interrupt) {}

    /// Sets where the bot looks up exact values in the endgame. Provided: the bot ignores it.
    fn set_value_source(&mut self, _values: Arc<dyn ValueSource>) {}

    /// Sets the history of the game: all turns from the start to the one before the next [`choose`](Bot::choose).
    /// Provided: the bot ignores it.
    fn set_history(&mut self, _before: &[Turn<P>]) {}
}

impl<P: Position, B: Bot<P> + ?Sized> Bot<P> for Box<B> {
    fn choose(&mut self, turn: &Turn<P>, deadline: Instant) -> Option<P::Move> {
        (**self).choose(turn, deadline)
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        (**self).set_interrupt(interrupt);
    }

    fn set_value_source(&mut self, values: Arc<dyn ValueSource>) {
        (**self).set_value_source(values);
    }

    fn set_history(&mut self, before: &[Turn<P>]) {
        (**self).set_history(before);
    }
}

/// Whether a bot must stop thinking: at its deadline, or when it is interrupted.
fn is_due(deadline: Instant, interrupt: &Interrupt) -> bool {
    Instant::now() >= deadline || interrupt.is_set()
}

/// When to stop a search in order to answer before the deadline. Two milliseconds are for the last nodes before a
/// check of the clock and for the answer; the number is a guess.
fn before(deadline: Instant) -> Instant {
    deadline.checked_sub(Duration::from_millis(2)).unwrap_or(deadline)
}

/// When that share of the time from now to the deadline is over.
fn share_of(share: f64, deadline: Instant) -> Instant {
    let now = Instant::now();
    now + deadline.saturating_duration_since(now).mul_f64(share)
}

/// Plays any legal move, each with the same probability.
#[derive(Clone, Debug)]
pub struct RandomBot {
    dice: Dice,
}

impl RandomBot {
    /// Creates a bot whose choices the seed decides.
    pub fn new(seed: u64) -> RandomBot {
        RandomBot { dice: Dice::new(seed) }
    }
}

impl<P: Position> Bot<P> for RandomBot {
    fn choose(&mut self, turn: &Turn<P>, _: Instant) -> Option<P::Move> {
        self.dice.pick_move(turn)
    }
}
