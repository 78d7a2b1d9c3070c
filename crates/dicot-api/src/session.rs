//! Sessions: what is computed stays for later computations, in a memory that is renewed when it is full.

use std::fmt;
use std::sync::Arc;

use dicot::analysis::{Progress, ValueSource};
use dicot::rules::{AnyPosition, AnyRuleset};
use dicot::{Calculation, LimitKind, Limits, Store, ValueError};
use dicot_calc::Worksheet;
use dicot_loopy::{LoopyOutcome, LoopyValue, OptionGraph};
use dicot_rulesets::{AnyAnalyzer, Failure, PositionExt, RulesetExt, library};

use crate::answers::loopy::LoopyFindings;

/// A worksheet and the analyzers of rulesets, all in one store.
///
/// When the store is full, the definitions of the worksheet move to a new one and everything else is forgotten.
///
/// # Examples
/// ```
/// use dicot::Limits;
/// use dicot_rulesets::{Failure, RulesetExt, library};
/// use dicot_api::Session;
/// let clobber = library().find_valued("clobber").unwrap();
/// let position = clobber.parse("xxo")?;
/// let mut session = Session::new();
/// let value = session.compute(&Limits::default(), |session, limits| {
///     session.analyzer(&clobber, limits).canonical_form(&position)
/// });
/// assert_eq!(value?.to_string(), "^");
/// let sum = session.compute(&Limits::default(), |session, limits| {
///     session.sheet_mut().evaluate("^ + ^", limits).map_err(|error| Failure::notation(&error))
/// });
/// assert_eq!(sum?.to_string(), "^^");
/// # Ok::<_, Failure>(())
/// ```
#[derive(Default)]
pub struct Session {
    sheet: Worksheet,
    /// The analyzers of rulesets, the one that was used last at the end.
    analyzers: Vec<(AnyRuleset, Box<dyn AnyAnalyzer>)>,
    value_sources: Vec<Arc<dyn ValueSource>>,
    on_progress: Option<Arc<OnProgress>>,
    max_store: Option<usize>,
    /// The bytes of the store when it was new, with the definitions.
    kept: usize,
    /// Whether something was computed in this store.
    used: bool,
    /// Whether the last computation reached a limit of memory.
    is_full: bool,
}

/// The most rulesets that are not of the library whose positions and values a session keeps. A text that is sent makes one of at most
/// about 1 MiB, which [`Session::bytes`] does not count.
const MAX_MADE: usize = 16;

/// What is called while an analyzer computes.
type OnProgress = dyn Fn(&Progress) + Send + Sync;

/// An error that may be that of a value that could not be computed.
pub trait AsValueError {
    /// Why the value could not be computed.
    fn value_error(&self) -> Option<ValueError>;
}

impl AsValueError for ValueError {
    fn value_error(&self) -> Option<ValueError> {
        Some(*self)
    }
}

impl AsValueError for Failure {
    fn value_error(&self) -> Option<ValueError> {
        self.value
    }
}

/// Whether the error is a limit of memory: a computation in a new store may succeed.
pub fn is_out_of_memory(error: &impl AsValueError) -> bool {
    use LimitKind::{Bytes, Forms, Positions};
    matches!(error.value_error(), Some(ValueError::Limit(Bytes(_) | Positions(_) | Forms(_))))
}

impl Session {
    /// Creates an empty session.
    pub fn new() -> Session {
        Session::default()
    }

    /// Adds values that were found before, for all analyzers.
    #[must_use]
    pub fn with_value_sources(mut self, sources: &[Arc<dyn ValueSource>]) -> Session {
        self.value_sources.extend_from_slice(sources);
        self
    }

    /// Sets what is called while an analyzer computes.
    #[must_use]
    pub fn on_progress(self, report: impl Fn(&Progress) + Send + Sync + 'static) -> Session {
        Session { on_progress: Some(Arc::new(report)), ..self }
    }

    /// Renews the memory before a computation once the store is larger than this many bytes, and than twice those of
    /// the definitions.
    #[must_use]
    pub fn with_max_store(self, bytes: usize) -> Session {
        Session { max_store: Some(bytes), ..self }
    }

