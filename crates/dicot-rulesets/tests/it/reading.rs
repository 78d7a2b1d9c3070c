//! Where a text is wrong.

use dicot_rulesets::{RulesetExt, library};

#[test]
fn places_of_problems() {
    let offset =
        |name: &str, text: &str| library().find(name).unwrap().parse(text).unwrap_err().offset();
    assert_eq!(offset("clobber", "xo/x?"), Some(4));
    assert_eq!(offset("clobber", "  xo|\u{e9}o "), Some(5));
    assert_eq!(offset("clobber", "xo\r\nx?"), Some(5));
    assert_eq!(offset("clobber", "xo//xo"), Some(3));
    assert_eq!([offset("clobber", "xo/x/xo"), offset("clobber", "xo/xox")], [Some(4), Some(5)]);
    assert_eq!([offset("clobber", ""), offset("clobber", &"x".repeat(449))], [None, None]);
    assert_eq!([offset("kayles", "7+x"), offset("kayles", "7 + x")], [Some(2), Some(4)]);
    assert_eq!([offset("combo", "w1,./b0,."), offset("combo", "w1,./.,b")], [Some(5), Some(7)]);
    assert_eq!([offset("snort", "n=3  0-3"), offset("snort", " n=3 |x")], [Some(5), Some(6)]);
    assert_eq!([offset("combo", "w1,./."), offset("combo", "w1/.,.")], [Some(6), Some(5)]);
}
