//! Values of components, and the search that fills them, on one thread or several.

use std::sync::Arc;

use smallvec::SmallVec;

use super::frames::{Frame, Order, sum};
use super::known_values::Sources;
use super::table::Table;
use super::{Call, MoveReport, ValueSource};
use crate::form::{Engine, Id, Team};
use crate::player::ordered;
use crate::rules::{Narrow, NarrowVisitor, Short};
use crate::{CanonicalForm, Interrupt, LimitKind, Player, Store, ValueError};

/// The positions that a search values on one thread before it uses others: about 5 ms in Clobber (3x6 values 332,609 in
/// 0.85 s), so that small positions start no threads. Not tuned.
const POSITIONS_ALONE: usize = 1 << 11;

/// Values of normalized components; those that fit the smaller type, if the ruleset has one, are apart.
pub(crate) struct Tables<P: Short> {
    own: Table<P>,
    sources: Option<Sources>,
    narrow: Option<Box<dyn NarrowValues<P>>>,
}

/// The tables of the smaller type of a ruleset.
trait NarrowValues<P>: Send {
    fn bytes(&self) -> usize;

    fn len(&self) -> usize;

    fn count(&mut self);

    fn set_value_source(&mut self, rules: &str, values: Arc<dyn ValueSource>);

    fn fork(&mut self) -> Box<dyn NarrowValues<P>>;

    /// Keeps the value of a component; returns whether it fits the smaller type.
    fn insert(&mut self, part: &P, value: Id) -> bool;

    /// The value of a component, if it fits the smaller type.
    fn value(&mut self, part: &P, call: &mut Call<'_>) -> Result<Option<Id>, ValueError>;
}

/// Fails if the position does not have a value.
#[inline]
pub(crate) fn check_value<P: Short>(position: &P) -> Result<(), ValueError> {
    match P::SEARCH.has_value(position) {
        true => Ok(()),
        false => Err(ValueError::Undefined("the position has no value that is short")),
    }
}

/// Tables of a smaller type `N`.
struct NarrowTables<N: Short>(Tables<N>);

impl<P: Short, N: Short + Narrow<P>> NarrowValues<P> for NarrowTables<N> {
    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn count(&mut self) {
        self.0.count();
    }

    fn set_value_source(&mut self, rules: &str, values: Arc<dyn ValueSource>) {
        self.0.set_value_source(rules, values);
    }

    fn fork(&mut self) -> Box<dyn NarrowValues<P>> {
        Box::new(NarrowTables(self.0.fork()))
    }

    fn insert(&mut self, part: &P, value: Id) -> bool {
        N::narrowed(part).map(|part| self.0.insert(&part, value)).is_some()
    }

    fn value(&mut self, part: &P, call: &mut Call<'_>) -> Result<Option<Id>, ValueError> {
        N::narrowed(part).map(|part| self.0.part_value(&part, call)).transpose()
    }
}

/// Makes the tables of the smaller type.
struct MakeNarrow;

impl<P: Short> NarrowVisitor<P> for MakeNarrow {
    type Output = Option<Box<dyn NarrowValues<P>>>;

    fn none(self) -> Self::Output {
        None
    }

    fn some<N: Short + Narrow<P>>(self) -> Self::Output {
        Some(Box::new(NarrowTables(Tables::<N>::default())))
    }
}

impl<P: Short> Default for Tables<P> {
    fn default() -> Tables<P> {
        Tables { own: Table::default(), sources: None, narrow: P::with_narrow(MakeNarrow) }
    }
}

impl<P: Short> Tables<P> {
    /// Counts the positions and bytes, of which a call counts the growth.
    pub(super) fn count(&mut self) {
        self.own.growth();
        if let Some(narrow) = &mut self.narrow {
            narrow.count();
        }
    }

    /// The number of components.
    pub(super) fn len(&self) -> usize {
        self.own.len() + self.narrow.as_ref().map_or(0, |narrow| narrow.len())
    }

    pub(crate) fn bytes(&self) -> usize {
        let sources = self.sources.as_ref().map_or(0, Sources::bytes);
        self.own.bytes() + sources + self.narrow.as_ref().map_or(0, |narrow| narrow.bytes())
    }

    /// Looks values up in one more source, where positions are of the ruleset of that name.
    pub(crate) fn set_value_source(&mut self, rules: &str, values: Arc<dyn ValueSource>) {
        self.sources.get_or_insert_with(|| Sources::new(rules)).add(values.clone());
        if let Some(narrow) = &mut self.narrow {
            narrow.set_value_source(rules, values);
        }
    }

    /// The same tables, for another thread.
    pub(super) fn fork(&mut self) -> Tables<P> {
        Tables {
            own: self.own.fork(),
            sources: self.sources.as_ref().map(Sources::fresh),
            narrow: self.narrow.as_mut().map(|narrow| narrow.fork()),
        }
    }

