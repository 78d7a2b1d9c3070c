//! Values of loopy games.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use hashbrown::HashSet;

use dicot::{Calculation, CanonicalForm, Outcome, Player, Store, ValueError};

use crate::arena::{Arena, NodeId};
use crate::graph::{Graph, GraphPosition};

/// The value of a loopy game: its onside and its offside, each in simplest form.
///
/// The onside is the game in which Left wins infinite play, the offside that in which Right does. If both are equal the value is
/// that of a stopper. Two games are equal if their onsides and their offsides are: then they have the same outcome
/// in every sum of loopy games.
///
/// Source: Siegel, *Combinatorial Game Theory* (2013), chapter VI.
#[derive(Clone)]
pub struct LoopyValue {
    pub(crate) onside: Arc<Graph>,
    pub(crate) offside: Arc<Graph>,
}

impl fmt::Debug for LoopyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LoopyValue({self})")
    }
}

/// Values are equal if each is at least the other. Sides that equal stoppers are stoppers in simplest form, which is unique, so these
/// are compared by their forms, and other sides by the order of games.
impl PartialEq for LoopyValue {
    fn eq(&self, other: &LoopyValue) -> bool {
        if self.onside == other.onside && self.offside == other.offside {
            return true;
        }
        if self.is_stopper_sided() || other.is_stopper_sided() {
            return false;
        }
        let store = Store::global();
        let mut calculation = store.calculation();
        let mut at_least = |g: &LoopyValue, h| g.at_least(h, &mut calculation) == Ok(true);
        at_least(self, other) && at_least(other, self)
    }
}

impl Eq for LoopyValue {}

impl Hash for LoopyValue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for side in [&self.onside, &self.offside] {
            side.is_stopper.hash(state);
            if side.is_stopper {
                side.hash(state);
            }
        }
    }
}

impl From<CanonicalForm> for LoopyValue {
    fn from(form: CanonicalForm) -> LoopyValue {
        let graph = Arc::new(Graph::short(form));
        LoopyValue { onside: graph.clone(), offside: graph }
    }
}

/// Who wins, if both play well, by who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoopyOutcome {
    /// The winner if Left moves first; `None` is a draw.
    pub left_first: Option<Player>,
    /// The winner if Right moves first.
    pub right_first: Option<Player>,
}

impl LoopyOutcome {
    /// The winner if this player moves first; `None` is a draw.
    pub fn winner(self, first: Player) -> Option<Player> {
        match first {
            Player::Left => self.left_first,
            Player::Right => self.right_first,
        }
    }

    /// The outcome without draws, if nobody draws.
    pub fn without_draws(self) -> Option<Outcome> {
        Some(Outcome::from_winners(self.left_first?, self.right_first?))
    }
}

/// `L`, `R`, `N` or `P` without draws; `D`, and `PHat`, `NHat`, `PCheck` or `NCheck` with them.
impl fmt::Display for LoopyOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Player::{Left, Right};
        if let Some(outcome) = self.without_draws() {
            return outcome.fmt(f);
        }
        f.write_str(match (self.left_first, self.right_first) {
            (None, Some(Left)) => "PHat",
            (Some(Left), None) => "NHat",
            (Some(Right), None) => "PCheck",
            (None, Some(Right)) => "NCheck",
            _ => "D",
        })
    }
}

impl LoopyValue {
    /// The value of a short game, if it is one.
    pub fn as_short(&self) -> Option<&CanonicalForm> {
        self.onside.as_short().filter(|_| self.is_one_graph())
    }

    pub(crate) fn is_one_graph(&self) -> bool {
        Arc::ptr_eq(&self.onside, &self.offside) || self.onside == self.offside
    }

    /// Whether the value is that of a stopper: a game in which alternating play ends.
    pub fn is_stopper(&self) -> bool {
        self.is_one_graph() && self.onside.is_stopper
    }

    /// Whether onside and offside are stoppers.
    pub fn is_stopper_sided(&self) -> bool {
        self.onside.is_stopper && self.offside.is_stopper
    }

    /// The value of the onside.
    pub fn onside(&self) -> LoopyValue {
        LoopyValue { onside: self.onside.clone(), offside: self.onside.clone() }
    }

