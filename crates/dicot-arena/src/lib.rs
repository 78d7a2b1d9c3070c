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
//! Message types and protocol state machines do no input or output: they take lines and return lines, so they are tested row by row,
//! byte by byte and with faults, without sockets, and are fuzzed in the same way. All of them, and the matches, share [`game`]: turns,
//! times, draws, the end and the record. A protocol reads an answer and times a turn; `series.rs` plays many games on several threads.
//! Around it [`net`] does once what all servers of lines need: bounded lines, limits, deadlines, and a stop that lets games end. The bots and
//! referees are crates of their own, since clocks, processes and sockets change for other reasons than rules and values, and need other
//! dependencies (tokio, tracing, rustix).

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
