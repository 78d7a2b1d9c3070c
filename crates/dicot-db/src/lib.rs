//! A database of values: the components of one ruleset with their values, in a file.
//!
//! A file is built once ([`Builder`]) and then read by any number of threads and processes
//! ([`Database`]), which map it into memory. A database is a source of
//! [`ValueSource`](dicot::analysis::ValueSource), so that analyzers, solvers and bots use what is in it
//! instead of finding it once more.
//!
//! # Examples
//! ```
//! use std::sync::Arc;
//! use dicot::analysis::Analyzer;
//! use dicot::rules::Clobber;
//! use dicot_answers::rulesets::library;
//! use dicot_db::{Builder, Database};
//!
//! let clobber = library().find("clobber").unwrap();
//! let mut analyzer = Analyzer::new();
//! let mut builder = Builder::new("clobber")?;
//! for text in ["xo", "xxo", "xo/.x"] {
//!     let (text, _) = clobber.read(text)?.valued().unwrap().component_text();
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
//! # What is certain
//! Every byte of a file is under a checksum. What is read is verified before it is used, so a file that was
//! damaged yields an error and never a wrong value. Components are compared as whole texts: no coincidence of hashes
//! can give one the value of another. Files do not depend on the machine, nor on the order in which values were added.
//!
//! | file | what is there |
//! |---|---|
//! | `format` | the layout of a file |
//! | `builder` | writing |
//! | `database` | reading |
//! | `forms` | the values of a database as canonical forms |
//! | `check` | everything about a file that can be verified |
//! | `map` | the map into memory |

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
