//! Sums as the search sees them: ids of large components, and the value of the rest.

use smallvec::SmallVec;

use crate::ValueError;
use crate::form::{Engine, Id};

/// The id of a component or of its negative: bit 0 says which, bit 1 is set if the component is its own negative, and
/// the other bits are the component's index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct ComponentId(pub(super) u32);

impl ComponentId {
    pub(super) const MAX: usize = 1 << 29;

    pub(super) fn new(index: usize, own_negative: bool, negated: bool) -> ComponentId {
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
    pub(super) fn add(&mut self, other: &State, engine: &mut Engine<'_>) -> Result<(), ValueError> {
        self.ids.extend_from_slice(&other.ids);
        self.value = engine.add(self.value, other.value)?;
        Ok(())
    }

    pub(super) fn negative(&self) -> State {
        let mut ids: ComponentIds = self.ids.iter().map(|id| id.negative()).collect();
        ids.sort_unstable();
        State { ids, value: self.value.negative() }
    }
}
