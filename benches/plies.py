"""Moves a second of random games from Python: `dicot.batch` beside OpenSpiel's Clobber, in C++, and single positions of dicot.

`python3 benches/plies.py [rounds]`, with dicot, NumPy and OpenSpiel installed. All in turn, medians of the user CPU.
"""

import random
import resource
import statistics
import sys

import numpy

import dicot
import dicot.batch

ROWS, COLUMNS, GAMES = 5, 6, 4096


def batch(plies):
    """All games at once: legal actions as arrays, one chosen for each, new games for those that are over."""
    generator, made = numpy.random.default_rng(0), 0
    games = dicot.batch.Batch([dicot.Clobber.start(ROWS, COLUMNS)] * GAMES)
    while made < plies:
        games.step(games.random(generator))
        made += GAMES
        games.restart()
    return made


def single(plies):
    """One position after the other, with moves as texts."""
    chosen, made = random.Random(0), 0
    while made < plies:
        position, player = dicot.Clobber.start(ROWS, COLUMNS), "left"
        while moves := position.moves(player):
            position, player = position.play(player, chosen.choice(moves)), "right" if player == "left" else "left"
            made += 1
    return made


def openspiel(plies):
    """One state of OpenSpiel after the other."""
    import pyspiel

    chosen, made = random.Random(0), 0
    game = pyspiel.load_game(f"clobber(rows={ROWS},columns={COLUMNS})")
    while made < plies:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chosen.choice(state.legal_actions()))
            made += 1
    return made


WAYS = {"dicot.batch": (batch, 2_000_000), "single positions": (single, 50_000), "OpenSpiel": (openspiel, 200_000)}


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    found = {name: [] for name in WAYS}
    for _ in range(rounds):
        for name, (play, plies) in WAYS.items():
            before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
            made = play(plies)
            found[name].append(made / (resource.getrusage(resource.RUSAGE_SELF).ru_utime - before))
    slowest = min(statistics.median(rates) for rates in found.values())
    for name, rates in found.items():
        rate = statistics.median(rates)
        print(f"{name:18} {rate / 1e6:7.3f} million moves a second, {rate / slowest:6.1f} times the slowest")


if __name__ == "__main__":
    main()
