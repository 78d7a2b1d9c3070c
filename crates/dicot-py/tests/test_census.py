"""Censuses on Dask: the same file as on one machine, whoever dies on the way."""

import itertools
import logging
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest
from collections import Counter

import dicot
import dicot.census
from distributed import Client, LocalCluster

CLUSTER = None
CLIENT = None


def setUpModule():
    global CLUSTER, CLIENT
    # Their processes find the package as this one does.
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    # Of workers that are killed there would be much to say.
    CLUSTER = LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=logging.CRITICAL + 1
    )
    CLIENT = Client(CLUSTER)


def tearDownModule():
    CLIENT.close()
    CLUSTER.close()


class Died(Exception):
    pass


class Censuses(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def here(self, *arguments, **options):
        """The bytes of a census on one machine."""
        path = self.folder / "here.parquet"
        summary = dicot.census.run_here(*arguments, out=path, **options)
        content = path.read_bytes()
        path.unlink()
        return summary, content

    def same_as_here(self, *arguments, shard=50, **options):
        out = self.folder / "dask.parquet"
        summary = dicot.census.run(*arguments, out=out, client=CLIENT, shard=shard, **options)
        self.assertEqual((summary, out.read_bytes()), self.here(*arguments, **options))
        self.assertEqual(os.listdir(self.folder), ["dask.parquet"], "nothing is left behind")
        return summary, dicot.census.read(out)

    def test_counts_of_3x3(self):
        summary, rows = self.same_as_here("clobber", "3x3")
        # Counted by brute force: ../shared/oracle/README.md, "Counts to know".
        self.assertEqual((summary.positions, summary.values), (19_683, 356))
        outcomes = Counter()
        for row in rows:
            outcomes[row["outcome"]] += row["multiplicity"]
        self.assertEqual((outcomes["N"], outcomes["P"], outcomes["L"] + outcomes["R"]), (7_702, 4_457, 2 * 3_762))

    def test_counts_of_filled_2x4(self):
        summary, rows = self.same_as_here("clobber", "2x4", filled=True, shard=10)
        # Of the same source.
        self.assertEqual((summary.positions, summary.values), (256, 36))
        for row in rows:
            self.assertEqual(dicot.Game(row["value"]), dicot.Clobber(row["position"]).value())

    def test_other_rules_and_lists(self):
        self.same_as_here("domineering", "3x3")
        (self.folder / "dask.parquet").unlink()
        positions = ["xo.", ".xo", "oxo/xox", "xoxoxo"]
        summary, rows = self.same_as_here("clobber", positions=positions)
        self.assertEqual((summary.positions, summary.classes), (4, 4))

    def read_new(self, rules, size=None, **options):
        path = self.folder / "new.parquet"
        dicot.census.run_here(rules, size, out=path, **options)
        rows = dicot.census.read(path)
        path.unlink()
        for row in rows:
            position = dicot.position(rules, row["position"])
            self.assertEqual(position.value(), row["value"])
            self.assertEqual(position.outcome(), row["outcome"])
            weight = position.value().atomic_weight()
            self.assertEqual(row["atomic_weight"], None if weight is None else str(weight))
        return rows

    def test_multiplicities_add_up(self):
        def count(rows, column):
            counted = Counter()
            for row in rows:
                counted[row[column]] += row["multiplicity"]
            return counted

        # Brute force. Where a row stood for both colours, L was 6226 and R 1298.
        outcomes = {"L": 3762, "R": 3762, "N": 7702, "P": 4457}
        self.assertEqual(count(self.read_new("clobber", "3x3"), "outcome"), outcomes)
        analyzer, brute = dicot.Analyzer(), Counter()
        for cells in itertools.product("xo.", repeat=6):
            text = "".join(cells)
            brute[str(analyzer.value(dicot.Clobber(f"{text[:3]}/{text[3:]}")))] += 1
        rows = self.read_new("clobber", "2x3")
        self.assertEqual(count(rows, "value"), brute)
        old = pathlib.Path(__file__).parents[2] / "dicot-census" / "tests" / "data" / "format1"
        self.assertEqual(dicot.census.read(old / "clobber-2x3.parquet"), rows)
        # Left and Right are exchanged by a turn, which a board of 2x3 does not have.
        for rows, columns in [(2, 2), (2, 3)]:
            boards = ["".join(cells) for cells in itertools.product(".#", repeat=rows * columns)]
            boards = ["/".join(text[i : i + columns] for i in range(0, len(text), columns)) for text in boards]
            brute = Counter(dicot.Domineering(board).outcome() for board in boards)
            self.assertEqual(count(self.read_new("domineering", f"{rows}x{columns}"), "outcome"), brute)
        self.assertEqual(count(self.read_new("clobber", positions=["xxo", "xxo.", "oox"]), "value"), {"^": 2, "v": 1})

    def test_pandas_groups_the_file_as_it_is(self):
        try:
            import pandas, pyarrow  # noqa: E401, F401
        except ImportError as missing:
            self.skipTest(f"{missing.name} is not installed")
        path = self.folder / "new.parquet"
        dicot.census.run_here("clobber", "3x3", out=path)
        counted = pandas.read_parquet(path).groupby("outcome").multiplicity.sum().to_dict()
        self.assertEqual(counted, {"L": 3762, "R": 3762, "N": 7702, "P": 4457})

    def test_a_worker_that_is_killed_is_made_up_for(self):
        victims = list(CLIENT.run(os.getpid).values())
        self.assertEqual(len(victims), 2)
        killed = []

        def kill(stage, done, of):
            # In the middle, when it has learned something and found something: then both in turn.
            # Several tasks may end between two reports.
            if stage == "values" and of > 20 and len(killed) < 2 and done >= of * (len(killed) + 1) // 4:
                killed.append(victims[len(killed)])
                os.kill(killed[-1], signal.SIGKILL)

        out = self.folder / "dask.parquet"
        # So small that progress is reported for each task.
        summary = dicot.census.run("clobber", "3x3", out=out, client=CLIENT, shard=8, progress=EachTask(kill))
        self.assertEqual((summary, out.read_bytes()), self.here("clobber", "3x3"))
        self.assertEqual(killed, victims)
        CLIENT.wait_for_workers(2, timeout=60)
        self.assertFalse(set(CLIENT.run(os.getpid).values()) & set(victims))

    def test_a_client_that_is_killed_goes_on(self):
        out = self.folder / "dask.parquet"
        program = (
            "import os, signal, sys\n"
            "import dicot.census\n"
            "def die(stage, done, of):\n"
            "    if stage == 'values' and done > 20:\n"
            "        os.kill(os.getpid(), signal.SIGKILL)\n"
            "dicot.census.run('clobber', '3x3', out=sys.argv[1], client=sys.argv[2], shard=8, progress=die)\n"
        )
        process = subprocess.run([sys.executable, "-c", program, str(out), CLIENT.scheduler.address], timeout=120)
        self.assertEqual(process.returncode, -signal.SIGKILL)
        self.assertFalse(out.exists())
        kept = list((self.folder / "dask.parquet.dask").glob("values-*"))
        self.assertGreater(len(kept), 20)
        # One of the files is damaged as well.
        kept[0].write_bytes(kept[0].read_bytes()[:-5])
        with self.assertRaisesRegex(ValueError, "belongs to another census: clobber 3x3"):
            dicot.census.run("clobber", "2x3", out=out, client=CLIENT)
        seen = []
        summary = dicot.census.run(
            "clobber", "3x3", out=out, client=CLIENT, progress=lambda stage, done, of: seen.append((stage, done))
        )
        self.assertEqual((summary, out.read_bytes()), self.here("clobber", "3x3"))
        self.assertEqual(seen[0], ("components", 0))
        self.assertEqual(seen[1][0], "values")
        self.assertGreaterEqual(seen[1][1], len([k for k in kept if not k.name.endswith(".part")]) - 1)
        self.assertEqual(os.listdir(self.folder), ["dask.parquet"])

    def test_a_client_that_dies_while_rows_come_goes_on(self):
        out = self.folder / "dask.parquet"

        def die(stage, done, of):
            if stage == "rows" and done:
                raise Died

        with self.assertRaises(Died):
            dicot.census.run("clobber", "3x3", out=out, client=CLIENT, progress=die)
        self.assertTrue(list((self.folder / "dask.parquet.dask").glob("rows-*")))
        self.same_as_here("clobber", "3x3")

    def test_a_cluster_of_its_own_and_the_command(self):
        out = self.folder / "dask.parquet"
        process = subprocess.run(
            [sys.executable, "-m", "dicot.census", "clobber", "2x3", "--out", str(out), "--workers", "2"],
            capture_output=True,
            text=True,
            timeout=120,
        )
        self.assertEqual(process.returncode, 0, process.stderr)
        summary, content = self.here("clobber", "2x3")
        self.assertEqual(process.stdout, f"729 positions, 216 classes, {summary.values} values: {out}\n")
        self.assertEqual(out.read_bytes(), content)
        process = subprocess.run(
            [sys.executable, "-m", "dicot.census", "chess", "2x3", "--out", str(out)], capture_output=True, text=True
        )
        self.assertEqual(process.returncode, 1)
        self.assertRegex(process.stderr, '^error: unknown ruleset "chess"; expected clobber, .*\n$')

    def test_what_cannot_be_counted_is_refused(self):
        out = self.folder / "dask.parquet"
        for arguments, options, message in [
            (("chess", "3x3"), {}, "unknown ruleset"),
            (("clobber", "3"), {}, "expected rows and columns like 3x4"),
            (("clobber", "9x9"), {}, "the limit is 2"),
            (("konane-artemis", "3x3"), {}, "have no values"),
            (("clobber",), {}, "either the size of a board or a list"),
            (("clobber", "3x3"), {"positions": ["xo"]}, "either the size of a board or a list"),
            (("clobber",), {"positions": ["xo", "xq"]}, "line 2: "),
            (("clobber",), {"positions": []}, "no positions"),
            (("clobber", "3x3"), {"shard": 0}, "a shard has 1 to"),
        ]:
            with self.assertRaisesRegex(ValueError, message):
                dicot.census.run(*arguments, out=out, client=CLIENT, **options)
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_file_that_is_there_is_kept(self):
        out = self.folder / "dask.parquet"
        made = dicot.census.run("clobber", "2x2", out=out, client=CLIENT)
        content = out.read_bytes()
        again = dicot.census.run("clobber", "2x2", out=out, client=CLIENT)
        self.assertEqual(again, made._replace(values=None))
        with self.assertRaisesRegex(ValueError, "another census: clobber 2x2"):
            dicot.census.run("clobber", "2x3", out=out, client=CLIENT)
        self.assertEqual(out.read_bytes(), content)

    def test_folders_of_others_stay(self):
        out, folder = self.folder / "dask.parquet", self.folder / "thesis"
        folder.mkdir()
        (folder / "chapter.tex").write_text("mine")
        with self.assertRaisesRegex(ValueError, "chapter.tex: not a file of a census"):
            dicot.census.run("clobber", "2x2", out=out, client=CLIENT, checkpoint=folder)
        self.assertEqual(os.listdir(folder), ["chapter.tex"])
        self.assertFalse(out.exists())
        # A folder without its plan might be that of another census.
        (folder / "chapter.tex").unlink()
        (folder / "rows-0").write_text("digest\nrows")
        with self.assertRaisesRegex(ValueError, "the file plan is damaged or missing"):
            dicot.census.run("clobber", "2x2", out=out, client=CLIENT, checkpoint=folder)
        for positions in (["xo\nxxo"], ["xo", ""]):
            with self.assertRaisesRegex(ValueError, "is not a position"):
                dicot.census.run("clobber", positions=positions, out=out, client=CLIENT)
        with self.assertRaises(TypeError):
            dicot.census.run("clobber", positions="xo", out=out, client=CLIENT)

    def test_rules_of_a_text_are_sent(self):
        rules = dicot.ruleset_from_text("game census-of-beads\nletter x left\nletter o right\nletter . empty\nleft east: xo -> .x\nright east: xo -> o.")
        self.same_as_here(rules, "2x3")

    def test_too_little_memory_is_an_error(self):
        out = self.folder / "dask.parquet"
        with self.assertRaises(dicot.LimitError):
            dicot.census.run("clobber", "3x3", out=out, client=CLIENT, memory=1000, retries=0)

    def test_files_that_are_no_censuses_are_refused(self):
        path = self.folder / "census.parquet"
        with self.assertRaises(FileNotFoundError):
            dicot.census.read(path)
        path.write_bytes(b"PAR1 and no more")
        with self.assertRaisesRegex(ValueError, "census.parquet"):
            dicot.census.read(path)


class EachTask:
    """Calls for each count of values on the way, also where several tasks came back together."""

    def __init__(self, call):
        self.call = call
        self.last, self.values = -1, 0

    def __call__(self, stage, done, of):
        if stage == "values":
            self.values = of
        # The last values may come back together with the first rows.
        values = done if stage == "values" else self.values
        for count in range(self.last + 1, values + 1):
            self.call("values", count, self.values)
        self.last = max(self.last, values)
        if stage != "values":
            self.call(stage, done, of)


if __name__ == "__main__":
    unittest.main()
