//! An evaluator of its own: short games in canonical form, interned, with memoized order and sum.
//!
//! It is the textbook's: *G* <= *H* unless a Left option of *G* is >= *H* or a Right option of *H* is <= *G*; a canonical form
//! has neither dominated nor reversible options. Source: Siegel, *Combinatorial Game Theory* (2013), sections II.1 and II.2.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use hashbrown::HashTable;

use crate::{Memory, Trouble};

/// A canonical form, by its index.
pub(crate) type Value = u32;

/// The game 0.
pub(crate) const ZERO: Value = 0;

/// The most moves in a row that a value may have: each is a level of recursion.
const MAX_BIRTHDAY: u32 = 2000;

/// The most comparisons and sums in one operation, some ten seconds.
const MAX_STEPS: u64 = 20_000_000;

/// The canonical forms so far.
pub(crate) struct Values {
    /// Left options, Right options and birthday.
    games: Vec<([Arc<[Value]>; 2], u32)>,
    ids: HashTable<Value>,
    hasher: RandomState,
    order: HashMap<(Value, Value), bool>,
    sums: HashMap<(Value, Value), Value>,
    negatives: HashMap<Value, Value>,
    /// The steps of the operation so far.
    pub(crate) steps: u64,
    memory: Arc<Memory>,
}

/// What is known about a form that is not canonical yet: whether it is >= (0) or <= (1) a value.
type Known = HashMap<(usize, Value), bool>;

impl Values {
    pub(crate) fn new(memory: Arc<Memory>) -> Result<Values, Trouble> {
        let mut values = Values {
            games: Vec::new(),
            ids: HashTable::new(),
            hasher: RandomState::new(),
            order: HashMap::new(),
            sums: HashMap::new(),
            negatives: HashMap::new(),
            steps: 0,
            memory,
        };
        values.canonical([vec![], vec![]])?;
        Ok(values)
    }

    /// The options of Left (0) or Right (1).
    pub(crate) fn options(&self, value: Value, side: usize) -> Arc<[Value]> {
        self.games[value as usize].0[side].clone()
    }

    /// Begins an operation, which has its own limit of steps, and frees the tables of results if they take a quarter of the memory.
    pub(crate) fn begin(&mut self) {
        self.steps = 0;
        let bytes = ENTRY * (self.order.len() + self.sums.len());
        if bytes > self.memory.limit / 4 {
            (self.order, self.sums) = Default::default();
            self.memory.give(bytes);
        }
    }

    fn step(&mut self) -> Result<(), Trouble> {
        self.steps += 1;
        if self.steps > MAX_STEPS { Err(Trouble::Steps) } else { Ok(()) }
    }

    /// Whether `a` <= `b`.
    pub(crate) fn le(&mut self, a: Value, b: Value) -> Result<bool, Trouble> {
        if a == b || a == ZERO && self.games[b as usize].0[1].is_empty() {
            return Ok(true);
        }
        if let Some(&known) = self.order.get(&(a, b)) {
            return Ok(known);
        }
        self.step()?;
        let mut holds = true;
        for &left in &*self.options(a, 0) {
            holds = holds && !self.le(b, left)?;
        }
        for &right in &*self.options(b, 1) {
            holds = holds && !self.le(right, a)?;
        }
        self.memory.take(ENTRY)?;
        self.order.insert((a, b), holds);
        Ok(holds)
    }

    /// `a` <= `b` for side 0, `a` >= `b` for side 1: whether `b` is as good as `a` for the player of that side.
    fn as_good(&mut self, side: usize, a: Value, b: Value) -> Result<bool, Trouble> {
        if side == 0 { self.le(a, b) } else { self.le(b, a) }
    }

    /// Whether the form is >= the value for side 0, or <= for side 1: it is unless the opponent of the side answers well.
    fn reaches(
        &mut self,
        form: &[Vec<Value>; 2],
        side: usize,
        value: Value,
        known: &mut Known,
    ) -> Result<bool, Trouble> {
        if let Some(&known) = known.get(&(side, value)) {
            return Ok(known);
        }
        self.step()?;
        let mut holds = true;
        for &reply in &form[1 - side] {
            holds = holds && !self.as_good(side, reply, value)?;
        }
        for &option in &*self.options(value, side) {
            holds = holds && !self.reaches(form, 1 - side, option, known)?;
        }
        known.insert((side, value), holds);
        Ok(holds)
    }

