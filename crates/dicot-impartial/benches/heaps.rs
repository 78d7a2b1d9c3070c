//! Grundy values of heaps.
//!
//! `cargo bench -p dicot-impartial`

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use dicot::Limits;
use dicot_impartial::Sequence;

/// The code, the last heap, and its value.
const CASES: [(&str, usize, u32); 3] = [
    ("0.4562", 100_000, 21), // few rare heaps
    ("0.0137", 10_000, 191), // many rare heaps
    ("0.37B", 600, 410),     // three heaps
];

fn heaps(c: &mut Criterion) {
    let mut group = c.benchmark_group("heaps");
    group.sample_size(10);
    for (code, last, value) in CASES {
        group.bench_function(format!("{code} to {last}"), |b| {
            b.iter(|| {
                let mut sequence = Sequence::new(black_box(code).parse().expect("a code"));
                sequence.extend_to(last, &Limits::default()).expect("no limit");
                assert_eq!(sequence.values()[last], value);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, heaps);
criterion_main!(benches);
