//! Bots of any ruleset.

use std::sync::Arc;

use dicot::analysis::ValueSource;
use dicot::rules::{Ruleset, Turn};
use dicot::{Instant, Interrupt};
use dicot_bots::Bot;

use super::PositionObject;
use super::typed::typed;

/// A position in a match: it is a player's turn.
pub type TurnObject = Turn<Box<dyn PositionObject>>;

/// Creates a bot from the seed of its random choices.
pub type MakeBot = Box<dyn Fn(u64) -> Box<dyn BotObject> + Send + Sync>;

/// A [`Bot`] of some ruleset.
///
/// # Panics
/// The methods panic if a position is not of the bot's ruleset.
///
/// # Examples
/// ```
/// use std::time::{Duration, Instant};
/// use dicot::Player;
/// use dicot::rules::Turn;
/// use dicot_answers::rulesets::library;
/// let clobber = library().find("clobber").unwrap();
/// let mut bot = clobber.bot("strong")?(1);
/// let turn = Turn { position: clobber.read("xo")?, to_move: Player::Left };
/// let deadline = Instant::now() + Duration::from_millis(100);
/// assert_eq!(bot.choose(&turn, deadline).as_deref(), Some("a1-b1"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub trait BotObject: Send {
    /// The move that the bot makes, before the deadline, or `None` if the player cannot move.
    fn choose(&mut self, turn: &TurnObject, deadline: Instant) -> Option<String>;

    /// Sets an interrupt: the bot returns its best move soon after it is set.
    fn set_interrupt(&mut self, interrupt: Interrupt);

    /// Adds values that were found before, for the endgame.
    fn set_value_source(&mut self, values: Arc<dyn ValueSource>);

    /// Sets all turns before the one about which the bot is asked next, from the start.
    fn set_history(&mut self, before: &[TurnObject]);
}

/// The object of a bot.
pub fn bot_object<P: Ruleset>(bot: Box<dyn Bot<P>>) -> Box<dyn BotObject> {
    Box::new(TypedBot(bot))
}

struct TypedBot<P>(Box<dyn Bot<P>>);

fn typed_turn<P: Ruleset>(turn: &TurnObject) -> Turn<P> {
    Turn::new(typed::<P>(&*turn.position).clone(), turn.to_move)
}

impl<P: Ruleset> BotObject for TypedBot<P> {
    fn choose(&mut self, turn: &TurnObject, deadline: Instant) -> Option<String> {
        self.0.choose(&typed_turn(turn), deadline).map(|mv| mv.to_string())
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.0.set_interrupt(interrupt);
    }

    fn set_value_source(&mut self, values: Arc<dyn ValueSource>) {
        self.0.set_value_source(values);
    }

    fn set_history(&mut self, before: &[TurnObject]) {
        self.0.set_history(&before.iter().map(typed_turn).collect::<Vec<_>>());
    }
}
