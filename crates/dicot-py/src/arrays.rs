//! Positions on boards as arrays, and moves as integers, for learning programs.

use std::fmt::Write as _;

use dicot::Player;
use dicot::board::{Cell, Shape};
use dicot::rules::{AnyBoard, AnyMove, AnyPosition, AnyRuleset, Position as _, Ruleset as _};
use dicot_bots::Dice;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyTuple};

use crate::arguments::{Side, Text};
use crate::position::Position;

/// The random games, and the moves of each, in which letters and the number of cells of a move are looked for.
const GAMES: usize = 20;
const MOVES: usize = 200;

/// The numbers of the moves on boards of one size, and their planes: of those on which positions are.
///
/// A move is numbered by its cells, and all boards of a size have the same numbers.
#[pyclass(module = "dicot._dicot", frozen)]
#[derive(Clone, Debug)]
pub(crate) struct Arrays {
    starts: Vec<AnyPosition>,
    shape: Shape,
    letters: Vec<char>,
    /// The most cells of a move.
    size: usize,
}

/// The actions of moves, in order, each with the place of its move among those of the position.
pub(crate) type Actions = Vec<(u64, u32)>;

impl Arrays {
    fn ruleset(&self) -> &AnyRuleset {
        self.starts[0].ruleset()
    }

    fn base(&self) -> u64 {
        u64::from(self.shape.width()) * u64::from(self.shape.height()) + 1
    }

    /// The action of a move of these cells. Its digits are their places, from 1, the first one being the highest, and 0 for each cell that the
    /// move does not have.
    fn action_of(&self, cells: &[Cell]) -> Option<u64> {
        let (width, base) = (u64::from(self.shape.width()), self.base());
        let place = |cell: &Cell| u64::from(cell.row) * width + u64::from(cell.col) + 1;
        let rest = self.size.checked_sub(cells.len())?;
        let digits = cells.iter().map(place).chain(std::iter::repeat_n(0, rest));
        Some(digits.fold(0, |action, digit| action * base + digit))
    }

    /// Adds the actions of a player.
    pub(crate) fn add_actions(
        &self,
        position: &AnyPosition,
        player: Player,
        actions: &mut Actions,
    ) -> PyResult<()> {
        let (start, mut place, mut are_numbered) = (actions.len(), 0, true);
        position.each_touch(player, &mut |mv| {
            let action = with_cells(mv, self.shape, |cells| self.action_of(cells)).flatten();
            are_numbered &= action.is_some();
            actions.push((action.unwrap_or_default(), place));
            place += 1;
        });
        let own = &mut actions[start..];
        own.sort_unstable();
        match are_numbered && own.windows(2).all(|pair| pair[0].0 < pair[1].0) {
            true => Ok(()),
            false => Err(PyValueError::new_err(format!(
                "the moves of {} are not numbered by their cells",
                self.ruleset().spec().name
            ))),
        }
    }

    /// Adds the planes of a position, those of each cell one after the other.
    pub(crate) fn add_planes(&self, position: &AnyPosition, player: Player, planes: &mut Vec<u8>) {
        let mut text = String::new();
        write!(text, "{position}").expect("a String takes all texts");
        for letter in text.chars().filter(|&letter| letter != '/') {
            planes.extend(self.letters.iter().map(|&known| u8::from(known == letter)));
            planes.push(u8::from(player == Player::Left));
        }
    }

    /// Returns an error for a position that is not on a board of this size, with these letters.
    pub(crate) fn check(&self, position: &AnyPosition) -> PyResult<()> {
        let is_known =
            |letters: Vec<char>| letters.iter().all(|known| self.letters.contains(known));
        let fits = position.ruleset() == self.ruleset()
            && board(position)
                .is_some_and(|(shape, letters)| shape == self.shape && is_known(letters));
        if fits {
            return Ok(());
        }
        let (rules, shape) = (&self.ruleset().spec().name, self.shape);
        Err(PyValueError::new_err(format!(
            "expected a position of {rules} on {} x {} cells, found {}:{position}",
            shape.height(),
            shape.width(),
            position.ruleset().spec().name
        )))
    }
}

