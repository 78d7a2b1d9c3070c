//! Sums of games: what adds up, what cancels, and who is ahead.
//!
//! Sources: Berlekamp, Conway, Guy, *Winning Ways*, chapters 3 (ups and nimbers), 5 (switches, tiny)
//! and 8 (the two-ahead rule); Siegel, *Combinatorial Game Theory* (2013), chapter II.
#![expect(clippy::print_stdout, reason = "an example is there to be read")]

use std::cmp::Ordering;

use dicot::analysis::Analyze;
use dicot::rules::Clobber;
use dicot::{CanonicalForm, ParseFormError};

/// Sums and their canonical forms.
const SUMS: [(&str, &str); 7] = [
    ("* + *", "0"),                            // every nimber is its own negative
    ("*5 + *3", "*6"),                         // Nim: binary addition without carrying
    ("^ + ^", "{0|^*}"),                       // double up
    ("+-1 + (+-1)", "0"),                      // the second player copies
    ("{2|0}", "1 + (+-1)"),                    // a number and a switch
    ("+-3 + (+-1)", "{4|2||-2|-4}"),           // the larger switch is played first
    ("{3||2|1} + {3||2|1}", "{5||4,{5|4}|3}"), // CGSuite's test suite
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = |text: &str| -> Result<CanonicalForm, ParseFormError> { text.parse() };
    for (sum, value) in SUMS {
        println!("{sum:20} = {}", game(sum)?);
        assert_eq!(game(sum)?, game(value)?);
    }

    // Up is confused with star. Whoever is two ups ahead wins, whatever nimber is added.
    let (up, star) = (CanonicalForm::UP, CanonicalForm::STAR);
    assert_eq!(up.partial_cmp(&star), None);
    for m in 1..=100 {
        assert!(&up * 2 + CanonicalForm::nimber(m) > CanonicalForm::ZERO);
    }
    println!("^ || *, but ^^ + *m > 0");

    // On the board: `xxxo` is worth two ups and a star, and no number of `xo` helps Right.
    for n in 0..=6 {
        let sum: Clobber = ("xxxo".to_owned() + &".xo".repeat(n)).parse()?;
        println!("{:24} {}", sum.to_string(), sum.canonical_form());
        assert!(sum.canonical_form() > CanonicalForm::ZERO);
    }

    // Infinitesimals of another order: a thousand tinies are less than one up.
    let tinies = game("1000*Tiny(1)")?;
    assert_eq!(tinies.partial_cmp(&up), Some(Ordering::Less));
    assert_eq!(up.partial_cmp(&game("1/1024")?), Some(Ordering::Less));
    println!("1000*Tiny(1) < ^ < 1/1024");
    Ok(())
}
