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

    use dicot_answers::explain::ExplainLine;
    use dicot_answers::moves::MovesLine;
    use dicot_answers::solve::SolveLine;
    use utoipa::OpenApi;

    use dicot_api::ErrorBody;
    use dicot_api::components::{ComponentsAnswer, ComponentsRequest};
    use dicot_api::explain::ExplainRequest;
    use dicot_api::game::{GameAnswer, GameRequest};
    use dicot_api::info::{
        OperationAnswer, RulesetAnswer, RulesetRequest, StartAnswer, StartRequest,
    };
    use dicot_api::moves::MovesRequest;
    use dicot_api::play::bot::{BotAnswer, BotRequest};
    use dicot_api::play::review::{ReviewAnswer, ReviewRequest};
    use dicot_api::play::turn::{TurnAnswer, TurnRequest};
    use dicot_api::solve::SolveRequest;
    use dicot_api::value::{ValueAnswer, ValueRequest};

    use crate::api::ServerLimits;

    const SESSION: &str = "The name of a session, 8 to 64 letters, digits, - or _, which keeps definitions and values";

    /// The value of a position
    #[utoipa::path(
        post, path = "/api/value", tag = "value", request_body = ValueRequest,
        params(("X-Dicot-Session" = Option<String>, Header, description = SESSION)),
        responses((status = 200, body = ValueAnswer), (status = "4XX", body = ErrorBody), (status = 503, body = ErrorBody))
    )]
    fn value() {}

    /// Evaluate an expression
    #[utoipa::path(
        post, path = "/api/game", tag = "game", request_body = GameRequest,
        params(("X-Dicot-Session" = Option<String>, Header, description = SESSION)),
        responses((status = 200, body = GameAnswer), (status = "4XX", body = ErrorBody), (status = 503, body = ErrorBody))
    )]
    fn game() {}

    /// Why options are dominated or reversible
    #[utoipa::path(
        post, path = "/api/explain", tag = "explain", request_body = ExplainRequest,
        params(("X-Dicot-Session" = Option<String>, Header, description = SESSION)),
        responses((status = 200, body = ExplainLine), (status = "4XX", body = ErrorBody), (status = 503, body = ErrorBody))
    )]
    fn explain() {}

    /// Who wins a position or a sum
    ///
    /// A search that reaches a limit of time or memory also has an answer: the partial result, and the `reason`.
    #[utoipa::path(
        post, path = "/api/solve", tag = "solve", request_body = SolveRequest,
        responses((status = 200, body = SolveLine), (status = "4XX", body = ErrorBody), (status = 503, body = ErrorBody))
    )]
    fn solve() {}

    /// The legal moves of a position
    #[utoipa::path(
        post, path = "/api/moves", tag = "moves", request_body = MovesRequest,
        responses((status = 200, body = MovesLine), (status = "4XX", body = ErrorBody), (status = 503, body = ErrorBody))
    )]
    fn moves() {}

    /// The components of positions, normalized
    #[utoipa::path(
        post, path = "/api/components", tag = "components", request_body = ComponentsRequest,
        responses((status = 200, body = ComponentsAnswer), (status = "4XX", body = ErrorBody), (status = 503, body = ErrorBody))
    )]
    fn components() {}

    /// Check the text of a ruleset file and describe its ruleset
    ///
    /// Other requests have the text in `ruleset`.
    #[utoipa::path(
        post, path = "/api/ruleset", tag = "info", request_body = RulesetRequest,
        responses((status = 200, body = RulesetAnswer), (status = "4XX", body = ErrorBody), (status = 503, body = ErrorBody))
    )]
    fn ruleset() {}

    /// The position that matches start from on a board of that size
    #[utoipa::path(
        post, path = "/api/start", tag = "info", request_body = StartRequest,
        responses((status = 200, body = StartAnswer), (status = "4XX", body = ErrorBody), (status = 503, body = ErrorBody))
    )]
    fn start() {}

    /// Get the state of a game: whose turn it is, and the legal moves
    #[utoipa::path(
        post, path = "/api/turn", tag = "turn", request_body = TurnRequest,
        responses((status = 200, body = TurnAnswer), (status = "4XX", body = ErrorBody), (status = 503, body = ErrorBody))
    )]
    fn turn() {}

    /// Let a bot choose a move
    #[utoipa::path(
        post, path = "/api/bot", tag = "bot", request_body = BotRequest,
        responses((status = 200, body = BotAnswer), (status = "4XX", body = ErrorBody), (status = 503, body = ErrorBody))
    )]
    fn bot() {}

    /// Who should have won a game, and with which move it was lost.
    #[utoipa::path(
        post, path = "/api/review", tag = "review", request_body = ReviewRequest,
        responses((status = 200, body = ReviewAnswer), (status = "4XX", body = ErrorBody), (status = 503, body = ErrorBody))
    )]
    fn review() {}

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
        paths(
            value, game, explain, solve, moves, components, ruleset, start, turn, bot, review,
            rulesets, operations, limits, delete, end
        )
    )]
    struct Document;

    /// The file has the types as they are. If not, the test writes the file anew, and fails once.
    #[test]
    fn the_document_is_that_of_the_types() {
        let text = Document::openapi().to_pretty_json().unwrap() + "\n";
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/openapi.json");
        if fs::read_to_string(path).unwrap_or_default() != text {
            fs::write(path, text).unwrap();
            panic!(
                "{path} was not that of the types and is written anew: look at it and commit it"
            );
        }
    }
}
