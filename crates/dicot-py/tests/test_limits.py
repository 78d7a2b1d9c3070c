"""What takes too long or too much ends in an exception, and can be interrupted."""

import _thread
import faulthandler
import json
import os
import signal
import subprocess
import sys
import threading
import time
import unittest
from dataclasses import dataclass

import dicot
from dicot import _dicot

# Far more than any computer can value.
HOPELESS = "/".join("xoxoxoxoxo" if row % 2 else "oxoxoxoxox" for row in range(10))


@dataclass(frozen=True)
class Endless(dicot.Ruleset):
    n: int

    def options(self, player):
        return [Endless(self.n + 1)]


class Limits(unittest.TestCase):
    def setUp(self):
        self.addCleanup(dicot.set_limits, **dicot.limits())

    def test_time(self):
        dicot.set_limits(seconds=0.05)
        with self.assertRaisesRegex(dicot.LimitError, "the time is up"):
            dicot.Clobber(HOPELESS).value()
        with self.assertRaisesRegex(dicot.LimitError, "the time is up"):
            dicot.Analyzer(seconds=0).value(dicot.Clobber(HOPELESS))
        with self.assertRaises(ValueError):
            dicot.set_limits(seconds=-1)
        # What is small is still found.
        self.assertEqual(str(dicot.Clobber("xxo").value()), "^")

    def test_memory(self):
        dicot.set_limits(bytes=16 << 20)
        with self.assertRaisesRegex(dicot.LimitError, "16 MiB of memory"):
            dicot.Clobber(HOPELESS).value()
        # The next computation makes room.
        self.assertEqual(str(dicot.Clobber("xxo").value()), "^")
        with self.assertRaisesRegex(dicot.LimitError, "16 MiB of memory"):
            dicot.Analyzer(bytes=16 << 20).value(dicot.Clobber(HOPELESS))

    def test_threads(self):
        board = "xoxox/oxoxo/xoxox"
        values = {n: dicot.Analyzer(threads=n) for n in (1, 2, None)}
        self.assertEqual(len({str(a.value(dicot.Clobber(board))) for a in values.values()}), 1)
        self.assertGreater(values[1].positions(), 2048)  # one thread values as many before it starts others
        self.assertIn("threads=2)", repr(values[2]))
        dicot.set_limits(threads=2)
        self.assertEqual(dicot.limits()["threads"], 2)
        for refused in (0, 257):
            with self.assertRaisesRegex(ValueError, "threads are 1 to 256"):
                dicot.Analyzer(threads=refused)
            with self.assertRaisesRegex(ValueError, "threads are 1 to 256"):
                dicot.set_limits(threads=refused)

    def test_the_solver_says_what_it_knows(self):
        answer = dicot.solve(HOPELESS, seconds=0.05)
        self.assertEqual((answer["outcome"], answer["reason"]), (None, "the time is up"))
        with self.assertRaises(ValueError):
            dicot.solve("xo", threads=0)

    def test_what_is_not_named_stays(self):
        before = dicot.limits()
        dicot.set_limits(seconds=7)
        dicot.set_limits(threads=1)
        dicot.set_limits(bytes=1 << 30)
        dicot.set_limits()
        self.assertEqual(dicot.limits(), {"seconds": 7.0, "bytes": 1 << 30, "threads": 1})
        self.assertEqual(repr(dicot.Analyzer(threads=2)), "Analyzer(seconds=7, bytes=1073741824, threads=2)")
        # A wrong call changes nothing.
        for wrong in [{"seconds": 1, "threads": 0}, {"threads": 2, "bytes": -1}]:
            with self.assertRaises((ValueError, OverflowError)):
                dicot.set_limits(**wrong)
        self.assertEqual(dicot.limits()["threads"], 1)
        dicot.set_limits(seconds=None, bytes=None)
        self.assertEqual(dicot.limits(), {"seconds": None, "bytes": None, "threads": 1})
        dicot.set_limits(**before)
        self.assertEqual(dicot.limits(), before)

    def test_everything_is_within_the_limits(self):
        analyzer, bot = dicot.Analyzer(), dicot.Bot("clobber")
        dicot.set_limits(seconds=0.05)
        self.assertEqual(dicot.solve(HOPELESS)["reason"], "the time is up")
        # If the time is up while a ruleset in Python lists its positions, the reason says where.
        place = r": \d+ positions are found, and play is \d+ moves long at Endless\(n=\d+\)"
        self.assertRegex(dicot.solve(dicot.Clobber(HOPELESS) + Endless(0))["reason"], f"^the time is up({place})?$")
        self.assertEqual([label["reason"] for label in dicot.label([HOPELESS] * 2)], ["the time is up"] * 2)
        with self.assertRaisesRegex(dicot.LimitError, "the time is up"):
            analyzer.value(dicot.Clobber(HOPELESS))
        # It would think for longer than any test runs.
        self.assertIn(bot.choose(dicot.Clobber(HOPELESS), "left", seconds=1e6), dicot.Clobber(HOPELESS).moves("left"))
        # What a call names itself holds for that call.
        self.assertNotIn("reason", dicot.solve("xoxo/oxox", seconds=None))
        dicot.set_limits(seconds=None, bytes=1000)
        self.assertIn("1000 bytes of memory", dicot.solve("xoxo/oxox")["reason"])
        self.assertRegex(dicot.label(["xoxo/oxox"])[0]["reason"], r"\d+ bytes of memory")

    def test_absurd_numbers_are_refused(self):
        top = dicot.Game(2**63 - 1)
        for absurd in [lambda: top + top, lambda: top * 2, lambda: dicot.Game("{1|-1}").heat(2**62).heat(2**62)]:
            with self.assertRaises(OverflowError):
                absurd()
        with self.assertRaises(OverflowError):
            dicot.Game("^") * (2**63)
        with self.assertRaises(OverflowError):
            dicot.Game("*100000").left_options()
        self.assertEqual(len(dicot.Game("*1000").left_options()), 1000)
        with self.assertRaises(ValueError):
            dicot.Game("*9999999999")

    def test_deep_texts_are_read_or_refused(self):
        g = dicot.Game(0)
        deep = "{" * 10_000 + "1" + "|" * 1 + "0}" * 10_000
        try:
            g = dicot.Game(deep)
        except (ValueError, OverflowError, dicot.LimitError):
            pass
        self.assertIsInstance(repr(g), str)
        with self.assertRaises((ValueError, OverflowError)):
            dicot.Game("{" * 1_000_000)
        with self.assertRaises((ValueError, OverflowError)):
            dicot.evaluate("[" * 1_000_000)

    def test_a_game_of_many_levels(self):
        g = dicot.Game(0)
        for _ in range(3_000):
            g = dicot.Game.from_options([g], [-1000])
        self.assertGreater(g.birthday(), 1000)
        self.assertIsInstance(g.left_options()[0], dicot.Game)
        self.assertEqual(g - g, 0)


