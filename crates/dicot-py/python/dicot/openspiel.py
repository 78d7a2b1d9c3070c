"""OpenSpiel's Clobber, Amazons and Nim: positions, bots, and labels by a perfect teacher.

OpenSpiel (`pip install open_spiel`) has these games without a player that knows who wins. Here its states become positions,
`label` finds who wins and which actions win, and `Bot` lets the bots of dicot play against those of OpenSpiel.

>>> import dicot.openspiel, pyspiel
>>> game = pyspiel.load_game("clobber(rows=3,columns=4)")
>>> state = game.new_initial_state()
>>> dicot.openspiel.position(state), dicot.openspiel.player(state)
(Clobber('oxox/xoxo/oxox'), 'right')
>>> [label] = dicot.openspiel.label([state])
>>> label["outcome"], label["winner"], label["winning_actions"]
('P', 1, [])
>>> bots = [dicot.openspiel.Bot(game, 0, "random"), dicot.openspiel.Bot(game, 1)]
>>> pyspiel.evaluate_bots(state, bots, 0)
[-1.0, 1.0]

Letters stay as they are. In Clobber player 0 of OpenSpiel is o, which is Right, and player 1 is x, which is Left. In Amazons
player 0 is X and Left, and player 1 is O and Right; in Nim player 0 is Left. A move of Amazons is three actions there, and the position of a state is
the one at the beginning of the turn. `misere(game=..)` and Nim, which is misère there unless it is told otherwise, are labelled for misère play.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, NamedTuple, Optional, Tuple, Union

try:
    import pyspiel
except ImportError as _missing:
    raise ImportError("dicot.openspiel needs OpenSpiel: pip install open_spiel") from _missing

from . import _spiel
from . import label as _label
from . import rulesets as _rulesets
from . import solve as _solve
from ._dicot import Bot as _Bot
from ._dicot import LimitError, Position, player_name
from ._positions import position as _position

if TYPE_CHECKING:
    from ._dicot import _Player

__all__ = ["Bot", "Evaluator", "actions", "label", "load", "player", "policy", "position", "state"]

# The letters of OpenSpiel's players 0 and 1. In Nim they are names alone.
_LETTERS = {"clobber": "ox", "amazons": "xo", "nim": "xo"}
# The second words of the actions of Amazons, in the order in which a turn has them.
_PHASES = ["From", "To", "Shoot:"]


class _Turn(NamedTuple):
    rules: str
    # The position at the beginning of the turn.
    text: str
    # The player to move, in OpenSpiel; at the end the one who cannot.
    player: int
    # The actions of the turn that were made.
    begun: Tuple[int, ...]
    # Whether the player who cannot move wins.
    misere: bool
    # Whether it is a game of `load`.
    own: bool = False

    @property
    def side(self) -> str:
        letters = "xo" if self.own else _LETTERS[self.rules]
        return "left" if letters[self.player] == "x" else "right"


def _rules(game: Any) -> str:
    return _known(game)[0]


def _known(game: Any) -> Tuple[str, Dict[str, Any], bool]:
    """The ruleset of a game, its parameters, and whether play is misère."""
    name, parameters = game.get_type().short_name, game.get_parameters()
    misere = name == "misere"
    if misere:
        parameters = parameters["game"]
        name = parameters["name"]
    if name == _spiel.NAME:
        return parameters["start"].split(":")[0], parameters, misere
    if name not in _LETTERS:
        raise ValueError(f"expected clobber, amazons, nim or misere of one of them, found the game {name}")
    return name, parameters, misere != (name == "nim" and parameters.get("is_misere", True))


def _turn(state: Any) -> _Turn:
    rules, parameters, misere = _known(state.get_game())
    ended = state.is_terminal()
    mover = state.returns().index(1.0 if misere else -1.0) if ended else state.current_player()
    lines = str(state).lower().splitlines()
    if "start" in parameters:
        return _Turn(rules, lines[0].split(":", 1)[1].rsplit(" ", 1)[0], mover, (), misere, own=True)
    if rules == "nim":
        heaps = [heap for heap in lines[0].split(":")[1].split() if heap != "0"]
        return _Turn(rules, "+".join(heaps) or "0", mover, (), misere)
    if rules == "clobber":
        # A row begins with its number; the line after the rows names the columns.
        rows = [line.lstrip(" 0123456789") for line in lines[: parameters["rows"]]]
        return _Turn(rules, "/".join(rows), mover, (), misere)
    phase = 0 if ended else _PHASES.index(state.action_to_string(mover, state.legal_actions()[0]).split()[1])
    columns = len(lines[0])
    cells = list("".join(lines))
    begun = tuple(state.history()[-phase:]) if phase else ()
    if begun:
        # The amazon goes back to where it was.
        cells[begun[-1]] = "."
        cells[begun[0]] = _LETTERS[rules][mover]
    board = "".join(cells)
    text = "/".join(board[i : i + columns] for i in range(0, len(board), columns))
    return _Turn(rules, text, mover, begun, misere)


def load(game: Union[str, Position], first: _Player = "left") -> Any:
    """A game of OpenSpiel under any ruleset on a board of cells, also one of a file: by its board, or by the position on which it begins.

    Player 0 is Left, who begins unless `first` says otherwise, and the player who cannot move loses. Observations are planes, one for each letter and one
    for whose turn it is; an action is the number of the cells of a move. All of `dicot.openspiel` is for these games too, and so is `misere(game=..)`.

    Matches of Konane begin with an opening on the full board.

    >>> game = dicot.openspiel.load("konane(rows=6)")
    >>> str(game.new_initial_state())
    'konane-artemis:oxoxox/xoxoxo/oxoxox/xoxoxo/oxoxox/xoxoxo left'
    >>> state = dicot.openspiel.load(dicot.Domineering.start(2, 3), first="right").new_initial_state()
    >>> [state.action_to_string(action) for action in state.legal_actions()]
    ['a2-b2', 'b2-c2', 'a1-b1', 'b1-c1']
    >>> dicot.openspiel.label([state])[0]["winner"]
    1
    """
    if isinstance(game, str):
        parsed = re.fullmatch(r"([a-z0-9-]+)\((?:rows=([0-9]+)(?:,columns=([0-9]+))?|columns=([0-9]+),rows=([0-9]+))\)", game.replace(" ", ""))
        if not parsed:
            raise ValueError(f"expected a ruleset with its board, as clobber(rows=4,columns=5), found {game!r}")
        rules, rows, columns = parsed[1], parsed[2] or parsed[5], parsed[3] or parsed[4]
        known = (line["matches"] for line in _rulesets() if rules in (line["name"], *line["aliases"]))
        rules = next(known, None) or rules
        game = _position(rules, f"{rows}x{columns or rows}")
    if not isinstance(game, Position):
        raise TypeError(f"expected a position or a ruleset with its board, found {game!r}")
    if game._is_loopy:
        raise ValueError(f"play of {game.rules} need not end")
    parameters = {"start": f"{game.rules}:{game}", "first": player_name(first)}
    return pyspiel.load_game(_spiel.NAME, parameters)


def position(state: Any) -> Position:
    """The position of a state; in the middle of a turn of Amazons that at its beginning.

    >>> dicot.openspiel.position(pyspiel.load_game("clobber(rows=2,columns=3)").new_initial_state())
    Clobber('xox/oxo')
    """
    turn = _turn(state)
    return _position(turn.rules, turn.text)


def player(state: Any) -> str:
    """The player to move, "left" or "right"; in a terminal state the one who cannot."""
    return _turn(state).side


def state(game: Any, position: Position, player: _Player) -> Any:
    """The state of a position in which this player is to move.

    It must be on the board of the game. OpenSpiel cannot begin Amazons from a position.

    >>> game = pyspiel.load_game("clobber(rows=2,columns=3)")
    >>> dicot.openspiel.position(dicot.openspiel.state(game, dicot.Clobber("x.o/.xo"), "left"))
    Clobber('x.o/.xo')
    """
    rules, parameters, _ = _known(game)
    text = str(position)
    if rules != "clobber" or position.rules != rules:
        raise ValueError(f"OpenSpiel cannot begin {rules} from a position of {position.rules}; expected clobber")
    letter = "x" if player_name(player) == "left" else "o"
    rows = text.split("/")
    size, expected = (len(rows), len(rows[0])), (parameters["rows"], parameters["columns"])
    if size != expected:
        raise ValueError(f"expected {expected[0]} rows of {expected[1]} cells, found {text}")
    return game.new_initial_state(f"{_LETTERS[rules].index(letter)}{''.join(rows)}")


def actions(state: Any, move: str) -> List[int]:
    """The actions of OpenSpiel that make a move at the beginning of a turn: one in Clobber and in Nim, three in Amazons.

    >>> state = pyspiel.load_game("clobber").new_initial_state()
    >>> dicot.openspiel.actions(state, "a5-b5")
    [1]
    """
    return _actions(state, _turn(state), [move])[0]


def _actions(state: Any, turn: _Turn, moves: Iterable[str]) -> List[List[int]]:
    if turn.own or turn.rules == "clobber":
        known = {state.action_to_string(turn.player, action): action for action in state.legal_actions()}
        found = [[known.get(move if turn.own else move.replace("-", ""), -1)] for move in moves]
        if [-1] in found:
            raise ValueError("the move is not legal in this state")
        return found
    if turn.rules == "nim":
        by_move = _heap_actions(state, turn)
        return [[by_move[move][0]] for move in moves]
    rows = turn.text.split("/")

    def cell(name: str) -> int:
        return (len(rows) - int(name[1:])) * len(rows[0]) + ord(name[0]) - ord("a")

    return [[cell(name) for name in move.replace("/", "-").split("-")] for move in moves]


def _heap_actions(state: Any, turn: _Turn) -> Dict[str, List[int]]:
    """The actions of each move of Nim: the same one for equal heaps."""
    heaps = str(state).split(":")[1].split()
    found: Dict[str, List[int]] = {}
    for action in state.legal_actions():
        pile, taken = (int(word.split(":")[1]) for word in state.action_to_string(turn.player, action).strip(";").split(", "))
        heap = int(heaps[pile - 1])
        found.setdefault(f"{heap}>{heap - taken}", []).append(action)
    return found


def label(states: Iterable[Any], **options: Any) -> List[Dict[str, Any]]:
    """Who wins each of many states, and the winning actions, on all cores.

    The labels are those of `dicot.label`, which also has the options (limits of a position, threads), and in terms of
    OpenSpiel: `player`, who is to move; `winner`, the number of the player who wins the state; and `winning_actions`,
    those after which the player to move still wins. The last two are None if a limit was reached. In the middle of a turn
    of Amazons they are about the state, and the others about the beginning of the turn.

    The labels are written to a file as JSON lines by `for line in labels: print(json.dumps(line), file=file)`.

    >>> state = pyspiel.load_game("clobber(rows=2,columns=3)").new_initial_state()
    >>> dicot.openspiel.label([state])[0]["winning_actions"]
    []
    """
    states = list(states)
    turns = [_turn(state) for state in states]
    items = [json.dumps({"position": turn.text, "rules": turn.rules}) for turn in turns if not turn.misere]
    normal = iter(_label(items, **options))
    limits = {name: value for name, value in options.items() if name in ("seconds", "bytes")}
    labels: List[Dict[str, Any]] = []
    for turn in turns:
        line = _solve(_position(turn.rules, turn.text), misere=True, moves=True, **limits) if turn.misere else next(normal)
        labels.append({**line})
    for state, turn, line in zip(states, turns, labels):
        line["player"] = turn.player
        moves = (line["winning_moves"] or {}).get(turn.side)
        if moves is None:
            line["winner"] = line["winning_actions"] = None
            continue
        begun = len(turn.begun)
        if turn.rules == "nim" and not turn.own:
            going_on = [[action] for move in moves for action in _heap_actions(state, turn)[move]]
        else:
            going_on = [own for own in _actions(state, turn, moves) if tuple(own[:begun]) == turn.begun]
        line["winning_actions"] = sorted({own[begun] for own in going_on})
        # Under misère play who cannot move has won.
        wins = bool(going_on) or (turn.misere and state.is_terminal())
        line["winner"] = turn.player if wins else 1 - turn.player
    return labels


class Evaluator:
    """An evaluator of OpenSpiel that knows who wins: for `mcts.MCTSBot`, and as a teacher for AlphaZero.

    `rest` rates states that reach a limit; without it they are a LimitError. The other arguments are those of `dicot.label`.

    >>> from open_spiel.python.algorithms import mcts
    >>> game = pyspiel.load_game("clobber(rows=3,columns=3)")
    >>> bot = mcts.MCTSBot(game, 2, 20, dicot.openspiel.Evaluator(), child_selection_fn=mcts.SearchNode.puct_value)
    >>> state = game.new_initial_state()
    >>> bot.step(state) in dicot.openspiel.label([state])[0]["winning_actions"]
    True
    """

    def __init__(self, rest: Any = None, **options: Any) -> None:
        self._rest = rest
        self._options = options

    def evaluate(self, state: Any) -> List[float]:
        """What a state is worth to player 0 and to player 1: 1 and -1, or -1 and 1."""
        winner = self._labelled(state)["winner"]
        if winner is None:
            return self._rest.evaluate(state)  # type: ignore[no-any-return]
        return [1.0, -1.0] if winner == 0 else [-1.0, 1.0]

    def prior(self, state: Any) -> List[Tuple[int, float]]:
        """All legal actions, each with its probability: those that win are equally likely, or, where none wins, all are."""
        legal, winning = state.legal_actions(), self._labelled(state)["winning_actions"]
        if winning is None:
            return self._rest.prior(state)  # type: ignore[no-any-return]
        chosen = winning or legal
        return [(action, 1 / len(chosen) if action in chosen else 0.0) for action in legal]

    def _labelled(self, state: Any) -> Dict[str, Any]:
        [found] = label([state], **self._options)
        if found["winner"] is None and self._rest is None:
            raise LimitError(str(found.get("reason") or "a limit was reached"))
        return found


def policy(game: Any, rest: Any = None, **options: Any) -> Any:
    """The policy of OpenSpiel that plays a winning action, any of them with the same probability, and any action where none wins.

    The arguments are those of `Evaluator`.

    >>> game = pyspiel.load_game("clobber(rows=2,columns=3)")
    >>> state = game.new_initial_state("0xxox.x")
    >>> dicot.openspiel.policy(game).action_probabilities(state)
    {10: 1.0, 11: 0.0}
    """
    from open_spiel.python import policy as _policy

    evaluator = Evaluator(rest, **options)

    class Perfect(_policy.Policy):  # type: ignore[misc]
        def action_probabilities(self, state: Any, player_id: Optional[int] = None) -> Dict[int, float]:
            return dict(evaluator.prior(state))

    _rules(game)
    return Perfect(game, [0, 1])


if TYPE_CHECKING:  # pyspiel has no types
    _SpielBot = object
else:
    _SpielBot = pyspiel.Bot


class Bot(_SpielBot):
    """A bot of dicot as one of OpenSpiel: the strongest of a game, or the one with a name of `dicot.bots`.

    It takes `seconds` for a move. In Amazons it must play all actions of a turn.

    >>> game = pyspiel.load_game("clobber(rows=3,columns=3)")
    >>> bot = dicot.openspiel.Bot(game, 0, "random", seed=5)
    >>> bot.clone().step(game.new_initial_state()) == bot.step(game.new_initial_state())
    True
    """

    _made: Tuple[Tuple[Any, int, str], Dict[str, Any]]

    def __init__(
        self, game: Any, player_id: int, name: Optional[str] = None, *, seconds: float = 0.1, seed: int = 0
    ) -> None:
        super().__init__()
        if player_id not in (0, 1):
            raise ValueError(f"expected the player 0 or 1, found {player_id!r}")
        if _known(game)[2]:
            raise ValueError("the bots of dicot do not play misère")
        self._bot = _Bot(_rules(game), name, seed=seed)
        self._player_id = player_id
        self._seconds = seconds
        self._made = (game, player_id, self._bot.name), {"seconds": seconds, "seed": seed}
        # The turn that was begun last, and its actions.
        self._plan: Tuple[str, Tuple[int, ...]] = ("", ())

    def step(self, state: Any) -> int:
        """The action that the bot chooses."""
        turn = _turn(state)
        if state.is_terminal() or turn.player != self._player_id:
            raise ValueError(f"player {self._player_id} is not to move")
        begun = len(turn.begun)
        if not begun:
            move = self._bot.choose(_position(turn.rules, turn.text), turn.side, seconds=self._seconds)
            if move is None:
                raise ValueError("the player to move has no legal move")
            self._plan = (turn.text, tuple(_actions(state, turn, [move])[0]))
        text, plan = self._plan
        if text != turn.text or plan[:begun] != turn.begun:
            raise ValueError("another player began this turn; call the bot from its first action on")
        return plan[begun]

    def is_clonable(self) -> bool:
        """True."""
        return True

    def clone(self) -> Bot:
        """Another bot that is in the middle of the same turn. Its random choices begin anew with the seed."""
        arguments, options = self._made
        bot = Bot(*arguments, **options)
        bot._plan = self._plan
        return bot

    def player_id(self) -> int:
        """The number of the player for whom the bot plays."""
        return self._player_id

    def restart(self) -> None:
        """Prepares for another game."""

    def restart_at(self, state: Any) -> None:
        """Prepares for a game from this state."""
