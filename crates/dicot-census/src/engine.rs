//! What evaluates a census: components by layers, their values, and rows.

use std::fmt::{self, Display, Write as _};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use dicot::analysis::{Analyzer, Limits};
use dicot::rules::{Ruleset, Short, Visitor, choose};
use dicot::{Bounds, CanonicalForm, Player};
use hashbrown::HashSet;

use crate::classes::Classes;
use crate::facts::FactsTable;
use crate::plan::{Class, Subject};
use crate::row_block::write_row_block;
use crate::threads::in_order;
use crate::values::{ValueBlock, read_values, write_values};
use crate::{CensusError, Plan};

/// What is done with a component and its value.
pub(crate) type Take<'a> = dyn FnMut(&str, &CanonicalForm) -> Result<(), CensusError> + 'a;
/// What is done with the numbers of chunks of components and a block with their values.
pub(crate) type TakeBlock<'a> = dyn FnMut(&[usize], &str) -> Result<(), CensusError> + 'a;

/// What evaluates a census, whatever its ruleset is.
pub(crate) trait Engine: Send {
    /// Another one for another thread, which has the same values.
    fn share(&mut self) -> Box<dyn Engine>;

    /// Sets the most bytes that all that is shared may take, and a flag that ends what is being done.
    fn set_limits(&mut self, memory: Option<usize>, interrupt: Option<Arc<AtomicBool>>);

    /// The classes, which are found at the first call, in so many threads.
    fn classes(&mut self, threads: usize) -> Result<Arc<Classes>, CensusError>;

    /// Enumerates the components of all classes and their followers on `threads` threads, reporting their number. From
    /// now on they count as memory.
    fn find_components(
        &mut self,
        threads: usize,
        report: &mut dyn FnMut(usize),
    ) -> Result<(), CensusError>;

    /// How many components there are in each layer, those that need no others first.
    fn layers(&self) -> Vec<usize>;

    /// The components of a part of a layer, a line for each.
    fn components(&self, layer: usize, range: Range<usize>) -> String;

    /// Values the components of a part of a layer.
    fn evaluate(&mut self, layer: usize, range: Range<usize>) -> Result<(), CensusError>;

    /// Hands over the components of a layer, each with its value, which is known.
    fn each(&mut self, layer: usize, take: &mut Take<'_>) -> Result<(), CensusError>;

    /// Hands over the values of chunks of components, which are parts of layers and have their values, in blocks. A
    /// block ends with the chunk that brings it to `block_bytes`.
    fn values(
        &mut self,
        chunks: &[usize],
        parts: &[(usize, Range<usize>)],
        block_bytes: usize,
        take: &mut TakeBlock<'_>,
    ) -> Result<(), CensusError>;

    /// A block with the values of components, which stand in lines.
    fn values_of(&mut self, components: &str) -> Result<String, CensusError>;

    /// Learns the values of a block; how many components it has.
    fn learn(&mut self, block: &str) -> Result<usize, CensusError>;

    /// The rows of the classes with those numbers, as a block.
    fn rows(&mut self, range: Range<usize>) -> Result<String, CensusError>;

    /// About how many bytes all takes that is shared.
    fn bytes(&self) -> usize;

    /// How many values there are, those met on the way as well; a form and its negative count once.
    fn forms(&self) -> usize;
}

/// The engine of a plan.
pub(crate) fn engine(plan: &Plan) -> Result<Box<dyn Engine>, CensusError> {
    choose(plan.rules, MakeEngine(plan))
        .ok_or_else(|| CensusError::UnknownRules(plan.rules.into()))?
}

/// The engine of a plan for a ruleset, which need not be one of the library.
pub(crate) fn engine_of<P: Short + Ruleset>(plan: &Plan) -> Result<Box<dyn Engine>, CensusError> {
    MakeEngine(plan).short::<P>()
}

struct MakeEngine<'a>(&'a Plan);

