"""One protocol: the methods that all positions have, however they are made."""

import importlib.util
import pickle
import unittest
from dataclasses import dataclass
from fractions import Fraction

import dicot


@dataclass(frozen=True)
class Heap(dicot.Ruleset):
    counters: int

    def options(self, player):
        taken = [1, 3] if dicot._dicot.player_name(player) == "left" else [2]
        return [Heap(self.counters - n) for n in taken if n <= self.counters]


@dataclass(frozen=True)
class Same(dicot.Ruleset):
    """A built-in position as one of Python."""

    position: dicot.Position

    def options(self, player):
        return [Same(option) for option in self.position.options(player)]

    def __str__(self):
        return str(self.position)


@dataclass(frozen=True)
class Named(Heap):
    """Heaps whose moves have names, and which are drawn."""

    def options(self, player):
        return [Named(option.counters) for option in super().options(player)]

    def move_name(self, option, player):
        return f"{player} takes {self.counters - option.counters}"

    def picture(self):
        return "<" + "o" * self.counters + ">"


@dataclass(frozen=True)
class Again(dicot.Ruleset):
    def options(self, player):
        return [self]


Pennies = dicot.ruleset_from_text("game pennies\nletter x left\nletter o right\nletter . empty\nleft east: x -> .\nright as left\n")


