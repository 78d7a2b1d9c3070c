"""Games by their names."""

from __future__ import annotations

from fractions import Fraction
from typing import Union

from ._dicot import Game

#: The nimber 1, up and down.
STAR, UP, DOWN = Game("*"), Game("^"), Game("v")


def tiny(game: Union[str, int, Fraction, Game], /) -> Game:
    """Tiny of a game G: the game `{0||0|-G}`, for positive numbers the smallest positive infinitesimals of all.

    >>> dicot.tiny(2), dicot.tiny(1) > dicot.tiny(2) > 0
    (Game('Tiny(2)'), True)
    """
    return Game(game).tiny()


def miny(game: Union[str, int, Fraction, Game], /) -> Game:
    """Miny of a game G: the game `{G|0||0}`, the negative of tiny.

    >>> dicot.miny("1/2") + dicot.tiny("1/2")
    Game('0')
    """
    return Game(game).miny()


for _public in (tiny, miny):
    _public.__module__ = "dicot"
