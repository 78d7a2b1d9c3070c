//! Sockets: who may connect, and how long that may take.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use dicot_arena::net::{Admission, Gate, Limits, Stop};
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use crate::app::{App, router};
use crate::config::Config;
use crate::writing::Writing;

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    config: Config,
}

/// How long to wait when a connection cannot be taken, as when too many files are open.
const PAUSE: Duration = Duration::from_millis(100);

/// The most bytes of the head of a request.
const HEAD_BYTES: usize = 16 << 10;
const MOST_HEADERS: usize = 64;

impl Server {
    /// Listens where the configuration says.
    ///
    /// # Errors
    /// If that cannot be listened at, because the port is taken for example.
    pub async fn bind(config: Config) -> io::Result<Server> {
        let listener = TcpListener::bind(config.listen).await?;
        Ok(Server { listener, config })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn local_address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until it is asked to stop; then lets requests end that have begun, and breaks them off when it is
    /// over. Computations are told to end when their requests do.
    pub async fn run(self, stop: Stop) {
        let Server { listener, config } = self;
        let Config { connections, per_address, .. } = config;
        let gate = Gate::new(Limits { connections, per_address, new_per_minute: usize::MAX });
        let (time, write_time) = (config.head_time, config.write_time);
        let mut housekeeping = tokio::time::interval(pause_between_looks(config.session_idle));
        let app = App::new(config, stop.clone());
        let router = router(app.clone());
        let mut connections = JoinSet::new();
        loop {
            tokio::select! {
                () = stop.asked() => break,
                accepted = listener.accept() => match accepted {
                    Ok((stream, address)) => match gate.admit(address.ip(), Instant::now()) {
                        Ok(client) => {
                            // Answers are sent in one go, and the next one should not wait for the last to be
                            // confirmed.
                            let _ = stream.set_nodelay(true);
                            let io = Writing::new(stream, write_time);
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
                        tracing::warn!(%error, "a connection cannot be taken");
                        tokio::time::sleep(PAUSE).await;
                    }
                },
                Some(ended) = connections.join_next() => report(ended),
                _ = housekeeping.tick() => app.sessions().drop_idle(),
            }
        }
        drop(listener);
        let all = async {
            while let Some(ended) = connections.join_next().await {
                report(ended);
            }
            // WebSockets are no longer among the connections.
            app.tables().empty().await;
        };
        let over = tokio::select! {
            () = all => false,
            () = stop.over() => true,
        };
        if over {
            connections.shutdown().await;
        }
    }
}

/// How often sessions are looked at that may have been silent for so long.
fn pause_between_looks(idle: Duration) -> Duration {
    (idle / 2).clamp(Duration::from_millis(10), Duration::from_secs(5))
}

/// The admission of the connection that a request came on; an extension of each request. A WebSocket keeps it.
pub(crate) type Client = Arc<Admission>;

/// Serves a connection to its end.
async fn connection(
    io: Writing<TcpStream>,
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
        .max_buf_size(HEAD_BYTES)
        .max_headers(MOST_HEADERS)
        .serve_connection(TokioIo::new(io), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let mut asked = false;
    loop {
        tokio::select! {
            ended = connection.as_mut() => {
                if let Err(error) = ended {
                    tracing::debug!(%error, "a connection ended");
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

fn report(ended: Result<(), tokio::task::JoinError>) {
    if let Err(error) = ended {
        tracing::error!(%error, "a connection's task failed");
    }
}
