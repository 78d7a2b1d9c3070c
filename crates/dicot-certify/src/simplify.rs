//! Canonical forms; not a part of the proof, which compares each with the game that it is of.
//!
//! Source: Siegel, *Combinatorial Game Theory* (2013), section II.2.

use crate::Trouble;
use crate::values::{Value, Values};

impl Values {
    /// The canonical form of a game whose options are canonical: without reversible and dominated options.
    pub(crate) fn simplify(&mut self, game: Value) -> Result<Value, Trouble> {
        let mut form = [Vec::new(), Vec::new()];
        for (side, kept) in form.iter_mut().enumerate() {
            let mut todo = self.options(game, side).to_vec();
            let mut next = 0;
            while let Some(&option) = todo.get(next) {
                next += 1;
                let answers = self.options(option, 1 - side);
                match self.find(&answers, |values, answer| values.le_for(side, answer, game))? {
                    // The options after an answer that reverses replace the option.
                    Some(answer) => {
                        let new = self.options(answer, side);
                        let new = new.iter().filter(|new| !todo.contains(new));
                        todo.extend(new.copied().collect::<Vec<_>>());
                    }
                    None => kept.push(option),
                }
            }
            for i in (0..kept.len()).rev() {
                let option = kept.swap_remove(i);
                if self.find(kept, |values, other| values.le_for(side, option, other))?.is_none() {
                    kept.push(option);
                }
            }
        }
        self.intern(form)
    }

    /// The first of these values with a property.
    fn find(
        &mut self,
        list: &[Value],
        has: impl Fn(&mut Values, Value) -> Result<bool, Trouble>,
    ) -> Result<Option<Value>, Trouble> {
        for &value in list {
            if has(self, value)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// Whether the player of the side likes `b` at least as much as `a`.
    fn le_for(&mut self, side: usize, a: Value, b: Value) -> Result<bool, Trouble> {
        if side == 0 { self.le(a, b) } else { self.le(b, a) }
    }
}
