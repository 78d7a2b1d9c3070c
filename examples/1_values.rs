//! Textbook values: games written by their options, and their canonical forms.
//!
//! Sources: Berlekamp, Conway, Guy, *Winning Ways* (chapters 2, 3, 5 and 8); Siegel, *Combinatorial
//! Game Theory* (2013), chapter II.
#![expect(clippy::print_stdout, reason = "an example is there to be read")]

use dicot::{CanonicalForm, ParseFormError};

/// A game, its canonical form, and where to read about it.
const VALUES: [(&str, &str, &str); 14] = [
    ("{|}", "0", "Winning Ways 2"),
    ("{0|}", "1", "Winning Ways 2"),
    ("{0|1}", "1/2", "Winning Ways 2, simplest number"),
    ("{1/4|1}", "1/2", "Winning Ways 2, simplest number"),
    ("{0|0}", "*", "Winning Ways 3, a heap of one"),
    ("{0,*|0,*}", "*2", "Winning Ways 3, a heap of two"),
    ("{0|*}", "^", "Winning Ways 3, up"),
    ("{0,*|0}", "^*", "Winning Ways 3, up and star"),
    ("{0|^*}", "^^", "Winning Ways 3, double up"),
    ("{^|v}", "*", "both options are reversible"),
    ("{^|*}", "^[2]", "Siegel II, ^ + ^<2>"),
    ("{1|-1}", "+-1", "Winning Ways 5, a switch"),
    ("{0||0|-2}", "Tiny(2)", "Winning Ways 5, tiny-two"),
    ("{+-1|0}", "-1", "a hot option that reverses out"),
];

fn main() -> Result<(), ParseFormError> {
    for (game, expected, source) in VALUES {
        let value: CanonicalForm = game.parse()?;
        println!("{game:10} = {:8} {}   {source}", value.to_string(), value.outcome());
        // Reading `^[2]` gives the same value as reading `{^|*}`: forms are unique.
        assert_eq!(value, expected.parse::<CanonicalForm>()?);
        assert_eq!(value.to_string(), expected);
    }

    // The same by hand: `^` is the game in which Left can move to 0 and Right to `*`.
    let up = CanonicalForm::new([CanonicalForm::ZERO], [CanonicalForm::STAR]);
    assert_eq!(up, CanonicalForm::UP);
    Ok(())
}
