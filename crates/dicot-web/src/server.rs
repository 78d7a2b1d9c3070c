//! Accepts connections, limits their number and time, and shuts down.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use dicot_arena::net::{Admission, ConnectionLimits, Gate, Stop};
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use crate::config::Config;
use crate::router::router;
use crate::state::App;
use crate::write_timeout::WriteTimeout;

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    config: Config,
}

/// The pause after a failed accept, for example because too many files are open. A first choice, not compared with
/// others.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);

/// The limit of the head of a request in bytes. Browsers send less than 2 KiB.
const MAX_HEAD_BYTES: usize = 16 << 10;
const MAX_HEADERS: usize = 64;

impl Server {
    /// Creates a server that listens at the configured address.
    ///
    /// # Errors
    /// If that fails, for example because the port is taken.
    pub async fn bind(config: Config) -> io::Result<Server> {
        let listener = TcpListener::bind(config.listen).await?;
        Ok(Server { listener, config })
    }

    /// The address that the server listens at.
    ///
    /// # Errors
    /// If the system does not report it.
    pub fn local_address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop` asks it to stop. Then it finishes the requests in progress, or aborts them when `stop` is
    /// over. The computation of an aborted request is interrupted.
    pub async fn run(self, stop: Stop) {
        let Server { listener, config } = self;
        let Config { connections, per_address, .. } = config;
        let gate =
            Gate::new(ConnectionLimits { connections, per_address, new_per_minute: usize::MAX });
        let (time, write_time) = (config.head_time, config.write_time);
        let mut housekeeping = tokio::time::interval(idle_check_interval(config.session_idle));
        let app = App::new(config, stop.clone());
        let router = router(app.clone());
        let mut connections = JoinSet::new();
        loop {
            tokio::select! {
                () = stop.asked() => break,
                accepted = listener.accept() => match accepted {
                    Ok((stream, address)) => match gate.admit(address.ip(), Instant::now()) {
                        Ok(client) => {
                            // Each answer is written at once, so Nagle's algorithm would only delay it.
                            let _ = stream.set_nodelay(true);
                            let io = WriteTimeout::new(stream, write_time);
                            let serving = connection(io, client, router.clone(), stop.clone(), time);
                            let open = app.metrics().connection();
                            connections.spawn(async move {
                                serving.await;
                                drop(open);
                            });
                        }
                        Err(_) => app.metrics().refused(),
                    },
                    Err(error) => {
                        tracing::warn!(%error, "cannot accept a connection");
                        tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
                    }
                },
                Some(ended) = connections.join_next() => log_failure(ended),
                _ = housekeeping.tick() => app.sessions().drop_idle(),
            }
        }
        drop(listener);
        let finished = async {
            while let Some(ended) = connections.join_next().await {
                log_failure(ended);
            }
            // The tasks of connections that became WebSockets have ended before these.
            app.tables().wait_until_free().await;
        };
        let over = tokio::select! {
            () = finished => false,
            () = stop.over() => true,
        };
        if over {
            connections.shutdown().await;
        }
    }
}

/// The interval between two checks for sessions that have been idle for this time.
fn idle_check_interval(idle: Duration) -> Duration {
    (idle / 2).clamp(Duration::from_millis(10), Duration::from_secs(5))
}

/// The admission of a request's connection, as an extension of the request. A WebSocket keeps it.
pub(crate) type Client = Arc<Admission>;

/// Serves a connection to its end.
async fn connection(
    io: WriteTimeout<TcpStream>,
    client: Admission,
    router: Router,
    stop: Stop,
    head_time: Duration,
) {
    let client = Client::new(client);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Client::clone(&client));
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head_time)
        .max_buf_size(MAX_HEAD_BYTES)
        .max_headers(MAX_HEADERS)
        .serve_connection(TokioIo::new(io), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let mut asked = false;
    loop {
        tokio::select! {
            ended = connection.as_mut() => {
                if let Err(error) = ended {
                    tracing::debug!(%error, "a connection ended with an error");
                }
                return;
            }
            () = stop.asked(), if !asked => {
                asked = true;
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}

fn log_failure(ended: Result<(), tokio::task::JoinError>) {
    if let Err(error) = ended {
        tracing::error!(%error, "a connection's task failed");
    }
}
