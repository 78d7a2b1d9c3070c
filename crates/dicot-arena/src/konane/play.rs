//! The client, over a socket.

use std::time::{Duration, Instant};

use dicot_bots::Bot;

use super::{Client, ClientError, ClientGame, Outcome, Step, thinking_time};
use crate::net::{Peer, PeerError};

/// An event of a session, for reports. It contains no passwords.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The server has sent a line.
    Received(&'a str),
    /// The bot has chosen a move.
    Chosen {
        /// The move in the notation of the protocol.
        mv: &'a str,
        /// The time that the choice took.
        took: Duration,
    },
}

/// Why a client stopped before the end of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The server sent a line that is not valid.
    #[error(transparent)]
    Server(ClientError),
    /// The bot failed.
    #[error("the bot failed")]
    Bot,
}

/// How long a client waits for the result after an error, which decides the game by itself. A first choice, not
/// compared with others.
const RESULT_TIMEOUT: Duration = Duration::from_secs(10);

/// Plays a game with a bot and reports its events.
///
/// # Errors
/// [`PlayError`] if the server breaks the protocol or the bot fails.
///
/// # Panics
/// Outside of a Tokio runtime.
pub async fn play(
    mut peer: Peer,
    mut client: Client,
    mut bot: Box<dyn Bot<ClientGame>>,
    mut report: impl FnMut(Event<'_>),
) -> Result<Outcome, PlayError> {
    loop {
        let deadline = client.error().map(|_| Instant::now() + RESULT_TIMEOUT);
        let line = match peer.next_line(deadline).await {
            Ok(line) => line,
            // No message is that long, so the line can be ignored.
            Err(PeerError::TooLong) => continue,
            Err(_) => return Ok(client.closed()),
        };
        let asked = Instant::now();
        report(Event::Received(&line));
        let answer = match client.receive(&line).map_err(PlayError::Server)? {
            Step::Wait => continue,
            Step::Over(outcome) => return Ok(outcome),
            Step::Send(answer) => answer,
            Step::Choose { turn, time_left } => {
                let time = thinking_time(time_left, &turn);
                let deadline = asked.checked_add(time).unwrap_or(asked);
                let choice = tokio::task::spawn_blocking(move || {
                    let mv = bot.choose(&turn, deadline);
                    (bot, mv)
                });
                let mv;
                (bot, mv) = choice.await.map_err(|_| PlayError::Bot)?;
                let answer = client.chosen(mv);
                report(Event::Chosen { mv: &answer, took: asked.elapsed() });
                answer
            }
        };
        // If sending fails, the result may still be among the lines that arrived before.
        let _ = peer.send(&answer).await;
    }
}
