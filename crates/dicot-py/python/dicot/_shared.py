"""What all positions have: those of built-in rulesets and of rule files, those of rulesets in Python, and sums of them."""

from __future__ import annotations

import contextlib
import html
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Iterator, List, Tuple

from ._dicot import Game, Position, Sum, Thermograph, explain, label, latex_text, limits, player_name, set_limits, solve, values

if TYPE_CHECKING:
    from ._types import Label, Player, Solution


#: The outcomes, also of loopy games, with which a player wins when the other one is to move.
WINS_SECOND = {"left": ("L", "P", "PHat"), "right": ("R", "P", "PCheck")}


class Shared:
    """The methods that positions of all kinds share, and sums of them."""

    __slots__ = ()

    def moves(self, player: Player) -> List[str]:
        """A player's moves as texts: of a ruleset in Python their `move_name`, of a sum with the number of the part before each.

        >>> (dicot.Clobber("xxo") + dicot.Nim("2")).moves("right")
        ['1: c1-b1', '2: 2>1', '2: 2>0']
        """
        return [text for text, _ in _options(self, player)]

    def play(self, player: Player, move: str) -> Any:
        """The position after a player's move.

        >>> (dicot.Clobber("xxo") + dicot.Nim("2")).play("right", "2: 2>1")
        Clobber('xxo') + Nim('1')
        """
        for text, option in _options(self, player):
            if text == move:
                return option
        raise ValueError(f"{move!r} is not a move of {player_name(player)}")

    def options(self, player: Player) -> Any:
        """The positions to which a player can move.

        >>> dicot.Clobber("xxo").options("left")
        [Clobber('x.x')]
        >>> (dicot.Clobber("xo") + 1).options("left")
        [Clobber('.x') + Game('1'), Sum(Clobber('xo'))]
        """
        return [option for _, option in _options(self, player)]

    def winning_moves(self, player: Player) -> List[str]:
        """The moves with which a player wins, moving first.

        >>> (dicot.Clobber("xxo") + dicot.Nim("2")).winning_moves("right")
        []
        """
        name = player_name(player)
        if getattr(self, "_loopy", False):
            winning = self.winning_options(name)  # type: ignore[attr-defined]
            return [text for text, option in _options(self, name) if option in winning]
        if _has_loopy_part(self):
            return [text for text, option in _options(self, name) if option.outcome() in WINS_SECOND[name]]
        found = solve(self, first=name, moves=True)["winning_moves"]  # type: ignore[arg-type]
        return (found["left"] if name == "left" else found["right"]) or []

    def outcome(self) -> Any:
        """Who wins: 'L' or 'R' if that player wins, 'N' if the player who starts wins, 'P' if the other one does.

        >>> (dicot.Clobber("xxo") + dicot.Nim("2")).outcome()
        'L'

        Of a sum in which play need not end it is that of the value, and can be one of loopy games.

        >>> (dicot.FoxAndGeese(".g.g/..../..../..f.") - 1).outcome()
        'R'
        """
        if _has_loopy_part(self):
            return self._value().outcome()
        return solve(self)["outcome"]  # type: ignore[arg-type]

    def components(self) -> Any:
        """Positions whose values add up to the value.

        >>> (dicot.Clobber("xo.xxo") + 1).components()
        [Clobber('xo'), Clobber('xxo'), Game('1')]
        """
        found = [[part] if isinstance(part, Game) else part.components() for part in self.parts()]  # type: ignore[attr-defined]
        return [component for of_part in found for component in of_part]

    def thermograph(self) -> Thermograph:
        """The thermograph of the value.

        >>> dicot.Domineering("../..").thermograph().temperature()
        Fraction(1, 1)
        """
        return self._value().thermograph()  # type: ignore[no-any-return]

    def temperature(self) -> Fraction:
        """The temperature of the value.

        >>> (dicot.Domineering("../..") + 3).temperature()
        Fraction(1, 1)
        """
        return self._value().temperature()  # type: ignore[no-any-return]

    def mean(self) -> Fraction:
        """The mean of the value.

        >>> (dicot.Domineering("../..") + 3).mean()
        Fraction(3, 1)
        """
        return self._value().mean()  # type: ignore[no-any-return]

    def solve(self, **arguments: Any) -> Solution:
        """Solves the game as `dicot.solve` does, which needs no exact values.

        >>> dicot.Clobber("xoxoxo").solve()["outcome"]
        'P'
        """
        return solve(self, **arguments)  # type: ignore[arg-type]

    def label(self, **arguments: Any) -> Label:
        """Who wins and the winning moves, as `dicot.label` finds them; of other positions than built-in ones by `dicot.solve`, whose arguments
        it takes.

        >>> (dicot.Clobber("xxo") + dicot.Nim(2)).label()["winning_moves"]
        {'left': ['2: 2>0'], 'right': []}
        """
        if isinstance(self, Position):
            return label([self], **arguments)[0]
        solution = solve(self, moves=True, **arguments)  # type: ignore[arg-type]
        names = ("position", "outcome", "left_first", "right_first", "winning_moves", "reason")
        return {name: solution[name] for name in names if name in solution}  # type: ignore[return-value, literal-required]

    def picture(self) -> str:
        """A drawing in letters: the rows of a board, and the pictures of the parts of a sum.

        >>> print((dicot.Clobber("xo/ox") + 1).picture())
        x o
        o x
        <BLANKLINE>
        + 1
        """
        if not isinstance(self, Sum):
            return str(self)
        texts = [str(part) if isinstance(part, Game) else part.picture() for part in self.parts()]
        return "\n\n+ ".join(texts)

    def to_latex(self) -> str:
        """The text in LaTeX, for math mode: positions in typewriter type, values in the usual notation.

        >>> print((dicot.Clobber("xo/ox") + dicot.STAR).to_latex())
        \\texttt{xo/ox} + {\\ast}
        """
        parts = self.parts() if isinstance(self, Sum) else [self]
        texts = [part.to_latex() if part is not self else f"\\texttt{{{latex_text(str(part))}}}" for part in parts]
        return " + ".join(texts) or "0"

    def widget(self) -> Any:
        """The position with its moves to click, in a notebook: `dicot.widgets.Moves`, and of most built-in positions a `dicot.widgets.Board`.

        They need the package anywidget.
        """
        from .widgets import Moves

        return Moves(self)  # type: ignore[arg-type]

    def explain(self) -> str:
        """How the game is simplified to its canonical form, as `dicot.explain` says it: of a sum by the values of its options.

        >>> print((dicot.Clobber("xo") + dicot.Nim("1")).explain().splitlines()[0])
        G = {*,*|*,*}
        """
        if not isinstance(self, Sum):
            return explain(self)  # type: ignore[arg-type]
        left, right = (",".join(map(str, values(self.options(player)))) for player in ("left", "right"))
        return explain(f"{{{left}|{right}}}")

    def _value(self) -> Any:
        return self.value()  # type: ignore[attr-defined]


