//! Records of games: one JSON object per line.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::time::Duration;

use dicot::Player;
use serde::{Deserialize, Serialize};

use crate::game::Reason;

/// The record of a game, which is written as a line of JSON. Unknown keys are ignored when reading; optional values
/// that are not known are not written.
///
/// # Examples
/// The rules, the start and the moves are required:
/// ```
/// use dicot_arena::matches::Records;
/// let text = r#"{"rules":"clobber","start":"xo.","moves":["a1-b1"],"event":"club evening"}"#;
/// let (line, record) = Records::of(text.as_bytes()).next().unwrap()?;
/// assert_eq!((line, record.moves.len()), (1, 1));
/// # Ok::<_, dicot_arena::matches::ReadRecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct GameRecord {
    /// The name of the ruleset.
    pub rules: String,
    /// The start position.
    pub start: String,
    /// The player who moves first; Left by default.
    #[serde(with = "Side", default = "left")]
    pub first: Player,
    /// The moves in the ruleset's notation.
    pub moves: Vec<String>,
    /// The name of Left.
    #[serde(default)]
    pub left: String,
    /// The name of Right.
    #[serde(default)]
    pub right: String,
    /// The winner; `None` for a draw, or if it is not known.
    #[serde(with = "side_or_null", default)]
    pub winner: Option<Player>,
    /// Why the game ended.
    #[serde(default)]
    pub reason: Option<Reason>,
    /// What was wrong with the answer that lost the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The players' thinking times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<Seconds>,
    /// The time of each move after the opening, in milliseconds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<u64>,
    /// The number of moves at the start that were not chosen by the players.
    #[serde(default)]
    pub opening: usize,
    /// The seed of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The number of the game in the match, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
}

impl GameRecord {
    /// Creates a record of a game in which Left moved first, without optional values.
    ///
    /// # Examples
    /// ```
    /// use dicot::Player;
    /// use dicot_arena::game::Reason;
    /// use dicot_arena::matches::GameRecord;
    /// let mut record = GameRecord::new("clobber", "xo", vec!["a1-b1".to_owned()]);
    /// (record.winner, record.reason) = (Some(Player::Left), Some(Reason::NoMoves));
    /// let mut line = Vec::new();
    /// record.write(&mut line)?;
    /// assert!(line.starts_with(b"{\"rules\":\"clobber\",\"start\":\"xo\",\"first\":\"left\","));
    /// # Ok::<_, std::io::Error>(())
    /// ```
    pub fn new(rules: &str, start: &str, moves: Vec<String>) -> GameRecord {
        GameRecord {
            rules: rules.to_owned(),
            start: start.to_owned(),
            first: Player::Left,
            moves,
            left: String::new(),
            right: String::new(),
            winner: None,
            reason: None,
            fault: None,
            seconds: None,
            times: Vec::new(),
            opening: 0,
            seed: None,
            game: None,
        }
    }

    /// The name of a player.
    pub fn name(&self, player: Player) -> &str {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// The name of the winner.
    pub fn winner_name(&self) -> Option<&str> {
        self.winner.map(|winner| self.name(winner))
    }

    /// The player who lost the game by a forfeit, if one did.
    ///
    /// # Examples
    /// ```
    /// use dicot::Player;
    /// use dicot_arena::game::Reason;
    /// use dicot_arena::matches::GameRecord;
    /// let mut record = GameRecord::new("clobber", "xo", Vec::new());
    /// (record.winner, record.reason) = (Some(Player::Right), Some(Reason::Time));
    /// assert_eq!(record.forfeited_by(), Some(Player::Left));
    /// ```
    pub fn forfeited_by(&self) -> Option<Player> {
        let forfeited = self.reason.as_ref().is_some_and(Reason::is_forfeit);
        self.winner.filter(|_| forfeited).map(|winner| !winner)
    }

    /// Writes the line with its end, in one call of the writer.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut line = serde_json::to_vec(self)?;
        line.push(b'\n');
        out.write_all(&line)
    }
}

/// The thinking times of both players, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Seconds {
    /// Left's time.
    pub left: f64,
    /// Right's time.
    pub right: f64,
}

impl From<[Duration; 2]> for Seconds {
    /// The times of Left and Right, rounded to milliseconds.
    fn from(times: [Duration; 2]) -> Seconds {
        let [left, right] = times.map(|time| (time.as_secs_f64() * 1000.0).round() / 1000.0);
        Seconds { left, right }
    }
}

