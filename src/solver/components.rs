//! The large components of sums: interned, each with an id.
//!
//! A component that is too large for a value is interned once: up to symmetry and exchange of the players, it has one
//! id. An option of a component is a sum again: the ids of its large components, and the value of the rest.
//! Options are generated each time they are needed: few components are searched twice, and lists of their options
//! would take most of the memory.
//!
//! Most components occur once, as part of an option that is never searched, and are not interned ([`NewParts`]). When memory is
//! needed, the components that have no result and that no entry of the transposition table contains are removed in place, and their
//! ids are used again.

use std::any::{Any, TypeId};
use std::hint::black_box;
use std::mem;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicUsize};

use smallvec::SmallVec;

use super::arena::Arena;
use super::id_table::IdTable;
use super::table::{Entry, LargerHalf, Table, counts_by_size, groups_by_size};
use crate::analysis::{Call, Tables, ValueSource};
use crate::form::Id;
use crate::hash::hash_of;
use crate::rules::{NarrowVisitor, RulesId, Ruleset, RulesetSpec, Short, WinCache, heap_bytes};
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
    /// How good it is for Left and for Right.
    weights: Weights,
    /// Its [bounds](Short::integer_bounds) for Left and for Right, or [`NO_BOUNDS`].
    bounds: [[i8; 2]; 2],
    /// Whether the transposition table may have entries of this component alone (0), and of sums with it and others (1). Most
    /// components are searched once, and need not be looked up.
    has_entries: [AtomicBool; 2],
    /// The kind of its [result](ComponentInfo::result): 0 if there is none, 1 while a thread writes it, or else [`RESULT`],
    /// 1 for a win and 2 if it is the result of the negative. From then on it does not change while threads search.
    result_kind: AtomicU8,
    result_value: AtomicU32,
}

/// A bit of [`ComponentInfo::result_kind`].
const RESULT: u8 = 4;

/// How good a component is for Left and for Right, if they move next: its [hints](Short::ordering_hints), or the numbers of
/// their moves.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Weights {
    weights: [i16; 2],
    are_hints: bool,
}

impl Weights {
    fn of<P: Short>(position: &P) -> Weights {
        let count = |player| i16::try_from(position.move_count(player)).unwrap_or(i16::MAX);
        match position.ordering_hints() {
            Some(weights) => Weights { weights, are_hints: true },
            None => Weights { weights: Player::BOTH.map(count), are_hints: false },
        }
    }

    /// The estimate for the player who moves next: 0 for Left, 1 for Right.
    fn order(self, next: usize) -> i64 {
        let weight = i64::from(self.weights[next]);
        // Quadratic, since two small components are easier than a large one.
        if self.are_hints { weight } else { weight * (weight + 8) }
    }
}

/// [`ComponentInfo::mean`] of a component without an estimate.
const NO_ESTIMATE: i16 = i16::MIN;

/// [`ComponentInfo::bounds`] of a component without bounds.
const NO_BOUNDS: [[i8; 2]; 2] = [[i8::MIN; 2]; 2];

impl ComponentInfo {
    pub(super) fn has_hints(&self) -> bool {
        self.weights.are_hints
    }

    /// How good the component is for the player who moves next: 0 for Left, 1 for Right.
    pub(super) fn order(&self, next: usize) -> i64 {
        self.weights.order(next)
    }

    #[cfg(not(target_family = "wasm"))] // only for certificates
    /// The number of moves of Left (0) or Right (1), or 0 with hints.
    pub(super) fn moves(&self, player: usize) -> u64 {
        let Weights { weights, are_hints } = self.weights;
        if are_hints { 0 } else { u64::from(weights[player].unsigned_abs()) }
    }

    /// What a search has found of the component alone, or of its negative, with a value: whether it is the negative, the value, and
    /// whether Left wins, moving first. Most components are searched once, so this saves most entries of the transposition
    /// table, and the cache misses of looking them up.
    pub(super) fn result(&self) -> Option<(bool, Id, bool)> {
        let kind = self.result_kind.load(Acquire);
        let value = Id::from_word(self.result_value.load(Acquire));
        (kind & RESULT != 0).then_some((kind & 2 != 0, value, kind & 1 != 0))
    }

