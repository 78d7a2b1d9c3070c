"""The operations of the calculator as functions and methods."""

import copy
import inspect
import pickle
import re
import unittest
from fractions import Fraction

import dicot
from dicot import Game, _operations

METHODS = {}
for cls, operation in _operations.METHODS:
    METHODS.setdefault(operation.name, []).append(cls)
BY_NAME = {operation.name: operation for operation in dicot.operations()}


def split(text):
    """The parts between the commas that are in no brackets or quotes."""
    parts, depth, quoted = [""], 0, False
    for letter in text:
        quoted ^= letter == '"'
        depth += (letter in "([{") - (letter in ")]}") if not quoted else 0
        if letter == "," and not depth and not quoted:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def calls(operation):
    """The operands of the example, if it applies the operation last."""
    expression, name = operation.example[0], operation.name
    if match := re.fullmatch(rf"(.+)\.{name}(?:\((.*)\))?", expression):
        operand, rest = match.groups()
        return [operand, *(split(rest) if rest else [])]
    if match := re.fullmatch(rf"\(?{name}\((.*)\)", expression):
        return split(match[1])
    if match := re.fullmatch(rf"([^ ()]+) {name} ([^ ()]+)", expression):
        return list(match.groups())
    return None


class Operations(unittest.TestCase):
    def test_the_table(self):
        rows = dicot.operations()
        self.assertGreater(len(rows), 150)
        self.assertEqual(len({row.method for row in rows}), len(rows))
        for row in rows:
            self.assertRegex(row.method, r"\A[a-z][a-z_]*\Z")
            self.assertTrue(row.summary and row.source and row.arguments and row.usage)
            self.assertEqual(repr(row), f"<dicot.Operation {row.usage}>")
            self.assertTrue(row.takes(len(row.arguments)))

    def test_examples_as_functions_and_methods(self):
        functions = methods = 0
        for row in dicot.operations():
            operands = calls(row)
            # A text is an expression, so no operand is one, nor a table. A link is one of many, which depends on the forms of the worksheet.
            if operands is None or row.arguments[0] in ("text", "table") or row.name == "Link" or any('"' == operand[0] for operand in operands):
                continue
            with self.subTest(row.usage):
                arguments = [dicot.evaluate(operand) for operand in operands]
                expected = dicot.evaluate(row.example[0])
                self.assertEqual(row(*arguments), expected)
                functions += 1
                if not any(isinstance(arguments[0], cls) for cls in METHODS.get(row.name, ())):
                    continue
                method = getattr(arguments[0], row.method)
                self.assertEqual(method(*arguments[1:]), expected)
                self.assertEqual(method(*operands[1:]), expected)
                methods += 1
        self.assertGreater(functions, 110)
        self.assertGreater(methods, 70)

    def test_all_operations_of_games_are_methods(self):
        firsts = {"G", "x", "n", "value"}
        others = {"any", "map", "class", "player", "coordinates", "rows", "cells", "grid", "graph", "seed", "random", "thermograph", "table", "picture", "name", "elements", "entries"}
        for row in dicot.operations():
            self.assertIn(row.arguments[0], {*firsts, *others, "position", "ruleset", "list", "text"})
            if row.arguments[0] in firsts:
                self.assertTrue(callable(getattr(Game, row.method)), row.usage)
                self.assertIn(row.method, dir(Game(0)))
            if row.arguments[0] == "position":
                self.assertTrue(callable(getattr(dicot.Clobber("xo"), row.method)), row.usage)

    def test_methods_of_games(self):
        g = Game("^*2")
        self.assertEqual((g.far_star(), Game("{2*|1^||0}").reduced_canonical_form()), (4, Game("{2|1||0}")))
        self.assertEqual(Game("1/2").norton_product("^"), Game("{^^*|v*}"))
        self.assertEqual(Game("1/2").ordinal_product(Fraction(1, 4)), Fraction(11, 32))
        self.assertEqual(Game("{3||2|-1}").stop("left"), Game("{3||2|-1}").stop("Left"))
        self.assertEqual(Game(5).nim_sum(3, 1), 7)
        self.assertEqual(Game("*2").misere_canonical_form().genus(), "2")
        self.assertIs(Game("{0||0|-2}").is_tiny(), True)
        self.assertEqual(Game("^").followers(), [0, Game("*"), Game("^")])
        self.assertEqual(Game("^").outcome_class(), "L")
        self.assertEqual(Game(1).max("1/3", [Fraction(4, 3), 2**70]), 2**70)
        self.assertEqual(Game("{1|-1}").to_string(), "+-1")
        self.assertEqual(str(Game("*").selective_sum("*").canonical_form()), "*2")
        self.assertEqual(Game("*2").disjunctive_sum("*2").misere_outcome_class(), "P")
        self.assertEqual(Game(2).conjunctive_sum("'{0|0}'"), dicot.evaluate("2 ConjunctiveSum '{0|0}'"))
        self.assertEqual(Game("^").upsum("over"), dicot.evaluate("^.Upsum(over)"))

    def test_methods_of_positions_and_values(self):
        p = dicot.Nim("2+2")
        self.assertEqual((p.genus(), p.misere_outcome_class(), p.misere_canonical_form()), ("0^0", "P", "*[2[2]]"))
        self.assertEqual(str(dicot.Clobber("xo").ruleset()), "clobber")
        self.assertEqual(dicot.Clobber("xo/ox").picture(), "x o\no x")
        domineering = dicot.evaluate("domineering")
        self.assertEqual(domineering.empty(2, 2), dicot.Domineering("../.."))
        self.assertEqual(dicot.evaluate('heap("0.77")').nim_values(5), [1, 2, 3, 1, 4])
        self.assertEqual(repr(dicot.evaluate('heap("0.77")(5)')), "Position('heap-0.77', '5')")
        self.assertEqual((p.mean(), p.value().mean()), (0, 0))
        over = dicot.evaluate("over")
        dicot.forget()
        self.assertEqual(over.upsum(over), "over")
        self.assertEqual((over.degree(), over.left_stop()), ("over", "over"))

    def test_what_methods_say_of_themselves(self):
        method = Game("^").far_star
        self.assertEqual((method.__name__, method.__qualname__, method.__module__), ("far_star", "Game.far_star", "dicot"))
        self.assertIn("remote: larger ones act alike.\n\nIn an expression it is `G.FarStar`", method.__doc__)
        self.assertIn("Source: Winning Ways, chapter 8", method.__doc__)
        signatures = {"far_star": "()", "ordinal_product": "(H, /)", "nim_sum": "(*more)", "norton_product": "(unit)"}
        for name, signature in signatures.items():
            self.assertEqual(str(inspect.signature(getattr(Game(0), name))), signature)
        self.assertEqual(str(inspect.signature(dicot.evaluate("'{0|0}'").options)), "(player=None, /)")
        self.assertEqual(pickle.loads(pickle.dumps(Game("^").far_star))(), Game("^").far_star())

    def test_errors(self):
        g = Game("^")
        for name, near in [("far_stra", "far_star"), ("temprature", "temperature")]:
            with self.assertRaisesRegex(AttributeError, f'Game has no attribute "{name}"; is "{near}" meant?'):
                getattr(g, name)
        with self.assertRaisesRegex(AttributeError, 'Clobber has no attribute "genu"; is "genus" meant?'):
            dicot.Clobber("xo").genu
        with self.assertRaisesRegex(AttributeError, "no attribute \"_x\"$"):
            g._x
        self.assertFalse(hasattr(g, "nothing_like_this"))
        with self.assertRaisesRegex(TypeError, "FarStar: expected the arguments of G.FarStar, found 2, counting the first"):
            g.far_star(1)
        with self.assertRaisesRegex(ValueError, "FarStar"):
            dicot.evaluate("over").far_star()
        with self.assertRaisesRegex(ValueError, "NimValue: .* not a nimber"):
            g.nim_value()
        with self.assertRaises(dicot.ParseError):
            g.ordinal_product("{1|")
        with self.assertRaisesRegex(TypeError, "expected a Game, a number, a text, .* but found object"):
            g.ordinal_product(object())
        with self.assertRaises(ValueError):
            g.stop("up")
        endless = []
        endless.append(endless)
        with self.assertRaisesRegex(ValueError, "nest at most 8 deep"):
            g.max(endless)
        self.addCleanup(dicot.set_limits, **dicot.limits())
        dicot.set_limits(seconds=0)
        with self.assertRaises(dicot.LimitError):
            Game("{5|1||0|-9}").norton_product("{^^|v}")