class Lock(unittest.TestCase):
    def setUp(self):
        # A shell that starts the tests in the background may have them ignore Ctrl-C.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)

    def test_other_threads_run_meanwhile(self):
        def interrupt():
            # If the computation kept Python's lock, this thread would not come back from its sleep.
            for _ in range(20):
                time.sleep(0.001)
            _thread.interrupt_main()

        faulthandler.dump_traceback_later(120, exit=True)
        self.addCleanup(faulthandler.cancel_dump_traceback_later)
        thread = threading.Thread(target=interrupt)
        with self.assertRaises(KeyboardInterrupt):
            thread.start()
            dicot.Clobber(HOPELESS).value()
        thread.join()

    def test_requests_of_widgets_can_be_cancelled(self):
        request = _dicot.Request("solve", json.dumps({"sum": HOPELESS, "seconds": 60}))
        thread = threading.Timer(0.05, request.cancel)
        thread.start()
        start = time.monotonic()
        status, answer = request.answer()
        self.assertLess(time.monotonic() - start, 30)
        self.assertEqual((status, json.loads(answer)["outcome"]), (200, None))
        thread.join()

    def test_requests_of_widgets_end_by_ctrl_c(self):
        thread = threading.Timer(0.05, _thread.interrupt_main)
        with self.assertRaises(KeyboardInterrupt):
            thread.start()
            _dicot.Request("solve", json.dumps({"sum": HOPELESS, "seconds": 60})).answer()
        thread.join()

    def test_ctrl_c_ends_a_computation(self):
        program = (
            "import dicot, signal\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "try:\n"
            "    print('ready', flush=True)\n"
            f"    dicot.Clobber('{HOPELESS}').value()\n"
            "except KeyboardInterrupt:\n"
            "    print(dicot.Clobber('xxo').value())\n"
        )
        process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        try:
            self.assertEqual(process.stdout.readline(), "ready\n")
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.communicate(timeout=60)[0], "^\n")
        finally:
            process.kill()
            process.wait()


@unittest.skipUnless(hasattr(os, "fork"), "this system does not fork")
class Fork(unittest.TestCase):
    """A child of a fork works although threads of the parent compute, and hold locks that nobody unlocks in the child."""

    def children(self, compute, work):
        """The exit codes of children that work while a thread of the parent computes. A child that hangs is killed."""
        program = (
            "import os, signal, threading, dicot\n"
            f"board = dicot.Clobber({HOPELESS!r})\n"
            "g, analyzer = dicot.Game('{3|1||*}'), dicot.Analyzer()\n"
            "dicot.Clobber('xo').value()\n"
            f"threading.Thread(target=lambda: {compute}, daemon=True).start()\n"
            "for _ in range(30):\n"
            "    child = os.fork()\n"
            "    if not child:\n"
            "        signal.alarm(60)\n"
            "        try:\n"
            f"            {work}\n"
            "            os._exit(0)\n"
            "        except ValueError as error:\n"
            "            os._exit(3 if 'when the process was forked' in str(error) else 4)\n"
            "        finally:\n"
            "            os._exit(5)\n"
            "    code = os.waitpid(child, 0)[1]\n"
            "    print(code if os.WIFSIGNALED(code) else os.WEXITSTATUS(code), flush=True)\n"
            "    if os.WIFSIGNALED(code): break\n"
            "os._exit(0)\n"
        )
        # Python warns of forks with threads.
        done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], stdout=subprocess.PIPE, text=True, check=True)
        return [int(line) for line in done.stdout.split()]

    def test_the_shared_session(self):
        work = (
            "assert str(dicot.Clobber('xox/ox.').value()) == '{^^*|*,v}'; assert g + g - g == g; assert g.mean() + 0 == g.mean(); "
            "assert dicot.Game('{2|-1}').cool(1) == '{1|0}'; assert dicot.solve('xox/ox.')['outcome'] == 'N'; dicot.forget(); g + 1"
        )
        self.assertEqual(set(self.children("board.value()", work)), {0})

    def test_short_computations_of_another_thread(self):
        """The thread that forks holds the lock of the session while functions in Python run, between which others run."""
        self.assertEqual(set(self.children("[g + 1 for _ in iter(int, 1)]", "g + 1")), {0})

    def test_an_analyzer(self):
        codes = self.children("analyzer.value(board)", "analyzer.value(dicot.Clobber('xo'))")
        self.assertLessEqual(set(codes), {0, 3})
        self.assertIn(3, codes)


if __name__ == "__main__":
    unittest.main()
