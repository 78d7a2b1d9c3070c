//! Which of the requests that wait runs next.
//!
//! A computation runs on one of the workers, or on the *short lane*: one thread more, on which a computation has a time
//! slice and is interrupted after it. It then waits for a worker, where it starts again. So a short request is answered
//! while long ones take all workers, and each long one delays it by one slice at most (a multilevel feedback queue of
//! two levels, without preemption).
//!
//! Among the addresses whose requests wait, the next worker goes to the one with the fewest computations on workers, and
//! among those to the one that was served longest ago; so does the lane. Requests of one address run in the order in
//! which they came.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// The workers, the short lane, and the requests that wait for them. Clones are the same.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    /// How many computations run on workers.
    workers: usize,
    /// How many of them belong to one address.
    per_address: usize,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// How many computations run on workers now.
    running: usize,
    /// The address of the computation on the lane.
    lane: Option<IpAddr>,
    /// Addresses with requests that run or wait.
    addresses: HashMap<IpAddr, Requests>,
    /// Counts arrivals and turns.
    clock: u64,
}

/// The requests of one address.
#[derive(Debug, Default)]
struct Requests {
    /// How many run on workers.
    running: usize,
    /// When one of them was last given a thread, by the clock of the queue.
    served: u64,
    /// Those that wait, in the order in which they came.
    waiting: VecDeque<Waiting>,
}

#[derive(Debug)]
struct Waiting {
    arrival: u64,
    may_be_short: bool,
    wake: oneshot::Sender<Turn>,
}

/// When a request came, and from which address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    address: IpAddr,
    at: u64,
}

/// What a request runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    Worker,
    Lane,
}

/// A worker or the lane, which is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    queue: Queue,
    address: IpAddr,
    slot: Slot,
}

impl Turn {
    pub(crate) fn kind(&self) -> Slot {
        self.slot
    }
}

impl Drop for Turn {
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

    /// Nothing panics while the state is locked.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The arrival of a request that comes now.
    pub(crate) fn arrival(&self, address: IpAddr) -> Arrival {
        Arrival { address, at: self.lock().tick() }
    }

    /// Waits for a worker or, if the request may be short, for the lane. If this is dropped, the request waits no longer.
    ///
    /// Always `Some`: the queue wakes all that wait.
    pub(crate) async fn slot(&self, arrival: Arrival, may_be_short: bool) -> Option<Turn> {
        let Arrival { address, at } = arrival;
        let (wake, woken) = oneshot::channel();
        {
            let mut state = self.lock();
            let waiting = &mut state.addresses.entry(address).or_default().waiting;
            let place = waiting.partition_point(|other| other.arrival < at);
            waiting.insert(place, Waiting { arrival: at, may_be_short, wake });
        }
        self.dispatch();
        woken.await.ok()
    }

    /// Gives what is free to those that wait.
    fn dispatch(&self) {
        loop {
            let next = self.lock().next(self.workers, self.per_address);
            let Some((address, slot, wake)) = next else { return };
            // A turn that nobody takes any more is dropped here, which dispatches again: the lock is not held.
            drop(wake.send(Turn { queue: self.clone(), address, slot }));
        }
    }
}

impl State {
    fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    /// Takes out the request that runs next, and counts it as running.
    fn next(
        &mut self,
        workers: usize,
        per_address: usize,
    ) -> Option<(IpAddr, Slot, oneshot::Sender<Turn>)> {
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
        let (address, slot, place) = on_worker.flatten().or_else(on_lane)?;
        let turn = self.tick();
        let requests = self.addresses.get_mut(&address)?;
        let waiting = requests.waiting.remove(place)?;
        requests.served = turn;
        match slot {
            Slot::Worker => {
                requests.running += 1;
                self.running += 1;
            }
            Slot::Lane => self.lane = Some(address),
        }
        Some((address, slot, waiting.wake))
    }

    /// The address whose turn it is, and the place of its request, of those that each address proposes.
    fn first(
        &self,
        slot: Slot,
        propose: impl Fn(&Requests) -> Option<usize>,
    ) -> Option<(IpAddr, Slot, usize)> {
        let proposed = self.addresses.iter().filter_map(|(&address, requests)| {
            let place = propose(requests)?;
            let arrival = requests.waiting.get(place)?.arrival;
            Some(((requests.running, requests.served, arrival), (address, slot, place)))
        });
        proposed.min_by_key(|&(order, _)| order).map(|(_, found)| found)
    }
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    type Wait = Pin<Box<dyn Future<Output = Option<Turn>>>>;

    fn address(last: u8) -> IpAddr {
        [10, 0, 0, last].into()
    }

    /// A request that waits.
    fn comes(queue: &Queue, from: u8, may_be_short: bool) -> Wait {
        let (queue, arrival) = (queue.clone(), queue.arrival(address(from)));
        let mut wait: Wait = Box::pin(async move { queue.slot(arrival, may_be_short).await });
        // The first poll puts it into the queue.
        match wait.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(turn) => Box::pin(std::future::ready(turn)),
            Poll::Pending => wait,
        }
    }

    /// Its turn, if it is its turn.
    fn turn(wait: &mut Wait) -> Option<Turn> {
        match wait.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(turn) => turn,
            Poll::Pending => None,
        }
    }

    #[test]
    fn long_requests_leave_the_lane_to_short_ones() {
        let queue = Queue::new(2, 2);
        let mut workers = [comes(&queue, 1, true), comes(&queue, 1, true)];
        let [one, two] = workers.each_mut().map(|wait| turn(wait).unwrap());
        assert_eq!([one.kind(), two.kind()], [Slot::Worker; 2]);
        let mut third = comes(&queue, 1, true);
        let lane = turn(&mut third).unwrap();
        assert_eq!(lane.kind(), Slot::Lane);
        // Its slice is over: it waits for a worker, and the lane is free.
        let mut again = comes(&queue, 1, false);
        drop(lane);
        assert!(turn(&mut again).is_none());
        let mut short = comes(&queue, 1, true);
        assert_eq!(turn(&mut short).unwrap().kind(), Slot::Lane);
        drop(one);
        assert_eq!(turn(&mut again).unwrap().kind(), Slot::Worker);
    }

    #[test]
    fn addresses_take_turns() {
        let queue = Queue::new(1, 1);
        let running = turn(&mut comes(&queue, 1, false)).unwrap();
        let from = [1, 1, 1, 2, 2, 3];
        let mut waits = from.map(|from| Some(comes(&queue, from, false)));
        let mut order = Vec::new();
        let mut running = Some(running);
        while running.take().is_some() {
            for (wait, from) in waits.iter_mut().zip(from) {
                if let Some(turn) = wait.as_mut().and_then(turn) {
                    (*wait, running) = (None, Some(turn));
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
        let first = turn(&mut comes(&queue, 1, false)).unwrap();
        let mut second = comes(&queue, 1, false);
        assert!(turn(&mut second).is_none());
        let other = turn(&mut comes(&queue, 2, false)).unwrap();
        drop(other);
        assert!(turn(&mut second).is_none());
        drop(first);
        assert_eq!(turn(&mut second).unwrap().kind(), Slot::Worker);
    }

    #[test]
    fn requests_that_are_given_up_are_passed_over() {
        let queue = Queue::new(1, 1);
        let first = turn(&mut comes(&queue, 1, false)).unwrap();
        drop(comes(&queue, 2, false));
        let woken = comes(&queue, 3, false);
        let mut last = comes(&queue, 4, false);
        drop(first);
        // It has the worker, and goes away without having seen that.
        drop(woken);
        assert!(turn(&mut last).is_some());
    }
}
