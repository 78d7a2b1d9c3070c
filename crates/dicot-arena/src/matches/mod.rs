//! Matches of any ruleset, their records and reviews.
//!
//! A [`Match`] plays games in pairs: each opening twice, with the sides exchanged. A [`GameRecord`] is a game as a line
//! of JSON, a [`Replay`] is a record that was checked against the rules, and a [`Review`] finds the losing mistakes.
//!
//! # Examples
//! ```
//! use std::convert::Infallible;
//! use std::time::Duration;
//! use dicot::Player;
//! use dicot::rules::Turn;
//! use dicot_rulesets::{RulesetExt, library};
//! use dicot_arena::game::TimeControl;
//! use dicot_arena::matches::{Contestant, Match, Replay, match_terms};
//! let clobber = library().find("clobber").unwrap();
//! let start = Turn { position: clobber.parse("xoxo/oxox/xoxo/oxox")?, to_move: Player::Left };
//! let random = || Contestant::named(&clobber, "random");
//! let contestants = [random()?, random()?];
//! let terms = match_terms(TimeControl::PerMove(Duration::from_secs(10)));
//! let games = Match::new(start, contestants, terms).with_games(10).with_opening(2).with_seed(1);
//! let mut records = Vec::new();
//! let results = games.run(|game| {
//!     records.push(game.record.clone());
//!     Ok::<_, Infallible>(())
//! })?;
//! assert_eq!(results.games(), 10);
//! let replay = Replay::of(&clobber, &records[3])?;
//! assert_eq!(Some(!replay.end().to_move), records[3].winner);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod game;
mod record;
mod replay;
mod results;
mod review;
mod series;

pub use game::match_terms;
pub use record::{GameRecord, ReadRecordError, Records, Seconds};
pub use replay::{Replay, ReplayError};
pub use results::{Pair, Results, Tally, wilson};
pub use review::{Mistake, Review};
pub use series::{Contestant, Match, MatchError, PlayedGame};
