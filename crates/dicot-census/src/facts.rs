//! The columns of a row that depend only on its value, cached by value.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use dicot::{Calculation, CanonicalForm, Outcome, ValueError};
use dicot_rulesets::lock;
use hashbrown::HashMap;

/// The maximum length of the text of a value, in characters; a longer one is replaced by the shared form.
const MAX_TEXT_LENGTH: u64 = 1000;

/// The columns of a row that depend only on its value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Facts {
    pub(crate) value: String,
    pub(crate) outcome: Outcome,
    pub(crate) temperature: f64,
    pub(crate) atomic_weight: Option<String>,
    pub(crate) birthday: u64,
}

impl Facts {
    /// Computes the facts of a value.
    pub(crate) fn find(
        value: &CanonicalForm,
        calculation: &mut Calculation<'_>,
    ) -> Result<Facts, ValueError> {
        let temperature = calculation.temperature(value)?;
        let weight = match calculation.atomic_weight(value) {
            Err(limit @ ValueError::Limit(_)) => return Err(limit),
            // Games that occur in the computation of the weight of a hot game can be too deep.
            weight => weight.unwrap_or(None),
        };
        Ok(Facts {
            value: text(value, calculation)?,
            outcome: calculation.outcome(value)?,
            temperature: temperature.numerator() as f64 / 2f64.powi(temperature.exponent() as i32),
            atomic_weight: weight.map(|weight| text(&weight, calculation)).transpose()?,
            birthday: value.birthday(),
        })
    }

    fn bytes(&self) -> usize {
        let weight = self.atomic_weight.as_ref().map_or(0, String::capacity);
        size_of::<Facts>() + self.value.capacity() + weight
    }
}

/// A hash of a value: the word that the value passes to hashers.
fn hash_of(value: &CanonicalForm) -> u64 {
    let mut word = Word(0);
    value.hash(&mut word);
    word.0
}

/// A hasher that returns the word that was written last.
struct Word(u64);

impl Hasher for Word {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The text of a value in a row.
pub(crate) fn text(
    value: &CanonicalForm,
    calculation: &mut Calculation<'_>,
) -> Result<String, ValueError> {
    match calculation.text_of_at_most(value, MAX_TEXT_LENGTH)?.0 {
        Some(text) => Ok(text),
        None => Ok(calculation.shared_text_start(value, usize::MAX)?.0),
    }
}

/// A sharded cache of facts, shared by threads. A full shard is cleared.
#[derive(Debug)]
pub(crate) struct FactsTable {
    shards: [Mutex<HashMap<CanonicalForm, Arc<Facts>>>; SHARDS],
    bytes: [AtomicUsize; SHARDS],
    /// A shard with more bytes is cleared.
    most: AtomicUsize,
}

const SHARDS: usize = 16;

impl FactsTable {
    /// Creates a cache of at most `bytes` bytes.
    pub(crate) fn new(bytes: usize) -> FactsTable {
        FactsTable {
            shards: std::array::from_fn(|_| Mutex::default()),
            bytes: [const { AtomicUsize::new(0) }; SHARDS],
            most: (bytes / SHARDS).into(),
        }
    }

    /// Sets the limit in bytes, which applies from the next insertion on.
    pub(crate) fn set_limit(&self, bytes: usize) {
        self.most.store(bytes / SHARDS, Ordering::Relaxed);
    }

    /// Returns the facts of a value of the calculation's store.
    pub(crate) fn get(
        &self,
        value: &CanonicalForm,
        calculation: &mut Calculation<'_>,
    ) -> Result<Arc<Facts>, ValueError> {
        let shard = hash_of(value) as usize % SHARDS;
        let table = || lock(&self.shards[shard]);
        if let Some(facts) = table().get(value) {
            return Ok(facts.clone());
        }
        let facts = Arc::new(Facts::find(value, calculation)?);
        let mut table = table();
        // Counts the entry of the map, whose slots are about half full, and 16 bytes of overhead for each of three
        // allocations.
        let size = facts.bytes() + 2 * size_of::<(CanonicalForm, Arc<Facts>)>() + 48;
        let most = self.most.load(Ordering::Relaxed);
        if self.bytes[shard].fetch_add(size, Ordering::Relaxed) + size > most {
            table.clear();
            self.bytes[shard].store(size, Ordering::Relaxed);
        }
        table.insert(value.clone(), facts.clone());
        Ok(facts)
    }

    /// The memory that the cache uses, in bytes, approximately.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.iter().map(|bytes| bytes.load(Ordering::Relaxed)).sum()
    }
}
