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
//! Everything that is printed is read back as the same game, and so are sums of integer multiples of games. From what
//! binds most closely to what binds least:
//!
//! | text | meaning |
//! |---|---|
//! | `3`, `½`, `*2`, `↑`, `⇓*`, `1/2^*` | what is printed, with `↑ ↓ ⇑ ⇓ ± ½ ¼ ¾ −` and [the signs of books and pages](in_ascii) |
//! | `*(n)` | the nimber of an integer |
//! | `{a,b\|c}`, `{a\|\|b\|c}`, `{a\|}` | a game by its options |
//! | `(G)`, `g` | parentheses; a defined name |
//! | `3.^`, `3.{1\|*}` | an integer multiple |
//! | `-G`, `+-G`, `+-{a,b}`, `±G` | negatives and switches |
//! | `3*G`, `G * 3` | integer multiples |
//! | `G + H`, `G - H`, `G±H` | sums, differences, `G + (±H)` |
//! | `name := G` | a definition |
//! | `;` or a line end | the next statement |
//!
//! The value of a text is that of its last statement, and what a statement defines can be used in those
//! after it: `a := {1|*}; b := {a|-1}; b + a`. Names consist of
//! letters, digits and `_` and begin with a letter; `v`, `vv`, `v3` and so on are downs.
//! Within parentheses and braces, after an operator and after `:=`, a line may end without ending the statement.
//!
//! A number directly followed by an infinitesimal is that sum, and so is a negative one: `-1^` is `(-1)+^`, while `-^`
//! is `v`. So `1/2^80` is `1/2` plus eighty ups. A number directly followed by `*` is number and star unless a game
//! directly follows: `2*` and `2*3` are sums, `2*(3)` and `2*^` multiples. After an operand `+-` could be meant in two
//! ways and is refused: write `1+(+-1)` or `1-1`.
//!
//! The calculator of the crate `dicot-calc` adds to this notation: operations, comparisons, lists.
//!
//! # LaTeX
//! [`latex`] converts what is printed.
//!
//! # Errors
//! A [`ParseFormError`] says at which byte the parser stopped and what it expected there.

mod ascii;
mod error;
pub mod latex;
mod literal;
mod parser;
mod symbols;

pub use ascii::in_ascii;
pub use error::{NotationProblem, ParseFormError};
pub use literal::Numeral;
pub use parser::{at_infinite_power, is_literal, root_of_bars, star_of};
pub use symbols::in_symbols;

/// The largest `n` of `^<n>` and `^[n]`, read or printed: reading them builds `n` games.
pub(crate) const MAX_POWER: u32 = 1000;
