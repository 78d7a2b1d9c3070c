//! Defined names and their values.

use std::collections::HashMap;

use crate::value::Value;

/// Defined names. They are untrusted input, so the hasher is resistant to collision attacks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    values: HashMap<Box<str>, Value>,
    bytes: usize,
    /// The names defined since [`Scope::begin`] and their previous values, in order of definition.
    before: Vec<(Box<str>, Option<Value>)>,
}

impl Scope {
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// Defines or redefines a name. Returns the memory that this may allocate temporarily, in bytes, approximately.
    pub(crate) fn define(&mut self, name: &str, value: Value) -> usize {
        let bytes = 2 * entry_bytes(name) + value.heap_bytes();
        let before = self.change(name.into(), Some(value));
        self.before.push((name.into(), before));
        bytes
    }

    /// Sets or removes a name. Returns its previous value.
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

    /// The memory of the definitions in bytes, approximately.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(|name| &**name)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.values.iter().map(|(name, value)| (&**name, value))
    }

    /// Makes this the state that [`Scope::take_back`] restores.
    pub(crate) fn begin(&mut self) {
        self.before.clear();
    }

    /// Undoes the definitions since the last call of [`Scope::begin`].
    pub(crate) fn take_back(&mut self) {
        while let Some((name, value)) = self.before.pop() {
            self.change(name, value);
        }
    }
}

/// The memory of a name and its entry in bytes, approximately.
fn entry_bytes(name: &str) -> usize {
    name.len() + size_of::<(Box<str>, Value)>()
}
