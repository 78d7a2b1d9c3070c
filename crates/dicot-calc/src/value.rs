//! The values of expressions: mostly games, but also truth values, lists, thermographs and others.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use dicot::rules::{AnyPosition, AnyRuleset, Short};
use dicot::{
    Calculation, CanonicalForm, Dyadic, NumberUpStar, Outcome, Player, Uptimal, ValueError,
};
use dicot_loopy::{Breakpoint, LoopyOutcome, LoopyThermograph, LoopyValue};
use dicot_svg::Picture;

use crate::failure::Failure;
use crate::literal::{Literal, LoopyLiteral, Node};
use crate::misere::MisereGame;
use crate::object::{Kind, Object};
use crate::rational::Rational;
use crate::symbol::Symbol;

pub(crate) type OpResult = Result<Value, Failure>;

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
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Value {
    /// A number while a text is evaluated: no game has to be stored for it. What is returned is a [`Game`](Value::Game).
    #[doc(hidden)]
    Dyadic(Dyadic),
    /// A game: its canonical form.
    Game(CanonicalForm),
    /// A loopy game: `over`, `{0,pass|*}`.
    Loopy(LoopyValue),
    /// A loopy game as it is written: `'a{1|{a|0}}'`.
    LoopyLiteral(Arc<LoopyLiteral>),
    /// The outcome of a loopy game with a draw: `D`, `NHat`.
    LoopyOutcome(LoopyOutcome),
    /// A number that is not a game, because its denominator is not a power of two, or it is out of range: `1/3`, `2 ^ 100`, `inf`.
    Rational(Rational),
    /// A truth value: `true` or `false`.
    Truth(bool),
    /// A player: `Left` or `Right`.
    Player(Player),
    /// An outcome: `L`, `R`, `N` or `P`.
    Outcome(Outcome),
    /// A thermograph.
    Thermograph(Arc<LoopyThermograph>),
    /// The expansion of an uptimal.
    Uptimal(Arc<Uptimal>),
    /// A list: `[a,b]`.
    List(Arc<[Value]>),
    /// A set, sorted and without repetitions: `{a,b}`.
    Set(Arc<[Value]>),
    /// A game that is not simplified: `'{0|0}'`.
    Literal(Arc<Literal>),
    /// A function: `x -> x + 1`.
    Function(Arc<Function>),
    /// A text: `"xo"`.
    Text(Arc<str>),
    /// What is printed of a value: a text without quotes.
    Output(Arc<str>),
    /// The absence of a value: `Nothing`.
    Nothing,
    /// A position: `clobber("xo/ox")`. Where a game is needed it is its value.
    Position(Arc<AnyPosition>),
    /// A ruleset: `clobber`.
    Ruleset(AnyRuleset),
    /// A game under misère play: `*[2#0]`.
    Misere(MisereGame),
    /// A map, sorted by its keys: `{1 => ^}`.
    Map(Arc<[[Value; 2]]>),
    /// Coordinates, a grid, a graph and others: `Grid([[0,1]])`.
    Object(Arc<Object>),
    /// A list, a set or a map that its methods change: `MutableList([1])`.
    Mutable(Arc<Mutable>),
}

