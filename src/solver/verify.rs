//! Solvers that check their results.

use crate::Instant;

use hashbrown::HashMap;

use super::checker::{Checker, ComponentList, Verified, VerifyError};
use super::state::{State, sort_and_cancel};
use super::{BETWEEN_REPORTS, Solver, Sum, is_out_of_memory};
use crate::form::Id;
use crate::hash::BuildMix;
use crate::{Player, ValueError};

/// The components of a verification as the search sees them, by the checker's ids.
type States = HashMap<u32, State, BuildMix>;

impl Solver {
    /// Verifies who wins the sum when `first` starts: an independent checker plays the winning moves that the solver
    /// names against all replies, to the end of play.
    ///
    /// The checker knows the rules, and nothing of values, symmetries or the solver's results: the moves of the
    /// rulesets, and the components into which their positions split. The winner has won where the loser cannot move.
    ///
    /// # Examples
    /// ```
    /// use dicot::Player;
    /// use dicot::rules::Clobber;
    /// use dicot::solver::{Solver, Sum};
    /// let sum = Sum::from("xoxo/oxox".parse::<Clobber>()?);
    /// let verified = Solver::new().verify(&sum, Player::Left)?;
    /// assert_eq!(verified.winner, Player::Left);
    /// assert!(verified.winner_positions > 2 && verified.loser_positions > 2);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`VerifyError::Value`] as for [`wins_first`](Solver::wins_first); the sums that were checked stay in memory,
    /// which counts. [`VerifyError::Refuted`] if the solver is wrong.
    ///
    /// # Complexity
    /// Linear in the number of different sums of the strategy, most of which are near the end of play.
    pub fn verify(&mut self, sum: &Sum, first: Player) -> Result<Verified, VerifyError> {
        let misere = std::mem::take(&mut self.misere);
        let result = self.verify_normal(sum, first);
        self.misere = misere;
        result
    }

    fn verify_normal(&mut self, sum: &Sum, first: Player) -> Result<Verified, VerifyError> {
        self.as_one_call(|solver, _| {
            let winner = solver.winner(sum, first)?;
            let mut checker = Checker::new(sum, first, winner, solver.limits_of_call());
            let result = solver.play_strategy(sum, &mut checker);
            solver.held_bytes = 0;
            result.map(|()| checker.verified())
        })
    }

    /// Gives the checker the winner's moves, until it is done.
    fn play_strategy(&mut self, sum: &Sum, checker: &mut Checker) -> Result<(), VerifyError> {
        // Sums of impartial positions are solved without what this needs.
        self.prepare(sum);
        let mut states = States::default();
        let mut reported = Instant::now();
        while let Some(parts) = checker.next()? {
            let mut last = None;
            let option = loop {
                match self.winning_option(&parts, checker, &mut states) {
                    Err(error) if is_out_of_memory(error) && self.make_room(&mut last, &mut ()) => {
                        // Components may have other ids now.
                        states = States::default();
                        self.prepare(sum);
                    }
                    option => break option?,
                }
            };
            checker.play(&parts, option)?;
            if reported.elapsed() >= BETWEEN_REPORTS {
                let Verified { winner_positions, loser_positions, .. } = checker.verified();
                self.report(winner_positions + loser_positions);
                reported = Instant::now();
            }
        }
        Ok(())
    }

    /// An option with which the winner wins: one that is checked already, or else one that leaves the loser few moves.
    fn winning_option(
        &mut self,
        sum: &ComponentList,
        checker: &mut Checker,
        states: &mut States,
    ) -> Result<Option<ComponentList>, ValueError> {
        let mut options = checker.options(sum)?;
        if let Some(checked) = options.iter().position(|option| checker.is_checked(option)) {
            return Ok(Some(options.swap_remove(checked)));
        }
        options.sort_by_cached_key(|option| checker.loser_moves(option));
        let mut unsolved = Vec::new();
        self.held_bytes = checker.bytes() + states.allocation_size();
        let winning = self.with_first_worker(|searcher| {
            for (i, option) in options.iter().enumerate() {
                let mut all = State::of_value(Id::ZERO);
                for &part in option {
                    if !states.contains_key(&part) {
                        let state = checker.part(part).state(&mut searcher.worker)?;
                        states.insert(part, state);
                    }
                    all.add(&states[&part], &mut searcher.worker.call.engine)?;
                }
                sort_and_cancel(&mut all.ids);
                // In the search, Left is to move: here the loser.
                let state = if checker.winner == Player::Left { all.negative() } else { all };
                match searcher.lookup(&state)? {
                    Some(false) => return Ok(Some(i)),
                    Some(true) => {}
                    None => unsolved.push((i, state)),
                }
            }
            Ok(None)
        })?;
        if let Some(i) = winning {
            return Ok(Some(options.swap_remove(i)));
        }
        for (i, state) in unsolved {
            if !self.wins(&state)? {
                return Ok(Some(options.swap_remove(i)));
            }
        }
        Ok(None)
    }
}
