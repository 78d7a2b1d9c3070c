//! The components of many positions of any ruleset, and their values.
//!
//! Only what is done with a whole chunk of components, or takes long for one of them, is compiled for each type of
//! components: lists, sets, reading and values. The enumeration itself uses these as objects.

use std::any::Any;
use std::fmt::{self, Display, Write as _};
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

use dicot::analysis::Analyzer;
use dicot::rules::{
    AnyRuleset, CellKind, Narrow, NarrowVisitor, OwnedSpec, Rank, Ruleset, Short, split_into,
};
use dicot::{CanonicalForm, LimitKind, Limits, Player, Store, ValueError};
use hashbrown::HashSet;

use crate::failure::Failure;
use crate::reading::parse;
use crate::threads::in_order;

/// The components of many positions of a ruleset and all that they lead to, in layers, with their values.
///
/// The options of a component have their components in layers before its own, or in the same one.
pub struct Components {
    spec: OwnedSpec,
    reader: Arc<dyn Reader>,
    layers: Arc<Vec<Box<dyn List>>>,
    analyzer: Box<dyn Values>,
    limits: Limits,
}

impl fmt::Debug for Components {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Components").field("layers", &self.layers()).finish_non_exhaustive()
    }
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

/// Components of one type.
trait List: Any + Send + Sync {
    fn len(&self) -> usize;

    fn bytes(&self) -> usize;

    fn get(&self, place: usize) -> &dyn Display;

    /// A list of the same type.
    fn empty(&self) -> Box<dyn List>;

    /// Adds a component of another list.
    fn push(&mut self, other: &dyn List, place: usize);

    /// The normalized components of a part of the list, or of its options, each once. Calls `go_on` for each position.
    fn split(&self, range: Range<usize>, of_options: bool, go_on: GoOn<'_>) -> Chunk;

    /// Reverses the list, which does not grow any more.
    fn finish(&mut self);
}

/// Fails if a limit is reached.
type GoOn<'a> = &'a dyn Fn() -> Result<(), Failure>;

/// Components that a thread has found.
type Chunk = Result<Box<dyn List>, Failure>;

fn list_of<K: Short>(list: &dyn List) -> &Vec<K> {
    (list as &dyn Any).downcast_ref().expect("all lists of a census have one type")
}

fn list_mut<K: Short>(list: &mut dyn List) -> &mut Vec<K> {
    (list as &mut dyn Any).downcast_mut().expect("all lists of a census have one type")
}

/// Calls a function with each option of a player. Compiled once for each type of components, and not for each player.
#[inline(never)]
fn each_option<K: Short>(component: &K, player: Player, visit: &mut dyn FnMut(K)) {
    for option in component.options(player) {
        visit(option);
    }
}

impl<K: Short> List for Vec<K> {
    fn len(&self) -> usize {
        self.len()
    }

    fn bytes(&self) -> usize {
        self.capacity() * size_of::<K>()
    }

    fn get(&self, place: usize) -> &dyn Display {
        &self[place]
    }

    fn empty(&self) -> Box<dyn List> {
        Box::new(Vec::<K>::new())
    }

    fn push(&mut self, other: &dyn List, place: usize) {
        self.push(list_of::<K>(other)[place].clone());
    }

    fn split(&self, range: Range<usize>, of_options: bool, go_on: GoOn<'_>) -> Chunk {
        let (mut parts, mut known, mut in_order) = (Vec::new(), HashSet::new(), Vec::new());
        for position in &self[range] {
            go_on()?;
            if of_options {
                for player in Player::BOTH {
                    each_option(position, player, &mut |option| split_into(&option, &mut parts));
                }
            } else {
                split_into(position, &mut parts);
            }
            for (part, _) in parts.drain(..) {
                if known.insert(part.clone()) {
                    in_order.push(part);
                }
            }
        }
        Ok(Box::new(in_order))
    }

    fn finish(&mut self) {
        self.reverse();
        self.shrink_to_fit();
    }
}

/// A set of components of one type.
trait Set: Sync {
    fn len(&self) -> usize;

    /// The number of components that it has room for.
    fn capacity(&self) -> usize;

    fn bytes(&self) -> usize;

    /// Removes the components of the set from a list.
    fn remove_from(&self, list: &mut dyn List);

    /// Adds all components of a list.
    fn extend(&mut self, list: &dyn List);
}

impl<K: Short> Set for HashSet<K> {
    fn len(&self) -> usize {
        self.len()
    }

    fn capacity(&self) -> usize {
        self.capacity()
    }

    fn bytes(&self) -> usize {
        self.allocation_size()
    }

    fn remove_from(&self, list: &mut dyn List) {
        let list = list_mut::<K>(list);
        list.retain(|component| !self.contains(component));
        list.shrink_to_fit();
    }

