//! Work in chunks.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::yield_now;

use dicot_rulesets::in_order;

#[test]
fn order_and_errors() {
    let mut taken = Vec::new();
    in_order(
        3,
        100,
        |chunk| Ok(chunk * chunk),
        |n| {
            taken.push(n);
            Ok::<_, ()>(())
        },
    )
    .unwrap();
    assert!(taken.into_iter().eq((0..100).map(|n| n * n)));
    let failing = |chunk| {
        if chunk == 7 { Err("interrupted") } else { Ok(chunk) }
    };
    let result = in_order(2, 1000, failing, |chunk| {
        assert!(chunk < 7);
        Ok(())
    });
    assert_eq!(result, Err("interrupted"));
}

/// What waits in memory while the first chunk is slow: four chunks a thread.
#[test]
fn a_slow_chunk_holds_the_others_up() {
    let begun = AtomicUsize::new(0);
    let work = |chunk| {
        begun.fetch_add(1, Ordering::Relaxed);
        if chunk == 0 {
            while begun.load(Ordering::Relaxed) < 8 {
                yield_now();
            }
            (0..1000).for_each(|_| yield_now());
            assert_eq!(begun.load(Ordering::Relaxed), 8);
        }
        Ok(chunk)
    };
    in_order(2, 1000, work, |_| Ok::<_, ()>(())).unwrap();
    assert_eq!(begun.load(Ordering::Relaxed), 1000);
}
