//! The components of sums under misère play: interned, with their options, and what cancels.
//!
//! A component is interned once for all positions with its moves: up to the symmetries of its ruleset and the exchange of the players,
//! and if it is small and a dicot, also with all other positions that have the same options. A reference to a component is its id and
//! a bit for its negative. A sum is a sorted list of references.
//!
//! Under misère play a game and its negative do not cancel in general: `*2 + *2` is a win for the second player, and 0 for the first.
//! But if all parts of a sum are dicots, some components cancel:
//!
//! *Theorem* (McKay, Milley, Nowakowski). Let S be a set of dicots that contains all followers of its elements, and let Left, moving
//! first, win G - G for each G of S. Then G - G + X has the outcome of X, for all G of S and all dicots X.
//!
//! *Proof* by induction on the moves of G - G + X. Let Left win X. If she moves first and X is 0, she wins G - G by the condition. If
//! X is not 0, she has a winning move in X, and by induction it wins the sum. If she moves second, X is not 0, since Right would win 0
//! by having no move; so Right has moves in X. After a move of his in X, Left wins what is left of X, moving first, and so the sum. If
//! he moves in G or -G, she answers with the negative move in the other of the two, and by induction wins. As G - G is its own
//! negative, the same holds for Right.
//!
//! The sums of components that [cancel](Component::cancels) are such a set: a component does if all components of its options do and
//! Left, moving first, wins the sum of it and its negative.
//!
//! Source: N. McKay, R. Milley, R. Nowakowski, *Misère-play Hackenbush sprigs*, International Journal of Game Theory 45, 2016.

use std::sync::Arc;

use hashbrown::hash_table::Entry;
use hashbrown::{HashMap, HashTable};
use smallvec::SmallVec;

use crate::hash::{BuildMix, growth, table_bytes};
use crate::solver::sum::Part;
use crate::{LimitKind, Limits, Player, ValueError};

/// A sum as the player to move sees it, who is Left: the references to its components, sorted.
pub(super) type ComponentList = SmallVec<[u32; 6]>;

/// The [steps](crate::rules::Search::option_steps) of options between two checks of the limits, about a millisecond.
const STEPS_BETWEEN_CHECKS: usize = 1 << 10;

/// The steps that an option takes besides: its moves are counted, and it is normalized.
const STEPS_TO_INTERN: usize = 1 << 6;

/// The most moves of both players in a component that is interned by its options, and of which is found out whether it cancels. With 12 a
/// full board of Clobber takes seven times as long (4x5), since the options of most components are never needed; with 2 the row of 40
/// stones takes three times as long. (Measured once; no command repeats it.)
const MAX_SMALL_MOVES: u32 = 6;

/// The most sums that are searched to find out whether a component cancels.
const MAX_SUMS_TO_CANCEL: usize = 1 << 12;

/// The most followers, one of the other, that are interned by their options at once, so that a long game does not recur deeply.
const MAX_DEPTH: u32 = 32;

#[derive(Debug)]
struct Component {
    part: Arc<dyn Part>,
    move_counts: [u32; 2],
    /// Whether it is its own negative.
    is_own_negative: bool,
    /// Whether its sum with its negative changes no outcome.
    cancels: bool,
    /// The options of Left and of Right once they are generated: for each the number of its components, and the references.
    options: [Option<Box<[u32]>>; 2],
}

/// The components of all sums, interned.
#[derive(Debug, Default)]
pub(super) struct Components {
    /// The hashes of the positions, with the numbers of their places in `known`, and the reference to use.
    ids: HashTable<(u64, u32, u32)>,
    known: Vec<Component>,
    /// The small components by the options of Left and of Right.
    by_options: HashMap<[Box<[u32]>; 2], u32, BuildMix>,
    /// How deeply small components are being interned.
    depth: u32,
    /// Whether all parts of the sums are dicots, so that components may cancel.
    pub(super) are_dicots: bool,
    /// The bytes that the components own on the heap.
    owned_bytes: usize,
    /// What the generation of options obeys: the interrupt, the deadline, and the bytes of the components.
    pub(super) limits: Limits,
}

impl Components {
    pub(super) fn bytes(&self) -> usize {
        let known = self.known.capacity() * size_of::<Component>();
        let ids = self.ids.allocation_size() * growth(self.ids.len(), self.ids.capacity(), 3);
        ids + known + table_bytes(&self.by_options) + self.owned_bytes
    }

    fn component(&self, reference: u32) -> &Component {
        &self.known[reference as usize / 2]
    }