    /// Keeps the value of a component.
    pub(super) fn insert(&mut self, part: &P, value: Id) {
        let (part, negated) = part.normalized();
        let value = value.negative_if(negated);
        if !self.narrow.as_mut().is_some_and(|narrow| narrow.insert(&part, value)) {
            self.own.insert(part, value);
        }
    }

    /// The value of any position.
    pub(super) fn value(&mut self, position: &P, call: &mut Call<'_>) -> Result<Id, ValueError> {
        check_value(position)?;
        let mut values: SmallVec<[Id; 8]> = SmallVec::new();
        for part in position.components() {
            values.push(self.part_value(&part, call)?);
        }
        sum(&mut values, &mut call.engine)
    }

    /// The components and their values.
    pub(super) fn decompose(
        &mut self,
        position: &P,
        store: &Store,
        call: &mut Call<'_>,
    ) -> Result<Vec<(P, CanonicalForm)>, ValueError> {
        check_value(position)?;
        let mut values = Vec::new();
        for part in position.components() {
            let value = store.handle(self.part_value(&part, call)?);
            values.push((part, value));
        }
        Ok(values)
    }

    /// The facts about all moves of a player from a position of that value.
    pub(super) fn moves(
        &mut self,
        position: &P,
        player: Player,
        value: Id,
        store: &Store,
        call: &mut Call<'_>,
    ) -> Result<Vec<MoveReport<P::Move>>, ValueError> {
        let canonical: Vec<Id> = call.engine.options(value, player)?.collect();
        let mut moves = Vec::new();
        let more_steps = P::SEARCH.option_steps(position) - 1;
        for (mv, option) in position.moves(player).zip(position.options(player)) {
            call.engine.steps(more_steps)?;
            let id = self.value(&option, call)?;
            let (low, high) = ordered(player, Id::ZERO, id);
            let (wins, sensible) = (call.engine.le(low, high)?, canonical.contains(&id));
            moves.push(MoveReport { mv, value: store.handle(id), wins, sensible });
        }
        Ok(moves)
    }

    /// The value of a component.
    pub(crate) fn part_value(&mut self, part: &P, call: &mut Call<'_>) -> Result<Id, ValueError> {
        let (normalized, negated) = part.normalized();
        Ok(self.search(normalized, call)?.negative_if(negated))
    }

    /// The value of a normalized component that is not [known](Tables::known), unless it takes the values of more than
    /// `max_positions` positions that are not known either; `None` in that case. The values that were computed stay in
    /// the tables.
    pub(crate) fn value_within(
        &mut self,
        component: &P,
        max_positions: usize,
        call: &mut Call<'_>,
    ) -> Result<Option<Id>, ValueError> {
        let most = call.positions.saturating_add(max_positions);
        let outer = call.max_positions.replace(most);
        let value = self.search_unknown(component.clone(), call);
        call.max_positions = outer;
        match value {
            Err(ValueError::Limit(LimitKind::Positions(positions))) if positions == most => {
                Ok(None)
            }
            value => value.map(Some),
        }
    }

    /// The value of a component that does not fit the smaller type, if a source or the table has it.
    pub(crate) fn known_value(
        &mut self,
        part: &P,
        call: &mut Call<'_>,
    ) -> Result<Option<Id>, ValueError> {
        if self.sources.is_none() {
            return Ok(None);
        }
        let (normalized, negated) = part.normalized();
        let value = match self.own.get(&normalized) {
            Some(value) => Some(value),
            None => self.find_in_sources(&normalized, call)?,
        };
        Ok(value.map(|value| value.negative_if(negated)))
    }

    /// The value of a normalized component that one of the sources has, and from now on the table.
    fn find_in_sources(&mut self, part: &P, call: &mut Call<'_>) -> Result<Option<Id>, ValueError> {
        let Some(sources) = &mut self.sources else { return Ok(None) };
        let found = sources.find(part, &mut call.engine)?;
        if let Some(value) = found {
            call.keep(&mut self.own, part.clone(), value)?;
        }
        Ok(found)
    }

    /// The value of a normalized component, unless it has to be searched.
    pub(crate) fn known(
        &mut self,
        part: &P,
        call: &mut Call<'_>,
    ) -> Result<Option<Id>, ValueError> {
        if let Some(value) = self.own.get(part) {
            return Ok(Some(value));
        }
        if let Some(narrow) = &mut self.narrow
            && let Some(value) = narrow.value(part, call)?
        {
            return Ok(Some(value));
        }
        self.find_in_sources(part, call)
    }

