//! Components by number, their values and their options; and sums of them in normal form.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use dicot::Player;
use dicot::rules::{AnyPosition, Position, Short};

use crate::values::{Value, Values, ZERO};
use crate::{Memory, Trouble, wrong};

/// A component in a sum: 4 times its index, plus 2 if it is its own negative, plus 1 if it is negated.
pub(crate) type Term = u32;

pub(crate) fn negated(term: Term) -> Term {
    if term & 2 == 0 { term ^ 1 } else { term }
}

/// Sorts a sum, and cancels what is negative to each other.
pub(crate) fn normalize(terms: &mut Vec<Term>) {
    terms.sort_unstable();
    let mut kept = 0;
    for i in 0..terms.len() {
        if kept > 0 && terms[kept - 1] == negated(terms[i]) {
            kept -= 1;
        } else {
            terms[kept] = terms[i];
            kept += 1;
        }
    }
    terms.truncate(kept);
}

/// A sum of components and a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct State {
    pub(crate) terms: Vec<Term>,
    pub(crate) value: Value,
}

/// Options of a component, all in one list: the value of each, the number of its terms, and these.
pub(crate) type Packed = Arc<[u32]>;

struct Component {
    /// As its line has it, or as normalized.
    position: AnyPosition,
    /// Whether that is the negative of the normalized position, which the term without sign stands for.
    flipped: bool,
    /// Its number in the file, or 0.
    number: u32,
    /// Whether a fact met it before it had a number.
    is_valued: bool,
    value: Option<Value>,
    /// Right's options of the component, and of its negative.
    options: [Option<Packed>; 2],
}

/// All components that were met, by their normalized positions.
#[derive(Default)]
struct Table {
    terms: HashMap<AnyPosition, Term>,
    components: Vec<Component>,
    /// The bytes of the options, which can be computed again.
    options_bytes: usize,
}

/// Components and values, for all threads.
pub(crate) struct Store {
    table: RwLock<Table>,
    values: Mutex<Values>,
    memory: Arc<Memory>,
}

/// The most steps of the evaluator that the value of a component may take, some ten seconds; a position counts as
/// `POSITION_STEPS` more.
const MAX_STEPS: u64 = 20_000_000;
const POSITION_STEPS: u64 = 100;

/// The bytes of a component without its options: two positions behind pointers, and entries of two tables.
const COMPONENT: usize = 400;

impl Store {
    pub(crate) fn new(memory: Arc<Memory>) -> Result<Store, Trouble> {
        let values = Mutex::new(Values::new(memory.clone())?);
        Ok(Store { table: RwLock::default(), values, memory })
    }

