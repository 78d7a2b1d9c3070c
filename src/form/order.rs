//! The partial order of values: `G <= H` if Left, starting, loses `G - H`.
//!
//! Source: Siegel, *Combinatorial Game Theory* (2013), II.1; number avoidance II.3.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::Computed;
use super::cache::StoreInner;
use super::engine::Engine;
use super::store::Id;
use crate::{Outcome, Player};

impl StoreInner {
    /// Whether `g <= h`, if profiles, closed forms or stops decide it.
    #[inline]
    pub(crate) fn le_without_search(&self, g: Id, h: Id) -> Option<bool> {
        if g == h {
            return Some(true);
        }
        if let Some(answer) = self.profile(g).le(&self.profile(h)) {
            return Some(answer);
        }
        if g.is_closed() && h.is_closed() {
            return Some(self.number_up_star(g)?.le(&self.number_up_star(h)?));
        }
        le_by_stops(self.stop_keys(g), self.stop_keys(h))
    }

    /// As [`StoreInner::le_without_search`], or from the cache.
    #[inline]
    pub(crate) fn le_if_known(&self, g: Id, h: Id) -> Option<bool> {
        self.le_without_search(g, h).or_else(|| {
            let (g, h) = normalized_query(g, h);
            self.cached_order(g, h)
        })
    }
}

impl Engine<'_> {
    /// Whether `g <= h`.
    #[inline]
    pub(crate) fn le(&mut self, g: Id, h: Id) -> Computed<bool> {
        match self.store.le_without_search(g, h) {
            Some(answer) => Ok(answer),
            None => self.le_by_search(g, h),
        }
    }

    fn le_by_search(&mut self, g: Id, h: Id) -> Computed<bool> {
        let (g, h) = normalized_query(g, h);
        if let Some(answer) = self.store.cached_order(g, h) {
            return Ok(answer);
        }
        self.step()?;
        let answer = self.recurse(|engine| engine.le_by_options(g, h))?;
        self.store.cache_order(g, h, answer);
        Ok(answer)
    }

    /// No Left option of `g` is `>= h`, and no Right option of `h` is `<= g`.
    fn le_by_options(&mut self, g: Id, h: Id) -> Computed<bool> {
        // Number avoidance: a player need not move in a number while the other game is not a number.
        let numbers = [self.store.number(g).is_some(), self.store.number(h).is_some()];
        let mut undecided: SmallVec<[(Id, Id); 16]> = SmallVec::new();
        // Comparisons without a search come first: one option can decide.
        if !numbers[0] {
            for option in self.options(g, Player::Left)? {
                match self.store.le_if_known(h, option) {
                    Some(true) => return Ok(false),
                    Some(false) => {}
                    None => undecided.push((h, option)),
                }
            }
        }
        if !numbers[1] {
            for option in self.options(h, Player::Right)? {
                match self.store.le_if_known(option, g) {
                    Some(true) => return Ok(false),
                    Some(false) => {}
                    None => undecided.push((option, g)),
                }
            }
        }
        if undecided.spilled() {
            self.hold(undecided.capacity() * size_of::<(Id, Id)>())?;
        }
        for (a, b) in undecided {
            if self.le_by_search(a, b)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Compares two games. Returns `None` if they are confused.
    pub(crate) fn compare(&mut self, g: Id, h: Id) -> Computed<Option<Ordering>> {
        Ok(match (g == h, self.le(g, h)?, self.le(h, g)?) {
            (true, ..) => Some(Ordering::Equal),
            (_, true, _) => Some(Ordering::Less),
            (_, _, true) => Some(Ordering::Greater),
            _ => None,
        })
    }

    /// Who wins.
    pub(crate) fn outcome(&mut self, g: Id) -> Computed<Outcome> {
        Ok(match self.compare(g, Id::ZERO)? {
            Some(Ordering::Equal) => Outcome::Previous,
            Some(Ordering::Less) => Outcome::Right,
            Some(Ordering::Greater) => Outcome::Left,
            None => Outcome::Next,
        })
    }
}

/// `g <= h` and `-h <= -g` are equivalent: returns the smaller pair.
#[inline]
fn normalized_query(g: Id, h: Id) -> (Id, Id) {
    (g, h).min((h.negative(), g.negative()))
}

/// Whether `g <= h`, if the keys of their stops decide it: rounded stops, see `stop_key` in `store/mod.rs`.
#[inline]
pub(crate) fn le_by_stops(g: [i32; 2], h: [i32; 2]) -> Option<bool> {
    if g[0] > h[0] || g[1] > h[1] { Some(false) } else { (g[0] < h[1]).then_some(true) }
}
