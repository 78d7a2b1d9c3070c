//! Refuses requests by their host and origin, and sets the security headers of all answers.
//!
//! A foreign page must not use this server through the browser of its user: not by a domain name that resolves to this
//! computer (DNS rebinding: the host is checked), not by a form or a WebSocket (the origin is checked), and not in a
//! frame (a header forbids it).

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::config::Config;
use crate::error::{ApiError, shortened};

/// The content security policy: a page may load only what this server sends.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; manifest-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The host names that the server answers for.
#[derive(Clone, Debug)]
pub(crate) struct Hosts {
    listen: IpAddr,
    names: Arc<[String]>,
}

impl Hosts {
    pub(crate) fn new(config: &Config) -> Hosts {
        Hosts { listen: config.listen.ip(), names: config.hosts.clone().into() }
    }

    /// Whether the server answers for this host.
    fn contains(&self, host: &str) -> bool {
        let mut names = ["localhost"].into_iter().chain(self.names.iter().map(String::as_str));
        if names.any(|name| name.eq_ignore_ascii_case(host)) {
            return true;
        }
        // A request by address does not come through a foreign domain name.
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let is_own =
            |ip: IpAddr| ip.is_loopback() || ip == self.listen || self.listen.is_unspecified();
        bare.parse().is_ok_and(is_own)
    }
}

/// Middleware that refuses requests for an unknown host or from another origin, and adds the security headers.
pub(crate) async fn guard(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let mut response = match check(&request, &hosts) {
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

fn check(request: &Request, hosts: &Hosts) -> Result<(), ApiError> {
    let mut headers = request.headers().get_all(header::HOST).iter();
    let host = match (headers.next(), headers.next()) {
        (Some(host), None) => host,
        (None, _) => return Err(ApiError::request("missing Host header")),
        (Some(_), Some(_)) => return Err(ApiError::request("more than one Host header")),
    };
    let host: Authority = host
        .to_str()
        .ok()
        .and_then(|host| host.parse().ok())
        .ok_or_else(|| ApiError::request("malformed Host header"))?;
    // A request line with an absolute URI names the host, too.
    if request.uri().authority().is_some_and(|authority| *authority != host) {
        let error = "the request line and the Host header name different hosts";
        return Err(ApiError::misdirected(error));
    }
    if !hosts.contains(host.host()) {
        let host = shortened(host.host());
        return Err(ApiError::misdirected(format!("unknown host {host:?}; add --host {host}")));
    }
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    if is_read && !request.headers().contains_key(header::UPGRADE) {
        return Ok(());
    }
    match request.headers().get(header::ORIGIN) {
        Some(origin) if !is_same_origin(origin, &host) => {
            Err(ApiError::forbidden("requests from pages of other origins are not allowed"))
        }
        _ => Ok(()),
    }
}

/// Whether an origin is the one of this server's pages.
fn is_same_origin(origin: &HeaderValue, host: &Authority) -> bool {
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
        let config = Config {
            hosts: ["games.example", "10.9.8.7"].map(str::to_owned).into(),
            ..Config::default()
        };
        match check(&request.body(Body::empty()).unwrap(), &Hosts::new(&config)) {
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
            "10.9.8.7:80",
        ] {
            assert_eq!(get(ours), 200, "{ours}");
        }
        for other in
            ["evil.example", "10.0.0.1", "localhost.evil.example", "games.example.evil", "[::2]"]
        {
            assert_eq!(get(other), 421, "{other}");
        }
        for malformed in ["", "a b", "http://localhost", "[::1"] {
            assert_eq!(get(malformed), 400, "{malformed}");
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
