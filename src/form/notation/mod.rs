//! The notation of games: what is read and what is printed.
//!
//! # Printing
//! [`CanonicalForm`](crate::CanonicalForm) prints the very text that CGSuite prints, options in its
//! order:
//!
//! | text | value |
//! |---|---|
//! | `3`, `-5/8` | numbers |
//! | `*`, `*2` | nimbers |
//! | `^`, `^^`, `^3`, `v`, `vv`, `v4` | multiples of `↑` and of `↓` = `-↑` |
//! | `^<2>` | `↑^2`, where `↑^n` = `{0\|\|v[n-1]*}` |
//! | `^[3]` | `↑ + ↑^2 + ↑^3` |
//! | `1/2^*`, `-3v4*2`, `2^[2]*` | the sum of the number, the ups and the nimber |
//! | `+-1`, `+-(1*)`, `+-{0,^*}` | the switch with these Left options and their negatives as Right options |
//! | `Tiny(2)`, `1/2Miny(1)` | `{0\|\|0\|-2}`; `{1\|0\|\|0}`, with a number added |
//! | `{2\|\|1\|0}` | braces; the longest group of bars is the root |
//!
//! # Reading
//! Everything that is printed is read back as the same game, and so are expressions of games. From what
//! binds most closely to what binds least:
//!
//! | text | meaning |
//! |---|---|
//! | `3`, `½`, `*2`, `↑`, `⇓*`, `1/2^*` | what is printed, with `↑ ↓ ⇑ ⇓ ± ½ ¼ ¾ −` |
//! | `*(n)` | the nimber of an integer |
//! | `{a,b\|c}`, `{a\|\|b\|c}`, `{a\|}` | a game by its options; a list in the place of an option stands for its elements |
//! | `(G)`, `[a,b]`, `g` | parentheses; a list; a defined name |
//! | `Cool(G,1/2)`, `Tiny(2)` | an [operation](Operation) as a function |
//! | `3.^`, `3.{1\|*}` | an integer multiple |
//! | `G.Temperature`, `G.Cool(1/2)`, `list[1]` | an operation as a method; an element of a list, the first being 1 |
//! | `-G`, `+-G`, `+-{a,b}`, `±G` | negatives and switches |
//! | `3*G`, `1/2 * 1/4`, `G/4` | integer multiples, products of numbers, quotients of numbers that are dyadic |
//! | `G:H` | ordinal sums |
//! | `G + H`, `G - H`, `G±H` | sums, differences, `G + (±H)` |
//! | `G Heat 1`, `G NortonProduct ^` | operations with two arguments between them |
//! | `<= >= < > == !=`, `<>`, `<\|`, `\|>` | comparisons: confused with, less or confused, greater or confused |
//! | `name := G` | a definition |
//! | `;` or a line end | the next statement |
//!
//! The value of a text is that of its last statement, and what a statement defines can be used in those
//! behind it: `a := {1|*}; b := {a|-1}; b + a`. In a [`Worksheet`] it stays defined. Names consist of
//! letters, digits and `_` and begin with a letter; `v`, `vv`, `v3` and so on are downs, and `Left`,
//! `Right`, `true` and `false` stand for themselves. Upper and lower case differ in names, but not in
//! those of operations.
//!
//! A comparison stands in a statement of its own, in parentheses, in brackets or among arguments, but not
//! within braces. `^<2>` is `↑^2`; `^ < 2` and `^<2` are comparisons. Within parentheses, braces and
//! brackets, behind an operator and behind `:=`, a line may end without ending the statement.
//!
//! A number directly followed by an infinitesimal is that sum, and so is a negative one: `-1^` is
//! `(-1)+^`, while `-^` is `v` and `-1.Heat(2)` is `-(1.Heat(2))`, though `1/2.Heat(2)` is `(1/2).Heat(2)`. So `1/2^80` is `1/2` plus eighty ups. A
//! number directly followed by `*` is number and star unless a game stands directly behind: `2*` and
//! `2*3` are sums, `2*(3)` and `2*^` multiples. After an operand `+-` could be meant in two ways and is
//! refused: write `1+(+-1)` or `1-1`.
//!
//! # Operations
//! The operations are CGSuite's, by its names; the short names of textbooks are aliases. [`operations()`]
//! lists them with a line and a source each:
//!
//! | subject | operations |
//! |---|---|
//! | structure | `CanonicalForm Options LeftOptions RightOptions Followers FollowerCount StopCount Birthday OutcomeClass Companion` |
//! | temperature | `LeftStop RightStop Stop Mean Temperature Thermograph Cool Freeze Heat Overheat LeftIncentives RightIncentives Incentives` |
//! | infinitesimals | `AtomicWeight FarStar UptimalExpansion ReducedCanonicalForm Pow PowTo Tiny Miny` |
//! | products and sums | `NortonProduct ConwayProduct OrdinalSum OrdinalProduct Subordinate NimSum NimProduct Mex NimValue` |
//! | questions | `IsZero IsInteger IsNumber IsNimber IsNumberUpStar IsUptimal IsInfinitesimal IsNumberish IsHot IsAllSmall IsAtomic IsSwitch IsTiny IsMiny IsNumberTiny IsEven IsOdd IsEvenTempered IsOddTempered IsIdempotent IsLoopfree` |
//! | short names | `tiny miny ord norton heat over cool prod rcf aw temp lstop rstop` |
//!
//! A [`Value`] may be no game: a truth value, a list, a thermograph. Where a game is asked for, as by
//! `str::parse`, that is an error.
//!
//! # Errors
//! A [`ParseFormError`] says at which byte the reader stopped and what it expected there.
//!
//! # Examples
//! ```
//! use dicot::CanonicalForm;
//! let value = |text: &str| text.parse::<CanonicalForm>().unwrap().to_string();
//! assert_eq!(value("{2|-1}.Temperature"), "3/2");
//! assert_eq!(value("Cool({3|-1}, 1)"), "{2|0}");
//! assert_eq!(value("a := {1|*}; b := {a|-1}; b - a"), value("{{1|*}|-1} - {1|*}"));
//! ```

