"""Many games at once: the rules, arrays and errors."""

import copy
import doctest
import pickle
import random
import unittest

import dicot

try:
    import numpy
except ImportError as error:
    raise unittest.SkipTest("NumPy is not installed: pip install numpy") from error

import dicot.batch

Batch = dicot.batch.Batch


def starts():
    """A position of each ruleset on a board of cells."""
    for line in dicot.rulesets():
        for text in ["4x4", "xo./.o./x..", "xo.x", "x../...", "tt.ff"]:
            try:
                start = dicot.position(line["name"], text)
                Batch([start])
            except ValueError:
                continue
            yield start
            break


class Batches(unittest.TestCase):
    def test_games_follow_the_rules(self):
        rulesets, seen, chosen = 0, 0, random.Random(1)
        for start in starts():
            rulesets += 1
            batch = Batch([start, start], ["left", "right"])
            letters = [letter for letter in numpy.unique([cell for row in start.cells() for cell in row])]
            turns = [(start, "left"), (start, "right")]
            for _ in range(40):
                self.assertEqual(batch.positions(), [position for position, _ in turns], start)
                self.assertEqual(batch.lefts.tolist(), [player == "left" for _, player in turns])
                planes, mask, played = batch.planes(), batch.mask(), []
                for game, (position, player) in enumerate(turns):
                    moves = position.moves(player)
                    actions = batch.actions[batch.offsets[game] : batch.offsets[game + 1]]
                    self.assertEqual(sorted(batch.action(move, game) for move in moves), actions.tolist(), (start, moves))
                    self.assertEqual(mask[game].nonzero()[0].tolist(), actions.tolist())
                    self.assertEqual((planes[game, :, :, -1] == (player == "left")).all(), True)
                    cells = numpy.array(position.cells())
                    self.assertEqual(planes[game, :, :, :-1].sum(), cells.size)
                    for letter in letters:
                        same = (planes[game, :, :, :-1] == (cells == letter)[:, :, None]).all(axis=(0, 1))
                        self.assertTrue(same.any() or not (cells == letter).any(), (start, letter))
                    played.append(chosen.choice(moves) if moves else None)
                winners = [0 if move else (-1 if player == "left" else 1) for move, (_, player) in zip(played, turns)]
                self.assertEqual(batch.winners.tolist(), winners)
                if not any(played):
                    break
                batch.step([batch.action(move, game) if move else -1 for game, move in enumerate(played)])
                turns = [
                    (position.play(player, move), "right" if player == "left" else "left") if move else (position, player)
                    for move, (position, player) in zip(played, turns)
                ]
                seen += 1
        self.assertEqual((rulesets >= 24, seen > 200), (True, True))

    def test_rules_of_a_file(self):
        pennies = dicot.ruleset_from_text(
            "game pennies\nletter x left\nletter o right\nletter . empty\nleft east: x. -> .x\nright west: .o -> o.\n"
        )
        batch = Batch([pennies("x...o")])
        self.assertEqual(batch.moves(), {int(batch.actions[0]): "a1-b1"})
        batch.step(batch.actions)
        self.assertEqual(batch.positions(), [pennies(".x..o")])

    def test_random_games_and_new_ones(self):
        batch, again = Batch([dicot.Clobber.start(3, 3)] * 50), Batch([dicot.Clobber.start(3, 3)] * 50)
        self.assertTrue(batch.planes().flags.writeable)  # PyTorch wants it
        generator, same = numpy.random.default_rng(7), numpy.random.default_rng(7)
        self.assertEqual(batch.restart(), [])
        while not batch.over.any():
            actions = batch.random(generator)
            self.assertEqual(actions.tolist(), again.random(same).tolist())
            batch.step(actions)
            again.step(actions)
        over = batch.over.nonzero()[0].tolist()
        going_on = [position for game, position in enumerate(batch.positions()) if game not in over]
        self.assertTrue(set(batch.random(generator)[over]) == {-1} and going_on)
        self.assertEqual(batch.restart(), over)
        self.assertEqual([position for game, position in enumerate(batch.positions()) if game not in over], going_on)
        for game in over:
            self.assertEqual(batch.positions()[game], dicot.Clobber.start(3, 3))
            self.assertEqual(batch.counts[game], 12)

    def test_positions_of_arrays_of_numpy(self):
        cells = numpy.array([["x", "o", "."], ["o", "x", "x"]])
        self.assertEqual(dicot.Clobber(cells), dicot.Clobber("xo./oxx"))
        self.assertEqual(dicot.Clobber(numpy.array(dicot.Clobber("xo").cells())), dicot.Clobber("xo"))
        self.assertEqual(dicot.Nim(numpy.int64(3), numpy.int8(5)), dicot.Nim(3, 5))
        for wrong in [numpy.array([1, 2]), numpy.array(3.5), numpy.zeros((2, 2)), None, object()]:
            with self.assertRaises((TypeError, ValueError)):
                dicot.Clobber(wrong)

    def test_the_order_of_positions_does_not_matter(self):
        Clobber, Amazons = dicot.Clobber, dicot.Amazons
        for some in [[Clobber("x.o"), Clobber("xo.")], [Clobber("xx.oo"), Clobber(".xo.x")], [Amazons(".#x#o"), Amazons("#.x#o")], [Clobber("x.."), Clobber("xo.")]]:
            for positions in [some, some[::-1]]:
                batch = Batch(positions * 20)
                self.assertEqual([len(position.moves("left")) for position in batch.positions()], batch.counts.tolist())
                self.assertEqual(batch.planes()[..., :-1].sum(), len(batch) * len(str(positions[0])))

    def test_copies_go_on_by_themselves(self):
        batch = Batch([dicot.Clobber("xox"), dicot.Clobber("xo.")])
        for other in [copy.copy(batch), copy.deepcopy(batch)]:
            other.step([6, 6])
            self.assertEqual(other.positions(), [dicot.Clobber(".xx"), dicot.Clobber(".x.")])
            self.assertEqual((batch.positions(), batch.actions.tolist()), ([dicot.Clobber("xox"), dicot.Clobber("xo.")], [6, 14, 6]))
        with self.assertRaisesRegex(TypeError, "a Batch is not pickled"):
            pickle.dumps(batch)
        arrays = pickle.loads(pickle.dumps(batch._arrays))
        self.assertEqual((arrays.actions, arrays.shape), (batch._arrays.actions, batch._arrays.shape))

    def test_each_legal_action_is_as_likely(self):
        batch = Batch([dicot.Clobber("xo/ox")] * 4000)
        _, counts = numpy.unique(batch.random(numpy.random.default_rng(3)), return_counts=True)
        self.assertEqual(len(counts), 4)
        self.assertTrue((abs(counts - 1000) < 120).all(), counts)

    def test_what_is_refused(self):
        batch = Batch([dicot.Clobber("xo/ox")] * 2)
        before = batch.actions.tolist()
        for wrong in [[before[0]], [before[0]] * 3, [0.5, 0.5], [[before[0]] * 2], []]:
            with self.assertRaisesRegex(ValueError, "expected 2 actions, found an array"):
                batch.step(wrong)
        for wrong in [-1, 0, 2**62]:
            with self.assertRaisesRegex(ValueError, rf"the action {wrong} is not legal for left in game 1, xo/ox"):
                batch.step([before[0], wrong])
        self.assertEqual((batch.actions.tolist(), batch.positions()), (before, [dicot.Clobber("xo/ox")] * 2))
        for missing in [batch.action, batch.moves]:
            with self.assertRaisesRegex(IndexError, "game 2 of 2"):
                missing(*(["a1-b1"] if missing == batch.action else []), 2)
        self.assertEqual((batch.moves(-1), batch.action("a2-b2", -2)), (batch.moves(1), batch.action("a2-b2")))
        for wrong in ["h9", "a1-z9", "z9-a1", "a1-b1x", "foo a1 b1", "a1-b1-", "a1--b1", ""]:
            with self.assertRaisesRegex(ValueError, f"{wrong} is not a move on this board"):
                batch.action(wrong)
        for positions, message in [
            ([], "expected at least one position"),
            ([dicot.Kayles(5)], "expected a position on a board of cells, found kayles:5"),
            ([dicot.Combo("b1,./.,w1")], "expected a position on a board of cells"),
            ([dicot.Clobber("xo"), dicot.Clobber("xox")], "expected a position of clobber on 1 x 2 cells, found clobber:xox"),
            ([dicot.Clobber("xo"), dicot.Knights("xo")], "found knights:xo"),
        ]:
            with self.assertRaisesRegex(ValueError, message):
                Batch(positions)
        with self.assertRaisesRegex(ValueError, "expected a player for each of 2 positions, found 1"):
            Batch([dicot.Clobber("xo")] * 2, ["left"])
        two_ways = dicot.ruleset_from_text("game two\nletter x left\nletter . empty\nleft east: xx -> .x\nleft east: xx -> x.\n")
        with self.assertRaisesRegex(ValueError, "the moves of .* are not numbered by their cells"):
            Batch([two_ways("xx")])


def load_tests(loader, tests, pattern):
    tests.addTests(doctest.DocTestSuite(dicot.batch, globs={"dicot": dicot}))
    return tests


if __name__ == "__main__":
    unittest.main()
