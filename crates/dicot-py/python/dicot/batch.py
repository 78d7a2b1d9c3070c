"""Many games at once, as arrays: a vector of environments for learning programs, with over a million moves a second.

`Batch` is any ruleset on a board of cells, of dicot or of a file. The player who cannot move loses.

>>> import numpy
>>> import dicot.batch
>>> batch = dicot.batch.Batch([dicot.Clobber.start(5, 6)] * 1000)
>>> generator = numpy.random.default_rng(0)
>>> while not batch.over.all():
...     batch.step(batch.random(generator))
>>> int((batch.winners == 1).sum())  # the random games that Left wins
482

Actions and planes are those of `dicot.pettingzoo.Env` and of `dicot.openspiel.load`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Sequence, Union

try:
    import numpy
except ImportError as _missing:
    raise ImportError("dicot.batch needs NumPy: pip install numpy") from _missing

from ._dicot import Arrays, Games, Position

if TYPE_CHECKING:
    from ._dicot import _Player

__all__ = ["Batch"]


class Batch:
    """Games that begin on positions of one ruleset on boards of one size, all with the same player to move or each with its own.

    Games are numbered as their positions. The legal actions of game i are `actions[offsets[i] : offsets[i + 1]]`, in order.

    >>> batch = dicot.batch.Batch([dicot.Clobber("xo."), dicot.Clobber("xox"), dicot.Clobber("x.o")])
    >>> batch.actions, batch.offsets, batch.over
    (array([ 6,  6, 14]), array([0, 1, 3, 3]), array([False, False,  True]))
    >>> batch.step([batch.action("a1-b1"), batch.action("c1-b1"), 0])
    >>> batch.positions(), batch.winners
    ([Clobber('.x.'), Clobber('xx.'), Clobber('x.o')], array([ 1,  1, -1], dtype=int8))
    """

    actions: Any
    offsets: Any
    _arrays: Arrays
    _games: Games

    def __init__(self, positions: Sequence[Position], first: Union[_Player, Sequence[_Player]] = "left") -> None:
        positions = list(positions)
        if not positions:
            raise ValueError("expected at least one position")
        players = [first] * len(positions) if isinstance(first, str) else list(first)
        if len(players) != len(positions):
            raise ValueError(f"expected a player for each of {len(positions)} positions, found {len(players)}")
        self._arrays = Arrays(*dict.fromkeys(positions))
        self._games = Games(self._arrays, positions, players)
        self._look()

    def _look(self) -> None:
        self.actions = numpy.frombuffer(self._games.actions(), numpy.int64)
        self.offsets = numpy.frombuffer(self._games.offsets(), numpy.int64)

    def __len__(self) -> int:
        return len(self._games)

    def __copy__(self) -> Batch:
        """The same games, which go on by themselves."""
        other = object.__new__(Batch)
        other._arrays, other._games = self._arrays, self._games.copy()
        other._look()
        return other

    def __deepcopy__(self, _: Any) -> Batch:
        return self.__copy__()

    def __reduce__(self) -> Any:
        raise TypeError("a Batch is not pickled; its positions() are, and it can be copied")

    def _place(self, game: int) -> int:
        if not -len(self) <= game < len(self):
            raise IndexError(f"game {game} of {len(self)}")
        return game % len(self)

    @property
    def counts(self) -> Any:
        """The number of legal actions of each game."""
        return numpy.diff(self.offsets)

    @property
    def lefts(self) -> Any:
        """Whether Left is to move, in each game."""
        return numpy.frombuffer(self._games.lefts(), numpy.bool_)

    @property
    def over(self) -> Any:
        """Which games are over: the player to move has no action."""
        return self.counts == 0

    @property
    def winners(self) -> Any:
        """1 for each game that Left has won, -1 for Right, and 0 for those that go on."""
        return numpy.where(self.over, numpy.where(self.lefts, -1, 1), 0).astype(numpy.int8)

    def action(self, move: str, game: int = 0) -> int:
        """The action of a move in a game, legal or not; on most boards it is the same in all games."""
        return self._arrays.action(self._games.position(self._place(game)), move)

    def moves(self, game: int = 0) -> Dict[int, str]:
        """The legal moves of a game by their actions.

        >>> dicot.batch.Batch([dicot.Clobber("xox")]).moves()
        {6: 'a1-b1', 14: 'c1-b1'}
        """
        return self._arrays.legal(self._games.position(self._place(game)), "left" if self.lefts[game] else "right")

    def mask(self) -> Any:
        """The legal actions as an array of games and actions."""
        mask = numpy.zeros((len(self), self._arrays.actions), numpy.bool_)
        mask[numpy.repeat(numpy.arange(len(self)), self.counts), self.actions] = True
        return mask

    def planes(self) -> Any:
        """The boards as an array of games, rows, columns and planes: one for each letter, and one of ones if Left is to move.

        >>> dicot.batch.Batch([dicot.Clobber.start(3, 4)] * 5).planes().shape
        (5, 3, 4, 4)
        """
        return numpy.frombuffer(self._games.planes(), numpy.int8).reshape(len(self), *self._arrays.shape)

    def positions(self) -> List[Position]:
        """The positions of all games."""
        return [self._games.position(game) for game in range(len(self))]

    def random(self, generator: Any) -> Any:
        """A legal action of each game, all with the same probability; -1 where the game is over.

        `generator` is one of NumPy: the actions are the same for the same seed.
        """
        places = self.offsets[:-1] + (generator.random(len(self)) * self.counts).astype(numpy.int64)
        return numpy.append(self.actions, -1)[numpy.where(self.over, -1, places)]

    def step(self, actions: Any) -> None:
        """Plays an action in each game; those of games that are over do not count. Nothing is played if one is not legal."""
        actions = numpy.asarray(actions)
        if actions.shape != (len(self),) or actions.dtype.kind not in "iu":
            raise ValueError(f"expected {len(self)} actions, found an array of {actions.dtype} and the shape {actions.shape}")
        self._games.step(actions.astype(numpy.int64).tobytes())
        self._look()

    def restart(self) -> List[int]:
        """Begins anew where the game is over, and returns the numbers of these games."""
        over = self._games.restart()
        self._look()
        return over
