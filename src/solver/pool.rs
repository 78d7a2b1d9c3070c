//! The interned positions of each ruleset, type-erased: their options, split into what is interned and the value of the rest.

use std::any::{Any, TypeId};
use std::hint::black_box;
use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use smallvec::SmallVec;

use super::component::{ComponentInfo, Weights};
use super::components::{Components, PoolKey};
use super::endgame::{self, WinCache};
use super::id_table::IdTable;
use super::state::{ComponentId, State, sort_and_cancel};
use super::worker::{AnyTables, NewParts, PoolTables, Worker};
use crate::analysis::{Tables, ValueSource};
use crate::form::Id;
use crate::hash::hash_of;
use crate::rules::{Narrow, NarrowVisitor, Short, heap_bytes};
use crate::sync::Arena;
use crate::{LimitKind, Player, ValueError};

/// An option of a position: its estimated mean for the player who moves, and its index among the options of that player.
#[cfg(not(target_os = "unknown"))]
pub(super) type EstimatedOption = (i32, u32);

/// From which [bounds](crate::rules::Search::bounds) on an option decides the sum after the move.
#[cfg(not(target_os = "unknown"))]
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundsTest {
    /// The player who moves wins if the option is at least this for that player.
    pub(super) min_low: i32,
    /// The opponent, who moves next, wins if one of the two bounds for the opponent is at least this.
    pub(super) opponent: [i32; 2],
}

/// Whether a generator of options goes on.
pub(super) type Flow = Result<ControlFlow<()>, ValueError>;

/// A [`RulesetPool`], type-erased over the positions.
pub(super) trait AnyPool: Any + Send + Sync {
    /// Calls `visit` with the options of a player in a component. Several of them may be equal or dominated. Those that have
    /// only small components come first, then those whose large components are interned: if `visit` breaks, the others need
    /// not be interned. If `defers`, components may stay [new](NewParts): these are those of the option's negative if the
    /// player is Left.
    fn options(
        &self,
        place: u32,
        player: Player,
        defers: bool,
        worker: &mut Worker<'_>,
        visit: &mut dyn FnMut(State, Option<NewParts>, &mut Worker<'_>) -> Flow,
    ) -> Flow;

    /// Adds parts on the worker's stack to a sum.
    fn intern_new(
        &self,
        new: &NewParts,
        sum: &mut State,
        worker: &mut Worker<'_>,
    ) -> Result<(), ValueError>;

    #[cfg(not(target_os = "unknown"))] // code for each ruleset, without which the module is smaller
    /// Adds the options of a player to a list.
    fn estimated_options(
        &self,
        place: u32,
        player: Player,
        list: &mut Vec<EstimatedOption>,
        worker: &mut Worker<'_>,
    ) -> Result<(), ValueError>;

    #[cfg(not(target_os = "unknown"))] // code for each ruleset, without which the module is smaller
    /// Removes the options from a list whose bounds decide that the player loses. Returns whether one wins by its bounds.
    fn remove_decided(
        &self,
        place: u32,
        player: Player,
        test: BoundsTest,
        list: &mut Vec<EstimatedOption>,
        worker: &mut Worker<'_>,
    ) -> Result<bool, ValueError>;

    #[cfg(not(target_os = "unknown"))] // code for each ruleset, without which the module is smaller
    /// An option of a player.
    fn option(
        &self,
        place: u32,
        player: Player,
        index: u32,
        worker: &mut Worker<'_>,
    ) -> Result<State, ValueError>;

    #[cfg(not(target_os = "unknown"))] // only for certificates, which browsers do not write
    /// The text of a player's move in a component to an option, as [`options`](AnyPool::options) visits it.
    fn move_text(
        &self,
        place: u32,
        player: Player,
        option: &State,
        worker: &mut Worker<'_>,
    ) -> Result<Option<String>, ValueError>;

    /// [`endgame::wins`] of a component.
    fn wins_endgame(
        &self,
        component: &ComponentInfo,
        player: Player,
        cache: &mut WinCache,
    ) -> Option<bool>;

    /// Empty tables for a thread, which look values up in the sources.
    fn tables(&self, sources: &[Arc<dyn ValueSource>]) -> Box<dyn AnyTables>;

    fn bytes(&self) -> usize;

    /// Stops growth, as [`Arena::close`].
    fn close(&self);

    /// Removes all positions but those of these components. Returns the bytes that those own on the heap.
    fn retain(&mut self, live: &[bool], infos: &Arena<ComponentInfo>) -> usize;

    /// The text of the position at a place.
    fn text(&self, place: u32) -> String;
}

/// The largest size of components that are valued, which a pool learns. Values that take many positions cost more than they save,
/// and how many positions a size means is different for each ruleset.
#[derive(Debug)]
struct LearnedSize {
    size: AtomicU32,
    /// The number of values of that size in turn that were cheap.
    cheap: AtomicU32,
}

impl LearnedSize {
    /// Lowers the size below that of a component whose value was not cheap. Threads may overwrite each other's changes, which only
    /// delays what is learned.
    fn learn(&self, size: u32, is_cheap: bool) {
        if !is_cheap {
            self.size.store(size.saturating_sub(1), Relaxed);
            self.cheap.store(0, Relaxed);
        } else if size == self.size.load(Relaxed)
            && self.cheap.fetch_add(1, Relaxed) + 1 >= CHEAP_IN_TURN
        {
            self.size.store(size.saturating_add(1), Relaxed);
            self.cheap.store(0, Relaxed);
        }
    }
}

/// The number of cheap values in turn after which larger components are valued again: as for results of endgames.
const CHEAP_IN_TURN: u32 = 100;

/// The interned positions of a ruleset.
pub(super) struct RulesetPool<P> {
    key: PoolKey,
    /// The index of this pool.
    index: usize,
    narrow: Option<NarrowPool<P>>,
    positions: Arena<P>,
    ids: IdTable,
    learned: LearnedSize,
}

/// [`RulesetPool::add`] of the smaller type of a ruleset; `None` for components that do not fit it.
pub(super) type NarrowPool<P> = Box<
    dyn Fn(
            &P,
            bool,
            &mut State,
            &Components,
            Option<&mut Worker<'_>>,
        ) -> Option<Result<(), ValueError>>
        + Send
        + Sync,
>;

/// Adds the pool of the smaller type.
pub(super) struct AddNarrowPool<'a> {
    pub(super) components: &'a mut Components,
    /// The key of the pool of the larger type.
    pub(super) key: &'a PoolKey,
}