impl From<AnyPosition> for Value {
    fn from(position: AnyPosition) -> Value {
        Value::Position(Arc::new(position))
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Dyadic(x), Value::Dyadic(y)) => x == y,
            (Value::Dyadic(x), Value::Game(g)) | (Value::Game(g), Value::Dyadic(x)) => {
                g.to_number() == Some(*x)
            }
            (Value::Game(g), Value::Game(h)) => g == h,
            (Value::Loopy(g), Value::Loopy(h)) => g == h,
            (Value::LoopyLiteral(g), Value::LoopyLiteral(h)) => g == h,
            (Value::LoopyOutcome(x), Value::LoopyOutcome(y)) => x == y,
            (Value::Rational(x), Value::Rational(y)) => x == y,
            (Value::Truth(x), Value::Truth(y)) => x == y,
            (Value::Player(x), Value::Player(y)) => x == y,
            (Value::Outcome(x), Value::Outcome(y)) => x == y,
            (Value::Thermograph(x), Value::Thermograph(y)) => x == y,
            (Value::Uptimal(x), Value::Uptimal(y)) => x == y,
            (Value::List(x), Value::List(y)) | (Value::Set(x), Value::Set(y)) => x == y,
            (Value::Literal(g), Value::Literal(h)) => g == h,
            (Value::Function(f), Value::Function(g)) => f == g,
            (Value::Text(x), Value::Text(y)) | (Value::Output(x), Value::Output(y)) => x == y,
            (Value::Nothing, Value::Nothing) => true,
            (Value::Position(x), Value::Position(y)) => x == y,
            (Value::Ruleset(x), Value::Ruleset(y)) => x == y,
            (Value::Misere(g), Value::Misere(h)) => g == h,
            (Value::Map(x), Value::Map(y)) => x == y,
            (Value::Mutable(x), Value::Mutable(y)) => x == y,
            (Value::Object(x), Value::Object(y)) => Arc::ptr_eq(x, y) || x == y,
            _ => false,
        }
    }
}

impl From<Kind> for Value {
    fn from(kind: Kind) -> Value {
        Value::Object(Arc::new(Object(kind)))
    }
}

impl From<Picture> for Value {
    fn from(picture: Picture) -> Value {
        Kind::Picture(picture).into()
    }
}

impl From<CanonicalForm> for Value {
    fn from(game: CanonicalForm) -> Value {
        Value::Game(game)
    }
}

impl From<LoopyValue> for Value {
    fn from(value: LoopyValue) -> Value {
        match value.as_short() {
            Some(form) => Value::Game(form.clone()),
            None => Value::Loopy(value),
        }
    }
}

/// If nobody draws, it is that of a short game.
impl From<LoopyOutcome> for Value {
    fn from(outcome: LoopyOutcome) -> Value {
        outcome.without_draws().map_or(Value::LoopyOutcome(outcome), Value::Outcome)
    }
}

impl From<Node> for Value {
    fn from(node: Node) -> Value {
        match node {
            Node::Game(game) => Value::Game(game),
            Node::Literal(literal) => Value::Literal(literal),
        }
    }
}

impl Value {
    /// The game, if the value is one; of a literal, its canonical form.
    pub fn as_game(&self) -> Option<&CanonicalForm> {
        match self {
            Value::Game(g) => Some(g),
            Value::Literal(literal) => Some(literal.value()),
            _ => None,
        }
    }

    /// The number, if the value is one, and no literal.
    pub(crate) fn as_dyadic(&self) -> Option<Dyadic> {
        match self {
            Value::Dyadic(x) => Some(*x),
            Value::Game(g) => g.to_number(),
            _ => None,
        }
    }

    /// The value, in which numbers are games, and misère forms have their texts.
    pub(crate) fn formed(self, calculation: &mut Calculation<'_>) -> Result<Value, ValueError> {
        let is_unfinished = |value: &Value| match value {
            Value::Misere(game) => game.needs_text(),
            Value::Dyadic(_) | Value::List(_) | Value::Set(_) | Value::Map(_) => true,
            _ => false,
        };
        Ok(match self {
            Value::Dyadic(number) => {
                let parts = NumberUpStar { number, ..NumberUpStar::default() };
                Value::Game(calculation.number_up_star(parts)?)
            }
            Value::Misere(game) if game.needs_text() => {
                let printed = game.printed(calculation.limits());
                Value::Misere(printed.map_err(ValueError::Limit)?)
            }
            Value::List(values) if values.iter().any(is_unfinished) => {
                Value::List(formed(&values, calculation)?)
            }
            Value::Set(values) if values.iter().any(is_unfinished) => {
                Value::Set(formed(&values, calculation)?)
            }
            Value::Map(entries) if entries.iter().flatten().any(is_unfinished) => {
                let formed = formed(entries.as_flattened(), calculation)?;
                Value::Map(formed.as_chunks().0.into())
            }
            value => value,
        })
    }

