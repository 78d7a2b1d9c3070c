//! The large components of sums: interned, each with an id.
//!
//! A component that is too large for a value is interned once: up to symmetry and exchange of the players, it has one
//! id. An option of a component is a sum again: the ids of its large components, and the value of the rest.
//! Options are generated each time they are needed: few components are searched twice, and lists of their options
//! would take most of the memory.
//!
//! Most components occur once, as part of an option that is never searched. When memory is needed, the components that
//! no entry of the transposition table contains are removed in place, and their ids are used again.

use std::any::{Any, TypeId};
use std::hint::black_box;
use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use smallvec::SmallVec;

use super::arena::Arena;
use super::id_table::IdTable;
use crate::analysis::{Call, Tables, ValueSource};
use crate::form::Id;
use crate::hash::hash_of;
use crate::rules::{NarrowVisitor, Short, WinCache};
use crate::{LimitKind, Player, Store, ValueError};

/// The id of a component or of its negative: bit 0 says which, bit 1 is set if the component is its own negative, and
/// the other bits are the component's index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct ComponentId(pub(super) u32);

impl ComponentId {
    const MAX: usize = 1 << 29;

    fn new(index: usize, own_negative: bool, negated: bool) -> ComponentId {
        let negated = negated && !own_negative;
        ComponentId((index as u32) << 2 | u32::from(own_negative) << 1 | u32::from(negated))
    }

    pub(super) fn index(self) -> usize {
        (self.0 >> 2) as usize
    }

    pub(super) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub(super) fn negative(self) -> ComponentId {
        ComponentId(self.0 ^ (!self.0 >> 1 & 1))
    }
}

/// The large components of a sum, sorted. No two of them are each other's negatives.
pub(super) type ComponentIds = SmallVec<[ComponentId; 6]>;

/// Sorts the ids and removes pairs of a component and its negative, whose sum is 0.
pub(super) fn sort_and_cancel(ids: &mut ComponentIds) {
    ids.sort_unstable();
    let mut kept = 0;
    for i in 0..ids.len() {
        let id = ids[i];
        if kept > 0 && ids[kept - 1] == id.negative() {
            kept -= 1;
        } else {
            ids[kept] = id;
            kept += 1;
        }
    }
    ids.truncate(kept);
}

/// A sum as the search sees it: its large components, and the exact value of the rest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct State {
    pub(super) ids: ComponentIds,
    pub(super) value: Id,
}

impl State {
    /// A value without large components.
    pub(super) fn of_value(value: Id) -> State {
        State { ids: ComponentIds::new(), value }
    }

    /// Adds another sum, whose components are not cancelled yet.
    pub(super) fn add(&mut self, other: &State, worker: &mut Worker<'_>) -> Result<(), ValueError> {
        self.ids.extend_from_slice(&other.ids);
        self.value = worker.call.engine.add(self.value, other.value)?;
        Ok(())
    }

    pub(super) fn negative(&self) -> State {
        let mut ids: ComponentIds = self.ids.iter().map(|id| id.negative()).collect();
        ids.sort_unstable();
        State { ids, value: self.value.negative() }
    }
}

/// An option of a position: its estimated mean for the player who moves, and its index among the options of that player.
#[cfg(not(target_family = "wasm"))]
pub(super) type EstimatedOption = (i32, u32);

/// From which [bounds](Short::integer_bounds) on an option decides the sum after the move.
#[cfg(not(target_family = "wasm"))]
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundsTest {
    /// The player who moves wins if the option is at least this for that player.
    pub(super) min_low: i32,
    /// The opponent, who moves next, wins if one of the two bounds for the opponent is at least this.
    pub(super) opponent: [i32; 2],
}

/// What the search needs of a component without its position.
#[derive(Debug)]
pub(super) struct ComponentInfo {
    /// The index of its ruleset's pool, and of its position in the pool.
    pool: u16,
    /// Its [mean](Short::estimated_mean), or [`NO_ESTIMATE`].
    mean: i16,
    place: u32,
    /// Its [size](Short::size).
    pub(super) size: u16,
    /// The numbers of moves of Left and Right, or 0 with hints.
    pub(super) moves: [u16; 2],
    /// Its [hints](Short::ordering_hints), or [`NO_HINTS`].
    hints: [i16; 2],
    /// Its [bounds](Short::integer_bounds) for Left and for Right, or [`NO_BOUNDS`].
    bounds: [[i8; 2]; 2],
    /// Whether an entry of the transposition table with this component as its first may exist. Most components are never
    /// searched, and need not be looked up.
    pub(super) has_entries: AtomicBool,
}