    /// The canonical form of a game, given by its options.
    pub(crate) fn canonical(&mut self, mut form: [Vec<Value>; 2]) -> Result<Value, Trouble> {
        // Its value stays the same below, and so does what is known of it.
        let mut known = Known::new();
        for side in 0..2 {
            form[side].sort_unstable();
            form[side].dedup();
            let mut at = 0;
            while let Some(&option) = form[side].get(at) {
                let mut reversed = None;
                for &answer in &*self.options(option, 1 - side) {
                    if reversed.is_none() && self.reaches(&form, side, answer, &mut known)? {
                        reversed = Some(answer);
                    }
                }
                let Some(answer) = reversed else {
                    at += 1;
                    continue;
                };
                form[side].swap_remove(at);
                let later = self.options(answer, side);
                let new = later.iter().filter(|new| !form[side].contains(new));
                let new: Vec<Value> = new.copied().collect();
                form[side].extend(new);
            }
        }
        for (side, options) in form.iter_mut().enumerate() {
            let mut kept: Vec<Value> = Vec::new();
            for (i, &option) in options.iter().enumerate() {
                let mut dominated = false;
                for &other in kept.iter().chain(&options[i + 1..]) {
                    dominated = dominated || self.as_good(side, option, other)?;
                }
                if !dominated {
                    kept.push(option);
                }
            }
            kept.sort_unstable();
            *options = kept;
        }
        self.intern(form.map(Arc::from))
    }

    fn intern(&mut self, form: [Arc<[Value]>; 2]) -> Result<Value, Trouble> {
        let (games, hasher) = (&self.games, &self.hasher);
        let hash = hasher.hash_one(&form);
        if let Some(&id) = self.ids.find(hash, |&id| games[id as usize].0 == form) {
            return Ok(id);
        }
        let options = form.iter().flat_map(|side| side.iter());
        let birthday = options.map(|&id| games[id as usize].1 + 1).max().unwrap_or(0);
        if birthday > MAX_BIRTHDAY {
            return Err(Trouble::Deep(MAX_BIRTHDAY));
        }
        self.memory.take(160 + 4 * (form[0].len() + form[1].len()))?;
        let id = self.games.len() as Value;
        self.ids.insert_unique(hash, id, |&id| hasher.hash_one(&games[id as usize].0));
        self.games.push((form, birthday));
        Ok(id)
    }

    pub(crate) fn sum(&mut self, a: Value, b: Value) -> Result<Value, Trouble> {
        let (a, b) = (a.min(b), a.max(b));
        if a == ZERO {
            return Ok(b);
        }
        if let Some(&known) = self.sums.get(&(a, b)) {
            return Ok(known);
        }
        self.step()?;
        let mut form = [Vec::new(), Vec::new()];
        for (side, options) in form.iter_mut().enumerate() {
            for &option in &*self.options(a, side) {
                options.push(self.sum(option, b)?);
            }
            for &option in &*self.options(b, side) {
                options.push(self.sum(a, option)?);
            }
        }
        let sum = self.canonical(form)?;
        self.memory.take(ENTRY)?;
        self.sums.insert((a, b), sum);
        Ok(sum)
    }

    /// The value as braces, cut off where it is long.
    pub(crate) fn show(&self, value: Value) -> String {
        let mut text = String::new();
        self.write(value, &mut text);
        if text.len() > MAX_TEXT { text[..MAX_TEXT].to_owned() + ".." } else { text }
    }

    fn write(&self, value: Value, text: &mut String) {
        if value == ZERO || text.len() > MAX_TEXT {
            return text.push('0');
        }
        for (side, start) in ["{", "|"].into_iter().enumerate() {
            text.push_str(start);
            for (i, &option) in self.options(value, side).iter().enumerate() {
                text.push_str(if i > 0 { "," } else { "" });
                self.write(option, text);
            }
        }
        text.push('}');
    }

    pub(crate) fn negative(&mut self, a: Value) -> Result<Value, Trouble> {
        if let Some(&known) = self.negatives.get(&a) {
            return Ok(known);
        }
        self.step()?;
        let mut form = [Vec::new(), Vec::new()];
        for (side, options) in form.iter_mut().enumerate() {
            for &option in &*self.options(a, 1 - side) {
                options.push(self.negative(option)?);
            }
            options.sort_unstable();
        }
        let negative = self.intern(form.map(Arc::from))?;
        self.memory.take(2 * ENTRY)?;
        self.negatives.extend([(a, negative), (negative, a)]);
        Ok(negative)
    }
}

/// The longest text of a value in a message.
const MAX_TEXT: usize = 100;

/// The bytes of an entry of a hash map, with what a table that is half full wastes.
const ENTRY: usize = 32;
