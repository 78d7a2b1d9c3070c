//! Names and what they mean.

use std::collections::HashMap;

use crate::value::Value;

/// Defined names. They come from strangers, so the hasher is one that nobody can make collide.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    values: HashMap<Box<str>, Value>,
    bytes: usize,
    /// What the names defined since [`Scope::begin`] meant before, the last one last.
    before: Vec<(Box<str>, Option<Value>)>,
}

impl Scope {
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// Defines a name, or changes what it means. Returns about how many bytes that takes for now.
    pub(crate) fn define(&mut self, name: &str, value: Value) -> usize {
        let bytes = 2 * entry_bytes(name) + value.heap_bytes();
        let before = self.change(name.into(), Some(value));
        self.before.push((name.into(), before));
        bytes
    }

    /// Sets or removes a name. Returns what it meant before.
    fn change(&mut self, name: Box<str>, value: Option<Value>) -> Option<Value> {
        let entry = entry_bytes(&name);
        let bytes = |value: &Option<Value>| value.as_ref().map_or(0, |v| entry + v.heap_bytes());
        let added = bytes(&value);
        let before = match value {
            Some(value) => self.values.insert(name, value),
            None => self.values.remove(&name),
        };
        self.bytes = (self.bytes + added).saturating_sub(bytes(&before));
        before
    }

    /// About how many bytes the definitions take.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(|name| &**name)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.values.iter().map(|(name, value)| (&**name, value))
    }

    /// Makes this the state to which [`Scope::take_back`] returns.
    pub(crate) fn begin(&mut self) {
        self.before.clear();
    }

    /// Undoes the definitions since the last beginning.
    pub(crate) fn take_back(&mut self) {
        while let Some((name, value)) = self.before.pop() {
            self.change(name, value);
        }
    }
}

/// About how many bytes a name and its entry take.
fn entry_bytes(name: &str) -> usize {
    name.len() + size_of::<(Box<str>, Value)>()
}
