//! The protocol of CodinGame's Clobber, byte by byte, in the order of its referee.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use dicot::Player::{self, Left, Right};
use dicot::rules::{Clobber448, GenClobber, Ruleset, Turn, clobber::ClobberMove};
use dicot_arena::codingame::bot::{Clock, PlayError, play};
use dicot_arena::codingame::message::{Answer, MAX_SIDE, Reader, Request};
use dicot_arena::codingame::referee::Referee;
use dicot_arena::game::Reason;
use dicot_bots::{Bot, Dice};

const START: &str =
    "wbwbwbwb\nbwbwbwbw\nwbwbwbwb\nbwbwbwbw\nwbwbwbwb\nbwbwbwbw\nwbwbwbwb\nbwbwbwbw\n";

fn start(side: u8) -> Clobber448 {
    GenClobber::start(side, side).unwrap()
}

/// Starts a game from rows in `x` and `o`, in which White moves first.
fn game(rows: &str) -> Referee {
    Referee::new(rows.parse().unwrap(), Right, 1)
}

#[test]
fn the_first_turns() {
    let mut referee = Referee::new(start(8), Right, 1);
    assert_eq!(referee.request().unwrap(), format!("8\nw\n{START}null\n112\n"));
    assert_eq!(referee.limit(), Duration::from_millis(1000));
    referee.answer("a8b8 hello");
    assert_eq!(referee.comment(), "hello");
    // Black receives the size and its colour only now, and the move without its comment.
    let middle = &START[9..54];
    assert_eq!(
        referee.request().unwrap(),
        format!("8\nb\n.wwbwbwb\n{middle}wbwbwbwb\nbwbwbwbw\na8b8\n108\n")
    );
    assert_eq!(referee.limit(), Duration::from_millis(1000));
    referee.answer("a1a2");
    assert_eq!(
        referee.request().unwrap(),
        format!(".wwbwbwb\n{middle}bbwbwbwb\n.wbwbwbw\na1a2\n104\n")
    );
    assert_eq!(referee.limit(), Duration::from_millis(150));
    referee.answer("h1h2");
    assert!(referee.request().unwrap().ends_with("h1h2\n100\n"));
    assert_eq!(referee.limit(), Duration::from_millis(150));
}

#[test]
fn requests_are_read_as_they_are_written() {
    for side in 1..=MAX_SIDE {
        for player in Player::BOTH {
            // The largest boards are too large for the type, but not for the protocol.
            let row =
                |row: u8| (0..side).map(move |col| ["w", "b", "."][usize::from(row ^ col) % 3]);
            let request = Request {
                player,
                rows: (0..side).map(|n| row(n).collect()).collect(),
                last: (side % 2 == 0).then(|| "a1a2".to_owned()),
                actions: u64::from(side),
            };
            let mut reader = Reader::new();
            for text in [request.setup() + &request.to_string(), request.to_string()] {
                let mut read: Vec<_> =
                    text.lines().map(|line| reader.line(line).unwrap()).collect();
                assert_eq!(read.pop().unwrap().unwrap(), request);
                assert!(read.into_iter().all(|line| line.is_none()));
            }
            match request.position() {
                Ok(position) => {
                    let last = (side % 2 == 0).then(|| position.read_move("a1-a2").unwrap());
                    let actions = dicot::rules::Position::move_count(&position, player);
                    assert_eq!(
                        Request::new(&position, player, last),
                        Request { actions, ..request }
                    );
                }
                Err(_) => assert!(u32::from(side).pow(2) > 448),
            }
        }
    }
}

#[test]
fn invalid_requests() {
    let rows = ["w.", "wb"];
    let error = |lines: &[&str]| {
        let mut reader = Reader::new();
        let (last, before) = lines.split_last().unwrap();
        before.iter().for_each(|line| assert_eq!(reader.line(line), Ok(None), "{lines:?}"));
        reader.line(last).unwrap_err().to_string()
    };
    for side in ["", "0", "27", "-1", "8.", "w", "99999999999999999999"] {
        assert_eq!(
            error(&[side]),
            format!("line 1: expected the number of rows, up to 26, found {side:?}")
        );
    }
    for colour in ["", "W", "white", "8"] {
        assert_eq!(
            error(&["2", colour]),
            format!("line 2: expected a colour, w or b, found {colour:?}")
        );
    }
    for row in ["", "w", "www", "wx", "w ", "\u{e4}"] {
        let expected =
            format!("line 4: expected a row of 2 cells, each w, b or ., found {:?}", row.trim());
        assert_eq!(error(&["2", "b", rows[0], row]), expected);
    }
    for actions in ["", "x", "-1", "1 2"] {
        let lines = ["2", "b", rows[0], rows[1], "a1b1", actions];
        assert_eq!(
            error(&lines),
            format!("line 6: expected the number of legal moves, found {actions:?}")
        );
    }
    let long = "z".repeat(1000);
    assert!(error(&["2", &long]).len() < 120);
    // CR LF line ends, and any text as the last action.
    let mut reader = Reader::new();
    for line in ["2\r", " w\t", "w.\r\n", "wb", "whatever it is"] {
        assert_eq!(reader.line(line), Ok(None));
    }
    assert_eq!(reader.line("1\r").unwrap().unwrap().last.unwrap(), "whatever it is");
}

