//! ConnectionLimits on the number of connections, in all and from one address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::ConnectionLimits;

/// Counts open connections and refuses those that exceed the [`ConnectionLimits`]. Clones share their counts.
///
/// # Examples
/// ```
/// use std::net::IpAddr;
/// use std::time::Instant;
/// use dicot_arena::net::{Gate, ConnectionLimits, Refusal};
/// let gate = Gate::new(ConnectionLimits { per_address: 1, ..ConnectionLimits::default() });
/// let [a, b] = [1, 2].map(|last| IpAddr::from([10, 0, 0, last]));
/// let first = gate.admit(a, Instant::now())?;
/// assert_eq!(gate.admit(a, Instant::now()).unwrap_err(), Refusal::Address);
/// assert_eq!(gate.admit(b, Instant::now())?.address(), b);
/// drop(first);
/// assert!(gate.admit(a, Instant::now()).is_ok());
/// # Ok::<_, Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Gate {
    limits: ConnectionLimits,
    counts: Arc<Mutex<Counts>>,
}

#[derive(Debug, Default)]
struct Counts {
    open: usize,
    addresses: HashMap<IpAddr, AddressCounts>,
    /// When addresses without connections were last removed.
    last_sweep: Option<Instant>,
}

/// The connections from one address.
#[derive(Debug)]
struct AddressCounts {
    open: usize,
    /// The start of the current minute.
    minute: Instant,
    /// The attempts in the current minute.
    attempts: usize,
}

/// A guard for an open connection: the [`Gate`] counts the connection until the guard is dropped.
#[derive(Debug)]
pub struct Admission {
    gate: Gate,
    address: IpAddr,
}

impl Admission {
    /// The address that the connection is counted under. IPv6 addresses with the same first 48 bits count as one.
    pub fn address(&self) -> IpAddr {
        self.address
    }
}

/// Why a [`Gate`] refuses a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Too many connections are open.
    #[error("there are too many connections")]
    Full,
    /// Too many connections from the address are open.
    #[error("the address has too many connections")]
    Address,
    /// The address has opened too many connections in this minute.
    #[error("the address connects too often")]
    Rate,
}

const MINUTE: Duration = Duration::from_secs(60);

/// The maximum number of addresses with counts. 65,536 entries take a few megabytes: a first choice, not compared with
/// others.
const MAX_ADDRESSES: usize = 1 << 16;

impl Gate {
    /// Creates a gate without connections.
    pub fn new(limits: ConnectionLimits) -> Gate {
        Gate { limits, counts: Arc::default() }
    }

    /// Counts a new connection.
    ///
    /// # Errors
    /// [`Refusal`] if the connection exceeds a limit. The attempt counts towards the rate of its address.
    pub fn admit(&self, address: IpAddr, now: Instant) -> Result<Admission, Refusal> {
        let address = counted_as(address);
        let mut counts = lock(&self.counts);
        let counts = &mut *counts;
        let minute_over = |start: Instant| now.saturating_duration_since(start) >= MINUTE;
        if counts.last_sweep.is_none_or(minute_over) {
            counts.last_sweep = Some(now);
            counts.addresses.retain(|_, own| own.open > 0 || !minute_over(own.minute));
        }
        let is_new = !counts.addresses.contains_key(&address);
        if counts.open >= self.limits.connections
            || is_new && counts.addresses.len() >= MAX_ADDRESSES
        {
            return Err(Refusal::Full);
        }
        let own = counts.addresses.entry(address);
        let own = own.or_insert(AddressCounts { open: 0, minute: now, attempts: 0 });
        if minute_over(own.minute) {
            (own.minute, own.attempts) = (now, 0);
        }
        if own.attempts >= self.limits.new_per_minute {
            return Err(Refusal::Rate);
        }
        own.attempts += 1;
        if own.open >= self.limits.per_address {
            return Err(Refusal::Address);
        }
        own.open += 1;
        counts.open += 1;
        Ok(Admission { gate: self.clone(), address })
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut counts = lock(&self.gate.counts);
        counts.open -= 1;
        if let Some(own) = counts.addresses.get_mut(&self.address) {
            own.open -= 1;
            // An entry without connections only serves to limit the rate.
            if own.open == 0 && self.gate.limits.new_per_minute == usize::MAX {
                counts.addresses.remove(&self.address);
            }
        }
    }
}

/// Locks the counts. A poisoned lock is usable: nothing panics while it is held.
fn lock(counts: &Mutex<Counts>) -> MutexGuard<'_, Counts> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the address that a connection is counted under: one customer may own all IPv6 addresses that share their first 48
/// bits (RFC 6177).
fn counted_as(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, ..] = address.segments();
            Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(connections: usize, per_address: usize, new_per_minute: usize) -> Gate {
        Gate::new(ConnectionLimits { connections, per_address, new_per_minute })
    }

    #[test]
    fn limits() {
        let [a, b, c] = [1, 2, 3].map(|last| IpAddr::from([10, 0, 0, last]));
        let now = Instant::now();
        let gate = gate(3, 2, 5);
        let first = gate.admit(a, now).unwrap();
        let second = gate.admit(a, now).unwrap();
        assert_eq!(gate.admit(a, now).unwrap_err(), Refusal::Address);
        let third = gate.admit(b, now).unwrap();
        assert_eq!(gate.admit(c, now).unwrap_err(), Refusal::Full);
        drop((first, third));
        let others = [gate.admit(a, now).unwrap(), gate.admit(c, now).unwrap()];
        drop((second, others));
        gate.admit(a, now).unwrap();
        // Address a has tried five times in this minute; one attempt was refused.
        assert_eq!(gate.admit(a, now + MINUTE / 2).unwrap_err(), Refusal::Rate);
        gate.admit(a, now + MINUTE).unwrap();
    }

    #[test]
    fn memory_is_bounded() {
        let gate = gate(10, 1, 1);
        let now = Instant::now();
        let address = |i: u32| IpAddr::from(i.to_be_bytes());
        for i in 0..100_000 {
            let admitted = gate.admit(address(i), now).is_ok();
            assert_eq!(admitted, (i as usize) < MAX_ADDRESSES);
        }
        gate.admit(address(200_000), now + MINUTE).unwrap();
        assert_eq!(lock(&gate.counts).addresses.len(), 1);
        assert_eq!(lock(&gate.counts).open, 0);
        let gate = self::gate(10, 1, usize::MAX);
        gate.admit(address(1), now).unwrap();
        assert_eq!(lock(&gate.counts).addresses.len(), 0);
    }

    #[test]
    fn ipv6_neighbours_count_as_one() {
        let gate = gate(10, 1, 10);
        let now = Instant::now();
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let _place = gate.admit(address("2001:db8::1"), now).unwrap();
        assert!(gate.admit(address("2001:db8::2"), now).is_err());
        assert!(gate.admit(address("2001:db8:0:ff01::2"), now).is_err());
        let _place = gate.admit(address("2001:db8:1::2"), now).unwrap();
        let _place = gate.admit(address("10.0.0.1"), now).unwrap();
        assert!(gate.admit(address("::ffff:10.0.0.1"), now).is_err());
    }
}