/// A player in JSON.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Player", rename_all = "lowercase")]
enum Side {
    Left,
    Right,
}

fn left() -> Player {
    Player::Left
}

/// A player in JSON, or null.
mod side_or_null {
    use dicot::Player;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Side;

    #[derive(Serialize, Deserialize)]
    struct Named(#[serde(with = "Side")] Player);

    pub(super) fn serialize<S: Serializer>(
        player: &Option<Player>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        player.map(Named).serialize(serializer)
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(
        deserializer: D,
    ) -> Result<Option<Player>, D::Error> {
        Ok(Option::<Named>::deserialize(deserializer)?.map(|named| named.0))
    }
}

/// The maximum length of a line that is read, in bytes. A first choice, not compared with others.
const MAX_LINE: u64 = 4 << 20;

/// U+FEFF in UTF-8, which some editors and shells write at the start of a file.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// An iterator over the records in a file and their line numbers. Empty lines and a byte order mark are skipped. After
/// a damaged line the iterator continues with the next one; an error of the reader ends it.
#[derive(Debug)]
pub struct Records<R> {
    input: R,
    line: usize,
    ended: bool,
}

impl<R: BufRead> Records<R> {
    /// Creates an iterator over the records that a reader returns.
    pub fn of(input: R) -> Records<R> {
        Records { input, line: 0, ended: false }
    }

    fn read(&mut self) -> Result<Option<GameRecord>, ReadProblem> {
        loop {
            let mut text = Vec::new();
            self.line += 1;
            let length = (&mut self.input).take(MAX_LINE + 1).read_until(b'\n', &mut text)?;
            if length == 0 {
                return Ok(None);
            }
            if length as u64 > MAX_LINE {
                if text.last() != Some(&b'\n') {
                    self.input.skip_until(b'\n')?;
                }
                return Err(ReadProblem::TooLong);
            }
            if self.line == 1 && text.starts_with(BYTE_ORDER_MARK) {
                text.drain(..BYTE_ORDER_MARK.len());
            }
            if !text.trim_ascii().is_empty() {
                return Ok(Some(serde_json::from_slice(&text)?));
            }
        }
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<(usize, GameRecord), ReadRecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let result = self.read();
        self.ended = matches!(result, Ok(None) | Err(ReadProblem::Read(_)));
        let line = self.line;
        match result {
            Ok(record) => record.map(|record| Ok((line, record))),
            Err(problem) => Some(Err(ReadRecordError { line, problem })),
        }
    }
}

/// Why a line is not a record.
///
/// # Examples
/// ```
/// use dicot_arena::matches::Records;
/// let text = "\n{\"rules\":\"clobber\",\"moves\":[]}\n";
/// let error = Records::of(text.as_bytes()).next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "line 2: missing field `start` (column 30)");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct ReadRecordError {
    /// The line, from 1.
    pub line: usize,
    problem: ReadProblem,
}

#[derive(Debug)]
enum ReadProblem {
    Read(io::Error),
    Json(serde_json::Error),
    TooLong,
}

impl From<io::Error> for ReadProblem {
    fn from(error: io::Error) -> ReadProblem {
        ReadProblem::Read(error)
    }
}

impl From<serde_json::Error> for ReadProblem {
    fn from(error: serde_json::Error) -> ReadProblem {
        ReadProblem::Json(error)
    }
}

impl ReadRecordError {
    /// Whether the line was read and is not a record. Otherwise the reader failed.
    pub fn is_damaged_line(&self) -> bool {
        !matches!(self.problem, ReadProblem::Read(_))
    }
}

impl fmt::Display for ReadRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_damaged_line() {
            write!(f, "line {}: ", self.line)?;
        }
        match &self.problem {
            ReadProblem::Read(error) => write!(f, "{error}"),
            ReadProblem::Json(error) => {
                // serde_json has seen only this line, so its message contains line 1, which is removed.
                let text = error.to_string();
                let problem =
                    text.rsplit_once(" at line ").map_or(text.as_str(), |(start, _)| start);
                write!(f, "{problem} (column {})", error.column())
            }
            ReadProblem::TooLong => write!(f, "the line is longer than {MAX_LINE} bytes"),
        }
    }
}

impl Error for ReadRecordError {}
