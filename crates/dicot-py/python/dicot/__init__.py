"""Combinatorial game theory: exact values of short games and of positions.

>>> g = dicot.Game("{1|*}")
>>> g + g
Game('1*')
>>> dicot.Clobber("xox/ox.").value()
Game('{^^*|*,v}')

Values are Games, which can be added and compared. Positions have a class for each ruleset; positions and games add up
to Sums, and `solve` computes who wins them. Notebooks display games in mathematical notation and positions as boards.
`dicot.census` evaluates all positions of a board, on one machine or many.

Every computation releases Python's lock, can be interrupted by Ctrl-C, and raises LimitError if it reaches a limit of
`set_limits`.
"""

import typing as _typing

from ._dicot import (
    Analyzer,
    Game,
    LimitError,
    ParseError,
    Picture,
    Position,
    Sum,
    Thermograph,
    __version__,
    evaluate,
    explain,
    forget,
    latex_table,
    limits,
    rulesets,
    set_limits,
    solve,
)
from ._positions import (
    Amazons,
    AntiClobber,
    Clobber,
    Combo,
    DiagonalClobber,
    Diagonals,
    Domineering,
    Fission,
    HotClobber,
    Kayles,
    Knights,
    Konane,
    KonaneAny,
    KonaneArtemis,
    KonaneDark,
    Queens,
    Rooks,
    ToadsAndFrogs,
    TopplingDominoes,
    position,
)

if _typing.TYPE_CHECKING:
    from . import census
else:

    def __getattr__(name):
        # The module is imported when it is first used, so that `python -m dicot.census` runs it once.
        if name == "census":
            import importlib

            return importlib.import_module("dicot.census")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__():
        return sorted({*globals(), "census"})


__all__ = [
    "Amazons",
    "Analyzer",
    "AntiClobber",
    "Clobber",
    "Combo",
    "DiagonalClobber",
    "Diagonals",
    "Domineering",
    "Fission",
    "Game",
    "HotClobber",
    "Kayles",
    "Knights",
    "Konane",
    "KonaneAny",
    "KonaneArtemis",
    "KonaneDark",
    "LimitError",
    "ParseError",
    "Picture",
    "Position",
    "Queens",
    "Rooks",
    "Sum",
    "Thermograph",
    "ToadsAndFrogs",
    "TopplingDominoes",
    "__version__",
    "evaluate",
    "explain",
    "forget",
    "latex_table",
    "limits",
    "position",
    "rulesets",
    "set_limits",
    "solve",
]
