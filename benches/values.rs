//! Arithmetic and notation of values.
//!
//! `cargo bench --bench values`

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use dicot::{CanonicalForm, Store};

/// Sums from scratch, in a new store each time, of games that do not simplify much.
fn sums(c: &mut Criterion) {
    let mut group = c.benchmark_group("sum");
    for (name, terms) in [
        ("hot", ["{3||2|1}", "{10||0|-10}", "{4|{2|-4}}", "{7|5||4|1}"]),
        ("infinitesimal", ["{^^*|*,v}", "{0,^*|0,v*}", "{*,v|vv*}", "{0|*2}"]),
        ("closed", ["1/2^*3", "-3v4", "^^*5", "7/8"]),
    ] {
        let expected: CanonicalForm = terms.join(" + ").parse().expect("games");
        group.bench_function(name, |b| {
            b.iter(|| {
                let store = Store::new();
                let games = terms.map(|text| store.parse(black_box(text)).expect("a game"));
                assert_eq!(games.iter().sum::<CanonicalForm>(), expected);
            });
        });
    }
    group.finish();
}

/// Printing and reading back a long form.
fn notation(c: &mut Criterion) {
    let store = Store::new();
    let game = store.parse("{3||2|1} + {10||0|-10} + {4|{2|-4}} + {7|5||4|1}").expect("a game");
    let text = game.to_string();
    let mut group = c.benchmark_group("notation");
    group.bench_function("print", |b| b.iter(|| assert_eq!(black_box(&game).to_string(), text)));
    group.bench_function("length", |b| {
        b.iter(|| assert_eq!(black_box(&game).text_len(), text.len() as u64));
    });
    group.bench_function("read", |b| {
        b.iter(|| assert_eq!(store.parse(black_box(&text)).as_ref(), Ok(&game)));
    });
    group.finish();
}

criterion_group!(benches, sums, notation);
criterion_main!(benches);
