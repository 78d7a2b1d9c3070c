"""Worksheets: their entries, names, files, and what ends a computation in them."""

import copy
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from fractions import Fraction

import dicot
from dicot import Game, Worksheet
from test_limits import HOPELESS

FILE = """\
// # Switches
//
// A <b>first</b> one.

g := {1|-1}
//= 5

g.Nonsense

f(n) := if n <= 1 then
  1
else n*f(n-1) end

f(4)
//= 24

h := g + ^;
"""


def answers(sheet):
    return [entry.value or entry.error for entry in sheet.entries]


class Entries(unittest.TestCase):
    def test_values_and_names(self):
        sheet = Worksheet()
        self.assertEqual((sheet.entries, sheet.names(), list(sheet), str(sheet), sheet.path), ([], [], [], "", None))
        self.assertEqual(sheet.evaluate("a := {1|*}; b := a - 1"), Game("{0|-1*}"))
        self.assertEqual(sheet.evaluate("  [a, 1/3, Left, Nothing]\n"), [Game("{1|*}"), Fraction(1, 3), "Left", None])
        self.assertEqual((sheet["a"], sheet.names(), list(sheet)), (Game("{1|*}"), ["a", "b"], ["a", "b"]))
        self.assertEqual(("a" in sheet, "c" in sheet, 3 in sheet), (True, False, False))
        self.assertEqual([entry.expression for entry in sheet.entries], ["a := {1|*}; b := a - 1", "[a, 1/3, Left, Nothing]"])
        self.assertEqual(answers(sheet), ["{0|-1*}", "[{1|*},1/3,Left,Nothing]"])
        self.assertEqual(repr(sheet), "<dicot.Worksheet: 2 entries>")
        self.assertEqual(repr(sheet.entries[0]), "<dicot.Entry 'a := {1|*}; b := a - 1', value='{0|-1*}'>")
        with self.assertRaises(KeyError):
            sheet["c"]
        with self.assertRaisesRegex(TypeError, "expected a text but found int"):
            sheet[0]
        self.assertEqual(sheet.evaluate('p := clobber("xxo")'), dicot.Clobber("xxo"))
        self.assertEqual(sheet.evaluate("p.MisereOutcomeClass"), sheet["p"].misere_outcome_class())
        self.assertEqual(sheet.evaluate("x -> x + a").kind, "a function")
        self.assertEqual(sheet.evaluate("{2|-1}.Thermograph"), Game("{2|-1}").thermograph())

    def test_errors_change_nothing(self):
        sheet = Worksheet("a := 1")
        before = str(sheet)
        for wrong, offset in [("a := 2; b := a.Nonsense", 15), ("↑ + ?", 4), ("", 0), ("// no expression", 16), ("c := 1\n\n  d := ?", 15)]:
            with self.assertRaises(dicot.ParseError) as caught:
                sheet.evaluate(wrong)
            self.assertEqual(caught.exception.offset, offset, wrong)
            self.assertEqual((str(sheet), sheet.names(), sheet["a"]), (before, ["a"], 1))
        with self.assertRaises(TypeError):
            sheet.evaluate(3)
        with self.assertRaises(ValueError):
            sheet.evaluate("0/0")
        self.assertEqual(sheet.undo(), "a := 1")

    def test_names_are_set_by_entries(self):
        sheet, over = Worksheet(), dicot.evaluate("over")
        values = {
            "game": Game("{3||2|1}"), "int": -3, "half": Fraction(-1, 2), "third": Fraction(1, 3), "large": 2**80, "text": "^ + *",
            "position": dicot.Clobber("xo/ox"), "truth": True, "list": [Game(1), [Fraction(1, 3), "*"]], "over_": over, "none": None,
            "misere": dicot.evaluate("*[2#0]"), "rules": dicot.evaluate("clobber"), "f": dicot.evaluate("x -> x + 1"),
        }  # fmt: skip
        for name, value in values.items():
            sheet[name] = value
        for name, value in values.items():
            expected = {"text": Game("^*"), "list": [1, [Fraction(1, 3), Game("*")]]}.get(name, value)
            self.assertEqual(sheet[name], expected)
        self.assertEqual(sheet.entries[0].expression, "game := {3||2|1}")
        self.assertEqual(sheet.evaluate("f(2)"), 3)
        self.assertEqual(answers(Worksheet(str(sheet))), answers(sheet))
        for name in ["", "1a", "a b", "a; b", "über", "a\n"]:
            with self.assertRaisesRegex(ValueError, "is not a name"):
                sheet[name] = 1
        for wrong in [object(), 0.5, {1}]:
            with self.assertRaises(TypeError):
                sheet["a"] = wrong
        with self.assertRaises(dicot.ParseError):
            sheet["Left"] = 1
        with self.assertRaises(dicot.ParseError):
            sheet["thermograph"] = Game("^").thermograph()
        self.assertEqual(len(sheet.entries), len(values) + 1)

    def test_undo(self):
        sheet = Worksheet()
        for text in ["a := 1", "a := a + 1; b := a", "a", "b := 5;"]:
            sheet.evaluate(text)
        sheet.note("the end")
        self.assertEqual((sheet.undo(), sheet["a"], sheet["b"]), ("b := 5;", 2, 2))
        self.assertEqual((sheet.undo(), sheet.undo(), sheet["a"], sheet.names()), ("a", "a := a + 1; b := a", 1, ["a"]))
        self.assertEqual((sheet.undo(), sheet.names(), str(sheet)), ("a := 1", [], "// the end\n"))
        with self.assertRaisesRegex(ValueError, "there is no entry to undo"):
            sheet.undo()
        # An entry of a file that has no value defines nothing.
        sheet = Worksheet("a := 1\n\na := ?")
        self.assertEqual((sheet.undo(), sheet["a"]), ("a := ?", 1))

    def test_several_lines_are_several_entries(self):
        sheet = Worksheet()
        self.assertEqual(sheet.evaluate("// A note.\na := [1,\n  2]\nb := a.Size;\n\na\n"), [1, 2])
        self.assertEqual([entry.expression for entry in sheet.entries], ["a := [1,\n  2]", "b := a.Size;", "a"])
        self.assertEqual((sheet.undo(), sheet.undo(), sheet.names()), ("a", "b := a.Size;", ["a"]))
        self.assertEqual(str(sheet), "// A note.\n\na := [1,\n  2]\n//= [1,2]\n")

    def test_long_values_are_cut_in_the_text(self):
        sheet = Worksheet()
        self.assertEqual(len(sheet.evaluate("1..5000")), 5000)
        self.assertRegex(answers(sheet)[0], r"^\[1,2,.*\.\.\. \(23,894 characters\)$")
        sheet["x"] = Game("{4|2*|||1|-1*} + {3|1^||0}")
        self.assertEqual(sheet["x"], Game("{4|2*|||1|-1*} + {3|1^||0}"))

    def test_pickles_and_copies(self):
        sheet = Worksheet(FILE)
        for twin in [pickle.loads(pickle.dumps(sheet)), copy.deepcopy(sheet)]:
            self.assertEqual((str(twin), twin.names(), twin["h"]), (str(sheet), ["f", "g", "h"], sheet["h"]))
            twin.evaluate("new := 1")
        self.assertNotIn("new", sheet)

    def test_notebooks_escape_what_is_written(self):
        sheet = Worksheet(FILE)
        html = sheet._repr_html_()
        self.assertIn("A &lt;b&gt;first&lt;/b&gt; one.", html)
        self.assertIn("g := {1|-1}\n<b>+-1</b>", html)
        self.assertIn("<em>error: at offset 2: ", html)
        sheet.evaluate('"<script>$x$"')
        self.assertNotIn("<script", sheet._repr_html_())


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "switches.dicot"
        self.path.write_text(FILE, encoding="utf-8")

    def test_a_file_is_opened_checked_and_saved(self):
        differences = Worksheet.check(self.path)
        self.assertEqual([(old.expression, old.value, new.value) for old, new in differences], [("g := {1|-1}", "5", "+-1")])
        self.assertEqual(self.path.read_text(encoding="utf-8"), FILE)
        sheet = Worksheet.open(str(self.path))
        self.assertEqual((sheet.path, repr(sheet)), (self.path, f"<dicot.Worksheet: 5 entries, {self.path}>"))
        self.assertEqual(answers(sheet), ["+-1", "at offset 2: unknown name `Nonsense`", answers(sheet)[2], "24", None])
        self.assertEqual(sheet["h"], Game("+-1") + Game("^"))
        sheet.evaluate("i := h - ^")
        sheet.save()
        self.assertEqual(self.path.read_text(encoding="utf-8"), str(sheet))
        self.assertEqual(os.listdir(self.path.parent), [self.path.name])
        self.assertEqual(Worksheet.check(self.path), [])
        self.assertEqual(str(Worksheet.open(self.path)), str(sheet))
        self.assertTrue(str(sheet).startswith("// # Switches\n//\n// A <b>first</b> one.\n\ng := {1|-1}\n//= +-1\n\ng.Nonsense\n//! at offset 2"))

    def test_rulesets_are_imported_from_the_folder(self):
        rules = "game cram-of-mine\nletter . empty\nletter # blocked\nleft east, south: .. -> ##\nright as left\nposition ...\n"
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "mine.game").write_text(rules)
            path = folder / "sheet.dicot"
            path.write_text('import "mine.game";\n\nmine("..").Value\n\nimport "none.game"\n')
            sheet = Worksheet.open(path)
            self.assertEqual(sheet.evaluate('mine("../..").Value'), 0)
            _, value, error, _ = sheet.entries
            self.assertEqual(value.value, "*")
            self.assertIn("none.game", error.error)
        with self.assertRaisesRegex(dicot.ParseError, "files cannot be imported here"):
            dicot.evaluate('import "mine.game"')

    def test_a_new_file(self):
        sheet, other = Worksheet("1 + 1"), self.path.with_name("other.dicot")
        with self.assertRaisesRegex(ValueError, "has no file yet"):
            sheet.save()
        sheet.save(other)
        sheet["a"] = 1
        sheet.save()
        self.assertEqual((sheet.path, Worksheet.open(other).names()), (other, ["a"]))
        for name in ["other.txt", "dicot", "other"]:
            for call in [sheet.save, Worksheet.open, Worksheet.check]:
                with self.assertRaisesRegex(ValueError, "the name of a worksheet ends with .dicot"):
                    call(self.path.with_name(name))
        with self.assertRaises(FileNotFoundError) as caught:
            Worksheet.open(self.path.with_name("missing.dicot"))
        self.assertEqual(caught.exception.filename, str(self.path.with_name("missing.dicot")))
        with self.assertRaises(FileNotFoundError):
            sheet.save(self.path.parent / "no folder" / "a.dicot")
        self.assertEqual(sheet.path, other)
        self.path.write_bytes(b"\xff")
        with self.assertRaises(OSError):
            Worksheet.open(self.path)


