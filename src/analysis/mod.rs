//! The bridge from positions to values.
//!
//! A position is split into components. Each is normalized, so that all its symmetric images and their negatives share
//! one entry, and looked up in a table; if it is not there, its options are valued first. The values are added up.
//!
//! Positions have methods for one answer ([`Analyze`]). For many answers, an [`Analyzer`] keeps its table.

mod known_values;
mod packed;
mod report;
mod table;

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, OnceLock};
use std::{fmt, mem};

use smallvec::SmallVec;

pub use known_values::{NamedValue, ValueParts, ValueSource};
pub use report::{MoveReport, Report};

use self::known_values::Sources;
use self::table::Table;
use crate::form::{Engine, Id, Team, or_panic, ordered};
use crate::rules::{self, NarrowVisitor, Ruleset, Short};
use crate::{
    ByPlayer, CanonicalForm, Interrupt, LimitKind, Limits, Outcome, Player, Store, ValueError,
};

/// The progress of an analyzer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Positions valued so far.
    pub positions: usize,
    /// Forms in the store.
    pub forms: usize,
}

impl Progress {
    /// That of another computation of values.
    pub fn new(positions: usize, forms: usize) -> Progress {
        Progress { positions, forms }
    }
}

pub(crate) type OnProgress = Box<dyn FnMut(&Progress) + Send>;

/// Positions valued between two reports of progress.
const POSITIONS_BETWEEN_REPORTS: usize = 1 << 10;

/// The positions that a search values on one thread before it uses others: about 5 ms in Clobber (3x6 values 332,609 in
/// 0.85 s), so that small positions start no threads. Not tuned.
const POSITIONS_ALONE: usize = 1 << 11;

/// Insertions between two limit checks.
const INSERTIONS_BETWEEN_CHECKS: usize = 1 << 8;

/// Computes the values of positions of one ruleset, and keeps them in a table.
///
/// Of its [`Limits`] it obeys those of positions in the table, forms in its store, bytes of both, steps, and time of each
/// call.
///
/// # Examples
/// ```
/// use dicot::analysis::Analyzer;
/// use dicot::rules::Clobber;
/// use dicot::{LimitKind, Limits, Player, ValueError};
/// let mut analyzer = Analyzer::new();
/// let position: Clobber = "xxo/oxo".parse()?;
/// assert_eq!(analyzer.canonical_form(&position)?.to_string(), "{^^*|*,^||v|vv*}");
/// let moves = analyzer.moves(&position, Player::Left)?;
/// assert_eq!(moves.iter().filter(|m| m.wins).count(), 3);
/// for (component, value) in analyzer.decompose(&"xxo.xxo/....x..".parse()?)? {
///     println!("{component} = {value}");
/// }
///
/// // What was found before a limit is reached is kept, and small positions can still be valued.
/// let mut analyzer = Analyzer::new().with_limits(Limits::default().with_positions(100));
/// let large = Clobber::checkerboard(4, 4)?;
/// let error = analyzer.canonical_form(&large).unwrap_err();
/// assert_eq!(error, ValueError::Limit(LimitKind::Positions(100)));
/// assert_eq!(analyzer.canonical_form(&"xo".parse::<Clobber>()?)?.to_string(), "*");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Analyzer<P: Short> {
    store: Store,
    tables: Tables<P>,
    /// The limits of the calls that follow. A call that reaches one ends in an error and leaves the analyzer usable, with
    /// all that it has found.
    pub limits: Limits,
    on_progress: Option<OnProgress>,
}

/// Values of normalized components; those that fit the smaller type, if the ruleset has one, are apart.
pub(crate) struct Tables<P: Short> {
    own: Table<P>,
    sources: Option<Sources>,
    narrow: Option<Box<dyn Narrow<P>>>,
}

/// The tables of the smaller type of a ruleset.
trait Narrow<P>: Send {
    fn bytes(&self) -> usize;

    fn len(&self) -> usize;

    fn count(&mut self);

