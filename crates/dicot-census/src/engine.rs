//! The evaluation of a census: classes and their components by layers, values, and rows.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use dicot::{CanonicalForm, Interrupt, Limits};
use dicot_rulesets::{ComponentSearch, Components, RulesetExt};

use crate::classes::Classes;
use crate::facts::FactsTable;
use crate::plan::{Class, Subject};
use crate::row_block::write_row_block;
use crate::symmetries::{Letters, negative_image};
use crate::values::{ValueBlock, read_values, write_values};
use crate::{CensusError, Plan};

/// Evaluates a census.
pub(crate) struct Engine {
    plan: Plan,
    components: Components,
    /// The letters of boards; `None` for a list, whose classes do not contain images with the negative.
    letters: Option<Letters>,
    classes: Arc<OnceLock<Arc<Classes>>>,
    facts: Arc<FactsTable>,
    memory: Option<usize>,
    interrupt: Option<Interrupt>,
}

/// The maximum number of bytes of facts about values, at most an eighth of the memory limit; facts that were dropped
/// are computed again. A first choice, not compared with others.
const FACTS_BYTES: usize = 256 << 20;
/// The number of components that are passed on at a time. A first choice, not compared with others.
const COMPONENTS_PER_CHUNK: usize = 64;

impl Engine {
    /// Creates the engine of a plan.
    pub(crate) fn new(plan: &Plan) -> Result<Engine, CensusError> {
        let components = match &plan.subject {
            Subject::Boards { .. } => {
                plan.ruleset.components_of(&mut [plan.some_board()].iter().map(String::as_str))
            }
            Subject::List(classes) => {
                plan.ruleset.components_of(&mut classes.iter().map(|class| class.position.as_str()))
            }
        };
        Ok(Engine {
            plan: plan.clone(),
            components: components?,
            letters: match plan.subject {
                Subject::Boards { .. } => Letters::of(plan.ruleset.spec()),
                Subject::List(_) => None,
            },
            classes: Arc::default(),
            facts: Arc::new(FactsTable::new(FACTS_BYTES)),
            memory: None,
            interrupt: None,
        })
    }

    /// Creates an engine for another thread, which shares all values.
    pub(crate) fn fork(&mut self) -> Engine {
        Engine {
            plan: self.plan.clone(),
            components: self.components.fork(),
            letters: self.letters.clone(),
            classes: self.classes.clone(),
            facts: self.facts.clone(),
            memory: self.memory,
            interrupt: self.interrupt.clone(),
        }
    }

    /// Sets the memory limit of everything that the engines share, and an interrupt.
    pub(crate) fn set_limits(&mut self, memory: Option<usize>, interrupt: Option<Interrupt>) {
        self.components
            .set_limits(Limits::default().with_bytes(memory).with_interrupt(interrupt.clone()));
        if let Some(memory) = memory {
            self.facts.set_limit(FACTS_BYTES.min(memory / 8));
        }
        (self.memory, self.interrupt) = (memory, interrupt);
    }

    /// Returns the classes, which are enumerated at the first call, on `threads` threads.
    pub(crate) fn classes(&mut self, threads: usize) -> Result<Arc<Classes>, CensusError> {
        if let Some(classes) = self.classes.get() {
            return Ok(classes.clone());
        }
        let found = Classes::find(&self.plan, threads, self.memory, self.interrupt.as_ref())?;
        Ok(self.classes.get_or_init(|| Arc::new(found)).clone())
    }

    /// Enumerates the components of all classes and their followers on `threads` threads, reporting their number. From
    /// then on they count as memory.
    pub(crate) fn find_components(
        &mut self,
        threads: usize,
        report: &mut dyn FnMut(usize),
    ) -> Result<(), CensusError> {
        let classes = self.classes(threads)?;
        let positions = |range: Range<usize>| -> Vec<String> {
            classes.range(range).map(|class| class.position).collect()
        };
        Ok(self.components.enumerate(ComponentSearch {
            threads,
            len: classes.len(),
            positions: &positions,
            are_all_boards: matches!(self.plan.subject, Subject::Boards { filled: false, .. }),
            used_bytes: classes.bytes() + self.facts.bytes(),
            report,
        })?)
    }

    /// The number of components in each layer; a layer depends only on the layers before it.
    pub(crate) fn layers(&self) -> Vec<usize> {
        self.components.layers()
    }

    /// The components of a part of a layer, one per line.
    pub(crate) fn components(&self, layer: usize, range: Range<usize>) -> String {
        self.components.lines(layer, range)
    }

    /// Computes the values of a part of a layer.
    pub(crate) fn evaluate(
        &mut self,
        layer: usize,
        range: Range<usize>,
    ) -> Result<(), CensusError> {
        Ok(self.components.evaluate(layer, range)?)
    }

    /// Calls `take` with each component of a layer and its stored value.
    pub(crate) fn each(
        &mut self,
        layer: usize,
        mut take: impl FnMut(&str, &CanonicalForm) -> Result<(), CensusError>,
    ) -> Result<(), CensusError> {
        let len = self.layers()[layer];
        for chunk in 0..len.div_ceil(COMPONENTS_PER_CHUNK) {
            let range = part(chunk, COMPONENTS_PER_CHUNK, len);
            for (component, value) in self.components.values(layer, range)? {
                take(&component, &value)?;
            }
        }
        Ok(())
    }

