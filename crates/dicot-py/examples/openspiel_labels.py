"""Labels all positions of random games of Clobber with who wins and the winning moves, as a data set to learn from.

    python openspiel_labels.py labels.jsonl --games 200 --seconds 1

It needs OpenSpiel (`pip install open_spiel`), plays random games with it on 4x5, 5x5 and 5x6, and writes each state once, as
a line of JSON: the labels of `dicot.openspiel.label` and the size of the board. Positions that take more than `--seconds`
have no winner; on 5x6 those at the beginning of a game would take minutes.

On two cores, with compilers beside it, on 2026-11-24 (the defaults: 200 games, 1 s):

    4x5: 2123 states of 200 games in 6 s; 0 without a winner, 1481 won by the player to move
    5x5: 2765 states of 200 games in 224 s; 248 without a winner, 1753 won by the player to move
    5x6: 3422 states of 200 games in 520 s; 796 without a winner, 1802 won by the player to move
"""

import argparse
import json
import random
import time
from typing import Any, Dict, List

import pyspiel

import dicot.openspiel

SIZES = [(4, 5), (5, 5), (5, 6)]
# The number of states that are labelled at a time.
BATCH = 1000


def states_of_random_games(game: Any, games: int, chosen: random.Random) -> List[Any]:
    """The states of random games, each once: a state is its board and the player to move."""
    states: Dict[Any, Any] = {}
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            states.setdefault((str(state), state.current_player()), state.clone())
            state.apply_action(chosen.choice(state.legal_actions()))
    # Positions with few stones come first, so that their results help with the larger ones.
    return sorted(states.values(), key=lambda state: -state.move_number())


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("out", help="the file to write")
    arguments.add_argument("--games", type=int, default=200, help="the number of games on each board [200]")
    arguments.add_argument("--seconds", type=float, default=1, help="the time limit of a position [1]")
    options = arguments.parse_args()
    with open(options.out, "w", encoding="utf-8") as file:
        for rows, columns in SIZES:
            game = pyspiel.load_game("clobber", {"rows": rows, "columns": columns})
            states = states_of_random_games(game, options.games, random.Random(18))
            start, solved, won = time.monotonic(), 0, 0
            for i in range(0, len(states), BATCH):
                batch = states[i : i + BATCH]
                for line in dicot.openspiel.label(batch, seconds=options.seconds):
                    solved += line["winner"] is not None
                    won += line["winner"] == line["player"]
                    print(json.dumps({"rows": rows, "columns": columns, **line}), file=file)
            seconds = time.monotonic() - start
            print(
                f"{rows}x{columns}: {len(states)} states of {options.games} games in {seconds:.0f} s;"
                f" {len(states) - solved} without a winner, {won} won by the player to move"
            )


if __name__ == "__main__":
    main()
