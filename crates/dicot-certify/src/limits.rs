//! Limits of memory and time, which are not a part of the proof: they refuse files, and accept none.

use std::sync::Arc;

use dicot::rules::AnyPosition;

use crate::components::State;
use crate::syntax::Line;
use crate::values::Values;
use crate::{CertifyError, Trouble, wrong};

/// The most moves in a row that a value may have: each is a level of recursion.
const MAX_BIRTHDAY: u32 = 2000;

/// The most comparisons and sums in one operation, some ten seconds; a position counts as `POSITION_STEPS`.
const MAX_STEPS: u64 = 20_000_000;
const POSITION_STEPS: u64 = 100;

/// The bytes of a position, and of its entries in maps.
const POSITION: usize = 180;

/// The bytes of a game without its options, and of its entries in maps.
const GAME: usize = 200;

/// The bytes of a result about two games, with what a map that is half full wastes.
const RESULT: usize = 24;

/// The memory in use as far as it is counted, and the steps of an operation.
#[derive(Debug, Default)]
pub(crate) struct Limits {
    /// The limit of the memory in bytes.
    pub(crate) bytes: usize,
    used: usize,
    pub(crate) peak: usize,
    steps: u64,
    birthdays: Vec<u32>,
    right_options: usize,
}

impl Limits {
    pub(crate) fn new(bytes: usize) -> Limits {
        Limits { bytes, ..Limits::default() }
    }

    fn take(&mut self, bytes: usize) -> Result<(), Trouble> {
        self.used += bytes;
        self.peak = self.peak.max(self.used);
        if self.used > self.bytes { Err(Trouble::Memory) } else { Ok(()) }
    }

    /// Counts what a line adds.
    pub(crate) fn take_line(&mut self, line: &Line) -> Result<(), Trouble> {
        self.take(match line {
            Line::Fact(fact) => 80 + 4 * fact.list.len(),
            Line::Component(_) => 2 * POSITION,
            Line::Value([left, right]) => 80 + 4 * (left.len() + right.len()),
            _ => 2 * POSITION,
        })
    }

    fn take_steps(&mut self, steps: u64) -> Result<(), Trouble> {
        self.steps += steps;
        if self.steps > MAX_STEPS { Err(Trouble::Steps) } else { Ok(()) }
    }

    /// Counts a step, which leads to one result.
    pub(crate) fn take_result(&mut self) -> Result<(), Trouble> {
        self.take_steps(1)?;
        self.take(RESULT)
    }

    /// Counts the value of a position.
    pub(crate) fn take_position(&mut self) -> Result<(), Trouble> {
        self.take_steps(POSITION_STEPS)?;
        self.take(POSITION)
    }

    /// Counts the next game.
    pub(crate) fn take_game(&mut self, [left, right]: &[Arc<[u32]>; 2]) -> Result<(), Trouble> {
        let options = left.iter().chain(&**right);
        let birthday = options.map(|&option| self.birthdays[option as usize] + 1).max();
        self.birthdays.push(birthday.unwrap_or(0));
        if birthday > Some(MAX_BIRTHDAY) {
            return wrong(format!("a value has more than {MAX_BIRTHDAY} moves in a row"));
        }
        self.take(GAME + 4 * (left.len() + right.len()))
    }

    /// Counts lists of options. True if there are too many: the caller forgets them before it adds this one.
    pub(crate) fn take_options(&mut self, states: &[State]) -> Result<bool, Trouble> {
        let bytes = 48 + states.iter().map(|state| 48 + 4 * state.terms.len()).sum::<usize>();
        let is_full = self.right_options + bytes > self.bytes / 4;
        if is_full {
            self.used -= std::mem::take(&mut self.right_options);
        }
        self.right_options += bytes;
        self.take(bytes)?;
        Ok(is_full)
    }
}

impl Values {
    /// Starts an operation, which has its own limit of steps, and forgets results if they take a quarter of the memory.
    pub(crate) fn begin(&mut self) {
        self.limits.steps = 0;
        let bytes = RESULT * (self.order.len() + self.sums.len());
        if bytes > self.limits.bytes / 4 {
            (self.order, self.sums) = Default::default();
            self.limits.used -= bytes;
        }
    }
}

impl Trouble {
    /// The trouble with the value of a component.
    pub(crate) fn about(self, position: &AnyPosition) -> Trouble {
        let Trouble::Steps = self else { return self };
        let name = &position.ruleset().spec().name;
        Trouble::Wrong(format!(
            "the component {name}:{position} is not listed, and its value takes too many steps"
        ))
    }

    pub(crate) fn at(self, line: u64, limit: usize) -> CertifyError {
        let reason = match self {
            Trouble::Memory => return CertifyError::Memory(limit),
            Trouble::Wrong(reason) => reason,
            Trouble::Steps => "the values take too many steps to compute".to_owned(),
        };
        CertifyError::Line { line, reason }
    }
}
