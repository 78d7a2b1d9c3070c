//! Names and what they stand for.

use std::collections::HashMap;

use super::value::Item;

/// Defined names. Keys come from strangers, so the hasher is one that nobody can make collide.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    items: HashMap<Box<str>, Item>,
    bytes: usize,
    /// What the names that were defined since [`Scope::begin`] stood for before, the last one first.
    before: Vec<(Box<str>, Option<Item>)>,
}

impl Scope {
    pub(super) fn get(&self, name: &str) -> Option<&Item> {
        self.items.get(name)
    }

    /// Defines a name, or changes what it stands for; the bytes that takes for now, about.
    pub(super) fn define(&mut self, name: &str, item: Item) -> usize {
        let bytes = 2 * entry_bytes(name) + item.bytes();
        let before = self.change(name.into(), Some(item));
        self.before.push((name.into(), before));
        bytes
    }

    /// Sets or removes a name; what it stood for before.
    fn change(&mut self, name: Box<str>, item: Option<Item>) -> Option<Item> {
        let entry = entry_bytes(&name);
        let bytes = |item: &Option<Item>| item.as_ref().map_or(0, |item| entry + item.bytes());
        let added = bytes(&item);
        let before = match item {
            Some(item) => self.items.insert(name, item),
            None => self.items.remove(&name),
        };
        self.bytes = (self.bytes + added).saturating_sub(bytes(&before));
        before
    }

    /// The bytes that the definitions take, about.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.items.keys().map(|name| &**name)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Item)> {
        self.items.iter().map(|(name, item)| (&**name, item))
    }

    /// Makes this the state to which [`Scope::take_back`] returns.
    pub(super) fn begin(&mut self) {
        self.before.clear();
    }

    /// Undoes the definitions since the last beginning.
    pub(super) fn take_back(&mut self) {
        while let Some((name, item)) = self.before.pop() {
            self.change(name, item);
        }
    }
}

/// The bytes of a name and its entry, about.
fn entry_bytes(name: &str) -> usize {
    name.len() + size_of::<(Box<str>, Item)>()
}
