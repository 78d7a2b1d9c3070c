//! What is said over Combo's WebSocket, without input or output.
//!
//! | state | what comes | what is done |
//! |---|---|---|
//! | no game | `new_game` | the board is sent |
//! | no game | anything else, or a game that cannot be | `error`, and the connection is closed |
//! | black to move | a legal move | white thinks; `game_over` if it cannot move |
//! | black to move | an illegal move, or no move at all | `game_over`: black has lost |
//! | black to move | `new_game` | `game_over`: black has lost; then as without a game |
//! | white thinks | a message | is kept until white has moved |
//! | white thinks | a second message | `error`, and the connection is closed |
//! | white thinks | white's move | the board is sent; `game_over` if black cannot move |

use std::fmt::Display;

use dicot::Player;
use dicot::rules::{Combo, ComboMove, Position, Turn};
use dicot::search::bot::Bot;
use dicot_arena::bots;
use dicot_arena::combo::{colour, json};
use serde::Serialize;
use serde_json::Value;

/// What the server does.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// Sends a message.
    Say(String),
    /// Lets white think, see [`Table::thought`].
    Think,
    /// Closes the connection, with a reason.
    Close(&'static str),
}

/// A connection: the game that is played, if there is one.
pub(super) struct Table {
    /// Who plays white if the client does not say.
    cpu: String,
    /// What the next bot leaves to chance.
    seed: u64,
    game: Option<Game>,
    /// What the client has said while white was thinking.
    early: Option<Vec<u8>>,
}

struct Game {
    turn: Turn<Combo>,
    cpu: String,
    /// Who plays white; `None` while it thinks.
    bot: Option<Box<dyn Bot<Combo>>>,
    /// Whether the client wants to see the last board.
    last_board: bool,
}

/// White's turn: a position, and who is to find a move in it.
pub(super) struct Thought {
    pub(super) turn: Turn<Combo>,
    pub(super) bot: Box<dyn Bot<Combo>>,
}

/// A message for the client; one line with its end, as the original writes it.
#[derive(Serialize)]
struct Message<'a, A> {
    command: &'a str,
    args: A,
}

