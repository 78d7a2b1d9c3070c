//! The Konane server and its clients, over sockets.

use std::io::{Read, Write};
use std::net::SocketAddr;
use std::sync::{Arc, Barrier, Mutex};
use std::time::{Duration, Instant};

use dicot::Player;
use dicot::rules::{
    Turn,
    konane::{AnyStone, CornerOrCentre, KonaneMove, KonanePhase, Opening},
};
use dicot_arena::game::Reason;
use dicot_arena::konane::{
    CLOCK, Client, ClientGame, Credentials, Event, Outcome, Password, ServerSettings, Step, board,
    board_with_corner, play, serve,
};
use dicot_arena::matches::{GameRecord, Replay};
use dicot_arena::net::{
    ConnectionLimits, LineEnd, Listener, Peer, Settings, Stop, Stopper, allow_many_connections,
};
use dicot_bots::{Bot, Dice, RandomBot};
use dicot_rulesets::library;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::timeout;

use crate::icga::memory;

/// A time limit that only a hanging test reaches.
const LONG: Duration = Duration::from_secs(120);

/// Waits with a time limit.
async fn soon<T>(future: impl Future<Output = T>) -> T {
    timeout(LONG, future).await.expect("it should not take so long")
}

const CRLF: Settings = Settings {
    max_line_len: 1024,
    read_ahead: 4096,
    send_time: Duration::from_secs(60),
    line_end: LineEnd::CrLf,
    pause: Duration::ZERO,
};

/// A running server.
struct Running {
    address: SocketAddr,
    stopper: Stopper,
    records: Arc<Mutex<Vec<GameRecord>>>,
    task: JoinHandle<()>,
}

impl Running {
    async fn start<O: Opening>(settings: ServerSettings<O>) -> Running {
        Running::start_with(settings, CRLF).await
    }

    async fn start_with<O: Opening>(settings: ServerSettings<O>, lines: Settings) -> Running {
        allow_many_connections();
        let limits = ConnectionLimits {
            connections: 10_000,
            per_address: 10_000,
            new_per_minute: 1_000_000,
        };
        let listener = Listener::bind("127.0.0.1:0", lines, limits).await.unwrap();
        let address = listener.local_address().unwrap();
        let (stopper, stop) = Stop::new();
        let records = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&records);
        let task = serve(listener, stop, settings, move |record| seen.lock().unwrap().push(record));
        Running { address, stopper, records, task: tokio::spawn(task) }
    }

    /// Stops the server and returns the records of all games.
    async fn end(self) -> Vec<GameRecord> {
        self.stopper.ask();
        soon(self.task).await.unwrap();
        Arc::into_inner(self.records).unwrap().into_inner().unwrap()
    }

    /// Returns the records since the last call, if there are at least `number`.
    fn take(&self, number: u64) -> Option<Vec<GameRecord>> {
        let mut records = self.records.lock().unwrap();
        (records.len() as u64 == number).then(|| std::mem::take(&mut *records))
    }

    async fn connect(&self) -> Raw {
        Raw(TcpStream::connect(self.address).await.unwrap())
    }

    /// Logs user 1 in again and again until the server has noticed that the user has left, and the game begins.
    async fn return_of_user_1(&self, opponent: u64) {
        soon(async {
            loop {
                let mut one = self.login(1, opponent, "").await;
                one.until(&["?Opponent:\r\n"]).await;
                match one.until(&["\n"]).await.as_str() {
                    "Game:1\r\n" => break,
                    line => assert_eq!(line.trim_end(), "Error:the user is already waiting"),
                }
            }
        })
        .await;
    }

    /// Connects and sends a login and more.
    async fn login(&self, user: u64, opponent: u64, more: &str) -> Raw {
        let mut raw = self.connect().await;
        raw.send(&format!("{user}\r\n17\r\n{opponent}\r\n{more}")).await;
        raw
    }
}

/// A connection of bytes.
struct Raw(TcpStream);

impl Raw {
    async fn send(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).await.unwrap();
    }

    /// Reads up to one of these texts, including it.
    async fn until(&mut self, texts: &[&str]) -> String {
        let mut seen = Vec::new();
        soon(async {
            loop {
                seen.push(self.0.read_u8().await.unwrap());
                if texts.iter().any(|text| seen.ends_with(text.as_bytes())) {
                    return String::from_utf8(seen).unwrap();
                }
            }
        })
        .await
    }

    /// Reads to the end.
    async fn rest(&mut self) -> String {
        let mut text = String::new();
        soon(self.0.read_to_string(&mut text)).await.unwrap();
        text
    }

    /// Reads to the end and returns the last lines.
    async fn last(&mut self, lines: usize) -> Vec<String> {
        let text = self.rest().await;
        let all: Vec<String> = text.lines().map(str::to_owned).collect();
        all[all.len().saturating_sub(lines)..].to_vec()
    }
}

