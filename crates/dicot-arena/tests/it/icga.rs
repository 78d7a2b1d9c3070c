//! Clobber over TCP: every transition of both state machines, and clients with servers over real sockets.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::ops::ControlFlow;
use std::sync::{Arc, Barrier, Mutex};
use std::time::{Duration, Instant};

use dicot::Player;
use dicot::rules::{Clobber448, Turn, clobber::ClobberMove};
use dicot_arena::game::Reason;
use dicot_arena::icga::{
    BoardError, Client, ClientError, Event, Finish, Played, Referee, Row, Score,
    TournamentSettings, WrittenMove, play, serve, start,
};
use dicot_arena::matches::{GameRecord, Replay};
use dicot_arena::net::{
    ConnectionLimits, Listener, Peer, Settings, Stop, Stopper, allow_many_connections,
};
use dicot_bots::{Bot, Dice, RandomBot};
use dicot_rulesets::library;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

/// Returns the lines of a complete game on a 10x10 board that starts as in the sample, and the winner.
fn sample_game() -> (Vec<String>, Player) {
    let mut turn = Turn::new(start(10, 10).unwrap(), Player::Left);
    let mut lines = Vec::new();
    loop {
        let mv = match lines.len() {
            0 => "a 1 b 1".parse::<WrittenMove>().unwrap().on(turn.position.shape()),
            1 => "d 1 d 2".parse::<WrittenMove>().unwrap().on(turn.position.shape()),
            _ => turn.moves().next(),
        };
        let Some(mv) = mv else { return (lines, !turn.to_move) };
        lines.push(WrittenMove::of(mv, turn.position.shape()).to_string());
        turn = turn.play(mv).unwrap();
    }
}

fn mv(line: &str, turn: &Turn<Clobber448>) -> ClobberMove {
    line.parse::<WrittenMove>().unwrap().on(turn.position.shape()).unwrap()
}

fn started(black: bool) -> Event {
    Event::Started { rows: 10, cols: 10, black }
}

const WON: Event = Event::Ended { won: true, why: Finish::NoMove };
const LOST: Event = Event::Ended { won: false, why: Finish::NoMove };

// The client's state machine.

#[test]
fn client_logs_in() {
    let client = Client::new("alpha").unwrap();
    assert_eq!(client.login(), "play clobber alpha");
    assert!(client.turn().is_none() && !client.is_playing());
    assert!(Client::new("al pha").is_err() && Client::new("").is_err());
}

#[test]
fn client_between_games() {
    let mut client = Client::new("alpha").unwrap();
    // The end of the tournament.
    assert_eq!(client.closed(), Ok(()));
    // Unnecessary end markers, and other lines that do not start a game.
    for line in ["end", "error", "", "welcome", "a 1 b 1"] {
        assert_eq!(client.receive(line), Ok(vec![Event::Ignored]), "{line}");
    }
    assert_eq!(client.receive("10 10 0"), Ok(vec![started(false)]));
    assert!(client.turn().is_none() && client.is_playing());
    assert_eq!(client.closed(), Err(ClientError::Closed));
}

#[test]
fn client_plays_the_sample() {
    let (lines, winner) = sample_game();
    for own in Player::BOTH {
        let black = own == Player::Left;
        let mut client = Client::new("alpha").unwrap();
        assert_eq!(
            client.receive(if black { "10 10 1" } else { "10 10 0" }),
            Ok(vec![started(black)])
        );
        for (i, line) in lines.iter().enumerate() {
            let last = (i + 1 == lines.len()).then_some(if own == winner { WON } else { LOST });
            if (i % 2 == 0) == black {
                let turn = *client.turn().unwrap();
                assert_eq!(client.play(mv(line, &turn)), Ok((line.clone(), last)));
            } else {
                assert!(client.turn().is_none());
                assert_eq!(client.receive(line), Ok(last.into_iter().collect()));
            }
        }
        // Nothing is sent at the end, and the next line starts the next game with its own settings.
        assert!(client.turn().is_none() && !client.is_playing());
        let events = client.receive("8 6 0").unwrap();
        assert_eq!(events, [Event::Started { rows: 8, cols: 6, black: false }]);
    }
}

