//! The classes of values, as CGSuite names them, and the constants that belong to a class.

use dicot::Player;
use dicot::board::Symmetry;
use dicot_loopy::LoopyValue;

use crate::object::Kind;
use crate::value::{Of, Value};

/// Whether a class has a value.
type Has = fn(&Value) -> bool;

/// The classes, and which values they have. The class of a value is the first one that has it.
const CLASSES: &[(&str, Has)] = &[
    ("Integer", |value| value.as_rational().is_some_and(|x| x.is_integer())),
    ("DyadicRational", |value| value.as_rational().is_some_and(|x| x.is_dyadic())),
    ("Rational", |value| value.as_rational().is_some()),
    ("Nimber", |value| is_short(value) && value.as_game().is_some_and(|g| g.to_nimber().is_some())),
    ("CanonicalShortGame", |value| is_short(value)),
    ("CanonicalStopper", |value| is_short(value) || is_value(value, LoopyValue::is_stopper)),
    ("StopperSidedValue", |value| is_short(value) || is_value(value, LoopyValue::is_stopper_sided)),
    ("SidedValue", |value| is_short(value) || is_value(value, |_| true)),
    ("ExplicitGame", Value::is_literal),
    ("Position", |value| matches!(value, Value::Position(_))),
    ("MisereCanonicalGame", |value| matches!(value, Value::Misere(_))),
    ("Game", |value| {
        value.to_loopy().is_some()
            || matches!(value, Value::Dyadic(_) | Value::Position(_) | Value::Misere(_))
    }),
    ("Ruleset", |value| matches!(value, Value::Ruleset(_))),
    ("Boolean", |value| matches!(value, Value::Truth(_))),
    ("Player", |value| matches!(value, Value::Player(_))),
    ("OutcomeClass", |value| matches!(value, Value::Outcome(_) | Value::LoopyOutcome(_))),
    ("Thermograph", |value| matches!(value, Value::Thermograph(_))),
    ("UptimalExpansion", |value| matches!(value, Value::Uptimal(_))),
    ("List", |value| matches!(value, Value::List(_))),
    ("Set", |value| matches!(value, Value::Set(_))),
    ("MutableList", |value| value.mutable().is_some_and(|mutable| mutable.of == Of::List)),
    ("MutableSet", |value| value.mutable().is_some_and(|mutable| mutable.of == Of::Set)),
    ("MutableMap", |value| value.mutable().is_some_and(|mutable| mutable.of == Of::Map)),
    ("Collection", |value| value.collection().is_some()),
    ("Map", |value| matches!(value, Value::Map(_))),
    ("Function", |value| matches!(value, Value::Function(_))),
    ("String", |value| matches!(value, Value::Text(_))),
    ("Output", |value| matches!(value, Value::Output(_))),
    ("Table", |value| matches!(value.object(), Some(Kind::Table(_)))),
    ("Plot", |value| value.picture().is_some()),
    ("Coordinates", |value| value.coordinates().is_some()),
    ("Strip", |value| matches!(value.object(), Some(Kind::Grid(grid)) if grid.is_strip)),
    ("Grid", |value| matches!(value.object(), Some(Kind::Grid(_)))),
    (
        "DirectedGraph",
        |value| matches!(value.object(), Some(Kind::Graph(graph)) if graph.is_directed),
    ),
    ("Graph", |value| matches!(value.object(), Some(Kind::Graph(_)))),
    ("Symmetry", |value| matches!(value.object(), Some(Kind::Symmetry(_)))),
    ("Random", |value| matches!(value.object(), Some(Kind::Random(_)))),
    ("Class", |value| matches!(value.object(), Some(Kind::Class(_)))),
    // Values do not have this class: its name is for `System.Print(x)`.
    ("System", |_| false),
    ("Nothing", |value| matches!(value, Value::Nothing)),
    ("Object", |_| true),
];

fn is_short(value: &Value) -> bool {
    matches!(value, Value::Game(_) | Value::Dyadic(_))
}

fn is_value(value: &Value, holds: fn(&LoopyValue) -> bool) -> bool {
    matches!(value, Value::Loopy(value) if holds(value))
}

/// The class of a value.
pub(crate) fn of(value: &Value) -> &'static str {
    CLASSES.iter().find(|(_, has)| has(value)).map_or("Object", |(name, _)| name)
}

/// Whether a value is of a class.
pub(crate) fn has(class: &str, value: &Value) -> bool {
    CLASSES.iter().any(|(name, has)| *name == class && has(value))
}

/// The class of a name.
pub(crate) fn named(name: &str) -> Option<Value> {
    let (class, _) = CLASSES.iter().find(|(class, _)| *class == name)?;
    Some(Kind::Class(class).into())
}

/// The constant that a text begins with, `Player.Left`, and the length of that text.
pub(crate) fn constant_of(text: &str, word: fn(&str) -> &str) -> Option<(Value, usize)> {
    let class = word(text);
    let name = word(text[class.len()..].strip_prefix('.')?);
    let value = match class {
        "Player" => Value::Player(match name {
            "Left" => Player::Left,
            "Right" => Player::Right,
            _ => return None,
        }),
        "Coordinates" => {
            const ORTHOGONAL: &[[i64; 2]] = &[[-1, 0], [0, 1], [1, 0], [0, -1]];
            const DIAGONAL: &[[i64; 2]] = &[[-1, 1], [1, 1], [1, -1], [-1, -1]];
            let directions = match name {
                "Orthogonal" => ORTHOGONAL,
                "Diagonal" => DIAGONAL,
                _ => return None,
            };
            Value::List(directions.iter().map(|&step| Kind::Coordinates(step).into()).collect())
        }
        "Symmetry" => {
            let of = |symmetry: &Symmetry| Value::from(Kind::Symmetry(*symmetry));
            match name {
                // Those that leave the number of rows as it is come first.
                "FourWay" => Value::List(Symmetry::ALL[..4].iter().map(of).collect()),
                "EightWay" => Value::List(Symmetry::ALL.iter().map(of).collect()),
                // CGSuite's names.
                "Inversion" => of(&Symmetry::HalfTurn),
                "HorizontalFlip" => of(&Symmetry::LeftRight),
                "VerticalFlip" => of(&Symmetry::UpsideDown),
                "ClockwiseRotation" => of(&Symmetry::QuarterTurn),
                "AnticlockwiseRotation" => of(&Symmetry::QuarterTurnBack),
                name => {
                    of(Symmetry::ALL.iter().find(|symmetry| format!("{symmetry:?}") == name)?)
                }
            }
        }
        "Color" if matches!(name, "Blue" | "Red" | "Green") => Value::Text(name.into()),
        "System" if name == "Version" => Value::Text(env!("CARGO_PKG_VERSION").into()),
        _ => return None,
    };
    Some((value, class.len() + 1 + name.len()))
}
