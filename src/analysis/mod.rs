//! The bridge from positions to values.
//!
//! A position is split into components; each is normalized (one entry for all its symmetric images
//! and their negatives) and looked up in a table, or else its options are valued first; the values
//! are added up.
//!
//! For one answer there are methods on positions ([`Analyze`]); for many, an [`Analyzer`], which
//! keeps its table.
//!
//! # Examples
//! ```
//! use dicot::analysis::{Analyze, Analyzer};
//! use dicot::rules::Clobber;
//! let position: Clobber = "xox/ox.".parse()?;
//! assert_eq!(position.canonical_form().to_string(), "{^^*|*,v}");
//!
//! let mut analyzer = Analyzer::new();
//! let board: Clobber = "xxo.xxo/....x..".parse()?;
//! for (piece, value) in analyzer.decompose(&board)? {
//!     println!("{piece} = {value}");
//! }
//! assert_eq!(analyzer.canonical_form(&board)?.to_string(), "^3*");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod known_values;
mod report;
mod table;

use std::fmt;
use std::sync::Arc;

use smallvec::SmallVec;

pub use known_values::{NamedValue, ValueParts, ValueSource};
pub use report::{MoveReport, Report};

use self::known_values::Sources;
use self::table::Table;
use crate::form::{Engine, Id};
use crate::rules::{NarrowVisitor, Ruleset, Short};
use crate::{ByPlayer, CanonicalForm, LimitKind, Limits, Outcome, Player, Store, ValueError};

/// How far an analyzer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Positions valued so far.
    pub positions: usize,
    /// Forms in the store.
    pub forms: usize,
}

pub(crate) type OnProgress = Box<dyn FnMut(&Progress) + Send>;

/// How many positions are valued between two reports of progress.
const POSITIONS_BETWEEN_REPORTS: usize = 1 << 10;

/// Insertions between two limit checks.
const INSERTIONS_BETWEEN_CHECKS: usize = 1 << 8;

/// Values positions of one ruleset, and remembers them.
///
/// Its [`Limits`] count the positions it keeps, the forms of its store, the bytes of both, steps, and the time
/// of each call.
///
/// # Examples
/// ```
/// use dicot::analysis::Analyzer;
/// use dicot::rules::Clobber;
/// use dicot::{LimitKind, Limits, Player, ValueError};
/// let mut analyzer = Analyzer::new();
/// let position: Clobber = "xxo/oxo".parse()?;
/// assert_eq!(analyzer.canonical_form(&position)?.to_string(), "{^^*|*,^||v|vv*}");
/// let winning = analyzer.winning_moves(&position, Player::Left)?;
/// assert_eq!(winning.len(), 3);
///
/// // What was found before a limit is reached is kept, and small positions still have values.
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
    limits: Limits,
    on_progress: Option<OnProgress>,
}

/// Values of normalized components; those that fit the smaller type, if the ruleset has one, are apart.
pub(crate) struct Tables<P: Short> {
    own: Table<P>,
    sources: Option<Sources<P>>,
    narrow: Option<Box<dyn Narrow<P>>>,
}

/// The tables of the smaller type of a ruleset.
trait Narrow<P>: Send {
    fn bytes(&self) -> usize;

    fn len(&self) -> usize;

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

    fn set_value_source(&mut self, rules: &'static str, values: Arc<dyn ValueSource>) {
        self.tables.set_value_source(rules, values);
    }

    fn fork(&mut self) -> Box<dyn Narrow<P>> {
        Box::new(NarrowTables { narrow: self.narrow, tables: self.tables.fork() })
    }

    fn insert(&mut self, part: &P, value: Id) -> bool {
        (self.narrow)(part).is_some_and(|part| {
            self.tables.insert(&part, value);
            true
        })
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
    limits: &'a Limits,
    on_progress: &'a mut Option<OnProgress>,
}

/// A component whose options are being valued.
struct Frame<P> {
    component: P,
    /// The components of all options, normalized, and whether each is negated.
    parts: Vec<(P, bool)>,
    /// Where each option's parts end, and whose option it is.
    options: Vec<(Player, usize)>,
    /// The values of the first of the parts.
    values: Vec<Id>,
}

impl<P: Short> Frame<P> {
    /// A frame for a component, in the memory of a frame that is done with.
    fn new(
        component: P,
        done: Option<Frame<P>>,
        engine: &mut Engine<'_>,
    ) -> Result<Frame<P>, ValueError> {
        let mut frame = done.unwrap_or_else(|| Frame {
            component: component.clone(),
            parts: Vec::new(),
            options: Vec::new(),
            values: Vec::new(),
        });
        frame.parts.clear();
        frame.options.clear();
        frame.values.clear();
        let before = frame.bytes();
        let other_bytes = engine.other_bytes;
        for player in Player::BOTH {
            for option in component.options(player) {
                frame.parts.extend(option.components().map(|part| part.normalized()));
                frame.options.push((player, frame.parts.len()));
                // A position can have a hundred thousand options.
                engine.other_bytes = other_bytes + frame.bytes().saturating_sub(before);
                engine.step()?;
            }
        }
        frame.component = component;
        Ok(frame)
    }

