//! Sums of positions, of any rulesets, and values.

use std::any::Any;
use std::fmt::{self, Debug, Display};

use super::State;
use super::components::{Components, Worker, sort_and_cancel};
use crate::rules::{Ruleset, Short};
use crate::{CanonicalForm, Limits, Player, Store, ValueError};

/// A sum of positions, of one ruleset or of several, and a value.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{Clobber, Kayles};
/// use dicot::solver::Sum;
/// let sum = Sum::from("xo.xo".parse::<Clobber>()?).plus("3".parse::<Kayles>()?);
/// assert_eq!(sum.to_string(), "clobber:xo.xo + kayles:3");
/// assert_eq!(sum.moves(Player::Left).len(), 5);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sum {
    parts: Vec<Box<dyn Part>>,
    value: CanonicalForm,
}

/// A move in a sum.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SumMove {
    /// In which part of the sum, counted from 0; the value comes last.
    pub part: usize,
    /// The move as the ruleset writes it; of a value, the option.
    pub mv: String,
    /// The sum after the move.
    pub sum: Sum,
}

/// A summand: a position, type-erased over its ruleset, or a value.
pub(super) trait Part: Send + Sync + Debug {
    /// Creates the pools that [`state`](Part::state) needs.
    fn add_pools(&self, components: &mut Components, valued_size: u32);
    /// The part as the search sees it.
    fn state(
        &self,
        store: &Store,
        components: &Components,
        worker: &mut Worker<'_>,
    ) -> Result<State, ValueError>;
    /// The components of this.
    fn split(&self) -> Vec<Box<dyn Part>>;
    /// The components of each option.
    fn split_options(&self, player: Player) -> Vec<Vec<Box<dyn Part>>>;
    fn count_moves(&self, player: Player) -> u64;
    fn moves(&self, player: Player) -> Vec<(String, Box<dyn Part>)>;
    fn text(&self) -> String;
    fn boxed(&self) -> Box<dyn Part>;
    fn as_any(&self) -> &dyn Any;
}

impl Clone for Box<dyn Part> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

impl<P: Short + Ruleset> Part for P {
    fn add_pools(&self, components: &mut Components, valued_size: u32) {
        components.add_reader::<P>();
        components.add_pool::<P>(P::SPEC.name, valued_size);
    }

    fn state(
        &self,
        _: &Store,
        components: &Components,
        worker: &mut Worker<'_>,
    ) -> Result<State, ValueError> {
        components.split(self, worker)
    }

    fn split(&self) -> Vec<Box<dyn Part>> {
        self.components().map(|part| Box::new(part) as Box<dyn Part>).collect()
    }

    fn split_options(&self, player: Player) -> Vec<Vec<Box<dyn Part>>> {
        self.options(player).map(|option| Part::split(&option)).collect()
    }

    fn count_moves(&self, player: Player) -> u64 {
        self.move_count(player)
    }

    fn moves(&self, player: Player) -> Vec<(String, Box<dyn Part>)> {
        let moves = crate::rules::Position::moves(self, player);
        let options = self.options(player);
        let boxed = options.map(|option| Box::new(option) as Box<dyn Part>);
        moves.map(|mv| mv.to_string()).zip(boxed).collect()
    }

    fn text(&self) -> String {
        format!("{}:{self}", P::SPEC.name)
    }

    fn boxed(&self) -> Box<dyn Part> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A move in a value chooses one of its options.
impl Part for CanonicalForm {
    fn add_pools(&self, _: &mut Components, _: u32) {}

    fn state(
        &self,
        store: &Store,
        _: &Components,
        worker: &mut Worker<'_>,
    ) -> Result<State, ValueError> {
        let value = store.id_of(self, &mut worker.call.engine)?;
        Ok(State { ids: Default::default(), value })
    }

    fn split(&self) -> Vec<Box<dyn Part>> {
        let value = Some(self).filter(|&value| *value != CanonicalForm::ZERO);
        value.into_iter().map(Part::boxed).collect()
    }

    fn split_options(&self, player: Player) -> Vec<Vec<Box<dyn Part>>> {
        self.options(player).map(|option| Part::split(&option)).collect()
    }

