//! Answers that are errors.

use std::any::Any;
use std::fmt;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use dicot::{LimitKind, ValueError};
use dicot_answers::Failure;
use serde::Serialize;
use utoipa::ToSchema;

/// Why a request has no other answer.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    body: ErrorBody,
}

/// What is said in the place of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct ErrorBody {
    /// What is wrong, for people
    error: String,
    /// The bound that was passed
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<Limit>,
    /// The byte of the text at which the problem is
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<usize>,
}

/// A bound of a computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Limit {
    /// What is asked for is too large to be tried
    Size,
    Time,
    Memory,
    Positions,
    Forms,
    Nodes,
}

impl ApiError {
    fn new(status: StatusCode, error: impl fmt::Display) -> ApiError {
        ApiError { status, body: ErrorBody { error: error.to_string(), limit: None, at: None } }
    }

    /// The request is not of the form that was expected: 400.
    pub(crate) fn request(error: impl fmt::Display) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, error)
    }

    /// The request comes from elsewhere: 403.
    pub(crate) fn forbidden(error: impl fmt::Display) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, error)
    }

    /// There is no such thing: 404.
    pub(crate) fn not_found() -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "there is nothing here; see /api")
    }

    /// There is, but not with this method: 405.
    pub(crate) fn method() -> ApiError {
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "this is asked with another method; see /api")
    }

    /// The body did not come in time: 408.
    pub(crate) fn slow() -> ApiError {
        ApiError::new(StatusCode::REQUEST_TIMEOUT, "the request took too long to come")
    }

    /// The body is too large: 413.
    pub(crate) fn too_large(most: usize) -> ApiError {
        ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format_args!("a request has at most {most} bytes"),
        )
    }

    /// The body is no JSON by its own account: 415.
    pub(crate) fn media_type() -> ApiError {
        ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "expected Content-Type: application/json")
    }

    /// The server is not called so: 421.
    pub(crate) fn misdirected(error: impl fmt::Display) -> ApiError {
        ApiError::new(StatusCode::MISDIRECTED_REQUEST, error)
    }

    /// The request makes sense, and what it is about does not: 422.
    pub(crate) fn input(error: impl fmt::Display) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    }

    /// A bound was passed: 422.
    pub(crate) fn limit(limit: Limit, error: impl fmt::Display) -> ApiError {
        let mut error = ApiError::input(error);
        error.body.limit = Some(limit);
        error
    }

    /// A computation was interrupted before it had an answer: 422.
    pub(crate) fn interrupted() -> ApiError {
        ApiError::from(ValueError::Limit(LimitKind::Time))
    }

    /// Whether the limit of time is the reason.
    pub(crate) fn is_of_time(&self) -> bool {
        self.body.limit == Some(Limit::Time)
    }

    /// There is no ruleset of that name: 422.
    pub(crate) fn no_ruleset(name: &str) -> ApiError {
        let name: String = name.chars().take(40).collect();
        ApiError::input(format_args!("there is no ruleset {name:?}; see /api/rulesets"))
    }

    /// Something that should not happen has happened: 500. It is logged where it is noticed.
    pub(crate) fn internal() -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "this is a bug of dicot: please report it")
    }

    /// The workers have enough to do: 503.
    pub(crate) fn busy() -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "too many requests are waiting; try again")
    }

    /// A panic outside of computations, which is logged here.
    pub(crate) fn panicked(panic: Box<dyn Any + Send>) -> Response {
        tracing::error!(panic = panic_text(&*panic), "a request panicked");
        ApiError::internal().into_response()
    }
}

/// What a panic said.
pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

impl From<ValueError> for ApiError {
    fn from(error: ValueError) -> ApiError {
        let kind = match error {
            ValueError::Limit(kind) => kind,
            // That is none of the client's doing.
            ValueError::Damaged => {
                tracing::error!("{error}");
                return ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, error);
            }
            _ => return ApiError::input(error),
        };
        let limit = match kind {
            LimitKind::Positions(_) => Limit::Positions,
            LimitKind::Forms(_) => Limit::Forms,
            LimitKind::Bytes(_) => Limit::Memory,
            LimitKind::Nodes(_) => Limit::Nodes,
            // Who interrupts is the clock, or else nobody is there to be told.
            LimitKind::Interrupted => return ApiError::interrupted(),
            _ => Limit::Time,
        };
        ApiError::limit(limit, error)
    }
}

impl From<Failure> for ApiError {
    fn from(failure: Failure) -> ApiError {
        let mut error = match failure.value {
            Some(value @ (ValueError::Limit(_) | ValueError::Damaged)) => ApiError::from(value),
            _ => ApiError::input(failure.message()),
        };
        error.body.at = failure.offset();
        error
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
