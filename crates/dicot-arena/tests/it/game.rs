//! The core of all protocols: how a game ends, its clocks and its record. The protocols' tests check only what each of
//! them adds.

use std::time::Duration;

use dicot::Player;
use dicot::rules::{Combo, Ruleset, Turn, combo::ComboMove};
use dicot_arena::game::{End, Game, Reason, Terms, TimeControl};

const SECOND: Duration = Duration::from_secs(1);

fn start() -> Turn<Combo> {
    Turn::new(Combo::start(8, 8).unwrap(), Player::Left)
}

fn mv(text: &str) -> ComboMove {
    Combo::start(8, 8).unwrap().read_move(text).unwrap()
}

fn game(terms: Terms) -> Game<Turn<Combo>> {
    Game::new(start(), terms)
}

/// Checks the end of a game, which later events do not change.
fn check(mut game: Game<Turn<Combo>>, winner: Option<Player>, reason: Reason, fault: Option<&str>) {
    let end = End { winner, reason, fault: fault.map(str::to_owned) };
    assert_eq!(game.end(), Some(&end));
    let (moves, used) = (game.moves().len(), Player::BOTH.map(|player| game.used(player)));
    game.spend(SECOND);
    game.play(mv("1,0-0,0-2"));
    game.forfeit(Reason::Time, None);
    game.finish(End { winner: None, reason: Reason::Stopped, fault: None });
    assert_eq!((game.end(), game.moves().len()), (Some(&end), moves));
    assert_eq!(Player::BOTH.map(|player| game.used(player)), used);
    let record = game.record("ann", "bob");
    assert_eq!(
        (record.winner, record.reason, record.fault),
        (end.winner, Some(end.reason), end.fault)
    );
}

#[test]
fn a_player_without_a_move_has_lost() {
    let position = || "b1,w2".parse().unwrap();
    let game = Game::new(Turn::new(position(), Player::Left), Terms::default());
    check(game, Some(Player::Right), Reason::NoMoves, None);
    let mut game = Game::new(Turn::new(position(), Player::Right), Terms::default());
    assert_eq!(game.end(), None);
    game.play(mv("1,0-0,0-2"));
    check(game, Some(Player::Right), Reason::NoMoves, None);
}

#[test]
fn illegal_moves_and_forfeits_lose() {
    let mut illegal = game(Terms::default());
    illegal.play(mv("0,6-0,4-1"));
    let fault = "0,6-0,4-1: stones go no farther than there are that move";
    assert_eq!(illegal.end().unwrap().to_string(), format!("illegal move: {fault}"));
    check(illegal, Some(Player::Right), Reason::IllegalMove, Some(fault));
    for reason in [
        Reason::Time,
        Reason::Malformed,
        Reason::Disconnected,
        Reason::Crash,
        Reason::NotStarted,
        Reason::Stopped,
    ] {
        assert!(reason.is_forfeit());
        for (first, winner) in [(None, Player::Right), (Some("0,6-0,5-1"), Player::Left)] {
            let mut game = game(Terms::default());
            first.into_iter().for_each(|first| game.play(mv(first)));
            game.forfeit(reason.clone(), Some("why".to_owned()));
            check(game, Some(winner), reason.clone(), Some("why"));
        }
    }
    let mut stopped = game(Terms::default());
    stopped.finish(End { winner: None, reason: Reason::Stopped, fault: None });
    check(stopped, None, Reason::Stopped, None);
}

#[test]
fn the_maximum_of_moves() {
    let mut game = game(Terms { max_plies: Some(3), ..Terms::default() });
    for text in ["0,6-0,5-1", "0,1-0,2-1", "0,5-0,4-1"] {
        assert_eq!(game.end(), None);
        game.play(mv(text));
    }
    check(game, None, Reason::MaxPlies, None);
}

#[test]
fn repetition() {
    let there_and_back = ["0,6-0,5-1", "0,1-0,2-1", "0,5-0,6-1", "0,2-0,1-1"];
    let mut limited = game(Terms { repetition: Some(3), ..Terms::default() });
    for text in there_and_back.iter().cycle().take(8) {
        assert_eq!(limited.end(), None);
        limited.play(mv(text));
    }
    check(limited, None, Reason::Repetition, None);
    // By default, there is no limit.
    let mut game = game(Terms::default());
    for text in there_and_back.iter().cycle().take(400) {
        game.play(mv(text));
    }
    assert_eq!((game.end(), game.moves().len()), (None, 400));
}

#[test]
fn clocks() {
    let time = Some(TimeControl::PerGame(10 * SECOND));
    let mut timed = game(Terms { time, ..Terms::default() });
    for (text, seconds) in [("0,6-0,5-1", 4), ("0,1-0,2-1", 9)] {
        timed.spend(seconds * SECOND);
        timed.play(mv(text));
    }
    assert_eq!(Player::BOTH.map(|player| timed.clock(player)), [6, 1].map(|n| Some(n * SECOND)));
    // A late move is not made.
    timed.spend(6 * SECOND);
    timed.play(mv("0,5-0,4-1"));
    assert_eq!((timed.clock(Player::Left), timed.moves().len()), (Some(Duration::ZERO), 2));
    assert_eq!(
        (timed.slowest(Player::Left), timed.slowest(Player::Right)),
        (6 * SECOND, 9 * SECOND)
    );
    check(timed, Some(Player::Right), Reason::Time, None);
    // Without a limit, and with a grace.
    let mut untimed = game(Terms::default());
    untimed.spend(1_000_000 * SECOND);
    assert_eq!((untimed.end(), untimed.clock(Player::Left)), (None, None));
    for (time, longest) in
        [(TimeControl::PerMove(2 * SECOND), 3), (TimeControl::PerGame(5 * SECOND), 2)]
    {
        for (last, lost) in [(longest - 1, false), (longest, true)] {
            let mut game = game(Terms { time: Some(time), grace: SECOND, ..Terms::default() });
            for seconds in [2, 2] {
                game.spend(seconds * SECOND);
            }
            game.spend(last * SECOND);
            assert_eq!(game.end().is_some(), lost, "{time:?}");
        }
    }
}

#[test]
fn the_record() {
    let turn = Turn::new("b2,.,w1".parse::<Combo>().unwrap(), Player::Left);
    let mut game = Game::new(turn, Terms::default());
    game.play(mv("0,0-2,0-2"));
    assert_eq!(
        serde_json::to_string(&game.record("strong", "./mine")).unwrap(),
        r#"{"rules":"combo","start":"b2,.,w1","first":"left","moves":["0,0-2,0-2"],"left":"strong","right":"./mine","winner":"left","reason":"no moves","seconds":{"left":0.0,"right":0.0},"opening":0}"#
    );
}
