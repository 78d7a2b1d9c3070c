//! Families of Clobber positions in a single row.
//!
//! Sources: Albert, Grossman, Nowakowski, Wolfe, *An Introduction to Clobber* (Integers 5(2), 2005):
//! the first two families, and the third and fourth as conjectures. The fourth is proved by Chen et
//! al. (arXiv 2509.08985, 2025).
#![expect(clippy::print_stdout, reason = "an example is there to be read")]

use dicot::analysis::{Analyze, Analyzer};
use dicot::rules::Clobber;
use dicot::{CanonicalForm, Outcome};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("x^n o = (n-1)·up + n·star");
    for n in 1..=8 {
        let position: Clobber = ("x".repeat(n) + "o").parse()?;
        let value = position.canonical_form();
        println!("  {:10} {value}", position.to_string());
        let n = n as i64;
        assert_eq!(value, CanonicalForm::UP * (n - 1) + CanonicalForm::STAR * n);
    }

    println!("x^m o^n = 0 for m, n >= 2");
    for (m, n) in [(2, 2), (2, 3), (4, 3), (5, 5)] {
        let position: Clobber = ("x".repeat(m) + &"o".repeat(n)).parse()?;
        println!("  {:10} {}", position.to_string(), position.canonical_form());
        assert_eq!(position.canonical_form(), CanonicalForm::ZERO);
    }

    // One analyzer for a family: each position is soon reduced to those before.
    let mut analyzer = Analyzer::new();
    println!("(xxo)^n = floor((n+1)/2)·up");
    for n in 1..=7 {
        let value = analyzer.canonical_form(&"xxo".repeat(n).parse::<Clobber>()?)?;
        println!("  n = {n}: {value}");
        assert_eq!(value, CanonicalForm::UP * ((n as i64 + 1) / 2));
    }

    println!("(xo)^n is won by the first player, but for n = 3");
    for n in 1..=10 {
        let outcome = analyzer.outcome(&"xo".repeat(n).parse::<Clobber>()?)?;
        println!("  n = {n}: {outcome}");
        assert_eq!(outcome, if n == 3 { Outcome::Previous } else { Outcome::Next });
    }
    Ok(())
}