    fn extend(&mut self, list: &dyn List) {
        for component in list_of::<K>(list) {
            self.insert(component.clone());
        }
    }
}

/// Reads positions as components of some type.
trait Reader: Send + Sync {
    /// An empty list of components.
    fn list(&self) -> Box<dyn List>;

    /// An empty set of components.
    fn set(&self) -> Box<dyn Set>;

    /// Adds the position of a text to a list, or its components if it is too large for their type. Returns whether they
    /// fit.
    fn read(&self, text: &str, list: &mut dyn List) -> Result<bool, Failure>;
}

/// Positions of a ruleset as components of a type of it.
struct ReadAs<K> {
    ruleset: AnyRuleset,
    components: PhantomData<fn() -> K>,
}

impl<K: Short> Reader for ReadAs<K> {
    fn list(&self) -> Box<dyn List> {
        Box::new(Vec::<K>::new())
    }

    fn set(&self) -> Box<dyn Set> {
        Box::new(HashSet::<K>::new())
    }

    fn read(&self, text: &str, list: &mut dyn List) -> Result<bool, Failure> {
        let list = list_mut(list);
        let position = parse(&self.ruleset, text).map_err(|error| not_a_position(text, &error))?;
        if let Some(position) = position.to_type() {
            list.push(position);
            return Ok(true);
        }
        let mut parts = Vec::new();
        split_into(&position, &mut parts);
        for (part, negated) in parts {
            let Some(part) = part.to_type::<K>() else { return Ok(false) };
            list.push(if negated { part.negative() } else { part });
        }
        Ok(true)
    }
}

/// An [`Analyzer`] of components of some type.
trait Values: Send {
    fn fork(&mut self) -> Box<dyn Values>;

    fn set_limits(&mut self, limits: Limits);

    /// The value of a component of a list.
    fn value(&mut self, list: &dyn List, place: usize) -> Result<CanonicalForm, ValueError>;

    /// Inserts the value of a component of a list.
    fn insert(
        &mut self,
        list: &dyn List,
        place: usize,
        value: &CanonicalForm,
    ) -> Result<(), ValueError>;

    fn store(&self) -> &Store;

    fn bytes(&self) -> usize;
}

impl<K: Short> Values for Analyzer<K> {
    fn fork(&mut self) -> Box<dyn Values> {
        Box::new(self.fork())
    }

    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn value(&mut self, list: &dyn List, place: usize) -> Result<CanonicalForm, ValueError> {
        self.canonical_form(&list_of(list)[place])
    }

    fn insert(
        &mut self,
        list: &dyn List,
        place: usize,
        value: &CanonicalForm,
    ) -> Result<(), ValueError> {
        self.insert(&list_of(list)[place], value)
    }

    fn store(&self) -> &Store {
        self.store()
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }
}

/// Makes the object for positions that are as large as these.
pub(super) type NewComponents =
    fn(&AnyRuleset, &mut dyn Iterator<Item = &str>) -> Result<Components, Failure>;

/// Components are stored in the smaller type if they all fit.
pub(super) const fn components<P: Short + Ruleset>() -> NewComponents {
    |ruleset, samples| {
        let narrow = P::with_narrow(NarrowParts(ruleset));
        Components::new(ruleset.spec(), narrow, &|| parts_of::<P>(ruleset), samples)
    }
}

/// What depends on the types of positions and components.
type Parts = (Arc<dyn Reader>, Box<dyn Values>);

fn parts_of<K: Short>(ruleset: &AnyRuleset) -> Parts {
    let reader = ReadAs::<K> { ruleset: ruleset.clone(), components: PhantomData };
    (Arc::new(reader), Box::new(Analyzer::<K>::new()))
}

/// Makes the parts for the smaller type of a ruleset, if it has one.
struct NarrowParts<'r>(&'r AnyRuleset);

impl<P: Short> NarrowVisitor<P> for NarrowParts<'_> {
    type Output = Option<Parts>;

    fn none(self) -> Self::Output {
        None
    }

    fn some<N: Short + Narrow<P>>(self) -> Self::Output {
        Some(parts_of::<N>(self.0))
    }
}

fn not_a_position(text: &str, error: &dyn Display) -> Failure {
    Failure::new(format!("{text:?}: {error}"))
}

/// The number of positions that a thread splits at a time.
const POSITIONS_PER_CHUNK: usize = 4096;
/// The number of components whose options a thread splits at a time.
const COMPONENTS_PER_CHUNK: usize = 64;

