//! Limits the bytes of answers that clients have not read yet.

use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::config::Config;
use crate::error::ApiError;

/// A permit for each KiB of large answers that may be unread at a time.
#[derive(Clone, Debug)]
pub(crate) struct UnreadLimit(Arc<Semaphore>);

impl UnreadLimit {
    pub(crate) fn new(config: &Config) -> UnreadLimit {
        let kib = (config.answer_bytes >> 10).min(Semaphore::MAX_PERMITS);
        UnreadLimit(Arc::new(Semaphore::new(kib)))
    }
}

/// Answers up to this size are not counted: the number of connections limits them.
const MIN_COUNTED: u64 = 64 << 10;

/// The bytes of an answer with their permits, which are returned when the bytes are sent.
struct Counted {
    bytes: Bytes,
    _permits: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Middleware that counts a large answer until it is sent, and replaces it by 503 if it is beyond the limit.
pub(crate) async fn limit(
    State(limit): State<UnreadLimit>,
    request: Request,
    next: Next,
) -> Response {
    let response = next.run(request).await;
    let length = response.body().size_hint().exact();
    let Some(length) = length.filter(|&length| length > MIN_COUNTED) else { return response };
    let kib = u32::try_from(length >> 10).unwrap_or(u32::MAX);
    let Ok(permits) = limit.0.try_acquire_many_owned(kib) else {
        return ApiError::busy().into_response();
    };
    let (parts, body) = response.into_parts();
    // Handlers return complete bodies, so this copies nothing.
    match to_bytes(body, usize::MAX).await {
        Ok(bytes) => {
            let counted = Counted { bytes, _permits: permits };
            Response::from_parts(parts, Body::from(Bytes::from_owner(counted)))
        }
        Err(_) => ApiError::internal().into_response(),
    }
}