impl<P: Short> NarrowVisitor<P> for AddNarrowPool<'_> {
    type Output = Option<NarrowPool<P>>;

    fn none(self) -> Self::Output {
        None
    }

    fn some<N: Short + Narrow<P>>(self) -> Self::Output {
        let key = PoolKey { positions: TypeId::of::<N>(), ..self.key.clone() };
        let index = self.components.add_pool::<N>(&key);
        Some(Box::new(move |part, negated, sum, components, worker| {
            let (part, negative) = N::narrowed(part)?.normalized();
            let pool = components.pool::<N>(index);
            Some(pool.add(part, negated ^ negative, sum, components, worker))
        }))
    }
}

/// The largest number of positions that are valued for the value of one component. A component whose value takes more is
/// searched, as those that are larger than [`Components::valued_size`]. It matters for rulesets whose `size` estimates badly: with
/// 200, 2,000 and 20,000, the Fission cases of benches/RESULTS.md take 0.10, 0.17 and 0.24 s, one run each.
const MAX_VALUED_POSITIONS: usize = 1000;

/// The number of positions that are found at once, so that their cache misses overlap.
const CHUNK: usize = 16;

/// Whether parts are known.
type Known = SmallVec<[bool; 2 * CHUNK]>;

impl<P: Short> RulesetPool<P> {
    pub(super) fn new(key: PoolKey, index: usize, narrow: Option<NarrowPool<P>>) -> Self {
        RulesetPool {
            key,
            index,
            narrow,
            positions: Arena::default(),
            ids: IdTable::default(),
            learned: LearnedSize { size: AtomicU32::new(u32::MAX), cheap: AtomicU32::new(0) },
        }
    }

