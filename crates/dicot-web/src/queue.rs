//! Decides which of the waiting requests computes next: a two-level feedback queue that is fair between addresses.
//!
//! A computation runs on one of the workers, or on the *short lane*: one extra thread, where it is interrupted after a
//! time slice. It then waits for a worker and starts again there. So a short request is answered while long ones occupy
//! all workers, and each long one delays it by at most one slice.
//!
//! Among the addresses whose requests wait, the next worker goes to the one with the fewest computations on workers, and
//! among those to the one that was served longest ago; the lane goes to an address in the same way. Requests of one
//! address run in order of arrival.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use dicot_rulesets::lock;
use tokio::sync::oneshot;

/// The workers, the short lane, and the requests that wait for them. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    /// The number of workers.
    workers: usize,
    /// The maximum number of workers that one address uses at a time.
    per_address: usize,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// The number of computations that run on workers.
    running: usize,
    /// The address of the computation on the short lane.
    lane: Option<IpAddr>,
    /// The requests of each address that run or wait.
    addresses: HashMap<IpAddr, Requests>,
    /// A logical clock, advanced by each arrival and each start.
    clock: u64,
}

/// The requests of one address.
#[derive(Debug, Default)]
struct Requests {
    /// The number of requests that run on workers.
    running: usize,
    /// The time, by the clock of the queue, when a request of the address last received a thread.
    served: u64,
    /// The waiting requests, in order of arrival.
    waiting: VecDeque<Waiting>,
}

#[derive(Debug)]
struct Waiting {
    arrival: u64,
    may_be_short: bool,
    wake: oneshot::Sender<ThreadPermit>,
}

/// The time and the address of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    address: IpAddr,
    at: u64,
}

/// A kind of thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    Worker,
    Lane,
}

/// The right to use a worker or the lane. Dropping it frees the thread for the next request.
#[derive(Debug)]
pub(crate) struct ThreadPermit {
    queue: Queue,
    address: IpAddr,
    slot: Slot,
}

impl ThreadPermit {
    pub(crate) fn kind(&self) -> Slot {
        self.slot
    }
}

impl Drop for ThreadPermit {
    fn drop(&mut self) {
        {
            let mut state = self.queue.lock();
            match self.slot {
                Slot::Worker => {
                    state.running -= 1;
                    if let Some(requests) = state.addresses.get_mut(&self.address) {
                        requests.running -= 1;
                    }
                }
                Slot::Lane => state.lane = None,
            }
        }
        self.queue.dispatch();
    }
}

impl Queue {
    pub(crate) fn new(workers: usize, per_address: usize) -> Queue {
        Queue { workers, per_address, state: Arc::default() }
    }

    /// Locks the state. Nothing panics while it is locked, so it is never poisoned.
    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// The arrival of a request from this address, now.
    pub(crate) fn arrival(&self, address: IpAddr) -> Arrival {
        Arrival { address, at: self.lock().tick() }
    }

    /// Waits for a worker or, if the request may be short, for the lane. Dropping the future removes the request.
    ///
    /// Always returns `Some`: the queue wakes every request that waits.
    pub(crate) async fn slot(&self, arrival: Arrival, may_be_short: bool) -> Option<ThreadPermit> {
        let Arrival { address, at } = arrival;
        let (wake, woken) = oneshot::channel();
        {
            let mut state = self.lock();
            let waiting = &mut state.addresses.entry(address).or_default().waiting;
            let index = waiting.partition_point(|other| other.arrival < at);
            waiting.insert(index, Waiting { arrival: at, may_be_short, wake });
        }
        self.dispatch();
        woken.await.ok()
    }

    /// Gives free threads to waiting requests.
    fn dispatch(&self) {
        loop {
            let next = self.lock().next(self.workers, self.per_address);
            let Some((address, slot, wake)) = next else { return };
            // If the request was dropped, the permit is dropped here, which dispatches again; the lock is not held.
            drop(wake.send(ThreadPermit { queue: self.clone(), address, slot }));
        }
    }
}

impl State {
    fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    /// Removes the request that runs next, and counts it as running.
    fn next(
        &mut self,
        workers: usize,
        per_address: usize,
    ) -> Option<(IpAddr, Slot, oneshot::Sender<ThreadPermit>)> {
        let lane = self.lane;
        self.addresses.retain(|&address, requests| {
            requests.waiting.retain(|waiting| !waiting.wake.is_closed());
            requests.running > 0 || lane == Some(address) || !requests.waiting.is_empty()
        });
        let on_worker = (self.running < workers)
            .then(|| self.first(Slot::Worker, |one| (one.running < per_address).then_some(0)));
        let on_lane = || {
            let short =
                |one: &Requests| one.waiting.iter().position(|waiting| waiting.may_be_short);
            lane.is_none().then(|| self.first(Slot::Lane, short)).flatten()
        };
        let (address, slot, index) = on_worker.flatten().or_else(on_lane)?;
        let now = self.tick();
        let requests = self.addresses.get_mut(&address)?;
        let waiting = requests.waiting.remove(index)?;
        requests.served = now;
        match slot {
            Slot::Worker => {
                requests.running += 1;
                self.running += 1;
            }
            Slot::Lane => self.lane = Some(address),
        }
        Some((address, slot, waiting.wake))
    }

