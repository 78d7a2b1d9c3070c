//! How much memory the rulesets of an address may take: it is never freed, so one address must not take all of it. An address may
//! take less when less is left, so that something is always left for others.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use dicot_answers::{lock, share_left};

use crate::config::Config;

/// The bytes that addresses have taken. Each entry is for memory that is kept, and is dropped after the period, so there
/// are not many.
#[derive(Debug)]
pub(crate) struct Quotas {
    /// The bytes of an address, and when it took the first of them.
    taken: Mutex<HashMap<IpAddr, (usize, Instant)>>,
    max: usize,
    period: Duration,
}

impl Quotas {
    pub(crate) fn new(config: &Config) -> Quotas {
        let Config { ruleset_bytes: max, ruleset_time: period, .. } = *config;
        Quotas { taken: Mutex::default(), max, period }
    }

    /// The bytes that an address may still take. Requests of an address at the same time may take them twice.
    pub(crate) fn left(&self, address: IpAddr) -> usize {
        let taken = lock(&self.taken);
        let current = taken.get(&address).filter(|(_, since)| since.elapsed() < self.period);
        share_left(self.max).saturating_sub(current.map_or(0, |&(bytes, _)| bytes))
    }

    /// Notes that an address took bytes.
    pub(crate) fn take(&self, address: IpAddr, bytes: usize) {
        if bytes > 0 {
            let mut taken = lock(&self.taken);
            taken.retain(|_, (_, since)| since.elapsed() < self.period);
            taken.entry(address).or_insert((0, Instant::now())).0 += bytes;
        }
    }
}
