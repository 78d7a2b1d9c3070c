//! Values of positions: first all followers are found, in user code, and then valued, without Python's lock.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use dicot::{Calculation, CanonicalForm, Player, ValueError};
use pyo3::prelude::*;

use super::pool::{Pool, Term, Terms, Watch, with_progress};
use crate::compute::{LimitSettings, compute};
use crate::errors::loop_error;
use crate::sum::Sum;

/// A position whose followers are being found.
struct Frame {
    index: usize,
    /// The terms of all options that have not been visited.
    followers: Vec<usize>,
}

/// Options among which a value is looked for before it is added. A first choice, not compared with others.
const FEW_OPTIONS: usize = 16;

/// What a search of followers has found.
pub(super) struct Followers {
    /// Positions without values, each after its followers.
    order: Vec<usize>,
    /// Whether these are all.
    pub(super) is_complete: bool,
}

/// Hashes indices of positions, which no input chooses.
#[derive(Default)]
struct IndexHasher(u64);

impl Hasher for IndexHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_usize(byte.into());
        }
    }

    fn write_usize(&mut self, n: usize) {
        self.0 = (self.0 ^ n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_right(32);
    }
}

impl Pool {
    /// The value of a sum. `other_bytes` count against the limit of memory.
    pub(crate) fn value_of(
        &self,
        py: Python<'_>,
        settings: LimitSettings,
        other_bytes: usize,
        sum: Sum,
    ) -> PyResult<CanonicalForm> {
        let mut watch = Watch::new(settings);
        watch.other_bytes = other_bytes;
        let sum = self.terms(py, sum, &mut watch)?;
        self.evaluate(py, &sum.terms, usize::MAX, &mut watch)?;
        match sum.terms[..] {
            [term]
                if sum.value == CanonicalForm::ZERO
                    && let Some(value) = self.value(term) =>
            {
                Ok(value)
            }
            _ => compute(py, watch.rest(), |limits| {
                Ok(self.add(&sum, &mut self.store.calculate(limits))?)
            }),
        }
    }