fn full<O: Opening>(rows: u8, cols: u8) -> ServerSettings<O> {
    ServerSettings::new(board(rows, cols).unwrap())
}

/// The first messages of the server.
fn greeting() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "You are connected to the Artemis Konane Server v{version}\r\n?Username:\r\n?Password:\r\n?Opponent:\r\n"
    )
}

/// Both transcripts, byte for byte.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn transcripts() {
    /// Plays as player 1 or 2, depending on the toss, and returns all text that was received, and the connection.
    async fn player(mut raw: Raw, user: u64, end: &str) -> (bool, String, Raw) {
        raw.send(&format!("{user}{end}")).await;
        raw.send(&format!("17{end}{}{end}", 3 - user)).await;
        let mut seen = raw.until(&["?Remove:\n", "?Remove:\r\n"]).await;
        let first = !seen.contains("Removed:");
        raw.send(&format!("[0:{}]{end}", u8::from(!first))).await;
        seen += &raw.until(&["(180000):\n", "(180000):\r\n"]).await;
        let column = u8::from(!first);
        raw.send(&format!("[2:{column}]:[0:{column}]{end}")).await;
        let last = format!("Move[2:{column}]:[0:{column}]{end}");
        seen += &raw.until(&[&last]).await;
        if first {
            // Contains a time that is not predictable.
            seen += &raw.until(&["?Move("]).await;
            let time = raw.until(&[")"]).await;
            let millis: u64 = time.trim_end_matches(')').parse().unwrap();
            assert!(millis <= 180_000);
            seen += "162757)";
            seen += &raw.until(&["\n"]).await;
        }
        (first, seen, raw)
    }

    for (line_end, end) in [(LineEnd::CrLf, "\r\n"), (LineEnd::Lf, "\n")] {
        let lines = Settings { line_end, ..CRLF };
        let server = Running::start_with(full::<CornerOrCentre>(18, 18), lines).await;
        let [a, b] = [server.connect().await, server.connect().await];
        let (a, b) = tokio::join!(player(a, 1, end), player(b, 2, end));
        let ((one_first, one, one_raw), (two_first, two, mut two_raw)) =
            if a.0 { (a, b) } else { (b, a) };
        assert!(one_first && !two_first);
        let expected_one = "Game:1\r\nPlayer:1\r\n?Remove:\r\nColor:BLACK\r\nRemoved:[0:0]\r\n\
            Removed:[0:1]\r\n?Move(180000):\r\nMove[2:0]:[0:0]\r\nMove[2:1]:[0:1]\r\n\
            ?Move(162757):\r\n";
        let expected_two = "Game:1\r\nColor:WHITE\r\nPlayer:2\r\nRemoved:[0:0]\r\n?Remove:\r\n\
            Removed:[0:1]\r\nMove[2:0]:[0:0]\r\n?Move(180000):\r\nMove[2:1]:[0:1]\r\n";
        assert_eq!(one, (greeting() + expected_one).replace("\r\n", end));
        assert_eq!(two, (greeting() + expected_two).replace("\r\n", end));
        drop(one_raw);
        assert_eq!(two_raw.rest().await, format!("You win!{end}"));
        let records = server.end().await;
        assert_eq!(records[0].moves, ["[0:0]", "[0:1]", "[2:0]:[0:0]", "[2:1]:[0:1]"]);
    }
}

/// Plays random moves; as the first player, only after all games have started.
struct Together {
    bot: RandomBot,
    barriers: Vec<Arc<Barrier>>,
}

impl Bot<ClientGame> for Together {
    fn choose(&mut self, turn: &Turn<ClientGame>, deadline: Instant) -> Option<KonaneMove> {
        if turn.position.phase() == KonanePhase::FirstRemoval {
            for barrier in &self.barriers {
                barrier.wait();
            }
        }
        self.bot.choose(turn, deadline)
    }
}