impl Visitor for MakeEngine<'_> {
    type Output = Result<Box<dyn Engine>, CensusError>;

    fn short<P: Short + Ruleset>(self) -> Self::Output {
        let MakeEngine(plan) = self;
        let is_narrow = match &plan.subject {
            Subject::Boards { .. } => read::<P>(&plan.some_board())?.narrow().is_some(),
            Subject::List(classes) => {
                let mut all = true;
                for class in &**classes {
                    let position = read::<P>(&class.position)?;
                    all &= position.narrow().is_some()
                        || position.components().all(|part| part.narrow().is_some());
                }
                all
            }
        };
        Ok(if is_narrow {
            Box::new(EngineOf::<P, P::Narrow>::new(plan, P::narrow, P::read_narrow))
        } else {
            Box::new(EngineOf::<P, P>::new(
                plan,
                |position| Some(position.clone()),
                |text| text.parse().map(Some),
            ))
        })
    }

    fn loopy<P: Ruleset>(self) -> Self::Output {
        Err(CensusError::NoValues(P::NAME.into()))
    }
}

fn read<P: Ruleset>(text: &str) -> Result<P, CensusError> {
    text.parse().map_err(|error: P::Err| no_position(text, &error))
}

fn no_position(text: &str, error: &impl Display) -> CensusError {
    CensusError::Board(format!("{text:?}: {error}"))
}

/// The engine for positions `P`, whose components are held as `K`.
struct EngineOf<P: Ruleset, K: Short> {
    plan: Plan,
    narrow: fn(&P) -> Option<K>,
    read: fn(&str) -> Result<Option<K>, P::Err>,
    analyzer: Analyzer<K>,
    classes: Arc<OnceLock<Arc<Classes>>>,
    layers: Arc<Vec<Vec<K>>>,
    facts: Arc<FactsTable>,
    memory: Option<usize>,
    interrupt: Option<Arc<AtomicBool>>,
}

/// The most bytes of facts about values, which take at most an eighth of the memory: they are found again when they are
/// forgotten.
const FACTS_BYTES: usize = 256 << 20;
/// How many classes are looked at for their components in one go.
const CLASSES_PER_CHUNK: usize = 4096;
/// How many components are looked at for their options in one go.
const COMPONENTS_PER_CHUNK: usize = 64;

impl<P: Short + Ruleset, K: Short + Display> EngineOf<P, K> {
    fn new(
        plan: &Plan,
        narrow: fn(&P) -> Option<K>,
        read: fn(&str) -> Result<Option<K>, P::Err>,
    ) -> EngineOf<P, K> {
        EngineOf {
            plan: plan.clone(),
            narrow,
            read,
            analyzer: Analyzer::new(),
            classes: Arc::default(),
            layers: Arc::default(),
            facts: Arc::new(FactsTable::new(FACTS_BYTES)),
            memory: None,
            interrupt: None,
        }
    }

    fn known_classes(&self) -> Result<&Classes, CensusError> {
        let classes = self.classes.get().map(|classes| &**classes);
        classes.ok_or_else(|| CensusError::Board("the classes are not known yet".to_owned()))
    }

    /// A component as it was written.
    fn read_component(&self, text: &str) -> Result<K, CensusError> {
        match (self.read)(text) {
            Ok(Some(component)) => Ok(component),
            Ok(None) => Err(CensusError::Board(format!("{text:?} is too large for this census"))),
            Err(error) => Err(no_position(text, &error)),
        }
    }

    fn value(&mut self, class: &Class, bounds: &Bounds) -> Result<CanonicalForm, CensusError> {
        let position: P = read(&class.position)?;
        if let Some(position) = (self.narrow)(&position) {
            return Ok(self.analyzer.canonical_form(&position)?);
        }
        let mut sum = CanonicalForm::ZERO;
        for part in position.components() {
            let part = (self.narrow)(&part).ok_or_else(too_large)?;
            let value = self.analyzer.canonical_form(&part)?;
            sum = self.analyzer.store().within(bounds).sum(&sum, &value)?;
        }
        Ok(sum)
    }

    fn bounds(&self) -> Bounds {
        Bounds { bytes: self.memory, interrupt: self.interrupt.clone(), ..Bounds::default() }
    }

