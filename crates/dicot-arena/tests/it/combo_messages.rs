//! Combo's messages, byte by byte, its games and the prompts for a person.

use std::time::Duration;

use dicot::Player;
use dicot::board::Cell;
use dicot::rules::{Combo, Position, Ruleset, Turn, combo::ComboMove};
use dicot_arena::combo::bot::{BotError, OwnClock, serve};
use dicot_arena::combo::json::{BadMessage, MAX_ANSWER, MAX_REQUEST, Messages, answer, request};
use dicot_arena::combo::seat::Pace;
use dicot_bots::{Bot, RandomBot};

fn start() -> Turn<Combo> {
    Turn::new(Combo::start(8, 8).unwrap(), Player::Left)
}

fn mv(text: &str) -> ComboMove {
    Combo::start(8, 8).unwrap().read_move(text).unwrap()
}

/// The start as the original program writes it: by columns, without colours for empty squares, as one line.
#[test]
fn the_request_at_the_start() {
    let column = |x: u8| {
        let square = |y: u8| match y {
            0 | 1 => format!(r#"{{"x":{x},"y":{y},"piece_color":"white","piece_count":1}}"#),
            6 | 7 => format!(r#"{{"x":{x},"y":{y},"piece_color":"black","piece_count":1}}"#),
            _ => format!(r#"{{"x":{x},"y":{y},"piece_count":0}}"#),
        };
        format!("[{}]", (0..8).map(square).collect::<Vec<_>>().join(","))
    };
    let columns = (0..8).map(column).collect::<Vec<_>>().join(",");
    let expected = format!(
        r#"{{"board":{{"squares":[{columns}],"width":8,"height":8}},"color":"black"}}{}"#,
        "\n"
    );
    assert_eq!(request(&start()), expected);
    // The complete text, independent of the parts above.
    let small = Turn::new("w1,./.,.\nb12,.\n.,b1".parse().unwrap(), Player::Right);
    assert_eq!(
        request(&small),
        concat!(
            r#"{"board":{"squares":[[{"x":0,"y":0,"piece_color":"white","piece_count":1},"#,
            r#"{"x":0,"y":1,"piece_count":0},"#,
            r#"{"x":0,"y":2,"piece_color":"black","piece_count":12},"#,
            r#"{"x":0,"y":3,"piece_count":0}],[{"x":1,"y":0,"piece_count":0},"#,
            r#"{"x":1,"y":1,"piece_count":0},{"x":1,"y":2,"piece_count":0},"#,
            r#"{"x":1,"y":3,"piece_color":"black","piece_count":1}]],"#,
            r#""width":2,"height":4},"color":"white"}"#,
            "\n"
        )
    );
}

/// Reads answers from bytes, all at once and byte by byte, which must agree.
fn answers(bytes: &[u8]) -> Vec<Result<ComboMove, BadMessage>> {
    let read = |chunk: usize| {
        let (mut answers, mut read) = (Messages::answers(), Vec::new());
        for chunk in bytes.chunks(chunk) {
            answers.push(chunk);
            while let Some(answer) = answers.next() {
                let last = answer.is_err();
                read.push(answer);
                if last {
                    return read;
                }
            }
        }
        read
    };
    let whole = read(bytes.len().max(1));
    let good = |read: &[Result<ComboMove, BadMessage>]| -> Vec<Option<ComboMove>> {
        read.iter().map(|answer| answer.as_ref().ok().copied()).collect()
    };
    assert_eq!(good(&read(1)), good(&whole), "{}", String::from_utf8_lossy(bytes));
    whole
}

#[test]
fn good_answers() {
    let plain = r#"{"from":{"x":3,"y":2},"to":{"x":5,"y":4},"piece_count":3}"#;
    let pretty = "\r\n {\n\t\"to\" : {\"y\":4, \"x\":5},\n\"piece_count\": 3 ,\
                  \"from\":{\"x\":3,\"y\":2}\n}";
    let more =
        r#"{"why":"} \" ] {","from":{"x":3,"y":2,"z":[{}]},"to":{"x":5,"y":4},"piece_count":3}"#;
    let twice = r#"{"piece_count":9,"from":{"x":3,"y":2},"to":{"x":5,"y":4},"piece_count":3}"#;
    let expected = Ok(mv("3,2-5,4-3"));
    for text in [plain, pretty, more, twice] {
        assert_eq!(answers(text.as_bytes()), std::slice::from_ref(&expected), "{text}");
    }
    // Surplus bytes belong to the answer to the next request, with or without whitespace between them.
    let all = [plain, pretty, more].concat() + "\n\n" + plain;
    assert_eq!(answers(all.as_bytes()), vec![expected; 4]);
    assert_eq!(answers(b""), []);
    assert_eq!(answers(b" \n"), []);
    assert_eq!(answers(&plain.as_bytes()[..plain.len() - 1]), []);
    // Every answer is read as it was written.
    assert_eq!(answer(mv("3,2-5,4-3")), format!("{plain}\n"));
}

/// A number of many digits may be in range because of its exponent, wherever the bytes are cut.
#[test]
fn long_numbers() {
    let rest = r#""from":{"x":3,"y":2},"to":{"x":5,"y":4},"piece_count":3}"#;
    let number = |exponent: &str| format!("{{\"n\":1{}{exponent},{rest}", "0".repeat(330));
    assert_eq!(answers(number("e-300").as_bytes()), [Ok(mv("3,2-5,4-3"))]);
    assert!(matches!(answers(number("").as_bytes())[..], [Err(BadMessage::Syntax(_))]));
    // A syntax error before a number is reported at once.
    assert!(matches!(answers(b"{\"\xff\":1")[..], [Err(BadMessage::Syntax(_))]));
}

#[test]
fn bad_answers() {
    let message = |text: &str| {
        let answers = answers(text.as_bytes());
        let [Err(error)] = &answers[..] else { panic!("{text}: {answers:?}") };
        error.to_string()
    };
    // These are errors before their end.
    for text in ["null", "[]", "\"from\"", "7", "hello", "}", "\u{feff}{}"] {
        assert_eq!(message(text), "expected a JSON object", "{text}");
    }
    let comma = r#"{"from":{"x":3,"y":2},"to":{"x":5,"y":4},"piece_count":3,}"#;
    for text in [comma, "{from", r#"{"from":oops"#, "{]", "{\"a\":\u{1}", r#"{"a":01"#, "{'a'"] {
        assert!(message(text).starts_with("bad JSON: "), "{text}");
    }
    let deep = "{\"a\":".repeat(1_000);
    assert!(message(&deep).starts_with("bad JSON: "));
    let latin = [&b"{\"a\":\"\xe4\"}"[..]].concat();
    assert!(matches!(answers(&latin)[..], [Err(BadMessage::Syntax(_))]));
    let field = |text: &str, key: &str, expected: &str| {
        assert_eq!(message(text), format!("{key:?}: expected {expected}"), "{text}");
    };
    // Missing keys, which the original program reads as 0.
    field(r#"{"from":{"y":6},"to":{"y":5},"piece_count":1}"#, "from.x", "a value, found none");
    field(r#"{"from":{"x":0,"y":6},"to":{"x":0,"y":5}}"#, "piece_count", "a value, found none");
    field(r#"{"from":{"x":0,"y":6},"piece_count":1}"#, "to", "a value, found none");
    field(r#"{"from":7,"to":{"x":0,"y":5},"piece_count":1}"#, "from.x", "a value, found none");
    field(r#"{"FROM":{"x":0,"y":6}}"#, "from", "a value, found none");
    // Wrong types, which the original program ignores.
    let whole = "a whole number";
    field(r#"{"from":{"x":"z","y":6},"to":{"x":0,"y":5},"piece_count":1}"#, "from.x", whole);
    field(r#"{"from":{"x":0,"y":6},"to":{"x":0,"y":5.0},"piece_count":1}"#, "to.y", whole);
    field(r#"{"from":{"x":0,"y":6},"to":{"x":0,"y":5},"piece_count":"1"}"#, "piece_count", whole);
    field(r#"{"from":{"x":0,"y":6},"to":{"x":0,"y":5},"piece_count":null}"#, "piece_count", whole);
    // Numbers outside of any board are valid messages with illegal moves.
    for n in ["300", "-1", "18446744073709551615"] {
        let text =
            format!(r#"{{"from":{{"x":{n},"y":6}},"to":{{"x":0,"y":5}},"piece_count":{n}}}"#);
        let [Ok(mv)] = answers(text.as_bytes())[..] else { panic!("{text}") };
        assert!(!start().position.is_legal(Player::Left, mv), "{text}");
    }
    // The length of an answer is limited.
    let long = format!("{{\"a\":\"{}", "x".repeat(MAX_ANSWER));
    let too_long = Err(BadMessage::TooLong(MAX_ANSWER));
    assert_eq!(answers(long.as_bytes()), std::slice::from_ref(&too_long));
    assert_eq!(answers((long + "\"}").as_bytes()), [too_long]);
}

/// Reads requests from bytes.
fn requests(bytes: &[u8]) -> Vec<Result<Turn<Combo>, BadMessage>> {
    let mut requests = Messages::requests();
    requests.push(bytes);
    let mut read = Vec::new();
    while let Some(request) = requests.next() {
        let last = request.is_err();
        read.push(request);
        if last {
            break;
        }
    }
    read
}

#[test]
fn requests_are_read_as_they_are_written() {
    let mut turn = start();
    let mut bot = RandomBot::new(5);
    let (mut all, mut turns) = (Vec::new(), Vec::new());
    for _ in 0..50 {
        let text = request(&turn);
        // Keys may have any order, and there may be any number of lines.
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        all.extend(text.into_bytes());
        all.extend(serde_json::to_vec_pretty(&value).unwrap());
        turns.extend([Ok(turn.clone()), Ok(turn.clone())]);
        let Some(mv) = bot.choose(&turn, std::time::Instant::now()) else { break };
        turn = turn.play(mv).unwrap();
    }
    assert_eq!(requests(&all), turns);
    for (width, height) in [(1, 4), (63, 7), (21, 21)] {
        let turn = Turn::new(Combo::start(width, height).unwrap(), Player::Right);
        assert_eq!(requests(request(&turn).as_bytes()), [Ok(turn)]);
    }
}

#[test]
fn bad_requests() {
    let good = request(&Turn::new("b2/./w1".parse().unwrap(), Player::Left));
    assert!(requests(good.as_bytes())[0].is_ok());
    let bad = [
        ("\"black\",\"piece_count\":2", "\"black\",\"piece_count\":200", "too many stones"),
        (
            "\"piece_color\":\"black\",",
            "",
            "squares[0][0].piece_color\": expected a value, found none",
        ),
        ("\"piece_color\":\"black\"", "\"piece_color\":\"\"", "expected \"black\" or \"white\""),
        ("\"width\":1", "\"width\":2", "an array of `width` columns"),
        ("\"height\":3", "\"height\":2", "columns of `height` squares"),
        ("\"height\":3", "\"height\":0", "bad board"),
        ("\"width\":1,\"height\":3", "\"width\":200,\"height\":200", "bad board"),
        ("\"width\":1", "\"width\":-1", "bad board"),
        ("\"color\":\"black\"", "\"color\":7", "expected \"black\" or \"white\""),
        ("\"squares\":[[", "\"squares\":7,\"x\":[[", "an array of `width` columns"),
        ("{\"board\":", "[", "expected a JSON object"),
        ("\"color\"", "color", "bad JSON"),
    ];
    for (from, to, expected) in bad {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good);
        let read = requests(text.as_bytes());
        let [Err(error)] = &read[..] else { panic!("{text}: {read:?}") };
        assert!(error.to_string().contains(expected), "{text}: {error}");
    }
    let long = vec![b'['; MAX_REQUEST + 1];
    let read = requests(&[&b"{\"a\":"[..], &long].concat());
    assert_eq!(read, [Err(BadMessage::TooLong(MAX_REQUEST))]);
}

#[test]
fn a_bot_answers_until_its_input_ends() {
    let pace = Pace(Duration::from_secs(1));
    let serve = |input: &[u8]| {
        let mut out = Vec::new();
        let end = serve(&mut RandomBot::new(1), input, &mut out, pace, OwnClock::new(None));
        (end, String::from_utf8(out).unwrap())
    };
    let one = request(&Turn::new("b1,.".parse().unwrap(), Player::Left));
    // The player cannot move here, so there is no answer.
    let none = request(&Turn::new("b1,w1".parse().unwrap(), Player::Left));
    let (end, out) = serve([one.as_str(), &none, one.trim_end(), &one].concat().as_bytes());
    assert!(end.is_ok());
    assert_eq!(out, answer(mv("0,0-1,0-1")).repeat(3));
    assert!(serve(b"").0.is_ok());
    assert!(matches!(serve(&one.as_bytes()[..40]).0, Err(BotError::Unfinished)));
    let (end, out) = serve((one + "oops").as_bytes());
    assert!(matches!(end, Err(BotError::Request(BadMessage::NoObject))));
    assert_eq!(out.lines().count(), 1);
}

#[test]
fn the_own_clock() {
    let seconds = Duration::from_secs;
    let mut clock = OwnClock::new(Some(seconds(60)));
    let many = start();
    let few = Turn::new("b2,.,w1".parse().unwrap(), Player::Left);
    assert_eq!(clock.at(&many), Some(seconds(60)));
    clock.take(seconds(20));
    assert_eq!(clock.at(&few), Some(seconds(40)));
    clock.take(seconds(50));
    assert_eq!(clock.at(&few), Some(seconds(0)));
    // More stones than before: this is a new game.
    assert_eq!(clock.at(&many), Some(seconds(60)));
    assert_eq!(OwnClock::new(None).at(&many), None);
}

#[test]
fn the_board_for_a_person() {
    let expected = [
        " 1w  1w  1w  1w  0",
        " 1w  1w  1w  1w  1",
        " .   .   .   .   2",
        " 1b  1b  1b  1b  3",
        " 1b  1b  1b  1b  4",
        " 0   1   2   3",
        "",
    ]
    .join("\n");
    let position = Combo::start(4, 5).unwrap();
    assert_eq!(dicot_arena::combo::human::board(&position), expected);
    // As in moves: column, then row.
    let stack = position.stack(Cell { row: 3, col: 0 });
    assert_eq!(stack, Some((Player::Left, 1)));
}
