"""Positions on boards as games of OpenSpiel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional

import numpy
import pyspiel

from ._dicot import Arrays, Position
from ._positions import position as _position
from ._types import Player

NAME = "dicot"
_SIDES: List[Player] = ["left", "right"]

_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="A combinatorial game on a board",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"start": "clobber:xo/ox", "first": "left"},
)

if TYPE_CHECKING:  # pyspiel has no types
    _BaseGame = _BaseState = object
else:
    _BaseGame, _BaseState = pyspiel.Game, pyspiel.State


class Game(_BaseGame):
    """A game that begins on a position, which is a parameter: player 0 is Left, and who cannot move loses."""

    def __init__(self, params: Optional[Dict[str, Any]] = None) -> None:
        self.parameters = {**_TYPE.parameter_specification, **(params or {})}
        rules, text = self.parameters["start"].split(":", 1)
        self.start: Position = _position(rules, text)
        self.arrays = Arrays(self.start)
        # Each move of most games takes or adds a piece, and a piece that goes on can go from each cell to each other one.
        longest = (self.arrays.shape[0] * self.arrays.shape[1]) ** 2 + 1
        info = pyspiel.GameInfo(
            num_distinct_actions=self.arrays.actions, max_chance_outcomes=0, num_players=2,
            min_utility=-1.0, max_utility=1.0, utility_sum=0.0, max_game_length=longest,
        )  # fmt: skip
        super().__init__(_TYPE, info, params or {})

    def __reduce__(self) -> Any:
        return pyspiel.load_game, (NAME, self.parameters)

    def new_initial_state(self) -> State:
        """The state at the beginning."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What sees the board as planes."""
        return Observer(self.arrays)


class State(_BaseState):
    """A position, and who is to move."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.position, self._arrays = game.start, game.arrays
        self._player = _SIDES.index(game.parameters["first"])
        self._find_legal()

    def _find_legal(self) -> None:
        # OpenSpiel asks for them several times.
        self._legal: Dict[int, str] = self._arrays.legal(self.position, _SIDES[self._player])

    def current_player(self) -> int:
        """The number of the player to move."""
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self._player

    def _legal_actions(self, player: int) -> List[int]:
        return sorted(self._legal)

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(_SIDES[self._player], self._move(self._player, action))
        self._player = 1 - self._player
        self._find_legal()

    def _action_to_string(self, player: int, action: int) -> str:
        return self._move(player, action)

    def _move(self, player: int, action: int) -> str:
        legal = self._legal if player == self._player else self._arrays.legal(self.position, _SIDES[player])
        if action not in legal:
            raise ValueError(f"the action {action} is not legal for {_SIDES[player]} in {self.position!r}")
        return legal[action]

    def is_terminal(self) -> bool:
        """Whether the player to move cannot."""
        return not self._legal

    def returns(self) -> List[float]:
        """What the players have won."""
        if not self.is_terminal():
            return [0.0, 0.0]
        return [-1.0, 1.0] if self._player == 0 else [1.0, -1.0]

    def __str__(self) -> str:
        return f"{self.position.rules}:{self.position} {_SIDES[self._player]}"


class Observer:
    """What a player sees: the same for both."""

    def __init__(self, arrays: Arrays) -> None:
        self._arrays = arrays
        self.tensor = numpy.zeros(numpy.prod(arrays.shape), numpy.float32)
        self.dict = {"observation": self.tensor.reshape(arrays.shape)}

    def set_from(self, state: State, player: int) -> None:
        """Writes the planes of a state."""
        self.tensor[:] = numpy.frombuffer(self._arrays.planes(state.position, _SIDES[state._player]), numpy.int8)

    def string_from(self, state: State, player: int) -> str:
        """The text of a state."""
        return str(state)


pyspiel.register_game(_TYPE, Game)
