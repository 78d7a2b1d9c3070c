//! Combo's WebSocket, with the messages of the original, so that its clients can play here.
//!
//! A message is a JSON object `{"command":…,"args":…}`, in a text or binary message of a WebSocket; those of the
//! server end in a line feed, and its boards and moves are written as in [`dicot_arena::combo::json`]. The client
//! plays black and begins.
//!
//! | from | command | args |
//! |---|---|---|
//! | client | `new_game` | `width`, `height` |
//! | server | `move` | `board`, and all legal `moves`: it is black's turn |
//! | client | `move` | `from`, `to`, `piece_count`: a move, or else black has lost |
//! | server | `game_over` | `message`, such as `black (http) is the winner!` |
//!
//! What differs from the original:
//! - `new_game` may name the bot that plays white, `"cpu":"weak"`, and ask for the board at the end of the game,
//!   `"last_board":true`: then `game_over` has a `board`. Nothing else is ever added to messages of the original.
//! - After `game_over` another `new_game` begins another game; during a game it gives up that one.
//! - What makes no sense, such as a board that is too large, is answered by `error` with a `message`, after which the
//!   connection is closed. The original said nothing, and waited for ever.
//! - Connections, messages, silence and white's time are bounded, see [`Config`](crate::Config).
//!
//! Source: Muir Manders, *Combo*, <https://github.com/muirmanders/combo> (2015), directory `http`.

mod table;

use std::future::pending;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::{IntoResponse, Response};
use dicot::rules::{Combo, ComboMove};
use dicot::search::bot::{Bot, Dice};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use crate::app::App;
use crate::compute::compute_at;
use crate::config::Config;
use crate::error::ApiError;
use table::{Deed, Table, Thought};

/// How long to wait when there is no place among those who wait for the workers.
const PAUSE: Duration = Duration::from_millis(250);

/// How long a client may take to close its side as well.
const PARTING: Duration = Duration::from_secs(2);

/// Who may connect.
#[derive(Debug)]
pub(crate) struct Tables {
    /// A permit for each that is free.
    free: Arc<Semaphore>,
    all: u32,
}

impl Tables {
    pub(crate) fn new(config: &Config) -> Tables {
        let free = Arc::new(Semaphore::new(config.tables.into()));
        Tables { free, all: config.tables.into() }
    }

    /// A place at a table, if there is one.
    fn place(&self) -> Option<OwnedSemaphorePermit> {
        self.free.clone().try_acquire_owned().ok()
    }

    /// Waits until nobody is connected. Who asks ought to have told them to go.
    pub(crate) async fn empty(&self) {
        // Nobody closes the semaphore.
        let _ = self.free.acquire_many(self.all).await;
    }
}

/// Answers `GET /connect`. Where the request comes from was looked at before.
pub(crate) async fn connect(
    State(app): State<App>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let Ok(upgrade) = upgrade else {
        return ApiError::request("expected a WebSocket").into_response();
    };
    let Some(place) = app.tables().place() else { return ApiError::busy().into_response() };
    let bytes = app.config().body_bytes;
    let upgrade = upgrade.max_message_size(bytes).max_frame_size(bytes);
    upgrade.on_upgrade(move |mut socket| async move {
        let open = app.metrics().connection();
        if let Some(farewell) = play(&app, &mut socket).await {
            part(&mut socket, farewell).await;
        }
        drop((open, place));
    })
}

/// Plays until the connection is to be closed, and says how; `None` if it is closed already.
async fn play(app: &App, socket: &mut WebSocket) -> Option<CloseFrame> {
    let config = app.config();
    let mut table = Table::new(&config.combo_cpu, Dice::of_this_run().next());
    let mut thinking: Option<Thinking> = None;
    let mut pinged = false;
    let mut played = Instant::now();
    loop {
        let deeds = tokio::select! {
            () = app.stop().asked() => return Some(farewell(close_code::AWAY, "the server ends")),
            moved = done(&mut thinking) => {
                thinking = None;
                played = Instant::now();
                match moved {
                    Some(Moved { mv, bot }) => table.play(mv, bot),
                    None => return Some(farewell(close_code::ERROR, "white has failed")),
                }
            }
            heard = timeout(config.ping_time, socket.recv()) => match heard {
                Err(_) if pinged => {
                    return Some(farewell(close_code::POLICY, "no answer to a ping"));
                }
                Err(_) => {
                    pinged = true;
                    socket.send(Message::Ping(Default::default())).await.ok()?;
                    Vec::new()
                }
                Ok(None) => return None,
                Ok(Some(Err(error))) => {
                    tracing::debug!(%error, "a bad frame");
                    let reason = "a frame is broken or too large";
                    return Some(farewell(close_code::PROTOCOL, reason));
                }
                Ok(Some(Ok(message))) => {
                    pinged = false;
                    match message {
                        Message::Text(text) => {
                            played = Instant::now();
                            table.hear(text.as_bytes())
                        }
                        Message::Binary(bytes) => {
                            played = Instant::now();
                            table.hear(&bytes)
                        }
                        Message::Ping(_) | Message::Pong(_) | Message::Close(_) => Vec::new(),
                    }
                }
            },
        };
        if thinking.is_none() && played.elapsed() > config.table_idle {
            return Some(farewell(close_code::POLICY, "nothing was played for too long"));
        }
        for deed in deeds {
            match deed {
                Deed::Say(line) => socket.send(Message::text(line)).await.ok()?,
                Deed::Think => {
                    let think = |thought| Box::pin(think(app.clone(), thought)) as Thinking;
                    thinking = table.thought().map(think);
                }
                Deed::Close(reason) => return Some(farewell(close_code::POLICY, reason)),
            }
        }
    }
}

/// A bot that thinks, on one of the workers.
type Thinking = Pin<Box<dyn Future<Output = Option<Moved>> + Send>>;

/// What a bot has found.
struct Moved {
    mv: Option<ComboMove>,
    bot: Box<dyn Bot<Combo>>,
}

/// Waits for the move; for ever if nobody thinks.
async fn done(thinking: &mut Option<Thinking>) -> Option<Moved> {
    match thinking {
        Some(thinking) => thinking.await,
        None => pending().await,
    }
}

/// Lets a worker think; `None` if that fails.
async fn think(app: App, Thought { turn, mut bot }: Thought) -> Option<Moved> {
    // Whoever plays waits rather than to be sent away.
    let place = loop {
        match app.workers().place() {
            Ok(place) => break place.patient(),
            Err(_) => sleep(PAUSE).await,
        }
    };
    let time = app.config().combo_time;
    let work = move |interrupt| {
        bot.heed(interrupt);
        let mv = bot.choose(&turn, Instant::now() + time);
        Ok(Moved { mv, bot })
    };
    compute_at(place, &app, time, work).await.ok()
}

fn farewell(code: u16, reason: &'static str) -> CloseFrame {
    CloseFrame { code, reason: reason.into() }
}

/// Closes the connection, and waits a little for the client to do so too: what it has not read yet would be lost.
async fn part(socket: &mut WebSocket, farewell: CloseFrame) {
    if socket.send(Message::Close(Some(farewell))).await.is_ok() {
        let closed = async { while let Some(Ok(_)) = socket.recv().await {} };
        let _ = timeout(PARTING, closed).await;
    }
}
