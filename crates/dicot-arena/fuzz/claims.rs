//! What is claimed of everything that reads from the network or from a file, whatever is sent to it.
//!
//! Each function takes any bytes and panics if its claim does not hold of them. The fuzz targets look for
//! such bytes; the test `fuzz_corpus` tries those in `corpus/`. A game reads its bytes as a script, a line
//! for each thing that happens: `*7` is a legal move, `!` something from outside, and most others are what
//! a player sends.

use std::collections::VecDeque;
use std::iter::{Cycle, from_fn};
use std::slice::Iter;
use std::time::Duration;

use dicot::Player;
use dicot::board::{ParsePositionError, Shape, Wide};
use dicot::rules::{
    self, AnyStone, Combo, ComboMove, CornerOrCentre, KonaneGame, KonanePhase, Opening, Position,
    Ruleset, Short, Turn, Visitor,
};
use dicot_arena::codingame::message::{Answer, Reader, Request};
use dicot_arena::matches::{GameRecord, Records, Replay};
use dicot_arena::net::{Lines, TooLong};
use dicot_arena::{codingame, combo, icga, konane};

/// The lines of a script.
fn lines(data: &[u8]) -> impl Iterator<Item = String> {
    data.split(|&byte| byte == b'\n').map(|line| String::from_utf8_lossy(line).into_owned())
}

/// The numbers of a line, as many as are wanted; 0 where there is none.
fn numbers<const N: usize>(line: &str) -> [u64; N] {
    let mut numbers = line.split_whitespace().map(|number| number.parse().unwrap_or(0));
    std::array::from_fn(|_| numbers.next().unwrap_or(0))
}

/// The sides of a board; too large a number is one that no board has.
fn side(number: u64) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

/// The move that a line like `*7` stands for; `None` if it is another line, or there is no move.
fn chosen<M>(line: &str, moves: impl Iterator<Item = M>) -> Option<M> {
    let number = line.strip_prefix('*')?;
    let digit =
        |n: usize, byte| n.wrapping_mul(10).wrapping_add(usize::from(byte)).wrapping_sub(48);
    let number = number.bytes().fold(0, digit);
    let mut moves: Vec<M> = moves.collect();
    (!moves.is_empty()).then(|| moves.swap_remove(number % moves.len()))
}

/// What [`Lines`] give, found byte by byte and without bounds.
#[derive(Default)]
struct PlainLines {
    longest: usize,
    found: VecDeque<Result<String, TooLong>>,
    begun: Vec<u8>,
    skipping: bool,
}

impl PlainLines {
    fn push(&mut self, byte: u8) {
        if byte != b'\n' {
            self.begun.extend((!self.skipping).then_some(byte));
        }
        let text = self.begun.strip_suffix(b"\r").unwrap_or(&self.begun);
        if text.len() > self.longest {
            self.found.push_back(Err(TooLong));
            (self.begun, self.skipping) = (Vec::new(), true);
        }
        if byte == b'\n' {
            if !self.skipping {
                let text = self.begun.strip_suffix(b"\r").unwrap_or(&self.begun);
                self.found.push_back(Ok(String::from_utf8_lossy(text).into_owned()));
            }
            (self.begun, self.skipping) = (Vec::new(), false);
        }
    }

    fn discard(&mut self) -> usize {
        let begun = !self.begun.is_empty();
        let discarded = self.found.len() + usize::from(begun);
        self.skipping |= begun;
        (self.found, self.begun) = (VecDeque::new(), Vec::new());
        discarded
    }
}

/// Any cut of the bytes gives the lines that there are, within bounds.
///
/// The first bytes are the longest line, the most bytes kept, and how many bytes follow that say how long the
/// pieces are, and what is done after each.
pub fn net_lines(data: &[u8]) {
    let [longest, most, cuts, data @ ..] = data else { return };
    let (longest, most) = (usize::from(*longest), usize::from(*most));
    let (cuts, mut bytes) = data.split_at(data.len().min(usize::from(*cuts)));
    let mut cuts: Cycle<Iter<u8>> = cuts.iter().cycle();
    let mut lines = Lines::new(longest, most);
    let mut plain = PlainLines { longest, ..PlainLines::default() };
    while !bytes.is_empty() {
        let cut = cuts.next().copied().unwrap_or(0);
        let piece = &bytes[..bytes.len().min(usize::from(cut & 0x3f) + 1)];
        let taken = lines.push(piece);
        assert!(taken == piece.len() || lines.room() == 0);
        piece[..taken].iter().for_each(|&byte| plain.push(byte));
        bytes = &bytes[taken..];
        assert!(lines.room() <= most.max(longest + 2));
        if cut & 0x40 == 0 || lines.room() == 0 {
            for line in from_fn(|| lines.next_line()) {
                assert_eq!(Some(line), plain.found.pop_front());
            }
            assert!(plain.found.is_empty() && lines.room() > 0);
        }
        if cut & 0x80 != 0 {
            assert_eq!(lines.discard(), plain.discard());
            assert_eq!(lines.next_line(), None);
        }
    }
}

