"""The time of rulesets in Python, beside a memo dict with values of its own in Python: both in turn, medians of the user CPU.

`python3 benches/own_rulesets.py [rounds]`, with dicot installed. Each run is a process of its own.
"""

import resource
import statistics
import subprocess
import sys
from dataclasses import dataclass
from functools import lru_cache

# -- values in Python, for the memo dicts: canonical forms as pairs of frozensets, each kept once

_forms = {}
_le = {}


class Form:
    __slots__ = ("left", "right")

    def __init__(self, left, right):
        self.left, self.right = left, right


def form(left, right):
    """The game with these options, one object for each two sets."""
    found = _forms.get((left, right))
    if found is None:
        found = _forms[left, right] = Form(left, right)
    return found


def le(g, h):
    if g is h:
        return True
    found = _le.get((g, h))
    if found is None:
        found = _le[g, h] = not any(le(h, o) for o in g.left) and not any(le(o, g) for o in h.right)
    return found


@lru_cache(None)
def canonical(left, right):
    """The canonical form of the game with these options, which are canonical forms."""
    reduced = True
    while reduced:
        g, reduced = form(left, right), False
        for option in left:
            reply = next((reply for reply in option.right if le(reply, g)), None)
            if reply is not None:
                left, reduced = left - {option} | reply.left, True
        for option in right:
            reply = next((reply for reply in option.left if le(g, reply)), None)
            if reply is not None:
                right, reduced = right - {option} | reply.right, True
    if len(left) > 1:
        left = frozenset(a for a in left if not any(a is not b and le(a, b) for b in left))
    if len(right) > 1:
        right = frozenset(a for a in right if not any(a is not b and le(b, a) for b in right))
    return form(left, right)


def memo(position, known):
    """The value of a position whose options are `left_options()` and `right_options()`."""
    found = known.get(position)
    if found is None:
        sides = [frozenset(memo(o, known) for o in side) for side in (position.left_options(), position.right_options())]
        found = known[position] = canonical(*sides)
    return found


# -- the games

WIDTH = 7


def clobber_moves(cells, own, other):
    for i, cell in enumerate(cells):
        if cell != own:
            continue
        for j in (i - WIDTH, i + WIDTH, i - 1 if i % WIDTH else -1, i + 1 if (i + 1) % WIDTH else -1):
            if 0 <= j < len(cells) and cells[j] == other:
                after = list(cells)
                after[i], after[j] = ".", own
                yield "".join(after)


def clobber(base):
    class Clobber(base, str):
        __slots__ = ()

        def left_options(self):
            return [type(self)(s) for s in clobber_moves(self, "x", "o")]

        def right_options(self):
            return [type(self)(s) for s in clobber_moves(self, "o", "x")]

    return [Clobber("xoxoxox" + "oxoxoxo")]


def clobber_hooks(base):
    """The same with the three methods that save work. The memo dict does without them."""

    class Clobber(type(clobber(base)[0])):
        __slots__ = ()

        def components(self):
            left, parts = {i for i, cell in enumerate(self) if cell != "."}, []
            while left:
                part, new = set(), [left.pop()]
                while new:
                    i = new.pop()
                    part.add(i)
                    near = (i - WIDTH, i + WIDTH, i - 1 if i % WIDTH else -1, i + 1 if (i + 1) % WIDTH else -1)
                    found = left.intersection(near)
                    left -= found
                    new += found
                cells = "".join(self[i] if i in part else "." for i in range(len(self)))
                if "x" in cells and "o" in cells:
                    parts.append(Clobber(cells))
            return parts

        def normalized(self):
            mirrored = "".join(self[row : row + WIDTH][::-1] for row in range(0, len(self), WIDTH))
            return Clobber(min(self, self[::-1], mirrored, mirrored[::-1]))

        def negative(self):
            return Clobber(self.translate({ord("x"): "o", ord("o"): "x"}))

    return [Clobber("xoxoxox" + "oxoxoxo")]


