//! Loopy games: how they are written, and operations on them.
//!
//! Braces are read here if they contain `pass`, a name of braces, or a loopy game. All games in braces of one text are positions of one
//! [`LoopyGame`], so that options can lead back to braces that are still open.

use std::fmt;

use dicot::notation::{NotationProblem, at_infinite_power};
use dicot::{Calculation, CanonicalForm, NumberUpStar, Player, Thermograph, ValueError};
use dicot_loopy::{
    LoopyGame, LoopyOption, LoopyOutcome, LoopyThermograph, LoopyValue, PositionId, Rational64,
};

use crate::arithmetic;
use crate::brackets::{part_len, word};
use crate::grammar::{Parsed, Reader};
use crate::operation::{Failure, OpResult, truth};
use crate::operators::Operator;
use crate::rational::Rational;
use crate::scope::Scope;
use crate::value::Value;

/// The name of the innermost braces as an option in them.
const PASS: &str = "pass";

/// Games in braces that are being read.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenBraces {
    game: LoopyGame,
    /// The names of the open braces, and their positions.
    names: Vec<(Box<str>, PositionId)>,
    /// The least index in `names` of braces that were an option since this was last reset.
    outermost: Option<usize>,
}

/// A loopy game as it is written, with its positions: `'a{1|{a|0}}'`.
///
/// Where a game is needed it is its value.
#[derive(Clone, Debug, PartialEq)]
pub struct LoopyLiteral {
    text: Box<str>,
    game: LoopyGame,
    root: PositionId,
    value: LoopyValue,
}

impl LoopyLiteral {
    /// The value.
    pub fn value(&self) -> &LoopyValue {
        &self.value
    }

    /// The game and its root.
    pub fn game(&self) -> (&LoopyGame, PositionId) {
        (&self.game, self.root)
    }

    /// The memory of the literal in bytes, approximately.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<LoopyLiteral>() + self.text.len() + self.game.bytes() + self.value.bytes()
    }

    /// Replaces the short games in the literal.
    pub(crate) fn map_forms(
        &self,
        form: &mut impl FnMut(&CanonicalForm) -> CanonicalForm,
    ) -> LoopyLiteral {
        let (game, value) = (self.game.map_forms(&mut *form), self.value.map_forms(form));
        LoopyLiteral { text: self.text.clone(), game, root: self.root, value }
    }
}

impl fmt::Display for LoopyLiteral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// An option, and whether it is `pass`.
enum Item {
    Option(LoopyOption),
    Pass,
}

impl From<LoopyValue> for Value {
    fn from(value: LoopyValue) -> Value {
        match value.as_short() {
            Some(form) => Value::Game(form.clone()),
            None => Value::Loopy(value),
        }
    }
}

/// Both values as loopy games, if they are games and one of them is loopy.
pub(crate) fn pair(left: &Value, right: &Value) -> Option<(LoopyValue, LoopyValue)> {
    (left.is_loopy() || right.is_loopy())
        .then(|| Some((left.to_loopy()?, right.to_loopy()?)))
        .flatten()
}

/// Whether a name has a meaning that cannot be changed.
pub(crate) fn is_name(name: &str) -> bool {
    LoopyValue::NAMES.contains(&name) || name == PASS
}

/// Whether a word begins what is only written with loopy games, `rest` being what follows it.
pub(crate) fn is_loopy_word(word: &str, rest: &str) -> bool {
    is_name(word) || rest.starts_with('{') || (word == "v" && at_infinite_power(rest))
}

/// Reads braces or a power with a loopy game in it, which begins at the current offset; `None` if it does not.
pub(crate) fn operand(parser: &mut Reader<'_, '_>) -> Parsed<Option<Value>> {
    if !parser.language.may_be_loopy() {
        return Ok(None);
    }
    match parser.rest().as_bytes() {
        [b'v', b'{', ..] => value_in_braces("v", parser).map(Some),
        [b'{', ..] if has_loopy(parser) => value_in_braces("", parser).map(Some),
        [b'^' | b'v', ..] if at_infinite_power(&parser.rest()[1..]) => power(parser).map(Some),
        _ => Ok(None),
    }
}

