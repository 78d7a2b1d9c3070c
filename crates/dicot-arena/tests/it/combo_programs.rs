//! Combo with programs (including faulty ones), with people, and in contests.
#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use dicot::rules::{Combo, Ruleset, Turn};
use dicot::{Interrupt, Player};
use dicot_arena::combo::contest::{Entry, Settings, Standing, entries, run};
use dicot_arena::combo::json::{answer, request};
use dicot_arena::combo::seat::{Pace, Person, Seat, play};
use dicot_arena::game::{self, End, Reason, Terms, TimeControl};
use dicot_arena::process::Program;
use dicot_bots::{ComboNegamax, RandomBot};
use tempfile::tempdir;

use crate::process::wait_gone;

type Game = game::Game<Turn<Combo>>;

fn start() -> Turn<Combo> {
    Turn::new(Combo::start(8, 8).unwrap(), Player::Left)
}

/// Returns a shell command that prints the answer for a move, without a line end.
fn json(mv: &str) -> String {
    let mv = start().position.read_move(mv).unwrap();
    answer(mv).trim_end().to_owned()
}

/// A bot that makes the same legal moves every time.
fn quiet() -> Seat {
    Seat::Bot(Box::new(RandomBot::new(3)), Pace(Duration::from_secs(60)))
}

fn game_with(seat: Seat, terms: Terms) -> Game {
    let (mut left, mut right) = (seat, quiet());
    play(start(), terms, &mut left, &mut right, &Interrupt::default())
}

/// Plays a game with a shell script as black.
fn game(script: &str, terms: Terms) -> Game {
    game_with(Seat::start(&mut Program::shell(script)).unwrap(), terms)
}

fn clock(time: Duration) -> Terms {
    Terms { time: Some(TimeControl::PerGame(time)), ..Terms::default() }
}

/// Terms with a clock that runs out only if nothing else ends the game.
fn long() -> Terms {
    Terms { max_plies: Some(20), ..clock(Duration::from_secs(600)) }
}

fn short() -> Terms {
    clock(Duration::from_millis(300))
}

fn draw(reason: Reason) -> End {
    End { winner: None, reason, fault: None }
}

fn why(game: &Game) -> String {
    let end = game.end().unwrap();
    assert_eq!(end.winner, Some(Player::Right), "{end}");
    end.to_string()
}

/// Every kind of bad answer loses, in the first turn and after a good move.
#[test]
fn bad_answers_lose() {
    let good = json("0,6-0,5-1");
    let bad = [
        ("{\"from\":{\"x\":3,\"y\":2},}", "malformed: bad JSON: "),
        ("{oops", "malformed: bad JSON: "),
        ("[]", "malformed: expected a JSON object"),
        ("null", "malformed: expected a JSON object"),
        (
            r#"{"from":{"x":"z","y":6},"to":{"x":0,"y":5},"piece_count":1}"#,
            "malformed: \"from.x\": expected a whole number",
        ),
        (
            r#"{"from":{"y":6},"to":{"y":5},"piece_count":1}"#,
            "malformed: \"from.x\": expected a value, found none",
        ),
        (
            r#"{"from":{"x":0,"y":0},"to":{"x":0,"y":2},"piece_count":1}"#,
            "illegal move: 0,0-0,2-1: the stack to move is not the player's own",
        ),
        (
            r#"{"from":{"x":99,"y":0},"to":{"x":0,"y":2},"piece_count":1}"#,
            "illegal move: 99,0-0,2-1: the cell is not on the board",
        ),
    ];
    for (text, expected) in bad {
        for before in ["", good.as_str()] {
            // The program does not read and keeps running.
            let game = game(&format!("printf '%s' '{before}' '{text}'; sleep 600"), long());
            assert!(why(&game).starts_with(expected), "{text}: {}", why(&game));
            assert_eq!(game.moves().len(), if before.is_empty() { 0 } else { 2 }, "{text}");
        }
    }
}

