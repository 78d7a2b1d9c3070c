//! Combo's WebSocket over real sockets.

use std::time::{Duration, Instant};

use dicot::Player;
use dicot::rules::{Combo, Position, Turn, combo::ComboMove};
use dicot_arena::combo::json;
use dicot_bots::{Bot, Dice, RandomBot};
use dicot_web::Config;
use futures_util::future::join_all;
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Bytes, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::support::{CONTINUES, FINAL, PATIENCE, PING, Site, TEXT, frame};

type Socket = WebSocketStream<TcpStream>;

async fn connect(server: &Site) -> Socket {
    let stream = TcpStream::connect(server.address).await.unwrap();
    client_async(format!("ws://{}/connect", server.address), stream).await.unwrap().0
}

/// The next message that is not a ping or a pong.
async fn next(socket: &mut Socket) -> Message {
    loop {
        match timeout(PATIENCE, socket.next()).await.unwrap().unwrap().unwrap() {
            Message::Ping(_) | Message::Pong(_) => {}
            message => return message,
        }
    }
}

/// The command and the args of the next message, which must be one line of JSON.
async fn command(socket: &mut Socket) -> (String, Value) {
    let message = next(socket).await;
    let Message::Text(text) = &message else { panic!("{message:?}") };
    assert_eq!(text.find('\n'), Some(text.len() - 1));
    let mut value: Value = serde_json::from_str(text).unwrap();
    (value["command"].as_str().unwrap().to_owned(), value["args"].take())
}

/// The code and the reason with which the server closes the connection.
async fn close_reason(socket: &mut Socket) -> (u16, String) {
    let message = next(socket).await;
    let Message::Close(Some(CloseFrame { code, reason })) = message else { panic!("{message:?}") };
    (code.into(), reason.to_string())
}

/// The message that asks for a game.
fn new_game(width: u8, height: u8, cpu: &str) -> Message {
    let args = format!("{{\"width\":{width},\"height\":{height},\"cpu\":\"{cpu}\"}}");
    Message::text(format!("{{\"command\":\"new_game\",\"args\":{args}}}"))
}

/// The message of a move.
fn makes(mv: ComboMove) -> String {
    format!("{{\"command\":\"move\",\"args\":{}}}", json::object(mv))
}

/// The position of a message that asks for a move, and the moves.
fn asked(args: &Value) -> (Turn<Combo>, Vec<ComboMove>) {
    let request = format!("{{\"board\":{},\"color\":\"black\"}}", args["board"]);
    let mut requests = json::Messages::requests();
    requests.push(request.as_bytes());
    let moves = args["moves"].as_array().unwrap();
    let moves = moves.iter().map(|mv| json::read_answer(mv).unwrap()).collect();
    (requests.next().unwrap().unwrap(), moves)
}

/// Plays a game with random moves and returns its last message. White's moves must be legal.
async fn whole_game(socket: &mut Socket, dice: &mut Dice, start: Combo, cpu: &str) -> String {
    let shape = start.shape();
    socket.send(new_game(shape.width(), shape.height(), cpu)).await.unwrap();
    // The positions that the next message may have.
    let mut boards = vec![start];
    loop {
        let (command, args) = command(socket).await;
        if command == "game_over" {
            assert_eq!(args.as_object().unwrap().len(), 1);
            return args["message"].as_str().unwrap().to_owned();
        }
        assert_eq!(command, "move");
        let (turn, moves) = asked(&args);
        assert!(boards.contains(&turn.position), "white has made an illegal move");
        assert_eq!(moves.len(), turn.moves().count());
        assert!(turn.moves().all(|mv| moves.contains(&mv)));
        let mv = dice.pick(moves.into_iter()).unwrap();
        let turn = turn.play(mv).unwrap();
        boards = turn.position.options(Player::Right).collect();
        socket.send(Message::text(makes(mv))).await.unwrap();
    }
}

#[tokio::test]
async fn whole_games() {
    let server = Site::new();
    let mut socket = connect(&server).await;
    let mut winners = Vec::new();
    let mut dice = Dice::new(1);
    // One connection for all of them.
    for cpu in ["random", "random", "weak", "medium"] {
        let start = Combo::start(3, 5).unwrap();
        winners.push(whole_game(&mut socket, &mut dice, start, cpu).await);
    }
    for (winner, name) in winners.iter().zip(["random", "random", "weak", "medium"]) {
        let white = format!("white ({name} player) is the winner!");
        assert!(*winner == white || winner == "black (http) is the winner!", "{winner}");
    }
}

