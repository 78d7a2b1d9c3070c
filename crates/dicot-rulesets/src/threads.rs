//! Work that is cut into chunks for threads, and locks.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

/// The number of chunks that each thread may be ahead of the chunk that is handed over next. What they found waits in
/// memory; with a few of them no thread waits for a slow chunk of another.
const CHUNKS_AHEAD: usize = 4;

/// Calls a function when it is dropped, also in a panic.
struct OnDrop<F: Fn()>(F);

impl<F: Fn()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Which chunks were begun.
#[derive(Default)]
struct Queue {
    /// The next chunk to begin.
    next: usize,
    /// The next chunk to hand over.
    due: usize,
    stop: bool,
}

/// Locks a mutex. One whose thread panicked is used as it is: what it protects is valid at any time.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `work` with chunks 0 to `chunks` - 1 on `threads` threads, and `take` with their results in order.
///
/// # Errors
/// The first error of either ends it.
pub fn in_order<T: Send + 'static, E: Send + 'static>(
    threads: usize,
    chunks: usize,
    work: impl Fn(usize) -> Result<T, E> + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let mut error = None;
    run(
        threads,
        chunks,
        &|chunk| match work(chunk) {
            Ok(done) => Ok(Box::new(done)),
            Err(error) => Err(Box::new(error)),
        },
        &mut |result| {
            match result.map(Box::<dyn Any + Send>::downcast) {
                Ok(Ok(done)) => error = take(*done).err().map(Box::new),
                Err(failure) => error = failure.downcast().ok(),
                Ok(Err(_)) => {} // `work` returns no other type
            }
            error.is_none()
        },
    );
    error.map_or(Ok(()), |error| Err(*error))
}

/// A result or an error of any type.
type Erased = Box<dyn Any + Send>;

/// [`in_order`] for all types, so that threads, channel and map are compiled once and not for each ruleset. An error is
/// passed to `take` at once; `take` returns whether to go on.
fn run(
    threads: usize,
    chunks: usize,
    work: &(dyn Fn(usize) -> Result<Erased, Erased> + Sync),
    take: &mut dyn FnMut(Result<Erased, Erased>) -> bool,
) {
    if cfg!(target_family = "wasm") {
        // It starts no threads.
        let _ = (0..chunks).all(|chunk| take(work(chunk)));
        return;
    }
    let (queue, changed) = (Mutex::new(Queue::default()), Condvar::new());
    let locked = || lock(&queue);
    let hand_over = |due| {
        locked().due = due;
        changed.notify_all();
    };
    let stop = || {
        locked().stop = true;
        changed.notify_all();
    };
    let begin = || -> Option<usize> {
        let is_full = |queue: &mut Queue| {
            let is_ahead = queue.next >= queue.due + CHUNKS_AHEAD * threads;
            is_ahead && queue.next < chunks && !queue.stop
        };
        let queue = changed.wait_while(locked(), is_full);
        let mut queue: MutexGuard<'_, Queue> = queue.unwrap_or_else(PoisonError::into_inner);
        let chunk = queue.next;
        queue.next += 1;
        (chunk < chunks && !queue.stop).then_some(chunk)
    };
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let (sender, begin, stop) = (sender.clone(), &begin, &stop);
            scope.spawn(move || {
                // Without a chunk that is never done the others would wait for ever.
                let _guard = OnDrop(|| {
                    if thread::panicking() {
                        stop();
                    }
                });
                while let Some(chunk) = begin() {
                    if sender.send((chunk, work(chunk))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let _guard = OnDrop(stop);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (chunk, result) in receiver {
            if result.is_err() {
                take(result);
                return;
            }
            waiting.insert(chunk, result);
            while let Some(result) = waiting.remove(&due) {
                if !take(result) {
                    return;
                }
                due += 1;
            }
            hand_over(due);
        }
    });
}