#[test]
fn programs_that_end_lose() {
    for (script, moves) in [
        ("exit 3", 0),
        ("read line; kill -9 $$", 0),
        ("exec >&-; sleep 600", 0),
        (&*format!("read line; echo '{}'", json("0,6-0,5-1")), 2),
        // The program closes its input before it answers, so that the next request cannot be written.
        (&*format!("read line; exec <&-; echo '{}'; sleep 600", json("0,6-0,5-1")), 2),
    ] {
        let game = game(script, long());
        let reason = why(&game);
        assert!(reason.starts_with("crash: the program has "), "{script}: {reason}");
        assert_eq!(game.moves().len(), moves, "{script}");
    }
    assert!(why(&game("exit 3", long())).contains('3'));
    let none = Seat::start(&mut Program::new("/no/such/program"));
    assert_eq!(none.unwrap_err().kind(), std::io::ErrorKind::NotFound);
}

#[test]
fn silence_loses_by_time() {
    // Programs that do not answer, do not read, or do not end their answer.
    for script in ["cat > /dev/null", "sleep 600", "while :; do printf ' '; sleep 0.01; done"] {
        let game = game(script, short());
        assert_eq!(why(&game), "time", "{script}");
        assert_eq!(game.clock(Player::Left), Some(Duration::ZERO));
        assert_eq!(game.clock(Player::Right), Some(Duration::from_millis(300)));
    }
}

/// Endless output neither fills memory nor blocks the game.
#[test]
fn floods() {
    for (script, expected) in [
        ("yes '{}'", "malformed: \"from\": expected a value, found none"),
        ("tr '\\0' x < /dev/zero", "malformed: expected a JSON object"),
        (
            "printf '{\"a\":\"'; tr '\\0' x < /dev/zero",
            "malformed: the message is longer than 65536 bytes",
        ),
    ] {
        assert_eq!(why(&game(script, long())), expected, "{script}");
    }
    let spaces = game("tr '\\0' ' ' < /dev/zero", short());
    assert_eq!(why(&spaces), "time");
}

/// Surplus answers are kept for later requests, with or without line ends.
#[test]
fn surplus_answers_are_kept() {
    let moves = ["7,7-6,7-1", "6,7-6,6-1", "6,7-7,7-1"].map(json).concat();
    let game = game(&format!("read a; printf '%s' '{moves}'; read b; read c"), long());
    assert!(why(&game).starts_with("crash: the program has "), "{}", why(&game));
    let black: Vec<String> = game.moves().iter().step_by(2).map(ToString::to_string).collect();
    assert_eq!(black, ["7,7-6,7-1", "6,7-6,6-1", "6,7-7,7-1"]);
}

/// A program receives exactly the requests, then the end of its input.
#[test]
fn the_input_of_a_program() {
    let directory = tempdir().unwrap();
    let file = directory.path().join("got");
    let moves = json("0,6-0,5-1");
    let script =
        format!("read a; echo \"$a\" > '{0}'; echo '{moves}'; cat >> '{0}'", file.display());
    let terms = Terms { max_plies: Some(2), ..long() };
    let game = game(&script, terms);
    assert_eq!(game.end(), Some(&draw(Reason::MaxPlies)));
    assert_eq!(fs::read_to_string(file).unwrap(), request(&start()));
}

#[test]
fn a_game_can_be_stopped() {
    let stop = Interrupt::default();
    let flag = stop.clone();
    let player = std::thread::spawn(move || {
        let mut silent = Seat::start(&mut Program::shell("sleep 600")).unwrap();
        play(start(), Terms::default(), &mut silent, &mut quiet(), &flag)
    });
    stop.set();
    let game = player.join().unwrap();
    assert_eq!(game.end(), Some(&draw(Reason::Stopped)));
}

/// Records the text that is shown.
#[derive(Clone, Default)]
struct Shown(Arc<Mutex<Vec<u8>>>);