/// Each line is read as at most one kind of message, and what is printed reads back the same.
pub fn icga_messages(data: &[u8]) {
    use icga::{Login, ServerMessage, WrittenMove};
    for line in lines(data) {
        let login = line.parse::<Login>();
        if let Ok(login) = &login {
            assert_eq!(login.to_string().parse().as_ref(), Ok(login));
            assert!(login.to_string().len() <= line.len());
        }
        let Ok(message) = line.parse::<ServerMessage>() else { continue };
        assert!(login.is_err());
        assert_eq!(message.to_string().parse(), Ok(message));
        assert!(message.to_string().len() <= line.len());
        match message {
            ServerMessage::Setup(setup) => {
                let Ok(position) = icga::start(setup.m, setup.n) else { continue };
                assert!(position.moves(Player::Left).next().is_some());
                assert_eq!(position.shape().height(), setup.m);
            }
            ServerMessage::Move(written) => {
                for (rows, cols) in [(8, 8), (99, 4), (17, 26)] {
                    let shape = Shape::new(cols, rows).unwrap();
                    if let Some(mv) = written.on(shape) {
                        assert_eq!(WrittenMove::of(mv, shape), written);
                    }
                }
            }
            _ => assert_eq!(message.to_string(), line.trim_matches([' ', '\t'])),
        }
    }
}

/// The server's side of a game of ICGA and both clients.
struct IcgaGame {
    referee: icga::Referee,
    clients: [icga::Client; 2],
    /// Whether they have won, as they see it.
    won: [Option<bool>; 2],
}

impl IcgaGame {
    /// Takes what has happened to a client.
    fn note(&mut self, player: Player, events: impl IntoIterator<Item = icga::Event>) {
        for event in events {
            match event {
                icga::Event::Ended { won, .. } => {
                    assert_eq!(self.won[player as usize].replace(won), None);
                }
                icga::Event::Started { .. } | icga::Event::Dropped => {}
                other => panic!("{other:?} in a game"),
            }
        }
    }

    /// Sends both the beginning.
    fn begin(&mut self) {
        self.won = [None; 2];
        for player in Player::BOTH {
            let setup = self.referee.setup(player);
            let events = self.clients[player as usize].receive(&setup).unwrap();
            self.note(player, events);
        }
        self.check();
    }

    /// The player to move sends that.
    fn send(&mut self, line: &str) {
        let player = self.referee.to_move();
        let over = self.referee.end().is_some();
        let shape = self.referee.position().shape();
        let written = line.parse::<icga::WrittenMove>().ok().and_then(|written| written.on(shape));
        let mut legal = false;
        if let Some(mv) = written.filter(|_| !over)
            && let Ok((_, event)) = self.clients[player as usize].play(mv)
        {
            legal = true;
            self.note(player, event);
        }
        let step = self.referee.receive(line);
        let accepted = step.send.first().is_some_and(|(to, _)| *to != player);
        assert_eq!((legal, over), (accepted, over && step == icga::Step::default()));
        self.take(step);
    }

    /// The player to move loses.
    fn forfeit(&mut self, reason: icga::Reason) {
        let over = self.referee.end().is_some();
        let step = self.referee.forfeit(reason);
        assert!(!over || step == icga::Step::default());
        self.take(step);
    }

    fn take(&mut self, step: icga::Step) {
        assert_eq!(step.end, step.end.and(self.referee.end()));
        for (player, line) in step.send {
            let events = self.clients[player as usize].receive(&line).unwrap();
            self.note(player, events);
        }
        self.check();
    }

    /// Both are where the referee is.
    fn check(&self) {
        for player in Player::BOTH {
            let client = &self.clients[player as usize];
            match self.referee.end() {
                Some(end) => {
                    let gone = end.reason == icga::Reason::Disconnected && end.winner != player;
                    let won = (!gone).then_some(end.winner == player);
                    assert_eq!((client.is_playing(), self.won[player as usize]), (gone, won));
                }
                None => {
                    assert!(client.is_playing());
                    let position = client.turn().map(|turn| &turn.position);
                    let own = self.referee.to_move() == player;
                    assert_eq!(position, own.then_some(self.referee.position()));
                }
            }
        }
    }
}

