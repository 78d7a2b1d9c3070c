//! Stops, and the numbers beside which values are.

use std::collections::BTreeSet;

use dicot::{Calculation, CanonicalForm, Dyadic, NumberUpStar, Player, ValueError};

use crate::arena::{Arena, NodeId};
use crate::graph::{Graph, GraphPosition};
use crate::value::LoopyValue;

impl LoopyValue {
    /// The stop of a player who moves first: a number, or a pseudonumber such as `1over`.
    ///
    /// # Errors
    /// If the value is not that of a stopper, or a limit is reached.
    pub fn stop(
        &self,
        player: Player,
        calculation: &mut Calculation<'_>,
    ) -> Result<LoopyValue, ValueError> {
        let mut arena = Arena::new(calculation);
        let root = self.stopper(&mut arena)?;
        let stop = arena.stop(root, player, 0)?;
        arena.stopper_value(stop)
    }

    /// Whether the value is a number, `on`, `off`, or a number and `over` or `under`.
    pub fn is_pseudonumber(&self) -> bool {
        self.is_one_graph() && self.onside.is_pseudonumber()
    }

    /// The number `x` of `x`, of `x` and `over`, or of `x` and `under`.
    pub fn number_part(&self) -> Option<Dyadic> {
        let GraphPosition::Loopy(options) = &self.onside.positions[0] else {
            return self.as_short()?.to_number();
        };
        let mut options = options.iter().flatten();
        let number = options.find_map(|&option| self.onside.short_at(option)?.to_number());
        number.filter(|_| self.is_pseudonumber())
    }

    /// The number from which the value differs by an infinitesimal, if there is such a number.
    ///
    /// # Examples
    /// ```
    /// use dicot::{Dyadic, Store};
    /// use dicot_loopy::LoopyValue;
    /// let store = Store::new();
    /// let c = &mut store.calculation();
    /// let [over, on] = ["over", "on"].map(|name| LoopyValue::of_name(name, c).unwrap().unwrap());
    /// assert_eq!(over.near_number(c)?, Some(Dyadic::ZERO));
    /// assert_eq!(on.near_number(c)?, None);
    /// # Ok::<_, dicot::ValueError>(())
    /// ```
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn near_number(
        &self,
        calculation: &mut Calculation<'_>,
    ) -> Result<Option<Dyadic>, ValueError> {
        // Play near a number ends near it, so the number is a stop of a short follower.
        let positions = self.onside.positions.iter().chain(&self.offside.positions);
        let stops = positions.filter_map(|position| match position {
            GraphPosition::Short(form) => Some(Player::BOTH.map(|player| form.stop(player))),
            GraphPosition::Loopy(_) => None,
        });
        for x in stops.flatten().collect::<BTreeSet<Dyadic>>() {
            if self.is_near(x, calculation)? {
                return Ok(Some(x));
            }
        }
        Ok(None)
    }

    /// Whether the value differs from a number by an infinitesimal. The largest infinitesimal is `over`: a game with finitely many
    /// positions that is at most 1/2^n for all n is at most `over`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn is_near(
        &self,
        x: Dyadic,
        calculation: &mut Calculation<'_>,
    ) -> Result<bool, ValueError> {
        let number = NumberUpStar { number: x, ..NumberUpStar::default() };
        let number = LoopyValue::from(calculation.number_up_star(number)?);
        let over = LoopyValue::of_name("over", calculation)?.expect("a name");
        let under = over.negative(calculation)?;
        let [most, least] = [number.sum(&over, calculation)?, number.sum(&under, calculation)?];
        Ok(most.at_least(self, calculation)? && self.at_least(&least, calculation)?)
    }
}

impl Graph {
    fn is_pseudonumber(&self) -> bool {
        let is_number = |form: &CanonicalForm| form.to_number().is_some();
        match &self.positions[0] {
            GraphPosition::Short(form) => is_number(form),
            GraphPosition::Loopy(options) => is_loopy_pseudonumber(0, options, |option| {
                self.short_at(option).is_some_and(is_number)
            }),
        }
    }
}

impl Arena<'_, '_> {
    /// The stop of a stopper.
    fn stop(&mut self, v: NodeId, player: Player, depth: usize) -> Result<NodeId, ValueError> {
        if depth > MAX_DEPTH {
            return Err(ValueError::TooDeep);
        }
        self.calculation.count_steps(1)?;
        if let Some(form) = self.form(v).cloned() {
            let stop = form.stop(player);
            return self.short(&CanonicalForm::from(stop));
        }
        let is_number = |option| self.form(option).is_some_and(|form| form.to_number().is_some());
        if is_loopy_pseudonumber(v, &self.nodes[v as usize].options, is_number) {
            return Ok(v);
        }
        let mut best: Option<NodeId> = None;
        for option in self.options(v, player)?.to_vec() {
            let stop = self.stop(option, !player, depth + 1)?;
            let better = match (best, player) {
                (None, _) => true,
                (Some(best), Player::Left) => self.at_least(stop, best)?,
                (Some(best), Player::Right) => self.at_least(best, stop)?,
            };
            if better {
                best = Some(stop);
            }
        }
        best.ok_or(ValueError::Undefined("the game has no stop, since the player has no move"))
    }
}

/// Whether a position that is not short is a pseudonumber: a player can only pass, and the other one can at most move to a number.
fn is_loopy_pseudonumber(
    position: u32,
    [left, right]: &[Vec<u32>; 2],
    is_number: impl Fn(u32) -> bool,
) -> bool {
    let passes = |options: &[u32]| options == [position];
    let at_most_a_number =
        |options: &[u32]| options.len() <= 1 && options.iter().all(|&option| is_number(option));
    (passes(left) && at_most_a_number(right)) || (passes(right) && at_most_a_number(left))
}

/// The longest line of play in a search for a stop, so that the stack suffices.
const MAX_DEPTH: usize = 2_000;
