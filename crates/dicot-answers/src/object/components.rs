//! The components of many positions of any ruleset, and their values.

use std::fmt::{self, Display, Write as _};
use std::ops::Range;
use std::sync::Arc;

use dicot::analysis::Analyzer;
use dicot::rules::{CellKind, NarrowVisitor, Rank, Ruleset, RulesetSpec, Short};
use dicot::{CanonicalForm, LimitKind, Limits, Player, Store, ValueError};
use hashbrown::HashSet;

use crate::failure::Failure;
use crate::threads::in_order;

/// The components of many positions of a ruleset and all that they lead to, in layers, with their values.
///
/// The options of a component have their components in layers before its own, or in the same one.
pub trait ComponentsObject: Send {
    /// Creates an object for another thread that shares components and values with this one.
    fn fork(&mut self) -> Box<dyn ComponentsObject>;

    /// Sets the limits of each call, for everything that is shared.
    fn set_limits(&mut self, limits: Limits);

    /// Enumerates the components of positions and of all their followers.
    ///
    /// # Errors
    /// If a text is not a position, or a limit is reached.
    fn enumerate(&mut self, search: ComponentSearch<'_>) -> Result<(), Failure>;

    /// The number of components in each layer, those that need no others first.
    fn layers(&self) -> Vec<usize>;

    /// The components of a part of a layer, a line for each.
    fn lines(&self, layer: usize, range: Range<usize>) -> String;

    /// Finds the values of the components of a part of a layer.
    ///
    /// # Errors
    /// If a limit is reached, or a value cannot be represented.
    fn evaluate(&mut self, layer: usize, range: Range<usize>) -> Result<(), ValueError>;

    /// The components of a part of a layer, each with its value.
    ///
    /// # Errors
    /// As [`evaluate`](ComponentsObject::evaluate).
    fn values(
        &mut self,
        layer: usize,
        range: Range<usize>,
    ) -> Result<Vec<(String, CanonicalForm)>, ValueError>;

    /// A component as it prints, and its value.
    ///
    /// # Errors
    /// If the text is not a component, it is too large, or as [`evaluate`](ComponentsObject::evaluate).
    fn component_value(&mut self, component: &str) -> Result<(String, CanonicalForm), Failure>;

    /// The value of a position.
    ///
    /// # Errors
    /// As [`component_value`](ComponentsObject::component_value).
    fn position_value(&mut self, position: &str) -> Result<CanonicalForm, Failure>;

    /// Inserts the value of a component.
    ///
    /// # Errors
    /// As [`component_value`](ComponentsObject::component_value).
    fn insert(&mut self, component: &str, value: &CanonicalForm) -> Result<(), Failure>;

    /// The store of the values.
    fn store(&self) -> &Store;

    /// The number of bytes that components and values take.
    fn bytes(&self) -> usize;
}

/// The positions whose components are enumerated, and how.
pub struct ComponentSearch<'a> {
    /// The number of threads.
    pub threads: usize,
    /// The number of positions.
    pub len: usize,
    /// The positions with these numbers.
    pub positions: &'a (dyn Fn(Range<usize>) -> Vec<String> + Sync),
    /// Whether these are all boards of a size, with blank cells.
    pub are_all_boards: bool,
    /// The bytes that were used before, which count as memory.
    pub used_bytes: usize,
    /// What is called with the number of components during the search.
    pub report: &'a mut dyn FnMut(usize),
}

impl fmt::Debug for ComponentSearch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ComponentSearch").field("len", &self.len).finish_non_exhaustive()
    }
}

/// The object for positions that are as large as these. Components are stored in the smaller type if they all fit.
pub(super) fn components<P: Short + Ruleset>(
    samples: &mut dyn Iterator<Item = &str>,
) -> Result<Box<dyn ComponentsObject>, Failure> {
    P::with_narrow(MakeComponents(samples))
}

/// Makes the object, for positions that are as large as these.
struct MakeComponents<'s, 'a>(&'s mut dyn Iterator<Item = &'a str>);

impl<P: Short + Ruleset> NarrowVisitor<P> for MakeComponents<'_, '_> {
    type Output = Result<Box<dyn ComponentsObject>, Failure>;

    fn none(self) -> Self::Output {
        for text in self.0 {
            read::<P>(text)?;
        }
        Ok(Box::new(Components::<P, P>::new(|position| Some(position.clone()))))
    }

    fn some<N: Short>(self, narrow: fn(&P) -> Option<N>) -> Self::Output {
        let mut all_fit = true;
        for text in &mut *self.0 {
            let position = read::<P>(text)?;
            let mut parts = position.components();
            all_fit &= narrow(&position).is_some() || parts.all(|part| narrow(&part).is_some());
        }
        match all_fit {
            true => Ok(Box::new(Components::<P, N>::new(narrow))),
            false => NarrowVisitor::<P>::none(self),
        }
    }
}

