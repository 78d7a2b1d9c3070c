//! Cooling and heating, and reduced canonical forms.

use super::engine::Engine;
use super::number_up_star::NumberUpStar;
use super::operations::operations;
use super::request::Operation;
use super::store::Id;
use super::{CanonicalForm, Computed, ValueError};
use crate::{Dyadic, Player};

impl Engine<'_> {
    pub(crate) fn number_form(&self, x: impl Into<Dyadic>) -> Computed<Id> {
        self.store.closed(NumberUpStar::number(x.into()))
    }

    /// `g` cooled by `t`: the mean of `g` if `t` is greater than its temperature, otherwise
    /// `{G^L_t - t | G^R_t + t}`. A number `m/2^k` in lowest terms has the temperature `-1/2^k`.
    pub(crate) fn cool(&mut self, g: Id, t: Dyadic) -> Computed<Id> {
        if t <= Dyadic::from(-1) {
            return Err(ValueError::Undefined("`Cool` takes temperatures greater than -1"));
        }
        if t == Dyadic::ZERO {
            return Ok(g);
        }
        if t < Dyadic::ZERO && self.store.facts(g).dicot {
            let bonus = self.number_form(-t)?;
            return self.heat(g, bonus);
        }
        let tax = self.number_form(t)?;
        self.cool_by(g, t, tax, Dyadic::ZERO)
    }

    /// `g` cooled by `t`, and a number `x` added.
    ///
    /// Where a move is still worth its tax, the cooled game is not a number, and `x` is added to its
    /// options. Without this each of a chain of moves would cost a sum for every game after it.
    fn cool_by(&mut self, g: Id, t: Dyadic, tax: Id, x: Dyadic) -> Computed<Id> {
        let mean = match self.store.number(g) {
            Some(x) => (t > Dyadic::new(-1, x.exponent()).unwrap_or_default()).then_some(x),
            None => {
                let thermograph = self.thermograph(g)?;
                (t > thermograph.temperature).then_some(thermograph.mean)
            }
        };
        if let Some(mean) = mean {
            return self.number_form(mean.checked_add(x).ok_or(ValueError::Overflow)?);
        }
        let added = self.number_form(x)?;
        self.memoized((Operation::Cool, [g, tax, added]), |engine| {
            engine.by_options(g, |engine, player, option| {
                let x = if player == Player::Left { x.checked_sub(t) } else { x.checked_add(t) };
                engine.cool_by(option, t, tax, x.ok_or(ValueError::Overflow)?)
            })
        })
    }

    /// `g` cooled by its temperature.
    pub(crate) fn freeze(&mut self, g: Id) -> Computed<Id> {
        if self.store.number(g).is_some() {
            return Ok(g);
        }
        let temperature = self.thermograph(g)?.temperature;
        self.cool(g, temperature)
    }

    /// `g` heated by `t`: each move gains `t`, and numbers stay as they are.
    pub(crate) fn heat(&mut self, g: Id, t: Id) -> Computed<Id> {
        if self.store.number(g).is_some() {
            return Ok(g);
        }
        if let Some(bonus) = self.store.number(t).filter(|&t| t > Dyadic::ZERO) {
            // Heated by a number, *m leads to *k heated plus any sum of at most m - k bonuses of either
            // sign: up to sign m - k + 1 games of 2k options, which are m^3/3 ids of four bytes in all.
            let star = self.store.number_up_star(g).map_or(0, |parts| u128::from(parts.star));
            self.expect_bytes(star.pow(3) / 3 * 4)?;
            return self.heat_by(g, bonus, t, Dyadic::ZERO);
        }
        self.memoized((Operation::Heat, [g, t, Id::ZERO]), |engine| {
            engine.by_options(g, |engine, player, option| {
                let heated = engine.heat(option, t)?;
                engine.add(heated, if player == Player::Left { t } else { t.negative() })
            })
        })
    }

    /// `g` heated by a positive number, and a number `x` added: to the options, as in
    /// [`Engine::cool_by`], since the heated game is not a number.
    ///
    /// The heated options of a dicot are canonical. Play in the difference of two heated dicots is play in the
    /// difference of the dicots, up to the bonuses, which cancel when the player who started has no move left. So
    /// heating keeps the order, and options that are neither dominated nor reversible stay so.
    fn heat_by(&mut self, g: Id, t: Dyadic, bonus: Id, x: Dyadic) -> Computed<Id> {
        if let Some(number) = self.store.number(g) {
            return self.number_form(number.checked_add(x).ok_or(ValueError::Overflow)?);
        }
        let added = self.number_form(x)?;
        self.memoized((Operation::HeatByNumber, [g, bonus, added]), |engine| {
            let options = engine.map_options(g, |engine, player, option| {
                let x = if player == Player::Left { x.checked_add(t) } else { x.checked_sub(t) };
                engine.heat_by(option, t, bonus, x.ok_or(ValueError::Overflow)?)
            });
            let dicot = engine.store.facts(g).dicot;
            if dicot { engine.canonical(options?) } else { engine.simplify(options?) }
        })
    }

    /// `g` overheated from `s` to `t`: each move gains `t`, and an integer `n` becomes `n·s`.
    pub(crate) fn overheat(&mut self, g: Id, s: Id, t: Id) -> Computed<Id> {
        if let Some(n) = self.store.number(g).and_then(Dyadic::to_integer) {
            return self.times(s, n);
        }
        if self.store.facts(g).dicot {
            return self.heat(g, t);
        }
        self.memoized((Operation::Overheat, [g, s, t]), |engine| {
            engine.by_options(g, |engine, player, option| {
                let heated = engine.overheat(option, s, t)?;
                engine.add(heated, if player == Player::Left { t } else { t.negative() })
            })
        })
    }

    /// The simplest game that is infinitesimally close to `g`.
    pub(crate) fn reduced_canonical_form(&mut self, g: Id) -> Computed<Id> {
        let stripped = self.without_infinitesimals(g)?;
        let heated = self.heat(stripped, Id::STAR)?;
        self.star_projection(heated)
    }

    /// A game that is infinitesimally close to `g`: each follower whose stops are equal is replaced by its
    /// stop. So large nimbers in `g` cost nothing later.
    ///
    /// Let `G'` have options infinitesimally close to those of `G`. Right answers a move of `G - G'` to
    /// `G^L - G'` by one to `G^L - G'^L`, whose stops are 0, and likewise the other moves. So the Left stop of
    /// `G - G'` is at most 0, and by symmetry the Right stop is at least 0: the difference is infinitesimal.
    fn without_infinitesimals(&mut self, g: Id) -> Computed<Id> {
        let [left, right] = self.store.stops(g);
        if left == right {
            return Ok(left);
        }
        self.memoized((Operation::WithoutInfinitesimals, [g, Id::ZERO, Id::ZERO]), |engine| {
            engine.by_options(g, |engine, _, option| engine.without_infinitesimals(option))
        })
    }

    /// Replaces every `x*` by `x`, from the bottom up.
    fn star_projection(&mut self, g: Id) -> Computed<Id> {
        if let Some(parts) = self.store.number_up_star(g)
            && parts.up == 0
            && parts.star <= 1
        {
            return self.number_form(parts.number);
        }
        self.memoized((Operation::StarProjection, [g, Id::ZERO, Id::ZERO]), |engine| {
            engine.by_options(g, |engine, _, option| engine.star_projection(option))
        })
    }
}

