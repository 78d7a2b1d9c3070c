"""Positions of random games with who wins them: a labelled data set as Parquet, and starts of a given difficulty.

`python -m dicot.dataset FILE` makes the data set whose card is `results/datasets/README.md`, or a part of it, and `--check` checks one.

>>> import dicot.dataset
>>> turns = dicot.dataset.turns(dicot.Clobber.start(3, 3), games=10)
>>> row = dicot.dataset.labelled(turns)[0]
>>> row["position"], row["player"], row["winner"], len(row["winning_moves"])
('xox/oxo/xox', 'left', 'left', 12)
"""

from __future__ import annotations

import hashlib
import itertools
import json
import random
import sys
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, TypedDict

from . import label as _label
from ._dicot import Position, player_name
from ._positions import position as _position
from ._types import Player

__all__ = ["BOARDS", "Row", "Turn", "digest", "labelled", "random_start", "read", "turns", "write"]

#: The boards of the data set: a ruleset, the position on which the games begin, and the ply of the first positions of them that it has.
#: Konane begins after the opening in the centre.
BOARDS: List[Tuple[str, str, int]] = [
    ("clobber", "4x5", 0),
    ("clobber", "5x5", 0),
    ("clobber", "5x6", 6),
    ("konane", "oxoxox/xoxoxo/ox.xox/xo.oxo/oxoxox/xoxoxo", 0),
    ("amazons", "x..o/..../..../o..x", 0),
]
# The positions that are labelled at once, and the random games of a start.
_CHUNK, _TRIES = 4096, 16


class Turn(NamedTuple):
    """A position in which a player is to move, and the number of moves before it in the game in which it came up first."""

    position: Position
    player: Player
    ply: int


class Row(TypedDict):
    """A labelled position: the rows of the data set.

    `outcome` is L, R, N or P as of `Position.outcome`, `move_count` the number of legal moves, and `winning_moves` those of the player with
    which they win.
    """

    rules: str
    position: str
    player: str
    ply: int
    winner: str
    outcome: str
    move_count: int
    winning_moves: List[str]


def turns(start: Position, games: int, *, first: Player = "left", seed: int = 0) -> Iterator[Turn]:
    """The positions of random games, each of them once for each player to move, in the order in which they come up.

    The same for the same seed, on all machines; more games only add to them.

    >>> [(str(turn.position), turn.player) for turn in dicot.dataset.turns(dicot.Clobber("xox"), games=9)]
    [('xox', 'left'), ('xx.', 'right'), ('.xx', 'right')]

    `ValueError` if play need not end.
    """
    _require_end(start)
    chosen, seen = random.Random(seed), set()
    for _ in range(games):
        for turn in _game(start, player_name(first), chosen):
            if turn[:2] not in seen:
                seen.add(turn[:2])
                yield turn


def _require_end(start: Position) -> None:
    if not isinstance(start, Position):
        raise TypeError(f"expected a position of dicot or of a rule file, found {start!r}")
    if start._is_loopy:
        raise ValueError(f"play of {start.rules} need not end")


def _game(position: Position, player: Player, chosen: random.Random) -> Iterator[Turn]:
    """The turns of a random game."""
    for ply in itertools.count():
        yield Turn(position, player, ply)
        moves = sorted(position.moves(player))
        if not moves:
            return
        position = position.play(player, moves[int(chosen.random() * len(moves))])
        player = "right" if player == "left" else "left"


def labelled(turns: Iterable[Turn], **options: Any) -> List[Row]:
    """Who wins each position, and with which moves, on all cores. The options are those of `dicot.label`.

    Positions that reach a limit are left out.
    """
    return [row for row in _rows(list(turns), **options) if row is not None]


def _rows(turns: List[Turn], **options: Any) -> List[Optional[Row]]:
    """The row of each position, None for those that reach a limit."""
    rows: List[Optional[Row]] = []
    for turn, found in zip(turns, _label([turn.position for turn in turns], **options)):
        player = player_name(turn.player)
        other: Player = "right" if player == "left" else "left"
        winning = found["winning_moves"][player]
        if winning is None or found["outcome"] is None:
            rows.append(None)
            continue
        row: Row = {
            "rules": turn.position.rules,
            "position": str(turn.position),
            "player": player,
            "ply": turn.ply,
            "winner": player if winning else other,
            "outcome": found["outcome"],
            "move_count": len(turn.position.moves(player)),
            "winning_moves": sorted(winning),
        }
        rows.append(row)
    return rows


def random_start(
    start: Position, plies: int, *, difficulty: Tuple[float, float] = (0.5, 1.0), first: Player = "left", seed: int = 0, tries: int = 1000
) -> Turn:
    """A position after `plies` random moves in which the player to move wins, if they find how.

    The difficulty is the part of their moves that lose, from 0 to nearly 1, within the two bounds. It is the same for the same seed.

    >>> turn = dicot.dataset.random_start(dicot.Clobber.start(4, 5), 6, difficulty=(0.8, 1))
    >>> [row] = dicot.dataset.labelled([turn])
    >>> row["winner"] == turn.player == "left", len(row["winning_moves"]) <= 0.2 * row["move_count"]
    (True, True)

    It begins a game of OpenSpiel, `dicot.openspiel.load(turn.position, turn.player)`, and one of PettingZoo,
    `env.reset(options={"start": turn.position, "first": turn.player})`.

    `ValueError` if none of `tries` random games comes to such a position.
    """
    low, high = difficulty
    if not 0 <= low <= high <= 1:
        raise ValueError(f"expected two bounds from 0 to 1, the lower one first, found {difficulty}")
    if plies < 0 or tries < 1:
        raise ValueError(f"expected no plies or more and at least one try, found {plies} and {tries}")
    _require_end(start)
    chosen = random.Random(seed)
    for tried in range(0, tries, _TRIES):
        games = (_game(start, player_name(first), chosen) for _ in range(min(_TRIES, tries - tried)))
        reached = [turn for game in games for turn in itertools.islice(game, plies, plies + 1)]
        for turn, row in zip(reached, _rows(reached)):
            if row is None or row["winner"] != turn.player:
                continue
            if low <= 1 - len(row["winning_moves"]) / row["move_count"] <= high:
                return turn
    raise ValueError(f"no position of this difficulty after {plies} moves in {tries} random games")