    fn negative(&self, reference: u32) -> u32 {
        reference ^ u32::from(!self.component(reference).is_own_negative)
    }

    /// The sum with the players exchanged.
    pub(super) fn negate(&self, sum: &mut ComponentList) {
        sum.iter_mut().for_each(|reference| *reference = self.negative(*reference));
    }

    /// The sum of parts; components in which nobody can move are left out.
    pub(super) fn sum_of(&mut self, parts: &[Arc<dyn Part>]) -> Result<ComponentList, ValueError> {
        let mut sum = ComponentList::new();
        for part in parts {
            for (component, is_negated) in part.normal_components() {
                let reference = self.intern(component)?;
                if self.component(reference).move_counts != [0, 0] {
                    sum.push(if is_negated { self.negative(reference) } else { reference });
                }
            }
        }
        self.sort_and_cancel(&mut sum);
        Ok(sum)
    }

    /// Sorts the references, and leaves out the pairs that cancel.
    fn sort_and_cancel(&self, sum: &mut ComponentList) {
        sum.sort_unstable();
        let mut place = 0;
        while place + 1 < sum.len() {
            let (reference, next) = (sum[place], sum[place + 1]);
            let component = self.component(reference);
            let is_pair = component.cancels && self.negative(reference) == next;
            if is_pair {
                sum.drain(place..place + 2);
                place = place.saturating_sub(1);
            } else {
                place += 1;
            }
        }
    }

    /// The number of moves of Left in a sum.
    pub(super) fn moves(&self, sum: &[u32]) -> u32 {
        let of = |&id: &u32| self.component(id).move_counts[id as usize % 2];
        sum.iter().map(of).fold(0, u32::saturating_add)
    }

    fn intern(&mut self, part: Arc<dyn Part>) -> Result<u32, ValueError> {
        let hash = part.hash();
        let is_it = |&(known, id, _): &(u64, u32, u32)| {
            known == hash && self.known[id as usize].part.is_same(&*part)
        };
        if let Some(&(.., reference)) = self.ids.find(hash, is_it) {
            return Ok(reference);
        }
        // An `Arc` has two counters.
        self.owned_bytes +=
            allocated(size_of_val(&*part) + 2 * size_of::<usize>()) + part.owned_bytes();
        let count = |player| u32::try_from(part.count_moves(player)).unwrap_or(u32::MAX);
        let move_counts = Player::BOTH.map(count);
        let id = self.known.len() as u32;
        let is_own_negative = part.is_own_negative();
        let options = [None, None];
        self.known.push(Component { part, move_counts, is_own_negative, cancels: false, options });
        let moves = move_counts[0].saturating_add(move_counts[1]);
        let is_small = self.are_dicots && moves <= MAX_SMALL_MOVES && self.depth < MAX_DEPTH;
        self.depth += 1;
        let reference = if is_small { self.settle_small(id) } else { Ok(2 * id) };
        self.depth -= 1;
        let reference = reference?;
        match self.ids.entry(
            hash,
            |&(known, other, _)| known == hash && other == id,
            |&(hash, ..)| hash,
        ) {
            Entry::Vacant(new) => _ = new.insert((hash, id, reference)),
            Entry::Occupied(_) => {}
        }
        Ok(reference)
    }

    /// Generates the options of a small component, and returns the reference to the component that has the same, which may be an
    /// older one. If it is new, finds out whether it cancels.
    fn settle_small(&mut self, id: u32) -> Result<u32, ValueError> {
        self.check_limits()?;
        let mut both = [const { Vec::new() }; 2];
        for player in Player::BOTH {
            both[player as usize] = self.options_of(2 * id, player)?.to_vec();
        }
        let own = both.clone().map(Vec::into_boxed_slice);
        let [left, right] = &own;
        let negative = [self.negative_options(right), self.negative_options(left)];
        let same = self.by_options.get(&own).copied();
        let same = same.or_else(|| Some(self.negative(*self.by_options.get(&negative)?)));
        if let Some(same) = same {
            self.known[id as usize].options = [None, None];
            return Ok(same);
        }
        self.known[id as usize].is_own_negative |= own == negative;
        self.owned_bytes +=
            2 * own.iter().map(|options| allocated(size_of_val(&**options))).sum::<usize>();
        self.by_options.insert(own, 2 * id);
        let options = both.iter().flat_map(|options| lists(options));
        let options_cancel = options.flatten().all(|&id| self.component(id).cancels);
        if options_cancel {
            let mut pair = ComponentList::from_slice(&[2 * id, self.negative(2 * id)]);
            pair.sort_unstable();
            let mut known = HashMap::default();
            self.known[id as usize].cancels = self.wins_small(&pair, &mut known, 0)? == Some(true);
        }
        Ok(2 * id)
    }

