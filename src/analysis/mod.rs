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
//! let position = Clobber::parse("xox/ox.")?;
//! assert_eq!(position.canonical_form().to_string(), "{^^*|*,v}");
//!
//! let mut analyzer = Analyzer::new();
//! let board = Clobber::parse("xxo.xxo/....x..")?;
//! for (piece, value) in analyzer.decompose(&board)? {
//!     println!("{piece} = {value}");
//! }
//! assert_eq!(analyzer.canonical_form(&board)?.to_string(), "^3*");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod known_values;
mod report;
mod table;

use std::fmt::{self, Display};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use smallvec::SmallVec;

pub use known_values::{KnownValues, NamedValue, ValueParts};
pub use report::{MoveReport, Report};

use self::known_values::Sources;
use self::table::Table;
use crate::form::{Bounds, Id, Work};
use crate::rules::{Ruleset, Short};
use crate::{CanonicalForm, LimitKind, Outcome, Player, Store, ValueError};

/// Bounds on what an [`Analyzer`] may use; by default there are none.
///
/// # Examples
/// ```
/// use dicot::analysis::{Analyzer, Limits};
/// use dicot::rules::Clobber;
/// use dicot::{LimitKind, ValueError};
/// let limits = Limits { positions: Some(100), ..Limits::default() };
/// let mut analyzer = Analyzer::new().with_limits(limits);
/// let large = Clobber::checkerboard(4, 4)?;
/// let error = analyzer.canonical_form(&large).unwrap_err();
/// assert_eq!(error, ValueError::Limit(LimitKind::Positions(100)));
/// // What has been found is kept, and small positions still have values.
/// assert_eq!(analyzer.canonical_form(&Clobber::parse("xo")?)?.to_string(), "*");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The most positions the analyzer may keep.
    pub positions: Option<usize>,
    /// The most forms its store may hold (a form and its negative count once).
    pub forms: Option<usize>,
    /// The most bytes its store and its table may take together.
    pub bytes: Option<usize>,
    /// The longest time that one call may take.
    pub time: Option<Duration>,
    /// A call ends soon after another thread (or a signal handler) sets this.
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// The bounds of a call that begins now.
    fn bounds(&self) -> Bounds {
        Bounds {
            forms: self.forms,
            bytes: self.bytes,
            // A time beyond the clock's range is no limit.
            deadline: self.time.and_then(|time| Instant::now().checked_add(time)),
            interrupt: self.interrupt.clone(),
        }
    }
}

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

/// How many values are told between two looks at the limits.
const INSERTIONS_BETWEEN_CHECKS: usize = 1 << 8;

/// Values positions of one ruleset, and remembers them.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyzer;
/// use dicot::rules::Clobber;
/// let mut analyzer = Analyzer::new();
/// let position = Clobber::parse("xxo/oxo")?;
/// assert_eq!(analyzer.canonical_form(&position)?.to_string(), "{^^*|*,^||v|vv*}");
/// let winning = analyzer.winning_moves(&position, Player::Left)?;
/// assert_eq!(winning.len(), 3);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Analyzer<P: Short> {
    store: Store,
    tables: Tables<P>,
    limits: Limits,
    on_progress: Option<OnProgress>,
}

/// Values of normalized components; those that fit a smaller type are apart.
pub(crate) struct Tables<P: Short> {
    own: Table<P>,
    narrow: Table<P::Narrow>,
    known: Option<Known<P>>,
}

/// What was found before, of both types.
struct Known<P: Short> {
    own: Sources<P>,
    narrow: Sources<P::Narrow>,
}