    /// The values of positions, whose followers are found together.
    pub(crate) fn values_of<'py>(
        &self,
        py: Python<'py>,
        settings: LimitSettings,
        other_bytes: usize,
        positions: impl Iterator<Item = Bound<'py, PyAny>>,
    ) -> PyResult<Vec<CanonicalForm>> {
        let mut watch = Watch::new(settings);
        watch.other_bytes = other_bytes;
        let mut sums = Vec::new();
        for position in positions {
            let sum = Sum { own: vec![position.unbind()], ..Sum::default() };
            sums.push(self.terms(py, sum, &mut watch)?);
            watch.other_bytes += size_of::<Terms>();
            watch.check(py, self)?;
        }
        let terms: Vec<Term> = sums.iter().flat_map(|sum| &sum.terms).copied().collect();
        self.evaluate(py, &terms, usize::MAX, &mut watch)?;
        compute(py, watch.rest(), |limits| {
            let mut calculation = self.store.calculate(limits);
            Ok(sums
                .iter()
                .map(|sum| self.add(sum, &mut calculation))
                .collect::<Result<Vec<_>, ValueError>>()?)
        })
    }

    /// Finds the values of positions and of their followers. Returns false if more than `most` positions would have to
    /// be expanded; the values of some followers are known then.
    pub(super) fn evaluate(
        &self,
        py: Python<'_>,
        terms: &[Term],
        most: usize,
        watch: &mut Watch,
    ) -> PyResult<bool> {
        let other_bytes = watch.other_bytes;
        let Followers { order, is_complete } = self.followers(py, terms, most, watch)?;
        watch.other_bytes = other_bytes;
        if order.is_empty() {
            return Ok(is_complete);
        }
        let other_bytes = other_bytes + self.table_bytes();
        compute(py, watch.rest(), |limits| {
            let mut calculation = self.store.calculate(limits);
            calculation.hold(other_bytes)?;
            let mut known = HashMap::new();
            for &index in &order {
                self.evaluate_one(index, &mut known, &mut calculation)?;
            }
            Ok(())
        })?;
        Ok(is_complete)
    }

    /// Depth-first search with a stack of its own, so that long play does not overflow the thread's. A position that is
    /// met again on the stack is its own follower.
    fn followers(
        &self,
        py: Python<'_>,
        terms: &[Term],
        most: usize,
        watch: &mut Watch,
    ) -> PyResult<Followers> {
        let mut order = Vec::new();
        // Whether a position is finished; otherwise it is on the stack.
        let mut visited: HashMap<usize, bool, BuildHasherDefault<IndexHasher>> = HashMap::default();
        let mut stack: Vec<Frame> = Vec::new();
        let followers = terms.iter().map(|term| term.index()).collect();
        let mut roots = Frame { index: usize::MAX, followers };
        let bytes = watch.other_bytes;
        loop {
            let frame = stack.last_mut().unwrap_or(&mut roots);
            let Some(index) = frame.followers.pop() else {
                let Some(Frame { index, .. }) = stack.pop() else { break };
                visited.insert(index, true);
                order.push(index);
                continue;
            };
            match visited.get(&index) {
                Some(true) => continue,
                Some(false) => {
                    let start = stack.iter().position(|frame| frame.index == index);
                    let cycle = stack[start.unwrap_or(0)..].iter().map(|frame| frame.index);
                    let names = cycle.chain([index]).map(|index| self.name(py, index));
                    return Err(loop_error(&names.collect::<Vec<_>>()));
                }
                None if self.has_value(index) => continue,
                None => {}
            }
            if visited.len() >= most {
                return Ok(Followers { order, is_complete: false });
            }
            // The stack holds few options at a time, and the rest takes some words for each position.
            watch.other_bytes = bytes + visited.capacity() * 2 * size_of::<(usize, bool)>();
            let options = watch.check(py, self).and_then(|()| self.options(py, index, watch));
            let options = options
                .map_err(|error| with_progress(error, py, self, Some(index), stack.len()))?;
            visited.insert(index, false);
            let terms = options.iter().flat_map(|(_, option)| &option.terms);
            stack.push(Frame { index, followers: terms.map(|term| term.index()).collect() });
        }
        Ok(Followers { order, is_complete: true })
    }

    /// Finds the value of a position all of whose followers have values. Many positions have options of the same values.
    fn evaluate_one(
        &self,
        index: usize,
        known: &mut HashMap<[Vec<CanonicalForm>; 2], CanonicalForm>,
        calculation: &mut Calculation<'_>,
    ) -> Result<(), ValueError> {
        // Another thread may have found the value.
        let Some(options) = self.known_options(index) else { return Ok(()) };
        let mut sides = [Vec::new(), Vec::new()];
        for (player, option) in &*options {
            let value = self.add(option, calculation)?;
            let side = &mut sides[usize::from(*player == Player::Right)];
            // Longer lists are sorted by the simplification.
            if side.len() > FEW_OPTIONS || !side.contains(&value) {
                side.push(value);
            }
        }
        let value = match known.get(&sides) {
            Some(value) => value.clone(),
            None => {
                let [left, right] = sides.clone();
                let value = calculation.form(left, right)?;
                let options = sides[0].len() + sides[1].len();
                calculation
                    .hold(2 * (size_of_val(&sides) + options * size_of::<CanonicalForm>()))?;
                known.insert(sides, value.clone());
                value
            }
        };
        self.set_value(index, value);
        Ok(())
    }

    /// Adds up terms that have values.
    fn add(
        &self,
        sum: &Terms,
        calculation: &mut Calculation<'_>,
    ) -> Result<CanonicalForm, ValueError> {
        let mut total = sum.value.clone();
        for &term in &sum.terms {
            let value = self.value(term).expect("the followers are valued first");
            total = if total == CanonicalForm::ZERO {
                value
            } else {
                calculation.sum(&total, &value)?
            };
        }
        Ok(total)
    }
}