#[test]
fn client_forfeits_and_is_forfeited_to() {
    for (line, won) in [("error", false), ("end", true)] {
        // On its own turn, for example because the opponent has left, and on the opponent's turn.
        for setup in ["10 10 1", "10 10 0"] {
            let mut client = Client::new("alpha").unwrap();
            client.receive(setup).unwrap();
            let ended = Event::Ended { won, why: Finish::Forfeit };
            assert_eq!(client.receive(line), Ok(vec![ended]));
            assert!(!client.is_playing());
            assert_eq!(client.closed(), Ok(()));
        }
    }
}

#[test]
fn client_is_dropped_without_a_message() {
    for setup in ["10 10 1", "10 10 0"] {
        let mut client = Client::new("alpha").unwrap();
        client.receive(setup).unwrap();
        assert_eq!(client.receive("10 10 1"), Ok(vec![Event::Dropped, started(true)]));
        assert!(client.turn().is_some());
    }
}

#[test]
fn client_gets_invalid_lines() {
    for line in ["", "a 1", "10 10", "10 10 2", "a1 b1", "ERROR"] {
        let mut client = Client::new("alpha").unwrap();
        client.receive("10 10 0").unwrap();
        assert!(matches!(client.receive(line), Err(ClientError::Message { .. })), "{line}");
    }
    for line in ["a 1 a 3", "a 1 a 1", "b 1 a 1", "a 11 a 10", "z 1 y 1"] {
        let mut client = Client::new("alpha").unwrap();
        client.receive("10 10 0").unwrap();
        assert!(matches!(client.receive(line), Err(ClientError::Move { .. })), "{line}");
    }
    // A move on its own turn.
    let mut client = Client::new("alpha").unwrap();
    client.receive("10 10 1").unwrap();
    assert!(matches!(client.receive("a 1 b 1"), Err(ClientError::Move { .. })));
    for line in ["50 50 1", "10 27 0"] {
        let error = Client::new("alpha").unwrap().receive(line).unwrap_err();
        assert_eq!(error, ClientError::Board(BoardError::TooLarge));
    }
}

#[test]
fn client_refuses_illegal_moves_of_its_bot() {
    let mut client = Client::new("alpha").unwrap();
    let turn = Turn::new(start(10, 10).unwrap(), Player::Left);
    let legal = mv("a 1 b 1", &turn);
    assert!(matches!(client.play(legal), Err(ClientError::OwnMove(_))));
    client.receive("10 10 1").unwrap();
    assert!(matches!(client.play(mv("a 1 c 1", &turn)), Err(ClientError::OwnMove(_))));
    assert!(client.play(legal).is_ok());
    assert!(matches!(client.play(legal), Err(ClientError::OwnMove(_))));
}

#[test]
fn client_on_boards_of_any_size() {
    let mut client = Client::new("alpha").unwrap();
    // A first player without a move has lost and sends nothing.
    let one = |black| Event::Started { rows: 1, cols: 1, black };
    assert_eq!(client.receive("1 1 1"), Ok(vec![one(true), LOST]));
    assert_eq!(client.receive("1 1 0"), Ok(vec![one(false), WON]));
    // 3 rows and 2 columns; swapped, 2 rows and 3 columns.
    client.receive("3 2 1").unwrap();
    assert_eq!(client.turn().unwrap().position.to_string(), "xo/ox/xo");
    let mut client = Client::new("alpha").unwrap().swapped();
    client.receive("3 2 1").unwrap();
    assert_eq!(client.turn().unwrap().position.to_string(), "oxo/xox");
    // The winning move of the opponent.
    client.receive("1 2 0").unwrap();
    assert_eq!(client.receive("a 1 a 2"), Ok(vec![LOST]));
}

// The server's state machine.

fn both(loser: Player) -> [(Player, String); 2] {
    [(loser, "error".to_owned()), (!loser, "end".to_owned())]
}

