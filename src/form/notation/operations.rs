//! The operations of the language: one table, from which they are called, explained and completed.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use super::value::Item;
use crate::form::followers::Walk;
use crate::form::number_up_star::NumberUpStar;
use crate::form::print::Out;
use crate::form::store::Id;
use crate::form::{Parity, ValueError, Work, nim};
use crate::{Dyadic, Player};

/// An operation of the language: `G.Name(..)`, or `Name(G,..)`, or with two arguments `G Name H`.
///
/// # Examples
/// ```
/// let cool = dicot::notation::Operation::find("cool").unwrap();
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
    run: Run,
}

/// What an operation does; this says what its arguments are as well.
#[derive(Debug)]
enum Run {
    Game(fn(&mut Work<'_>, Id) -> Ran),
    GameAndPlayer(fn(&mut Work<'_>, Id, Player) -> Ran),
    GameAndNumber(fn(&mut Work<'_>, Id, Dyadic) -> Ran),
    TwoGames(fn(&mut Work<'_>, Id, Id) -> Ran),
    ThreeGames(fn(&mut Work<'_>, Id, Id, Id) -> Ran),
    /// Any number of integers that are not negative, or lists of such.
    Naturals(fn(&[u64]) -> u64),
}

type Ran = Result<Item, Trouble>;

/// Why an operation has no result.
#[derive(Debug)]
pub(super) enum Trouble {
    Form(ValueError),
    Undefined(String),
    WrongCount,
    WrongKind { index: usize, name: &'static str, needed: &'static str },
}

impl From<ValueError> for Trouble {
    fn from(error: ValueError) -> Trouble {
        Trouble::Form(error)
    }
}

impl Operation {
    /// The operation with this name, in upper or lower case, or this alias.
    pub fn find(name: &str) -> Option<&'static Operation> {
        find(name)
    }

    /// The name, CGSuite's where it has the operation.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Other names, among them the short ones of textbooks.
    pub fn aliases(&self) -> &'static [&'static str] {
        self.aliases
    }

    /// What the arguments are called, the game before a method first.
    pub fn arguments(&self) -> &'static [&'static str] {
        self.arguments
    }

    /// How it is written: `G.Cool(t)`.
    pub fn usage(&self) -> String {
        let list = |names: &[&str]| names.join(",");
        match (&self.run, self.arguments) {
            (Run::Naturals(_), names) => format!("{}({},..)", self.name, list(names)),
            (_, [game]) => format!("{game}.{}", self.name),
            (_, [game, rest @ ..]) => format!("{game}.{}({})", self.name, list(rest)),
            (_, []) => self.name.to_owned(),
        }
    }

    /// What the result is, in one line.
    pub fn summary(&self) -> &'static str {
        self.summary
    }

    /// Where it is from: book and chapter, or paper.
    pub fn source(&self) -> &'static str {
        self.source
    }

    /// An expression, and its value.
    pub fn example(&self) -> (&'static str, &'static str) {
        self.example
    }

    /// Does the operation.
    pub(super) fn run(&self, items: &[&Item], work: &mut Work<'_>) -> Ran {
        if let Run::Naturals(run) = self.run {
            return Ok(Item::Game(integer(u128::from(run(&self.naturals(items, work)?)), work)?));
        }
        if items.len() != self.arguments.len() {
            return Err(Trouble::WrongCount);
        }
        let wrong = |index: usize, needed| Trouble::WrongKind {
            index,
            name: self.arguments[index],
            needed,
        };
        let game = |index: usize| match items[index] {
            Item::Game(id) => Ok(*id),
            _ => Err(wrong(index, "a game")),
        };
        let g = game(0)?;
        match self.run {
            Run::Game(run) => run(work, g),
            Run::GameAndPlayer(run) => match items[1] {
                Item::Player(player) => run(work, g, *player),
                _ => Err(wrong(1, "`Left` or `Right`")),
            },
            Run::GameAndNumber(run) => {
                let x = match items[1] {
                    Item::Game(id) => work.store.number(*id),
                    _ => None,
                };
                run(work, g, x.ok_or_else(|| wrong(1, "a number"))?)
            }
            Run::TwoGames(run) => run(work, g, game(1)?),
            Run::ThreeGames(run) => run(work, g, game(1)?, game(2)?),
            Run::Naturals(_) => Err(Trouble::WrongCount),
        }
    }

    fn naturals(&self, items: &[&Item], work: &mut Work<'_>) -> Result<Vec<u64>, Trouble> {
        let mut naturals = Vec::new();
        let mut held = 0;
        for (index, &item) in items.iter().enumerate() {
            let elements = match item {
                Item::List(elements) => &elements[..],
                item => std::slice::from_ref(item),
            };
            for element in elements {
                let n = match element {
                    Item::Game(id) => work.store.number(*id).and_then(Dyadic::to_integer),
                    _ => None,
                };
                let (name, needed) = (self.arguments[0], "an integer that is not negative");
                let n = n.and_then(|n| u64::try_from(n).ok());
                naturals.push(n.ok_or(Trouble::WrongKind { index, name, needed })?);
                // `Mex` has a byte for each besides.
                work.hold_grown(&mut held, naturals.capacity() * (size_of::<u64>() + 1))?;
            }
        }
        Ok(naturals)
    }
}

/// All operations, in the order of their subjects.
pub fn operations() -> &'static [Operation] {
    TABLE
}

/// The operation with this name or alias, in upper or lower case.
pub(super) fn find(name: &str) -> Option<&'static Operation> {
    static BY_NAME: LazyLock<HashMap<String, &'static Operation>> = LazyLock::new(|| {
        let names = |operation: &'static Operation| {
            let names = operation.aliases.iter().chain([&operation.name]);
            names.map(move |name| (name.to_ascii_lowercase(), operation))
        };
        TABLE.iter().flat_map(names).collect()
    });
    if name.len() > LONGEST_NAME {
        return None;
    }
    BY_NAME.get(&name.to_ascii_lowercase()).copied()
}

