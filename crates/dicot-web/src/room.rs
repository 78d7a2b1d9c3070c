//! Room for large answers: what clients have not read yet has a bound in all.

use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::app::App;
use crate::config::Config;
use crate::error::ApiError;

/// The KiB for which there is room.
#[derive(Debug)]
pub(crate) struct Room(Arc<Semaphore>);

impl Room {
    pub(crate) fn new(config: &Config) -> Room {
        Room(Arc::new(Semaphore::new((config.answer_bytes >> 10).min(Semaphore::MAX_PERMITS))))
    }
}

/// Smaller answers are bounded by the number of connections.
const LARGE: u64 = 64 << 10;

/// An answer, and its room, which is given back when it is sent.
struct Held {
    bytes: Bytes,
    _room: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Holds room for a large answer until it is sent; without room the server is busy.
pub(crate) async fn room(State(app): State<App>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let Some(length) = response.body().size_hint().exact().filter(|&length| length > LARGE) else {
        return response;
    };
    let kib = u32::try_from(length >> 10).unwrap_or(u32::MAX);
    let Ok(room) = Arc::clone(&app.room().0).try_acquire_many_owned(kib) else {
        return ApiError::busy().into_response();
    };
    let (parts, body) = response.into_parts();
    // It is in one piece already.
    match to_bytes(body, usize::MAX).await {
        Ok(bytes) => {
            Response::from_parts(parts, Body::from(Bytes::from_owner(Held { bytes, _room: room })))
        }
        Err(_) => ApiError::internal().into_response(),
    }
}
