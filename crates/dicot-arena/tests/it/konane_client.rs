//! The client's state machine of Konane, without sockets: every transition.

use std::time::Duration;

use dicot::Player;
use dicot::rules::{Ruleset, konane::CornerOrCentre};
use dicot_arena::konane::{
    CLOCK, Client, Credentials, Login, Outcome, Password, Referee, ServerMessage, Step, Users,
    board,
};
use dicot_bots::Dice;

fn client() -> Client {
    let credentials = Credentials { user: 12, password: Password(345), opponent: 6 };
    Client::new(board(18, 18).unwrap(), credentials)
}

/// Returns the step after the last of these lines.
fn last(client: &mut Client, lines: &[&str]) -> Step {
    let steps = lines.iter().map(|line| client.receive(line).unwrap()).collect::<Vec<_>>();
    steps.into_iter().last().unwrap()
}

/// Returns the player to move, the board and the remaining time.
fn choice(step: Step) -> (Player, String, Option<Duration>) {
    match step {
        Step::Choose { turn, time_left } => (turn.to_move, turn.position.to_string(), time_left),
        other => panic!("{other:?}"),
    }
}

#[test]
fn login_by_the_text_of_the_prompts() {
    let send = |text: &str| Step::Send(text.to_owned());
    let prompts = [("?Username:", "12"), ("?Password:", "345"), ("?Opponent:", "6")];
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
        let mut client = client();
        assert_eq!(last(&mut client, &["You are connected to something", "", "?"]), Step::Wait);
        for i in order {
            let (prompt, answer) = prompts[i];
            assert_eq!(last(&mut client, &[prompt]), send(answer));
        }
        assert_eq!(client.closed(), Outcome::Aborted);
    }
}

#[test]
fn refused() {
    for login in [&["?Username:"][..], &["?Username:", "?Password:", "?Opponent:"], &[]] {
        let lines = [login, &["Error:unknown user"]].concat();
        let refused = Outcome::Refused("unknown user".to_owned());
        assert_eq!(last(&mut client(), &lines), Step::Over(refused));
    }
}

/// As player 1, in the order of the transcript.
#[test]
fn player_one() {
    let mut client = client();
    let (player, _, left) = choice(last(&mut client, &["Game:1", "Player:1", "?Remove:"]));
    assert_eq!((player, left), (Player::Left, None));
    let mv = client.board().read_move("[0:0]").unwrap();
    assert_eq!(client.chosen(Some(mv)), "[0:0]");
    // The client removes a stone only when the server reports it.
    assert_eq!(client.board(), &board(18, 18).unwrap());
    let lines = ["Color:BLACK", "Removed:[0:0]", "Removed:[0:1]", "?Move(180000):"];
    let (player, _, left) = choice(last(&mut client, &lines));
    assert_eq!((player, left), (Player::Left, Some(Duration::from_secs(180))));
    let mv = client.board().read_move("[2:0]:[0:0]").unwrap();
    assert_eq!(client.chosen(Some(mv)), "[2:0]:[0:0]");
    let lines = ["Move[2:0]:[0:0]", "Move[2:1]:[0:1]", "?Move{162757):"];
    let (player, position, left) = choice(last(&mut client, &lines));
    assert_eq!((player, left), (Player::Left, Some(Duration::from_millis(162_757))));
    let bottom: Vec<&str> = position.split('/').skip(15).collect();
    assert_eq!(bottom, ["..xoxoxoxoxoxoxoxo", "..oxoxoxoxoxoxoxox", "xoxoxoxoxoxoxoxoxo"]);
    assert_eq!(last(&mut client, &["You win!"]), Step::Over(Outcome::Won));
}

/// As player 2, in the order of the transcript and in others.
#[test]
fn player_two() {
    let orders: [&[&str]; 3] = [
        &["Game:1", "Color:WHITE", "Player:2", "Removed:[0:0]", "?Remove:"],
        &["Removed:[0:0]", "Player:2", "Game:1", "Color:WHITE", "?Remove:"],
        // The server need not send the colour.
        &["Game:1", "Removed:[0:0]", "?Remove:"],
    ];
    for order in orders {
        let mut client = client();
        let Step::Choose { turn, time_left } = last(&mut client, order) else { panic!() };
        let moves: Vec<String> = turn.moves().map(|mv| mv.to_string()).collect();
        assert_eq!((turn.to_move, time_left), (Player::Right, None));
        assert_eq!(moves, ["[1:0]", "[0:1]"]);
        assert_eq!(client.chosen(turn.moves().next()), "[1:0]");
        let lines = ["Removed:[1:0]", "Move[0:2]:[0:0]", "?Move:"];
        let (player, _, left) = choice(last(&mut client, &lines));
        assert_eq!((player, left), (Player::Right, None));
    }
}

/// The colour that the server sends counts, otherwise the colour of the client's own removal.
#[test]
fn colours() {
    let mut unsaid = client();
    last(&mut unsaid, &["Game:1", "?Remove:"]);
    let white = unsaid.board().read_move("[0:17]").unwrap();
    unsaid.chosen(Some(white));
    let lines = ["Removed:[0:17]", "Removed:[0:16]", "?Move(1):"];
    assert_eq!(choice(last(&mut unsaid, &lines)).0, Player::Right);
    // A server that sends the colours before the first removal.
    let (player, ..) = choice(last(&mut client(), &["Game:1", "Color:WHITE", "?Remove:"]));
    assert_eq!(player, Player::Right);
    let error = client().receive("?Move(180000):").unwrap_err();
    assert!(error.to_string().contains("the opening is not over"), "{error}");
    let mut watching = client();
    last(&mut watching, &["Removed:[0:0]", "Removed:[0:1]"]);
    assert!(watching.receive("?Move(1):").unwrap_err().to_string().contains("colour is not known"));
}

