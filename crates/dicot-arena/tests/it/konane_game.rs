//! The server's state machine of Konane, without sockets: every transition.

use std::time::Duration;

use dicot::Player;
use dicot::rules::konane::{AnyStone, CornerOrCentre, Opening};
use dicot_arena::game::Reason;
use dicot_arena::konane::{CLOCK, Referee, Seat, ServerMessage, board};

const SECOND: Duration = Duration::from_secs(1);

/// Prints messages as lines that start with the player's number.
fn text(sent: Vec<(Seat, ServerMessage)>) -> Vec<String> {
    sent.into_iter().map(|(seat, message)| format!("{} {message}", seat.number())).collect()
}

/// Returns a game after these legal answers.
fn after(lines: &[&str]) -> Referee<CornerOrCentre> {
    let (mut game, _) = Referee::start(board(18, 18).unwrap(), 1, CLOCK);
    for line in lines {
        game.receive(line, SECOND);
        assert_eq!(game.game().end(), None, "{line}");
    }
    game
}

/// The answers of the transcripts; player 1 and player 2 take turns.
const ANSWERS: [&str; 4] = ["[0:0]", "[0:1]", "[2:0]:[0:0]", "[2:1]:[0:1]"];

#[test]
fn the_transcripts() {
    let (mut game, mut sent) = Referee::start(board::<CornerOrCentre>(18, 18).unwrap(), 1, CLOCK);
    let times = [9_000, 9_000, 17_243, 4_000].map(Duration::from_millis);
    for (line, took) in ANSWERS.into_iter().zip(times) {
        sent.extend(game.receive(line, took));
    }
    let of = |seat| {
        let lines = sent.iter().filter(|(to, _)| *to == seat);
        lines.map(|(_, message)| format!("{message}\r\n")).collect::<String>()
    };
    let one = "Game:1\r\nPlayer:1\r\n?Remove:\r\nColor:BLACK\r\nRemoved:[0:0]\r\nRemoved:[0:1]\r\n\
        ?Move(180000):\r\nMove[2:0]:[0:0]\r\nMove[2:1]:[0:1]\r\n?Move(162757):\r\n";
    let two = "Game:1\r\nColor:WHITE\r\nPlayer:2\r\nRemoved:[0:0]\r\n?Remove:\r\nRemoved:[0:1]\r\n\
        Move[2:0]:[0:0]\r\n?Move(180000):\r\nMove[2:1]:[0:1]\r\n";
    assert_eq!(of(Seat::One), one);
    assert_eq!(of(Seat::Two), two);
    assert_eq!(game.time_left(Seat::Two), Duration::from_secs(176));
}

/// The order of the messages to both players.
#[test]
fn the_order_across_players() {
    let (mut game, sent) = Referee::start(board::<CornerOrCentre>(18, 18).unwrap(), 7, CLOCK);
    assert_eq!(text(sent), ["1 Game:7", "2 Game:7", "1 Player:1", "1 ?Remove:"]);
    let expected: [&[&str]; 4] = [
        &[
            "1 Color:BLACK",
            "2 Color:WHITE",
            "2 Player:2",
            "1 Removed:[0:0]",
            "2 Removed:[0:0]",
            "2 ?Remove:",
        ],
        &["1 Removed:[0:1]", "2 Removed:[0:1]", "1 ?Move(180000):"],
        &["1 Move[2:0]:[0:0]", "2 Move[2:0]:[0:0]", "2 ?Move(180000):"],
        &["1 Move[2:1]:[0:1]", "2 Move[2:1]:[0:1]", "1 ?Move(179000):"],
    ];
    for (i, (line, sent)) in ANSWERS.into_iter().zip(expected).enumerate() {
        assert_eq!(game.on_turn(), Seat::BOTH[i % 2]);
        assert_eq!(text(game.receive(line, SECOND)), sent);
    }
    assert_eq!(game.on_turn(), Seat::One);
}

/// Player 1 moves first in the jumps, whatever the colour.
#[test]
fn white_may_move_first() {
    for first in ["[0:17]", "[17:0]", "[8:9]", "[9:8]"] {
        let (mut game, _) = Referee::start(board::<CornerOrCentre>(18, 18).unwrap(), 1, CLOCK);
        let sent = text(game.receive(first, SECOND));
        assert_eq!(sent[..2], ["1 Color:WHITE", "2 Color:BLACK"], "{first}");
        assert_eq!(game.colour(Seat::One), Some(Player::Right));
    }
    let (mut game, _) = Referee::start(board::<CornerOrCentre>(18, 18).unwrap(), 1, CLOCK);
    game.receive("[0:17]", SECOND);
    let sent = text(game.receive("[0:16]", SECOND));
    assert_eq!(sent[2], "1 ?Move(180000):");
    let sent = text(game.receive("[0:15]:[0:17]", SECOND));
    let end = game.game().end().unwrap();
    assert_eq!(end.reason, Reason::IllegalMove);
    assert_eq!(end.fault.as_deref(), Some("there is no enemy stone to jump over"));
    assert_eq!(sent[1..], ["1 Opponent wins!", "2 You win!"]);
}