    fn position(&self, place: u32) -> &P {
        self.positions.get(place as usize).expect("every id has a position")
    }

    /// The tables of a worker for this pool.
    fn tables_of<'a>(&self, tables: &'a mut dyn AnyTables) -> &'a mut PoolTables<P> {
        let tables: &mut dyn Any = tables;
        tables.downcast_mut().expect("the tables of a pool have its type")
    }

    /// The size up to which components are valued.
    fn valued_size(&self, components: &Components) -> u32 {
        components.valued_size.min(self.learned.size.load(Relaxed))
    }

    /// Splits a position into large components and the value of the rest.
    pub(super) fn split(&self, position: &P, worker: &mut Worker<'_>) -> Result<State, ValueError> {
        self.sum(position.components().map(|part| part.normalized()), worker)
    }

    /// The sum of normalized components.
    fn sum(
        &self,
        parts: impl Iterator<Item = (P, bool)>,
        worker: &mut Worker<'_>,
    ) -> Result<State, ValueError> {
        let mut sum = State::of_value(Id::ZERO);
        for (part, negated) in parts {
            self.add(part, negated, &mut sum, worker.components, Some(worker))?;
        }
        sort_and_cancel(&mut sum.ids);
        Ok(sum)
    }

    /// Adds a component to a sum: its value if it is small or a source has it, or else its id. Without a worker, always
    /// its id.
    pub(super) fn add(
        &self,
        position: P,
        negated: bool,
        sum: &mut State,
        components: &Components,
        mut worker: Option<&mut Worker<'_>>,
    ) -> Result<(), ValueError> {
        if let Some(narrow) = &self.narrow
            && let Some(added) = narrow(&position, negated, sum, components, worker.as_deref_mut())
        {
            return added;
        }
        let has_worker = worker.is_some();
        if let Some(worker) = worker {
            let tables = &mut self.tables_of(&mut *worker.tables[self.index]).values;
            let size = position.size();
            let is_interned = || self.find(&position, components).is_some();
            let value = if size > self.valued_size(components) {
                tables.known_value(&position, &mut worker.call)?
            } else if components.is_for_proof && is_interned() {
                None
            } else {
                let known = tables.known(&position, &mut worker.call)?;
                match known {
                    None if !is_interned() => {
                        let max_positions = MAX_VALUED_POSITIONS;
                        let value =
                            tables.value_within(&position, max_positions, &mut worker.call)?;
                        if !components.is_for_proof {
                            self.learned.learn(size, value.is_some());
                        }
                        value
                    }
                    known => known,
                }
            };
            if let Some(value) = value {
                let value = value.negative_if(negated);
                sum.value = worker.call.engine.add(sum.value, value)?;
                return Ok(());
            }
            if !cfg!(target_os = "unknown")
                && worker.finds_only
                && self.find(&position, components).is_none()
            {
                worker.has_new = true;
                return Ok(());
            }
        }
        let id = self.intern(position, None, components, !has_worker)?;
        sum.ids.extend(id.map(|id| if negated { id.negative() } else { id }));
        Ok(())
    }

    /// Whether the component has that normalized position.
    fn is_at(&self, id: ComponentId, position: &P, components: &Components) -> bool {
        self.position(components.info(id).place) == position
    }

    /// Pushes the parts of an option of a player that are not known to the worker's stack. Returns the known ones.
    fn push_new<'a>(
        &self,
        parts: impl Iterator<Item = ((P, bool), &'a bool)>,
        player: Player,
        worker: &mut Worker<'_>,
    ) -> (SmallVec<[(P, bool); 2]>, NewParts) {
        let tables = self.tables_of(&mut *worker.tables[self.index]);
        let (stack, mut old, bytes_before) =
            (&mut tables.parts, SmallVec::new(), tables.heap_bytes);
        let start = stack.len() as u32;
        let (mut order, mut has_hints) = (0, false);
        for ((part, negated), &known) in parts {
            if known {
                old.push((part, negated));
                continue;
            }
            // As seen by the player who moves next.
            let negated = negated ^ (player == Player::Left);
            let weights = Weights::of(&part);
            order += weights.order(usize::from(negated));
            has_hints |= weights.are_hints;
            tables.heap_bytes += P::SEARCH.heap_bytes(&part);
            stack.push((part, negated, weights));
        }
        let parts = start..stack.len() as u32;
        worker.call.engine.other_bytes += tables.heap_bytes - bytes_before;
        (old, NewParts { pool: self.index as u16, parts, order, has_hints })
    }

    /// The id of a normalized position, if it is interned: its value was too large, or it was read from a file.
    fn find(&self, position: &P, components: &Components) -> Option<ComponentId> {
        let is_it = |id| self.is_at(id, position, components);
        self.ids.read().find(hash_of(position), is_it)
    }

    /// Whether each of the parts is small or interned. Loads that do not depend on each other overlap, so this takes little
    /// longer than a cache miss for each step, and what follows finds everything in the caches. Some that are interned may be
    /// missed, which does no harm.
    fn are_known(&self, parts: &[Option<(P, bool)>], components: &Components) -> Known {
        let mut known = Known::new();
        let (ids, valued_size) = (self.ids.read(), self.valued_size(components));
        for parts in parts.chunks(CHUNK) {
            // Without a hash a part is small; without a place it is not interned.
            let (mut hashes, mut places) = ([None; CHUNK], [None; CHUNK]);
            for (hash, (part, _)) in hashes.iter_mut().zip(parts.iter().flatten()) {
                *hash = (part.size() > valued_size).then(|| hash_of(part));
            }
            let first_words = hashes.iter().flatten().map(|&hash| ids.first_word(hash));
            black_box(first_words.fold(0, |all, word| all ^ word));
            for (place, hash) in places.iter_mut().zip(hashes) {
                let id = hash.and_then(|hash| ids.find(hash, |_| true));
                *place = id.map(|id| components.info(id).place);
            }
            let found = places.iter().zip(parts.iter().flatten());
            let found = found
                .map(|(place, (part, _))| place.is_some_and(|place| self.position(place) == part));
            known.extend(found.zip(hashes).map(|(found, hash)| found || hash.is_none()));
        }
        known
    }

    /// Interns a normalized position, whose weights may be known. A position in which nobody can move is 0, and is not interned
    /// unless that is forced: in variants of rulesets it may have any size, and certificates must not list it.
    fn intern(
        &self,
        position: P,
        weights: Option<Weights>,
        components: &Components,
        is_forced: bool,
    ) -> Result<Option<ComponentId>, ValueError> {
        let hash = hash_of(&position);
        if let Some(id) = self.ids.read().find(hash, |id| self.is_at(id, &position, components)) {
            return Ok(Some(id));
        }
        // In a browser the code for each ruleset is smaller.
        let can_move = |player| match cfg!(target_os = "unknown") {
            true => position.move_count(player) > 0,
            false => position.moves(player).next().is_some(),
        };
        if !is_forced && !Player::BOTH.into_iter().any(can_move) {
            return Ok(None);
        }
        let weights = weights.unwrap_or_else(|| Weights::of(&position));
        // What is the same for a position and its image is compared first.
        let own_negative = weights.weights[0] == weights.weights[1]
            && position.negative().normalized() == (position.clone(), false);
        let mut info = ComponentInfo::of(&position, self.index as u16, weights);
        if info.bounds().is_some() {
            components.has_bounds.store(true, Relaxed);
        }
        let full = ValueError::Limit(LimitKind::Bytes(components.max_bytes));
        let heap_bytes = P::SEARCH.heap_bytes(&position);
        // Positions that own memory do not fill the lists, which stop growing at half of the limit.
        let before = components.heap_bytes.fetch_add(heap_bytes, Relaxed);
        let max_bytes =
            if components.max_bytes > 0 { components.max_bytes / 2 } else { usize::MAX };
        if heap_bytes > 0 && before + heap_bytes > max_bytes {
            components.heap_bytes.fetch_sub(heap_bytes, Relaxed);
            return Err(full);
        }
        info.place = self.positions.push(position).ok_or(full)? as u32;
        let place = info.place;
        let index =
            components.infos.push(info).filter(|&index| index < ComponentId::MAX).ok_or(full)?;
        let id = ComponentId::new(index, own_negative, false);
        let position = self.position(place);
        Ok(Some(self.ids.insert(hash, id, &|other| self.is_at(other, position, components))))
    }
}

