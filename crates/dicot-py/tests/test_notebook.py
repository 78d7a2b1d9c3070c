"""The notebook of examples runs, checks what it says, and shows pictures."""

import os
import pathlib
import sys
import unittest

import nbclient
import nbformat

NOTEBOOK = pathlib.Path(__file__).parents[1] / "examples" / "textbook.ipynb"


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


if __name__ == "__main__":
    unittest.main()
