//! Sums of positions, of any rulesets, and values.

use std::any::Any;
use std::fmt::{self, Debug, Display};
use std::ops::Add;
use std::sync::Arc;

use super::State;
use super::components::{Components, PoolKey};
use super::endgame::{self, WinCache};
use super::state::sort_and_cancel;
use super::worker::Worker;
use crate::analysis::check_value;
use crate::form::Id;
use crate::hash::hash_of;
use crate::rules::{AnyPosition, Ruleset, Short};
use crate::{CanonicalForm, Player, ValueError};

/// A sum of positions, of one ruleset or of several, and a value.
///
/// `+` adds a position, a value or another sum. It panics if the sum of the values cannot be represented, as
/// [`CanonicalForm`](CanonicalForm#panics).
///
/// # Examples
/// ```
/// use dicot::rules::{Clobber, Kayles};
/// use dicot::solver::Sum;
/// use dicot::{CanonicalForm, Player};
/// let sum = Sum::from("xo.xo".parse::<Clobber>()?) + "3".parse::<Kayles>()?;
/// assert_eq!(sum.to_string(), "clobber:xo.xo + kayles:3");
/// let moves = sum.moves(Player::Left);
/// assert_eq!((moves.len(), moves[0].to_string()), (5, "1: a1-b1".into()));
/// assert_eq!((sum + CanonicalForm::STAR).to_string(), "clobber:xo.xo + kayles:3 + *");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sum {
    parts: Vec<Arc<dyn Part>>,
    /// The value. For values from input, add within [limits](crate::Calculation::sum) and set it.
    pub value: CanonicalForm,
}

/// A move in a sum. It prints with its part, counted from 1: `2: a1-b1`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SumMove {
    /// In which part of the sum, counted from 0; the value comes last.
    pub part: usize,
    /// The move as the ruleset writes it; of a value, the option.
    pub mv: String,
    /// The sum after the move.
    pub sum: Sum,
}

/// An impartial part.
pub(super) enum Impartial {
    /// A nimber by its number.
    Nimber(u32),
    Position(AnyPosition),
}

/// A summand: a position, type-erased over its ruleset, or a value.
pub(super) trait Part: Any + Send + Sync + Debug {
    /// Fails if the part does not have a value.
    fn check_value(&self) -> Result<(), ValueError> {
        Ok(())
    }
    /// Creates the pools that [`state`](Part::state) needs.
    fn add_pools(&self, _: &mut Components) {}
    /// The part as the search sees it.
    fn state(&self, worker: &mut Worker<'_>) -> Result<State, ValueError>;
    /// Whether the player wins, moving first, if a [search of endgames](endgame::wins) finds it.
    fn wins_endgame(&self, _: Player, _: &mut WinCache) -> Option<bool> {
        None
    }
    /// The components of this.
    fn split(&self) -> Vec<Arc<dyn Part>>;
    /// The components, in a normal form where that has the same moves; `true` if the component is the negative of what is listed.
    fn normal_components(&self) -> Vec<(Arc<dyn Part>, bool)>;
    /// Whether the negative is this part again, up to its normal form.
    fn is_own_negative(&self) -> bool;
    /// Whether either both players can move or neither, in the part and in all that it can become.
    fn is_dicot(&self) -> bool;
    fn count_moves(&self, player: Player) -> u64;
    /// The texts of the moves.
    fn move_texts(&self, player: Player) -> Vec<String>;
    /// What each move leads to.
    fn option_parts(&self, player: Player) -> Vec<Arc<dyn Part>>;
    /// The part for the solver of nim values, if it is a nimber or its ruleset is impartial.
    fn as_impartial(&self) -> Option<Impartial>;
    /// The value, if it is one.
    #[cfg(not(target_os = "unknown"))] // for certificates
    fn as_value(&self) -> Option<&CanonicalForm> {
        None
    }
    fn text(&self) -> String;
    /// The key of a position's pool and its text.
    #[cfg(not(target_os = "unknown"))] // for certificates
    fn keyed_text(&self) -> Option<(PoolKey, String)> {
        None
    }
    fn hash(&self) -> u64;
    /// Whether the other part is the same value, or the same position under the same rules.
    fn is_same(&self, other: &dyn Part) -> bool;
    /// The bytes that the part owns beside its own.
    fn owned_bytes(&self) -> usize {
        0
    }
    /// The steps that an option counts as.
    fn option_steps(&self) -> usize {
        1
    }
    fn to_sum(&self) -> Sum;
}

impl<P: Short + Ruleset> Part for P {
    fn check_value(&self) -> Result<(), ValueError> {
        check_value(self)
    }

    fn add_pools(&self, components: &mut Components) {
        let key = PoolKey::of(self);
        // In a browser files are seldom read: `Solver::with_ruleset` names their rulesets.
        if !cfg!(target_os = "unknown") {
            let sample = self.clone();
            components.add_reader(key.clone(), move |text| sample.read_position(text).ok());
        }
        components.add_pool::<P>(&key);
    }

