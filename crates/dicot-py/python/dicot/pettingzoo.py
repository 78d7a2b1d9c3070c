"""Games as environments of PettingZoo: arrays as observations, integers as actions, and a mask of the legal ones.

`Env` is any ruleset on a board of cells, of dicot or of a file, that begins on a position. The player who cannot move loses.

>>> import dicot.pettingzoo
>>> env = dicot.pettingzoo.Env(dicot.Clobber.start(3, 4))
>>> env.reset()
>>> observation, reward, terminated, _, _ = env.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum()), terminated
((3, 4, 4), 17, False)
>>> env.step(env.action("a3-b3"))
>>> env.position, env.agent_selection
(Clobber('.xxo/oxox/xoxo'), 'right')

`dicot.label` and `dicot.solve` know who wins `env.position`, so that learned play can be compared with perfect play.
"""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any, Dict, List, Optional

try:
    import numpy
    from gymnasium import spaces

    import pettingzoo
except ImportError as _missing:
    raise ImportError("dicot.pettingzoo needs PettingZoo: pip install pettingzoo") from _missing

from ._dicot import Position, player_name

if TYPE_CHECKING:
    from ._dicot import _Player

__all__ = ["Env"]

# A cell as `a1`, or of Konane as `[0:2]`: its row from the top and its column, from 0.
_CELL = re.compile(r"([a-z])([0-9]+)|\[([0-9]+):([0-9]+)\]")
# The random games, and the moves of each, in which the number of cells of a move is looked for.
_GAMES, _MOVES = 20, 200

if TYPE_CHECKING:  # pettingzoo is optional
    _AECEnv = object
else:
    _AECEnv = pettingzoo.AECEnv


class Env(_AECEnv):
    """A game of two players, the agents "left" and "right", that begins on a position.

    An observation is a dict: `observation`, an array of rows, columns and planes, a plane for each letter and a last one of ones if Left is to move;
    and `action_mask`, which is 1 at the legal actions. An action is the number of the cells of a move. The winner gets the reward 1, and the
    loser -1. `reset(options={"start": position, "first": "right"})` begins elsewhere, on a board of the same size.

    >>> env = dicot.pettingzoo.Env(dicot.Domineering.start(2, 2), first="right", render_mode="ansi")
    >>> env.reset()
    >>> [env.move(int(action)) for action in env.last()[0]["action_mask"].nonzero()[0]]
    ['a2-b2', 'a1-b1']
    """

    metadata: Dict[str, Any] = {"name": "dicot_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, start: Position, first: _Player = "left", render_mode: Optional[str] = None) -> None:
        super().__init__()
        self._start, self._first, self.render_mode = start, player_name(first), render_mode
        cells = start.cells()
        if not cells or any(len(letter) > 1 for row in cells for letter in row):
            raise ValueError(f"expected a position on a board of cells, found {start!r}")
        self._rows, self._columns = len(cells), len(cells[0])
        reached = _positions(start)
        self._letters = sorted({letter for position in reached for row in position.cells() for letter in row})
        self._size = max((len(_CELL.findall(move)) for position in reached for move in _moves(position)), default=1)
        # The digits of an action are the cells of a move, the first one being the highest, and 0 for a cell that it does not have.
        self._base = self._rows * self._columns + 1
        self.possible_agents = ["left", "right"]
        shape = (self._rows, self._columns, len(self._letters) + 1)
        observations = {
            "observation": spaces.Box(0, 1, shape, numpy.int8),
            "action_mask": spaces.Box(0, 1, (self._base**self._size,), numpy.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(observations) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self._base**self._size) for agent in self.possible_agents}
        self.position = start

    def observation_space(self, agent: str) -> Any:
        """The space of what an agent sees, which is the same for both."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of the actions, which is the same for both agents."""
        return self.action_spaces[agent]

    def action(self, move: str) -> int:
        """The number of a move."""
        action, cells = 0, []
        for letter, number, row, column in _CELL.findall(move):
            place = (self._rows - int(number), ord(letter) - ord("a")) if letter else (int(row), int(column))
            cells.append(place[0] * self._columns + place[1] + 1)
        for cell in cells + [0] * (self._size - len(cells)):
            action = action * self._base + cell
        return action

    def move(self, action: int) -> str:
        """The legal move with a number.

        >>> env = dicot.pettingzoo.Env(dicot.Clobber("xo"))
        >>> env.reset()
        >>> env.move(env.action("a1-b1"))
        'a1-b1'
        """
        found = self._legal().get(int(action))
        if found is None:
            raise ValueError(f"the action {action} is not legal for {self.agent_selection} in {self.position!r}")
        return found

    def _legal(self) -> Dict[int, str]:
        moves = self.position.moves(self.agent_selection)
        legal = {self.action(move): move for move in moves}
        if len(legal) != len(moves):
            raise ValueError(f"the moves of {self.position.rules} are not numbered by their cells")
        return legal

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins a game. The seed is for PettingZoo: nothing here is random."""
        options = options or {}
        position = options.get("start", self._start)
        cells = position.cells()
        unknown = {letter for row in cells for letter in row} - {*self._letters}
        if position.rules != self._start.rules or (len(cells), len(cells[0])) != (self._rows, self._columns) or unknown:
            raise ValueError(f"expected a position of {self._start.rules} on {self._rows} x {self._columns} cells, found {position!r}")
        self.position = position
        self.agent_selection = player_name(options.get("first", self._first))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Dict[str, Any] = {agent: {} for agent in self.agents}
        self._end()

    def _end(self) -> None:
        """Ends the game if the player to move cannot."""
        if self.position.moves(self.agent_selection):
            return
        self.rewards = {agent: -1 if agent == self.agent_selection else 1 for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def step(self, action: Optional[int]) -> None:
        """Plays a move; of an agent whose game is over, None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        move = self.move(-1 if action is None else action)
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.position = self.position.play(agent, move)
        self.agent_selection = "right" if agent == "left" else "left"
        self._end()

    def observe(self, agent: str) -> Dict[str, Any]:
        """What an agent sees: the board, and its legal actions, none if it is not to move."""
        board = self.position.cells()
        planes = [[[letter == known for known in self._letters] + [self.agent_selection == "left"] for letter in row] for row in board]
        mask = numpy.zeros(self._base**self._size, numpy.int8)
        if agent == self.agent_selection:
            mask[list(self._legal())] = 1
        return {"observation": numpy.array(planes, numpy.int8), "action_mask": mask}

    def render(self) -> Optional[str]:
        """The board in letters, if `render_mode` is "ansi"."""
        return self.position.picture() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: there is no window."""


def _moves(position: Position) -> List[str]:
    return position.moves("left") + position.moves("right")


def _positions(start: Position) -> List[Position]:
    """Positions of random games, which are the same each time."""
    positions, chosen = [start], random.Random(0)
    for _ in range(_GAMES):
        position, player = start, chosen.choice(["left", "right"])
        for _ in range(_MOVES):
            moves = position.moves(player)  # type: ignore[arg-type]
            if not moves:
                break
            position = position.play(player, chosen.choice(moves))  # type: ignore[arg-type]
            positions.append(position)
            player = "right" if player == "left" else "left"
    return positions
