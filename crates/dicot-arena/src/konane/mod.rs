//! Konane over TCP, as the Artemis server of the University of Connecticut played it.
//!
//! Two programs log in with numbers for names, each names the other as its opponent, and they play one game
//! on a connection: two removals, then jumps, with three minutes each for all jumps.
//!
//! | file | what is there |
//! |---|---|
//! | `message` | what goes over the wire |
//! | `users`, `login`, `lobby` | who may play, and who waits for whom |
//! | `game` | the game as the server conducts it |
//! | `record` | what is written down of a game |
//! | `server` | the server, over sockets |
//! | `client` | the game as a client sees it |
//! | `thinking` | how long a client thinks |
//! | `play` | the client, over sockets |
//!
//! Only `server` and `play` do input and output.

mod client;
mod game;
mod lobby;
mod login;
mod message;
mod play;
mod record;
mod server;
mod thinking;
mod users;

pub use client::{Client, ClientError, ClientGame, Credentials, Outcome, Step};
pub use game::{Ending, Game, Reason, board, board_with_corner};
pub use lobby::{Lobby, Place};
pub use login::{Asked, Login};
pub use message::{Seat, ServerMessage, Square, read_jump, read_number, read_removal};
pub use play::{Event, PlayError, play};
pub use server::{ServerSettings, serve};
pub use thinking::{MARGIN, thinking_time};
pub use users::{Password, Users, UsersError};

use std::time::Duration;

/// The port of the Artemis server.
pub const PORT: u16 = 4705;

/// The time of each player for all jumps.
pub const CLOCK: Duration = Duration::from_secs(180);
