//! What an operation of the language is: its names, its help and its kernel, and how it is applied to values.

use dicot::rules::{AnyPosition, AnyRuleset};
use dicot::{Calculation, CanonicalForm, Dyadic, Player, ValueError};
use dicot_loopy::{LoopyThermograph, LoopyValue, Rational64};
use num_bigint::BigUint;

use crate::arithmetic::{count, division_by_zero, number};
use crate::collection;
use crate::failure::Failure;
use crate::misere::MisereGame;
use crate::mutable::Change;
use crate::rational::Rational;
use crate::value::{OpResult, Value};

/// An operation of the language: `G.Name(..)`, or `Name(G,..)`, or with two arguments `G Name H`.
///
/// # Examples
/// ```
/// let cool = dicot_calc::Operation::find("cool").unwrap();
/// assert_eq!(cool.name(), "Cool");
/// assert_eq!(cool.usage(), "G.Cool(t)");
/// assert_eq!(cool.example(), ("{3|-1}.Cool(1)", "{2|0}"));
/// assert!(cool.source().contains("chapter 6"));
/// ```
#[derive(Clone, Debug)]
pub struct Operation {
    pub(crate) name: &'static str,
    pub(crate) aliases: &'static [&'static str],
    pub(crate) arguments: &'static [&'static str],
    pub(crate) summary: &'static str,
    pub(crate) source: &'static str,
    pub(crate) example: (&'static str, &'static str),
    /// Whether the result depends on the form of a game, which is canonical here. Of a game in quotes it would be another one.
    pub(crate) depends_on_form: bool,
    pub(crate) kernel: Kernel,
    /// The function for a position as the only argument, where that is not the one for its value.
    pub(crate) of_position: Option<OfPosition>,
    /// The function for a misère form as the only argument.
    pub(crate) of_misere: Option<OfMisere>,
}