/// Whether there is a word of loopy games in the braces at the current offset.
fn has_loopy(parser: &Reader<'_, '_>) -> bool {
    let inside = &parser.rest()[1..];
    let inside = &inside[..part_len(inside, &[]).unwrap_or(inside.len())];
    let mut at = 0;
    while let Some(c) = inside[at..].chars().next() {
        let rest = &inside[at..];
        let word = word(rest);
        if word.is_empty() {
            if c == '^' && at_infinite_power(&rest[1..]) {
                return true;
            }
            at += c.len_utf8();
            continue;
        }
        let scope = &*parser.language;
        let is_open = scope.open.names.iter().any(|(name, _)| **name == *word);
        let is_value = matches!(scope.get(word), Some(Value::Loopy(_)));
        if is_open || is_value || is_loopy_word(word, &rest[word.len()..]) {
            return true;
        }
        at += word.len();
    }
    false
}

/// Reads a name of a loopy game, or braces with a name; `None` if the word at the current offset is something else.
pub(crate) fn named(word: &str, parser: &mut Reader<'_, '_>) -> Parsed<Option<Value>> {
    let at = parser.at;
    if parser.rest()[word.len()..].starts_with('{') {
        return value_in_braces(word, parser).map(Some);
    }
    if word == PASS || parser.language.open.names.iter().any(|(name, _)| **name == *word) {
        let message = format!("`{word}` can only be an option itself, without operators");
        return Err(parser.problem(at, NotationProblem::Message(message)));
    }
    let value = LoopyValue::of_name(word, parser.calculation).map_err(|e| parser.problem(at, e))?;
    if value.is_some() {
        parser.take(&[word]);
    }
    Ok(value.map(Value::from))
}

/// Reads `^[on]`, `^<on>` or a negative of these, with a nimber directly after it.
fn power(parser: &mut Reader<'_, '_>) -> Parsed<Value> {
    let at = parser.at;
    let is_up = parser.rest().starts_with('^');
    let is_sum = parser.rest()[1..].starts_with('[');
    parser.at += "^[on]".len();
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut star = None;
    if let Some(rest) = parser.rest().strip_prefix('*') {
        let n = digits(rest);
        // A star, and not a product with what follows.
        if !rest[n..].starts_with(|c: char| c.is_ascii_alphabetic() || "({^*".contains(c)) {
            let m = if n == 0 { Some(1) } else { rest[..n].parse().ok() };
            let m = m.filter(|&m| m <= NumberUpStar::MAX_MULTIPLE);
            let problem = NotationProblem::MultipleOutOfRange;
            star = Some(m.ok_or_else(|| parser.problem(parser.at, problem))?);
            parser.at += 1 + n;
        }
    }
    let calculation = &mut *parser.calculation;
    let mut value = || {
        let mut value = LoopyValue::up_of_on(is_sum, calculation)?;
        if !is_up {
            value = value.negative(calculation)?;
        }
        match star {
            None => Ok(value),
            Some(star) => {
                let star = NumberUpStar { star, ..NumberUpStar::default() };
                let star = calculation.number_up_star(star)?;
                value.sum(&star.into(), calculation)
            }
        }
    };
    value().map(Value::from).map_err(|e| parser.problem(at, e))
}

/// Reads what directly follows a number, if it is to be added: `over` in `1over`, `Tiny(G)`, `^[on]`.
pub(crate) fn attached(parser: &mut Reader<'_, '_>) -> Parsed<Option<Value>> {
    let is_digit = |c: char| c.is_ascii_digit() || "½¼¾".contains(c);
    if !parser.text[..parser.at].ends_with(is_digit) {
        return Ok(None);
    }
    let word = parser.word();
    if matches!(word, "over" | "under") {
        return named(word, parser);
    }
    if word.eq_ignore_ascii_case("tiny") || word.eq_ignore_ascii_case("miny") {
        return crate::grammar::name(parser).map(Some);
    }
    match parser.rest().as_bytes() {
        [b'^' | b'v', ..] if at_infinite_power(&parser.rest()[1..]) => power(parser).map(Some),
        _ => Ok(None),
    }
}