    fn set_value_source(&mut self, rules: &'static str, values: Arc<dyn ValueSource>);

    fn fork(&mut self) -> Box<dyn Narrow<P>>;

    /// Keeps the value of a component; returns whether it fits the smaller type.
    fn insert(&mut self, part: &P, value: Id) -> bool;

    /// The value of a component, if it fits the smaller type.
    fn value(&mut self, part: &P, call: &mut Call<'_>) -> Result<Option<Id>, ValueError>;
}

/// Tables of a smaller type `N`.
struct NarrowTables<P, N: Short> {
    narrow: fn(&P) -> Option<N>,
    tables: Tables<N>,
}

impl<P: Short, N: Short> Narrow<P> for NarrowTables<P, N> {
    fn bytes(&self) -> usize {
        self.tables.bytes()
    }

    fn len(&self) -> usize {
        self.tables.len()
    }

    fn count(&mut self) {
        self.tables.count();
    }

    fn set_value_source(&mut self, rules: &'static str, values: Arc<dyn ValueSource>) {
        self.tables.set_value_source(rules, values);
    }

    fn fork(&mut self) -> Box<dyn Narrow<P>> {
        Box::new(NarrowTables { narrow: self.narrow, tables: self.tables.fork() })
    }

    fn insert(&mut self, part: &P, value: Id) -> bool {
        (self.narrow)(part).map(|part| self.tables.insert(&part, value)).is_some()
    }

    fn value(&mut self, part: &P, call: &mut Call<'_>) -> Result<Option<Id>, ValueError> {
        (self.narrow)(part).map(|part| self.tables.part_value(&part, call)).transpose()
    }
}

/// Makes the tables of the smaller type.
struct MakeNarrow;

impl<P: Short> NarrowVisitor<P> for MakeNarrow {
    type Output = Option<Box<dyn Narrow<P>>>;

    fn none(self) -> Self::Output {
        None
    }

    fn some<N: Short>(self, narrow: fn(&P) -> Option<N>) -> Self::Output {
        Some(Box::new(NarrowTables { narrow, tables: Tables::default() }))
    }
}

/// One call of an analyzer: what it computes with, and what it must report.
pub(crate) struct Call<'a> {
    pub(crate) engine: Engine<'a>,
    /// Positions in all tables.
    positions: usize,
    max_positions: Option<usize>,
    /// Positions at the last report of progress, in units of [`POSITIONS_BETWEEN_REPORTS`].
    reported: usize,
    on_progress: Option<&'a mut OnProgress>,
    /// How many threads a long search may use.
    threads: usize,
}

/// A component of which the options are being valued.
struct Frame<P> {
    component: P,
    /// The components of all options, normalized, and whether each is negated.
    parts: Vec<(P, bool)>,
    /// The bytes that these own on the heap.
    heap_bytes: usize,
    options: OptionValues,
}

/// The options of a component, by their parts.
#[derive(Default)]
struct OptionValues {
    /// Where each option's parts end, and whose option it is.
    ends: Vec<(Player, usize)>,
    /// The values of the parts; [`Id::NONE`] until they are known.
    values: Vec<Id>,
    /// How many values are known, in the order of the thread.
    known: usize,
}

/// The order in which a thread values the parts of a frame. Threads that value the same component in other orders seldom
/// do the same work, since each takes from the table what another has found.
#[derive(Clone, Copy)]
struct Order {
    thread: usize,
    threads: usize,
}

impl Order {
    const ALONE: Order = Order { thread: 0, threads: 1 };

