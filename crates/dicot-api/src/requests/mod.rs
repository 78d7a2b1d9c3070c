//! Requests about games and positions and their answers, in JSON. `dicot serve` carries them over HTTP, a page without a
//! server to a worker with dicot in WebAssembly, and a notebook to Python: the answers are the same.
//!
//! ```
//! use dicot_api::requests::{Client, Settings};
//! let mut client = Client::new(Settings::default());
//! let answer = client.answer("value", br#"{"position": "xxo"}"#, "")?;
//! assert!(answer.starts_with(r#"{"position":"xxo","#));
//! let error = client.answer("value", br#"{"position": "xxq"}"#, "").unwrap_err();
//! assert!(error.to_string().contains("column 3"));
//! # Ok::<_, dicot_api::requests::ApiError>(())
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `client` | answers requests one after the other, for a program without a server |
//! | `list` | all requests, by name |
//! | `request` | what a request is |
//! | `settings` | the limits of all requests |
//! | `session` | keeps the memory of a session small |
//! | `json` | reads requests |
//! | `error` | errors |
//! | `value`, `game`, `explain`, `solve`, `moves`, `components`, `play`, `info`, `worksheet` | the requests and their answers |
//! | `size` | which positions are too large for values |

mod client;
pub mod components;
mod error;
pub mod explain;
pub mod game;
pub mod info;
mod json;
mod list;
pub mod moves;
pub mod play;
mod request;
mod session;
mod settings;
mod size;
pub mod solve;
pub mod value;
pub mod worksheet;

pub use client::Client;
pub use error::{ApiError, ErrorBody, ErrorKind, Limit};
#[cfg(feature = "openapi")]
pub use list::Document;
pub use list::{NAMES, information, read};
pub use request::{Answer, Call, Kind, Request, Side};
pub use session::shrink_to;
pub use settings::Settings;