/// Reads braces with an operator or the end of an expression after them.
fn value_in_braces(name: &str, parser: &mut Reader<'_, '_>) -> Parsed<Value> {
    let at = parser.at;
    parser.take(&[name]);
    let outermost = parser.language.open.outermost.take();
    let position = parser.language.open.game.add_position();
    braces(name, position, parser)?;
    let value = value_of(position, at, parser)?;
    parser.language.open.outermost = outermost;
    Ok(value.into())
}

/// Reads a loopy game in quotes, of which the first was read; `None` if what follows is not loopy.
pub(crate) fn literal(start: usize, parser: &mut Reader<'_, '_>) -> Parsed<Option<Value>> {
    let name = parser.word().to_owned();
    let opens = parser.rest()[name.len()..].starts_with('{');
    if !opens || !parser.language.may_be_loopy() || (name.is_empty() && !has_loopy(parser)) {
        return Ok(None);
    }
    parser.take(&[&name]);
    let around = std::mem::take(&mut parser.language.open);
    let root = parser.language.open.game.add_position();
    let read = braces(&name, root, parser);
    let game = std::mem::replace(&mut parser.language.open, around).game;
    read?;
    if !parser.take(&["'"]) {
        return Err(parser.problem(parser.at, NotationProblem::Expected("`'`")));
    }
    let value = game.value(root, parser.calculation).map_err(|e| parser.problem(start, e))?;
    let literal = LoopyLiteral { text: parser.text[start..parser.at].into(), game, root, value };
    let held = parser.calculation.hold(literal.bytes());
    held.map_err(|e| parser.problem(start, e))?;
    Ok(Some(Value::LoopyLiteral(literal.into())))
}

/// The value of a position that does not lead to braces that are open.
fn value_of(position: PositionId, at: usize, parser: &mut Reader<'_, '_>) -> Parsed<LoopyValue> {
    let open = &mut parser.language.open;
    if open.outermost.is_some_and(|index| index < open.names.len()) {
        let message = "a game that leads to braces around it can only be an option itself";
        return Err(parser.problem(at, NotationProblem::Message(message.to_owned())));
    }
    let value = open.game.value(position, parser.calculation);
    if open.names.is_empty() {
        open.game = LoopyGame::new();
    }
    value.map_err(|e| parser.problem(at, e))
}

/// Reads braces, and gives a position the options in them.
fn braces(name: &str, position: PositionId, parser: &mut Reader<'_, '_>) -> Parsed<()> {
    parser.language.open.names.push((name.into(), position));
    let (mut lists, bars) = parser.nested(|parser| parser.in_brackets(lists))?;
    parser.language.open.names.pop();
    if bars.is_empty() {
        return Err(parser.problem(parser.at - 1, NotationProblem::Expected("`|` before `}`")));
    }
    group(position, &mut lists, &bars, parser)
}

type Lists = Vec<Option<Vec<Item>>>;

/// Reads the lists of options in braces, and the sizes and offsets of the groups of bars between them.
fn lists(parser: &mut Reader<'_, '_>) -> Parsed<(Lists, Vec<(usize, usize)>)> {
    let (mut lists, mut bars): (Lists, Vec<_>) = (Vec::new(), Vec::new());
    parser.at += 1;
    loop {
        let mut list = Vec::new();
        parser.skip_spaces();
        if !parser.rest().starts_with(['|', '}']) {
            loop {
                items(&mut list, parser)?;
                parser.skip_spaces();
                if !parser.take(&[","]) {
                    break;
                }
            }
        }
        parser.hold(64 + 2 * size_of::<Item>() * list.len())?;
        lists.push(Some(list));
        let at = parser.at;
        let count = parser.rest().bytes().take_while(|&b| b == b'|').count();
        parser.at += count;
        if count > 0 {
            bars.push((count, at));
        } else if parser.take(&["}"]) {
            return Ok((lists, bars));
        } else {
            return Err(parser.problem(at, NotationProblem::Expected("`|`, `,` or `}`")));
        }
    }
}