    /// Changes the worksheet, as with [`Worksheet::with_undo`].
    #[must_use]
    pub fn with_sheet(mut self, change: impl FnOnce(Worksheet) -> Worksheet) -> Session {
        self.sheet = change(std::mem::take(&mut self.sheet));
        self
    }

    /// The worksheet.
    pub fn sheet(&self) -> &Worksheet {
        &self.sheet
    }

    /// The worksheet, to evaluate in it.
    pub fn sheet_mut(&mut self) -> &mut Worksheet {
        &mut self.sheet
    }

    /// The store of all values.
    pub fn store(&self) -> &Store {
        self.sheet.store()
    }

    /// Whether nothing was computed in this store yet.
    pub fn is_new(&self) -> bool {
        !self.used
    }

    /// About how many bytes the session takes.
    pub fn bytes(&self) -> usize {
        let tables = self.analyzers.iter().map(|(_, analyzer)| table_bytes(&**analyzer));
        self.sheet.bytes() + tables.sum::<usize>()
    }

    /// The number of components whose values are stored, up to symmetry and exchange of the players.
    pub fn positions(&self) -> usize {
        self.analyzers.iter().map(|(_, analyzer)| analyzer.positions()).sum()
    }

    /// The analyzer of a ruleset, with limits for its next calls; the tables of the other analyzers count as well.
    pub fn analyzer(&mut self, ruleset: &AnyRuleset, limits: &Limits) -> &mut dyn AnyAnalyzer {
        let rules = ruleset.clone();
        let found = self.analyzers.iter().position(|(known, _)| *known == rules);
        let mut analyzer = match found {
            Some(index) => self.analyzers.remove(index).1,
            None => self.new_analyzer(ruleset),
        };
        if found.is_none() {
            self.make_room();
        }
        let others: usize = self.analyzers.iter().map(|(_, other)| table_bytes(&**other)).sum();
        let bytes = limits.bytes.map(|bytes| bytes.saturating_sub(others));
        analyzer.set_limits(limits.clone().with_bytes(bytes));
        self.analyzers.push((rules, analyzer));
        let (_, analyzer) = self.analyzers.last_mut().expect("one was pushed");
        &mut **analyzer
    }

    /// Forgets the ruleset that was used least recently of those that are not of the library, if there are many.
    fn make_room(&mut self) {
        let is_made = |(rules, _): &(AnyRuleset, _)| !library().iter().any(|known| known == rules);
        if self.analyzers.iter().filter(|known| is_made(known)).count() >= MAX_MADE {
            let oldest = self.analyzers.iter().position(is_made);
            oldest.map(|index| self.analyzers.remove(index));
        }
    }

    /// Who wins a position whose play need not end, and its value if that fits the limits; `None` for other rulesets. The memory is
    /// that of this call, and what the session keeps counts as well.
    pub fn loopy_findings(
        &self,
        position: &AnyPosition,
        limits: &Limits,
    ) -> Option<Result<LoopyFindings, ValueError>> {
        LoopyFindings::new(position, &self.limits_left(limits), &mut |now| self.report(now))
    }

    /// The value of a position whose play need not end. The memory is that of this call, and what the session keeps counts as well.
    ///
    /// # Errors
    /// If the ruleset has no loopy values, a value cannot be represented, or a limit is reached.
    pub fn loopy_value(
        &self,
        position: &AnyPosition,
        limits: &Limits,
    ) -> Result<LoopyValue, ValueError> {
        let (store, limits) = (Store::new(), self.limits_left(limits));
        let calculation = &mut store.calculate(&limits);
        let graph = self.explored(position, calculation)?;
        Ok(graph.values(calculation, &mut |now| self.report(now))?.get(0).clone())
    }

    /// The value of a position, short or loopy.
    ///
    /// # Errors
    /// If the ruleset has neither, or a limit is reached.
    pub fn any_value(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
    ) -> Result<LoopyValue, ValueError> {
        let Some(valued) = position.valued() else { return self.loopy_value(position, limits) };
        let analyzer = self.analyzer(valued.ruleset(), limits);
        analyzer.canonical_form(position).map(LoopyValue::from)
    }

