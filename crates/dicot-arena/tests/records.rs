//! Games of all systems, played by our bots, recorded, and played again from their records.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use dicot::Player;
use dicot::board::Wide;
use dicot::rules::{
    AnyStone, Combo, CornerOrCentre, GenClobber, HugeClobber, KonaneGame, Opening, Position,
    Ruleset, Turn,
};
use dicot::search::bot::Bot;
use dicot_arena::codingame::message::action;
use dicot_arena::konane::Seat;
use dicot_arena::matches::{GameRecord, Reason, Records, Replay};
use dicot_arena::{bots, codingame, combo, icga, konane};

const MOVE_TIME: Duration = Duration::from_millis(5);

/// The game of a record that was written as a line and read again.
fn replay<P: Ruleset>(record: &GameRecord) -> Replay<P> {
    let mut line = Vec::new();
    record.write(&mut line).unwrap();
    let read: Vec<_> = Records::of(&line[..]).map(Result::unwrap).collect();
    assert_eq!(read, [(1, record.clone())]);
    assert_eq!(record.rules, P::NAME);
    Replay::of(record).unwrap()
}

/// A game up to its end: whoever is to move there has lost.
fn whole<P: Ruleset>(record: &GameRecord) {
    let replay = replay::<P>(record);
    assert!(replay.is_over() && !replay.moves().is_empty());
    let winner = !replay.end().to_move;
    assert_eq!((record.winner, &record.reason), (Some(winner), &Some(Reason::NoMoves)));
    assert_eq!((record.forfeited_by(), &record.fault), (None, &None));
    let name = if winner == Player::Left { "ann" } else { "bob" };
    assert!(record.winner_name() == Some(name) || record.rules.starts_with("konane"));
}

/// A game that its player to move has lost for that reason, after so many moves.
fn forfeited<P: Ruleset>(record: &GameRecord, reason: Reason, moves: usize) {
    let replay = replay::<P>(record);
    let loser = replay.end().to_move;
    assert_eq!((replay.moves().len(), replay.is_over()), (moves, false));
    assert_eq!((record.winner, record.reason.as_ref()), (Some(!loser), Some(&reason)));
    assert_eq!(record.forfeited_by(), Some(loser));
}

/// The strongest bot as Left, a random one as Right.
fn pair<P: Ruleset>(seed: u64) -> [Box<dyn Bot<P>>; 2] {
    let strongest = bots::names::<P>().pop().unwrap();
    [bots::of(strongest, seed).unwrap(), bots::of("random", seed).unwrap()]
}

fn choice<P: Ruleset>(bots: &mut [Box<dyn Bot<P>>; 2], turn: &Turn<P>) -> P::Move {
    bots[turn.to_move as usize].choose(turn, Instant::now() + MOVE_TIME).unwrap()
}

#[test]
fn of_icga() {
    let mut referee = icga::Referee::new(5, 6, false).unwrap();
    let (beginning, mut bots) = (referee.clone(), pair::<HugeClobber>(1));
    while referee.end().is_none() {
        let turn = Turn::new(*referee.position(), referee.to_move());
        let mv = choice(&mut bots, &turn);
        referee.receive(&icga::WrittenMove::of(mv, turn.position.shape()).to_string());
    }
    whole::<HugeClobber>(&referee.record("ann", "bob"));

    for (line, reason, fault) in [
        ("b 1 b 2", Reason::IllegalMove, "b 1 b 2: "),
        ("z 9 z 8", Reason::IllegalMove, "z 9 z 8: the board has no such cell"),
        ("hello", Reason::Malformed, "expected a move like a 1 b 1"),
    ] {
        let mut referee = beginning.clone();
        referee.receive("a 1 b 1");
        referee.receive(line);
        let record = referee.record("ann", "bob");
        forfeited::<HugeClobber>(&record, reason, 1);
        assert!(record.fault.as_ref().unwrap().starts_with(fault), "{record:?}");
    }
    for (reason, recorded) in [
        (icga::Reason::Time, Reason::Time),
        (icga::Reason::Disconnected, Reason::Disconnected),
        (icga::Reason::Stopped, Reason::Stopped),
    ] {
        let mut referee = beginning.clone();
        referee.forfeit(reason);
        forfeited::<HugeClobber>(&referee.record("ann", "bob"), recorded, 0);
    }
}

fn konane_games<O: Opening>() {
    let start = || konane::Game::start(konane::board::<O>(6, 6).unwrap(), 7, konane::CLOCK).0;
    // Whoever removes first is Left, and in the other game Right.
    for first in Player::BOTH {
        let (mut game, mut bots) = (start(), pair::<KonaneGame<O, Wide>>(3));
        while game.ending().is_none() {
            let player = game.colour(game.on_turn()).unwrap_or(first);
            let mv = choice(&mut bots, &Turn::new(*game.board(), player));
            game.line(&mv.to_string(), MOVE_TIME);
        }
        let record = game.record([5, 6]).unwrap();
        whole::<KonaneGame<O, Wide>>(&record);
        assert_eq!((record.first, record.name(first), record.game), (first, "5", Some(7)));
        assert_eq!(record.times, vec![5; record.moves.len()]);
    }

    let second = |line: &str, took| {
        let mut game = start();
        game.line("[0:0]", MOVE_TIME);
        game.line(line, took);
        game.record([5, 6]).unwrap()
    };
    let illegal = second("[3:3]", MOVE_TIME);
    forfeited::<KonaneGame<O, Wide>>(&illegal, Reason::IllegalMove, 1);
    assert!(illegal.fault.is_some());
    forfeited::<KonaneGame<O, Wide>>(&second("[0:1", MOVE_TIME), Reason::Malformed, 1);
    let late = second("[0:1]", konane::CLOCK + MOVE_TIME);
    forfeited::<KonaneGame<O, Wide>>(&late, Reason::Time, 1);
    let mut game = start();
    game.gone(Seat::Two);
    let gone = game.record([5, 6]).unwrap();
    replay::<KonaneGame<O, Wide>>(&gone);
    assert_eq!(gone.forfeited_by().map(|loser| gone.name(loser)), Some("6"));
    let mut game = start();
    game.stopped();
    let stopped = game.record([5, 6]).unwrap();
    replay::<KonaneGame<O, Wide>>(&stopped);
    assert_eq!((stopped.winner, stopped.forfeited_by()), (None, None));
}

