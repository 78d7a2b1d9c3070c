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
        if g == h { Some(true) } else { self.summary(g).le(&self.summary(h)) }
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

/// Pairs of games to compare.
pub(crate) type Pairs = SmallVec<[(Id, Id); 16]>;

impl Engine<'_> {
    /// Whether `g <= h`.
    #[inline]
    pub(crate) fn le(&mut self, g: Id, h: Id) -> Computed<bool> {
        match self.store.le_without_search(g, h) {
            Some(answer) => Ok(answer),
            None => self.le_by_search(g, h),
        }
    }

    /// As [`Engine::le`], where nothing decides it without a search.
    pub(crate) fn le_by_search(&mut self, g: Id, h: Id) -> Computed<bool> {
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
        let mut undecided = Pairs::new();
        let [of_g, of_h] = [g, h].map(|id| self.store.summary(id));
        if !numbers[0] {
            for option in self.options(g, Player::Left)? {
                match of_h.le(&self.store.summary(option)) {
                    Some(false) => {}
                    Some(true) => return Ok(false),
                    None => undecided.push((h, option)),
                }
            }
        }
        if !numbers[1] {
            for option in self.options(h, Player::Right)? {
                match self.store.summary(option).le(&of_g) {
                    Some(false) => {}
                    Some(true) => return Ok(false),
                    None => undecided.push((option, g)),
                }
            }
        }
        Ok(!self.any_le(undecided)?)
    }

    /// Whether `g <= h` for one of the pairs, which have to be searched unless they are cached.
    pub(crate) fn any_le(&mut self, mut pairs: Pairs) -> Computed<bool> {
        if pairs.spilled() {
            self.hold(pairs.capacity() * size_of::<(Id, Id)>())?;
        }
        // What is cached comes first: one pair can decide.
        let mut any = false;
        pairs.retain(|&mut (g, h)| {
            let (g, h) = normalized_query(g, h);
            let cached = if any { None } else { self.store.cached_order(g, h) };
            any |= cached == Some(true);
            cached.is_none()
        });
        for &(g, h) in pairs.iter().filter(|_| !any) {
            if self.le_by_search(g, h)? {
                return Ok(true);
            }
        }
        Ok(any)
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