/// White is `medium` by default, and messages have the fields of the original and no others.
#[tokio::test]
async fn messages_are_those_of_the_original() {
    let server = Site::new();
    let mut socket = connect(&server).await;
    let new_game = r#"{"command":"new_game","args":{"width":8,"height":8}}"#;
    socket.send(Message::text(new_game)).await.unwrap();
    let (_, args) = command(&mut socket).await;
    let keys: Vec<_> = args.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["board", "moves"]);
    let (turn, moves) = asked(&args);
    assert_eq!(
        (turn.position.to_string(), moves.len()),
        (Combo::start(8, 8).unwrap().to_string(), 94)
    );
    // A move may come in a binary message.
    let message = Bytes::from(makes(moves[0]));
    socket.send(Message::Binary(message)).await.unwrap();
    assert_eq!(command(&mut socket).await.0, "move");
    socket.send(Message::text(r#"{"command":"move","args":{}}"#)).await.unwrap();
    let (command, args) = command(&mut socket).await;
    assert_eq!(command, "game_over");
    assert_eq!(args["message"], "white (medium player) is the winner!");
    // The client closes the connection, and the server confirms that.
    socket.close(Some(CloseFrame { code: CloseCode::Normal, reason: "".into() })).await.unwrap();
    while timeout(PATIENCE, socket.next()).await.unwrap().is_some_and(|message| message.is_ok()) {}
}

#[tokio::test]
async fn invalid_messages_are_answered_before_the_connection_is_closed() {
    let server = Site::new();
    for (message, why) in [
        (new_game(8, 3, "weak"), "the board is 3 high, expected 4 or more to start"),
        (new_game(64, 4, "weak"), "there are too many stones of Right; the limit is 127 in all"),
        (Message::text("hello"), "bad JSON: expected value at line 1 column 1"),
        (
            Message::Binary(Bytes::from_static(b"\xff")),
            "bad JSON: expected value at line 1 column 1",
        ),
    ] {
        let mut socket = connect(&server).await;
        socket.send(message).await.unwrap();
        let (command, args) = command(&mut socket).await;
        assert_eq!((command.as_str(), args["message"].as_str()), ("error", Some(why)));
        let reason = "invalid message".to_owned();
        assert_eq!(close_reason(&mut socket).await, (1008, reason));
    }
}

/// Sends the bytes on a new connection; returns it with the head of the answer.
async fn answer(server: &Site, bytes: &[u8]) -> (TcpStream, String) {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let byte = timeout(PATIENCE, stream.read_u8()).await.unwrap().unwrap();
        head.push(byte);
    }
    (stream, String::from_utf8(head).unwrap())
}

#[tokio::test]
async fn handshakes() {
    let server = Site::new();
    let address = server.address;
    let ours = format!("Origin: http://{address}\r\n");
    for (more, status) in [
        ("", "101"),
        (ours.as_str(), "101"),
        ("Origin: http://evil.example\r\n", "403"),
        ("Origin: http://127.0.0.1\r\n", "403"),
        ("Origin: null\r\n", "403"),
    ] {
        let (_, head) = answer(&server, server.handshake(more).as_bytes()).await;
        assert_eq!(head.split(' ').nth(1), Some(status), "{more}: {head}");
    }
    let good = server.handshake("");
    for (request, status) in [
        (format!("GET /connect HTTP/1.1\r\nHost: {address}\r\n\r\n"), "400"),
        (good.replace("Version: 13", "Version: 7"), "400"),
        (good.replace("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", ""), "400"),
        (good.replace("GET", "POST"), "405"),
        (good.replace(&address.to_string(), "evil.example"), "421"),
        (good.replace("Connection: Upgrade\r\n", ""), "400"),
    ] {
        let (_, head) = answer(&server, request.as_bytes()).await;
        assert_eq!(head.split(' ').nth(1), Some(status), "{request}: {head}");
        assert!(head.contains("content-security-policy: default-src 'none'"), "{head}");
    }
}

const NEW_GAME: &[u8] = br#"{"command":"new_game","args":{"width":1,"height":4,"cpu":"random"}}"#;