    /// The value of the offside.
    pub fn offside(&self) -> LoopyValue {
        LoopyValue { onside: self.offside.clone(), offside: self.offside.clone() }
    }

    /// The bytes of memory, approximately.
    pub fn bytes(&self) -> usize {
        self.onside.bytes() + if self.is_one_graph() { 0 } else { self.offside.bytes() }
    }

    /// The options of a player in the simplest form.
    ///
    /// # Errors
    /// If the value is not that of a stopper, or a limit is reached.
    pub fn options(
        &self,
        player: Player,
        calculation: &mut Calculation<'_>,
    ) -> Result<Vec<LoopyValue>, ValueError> {
        let options = match &self.onside.positions[0] {
            _ if !self.is_stopper() => return Err(NOT_A_STOPPER),
            GraphPosition::Short(form) => {
                let options = calculation.options(form, player)?;
                return Ok(options.into_iter().map(LoopyValue::from).collect());
            }
            GraphPosition::Loopy(options) => &options[player as usize],
        };
        let mut arena = Arena::new(calculation);
        let positions = arena.add_positions(&self.onside)?;
        options.iter().map(|&i| arena.stopper_value(positions[i as usize])).collect()
    }

    /// `s & t`: the value with the onside of this one, and the offside of another.
    ///
    /// # Errors
    /// If the onside is not at least the offside, or a limit is reached.
    pub fn with_offside(
        &self,
        offside: &LoopyValue,
        calculation: &mut Calculation<'_>,
    ) -> Result<LoopyValue, ValueError> {
        let sided = LoopyValue { onside: self.onside.clone(), offside: offside.offside.clone() };
        let mut arena = Arena::new(calculation);
        let on = arena.add_graph(&sided.onside)?;
        let off = arena.add_graph(&sided.offside)?;
        match arena.is_side_of(on, off)? {
            true => Ok(sided),
            false => Err(ValueError::Undefined("the onside `s` of `s & t` must be at least `t`")),
        }
    }