/// Both clients and the referee agree on every position and on who has won, and every game ends.
///
/// `=8 10` begins a game of so many rows and columns, `!3` ends it from outside, all others are what the player to
/// move sends. If the script begins with a blank, columns are sent before rows.
pub fn icga_game(data: &[u8]) {
    use icga::{Client, Reason, Referee};
    let swapped = data.first() == Some(&b' ');
    let clients = || {
        let clients = ["left", "right"].map(|name| Client::new(name).unwrap());
        if swapped { clients.map(Client::swapped) } else { clients }
    };
    let mut game: Option<IcgaGame> = None;
    for line in lines(data) {
        if let Some(size) = line.trim_start().strip_prefix('=') {
            let [rows, cols] = numbers(size);
            let Ok(referee) = Referee::new(side(rows), side(cols), swapped) else { continue };
            // The clients stay connected, and the game before may be one that is dropped.
            let clients = game.take().map_or_else(clients, |game| game.clients);
            game.insert(IcgaGame { referee, clients, won: [None; 2] }).begin();
            continue;
        }
        let Some(game) = &mut game else { continue };
        if let Some(reason) = line.strip_prefix('!') {
            let reasons = [Reason::Malformed, Reason::Time, Reason::Disconnected, Reason::Stopped];
            game.forfeit(reasons[numbers::<1>(reason)[0] as usize % reasons.len()]);
            continue;
        }
        let player = game.referee.to_move();
        let moves = game.clients[player as usize].turn().map(Turn::moves);
        let mv = chosen(&line, moves.into_iter().flatten());
        let shape = game.referee.position().shape();
        let line = mv.map(|mv| icga::WrittenMove::of(mv, shape).to_string()).unwrap_or(line);
        game.send(&line);
    }
    let Some(mut game) = game else { return };
    while game.referee.end().is_none() {
        let shape = game.referee.position().shape();
        let turn = game.clients[game.referee.to_move() as usize].turn().unwrap();
        let mv = turn.moves().next().unwrap();
        game.send(&icga::WrittenMove::of(mv, shape).to_string());
    }
    assert!(game.referee.moves().len() < game.referee.position().shape().cells() as usize);
}

/// Whatever a server sends, a client knows whether it plays, and has a move if it is its turn.
///
/// `*7` is a move that the client makes if it is its turn, all others are lines of the server.
pub fn icga_client(data: &[u8]) {
    use icga::{ClientError, Event};
    let mut client = icga::Client::new("name").unwrap();
    if data.first() == Some(&b' ') {
        client = client.swapped();
    }
    for line in lines(data) {
        let before = client.is_playing();
        let mv = client.turn().and_then(|turn| chosen(&line, turn.moves()));
        let events = match mv {
            Some(mv) => {
                let (written, event) = client.play(mv).unwrap();
                assert!(written.parse::<icga::WrittenMove>().is_ok());
                Ok(Vec::from_iter(event))
            }
            None => client.receive(&line),
        };
        let playing = client.is_playing();
        match events {
            Ok(events) => {
                let playing_after = events.iter().fold(before, |playing, event| match event {
                    Event::Started { .. } if !playing => true,
                    Event::Ended { .. } | Event::Dropped if playing => false,
                    Event::Ignored if !playing => false,
                    other => panic!("{other:?} when playing is {playing}"),
                });
                assert_eq!(playing, playing_after);
            }
            Err(ClientError::Board(_)) => assert!(!playing),
            // The client stays where it was.
            Err(_) => assert!(before && playing),
        }
        assert_eq!(client.closed().is_err(), playing);
        if let Some(turn) = client.turn() {
            assert!(playing && turn.moves().next().is_some());
        }
    }
}

/// What is printed reads back the same.
pub fn konane_messages(data: &[u8]) {
    use konane::{ServerMessage, Square, read_jump, read_number, read_removal};
    for line in lines(data) {
        if let Some(message) = ServerMessage::read(&line) {
            assert_eq!(ServerMessage::read(&message.to_string()), Some(message));
        }
        let square = Square::read(&line);
        assert_eq!(square, read_removal(&line));
        if let Some(square) = square {
            assert_eq!(Square::read(&square.to_string()), Some(square));
            for (width, height) in [(18, 18), (1, 100), (100, 4)] {
                let shape = Shape::new(width, height).unwrap();
                if let Some(cell) = square.cell(shape) {
                    assert_eq!(Square::of(cell, shape), square);
                }
            }
        }
        if let Some([from, to]) = read_jump(&line) {
            assert!(square.is_none());
            assert_eq!(read_jump(&format!("{from}:{to}")), Some([from, to]));
            assert_eq!(
                ServerMessage::read(&format!("Move{from}:{to}")),
                Some(ServerMessage::Moved([from, to]))
            );
        }
        if let Some(number) = read_number(&line) {
            assert_eq!(read_number(&number.to_string()), Some(number));
            assert_eq!(line.trim_start_matches('0'), number.to_string().trim_start_matches('0'));
        }
    }
}

