"""Domineering as a ruleset in Python: the values of small boards, and who wins larger ones.

A player places a domino on two empty cells: Left vertically, Right horizontally. The same game is built in as
`dicot.Domineering`, so that the two can be compared.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import FrozenSet, List, Tuple

import dicot


@dataclass(frozen=True)
class Domineering(dicot.Ruleset):
    """The empty cells, as (row, column)."""

    cells: FrozenSet[Tuple[int, int]]

    @staticmethod
    def board(rows: int, columns: int) -> Domineering:
        return Domineering(frozenset((r, c) for r in range(rows) for c in range(columns)))

    def options(self, player: str) -> List[Domineering]:
        dr, dc = (1, 0) if player == "left" else (0, 1)
        dominoes = [((r, c), (r + dr, c + dc)) for r, c in sorted(self.cells)]
        return [Domineering(self.cells - {a, b}) for a, b in dominoes if b in self.cells]

    # The rest is optional. Without it, the value of 4x4 takes 5,700 positions instead of 682.

    def components(self) -> List[Domineering]:
        """Groups of adjacent cells; a single cell is 0."""
        rest, groups = set(self.cells), []
        while rest:
            group = [rest.pop()]
            for r, c in group:  # grows on the way
                near = rest & {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}
                group.extend(near)
                rest -= near
            groups.append(Domineering(frozenset(group)))
        return [group for group in groups if len(group.cells) > 1]

    def normalized(self) -> Domineering:
        """The group moved to the top left corner."""
        top = min(r for r, _ in self.cells)
        left = min(c for _, c in self.cells)
        return Domineering(frozenset((r - top, c - left) for r, c in self.cells))

    def negative(self) -> Domineering:
        """Rows become columns, so vertical dominoes become horizontal."""
        return Domineering(frozenset((c, r) for r, c in self.cells))


if __name__ == "__main__":
    boards = [Domineering.board(rows, columns) for rows in range(1, 5) for columns in range(1, 5)]
    for row in dicot.table(boards):
        rows, columns = max(row["position"].cells)
        print(f"{rows + 1}x{columns + 1} {row['outcome']} {row['value']:.60} (temperature {row['temperature']})")

    # Who wins is found without values.
    for board in [Domineering.board(4, 5), Domineering.board(5, 5)]:
        start = time.perf_counter()
        answer = dicot.solve(board)
        print(f"{answer['outcome']} after {answer['nodes']} sums, {time.perf_counter() - start:.2f} s")
