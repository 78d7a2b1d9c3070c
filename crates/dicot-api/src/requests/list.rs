//! All requests. Reading, names and the OpenAPI document follow from this list.

use super::{info, json};
use crate::requests::error::ApiError;
use crate::requests::request::{Answer, Request};
use crate::requests::settings::Settings;

/// Defines the requests: what each is for, its name, its tag in the OpenAPI document, and the types of the request and the
/// answer. `SESSION` marks those of [`Kind::InSession`](crate::requests::Kind::InSession).
macro_rules! requests {
    ($($(#[doc = $doc:literal])+ $name:ident $tag:literal $($request:ident)::+ => $($answer:ident)::+ $(, $session:ident)?;)+) => {
        /// The names of the requests that [`read`] reads.
        pub const NAMES: &[&str] = &[$(stringify!($name)),+];

        /// Reads a request from JSON.
        ///
        /// # Errors
        /// If no request has this name, or the text is not such a request.
        pub fn read(name: &str, body: &[u8]) -> Result<Box<dyn Request>, ApiError> {
            Ok(match name {
                $(stringify!($name) => Box::new(json::read::<crate::requests::$($request)::+>(body)?),)+
                _ => return Err(ApiError::not_found(format_args!("unknown request {name:?}"))),
            })
        }

        #[cfg(feature = "openapi")]
        #[expect(dead_code, reason = "the functions carry the descriptions of paths, and are not called")]
        mod paths {
            use crate::requests::error::ErrorBody;

            const SESSION: &str =
                "The name of a session, 8 to 64 letters, digits, - or _, which keeps definitions and values";

            $(
                $(#[doc = $doc])+
                #[utoipa::path(
                    post,
                    path = concat!("/api/", stringify!($name)),
                    tag = $tag,
                    request_body = crate::requests::$($request)::+,
                    $(params(("X-Dicot-Session" = Option<String>, Header, description = $session)),)?
                    responses(
                        (status = 200, body = $($answer)::+),
                        (status = "4XX", body = ErrorBody),
                        (status = 503, body = ErrorBody)
                    )
                )]
                fn $name() {}
            )+

            /// The requests in the OpenAPI document.
            #[derive(Debug, utoipa::OpenApi)]
            #[openapi(paths($($name),+))]
            pub struct Document;
        }
        #[cfg(feature = "openapi")]
        pub use paths::Document;
    };
}

requests! {
    /// The value of a position
    value "value" value::ValueRequest => crate::requests::value::ValueAnswer, SESSION;
    /// Evaluate an expression
    game "game" game::GameRequest => crate::requests::game::GameAnswer, SESSION;
    /// The texts and expressions of a worksheet's file, none of which is evaluated
    worksheet "game" worksheet::WorksheetRequest => crate::requests::worksheet::WorksheetAnswer;
    /// Why options are dominated or reversible
    explain "explain" explain::ExplainRequest => crate::answers::explain::ExplainLine, SESSION;
    /// Who wins a position or a sum
    ///
    /// A search that reaches a limit of time or memory also has an answer: the partial result, and the `reason`.
    solve "solve" solve::SolveRequest => crate::answers::solve::SolveLine;
    /// The legal moves of a position
    moves "moves" moves::MovesRequest => crate::answers::moves::MovesLine;
    /// The components of positions, normalized
    components "components" components::ComponentsRequest => crate::requests::components::ComponentsAnswer;
    /// Check the text of a ruleset file and describe its ruleset
    ///
    /// Other requests have the text in `ruleset`.
    ruleset "info" info::RulesetRequest => crate::requests::info::RulesetAnswer;
    /// The position that matches start from on a board of that size
    start "info" info::StartRequest => crate::requests::info::StartAnswer;
    /// Get the state of a game: whose turn it is, and the legal moves
    turn "turn" play::turn::TurnRequest => crate::requests::play::turn::TurnAnswer;
    /// Let a bot choose a move
    bot "bot" play::bot::BotRequest => crate::requests::play::bot::BotAnswer;
    /// Who should have won a game, and with which move it was lost.
    review "review" play::review::ReviewRequest => crate::requests::play::review::ReviewAnswer;
}

/// Answers a request without a body: `rulesets`, `operations` or `limits`; `None` if no such request has this name.
pub fn information(name: &str, settings: &Settings) -> Option<Result<Answer, ApiError>> {
    Some(match name {
        "rulesets" => Answer::new(&info::rulesets(settings)),
        "operations" => Answer::new(&info::operations()),
        "limits" => Answer::new(&info::limits(settings)),
        _ => return None,
    })
}
