//! The options that select one of dicot's bots.

use std::io;
use std::marker::PhantomData;

use clap::Args;
use clap::builder::PossibleValuesParser;
use dicot::rules::Ruleset;
use dicot_bots::{Bot, Dice};
use dicot_rulesets::bots;

use crate::arguments::Options;

/// A bot for a ruleset.
#[derive(Args)]
pub(crate) struct BotArgs<P: Ruleset> {
    /// The bot
    #[arg(long, value_name = "NAME", default_value = "strong",
          value_parser = PossibleValuesParser::new(bots::names::<P>()))]
    bot: String,
    /// The seed of the bot's random choices; by default every run differs
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[arg(skip)]
    rules: PhantomData<P>,
}

impl<P: Ruleset> BotArgs<P> {
    /// Creates the bot, with the known values.
    pub(crate) fn bot(&self, options: &Options) -> io::Result<Box<dyn Bot<P>>> {
        let mut bot = bots::of(&self.bot, dice(self.seed).next()).map_err(io::Error::other)?;
        options.known_values.iter().for_each(|values| bot.set_value_source(values.clone()));
        Ok(bot)
    }
}

/// The random numbers of this seed; without one, every run differs.
pub(crate) fn dice(seed: Option<u64>) -> Dice {
    seed.map_or_else(Dice::of_this_run, Dice::new)
}