/// No operation has a longer name.
const LONGEST_NAME: usize = 32;

/// What a name stands for that needs no definition.
pub(super) fn constant(name: &str) -> Option<Item> {
    match name {
        "Left" => Some(Item::Player(Player::Left)),
        "Right" => Some(Item::Player(Player::Right)),
        "true" => Some(Item::Truth(true)),
        "false" => Some(Item::Truth(false)),
        _ => None,
    }
}

/// The operation or other name that is closest to a name, if one is close.
pub(super) fn close_to<'n>(name: &str, others: impl Iterator<Item = &'n str>) -> Option<String> {
    // One slip, or two in a longer name.
    let most = match name.len() {
        0..=2 => return None,
        3..=5 => 1,
        6..=LONGEST_NAME => 2,
        _ => return None,
    };
    let lower = name.to_ascii_lowercase();
    let constants = ["Left", "Right", "true", "false"].into_iter();
    let candidates = TABLE.iter().map(|operation| operation.name).chain(constants).chain(others);
    candidates
        .filter(|other| other.len().abs_diff(name.len()) <= most)
        .map(|other| (distance(&lower, &other.to_ascii_lowercase()), other))
        .filter(|&(slips, _)| slips <= most)
        .min()
        .map(|(_, other)| other.to_owned())
}

/// How many letters must be inserted, deleted, changed or exchanged with the next to come from one
/// word to the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let changed = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = changed.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

fn game(id: Result<Id, ValueError>) -> Ran {
    Ok(Item::Game(id?))
}

fn truth(truth: bool) -> Ran {
    Ok(Item::Truth(truth))
}

fn games(ids: Vec<Id>, work: &mut Work<'_>) -> Ran {
    work.charge(size_of::<Item>() * ids.len())?;
    Ok(Item::List(ids.into_iter().map(Item::Game).collect()))
}

fn number(x: Dyadic, work: &Work<'_>) -> Result<Id, ValueError> {
    work.store.closed(NumberUpStar::number(x))
}

fn integer(n: u128, work: &Work<'_>) -> Result<Id, ValueError> {
    let n = i64::try_from(n).map_err(|_| ValueError::Overflow)?;
    number(Dyadic::from(n), work)
}

/// A count: a game as long as it can be.
fn count(n: u128, work: &Work<'_>) -> Ran {
    match i64::try_from(n) {
        Ok(n) => game(number(Dyadic::from(n), work)),
        Err(_) => Ok(Item::Number(Box::new(n))),
    }
}

