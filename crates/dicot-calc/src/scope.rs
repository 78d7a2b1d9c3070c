//! Defined names and their values.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::Arc;

use dicot::analysis::Analyzer;
use dicot::rules::{AnyPosition, AnyRuleset};

use crate::misere::{self, Forms};
use crate::symbol::Symbol;
use crate::value::Value;

/// Names and their values before, in order of definition.
type Changes = Vec<(Symbol, Option<Value>)>;

/// Names and their values.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    /// Names come from untrusted texts, so the hasher is one with a secret key.
    symbols: HashMap<Box<str>, Symbol>,
    /// The name and the value of each symbol.
    entries: Vec<(Box<str>, Option<Value>)>,
    bytes: usize,
    /// The names defined since [`Scope::begin`] and their previous values, in order of definition.
    before: Changes,
    /// The same of the texts before, the last one at the end.
    past: VecDeque<Changes>,
    /// The names whose values are changed by methods.
    mutable: Vec<Symbol>,
    /// The most texts before that can be taken back.
    pub(crate) most_past: usize,
    /// The number of calls of functions that have begun and not ended.
    pub(crate) calls: usize,
    /// Finds the values of positions.
    pub(crate) analyzer: Option<Analyzer<AnyPosition>>,
    /// The misère forms of all values.
    pub(crate) misere: Forms,
    /// What in the text may be meant otherwise than it is read, and what the text prints.
    pub(crate) notes: Vec<String>,
    /// Where rulesets are imported from, if from anywhere.
    pub(crate) rule_files: Option<RuleFiles>,
}

/// Reads the ruleset of a file by its name.
type ReadRuleset = dyn Fn(&str) -> Result<AnyRuleset, String> + Send + Sync;

/// Where rulesets are imported from.
#[derive(Clone)]
pub(crate) struct RuleFiles(pub(crate) Arc<ReadRuleset>);

impl RuleFiles {
    pub(crate) fn ruleset(&self, name: &str) -> Result<AnyRuleset, String> {
        (self.0)(name)
    }
}

impl fmt::Debug for RuleFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RuleFiles(..)")
    }
}

impl Scope {
    /// The symbol of a name.
    pub(crate) fn symbol(&mut self, name: &str) -> Symbol {
        if let Some(&symbol) = self.symbols.get(name) {
            return symbol;
        }
        let symbol = Symbol(u32::try_from(self.entries.len()).expect("fewer than 2^32 names"));
        self.symbols.insert(name.into(), symbol);
        self.entries.push((name.into(), None));
        self.bytes += 2 * (name.len() + size_of::<(Box<str>, Option<Value>)>());
        symbol
    }

    pub(crate) fn name(&self, symbol: Symbol) -> &str {
        &self.entries[symbol.0 as usize].0
    }

    /// Gives a variable of a function or a loop a value, or takes it away. Returns its previous value, which is bound
    /// again at the end: so the memory of the definitions is that of before.
    pub(crate) fn bind(&mut self, symbol: Symbol, value: Option<Value>) -> Option<Value> {
        std::mem::replace(&mut self.entries[symbol.0 as usize].1, value)
    }

    #[inline]
    pub(crate) fn get(&self, symbol: Symbol) -> Option<&Value> {
        self.entries[symbol.0 as usize].1.as_ref()
    }

    /// The value of a name.
    pub(crate) fn find(&self, name: &str) -> Option<&Value> {
        self.get(*self.symbols.get(name)?)
    }

    /// Defines or redefines a name. Returns the memory that this may allocate temporarily, in bytes, approximately.
    pub(crate) fn define(&mut self, symbol: Symbol, value: Value) -> usize {
        let bytes = size_of::<(Symbol, Option<Value>)>() + value.heap_bytes();
        let before = self.change(symbol, Some(value));
        self.before.push((symbol, before));
        bytes
    }

    /// Removes the value of a name, if it has one.
    pub(crate) fn forget(&mut self, name: &str) {
        if let Some(&symbol) = self.symbols.get(name)
            && let before @ Some(_) = self.change(symbol, None)
        {
            self.before.push((symbol, before));
        }
    }

    /// Sets or removes a value. Returns the previous one.
    fn change(&mut self, symbol: Symbol, value: Option<Value>) -> Option<Value> {
        // The bytes of what methods change are counted when they are asked for.
        let is_mutable = |value: &&Value| value.mutable().is_some();
        let bytes = |value: &Option<Value>| {
            value.as_ref().filter(|value| !is_mutable(value)).map_or(0, Value::heap_bytes)
        };
        if value.as_ref().is_some_and(|value| is_mutable(&value)) && !self.mutable.contains(&symbol)
        {
            self.mutable.push(symbol);
        }
        let added = bytes(&value);
        let before = self.bind(symbol, value);
        self.bytes = (self.bytes + added).saturating_sub(bytes(&before));
        before
    }