#[test]
fn referee_of_the_sample() {
    let (lines, winner) = sample_game();
    let mut referee = Referee::new(10, 10, false).unwrap();
    assert_eq!(referee.setup(Player::Left), "10 10 1");
    assert_eq!(referee.setup(Player::Right), "10 10 0");
    for (i, line) in lines.iter().enumerate() {
        let player = if i % 2 == 0 { Player::Left } else { Player::Right };
        assert_eq!((referee.game().turn().to_move, referee.game().end()), (player, None));
        // Every move, including the last one, is forwarded in the canonical notation.
        let step = referee.receive(&format!("  {}", line.to_uppercase().replace(' ', "\t ")));
        assert_eq!(step.send, [(!player, line.clone())]);
        assert_eq!(step.end.is_some(), i + 1 == lines.len());
    }
    let end = referee.game().end().cloned().unwrap();
    assert_eq!((end.winner, &end.reason), (Some(winner), &Reason::NoMoves));
    assert_eq!(referee.game().moves().len(), lines.len());
    // Lines after the end do nothing.
    assert_eq!(referee.receive("a 1 b 1").send, []);
    assert_eq!(referee.receive("nonsense").send, []);
    assert_eq!(referee.forfeit(Reason::Time).send, []);
    assert_eq!(referee.game().end(), Some(&end));
}

#[test]
fn referee_refuses() {
    let illegal = ["a 1 a 3", "a 1 b 2", "a 1 a 1", "b 1 a 1", "a 11 a 10", "k 1 j 1", "a 9 a 1"];
    let malformed = ["", "a 1 b", "a 0 b 0", "a1b1", "error", "end", "10 10 1", "play clobber x"];
    let cases = illegal.map(|line| (line, Reason::IllegalMove)).into_iter();
    for (line, reason) in cases.chain(malformed.map(|line| (line, Reason::Malformed))) {
        for first in [None, Some("a 1 b 1")] {
            let mut referee = Referee::new(10, 10, false).unwrap();
            if let Some(first) = first {
                referee.receive(first);
            }
            let loser = referee.game().turn().to_move;
            if first.is_some() && line == "b 1 a 1" {
                continue; // the target is empty now: another rule, which has its own case
            }
            let step = referee.receive(line);
            assert_eq!(step.send, both(loser), "{line}");
            let end = step.end.unwrap();
            assert_eq!((end.winner, &end.reason), (Some(!loser), &reason), "{line}");
        }
    }
}

#[test]
fn referee_of_forfeits() {
    for reason in [Reason::Time, Reason::Malformed, Reason::Stopped] {
        let mut referee = Referee::new(10, 10, false).unwrap();
        assert_eq!(referee.forfeit(reason).send, both(Player::Left));
    }
    let mut referee = Referee::new(10, 10, false).unwrap();
    referee.receive("a 1 b 1");
    let step = referee.forfeit(Reason::Disconnected);
    assert_eq!(step.send, [(Player::Left, "end".to_owned())]);
    assert_eq!(step.end.unwrap().winner, Some(Player::Left));
}

#[test]
fn referee_of_boards() {
    assert_eq!(Referee::new(1, 1, false).unwrap_err(), BoardError::NoMove);
    assert_eq!(Referee::new(100, 2, false).unwrap_err(), BoardError::TooLarge);
    assert_eq!(Referee::new(3, 2, false).unwrap().setup(Player::Left), "3 2 1");
    assert_eq!(Referee::new(3, 2, true).unwrap().setup(Player::Right), "2 3 0");
}

// Over sockets.

/// A running server.
struct Server {
    address: SocketAddr,
    stopper: Stopper,
    task: JoinHandle<Result<Vec<Row>, BoardError>>,
    records: Arc<Mutex<Vec<GameRecord>>>,
}

async fn server(settings: TournamentSettings) -> Server {
    server_with(settings, Settings::default()).await
}

async fn server_with(settings: TournamentSettings, lines: Settings) -> Server {
    let limits =
        ConnectionLimits { connections: 10_000, per_address: 10_000, new_per_minute: 100_000 };
    let listener = Listener::bind("127.0.0.1:0", lines, limits).await.unwrap();
    let address = listener.local_address().unwrap();
    let (stopper, stop) = Stop::new();
    let records = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&records);
    let report = move |record: &GameRecord| kept.lock().unwrap().push(record.clone());
    let task = tokio::spawn(serve(listener, settings, stop, report));
    Server { address, stopper, task, records }
}

impl Server {
    async fn results(self) -> Vec<Row> {
        tokio::time::timeout(Duration::from_secs(120), self.task).await.unwrap().unwrap().unwrap()
    }

    /// Waits until the server has seen everything that was sent to it before: it refuses a later connection.
    async fn settled(&self) {
        let mut late = Raw(TcpStream::connect(self.address).await.unwrap());
        late.send("not a login\n").await;
        late.expect_end().await;
    }