/// The error that something does not exist for a game, with how the game begins.
fn undefined(g: Id, why: &str, work: &mut Work<'_>) -> Result<Trouble, ValueError> {
    const MOST: usize = 60;
    let length = work.text_len(g)?;
    let mut text = String::new();
    work.print(g, &mut Out::new(&mut text, MOST))?;
    let dots = if length > MOST as u64 { "..." } else { "" };
    Ok(Trouble::Undefined(format!("{text}{dots} {why}")))
}

/// The result, or the error that it does not exist.
fn some<T>(result: Option<T>, g: Id, why: &str, work: &mut Work<'_>) -> Result<T, Trouble> {
    match result {
        Some(result) => Ok(result),
        None => Err(undefined(g, why, work)?),
    }
}

fn options(work: &mut Work<'_>, g: Id, player: Player) -> Ran {
    let mut ids: Vec<Id> = work.options(g, player)?.collect();
    work.sort_for_printing(&mut ids)?;
    games(ids, work)
}

fn stop(work: &mut Work<'_>, g: Id, player: Player) -> Ran {
    let [left, right] = work.store.stops(g);
    Ok(Item::Game(if player == Player::Left { left } else { right }))
}

fn incentives(work: &mut Work<'_>, g: Id, players: &[Player]) -> Ran {
    let ids = work.incentives(g, players)?;
    games(ids, work)
}

/// The most followers that are listed.
const MOST_LISTED: u64 = 1_000_000;

fn all_followers(work: &mut Work<'_>, g: Id) -> Ran {
    let count = work.follower_count(g)?;
    if count > MOST_LISTED {
        return Err(undefined(g, &format!("has {count} followers, too many to list"), work)?);
    }
    let ids = work.deeper(|work| work.followers(Walk::through_closed_forms(g)))?;
    games(ids, work)
}

/// If the game is a number and a tiny or miny: the number, and whether it is tiny.
fn number_and_tiny(work: &mut Work<'_>, g: Id) -> Result<Option<(Id, bool)>, ValueError> {
    if let Some((x, _)) = work.number_tiny(g)? {
        return Ok(Some((x, true)));
    }
    Ok(work.number_tiny(g.negative())?.map(|(x, _)| (x.negative(), false)))
}

macro_rules! siegel {
    ($section:literal) => {
        concat!("Siegel, Combinatorial Game Theory (2013), ", $section)
    };
}

const WINNING_WAYS_6: &str =
    "Winning Ways, chapter 6; Siegel, Combinatorial Game Theory (2013), II.5";

