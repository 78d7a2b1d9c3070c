//! What a row says of a value, found once for each.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use dicot::{Calculation, CanonicalForm, Outcome, ValueError};
use dicot_answers::lock;
use hashbrown::HashMap;

/// A text of a value that is longer, in characters, is the shared form.
const LONGEST_TEXT: u64 = 1000;

/// What a row says of a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Facts {
    pub(crate) value: String,
    pub(crate) outcome: Outcome,
    pub(crate) temperature: f64,
    pub(crate) atomic_weight: Option<String>,
    pub(crate) birthday: u64,
    /// A number that the value and its negative have, and hardly any other: to count values.
    pub(crate) mark: u64,
    /// Whether the value is its own negative.
    pub(crate) is_own_negative: bool,
}

impl Facts {
    /// Finds the facts about a value.
    pub(crate) fn find(
        value: &CanonicalForm,
        calculation: &mut Calculation<'_>,
    ) -> Result<Facts, ValueError> {
        let temperature = calculation.temperature(value)?;
        let weight = match calculation.atomic_weight(value) {
            Err(limit @ ValueError::Limit(_)) => return Err(limit),
            // On the way to the weight of a hot game there can be games that are too deep.
            weight => weight.unwrap_or(None),
        };
        let negative = -value;
        Ok(Facts {
            value: text(value, calculation)?,
            outcome: calculation.outcome(value)?,
            temperature: temperature.numerator() as f64 / 2f64.powi(temperature.exponent() as i32),
            atomic_weight: weight.map(|weight| text(&weight, calculation)).transpose()?,
            birthday: value.birthday(),
            mark: mark(value).min(mark(&negative)),
            is_own_negative: *value == negative,
        })
    }

    fn bytes(&self) -> usize {
        let weight = self.atomic_weight.as_ref().map_or(0, String::capacity);
        size_of::<Facts>() + self.value.capacity() + weight
    }
}

/// A hash that is the same in every store and on every machine: the word that the value gives to hashers.
fn mark(value: &CanonicalForm) -> u64 {
    let mut word = Word(0);
    value.hash(&mut word);
    word.0
}

/// The word that was hashed.
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

fn text(value: &CanonicalForm, calculation: &mut Calculation<'_>) -> Result<String, ValueError> {
    match calculation.text_of_at_most(value, LONGEST_TEXT)?.0 {
        Some(text) => Ok(text),
        None => Ok(calculation.shared_text_start(value, usize::MAX)?.0),
    }
}

/// The facts about values that were met, shared by threads; it may forget.
#[derive(Debug)]
pub(crate) struct FactsTable {
    shards: [Mutex<HashMap<CanonicalForm, Arc<Facts>>>; SHARDS],
    bytes: [AtomicUsize; SHARDS],
    /// A shard with more bytes starts anew.
    most: AtomicUsize,
}

const SHARDS: usize = 16;

impl FactsTable {
    /// A table of at most `bytes` bytes.
    pub(crate) fn new(bytes: usize) -> FactsTable {
        FactsTable {
            shards: std::array::from_fn(|_| Mutex::default()),
            bytes: [const { AtomicUsize::new(0) }; SHARDS],
            most: (bytes / SHARDS).into(),
        }
    }

    /// Sets the limit of bytes, which holds from the next value on.
    pub(crate) fn set_limit(&self, bytes: usize) {
        self.most.store(bytes / SHARDS, Ordering::Relaxed);
    }

    /// The facts about a value of the calculation's store.
    pub(crate) fn get(
        &self,
        value: &CanonicalForm,
        calculation: &mut Calculation<'_>,
    ) -> Result<Arc<Facts>, ValueError> {
        let shard = mark(value) as usize % SHARDS;
        let table = || lock(&self.shards[shard]);
        if let Some(facts) = table().get(value) {
            return Ok(facts.clone());
        }
        let facts = Arc::new(Facts::find(value, calculation)?);
        let mut table = table();
        // With the entry of the map, whose slots are about half full, and three allocations of 16 bytes more each.
        let size = facts.bytes() + 2 * size_of::<(CanonicalForm, Arc<Facts>)>() + 48;
        let most = self.most.load(Ordering::Relaxed);
        if self.bytes[shard].fetch_add(size, Ordering::Relaxed) + size > most {
            table.clear();
            self.bytes[shard].store(size, Ordering::Relaxed);
        }
        table.insert(value.clone(), facts.clone());
        Ok(facts)
    }

    /// About how many bytes they take.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.iter().map(|bytes| bytes.load(Ordering::Relaxed)).sum()
    }
}
