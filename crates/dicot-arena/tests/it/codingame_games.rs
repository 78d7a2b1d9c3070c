//! Games of CodinGame's Clobber between programs, including faulty ones.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use dicot::Interrupt;
use dicot::Player::{Left, Right};
use dicot::rules::{Clobber448, GenClobber};
use dicot_arena::codingame::game::{Slowest, play};
use dicot_arena::codingame::referee::Referee;
use dicot_arena::codingame::series::{Contestant, Game, Settings, Tally, run};
use dicot_arena::game::{End, Reason};
use dicot_arena::matches::Replay;
use dicot_arena::process::Program;
use dicot_rulesets::library;

/// A time limit that only a hanging test reaches.
const PATIENCE: Duration = Duration::from_secs(60);

/// Answers all turns in advance.
const ALWAYS: &str = "yes random";

/// Reads each request and answers it.
const POLITE: &str = "read size; read colour; \
    while :; do for i in 1 2 3 4 5 6 7 8 9; do read line; done; read n || exit 0; echo random ok; done";

fn start() -> Clobber448 {
    GenClobber::start(8, 8).unwrap()
}

fn game(white: &str, black: &str, grace: Duration) -> (Referee, [Slowest; 2]) {
    let [left, right] = [black, white].map(|script| Program::shell(script).start().unwrap());
    let referee = Referee::new(start(), Right, 1);
    play(referee, &mut [left, right], grace, &Interrupt::default()).unwrap()
}

/// Plays a game in which White has this program and loses. Returns the reason, the number of moves and the fault.
fn loses(white: &str, grace: Duration) -> (Reason, usize, String) {
    let (referee, _) = game(white, ALWAYS, grace);
    let End { winner, reason, fault } = referee.game().end().cloned().unwrap();
    assert_eq!(winner, Some(Left), "{white}: {referee:?}");
    (reason, referee.game().moves().len(), fault.unwrap_or_default())
}

#[test]
fn a_whole_game() {
    for (white, black) in [(POLITE, POLITE), (ALWAYS, POLITE), (POLITE, ALWAYS)] {
        let (referee, _) = game(white, black, PATIENCE);
        let end = referee.game().end().unwrap();
        assert_eq!((&end.reason, &end.fault), (&Reason::NoMoves, &None), "{referee:?}");
        assert_eq!(referee.turn().moves().count(), 0);
    }
    // Any amount of output on standard error is ignored.
    let noisy = format!("yes noise >&2 & {POLITE}");
    let (referee, _) = game(&noisy, &noisy, PATIENCE);
    assert_eq!(referee.game().end().unwrap().reason, Reason::NoMoves);
}

#[test]
fn what_the_programs_read() {
    let reads = |lines: usize, text: &str, answer: &str| {
        let numbers: Vec<String> = (0..lines).map(|n| n.to_string()).collect();
        format!(
            "all=; for i in {}; do read line; all=$all$line,; done; \
             if [ \"$all\" = '{text}' ]; then echo {answer}; else echo \"$all\"; fi; ",
            numbers.join(" ")
        )
    };
    let (w, b) = ("wbwbwbwb,", "bwbwbwbw,");
    let six = format!("{w}{b}{w}{b}{w}{b}");
    let white = reads(12, &format!("8,w,{six}{w}{b}null,112,"), "'b1b2 hi there'")
        + &reads(
            10,
            &format!("bbwbwbwb,.wbwbwbw,{}wwwbwbwb,b.bwbwbw,a7a8,102,", &six[18..]),
            "end",
        );
    let black = reads(12, &format!("8,b,{six}wwwbwbwb,b.bwbwbw,b1b2,106,"), "a7a8");
    let (referee, _) = game(&white, &black, PATIENCE);
    assert_eq!(referee.game().moves().len(), 2, "{referee:?}");
    assert_eq!(referee.game().end().unwrap().fault.as_deref(), Some("\"end\""));
}

#[test]
fn faults() {
    assert_eq!(
        loses("exit 3", PATIENCE),
        (Reason::Crash, 0, "the program has ended, exit status: 3".into())
    );
    assert_eq!(loses("kill -9 $$", PATIENCE).0, Reason::Crash);
    assert_eq!(loses("exec >&-; sleep 600", PATIENCE).0, Reason::Crash);
    assert_eq!(loses("no-such-program-here", PATIENCE).0, Reason::Crash);
    // An answer that was written before the program ended counts.
    let (reason, moves, _) = loses("echo random; echo random; exit 3", PATIENCE);
    assert_eq!((reason, moves), (Reason::Crash, 4));
    // An empty line, an invalid one, too many lines, a line without an end.
    assert_eq!(loses("echo", PATIENCE), (Reason::IllegalMove, 0, "\"\"".into()));
    assert_eq!(loses("printf 'hello\\377\\n'", PATIENCE).2, "\"hello\u{fffd}\"");
    let (reason, moves, fault) = loses("echo random; echo random thing; echo what", PATIENCE);
    assert_eq!((reason, moves, fault.as_str()), (Reason::IllegalMove, 4, "\"what\""));
    assert_eq!(loses("yes garbage", PATIENCE).0, Reason::IllegalMove);
    assert_eq!(loses("tr '\\0' x </dev/zero", PATIENCE).0, Reason::IllegalMove);
}

#[test]
fn time_is_up() {
    // No answer, and answers that are late or have no line end.
    for white in ["sleep 600", "sleep 30; yes random", "printf random; sleep 600"] {
        let (reason, moves, fault) = loses(white, Duration::ZERO);
        assert_eq!(
            (reason, moves, fault.as_str()),
            (Reason::Time, 0, "no answer in time"),
            "{white}"
        );
    }
}

