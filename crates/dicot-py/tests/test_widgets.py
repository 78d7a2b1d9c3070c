"""The widgets as Python sees them, without a notebook. What a page does with them is in test_jupyterlab.py."""

import doctest
import json
import subprocess
import sys
import time
import unittest

import dicot

try:
    import anywidget as _
    import traitlets
except ImportError as error:
    raise unittest.SkipTest("anywidget is not installed: pip install anywidget") from error

from dicot import widgets


def load_tests(loader, tests, pattern):
    tests.addTests(doctest.DocTestSuite(widgets, extraglobs={"dicot": dicot}))
    return tests


class Sent:
    """A widget's messages to the page, in place of those that a kernel sends."""

    def __init__(self, widget):
        self.widget, self.messages = widget, []
        widget.send = lambda message: self.messages.append(message)

    def ask(self, name, body):
        """The status and the answer of a request."""
        self.widget._receive(self.widget, {"id": "1", "name": name, "body": json.dumps(body)}, [])
        message = self.messages.pop()
        assert message["id"] == "1"
        return message["status"], json.loads(message["body"])


class Board(unittest.TestCase):
    def test_position_and_value(self):
        board = dicot.Clobber("xox/ox.").widget()
        seen = []
        board.observe(lambda change: seen.append((change.name, str(change.new))), ["position", "value"])
        board.position = "xxo"
        board.position = dicot.Konane("xo.")
        self.assertEqual(seen, [("value", "^"), ("position", "xxo"), ("value", "1"), ("position", "xo.")])
        self.assertEqual((board.position, board.value, repr(board)), (dicot.Konane("xo."), 1, "Board('xo.', rules='konane')"))
        with self.assertRaises(traitlets.TraitError):
            board.value = 2

    def test_what_is_not_a_position_is_refused(self):
        board = widgets.Board("xo")
        with self.assertRaisesRegex(ValueError, "column 2"):
            board.position = "xq"
        with self.assertRaisesRegex(ValueError, "chess"):
            widgets.Board("xo", rules="chess")

        class Heap(dicot.Ruleset):
            def options(self, player):
                return []

        for other in [Heap(), 3, None]:
            with self.assertRaisesRegex(traitlets.TraitError, "of a ruleset of the library or of a file that has values"):
                board.position = other
        self.assertEqual(board.position, dicot.Clobber("xo"))

    def test_a_ruleset_from_a_text(self):
        rules = dicot.ruleset_from_text("game gems\nletter x left\nletter . empty\nleft east: x -> .")
        board = dicot.position(rules, "x.x").widget()
        self.assertEqual((board.value, type(board.position)), (2, rules))
        status, answer = Sent(board).ask("rulesets", {})
        self.assertEqual(status, 200)
        self.assertIn(board.position.rules, [line["name"] for line in answer])
        board.position = "xx"
        self.assertEqual(board.value, 2)

    def test_the_page_sets_the_position(self):
        board = widgets.Board("xo")
        board.set_state({"_board": {"rules": "domineering", "position": "../.."}})
        self.assertEqual((board.position, str(board.value)), (dicot.Domineering("../.."), "+-1"))
        # What is not a position stays on the page, which says what is wrong with it.
        for wrong in [{"rules": "clobber", "position": "q"}, {"rules": 1, "position": "xo"}, {}]:
            board.set_state({"_board": wrong})
            self.assertEqual(board.position, dicot.Domineering("../.."))

    def test_requests(self):
        sent = Sent(widgets.Board("xo"))
        status, answer = sent.ask("value", {"position": "xxo"})
        self.assertEqual((status, answer["value"]), (200, "^"))
        status, answer = sent.ask("value", {"position": "xxq"})
        self.assertEqual(status, 422)
        self.assertIn("column 3", answer["error"])
        self.assertEqual(sent.ask("nothing", {})[0], 404)
        self.assertEqual(sent.widget._requests, {})
        sent.widget._receive(sent.widget, {"cancel": "another"}, [])

    def test_pictures_of_graphs(self):
        sent = Sent(dicot.Hackenbush("bbr").widget())
        status, answer = sent.ask("picture", {"rules": "hackenbush", "position": "n=2 0-1:b"})
        self.assertEqual((status, "<svg" in answer["svg"]), (200, True))
        self.assertEqual(sent.ask("picture", {"rules": "kayles", "position": "4"}), (200, {"svg": dicot.Kayles(4).svg()}))
        self.assertEqual(sent.ask("picture", {"rules": "kayles", "position": "x"})[0], 422)

    def test_a_value_beyond_the_limits(self):
        board = widgets.Board("xo")
        start = time.monotonic()
        board.position = "/".join(["xoxoxoxoxo", "oxoxoxoxox"] * 5)
        self.assertLess(time.monotonic() - start, 30)
        self.addCleanup(dicot.set_limits, **dicot.limits())
        dicot.set_limits(seconds=0.05)
        with self.assertRaises(dicot.LimitError):
            board.value


