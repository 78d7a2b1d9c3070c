"""The examples in the documentation of the package and of everything in it."""

import doctest
import pathlib
import unittest

import dicot
import dicot.campaign
import dicot.census


README = pathlib.Path(__file__).parents[1] / "README.md"


def load_tests(loader, tests, pattern):
    finder = doctest.DocTestFinder(exclude_empty=True)
    runner_globals = {"dicot": dicot}
    suite = unittest.TestSuite()
    found = finder.find(dicot, "dicot", module=False, globs=runner_globals, extraglobs={})
    for module in (dicot.campaign, dicot.census):
        found += finder.find(module, module.__name__, module=False, globs=dict(runner_globals))
    for name in dicot.__all__:
        thing = getattr(dicot, name)
        if not isinstance(thing, str):
            found += finder.find(thing, f"dicot.{name}", module=False, globs=runner_globals)
    # What several names lead to is tested once.
    cases = {test.docstring: test for test in found if test.examples}
    for test in cases.values():
        suite.addTest(doctest.DocTestCase(test))

    class Enough(unittest.TestCase):
        def test_most_methods_have_examples(self):
            self.assertGreater(len(cases), 30)

    parser = doctest.DocTestParser()
    readme = README.read_text(encoding="utf-8").replace("```", "")
    suite.addTest(doctest.DocTestCase(parser.get_doctest(readme, {}, "README.md", str(README), 0)))
    suite.addTest(Enough("test_most_methods_have_examples"))
    return suite
