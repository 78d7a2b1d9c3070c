//! Combo's WebSocket, with the messages of the original server, so that its clients can play here.
//!
//! A message is a JSON object `{"command":…,"args":…}` in a text or binary message of a WebSocket. Messages of the
//! server end in a line feed; boards and moves are written as in [`dicot_arena::combo::json`]. The client plays black
//! and moves first.
//!
//! | from | command | args |
//! |---|---|---|
//! | client | `new_game` | `width`, `height` |
//! | server | `move` | `board` and all legal `moves`: it is black's turn |
//! | client | `move` | `from`, `to`, `piece_count`; black loses by an illegal move |
//! | server | `game_over` | `message`, such as `black (http) is the winner!` |
//!
//! Differences from the original:
//! - `new_game` may name the bot that plays white, `"cpu":"weak"`, and ask for the board at the end of the game,
//!   `"last_board":true`: then `game_over` has a `board`. Messages of the original have no other new fields.
//! - After `game_over`, `new_game` starts another game; during a game it resigns that game first.
//! - An invalid message, such as a board that is too large, is answered by `error` with a `message`, and the connection
//!   is closed. The original does not answer and keeps waiting.
//! - Connections, messages, silence and white's time are limited, see [`Config`](crate::Config). Clients must read:
//!   each message, and each pong, is sent before the next frame is read.
//!
//! Source: Muir Manders, *Combo*, <https://github.com/muirmanders/combo> (2015), directory `http`.

mod table;
mod tables;

use std::future::pending;
use std::pin::Pin;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::{IntoResponse, Response};
use dicot::rules::{Combo, combo::ComboMove};
use dicot_bots::{Bot, Dice};
use tokio::time::{sleep, timeout};

use crate::compute::{Attempt, compute_at};
use crate::error::ApiError;
use crate::server::Client;
use crate::state::App;
use table::{Action, BotTurn, Table};
pub(crate) use tables::Tables;

/// The time after which a bot tries again to get a place in the queue. A first choice, not compared with others.
const RETRY_DELAY: Duration = Duration::from_millis(250);

/// The time in which a client must close its side of the connection. A first choice, not compared with others.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// The limit of the bytes queued for a client. The largest message has about 600 KB (the moves of one stack of 127
/// stones on a board of 63x4), and a pong may be queued with it.
const MAX_QUEUED_BYTES: usize = 2 << 20;

/// Answers `GET /connect`. The middleware has checked host and origin.
pub(crate) async fn connect(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let Ok(upgrade) = upgrade else {
        return ApiError::request("expected a WebSocket handshake").into_response();
    };
    let Some(place) = app.tables().take(&client) else { return ApiError::busy().into_response() };
    let bytes = app.config().body_bytes;
    let upgrade = upgrade.max_message_size(bytes).max_frame_size(bytes);
    let upgrade = upgrade.write_buffer_size(0).max_write_buffer_size(MAX_QUEUED_BYTES);
    upgrade.on_upgrade(move |mut socket| async move {
        let open = app.metrics().connection();
        if let Some(reason) = play(&app, &client, &mut socket).await {
            close(&app, &mut socket, reason).await;
        }
        drop((open, place, client));
    })
}

