//! `dicot icga`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStderr};

use serde_json::Value;

use crate::folder::Folder;
use crate::json_fields;
use crate::{Run, command, run};

/// A server that is running, and where.
struct Server {
    child: Child,
    log: BufReader<ChildStderr>,
    address: String,
}

fn serve(arguments: &[&str]) -> Server {
    let arguments = [&["icga", "serve", "--listen", "127.0.0.1:0"], arguments].concat();
    let mut child = command(&arguments).spawn().unwrap();
    let mut log = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    log.read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("listening at ").expect(&line).to_owned();
    Server { child, log, address }
}

impl Server {
    fn end(self) -> Run {
        let Server { child, mut log, .. } = self;
        // The log is read beside the output: either may be more than a pipe holds.
        let reader = std::thread::spawn(move || {
            let mut text = String::new();
            log.read_to_string(&mut text).unwrap();
            text
        });
        let run = Run::from(child.wait_with_output().unwrap());
        Run { err: reader.join().unwrap(), ..run }
    }
}

#[test]
fn tournament() {
    let folder = Folder::new();
    let record = &folder.file("games.jsonl");
    let tournament = ["--players", "3", "--games", "2", "--rows", "4", "--cols", "5"];
    let server = serve(&[&tournament[..], &["--record", record, "--json"]].concat());
    let (host, port) = server.address.split_once(':').unwrap();
    let players: Vec<Child> = ["a", "b", "b"]
        .iter()
        .map(|name| {
            let play = ["icga", "play", host, port, "--name", name, "--bot", "random", "--json"];
            command(&play).spawn().unwrap()
        })
        .collect();
    let mut won = 0;
    for player in players {
        let run = Run::from(player.wait_with_output().unwrap());
        assert_eq!(run.status, Some(0), "{run:?}");
        let lines = run.json();
        json_fields::check("icga play", &lines);
        let (score, games) = lines.split_last().unwrap();
        assert_eq!(games.len(), 8);
        let wins = games.iter().filter(|game| game["won"] == true).count();
        assert_eq!((&score["won"], &score["lost"]), (&wins.into(), &(8 - wins).into()));
        assert!(games.iter().all(|game| (&game["rows"], &game["cols"]) == (&4.into(), &5.into())));
        assert_eq!(games.iter().filter(|game| game["black"] == true).count(), 4);
        won += wins;
    }
    assert_eq!(won, 12);
    let run = server.end();
    assert_eq!(run.status, Some(0), "{run:?}");
    let lines = run.json();
    let (results, games) = lines.split_last().unwrap();
    json_fields::check("icga serve", std::slice::from_ref(results));
    assert_eq!(games.len(), 12);
    assert!(games.iter().all(|game| game["reason"] == "no moves"));
    let mut names: Vec<_> =
        results["results"].as_array().unwrap().iter().map(|row| row["name"].to_string()).collect();
    names.sort();
    assert_eq!(names, ["\"a\"", "\"b\"", "\"b#2\""]);
    let recorded = std::fs::read_to_string(record).unwrap();
    let replayed = crate::replayed(record);
    assert_eq!(replayed.len(), 12);
    for (game, replayed) in games.iter().zip(&replayed) {
        assert_eq!((&game["winner"], &game["reason"]), (&replayed["winner"], &replayed["reason"]));
        let moves = |game: &Value| game["moves"].as_array().unwrap().len();
        assert_eq!(moves(game), moves(replayed));
    }
    assert!(run.out.starts_with(&recorded));
    assert_eq!(recorded.lines().count(), 12);
    let start = "{\"rules\":\"clobber\",\"start\":\"oxoxo/xoxox/oxoxo/xoxox\",\"first\":\"left\"";
    assert!(recorded.starts_with(start), "{recorded}");
    // The log is structured as well.
    let events: Vec<Value> =
        run.err.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ended = events.iter().filter(|event| event["fields"]["message"] == "a game has ended");
    assert_eq!(ended.count(), 12);
}

#[test]
fn plain_lines() {
    let server = serve(&["--players", "2", "--rows", "2", "--log", "off"]);
    let (host, port) = server.address.split_once(':').unwrap();
    let other = command(&["icga", "play", host, port, "--name", "x", "--bot", "random"]);
    let other = { other }.spawn().unwrap();
    let run = run(&["icga", "play", host, port, "--name", "y", "--time", "100ms"]);
    assert_eq!(run.status, Some(0), "{run:?}");
    // On 2x2 the first player wins whatever is played.
    let mut lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.pop(), Some("1 won, 1 lost"));
    lines.sort_by_key(|line| line.len());
    assert!(lines[0].ends_with("won (no move) as black on 2 rows, 2 columns"), "{lines:?}");
    assert!(lines[1].ends_with("lost (no move) as white on 2 rows, 2 columns"), "{lines:?}");
    other.wait_with_output().unwrap();
    let run = server.end();
    let expected = "player       won      lost  forfeited\n";
    assert!(run.out.starts_with(expected), "{}", run.out);
    assert_eq!((run.out.lines().count(), run.err.as_str()), (3, ""));
}

