"""Rulesets in Python: their values are those of the built-in ones, and errors say where they are."""

import _thread
import dataclasses
import enum
import faulthandler
import pathlib
import pickle
import signal
import sys
import threading
import time
import traceback
import unittest
from dataclasses import dataclass
from typing import Optional

import dicot

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "examples"))

from domineering import Domineering  # noqa: E402


@dataclass(frozen=True)
class Kayles(dicot.Ruleset):
    """A row of pins: a player removes one, or two that are adjacent."""

    pins: int

    def options(self, player):
        for taken in (1, 2):
            for left in range(self.pins - taken + 1):
                yield Kayles(left) + Kayles(self.pins - taken - left)


@dataclass(frozen=True)
class Strip(dicot.Ruleset):
    """Clobber on a strip."""

    cells: str

    def side(self, own, other):
        for i, j in [(i, i + d) for i in range(len(self.cells)) for d in (-1, 1)]:
            if 0 <= j < len(self.cells) and (self.cells[i], self.cells[j]) == (own, other):
                cells = list(self.cells)
                cells[i], cells[j] = ".", own
                yield Strip("".join(cells))

    def left_options(self):
        return list(self.side("x", "o"))

    def right_options(self):
        return list(self.side("o", "x"))

    def __str__(self):
        return self.cells


class Shared(Strip):
    """The same with components, symmetry and negatives."""

    def side(self, own, other):
        return (Shared(option.cells) for option in super().side(own, other))

    def components(self):
        return [Shared(part) for part in self.cells.split(".") if part]

    def normalized(self):
        return Shared(min(self.cells, self.cells[::-1]))

    def negative(self):
        return Shared(self.cells.translate({ord("x"): "o", ord("o"): "x"}))


class Heap(dicot.Ruleset, tuple):
    """Left and Right take one counter, each of their own."""

    def options(self, player):
        left, right = self
        if player == "left":
            return [Heap((left - 1, right))] if left else []
        return [Heap((left, right - 1))] if right else []


@dataclass(frozen=True)
class Any(dicot.Ruleset):
    """A position whose options are computed by a function."""

    name: str
    function: object

    def options(self, player):
        return self.function(self, player)

    def __repr__(self):
        return f"Any({self.name})"


def rows_of(cells, length):
    return [""] if length == 0 else [row + cell for row in rows_of(cells, length - 1) for cell in cells]


