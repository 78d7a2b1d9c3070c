//! Limits on the number of connections, in all and from one address.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Limits;

/// Counts the connections that are open, and refuses those beyond the [`Limits`]. Clones count together.
///
/// # Examples
/// ```
/// use std::net::IpAddr;
/// use std::time::Instant;
/// use dicot_arena::net::{Gate, Limits, Refusal};
/// let gate = Gate::new(Limits { per_address: 1, ..Limits::default() });
/// let [one, other] = [1, 2].map(|last| IpAddr::from([10, 0, 0, last]));
/// let first = gate.admit(one, Instant::now())?;
/// assert_eq!(gate.admit(one, Instant::now()).unwrap_err(), Refusal::Address);
/// assert_eq!(gate.admit(other, Instant::now())?.address(), other);
/// drop(first);
/// assert!(gate.admit(one, Instant::now()).is_ok());
/// # Ok::<_, Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Gate {
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

/// A connection that a [`Gate`] counts as open until this is dropped.
#[derive(Debug)]
pub struct Admission {
    gate: Gate,
    address: IpAddr,
}

impl Admission {
    /// The address that the connection counts for. Addresses of IPv6 with the same first 64 bits are one.
    pub fn address(&self) -> IpAddr {
        self.address
    }
}

/// Why a [`Gate`] refuses a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// Too many connections are open.
    Full,
    /// Too many connections from the address are open.
    Address,
    /// The address has opened too many connections in this minute.
    Rate,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::Full => "there are too many connections",
            Refusal::Address => "the address has too many connections",
            Refusal::Rate => "the address connects too often",
        })
    }
}

impl Error for Refusal {}

const MINUTE: Duration = Duration::from_secs(60);

/// How many addresses are remembered at most.
const ADDRESSES: usize = 1 << 16;

impl Gate {
    /// A gate with these limits and without connections.
    pub fn new(limits: Limits) -> Gate {
        Gate { limits, counts: Arc::default() }
    }

    /// Counts a connection that is opened now.
    ///
    /// # Errors
    /// [`Refusal`] if it is beyond a limit. The attempt counts as one of this minute.
    pub fn admit(&self, address: IpAddr, now: Instant) -> Result<Admission, Refusal> {
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
        Ok(Admission { gate: self.clone(), address })
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut counts = lock(&self.gate.counts);
        counts.open -= 1;
        if let Some(door) = counts.addresses.get_mut(&self.address) {
            door.open -= 1;
            // Without a limit on the rate there is nothing to remember of an address without connections.
            if door.open == 0 && self.gate.limits.new_per_minute == usize::MAX {
                counts.addresses.remove(&self.address);
            }
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
        let gate = self::gate(10, 1, usize::MAX);
        gate.admit(address(1), now).unwrap();
        assert_eq!(lock(&gate.counts).addresses.len(), 0);
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