class Values(unittest.TestCase):
    def test_what_evaluate_returns(self):
        for text, value in [
            ('"x\\"o"', 'x"o'),
            ("Left", "Left"),
            ("Nothing", None),
            ("[Nothing, \"a\"]", [None, "a"]),
            ('clobber("xo/ox")', dicot.Clobber("xo/ox")),
            ("{2|-1}.ToOutput", "{2|-1}"),
            ("dud.OutcomeClass", "D"),
        ]:
            self.assertEqual(dicot.evaluate(text), value)
        kinds = {
            "'a{1|{a|0}}'": "a loopy game",
            "'{0|0}' + 1": "a literal game",
            "*[2#0]": "a misère form",
            "clobber": "a ruleset",
            "x -> x + 1": "a function",
            "{0|^<2>}.UptimalExpansion": "an expansion",
        }
        for text, kind in kinds.items():
            value = dicot.evaluate(text)
            self.assertIsInstance(value, dicot.Value)
            self.assertEqual((value.kind, copy.deepcopy(value) is value, hash(value)), (kind, True, hash(str(value))))
            self.assertEqual((value, f"{value:>3}"), (dicot.evaluate(text), f"{value!s:>3}"))
            self.assertNotEqual(value, dicot.evaluate("under"))
            if kind in ("a function", "an expansion"):
                with self.assertRaises(TypeError):
                    pickle.dumps(value)
            else:
                self.assertEqual(pickle.loads(pickle.dumps(value)), value)
        long = dicot.evaluate("x -> " + "+".join(["1"] * 200))
        self.assertRegex(repr(long), r"^<dicot.Value x -> 1\+.*\.\.\. \(404 characters\)>$")


if __name__ == "__main__":
    unittest.main()