/// Runs a client for one game.
async fn client(
    address: SocketAddr,
    start: ClientGame,
    user: u64,
    opponent: u64,
    barriers: Vec<Arc<Barrier>>,
) -> Outcome {
    let peer = Peer::connect(address, &CRLF).await.unwrap();
    client_on(peer, start, user, opponent, barriers).await
}

/// Runs a client for one game on this connection.
async fn client_on(
    peer: Peer,
    start: ClientGame,
    user: u64,
    opponent: u64,
    barriers: Vec<Arc<Barrier>>,
) -> Outcome {
    let client = Client::new(start, Credentials { user, password: Password(17), opponent });
    let bot = Box::new(Together { bot: RandomBot::new(user), barriers });
    let mut received = 0;
    let report = |event: Event<'_>| received += u32::from(matches!(event, Event::Received(_)));
    let outcome = play(peer, client, bot, report).await.unwrap();
    assert!(received > 4, "{outcome:?}");
    outcome
}

/// Plays games between the users 2n and 2n + 1: both sides agree on all results, and all records are complete games.
async fn games<O: Opening>(rows: u8, cols: u8, games: u64, together: bool) {
    games_with::<O>(rows, cols, games, together, CRLF).await;
}

/// As [`games`], with these settings for lines.
async fn games_with<O: Opening>(rows: u8, cols: u8, games: u64, together: bool, lines: Settings) {
    let mut settings = full::<O>(rows, cols);
    // Long enough for busy computers.
    settings.clock = 10 * LONG;
    let server = Running::start_with(settings, lines).await;
    let barrier = Arc::new(Barrier::new(games as usize));
    let barriers = if together { vec![barrier] } else { Vec::new() };
    let mut clients = JoinSet::new();
    for user in 0..2 * games {
        let (start, barriers) = (board(rows, cols).unwrap(), barriers.clone());
        // One after the other, because the system's queue of pending connections is limited.
        let mut peer = Peer::connect(server.address, &CRLF).await.unwrap();
        soon(peer.next_line(None)).await.unwrap();
        clients
            .spawn(async move { (user, client_on(peer, start, user, user ^ 1, barriers).await) });
    }
    let outcomes = timeout(3 * LONG, clients.join_all()).await.expect("the games should end");
    let records = server.end().await;
    assert_eq!(records.len() as u64, games);
    check::<O>(&records, &outcomes);
}