class Heap(dicot.Ruleset):
    """One or two counters are taken."""

    def __init__(self, counters):
        self.counters = counters

    def __eq__(self, other):
        return isinstance(other, Heap) and self.counters == other.counters

    def __hash__(self):
        return self.counters

    def options(self, player):
        if self.counters > 1000:
            raise ArithmeticError("too many counters")
        return [Heap(self.counters - n) for n in (1, 2) if n <= self.counters]

    def move_name(self, option, player):
        return f"{self.counters}>{option.counters}"

    def picture(self):
        return "<" + "o" * self.counters + ">"

    def __repr__(self):
        return f"Heap({self.counters})"


class Moves(unittest.TestCase):
    def test_a_ruleset_of_ones_own(self):
        moves = Heap(3).widget()
        sent, seen = Sent(moves), []
        moves.observe(lambda change: seen.append(change.new), "position")

        def shown():
            state = moves._shown
            return state["html"], state["moves"]["left"], state["steps"]

        def ask(name, **body):
            return sent.ask(name, {**body, "number": moves._shown["number"]})

        self.assertEqual(shown(), ("<pre>&lt;ooo&gt;</pre>", ["3>2", "3>1"], 0))
        self.assertEqual(ask("evaluate"), (200, {"value": "0", "is_zero": True}))
        self.assertEqual(ask("play", side="right", index=1), (200, {}))
        self.assertEqual(ask("play", side="left", index=0), (200, {}))
        self.assertEqual((shown(), moves.position), (("<pre>&lt;&gt;</pre>", [], 2), Heap(0)))
        for expected in [Heap(1), Heap(3)]:
            self.assertEqual((ask("back"), moves.position), ((200, {}), expected))
        self.assertEqual((ask("back")[0], shown()[2]), (422, 0))
        # A click on what is not shown any more does nothing.
        self.assertEqual(sent.ask("play", {"side": "left", "index": 0, "number": 1})[0], 422)
        for wrong in [{"side": "up", "index": 0}, {"side": "left", "index": 9}, {"side": "left", "index": -1}, {"side": "left"}, {}]:
            self.assertEqual(ask("play", **wrong)[0], 422, wrong)
        self.assertEqual(moves.position, Heap(3))
        moves.position = Heap(2)
        self.assertEqual((seen, shown()[2], repr(moves)), ([Heap(1), Heap(0), Heap(1), Heap(3), Heap(2)], 0, "Moves(Heap(2))"))
        with self.assertRaises(ArithmeticError):
            moves.position = Heap(2000)
        self.assertEqual((moves.position, shown()[1]), (Heap(2), ["2>1", "2>0"]))

    def test_errors_of_a_ruleset_are_shown(self):
        class Broken(Heap):
            def value(self):
                raise ArithmeticError("no value")

        sent = Sent(Broken(3).widget())
        self.assertEqual(sent.ask("evaluate", {"number": 1}), (422, {"error": "ArithmeticError: no value"}))

    def test_sums_and_positions_of_the_library(self):
        moves = (dicot.Clobber("xo") + 1).widget()
        self.assertIn("<svg", moves._shown["html"])
        self.assertEqual(moves._shown["moves"], {"left": ["1: a1-b1", "2: 0"], "right": ["1: b1-a1"]})
        sent = Sent(moves)
        self.assertEqual(sent.ask("evaluate", {"number": 1}), (200, {"value": "1*", "is_zero": False}))
        sent.ask("play", {"side": "left", "index": 1, "number": 1})
        self.assertEqual(moves.position, dicot.Sum(dicot.Clobber("xo")))
        loopy = dicot.FoxAndGeese(".g.g/..../..../..f.").widget()
        self.assertEqual(Sent(loopy).ask("evaluate", {"number": 1}), (200, {"value": "over", "is_zero": False}))
        for other in [3, "xo", None, dicot.STAR]:
            with self.assertRaisesRegex(traitlets.TraitError, "a position of any kind or a sum"):
                moves.position = other

    def test_a_move_to_an_equal_position_is_a_step(self):
        class Wait(Heap):
            def options(self, player):
                return [Wait(self.counters)]

        waiting = Wait(1).widget()
        sent = Sent(waiting)
        for steps, (name, body) in [(1, ("play", {"side": "left", "index": 0})), (2, ("play", {"side": "right", "index": 0})), (1, ("back", {}))]:
            number = waiting._shown["number"]
            self.assertEqual(sent.ask(name, {**body, "number": number})[0], 200)
            self.assertEqual((waiting._shown["steps"], waiting._shown["number"]), (steps, number + 1))

    def test_many_moves_are_cut(self):
        shown = widgets.Moves(dicot.Nim(300))._shown
        self.assertEqual((len(shown["moves"]["left"]), shown["more"]), (200, {"left": 100, "right": 100}))


