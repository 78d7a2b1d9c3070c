//! Invariants of all code that reads from the network or from a file, for any input.
//!
//! Each function takes arbitrary bytes and panics if they violate its invariant. The fuzz targets search for such
//! bytes; the test `fuzz_corpus` checks the files in `corpus/`. Game functions read the bytes as a script with one
//! event per line: `*7` is the legal move with index 7, `!` starts an event from outside the game, and most other lines
//! are sent by a player.

use std::collections::VecDeque;
use std::fmt::Debug;
use std::iter::{Cycle, from_fn};
use std::slice::Iter;
use std::time::Duration;

use dicot::Player;
use dicot::board::{ParsePositionError, Shape, U448};
use dicot::rules::{
    self, Combo, KonaneGame, Position, Ruleset, Short, Turn, Visitor,
    combo::ComboMove,
    konane::{AnyStone, CornerOrCentre, KonanePhase, Opening},
};
use dicot_arena::codingame::message::{Answer, Reader, Request};
use dicot_arena::game::{End, Game, Reason, Terms, TimeControl};
use dicot_arena::matches::{Records, Replay};
use dicot_arena::net::{Lines, TooLong};
use dicot_arena::{codingame, combo, icga, konane};
use dicot_rulesets::{PositionExt, library};

/// The lines of a script.
fn lines(data: &[u8]) -> impl Iterator<Item = String> {
    data.split(|&byte| byte == b'\n').map(|line| String::from_utf8_lossy(line).into_owned())
}

/// Reads `N` numbers from a line; a missing or invalid number is 0.
fn numbers<const N: usize>(line: &str) -> [u64; N] {
    let mut numbers = line.split_whitespace().map(|number| number.parse().unwrap_or(0));
    std::array::from_fn(|_| numbers.next().unwrap_or(0))
}

/// Converts a number to a side length; a number that is too large becomes 255.
fn side(number: u64) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

/// Returns the move that a line like `*7` selects; `None` for other lines, or if the player cannot move.
fn chosen<M>(line: &str, moves: impl Iterator<Item = M>) -> Option<M> {
    let number = line.strip_prefix('*')?;
    let digit =
        |n: usize, byte| n.wrapping_mul(10).wrapping_add(usize::from(byte)).wrapping_sub(48);
    let number = number.bytes().fold(0, digit);
    let mut moves: Vec<M> = moves.collect();
    (!moves.is_empty()).then(|| moves.swap_remove(number % moves.len()))
}

/// A reference implementation of [`Lines`] that works byte by byte and has no limit on memory.
#[derive(Default)]
struct SimpleLines {
    max_line_len: usize,
    lines: VecDeque<Result<String, TooLong>>,
    incomplete: Vec<u8>,
    skipping: bool,
}

impl SimpleLines {
    fn push(&mut self, byte: u8) {
        if byte != b'\n' {
            self.incomplete.extend((!self.skipping).then_some(byte));
        }
        let text = self.incomplete.strip_suffix(b"\r").unwrap_or(&self.incomplete);
        if text.len() > self.max_line_len {
            self.lines.push_back(Err(TooLong));
            (self.incomplete, self.skipping) = (Vec::new(), true);
        }
        if byte == b'\n' {
            if !self.skipping {
                let text = self.incomplete.strip_suffix(b"\r").unwrap_or(&self.incomplete);
                self.lines.push_back(Ok(String::from_utf8_lossy(text).into_owned()));
            }
            (self.incomplete, self.skipping) = (Vec::new(), false);
        }
    }

    fn discard(&mut self) -> usize {
        let incomplete = !self.incomplete.is_empty();
        let discarded = self.lines.len() + usize::from(incomplete);
        self.skipping |= incomplete;
        (self.lines, self.incomplete) = (VecDeque::new(), Vec::new());
        discarded
    }
}