operations! {
    /// The game cooled by `t > -1`, written `G_t`: its mean if `t` is greater than its temperature, otherwise
    /// `{G^L_t - t | G^R_t + t}`, so that every move is taxed by `t`.
    ///
    /// Cooling by 0 changes nothing. A number `m/2^k` in lowest terms has the temperature `-1/2^k`: it
    /// stays as it is for `t > -1/2^k`, and an integer for every `t > -1`.
    ///
    /// Source: Siegel, *Combinatorial Game Theory* (2013), II.5; *Winning Ways*, chapter 6. For numbers at
    /// negative `t`, as CGSuite's `Cool`.
    ///
    /// # Examples
    /// ```
    /// use dicot::{CanonicalForm, Dyadic};
    /// let g: CanonicalForm = "{3||2*|1*}".parse()?;
    /// let half = Dyadic::new(1, 1).unwrap();
    /// assert_eq!(g.cool(half).to_string(), "{5/2|2*}");
    /// assert_eq!(g.cool(Dyadic::from(70)).to_string(), "9/4");
    /// let quarter: CanonicalForm = "1/4".parse()?;
    /// assert_eq!(quarter.cool(Dyadic::new(-1, 2).unwrap()).to_string(), "1/4*");
    /// assert_eq!("{4|1||0}".parse::<CanonicalForm>()?.freeze().to_string(), "1Miny(1)");
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Complexity
    /// One simplification for each follower whose temperature is at least `t`.
    cool(; t: Dyadic) -> CanonicalForm = Engine::cool;

    /// The game cooled by its own temperature: its mean plus an infinitesimal. Numbers stay as
    /// they are, although [`cool`](CanonicalForm::cool) turns `x` into `x*` at its temperature.
    ///
    /// Source, complexity: as [`cool`](CanonicalForm::cool).
    freeze() -> CanonicalForm = Engine::freeze;

    /// The game heated by `t`: every move gains `t` for the player who makes it. Written `∫^t G`.
    ///
    /// Numbers stay as they are. `t` may be any game.
    ///
    /// Source: *Winning Ways*, chapter 6; Siegel, *Combinatorial Game Theory* (2013), II.5.
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// let g: CanonicalForm = "{3||2*|1*}".parse()?;
    /// assert_eq!(g.heat(&CanonicalForm::from(1)).to_string(), "{4|||3|1||0|-2}");
    /// assert_eq!(g.heat(&CanonicalForm::STAR).to_string(), "{3*||2|1}");
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Complexity
    /// One simplification for each follower.
    heat(t) -> CanonicalForm = Engine::heat;

    /// The game overheated from `s` to `t`: every move gains `t`, and an integer `n` becomes `n` copies of `s`.
    ///
    /// Source: *Winning Ways*, chapter 6; Siegel, *Combinatorial Game Theory* (2013), II.5.
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// let zero = CanonicalForm::ZERO;
    /// let g: CanonicalForm = "7/16".parse()?;
    /// assert_eq!(g.overheat(&zero, &zero).to_string(), "^[3]");
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Complexity
    /// One simplification for each follower.
    overheat(s, t) -> CanonicalForm = Engine::overheat;

    /// The reduced canonical form: the simplest game that is infinitesimally close to this one.
    ///
    /// Source: Siegel, *Combinatorial Game Theory* (2013), II.6; Calistrate, *The reduced canonical form
    /// of a game* (1996).
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// let g: CanonicalForm = "{2^|{1|-1*}}".parse()?;
    /// assert_eq!(g.reduced_canonical_form().to_string(), "{2|+-1}");
    /// assert_eq!(CanonicalForm::UP.reduced_canonical_form(), CanonicalForm::ZERO);
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Complexity
    /// Three simplifications for each follower of which the stops differ.
    reduced_canonical_form() -> CanonicalForm = Engine::reduced_canonical_form;
}