/// Reads an option, or the options in a list.
fn items(list: &mut Vec<Item>, parser: &mut Reader<'_, '_>) -> Parsed<()> {
    parser.skip_spaces();
    let (start, word) = (parser.at, parser.word().to_owned());
    let ends = |rest: &str| rest.trim_start().starts_with([',', '|', '}']);
    let after_word = &parser.rest()[word.len()..];
    if ends(after_word) {
        let open = &mut parser.language.open;
        let index = open.names.iter().rposition(|(name, _)| **name == *word);
        if let Some(index) = index.filter(|_| !word.is_empty()) {
            open.outermost = Some(open.outermost.map_or(index, |least| least.min(index)));
            list.push(Item::Option(open.names[index].1.into()));
            parser.take(&[&word]);
            return Ok(());
        }
        if word == PASS {
            list.push(Item::Pass);
            parser.take(&[PASS]);
            return Ok(());
        }
    } else if after_word.starts_with('{') && (!word.is_empty() || has_loopy(parser)) {
        // A position of the same game, unless it is part of an expression.
        let length = part_len(&after_word[1..], &[]).unwrap_or(after_word.len() - 1);
        if after_word.get(length + 2..).is_some_and(ends) {
            parser.take(&[&word]);
            let position = parser.language.open.game.add_position();
            braces(&word, position, parser)?;
            list.push(Item::Option(position.into()));
            return Ok(());
        }
    }
    let item = <Scope as dicot::notation::Language>::expression(parser)?;
    for value in item.elements() {
        let option = value.to_loopy().ok_or_else(|| {
            let message = format!("expected a game but this is {}", value.kind());
            parser.problem(start, NotationProblem::Message(message))
        })?;
        list.push(Item::Option(LoopyOption::Value(option)));
    }
    Ok(())
}

/// Gives a position the options in lists, which groups of bars separate: the longest group is its own.
fn group(
    position: PositionId,
    lists: &mut [Option<Vec<Item>>],
    bars: &[(usize, usize)],
    parser: &mut Reader<'_, '_>,
) -> Parsed<()> {
    let root = parser.root_of_bars(bars)?;
    let (left, right) = lists.split_at_mut(root + 1);
    for (player, lists, bars) in
        [(Player::Left, left, &bars[..root]), (Player::Right, right, &bars[root + 1..])]
    {
        if let [list] = lists {
            for item in list.take().into_iter().flatten() {
                let option = match item {
                    Item::Option(option) => option,
                    Item::Pass => position.into(),
                };
                parser.language.open.game.add_option(position, player, option);
            }
        } else {
            let option = parser.language.open.game.add_position();
            parser.language.open.game.add_option(position, player, option);
            parser.nested(|parser| group(option, lists, bars, parser))?;
        }
    }
    Ok(())
}

/// The switch with these Left options and their negatives.
pub(crate) fn switch(
    left: &[Value],
    calculation: &mut Calculation<'_>,
) -> Result<Option<Value>, ValueError> {
    let Some(left) = left.iter().map(Value::to_loopy).collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    let right = left.iter().map(|option| option.negative(calculation));
    let right = right.collect::<Result<Vec<_>, _>>()?;
    LoopyValue::new(left, right, calculation).map(|value| Some(value.into()))
}

/// Applies an operator to two games, of which one at least is loopy, or `&` to any; `None` if it is not defined for them.
pub(crate) fn combined(
    operator: Operator,
    left: &Value,
    right: &Value,
    calculation: &mut Calculation<'_>,
) -> Option<OpResult> {
    if let Operator::Sides = operator {
        let (onside, offside) = (left.to_loopy()?, right.to_loopy()?);
        return Some(result(onside.with_offside(&offside, calculation)));
    }
    let (g, h) = pair(left, right)?;
    let integer = |value: &LoopyValue| value.as_short().and_then(CanonicalForm::to_integer);
    Some(result(match operator {
        Operator::Plus => g.sum(&h, calculation),
        Operator::Minus => h.negative(calculation).and_then(|h| g.sum(&h, calculation)),
        Operator::Ordinal => ordinal_sum(left, &g, &h, calculation),
        Operator::Times => match (integer(&g), integer(&h)) {
            (Some(n), _) => h.multiple(n, calculation),
            (_, Some(n)) => g.multiple(n, calculation),
            _ => Err(ValueError::Undefined("one of the factors must be an integer")),
        },
        _ => return None,
    }))
}