    /// Whether the components of the options of components of boards are components of boards, which are counted as
    /// well: where stones only go away and nothing stays behind.
    fn is_closed(&self) -> bool {
        let filled = matches!(self.plan.subject, Subject::Boards { filled: false, .. });
        filled && measure(self.plan.rules) == Measure::Stones && self.plan.rules != "konane"
    }
}

/// The normalized components of a class.
fn parts<P: Short + Ruleset, K: Short>(
    class: &Class,
    narrow: fn(&P) -> Option<K>,
) -> Result<Vec<K>, CensusError> {
    let position: P = read(&class.position)?;
    if let Some(position) = narrow(&position) {
        return Ok(position.components().map(|part| part.normalized().0).collect());
    }
    let narrow = |part: P| Ok(narrow(&part).ok_or_else(too_large)?.normalized().0);
    position.components().map(narrow).collect()
}

fn too_large() -> CensusError {
    CensusError::Board("a component is too large for this census".to_owned())
}

/// By what components are put into layers: something that all options have less of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    Stones,
    EmptyCells,
    /// Nothing that is simple: all components are one layer.
    Nothing,
}

fn measure(rules: &str) -> Measure {
    match rules {
        "clobber" | "diagonal-clobber" | "diagonals" | "knights" | "rooks" | "queens"
        | "hot-clobber" | "konane" => Measure::Stones,
        "anti-clobber" | "fission" | "domineering" | "amazons" => Measure::EmptyCells,
        _ => Measure::Nothing,
    }
}

impl Measure {
    fn of(self, component: &impl Display) -> usize {
        let mut counter = Counter { measure: self, count: 0 };
        // Counting cannot fail.
        let _ = write!(counter, "{component}");
        counter.count
    }
}

/// Counts cells of what is written to it.
struct Counter {
    measure: Measure,
    count: usize,
}

impl fmt::Write for Counter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let cells = text.bytes().filter(|cell| match self.measure {
            Measure::Stones => !b"./#".contains(cell),
            Measure::EmptyCells => *cell == b'.',
            Measure::Nothing => false,
        });
        self.count += cells.count();
        Ok(())
    }
}

/// The components that were met, each in its layer.
struct Met<K> {
    measure: Measure,
    all: HashSet<K>,
    layers: Vec<Vec<K>>,
}

impl<K: Short + Display> Met<K> {
    /// Adds a component; in no higher layer than `highest`, which is being looked at. Fails if more than `most` bytes
    /// were needed.
    fn add(&mut self, component: K, highest: usize, most: usize) -> Result<(), CensusError> {
        if self.all.contains(&component) {
            return Ok(());
        }
        // While a full table is copied to one of twice its size, both are there.
        let is_full = self.all.len() == self.all.capacity();
        if is_full && self.bytes() + 2 * self.all.allocation_size() > most {
            return Err(CensusError::Memory(most));
        }
        let layer = self.measure.of(&component).min(highest);
        if self.layers.len() <= layer {
            self.layers.resize_with(layer + 1, Vec::new);
        }
        self.layers[layer].push(component.clone());
        self.all.insert(component);
        Ok(())
    }

    fn bytes(&self) -> usize {
        let layers = self.layers.iter().map(|layer| layer.capacity() * size_of::<K>());
        self.all.allocation_size() + layers.sum::<usize>()
    }
}

impl<P: Short + Ruleset, K: Short + Display> Engine for EngineOf<P, K> {
    fn share(&mut self) -> Box<dyn Engine> {
        let mut other = EngineOf {
            plan: self.plan.clone(),
            narrow: self.narrow,
            read: self.read,
            analyzer: self.analyzer.share(),
            classes: self.classes.clone(),
            layers: self.layers.clone(),
            facts: self.facts.clone(),
            memory: None,
            interrupt: None,
        };
        other.set_limits(self.memory, self.interrupt.clone());
        Box::new(other)
    }

    fn set_limits(&mut self, memory: Option<usize>, interrupt: Option<Arc<AtomicBool>>) {
        self.analyzer.set_limits(Limits {
            bytes: memory,
            interrupt: interrupt.clone(),
            ..Limits::default()
        });
        if let Some(memory) = memory {
            self.facts.set_limit(FACTS_BYTES.min(memory / 8));
        }
        (self.memory, self.interrupt) = (memory, interrupt);
    }

