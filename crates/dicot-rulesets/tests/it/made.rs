//! Rulesets that are made of their names.

use dicot_rulesets::{RulesetExt, all_made, any_ruleset, library};

#[test]
fn rulesets_by_the_names_of_what_they_are_made_of() {
    let name = |name: &str| library().find(name).map(|ruleset| ruleset.spec().name.clone());
    let error = |text: &str| name(text).unwrap_err().to_string();
    assert_eq!(name("Dicotic-Domineering").unwrap(), "dicotic-domineering");
    assert_eq!(name("dicotic-dicotic-kayles").unwrap(), "dicotic-dicotic-kayles");
    assert_eq!(name("twisted-clobber").unwrap(), "twisted-clobber");
    assert_eq!(name("Fox-and-geese-2").unwrap(), "fox-and-geese-2");
    assert_eq!(name("partizan-heap-0.33-4.07").unwrap(), "partizan-heap-0.33-4.07");
    for name in ["dicotic-", "impartial-", "twisted-"]
        .map(|variant| format!("{variant}partizan-heap-0.33-4.07"))
    {
        assert_eq!(library().find(&name).unwrap().spec().name, name);
    }
    assert!(error("twisted-partizan-heap-0.3-x").starts_with("\"x\" is not the code of a player"));
    assert_eq!(name("heap-0.A7").unwrap(), "heap-0.a7");
    assert_eq!(name("Heap-GrundysGame").unwrap(), "heap-4!.0");
    assert_eq!(name("heap-wythoff").unwrap(), "heap-wythoff");
    assert_eq!(name("impartial-heap-0.77").unwrap(), "impartial-heap-0.77");
    assert!(error("heap-3.7").starts_with("3.7: byte 0: a move that removes nothing"));
    assert!(error("dicotic-combo").starts_with("unknown ruleset \"dicotic-combo\""));
    assert!(error("partizan-heap-0.33").starts_with("\"\" is not the code of a player"));
    assert!(error("partizan-heap-0.3-x").starts_with("\"x\" is not the code of a player"));
}

/// A name means one ruleset as long as something uses it, and is forgotten then.
#[test]
fn what_nothing_uses_is_freed() {
    let names = || (1..=300).map(|n| format!("partizan-heap-0.1-0.{n:o}1"));
    for name in names() {
        let position = library().find(&name).unwrap().parse("3").unwrap();
        assert_eq!(*position.ruleset(), library().find(&name).unwrap());
    }
    let weak = any_ruleset("twisted-kayles").unwrap().downgrade();
    assert!(weak.upgrade().is_none());
    let kings = library().find("impartial-kings").unwrap();
    assert_eq!(kings, library().find("impartial-diagonal-clobber").unwrap());
    let left =
        all_made().into_iter().filter(|ruleset| names().any(|name| name == ruleset.spec().name));
    assert_eq!(left.count(), 0);
}