    /// The bytes of the lists, with room for the values to come.
    fn bytes(&self) -> usize {
        self.parts.capacity() * (size_of::<(P, bool)>() + size_of::<Id>())
            + self.options.capacity() * size_of::<(Player, usize)>()
    }

    /// The value of the component, when all parts have theirs.
    fn value(&mut self, engine: &mut Engine<'_>) -> Result<Id, ValueError> {
        let mut lists = ByPlayer { left: SmallVec::new(), right: SmallVec::new() };
        let mut start = 0;
        for &(player, end) in &self.options {
            let sum = sum(&mut self.values[start..end], engine)?;
            engine.push(&mut lists[player], sum)?;
            start = end;
        }
        engine.simplify(lists.left, lists.right)
    }
}

/// Adds up values, closed forms first.
fn sum(values: &mut [Id], engine: &mut Engine<'_>) -> Result<Id, ValueError> {
    values.sort_unstable_by_key(|&id| (!id.is_closed(), id));
    values.iter().try_fold(Id::ZERO, |sum, &value| engine.add(sum, value))
}

impl<P: Short> Default for Analyzer<P> {
    fn default() -> Analyzer<P> {
        Analyzer::new()
    }
}

impl<P: Short> fmt::Debug for Analyzer<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Analyzer")
            .field("positions", &self.positions())
            .field("store", &self.store)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl<P: Short> Analyzer<P> {
    /// An analyzer with a store of its own, which is dropped with the last of its values.
    pub fn new() -> Analyzer<P> {
        Analyzer::in_store(Store::new())
    }

    /// An analyzer whose values live in a given store.
    pub fn in_store(store: Store) -> Analyzer<P> {
        Analyzer { store, tables: Tables::default(), limits: Limits::default(), on_progress: None }
    }

    /// Sets limits. A call that passes one ends in an error and leaves the analyzer usable, with all
    /// it has found.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Analyzer<P> {
        self.limits = limits;
        self
    }

    /// Sets other limits for the calls that follow, as [`with_limits`](Analyzer::with_limits).
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Sets a function that is called during long calls, once in 1024 positions.
    #[must_use]
    pub fn on_progress(mut self, report: impl FnMut(&Progress) + Send + 'static) -> Analyzer<P> {
        self.on_progress = Some(Box::new(report));
        self
    }

    /// Gives it values that were found before and are kept elsewhere: they are looked up before anything is
    /// computed, and remembered like those that are. There may be several sources, of which the first
    /// that has a value is asked.
    #[must_use]
    pub fn with_value_source(mut self, values: Arc<dyn ValueSource>) -> Analyzer<P>
    where
        P: Ruleset,
    {
        self.tables.set_value_source(P::SPEC.name, values);
        self
    }

