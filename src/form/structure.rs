//! Incentives, stop counts and companions.
//!
//! Source: Siegel, *Combinatorial Game Theory* (2013), II.5 (incentives) and III.2 (companions).

use hashbrown::HashMap;

use super::followers::Walk;
use super::number_up_star::NumberUpStar;
use super::store::Id;
use super::work::{Operation, Work, table_bytes};
use super::{Calculation, Candidates, CanonicalForm, ValueError};
use crate::hash::BuildMix;
use crate::{Outcome, Player};

/// How often play ends in a number, over all plays of a closed form; `None` beyond `u128`.
fn closed_stop_count(g: NumberUpStar) -> Option<u128> {
    let nimber = |m: u32| match m.checked_sub(1) {
        None => Some(1),
        Some(threes) => 3u128.checked_pow(threes)?.checked_mul(2),
    };
    let ups = g.up.unsigned_abs();
    let Some(below) = ups.checked_sub(1) else { return nimber(g.star) };
    // n·↑ + *m = {0 | (n-1)·↑ + *(m^1)}, and ↑* has the option * besides.
    let last = g.star ^ (below & 1);
    let first = if last == 1 { 4 } else { nimber(last ^ 1)?.checked_add(1)? };
    first.checked_add(below.into())
}

impl Work<'_> {
    /// How often play ends in a number, over all plays; `None` beyond `u128`.
    pub(crate) fn stop_count(&mut self, g: Id) -> Result<Option<u128>, ValueError> {
        self.deeper(|work| {
            let mut known: HashMap<Id, Option<u128>, BuildMix> = HashMap::default();
            let (mut walk, mut held) = (Walk::new(g), 0);
            while let Some(id) = walk.next(work.store, work, |_, id| known.contains_key(&id))? {
                let count = match work.store.number_up_star(id) {
                    Some(parts) => closed_stop_count(parts),
                    None => {
                        let [left, right] =
                            Player::BOTH.map(|player| work.store.stored_options(id, player));
                        left.chain(right).try_fold(0u128, |sum, o| sum.checked_add(known[&o]?))
                    }
                };
                known.insert(id, count);
                work.hold_grown(&mut held, table_bytes(&known))?;
            }
            Ok(known[&g])
        })
    }

    /// What the best moves of these players gain: `G^L - G` for Left's, `G - G^R` for Right's, without
    /// dominated ones.
    pub(crate) fn incentives(&mut self, g: Id, players: &[Player]) -> Result<Vec<Id>, ValueError> {
        let mut best: Vec<Id> = Vec::new();
        for &player in players {
            for option in self.options(g, player)? {
                let gain = match player {
                    Player::Left => self.add(option, g.negative())?,
                    Player::Right => self.add(g, option.negative())?,
                };
                self.steps(best.len())?;
                let mut dominated = false;
                for &other in &best {
                    dominated = dominated || self.le(gain, other)?;
                }
                if !dominated {
                    let mut rest = Vec::new();
                    for other in best {
                        if !self.le(other, gain)? {
                            rest.push(other);
                        }
                    }
                    rest.push(gain);
                    best = rest;
                }
            }
        }
        self.sort_for_printing(&mut best)?;
        Ok(best)
    }

    /// The image under the automorphism that exchanges 0 and `*`.
    pub(crate) fn companion(&mut self, g: Id) -> Result<Id, ValueError> {
        if g == Id::ZERO {
            return Ok(Id::STAR);
        }
        if self.store.number(g).is_some() {
            return Ok(g);
        }
        self.remembering((Operation::Companion, [g, Id::ZERO, Id::ZERO]), |work| {
            let mut options = [Candidates::new(), Candidates::new()];
            for (player, list) in Player::BOTH.into_iter().zip(&mut options) {
                for option in work.options(g, player)? {
                    let companion = work.companion(option)?;
                    work.push(list, companion)?;
                }
            }
            match work.outcome(g)? {
                Outcome::Left => options[0].push(Id::ZERO.into()),
                Outcome::Right => options[1].push(Id::ZERO.into()),
                _ => {}
            }
            let [left, right] = options;
            work.simplify(left, right)
        })
    }
}

impl CanonicalForm {
    /// How many leaves the tree of the canonical form has where play stops: a number counts 1, any
    /// other game as much as its options together. `None` if it is more than `u128` holds.
    ///
    /// Source: CGSuite's `StopCount`; for stops, Siegel, *Combinatorial Game Theory* (2013), II.3.
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// let count = |text: &str| text.parse::<CanonicalForm>().unwrap().stop_count();
    /// assert_eq!(count("{3||2|1}"), Some(3));
    /// assert_eq!(count("*3"), Some(18)); // 2·3^2
    /// assert_eq!(count("*100"), None);
    /// ```
    ///
    /// # Complexity
    /// O(*n*) for *n* options in all followers together, however large the tree is.
    pub fn stop_count(&self) -> Option<u128> {
        self.store.unbounded(|work| work.stop_count(self.id))
    }

