"""The operations of the calculator as methods: of games, of positions, and of other values."""

from __future__ import annotations

import inspect
from typing import Any, Callable, Iterator, Tuple

from ._dicot import Game, LoopyGame, Operation, Position, Value, operations

# By the name of the first argument: the classes whose instances are such arguments. What a Game has by itself is not a method of
# positions: those of the value are `position.value().mean()` and so on.
_CLASSES = {
    "G": (Game, LoopyGame, Position, Value),
    "value": (Game, LoopyGame, Position, Value),
    "x": (Game,),
    "n": (Game,),
    "position": (Position,),
    "ruleset": (Value,),
}


def _signature(operation: Operation) -> inspect.Signature:
    """The arguments as the table names them; the first one is the object."""
    names = ["self", *operation.arguments[1:]]
    count = len(names)
    kind = inspect.Parameter.POSITIONAL_ONLY
    optional = None if operation.takes(count - 1) else inspect.Parameter.empty
    defaults = [inspect.Parameter.empty] * (count - 1) + [optional if count > 1 else inspect.Parameter.empty]
    parameters = [inspect.Parameter(name, kind, default=default) for name, default in zip(names, defaults)]
    if operation.takes(count + 1):
        parameters.append(inspect.Parameter("more", inspect.Parameter.VAR_POSITIONAL))
    return inspect.Signature(parameters)


def _documentation(operation: Operation) -> str:
    """The summary, the notation in expressions with the source, and the example."""
    summary, (expression, value) = operation.summary, operation.example
    summary = summary[0].upper() + summary[1:] + ("" if summary.endswith(".") else ".")
    return f"{summary}\n\nIn an expression it is `{operation.usage}`: `{expression}` is `{value}`.\n\nSource: {operation.source}."


def _method(operation: Operation) -> Callable[..., Any]:
    def method(self: Any, *arguments: Any) -> Any:
        return operation(self, *arguments)

    return method


def _methods() -> Iterator[Tuple[type, Operation]]:
    """The operations that become methods of a class, which are those that it does not define by itself."""
    own = {cls: set(vars(cls)) for cls in (Game, LoopyGame, Position, Value)}
    for operation in operations():
        for cls in _CLASSES.get(operation.arguments[0], ()):
            is_of_value = cls is Position and operation.arguments[0] != "position" and operation.method in own[Game]
            if operation.method not in own[cls] and not is_of_value:
                yield cls, operation


#: The classes with the operations that are their methods.
METHODS = tuple(_methods())


def _add_methods() -> None:
    for cls, operation in METHODS:
        method = _method(operation)
        method.__name__ = operation.method
        method.__qualname__ = f"{cls.__name__}.{operation.method}"
        method.__module__ = "dicot"
        method.__doc__ = _documentation(operation)
        method.__signature__ = _signature(operation)  # type: ignore[attr-defined]
        setattr(cls, operation.method, method)


_add_methods()
