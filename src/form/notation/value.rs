//! What expressions are worth: mostly games, but also truth values, lists, thermographs, ...

use std::fmt;
use std::sync::Arc;

use crate::form::store::Id;
use crate::form::{CanonicalForm, Store, Thermograph, Uptimal};
use crate::{Outcome, Player};

/// What an expression is worth.
///
/// Numbers are games, as long as they can be: means, stops and counts are games as well. The text of a
/// value is what CGSuite prints.
///
/// # Examples
/// ```
/// use dicot::notation::{Value, Worksheet};
/// use dicot::Bounds;
/// let mut sheet = Worksheet::new();
/// let bounds = Bounds::default();
/// let value = sheet.evaluate("{2|-1}.Temperature", &bounds)?;
/// assert_eq!(value, Value::Game("3/2".parse()?));
/// assert_eq!(sheet.evaluate("^ <> *", &bounds)?, Value::Truth(true));
/// assert_eq!(sheet.evaluate("{^^*|*,v}.RightOptions", &bounds)?.to_string(), "[*,v]");
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
    Uptimal(Uptimal),
    /// A list of values: `[a,b]`.
    List(Vec<Value>),
}

impl Value {
    /// The game, if the value is one.
    pub fn as_game(&self) -> Option<&CanonicalForm> {
        match self {
            Value::Game(g) => Some(g),
            _ => None,
        }
    }
}

/// # Panics
/// As the operators of [`CanonicalForm`], if a game within is too deep to print.
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

/// A value while it is computed: games are ids in a store that is known.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Item {
    Game(Id),
    /// Beyond `i64`. In a box, for items are small.
    Number(Box<u128>),
    Truth(bool),
    Player(Player),
    Outcome(Outcome),
    Thermograph(Arc<Thermograph>),
    Uptimal(Arc<Uptimal>),
    /// A list holds no lists, so that nothing nests.
    List(Arc<[Item]>),
}

impl Item {
    /// What it is, for messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Item::Game(_) => "a game",
            Item::Number(_) => "a count too large to be a game",
            Item::Truth(_) => "a truth value",
            Item::Player(_) => "a player",
            Item::Outcome(_) => "an outcome",
            Item::Thermograph(_) => "a thermograph",
            Item::Uptimal(_) => "an expansion",
            Item::List(_) => "a list",
        }
    }

    /// The bytes behind it, about.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Item::Thermograph(thermograph) => {
                let points: usize =
                    Player::BOTH.map(|p| thermograph.wall(p).points().len()).iter().sum();
                160 + 32 * points
            }
            Item::Uptimal(expansion) => 64 + 4 * expansion.coefficients().len(),
            Item::List(items) => size_of::<Item>() * items.len(),
            _ => 0,
        }
    }

    /// The bytes of the value that is made of it, about.
    pub(super) fn value_bytes(&self) -> usize {
        match self {
            Item::List(items) => size_of::<Value>() * items.len(),
            _ => 0,
        }
    }

    /// The value, in the store in which its games are.
    pub(super) fn value(&self, store: &Store) -> Value {
        match self {
            Item::Game(id) => Value::Game(store.handle(*id)),
            Item::Number(n) => Value::Number(**n),
            Item::Truth(truth) => Value::Truth(*truth),
            Item::Player(player) => Value::Player(*player),
            Item::Outcome(outcome) => Value::Outcome(*outcome),
            Item::Thermograph(thermograph) => Value::Thermograph(thermograph.clone()),
            Item::Uptimal(expansion) => Value::Uptimal((**expansion).clone()),
            Item::List(items) => Value::List(items.iter().map(|item| item.value(store)).collect()),
        }
    }
}
