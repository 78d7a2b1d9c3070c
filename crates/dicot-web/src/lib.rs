//! The pages of dicot and its API over HTTP: an explorer for values, a table to play at, and what both ask.
//!
//! ```no_run
//! use dicot_arena::net::Stop;
//! use dicot_web::{Config, Server};
//! # async {
//! let server = Server::bind(Config::default()).await?;
//! println!("listening at http://{}", server.local_address()?);
//! let (stopper, stop) = Stop::new(); // whoever holds the stopper can end it
//! server.run(stop).await;
//! # Ok::<_, std::io::Error>(())
//! # };
//! ```
//!
//! | file | what is there |
//! |---|---|
//! | `config` | what can be set, with all limits |
//! | `server` | sockets: who may connect, and how long that may take |
//! | `guard` | which requests are refused unread, and the headers of all answers |
//! | `app` | what all requests share, and which of them goes where |
//! | `compute` | the workers |
//! | `queue` | which request computes next |
//! | `room` | how much of answers may wait to be read |
//! | `sessions` | what is remembered between requests |
//! | `error` | answers that are errors |
//! | `metrics` | what the server says of itself |
//! | `assets` | the pages |
//! | `api` | what can be asked |
//! | `combo` | Combo's WebSocket |

mod api;
mod app;
mod assets;
mod body;
mod combo;
mod compute;
mod config;
mod error;
mod guard;
mod metrics;
mod queue;
mod room;
mod server;
mod sessions;
mod writing;

pub use config::Config;
pub use server::Server;
