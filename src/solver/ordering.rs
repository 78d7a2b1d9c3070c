//! The order of moves, for programs that divide a search.

use super::{Solver, Sum};
use crate::{Player, ValueError};

impl Solver {
    /// An estimate of how good a sum is for the player who moves first: the search tries the moves first that lead to the
    /// least estimate for the opponent. It is the least integer if the solver knows that the player loses, and the greatest if it
    /// knows that the player wins; between them, it is the number of moves that do not lose at once, with the
    /// [hints](crate::rules::Search::hints) of the rulesets, or the mean that they
    /// [estimate](crate::rules::Search::mean). It depends on what the solver has found before, and needs no search.
    ///
    /// # Errors
    /// If a limit is reached, or a value cannot be represented.
    ///
    /// # Complexity
    /// That of the moves of both players after each other.
    ///
    /// # Examples
    /// ```
    /// use dicot::rules::Clobber;
    /// use dicot::solver::{Solver, Sum};
    /// use dicot::Player::{Left, Right};
    /// let mut solver = Solver::new();
    /// let mut moves = Sum::from(Clobber::checkerboard(6, 5)?).moves(Left);
    /// let mut estimate = |sum: &Sum| solver.ordering_estimate(sum, Right).unwrap();
    /// moves.sort_by_cached_key(|mv| estimate(&mv.sum));
    /// assert!(estimate(&moves[0].sum) < estimate(&moves[48].sum));
    /// assert_eq!(estimate(&"x.o".parse::<Clobber>()?.into()), i64::MIN);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn ordering_estimate(&mut self, sum: &Sum, first: Player) -> Result<i64, ValueError> {
        sum.check_values()?;
        self.as_one_call(|solver, _| {
            solver.with_room(&mut (), |solver, ()| {
                solver.prepare(sum);
                solver.with_first_worker(|searcher| {
                    let state = sum.state(&mut searcher.worker)?;
                    searcher.estimate(&if first == Player::Left { state } else { state.negative() })
                })
            })
        })
    }
}
