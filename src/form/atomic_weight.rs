//! Atomic weights: the number of ups, as a game, that an infinitesimal is worth.

use super::cache::StoreInner;
use super::engine::Engine;
use super::followers::Walk;
use super::number_up_star::NumberUpStar;
use super::operations::operations;
use super::request::{Operation, Request};
use super::store::Id;
use super::{CanonicalForm, Computed, ValueError};
use crate::{Dyadic, Player};
use std::cmp::Ordering;

/// The weight of a positive number. It outweighs all ups, because the multiples of `↑` are below `2^31`.
const NUMBER_WEIGHT: i64 = 1 << 40;

impl StoreInner {
    /// The atomic weight of a form, or `Some(None)` if it has none, where that is cached or takes O(1).
    fn known_atomic_weight(&self, g: Id) -> Option<Option<Id>> {
        if let Some(NumberUpStar { number, up, .. }) = self.number_up_star(g) {
            if number != Dyadic::ZERO {
                return Some(None);
            }
            return self.closed(NumberUpStar::number(up.into())).ok().map(Some);
        }
        if self.stop_keys(g) != [0; 2] {
            return Some(None);
        }
        let dicot = self.facts(g).dicot;
        dicot.then(|| self.results.get(weight_request(g))).flatten().map(Some)
    }
}

fn weight_request(g: Id) -> Request {
    (Operation::Weight, [g, Id::ZERO, Id::ZERO])
}

impl Engine<'_> {
    fn far_star(&self, g: Id) -> u32 {
        1 << self.store.facts(g).far_star_log
    }

    pub(crate) fn nimber_form(&self, star: u32) -> Computed<Id> {
        if star > NumberUpStar::MAX_MULTIPLE {
            return Err(ValueError::Overflow);
        }
        self.store.closed(NumberUpStar { star, ..NumberUpStar::default() })
    }

    /// The atomic weight, if there is one.
    pub(crate) fn atomic_weight(&mut self, g: Id) -> Computed<Option<Id>> {
        if let Some(known) = self.store.known_atomic_weight(g) {
            return Ok(known);
        }
        let star = self.far_star(g);
        let far = self.nimber_form(star)?;
        let weight = self.weight(g, far)?;
        let exists = self.store.facts(g).dicot
            || !self.names_number_weight(weight)? && self.has_weight(g, weight, star)?;
        Ok(exists.then_some(weight))
    }

    /// The weight by the rules for dicots, where a number counts as more than all ups together.
    fn weight(&mut self, g: Id, far: Id) -> Computed<Id> {
        if let Some(parts) = self.store.number_up_star(g) {
            let number = parts.number.cmp(&Dyadic::ZERO) as i64;
            return self.number_form(number * NUMBER_WEIGHT + i64::from(parts.up));
        }
        self.memoized(weight_request(g), |engine| {
            let two = engine.number_form(2)?;
            let weighed = engine.by_options(g, |engine, player, option| {
                let weight = engine.weight(option, far)?;
                engine.add(weight, if player == Player::Left { two.negative() } else { two })
            })?;
            if engine.store.number(weighed).is_none_or(|x| !x.is_integer()) {
                return Ok(weighed);
            }
            // Of all suitable integers, the greatest if `g` exceeds a far star, the least if it is below one.
            let side = match engine.compare(g, far)? {
                Some(Ordering::Greater) => Player::Right,
                Some(Ordering::Less) => Player::Left,
                _ => return Ok(Id::ZERO),
            };
            let mut best: Option<i64> = None;
            for option in engine.options(g, side)? {
                let weight = engine.weight(option, far)?;
                // For the negatives, a bound from below is one from above.
                let weight = if side == Player::Right { weight } else { weight.negative() };
                let limit = engine.add(weight, two)?;
                let n = engine.greatest_integer_not_above(limit)?;
                best = Some(best.map_or(n, |best| best.min(n)));
            }
            let n = best.unwrap_or(NUMBER_WEIGHT);
            engine.number_form(if side == Player::Right { n } else { -n })
        })
    }

    /// Whether a follower of a weight is a number that comes from [`NUMBER_WEIGHT`].
    ///
    /// An atomic weight does not depend on the weight of numbers, if that is large enough. A weight that
    /// depends on it is therefore not an atomic weight.
    fn names_number_weight(&mut self, weight: Id) -> Computed<bool> {
        self.recurse(|engine| {
            let followers = engine.followers(Walk::new(weight))?;
            let closed = followers.iter().filter_map(|&id| engine.store.number_up_star(id));
            let limit = Dyadic::from(NUMBER_WEIGHT / 2);
            Ok(closed.map(|parts| parts.number).any(|x| x > limit || x < -limit))
        })
    }

    /// The greatest integer that is not greater than or equal to `g`.
    fn greatest_integer_not_above(&mut self, g: Id) -> Computed<i64> {
        let [left_stop, _] = self.store.stops(g);
        let stop = self.store.number(left_stop).unwrap_or_default();
        let floor = stop.numerator() >> stop.exponent().min(63);
        let reached = stop.is_integer() && self.le(g, left_stop)?;
        Ok(floor - i64::from(reached))
    }

    /// Whether `g` and `weight·↑` differ by less than `↑*` and a kite on a far star.
    fn has_weight(&mut self, g: Id, weight: Id, star: u32) -> Computed<bool> {
        let ups = self.norton_product(weight, Id::UP)?;
        let rest = self.add(g, ups.negative())?;
        // Far from both games and from ↑*.
        let star = self.far_star(rest).max(star).max(2);
        let far = self.nimber_form(star)?;
        let minus_one = self.number_form(-1)?;
        let kite = self.ordinal_sum(far, minus_one)?;
        let up_star = self.add(Id::UP, Id::STAR)?;
        let bound = self.add(up_star, kite)?;
        Ok(self.le(rest, bound)? && self.le(bound.negative(), rest)?)
    }
}

impl CanonicalForm {
    /// The least power of two `m` such that no follower is a nimber `*m` or greater: `*m` is
    /// a *far star* (also *remote star*) for this game.
    ///
    /// Source: *Winning Ways*, chapter 8; Siegel, *Combinatorial Game Theory* (2013), II.7.
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// assert_eq!(CanonicalForm::UP.far_star(), 2);
    /// assert_eq!("{0|*5}".parse::<CanonicalForm>()?.far_star(), 8);
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    pub fn far_star(&self) -> u32 {
        1 << self.store().inner().facts(self.id()).far_star_log
    }
}

operations! {
    /// The atomic weight: the number of ups that the game is worth, as a game, or `None` if it does not have one.
    ///
    /// All dicots have one, and so have some other infinitesimals. Left wins a game of atomic weight 2 or more
    /// (the two-ahead rule), and one of at least 1 moving first.
    ///
    /// Source: Siegel, *Combinatorial Game Theory* (2013), II.7; *Winning Ways*, chapter 8; Conway, *On Numbers and
    /// Games*, chapter 16.
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// let weight = |text: &str| text.parse::<CanonicalForm>().unwrap().atomic_weight();
    /// assert_eq!(weight("^3*"), Some(3.into()));
    /// assert_eq!(weight("{^^*|*,v}"), "1/2".parse().ok());
    /// assert_eq!(weight("{^3|vv}"), "{1|0}".parse().ok());
    /// assert_eq!(weight("1"), None);
    /// ```
    ///
    /// # Complexity
    /// A simplification and a comparison with a nimber for each follower; for games that are not dicots
    /// also a Norton product.
    atomic_weight() -> Option<CanonicalForm> = Engine::atomic_weight;
}
