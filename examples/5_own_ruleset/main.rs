//! A ruleset of your own: values, a report, counts of lines of play, all from one short file; its tests are run by
//! `cargo test --example 5_own_ruleset`.
//!
//! The whole command line with this ruleset is in `crates/dicot-cli/examples/own_ruleset.rs`.
#![expect(clippy::print_stdout, reason = "an example is there to be read")]

mod stalk;

use std::error::Error;

use dicot::Player;
use dicot::analysis::{Analyze, Analyzer};
use dicot::rules::{Position, Ruleset, Turn, perft};

use stalk::Stalk;

/// Source: Berlekamp's rule, *Winning Ways*, chapter 7.
const KNOWN: [(&str, &str); 7] = [
    (".xxx", "3"),
    (".xxo", "3/2"),
    (".xo", "1/2"),
    (".xoo", "1/4"),
    (".xox", "3/4"),
    (".xoox", "3/8"),
    (".ox", "-1/2"),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("{}: {}", Stalk::SPEC.name, Stalk::SPEC.about);
    for (stalk, value) in KNOWN {
        let form = stalk.parse::<Stalk>()?.canonical_form();
        println!("{stalk:5} {form}");
        assert_eq!(form.to_string(), value);
    }

    let stalk: Stalk = ".xoxo".parse()?;
    println!("\n{}", Analyzer::new().report(&stalk)?);

    let counts = [1, 2, 3].map(|depth| perft(&Turn::new(stalk.clone(), Player::Left), depth));
    println!("lines of 1, 2 and 3 moves: {counts:?}");
    assert_eq!(counts, [2, 1, 1]); // only the third, second and first edge can be cut in this order

    let error = stalk.clone().play(Player::Right, stalk.read_move("0")?).unwrap_err();
    println!("{error}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use dicot_proptest::{reachable, ruleset_laws, text_laws};
    use proptest::prelude::*;

    use super::Stalk;

    proptest! {
        /// The laws of every ruleset, on positions that random moves lead to.
        #[test]
        fn stalks_obey_the_laws(position in reachable(".xoxxo".parse::<Stalk>().unwrap(), 5)) {
            ruleset_laws(&position)?;
            text_laws(&position)?;
        }
    }
}
