//! The protocol of Combo's WebSocket as a state machine without input or output.
//!
//! | state | event | action |
//! |---|---|---|
//! | no game | a valid `new_game` | sends the board |
//! | no game | any other message | sends `error` and closes the connection |
//! | black to move | a legal move | starts the bot; sends `game_over` if white has no move |
//! | black to move | an illegal move, or a message that is not a move | sends `game_over`: black has lost |
//! | black to move | `new_game` | sends `game_over`: black has lost; then as without a game |
//! | bot thinking | a message | keeps the message until white has moved |
//! | bot thinking | a second message | sends `error` and closes the connection |
//! | bot thinking | white's move | sends the board; sends `game_over` if black has no move |

use std::fmt::Display;

use dicot::Player;
use dicot::rules::{Combo, Position, Turn, combo::ComboMove};
use dicot_arena::combo::{colour, json};
use dicot_bots::Bot;
use dicot_rulesets::bots;
use serde::Serialize;
use serde_json::Value;

/// An action of the server.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Send a message.
    Send(String),
    /// Let white's bot choose a move, see [`Table::take_bot_turn`].
    StartBot,
    /// Close the connection for this reason.
    Close(&'static str),
}

/// The state of a connection, with its game if one is being played.
pub(super) struct Table {
    /// The bot that plays white if the client names none.
    cpu: String,
    /// The seed of the next game's bot.
    seed: u64,
    game: Option<Game>,
    /// The message that came while the bot was thinking.
    early: Option<Vec<u8>>,
}

struct Game {
    turn: Turn<Combo>,
    cpu: String,
    /// The bot that plays white; `None` while it thinks.
    bot: Option<Box<dyn Bot<Combo>>>,
    /// Whether `game_over` has the last board.
    last_board: bool,
}

/// White's turn, with the bot that is to move.
pub(super) struct BotTurn {
    pub(super) turn: Turn<Combo>,
    pub(super) bot: Box<dyn Bot<Combo>>,
}

/// A message for the client.
#[derive(Serialize)]
struct Message<'a, A> {
    command: &'a str,
    args: A,
}