    /// Stores a result, if there is none, or one of the same kind whose value is `covered`. Returns whether it is stored.
    fn set_result(
        &self,
        negated: bool,
        value: Id,
        wins: bool,
        covered: &mut impl FnMut(Id) -> bool,
    ) -> bool {
        let kind = RESULT | u8::from(negated) << 1 | u8::from(wins);
        match self.result_kind.compare_exchange(0, 1, Relaxed, Acquire) {
            Ok(_) => {
                self.result_value.store(value.to_word(), Relaxed);
                self.result_kind.store(kind, Release);
                true
            }
            // Any two values that threads store are both right.
            Err(old) if old == kind => {
                let is_covered = covered(Id::from_word(self.result_value.load(Relaxed)));
                if is_covered {
                    self.result_value.store(value.to_word(), Release);
                }
                is_covered
            }
            Err(_) => false,
        }
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

/// What tells the positions of a pool apart from those of others: their type, and their rules, which the name of a ruleset does not
/// determine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PoolKey {
    positions: TypeId,
    pub(super) rules: RulesId,
    /// The name of the ruleset [in files](crate::rules::RulesetSpec::name_in_files).
    pub(super) name: &'static str,
}

impl PoolKey {
    pub(super) fn new<P: Short>(rules: RulesId, spec: &RulesetSpec) -> PoolKey {
        PoolKey { positions: TypeId::of::<P>(), rules, name: spec.name_in_files() }
    }

    /// The key of the pool for positions like this one.
    pub(super) fn of<P: Short + Ruleset>(position: &P) -> PoolKey {
        PoolKey::new::<P>(RulesId::of(position), position.spec())
    }
}

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
    /// Whether a certificate is written. Then a component stays what it is, interned or valued: what the search learns does not change,
    /// and a value that was found later does not replace a component that the certificate may list.
    pub(super) is_for_proof: bool,
    /// The solver's limit of memory.
    pub(super) max_bytes: usize,
    /// The bytes that the positions of all pools own on the heap.
    heap_bytes: AtomicUsize,
    /// Whether a component has bounds.
    has_bounds: AtomicBool,
}

/// Reads positions of a ruleset from a saved file.
#[derive(Clone)]
pub(super) struct Reader {
    pub(super) key: PoolKey,
    /// Interns the position that a text describes. Returns `None` if the text does not describe a position.
    pub(super) intern: Intern,
}

type Intern =
    Arc<dyn Fn(&mut Components, &str) -> Option<Result<ComponentId, ValueError>> + Send + Sync>;

/// The values of small components that one thread has computed: for each pool a [`Tables`] of its positions.
pub(super) type WorkerTables = Vec<Box<dyn AnyTables>>;

/// What a thread has of a pool, type-erased over the positions.
pub(super) trait AnyTables: Any + Send {
    fn bytes(&self) -> usize;

    /// The number of parts on the stack.
    fn parts(&self) -> usize;

    /// Removes all parts from the stack but that many. Returns the bytes that they owned on the heap.
    fn truncate(&mut self, parts: usize) -> usize;

    /// Whether the parts in the two ranges of the stack are the same, in the same order.
    fn are_equal(&self, one: Range<usize>, other: Range<usize>) -> bool;
}

/// What a thread has of a pool.
struct PoolTables<P: Short> {
    /// The values of small components.
    values: Tables<P>,
    /// A stack of the parts of [`NewParts`]: normalized positions, whether they are negated, and their weights.
    parts: Vec<(P, bool, Weights)>,
    /// The bytes that these own on the heap.
    heap_bytes: usize,
}

impl<P: Short> AnyTables for PoolTables<P> {
    fn bytes(&self) -> usize {
        let parts = self.parts.capacity() * size_of::<(P, bool, Weights)>() + self.heap_bytes;
        self.values.bytes() + parts
    }

    fn parts(&self) -> usize {
        self.parts.len()
    }

    fn truncate(&mut self, parts: usize) -> usize {
        let removed = self.parts.iter().skip(parts).map(|(part, ..)| part.heap_bytes()).sum();
        self.heap_bytes -= removed;
        self.parts.truncate(parts);
        removed
    }

    fn are_equal(&self, one: Range<usize>, other: Range<usize>) -> bool {
        self.parts[one] == self.parts[other]
    }
}