/// Who is let in is in the table, has the password, and wants somebody else.
///
/// The lines up to an empty one are the table; if there are none, everybody may play. The others are answers.
pub fn konane_login(data: &[u8]) {
    use konane::{Asked, Login, Password, ServerMessage, Users};
    let text = String::from_utf8_lossy(data);
    let (table, answers) = text.split_once("\n\n").unwrap_or(("", &text));
    let users = match table {
        "" => Users::Everybody,
        table => match table.parse() {
            Ok(users) => users,
            Err(konane::UsersError { line, .. }) => {
                assert!((1..=table.lines().count()).contains(&line));
                return;
            }
        },
    };
    if let Users::Table(table) = &users {
        let row = |(user, password): (&u64, &Password)| format!("{user} {}\n", password.0);
        let printed: String = table.iter().map(row).collect();
        assert_eq!(printed.parse(), Ok(users.clone()));
    }
    let (mut login, greeting) = Login::start();
    assert_eq!(greeting[1], ServerMessage::AskUsername);
    let mut given = Vec::new();
    for answer in answers.lines() {
        let asked = login.line(answer, &users);
        given.extend(answer.parse::<u64>());
        match asked {
            Asked::Next(ServerMessage::AskPassword) => assert_eq!(given.len(), 1),
            Asked::Next(ServerMessage::AskOpponent) => {
                assert!(given.len() == 2 && users.admit(given[0], Password(given[1])));
            }
            Asked::Done { user, opponent } => {
                assert_eq!((given.len(), given[0], given[2]), (3, user, opponent));
                assert!(user != opponent);
                return;
            }
            Asked::Refused(_) => return,
            other => panic!("{other:?}"),
        }
    }
}

/// The server's side of a game of Konane and both clients.
struct ArtemisGame<O: Opening> {
    game: konane::Game<O>,
    clients: [konane::Client; 2],
    /// Whether they have won, as they are told.
    won: [Option<bool>; 2],
}

impl<O: Opening> ArtemisGame<O> {
    /// The moves that the player on turn has.
    fn moves(&self) -> Vec<dicot::rules::KonaneMove> {
        let colour = self.game.colour(self.game.on_turn());
        let players = colour.as_ref().map_or(&Player::BOTH[..], std::slice::from_ref);
        players.iter().flat_map(|&player| self.game.board().moves(player)).collect()
    }

    /// Delivers what is sent, after which both are where the game is.
    fn take(&mut self, was_over: bool, sent: Vec<(konane::Seat, konane::ServerMessage)>) {
        use konane::{Outcome, Seat, ServerMessage, Step};
        assert!(!was_over || sent.is_empty());
        let mut asked = Vec::new();
        for (seat, message) in sent {
            assert_eq!(ServerMessage::read(&message.to_string()), Some(message.clone()));
            match self.clients[seat as usize].line(&message.to_string()).unwrap() {
                Step::Wait => {}
                Step::Choose { turn, .. } => asked.push((seat, turn)),
                Step::Over(outcome) => {
                    assert!(matches!(outcome, Outcome::Won | Outcome::Lost(_)));
                    let won = outcome == Outcome::Won;
                    assert_eq!(self.won[seat as usize].replace(won), None);
                }
                other => panic!("{other:?}"),
            }
        }
        if was_over {
            return;
        }
        let Some(ending) = self.game.ending() else {
            let [(seat, turn)] = &asked[..] else { panic!("not one is asked: {asked:?}") };
            assert_eq!((*seat, self.won), (self.game.on_turn(), [None; 2]));
            let own = turn.moves().collect::<Vec<_>>();
            match self.game.board().phase() {
                KonanePhase::Jumps => assert_eq!(own, self.moves()),
                _ => assert!(own.iter().all(|mv| self.moves().contains(mv))),
            }
            for client in &self.clients {
                assert_eq!(client.board().position(), self.game.board().position());
            }
            return;
        };
        assert!(asked.is_empty());
        for seat in Seat::BOTH {
            let tells = ending.reason != konane::Reason::Disconnect || ending.winner == Some(seat);
            let won = ending.winner.filter(|_| tells).map(|winner| winner == seat);
            assert_eq!(self.won[seat as usize], won);
        }
    }

    /// The record says what has happened.
    fn check_record(&self) {
        let record = self.game.record([1, 2]).unwrap();
        let line = serde_json::to_string(&record).unwrap();
        let (_, read) = Records::of(line.as_bytes()).next().unwrap().unwrap();
        let replay = Replay::<KonaneGame<O, Wide>>::of(&read).unwrap();
        assert_eq!(&replay.end().position, self.game.board());
        assert_eq!(replay.moves().len(), self.game.moves().len());
        let no_moves = self.game.ending().is_some_and(|end| end.reason == konane::Reason::NoMove);
        assert!(!no_moves || replay.is_over());
    }
}