impl<A: Serialize> Message<'_, A> {
    /// The message as the original writes it: one line with a line feed.
    fn line(&self) -> String {
        // Writing strings as JSON never fails.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

impl Table {
    /// Creates a table at which the bot `cpu` plays white if the client names none.
    pub(super) fn new(cpu: &str, seed: u64) -> Table {
        Table { cpu: cpu.to_owned(), seed, game: None, early: None }
    }

    /// Handles a message of the client.
    pub(super) fn on_message(&mut self, message: &[u8]) -> Vec<Action> {
        let mut actions = Vec::new();
        if !self.is_whites_turn() {
            self.handle(message, &mut actions);
        } else if self.early.replace(message.to_vec()).is_some() {
            refuse("it is white's turn and a message is already waiting", &mut actions);
        }
        actions
    }

    /// Takes the bot, to let it choose a move; `None` if it is not white's turn or the bot is thinking.
    pub(super) fn take_bot_turn(&mut self) -> Option<BotTurn> {
        let game = self.game.as_mut().filter(|game| game.turn.to_move == Player::Right)?;
        Some(BotTurn { turn: game.turn.clone(), bot: game.bot.take()? })
    }

    /// Makes the bot's move and returns the bot to the table. White loses if the move is illegal or missing.
    pub(super) fn on_bot_move(
        &mut self,
        mv: Option<ComboMove>,
        bot: Box<dyn Bot<Combo>>,
    ) -> Vec<Action> {
        let mut actions = Vec::new();
        if !self.is_whites_turn() {
            return actions;
        }
        if let Some(game) = &mut self.game {
            game.bot = Some(bot);
        }
        self.make_move(mv, &mut actions);
        if let Some(message) = self.early.take() {
            self.handle(&message, &mut actions);
        }
        actions
    }

    fn is_whites_turn(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.turn.to_move == Player::Right)
    }

    /// Handles a message when it is not white's turn.
    fn handle(&mut self, message: &[u8], actions: &mut Vec<Action>) {
        let value = match serde_json::from_slice::<Value>(message) {
            Ok(value) => value,
            Err(_) if self.game.is_some() => return self.make_move(None, actions),
            Err(error) => return refuse(&format!("bad JSON: {error}"), actions),
        };
        let args = value.get("args").unwrap_or(&Value::Null);
        match value.get("command").and_then(Value::as_str) {
            Some("new_game") => {
                if let Some(game) = self.game.take() {
                    actions.push(game.game_over(Player::Left));
                }
                match self.new_game(args) {
                    Ok(game) => {
                        self.game = Some(game);
                        self.start_turn(actions);
                    }
                    Err(problem) => refuse(&problem, actions),
                }
            }
            Some("move") if self.game.is_some() => {
                self.make_move(json::read_answer(args).ok(), actions);
            }
            _ if self.game.is_some() => self.make_move(None, actions),
            Some("move") => refuse("no game is being played; expected \"new_game\"", actions),
            _ => refuse("\"command\": expected \"new_game\" or \"move\"", actions),
        }
    }

    fn new_game(&mut self, args: &Value) -> Result<Game, String> {
        let length = |key| {
            let length = args.get(key).and_then(Value::as_u64);
            length.ok_or_else(|| format!("\"args.{key}\": expected a whole number"))
        };
        let (width, height) = (length("width")?, length("height")?);
        let (Ok(columns), Ok(rows)) = (u8::try_from(width), u8::try_from(height)) else {
            return Err(format!("a board of {width}x{height} is too large"));
        };
        let text = |error: &dyn Display| error.to_string();
        let cpu = match args.get("cpu") {
            None => &self.cpu,
            Some(Value::String(name)) => name,
            Some(_) => return Err("\"args.cpu\": expected the name of a bot".to_owned()),
        };
        let last_board = match args.get("last_board") {
            None => false,
            Some(Value::Bool(wanted)) => *wanted,
            Some(_) => return Err("\"args.last_board\": expected true or false".to_owned()),
        };
        let start = Combo::start(columns, rows).map_err(|error| text(&error))?;
        let bot = bots::of(cpu, self.seed).map_err(|error| text(&error))?;
        self.seed = self.seed.wrapping_add(1);
        let turn = Turn::new(start, Player::Left);
        Ok(Game { turn, cpu: cpu.clone(), bot: Some(bot), last_board })
    }

    /// Makes a move for the player to move, who loses if it is illegal or missing.
    fn make_move(&mut self, mv: Option<ComboMove>, actions: &mut Vec<Action>) {
        let Some(Game { turn, .. }) = &mut self.game else { return };
        let player = turn.to_move;
        match mv.filter(|&mv| turn.position.is_legal(player, mv)) {
            Some(mv) => {
                turn.position.play_unchecked(player, mv);
                turn.to_move = !player;
                self.start_turn(actions);
            }
            None => actions.extend(self.game.take().map(|game| game.game_over(player))),
        }
    }

    /// Asks the player to move for a move, or ends the game if the player cannot move.
    fn start_turn(&mut self, actions: &mut Vec<Action>) {
        let Some(game) = &self.game else { return };
        let player = game.turn.to_move;
        if game.turn.moves().next().is_none() {
            actions.extend(self.game.take().map(|game| game.game_over(player)));
        } else if player == Player::Right {
            actions.push(Action::StartBot);
        } else {
            actions.push(Action::Send(game.move_request()));
        }
    }
}

impl Game {
    /// The message that asks black for a move: the board and the legal moves.
    fn move_request(&self) -> String {
        let mut moves: Vec<ComboMove> = self.turn.moves().collect();
        moves.sort_by_cached_key(|&mv| original_order(mv));
        let moves: Vec<String> = moves.into_iter().map(json::object).collect();
        let (board, moves) = (json::board(&self.turn.position), moves.join(","));
        format!("{{\"command\":\"move\",\"args\":{{\"board\":{board},\"moves\":[{moves}]}}}}\n")
    }

    /// The message that the game has ended.
    fn game_over(&self, loser: Player) -> Action {
        let winner = !loser;
        let name = match winner {
            Player::Left => "http".to_owned(),
            Player::Right => format!("{} player", self.cpu),
        };
        let message = format!("{} ({name}) is the winner!", colour(winner));
        let mut line = Message { command: "game_over", args: Args { message: &message } }.line();
        if self.last_board {
            let end = line.len() - "}}\n".len();
            line.insert_str(end, &format!(",\"board\":{}", json::board(&self.turn.position)));
        }
        Action::Send(line)
    }
}