    /// Remembers the value of a component, which is believed.
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
        if self.store.is(value.store())
            && !self.positions().is_multiple_of(INSERTIONS_BETWEEN_CHECKS)
        {
            self.tables.insert(component, value.id());
            return Ok(());
        }
        let store = self.store.clone();
        self.computing(|tables, call| {
            let value = store.id_of(value, &mut call.engine)?;
            tables.insert(component, value);
            Ok(())
        })
    }

    /// Another analyzer for another thread: both have the same store, and what one has valued the other
    /// need not. The other one has no limits and reports no progress.
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
        Analyzer { tables: self.tables.fork(), ..Analyzer::in_store(self.store.clone()) }
    }

    /// How many components have been valued; symmetric images and negatives count once.
    pub fn positions(&self) -> usize {
        self.tables.len()
    }

    /// How many bytes its store and its table take.
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
    /// If a limit is passed, or the value cannot be represented.
    ///
    /// # Complexity
    /// Every component that can be reached is valued once, up to symmetry: for a position of one
    /// piece that is exponential in its number of stones.
    pub fn canonical_form(&mut self, position: &P) -> Result<CanonicalForm, ValueError> {
        self.computing(|tables, call| tables.value(position, call)).map(|id| self.store.handle(id))
    }

    /// The components that are not obviously 0, with their values, which sum up to the position's.
    ///
    /// # Errors
    /// As [`canonical_form`](Analyzer::canonical_form).
    pub fn decompose(&mut self, position: &P) -> Result<Vec<(P, CanonicalForm)>, ValueError> {
        let store = self.store.clone();
        self.computing(|tables, call| tables.decompose(position, &store, call))
    }

    /// Who wins, for either player to start.
    ///
    /// # Errors
    /// As [`canonical_form`](Analyzer::canonical_form).
    pub fn outcome(&mut self, position: &P) -> Result<Outcome, ValueError> {
        self.computing(|tables, call| {
            let value = tables.value(position, call)?;
            call.engine.outcome(value)
        })
    }

    /// The moves with which the player wins, in the order of the ruleset: those after which the
    /// player, moving second, wins.
    ///
    /// # Errors
    /// As [`canonical_form`](Analyzer::canonical_form).
    pub fn winning_moves(
        &mut self,
        position: &P,
        player: Player,
    ) -> Result<Vec<P::Move>, ValueError> {
        self.computing(|tables, call| {
            let moves = tables.move_values(position, player, call)?;
            let mut winning = Vec::new();
            for (mv, value) in moves {
                let (low, high) = ordered(player, Id::ZERO, value);
                if call.engine.le(low, high)? {
                    winning.push(mv);
                }
            }
            Ok(winning)
        })
    }

    /// The moves that lead to canonical options, in the order of the ruleset: all others are
    /// dominated or reversible.
    ///
    /// A canonical option that comes from bypassing a reversible move has no move of its own here,
    /// so a winning move may be missing: in `xxo.ox` = `^*` Left wins by a move to `^` alone, which
    /// is reversible.
    ///
    /// # Errors
    /// As [`canonical_form`](Analyzer::canonical_form).
    pub fn sensible_moves(
        &mut self,
        position: &P,
        player: Player,
    ) -> Result<Vec<P::Move>, ValueError> {
        self.computing(|tables, call| {
            let moves = tables.move_values(position, player, call)?;
            let value = tables.value(position, call)?;
            let options: Vec<Id> = call.engine.options(value, player)?.collect();
            Ok(moves.into_iter().filter(|(_, id)| options.contains(id)).map(|(mv, _)| mv).collect())
        })
    }

    /// Does a computation within the limits.
    fn computing<T>(
        &mut self,
        f: impl FnOnce(&mut Tables<P>, &mut Call<'_>) -> Result<T, ValueError>,
    ) -> Result<T, ValueError> {
        let mut call = Call {
            engine: Engine::new(self.store.inner(), &self.limits),
            positions: self.positions(),
            limits: &self.limits,
            on_progress: &mut self.on_progress,
        };
        call.engine.other_bytes = self.tables.bytes();
        call.engine.check()?;
        f(&mut self.tables, &mut call)
    }
}

impl<P: Short> Default for Tables<P> {
    fn default() -> Tables<P> {
        Tables { own: Table::default(), sources: None, narrow: P::with_narrow(MakeNarrow) }
    }
}

impl<P: Short> Tables<P> {
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
        let value = if negated { value.negative() } else { value };
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
        let value = |part: P| {
            let value = store.handle(self.part_value(&part, call)?);
            Ok((part, value))
        };
        position.components().map(value).collect()
    }

    /// Each of the player's moves and the value it leads to, in the order of the ruleset.
    fn move_values(
        &mut self,
        position: &P,
        player: Player,
        call: &mut Call<'_>,
    ) -> Result<Vec<(P::Move, Id)>, ValueError> {
        let value = |mv| {
            call.engine.step()?;
            let mut option = position.clone();
            option.play_unchecked(player, mv);
            Ok((mv, self.value(&option, call)?))
        };
        position.moves(player).map(value).collect()
    }

    /// The value of a component.
    pub(crate) fn part_value(&mut self, part: &P, call: &mut Call<'_>) -> Result<Id, ValueError> {
        let (normalized, negated) = part.normalized();
        // The followers of a small position are small.
        let Tables { own, sources, narrow } = self;
        let value = search(own, &mut sources.as_mut(), normalized, call, &mut |part, call| {
            narrow.as_mut().map_or(Ok(None), |narrow| narrow.value(part, call))
        })?;
        Ok(if negated { value.negative() } else { value })
    }

    /// The value of a component that has no smaller type, if it need not be computed: it was found before.
    pub(crate) fn known_value(
        &mut self,
        part: &P,
        call: &mut Call<'_>,
    ) -> Result<Option<Id>, ValueError> {
        let Some(sources) = &mut self.sources else { return Ok(None) };
        let (normalized, negated) = part.normalized();
        let value = match self.own.get(&normalized) {
            Some(value) => Some(value),
            None => self.own.find_in(sources, &normalized, call)?,
        };
        Ok(value.map(|value| if negated { value.negative() } else { value }))
    }
}

