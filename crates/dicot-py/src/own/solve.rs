//! The answers of `dicot.solve` for sums with positions of rulesets in Python.

use dicot::rules::Position;
use dicot::solver::Solver;
use dicot::{CanonicalForm, Limits, Player};
use dicot_api::answers::solve::Wanted;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::pool::{Pool, Watch};
use super::search::Search;
use crate::arguments::{Side, name_of};
use crate::compute::{LimitSettings, compute, interruptibly};
use crate::errors::{LimitError, Problem};
use crate::game::Game;
use crate::names::intern;
use crate::sum::Sum;

/// A sum after a move.
struct Move {
    text: String,
    /// The parts of the sum.
    sum: Vec<Sum>,
}

/// The number of positions that are expanded to value all positions of Python in a sum with positions of built-in
/// rulesets, which the library's solver then solves. They take a fraction of a second.
const MAX_VALUED: usize = 1_000;

/// What solves sums with positions of rulesets in Python.
struct OwnSolver<'a, 'py> {
    py: Python<'py>,
    pool: &'a Pool,
    search: Search<'a, 'py>,
    /// Solves sums whose positions in Python all have values.
    native: Solver,
}

/// Answers as the library's solver does. If a limit is reached, the answer contains partial results and the reason.
pub(crate) fn answer<'py>(
    py: Python<'py>,
    sum: &Sum,
    wanted: Wanted,
    settings: LimitSettings,
    threads: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let pool = Pool::new();
    let native = Solver::new().with_limits(Limits::default().with_threads(threads));
    let search = Search::new(py, &pool, Watch::new(settings));
    let mut solver = OwnSolver { py, pool: &pool, search, native };
    let answer = PyDict::new(py);
    answer.set_item("position", sum.text(py)?)?;
    for key in ["outcome", "left_first", "right_first"] {
        answer.set_item(key, py.None())?;
    }
    if let Err(error) = solver.fill(&answer, &sum.separated(py), wanted) {
        if !error.is_instance_of::<LimitError>(py) {
            return Err(error);
        }
        answer.set_item("reason", error.value(py).to_string())?;
    }
    answer.set_item("nodes", solver.search.nodes + solver.native.nodes())?;
    Ok(answer)
}

/// The winning moves of both players where they were not looked for.
pub(crate) fn no_winning_moves(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let moves = PyDict::new(py);
    moves.set_item("left", py.None())?;
    moves.set_item("right", py.None())?;
    Ok(moves)
}

impl OwnSolver<'_, '_> {
    fn fill(&mut self, answer: &Bound<'_, PyDict>, sum: &[Sum], wanted: Wanted) -> PyResult<()> {
        let winning = no_winning_moves(self.py)?;
        answer.set_item("winning_moves", &winning)?;
        if wanted.line {
            answer.set_item("line", self.py.None())?;
        }
        let starters = wanted.first.map_or(Player::BOTH.to_vec(), |first| vec![first]);
        let mut wins = Vec::new();
        for &first in &starters {
            wins.push(self.wins(sum, first)?);
            let left_wins = wins.last() == Some(&(first == Player::Left));
            answer
                .set_item(format!("{}_first", name_of(first)), if left_wins { "L" } else { "R" })?;
        }
        if let [left, right] = wins[..] {
            let outcome = match (left, right) {
                (true, true) => "N",
                (true, false) => "L",
                (false, true) => "R",
                (false, false) => "P",
            };
            answer.set_item("outcome", outcome)?;
        }
        if wanted.moves {
            for (&player, &wins) in starters.iter().zip(&wins) {
                let mut texts = Vec::new();
                for mv in if wins { self.moves(sum, player)? } else { Vec::new() } {
                    if !self.wins(&mv.sum, !player)? {
                        texts.push(mv.text);
                    }
                }
                winning.set_item(name_of(player), texts)?;
            }
        }
        if wanted.line {
            answer.set_item("line", self.line(sum, starters[0])?)?;
        }
        Ok(())
    }

    /// A line of best play: the winner plays the first winning move, and the loser the first move.
    fn line(&mut self, sum: &[Sum], first: Player) -> PyResult<Vec<String>> {
        let (mut line, mut player) = (Vec::new(), first);
        let mut sum: Vec<Sum> = sum.iter().map(|part| part.clone_ref(self.py)).collect();
        loop {
            let mut moves = self.moves(&sum, player)?;
            if moves.is_empty() {
                return Ok(line);
            }
            let mut best = 0;
            if self.wins(&sum, player)? {
                while best + 1 < moves.len() && self.wins(&moves[best].sum, !player)? {
                    best += 1;
                }
            }
            let mv = moves.swap_remove(best);
            line.push(mv.text);
            (sum, player) = (mv.sum, !player);
        }
    }

