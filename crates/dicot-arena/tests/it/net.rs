//! Servers for lines of text, over real sockets.

use std::time::{Duration, Instant};

use dicot_arena::net::{
    ConnectionLimits, LineEnd, Listener, Peer, PeerError, Settings, Stop, serve,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A deadline that only a hanging test reaches.
fn far_deadline() -> Option<Instant> {
    Some(Instant::now() + Duration::from_secs(60))
}

fn soon() -> Option<Instant> {
    Some(Instant::now() + Duration::from_millis(20))
}

async fn listener(settings: Settings, limits: ConnectionLimits) -> Listener {
    Listener::bind("127.0.0.1:0", settings, limits).await.unwrap()
}

/// A client's bare socket, and the server's end of it.
async fn pair_with(settings: Settings) -> (TcpStream, Peer) {
    let listener = listener(settings, ConnectionLimits::default()).await;
    let client = TcpStream::connect(listener.local_address().unwrap()).await.unwrap();
    let peer = listener.accept().await;
    assert_eq!(peer.address(), client.local_addr().unwrap());
    (client, peer)
}

async fn pair() -> (TcpStream, Peer) {
    pair_with(Settings::default()).await
}

#[tokio::test]
async fn lines_in_chunks() {
    let (mut client, mut peer) = pair().await;
    client.write_all(b"one\r\n\ntw").await.unwrap();
    assert_eq!(peer.next_line(far_deadline()).await.unwrap(), "one");
    assert_eq!(peer.next_line(far_deadline()).await.unwrap(), "");
    assert_eq!(peer.next_line(soon()).await, Err(PeerError::TimedOut));
    // The part of the line that has arrived is kept.
    client.write_all(b"o\nthree").await.unwrap();
    assert_eq!(peer.next_line(far_deadline()).await.unwrap(), "two");
    drop(client);
    assert_eq!(peer.next_line(None).await, Err(PeerError::Closed));
    assert_eq!(peer.next_line(None).await, Err(PeerError::Closed));
}

#[tokio::test]
async fn line_ends() {
    for (line_end, expected) in [(LineEnd::Lf, "a\nbc\n"), (LineEnd::CrLf, "a\r\nbc\r\n")] {
        let (mut client, mut peer) = pair_with(Settings { line_end, ..Settings::default() }).await;
        peer.send("a").await.unwrap();
        peer.send("bc").await.unwrap();
        drop(peer);
        let mut text = String::new();
        client.read_to_string(&mut text).await.unwrap();
        assert_eq!(text, expected);
    }
}

/// There is a pause only between two lines to the same peer, if it sends nothing between them.
#[tokio::test]
async fn pauses() {
    let pausing = |pause| pair_with(Settings { pause, ..Settings::default() });
    // What waits for a pause of an hour does not end here.
    let (mut client, mut peer) = pausing(Duration::from_secs(3600)).await;
    let (_other, mut another) = pausing(Duration::from_secs(3600)).await;
    peer.send("one").await.unwrap();
    another.send("one").await.unwrap();
    client.write_all(b"answer\n").await.unwrap();
    assert_eq!(peer.next_line(far_deadline()).await.unwrap(), "answer");
    peer.send("two").await.unwrap();
    for paused in [&mut peer, &mut another] {
        let sent = tokio::time::timeout(Duration::from_millis(20), paused.send("three")).await;
        assert!(sent.is_err(), "the line is sent at once");
    }
    // A pause is as long as it is set, and begins with the last line.
    let pause = Duration::from_millis(300);
    let (_client, mut peer) = pausing(pause).await;
    let (_other, mut another) = pausing(pause).await;
    let end = Instant::now() + pause;
    peer.send("one").await.unwrap();
    another.send("one").await.unwrap();
    peer.send("two").await.unwrap();
    assert!(Instant::now() >= end);
    // After another pause that of the other peer is over, too, and its line is sent at once.
    peer.send("three").await.unwrap();
    let sent = tokio::time::timeout(Duration::ZERO, another.send("two")).await;
    sent.expect("its pause is over").unwrap();
}

#[tokio::test]
async fn long_lines() {
    let (mut client, mut peer) = pair().await;
    let longest = "x".repeat(1024);
    client.write_all(format!("{longest}\r\n{longest}y\nnext\n").as_bytes()).await.unwrap();
    assert_eq!(peer.next_line(far_deadline()).await.unwrap(), longest);
    assert_eq!(peer.next_line(far_deadline()).await, Err(PeerError::TooLong));
    assert_eq!(peer.next_line(far_deadline()).await.unwrap(), "next");
}

/// A line that is too long is an error before its end, and deadlines are kept while the rest arrives.
#[tokio::test]
async fn a_flood_without_lines() {
    let (mut client, mut peer) = pair().await;
    let flood = tokio::spawn(async move {
        let bytes = [b'x'; 1 << 16];
        while client.write_all(&bytes).await.is_ok() {}
    });
    assert_eq!(peer.next_line(far_deadline()).await, Err(PeerError::TooLong));
    assert_eq!(peer.next_line(soon()).await, Err(PeerError::TimedOut));
    assert!(!flood.is_finished());
    drop(peer);
    flood.await.unwrap();
}

/// A client that sends more than is read has to wait, and cannot block other clients.
#[tokio::test]
async fn a_flood_of_lines() {
    let (mut client, mut peer) = pair().await;
    let flood = tokio::spawn(async move {
        // More than any system buffers for a connection.
        let lines = b"line\n".repeat(1 << 20);
        for _ in 0..50 {
            if client.write_all(&lines).await.is_err() {
                return false;
            }
        }
        true
    });
    tokio::select! {
        () = peer.closed() => panic!("the client is connected"),
        () = tokio::time::sleep(Duration::from_millis(50)) => {}
    }
    for _ in 0..10_000 {
        assert_eq!(peer.next_line(far_deadline()).await.unwrap(), "line");
        assert!(!peer.is_closed());
    }
    assert!(!flood.is_finished());
    let discarded = peer.discard();
    assert!((1..100_000).contains(&discarded), "{discarded}");
    drop(peer);
    assert!(!flood.await.unwrap());
}

#[tokio::test]
async fn client_does_not_read() {
    let send_time = Duration::from_millis(100);
    let (_client, mut peer) = pair_with(Settings { send_time, ..Settings::default() }).await;
    let line = "x".repeat(1 << 20);
    let mut sent = peer.send(&line).await;
    for _ in 0..1000 {
        if sent.is_err() {
            break;
        }
        sent = peer.send(&line).await;
    }
    assert_eq!(sent, Err(PeerError::NotReading));
    assert_eq!(peer.next_line(None).await, Err(PeerError::Closed));
}

#[tokio::test]
async fn client_disconnects() {
    let (mut client, mut peer) = pair().await;
    tokio::select! {
        () = peer.closed() => panic!("the client is connected"),
        () = tokio::time::sleep(Duration::from_millis(20)) => {}
    }
    assert!(!peer.is_closed());
    client.write_all(b"last\n").await.unwrap();
    drop(client);
    tokio::time::timeout(Duration::from_secs(60), peer.closed()).await.unwrap();
    assert!(peer.is_closed());
    assert_eq!(peer.next_line(None).await.unwrap(), "last");
    assert_eq!(peer.next_line(None).await, Err(PeerError::Closed));
}

/// A disconnection is noticed even if more was sent than is read ahead; the lines can still be read.
#[tokio::test]
async fn client_disconnects_after_a_flood() {
    let (mut client, mut peer) = pair().await;
    client.write_all(&b"line\n".repeat(4000)).await.unwrap();
    drop(client);
    tokio::time::timeout(Duration::from_secs(60), peer.closed()).await.unwrap();
    for _ in 0..4000 {
        assert_eq!(peer.next_line(far_deadline()).await.unwrap(), "line");
    }
    assert_eq!(peer.next_line(None).await, Err(PeerError::Closed));
}

#[tokio::test]
async fn discarded_lines() {
    let (mut client, mut peer) = pair().await;
    client.write_all(b"one\ntwo\nthree\nfo").await.unwrap();
    assert_eq!(peer.next_line(far_deadline()).await.unwrap(), "one");
    // The rest of the last line is discarded, even if it arrives later.
    while peer.discard() == 0 {
        tokio::task::yield_now().await;
    }
    client.write_all(b"ur\nfive\n").await.unwrap();
    assert_eq!(peer.next_line(far_deadline()).await.unwrap(), "five");
    assert_eq!(peer.discard(), 0);
}

/// The last line arrives even if the client has sent input that is not read.
#[tokio::test]
async fn last_words() {
    for _ in 0..20 {
        let (mut client, mut peer) = pair().await;
        client.write_all(&b"unread\n".repeat(10_000)).await.unwrap();
        peer.send("good bye").await.unwrap();
        let closing = tokio::spawn(peer.close());
        let mut text = String::new();
        client.read_to_string(&mut text).await.unwrap();
        assert_eq!(text, "good bye\n");
        drop(client);
        closing.await.unwrap();
    }
}

#[tokio::test]
async fn limits() {
    let limits = ConnectionLimits { per_address: 2, ..ConnectionLimits::default() };
    let listener = listener(Settings::default(), limits).await;
    let address = listener.local_address().unwrap();
    let (_stopper, stop) = Stop::new();
    tokio::spawn(serve(listener, stop, async |mut peer: Peer| {
        while let Ok(line) = peer.next_line(None).await {
            if peer.send(&line).await.is_err() {
                break;
            }
        }
    }));
    let echoes = async |peer: &mut Peer| {
        let sent = peer.send("hello").await;
        sent.is_ok() && peer.next_line(far_deadline()).await == Ok("hello".to_owned())
    };
    let connect = async || Peer::connect(address, &Settings::default()).await.unwrap();
    let (mut first, mut second) = (connect().await, connect().await);
    assert!(echoes(&mut first).await && echoes(&mut second).await);
    assert!(!echoes(&mut connect().await).await);
    drop(first);
    // The server accepts another connection as soon as it has noticed the end of the first.
    let deadline = far_deadline().unwrap();
    while !echoes(&mut connect().await).await {
        assert!(Instant::now() < deadline);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(echoes(&mut second).await);
}

#[tokio::test]
async fn stopping() {
    let listener = listener(Settings::default(), ConnectionLimits::default()).await;
    let address = listener.local_address().unwrap();
    let (stopper, stop) = Stop::new();
    let server = tokio::spawn(serve(listener, stop, async |mut peer: Peer| {
        while let Ok(line) = peer.next_line(None).await
            && line != "enough"
        {
            let _ = peer.send(&line).await;
        }
    }));
    let mut clients = Vec::new();
    for _ in 0..2 {
        let mut client = Peer::connect(address, &Settings::default()).await.unwrap();
        client.send("hello").await.unwrap();
        assert_eq!(client.next_line(far_deadline()).await.unwrap(), "hello");
        clients.push(client);
    }
    stopper.ask();
    // New connections are refused, and open ones are still served.
    let deadline = far_deadline().unwrap();
    while let Ok(mut late) = Peer::connect(address, &Settings::default()).await
        && late.next_line(soon()).await != Err(PeerError::Closed)
    {
        assert!(Instant::now() < deadline);
    }
    let [first, second] = &mut clients[..] else { unreachable!() };
    first.send("still").await.unwrap();
    assert_eq!(first.next_line(far_deadline()).await.unwrap(), "still");
    first.send("enough").await.unwrap();
    assert_eq!(first.next_line(far_deadline()).await, Err(PeerError::Closed));
    assert!(!server.is_finished());
    stopper.end();
    server.await.unwrap();
    assert_eq!(second.next_line(far_deadline()).await, Err(PeerError::Closed));
}