/// Plays until the connection ends, and returns how to close it; `None` if it is closed already.
async fn play(app: &App, client: &Client, socket: &mut WebSocket) -> Option<CloseFrame> {
    let config = app.config();
    let mut table = Table::new(&config.combo_cpu, Dice::of_this_run().next());
    let mut thinking: Option<Thinking> = None;
    let mut pinged = false;
    let mut last_played = Instant::now();
    loop {
        let actions = tokio::select! {
            () = app.stop().asked() => return Some(reason(close_code::AWAY, "the server is shutting down")),
            moved = finished(&mut thinking) => {
                thinking = None;
                last_played = Instant::now();
                match moved {
                    Some(Moved { mv, bot }) => table.on_bot_move(mv, bot),
                    None => return Some(reason(close_code::ERROR, "the bot failed")),
                }
            }
            received = timeout(config.ping_time, socket.recv()) => match received {
                Err(_) if pinged => {
                    return Some(reason(close_code::POLICY, "no answer to a ping"));
                }
                Err(_) => {
                    pinged = true;
                    send(app, socket, Message::Ping(Default::default())).await?;
                    Vec::new()
                }
                Ok(None) => return None,
                Ok(Some(Err(error))) => {
                    tracing::debug!(%error, "bad frame");
                    return Some(reason(close_code::PROTOCOL, "malformed or oversized frame"));
                }
                Ok(Some(Ok(message))) => {
                    pinged = false;
                    match message {
                        Message::Text(text) => {
                            last_played = Instant::now();
                            table.on_message(text.as_bytes())
                        }
                        Message::Binary(bytes) => {
                            last_played = Instant::now();
                            table.on_message(&bytes)
                        }
                        // axum's own pongs would be queued while the next frames are read. This one is sent
                        // before the next frame is read, so that a client that does not read is noticed.
                        Message::Ping(bytes) => {
                            send(app, socket, Message::Pong(bytes)).await?;
                            Vec::new()
                        }
                        Message::Pong(_) | Message::Close(_) => Vec::new(),
                    }
                }
            },
        };
        if thinking.is_none() && last_played.elapsed() > config.table_idle {
            return Some(reason(close_code::POLICY, "no move for too long"));
        }
        for action in actions {
            match action {
                Action::Send(line) => send(app, socket, Message::text(line)).await?,
                Action::StartBot => {
                    let think = |turn| {
                        Box::pin(think(app.clone(), Client::clone(client), turn)) as Thinking
                    };
                    thinking = table.take_bot_turn().map(think);
                }
                Action::Close(text) => return Some(reason(close_code::POLICY, text)),
            }
        }
    }
}

/// A bot that thinks on one of the workers.
type Thinking = Pin<Box<dyn Future<Output = Option<Moved>> + Send>>;

/// A bot with the move that it chose.
struct Moved {
    mv: Option<ComboMove>,
    bot: Box<dyn Bot<Combo>>,
}

/// Waits for the bot's move; never returns if no bot thinks.
async fn finished(thinking: &mut Option<Thinking>) -> Option<Moved> {
    match thinking {
        Some(thinking) => thinking.await,
        None => pending().await,
    }
}

/// Lets the bot choose a move on a worker; `None` if it panics.
async fn think(app: App, client: Client, BotTurn { turn, bot }: BotTurn) -> Option<Moved> {
    let time = app.config().combo_time;
    // A game waits for a worker as long as necessary: `busy` would end it.
    let place = loop {
        match app.workers().place(&client) {
            Ok(place) => break place.without_timeout().using_all(time, app.workers()),
            Err(_) => sleep(RETRY_DELAY).await,
        }
    };
    let mut bot = Some(bot);
    let work = move |attempt: &Attempt| {
        let mut bot = bot.take().ok_or_else(ApiError::internal)?;
        bot.set_interrupt(attempt.interrupt());
        let mv = bot.choose(&turn, Instant::now() + time);
        Ok(Moved { mv, bot })
    };
    compute_at(place, app.workers(), time, work).await.ok()
}

/// Sends a message; `None` if the client does not read it in time, or the connection is closed.
async fn send(app: &App, socket: &mut WebSocket, message: Message) -> Option<()> {
    timeout(app.config().write_time, socket.send(message)).await.ok()?.ok()
}

fn reason(code: u16, text: &'static str) -> CloseFrame {
    CloseFrame { code, reason: text.into() }
}

/// Closes the connection, and waits briefly for the client to close its side: closing the socket at once would lose
/// messages that it has not read yet.
async fn close(app: &App, socket: &mut WebSocket, reason: CloseFrame) {
    if send(app, socket, Message::Close(Some(reason))).await.is_some() {
        let closed = async { while let Some(Ok(_)) = socket.recv().await {} };
        let _ = timeout(CLOSE_TIMEOUT, closed).await;
    }
}
