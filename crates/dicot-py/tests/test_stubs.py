"""The type stubs name what there is in the native module, and nothing else."""

import ast
import inspect
import pathlib
import pydoc
import unittest

import dicot
import dicot.campaign
from dicot import _classes, _dicot, _operations, _positions

STUB = pathlib.Path(dicot.__file__).with_name("_dicot.pyi")
OPERATIONS = STUB.with_name("_operations.pyi")
# Types that stand in annotations alone.
ONLY_IN_STUB = {"CensusRow", "HeapMisere", "HeapQuotient", "HeapValues", "Limits", "RulesetLine"}
# Type aliases, dictionary types, constants and the version.
TYPES = {"Label", "Outcome", "Player", "Solution", "Winner", "WinningMoves", "STAR", "UP", "DOWN", "__version__"}


def summary(documentation):
    """The first paragraph."""
    return inspect.cleandoc(documentation or "").split("\n\n")[0]


def public(names):
    return {name for name in names if not name.startswith("_") or name in ("__version__", "_repr_latex_", "_repr_svg_")}


class Stubs(unittest.TestCase):
    def setUp(self):
        self.stub = ast.parse(STUB.read_text(encoding="utf-8"))
        self.classes = {node.name: node for node in self.stub.body if isinstance(node, ast.ClassDef)}
        self.functions = {node.name: node for node in self.stub.body if isinstance(node, ast.FunctionDef)}
        operations = ast.parse(OPERATIONS.read_text(encoding="utf-8"))
        shared = ast.parse(STUB.with_name("_shared.py").read_text(encoding="utf-8"))
        self.bases = {node.name: node for node in [*operations.body, *shared.body] if isinstance(node, ast.ClassDef)}

    def methods(self, node):
        """The methods of a class and of its bases, which have the operations."""
        methods = {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)}
        for base in node.bases:
            if base.id in self.bases:
                methods = {**self.methods(self.bases[base.id]), **methods}
        return methods

    def test_names(self):
        names = set(self.classes) | set(self.functions) | {"__version__"}
        self.assertEqual(names - ONLY_IN_STUB, public(vars(_dicot)))

    def test_methods(self):
        for name, node in self.classes.items():
            native = getattr(_dicot, name, None)
            if native is None or issubclass(native, Exception):
                continue
            stub = set(self.methods(node))
            self.assertEqual(public(stub), public(vars(native)), name)
            for special in stub - public(stub):
                self.assertTrue(hasattr(native, special), f"{name}.{special}")

    def test_arguments(self):
        pairs = [(node, getattr(_dicot, name)) for name, node in self.functions.items()]
        for name, node in self.classes.items():
            native = getattr(_dicot, name, None)
            for method, item in self.methods(node).items():
                if not method.startswith("_") and callable(getattr(native, method, None)):
                    pairs.append((item, getattr(native, method)))
        self.assertGreater(len(pairs), 300)
        for node, native in pairs:
            expected = list(inspect.signature(native).parameters)
            arguments = node.args
            more = [arguments.vararg] if arguments.vararg else []
            last = [arguments.kwarg] if arguments.kwarg else []
            stub = [a.arg for a in arguments.posonlyargs + arguments.args + more + arguments.kwonlyargs + last]
            self.assertEqual(stub, expected, node.name)

    def test_everything_has_documentation(self):
        for name in {*dicot.__all__} - TYPES:
            self.assertTrue(getattr(dicot, name).__doc__, name)

    def test_help_shows_documentation(self):
        things = [(name, getattr(dicot, name)) for name in dicot.__all__ if name not in TYPES]
        for module in (dicot.campaign, dicot.census):
            things += [(f"{module.__name__}.{name}", getattr(module, name)) for name in module.__all__]
        shown = 0
        for name, thing in [("dicot", dicot), ("dicot.campaign", dicot.campaign), ("dicot.census", dicot.census), *things]:
            self.assertTrue(inspect.getdoc(thing), name)
            # What a class inherits from object or an exception is Python's.
            for member, value in vars(thing).items() if inspect.isclass(thing) else ():
                is_shown = callable(value) or isinstance(value, (property, staticmethod, classmethod))
                if is_shown or inspect.isdatadescriptor(value):
                    shown += 1
                    if pydoc.visiblename(member) and member not in ("__weakref__", "__init_subclass__"):
                        self.assertTrue(inspect.getdoc(getattr(thing, member)), f"{name}.{member}")
        self.assertGreater(shown, 150)

    def test_editors_show_documentation(self):
        """A docstring of the stub is the first paragraph of that of the native module."""
        pairs = [(node, getattr(_dicot, name)) for name, node in self.functions.items()]
        for name, node in self.classes.items():
            if name in ONLY_IN_STUB:
                continue
            native = getattr(_dicot, name)
            pairs.append((node, native))
            methods = [item for name, item in self.methods(node).items() if not name.startswith("_")]
            pairs += [(item, getattr(native, item.name)) for item in methods]
        self.assertGreater(len(pairs), 300)
        for node, native in pairs:
            self.assertTrue(native.__doc__, node.name)
            self.assertEqual(summary(ast.get_docstring(node)), summary(native.__doc__), node.name)

    def test_every_operation_has_a_line(self):
        """An operation without one is in no completion of editors, and mypy refuses it."""
        lines = {cls: set(self.methods(self.classes[cls.__name__])) for cls, _ in _operations.METHODS}
        for cls, operation in _operations.METHODS:
            self.assertIn(operation.method, lines[cls], f"{OPERATIONS.name}: {cls.__name__} lacks {operation.usage}")

    def test_classes_of_rulesets(self):
        """If this fails, it writes the file of the sources anew: look at the difference and commit it."""
        bases = ["_Loopy" if issubclass(getattr(_classes, name), _positions._Loopy) else "_OfRuleset" for name in _classes.__all__]
        lines = ["from ._positions import _Loopy, _OfRuleset", ""]
        lines += [f"class {name}({base}): ..." for name, base in zip(_classes.__all__, bases)]
        lines += ["", "__all__ = [", *(f'    "{name}",' for name in _classes.__all__), "]", ""]
        text = "\n".join(lines)
        stub = pathlib.Path(_classes.__file__).with_suffix(".pyi")
        if not stub.exists() or stub.read_text(encoding="utf-8") != text:
            pathlib.Path(__file__).parents[1].joinpath("python/dicot/_classes.pyi").write_text(text, encoding="utf-8")
            self.fail("_classes.pyi did not list the rulesets")

    def test_what_is_public(self):
        self.assertEqual(public(dir(dicot)), {*dicot.__all__, "batch", "campaign", "census", "dataset", "openspiel", "pettingzoo", "widgets"})


if __name__ == "__main__":
    unittest.main()