def _has_loopy_part(game: Any) -> bool:
    """Whether play need not end in a part of a sum."""
    parts = game.parts() if isinstance(game, Sum) else []
    return any(getattr(part, "_loopy", False) or (isinstance(part, Position) and part._is_loopy) for part in parts)


def _options(game: Any, player: Player) -> List[Tuple[str, Any]]:
    """The moves of a player as texts, each with the position after it."""
    name = player_name(player)
    if isinstance(game, Sum):
        parts = game.parts()
        return [
            (f"{number}: {text}" if len(parts) > 1 else text, Sum(*parts[: number - 1], option, *parts[number:]))
            for number, part in enumerate(parts, 1)
            for text, option in _options(part, name)
        ]
    if isinstance(game, Position):
        return [(move, game.play(name, move)) for move in game.moves(name)]
    name_of = getattr(game, "move_name", lambda option, _: str(option))
    return [(name_of(option, name), option) for option in game.options(name)]


def _html_of_sum(game: Sum) -> str:
    """The parts of a sum side by side, boards as pictures."""
    parts = []
    for part in game.parts():
        svg = getattr(part, "_repr_svg_", lambda: None)()
        text = getattr(part, "_repr_html_", lambda: None)() or f"<span>{html.escape(str(part))}</span>"
        parts.append(svg[svg.index("<svg") :] if svg else text)
    style = "display: flex; flex-wrap: wrap; align-items: center; gap: 0.5em"
    return f'<div style="{style}">{"<span>+</span>".join(parts) or "0"}</div>'


def _add_methods() -> None:
    for cls in (Position, Sum):
        for name, method in vars(Shared).items():
            # These two are operations of positions.
            is_operation = cls is Position and name in ("explain", "picture")
            if not name.startswith("__") and name not in vars(cls) and not is_operation:
                setattr(cls, name, method)
    Sum._repr_html_ = _html_of_sum  # type: ignore[attr-defined]
    for name, method in vars(Shared).items():
        if not name.startswith("_"):
            method.__module__ = "dicot"


_add_methods()


@contextlib.contextmanager
def limited(**changed: Any) -> Iterator[None]:
    """Limits of computations in a block, as `set_limits` takes them; before and after it the limits are those from before. They hold for
    all threads.

    >>> with dicot.limited(seconds=1):
    ...     dicot.limits()["seconds"]
    1.0
    >>> dicot.limits()["seconds"] is None
    True
    """
    before = limits()
    set_limits(**changed)
    try:
        yield
    finally:
        set_limits(**before)


limited.__module__ = "dicot"