/// The components that an enumeration has found so far, each in its layer.
struct Enumeration<'s> {
    /// What puts components into layers: its rank, which is smaller in all options.
    spec: &'s OwnedSpec,
    all: Box<dyn Set>,
    layers: Vec<Box<dyn List>>,
    /// The limit of bytes, those of other things not counted.
    max: usize,
}

/// The limit of bytes is reached.
struct Full;

impl Enumeration<'_> {
    /// Adds different components; in no higher layer than `highest`, which is being split.
    fn add(&mut self, mut list: Box<dyn List>, highest: usize) -> Result<(), Full> {
        self.all.remove_from(&mut *list);
        // While a full table is copied to one of twice its size, both are there.
        if self.all.len() + list.len() > self.all.capacity() {
            self.check(2 * self.all.bytes())?;
        }
        for place in 0..list.len() {
            let layer = self.spec.rank_of(&list.get(place)).unwrap_or(0).min(highest);
            if self.layers.len() <= layer {
                self.layers.resize_with(layer + 1, || list.empty());
            }
            self.layers[layer].push(&*list, place);
        }
        self.all.extend(&*list);
        Ok(())
    }

    /// Fails if they and other things take more than the limit.
    fn check(&self, other_bytes: usize) -> Result<(), Full> {
        let bytes = self.all.bytes() + bytes(&self.layers) + other_bytes;
        if bytes > self.max { Err(Full) } else { Ok(()) }
    }
}

fn bytes(lists: &[Box<dyn List>]) -> usize {
    lists.iter().map(|list| list.bytes()).sum()
}

impl Components {
    fn new(
        spec: &OwnedSpec,
        narrow: Option<Parts>,
        own: &dyn Fn() -> Parts,
        samples: &mut dyn Iterator<Item = &str>,
    ) -> Result<Components, Failure> {
        let (mut reader, mut analyzer) = narrow.unwrap_or_else(own);
        for text in samples {
            if !reader.read(text, &mut *reader.list())? {
                (reader, analyzer) = own();
            }
        }
        let (layers, limits) = (Arc::default(), Limits::default());
        let spec = spec.clone();
        let mut object = Components { spec, reader, layers, analyzer, limits };
        object.set_limits(Limits::default());
        Ok(object)
    }

    /// Creates an object for another thread that shares components and values with this one.
    #[must_use]
    pub fn fork(&mut self) -> Components {
        let mut other = Components {
            spec: self.spec.clone(),
            reader: self.reader.clone(),
            layers: self.layers.clone(),
            analyzer: self.analyzer.fork(),
            limits: Limits::default(),
        };
        other.set_limits(self.limits.clone());
        other
    }

    /// Sets the limits of each call, for everything that is shared. A call has one thread: forks are for others.
    pub fn set_limits(&mut self, limits: Limits) {
        let limits = limits.with_threads(1);
        self.analyzer.set_limits(limits.clone());
        self.limits = limits;
    }

    /// Enumerates the components of positions and of all their followers.
    ///
    /// # Errors
    /// If a text is not a position, or a limit is reached.
    pub fn enumerate(&mut self, search: ComponentSearch<'_>) -> Result<(), Failure> {
        let ComponentSearch { threads, len, positions, are_all_boards, used_bytes, report } =
            search;
        let (spec, reader, limits) = (&self.spec, &*self.reader, self.limits.starting_now());
        let memory = self.limits.bytes.unwrap_or(usize::MAX);
        let max = memory.saturating_sub(self.bytes() + used_bytes);
        let mut found = Enumeration { spec, all: reader.set(), layers: Vec::new(), max };
        let too_much = |Full| Failure::from(ValueError::Limit(LimitKind::Bytes(memory)));
        let go_on = || limits.check().map_err(|limit| Failure::from(ValueError::Limit(limit)));
        let mut check = |found: &Enumeration, other_bytes: usize| {
            report(found.all.len());
            go_on()?;
            found.check(other_bytes).map_err(too_much)
        };
        let split = |chunk: usize| {
            let mut list = reader.list();
            for position in positions(part(chunk, POSITIONS_PER_CHUNK, len)) {
                go_on()?;
                if !reader.read(&position, &mut *list)? {
                    return Err(too_large());
                }
            }
            list.split(0..list.len(), false, &go_on)
        };
        in_order(threads, len.div_ceil(POSITIONS_PER_CHUNK), split, |components| {
            found.add(components, usize::MAX).map_err(too_much)?;
            check(&found, 0)
        })?;
        // Where moves only remove stones, all positions that boards lead to have components of boards.
        let stays_behind = spec.cells.iter().any(|cell| cell.kind == CellKind::Outside);
        let is_closed = are_all_boards && spec.rank == Rank::Pieces && !stays_behind;
        let layers = if is_closed { 0 } else { found.layers.len() };
        for layer in (0..layers).rev() {
            let mut start = 0;
            while start < found.layers[layer].len() {
                let components = &found.layers[layer];
                let len = components.len() - start;
                let split = |chunk: usize| {
                    let range = part(chunk, COMPONENTS_PER_CHUNK, len);
                    components.split(start + range.start..start + range.end, true, &go_on)
                };
                let (mut new, mut new_bytes) = (Vec::new(), 0);
                in_order(threads, len.div_ceil(COMPONENTS_PER_CHUNK), split, |mut components| {
                    found.all.remove_from(&mut *components);
                    if components.len() > 0 {
                        new_bytes += components.bytes();
                        new.push(components);
                    }
                    check(&found, new_bytes)
                })?;
                start += len;
                for components in new {
                    found.add(components, layer).map_err(too_much)?;
                }
                check(&found, 0)?;
            }
        }
        // Where all is one layer, what was found last needs the least.
        found.layers.iter_mut().for_each(|layer| layer.finish());
        self.layers = Arc::new(found.layers);
        Ok(())
    }