/// A connection that has become a WebSocket.
async fn raw(server: &Site) -> TcpStream {
    let (stream, head) = answer(server, server.handshake("").as_bytes()).await;
    assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
    stream
}

/// Reads until the text has come.
async fn read_until(stream: &mut TcpStream, expected: &str) {
    let mut all = Vec::new();
    loop {
        let mut chunk = [0; 4096];
        let length = timeout(PATIENCE, stream.read(&mut chunk)).await.unwrap().unwrap();
        assert!(length > 0, "closed before {expected:?}: {:?}", String::from_utf8_lossy(&all));
        all.extend(&chunk[..length]);
        if all.windows(expected.len()).any(|window| window == expected.as_bytes()) {
            return;
        }
    }
}

#[tokio::test]
async fn messages_in_pieces() {
    let server = Site::new();
    // In frames of three bytes, with pings between them.
    let mut stream = raw(&server).await;
    let mut frames = Vec::new();
    let pieces = NEW_GAME.chunks(3).count();
    for (i, piece) in NEW_GAME.chunks(3).enumerate() {
        let kind = if i == 0 { TEXT } else { CONTINUES };
        let last = if i + 1 == pieces { FINAL } else { 0 };
        frames.extend(frame(kind | last, piece));
        frames.extend(frame(PING | FINAL, b"?"));
    }
    stream.write_all(&frames).await.unwrap();
    read_until(&mut stream, "\"command\":\"move\"").await;
    // An empty last frame, as the original sends it.
    let mut stream = raw(&server).await;
    stream.write_all(&frame(TEXT, NEW_GAME)).await.unwrap();
    stream.write_all(&frame(CONTINUES | FINAL, b"")).await.unwrap();
    read_until(&mut stream, "\"command\":\"move\"").await;
    // Byte by byte.
    let mut stream = raw(&server).await;
    stream.set_nodelay(true).unwrap();
    for byte in frame(TEXT | FINAL, NEW_GAME) {
        stream.write_all(&[byte]).await.unwrap();
        tokio::task::yield_now().await;
    }
    read_until(&mut stream, "\"command\":\"move\"").await;
}

#[tokio::test]
async fn broken_frames_close_the_connection() {
    let server = Site::new();
    // The start of a frame that declares this length.
    let long = |length: u64| {
        [&[TEXT | FINAL, 0x80 | 127], &length.to_be_bytes()[..], &[7, 11, 13, 17]].concat()
    };
    let too_much = vec![b' '; Config::default().body_bytes + 1];
    let half = &too_much[..too_much.len() / 2 + 1];
    let cases = [
        (vec![TEXT | FINAL, 2, b'{', b'}'], "no mask"),
        (frame(TEXT | FINAL | 0x40, b"{}"), "a reserved bit"),
        (frame(0x03 | FINAL, b"{}"), "an unknown kind"),
        (frame(0x0b | FINAL, b"{}"), "an unknown kind of control frame"),
        (frame(PING, b""), "a ping that goes on"),
        (frame(PING | FINAL, &[0; 126]), "a ping that is too long"),
        (frame(CONTINUES | FINAL, b"{}"), "nothing to continue"),
        ([frame(TEXT, b"{"), frame(TEXT | FINAL, b"}")].concat(), "a message within another"),
        (frame(TEXT | FINAL, b"\xff"), "text that is not UTF-8"),
        (frame(0x08 | FINAL, &[3]), "half a code"),
        (frame(0x08 | FINAL, &[0, 0]), "an invalid code"),
        (long(u64::MAX), "an impossible length"),
        (long(1 << 40), "a terabyte"),
        (frame(TEXT | FINAL, &too_much), "a frame that is too long"),
        ([frame(TEXT, half), frame(CONTINUES, half)].concat(), "a message that is too long"),
    ];
    join_all(cases.map(async |(bytes, what)| {
        let mut stream = raw(&server).await;
        // The server may close it before all was sent.
        let _ = stream.write_all(&bytes).await;
        // Whether it ends well or is broken off does not matter.
        let ended = timeout(PATIENCE, stream.read_to_end(&mut Vec::new())).await;
        assert!(ended.is_ok(), "{what}");
    }))
    .await;
    let mut socket = connect(&server).await;
    socket.send(new_game(1, 4, "random")).await.unwrap();
    assert_eq!(command(&mut socket).await.0, "move");
}

