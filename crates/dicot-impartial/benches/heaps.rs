//! Grundy values of a million heaps.
//!
//! `cargo bench -p dicot-impartial`

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use dicot::Limits;
use dicot_impartial::Sequence;

fn heaps(c: &mut Criterion) {
    let mut group = c.benchmark_group("heaps");
    group.sample_size(10);
    for (code, heaps, last) in
        [("0.0137", 100_000, None), ("0.0007", 100_000, None), ("0.77", 1_000_000, Some(8))]
    {
        group.bench_function(format!("{code} to {heaps}"), |b| {
            b.iter(|| {
                let mut sequence = Sequence::new(black_box(code).parse().expect("a code"));
                sequence.extend_to(heaps, &Limits::default()).expect("no limit");
                assert!(last.is_none_or(|last| sequence.values().last() == Some(&last)));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, heaps);
criterion_main!(benches);