    fn classes(&mut self, threads: usize) -> Result<Arc<Classes>, CensusError> {
        if let Some(classes) = self.classes.get() {
            return Ok(classes.clone());
        }
        let found = Classes::find(&self.plan, threads, self.memory, self.interrupt.as_deref())?;
        Ok(self.classes.get_or_init(|| Arc::new(found)).clone())
    }

    fn find_components(
        &mut self,
        threads: usize,
        report: &mut dyn FnMut(usize),
    ) -> Result<(), CensusError> {
        let classes = self.classes(threads)?;
        let mut met =
            Met { measure: measure(self.plan.rules), all: HashSet::new(), layers: Vec::new() };
        let memory = self.memory.unwrap_or(usize::MAX);
        let most = memory.saturating_sub(self.bytes());
        let too_much = |_| CensusError::Memory(memory);
        let (narrow, interrupt) = (self.narrow, self.interrupt.as_ref());
        let go_on = || match interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            true => Err(CensusError::Interrupted),
            false => Ok(()),
        };
        let mut check = |met: &Met<K>, besides: usize| {
            report(met.all.len());
            go_on()?;
            if met.bytes() + besides > most {
                return Err(CensusError::Memory(memory));
            }
            Ok(())
        };
        in_order(
            threads,
            classes.len().div_ceil(CLASSES_PER_CHUNK),
            |chunk| {
                let mut found = Vec::new();
                for class in classes.range(part(chunk, CLASSES_PER_CHUNK, classes.len())) {
                    go_on()?;
                    found.extend(parts(&class, narrow)?);
                }
                Ok(found)
            },
            |found: Vec<K>| {
                for part in found {
                    met.add(part, usize::MAX, most).map_err(too_much)?;
                }
                check(&met, 0)
            },
        )?;
        if !self.is_closed() {
            for layer in (0..met.layers.len()).rev() {
                let mut start = 0;
                while start < met.layers[layer].len() {
                    let components = met.layers[layer].split_off(start);
                    let chunks = components.len().div_ceil(COMPONENTS_PER_CHUNK);
                    let options = |chunk: usize| {
                        let range = part(chunk, COMPONENTS_PER_CHUNK, components.len());
                        let mut parts = HashSet::new();
                        let mut in_order = Vec::new();
                        for component in &components[range] {
                            go_on()?;
                            for player in Player::BOTH {
                                for option in component.options(player) {
                                    for part in option.components() {
                                        let part = part.normalized().0;
                                        if parts.insert(part.clone()) {
                                            in_order.push(part);
                                        }
                                    }
                                }
                            }
                        }
                        Ok(in_order)
                    };
                    let mut found = Vec::new();
                    in_order(threads, chunks, options, |parts| {
                        found.extend(parts.into_iter().filter(|part| !met.all.contains(part)));
                        check(&met, (found.capacity() + components.capacity()) * size_of::<K>())
                    })?;
                    start += components.len();
                    met.layers[layer].extend(components);
                    for part in found {
                        met.add(part, layer, most).map_err(too_much)?;
                    }
                    check(&met, 0)?;
                }
            }
        }
        // Where all is one layer, what was met last needs the least.
        met.layers.iter_mut().for_each(|layer| layer.reverse());
        met.layers.iter_mut().for_each(Vec::shrink_to_fit);
        self.layers = Arc::new(met.layers);
        Ok(())
    }

    fn layers(&self) -> Vec<usize> {
        self.layers.iter().map(Vec::len).collect()
    }

    fn components(&self, layer: usize, range: Range<usize>) -> String {
        let mut lines = String::new();
        for component in &self.layers[layer][range] {
            // Writing to a text cannot fail.
            let _ = writeln!(lines, "{component}");
        }
        lines
    }

    fn evaluate(&mut self, layer: usize, range: Range<usize>) -> Result<(), CensusError> {
        let layers = self.layers.clone();
        for component in &layers[layer][range] {
            self.analyzer.canonical_form(component)?;
        }
        Ok(())
    }

    fn each(&mut self, layer: usize, take: &mut Take<'_>) -> Result<(), CensusError> {
        let layers = self.layers.clone();
        for component in &layers[layer] {
            take(&component.to_string(), &self.analyzer.canonical_form(component)?)?;
        }
        Ok(())
    }

    fn values(
        &mut self,
        chunks: &[usize],
        parts: &[(usize, Range<usize>)],
        block_bytes: usize,
        take: &mut TakeBlock<'_>,
    ) -> Result<(), CensusError> {
        let layers = self.layers.clone();
        let mut block = ValueBlock::new(P::NAME);
        let mut start = 0;
        for (i, &chunk) in chunks.iter().enumerate() {
            let (layer, range) = parts[chunk].clone();
            for component in &layers[layer][range] {
                block.add(component, &self.analyzer.canonical_form(component)?);
            }
            if block.bytes() >= block_bytes || i + 1 == chunks.len() {
                let whole = std::mem::replace(&mut block, ValueBlock::new(P::NAME));
                take(&chunks[start..=i], &whole.finish())?;
                start = i + 1;
            }
        }
        Ok(())
    }

    fn values_of(&mut self, components: &str) -> Result<String, CensusError> {
        let mut pairs = Vec::new();
        for (i, line) in components.lines().enumerate() {
            let component = self
                .read_component(line)
                .map_err(|error| CensusError::Line { number: i + 1, problem: error.to_string() })?;
            let value = self.analyzer.canonical_form(&component)?;
            pairs.push((component, value));
        }
        Ok(write_values(P::NAME, pairs))
    }

    fn learn(&mut self, block: &str) -> Result<usize, CensusError> {
        let (store, bounds) = (self.analyzer.store().clone(), self.bounds());
        read_values(block, P::NAME, &mut store.within(&bounds), |component, value| {
            let component = self.read_component(component)?;
            Ok(self.analyzer.insert_known(&component, &value)?)
        })
    }

    fn rows(&mut self, range: Range<usize>) -> Result<String, CensusError> {
        let classes: Vec<Class> = self.known_classes()?.range(range).collect();
        let (store, bounds) = (self.analyzer.store().clone(), self.bounds());
        let mut calculation = store.within(&bounds);
        let mut rows = Vec::with_capacity(classes.len());
        for class in classes {
            let value = self.value(&class, &bounds)?;
            rows.push((class, self.facts.get(&value, &mut calculation)?));
        }
        Ok(write_row_block(rows))
    }

    fn bytes(&self) -> usize {
        let classes = self.classes.get().map_or(0, |classes| classes.bytes());
        let layers: usize = self.layers.iter().map(|layer| layer.capacity() * size_of::<K>()).sum();
        self.analyzer.bytes() + classes + layers + self.facts.bytes()
    }

    fn forms(&self) -> usize {
        self.analyzer.store().len()
    }
}