class Values(unittest.TestCase):
    def test_clobber(self):
        for length in range(1, 8):
            for cells in rows_of("xo.", length):
                value = dicot.Clobber(cells).value()
                self.assertEqual(Strip(cells).value(), value, cells)
                self.assertEqual(Shared(cells).value(), value, cells)
        self.assertEqual(Strip("xxo").outcome(), "L")
        self.assertEqual(Strip("xxo").thermograph(), dicot.Game("^").thermograph())

    def test_domineering(self):
        for rows in range(1, 5):
            for columns in range(1, 5):
                board = Domineering.board(rows, columns)
                text = "/".join("." * columns for _ in range(rows))
                self.assertEqual(board.value(), dicot.Domineering(text).value(), text)

    def test_kayles(self):
        for pins in range(30):
            self.assertEqual(Kayles(pins).value(), dicot.Kayles(str(pins)).value())

    def test_negatives_are_shared(self):
        own, shared = dicot.Analyzer(), dicot.Analyzer()
        text = "xxoxoxoo"
        self.assertEqual(own.value(Strip(text)), shared.value(Shared(text)))
        self.assertEqual(own.outcome(Strip(text)), dicot.Clobber(text).outcome())
        self.assertLess(shared.positions(), own.positions() / 2)
        self.assertGreater(shared.bytes(), 0)

    def test_long_play(self):
        # Python's own recursion ends at 1,000 calls, and a thread's stack at some 10,000.
        self.assertEqual(Heap((100_000, 0)).value(), 100_000)
        solved = dicot.solve(Heap((50_000, 0)))
        self.assertEqual((solved["outcome"], solved["left_first"]), ("L", "L"))

    def test_options_of_all_kinds(self):
        options = {"left": [dicot.Clobber("xo"), dicot.Game(1)], "right": [dicot.Clobber("xxo") + Kayles(1)]}
        p = Any("mixed", lambda self, player: options[player])
        self.assertEqual(p.value(), dicot.Game.from_options(["*", 1], ["^*"]))
        self.assertEqual(p.winning_options("left"), options["left"][1:])
        self.assertEqual(p.winning_options("right"), [])

    def test_explanations(self):
        self.assertEqual(dicot.explain(Strip("xxo")), dicot.explain(dicot.Clobber("xxo")))

    def test_classes_are_kept_apart(self):
        class Other(Heap):
            def options(self, player):
                return [dicot.Game("*")]

        self.assertEqual(Heap((2, 1)), Other((2, 1)))
        self.assertEqual([Heap((2, 1)).value(), Other((2, 1)).value()], [1, dicot.Game("{*|*}")])
        self.assertNotEqual(Heap((2, 1)) + 1, Other((2, 1)) + 1)

    def test_table(self):
        rows = dicot.table([Strip("xxo"), dicot.Clobber("xo"), dicot.Game("1/2"), Kayles(1) + 2])
        self.assertEqual([str(row["value"]) for row in rows], ["^", "*", "1/2", "2*"])
        self.assertEqual([row["outcome"] for row in rows], ["L", "N", "L", "L"])
        self.assertEqual(rows[0]["position"], Strip("xxo"))
        self.assertEqual(rows[3]["mean"], 2)


    def test_players_are_read_as_everywhere(self):
        @dataclass(frozen=True)
        class Ends(dicot.Ruleset):
            """Left takes a counter, Right takes two; the options are methods."""

            n: int

            def left_options(self):
                return [Ends(self.n - 1)] if self.n else []

            def right_options(self):
                return [Ends(self.n - 2)] if self.n > 1 else []

        for position in [Strip("xox"), Shared("xox"), Ends(3)]:
            options = {name: list(getattr(position, f"{name}_options")()) for name in ("left", "right")}
            for name in ("left", "right"):
                winning = [o for o in options[name] if dicot.solve(o)["outcome"] in ("LP" if name == "left" else "RP")]
                for spelt in (name, name.capitalize(), name.upper(), name[0], name[0].upper()):
                    self.assertEqual(position.winning_options(spelt), winning, spelt)
                    self.assertEqual(list(position.options(spelt)), options[name], spelt)
            for call in [position.winning_options, position.options]:
                for wrong in ["nonsense", "", "left "]:
                    with self.assertRaisesRegex(ValueError, f'expected left or right, found "{wrong}"'):
                        call(wrong)
                with self.assertRaisesRegex(TypeError, 'expected the player "left" or "right" but found NoneType'):
                    call(None)
        self.assertEqual((Ends(1).winning_options("Left"), Strip("xxo").winning_options("L")), ([Ends(0)], [Strip("x.x")]))