    /// The index of the part that comes at that place: every second thread goes backward, and each pair has its own start.
    #[inline]
    fn index(self, place: usize, parts: usize) -> usize {
        if self.thread == 0 {
            return place;
        }
        let start = parts * (self.thread / 2) / self.threads.div_ceil(2);
        let index = (start + place) % parts;
        if self.thread.is_multiple_of(2) { index } else { parts - 1 - index }
    }
}

impl<P: Short> Frame<P> {
    /// A frame for a component, which reuses the memory of a frame that is done.
    fn new(
        component: P,
        done: Option<Frame<P>>,
        table: &mut Table<P>,
        engine: &mut Engine<'_>,
    ) -> Result<Frame<P>, ValueError> {
        let (mut parts, mut options) =
            done.map_or_else(Default::default, |done| (done.parts, done.options));
        parts.clear();
        options.ends.clear();
        options.values.clear();
        // The bytes of the lists, with room for the values to come.
        let part_bytes = size_of::<(P, bool)>() + size_of::<Id>();
        let bytes = |parts, ends| parts * part_bytes + ends * size_of::<(Player, usize)>();
        let before = bytes(parts.capacity(), options.ends.capacity());
        let (other_bytes, more_steps) =
            (engine.other_bytes, P::SEARCH.option_steps(&component) - 1);
        let (mut heap_bytes, mut counted) = (0, 0);
        for player in Player::BOTH {
            component.split_options_into(player, &mut parts, |parts| {
                options.ends.push((player, parts.len()));
                heap_bytes += rules::heap_bytes(&parts[counted..]);
                counted = parts.len();
                // A position can have a hundred thousand options.
                let bytes = bytes(parts.capacity(), options.ends.capacity()) + heap_bytes;
                engine.other_bytes = other_bytes + bytes - before;
                engine.steps(more_steps)
            })?;
        }
        table.get_packed(&parts, &mut options.values);
        options.known = 0;
        Ok(Frame { component, parts, heap_bytes, options })
    }

    /// Ends the frame: what is left is memory for another one.
    fn end(&mut self, engine: &mut Engine<'_>) {
        self.parts.clear();
        engine.other_bytes = engine.other_bytes.wrapping_sub(mem::take(&mut self.heap_bytes));
    }
}

impl OptionValues {
    /// The value of the component, when all parts have theirs.
    fn value(&mut self, engine: &mut Engine<'_>) -> Result<Id, ValueError> {
        engine.recurse(|engine| {
            let mut lists = ByPlayer { left: SmallVec::new(), right: SmallVec::new() };
            let mut start = 0;
            for &(player, end) in &self.ends {
                let sum = sum(&mut self.values[start..end], engine)?;
                engine.push(&mut lists[player], sum)?;
                start = end;
            }
            engine.simplify([lists.left, lists.right])
        })
    }
}

/// Adds up values, closed forms first.
fn sum(values: &mut [Id], engine: &mut Engine<'_>) -> Result<Id, ValueError> {
    match *values {
        [value] => return Ok(value),
        [g, h] => return engine.add(g, h),
        _ => {}
    }
    values.sort_unstable();
    let [closed, others] = [true, false].map(|closed| move |id: &&Id| id.is_closed() == closed);
    let mut sorted = values.iter().filter(closed).chain(values.iter().filter(others));
    sorted.try_fold(Id::ZERO, |sum, &value| engine.add(sum, value))
}

impl<P: Short> Default for Analyzer<P> {
    fn default() -> Analyzer<P> {
        Analyzer::new()
    }
}

impl<P: Short> fmt::Debug for Analyzer<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Analyzer").field("positions", &self.positions()).finish_non_exhaustive()
    }
}

impl<P: Short> Analyzer<P> {
    /// Creates an analyzer with a store of its own, which is freed with the last of its values.
    pub fn new() -> Analyzer<P> {
        Analyzer::in_store(Store::new())
    }

    /// Creates an analyzer whose values are in a given store.
    pub fn in_store(store: Store) -> Analyzer<P> {
        Analyzer { store, tables: Tables::default(), limits: Limits::default(), on_progress: None }
    }

    /// Sets the [`limits`](Analyzer::limits).
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Analyzer<P> {
        self.limits = limits;
        self
    }

    /// Sets a function that is called during long calls, once in 1024 positions.
    #[must_use]
    pub fn on_progress(mut self, report: impl FnMut(&Progress) + Send + 'static) -> Analyzer<P> {
        self.on_progress = Some(Box::new(report));
        self
    }

    /// Adds a source of values, such as a database: it is searched before a value is computed. If there are several
    /// sources, they are searched in the order in which they were added.
    #[must_use]
    pub fn with_value_source(mut self, values: Arc<dyn ValueSource>) -> Analyzer<P>
    where
        P: Ruleset,
    {
        self.tables.set_value_source(P::SPEC.name_in_files(), values);
        self
    }

