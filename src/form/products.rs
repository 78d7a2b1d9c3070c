//! Products and ordinal sums.

use std::sync::Arc;

use hashbrown::HashMap;

use super::engine::Engine;
use super::number_up_star::NumberUpStar;
use super::operations::operations;
use super::request::Operation;
use super::simplify_cache::Candidate;
use super::store::Id;
use super::{Candidates, CanonicalForm, Computed, ValueError, nim};
use crate::hash::BuildMix;
use crate::{Dyadic, Player};

impl Engine<'_> {
    /// The Norton product `g·u`: an integer `n` becomes `n` copies of `u`, and every move gains `u` and an
    /// incentive of `u`.
    pub(crate) fn norton_product(&mut self, g: Id, u: Id) -> Computed<Id> {
        let mut steps = Vec::new();
        for incentive in self.incentives(u, &Player::BOTH)? {
            steps.push(self.add(u, incentive)?);
        }
        // Zero is the only number among the followers of a dicot, so every move gains the one step,
        // which is the definition of heating.
        if let ([step], true) = (&steps[..], self.store.facts(g).dicot) {
            return self.heat(g, *step);
        }
        self.norton_by(g, u, &steps)
    }

    /// `steps` are the sums of `u` and one incentive of `u` each.
    fn norton_by(&mut self, g: Id, u: Id, steps: &[Id]) -> Computed<Id> {
        if let Some(n) = self.store.number(g).and_then(Dyadic::to_integer) {
            return self.times(u, n);
        }
        self.memoized((Operation::NortonProduct, [g, u, Id::ZERO]), |engine| {
            let options = engine.lists(|engine, player, list| {
                for option in engine.options(g, player)? {
                    let product = engine.norton_by(option, u, steps)?;
                    for &step in steps {
                        let step = if player == Player::Left { step } else { step.negative() };
                        let option = engine.add(product, step)?;
                        engine.push(list, option)?;
                    }
                }
                Ok(())
            })?;
            engine.simplify(options)
        })
    }

    /// The `m` of a nimber `*m`.
    pub(crate) fn nimber(&self, g: Id) -> Option<u32> {
        let g = self.store.number_up_star(g)?;
        (g.up == 0 && g.number == Dyadic::ZERO).then_some(g.star)
    }

    /// Conway's product of the canonical forms.
    pub(crate) fn conway_product(&mut self, g: Id, h: Id) -> Computed<Id> {
        for (g, h) in [(g, h), (h, g)] {
            if let Some(n) = self.store.number(g).and_then(Dyadic::to_integer) {
                return self.times(h, n);
            }
        }
        if let (Some(a), Some(b)) = (self.nimber(g), self.nimber(h)) {
            let product = u32::try_from(nim::product(a.into(), b.into()));
            return self.nimber_form(product.map_err(|_| ValueError::Overflow)?);
        }
        if let (Some(x), Some(y)) = (self.store.number(g), self.store.number(h)) {
            let product = x.checked_mul(y).ok_or(ValueError::Overflow)?;
            return self.store.closed(NumberUpStar::number(product));
        }
        let (g, h) = (g.min(h), g.max(h));
        self.memoized((Operation::ConwayProduct, [g, h, Id::ZERO]), |engine| {
            let mut options = [Candidates::new(), Candidates::new()];
            // Moves of the same player in both make options for Left, moves of different players for Right.
            for first in Player::BOTH {
                for second in Player::BOTH {
                    for a in engine.options(g, first)? {
                        let ah = engine.conway_product(a, h)?;
                        for b in engine.options(h, second)? {
                            let gb = engine.conway_product(g, b)?;
                            let ab = engine.conway_product(a, b)?;
                            let sum = engine.add(ah, gb)?;
                            let option = engine.add(sum, ab.negative())?;
                            engine.push(&mut options[usize::from(first != second)], option)?;
                        }
                    }
                }
            }
            engine.simplify(options)
        })
    }

    /// `g:h`, for the canonical form of `g`: a move in `g` ends the play in `h`.
    pub(crate) fn ordinal_sum(&mut self, g: Id, h: Id) -> Computed<Id> {
        if g == Id::ZERO || h == Id::ZERO {
            return Ok(if g == Id::ZERO { h } else { g });
        }
        let closed = self.store.number_up_star(g).zip(self.store.number_up_star(h));
        if let Some(sum) = closed.and_then(|(g, h)| closed_ordinal_sum(g, h)) {
            return self.store.closed(sum.ok_or(ValueError::Overflow)?);
        }
        // For a number x and a dicot h, x:h = {x^L, x:h^L | x^R, x:h^R}. By induction the options x:h^L are
        // x + h^L, infinitesimally close to x. They dominate x^L < x, and what remains is x + h.
        if self.store.number(g).is_some() && self.store.facts(h).dicot {
            return self.add(g, h);
        }
        // For g = x + *m the options are canonical as they are: x + *k for k < m, and g:h^L or g:h^R. Each
        // game of the form g:h' has the options x + *k for both players, so it is confused with all of them,
        // and no x + *k is a reply through which an option is reversible. By the colon principle the games
        // g:h' compare as the games h', among which none is dominated or reversible.
        let nimber_base = self.store.number_up_star(g).is_some_and(|g| g.star > 0 && g.up == 0);
        self.memoized((Operation::OrdinalSum, [g, h, Id::ZERO]), |engine| {
            let options = engine.lists(|engine, player, list| {
                // The options of g are incomparable. So are the g:h^L, by the colon principle.
                for id in engine.options(g, player)? {
                    engine.push(list, Candidate { id, families: 1 })?;
                }
                for option in engine.options(h, player)? {
                    let id = engine.ordinal_sum(g, option)?;
                    engine.push(list, Candidate { id, families: 2 })?;
                }
                Ok(())
            })?;
            if nimber_base { engine.canonical(options) } else { engine.simplify(options) }
        })
    }

    /// The ordinal product: each player has the options `(g·h^L):a` for the player's options `a` of `g`, and
    /// `(g·h^R):a` for the player's options `a` of `-g`. The bases are products as forms: `p:a` depends on the options of `p`.
    ///
    /// For nimbers it is `*(mn)`, by induction on `n`: the options of `*m·*n` are `*(mk):*i` for `k < n` and
    /// `i < m`. These are `*(mk + i)`, all nimbers below `*(mn)`.
    pub(crate) fn ordinal_product(&mut self, g: Id, h: Id) -> Computed<Id> {
        if g == Id::ZERO || h == Id::ZERO {
            return Ok(Id::ZERO);
        }
        if let (Some(m), Some(n)) = (self.nimber(g), self.nimber(h)) {
            return self.nimber_form(m.checked_mul(n).ok_or(ValueError::Overflow)?);
        }
        self.memoized((Operation::OrdinalProduct, [g, h, Id::ZERO]), |engine| {
            Ok(engine.product_form(g, h, &mut Products::default())?.value)
        })
    }

    /// The ordinal product as a form.
    fn product_form(&mut self, g: Id, h: Id, known: &mut Products) -> Computed<Arc<ProductForm>> {
        if let Some(form) = known.forms.get(&h) {
            return Ok(form.clone());
        }
        self.step()?;
        let form = self.recurse(|engine| {
            let mut options = [Candidates::new(), Candidates::new()];
            for (upper, top) in [(Player::Left, g), (Player::Right, g.negative())] {
                for b in engine.options(h, upper)? {
                    let base = engine.product_form(g, b, known)?;
                    for (player, list) in Player::BOTH.into_iter().zip(&mut options) {
                        for a in engine.options(top, player)? {
                            let option = engine.ordinal_sum_on(&base, a, known)?;
                            engine.push(list, option)?;
                        }
                    }
                }
            }
            let value = engine.simplify(options.clone())?;
            let is_canonical = engine.acts_as_canonical(value, &options)?;
            Ok(ProductForm { h, options, value, is_canonical })
        })?;
        let count: usize = form.options.iter().map(Candidates::len).sum();
        self.charge(2 * size_of::<ProductForm>() + 2 * count * size_of::<Candidate>())?;
        let form = Arc::new(form);
        known.forms.insert(h, form.clone());
        Ok(form)
    }

    /// The ordinal sum `base:a` on a form.
    fn ordinal_sum_on(&mut self, base: &ProductForm, a: Id, known: &mut Products) -> Computed<Id> {
        if base.is_canonical {
            return self.ordinal_sum(base.value, a);
        }
        if a == Id::ZERO {
            return Ok(base.value);
        }
        if let Some(&sum) = known.sums.get(&(base.h, a)) {
            return Ok(sum);
        }
        self.step()?;
        let sum = self.recurse(|engine| {
            let mut options = engine.lists(|engine, player, list| {
                for option in engine.options(a, player)? {
                    let sum = engine.ordinal_sum_on(base, option, known)?;
                    engine.push(list, sum)?;
                }
                Ok(())
            })?;
            for (list, of_base) in options.iter_mut().zip(&base.options) {
                for &option in of_base {
                    engine.push(list, option)?;
                }
            }
            engine.simplify(options)
        })?;
        let before = known.sums.allocation_size();
        known.sums.insert((base.h, a), sum);
        self.charge(known.sums.allocation_size() - before)?;
        Ok(sum)
    }

    /// Whether options have those of the canonical form `g` among them, and all others are dominated by these. Then ordinal sums on
    /// the two are equal.
    fn acts_as_canonical(&mut self, g: Id, options: &[Candidates; 2]) -> Computed<bool> {
        for (player, list) in Player::BOTH.into_iter().zip(options) {
            let mut canonical: Vec<Id> = self.options(g, player)?.collect();
            let mut listed: Vec<Id> = list.iter().map(|option| option.id).collect();
            self.steps(canonical.len() + listed.len())?;
            canonical.sort_unstable();
            listed.sort_unstable();
            if !canonical.iter().all(|id| listed.binary_search(id).is_ok()) {
                return Ok(false);
            }
            listed.retain(|id| canonical.binary_search(id).is_err());
            for option in listed {
                self.steps(canonical.len())?;
                let mut is_dominated = false;
                for &id in &canonical {
                    let (g, h) = if player == Player::Left { (option, id) } else { (id, option) };
                    is_dominated = is_dominated || self.le(g, h)?;
                }
                if !is_dominated {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// An `h` such that `base:h` is `g`, if the canonical options of `g` show one.
    pub(crate) fn subordinate(&mut self, g: Id, base: Id) -> Computed<Option<Id>> {
        self.subordinate_by(g, base, &mut Subordinates::default())
    }

    fn subordinate_by(
        &mut self,
        g: Id,
        base: Id,
        found: &mut Subordinates,
    ) -> Computed<Option<Id>> {
        if base == Id::ZERO || g == base {
            return Ok(Some(if base == Id::ZERO { g } else { Id::ZERO }));
        }
        if let Some(&answer) = found.get(&g) {
            return Ok(answer);
        }
        self.step()?;
        let subordinate = self.recurse(|engine| {
            let mut options = [Candidates::new(), Candidates::new()];
            for (player, list) in Player::BOTH.into_iter().zip(&mut options) {
                for option in engine.options(g, player)? {
                    // Each option is subordinate itself, or a move in the base.
                    if let Some(h) = engine.subordinate_by(option, base, found)? {
                        engine.push(list, h)?;
                    } else if !engine.options(base, player)?.any(|o| o == option) {
                        return Ok(None);
                    }
                }
            }
            let h = engine.simplify(options)?;
            Ok((engine.ordinal_sum(base, h)? == g).then_some(h))
        })?;
        let before = found.allocation_size();
        found.insert(g, subordinate);
        self.charge(found.allocation_size() - before)?;
        Ok(subordinate)
    }
}

/// The ordinal product of a game with `h`, as a form with the values of its options.
struct ProductForm {
    h: Id,
    options: [Candidates; 2],
    value: Id,
    /// Whether ordinal sums on the form are those on its value.
    is_canonical: bool,
}

/// The products of a game with followers of another, and the ordinal sums on them.
#[derive(Default)]
struct Products {
    forms: HashMap<Id, Arc<ProductForm>, BuildMix>,
    sums: HashMap<(Id, Id), Id, BuildMix>,
}

/// The subordinates of followers, where they exist.
type Subordinates = HashMap<Id, Option<Id>, BuildMix>;

/// Ordinal sums that would take many steps to find: those of integers of one sign, and of nimbers;
/// `Some(None)` if the sum is out of range.
fn closed_ordinal_sum(g: NumberUpStar, h: NumberUpStar) -> Option<Option<NumberUpStar>> {
    let integer = |g: NumberUpStar| g.number.to_integer().filter(|_| g.is_number());
    if let (Some(a), Some(b)) = (integer(g), integer(h))
        && a.signum() == b.signum()
    {
        return Some(g.checked_add(h));
    }
    let stars = g.star > 0 && g.up == 0 && h.number == Dyadic::ZERO && h.up == 0;
    stars.then(|| {
        let star = g.star.checked_add(h.star).filter(|&m| m <= NumberUpStar::MAX_MULTIPLE)?;
        Some(NumberUpStar { star, ..g })
    })
}

operations! {
    /// The Norton product `G·U`: `n` copies of `U` for an integer `G = n`, and else
    /// `{G^L·U + (U+Δ) | G^R·U - (U+Δ)}` where `Δ` ranges over the incentives of `U`.
    ///
    /// It is meant for positive `U`; then it depends on the value of `G` only, and distributes over
    /// sums of `G`. `G·↑` has the atomic weight `G`.
    ///
    /// Source: Siegel, *Combinatorial Game Theory* (2013), II.5; *Winning Ways*, chapter 8.
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// let half: CanonicalForm = "1/2".parse()?;
    /// let product = half.norton_product(&CanonicalForm::UP);
    /// assert_eq!(product.to_string(), "{^^*|v*}");
    /// assert_eq!(product.atomic_weight(), Some(half));
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Complexity
    /// One simplification for each follower of `G`, with as many options for each of its own as `U` has
    /// undominated incentives.
    norton_product(u) -> CanonicalForm = Engine::norton_product;

    /// Conway's product of the two canonical forms: `{G^L·H + G·H^L - G^L·H^L, ..}`.
    ///
    /// For numbers it is the product of numbers, for nimbers the nim product, and with an integer `n`
    /// it is the sum of `n` copies. Other products depend on the forms, not on the values alone.
    ///
    /// Source: Conway, *On Numbers and Games*, chapters 1 and 6.
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// let (g, eight): (CanonicalForm, _) = ("{3|1}".parse()?, CanonicalForm::nimber(8));
    /// assert_eq!(g.conway_product(&(CanonicalForm::UP * 2)).to_string(), "{^6|^^}");
    /// assert_eq!(eight.conway_product(&eight), CanonicalForm::nimber(13));
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Complexity
    /// One simplification for each pair of followers of the two.
    conway_product(h) -> CanonicalForm = Engine::conway_product;

    /// The ordinal sum `G:H` for the canonical form of `G`, the *base*: a move in `G` ends the play in
    /// the subordinate `H`.
    ///
    /// Source: Siegel, *Combinatorial Game Theory* (2013), II.1; *Winning Ways*, chapter 7.
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// let (one, star) = (CanonicalForm::from(1), CanonicalForm::STAR);
    /// assert_eq!(star.ordinal_sum(&one).to_string(), "^*"); // a green stalk with a blue one on top
    /// assert_eq!(one.ordinal_sum(&-&one).to_string(), "1/2");
    /// ```
    ///
    /// # Complexity
    /// One simplification for each follower of `H`.
    ordinal_sum(h) -> CanonicalForm = Engine::ordinal_sum;

    /// The ordinal product of the canonical forms. The options of each player are `(G·H^L):A`, where `A` is an
    /// option of `G` for that player, and `(G·H^R):A`, where `A` is an option of `-G` for that player. The bases
    /// of these ordinal sums are the products as this definition gives them, not their canonical forms.
    ///
    /// On nimbers it is the product of numbers: that of `*a` and `*b` is `*(ab)`.
    ///
    /// Source: CGSuite's `OrdinalProduct`; the product of ordinals, carried over to games as the ordinal sum
    /// is (Siegel, *Combinatorial Game Theory* (2013), II.1).
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// let product = CanonicalForm::nimber(3).ordinal_product(&CanonicalForm::nimber(2));
    /// assert_eq!(product, CanonicalForm::nimber(6));
    /// let half: CanonicalForm = "1/2".parse()?;
    /// assert_eq!(half.ordinal_product(&"1/4".parse()?).to_string(), "11/32");
    /// let hot: CanonicalForm = "{1|*}".parse()?;
    /// assert_eq!(hot.ordinal_product(&3.into()).to_string(), "{1||1|1,{1,{1|*}|*,{1|*}}}");
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Complexity
    /// One simplification for each follower of `H` and for each of `G` on top of it.
    ordinal_product(h) -> CanonicalForm = Engine::ordinal_product;

    /// A game `H` such that this is the [ordinal sum](CanonicalForm::ordinal_sum) `B:H` for the base
    /// `B`, if one shows in the canonical options.
    ///
    /// Source: *Winning Ways*, chapter 7; Siegel, *Combinatorial Game Theory* (2013), II.1.
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// let g: CanonicalForm = "^[5]*".parse()?;
    /// assert_eq!(g.subordinate(&CanonicalForm::STAR), Some(5.into()));
    /// assert_eq!(g.subordinate(&CanonicalForm::UP), None);
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Complexity
    /// Two simplifications for each follower.
    subordinate(base) -> Option<CanonicalForm> = Engine::subordinate;
}