    /// The memory of the names and their values in bytes, approximately.
    pub(crate) fn bytes(&self) -> usize {
        let analyzer = self.analyzer.as_ref().map_or(0, Analyzer::bytes);
        let changes = self.past.iter().flatten();
        let past: usize =
            changes.map(|(_, value)| value.as_ref().map_or(16, Value::heap_bytes)).sum();
        let mutable = self.mutables().map(|(_, value)| value.heap_bytes()).sum::<usize>();
        self.bytes + mutable + past + analyzer + misere::bytes(&self.misere)
    }

    /// The names whose values are changed by methods, with these values.
    fn mutables(&self) -> impl Iterator<Item = (Symbol, &Value)> {
        let values = self.mutable.iter().filter_map(|symbol| Some((*symbol, self.get(*symbol)?)));
        values.filter(|(_, value)| value.mutable().is_some())
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.iter().map(|(name, _)| name)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.entries.iter().filter_map(|(name, value)| Some((&**name, value.as_ref()?)))
    }

    /// The most characters of a note, and the most notes that a text prints. First choices, so that notes take little memory.
    pub(crate) const MAX_NOTE: usize = 1000;
    const MAX_PRINTED: usize = 100;

    /// Adds a note that the text prints, of which only the beginning is kept if it is long.
    pub(crate) fn print(&mut self, mut note: String) {
        if let Some((end, _)) = note.char_indices().nth(Scope::MAX_NOTE) {
            note.truncate(end);
            note.push_str("...");
        }
        match self.notes.len() {
            n if n < Scope::MAX_PRINTED => self.notes.push(note),
            Scope::MAX_PRINTED => self.notes.push("more is not printed".to_owned()),
            _ => {}
        }
    }

    /// Adds a note on a text that may mean something else than its author thinks, once.
    pub(crate) fn note(&mut self, note: String) {
        const MAX_NOTES: usize = 5;
        if self.notes.len() < MAX_NOTES && note.len() < 200 && !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Makes the definitions final.
    pub(crate) fn keep(&mut self) {
        self.before = Vec::new();
    }

    /// Begins a text: makes this the state that [`Scope::take_back`] restores.
    pub(crate) fn begin(&mut self) {
        let before = std::mem::take(&mut self.before);
        self.calls = 0;
        if self.most_past > 0 {
            self.past.push_back(before);
            self.past.drain(..self.past.len().saturating_sub(self.most_past));
        }
        self.before =
            self.mutables().map(|(symbol, value)| (symbol, Some(value.clone()))).collect();
        self.notes.clear();
        if Arc::strong_count(&self.misere) == 1 {
            self.misere = Forms::default();
        }
    }

    /// Undoes the definitions since the last call of [`Scope::begin`].
    pub(crate) fn take_back(&mut self) {
        while let Some((symbol, value)) = self.before.pop() {
            self.change(symbol, value);
        }
        self.before = self.past.pop_back().unwrap_or_default();
    }

    /// The number of texts before the last one that can be taken back, and that one.
    pub(crate) fn past_len(&self) -> usize {
        self.past.len()
    }

    /// All values, also those that can come back, in the order of [`Scope::map`].
    pub(crate) fn values(&self) -> impl Iterator<Item = &Value> {
        let past = self.past.iter().chain([&self.before]).flatten();
        let now = self.entries.iter().map(|(_, value)| value);
        now.chain(past.map(|(_, value)| value)).flatten()
    }

    /// The same names with other values.
    pub(crate) fn map(&self, mut map: impl FnMut(&Value) -> Value) -> Scope {
        let (misere, rule_files) = (self.misere.clone(), self.rule_files.clone());
        let mut scope = Scope { misere, rule_files, ..Scope::default() };
        for (name, value) in &self.entries {
            let symbol = scope.symbol(name);
            scope.change(symbol, value.as_ref().map(&mut map));
        }
        let mut changes = |changes: &Changes| -> Changes {
            changes.iter().map(|(symbol, value)| (*symbol, value.as_ref().map(&mut map))).collect()
        };
        scope.past = self.past.iter().map(&mut changes).collect();
        (scope.before, scope.most_past) = (changes(&self.before), self.most_past);
        scope
    }
}