#[test]
fn time_of_later_turns() {
    // The first answer is in time, the second one is late; the grace is for slow machines.
    let (reason, moves, _) = loses("echo random; sleep 600", Duration::from_secs(5));
    assert_eq!((reason, moves), (Reason::Time, 2));
}

#[test]
fn grace() {
    let (referee, slowest) = game("read size; sleep 2; yes random", ALWAYS, PATIENCE);
    assert_eq!(referee.game().end().unwrap().reason, Reason::NoMoves);
    assert!(slowest[Right as usize].first >= Duration::from_secs(1), "{slowest:?}");
}

fn contestant(name: &str, script: &'static str) -> Contestant {
    Contestant { name: name.to_owned(), program: Box::new(move |_| Program::shell(script)) }
}

fn settings() -> Settings {
    Settings { games: 12, start: start(), opening: 5, seed: 3, grace: PATIENCE, parallel: 1 }
}

fn games(contestants: &[Contestant; 2], settings: &Settings) -> (Tally, Vec<Game>) {
    let (mut tally, mut games) = (Tally::new(contestants), Vec::new());
    let see = |game: &Game| {
        tally.add(game);
        games.push(game.clone());
        Ok(())
    };
    run(contestants, settings, &Interrupt::default(), see).unwrap();
    (tally, games)
}

#[test]
fn a_series() {
    let contestants = [contestant("a", ALWAYS), contestant("b", ALWAYS)];
    let (tally, games) = games(&contestants, &settings());
    assert_eq!((tally.games, tally.a.wins + tally.b.wins), (12, 12));
    for results in [&tally.a, &tally.b] {
        assert_eq!(results.wins, results.wins_as_white + results.wins_as_black);
        assert_eq!([results.illegal_moves, results.time_outs, results.crashes], [0; 3]);
    }
    for (number, game) in games.iter().enumerate() {
        let record = &game.record;
        assert_eq!(game.number as usize, number);
        let names = if number % 2 == 0 { ("b", "a") } else { ("a", "b") };
        assert_eq!((record.left.as_str(), record.right.as_str()), names);
        // The record, played by the rules, ends with the recorded winner.
        let replay = Replay::of(&library().find(&record.rules).unwrap(), record).unwrap();
        assert_eq!((replay.is_over(), Some(!replay.end().to_move)), (true, record.winner));
        let fields = serde_json::to_value(record).unwrap();
        let winner = if record.winner == Some(Left) { "left" } else { "right" };
        assert_eq!(fields["winner"], winner);
        assert_eq!(
            (&fields["rules"], &fields["first"], &fields["opening"]),
            (&"clobber".into(), &"right".into(), &5.into())
        );
        assert_eq!(fields["reason"], "no moves");
    }
    let openings: Vec<_> = games.iter().map(|game| game.record.moves[..5].to_vec()).collect();
    let mut pairs = BTreeMap::new();
    for pair in openings.chunks(2) {
        assert_eq!(pair[0], pair[1]);
        pairs.insert(pair[0].clone(), ());
    }
    assert_eq!(pairs.len(), 6, "openings differ");
}

#[test]
fn the_same_seed_the_same_games() {
    let contestants = [contestant("a", ALWAYS), contestant("b", ALWAYS)];
    let moves = |settings: &Settings| -> Vec<Vec<String>> {
        games(&contestants, settings).1.into_iter().map(|game| game.record.moves).collect()
    };
    let once = moves(&settings());
    assert_eq!(once, moves(&settings()));
    assert_eq!(once, moves(&Settings { parallel: 3, ..settings() }));
    assert_ne!(once, moves(&Settings { seed: 4, ..settings() }));
    assert_eq!(moves(&Settings { games: 0, ..settings() }).len(), 0);
}

#[test]
fn faults_are_counted() {
    let lost = |script| {
        let contestants = [contestant("a", script), contestant("b", ALWAYS)];
        let settings = Settings { games: 4, grace: Duration::from_secs(5), ..settings() };
        let (tally, games) = games(&contestants, &settings);
        assert_eq!((tally.b.wins, tally.b.wins_as_white, tally.score), (4, 2, 0.0), "{games:?}");
        assert!(games.iter().all(|game| game.record.fault.is_some()));
        [tally.a.illegal_moves, tally.a.time_outs, tally.a.crashes]
    };
    assert_eq!(lost("echo nothing"), [4, 0, 0]);
    assert_eq!(lost("exit"), [0, 0, 4]);
}

#[test]
fn a_series_can_be_stopped_and_can_fail() {
    let contestants = [contestant("a", ALWAYS), contestant("b", ALWAYS)];
    let settings = Settings { games: 1_000_000, parallel: 2, ..settings() };
    let stop = Interrupt::default();
    let mut seen = 0;
    let see = |_: &Game| {
        seen += 1;
        if seen >= 3 {
            stop.set();
        }
        Ok(())
    };
    run(&contestants, &settings, &stop, see).unwrap();
    assert!((3..100).contains(&seen), "{seen}");
    let full = |_: &Game| Err(io::Error::other("the disk is full"));
    let error = run(&contestants, &settings, &Interrupt::default(), full).unwrap_err();
    assert_eq!(error.to_string(), "the disk is full");
    let absent =
        Contestant { name: "c".into(), program: Box::new(|_| Program::new("/no/such/program")) };
    let [a, _] = contestants;
    assert!(run(&[a, absent], &settings, &Interrupt::default(), |_| Ok(())).is_err());
}