class Limits(unittest.TestCase):
    def setUp(self):
        self.addCleanup(dicot.set_limits, **dicot.limits())
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)

    def test_time_and_memory(self):
        sheet = Worksheet("a := 1")
        hopeless = f'b := 2; clobber("{HOPELESS}").CanonicalForm'
        for limits, reason in [({"seconds": 0.1}, "the time is up"), ({"seconds": None, "bytes": 32 << 20}, "32 MiB of memory")]:
            dicot.set_limits(**limits)
            with self.assertRaisesRegex(dicot.LimitError, reason):
                sheet.evaluate(hopeless)
            self.assertEqual((sheet.names(), len(sheet.entries), sheet.evaluate("a + 1"), sheet.undo()), (["a"], 1, 2, "a + 1"))
            # Of a file, the entry keeps the error, and the others are evaluated.
            opened = Worksheet(f"{hopeless}\n\nc := 3")
            self.assertRegex(answers(opened)[0], reason)
            self.assertEqual(opened.names(), ["c"])

    def test_what_takes_longer_than_a_moment_is_evaluated_once(self):
        sheet = Worksheet("n := 0")
        self.assertEqual(sheet.evaluate("n := n + 1; [x*x for x from 1 to 300000].Size"), 300000)
        self.assertEqual((sheet["n"], sheet.undo(), sheet["n"]), (1, "n := n + 1; [x*x for x from 1 to 300000].Size", 0))

    def test_ctrl_c(self):
        program = (
            "import dicot, signal, sys\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "sheet = dicot.Worksheet('a := 1')\n"
            f"text = 'a := 2; clobber(\"{HOPELESS}\").CanonicalForm'\n"
            "for call in [lambda: sheet.evaluate(text), lambda: dicot.Worksheet(text)]:\n"
            "    try:\n"
            "        print('ready', flush=True)\n"
            "        call()\n"
            "    except KeyboardInterrupt:\n"
            "        print(sheet['a'], len(sheet.entries), sheet.evaluate('a + 1'), sheet.undo(), flush=True)\n"
        )
        process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        try:
            for _ in range(2):
                self.assertEqual(process.stdout.readline(), "ready\n")
                process.send_signal(signal.SIGINT)
                self.assertEqual(process.stdout.readline(), "1 1 2 a + 1\n")
            self.assertEqual(process.wait(timeout=60), 0)
        finally:
            process.kill()
            process.communicate()

    def test_threads_share_a_worksheet(self):
        sheet = Worksheet("n := 0")
        def count(start):
            for i in range(start, start + 50):
                sheet.evaluate(f"n := n + 1; a{i} := {i}")
        threads = [threading.Thread(target=count, args=(start,)) for start in (0, 100, 200)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((sheet["n"], len(sheet.entries), len(sheet.names())), (150, 151, 151))

    @unittest.skipUnless(hasattr(os, "fork"), "this system does not fork")
    def test_a_forked_process(self):
        program = (
            "import os, signal, threading, dicot\n"
            "sheet, busy = dicot.Worksheet('a := {1|*}\\n\\nm := *[[2],0]'), dicot.Worksheet()\n"
            "g, m = sheet['a'], sheet['m']\n"
            f"board = dicot.Clobber('{HOPELESS}')\n"
            f"threading.Thread(target=lambda: busy.evaluate('clobber(\"{HOPELESS}\").CanonicalForm'), daemon=True).start()\n"
            # It computes in the store of the first worksheet.
            "threading.Thread(target=lambda: [g + n for n in iter(int, 1)], daemon=True).start()\n"
            "for _ in range(20):\n"
            "    child = os.fork()\n"
            "    if not child:\n"
            "        signal.alarm(60)\n"
            "        try:\n"
            "            assert str(sheet.evaluate('b := a + a')) == '1*' and sheet['b'] == sheet['a'] + g and sheet.undo()\n"
            "            assert m.genus() == '1^2' and sheet.evaluate('m.Mate') == m.mate()\n"
            "            os._exit(0)\n"
            "        finally:\n"
            "            os._exit(5)\n"
            "    code = os.waitpid(child, 0)[1]\n"
            "    print(code if os.WIFSIGNALED(code) else os.WEXITSTATUS(code), flush=True)\n"
            "os._exit(0)\n"
        )
        done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], stdout=subprocess.PIPE, text=True, check=True)
        self.assertEqual(set(done.stdout.split()), {"0"})


if __name__ == "__main__":
    unittest.main()