/// [`ComponentInfo::mean`] of a component without an estimate.
const NO_ESTIMATE: i16 = i16::MIN;

/// [`ComponentInfo::bounds`] of a component without bounds.
const NO_BOUNDS: [[i8; 2]; 2] = [[i8::MIN; 2]; 2];

/// [`ComponentInfo::hints`] of a component without hints.
const NO_HINTS: [i16; 2] = [i16::MIN; 2];

impl ComponentInfo {
    pub(super) fn hints(&self) -> Option<[i16; 2]> {
        (self.hints != NO_HINTS).then_some(self.hints)
    }
}

/// The [bounds](Short::integer_bounds) of a position for Left and for Right, if it has both and they are small.
fn bounds_of<P: Short>(position: &P) -> Option<[[i8; 2]; 2]> {
    let of = |player| {
        let [at_least, above] = position.integer_bounds(player)?.map(i8::try_from);
        Some([at_least.ok()?, above.ok()?])
    };
    Some([of(Player::Left)?, of(Player::Right)?])
}

/// The type of positions and the name of their ruleset.
type PoolKey = (TypeId, &'static str);

/// The interned components of all rulesets.
#[derive(Default)]
pub(super) struct Components {
    infos: Arena<ComponentInfo>,
    /// A pool for each ruleset and width of board.
    pools: Vec<(PoolKey, Box<dyn AnyPool>)>,
    /// How positions of saved files are read.
    pub(super) readers: Vec<Reader>,
    /// Values that were computed elsewhere.
    pub(super) value_sources: Vec<Arc<dyn ValueSource>>,
    /// Components up to this size are valued, unless that takes the values of too many positions.
    pub(super) valued_size: u32,
    /// Whether [`integer_bounds`](Components::integer_bounds) are used.
    pub(super) use_bounds: bool,
    /// The solver's limit of memory, for errors.
    pub(super) max_bytes: usize,
    /// Whether a component has bounds.
    has_bounds: AtomicBool,
}

/// Reads positions of a ruleset from a saved file.
#[derive(Clone)]
pub(super) struct Reader {
    key: PoolKey,
    /// Interns the position that a text describes. Returns `None` if the text does not describe a position.
    pub(super) intern: Intern,
}

type Intern =
    Arc<dyn Fn(&mut Components, &str) -> Option<Result<ComponentId, ValueError>> + Send + Sync>;

impl Reader {
    pub(super) fn name(&self) -> &'static str {
        self.key.1
    }
}

/// The values of small components that one thread has computed: for each pool a [`Tables`] of its positions.
pub(super) type WorkerTables = Vec<Box<dyn AnyTables>>;

/// A [`Tables`] of some type of positions.
pub(super) trait AnyTables: Any + Send {
    fn bytes(&self) -> usize;
}

impl<P: Short> AnyTables for Tables<P> {
    fn bytes(&self) -> usize {
        Tables::bytes(self)
    }
}

/// What one thread computes values with.
pub(super) struct Worker<'a> {
    pub(super) call: Call<'a>,
    pub(super) store: &'a Store,
    pub(super) components: &'a Components,
    tables: &'a mut WorkerTables,
    /// The hints of values, by the value.
    pub(super) value_hints: Box<[Option<(Id, i16)>; VALUE_HINTS]>,
    /// Whether a component that is not interned ends a split with [`Worker::has_new`] instead of being interned.
    finds_only: bool,
    has_new: bool,
    pub(super) win_cache: WinCache,
}

/// The number of values whose hints are cached: 6 KiB. Others replace them.
const VALUE_HINTS: usize = 512;

