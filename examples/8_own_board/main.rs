//! A ruleset of your own on a grid, whose positions fall into components and have symmetric images.
#![expect(clippy::print_stdout, reason = "an example is there to be read")]

mod snort;

use std::error::Error;

use dicot::analysis::Analyzer;
use dicot::rules::Short;

use snort::Snort;

/// Source: CGSuite 2.2-beta2, each value found by a second program as well.
const KNOWN: [(&str, &str); 6] = [
    ("...", "+-2"),
    (".......", "+-{1,{4|3||+-1,{1*|*}},{4|3||*|-1*}}"),
    (".../...", "+-{4||1|0}"),
    ("...../.....", "+-{3,3*|||3|2||-1}"),
    (".../.../...", "+-{3|2}"),
    ("....../......", "0"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut analyzer = Analyzer::new();
    for (text, value) in KNOWN {
        let found = analyzer.canonical_form(&text.parse::<Snort>()?)?.to_string();
        println!("{text:13} {found}");
        assert_eq!(found, value);
    }

    // Coloured cells cut the board. The value is the sum of those of the components.
    let position: Snort = "..#x./o.#..".parse()?;
    for (component, value) in analyzer.decompose(&position)? {
        println!("{component} is a component of {position}, worth {value}");
    }
    assert_eq!(position.components().count(), 2);
    Ok(())
}

#[cfg(test)]
mod tests {
    use dicot_proptest::{reachable, ruleset_laws};
    use proptest::prelude::*;

    use super::Snort;

    proptest! {
        /// The laws of every ruleset, on positions that random moves lead to.
        #[test]
        fn snort_obeys_the_laws(position in reachable(".../..x/o..".parse::<Snort>().unwrap(), 6)) {
            ruleset_laws(&position)?;
        }
    }
}
