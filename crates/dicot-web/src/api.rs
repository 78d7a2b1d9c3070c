//! The handlers of `/api`: the requests of `dicot_api` over HTTP.

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get, post};
use dicot_api::Session;
use dicot_api::requests::info::LimitsAnswer;
use dicot_api::requests::{Answer, Call, Kind, Request};
use dicot_bots::Dice;
use serde::Serialize;

use crate::body::Body;
use crate::compute::{Attempt, compute_at};
use crate::error::ApiError;
use crate::openapi;
use crate::server::Client;
use crate::sessions::{InSession, SessionName};
use crate::state::App;

/// The routes of `/api`.
pub(crate) fn router() -> Router<App> {
    let posts = dicot_api::requests::NAMES.iter();
    let router = posts
        .fold(Router::new(), |router, name| router.route(&format!("/api/{name}"), answering(name)));
    router
        .route("/api", get(openapi::openapi))
        .route("/api/limits", get(limits))
        .route("/api/rulesets", get(|State(app)| information(app, "rulesets")))
        .route("/api/operations", get(|State(app)| information(app, "operations")))
        .route("/api/session", delete(delete_session))
        .route("/api/session/end", post(end_session))
}

/// An answer in JSON.
fn json(answer: String) -> Response {
    let kind = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, kind)], answer).into_response()
}

/// Answers the requests of a name.
fn answering(name: &'static str) -> MethodRouter<App> {
    post(async move |InSession(session): InSession, State(app): State<App>, body: Body| {
        let Body { client, bytes } = body;
        let request = dicot_api::requests::read(name, &bytes)?;
        answer(&app, &client, session, request).await.map(json)
    })
}

/// Answers a request on a thread that the queue gives to it.
async fn answer(
    app: &App,
    client: &Client,
    session: Option<SessionName>,
    request: Box<dyn Request>,
) -> Result<String, ApiError> {
    let app = app.clone();
    let (kind, time) = (request.kind(), request.time(&app.config().requests)?);
    let place = app.workers().place(client)?;
    let place = match kind {
        Kind::TakesAllTime => place.using_all(time, app.workers()),
        _ => place,
    };
    let session = session.filter(|_| kind == Kind::InSession);
    let is_kept = session.is_some();
    let mut memory = app.sessions().memory(session).await?;
    let shared = app.clone();
    compute_at(place, app.workers(), time, move |run| {
        let answer = answer_once(&*request, &mut memory.session, &shared, run);
        let answer = answer.and_then(|answer| {
            // An answer that was cut short is only final if the limit was one of the request.
            if answer.is_cut_short {
                run.check()?;
            }
            Ok(answer.json)
        });
        if run.is_repeated_after(&answer) {
            memory.session.sheet_mut().take_back();
        }
        if is_kept {
            memory.shrink_to(shared.config().requests.session_bytes)?;
        }
        answer
    })
    .await
}

/// Answers a request on this thread.
fn answer_once(
    request: &dyn Request,
    session: &mut Session,
    app: &App,
    run: &Attempt,
) -> Result<Answer, ApiError> {
    let seed = Dice::of_this_run().next();
    let (settings, interrupt) = (&app.config().requests, run.interrupt());
    Ok(request.answer(&mut Call { settings, session, interrupt, seed })?)
}

/// Answers a request without a body.
async fn information(app: App, name: &str) -> Result<Response, ApiError> {
    let answer = dicot_api::requests::information(name, &app.config().requests);
    Ok(json(answer.ok_or_else(ApiError::not_found)??.json))
}

/// All limits of the server.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct ServerLimits {
    #[serde(flatten)]
    requests: LimitsAnswer,
    /// The limit of a request body in bytes
    body_bytes: usize,
    /// The maximum time for the body of a request to arrive
    body_seconds: f64,
    /// The maximum time for the head of a request to arrive, and the maximum time that a connection is idle
    head_seconds: f64,
    /// The maximum time that a client does not read while an answer waits to be sent
    write_seconds: f64,
    /// The maximum time that a request waits for a worker, or for its session
    wait_seconds: f64,
    /// The limit of the bytes of all answers above 64 KiB that clients have not read yet
    answer_bytes: usize,
    sessions: usize,
    session_idle_seconds: f64,
    /// The limit of open connections, including Combo's WebSockets
    connections: usize,
    /// The limit of open connections from one address
    per_address: usize,
    /// The maximum number of computations at a time; one more runs for at most `short_seconds`
    concurrent: usize,
    /// The maximum number of computations at a time for one address
    concurrent_per_address: usize,
    /// The time slice of a request that finds no free worker; if it does not suffice, the request starts again when one is free
    short_seconds: f64,
    /// The maximum number of requests that wait for a worker
    waiting: usize,
    /// The limit of open WebSockets of Combo
    tables: u16,
    /// The limit of open WebSockets of Combo from one address
    tables_per_address: u16,
    /// The longest time that white's bot thinks about a move in Combo
    combo_seconds: f64,
    /// The time after which a silent WebSocket is sent a ping, and after the ping the time after which it is closed
    ping_seconds: f64,
    /// The time without a move after which a WebSocket is closed
    table_idle_seconds: f64,
}

/// All limits
async fn limits(State(app): State<App>) -> axum::Json<ServerLimits> {
    let config = app.config();
    axum::Json(ServerLimits {
        requests: dicot_api::requests::info::limits(&config.requests),
        body_bytes: config.body_bytes,
        body_seconds: config.body_time.as_secs_f64(),
        head_seconds: config.head_time.as_secs_f64(),
        write_seconds: config.write_time.as_secs_f64(),
        wait_seconds: config.wait_time.as_secs_f64(),
        answer_bytes: config.answer_bytes,
        sessions: config.sessions,
        session_idle_seconds: config.session_idle.as_secs_f64(),
        connections: config.connections,
        per_address: config.per_address,
        concurrent: config.workers,
        concurrent_per_address: config.computations_per_address.min(config.workers),
        short_seconds: config.short_time.as_secs_f64(),
        waiting: config.waiting,
        tables: config.tables,
        tables_per_address: config.tables_per_address,
        combo_seconds: config.combo_time.as_secs_f64(),
        ping_seconds: config.ping_time.as_secs_f64(),
        table_idle_seconds: config.table_idle.as_secs_f64(),
    })
}

/// End a session. One that is not ended expires when it has been idle for some time.
async fn delete_session(
    State(app): State<App>,
    InSession(session): InSession,
) -> Result<StatusCode, ApiError> {
    let session = session.ok_or_else(|| ApiError::request("missing X-Dicot-Session header"))?;
    app.sessions().end(&session);
    Ok(StatusCode::NO_CONTENT)
}

/// End a session, as a page that is closed does. Names are not percent-decoded, because none needs it.
async fn end_session(
    State(app): State<App>,
    RawQuery(query): RawQuery,
) -> Result<StatusCode, ApiError> {
    let name = query.as_deref().and_then(|query| query.strip_prefix("id="));
    let missing = || ApiError::request("missing ?id=NAME, the name of the session");
    app.sessions().end(&SessionName::new(name.ok_or_else(missing)?)?);
    Ok(StatusCode::NO_CONTENT)
}
