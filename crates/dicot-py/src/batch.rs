//! Many games on boards of one size, played at once.

use dicot::Player;
use dicot::rules::AnyPosition;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};

use crate::arguments::{Side, name_of};
use crate::arrays::{Actions, Arrays};
use crate::position::Position;

/// A position, and the player to move.
type Turn = (AnyPosition, Player);

/// Many games on boards of one size; `dicot.batch.Batch` has them as arrays.
#[pyclass(module = "dicot._dicot")]
#[derive(Clone, Debug)]
pub(crate) struct Games {
    arrays: Arrays,
    starts: Vec<Turn>,
    turns: Vec<Turn>,
    legal: Legal,
}

/// The legal actions of many games, one game after the other.
#[derive(Clone, Debug)]
struct Legal {
    actions: Actions,
    /// Where those of each game begin, and where the last ones end.
    offsets: Vec<usize>,
}

impl Legal {
    fn of(turns: &[Turn], arrays: &Arrays) -> PyResult<Legal> {
        let mut legal = Legal { actions: Actions::new(), offsets: vec![0] };
        for (position, player) in turns {
            arrays.add_actions(position, *player, &mut legal.actions)?;
            legal.offsets.push(legal.actions.len());
        }
        Ok(legal)
    }

    fn of_game(&self, game: usize) -> &[(u64, u32)] {
        &self.actions[self.offsets[game]..self.offsets[game + 1]]
    }
}

impl Games {
    /// Plays an action in each game that is not over.
    fn turns_after(&self, actions: impl Iterator<Item = u64>) -> PyResult<Vec<Turn>> {
        let mut turns = self.turns.clone();
        for (game, (turn, action)) in turns.iter_mut().zip(actions).enumerate() {
            let (legal, (position, player)) = (self.legal.of_game(game), turn);
            if legal.is_empty() {
                continue;
            }
            let found = legal.binary_search_by_key(&action, |&(action, _)| action);
            let option = found.ok().and_then(|i| position.nth_option(*player, legal[i].1));
            *position = option.ok_or_else(|| {
                PyValueError::new_err(format!(
                    "the action {} is not legal for {} in game {game}, {position}",
                    action as i64,
                    name_of(*player)
                ))
            })?;
            *player = !*player;
        }
        Ok(turns)
    }
}

/// The bytes of an array of 64-bit integers.
fn integers<'py>(py: Python<'py>, numbers: impl Iterator<Item = u64>) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = numbers.flat_map(u64::to_ne_bytes).collect();
    PyBytes::new(py, &bytes)
}

#[pymethods]
impl Games {
    #[new]
    #[pyo3(signature = (arrays, positions, players, /))]
    fn new(
        arrays: &Bound<'_, Arrays>,
        positions: Vec<Bound<'_, Position>>,
        players: Vec<Side>,
    ) -> PyResult<Games> {
        let arrays = arrays.get().clone();
        let positions = positions.iter().map(|position| position.get().object().clone());
        let turns: Vec<Turn> =
            positions.zip(players.into_iter().map(|Side(player)| player)).collect();
        turns.iter().try_for_each(|(position, _)| arrays.check(position))?;
        let legal = Legal::of(&turns, &arrays)?;
        Ok(Games { arrays, starts: turns.clone(), turns, legal })
    }

    /// The legal actions of all games, one game after the other, in order, as the bytes of 64-bit integers.
    fn actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        integers(py, self.legal.actions.iter().map(|&(action, _)| action))
    }

    /// Where the actions of each game begin, and where the last ones end, as the bytes of 64-bit integers.
    fn offsets<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        integers(py, self.legal.offsets.iter().map(|&offset| offset as u64))
    }

    /// Whether Left is to move in each game, as bytes.
    fn lefts<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let lefts: Vec<u8> =
            self.turns.iter().map(|turn| u8::from(turn.1 == Player::Left)).collect();
        PyBytes::new(py, &lefts)
    }

    /// All boards: the bytes of an array of games, rows, columns and planes.
    fn planes<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let mut planes = Vec::new();
        py.detach(|| {
            for (position, player) in &self.turns {
                self.arrays.add_planes(position, *player, &mut planes);
            }
        });
        PyByteArray::new(py, &planes)
    }

    /// Plays an action in each game that is not over: the bytes of 64-bit integers, one for each game. Nothing is played if one is not legal.
    #[pyo3(signature = (actions, /))]
    fn step(&mut self, py: Python<'_>, actions: &[u8]) -> PyResult<()> {
        let (numbers, _) = actions.as_chunks();
        let numbers = numbers.iter().map(|&bytes| u64::from_ne_bytes(bytes));
        let (turns, legal) = py.detach(|| {
            let turns = self.turns_after(numbers)?;
            let legal = Legal::of(&turns, &self.arrays)?;
            Ok::<_, PyErr>((turns, legal))
        })?;
        (self.turns, self.legal) = (turns, legal);
        Ok(())
    }

    /// Begins again in each game that is over, and returns their numbers.
    fn restart(&mut self) -> PyResult<Vec<usize>> {
        let is_over = |&game: &usize| self.legal.of_game(game).is_empty();
        let over: Vec<usize> = (0..self.turns.len()).filter(is_over).collect();
        let mut legal = Legal { actions: Actions::new(), offsets: vec![0] };
        for (game, turn) in self.turns.iter_mut().enumerate() {
            match self.legal.of_game(game) {
                [] => {
                    turn.clone_from(&self.starts[game]);
                    self.arrays.add_actions(&turn.0, turn.1, &mut legal.actions)?;
                }
                actions => legal.actions.extend_from_slice(actions),
            }
            legal.offsets.push(legal.actions.len());
        }
        self.legal = legal;
        Ok(over)
    }

    /// The position of a game.
    #[pyo3(signature = (game, /))]
    fn position<'py>(&self, py: Python<'py>, game: usize) -> PyResult<Bound<'py, PyAny>> {
        let turn = self
            .turns
            .get(game)
            .ok_or_else(|| PyIndexError::new_err(format!("game {game} of {}", self.turns.len())))?;
        Position::to_object(py, &turn.0)
    }

    /// The same games, which go on by themselves.
    fn copy(&self) -> Games {
        self.clone()
    }

    fn __len__(&self) -> usize {
        self.turns.len()
    }
}