/// Both clients and the server agree on every position and on who has won, nobody is sent anything after the
/// end, every game ends, and its record can be replayed.
///
/// The first line has rows, columns, 1 for any opening, and the milliseconds of the clocks. Later `@1500` is how
/// long answers take from now on, `!` ends the game from outside, all others are what the player on turn sends.
pub fn konane_game(data: &[u8]) {
    match lines(data).next().map(|line| numbers(&line)) {
        Some([rows, cols, 1, clock]) => artemis::<AnyStone>(rows, cols, clock, data),
        Some([rows, cols, _, clock]) => artemis::<CornerOrCentre>(rows, cols, clock, data),
        None => {}
    }
}

fn artemis<O: Opening>(rows: u64, cols: u64, clock: u64, data: &[u8]) {
    use konane::{Credentials, Game, Password, Seat};
    let (rows, cols) = (side(rows), side(cols));
    let Ok(board) = konane::board::<O>(rows, cols) else { return };
    let clock = Duration::from_millis(clock);
    let credentials = Credentials { user: 1, password: Password(1), opponent: 2 };
    let client = || konane::Client::new(konane::board(rows, cols).unwrap(), credentials);
    let (game, sent) = Game::start(board, 1, clock);
    let mut table = ArtemisGame { game, clients: [client(), client()], won: [None; 2] };
    table.take(false, sent);
    let mut took = Duration::ZERO;
    for line in lines(data).skip(1) {
        let over = table.game.ending().is_some();
        if let Some(time) = line.strip_prefix('@') {
            took = Duration::from_millis(numbers::<1>(time)[0]);
            continue;
        }
        let sent = match line.as_str() {
            "!time" => table.game.expired(),
            "!long" => table.game.malformed("the line is too long"),
            "!one" => table.game.gone(Seat::One),
            "!two" => table.game.gone(Seat::Two),
            "!stop" => table.game.stopped(),
            line => {
                let in_time = took <= table.game.allowed();
                let mv = chosen(line, table.moves().into_iter()).filter(|_| !over);
                let count = table.game.moves().len();
                let line = mv.map_or(line.to_owned(), |mv| mv.to_string());
                let sent = table.game.line(&line, took);
                let made = table.game.moves().len() - count;
                assert!(made <= usize::from(!over && in_time));
                assert!(mv.is_none() || made == usize::from(in_time));
                sent
            }
        };
        table.take(over, sent);
        let record = table.game.record([1, 2]);
        assert_eq!(record.is_some(), table.game.ending().is_some());
        assert!(Seat::BOTH.iter().all(|&seat| table.game.left(seat) <= clock));
    }
    while table.game.ending().is_none() {
        let mv = table.moves()[0];
        let sent = table.game.line(&mv.to_string(), Duration::ZERO);
        table.take(false, sent);
    }
    table.check_record();
}

/// Whatever a server sends, what the client answers can be read, and stones only vanish.
///
/// The first line has rows and columns, the others are lines of the server.
pub fn konane_client(data: &[u8]) {
    use konane::{
        Client, Credentials, Outcome, Password, Step, read_jump, read_number, read_removal,
    };
    let [rows, cols] = lines(data).next().map_or([0; 2], |line| numbers(&line));
    let Ok(board) = konane::board(side(rows), side(cols)) else { return };
    let credentials = Credentials { user: 1, password: Password(17), opponent: 2 };
    let mut client = Client::new(board, credentials);
    let stones = |client: &Client| {
        let position = client.board().position();
        Player::BOTH.map(|player| position.stones(player).len()).iter().sum::<u32>()
    };
    for (number, line) in lines(data).enumerate().skip(1) {
        let before = stones(&client);
        match client.line(&line) {
            Ok(Step::Choose { turn, left }) => {
                let jumps = turn.position.phase() == KonanePhase::Jumps;
                let moves = turn.moves().collect::<Vec<_>>();
                assert!(!jumps || !moves.is_empty());
                assert!(jumps || left.is_none());
                let mv = moves.get(number % moves.len().max(1)).copied();
                let answer = client.chosen(mv);
                let reads = (read_removal(&answer).is_some(), read_jump(&answer).is_some());
                assert_eq!(reads, (mv.is_some() && !jumps, mv.is_none() || jumps));
            }
            Ok(Step::Send(answer)) => {
                assert!(read_number(&answer).is_some() || read_jump(&answer).is_some());
            }
            Ok(Step::Over(Outcome::Aborted)) => panic!("the connection is open"),
            Ok(Step::Over(_)) => return,
            Ok(_) => {}
            Err(error) => assert!(error.to_string().contains(&format!("{line:?}"))),
        }
        assert!(stones(&client) <= before && before - stones(&client) <= before);
    }
    let error = client.error().map(str::to_owned);
    let outcome = client.closed();
    assert_eq!(outcome, error.map_or(Outcome::Aborted, |error| Outcome::Lost(Some(error))));
}