    pub(crate) fn values(&self) -> MutexGuard<'_, Values> {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        values.begin();
        values
    }

    fn read<T>(&self, f: impl FnOnce(&Table) -> T) -> T {
        f(&self.table.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn write<T>(&self, f: impl FnOnce(&mut Table) -> T) -> T {
        f(&mut self.table.write().unwrap_or_else(PoisonError::into_inner))
    }

    fn component<T>(&self, term: Term, f: impl FnOnce(&Component) -> T) -> T {
        self.read(|table| f(&table.components[term as usize >> 2]))
    }

    /// The components of a position that somebody can move in.
    fn split(&self, position: &AnyPosition) -> Result<Vec<Term>, Trouble> {
        let parts = position.components();
        let alive = parts.filter(|part| Player::BOTH.iter().any(|&p| part.move_count(p) > 0));
        alive.map(|part| self.term(part.normalized())).collect()
    }

    fn term(&self, (position, is_negated): (AnyPosition, bool)) -> Result<Term, Trouble> {
        let known = self.read(|table| table.terms.get(&position).copied());
        let term = match known {
            Some(term) => term,
            None => {
                // `normalized` may negate a position that is its own negative or not, as it likes.
                let own = position.normalized() == (position.clone(), true)
                    || position.negative().normalized() == (position.clone(), false);
                self.memory.take(COMPONENT)?;
                self.write(|table| {
                    let id = table.components.len() as Term;
                    let term = id << 2 | u32::from(own) << 1;
                    let Table { terms, components, .. } = table;
                    *terms.entry(position.clone()).or_insert_with(|| {
                        components.push(Component {
                            position,
                            flipped: false,
                            number: 0,
                            is_valued: false,
                            value: None,
                            options: [None, None],
                        });
                        term
                    })
                })
            }
        };
        Ok(if is_negated { negated(term) } else { term })
    }

    /// Gives a component the next number of the file; returns its term.
    pub(crate) fn number(&self, position: AnyPosition, number: u32) -> Result<Term, Trouble> {
        let terms = self.split(&position)?;
        let &[term] = &terms[..] else {
            return wrong(match terms.len() {
                0 => "nobody can move in the component: leave it out".to_owned(),
                parts => format!("not a component but a sum of {parts}: list each of them"),
            });
        };
        self.write(|table| {
            let component = &mut table.components[term as usize >> 2];
            if component.number > 0 {
                return wrong(format!("the same as component {}", component.number));
            }
            if component.is_valued {
                return wrong("a fact above has met this component: list it before that");
            }
            (component.position, component.flipped) = (position, term & 1 > 0);
            component.number = number;
            Ok(term)
        })
    }

    /// The number of a term in the file, with its sign.
    pub(crate) fn name(&self, term: Term) -> String {
        let sign = self.component(term, |c| c.flipped) != (term & 1 > 0) && term & 2 == 0;
        self.component(term, |c| format!("{}{}", if sign { "-" } else { "" }, c.number))
    }

    /// The position of a component as its line has it.
    pub(crate) fn position(&self, term: Term) -> AnyPosition {
        self.component(term, |component| component.position.clone())
    }

    /// The state that a position is, or its negative is.
    pub(crate) fn state(&self, position: &AnyPosition, negate: bool) -> Result<State, Trouble> {
        let mut state = State { terms: Vec::new(), value: ZERO };
        let mut terms = self.split(position)?;
        normalize(&mut terms);
        for term in terms {
            if self.component(term, |component| component.number > 0) {
                state.terms.push(if negate { negated(term) } else { term });
                continue;
            }
            if !self.component(term, |component| component.is_valued) {
                self.write(|table| table.components[term as usize >> 2].is_valued = true);
            }
            let value = self.signed_value(term, &mut MAX_STEPS.clone()).map_err(|trouble| {
                let position = self.position(term);
                let name = position.ruleset().spec().name;
                match trouble {
                    Trouble::Steps => Trouble::Wrong(format!(
                        "the component {name}:{position} is not listed, and its value takes too \
                         many steps"
                    )),
                    trouble => trouble,
                }
            })?;
            let mut values = self.values();
            let value = if negate { values.negative(value)? } else { value };
            state.value = values.sum(state.value, value)?;
        }
        state.terms.sort_unstable();
        Ok(state)
    }

    fn signed_value(&self, term: Term, left: &mut u64) -> Result<Value, Trouble> {
        let value = self.value(term, left)?;
        if term & 1 > 0 { self.values().negative(value) } else { Ok(value) }
    }

    /// The value of a component, from those of its options.
    fn value(&self, term: Term, left: &mut u64) -> Result<Value, Trouble> {
        let (known, position, flipped) =
            self.component(term, |c| (c.value, c.position.clone(), c.flipped));
        if let Some(value) = known {
            return Ok(value);
        }
        *left = left.checked_sub(POSITION_STEPS).ok_or(Trouble::Steps)?;
        let mut form = [Vec::new(), Vec::new()];
        for (options, player) in form.iter_mut().zip(Player::BOTH) {
            for option in position.options(player) {
                let mut sum = ZERO;
                for term in self.split(&option)? {
                    let value = self.signed_value(term, left)?;
                    let mut values = self.values();
                    sum = values.sum(sum, value)?;
                    *left = left.checked_sub(values.steps).ok_or(Trouble::Steps)?;
                }
                options.push(sum);
            }
        }
        let mut values = self.values();
        let mut value = values.canonical(form)?;
        *left = left.checked_sub(values.steps).ok_or(Trouble::Steps)?;
        if flipped {
            value = values.negative(value)?;
        }
        self.write(|table| table.components[term as usize >> 2].value = Some(value));
        Ok(value)
    }

    /// The states that Right can move to in a component.
    pub(crate) fn right_options(&self, term: Term) -> Result<Packed, Trouble> {
        let sign = term as usize & 1;
        let known = self.component(term, |component| component.options[sign].clone());
        if let Some(options) = known {
            return Ok(options);
        }
        let (position, flipped) = self.component(term, |c| (c.position.clone(), c.flipped));
        let negate = flipped != (sign > 0);
        let player = if negate { Player::Left } else { Player::Right };
        let mut states = Vec::new();
        for option in position.options(player) {
            states.push(self.state(&option, negate)?);
        }
        states.sort_unstable();
        states.dedup();
        let mut packed = Vec::new();
        for State { terms, value } in states {
            packed.extend([value, terms.len() as u32]);
            packed.extend(terms);
        }
        let (packed, bytes) = (Packed::from(packed.as_slice()), 16 + 4 * packed.len());
        self.write(|table| {
            if table.options_bytes + bytes > self.memory.limit / 4 {
                table.components.iter_mut().for_each(|component| component.options = [None, None]);
                self.memory.give(std::mem::take(&mut table.options_bytes));
            }
            table.options_bytes += bytes;
            table.components[term as usize >> 2].options[sign] = Some(packed.clone());
        });
        self.memory.take(bytes)?;
        Ok(packed)
    }
}
