"""Rulesets in Python, and tables of values."""

from __future__ import annotations

import copy
import dataclasses
import html
import time
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Dict, Iterable, List, Literal, Optional, Sequence, Tuple, TypeVar, Union

from ._dicot import Game, LimitError, Position, Sum, limits, loopy_graph, player_name, value_of_own
from ._shared import WINS_SECOND, Shared

if TYPE_CHECKING:
    from ._dicot import _Player

_Outcome = Literal["L", "R", "N", "P"]
_Self = TypeVar("_Self", bound="Ruleset")
_Summand = Union[int, Fraction, Game, Position, Sum, "Ruleset"]


class Ruleset(Shared):
    """A ruleset of your own: a class whose instances are positions.

    Define `options`, or `left_options` and `right_options`. Positions are hashable, and equal positions are the same
    position; a frozen dataclass has both. Here Left takes one counter or three, and Right takes two:

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Heap(dicot.Ruleset):
    ...     counters: int
    ...     def options(self, player):
    ...         taken = [1, 3] if player == "left" else [2]
    ...         return [Heap(self.counters - n) for n in taken if n <= self.counters]
    >>> Heap(5).value()
    Game('{1|1/2}')
    >>> (Heap(5) + dicot.Clobber("xxo") - 1).value()
    Game('{^|-1/2^}')
    >>> dicot.solve(Heap(5) + Heap(7))["outcome"]
    'L'

    The player who cannot move loses, and play must end: a position that is its own follower raises LoopError. An option
    can also be a Game, a position of another ruleset, or a Sum of all these, so a move that splits a heap returns
    `Heap(2) + Heap(3)`. Each position is asked for its options once; dicot keeps them until `forget`.

    Three more methods are optional, and save work: `components`, `normalized` and `negative`. Two more are for people: `move_name` and `picture`.

    Where play need not end, say so: values are those of loopy games, and infinite play is a draw. Each call looks at all followers.

    >>> @dataclass(frozen=True)
    ... class Walk(dicot.Ruleset, loopy=True):
    ...     place: int
    ...     def options(self, player):  # Left goes on to 0, and Right waits
    ...         return ([Walk(self.place - 1)] if player == "left" else [self]) if self.place else []
    >>> Walk(1).value(), Walk(1).outcome(), Walk(1).value() > 0
    (LoopyGame('over'), 'L', True)
    """

    __slots__ = ()
    _loopy: ClassVar[bool] = False

    def __init_subclass__(cls, loopy: Optional[bool] = None, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if loopy is not None:
            cls._loopy = loopy

    def options(self, player: Literal["left", "right"]) -> Iterable[Union[Ruleset, Position, Game, Sum]]:
        """The positions to which a player can move. dicot names the player "left" or "right".

        By default those of `left_options` or `right_options`. The result is any iterable, for example a generator.
        """
        cls = type(self)
        if cls.left_options is Ruleset.left_options or cls.right_options is Ruleset.right_options:
            name = cls.__name__
            raise NotImplementedError(f"{name} does not define options(player), nor left_options() and right_options()")
        return self.left_options() if player_name(player) == "left" else self.right_options()

    def left_options(self) -> Iterable[Union[Ruleset, Position, Game, Sum]]:
        """The positions to which Left can move."""
        return self.options("left")

    def right_options(self) -> Iterable[Union[Ruleset, Position, Game, Sum]]:
        """The positions to which Right can move."""
        return self.options("right")

    def components(self) -> Iterable[Union[Ruleset, Position, Game, Sum]]:
        """Positions whose values add up to the value of this one; by default this one alone.

        Define it if positions fall apart: components are valued one by one, and each only once.
        """
        return (self,)

    def normalized(self: _Self) -> _Self:
        """A position of the same value, the same one for many positions; by default this one.

        Define it if positions have symmetries: for example, the lesser of a board and its mirror image.
        """
        return self

    def negative(self: _Self) -> Optional[_Self]:
        """The position with the players exchanged, whose value is the negative; by default None, for not known.

        Define it to share the work of positions that are the negatives of others, and for `-position`.
        """
        return None

    def move_name(self, option: Any, player: Literal["left", "right"]) -> str:
        """The name of the move to an option, in `moves`, `play` and `winning_moves`; by default the text of the option.

        Moves to different options have different names.
        """
        return str(option)

    def _repr_html_(self) -> Optional[str]:
        """The picture, if the class draws one."""
        if type(self).picture is Shared.picture:
            return None
        return f"<pre>{html.escape(self.picture())}</pre>"

    def value(self) -> Any:
        """The value: a Game, or of a loopy ruleset a Game or a LoopyGame.

        Values of all followers are kept until `dicot.forget`, except of a loopy ruleset. Use `dicot.Analyzer` for limits and memory of its own.
        """
        return loopy_graph(_graph(self), False) if self._loopy else value_of_own(self)

    def outcome(self) -> Any:
        """The outcome: 'L' or 'R' if that player wins, 'N' if the player who starts wins, 'P' if the other one does; with draws 'D', 'NHat',
        'PHat', 'NCheck' or 'PCheck'.

        It is that of the value; `dicot.solve` also finds outcomes of positions that are too large for values. That of a loopy ruleset needs no
        value.
        """
        return loopy_graph(_graph(self), True) if self._loopy else self.value().outcome()

    def winning_options(self, player: _Player) -> List[Union[Ruleset, Position, Game, Sum]]:
        """The options with which a player wins, moving first.

        The player is "left" or "right", or the initial, in upper or lower case.
        """
        name = player_name(player)
        if self._loopy:
            graph, found = _explored(self)
            # With an option before all, which is its follower too.
            later = [([n + 1 for n in left], [n + 1 for n in right]) for left, right in graph]
            numbers = graph[0][0 if name == "left" else 1]
            return [found[n] for n in numbers if loopy_graph([later[n], *later], True) in WINS_SECOND[name]]
        values = [(option, Sum(option).value()) for option in self.options(name)]
        return [option for option, value in values if (value >= 0 if name == "left" else value <= 0)]

    def __neg__(self: _Self) -> _Self:
        """The position with the players exchanged, if the class defines `negative`."""
        negative = self.negative()
        if negative is None:
            name = type(self).__name__
            raise TypeError(f"{name} does not define negative(); define it, or use the value: -position.value()")
        return negative

    def __add__(self, other: _Summand) -> Sum:
        """The sum with another position, a Game, a number or a Sum."""
        return Sum(self).__add__(other)

    def __radd__(self, other: _Summand) -> Sum:
        """The sum with a Game, a number or a position on the left."""
        return Sum(self).__radd__(other)

    def __sub__(self, other: _Summand) -> Sum:
        """The sum with the negative of a position, a Game, a number or a Sum."""
        return Sum(self).__sub__(other)

    def __rsub__(self, other: _Summand) -> Sum:
        """The sum of what is on the left and the negative of this position."""
        return Sum(self).__rsub__(other)


def _graph(position: Any) -> List[Tuple[List[int], List[int]]]:
    """The followers of a position by their numbers, those of Left and those of Right; the position is the first one."""
    return _explored(position)[0]


def _explored(position: Any) -> Tuple[List[Tuple[List[int], List[int]]], List[Any]]:
    """The graph of a position, and its followers, the position itself first."""
    if isinstance(position, Ruleset):
        _require_equality(position)
    known = limits()
    most_seconds, most_bytes, start = known["seconds"], known["bytes"], time.monotonic()
    numbers, found = {position: 0}, [position]
    graph: List[Tuple[List[int], List[int]]] = []
    count = 0

    def number(option: Any) -> int:
        option = option if hasattr(option, "options") else Game(option)
        if option not in numbers:
            numbers[option] = len(found)
            found.append(option)
        return numbers[option]

    for follower in found:  # which grows
        left, right = ([number(option) for option in follower.options(player)] for player in ("left", "right"))
        graph.append((left, right))
        count += len(left) + len(right)
        if most_seconds is not None and time.monotonic() - start > most_seconds:
            raise LimitError(f"the limit of {most_seconds} seconds is reached at {len(found)} positions")
        # About what Python takes for a position with a field, and for a number in a list.
        if most_bytes is not None and 400 * len(found) + 40 * count > most_bytes:
            raise LimitError(f"the limit of {most_bytes} bytes is reached at {len(found)} positions")
    return graph, found


def table(positions: Iterable[Any]) -> List[Dict[str, Any]]:
    """A table of positions with their values: a list of dicts, as pandas.DataFrame takes them.

    Positions of any rulesets, Games and Sums can be in it. A row has `position`, `value`, `outcome`, `mean`,
    `temperature` and `birthday`. The value of a position whose play need not end can be a LoopyGame; the last three are None then.

    >>> for row in dicot.table(dicot.Kayles(str(n)) for n in range(3)):
    ...     print(row["position"], row["value"], row["outcome"])
    0 0 P
    1 * N
    2 *2 N
    """
    rows = []
    for position in positions:
        value = position.value() if isinstance(position, Ruleset) else Sum(position).value()
        row = {"position": position, "value": value}
        if isinstance(value, Game):
            row.update(outcome=value.outcome(), mean=value.mean(), temperature=value.temperature(), birthday=value.birthday())
        else:
            row.update(outcome=value.outcome(), mean=None, temperature=None, birthday=None)
        rows.append(row)
    return rows


def _require_equality(position: Ruleset) -> None:
    """Checks that positions are compared by what they are, with a copy of one. What cannot be copied is not checked."""
    cls, remedy = type(position), "define __eq__ and __hash__"
    if cls.__eq__ is object.__eq__:
        raise TypeError(
            f"positions of {cls.__name__} are compared by identity; write @dataclass(frozen=True) above the class, or {remedy}"
        )
    try:
        twin = copy.deepcopy(position)
    except Exception:
        return
    if twin == position and hash(twin) == hash(position):
        return
    names = [field.name for field in dataclasses.fields(cls) if field.compare] if dataclasses.is_dataclass(cls) else []
    different = [name for name in names if getattr(twin, name) != getattr(position, name)]
    place = f"their {different[0]} is compared by identity, or contains what is" if different else "it contains what is compared by identity"
    raise TypeError(
        f"positions of {cls.__name__} are not recognized when they are reached again, since a copy is not equal: {place}; "
        f"keep what is compared by content, such as a frozenset of edges, or {remedy}"
    )


for _public in (Ruleset, table):
    _public.__module__ = "dicot"
