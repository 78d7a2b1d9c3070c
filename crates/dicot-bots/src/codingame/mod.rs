//! The Clobber bot as a program in one file, as [CodinGame](https://www.codingame.com/multiplayer/bot-programming/clobber)
//! wants it.

use std::fmt::Write;

/// CodinGame's limit for the length of a program, in characters.
pub const MAX_CHARACTERS: usize = 100_000;

/// The modules of the program: files of this crate that use the standard library and each other only.
const MODULES: [(&str, &str); 5] = [
    ("alpha_beta", include_str!("../alpha_beta.rs")),
    ("clobber_search", include_str!("../clobber_search.rs")),
    ("clobber_weights", include_str!("../clobber_weights.rs")),
    ("grid", include_str!("../grid.rs")),
    ("transposition", include_str!("../transposition.rs")),
];

/// Returns the source text of a program for `rustc -O --edition 2021`, without dependencies: the search of
/// [`AlphaBetaBot`](crate::AlphaBetaBot), from the same files, and CodinGame's protocol around it.
///
/// # Examples
/// ```
/// use dicot_bots::codingame::{MAX_CHARACTERS, program};
/// assert!(program().chars().count() < MAX_CHARACTERS);
/// ```
pub fn program() -> String {
    let mut text = format!(
        "// The Clobber bot of dicot {}, for CodinGame; MIT OR Apache-2.0.\n\
         // Made by `dicot codingame export` from files of dicot-bots, which uses more of them than this program.\n\
         #![allow(dead_code)]\n\n",
        env!("CARGO_PKG_VERSION")
    );
    for (name, source) in MODULES {
        let _ = write!(text, "mod {name} {{\n{source}}}\n\n");
    }
    text + include_str!("main.rs")
}
