//! Matches between programs: the protocols of four published systems, on both sides of the wire, and what runs
//! games of any ruleset.
//!
//! | module | what is there |
//! |---|---|
//! | [`bots`] | the bots by their names |
//! | [`net`] | servers of lines of text, with limits |
//! | [`process`] | programs that are run as players |
//! | [`icga`] | Clobber over TCP, as in the ICGA tournament of 2006 |
//! | [`codingame`] | CodinGame's Clobber: bot, referee, and the bot in one file |
//! | [`konane`] | Konane over TCP, as the Artemis server played it |
//! | [`combo`] | Combo with its JSON players: matches and contests |
//! | [`mod@matches`] | matches of any ruleset, their records, and what went wrong in them |
//!
//! The types of messages and the state machines do no input or output: they take lines and give lines.

pub mod bots;
pub mod codingame;
pub mod combo;
pub mod icga;
pub mod konane;
pub mod matches;
pub mod net;
pub mod process;