impl<A: Serialize> Message<'_, A> {
    fn line(&self) -> String {
        // Strings and texts that are JSON can always be written.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

impl Table {
    /// A table at which `cpu` plays white if the client does not say who.
    pub(super) fn new(cpu: &str, seed: u64) -> Table {
        Table { cpu: cpu.to_owned(), seed, game: None, early: None }
    }

    /// Takes a message of the client.
    pub(super) fn hear(&mut self, message: &[u8]) -> Vec<Deed> {
        let mut deeds = Vec::new();
        if !self.is_whites_turn() {
            self.take(message, &mut deeds);
        } else if self.early.replace(message.to_vec()).is_some() {
            refuse("it is white's turn, and a message is waiting already", &mut deeds);
        }
        deeds
    }

    /// What white is to think about; `None` if it is not its turn, or if it thinks already.
    pub(super) fn thought(&mut self) -> Option<Thought> {
        let game = self.game.as_mut().filter(|game| game.turn.to_move == Player::Right)?;
        Some(Thought { turn: game.turn.clone(), bot: game.bot.take()? })
    }

    /// Takes white's move, and the bot back. White has lost if that is no legal move.
    pub(super) fn play(&mut self, mv: Option<ComboMove>, bot: Box<dyn Bot<Combo>>) -> Vec<Deed> {
        let mut deeds = Vec::new();
        if !self.is_whites_turn() {
            return deeds;
        }
        if let Some(game) = &mut self.game {
            game.bot = Some(bot);
        }
        self.make(mv, &mut deeds);
        if let Some(message) = self.early.take() {
            self.take(&message, &mut deeds);
        }
        deeds
    }

    fn is_whites_turn(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.turn.to_move == Player::Right)
    }

    fn take(&mut self, message: &[u8], deeds: &mut Vec<Deed>) {
        let value = match serde_json::from_slice::<Value>(message) {
            Ok(value) => value,
            Err(_) if self.game.is_some() => return self.make(None, deeds),
            Err(error) => return refuse(&format!("bad JSON: {error}"), deeds),
        };
        let args = value.get("args").unwrap_or(&Value::Null);
        match value.get("command").and_then(Value::as_str) {
            Some("new_game") => {
                if let Some(game) = self.game.take() {
                    deeds.push(game.over(Player::Left));
                }
                match self.new_game(args) {
                    Ok(game) => {
                        self.game = Some(game);
                        self.look(deeds);
                    }
                    Err(problem) => refuse(&problem, deeds),
                }
            }
            Some("move") if self.game.is_some() => self.make(json::read_answer(args).ok(), deeds),
            _ if self.game.is_some() => self.make(None, deeds),
            Some("move") => refuse("there is no game: expected \"new_game\"", deeds),
            _ => refuse("\"command\": expected \"new_game\" or \"move\"", deeds),
        }
    }

    fn new_game(&mut self, args: &Value) -> Result<Game, String> {
        let side = |key| {
            let side = args.get(key).and_then(Value::as_u64);
            side.ok_or_else(|| format!("\"args.{key}\": expected a whole number"))
        };
        let (width, height) = (side("width")?, side("height")?);
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

    /// Makes the move of the player whose turn it is, who loses if it is none.
    fn make(&mut self, mv: Option<ComboMove>, deeds: &mut Vec<Deed>) {
        let Some(Game { turn, .. }) = &mut self.game else { return };
        let player = turn.to_move;
        match mv.filter(|&mv| turn.position.is_legal(player, mv)) {
            Some(mv) => {
                turn.position.play_unchecked(player, mv);
                turn.to_move = !player;
                self.look(deeds);
            }
            None => deeds.extend(self.game.take().map(|game| game.over(player))),
        }
    }

    /// Asks the player whose turn it is for a move, if there is one.
    fn look(&mut self, deeds: &mut Vec<Deed>) {
        let Some(game) = &self.game else { return };
        let player = game.turn.to_move;
        if game.turn.moves().next().is_none() {
            deeds.extend(self.game.take().map(|game| game.over(player)));
        } else if player == Player::Right {
            deeds.push(Deed::Think);
        } else {
            deeds.push(Deed::Say(game.question()));
        }
    }
}

impl Game {
    /// What the client is sent when it is black's turn: the board, and the legal moves.
    fn question(&self) -> String {
        let mut moves: Vec<ComboMove> = self.turn.moves().collect();
        moves.sort_by_cached_key(|&mv| original_order(mv));
        let moves: Vec<String> = moves.into_iter().map(json::object).collect();
        let (board, moves) = (json::board(&self.turn.position), moves.join(","));
        format!("{{\"command\":\"move\",\"args\":{{\"board\":{board},\"moves\":[{moves}]}}}}\n")
    }

    /// What the client is sent when the game has ended.
    fn over(&self, loser: Player) -> Deed {
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
        Deed::Say(line)
    }
}

#[derive(Serialize)]
struct Args<'a> {
    message: &'a str,
}

/// Says why, and closes the connection: who says what has no meaning here would wait in vain.
fn refuse(problem: &str, deeds: &mut Vec<Deed>) {
    deeds.push(Deed::Say(Message { command: "error", args: Args { message: problem } }.line()));
    deeds.push(Deed::Close("the last message has no meaning here"));
}

