//! Matches between programs: the clients and servers of four published protocols, and matches of any ruleset.
//!
//! | module | contents |
//! |---|---|
//! | [`game`] | the core: a game with its times, its end and its record |
//! | [`net`] | servers of lines of text, with limits |
//! | [`process`] | programs that are run as players |
//! | [`icga`] | Clobber over TCP, as in the ICGA tournament of 2006 |
//! | [`codingame`] | CodinGame's Clobber: bot, referee and series of games |
//! | [`konane`] | Konane over TCP, as the Artemis server played it |
//! | [`combo`] | Combo with its JSON players: matches and contests |
//! | [`mod@matches`] | matches of any ruleset, their records and reviews |
//!
//! Without the feature `net`, which is on by default, only [`game`] and [`mod@matches`] remain.
//!
//! Message types and protocol state machines do no input or output: they take lines and return lines.

#[cfg(feature = "net")]
pub mod codingame;
#[cfg(feature = "net")]
pub mod combo;
pub mod game;
#[cfg(feature = "net")]
pub mod icga;
#[cfg(feature = "net")]
pub mod konane;
pub mod matches;
#[cfg(feature = "net")]
pub mod net;
#[cfg(feature = "net")]
pub mod process;
mod series;
