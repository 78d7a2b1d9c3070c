//! Powers of games like `↑`, and tinies.

use super::engine::Engine;
use super::number_up_star::NumberUpStar;
use super::operations::operations;
use super::request::Operation;
use super::store::Id;
use super::{CanonicalForm, Computed, ValueError};
use crate::{Dyadic, Player};

impl Engine<'_> {
    /// `↑^n`, or with `all` the sum `↑ + ↑^2 + ... + ↑^n`, for `n >= 1`.
    pub(crate) fn up_power(&mut self, n: u32, all: bool) -> Computed<Id> {
        // ↑^[n] = {↑^[n-1]|*}, and ↑^n = {0|*-↑^[n-1]}.
        let mut sum = Id::ZERO;
        for _ in 1..n {
            sum = if sum == Id::ZERO {
                Id::UP
            } else {
                self.simplify_canonical(&[sum], &[Id::STAR])?
            };
        }
        if n == 1 {
            Ok(Id::UP)
        } else if all {
            self.simplify_canonical(&[sum], &[Id::STAR])
        } else {
            let threat = self.add(Id::STAR, sum.negative())?;
            self.simplify_canonical(&[Id::ZERO], &[threat])
        }
    }

    /// `tiny-G` = `{0||0|-G}`.
    pub(crate) fn tiny(&mut self, g: Id) -> Computed<Id> {
        let threat = self.simplify_canonical(&[Id::ZERO], &[g.negative()])?;
        self.simplify_canonical(&[Id::ZERO], &[threat])
    }

    /// `G^[x]`: 0 for 0, or else `G:y` where `1:y` is `x`.
    pub(crate) fn pow_to(&mut self, g: Id, x: Dyadic) -> Computed<Id> {
        if x == Dyadic::ZERO {
            return Ok(Id::ZERO);
        }
        if x < Dyadic::ZERO {
            return Err(ValueError::Undefined("`PowTo` takes numbers that are not negative"));
        }
        let number = self.store.closed(NumberUpStar::number(x))?;
        let y = self.blow_up(number)?;
        self.ordinal_sum(g, y)
    }

    /// `G^x = {0 | H - G^[x-1]}` for `G = {0|H}`.
    pub(crate) fn pow(&mut self, g: Id, x: Dyadic) -> Computed<Id> {
        let (Some(Id::ZERO), Some(h)) =
            (self.only_option(g, Player::Left)?, self.only_option(g, Player::Right)?)
        else {
            return Err(ValueError::Undefined("`Pow` takes games of the form {0|H}"));
        };
        let less_one = x.checked_sub(Dyadic::from(1)).ok_or(ValueError::Overflow)?;
        if less_one < Dyadic::ZERO {
            return Err(ValueError::Undefined("`Pow` takes numbers from 1 up"));
        }
        let rest = self.pow_to(g, less_one)?;
        let reply = self.add(h, rest.negative())?;
        self.simplify([[Id::ZERO], [reply]].map(|ids| ids.into_iter().map(Into::into).collect()))
    }

    /// The number `y` with `1:y = x`, for a positive number.
    fn blow_up(&mut self, x: Id) -> Computed<Id> {
        let number = self.store.number(x).unwrap_or_default();
        if number >= Dyadic::from(1) {
            let y = number.checked_sub(Dyadic::from(1)).ok_or(ValueError::Overflow)?;
            return self.store.closed(NumberUpStar::number(y));
        }
        self.memoized((Operation::BlowUp, [x, Id::ZERO, Id::ZERO]), |engine| {
            let options = engine.lists(|engine, player, list| {
                for option in engine.options(x, player)?.filter(|&o| o != Id::ZERO) {
                    let option = engine.blow_up(option)?;
                    engine.push(list, option)?;
                }
                Ok(())
            })?;
            engine.simplify(options)
        })
    }
}

operations! {
    /// The power `G^x = {0 | H - G^[x-1]}` of a game `G = {0|H}`, for a number `x >= 1`: `↑^n` for
    /// `G = ↑` and an integer `n`.
    ///
    /// Source: Siegel, *Combinatorial Game Theory* (2013), II.4.
    ///
    /// # Examples
    /// ```
    /// use dicot::{CanonicalForm, Dyadic};
    /// assert_eq!(CanonicalForm::UP.pow(Dyadic::from(3)).to_string(), "^<3>");
    /// let tiny: CanonicalForm = "Tiny(1)".parse()?;
    /// assert_eq!(tiny.pow(Dyadic::from(1)), tiny);
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Complexity
    /// About as many simplifications as `x` has followers.
    pow(; x: Dyadic) -> CanonicalForm = Engine::pow;

    /// The power `G^[x]` for a number `x >= 0`: 0 for `x = 0`, or else the ordinal sum `G:y` where `1:y` is `x`. For `G
    /// = {0|H}` and an integer it is the sum of the powers `G^1` to `G^n`, and so `↑ + ↑^2 + .. + ↑^n` for `G = ↑`.
    ///
    /// Source: Siegel, *Combinatorial Game Theory* (2013), II.4.
    ///
    /// # Examples
    /// ```
    /// use dicot::{CanonicalForm, Dyadic};
    /// assert_eq!(CanonicalForm::UP.pow_to(Dyadic::from(3)).to_string(), "^[3]");
    /// let half = Dyadic::new(1, 1).unwrap();
    /// assert_eq!(CanonicalForm::UP.pow_to(half).to_string(), "{0|*,^}");
    /// ```
    ///
    /// # Complexity
    /// About as many simplifications as `x` has followers.
    pow_to(; x: Dyadic) -> CanonicalForm = Engine::pow_to;
}
