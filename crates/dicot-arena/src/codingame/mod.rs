//! CodinGame's Clobber: the bot, the referee, and the bot in one file.
