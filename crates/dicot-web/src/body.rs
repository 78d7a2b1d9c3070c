//! Reads JSON requests: of limited size, in limited time, and only with the content type of JSON.

use std::error::Error;

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use http_body_util::LengthLimitError;
use serde::de::{DeserializeOwned, IgnoredAny};

use crate::config::Config;
use crate::error::ApiError;
use crate::server::Client;
use crate::state::App;

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
        let bytes = read(body, app.config()).await?;
        // serde would read a list as the fields in their order.
        if bytes.trim_ascii_start().first().is_some_and(|&byte| byte != b'{') {
            let object = "expected a JSON object with the fields that /api names";
            return Err(match serde_json::from_slice::<IgnoredAny>(&bytes) {
                Ok(_) => ApiError::request(object),
                Err(error) => ApiError::request(format_args!("{object}: {error}")),
            });
        }
        let mut json = serde_json::Deserializer::from_slice(&bytes);
        let read = serde_path_to_error::deserialize(&mut json).map_err(|error| {
            let (field, error) =
                (error.path().to_string(), in_json_terms(&error.inner().to_string()));
            match field.as_str() {
                "." | "?" => error,
                field => format!("`{field}`: {error}"),
            }
        });
        read.and_then(|read| json.end().map_err(|error| error.to_string()).map(|()| JsonBody(read)))
            .map_err(ApiError::request)
    }
}

/// A request to compute something.
#[derive(Debug)]
pub(crate) struct Call<T> {
    pub(crate) app: App,
    pub(crate) client: Client,
    pub(crate) body: T,
}

impl<T: DeserializeOwned> FromRequest<App> for Call<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Call<T>, ApiError> {
        let client = request.extensions().get::<Client>().cloned();
        let client = client.ok_or_else(ApiError::internal)?;
        let JsonBody(body) = JsonBody::from_request(request, app).await?;
        Ok(Call { app: app.clone(), client, body })
    }
}

/// Whether the content type is JSON. Pages of other origins cannot send it without a CORS preflight, which fails.
fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = value.and_then(|value| value.split(';').next());
    kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// Reads a whole body. One whose declared length is too large is refused unread.
async fn read(body: Body, config: &Config) -> Result<Bytes, ApiError> {
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

/// Rewrites an error of serde without names of Rust types: `invalid type: map, expected u64 at line 1 column 9` becomes
/// `expected a whole number from 0, found an object at line 1 column 9`. Other errors stay as they are.
fn in_json_terms(error: &str) -> String {
    const FOUND: [(&str, &str); 5] = [
        ("sequence", "a list"),
        ("map", "an object"),
        ("integer `", "the number `"),
        ("floating point `", "the number `"),
        ("boolean `", "`"),
    ];
    const EXPECTED: [(&str, &str); 9] = [
        ("struct ", "an object"),
        ("unit variant ", "a string"),
        ("a sequence", "a list"),
        ("a boolean", "true or false"),
        ("f64", "a number"),
        ("u8", "a whole number from 0 to 255"),
        ("u16", "a whole number from 0 to 65535"),
        ("u64", "a whole number from 0"),
        ("usize", "a whole number from 0"),
    ];
    let mismatch =
        ["invalid type: ", "invalid value: "].iter().find_map(|kind| error.strip_prefix(kind));
    // The part before `expected` may quote the request, so the text is split from its end.
    let parts = mismatch.and_then(|rest| rest.rsplit_once(", expected "));
    let parts = parts.and_then(|(found, rest)| Some((found, rest.rsplit_once(" at line ")?)));
    let Some((found, (expected, place))) = parts else { return error.to_owned() };
    let found = FOUND
        .iter()
        .find_map(|(rust, word)| Some([word, found.strip_prefix(rust)?].concat()))
        .unwrap_or_else(|| found.to_owned());
    let word = EXPECTED.iter().find(|(rust, _)| expected.starts_with(rust));
    let expected = word.map_or(expected, |(_, word)| word);
    format!("expected {expected}, found {found} at line {place}")
}
