import pathlib
import pickle
import subprocess
import sys
import tempfile
import unittest

import dicot


class Positions(unittest.TestCase):
    def test_there_is_a_class_for_each_ruleset(self):
        names = [line["name"] for line in dicot.rulesets()]
        self.assertIn("clobber", names)
        for name in names:
            class_name = "".join(word.capitalize() for word in name.split("-"))
            of_rules = getattr(dicot, class_name)
            self.assertTrue(issubclass(of_rules, dicot.Position), name)
            self.assertIn("A position is written as:", of_rules.__doc__)

    def test_a_position_of_any_ruleset(self):
        p = dicot.position("konane", ".xo.")
        self.assertIsInstance(p, dicot.Konane)
        self.assertEqual(p, dicot.Position("Konane", ".xo."))
        self.assertEqual(hash(p), hash(dicot.Position("konane", ".xo.")))
        self.assertEqual(p.value(), dicot.Position("konane", ".xo.").value())
        self.assertEqual(p.rules, "konane")
        self.assertEqual(str(p), ".xo.")
        self.assertEqual(repr(p), "Konane('.xo.')")
        self.assertEqual(repr(dicot.Position("konane", ".xo.")), "Position('konane', '.xo.')")
        with self.assertRaisesRegex(ValueError, 'unknown ruleset "chess"; expected clobber, '):
            dicot.position("chess", "x")

    def test_moves(self):
        p = dicot.Clobber("xo/ox")
        for mv in p.moves("left"):
            q = p.play("left", mv)
            self.assertIsInstance(q, dicot.Clobber)
            self.assertNotEqual(p, q)
        with self.assertRaisesRegex(ValueError, "illegal move a1-b1 by Left"):
            p.play("left", "a1-b1")
        with self.assertRaisesRegex(ValueError, "is not a move"):
            p.play("left", "castle")

    def test_winning_moves_win(self):
        p = dicot.Clobber("xoxo/oxox/xox.")
        for player, other, wins in [("left", "right", "LP"), ("right", "left", "RP")]:
            winning = p.winning_moves(player)
            self.assertEqual(bool(winning), p.outcome() in ("N" + wins[0]))
            for mv in p.moves(player):
                self.assertEqual(mv in winning, p.play(player, mv).outcome() in wins)

    def test_the_value_is_the_sum_of_the_components(self):
        p = dicot.Clobber("xxo.xxo/....x../oxo..ox")
        self.assertEqual(sum((c.value() for c in p.components()), dicot.Game(0)), p.value())
        self.assertEqual([c for c, _ in p.component_values()], p.components())
        self.assertEqual(sum((v for _, v in p.component_values()), dicot.Game(0)), p.value())
        self.assertEqual((-p).value(), -p.value())

    def test_wrong_texts_are_refused(self):
        for rules, text in [("clobber", "xq"), ("clobber", "xo/x"), ("kayles", "x"), ("clobber", "x" * 10_000)]:
            with self.assertRaises(ValueError):
                dicot.Position(rules, text)
        with self.assertRaisesRegex(TypeError, "have no values"):
            dicot.position("konane-artemis", "xoxo/oxox/xoxo/oxox").value()
        for call in [lambda: dicot.Position("kayles", 10), lambda: dicot.evaluate(10)]:
            with self.assertRaisesRegex(TypeError, "expected a text but found int"):
                call()
        for wrong in ["xxo", dicot.Clobber("xxo"), 3]:
            with self.assertRaisesRegex(TypeError, "expected a list of positions but found"):
                dicot.label(wrong)
        with self.assertRaisesRegex(TypeError, "expected a position or a text but found int"):
            dicot.label([3])
        self.assertEqual(dicot.label(iter([dicot.Clobber("xxo")])), dicot.label(["xxo"]))

    def test_play_that_need_not_end(self):
        p = dicot.FoxAndGeese(".g.g/..../..../..f.")
        self.assertEqual((p.value(), p.value()), ("over", dicot.evaluate("over")))
        self.assertEqual((p.outcome(), p.winning_moves("left")), ("L", ["b4-a3", "d4-c3"]))
        self.assertEqual(p.winning_moves("right"), [])
        self.assertEqual(dicot.Combo("b1,.,w1").value(), dicot.Game("*"))
        self.assertEqual(dicot.Position("combo", "b1,./.,w1").value(), "dud")
        self.assertEqual(dicot.Combo("b1,./.,w1").outcome(), "D")
        for method in [p.components, lambda: p.sensible_moves("left"), lambda: 1 - p, lambda: -p, lambda: dicot.solve(p + 1)]:
            with self.assertRaisesRegex(TypeError, "play of .* need not end"):
                method()
        s = p + dicot.Clobber("xxo") + 1
        self.assertEqual((s.value(), s, dicot.Sum(*s.parts())), ("1over", 1 + dicot.Clobber("xxo") + p, s))
        self.assertEqual((dicot.Combo("b1,.,w1") + dicot.Game("*")).value(), dicot.Game("0"))
        draw = dicot.Combo("b1,./.,w1")
        rows = dicot.table([p, s, draw, p + draw, dicot.Clobber("xo")])
        self.assertEqual([row["value"] for row in rows], ["over", "1over", "dud", "dud", dicot.Game("*")])
        self.assertEqual([row["outcome"] for row in rows], ["L", "L", "D", "D", "N"])
        self.assertEqual([row["birthday"] for row in rows], [None, None, None, None, 1])
        loopy = [line["name"] for line in dicot.rulesets() if line["loopy"]]
        self.assertIn("backsliding-toads-and-frogs", loopy)
        self.assertNotIn("clobber", loopy)
        self.assertNotIn("konane-artemis", loopy)

    def test_pickles(self):
        for p in [dicot.Clobber("xox/ox."), dicot.Position("konane", ".xo."), dicot.Kayles("3+2")]:
            q = pickle.loads(pickle.dumps(p))
            self.assertEqual((type(q), q), (type(p), p))

    def test_positions_of_rule_files_are_pickled_with_their_rules(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "beads.game"
            file.write_text("game beads\nletter x left\nletter . empty\nleft east: x -> .\ntest xx = 2")
            rules = dicot.ruleset_from_file(file)
            self.assertEqual(dicot.ruleset_from_file(str(file)), rules)
            missing = file.with_name("missing.game")
            for read in [dicot.ruleset_from_file, dicot.census.read]:
                with self.assertRaises(FileNotFoundError) as caught:
                    read(missing)
                self.assertEqual(caught.exception.filename, str(missing))
            with self.assertRaises(OSError):
                dicot.ruleset_from_file(pathlib.Path(folder))
            file.write_text("game beads\nleft east: x -> .")
            with self.assertRaisesRegex(ValueError, "beads.game, line 2, column 12"):
                dicot.ruleset_from_file(file)
        p = dicot.position(rules, "x.x")
        program = (
            "import pickle, sys\n"
            "p, s, again = pickle.load(sys.stdin.buffer)\n"
            "assert p == again and type(p).__name__ == 'Beads' and p in s.parts()\n"
            "pickle.dump((p, str(p.value()), str(s.value())), sys.stdout.buffer)\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", program], input=pickle.dumps((p, p + 1, p)), stdout=subprocess.PIPE, check=True
        )
        self.assertEqual(pickle.loads(done.stdout), (p, "2", "3"))

    def test_boards_are_pictures(self):
        self.assertIn("left-stone", dicot.Clobber("xox/ox.")._repr_svg_())
        self.assertIn("circle", dicot.Clobber("xox/ox.").tikz(caption="six cells"))
        self.assertIsNone(dicot.Kayles("3+2").tikz())
        self.assertIn("<title>six</title>", dicot.Clobber("xox/ox.").svg(title="six"))
        self.assertIsNone(dicot.Kayles("3+2")._repr_svg_())

    def test_solve(self):
        answer = dicot.solve("xoxo/oxox + konane:.xo. + ^", moves=True, line=True)
        self.assertIn(answer["outcome"], "LRNP")
        self.assertEqual(answer["left_first"] == "L", bool(answer["winning_moves"]["left"]))
        self.assertIn("line", answer)
        self.assertEqual(dicot.solve("xoxo/oxox")["outcome"], dicot.Clobber("xoxo/oxox").outcome())
        misere = dicot.solve("4", rules="kayles", misere=True)
        self.assertEqual((misere["outcome"], misere["misere"]), ("P", True))
        with self.assertRaisesRegex(ValueError, "no position of clobber"):
            dicot.solve("xo?")