#[test]
fn answers_that_count() {
    let accepted = |line: &str| {
        let mut referee = Referee::new(start(8), Right, 1);
        referee.answer(line);
        assert_eq!(referee.game().end(), None, "{line:?}");
        let mv = referee.game().moves()[0].to_string();
        (mv, referee.comment().to_owned())
    };
    let expected = |mv: &str, comment: &str| (mv.to_owned(), comment.to_owned());
    assert_eq!(accepted("b1b2"), expected("b1-b2", ""));
    assert_eq!(accepted("b1b2 "), expected("b1-b2", ""));
    assert_eq!(accepted("b1b2  two"), expected("b1-b2", " two"));
    assert_eq!(accepted("b1b2 sixteen letters and more"), expected("b1-b2", "sixteen letters "));
    assert_eq!(accepted("b1b2 \u{e4}\u{1f600}"), expected("b1-b2", "\u{e4}\u{1f600}"));
    // An answer only needs to start with a move.
    assert_eq!(accepted("b1b2xyz"), expected("b1-b2", ""));
    assert_eq!(accepted("b1b2\r"), expected("b1-b2", ""));
    assert_eq!(accepted("b1b2\tc1c2 said"), expected("b1-b2", "said"));
    assert_eq!(accepted("random why not").1, "why not");
    assert_eq!(Answer::of("a b c"), Answer { action: "a", comment: "b c" });
}

/// The winner and the reason of a game that is over.
fn over(referee: &Referee) -> (Player, Reason) {
    let end = referee.game().end().unwrap();
    (end.winner.unwrap(), end.reason.clone())
}

#[test]
fn answers_that_lose() {
    let bad = [
        "", " ", " b1b2", "\tb1b2", // nothing is trimmed
        "B1B2", "b1", "b1b", "hello", "Random", "randomly", "random\r", "b1-b2", "b1 b2",
        "a1b1", // a stone of Black
        "b1c2", // diagonal
        "b1d1", "b1b4", // not adjacent
        "b1a2", // diagonal, onto an own stone
        "h1i1", "h1h0", "b1b1", "a9a8", "\u{e4}", // off the board, or nowhere
    ];
    for line in bad {
        let mut referee = Referee::new(start(8), Right, 1);
        referee.answer(line);
        assert_eq!(
            (over(&referee), referee.request()),
            ((Left, Reason::IllegalMove), None),
            "{line:?}"
        );
        referee.answer("b1b2");
        referee.forfeit(Reason::Time, "late");
        assert_eq!(over(&referee), (Left, Reason::IllegalMove), "it is over");
        assert_eq!(referee.game().moves(), []);
    }
    // An empty source, an empty target, a target with an own stone, an opponent's stone as the source.
    for line in ["a2b2", "a3a2", "a3b3", "b2b3"] {
        let mut referee = game("oo/.x/xo");
        referee.answer(line);
        assert_eq!(over(&referee).1, Reason::IllegalMove, "{line}");
    }
}

#[test]
fn a_player_who_cannot_move_is_not_asked() {
    // After White's move, no black stone is adjacent to a white one.
    let mut referee = game("ox");
    referee.answer("a1b1");
    assert_eq!((over(&referee), referee.request()), ((Right, Reason::NoMoves), None));
    // White is not asked if it has no first move.
    for rows in ["o", "xx/.x"] {
        let referee = game(rows);
        assert_eq!((over(&referee), referee.request()), ((Left, Reason::NoMoves), None));
    }
}

#[test]
fn random_means_any_move() {
    let first = |seed| {
        let mut referee = Referee::new(start(3), Right, seed);
        referee.answer("random");
        referee.game().moves()[0]
    };
    assert_eq!(first(5), first(5));
    let different: BTreeSet<String> = (0..500).map(|seed| first(seed).to_string()).collect();
    assert_eq!(different.len(), Turn::new(start(3), Right).moves().count());
    // The opponent receives the move.
    let mut referee = Referee::new(start(8), Right, 3);
    referee.answer("random");
    let sent = referee.game().moves()[0].to_string().replace('-', "");
    assert_eq!(referee.request().unwrap().lines().nth(10), Some(sent.as_str()));
}

#[test]
fn ranks_of_two_digits() {
    let mut referee = Referee::new(start(12), Right, 1);
    referee.answer("a12a11");
    assert_eq!(referee.request().unwrap().lines().nth(14), Some("a12a11"));
    // This starts with a1b1, which is not legal here.
    let mut referee = Referee::new(start(12), Right, 1);
    referee.answer("a10b1");
    assert!(referee.game().end().is_some());
}