    /// The game, if the value is one, short or loopy.
    pub fn to_loopy(&self) -> Option<LoopyValue> {
        match self {
            Value::Loopy(value) => Some(value.clone()),
            Value::LoopyLiteral(literal) => Some(literal.value().clone()),
            value => Some(value.as_game()?.clone().into()),
        }
    }

    /// The game, if the value is a short one, as it is written.
    pub(crate) fn to_node(&self) -> Option<Node> {
        match self {
            Value::Literal(literal) => Some(Node::Literal(literal.clone())),
            value => value.as_game().cloned().map(Node::Game),
        }
    }

    /// Whether the value is a game that is not simplified.
    pub(crate) fn is_literal(&self) -> bool {
        matches!(self, Value::Literal(_) | Value::LoopyLiteral(_))
    }

    /// Whether the value is a loopy game.
    pub(crate) fn is_loopy(&self) -> bool {
        matches!(self, Value::Loopy(_) | Value::LoopyLiteral(_))
    }

    /// The number, if the value is one, dyadic or not.
    pub fn as_rational(&self) -> Option<Rational> {
        match self {
            Value::Dyadic(x) => Some((*x).into()),
            Value::Game(g) => g.to_number().map(Rational::from),
            Value::Rational(x) => Some(x.clone()),
            _ => None,
        }
    }

    /// The integer, if the value is one that is not negative and below 2^64.
    pub(crate) fn as_natural(&self) -> Option<u64> {
        match self {
            Value::Dyadic(x) => x.to_integer()?.try_into().ok(),
            value => value.as_rational()?.to_unsigned()?.try_into().ok(),
        }
    }

    /// What the value is, if it is an object.
    pub(crate) fn object(&self) -> Option<&Kind> {
        match self {
            Value::Object(object) => Some(&object.0),
            _ => None,
        }
    }

    /// The row and the column, if the value has them.
    pub(crate) fn coordinates(&self) -> Option<[i64; 2]> {
        match self.object() {
            Some(Kind::Coordinates(coordinates)) => Some(*coordinates),
            _ => None,
        }
    }

    /// Whether other values are in the value: it is a list, a set or a map.
    pub(crate) fn is_compound(&self) -> bool {
        matches!(self, Value::List(_) | Value::Set(_) | Value::Map(_)) || self.mutable().is_some()
    }

    /// The collection that its methods change, if the value is one.
    pub(crate) fn mutable(&self) -> Option<&Mutable> {
        match self {
            Value::Mutable(mutable) => Some(mutable),
            _ => None,
        }
    }

    /// The picture, if the value is one.
    pub fn picture(&self) -> Option<&Picture> {
        match self.object() {
            Some(Kind::Picture(picture)) => Some(picture),
            _ => None,
        }
    }

    /// What is printed of an output or a table: a text without quotes.
    pub fn output(&self) -> Option<&str> {
        match (self, self.object()) {
            (Value::Output(text), _) => Some(text),
            (_, Some(Kind::Table(table))) => Some(&table.text),
            _ => None,
        }
    }

    /// The entries of a map.
    pub(crate) fn entries(&self) -> Option<&[[Value; 2]]> {
        match self {
            Value::Map(entries) => Some(entries),
            value => {
                let map = value.mutable().filter(|mutable| mutable.of == Of::Map)?;
                Some(map.values.as_chunks().0)
            }
        }
    }

    /// The values in a list, a set or a map, keys included.
    pub(crate) fn parts(&self) -> &[Value] {
        match self {
            Value::Map(entries) => entries.as_flattened(),
            Value::Mutable(mutable) => &mutable.values,
            value => value.collection().unwrap_or_default(),
        }
    }

    /// The elements of a list or a set, mutable or not.
    pub fn collection(&self) -> Option<&[Value]> {
        match self {
            Value::List(values) | Value::Set(values) => Some(values),
            Value::Mutable(mutable) if mutable.of != Of::Map => Some(&mutable.values),
            _ => None,
        }
    }

