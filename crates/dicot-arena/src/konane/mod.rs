//! Konane over TCP, as the Artemis server of the University of Connecticut played it.
//!
//! Two programs log in with their user numbers, each requests the other as its opponent, and they play one game on that
//! connection: two removals, then jumps, with three minutes for all jumps of a player.
//!
//! | file | contents |
//! |---|---|
//! | `message` | the messages and their text |
//! | `users`, `login`, `lobby` | users and passwords, the login, the matching of opponents |
//! | `referee` | the server's state machine for one game |
//! | `server` | the server, over sockets |
//! | `client` | the client's state machine |
//! | `thinking` | the client's time per move |
//! | `play` | the client, over sockets |
//!
//! Only `server` and `play` do input and output.

mod client;
mod lobby;
mod login;
mod message;
mod play;
mod referee;
mod server;
mod thinking;
mod users;

pub use client::{Client, ClientError, ClientGame, Credentials, Outcome, Step};
pub use lobby::{Lobby, LobbyStep};
pub use login::{Login, LoginStep};
pub use message::{Seat, ServerMessage, Square, read_jump, read_number, read_removal};
pub use play::{Event, PlayError, play};
pub use referee::{Referee, board, board_with_corner};
pub use server::{ServerSettings, serve};
pub use thinking::{MARGIN, thinking_time};
pub use users::{Password, Users, UsersError};

use std::time::Duration;

/// The port of the Artemis server.
pub const PORT: u16 = 4705;

/// The time limit for all jumps of a player.
pub const CLOCK: Duration = Duration::from_secs(180);
