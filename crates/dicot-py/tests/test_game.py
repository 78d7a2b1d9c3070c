import contextlib
import copy
import io
import pickle
import sys
import unittest
from fractions import Fraction

import dicot
from dicot import Game


class Made(unittest.TestCase):
    def test_from_texts_numbers_and_games(self):
        self.assertEqual(Game("3/4"), Game(Fraction(3, 4)))
        self.assertEqual(Game(-5), Game("-5"))
        self.assertEqual(Game(Game("^")), Game("↑"))
        self.assertEqual((Game("∗"), Game("{1∣∗2}")), (Game("*"), Game("{1|*2}")))
        self.assertEqual(Game.from_options([0, "*"], [Game("*")]), Game("{0,*|*}"))

    def test_what_is_no_game_is_refused(self):
        for wrong in [0.5, None, [], b"*", object()]:
            with self.assertRaises(TypeError):
                Game(wrong)
        with self.assertRaisesRegex(ValueError, "not a power of two"):
            Game(Fraction(1, 3))
        for huge in [2**63, -(2**64), Fraction(1, 2**63), 10**400]:
            with self.assertRaises(OverflowError):
                Game(huge)

    def test_errors_say_where(self):
        with self.assertRaises(dicot.ParseError) as caught:
            Game("{1|2")
        self.assertEqual(caught.exception.offset, 4)
        self.assertEqual(str(caught.exception), "at offset 4: expected `|`, `,` or `}` but the text ends")
        self.assertIsInstance(caught.exception, ValueError)
        # In characters, though an arrow has three bytes.
        with self.assertRaises(dicot.ParseError) as caught:
            Game("↑ + ?")
        self.assertEqual(caught.exception.offset, 4)


class Algebra(unittest.TestCase):
    games = [Game(text) for text in ["0", "1", "-1/2", "*", "^", "{1|*}", "+-1", "*2", "{0||0|-2}", "v*"]]

    def test_sums(self):
        for g in self.games:
            self.assertEqual(g - g, 0)
            self.assertEqual(-(-g), g)
            self.assertEqual(+g, g)
            self.assertEqual(3 * g, g + g + g)
            self.assertEqual(g * -2, -g - g)
            self.assertEqual(1 + g - Fraction(1, 2), g + Fraction(1, 2))
            self.assertEqual(5 - g, -(g - 5))
        self.assertEqual(sum(self.games, Game(0)), sum(reversed(self.games), Game(0)))

    def test_order(self):
        for g in self.games:
            for h in self.games:
                outcome = (g - h).outcome()
                self.assertEqual(g == h, outcome == "P")
                self.assertEqual(g > h, outcome == "L")
                self.assertEqual(g < h, outcome == "R")
                self.assertEqual(g.confused(h), outcome == "N")
                self.assertEqual(g >= h, outcome in "LP")
                self.assertEqual(g <= h, outcome in "RP")
                self.assertEqual(g != h, outcome != "P")

    def test_only_games_and_exact_numbers_add(self):
        g = Game("^")
        for other in ["1", 0.5, None]:
            with self.assertRaises(TypeError):
                g + other
        with self.assertRaises(TypeError):
            g * g

    def test_comparison_with_texts(self):
        column = [Game(text) for text in ["*", "^", "*1", "{0|0}", "1/2"]]
        self.assertEqual([g == "*" for g in column], [True, False, True, True, False])
        self.assertEqual([g != "*" for g in column], [False, True, False, False, True])
        self.assertEqual(["{0|0}" == g for g in column], [True, False, True, True, False])
        g = Game("^")
        self.assertTrue("0" < g < "1" and "v" <= g and not g >= "*" and not g <= "*")
        # Never silently false: a text that is not a game is a mistake.
        for compare in [lambda: g == "up", lambda: g != "", lambda: "{0|" == g, lambda: g < "x"]:
            with self.assertRaises(dicot.ParseError):
                compare()

    def test_comparison_with_floats(self):
        self.assertTrue(Game("1/2") == 0.5 and Game("1/2") != 0.25 and Game("^") != 0.5)
        self.assertEqual(hash(Game("1/2")), hash(0.5))
        self.assertTrue(Game("^") < 0.125 < Game("{1|1/4}") and Game("1/2") <= 0.5)
        self.assertNotEqual(Game("1"), float("nan"))
        self.assertNotEqual(Game("1"), float("inf"))
        self.assertNotEqual(Game("1/8"), 0.1)
        self.assertEqual(Game(Fraction(0.1)), 0.1)

    def test_comparison_with_numbers_out_of_range(self):
        inf = float("inf")
        for g in [Game(0), Game("*"), Game("{1000||0|-1000}"), Game(2**63 - 1), Game(1 - 2**63)]:
            for far in [inf, 1e300, 2**63, 10**400, Fraction(10**30, 3)]:
                self.assertTrue(g < far and g <= far and far > g and far >= g and g != far)
                self.assertFalse(g > far or g >= far or far < g or far <= g or g == far)
                self.assertTrue(-far < g and g >= -far)
            self.assertFalse(g < float("nan") or g >= float("nan"))
        # Their places among games are not known.
        with self.assertRaisesRegex(ValueError, "not a power of two"):
            Game(1) < Fraction(1, 3)

    def test_comparison_with_anything_else(self):
        g = Game("^")
        self.assertFalse(g == None or g == [] or g == b"^")  # noqa: E711
        self.assertNotEqual(g, 10**400)
        self.assertNotEqual(g, Fraction(1, 3))
        with self.assertRaises(TypeError):
            g <= None

    def test_equal_games_have_equal_hashes(self):
        self.assertEqual({Game("2"), 2, Game("1") + 1, Fraction(2)}, {2})
        self.assertEqual(hash(Game("3/8")), hash(Fraction(3, 8)))
        before = Game("{1|*}") + Game("^")
        dicot.forget()  # what is made from now on is in another store
        after = Game("{1|*}") + Game("^")
        self.assertEqual(before, after)
        self.assertEqual(hash(before), hash(after))
        self.assertEqual(before - after, 0)
        self.assertTrue(before <= after)
        self.assertNotEqual(hash(before), hash(Game("{1|*}")))