    /// The thermograph of a game, or the value itself if it is one; `None` if it is something else.
    ///
    /// # Errors
    /// If the game does not have a thermograph, or a limit is reached.
    pub fn thermograph(
        &self,
        calculation: &mut Calculation<'_>,
    ) -> Result<Option<LoopyThermograph>, ValueError> {
        if let Value::Thermograph(thermograph) = self {
            return Ok(Some(LoopyThermograph::clone(thermograph)));
        }
        self.to_loopy().map(|value| value.thermograph(calculation)).transpose()
    }

    /// The kind of the value, with an article, for messages: `a game`, `a list`.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Game(_) | Value::Dyadic(_) => "a game",
            Value::Loopy(_) | Value::LoopyLiteral(_) => "a loopy game",
            Value::LoopyOutcome(_) => "an outcome",
            Value::Rational(x) if x.is_infinite() => "an infinite number",
            Value::Rational(x) if x.is_integer() => "an integer too large to be a game",
            Value::Rational(x) if x.is_dyadic() => "a number out of the range of games",
            Value::Rational(_) => "a number whose denominator is not a power of two",
            Value::Truth(_) => "a truth value",
            Value::Player(_) => "a player",
            Value::Outcome(_) => "an outcome",
            Value::Thermograph(_) => "a thermograph",
            Value::Uptimal(_) => "an expansion",
            Value::List(_) => "a list",
            Value::Set(_) => "a set",
            Value::Literal(_) => "a literal game",
            Value::Function(_) => "a function",
            Value::Text(_) => "a text",
            Value::Output(_) => "an output",
            Value::Nothing => "nothing",
            Value::Position(_) => "a position",
            Value::Ruleset(_) => "a ruleset",
            Value::Misere(_) => "a misère form",
            Value::Map(_) => "a map",
            Value::Object(object) => object.kind(),
            Value::Mutable(mutable) => match mutable.of {
                Of::List => "a mutable list",
                Of::Set => "a mutable set",
                Of::Map => "a mutable map",
            },
        }
    }

    /// The elements of a list or a set; any other value is the only element of itself.
    pub(crate) fn elements(&self) -> &[Value] {
        self.collection().unwrap_or(std::slice::from_ref(self))
    }

    /// The brackets around the elements of a list or a set.
    pub(crate) fn brackets(&self) -> [&'static str; 2] {
        if let Value::Set(_) = self { ["{", "}"] } else { ["[", "]"] }
    }

    /// The number of functions that the value refers to.
    pub(crate) fn references(&self) -> usize {
        match self {
            Value::Function(function) => function.references,
            value => value.parts().iter().map(Value::references).sum(),
        }
    }

    /// The memory that the value owns in bytes, approximately.
    pub(crate) fn heap_bytes(&self) -> usize {
        match self {
            Value::Thermograph(thermograph) => {
                let points: usize = Player::BOTH.map(|p| thermograph.walls[p].len()).iter().sum();
                160 + 2 * size_of::<Breakpoint>() * points
            }
            Value::Loopy(value) => value.bytes(),
            Value::LoopyLiteral(literal) => literal.bytes(),
            Value::Uptimal(expansion) => 64 + 4 * expansion.coefficients().len(),
            Value::Literal(literal) => literal.bytes(),
            Value::Function(function) => function.bytes(),
            Value::Text(text) | Value::Output(text) => text.len(),
            Value::Misere(game) => game.heap_bytes(),
            Value::Rational(x) => x.heap_bytes(),
            Value::Position(position) => AnyPosition::SEARCH.heap_bytes(position),
            Value::Object(object) => object.heap_bytes(),
            // Approximately: the text of a file and what is made of it.
            Value::Ruleset(ruleset) if ruleset.spec().name.ends_with(".game") => 1 << 18,
            value => {
                let parts = value.parts();
                size_of_val(parts) + parts.iter().map(Value::heap_bytes).sum::<usize>()
            }
        }
    }

    /// Replaces the games in the value.
    pub(crate) fn map_games(
        &self,
        game: &mut impl FnMut(&CanonicalForm) -> CanonicalForm,
    ) -> Value {
        match self {
            Value::Game(g) => Value::Game(game(g)),
            Value::Loopy(value) => Value::Loopy(value.map_forms(game)),
            Value::LoopyLiteral(literal) => Value::LoopyLiteral(literal.map_forms(game).into()),
            Value::List(values) => Value::List(values.iter().map(|v| v.map_games(game)).collect()),
            Value::Set(values) => Value::Set(values.iter().map(|v| v.map_games(game)).collect()),
            Value::Map(entries) => {
                let map = |entry: &[Value; 2]| entry.each_ref().map(|v| v.map_games(&mut *game));
                Value::Map(entries.iter().map(map).collect())
            }
            Value::Literal(literal) => Value::Literal(literal.map(game).into()),
            Value::Function(function) => {
                Value::Function(function.map(|value| value.map_games(&mut *game)).into())
            }
            Value::Mutable(mutable) => {
                let values = mutable.values.iter().map(|value| value.map_games(game)).collect();
                Value::Mutable(Mutable { values, ..**mutable }.into())
            }
            other => other.clone(),
        }
    }
}