#[pymethods]
impl Arrays {
    #[new]
    #[pyo3(signature = (*starts))]
    fn new(starts: Vec<Bound<'_, Position>>) -> PyResult<Arrays> {
        let starts: Vec<AnyPosition> =
            starts.iter().map(|start| start.get().object().clone()).collect();
        let Some((shape, _)) = starts.first().and_then(board) else {
            let found =
                starts.first().map(|start| format!(", found {}:{start}", start.spec().name));
            return Err(PyValueError::new_err(format!(
                "expected a position on a board of cells{}",
                found.unwrap_or_default()
            )));
        };
        let (mut letters, mut size, mut dice) = (Vec::new(), 1, Dice::new(0));
        let mut see = |position: &AnyPosition| {
            letters.extend(board(position).into_iter().flat_map(|(_, letters)| letters));
            letters.sort_unstable();
            letters.dedup();
            for player in Player::BOTH {
                position.each_touch(player, &mut |mv| {
                    size = size.max(with_cells(mv, shape, <[Cell]>::len).unwrap_or(0));
                });
            }
        };
        for start in starts.iter().cycle().take(starts.len().max(GAMES)) {
            each_reached(start, &mut dice, &mut see);
        }
        let arrays = Arrays { starts, shape, letters, size };
        arrays.starts.iter().try_for_each(|start| arrays.check(start))?;
        Ok(arrays)
    }

    /// The number of actions.
    #[getter]
    fn actions(&self) -> u64 {
        self.base().pow(self.size as u32)
    }

    /// Rows, columns and planes: one for each letter, and one of ones if Left is to move.
    #[getter]
    fn shape(&self) -> (u8, u8, usize) {
        (self.shape.height(), self.shape.width(), self.letters.len() + 1)
    }

    /// The action of a move of a position, legal or not.
    #[pyo3(signature = (position, r#move, /))]
    fn action(&self, position: &Bound<'_, Position>, r#move: Text) -> PyResult<u64> {
        let read =
            position.get().object().read_move(&r#move).ok().filter(|mv| mv.cells()[0].is_some());
        let action = match read {
            Some(mv) => with_cells(&mv, self.shape, |cells| self.action_of(cells)).flatten(),
            None => named_cells(&r#move, self.shape).and_then(|cells| self.action_of(&cells)),
        };
        action.ok_or_else(|| {
            PyValueError::new_err(format!("{} is not a move on this board", &*r#move))
        })
    }

    /// The moves of a player by their actions, in order.
    #[pyo3(signature = (position, player, /))]
    fn legal<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, Position>,
        player: Side,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (position, Side(player)) = (position.get().object(), player);
        let (legal, mut actions) = (PyDict::new(py), Actions::new());
        self.add_actions(position, player, &mut actions)?;
        let moves: Vec<AnyMove> = position.moves(player).collect();
        for (action, place) in actions {
            legal.set_item(action, moves[place as usize].text())?;
        }
        Ok(legal)
    }

    /// The board with a player to move: the bytes of an array of this shape.
    #[pyo3(signature = (position, player, /))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, Position>,
        player: Side,
    ) -> Bound<'py, PyByteArray> {
        let mut planes = Vec::new();
        self.add_planes(position.get().object(), player.0, &mut planes);
        PyByteArray::new(py, &planes)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, starts) = (slf.py(), &slf.get().starts);
        let starts = starts.iter().map(|start| Position::to_object(py, start));
        let starts = starts.collect::<PyResult<Vec<_>>>()?;
        Ok((slf.get_type().into_any(), PyTuple::new(py, starts)?))
    }

    /// Returns an error for a position that is not on a board of this size.
    #[pyo3(name = "check", signature = (position, /))]
    fn check_position(&self, position: &Bound<'_, Position>) -> PyResult<()> {
        self.check(position.get().object())
    }
}

/// The shape of a board, and its letters; `None` if a position is not on a board of cells.
fn board(position: &AnyPosition) -> Option<(Shape, Vec<char>)> {
    match position.board() {
        AnyBoard::Cells(grid) => Some((grid.shape()?, grid.cells().to_vec())),
        _ => None,
    }
}

/// Calls a function with the cells of a move; `None` if they are not known.
fn with_cells<T>(mv: &AnyMove, shape: Shape, with: impl FnOnce(&[Cell]) -> T) -> Option<T> {
    match mv.cells() {
        [Some(a), Some(b), Some(c)] => Some(with(&[a, b, c])),
        [Some(a), Some(b), None] => Some(with(&[a, b])),
        [Some(a), ..] => Some(with(&[a])),
        // Rules of a file have moves of their own.
        [None, ..] => named_cells(mv.text(), shape).map(|cells| with(&cells)),
    }
}

/// The cells of a move that is written as their names alone.
fn named_cells(text: &str, shape: Shape) -> Option<Vec<Cell>> {
    text.split(['-', '/']).map(|name| shape.cell_named(name)).collect()
}

/// Calls a function with the positions of a random game.
fn each_reached(start: &AnyPosition, dice: &mut Dice, visit: &mut dyn FnMut(&AnyPosition)) {
    let (mut position, mut player) = (start.clone(), Player::BOTH[dice.below(2) as usize]);
    visit(start);
    for _ in 0..MOVES {
        let place = dice.below(position.move_count(player)) as u32;
        let Some(option) = position.nth_option(player, place) else { break };
        (position, player) = (option, !player);
        visit(&position);
    }
}
