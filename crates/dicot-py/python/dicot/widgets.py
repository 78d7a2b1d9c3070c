"""Widgets for notebooks: a board to click, whose value, thermograph and moves follow, positions of any kind with their moves, and a value that unfolds.

They need anywidget: `pip install anywidget`. What they show can be read and set in Python:

>>> board = dicot.widgets.Board("xox/ox.")  # the last line of a cell displays it
>>> board.position, board.value
(Clobber('xox/ox.'), Game('{^^*|*,v}'))
>>> board.observe(lambda change: print("now", change.new), "value")
>>> board.position = "xxo"
now ^
"""

from __future__ import annotations

import asyncio
import contextlib
import html
import json
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Tuple, Type, TypeVar, Union

try:
    import anywidget
    import traitlets
except ImportError as _error:
    raise ImportError("dicot.widgets needs the package anywidget: pip install anywidget") from _error

from ._dicot import Game, LimitError, Position, Request, Sum, widget_script
from ._positions import position as _position
from ._ruleset import Ruleset
from ._shared import _options

__all__ = ["Board", "Moves", "Value"]

_T = TypeVar("_T")
_AnyGame = Union[str, int, Fraction, Game]

if TYPE_CHECKING:
    _GameTrait = traitlets.TraitType[Game, _AnyGame]
    _PositionTrait = traitlets.TraitType[Position, Union[str, Position]]

    class _AnyWidget(traitlets.HasTraits):
        """The part of a widget that is used here. The package ipywidgets has no types."""

        def on_msg(self, callback: Callable[..., None]) -> None: ...
        def send(self, content: Dict[str, Any]) -> None: ...
        def __getattr__(self, name: str) -> Any: ...

else:
    _GameTrait = _PositionTrait = traitlets.TraitType
    _AnyWidget = anywidget.AnyWidget

# The longest text of an option, in characters, and the longest list of options that a page receives. The page shows the
# beginning of a longer text.
_MAX_TEXT = 200
_MAX_OPTIONS = 200
# Computations of values wait for each other; the other threads answer short requests meanwhile. A first choice.
_POOL = ThreadPoolExecutor(4, thread_name_prefix="dicot")