def digest(rows: Iterable[Row]) -> str:
    """The SHA-256 of the rows as lines of JSON, which does not depend on how a file has them.

    >>> dicot.dataset.digest([])
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    """
    found = hashlib.sha256()
    for row in rows:
        found.update(json.dumps(row, sort_keys=True, separators=(",", ":")).encode() + b"\n")
    return found.hexdigest()


def write(path: str, rows: Iterable[Row]) -> str:
    """Writes rows to a Parquet file, with their digest, which is returned. `ValueError` if they are not rows."""
    pyarrow, parquet = _pyarrow()
    rows = list(rows)
    table = pyarrow.Table.from_pylist(rows, _schema(pyarrow))
    for number, (row, written) in enumerate(zip(rows, table.to_pylist())):
        if row != written:
            raise ValueError(f"row {number} does not have the fields of a row: {row!r}")
    found = digest(rows)
    parquet.write_table(table.replace_schema_metadata({"dicot.digest": found}), path, compression="zstd", compression_level=19)
    return found


def read(path: str) -> List[Row]:
    """Reads the rows of a Parquet file. `ValueError` if they are not those that were written."""
    _, parquet = _pyarrow()
    with open(path, "rb") as file:
        # Its threads can outlive the program, which is then aborted.
        table = parquet.read_table(file, use_threads=False, pre_buffer=False)
    rows: List[Row] = table.to_pylist()
    written, found = (table.schema.metadata or {}).get(b"dicot.digest", b"").decode(), digest(rows)
    if written != found:
        raise ValueError(f"{path}: the rows are not those that were written: their digest is {found}, and not {written or 'known'}")
    return rows


def _pyarrow() -> Tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as missing:
        raise ImportError("data sets need pyarrow: pip install pyarrow") from missing
    return pyarrow, parquet


def _schema(pyarrow: Any) -> Any:
    number, texts = pyarrow.int16(), pyarrow.list_(pyarrow.string())
    columns = {"ply": number, "move_count": number, "winning_moves": texts}
    return pyarrow.schema([(name, columns.get(name, pyarrow.string())) for name in Row.__annotations__])


def _make(path: str, boards: Sequence[Tuple[str, str, int]], games: int, seed: int) -> int:
    """Makes a data set, and returns the number of its rows."""
    rows: List[Row] = []
    count = 0
    for rules, text, first in boards:
        reached = [turn for turn in turns(_position(rules, text), games, seed=seed) if turn.ply >= first]
        # The latest first: what is known about them helps with those before.
        reached.sort(key=lambda turn: -turn.ply)
        for start in range(0, len(reached), _CHUNK):
            print(f"\r{rules}:{text}: {start} of {len(reached)}   ", end="", file=sys.stderr, flush=True)
            rows += labelled(reached[start : start + _CHUNK])
        print(f"\r{rules}:{text}: {len(reached)}   ", file=sys.stderr)
        count += len(reached)
    if len(rows) < count:
        print(f"{count - len(rows)} positions reach a limit and are left out", file=sys.stderr)
    print(write(path, rows))
    return len(rows)


def _check(path: str, count: int) -> int:
    """Labels some of the rows anew, and returns their number."""
    rows = read(path)
    chosen = random.Random(0).sample(rows, min(count, len(rows)))
    turns = [Turn(_position(row["rules"], row["position"]), row["player"], row["ply"]) for row in chosen]  # type: ignore[arg-type]
    checked = 0
    for row, found in zip(chosen, _rows(turns)):
        if found is None:
            continue
        if row != found:
            raise ValueError(f"{path}: {row['rules']}:{row['position']}: expected {found}, found {row}")
        checked += 1
    return checked


def _main(arguments: Optional[Sequence[str]] = None) -> int:
    import argparse

    parser = argparse.ArgumentParser(prog="python -m dicot.dataset", description="Makes or checks a data set of labelled positions.")
    parser.add_argument("file", help="the Parquet file")
    parser.add_argument("--games", type=int, default=1000, help="random games on each board; otherwise %(default)s")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the games; otherwise %(default)s")
    parser.add_argument("--board", action="append", metavar="RULES:POSITION", help="a board, clobber:4x5 for example; may be given again; otherwise five")
    parser.add_argument("--check", action="store_true", help="read the file, and label some of its rows anew")
    parser.add_argument("--rows", type=int, default=500, help="how many; otherwise %(default)s")
    given = parser.parse_args(arguments)
    if any(":" not in board for board in given.board or []):
        parser.error("a board is the name of a ruleset, a colon and a position")
    boards = [(*board.split(":", 1), 0) for board in given.board or []] or BOARDS
    if given.games < 1 or given.rows < 1:
        parser.error("expected at least one game and one row")
    try:
        if given.check:
            print(f"{_check(given.file, given.rows)} rows are right: {given.file}")
        else:
            # What cannot be written is found before the work.
            with open(given.file, "ab"):
                pass
            print(f"{_make(given.file, boards, given.games, given.seed)} rows: {given.file}")  # type: ignore[arg-type]
    except (ValueError, TypeError, OSError, ImportError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(_main())