/// A file that takes no records costs no results.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    let server = serve(&["--players", "2", "--rows", "2", "--json", "--record", "/dev/full"]);
    let (host, port) = server.address.split_once(':').unwrap();
    let play = |name| {
        let play = ["icga", "play", host, port, "--name", name, "--bot", "random"];
        command(&play).spawn().unwrap()
    };
    for player in ["x", "y"].map(play) {
        assert!(player.wait_with_output().unwrap().status.success());
    }
    let run = server.end();
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.err.contains("error: game 2 is not recorded: /dev/full: "), "{run:?}");
    let [first, second, results] = &run.json()[..] else { panic!("{run:?}") };
    assert_eq!((&first["game"], &second["game"]), (&1.into(), &2.into()));
    assert_eq!(results["results"].as_array().unwrap().len(), 2);
}

#[cfg(unix)]
#[test]
fn termination() {
    let server = serve(&["--grace", "0s", "--json"]);
    let mut players: Vec<BufReader<TcpStream>> = (0..2)
        .map(|_| {
            let mut stream = TcpStream::connect(&server.address).unwrap();
            stream.write_all(b"play clobber x\n").unwrap();
            BufReader::new(stream)
        })
        .collect();
    for player in &mut players {
        let mut setup = String::new();
        player.read_line(&mut setup).unwrap();
        assert!(setup.starts_with("10 10 "), "{setup}");
    }
    let kill = std::process::Command::new("kill").arg(server.child.id().to_string()).status();
    assert!(kill.unwrap().success());
    let mut rests: Vec<String> = players
        .iter_mut()
        .map(|player| {
            let mut rest = String::new();
            player.read_to_string(&mut rest).unwrap();
            rest
        })
        .collect();
    rests.sort();
    assert_eq!(rests, ["end\n", "error\n"]);
    let run = server.end();
    assert_eq!(run.status, Some(0), "{run:?}");
    let [game, results] = &run.json()[..] else { panic!("{run:?}") };
    assert_eq!(game["reason"], "stopped");
    let replayed = crate::run_with(
        &["replay", "-", "--time", "20ms"],
        run.out.lines().next().unwrap().as_bytes(),
    );
    let forfeit = "result    Right won, Left forfeited (stopped)\n";
    assert!(replayed.out.contains(forfeit), "{replayed:?}");
    assert_eq!(results["results"].as_array().unwrap().len(), 2);
}

/// What `play` makes of a server that sends a text and closes the connection.
fn play_against(text: &str) -> Run {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let text = text.to_owned();
    let server = std::thread::spawn(move || {
        let mut stream = listener.accept().unwrap().0;
        let mut login = String::new();
        BufReader::new(&stream).read_line(&mut login).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut rest = String::new();
        let _ = stream.read_to_string(&mut rest);
        login
    });
    let run = run(&["icga", "play", "127.0.0.1", &port, "--name", "x", "--bot", "random"]);
    assert_eq!(server.join().unwrap(), "play clobber x\n");
    run
}

#[test]
fn how_play_ends() {
    let run = play_against("");
    assert_eq!((run.status, run.out.as_str()), (Some(0), "0 won, 0 lost\n"));
    let run = play_against("10 10 0\nend\r\n10 10 0\na 1 b 1\nend\n");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(
        run.out.starts_with("game 1: won (forfeit) as white on 10 rows, 10 columns\n"),
        "{run:?}"
    );
    for (text, message) in [
        ("10 10 0\n", "the connection was closed during a game"),
        ("10 10 0\na 1 c 1\n", "the server sent the move \"a 1 c 1\""),
        ("10 10 0\nhello\n", "the server sent \"hello\": expected"),
        ("99 99 0\n", "at most 26 columns, 99 rows and 448 cells"),
    ] {
        let run = play_against(text);
        assert_eq!((run.status, run.out.as_str()), (Some(1), ""), "{text}: {run:?}");
        assert!(run.err.contains(message), "{text}: {run:?}");
    }
}

#[test]
fn bad_arguments() {
    for (arguments, message) in [
        (&["serve", "--rows", "1"][..], "neither player can move"),
        (&["serve", "--rows", "100", "--cols", "2"], "at most 26 columns"),
        (&["serve", "--players", "1"], "--players"),
        (&["serve", "--games", "0"], "--games"),
        (&["serve", "--time", "1s"], "--move-time"),
        (&["serve", "--log", "a=b=c"], "--log"),
        (&["play", "127.0.0.1", "1", "--name", "a b"], "a name without blanks"),
        (
            &["play", "127.0.0.1", "1", "--name", "x", "--bot", "nobody"],
            "random, uct, alpha-beta, strong",
        ),
        (&["play", "127.0.0.1", "1", "--name", "x", "--time", "none"], "a limit of time"),
    ] {
        let run = run(&[&["icga"], arguments].concat());
        assert_eq!(run.status, Some(2), "{arguments:?}: {run:?}");
        assert!(run.err.contains(message), "{arguments:?}: {run:?}");
    }
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let run = run(&["icga", "play", "127.0.0.1", &closed.to_string(), "--name", "x"]);
    assert_eq!(run.status, Some(1), "{run:?}");
}
