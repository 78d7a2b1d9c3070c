//! Receives JSON requests: of limited size, in limited time, and only with the content type of JSON.

use std::error::Error;

use axum::body::{self, Bytes, HttpBody, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use http_body_util::LengthLimitError;

use crate::config::Config;
use crate::error::ApiError;
use crate::server::Client;
use crate::state::App;

/// The body of a request, and who sends it.
#[derive(Debug)]
pub(crate) struct Body {
    pub(crate) client: Client,
    pub(crate) bytes: Bytes,
}

impl FromRequest<App> for Body {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Body, ApiError> {
        let client = request.extensions().get::<Client>().cloned();
        let client = client.ok_or_else(ApiError::internal)?;
        let (parts, body) = request.into_parts();
        if !is_json(&parts.headers) {
            return Err(ApiError::media_type());
        }
        Ok(Body { client, bytes: read(body, app.config()).await? })
    }
}

/// Whether the content type is JSON. Pages of other origins cannot send it without a CORS preflight, which fails.
fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = value.and_then(|value| value.split(';').next());
    kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// Reads a whole body. One whose declared length is too large is refused unread.
async fn read(body: body::Body, config: &Config) -> Result<Bytes, ApiError> {
    if body.size_hint().lower() > config.body_bytes as u64 {
        return Err(ApiError::too_large(config.body_bytes));
    }
    match tokio::time::timeout(config.body_time, to_bytes(body, config.body_bytes)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if error.source().is_some_and(<dyn Error>::is::<LengthLimitError>) => {
            Err(ApiError::too_large(config.body_bytes))
        }
        // Its chunks are malformed, or the client has disconnected and will not read this.
        Ok(Err(_)) => Err(ApiError::request("the body of the request is malformed or incomplete")),
        Err(_) => Err(ApiError::slow()),
    }
}
