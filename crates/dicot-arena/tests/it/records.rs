//! Games under all protocols, played by bots, recorded, and replayed from their records.

use std::time::{Duration, Instant};

use dicot::board::U448;
use dicot::rules::{
    Clobber448, Combo, GenClobber, KonaneGame, Position, Ruleset, Turn,
    konane::{AnyStone, CornerOrCentre, Opening},
};
use dicot::{Interrupt, Player};
use dicot_arena::codingame::message::action;
use dicot_arena::game::{End, Game, Reason, Terms};
use dicot_arena::konane::Seat;
use dicot_arena::matches::{GameRecord, Records, Replay};
use dicot_arena::{codingame, combo, icga, konane};
use dicot_bots::Bot;
use dicot_rulesets::{bots, library};

const MOVE_TIME: Duration = Duration::from_millis(5);

/// The game of a record that was written as a line and read again.
fn replay<P: Ruleset>(record: &GameRecord) -> Replay {
    let mut line = Vec::new();
    record.write(&mut line).unwrap();
    let read: Vec<_> = Records::of(&line[..]).map(Result::unwrap).collect();
    assert_eq!(read, [(1, record.clone())]);
    assert_eq!(record.rules, P::SPEC.name);
    Replay::of(&library().find(P::SPEC.name).unwrap(), record).unwrap()
}

/// Checks a complete game: the player to move at its end has lost.
fn whole<P: Ruleset>(record: &GameRecord) {
    let replay = replay::<P>(record);
    assert!(replay.is_over() && !replay.moves().is_empty());
    let winner = !replay.end().to_move;
    assert_eq!((record.winner, &record.reason), (Some(winner), &Some(Reason::NoMoves)));
    assert_eq!((record.forfeited_by(), &record.fault), (None, &None));
    let name = if winner == Player::Left { "ann" } else { "bob" };
    assert!(record.winner_name() == Some(name) || record.rules.starts_with("konane"));
}

/// Checks a game that the player to move has lost for this reason, after this number of moves.
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
    let (beginning, mut bots) = (referee.clone(), pair::<Clobber448>(1));
    while referee.game().end().is_none() {
        let turn = *referee.game().turn();
        let mv = choice(&mut bots, &turn);
        referee.receive(&icga::WrittenMove::of(mv, turn.position.shape()).to_string());
    }
    whole::<Clobber448>(&referee.game().record("ann", "bob"));

    for (line, reason, fault) in [
        ("b 1 b 2", Reason::IllegalMove, "b 1 b 2: "),
        ("z 9 z 8", Reason::IllegalMove, "z 9 z 8: a cell is not on the board"),
        ("hello", Reason::Malformed, "expected a move like a 1 b 1"),
    ] {
        let mut referee = beginning.clone();
        referee.receive("a 1 b 1");
        referee.receive(line);
        let record = referee.game().record("ann", "bob");
        forfeited::<Clobber448>(&record, reason, 1);
        assert!(record.fault.as_ref().unwrap().starts_with(fault), "{record:?}");
    }
}

fn konane_games<O: Opening>() {
    let start = || konane::Referee::start(konane::board::<O>(6, 6).unwrap(), 7, konane::CLOCK).0;
    // The player who removes first is Left in one game and Right in the other.
    for first in Player::BOTH {
        let (mut game, mut bots) = (start(), pair::<KonaneGame<O, U448>>(3));
        while game.game().end().is_none() {
            let player = game.colour(game.on_turn()).unwrap_or(first);
            let mv = choice(&mut bots, &Turn::new(*game.board(), player));
            game.receive(&mv.to_string(), MOVE_TIME);
        }
        let record = game.record([5, 6]).unwrap();
        whole::<KonaneGame<O, U448>>(&record);
        assert_eq!((record.first, record.name(first), record.game), (first, "5", Some(7)));
        assert_eq!(record.times, vec![5; record.moves.len()]);
    }

    let second = |line: &str, took| {
        let mut game = start();
        game.receive("[0:0]", MOVE_TIME);
        game.receive(line, took);
        game.record([5, 6]).unwrap()
    };
    let illegal = second("[3:3]", MOVE_TIME);
    forfeited::<KonaneGame<O, U448>>(&illegal, Reason::IllegalMove, 1);
    assert!(illegal.fault.is_some());
    forfeited::<KonaneGame<O, U448>>(&second("[0:1", MOVE_TIME), Reason::Malformed, 1);
    let late = second("[0:1]", konane::CLOCK + MOVE_TIME);
    forfeited::<KonaneGame<O, U448>>(&late, Reason::Time, 1);
    let mut game = start();
    game.disconnect(Seat::Two);
    let disconnected = game.record([5, 6]).unwrap();
    replay::<KonaneGame<O, U448>>(&disconnected);
    assert_eq!(disconnected.forfeited_by().map(|loser| disconnected.name(loser)), Some("6"));
    let mut game = start();
    game.stopped();
    let stopped = game.record([5, 6]).unwrap();
    replay::<KonaneGame<O, U448>>(&stopped);
    assert_eq!((stopped.winner, stopped.forfeited_by()), (None, None));
}

