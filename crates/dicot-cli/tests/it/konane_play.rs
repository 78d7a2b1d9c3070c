//! `dicot konane serve` and `dicot konane play`.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;

use serde_json::Value;

use crate::json_fields;
use crate::{Run, command, run};

/// A server that runs, and ends with the test.
struct Server {
    child: Option<Child>,
    port: String,
    /// All that it says on standard error.
    log: thread::JoinHandle<String>,
}

impl Server {
    fn start(arguments: &[&str]) -> Server {
        let all = [&["konane", "serve", "--listen", "127.0.0.1:0"], arguments].concat();
        let mut child = command(&all).spawn().unwrap();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        let (sender, port) = mpsc::channel();
        let log = thread::spawn(move || {
            let mut all = String::new();
            for line in stderr.lines().map_while(Result::ok) {
                if let Some(address) = line.strip_prefix("listening at ") {
                    let port = address.rsplit(':').next().unwrap();
                    sender.send(port.to_owned()).unwrap();
                }
                all += &(line + "\n");
            }
            all
        });
        let port = port.recv().unwrap();
        Server { child: Some(child), port, log }
    }

    fn play(&self, arguments: &[&str]) -> Child {
        let server = ["konane", "play", "127.0.0.1", &self.port];
        command(&[&server, arguments].concat()).spawn().unwrap()
    }

    /// Waits for the end: the output and the log.
    fn end(mut self) -> Run {
        let output = self.child.take().unwrap().wait_with_output().unwrap();
        Run { err: self.log.join().unwrap(), ..Run::from(output) }
    }
}

fn end(child: Child) -> Run {
    child.wait_with_output().unwrap().into()
}

/// A file of this name and text in the directory for tests.
fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_game() {
    let users = file("konane-users", "1 170017 # one\n2 280028\n");
    let secret = file("konane-password", "280028\n");
    let record = file("konane-record", "");
    let size = ["--rows", "6", "--cols", "6"];
    let files = ["--users", &users, "--record", &record];
    let rest = ["--games", "1", "--seed", "1", "--json", "--log", "debug"];
    let server = Server::start(&[&size[..], &files, &rest].concat());
    let refused = server.play(&["--user", "1", "--password", "170018", "--opponent", "2"]);
    let refused = end(refused);
    assert_eq!(refused.status, Some(1), "{refused:?}");
    assert!(refused.out.ends_with("refused: unknown user or wrong password\n"), "{refused:?}");
    let login = ["--user", "1", "--password", "170017", "--opponent", "2", "--bot", "random"];
    let one = server.play(&[&login[..], &size, &["--json"]].concat());
    let login = ["--user", "2", "--password-file", &secret, "--opponent", "1", "--bot", "random"];
    let two = server.play(&[&login[..], &size].concat());
    let [one, two] = [end(one), end(two)];
    let server = server.end();
    assert_eq!([one.status, two.status, server.status], [Some(0); 3], "{one:?}{two:?}{server:?}");

    // Both sides and the record agree.
    let game: Value = serde_json::from_str(&server.out).unwrap();
    assert_eq!(std::fs::read_to_string(&record).unwrap(), server.out);
    let winner = game["winner"].as_str().unwrap();
    let [replayed] = <[Value; 1]>::try_from(crate::replayed(&record)).unwrap();
    assert_eq!((&replayed["winner"], &replayed["reason"]), (&game["winner"], &"no moves".into()));
    assert_eq!(
        replayed["moves"].as_array().unwrap().len(),
        game["moves"].as_array().unwrap().len()
    );
    let result = |user: &str| if game[winner] == user { "won" } else { "lost" };
    json_fields::check("konane play", &one.json());
    assert_eq!(one.json().last().unwrap()["result"], result("1"));
    assert_eq!(two.out.lines().last().unwrap(), result("2"));
    let moves = game["moves"].as_array().unwrap();
    let chosen = one.json().iter().filter(|line| !line["chosen"].is_null()).count();
    assert!(chosen == moves.len() / 2 || chosen == moves.len().div_ceil(2), "{one:?}");
    assert!(two.out.contains(&format!("\nRemoved:{}\n", moves[0].as_str().unwrap())), "{two:?}");
    for secret in ["170017", "170018", "280028"] {
        let all = [&server.out, &server.err, &one.out, &one.err, &two.out, &two.err];
        assert!(all.iter().all(|text| !text.contains(secret)), "{all:?}");
    }
    assert!(server.err.contains("a game ended"), "{server:?}");
}

/// A game on a board with a white stone at [0:0], and no pauses.
#[test]
fn a_white_corner() {
    let board = ["--rows", "6", "--cols", "6", "--corner", "white"];
    let server = Server::start(&[&board[..], &["--games", "1", "--pause", "0", "--json"]].concat());
    let play = |user, opponent| {
        let login = ["--user", user, "--password", "1", "--opponent", opponent, "--bot", "random"];
        server.play(&[&login[..], &board].concat())
    };
    let players = [play("1", "2"), play("2", "1")].map(end);
    let server = server.end();
    assert!(players.iter().all(|player| player.status == Some(0)), "{players:?}");
    let game: Value = serde_json::from_str(&server.out).unwrap();
    assert_eq!(
        (&game["start"], &game["reason"]),
        (&["xoxoxo/oxoxox"; 3].join("/").into(), &"no moves".into())
    );
}

