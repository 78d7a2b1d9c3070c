"""Misère play of sums with positions of rulesets in Python: the player who cannot move wins."""

from __future__ import annotations

import time
from typing import Any, Dict, List, Optional, Tuple

from ._dicot import LimitError, LoopError, Sum
from ._shared import _options

_OTHER = {"left": "right", "right": "left"}


class _Search:
    """Who wins the sums that were searched, each for the player who moves."""

    def __init__(self, seconds: Optional[float], most_bytes: Optional[int]) -> None:
        self.seconds, self.bytes, self.start = seconds, most_bytes, time.monotonic()
        self.known: Dict[Tuple[Sum, str], bool] = {}
        self.nodes = 0

    def _check(self) -> None:
        if self.seconds is not None and time.monotonic() - self.start > self.seconds:
            raise LimitError(f"the limit of {self.seconds} seconds is reached after {self.nodes} sums")
        # About what Python takes for a sum of two positions with a field.
        if self.bytes is not None and 1000 * self.nodes > self.bytes:
            raise LimitError(f"the limit of {self.bytes} bytes is reached after {self.nodes} sums")

    def wins(self, start: Sum, player: str) -> bool:
        """Whether a player wins, moving first. The sums on the way are a list, so that play can be long."""
        path: List[Tuple[Tuple[Sum, str], List[Sum]]] = []
        on_path = set()

        def begin(key: Tuple[Sum, str]) -> None:
            if key in on_path:
                raise LoopError(f"play need not end: it comes back to {key[0]!r}")
            self._check()
            self.nodes += 1
            options = [option for _, option in _options(*key)]
            if not options:
                self.known[key] = True
                return
            path.append((key, options[::-1]))
            on_path.add(key)

        if (start, player) not in self.known:
            begin((start, player))
        while path:
            key, open_options = path[-1]
            after = (open_options[-1], _OTHER[key[1]])
            if after not in self.known:
                begin(after)
                continue
            open_options.pop()
            if not self.known[after] or not open_options:
                self.known[key] = not self.known[after]
                on_path.discard(key)
                path.pop()
        return self.known[start, player]

    def line(self, game: Sum, player: str) -> List[str]:
        """A line of best play: the winner plays the first winning move, and the loser the first move."""
        texts = []
        while options := _options(game, player):
            wins = self.wins(game, player)
            best = next((move for move in options if wins and not self.wins(move[1], _OTHER[player])), options[0])
            texts.append(best[0])
            game, player = best[1], _OTHER[player]
        return texts


def solve(
    game: Sum, first: Optional[str], moves: bool, line: bool, seconds: Optional[float], most_bytes: Optional[int]
) -> Dict[str, Any]:
    """What `dicot.solve` returns; if a limit is reached, with what was found and the reason."""
    answer: Dict[str, Any] = {"position": str(game), "misere": True, "outcome": None, "left_first": None, "right_first": None}
    search, starters = _Search(seconds, most_bytes), [first] if first else ["left", "right"]
    answer["winning_moves"] = {"left": None, "right": None}
    if line:
        answer["line"] = None
    try:
        wins = {player: search.wins(game, player) for player in starters}
        for player in starters:
            answer[f"{player}_first"] = "L" if wins[player] == (player == "left") else "R"
        if first is None:
            answer["outcome"] = {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[wins["left"], wins["right"]]
        for player in starters if moves else []:
            found = [text for text, option in _options(game, player) if not search.wins(option, _OTHER[player])]
            answer["winning_moves"][player] = found
        if line:
            answer["line"] = search.line(game, starters[0])
    except LimitError as error:
        answer["reason"] = str(error)
    answer["nodes"] = search.nodes
    return answer
