//! Requests in JSON: bounded in size and in time, and refused if they say that they are something else.

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::error::ApiError;

/// The body of a request, read from JSON.
#[derive(Debug)]
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<JsonBody<T>, ApiError> {
        let (parts, body) = request.into_parts();
        if !is_json(&parts.headers) {
            return Err(ApiError::media_type());
        }
        let bytes = whole(body, app).await?;
        serde_json::from_slice(bytes.as_ref()).map(JsonBody).map_err(ApiError::request)
    }
}

/// Whether a request says that it is JSON. Pages of other origins cannot say so without being asked first.
fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = value.and_then(|value| value.split(';').next());
    kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// All of a body.
async fn whole(body: Body, app: &App) -> Result<Bytes, ApiError> {
    let config = app.config();
    match tokio::time::timeout(config.body_time, to_bytes(body, config.body_bytes)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        // It is too large, or the client is gone and will not hear this.
        Ok(Err(_)) => Err(ApiError::too_large(config.body_bytes)),
        Err(_) => Err(ApiError::slow()),
    }
}
