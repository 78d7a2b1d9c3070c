"""Environments of PettingZoo: its own test, the rules, and who wins."""

import doctest
import random
import unittest
import warnings

import dicot

try:
    from pettingzoo.test import api_test
except ImportError as error:
    raise unittest.SkipTest("PettingZoo is not installed: pip install pettingzoo") from error

import dicot.pettingzoo

Env = dicot.pettingzoo.Env

STARTS = [
    dicot.Clobber.start(3, 4), dicot.Amazons("x../.../..o"), dicot.Nogo("...|..."), dicot.Domineering.start(3, 3), dicot.Konane("xo./.o./x.."),
    dicot.ToadsAndFrogs("tt.ff"), dicot.Knights.start(3, 3),
    dicot.ruleset_from_text("game pennies\nletter x left\nletter o right\nletter . empty\nleft east: x. -> .x\nright west: .o -> o.\n")("x...o"),
]  # fmt: skip


class Environments(unittest.TestCase):
    def test_the_test_of_pettingzoo(self):
        for start in STARTS:
            with self.subTest(start), warnings.catch_warnings():
                # It prefers agents with numbers, and observations without a mask.
                warnings.simplefilter("ignore")
                api_test(Env(start, render_mode="ansi"), num_cycles=100)

    def test_games_follow_the_rules(self):
        for start in STARTS:
            env, chosen = Env(start), random.Random(1)
            for first in ["left", "right"]:
                env.reset(options={"first": first})
                position, player = start, first
                while position.moves(player):
                    observation, reward, terminated, truncated, _ = env.last()
                    self.assertEqual((env.agent_selection, env.position, reward, terminated, truncated), (player, position, 0, False, False))
                    legal = [env.move(action) for action in observation["action_mask"].nonzero()[0]]
                    self.assertEqual(sorted(legal), sorted(position.moves(player)))
                    self.assertEqual(env.observe("right" if player == "left" else "left")["action_mask"].sum(), 0)
                    move = chosen.choice(legal)
                    env.step(env.action(move))
                    position, player = position.play(player, move), "right" if player == "left" else "left"
                winner = "right" if player == "left" else "left"
                self.assertEqual(env.rewards, {player: -1, winner: 1})
                self.assertTrue(all(env.terminations.values()))

    def test_observations_are_the_board(self):
        env = Env(dicot.Clobber("xo./.xo"), first="right")
        env.reset()
        seen = env.observe("right")["observation"]
        self.assertEqual(seen.shape, (2, 3, 4))
        for plane, letter in enumerate(".ox"):
            self.assertEqual(seen[:, :, plane].tolist(), [[int(cell == letter) for cell in row] for row in env.position.cells()])
        self.assertEqual(seen[:, :, 3].sum(), 0)
        self.assertEqual(env.render(), None)
        env = Env(dicot.Clobber("xo"), render_mode="ansi")
        env.reset()
        self.assertEqual((env.render(), env.observe("left")["observation"][:, :, 3].sum()), ("x o", 2))

    def test_other_starts_and_what_is_refused(self):
        env = Env(dicot.Clobber.start(2, 3))
        env.reset(options={"start": dicot.Clobber("x../..o")})  # nobody can move
        self.assertEqual((env.rewards, env.terminations), ({"left": -1, "right": 1}, {"left": True, "right": True}))
        for start in [dicot.Clobber.start(3, 2), dicot.Knights.start(2, 3)]:
            with self.assertRaisesRegex(ValueError, "expected a position of clobber on 2 x 3 cells"):
                env.reset(options={"start": start})
        for start in [dicot.Kayles("5"), dicot.Combo("b1,.,w1"), dicot.Hackenbush("bbr")]:
            with self.assertRaisesRegex(ValueError, "expected a position on a board of cells"):
                Env(start)
        env.reset()
        for wrong in [-1, 0, 10**9]:
            with self.assertRaisesRegex(ValueError, "is not legal for left"):
                env.step(wrong)


def load_tests(loader, tests, pattern):
    tests.addTests(doctest.DocTestSuite(dicot.pettingzoo, {"dicot": dicot}))
    return tests


if __name__ == "__main__":
    unittest.main()
