//! Incentives, stop counts and companions.

use hashbrown::HashMap;

use super::engine::Engine;
use super::followers::Walk;
use super::number_up_star::NumberUpStar;
use super::operations::operations;
use super::request::Operation;
use super::store::Id;
use super::{CanonicalForm, Computed};
use crate::hash::{BuildMix, table_bytes};
use crate::{Outcome, Player};

/// The number of plays of a closed form up to the first number; `None` beyond `u128`.
fn closed_stop_count(g: NumberUpStar) -> Option<u128> {
    let nimber = |m: u32| match m.checked_sub(1) {
        None => Some(1),
        Some(threes) => 3u128.checked_pow(threes)?.checked_mul(2),
    };
    let ups = g.up.unsigned_abs();
    let Some(below) = ups.checked_sub(1) else { return nimber(g.star) };
    // n·↑ + *m = {0 | (n-1)·↑ + *(m^1)}, and ↑* also has the option *.
    let last = g.star ^ (below & 1);
    let first = if last == 1 { 4 } else { nimber(last ^ 1)?.checked_add(1)? };
    first.checked_add(below.into())
}

impl Engine<'_> {
    /// The number of plays up to the first number; `None` beyond `u128`.
    pub(crate) fn stop_count(&mut self, g: Id) -> Computed<Option<u128>> {
        self.recurse(|engine| {
            let mut known: HashMap<Id, Option<u128>, BuildMix> = HashMap::default();
            let (mut walk, mut held) = (Walk::new(g), 0);
            while let Some(id) = walk.next(engine.store, engine, |_, id| known.contains_key(&id))? {
                let count = match engine.store.number_up_star(id) {
                    Some(parts) => closed_stop_count(parts),
                    None => {
                        let [left, right] =
                            Player::BOTH.map(|player| engine.store.stored_options(id, player));
                        left.chain(right).try_fold(0u128, |sum, o| sum.checked_add(known[&o]?))
                    }
                };
                known.insert(id, count);
                engine.hold_grown(&mut held, table_bytes(&known))?;
            }
            Ok(known[&g])
        })
    }

    /// The maximal incentives of these players: `G^L - G` for Left, `G - G^R` for Right.
    pub(crate) fn incentives(&mut self, g: Id, players: &[Player]) -> Computed<Vec<Id>> {
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
    pub(crate) fn companion(&mut self, g: Id) -> Computed<Id> {
        if g == Id::ZERO {
            return Ok(Id::STAR);
        }
        if self.store.number(g).is_some() {
            return Ok(g);
        }
        self.memoized((Operation::Companion, [g, Id::ZERO, Id::ZERO]), |engine| {
            let mut options = engine.map_options(g, |engine, _, o| engine.companion(o))?;
            match engine.outcome(g)? {
                Outcome::Left => options[0].push(Id::ZERO.into()),
                Outcome::Right => options[1].push(Id::ZERO.into()),
                _ => {}
            }
            engine.simplify(options)
        })
    }
}

operations! {
    /// The number of leaves of the game tree, where numbers are leaves: a number counts 1, any
    /// other game the sum of its options. `None` beyond `u128`.
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
    stop_count() -> Option<u128> = Engine::stop_count;

    /// The player's maximal incentives, the gains of moves: `G^L - G` for Left options or `G - G^R` for
    /// Right options; in printing order.
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
    /// # Complexity
    /// A sum for each option, and a comparison for each pair of these.
    incentives(; player: Player) -> Vec<CanonicalForm> =
        |engine: &mut Engine<'_>, g, player| engine.incentives(g, &[player]);

    /// The maximal incentives of both players together: `^*` of `^`.
    ///
    /// Source, complexity: as [`incentives`](CanonicalForm::incentives).
    all_incentives() -> Vec<CanonicalForm> =
        |engine: &mut Engine<'_>, g| engine.incentives(g, &Player::BOTH);

    /// The companion: the image under the automorphism, other than the identity, of the lattices of
    /// games born by each day. It exchanges 0 and `*`, keeps the order, and is its own inverse.
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
    /// # Complexity
    /// One simplification for each follower.
    companion() -> CanonicalForm = Engine::companion;
}