mod error;
mod literal;
mod operations;
mod operators;
mod reader;
mod scope;
mod value;
mod worksheet;

pub use error::{NotationProblem, ParseFormError};
pub use operations::{Operation, operations};
pub(crate) use reader::{parse, parse_options};
pub use value::Value;
pub use worksheet::{Worksheet, is_incomplete, open_brackets};

use super::ValueError;
use super::store::Id;
use super::work::Work;

/// The largest `n` of `^<n>` and `^[n]`, read or printed: reading them builds `n` games.
pub(crate) const MAX_POWER: u32 = 1000;

/// `↑^n`, or if `all`, `↑ + ↑^2 + ... + ↑^n`.
pub(crate) fn up_power(n: u32, all: bool, work: &mut Work<'_>) -> Result<Id, ValueError> {
    // ↑^[n] = {↑^[n-1]|*}, and ↑^n = {0|*-↑^[n-1]}.
    let mut sum = Id::ZERO;
    for _ in 1..n {
        sum = if sum == Id::ZERO { Id::UP } else { work.simplify_canonical(&[sum], &[Id::STAR])? };
    }
    if n == 1 {
        Ok(Id::UP)
    } else if all {
        work.simplify_canonical(&[sum], &[Id::STAR])
    } else {
        let threat = work.add(Id::STAR, sum.negative())?;
        work.simplify_canonical(&[Id::ZERO], &[threat])
    }
}

/// `tiny-G` = `{0||0|-G}`.
pub(crate) fn tiny(g: Id, work: &mut Work<'_>) -> Result<Id, ValueError> {
    let threat = work.simplify_canonical(&[Id::ZERO], &[g.negative()])?;
    work.simplify_canonical(&[Id::ZERO], &[threat])
}
