//! Errors of requests.

use std::fmt;

use dicot::{LimitKind, ValueError};
use dicot_rulesets::rule_file::RuleFileError;
use dicot_rulesets::{Failure, RulesetError};
use serde::Serialize;

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    kind: ErrorKind,
    body: ErrorBody,
}

/// What is at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The request is malformed.
    Request,
    /// No request has this name.
    NotFound,
    /// The request is well formed, but its content is not valid, or a limit was exceeded.
    Input,
    /// dicot itself, or its data.
    Internal,
}

impl ErrorKind {
    /// The status of HTTP that says this.
    pub fn status(self) -> u16 {
        match self {
            ErrorKind::Request => 400,
            ErrorKind::NotFound => 404,
            ErrorKind::Input => 422,
            ErrorKind::Internal => 500,
        }
    }
}

/// The JSON body of an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ErrorBody {
    /// The problem, in words
    error: String,
    /// The limit that was exceeded
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<Limit>,
    /// The byte offset of the problem in the text
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<usize>,
    /// The line of the problem in the text of a ruleset, from 1
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The character in that line, from 1
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

impl ErrorBody {
    /// A body with a message.
    pub fn new(error: impl fmt::Display) -> ErrorBody {
        ErrorBody { error: error.to_string(), limit: None, at: None, line: None, column: None }
    }
}

/// A limit of a computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Limit {
    /// The input is too large to try
    Size,
    /// The time
    Time,
    /// The bytes of memory
    Memory,
    /// The positions of an analyzer
    Positions,
    /// The forms in the store
    Forms,
    /// The nodes of a search
    Nodes,
}

impl ApiError {
    fn new(kind: ErrorKind, error: impl fmt::Display) -> ApiError {
        ApiError { kind, body: ErrorBody::new(error) }
    }

    /// The request is malformed.
    pub fn request(error: impl fmt::Display) -> ApiError {
        ApiError::new(ErrorKind::Request, error)
    }

    pub(crate) fn not_found(error: impl fmt::Display) -> ApiError {
        ApiError::new(ErrorKind::NotFound, error)
    }

    /// The request is well formed, but its content is not valid.
    pub(crate) fn input(error: impl fmt::Display) -> ApiError {
        ApiError::new(ErrorKind::Input, error)
    }

    /// A limit was exceeded.
    pub(crate) fn limit(limit: Limit, error: impl fmt::Display) -> ApiError {
        let mut error = ApiError::input(error);
        error.body.limit = Some(limit);
        error
    }

    pub(crate) fn internal(error: impl fmt::Display) -> ApiError {
        ApiError::new(ErrorKind::Internal, error)
    }

    /// What is at fault.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The error in JSON.
    pub fn body(&self) -> &ErrorBody {
        &self.body
    }

    /// The error as a text of JSON.
    pub fn json(&self) -> String {
        serde_json::to_string(&self.body).unwrap_or_default()
    }

    /// Whether the time limit is the reason.
    pub fn is_of_time(&self) -> bool {
        self.body.limit == Some(Limit::Time)
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.body.error)
    }
}

impl std::error::Error for ApiError {}

impl From<ValueError> for ApiError {
    fn from(error: ValueError) -> ApiError {
        let kind = match error {
            ValueError::Limit(kind) => kind,
            // The data is damaged; the request is not at fault.
            ValueError::Damaged => return ApiError::internal(error),
            _ => return ApiError::input(error),
        };
        let (limit, error) = match kind {
            LimitKind::Positions(_) => (Limit::Positions, error),
            LimitKind::Forms(_) => (Limit::Forms, error),
            LimitKind::Bytes(_) => (Limit::Memory, error),
            LimitKind::Nodes(_) => (Limit::Nodes, error),
            // The deadline has passed, or nobody waits for the answer.
            LimitKind::Interrupted => (Limit::Time, ValueError::Limit(LimitKind::Time)),
            _ => (Limit::Time, error),
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

impl From<RuleFileError> for ApiError {
    fn from(error: RuleFileError) -> ApiError {
        let (line, column) = (Some(error.line), Some(error.column));
        let limit = error.value.filter(|value| matches!(value, ValueError::Limit(_)));
        let limit = limit.and_then(|value| ApiError::from(value).body.limit);
        let body = ErrorBody { limit, line, column, ..ErrorBody::new(error) };
        ApiError { kind: ErrorKind::Input, body }
    }
}

impl From<RulesetError> for ApiError {
    fn from(error: RulesetError) -> ApiError {
        ApiError::input(error)
    }
}
