"""The base of the classes of rulesets."""

from __future__ import annotations

import operator
import re
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar, Dict, Iterable, Mapping, Tuple, Type, TypeVar, Union

from . import _shared as _shared  # positions have its methods
from ._dicot import Position, evaluate, read_ruleset_file, read_ruleset_text, rulesets

if TYPE_CHECKING:
    from ._dicot import RulesetLine

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
        if more or not hasattr(position, "__iter__"):
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

    def to_networkx(self, *, colour: str = "colour", label: str = "label") -> Any:
        """The graph of the position as a MultiGraph of networkx, or a MultiDiGraph if edges are arrows. The colour of an edge, 'b', 'r'
        or 'g', and the label of a vertex are attributes of these names, which `from_networkx` reads.
        """
        import networkx

        found = self._graph()
        if found is None:
            raise TypeError(f"positions of {self.rules} are not graphs")
        vertices, labels, directed = found
        graph = networkx.MultiDiGraph() if directed else networkx.MultiGraph()
        graph.add_nodes_from(range(vertices))
        graph.add_nodes_from((vertex, {label: text}) for vertex, text in labels)
        for u, v, *name in self.edges() or []:
            graph.add_edge(u, v, **{colour: name[0]} if name else {})
        return graph


class _Loopy(_OfRuleset):
    """A position of a ruleset whose play need not end."""

    __slots__ = ()

    # The types of the base class are those of games that end.
    def value(self) -> Any:
        """The value: a Game or a LoopyGame."""
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


def _class_of(title: str, line: RulesetLine) -> Type[_OfRuleset]:
    """The class of the ruleset of a file, which is made once."""
    rules = line["name"]
    if rules not in _CLASSES:
        _ABOUT[rules] = line
        name = "".join(word.capitalize() for word in re.findall(r"\w+", title))
        type(name if name.isidentifier() else f"Ruleset{name}", (_OfRuleset,), {"__slots__": ()}, rules=rules)
    return _CLASSES[rules]


def ruleset_from_file(path: Union[str, PathLike[str]], /) -> Type[_OfRuleset]:
    """The class of the positions of a ruleset in a file.

    The format is described in docs/guide/ruleset-files.md. Positions are pickled with the rules, so that they can be sent to processes and
    machines that do not have the file.
    """
    return _class_of(*read_ruleset_file(path))


def ruleset_from_text(text: str, /) -> Type[_OfRuleset]:
    """The class of the positions of a ruleset in a text like that of a file.

    >>> Coins = dicot.ruleset_from_text("game coins\\nletter x left\\nletter . empty\\nleft east: x -> .")
    >>> Coins("x.x"), Coins("x.x").value()
    (Coins('x.x'), Game('2'))

    Functions that take the name of a ruleset take the class.

    >>> dicot.solve("x.x + 1", Coins)["outcome"]
    'L'
    >>> dicot.ruleset_from_text("game coins\\nleft east: x -> .")
    Traceback (most recent call last):
        ...
    ValueError: text, line 2, column 12: unknown letter x; add a line like: letter x left
    """
    return _class_of(*read_ruleset_text(text))


_OF_TEXTS: Dict[str, Type[_OfRuleset]] = {}


def position_with_rules(rules: str, text: str) -> Position:
    """The position that was pickled with the text of the rules."""
    if rules not in _OF_TEXTS:
        _OF_TEXTS[rules] = ruleset_from_text(rules)
    return _OF_TEXTS[rules](text)


def position(rules: Union[str, Type[Position]], text: str) -> Position:
    """A position of the ruleset with this name, in its class.

    >>> dicot.position("konane", ".xo.")
    Konane('.xo.')
    """
    if not isinstance(rules, str):
        return rules(text) if issubclass(rules, _OfRuleset) else Position(rules, text)
    found = _CLASSES.get(rules.lower())
    # The native class raises the error for an unknown name.
    return found(text) if found else Position(rules, text)


for _function in [position, ruleset_from_file, ruleset_from_text]:
    _function.__module__ = "dicot"