/// However the bytes are cut into chunks, the lines are the same, and memory stays within its limit.
///
/// The first bytes are the maximum line length, the capacity, and the number of control bytes that follow; each control
/// byte determines the length of a chunk and the action after it.
pub fn net_lines(data: &[u8]) {
    let [max_line_len, capacity, cuts, data @ ..] = data else { return };
    let (max_line_len, capacity) = (usize::from(*max_line_len), usize::from(*capacity));
    let (cuts, mut bytes) = data.split_at(data.len().min(usize::from(*cuts)));
    let mut cuts: Cycle<Iter<u8>> = cuts.iter().cycle();
    let mut lines = Lines::new(max_line_len, capacity);
    let mut simple = SimpleLines { max_line_len, ..SimpleLines::default() };
    while !bytes.is_empty() {
        let cut = cuts.next().copied().unwrap_or(0);
        let piece = &bytes[..bytes.len().min(usize::from(cut & 0x3f) + 1)];
        let taken = lines.push(piece);
        assert!(taken == piece.len() || lines.room() == 0);
        piece[..taken].iter().for_each(|&byte| simple.push(byte));
        bytes = &bytes[taken..];
        assert!(lines.room() <= capacity.max(max_line_len + 2));
        if cut & 0x40 == 0 || lines.room() == 0 {
            for line in from_fn(|| lines.next_line()) {
                assert_eq!(Some(line), simple.lines.pop_front());
            }
            assert!(simple.lines.is_empty() && lines.room() > 0);
        }
        if cut & 0x80 != 0 {
            assert_eq!(lines.discard(), simple.discard());
            assert_eq!(lines.next_line(), None);
        }
    }
}

/// Each line is at most one kind of message, and every message is read as it was printed.
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
                assert!(position.move_count(Player::Left) > 0);
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
    /// Whether the clients have won, according to their events.
    won: [Option<bool>; 2],
}

impl IcgaGame {
    /// Processes the events of a client.
    fn on_events(&mut self, player: Player, events: impl IntoIterator<Item = icga::Event>) {
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

    /// Sends the start of the game to both clients.
    fn start(&mut self) {
        self.won = [None; 2];
        for player in Player::BOTH {
            let setup = self.referee.setup(player);
            let events = self.clients[player as usize].receive(&setup).unwrap();
            self.on_events(player, events);
        }
        self.check();
    }

    /// The player to move sends this line.
    fn send(&mut self, line: &str) {
        let player = self.referee.game().turn().to_move;
        let over = self.referee.game().end().is_some();
        let shape = self.referee.game().turn().position.shape();
        let written = line.parse::<icga::WrittenMove>().ok().and_then(|written| written.on(shape));
        let mut legal = false;
        if let Some(mv) = written.filter(|_| !over)
            && let Ok((_, event)) = self.clients[player as usize].play(mv)
        {
            legal = true;
            self.on_events(player, event);
        }
        let step = self.referee.receive(line);
        let accepted = step.send.first().is_some_and(|(to, _)| *to != player);
        assert_eq!((legal, over), (accepted, over && step == icga::Step::default()));
        self.take(step);
    }

    /// The player to move forfeits.
    fn forfeit(&mut self, reason: Reason) {
        let over = self.referee.game().end().is_some();
        let step = self.referee.forfeit(reason);
        assert!(!over || step == icga::Step::default());
        self.take(step);
    }

    fn take(&mut self, step: icga::Step) {
        assert_eq!(step.end.as_ref(), step.end.as_ref().and(self.referee.game().end()));
        for (player, line) in step.send {
            let events = self.clients[player as usize].receive(&line).unwrap();
            self.on_events(player, events);
        }
        self.check();
    }

    /// Checks that both clients agree with the referee.
    fn check(&self) {
        for player in Player::BOTH {
            let client = &self.clients[player as usize];
            match self.referee.game().end() {
                Some(end) => {
                    let disconnected =
                        end.reason == Reason::Disconnected && end.winner != Some(player);
                    let won = (!disconnected).then_some(end.winner == Some(player));
                    assert_eq!(
                        (client.is_playing(), self.won[player as usize]),
                        (disconnected, won)
                    );
                }
                None => {
                    assert!(client.is_playing());
                    let position = client.turn().map(|turn| &turn.position);
                    let turn = self.referee.game().turn();
                    let own = turn.to_move == player;
                    assert_eq!(position, own.then_some(&turn.position));
                }
            }
        }
    }
}

/// Both clients and the referee agree on every position and on the winner, and every game ends.
///
/// `=8 10` starts a game with 8 rows and 10 columns, `!3` ends it from outside, all other lines are sent by the player
/// to move. If the script starts with a blank, columns are sent before rows.
pub fn icga_game(data: &[u8]) {
    use icga::{Client, Referee};
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
            // The clients stay connected, and an unfinished game is dropped.
            let clients = game.take().map_or_else(clients, |game| game.clients);
            game.insert(IcgaGame { referee, clients, won: [None; 2] }).start();
            continue;
        }
        let Some(game) = &mut game else { continue };
        if let Some(reason) = line.strip_prefix('!') {
            let reasons = [Reason::Malformed, Reason::Time, Reason::Disconnected, Reason::Stopped];
            game.forfeit(reasons[numbers::<1>(reason)[0] as usize % reasons.len()].clone());
            continue;
        }
        let player = game.referee.game().turn().to_move;
        let moves = game.clients[player as usize].turn().map(Turn::moves);
        let mv = chosen(&line, moves.into_iter().flatten());
        let shape = game.referee.game().turn().position.shape();
        let line = mv.map(|mv| icga::WrittenMove::of(mv, shape).to_string()).unwrap_or(line);
        game.send(&line);
    }
    let Some(mut game) = game else { return };
    while game.referee.game().end().is_none() {
        let shape = game.referee.game().turn().position.shape();
        let turn = game.clients[game.referee.game().turn().to_move as usize].turn().unwrap();
        let mv = turn.moves().next().unwrap();
        game.send(&icga::WrittenMove::of(mv, shape).to_string());
    }
    assert!(
        game.referee.game().moves().len()
            < game.referee.game().turn().position.shape().cells() as usize
    );
}