    /// Waits until this number of games has ended.
    async fn ended(&self, games: usize) {
        while self.records.lock().unwrap().len() < games {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    fn row(rows: &[Row], name: &str) -> Row {
        rows.iter().find(|row| row.name == name).unwrap().clone()
    }
}

/// A client that sends and expects bytes.
struct Raw(TcpStream);

impl Raw {
    async fn connect(address: SocketAddr) -> Raw {
        Raw(TcpStream::connect(address).await.unwrap())
    }

    /// Connects and logs in.
    async fn named(address: SocketAddr, name: &str) -> Raw {
        let mut raw = Raw::connect(address).await;
        raw.send(&format!("play clobber {name}\n")).await;
        raw
    }

    /// Sends, unless the connection is closed.
    async fn send(&mut self, text: &str) {
        let _ = self.0.write_all(text.as_bytes()).await;
    }

    async fn expect(&mut self, text: &str) {
        let mut bytes = vec![0; text.len()];
        let read = tokio::time::timeout(Duration::from_secs(60), self.0.read_exact(&mut bytes));
        read.await.expect("the server is silent").expect("the server has closed the connection");
        assert_eq!(String::from_utf8_lossy(&bytes), text);
    }

    /// Expects that the server closes the connection and sends nothing more.
    async fn expect_end(mut self) {
        let mut rest = String::new();
        let read = tokio::time::timeout(Duration::from_secs(60), self.0.read_to_string(&mut rest));
        let _ = read.await.expect("the server is silent");
        assert_eq!(rest, "");
    }
}

/// Connects two clients that play a game: black, then white.
async fn two(server: &Server) -> [Raw; 2] {
    let mut alpha = Raw::named(server.address, "alpha").await;
    let mut beta = Raw::named(server.address, "beta").await;
    let mut first = [0; 8];
    alpha.0.read_exact(&mut first).await.unwrap();
    let white = first == *b"10 10 0\n";
    beta.expect(if white { "10 10 1\n" } else { "10 10 0\n" }).await;
    if white { [beta, alpha] } else { [alpha, beta] }
}

fn two_players(games: u64) -> TournamentSettings {
    TournamentSettings {
        players: Some(2),
        games: Some(games),
        absence: Duration::ZERO,
        ..TournamentSettings::default()
    }
}

#[tokio::test]
async fn sample() {
    let server = server(two_players(1)).await;
    let [mut black, mut white] = two(&server).await;
    let (lines, winner) = sample_game();
    for (i, line) in lines.iter().enumerate() {
        let (mover, other) =
            if i % 2 == 0 { (&mut black, &mut white) } else { (&mut white, &mut black) };
        mover.send(&format!("{line}\n")).await;
        other.expect(&format!("{line}\n")).await;
    }
    // Colours alternate.
    black.expect("10 10 0\n").await;
    white.expect("10 10 1\n").await;
    // An illegal move, in chunks.
    white.send("a 1 b 1\r\n").await;
    black.expect("a 1 b 1\n").await;
    for piece in ["a", " 1 ", "a 3", "\n"] {
        black.send(piece).await;
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    black.expect("error\n").await;
    white.expect("end\n").await;
    black.expect_end().await;
    white.expect_end().await;
    {
        let records = server.records.lock().unwrap();
        assert_eq!(records.len(), 2);
        let reasons = [&records[0], &records[1]].map(|record| record.reason.clone().unwrap());
        assert_eq!(reasons, [Reason::NoMoves, Reason::IllegalMove]);
        assert_eq!(records[0].winner, Some(winner));
        assert_eq!(records[0].moves[..2], ["a1-b1", "d1-d2"]);
        assert_eq!(records[1].winner, Some(Player::Left));
    }
    let rows = server.results().await;
    assert_eq!(rows.iter().map(|row| row.won + row.lost).sum::<u64>(), 4);
    assert_eq!(rows.iter().map(|row| row.forfeited).sum::<u64>(), 1);
}

#[tokio::test]
async fn forfeits() {
    let long = format!("{}\n", "a 1 b 1 ".repeat(200));
    for (line, reason) in [
        ("nonsense\n", Reason::Malformed),
        ("\n", Reason::Malformed),
        (long.as_str(), Reason::Malformed),
        ("\0\u{ff}\n", Reason::Malformed),
        ("b 1 a 1\n", Reason::IllegalMove),
    ] {
        let server = server(two_players(1)).await;
        let [mut black, mut white] = two(&server).await;
        black.send(line).await;
        black.expect("error\n").await;
        white.expect("end\n").await;
        // The connection can still be used.
        black.expect("10 10 0\n").await;
        white.expect("10 10 1\n").await;
        white.send("a 1 b 1\n").await;
        black.expect("a 1 b 1\n").await;
        black.send("d 1 d 2\n").await;
        white.expect("d 1 d 2\n").await;
        white.send(line).await;
        white.expect("error\n").await;
        black.expect("end\n").await;
        server.ended(2).await;
        assert!(
            server
                .records
                .lock()
                .unwrap()
                .iter()
                .all(|record| record.reason.as_ref() == Some(&reason))
        );
    }
}

#[tokio::test]
async fn input_out_of_turn() {
    let server = server(two_players(2)).await;
    let [mut black, mut white] = two(&server).await;
    // White's answer waits for its turn.
    white.send("d 1 d 2\n").await;
    black.send("a 1 b 1\n").await;
    white.expect("a 1 b 1\n").await;
    black.expect("d 1 d 2\n").await;
    // Surplus lines at the end of a game are discarded, including an incomplete one.
    white.send("j 1 j 2\nstale\nhal").await;
    server.settled().await;
    black.send("nonsense\n").await;
    black.expect("error\n10 10 0\n").await;
    white.expect("end\n10 10 1\n").await;
    white.send("f line\na 1 b 1\n").await;
    black.expect("a 1 b 1\n").await;
    server.stopper.end();
    server.stopper.ask();
    black.expect("error\n").await;
    white.expect("end\n").await;
    black.expect_end().await;
    white.expect_end().await;
    let rows = server.results().await;
    assert_eq!(rows.iter().map(|row| row.discarded).sum::<u64>(), 3);
}

#[tokio::test]
async fn clocks() {
    let time = Some(Duration::from_millis(100));
    for settings in [
        TournamentSettings { move_time: time, ..two_players(1) },
        TournamentSettings { game_time: time, ..two_players(1) },
    ] {
        let server = server(settings).await;
        let [mut black, mut white] = two(&server).await;
        // An incomplete line does not count.
        black.send("a 1 ").await;
        black.expect("error\n").await;
        white.expect("end\n").await;
        // The late line does not count in the next game.
        black.send("b 1\n").await;
        black.expect("10 10 0\n").await;
        white.expect("10 10 1\n").await;
        white.expect("error\n").await;
        black.expect("end\n").await;
        server.ended(2).await;
        let records = server.records.lock().unwrap().clone();
        assert!(records.iter().all(|record| record.reason == Some(Reason::Time)));
        assert!(records.iter().all(|record| record.winner == Some(Player::Right)));
    }
}

/// If a player disconnects, the opponent wins, after its own move if it is the opponent's turn.
#[tokio::test]
async fn disconnections() {
    // Before the first move, after half of its line, and after it.
    for sent in ["", "a 1 ", "a 1 b 1\n"] {
        let server = server(two_players(1)).await;
        let [mut black, mut white] = two(&server).await;
        black.send(sent).await;
        drop(black);
        if sent.ends_with('\n') {
            white.expect("a 1 b 1\n").await;
            white.send("d 1 d 2\n").await;
        }
        white.expect("end\n").await;
        white.expect_end().await;
        let rows = server.results().await;
        assert_eq!(rows.iter().map(|row| row.forfeited).sum::<u64>(), 1, "{sent:?}");
        assert_eq!(rows.iter().filter(|row| row.connected).count(), 1);
    }
    // White disconnects on Black's turn.
    let server = server(two_players(1)).await;
    let [mut black, white] = two(&server).await;
    drop(white);
    black.send("a 1 b 1\n").await;
    black.expect("end\n").await;
    black.expect_end().await;
    server.results().await;
}

#[tokio::test]
async fn players_can_rejoin() {
    let settings = TournamentSettings { absence: Duration::from_secs(60), ..two_players(1) };
    let server = server(settings).await;
    let [black, mut white] = two(&server).await;
    drop(black);
    white.expect("end\n").await;
    let name = {
        server.ended(1).await;
        server.records.lock().unwrap()[0].left.clone()
    };
    // Other names are refused.
    Raw::named(server.address, "gamma").await.expect_end().await;
    let mut back = Raw::named(server.address, &name).await;
    back.expect("10 10 0\n").await;
    white.expect("10 10 1\n").await;
    white.send("x\n").await;
    white.expect("error\n").await;
    back.expect("end\n").await;
    let rows = server.results().await;
    let row = Server::row(&rows, &name);
    assert_eq!((row.won, row.lost, row.forfeited), (1, 1, 1));
}

/// Stops the server when the players are in a game. Returns the names in the results.
async fn names_in_a_game(server: Server, players: [Raw; 2]) -> Vec<String> {
    for mut player in players {
        let mut setup = [0; 8];
        player.0.read_exact(&mut setup).await.unwrap();
    }
    server.stopper.ask();
    server.stopper.end();
    let mut names: Vec<_> = server.results().await.into_iter().map(|row| row.name).collect();
    names.sort_unstable();
    names
}

/// A player who rejoins before the start counts as one player, not two.
#[tokio::test]
async fn players_can_rejoin_before_the_start() {
    let server = server(two_players(1)).await;
    let first = Raw::named(server.address, "alpha").await;
    server.settled().await;
    drop(first);
    let alpha = Raw::named(server.address, "alpha").await;
    server.settled().await;
    let beta = Raw::named(server.address, "beta").await;
    assert_eq!(names_in_a_game(server, [alpha, beta]).await, ["alpha", "beta"]);
}

#[tokio::test]
async fn logins() {
    let settings = TournamentSettings {
        login_time: Duration::from_millis(200),
        ..TournamentSettings::default()
    };
    let server = server(settings).await;
    for bad in [
        "hello\n",
        "\n",
        "play chess x\n",
        "play clobber\n",
        "play clobber a b\n",
        "GET / HTTP/1.1\r\n",
    ] {
        let mut raw = Raw::connect(server.address).await;
        raw.send(bad).await;
        raw.expect_end().await;
    }
    let mut raw = Raw::connect(server.address).await;
    raw.send(&"x".repeat(2000)).await;
    raw.expect_end().await;
    // No login, and half a login.
    Raw::connect(server.address).await.expect_end().await;
    let mut half = Raw::connect(server.address).await;
    half.send("play clobber ha").await;
    half.expect_end().await;
    server.stopper.ask();
    assert_eq!(server.results().await, []);
}

#[tokio::test]
async fn same_name_twice() {
    let server = server(two_players(1)).await;
    let players = [Raw::named(server.address, "x").await, Raw::named(server.address, "x").await];
    assert_eq!(names_in_a_game(server, players).await, ["x", "x#2"]);
}

/// A bot that plays at random, and may wait before its first move.
struct Patient {
    bot: RandomBot,
    barrier: Option<Arc<Barrier>>,
}

impl Bot<Clobber448> for Patient {
    fn choose(&mut self, turn: &Turn<Clobber448>, deadline: Instant) -> Option<ClobberMove> {
        if let Some(barrier) = self.barrier.take()
            && turn.to_move == Player::Left
        {
            barrier.wait();
        }
        self.bot.choose(turn, deadline)
    }
}

fn random(seed: u64) -> Patient {
    Patient { bot: RandomBot::new(seed), barrier: None }
}

/// The score of a player, and for each game its colour and whether it has won.
type Games = (Score, Vec<(bool, Option<bool>)>);

/// Starts a player that plays to the end of the tournament.
fn player(address: SocketAddr, name: &str, bot: Patient) -> JoinHandle<Games> {
    let client = Client::new(name).unwrap();
    tokio::spawn(async move {
        let peer = Peer::connect(address, &Settings::default()).await.unwrap();
        let mut games = Vec::new();
        let report = |played: &Played| {
            games.push((played.black, played.won));
            ControlFlow::Continue(())
        };
        let score = play(peer, client, bot, Duration::from_secs(1), report).await.unwrap();
        (score, games)
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_games() {
    let server = server(two_players(50)).await;
    let names = ["alpha", "beta"];
    let players = [0, 1].map(|i| player(server.address, names[i], random(i as u64)));
    let records = Arc::clone(&server.records);
    let rows = server.results().await;
    let records = records.lock().unwrap().clone();
    assert_eq!(records.len(), 100);
    for (name, player) in names.iter().zip(players) {
        let (score, games) = player.await.unwrap();
        let expected: Vec<_> = records
            .iter()
            .map(|record| (record.left == *name, Some(record.winner_name() == Some(*name))))
            .collect();
        assert_eq!(games, expected);
        let row = Server::row(&rows, name);
        assert_eq!((score.won, score.lost, score.dropped), (row.won, row.lost, 0));
        assert_eq!((row.forfeited, row.discarded), (0, 0));
        assert_eq!(games.iter().filter(|game| game.0).count(), 50);
    }
    // Each record can be replayed.
    for record in &records {
        let replay = Replay::of(&library().find(&record.rules).unwrap(), record).unwrap();
        assert!(replay.is_over());
        assert_eq!(record.winner, Some(!replay.end().to_move));
        assert_eq!(record.reason, Some(Reason::NoMoves));
    }
}

/// Plays all games of a tournament, treating each read as a line, and returns the number of games started.
fn one_line_per_read(address: SocketAddr, name: &str) -> u32 {
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    let mut client = Client::new(name).unwrap();
    let mut send = client.login();
    let mut started = 0;
    loop {
        if !send.is_empty() {
            std::io::Write::write_all(&mut stream, format!("{send}\n").as_bytes()).unwrap();
        }
        let mut bytes = [0; 1024];
        let length = std::io::Read::read(&mut stream, &mut bytes).unwrap();
        if length == 0 {
            return started;
        }
        let text = std::str::from_utf8(&bytes[..length]).unwrap();
        let line = text.strip_suffix('\n').unwrap_or_else(|| panic!("no whole line: {text:?}"));
        let events = client.receive(line).unwrap();
        started += u32::from(matches!(events[..], [Event::Started { .. }]));
        let mv = client.turn().and_then(|turn| turn.moves().next());
        send = mv.map_or_else(String::new, |mv| client.play(mv).unwrap().0);
    }
}

/// The last move of a game and the settings of the next one arrive in separate reads.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_that_take_each_read_for_a_line() {
    let pause = Duration::from_millis(200);
    let settings = TournamentSettings { rows: 3, cols: 3, ..two_players(3) };
    let server = server_with(settings, Settings { pause, ..Settings::default() }).await;
    let players = ["alpha", "beta"].map(|name| {
        let address = server.address;
        tokio::task::spawn_blocking(move || one_line_per_read(address, name))
    });
    let rows = server.results().await;
    for player in players {
        assert_eq!(player.await.unwrap(), 6);
    }
    assert!(rows.iter().all(|row| row.won + row.lost == 6 && row.forfeited + row.discarded == 0));
}

/// Behaves as a hostile client during other players' games.
async fn misbehave(address: SocketAddr, seed: u64) {
    let mut dice = Dice::new(seed);
    let mut raw = Raw::connect(address).await;
    match dice.below(8) {
        0 => return,
        1 => return raw.send("play clobber hal").await,
        2 => return raw.send(&"\0".repeat(5000)).await,
        3 => return raw.send("hello\n").await,
        _ => {}
    }
    raw.send("play clobber evil\n").await;
    // Plays for a while, then stops.
    let mut rest = [0; 100];
    let Ok(Ok(1..)) = tokio::time::timeout(Duration::from_millis(200), raw.0.read(&mut rest)).await
    else {
        return;
    };
    match dice.below(8) {
        0 => {}
        1 => raw.send("a 1 ").await,
        2 => raw.send("a 1 b 1\nb 1 c 1\nc 1 d 1\n").await,
        3 => raw.send(&"a 1 b 1\n".repeat(100_000)).await,
        4 => raw.send(&"x".repeat(100_000)).await,
        5 => {
            for _ in 0..20 {
                raw.send("nonsense\n").await;
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }
        6 => tokio::time::sleep(Duration::from_millis(100)).await,
        _ => {
            raw.send("\r\n\r\n").await;
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_clients() {
    let server = server(TournamentSettings::default()).await;
    let names: Vec<String> = (0..10).map(|i| format!("good{i}")).collect();
    let players: Vec<_> =
        (0..).zip(&names).map(|(seed, name)| player(server.address, name, random(seed))).collect();
    for round in 0..20 {
        let hostile: Vec<_> =
            (0..10).map(|i| tokio::spawn(misbehave(server.address, 10 * round + i))).collect();
        for task in hostile {
            task.await.unwrap();
        }
    }
    server.ended(300).await;
    server.stopper.ask();
    let records = Arc::clone(&server.records);
    let rows = server.results().await;
    let records = records.lock().unwrap().clone();
    let good = |name: &str| name.starts_with("good");
    assert!(records.iter().any(|record| good(&record.left) && good(&record.right)));
    assert!(records.iter().any(|record| !good(&record.left) || !good(&record.right)));
    for (name, player) in names.iter().zip(players) {
        let (score, _) = player.await.unwrap();
        let row = Server::row(&rows, name);
        assert_eq!((score.won, score.lost, score.dropped), (row.won, row.lost, 0), "{name}");
        assert_eq!((row.forfeited, row.discarded), (0, 0), "{name}");
    }
}

/// The memory of this process in KiB; 0 if the system does not report it.
pub(crate) fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse().unwrap_or(0)
}

/// Plays this number of games, one per pair at a time; both sides must know every result. Returns the memory after a
/// tenth of the games and at the end.
fn crowd(pairs: usize, games: u64, pause: Duration) -> [u64; 2] {
    allow_many_connections();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(pairs + 100)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let limits =
            ConnectionLimits { connections: 10_000, per_address: 10_000, new_per_minute: 100_000 };
        let lines = Settings { pause, ..Settings::default() };
        let listener = Listener::bind("127.0.0.1:0", lines, limits).await.unwrap();
        let address = listener.local_address().unwrap();
        let (stopper, stop) = Stop::new();
        let results: Arc<Mutex<HashMap<String, [u64; 2]>>> = Arc::default();
        let kept = Arc::clone(&results);
        let mut early = 0;
        let (done, mut all) = tokio::sync::watch::channel([0, 0]);
        let report = move |record: &GameRecord| {
            assert_eq!(record.reason, Some(Reason::NoMoves));
            let mut results = kept.lock().unwrap();
            for name in [&record.left, &record.right] {
                let lost = usize::from(record.winner_name() != Some(name));
                match results.get_mut(name) {
                    Some(row) => row[lost] += 1,
                    None => drop(results.insert(name.clone(), [1 - lost as u64, lost as u64])),
                }
            }
            if record.game == Some(games / 10) {
                early = memory();
            }
            if record.game == Some(games) {
                done.send_replace([early, memory()]);
            }
        };
        let server = tokio::spawn(serve(listener, TournamentSettings::default(), stop, report));
        let barrier = Arc::new(Barrier::new(pairs));
        let mut players = Vec::new();
        for i in 0..2 * pairs {
            let name = format!("player{i}");
            let barrier = Some(Arc::clone(&barrier));
            let bot = Patient { bot: RandomBot::new(i as u64), barrier };
            players.push((name.clone(), player(address, &name, bot)));
        }
        let used = *all.wait_for(|used| used[1] > 0).await.unwrap();
        stopper.ask();
        let rows = server.await.unwrap().unwrap();
        assert_eq!(rows.len(), 2 * pairs);
        let mut won = 0;
        for (name, player) in players {
            let (score, _) = player.await.unwrap();
            let row = Server::row(&rows, &name);
            assert_eq!([score.won, score.lost], [row.won, row.lost], "{name}");
            assert_eq!(results.lock().unwrap()[&name], [row.won, row.lost], "{name}");
            assert_eq!((score.dropped, row.forfeited, row.discarded), (0, 0, 0), "{name}");
            won += row.won;
        }
        assert!(won >= games);
        eprintln!(
            "{pairs} games at a time, {won} in all: {used:?} KiB after a tenth and at the end"
        );
        used
    })
}

#[test]
fn three_hundred_at_a_time() {
    crowd(300, 900, Duration::from_millis(30));
}

#[test]
#[ignore = "takes minutes"]
fn a_thousand_at_a_time() {
    for pause in [Duration::ZERO, Duration::from_millis(30)] {
        let begin = Instant::now();
        crowd(1000, 5000, pause);
        eprintln!("with a pause of {pause:?}: {:?}", begin.elapsed());
    }
}

#[test]
#[ignore = "takes minutes, and must run alone: it measures the memory of the process"]
fn memory_stays_flat() {
    let [early, end] = crowd(100, 10_000, Duration::ZERO);
    assert!(end < early + 8 * 1024, "{early} KiB, then {end} KiB");
}