    /// Whether a player wins a sum, moving first.
    fn wins(&mut self, parts: &[Sum], player: Player) -> PyResult<bool> {
        let py = self.py;
        let mut native = Sum::default();
        parts.iter().for_each(|part| native.extend(part.clone_ref(py)));
        let own = Sum { own: std::mem::take(&mut native.own), ..Sum::default() };
        let most = if native.positions.is_empty() { 0 } else { MAX_VALUED };
        let own = self.pool.terms(py, own, &mut self.search.watch)?;
        let mut sum = self.search.reduced(&own, most)?;
        if sum.terms.is_empty() {
            native.games.push(sum.value);
            return self.native_wins(&native, player);
        }
        let value = native.native_value(py)?;
        sum.value = compute(py, self.search.watch.rest(), |limits| {
            Ok(self.pool.store.calculate(limits).sum(&sum.value, &value)?)
        })?;
        self.search.wins(&sum, player)
    }

    /// Whether a player wins a sum of positions of built-in rulesets and games.
    fn native_wins(&mut self, sum: &Sum, player: Player) -> PyResult<bool> {
        let LimitSettings { time, bytes, .. } = self.search.watch.rest();
        let solver = &mut self.native;
        let wins = interruptibly(self.py, |interrupt| {
            let limits = Limits::default().with_threads(solver.limits.threads);
            solver.limits = limits.with_time(time).with_bytes(bytes).with_interrupt(interrupt);
            let parts = sum.to_parts(&solver.limits)?;
            parts.subject.wins_first(solver, player)
        })?;
        wins.map_err(|error| Problem::from(error).exception(self.py, ""))
    }

    /// The moves of a player in all parts.
    fn moves(&self, parts: &[Sum], player: Player) -> PyResult<Vec<Move>> {
        let py = self.py;
        let mut moves = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            for (mv, option) in options(py, part, player)? {
                let mut sum: Vec<Sum> = parts.iter().map(|part| part.clone_ref(py)).collect();
                sum[i] = option;
                let text = if parts.len() == 1 { mv } else { format!("{}: {mv}", i + 1) };
                moves.push(Move { text, sum });
            }
        }
        Ok(moves)
    }
}

/// The texts of a player's moves in a sum, and the sums after them. A move in a position of Python is named by its class.
fn options(py: Python<'_>, sum: &Sum, player: Player) -> PyResult<Vec<(String, Sum)>> {
    let mut moves = Vec::new();
    let expect = |option: &Bound<'_, PyAny>| {
        Sum::of(option)?.ok_or_else(|| PyTypeError::new_err("an option is not a position"))
    };
    for (i, position) in sum.positions.iter().enumerate() {
        let position = position.bind(py);
        for mv in position.get().object().moves(player).map(|mv| mv.to_string()) {
            let mut after = sum.clone_ref(py);
            after.positions.remove(i);
            after.extend(expect(
                &position.call_method1(intern!(py, "play"), (name_of(player), &mv))?,
            )?);
            moves.push((mv, after));
        }
    }
    for (i, position) in sum.own.iter().enumerate() {
        let options = position.bind(py).call_method1(intern!(py, "options"), (name_of(player),))?;
        for option in options.try_iter()? {
            let option = option?;
            let mut after = sum.clone_ref(py);
            after.own.remove(i);
            after.extend(expect(&option)?);
            let name = match position.bind(py).getattr_opt(intern!(py, "move_name"))? {
                Some(name) => name.call1((&option, name_of(player)))?,
                None => option.str()?.into_any(),
            };
            moves.push((name.extract()?, after));
        }
    }
    let games = Sum { games: sum.games.clone(), ..Sum::default() }.native_value(py)?;
    for option in Game(games).options(py, Side(player))? {
        let text = option.whole_text(py, false)?;
        let games = if option.0 == CanonicalForm::ZERO { Vec::new() } else { vec![option.0] };
        moves.push((text, Sum { games, ..sum.clone_ref(py) }));
    }
    Ok(moves)
}