/// The ordinal sum of loopy games, whose base must not be in quotes.
fn ordinal_sum(
    base: &Value,
    g: &LoopyValue,
    h: &LoopyValue,
    calculation: &mut Calculation<'_>,
) -> Result<LoopyValue, ValueError> {
    match base {
        Value::Literal(_) | Value::LoopyLiteral(_) => Err(ValueError::Undefined(
            "the base of an ordinal sum of loopy games is a simplest form: write `.CanonicalForm` after the game in quotes",
        )),
        _ => g.ordinal_sum(h, calculation),
    }
}

fn result(value: Result<LoopyValue, ValueError>) -> OpResult {
    Ok(value?.into())
}

fn options(value: &LoopyValue, player: Player, calculation: &mut Calculation<'_>) -> OpResult {
    value.options(player, calculation).map(list).map_err(Failure::from)
}

fn list(values: Vec<LoopyValue>) -> Value {
    Value::List(values.into_iter().map(Value::from).collect())
}

/// The outcome of a loopy game, as that of a short one if nobody draws.
fn outcome(outcome: LoopyOutcome) -> Value {
    outcome.without_draws().map_or(Value::LoopyOutcome(outcome), Value::Outcome)
}

/// Applies an operation of the table to values of which one at least is loopy; `None` if it is only defined for short games.
pub(crate) fn run(
    name: &str,
    values: &[&Value],
    calculation: &mut Calculation<'_>,
) -> Option<OpResult> {
    if let Value::Thermograph(thermograph) = values.first()? {
        return match name {
            "Mean" => Some(number(thermograph.mast, calculation)),
            "Temperature" => Some(number(thermograph.temperature, calculation)),
            _ => None,
        };
    }
    let g = values.first()?.to_loopy()?;
    let second = values.get(1).copied();
    let other = second.and_then(Value::to_loopy);
    let player = match second {
        Some(Value::Player(player)) => Some(*player),
        _ => None,
    };
    Some(match (name, player, other) {
        ("CanonicalForm", ..) => Ok(g.into()),
        ("OutcomeClass", ..) => g.outcome(calculation).map(outcome).map_err(Failure::from),
        ("LeftOptions", ..) => options(&g, Player::Left, calculation),
        ("RightOptions", ..) => options(&g, Player::Right, calculation),
        ("Options", Some(player), _) => options(&g, player, calculation),
        ("LeftStop", ..) => result(g.stop(Player::Left, calculation)),
        ("RightStop", ..) => result(g.stop(Player::Right, calculation)),
        ("Stop", Some(player), _) => result(g.stop(player, calculation)),
        ("StrongStop", Some(player), _) => result(g.stop(player, calculation).map(|stop| {
            stop.number_part().map_or(stop, |x| CanonicalForm::from(x).into())
        })),
        ("Followers", ..) => g.followers(calculation).map_err(Failure::from).map(list),
        ("FollowerCount", ..) => {
            let count = g.follower_count(calculation).map(|count| count as i64);
            count.map_err(Failure::from).and_then(|count| number(count.into(), calculation))
        }
        ("Subordinate", _, Some(base)) => match base.as_short() {
            Some(base) => match g.subordinate(base, calculation) {
                Ok(Some(subordinate)) => Ok(subordinate.into()),
                Ok(None) => Err(Failure::Undefined(format!("{g} is not an ordinal sum with this base"))),
                Err(error) => Err(error.into()),
            },
            None => Err(Failure::Undefined("the base must be a short game".to_owned())),
        },
        ("Thermograph", ..) => thermograph(g.thermograph(calculation)),
        ("Mean", ..) => g.thermograph(calculation).map_err(Failure::from).and_then(|t| number(t.mast, calculation)),
        ("Temperature", ..) => g.thermograph(calculation).map_err(Failure::from).and_then(|t| number(t.temperature, calculation)),
        ("KoThermograph", Some(player), _) => match values[0] {
            Value::LoopyLiteral(literal) => {
                thermograph(literal.game.thermograph(literal.root, Some(player), calculation))
            }
            _ if g.is_stopper() => thermograph(g.thermograph(calculation)),
            _ => Err(Failure::Undefined("the value of a game does not have its kos: write the game in quotes, as `'a{1|{a|0}}'`".to_owned())),
        },
        ("Pow", _, Some(x)) => result(g.pow(&x, calculation)),
        ("PowTo", _, Some(x)) => result(g.pow_to(&x, calculation)),
        ("Tiny", ..) => result(g.tiny(calculation)),
        ("Miny", ..) => result(g.tiny(calculation).and_then(|tiny| tiny.negative(calculation))),
        ("OrdinalSum", _, Some(h)) => result(ordinal_sum(values[0], &g, &h, calculation)),
        (
            "IsLoopfree" | "IsZero" | "IsInteger" | "IsNumber" | "IsNimber" | "IsNumberUpStar"
            | "IsUptimal",
            ..,
        ) => truth(false),
        ("IsIdempotent", ..) => {
            g.sum(&g, calculation).map(|sum| Value::Truth(sum == g)).map_err(Failure::from)
        }
        ("IsNumberTiny", ..) => is_number_tiny(&g, calculation).map_err(Failure::from),
        ("IsInfinitesimal", ..) => g.is_near(0.into(), calculation).map(Value::Truth).map_err(Failure::from),
        ("IsNumberish", ..) => {
            g.near_number(calculation).map(|x| Value::Truth(x.is_some())).map_err(Failure::from)
        }
        ("IsHot", ..) => stops(&g, calculation).and_then(|[left, right]| truth(left != right)),
        _ => return None,
    })
}

