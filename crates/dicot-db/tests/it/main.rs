//! Databases: written and read again, damaged in every way, and used by many at once.

mod analysis;
mod damage;
mod hostile;
mod round_trip;
mod sharing;

use std::collections::BTreeMap;

use dicot::CanonicalForm;
use dicot::analysis::Analyzer;
use dicot::rules::{AnyRuleset, Clobber, Short};
use dicot_db::Builder;
use dicot_rulesets::{PositionExt, ruleset_of};

/// All boards of that shape.
fn boards(rows: u32, columns: u32) -> impl Iterator<Item = Clobber> {
    (0..3u32.pow(rows * columns)).map(move |number| {
        let cell = |n| ['.', 'x', 'o'][(number / 3u32.pow(n) % 3) as usize];
        let row = |row| (0..columns).map(|column| cell(row * columns + column)).collect::<String>();
        (0..rows).map(row).collect::<Vec<_>>().join("/").parse::<Clobber>().unwrap()
    })
}

fn clobber() -> AnyRuleset {
    ruleset_of::<Clobber>()
}

/// The components of boards, with their values.
type Values = BTreeMap<String, CanonicalForm>;

fn values(boards: impl Iterator<Item = Clobber>) -> Values {
    let mut analyzer = Analyzer::new();
    let mut values = Values::new();
    for board in boards {
        for part in board.components() {
            let object = clobber().read(&part.to_string()).unwrap();
            let (text, negated) = object.valued().unwrap().component_text();
            values.entry(text).or_insert_with(|| {
                let value = analyzer.canonical_form(&part).unwrap();
                if negated { -value } else { value }
            });
        }
    }
    values
}

fn file<'v>(values: impl IntoIterator<Item = (&'v String, &'v CanonicalForm)>) -> Vec<u8> {
    let builder = builder(values);
    let mut file = Vec::new();
    builder.write(&mut file).unwrap();
    file
}

/// A small file: the components of 2x2, and values of every kind.
fn small() -> (Values, Vec<u8>) {
    let mut values = values(boards(2, 2));
    for (text, value) in [
        ("hot", "{3||2|1}"),
        ("number", "-5/8"),
        ("ups", "v3*2"),
        ("own negative", "+-{1|*}"),
        ("negative", "{-1|-2||-3}"),
        ("dicot", "{^^*|*,v}"),
        ("näme ≠", "{1|*,v}"),
    ] {
        values.insert(text.to_owned(), value.parse().unwrap());
    }
    let file = file(&values);
    (values, file)
}

/// The builder of a database of Clobber with these values.
fn builder<'v>(values: impl IntoIterator<Item = (&'v String, &'v CanonicalForm)>) -> Builder {
    let mut builder = Builder::new("clobber").unwrap();
    for (text, value) in values {
        builder.add(text, value).unwrap();
    }
    builder
}
