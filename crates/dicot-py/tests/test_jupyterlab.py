"""The widgets in JupyterLab: Chromium opens a notebook, runs its cells and uses the widgets.

It needs jupyterlab, anywidget and playwright, and Chromium: /usr/bin/chromium, or what `CHROMIUM` names. With
`SCREENSHOTS`, a folder, pictures of the widgets are kept there.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

try:
    import anywidget as _
    import jupyterlab as _
    import nbformat
    from playwright.sync_api import expect, sync_playwright
except ImportError as error:
    raise unittest.SkipTest(f"the widgets are not tested in JupyterLab: {error}") from error

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
SCREENSHOTS = os.environ.get("SCREENSHOTS")
# Far longer than anything takes, in seconds.
PATIENCE = 60

# Far more than any computer can value.
HOPELESS = "/".join("xoxoxoxoxo" if row % 2 else "oxoxoxoxox" for row in range(10))

# The cells of the notebook, by name.
CELLS = {
    "board": "import dicot.widgets\nboard = dicot.widgets.Board('xox/ox.')\nboard",
    "observe": "seen = []\nboard.observe(lambda change: seen.append(str(change.new)), 'value')",
    "read": "print(repr(board.position), repr(board.value), seen)",
    "up": "board.position = 'xxo'",
    "hopeless": f"board.position = '{HOPELESS}'",
    "kayles": "board.position = dicot.Kayles('4')",
    "graph": "board.position = dicot.Hackenbush('n=4 0-1:b 1-2:r 1-3:g')",
    "own": """class Heap(dicot.Ruleset):
    def __init__(self, n): self.n = n
    def __eq__(self, other): return self.n == other.n
    def __hash__(self): return self.n
    def options(self, player): return [Heap(self.n - k) for k in (1, 2) if k <= self.n]
    def move_name(self, option, player): return f'{self.n}>{option.n}'
    def picture(self): return '○ ' * self.n
    def __repr__(self): return f'Heap({self.n})'
