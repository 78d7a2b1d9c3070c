//! The values of expressions: mostly games, but also truth values, lists, thermographs and others.

use std::fmt;
use std::sync::Arc;

use dicot::{CanonicalForm, Outcome, Player, Thermograph, Uptimal};

/// The value of an expression.
///
/// Means, stops and counts are games as well, unless they are out of range. The text of a value is what CGSuite prints.
///
/// # Examples
/// ```
/// use dicot::Limits;
/// use dicot_calc::{Value, Worksheet};
/// let mut sheet = Worksheet::new();
/// let limits = Limits::default();
/// let value = sheet.evaluate("{2|-1}.Temperature", &limits)?;
/// assert_eq!(value, Value::Game("3/2".parse()?));
/// assert_eq!(sheet.evaluate("^ <> *", &limits)?, Value::Truth(true));
/// assert_eq!(sheet.evaluate("{^^*|*,v}.RightOptions", &limits)?.to_string(), "[*,v]");
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// A game: its canonical form.
    Game(CanonicalForm),
    /// A count that is too large for a game.
    Number(u128),
    /// A truth value: `true` or `false`.
    Truth(bool),
    /// A player: `Left` or `Right`.
    Player(Player),
    /// An outcome: `L`, `R`, `N` or `P`.
    Outcome(Outcome),
    /// A thermograph.
    Thermograph(Arc<Thermograph>),
    /// The expansion of an uptimal.
    Uptimal(Arc<Uptimal>),
    /// A list of values, none of which is a list: `[a,b]`.
    List(Arc<[Value]>),
}

impl From<CanonicalForm> for Value {
    fn from(game: CanonicalForm) -> Value {
        Value::Game(game)
    }
}

impl Value {
    /// The game, if the value is one.
    pub fn as_game(&self) -> Option<&CanonicalForm> {
        match self {
            Value::Game(g) => Some(g),
            _ => None,
        }
    }

    /// The kind of the value, for messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::Game(_) => "a game",
            Value::Number(_) => "a count too large to be a game",
            Value::Truth(_) => "a truth value",
            Value::Player(_) => "a player",
            Value::Outcome(_) => "an outcome",
            Value::Thermograph(_) => "a thermograph",
            Value::Uptimal(_) => "an expansion",
            Value::List(_) => "a list",
        }
    }

    /// The elements of a list; any other value is the only element of itself.
    pub(crate) fn elements(&self) -> &[Value] {
        match self {
            Value::List(values) => values,
            value => std::slice::from_ref(value),
        }
    }

    /// The memory that the value owns in bytes, approximately.
    pub(crate) fn heap_bytes(&self) -> usize {
        match self {
            Value::Thermograph(thermograph) => {
                let points: usize =
                    Player::BOTH.map(|p| thermograph.walls[p].points().len()).iter().sum();
                160 + 32 * points
            }
            Value::Uptimal(expansion) => 64 + 4 * expansion.coefficients().len(),
            Value::List(values) => size_of_val(&**values),
            _ => 0,
        }
    }

    /// Replaces the games in the value.
    pub(crate) fn map_games(
        &self,
        game: &mut impl FnMut(&CanonicalForm) -> CanonicalForm,
    ) -> Value {
        match self {
            Value::Game(g) => Value::Game(game(g)),
            Value::List(values) => Value::List(values.iter().map(|v| v.map_games(game)).collect()),
            other => other.clone(),
        }
    }
}

/// # Panics
/// As the operators of [`CanonicalForm`], if a game is too deep to print.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Game(g) => g.fmt(f),
            Value::Number(n) => n.fmt(f),
            Value::Truth(truth) => truth.fmt(f),
            Value::Player(player) => player.fmt(f),
            Value::Outcome(outcome) => outcome.fmt(f),
            Value::Thermograph(thermograph) => thermograph.fmt(f),
            Value::Uptimal(expansion) => expansion.fmt(f),
            Value::List(values) => {
                f.write_str("[")?;
                for (i, value) in values.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { "," })?;
                    value.fmt(f)?;
                }
                f.write_str("]")
            }
        }
    }
}
