//! The options that say which of our bots plays.

use std::io;
use std::marker::PhantomData;

use clap::Args;
use clap::builder::PossibleValuesParser;
use dicot::rules::Ruleset;
use dicot::search::bot::{Bot, Dice};
use dicot_arena::bots;

/// A bot for a ruleset.
#[derive(Args)]
pub(crate) struct BotArgs<P: Ruleset> {
    /// The bot
    #[arg(long, value_name = "NAME", default_value = "strong",
          value_parser = PossibleValuesParser::new(bots::names::<P>()))]
    bot: String,
    /// Decides what the bot leaves to chance; by default every run differs
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[arg(skip)]
    rules: PhantomData<P>,
}

impl<P: Ruleset> BotArgs<P> {
    pub(crate) fn bot(&self) -> io::Result<Box<dyn Bot<P>>> {
        bots::of(&self.bot, dice(self.seed).next()).map_err(io::Error::other)
    }
}

/// What is left to chance: by default every run differs.
pub(crate) fn dice(seed: Option<u64>) -> Dice {
    seed.map_or_else(Dice::of_this_run, Dice::new)
}