def clobber_dataclass(base):
    @dataclass(frozen=True)
    class Clobber(base):
        cells: str

        def left_options(self):
            return [Clobber(s) for s in clobber_moves(self.cells, "x", "o")]

        def right_options(self):
            return [Clobber(s) for s in clobber_moves(self.cells, "o", "x")]

    return [Clobber("xoxoxox" + "oxoxoxo")]


def dominoes(base):
    """Vertical dominoes against horizontal trominoes, all boards of 4x4."""
    left = [(1 << 4 * y + x) | (1 << 4 * y + 4 + x) for y in range(3) for x in range(4)]
    right = [7 << 4 * y + x for y in range(4) for x in range(2)]

    class Grid(base, int):
        __slots__ = ()

        def left_options(self):
            return [Grid(self | piece) for piece in left if not self & piece]

        def right_options(self):
            return [Grid(self | piece) for piece in right if not self & piece]

    return [Grid(board) for board in range(1 << 16)]


def of_file(rules, boards, game):
    """The same with rules in a text, where dicot values it."""

    def positions(base):
        if base is Plain:
            return game(base)
        import dicot

        ruleset = dicot.ruleset_from_text(rules)
        return [ruleset(board) for board in boards()]

    return positions


CLOBBER = "game clobber\nletter x left\nletter o right\nletter . empty\nleft orthogonal: xo -> .x\nright as left\n"
DOMINOES = "game dominoes\nletter . empty\nletter # blocked\nleft south: .. -> ##\nright east: ... -> ###\n"


def boards_of_four():
    for board in range(1 << 16):
        cells = f"{board:016b}".replace("0", ".").replace("1", "#")
        yield "/".join(cells[row : row + 4] for row in range(0, 16, 4))


def node_kayles(base):
    """Node Kayles on paths, which a set of vertices is left of; Left takes those with an even number, Right the others."""

    @dataclass(frozen=True)
    class Path(base):
        left_over: frozenset

        def after(self, vertex):
            return Path(self.left_over - {vertex - 1, vertex, vertex + 1})

        def left_options(self):
            return [self.after(v) for v in self.left_over if v % 2 == 0]

        def right_options(self):
            return [self.after(v) for v in self.left_over if v % 2]

    return [Path(frozenset(range(22)))]


GAMES = {
    "clobber": clobber,
    "clobber-hooks": clobber_hooks,
    "clobber-dataclass": clobber_dataclass,
    "clobber-file": of_file(CLOBBER, lambda: ["xoxoxox/oxoxoxo"], clobber),
    "dominoes": dominoes,
    "dominoes-file": of_file(DOMINOES, boards_of_four, dominoes),
    "node-kayles": node_kayles,
}


class Plain:
    __slots__ = ()


def walk(position, known):
    if position not in known:
        known.add(position)
        for side in (position.left_options(), position.right_options()):
            for option in side:
                walk(option, known)


def run(game, how):
    sys.setrecursionlimit(10_000)
    if how == "dicot":
        import dicot

        positions = GAMES[game](dicot.Ruleset)
        start = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        dicot.values(positions)
    else:
        positions, known = GAMES[game](Plain), {}
        start = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        if how == "walk":
            known = set()
        for position in positions:
            (walk if how == "walk" else memo)(position, known)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_utime - start)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        run(*sys.argv[1:])
        sys.exit()
    rounds = int(sys.argv[1]) if len(sys.argv) == 2 else 3
    print("game, seconds: the walk alone, memo dict, dicot; memo dict / dicot")
    for game in GAMES:
        times = {how: [] for how in ("walk", "memo", "dicot")}
        for _ in range(rounds):
            for how, list_ in times.items():
                found = subprocess.run([sys.executable, __file__, game, how], capture_output=True, text=True, check=True)
                list_.append(float(found.stdout))
        walk_, memo_, dicot_ = (statistics.median(list_) for list_ in times.values())
        print(f"{game:18} {walk_:6.2f} {memo_:6.2f} {dicot_:6.2f} {memo_ / dicot_:6.2f}")