    /// [`with_value_source`](Analyzer::with_value_source) for positions of the ruleset with that
    /// [name](crate::rules::RulesetSpec::name_in_files), which was chosen at run time.
    #[must_use]
    pub fn with_values_of(
        mut self,
        rules: &'static str,
        values: Arc<dyn ValueSource>,
    ) -> Analyzer<P> {
        self.tables.set_value_source(rules, values);
        self
    }

    /// Adds the value of a component to the table, without a check.
    ///
    /// # Errors
    /// As [`canonical_form`](Analyzer::canonical_form), where the value comes from another store.
    ///
    /// # Examples
    /// ```
    /// use dicot::analysis::Analyzer;
    /// use dicot::rules::Clobber;
    /// let mut analyzer = Analyzer::new();
    /// analyzer.insert(&"xxo".parse::<Clobber>()?, &"^".parse()?)?;
    /// assert_eq!(analyzer.canonical_form(&"oox".parse::<Clobber>()?)?.to_string(), "v");
    /// assert_eq!(analyzer.positions(), 1);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn insert(&mut self, component: &P, value: &CanonicalForm) -> Result<(), ValueError> {
        // A limit check takes longer than an insertion, and there may be millions of components.
        let is_due = self.positions().is_multiple_of(INSERTIONS_BETWEEN_CHECKS);
        if is_due || self.store != *value.store() {
            let (store, tables, mut call) = self.begin()?;
            tables.insert(component, store.id_of(value, &mut call.engine)?);
        } else {
            self.tables.insert(component, value.id());
        }
        Ok(())
    }

    /// Creates an analyzer for another thread with the same store and table. It has no limits but that of one thread, and reports no
    /// progress.
    ///
    /// The limit of positions counts those of other threads only at the beginning of a call.
    ///
    /// # Examples
    /// ```
    /// use dicot::analysis::Analyzer;
    /// use dicot::rules::Clobber;
    /// let mut analyzer = Analyzer::new();
    /// let mut other = analyzer.fork();
    /// let board = Clobber::checkerboard(3, 3)?;
    /// let value = std::thread::scope(|scope| {
    ///     scope.spawn(|| other.canonical_form(&board)).join().unwrap()
    /// })?;
    /// let positions = analyzer.positions();
    /// assert!(positions > 50);
    /// assert_eq!(analyzer.canonical_form(&board)?, value);
    /// assert_eq!(analyzer.positions(), positions);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn fork(&mut self) -> Analyzer<P> {
        let limits = Limits::default().with_threads(1);
        Analyzer { tables: self.tables.fork(), limits, ..Analyzer::in_store(self.store.clone()) }
    }

    /// The number of components in the table; symmetric images and negatives count once.
    pub fn positions(&self) -> usize {
        self.tables.len()
    }

    /// The bytes of its store and its table.
    pub fn bytes(&self) -> usize {
        self.store.bytes() + self.tables.bytes()
    }

    /// The store of the values.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The canonical form of a position.
    ///
    /// # Errors
    /// If a limit is reached, or the value cannot be represented.
    ///
    /// # Complexity
    /// Every component that moves lead to is valued once, up to symmetry: for a connected position their number is
    /// exponential in the number of stones.
    pub fn canonical_form(&mut self, position: &P) -> Result<CanonicalForm, ValueError> {
        let (store, tables, mut call) = self.begin()?;
        tables.value(position, &mut call).map(|id| store.handle(id))
    }

    /// The canonical forms of positions, in their order, computed on all cores with one table. Progress is not reported.
    ///
    /// # Examples
    /// ```
    /// use dicot::analysis::Analyzer;
    /// use dicot::rules::Clobber;
    /// let boards = ["xo", "xxo", "xoxo"].map(|text| text.parse::<Clobber>().unwrap());
    /// let values = Analyzer::new().canonical_forms(&boards)?;
    /// assert_eq!(values[2].to_string(), "+-{*,^}");
    /// # Ok::<_, dicot::ValueError>(())
    /// ```
    ///
    /// # Errors
    /// As [`canonical_form`](Analyzer::canonical_form). The limits hold for all positions together, and what was found
    /// before is kept.
    pub fn canonical_forms(&mut self, positions: &[P]) -> Result<Vec<CanonicalForm>, ValueError> {
        let (threads, next) = (self.limits.threads_or_all(), AtomicUsize::new(0));
        let limits = self.limits.starting_now().with_threads(1);
        let values: Vec<_> = positions.iter().map(|_| OnceLock::new()).collect();
        // Each thread takes the next position, until one fails.
        let work = |fork: &mut Analyzer<P>| {
            while let Some((position, value)) =
                positions.iter().zip(&values).nth(next.fetch_add(1, Relaxed))
            {
                let found = fork.canonical_form(position);
                _ = value.set(found.inspect_err(|_| next.store(positions.len(), Relaxed)));
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.min(positions.len()) {
                let (work, mut fork) = (&work, self.fork().with_limits(limits.clone()));
                scope.spawn(move || work(&mut fork));
            }
            work(&mut self.fork().with_limits(limits));
        });
        values.into_iter().filter_map(OnceLock::into_inner).collect()
    }

    /// The components that are not obviously 0, with their values, which sum up to the position's.
    ///
    /// # Errors
    /// As [`canonical_form`](Analyzer::canonical_form).
    pub fn decompose(&mut self, position: &P) -> Result<Vec<(P, CanonicalForm)>, ValueError> {
        let (store, tables, mut call) = self.begin()?;
        tables.decompose(position, store, &mut call)
    }

    /// Who wins, for either player to start.
    ///
    /// # Errors
    /// As [`canonical_form`](Analyzer::canonical_form).
    pub fn outcome(&mut self, position: &P) -> Result<Outcome, ValueError> {
        let (_, tables, mut call) = self.begin()?;
        let value = tables.value(position, &mut call)?;
        call.engine.outcome(value)
    }

    /// The facts about all moves of a player, in the order of the ruleset.
    ///
    /// # Errors
    /// As [`canonical_form`](Analyzer::canonical_form).
    pub fn moves(
        &mut self,
        position: &P,
        player: Player,
    ) -> Result<Vec<MoveReport<P::Move>>, ValueError> {
        let (store, tables, mut call) = self.begin()?;
        let value = tables.value(position, &mut call)?;
        tables.moves(position, player, value, store, &mut call)
    }

    /// Begins a call, with the limits.
    fn begin(&mut self) -> Result<(&Store, &mut Tables<P>, Call<'_>), ValueError> {
        let mut call = Call::silent(Engine::new(self.store.inner(), &self.limits));
        self.tables.count();
        (call.positions, call.max_positions) = (self.tables.len(), self.limits.positions);
        call.reported = call.positions / POSITIONS_BETWEEN_REPORTS;
        call.threads = match self.limits.steps {
            None => self.limits.threads_or_all(),
            Some(_) => 1, // only one thread takes the same steps each time
        };
        call.on_progress = self.on_progress.as_mut();
        call.engine.other_bytes = self.tables.bytes();
        call.engine.check()?;
        Ok((&self.store, &mut self.tables, call))
    }
}

