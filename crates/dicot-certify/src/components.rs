//! Components by number; and positions as sums of them and a value.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dicot::Player;
use dicot::rules::{AnyPosition, Position, Short};
use hashbrown::{HashMap, HashSet};

use crate::values::{Value, Values, ZERO};
use crate::{Trouble, wrong};

/// A component in a sum: 4 times its index, plus 2 if it is its own negative, or plus 1 if it is negated.
pub(crate) type Term = u32;

/// The term or its negative.
pub(crate) fn signed(term: Term, negate: bool) -> Term {
    if negate && term & 2 == 0 { term ^ 1 } else { term }
}

/// Sorts the terms of a sum, and cancels those that are negatives of each other.
pub(crate) fn normalize(mut terms: Vec<Term>) -> Vec<Term> {
    terms.sort_unstable();
    let mut kept = 0;
    for i in 0..terms.len() {
        if kept > 0 && terms[kept - 1] == signed(terms[i], true) {
            kept -= 1;
        } else {
            terms[kept] = terms[i];
            kept += 1;
        }
    }
    terms.truncate(kept);
    terms
}

/// A sum of components and a value.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct State {
    pub(crate) terms: Vec<Term>,
    pub(crate) value: Value,
}

/// The components of a file, for all threads.
#[derive(Default)]
pub(crate) struct Components {
    /// The term of each, and its position as the file has it.
    pub(crate) list: Vec<(Term, AnyPosition)>,
    /// The normalized positions that a state has by their values.
    valued: Mutex<HashSet<AnyPosition>>,
    /// The terms of the normalized positions.
    terms: HashMap<AnyPosition, Term>,
    values: Mutex<Values>,
    /// The states that Right can move to in a term.
    right_options: Mutex<HashMap<Term, Arc<[State]>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An error unless the terms are those of the first `count` components.
fn check_listed(terms: &[Term], count: usize) -> Result<(), Trouble> {
    match terms.iter().find(|&&term| term as usize / 4 >= count) {
        None => Ok(()),
        Some(term) => {
            wrong(format!("component {} is listed below, and the fact needs it", term / 4 + 1))
        }
    }
}

fn can_move(position: &AnyPosition) -> bool {
    Player::BOTH.iter().any(|&player| position.move_count(player) > 0)
}

/// Whether a normalized position is its own negative: `normalized` may negate such a position or not.
fn is_own_negative(position: &AnyPosition) -> bool {
    position.normalized() == (position.clone(), true)
        || position.negative().normalized() == (position.clone(), false)
}

impl Components {
    /// The values, for one operation.
    pub(crate) fn values(&self) -> MutexGuard<'_, Values> {
        let mut values = lock(&self.values);
        values.begin();
        values
    }

    /// Adds a component of the file.
    pub(crate) fn add(&mut self, position: AnyPosition) -> Result<(), Trouble> {
        let parts: Vec<AnyPosition> = position.components().filter(can_move).collect();
        let [part] = &parts[..] else {
            return wrong(format!(
                "not a component: {} parts in which somebody can move",
                parts.len()
            ));
        };
        let (normal, is_negated) = part.normalized();
        if let Some(term) = self.terms.get(&normal) {
            return wrong(format!("the same as component {}", term / 4 + 1));
        }
        if lock(&self.valued).contains(&normal) {
            return wrong("a fact above counts the component by its value");
        }
        let term = 4 * self.list.len() as Term + 2 * Term::from(is_own_negative(&normal));
        self.terms.insert(normal, signed(term, is_negated));
        self.list.push((term, position));
        Ok(())
    }

    /// The state that a position is, or its negative is. It may have the first `count` components of the file: a file must not list
    /// others that it has later.
    pub(crate) fn state(
        &self,
        position: &AnyPosition,
        negate: bool,
        count: usize,
    ) -> Result<State, Trouble> {
        let (mut terms, mut rest) = (Vec::new(), HashMap::<AnyPosition, i32>::new());
        for part in position.components().filter(can_move) {
            let (part, is_negated) = part.normalized();
            let sign = is_negated != negate;
            match self.terms.get(&part) {
                Some(&term) => terms.push(signed(term, sign)),
                None => *rest.entry(part).or_default() += if sign { -1 } else { 1 },
            }
        }
        let mut value = ZERO;
        for (part, times) in rest {
            if times == 0 || times % 2 == 0 && is_own_negative(&part) {
                continue;
            }
            let mut values = self.values();
            let each = values.of(&part).map_err(|trouble| trouble.about(&part))?;
            let each = values.signed(each, times < 0)?;
            for _ in 0..times.abs() {
                value = values.sum(value, each)?;
            }
            drop(values);
            lock(&self.valued).insert(part);
        }
        let terms = normalize(terms);
        check_listed(&terms, count)?;
        Ok(State { terms, value })
    }

    /// The states that Right can move to in a term; `count` as for [`state`](Components::state).
    pub(crate) fn right_options(&self, term: Term, count: usize) -> Result<Arc<[State]>, Trouble> {
        if let Some(states) = lock(&self.right_options).get(&term).cloned() {
            states.iter().try_for_each(|state| check_listed(&state.terms, count))?;
            return Ok(states);
        }
        let (position, negate) = (&self.list[term as usize / 4].1, term % 2 == 1);
        let player = if negate { Player::Left } else { Player::Right };
        let states = position.options(player).map(|option| self.state(&option, negate, count));
        let mut states = states.collect::<Result<Vec<State>, _>>()?;
        states.sort_unstable();
        states.dedup();
        let states = Arc::from(states);
        let mut known = lock(&self.right_options);
        if self.values().limits.take_options(&states)? {
            known.clear();
        }
        known.insert(term, states.clone());
        Ok(states)
    }
}

impl Values {
    /// The value of a normalized position, from those of its options.
    fn of(&mut self, position: &AnyPosition) -> Result<Value, Trouble> {
        if let Some(&known) = self.positions.get(position) {
            return Ok(known);
        }
        self.limits.take_position()?;
        let mut options = [Vec::new(), Vec::new()];
        for (options, player) in options.iter_mut().zip(Player::BOTH) {
            for option in position.options(player) {
                let mut sum = ZERO;
                for part in option.components() {
                    let (part, is_negated) = part.normalized();
                    let value = self.of(&part)?;
                    let value = self.signed(value, is_negated)?;
                    sum = self.sum(sum, value)?;
                }
                options.push(sum);
            }
        }
        let value = self.of_options(options)?;
        self.positions.insert(position.clone(), value);
        Ok(value)
    }
}
