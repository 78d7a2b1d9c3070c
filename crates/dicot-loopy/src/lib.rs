//! Loopy games: partizan games in which play need not end.
//!
//! A [`LoopyGame`] is a graph of positions with options for both players. Infinite play is a draw. Its value, a [`LoopyValue`], is a pair of
//! an *onside*, in which Left wins infinite play, and an *offside*, in which Right does, each in simplest form; if alternating play
//! always ends, the game is a *stopper* and both are the same. Two games are equal if their onsides and their offsides are: then
//! one can replace the other in every sum. [`PositionValues`] are the values of positions of a ruleset.
//!
//! Texts are read by `dicot-calc`, which knows the names `on off over under upon dud tis tisn`, `pass`, and named braces.
//!
//! | module | what it has |
//! |---|---|
//! | `game` | [`LoopyGame`]: games as graphs; the named games |
//! | `value` | [`LoopyValue`]: sums, comparisons, outcomes, stops, degrees |
//! | `positions` | [`PositionValues`]: the values of all positions that some lead to |
//! | `thermograph` | [`LoopyThermograph`]: thermographs of stoppers, and of kos |
//! | `outcomes` | [`PositionOutcomes`]: who wins all positions that some lead to |
//! | `numbered` | [`Numbered`]: positions by number |
//! | `position_graph` | [`OptionGraph`]: all positions that some lead to, by number |
//! | `arena` | the positions of one computation; the comparison of onsides |
//! | `simplify` | simplest forms |
//! | `stops` | stops, and the numbers beside which values are |
//! | `graph` | simplest forms as graphs whose order of positions only depends on the value |
//! | `print` | the text of values |
//!
//! Source: Siegel, *Combinatorial Game Theory* (2013), chapter VI; Conway, *Loopy games* (1978); Berlekamp, Conway, Guy,
//! *Winning Ways*, chapter 11.
//!
//! # Examples
//! ```
//! use dicot::{CanonicalForm, Player, Store};
//! use dicot_loopy::LoopyGame;
//! let store = Store::new();
//! let calculation = &mut store.calculation();
//!
//! // upon = {pass|*}.
//! let mut game = LoopyGame::new();
//! let root = game.add_position();
//! game.add_option(root, Player::Left, root);
//! game.add_option(root, Player::Right, CanonicalForm::STAR);
//! let upon = game.value(root, calculation)?;
//! assert_eq!(upon.to_string(), "^[on]");
//! assert!(upon.is_stopper());
//! assert_eq!(upon.outcome(calculation)?.to_string(), "L");
//!
//! // upon - upon is not 0: nobody can be forced to leave the loop first.
//! let difference = upon.sum(&upon.negative(calculation)?, calculation)?;
//! assert_eq!(difference.to_string(), "^<on> & v<on>");
//! assert_eq!(difference.outcome(calculation)?.to_string(), "D");
//! # Ok::<_, dicot::ValueError>(())
//! ```
//!
//! # Errors
//! A computation takes a [`Calculation`](dicot::Calculation), whose limits hold for all its steps and memory; reaching one is an error
//! that leaves everything usable.

mod arena;
mod game;
mod graph;
mod numbered;
mod outcomes;
mod position_graph;
mod positions;
mod print;
mod simplify;
mod stops;
mod thermograph;
mod value;

pub use game::{LoopyGame, LoopyOption, PositionId};
pub use num_rational::Rational64;
pub use numbered::Numbered;
pub use outcomes::PositionOutcomes;
pub use position_graph::{Exploration, OnProgress, OptionGraph};
pub use positions::{GraphValues, PositionValues};
pub use thermograph::{Breakpoint, LoopyThermograph};
pub use value::{LoopyOutcome, LoopyValue};