    /// Calls `take` with the stored values of chunks of components, in blocks: with the numbers of the chunks and the
    /// block. A block ends with the chunk that brings it to `block_bytes`.
    pub(crate) fn values(
        &mut self,
        chunks: &[usize],
        parts: &[(usize, Range<usize>)],
        block_bytes: usize,
        mut take: impl FnMut(&[usize], &str) -> Result<(), CensusError>,
    ) -> Result<(), CensusError> {
        let rules = self.plan.rules();
        let mut block = ValueBlock::new(rules);
        let mut start = 0;
        for (i, &chunk) in chunks.iter().enumerate() {
            let (layer, range) = parts[chunk].clone();
            for (component, value) in self.components.values(layer, range)? {
                block.add(component, &value);
            }
            if block.bytes() >= block_bytes || i + 1 == chunks.len() {
                let whole = std::mem::replace(&mut block, ValueBlock::new(rules));
                take(&chunks[start..=i], &whole.finish())?;
                start = i + 1;
            }
        }
        Ok(())
    }

    /// Computes the values of components, one per line, and returns them as a block.
    pub(crate) fn values_of(&mut self, components: &str) -> Result<String, CensusError> {
        let mut pairs = Vec::new();
        for (i, line) in components.lines().enumerate() {
            let pair = self.components.component_value(line);
            pairs.push(pair.map_err(|failure| match failure.value {
                Some(error) => CensusError::from(error),
                None => CensusError::Line { number: i + 1, problem: failure.message().to_owned() },
            })?);
        }
        Ok(write_values(self.plan.rules(), pairs))
    }

    /// Stores the values of a block. Returns the number of its components.
    pub(crate) fn learn(&mut self, block: &str) -> Result<usize, CensusError> {
        let (store, limits) = (self.components.store().clone(), self.limits());
        let rules = self.plan.rules();
        read_values(block, rules, &mut store.calculate(&limits), |component, value| {
            Ok(self.components.insert(component, &value)?)
        })
    }

    /// Computes the rows of the classes with these numbers and returns them as a block: one row for each class, or two
    /// if it contains images with the negative of its value.
    pub(crate) fn rows(&mut self, range: Range<usize>) -> Result<String, CensusError> {
        let classes = self.classes.get();
        let unknown = || CensusError::Board("the classes are not known yet".to_owned());
        let classes: Vec<Class> = classes.ok_or_else(unknown)?.range(range).collect();
        let (store, limits) = (self.components.store().clone(), self.limits());
        let mut calculation = store.calculate(&limits);
        let mut rows = Vec::with_capacity(2 * classes.len());
        for mut class in classes {
            let value = self.components.position_value(&class.position)?;
            let letters = self.letters.as_ref();
            let negative = letters.and_then(|letters| negative_image(&class.position, letters));
            let facts = self.facts.get(&value, &mut calculation)?;
            let Some(position) = negative else {
                rows.push((class, facts));
                continue;
            };
            class.multiplicity /= 2;
            let exchanged = Class { position, ..class.clone() };
            rows.push((class, facts));
            rows.push((exchanged, self.facts.get(&-value, &mut calculation)?));
        }
        Ok(write_row_block(rows))
    }

    /// The memory that the engines share, in bytes, approximately.
    pub(crate) fn bytes(&self) -> usize {
        let classes = self.classes.get().map_or(0, |classes| classes.bytes());
        self.components.bytes() + classes + self.facts.bytes()
    }

    /// The number of stored values, intermediate ones included; a form and its negative count once.
    pub(crate) fn forms(&self) -> usize {
        self.components.store().len()
    }

    fn limits(&self) -> Limits {
        Limits::default().with_bytes(self.memory).with_interrupt(self.interrupt.clone())
    }
}

/// The range of part `number` when `len` items are split into parts of `size`.
pub(crate) fn part(number: usize, size: usize, len: usize) -> Range<usize> {
    (number * size).min(len)..((number + 1) * size).min(len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_blocks() {
        let plan = Plan::boards("clobber", "2x3".parse().unwrap(), false).unwrap();
        let mut own = Engine::new(&plan).unwrap();
        own.find_components(1, &mut |_| {}).unwrap();
        let parts: Vec<(usize, Range<usize>)> =
            own.layers().into_iter().enumerate().map(|(layer, size)| (layer, 0..size)).collect();
        let chunks: Vec<usize> = (0..parts.len()).filter(|&i| !parts[i].1.is_empty()).collect();
        for (most, count) in [(1, chunks.len()), (usize::MAX, 1)] {
            let (mut blocks, mut saved) = (Vec::new(), Vec::new());
            own.values(&chunks, &parts, most, |chunks, block| {
                saved.extend_from_slice(chunks);
                blocks.push(block.to_owned());
                Ok(())
            })
            .unwrap();
            assert_eq!((blocks.len(), &saved), (count, &chunks));
            let mut other = Engine::new(&plan).unwrap();
            let learned: usize = blocks.iter().map(|block| other.learn(block).unwrap()).sum();
            assert_eq!(learned, own.layers().into_iter().sum::<usize>());
        }
    }
}