impl Write for Shown {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_person_is_asked_again() {
    let (sender, lines) = sync_channel(9);
    for line in ["what?", "0,6 0,5", "0,6 0,4 1", "9,9 0,5 1", "", " 0,6 0,5 1 "] {
        sender.send(line.to_owned()).unwrap();
    }
    drop(sender);
    let shown = Shown::default();
    let person = Person { lines, shown: Box::new(shown.clone()) };
    let game = game_with(Seat::Human(Arc::new(Mutex::new(person))), Terms::default());
    // At the end of the input, the game ends without a winner.
    assert_eq!(game.end(), Some(&draw(Reason::Stopped)));
    assert_eq!(game.moves()[0].to_string(), "0,6-0,5-1");
    assert_eq!(game.moves().len(), 2);
    let text = String::from_utf8(shown.0.lock().unwrap().clone()).unwrap();
    let prompt = "Enter move for black (fromx,fromy tox,toy count): ";
    assert_eq!(text.matches(prompt).count(), 7, "{text}");
    let rule = "stones go no farther than there are that move";
    assert!(text.contains(&format!("Move 0,6-0,4-1 is not legal! ({rule})\n{prompt}")), "{text}");
    assert!(text.starts_with(" 1w  1w "), "{text}");
}

/// Creates an executable script. Another process writes it, because a program that another thread starts meanwhile would
/// inherit the open file, which then could not be executed.
fn write_script(path: &Path, script: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut writer = Command::new("sh")
        .args(["-c", "cat > \"$0\" && chmod +x \"$0\""])
        .arg(path)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let text = format!("#!/bin/sh\n{script}\n");
    writer.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    assert!(writer.wait().unwrap().success());
}

fn settings(terms: Terms, parallel: usize) -> Settings {
    Settings { start: start(), terms, parallel: NonZeroUsize::new(parallel).unwrap() }
}

/// Programs that crash, do not answer, answer with an illegal move, or cannot be started, and one that makes one good
/// move and then waits for the others to fail.
#[test]
fn a_contest_of_bad_programs() {
    let directory = tempdir().unwrap();
    let ids = directory.path().join(".ids");
    let noted = format!("echo $$ >> '{}'; ", ids.display());
    let moves = [("black", "0,6-0,5-1"), ("white", "0,1-0,2-1")].map(|(c, mv)| (c, json(mv)));
    let polite = format!(
        "{noted}read line; case \"$line\" in *'\"color\":\"black\"'*) echo '{}';; *) echo '{}';; esac\n\
         sleep 600 & echo $! >> '{}'; wait",
        moves[0].1,
        moves[1].1,
        ids.display()
    );
    write_script(&directory.path().join("a-polite/start"), &polite);
    write_script(&directory.path().join("b-silent"), &format!("{noted}sleep 600"));
    write_script(&directory.path().join("c-crash/start"), &format!("{noted}read line; exit 1"));
    write_script(
        &directory.path().join("d-illegal"),
        &format!("{noted}read line; echo '{}'", json("0,6-0,4-1")),
    );
    fs::write(directory.path().join("e-text"), "no program").unwrap();
    let entries = entries(directory.path()).unwrap();
    let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["a-polite", "b-silent", "c-crash", "d-illegal", "e-text"]);
    // Long enough for a shell to start on a busy computer.
    let terms = clock(Duration::from_secs(8));
    let mut results = Vec::new();
    let stop = Interrupt::default();
    let standings = run(&entries, &settings(terms, 4), &stop, |played| {
        let end = played.game.end().unwrap().clone();
        results.push((played.black, played.white, end));
    })
    .unwrap();
    results.sort_by_key(|&(black, white, _)| (black, white));
    assert_eq!(results.len(), 20);
    let pairs: Vec<_> = results.iter().map(|&(black, white, _)| (black, white)).collect();
    let all = (0..5).flat_map(|i| (0..5).map(move |j| (i, j))).filter(|(i, j)| i != j);
    assert_eq!(pairs, all.collect::<Vec<_>>());
    for (black, white, end) in results {
        // The first player fails first, except the last program, which fails after the others.
        let expected = match (black, white) {
            (4, _) => Player::Right,
            (_, 4) | (0, _) => Player::Left,
            _ => Player::Right,
        };
        assert_eq!(end.winner, Some(expected), "{black} {white} {end}");
        let loser = if expected == Player::Left { white } else { black };
        let reason = match loser {
            1 => "time",
            2 => "crash: the program has ended",
            3 => "illegal move: 0,6-0,4-1",
            _ => "not started: ",
        };
        assert!(end.to_string().starts_with(reason), "{black} {white} {end}");
    }
    let wins: Vec<(&str, u32, u32, u32, u32)> =
        standings.iter().map(|s| (&*s.name, s.wins, s.losses, s.draws, s.not_started)).collect();
    assert_eq!(wins[0], ("a-polite", 8, 0, 0, 0));
    assert_eq!(wins[4], ("e-text", 0, 8, 0, 8));
    let mut middle = wins[1..4].to_vec();
    middle.sort_unstable();
    let four = |name| (name, 4, 4, 0, 0);
    assert_eq!(middle, ["b-silent", "c-crash", "d-illegal"].map(four));
    // No stone was captured, and games that did not start do not count.
    let pieces: Vec<u32> = standings.iter().map(|s| s.pieces).collect();
    assert_eq!(pieces, [128, 128, 128, 128, 0]);
    let ids = fs::read_to_string(ids).unwrap();
    // In each of the twelve games that were played, the loser has recorded its process.
    assert!(ids.lines().count() >= 12, "{ids}");
    ids.lines().for_each(wait_gone);
}