    /// The negative.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn negative(&self, calculation: &mut Calculation<'_>) -> Result<LoopyValue, ValueError> {
        let mut arena = Arena::new(calculation);
        let sides = self.sides(&mut arena)?;
        arena.value([sides[1], sides[0]])
    }

    /// The sum.
    ///
    /// # Errors
    /// If it cannot be represented, or a limit is reached.
    pub fn sum(
        &self,
        other: &LoopyValue,
        calculation: &mut Calculation<'_>,
    ) -> Result<LoopyValue, ValueError> {
        if let (Some(g), Some(h)) = (self.as_short(), other.as_short()) {
            return Ok(calculation.sum(g, h)?.into());
        }
        let mut arena = Arena::new(calculation);
        let (g, h) = (self.sides(&mut arena)?, other.sides(&mut arena)?);
        let onside = arena.sum(g[0], h[0])?;
        let offside = arena.sum(g[1], h[1])?;
        arena.value([onside, offside])
    }

    /// The sum of `n` copies, or of `-n` copies of the negative.
    ///
    /// # Errors
    /// As [`sum`](LoopyValue::sum).
    pub fn multiple(
        &self,
        n: i64,
        calculation: &mut Calculation<'_>,
    ) -> Result<LoopyValue, ValueError> {
        if let Some(form) = self.as_short() {
            return Ok(calculation.multiple(form, n)?.into());
        }
        let mut factor = if n < 0 { self.negative(calculation)? } else { self.clone() };
        let mut product = LoopyValue::from(CanonicalForm::ZERO);
        let mut n = n.unsigned_abs();
        while n > 0 {
            if n % 2 == 1 {
                product = product.sum(&factor, calculation)?;
            }
            n /= 2;
            if n > 0 {
                let double = factor.sum(&factor, calculation)?;
                if double == factor {
                    return product.sum(&factor, calculation);
                }
                factor = double;
            }
        }
        Ok(product)
    }

    /// Whether this value is at least another: Left does at least as well with it in every sum.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn at_least(
        &self,
        other: &LoopyValue,
        calculation: &mut Calculation<'_>,
    ) -> Result<bool, ValueError> {
        let mut arena = Arena::new(calculation);
        let (g, h) = (self.sides(&mut arena)?, other.sides(&mut arena)?);
        Ok(arena.at_least(g[0], h[0])? && arena.at_least(h[1], g[1])?)
    }

    /// How the values compare: `None` if they are confused.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn compare(
        &self,
        other: &LoopyValue,
        calculation: &mut Calculation<'_>,
    ) -> Result<Option<Ordering>, ValueError> {
        if let (Some(g), Some(h)) = (self.as_short(), other.as_short()) {
            return calculation.compare(g, h);
        }
        let order = (self.at_least(other, calculation)?, other.at_least(self, calculation)?);
        Ok(match order {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Greater),
            (false, true) => Some(Ordering::Less),
            (false, false) => None,
        })
    }

    /// Who wins.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn outcome(&self, calculation: &mut Calculation<'_>) -> Result<LoopyOutcome, ValueError> {
        let mut arena = Arena::new(calculation);
        let [on, negative] = self.sides(&mut arena)?;
        let zero = arena.short(&CanonicalForm::ZERO)?;
        let mut winner = |first: Player| {
            let left_survives = arena.survives((on, zero, first))?;
            let right_survives = arena.survives((negative, zero, !first))?;
            Ok::<_, ValueError>(match (left_survives, right_survives) {
                (true, true) => None,
                (true, false) => Some(Player::Left),
                (false, _) => Some(Player::Right),
            })
        };
        Ok(LoopyOutcome { left_first: winner(Player::Left)?, right_first: winner(Player::Right)? })
    }

    /// The degree of loopiness: the onside of `G - G`.
    ///
    /// # Errors
    /// If the value is not that of a stopper, or a limit is reached.
    pub fn degree(&self, calculation: &mut Calculation<'_>) -> Result<LoopyValue, ValueError> {
        let mut arena = Arena::new(calculation);
        let root = self.stopper(&mut arena)?;
        let negative = arena.add_negative(&self.onside)?;
        let sum = arena.sum(root, negative)?;
        arena.stopper_value(sum)
    }

    /// The onside of the sum of stoppers.
    ///
    /// # Errors
    /// If one of them is not a stopper, or as [`sum`](LoopyValue::sum).
    pub fn upsum(
        &self,
        other: &LoopyValue,
        calculation: &mut Calculation<'_>,
    ) -> Result<LoopyValue, ValueError> {
        match self.is_stopper() && other.is_stopper() {
            true => Ok(self.sum(other, calculation)?.onside()),
            false => Err(NOT_A_STOPPER),
        }
    }

    /// The offside of the sum of stoppers.
    ///
    /// # Errors
    /// As [`upsum`](LoopyValue::upsum).
    pub fn downsum(
        &self,
        other: &LoopyValue,
        calculation: &mut Calculation<'_>,
    ) -> Result<LoopyValue, ValueError> {
        match self.is_stopper() && other.is_stopper() {
            true => Ok(self.sum(other, calculation)?.offside()),
            false => Err(NOT_A_STOPPER),
        }
    }

    /// The variety: what is left of a stopper without all that its degree absorbs. That is the upsum variety for its degree, if
    /// the downsum variety is the same.
    ///
    /// # Errors
    /// If the value is not that of a stopper, its degree is not an idempotent, the two differ, or a limit is reached.
    pub fn variety(&self, calculation: &mut Calculation<'_>) -> Result<LoopyValue, ValueError> {
        let [variety, other] = self.varieties(calculation)?;
        match variety == other {
            true => Ok(variety),
            false => Err(ValueError::Undefined("the game is not stable, so it has no variety")),
        }
    }

    /// Whether a stopper is stable: whether its upsum variety and its downsum variety for its degree are the same.
    ///
    /// # Errors
    /// If the value is not that of a stopper, its degree is not an idempotent, or a limit is reached.
    pub fn is_stable(&self, calculation: &mut Calculation<'_>) -> Result<bool, ValueError> {
        let [upsum, downsum] = self.varieties(calculation)?;
        Ok(upsum == downsum)
    }

    /// The upsum variety and the downsum variety for the degree.
    fn varieties(&self, calculation: &mut Calculation<'_>) -> Result<[LoopyValue; 2], ValueError> {
        let degree = self.degree(calculation)?;
        let upsum = self.upsum_variety(&degree, calculation)?;
        Ok([upsum, self.downsum_variety(&degree, calculation)?])
    }

    /// The upsum variety for an idempotent: the upsum of `G` and the downsum of `-G` and `-idempotent`.
    ///
    /// # Errors
    /// If `idempotent` is not one, or as [`sum`](LoopyValue::sum).
    pub fn upsum_variety(
        &self,
        idempotent: &LoopyValue,
        calculation: &mut Calculation<'_>,
    ) -> Result<LoopyValue, ValueError> {
        if idempotent.sum(idempotent, calculation)? != *idempotent {
            let why = "the degree is not an idempotent, so the game has no variety";
            return Err(ValueError::Undefined(why));
        }
        let negative = self.negative(calculation)?;
        let absorbed = negative.downsum(&idempotent.negative(calculation)?, calculation)?;
        self.upsum(&absorbed, calculation)
    }

    /// The downsum variety for an idempotent: the downsum of `G` and the upsum of `-G` and `idempotent`.
    ///
    /// # Errors
    /// As [`upsum_variety`](LoopyValue::upsum_variety).
    pub fn downsum_variety(
        &self,
        idempotent: &LoopyValue,
        calculation: &mut Calculation<'_>,
    ) -> Result<LoopyValue, ValueError> {
        // The negative of the upsum variety of the negative.
        let negative = self.negative(calculation)?.upsum_variety(idempotent, calculation)?;
        negative.negative(calculation)
    }

    /// The followers in the simplest form: short ones first, and the game itself last.
    ///
    /// # Errors
    /// If the value is not that of a stopper, or a limit is reached.
    pub fn followers(
        &self,
        calculation: &mut Calculation<'_>,
    ) -> Result<Vec<LoopyValue>, ValueError> {
        let short = self.short_followers(calculation)?;
        let mut arena = Arena::new(calculation);
        let mut loopy = Vec::new();
        for position in arena.add_positions(&self.onside)? {
            if arena.form(position).is_none() {
                loopy.push(arena.stopper_value(position)?);
            }
        }
        let short = short.into_iter().map(LoopyValue::from);
        Ok(short.chain(loopy.into_iter().rev()).collect())
    }

    /// The number of followers, the game itself included.
    ///
    /// # Errors
    /// As [`followers`](LoopyValue::followers).
    pub fn follower_count(&self, calculation: &mut Calculation<'_>) -> Result<usize, ValueError> {
        let is_loopy = |position: &&GraphPosition| matches!(position, GraphPosition::Loopy(_));
        let loopy = self.onside.positions.iter().filter(is_loopy).count();
        Ok(self.short_followers(calculation)?.len() + loopy)
    }

    /// The followers that are short.
    fn short_followers(
        &self,
        calculation: &mut Calculation<'_>,
    ) -> Result<Vec<CanonicalForm>, ValueError> {
        if !self.is_stopper() {
            return Err(NOT_A_STOPPER);
        }
        let (mut followers, mut seen) = (Vec::new(), HashSet::new());
        for position in &self.onside.positions {
            if let GraphPosition::Short(form) = position {
                for form in calculation.followers(form)? {
                    calculation.count_steps(1)?;
                    if seen.insert(form.clone()) {
                        followers.push(form);
                    }
                }
            }
        }
        Ok(followers)
    }

    /// Replaces the short games in the simplest forms by others of the same value, in another store.
    #[must_use]
    pub fn map_forms(&self, mut form: impl FnMut(&CanonicalForm) -> CanonicalForm) -> LoopyValue {
        let mut map = |graph: &Graph| {
            let positions = graph.positions.iter().map(|position| match position {
                GraphPosition::Short(g) => GraphPosition::Short(form(g)),
                GraphPosition::Loopy(options) => GraphPosition::Loopy(options.clone()),
            });
            Arc::new(Graph { positions: positions.collect(), ..*graph })
        };
        let onside = map(&self.onside);
        match self.is_one_graph() {
            true => LoopyValue { offside: onside.clone(), onside },
            false => LoopyValue { onside, offside: map(&self.offside) },
        }
    }

    /// Whether the value is that of a stopper, and each cycle of the simplest form is a single pass.
    pub fn is_plumtree(&self) -> bool {
        self.is_stopper() && self.onside.is_plumtree()
    }

    /// The root in an arena.
    pub(crate) fn stopper(&self, arena: &mut Arena<'_, '_>) -> Result<NodeId, ValueError> {
        if !self.is_stopper() {
            return Err(NOT_A_STOPPER);
        }
        arena.add_graph(&self.onside)
    }

    /// The onside, and the negative of the offside.
    pub(crate) fn sides(&self, arena: &mut Arena<'_, '_>) -> Result<[NodeId; 2], ValueError> {
        Ok([arena.add_graph(&self.onside)?, arena.add_negative(&self.offside)?])
    }
}

