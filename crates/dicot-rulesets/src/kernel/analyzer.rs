//! Analyzers of any ruleset.

use std::fmt::{self, Debug};
use std::sync::Arc;

use dicot::analysis::{Analyzer, MoveReport, Progress, ValueSource};
use dicot::rules::{AnyPosition, AnyRuleset, Ruleset, Short};
use dicot::{CanonicalForm, Limits, Outcome, Player, Store, ValueError};

use super::typed::valued;
use crate::findings::Findings;

/// Components, each with its value.
pub type ValuedComponents = Vec<(AnyPosition, CanonicalForm)>;

/// An [`Analyzer`] of some ruleset.
///
/// # Panics
/// All methods panic if a position is not of the analyzer's ruleset.
///
/// # Examples
/// ```
/// use dicot::Store;
/// use dicot_rulesets::{RulesetExt, library};
/// let konane = library().find("konane").unwrap();
/// let mut analyzer = konane.analyzer(Store::new());
/// let position = konane.parse("xo.")?;
/// assert_eq!(analyzer.canonical_form(&position)?.to_string(), "1");
/// # Ok::<_, dicot_rulesets::Failure>(())
/// ```
pub trait AnyAnalyzer: Debug + Send {
    /// Sets the limits of each call.
    fn set_limits(&mut self, limits: Limits);

    /// Adds values that were found before.
    #[must_use]
    fn with_value_source(self: Box<Self>, values: Arc<dyn ValueSource>) -> Box<dyn AnyAnalyzer>;

    /// Sets what is called during long computations.
    #[must_use]
    fn on_progress(
        self: Box<Self>,
        report: Box<dyn FnMut(&Progress) + Send>,
    ) -> Box<dyn AnyAnalyzer>;

    /// The value of a position.
    ///
    /// # Errors
    /// If a limit is reached, or the value cannot be represented.
    fn canonical_form(&mut self, position: &AnyPosition) -> Result<CanonicalForm, ValueError>;

    /// The values of positions, in their order, computed on all cores.
    ///
    /// # Errors
    /// As [`canonical_form`](AnyAnalyzer::canonical_form); the limits hold for all positions together.
    #[cfg(feature = "census")]
    fn canonical_forms(
        &mut self,
        positions: &[AnyPosition],
    ) -> Result<Vec<CanonicalForm>, ValueError>;

    /// Who wins a position, for either player to start.
    ///
    /// # Errors
    /// As [`canonical_form`](AnyAnalyzer::canonical_form).
    fn outcome(&mut self, position: &AnyPosition) -> Result<Outcome, ValueError>;

    /// The moves with which a player wins, moving first.
    ///
    /// # Errors
    /// As [`canonical_form`](AnyAnalyzer::canonical_form).
    fn winning_moves(
        &mut self,
        position: &AnyPosition,
        player: Player,
    ) -> Result<Vec<String>, ValueError>;

    /// The moves of a player that lead to canonical options.
    ///
    /// # Errors
    /// As [`canonical_form`](AnyAnalyzer::canonical_form).
    fn sensible_moves(
        &mut self,
        position: &AnyPosition,
        player: Player,
    ) -> Result<Vec<String>, ValueError>;

    /// The components that are not trivially 0, each with its value.
    ///
    /// # Errors
    /// As [`canonical_form`](AnyAnalyzer::canonical_form).
    fn decompose(&mut self, position: &AnyPosition) -> Result<ValuedComponents, ValueError>;

    /// The value of a position, its components and its moves.
    ///
    /// # Errors
    /// As [`canonical_form`](AnyAnalyzer::canonical_form).
    fn findings(&mut self, position: &AnyPosition) -> Result<Findings, ValueError>;

    /// The number of components whose values are stored, up to symmetry and exchange of the players.
    fn positions(&self) -> usize;

    /// The number of bytes that positions and values take.
    fn bytes(&self) -> usize;

    /// The store of the values.
    fn store(&self) -> &Store;
}

/// An analyzer of positions of a type.
pub(super) struct TypedAnalyzer<P: Short> {
    pub(super) analyzer: Analyzer<P>,
    pub(super) ruleset: AnyRuleset,
}

impl<P: Short + Ruleset> TypedAnalyzer<P> {
    /// A position of the ruleset in its type.
    fn own(&self, position: &AnyPosition) -> P {
        assert_eq!(*position.ruleset(), self.ruleset, "a position of another ruleset");
        valued(position)
    }

    /// The texts of a player's moves that are wanted.
    fn moves(
        &mut self,
        position: &AnyPosition,
        player: Player,
        is_wanted: fn(&MoveReport<P::Move>) -> bool,
    ) -> Result<Vec<String>, ValueError> {
        let moves = self.analyzer.moves(&self.own(position), player)?;
        Ok(moves.iter().filter(|m| is_wanted(m)).map(|m| m.mv.to_string()).collect())
    }
}

impl<P: Short> Debug for TypedAnalyzer<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.analyzer.fmt(f)
    }
}

impl<P: Short + Ruleset> AnyAnalyzer for TypedAnalyzer<P> {
    fn set_limits(&mut self, limits: Limits) {
        self.analyzer.limits = limits;
    }

    fn with_value_source(self: Box<Self>, values: Arc<dyn ValueSource>) -> Box<dyn AnyAnalyzer> {
        let analyzer = self.analyzer.with_values_of(self.ruleset.spec().name_in_files(), values);
        Box::new(TypedAnalyzer { analyzer, ..*self })
    }

    fn on_progress(
        self: Box<Self>,
        report: Box<dyn FnMut(&Progress) + Send>,
    ) -> Box<dyn AnyAnalyzer> {
        let analyzer = self.analyzer.on_progress(report);
        Box::new(TypedAnalyzer { analyzer, ..*self })
    }

    fn canonical_form(&mut self, position: &AnyPosition) -> Result<CanonicalForm, ValueError> {
        self.analyzer.canonical_form(&self.own(position))
    }

    #[cfg(feature = "census")]
    fn canonical_forms(
        &mut self,
        positions: &[AnyPosition],
    ) -> Result<Vec<CanonicalForm>, ValueError> {
        let positions: Vec<P> = positions.iter().map(|position| self.own(position)).collect();
        self.analyzer.canonical_forms(&positions)
    }

    fn outcome(&mut self, position: &AnyPosition) -> Result<Outcome, ValueError> {
        self.analyzer.outcome(&self.own(position))
    }

    fn winning_moves(
        &mut self,
        position: &AnyPosition,
        player: Player,
    ) -> Result<Vec<String>, ValueError> {
        self.moves(position, player, |m| m.wins)
    }

    fn sensible_moves(
        &mut self,
        position: &AnyPosition,
        player: Player,
    ) -> Result<Vec<String>, ValueError> {
        self.moves(position, player, |m| m.sensible)
    }

    fn decompose(&mut self, position: &AnyPosition) -> Result<ValuedComponents, ValueError> {
        let parts = self.analyzer.decompose(&self.own(position))?;
        Ok(parts.into_iter().map(|(part, value)| (AnyPosition::new(part), value)).collect())
    }

    fn findings(&mut self, position: &AnyPosition) -> Result<Findings, ValueError> {
        self.analyzer
            .report(&self.own(position))
            .map(|report| Findings::new(position.clone(), report))
    }

    fn positions(&self) -> usize {
        self.analyzer.positions()
    }

    fn bytes(&self) -> usize {
        self.analyzer.bytes()
    }

    fn store(&self) -> &Store {
        self.analyzer.store()
    }
}
