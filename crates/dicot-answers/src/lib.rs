//! What dicot says of games and positions in JSON: the command line and the server share these types, so that a
//! field has one name and one meaning.
//!
//! Nothing is printed here, and no command line or request is read.

mod failure;

pub use failure::Failure;