#[test]
fn of_konane() {
    konane_games::<CornerOrCentre>();
    konane_games::<AnyStone>();
}

#[test]
fn of_codingame() {
    use codingame::referee::Referee;
    let start = GenClobber::start(6, 6).unwrap();
    let mut referee = Referee::new(start, Player::Right, 1);
    referee.open(start.moves(Player::Right).next().unwrap()).unwrap();
    let (opened, mut bots) = (referee.clone(), pair::<Clobber448>(5));
    while referee.game().end().is_none() {
        let mv = choice(&mut bots, referee.turn());
        referee.answer(&(action(mv) + " a comment"));
    }
    let record = referee.record("ann", "bob");
    whole::<Clobber448>(&record);
    assert_eq!((record.first, record.opening), (Player::Right, 1));

    let mut referee = opened;
    referee.answer("a1a9");
    forfeited::<Clobber448>(&referee.record("ann", "bob"), Reason::IllegalMove, 1);
}

#[test]
fn of_combo() {
    use combo::seat::{Pace, Seat, play};
    let start = Turn::new(Combo::start(4, 4).unwrap(), Player::Left);
    let terms = Terms { max_plies: Some(300), ..Terms::default() };
    let mut reasons = Vec::new();
    for seed in 0..4 {
        let [mut left, mut right] = pair(seed).map(|bot| Seat::Bot(bot, Pace(MOVE_TIME)));
        let stop = Interrupt::default();
        let record = play(start.clone(), terms, &mut left, &mut right, &stop).record("ann", "bob");
        match &record.reason {
            Some(Reason::NoMoves) => whole::<Combo>(&record),
            _ => assert_eq!((replay::<Combo>(&record).is_over(), record.winner), (false, None)),
        }
        assert!(record.seconds.is_some());
        reasons.push(record.reason);
    }
    assert!(reasons.contains(&Some(Reason::NoMoves)), "{reasons:?}");

    // The core's record of a forfeit, which all protocols share.
    let ended = |reason, fault: Option<&str>| {
        let mut game = Game::new(start.clone(), terms);
        game.forfeit(reason, fault.map(str::to_owned));
        game.record("ann", "bob")
    };
    let mut game = Game::new(start.clone(), terms);
    let mv = start.position.read_move("0,2 1,2 1").unwrap();
    game.play(mv);
    game.play(mv);
    let illegal = game.record("ann", "bob");
    forfeited::<Combo>(&illegal, Reason::IllegalMove, 1);
    assert!(illegal.fault.unwrap().starts_with("0,2-1,2-1: "));
    forfeited::<Combo>(&ended(Reason::Time, None), Reason::Time, 0);
    for reason in [
        Reason::Malformed,
        Reason::Disconnected,
        Reason::Crash,
        Reason::NotStarted,
        Reason::Stopped,
    ] {
        let record = ended(reason.clone(), Some("why"));
        forfeited::<Combo>(&record, reason, 0);
        assert_eq!(record.fault.as_deref(), Some("why"));
    }
    let mut game = Game::new(start.clone(), terms);
    game.finish(End { winner: None, reason: Reason::Stopped, fault: None });
    let stopped = game.record("ann", "bob");
    replay::<Combo>(&stopped);
    assert_eq!((stopped.reason, stopped.winner), (Some(Reason::Stopped), None));
}

/// Every field is read as it was written, and missing optional fields are not written.
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
    replay::<Clobber448>(&record);
}

fn written(record: &GameRecord) -> Vec<u8> {
    let mut line = Vec::new();
    record.write(&mut line).unwrap();
    line
}