fn read<P: Ruleset>(text: &str) -> Result<P, Failure> {
    text.parse().map_err(|error: P::Err| not_a_position(text, &error))
}

fn not_a_position(text: &str, error: &impl Display) -> Failure {
    Failure::new(format!("{text:?}: {error}"))
}

fn too_large() -> Failure {
    Failure::new("a component is too large for this census")
}

/// The components of positions `P`, stored as `K`.
struct Components<P: Ruleset, K: Short> {
    narrow: fn(&P) -> Option<K>,
    analyzer: Analyzer<K>,
    layers: Arc<Vec<Vec<K>>>,
    limits: Limits,
}

/// The number of positions that a thread splits at a time.
const POSITIONS_PER_CHUNK: usize = 4096;
/// The number of components whose options a thread splits at a time.
const COMPONENTS_PER_CHUNK: usize = 64;

impl<P: Short + Ruleset, K: Short> Components<P, K> {
    fn new(narrow: fn(&P) -> Option<K>) -> Components<P, K> {
        let analyzer = Analyzer::new();
        Components { narrow, analyzer, layers: Arc::default(), limits: Limits::default() }
    }

    /// A component as it was written.
    fn read_component(&self, text: &str) -> Result<K, Failure> {
        let component = (self.narrow)(&read::<P>(text)?);
        component.ok_or_else(|| Failure::new(format!("{text:?} is too large for this census")))
    }
}

/// The normalized components of a position.
fn parts<P: Short + Ruleset, K: Short>(
    text: &str,
    narrow: fn(&P) -> Option<K>,
) -> Result<Vec<K>, Failure> {
    let position: P = read(text)?;
    if let Some(position) = narrow(&position) {
        return Ok(position.components().map(|part| part.normalized().0).collect());
    }
    let narrow = |part: P| Ok(narrow(&part).ok_or_else(too_large)?.normalized().0);
    position.components().map(narrow).collect()
}

/// The components that an enumeration has found so far, each in its layer.
struct Enumeration<K> {
    /// What puts components into layers: its rank, which is smaller in all options.
    spec: &'static RulesetSpec,
    all: HashSet<K>,
    layers: Vec<Vec<K>>,
}

