//! Who wins sums of positions that are too large for values.
//!
//! A memoized search of outcomes: a player wins by moving to a sum that the other player, moving next, does not win; the
//! first such move ends the search of a sum. Left is always to move: after a move the sum is replaced by its negative.
//! Components with few followers are valued and added up, as the library's solver does, so that a sum is large
//! components and one value.

use std::collections::{HashMap, HashSet};

use dicot::{Calculation, CanonicalForm, Player, ValueError};
use pyo3::prelude::*;
use smallvec::SmallVec;

use super::pool::{Pool, Term, Terms, Watch, with_progress};
use crate::compute::compute;
use crate::errors::loop_error;

/// The number of positions that are expanded to value a component. `python examples/domineering.py` measures it: without
/// values the search of 5x5 takes twice as long, and with up to 5 positions as well, because most of the time is spent in
/// user code.
const MAX_VALUED: usize = 2;

/// A sum whose moves are being searched.
struct Frame {
    sum: Terms,
    /// The sums after Left's moves, negated; the last is searched next.
    options: Vec<Terms>,
}

/// A search of sums of positions of one pool.
pub(super) struct Search<'a, 'py> {
    py: Python<'py>,
    pool: &'a Pool,
    pub(super) watch: Watch,
    /// Whether Left wins, moving first; `None` while the sum is searched.
    solved: HashMap<Terms, Option<bool>>,
    /// The bytes of the terms of solved sums, and of the options on the stack.
    term_bytes: usize,
    /// Positions with more followers than are valued.
    too_large: HashSet<usize>,
    /// The number of searched sums.
    pub(super) nodes: u64,
}

impl<'a, 'py> Search<'a, 'py> {
    pub(super) fn new(py: Python<'py>, pool: &'a Pool, watch: Watch) -> Search<'a, 'py> {
        let (solved, too_large) = (HashMap::new(), HashSet::new());
        Search { py, pool, watch, solved, term_bytes: 0, too_large, nodes: 0 }
    }

    /// Replaces components by their values, if at most `most` positions have to be expanded for all of them, or if they
    /// are small.
    pub(super) fn reduced(&mut self, sum: &Terms, most: usize) -> PyResult<Terms> {
        if !self.pool.evaluate(self.py, &sum.terms, most, &mut self.watch)? {
            self.evaluate_small(&sum.terms)?;
        }
        let pool = self.pool;
        compute(self.py, self.watch.rest(), |limits| {
            Ok(pool.add_known(sum, &mut pool.store.calculate(limits))?)
        })
    }

    /// Whether a player wins a reduced sum, moving first.
    pub(super) fn wins(&mut self, sum: &Terms, player: Player) -> PyResult<bool> {
        let sum = if player == Player::Left { sum.clone() } else { negative(sum) };
        if sum.terms.is_empty() {
            return compute(self.py, self.watch.rest(), |limits| {
                Ok(wins_value(&sum.value, &mut self.pool.store.calculate(limits))?)
            });
        }
        if let Some(&Some(wins)) = self.solved.get(&sum) {
            return Ok(wins);
        }
        let mut stack = Vec::new();
        self.push(sum.clone(), &mut stack)?;
        while let Some(frame) = stack.last_mut() {
            let wins = match frame.options.last() {
                None => false,
                Some(option) => match self.solved.get(option) {
                    Some(Some(false)) => true,
                    Some(Some(true)) => {
                        frame.options.pop();
                        continue;
                    }
                    Some(None) => {
                        let option = option.clone();
                        let on_path = stack.iter().map(|frame| &frame.sum);
                        let cycle = on_path.skip_while(|sum| **sum != option);
                        let names = cycle.chain([&option]).map(|sum| self.name(sum));
                        return Err(loop_error(&names.collect::<Vec<_>>()));
                    }
                    None => {
                        let option = option.clone();
                        self.push(option, &mut stack)?;
                        continue;
                    }
                },
            };
            if let Some(frame) = stack.pop() {
                self.term_bytes -= option_bytes(&frame.options);
                self.solved.insert(frame.sum, Some(wins));
            }
        }
        Ok(self.solved.get(&sum) == Some(&Some(true)))
    }

    /// Begins to search a sum.
    fn push(&mut self, sum: Terms, stack: &mut Vec<Frame>) -> PyResult<()> {
        let depth = stack.len();
        let last = sum.terms.first().map(|term| term.index());
        let options = self
            .watch
            .check(self.py, self.pool)
            .and_then(|()| self.options(&sum))
            .map_err(|error| with_progress(error, self.py, self.pool, last, depth))?;
        self.nodes += 1;
        self.term_bytes += (sum.terms.capacity() + 4) * size_of::<Term>();
        let entry = size_of::<(Terms, Option<bool>)>() + 1;
        self.watch.other_bytes = self.term_bytes + self.solved.capacity() * entry;
        let Some(options) = options else {
            self.solved.insert(sum, Some(true));
            return Ok(());
        };
        self.term_bytes += option_bytes(&options);
        self.solved.insert(sum.clone(), None);
        stack.push(Frame { sum, options });
        Ok(())
    }