/// The order in which the original lists moves: by column and row, direction and distance, and number of stones.
fn original_order(mv: ComboMove) -> impl Ord {
    let (from, to) = (mv.from(), mv.to());
    let right = to.col.cmp(&from.col);
    let down = to.row.cmp(&from.row);
    let distance = to.col.abs_diff(from.col).max(to.row.abs_diff(from.row));
    (from.col, from.row, right, down, distance, mv.count())
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

    /// A table with a game that goes on from a position, in which it is black's turn.
    fn at(position: &str) -> Table {
        let mut table = table();
        table.hear(NEW);
        let game = table.game.as_mut().unwrap();
        game.turn = Turn::new(position.parse().unwrap(), Player::Left);
        table
    }

    /// The message of a move.
    fn mv(text: &str) -> Vec<u8> {
        let mv = Combo::start(8, 8).unwrap().read_move(text).unwrap();
        format!("{{\"command\":\"move\",\"args\":{}}}", json::object(mv)).into_bytes()
    }

    /// Lets white make the move.
    fn answer(table: &mut Table, mv: &str) -> Vec<Deed> {
        let Thought { turn, bot } = table.thought().unwrap();
        assert!(table.thought().is_none(), "it thinks already");
        table.play(Some(turn.position.read_move(mv).unwrap()), bot)
    }

    fn over(message: &str) -> Deed {
        let args = format!("{{\"message\":\"{message}\"}}");
        Deed::Say(format!("{{\"command\":\"game_over\",\"args\":{args}}}\n"))
    }

    const WHITE_WON: &str = "white (random player) is the winner!";
    const BLACK_WON: &str = "black (http) is the winner!";

    /// Says why, and closes.
    fn assert_refused(deeds: &[Deed], why: &str) {
        let [Deed::Say(line), Deed::Close(_)] = deeds else { panic!("{deeds:?}") };
        let value: Value = serde_json::from_str(line).unwrap();
        assert_eq!(value, json!({"command": "error", "args": {"message": why}}));
        assert!(line.starts_with("{\"command\":\"error\",") && line.ends_with('\n'));
    }

    #[test]
    fn a_new_game_sends_the_board() {
        let [Deed::Say(line)] = &table().hear(NEW)[..] else { panic!() };
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
        let value: Value = serde_json::from_str(&game.question()).unwrap();
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
    fn without_a_game_only_a_new_one_has_a_meaning() {
        for (message, why) in [
            (&b"hello"[..], "bad JSON: expected value at line 1 column 1"),
            (b"\xff", "bad JSON: expected value at line 1 column 1"),
            (b"[]", "\"command\": expected \"new_game\" or \"move\""),
            (br#"{"command":7}"#, "\"command\": expected \"new_game\" or \"move\""),
            (br#"{"command":"resign"}"#, "\"command\": expected \"new_game\" or \"move\""),
            (br#"{"command":"move"}"#, "there is no game: expected \"new_game\""),
        ] {
            assert_refused(&table().hear(message), why);
        }
        let deep = "[".repeat(10_000);
        let deeds = table().hear(deep.as_bytes());
        assert_refused(&deeds, "bad JSON: recursion limit exceeded at line 1 column 128");
    }

    #[test]
    fn games_that_cannot_be() {
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
            (r#""width":64,"height":4"#, "Left has too many stones; the limit is 127 in all"),
            (r#""width":8,"height":8,"cpu":7"#, "\"args.cpu\": expected the name of a bot"),
            (
                r#""width":8,"height":8,"last_board":7"#,
                "\"args.last_board\": expected true or false",
            ),
        ] {
            let message = format!("{{\"command\":\"new_game\",\"args\":{{{args}}}}}");
            assert_refused(&table().hear(message.as_bytes()), why);
        }
        for (width, height) in [(0, 8), (21, 22), (1, 255)] {
            let args = format!("{{\"width\":{width},\"height\":{height}}}");
            let message = format!("{{\"command\":\"new_game\",\"args\":{args}}}");
            let deeds = table().hear(message.as_bytes());
            match Combo::start(width, height) {
                Err(error) => assert_refused(&deeds, &error.to_string()),
                Ok(_) => assert_eq!(deeds.len(), 1),
            }
        }
        let unknown = br#"{"command":"new_game","args":{"width":8,"height":8,"cpu":"deep"}}"#;
        let why = "there is no bot \"deep\" for combo, only random, uct, weak, medium, strong";
        assert_refused(&table().hear(unknown), why);
    }

    #[test]
    fn a_legal_move_and_its_answer() {
        let mut table = at("w2,.,.,b1,b1");
        assert_eq!(table.hear(&mv("3,0-4,0-1")), [Deed::Think]);
        let deeds = answer(&mut table, "0,0-1,0-1");
        assert!(
            matches!(&deeds[..], [Deed::Say(line)] if line.starts_with("{\"command\":\"move\""))
        );
    }

    #[test]
    fn whoever_cannot_move_has_lost() {
        let mut table = at("b2,w1");
        assert_eq!(table.hear(&mv("0,0-1,0-2")), [over(BLACK_WON)]);
        let mut table = at("w2,.,b1");
        assert_eq!(table.hear(&mv("2,0-1,0-1")), [Deed::Think]);
        assert_eq!(answer(&mut table, "0,0-1,0-2"), [over(WHITE_WON)]);
        // The connection stays open, for another game.
        assert!(matches!(&table.hear(NEW)[..], [Deed::Say(_)]));
    }

    #[test]
    fn what_is_no_legal_move_loses() {
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
            assert_eq!(at("b2,.,.,w1").hear(&message), [over(WHITE_WON)]);
        }
    }

    #[test]
    fn a_new_game_gives_up_the_old_one() {
        let mut table = at("b2,.,.,w1");
        let deeds = table.hear(NEW);
        assert!(matches!(&deeds[..], [end, Deed::Say(_)] if *end == over(WHITE_WON)), "{deeds:?}");
        let mut table = at("b2,.,.,w1");
        let deeds = table.hear(br#"{"command":"new_game"}"#);
        assert_eq!(deeds[0], over(WHITE_WON));
        assert_refused(&deeds[1..], "\"args.width\": expected a whole number");
    }

    #[test]
    fn one_message_may_be_early() {
        let mut table = at("w2,.,.,.,b1,b1");
        assert_eq!(table.hear(&mv("4,0-5,0-1")), [Deed::Think]);
        assert_eq!(table.hear(&mv("5,0-4,0-1")), []);
        let deeds = answer(&mut table, "0,0-1,0-1");
        assert!(matches!(&deeds[..], [Deed::Say(_), Deed::Think]), "{deeds:?}");
        assert_eq!(table.hear(NEW), []);
        assert_refused(&table.hear(NEW), "it is white's turn, and a message is waiting already");
    }

    #[test]
    fn the_last_board_is_for_who_asks() {
        let mut table = table();
        let args = r#"{"width":1,"height":4,"cpu":"weak","last_board":true}"#;
        table.hear(format!("{{\"command\":\"new_game\",\"args\":{args}}}").as_bytes());
        table.game.as_mut().unwrap().turn.position = "b2".parse().unwrap();
        let [Deed::Say(line)] = &table.hear(b"{}")[..] else { panic!() };
        let board = json::board(&"b2".parse().unwrap());
        let args =
            format!("{{\"message\":\"white (weak player) is the winner!\",\"board\":{board}}}");
        assert_eq!(*line, format!("{{\"command\":\"game_over\",\"args\":{args}}}\n"));
    }

    /// A bot that finds nothing where there is something has lost, and does no harm.
    #[test]
    fn white_without_an_answer_has_lost() {
        let mut table = at("w2,.,.,b1,b1");
        table.hear(&mv("3,0-4,0-1"));
        let bot = table.thought().unwrap().bot;
        assert_eq!(table.play(None, bot), [over(BLACK_WON)]);
        let bot = bots::of("random", 1).unwrap();
        assert_eq!(table.play(None, bot), []);
    }

    /// Whole games between two random players, in which all boards and moves are as the rules have them.
    #[test]
    fn whole_games() {
        for seed in 0..20 {
            let mut table = Table::new("random", seed);
            let mut black: Box<dyn Bot<Combo>> = bots::of("random", seed + 100).unwrap();
            let mut deeds = table.hear(br#"{"command":"new_game","args":{"width":3,"height":5}}"#);
            loop {
                let [deed] = &deeds[..] else { panic!("{deeds:?}") };
                deeds = match deed {
                    Deed::Think => {
                        let Thought { turn, mut bot } = table.thought().unwrap();
                        let mv = bot.choose(&turn, Instant::now());
                        table.play(mv, bot)
                    }
                    Deed::Say(line) if line.starts_with("{\"command\":\"game_over\"") => break,
                    Deed::Say(_) => {
                        let turn = &table.game.as_ref().unwrap().turn;
                        let mv = black.choose(turn, Instant::now()).unwrap();
                        let args = json::object(mv);
                        table.hear(format!("{{\"command\":\"move\",\"args\":{args}}}").as_bytes())
                    }
                    Deed::Close(reason) => panic!("{reason}"),
                };
            }
            assert!(table.game.is_none());
        }
    }
}