    /// Among the requests that the addresses propose, by their index: the one that runs next, by the rule above.
    fn first(
        &self,
        slot: Slot,
        propose: impl Fn(&Requests) -> Option<usize>,
    ) -> Option<(IpAddr, Slot, usize)> {
        let proposed = self.addresses.iter().filter_map(|(&address, requests)| {
            let index = propose(requests)?;
            let arrival = requests.waiting.get(index)?.arrival;
            Some(((requests.running, requests.served, arrival), (address, slot, index)))
        });
        proposed.min_by_key(|&(order, _)| order).map(|(_, next)| next)
    }
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    type Wait = Pin<Box<dyn Future<Output = Option<ThreadPermit>>>>;

    fn address(last: u8) -> IpAddr {
        [10, 0, 0, last].into()
    }

    /// A request that arrives and waits.
    fn arrive(queue: &Queue, from: u8, may_be_short: bool) -> Wait {
        let (queue, arrival) = (queue.clone(), queue.arrival(address(from)));
        let mut wait: Wait = Box::pin(async move { queue.slot(arrival, may_be_short).await });
        // The first poll puts it into the queue.
        match wait.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(permit) => Box::pin(std::future::ready(permit)),
            Poll::Pending => wait,
        }
    }

    /// The permit of a request that waits, if it has been given one.
    fn permit(wait: &mut Wait) -> Option<ThreadPermit> {
        match wait.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(permit) => permit,
            Poll::Pending => None,
        }
    }

    #[test]
    fn long_requests_leave_the_lane_to_short_ones() {
        let queue = Queue::new(2, 2);
        let mut workers = [arrive(&queue, 1, true), arrive(&queue, 1, true)];
        let [one, two] = workers.each_mut().map(|wait| permit(wait).unwrap());
        assert_eq!([one.kind(), two.kind()], [Slot::Worker; 2]);
        let mut third = arrive(&queue, 1, true);
        let lane = permit(&mut third).unwrap();
        assert_eq!(lane.kind(), Slot::Lane);
        // Its slice is over: it waits for a worker, and the lane is free.
        let mut again = arrive(&queue, 1, false);
        drop(lane);
        assert!(permit(&mut again).is_none());
        let mut short = arrive(&queue, 1, true);
        assert_eq!(permit(&mut short).unwrap().kind(), Slot::Lane);
        drop(one);
        assert_eq!(permit(&mut again).unwrap().kind(), Slot::Worker);
    }

    #[test]
    fn addresses_take_turns() {
        let queue = Queue::new(1, 1);
        let running = permit(&mut arrive(&queue, 1, false)).unwrap();
        let from = [1, 1, 1, 2, 2, 3];
        let mut waits = from.map(|from| Some(arrive(&queue, from, false)));
        let mut order = Vec::new();
        let mut running = Some(running);
        while running.take().is_some() {
            for (wait, from) in waits.iter_mut().zip(from) {
                if let Some(permit) = wait.as_mut().and_then(permit) {
                    (*wait, running) = (None, Some(permit));
                    order.push(from);
                    break;
                }
            }
        }
        assert_eq!(order, [2, 3, 1, 2, 1, 1]);
        let state = queue.lock();
        assert_eq!((state.running, state.lane, state.addresses.len()), (0, None, 0));
    }

    #[test]
    fn one_address_leaves_workers_to_others() {
        let queue = Queue::new(2, 1);
        let first = permit(&mut arrive(&queue, 1, false)).unwrap();
        let mut second = arrive(&queue, 1, false);
        assert!(permit(&mut second).is_none());
        let other = permit(&mut arrive(&queue, 2, false)).unwrap();
        drop(other);
        assert!(permit(&mut second).is_none());
        drop(first);
        assert_eq!(permit(&mut second).unwrap().kind(), Slot::Worker);
    }

    #[test]
    fn abandoned_requests_are_skipped() {
        let queue = Queue::new(1, 1);
        let first = permit(&mut arrive(&queue, 1, false)).unwrap();
        drop(arrive(&queue, 2, false));
        let woken = arrive(&queue, 3, false);
        let mut last = arrive(&queue, 4, false);
        drop(first);
        // The request receives the worker, but is dropped before it notices.
        drop(woken);
        assert!(permit(&mut last).is_some());
    }
}
