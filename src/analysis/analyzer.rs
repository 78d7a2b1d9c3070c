//! Analyzers: the values of many positions.

use std::fmt;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, OnceLock};

use super::call::POSITIONS_BETWEEN_REPORTS;
use super::tables::Tables;
use super::{Call, MoveReport, OnProgress, Progress, ValueSource};
use crate::form::{Engine, or_panic};
use crate::rules::{Ruleset, Short};
use crate::{CanonicalForm, Limits, Outcome, Player, Store, ValueError};

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
    pub fn with_values_of(mut self, rules: &str, values: Arc<dyn ValueSource>) -> Analyzer<P> {
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
    /// If a limit is reached, the value cannot be represented, or the position has none that is short.
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
    pub(super) fn begin(&mut self) -> Result<(&Store, &mut Tables<P>, Call<'_>), ValueError> {
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
