"""Positions on boards as arrays, and moves as integers, for learning programs."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any, Dict, List

from ._dicot import Position

if TYPE_CHECKING:
    from ._dicot import _Player

# A cell as `a1`, or of Konane as `[0:2]`: its row from the top and its column, from 0.
_CELL = re.compile(r"([a-z])([0-9]+)|\[([0-9]+):([0-9]+)\]")
# The random games, and the moves of each, in which letters and the number of cells of a move are looked for.
_GAMES, _MOVES = 20, 200


class Arrays:
    """The numbers of the moves on a board of one size, and its planes.

    A move is numbered by its cells, and all boards of a size have the same numbers.
    """

    def __init__(self, start: Position) -> None:
        cells = start.cells()
        if not cells or any(len(letter) > 1 for row in cells for letter in row) or len(cells[0]) > 26:
            raise ValueError(f"expected a position on a board of cells, with 26 columns at most, found {start!r}")
        self.rules, self.rows, self.columns = start.rules, len(cells), len(cells[0])
        reached = _positions(start)
        self.letters = sorted({letter for position in reached for row in position.cells() for letter in row})
        self.size = max(len(_CELL.findall(move)) for position in reached for move in [*_moves(position), ""])
        # The digits of an action are the cells of a move, the first one being the highest, and 0 for a cell that it does not have.
        self.base = self.rows * self.columns + 1

    @property
    def actions(self) -> int:
        """The number of actions."""
        return int(self.base**self.size)

    @property
    def shape(self) -> List[int]:
        """Rows, columns and planes: one for each letter, and one of ones if Left is to move."""
        return [self.rows, self.columns, len(self.letters) + 1]

    def action(self, move: str) -> int:
        """The number of a move."""
        action, cells = 0, []
        for letter, number, row, column in _CELL.findall(move):
            place = (self.rows - int(number), ord(letter) - ord("a")) if letter else (int(row), int(column))
            cells.append(place[0] * self.columns + place[1] + 1)
        for cell in cells + [0] * (self.size - len(cells)):
            action = action * self.base + cell
        return action

    def legal(self, position: Position, player: _Player) -> Dict[int, str]:
        """The moves of a player by their numbers."""
        moves = position.moves(player)
        legal = {self.action(move): move for move in moves}
        if len(legal) != len(moves):
            raise ValueError(f"the moves of {position.rules} are not numbered by their cells")
        return legal

    def planes(self, position: Position, player: str) -> List[List[List[bool]]]:
        """What the board is like, with a player to move."""
        return [[[letter == known for known in self.letters] + [player == "left"] for letter in row] for row in position.cells()]

    def has(self, position: Position) -> bool:
        """Whether a position is on a board of this size."""
        cells = position.cells() if position.rules == self.rules else []
        letters = {letter for row in cells for letter in row}
        return bool(cells) and (len(cells), len(cells[0])) == (self.rows, self.columns) and letters <= {*self.letters}


def _moves(position: Position) -> List[str]:
    return position.moves("left") + position.moves("right")


def _positions(start: Position) -> List[Position]:
    """Positions of random games, which are the same each time."""
    positions, chosen = [start], random.Random(0)
    for _ in range(_GAMES):
        position: Any = start
        player = chosen.choice(["left", "right"])
        for _ in range(_MOVES):
            moves = position.moves(player)
            if not moves:
                break
            position = position.play(player, chosen.choice(moves))
            positions.append(position)
            player = "right" if player == "left" else "left"
    return positions
