"""Labelled positions: the games, the labels beside brute force, files, and starts of a difficulty."""

import doctest
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from functools import lru_cache

import dicot
import dicot.dataset as dataset

try:
    import pyarrow  # noqa: F401
except ImportError:
    pyarrow = None

OTHER = {"left": "right", "right": "left"}
# The data set of the repository, beside which the tests are not where the package is installed alone.
KEPT = pathlib.Path(__file__).parents[3] / "results" / "datasets" / "positions.parquet"


@lru_cache(None)
def winning(position, player):
    """The winning moves, by trying all."""
    return sorted(move for move in position.moves(player) if not winning(position.play(player, move), OTHER[player]))


class DataSets(unittest.TestCase):
    def test_labels_are_those_of_brute_force(self):
        for start in [dicot.Clobber.start(3, 3), dicot.Konane("oxox/xo.o/o.ox/xoxo"), dicot.Amazons("x../.../..o"), dicot.Domineering.start(3, 4)]:
            turns = list(dataset.turns(start, 30, seed=5))
            self.assertGreater(len(turns), 15)
            for turn, row in zip(turns, dataset.labelled(turns)):
                own, others = winning(turn.position, turn.player), winning(turn.position, OTHER[turn.player])
                self.assertEqual(row["winning_moves"], own, row)
                self.assertEqual(row["winner"], turn.player if own else OTHER[turn.player])
                left, right = (own, others) if turn.player == "left" else (others, own)
                self.assertEqual(row["outcome"], {(1, 1): "N", (1, 0): "L", (0, 1): "R", (0, 0): "P"}[bool(left), bool(right)])
                self.assertEqual((row["rules"], row["position"], row["ply"]), (start.rules, str(turn.position), turn.ply))
                self.assertEqual(row["move_count"], len(turn.position.moves(turn.player)))

    def test_games_are_played_by_the_rules_and_only_added_to(self):
        start = dicot.Clobber.start(3, 4)
        some, more = list(dataset.turns(start, 5)), list(dataset.turns(start, 9))
        self.assertEqual(more[: len(some)], some)
        self.assertGreater(len(more), len(some))
        self.assertEqual(len({turn[:2] for turn in more}), len(more))
        reached = {(start, "left")}
        for position, player, ply in more:
            self.assertIn((position, player), reached)
            self.assertEqual((player, ply), (["left", "right"][ply % 2], 12 - str(position).count("x") - str(position).count("o")))
            reached |= {(position.play(player, move), OTHER[player]) for move in position.moves(player)}
        self.assertNotEqual(list(dataset.turns(start, 5, seed=1)), some)
        self.assertEqual(next(dataset.turns(start, 1, first="R")).player, "right")
        for loopy in [dicot.Combo("b1,./.,w1"), dicot.FoxAndGeese(".g.g/..../..../..f.")]:
            with self.assertRaisesRegex(ValueError, f"play of {loopy.rules} need not end"):
                list(dataset.turns(loopy, 1))
        with self.assertRaisesRegex(TypeError, "expected a position of dicot or of a rule file, found 'xo'"):
            list(dataset.turns("xo", 1))
        self.assertEqual(dataset.labelled([dataset.Turn(dicot.Clobber("xo"), "L", 0)])[0]["winner"], "left")
        self.assertGreater(len(list(dataset.turns(dicot.KonaneAny.start(4, 4), 1))), 2)

    def test_what_reaches_a_limit_is_left_out(self):
        turns = [dataset.Turn(dicot.Clobber.start(8, 8), "left", 0), dataset.Turn(dicot.Clobber("xo"), "left", 0)]
        self.assertEqual([row["position"] for row in dataset.labelled(turns, seconds=0.05)], ["xo"])

    def test_a_position_that_reaches_a_limit_is_not_taken_for_another(self):
        hopeless, won = dicot.Clobber.start(8, 8), dicot.Clobber("xxo")
        games = [[dataset.Turn(position, "left", 0)] for position in [hopeless, won] * 8]
        with unittest.mock.patch.object(dataset, "_game", side_effect=games), dicot.limited(seconds=0.05):
            self.assertEqual(dataset.random_start(won, 0, difficulty=(0, 1), tries=16).position, won)

    def test_starts_have_their_difficulty(self):
        for start in [dicot.Clobber.start(4, 4), dicot.Domineering.start(4, 4)]:
            for low, high in [(0, 0.3), (0.3, 0.7), (0.7, 1)]:
                turn = dataset.random_start(start, 3, difficulty=(low, high), seed=4)
                [row] = dataset.labelled([turn])
                self.assertEqual((row["winner"], turn.player, turn.ply), ("right", "right", 3))
                self.assertTrue(low <= 1 - len(row["winning_moves"]) / row["move_count"] <= high)
                self.assertEqual(turn, dataset.random_start(start, 3, difficulty=(low, high), seed=4))
        with self.assertRaisesRegex(ValueError, "no position of this difficulty after 30 moves in 16 random games"):
            dataset.random_start(dicot.Clobber.start(2, 3), 30, tries=16)
        start = dicot.Clobber.start(3, 3)
        for wrong, message in [
            ({"difficulty": (1, 0.5)}, "expected two bounds from 0 to 1"), ({"difficulty": (2, 3)}, "expected two bounds"),
            ({"plies": -1}, "expected no plies or more"), ({"tries": 0}, "at least one try"), ({"start": dicot.Combo("b1,./.,w1")}, "need not end"),
        ]:  # fmt: skip
            with self.assertRaisesRegex(ValueError, message):
                dataset.random_start(**{"start": start, "plies": 2, **wrong})
        with unittest.mock.patch.object(dataset, "_game", wraps=dataset._game) as games, self.assertRaisesRegex(ValueError, "in 17 random games"):
            dataset.random_start(start, 30, tries=17)
        self.assertEqual(games.call_count, 17)

    @unittest.skipUnless(pyarrow, "pyarrow is not installed: pip install pyarrow")
    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(folder, "some.parquet"))

            def run(*arguments):
                return subprocess.run(
                    [sys.executable, "-m", "dicot.dataset", path, *arguments], capture_output=True, text=True, timeout=300
                )

            made = run("--games", "4", "--board", "clobber:3x4", "--board", "domineering:4x4")
            self.assertEqual(made.returncode, 0, made.stderr)
            rows = dataset.read(path)
            expected = [
                row
                for start in [dicot.Clobber.start(3, 4), dicot.Domineering.start(4, 4)]
                for row in dataset.labelled(sorted(dataset.turns(start, 4), key=lambda turn: -turn.ply))
            ]
            self.assertEqual(rows, expected)
            self.assertEqual(made.stdout, f"{dataset.digest(rows)}\n{len(rows)} rows: {path}\n")
            self.assertEqual(run("--check", "--rows", "7").stdout, f"7 rows are right: {path}\n")
            # A wrong label is found, and so is a file with other rows than those that were written.
            wrong = [{**row, "outcome": "N" if row["outcome"] != "N" else "P"} for row in rows]
            dataset.write(path, wrong)
            found = run("--check")
            self.assertEqual((found.returncode, "expected {" in found.stderr), (1, True), found.stderr)
            from pyarrow import parquet

            parquet.write_table(pyarrow.Table.from_pylist(rows), path)
            with self.assertRaisesRegex(ValueError, "are not those that were written"):
                dataset.read(path)
            for wrong in [{**rows[0], "more": 1}, {**rows[0], "ply": 1.5}, {"rules": "clobber"}]:
                with self.assertRaises((ValueError, TypeError)):
                    dataset.write(path, [rows[0], wrong])
            self.assertEqual(dataset.write(path, iter(rows)), dataset.digest(dataset.read(path)))
            for wrong in [{**rows[0], "player": "up"}, {**rows[0], "position": None}]:
                dataset.write(path, [wrong])
                found = run("--check")
                self.assertEqual((found.returncode, found.stderr[:7]), (1, "error: "), found.stderr)
            for text, error in [(b"", "error: "), (b"PAR1", "error: ")]:
                pathlib.Path(path).write_bytes(text)
                found = run("--check")
                self.assertEqual((found.returncode, found.stderr[:7]), (1, error), found.stderr)
            self.assertIn("a board is the name of a ruleset, a colon", run("--board", "clobber").stderr)
            for wrong in [("--games", "0"), ("--check", "--rows", "-1")]:
                self.assertIn("expected at least one game and one row", run(*wrong).stderr)
            self.assertIn('error: unknown ruleset "chess"', run("--board", "chess:4x4").stderr)
            missing = subprocess.run([sys.executable, "-m", "dicot.dataset", "--check", path + "x"], capture_output=True, text=True)
            self.assertIn("No such file or directory", missing.stderr)

    @unittest.skipUnless(pyarrow and KEPT.exists(), "pyarrow is not installed, or the data set is elsewhere")
    def test_the_data_set_of_the_repository(self):
        rows, card = dataset.read(str(KEPT)), KEPT.with_name("README.md").read_text(encoding="utf-8")
        self.assertIn(dataset.digest(rows), card)
        self.assertIn(f"{len(rows):,}", card)
        kept = {(row["rules"], row["position"], row["player"]): row for row in rows}
        self.assertEqual(len(kept), len(rows))
        for rules, text, _ in dataset.BOARDS:
            # The games that were played first, with their labels; those near the end of a game take no time.
            turns = [turn for turn in dataset.turns(dicot.position(rules, text), 3) if turn.ply >= 6]
            for row in dataset.labelled(turns):
                self.assertEqual(kept[row["rules"], row["position"], row["player"]], row)


def load_tests(loader, tests, pattern):
    tests.addTests(doctest.DocTestSuite(dataset, globs={"dicot": dicot}))
    return tests


if __name__ == "__main__":
    unittest.main()