/// The part with that number of so many things.
pub(crate) fn part(number: usize, size: usize, all: usize) -> Range<usize> {
    (number * size).min(all)..((number + 1) * size).min(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_blocks() {
        let plan = Plan::boards("clobber", "2x3".parse().unwrap(), false).unwrap();
        let mut own = engine(&plan).unwrap();
        own.find_components(1, &mut |_| {}).unwrap();
        let parts: Vec<(usize, Range<usize>)> =
            own.layers().into_iter().enumerate().map(|(layer, size)| (layer, 0..size)).collect();
        let chunks: Vec<usize> = (0..parts.len()).filter(|&i| !parts[i].1.is_empty()).collect();
        for (most, count) in [(1, chunks.len()), (usize::MAX, 1)] {
            let (mut blocks, mut saved) = (Vec::new(), Vec::new());
            own.values(&chunks, &parts, most, &mut |chunks, block| {
                saved.extend_from_slice(chunks);
                blocks.push(block.to_owned());
                Ok(())
            })
            .unwrap();
            assert_eq!((blocks.len(), &saved), (count, &chunks));
            let mut other = engine(&plan).unwrap();
            let learned: usize = blocks.iter().map(|block| other.learn(block).unwrap()).sum();
            assert_eq!(learned, own.layers().into_iter().sum());
        }
    }
}