/// Clients that disconnect at any point leave no connection and no computation.
#[tokio::test]
async fn clients_that_disconnect() {
    let config = Config { tables: 2, combo_time: Duration::from_millis(300), ..Config::default() };
    let server = Site::with(config);
    let game = br#"{"command":"new_game","args":{"width":8,"height":8,"cpu":"uct"}}"#;
    let (turn, mut bot) = (Turn::new(Combo::start(8, 8).unwrap(), Player::Left), RandomBot::new(1));
    let mv = bot.choose(&turn, Instant::now()).unwrap();
    let frames = [frame(TEXT | FINAL, game), frame(TEXT | FINAL, makes(mv).as_bytes())].concat();
    let bytes = [server.handshake("").into_bytes(), frames].concat();
    for step in (0..bytes.len()).step_by(13).chain([bytes.len()]) {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(&bytes[..step]).await.unwrap();
        // Every other client closes its side first; the rest leave unread bytes.
        if step % 2 == 0 {
            let _ = stream.shutdown().await;
        }
        drop(stream);
        // The metric counts its own request.
        server.wait_for_metric("dicot_connections", |connections| connections == 1.0);
    }
    server.wait_for_metric("dicot_computations_running", |computations| computations == 0.0);
    server.wait_for_metric("dicot_computations_waiting", |computations| computations == 0.0);
}

#[tokio::test]
async fn connections_beyond_the_tables_are_refused() {
    let server = Site::with(Config { tables: 1, ..Config::default() });
    let first = connect(&server).await;
    let (_, head) = answer(&server, server.handshake("").as_bytes()).await;
    assert!(head.starts_with("HTTP/1.1 503 "), "{head}");
    assert!(head.contains("retry-after: 1"), "{head}");
    drop(first);
    server.wait_for_metric("dicot_connections", |connections| connections == 1.0);
    connect(&server).await;
}

/// One address cannot take all tables.
#[tokio::test]
#[cfg(target_os = "linux")]
async fn tables_of_one_address() {
    let server = Site::with(Config { tables_per_address: 1, ..Config::default() });
    let _first = connect(&server).await;
    let (_, head) = answer(&server, server.handshake("").as_bytes()).await;
    assert!(head.starts_with("HTTP/1.1 503 "), "{head}");
    let other = server.connect_from([127, 0, 0, 2].into());
    other.set_nonblocking(true).unwrap();
    let other = TcpStream::from_std(other).unwrap();
    let mut other =
        client_async(format!("ws://{}/connect", server.address), other).await.unwrap().0;
    other.send(new_game(1, 4, "random")).await.unwrap();
    assert_eq!(command(&mut other).await.0, "move");
}

#[tokio::test]
async fn silent_clients_are_pinged_and_then_disconnected() {
    let server = Site::with(Config { ping_time: Duration::from_secs(1), ..Config::default() });
    // This client answers pings.
    let mut lively = connect(&server).await;
    // This client does not.
    let mut silent = raw(&server).await;
    for _ in 0..3 {
        let message = timeout(PATIENCE, lively.next()).await.unwrap().unwrap().unwrap();
        assert!(matches!(message, Message::Ping(_)), "{message:?}");
    }
    read_until(&mut silent, "no answer to a ping").await;
    drop(silent);
    lively.send(new_game(1, 4, "random")).await.unwrap();
    assert_eq!(command(&mut lively).await.0, "move");
}

#[tokio::test]
async fn idle_tables_are_closed() {
    let (ping_time, table_idle) = (Duration::from_millis(100), Duration::ZERO);
    let server = Site::with(Config { ping_time, table_idle, ..Config::default() });
    // Although the client answers pings.
    let (code, reason) = close_reason(&mut connect(&server).await).await;
    assert_eq!((code, reason.as_str()), (1008, "no move for too long"));
}

#[tokio::test]
async fn the_server_shuts_down() {
    let server = Site::new();
    let mut socket = connect(&server).await;
    socket.send(new_game(1, 4, "random")).await.unwrap();
    assert_eq!(command(&mut socket).await.0, "move");
    server.stop();
    assert_eq!(close_reason(&mut socket).await, (1001, "the server is shutting down".to_owned()));
}