class Sums(unittest.TestCase):
    def test_sums(self):
        s = Strip("xxo") + dicot.Clobber("xo") + 1 + Kayles(2)
        self.assertEqual(s.value(), dicot.Game("1^*") + dicot.Game("*2"))
        self.assertEqual(s.parts(), [dicot.Clobber("xo"), Strip("xxo"), Kayles(2), dicot.Game(1)])
        self.assertEqual(s, Kayles(2) + Strip("xxo") + dicot.Clobber("xo") + 1)
        self.assertEqual(hash(s), hash(Kayles(2) + Strip("xxo") + dicot.Clobber("xo") + 1))
        self.assertNotEqual(s, Kayles(3) + Strip("xxo") + dicot.Clobber("xo") + 1)
        self.assertEqual(pickle.loads(pickle.dumps(s)), s)
        self.assertEqual(str(Strip("xo") + 1), "xo + 1")
        self.assertEqual(sum([Kayles(1), Kayles(2)]).value(), dicot.Game("*3"))
        self.assertEqual((1 - Shared("xxo")).value(), dicot.Game("1v"))
        self.assertEqual(-Shared("xxo"), Shared("oox"))
        for wrong in [lambda: -Strip("xo"), lambda: dicot.Game(1) - Strip("xo")]:
            with self.assertRaisesRegex(TypeError, r"Strip does not define negative\(\)"):
                wrong()
        with self.assertRaises(TypeError):
            Strip("xo") + "xo"

    def test_outcomes_are_those_of_values(self):
        games = [dicot.Game(0), dicot.Game("*"), dicot.Game("{1|-1}"), dicot.Game("v")]
        for length in range(1, 6):
            for cells in rows_of("xo", length):
                for game in games:
                    s = Strip(cells) + Shared("xoxox") + game
                    self.assertEqual(dicot.solve(s)["outcome"], s.value().outcome(), s)

    def test_search(self):
        text = "xoxxoxoxooxoxoxx"
        p = Shared(text)
        found, expected = dicot.solve(p, moves=True), dicot.solve(text, moves=True)
        self.assertGreater(found["nodes"], 1)
        for key in ("outcome", "left_first", "right_first"):
            self.assertEqual(found[key], expected[key])
        for player in ("left", "right"):
            wins = [str(option) for option in p.winning_options(player)]
            self.assertEqual(found["winning_moves"][player], wins)
            self.assertEqual(len(wins), len(expected["winning_moves"][player]))

    def test_a_line_of_best_play(self):
        s = Strip("xxoo") + dicot.Clobber("xo") + dicot.Game("^")
        answer = dicot.solve(s, first="right", moves=True, line=True)
        self.assertIsNone(answer["outcome"])
        self.assertIsNone(answer["winning_moves"]["left"])
        # The player who does not move last has lost.
        winner = "R" if len(answer["line"]) % 2 else "L"
        self.assertEqual(winner, answer["right_first"])
        self.assertIn(answer["line"][0].split(": ")[0], "123")
        self.assertEqual(dicot.solve(Strip("xo"), line=True)["line"], [".x"])

    def test_large_positions_of_built_in_rulesets(self):
        board = "xoxoxo/oxoxox/xoxoxo"
        s = dicot.Clobber(board) + Kayles(1)
        answer = dicot.solve(s, first="left")
        self.assertEqual(answer["left_first"], dicot.solve(f"{board} + *", first="left")["left_first"])
        self.assertEqual(answer["position"], f"clobber:{board} + Kayles(pins=1)")


