//! The operations of the language: a table that is used to call, explain and complete them.

use std::collections::HashMap;
use std::sync::LazyLock;

use dicot_loopy::LoopyValue;

use dicot::{Calculation, CanonicalForm, Dyadic, NumberUpStar, Parity, Player, ValueError, nim};

use crate::arithmetic;
use crate::collection;
use crate::function::Each;
use crate::literal::{self, Node, Sum};
use crate::loopy;
use crate::rational::{Rational, gcd};
use crate::value::Value;

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
#[derive(Debug)]
pub struct Operation {
    name: &'static str,
    aliases: &'static [&'static str],
    arguments: &'static [&'static str],
    summary: &'static str,
    source: &'static str,
    example: (&'static str, &'static str),
    kernel: Kernel,
}

/// The function of an operation, by the kinds of its arguments.
#[derive(Debug)]
enum Kernel {
    Game(fn(&mut Calculation<'_>, &CanonicalForm) -> OpResult),
    /// A game that may be loopy.
    Loopy(fn(&mut Calculation<'_>, &LoopyValue) -> OpResult),
    Loopy2(fn(&mut Calculation<'_>, &LoopyValue, &LoopyValue) -> OpResult),
    Player(fn(&mut Calculation<'_>, &CanonicalForm, Player) -> OpResult),
    /// The options of a player, or of the one who is the second argument.
    Options(Option<Player>),
    Number(fn(&mut Calculation<'_>, &CanonicalForm, Dyadic) -> OpResult),
    Games2(fn(&mut Calculation<'_>, &CanonicalForm, &CanonicalForm) -> OpResult),
    Games3(fn(&mut Calculation<'_>, &CanonicalForm, &CanonicalForm, &CanonicalForm) -> OpResult),
    /// Any number of non-negative integers, or lists of such.
    Naturals(fn(&[u64]) -> u64),
    /// A number, which need not be a game.
    Rational(fn(Rational) -> Result<Rational, Failure>),
    /// Whether something holds for a number.
    Question(fn(Rational) -> bool),
    Integers2(fn(i64, i64) -> Result<i64, Failure>),
    Rationals2(fn(Rational, Rational) -> Result<Rational, Failure>),
    /// One number or more, or lists of such: the first is combined with each of the others.
    Fold(fn(Rational, Rational) -> Rational),
    /// An integer that is not negative.
    Natural(fn(&mut Calculation<'_>, u64) -> OpResult),
    /// Two integers that are not negative; `None` is a division by 0.
    Naturals2(fn(u64, u64) -> Option<u64>),
    /// A list or a set, and any values.
    Collection(fn(&mut Calculation<'_>, &[&Value]) -> OpResult),
    /// A game that need not be simplified.
    Literal(fn(&mut Calculation<'_>, &Node) -> OpResult),
    /// A sum of games that is not simplified.
    Sum(Sum),
    /// A list or a set, and a function of its elements, which the grammar calls.
    Each(Each),
}

pub(crate) type OpResult = Result<Value, Failure>;

/// The reason why an operation does not have a result.
#[derive(Debug)]
pub(crate) enum Failure {
    Value(ValueError),
    Undefined(String),
    WrongCount,
    WrongKind { index: usize, name: &'static str, needed: &'static str },
}

impl From<ValueError> for Failure {
    fn from(error: ValueError) -> Failure {
        Failure::Value(error)
    }
}

impl Operation {
    /// Finds the operation with this name or alias, in upper or lower case.
    pub fn find(name: &str) -> Option<&'static Operation> {
        static BY_NAME: LazyLock<HashMap<String, &'static Operation>> = LazyLock::new(|| {
            let names = |operation: &'static Operation| {
                let names = operation.aliases.iter().chain([&operation.name]);
                names.map(move |name| (name.to_ascii_lowercase(), operation))
            };
            TABLE.iter().flat_map(names).collect()
        });
        if name.len() > MAX_NAME_LEN {
            return None;
        }
        BY_NAME.get(&name.to_ascii_lowercase()).copied()
    }

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

    /// Whether the operation can be written between its two arguments.
    pub(crate) fn is_infix(&self) -> bool {
        self.arguments.len() == 2 || matches!(self.kernel, Kernel::Naturals(_) | Kernel::Fold(_))
    }

    /// What the operation does with a function of each element, if it is such.
    pub(crate) fn each(&self) -> Option<Each> {
        match self.kernel {
            Kernel::Each(each) => Some(each),
            _ => None,
        }
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
        if let Kernel::Naturals(kernel) = self.kernel {
            return count(kernel(&self.naturals(values, calculation)?).into(), calculation);
        }
        if let Kernel::Fold(kernel) = self.kernel {
            return self.fold(kernel, values, calculation);
        }
        if values.len() != self.arguments.len() {
            return Err(Failure::WrongCount);
        }
        let is_literal = |v: &&Value| matches!(v, Value::Literal(_) | Value::LoopyLiteral(_));
        if OF_FORMS.contains(&self.name) && values.iter().any(is_literal) {
            return Err(Failure::Undefined(format!(
                "{} depends on the form of a game, not only on its value, and takes canonical forms: write \
                 `.CanonicalForm` after the game in quotes",
                self.name
            )));
        }
        if values.iter().any(|value| value.is_loopy() || matches!(value, Value::Thermograph(_)))
            && let Some(result) = loopy::run(self.name, values, calculation)
        {
            return result;
        }
        let wrong =
            |index, needed| Failure::WrongKind { index, name: self.arguments[index], needed };
        let game = |index: usize| {
            let needed = if values[index].is_loopy() { "a short game" } else { "a game" };
            values[index].as_game().ok_or_else(|| wrong(index, needed))
        };
        let any_game =
            |index: usize| values[index].to_loopy().ok_or_else(|| wrong(index, "a game"));
        let player = |index: usize| match values[index] {
            Value::Player(player) => Ok(*player),
            _ => Err(wrong(index, "`Left` or `Right`")),
        };
        let rational =
            |index: usize| values[index].as_rational().ok_or_else(|| wrong(index, "a number"));
        let integer = |index: usize| {
            let n = values[index].as_rational().and_then(Rational::to_integer);
            n.ok_or_else(|| wrong(index, "an integer"))
        };
        let natural = |index: usize| {
            values[index].as_natural().ok_or_else(|| {
                let negative = || wrong(index, "an integer that is not negative");
                integer(index).map_or_else(|error| error, |_| negative())
            })
        };
        match self.kernel {
            Kernel::Game(kernel) => kernel(calculation, game(0)?),
            Kernel::Loopy(kernel) => kernel(calculation, &any_game(0)?),
            Kernel::Loopy2(kernel) => kernel(calculation, &any_game(0)?, &any_game(1)?),
            Kernel::Player(kernel) => kernel(calculation, game(0)?, player(1)?),
            Kernel::Options(of) => {
                let g = game(0)?;
                let player = of.map_or_else(|| player(1), Ok)?;
                match values[0] {
                    Value::Literal(literal) => literal::options(literal, player, calculation),
                    _ => games(calculation.options(g, player)?, calculation),
                }
            }
            Kernel::Literal(kernel) => {
                let node = Node::of(values[0]).ok_or_else(|| wrong(0, "a game"))?;
                kernel(calculation, &node)
            }
            Kernel::Sum(sum) => {
                let result = literal::sum(sum, values[0], values[1], calculation);
                result.unwrap_or_else(|| {
                    game(0)?;
                    game(1).and_then(|_| Err(Failure::WrongCount))
                })
            }
            Kernel::Number(kernel) => {
                let g = game(0)?;
                let x = values[1].as_game().and_then(CanonicalForm::to_number);
                kernel(calculation, g, x.ok_or_else(|| wrong(1, "a number"))?)
            }
            Kernel::Games2(_) if self.name == "OrdinalSum" && values.iter().any(is_literal) => {
                let result = literal::sum(Sum::Ordinal, values[0], values[1], calculation);
                result.unwrap_or(Err(Failure::WrongCount))
            }
            Kernel::Games2(kernel) => kernel(calculation, game(0)?, game(1)?),
            Kernel::Games3(kernel) => kernel(calculation, game(0)?, game(1)?, game(2)?),
            Kernel::Rational(kernel) => {
                arithmetic::number(Some(kernel(rational(0)?)?), calculation)
            }
            Kernel::Question(kernel) => truth(kernel(rational(0)?)),
            Kernel::Integers2(kernel) => {
                let n = kernel(integer(0)?, integer(1)?)?;
                arithmetic::number(Some(n.into()), calculation)
            }
            Kernel::Rationals2(kernel) => {
                arithmetic::number(Some(kernel(rational(0)?, rational(1)?)?), calculation)
            }
            Kernel::Natural(kernel) => kernel(calculation, natural(0)?),
            Kernel::Naturals2(kernel) => match kernel(natural(0)?, natural(1)?) {
                Some(n) => count(n.into(), calculation),
                None => Err(division_by_zero()),
            },
            Kernel::Collection(kernel) => {
                values[0].collection().ok_or_else(|| wrong(0, "a list or a set"))?;
                kernel(calculation, values)
            }
            Kernel::Naturals(_) | Kernel::Fold(_) | Kernel::Each(_) => Err(Failure::WrongCount),
        }
    }

    /// Combines the numbers among the arguments, and in the lists among them.
    fn fold(
        &self,
        kernel: fn(Rational, Rational) -> Rational,
        values: &[&Value],
        calculation: &mut Calculation<'_>,
    ) -> OpResult {
        let mut result = None;
        for (index, value) in values.iter().enumerate() {
            for element in value.elements() {
                calculation.count_steps(1)?;
                let (name, needed) = (self.arguments[0], "a number");
                let x = element.as_rational();
                let x = x.ok_or(Failure::WrongKind { index, name, needed })?;
                result = Some(result.map_or(x, |result| kernel(result, x)));
            }
        }
        match result {
            Some(result) => arithmetic::number(Some(result), calculation),
            None => Err(Failure::Undefined(format!("{} takes a number at least", self.name))),
        }
    }

    fn naturals(
        &self,
        values: &[&Value],
        calculation: &mut Calculation<'_>,
    ) -> Result<Vec<u64>, Failure> {
        let mut naturals = Vec::new();
        for (index, value) in values.iter().enumerate() {
            // Vectors double their capacity when they grow, and `Mex` allocates another byte for each element.
            calculation.hold(value.elements().len() * 2 * (size_of::<u64>() + 1))?;
            for element in value.elements() {
                let (name, needed) = (self.arguments[0], "an integer that is not negative");
                let n = element.as_natural();
                naturals.push(n.ok_or(Failure::WrongKind { index, name, needed })?);
            }
        }
        Ok(naturals)
    }
}

/// All operations, grouped by subject.
pub fn operations() -> &'static [Operation] {
    TABLE
}

/// The operations whose results depend on the forms of games, which are canonical here. Of games in quotes they would be others.
const OF_FORMS: &[&str] = &[
    "Followers",
    "FollowerCount",
    "StopCount",
    "Birthday",
    "Heat",
    "Overheat",
    "Pow",
    "PowTo",
    "NortonProduct",
    "ConwayProduct",
    "OrdinalProduct",
    "Subordinate",
    "IsAllSmall",
    "IsEven",
    "IsOdd",
    "IsEvenTempered",
    "IsOddTempered",
];

/// The maximum length of a name; a test checks it.
const MAX_NAME_LEN: usize = 32;

/// The value of a constant.
pub(crate) fn constant(name: &str) -> Option<Value> {
    match name {
        "Left" => Some(Value::Player(Player::Left)),
        "Right" => Some(Value::Player(Player::Right)),
        "true" => Some(Value::Truth(true)),
        "false" => Some(Value::Truth(false)),
        _ => None,
    }
}

/// The operation, constant or other name that is most similar to a misspelled name, if one is similar.
pub(crate) fn close_to<'n>(name: &str, others: impl Iterator<Item = &'n str>) -> Option<String> {
    // One typing error, or two in longer names. A first choice, not compared with others.
    let max_distance = match name.len() {
        0..=2 => return None,
        3..=5 => 1,
        6..=MAX_NAME_LEN => 2,
        _ => return None,
    };
    let lower = name.to_ascii_lowercase();
    let constants = ["Left", "Right", "true", "false"].into_iter();
    let candidates = TABLE.iter().map(|operation| operation.name).chain(constants).chain(others);
    candidates
        .filter(|other| other.len().abs_diff(name.len()) <= max_distance)
        .map(|other| (strsim::osa_distance(&lower, &other.to_ascii_lowercase()), other))
        .filter(|&(distance, _)| distance <= max_distance)
        .min()
        .map(|(_, other)| other.to_owned())
}

fn game(game: Result<CanonicalForm, ValueError>) -> OpResult {
    Ok(Value::Game(game?))
}

pub(crate) fn truth(truth: bool) -> OpResult {
    Ok(Value::Truth(truth))
}

fn games(games: Vec<CanonicalForm>, calculation: &mut Calculation<'_>) -> OpResult {
    calculation.hold(size_of::<Value>() * games.len())?;
    Ok(Value::List(games.into_iter().map(Value::Game).collect()))
}

/// The game that is a number. Fails if the number is out of range.
pub(crate) fn number(
    x: Option<Dyadic>,
    calculation: &mut Calculation<'_>,
) -> Result<CanonicalForm, ValueError> {
    let number = x.ok_or(ValueError::Overflow)?;
    calculation.number_up_star(NumberUpStar { number, ..NumberUpStar::default() })
}

pub(crate) fn division_by_zero() -> Failure {
    Failure::Undefined("a division by 0".to_owned())
}

/// The quotient of two numbers.
fn divide(x: Rational, y: Rational) -> Result<Rational, Failure> {
    if y == Rational::ZERO {
        return Err(division_by_zero());
    }
    Ok(x.checked_div(y).ok_or(ValueError::Overflow)?)
}

/// The value of a count: a game if it is in range.
pub(crate) fn count(n: u128, calculation: &mut Calculation<'_>) -> OpResult {
    match i64::try_from(n) {
        Ok(n) => game(number(Some(n.into()), calculation)),
        Err(_) => Ok(Value::Number(n)),
    }
}

/// The error that a result does not exist for a game, with the start of the game's text.
fn undefined(
    g: &CanonicalForm,
    why: &str,
    calculation: &mut Calculation<'_>,
) -> Result<Failure, ValueError> {
    const MAX_CHARACTERS: usize = 60;
    let (text, length) = calculation.text_start(g, MAX_CHARACTERS)?;
    let dots = if length > MAX_CHARACTERS as u64 { "..." } else { "" };
    Ok(Failure::Undefined(format!("{text}{dots} {why}")))
}

/// Returns the result, or the error that it does not exist.
fn some<T>(
    result: Option<T>,
    g: &CanonicalForm,
    why: &str,
    calculation: &mut Calculation<'_>,
) -> Result<T, Failure> {
    match result {
        Some(result) => Ok(result),
        None => Err(undefined(g, why, calculation)?),
    }
}

fn stop(calculation: &mut Calculation<'_>, g: &CanonicalForm, player: Player) -> OpResult {
    game(number(Some(g.stop(player)), calculation))
}

/// The maximum number of followers that are listed. A first choice, not compared with others.
const MAX_LISTED: u64 = 1_000_000;

fn followers(calculation: &mut Calculation<'_>, g: &CanonicalForm) -> OpResult {
    let count = calculation.follower_count(g)?;
    if count > MAX_LISTED {
        let why = format!("has {count} followers, too many to list");
        return Err(undefined(g, &why, calculation)?);
    }
    games(calculation.followers(g)?, calculation)
}

/// `tiny-G` = `{0||0|-G}`.
fn tiny(calculation: &mut Calculation<'_>, g: &CanonicalForm) -> Result<CanonicalForm, ValueError> {
    let threat = calculation.form([CanonicalForm::ZERO], [-g])?;
    calculation.form([CanonicalForm::ZERO], [threat])
}

/// The number, if the game is the sum of a number and a tiny.
fn number_tiny(
    calculation: &mut Calculation<'_>,
    g: &CanonicalForm,
) -> Result<Option<CanonicalForm>, ValueError> {
    Ok(calculation.number_tiny(g)?.map(|(number, _)| number))
}

macro_rules! siegel {
    ($section:literal) => {
        concat!("Siegel, Combinatorial Game Theory (2013), ", $section)
    };
}

const WINNING_WAYS_6: &str =
    "Winning Ways, chapter 6; Siegel, Combinatorial Game Theory (2013), II.5";

/// Defines the table of operations. A row has the name, aliases in brackets, the names of the arguments, a summary, the
/// source, an example with its value, and the kernel.
macro_rules! operations {
    ($($name:literal [$($alias:literal),*] ($($argument:literal),*) $summary:literal,
        $source:expr, $text:literal => $value:literal, $kind:ident($kernel:expr);)*) => {
        static TABLE: &[Operation] = &[$(Operation {
            name: $name,
            aliases: &[$($alias),*],
            arguments: &[$($argument),*],
            summary: $summary,
            source: $source,
            example: ($text, $value),
            kernel: Kernel::$kind($kernel),
        }),*];
    };
}

operations! {
    // Structure.
    "CanonicalForm" ["C"] ("G") "the game itself: values are canonical forms",
        siegel!("II.2"), "{0,v|*}.CanonicalForm" => "^",
        Game(|_, g| game(Ok(g.clone())));
    "Options" [] ("G", "player") "the canonical options of `Left` or `Right`",
        siegel!("II.2"), "{^^*|*,v}.Options(Right)" => "[*,v]",
        Options(None);
    "LeftOptions" [] ("G") "Left's canonical options",
        siegel!("II.2"), "*2.LeftOptions" => "[0,*]",
        Options(Some(Player::Left));
    "RightOptions" [] ("G") "Right's canonical options",
        siegel!("II.2"), "^.RightOptions" => "[*]",
        Options(Some(Player::Right));
    "Followers" [] ("G") "all distinct games that any moves lead to, itself included, options first",
        siegel!("II.1"), "^.Followers" => "[0,*,^]",
        Game(followers);
    "FollowerCount" [] ("G") "the number of distinct followers, itself included",
        siegel!("II.1"), "{3||2|1}.FollowerCount" => "6",
        Game(|calculation, g| count(calculation.follower_count(g)?.into(), calculation));
    "StopCount" [] ("G") "the number of stopping leaves of the canonical game tree, numbers being leaves",
        "CGSuite", "{3||2|1}.StopCount" => "3",
        Game(|calculation, g| {
            let stops = calculation.stop_count(g)?;
            count(some(stops, g, "has 2^128 stopping leaves or more", calculation)?, calculation)
        });
    "Birthday" [] ("G") "the day on which the game is born: one after its last option",
        siegel!("II.1"), "^*.Birthday" => "2",
        Game(|calculation, g| count(g.birthday().into(), calculation));
    "OutcomeClass" ["Outcome"] ("G") "who wins: `L` Left, `R` Right, `N` the next player, `P` the previous one",
        siegel!("I.1"), "^*.OutcomeClass" => "N",
        Game(|calculation, g| Ok(Value::Outcome(calculation.outcome(g)?)));
    "MisereOutcomeClass" ["MisereOutcome"] ("G") "who wins under misère play, where the player who cannot move wins",
        siegel!("V.1"), "'{*|*}'.MisereOutcomeClass" => "N",
        Literal(literal::misere_outcome);
    "Companion" [] ("G") "the companion: the image under the automorphism of the lattice of games born by each day",
        siegel!("III.2"), "^*.Companion" => "^",
        Game(|calculation, g| game(calculation.companion(g)));
    // Temperature.
    "LeftStop" ["lstop"] ("G") "the number that is reached when Left starts and both play optimally",
        siegel!("II.3"), "{3||2|-1}.LeftStop" => "3",
        Game(|calculation, g| stop(calculation, g, Player::Left));
    "RightStop" ["rstop"] ("G") "the number that is reached when Right starts and both play optimally",
        siegel!("II.3"), "{3||2|-1}.RightStop" => "2",
        Game(|calculation, g| stop(calculation, g, Player::Right));
    "Stop" [] ("G", "player") "the stop when `Left` or `Right` starts",
        siegel!("II.3"), "{3||2|-1}.Stop(Left)" => "3",
        Player(stop);
    "StrongStop" [] ("G", "player") "the stop, but `x` where that is `x` and `over` or `under`",
        "CGSuite", "{3|1||under}.StrongStop(Right)" => "0",
        Player(stop);
    "Mean" ["MeanValue"] ("G") "the mean value: the stops of n copies divided by n, for large n",
        WINNING_WAYS_6, "{4||2|-4}.Mean" => "2",
        Game(|calculation, g| game(number(Some(calculation.mean(g)?), calculation)));
    "Temperature" ["temp"] ("G") "how much the first move is worth: -1/2^k for a number m/2^k",
        WINNING_WAYS_6, "{2|-1}.Temperature" => "3/2",
        Game(|calculation, g| game(number(Some(calculation.temperature(g)?), calculation)));
    "Thermograph" [] ("G") "the walls and the mast: for each wall the mast's value, the bends and the slopes",
        WINNING_WAYS_6, "{2|-1}.Thermograph" => "Thermograph(1/2,[3/2],[0,-1],1/2,[3/2],[0,1])",
        Game(|calculation, g| Ok(loopy::short_thermograph(&calculation.thermograph(g)?)));
    "KoThermograph" [] ("G", "komaster") "the thermograph of a game as it is written, `'a{1|{a|0}}'`, if `Left` or `Right` wins all kos",
        "Berlekamp, The economist's view of combinatorial games (Games of No Chance, 1996)",
        "'a{10|{a|-10}}'.KoThermograph(Left)" => "Thermograph(10/3,[20/3],[0,-1],10/3,[20/3],[0,-1])",
        Player(|calculation, g, _| Ok(loopy::short_thermograph(&calculation.thermograph(g)?)));
    "Cool" [] ("G", "t") "the game cooled by t > -1: each move costs t, until the game freezes",
        WINNING_WAYS_6, "{3|-1}.Cool(1)" => "{2|0}",
        Number(|calculation, g, t| game(calculation.cool(g, t)));
    "Freeze" [] ("G") "the game cooled by its temperature; numbers stay as they are",
        WINNING_WAYS_6, "{3|-1}.Freeze" => "1*",
        Game(|calculation, g| game(calculation.freeze(g)));
    "Heat" [] ("G", "t") "the game heated by t: numbers stay, each other move gains t",
        WINNING_WAYS_6, "1*.Heat(2)" => "{3|-1}",
        Games2(|calculation, g, t| game(calculation.heat(g, t)));
    "Overheat" ["over"] ("G", "s", "t") "the game overheated from s to t: an integer n becomes n copies of s, each other move gains t",
        WINNING_WAYS_6, "(3/8).Overheat(0,0)" => "^[2]",
        Games3(|calculation, g, s, t| game(calculation.overheat(g, s, t)));
    "LeftIncentives" [] ("G") "what Left gains by her moves: the maximal ones of GL - G",
        siegel!("II.5"), "{1|0}.LeftIncentives" => "[{1|0}]",
        Game(|calculation, g| games(calculation.incentives(g, Player::Left)?, calculation));
    "RightIncentives" [] ("G") "what Right gains by his moves: the maximal ones of G - GR",
        siegel!("II.5"), "^.RightIncentives" => "[^*]",
        Game(|calculation, g| games(calculation.incentives(g, Player::Right)?, calculation));
    "Incentives" [] ("G") "what either player gains by a move: the maximal incentives",
        siegel!("II.5"), "{1|0}.Incentives" => "[{1|0}]",
        Game(|calculation, g| games(calculation.all_incentives(g)?, calculation));
    // Infinitesimals.
    "AtomicWeight" ["aw"] ("G") "the atomic weight: how many ups the game is worth next to remote stars",
        "Winning Ways, chapter 8; Siegel, Combinatorial Game Theory (2013), II.7", "{^^*|*,v}.AtomicWeight" => "1/2",
        Game(|calculation, g| {
            let weight = calculation.atomic_weight(g)?;
            game(Ok(some(weight, g, "is not atomic: it has no atomic weight", calculation)?))
        });
    "FarStar" [] ("G") "the m of a nimber *m that is remote: larger ones act alike",
        "Winning Ways, chapter 8; Siegel, Combinatorial Game Theory (2013), II.7", "(^*2).FarStar" => "4",
        Game(|calculation, g| count(g.far_star().into(), calculation));
    "UptimalExpansion" ["Uptimal"] ("G") "number, nimber, `.` and the multiples of ^, ^<2>, ^<3>, ..",
        siegel!("II.4"), "{0|^<2>}.UptimalExpansion" => "*.12",
        Game(|calculation, g| {
            let expansion = calculation.to_uptimal(g)?;
            let expansion = some(expansion, g, "is not an uptimal: it has no expansion", calculation)?;
            Ok(Value::Uptimal(expansion.into()))
        });
    "ReducedCanonicalForm" ["rcf"] ("G") "the simplest game that differs by an infinitesimal",
        siegel!("II.6"), "{2*|1^||0}.ReducedCanonicalForm" => "{2|1||0}",
        Game(|calculation, g| game(calculation.reduced_canonical_form(g)));
    "Pow" [] ("G", "x") "the power G^x of a game {0|H}; ^.Pow(n) is ^<n>",
        siegel!("II.4"), "^.Pow(2)" => "^<2>",
        Number(|calculation, g, x| game(calculation.pow(g, x)));
    "PowTo" [] ("G", "x") "the sum of powers G^[x] of a game {0|H}; ^.PowTo(n) is ^[n]",
        siegel!("II.4"), "^.PowTo(3)" => "^[3]",
        Number(|calculation, g, x| game(calculation.pow_to(g, x)));
    "Tiny" [] ("G") "tiny-G, {0||0|-G}",
        "Winning Ways, chapter 5", "Tiny(2) == {0||0|-2}" => "true",
        Game(|calculation, g| game(tiny(calculation, g)));
    "Miny" [] ("G") "miny-G, {G|0||0}",
        "Winning Ways, chapter 5", "Miny(2) == {2|0||0}" => "true",
        Game(|calculation, g| game(tiny(calculation, g).map(|tiny| -tiny)));
    // Products and sums.
    "NortonProduct" ["norton"] ("G", "U") "the Norton product G.U with a positive unit U",
        "Winning Ways, chapter 8", "(1/2).NortonProduct(^)" => "{^^*|v*}",
        Games2(|calculation, g, u| game(calculation.norton_product(g, u)));
    "ConwayProduct" ["prod"] ("G", "H") "the Conway product: that of numbers, and of nimbers as a field",
        "On Numbers and Games, chapters 1 and 6", "*4.ConwayProduct(*4)" => "*6",
        Games2(|calculation, g, h| game(calculation.conway_product(g, h)));
    "OrdinalSum" ["ord"] ("G", "H") "the ordinal sum G:H, moves in G ending H, with the canonical form of G as base",
        "Winning Ways, chapter 7; Siegel, Combinatorial Game Theory (2013), II.1", "1:-1" => "1/2",
        Games2(|calculation, g, h| game(calculation.ordinal_sum(g, h)));
    "OrdinalProduct" [] ("G", "H") "the product whose options are (G.HL):A for the options A of G, and (G.HR):A for those of -G",
        "CGSuite", "(1/2).OrdinalProduct(1/4)" => "11/32",
        Games2(|calculation, g, h| game(calculation.ordinal_product(g, h)));
    "Subordinate" [] ("G", "B") "the H with G = B:H, with the canonical form of B as base",
        "CGSuite", "(1/8).Subordinate(1)" => "-3",
        Games2(|calculation, g, base| {
            let found = calculation.subordinate(g, base)?;
            game(Ok(some(found, g, "is not an ordinal sum with this base", calculation)?))
        });
    "DisjunctiveSum" [] ("G", "H") "the sum as it is written: a move is in one of the games",
        siegel!("I.1"), "(*2 DisjunctiveSum *2).MisereOutcomeClass" => "P",
        Sum(Sum::Disjunctive);
    "ConjunctiveSum" [] ("G", "H") "the conjunctive sum: a move is in both games, until one of them ends",
        "On Numbers and Games, chapter 14; Winning Ways, chapter 9", "(2 ConjunctiveSum '{0|0}').CanonicalForm" => "1",
        Sum(Sum::Conjunctive);
    "SelectiveSum" [] ("G", "H") "the selective sum: a move is in one of the games or in both",
        "On Numbers and Games, chapter 14; Winning Ways, chapter 10", "(* SelectiveSum *).CanonicalForm" => "*2",
        Sum(Sum::Selective);
    "NimSum" [] ("n") "the sum of integers without carrying",
        "Winning Ways, chapter 2", "NimSum(5,3)" => "6",
        Naturals(|ns| ns.iter().fold(0, |sum, &n| sum ^ n));
    "NimProduct" [] ("n") "the product of integers in the field of nimbers",
        "On Numbers and Games, chapter 6", "NimProduct(8,8)" => "13",
        Naturals(|ns| ns.iter().fold(1, |product, &n| nim::product(product, n)));
    "NimDiv" ["NimQuotient"] ("n", "m") "the quotient of integers in the field of nimbers: the k with m NimProduct k = n",
        "On Numbers and Games, chapter 6", "13.NimDiv(8)" => "8",
        Naturals2(nim::quotient);
    "NimInverse" [] ("n") "the inverse of an integer in the field of nimbers",
        "On Numbers and Games, chapter 6", "2.NimInverse" => "3",
        Natural(|calculation, n| match nim::inverse(n) {
            Some(n) => count(n.into(), calculation),
            None => Err(division_by_zero()),
        });
    "NimPower" [] ("n", "k") "the product of k factors n in the field of nimbers",
        "On Numbers and Games, chapter 6", "2.NimPower(2)" => "3",
        Naturals2(|n, k| Some(nim::power(n, k)));
    "NimSqrt" [] ("n") "the square root of an integer in the field of nimbers",
        "On Numbers and Games, chapter 6", "3.NimSqrt" => "2",
        Natural(|calculation, n| count(nim::square_root(n).into(), calculation));
    "Mex" [] ("n") "the least non-negative integer that is not among the integers",
        "Winning Ways, chapter 4", "Mex(0,1,3)" => "2",
        Naturals(|ns| nim::mex(ns.iter().copied()));
    "NimValue" [] ("G") "the m of a nimber *m",
        "Winning Ways, chapter 2", "{0,*|0,*}.NimValue" => "2",
        Game(|calculation, g| {
            let m = some(g.to_nimber(), g, "is not a nimber", calculation)?;
            count(m.into(), calculation)
        });
    // Numbers.
    "Max" [] ("x") "the greatest of numbers, or of those in a list",
        "CGSuite", "Max(1/3,1/4)" => "1/3",
        Fold(Rational::max);
    "Min" [] ("x") "the least of numbers, or of those in a list",
        "CGSuite", "[2,1/3,1].Min" => "1/3",
        Fold(Rational::min);
    "Abs" [] ("x") "the absolute value of a number",
        "CGSuite", "(-2/3).Abs" => "2/3",
        Rational(|x| Ok(Rational::ZERO.checked_sub(x).ok_or(ValueError::Overflow)?.max(x)));
    "Floor" [] ("x") "the greatest integer that is not greater than a number",
        "CGSuite", "(-2/3).Floor" => "-1",
        Rational(|x| Ok(x.floor().into()));
    "Ceiling" [] ("x") "the least integer that is not smaller than a number",
        "CGSuite", "(2/3).Ceiling" => "1",
        Rational(|x| Ok(x.ceiling().into()));
    "Numerator" [] ("x") "the numerator of a number in lowest terms",
        "CGSuite", "(4/6).Numerator" => "2",
        Rational(|x| Ok(x.numerator().into()));
    "Denominator" [] ("x") "the denominator of a number in lowest terms",
        "CGSuite", "(4/6).Denominator" => "3",
        Rational(|x| Ok(x.denominator().into()));
    "Reciprocal" [] ("x") "the number 1/x, for any number except 0",
        "CGSuite", "(3/4).Reciprocal" => "4/3",
        Rational(|x| divide(1.into(), x));
    "Div" [] ("n", "m") "the integer quotient, rounded towards 0",
        "CGSuite", "(-17).Div(5)" => "-3",
        Integers2(|n, m| divide(n.into(), m.into()).map(|x| if x.numerator() < 0 { x.ceiling() } else { x.floor() }));
    "Mod" [] ("x", "y") "the remainder x - y*(x/y).Floor, for numbers",
        "CGSuite", "(17/6).Mod(1/3)" => "1/6",
        Rationals2(|x, y| {
            let floor = Rational::from(divide(x, y)?.floor());
            Ok(floor.checked_mul(y).and_then(|part| x.checked_sub(part)).ok_or(ValueError::Overflow)?)
        });
    "Gcd" [] ("n", "m") "the greatest common divisor of integers",
        "CGSuite", "12.Gcd(18)" => "6",
        Integers2(|n, m| {
            Ok(i64::try_from(gcd(n.unsigned_abs(), m.unsigned_abs())).map_err(|_| ValueError::Overflow)?)
        });
    "Lb" [] ("n") "the binary logarithm of a positive integer, rounded down",
        "CGSuite", "31.Lb" => "4",
        Natural(|calculation, n| match n.checked_ilog2() {
            Some(log) => count(log.into(), calculation),
            None => Err(Failure::Undefined("0 does not have a logarithm".to_owned())),
        });
    "Isqrt" [] ("n") "the square root of a non-negative integer, rounded down",
        "CGSuite", "99.Isqrt" => "9",
        Natural(|calculation, n| count(n.isqrt().into(), calculation));
    "IsEvil" [] ("n") "whether a non-negative integer has an even number of ones in binary",
        "Winning Ways, chapter 4", "23.IsEvil" => "true",
        Natural(|_, n| truth(n.count_ones().is_multiple_of(2)));
    "IsOdious" [] ("n") "whether a non-negative integer has an odd number of ones in binary",
        "Winning Ways, chapter 4", "11.IsOdious" => "true",
        Natural(|_, n| truth(!n.count_ones().is_multiple_of(2)));
    "IsTwoPower" [] ("n") "whether an integer is a power of two",
        "CGSuite", "32.IsTwoPower" => "true",
        Question(|x| x.denominator() == 1 && x.numerator() > 0 && x.numerator().count_ones() == 1);
    "IsDyadic" [] ("x") "whether the denominator of a number is a power of two: whether it is a short game",
        siegel!("II.3"), "(1/3).IsDyadic" => "false",
        Question(|x| x.to_dyadic().is_some());
    // Lists and sets.
    "Sum" ["SumOf"] ("list") "the sum of the elements, 0 if there are none",
        "CGSuite", "[^,1/2,*].Sum" => "1/2^*",
        Collection(collection::sum);
    "Size" ["Length"] ("list") "the number of elements",
        "CGSuite", "{1,2,1}.Size" => "2",
        Collection(|calculation, values| count(values[0].elements().len() as u128, calculation));
    "IsEmpty" [] ("list") "whether the list is empty",
        "CGSuite", "0.LeftOptions.IsEmpty" => "true",
        Collection(|_, values| truth(values[0].elements().is_empty()));
    "Contains" [] ("list", "x") "whether x is an element",
        "CGSuite", "[0,1,5].Contains(5)" => "true",
        Collection(collection::contains);
    "IndexOf" [] ("list", "x") "the number of the first element that is x, from 1",
        "CGSuite", "[5,12,13].IndexOf(12)" => "2",
        Collection(collection::index_of);
    "Head" [] ("list") "the first element",
        "CGSuite", "[5,12,13].Head" => "5",
        Collection(collection::head);
    "Tail" [] ("list") "all elements except the first",
        "CGSuite", "[5,12,13].Tail" => "[12,13]",
        Collection(collection::tail);
    "ToList" ["ListOf"] ("list") "the list of the elements",
        "CGSuite", "{2,1}.ToList" => "[1,2]",
        Collection(collection::to_list);
    "ToSet" ["SetOf"] ("list") "the set of the elements",
        "CGSuite", "[2,1,2].ToSet" => "{1,2}",
        Collection(collection::to_set);
    "Sorted" [] ("list") "the sorted list: numbers by size, games as options are printed",
        "CGSuite", "[^,2,*,1/3].Sorted" => "[1/3,2,*,^]",
        Collection(collection::sorted_list);
    "Reversed" [] ("list") "the elements from the last to the first",
        "CGSuite", "[1,2].Reversed" => "[2,1]",
        Collection(collection::reversed);
    "Distinct" [] ("list") "the list without repetitions, in the order of the first ones",
        "CGSuite", "[5,12,5].Distinct" => "[5,12]",
        Collection(collection::distinct);
    "Adjoin" [] ("list", "x") "the elements and x",
        "CGSuite", "[5,12].Adjoin(13)" => "[5,12,13]",
        Collection(collection::adjoin);
    "Concat" [] ("list", "other") "the elements of both",
        "CGSuite", "[5,12].Concat([13])" => "[5,12,13]",
        Collection(collection::concat);
    "Grouped" [] ("list", "n") "lists of n elements each; the last may be shorter",
        "CGSuite", "[1,2,3].Grouped(2)" => "[[1,2],[3]]",
        Collection(collection::grouped);
    "Updated" [] ("list", "index", "x") "the list with x in place of the element with this number, from 1",
        "CGSuite", "[5,12,13].Updated(2,99)" => "[5,99,13]",
        Collection(collection::updated);
    "Apply" [] ("list", "f") "the list of the values of a function of each element",
        "CGSuite", "[1,2].Apply(x -> *(x))" => "[*,*2]",
        Each(Each::Apply);
    "Filter" [] ("list", "f") "the elements for which a function is true",
        "lists of functional languages", "[1,2,3].Filter(x -> x.IsOdd)" => "[1,3]",
        Each(Each::Filter);
    "Exists" [] ("list", "f") "whether a function is true for some element",
        "CGSuite", "[1,^,2].Exists(x -> x <> 0)" => "false",
        Each(Each::Exists);
    "ForAll" [] ("list", "f") "whether a function is true for all elements",
        "CGSuite", "[1,^,2].ForAll(x -> x > 0)" => "true",
        Each(Each::ForAll);
    // Questions.
    "IsZero" [] ("G") "whether the game is 0",
        siegel!("II.1"), "(^ + v).IsZero" => "true",
        Game(|_, g| truth(*g == 0));
    "IsInteger" [] ("G") "whether the game is an integer",
        siegel!("II.3"), "(1/2 + 1/2).IsInteger" => "true",
        Game(|_, g| truth(g.to_integer().is_some()));
    "IsNumber" [] ("G") "whether the game is a number: those of short games are dyadic",
        siegel!("II.3"), "{0|1}.IsNumber" => "true",
        Game(|_, g| truth(g.to_number().is_some()));
    "IsNimber" [] ("G") "whether the game is a nimber *m, 0 included",
        siegel!("IV.1"), "(*2 + *3).IsNimber" => "true",
        Game(|_, g| truth(g.to_nimber().is_some()));
    "IsNumberUpStar" [] ("G") "whether the game is a sum of a number, ups and a nimber",
        siegel!("II.4"), "(1/2 + ^^ + *3).IsNumberUpStar" => "true",
        Game(|_, g| truth(g.to_number_up_star().is_some()));
    "IsUptimal" [] ("G") "whether the game is a sum of a number, a nimber and multiples of ^, ^<2>, ..",
        siegel!("II.4"), "{^|*}.IsUptimal" => "true",
        Game(|calculation, g| truth(calculation.to_uptimal(g)?.is_some()));
    "IsInfinitesimal" [] ("G") "whether the game is smaller than all positive numbers and greater than all negative ones",
        siegel!("II.4"), "Tiny(2).IsInfinitesimal" => "true",
        Game(|_, g| truth(g.is_infinitesimal()));
    "IsNumberish" [] ("G") "whether the game differs from a number by an infinitesimal",
        siegel!("II.3"), "(1/2 + ^).IsNumberish" => "true",
        Game(|_, g| truth(g.stop(Player::Left) == g.stop(Player::Right)));
    "IsHot" [] ("G") "whether the Left stop is greater than the Right stop",
        WINNING_WAYS_6, "{1|0}.IsHot" => "true",
        Game(|_, g| truth(g.stop(Player::Left) != g.stop(Player::Right)));
    "IsAllSmall" ["IsDicotic", "IsDicot"] ("G") "whether the game is a dicot: in every follower both can move or neither",
        siegel!("II.4"), "{^|v*}.IsAllSmall" => "true",
        Game(|_, g| truth(g.is_dicot()));
    "IsAtomic" [] ("G") "whether the game has an atomic weight",
        "Winning Ways, chapter 8; Siegel, Combinatorial Game Theory (2013), II.7", "{1|*}.IsAtomic" => "false",
        Game(|calculation, g| truth(calculation.atomic_weight(g)?.is_some()));
    "IsSwitch" [] ("G") "whether the game is its own negative and not a nimber",
        "Winning Ways, chapter 5", "{1|-1}.IsSwitch" => "true",
        Game(|_, g| truth(g.is_switch()));
    "IsTiny" [] ("G") "whether the game is tiny-H for an H with a positive mean",
        "Winning Ways, chapter 5", "{0||0|-2}.IsTiny" => "true",
        Game(|calculation, g| truth(number_tiny(calculation, g)?.is_some_and(|x| x == 0)));
    "IsMiny" [] ("G") "whether the game is miny-H for an H with a positive mean",
        "Winning Ways, chapter 5", "{2|0||0}.IsMiny" => "true",
        Game(|calculation, g| truth(number_tiny(calculation, &-g)?.is_some_and(|x| x == 0)));
    "IsNumberTiny" [] ("G") "whether the game is a number, or a number and a tiny or miny",
        "Winning Ways, chapter 5", "(1 + Tiny(2)).IsNumberTiny" => "true",
        Game(|calculation, g| {
            truth(
                g.to_number().is_some()
                    || number_tiny(calculation, g)?.is_some()
                    || number_tiny(calculation, &-g)?.is_some(),
            )
        });
    "IsEven" [] ("G") "whether the form is even: 0, or all options are odd; so play has an even number of moves",
        siegel!("II.6"), "(1 + *).IsEven" => "true",
        Game(|_, g| truth(g.parity() == Some(Parity::Even)));
    "IsOdd" [] ("G") "whether the form is odd: all options are even; so play has an odd number of moves",
        siegel!("II.6"), "(*).IsOdd" => "true",
        Game(|_, g| truth(g.parity() == Some(Parity::Odd)));
    "IsEvenTempered" [] ("G") "whether every line of play reaches a number after an even number of moves",
        siegel!("II.6"), "{2|1||0|-1}.IsEvenTempered" => "true",
        Game(|_, g| truth(g.temper() == Some(Parity::Even)));
    "IsOddTempered" [] ("G") "whether every line of play reaches a number after an odd number of moves",
        siegel!("II.6"), "{1|0}.IsOddTempered" => "true",
        Game(|_, g| truth(g.temper() == Some(Parity::Odd)));
    "IsIdempotent" [] ("G") "whether G + G = G: of short games only 0",
        siegel!("II.1"), "(*).IsIdempotent" => "false",
        Game(|_, g| truth(*g == 0));
    "IsLoopfree" [] ("G") "whether play ends: always so, for short games",
        siegel!("I.1"), "^.IsLoopfree" => "true",
        Game(|_, _| truth(true));
    // Loopy games.
    "Onside" [] ("G") "the simplest game in which Left wins infinite play, and that equals G otherwise",
        siegel!("VI.3"), "dud.Onside" => "on",
        Loopy(|_, g| Ok(g.onside().into()));
    "Offside" [] ("G") "the simplest game in which Right wins infinite play, and that equals G otherwise",
        siegel!("VI.3"), "dud.Offside" => "off",
        Loopy(|_, g| Ok(g.offside().into()));
    "Degree" [] ("G") "the degree of loopiness: the onside of G - G",
        siegel!("VI.4"), "{on|0}.Degree" => "{on||0|off}",
        Loopy(|calculation, g| Ok(g.degree(calculation)?.into()));
    "Variety" [] ("G") "what is left of a stopper without all that its degree absorbs, if that is an idempotent",
        siegel!("VI.4"), "(1 + over).Variety" => "over",
        Loopy(|calculation, g| Ok(g.variety(calculation)?.into()));
    "IsStable" [] ("G") "whether upsum and downsum variety of a stopper for its degree are the same",
        siegel!("VI.4"), "upon.IsStable" => "true",
        Loopy(|calculation, g| truth(g.is_stable(calculation)?));
    "UpsumVariety" [] ("G", "D") "the upsum of G and the downsum of -G and -D, for an idempotent D",
        siegel!("VI.4"), "(1 + over).UpsumVariety(over)" => "over",
        Loopy2(|calculation, g, d| Ok(g.upsum_variety(d, calculation)?.into()));
    "DownsumVariety" [] ("G", "D") "the downsum of G and the upsum of -G and D, for an idempotent D",
        siegel!("VI.4"), "upon.DownsumVariety(^.Pow(on))" => "v<on>",
        Loopy2(|calculation, g, d| Ok(g.downsum_variety(d, calculation)?.into()));
    "Upsum" [] ("G", "H") "the onside of the sum of stoppers",
        siegel!("VI.4"), "on.Upsum(off)" => "on",
        Loopy2(|calculation, g, h| Ok(g.upsum(h, calculation)?.into()));
    "Downsum" [] ("G", "H") "the offside of the sum of stoppers",
        siegel!("VI.4"), "on.Downsum(off)" => "off",
        Loopy2(|calculation, g, h| Ok(g.downsum(h, calculation)?.into()));
    "IsStopper" [] ("G") "whether the game is a stopper: alternating play ends",
        siegel!("VI.2"), "over.IsStopper" => "true",
        Loopy(|_, g| truth(g.is_stopper()));
    "IsStopperSided" [] ("G") "whether onside and offside are stoppers",
        siegel!("VI.3"), "dud.IsStopperSided" => "true",
        Loopy(|_, g| truth(g.is_stopper_sided()));
    "IsPseudonumber" [] ("G") "whether the game is a number, `on`, `off`, or a number and `over` or `under`",
        siegel!("VI.2"), "(1/2 + over).IsPseudonumber" => "true",
        Loopy(|_, g| truth(g.is_pseudonumber()));
    "IsPlumtree" [] ("G") "whether the game is a stopper and each cycle of its simplest form is a pass",
        siegel!("VI.2"), "upon.IsPlumtree" => "true",
        Loopy(|_, g| truth(g.is_plumtree()));
}
