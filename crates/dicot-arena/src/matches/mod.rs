//! Matches of any ruleset, their records, and what went wrong in them.
//!
//! A [`Match`] plays games in pairs: each opening twice, with the sides exchanged. A [`GameRecord`] is a line
//! of JSON, a [`Replay`] the game of a record as the rules have it, and a [`Review`] says who should have won it.
//!
//! # Examples
//! ```
//! use std::convert::Infallible;
//! use std::time::Duration;
//! use dicot::Player;
//! use dicot::rules::{HugeClobber, Turn};
//! use dicot_arena::matches::{Contestant, Match, Replay, Terms, TimeControl};
//! let start = Turn::new(HugeClobber::start(4, 4)?, Player::Left);
//! let contestants = [Contestant::named("random")?, Contestant::named("random")?];
//! let terms = Terms::new(TimeControl::PerMove(Duration::from_secs(10)));
//! let games = Match::new(start, contestants, terms).with_games(10).with_opening(2).with_seed(1);
//! let mut records = Vec::new();
//! let results = games.run(|game| {
//!     records.push(game.record.clone());
//!     Ok::<_, Infallible>(())
//! })?;
//! assert_eq!(results.games(), 10);
//! let replay = Replay::<HugeClobber>::of(&records[3])?;
//! assert_eq!(Some(!replay.end().to_move), records[3].winner);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod game;
mod record;
mod replay;
mod results;
mod review;
mod series;

pub use game::{Terms, TimeControl};
pub use record::{GameRecord, ReadRecordError, Reason, Records, Seconds};
pub use replay::{Replay, ReplayError};
pub use results::{Pair, Results, Tally, wilson};
pub use review::{Mistake, Review};
pub use series::{Contestant, MakeBot, Match, MatchError, PlayedGame};