    /// Values a normalized component, unless its value is known.
    fn search(&mut self, component: P, call: &mut Call<'_>) -> Result<Id, ValueError> {
        match self.known(&component, call)? {
            Some(value) => Ok(value),
            None => self.search_unknown(component, call),
        }
    }

    /// Values a normalized component and the followers that it needs: on this thread alone, and if it takes long, on all
    /// threads of the call.
    fn search_unknown(&mut self, component: P, call: &mut Call<'_>) -> Result<Id, ValueError> {
        let alone = if call.threads > 1 { POSITIONS_ALONE } else { usize::MAX };
        let mut stack = vec![Frame::new(component.clone(), None, &mut self.own, &mut call.engine)?];
        let value = match self.run(&mut stack, Order::ALONE, alone, call) {
            Ok(None) => self.search_together(component, &mut stack, call),
            value => {
                value.map(|value| value.expect("a search that is not interrupted has a value"))
            }
        };
        // After an error there are frames.
        stack.iter_mut().for_each(|frame| frame.end(&mut call.engine));
        value
    }

    /// Continues a search with helpers, each of which values the same component in an order of its own. What they find is
    /// in the table, and they end when this thread has the value; nothing else is needed from them.
    fn search_together(
        &mut self,
        component: P,
        stack: &mut Vec<Frame<P>>,
        call: &mut Call<'_>,
    ) -> Result<Id, ValueError> {
        let (done, team) = (Interrupt::default(), Arc::new(Team::new()));
        let limits = call.engine.limits_of_helpers(done.clone());
        let (store, threads) = (call.engine.store, call.threads);
        let (positions, other_bytes) = (call.positions, call.engine.other_bytes);
        // A search for another type is not shared out again.
        call.threads = 1;
        call.engine.join(Some(team.clone()));
        let value = std::thread::scope(|scope| {
            for thread in 1..threads {
                let (mut tables, component) = (self.fork(), component.clone());
                let (limits, team) = (&limits, team.clone());
                let help = move || {
                    let mut call = Call::silent(Engine::new(store, limits));
                    (call.positions, call.max_positions) = (positions, limits.positions);
                    call.engine.other_bytes = other_bytes;
                    call.engine.join(Some(team));
                    // Where it fails, so does the thread that waits for the value, or it needs no help.
                    let frame = Frame::new(component, None, &mut tables.own, &mut call.engine);
                    let order = Order { thread, threads };
                    _ = frame.and_then(|f| tables.run(&mut vec![f], order, usize::MAX, &mut call));
                };
                _ = std::thread::Builder::new().spawn_scoped(scope, help);
            }
            let value = self.run(stack, Order { thread: 0, threads }, usize::MAX, call);
            done.set();
            value
        });
        call.engine.join(None);
        call.threads = threads;
        let value = value?.expect("the number of positions is not limited");
        // Threads may have passed the limit of positions at the same time.
        let [positions, bytes] = self.own.growth();
        call.positions += positions;
        call.engine.other_bytes = call.engine.other_bytes.wrapping_add(bytes);
        match call.max_positions.filter(|&most| call.positions > most) {
            Some(most) => Err(ValueError::Limit(LimitKind::Positions(most))),
            None => Ok(value),
        }
    }

    /// Continues a search until its first frame has its value, or that many positions are valued. The stack is a list of
    /// frames, so that long games do not recur deeply.
    fn run(
        &mut self,
        stack: &mut Vec<Frame<P>>,
        order: Order,
        positions: usize,
        call: &mut Call<'_>,
    ) -> Result<Option<Id>, ValueError> {
        let (mut done, mut rest) = (Vec::new(), positions);
        loop {
            let Some(frame) = stack.last_mut() else { return Ok(None) };
            let parts = frame.parts.len();
            if frame.options.known == parts {
                // Another thread may have been faster.
                let found =
                    if self.own.is_shared() { self.own.get(&frame.component) } else { None };
                let value = match found {
                    Some(value) => value,
                    None => {
                        let value = frame.options.value(&mut call.engine)?;
                        call.keep(&mut self.own, frame.component.clone(), value)?;
                        value
                    }
                };
                frame.end(&mut call.engine);
                done.extend(stack.pop());
                if stack.is_empty() {
                    return Ok(Some(value));
                }
                rest -= 1;
                if rest == 0 {
                    return Ok(None);
                }
                continue;
            }
            let index = order.index(frame.options.known, parts);
            if frame.options.values[index] != Id::NONE {
                frame.options.known += 1;
                continue;
            }
            let (ref part, negated) = frame.parts[index];
            match self.known(part, call)? {
                Some(value) => {
                    frame.options.values[index] = value.negative_if(negated);
                    frame.options.known += 1;
                }
                None => {
                    let part = part.clone();
                    stack.push(Frame::new(part, done.pop(), &mut self.own, &mut call.engine)?);
                }
            }
        }
    }
}
