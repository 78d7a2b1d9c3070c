"""A class for each ruleset."""

from __future__ import annotations

from typing import Any, ClassVar, Dict, Type, TypeVar

from ._dicot import Position, rulesets

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

    def __new__(cls: Type[_Self], text: str) -> _Self:
        return super().__new__(cls, cls._rules, text)


class Clobber(_OfRuleset, rules="clobber"):
    __slots__ = ()


class DiagonalClobber(_OfRuleset, rules="diagonal-clobber"):
    __slots__ = ()


class Diagonals(_OfRuleset, rules="diagonals"):
    __slots__ = ()


class Knights(_OfRuleset, rules="knights"):
    __slots__ = ()


class Rooks(_OfRuleset, rules="rooks"):
    __slots__ = ()


class Queens(_OfRuleset, rules="queens"):
    __slots__ = ()


class HotClobber(_OfRuleset, rules="hot-clobber"):
    __slots__ = ()


class AntiClobber(_OfRuleset, rules="anti-clobber"):
    __slots__ = ()


class Konane(_OfRuleset, rules="konane"):
    __slots__ = ()


class KonaneArtemis(_OfRuleset, rules="konane-artemis"):
    __slots__ = ()


class KonaneAny(_OfRuleset, rules="konane-any"):
    __slots__ = ()


class KonaneDark(_OfRuleset, rules="konane-dark"):
    __slots__ = ()


class Fission(_OfRuleset, rules="fission"):
    __slots__ = ()


class ToadsAndFrogs(_OfRuleset, rules="toads-and-frogs"):
    __slots__ = ()


class Domineering(_OfRuleset, rules="domineering"):
    __slots__ = ()


class Amazons(_OfRuleset, rules="amazons"):
    __slots__ = ()


class Kayles(_OfRuleset, rules="kayles"):
    __slots__ = ()


class TopplingDominoes(_OfRuleset, rules="toppling-dominoes"):
    __slots__ = ()


class ElephantsAndRhinos(_OfRuleset, rules="elephants-and-rhinos"):
    __slots__ = ()


class Cutcake(_OfRuleset, rules="cutcake"):
    __slots__ = ()


class Eatcake(_OfRuleset, rules="eatcake"):
    __slots__ = ()


class MaundyCake(_OfRuleset, rules="maundy-cake"):
    __slots__ = ()


class TurnAndEatcake(_OfRuleset, rules="turn-and-eatcake"):
    __slots__ = ()


class PartizanEuclid(_OfRuleset, rules="partizan-euclid"):
    __slots__ = ()


class Nogo(_OfRuleset, rules="nogo"):
    __slots__ = ()


class Hackenbush(_OfRuleset, rules="hackenbush"):
    __slots__ = ()


class ChildishHackenbush(_OfRuleset, rules="childish-hackenbush"):
    __slots__ = ()


class Col(_OfRuleset, rules="col"):
    __slots__ = ()


class Snort(_OfRuleset, rules="snort"):
    __slots__ = ()


class Fjords(_OfRuleset, rules="fjords"):
    __slots__ = ()


class ArcKayles(_OfRuleset, rules="arc-kayles"):
    __slots__ = ()


class PartizanArcKayles(_OfRuleset, rules="partizan-arc-kayles"):
    __slots__ = ()


class WeightedArcKayles(_OfRuleset, rules="weighted-arc-kayles"):
    __slots__ = ()


class DigraphPlacement(_OfRuleset, rules="digraph-placement"):
    __slots__ = ()


class Cram(_OfRuleset, rules="cram"):
    __slots__ = ()


class ImpartialClobber(_OfRuleset, rules="impartial-clobber"):
    __slots__ = ()


class _Loopy(_OfRuleset):
    """A position of a ruleset whose play need not end."""

    __slots__ = ()

    # The types of the base class are those of games that end.
    def value(self) -> Any:
        """The value: a Game, or the text of a loopy value."""
        return super().value()

    def outcome(self) -> Any:
        """The outcome: 'L', 'R', 'N' or 'P'; with draws 'D', 'NHat', 'PHat', 'NCheck' or 'PCheck'."""
        return super().outcome()


class Combo(_Loopy, rules="combo"):
    __slots__ = ()


class BackslidingToadsAndFrogs(_Loopy, rules="backsliding-toads-and-frogs"):
    __slots__ = ()


class FoxAndGeese(_Loopy, rules="fox-and-geese"):
    __slots__ = ()


class HareAndHounds(_Loopy, rules="hare-and-hounds"):
    __slots__ = ()


def position(rules: str, text: str) -> Position:
    """A position of the ruleset with this name, in its class.

    >>> dicot.position("konane", ".xo.")
    Konane('.xo.')
    """
    found = _CLASSES.get(rules.lower())
    # The native class raises the error for an unknown name.
    return found(text) if found else Position(rules, text)


position.__module__ = "dicot"
