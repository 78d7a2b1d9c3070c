//! A server for lines of text with thousands of idle connections.
//!
//! This is a separate test program because it raises the limit on open files of its process, and may take nearly all.

use std::time::{Duration, Instant};

use dicot_arena::net::{
    ConnectionLimits, Listener, Peer, Settings, Stop, allow_many_connections, serve,
};
use tokio::net::TcpStream;

#[tokio::test]
async fn thousands_are_idle() {
    // Both ends of each connection are open files of this process.
    let files = allow_many_connections().unwrap_or(4500);
    let idle = 2000.min((files.saturating_sub(200) / 2) as usize);
    let limits = ConnectionLimits {
        per_address: idle + 1,
        new_per_minute: idle + 1,
        ..ConnectionLimits::default()
    };
    let listener = Listener::bind("127.0.0.1:0", Settings::default(), limits).await.unwrap();
    let address = listener.local_address().unwrap();
    let (_stopper, stop) = Stop::new();
    tokio::spawn(serve(listener, stop, async |mut peer: Peer| {
        while let Ok(line) = peer.next_line(None).await {
            let _ = peer.send(&line).await;
        }
    }));
    let mut silent = Vec::new();
    for _ in 0..idle {
        silent.push(TcpStream::connect(address).await.unwrap());
    }
    let mut client = Peer::connect(address, &Settings::default()).await.unwrap();
    // Only a hanging test reaches it.
    let deadline = Some(Instant::now() + Duration::from_secs(60));
    for _ in 0..1000 {
        client.send("hello").await.unwrap();
        assert_eq!(client.next_line(deadline).await.unwrap(), "hello");
    }
}
