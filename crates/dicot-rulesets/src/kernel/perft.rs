//! The number of sequences of moves, within limits.

use std::hash::BuildHasher;
use std::sync::Mutex;

use dicot::rules::{AnyPosition, Ruleset};
use dicot::{Limits, Player, ValueError};
use hashbrown::{DefaultHashBuilder, HashMap};

use super::typed::typed;
use crate::failure::Failure;
use crate::threads::{in_order, lock};

/// A position, who moves, and how many moves are counted.
type Key<P> = (P, Player, u8);

/// Some of the counts.
type Shard<P> = Mutex<HashMap<Key<P>, u64>>;

/// Counts of positions for as many more moves, until they take too many bytes.
struct Counts<P> {
    /// In shards, so that threads seldom wait for each other.
    shards: Vec<Shard<P>>,
    hasher: DefaultHashBuilder,
    /// The most positions in a shard.
    most: usize,
}

/// The number of shards. A first choice, not compared with others.
const SHARDS: usize = 64;

impl<P: Ruleset> Counts<P> {
    /// Counts that take at most these bytes. Followers do not take more than the position.
    fn new(position: &P, bytes: usize) -> Counts<P> {
        // Maps have up to twice the capacity, and a position may have lists: at most 16 bytes for a character of its text.
        let entry = 2 * size_of::<(Key<P>, u64)>() + 16 * position.to_string().len() + 2;
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Counts { shards, hasher: DefaultHashBuilder::default(), most: bytes / entry / SHARDS }
    }

    fn shard(&self, key: &Key<P>) -> &Shard<P> {
        &self.shards[self.hasher.hash_one(key) as usize % SHARDS]
    }

    fn find(&self, key: &Key<P>) -> Option<u64> {
        lock(self.shard(key)).get(key).copied()
    }

    fn insert(&self, key: Key<P>, count: u64) {
        let mut shard = lock(self.shard(&key));
        if shard.len() < self.most {
            shard.insert(key, count);
        }
    }
}

/// Counts the sequences of exactly that many moves that one of the players starts.
pub(crate) type Perft = fn(&AnyPosition, &[Player], u8, &Limits) -> Result<u64, Failure>;

pub(super) const fn perft<P: Ruleset>() -> Perft {
    |position, starters, depth, limits| count(&typed::<P>(position), starters, depth, limits)
}

/// The number of sequences of exactly `depth` moves that one of the players starts, on as many threads as the limits allow,
/// by default one. With a limit of bytes, what positions count that occur again is stored.
fn count<P: Ruleset>(
    position: &P,
    starters: &[Player],
    depth: u8,
    limits: &Limits,
) -> Result<u64, Failure> {
    /// The moves that make a job of a thread.
    const FIRST: u8 = 2;
    let counts = limits.bytes.map(|bytes| Counts::new(position, bytes));
    let counts = counts.as_ref();
    let threads = limits.threads.unwrap_or(1);
    let starts = starters.iter().map(|&player| (position.clone(), player));
    if threads <= 1 || depth <= FIRST {
        return sum(starts.map(|(start, player)| count_from(&start, player, depth, limits, counts)));
    }
    let mut jobs: Vec<(P, Player)> = starts.collect();
    for _ in 0..FIRST {
        limits.check().map_err(ValueError::Limit)?;
        let options = |(position, player): (P, Player)| {
            position.options(player).map(|option| (option, !player)).collect::<Vec<_>>()
        };
        jobs = jobs.into_iter().flat_map(options).collect();
    }
    let mut total = Ok(0);
    in_order(
        threads,
        jobs.len(),
        |job| {
            let (position, player) = &jobs[job];
            count_from(position, *player, depth - FIRST, limits, counts)
        },
        |count| {
            total = add(total.clone().unwrap_or(0), count);
            total.clone().map(drop)
        },
    )?;
    total
}

/// The number of sequences that the player starts. The ruleset counts the last moves: two if there are not very many, and
/// three if there are few.
fn count_from<P: Ruleset>(
    position: &P,
    player: Player,
    depth: u8,
    limits: &Limits,
    counts: Option<&Counts<P>>,
) -> Result<u64, Failure> {
    const MANY: [u64; 2] = [1000, 200];
    limits.check().map_err(ValueError::Limit)?;
    let few = |most| position.move_count(player) <= most;
    if depth <= 1 || depth == 2 && few(MANY[0]) || depth == 3 && few(MANY[1]) {
        return Ok(position.line_count(player, depth.into()));
    }
    let key = counts.map(|counts| (counts, (position.clone(), player, depth)));
    if let Some(count) = key.as_ref().and_then(|(counts, key)| counts.find(key)) {
        return Ok(count);
    }
    let options = position.options(player);
    let count = sum(options.map(|option| count_from(&option, !player, depth - 1, limits, counts)))?;
    if let Some((counts, key)) = key {
        counts.insert(key, count);
    }
    Ok(count)
}

fn add(a: u64, b: u64) -> Result<u64, Failure> {
    a.checked_add(b).ok_or_else(|| Failure::new("the number is beyond 2^64 - 1"))
}

/// The sum of counts, if it can be represented.
fn sum(mut counts: impl Iterator<Item = Result<u64, Failure>>) -> Result<u64, Failure> {
    counts.try_fold(0, |sum, count| add(sum, count?))
}