    /// A player's incentives, what the moves gain: `G^L - G` for each Left option or `G - G^R` for each
    /// Right one, without those that another one is at least as good as; in printing order.
    ///
    /// Source: Siegel, *Combinatorial Game Theory* (2013), II.5; *Winning Ways*, chapter 6.
    ///
    /// # Examples
    /// ```
    /// use dicot::{CanonicalForm, Player};
    /// let g: CanonicalForm = "{3||2|1}".parse()?;
    /// let texts = |player| g.incentives(player).iter().map(|d| d.to_string()).collect::<Vec<_>>();
    /// assert_eq!(texts(Player::Left), ["{2|1||0}"]);
    /// assert_eq!(texts(Player::Right), ["{1,{2|1}|0}"]);
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Panics
    /// As the operators.
    ///
    /// # Complexity
    /// A sum for each option, and a comparison for each pair of these.
    pub fn incentives(&self, player: Player) -> Vec<CanonicalForm> {
        self.incentives_of(&[player])
    }

    /// The incentives of both players together, without those that another one is at least as good as.
    ///
    /// Source: Siegel, *Combinatorial Game Theory* (2013), II.5.
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// let texts: Vec<_> = CanonicalForm::UP.all_incentives().iter().map(|d| d.to_string()).collect();
    /// assert_eq!(texts, ["^*"]); // the move from ↑ to * gains more than the one to 0, which loses ↑
    /// ```
    ///
    /// # Panics
    /// As the operators.
    ///
    /// # Complexity
    /// As [`incentives`](CanonicalForm::incentives).
    pub fn all_incentives(&self) -> Vec<CanonicalForm> {
        self.incentives_of(&Player::BOTH)
    }

    fn incentives_of(&self, players: &[Player]) -> Vec<CanonicalForm> {
        let ids = self.store.unbounded(|work| work.incentives(self.id, players));
        ids.into_iter().map(|id| self.store.handle(id)).collect()
    }

    /// The companion: the image under the one automorphism, other than the identity, of the lattices of
    /// games born by a day. It exchanges 0 and `*`, keeps the order, and is its own inverse.
    ///
    /// Source: Siegel, *Combinatorial Game Theory* (2013), III.2.
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// assert_eq!(CanonicalForm::UP.companion().to_string(), "^*");
    /// assert_eq!("Tiny(2)".parse::<CanonicalForm>()?.companion().to_string(), "{0,*||*|-2}");
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Panics
    /// As the operators.
    ///
    /// # Complexity
    /// One simplification for each follower.
    pub fn companion(&self) -> CanonicalForm {
        self.game(Work::companion)
    }
}

impl Calculation<'_> {
    /// How many leaves there are where play stops, as [`CanonicalForm::stop_count`].
    ///
    /// # Errors
    /// If a bound is passed.
    pub fn stop_count(&mut self, g: &CanonicalForm) -> Result<Option<u128>, ValueError> {
        self.fact(g, Work::stop_count)
    }

    /// A player's incentives, as [`CanonicalForm::incentives`].
    ///
    /// # Errors
    /// If a bound is passed or an incentive cannot be represented.
    pub fn incentives(
        &mut self,
        g: &CanonicalForm,
        player: Player,
    ) -> Result<Vec<CanonicalForm>, ValueError> {
        let ids = self.fact(g, |work, g| work.incentives(g, &[player]))?;
        Ok(ids.into_iter().map(|id| self.handle(id)).collect())
    }

    /// The incentives of both players, as [`CanonicalForm::all_incentives`].
    ///
    /// # Errors
    /// If a bound is passed or an incentive cannot be represented.
    pub fn all_incentives(&mut self, g: &CanonicalForm) -> Result<Vec<CanonicalForm>, ValueError> {
        let ids = self.fact(g, |work, g| work.incentives(g, &Player::BOTH))?;
        Ok(ids.into_iter().map(|id| self.handle(id)).collect())
    }

    /// The companion, as [`CanonicalForm::companion`].
    ///
    /// # Errors
    /// If a bound is passed or the companion cannot be represented.
    pub fn companion(&mut self, g: &CanonicalForm) -> Result<CanonicalForm, ValueError> {
        self.game(g, Work::companion)
    }
}
