"""A class for each ruleset. `_classes.pyi` lists them for type checkers, and a test writes it anew from the rulesets."""

from ._positions import classes as _classes

_made = _classes()
globals().update(_made)
__all__ = sorted(_made)