class Sums(unittest.TestCase):
    c1, c2, konane = dicot.Clobber("xo.xo"), dicot.Clobber("xxo"), dicot.Konane(".xo.")
    game = dicot.Game("{1|*}")

    def test_sums_are_solved(self):
        s = self.c1 + self.c2 + self.konane + self.game
        self.assertIsInstance(s, dicot.Sum)
        answer = dicot.solve(s, moves=True, line=True)
        self.assertEqual(answer["outcome"], s.value().outcome())
        self.assertEqual(answer["position"], "clobber:xo.xo + clobber:xxo + konane:.xo. + {1|*}")
        self.assertEqual({**dicot.solve(str(s), moves=True, line=True), "position": answer["position"]}, answer)
        for thing in [self.c2, self.game, dicot.Sum(), 1, "xxo"]:
            self.assertIn(dicot.solve(thing)["outcome"], "LRNP")
        self.assertEqual(dicot.solve(self.c1 - self.c1)["outcome"], "P")
        self.assertEqual(dicot.solve(dicot.Clobber("xoxo/oxox/xoxo") + self.game)["left_first"], "L")
        # A game is a game, even where a text would be a position.
        self.assertEqual(dicot.solve(dicot.Game(3), rules="kayles")["outcome"], "L")
        with self.assertRaisesRegex(TypeError, "expected a text, a position, a Game or a Sum"):
            dicot.solve(["xo"])

    def test_values_add_up(self):
        s = self.c1 + self.game - self.c2 + 1
        self.assertEqual(s.value(), self.c1.value() + self.game - self.c2.value() + 1)
        self.assertEqual((-s).value(), -s.value())
        self.assertEqual((2 - self.c2).value(), 2 - self.c2.value())
        self.assertEqual(sum([self.c1, self.c2]).value(), self.c1.value() + self.c2.value())
        self.assertEqual(dicot.Sum().value(), 0)

    def test_parts(self):
        s = self.game + self.c1 + self.c2
        self.assertEqual(s.parts(), [self.c1, self.c2, self.game])
        self.assertEqual(repr(s), "Clobber('xo.xo') + Clobber('xxo') + Game('{1|*}')")
        self.assertEqual(eval(repr(s), dict(vars(dicot))), s)
        self.assertEqual(eval(repr(dicot.Sum(self.c1)), dict(vars(dicot))), dicot.Sum(self.c1))
        self.assertEqual(dicot.Sum(*s.parts()), s)
        self.assertEqual(s, self.c2 + self.game + self.c1)
        self.assertEqual(hash(s), hash(self.c2 + self.game + self.c1))
        self.assertNotEqual(s, self.c2 + self.game + self.c2)
        self.assertNotEqual(s, str(s))
        self.assertEqual(pickle.loads(pickle.dumps(s)), s)
        self.assertEqual(f"{self.c1 + 1:>20}", "   clobber:xo.xo + 1")

    def test_what_does_not_add_up(self):
        for other in ["xo", 0.5, None]:
            with self.assertRaises(TypeError):
                self.c1 + other
            with self.assertRaises(TypeError):
                other - (self.c1 + 1)
        with self.assertRaisesRegex(TypeError, "have no values"):
            self.c1 + dicot.position("konane-artemis", "xoxo/oxox/xoxo/oxox")
        with self.assertRaisesRegex(TypeError, "expected positions, Games, numbers or Sums"):
            dicot.Sum("xo")


if __name__ == "__main__":
    unittest.main()
