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
//! - Connections, messages, silence and white's time are bounded, see [`Config`](crate::Config). What is sent must be
//!   read: each message, and each pong, is on its way before the next frame is read.
//!
//! Source: Muir Manders, *Combo*, <https://github.com/muirmanders/combo> (2015), directory `http`.

mod table;

use std::future::pending;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::{IntoResponse, Response};
use dicot::rules::{Combo, ComboMove};
use dicot::search::bot::{Bot, Dice};
use dicot_arena::net::{Admission, Gate, Limits};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use crate::app::App;
use crate::compute::{Run, compute_at};
use crate::config::Config;
use crate::error::ApiError;
use crate::server::Client;
use table::{Deed, Table, Thought};

/// How long to wait when there is no place among those who wait for the workers.
const PAUSE: Duration = Duration::from_millis(250);

/// How long a client may take to close its side as well.
const PARTING: Duration = Duration::from_secs(2);

/// The most bytes that are queued for a client. The largest message has about 600 KB: the moves of one stack of 127 stones
/// on a board of 63x4. A pong waits besides.
const QUEUED_BYTES: usize = 2 << 20;

/// Who may connect.
#[derive(Debug)]
pub(crate) struct Tables {
    /// A permit for each that is free.
    free: Arc<Semaphore>,
    all: u32,
    /// Counts the tables of each address.
    gate: Gate,
}

impl Tables {
    pub(crate) fn new(config: &Config) -> Tables {
        let free = Arc::new(Semaphore::new(config.tables.into()));
        let gate = Gate::new(Limits {
            connections: usize::MAX,
            per_address: config.tables_per_address.into(),
            new_per_minute: usize::MAX,
        });
        Tables { free, all: config.tables.into(), gate }
    }

    /// A place at a table, if there is one for that client.
    fn place(&self, client: &Admission) -> Option<(OwnedSemaphorePermit, Admission)> {
        let permit = self.free.clone().try_acquire_owned().ok()?;
        Some((permit, self.gate.admit(client.address(), Instant::now()).ok()?))
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
    Extension(client): Extension<Client>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let Ok(upgrade) = upgrade else {
        return ApiError::request("expected a WebSocket").into_response();
    };
    let Some(place) = app.tables().place(&client) else { return ApiError::busy().into_response() };
    let bytes = app.config().body_bytes;
    let upgrade = upgrade.max_message_size(bytes).max_frame_size(bytes);
    let upgrade = upgrade.write_buffer_size(0).max_write_buffer_size(QUEUED_BYTES);
    upgrade.on_upgrade(move |mut socket| async move {
        let open = app.metrics().connection();
        if let Some(farewell) = play(&app, &client, &mut socket).await {
            part(&app, &mut socket, farewell).await;
        }
        drop((open, place, client));
    })
}

/// Plays until the connection is to be closed, and says how; `None` if it is closed already.
async fn play(app: &App, client: &Client, socket: &mut WebSocket) -> Option<CloseFrame> {
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
                    send(app, socket, Message::Ping(Default::default())).await?;
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
                        // The library answers a ping when it reads the next frame, and queues what cannot be sent.
                        // Sent here, the pong has to leave before the next frame is read.
                        Message::Ping(bytes) => {
                            send(app, socket, Message::Pong(bytes)).await?;
                            Vec::new()
                        }
                        Message::Pong(_) | Message::Close(_) => Vec::new(),
                    }
                }
            },
        };
        if thinking.is_none() && played.elapsed() > config.table_idle {
            return Some(farewell(close_code::POLICY, "nothing was played for too long"));
        }
        for deed in deeds {
            match deed {
                Deed::Say(line) => send(app, socket, Message::text(line)).await?,
                Deed::Think => {
                    let think = |thought| {
                        Box::pin(think(app.clone(), Client::clone(client), thought)) as Thinking
                    };
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
async fn think(app: App, client: Client, Thought { turn, bot }: Thought) -> Option<Moved> {
    let time = app.config().combo_time;
    // Whoever plays waits rather than to be sent away.
    let place = loop {
        match app.workers().place(&client) {
            Ok(place) => break place.patient().using_all(time, &app),
            Err(_) => sleep(PAUSE).await,
        }
    };
    let mut bot = Some(bot);
    let work = move |run: &Run| {
        let mut thinker = bot.take().ok_or_else(ApiError::internal)?;
        thinker.heed(run.interrupt());
        let mv = thinker.choose(&turn, Instant::now() + time);
        Ok(Moved { mv, bot: thinker })
    };
    compute_at(place, &app, time, work).await.ok()
}

/// Sends a message; `None` if the client does not read it in time, or the connection is closed.
async fn send(app: &App, socket: &mut WebSocket, message: Message) -> Option<()> {
    timeout(app.config().write_time, socket.send(message)).await.ok()?.ok()
}

fn farewell(code: u16, reason: &'static str) -> CloseFrame {
    CloseFrame { code, reason: reason.into() }
}

/// Closes the connection, and waits a little for the client to do so too: what it has not read yet would be lost.
async fn part(app: &App, socket: &mut WebSocket, farewell: CloseFrame) {
    if send(app, socket, Message::Close(Some(farewell))).await.is_some() {
        let closed = async { while let Some(Ok(_)) = socket.recv().await {} };
        let _ = timeout(PARTING, closed).await;
    }
}