/// The parts of a sum that were not interned when it was generated. Most options are never searched, and those are not
/// interned: their parts stay on a stack of the thread while the position before is searched.
#[derive(Clone, Debug)]
pub(super) struct NewParts {
    /// The index of the pool.
    pool: u16,
    /// The places of the parts in the stack.
    parts: Range<u32>,
    /// The parts' share of the estimate by which moves are ordered.
    pub(super) order: i64,
    /// Whether a part has [hints](Short::ordering_hints).
    pub(super) has_hints: bool,
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
        // An error may have left parts of the search before.
        tables.iter_mut().for_each(|tables| _ = tables.truncate(0));
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

    /// The number of parts on the stack of each pool.
    pub(super) fn stacks(&self) -> SmallVec<[usize; 4]> {
        self.tables.iter().map(|tables| tables.parts()).collect()
    }

    /// Removes the parts that were added to the stacks since.
    pub(super) fn restore_stacks(&mut self, stacks: &[usize]) {
        let removed = self.tables.iter_mut().zip(stacks).map(|(own, &parts)| own.truncate(parts));
        let bytes = removed.sum();
        self.release(bytes);
    }

    /// Counts an option of a position, and the bytes that its parts own on the heap. They are counted until they are
    /// [released](Worker::release), or all bytes are counted again, as they are once in some hundred nodes.
    fn count_option(&mut self, more_steps: usize, heap_bytes: usize) -> Result<(), ValueError> {
        let engine = &mut self.call.engine;
        engine.other_bytes += heap_bytes;
        engine.steps(more_steps)
    }

    /// No longer counts bytes.
    fn release(&mut self, bytes: usize) {
        let engine = &mut self.call.engine;
        engine.other_bytes = engine.other_bytes.saturating_sub(bytes);
    }

    /// Whether the parts are the same.
    pub(super) fn are_equal(&self, one: &NewParts, other: &NewParts) -> bool {
        let range = |new: &NewParts| new.parts.start as usize..new.parts.end as usize;
        one.pool == other.pool
            && one.order == other.order
            && self.tables[usize::from(one.pool)].are_equal(range(one), range(other))
    }

    /// Adds the parts to the sum, interned.
    pub(super) fn intern(&mut self, new: &NewParts, sum: &mut State) -> Result<(), ValueError> {
        self.components.pools[usize::from(new.pool)].1.intern_new(new, sum, self)?;
        sort_and_cancel(&mut sum.ids);
        Ok(())
    }
}

/// Whether a generator of options goes on.
pub(super) type Flow = Result<ControlFlow<()>, ValueError>;

/// A [`RulesetPool`], type-erased over the positions.
trait AnyPool: Any + Send + Sync {
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

    #[cfg(not(target_family = "wasm"))] // code for each ruleset, without which the module is smaller
    /// Adds the options of a player to a list.
    fn estimated_options(
        &self,
        place: u32,
        player: Player,
        list: &mut Vec<EstimatedOption>,
        worker: &mut Worker<'_>,
    ) -> Result<(), ValueError>;

    #[cfg(not(target_family = "wasm"))] // code for each ruleset, without which the module is smaller
    /// Removes the options from a list whose bounds decide that the player loses. Returns whether one wins by its bounds.
    fn remove_decided(
        &self,
        place: u32,
        player: Player,
        test: BoundsTest,
        list: &mut Vec<EstimatedOption>,
        worker: &mut Worker<'_>,
    ) -> Result<bool, ValueError>;

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
struct RulesetPool<P> {
    key: PoolKey,
    /// The index of this pool.
    index: usize,
    narrow: Option<NarrowPool<P>>,
    positions: Arena<P>,
    ids: IdTable,
    learned: LearnedSize,
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
    /// The key of the pool of the larger type.
    key: PoolKey,
}

impl<P: Short> NarrowVisitor<P> for AddNarrowPool<'_> {
    type Output = Option<NarrowPool<P>>;

    fn none(self) -> Self::Output {
        None
    }