fn check<O: Opening>(records: &[GameRecord], outcomes: &[(u64, Outcome)]) {
    for record in records {
        let users = [&record.left, &record.right].map(|user| user.parse::<u64>().unwrap());
        assert_eq!(users[0] ^ 1, users[1]);
        assert_eq!((record.rules.as_str(), &record.reason), (O::SPEC.name, &Some(Reason::NoMoves)));
        let winner = users[record.winner.unwrap() as usize];
        for user in users {
            let expected = if user == winner { Outcome::Won } else { Outcome::Lost(None) };
            assert!(outcomes.contains(&(user, expected)), "{record:?}");
        }
        let replay = Replay::of(&library().find(&record.rules).unwrap(), record).unwrap();
        assert!(replay.is_over());
        assert_eq!(record.winner, Some(!replay.end().to_move));
        assert_eq!(record.times.len(), record.moves.len());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_games() {
    games::<CornerOrCentre>(6, 6, 60, false).await;
    games::<AnyStone>(8, 8, 35, false).await;
    games::<CornerOrCentre>(18, 18, 5, false).await;
}

/// Reads once, which must return exactly one line: some clients treat each read as a message.
fn read_message(stream: &mut std::net::TcpStream) -> String {
    let mut bytes = [0; 1024];
    let length = stream.read(&mut bytes).unwrap();
    let text = std::str::from_utf8(&bytes[..length]).unwrap();
    let line = text.strip_suffix("\r\n").unwrap_or_else(|| panic!("no whole line: {text:?}"));
    assert!(!line.contains('\n'), "more than one line: {text:?}");
    line.to_owned()
}

/// Plays a game, treating each read as a message. Returns whether it has won, its colour, and the lowest remaining time
/// that the server has sent.
fn one_message_per_read(
    address: SocketAddr,
    start: ClientGame,
    user: u64,
) -> (Outcome, String, Duration) {
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(LONG)).unwrap();
    assert!(read_message(&mut stream).starts_with("You are connected"));
    let mut client =
        Client::new(start, Credentials { user, password: Password(17), opponent: user ^ 1 });
    let (mut colour, mut least) = (String::new(), Duration::MAX);
    loop {
        let message = read_message(&mut stream);
        if let Some(name) = message.strip_prefix("Color:") {
            name.clone_into(&mut colour);
        }
        let answer = match client.receive(&message).unwrap() {
            Step::Wait => continue,
            Step::Over(outcome) => return (outcome, colour, least),
            Step::Send(answer) => answer,
            Step::Choose { turn, .. } if turn.position.phase() == KonanePhase::FirstRemoval => {
                "[0:0]".to_owned()
            }
            Step::Choose { turn, time_left } => {
                least = least.min(time_left.unwrap_or(least));
                client.chosen(turn.moves().next())
            }
            step => panic!("{step:?}"),
        };
        stream.write_all(format!("{answer}\r\n").as_bytes()).unwrap();
    }
}

/// Complete games with such clients, on boards with a black and with a white stone at [0:0]. Pauses do not count
/// towards the clock.
#[test]
fn clients_that_take_each_read_for_a_message() {
    const PAUSE: Duration = Duration::from_millis(200);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    for (corner, colour) in [(Player::Left, "BLACK"), (Player::Right, "WHITE")] {
        let start = board_with_corner(4, 4, corner).unwrap();
        let settings =
            ServerSettings::<CornerOrCentre>::new(board_with_corner(4, 4, corner).unwrap());
        let server =
            runtime.block_on(Running::start_with(settings, Settings { pause: PAUSE, ..CRLF }));
        let players = [0, 1].map(|user| {
            let address = server.address;
            std::thread::spawn(move || (user, one_message_per_read(address, start, user)))
        });
        let players = players.map(|player| player.join().unwrap());
        let records = runtime.block_on(server.end());
        let [record] = &records[..] else { panic!("{records:?}") };
        let outcomes = players.each_ref().map(|(user, (outcome, ..))| (*user, outcome.clone()));
        check::<CornerOrCentre>(&records, &outcomes);
        assert_eq!((record.moves[0].as_str(), record.first), ("[0:0]", corner));
        for (user, (_, own, least)) in players {
            let first = [&record.left, &record.right][record.first as usize] == &user.to_string();
            assert_eq!(own == colour, first, "user {user}: {own}");
            let charged = CLOCK.checked_sub(least).unwrap_or_default();
            assert!(charged < PAUSE, "the pauses are charged: {charged:?}");
        }
    }
}

/// All games have started before the first stone is removed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_games_at_a_time() {
    games::<CornerOrCentre>(6, 6, 200, true).await;
}

#[test]
#[ignore = "takes minutes"]
fn a_thousand_games_at_a_time() {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.enable_all().max_blocking_threads(1_100).build().unwrap();
    for pause in [Duration::ZERO, Duration::from_millis(30)] {
        let begin = Instant::now();
        let lines = Settings { pause, ..CRLF };
        runtime.block_on(games_with::<CornerOrCentre>(8, 8, 1_000, true, lines));
        eprintln!("with a pause of {pause:?}: {:?}", begin.elapsed());
    }
}

