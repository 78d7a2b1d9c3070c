// The wheel in Pyodide, Python in the browser, here in Node: the tests of the package that need no threads, processes or packages.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { loadPyodide } from "pyodide";

const here = dirname(fileURLToPath(import.meta.url));
const folder = process.env.WHEELS ?? join(here, "../../../target/pyodide");
const name = readdirSync(folder).find((file) => file.endsWith("_wasm32.whl"));
const py = await loadPyodide();
py.unpackArchive(new Uint8Array(readFileSync(join(folder, name))), "wheel");
const run = (code) => py.runPython(code);

test("the first lines of the README", () => {
  assert.equal(run("import dicot; str(dicot.Game('{1|*}') + dicot.Game('{1|*}'))"), "1*");
  assert.equal(run("str(dicot.Clobber('xox/ox.').value())"), "{^^*|*,v}");
  assert.equal(run("dicot.__version__ in __import__('importlib.metadata').metadata.version('dicot-cgt')"), true);
});

test("a long computation ends by its limit of time", () => {
  const board = "xoxoxo/oxoxox/xoxoxo/oxoxox/xoxoxo/oxoxox";
  const code = (call) => `
import time
start = time.monotonic()
try:
    with dicot.limited(seconds=0.5):
        ${call}
    ended = "never"
except dicot.LimitError as error:
    ended = str(error)
(ended, time.monotonic() - start < 30)`;
  assert.deepEqual(run(code(`dicot.Clobber("${board}").value()`)).toJs(), ["the time is up", true]);
  assert.equal(run(`dicot.solve(dicot.Clobber("${board}"), seconds=0.5)["reason"]`), "the time is up");
  assert.equal(run("dicot.solve('oxo/xox/oxo')['outcome']"), "N");
});

test("rulesets of one's own, files, loopy games, worksheets, labels, tables", () => {
  const code = `
from dataclasses import dataclass
@dataclass(frozen=True)
class Heap(dicot.Ruleset):
    counters: int
    def options(self, player):
        taken = [1, 3] if player == "left" else [2]
        return [Heap(self.counters - n) for n in taken if n <= self.counters]
Coins = dicot.ruleset_from_text("game coins\\nletter x left\\nletter . empty\\nleft east: x -> .")
sheet = dicot.Worksheet()
sheet.evaluate("g := {3|-1}")
[str(x) for x in (
    Heap(5).value(), Coins("x.x").value(), dicot.LoopyGame("over") + 1, sheet.evaluate("g.Temperature"),
    dicot.label(["xxo"])[0]["outcome"], dicot.values([dicot.Clobber("xxo"), dicot.Nim(3)]), len(dicot.table([Heap(3)])),
)]`;
  assert.deepEqual(run(code).toJs(), ["{1|1/2}", "2", "1over", "2", "L", "[Game('^'), Game('*3')]", "1"]);
});

for (const module of ["test_shared", "test_operations", "test_heap"]) {
  test(`${module} of the package`, () => {
    py.FS.mkdirTree("/tests");
    for (const file of readdirSync(join(here, "../tests")).filter((file) => file.endsWith(".py"))) {
      py.FS.writeFile(`/tests/${file}`, readFileSync(join(here, "../tests", file)));
    }
    const result = run(`
import io, sys, unittest
sys.path.insert(0, "/tests")
stream = io.StringIO()
found = unittest.TextTestRunner(stream).run(unittest.defaultTestLoader.loadTestsFromName("${module}"))
(found.testsRun, [str(test) for test, _ in found.failures + found.errors], stream.getvalue()[-6000:])`).toJs();
    assert.ok(result[0] > 0);
    assert.deepEqual(result[1], [], result[2]);
  });
}
