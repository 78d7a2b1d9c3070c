//! The facts: for each list of components the values that it is proved with.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use hashbrown::HashTable;

use crate::components::Term;
use crate::values::Value;
use crate::{Memory, Trouble};

/// What is proved of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Left, moving first, wins.
    Wins = 0,
    /// Left wins if Right moves first: the state is >= 0.
    Holds = 1,
}

/// A fact about the list of components that its chain belongs to.
struct Fact {
    line: u32,
    value: Value,
    /// The one before it in the chain, or `NONE`.
    next: u32,
}

const NONE: u32 = u32::MAX;

/// All facts so far. Lists are compared whole: a collision of hashes does no harm.
pub(crate) struct Facts {
    /// For each list its length, the last fact of each kind, and its terms.
    lists: Vec<u32>,
    index: HashTable<u32>,
    facts: Vec<Fact>,
    hasher: RandomState,
    memory: Arc<Memory>,
}

impl Facts {
    pub(crate) fn new(memory: Arc<Memory>) -> Facts {
        let hasher = RandomState::new();
        Facts { lists: Vec::new(), index: HashTable::new(), facts: Vec::new(), hasher, memory }
    }

    fn list(lists: &[u32], at: u32) -> &[Term] {
        let at = at as usize;
        &lists[at + 3..at + 3 + lists[at] as usize]
    }

    pub(crate) fn find(&self, list: &[Term]) -> Option<u32> {
        let hash = self.hasher.hash_one(list);
        self.index.find(hash, |&at| Self::list(&self.lists, at) == list).copied()
    }

    pub(crate) fn add(
        &mut self,
        kind: Kind,
        list: &[Term],
        value: Value,
        line: u32,
    ) -> Result<(), Trouble> {
        self.memory.take(16)?;
        let at = match self.find(list) {
            Some(at) => at,
            None => {
                self.memory.take(20 + 4 * list.len())?;
                let at = u32::try_from(self.lists.len()).ok().filter(|&at| at < NONE - 4096);
                let at = at.ok_or(Trouble::Memory)?;
                self.lists.extend([list.len() as u32, NONE, NONE]);
                self.lists.extend(list);
                let (lists, hasher) = (&self.lists, &self.hasher);
                let hash = |&at: &u32| hasher.hash_one(Self::list(lists, at));
                self.index.insert_unique(hash(&at), at, hash);
                at
            }
        };
        let last = &mut self.lists[at as usize + 1 + kind as usize];
        self.facts.push(Fact { line, value, next: *last });
        *last = self.facts.len() as u32 - 1;
        Ok(())
    }

    /// The values that the list is proved with in lines before this one.
    pub(crate) fn values(&self, kind: Kind, at: u32, line: u32) -> impl Iterator<Item = Value> {
        let fact = |index: u32| self.facts.get(index as usize);
        let chain = std::iter::successors(
            fact(self.lists[at as usize + 1 + kind as usize]),
            move |&last| fact(last.next),
        );
        chain.filter(move |fact| fact.line < line).map(|fact| fact.value)
    }
}
