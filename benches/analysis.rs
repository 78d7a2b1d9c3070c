//! Canonical forms of Clobber positions from scratch: the `Analyzer` beside a plain twin.
//!
//! The twin uses the public API only and values each component as it stands: no symmetry, no exchange
//! of colours, a handle for every value. Each run asserts its answer.
//!
//! `cargo bench --bench analysis`; figures in `RESULTS.md`.

use std::collections::HashMap;
use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, SamplingMode, criterion_group, criterion_main};
use dicot::analysis::Analyzer;
use dicot::rules::{AnyPosition, Clobber, Position, Short};
use dicot::{CanonicalForm, Player, Store};

/// Width and height of checkerboards, and their values as far as they are short.
const BOARDS: [(u8, u8, Option<&str>); 6] = [
    (4, 3, Some("0")),
    (4, 4, Some("*")),
    (6, 3, Some("0")),
    (10, 2, Some("*")),
    (30, 1, None),
    (36, 1, None),
];

fn analyzed(position: &Clobber) -> CanonicalForm {
    Analyzer::new().canonical_form(position).expect("there are no limits")
}

/// The same for the position behind a pointer.
fn analyzed_any(position: &Clobber) -> CanonicalForm {
    let position = AnyPosition::new(*position);
    Analyzer::new().canonical_form(&position).expect("there are no limits")
}

fn plain(
    position: &Clobber,
    table: &mut HashMap<Clobber, CanonicalForm>,
    store: &Store,
) -> CanonicalForm {
    let zero = store.adopt(&CanonicalForm::ZERO);
    position.components().fold(zero, |sum, piece| {
        if let Some(value) = table.get(&piece) {
            return sum + value;
        }
        let mut options = |player| -> Vec<CanonicalForm> {
            piece.options(player).map(|option| plain(&option, table, store)).collect()
        };
        let value =
            store.calculation().form(options(Player::Left), options(Player::Right)).unwrap();
        table.insert(piece, value.clone());
        sum + value
    })
}

fn analysis(c: &mut Criterion) {
    let mut group = c.benchmark_group("analysis");
    group
        .sample_size(10)
        .sampling_mode(SamplingMode::Flat)
        .measurement_time(Duration::from_secs(5));
    for (width, height, value) in BOARDS {
        let board = Clobber::checkerboard(width, height).expect("it fits");
        let size = format!("{height}x{width}");
        let check = |found: CanonicalForm| {
            if let Some(value) = value {
                assert_eq!(found.to_string(), value);
            }
        };
        group.bench_function(BenchmarkId::new("analyzer", &size), |b| {
            b.iter(|| check(analyzed(black_box(&board))));
        });
        if board.shape().cells() <= 16 {
            group.bench_function(BenchmarkId::new("any position", &size), |b| {
                b.iter(|| check(analyzed_any(black_box(&board))));
            });
            group.bench_function(BenchmarkId::new("plain", &size), |b| {
                b.iter(|| check(plain(black_box(&board), &mut HashMap::new(), &Store::new())));
            });
        }
    }
    // Half a minute a run: the one that shows how memory and time grow.
    let board = Clobber::checkerboard(5, 4).expect("it fits");
    group.bench_function(BenchmarkId::new("analyzer", "4x5"), |b| {
        b.iter(|| assert_eq!(analyzed(black_box(&board)).outcome(), dicot::Outcome::Next));
    });
    group.finish();
}

criterion_group!(benches, analysis);
criterion_main!(benches);