/// What is printed reads back the same, and a position is the one in the rows.
pub fn codingame_turn(data: &[u8]) {
    let mut reader = Reader::new();
    for (line, number) in lines(data).zip(1..) {
        let answer = Answer::of(&line);
        let both = [answer.action, answer.comment].join(" ");
        assert!(both == line || (answer.comment.is_empty() && answer.action == line));
        assert!(answer.comment.starts_with(answer.shown_comment()));
        assert!(answer.shown_comment().chars().count() <= 16);
        match reader.line(&line) {
            Ok(None) => {}
            Ok(Some(request)) => {
                let text = request.setup() + &request.to_string();
                let mut again = Reader::new();
                let mut read = text.lines().map(|line| again.line(line).unwrap());
                assert_eq!(read.by_ref().find_map(|request| request).as_ref(), Some(&request));
                assert!(read.next().is_none());
                match request.position() {
                    Ok(position) => {
                        let printed = Request::new(&position, request.player, None);
                        assert_eq!(printed.rows, request.rows);
                    }
                    Err(error) => assert!(matches!(error, ParsePositionError::TooLarge { .. })),
                }
            }
            Err(error) => {
                assert_eq!(error.line, number);
                assert!(line.trim().starts_with(&error.text));
            }
        }
    }
}

/// What the referee asks is read by both bots as the position that it has, and every game ends.
///
/// The first line has the side of the board, who begins, how many lines are moves of an opening, and a seed. `!2`
/// ends the game from outside, all others are answers.
pub fn codingame_game(data: &[u8]) {
    use codingame::message::action;
    use codingame::referee::{Reason, Referee};
    use dicot::rules::HugeClobber;
    let mut script = lines(data);
    let [length, first, opening, seed] = script.next().map_or([0; 4], |line| numbers(&line));
    // Larger boards have nothing new, and take long.
    let side = side(length).min(12);
    let Ok(position) = HugeClobber::start(side, side) else { return };
    let first = Player::BOTH[(first % 2) as usize];
    let mut referee = Referee::new(position, first, seed);
    for line in script.by_ref().take(opening as usize) {
        if let Some(mv) = chosen(&line, referee.turn().moves()) {
            referee.open(mv).unwrap();
            assert!(referee.is_first_turn());
        }
    }
    let mut readers = [Reader::new(), Reader::new()];
    for line in script.chain(from_fn(|| Some("*".to_owned()))) {
        let Some(request) = referee.request() else { break };
        let player = referee.turn().to_move;
        let moves = referee.turn().moves().map(action).collect::<Vec<_>>();
        let reader = &mut readers[player as usize];
        let mut read = request.lines().map(|line| reader.line(line).unwrap());
        let read = read.by_ref().last().flatten().unwrap();
        assert_eq!(read.player, player);
        assert_eq!(read.position().as_ref(), Ok(&referee.turn().position));
        assert_eq!(read.actions, moves.len() as u64);
        assert_eq!(read.last, referee.moves().last().copied().map(action));
        let count = referee.moves().len();
        if let Some(reason) = line.strip_prefix('!') {
            let reasons = [Reason::Time, Reason::Crash, Reason::IllegalMove];
            referee.forfeit(reasons[numbers::<1>(reason)[0] as usize % reasons.len()]);
            continue;
        }
        let line = chosen(&line, moves.iter()).cloned().unwrap_or(line);
        let word = line.split(' ').next().unwrap_or_default();
        let legal = word == "random" || moves.iter().any(|mv| word.starts_with(mv));
        referee.answer(&line);
        assert_eq!(referee.moves().len(), count + usize::from(legal));
        assert!(referee.comment().chars().count() <= 16);
        let stuck = referee.turn().moves().next().is_none();
        let reason = referee.ending().map(|ending| ending.reason);
        let expected =
            if legal { stuck.then_some(Reason::NoMoves) } else { Some(Reason::IllegalMove) };
        assert_eq!(reason, expected);
    }
    let (ending, moves) = (referee.ending().unwrap(), referee.moves().len());
    assert_eq!(ending.winner, !referee.turn().to_move);
    assert!(moves < referee.turn().position.shape().cells() as usize);
    referee.answer("random");
    referee.forfeit(Reason::Crash);
    assert_eq!((referee.ending(), referee.moves().len()), (Some(ending), moves));
}

