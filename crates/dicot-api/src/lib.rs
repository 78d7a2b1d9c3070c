//! What dicot is asked about games and positions, and what it answers, in JSON.
//!
//! | module | what it has |
//! |---|---|
//! | [`answers`] | the lines of the command line, which are the answers of requests as well |
//! | [`Session`] | the memory of a sequence of computations |
//! | [`requests`], with that feature | requests: `dicot serve` carries them over HTTP, a page without a server to a worker with dicot in WebAssembly, a notebook to Python |
//! | [`files`] | files that are replaced as a whole |

pub mod answers;
pub mod files;
#[cfg(feature = "requests")]
pub mod requests;
mod session;

pub use session::{AsValueError, Session, is_out_of_memory};
