//! Clobber over TCP, as in the ICGA tournament of 2006: lines of ASCII that end with LF.
//!
//! | sender | message | example |
//! |---|---|---|
//! | client | its name, as the first line | `play clobber alpha` |
//! | server | a new game: rows, columns, and the colour (1 for black, who moves first, 0 for white) | `10 10 1` |
//! | client | its move | `a 1 b 1` |
//! | server | the opponent's move | `d 1 d 2` |
//! | server | to the player who made an illegal move or forfeited in another way: lost | `error` |
//! | server | to the opponent of that player: won | `end` |
//!
//! If a game ends because a player cannot move, no message is sent: both sides know the position, and the next line
//! starts the next game. a1 is the bottom left cell and has a black stone; Left is black.
//!
//! The [`messages`](ServerMessage), the [`Client`], the [`Referee`] and the [`Tournament`] do no input or output;
//! [`serve`] and [`play`] do.
//!
//! # Examples
//! Two random players play five games each way:
//! ```
//! # use std::{ops::ControlFlow, time::Duration};
//! use dicot_rulesets::bots;
//! use dicot_arena::icga::{Client, TournamentSettings, play, serve};
//! use dicot_arena::net::{ConnectionLimits, Listener, Peer, Settings, Stop};
//! # tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
//! let settings = Settings::default();
//! let listener = Listener::bind("127.0.0.1:0", settings, ConnectionLimits::default()).await?;
//! let address = listener.local_address()?;
//! let (_stopper, stop) = Stop::new();
//! let tournament = TournamentSettings { players: Some(2), games: Some(5), rows: 6, cols: 6, ..TournamentSettings::default() };
//! let server = tokio::spawn(serve(listener, tournament, stop, |_| {}));
//! let mut players = Vec::new();
//! for (seed, name) in (0..).zip(["alpha", "beta"]) {
//!     let peer = Peer::connect(address, &settings).await?;
//!     let bot = bots::of("random", seed).unwrap();
//!     let client = Client::new(name)?;
//!     players.push(tokio::spawn(play(peer, client, bot, Duration::from_secs(1), |_| ControlFlow::Continue(()))));
//! }
//! let table = server.await??;
//! let mut won = Vec::new();
//! for player in players {
//!     won.push(player.await??.won);
//! }
//! assert_eq!(won.iter().sum::<u64>(), 10);
//! assert_eq!(table.iter().map(|row| row.won).sum::<u64>(), 10);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod client;
mod message;
mod player;
mod referee;
mod server;
mod tournament;

pub use client::{Client, ClientError, Event, Finish};
pub use message::{BoardError, Login, ParseMessageError, ServerMessage, Setup, WrittenMove, start};
pub use player::{PlayError, Played, Score, play};
pub use referee::{Referee, Step};
pub use server::{TournamentSettings, serve};
pub use tournament::{JoinError, Row, Tournament};
