//! Answers that report an error.

use std::any::Any;
use std::fmt;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use dicot::{LimitKind, ValueError};
use dicot_api::requests::{ErrorBody, ErrorKind};

/// An answer that reports an error: a status and a JSON body.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    body: ErrorBody,
    is_of_time: bool,
}

impl ApiError {
    fn new(status: StatusCode, error: impl fmt::Display) -> ApiError {
        ApiError { status, body: ErrorBody::new(error), is_of_time: false }
    }

    /// The request is malformed: 400.
    pub(crate) fn request(error: impl fmt::Display) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, error)
    }

    /// The request comes from a page of another origin: 403.
    pub(crate) fn forbidden(error: impl fmt::Display) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, error)
    }

    /// The path is unknown: 404.
    pub(crate) fn not_found() -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not found; see /api")
    }

    /// The path has no such method: 405.
    pub(crate) fn method() -> ApiError {
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method not allowed; see /api")
    }

    /// The body did not arrive in time: 408.
    pub(crate) fn slow() -> ApiError {
        ApiError::new(StatusCode::REQUEST_TIMEOUT, "the request did not arrive in time")
    }

    /// The body is too large: 413.
    pub(crate) fn too_large(max: usize) -> ApiError {
        ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format_args!("the request has more than {max} bytes"),
        )
    }

    /// The body is not declared as JSON: 415.
    pub(crate) fn media_type() -> ApiError {
        ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "expected Content-Type: application/json")
    }

    /// The server does not answer for this host: 421.
    pub(crate) fn misdirected(error: impl fmt::Display) -> ApiError {
        ApiError::new(StatusCode::MISDIRECTED_REQUEST, error)
    }

    /// A computation was interrupted before it had an answer: 422.
    pub(crate) fn interrupted() -> ApiError {
        dicot_api::requests::ApiError::from(ValueError::Limit(LimitKind::Time)).into()
    }

    /// Whether the time limit is the reason.
    pub(crate) fn is_of_time(&self) -> bool {
        self.is_of_time
    }

    /// A bug of dicot: 500. The caller has logged it.
    pub(crate) fn internal() -> ApiError {
        ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal error: this is a bug of dicot; please report it",
        )
    }

    /// Too many requests wait or run: 503.
    pub(crate) fn busy() -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "the server is busy; try again later")
    }

    /// A request panicked outside of a computation: 500. Logs the panic.
    pub(crate) fn panicked(panic: Box<dyn Any + Send>) -> Response {
        tracing::error!(panic = panic_text(&*panic), "a request panicked");
        ApiError::internal().into_response()
    }
}

/// The start of a text from a client, for an error message.
pub(crate) fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

/// The message of a panic.
pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

impl From<dicot_api::requests::ApiError> for ApiError {
    fn from(error: dicot_api::requests::ApiError) -> ApiError {
        if error.kind() == ErrorKind::Internal {
            tracing::error!("{error}");
        }
        let status = StatusCode::from_u16(error.kind().status());
        ApiError {
            status: status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
            body: error.body().clone(),
            is_of_time: error.is_of_time(),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.status;
        let mut response = (status, Json(self.body)).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
