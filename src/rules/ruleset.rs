//! Rulesets that have a name, and whose positions and moves can be written and read.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use super::{OwnedSpec, Position, RulesetSpec};
use crate::Player;

/// A ruleset with a name, whose positions and moves can be written and read: what a command line, a
/// server or a table of results needs.
///
/// Only the name in [`SPEC`](Ruleset::SPEC) is required.
///
/// # Examples
/// ```
/// use dicot::rules::{Clobber, Position, Ruleset};
/// use dicot::Player;
/// let position: Clobber = "xo/ox".parse()?;
/// let mv = position.read_move("A1-B1")?;
/// let error = position.play(Player::Left, mv).unwrap_err();
/// assert_eq!(Clobber::SPEC.name, "clobber");
/// assert_eq!(error.to_string(), "illegal move a1-b1 by Left: the stone to move is not the player's own");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub trait Ruleset:
    Position + Display + FromStr<Err: Error + Send + Sync + 'static> + Send + Sync + 'static
{
    /// The description of the ruleset; only the name is required.
    const SPEC: &'static RulesetSpec;

    /// The description of the ruleset of this position. Provided: that of the type; only a type for positions of several
    /// rulesets, such as [`AnyPosition`](super::AnyPosition), has another.
    fn spec(&self) -> &OwnedSpec {
        Self::SPEC.owned()
    }

    /// Reads another position of the same ruleset. Provided: as `FromStr`; see [`spec`](Ruleset::spec).
    ///
    /// # Errors
    /// If the text is not a position.
    fn read_position(&self, text: &str) -> Result<Self, Box<dyn Error + Send + Sync>> {
        Ok(text.parse()?)
    }

    /// The position that matches start from on a board of that size, in cells; `None` if the ruleset does not
    /// have a usual one, or the type has no room for it. Provided: `None`.
    ///
    /// # Examples
    /// ```
    /// use dicot::rules::{Clobber, Ruleset};
    /// let text = |start: Option<Clobber>| start.map(|start| start.to_string());
    /// assert_eq!(text(Ruleset::start_position(3, 2)).as_deref(), Some("oxo/xox"));
    /// assert_eq!(text(Ruleset::start_position(9, 9)), None); // too large for this type
    /// ```
    fn start_position(_width: u8, _height: u8) -> Option<Self> {
        None
    }

    /// The players who may move first in this position if the caller does not name one. Provided: Left (black).
    fn starters(&self) -> &'static [Player] {
        &[Player::Left]
    }

    /// Reads a move as it is printed, in upper or lower case.
    ///
    /// Provided: reads the legal moves of both players. A ruleset that also reads illegal moves lets
    /// [`play`](Position::play) name the rule that they break.
    ///
    /// # Errors
    /// [`ParseMoveError`] if the text is not a move.
    fn read_move(&self, text: &str) -> Result<Self::Move, ParseMoveError> {
        let text = text.trim();
        let mut moves = Player::BOTH.into_iter().flat_map(|player| self.moves(player));
        let found = moves.find(|mv| mv.to_string().eq_ignore_ascii_case(text));
        found.ok_or_else(|| ParseMoveError::new(text, "not the text of a legal move"))
    }
}

/// A number in digits alone, with or without blanks around it.
pub(super) fn digits<T: FromStr>(text: &str) -> Option<T> {
    let text = text.trim();
    text.bytes().all(|c| c.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Why a text is not a move.
///
/// # Examples
/// ```
/// use dicot::rules::{Clobber, Ruleset};
/// let error = "xo".parse::<Clobber>()?.read_move("a1b1").unwrap_err();
/// assert_eq!(error.to_string(), "\"a1b1\" is not a move: expected two cells of the board like a1-b1");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseMoveError {
    /// The text, or its start.
    pub text: String,
    /// What was expected.
    pub reason: &'static str,
}

impl ParseMoveError {
    /// The error for a text, of which the start is kept.
    pub fn new(text: &str, reason: &'static str) -> ParseMoveError {
        const MAX_TEXT: usize = 60;
        ParseMoveError { text: text.chars().take(MAX_TEXT).collect(), reason }
    }
}

impl Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a move: {}", self.text, self.reason)
    }
}

impl Error for ParseMoveError {}
