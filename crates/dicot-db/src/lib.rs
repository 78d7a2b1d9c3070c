//! A database of values: the components of one ruleset with their values, in a file.
//!
//! A file is built once ([`Builder`]) and then read by any number of threads and processes ([`Database`]), which map it
//! into memory. A database is a [`ValueSource`](dicot::analysis::ValueSource), so analyzers, solvers and bots look
//! values up in it instead of computing them.
//!
//! # Examples
//! ```
//! use std::sync::Arc;
//! use dicot::analysis::Analyzer;
//! use dicot::rules::Clobber;
//! use dicot_rulesets::{PositionExt, RulesetExt, library};
//! use dicot_db::{Builder, Database};
//!
//! let clobber = library().find("clobber").unwrap();
//! let mut analyzer = Analyzer::new();
//! let mut builder = Builder::new("clobber")?;
//! for text in ["xo", "xxo", "xo/.x"] {
//!     let (text, _) = clobber.parse(text)?.component_text();
//!     builder.add(&text, &analyzer.canonical_form(&text.parse::<Clobber>()?)?)?;
//! }
//! let mut file = Vec::new();
//! builder.write(&mut file)?; // or `save`, to a path
//!
//! let database = Arc::new(Database::from_bytes(file)?); // or `open`, by a path
//! assert_eq!((database.rules(), database.len()), ("clobber", 3));
//! let mut analyzer = Analyzer::new().with_value_source(database);
//! assert_eq!(analyzer.canonical_form(&"xxo...xo".parse::<Clobber>()?)?.to_string(), "^*");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! # Integrity
//! Every byte of a file is covered by a checksum, which is verified before the byte is used. So a damaged file results
//! in an error and never in a wrong value. Components are compared as whole texts: a hash collision cannot give a
//! component the value of another. Files do not depend on the machine, nor on the order in which values are added.
//!
//! | file | contents |
//! |---|---|
//! | `format` | the format of a file |
//! | `builder` | writing |
//! | `database` | reading |
//! | `forms` | values as canonical forms |
//! | `check` | verification of a whole file |
//! | `map` | the memory map |

mod builder;
mod check;
mod database;
mod error;
mod format;
mod forms;
mod map;

pub use builder::{BuildError, Builder, remove_parts};
pub use database::{Database, Entries};
pub use error::{Damage, DatabaseError};
pub use format::VERSION;
pub use forms::Forms;
