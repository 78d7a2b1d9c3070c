"""Grundy values of heaps, and arithmetic of nimbers."""

import unittest

import dicot


class Heaps(unittest.TestCase):
    def setUp(self):
        self.addCleanup(dicot.set_limits, **dicot.limits())

    def test_codes(self):
        dawson = dicot.heap("0.07", 9)
        exceptions = dawson.pop("exceptions")
        self.assertEqual((exceptions[0], exceptions[-1]), ((0, 0), (52, 2)))
        few = dict.fromkeys(["rare_mask", "rare_heaps", "last_rare_heap"])
        self.assertEqual(dawson, {**few, "values": [0, 0, 1, 1, 2, 0, 3, 1, 1, 0], "period": 34, "preperiod": 53, "saltus": 0})
        self.assertEqual(dicot.heap("Subtraction([1, 3])", 4)["values"], [0, 1, 0, 1, 0])
        names = ["period", "preperiod", "saltus", "exceptions"]
        rare = ["rare_mask", "rare_heaps", "last_rare_heap"]
        without = dicot.heap("0.6", 4, period_to=50)
        self.assertEqual(without, {"values": [0, 0, 1, 2, 0], **dict.fromkeys(names + rare)})
        officers = dicot.heap("0.6", 4, period_to=30_000)
        self.assertEqual([officers[name] for name in rare], [0x1EE, 1583, 20_627])
        arithmetic = dicot.heap("0.8", 8)
        self.assertEqual([arithmetic[name] for name in names], [3, 1, 1, [(0, 0)]])
        with self.assertRaises(dicot.ParseError) as caught:
            dicot.heap("0.7-")
        self.assertEqual(caught.exception.offset, 3)

    def test_functions(self):
        kayles = lambda n: [[a, n - d - a] for d in (1, 2) for a in range(n - d + 1) if n >= d]
        self.assertEqual(dicot.heap(kayles, 60)["values"], dicot.heap("0.77", 60)["values"])
        with self.assertRaisesRegex(ValueError, "an option of heap 0 has heap 1, which is not smaller"):
            dicot.heap(lambda n: [[n + 1]], 3)
        with self.assertRaises(ZeroDivisionError):
            dicot.heap(lambda n: [[n // 0]], 3)
        with self.assertRaisesRegex(TypeError, "expected a code or a function but found int"):
            dicot.heap(7)
        with self.assertRaisesRegex(ValueError, r"an option of heap 2 is \[-1\]; expected a list of smaller heaps"):
            dicot.heap(lambda n: [[n - 3]] if n == 2 else [], 3)
        for wrong in [lambda n: [n], lambda n: [["x"]]]:
            with self.assertRaisesRegex(ValueError, "an option of heap 0 is"):
                dicot.heap(wrong, 3)
        with self.assertRaisesRegex(TypeError, "expected a list of options but found int"):
            dicot.heap(lambda n: n, 3)

    def test_limits(self):
        dicot.set_limits(seconds=0.1)
        with self.assertRaisesRegex(dicot.LimitError, "the time is up"):
            dicot.heap("0.1637", 10_000_000)
        dicot.set_limits(seconds=None, bytes=1 << 20)
        with self.assertRaises(dicot.LimitError):
            dicot.heap("{2+}.0", 1_000_000)

    def test_misere(self):
        kayles = dicot.heap_misere("Kayles", 9, max_len=40)
        self.assertEqual(kayles["genus"][5:], ["4^146", "3", "2^2", "1^1", "4^046"])
        self.assertEqual(kayles["misere_form"][7:], ["*[(2[2]321)[1](2[2]321)2[3]2[2]30]", "*[2[3]]", None])
        quotient = dicot.heap_quotient("0.123", 20)
        self.assertEqual((quotient["order"], quotient["generators"]), (20, [1, 3, 6, 8, 9]))
        self.assertEqual((quotient["period"], len(quotient["elements"])), (5, 21))
        self.assertEqual(quotient["p_portion"], ["a", "c", "b^2", "ad", "be"])
        dicot.set_limits(bytes=1 << 20)
        with self.assertRaises(dicot.LimitError):
            dicot.heap_quotient("0.07", 34)

    def test_nimbers(self):
        self.assertEqual(dicot.nim_product(2**32, 2**32), 2**32 + 2**31)
        for a in (1, 7, 1000, 2**64 - 1):
            self.assertEqual(dicot.nim_product(a, dicot.nim_quotient(5, a)), 5)
            self.assertEqual(dicot.nim_power(dicot.nim_square_root(a), 2), a)
        with self.assertRaises(ZeroDivisionError):
            dicot.nim_quotient(5, 0)
        for wrong, found in [(2**64, 2**64), (-1, -1), (-(10**50), "a number of many digits")]:
            with self.assertRaisesRegex(OverflowError, f"a whole number from 0 to {2**64 - 1} but found {found}"):
                dicot.nim_product(wrong, 1)
        with self.assertRaisesRegex(TypeError, "expected a whole number but found str"):
            dicot.nim_product("1", 1)


if __name__ == "__main__":
    unittest.main()
