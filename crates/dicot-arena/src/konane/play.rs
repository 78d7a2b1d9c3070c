//! The client, over a socket.

use std::error::Error;
use std::fmt;
use std::time::{Duration, Instant};

use dicot::search::bot::Bot;

use super::{Client, ClientError, ClientGame, Outcome, Step, thinking_time};
use crate::net::{Peer, PeerError};

/// What a client does that is worth telling. There are no passwords in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The server has sent a line.
    Received(&'a str),
    /// The bot has chosen a move.
    Chosen {
        /// The move, as it is sent.
        mv: &'a str,
        /// How long that took.
        took: Duration,
    },
}

/// Why a client could not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError {
    /// The server sent what makes no sense.
    Server(ClientError),
    /// The bot failed.
    Bot,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Server(error) => error.fmt(f),
            PlayError::Bot => f.write_str("the bot failed"),
        }
    }
}

impl Error for PlayError {}

/// How long a client waits for a result after an error, which is as good as one.
const AFTER_ERROR: Duration = Duration::from_secs(10);

/// Plays a game with a bot and tells what happens.
///
/// # Errors
/// [`PlayError`] if the server or the bot make no sense.
///
/// # Panics
/// Outside of a Tokio runtime.
pub async fn play(
    mut peer: Peer,
    mut client: Client,
    mut bot: Box<dyn Bot<ClientGame>>,
    mut tell: impl FnMut(Event<'_>),
) -> Result<Outcome, PlayError> {
    loop {
        let deadline = client.error().map(|_| Instant::now() + AFTER_ERROR);
        let line = match peer.next_line(deadline).await {
            Ok(line) => line,
            // No message is that long: it does not matter.
            Err(PeerError::TooLong) => continue,
            Err(_) => return Ok(client.closed()),
        };
        let asked = Instant::now();
        tell(Event::Received(&line));
        let answer = match client.line(&line).map_err(PlayError::Server)? {
            Step::Wait => continue,
            Step::Over(outcome) => return Ok(outcome),
            Step::Send(answer) => answer,
            Step::Choose { turn, left } => {
                let time = thinking_time(left, &turn);
                let deadline = asked.checked_add(time).unwrap_or(asked);
                let choice = tokio::task::spawn_blocking(move || {
                    let mv = bot.choose(&turn, deadline);
                    (bot, mv)
                });
                let mv;
                (bot, mv) = choice.await.map_err(|_| PlayError::Bot)?;
                let answer = client.chosen(mv);
                tell(Event::Chosen { mv: &answer, took: asked.elapsed() });
                answer
            }
        };
        // If that fails, what was received before may still have the result.
        let _ = peer.send(&answer).await;
    }
}