class Numbers(unittest.TestCase):
    """Games that are numbers are converted as Python's numbers are."""

    def test_truth(self):
        for zero in [Game(0), Game("*") - Game("*"), Game("{-1|1}")]:
            self.assertFalse(zero)
        for g in [Game(1), Game("-1/2"), Game("*"), Game("^")]:
            self.assertTrue(g)
        self.assertEqual(Game(0) or "default", "default")

    def test_conversions(self):
        for x in [Fraction(0), Fraction(3), Fraction(-7), Fraction(3, 4), Fraction(-5, 2), Fraction(2**60 + 1, 8)]:
            self.assertEqual((int(Game(x)), float(Game(x))), (int(x), float(x)))
            self.assertEqual((Game(x).as_integer_ratio(), Game(x).number()), (x.as_integer_ratio(), x))
            if sys.version_info >= (3, 14):
                self.assertEqual(Fraction(Game(x)), x)
        for g in [Game("*"), Game("^"), Game("{1|*}")]:
            for convert in [int, float, Game.as_integer_ratio]:
                with self.assertRaisesRegex(ValueError, r"is not a number; mean\(\), left_stop\(\) and"):
                    convert(g)
        # A list has no place 3 that a game names.
        with self.assertRaises(TypeError):
            [0, 1][Game(1)]

    def test_numbers_of_numpy(self):
        class Int:  # as numpy.int64 is: its parts are numbers of that type, and not of Python's
            def __init__(self, n):
                self.n = n

            def __index__(self):
                return self.n

            numerator = property(lambda self: self)
            denominator = property(lambda self: Int(1))

        kinds = [Int]
        try:
            import numpy

            kinds += [numpy.int64, numpy.int8]
        except ImportError:
            pass
        for kind in kinds:
            self.assertEqual((Game(kind(-3)), Game("^") + kind(3)), (Game(-3), Game("3^")))
            self.assertEqual((Game("^") * kind(3), Game(3) == kind(3)), (Game("^3"), True))
            self.assertEqual(dicot.heap("0.77", kind(3))["values"], [0, 1, 2, 3])
        with self.assertRaises(OverflowError):
            Game(Int(2**63))