#[test]
fn removals() {
    let allowed = |square: &str| after(&[]).receive(square, SECOND).len() == 6;
    let good =
        ["[0:0]", "[0:17]", "[17:0]", "[17:17]", "[8:8]", "[8:9]", "[9:8]", "[9:9]", "[09:09]"];
    for square in good {
        assert!(allowed(square), "{square}");
    }
    for square in ["[0:1]", "[7:8]", "[10:9]", "[17:16]"] {
        assert!(!allowed(square), "{square}");
    }
    let (mut game, _) = Referee::start(board::<AnyStone>(18, 18).unwrap(), 1, CLOCK);
    assert_eq!(game.receive("[3:5]", SECOND).len(), 6);
    assert_eq!(game.receive("[4:5]", SECOND).len(), 3);
}

/// Every kind of fault, at every point of a game, by either player.
#[test]
fn faults() {
    let malformed =
        ["", "hello", "[0,0]", "[0:0", " [0:0]", "[0:0] ", "Removed:[0:0]", "[a:b]", "1"];
    let square = "expected a square like [0:0]";
    let mv = "expected a move like [2:0]:[0:0]";
    let outside = "the square is not on the board";
    let opening = "the opening does not allow this stone";
    let beside = "the stone does not share a side with the first hole";
    let none = "there is no stone to remove";
    let colour = "the stone to remove is not of the player's colour";
    // At each point: other malformed lines, and illegal moves with their reasons.
    type Point<'a> = (&'a [&'a str], &'a [(&'a str, &'static str)]);
    let points: [Point<'_>; 4] = [
        (
            &["[0:0]:[0:2]", "Move[2:0]:[0:0]"],
            &[("[18:0]", outside), ("[0:99]", outside), ("[0:1]", opening), ("[5:5]", opening)],
        ),
        (
            &["[0:1]:[0:0]", "[100:0]"],
            &[("[0:18]", outside), ("[0:0]", none), ("[0:3]", beside), ("[1:1]", colour)],
        ),
        (
            &["[2:0]", "[2:0][0:0]", "[2:0]-[0:0]", "Move [2:0]:[0:0]", "[2:0]:[0:0]:[0:2]"],
            &[
                ("[0:0]:[0:0]", "there is no stone to move"),
                ("[2:0]:[18:0]", outside),
                ("[2:1]:[0:1]", "the stone to move is not the player's own"),
            ],
        ),
        (
            &["[2:1]", "pass"],
            &[
                ("[0:0]:[0:2]", "the stone to move is not the player's own"),
                ("[0:18]:[0:16]", outside),
            ],
        ),
    ];
    for (done, (more, illegal)) in points.into_iter().enumerate() {
        let game = after(&ANSWERS[..done]);
        let seat = game.on_turn();
        let [own, other] = [seat.number(), (!seat).number()];
        let expected = if done < 2 { square } else { mv };
        let check = |mut game: Referee<CornerOrCentre>, sent, reason: Reason, fault: &str| {
            let error = format!("{own} Error:{fault}");
            let result = [format!("{own} Opponent wins!"), format!("{other} You win!")];
            assert_eq!(text(sent), [&[error][..], &result[..]].concat(), "after {done}");
            let end = game.game().end().unwrap();
            let recorded = (reason != Reason::Time).then(|| fault.to_owned());
            assert_eq!((game.winner(), &end.reason, &end.fault), (Some(!seat), &reason, &recorded));
            // Later events change nothing.
            assert!(game.receive(ANSWERS[done], SECOND).is_empty());
            assert!(game.disconnect(!seat).is_empty() && game.expired().is_empty());
            assert!(game.stopped().is_empty() && game.malformed("no").is_empty());
            assert_eq!((game.winner(), game.game().moves().len()), (Some(!seat), done));
        };
        for line in malformed.iter().chain(more) {
            let mut game = game.clone();
            let sent = game.receive(line, SECOND);
            check(game, sent, Reason::Malformed, expected);
        }
        for (line, rule) in illegal {
            let mut game = game.clone();
            let sent = game.receive(line, SECOND);
            check(game, sent, Reason::IllegalMove, rule);
        }
        let mut long = game.clone();
        let sent = long.malformed("the line is too long");
        check(long, sent, Reason::Malformed, "the line is too long");
        let mut late = game.clone();
        let sent = late.expired();
        check(late, sent, Reason::Time, "time expired");
        let mut late = game.clone();
        let sent = late.receive(ANSWERS[done], late.allowed() + Duration::from_nanos(1));
        check(late, sent, Reason::Time, "time expired");
        for seat in Seat::BOTH {
            let mut game = game.clone();
            assert_eq!(text(game.disconnect(seat)), [format!("{} You win!", (!seat).number())]);
            let reason = &game.game().end().unwrap().reason;
            assert_eq!((game.winner(), reason), (Some(!seat), &Reason::Disconnected));
            assert!(game.disconnect(!seat).is_empty());
        }
        let mut stopped = game.clone();
        let error = "Error:the server is shutting down";
        assert_eq!(text(stopped.stopped()), [format!("1 {error}"), format!("2 {error}")]);
        assert_eq!((stopped.game().end().unwrap().winner, stopped.winner()), (None, None));
    }
}

