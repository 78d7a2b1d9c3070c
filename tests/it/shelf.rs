//! Short games of the literature against tables of CGSuite, whose rows a second program computed as well, and against
//! plain twins.

use std::fmt::Debug;
use std::hash::Hash;

use dicot::CanonicalForm;
use dicot::analysis::Analyzer;
use dicot::rules::{
    ElephantsAndRhinos, GenToadsAndFrogs, RulesetSpec, Short, ToadsVariant, TopplingDominoes,
};

use crate::plain::table;

/// Checks the value of each row for which `position` finds the position; returns how many there are.
fn check<P: Short>(table: &str, position: impl Fn(&table::Row<'_>) -> Option<P>) -> usize {
    let (mut analyzer, mut rows) = (Analyzer::<P>::new(), 0);
    for row in table::rows(table) {
        let Some(position) = position(&row) else { continue };
        let value = analyzer.canonical_form(&position).unwrap();
        let expected: CanonicalForm = row["value"].parse().unwrap();
        assert_eq!(value, expected, "line {}: {position}", row.line);
        rows += 1;
    }
    rows
}

/// Reads a position that is known to be one.
fn position<P: std::str::FromStr<Err: Debug>>(text: &str) -> Option<P> {
    Some(text.parse().unwrap_or_else(|error| panic!("{text}: {error:?}")))
}

#[test]
fn rows_of_toppling_dominoes() {
    let table = include_str!("../data/toppling_dominoes.tsv");
    assert_eq!(check::<TopplingDominoes>(table, |row| position(&row["dominoes"])), 1997);
}

#[test]
fn strips_of_elephants_and_rhinos() {
    let table = include_str!("../data/elephants_and_rhinos.tsv");
    assert_eq!(check::<ElephantsAndRhinos>(table, |row| position(&row["strip"])), 742);
}

/// Variants of Toads and Frogs, as the column `parameters` names them.
macro_rules! toads {
    ($name:ident, $($choice:item)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        struct $name;

        impl ToadsVariant for $name {
            const SPEC: &'static RulesetSpec = &RulesetSpec::new(stringify!($name));
            $($choice)*
        }
    };
}

toads! { Plain, }
toads! { Slides, const MAX_STEP: u8 = 2; }
toads! { Jumps, const MAX_JUMP: u8 = 2; }
toads! { Both, const MAX_STEP: u8 = 2; const MAX_JUMP: u8 = 2; }
toads! { OverOwn, const OVER_OWN: bool = true; }

#[test]
fn strips_of_variants_of_toads_and_frogs() {
    let table = include_str!("../data/gen_toads_and_frogs.tsv");
    fn variant<V: ToadsVariant>(table: &str, parameters: &str) -> usize {
        check::<GenToadsAndFrogs<V>>(table, |row| {
            (&row["parameters"] == parameters).then(|| position(&row["strip"])).flatten()
        })
    }
    assert_eq!(variant::<Slides>(table, "maxSlide => 2"), 45);
    assert_eq!(variant::<Jumps>(table, "maxJump => 2"), 49);
    assert_eq!(variant::<Both>(table, "maxSlide => 2, maxJump => 2"), 46);
    assert_eq!(variant::<OverOwn>(table, "allowFriendlyJump => true"), 48);
}

#[test]
fn the_plain_variant_is_toads_and_frogs() {
    let table = include_str!("../data/toads_and_frogs.tsv");
    let rows = check::<GenToadsAndFrogs<Plain>>(table, |row| position(&row["position"]));
    assert_eq!(rows, table::rows(table).count());
    assert!(rows > 100);
}
