//! The proof: lines are added in order, and each fact is checked against those above it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use dicot::Player;
use dicot::rules::{AnyPosition, Position};
use hashbrown::HashMap;

use crate::components::{Components, Term, normalize, signed};
use crate::limits::Limits;
use crate::syntax::{Fact, Line, Reason, expected, found};
use crate::values::{Value, ZERO};
use crate::{Trouble, wrong};

/// What the lines so far say.
#[derive(Default)]
pub(crate) struct Proof {
    pub(crate) components: Components,
    /// The values by number, and their options in the order of their lines.
    pub(crate) values: Vec<(Value, [Vec<Value>; 2])>,
    /// For `z` (0) and `w` (1): the last fact about each list of components.
    index: [HashMap<Box<[Term]>, u32>; 2],
    /// The value of each fact, and the fact before it about the same list.
    pub(crate) facts: Vec<(Value, Option<u32>)>,
    /// The number of facts that are checked.
    checked: AtomicUsize,
    pub(crate) parts: Vec<AnyPosition>,
    pub(crate) plus: Vec<Value>,
    /// The winner if Left (0) or Right (1) moves first.
    pub(crate) claims: [Option<Player>; 2],
}

/// A fact that is to be checked. Only a line makes one, and a check uses it up.
pub(crate) struct Job {
    index: u32,
    /// The number of components that are listed above it.
    components: usize,
    fact: Fact,
    terms: Vec<Term>,
    value: Value,
}

impl Proof {
    pub(crate) fn new(limits: Limits) -> Result<Proof, Trouble> {
        let mut proof = Proof::default();
        proof.components.values().limits = limits;
        // Value 0 is the game without options.
        proof.add(Line::Value(Default::default()))?;
        Ok(proof)
    }

    /// Adds a line. The other facts may use a fact before its job is checked: if that fails, nothing is proved.
    pub(crate) fn add(&mut self, line: Line) -> Result<Option<Job>, Trouble> {
        if self.facts.len().max(self.components.list.len()) >= 1 << 29 {
            return wrong("too many lines");
        }
        match line {
            Line::Part(position) => self.parts.push(position),
            Line::Component(position) => self.components.add(position)?,
            Line::Plus(number) => self.plus.push(self.value(number)?),
            Line::Value([left, right]) => {
                let options = [self.values(&left)?, self.values(&right)?];
                let value = self.components.values().of_options(options.clone())?;
                self.values.push((value, options));
            }
            Line::Claim(first, winner) => self.claims[first as usize] = Some(winner),
            Line::Fact(fact) => return self.fact(fact).map(Some),
        }
        Ok(None)
    }

    fn value(&self, number: i32) -> Result<Value, Trouble> {
        let known = self.values.get(number.unsigned_abs() as usize);
        let &(value, _) = found(known, "a value above")?;
        self.components.values().signed(value, number < 0)
    }

    fn values(&self, numbers: &[i32]) -> Result<Vec<Value>, Trouble> {
        numbers.iter().map(|&number| self.value(number)).collect()
    }

    fn fact(&mut self, fact: Fact) -> Result<Job, Trouble> {
        let value = self.value(fact.value)?;
        let mut terms = Vec::new();
        for &number in &fact.list {
            let index = (number.unsigned_abs() as usize).wrapping_sub(1);
            let &(term, _) = found(self.components.list.get(index), "a component above")?;
            terms.push(signed(term, number < 0));
        }
        let index = self.facts.len() as u32;
        let list = normalize(terms.clone()).into();
        let before = self.index[usize::from(fact.wins)].insert(list, index);
        self.facts.push((value, before));
        Ok(Job { index, components: self.components.list.len(), fact, terms, value })
    }

