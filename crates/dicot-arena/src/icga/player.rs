//! A bot at the client's end of a connection.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use dicot::rules::{ClobberMove, HugeClobber, Turn};
use dicot::search::bot::Bot;
use serde::Serialize;
use tokio::task::spawn_blocking;

use super::client::{Client, ClientError, Event};
use crate::net::{Peer, PeerError};

/// A game as a player saw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Played {
    /// Its number, from 1.
    pub game: u64,
    /// The rows of the board.
    pub rows: u8,
    /// The columns of the board.
    pub cols: u8,
    /// Whether the player was black and began.
    pub black: bool,
    /// Whether it has won, if that is known.
    pub won: Option<bool>,
    /// How the game ended: `no move`, `forfeit` or `dropped`.
    pub why: &'static str,
}

/// How many games a player has won and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Score {
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
    /// Games that the server has dropped.
    pub dropped: u64,
}

/// Why a player could not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError {
    /// The server sent what makes no sense, or left in a game.
    Client(ClientError),
    /// The server sent a line that is too long, or does not read.
    Peer(PeerError),
    /// The bot failed.
    Bot,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Client(error) => error.fmt(f),
            PlayError::Peer(error) => write!(f, "the server: {error}"),
            PlayError::Bot => write!(f, "the bot failed"),
        }
    }
}

impl Error for PlayError {}

impl From<ClientError> for PlayError {
    fn from(error: ClientError) -> PlayError {
        PlayError::Client(error)
    }
}

/// Plays with a bot, which has `time` for each move, until the server closes the connection between games or a report
/// breaks; every game is reported when it ends.
///
/// # Errors
/// [`PlayError`] if the connection is closed in a game, or the server does not keep to the protocol.
pub async fn play<B: Bot<HugeClobber> + 'static>(
    mut peer: Peer,
    client: Client,
    bot: B,
    time: Duration,
    report: impl FnMut(&Played) -> ControlFlow<()>,
) -> Result<Score, PlayError> {
    // A connection that is closed at once has nothing to say, which is noticed below.
    let _ = peer.send(&client.login()).await;
    let mut player = Player { peer, client, score: Score::default(), game: None, report };
    let mut bot = bot;
    while player.listen().await?.is_continue() {
        while let Some(turn) = player.client.turn() {
            let turn = *turn;
            let thinking = spawn_blocking(move || {
                let mv = choose(&mut bot, &turn, time);
                (bot, mv)
            });
            tokio::pin!(thinking);
            // The server may end the game while the bot thinks.
            let (answer, interrupted) = tokio::select! {
                answer = &mut thinking => (answer, None),
                line = player.peer.next_line(None) => ((&mut thinking).await, Some(line)),
            };
            let (same, mv) = answer.map_err(|_| PlayError::Bot)?;
            bot = same;
            let flow = match (interrupted, mv) {
                (Some(line), _) => player.receive(line)?,
                (None, Some(mv)) => player.play(mv).await?,
                (None, None) => return Err(PlayError::Bot),
            };
            if flow.is_break() {
                return Ok(player.score);
            }
        }
    }
    Ok(player.score)
}

/// The bot's move, or any if that is none.
fn choose<B: Bot<HugeClobber>>(
    bot: &mut B,
    turn: &Turn<HugeClobber>,
    time: Duration,
) -> Option<ClobberMove> {
    use dicot::rules::Position;
    let now = Instant::now();
    let deadline = now.checked_add(time).unwrap_or(now);
    let chosen = bot.choose(turn, deadline);
    chosen.filter(|&mv| turn.position.is_legal(turn.to_move, mv)).or_else(|| turn.moves().next())
}

struct Player<R> {
    peer: Peer,
    client: Client,
    score: Score,
    /// The game that is going on.
    game: Option<Played>,
    report: R,
}

impl<R: FnMut(&Played) -> ControlFlow<()>> Player<R> {
    /// Waits for a line; the end if the tournament is over.
    async fn listen(&mut self) -> Result<ControlFlow<()>, PlayError> {
        let line = self.peer.next_line(None).await;
        self.receive(line)
    }

    fn receive(&mut self, line: Result<String, PeerError>) -> Result<ControlFlow<()>, PlayError> {
        match line {
            Ok(line) => {
                let events = self.client.receive(&line)?;
                if events == [Event::Ignored] {
                    tracing::warn!(line, "ignored between games");
                }
                for event in events {
                    if self.note(event).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Ok(ControlFlow::Continue(()))
            }
            Err(PeerError::Closed) => {
                self.client.closed()?;
                Ok(ControlFlow::Break(()))
            }
            Err(error) => Err(PlayError::Peer(error)),
        }
    }

    async fn play(&mut self, mv: ClobberMove) -> Result<ControlFlow<()>, PlayError> {
        let (line, ended) = self.client.play(mv)?;
        match self.peer.send(&line).await {
            // What the server has said before it closed the connection comes first.
            Ok(()) | Err(PeerError::Closed) => {}
            Err(error) => return Err(PlayError::Peer(error)),
        }
        Ok(ended.map_or(ControlFlow::Continue(()), |event| self.note(event)))
    }

    fn note(&mut self, event: Event) -> ControlFlow<()> {
        let (won, why) = match event {
            Event::Started { rows, cols, black } => {
                let Score { won, lost, dropped } = self.score;
                let game = won + lost + dropped + 1;
                self.game = Some(Played { game, rows, cols, black, won: None, why: "" });
                return ControlFlow::Continue(());
            }
            Event::Ended { won, why } => (Some(won), why.name()),
            Event::Dropped => (None, "dropped"),
            Event::Ignored => return ControlFlow::Continue(()),
        };
        match won {
            Some(true) => self.score.won += 1,
            Some(false) => self.score.lost += 1,
            None => self.score.dropped += 1,
        }
        match self.game.take() {
            Some(game) => (self.report)(&Played { won, why, ..game }),
            None => ControlFlow::Continue(()),
        }
    }
}
