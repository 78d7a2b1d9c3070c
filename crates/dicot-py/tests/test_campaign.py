"""Campaigns on Dask: the outcome of the solver, also if workers die."""

import logging
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

import dicot
import dicot.campaign
from distributed import Client, LocalCluster

CLUSTER = None
CLIENT = None
BOARD = "xoxoxo/oxoxox/xoxoxo"


def setUpModule():
    global CLUSTER, CLIENT
    # Their processes find the package as this one does.
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    CLUSTER = LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=logging.CRITICAL + 1
    )
    CLIENT = Client(CLUSTER)


def tearDownModule():
    CLIENT.close()
    CLUSTER.close()


class Died(Exception):
    pass


class Campaigns(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name) / "campaign"

    def lines(self):
        return (self.folder / "jobs.jsonl").read_text().splitlines()

    def test_rules_of_a_text_are_sent(self):
        text = "game campaign-of-beads\nletter x left\nletter o right\nletter . empty\nleft orthogonal: xo -> .x\nright orthogonal: xo -> o."
        rules, board = dicot.ruleset_from_text(text), "xoxo/oxox/xoxo"
        status = dicot.campaign.run(rules, board, self.folder, client=CLIENT, nodes=50)
        self.assertEqual(status.outcome, dicot.solve(board, rules)["outcome"])

    def test_outcomes_are_those_of_the_solver(self):
        for rules, position, text in [
            ("clobber", BOARD, BOARD),
            ("clobber", "4x4", "xoxo/oxox/xoxo/oxox"),
            ("domineering", "...../...../...../.....", "...../...../...../....."),
            ("konane", "xoxox/ox.xo/xoxox/oxoxo", "xoxox/ox.xo/xoxox/oxoxo"),
        ]:
            folder = self.folder / f"{rules}-{len(position)}"
            seen = []
            status = dicot.campaign.run(rules, position, folder, client=CLIENT, nodes=50, progress=seen.append)
            self.assertEqual(status.outcome, dicot.solve(text, rules)["outcome"], text)
            self.assertEqual(status.nodes_left, 0)
            self.assertEqual(len(seen), status.solved + status.split)
            # A run that is done has nothing to search.
            self.assertEqual(dicot.campaign.run(rules, position, folder, client=CLIENT)[:6], status[:6])

    def test_a_client_that_dies_goes_on(self):
        def die(status):
            if status.solved + status.split >= 10:
                raise Died

        with self.assertRaises(Died):
            dicot.campaign.run("clobber", BOARD, self.folder, client=CLIENT, nodes=100, progress=die)
        program = (
            "import os, signal, sys\n"
            "import dicot.campaign\n"
            "def die(status):\n"
            "    if status.solved + status.split >= 25:\n"
            "        os.kill(os.getpid(), signal.SIGKILL)\n"
            "dicot.campaign.run('clobber', sys.argv[1], sys.argv[2], client=sys.argv[3], nodes=100, progress=die)\n"
        )
        process = subprocess.run(
            [sys.executable, "-c", program, BOARD, str(self.folder), CLIENT.scheduler.address], timeout=120
        )
        self.assertEqual(process.returncode, -signal.SIGKILL)
        before = self.lines()
        with open(self.folder / "jobs.jsonl", "a") as file:
            file.write('{"sum": "torn')
        status = dicot.campaign.run("clobber", BOARD, self.folder, client=CLIENT, nodes=100)
        self.assertEqual(status.outcome, dicot.solve(BOARD)["outcome"])
        self.assertEqual(self.lines()[: len(before)], before)
        self.assertGreater(len(self.lines()), len(before))

    def test_a_worker_that_is_killed_is_made_up_for(self):
        victims = list(CLIENT.run(os.getpid).values())
        killed = []

        def kill(status):
            if status.solved + status.split >= 5 * (len(killed) + 1) and len(killed) < 2:
                killed.append(victims[len(killed)])
                os.kill(killed[-1], signal.SIGKILL)

        status = dicot.campaign.run("clobber", BOARD, self.folder, client=CLIENT, nodes=100, progress=kill)
        self.assertEqual((status.outcome, killed), (dicot.solve(BOARD)["outcome"], victims))
        CLIENT.wait_for_workers(2, timeout=60)

    def test_what_is_refused(self):
        for arguments, options, message in [
            (("chess", "xo"), {}, "unknown ruleset"),
            (("konane-artemis", "xo"), {}, "cannot be solved"),
            (("clobber", "xq"), {}, "unexpected 'q'"),
            (("clobber", "xo"), {"nodes": 0}, "at least one node"),
            (("clobber", "xo"), {"workers": 2}, "workers are those of the cluster"),
        ]:
            with self.assertRaisesRegex(ValueError, message):
                dicot.campaign.run(*arguments, self.folder, client=CLIENT, **options)
        self.assertFalse(self.folder.exists())
        dicot.campaign.run("clobber", "xoxo", self.folder, client=CLIENT)
        with self.assertRaisesRegex(ValueError, "choose another folder"):
            dicot.campaign.run("clobber", "xo", self.folder, client=CLIENT)

    def test_one_client_at_a_time(self):
        def second(status):
            with self.assertRaisesRegex(ValueError, "another process runs the campaign"):
                dicot.campaign.run("clobber", BOARD, self.folder, client=CLIENT)

        dicot.campaign.run("clobber", BOARD, self.folder, client=CLIENT, progress=second)


if __name__ == "__main__":
    unittest.main()
