//! Work that is cut into chunks for threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::CensusError;

/// Does the chunks with those numbers in threads, one for each of `workers`, and hands over what comes of them in
/// their order. The first error ends it.
pub(crate) fn in_order<W: Send, T: Send>(
    workers: Vec<W>,
    chunks: usize,
    work: impl Fn(&mut W, usize) -> Result<T, CensusError> + Sync,
    mut take: impl FnMut(T) -> Result<(), CensusError>,
) -> Result<(), CensusError> {
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for mut worker in workers {
            let (sender, work, next, stop) = (sender.clone(), &work, &next, &stop);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let chunk = next.fetch_add(1, Ordering::Relaxed);
                    if chunk >= chunks || sender.send((chunk, work(&mut worker, chunk))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        let mut result = Ok(());
        for (chunk, done) in receiver {
            result = done.and_then(|done| {
                waiting.insert(chunk, done);
                while let Some(done) = waiting.remove(&due) {
                    take(done)?;
                    due += 1;
                }
                Ok(())
            });
            if result.is_err() {
                break;
            }
        }
        stop.store(true, Ordering::Relaxed);
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_errors() {
        let mut taken = Vec::new();
        in_order(
            vec![(); 3],
            100,
            |(), chunk| Ok(chunk * chunk),
            |n| {
                taken.push(n);
                Ok(())
            },
        )
        .unwrap();
        assert!(taken.into_iter().eq((0..100).map(|n| n * n)));
        let failing = |(): &mut (), chunk| {
            if chunk == 7 { Err(CensusError::Interrupted) } else { Ok(chunk) }
        };
        let result = in_order(vec![(); 2], 1000, failing, |chunk| {
            assert!(chunk < 7);
            Ok(())
        });
        assert!(matches!(result, Err(CensusError::Interrupted)));
    }
}
