//! Nim values of impartial positions that are too large for tables of all followers.
//!
//! The nim value of a sum is the exclusive or of those of its components, so a search of positions alone, as under
//! alpha-beta, would search a product of games where a search of components searches their sum. As in the algorithm of
//! Lemoine and Viennot, a search asks of a component whether its nim value is a number *n*, which is whether the
//! second player wins it beside `*n`:
//! - It is not *n* if one option has the value *n*. An option is a sum: all its components but the largest are
//!   valued, and of the largest it is asked whether it has the value that is left.
//! - It is not *n* either if it is a smaller number.
//! - Else it is *n*.
//!
//! The order of the questions is that of depth-first proof-number search. For each open question there are two estimates of the
//! effort to answer it with yes and with no. A question asks next what promises the least effort to find an option with the
//! value, and is left when its estimates exceed its limits, which are those from which another question promises less.
//! Among options that promise the same, the one whose largest component is smallest is first, so that similar
//! components are asked about similar options, which lead to the same components.
//!
//! The table keeps for each component what is known of its value: bounds, and some numbers between them that it is not. Each
//! fact holds by itself, so entries may be lost without harm. It keeps the estimates for the last question as well.
//!
//! Source: Lemoine, Viennot, *Nimbers are inevitable* (Theoretical Computer Science 462, 2012); Beling, Rogalski,
//! *On pruning search trees of impartial games* (Artificial Intelligence 283, 2020); Nagai, *Df-pn algorithm for searching
//! AND/OR trees and its applications* (thesis, University of Tokyo, 2002).

mod bounds;
mod cells;
mod component;
mod frame;
mod search;
mod sum;

use std::fmt;

use self::component::Options;
use self::search::NimberSearch;
pub(super) use self::sum::SumNimbers;
use crate::analysis::check_value;
use crate::rules::Short;
use crate::{Limits, ValueError};

/// Computes nim values of impartial positions, and keeps what it finds out of components.
///
/// Positions must be those of a ruleset under which both players always have the same moves, such as
/// [`Impartial`](crate::rules::Impartial) forms and [`Kayles`](crate::rules::Kayles): the solver sees Left's moves.
///
/// Of its [`Limits`], it obeys `time`, `deadline` and `interrupt`, `nodes` of one call, and `bytes` for all that it keeps.
/// When these are used up, it forgets the components that were searched in the least time, and goes on.
///
/// # Examples
/// ```
/// use dicot::rules::Cram;
/// use dicot::solver::NimberSolver;
/// let mut solver = NimberSolver::<Cram>::new();
/// let board: Cram = "...../...../...../.....".parse()?;
/// assert_eq!(solver.nim_value(&board)?, 2);
/// assert!(solver.is_nim_value(&"..../..../..../....".parse()?, 0)?);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// Exponential in the size of the largest component.
pub struct NimberSolver<P> {
    search: NimberSearch<P>,
    /// The limits of the calls that follow.
    pub limits: Limits,
}

impl<P: Short> Default for NimberSolver<P> {
    fn default() -> NimberSolver<P> {
        NimberSolver::new()
    }
}

impl<P> fmt::Debug for NimberSolver<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NimberSolver")
            .field("components", &self.search.components())
            .finish_non_exhaustive()
    }
}

impl<P: Short> NimberSolver<P> {
    /// Creates a solver that does not know anything yet.
    pub fn new() -> NimberSolver<P> {
        NimberSolver { search: NimberSearch::new(), limits: Limits::default() }
    }

    /// Sets the [`limits`](NimberSolver::limits).
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> NimberSolver<P> {
        self.limits = limits;
        self
    }

    /// The number of components that all calls so far have searched; one that is searched again counts again.
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// The number of components in the table.
    pub fn components(&self) -> usize {
        self.search.components()
    }

    /// The nim value of a position.
    ///
    /// # Errors
    /// If a limit is reached, or a component has 65,535 options or more.
    pub fn nim_value(&mut self, position: &P) -> Result<u32, ValueError> {
        self.value_or_goal(position, None)
    }

    /// Whether the nim value of a position is a number, which takes less time than the value: for 0, whether the second player
    /// wins.
    ///
    /// # Errors
    /// As [`nim_value`](NimberSolver::nim_value).
    pub fn is_nim_value(&mut self, position: &P, n: u32) -> Result<bool, ValueError> {
        Ok(self.value_or_goal(position, Some(n))? == n)
    }

    /// The nim value of a position, or with a goal only a number that is the goal if the value is.
    fn value_or_goal(&mut self, position: &P, goal: Option<u32>) -> Result<u32, ValueError> {
        check_value(position)?;
        self.search.value_of_sum(Options::components(position), goal, &self.limits, None)
    }
}
