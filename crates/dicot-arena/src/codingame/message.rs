//! The messages: a request in each turn, and its answer.

use std::fmt;

use dicot::Player;
use dicot::board::{Grid, ParsePositionError};
use dicot::rules::{Clobber448, clobber::ClobberMove};

/// The maximum side length: columns are named with one letter.
pub const MAX_SIDE: u8 = 26;

/// Returns a move in the notation of the protocol, like `e2e3`.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{Clobber, Position};
/// use dicot_arena::codingame::message::action;
/// let mv = "xo".parse::<Clobber>()?.moves(Player::Left).next().unwrap();
/// assert_eq!(action(mv), "a1b1");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub fn action(mv: ClobberMove) -> String {
    mv.to_string().replace('-', "")
}

/// The request to a player in a turn: the board, the opponent's last move and the number of legal moves.
///
/// It prints as the referee sends it. In a player's first turn, [`setup`](Request::setup) is sent before it.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot_arena::codingame::message::{Reader, Request};
/// let request = Request::new(&"o./ox".parse()?, Player::Right, None);
/// assert_eq!(request.setup() + &request.to_string(), "2\nw\nw.\nwb\nnull\n1\n");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The player to move.
    pub player: Player,
    /// The rows of the board from the top, in `w`, `b` and `.`.
    pub rows: Vec<String>,
    /// The opponent's last move; `None` at the start of the game. It is not checked and may be any text, because bots
    /// do not need it.
    pub last: Option<String>,
    /// The number of legal moves.
    pub actions: u64,
}

impl Request {
    /// Creates the request in a position, after the opponent's last move.
    pub fn new(position: &Clobber448, player: Player, last: Option<ClobberMove>) -> Request {
        use dicot::rules::Position;
        let letter = |c| match c {
            'x' => 'b',
            'o' => 'w',
            other => other,
        };
        let grid = Grid::letters(&position.to_string()).expect("a board");
        Request {
            player,
            rows: grid.rows().map(|row| row.iter().copied().map(letter).collect()).collect(),
            last: last.map(action),
            actions: position.move_count(player),
        }
    }

    /// Returns the two lines that are sent before a player's first request: the number of rows and the player's colour.
    pub fn setup(&self) -> String {
        let colour = if self.player == Player::Left { 'b' } else { 'w' };
        format!("{}\n{colour}\n", self.rows.len())
    }

    /// The position.
    ///
    /// # Errors
    /// [`ParsePositionError::TooLarge`] if the board has more cells than [`Clobber448`]; some sizes up to [`MAX_SIDE`]
    /// do.
    pub fn position(&self) -> Result<Clobber448, ParsePositionError> {
        self.rows.join("/").parse()
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            writeln!(f, "{row}")?;
        }
        write!(f, "{}\n{}\n", self.last.as_deref().unwrap_or("null"), self.actions)
    }
}

/// Reads the requests of a referee, line by line.
///
/// # Examples
/// ```
/// use dicot_arena::codingame::message::Reader;
/// let mut reader = Reader::new();
/// for line in ["2", "w", "w.", "wb", "null"] {
///     assert_eq!(reader.line(line)?, None);
/// }
/// let request = reader.line("1")?.unwrap();
/// assert_eq!(request.position().unwrap().to_string(), "o./ox");
/// let error = reader.line("w?").unwrap_err();
/// assert_eq!(error.to_string(), "line 7: expected a row of 2 cells, each w, b or ., found \"w?\"");
/// # Ok::<_, dicot_arena::codingame::message::RequestError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Reader {
    lines: u64,
    side: Option<u8>,
    player: Option<Player>,
    rows: Vec<String>,
    last: Option<String>,
}

impl Reader {
    /// Creates a reader before the first line.
    pub fn new() -> Reader {
        Reader::default()
    }

    /// Processes a line and returns the request if the line completes one. Blanks around the line are ignored.
    ///
    /// # Errors
    /// [`RequestError`] if the line is not the expected one.
    pub fn line(&mut self, line: &str) -> Result<Option<Request>, RequestError> {
        self.lines += 1;
        let line = line.trim();
        let wrong = |expected: String| {
            let text = line.chars().take(60).collect();
            Err(RequestError { line: self.lines, expected, text })
        };
        let side = match self.side {
            Some(side) => side,
            None => match line.parse() {
                Ok(side @ 1..=MAX_SIDE) => {
                    self.side = Some(side);
                    return Ok(None);
                }
                _ => return wrong(format!("the number of rows, up to {MAX_SIDE}")),
            },
        };
        let player = match (self.player, line) {
            (Some(player), _) => player,
            (None, "w" | "b") => {
                self.player = Some(if line == "b" { Player::Left } else { Player::Right });
                return Ok(None);
            }
            _ => return wrong("a colour, w or b".to_owned()),
        };
        if self.rows.len() < usize::from(side) {
            if line.len() != usize::from(side) || line.contains(|c| !matches!(c, 'w' | 'b' | '.')) {
                return wrong(format!("a row of {side} cells, each w, b or ."));
            }
            self.rows.push(line.to_owned());
            return Ok(None);
        }
        if self.last.is_none() {
            self.last = Some(line.to_owned());
            return Ok(None);
        }
        let Ok(actions) = line.parse() else {
            return wrong("the number of legal moves".to_owned());
        };
        let rows = std::mem::take(&mut self.rows);
        let last = self.last.take().filter(|last| last != "null");
        Ok(Some(Request { player, rows, last, actions }))
    }
}

/// The error for an unexpected line of a referee.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("line {line}: expected {expected}, found {text:?}")]
pub struct RequestError {
    /// The number of the line, from 1.
    pub line: u64,
    /// The expected line.
    pub expected: String,
    /// The start of the line.
    pub text: String,
}

/// The answer of a player: an action, and a comment after the first space.
///
/// # Examples
/// ```
/// use dicot_arena::codingame::message::Answer;
/// let answer = Answer::of("e2e3 take that, and that");
/// assert_eq!((answer.action, answer.shown_comment()), ("e2e3", "take that, and t"));
/// assert_eq!(Answer::of(" e2e3").action, "");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer<'a> {
    /// A move like `e2e3`, or `random`; not checked here.
    pub action: &'a str,
    /// The text after the first space, which may be empty.
    pub comment: &'a str,
}

impl Answer<'_> {
    /// Reads the answer in a line without its line end.
    pub fn of(line: &str) -> Answer<'_> {
        let (action, comment) = line.split_once(' ').unwrap_or((line, ""));
        Answer { action, comment }
    }

    /// The part of the comment that is shown: the first 16 characters.
    pub fn shown_comment(&self) -> &str {
        let end = self.comment.char_indices().nth(16).map_or(self.comment.len(), |(end, _)| end);
        &self.comment[..end]
    }
}
