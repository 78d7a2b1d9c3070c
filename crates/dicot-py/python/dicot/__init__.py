"""Combinatorial game theory: exact values of short games and of positions.

>>> g = dicot.Game("{1|*}")
>>> g + g
Game('1*')
>>> dicot.Clobber("xox/ox.").value()
Game('{^^*|*,v}')

Values are Games, which can be added and compared. Positions have a class for each ruleset, and a subclass of `Ruleset`
is a ruleset of your own. Positions and games add up to Sums, and `solve` computes who wins them; `table` makes a table of
values, and `label` computes who wins many positions, on all cores. Notebooks display games in their notation and positions
as boards; `dicot.widgets` has boards to click. `dicot.census` evaluates all positions of a board, on one machine or many;
`dicot.openspiel` translates states of OpenSpiel, `dicot.pettingzoo` makes environments, `dicot.batch` plays many games at once, and `dicot.dataset` labels positions of random games. `evaluate` and a `Worksheet` take expressions, whose operations are also
methods of games.

Every computation releases Python's lock, can be interrupted by Ctrl-C, and raises LimitError if it reaches a limit of
`set_limits`; `solve` and `label` return what they have found.
"""

import os as _os
import typing as _typing

from . import _classes, _dicot, _operations
from ._dicot import (
    Analyzer,
    Bot,
    Entry,
    Game,
    LimitError,
    LoopError,
    LoopyGame,
    Operation,
    ParseError,
    Picture,
    Position,
    Sum,
    Thermograph,
    Value,
    Worksheet,
    __version__,
    bots,
    evaluate,
    explain,
    forget,
    heap,
    heap_misere,
    heap_quotient,
    label,
    latex_table,
    limits,
    nim_power,
    nim_product,
    nim_quotient,
    nim_square_root,
    operations,
    rulesets,
    set_limits,
    solve,
    sort_key,
    values,
)
from ._classes import *
from ._constants import DOWN, STAR, UP, miny, tiny
from ._positions import position, ruleset_from_file, ruleset_from_text
from ._ruleset import Ruleset, table
from ._shared import limited
from ._types import Label, Outcome, Player, Solution, Winner, WinningMoves

if hasattr(_os, "register_at_fork"):
    # The child of a fork does not have the threads that may be computing, and must not wait for them.
    _os.register_at_fork(
        before=_dicot.before_fork,
        after_in_parent=lambda: _dicot.after_fork(False),
        after_in_child=lambda: _dicot.after_fork(True),
    )

if _typing.TYPE_CHECKING:
    from . import batch, campaign, census, dataset, openspiel, pettingzoo, widgets
else:

    def __getattr__(name):
        # A module is imported when it is first used, so that `python -m dicot.census` runs it once, and OpenSpiel and
        # anywidget are not needed without it.
        if name in _MODULES:
            import importlib

            return importlib.import_module(f"dicot.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__():
        return sorted({*globals(), *_MODULES})

    _MODULES = ("batch", "campaign", "census", "dataset", "openspiel", "pettingzoo", "widgets")


__all__ = [
    "Analyzer",
    "Bot",
    "DOWN",
    "Entry",
    "Game",
    "Label",
    "LimitError",
    "LoopError",
    "LoopyGame",
    "Operation",
    "Outcome",
    "ParseError",
    "Picture",
    "Player",
    "Position",
    "Ruleset",
    "STAR",
    "Solution",
    "Sum",
    "Thermograph",
    "UP",
    "Value",
    "Winner",
    "WinningMoves",
    "Worksheet",
    "__version__",
    "bots",
    "evaluate",
    "explain",
    "forget",
    "heap",
    "heap_misere",
    "heap_quotient",
    "label",
    "limited",
    "latex_table",
    "limits",
    "miny",
    "nim_power",
    "nim_product",
    "nim_quotient",
    "nim_square_root",
    "operations",
    "position",
    "ruleset_from_file",
    "ruleset_from_text",
    "rulesets",
    "set_limits",
    "solve",
    "sort_key",
    "table",
    "tiny",
    "values",
]
__all__ += _classes.__all__
