"""Combinatorial game theory: exact values of short games, and of positions.

>>> g = dicot.Game("{1|*}")
>>> g + g
Game('1*')
>>> dicot.Clobber("xox/ox.").value()
Game('{^^*|*,v}')

Values are Games: they add and compare as games do. Positions have a class for each ruleset. In a notebook, games are
shown as thermographs and positions as boards. `dicot.census` values all positions of a board, on one machine or many.

Whatever computes leaves Python's lock to other threads, ends on Ctrl-C, and raises LimitError if it passes the limits
of `set_limits`.
"""

from ._dicot import (
    Analyzer,
    Game,
    LimitError,
    ParseError,
    Position,
    Thermograph,
    __version__,
    evaluate,
    forget,
    limits,
    rulesets,
    set_limits,
    solve,
)
from .positions import (
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
    position,
)

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
    "Position",
    "Queens",
    "Rooks",
    "Thermograph",
    "ToadsAndFrogs",
    "__version__",
    "evaluate",
    "forget",
    "limits",
    "position",
    "rulesets",
    "set_limits",
    "solve",
]
