"""What takes too long or too much ends in an exception, and can be interrupted."""

import _thread
import faulthandler
import json
import signal
import subprocess
import sys
import threading
import time
import unittest

import dicot
from dicot import _dicot

# Far more than any computer can value.
HOPELESS = "/".join("xoxoxoxoxo" if row % 2 else "oxoxoxoxox" for row in range(10))


class Limits(unittest.TestCase):
    def tearDown(self):
        dicot.set_limits()

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


if __name__ == "__main__":
    unittest.main()