#[test]
fn asked_without_a_move() {
    let credentials = Credentials { user: 1, password: Password(1), opponent: 2 };
    let mut client = Client::new(board(2, 2).unwrap(), credentials);
    let lines = ["Game:1", "Color:BLACK", "Removed:[0:0]", "Removed:[0:1]", "?Move(180000):"];
    assert_eq!(last(&mut client, &lines), Step::Send("[0:0]:[0:0]".to_owned()));
    assert_eq!(client.chosen(None), "[0:0]:[0:0]");
    assert_eq!(last(&mut client, &["Opponent wins!"]), Step::Over(Outcome::Lost(None)));
}

#[test]
fn results() {
    let lost = |text: &str| Outcome::Lost(Some(text.to_owned()));
    let mut errors = client();
    assert_eq!(last(&mut errors, &["Game:1", "Error:time expired"]), Step::Wait);
    assert_eq!(errors.error(), Some("time expired"));
    assert_eq!(errors.clone().closed(), lost("time expired"));
    let over = last(&mut errors, &["Error:another", "Opponent wins!"]);
    assert_eq!(over, Step::Over(lost("time expired")));
    assert_eq!(last(&mut client(), &["Game:1", "Opponent wins."]), Step::Over(Outcome::Lost(None)));
    assert_eq!(last(&mut client(), &["Game:1", "You win"]), Step::Over(Outcome::Won));
    let mut playing = client();
    last(&mut playing, &["Game:1", "?Remove:"]);
    assert_eq!(playing.closed(), Outcome::Aborted);
}

#[test]
fn unknown_lines_are_ignored() {
    let mut client = client();
    let lines =
        ["", "hello", "Removed:[0,0]", "Color:RED", "?Really:", "Error", "Move", "\u{fffd}"];
    for line in &lines[..5] {
        assert_eq!(client.receive(line), Ok(Step::Wait), "{line}");
    }
    last(&mut client, &["Game:1"]);
    for line in lines {
        assert_eq!(client.receive(line), Ok(Step::Wait), "{line}");
    }
    assert_eq!(client.board(), &board(18, 18).unwrap());
}

/// Impossible messages are errors and change nothing.
#[test]
fn impossible_messages() {
    let opened: &[&str] = &["Game:1", "Color:BLACK", "Removed:[0:0]", "Removed:[0:1]"];
    let reports: [(&[&str], &str, &str); 8] = [
        (&[], "Removed:[18:0]", "the square is not on the board"),
        (&[], "Move[2:0]:[0:0]", "the opening is not over: a stone must be removed"),
        (&["Removed:[0:0]"], "Removed:[0:0]", "there is no stone to remove"),
        (opened, "Removed:[5:5]", "the opening is over: two stones are removed"),
        (opened, "?Remove:", "the opening is over: two stones are removed"),
        (opened, "Move[0:0]:[0:2]", "there is no stone to move"),
        (opened, "Move[2:0]:[18:0]", "the squares are not on the board"),
        (opened, "Move[2:0]:[2:2]", "the target cell is not empty"),
    ];
    for (lines, line, reason) in reports {
        let mut client = client();
        for line in lines {
            client.receive(line).unwrap();
        }
        let before = *client.board();
        let error = client.receive(line).unwrap_err().to_string();
        assert!(error.starts_with(&format!("the server sent {line:?}, but ")), "{error}");
        assert!(error.ends_with(reason), "{error}");
        assert_eq!(client.board(), &before);
    }
}

#[test]
fn passwords_are_not_shown() {
    assert!(!format!("{:?}", client()).contains("345"));
}

/// No input makes a side panic, and every message is read as it was printed.
#[test]
fn garbage() {
    const PIECES: [&str; 20] = [
        "[", "]", ":", "0", "1", "17", "255", "99", "?Move", "?Remove:", "Removed:", "Move",
        "Color:", "BLACK", "Game:", "Player:", "(", "{", "Error:", "\u{fffd}",
    ];
    let mut dice = Dice::new(5);
    let mut random = |pieces: u64| -> String {
        (0..dice.below(pieces)).map(|_| PIECES[dice.below(20) as usize]).collect()
    };
    let mut client = client();
    let (start, _) = Referee::start(board::<CornerOrCentre>(18, 18).unwrap(), 1, CLOCK);
    let mut game = start.clone();
    for _ in 0..20_000 {
        let line = random(12);
        if let Some(message) = ServerMessage::read(&line) {
            assert_eq!(ServerMessage::read(&message.to_string()), Some(message), "{line}");
        }
        // An error or the end of the session is allowed.
        let _ = client.receive(&line);
        let _ = line.parse::<Users>();
        let (mut login, _) = Login::start();
        login.receive(&line, &Users::Everybody);
        if game.game().end().is_some() {
            game = start.clone();
            game.receive("[0:0]", CLOCK);
        }
        game.receive(&line, CLOCK);
    }
}