#[test]
fn pauses() {
    for (pause, error) in [("2s", "the longest pause is 1s"), ("x", "expected")] {
        let run = run(&["konane", "serve", "--pause", pause]);
        assert_eq!(run.status, Some(2), "{run:?}");
        assert!(run.err.contains(error), "{}", run.err);
    }
}

/// Every game has a line for people too, and a signal ends the server.
#[cfg(unix)]
#[test]
fn a_signal() {
    let server = Server::start(&["--grace", "1ms"]);
    let mut waits = server.play(&["--user", "1", "--password", "1", "--opponent", "2"]);
    let mut line = String::new();
    let mut out = BufReader::new(waits.stdout.take().unwrap());
    out.read_line(&mut line).unwrap();
    assert!(line.starts_with("You are connected to the Artemis Konane Server v"), "{line}");
    let id = server.child.as_ref().unwrap().id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    line.clear();
    out.read_to_string(&mut line).unwrap();
    assert!(line.ends_with("refused: the server is shutting down\n"), "{line}");
    assert_eq!(waits.wait().unwrap().code(), Some(1));
    let server = server.end();
    assert_eq!((server.status, server.out.as_str()), (Some(0), ""), "{server:?}");
}

/// A game of two who do not answer, so that whoever is asked first loses; what both receive.
fn silent_game(server: &Server) -> [String; 2] {
    let clients = [(1, 2), (2, 1)].map(|(user, opponent)| {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{}", server.port)).unwrap();
        std::io::Write::write_all(&mut stream, format!("{user}\n5\n{opponent}\n").as_bytes())
            .unwrap();
        stream
    });
    clients.map(|mut client| {
        let mut text = String::new();
        client.read_to_string(&mut text).unwrap();
        text
    })
}

#[test]
fn lines_for_people() {
    let record = file("konane-forfeit", "");
    let first = ["--games", "1", "--first", "any", "--clock", "1ms", "--eol", "lf"];
    let server = Server::start(&[&first[..], &["--record", &record]].concat());
    for text in silent_game(&server) {
        assert!(text.contains("\nGame:1\n") && !text.contains('\r'), "{text}");
    }
    let server = server.end();
    assert!(server.out.starts_with("game 1: user "), "{server:?}");
    assert!(server.out.contains(" won: time (black "), "{server:?}");
    let [game] = <[Value; 1]>::try_from(crate::replayed(&record)).unwrap();
    assert_eq!((&game["reason"], &game["forfeited_by"]), (&"time".into(), &"left".into()));
}

/// A file that takes no records costs no results.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    let only = ["--games", "1", "--clock", "1ms", "--json", "--record", "/dev/full"];
    let server = Server::start(&only);
    silent_game(&server);
    let server = server.end();
    assert_eq!(server.status, Some(1), "{server:?}");
    assert!(server.err.contains("error: game 1 is not recorded: /dev/full: "), "{server:?}");
    assert_eq!(server.json()[0]["reason"], "time", "{server:?}");
}

#[test]
fn arguments_that_make_no_sense() {
    let users = file("konane-bad-users", "1 17\n2 x99\n");
    let fails = |arguments: &[&str], status, message: &str| {
        let run = run(&[&["konane"], arguments].concat());
        assert_eq!(run.status, Some(status), "{run:?}");
        assert!(run.err.contains(message), "{run:?}");
        assert!(!run.err.contains("x99"), "{run:?}");
    };
    fails(
        &["serve", "--users", &users],
        1,
        "line 2: expected numbers in digits, at most 18446744073709551615",
    );
    fails(&["serve", "--users", "no-such-file"], 1, "no-such-file: ");
    fails(&["serve", "--rows", "1", "--cols", "1"], 2, "a board needs two stones at least");
    fails(&["serve", "--rows", "101", "--cols", "2"], 2, "more than 100 squares");
    fails(&["serve", "--games", "0"], 2, "--games");
    fails(&["serve", "--clock", "200h"], 2, "a week is the longest");
    fails(&["serve", "--listen", "nonsense"], 1, "nonsense: ");
    let play = ["play", "127.0.0.1", "1", "--user", "1", "--opponent", "2"];
    fails(&play, 2, "a password is needed");
    fails(&[&play[..], &["--password", "secret"]].concat(), 2, "--password");
    fails(&[&play[..], &["--password-file", &users]].concat(), 1, "no number in digits");
    fails(&[&play[..], &["--password", "1", "--bot", "x"]].concat(), 2, "[possible values: random");
    // Nobody listens at port 1, or it is at least no server of Konane.
    let nobody = command(&[&["konane"], &play[..]].concat())
        .env("DICOT_KONANE_PASSWORD", "12")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(nobody.status.code(), Some(1));
}