    /// Who wins a position whose play need not end, and all that it leads to, by number; the position is number 0.
    ///
    /// # Errors
    /// If the ruleset has no loopy values, or a limit is reached.
    pub fn loopy_outcomes(
        &self,
        position: &AnyPosition,
        limits: &Limits,
    ) -> Result<(OptionGraph, Vec<LoopyOutcome>), ValueError> {
        let (store, limits) = (Store::new(), self.limits_left(limits));
        let calculation = &mut store.calculate(&limits);
        let graph = self.explored(position, calculation)?;
        let outcomes = graph.outcomes(calculation)?;
        Ok((graph, outcomes))
    }

    fn explored(
        &self,
        position: &AnyPosition,
        calculation: &mut Calculation<'_>,
    ) -> Result<OptionGraph, ValueError> {
        let explored = position.explore(&[], calculation, &mut |now| self.report(now));
        let explored = explored.ok_or(ValueError::Undefined("the position has no loopy value"))?;
        explored.limit.map_or(Ok(explored.graph), Err)
    }

    fn limits_left(&self, limits: &Limits) -> Limits {
        let kept = if self.is_new() { 0 } else { self.bytes() };
        limits.clone().with_bytes(limits.bytes.map(|bytes| bytes.saturating_sub(kept)))
    }

    fn report(&self, now: &Progress) {
        if let Some(report) = &self.on_progress {
            report(now);
        }
    }

    fn new_analyzer(&self, ruleset: &AnyRuleset) -> Box<dyn AnyAnalyzer> {
        let mut analyzer = ruleset.analyzer(self.store().clone());
        for values in &self.value_sources {
            analyzer = analyzer.with_value_source(values.clone());
        }
        match self.on_progress.clone() {
            Some(report) => analyzer.on_progress(Box::new(move |progress| report(progress))),
            None => analyzer,
        }
    }

    /// Computes within limits; if the memory of a store that was used before is full, once more in a new one. The
    /// computation evaluates at most one text, whose definitions are undone before it is repeated.
    ///
    /// # Errors
    /// Those of the computation, or a limit if the definitions alone fill the memory.
    pub fn compute<T, E: AsValueError + From<ValueError>>(
        &mut self,
        limits: &Limits,
        mut computation: impl FnMut(&mut Session, &Limits) -> Result<T, E>,
    ) -> Result<T, E> {
        let max_store = self.max_store.map(|bytes| bytes.max(2 * self.kept));
        if self.is_full || max_store.is_some_and(|bytes| self.store().bytes() > bytes) {
            // If the definitions alone are too large for a new store, they stay in this one.
            let _ = self.renew(limits);
        }
        let is_full = |result: &Result<T, E>| result.as_ref().is_err_and(is_out_of_memory);
        let mut result = computation(self, &limits.starting_now());
        if self.used && is_full(&result) {
            self.sheet.take_back();
            self.renew(limits)?;
            result = computation(self, &limits.starting_now());
        }
        (self.used, self.is_full) = (true, is_full(&result));
        result
    }

    /// Moves the definitions to a new store and forgets everything else.
    ///
    /// # Errors
    /// If a limit is reached; the worksheet is then unchanged.
    pub fn renew(&mut self, limits: &Limits) -> Result<(), ValueError> {
        self.analyzers.clear();
        self.sheet.renew(&limits.starting_now())?;
        (self.used, self.is_full, self.kept) = (false, false, self.store().bytes());
        Ok(())
    }

    /// Forgets everything, the definitions included.
    pub fn clear(&mut self) {
        self.analyzers.clear();
        self.sheet = Worksheet::new();
        (self.used, self.is_full, self.kept) = (false, false, 0);
    }
}

/// The bytes of an analyzer in addition to those of its store.
fn table_bytes(analyzer: &dyn AnyAnalyzer) -> usize {
    analyzer.bytes().saturating_sub(analyzer.store().bytes())
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("sheet", &self.sheet)
            .field("analyzers", &self.analyzers)
            .finish_non_exhaustive()
    }
}