impl<P: Short> Default for Tables<P> {
    fn default() -> Tables<P> {
        Tables { own: Table::default(), sources: None, narrow: P::with_narrow(MakeNarrow) }
    }
}

impl<P: Short> Tables<P> {
    /// Counts the positions and bytes, of which a call counts the growth.
    fn count(&mut self) {
        self.own.growth();
        if let Some(narrow) = &mut self.narrow {
            narrow.count();
        }
    }

    /// The number of components.
    fn len(&self) -> usize {
        self.own.len() + self.narrow.as_ref().map_or(0, |narrow| narrow.len())
    }

    pub(crate) fn bytes(&self) -> usize {
        let sources = self.sources.as_ref().map_or(0, Sources::bytes);
        self.own.bytes() + sources + self.narrow.as_ref().map_or(0, |narrow| narrow.bytes())
    }

    /// Looks values up in one more source, where positions are of the ruleset of that name.
    pub(crate) fn set_value_source(&mut self, rules: &'static str, values: Arc<dyn ValueSource>) {
        self.sources.get_or_insert_with(|| Sources::new(rules)).add(values.clone());
        if let Some(narrow) = &mut self.narrow {
            narrow.set_value_source(rules, values);
        }
    }

    /// The same tables, for another thread.
    fn fork(&mut self) -> Tables<P> {
        Tables {
            own: self.own.fork(),
            sources: self.sources.as_ref().map(Sources::fresh),
            narrow: self.narrow.as_mut().map(|narrow| narrow.fork()),
        }
    }