static TABLE: &[Operation] = &[
    // Structure.
    Operation {
        name: "CanonicalForm",
        aliases: &["C"],
        arguments: &["G"],
        summary: "the game itself: values are canonical forms",
        source: siegel!("II.2"),
        example: ("{0,v|*}.CanonicalForm", "^"),
        run: Run::Game(|_, g| game(Ok(g))),
    },
    Operation {
        name: "Options",
        aliases: &[],
        arguments: &["G", "player"],
        summary: "the canonical options of `Left` or `Right`",
        source: siegel!("II.2"),
        example: ("{^^*|*,v}.Options(Right)", "[*,v]"),
        run: Run::GameAndPlayer(options),
    },
    Operation {
        name: "LeftOptions",
        aliases: &[],
        arguments: &["G"],
        summary: "Left's canonical options",
        source: siegel!("II.2"),
        example: ("*2.LeftOptions", "[0,*]"),
        run: Run::Game(|work, g| options(work, g, Player::Left)),
    },
    Operation {
        name: "RightOptions",
        aliases: &[],
        arguments: &["G"],
        summary: "Right's canonical options",
        source: siegel!("II.2"),
        example: ("^.RightOptions", "[*]"),
        run: Run::Game(|work, g| options(work, g, Player::Right)),
    },
    Operation {
        name: "Followers",
        aliases: &[],
        arguments: &["G"],
        summary: "all distinct games that any moves lead to, itself included, options first",
        source: siegel!("II.1"),
        example: ("^.Followers", "[0,*,^]"),
        run: Run::Game(all_followers),
    },
    Operation {
        name: "FollowerCount",
        aliases: &[],
        arguments: &["G"],
        summary: "how many distinct followers there are, itself included",
        source: siegel!("II.1"),
        example: ("{3||2|1}.FollowerCount", "6"),
        run: Run::Game(|work, g| count(work.follower_count(g)?.into(), work)),
    },
    Operation {
        name: "StopCount",
        aliases: &[],
        arguments: &["G"],
        summary: "how many stopping leaves the canonical game tree has, numbers being leaves",
        source: "CGSuite",
        example: ("{3||2|1}.StopCount", "3"),
        run: Run::Game(|work, g| {
            let stops = work.stop_count(g)?;
            count(some(stops, g, "has 2^128 stopping leaves or more", work)?, work)
        }),
    },
    Operation {
        name: "Birthday",
        aliases: &[],
        arguments: &["G"],
        summary: "the day on which the game is born: one after its last option",
        source: siegel!("II.1"),
        example: ("^*.Birthday", "2"),
        run: Run::Game(|work, g| count(work.store.birthday(g).into(), work)),
    },
    Operation {
        name: "OutcomeClass",
        aliases: &["Outcome"],
        arguments: &["G"],
        summary: "who wins: `L` Left, `R` Right, `N` the next player, `P` the previous one",
        source: siegel!("I.1"),
        example: ("^*.OutcomeClass", "N"),
        run: Run::Game(|work, g| Ok(Item::Outcome(work.outcome(g)?))),
    },
    Operation {
        name: "Companion",
        aliases: &[],
        arguments: &["G"],
        summary: "the companion: the image under the automorphism of the lattice of games born by each day",
        source: siegel!("III.2"),
        example: ("^*.Companion", "^"),
        run: Run::Game(|work, g| game(work.companion(g))),
    },
    // Temperature.
    Operation {
        name: "LeftStop",
        aliases: &["lstop"],
        arguments: &["G"],
        summary: "the number that is reached when Left starts and both play for the best one",
        source: siegel!("II.3"),
        example: ("{3||2|-1}.LeftStop", "3"),
        run: Run::Game(|work, g| stop(work, g, Player::Left)),
    },
    Operation {
        name: "RightStop",
        aliases: &["rstop"],
        arguments: &["G"],
        summary: "the number that is reached when Right starts and both play for the best one",
        source: siegel!("II.3"),
        example: ("{3||2|-1}.RightStop", "2"),
        run: Run::Game(|work, g| stop(work, g, Player::Right)),
    },
    Operation {
        name: "Stop",
        aliases: &[],
        arguments: &["G", "player"],
        summary: "the stop when `Left` or `Right` starts",
        source: siegel!("II.3"),
        example: ("{3||2|-1}.Stop(Left)", "3"),
        run: Run::GameAndPlayer(stop),
    },
    Operation {
        name: "Mean",
        aliases: &["MeanValue"],
        arguments: &["G"],
        summary: "the mean value: what one of many copies is worth",
        source: WINNING_WAYS_6,
        example: ("{4||2|-4}.Mean", "2"),
        run: Run::Game(|work, g| {
            let mean = work.mean(g)?;
            game(number(mean, work))
        }),
    },
    Operation {
        name: "Temperature",
        aliases: &["temp"],
        arguments: &["G"],
        summary: "how much it is worth to move first: -1/2^k for a number m/2^k",
        source: WINNING_WAYS_6,
        example: ("{2|-1}.Temperature", "3/2"),
        run: Run::Game(|work, g| {
            let temperature = work.thermograph(g)?.temperature();
            game(number(temperature, work))
        }),
    },
    Operation {
        name: "Thermograph",
        aliases: &[],
        arguments: &["G"],
        summary: "the walls and the mast: of each wall the mast's value, the bends and the slopes",
        source: WINNING_WAYS_6,
        example: ("{2|-1}.Thermograph", "Thermograph(1/2,[3/2],[0,-1],1/2,[3/2],[0,1])"),
        run: Run::Game(|work, g| Ok(Item::Thermograph(work.thermograph(g)?))),
    },
    Operation {
        name: "Cool",
        aliases: &[],
        arguments: &["G", "t"],
        summary: "the game cooled by t > -1: each move costs t, until the game freezes",
        source: WINNING_WAYS_6,
        example: ("{3|-1}.Cool(1)", "{2|0}"),
        run: Run::GameAndNumber(|work, g, t| game(work.cool(g, t))),
    },
    Operation {
        name: "Freeze",
        aliases: &[],
        arguments: &["G"],
        summary: "the game cooled by its temperature; numbers stay as they are",
        source: WINNING_WAYS_6,
        example: ("{3|-1}.Freeze", "1*"),
        run: Run::Game(|work, g| game(work.freeze(g))),
    },
    Operation {
        name: "Heat",
        aliases: &[],
        arguments: &["G", "t"],
        summary: "the game heated by t: numbers stay, each other move gains t",
        source: WINNING_WAYS_6,
        example: ("1*.Heat(2)", "{3|-1}"),
        run: Run::TwoGames(|work, g, t| game(work.heat(g, t))),
    },
    Operation {
        name: "Overheat",
        aliases: &["over"],
        arguments: &["G", "s", "t"],
        summary: "the game overheated from s to t: an integer n becomes n copies of s, each other move gains t",
        source: WINNING_WAYS_6,
        example: ("(3/8).Overheat(0,0)", "^[2]"),
        run: Run::ThreeGames(|work, g, s, t| game(work.overheat(g, s, t))),
    },
    Operation {
        name: "LeftIncentives",
        aliases: &[],
        arguments: &["G"],
        summary: "what Left gains by her moves: the maximal ones of GL - G",
        source: siegel!("II.5"),
        example: ("{1|0}.LeftIncentives", "[{1|0}]"),
        run: Run::Game(|work, g| incentives(work, g, &[Player::Left])),
    },
    Operation {
        name: "RightIncentives",
        aliases: &[],
        arguments: &["G"],
        summary: "what Right gains by his moves: the maximal ones of G - GR",
        source: siegel!("II.5"),
        example: ("^.RightIncentives", "[^*]"),
        run: Run::Game(|work, g| incentives(work, g, &[Player::Right])),
    },
    Operation {
        name: "Incentives",
        aliases: &[],
        arguments: &["G"],
        summary: "what either player gains by a move: the maximal incentives",
        source: siegel!("II.5"),
        example: ("{1|0}.Incentives", "[{1|0}]"),
        run: Run::Game(|work, g| incentives(work, g, &Player::BOTH)),
    },
    // Infinitesimals.
    Operation {
        name: "AtomicWeight",
        aliases: &["aw"],
        arguments: &["G"],
        summary: "the atomic weight: how many ups the game is worth next to remote stars",
        source: "Winning Ways, chapter 8; Siegel, Combinatorial Game Theory (2013), II.7",
        example: ("{^^*|*,v}.AtomicWeight", "1/2"),
        run: Run::Game(|work, g| {
            let weight = work.atomic_weight(g)?;
            Ok(Item::Game(some(weight, g, "is not atomic: it has no atomic weight", work)?))
        }),
    },
    Operation {
        name: "FarStar",
        aliases: &[],
        arguments: &["G"],
        summary: "the m of a nimber *m that is remote: larger ones act alike",
        source: "Winning Ways, chapter 8; Siegel, Combinatorial Game Theory (2013), II.7",
        example: ("(^*2).FarStar", "4"),
        run: Run::Game(|work, g| count(1 << work.store.facts(g).far_star_log, work)),
    },
    Operation {
        name: "UptimalExpansion",
        aliases: &["Uptimal"],
        arguments: &["G"],
        summary: "number, nimber, `.` and the multiples of ^, ^<2>, ^<3>, ..",
        source: siegel!("II.4"),
        example: ("{0|^<2>}.UptimalExpansion", "*.12"),
        run: Run::Game(|work, g| {
            let expansion = work.uptimal(g)?;
            let expansion = some(expansion, g, "is no uptimal: it has no expansion", work)?;
            Ok(Item::Uptimal(Arc::new(expansion)))
        }),
    },
    Operation {
        name: "ReducedCanonicalForm",
        aliases: &["rcf"],
        arguments: &["G"],
        summary: "the simplest game that differs by an infinitesimal",
        source: siegel!("II.6"),
        example: ("{2*|1^||0}.ReducedCanonicalForm", "{2|1||0}"),
        run: Run::Game(|work, g| game(work.reduced_canonical_form(g))),
    },
    Operation {
        name: "Pow",
        aliases: &[],
        arguments: &["G", "x"],
        summary: "the power G^x of a game {0|H}; ^.Pow(n) is ^<n>",
        source: siegel!("II.4"),
        example: ("^.Pow(2)", "^<2>"),
        run: Run::GameAndNumber(|work, g, x| game(work.pow(g, x))),
    },
    Operation {
        name: "PowTo",
        aliases: &[],
        arguments: &["G", "x"],
        summary: "the sum of powers G^[x] of a game {0|H}; ^.PowTo(n) is ^[n]",
        source: siegel!("II.4"),
        example: ("^.PowTo(3)", "^[3]"),
        run: Run::GameAndNumber(|work, g, x| game(work.pow_to(g, x))),
    },
    Operation {
        name: "Tiny",
        aliases: &[],
        arguments: &["G"],
        summary: "tiny-G, {0||0|-G}",
        source: "Winning Ways, chapter 5",
        example: ("Tiny(2) == {0||0|-2}", "true"),
        run: Run::Game(|work, g| game(super::tiny(g, work))),
    },
    Operation {
        name: "Miny",
        aliases: &[],
        arguments: &["G"],
        summary: "miny-G, {G|0||0}",
        source: "Winning Ways, chapter 5",
        example: ("Miny(2) == {2|0||0}", "true"),
        run: Run::Game(|work, g| game(super::tiny(g, work).map(Id::negative))),
    },
    // Products and sums.
    Operation {
        name: "NortonProduct",
        aliases: &["norton"],
        arguments: &["G", "U"],
        summary: "the Norton product G.U with a positive unit U",
        source: "Winning Ways, chapter 8",
        example: ("(1/2).NortonProduct(^)", "{^^*|v*}"),
        run: Run::TwoGames(|work, g, u| game(work.norton_product(g, u))),
    },
    Operation {
        name: "ConwayProduct",
        aliases: &["prod"],
        arguments: &["G", "H"],
        summary: "the Conway product: that of numbers, and of nimbers as a field",
        source: "On Numbers and Games, chapters 1 and 6",
        example: ("*4.ConwayProduct(*4)", "*6"),
        run: Run::TwoGames(|work, g, h| game(work.conway_product(g, h))),
    },
    Operation {
        name: "OrdinalSum",
        aliases: &["ord"],
        arguments: &["G", "H"],
        summary: "the ordinal sum G:H, moves in G ending H, with the canonical form of G as base",
        source: "Winning Ways, chapter 7; Siegel, Combinatorial Game Theory (2013), II.1",
        example: ("1:-1", "1/2"),
        run: Run::TwoGames(|work, g, h| game(work.ordinal_sum(g, h))),
    },
    Operation {
        name: "OrdinalProduct",
        aliases: &[],
        arguments: &["G", "H"],
        summary: "the product whose options are (G.HL):A for the options A of G, and (G.HR):A for those of -G",
        source: "CGSuite",
        example: ("(1/2).OrdinalProduct(1/4)", "11/32"),
        run: Run::TwoGames(|work, g, h| game(work.ordinal_product(g, h))),
    },
    Operation {
        name: "Subordinate",
        aliases: &[],
        arguments: &["G", "B"],
        summary: "the H with G = B:H",
        source: "CGSuite",
        example: ("(1/8).Subordinate(1)", "-3"),
        run: Run::TwoGames(|work, g, base| {
            let found = work.subordinate(g, base)?;
            Ok(Item::Game(some(found, g, "is no ordinal sum with this base", work)?))
        }),
    },
    Operation {
        name: "NimSum",
        aliases: &[],
        arguments: &["n"],
        summary: "the sum of integers without carrying",
        source: "Winning Ways, chapter 2",
        example: ("NimSum(5,3)", "6"),
        run: Run::Naturals(|ns| ns.iter().fold(0, |sum, &n| nim::sum(sum, n))),
    },
    Operation {
        name: "NimProduct",
        aliases: &[],
        arguments: &["n"],
        summary: "the product of integers in the field of nimbers",
        source: "On Numbers and Games, chapter 6",
        example: ("NimProduct(8,8)", "13"),
        run: Run::Naturals(|ns| ns.iter().fold(1, |product, &n| nim::product(product, n))),
    },
    Operation {
        name: "Mex",
        aliases: &[],
        arguments: &["n"],
        summary: "the least integer from 0 up that is not among the integers",
        source: "Winning Ways, chapter 4",
        example: ("Mex(0,1,3)", "2"),
        run: Run::Naturals(|ns| nim::mex(ns.iter().copied())),
    },
    Operation {
        name: "NimValue",
        aliases: &[],
        arguments: &["G"],
        summary: "the m of a nimber *m",
        source: "Winning Ways, chapter 2",
        example: ("{0,*|0,*}.NimValue", "2"),
        run: Run::Game(|work, g| {
            let nimber = work
                .store
                .number_up_star(g)
                .filter(|parts| parts.up == 0 && parts.number == Dyadic::ZERO);
            let parts = some(nimber, g, "is no nimber", work)?;
            count(parts.star.into(), work)
        }),
    },
    // Questions.
    Operation {
        name: "IsZero",
        aliases: &[],
        arguments: &["G"],
        summary: "whether the game is 0",
        source: siegel!("II.1"),
        example: ("(^ + v).IsZero", "true"),
        run: Run::Game(|_, g| truth(g == Id::ZERO)),
    },
    Operation {
        name: "IsInteger",
        aliases: &[],
        arguments: &["G"],
        summary: "whether the game is an integer",
        source: siegel!("II.3"),
        example: ("(1/2 + 1/2).IsInteger", "true"),
        run: Run::Game(|work, g| truth(work.store.number(g).is_some_and(Dyadic::is_integer))),
    },
    Operation {
        name: "IsNumber",
        aliases: &["IsPseudonumber"],
        arguments: &["G"],
        summary: "whether the game is a number: those of short games are dyadic",
        source: siegel!("II.3"),
        example: ("{0|1}.IsNumber", "true"),
        run: Run::Game(|work, g| truth(work.store.number(g).is_some())),
    },
    Operation {
        name: "IsNimber",
        aliases: &[],
        arguments: &["G"],
        summary: "whether the game is a nimber *m, 0 included",
        source: siegel!("IV.1"),
        example: ("(*2 + *3).IsNimber", "true"),
        run: Run::Game(|work, g| {
            let parts = work.store.number_up_star(g);
            truth(parts.is_some_and(|parts| parts.up == 0 && parts.number == Dyadic::ZERO))
        }),
    },
    Operation {
        name: "IsNumberUpStar",
        aliases: &[],
        arguments: &["G"],
        summary: "whether the game is a sum of a number, ups and a nimber",
        source: siegel!("II.4"),
        example: ("(1/2 + ^^ + *3).IsNumberUpStar", "true"),
        run: Run::Game(|_, g| truth(g.is_closed())),
    },
    Operation {
        name: "IsUptimal",
        aliases: &[],
        arguments: &["G"],
        summary: "whether the game is a sum of a number, a nimber and multiples of ^, ^<2>, ..",
        source: siegel!("II.4"),
        example: ("{^|*}.IsUptimal", "true"),
        run: Run::Game(|work, g| truth(work.uptimal(g)?.is_some())),
    },
    Operation {
        name: "IsInfinitesimal",
        aliases: &[],
        arguments: &["G"],
        summary: "whether the game is smaller than all positive numbers and greater than all negative ones",
        source: siegel!("II.4"),
        example: ("Tiny(2).IsInfinitesimal", "true"),
        run: Run::Game(|work, g| truth(work.store.stops(g) == [Id::ZERO; 2])),
    },
    Operation {
        name: "IsNumberish",
        aliases: &[],
        arguments: &["G"],
        summary: "whether the game differs from a number by an infinitesimal",
        source: siegel!("II.3"),
        example: ("(1/2 + ^).IsNumberish", "true"),
        run: Run::Game(|work, g| {
            let [left, right] = work.store.stops(g);
            truth(left == right)
        }),
    },
    Operation {
        name: "IsHot",
        aliases: &[],
        arguments: &["G"],
        summary: "whether the Left stop is greater than the Right stop",
        source: WINNING_WAYS_6,
        example: ("{1|0}.IsHot", "true"),
        run: Run::Game(|work, g| {
            let [left, right] = work.store.stops(g);
            truth(left != right)
        }),
    },
    Operation {
        name: "IsAllSmall",
        aliases: &["IsDicotic", "IsDicot"],
        arguments: &["G"],
        summary: "whether the game is a dicot: in every follower both can move or neither",
        source: siegel!("II.4"),
        example: ("{^|v*}.IsAllSmall", "true"),
        run: Run::Game(|work, g| truth(work.store.facts(g).dicot)),
    },
    Operation {
        name: "IsAtomic",
        aliases: &[],
        arguments: &["G"],
        summary: "whether the game has an atomic weight",
        source: "Winning Ways, chapter 8; Siegel, Combinatorial Game Theory (2013), II.7",
        example: ("{1|*}.IsAtomic", "false"),
        run: Run::Game(|work, g| truth(work.atomic_weight(g)?.is_some())),
    },
    Operation {
        name: "IsSwitch",
        aliases: &[],
        arguments: &["G"],
        summary: "whether the game is its own negative and no nimber",
        source: "Winning Ways, chapter 5",
        example: ("{1|-1}.IsSwitch", "true"),
        run: Run::Game(|_, g| truth(g.is_own_negative() && !g.is_closed())),
    },
    Operation {
        name: "IsTiny",
        aliases: &[],
        arguments: &["G"],
        summary: "whether the game is tiny-H for an H with a positive mean",
        source: "Winning Ways, chapter 5",
        example: ("{0||0|-2}.IsTiny", "true"),
        run: Run::Game(|work, g| truth(number_and_tiny(work, g)? == Some((Id::ZERO, true)))),
    },
    Operation {
        name: "IsMiny",
        aliases: &[],
        arguments: &["G"],
        summary: "whether the game is miny-H for an H with a positive mean",
        source: "Winning Ways, chapter 5",
        example: ("{2|0||0}.IsMiny", "true"),
        run: Run::Game(|work, g| truth(number_and_tiny(work, g)? == Some((Id::ZERO, false)))),
    },
    Operation {
        name: "IsNumberTiny",
        aliases: &[],
        arguments: &["G"],
        summary: "whether the game is a number, or a number and a tiny or miny",
        source: "Winning Ways, chapter 5",
        example: ("(1 + Tiny(2)).IsNumberTiny", "true"),
        run: Run::Game(|work, g| {
            let is_number = work.store.number(g).is_some();
            truth(is_number || number_and_tiny(work, g)?.is_some())
        }),
    },
    Operation {
        name: "IsEven",
        aliases: &[],
        arguments: &["G"],
        summary: "whether the form is even: 0, or all options are odd; so play has an even number of moves",
        source: siegel!("II.6"),
        example: ("(1 + *).IsEven", "true"),
        run: Run::Game(|work, g| truth(work.store.facts(g).parity == Some(Parity::Even))),
    },
    Operation {
        name: "IsOdd",
        aliases: &[],
        arguments: &["G"],
        summary: "whether the form is odd: all options are even; so play has an odd number of moves",
        source: siegel!("II.6"),
        example: ("(*).IsOdd", "true"),
        run: Run::Game(|work, g| truth(work.store.facts(g).parity == Some(Parity::Odd))),
    },
    Operation {
        name: "IsEvenTempered",
        aliases: &[],
        arguments: &["G"],
        summary: "whether every line of play comes to a number after an even number of moves",
        source: siegel!("II.6"),
        example: ("{2|1||0|-1}.IsEvenTempered", "true"),
        run: Run::Game(|work, g| truth(work.store.facts(g).temper == Some(Parity::Even))),
    },
    Operation {
        name: "IsOddTempered",
        aliases: &[],
        arguments: &["G"],
        summary: "whether every line of play comes to a number after an odd number of moves",
        source: siegel!("II.6"),
        example: ("{1|0}.IsOddTempered", "true"),
        run: Run::Game(|work, g| truth(work.store.facts(g).temper == Some(Parity::Odd))),
    },
    Operation {
        name: "IsIdempotent",
        aliases: &[],
        arguments: &["G"],
        summary: "whether G + G = G: of short games only 0",
        source: siegel!("II.1"),
        example: ("(*).IsIdempotent", "false"),
        run: Run::Game(|_, g| truth(g == Id::ZERO)),
    },
    Operation {
        name: "IsLoopfree",
        aliases: &["IsStopper"],
        arguments: &["G"],
        summary: "whether play ends: always so, for short games",
        source: siegel!("I.1"),
        example: ("^.IsLoopfree", "true"),
        run: Run::Game(|_, _| truth(true)),
    },
];