    fn state(&self, worker: &mut Worker<'_>) -> Result<State, ValueError> {
        worker.components.split(self, worker)
    }

    fn wins_endgame(&self, player: Player, cache: &mut WinCache) -> Option<bool> {
        endgame::wins(self, self.size(), player, cache)
    }

    fn owned_bytes(&self) -> usize {
        P::SEARCH.heap_bytes(self)
    }

    fn option_steps(&self) -> usize {
        P::SEARCH.option_steps(self)
    }

    fn split(&self) -> Vec<Arc<dyn Part>> {
        self.components().map(|part| Arc::new(part) as _).collect()
    }

    fn normal_components(&self) -> Vec<(Arc<dyn Part>, bool)> {
        let components = self.components().map(|component| {
            let (component, negated) = match P::SEARCH.normal_form_has_moves(&component) {
                true => component.normalized(),
                false => (component, false),
            };
            (Arc::new(component) as _, negated)
        });
        components.collect()
    }

    fn is_own_negative(&self) -> bool {
        let negative = self.negative();
        // Both have the same normal form, one of them negated, unless one is an image of the other.
        let has_form = P::SEARCH.normal_form_has_moves(self);
        negative == *self || has_form && negative.normalized() == self.normalized()
    }

    fn is_dicot(&self) -> bool {
        self.spec().dicot
    }

    fn count_moves(&self, player: Player) -> u64 {
        self.move_count(player)
    }

    fn move_texts(&self, player: Player) -> Vec<String> {
        self.moves(player).map(|mv| mv.to_string()).collect()
    }

    fn option_parts(&self, player: Player) -> Vec<Arc<dyn Part>> {
        self.options(player).map(|option| Arc::new(option) as _).collect()
    }

    fn as_impartial(&self) -> Option<Impartial> {
        // Where the answer is always no, the compiler leaves out the rest, which is code for this type alone.
        self.is_impartial().then(|| Impartial::Position(AnyPosition::new(self.clone())))
    }

    fn text(&self) -> String {
        format!("{}:{self}", self.spec().name)
    }

    #[cfg(not(target_os = "unknown"))] // for certificates
    fn keyed_text(&self) -> Option<(PoolKey, String)> {
        Some((PoolKey::of(self), self.to_string()))
    }

    fn hash(&self) -> u64 {
        hash_of(self)
    }

    fn is_same(&self, other: &dyn Part) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }

    fn to_sum(&self) -> Sum {
        self.clone().into()
    }
}

/// A move in a value chooses one of its options.
impl Part for CanonicalForm {
    fn state(&self, worker: &mut Worker<'_>) -> Result<State, ValueError> {
        Ok(State::of_value(worker.store.id_of(self, &mut worker.call.engine)?))
    }

    fn split(&self) -> Vec<Arc<dyn Part>> {
        let value = Some(self).filter(|&value| *value != CanonicalForm::ZERO);
        value.into_iter().map(|value| Arc::new(value.clone()) as _).collect()
    }

    fn normal_components(&self) -> Vec<(Arc<dyn Part>, bool)> {
        self.split().into_iter().map(|value| (value, false)).collect()
    }

    fn is_own_negative(&self) -> bool {
        -self == *self
    }

    fn is_dicot(&self) -> bool {
        CanonicalForm::is_dicot(self)
    }

    fn count_moves(&self, player: Player) -> u64 {
        self.options(player).count() as u64
    }

    fn move_texts(&self, player: Player) -> Vec<String> {
        self.options(player).map(|option| option.to_string()).collect()
    }

    fn option_parts(&self, player: Player) -> Vec<Arc<dyn Part>> {
        self.options(player).map(|option| Arc::new(option) as _).collect()
    }

    fn as_impartial(&self) -> Option<Impartial> {
        self.to_nimber().map(Impartial::Nimber)
    }

    #[cfg(not(target_os = "unknown"))] // for certificates
    fn as_value(&self) -> Option<&CanonicalForm> {
        Some(self)
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn hash(&self) -> u64 {
        hash_of(self)
    }

    fn is_same(&self, other: &dyn Part) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }

    fn to_sum(&self) -> Sum {
        self.clone().into()
    }
}

impl<P: Short + Ruleset> From<P> for Sum {
    fn from(position: P) -> Sum {
        Sum { parts: vec![Arc::new(position)], ..Sum::default() }
    }
}

impl From<CanonicalForm> for Sum {
    fn from(value: CanonicalForm) -> Sum {
        Sum { value, ..Sum::default() }
    }
}

impl<T: Into<Sum>> Add<T> for Sum {
    type Output = Sum;

    fn add(mut self, other: T) -> Sum {
        let other = other.into();
        self.parts.extend(other.parts);
        self.value += other.value;
        self
    }
}

