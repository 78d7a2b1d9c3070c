//! A bot as a client, over a socket.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use dicot::rules::{Clobber448, Turn, clobber::ClobberMove};
use dicot_bots::Bot;
use serde::Serialize;
use tokio::task::spawn_blocking;

use super::client::{Client, ClientError, Event};
use crate::net::{Peer, PeerError};

/// The result of a game, as a client sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Played {
    /// The number of the game, from 1.
    pub game: u64,
    /// The rows of the board.
    pub rows: u8,
    /// The columns of the board.
    pub cols: u8,
    /// Whether the client was black and moved first.
    pub black: bool,
    /// Whether the client has won; `None` if that is not known.
    pub won: Option<bool>,
    /// How the game ended: `no move`, `forfeit` or `dropped`.
    pub why: &'static str,
}

/// The number of games that a client has won and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Score {
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
    /// Games that the server has dropped without a result.
    pub dropped: u64,
}

/// Why a client stopped before the end of the tournament.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The server broke the protocol or closed the connection during a game.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The server sent a line that is too long, or does not read what is sent.
    #[error("the server: {0}")]
    Peer(PeerError),
    /// The bot failed.
    #[error("the bot failed")]
    Bot,
}

/// Plays with a bot, which has `time` for each move, until the server closes the connection between games. Calls
/// `report` at the end of every game, and stops if it returns `Break`.
///
/// # Errors
/// [`PlayError`] if the server closes the connection during a game or breaks the protocol.
pub async fn play<B: Bot<Clobber448> + 'static>(
    mut peer: Peer,
    client: Client,
    bot: B,
    time: Duration,
    report: impl FnMut(&Played) -> ControlFlow<()>,
) -> Result<Score, PlayError> {
    // If the connection is closed already, the first read below reports it.
    let _ = peer.send(&client.login()).await;
    let mut session = Session { peer, client, score: Score::default(), game: None, report };
    let mut bot = bot;
    while session.listen().await?.is_continue() {
        while let Some(turn) = session.client.turn() {
            let turn = *turn;
            let thinking = spawn_blocking(move || {
                let mv = choose(&mut bot, &turn, time);
                (bot, mv)
            });
            tokio::pin!(thinking);
            // The server may end the game during the bot's search.
            let (answer, interrupted) = tokio::select! {
                answer = &mut thinking => (answer, None),
                line = session.peer.next_line(None) => ((&mut thinking).await, Some(line)),
            };
            let mv;
            (bot, mv) = answer.map_err(|_| PlayError::Bot)?;
            let flow = match (interrupted, mv) {
                (Some(line), _) => session.receive(line)?,
                (None, Some(mv)) => session.play(mv).await?,
                (None, None) => return Err(PlayError::Bot),
            };
            if flow.is_break() {
                return Ok(session.score);
            }
        }
    }
    Ok(session.score)
}

/// Returns the bot's move, or the first legal move if the bot's move is missing or illegal.
fn choose<B: Bot<Clobber448>>(
    bot: &mut B,
    turn: &Turn<Clobber448>,
    time: Duration,
) -> Option<ClobberMove> {
    use dicot::rules::Position;
    let now = Instant::now();
    let deadline = now.checked_add(time).unwrap_or(now);
    let chosen = bot.choose(turn, deadline);
    chosen.filter(|&mv| turn.position.is_legal(turn.to_move, mv)).or_else(|| turn.moves().next())
}

/// A connection to the server, with the client and its results.
struct Session<R> {
    peer: Peer,
    client: Client,
    score: Score,
    /// The game in progress.
    game: Option<Played>,
    report: R,
}

impl<R: FnMut(&Played) -> ControlFlow<()>> Session<R> {
    /// Waits for a line and processes it; `Break` if the tournament is over.
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
                    if self.on_event(event).is_break() {
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
            // If the connection is closed, lines that arrived before are read first.
            Ok(()) | Err(PeerError::Closed) => {}
            Err(error) => return Err(PlayError::Peer(error)),
        }
        Ok(ended.map_or(ControlFlow::Continue(()), |event| self.on_event(event)))
    }

    fn on_event(&mut self, event: Event) -> ControlFlow<()> {
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