fn formed(values: &[Value], calculation: &mut Calculation<'_>) -> Result<Arc<[Value]>, ValueError> {
    calculation.hold(2 * size_of_val(values))?;
    values
        .iter()
        .map(|value| {
            calculation.count_steps(1)?;
            value.clone().formed(calculation)
        })
        .collect()
}

/// # Panics
/// As the operators of [`CanonicalForm`], if a game is too deep to print.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Game(g) => g.fmt(f),
            Value::Dyadic(x) => x.fmt(f),
            Value::Loopy(value) => value.fmt(f),
            Value::LoopyLiteral(literal) => literal.fmt(f),
            Value::LoopyOutcome(outcome) => outcome.fmt(f),
            Value::Rational(x) => x.fmt(f),
            Value::Truth(truth) => truth.fmt(f),
            Value::Player(player) => player.fmt(f),
            Value::Outcome(outcome) => outcome.fmt(f),
            Value::Thermograph(thermograph) => thermograph.fmt(f),
            Value::Uptimal(expansion) => expansion.fmt(f),
            Value::Literal(literal) => literal.fmt(f),
            Value::Function(function) => function.fmt(f),
            Value::Text(text) => {
                write!(f, "\"{}\"", text.replace('\\', r"\\").replace('"', "\\\""))
            }
            Value::Output(text) => text.fmt(f),
            Value::Nothing => f.write_str("Nothing"),
            Value::Position(position) => {
                write!(f, "{}(\"{position}\")", name_of(position.ruleset()))
            }
            Value::Ruleset(ruleset) => f.write_str(&name_of(ruleset)),
            Value::Misere(game) => game.fmt(f),
            Value::Object(object) => object.fmt(f),
            Value::Mutable(mutable) => write!(f, "{}({})", mutable.of.name(), mutable.frozen()),
            Value::Map(entries) => {
                for (i, [key, value]) in entries.iter().enumerate() {
                    write!(f, "{}{key} => {value}", if i == 0 { "{" } else { "," })?;
                }
                f.write_str(if entries.is_empty() { "{=>}" } else { "}" })
            }
            Value::List(values) | Value::Set(values) => {
                let [open, close] = self.brackets();
                f.write_str(open)?;
                for (i, value) in values.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { "," })?;
                    write!(f, "{value}")?;
                }
                f.write_str(close)
            }
        }
    }
}

/// The name of a ruleset as it is read: a word, `rules("heap-0.77")`, or `TakeAway(k -> k*k)`.
pub(crate) fn name_of(ruleset: &AnyRuleset) -> String {
    let name = &ruleset.spec().name;
    match name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
        true => name.replace('-', "_"),
        false if name.starts_with(|c: char| c.is_ascii_uppercase()) => name.clone(),
        false => format!("rules(\"{name}\")"),
    }
}

