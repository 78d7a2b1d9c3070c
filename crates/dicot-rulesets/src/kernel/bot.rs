//! Bots of any ruleset.

use std::fmt::{self, Debug};
use std::sync::Arc;

use dicot::analysis::ValueSource;
use dicot::rules::{AnyMove, AnyPosition, Ruleset, Turn};
use dicot::{Instant, Interrupt};
use dicot_bots::Bot;

use super::typed::typed;
use crate::bots;

/// A position in a match: it is a player's turn.
pub type AnyTurn = Turn<AnyPosition>;

/// A bot of a ruleset that was chosen at run time, by its name.
pub struct NamedBot {
    /// The name.
    pub name: &'static str,
    /// How strong it is among the bots of its ruleset, in words for people.
    pub title: &'static str,
    /// Creates it from the seed of its random choices.
    pub make: Box<dyn Fn(u64) -> Box<dyn AnyBot> + Send + Sync>,
}

impl Debug for NamedBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NamedBot").field("name", &self.name).finish_non_exhaustive()
    }
}

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
/// use dicot_rulesets::{PositionExt, RulesetExt, library};
/// let clobber = library().find("clobber").unwrap();
/// let mut bot = (clobber.bot("strong")?.make)(1);
/// let turn = Turn { position: clobber.parse("xo")?, to_move: Player::Left };
/// let deadline = Instant::now() + Duration::from_millis(100);
/// assert_eq!(bot.choose(&turn, deadline), Some(clobber.parse("xo")?.parse_move("a1-b1")?));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub trait AnyBot: Send {
    /// The move that the bot makes, before the deadline, or `None` if the player cannot move.
    fn choose(&mut self, turn: &AnyTurn, deadline: Instant) -> Option<AnyMove>;

    /// Sets an interrupt: the bot returns its best move soon after it is set.
    fn set_interrupt(&mut self, interrupt: Interrupt);

    /// Adds values that were found before, for the endgame.
    fn set_value_source(&mut self, values: Arc<dyn ValueSource>);

    /// Sets all turns before the one about which the bot is asked next, from the start.
    fn set_history(&mut self, before: &[AnyTurn]);
}

/// The bots of a type, the weakest first.
pub(crate) type Bots = fn() -> Vec<NamedBot>;

pub(super) const fn bots<P: Ruleset>() -> Bots {
    // In a browser the code for each ruleset is smaller.
    || match cfg!(target_os = "unknown") && !bots::has_own::<P>() {
        true => named::<AnyPosition>(),
        false => named::<P>(),
    }
}

fn named<P: Ruleset>() -> Vec<NamedBot> {
    let bots = bots::all::<P>().into_iter().map(|bots::Entry { name, title, make }| NamedBot {
        name,
        title,
        make: Box::new(move |seed| any_bot(make(seed))),
    });
    bots.collect()
}

/// A bot of a type as one of a ruleset that was chosen at run time.
pub fn any_bot<P: Ruleset>(bot: Box<dyn Bot<P>>) -> Box<dyn AnyBot> {
    Box::new(TypedBot(bot))
}

struct TypedBot<P>(Box<dyn Bot<P>>);

fn typed_turn<P: Ruleset>(turn: &AnyTurn) -> Turn<P> {
    Turn::new(typed(&turn.position), turn.to_move)
}

impl<P: Ruleset> AnyBot for TypedBot<P> {
    fn choose(&mut self, turn: &AnyTurn, deadline: Instant) -> Option<AnyMove> {
        self.0.choose(&typed_turn(turn), deadline).map(|mv| AnyMove::new(&mv))
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.0.set_interrupt(interrupt);
    }

    fn set_value_source(&mut self, values: Arc<dyn ValueSource>) {
        self.0.set_value_source(values);
    }

    fn set_history(&mut self, before: &[AnyTurn]) {
        self.0.set_history(&before.iter().map(typed_turn).collect::<Vec<_>>());
    }
}
