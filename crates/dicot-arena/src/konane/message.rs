//! The messages, one per line, without the line end.

use std::fmt;
use std::ops::Not;
use std::time::Duration;

use dicot::Player;
use dicot::board::{Cell, Shape};
use dicot::rules::konane::KonaneMove;

/// Player 1, who won the coin toss and moves first, or player 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// Player 1.
    One,
    /// Player 2.
    Two,
}

impl Seat {
    /// Both, player 1 first.
    pub const BOTH: [Seat; 2] = [Seat::One, Seat::Two];

    /// 1 or 2.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }
}

impl Not for Seat {
    type Output = Seat;

    fn not(self) -> Seat {
        match self {
            Seat::One => Seat::Two,
            Seat::Two => Seat::One,
        }
    }
}

/// A square in the notation of the protocol: row from the bottom and column from the left, both from 0.
///
/// # Examples
/// ```
/// use dicot_arena::konane::Square;
/// let square = Square::read("[17:0]").unwrap();
/// assert_eq!((square.row, square.col, square.to_string().as_str()), (17, 0, "[17:0]"));
/// assert_eq!(Square::read("[9,9]"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square {
    /// The row, from the bottom.
    pub row: u8,
    /// The column, from the left.
    pub col: u8,
}

impl Square {
    /// Reads `[row:column]`, numbers of one or two digits; `None` for anything else.
    pub fn read(text: &str) -> Option<Square> {
        let (row, col) = text.strip_prefix('[')?.strip_suffix(']')?.split_once(':')?;
        Some(Square { row: two_digits(row)?, col: two_digits(col)? })
    }

    /// The square of a cell of a board.
    pub fn of(cell: Cell, shape: Shape) -> Square {
        Square { row: shape.height().saturating_sub(1).saturating_sub(cell.row), col: cell.col }
    }

    /// The cell of a board; `None` if the square is outside of it.
    pub fn cell(self, shape: Shape) -> Option<Cell> {
        let row = shape.height().checked_sub(1)?.checked_sub(self.row)?;
        Some(Cell { row, col: self.col }).filter(|&cell| shape.contains(cell))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}:{}]", self.row, self.col)
    }
}