/// For any lines of a server, the client's events agree with its state, and on its turn it has a legal move.
///
/// `*7` is a move of the client if it is its turn, all other lines are sent by the server.
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
            // The client stays in the game.
            Err(_) => assert!(before && playing),
        }
        assert_eq!(client.closed().is_err(), playing);
        if let Some(turn) = client.turn() {
            assert!(playing && turn.moves().next().is_some());
        }
    }
}

/// Every message is read as it was printed.
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

/// A user who is admitted is in the table, knows the password, and requests another user.
///
/// The lines before an empty line are the table; without an empty line, every user may play. The other lines are
/// answers.
pub fn konane_login(data: &[u8]) {
    use konane::{Login, LoginStep, Password, ServerMessage, Users};
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
        let step = login.receive(answer, &users);
        given.extend(answer.parse::<u64>());
        match step {
            LoginStep::Next(ServerMessage::AskPassword) => assert_eq!(given.len(), 1),
            LoginStep::Next(ServerMessage::AskOpponent) => {
                assert!(given.len() == 2 && users.admit(given[0], Password(given[1])));
            }
            LoginStep::Done { user, opponent } => {
                assert_eq!((given.len(), given[0], given[2]), (3, user, opponent));
                assert!(user != opponent);
                return;
            }
            LoginStep::Refused(_) => return,
            other => panic!("{other:?}"),
        }
    }
}

/// The server's side of a game of Konane and both clients.
struct ArtemisGame<O: Opening> {
    game: konane::Referee<O>,
    clients: [konane::Client; 2],
    /// Whether the clients have won, according to the server's messages.
    won: [Option<bool>; 2],
}

impl<O: Opening> ArtemisGame<O> {
    /// The legal moves of the player on turn.
    fn moves(&self) -> Vec<dicot::rules::konane::KonaneMove> {
        let colour = self.game.colour(self.game.on_turn());
        let players = colour.as_ref().map_or(&Player::BOTH[..], std::slice::from_ref);
        players.iter().flat_map(|&player| self.game.board().moves(player)).collect()
    }

