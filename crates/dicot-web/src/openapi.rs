//! `GET /api`: the OpenAPI document. It is a file of the program, which the test writes from the types of requests and
//! answers; the macros that do so take long to compile, and only the test needs them.

use axum::http::header;
use axum::response::{IntoResponse, Response};

const DOCUMENT: &str = include_str!("openapi.json");

/// Answers `GET /api`.
pub(crate) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT).into_response()
}

#[cfg(test)]
#[expect(dead_code, reason = "the functions carry the descriptions of paths, and are not called")]
mod tests {
    use std::fs;

    use dicot_api::requests::ErrorBody;
    use dicot_api::requests::info::{OperationAnswer, RulesetAnswer};
    use utoipa::OpenApi;

    use crate::api::ServerLimits;

    /// All rulesets
    #[utoipa::path(get, path = "/api/rulesets", tag = "info", responses((status = 200, body = Vec<RulesetAnswer>)))]
    fn rulesets() {}

    /// All operations that expressions can use, and what they mean
    #[utoipa::path(get, path = "/api/operations", tag = "info", responses((status = 200, body = Vec<OperationAnswer>)))]
    fn operations() {}

    /// All limits
    #[utoipa::path(get, path = "/api/limits", tag = "info", responses((status = 200, body = ServerLimits)))]
    fn limits() {}

    /// End a session
    #[utoipa::path(
        delete, path = "/api/session", tag = "sessions",
        params(("X-Dicot-Session" = String, Header, description = "The name of the session")),
        responses((status = 204), (status = 400, body = ErrorBody))
    )]
    fn delete() {}

    /// End a session, as a page that is closed does
    #[utoipa::path(
        post, path = "/api/session/end", tag = "sessions", params(("id" = String, Query, description = "The name of the session")),
        responses((status = 204), (status = 400, body = ErrorBody))
    )]
    fn end() {}

    #[derive(OpenApi)]
    #[openapi(
        info(
            title = "dicot",
            description = "Values of combinatorial games and positions, who wins them, and games against bots. \
                Requests may name a session, `X-Dicot-Session: <8 to 64 letters, digits, - or _>`, which keeps \
                definitions and results. If the client disconnects, its computation is interrupted."
        ),
        paths(rulesets, operations, limits, delete, end)
    )]
    struct Document;

    /// The file has the types as they are. If not, the test writes the file anew, and fails once.
    #[test]
    fn the_document_is_that_of_the_types() {
        let mut document = Document::openapi();
        document.merge(dicot_api::requests::Document::openapi());
        let text = document.to_pretty_json().unwrap() + "\n";
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/openapi.json");
        if fs::read_to_string(path).unwrap_or_default() != text {
            fs::write(path, text).unwrap();
            panic!(
                "{path} was not that of the types and is written anew: look at it and commit it"
            );
        }
    }
}