#[derive(Serialize)]
struct Args<'a> {
    message: &'a str,
}

/// Sends an error and closes the connection: otherwise a client that sent nonsense would wait forever.
fn refuse(problem: &str, actions: &mut Vec<Action>) {
    actions
        .push(Action::Send(Message { command: "error", args: Args { message: problem } }.line()));
    actions.push(Action::Close("invalid message"));
}

/// The order of moves in the original's list: by column and row, direction and distance, and number of stones.
fn original_order(mv: ComboMove) -> impl Ord {
    let (from, to) = (mv.from, mv.to);
    let right = to.col.cmp(&from.col);
    let down = to.row.cmp(&from.row);
    let distance = to.col.abs_diff(from.col).max(to.row.abs_diff(from.row));
    (from.col, from.row, right, down, distance, mv.count)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use dicot::rules::Ruleset;
    use serde_json::json;

    use super::*;

    const NEW: &[u8] = br#"{"command":"new_game","args":{"width":1,"height":4}}"#;

    fn table() -> Table {
        Table::new("random", 1)
    }

    /// A table with a game in progress at a position, black to move.
    fn at(position: &str) -> Table {
        let mut table = table();
        table.on_message(NEW);
        let game = table.game.as_mut().unwrap();
        game.turn = Turn::new(position.parse().unwrap(), Player::Left);
        table
    }

    /// The message of a move.
    fn mv(text: &str) -> Vec<u8> {
        let mv = Combo::start(8, 8).unwrap().read_move(text).unwrap();
        format!("{{\"command\":\"move\",\"args\":{}}}", json::object(mv)).into_bytes()
    }

    /// Lets white's bot make the move.
    fn answer(table: &mut Table, mv: &str) -> Vec<Action> {
        let BotTurn { turn, bot } = table.take_bot_turn().unwrap();
        assert!(table.take_bot_turn().is_none(), "the bot is thinking");
        table.on_bot_move(Some(turn.position.read_move(mv).unwrap()), bot)
    }

    fn over(message: &str) -> Action {
        let args = format!("{{\"message\":\"{message}\"}}");
        Action::Send(format!("{{\"command\":\"game_over\",\"args\":{args}}}\n"))
    }

    const WHITE_WON: &str = "white (random player) is the winner!";
    const BLACK_WON: &str = "black (http) is the winner!";

    /// Asserts that the actions are an error message and a close.
    fn assert_refused(actions: &[Action], why: &str) {
        let [Action::Send(line), Action::Close(_)] = actions else { panic!("{actions:?}") };
        let value: Value = serde_json::from_str(line).unwrap();
        assert_eq!(value, json!({"command": "error", "args": {"message": why}}));
        assert!(line.starts_with("{\"command\":\"error\",") && line.ends_with('\n'));
    }

    #[test]
    fn a_new_game_sends_the_board() {
        let [Action::Send(line)] = &table().on_message(NEW)[..] else { panic!() };
        let squares = "{\"x\":0,\"y\":0,\"piece_color\":\"white\",\"piece_count\":1},\
            {\"x\":0,\"y\":1,\"piece_color\":\"white\",\"piece_count\":1},\
            {\"x\":0,\"y\":2,\"piece_color\":\"black\",\"piece_count\":1},\
            {\"x\":0,\"y\":3,\"piece_color\":\"black\",\"piece_count\":1}";
        let moves = "{\"from\":{\"x\":0,\"y\":2},\"to\":{\"x\":0,\"y\":3},\"piece_count\":1},\
            {\"from\":{\"x\":0,\"y\":3},\"to\":{\"x\":0,\"y\":2},\"piece_count\":1}";
        let board = format!("{{\"squares\":[[{squares}]],\"width\":1,\"height\":4}}");
        let args = format!("{{\"board\":{board},\"moves\":[{moves}]}}");
        assert_eq!(*line, format!("{{\"command\":\"move\",\"args\":{args}}}\n"));
    }

    /// By column and row, direction by column and row, distance, and number of stones.
    #[test]
    fn moves_are_listed_in_the_order_of_the_original() {
        let turn = Turn::new("b2,w1/b1,.".parse().unwrap(), Player::Left);
        let bot = bots::of("random", 1).ok();
        let game = Game { turn, cpu: "random".to_owned(), bot, last_board: false };
        let value: Value = serde_json::from_str(&game.move_request()).unwrap();
        let moves = value["args"]["moves"].as_array().unwrap();
        let moves: Vec<_> =
            moves.iter().map(|mv| json::read_answer(mv).unwrap().to_string()).collect();
        let expected = [
            "0,0-0,1-1",
            "0,0-0,1-2",
            "0,0-1,0-2",
            "0,0-1,1-1",
            "0,0-1,1-2",
            "0,1-0,0-1",
            "0,1-1,1-1",
        ];
        assert_eq!(moves, expected);
    }

    #[test]
    fn without_a_game_only_a_new_game_is_valid() {
        for (message, why) in [
            (&b"hello"[..], "bad JSON: expected value at line 1 column 1"),
            (b"\xff", "bad JSON: expected value at line 1 column 1"),
            (b"[]", "\"command\": expected \"new_game\" or \"move\""),
            (br#"{"command":7}"#, "\"command\": expected \"new_game\" or \"move\""),
            (br#"{"command":"resign"}"#, "\"command\": expected \"new_game\" or \"move\""),
            (br#"{"command":"move"}"#, "no game is being played; expected \"new_game\""),
        ] {
            assert_refused(&table().on_message(message), why);
        }
        let deep = "[".repeat(10_000);
        let actions = table().on_message(deep.as_bytes());
        assert_refused(&actions, "bad JSON: recursion limit exceeded at line 1 column 128");
    }

    #[test]
    fn invalid_new_games() {
        for (args, why) in [
            ("", "\"args.width\": expected a whole number"),
            (r#""width":8"#, "\"args.height\": expected a whole number"),
            (r#""width":"8","height":8"#, "\"args.width\": expected a whole number"),
            (r#""width":8,"height":-8"#, "\"args.height\": expected a whole number"),
            (r#""width":8,"height":3"#, "the board is 3 high, expected 4 or more to start"),
            (r#""width":256,"height":8"#, "a board of 256x8 is too large"),
            (
                r#""width":8,"height":18446744073709551615"#,
                "a board of 8x18446744073709551615 is too large",
            ),
            (
                r#""width":64,"height":4"#,
                "there are too many stones of Right; the limit is 127 in all",
            ),
            (r#""width":8,"height":8,"cpu":7"#, "\"args.cpu\": expected the name of a bot"),
            (
                r#""width":8,"height":8,"last_board":7"#,
                "\"args.last_board\": expected true or false",
            ),
        ] {
            let message = format!("{{\"command\":\"new_game\",\"args\":{{{args}}}}}");
            assert_refused(&table().on_message(message.as_bytes()), why);
        }
        for (width, height) in [(0, 8), (21, 22), (1, 255)] {
            let args = format!("{{\"width\":{width},\"height\":{height}}}");
            let message = format!("{{\"command\":\"new_game\",\"args\":{args}}}");
            let actions = table().on_message(message.as_bytes());
            match Combo::start(width, height) {
                Err(error) => assert_refused(&actions, &error.to_string()),
                Ok(_) => assert_eq!(actions.len(), 1),
            }
        }
        let unknown = br#"{"command":"new_game","args":{"width":8,"height":8,"cpu":"deep"}}"#;
        let why = "unknown bot \"deep\" for combo; expected random, uct, weak, medium, strong";
        assert_refused(&table().on_message(unknown), why);
    }

    #[test]
    fn a_legal_move_and_its_answer() {
        let mut table = at("w2,.,.,b1,b1");
        assert_eq!(table.on_message(&mv("3,0-4,0-1")), [Action::StartBot]);
        let actions = answer(&mut table, "0,0-1,0-1");
        assert!(
            matches!(&actions[..], [Action::Send(line)] if line.starts_with("{\"command\":\"move\""))
        );
    }

    #[test]
    fn a_player_without_a_move_loses() {
        let mut table = at("b2,w1");
        assert_eq!(table.on_message(&mv("0,0-1,0-2")), [over(BLACK_WON)]);
        let mut table = at("w2,.,b1");
        assert_eq!(table.on_message(&mv("2,0-1,0-1")), [Action::StartBot]);
        assert_eq!(answer(&mut table, "0,0-1,0-2"), [over(WHITE_WON)]);
        // The connection stays open, for another game.
        assert!(matches!(&table.on_message(NEW)[..], [Action::Send(_)]));
    }

    #[test]
    fn illegal_moves_lose() {
        for message in [
            mv("0,0-3,0-2"),
            mv("7,7-6,6-1"),
            b"hello".to_vec(),
            b"{}".to_vec(),
            br#"{"command":"move"}"#.to_vec(),
            br#"{"command":"resign"}"#.to_vec(),
            br#"{"command":"move","args":{"from":{"y":0},"to":{"x":1,"y":0},"piece_count":1}}"#
                .to_vec(),
        ] {
            assert_eq!(at("b2,.,.,w1").on_message(&message), [over(WHITE_WON)]);
        }
    }

    #[test]
    fn a_new_game_resigns_the_old_one() {
        let mut table = at("b2,.,.,w1");
        let actions = table.on_message(NEW);
        assert!(
            matches!(&actions[..], [end, Action::Send(_)] if *end == over(WHITE_WON)),
            "{actions:?}"
        );
        let mut table = at("b2,.,.,w1");
        let actions = table.on_message(br#"{"command":"new_game"}"#);
        assert_eq!(actions[0], over(WHITE_WON));
        assert_refused(&actions[1..], "\"args.width\": expected a whole number");
    }

    #[test]
    fn one_message_may_be_early() {
        let mut table = at("w2,.,.,.,b1,b1");
        assert_eq!(table.on_message(&mv("4,0-5,0-1")), [Action::StartBot]);
        assert_eq!(table.on_message(&mv("5,0-4,0-1")), []);
        let actions = answer(&mut table, "0,0-1,0-1");
        assert!(matches!(&actions[..], [Action::Send(_), Action::StartBot]), "{actions:?}");
        assert_eq!(table.on_message(NEW), []);
        assert_refused(
            &table.on_message(NEW),
            "it is white's turn and a message is already waiting",
        );
    }

    #[test]
    fn the_last_board_is_sent_on_request() {
        let mut table = table();
        let args = r#"{"width":1,"height":4,"cpu":"weak","last_board":true}"#;
        table.on_message(format!("{{\"command\":\"new_game\",\"args\":{args}}}").as_bytes());
        table.game.as_mut().unwrap().turn.position = "b2".parse().unwrap();
        let [Action::Send(line)] = &table.on_message(b"{}")[..] else { panic!() };
        let board = json::board(&"b2".parse().unwrap());
        let args =
            format!("{{\"message\":\"white (weak player) is the winner!\",\"board\":{board}}}");
        assert_eq!(*line, format!("{{\"command\":\"game_over\",\"args\":{args}}}\n"));
    }

    /// A bot loses if it does not return a move although one exists; a move without a game is ignored.
    #[test]
    fn white_without_an_answer_has_lost() {
        let mut table = at("w2,.,.,b1,b1");
        table.on_message(&mv("3,0-4,0-1"));
        let bot = table.take_bot_turn().unwrap().bot;
        assert_eq!(table.on_bot_move(None, bot), [over(BLACK_WON)]);
        let bot = bots::of("random", 1).unwrap();
        assert_eq!(table.on_bot_move(None, bot), []);
    }

    /// Plays whole games between two random players; the bots accept all boards, and the table all moves.
    #[test]
    fn whole_games() {
        for seed in 0..20 {
            let mut table = Table::new("random", seed);
            let mut black: Box<dyn Bot<Combo>> = bots::of("random", seed + 100).unwrap();
            let mut actions =
                table.on_message(br#"{"command":"new_game","args":{"width":3,"height":5}}"#);
            loop {
                let [action] = &actions[..] else { panic!("{actions:?}") };
                actions = match action {
                    Action::StartBot => {
                        let BotTurn { turn, mut bot } = table.take_bot_turn().unwrap();
                        let mv = bot.choose(&turn, Instant::now());
                        table.on_bot_move(mv, bot)
                    }
                    Action::Send(line) if line.starts_with("{\"command\":\"game_over\"") => break,
                    Action::Send(_) => {
                        let turn = &table.game.as_ref().unwrap().turn;
                        let mv = black.choose(turn, Instant::now()).unwrap();
                        let args = json::object(mv);
                        table.on_message(
                            format!("{{\"command\":\"move\",\"args\":{args}}}").as_bytes(),
                        )
                    }
                    Action::Close(reason) => panic!("{reason}"),
                };
            }
            assert!(table.game.is_none());
        }
    }
}