/// Memory stays flat over ten thousand games, one hundred at a time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes, and must run alone: it measures the memory of the process"]
async fn ten_thousand_games() {
    const AT_A_TIME: u64 = 100;
    let mut settings = full::<CornerOrCentre>(6, 6);
    settings.clock = 10 * LONG;
    let server = Running::start(settings).await;
    let mut settled = 0;
    for round in 0..100 {
        let mut clients = JoinSet::new();
        for user in 0..2 * AT_A_TIME {
            let (address, start) = (server.address, board(6, 6).unwrap());
            clients.spawn(async move {
                (user, client(address, start, user, user ^ 1, Vec::new()).await)
            });
        }
        let outcomes = timeout(3 * LONG, clients.join_all()).await.expect("the games should end");
        // The record is written shortly before or after the result is sent.
        let records = soon(async {
            loop {
                if let Some(records) = server.take(AT_A_TIME) {
                    return records;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        })
        .await;
        check::<CornerOrCentre>(&records, &outcomes);
        if round == 9 {
            settled = memory();
        }
        if round % 10 == 9 {
            eprintln!("{} games: {} KiB", (round + 1) * AT_A_TIME, memory());
        }
    }
    assert!(memory() < settled + settled / 5 + 4096, "{settled} KiB, then {} KiB", memory());
    assert!(server.end().await.is_empty());
}

/// After every kind of bad login, the server sends an error and closes the connection.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_logins() {
    let mut settings = full::<CornerOrCentre>(6, 6);
    settings.users = "1 17\n2 17\n3 18".parse().unwrap();
    let server = Running::start(settings).await;
    let number = "Error:expected a number in digits";
    let wrong = "Error:unknown user or wrong password";
    let long = "x".repeat(3000);
    let lines: [(&str, &str); 12] = [
        ("one\n", number),
        ("\r\n", number),
        ("1 \n", number),
        ("\u{0}\n", number),
        ("1\r\nsecret\r\n", number),
        ("1\n16\n", wrong),
        ("3\n17\n", wrong),
        ("9\n17\n", wrong),
        ("1\n17\n1\n", "Error:the opponent is the user itself"),
        ("1\n17\n2.0\n", number),
        (&long, "Error:the line is too long"),
        ("1\n17\n-2\n", number),
    ];
    for (sent, error) in lines {
        let mut raw = server.connect().await;
        raw.send(sent).await;
        assert_eq!(raw.last(1).await, [error], "{sent:?}");
    }
    assert!(server.end().await.is_empty());
}

/// A user cannot wait twice, and no longer waits after leaving.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn waiting() {
    let server = Running::start(full::<AnyStone>(6, 6)).await;
    // The later one of these two is refused.
    let mut twice = [server.login(1, 2, "").await, server.login(1, 3, "").await];
    let [a, b] = &mut twice;
    let error = "Error:the user is already waiting";
    let refused = tokio::select! {
        last = a.last(1) => { assert_eq!(last, [error]); 0 }
        last = b.last(1) => { assert_eq!(last, [error]); 1 }
    };
    // The waiting user leaves and returns: it is refused until the server has noticed that it left.
    drop(twice);
    let opponent = 2 + refused as u64;
    let mut two = server.login(opponent, 1, "").await;
    server.return_of_user_1(opponent).await;
    assert_eq!(two.last(1).await, ["You win!"]);
    server.end().await;
}

/// A user who sends much input while waiting leaves the lobby when it disconnects.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn waiting_with_much_input() {
    let server = Running::start(full::<AnyStone>(6, 6)).await;
    let mut talker = server.login(1, 2, &"[0:0]\r\n".repeat(2000)).await;
    talker.until(&["?Opponent:\r\n"]).await;
    drop(talker);
    let mut three = server.login(3, 1, "").await;
    server.return_of_user_1(3).await;
    assert_eq!(three.last(1).await, ["You win!"]);
    server.end().await;
}

/// Answers that arrive before their prompts are kept.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn early_answers() {
    let server = Running::start(full::<AnyStone>(6, 6)).await;
    let mut one = server.login(1, 2, "[0:0]\r\nnonsense\r\n").await;
    let mut two = server.login(2, 1, "[0:1]\n[2:1]:[0:1]\nnonsense\n").await;
    let (one, two) = tokio::join!(one.rest(), two.rest());
    let record = &server.end().await[0];
    assert_eq!(record.reason, Some(Reason::Malformed));
    assert_eq!(one.contains("Player:1"), (record.first == Player::Left) == (record.left == "1"));
    // The first malformed answer to a prompt loses.
    let won = |text: &str| text.ends_with("You win!\r\n");
    assert!(won(&one) != won(&two), "{one}{two}");
    assert!(one.contains("Removed:[0:1]\r\n") && two.contains("Removed:[0:0]\r\n"));
}

/// Connects two clients that have started a game, player 1 first.
async fn pair(server: &Running, users: [u64; 2]) -> [Raw; 2] {
    let mut raws =
        [server.login(users[0], users[1], "").await, server.login(users[1], users[0], "").await];
    for raw in &mut raws {
        let seen = raw.until(&["Game:", "Error:"]).await;
        assert!(seen.ends_with("Game:"), "{seen}");
        raw.until(&["\n"]).await;
    }
    let [a, b] = &mut raws;
    let first = tokio::select! {
        _ = a.until(&["?Remove:\r\n"]) => true,
        _ = b.until(&["?Remove:\r\n"]) => false,
    };
    let [a, b] = raws;
    if first { [a, b] } else { [b, a] }
}