    /// Whether Left, moving first, wins a sum of few moves. Returns `None` if that takes too many sums.
    fn wins_small(
        &mut self,
        sum: &ComponentList,
        known: &mut HashMap<ComponentList, bool, BuildMix>,
        depth: u32,
    ) -> Result<Option<bool>, ValueError> {
        if self.moves(sum) == 0 {
            return Ok(Some(true));
        }
        if let Some(&wins) = known.get(sum) {
            return Ok(Some(wins));
        }
        self.check_limits()?;
        if known.len() >= MAX_SUMS_TO_CANCEL || depth > 4 * MAX_DEPTH {
            return Ok(None);
        }
        let mut wins = false;
        for option in self.options(sum)? {
            match self.wins_small(&option, known, depth + 1)? {
                None => return Ok(None),
                Some(other_wins) => wins |= !other_wins,
            }
            if wins {
                break;
            }
        }
        known.insert(sum.clone(), wins);
        Ok(Some(wins))
    }

    /// The options in which the players are exchanged.
    fn negative_options(&self, options: &[u32]) -> Box<[u32]> {
        let mut negative: Vec<ComponentList> =
            lists(options).map(ComponentList::from_slice).collect();
        for option in &mut negative {
            self.negate(option);
            option.sort_unstable();
        }
        flattened(negative)
    }

    /// The options of a component, without repetitions, as [`Component::options`].
    fn options_of(&mut self, reference: u32, player: Player) -> Result<&[u32], ValueError> {
        let (at, side) = (reference as usize / 2, player as usize);
        if self.known[at].options[side].is_none() {
            let all = self.known[at].part.option_parts(player);
            let mut options = Vec::with_capacity(all.len());
            let (option_steps, mut steps) = (self.known[at].part.option_steps(), 0);
            for part in all {
                steps += option_steps + STEPS_TO_INTERN;
                if steps >= STEPS_BETWEEN_CHECKS {
                    steps = 0;
                    self.check_limits()?;
                }
                options.push(self.sum_of(&[part])?);
            }
            let options = flattened(options);
            self.owned_bytes += allocated(size_of_val(&*options));
            self.known[at].options[side] = Some(options);
        }
        Ok(self.known[at].options[side].as_deref().unwrap_or_default())
    }

    fn check_limits(&self) -> Result<(), ValueError> {
        self.limits.check().map_err(ValueError::Limit)?;
        match self.limits.bytes.filter(|&most| self.bytes() > most) {
            Some(most) => Err(ValueError::Limit(LimitKind::Bytes(most))),
            None => Ok(()),
        }
    }

    /// The sums after the moves of Left, as the other player sees them, without repetitions.
    pub(super) fn options(
        &mut self,
        sum: &ComponentList,
    ) -> Result<Vec<ComponentList>, ValueError> {
        let mut options = Vec::new();
        for (place, &reference) in sum.iter().enumerate() {
            if place > 0 && sum[place - 1] == reference {
                continue;
            }
            let is_negated = reference % 2 == 1;
            let player = if is_negated { Player::Right } else { Player::Left };
            let mut rest = sum.clone();
            rest.remove(place);
            self.negate(&mut rest);
            self.options_of(reference, player)?;
            let list = self.component(reference).options[player as usize].as_deref();
            for option in lists(list.unwrap_or_default()) {
                let mut all = rest.clone();
                // Of a negative, the option is negated twice.
                let of_option = |&id: &u32| if is_negated { id } else { self.negative(id) };
                all.extend(option.iter().map(of_option));
                self.sort_and_cancel(&mut all);
                options.push(all);
            }
        }
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }
}

/// The lists that are [flattened].
fn lists(mut flat: &[u32]) -> impl Iterator<Item = &[u32]> {
    std::iter::from_fn(move || {
        let (&len, rest) = flat.split_first()?;
        let (list, rest) = rest.split_at(len as usize);
        flat = rest;
        Some(list)
    })
}

/// Different lists, sorted, in one: each after its length.
fn flattened(mut lists: Vec<ComponentList>) -> Box<[u32]> {
    lists.sort_unstable();
    lists.dedup();
    lists
        .iter()
        .flat_map(|list| std::iter::once(list.len() as u32).chain(list.iter().copied()))
        .collect()
}

/// The bytes of an allocation and of what the allocator keeps with it.
fn allocated(bytes: usize) -> usize {
    (bytes + 8).next_multiple_of(16).max(32)
}