impl<K: Short> Enumeration<K> {
    /// Adds a component; in no higher layer than `highest`, which is being split. Fails if more than `max` bytes were
    /// needed.
    fn add(&mut self, component: K, highest: usize, max: usize) -> Result<(), ()> {
        if self.all.contains(&component) {
            return Ok(());
        }
        // While a full table is copied to one of twice its size, both are there.
        let is_full = self.all.len() == self.all.capacity();
        if is_full && self.bytes() + 2 * self.all.allocation_size() > max {
            return Err(());
        }
        let layer = self.spec.rank_of(&component).unwrap_or(0).min(highest);
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

impl<P: Short + Ruleset, K: Short> ComponentsObject for Components<P, K> {
    fn fork(&mut self) -> Box<dyn ComponentsObject> {
        let mut other = Components {
            narrow: self.narrow,
            analyzer: self.analyzer.fork(),
            layers: self.layers.clone(),
            limits: Limits::default(),
        };
        other.set_limits(self.limits.clone());
        Box::new(other)
    }

    fn set_limits(&mut self, limits: Limits) {
        self.analyzer.limits = limits.clone();
        self.limits = limits;
    }

    fn enumerate(&mut self, search: ComponentSearch<'_>) -> Result<(), Failure> {
        let ComponentSearch { threads, len, positions, are_all_boards, used_bytes, report } =
            search;
        let mut found = Enumeration { spec: P::SPEC, all: HashSet::new(), layers: Vec::new() };
        let memory = self.limits.bytes.unwrap_or(usize::MAX);
        let max = memory.saturating_sub(self.bytes() + used_bytes);
        let too_much = || Failure::from(ValueError::Limit(LimitKind::Bytes(memory)));
        let (narrow, limits) = (self.narrow, self.limits.starting_now());
        let go_on = || limits.check().map_err(|limit| Failure::from(ValueError::Limit(limit)));
        let mut check = |found: &Enumeration<K>, besides: usize| {
            report(found.all.len());
            go_on()?;
            if found.bytes() + besides > max { Err(too_much()) } else { Ok(()) }
        };
        in_order(
            threads,
            len.div_ceil(POSITIONS_PER_CHUNK),
            |chunk| {
                let mut all = Vec::new();
                for position in positions(part(chunk, POSITIONS_PER_CHUNK, len)) {
                    go_on()?;
                    all.extend(parts(&position, narrow)?);
                }
                Ok(all)
            },
            |parts: Vec<K>| {
                for part in parts {
                    found.add(part, usize::MAX, max).map_err(|()| too_much())?;
                }
                check(&found, 0)
            },
        )?;
        // Where moves only remove stones, all positions that boards lead to have components of boards.
        let stays_behind = P::SPEC.cells.iter().any(|cell| cell.kind == CellKind::Outside);
        let is_closed = are_all_boards && P::SPEC.rank == Rank::Pieces && !stays_behind;
        if !is_closed {
            for layer in (0..found.layers.len()).rev() {
                let mut start = 0;
                while start < found.layers[layer].len() {
                    let components = found.layers[layer].split_off(start);
                    let chunks = components.len().div_ceil(COMPONENTS_PER_CHUNK);
                    let options = |chunk: usize| {
                        let range = part(chunk, COMPONENTS_PER_CHUNK, components.len());
                        let (mut parts, mut in_order) = (HashSet::new(), Vec::new());
                        for component in &components[range] {
                            go_on()?;
                            let options = Player::BOTH.map(|player| component.options(player));
                            for option in options.into_iter().flatten() {
                                for part in option.components() {
                                    let part = part.normalized().0;
                                    if parts.insert(part.clone()) {
                                        in_order.push(part);
                                    }
                                }
                            }
                        }
                        Ok(in_order)
                    };
                    let mut new = Vec::new();
                    in_order(threads, chunks, options, |parts| {
                        new.extend(parts.into_iter().filter(|part| !found.all.contains(part)));
                        check(&found, (new.capacity() + components.capacity()) * size_of::<K>())
                    })?;
                    start += components.len();
                    found.layers[layer].extend(components);
                    for part in new {
                        found.add(part, layer, max).map_err(|()| too_much())?;
                    }
                    check(&found, 0)?;
                }
            }
        }
        // Where all is one layer, what was found last needs the least.
        found.layers.iter_mut().for_each(|layer| layer.reverse());
        found.layers.iter_mut().for_each(Vec::shrink_to_fit);
        self.layers = Arc::new(found.layers);
        Ok(())
    }

    fn layers(&self) -> Vec<usize> {
        self.layers.iter().map(Vec::len).collect()
    }

    fn lines(&self, layer: usize, range: Range<usize>) -> String {
        let mut lines = String::new();
        for component in &self.layers[layer][range] {
            // Writing to a text cannot fail.
            let _ = writeln!(lines, "{component}");
        }
        lines
    }

    fn evaluate(&mut self, layer: usize, range: Range<usize>) -> Result<(), ValueError> {
        let layers = self.layers.clone();
        layers[layer][range]
            .iter()
            .try_for_each(|part| self.analyzer.canonical_form(part).map(drop))
    }

    fn values(
        &mut self,
        layer: usize,
        range: Range<usize>,
    ) -> Result<Vec<(String, CanonicalForm)>, ValueError> {
        let layers = self.layers.clone();
        let value = |part: &K| Ok((part.to_string(), self.analyzer.canonical_form(part)?));
        layers[layer][range].iter().map(value).collect()
    }

    fn component_value(&mut self, component: &str) -> Result<(String, CanonicalForm), Failure> {
        let component = self.read_component(component)?;
        Ok((component.to_string(), self.analyzer.canonical_form(&component)?))
    }

    fn position_value(&mut self, position: &str) -> Result<CanonicalForm, Failure> {
        let position: P = read(position)?;
        if let Some(position) = (self.narrow)(&position) {
            return Ok(self.analyzer.canonical_form(&position)?);
        }
        let mut sum = CanonicalForm::ZERO;
        for part in position.components() {
            let part = (self.narrow)(&part).ok_or_else(too_large)?;
            let value = self.analyzer.canonical_form(&part)?;
            sum = self.analyzer.store().calculate(&self.limits).sum(&sum, &value)?;
        }
        Ok(sum)
    }

    fn insert(&mut self, component: &str, value: &CanonicalForm) -> Result<(), Failure> {
        let component = self.read_component(component)?;
        Ok(self.analyzer.insert(&component, value)?)
    }

    fn store(&self) -> &Store {
        self.analyzer.store()
    }

    fn bytes(&self) -> usize {
        let layers = self.layers.iter().map(|layer| layer.capacity() * size_of::<K>());
        self.analyzer.bytes() + layers.sum::<usize>()
    }
}

/// The part with that number of `len` things, in parts of `size`.
fn part(number: usize, size: usize, len: usize) -> Range<usize> {
    (number * size).min(len)..((number + 1) * size).min(len)
}