/// After each number of answers, either player disconnects, sends an illegal move, or sends a line that is too long.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn faults_at_every_point() {
    let server = Running::start(full::<CornerOrCentre>(18, 18)).await;
    let answers = ["[0:0]", "[0:1]", "[2:0]:[0:0]", "[2:1]:[0:1]"];
    let mut user = 0;
    for done in 0..=answers.len() {
        for fault in ["gone", "also gone", "[0:0]:[0:0]\r\n", &"[".repeat(2000)] {
            user += 2;
            let mut raws = pair(&server, [user, user + 1]).await;
            for (i, answer) in answers[..done].iter().enumerate() {
                raws[i % 2].send(&format!("{answer}\r\n")).await;
                // Waits until both clients have received it.
                let report = if i < 2 {
                    format!("Removed:{answer}\r\n")
                } else {
                    format!("Move{answer}\r\n")
                };
                for raw in &mut raws {
                    raw.until(&[&report]).await;
                }
            }
            let [one, two] = raws;
            let (mut own, mut other) = if done % 2 == 0 { (one, two) } else { (two, one) };
            match fault {
                "gone" => drop(own),
                // A fault of the player who is not on turn, where only a disconnection counts.
                "also gone" => {
                    drop(other);
                    assert_eq!(own.last(1).await, ["You win!"]);
                    continue;
                }
                fault => {
                    own.send(fault).await;
                    let [error, result] = own.last(2).await.try_into().unwrap();
                    assert!(error.starts_with("Error:"), "{error}");
                    assert_eq!(result, "Opponent wins!");
                }
            }
            assert_eq!(other.last(1).await, ["You win!"]);
        }
    }
    let records = server.end().await;
    assert_eq!(records.len(), 20);
    let count = |reason: Reason| {
        records.iter().filter(|record| record.reason.as_ref() == Some(&reason)).count()
    };
    assert_eq!(count(Reason::Disconnected), 10);
    assert_eq!((count(Reason::Malformed), count(Reason::IllegalMove)), (7, 3));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time() {
    let mut settings = full::<CornerOrCentre>(6, 6);
    settings.clock = Duration::from_millis(50);
    let server = Running::start(settings).await;
    let mut one = server.login(1, 2, "").await;
    let mut two = server.login(2, 1, "").await;
    let (one, two) = tokio::join!(one.rest(), two.rest());
    let (loser, winner) = if one.contains("?Remove") { (one, two) } else { (two, one) };
    assert!(loser.ends_with("?Remove:\r\nError:time expired\r\nOpponent wins!\r\n"), "{loser}");
    assert!(winner.ends_with("Game:1\r\nYou win!\r\n"), "{winner}");
    assert_eq!(server.end().await[0].reason, Some(Reason::Time));

    let mut settings = full::<CornerOrCentre>(6, 6);
    settings.login_time = Duration::from_millis(50);
    let server = Running::start(settings).await;
    let mut half = server.connect().await;
    half.send("1\r\n17").await;
    assert_eq!(half.last(1).await, ["Error:time expired"]);
    assert!(server.end().await.is_empty());
}

/// Hostile clients during other players' games.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_clients() {
    let mut settings = full::<CornerOrCentre>(8, 8);
    settings.clock = 10 * LONG;
    let server = Running::start(settings).await;
    let mut clients = JoinSet::new();
    // The games start before the hostile clients connect, and continue after them.
    let gate = Arc::new(Barrier::new(11));
    let wait = async || {
        let gate = Arc::clone(&gate);
        soon(tokio::task::spawn_blocking(move || gate.wait())).await.unwrap();
    };
    for user in 0..20 {
        let (address, start) = (server.address, board(8, 8).unwrap());
        let barriers = vec![Arc::clone(&gate); 2];
        clients
            .spawn(async move { (user, client(address, start, user, user ^ 1, barriers).await) });
    }
    wait().await;
    let mut kept = Vec::new();
    for i in 0..20 {
        let bytes: Vec<u8> = std::iter::repeat_with({
            let mut dice = Dice::new(i);
            move || dice.below(256) as u8
        })
        .take(5_000)
        .collect();
        let mut garbage = server.connect().await;
        // The server may close the connection during the write.
        let _ = garbage.0.write_all(&bytes).await;
        let mut half = server.connect().await;
        half.send("12").await;
        kept.push(half);
        kept.push(server.connect().await);
        // The number of a user who plays, waiting for a user who never connects.
        kept.push(server.login(i, 1_000, "").await);
    }
    // A flood out of turn, which the server stops reading.
    let mut flood = server.login(500, 501, "").await;
    let flooded = timeout(Duration::from_secs(1), async {
        let bytes = [b'\n'; 65_536];
        while flood.0.write_all(&bytes).await.is_ok() {}
    });
    assert!(flooded.await.is_err(), "it should be kept waiting");
    wait().await;
    let outcomes = soon(clients.join_all()).await;
    drop((kept, flood));
    let records = server.end().await;
    assert_eq!(records.len(), 10);
    check::<CornerOrCentre>(&records, &outcomes);
}

