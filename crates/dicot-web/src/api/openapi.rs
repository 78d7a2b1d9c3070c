//! `GET /api`: the OpenAPI document.

use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use utoipa::OpenApi;

use super::play::{bot, review, turn};
use super::{game, info, moves, sessions, solve, value};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "dicot",
        description = "Values of combinatorial games and positions, who wins them, and games against bots. \
            Requests may name a session, `X-Dicot-Session: <8 to 64 letters, digits, - or _>`, which keeps \
            definitions and results. If the client disconnects, its computation is interrupted."
    ),
    paths(
        value::value,
        game::game,
        solve::solve,
        moves::moves,
        info::start,
        turn::turn,
        bot::bot,
        review::review,
        info::rulesets,
        info::operations,
        info::limits,
        sessions::delete,
        sessions::end,
    )
)]
struct Document;

/// The document, written once.
static TEXT: LazyLock<Bytes> = LazyLock::new(|| {
    let text = Document::openapi().to_pretty_json();
    text.map_or_else(
        |error| {
            tracing::error!(%error, "the OpenAPI document cannot be written");
            Bytes::new()
        },
        Bytes::from,
    )
});

/// Answers `GET /api`.
pub(crate) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], TEXT.clone()).into_response()
}
