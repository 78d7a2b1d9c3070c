"""The base of the classes of rulesets."""

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
