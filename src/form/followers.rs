//! The followers of a form: everything that can be reached from it.

use std::collections::BTreeMap;

use hashbrown::{HashMap, HashSet};

use super::number_up_star::NumberUpStar;
use super::store::{Id, StoreInner};
use super::work::Work;
use super::{CanonicalForm, ValueError};
use crate::hash::BuildMix;
use crate::{Dyadic, Player};

type Set<T> = HashSet<T, BuildMix>;

/// The followers that are not closed forms, options first; and the closed ones met next to them.
/// Works on a stack of its own, so that depth does not matter.
pub(crate) fn open_followers(store: &StoreInner, g: Id) -> (Vec<Id>, Vec<Id>) {
    let (mut open, mut closed) = (Vec::new(), Vec::new());
    let mut met: Set<Id> = Set::default();
    let mut stack = vec![(g, false)];
    while let Some((id, done)) = stack.pop() {
        if done {
            open.push(id);
        } else if met.insert(id) {
            if id.is_closed() {
                closed.push(id);
            } else {
                stack.push((id, true));
                for player in Player::BOTH {
                    stack.extend(store.stored_options(id, player).map(|o| (o, false)));
                }
            }
        }
    }
    (open, closed)
}

/// A chain `n·↑ + *m`, `(n-1)·↑ + *(m^1)`, ... of options: the sign of `n`, and `m` at even `n`.
type Chain = (Dyadic, bool, u32);

/// The followers of closed forms, without listing chains of them.
#[derive(Default)]
struct ClosedFollowers {
    /// The integers from the first to the second, if any was met.
    integers: Option<(i64, i64)>,
    fractions: Set<Dyadic>,
    /// For each `x`, the largest `m` of `x + *m`.
    stars: BTreeMap<Dyadic, u32>,
    chains: HashMap<Chain, u32, BuildMix>,
}

impl ClosedFollowers {
    fn add_number(&mut self, mut x: Dyadic) {
        // The followers of a number with denominator 2^k are one or two numbers for each less k.
        while !x.is_integer() {
            if !self.fractions.insert(x) {
                return;
            }
            let [low, high] = Player::BOTH.map(|p| x.option(p).expect("fractions have options"));
            // One of the two is an option of the other, or both are integers.
            let (simple, other) =
                if low.exponent() < high.exponent() { (low, high) } else { (high, low) };
            self.add_number(simple);
            x = other;
        }
        let n = x.numerator();
        let (low, high) = self.integers.unwrap_or((0, 0));
        self.integers = Some((low.min(n), high.max(n)));
    }

    fn add(&mut self, g: NumberUpStar) {
        self.add_number(g.number);
        if g.is_number() {
            return;
        }
        let mut star = g.star;
        if g.up != 0 {
            let n = g.up.unsigned_abs();
            let even = g.star ^ (n & 1);
            let longest = self.chains.entry((g.number, g.up > 0, even)).or_default();
            *longest = n.max(*longest);
            // At its end n = 1, after which x + *even; and x + ↑* has an option x + * besides.
            star = if even == 0 { 1 } else { even };
        }
        let most = self.stars.entry(g.number).or_default();
        *most = star.max(*most);
    }

    fn count(&self) -> u64 {
        let integers = self.integers.map_or(0, |(low, high)| high.abs_diff(low).saturating_add(1));
        let stars: u64 = self.stars.values().map(|&m| u64::from(m)).sum();
        let ups: u64 = self.chains.values().map(|&n| u64::from(n)).sum();
        integers.saturating_add(self.fractions.len() as u64 + stars + ups)
    }
}

/// How many followers there are, the form included.
pub(crate) fn count(store: &StoreInner, g: Id) -> u64 {
    let (open, closed) = open_followers(store, g);
    let mut followers = ClosedFollowers::default();
    closed.iter().filter_map(|&id| store.number_up_star(id)).for_each(|g| followers.add(g));
    followers.count().saturating_add(open.len() as u64)
}

/// The followers of a form, see [`CanonicalForm::followers`].
#[derive(Debug)]
pub struct Followers {
    game: CanonicalForm,
    met: Set<Id>,
    stack: Vec<(Id, bool)>,
}

impl Followers {
    pub(crate) fn new(game: CanonicalForm) -> Followers {
        let stack = vec![(game.id(), false)];
        Followers { game, met: Set::default(), stack }
    }
}

/// # Panics
/// If a follower has more than 65,535 options, which only nimbers have.
impl Iterator for Followers {
    type Item = CanonicalForm;

    fn next(&mut self) -> Option<CanonicalForm> {
        while let Some((id, done)) = self.stack.pop() {
            if done {
                return Some(self.game.store().handle(id));
            }
            if self.met.insert(id) {
                self.stack.push((id, true));
                let options = self.game.store().unbounded(|work| {
                    let left: Vec<Id> = work.options(id, Player::Left)?.collect();
                    Ok(left.into_iter().chain(work.options(id, Player::Right)?).collect::<Vec<_>>())
                });
                self.stack.extend(options.into_iter().map(|o| (o, false)));
            }
        }
        None
    }
}

/// Whether a form of one store and a form of another are the same game. The stores stay as they are.
pub(crate) fn same(a: (&StoreInner, Id), b: (&StoreInner, Id)) -> bool {
    let mut met: HashMap<Id, Id, BuildMix> = HashMap::default();
    let mut stack = vec![(a.1, b.1)];
    while let Some((g, h)) = stack.pop() {
        if let Some(&other) = met.get(&g) {
            // The options of one form are distinct, so one game cannot be two in the other store.
            if other != h {
                return false;
            }
            continue;
        }
        met.insert(g, h);
        if g.is_closed() || h.is_closed() {
            if a.0.number_up_star(g) != b.0.number_up_star(h) {
                return false;
            }
            continue;
        }
        for player in Player::BOTH {
            let sorted = |store: &StoreInner, id| {
                let mut options: Vec<Id> = store.stored_options(id, player).collect();
                options.sort_unstable_by_key(|&o| store.content_hash(o));
                options
            };
            let (g, h) = (sorted(a.0, g), sorted(b.0, h));
            if g.len() != h.len() {
                return false;
            }
            stack.extend(g.into_iter().zip(h));
        }
    }
    true
}

impl Work<'_> {
    /// Copies a form from another store into this one.
    pub(crate) fn copy(&mut self, from: &StoreInner, g: Id) -> Result<Id, ValueError> {
        let (open, closed) = open_followers(from, g);
        let mut ids: HashMap<Id, Id, BuildMix> = HashMap::default();
        for id in closed {
            let parts = from.number_up_star(id).expect("closed forms have parts");
            ids.insert(id, self.store.closed(parts)?);
        }
        for id in open {
            self.step()?;
            let list = |player| from.stored_options(id, player).map(|o| ids[&o].into()).collect();
            let copied = self.canonical(list(Player::Left), list(Player::Right))?;
            ids.insert(id, copied);
        }
        Ok(ids[&g])
    }
}
