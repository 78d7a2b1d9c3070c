"""A new game in 15 lines, with the values of 1,000 positions.

A knight moves on a board that ends at two edges. Left moves it one column and two rows towards the edges, or two columns
towards and one row away. Right does the same with columns and rows exchanged.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Iterator

import dicot


@dataclass(frozen=True)
class Knight(dicot.Ruleset):
    column: int
    row: int

    def options(self, player: str) -> Iterator[Knight]:
        steps = [(-1, -2), (-2, 1)] if player == "left" else [(-2, -1), (1, -2)]
        for columns, rows in steps:
            if self.column + columns >= 0 and self.row + rows >= 0:
                yield Knight(self.column + columns, self.row + rows)


table = dicot.table(Knight(column, row) for column in range(40) for row in range(25))

if __name__ == "__main__":
    for line in table[70:1000:111]:
        print(line["position"], line["value"], line["outcome"], line["temperature"])
    print(len(table), "positions:", Counter(line["outcome"] for line in table))
    print("the most frequent values:", Counter(str(line["value"]) for line in table).most_common(10))
    print(dicot.solve(Knight(9, 7) + Knight(7, 8) + dicot.Clobber("xxo"), moves=True))