    /// Keeps the value of a component.
    fn insert(&mut self, part: &P, value: Id) {
        let (part, negated) = part.normalized();
        let value = value.negative_if(negated);
        if !self.narrow.as_mut().is_some_and(|narrow| narrow.insert(&part, value)) {
            self.own.insert(part, value);
        }
    }

    /// The value of any position.
    fn value(&mut self, position: &P, call: &mut Call<'_>) -> Result<Id, ValueError> {
        let mut values: SmallVec<[Id; 8]> = SmallVec::new();
        for part in position.components() {
            values.push(self.part_value(&part, call)?);
        }
        sum(&mut values, &mut call.engine)
    }

    /// The components and their values.
    fn decompose(
        &mut self,
        position: &P,
        store: &Store,
        call: &mut Call<'_>,
    ) -> Result<Vec<(P, CanonicalForm)>, ValueError> {
        let mut values = Vec::new();
        for part in position.components() {
            let value = store.handle(self.part_value(&part, call)?);
            values.push((part, value));
        }
        Ok(values)
    }

    /// The facts about all moves of a player from a position of that value.
    fn moves(
        &mut self,
        position: &P,
        player: Player,
        value: Id,
        store: &Store,
        call: &mut Call<'_>,
    ) -> Result<Vec<MoveReport<P::Move>>, ValueError> {
        let canonical: Vec<Id> = call.engine.options(value, player)?.collect();
        let mut moves = Vec::new();
        let more_steps = P::SEARCH.option_steps(position) - 1;
        for (mv, option) in position.moves(player).zip(position.options(player)) {
            call.engine.steps(more_steps)?;
            let id = self.value(&option, call)?;
            let (low, high) = ordered(player, Id::ZERO, id);
            let (wins, sensible) = (call.engine.le(low, high)?, canonical.contains(&id));
            moves.push(MoveReport { mv, value: store.handle(id), wins, sensible });
        }
        Ok(moves)
    }

    /// The value of a component.
    pub(crate) fn part_value(&mut self, part: &P, call: &mut Call<'_>) -> Result<Id, ValueError> {
        let (normalized, negated) = part.normalized();
        Ok(self.search(normalized, call)?.negative_if(negated))
    }

    /// The value of a normalized component that is not [known](Tables::known), unless it takes the values of more than
    /// `max_positions` positions that are not known either; `None` in that case. The values that were computed stay in
    /// the tables.
    pub(crate) fn value_within(
        &mut self,
        component: &P,
        max_positions: usize,
        call: &mut Call<'_>,
    ) -> Result<Option<Id>, ValueError> {
        let most = call.positions.saturating_add(max_positions);
        let outer = call.max_positions.replace(most);
        let value = self.search_unknown(component.clone(), call);
        call.max_positions = outer;
        match value {
            Err(ValueError::Limit(LimitKind::Positions(positions))) if positions == most => {
                Ok(None)
            }
            value => value.map(Some),
        }
    }

    /// The value of a component that does not fit the smaller type, if a source or the table has it.
    pub(crate) fn known_value(
        &mut self,
        part: &P,
        call: &mut Call<'_>,
    ) -> Result<Option<Id>, ValueError> {
        if self.sources.is_none() {
            return Ok(None);
        }
        let (normalized, negated) = part.normalized();
        let value = match self.own.get(&normalized) {
            Some(value) => Some(value),
            None => self.find_in_sources(&normalized, call)?,
        };
        Ok(value.map(|value| value.negative_if(negated)))
    }