impl<'a> Worker<'a> {
    /// Creates a worker, with tables for pools that are new.
    pub(super) fn new(
        call: Call<'a>,
        store: &'a Store,
        components: &'a Components,
        tables: &'a mut WorkerTables,
    ) -> Worker<'a> {
        let new = &components.pools[tables.len()..];
        tables.extend(new.iter().map(|(_, pool)| pool.tables(&components.value_sources)));
        let value_hints = Box::new([None; VALUE_HINTS]);
        Worker {
            call,
            store,
            components,
            tables,
            value_hints,
            finds_only: false,
            has_new: false,
            win_cache: WinCache::default(),
        }
    }

    /// The bytes of the tables.
    pub(super) fn bytes(&self) -> usize {
        self.win_cache.bytes() + self.tables.iter().map(|tables| tables.bytes()).sum::<usize>()
    }
}

/// Whether a generator of options goes on.
pub(super) type Flow = Result<ControlFlow<()>, ValueError>;

/// A [`RulesetPool`], type-erased over the positions.
trait AnyPool: Any + Send + Sync {
    /// Calls `visit` with the options of a player in a component. Several of them may be equal or dominated. Those that have
    /// only small components come first, then those whose large components are interned: if `visit` breaks, the others need
    /// not be interned.
    fn options(
        &self,
        place: u32,
        player: Player,
        worker: &mut Worker<'_>,
        visit: &mut dyn FnMut(State, &mut Worker<'_>) -> Flow,
    ) -> Flow;

    #[cfg(not(target_family = "wasm"))] // code for each ruleset, without which the module is smaller
    /// Adds the options of a player to a list.
    fn estimated_options(&self, place: u32, player: Player, list: &mut Vec<EstimatedOption>);

    #[cfg(not(target_family = "wasm"))] // code for each ruleset, without which the module is smaller
    /// Removes the options from a list whose bounds decide that the player loses. Returns whether one wins by its bounds.
    fn remove_decided(
        &self,
        place: u32,
        player: Player,
        test: BoundsTest,
        list: &mut Vec<EstimatedOption>,
    ) -> bool;

    #[cfg(not(target_family = "wasm"))] // code for each ruleset, without which the module is smaller
    /// An option of a player.
    fn option(
        &self,
        place: u32,
        player: Player,
        index: u32,
        worker: &mut Worker<'_>,
    ) -> Result<State, ValueError>;

    #[cfg(not(target_family = "wasm"))] // only for certificates, which browsers do not write
    /// The text of a player's move in a component to an option, as [`options`](AnyPool::options) visits it.
    fn move_text(
        &self,
        place: u32,
        player: Player,
        option: &State,
        worker: &mut Worker<'_>,
    ) -> Result<Option<String>, ValueError>;

    /// [`Short::wins_endgame`] of a component.
    fn wins_endgame(&self, place: u32, player: Player, cache: &mut WinCache) -> Option<bool>;

    /// Empty tables for a thread, which look values up in the sources.
    fn tables(&self, sources: &[Arc<dyn ValueSource>]) -> Box<dyn AnyTables>;

    fn bytes(&self) -> usize;

    /// Stops growth, as [`Arena::close`].
    fn close(&self);

    /// Removes all positions but those of these components.
    fn retain(&mut self, live: &[bool], infos: &Arena<ComponentInfo>);

    /// The name of the ruleset, and the text of the position at a place.
    fn text(&self, place: u32) -> (&'static str, String);
}

/// The interned positions of a ruleset.
struct RulesetPool<P> {
    name: &'static str,
    /// The index of this pool.
    index: usize,
    narrow: Option<NarrowPool<P>>,
    positions: Arena<P>,
    ids: IdTable,
}

/// [`RulesetPool::add`] of the smaller type of a ruleset; `None` for components that do not fit it.
type NarrowPool<P> = Box<
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
struct AddNarrowPool<'a> {
    components: &'a mut Components,
    name: &'static str,
}

impl<P: Short> NarrowVisitor<P> for AddNarrowPool<'_> {
    type Output = Option<NarrowPool<P>>;

    fn none(self) -> Self::Output {
        None
    }