def _in_background(work: Callable[[], _T], done: Callable[[_T], None]) -> None:
    """Calls `done` with the result of `work`: later if an event loop runs, as in a notebook, and otherwise now."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        done(work())
        return
    loop.run_in_executor(_POOL, work).add_done_callback(lambda future: done(future.result()))


class _Widget(_AnyWidget):
    """A widget whose page sends requests; those that it answers itself have methods."""

    _esm = widget_script()
    _kind = traitlets.Unicode().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        self._requests: Dict[str, Request] = {}
        super().__init__(**traits)
        self.on_msg(self._receive)

    def _receive(self, _: Any, message: Dict[str, Any], _buffers: Any) -> None:
        own = getattr(self, f"_answer_{message.get('name')}", None)
        if own is not None:
            try:
                answer, status = own(**json.loads(message["body"])), 200
            except (LimitError, LookupError, OverflowError, TypeError, ValueError) as error:
                answer, status = {"error": str(error)}, 422
            except Exception as error:  # of a ruleset in Python
                answer, status = {"error": f"{type(error).__name__}: {error}"}, 422
            self._reply(message["id"], status, json.dumps(answer))
            return
        if "cancel" in message:
            if message["cancel"] in self._requests:
                self._requests[message["cancel"]].cancel()
            return
        number = message["id"]
        request = Request(message["name"], message["body"])
        self._requests[number] = request

        def done(answer: Tuple[int, str]) -> None:
            del self._requests[number]
            self._reply(number, *answer)

        _in_background(request.answer, done)

    def _reply(self, number: str, status: int, body: str) -> None:
        self.send({"id": number, "status": status, "body": body})


class _ValueOfPosition(_GameTrait):
    """The value of the position of a board, computed when it is read if it is not known."""

    def get(self, obj: Any, cls: Any = None) -> Any:
        obj._know_value()
        return super().get(obj, cls)


class _PositionOfBoard(_PositionTrait):
    """A position of a ruleset with values, or its text."""

    info_text = "a position of a ruleset of the library or of a file that has values, or the text of one"

    def validate(self, obj: Any, value: Any) -> Position:
        if isinstance(value, str):
            value = _position(obj.position.rules, value)
        if not isinstance(value, Position) or not value._has_values:
            self.error(obj, value)
        return value


class Board(_Widget):
    """A board to click, whose value, thermograph and moves follow.

    In the mode Draw, clicks and strokes paint cells; in the mode Moves, they play the moves of either player. The board
    belongs to any ruleset of the library or of a file that has values; `Moves` shows the other positions.

    `position` can be set to a position, also of another ruleset, or to the text of one. `value` follows it, and is
    computed when it is read, if necessary. Observers learn of a value once it is known, and not of one that takes
    more than 10 seconds.

    >>> board = dicot.widgets.Board(".xo.", rules="konane")
    >>> board.position = "xo.xo"
    >>> board.value
    Game('*')
    """

    position: _PositionTrait = _PositionOfBoard(help="The position.")
    value: _GameTrait = _ValueOfPosition(read_only=True, help="The value of the position.")
    _board = traitlets.Dict().tag(sync=True)

    def __init__(self, position: Union[str, Position], rules: Union[str, Type[Position]] = "clobber", **traits: Any) -> None:
        self._is_known = False
        self._computing: Optional[Request] = None
        if isinstance(position, str):
            position = _position(rules, position)
        super().__init__(_kind="board", position=position, **traits)

    def __repr__(self) -> str:
        return f"Board('{self.position}', rules='{self.position.rules}')"

    @traitlets.observe("_board")
    def _board_changed(self, _: Any) -> None:
        drawn = self._drawn()
        if drawn is not None and drawn != self.position:
            self.position = drawn

    @traitlets.observe("position")
    def _position_changed(self, _: Any) -> None:
        self._is_known = False
        position = self.position
        body = {"rules": position.rules, "position": str(position)}
        if self._drawn() != position:
            self._board = body
        if self._computing is not None:
            self._computing.cancel()
        computing = self._computing = Request("value", json.dumps(body))

        def done(answer: Tuple[int, str]) -> None:
            if answer[0] == 200 and self.position == position:
                # The session has the value, unless its memory was needed meanwhile.
                with contextlib.suppress(LimitError):
                    self._know_value()

        _in_background(computing.answer, done)

    def _drawn(self) -> Optional[Position]:
        """The position on the page; None if it is not one, which the page says."""
        rules, text = self._board.get("rules"), self._board.get("position")
        try:
            return _position(rules, text) if isinstance(rules, str) and isinstance(text, str) else None
        except ValueError:
            return None

    def _answer_picture(self, rules: str, position: str) -> Dict[str, Optional[str]]:
        return {"svg": _position(rules, position).svg()}

    def _know_value(self) -> None:
        if not self._is_known and "position" in self._trait_values:
            value = self.position.value()
            self._is_known = True
            self.set_trait("value", value)


class _GameOfValue(_GameTrait):
    """A game, or what `dicot.Game` makes one of."""

    def validate(self, obj: Any, value: Any) -> Game:
        return value if isinstance(value, Game) else Game(value)


class Value(_Widget):
    """A value whose options unfold on a click, as do theirs.

    `value` can be set to a game, or to the text or number of one.

    >>> dicot.widgets.Value("{1|*}").value
    Game('{1|*}')
    """

    value: _GameTrait = _GameOfValue(help="The game at the root.")
    _root = traitlets.Dict().tag(sync=True)

    def __init__(self, value: _AnyGame, **traits: Any) -> None:
        super().__init__(_kind="value", value=value, **traits)

    def __repr__(self) -> str:
        return f"Value('{self.value.text_start(_MAX_TEXT)}')"

    @traitlets.observe("value")
    def _value_changed(self, _: Any) -> None:
        # The number makes the page show another game, even if their texts begin alike.
        self._root = {**_shown(self.value), "number": self._root.get("number", 0) + 1}

    def _answer_options(self, path: List[Any]) -> Dict[str, Any]:
        """The options of a follower. The path names a player and the index of an option at each step from the root."""
        game = self.value
        for player, index in path:
            game = game.options(player)[index]
        answer = {}
        for player in ("left", "right"):
            options = game.options(player)
            listed = [_shown(option) for option in options[:_MAX_OPTIONS]]
            answer[player] = {"options": listed, "more": len(options) - len(listed)}
        return answer


class _PositionOfAnyKind(_PositionTrait):
    """A position of any ruleset, or a sum."""

    info_text = "a position of any kind or a sum"

    def validate(self, obj: Any, value: Any) -> Any:
        if not isinstance(value, (Position, Ruleset, Sum)):
            self.error(obj, value)
        obj._find_moves(value)
        return value


class Moves(_Widget):
    """A position of any kind, of a ruleset of your own or of the library, or a sum, with the moves of both players to click.

    It shows what a notebook shows of the position, such as the `picture` of its class, and its value when that is asked for. `position` follows
    the moves, and can be set.

    >>> moves = (dicot.Clobber("xo") + 1).widget()
    >>> moves.position = dicot.Kayles(5)
    >>> moves
    Moves(Kayles('5'))
    """

    position: _PositionTrait = _PositionOfAnyKind(help="The position.")
    _shown = traitlets.Dict().tag(sync=True)

    def __init__(self, position: Union[Position, Ruleset, Sum], **traits: Any) -> None:
        # The positions before the steps that were made by clicks.
        self._before: List[Any] = []
        self._is_step = False
        super().__init__(_kind="moves", position=position, **traits)

    def __repr__(self) -> str:
        return f"Moves({self.position!r})"

    def _find_moves(self, position: Any) -> None:
        self._moves: Dict[str, List[Tuple[str, Any]]] = {player: _options(position, player) for player in ("left", "right")}  # type: ignore[arg-type]

    @traitlets.observe("position")
    def _position_changed(self, _: Any) -> None:
        if not self._is_step:
            self._before = []
            self._show()

    def _show(self) -> None:
        texts = {player: [text[:_MAX_TEXT] for text, _ in moves] for player, moves in self._moves.items()}
        self._shown = {
            "html": _html(self.position),
            "moves": {player: moves[:_MAX_OPTIONS] for player, moves in texts.items()},
            "more": {player: max(0, len(moves) - _MAX_OPTIONS) for player, moves in texts.items()},
            "steps": len(self._before),
            # A click that comes late is about another position.
            "number": self._shown.get("number", 0) + 1,
        }

    def _step(self, position: Any, before: List[Any]) -> Dict[str, Any]:
        self._is_step = True
        try:
            self.position = position
        finally:
            self._is_step = False
        self._before = before
        self._show()
        return {}

    def _require(self, number: int) -> None:
        if number != self._shown["number"]:
            raise ValueError("another position came before this click")

    def _answer_play(self, side: str, index: int, number: int) -> Dict[str, Any]:
        self._require(number)
        return self._step(dict(enumerate(self._moves[side]))[index][1], [*self._before, self.position])

    def _answer_back(self, number: int) -> Dict[str, Any]:
        self._require(number)
        return self._step(self._before[-1], self._before[:-1])

    def _answer_evaluate(self, number: int) -> Dict[str, Any]:
        self._require(number)
        value = self.position.value()
        return _shown(value) if isinstance(value, Game) else {"value": str(value), "is_zero": False}


def _html(position: Any) -> str:
    """What a notebook shows of a position."""
    for name in ("_repr_html_", "_repr_svg_"):
        shown = getattr(position, name, lambda: None)()
        if shown:
            return shown  # type: ignore[no-any-return]
    return f"<pre>{html.escape(position.picture())}</pre>"


def _shown(game: Game) -> Dict[str, Any]:
    """A game as the page shows it. The text of a small game can be exponentially long."""
    start, length = game.text_start(_MAX_TEXT), game.text_length()
    text = {"value": start} if length == len(start) else {"value_start": start, "value_length": length}
    return {**text, "is_zero": game == 0}