impl<P: Short> Table<P> {
    /// The value of a normalized component that one of the sources has, and from now on the table.
    fn find_in(
        &mut self,
        sources: &mut Sources<P>,
        part: &P,
        call: &mut Call<'_>,
    ) -> Result<Option<Id>, ValueError> {
        let found = sources.find(part, &mut call.engine)?;
        if let Some(value) = found {
            call.keep(self, part.clone(), value)?;
        }
        Ok(found)
    }
}

/// Values a normalized component, and all that it needs; `elsewhere` knows those that do not belong
/// in this table. The stack is a list of frames, so that long games need no deep recursion.
fn search<P: Short>(
    table: &mut Table<P>,
    sources: &mut Option<&mut Sources<P>>,
    component: P,
    call: &mut Call<'_>,
    elsewhere: &mut impl FnMut(&P, &mut Call<'_>) -> Result<Option<Id>, ValueError>,
) -> Result<Id, ValueError> {
    let mut known = |table: &mut Table<P>, part: &P, call: &mut Call<'_>| {
        if let Some(value) = table.get(part) {
            return Ok(Some(value));
        }
        match (elsewhere(part, call)?, &mut *sources) {
            (None, Some(sources)) => table.find_in(sources, part, call),
            (value, _) => Ok(value),
        }
    };
    if let Some(value) = known(table, &component, call)? {
        return Ok(value);
    }
    let mut stack = vec![Frame::new(component, None, &mut call.engine)?];
    let mut done = Vec::new();
    loop {
        let frame = stack.last_mut().expect("the first frame ends the search");
        let Some(&(ref part, negated)) = frame.parts.get(frame.values.len()) else {
            let value = call.engine.recurse(|engine| frame.value(engine))?;
            call.keep(table, frame.component.clone(), value)?;
            done.extend(stack.pop());
            if stack.is_empty() {
                return Ok(value);
            }
            continue;
        };
        match known(table, part, call)? {
            Some(value) => frame.values.push(if negated { value.negative() } else { value }),
            None => {
                let part = part.clone();
                stack.push(Frame::new(part, done.pop(), &mut call.engine)?);
            }
        }
    }
}

impl<'a> Call<'a> {
    /// A call that reports to nobody, and whose limits are those of the work.
    pub(crate) fn silent(
        engine: Engine<'a>,
        limits: &'a Limits,
        on_progress: &'a mut Option<OnProgress>,
    ) -> Call<'a> {
        Call { engine, positions: 0, limits, on_progress }
    }

    /// Keeps the value of a component in a table.
    fn keep<P: Short>(
        &mut self,
        table: &mut Table<P>,
        component: P,
        value: Id,
    ) -> Result<(), ValueError> {
        self.count_position()?;
        let before = table.bytes();
        table.insert(component, value);
        self.engine.other_bytes = (self.engine.other_bytes + table.bytes()).saturating_sub(before);
        Ok(())
    }

    /// A position is about to be kept.
    fn count_position(&mut self) -> Result<(), ValueError> {
        if let Some(most) = self.limits.positions.filter(|&most| self.positions >= most) {
            return Err(ValueError::Limit(LimitKind::Positions(most)));
        }
        self.engine.step()?;
        self.positions += 1;
        if self.positions.is_multiple_of(POSITIONS_BETWEEN_REPORTS) {
            let progress = Progress { positions: self.positions, forms: self.engine.store.len() };
            if let Some(report) = self.on_progress {
                report(&progress);
            }
        }
        Ok(())
    }
}

/// `low` and `high`, or the other way round for Right.
fn ordered(player: Player, low: Id, high: Id) -> (Id, Id) {
    if player == Player::Left { (low, high) } else { (high, low) }
}

/// Values of single positions, each from scratch and without limits; see [`Analyzer`] for more.
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
    fn canonical_form(&self) -> CanonicalForm {
        Analyzer::new().canonical_form(self).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Who wins, for either player to start.
    ///
    /// # Panics
    /// As [`canonical_form`](Analyze::canonical_form).
    fn outcome(&self) -> Outcome {
        Analyze::canonical_form(self).outcome()
    }
}

impl<P: Short> Analyze for P {}