class Shared(unittest.TestCase):
    def setUp(self):
        self.positions = [
            dicot.Clobber("xxo"),
            Heap(5),
            Pennies("xxo"),
            dicot.Position(Pennies, "xxo"),
            dicot.Clobber("xxo") + Heap(5) + dicot.Nim("2") + 1,
            dicot.Domineering("../..") + dicot.Game("^"),
        ]

    def test_names_of_moves_and_pictures_of_a_class(self):
        heap, total = Named(5), Named(5) + dicot.Nim(2)
        self.assertEqual((heap.moves("left"), heap.moves("R")), (["left takes 1", "left takes 3"], ["right takes 2"]))
        self.assertEqual(heap.play("left", "left takes 3"), Named(2))
        self.assertEqual(heap.solve(moves=True)["winning_moves"], {"left": ["left takes 1"], "right": []})
        self.assertEqual(total.moves("right"), ["1: 2>1", "1: 2>0", "2: right takes 2"])
        self.assertEqual(total.solve(moves=True)["winning_moves"], {"left": total.moves("left"), "right": []})
        self.assertEqual(total.picture(), "2\n\n+ <ooooo>")
        self.assertEqual(heap._repr_html_(), "<pre>&lt;ooooo&gt;</pre>")
        self.assertIsNone(Heap(5)._repr_html_())
        self.assertIn("<span>+</span><pre>&lt;ooooo&gt;</pre>", total._repr_html_())
        self.assertEqual(Heap(5).moves("left"), ["Heap(counters=4)", "Heap(counters=2)"])

    def test_all_have_the_same_methods(self):
        for position in self.positions:
            with self.subTest(position):
                value = position.value()
                self.assertEqual(position.outcome(), value.outcome())
                self.assertEqual(position.mean(), value.mean())
                self.assertEqual(position.temperature(), value.temperature())
                self.assertEqual(position.thermograph(), value.thermograph())
                self.assertEqual(position.solve()["outcome"], value.outcome())
                self.assertIn("canonical form", position.explain())
                label = position.label()
                self.assertEqual((label["outcome"], str(position) in label["position"]), (value.outcome(), True))
                self.assertEqual(label["winning_moves"], {p: position.winning_moves(p) for p in ("left", "right")})
                self.assertTrue(position.picture())
                self.assertIn(r"\texttt{", position.to_latex())
                self.assertEqual(sum((dicot.Sum(part) for part in position.components()), dicot.Sum()).value(), value)
                for player in ("left", "right"):
                    moves, options = position.moves(player), position.options(player)
                    self.assertEqual([position.play(player, move) for move in moves], options)
                    winning = position.winning_moves(player)
                    self.assertTrue({*winning} <= {*moves})
                    expected = [o.value() if not isinstance(o, dicot.Game) else o for o in options]
                    wins = [v >= 0 if player == "left" else v <= 0 for v in expected]
                    self.assertEqual([move in winning for move in moves], wins)
                self.assertEqual(dicot.Game.from_options(*(dicot.values(position.options(p)) for p in ("left", "right"))), value)
                with self.assertRaisesRegex(ValueError, "left or right"):
                    position.moves("nobody")
                with self.assertRaises(ValueError):
                    position.play("left", "nowhere")
                self.assertEqual(pickle.loads(pickle.dumps(position)), position)

    def test_values_of_many(self):
        positions = [*self.positions, dicot.Game("*"), 3, dicot.FoxAndGeese(".g.g/..../..../..f.")]
        expected = [p.value() for p in self.positions] + [dicot.Game("*"), dicot.Game(3), positions[-1].value()]
        self.assertEqual(dicot.values(positions), expected)
        self.assertEqual(dicot.values(iter([])), [])
        boards = [dicot.Clobber(f"{n:06b}".replace("0", "x").replace("1", "o")) for n in range(64)]
        self.assertEqual(dicot.values(boards), [board.value() for board in boards])
        with self.assertRaisesRegex(TypeError, "expected positions, Games, numbers or Sums but found str"):
            dicot.values(["xo"])
        with self.assertRaises(dicot.LimitError), dicot.limited(seconds=0.05):
            dicot.values([dicot.Clobber("xoxoxo/oxoxox/xoxoxo/oxoxox/xoxoxo"), dicot.Clobber("xo")])

    def test_ways_to_write_a_position(self):
        self.assertEqual(dicot.Nim(3, 5), dicot.Nim("3+5"))
        self.assertEqual(dicot.Kayles(10), dicot.Kayles("10"))
        self.assertEqual(dicot.Cutcake(3, 4), dicot.Cutcake("3x4"))
        self.assertEqual(dicot.Clobber(["xo", "ox"]), dicot.Clobber("xo/ox"))
        self.assertEqual(dicot.Clobber([["x", "o"], ["o", "x"]]), dicot.Clobber("xo/ox"))
        self.assertEqual(dicot.Clobber.start(4, 5).value(), dicot.Clobber("xoxox/oxoxo/xoxox/oxoxo").value())
        hackenbush = dicot.Hackenbush.from_edges([("ground", "a", "blue"), ("a", "b", "red")])
        self.assertEqual(hackenbush.value(), Fraction(1, 2))
        self.assertEqual(dicot.NodeKayles.from_edges([(1, 2), (2, 3)], vertices=[1, 2, 3, 4]), dicot.NodeKayles("n=4 0-1 1-2"))
        self.assertEqual(dicot.Col.from_edges([(1, 2)], {2: "L"}), dicot.Col("n=2 0-1 | 1:L"))
        for wrong in (lambda: dicot.Clobber(3), lambda: dicot.Nim(-1), lambda: dicot.Kayles.from_edges([(1, 2)]), lambda: dicot.Hackenbush.start(3, 3)):
            with self.assertRaises(ValueError):
                wrong()
        for wrong in (lambda: dicot.Clobber(3.5), lambda: dicot.Clobber("xo", 3), lambda: dicot.Col.from_edges([(1,)])):
            with self.assertRaises((TypeError, ValueError)):
                wrong()

    def test_parts_of_a_position(self):
        for text in ("xo/o.", "xxo"):
            self.assertEqual(dicot.Clobber(dicot.Clobber(text).cells()), dicot.Clobber(text))
        self.assertEqual(dicot.Combo("b1,./.,w1").cells(), [["b1", "."], [".", "w1"]])
        self.assertEqual((dicot.Nim(3, 5).heaps(), dicot.Nim(3).cells(), dicot.Nim(3).edges()), ([3, 5], None, None))
        self.assertEqual(dicot.NodeKayles("n=3 0-1 1-2").edges(), [(0, 1), (1, 2)])
        text = "n=3 0-1:b 1-2:r"
        self.assertEqual(dicot.Hackenbush.from_edges(dicot.Hackenbush(text).edges()), dicot.Hackenbush(text))
        self.assertEqual(dicot.DigraphPlacement("n=2 0>1").edges(), [(0, 1)])

    def test_graphs_of_networkx(self):
        class Graph:
            """What is used of a graph of networkx."""

            class nodes(dict):
                def __call__(self, data):
                    return self.items()

            nodes = nodes({"c": {}, "a": {"label": "R"}, "b": {}})

            def edges(self, data):
                return [("a", "b", {"colour": "red"}), ("b", "c", {})]

            def is_directed(self):
                return False

        self.assertEqual(dicot.Col.from_networkx(Graph(), colour="none"), dicot.Col("n=3 1-2 2-0 | 1:R"))

    @unittest.skipUnless(importlib.util.find_spec("networkx"), "networkx is not installed")
    def test_graphs_as_networkx_has_them(self):
        import networkx

        for position in [
            dicot.Hackenbush("n=4 0-1:b 0-1:r 1-2:g"),
            dicot.Col("n=4 0-1 1-2 | 2:L 3:R"),
            dicot.DigraphPlacement("n=3 0>1 1-2 | 0:R"),
            dicot.WeightedArcKayles("n=3 0-1 1-2 | 1:5"),
        ]:
            graph = position.to_networkx()
            self.assertEqual(type(position).from_networkx(graph), position)
            self.assertEqual(graph.is_directed(), ">" in str(position))
        graph = dicot.NodeKayles.from_networkx(networkx.petersen_graph()).to_networkx()
        self.assertTrue(networkx.is_isomorphic(networkx.Graph(graph), networkx.petersen_graph()))
        with self.assertRaisesRegex(TypeError, "positions of clobber are not graphs"):
            dicot.Clobber("xo").to_networkx()

    def test_sums_in_a_notebook(self):
        shown = (dicot.Clobber("xo") + dicot.Nim(2) + Heap(1) + dicot.Game("{1|*}"))._repr_html_()
        self.assertEqual((shown.count("<svg"), shown.count("<?xml"), shown.count("<span>+</span>")), (1, 0, 3))
        self.assertIn("{1|*}", shown)
        self.assertEqual(dicot.Sum()._repr_html_()[-7:], "0</div>")

    def test_misere_play(self):
        for position, twin in [(Same(dicot.Kayles("4+2")), dicot.Kayles("4+2")), (Same(dicot.Clobber("xoxo.xxo")), dicot.Clobber("xoxo.xxo"))]:
            expected = twin.solve(misere=True, moves=True)
            found = position.solve(misere=True, moves=True, line=True)
            for name in ("outcome", "left_first", "right_first", "misere"):
                self.assertEqual(found[name], expected[name])
            winning = [[move in expected["winning_moves"][p] for move in twin.moves(p)] for p in ("left", "right")]
            self.assertEqual([[move in found["winning_moves"][p] for move in position.moves(p)] for p in ("left", "right")], winning)
            self.assertIsInstance(found["line"], list)
        both = Same(dicot.Nim(2)) + dicot.Nim(3) + dicot.STAR
        self.assertEqual(both.solve(misere=True)["outcome"], (dicot.Nim(2, 3) + dicot.STAR).solve(misere=True)["outcome"])
        first = both.solve(misere=True, first="right")
        self.assertEqual((first["left_first"], first["outcome"], first["right_first"] in "LR"), (None, None, True))
        cut = Same(dicot.Clobber("xoxo/oxox/xoxo")).solve(misere=True, seconds=0.01)
        self.assertEqual((cut["outcome"], "seconds" in cut["reason"]), (None, True))
        cut = Same(dicot.Clobber("xoxo/oxox/xoxo")).solve(misere=True, bytes=100_000)
        self.assertIn("bytes", cut["reason"])
        with self.assertRaises(dicot.LoopError):
            Again().solve(misere=True)

    def test_loopy_games(self):
        over, on, dud = (dicot.LoopyGame(name) for name in ("over", "on", "dud"))
        self.assertEqual((over, repr(over), f"{over:>5}", str(on)), ("over", "LoopyGame('over')", " over", "on"))
        self.assertEqual((on + 5, on - on, -over, over + dicot.UP + 0), (on, dud, "under", "over + ^"))
        self.assertEqual((over - dicot.Clobber("xo"), dicot.Clobber("xxo") + over), (over + dicot.STAR, over + dicot.UP))
        self.assertEqual((dicot.Game(2) + over, 2 - over, over * 3, 0 * over), ("2over", "2 - over", over, 0))
        self.assertEqual((over > 0, over >= over, 0 < over, dicot.Game("1/8") > over, dud == 0, dud <= 0), (True, True, True, True, False, False))
        self.assertEqual((over == float("inf"), over != "under", on > 10**30 * 0), (False, True, True))
        self.assertTrue(dud.confused(over) and not over.confused("^"))
        self.assertEqual((over.onside(), over.degree(), on.outcome(), dud.outcome()), ("over", "over", "L", "D"))
        self.assertEqual((over.thermograph().mean(), over.mean(), over.temperature(), over.right_options()), (0, 0, 0, [over]))
        self.assertEqual((hash(over), pickle.loads(pickle.dumps(over)), {over: 1}["over"]), (hash("over"), over, 1))
        self.assertEqual(dicot.evaluate("over + ^"), over + dicot.UP)
        self.assertIn("over", over._repr_latex_())
        self.assertIsInstance(dicot.FoxAndGeese(".g.g/..../..../..f.").value(), dicot.LoopyGame)
        for wrong, error in [("1", "short game"), ("clobber", "a game"), ("{", "")]:
            with self.assertRaisesRegex(ValueError, error):
                dicot.LoopyGame(wrong)
        with self.assertRaises(TypeError):
            over + "x"
        with self.assertRaises(ValueError):
            dud.thermograph()
        with self.assertRaisesRegex(AttributeError, "onside"):
            over.onsid
        with self.assertRaises(dicot.LimitError), dicot.limited(bytes=1 << 16):
            sum((dicot.LoopyGame(f"{{{n}|pass}}") for n in range(100)), over)

    def test_own_loopy_rulesets(self):
        @dataclass(frozen=True)
        class Piece(dicot.Ruleset, loopy=True):
            """Left goes up to 3 and wins; Right goes down as long as there is room, and may wait once."""

            place: int

            def options(self, player):
                if player == "left":
                    return [Piece(self.place + 1)] if self.place < 3 else [dicot.Game(1)]
                return [Piece(self.place - 1)] if self.place else [self]

        self.assertEqual([Piece(n).outcome() for n in range(4)], [Piece(n).value().outcome() for n in range(4)])
        self.assertEqual(Piece(3).winning_options("left"), [1])
        self.assertEqual(Piece(3).winning_moves("left"), ["1"])
        self.assertEqual(dicot.table([Piece(3)])[0]["outcome"], Piece(3).outcome())

        # As Fox and Geese: its graph gives the value of the core.
        @dataclass(frozen=True)
        class Same(dicot.Ruleset, loopy=True):
            position: dicot.Position

            def options(self, player):
                return [Same(option) for option in self.position.options(player)]

        for text in (".g.g/..../..../..f.", "..../.g../f.../....", ".f../..../.g../...."):
            position = dicot.FoxAndGeese(text)
            same = Same(position)
            self.assertEqual((same.value(), same.outcome()), (position.value(), position.outcome()))
            for player in ("left", "right"):
                expected = [move in position.winning_moves(player) for move in position.moves(player)]
                self.assertEqual([option in same.winning_options(player) for option in same.options(player)], expected)

        # Sums of both kinds, with each other, with games and with short positions.
        fox = dicot.FoxAndGeese(".g.g/..../..../..f.")
        for sum_, same in [
            (fox - 1, Same(fox) - 1),
            (fox + fox, Same(fox) + fox),
            (fox + dicot.Clobber("xxo") + 1, Same(fox) + dicot.Clobber("xxo") + 1),
            (fox + fox - 2, Same(fox) + Same(fox) - 2),
        ]:
            value = sum_.value()
            self.assertEqual((same.value(), sum_.outcome(), same.outcome()), (value, value.outcome(), value.outcome()))
            for player in ("left", "right"):
                wins = "L" if player == "left" else "R"
                moves = sum_.winning_moves(player)
                self.assertEqual(len(moves), len(same.winning_moves(player)))
                # Who wins by starting has a winning move, and nobody else has.
                begins = (value.outcome() in (wins, "N", "NHat" if wins == "L" else "NCheck")) if "D" not in value.outcome() else False
                self.assertEqual(bool(moves), begins, (sum_, player))

        class Heap(dicot.Ruleset):
            def __init__(self, n):
                self.n = n

            def __eq__(self, other):
                return self.n == other.n

            def __hash__(self):
                return self.n

            def options(self, player):
                return [Heap(k) for k in range(self.n)]

        for wrong in [lambda: -fox, lambda: (fox + 1).solve(), lambda: (fox + 1).components()]:
            with self.assertRaisesRegex(TypeError, "play of fox-and-geese need not end: value"):
                wrong()
        self.assertEqual((Same(fox) + Heap(2) + Heap(3)).value(), fox.value() + dicot.STAR)
        self.assertEqual((fox + Heap(1)).value(), fox.value() + dicot.STAR)

        @dataclass(frozen=True)
        class Endless(dicot.Ruleset, loopy=True):
            n: int

            def options(self, player):
                return [Endless(self.n + 1)]

        with self.assertRaisesRegex(dicot.LimitError, "positions"), dicot.limited(seconds=0.05):
            Endless(0).value()
        with self.assertRaisesRegex(dicot.LimitError, "bytes"), dicot.limited(bytes=1 << 20):
            Endless(0).outcome()

    def test_rule_files_are_classes(self):
        text = "game two-pennies\nletter x left\nletter . empty\nleft east: x -> .\n"
        Two = dicot.ruleset_from_text(text)
        self.assertIs(dicot.ruleset_from_text(text + "\n"), Two)
        position = Two(["xx", ".x"])
        self.assertEqual((Two.__name__, repr(position), position.value()), ("TwoPennies", "TwoPennies('xx/.x')", 3))
        self.assertIn("A position is written as", Two.__doc__)
        self.assertIs(type(dicot.position(position.rules, "x")), Two)
        self.assertIs(type(dicot.position(Two, "x")), Two)
        self.assertEqual(type(position.play("left", position.moves("left")[0])), Two)
        self.assertEqual(dicot.solve("xx", Two), dicot.solve("xx", position.rules))
        self.assertEqual(dicot.label(["xx"], Two)[0]["outcome"], "L")
        self.assertIn("random", dicot.bots(Two))
        self.assertIn(dicot.Bot(Two).choose(position, "left"), position.moves("left"))
        with self.assertRaisesRegex(TypeError, "expected the name of a ruleset or its class but found type"):
            dicot.solve("xx", dict)

        again = pickle.loads(pickle.dumps(position))
        self.assertIs(type(again), Two)

        class Mine(Two):
            """A class of a user is found by its name."""

        with self.assertRaisesRegex((AttributeError, pickle.PicklingError), "Mine"):
            pickle.dumps(Mine("x"))

    def test_limits_of_a_block(self):
        before = dicot.limits()
        with self.assertRaises(KeyError), dicot.limited(seconds=1, bytes=1 << 30):
            self.assertEqual((dicot.limits()["seconds"], dicot.limits()["bytes"]), (1, 1 << 30))
            raise KeyError
        self.assertEqual(dicot.limits(), before)

    def test_types_exist(self):
        def wins(player: dicot.Player, solution: dicot.Solution) -> bool:
            outcome: dicot.Outcome = solution["outcome"]
            return outcome in ("N", player[0].upper())

        self.assertTrue(wins("left", dicot.Clobber("xo").solve()))
        self.assertEqual((dicot.STAR + dicot.UP, dicot.DOWN), (dicot.Game("^*"), -dicot.UP))

    def test_a_known_value_does_not_keep_its_store(self):
        position = dicot.Clobber("xoxo/oxox")
        value = position.value()
        dicot.forget()
        del value
        self.assertEqual(position.value(), dicot.Clobber("xoxo/oxox").value())


if __name__ == "__main__":
    unittest.main()