/// Any cut of the bytes gives the same messages and then a fault, or none; what is printed reads back the
/// same; and no message is waited for without bound.
///
/// The first byte is the size of the pieces, 0 for one that is sent without end.
pub fn combo_json(data: &[u8]) {
    use combo::json::{Answers, LONGEST_ANSWER, Requests, answer, request};
    let [cut, bytes @ ..] = data else { return };
    if *cut == 0 && !bytes.is_empty() {
        let (mut answers, mut since) = (Answers::new(), 0);
        // Blanks between answers are nothing to wait for.
        let piece = [bytes, b"{"].concat().repeat(1 + 4096 / bytes.len());
        for _ in 0..=LONGEST_ANSWER / piece.len() + 1 {
            answers.push(&piece);
            since += piece.len();
            match answers.next() {
                Some(Err(_)) => return,
                Some(Ok(_)) => since = 0,
                None => {}
            }
        }
        assert!(since <= LONGEST_ANSWER + piece.len());
        return;
    }
    // Small pieces of long bytes take long, for what is there is looked at again with each.
    let size = usize::from(*cut).max(1 + bytes.len() / 64);
    let answers = |size| {
        let mut answers = Answers::new();
        let push_next = move |piece: &[u8]| {
            answers.push(piece);
            Vec::from_iter(from_fn(|| answers.next()).take(bytes.len()))
        };
        until_fault(bytes.chunks(size).flat_map(push_next))
    };
    let (found, fault) = answers(size);
    assert_eq!((found.clone(), fault), answers(bytes.len().max(1)));
    for mv in found {
        let mut again = Answers::new();
        again.push(answer(mv).as_bytes());
        assert_eq!(again.next(), Some(Ok(mv)));
    }
    let requests = |size| {
        let mut requests = Requests::new();
        let push_next = move |piece: &[u8]| {
            requests.push(piece);
            Vec::from_iter(from_fn(|| requests.next()).take(bytes.len()))
        };
        until_fault(bytes.chunks(size).flat_map(push_next))
    };
    let (found, fault) = requests(size);
    assert_eq!((found.clone(), fault), requests(bytes.len().max(1)));
    for turn in found {
        let mut again = Requests::new();
        again.push(request(&turn).as_bytes());
        assert_eq!(again.next(), Some(Ok(turn)));
        assert!(!again.is_within_request());
    }
}

/// The messages up to the first fault, and whether there is one.
fn until_fault<T, E>(messages: impl Iterator<Item = Result<T, E>>) -> (Vec<T>, bool) {
    let mut fault = false;
    let found = messages.map_while(|message| {
        fault = message.is_err();
        message.ok()
    });
    (found.collect(), fault)
}

/// A game keeps to its terms and ends once, and its record can be replayed.
///
/// The first line has the most moves, the repetitions and the milliseconds of the clocks, each 0 for none; the
/// second is the start. Later `@1500` is how long answers take from now on, `!1` ends the game from outside, all
/// others are answers: JSON, or a move as it is printed.
pub fn combo_game(data: &[u8]) {
    use combo::game::{Game, Reason, Terms};
    let mut script = lines(data);
    let [plies, repetition, clock] = script.next().map_or([0; 3], |line| numbers(&line));
    let limit = |n: u64| (n > 0).then(|| u32::try_from(n).unwrap_or(u32::MAX));
    let terms = Terms {
        clock: (clock > 0).then(|| Duration::from_millis(clock)),
        max_plies: limit(plies),
        repetition: limit(repetition),
    };
    let start = script.next().and_then(|line| line.parse().ok());
    let start = start.unwrap_or_else(|| Combo::start(3, 4).unwrap());
    let mut game = Game::new(Turn::new(start, Player::Left), terms.clone());
    let mut took = Duration::ZERO;
    for line in script {
        let (end, count) = (game.end().cloned(), game.moves().len());
        let before = game.turn().clone();
        if let Some(time) = line.strip_prefix('@') {
            took = Duration::from_millis(numbers::<1>(time)[0]);
            continue;
        }
        if let Some(who) = line.strip_prefix('!') {
            match numbers(who) {
                [1] => game.forfeit(Reason::BadAnswer(line), took),
                [2] => game.call_off(Some(Player::Left), Reason::Stopped),
                _ => game.call_off(None, Reason::Stopped),
            }
        } else if let Some(mv) = combo_answer(&line, game.turn()) {
            let legal = before.position.is_legal(before.to_move, mv);
            game.play(mv, took);
            let made = game.moves().len() - count;
            assert!(made <= usize::from(end.is_none() && legal));
        } else {
            game.forfeit(Reason::BadAnswer(line), took);
        }
        if end.is_some() {
            assert_eq!((game.end(), game.moves().len()), (end.as_ref(), count));
        }
        let total = |turn: &Turn<Combo>, player| turn.position.total(player);
        assert_eq!(total(&before, before.to_move), total(game.turn(), before.to_move));
        assert!(total(&before, !before.to_move) >= total(game.turn(), !before.to_move));
        assert!(terms.max_plies.is_none_or(|most| game.moves().len() <= most as usize));
        assert!(Player::BOTH.iter().all(|&player| game.clock(player) <= terms.clock));
        assert!(game.end().is_some() || game.turn().moves().next().is_some());
    }
    let line = serde_json::to_string(&game.record("left", "right")).unwrap();
    let (_, read) = Records::of(line.as_bytes()).next().unwrap().unwrap();
    let replay = Replay::<Combo>::of(&read).unwrap();
    assert_eq!(replay.end(), game.turn());
    assert_eq!(replay.moves(), game.moves());
}

