//! The pages over HTTP, with their scripts, styles and pictures.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use tokio::task::spawn_blocking;

use crate::error::ApiError;
use crate::state::App;

/// The routes of the pages. A page without the slash at its end is redirected, since its links are relative.
pub(crate) fn router() -> Router<App> {
    let files = Router::new()
        .route("/favicon.ico", get(async |headers: HeaderMap| file("icon.svg", &headers)))
        .route("/assets/{*path}", get(asset))
        .route("/certificates/{name}", get(certificate))
        .route("/p/{rules}/{name}", get(worksheet))
        .route("/p/{rules}/{name}/", get(worksheet));
    dicot_pages::all().fold(files, |router, page| {
        // Composed once, when it is asked for; a debug build composes it anew from the files on disk. That takes it tens of
        // milliseconds, so a thread of its own does it.
        let composed = Arc::new(OnceLock::<Bytes>::new());
        let answer = async move |headers: HeaderMap| {
            let text = match composed.get() {
                Some(text) if !cfg!(debug_assertions) => text.clone(),
                _ => {
                    let Ok(text) = spawn_blocking(|| Bytes::from(page.versioned_text())).await
                    else {
                        return ApiError::internal().into_response();
                    };
                    let _ = composed.set(text.clone());
                    text
                }
            };
            answer("html", text, REVALIDATED, &headers)
        };
        let router = router.route(&format!("/{}", page.path()), get(answer));
        match page.path().strip_suffix('/') {
            Some(path) => {
                // From `/a/b` to `b/`: relative, as the links of the pages.
                let to = format!("{}/", path.rsplit('/').next().unwrap_or(path));
                router.route(&format!("/{path}"), get(async move || Redirect::permanent(&to)))
            }
            None => router,
        }
    })
}

/// Answers unknown paths: JSON under `/api/`, and a page everywhere else.
pub(crate) async fn not_found(request: Request) -> Response {
    if request.uri().path().starts_with("/api/") {
        return ApiError::not_found().into_response();
    }
    (StatusCode::NOT_FOUND, content_type("html"), dicot_pages::not_found()).into_response()
}

/// Answers a file. Names are not percent-decoded, because no file needs it.
async fn asset(uri: Uri, headers: HeaderMap) -> Response {
    let name = uri.path().trim_start_matches("/assets/");
    match dicot_pages::versioned(name) {
        Some(contents) => answer_file(name, Some(contents), KEPT, &headers),
        None => file(name, &headers),
    }
}

async fn certificate(uri: Uri, headers: HeaderMap) -> Response {
    let name = uri.path().trim_start_matches("/certificates/");
    answer_file(name, dicot_pages::certificate(name), REVALIDATED, &headers)
}

/// The page of a position is that of a site without a server; here the worksheet computes what it says.
async fn worksheet(uri: Uri, Path((rules, name)): Path<(String, String)>) -> Redirect {
    let position = dicot_pages::address::position(&name);
    let root = if uri.path().ends_with('/') { "../../../" } else { "../../" };
    Redirect::temporary(&(root.to_owned() + &dicot_pages::address::worksheet(&rules, &position)))
}

fn file(name: &str, headers: &HeaderMap) -> Response {
    answer_file(name, dicot_pages::asset(name), REVALIDATED, headers)
}

/// How long browsers keep what has one name for ever: a year.
const KEPT: &str = "public, max-age=31536000, immutable";
/// Browsers may keep it but revalidate each time, because a new version of dicot has new pages.
const REVALIDATED: &str = "no-cache";

fn answer_file(
    name: &str,
    contents: Option<Cow<'static, [u8]>>,
    cache: &'static str,
    headers: &HeaderMap,
) -> Response {
    let Some(contents) = contents else { return ApiError::not_found().into_response() };
    let contents = match contents {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    };
    answer(name.rsplit('.').next().unwrap_or_default(), contents, cache, headers)
}

/// Answers contents with the content type of a file extension, or 304 if the client has this version of them.
fn answer(extension: &str, contents: Bytes, cache: &'static str, headers: &HeaderMap) -> Response {
    let tag = tag(&contents);
    let known = headers.get_all(header::IF_NONE_MATCH).iter().any(|value| *value == tag);
    let cached = [(header::ETAG, tag), (header::CACHE_CONTROL, HeaderValue::from_static(cache))];
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

fn content_type(extension: &str) -> [(HeaderName, HeaderValue); 1] {
    [(header::CONTENT_TYPE, HeaderValue::from_static(dicot_pages::content_type(extension)))]
}

#[cfg(test)]
mod tests {
    use std::fs;

    use dicot_api::requests::{Client, Settings};

    /// The explorer's first answer is what the API answers. If not, the test writes the file anew, and fails once.
    #[test]
    fn the_first_answer_is_that_of_the_api() {
        let request = br#"{"position": "xox/ox.", "all_moves": true, "thermograph": true, "thermograph_width": 340}"#;
        let answer = Client::new(Settings::default()).answer("value", request, "").unwrap() + "\n";
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../dicot-pages/pages/first_answer.json");
        if fs::read_to_string(path).unwrap_or_default() != answer {
            fs::write(path, answer).unwrap();
            panic!(
                "{path} was not the answer of the API and is written anew: look at it and commit it"
            );
        }
    }
}
