//! The two players and the four outcomes.

use std::fmt;
use std::ops::Not;

/// One of the two players.
///
/// On boards Left is `x` (black), Right is `o` (white). `!player` is the opponent.
///
/// # Examples
/// ```
/// use dicot::Player;
/// assert_eq!(!Player::Left, Player::Right);
/// assert_eq!(Player::Right.to_string(), "Right");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Left => "Left",
            Player::Right => "Right",
        })
    }
}

/// Who wins a game under normal play (who cannot move loses), for either player to start.
///
/// Source: Siegel, *Combinatorial Game Theory* (2013), section I.1.
///
/// # Examples
/// ```
/// use dicot::{CanonicalForm, Outcome, Player};
/// let up: CanonicalForm = "^".parse()?;
/// assert_eq!(up.outcome(), Outcome::Left);
/// assert_eq!(Outcome::Next.winner(Player::Right), Player::Right);
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    ///
    /// # Examples
    /// ```
    /// use dicot::{Outcome, Player};
    /// let outcome = Outcome::from_winners(Player::Right, Player::Left);
    /// assert_eq!(outcome, Outcome::Previous);
    /// assert_eq!(outcome.winner(Player::Left), Player::Right);
    /// ```
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

    /// The usual one-letter name: `L`, `R`, `N` or `P`.
    pub fn letter(self) -> char {
        match self {
            Outcome::Left => 'L',
            Outcome::Right => 'R',
            Outcome::Next => 'N',
            Outcome::Previous => 'P',
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
        write!(f, "{}", self.letter())
    }
}