    /// Checks a fact; it may use those above it.
    pub(crate) fn check(&self, job: Job) -> Result<(), Trouble> {
        let Job { index, components: count, fact, terms, value } = job;
        let need = |wins, terms: Vec<Term>, value| self.need(wins, normalize(terms), value, index);
        match (fact.wins, fact.reason) {
            // Left moves in a component, as its line has it.
            (true, Reason::Move(place, text)) => {
                let negate = *found(fact.list.get(place), "the place of a component")? < 0;
                let mut position = self.components.list[terms[place] as usize / 4].1.clone();
                let player = if negate { Player::Right } else { Player::Left };
                let Some(mv) = position.moves(player).find(|mv| mv.text() == text) else {
                    return wrong(format!("{player} has no move {text} in {position}"));
                };
                position.play_unchecked(player, mv);
                let state = self.components.state(&position, negate, count)?;
                let terms = [&terms[..place], &terms[place + 1..], &state.terms].concat();
                need(false, terms, self.sum(value, state.value)?)?;
            }
            // Left moves in the value, as its line has it.
            (true, Reason::Option(place)) => {
                let options = &self.values[fact.value.unsigned_abs() as usize].1;
                let option = options[usize::from(fact.value < 0)].get(place);
                let &option = found(option, "the place of an option")?;
                let option = self.components.values().signed(option, fact.value < 0)?;
                need(false, terms, option)?;
            }
            // Right moves in a component or in the value, and Left wins.
            (false, Reason::All) => {
                let terms = normalize(terms);
                for (i, &term) in terms.iter().enumerate() {
                    for state in &*self.components.right_options(term, count)? {
                        let terms = [&terms[..i], &terms[i + 1..], &state.terms].concat();
                        need(true, terms, self.sum(value, state.value)?)?;
                    }
                }
                let options = self.components.values().options(value, 1);
                for &option in &*options {
                    need(true, terms.clone(), option)?;
                }
            }
            // The state is a sum of groups: all are >= 0, or Left wins group 0 of a `w` fact and the others are >= 0.
            (wins, Reason::Groups(digits)) => {
                if digits.len() != terms.len() + 1 {
                    return Err(expected("a digit for each component and one for the value"));
                }
                let mut groups = BTreeMap::from([(b'0', (Vec::new(), ZERO))]);
                for (&digit, &term) in digits.iter().zip(&terms) {
                    groups.entry(digit).or_default().0.push(term);
                }
                groups.entry(digits[terms.len()]).or_default().1 = value;
                for (digit, (terms, value)) in groups {
                    need(wins && digit == b'0', terms, value)?;
                }
            }
            _ => return Err(expected("a reason for this kind of fact")),
        }
        self.checked.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Refuses unless Left wins a state, moving first (`wins`) or second: by its value alone, or by a fact with an index below
    /// the limit, about the same components and a value that is not greater.
    fn need(&self, wins: bool, terms: Vec<Term>, value: Value, limit: u32) -> Result<(), Trouble> {
        let le = |a, b| self.components.values().le(a, b);
        let mut is_proved =
            terms.is_empty() && if wins { !le(value, ZERO)? } else { le(ZERO, value)? };
        let mut next = self.index[usize::from(wins)].get(&*terms).copied();
        while let (false, Some(fact)) = (is_proved, next) {
            let (known, before) = self.facts[fact as usize];
            is_proved = fact < limit && (known == value || le(known, value)?);
            next = before;
        }
        if is_proved { Ok(()) } else { wrong(self.missing(wins, &terms, value)) }
    }

    fn sum(&self, a: Value, b: Value) -> Result<Value, Trouble> {
        if b == ZERO { Ok(a) } else { self.components.values().sum(a, b) }
    }

    /// Checks the claims, after all facts.
    pub(crate) fn finish(&self) -> Result<(), Trouble> {
        if self.checked.load(Ordering::Relaxed) != self.facts.len() {
            return wrong("not all facts are checked");
        }
        let (mut terms, mut value) = (Vec::new(), ZERO);
        for part in &self.parts {
            let state = self.components.state(part, false, self.components.list.len())?;
            terms.extend(state.terms);
            value = self.sum(value, state.value)?;
        }
        for &plus in &self.plus {
            value = self.sum(value, plus)?;
        }
        for (first, winner) in Player::BOTH.into_iter().zip(self.claims) {
            let Some(winner) = winner else { continue };
            let negate = winner == Player::Right;
            let terms = normalize(terms.iter().map(|&term| signed(term, negate)).collect());
            let value = self.components.values().signed(value, negate)?;
            self.need(first == winner, terms, value, u32::MAX)?;
        }
        Ok(())
    }
}
