//! Servers whose log cannot be written: whoever read it has gone. That harms nothing but the log.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command};

use crate::folder::Folder;
use crate::{Run, command};

/// A server that is running, where it listens, and that nobody reads standard error of.
fn serve(arguments: &[&str]) -> (Child, String) {
    let arguments = [arguments, &["--listen", "127.0.0.1:0", "--log", "trace"]].concat();
    let mut child = command(&arguments).spawn().unwrap();
    let log: Box<dyn Read> = match arguments[0] {
        "serve" => Box::new(child.stdout.take().unwrap()),
        _ => Box::new(child.stderr.take().unwrap()),
    };
    let lines = BufReader::new(log).lines().map_while(Result::ok);
    let line = { lines }.find(|line| line.starts_with("listening at ")).unwrap();
    drop(child.stderr.take());
    (child, line.rsplit(['/', ' ']).next().unwrap().to_owned())
}

#[test]
fn signals_end_servers() {
    for arguments in [&["serve", "--grace", "1ms"][..], &["icga", "serve"], &["konane", "serve"]] {
        let (child, _) = serve(arguments);
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        let run = Run::from(child.wait_with_output().unwrap());
        assert_eq!(run.status, Some(0), "{arguments:?} {run:?}");
    }
}

#[test]
fn games_are_recorded() {
    let folder = Folder::new();
    let record = &folder.file("games.jsonl");
    let tournament = ["icga", "serve", "--players", "2", "--rows", "2", "--record", record];
    let (server, address) = serve(&tournament);
    let (host, port) = address.split_once(':').unwrap();
    let play = |name| {
        let play = ["icga", "play", host, port, "--name", name, "--bot", "random"];
        command(&play).spawn().unwrap()
    };
    for player in ["x", "y"].map(play) {
        assert!(player.wait_with_output().unwrap().status.success());
    }
    let run = Run::from(server.wait_with_output().unwrap());
    assert_eq!(run.status, Some(0), "{run:?}");
    assert_eq!(std::fs::read_to_string(record).unwrap().lines().count(), 2);
}