#[test]
fn the_ranking() {
    let directory = tempdir().unwrap();
    // Black is asked first and ends, so each program wins as white.
    write_script(&directory.path().join("first"), "read a; exit 0");
    write_script(&directory.path().join("second"), "read a; exit 0");
    let entries = [
        Entry::new("second", directory.path().join("second")),
        Entry::new("first", directory.path().join("first")),
    ];
    let stop = Interrupt::default();
    let standings = run(&entries, &settings(Terms::default(), 1), &stop, |_| {}).unwrap();
    let all: Vec<_> = standings.iter().map(|s| (&*s.name, s.wins, s.losses, s.pieces)).collect();
    // Equal results are sorted by name.
    assert_eq!(all, [("first", 1, 1, 32), ("second", 1, 1, 32)]);
    assert_eq!(standings[0].clock, Duration::ZERO);
    let json = serde_json::to_string(&Standing {
        clock: Duration::from_millis(1500),
        ..standings[0].clone()
    });
    assert_eq!(
        json.unwrap(),
        r#"{"name":"first","wins":1,"losses":1,"draws":0,"not_started":0,"pieces":32,"clock_seconds":1.5}"#
    );
    // A contest that is stopped starts no more games and counts none.
    let stop = Interrupt::default();
    stop.set();
    let started = |_: &_| panic!("a game has started");
    let standings = run(&entries, &settings(Terms::default(), 1), &stop, started).unwrap();
    assert!(standings.iter().all(|s| (s.wins, s.losses, s.draws, s.pieces) == (0, 0, 0, 0)));
}

/// Bots play complete games, with a clock and without, and those that search do not lose on time.
#[test]
fn bots_play_to_the_end() {
    let terms =
        Terms { max_plies: Some(300), repetition: Some(3), ..clock(Duration::from_secs(600)) };
    let small = Turn::new(Combo::start(4, 4).unwrap(), Player::Left);
    for seed in 0..3 {
        let pace = Pace(Duration::from_millis(2));
        let mut left = Seat::Bot(dicot_rulesets::bots::of("strong", seed).unwrap(), pace);
        let mut right = Seat::Bot(Box::new(ComboNegamax::new(1, seed)), pace);
        let stop = Interrupt::default();
        let game = play(small.clone(), terms, &mut left, &mut right, &stop);
        let reason = &game.end().unwrap().reason;
        let over = matches!(reason, Reason::NoMoves | Reason::MaxPlies | Reason::Repetition);
        assert!(over, "{reason}");
    }
}
