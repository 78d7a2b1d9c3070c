//! The files of the pages: scripts, styles and pictures. They are embedded in the program; a debug build reads them
//! from disk.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};

use crate::error::ApiError;

pub(crate) static ASSETS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets");

/// The contents of a file of a folder of this crate; `None` if the program has no such file.
pub(crate) fn read(
    folder: &str,
    files: &'static Dir<'_>,
    name: &str,
) -> Option<Cow<'static, [u8]>> {
    let embedded = files.get_file(name)?.contents();
    let on_disk = || std::fs::read([env!("CARGO_MANIFEST_DIR"), folder, name].join("/")).ok();
    let on_disk = if cfg!(debug_assertions) { on_disk() } else { None };
    Some(on_disk.map_or(Cow::Borrowed(embedded), Cow::Owned))
}

/// The contents of a file of the pages.
pub(crate) fn contents(name: &str) -> Option<Cow<'static, [u8]>> {
    read("assets", &ASSETS, name)
}

/// The icon, at the path that browsers try for answers that are not pages.
pub(crate) async fn icon(headers: HeaderMap) -> Response {
    file("icon.svg", &headers)
}

/// Answers any other file. Names are not percent-decoded, because no file needs it.
pub(crate) async fn asset(uri: Uri, headers: HeaderMap) -> Response {
    file(uri.path().trim_start_matches("/assets/"), &headers)
}

fn file(name: &str, headers: &HeaderMap) -> Response {
    let Some(contents) = contents(name) else { return ApiError::not_found().into_response() };
    let contents = match contents {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    };
    answer(name.rsplit('.').next().unwrap_or_default(), contents, headers)
}

/// Answers contents with the content type of a file extension, or 304 if the client has this version of them.
pub(crate) fn answer(extension: &str, contents: Bytes, headers: &HeaderMap) -> Response {
    let tag = tag(&contents);
    let known = headers.get_all(header::IF_NONE_MATCH).iter().any(|value| *value == tag);
    // Browsers may cache it but revalidate each time, because a new version of dicot has new pages.
    let cached =
        [(header::ETAG, tag), (header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
    let kind = content_type(extension);
    match known {
        true => (StatusCode::NOT_MODIFIED, cached, kind).into_response(),
        false => (cached, kind, contents).into_response(),
    }
}

/// The entity tag: a hash of the contents.
fn tag(contents: &[u8]) -> HeaderValue {
    let mut hasher = DefaultHasher::new();
    contents.hash(&mut hasher);
    // Hex digits in quotes are always a valid header value.
    HeaderValue::try_from(format!("\"{:016x}\"", hasher.finish()))
        .unwrap_or(HeaderValue::from_static("\"\""))
}

/// The content type of files with an extension.
pub(crate) fn content_type(extension: &str) -> [(HeaderName, HeaderValue); 1] {
    let kind = match extension {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    };
    [(header::CONTENT_TYPE, HeaderValue::from_static(kind))]
}