/// Reads a number of one or two digits.
fn two_digits(text: &str) -> Option<u8> {
    let digits = text.len() <= 2 && text.bytes().all(|c| c.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// Reads two squares, joined by `:`.
fn two_squares(text: &str) -> Option<[Square; 2]> {
    let middle = text.find("]:[")?;
    let (from, to) = (text.get(..=middle)?, text.get(middle + 2..)?);
    Some([Square::read(from)?, Square::read(to)?])
}

/// Reads the answer to a login prompt: a number that consists of digits only.
///
/// # Examples
/// ```
/// use dicot_arena::konane::read_number;
/// assert_eq!(read_number("0042"), Some(42));
/// assert_eq!([read_number("+42"), read_number("4 2"), read_number("")], [None; 3]);
/// ```
pub fn read_number(line: &str) -> Option<u64> {
    let digits = line.bytes().all(|c| c.is_ascii_digit());
    digits.then(|| line.parse().ok()).flatten()
}

/// Reads the answer to `?Remove:`.
pub fn read_removal(line: &str) -> Option<Square> {
    Square::read(line)
}

/// Reads the answer to `?Move`: the squares that a stone jumps from and to, with an optional prefix `Move`.
///
/// # Examples
/// ```
/// use dicot_arena::konane::{Square, read_jump};
/// let squares = [Square { row: 2, col: 0 }, Square { row: 0, col: 0 }];
/// assert_eq!(read_jump("[2:0]:[0:0]"), Some(squares));
/// assert_eq!(read_jump("Move[2:0]:[0:0]"), Some(squares));
/// ```
pub fn read_jump(line: &str) -> Option<[Square; 2]> {
    two_squares(line.strip_prefix("Move").unwrap_or(line))
}

/// A message of the server.
///
/// # Examples
/// ```
/// use std::time::Duration;
/// use dicot_arena::konane::ServerMessage;
/// let message = ServerMessage::AskMove(Some(Duration::from_millis(162_757)));
/// assert_eq!(message.to_string(), "?Move(162757):");
/// assert_eq!(ServerMessage::read("?Move{162757):"), Some(message));
/// assert_eq!(ServerMessage::read("Hello"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ServerMessage {
    /// The greeting.
    Banner,
    /// The prompt for the number of the user.
    AskUsername,
    /// The prompt for the password.
    AskPassword,
    /// The prompt for the number of the opponent.
    AskOpponent,
    /// The prompt for a removal.
    AskRemoval,
    /// The prompt for a jump, with the player's remaining time, which is sent in milliseconds.
    AskMove(Option<Duration>),
    /// The game starts; its number.
    Game(u64),
    /// The client is this player.
    Player(Seat),
    /// The colour of the client: black is Left.
    Colour(Player),
    /// A stone has been removed.
    Removed(Square),
    /// A stone has jumped from the first square to the second.
    Moved([Square; 2]),
    /// The client has won.
    YouWin,
    /// The client has lost.
    OpponentWins,
    /// An error: the client has lost, or is refused.
    Error(String),
}

impl ServerMessage {
    /// Reads a line of a server as liberally as a client must; `None` if the line is not a message.
    pub fn read(line: &str) -> Option<ServerMessage> {
        if let Some(rest) = line.strip_prefix("?Move") {
            return Some(Self::AskMove(read_time(rest)));
        }
        let after = |prefix| line.strip_prefix(prefix);
        if line.starts_with("?Remove") {
            Some(Self::AskRemoval)
        } else if line.starts_with("?Username") {
            Some(Self::AskUsername)
        } else if line.starts_with("?Password") {
            Some(Self::AskPassword)
        } else if line.starts_with("?Opponent") {
            Some(Self::AskOpponent)
        } else if let Some(square) = after("Removed:") {
            Square::read(square).map(Self::Removed)
        } else if line.starts_with("Move[") {
            read_jump(line).map(Self::Moved)
        } else if let Some(colour) = after("Color:") {
            match colour {
                "BLACK" => Some(Self::Colour(Player::Left)),
                "WHITE" => Some(Self::Colour(Player::Right)),
                _ => None,
            }
        } else if let Some(number) = after("Player:") {
            Seat::BOTH
                .into_iter()
                .find(|seat| seat.number().to_string() == number)
                .map(Self::Player)
        } else if let Some(id) = after("Game:") {
            read_number(id).map(Self::Game)
        } else if line.starts_with("You win") {
            Some(Self::YouWin)
        } else if line.starts_with("Opponent wins") {
            Some(Self::OpponentWins)
        } else if let Some(text) = after("Error") {
            Some(Self::Error(text.strip_prefix(':').unwrap_or(text).to_owned()))
        } else {
            line.starts_with("You are connected").then_some(Self::Banner)
        }
    }
}

/// Reads the time in `(180000):`; each bracket may also be a brace.
fn read_time(text: &str) -> Option<Duration> {
    let (number, _) = text.strip_prefix(['(', '{'])?.split_once([')', '}'])?;
    read_number(number).map(Duration::from_millis)
}

impl fmt::Display for ServerMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Banner => write!(
                f,
                "You are connected to the Artemis Konane Server v{}",
                env!("CARGO_PKG_VERSION")
            ),
            Self::AskUsername => f.write_str("?Username:"),
            Self::AskPassword => f.write_str("?Password:"),
            Self::AskOpponent => f.write_str("?Opponent:"),
            Self::AskRemoval => f.write_str("?Remove:"),
            Self::AskMove(Some(time)) => write!(f, "?Move({}):", time.as_millis()),
            Self::AskMove(None) => f.write_str("?Move:"),
            Self::Game(id) => write!(f, "Game:{id}"),
            Self::Player(seat) => write!(f, "Player:{}", seat.number()),
            Self::Colour(player) => write!(f, "Color:{}", colour(*player)),
            Self::Removed(square) => write!(f, "Removed:{square}"),
            Self::Moved([from, to]) => write!(f, "Move{from}:{to}"),
            Self::YouWin => f.write_str("You win!"),
            Self::OpponentWins => f.write_str("Opponent wins!"),
            Self::Error(text) => write!(f, "Error:{text}"),
        }
    }
}

/// The protocol's word for a player's colour.
pub(super) fn colour(player: Player) -> &'static str {
    match player {
        Player::Left => "BLACK",
        Player::Right => "WHITE",
    }
}