/// The move that a line stands for.
fn combo_answer(line: &str, turn: &Turn<Combo>) -> Option<ComboMove> {
    let mut answers = combo::json::Answers::new();
    answers.push(line.as_bytes());
    let json = answers.next().and_then(Result::ok);
    let mv = chosen(line, turn.moves()).or(json);
    mv.or_else(|| turn.position.read_move(line).ok())
}

/// What is written reads back the same, and what can be replayed is a game of legal moves.
pub fn records(data: &[u8]) {
    let mut last = 0;
    for record in Records::of(data) {
        let (line, record) = match record {
            Ok(read) => read,
            Err(error) => {
                assert!(error.line > last);
                assert!(error.to_string().starts_with(&format!("line {}: ", error.line)));
                last = error.line;
                continue;
            }
        };
        assert!(line > last);
        last = line;
        let mut written = Vec::new();
        record.write(&mut written).unwrap();
        let mut again = Records::of(&written[..]);
        let (_, mut read) = again.next().unwrap().unwrap();
        assert!(again.next().is_none());
        // Fractions are read to within the last digit.
        let near = |a: f64, b: f64| (a - b).abs() <= a.abs() * 1e-12;
        assert_eq!(record.seconds.is_some(), read.seconds.is_some());
        if let (Some(written), Some(read)) = (record.seconds, read.seconds) {
            assert!(near(written.left, read.left) && near(written.right, read.right));
        }
        read.seconds = record.seconds;
        assert_eq!(read, record);
        let rules = record.rules.clone();
        rules::choose(&rules, Replayed(record));
    }
}

/// Replays a record.
struct Replayed(GameRecord);

impl Visitor for Replayed {
    type Output = ();

    fn short<P: Short + Ruleset>(self) {
        self.loopy::<P>();
    }

    fn loopy<P: Ruleset>(self) {
        let Ok(replay) = Replay::<P>::of(&self.0) else { return };
        let turns = replay.turns().collect::<Vec<_>>();
        assert_eq!(turns.len(), self.0.moves.len() + 1);
        assert_eq!((turns.first(), turns.last()), (Some(replay.start()), Some(replay.end())));
        assert_eq!(replay.is_over(), replay.end().moves().next().is_none());
        let moves = replay.moves().iter().zip(&turns);
        moves.for_each(|(&mv, turn)| assert!(turn.position.is_legal(turn.to_move, mv)));
        let mut printed = self.0.clone();
        printed.start = replay.start().position.to_string();
        printed.moves = replay.moves().iter().map(ToString::to_string).collect();
        assert_eq!(Replay::<P>::of(&printed).unwrap().end(), replay.end());
    }
}

/// Positions and moves of every ruleset read back as they are printed, and a rule is named if one is broken.
///
/// The first line is the name of a ruleset, the second a position, the others are moves.
pub fn positions(data: &[u8]) {
    let script = lines(data).collect::<Vec<_>>();
    let [name, start, moves @ ..] = &script[..] else { return };
    rules::choose(name, Texts { start, moves });
}

/// Reads a position and moves.
struct Texts<'a> {
    start: &'a str,
    moves: &'a [String],
}

impl Visitor for Texts<'_> {
    type Output = ();

    fn short<P: Short + Ruleset>(self) {
        self.loopy::<P>();
    }

    fn loopy<P: Ruleset>(self) {
        let Ok(start) = self.start.parse::<P>() else { return };
        let reads_back = |position: &P| {
            assert_eq!(position.to_string().parse::<P>().ok().as_ref(), Some(position));
        };
        reads_back(&start);
        let mut turn = Turn::new(start, Player::Left);
        for line in self.moves {
            let position = &turn.position;
            let mv = chosen(line, turn.moves()).or_else(|| position.read_move(line).ok());
            let Some(mv) = mv else { continue };
            assert_eq!(position.read_move(&mv.to_string()).ok(), Some(mv));
            let legal = turn.moves().any(|legal| legal == mv);
            assert_eq!(position.is_legal(turn.to_move, mv), legal);
            assert_eq!(position.move_count(turn.to_move), turn.moves().count() as u64);
            turn = match turn.clone().play(mv) {
                Ok(next) => {
                    assert!(legal);
                    reads_back(&next.position);
                    next
                }
                Err(illegal) => {
                    assert!(!legal && illegal.reason != "the move is legal");
                    assert_eq!(illegal.position, turn.position);
                    continue;
                }
            };
        }
    }
}
