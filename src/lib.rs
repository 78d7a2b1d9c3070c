//! Combinatorial game theory: exact values of short games, and of positions.
//!
//! Two players, *Left* and *Right*, take turns; nothing is hidden or left to chance; play ends, and
//! a player who cannot move loses. Every such game has a *canonical form*, its exact value, and positions that
//! split into components are worth the sum of these. dicot computes both.
//!
//! # Values
//! A [`CanonicalForm`] is a value. It adds, compares, prints and parses like a number:
//! ```
//! use dicot::{CanonicalForm, Outcome, Player};
//! let g: CanonicalForm = "{1|*}".parse()?;
//! let h = &g + CanonicalForm::UP;
//! assert_eq!(h.to_string(), "{1^|^*}");
//! assert_eq!(h.outcome(), Outcome::Left);
//! assert!(h >= CanonicalForm::ZERO && h.is_confused_with(&"1/2".parse()?));
//! assert_eq!(h.stop(Player::Left), dicot::Dyadic::from(1));
//! # Ok::<_, dicot::ParseFormError>(())
//! ```
//!
//! # Positions
//! [`rules::Clobber`] is a position, [`analysis::Analyzer`] computes values of positions and keeps them:
//! ```
//! use dicot::Player;
//! use dicot::analysis::Analyzer;
//! use dicot::rules::Clobber;
//! let position: Clobber = "xox/ox.".parse()?;
//! let mut analyzer = Analyzer::new();
//! assert_eq!(analyzer.canonical_form(&position)?.to_string(), "{^^*|*,v}");
//! let moves = analyzer.moves(&position, Player::Left)?;
//! assert_eq!(moves.iter().filter(|m| m.wins).count(), 3);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rulesets of your own
//! Implement [`rules::Position`] and [`rules::Short`] (the example there has a whole ruleset), and
//! everything above works for it; [`rules::Ruleset`] adds a name and texts. A [`board::Board`] brings
//! components and symmetries for games on a grid; `examples/8_own_board` is one.
//!
//! # Map
//! | floor | module | what is there |
//! |---|---|---|
//! | 0 | crate root | [`Player`], [`Outcome`], [`Dyadic`] |
//! | 1 | crate root | values: [`CanonicalForm`], [`Store`], [`Limits`]; [`notation`], how they are written; [`explain`] |
//! | 1 | [`board`] | bitboards, components, symmetries |
//! | 2 | [`rules`] | what a ruleset is; the rulesets, on grids, in rows, of heaps and on graphs |
//! | 3 | [`analysis`] | from positions to values |
//! | 4 | [`solver`] | who wins positions and sums that are too large for values |
//!
//! Boards and values do not use each other; only `analysis` uses both.
//!
//! # Untrusted input
//! A short text can ask for a huge computation. A [`Calculation`], an `Analyzer` and a `Solver` take [`Limits`] on time
//! and memory and an [`Interrupt`]; reaching a limit is an ordinary error that leaves everything usable. Operators and
//! methods without limits panic, with the words of a [`ValueError`], on what cannot be represented.
//!
//! # Features
//! - `serde` (off by default): values, [`Dyadic`], positions, boards, [`Player`] and [`Outcome`] are written and read as
//!   their texts, an [`AnyPosition`](rules::AnyPosition) with the name of its ruleset before it. Moves on boards and
//!   [`Thermograph`] are written as their texts, [`ByPlayer`] and reports as structs.

pub mod analysis;
pub mod board;
mod dyadic;
mod form;
mod hash;
mod limits;
mod platform;
mod player;
pub mod rules;
#[cfg(feature = "serde")]
mod serialize;
pub mod solver;
mod sync;

pub use dyadic::Dyadic;
pub use form::explain::{self, Explanation};
pub use form::nim;
pub use form::notation::{self, NotationProblem, ParseFormError};
pub use form::{
    Calculation, CanonicalForm, NumberUpStar, Parity, Store, StructuralOrd, Thermograph, Uptimal,
    ValueError, Wall, WeakForm,
};
pub use limits::{Interrupt, LimitKind, Limits};
pub use platform::Instant;
pub use player::{ByPlayer, Outcome, ParseTextError, Player};

/// The example of the README is run by `cargo test`.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