/// Returns the message that reports a move.
pub(super) fn report(mv: KonaneMove, shape: Shape) -> ServerMessage {
    let from = Square::of(mv.from, shape);
    match mv.to {
        None => ServerMessage::Removed(from),
        Some(to) => ServerMessage::Moved([from, Square::of(to, shape)]),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use dicot::Player;

    use super::{Seat, ServerMessage, Square, read_jump, read_number};

    #[test]
    fn messages_are_read_as_they_are_printed() {
        let [a, b] = [Square { row: 17, col: 0 }, Square { row: 0, col: 9 }];
        let ms = Duration::from_millis;
        let lines = [
            ("?Username:", ServerMessage::AskUsername),
            ("?Password:", ServerMessage::AskPassword),
            ("?Opponent:", ServerMessage::AskOpponent),
            ("?Remove:", ServerMessage::AskRemoval),
            ("?Move(180000):", ServerMessage::AskMove(Some(ms(180_000)))),
            ("?Move(0):", ServerMessage::AskMove(Some(ms(0)))),
            ("?Move:", ServerMessage::AskMove(None)),
            ("Game:1", ServerMessage::Game(1)),
            ("Player:1", ServerMessage::Player(Seat::One)),
            ("Player:2", ServerMessage::Player(Seat::Two)),
            ("Color:BLACK", ServerMessage::Colour(Player::Left)),
            ("Color:WHITE", ServerMessage::Colour(Player::Right)),
            ("Removed:[17:0]", ServerMessage::Removed(a)),
            ("Move[17:0]:[0:9]", ServerMessage::Moved([a, b])),
            ("You win!", ServerMessage::YouWin),
            ("Opponent wins!", ServerMessage::OpponentWins),
            ("Error:time expired", ServerMessage::Error("time expired".to_owned())),
        ];
        for (line, message) in lines {
            assert_eq!(message.to_string(), line);
            assert_eq!(ServerMessage::read(line), Some(message));
        }
        let banner = ServerMessage::Banner.to_string();
        assert!(banner.starts_with("You are connected to the Artemis Konane Server v"));
        assert_eq!(ServerMessage::read(&banner), Some(ServerMessage::Banner));
    }

    #[test]
    fn clients_read_liberally() {
        let time = |line| match ServerMessage::read(line) {
            Some(ServerMessage::AskMove(time)) => time.map(|time| time.as_millis()),
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(time("?Move{180000):"), Some(180_000));
        assert_eq!(time("?Move{18}"), Some(18));
        for line in
            ["?Move", "?Move:", "?Move():", "?Move(x):", "?Move(1", "?Move(99999999999999999999):"]
        {
            assert_eq!(time(line), None, "{line}");
        }
        let error = |text: &str| Some(ServerMessage::Error(text.to_owned()));
        assert_eq!(ServerMessage::read("Error:(no)"), error("(no)"));
        assert_eq!(ServerMessage::read("Error"), error(""));
        assert_eq!(ServerMessage::read("You win"), Some(ServerMessage::YouWin));
        let nothing = [
            "",
            "hello",
            "?",
            "?Colour:",
            "Removed:",
            "Removed:[0,0]",
            "Removed:[100:0]",
            "Move[0:0]",
            "Color:",
            "Color:black",
            "Player:3",
            "Player:",
            "Game:",
            "Game:x",
            "remove",
            " ?Remove:",
        ];
        for line in nothing {
            assert_eq!(ServerMessage::read(line), None, "{line}");
        }
    }

    #[test]
    fn squares_and_numbers() {
        let good = [("[0:0]", 0, 0), ("[9:17]", 9, 17), ("[02:01]", 2, 1), ("[99:99]", 99, 99)];
        for (text, row, col) in good {
            assert_eq!(Square::read(text), Some(Square { row, col }), "{text}");
        }
        let bad = [
            "",
            "[",
            "[]",
            "[:]",
            "[0:]",
            "[:0]",
            "[0:0",
            "0:0]",
            "[0,0]",
            "[ 0:0]",
            "[0:0] ",
            "[0:0]\\n",
            "[-1:0]",
            "[+1:0]",
            "[000:0]",
            "[0:0:0]",
            "[0:0]:[0:0]",
            "[٣:0]",
            "[a:b]",
        ];
        for text in bad {
            assert_eq!(Square::read(text), None, "{text}");
            assert_eq!(read_jump(&format!("{text}:[0:0]")), None, "{text}");
            assert_eq!(read_jump(&format!("[0:0]:{text}")), None, "{text}");
        }
        assert_eq!(read_jump("[0:0]"), None);
        assert_eq!(read_jump("move[2:0]:[0:0]"), None);
        assert_eq!(read_jump("]:["), None);
        assert_eq!(read_number("18446744073709551615"), Some(u64::MAX));
        for text in ["18446744073709551616", "-1", "+1", "", " 1", "1 ", "0x1", "1.0", "١"] {
            assert_eq!(read_number(text), None, "{text}");
        }
    }
}
