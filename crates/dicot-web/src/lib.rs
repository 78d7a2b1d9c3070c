//! dicot's web server: an explorer for values, a board to play at, and the HTTP API that both pages use.
//!
//! ```no_run
//! use dicot_arena::net::Stop;
//! use dicot_web::{Config, Server};
//! # async {
//! let server = Server::bind(Config::default()).await?;
//! println!("listening at http://{}", server.local_address()?);
//! let (stopper, stop) = Stop::new(); // `stopper` ends the server from anywhere
//! server.run(stop).await;
//! # Ok::<_, std::io::Error>(())
//! # };
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `config` | the settings, with all limits |
//! | `server` | sockets: accepts connections and limits their time |
//! | `router` | the handler of each path, and the middleware |
//! | `state` | what all requests share |
//! | `guard` | refuses requests by host and origin; the security headers of all answers |
//! | `unread` | limits the bytes of answers that clients have not read yet |
//! | `metrics` | counters for Prometheus |
//! | `compute` | runs computations on a limited number of threads |
//! | `queue` | decides which request computes next |
//! | `sessions` | names and positions that are kept between requests |
//! | `body` | receives JSON requests |
//! | `error` | answers that report an error |
//! | `pages` | the pages, with their scripts, styles and pictures |
//! | `api`, `openapi` | the handlers of `/api`, and its description |
//! | `combo` | Combo's WebSocket |
//! | `write_timeout` | a stream whose writes time out |

mod api;
mod body;
mod combo;
mod compute;
mod config;
mod error;
mod guard;
mod metrics;
mod openapi;
mod pages;
mod queue;
mod router;
mod server;
mod sessions;
mod state;
mod unread;
mod write_timeout;

pub use config::Config;
pub use server::Server;
