//! Which requests are refused unread, and the headers of all answers.
//!
//! A page of a stranger must not use this server through the browser of its user: not by a name that points here
//! (the host is checked), not by a form or a WebSocket (the origin is checked), and not in a frame.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::config::Config;
use crate::error::ApiError;

/// What a page may load and do: only what comes from here.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Refuses what comes by another name or from another origin, and says in every answer what pages may do.
pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut response = match check(&request, app.config()) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn check(request: &Request, config: &Config) -> Result<(), ApiError> {
    let mut named = request.headers().get_all(header::HOST).iter();
    let (Some(host), None) = (named.next(), named.next()) else {
        return Err(ApiError::request("expected one Host"));
    };
    let bad = || ApiError::request("the Host is none");
    let host: Authority = host.to_str().ok().and_then(|host| host.parse().ok()).ok_or_else(bad)?;
    let other = "this server is not called so; a name is allowed by `dicot serve --host NAME`";
    // A request can name its host twice.
    if request.uri().authority().is_some_and(|authority| *authority != host)
        || !is_ours(host.host(), config)
    {
        return Err(ApiError::misdirected(other));
    }
    let asks_only = matches!(*request.method(), Method::GET | Method::HEAD);
    if asks_only && !request.headers().contains_key(header::UPGRADE) {
        return Ok(());
    }
    match request.headers().get(header::ORIGIN) {
        Some(origin) if !is_same(origin, &host) => {
            Err(ApiError::forbidden("pages of other origins may not ask"))
        }
        _ => Ok(()),
    }
}

/// Whether the server goes by that name.
fn is_ours(host: &str, config: &Config) -> bool {
    let listen = config.listen.ip();
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    if let Ok(ip) = bare.parse::<IpAddr>() {
        // Whoever asks for an address, and not for a name, cannot have been sent here by a name.
        return ip.is_loopback() || ip == listen || listen.is_unspecified();
    }
    let names = config.hosts.iter().map(String::as_str);
    ["localhost"].into_iter().chain(names).any(|name| name.eq_ignore_ascii_case(host))
}

/// Whether an origin is that of our own pages.
fn is_same(origin: &HeaderValue, host: &Authority) -> bool {
    let origin = origin.to_str().unwrap_or_default();
    let authority = ["http://", "https://"].iter().find_map(|scheme| origin.strip_prefix(scheme));
    authority.and_then(|authority| authority.parse::<Authority>().ok()).is_some_and(|a| a == *host)
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::StatusCode;

    use super::*;

    fn status(method: &str, uri: &str, headers: &[(&str, &str)]) -> StatusCode {
        let mut request = Request::builder().method(method).uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let config = Config { hosts: vec!["games.example".to_owned()], ..Config::default() };
        match check(&request.body(Body::empty()).unwrap(), &config) {
            Ok(()) => StatusCode::OK,
            Err(error) => error.into_response().status(),
        }
    }

    #[test]
    fn names() {
        let get = |host| status("GET", "/", &[("host", host)]).as_u16();
        for ours in [
            "localhost",
            "LOCALHOST:8080",
            "127.0.0.1:8080",
            "127.1.2.3",
            "[::1]:9",
            "games.example",
            "Games.Example:443",
        ] {
            assert_eq!(get(ours), 200, "{ours}");
        }
        for other in
            ["evil.example", "10.0.0.1", "localhost.evil.example", "games.example.evil", "[::2]"]
        {
            assert_eq!(get(other), 421, "{other}");
        }
        for none in ["", "a b", "http://localhost", "[::1"] {
            assert_eq!(get(none), 400, "{none}");
        }
        assert_eq!(status("GET", "/", &[]), StatusCode::BAD_REQUEST);
        let twice = [("host", "localhost"), ("host", "localhost")];
        assert_eq!(status("GET", "/", &twice), StatusCode::BAD_REQUEST);
        let absolute = status("GET", "http://evil.example/", &[("host", "localhost")]);
        assert_eq!(absolute, StatusCode::MISDIRECTED_REQUEST);
        assert_eq!(status("GET", "http://localhost/", &[("host", "localhost")]), StatusCode::OK);
    }

    #[test]
    fn origins() {
        let host = ("host", "localhost:8080");
        let post = |origin| status("POST", "/api/value", &[host, ("origin", origin)]).as_u16();
        assert_eq!(post("http://localhost:8080"), 200);
        assert_eq!(post("https://localhost:8080"), 200);
        for other in
            ["http://localhost", "http://evil.example", "null", "", "http://localhost:8081"]
        {
            assert_eq!(post(other), 403, "{other}");
        }
        assert_eq!(status("POST", "/api/value", &[host]), StatusCode::OK);
        let evil = ("origin", "http://evil.example");
        assert_eq!(status("GET", "/", &[host, evil]), StatusCode::OK);
        let socket = [host, evil, ("upgrade", "websocket")];
        assert_eq!(status("GET", "/connect", &socket), StatusCode::FORBIDDEN);
    }
}