impl Graph {
    fn is_plumtree(&self) -> bool {
        // Positions that only lead to themselves and to others that were removed are removed, until none is left.
        let mut left: Vec<usize> = (0..self.positions.len()).collect();
        loop {
            let before = left.len();
            let leads_on = |&i: &usize| match &self.positions[i] {
                GraphPosition::Short(_) => false,
                GraphPosition::Loopy(options) => options
                    .iter()
                    .flatten()
                    .any(|&option| option as usize != i && left.contains(&(option as usize))),
            };
            left = left.iter().copied().filter(leads_on).collect();
            if left.len() == before {
                return left.is_empty();
            }
        }
    }
}

impl Arena<'_, '_> {
    /// The value with an onside and the negative of an offside.
    pub(crate) fn value(
        &mut self,
        [onside, negative]: [NodeId; 2],
    ) -> Result<LoopyValue, ValueError> {
        let onside = self.shared_graph(onside)?;
        let mirrored = self.graph(negative)?;
        // Again, so that the order of positions is that of the offside and not of its negative.
        let offside = self.add_negative(&mirrored)?;
        let offside = self.shared_graph(offside)?;
        match onside == offside {
            true => Ok(LoopyValue { offside: onside.clone(), onside }),
            false => Ok(LoopyValue { onside, offside }),
        }
    }