class Facts(unittest.TestCase):
    def test_a_hot_game(self):
        g = Game("{4||2|-4}")
        self.assertEqual(g.mean(), 2)
        self.assertEqual(g.temperature(), 2)
        self.assertEqual((g.left_stop(), g.right_stop()), (4, 2))
        self.assertEqual(g.left_options(), [Game(4)])
        self.assertEqual(g.right_options(), [Game("{2|-4}")])
        self.assertEqual(g.options("R"), g.right_options())
        self.assertIsInstance(g.mean(), Fraction)
        self.assertTrue(g.is_hot())

    def test_kinds(self):
        self.assertTrue(Game("3/4").is_number() and not Game("3/4").is_integer())
        self.assertTrue(Game("*5").is_nimber() and Game("*5").is_dicot())
        self.assertTrue(Game("{0||0|-2}").is_infinitesimal())
        self.assertFalse(Game("{0||0|-2}").is_dicot())
        self.assertTrue(Game("+-3").is_switch())
        self.assertEqual(Game("*5").nimber(), 5)
        self.assertIsNone(Game("^").nimber())
        self.assertIsNone(Game("*").number())
        self.assertEqual(Game("^3*").atomic_weight(), 3)
        self.assertEqual(Game("^").birthday(), 2)

    def test_players(self):
        for name in ["left", "Left", "LEFT", "l", "L"]:
            self.assertEqual(Game("^").options(name), [0])
        takes = [
            Game("*").options,
            Game("*").incentives,
            Game("*").thermograph().wall,
            dicot.Clobber("xo").moves,
            dicot.Clobber("xo").winning_moves,
            dicot.Clobber("xo").sensible_moves,
            lambda player: dicot.Clobber("xo").play(player, "a1-b1"),
            lambda player: dicot.Bot("clobber").choose(dicot.Clobber("xo"), player),
            lambda player: dicot.Analyzer().winning_moves(dicot.Clobber("xo"), player),
            lambda player: dicot.solve("xo", first=player),
            lambda player: dicot.label(["xo"], first=player),
        ]
        for take in takes:
            self.assertEqual(str(take("Left")), str(take("l")))
            with self.assertRaisesRegex(ValueError, 'expected left or right, found "white"'):
                take("white")
            with self.assertRaisesRegex(TypeError, 'expected the player "left" or "right" but found int'):
                take(0)

    def test_explain(self):
        text = dicot.explain("{0,*|*,^}")
        self.assertIn("Left's * is reversible through 0", text)
        self.assertIn("so this is the canonical form", dicot.explain("{0|*}"))
        self.assertIn("(by ", dicot.explain(dicot.Clobber("xox/ox.")))
        with self.assertRaises(dicot.ParseError):
            dicot.explain("{0|")
        for wrong in [Game("^"), 1, None]:
            with self.assertRaisesRegex(TypeError, "expected a text in braces or a position"):
                dicot.explain(wrong)
        with self.assertRaisesRegex(TypeError, "need not end"):
            dicot.explain(dicot.Combo("w1,./.,b2"))

    def test_tree(self):
        picture = Game("{^^*|*,v}").tree(title="a tree", width=300)
        self.assertIn("<title>a tree</title>", picture.svg())
        self.assertEqual(picture.svg(), picture._repr_svg_())
        self.assertIn("a tree", picture.tikz())
        self.assertEqual(repr(picture), f"<dicot.Picture: {len(picture.svg().encode())} bytes of SVG>")
        self.assertGreater(len(Game(5).tree(expand=True).svg()), len(Game(5).tree().svg()))
        with self.assertRaisesRegex(ValueError, "see the argument nodes"):
            Game("{^^*|*,v}").tree(nodes=2)
        for wrong in [0, 10_001]:
            with self.assertRaisesRegex(ValueError, "nodes are 1 to 10000"):
                Game("^").tree(nodes=wrong)

    def test_evaluate(self):
        self.assertEqual(dicot.evaluate("{2|-1}.Temperature"), Fraction(3, 2))
        self.assertEqual(dicot.evaluate("[1, *, true]"), [1, Game("*"), True])
        self.assertEqual(dicot.evaluate("[1/3, {2,1}, [x for x in [*]]]"), [Fraction(1, 3), [1, 2], [Game("*")]])
        self.assertEqual(dicot.evaluate("'{0|0}' + 1"), "'{0|0}' + 1")
        self.assertEqual(dicot.evaluate("f(x) := x + ^"), "x -> x + ^")
        self.assertIsInstance(dicot.evaluate("{2|-1}.Thermograph"), dicot.Thermograph)
        self.assertEqual(dicot.evaluate("^.OutcomeClass"), "L")

    def test_sorted(self):
        texts = ["^", "*", "1", "1/2", "+-1", "{1|*}", "v", "0"]
        order = [str(g) for g in sorted(map(Game, texts), key=dicot.sort_key)]
        self.assertEqual(order, [str(g) for g in dicot.evaluate(f"[{','.join(texts)}].Sorted")])
        self.assertEqual(max([3, Game("^"), Fraction(1, 2)], key=dicot.sort_key), Game("^"))
        one = dicot.sort_key(1)
        self.assertEqual((one == dicot.sort_key(Game(1)), hash(one) == hash(dicot.sort_key(Game(1))), one != dicot.sort_key(2)), (True, True, True))
        for wrong in (Fraction(1, 3), None, [1]):
            with self.assertRaises((TypeError, ValueError)):
                dicot.sort_key(wrong)

    def test_characters_of_books_in_terminals(self):
        class Printer:
            def text(self, text):
                self.shown = text

        def shown(game, encoding):
            printer, terminal = Printer(), io.TextIOWrapper(io.BytesIO(), encoding=encoding)
            with contextlib.redirect_stdout(terminal):
                game._repr_pretty_(printer, False)
            return printer.shown

        self.assertEqual(shown(Game("{^^*|*,v}"), "utf-8"), "{↑↑*|*,↓}")
        self.assertEqual((shown(Game("+-1"), "utf-8"), shown(Game("^*"), "ascii"), shown(Game("^*"), "latin-1")), ("±1", "^*", "^*"))
        self.assertEqual(shown(dicot.LoopyGame("over") + Game("*"), "utf-8"), "over")
        self.assertEqual(Game(shown(Game("^*2"), "utf-8")), Game("^*2"))
        self.assertTrue(shown(sum((Game(f"{{{n}|-{n}}}") for n in range(1, 12)), Game(0)), "utf-8").endswith("..."))
        self.assertEqual([dicot.tiny("1/2") + dicot.miny(Fraction(1, 2)), dicot.tiny(2)], [0, Game("Tiny(2)")])

    def test_infinite_numbers_pictures_and_changes(self):
        infinite = dicot.evaluate("[inf, -1/0]")
        self.assertEqual(infinite, [float("inf"), float("-inf")])
        sheet = dicot.Worksheet()
        sheet["x"] = infinite
        self.assertEqual(sheet.evaluate("x[1] > 2 ^ 100 and x[2] < 0"), True)
        self.assertEqual(dicot.evaluate("Table([[1,^]])"), "1 | ^")
        picture = dicot.evaluate("[0,1,2].ScatterPlot")
        self.assertIsInstance(picture, dicot.Picture)
        self.assertEqual(picture, dicot.evaluate("[0,1,2].ScatterPlot()"))
        self.assertNotEqual(picture, dicot.evaluate("[0,1,3].ScatterPlot"))
        with self.assertRaisesRegex(TypeError, "a picture is not read"):
            sheet["p"] = picture
        draws = {operation.name: operation for operation in dicot.operations()}
        self.assertEqual(draws["Svg"](picture), picture.svg())
        self.assertEqual(sheet.evaluate("m := MutableList([2,1]); m.Sort; m"), [1, 2])
        self.assertEqual(str(sheet.evaluate("MutableMap({1 => ^})")), "MutableMap({1 => ^})")