own = (Heap(4) + dicot.Clobber('xxo/ox.')).widget()
own""",
    "own position": "print(own)",
    "value": "import dicot.widgets\ntree = dicot.widgets.Value('{^^*|*,v}')\ntree",
    "nimber": "tree.value = '*100000'",
    "two": "tree.value = 2",
}

def notebook():
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS.values()]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})


class Server:
    """A server of JupyterLab with the notebook, and with settings of its own."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        root = pathlib.Path(self.folder.name)
        nbformat.write(notebook(), root / "widgets.ipynb")
        (root / "config/labconfig").mkdir(parents=True)
        disabled = {"@jupyterlab/apputils-extension:announcements": True}
        (root / "config/labconfig/page_config.json").write_text(json.dumps({"disabledExtensions": disabled}))
        names = {"CONFIG": "config", "RUNTIME": "runtime", "DATA": "data"}
        folders = {f"JUPYTER_{name}_DIR": str(root / folder) for name, folder in names.items()}
        # The kernel finds the package as this process does.
        paths = os.pathsep.join(path for path in sys.path if path)
        environment = {**os.environ, **folders, "PYTHONPATH": paths, "JUPYTERLAB_SETTINGS_DIR": str(root / "settings")}
        options = ["--no-browser", "--allow-root", "--ip=127.0.0.1", "--port=0", "--IdentityProvider.token="]
        command = [sys.executable, "-m", "jupyterlab", *options, f"--ServerApp.root_dir={root}"]
        self.process = subprocess.Popen(command, env=environment, cwd=root, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + PATIENCE
        while not (url := self.address(root)):
            if time.monotonic() > deadline or self.process.poll() is not None:
                self.close()
                raise RuntimeError("JupyterLab did not start")
            time.sleep(0.1)
        self.url = url

    @staticmethod
    def address(root):
        """Where the server is, once it has written that down."""
        for file in root.glob("runtime/jpserver-*.json"):
            try:
                return json.loads(file.read_text())["url"]
            except json.JSONDecodeError:
                return None  # half written
        return None

    def close(self):
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.folder.cleanup()


class Widgets(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)
        cls.playwright = sync_playwright().start()
        cls.addClassCleanup(cls.playwright.stop)
        # A page of our own server needs no sandbox, which root cannot have.
        options = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        cls.browser = cls.playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        cls.addClassCleanup(cls.browser.close)
        expect.set_options(timeout=PATIENCE * 1000)

    def setUp(self):
        self.page = self.browser.new_page(viewport={"width": 1400, "height": 2600})
        self.page.set_default_timeout(PATIENCE * 1000)
        self.addCleanup(self.page.close)
        self.problems = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        # A workspace of its own: cells start without outputs, and nothing is restored.
        self.page.goto(f"{self.server.url}lab/workspaces/{self._testMethodName}/tree/widgets.ipynb?reset")
        self.cells = self.page.locator(".jp-Notebook .jp-CodeCell")
        expect(self.cells).to_have_count(len(CELLS))
        expect(self.page.locator(".jp-NotebookPanel-toolbar .jp-Notebook-ExecutionIndicator[data-status=idle]")).to_be_attached()

    def tearDown(self):
        self.assertEqual(self.problems, [])

    def run_cell(self, name):
        """Runs a cell and returns its outputs."""
        cell = self.cells.nth(list(CELLS).index(name))
        cell.locator(".cm-content").click()
        count = cell.locator(".jp-InputPrompt")
        before = count.inner_text()
        # JupyterLab may be slow to attach its keys after the kernel is there, and takes no notice until then; later it says at
        # once that a cell waits for the kernel.
        deadline = time.monotonic() + PATIENCE
        while count.inner_text() == before:
            self.assertLess(time.monotonic(), deadline, f"cell {name!r} does not run")
            self.page.keyboard.press("Control+Enter")
            self.page.wait_for_timeout(500)
        expect(count).to_have_text(re.compile(r"\[\d+\]:"))
        return cell.locator(".jp-OutputArea")

    def picture(self, output, name):
        if SCREENSHOTS:
            # The answer of a thermograph and the theme are painted with the next frames.
            self.page.wait_for_timeout(300)
            output.screenshot(path=pathlib.Path(SCREENSHOTS) / f"{name}.png")

    def choose_theme(self, name):
        self.page.locator(".lm-MenuBar-item", has_text="Settings").click()
        self.page.locator(".lm-Menu-item", has_text="Theme").first.hover()
        self.page.get_by_role("menuitem", name=name, exact=True).click()

    def test_board(self):
        page = self.page
        board = self.run_cell("board")
        value, cell = board.locator("#value"), lambda at: board.locator(f"[aria-label^='{at},']")
        expect(value).to_have_text("{⇑∗|∗,↓}")
        expect(board.locator("#left .move")).to_have_count(5)
        self.run_cell("observe")
        # A click paints the next kind of stone.
        cell("c1").click()
        expect(value).not_to_have_text("{⇑∗|∗,↓}")
        expect(cell("c1")).to_have_attribute("aria-label", "c1, Left stone")
        self.picture(board, "board-light")
        # A move by two clicks, then another one by the keys.
        board.get_by_role("button", name="Moves", exact=True).click()
        cell("a2").click()
        cell("b2").click()
        expect(cell("b2")).to_have_attribute("aria-label", "b2, Left stone")
        expect(board.locator("#path")).to_contain_text("a2-b2")
        self.assertRegex(self.run_cell("read").inner_text(), r"Clobber\('\.xx/oxx'\) Game\('.*'\) \[.*, '.*'\]")
        self.picture(board, "board-moves")

    def test_python_sets_the_position(self):
        board = self.run_cell("board")
        value = board.locator("#value")
        expect(value).to_have_text("{⇑∗|∗,↓}")
        self.run_cell("observe")
        self.run_cell("up")
        expect(value).to_have_text("↑")
        expect(board.locator("[role=grid] .cell")).to_have_count(3)
        self.assertEqual(self.run_cell("read").inner_text().strip(), "Clobber('xxo') Game('^') ['^']")

    def test_a_value_that_cannot_be_computed(self):
        board = self.run_cell("board")
        self.run_cell("observe")
        self.run_cell("hopeless")
        expect(board.locator("#notice")).to_contain_text("No value: ")
        expect(board.locator("#left .move").first).to_be_visible()
        board.get_by_role("button", name="Solve for the outcome instead").click()
        # The kernel runs other cells meanwhile.
        self.run_cell("observe")
        board.get_by_role("button", name="Cancel").click()
        expect(board.locator("#notice")).to_contain_text("Cancelled")
        self.picture(board, "board-cancelled")
        board.get_by_role("button", name="Undo").click()
        expect(board.locator("#value")).to_have_text("{⇑∗|∗,↓}")
        self.assertIn("Game('{^^*|*,v}')", self.run_cell("read").inner_text())

    def test_a_ruleset_without_boards(self):
        board = self.run_cell("board")
        self.run_cell("kayles")
        expect(board.locator("#text")).to_have_text("4")
        board.locator("#left .move").first.click()
        expect(board.locator("#path li")).to_have_count(2)
        expect(board.locator("#picture svg")).to_have_count(0)
        self.run_cell("graph")
        expect(board.locator("#picture svg")).to_be_visible()
        expect(board.locator("#right .move")).to_have_count(2)
        self.picture(board, "board-graph")
        board.locator("#left .move").first.click()
        expect(board.locator("#path li")).to_have_count(2)
        expect(board.locator("#picture desc")).not_to_contain_text("0-1:b 1-2:r 1-3:g")
        self.picture(board, "board-graph-after")

    def test_moves_of_a_sum_with_a_ruleset_in_python(self):
        self.run_cell("board")
        output = self.run_cell("own")
        left = output.get_by_role("region", name="Left's moves")
        expect(left.get_by_role("button")).to_have_count(5)
        expect(output.get_by_role("button", name="Take back")).to_be_disabled()
        left.get_by_role("button", name="2: 4>2").click()
        output.get_by_role("region", name="Right's moves").get_by_role("button", name="1: c2-b2").click()
        expect(output.locator("pre")).to_have_text("○ ○ ")
        output.get_by_role("button", name="Value").click()
        expect(output.get_by_role("status")).not_to_have_text("Computing…")
        self.picture(output, "moves-light")
        self.assertEqual(self.run_cell("own position").inner_text().strip(), "Moves(Clobber('xo./ox.') + Heap(2))")
        output.get_by_role("button", name="Take back").click()
        output.get_by_role("button", name="Take back").click()
        expect(left.get_by_role("button")).to_have_count(5)
        self.choose_theme("JupyterLab Dark")
        expect(output.locator(".widget")).to_have_css("color-scheme", "dark")
        self.picture(output, "moves-dark")
        self.choose_theme("JupyterLab Light")

    def test_value(self):
        page = self.page
        output = self.run_cell("value")
        items = output.get_by_role("treeitem")
        expect(items).to_have_count(1)
        items.first.click()
        expect(items).to_have_count(4)
        # The keys of trees: to the first option, which unfolds, to its first option, and to the end.
        for key in ["ArrowRight", "ArrowRight"]:
            page.keyboard.press(key)
        expect(items).to_have_count(6)
        page.keyboard.press("ArrowRight")
        expect(output.locator(".tree-item:focus")).to_have_attribute("aria-label", "Left's option: 0")
        self.picture(output, "value-light")
        self.run_cell("nimber")
        expect(items).to_have_count(1)
        items.first.click()
        expect(output).to_contain_text("more than 65535 options")
        self.run_cell("two")
        items.first.click()
        expect(items).to_have_count(2)

    def test_dark_theme_and_commands_of_the_notebook(self):
        page = self.page
        board = self.run_cell("board")
        self.run_cell("observe")
        self.run_cell("up")
        self.choose_theme("JupyterLab Dark")
        expect(board.locator("[role=grid]")).to_have_css("color-scheme", "dark")
        # A letter paints, and is not a command of the notebook, which would cut the cell.
        board.locator("[role=grid] .cell").first.focus()
        page.keyboard.press("o")
        expect(board.locator("#value")).to_have_text("∗")
        page.keyboard.press("x")
        expect(board.locator("#value")).to_have_text("↑")
        expect(self.cells).to_have_count(len(CELLS))
        board.get_by_role("button", name="Temperature").click()
        expect(board.locator(".explanation")).to_contain_text("Source")
        self.picture(board, "board-dark")
        board.get_by_role("button", name="Temperature").click()
        expect(board.locator(".explanation")).to_have_count(0)
        self.assertIn("Clobber('xxo') Game('^')", self.run_cell("read").inner_text())
        output = self.run_cell("value")
        output.get_by_role("treeitem").click()
        self.picture(output, "value-dark")
        page.set_viewport_size({"width": 900, "height": 2600})
        self.picture(board, "board-narrow")
        self.choose_theme("JupyterLab Light")
        expect(board.locator("[role=grid]")).to_have_css("color-scheme", "light")


if __name__ == "__main__":
    unittest.main()
