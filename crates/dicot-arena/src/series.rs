//! A series of games on several threads.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use dicot::Interrupt;

/// The stack size of a thread, because the bots' searches are recursive. A first choice, not compared with others.
const STACK_BYTES: usize = 64 << 20;

/// Plays games 0, 1, .. on several threads until `stop` is set, and calls `each` with the number and the result of each
/// game, in order. `play` returns `None` for a game that was stopped and does not count.
///
/// # Errors
/// The first error of `each`, after which no more games start, or an error of the system if no thread can be started.
pub(crate) fn play_all<T: Send, E: From<io::Error>>(
    games: u64,
    threads: usize,
    stop: &Interrupt,
    play: impl Fn(u64) -> Option<T> + Sync,
    mut each: impl FnMut(u64, T) -> Result<(), E>,
) -> Result<(), E> {
    let (next, play) = (AtomicU64::new(0), &play);
    let (sender, played) = channel();
    thread::scope(|scope| {
        for thread in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            let work = move || {
                while !stop.is_set() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    // The receiver is gone after an error.
                    if number >= games || sender.send((number, play(number))).is_err() {
                        break;
                    }
                }
            };
            let started = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
            match started {
                Ok(_) => {}
                Err(error) if thread == 0 => return Err(error.into()),
                // The threads that were started play all games.
                Err(_) => break,
            }
        }
        drop(sender);
        // Games may finish out of order; `waiting` has those that finished before an earlier one.
        let (mut waiting, mut due) = (BTreeMap::new(), 0);
        for (number, game) in played {
            waiting.insert(number, game);
            while let Some(game) = waiting.remove(&due) {
                if let Some(game) = game {
                    each(due, game)?;
                }
                due += 1;
            }
        }
        Ok(())
    })
}