class Value(unittest.TestCase):
    def test_options(self):
        sent = Sent(widgets.Value("{^^*|*,v}"))
        status, answer = sent.ask("options", {"path": [["right", 1]]})
        zero, star = {"value": "0", "is_zero": True}, {"value": "*", "is_zero": False}
        self.assertEqual((status, answer), (200, {"left": {"options": [star], "more": 0}, "right": {"options": [zero], "more": 0}}))
        for wrong in [[["left", 7]], [["up", 0]], [["left", "0"]], [7], 7, "left"]:
            status, answer = sent.ask("options", {"path": wrong})
            self.assertEqual(status, 422, wrong)
            self.assertTrue(answer["error"], wrong)
        self.assertEqual(sent.ask("operations", {})[0], 200)

    def test_long_values_are_cut(self):
        sent = Sent(widgets.Value("*1000"))
        left = sent.ask("options", {"path": []})[1]["left"]
        self.assertEqual((len(left["options"]), left["more"]), (200, 800))
        game = dicot.Game("{3|*}")
        for n in range(12):
            game = dicot.Game.from_options([game + n], [game - n - 1])
        sent.widget.value = game
        self.assertGreater(sent.widget._root["value_length"], 1_000)
        self.assertEqual(len(sent.widget._root["value_start"]), 200)

    def test_value(self):
        value = widgets.Value(2)
        seen = []
        value.observe(lambda change: seen.append(change.new), "value")
        value.value = "{1|*}"
        self.assertEqual((seen, value.value), ([dicot.Game("{1|*}")], dicot.Game("{1|*}")))
        with self.assertRaises(dicot.ParseError):
            value.value = "{1|"


class Import(unittest.TestCase):
    def test_dicot_does_not_need_anywidget(self):
        program = (
            "import sys\n"
            "sys.modules['anywidget'] = None\n"
            "import dicot\n"
            "try:\n"
            "    dicot.Clobber('xo').widget()\n"
            "except ImportError as error:\n"
            "    print(error)\n"
        )
        printed = subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.PIPE, text=True).stdout
        self.assertEqual(printed, "dicot.widgets needs the package anywidget: pip install anywidget\n")


class Documentation(unittest.TestCase):
    def test_everything_has_documentation(self):
        for thing in [widgets, widgets.Board, widgets.Value]:
            self.assertTrue(thing.__doc__)
        for thing, traits in [(widgets.Board, ["position", "value"]), (widgets.Value, ["value"])]:
            for name in traits:
                self.assertTrue(getattr(thing, name).help, name)


if __name__ == "__main__":
    unittest.main()