/// At a shutdown, clients without a game are refused at once; games end when the stop is enforced.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shutdown() {
    let server = Running::start(full::<CornerOrCentre>(18, 18)).await;
    let [mut one, mut two] = pair(&server, [1, 2]).await;
    let mut waits = server.login(3, 4, "").await;
    waits.until(&["?Opponent:\r\n"]).await;
    let mut logs_in = server.connect().await;
    logs_in.until(&["?Username:\r\n"]).await;
    server.stopper.ask();
    let error = "Error:the server is shutting down";
    assert_eq!(waits.last(1).await, [error]);
    assert_eq!(logs_in.last(1).await, [error]);
    one.send("[0:0]\r\n").await;
    two.until(&["?Remove:\r\n"]).await;
    server.stopper.end();
    assert_eq!(one.last(1).await, [error]);
    assert_eq!(two.last(1).await, [error]);
    let records = server.end().await;
    assert_eq!((records[0].winner, &records[0].reason), (None, &Some(Reason::Stopped)));
}

/// A game that has started is finished.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_game_is_finished() {
    let server = Running::start(full::<CornerOrCentre>(18, 18)).await;
    let [mut one, mut two] = pair(&server, [1, 2]).await;
    server.stopper.ask();
    one.send("[0:0]\r\n").await;
    two.until(&["?Remove:\r\n"]).await;
    two.send("[5:5]\r\n").await;
    assert_eq!(one.last(1).await, ["You win!"]);
    assert_eq!(server.end().await[0].winner, Some(Player::Left));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn number_of_games() {
    let mut settings = full::<CornerOrCentre>(6, 6);
    settings.games = Some(2);
    settings.clock = 10 * LONG;
    let Running { address, records, task, stopper } = Running::start(settings).await;
    let mut clients = JoinSet::new();
    for user in 0..6 {
        let start = board(6, 6).unwrap();
        clients.spawn(async move {
            // The server may have ended already.
            let peer = Peer::connect(address, &CRLF).await.ok()?;
            let login = Credentials { user, password: Password(1), opponent: user ^ 1 };
            let bot = Box::new(RandomBot::new(user));
            Some(play(peer, Client::new(start, login), bot, |_| ()).await.unwrap())
        });
    }
    let outcomes = soon(clients.join_all()).await;
    let count =
        |wanted: &Outcome| outcomes.iter().flatten().filter(|&found| found == wanted).count();
    assert_eq!([count(&Outcome::Won), count(&Outcome::Lost(None))], [2, 2], "{outcomes:?}");
    soon(task).await.unwrap();
    drop(stopper);
    assert_eq!(records.lock().unwrap().len(), 2);
}

/// A client copes with lines that arrive in parts or several at once, and with any line end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chunks_and_line_ends() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let player =
        tokio::spawn(async move { client(address, board(6, 6).unwrap(), 1, 2, Vec::new()).await });
    let mut raw = Raw(listener.accept().await.unwrap().0);
    for half in ["hel", "lo\n?User", "name:\r\n?Password:\n"] {
        raw.send(half).await;
        tokio::task::yield_now().await;
    }
    assert_eq!(raw.until(&["17\r\n"]).await, "1\r\n17\r\n");
    raw.send("?Opponent:\r\nGame:1\r\nColor:WHITE\r\nPlayer:2\r\nRemoved:[0:0]\r\n?Rem").await;
    assert_eq!(raw.until(&["\n"]).await, "2\r\n");
    raw.send("ove:\r\n").await;
    let removal = raw.until(&["\n"]).await;
    assert!(["[0:1]\r\n", "[1:0]\r\n"].contains(&removal.as_str()), "{removal}");
    let long = "x".repeat(5000);
    raw.send(&format!("Removed:{removal}{long}\nError:(none)\r\nOpponent wins!\r\n")).await;
    assert_eq!(soon(player).await.unwrap(), Outcome::Lost(Some("(none)".to_owned())));
}
