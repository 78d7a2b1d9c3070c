//! What expressions are worth: mostly games, but also truth values, lists, thermographs, ...

use std::fmt;
use std::sync::Arc;

use dicot::{CanonicalForm, Outcome, Player, Thermograph, Uptimal};

/// The value of an expression.
///
/// Numbers are games wherever possible: means, stops and counts are games as well. The text of a
/// value is what CGSuite prints.
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
    /// A count beyond the numbers that are represented as games.
    Number(u128),
    /// Whether something holds: `true` or `false`.
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

    /// What kind of value it is, for messages.
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

    /// The elements of a list; any other value is its own only element.
    pub(crate) fn elements(&self) -> &[Value] {
        match self {
            Value::List(values) => values,
            value => std::slice::from_ref(value),
        }
    }

    /// About how many bytes it owns.
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

    /// The value with other games in the place of its own.
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