    pub(crate) fn stopper_value(&mut self, root: NodeId) -> Result<LoopyValue, ValueError> {
        let graph = self.shared_graph(root)?;
        Ok(LoopyValue { onside: graph.clone(), offside: graph })
    }

    /// The onside of a sum.
    pub(crate) fn sum(&mut self, g: NodeId, h: NodeId) -> Result<NodeId, ValueError> {
        let (mut pairs, mut next) = (vec![], 0);
        let mut ids = hashbrown::HashMap::new();
        let root = self.pair(g, h, &mut ids, &mut pairs)?;
        while let Some(&(g, h, id)) = pairs.get(next) {
            next += 1;
            for player in Player::BOTH {
                let mut options = Vec::new();
                for option in self.options(g, player)?.to_vec() {
                    options.push(self.pair(option, h, &mut ids, &mut pairs)?);
                }
                for option in self.options(h, player)?.to_vec() {
                    options.push(self.pair(g, option, &mut ids, &mut pairs)?);
                }
                self.charge(8 * options.len())?;
                self.nodes[id as usize].options[player as usize] = options;
            }
        }
        self.onside(root)
    }

    fn pair(
        &mut self,
        g: NodeId,
        h: NodeId,
        ids: &mut hashbrown::HashMap<(NodeId, NodeId), NodeId>,
        pairs: &mut Vec<(NodeId, NodeId, NodeId)>,
    ) -> Result<NodeId, ValueError> {
        if let (Some(left), Some(right)) = (self.form(g).cloned(), self.form(h).cloned()) {
            let sum = self.calculation.sum(&left, &right)?;
            return self.short(&sum);
        }
        for (zero, other) in [(g, h), (h, g)] {
            if self.form(zero) == Some(&CanonicalForm::ZERO) {
                return Ok(other);
            }
        }
        if let Some(&id) = ids.get(&(g, h)) {
            return Ok(id);
        }
        self.charge(64)?;
        let id = self.add()?;
        ids.insert((g, h), id);
        pairs.push((g, h, id));
        Ok(id)
    }
}

pub(crate) const NOT_A_STOPPER: ValueError = ValueError::Undefined("the game must be a stopper");