#[test]
fn openings() {
    let mut referee = Referee::new(start(8), Right, 1);
    let mv = |text| start(8).read_move(text).unwrap();
    referee.open(mv("b1-b2")).unwrap();
    assert!(referee.open(mv("b1-b2")).is_err());
    // Black is asked first and receives the last move of the opening; both players have the time of a first turn.
    assert!(referee.request().unwrap().starts_with("8\nb\n"));
    assert!(referee.request().unwrap().contains("\nb1b2\n"));
    referee.answer("random");
    assert!(referee.request().unwrap().starts_with("8\nw\n"));
    assert_eq!(referee.limit(), Duration::from_millis(1000));
}

/// Plays the first legal move and records the requests.
struct First(Vec<(Turn<Clobber448>, Duration)>);

impl Bot<Clobber448> for First {
    fn choose(&mut self, turn: &Turn<Clobber448>, deadline: Instant) -> Option<ClobberMove> {
        self.0.push((*turn, deadline.saturating_duration_since(Instant::now())));
        turn.moves().next()
    }
}

#[test]
fn a_bot_plays_what_it_is_asked() {
    let mut bot = First(Vec::new());
    let mut output = Vec::new();
    // The positions are unrelated: the program keeps no state between turns.
    let input = "3\nb\nwbw\nbwb\nwbw\nnull\n12\n...\n.wb\n...\nc3c2\n1\n...\n.bw\n.w.\n????\n2\n";
    play(&mut bot, input.as_bytes(), &mut output, Clock::default()).unwrap();
    assert_eq!(String::from_utf8(output).unwrap(), "b3a3\nc2b2\nb2c2\n");
    let asked: Vec<String> = bot.0.iter().map(|(turn, _)| turn.position.to_string()).collect();
    assert_eq!(asked, ["oxo/xox/oxo", ".../.ox/...", ".../.xo/.o."]);
    assert!(bot.0.iter().all(|(turn, _)| turn.to_move == Left));
    let most: Vec<u128> = bot.0.iter().map(|(_, time)| time.as_millis()).collect();
    assert!(most[0] <= 900 && most[1] <= 135 && most[2] <= 135, "{most:?}");
}

#[test]
fn how_a_bot_ends() {
    let ends = |input: &[u8]| {
        let mut output = Vec::new();
        let end = play(&mut First(Vec::new()), input, &mut output, Clock::default());
        (end, String::from_utf8(output).unwrap())
    };
    // Input may end anywhere between lines.
    let whole = "2\nw\nw.\nwb\nnull\n1\n";
    for (place, _) in whole.match_indices('\n') {
        assert!(ends(&whole.as_bytes()[..=place]).0.is_ok());
    }
    assert!(ends(b"").0.is_ok());
    let (end, output) = ends(format!("{whole}w.\nwx\n").as_bytes());
    assert_eq!(output, "a1b1\n");
    assert_eq!(
        end.unwrap_err().to_string(),
        "line 8: expected a row of 2 cells, each w, b or ., found \"wx\""
    );
    // Invalid lines, and a line without an end.
    assert!(matches!(ends(&[0xff; 100_000]).0, Err(PlayError::Request(_))));
    let large = format!("26\nw\n{}null\n1\n", format!("{}\n", ".".repeat(26)).repeat(26));
    assert_eq!(
        ends(large.as_bytes()).0.unwrap_err().to_string(),
        "the board has 676 cells (26 wide, 26 high); the limit is 448 cells and 255 a side"
    );
}

#[test]
fn random_input_does_not_panic() {
    const PIECES: [&str; 16] = [
        "8",
        "2",
        "w",
        "b",
        ".",
        "\n",
        "\r\n",
        " ",
        "null",
        "a1b1",
        "random",
        "wb",
        "-1",
        "\u{e4}",
        "\0",
        "99999999999999999999999",
    ];
    let mut dice = Dice::new(1);
    let mut text = |most| -> String {
        let length = dice.below(most);
        (0..length).filter_map(|_| dice.pick(PIECES.iter())).copied().collect()
    };
    for _ in 0..20_000 {
        let mut reader = Reader::new();
        // A reader can be used after an error.
        for line in ("2\nw\n".to_owned() + &text(60)).lines() {
            if let Ok(Some(request)) = reader.line(line) {
                assert_eq!(request.rows.len(), 2);
                request.position().unwrap();
            }
        }
        let _ = play(&mut First(Vec::new()), text(60).as_bytes(), Vec::new(), Clock::default());
        let mut referee = Referee::new(start(4), Right, 1);
        referee.answer(&text(8));
        let legal = referee.game().moves().len() == 1;
        assert_eq!(legal, referee.game().end().is_none());
        assert!(referee.comment().chars().count() <= 16);
    }
}
