"""The base of the classes of rulesets."""

from __future__ import annotations

import operator

from typing import Any, ClassVar, Dict, Iterable, Mapping, Tuple, Type, TypeVar, Union

from . import _shared as _shared  # positions have its methods
from ._dicot import Position, evaluate, rulesets

_ABOUT = {line["name"]: line for line in rulesets()}
_CLASSES: Dict[str, Type["_OfRuleset"]] = {}
_Self = TypeVar("_Self", bound="_OfRuleset")


class _OfRuleset(Position):
    """A position of the ruleset that the class is named after."""

    __slots__ = ()
    _rules: ClassVar[str]

    def __init_subclass__(cls, rules: str = "", **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if not rules:  # a subclass by a user, of the same ruleset
            return
        line = _ABOUT[rules]
        cls._rules = rules
        cls.__doc__ = f"{line['about']}\n\nA position is written as: {line['notation']}"
        cls.__module__ = "dicot"
        for name in [rules, *line["aliases"]]:
            _CLASSES[name] = cls

    def __new__(cls: Type[_Self], position: Union[str, int, Iterable[Any]], /, *more: int) -> _Self:
        """A position by its text, by the numbers of its heaps or sides, or by its rows, from the top.

        >>> dicot.Nim(3, 5)
        Nim('3+5')
        >>> dicot.Clobber(["xo", "ox"]) == dicot.Clobber([["x", "o"], ["o", "x"]]) == dicot.Clobber("xo/ox")
        True
        """
        if isinstance(position, str) and not more:
            return super().__new__(cls, cls._rules, position)
        if more or hasattr(position, "__index__"):
            numbers = ",".join(str(operator.index(n)) for n in (position, *more))  # type: ignore[arg-type]
            return super().__new__(cls, cls._rules, str(evaluate(f'rules("{cls._rules}")({numbers})')))
        rows = (row if isinstance(row, str) else "".join(map(str, row)) for row in position)  # type: ignore[union-attr]
        return super().__new__(cls, cls._rules, "/".join(rows))

    @classmethod
    def start(cls: Type[_Self], rows: int, columns: int) -> _Self:
        """The position on which matches start on a board of this size.

        >>> dicot.Clobber.start(2, 4)
        Clobber('oxox/xoxo')
        """
        rows, columns = operator.index(rows), operator.index(columns)
        return super().__new__(cls, cls._rules, str(evaluate(f'rules("{cls._rules}").Empty({rows},{columns})')))

    @classmethod
    def from_edges(
        cls: Type[_Self],
        edges: Iterable[Tuple[Any, ...]],
        labels: Mapping[Any, str] = {},
        *,
        vertices: Iterable[Any] = (),
        directed: bool = False,
    ) -> _Self:
        """The graph with these edges: two vertices each, and a colour where edges have one. Labels are of vertices. The vertices, which can
        be anything that is hashable, have numbers in the order in which they are named; in Hackenbush the first one is the ground.

        >>> dicot.Hackenbush.from_edges([("ground", "a", "blue"), ("a", "b", "red")])
        Hackenbush('n=3 0-1:b 1-2:r')
        >>> dicot.Col.from_edges([(1, 2), (2, 3)], labels={3: "L"})
        Col('n=3 0-1 1-2 | 2:L')
        """
        numbers = {vertex: number for number, vertex in enumerate(dict.fromkeys(vertices))}
        number = lambda vertex: numbers.setdefault(vertex, len(numbers))
        sign = ">" if directed else "-"
        parts = []
        for u, v, *colour in edges:
            parts.append(f"{number(u)}{sign}{number(v)}" + "".join(f":{name[0].lower()}" for name in colour))
        marks = [f"{number(vertex)}:{label}" for vertex, label in labels.items()]
        text = " ".join([f"n={len(numbers)}", *parts, *(["|", *marks] if marks else [])])
        return super().__new__(cls, cls._rules, text)

    @classmethod
    def from_networkx(cls: Type[_Self], graph: Any, *, colour: str = "colour", label: str = "label") -> _Self:
        """The position on a graph of networkx. Edges may have a colour and vertices a label, as attributes of these names. Vertices have
        numbers in the order of the graph; in Hackenbush the first one is the ground.
        """
        edges = [(u, v, *([data[colour]] if colour in data else [])) for u, v, data in graph.edges(data=True)]
        labels = {vertex: data[label] for vertex, data in graph.nodes(data=True) if label in data}
        return cls.from_edges(edges, labels, vertices=graph.nodes, directed=graph.is_directed())


class _Loopy(_OfRuleset):
    """A position of a ruleset whose play need not end."""

    __slots__ = ()

    # The types of the base class are those of games that end.
    def value(self) -> Any:
        """The value: a Game, or a Value that is a loopy game."""
        return super().value()

    def outcome(self) -> Any:
        """The outcome: 'L', 'R', 'N' or 'P'; with draws 'D', 'NHat', 'PHat', 'NCheck' or 'PCheck'."""
        return super().outcome()


def classes() -> Dict[str, Type[_OfRuleset]]:
    """The class of each ruleset by its name: `NodeKayles` is that of `node-kayles`."""
    for rules, line in _ABOUT.items():
        name = "".join(word.capitalize() for word in rules.split("-"))
        type(name, (_Loopy if line["loopy"] else _OfRuleset,), {"__slots__": ()}, rules=rules)
    return {found.__name__: found for found in _CLASSES.values()}


def position(rules: str, text: str) -> Position:
    """A position of the ruleset with this name, in its class.

    >>> dicot.position("konane", ".xo.")
    Konane('.xo.')
    """
    found = _CLASSES.get(rules.lower())
    # The native class raises the error for an unknown name.
    return found(text) if found else Position(rules, text)


position.__module__ = "dicot"
