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
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};

use super::component::ComponentInfo;
use super::endgame::WinCache;
use super::pool::{AddNarrowPool, AnyPool, Flow, RulesetPool};
#[cfg(not(target_os = "unknown"))]
use super::pool::{BoundsTest, EstimatedOption};
use super::state::{ComponentId, ComponentIds, State};
use super::table::{Entry, LargerHalf, Table, counts_by_size, groups_by_size};
use super::worker::{NewParts, Worker};
use crate::analysis::ValueSource;
use crate::form::Id;
use crate::rules::{RulesId, Ruleset, RulesetSpec, Short, Texts};
use crate::sync::Arena;
use crate::{Player, ValueError};

/// What tells the positions of a pool apart from those of others: their type, and their rules, which the name of a ruleset does not
/// determine.
#[derive(Clone, Debug)]
pub(super) struct PoolKey {
    pub(super) positions: TypeId,
    pub(super) rules: RulesId,
    /// The name of the ruleset [in files](crate::rules::RulesetSpec::name_in_files).
    pub(super) name: Arc<str>,
}

/// The same rules have the same name.
impl PartialEq for PoolKey {
    fn eq(&self, other: &PoolKey) -> bool {
        (self.positions, self.rules) == (other.positions, other.rules)
    }
}

impl PoolKey {
    pub(super) fn new<P: Short>(rules: RulesId, spec: &RulesetSpec<impl Texts>) -> PoolKey {
        PoolKey { positions: TypeId::of::<P>(), rules, name: spec.name_in_files().into() }
    }

    /// The key of the pool for positions like this one.
    pub(super) fn of<P: Short + Ruleset>(position: &P) -> PoolKey {
        PoolKey::new::<P>(RulesId::of(position), position.spec())
    }
}

/// The interned components of all rulesets.
#[derive(Default)]
pub(super) struct Components {
    pub(super) infos: Arena<ComponentInfo>,
    /// A pool for each ruleset and width of board.
    pub(super) pools: Vec<(PoolKey, Box<dyn AnyPool>)>,
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
    pub(super) heap_bytes: AtomicUsize,
    /// Whether a component has bounds.
    pub(super) has_bounds: AtomicBool,
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
            let own = key.clone();
            let intern: Intern = Arc::new(move |components, text| {
                let (position, mut sum) = (read(text)?, State::of_value(Id::ZERO));
                let index = components.add_pool::<P>(&own);
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
        (key.clone(), pool.text(info.place))
    }

    /// The index of a pool, which is created on first use.
    pub(super) fn add_pool<P: Short>(&mut self, key: &PoolKey) -> usize {
        if let Some(index) = self.pools.iter().position(|(known, _)| known == key) {
            return index;
        }
        let narrow = P::with_narrow(AddNarrowPool { components: self, key });
        let index = self.pools.len();
        let pool = RulesetPool::<P>::new(key.clone(), index, narrow);
        self.pools.push((key.clone(), Box::new(pool)));
        index
    }

    pub(super) fn pool<P: Short>(&self, index: usize) -> &RulesetPool<P> {
        let pool: &dyn Any = &*self.pools[index].1;
        pool.downcast_ref().expect("the pool has that type")
    }

    /// Splits a position, whose pool exists, into large components and the value of the rest.
    pub(super) fn split<P: Short + Ruleset>(
        &self,
        position: &P,
        worker: &mut Worker<'_>,
    ) -> Result<State, ValueError> {
        let wanted = (TypeId::of::<P>(), RulesId::of(position));
        let index = self.pools.iter().position(|(key, _)| (key.positions, key.rules) == wanted);
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
            let bounds = self.info(id).bounds()?;
            let own = bounds[usize::from(id.is_negated())].map(i32::from);
            let [other, _] = bounds[usize::from(!id.is_negated())].map(i32::from);
            let above = (above + own[0]).max(low + own[1]);
            Some([low + own[0], above, high - other])
        })
    }

    #[cfg(not(target_os = "unknown"))]
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

    #[cfg(not(target_os = "unknown"))]
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

    #[cfg(not(target_os = "unknown"))]
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

    #[cfg(not(target_os = "unknown"))]
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

    /// Whether Left wins a component or its negative, moving first, if a [search of endgames](super::endgame::wins) finds it.
    pub(super) fn wins_endgame(&self, id: ComponentId, cache: &mut WinCache) -> Option<bool> {
        if !self.use_bounds {
            return None;
        }
        let player = if id.is_negated() { Player::Right } else { Player::Left };
        let info = self.info(id);
        self.pools[usize::from(info.pool)].1.wins_endgame(info, player, cache)
    }

    /// An estimate of the mean of a sum of components, if their rulesets have one.
    pub(super) fn estimated_mean(&self, ids: &[ComponentId]) -> Option<i64> {
        ids.iter().try_fold(0, |sum, &id| {
            let mean = i64::from(self.info(id).mean()?);
            Some(sum + if id.is_negated() { -mean } else { mean })
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
    #[cfg(not(target_os = "unknown"))] // for certificates
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

    #[cfg(not(target_os = "unknown"))]
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