impl<P: Short> AnyPool for RulesetPool<P> {
    fn options(
        &self,
        place: u32,
        player: Player,
        defers: bool,
        worker: &mut Worker<'_>,
        visit: &mut dyn FnMut(State, Option<NewParts>, &mut Worker<'_>) -> Flow,
    ) -> Flow {
        let components = worker.components;
        let mut visit_sum =
            |option: Result<State, ValueError>, new: Option<NewParts>, worker: &mut Worker<'_>| {
                match visit(option.map_err(Some)?, new, worker).map_err(Some)? {
                    ControlFlow::Continue(()) => Ok(()),
                    ControlFlow::Break(()) => Err(None),
                }
            };
        // The parts of the options that are not visited yet, and where those of each option end.
        let mut later = Vec::with_capacity(CHUNK);
        let mut ends = SmallVec::<[usize; CHUNK]>::new();
        let (position, valued_size) = (self.position(place), self.valued_size(components));
        let (more_steps, mut held) = (P::SEARCH.option_steps(position) - 1, 0);
        let end = position.split_options_into(player, &mut Vec::new(), |parts| {
            let bytes = heap_bytes(parts);
            held += bytes;
            worker.count_option(more_steps, bytes).map_err(Some)?;
            // In a browser all options are visited at once: the code for each ruleset is smaller.
            let is_small = |(part, _): &(P, bool)| part.size() <= valued_size;
            if cfg!(target_os = "unknown") || parts.iter().all(is_small) {
                return visit_sum(self.sum(parts.drain(..), worker), None, worker);
            }
            later.extend(parts.drain(..).map(Some));
            ends.push(later.len());
            Ok(())
        });
        let defers = !cfg!(target_os = "unknown")
            && defers
            && self.narrow.is_none()
            && components.value_sources.is_empty()
            && !components.has_bounds.load(Relaxed)
            && P::SEARCH.mean(position).is_none();
        let mut visit_later = || {
            let known = self.are_known(&later, components);
            for is_next in [true, false] {
                let mut start = 0;
                for &end in &ends {
                    let range = mem::replace(&mut start, end)..end;
                    let known = &known[range.clone()];
                    if known.iter().all(|&known| known) != is_next {
                        continue;
                    }
                    let parts = later[range].iter_mut().filter_map(Option::take);
                    if defers && !is_next {
                        let (old, new) = self.push_new(parts.zip(known), player, worker);
                        visit_sum(self.sum(old.into_iter(), worker), Some(new), worker)?;
                    } else {
                        visit_sum(self.sum(parts, worker), None, worker)?;
                    }
                }
            }
            Ok(())
        };
        let end = if cfg!(target_os = "unknown") { end } else { end.and_then(|()| visit_later()) };
        worker.release(held);
        match end {
            Ok(()) => Ok(ControlFlow::Continue(())),
            Err(None) => Ok(ControlFlow::Break(())),
            Err(Some(error)) => Err(error),
        }
    }

