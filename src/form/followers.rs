//! The followers of a form: all games that moves lead to.

use std::collections::BTreeMap;

use hashbrown::{HashMap, HashSet};

use super::cache::StoreInner;
use super::engine::Engine;
use super::number_up_star::NumberUpStar;
use super::operations::operations;
use super::store::Id;
use super::{CanonicalForm, Computed};
use crate::hash::{BuildMix, set_bytes, table_bytes};
use crate::{Dyadic, Player};

type Set<T> = HashSet<T, BuildMix>;

/// A walk over the followers of a form, options before the games that have them.
///
/// It is iterative, so that the depth of the game does not matter. The stack holds each game on the way and the number of its
/// options that are still to come, so it takes memory for the depth of the game and not for all options.
#[derive(Debug)]
pub(crate) struct Walk {
    start: Option<Id>,
    stack: Vec<(Id, u32)>,
    /// The bytes of the stack that are counted.
    held: usize,
    /// Whether the options of closed forms are followers as well.
    expand: bool,
}

impl Walk {
    /// A walk that takes closed forms for leaves.
    pub(crate) fn new(g: Id) -> Walk {
        Walk { start: Some(g), stack: Vec::new(), held: 0, expand: false }
    }

    /// A walk over all followers.
    pub(crate) fn through_closed_forms(g: Id) -> Walk {
        Walk { expand: true, ..Walk::new(g) }
    }

    /// The next follower in a store. `is_known` says whether a form was returned before, or is not wanted.
    ///
    /// # Errors
    /// If a limit is reached, or an option of a closed form cannot be stored.
    pub(crate) fn next<'s>(
        &mut self,
        store: &StoreInner,
        engine: &mut Engine<'s>,
        mut is_known: impl FnMut(&mut Engine<'s>, Id) -> bool,
    ) -> Computed<Option<Id>> {
        if let Some(g) = self.start.take()
            && !is_known(engine, g)
        {
            self.stack.push((g, self.option_count(store, g)));
        }
        while let Some((id, rest)) = self.stack.last_mut() {
            let Some(place) = rest.checked_sub(1) else {
                return Ok(self.stack.pop().map(|(id, _)| id));
            };
            *rest = place;
            let option = option(store, *id, place as usize)?;
            if !is_known(engine, option) {
                self.stack.push((option, self.option_count(store, option)));
                let bytes = self.stack.capacity() * size_of::<(Id, u32)>();
                engine.hold_grown(&mut self.held, bytes)?;
            }
        }
        Ok(None)
    }

    /// The number of options of a game that the walk visits.
    fn option_count(&self, store: &StoreInner, id: Id) -> u32 {
        let count = match store.number_up_star(id) {
            None => Player::BOTH.map(|player| store.option_count(id, player)).iter().sum(),
            Some(g) if self.expand => closed_steps(g).count(),
            Some(_) => 0,
        };
        // At most 65,535 for either player.
        count as u32
    }
}

/// The option of a game with an index: Right's come first.
fn option(store: &StoreInner, id: Id, place: usize) -> Computed<Id> {
    if let Some(g) = store.number_up_star(id) {
        return store.closed(closed_steps(g).nth(place).unwrap_or_default());
    }
    let mut right = store.stored_options(id, Player::Right);
    let count = right.len();
    let option = match place.checked_sub(count) {
        None => right.nth(place),
        Some(place) => store.stored_options(id, Player::Left).nth(place),
    };
    Ok(option.expect("the place is below the number of options"))
}

/// Options of a closed form that have all its other options as followers: of the `m` options of `x + *m`, the last one.
fn closed_steps(g: NumberUpStar) -> impl Iterator<Item = NumberUpStar> {
    let nimber = g.up == 0 && g.star > 0;
    let last = nimber.then(|| NumberUpStar { star: g.star - 1, ..g });
    let options = Player::BOTH.into_iter().flat_map(move |player| g.options(!player));
    last.into_iter().chain(options.take(if nimber { 0 } else { usize::MAX }))
}

/// A chain `n·↑ + *m`, `(n-1)·↑ + *(m^1)`, ... of options: the sign of `n`, and `m` at even `n`.
type Chain = (Dyadic, bool, u32);

/// The followers of closed forms, without listing chains of them.
#[derive(Default)]
struct ClosedFollowers {
    /// The least and the greatest integer, which have all between them as followers.
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
            // The chain ends with n = 1, and then x + *even follows; x + ↑* also has the option x + *.
            star = if even == 0 { 1 } else { even };
        }
        let most = self.stars.entry(g.number).or_default();
        *most = star.max(*most);
    }

    fn bytes(&self) -> usize {
        // A node of a B-tree has room for 11 entries and is at least half full.
        let stars = 2 * self.stars.len() * size_of::<(Dyadic, u32)>();
        set_bytes(&self.fractions) + table_bytes(&self.chains) + stars
    }

    fn count(&self) -> u64 {
        let integers = self.integers.map_or(0, |(low, high)| high.abs_diff(low).saturating_add(1));
        let stars: u64 = self.stars.values().map(|&m| u64::from(m)).sum();
        let ups: u64 = self.chains.values().map(|&n| u64::from(n)).sum();
        integers.saturating_add(self.fractions.len() as u64 + stars + ups)
    }
}

