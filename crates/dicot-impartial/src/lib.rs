//! Impartial games on heaps: Grundy values of octal and more general codes, with periods that are proved; tables of
//! Wythoff's game and its kin; expressions of nimbers.
//!
//! | module | what it has |
//! |---|---|
//! | `code` | [`HeapCode`]: which numbers of tokens a move takes, and into how many heaps it splits the rest |
//! | `sequence` | [`Sequence`]: the Grundy values of heaps; [`values_of`]: those of a game of your own |
//! | `sparse` | the sparse space method, for games whose moves leave at most two heaps; [`SparseSpace`] |
//! | `dense` | all pairs of heaps, for games in which that method has no advantage |
//! | `parts` | sets of values of partitions, for all other games |
//! | `period` | [`Period`]: periods, and the theorem that proves them |
//! | `saltus` | proofs of arithmetic periods |
//! | `saved` | files from which a computation goes on |
//! | `coins` | [`CoinGame`]: games in which coins in a row are turned |
//! | `misere` | [`Genera`]: the genera of heaps under misère play; [`MisereForms`]: misère canonical forms |
//! | `quotient` | [`Quotient`]: misère quotients, which are proved |
//! | `coordinate` | [`CoordinateGame`]: Wythoff's game, Fibonacci Nim, Mem |
//! | `positions` | [`ruleset`]: heaps and pairs as positions, for analyzers, solvers and bots |
//! | `product` | [`Product`]: products of rulesets of heaps, on pairs of heaps |
//! | `expression` | [`evaluate`]: sums, products, quotients, powers and roots of nimbers |
//!
//! # Examples
//! ```
//! use dicot::Limits;
//! use dicot_impartial::Sequence;
//! // Dawson's Kayles.
//! let mut sequence = Sequence::new("0.07".parse()?);
//! sequence.extend_to(300, &Limits::default()).unwrap();
//! let period = sequence.period().unwrap();
//! assert_eq!((period.period, period.preperiod), (34, 53));
//! let last_exception = period.exceptions(sequence.values()).pop();
//! assert_eq!(last_exception.map(|(heap, _)| heap), Some(52));
//! # Ok::<_, dicot_impartial::ParseError>(())
//! ```

mod code;
mod coins;
mod coordinate;
mod dense;
mod error;
mod expression;
mod misere;
mod parts;
mod period;
mod positions;
mod product;
mod quotient;
mod saltus;
mod saved;
mod sequence;
mod sparse;

pub use code::HeapCode;
pub use coins::CoinGame;
pub use coordinate::{Bounds, CoordinateGame};
pub use error::ParseError;
pub use expression::evaluate;
pub use misere::{Genera, Genus, MisereForm, MisereForms, Tameness};
pub use period::Period;
pub use positions::{
    HeapSum, HeapSumMove, ruleset, ruleset_of_coins, ruleset_of_join, ruleset_of_options,
    ruleset_of_pairs,
};
pub use product::{Product, ProductMove};
pub use quotient::{Quotient, QuotientElement, QuotientError};
pub use saved::{FORMAT_NAME, LoadError};
pub use sequence::{OptionError, Sequence, values_of};
pub use sparse::SparseSpace;
