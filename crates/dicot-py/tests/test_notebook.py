"""The examples run: the notebook checks what it says and shows pictures, and the scripts print what they should."""

import os
import pathlib
import subprocess
import sys
import unittest

import nbclient
import nbformat

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"
NOTEBOOK = EXAMPLES / "textbook.ipynb"


class Notebook(unittest.TestCase):
    def test_textbook(self):
        notebook = nbformat.read(NOTEBOOK, as_version=4)
        for cell in notebook.cells:
            if cell.cell_type == "code":
                self.assertEqual(cell.outputs, [], "the notebook is kept without outputs")
        # The kernel finds the package as this process does.
        os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
        nbclient.NotebookClient(notebook, timeout=120).execute()
        outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
        pictures = [output for output in outputs if "image/svg+xml" in output.get("data", {})]
        self.assertGreaterEqual(len(pictures), 6)
        for picture in pictures:
            self.assertIn("<svg", picture["data"]["image/svg+xml"])
        games = [output["data"]["text/latex"] for output in outputs if "text/latex" in output.get("data", {})]
        self.assertIn("$\\displaystyle {+_{2}}$", games)


class Scripts(unittest.TestCase):
    def run_script(self, name):
        command = [sys.executable, str(EXAMPLES / name)]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=120).stdout

    def test_new_game(self):
        printed = self.run_script("new_game.py")
        self.assertIn("Knight(column=2, row=20) {1/2|-1} N 3/4\n", printed)
        self.assertIn("1000 positions: Counter({'N': 370, 'P': 260, 'L': 194, 'R': 176})\n", printed)

    def test_domineering(self):
        printed = self.run_script("domineering.py")
        self.assertIn("2x3 N {2|-1/2} (temperature 5/4)\n", printed)
        self.assertRegex(printed, r"L after \d+ sums, .*\nP after \d+ sums")


if __name__ == "__main__":
    unittest.main()
