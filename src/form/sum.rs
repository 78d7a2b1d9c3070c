//! Options, sums and multiples of stored forms.
//!
//! Source: Siegel, *Combinatorial Game Theory* (2013), II.1; number translation II.3.

use smallvec::SmallVec;

use super::cache::StoreInner;
use super::engine::Engine;
use super::error::MAX_OPTIONS;
use super::number_up_star::NumberUpStar;
use super::simplify_cache::Candidate;
use super::store::{Id, StoredOptions};
use super::{Computed, ValueError};
use crate::{Dyadic, Player};

/// The options of a stored form.
pub(crate) enum Options<'s> {
    Stored(StoredOptions<'s>),
    Generated(smallvec::IntoIter<[Id; INLINE_OPTIONS]>),
}

impl Iterator for Options<'_> {
    type Item = Id;

    #[inline]
    fn next(&mut self) -> Option<Id> {
        match self {
            Options::Stored(options) => options.next(),
            Options::Generated(options) => options.next(),
        }
    }
}

/// Longer lists of generated options are on the heap.
const INLINE_OPTIONS: usize = 4;

/// The families of options of a sum: moves in the first summand, and in the second. Options of a family have the other
/// summand in common, so they are confused with each other like the options of a canonical form.
pub(crate) const FAMILIES: [u8; 2] = [1, 2];

/// `G + H`, `H + G`, and their negatives share one cache entry. Returns its summands, and whether the sum is the negative of
/// the entry's.
#[inline]
fn in_order(g: Id, h: Id) -> (Id, Id, bool) {
    let (g, h) = (g.min(h), g.max(h));
    let negate = if g.is_own_negative() { h.is_negated() } else { g.is_negated() };
    if negate { (g.negative(), h.negative(), true) } else { (g, h, false) }
}

impl StoreInner {
    /// `g + h`, if it needs no computation or is cached.
    #[inline]
    pub(crate) fn known_sum(&self, g: Id, h: Id) -> Option<Id> {
        if g == Id::ZERO || h == Id::ZERO {
            return Some(if g == Id::ZERO { h } else { g });
        }
        if g == h.negative() {
            return Some(Id::ZERO);
        }
        if g.is_closed() && h.is_closed() {
            let sum = self.number_up_star(g)?.checked_add(self.number_up_star(h)?)?;
            return self.closed(sum).ok();
        }
        let (g, h, negate) = in_order(g, h);
        let sum = self.cached_sum(g, h)?;
        Some(if negate { sum.negative() } else { sum })
    }
}

impl<'s> Engine<'s> {
    /// The canonical options of a player; those of a closed form are generated on demand.
    #[inline]
    pub(crate) fn options(&mut self, g: Id, player: Player) -> Computed<Options<'s>> {
        if self.store.has_stored_options(g) {
            Ok(Options::Stored(self.store.stored_options(g, player)))
        } else {
            self.closed_options(g, player)
        }
    }

    fn closed_options(&mut self, g: Id, player: Player) -> Computed<Options<'s>> {
        let count = self.store.option_count(g, player);
        if count > MAX_OPTIONS {
            return Err(ValueError::TooManyOptions);
        }
        self.steps(count)?;
        if count > INLINE_OPTIONS {
            self.hold(count * size_of::<Id>())?;
        }
        let parts = self.store.number_up_star(g).unwrap_or_default();
        let options: Computed<SmallVec<[Id; INLINE_OPTIONS]>> =
            parts.options(player).map(|o| self.store.closed(o)).collect();
        Ok(Options::Generated(options?.into_iter()))
    }

    /// `g + h`.
    pub(crate) fn add(&mut self, g: Id, h: Id) -> Computed<Id> {
        if let Some(sum) = self.store.known_sum(g, h) {
            return Ok(sum);
        }
        if let Some((x, y)) = self.store.number_up_star(g).zip(self.store.number_up_star(h)) {
            return self.store.closed(x.checked_add(y).ok_or(ValueError::Overflow)?);
        }
        self.step()?;
        let (g, h, negate) = in_order(g, h);
        let sum = self.recurse(|engine| engine.add_by_options(g, h))?;
        self.store.cache_sum(g, h, sum);
        Ok(if negate { sum.negative() } else { sum })
    }

    fn add_by_options(&mut self, g: Id, h: Id) -> Computed<Id> {
        // At most one of the two is closed. A number is added by translation.
        for (open, closed) in [(g, h), (h, g)] {
            let Some(parts) = self.store.number_up_star(closed) else { continue };
            if parts.is_number() {
                return self.translate(open, closed);
            }
            if parts.number != Dyadic::ZERO {
                let number = self.store.closed(NumberUpStar::number(parts.number))?;
                let rest = NumberUpStar { number: Dyadic::ZERO, ..parts };
                let rest = self.store.closed(rest)?;
                let sum = self.add(open, rest)?;
                return self.add(sum, number);
            }
            if let Some(sum) = self.add_large(open, parts)? {
                return Ok(sum);
            }
        }
        let options = self.lists(|engine, player, list| {
            for ((moved, other), families) in [(g, h), (h, g)].into_iter().zip(FAMILIES) {
                for option in engine.options(moved, player)? {
                    let id = engine.add(option, other)?;
                    engine.push(list, Candidate { id, families })?;
                }
            }
            Ok(())
        })?;
        self.simplify(options)
    }

    /// `g + x` for a number `x` and a `g` that is not a number (number translation): the options are those of `g` plus `x`,
    /// and none of them is dominated or reversible.
    fn translate(&mut self, g: Id, x: Id) -> Computed<Id> {
        let options = self.map_options(g, |engine, _, option| engine.add(option, x))?;
        self.canonical(options)
    }

    /// `n·g`, the sum of `n` copies of `g`, or of `-n` copies of `-g`.
    pub(crate) fn times(&mut self, g: Id, n: i64) -> Computed<Id> {
        if let Some(parts) = self.store.number_up_star(g) {
            return self.store.closed(parts.checked_times(n).ok_or(ValueError::Overflow)?);
        }
        if g.is_own_negative() {
            return Ok(if n % 2 == 0 { Id::ZERO } else { g });
        }
        let mut power = if n < 0 { g.negative() } else { g };
        let mut rest = n.unsigned_abs();
        let mut sum = Id::ZERO;
        while rest > 0 {
            if rest & 1 == 1 {
                sum = self.add(sum, power)?;
            }
            rest >>= 1;
            if rest > 0 {
                power = self.add(power, power)?;
            }
        }
        Ok(sum)
    }
}