/// One call of an analyzer: what it computes with, and what it must report.
pub(crate) struct Call<'a> {
    pub(crate) work: Work<'a>,
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
        work: &mut Work<'_>,
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
        let other_bytes = work.other_bytes;
        for player in Player::BOTH {
            for option in component.options(player) {
                frame.parts.extend(option.components().map(|part| part.normalized()));
                frame.options.push((player, frame.parts.len()));
                // A position can have a hundred thousand options.
                work.other_bytes = other_bytes + frame.bytes().saturating_sub(before);
                work.step()?;
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
    fn value(&mut self, work: &mut Work<'_>) -> Result<Id, ValueError> {
        let mut lists = [SmallVec::new(), SmallVec::new()];
        let mut start = 0;
        for &(player, end) in &self.options {
            let sum = sum(&mut self.values[start..end], work)?;
            work.push(&mut lists[(player == Player::Right) as usize], sum)?;
            start = end;
        }
        let [left, right] = lists;
        work.simplify(left, right)
    }
}

/// Adds up values, closed forms first.
fn sum(values: &mut [Id], work: &mut Work<'_>) -> Result<Id, ValueError> {
    values.sort_unstable_by_key(|&id| (!id.is_closed(), id));
    values.iter().try_fold(Id::ZERO, |sum, &value| work.add(sum, value))
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

    /// Sets what is called now and then during long calls, once in a thousand positions.
    #[must_use]
    pub fn on_progress(mut self, report: impl FnMut(&Progress) + Send + 'static) -> Analyzer<P> {
        self.on_progress = Some(Box::new(report));
        self
    }

    /// Gives it values that were found before and are kept elsewhere: they are looked up before anything is
    /// computed, and remembered like those that are. There may be several sources, of which the first
    /// that has a value is asked.
    #[must_use]
    pub fn with_known_values(mut self, values: Arc<dyn KnownValues>) -> Analyzer<P>
    where
        P: Ruleset,
    {
        self.tables.consult(P::NAME, values);
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
    /// analyzer.insert_known(&Clobber::parse("xxo")?, &"^".parse()?)?;
    /// assert_eq!(analyzer.canonical_form(&Clobber::parse("oox")?)?.to_string(), "v");
    /// assert_eq!(analyzer.positions(), 1);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn insert_known(&mut self, component: &P, value: &CanonicalForm) -> Result<(), ValueError> {
        // The limits are looked at now and then: there may be millions of components.
        if self.store.is(value.store())
            && !self.positions().is_multiple_of(INSERTIONS_BETWEEN_CHECKS)
        {
            self.tables.insert(component, value.id());
            return Ok(());
        }
        let store = self.store.clone();
        self.computing(|tables, call| {
            let value = store.id_of(value, &mut call.work)?;
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
    /// let mut other = analyzer.share();
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
    pub fn share(&mut self) -> Analyzer<P> {
        Analyzer { tables: self.tables.share(), ..Analyzer::in_store(self.store.clone()) }
    }

    /// How many components have been valued; symmetric images and negatives count once.
    pub fn positions(&self) -> usize {
        self.tables.own.len() + self.tables.narrow.len()
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

    /// The components that are not plainly 0, with their values, which sum up to the position's.
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
            call.work.outcome(value)
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
                if call.work.le(low, high)? {
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
            let options: Vec<Id> = call.work.options(value, player)?.collect();
            Ok(moves.into_iter().filter(|(_, id)| options.contains(id)).map(|(mv, _)| mv).collect())
        })
    }

    /// Does a computation within the limits.
    fn computing<T>(
        &mut self,
        f: impl FnOnce(&mut Tables<P>, &mut Call<'_>) -> Result<T, ValueError>,
    ) -> Result<T, ValueError> {
        let bounds = self.limits.bounds();
        let mut call = Call {
            work: Work::new(self.store.inner(), &bounds),
            positions: self.positions(),
            limits: &self.limits,
            on_progress: &mut self.on_progress,
        };
        call.work.other_bytes = self.tables.bytes();
        call.work.check()?;
        f(&mut self.tables, &mut call)
    }
}

impl<P: Short> Default for Tables<P> {
    fn default() -> Tables<P> {
        Tables { own: Table::default(), narrow: Table::default(), known: None }
    }
}

impl<P: Short> Tables<P> {
    pub(crate) fn bytes(&self) -> usize {
        let known = self.known.as_ref().map_or(0, |known| known.own.bytes() + known.narrow.bytes());
        self.own.bytes() + self.narrow.bytes() + known
    }

    /// Looks values up in one more source, where positions are of the ruleset of that name.
    pub(crate) fn consult(&mut self, rules: &'static str, values: Arc<dyn KnownValues>)
    where
        P: Display,
    {
        let known = self
            .known
            .get_or_insert_with(|| Known { own: Sources::new(rules), narrow: Sources::new(rules) });
        known.own.add(values.clone());
        known.narrow.add(values);
    }

    /// The same tables, for another thread.
    fn share(&mut self) -> Tables<P> {
        let known = self.known.as_ref();
        let known =
            known.map(|known| Known { own: known.own.fresh(), narrow: known.narrow.fresh() });
        Tables { own: self.own.share(), narrow: self.narrow.share(), known }
    }

    /// Keeps the value of a component.
    fn insert(&mut self, part: &P, value: Id) {
        let negative_if = |value: Id, negate: bool| if negate { value.negative() } else { value };
        let (part, negated) = part.normalized();
        let value = negative_if(value, negated);
        match part.narrow() {
            Some(part) => {
                let (part, negated) = part.normalized();
                self.narrow.insert(part, negative_if(value, negated));
            }
            None => self.own.insert(part, value),
        }
    }

    /// The value of any position.
    fn value(&mut self, position: &P, call: &mut Call<'_>) -> Result<Id, ValueError> {
        let mut values: SmallVec<[Id; 8]> = SmallVec::new();
        for part in position.components() {
            values.push(self.part_value(&part, call)?);
        }
        sum(&mut values, &mut call.work)
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
            call.work.step()?;
            let mut option = position.clone();
            option.play_unchecked(player, mv);
            Ok((mv, self.value(&option, call)?))
        };
        position.moves(player).map(value).collect()
    }

    /// The value of a component.
    pub(crate) fn part_value(&mut self, part: &P, call: &mut Call<'_>) -> Result<Id, ValueError> {
        let (normalized, negated) = part.normalized();
        let Tables { own, narrow, known } = self;
        let (mut known_own, mut known_narrow) = match known {
            Some(known) => (Some(&mut known.own), Some(&mut known.narrow)),
            None => (None, None),
        };
        let value = search(own, &mut known_own, normalized, call, &mut |part, call| {
            let Some(part) = part.narrow() else { return Ok(None) };
            let (normalized, negated) = part.normalized();
            // Whatever comes of a small position is small.
            let value = search(narrow, &mut known_narrow, normalized, call, &mut |_, _| Ok(None))?;
            Ok(Some(if negated { value.negative() } else { value }))
        })?;
        Ok(if negated { value.negative() } else { value })
    }

    /// The value of a component that has no smaller type, if it need not be computed: it was found before.
    pub(crate) fn known_value(
        &mut self,
        part: &P,
        call: &mut Call<'_>,
    ) -> Result<Option<Id>, ValueError> {
        let Some(known) = &mut self.known else { return Ok(None) };
        let (normalized, negated) = part.normalized();
        let value = match self.own.get(&normalized) {
            Some(value) => Some(value),
            None => self.own.find_in(&mut known.own, &normalized, call)?,
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
        let found = sources.find(part, &mut call.work)?;
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
    let mut stack = vec![Frame::new(component, None, &mut call.work)?];
    let mut done = Vec::new();
    loop {
        let frame = stack.last_mut().expect("the first frame ends the search");
        let Some(&(ref part, negated)) = frame.parts.get(frame.values.len()) else {
            let value = call.work.deeper(|work| frame.value(work))?;
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
                stack.push(Frame::new(part, done.pop(), &mut call.work)?);
            }
        }
    }
}

impl<'a> Call<'a> {
    /// A call that reports to nobody, and whose limits are those of the work.
    pub(crate) fn silent(
        work: Work<'a>,
        limits: &'a Limits,
        on_progress: &'a mut Option<OnProgress>,
    ) -> Call<'a> {
        Call { work, positions: 0, limits, on_progress }
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
        self.work.other_bytes = (self.work.other_bytes + table.bytes()).saturating_sub(before);
        Ok(())
    }

    /// A position is about to be kept.
    fn count_position(&mut self) -> Result<(), ValueError> {
        if let Some(most) = self.limits.positions.filter(|&most| self.positions >= most) {
            return Err(ValueError::Limit(LimitKind::Positions(most)));
        }
        self.work.step()?;
        self.positions += 1;
        if self.positions.is_multiple_of(POSITIONS_BETWEEN_REPORTS) {
            let progress = Progress { positions: self.positions, forms: self.work.store.len() };
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
/// assert_eq!(Clobber::parse("xoxoxo")?.outcome(), Outcome::Previous);
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