    /// The sums after Left's moves, negated, without those that lose at once. `None` if a move wins at once.
    fn options(&mut self, sum: &Terms) -> PyResult<Option<Vec<Terms>>> {
        let mut options = Vec::new();
        for (i, &term) in sum.terms.iter().enumerate() {
            if i > 0 && sum.terms[i - 1] == term {
                continue;
            }
            let negated = term.is_negated();
            let player = if negated { Player::Right } else { Player::Left };
            for (_, option) in self
                .pool
                .options(self.py, term.index(), &mut self.watch)?
                .iter()
                .filter(|(whose, _)| *whose == player)
            {
                let mut option = if negated { negative(option) } else { option.clone() };
                let others = sum.terms.iter().enumerate().filter(|&(j, _)| j != i);
                option.terms.extend(others.map(|(_, &term)| term));
                options.push(option);
            }
        }
        for option in &options {
            self.evaluate_small(&option.terms)?;
        }
        let pool = self.pool;
        let options = compute(self.py, self.watch.rest(), |limits| {
            let mut calculation = pool.store.calculate(limits);
            let mut open = Vec::new();
            // Moves in the value are searched last.
            for value in calculation.options(&sum.value, Player::Left)? {
                open.push(Terms { terms: sum.terms.clone(), value });
            }
            for option in &options {
                let mut option = pool.add_known(option, &mut calculation)?;
                option.value = calculation.sum(&option.value, &sum.value)?;
                if !option.terms.is_empty() {
                    open.push(option);
                } else if !wins_value(&-option.value, &mut calculation)? {
                    return Ok(None);
                }
            }
            Ok(Some(open))
        })?;
        let Some(options) = options else { return Ok(None) };
        let mut options: Vec<Terms> = options.iter().map(negative).collect();
        if options.iter().any(|option| self.solved.get(option) == Some(&Some(false))) {
            return Ok(None);
        }
        options.sort_by_cached_key(|option| std::cmp::Reverse(self.replies(option)));
        Ok(Some(options))
    }

    /// The number of Left's moves in the terms, as far as they are known: few replies are likely to lose.
    fn replies(&self, sum: &Terms) -> usize {
        let moves = sum.terms.iter().map(|&term| {
            let player = if term.is_negated() { Player::Right } else { Player::Left };
            let options = self.pool.known_options(term.index());
            options
                .map_or(0, |options| options.iter().filter(|(whose, _)| *whose == player).count())
        });
        moves.sum()
    }

    /// Values the components that have few followers.
    fn evaluate_small(&mut self, terms: &[Term]) -> PyResult<()> {
        for &term in terms {
            let index = term.index();
            if self.pool.value(term).is_none()
                && !self.too_large.contains(&index)
                && !self.pool.evaluate(self.py, &[term], MAX_VALUED, &mut self.watch)?
            {
                self.too_large.insert(index);
            }
        }
        Ok(())
    }

    fn name(&self, sum: &Terms) -> String {
        let names = sum.terms.iter().map(|term| {
            let sign = if term.is_negated() { "-" } else { "" };
            format!("{sign}{}", self.pool.name(self.py, term.index()))
        });
        names.collect::<Vec<_>>().join(" + ")
    }
}

impl Pool {
    /// Adds up the terms that have values. The others are sorted, without pairs of a position and its negative.
    fn add_known(
        &self,
        sum: &Terms,
        calculation: &mut Calculation<'_>,
    ) -> Result<Terms, ValueError> {
        let (mut terms, mut value) = (SmallVec::new(), sum.value.clone());
        let mut sorted = sum.terms.clone();
        sorted.sort_unstable();
        for term in sorted {
            if let Some(known) = self.value(term) {
                value = calculation.sum(&value, &known)?;
            } else if terms.last() == Some(&term.negative_if(true)) {
                terms.pop();
            } else {
                terms.push(term);
            }
        }
        Ok(Terms { terms, value })
    }
}

/// The bytes of a list of options; its capacity stays when options are removed.
fn option_bytes(options: &Vec<Terms>) -> usize {
    options.capacity() * (size_of::<Terms>() + 4 * size_of::<Term>())
}

fn negative(sum: &Terms) -> Terms {
    let mut terms: SmallVec<[Term; 2]> =
        sum.terms.iter().map(|term| term.negative_if(true)).collect();
    terms.sort_unstable();
    Terms { terms, value: -&sum.value }
}

/// Whether Left wins a value, moving first: unless it is 0 or less.
fn wins_value(
    value: &CanonicalForm,
    calculation: &mut Calculation<'_>,
) -> Result<bool, ValueError> {
    let order = calculation.compare(value, &CanonicalForm::ZERO)?;
    Ok(order.is_none_or(std::cmp::Ordering::is_gt))
}
