//! The two players and the four outcomes.

use std::error::Error;
use std::fmt;
use std::ops::{Index, IndexMut, Not};
use std::str::FromStr;

/// One of the two players.
///
/// On boards Left is `x` (black), Right is `o` (white). `!player` is the opponent. `FromStr` reads the
/// name or its initial, in upper or lower case. `Ord` puts Left first.
///
/// # Examples
/// ```
/// use dicot::Player;
/// assert_eq!(!Player::Left, Player::Right);
/// assert_eq!(Player::Right.to_string(), "Right");
/// assert_eq!("right".parse(), Ok(Player::Right));
/// assert_eq!("L".parse(), Ok(Player::Left));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Left: `x`, black; positive games are good for Left.
    Left,
    /// Right: `o`, white; negative games are good for Right.
    Right,
}

impl Player {
    /// Both players, Left first.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];
}

impl Not for Player {
    type Output = Player;

    fn not(self) -> Player {
        if self == Player::Left { Player::Right } else { Player::Left }
    }
}

/// A value for each player.
///
/// # Examples
/// ```
/// use dicot::{ByPlayer, Player};
/// let mut stones = ByPlayer { left: 3, right: 5 };
/// stones[Player::Left] += 1;
/// assert_eq!(stones, ByPlayer { left: 4, right: 5 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByPlayer<T> {
    /// The value for Left.
    pub left: T,
    /// The value for Right.
    pub right: T,
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        if player == Player::Left { &self.left } else { &self.right }
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        if player == Player::Left { &mut self.left } else { &mut self.right }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// Reads `Left` or `Right`, or the initial, in upper or lower case.
impl FromStr for Player {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Player, ParseTextError> {
        by_name(Player::BOTH, "left or right", text)
    }
}

/// The text, or the fraction, is not a [`Player`], an [`Outcome`] or a [`Dyadic`](crate::Dyadic).
///
/// # Examples
/// ```
/// use dicot::Dyadic;
/// let error = "1/3".parse::<Dyadic>().unwrap_err();
/// assert_eq!(error.to_string(), "expected a dyadic number such as -5 or 3/4, found \"1/3\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseTextError {
    expected: &'static str,
    /// The start of the text.
    found: String,
}

impl ParseTextError {
    /// The error for a text, of which the first 40 characters are kept.
    pub(crate) fn new(expected: &'static str, found: &str) -> ParseTextError {
        ParseTextError { expected, found: found.chars().take(40).collect() }
    }
}

impl fmt::Display for ParseTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {:?}", self.expected, self.found)
    }
}

impl Error for ParseTextError {}

/// Prints in the width that is asked for.
pub(crate) fn padded(
    f: &mut fmt::Formatter<'_>,
    print: &dyn Fn(&mut String) -> fmt::Result,
) -> fmt::Result {
    let mut text = String::new();
    print(&mut text)?;
    f.pad(&text)
}

/// Who wins a game under normal play (who cannot move loses), for either player to start.
///
/// It prints as its usual letter: `L`, `R`, `N` or `P`. `FromStr` reads the letter and the name of the variant, in
/// upper or lower case. `Ord` is the order of the variants and does not say which outcome is better.
///
/// Source: Siegel, *Combinatorial Game Theory* (2013), section I.1.
///
/// # Examples
/// ```
/// use dicot::{CanonicalForm, Outcome, Player};
/// let up: CanonicalForm = "^".parse()?;
/// assert_eq!(up.outcome(), Outcome::Left);
/// assert_eq!(Outcome::Next.winner(Player::Right), Player::Right);
/// assert_eq!(Outcome::from_winners(Player::Right, Player::Left), Outcome::Previous);
/// assert_eq!("N".parse(), Ok(Outcome::Next));
/// assert_eq!("previous".parse(), Ok(Outcome::Previous));
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// Left wins whoever starts: the value is greater than 0.
    Left,
    /// Right wins whoever starts: the value is less than 0.
    Right,
    /// The next player, who starts, wins: the value is confused with 0.
    Next,
    /// The previous player, who does not start, wins: the value is 0.
    Previous,
}

impl Outcome {
    /// The outcome, from who wins when Left starts and who wins when Right does.
    pub fn from_winners(left_first: Player, right_first: Player) -> Outcome {
        match (left_first, right_first) {
            (Player::Left, Player::Left) => Outcome::Left,
            (Player::Right, Player::Right) => Outcome::Right,
            (Player::Left, Player::Right) => Outcome::Next,
            (Player::Right, Player::Left) => Outcome::Previous,
        }
    }

    /// Who wins when `first` starts.
    pub fn winner(self, first: Player) -> Player {
        match self {
            Outcome::Left => Player::Left,
            Outcome::Right => Player::Right,
            Outcome::Next => first,
            Outcome::Previous => !first,
        }
    }
}

/// The outcome after Left and Right change places.
impl std::ops::Neg for Outcome {
    type Output = Outcome;

    fn neg(self) -> Outcome {
        match self {
            Outcome::Left => Outcome::Right,
            Outcome::Right => Outcome::Left,
            other => other,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Left => "L",
            Outcome::Right => "R",
            Outcome::Next => "N",
            Outcome::Previous => "P",
        })
    }
}

/// Reads `L`, `R`, `N` or `P`, or `Left`, `Right`, `Next` or `Previous`, in upper or lower case.
impl FromStr for Outcome {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Outcome, ParseTextError> {
        let all = [Outcome::Left, Outcome::Right, Outcome::Next, Outcome::Previous];
        by_name(all, "an outcome L, R, N or P", text)
    }
}

/// The lower one and the higher one of two values of which `a` is not better for the player than `b`.
pub(crate) fn ordered<T>(player: Player, a: T, b: T) -> (T, T) {
    if player == Player::Left { (a, b) } else { (b, a) }
}

/// The value with this name or initial, in upper or lower case.
fn by_name<T: fmt::Debug, const N: usize>(
    values: [T; N],
    expected: &'static str,
    text: &str,
) -> Result<T, ParseTextError> {
    let has_name = |value: &T| {
        let name = format!("{value:?}");
        text.eq_ignore_ascii_case(&name) || text.eq_ignore_ascii_case(&name[..1])
    };
    values.into_iter().find(has_name).ok_or_else(|| ParseTextError::new(expected, text))
}
