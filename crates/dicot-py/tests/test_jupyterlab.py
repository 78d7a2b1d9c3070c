"""The widgets in JupyterLab: Chromium opens a notebook, runs its cells and uses the widgets.

It needs jupyterlab, anywidget and playwright, and Chromium: /usr/bin/chromium, or what `CHROMIUM` names. With
`SCREENSHOTS`, a folder, pictures of the widgets are kept there.
"""

import json
import os
import pathlib
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

CELLS = [
    "import dicot.widgets\nboard = dicot.widgets.Board('xox/ox.')\nboard",
    "seen = []\nboard.observe(lambda change: seen.append(str(change.new)), 'value')",
    "print(repr(board.position), repr(board.value), seen)",
    "board.position = 'xxo'",
    "print(repr(board.position), repr(board.value), seen)",
    f"board.position = '{HOPELESS}'",
    "board.position = dicot.Kayles('4')",
    "tree = dicot.widgets.Value('{^^*|*,v}')\ntree",
    "tree.value = '*100000'",
    "tree.value = 2",
]


def notebook():
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
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
        while not (found := list(root.glob("runtime/jpserver-*.json"))):
            if time.monotonic() > deadline or self.process.poll() is not None:
                self.close()
                raise RuntimeError("JupyterLab did not start")
            time.sleep(0.1)
        self.url = json.loads(found[0].read_text())["url"]

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

    def run_cell(self, start):
        """Runs the cell that starts with this text, and returns its outputs."""
        [index] = [index for index, source in enumerate(CELLS) if source.startswith(start)]
        cell = self.cells.nth(index)
        cell.locator(".cm-content").click()
        count = cell.locator(".jp-InputPrompt")
        before = count.inner_text()
        self.page.keyboard.press("Control+Enter")
        expect(count).not_to_have_text(before)
        expect(count).to_have_text(__import__("re").compile(r"\[\d+\]:"))
        return cell.locator(".jp-OutputArea")

    def picture(self, output, name):
        if SCREENSHOTS:
            # The answer of a thermograph and the theme are painted with the next frames.
            self.page.wait_for_timeout(300)
            output.screenshot(path=pathlib.Path(SCREENSHOTS) / f"{name}.png")

    def choose_theme(self, name):
        self.page.locator(".lm-MenuBar-item", has_text="Settings").click()
        self.page.locator(".lm-Menu-item", has_text="Theme").first.hover()
        self.page.locator(".lm-Menu-item", has_text=name).click()

    def test_board(self):
        page = self.page
        board = self.run_cell("import")
        value, cell = board.locator("#value"), lambda at: board.locator(f"[aria-label^='{at},']")
        expect(value).to_have_text("{⇑∗|∗,↓}")
        expect(board.locator("#left .move")).to_have_count(4)
        self.run_cell("seen")
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
        self.assertRegex(self.run_cell("print").inner_text(), r"Clobber\('\.xx/oxx'\) Game\('.*'\) \[.*, '.*'\]")
        self.picture(board, "board-moves")

    def test_python_sets_the_position(self):
        board = self.run_cell("import")
        value = board.locator("#value")
        expect(value).to_have_text("{⇑∗|∗,↓}")
        self.run_cell("board.position = 'xxo'")
        expect(value).to_have_text("↑")
        expect(board.locator(".board .cell")).to_have_count(3)

if __name__ == "__main__":
    unittest.main()