impl Sum {
    /// The sum with another value, whose moves stay apart: `+` makes one value of two.
    ///
    /// # Examples
    /// ```
    /// use dicot::solver::{Solver, Sum};
    /// use dicot::{CanonicalForm, Player};
    /// let heaps = [12, 19, 27].map(CanonicalForm::nimber);
    /// let nim = heaps.into_iter().fold(Sum::default(), Sum::with_value);
    /// let winning = Solver::new().winning_moves(&nim, Player::Left)?;
    /// assert_eq!(winning.iter().map(|mv| (mv.part, mv.mv.as_str())).collect::<Vec<_>>(), [(0, "*8")]);
    /// # Ok::<_, dicot::ValueError>(())
    /// ```
    #[must_use]
    pub fn with_value(mut self, value: CanonicalForm) -> Sum {
        self.parts.push(Arc::new(value));
        self
    }

    /// All moves of a player: those in each part, in the order of its ruleset, then the options of the value.
    pub fn moves(&self, player: Player) -> Vec<SumMove> {
        let mut moves = Vec::new();
        for (part, position) in self.parts.iter().enumerate() {
            let options = position.option_parts(player);
            for (mv, option) in position.move_texts(player).into_iter().zip(options) {
                let mut sum = self.clone();
                sum.parts[part] = option;
                moves.push(SumMove { part, mv, sum });
            }
        }
        for value in self.value.options(player) {
            let (part, mv) = (self.parts.len(), value.to_string());
            moves.push(SumMove { part, mv, sum: Sum { value, ..self.clone() } });
        }
        moves
    }

    /// All parts; the value is the last.
    fn parts(&self) -> impl Iterator<Item = &dyn Part> {
        self.parts.iter().map(|part| &**part).chain([&self.value as &dyn Part])
    }

    /// Fails if a part does not have a value.
    pub(super) fn check_values(&self) -> Result<(), ValueError> {
        self.parts.iter().try_for_each(|part| part.check_value())
    }

    /// The nimber and the positions of a sum that is impartial.
    pub(super) fn as_impartial(&self) -> Option<(u32, Vec<AnyPosition>)> {
        let (mut nimber, mut positions) = (0, Vec::new());
        for part in self.parts() {
            match part.as_impartial()? {
                Impartial::Nimber(n) => nimber ^= n,
                Impartial::Position(position) => positions.push(position),
            }
        }
        Some((nimber, positions))
    }

    /// The values, those that are apart first.
    #[cfg(not(target_os = "unknown"))]
    pub(super) fn values(&self) -> impl Iterator<Item = &CanonicalForm> {
        self.parts().filter_map(Part::as_value)
    }

    #[cfg(not(target_os = "unknown"))]
    /// The texts of the positions, each with the key of its pool.
    pub(super) fn position_texts(&self) -> impl Iterator<Item = (PoolKey, String)> {
        self.parts.iter().filter_map(|part| part.keyed_text())
    }

    /// Whether all parts are dicots.
    pub(super) fn is_dicot(&self) -> bool {
        self.parts().all(Part::is_dicot)
    }

    /// The components of all parts.
    pub(super) fn components(&self) -> Vec<Arc<dyn Part>> {
        self.parts().flat_map(Part::split).collect()
    }

    pub(super) fn add_pools(&self, components: &mut Components) {
        self.parts.iter().for_each(|part| part.add_pools(components));
    }

    /// Whether the player wins, moving first, if the sum is one position whose endgame [is searched](endgame::wins).
    pub(super) fn wins_endgame(&self, player: Player, cache: &mut WinCache) -> Option<bool> {
        let [part] = &self.parts[..] else { return None };
        if self.value == CanonicalForm::ZERO { part.wins_endgame(player, cache) } else { None }
    }

    /// The sum as a search sees it.
    pub(super) fn state(&self, worker: &mut Worker<'_>) -> Result<State, ValueError> {
        let mut all = State::of_value(Id::ZERO);
        for part in self.parts() {
            all.add(&part.state(worker)?, &mut worker.call.engine)?;
        }
        sort_and_cancel(&mut all.ids);
        Ok(all)
    }
}

impl Display for SumMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}: {}", self.part + 1, self.mv))
    }
}

/// Whether both have the same positions in the same order, and equal values.
impl PartialEq for Sum {
    fn eq(&self, other: &Sum) -> bool {
        let mut parts = self.parts.iter().zip(&other.parts);
        self.parts.len() == other.parts.len()
            && self.value == other.value
            && parts.all(|(part, other)| part.is_same(&**other))
    }
}

impl Eq for Sum {}

/// Prints the positions with the names of their rulesets, and the value unless it is 0.
impl Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut texts: Vec<String> = self.parts.iter().map(|part| part.text()).collect();
        if texts.is_empty() || self.value != CanonicalForm::ZERO {
            texts.push(self.value.to_string());
        }
        f.pad(&texts.join(" + "))
    }
}
