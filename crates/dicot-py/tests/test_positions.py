import pickle
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
        with self.assertRaisesRegex(ValueError, 'there is no ruleset "chess"; there are clobber, '):
            dicot.position("chess", "x")

    def test_moves(self):
        p = dicot.Clobber("xo/ox")
        for mv in p.moves("left"):
            q = p.play("left", mv)
            self.assertIsInstance(q, dicot.Clobber)
            self.assertNotEqual(p, q)
        with self.assertRaisesRegex(ValueError, "illegal move a1-b1 by Left"):
            p.play("left", "a1-b1")
        with self.assertRaisesRegex(ValueError, "is no move"):
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

    def test_pickles(self):
        for p in [dicot.Clobber("xox/ox."), dicot.Position("konane", ".xo."), dicot.Kayles("3+2")]:
            q = pickle.loads(pickle.dumps(p))
            self.assertEqual((type(q), q), (type(p), p))

    def test_boards_are_pictures(self):
        self.assertIn("left-stone", dicot.Clobber("xox/ox.")._repr_svg_())
        self.assertIn("<title>six</title>", dicot.Clobber("xox/ox.").svg(title="six"))
        self.assertIsNone(dicot.Kayles("3+2")._repr_svg_())

    def test_solve(self):
        answer = dicot.solve("xoxo/oxox + konane:.xo. + ^", moves=True, line=True)
        self.assertIn(answer["outcome"], "LRNP")
        self.assertEqual(answer["left_first"] == "L", bool(answer["winning_moves"]["left"]))
        self.assertIn("line", answer)
        self.assertEqual(dicot.solve("xoxo/oxox")["outcome"], dicot.Clobber("xoxo/oxox").outcome())
        with self.assertRaisesRegex(ValueError, "no position of clobber"):
            dicot.solve("xo?")


if __name__ == "__main__":
    unittest.main()