    /// The value of a normalized component that one of the sources has, and from now on the table.
    fn find_in_sources(&mut self, part: &P, call: &mut Call<'_>) -> Result<Option<Id>, ValueError> {
        let Some(sources) = &mut self.sources else { return Ok(None) };
        let found = sources.find(part, &mut call.engine)?;
        if let Some(value) = found {
            call.keep(&mut self.own, part.clone(), value)?;
        }
        Ok(found)
    }

    /// The value of a normalized component, unless it has to be searched.
    pub(crate) fn known(
        &mut self,
        part: &P,
        call: &mut Call<'_>,
    ) -> Result<Option<Id>, ValueError> {
        if let Some(value) = self.own.get(part) {
            return Ok(Some(value));
        }
        if let Some(narrow) = &mut self.narrow
            && let Some(value) = narrow.value(part, call)?
        {
            return Ok(Some(value));
        }
        self.find_in_sources(part, call)
    }

    /// Values a normalized component, unless its value is known.
    fn search(&mut self, component: P, call: &mut Call<'_>) -> Result<Id, ValueError> {
        match self.known(&component, call)? {
            Some(value) => Ok(value),
            None => self.search_unknown(component, call),
        }
    }

    /// Values a normalized component and the followers that it needs: on this thread alone, and if it takes long, on all
    /// threads of the call.
    fn search_unknown(&mut self, component: P, call: &mut Call<'_>) -> Result<Id, ValueError> {
        let alone = if call.threads > 1 { POSITIONS_ALONE } else { usize::MAX };
        let mut stack = vec![Frame::new(component.clone(), None, &mut self.own, &mut call.engine)?];
        let value = match self.run(&mut stack, Order::ALONE, alone, call) {
            Ok(None) => self.search_together(component, &mut stack, call),
            value => {
                value.map(|value| value.expect("a search that is not interrupted has a value"))
            }
        };
        // After an error there are frames.
        stack.iter_mut().for_each(|frame| frame.end(&mut call.engine));
        value
    }

    /// Continues a search with helpers, each of which values the same component in an order of its own. What they find is
    /// in the table, and they end when this thread has the value; nothing else is needed from them.
    fn search_together(
        &mut self,
        component: P,
        stack: &mut Vec<Frame<P>>,
        call: &mut Call<'_>,
    ) -> Result<Id, ValueError> {
        let (done, team) = (Interrupt::default(), Arc::new(Team::new()));
        let limits = call.engine.limits_of_helpers(done.clone());
        let (store, threads) = (call.engine.store, call.threads);
        let (positions, other_bytes) = (call.positions, call.engine.other_bytes);
        // A search for another type is not shared out again.
        call.threads = 1;
        call.engine.join(Some(team.clone()));
        let value = std::thread::scope(|scope| {
            for thread in 1..threads {
                let (mut tables, component) = (self.fork(), component.clone());
                let (limits, team) = (&limits, team.clone());
                let help = move || {
                    let mut call = Call::silent(Engine::new(store, limits));
                    (call.positions, call.max_positions) = (positions, limits.positions);
                    call.engine.other_bytes = other_bytes;
                    call.engine.join(Some(team));
                    // Where it fails, so does the thread that waits for the value, or it needs no help.
                    let frame = Frame::new(component, None, &mut tables.own, &mut call.engine);
                    let order = Order { thread, threads };
                    _ = frame.and_then(|f| tables.run(&mut vec![f], order, usize::MAX, &mut call));
                };
                _ = std::thread::Builder::new().spawn_scoped(scope, help);
            }
            let value = self.run(stack, Order { thread: 0, threads }, usize::MAX, call);
            done.set();
            value
        });
        call.engine.join(None);
        call.threads = threads;
        let value = value?.expect("the number of positions is not limited");
        // Threads may have passed the limit of positions at the same time.
        let [positions, bytes] = self.own.growth();
        call.positions += positions;
        call.engine.other_bytes = call.engine.other_bytes.wrapping_add(bytes);
        match call.max_positions.filter(|&most| call.positions > most) {
            Some(most) => Err(ValueError::Limit(LimitKind::Positions(most))),
            None => Ok(value),
        }
    }

