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

from typing import TYPE_CHECKING, Any, Dict, List, Optional

try:
    import numpy
    from gymnasium import spaces

    import pettingzoo
except ImportError as _missing:
    raise ImportError("dicot.pettingzoo needs PettingZoo: pip install pettingzoo") from _missing

from ._dicot import Arrays, Position, player_name

if TYPE_CHECKING:
    from ._dicot import _Player

__all__ = ["Env"]

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

    render_mode: Optional[str]
    position: Position
    possible_agents: List[str]
    agents: List[str]
    observation_spaces: Dict[str, Any]
    action_spaces: Dict[str, Any]
    rewards: Dict[str, float]
    terminations: Dict[str, bool]
    truncations: Dict[str, bool]
    infos: Dict[str, Any]
    metadata: Dict[str, Any] = {"name": "dicot_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, start: Position, first: _Player = "left", render_mode: Optional[str] = None) -> None:
        super().__init__()
        self._start, self._first, self.render_mode = start, player_name(first), render_mode
        self._arrays = Arrays(start)
        self.possible_agents = ["left", "right"]
        actions = self._arrays.actions
        observations = {
            "observation": spaces.Box(0, 1, self._arrays.shape, numpy.int8),
            "action_mask": spaces.Box(0, 1, (actions,), numpy.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(observations) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.position = start

    def observation_space(self, agent: str) -> Any:
        """The space of what an agent sees, which is the same for both."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of the actions, which is the same for both agents."""
        return self.action_spaces[agent]

    def action(self, move: str) -> int:
        """The number of a move."""
        return self._arrays.action(self.position, move)

    def move(self, action: int) -> str:
        """The legal move with a number.

        >>> env = dicot.pettingzoo.Env(dicot.Clobber("xo"))
        >>> env.reset()
        >>> env.move(env.action("a1-b1"))
        'a1-b1'
        """
        found = self._arrays.legal(self.position, self.agent_selection).get(int(action))
        if found is None:
            raise ValueError(f"the action {action} is not legal for {self.agent_selection} in {self.position!r}")
        return found

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins a game. The seed is for PettingZoo: nothing here is random."""
        options = options or {}
        position = options.get("start", self._start)
        self._arrays.check(position)
        self.position = position
        self.agent_selection = player_name(options.get("first", self._first))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
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
        mask = numpy.zeros(self._arrays.actions, numpy.int8)
        if agent == self.agent_selection:
            mask[list(self._arrays.legal(self.position, self.agent_selection))] = 1
        planes = numpy.frombuffer(self._arrays.planes(self.position, self.agent_selection), numpy.int8)
        return {"observation": planes.reshape(self._arrays.shape), "action_mask": mask}

    def render(self) -> Optional[str]:
        """The board in letters, if `render_mode` is "ansi"."""
        return self.position.picture() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing, as nothing was opened."""