/// A list, a set or a map that its methods change, `m := MutableList([1]); m.Add(2)`: the name in front of the method has another value then.
#[derive(Clone, Debug, PartialEq)]
pub struct Mutable {
    pub(crate) of: Of,
    /// The elements, sorted if it is a set; keys and values in turn if it is a map, sorted by the keys.
    pub(crate) values: Vec<Value>,
    /// The number of the elements, those in the elements included.
    pub(crate) extent: usize,
}

/// What a mutable collection is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    List,
    Set,
    Map,
}

impl Of {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Of::List => "MutableList",
            Of::Set => "MutableSet",
            Of::Map => "MutableMap",
        }
    }
}

impl Mutable {
    /// The list, the set or the map of the same elements.
    pub(crate) fn frozen(&self) -> Value {
        match self.of {
            Of::List => Value::List(self.values[..].into()),
            Of::Set => Value::Set(self.values[..].into()),
            Of::Map => Value::Map(self.values.as_chunks().0.into()),
        }
    }
}

/// A function of one expression: `x -> x + 1`.
///
/// Names that were defined when the function was keep their values in it; others are looked up when it is called.
///
/// # Examples
/// ```
/// use dicot::Limits;
/// use dicot_calc::{Value, Worksheet};
/// let mut sheet = Worksheet::new();
/// let value = sheet.evaluate("f(x,y) := x + 2*y", &Limits::default())?;
/// let Value::Function(f) = &value else { panic!("not a function") };
/// assert_eq!((f.parameters().len(), f.body()), (2, "x + 2*y"));
/// assert_eq!(value.to_string(), "(x,y) -> x + 2*y");
/// assert_eq!(sheet.evaluate("f(^,*)", &Limits::default())?.to_string(), "^");
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Function {
    pub(crate) parameters: Arc<[Symbol]>,
    pub(crate) names: Box<[Box<str>]>,
    /// The body as it was written, and as it was read.
    pub(crate) text: Arc<str>,
    pub(crate) code: Arc<dyn Code>,
    /// Names in the body and their values where the function was defined.
    pub(crate) captured: Box<[(Symbol, Value)]>,
    /// The number of functions among the captured values, and those that these refer to.
    pub(crate) references: usize,
}

/// What the body of a function was read as.
pub(crate) trait Code: Any + fmt::Debug + Send + Sync {
    /// The memory in bytes, approximately.
    fn bytes(&self) -> usize;

    /// The same with other values.
    fn map(&self, value: &mut dyn FnMut(&Value) -> Value) -> Arc<dyn Code>;
}

/// Functions are equal that are written in the same way and refer to the same values.
impl PartialEq for Function {
    fn eq(&self, other: &Function) -> bool {
        (&self.names, &self.text, &self.captured) == (&other.names, &other.text, &other.captured)
    }
}

impl Function {
    /// The names of the parameters.
    pub fn parameters(&self) -> &[Box<str>] {
        &self.names
    }

    /// The expression, as it was written.
    pub fn body(&self) -> &str {
        &self.text
    }

    /// The memory of the function in bytes, approximately, without the captured values.
    pub(crate) fn own_bytes(&self) -> usize {
        size_of::<Function>()
            + self.text.len()
            + self.code.bytes()
            + size_of_val(&*self.captured)
            + self.names.iter().map(|name| 16 + name.len()).sum::<usize>()
    }

    /// The memory of the function in bytes, approximately.
    pub(crate) fn bytes(&self) -> usize {
        self.own_bytes() + self.captured.iter().map(|(_, value)| value.heap_bytes()).sum::<usize>()
    }

    /// Replaces the captured values and the games in the body.
    pub(crate) fn map(&self, mut value: impl FnMut(&Value) -> Value) -> Function {
        let captured = self.captured.iter().map(|(name, old)| (*name, value(old))).collect();
        Function { captured, code: self.code.map(&mut value), ..self.clone() }
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.names {
            [parameter] => write!(f, "{parameter} -> {}", self.text),
            parameters => write!(f, "({}) -> {}", parameters.join(","), self.text),
        }
    }
}