class Errors(unittest.TestCase):
    def setUp(self):
        self.addCleanup(dicot.set_limits, **dicot.limits())

    def test_errors_in_user_code_keep_their_traceback(self):
        def fails(self, player):
            raise ZeroDivisionError("here")

        for compute in [lambda p: p.value(), dicot.solve, dicot.Analyzer().value]:
            try:
                compute(Any("fails", fails))
                self.fail("no error")
            except ZeroDivisionError as error:
                names = [frame.name for frame in traceback.extract_tb(error.__traceback__)]
            self.assertEqual(names[-2:], ["options", "fails"])
        # The next computation is not affected.
        self.assertEqual(Strip("xo").value(), "*")

    def test_play_that_does_not_end(self):
        itself = Any("itself", lambda self, player: [self])
        with self.assertRaisesRegex(dicot.LoopError, r"no value: Any\(itself\) -> Any\(itself\)$"):
            itself.value()
        with self.assertRaisesRegex(dicot.LoopError, r"Any\(itself\)"):
            dicot.solve(itself)
        ring = [Any(str(i), lambda self, player: [ring[(int(self.name) + 1) % 50]]) for i in range(50)]
        with self.assertRaisesRegex(dicot.LoopError, r": Any\(7\) -> .* -> \.\.\. \(45 more\) -> Any\(7\)$"):
            ring[7].value()
        with self.assertRaises(dicot.LoopError):
            dicot.solve(ring[7] + Strip("xo"))
        self.assertTrue(issubclass(dicot.LoopError, ValueError))

    def test_play_without_end_reaches_a_limit(self):
        @dataclass(frozen=True)
        class Grows(dicot.Ruleset):
            n: int

            def options(self, player):
                return [Grows(self.n + 1)]

        @dataclass(frozen=True)
        class Many(dicot.Ruleset):
            def options(self, player):
                while True:
                    yield Many()

        @dataclass(frozen=True)
        class Parts(Many):
            def components(self):
                while True:
                    yield self

        place = r"(\d+) positions are found, and play is \d+ moves long at .*Grows\(n=\d+\)"
        dicot.set_limits(seconds=0.1)
        with self.assertRaisesRegex(dicot.LimitError, "the time is up: " + place):
            Grows(0).value()
        with self.assertRaisesRegex(dicot.LimitError, "the time is up"):
            Many().value()
        dicot.set_limits(seconds=None, bytes=8 << 20)
        with self.assertRaisesRegex(dicot.LimitError, "8 MiB of memory is reached: " + place):
            Grows(0).value()
        for endless in [Many(), Parts()]:
            with self.assertRaisesRegex(dicot.LimitError, "8 MiB"):
                endless.value()
        self.assertEqual(Strip("xo").value(), "*")
        answer = dicot.solve(Grows(0) + 1, bytes=8 << 20)
        self.assertIsNone(answer["outcome"])
        self.assertIn("8 MiB", answer["reason"])
        answer = dicot.solve(Grows(0), seconds=0.1, bytes=1 << 30)
        self.assertIn("the time is up", answer["reason"])

    def test_what_is_not_a_position(self):
        cases = {
            r"options\('left'\) of Any\(p\) are None; expected a list of positions": None,
            r"options\('left'\) of Any\(p\) are Any\(q\); expected a list": Any("q", None),
            r"options\('left'\) of Any\(p\) are \(1, 2\); expected a list": Heap((1, 2)),
            r"options\('left'\) of Any\(p\) contain 3, of type int; expected positions, Games or Sums": [3],
            r"contain 'xo', of type str": ["xo"],
        }
        for message, result in cases.items():
            with self.assertRaisesRegex(TypeError, message):
                Any("p", lambda self, player, result=result: result).value()

        class Empty(Strip):
            left_options = dicot.Ruleset.left_options

        with self.assertRaisesRegex(NotImplementedError, r"Empty does not define options\(player\)"):
            Empty("xo").value()

        class Wrong(Strip):
            def normalized(self):
                return self.cells

        with self.assertRaisesRegex(TypeError, r"normalized\(\) of .* is 'xo'; expected a position"):
            Wrong("xo").value()

    def test_positions_must_be_hashable(self):
        @dataclass
        class Unhashable(dicot.Ruleset):
            cells: str

        class Identical(dicot.Ruleset):
            def options(self, player):
                return []

        with self.assertRaisesRegex(TypeError, "Unhashable are not hashable; write @dataclass"):
            Unhashable("xo").value()
        with self.assertRaisesRegex(TypeError, "Identical are compared by identity; write @dataclass"):
            Identical().value()

    def test_what_positions_contain_is_not_compared_by_identity(self):
        class Graph:
            """A graph as networkx has it: two with the same edges differ."""

            def __init__(self, edges):
                self.edges = frozenset(edges)

        class ByContent(Graph):
            def __eq__(self, other):
                return self.edges == other.edges

            def __hash__(self):
                return hash(self.edges)

        class Colour(enum.Enum):
            RED = 1

        class ArcKayles(dicot.Ruleset):
            """A player removes an edge and those that meet it."""

            def options(self, player):
                for edge in self.edges():
                    yield self.rest([other for other in self.edges() if not set(other) & set(edge)])

        @dataclass(frozen=True)
        class Field(ArcKayles):
            name: str
            graph: Graph

            def edges(self):
                return self.graph.edges

            def rest(self, edges):
                return dataclasses.replace(self, graph=type(self.graph)(edges))

        class InTuple(ArcKayles, tuple):
            def edges(self):
                return self[0].edges

            def rest(self, edges):
                return type(self)((Graph(edges),))

        @dataclass(frozen=True)
        class Late(ArcKayles):
            graph: Optional[Graph]

            def edges(self):
                return self.graph.edges if self.graph else ()

            def options(self, player):
                return [Late(Graph([(1, 2)]))] if self.graph is None else super().options(player)

            def rest(self, edges):
                return Late(Graph(edges))

        edges = [(n, n + 1) for n in range(5)]
        with self.assertRaisesRegex(TypeError, "positions of Field .* a copy is not equal: their graph is compared by identity"):
            Field("path", Graph(edges)).value()
        for position in [InTuple((Graph(edges),)), Late(None)]:
            with self.assertRaisesRegex(TypeError, "a copy is not equal: .*identity.* define __eq__ and __hash__"):
                position.value()
        # Node Kayles of a path: its values are those of Dawson's Kayles. What is one object only is compared by identity.
        for shared in ["path", Colour.RED, None, len, Graph]:
            self.assertEqual(Field(shared, ByContent(edges)).value(), dicot.Game("*3"))

        @dataclass(frozen=True)
        class Hash(dicot.Ruleset):
            n: int
            __hash__ = object.__hash__

            def options(self, player):
                return [Hash(self.n - 1)] if self.n else []

        with self.assertRaisesRegex(TypeError, "a copy is not equal"):
            Hash(3).value()

    def test_user_code_may_ask_for_values(self):
        def options(self, player):
            n = int(self.name)
            return [p for p in (Any(str(m), options) for m in range(n)) if p.value().nimber() % 2 == 0]

        self.assertEqual(Any("6", options).value(), Any("6", options).value())

    def test_threads(self):
        dicot.forget()
        values = {}

        def evaluate(i):
            values[i] = [Shared(cells).value() for cells in rows_of("xo", 7)]

        threads = [threading.Thread(target=evaluate, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        expected = [dicot.Clobber(cells).value() for cells in rows_of("xo", 7)]
        self.assertEqual([values[i] for i in range(4)], [expected] * 4)

    def test_forget(self):
        calls = []

        def options(self, player):
            calls.append(player)
            return []

        p = Any("p", options)
        self.assertEqual((p.value(), p.value(), calls), (0, 0, ["left", "right"]))
        dicot.forget()
        self.assertEqual((p.value(), len(calls)), (0, 4))

    def test_ctrl_c(self):
        # A shell that starts the tests in the background may have them ignore Ctrl-C.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        faulthandler.dump_traceback_later(120, exit=True)
        self.addCleanup(faulthandler.cancel_dump_traceback_later)
        # Not an Event: the interrupt could come while its lock is held.
        calls = []

        def interrupt():
            while not calls:
                time.sleep(0.01)
            time.sleep(0.1)
            seen = 0
            while seen != len(calls):
                # Python ignores an interrupt that comes in a callback of a weak reference: then the count goes on.
                _thread.interrupt_main()
                time.sleep(0.3)
                seen = len(calls)
                time.sleep(0.1)

        def count(self, player):
            calls.append(player)
            return [Any(str(int(self.name) + 1), count)]

        for compute in [lambda p: p.value(), dicot.solve]:
            calls.clear()
            thread = threading.Thread(target=interrupt)
            with self.assertRaises(KeyboardInterrupt):
                thread.start()
                compute(Any("0", count))
            thread.join()
            dicot.forget()


class Memory(unittest.TestCase):
    def test_positions_are_counted(self):
        def resident():
            return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * 4096

        if not pathlib.Path("/proc/self/statm").exists():
            self.skipTest("this system does not say how much memory a process has")
        analyzer, before = dicot.Analyzer(bytes=None), resident()
        self.assertEqual(analyzer.value(Heap((400, 300))), 100)
        taken = resident() - before
        self.assertEqual(analyzer.positions(), 401 * 301)
        self.assertLess(taken, 2 * analyzer.bytes())


if __name__ == "__main__":
    unittest.main()