    fn some<N: Short>(self, narrow: fn(&P) -> Option<N>) -> Self::Output {
        let key = PoolKey { positions: TypeId::of::<N>(), ..self.key };
        let index = self.components.add_pool::<N>(key);
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
            if !cfg!(target_family = "wasm")
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
            tables.heap_bytes += part.heap_bytes();
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
        let can_move = |player| match cfg!(target_family = "wasm") {
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
        let size = u16::try_from(position.size()).unwrap_or(u16::MAX);
        let bounds = bounds_of(&position).unwrap_or(NO_BOUNDS);
        if bounds != NO_BOUNDS {
            components.has_bounds.store(true, Relaxed);
        }
        let mean = position.estimated_mean().unwrap_or(NO_ESTIMATE);
        let full = ValueError::Limit(LimitKind::Bytes(components.max_bytes));
        let heap_bytes = position.heap_bytes();
        // Positions that own memory do not fill the lists, which stop growing at half of the limit.
        let before = components.heap_bytes.fetch_add(heap_bytes, Relaxed);
        let max_bytes =
            if components.max_bytes > 0 { components.max_bytes / 2 } else { usize::MAX };
        if heap_bytes > 0 && before + heap_bytes > max_bytes {
            components.heap_bytes.fetch_sub(heap_bytes, Relaxed);
            return Err(full);
        }
        let place = self.positions.push(position).ok_or(full)? as u32;
        let info = ComponentInfo {
            pool: self.index as u16,
            mean,
            place,
            size,
            weights,
            bounds,
            has_entries: Default::default(),
            result_kind: AtomicU8::new(0),
            result_value: AtomicU32::new(0),
        };
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
        let (more_steps, mut held) = (position.option_steps() - 1, 0);
        let end = position.split_options_into(player, &mut Vec::new(), |parts| {
            let bytes = heap_bytes(parts);
            held += bytes;
            worker.count_option(more_steps, bytes).map_err(Some)?;
            // In a browser all options are visited at once: the code for each ruleset is smaller.
            let is_small = |(part, _): &(P, bool)| part.size() <= valued_size;
            if cfg!(target_family = "wasm") || parts.iter().all(is_small) {
                return visit_sum(self.sum(parts.drain(..), worker), None, worker);
            }
            later.extend(parts.drain(..).map(Some));
            ends.push(later.len());
            Ok(())
        });
        let defers = !cfg!(target_family = "wasm")
            && defers
            && self.narrow.is_none()
            && components.value_sources.is_empty()
            && !components.has_bounds.load(Relaxed)
            && position.estimated_mean().is_none();
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
        let end = if cfg!(target_family = "wasm") { end } else { end.and_then(|()| visit_later()) };
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

    #[cfg(not(target_family = "wasm"))]
    fn estimated_options(
        &self,
        place: u32,
        player: Player,
        list: &mut Vec<EstimatedOption>,
        worker: &mut Worker<'_>,
    ) -> Result<(), ValueError> {
        let (sign, position) = (if player == Player::Left { 1 } else { -1 }, self.position(place));
        let more_steps = position.option_steps() - 1;
        for (option, index) in position.options(player).zip(0..) {
            worker.count_option(more_steps, 0)?;
            list.push((sign * i32::from(option.estimated_mean().unwrap_or(0)), index));
        }
        Ok(())
    }

    #[cfg(not(target_family = "wasm"))]
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
        let more_steps = position.option_steps() - 1;
        for option in position.options(player) {
            held += option.heap_bytes();
            worker.count_option(more_steps, option.heap_bytes())?;
            options.push(option);
        }
        let (mut wins, mut error) = (false, None);
        list.retain(|&(_, index)| {
            if wins || error.is_some() {
                return true;
            }
            error = worker.count_option(more_steps, 0).err();
            let option = &options[index as usize];
            wins = option.lower_bound(player).is_some_and(|low| i32::from(low) >= test.min_low);
            let decides = |bounds: [i16; 2]| {
                bounds.iter().zip(test.opponent).any(|(&bound, min)| i32::from(bound) >= min)
            };
            wins || !option.integer_bounds(!player).is_some_and(decides)
        });
        worker.release(held);
        error.map_or(Ok(wins), Err)
    }

    #[cfg(not(target_family = "wasm"))]
    fn option(
        &self,
        place: u32,
        player: Player,
        index: u32,
        worker: &mut Worker<'_>,
    ) -> Result<State, ValueError> {
        // Those before it are made as well, but not split.
        worker.count_option(self.position(place).option_steps() - 1 + index as usize / 8, 0)?;
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
        let more_steps = position.option_steps() - 1;
        for (mv, after) in position.moves(player).zip(position.options(player)) {
            worker.count_option(more_steps, 0)?;
            if self.split(&after, worker)? == *option {
                return Ok(Some(mv.to_string()));
            }
        }
        Ok(None)
    }

    fn wins_endgame(&self, place: u32, player: Player, cache: &mut WinCache) -> Option<bool> {
        self.position(place).wins_endgame(player, cache)
    }

    fn tables(&self, sources: &[Arc<dyn ValueSource>]) -> Box<dyn AnyTables> {
        let mut tables = Tables::<P>::default();
        sources.iter().for_each(|values| tables.set_value_source(self.key.name, values.clone()));
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
        positions.items().map(|(_, position)| position.heap_bytes()).sum()
    }

    fn text(&self, place: u32) -> String {
        self.position(place).to_string()
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

    /// Adds what reads the positions of a pool.
    pub(super) fn add_reader<P: Short>(
        &mut self,
        key: PoolKey,
        read: impl Fn(&str) -> Option<P> + Send + Sync + 'static,
    ) {
        if self.readers.iter().all(|reader| reader.key != key) {
            let intern: Intern = Arc::new(move |components, text| {
                let (position, mut sum) = (read(text)?, State::of_value(Id::ZERO));
                let index = components.add_pool::<P>(key);
                let pool = components.pool::<P>(index);
                let (position, negated) = position.normalized();
                let added = pool.add(position, negated, &mut sum, components, None);
                Some(added.map(|()| sum.ids[0]))
            });
            self.readers.push(Reader { key, intern });
        }
    }

    /// The key of a component's pool and the text of its position, by the component's index.
    pub(super) fn text(&self, index: usize) -> (PoolKey, String) {
        let info = self.infos.get(index).expect("every component has an info");
        let (key, pool) = &self.pools[usize::from(info.pool)];
        (*key, pool.text(info.place))
    }

    /// The index of a pool, which is created on first use.
    pub(super) fn add_pool<P: Short>(&mut self, key: PoolKey) -> usize {
        if let Some(index) = self.pools.iter().position(|(known, _)| *known == key) {
            return index;
        }
        let narrow = P::with_narrow(AddNarrowPool { components: self, key });
        let index = self.pools.len();
        let pool = RulesetPool::<P> {
            key,
            index,
            narrow,
            positions: Arena::default(),
            ids: IdTable::default(),
            learned: LearnedSize { size: AtomicU32::new(u32::MAX), cheap: AtomicU32::new(0) },
        };
        self.pools.push((key, Box::new(pool)));
        index
    }

    fn pool<P: Short>(&self, index: usize) -> &RulesetPool<P> {
        let pool: &dyn Any = &*self.pools[index].1;
        pool.downcast_ref().expect("the pool has that type")
    }

    /// Splits a position, whose pool exists, into large components and the value of the rest.
    pub(super) fn split<P: Short + Ruleset>(
        &self,
        position: &P,
        worker: &mut Worker<'_>,
    ) -> Result<State, ValueError> {
        let key = PoolKey::of(position);
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
    pub(super) fn estimated_options(
        &self,
        id: ComponentId,
        list: &mut Vec<EstimatedOption>,
        worker: &mut Worker<'_>,
    ) -> Result<(), ValueError> {
        let player = if id.is_negated() { Player::Right } else { Player::Left };
        let info = self.info(id);
        let pool = &self.pools[usize::from(info.pool)].1;
        pool.estimated_options(info.place, player, list, worker)
    }

    #[cfg(not(target_family = "wasm"))]
    /// As [`AnyPool::remove_decided`], of a component or of its negative.
    pub(super) fn remove_decided(
        &self,
        id: ComponentId,
        test: BoundsTest,
        list: &mut Vec<EstimatedOption>,
        worker: &mut Worker<'_>,
    ) -> Result<bool, ValueError> {
        let player = if id.is_negated() { Player::Right } else { Player::Left };
        let info = self.info(id);
        let pool = &self.pools[usize::from(info.pool)].1;
        pool.remove_decided(info.place, player, test, list, worker)
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

    /// Stores that Left wins, or loses, a sum with the value, in the component or in the transposition table; `covered` says whether
    /// a stored value follows from the new one. Returns whether a free slot of the table was filled, which the caller must report as
    /// that of [`Table::set`].
    pub(super) fn add_result(
        &self,
        table: &Table,
        ids: &ComponentIds,
        value: Id,
        wins: bool,
        mut covered: impl FnMut(Id) -> bool,
    ) -> bool {
        let Some(&first) = ids.first() else { return false };
        let info = self.info(first);
        if ids.len() == 1 && info.set_result(first.is_negated(), value, wins, &mut covered) {
            return false;
        }
        let several = usize::from(ids.len() > 1);
        ids.iter().for_each(|&id| self.info(id).has_entries[several].store(true, Relaxed));
        table.set(ids, self.size(ids), value, wins, covered)
    }

    /// Whether the transposition table may have entries of the sum.
    pub(super) fn may_have_entries(&self, ids: &[ComponentId]) -> bool {
        let several = usize::from(ids.len() > 1);
        ids.iter().all(|&id| self.info(id).has_entries[several].load(Relaxed))
    }

    /// The result that a component alone has, if the sum is one: a value, and whether Left wins with it, moving first.
    #[cfg(not(target_family = "wasm"))] // for certificates
    pub(super) fn result(&self, ids: &[ComponentId]) -> Option<(Id, bool)> {
        let &[id] = ids else { return None };
        let (negated, value, wins) = self.info(id).result()?;
        (negated == id.is_negated()).then_some((value, wins))
    }

    /// The size of a sum.
    pub(super) fn size(&self, ids: &[ComponentId]) -> u32 {
        ids.iter().map(|&id| u32::from(self.info(id).size)).fold(0, u32::saturating_add)
    }

    /// The results of components as entries.
    pub(super) fn results(&self) -> impl Iterator<Item = Entry> {
        self.infos.items().filter_map(|(index, info)| {
            let (negated, value, wins) = info.result()?;
            let id = ComponentId::new(index, false, negated);
            Some(Entry::of_component(id, info.size, value, wins))
        })
    }

    /// Forgets half of the results, those of the smallest components. Returns whether any are left.
    pub(super) fn forget_half(&mut self) -> bool {
        let mut kept = LargerHalf::new(&counts_by_size(self.results()));
        let mut is_any_left = false;
        for (_, info) in self.infos.items().filter(|(_, info)| info.result().is_some()) {
            let is_kept = kept.takes(info.size);
            is_any_left |= is_kept;
            if !is_kept {
                info.result_kind.store(0, Relaxed);
            }
        }
        is_any_left
    }

    /// Replaces all values of results by others, or drops them, large components first.
    pub(super) fn map_values(&mut self, mut map: impl FnMut(Id) -> Option<Id>) {
        for sizes in groups_by_size(&counts_by_size(self.results())) {
            for (_, info) in self.infos.items() {
                let Some((_, value, _)) =
                    info.result().filter(|_| sizes.contains(&info.size.into()))
                else {
                    continue;
                };
                match map(value) {
                    Some(value) => info.result_value.store(value.to_word(), Relaxed),
                    None => info.result_kind.store(0, Relaxed),
                }
            }
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
        let kept = self.pools.iter_mut().map(|(_, pool)| pool.retain(live, infos));
        self.heap_bytes = kept.sum::<usize>().into();
    }

    pub(super) fn bytes(&self) -> usize {
        let pools = self.pools.iter().map(|(_, pool)| pool.bytes());
        self.infos.bytes() + pools.sum::<usize>() + self.heap_bytes.load(Relaxed)
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
    /// negative, until `visit` breaks. If `defers`, components may stay [new](NewParts).
    pub(super) fn options(
        &self,
        id: ComponentId,
        player: Player,
        defers: bool,
        worker: &mut Worker<'_>,
        visit: &mut dyn FnMut(State, Option<NewParts>, &mut Worker<'_>) -> Flow,
    ) -> Flow {
        let info = self.info(id);
        let pool = &self.pools[usize::from(info.pool)].1;
        pool.options(info.place, player, defers, worker, visit)
    }
}
