//! Sums, read from texts.

use dicot::Limits;
use dicot_rulesets::{Parts, library};

fn parts(text: &str) -> Result<Vec<String>, String> {
    let parts = Parts::read(text, library(), "clobber", &Limits::default());
    let parts = parts.map_err(|failure| failure.message().to_owned())?;
    Ok(parts.texts.into_iter().map(|part| part.text).collect())
}

#[test]
fn parts_of_a_sum() {
    let text = "xo + kayles:7+5 +  {1 + 2|(0 + *)} + ^";
    assert_eq!(parts(text).unwrap(), ["xo", "kayles:7+5", "{1 + 2|(0 + *)}", "^"]);
    assert_eq!(parts(" xo ").unwrap(), ["xo"]);
    let nothing = "part 2: there is nothing between two plus signs";
    assert_eq!(parts("xo + + ^").unwrap_err(), nothing);
    assert_eq!(Parts::count("} + xo"), 2);
    assert_eq!(Parts::count(""), 1);
}

/// The opening of a match belongs to no sum.
#[test]
fn a_match_is_not_in_a_sum() {
    let error =
        Parts::read("oxo/xox/oxo + ^", library(), "konane-any", &Limits::default()).unwrap_err();
    assert_eq!(
        error.message(),
        "part 1: a position of konane-any is a match, and not a term of a sum"
    );
}