    /// Continues a search until its first frame has its value, or that many positions are valued. The stack is a list of
    /// frames, so that long games do not recur deeply.
    fn run(
        &mut self,
        stack: &mut Vec<Frame<P>>,
        order: Order,
        positions: usize,
        call: &mut Call<'_>,
    ) -> Result<Option<Id>, ValueError> {
        let (mut done, mut rest) = (Vec::new(), positions);
        loop {
            let Some(frame) = stack.last_mut() else { return Ok(None) };
            let parts = frame.parts.len();
            if frame.options.known == parts {
                // Another thread may have been faster.
                let found =
                    if self.own.is_shared() { self.own.get(&frame.component) } else { None };
                let value = match found {
                    Some(value) => value,
                    None => {
                        let value = frame.options.value(&mut call.engine)?;
                        call.keep(&mut self.own, frame.component.clone(), value)?;
                        value
                    }
                };
                frame.end(&mut call.engine);
                done.extend(stack.pop());
                if stack.is_empty() {
                    return Ok(Some(value));
                }
                rest -= 1;
                if rest == 0 {
                    return Ok(None);
                }
                continue;
            }
            let index = order.index(frame.options.known, parts);
            if frame.options.values[index] != Id::NONE {
                frame.options.known += 1;
                continue;
            }
            let (ref part, negated) = frame.parts[index];
            match self.known(part, call)? {
                Some(value) => {
                    frame.options.values[index] = value.negative_if(negated);
                    frame.options.known += 1;
                }
                None => {
                    let part = part.clone();
                    stack.push(Frame::new(part, done.pop(), &mut self.own, &mut call.engine)?);
                }
            }
        }
    }
}

impl<'a> Call<'a> {
    /// A call that does not report, and whose limits are those of the engine.
    pub(crate) fn silent(engine: Engine<'a>) -> Call<'a> {
        Call {
            engine,
            positions: 0,
            max_positions: None,
            reported: 0,
            on_progress: None,
            threads: 1,
        }
    }

    /// Keeps the value of a component in a table.
    fn keep<P: Short>(
        &mut self,
        table: &mut Table<P>,
        component: P,
        value: Id,
    ) -> Result<(), ValueError> {
        if let Some(most) = self.max_positions.filter(|&most| self.positions >= most)
            && table.get(&component).is_none()
        {
            return Err(ValueError::Limit(LimitKind::Positions(most)));
        }
        self.engine.step()?;
        table.insert(component, value);
        let [positions, bytes] = table.growth();
        self.positions += positions;
        self.engine.other_bytes = self.engine.other_bytes.wrapping_add(bytes);
        if self.positions / POSITIONS_BETWEEN_REPORTS != self.reported {
            self.reported = self.positions / POSITIONS_BETWEEN_REPORTS;
            let progress = Progress { positions: self.positions, forms: self.engine.store.len() };
            if let Some(report) = &mut self.on_progress {
                report(&progress);
            }
        }
        Ok(())
    }
}

/// Values of single positions, each with a new [`Analyzer`] and without limits.
///
/// # Examples
/// ```
/// use dicot::Outcome;
/// use dicot::analysis::Analyze;
/// use dicot::rules::Clobber;
/// assert_eq!("xoxoxo".parse::<Clobber>()?.outcome(), Outcome::Previous);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub trait Analyze: Short {
    /// The canonical form.
    ///
    /// # Panics
    /// If the value cannot be represented, see [`CanonicalForm`](CanonicalForm#panics).
    #[track_caller]
    fn canonical_form(&self) -> CanonicalForm {
        or_panic(Analyzer::new().canonical_form(self))
    }

    /// Who wins, for either player to start.
    ///
    /// # Panics
    /// As [`canonical_form`](Analyze::canonical_form).
    #[track_caller]
    fn outcome(&self) -> Outcome {
        Analyze::canonical_form(self).outcome()
    }
}

impl<P: Short> Analyze for P {}