class Texts(unittest.TestCase):
    def large(self):
        g = Game("{4|2*|||1|-1*}")
        for n in range(3, 12):
            g = g + Game("{%d|%d^||%d}" % (n, n // 2, -n))
        return g

    def test_pickles(self):
        for g in [Game("{1|*}"), Game(3), Game("^[3]*"), self.large()]:
            for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
                text = pickle.dumps(g, protocol)
                dicot.forget()
                self.assertEqual(pickle.loads(text), g)
            self.assertLess(len(text), 1_000_000)
            self.assertIs(copy.copy(g), g)
            self.assertEqual(copy.deepcopy([g]), [g])

    def test_thermographs_are_pickled(self):
        for text in ["0", "1/4", "^", "{4||2|-4}", "{10|3||0|-7} + {2|-1}"]:
            t = Game(text).thermograph()
            for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
                copied = pickle.loads(pickle.dumps(t, protocol))
                self.assertEqual((copied, copied.svg()), (t, t.svg()))
            self.assertEqual(copy.copy(t), t)
        left, right = [(-1, 4), (2, 1)], [(-1, -2), (2, 1)]
        self.assertEqual(dicot.Thermograph(left, right), Game("{3|-1}").thermograph())
        for wrong in [([], []), (right, left), (left, right[:1]), ([(-1, 1), (0, 3)], right), ([(0, 1)], [(0, 1)])]:
            with self.assertRaisesRegex(ValueError, "these are not walls"):
                dicot.Thermograph(*wrong)
        with self.assertRaises(TypeError):
            dicot.Thermograph([(-1, 0.5)], [(-1, 0.5)])

    def test_thermographs_of_kos(self):
        t = dicot.evaluate("'a{10|{a|-10}}'.KoThermograph(Left)")
        self.assertEqual((t.mean(), t.temperature()), (Fraction(10, 3), Fraction(20, 3)))
        self.assertEqual(t.at("left", Fraction(1, 3)), Fraction(29, 3))
        self.assertIn("mast 10/3, temperature 20/3", t.svg())
        self.assertEqual(pickle.loads(pickle.dumps(t)), t)
        self.assertEqual(dicot.evaluate("{5over|-1}.Thermograph").mean(), 2)

    def test_format(self):
        self.assertEqual(f"{Game('^'):>5}|{Game('*'):<3}|{Game(1):^3}|{Game('v')}", "    ^|*  | 1 |v")
        self.assertEqual(f"{dicot.Clobber('xo'):_>4} {dicot.Position('konane', '.xo.'):6}.", "__xo .xo.  .")
        with self.assertRaises(ValueError):
            f"{Game('^'):d}"

    def test_long_texts_are_cut_where_they_are_shown(self):
        g = self.large()
        self.assertGreater(g.text_length(), 10_000)
        self.assertLess(len(repr(g)), 300)
        self.assertIn(f"... ({g.text_length()} characters)>", repr(g))
        self.assertEqual(repr(Game("{1|*}")), "Game('{1|*}')")
        self.assertEqual(eval(repr(Game("{1|*}"))), Game("{1|*}"))
        self.assertEqual(len(g.text_start(50)), 50)

    def test_latex(self):
        self.assertEqual(Game("{^^*|*,v}").to_latex(), r"\{{\Uparrow}{\ast} \mid {\ast},{\downarrow}\}")
        self.assertEqual(Game("1/2")._repr_latex_(), r"$\displaystyle \frac{1}{2}$")
        self.assertLess(len(self.large()._repr_latex_()), 2_500)
        table = dicot.latex_table(["a_b", "v"], [(dicot.Kayles("3+2"), Fraction(-1, 2)), ("50%", Game("^"))])
        self.assertIn("a\\_b & v", table)
        self.assertIn("\\texttt{3+2} & $-\\frac{1}{2}$ \\\\\n50\\% & ${\\uparrow}$ \\\\\n", table)
        with self.assertRaises(TypeError):
            dicot.latex_table(["v"], [1])

    def test_pictures(self):
        g = Game("{4||2|-4}")
        t = g.thermograph()
        self.assertTrue(t._repr_svg_().startswith("<?xml"))
        self.assertIn("{4||2|-4}", t._repr_svg_())
        self.assertIn(r"{$\{4 \mathrel{||} 2 \mid -4\}$};", t.tikz(width=300))
        self.assertIn("<title>warm</title>", t.svg(title="warm", width=300))
        self.assertEqual(t, Game("{4||2|-4} + ^").thermograph())
        self.assertEqual(t.at("left", 0), 4)
        with self.assertRaises(ValueError):
            t.at("left", -2)
        with self.assertRaises(ValueError):
            t.at("left", 0.5)


if __name__ == "__main__":
    unittest.main()