    fn intern_new(
        &self,
        new: &NewParts,
        sum: &mut State,
        worker: &mut Worker<'_>,
    ) -> Result<(), ValueError> {
        for i in new.parts.clone() {
            let tables = self.tables_of(&mut *worker.tables[self.index]);
            let (part, negated, weights) = tables.parts[i as usize].clone();
            let id = self.intern(part, Some(weights), worker.components, false)?;
            sum.ids.extend(id.map(|id| if negated { id.negative() } else { id }));
        }
        Ok(())
    }

    #[cfg(not(target_os = "unknown"))]
    fn estimated_options(
        &self,
        place: u32,
        player: Player,
        list: &mut Vec<EstimatedOption>,
        worker: &mut Worker<'_>,
    ) -> Result<(), ValueError> {
        let (sign, position) = (if player == Player::Left { 1 } else { -1 }, self.position(place));
        let more_steps = P::SEARCH.option_steps(position) - 1;
        for (option, index) in position.options(player).zip(0..) {
            worker.count_option(more_steps, 0)?;
            list.push((sign * i32::from(P::SEARCH.mean(&option).unwrap_or(0)), index));
        }
        Ok(())
    }

    #[cfg(not(target_os = "unknown"))]
    fn remove_decided(
        &self,
        place: u32,
        player: Player,
        test: BoundsTest,
        list: &mut Vec<EstimatedOption>,
        worker: &mut Worker<'_>,
    ) -> Result<bool, ValueError> {
        let (mut options, mut held) = (SmallVec::<[P; 32]>::new(), 0);
        let position = self.position(place);
        let more_steps = P::SEARCH.option_steps(position) - 1;
        for option in position.options(player) {
            held += P::SEARCH.heap_bytes(&option);
            worker.count_option(more_steps, P::SEARCH.heap_bytes(&option))?;
            options.push(option);
        }
        let (mut wins, mut error) = (false, None);
        list.retain(|&(_, index)| {
            if wins || error.is_some() {
                return true;
            }
            error = worker.count_option(more_steps, 0).err();
            let option = &options[index as usize];
            wins = P::SEARCH
                .lower_bound(option, player)
                .is_some_and(|low| i32::from(low) >= test.min_low);
            let decides = |bounds: [i16; 2]| {
                bounds.iter().zip(test.opponent).any(|(&bound, min)| i32::from(bound) >= min)
            };
            wins || !P::SEARCH.bounds(option, !player).is_some_and(decides)
        });
        worker.release(held);
        error.map_or(Ok(wins), Err)
    }