    /// Delivers messages and checks that both clients agree with the game.
    fn take(&mut self, was_over: bool, sent: Vec<(konane::Seat, konane::ServerMessage)>) {
        use konane::{Outcome, Seat, ServerMessage, Step};
        assert!(!was_over || sent.is_empty());
        let mut asked = Vec::new();
        for (seat, message) in sent {
            assert_eq!(ServerMessage::read(&message.to_string()), Some(message.clone()));
            match self.clients[seat as usize].receive(&message.to_string()).unwrap() {
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
        let Some(end) = self.game.game().end() else {
            let [(seat, turn)] = &asked[..] else { panic!("expected one prompt: {asked:?}") };
            assert_eq!((*seat, self.won), (self.game.on_turn(), [None; 2]));
            let own = turn.moves().collect::<Vec<_>>();
            match self.game.board().phase() {
                KonanePhase::Jumps => assert_eq!(own, self.moves()),
                _ => assert!(own.iter().all(|mv| self.moves().contains(mv))),
            }
            for client in &self.clients {
                assert_eq!(client.board().position, self.game.board().position);
            }
            return;
        };
        assert!(asked.is_empty());
        for seat in Seat::BOTH {
            let winner = self.game.winner();
            let connected = end.reason != Reason::Disconnected || winner == Some(seat);
            let won = winner.filter(|_| connected).map(|winner| winner == seat);
            assert_eq!(self.won[seat as usize], won);
        }
    }

    /// Checks that the record agrees with the game.
    fn check_record(&self) {
        let record = self.game.record([1, 2]).unwrap();
        let line = serde_json::to_string(&record).unwrap();
        let (_, read) = Records::of(line.as_bytes()).next().unwrap().unwrap();
        let rules = library().find(KonaneGame::<O, U448>::SPEC.name).unwrap();
        let replay = Replay::of(&rules, &read).unwrap();
        assert_eq!(replay.end().position.downcast(), Some(self.game.board()));
        assert_eq!(replay.moves().len(), self.game.game().moves().len());
        let no_moves = self.game.game().end().is_some_and(|end| end.reason == Reason::NoMoves);
        assert!(!no_moves || replay.is_over());
    }
}

/// Both clients and the server agree on every position and on the winner, no messages are sent after the end, every
/// game ends, and its record can be replayed.
///
/// The first line has rows, columns, 1 for the opening rule that allows any stone, and the milliseconds of the clocks.
/// Later, `@1500` sets the time of the following answers in milliseconds, `!` ends the game from outside, all other
/// lines are sent by the player on turn.
pub fn konane_game(data: &[u8]) {
    match lines(data).next().map(|line| numbers(&line)) {
        Some([rows, cols, 1, clock]) => artemis::<AnyStone>(rows, cols, clock, data),
        Some([rows, cols, _, clock]) => artemis::<CornerOrCentre>(rows, cols, clock, data),
        None => {}
    }
}

fn artemis<O: Opening>(rows: u64, cols: u64, clock: u64, data: &[u8]) {
    use konane::{Credentials, Password, Referee, Seat};
    let (rows, cols) = (side(rows), side(cols));
    let Ok(board) = konane::board::<O>(rows, cols) else { return };
    let clock = Duration::from_millis(clock);
    let credentials = Credentials { user: 1, password: Password(1), opponent: 2 };
    let client = || konane::Client::new(konane::board(rows, cols).unwrap(), credentials);
    let (game, sent) = Referee::start(board, 1, clock);
    let mut table = ArtemisGame { game, clients: [client(), client()], won: [None; 2] };
    table.take(false, sent);
    let mut took = Duration::ZERO;
    for line in lines(data).skip(1) {
        let over = table.game.game().end().is_some();
        if let Some(time) = line.strip_prefix('@') {
            took = Duration::from_millis(numbers::<1>(time)[0]);
            continue;
        }
        let sent = match line.as_str() {
            "!time" => table.game.expired(),
            "!long" => table.game.malformed("the line is too long"),
            "!one" => table.game.disconnect(Seat::One),
            "!two" => table.game.disconnect(Seat::Two),
            "!stop" => table.game.stopped(),
            line => {
                let in_time = took <= table.game.allowed();
                let mv = chosen(line, table.moves().into_iter()).filter(|_| !over);
                let count = table.game.game().moves().len();
                let line = mv.map_or(line.to_owned(), |mv| mv.to_string());
                let sent = table.game.receive(&line, took);
                let made = table.game.game().moves().len() - count;
                assert!(made <= usize::from(!over && in_time));
                assert!(mv.is_none() || made == usize::from(in_time));
                sent
            }
        };
        table.take(over, sent);
        let record = table.game.record([1, 2]);
        assert_eq!(record.is_some(), table.game.game().end().is_some());
        assert!(Seat::BOTH.iter().all(|&seat| table.game.time_left(seat) <= clock));
    }
    while table.game.game().end().is_none() {
        let mv = table.moves()[0];
        let sent = table.game.receive(&mv.to_string(), Duration::ZERO);
        table.take(false, sent);
    }
    table.check_record();
}

/// For any lines of a server, the client's answers are valid, and the number of stones never grows.
///
/// The first line has rows and columns, the other lines are sent by the server.
pub fn konane_client(data: &[u8]) {
    use konane::{
        Client, Credentials, Outcome, Password, Step, read_jump, read_number, read_removal,
    };
    let [rows, cols] = lines(data).next().map_or([0; 2], |line| numbers(&line));
    let Ok(board) = konane::board(side(rows), side(cols)) else { return };
    let credentials = Credentials { user: 1, password: Password(17), opponent: 2 };
    let mut client = Client::new(board, credentials);
    let stones = |client: &Client| {
        let position = client.board().position;
        Player::BOTH.map(|player| position.board().stones(player).len()).iter().sum::<u32>()
    };
    for (number, line) in lines(data).enumerate().skip(1) {
        let before = stones(&client);
        match client.receive(&line) {
            Ok(Step::Choose { turn, time_left }) => {
                let jumps = turn.position.phase() == KonanePhase::Jumps;
                let moves = turn.moves().collect::<Vec<_>>();
                assert!(!jumps || !moves.is_empty());
                assert!(jumps || time_left.is_none());
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

/// Every request is read as it was printed, and its position has the same rows.
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

/// Both bots read the referee's requests as its current position, and every game ends.
///
/// The first line has the side of the board, the first player, the number of lines with moves of an opening, and a
/// seed.
/// `!2` ends the game from outside, all other lines are answers.
pub fn codingame_game(data: &[u8]) {
    use codingame::message::action;
    use codingame::referee::Referee;
    use dicot::rules::Clobber448;
    let mut script = lines(data);
    let [length, first, opening, seed] = script.next().map_or([0; 4], |line| numbers(&line));
    // Larger boards take longer and exercise no other code.
    let side = side(length).min(12);
    let Ok(position) = Clobber448::start(side, side) else { return };
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
        assert_eq!(read.last, referee.game().moves().last().copied().map(action));
        let count = referee.game().moves().len();
        if let Some(reason) = line.strip_prefix('!') {
            let reasons = [Reason::Time, Reason::Crash, Reason::IllegalMove];
            let reason = &reasons[numbers::<1>(reason)[0] as usize % reasons.len()];
            referee.forfeit(reason.clone(), "fault");
            continue;
        }
        let line = chosen(&line, moves.iter()).cloned().unwrap_or(line);
        let word = line.split(' ').next().unwrap_or_default();
        let legal = word == "random" || moves.iter().any(|mv| word.starts_with(mv));
        referee.answer(&line);
        assert_eq!(referee.game().moves().len(), count + usize::from(legal));
        assert!(referee.comment().chars().count() <= 16);
        let stuck = referee.turn().moves().next().is_none();
        let reason = referee.game().end().map(|end| end.reason.clone());
        let expected =
            if legal { stuck.then_some(Reason::NoMoves) } else { Some(Reason::IllegalMove) };
        assert_eq!(reason, expected);
    }
    let (end, moves) = (referee.game().end().cloned().unwrap(), referee.game().moves().len());
    assert_eq!(end.winner, Some(!referee.turn().to_move));
    assert!(moves < referee.turn().position.shape().cells() as usize);
    referee.answer("random");
    referee.forfeit(Reason::Crash, "late");
    assert_eq!((referee.game().end(), referee.game().moves().len()), (Some(&end), moves));
}

/// However the bytes are cut into chunks, the messages up to the first error are the same; every message is read as it
/// was printed; and an unfinished message is an error at some length.
///
/// The first byte is the chunk size; 0 means that the bytes are repeated without end.
pub fn combo_json(data: &[u8]) {
    use combo::json::{MAX_ANSWER, Messages, answer, request};
    let [cut, bytes @ ..] = data else { return };
    if *cut == 0 && !bytes.is_empty() {
        let (mut answers, mut since) = (Messages::answers(), 0);
        // A brace after each repetition, because blanks between answers have no limit.
        let piece = [bytes, b"{"].concat().repeat(1 + 4096 / bytes.len());
        for _ in 0..=MAX_ANSWER / piece.len() + 1 {
            answers.push(&piece);
            since += piece.len();
            match answers.next() {
                Some(Err(_)) => return,
                Some(Ok(_)) => since = 0,
                None => {}
            }
        }
        assert!(since <= MAX_ANSWER + piece.len());
        return;
    }
    // At most 64 chunks, because each chunk checks the unfinished message again from its start.
    let size = usize::from(*cut).max(1 + bytes.len() / 64);
    is_cut_and_read(bytes, size, Messages::answers, |&mv| answer(mv));
    is_cut_and_read(bytes, size, Messages::requests, request);
}

fn is_cut_and_read<T: Clone + Debug + PartialEq>(
    bytes: &[u8],
    size: usize,
    decoder: fn() -> combo::json::Messages<T>,
    print: impl Fn(&T) -> String,
) {
    let messages = |size| {
        let mut decoder = decoder();
        let push_next = move |piece: &[u8]| {
            decoder.push(piece);
            Vec::from_iter(from_fn(|| decoder.next()).take(bytes.len()))
        };
        until_fault(bytes.chunks(size).flat_map(push_next))
    };
    let (found, fault) = messages(size);
    assert_eq!((found.clone(), fault), messages(bytes.len().max(1)));
    for message in found {
        let mut again = decoder();
        again.push(print(&message).as_bytes());
        assert_eq!(again.next(), Some(Ok(message)));
        assert!(!again.is_within_message());
    }
}

/// Returns the messages up to the first error, and whether there is one.
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
/// The first line has the maximum number of moves, the repetitions and the milliseconds of the clocks, each 0 for no
/// limit; the second is the start. Later, `@1500` sets the time of the following answers in milliseconds, `!1` ends the
/// game from outside, all other lines are answers: JSON, or a printed move.
pub fn combo_game(data: &[u8]) {
    let mut script = lines(data);
    let [plies, repetition, clock] = script.next().map_or([0; 3], |line| numbers(&line));
    let limit = |n: u64| (n > 0).then(|| u32::try_from(n).unwrap_or(u32::MAX));
    let terms = Terms {
        time: (clock > 0).then(|| TimeControl::PerGame(Duration::from_millis(clock))),
        max_plies: limit(plies).map(|max| max as usize),
        repetition: limit(repetition),
        ..Terms::default()
    };
    let start = script.next().and_then(|line| line.parse().ok());
    let start = start.unwrap_or_else(|| Combo::start(3, 4).unwrap());
    let mut game = Game::new(Turn::new(start, Player::Left), terms);
    let clocks = Player::BOTH.map(|player| game.clock(player));
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
                [1] => {
                    game.spend(took);
                    game.forfeit(Reason::Malformed, Some(line));
                }
                who => {
                    let winner = (who == [2]).then_some(Player::Left);
                    game.finish(End { winner, reason: Reason::Stopped, fault: None });
                }
            }
        } else if let Some(mv) = combo_answer(&line, game.turn()) {
            let legal = before.position.is_legal(before.to_move, mv);
            game.spend(took);
            game.play(mv);
            let made = game.moves().len() - count;
            assert!(made <= usize::from(end.is_none() && legal));
        } else {
            game.spend(took);
            game.forfeit(Reason::Malformed, Some(line));
        }
        if end.is_some() {
            assert_eq!((game.end(), game.moves().len()), (end.as_ref(), count));
        }
        let total = |turn: &Turn<Combo>, player| turn.position.total(player);
        assert_eq!(total(&before, before.to_move), total(game.turn(), before.to_move));
        assert!(total(&before, !before.to_move) >= total(game.turn(), !before.to_move));
        assert!(terms.max_plies.is_none_or(|max| game.moves().len() <= max));
        assert!(Player::BOTH.iter().all(|&player| game.clock(player) <= clocks[0]));
        assert!(game.end().is_some() || game.turn().moves().next().is_some());
    }
    let line = serde_json::to_string(&game.record("left", "right")).unwrap();
    let (_, read) = Records::of(line.as_bytes()).next().unwrap().unwrap();
    let replay = Replay::of(&library().find(Combo::SPEC.name).unwrap(), &read).unwrap();
    let (end, turn) = (replay.end(), game.turn());
    assert_eq!(end.position.downcast(), Some(&turn.position));
    assert_eq!(end.to_move, turn.to_move);
    let moves = game.moves().iter().map(ToString::to_string);
    assert!(moves.eq(replay.moves().iter().map(ToString::to_string)));
}

/// Returns the move of an answer in one of its notations.
fn combo_answer(line: &str, turn: &Turn<Combo>) -> Option<ComboMove> {
    let mut answers = combo::json::Messages::answers();
    answers.push(line.as_bytes());
    let json = answers.next().and_then(Result::ok);
    let mv = chosen(line, turn.moves()).or(json);
    mv.or_else(|| turn.position.read_move(line).ok())
}

/// Every record is read as it was written, and a replay consists of legal moves.
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
        // Reading a fraction may change its last digit.
        let near = |a: f64, b: f64| (a - b).abs() <= a.abs() * 1e-12;
        assert_eq!(record.seconds.is_some(), read.seconds.is_some());
        if let (Some(written), Some(read)) = (record.seconds, read.seconds) {
            assert!(near(written.left, read.left) && near(written.right, read.right));
        }
        read.seconds = record.seconds;
        assert_eq!(read, record);
        let rules = record.rules.clone();
        let Ok(ruleset) = library().find(&rules) else { continue };
        let Ok(replay) = Replay::of(&ruleset, &record) else { continue };
        let turns = replay.turns().collect::<Vec<_>>();
        assert_eq!(turns.len(), record.moves.len() + 1);
        assert_eq!((turns.first(), turns.last()), (Some(&replay.start()), Some(&replay.end())));
        let end = replay.end();
        assert_eq!(replay.is_over(), end.position.move_count(end.to_move) == 0);
        for (mv, turn) in replay.moves().iter().zip(&turns) {
            let read = turn.position.parse_move(mv.text()).unwrap();
            assert_eq!(read, *mv);
            assert!(turn.position.is_legal(turn.to_move, read));
        }
        let mut printed = record.clone();
        printed.start = replay.start().position.to_string();
        printed.moves = replay.moves().iter().map(ToString::to_string).collect();
        assert_eq!(Replay::of(&ruleset, &printed).unwrap().end(), replay.end());
    }
}

/// Positions and moves of every ruleset are read as they were printed, and an illegal move is explained.
///
/// The first line is the name of a ruleset, the second a position, the other lines are moves.
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

    fn with_values<P: Short + Ruleset>(self) {
        self.without_values::<P>();
    }

    fn without_values<P: Ruleset>(self) {
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
