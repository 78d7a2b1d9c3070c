//! A Clobber position falls into pieces, and its value is the sum of theirs.
//!
//! Sources: the values of `xo` and `xxo` are in Albert, Grossman, Nowakowski, Wolfe, *An Introduction
//! to Clobber* (Integers 5(2), 2005); that of `xox/ox.` is in the tutorial of CGSuite.
#![expect(clippy::print_stdout, reason = "an example is there to be read")]

use dicot::analysis::Analyzer;
use dicot::rules::{Clobber, Position};
use dicot::{CanonicalForm, Player};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position: Clobber = "xox.xxo\n\
         ox.....\n\
         ...ox.x"
        .parse()?;
    // The analyzer remembers what it has found, for this position and for others.
    let mut analyzer = Analyzer::new();

    let pieces = analyzer.decompose(&position)?;
    for (piece, value) in &pieces {
        println!("{:10} {value}", piece.to_string());
    }
    let values: Vec<String> = pieces.iter().map(|(_, value)| value.to_string()).collect();
    assert_eq!(values, ["{^^*|*,v}", "^", "*"]);

    let value = analyzer.canonical_form(&position)?;
    assert_eq!(value, pieces.iter().map(|(_, value)| value).sum::<CanonicalForm>());
    println!("sum        {value}, outcome {}\n", value.outcome());
    assert!(value > CanonicalForm::ZERO); // Left wins, whoever starts

    // Everything at once, as a table.
    let report = analyzer.report(&position)?;
    println!("{report}");

    // After any of these moves, Left wins as second player.
    for winning in report.moves[Player::Left].iter().filter(|m| m.wins) {
        let after = position.play(Player::Left, winning.mv)?;
        let value = analyzer.canonical_form(&after)?;
        assert_eq!(value, winning.value);
        assert!(value >= CanonicalForm::ZERO);
    }
    Ok(())
}
