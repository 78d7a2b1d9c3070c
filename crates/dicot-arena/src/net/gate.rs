//! Who may connect: bounds on the number of connections, in all and from one address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Limits;

/// Counts the connections that are open, and refuses those beyond the limits.
#[derive(Clone, Debug)]
pub(super) struct Gate {
    limits: Limits,
    counts: Arc<Mutex<Counts>>,
}

#[derive(Debug, Default)]
struct Counts {
    open: usize,
    addresses: HashMap<IpAddr, Door>,
    swept: Option<Instant>,
}

/// What is known of an address.
#[derive(Debug)]
struct Door {
    open: usize,
    /// When the current minute began, and how many have come in it.
    minute: Instant,
    come: usize,
}

/// A place among the open connections, given back when it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    counts: Arc<Mutex<Counts>>,
    address: IpAddr,
}

/// Why somebody may not connect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    Full,
    Address,
    Rate,
}

impl Refusal {
    pub(super) fn reason(self) -> &'static str {
        match self {
            Refusal::Full => "there are too many connections",
            Refusal::Address => "the address has too many connections",
            Refusal::Rate => "the address connects too often",
        }
    }
}

const MINUTE: Duration = Duration::from_secs(60);

/// How many addresses are remembered at most.
const ADDRESSES: usize = 1 << 16;

impl Gate {
    pub(super) fn new(limits: Limits) -> Gate {
        Gate { limits, counts: Arc::default() }
    }

    /// Lets a connection in that comes now.
    pub(super) fn admit(&self, address: IpAddr, now: Instant) -> Result<Place, Refusal> {
        let address = owner(address);
        let mut counts = lock(&self.counts);
        let counts = &mut *counts;
        let over = |begun: Instant| now.saturating_duration_since(begun) >= MINUTE;
        if counts.swept.is_none_or(over) {
            counts.swept = Some(now);
            counts.addresses.retain(|_, door| door.open > 0 || !over(door.minute));
        }
        let known = counts.addresses.contains_key(&address);
        if counts.open >= self.limits.connections || !known && counts.addresses.len() >= ADDRESSES {
            return Err(Refusal::Full);
        }
        let door = counts.addresses.entry(address);
        let door = door.or_insert(Door { open: 0, minute: now, come: 0 });
        if over(door.minute) {
            (door.minute, door.come) = (now, 0);
        }
        if door.come >= self.limits.new_per_minute {
            return Err(Refusal::Rate);
        }
        door.come += 1;
        if door.open >= self.limits.per_address {
            return Err(Refusal::Address);
        }
        door.open += 1;
        counts.open += 1;
        Ok(Place { counts: Arc::clone(&self.counts), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = lock(&self.counts);
        counts.open -= 1;
        if let Some(door) = counts.addresses.get_mut(&self.address) {
            door.open -= 1;
        }
    }
}

/// Nothing panics while the counts are locked.
fn lock(counts: &Mutex<Counts>) -> MutexGuard<'_, Counts> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The address under which a connection counts: one customer usually has all addresses of IPv6 that share the
/// first 64 bits.
fn owner(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(connections: usize, per_address: usize, new_per_minute: usize) -> Gate {
        Gate::new(Limits { connections, per_address, new_per_minute })
    }

    #[test]
    fn bounds() {
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
        // Five have come from a in this minute, one of them in vain.
        assert_eq!(gate.admit(a, now + MINUTE / 2).unwrap_err(), Refusal::Rate);
        gate.admit(a, now + MINUTE).unwrap();
    }

    #[test]
    fn memory() {
        let gate = gate(10, 1, 1);
        let now = Instant::now();
        let address = |i: u32| IpAddr::from(i.to_be_bytes());
        for i in 0..100_000 {
            let admitted = gate.admit(address(i), now).is_ok();
            assert_eq!(admitted, (i as usize) < ADDRESSES);
        }
        gate.admit(address(200_000), now + MINUTE).unwrap();
        assert_eq!(lock(&gate.counts).addresses.len(), 1);
        assert_eq!(lock(&gate.counts).open, 0);
    }

    #[test]
    fn neighbours_in_ipv6_are_one() {
        let gate = gate(10, 1, 10);
        let now = Instant::now();
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let _place = gate.admit(address("2001:db8::1"), now).unwrap();
        assert!(gate.admit(address("2001:db8::2"), now).is_err());
        let _place = gate.admit(address("2001:db8:0:1::2"), now).unwrap();
        let _place = gate.admit(address("10.0.0.1"), now).unwrap();
        assert!(gate.admit(address("::ffff:10.0.0.1"), now).is_err());
    }
}