/// Whether a game is `{x||x|y}` or its negative, for a number `x` and a `y` of at most `x` and `under`.
fn is_number_tiny(
    value: &LoopyValue,
    calculation: &mut Calculation<'_>,
) -> Result<Value, ValueError> {
    if !value.is_stopper() {
        return Ok(Value::Truth(false));
    }
    for value in [value.clone(), value.negative(calculation)?] {
        let left = value.options(Player::Left, calculation)?;
        let ([x], [threat]) = (&*left, &*value.options(Player::Right, calculation)?) else {
            continue;
        };
        let to_number = |x: &LoopyValue| x.as_short().filter(|x| x.to_number().is_some()).cloned();
        let (Some(x), true) = (to_number(x), threat.options(Player::Left, calculation)? == left)
        else {
            continue;
        };
        if let [y] = &*threat.options(Player::Right, calculation)? {
            let under = LoopyValue::of_name("under", calculation)?.expect("a name");
            let most = under.sum(&x.into(), calculation)?;
            return most.at_least(y, calculation).map(Value::Truth);
        }
    }
    Ok(Value::Truth(false))
}

fn stops(
    value: &LoopyValue,
    calculation: &mut Calculation<'_>,
) -> Result<[LoopyValue; 2], Failure> {
    let mut stop = |player| value.stop(player, calculation);
    Ok([stop(Player::Left)?, stop(Player::Right)?])
}

/// The thermograph of a short game.
pub(crate) fn short_thermograph(thermograph: &Thermograph) -> Value {
    Value::Thermograph(LoopyThermograph::from(thermograph).into())
}

fn thermograph(thermograph: Result<LoopyThermograph, ValueError>) -> OpResult {
    Ok(Value::Thermograph(thermograph?.into()))
}

fn number(x: Rational64, calculation: &mut Calculation<'_>) -> OpResult {
    arithmetic::number(Rational::new((*x.numer()).into(), (*x.denom()).into()), calculation)
}