    #[cfg(not(target_os = "unknown"))]
    fn option(
        &self,
        place: u32,
        player: Player,
        index: u32,
        worker: &mut Worker<'_>,
    ) -> Result<State, ValueError> {
        // Those before it are made as well, but not split.
        worker.count_option(
            P::SEARCH.option_steps(self.position(place)) - 1 + index as usize / 8,
            0,
        )?;
        let option = self.position(place).options(player).nth(index as usize);
        self.split(&option.expect("an option with that index"), worker)
    }

    #[cfg(not(target_os = "unknown"))]
    fn move_text(
        &self,
        place: u32,
        player: Player,
        option: &State,
        worker: &mut Worker<'_>,
    ) -> Result<Option<String>, ValueError> {
        let position = self.position(place);
        let more_steps = P::SEARCH.option_steps(position) - 1;
        for (mv, after) in position.moves(player).zip(position.options(player)) {
            worker.count_option(more_steps, 0)?;
            if self.split(&after, worker)? == *option {
                return Ok(Some(mv.to_string()));
            }
        }
        Ok(None)
    }

    fn wins_endgame(
        &self,
        component: &ComponentInfo,
        player: Player,
        cache: &mut WinCache,
    ) -> Option<bool> {
        endgame::wins(self.position(component.place), component.size.into(), player, cache)
    }

    fn tables(&self, sources: &[Arc<dyn ValueSource>]) -> Box<dyn AnyTables> {
        let mut tables = Tables::<P>::default();
        sources.iter().for_each(|values| tables.set_value_source(&self.key.name, values.clone()));
        Box::new(PoolTables { values: tables, parts: Vec::new(), heap_bytes: 0 })
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + self.positions.bytes() + self.ids.bytes()
    }

    fn close(&self) {
        self.positions.close();
    }

    fn retain(&mut self, live: &[bool], infos: &Arena<ComponentInfo>) -> usize {
        let RulesetPool { positions, ids, .. } = self;
        ids.retain(|id| live[id.index()]);
        let mut places = vec![false; positions.end()];
        let kept = ids.ids().filter_map(|id| infos.get(id.index()));
        kept.for_each(|info| places[info.place as usize] = true);
        positions.retain(&places);
        positions.items().map(|(_, position)| P::SEARCH.heap_bytes(position)).sum()
    }

    fn text(&self, place: u32) -> String {
        self.position(place).to_string()
    }
}