#[test]
fn of_konane() {
    konane_games::<CornerOrCentre>();
    konane_games::<AnyStone>();
}

#[test]
fn of_codingame() {
    use codingame::referee::{self, Referee};
    let start = GenClobber::start(6, 6).unwrap();
    let mut referee = Referee::new(start, Player::Right, 1);
    referee.open(start.moves(Player::Right).next().unwrap()).unwrap();
    let (opened, mut bots) = (referee.clone(), pair::<HugeClobber>(5));
    while referee.ending().is_none() {
        let mv = choice(&mut bots, referee.turn());
        referee.answer(&(action(mv) + " a comment"));
    }
    let record = referee.record("ann", "bob");
    whole::<HugeClobber>(&record);
    assert_eq!((record.first, record.opening), (Player::Right, 1));

    let mut referee = opened.clone();
    referee.answer("a1a9");
    forfeited::<HugeClobber>(&referee.record("ann", "bob"), Reason::IllegalMove, 1);
    for (reason, recorded) in
        [(referee::Reason::Time, Reason::Time), (referee::Reason::Crash, Reason::Crash)]
    {
        let mut referee = opened.clone();
        referee.forfeit(reason);
        forfeited::<HugeClobber>(&referee.record("ann", "bob"), recorded, 1);
    }
}

#[test]
fn of_combo() {
    use combo::game::{self, Game, Terms};
    use combo::seat::{Pace, Seat, play};
    let start = Turn::new(Combo::start(4, 4).unwrap(), Player::Left);
    let terms = Terms { max_plies: Some(300), ..Terms::default() };
    let mut reasons = Vec::new();
    for seed in 0..4 {
        let [mut left, mut right] = pair(seed).map(|bot| Seat::Bot(bot, Pace(MOVE_TIME)));
        let stop = AtomicBool::new(false);
        let record =
            play(start.clone(), terms.clone(), &mut left, &mut right, &stop).record("ann", "bob");
        match &record.reason {
            Some(Reason::NoMoves) => whole::<Combo>(&record),
            _ => assert_eq!((replay::<Combo>(&record).is_over(), record.winner), (false, None)),
        }
        assert!(record.seconds.is_some());
        reasons.push(record.reason);
    }
    assert!(reasons.contains(&Some(Reason::NoMoves)), "{reasons:?}");

    let ended = |reason: game::Reason| {
        let mut game = Game::new(start.clone(), terms.clone());
        game.forfeit(reason, MOVE_TIME);
        game.record("ann", "bob")
    };
    let mut game = Game::new(start.clone(), terms.clone());
    let mv = start.position.read_move("0,2 1,2 1").unwrap();
    game.play(mv, MOVE_TIME);
    game.play(mv, MOVE_TIME);
    let illegal = game.record("ann", "bob");
    forfeited::<Combo>(&illegal, Reason::IllegalMove, 1);
    assert!(illegal.fault.unwrap().starts_with("0,2-1,2-1: "));
    forfeited::<Combo>(&ended(game::Reason::OutOfTime), Reason::Time, 0);
    for (reason, recorded) in [
        (game::Reason::BadAnswer("why".to_owned()), Reason::Malformed),
        (game::Reason::Ended("why".to_owned()), Reason::Crash),
        (game::Reason::NotStarted("why".to_owned()), Reason::NotStarted),
    ] {
        let record = ended(reason);
        forfeited::<Combo>(&record, recorded, 0);
        assert_eq!(record.fault.as_deref(), Some("why"));
    }
    let mut game = Game::new(start.clone(), terms.clone());
    game.call_off(None, game::Reason::Stopped);
    let stopped = game.record("ann", "bob");
    replay::<Combo>(&stopped);
    assert_eq!((stopped.reason, stopped.winner), (Some(Reason::Stopped), None));
}

/// Every field comes back, and what is not known is not written.
#[test]
fn fields() {
    let mut record = GameRecord::new("clobber", "xo", Vec::new());
    let bare = String::from_utf8(written(&record)).unwrap();
    for key in ["fault", "seconds", "times", "seed", "\"game\""] {
        assert!(!bare.contains(key), "{bare}");
    }
    record.fault = Some("a \"word\"\nand more".to_owned());
    record.seconds = Some([Duration::from_millis(1500), Duration::ZERO].into());
    (record.times, record.seed, record.game) = (vec![1500], Some(1), Some(2));
    record.reason = Some(Reason::Other("bad mood".to_owned()));
    assert_eq!(written(&record).iter().filter(|&&byte| byte == b'\n').count(), 1);
    replay::<HugeClobber>(&record);
}

fn written(record: &GameRecord) -> Vec<u8> {
    let mut line = Vec::new();
    record.write(&mut line).unwrap();
    line
}