    fn count_moves(&self, player: Player) -> u64 {
        self.options(player).count() as u64
    }

    fn moves(&self, player: Player) -> Vec<(String, Box<dyn Part>)> {
        self.options(player).map(|option| (option.to_string(), option.boxed())).collect()
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn boxed(&self) -> Box<dyn Part> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<P: Short + Ruleset> From<P> for Sum {
    fn from(position: P) -> Sum {
        Sum::new().plus(position)
    }
}

impl Sum {
    /// The empty sum, 0.
    pub fn new() -> Sum {
        Sum::default()
    }

    /// The sum with one more position.
    #[must_use]
    pub fn plus<P: Short + Ruleset>(mut self, position: P) -> Sum {
        self.parts.push(Box::new(position));
        self
    }

    /// The sum with a value added.
    ///
    /// # Panics
    /// If the sum of the values cannot be represented; see [`plus_value_with_limits`](Sum::plus_value_with_limits).
    #[must_use]
    pub fn plus_value(mut self, value: CanonicalForm) -> Sum {
        self.value += value;
        self
    }

    /// The sum with a value added, within limits: for values from input.
    ///
    /// # Errors
    /// If the sum of the values cannot be represented, or a limit is reached.
    pub fn plus_value_with_limits(
        mut self,
        value: &CanonicalForm,
        limits: &Limits,
    ) -> Result<Sum, ValueError> {
        self.value = value.store().calculate(limits).sum(&self.value, value)?;
        Ok(self)
    }

    /// The positions that are of this ruleset and type.
    pub fn positions<P: Short + Ruleset>(&self) -> impl Iterator<Item = &P> {
        self.parts.iter().filter_map(|part| (**part).as_any().downcast_ref())
    }

    /// All moves of a player: those in each part, in the order of its ruleset, then the options of the value.
    pub fn moves(&self, player: Player) -> Vec<SumMove> {
        let mut moves = Vec::new();
        for (i, part) in self.parts.iter().enumerate() {
            for (mv, after) in (**part).moves(player) {
                let mut sum = self.clone();
                sum.parts[i] = after;
                moves.push(SumMove { part: i, mv, sum });
            }
        }
        for option in self.value.options(player) {
            let (part, mv) = (self.parts.len(), option.to_string());
            moves.push(SumMove { part, mv, sum: Sum { value: option, ..self.clone() } });
        }
        moves
    }

    /// The components of all parts.
    pub(super) fn components(&self) -> Vec<Box<dyn Part>> {
        let parts = self.parts.iter().flat_map(|part| (**part).split());
        parts.chain(Part::split(&self.value)).collect()
    }

    /// The sum of components, of which one may be a value.
    pub(super) fn of_components(components: impl Iterator<Item = Box<dyn Part>>) -> Sum {
        let mut sum = Sum::new();
        for part in components {
            match (*part).as_any().downcast_ref::<CanonicalForm>() {
                Some(value) => sum.value = value.clone(),
                None => sum.parts.push(part),
            }
        }
        sum
    }

    pub(super) fn add_pools(&self, components: &mut Components, valued_size: u32) {
        for part in &self.parts {
            (**part).add_pools(components, valued_size);
        }
    }

    /// The sum as a search sees it.
    pub(super) fn state(
        &self,
        store: &Store,
        components: &Components,
        worker: &mut Worker<'_>,
    ) -> Result<State, ValueError> {
        let value = store.id_of(&self.value, &mut worker.call.engine)?;
        let mut all = State { ids: Default::default(), value };
        for part in &self.parts {
            let state = (**part).state(store, components, worker)?;
            all.ids.extend(state.ids);
            all.value = worker.call.engine.add(all.value, state.value)?;
        }
        sort_and_cancel(&mut all.ids);
        Ok(all)
    }
}

/// Prints the positions with the names of their rulesets, and the value unless it is 0.
impl Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut texts: Vec<String> = self.parts.iter().map(|part| (**part).text()).collect();
        if texts.is_empty() || self.value != CanonicalForm::ZERO {
            texts.push(self.value.to_string());
        }
        f.write_str(&texts.join(" + "))
    }
}