pub(crate) type OfMisere = fn(&mut Calculation<'_>, &MisereGame) -> OpResult;

pub(crate) type OfPosition = fn(&mut Calculation<'_>, &AnyPosition) -> OpResult;

type Short = fn(&mut Calculation<'_>, &CanonicalForm) -> OpResult;
type Short2 = fn(&mut Calculation<'_>, &CanonicalForm, &CanonicalForm) -> OpResult;
type Short3 = fn(&mut Calculation<'_>, &CanonicalForm, &CanonicalForm, &CanonicalForm) -> OpResult;
type ShortPlayer = fn(&mut Calculation<'_>, &CanonicalForm, Player) -> OpResult;
type ShortNumber = fn(&mut Calculation<'_>, &CanonicalForm, Dyadic) -> OpResult;
type Loopy = fn(&mut Calculation<'_>, &LoopyValue) -> OpResult;
type Loopy2 = fn(&mut Calculation<'_>, &LoopyValue, &LoopyValue) -> OpResult;
type LoopyPlayer = fn(&mut Calculation<'_>, &LoopyValue, Player) -> OpResult;

/// The function of an operation, by the kinds of its arguments. Where there are two, the first is for short games, and the second for
/// loopy ones.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kernel {
    /// A short game.
    Short(Short),
    Short2(Short2),
    Short3(Short3),
    /// Any game, as a loopy one.
    Loopy(Loopy),
    Loopy2(Loopy2),
    /// Any game.
    Game(Short, Loopy),
    Game2(Short2, Loopy2),
    Player(ShortPlayer, LoopyPlayer),
    /// A short game and a number.
    Number(ShortNumber),
    /// A short game and a number, or a loopy game and an exponent.
    Power(ShortNumber, Loopy2),
    /// A short game; a loopy one or a thermograph, by its thermograph.
    Thermal(Short, fn(&LoopyThermograph) -> Rational64),
    /// Any game, as it is written.
    Written(fn(&mut Calculation<'_>, &Value) -> OpResult),
    WrittenPlayer(fn(&mut Calculation<'_>, &Value, Player) -> OpResult),
    /// The same, of both players if none is given.
    WrittenPlayers(fn(&mut Calculation<'_>, &Value, Player) -> OpResult),
    /// Games as they are written; `None` if the operation is not defined for games of these kinds.
    Written2(fn(&mut Calculation<'_>, &Value, &Value) -> Option<OpResult>),
    /// Any number of non-negative integers, or lists of such.
    Naturals(fn(&[u64]) -> u64),
    /// A number, which need not be a game.
    Rational(fn(Rational) -> Result<Option<Rational>, Failure>),
    /// Whether something holds for a number.
    Question(fn(Rational) -> bool),
    Integers2(fn(Rational, Rational) -> Result<Option<Rational>, Failure>),
    Rationals2(fn(Rational, Rational) -> Result<Option<Rational>, Failure>),
    /// One number or more, or lists of such: the first is combined with each of the others.
    Fold(fn(Rational, Rational) -> Rational),
    /// An integer that is not negative, of any size.
    Unsigned(fn(&mut Calculation<'_>, BigUint) -> OpResult),
    /// An integer that is not negative and below 2^64.
    Natural(fn(&mut Calculation<'_>, u64) -> OpResult),
    /// Two integers that are not negative; `None` is a division by 0.
    Naturals2(fn(u64, u64) -> Option<u64>),
    /// A position.
    Position(OfPosition),
    /// A position, a player and the text of a move.
    PositionMove(fn(&mut Calculation<'_>, &AnyPosition, Player, &str) -> OpResult),
    /// A ruleset and an integer that is not negative, or two.
    RulesetNatural(fn(&mut Calculation<'_>, &AnyRuleset, u64) -> OpResult),
    RulesetNaturals2(fn(&mut Calculation<'_>, &AnyRuleset, [u64; 2]) -> OpResult),
    /// A game under misère play.
    Misere(OfMisere),
    Misere2(fn(&mut Calculation<'_>, &MisereGame, &MisereGame) -> OpResult),
    /// A list or a set, and any values.
    Collection(fn(&mut Calculation<'_>, &[&Value]) -> OpResult),
    /// Any values.
    Values(fn(&mut Calculation<'_>, &[&Value]) -> OpResult),
    /// Any values, at least this number of them: the others may be left out.
    Several(usize, fn(&mut Calculation<'_>, &[&Value]) -> OpResult),
    /// A list or a set of games.
    Games(fn(&mut Calculation<'_>, &[Value]) -> OpResult),
    /// A list or a set, and a function of its elements, which the grammar calls.
    Each(Each),
    /// The class `System` and any value, whose text becomes a note, as the grammar does.
    Print,
    /// The name of a collection, which the grammar changes, and any values.
    Change(Change),
    /// The name of a collection, which the grammar sorts by a function of two elements.
    ChangeOrder,
}

/// What an operation does with a function of each element.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Each {
    /// The list of the results.
    Apply,
    /// The elements for which the function is true.
    Filter,
    /// Whether the function is true for some element.
    Exists,
    /// Whether the function is true for all elements.
    ForAll,
    /// The number of elements for which the function is true.
    Count,
    /// The first element for which the function is true.
    Find,
    /// `Nothing`: the results are not used.
    Discard,
    /// The list in the order of a function of two elements.
    SortedWith,
}

impl Operation {
    /// The name. It is CGSuite's name if CGSuite has the operation.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Other names, including the short ones of textbooks.
    pub fn aliases(&self) -> &'static [&'static str] {
        self.aliases
    }

    /// The names of the arguments. The first one is the game in front of a method.
    pub fn arguments(&self) -> &'static [&'static str] {
        self.arguments
    }

    /// The usual notation: `G.Cool(t)`.
    pub fn usage(&self) -> String {
        let list = |names: &[&str]| names.join(",");
        match (&self.kernel, self.arguments) {
            (Kernel::Naturals(_) | Kernel::Fold(_), names) => {
                format!("{}({},..)", self.name, list(names))
            }
            (_, [game]) => format!("{game}.{}", self.name),
            (_, [game, rest @ ..]) => format!("{game}.{}({})", self.name, list(rest)),
            (_, []) => self.name.to_owned(),
        }
    }

    /// Whether the operation takes this number of arguments, the game in front of a method included.
    ///
    /// # Examples
    /// ```
    /// let takes = |name, n| dicot_calc::Operation::find(name).unwrap().takes(n);
    /// assert!(takes("Cool", 2) && !takes("Cool", 1));
    /// assert!(takes("Options", 1) && takes("Options", 2)); // of both players, or of one
    /// assert!(takes("NimSum", 1) && takes("NimSum", 9));
    /// ```
    pub fn takes(&self, count: usize) -> bool {
        match self.kernel {
            Kernel::Naturals(_) | Kernel::Fold(_) => count > 0,
            Kernel::WrittenPlayers(_) => count == 1 || count == self.arguments.len(),
            Kernel::Several(least, _) => (least..=self.arguments.len()).contains(&count),
            _ => count == self.arguments.len(),
        }
    }

    /// Whether the operation can be written between its two arguments.
    pub(crate) fn is_infix(&self) -> bool {
        self.arguments.len() == 2 || matches!(self.kernel, Kernel::Naturals(_) | Kernel::Fold(_))
    }

    /// What the operation does with a function of each element, if it takes one.
    pub(crate) fn each(&self) -> Option<Each> {
        match self.kernel {
            Kernel::Each(each) => Some(each),
            _ => None,
        }
    }

    /// Whether the operation prints its last argument.
    pub(crate) fn prints(&self) -> bool {
        matches!(self.kernel, Kernel::Print)
    }

    /// Whether the operation changes what a name means.
    pub(crate) fn changes(&self) -> bool {
        matches!(self.kernel, Kernel::Change(_) | Kernel::ChangeOrder)
    }

    /// A summary of the result, in one line.
    pub fn summary(&self) -> &'static str {
        self.summary
    }

    /// The source: book and chapter, or paper.
    pub fn source(&self) -> &'static str {
        self.source
    }

    /// An expression, and its value.
    pub fn example(&self) -> (&'static str, &'static str) {
        self.example
    }

    /// Computes the operation.
    pub(crate) fn run(&self, values: &[&Value], calculation: &mut Calculation<'_>) -> OpResult {
        if let (Some(kernel), [Value::Misere(game)]) = (self.of_misere, values) {
            return kernel(calculation, game);
        }
        if let Kernel::Naturals(kernel) = self.kernel {
            if let [m, n] = values
                && let (Some(m), Some(n)) = (m.as_natural(), n.as_natural())
            {
                return count(kernel(&[m, n]).into());
            }
            let needed = "an integer that is not negative";
            let naturals = self.numbers(needed, Value::as_natural, values, calculation)?;
            return count(kernel(&naturals).into());
        }
        if let Kernel::Fold(kernel) = self.kernel {
            let numbers = self.numbers("a number", Value::as_rational, values, calculation)?;
            let result = numbers.into_iter().reduce(kernel).ok_or_else(|| {
                Failure::undefined(format!("{} takes a number at least", self.name))
            });
            return number(Some(result?), calculation);
        }
        if let (Kernel::WrittenPlayers(_), [value]) = (self.kernel, values) {
            return self.of_both(value, calculation);
        }
        if !self.takes(values.len()) {
            return Err(Failure::WrongCount);
        }
        if !self.takes_numbers() && values.iter().any(|value| matches!(value, Value::Dyadic(_))) {
            let formed = values.iter().map(|&value| value.clone().formed(calculation));
            let formed = formed.collect::<Result<Vec<Value>, ValueError>>()?;
            return self.run(&formed.iter().collect::<Vec<_>>(), calculation);
        }
        if self.depends_on_form && values.iter().any(|value| value.is_literal()) {
            return Err(Failure::undefined(format!(
                "{} depends on the form of a game, not only on its value, and takes canonical forms: write \
                 `.CanonicalForm` after the game in quotes",
                self.name
            )));
        }
        let wrong =
            |index, needed| Failure::WrongKind { index, name: self.arguments[index], needed };
        let short = |index: usize| {
            let needed = if values[index].is_loopy() { "a short game" } else { "a game" };
            values[index].as_game().ok_or_else(|| wrong(index, needed))
        };
        let loopy = |index: usize| values[index].to_loopy().ok_or_else(|| wrong(index, "a game"));
        let position = |index: usize| match values[index] {
            Value::Position(position) => Ok(&**position),
            _ => Err(wrong(index, "a position")),
        };
        let ruleset = |index: usize| match values[index] {
            Value::Ruleset(ruleset) => Ok(ruleset),
            _ => Err(wrong(index, "a ruleset")),
        };
        let misere = |index: usize| match values[index] {
            Value::Misere(game) => Ok(game),
            _ => Err(wrong(index, "an impartial game")),
        };
        let game_or_position = |index: usize| position(index).map(drop).or(loopy(index).map(drop));
        let player = |index: usize| match values[index] {
            Value::Player(player) => Ok(*player),
            _ => Err(wrong(index, "`Left` or `Right`")),
        };
        let rational =
            |index: usize| values[index].as_rational().ok_or_else(|| wrong(index, "a number"));
        let integer = |index: usize| {
            let n = values[index].as_rational().filter(Rational::is_integer);
            n.ok_or_else(|| wrong(index, "an integer"))
        };
        let natural = |index: usize| {
            values[index].as_natural().ok_or_else(|| match integer(index) {
                Ok(n) if n < Rational::ZERO => wrong(index, "an integer that is not negative"),
                Ok(_) => wrong(index, "an integer below 2^64"),
                Err(error) => error,
            })
        };
        if let (Some(kernel), [Value::Position(position)]) = (self.of_position, values) {
            return kernel(calculation, position);
        }
        let is_loopy = values.iter().any(|value| value.is_loopy());
        match self.kernel {
            Kernel::Loopy(kernel) => kernel(calculation, &loopy(0)?),
            Kernel::Game(_, kernel) if is_loopy => kernel(calculation, &loopy(0)?),
            Kernel::Short(kernel) | Kernel::Game(kernel, _) => kernel(calculation, short(0)?),
            Kernel::Loopy2(kernel) => kernel(calculation, &loopy(0)?, &loopy(1)?),
            Kernel::Game2(_, kernel) | Kernel::Power(_, kernel) if is_loopy => {
                kernel(calculation, &loopy(0)?, &loopy(1)?)
            }
            Kernel::Short2(kernel) | Kernel::Game2(kernel, _) => {
                kernel(calculation, short(0)?, short(1)?)
            }
            Kernel::Short3(kernel) => kernel(calculation, short(0)?, short(1)?, short(2)?),
            Kernel::Player(_, kernel) if is_loopy => kernel(calculation, &loopy(0)?, player(1)?),
            Kernel::Player(kernel, _) => kernel(calculation, short(0)?, player(1)?),
            Kernel::Number(kernel) | Kernel::Power(kernel, _) => {
                let g = short(0)?;
                let x = values[1].as_game().and_then(CanonicalForm::to_number);
                kernel(calculation, g, x.ok_or_else(|| wrong(1, "a number"))?)
            }
            Kernel::Thermal(kernel, of_thermograph) => {
                if let Some(g) = values[0].as_game() {
                    return kernel(calculation, g);
                }
                let thermograph = values[0].thermograph(calculation)?;
                let x = of_thermograph(&thermograph.ok_or_else(|| wrong(0, "a game"))?);
                number(Rational::new((*x.numer()).into(), (*x.denom()).into()), calculation)
            }
            Kernel::Written(kernel) => {
                game_or_position(0)?;
                kernel(calculation, values[0])
            }
            Kernel::WrittenPlayer(kernel) | Kernel::WrittenPlayers(kernel) => {
                game_or_position(0)?;
                kernel(calculation, values[0], player(1)?)
            }
            Kernel::Written2(kernel) => {
                loopy(0)?;
                loopy(1)?;
                let result = kernel(calculation, values[0], values[1]);
                result.unwrap_or_else(|| short(0).and(short(1)).and(Err(Failure::WrongCount)))
            }
            Kernel::Rational(kernel) => number(kernel(rational(0)?)?, calculation),
            Kernel::Question(kernel) => Ok(Value::Truth(kernel(rational(0)?))),
            Kernel::Integers2(kernel) => number(kernel(integer(0)?, integer(1)?)?, calculation),
            Kernel::Rationals2(kernel) => number(kernel(rational(0)?, rational(1)?)?, calculation),
            Kernel::Unsigned(kernel) => match integer(0)?.to_unsigned() {
                Some(n) => kernel(calculation, n),
                None => natural(0).and(Err(Failure::WrongCount)),
            },
            Kernel::Natural(kernel) => kernel(calculation, natural(0)?),
            Kernel::Naturals2(kernel) => match kernel(natural(0)?, natural(1)?) {
                Some(n) => count(n.into()),
                None => Err(division_by_zero()),
            },
            Kernel::Position(kernel) => kernel(calculation, position(0)?),
            Kernel::PositionMove(kernel) => match values[2] {
                Value::Text(mv) => kernel(calculation, position(0)?, player(1)?, mv),
                _ => Err(wrong(2, "a text")),
            },
            Kernel::RulesetNatural(kernel) => kernel(calculation, ruleset(0)?, natural(1)?),
            Kernel::RulesetNaturals2(kernel) => {
                kernel(calculation, ruleset(0)?, [natural(1)?, natural(2)?])
            }
            Kernel::Misere(kernel) => kernel(calculation, misere(0)?),
            Kernel::Misere2(kernel) => kernel(calculation, misere(0)?, misere(1)?),
            Kernel::Values(kernel) | Kernel::Several(_, kernel) => kernel(calculation, values),
            Kernel::Collection(kernel) => {
                values[0].collection().ok_or_else(|| wrong(0, "a list or a set"))?;
                kernel(calculation, values)
            }
            Kernel::Games(kernel) => {
                let games = values[0].collection().ok_or_else(|| wrong(0, "a list or a set"))?;
                kernel(calculation, games)
            }
            Kernel::Naturals(_) | Kernel::Fold(_) | Kernel::Each(_) | Kernel::Print => {
                Err(Failure::WrongCount)
            }
            Kernel::Change(_) | Kernel::ChangeOrder => Err(Failure::undefined(format!(
                "{} changes what a name means: write it after the name, `m := MutableList([1]); m.Add(2)`",
                self.name
            ))),
        }
    }

    /// The set of what both players have.
    fn of_both(&self, value: &Value, calculation: &mut Calculation<'_>) -> OpResult {
        let mut elements = Vec::new();
        for player in Player::BOTH {
            let of_one = self.run(&[value, &Value::Player(player)], calculation)?;
            calculation.hold(2 * size_of_val(of_one.elements()))?;
            elements.extend_from_slice(of_one.elements());
        }
        collection::set(elements, calculation)
    }

    /// Whether the kernel takes positions, and not their values.
    pub(crate) fn takes_positions(&self) -> bool {
        let by_kernel = matches!(
            self.kernel,
            Kernel::Position(_)
                | Kernel::PositionMove(_)
                | Kernel::Written(_)
                | Kernel::WrittenPlayer(_)
                | Kernel::WrittenPlayers(_)
                | Kernel::Values(_)
                | Kernel::Several(..)
                | Kernel::Collection(_)
                | Kernel::Each(_)
                | Kernel::Change(_)
                | Kernel::ChangeOrder
                | Kernel::Misere(_)
                | Kernel::Misere2(_)
        );
        by_kernel || self.of_position.is_some()
    }

    /// Whether the argument is the number of a day.
    pub(crate) fn takes_day(&self) -> bool {
        self.arguments == ["n"]
    }

    /// Whether the kernel takes games under misère play.
    pub(crate) fn takes_misere(&self) -> bool {
        matches!(self.kernel, Kernel::Misere(_) | Kernel::Misere2(_))
    }

    /// Whether the kernel takes numbers that are not stored as games.
    fn takes_numbers(&self) -> bool {
        matches!(
            self.kernel,
            Kernel::Rational(_)
                | Kernel::Question(_)
                | Kernel::Integers2(_)
                | Kernel::Rationals2(_)
                | Kernel::Unsigned(_)
                | Kernel::Natural(_)
                | Kernel::Naturals2(_)
                | Kernel::RulesetNatural(_)
                | Kernel::RulesetNaturals2(_)
                | Kernel::Values(_)
                | Kernel::Several(..)
                | Kernel::Collection(_)
                | Kernel::Games(_)
        )
    }

    /// The numbers among the arguments, and in the lists among them.
    fn numbers<T>(
        &self,
        needed: &'static str,
        of: impl Fn(&Value) -> Option<T>,
        values: &[&Value],
        calculation: &mut Calculation<'_>,
    ) -> Result<Vec<T>, Failure> {
        let mut numbers = Vec::new();
        for (index, value) in values.iter().enumerate() {
            calculation.count_steps(value.elements().len())?;
            // Vectors double their capacity when they grow, and `Mex` allocates another byte for each element.
            calculation.hold(value.elements().len() * 2 * (size_of::<T>() + 1))?;
            for element in value.elements() {
                let name = self.arguments[0];
                numbers.push(of(element).ok_or(Failure::WrongKind { index, name, needed })?);
            }
        }
        Ok(numbers)
    }
}

pub(crate) fn truth(truth: bool) -> OpResult {
    Ok(Value::Truth(truth))
}

/// A game, short or loopy.
pub(crate) fn game(game: Result<impl Into<Value>, ValueError>) -> OpResult {
    Ok(game?.into())
}

/// The list of these games.
pub(crate) fn games(games: Vec<CanonicalForm>, calculation: &mut Calculation<'_>) -> OpResult {
    calculation.hold(size_of::<Value>() * games.len())?;
    Ok(Value::List(games.into_iter().map(Value::Game).collect()))
}

/// The list of these misère forms.
pub(crate) fn misere_games(games: Vec<MisereGame>, calculation: &mut Calculation<'_>) -> OpResult {
    calculation.hold(size_of::<Value>() * games.len())?;
    Ok(Value::List(games.into_iter().map(Value::Misere).collect()))
}

/// The error that a result does not exist for a game, with the start of the game's text.
pub(crate) fn undefined(
    g: &CanonicalForm,
    why: &str,
    calculation: &mut Calculation<'_>,
) -> Result<Failure, ValueError> {
    const MAX_CHARACTERS: usize = 60;
    let (text, length) = calculation.text_start(g, MAX_CHARACTERS)?;
    let dots = if length > MAX_CHARACTERS as u64 { "..." } else { "" };
    Ok(Failure::undefined(format!("{text}{dots} {why}")))
}

/// Returns the result, or the error that it does not exist.
pub(crate) fn some<T>(
    result: Option<T>,
    g: &CanonicalForm,
    why: &str,
    calculation: &mut Calculation<'_>,
) -> Result<T, Failure> {
    result.map_or_else(|| Err(undefined(g, why, calculation)?), Ok)
}

macro_rules! siegel {
    ($section:literal) => {
        concat!("Siegel, Combinatorial Game Theory (2013), ", $section)
    };
}

pub(crate) const WINNING_WAYS_6: &str =
    "Winning Ways, chapter 6; Siegel, Combinatorial Game Theory (2013), II.5";

/// Defines operations. A row has the name, aliases in brackets, the names of the arguments, a summary, the source, an example with its
/// value, `[depends_on_form]` if the result does, the kernel, and `or` the function for a position, where that is not the one for its value,
/// and after `misere` the function for a misère form.
macro_rules! operations {
    ($($name:literal [$($alias:literal),*] ($($argument:literal),*) $summary:literal,
        $source:expr, $text:literal => $value:literal,
        $([$form:ident])? $kind:ident$(($($kernel:expr),+))? $(or $of_position:expr)?
        $(, misere $of_misere:expr)?;)*) => {
        pub(super) const ALL: &[$crate::operation::Operation] = &[$($crate::operation::Operation {
            name: $name,
            aliases: &[$($alias),*],
            arguments: &[$($argument),*],
            summary: $summary,
            source: $source,
            example: ($text, $value),
            depends_on_form: !stringify!($($form)?).is_empty(),
            kernel: $crate::operation::Kernel::$kind$(($($kernel),+))?,
            of_position: $crate::operation::optional!($($of_position)?),
            of_misere: $crate::operation::optional!($($of_misere)?),
        }),*];
    };
}

macro_rules! optional {
    () => {
        None
    };
    ($some:expr) => {
        Some($some)
    };
}

pub(crate) use {operations, optional, siegel};
