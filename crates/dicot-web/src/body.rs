//! Requests in JSON: bounded in size and in time, and refused if they say that they are something else.

use std::error::Error;

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use http_body_util::LengthLimitError;
use serde::de::{DeserializeOwned, IgnoredAny};

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
        // Lists are refused here: serde would take them for the fields in their order.
        if bytes.trim_ascii_start().first().is_some_and(|&byte| byte != b'{') {
            let object = "expected a JSON object with the fields that /api names";
            return Err(match serde_json::from_slice::<IgnoredAny>(&bytes) {
                Ok(_) => ApiError::request(object),
                Err(error) => ApiError::request(format_args!("{object}: {error}")),
            });
        }
        let mut json = serde_json::Deserializer::from_slice(&bytes);
        let read = serde_path_to_error::deserialize(&mut json).map_err(|error| {
            let (field, error) = (error.path().to_string(), in_words(&error.inner().to_string()));
            match field.as_str() {
                "." | "?" => error,
                field => format!("`{field}`: {error}"),
            }
        });
        read.and_then(|read| json.end().map_err(|error| error.to_string()).map(|()| JsonBody(read)))
            .map_err(ApiError::request)
    }
}

/// Whether a request says that it is JSON. Pages of other origins cannot say so without being asked first.
fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = value.and_then(|value| value.split(';').next());
    kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// All of a body. One that is declared too large is refused before it comes.
async fn whole(body: Body, app: &App) -> Result<Bytes, ApiError> {
    let config = app.config();
    if body.size_hint().lower() > config.body_bytes as u64 {
        return Err(ApiError::too_large(config.body_bytes));
    }
    match tokio::time::timeout(config.body_time, to_bytes(body, config.body_bytes)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if error.source().is_some_and(<dyn Error>::is::<LengthLimitError>) => {
            Err(ApiError::too_large(config.body_bytes))
        }
        // Its chunks are malformed, or the client is gone and will not read this.
        Ok(Err(_)) => Err(ApiError::request("the body of the request is malformed or incomplete")),
        Err(_) => Err(ApiError::slow()),
    }
}

/// An error of serde without its names of Rust types: `invalid type: map, expected u64 at line 1 column 9` becomes
/// `expected a whole number, found an object at line 1 column 9`. Other errors stay as they are.
fn in_words(error: &str) -> String {
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
    // What is found may quote the request; what is expected, and the place, do not.
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