    fn some<N: Short>(self, narrow: fn(&P) -> Option<N>) -> Self::Output {
        let index = self.components.add_pool::<N>(self.name);
        Some(Box::new(move |part, negated, sum, components, worker| {
            let (part, negative) = narrow(part)?.normalized();
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
    fn position(&self, place: u32) -> &P {
        self.positions.get(place as usize).expect("every id has a position")
    }

    /// Splits a position into large components and the value of the rest.
    fn split(&self, position: &P, worker: &mut Worker<'_>) -> Result<State, ValueError> {
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
    fn add(
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
        if let Some(worker) = worker {
            let tables: &mut dyn Any = &mut *worker.tables[self.index];
            let tables = tables.downcast_mut::<Tables<P>>();
            let tables = tables.expect("the tables of a pool have its type");
            let value = if position.size() <= components.valued_size {
                let known = tables.known(&position, &mut worker.call)?;
                match known {
                    None if self.find(&position, components).is_none() => {
                        let max_positions = MAX_VALUED_POSITIONS;
                        tables.value_within(&position, max_positions, &mut worker.call)?
                    }
                    known => known,
                }
            } else {
                tables.known_value(&position, &mut worker.call)?
            };
            if let Some(value) = value {
                let value = value.negative_if(negated);
                sum.value = worker.call.engine.add(sum.value, value)?;
                return Ok(());
            }
            if !cfg!(target_family = "wasm")
                && worker.finds_only
                && self.find(&position, components).is_none()
            {
                worker.has_new = true;
                return Ok(());
            }
        }
        let id = self.intern(position, components)?;
        sum.ids.push(if negated { id.negative() } else { id });
        Ok(())
    }

    /// Whether the component has that normalized position.
    fn is_at(&self, id: ComponentId, position: &P, components: &Components) -> bool {
        self.position(components.info(id).place) == position
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
        let ids = self.ids.read();
        for parts in parts.chunks(CHUNK) {
            // Without a hash a part is small; without a place it is not interned.
            let (mut hashes, mut places) = ([None; CHUNK], [None; CHUNK]);
            for (hash, (part, _)) in hashes.iter_mut().zip(parts.iter().flatten()) {
                *hash = (part.size() > components.valued_size).then(|| hash_of(part));
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

    /// Interns a normalized position.
    fn intern(&self, position: P, components: &Components) -> Result<ComponentId, ValueError> {
        let hash = hash_of(&position);
        if let Some(id) = self.ids.read().find(hash, |id| self.is_at(id, &position, components)) {
            return Ok(id);
        }
        let hints = position.ordering_hints().unwrap_or(NO_HINTS);
        let count = |player| u16::try_from(position.move_count(player)).unwrap_or(u16::MAX);
        let moves = if hints == NO_HINTS { Player::BOTH.map(count) } else { [0; 2] };
        // What is the same for a position and its image is compared first.
        let own_negative = moves[0] == moves[1]
            && hints[0] == hints[1]
            && position.negative().normalized() == (position.clone(), false);
        let size = u16::try_from(position.size()).unwrap_or(u16::MAX);
        let bounds = bounds_of(&position).unwrap_or(NO_BOUNDS);
        if bounds != NO_BOUNDS {
            components.has_bounds.store(true, Relaxed);
        }
        let mean = position.estimated_mean().unwrap_or(NO_ESTIMATE);
        let full = ValueError::Limit(LimitKind::Bytes(components.max_bytes));
        let place = self.positions.push(position).ok_or(full)? as u32;
        let (pool, has_entries) = (self.index as u16, AtomicBool::new(false));
        let info = ComponentInfo { pool, mean, place, size, moves, hints, bounds, has_entries };
        let index =
            components.infos.push(info).filter(|&index| index < ComponentId::MAX).ok_or(full)?;
        let id = ComponentId::new(index, own_negative, false);
        let position = self.position(place);
        Ok(self.ids.insert(hash, id, &|other| self.is_at(other, position, components)))
    }
}

impl<P: Short> AnyPool for RulesetPool<P> {
    fn options(
        &self,
        place: u32,
        player: Player,
        worker: &mut Worker<'_>,
        visit: &mut dyn FnMut(State, &mut Worker<'_>) -> Flow,
    ) -> Flow {
        let components = worker.components;
        let mut visit_sum = |parts: &mut dyn Iterator<Item = (P, bool)>,
                             worker: &mut Worker<'_>| {
            let option = self.sum(parts, worker).map_err(Some)?;
            match visit(option, worker).map_err(Some)? {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(None),
            }
        };
        // The parts of the options that are not visited yet, and where those of each option end.
        let mut later = Vec::with_capacity(CHUNK);
        let mut ends = SmallVec::<[usize; CHUNK]>::new();
        let end = self.position(place).split_options_into(player, &mut Vec::new(), |parts| {
            // In a browser all options are visited at once: the code for each ruleset is smaller.
            let is_small = |(part, _): &(P, bool)| part.size() <= components.valued_size;
            if cfg!(target_family = "wasm") || parts.iter().all(is_small) {
                return visit_sum(&mut parts.drain(..), worker);
            }
            later.extend(parts.drain(..).map(Some));
            ends.push(later.len());
            Ok(())
        });
        let mut visit_later = || {
            let known = self.are_known(&later, components);
            for is_next in [true, false] {
                let mut start = 0;
                for &end in &ends {
                    let range = mem::replace(&mut start, end)..end;
                    if known[range.clone()].iter().all(|&known| known) == is_next {
                        let parts = &mut later[range];
                        visit_sum(&mut parts.iter_mut().filter_map(Option::take), worker)?;
                    }
                }
            }
            Ok(())
        };
        let end = if cfg!(target_family = "wasm") { end } else { end.and_then(|()| visit_later()) };
        match end {
            Ok(()) => Ok(ControlFlow::Continue(())),
            Err(None) => Ok(ControlFlow::Break(())),
            Err(Some(error)) => Err(error),
        }
    }

    #[cfg(not(target_family = "wasm"))]
    fn estimated_options(&self, place: u32, player: Player, list: &mut Vec<EstimatedOption>) {
        let sign = if player == Player::Left { 1 } else { -1 };
        let options = self.position(place).options(player);
        list.extend(options.zip(0..).map(|(option, index)| {
            (sign * i32::from(option.estimated_mean().unwrap_or(0)), index)
        }));
    }

    #[cfg(not(target_family = "wasm"))]
    fn remove_decided(
        &self,
        place: u32,
        player: Player,
        test: BoundsTest,
        list: &mut Vec<EstimatedOption>,
    ) -> bool {
        let options: SmallVec<[P; 32]> = self.position(place).options(player).collect();
        let mut wins = false;
        list.retain(|&(_, index)| {
            if wins {
                return true;
            }
            let option = &options[index as usize];
            wins = option.lower_bound(player).is_some_and(|low| i32::from(low) >= test.min_low);
            let decides = |bounds: [i16; 2]| {
                bounds.iter().zip(test.opponent).any(|(&bound, min)| i32::from(bound) >= min)
            };
            wins || !option.integer_bounds(!player).is_some_and(decides)
        });
        wins
    }

    #[cfg(not(target_family = "wasm"))]
    fn option(
        &self,
        place: u32,
        player: Player,
        index: u32,
        worker: &mut Worker<'_>,
    ) -> Result<State, ValueError> {
        let option = self.position(place).options(player).nth(index as usize);
        self.split(&option.expect("an option with that index"), worker)
    }

    #[cfg(not(target_family = "wasm"))]
    fn move_text(
        &self,
        place: u32,
        player: Player,
        option: &State,
        worker: &mut Worker<'_>,
    ) -> Result<Option<String>, ValueError> {
        let position = self.position(place);
        for mv in position.moves(player) {
            let text = mv.to_string();
            let mut after = position.clone();
            after.play_unchecked(player, mv);
            if self.split(&after, worker)? == *option {
                return Ok(Some(text));
            }
        }
        Ok(None)
    }

    fn wins_endgame(&self, place: u32, player: Player, cache: &mut WinCache) -> Option<bool> {
        self.position(place).wins_endgame(player, cache)
    }

    fn tables(&self, sources: &[Arc<dyn ValueSource>]) -> Box<dyn AnyTables> {
        let mut tables = Tables::<P>::default();
        sources.iter().for_each(|values| tables.set_value_source(self.name, values.clone()));
        Box::new(tables)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + self.positions.bytes() + self.ids.bytes()
    }

    fn close(&self) {
        self.positions.close();
    }

    fn retain(&mut self, live: &[bool], infos: &Arena<ComponentInfo>) {
        let RulesetPool { positions, ids, .. } = self;
        ids.retain(|id| live[id.index()]);
        let mut places = vec![false; positions.end()];
        let kept = ids.ids().filter_map(|id| infos.get(id.index()));
        kept.for_each(|info| places[info.place as usize] = true);
        positions.retain(&places);
    }

    fn text(&self, place: u32) -> (&'static str, String) {
        (self.name, self.position(place).to_string())
    }
}

impl Components {
    /// An empty collection with the same readers and sources of values.
    pub(super) fn emptied(&self) -> Components {
        Components {
            readers: self.readers.clone(),
            value_sources: self.value_sources.clone(),
            ..Components::default()
        }
    }

    /// Adds what reads positions of the ruleset with that name.
    pub(super) fn add_reader<P: Short>(
        &mut self,
        name: &'static str,
        read: impl Fn(&str) -> Option<P> + Send + Sync + 'static,
    ) {
        let key = (TypeId::of::<P>(), name);
        if self.readers.iter().all(|reader| reader.key != key) {
            let intern: Intern = Arc::new(move |components, text| {
                let (position, mut sum) = (read(text)?, State::of_value(Id::ZERO));
                let index = components.add_pool::<P>(name);
                let pool = components.pool::<P>(index);
                let (position, negated) = position.normalized();
                let added = pool.add(position, negated, &mut sum, components, None);
                Some(added.map(|()| sum.ids[0]))
            });
            self.readers.push(Reader { key, intern });
        }
    }

    /// The name of a component's ruleset and the text of its position, by the component's index.
    pub(super) fn text(&self, index: usize) -> (&'static str, String) {
        let info = self.infos.get(index).expect("every component has an info");
        self.pools[usize::from(info.pool)].1.text(info.place)
    }

    /// The index of the ruleset's pool, which is created on first use.
    pub(super) fn add_pool<P: Short>(&mut self, name: &'static str) -> usize {
        let key = (TypeId::of::<P>(), name);
        if let Some(index) = self.pools.iter().position(|(known, _)| *known == key) {
            return index;
        }
        let narrow = P::with_narrow(AddNarrowPool { components: self, name });
        let index = self.pools.len();
        let pool = RulesetPool::<P> {
            name,
            index,
            narrow,
            positions: Arena::default(),
            ids: IdTable::default(),
        };
        self.pools.push((key, Box::new(pool)));
        index
    }

    fn pool<P: Short>(&self, index: usize) -> &RulesetPool<P> {
        let pool: &dyn Any = &*self.pools[index].1;
        pool.downcast_ref().expect("the pool has that type")
    }

    /// Splits a position, whose pool exists, into large components and the value of the rest.
    pub(super) fn split<P: Short>(
        &self,
        position: &P,
        name: &'static str,
        worker: &mut Worker<'_>,
    ) -> Result<State, ValueError> {
        let key = (TypeId::of::<P>(), name);
        let index = self.pools.iter().position(|(known, _)| *known == key);
        self.pool::<P>(index.expect("the pool exists")).split(position, worker)
    }

    /// Integers that are bounds of the value of a sum of components: *a*, *b* and *c* such that the value is at least *a*, not at
    /// most *b*, and at most *c*.
    pub(super) fn integer_bounds(&self, ids: &[ComponentId]) -> Option<[i32; 3]> {
        if !self.use_bounds || !self.has_bounds.load(Relaxed) {
            return None;
        }
        // If G >= a, and H is not at most b, then G + H is not at most a + b.
        ids.iter().try_fold([0, -1, 0], |[low, above, high], &id| {
            let bounds = self.info(id).bounds;
            let own = bounds[usize::from(id.is_negated())].map(i32::from);
            let [other, _] = bounds[usize::from(!id.is_negated())].map(i32::from);
            let above = (above + own[0]).max(low + own[1]);
            (bounds != NO_BOUNDS).then_some([low + own[0], above, high - other])
        })
    }

    #[cfg(not(target_family = "wasm"))]
    /// As [`AnyPool::estimated_options`], of a component or of its negative.
    pub(super) fn estimated_options(&self, id: ComponentId, list: &mut Vec<EstimatedOption>) {
        let player = if id.is_negated() { Player::Right } else { Player::Left };
        let info = self.info(id);
        self.pools[usize::from(info.pool)].1.estimated_options(info.place, player, list);
    }

    #[cfg(not(target_family = "wasm"))]
    /// As [`AnyPool::remove_decided`], of a component or of its negative.
    pub(super) fn remove_decided(
        &self,
        id: ComponentId,
        test: BoundsTest,
        list: &mut Vec<EstimatedOption>,
    ) -> bool {
        let player = if id.is_negated() { Player::Right } else { Player::Left };
        let info = self.info(id);
        self.pools[usize::from(info.pool)].1.remove_decided(info.place, player, test, list)
    }

    #[cfg(not(target_family = "wasm"))]
    /// As [`option`](Components::option), if all large components of the option are interned.
    pub(super) fn known_option(
        &self,
        id: ComponentId,
        index: u32,
        worker: &mut Worker<'_>,
    ) -> Result<Option<State>, ValueError> {
        (worker.finds_only, worker.has_new) = (true, false);
        let option = self.option(id, index, worker);
        worker.finds_only = false;
        option.map(|option| (!worker.has_new).then_some(option))
    }

    #[cfg(not(target_family = "wasm"))]
    /// Left's option of a component or of its negative.
    pub(super) fn option(
        &self,
        id: ComponentId,
        index: u32,
        worker: &mut Worker<'_>,
    ) -> Result<State, ValueError> {
        let (info, player) = (self.info(id), Player::BOTH[usize::from(id.is_negated())]);
        let option =
            self.pools[usize::from(info.pool)].1.option(info.place, player, index, worker)?;
        Ok(if id.is_negated() { option.negative() } else { option })
    }

    /// Whether Left wins a component or its negative, moving first, if its ruleset [finds](Short::wins_endgame) it.
    pub(super) fn wins_endgame(&self, id: ComponentId, cache: &mut WinCache) -> Option<bool> {
        if !self.use_bounds {
            return None;
        }
        let player = if id.is_negated() { Player::Right } else { Player::Left };
        let info = self.info(id);
        self.pools[usize::from(info.pool)].1.wins_endgame(info.place, player, cache)
    }

    /// An estimate of the mean of a sum of components, if their rulesets have one.
    pub(super) fn estimated_mean(&self, ids: &[ComponentId]) -> Option<i64> {
        ids.iter().try_fold(0, |sum, &id| {
            let mean = self.info(id).mean;
            let signed = i64::from(mean) * if id.is_negated() { -1 } else { 1 };
            (mean != NO_ESTIMATE).then_some(sum + signed)
        })
    }

    pub(super) fn info(&self, id: ComponentId) -> &ComponentInfo {
        self.infos.get(id.index()).expect("every component has an info")
    }

    /// Says that the transposition table has an entry of the components.
    pub(super) fn add_entry(&self, ids: &[ComponentId]) {
        if let Some(&first) = ids.first() {
            self.info(first).has_entries.store(true, Relaxed);
        }
    }

    /// The number of components.
    pub(super) fn len(&self) -> usize {
        self.infos.len()
    }

    /// An upper bound of the indices of components.
    pub(super) fn end(&self) -> usize {
        self.infos.end()
    }

    /// Stops growth: when all slots are used, interning a new component is an error.
    pub(super) fn close(&self) {
        self.infos.close();
        self.pools.iter().for_each(|(_, pool)| pool.close());
    }

    /// Removes all components but these.
    pub(super) fn retain(&mut self, live: &[bool]) {
        self.infos.retain(live);
        let infos = &self.infos;
        self.pools.iter_mut().for_each(|(_, pool)| pool.retain(live, infos));
    }

    pub(super) fn bytes(&self) -> usize {
        self.infos.bytes() + self.pools.iter().map(|(_, pool)| pool.bytes()).sum::<usize>()
    }

    #[cfg(not(target_family = "wasm"))]
    /// The text of a player's move in the component itself to an option that [`options`](Components::options) visits.
    pub(super) fn move_text(
        &self,
        id: ComponentId,
        player: Player,
        option: &State,
        worker: &mut Worker<'_>,
    ) -> Result<Option<String>, ValueError> {
        let info = self.info(id);
        self.pools[usize::from(info.pool)].1.move_text(info.place, player, option, worker)
    }

    /// Calls `visit` with the options of a player in the component itself, whether or not the id is that of its
    /// negative, until `visit` breaks.
    pub(super) fn options(
        &self,
        id: ComponentId,
        player: Player,
        worker: &mut Worker<'_>,
        visit: &mut dyn FnMut(State, &mut Worker<'_>) -> Flow,
    ) -> Flow {
        let info = self.info(id);
        let pool = &self.pools[usize::from(info.pool)].1;
        pool.options(info.place, player, worker, visit)
    }
}
