//! The pages. They are embedded in the program; a debug build reads them from disk.

use std::borrow::Cow;

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::error::ApiError;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

/// The explorer.
pub(crate) async fn explorer(headers: HeaderMap) -> Response {
    file("index.html", &headers)
}

/// The page to play games.
pub(crate) async fn play(headers: HeaderMap) -> Response {
    file("play.html", &headers)
}

/// The help page: values, notation and rules.
pub(crate) async fn help(headers: HeaderMap) -> Response {
    file("help.html", &headers)
}

/// The icon, at the path that browsers try for answers that are not pages.
pub(crate) async fn icon(headers: HeaderMap) -> Response {
    file("icon.svg", &headers)
}

/// Any other file of the pages. Names are not percent-decoded: ours need no encoding.
pub(crate) async fn asset(uri: Uri, headers: HeaderMap) -> Response {
    file(uri.path().trim_start_matches("/assets/"), &headers)
}

/// Answers unknown paths: JSON under `/api/`, and a page everywhere else.
pub(crate) async fn not_found(request: Request) -> Response {
    if request.uri().path().starts_with("/api/") {
        return ApiError::not_found().into_response();
    }
    match Assets::get("404.html") {
        Some(page) => {
            let kind = [(header::CONTENT_TYPE, kind("404.html"))];
            (StatusCode::NOT_FOUND, kind, contents(page)).into_response()
        }
        None => ApiError::not_found().into_response(),
    }
}

/// A file, or 304 if the client has this version of it.
fn file(name: &str, headers: &HeaderMap) -> Response {
    let Some(file) = Assets::get(name) else { return ApiError::not_found().into_response() };
    let tag = tag(&file);
    let known = headers.get_all(header::IF_NONE_MATCH).iter().any(|value| *value == tag);
    // Browsers may cache it but revalidate each time, because a new version of dicot has new pages.
    let cached = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::CONTENT_TYPE, HeaderValue::from_static(kind(name))),
    ];
    match known {
        true => (StatusCode::NOT_MODIFIED, cached).into_response(),
        false => (cached, contents(file)).into_response(),
    }
}

fn contents(file: EmbeddedFile) -> Bytes {
    match file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    }
}

/// The entity tag: the start of the contents' SHA-256.
fn tag(file: &EmbeddedFile) -> HeaderValue {
    let hash = file.metadata.sha256_hash();
    let digits: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    // Hex digits in quotes are always a valid header value.
    HeaderValue::try_from(format!("\"{digits}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}

/// The content type of a file, by its extension.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json" | "webmanifest") => "application/json",
        _ => "text/plain; charset=utf-8",
    }
}