    /// The number of components in each layer, those that need no others first.
    pub fn layers(&self) -> Vec<usize> {
        self.layers.iter().map(|layer| layer.len()).collect()
    }

    /// The components of a part of a layer, a line for each.
    pub fn lines(&self, layer: usize, range: Range<usize>) -> String {
        let mut lines = String::new();
        for place in range {
            // Writing to a text cannot fail.
            let _ = writeln!(lines, "{}", self.layers[layer].get(place));
        }
        lines
    }

    /// Finds the values of the components of a part of a layer.
    ///
    /// # Errors
    /// If a limit is reached, or a value cannot be represented.
    pub fn evaluate(&mut self, layer: usize, mut range: Range<usize>) -> Result<(), ValueError> {
        let layer = &*self.layers[layer];
        range.try_for_each(|place| self.analyzer.value(layer, place).map(drop))
    }

    /// The components of a part of a layer, each with its value.
    ///
    /// # Errors
    /// As [`evaluate`](Components::evaluate).
    pub fn values(
        &mut self,
        layer: usize,
        range: Range<usize>,
    ) -> Result<Vec<(String, CanonicalForm)>, ValueError> {
        let layer = &*self.layers[layer];
        let value = |place| Ok((layer.get(place).to_string(), self.analyzer.value(layer, place)?));
        range.map(value).collect()
    }

    /// A component as it prints, and its value.
    ///
    /// # Errors
    /// If the text is not a component, it is too large, or as [`evaluate`](Components::evaluate).
    pub fn component_value(&mut self, component: &str) -> Result<(String, CanonicalForm), Failure> {
        let list = self.read_component(component)?;
        Ok((list.get(0).to_string(), self.analyzer.value(&*list, 0)?))
    }

    /// The value of a position.
    ///
    /// # Errors
    /// As [`component_value`](Components::component_value).
    pub fn position_value(&mut self, position: &str) -> Result<CanonicalForm, Failure> {
        let mut list = self.reader.list();
        if !self.reader.read(position, &mut *list)? {
            return Err(too_large());
        }
        if list.len() == 1 {
            return Ok(self.analyzer.value(&*list, 0)?);
        }
        let mut sum = CanonicalForm::ZERO;
        for place in 0..list.len() {
            let value = self.analyzer.value(&*list, place)?;
            sum = self.store().calculate(&self.limits).sum(&sum, &value)?;
        }
        Ok(sum)
    }

    /// Inserts the value of a component.
    ///
    /// # Errors
    /// As [`component_value`](Components::component_value).
    pub fn insert(&mut self, component: &str, value: &CanonicalForm) -> Result<(), Failure> {
        let list = self.read_component(component)?;
        Ok(self.analyzer.insert(&*list, 0, value)?)
    }

    /// The store of the values.
    pub fn store(&self) -> &Store {
        self.analyzer.store()
    }

    /// The number of bytes that components and values take.
    pub fn bytes(&self) -> usize {
        self.analyzer.bytes() + bytes(&self.layers)
    }

    /// A list of one component, as it was written.
    fn read_component(&self, text: &str) -> Result<Box<dyn List>, Failure> {
        let mut list = self.reader.list();
        let fits = self.reader.read(text, &mut *list)? && list.len() == 1;
        let too_large = || Failure::new(format!("{text:?} is too large for this census"));
        fits.then_some(list).ok_or_else(too_large)
    }
}

fn too_large() -> Failure {
    Failure::new("a component is too large for this census")
}

/// The part with that number of `len` things, in parts of `size`.
fn part(number: usize, size: usize, len: usize) -> Range<usize> {
    (number * size).min(len)..((number + 1) * size).min(len)
}
