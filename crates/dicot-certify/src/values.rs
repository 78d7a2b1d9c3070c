//! Values: short games, their order, sums and canonical forms, computed as they are defined.
//!
//! Source: Siegel, *Combinatorial Game Theory* (2013), sections II.1 and II.2.

use std::sync::Arc;

use dicot::rules::AnyPosition;
use hashbrown::HashMap;

use crate::limits::Limits;
use crate::{Trouble, wrong};

/// A game by its index. Outside of this file it is in canonical form, so that equal values have the same index.
pub(crate) type Value = u32;

/// The game without options, which is the first.
pub(crate) const ZERO: Value = 0;

/// The options of Left (0) and of Right (1): sorted, each once.
type Game = [Arc<[Value]>; 2];

/// All games so far, and results about them.
#[derive(Default)]
pub(crate) struct Values {
    games: Vec<Game>,
    ids: HashMap<Game, Value>,
    canonical: HashMap<Value, Value>,
    negatives: HashMap<Value, Value>,
    pub(crate) order: HashMap<(Value, Value), bool>,
    pub(crate) sums: HashMap<(Value, Value), Value>,
    /// The values of normalized positions.
    pub(crate) positions: HashMap<AnyPosition, Value>,
    pub(crate) limits: Limits,
}

impl Values {
    /// The options of a side.
    pub(crate) fn options(&self, value: Value, side: usize) -> Arc<[Value]> {
        self.games[value as usize][side].clone()
    }

    /// The index of a game that is given by its options.
    pub(crate) fn intern(&mut self, options: [Vec<Value>; 2]) -> Result<Value, Trouble> {
        let game = options.map(|mut side| {
            side.sort_unstable();
            side.dedup();
            Arc::from(side)
        });
        if let Some(&known) = self.ids.get(&game) {
            return Ok(known);
        }
        self.limits.take_game(&game)?;
        let id = self.games.len() as Value;
        self.games.push(game.clone());
        self.ids.insert(game, id);
        Ok(id)
    }

    /// Whether `a` <= `b`: no Left option of `a` is >= `b`, and no Right option of `b` is <= `a`.
    pub(crate) fn le(&mut self, a: Value, b: Value) -> Result<bool, Trouble> {
        if a == b {
            return Ok(true);
        }
        if let Some(&known) = self.order.get(&(a, b)) {
            return Ok(known);
        }
        self.limits.take_result()?;
        let mut holds = true;
        for &left in &*self.options(a, 0) {
            holds = holds && !self.le(b, left)?;
        }
        for &right in &*self.options(b, 1) {
            holds = holds && !self.le(right, a)?;
        }
        self.order.insert((a, b), holds);
        Ok(holds)
    }

    /// A value that a game with these options equals: its canonical form, which `simplify` finds and which need not be trusted.
    pub(crate) fn of_options(&mut self, options: [Vec<Value>; 2]) -> Result<Value, Trouble> {
        let game = self.intern(options)?;
        if let Some(&known) = self.canonical.get(&game) {
            return Ok(known);
        }
        let form = self.simplify(game)?;
        if !(self.le(form, game)? && self.le(game, form)?) {
            return wrong("the canonical form differs from its game");
        }
        self.canonical.extend([(game, form), (form, form)]);
        Ok(form)
    }

    pub(crate) fn sum(&mut self, a: Value, b: Value) -> Result<Value, Trouble> {
        if a == ZERO || b == ZERO {
            return Ok(a.max(b));
        }
        let pair = (a.min(b), a.max(b));
        if let Some(&known) = self.sums.get(&pair) {
            return Ok(known);
        }
        self.limits.take_result()?;
        let mut options = [Vec::new(), Vec::new()];
        for (side, options) in options.iter_mut().enumerate() {
            for &option in &*self.options(a, side) {
                options.push(self.sum(option, b)?);
            }
            for &option in &*self.options(b, side) {
                options.push(self.sum(a, option)?);
            }
        }
        let sum = self.of_options(options)?;
        self.sums.insert(pair, sum);
        Ok(sum)
    }

    /// The value or its negative.
    pub(crate) fn signed(&mut self, value: Value, negate: bool) -> Result<Value, Trouble> {
        if !negate {
            return Ok(value);
        }
        if let Some(&known) = self.negatives.get(&value) {
            return Ok(known);
        }
        let mut options = [Vec::new(), Vec::new()];
        for (side, options) in options.iter_mut().enumerate() {
            for &option in &*self.options(value, 1 - side) {
                options.push(self.signed(option, true)?);
            }
        }
        let negative = self.intern(options)?;
        self.negatives.extend([(value, negative), (negative, value)]);
        Ok(negative)
    }
}