#[test]
fn the_clock_counts_only_jumps() {
    let mut game = after(&[]);
    let minute = Duration::from_secs(60);
    for line in ["[0:0]", "[0:1]"] {
        assert_eq!(game.allowed(), CLOCK);
        game.receive(line, 2 * minute);
    }
    assert_eq!(text(game.receive("[2:0]:[0:0]", CLOCK)).last().unwrap(), "2 ?Move(180000):");
    assert_eq!(game.time_left(Seat::One), Duration::ZERO);
    let sent = text(game.receive("[2:1]:[0:1]", Duration::from_micros(999)));
    assert_eq!(sent.last().unwrap(), "1 ?Move(0):");
    assert_eq!(game.allowed(), Duration::ZERO);
    let sent = text(game.receive("[4:0]:[2:0]", Duration::from_micros(1)));
    assert_eq!(sent, ["1 Error:time expired", "1 Opponent wins!", "2 You win!"]);
}

/// A player without a move has lost, at the start of the jumps and after a move.
#[test]
fn no_move() {
    let (mut game, _) = Referee::start(board::<CornerOrCentre>(2, 2).unwrap(), 1, CLOCK);
    game.receive("[0:1]", SECOND);
    let sent = text(game.receive("[1:1]", SECOND));
    assert_eq!(sent, ["1 Removed:[1:1]", "2 Removed:[1:1]", "1 Opponent wins!", "2 You win!"]);
    assert_eq!(game.game().end().unwrap().reason, Reason::NoMoves);

    let (mut game, _) = Referee::start(board::<CornerOrCentre>(1, 5).unwrap(), 3, CLOCK);
    game.receive("[0:2]", SECOND);
    game.receive("[0:1]", SECOND);
    let sent = text(game.receive("Move[0:4]:[0:2]", SECOND));
    let report = "Move[0:4]:[0:2]";
    let expected =
        [&format!("1 {report}"), &format!("2 {report}"), "2 Opponent wins!", "1 You win!"];
    assert_eq!(sent, expected);
    let reason = &game.game().end().unwrap().reason;
    assert_eq!((game.winner(), reason), (Some(Seat::One), &Reason::NoMoves));

    let record = game.record([5, 6]).unwrap();
    assert_eq!(
        serde_json::to_string(&record).unwrap(),
        r#"{"rules":"konane-artemis","start":"xoxox","first":"left","moves":["[0:2]","[0:1]","[0:4]:[0:2]"],"left":"5","right":"6","winner":"left","reason":"no moves","seconds":{"left":2.0,"right":1.0},"times":[1000,1000,1000],"opening":0,"game":3}"#
    );
}

#[test]
fn records_of_short_games() {
    let (mut game, _) = Referee::start(board::<AnyStone>(4, 6).unwrap(), 1, CLOCK);
    assert_eq!(game.record([1, 2]), None);
    game.disconnect(Seat::One);
    let record = game.record([1, 2]).unwrap();
    assert_eq!(record.start, "oxoxox/xoxoxo/oxoxox/xoxoxo");
    assert_eq!((record.left.as_str(), record.right.as_str()), ("1", "2"));
    assert_eq!(
        (record.winner_name(), &record.reason, &record.fault),
        (Some("2"), &Some(Reason::Disconnected), &None)
    );
    let mut white = after(&[]);
    white.receive("[0:17]", SECOND);
    white.receive("[0:14]", SECOND);
    let record = white.record([1, 2]).unwrap();
    assert_eq!(
        (record.first, record.left.as_str(), record.right.as_str()),
        (Player::Right, "2", "1")
    );
    assert_eq!(record.winner, Some(Player::Right));
    assert_eq!(record.reason, Some(Reason::IllegalMove));
    let rule = "the stone does not share a side with the first hole";
    assert_eq!(record.fault.as_deref(), Some(rule));
}

#[test]
fn boards() {
    for (rows, cols) in [(1, 2), (100, 4), (18, 18), (21, 21)] {
        let shape = board::<AnyStone>(rows, cols).unwrap().position.shape();
        assert_eq!((shape.height(), shape.width()), (rows, cols));
    }
    for (rows, cols) in [(0, 5), (1, 1), (101, 2), (2, 101), (22, 21)] {
        assert!(board::<AnyStone>(rows, cols).is_err(), "{rows}x{cols}");
    }
    // The corners and the centre may be removed on boards of any proportions.
    fn first<O: Opening>(rows: u8, cols: u8, square: &str) -> bool {
        let (mut game, _) = Referee::start(board::<O>(rows, cols).unwrap(), 1, CLOCK);
        game.receive(square, SECOND).len() == 6
    }
    assert!(first::<CornerOrCentre>(5, 5, "[2:2]") && !first::<CornerOrCentre>(5, 5, "[1:2]"));
    assert!(first::<CornerOrCentre>(4, 5, "[1:2]") && first::<CornerOrCentre>(4, 5, "[2:2]"));
    assert!(first::<AnyStone>(5, 5, "[1:2]"));
}