/// Whether a form of one store and a form of another are the same game. The stores are not changed.
pub(crate) fn same(a: (&StoreInner, Id), b: (&StoreInner, Id)) -> bool {
    let mut seen: HashMap<Id, Id, BuildMix> = HashMap::default();
    let mut stack = vec![(a.1, b.1)];
    while let Some((g, h)) = stack.pop() {
        if let Some(&other) = seen.get(&g) {
            // The options of one form are distinct, so one game cannot be two in the other store.
            if other != h {
                return false;
            }
            continue;
        }
        seen.insert(g, h);
        if g.is_closed() || h.is_closed() {
            if a.0.number_up_star(g) != b.0.number_up_star(h) {
                return false;
            }
            continue;
        }
        for player in Player::BOTH {
            let sorted = |store: &StoreInner, id| {
                let options = store.stored_options(id, player);
                let mut options: Vec<(u64, Id)> =
                    options.map(|o| (store.content_hash(o), o)).collect();
                options.sort_unstable();
                options
            };
            let (g, h) = (sorted(a.0, g), sorted(b.0, h));
            if g.len() != h.len() {
                return false;
            }
            stack.extend(g.into_iter().zip(h).map(|((_, g), (_, h))| (g, h)));
        }
    }
    true
}

impl Engine<'_> {
    /// The followers of a form, options first: all of them, or those that are not closed forms and the
    /// closed ones that are options of these, without what these lead to.
    pub(crate) fn followers(&mut self, mut walk: Walk) -> Computed<Vec<Id>> {
        let (mut seen, mut followers) = (Set::default(), Vec::new());
        let mut held = 0;
        while let Some(id) = walk.next(self.store, self, |_, id| seen.contains(&id))? {
            seen.insert(id);
            followers.push(id);
            let list = followers.capacity() * size_of::<Id>();
            self.hold_grown(&mut held, set_bytes(&seen) + list)?;
        }
        Ok(followers)
    }

    /// The number of followers, the form included.
    pub(crate) fn follower_count(&mut self, g: Id) -> Computed<u64> {
        self.recurse(|engine| {
            let (mut open, mut closed) = (0, ClosedFollowers::default());
            let mut held = 0;
            for id in engine.followers(Walk::new(g))? {
                match engine.store.number_up_star(id) {
                    Some(parts) => closed.add(parts),
                    None => open += 1,
                }
                engine.hold_grown(&mut held, closed.bytes())?;
            }
            Ok(closed.count().saturating_add(open))
        })
    }

    /// Copies a form from another store into this one.
    pub(crate) fn copy(&mut self, from: &StoreInner, g: Id) -> Computed<Id> {
        self.recurse(|engine| engine.copy_knowing(from, g, &mut HashMap::default()))
    }

    /// Copies a form from another store into this one, given the copies of some forms.
    pub(crate) fn copy_knowing(
        &mut self,
        from: &StoreInner,
        g: Id,
        copies: &mut HashMap<Id, Id, BuildMix>,
    ) -> Computed<Id> {
        let mut walk = Walk::new(g);
        let mut held = table_bytes(copies);
        while let Some(id) = walk.next(from, self, |_, id| copies.contains_key(&id))? {
            let copy = match from.number_up_star(id) {
                Some(parts) => self.store.closed(parts)?,
                None => self.canonical(Player::BOTH.map(|player| {
                    from.stored_options(id, player).map(|o| copies[&o].into()).collect()
                }))?,
            };
            copies.insert(id, copy);
            self.hold_grown(&mut held, table_bytes(copies))?;
        }
        Ok(copies[&g])
    }
}

operations! {
    /// The distinct followers, in the order options before games that have them: all games that can
    /// be reached by any moves of the canonical form, itself included.
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// let g: CanonicalForm = "^*".parse()?;
    /// assert_eq!(g.followers(), [CanonicalForm::ZERO, CanonicalForm::STAR, g]);
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    followers() -> Vec<CanonicalForm> =
        |engine: &mut Engine<'_>, g| engine.followers(Walk::through_closed_forms(g));

    /// The number of distinct followers, itself included. Those of closed forms are counted without making them.
    ///
    /// # Complexity
    /// O(*n*) for *n* followers that are not closed forms.
    follower_count() -> u64 = Engine::follower_count;
}
