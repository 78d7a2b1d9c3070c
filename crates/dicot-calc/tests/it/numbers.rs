//! Numbers: products and powers as they are written, and numbers of any size.

use std::time::Duration;

use dicot::Limits;
use dicot_calc::{Value, Worksheet};

use crate::answer::{answer, assert_errors, assert_values};

#[test]
fn infinite_numbers() {
    assert_values(&[
        ("[1/0, -17/0, (2 ^ 100)/0, (1/3)/0, 0.Reciprocal, inf/0]", "[inf,-inf,inf,inf,inf,inf]"),
        (
            "[inf + 6, inf - (1/3), inf + inf, inf - -inf, 6 - inf, -inf - 1]",
            "[inf,inf,inf,inf,-inf,-inf]",
        ),
        ("[2 * inf, -3 * inf, (1/3) * -inf, inf * inf, inf * -inf]", "[inf,-inf,-inf,inf,-inf]"),
        (
            "[inf/2, inf/(-2), inf/(-1/3), -inf/(-(2 ^ 200)), (-inf)/5, 1/inf, (2 ^ 100)/-inf]",
            "[inf,-inf,-inf,inf,-inf,0,0]",
        ),
        ("[inf ^ 2, inf ^ 0, inf ^ -1, (-inf) ^ 3, (-inf) ^ 2]", "[inf,1,0,-inf,inf]"),
        (
            "[inf > 2 ^ 100, -inf < 0, inf == 1/0, inf == -inf, inf >= inf, inf < inf]",
            "[true,true,true,false,true,false]",
        ),
        ("[3,inf,1/3,-inf,2 ^ 100].Sorted", "[-inf,1/3,3,1267650600228229401496703205376,inf]"),
        (
            "[Max(3,inf), Min(-inf,3), inf.Floor, (-inf).Ceiling, (-inf).Abs, (-inf).Sign]",
            "[inf,-inf,inf,-inf,inf,-1]",
        ),
        (
            "[inf.Numerator, inf.Denominator, inf.Class, inf is Integer, inf.IsDyadic]",
            "[1,0,Rational,false,false]",
        ),
        ("[n for n from 1 to inf while n < 4]", "[1,2,3]"),
    ]);
}

#[test]
fn numbers() {
    assert_values(&[
        ("3 NimExp 5", "2"),
        ("3 NimPower 5", "2"),
        ("3.IsSmallInteger", "true"),
        ("(2 ^ 31).IsSmallInteger", "false"),
        ("(-(2 ^ 31)).IsSmallInteger", "true"),
        ("(1/2).IsSmallInteger", "false"),
        ("3 UglyProduct 5", "2"),
        // CGSuite's answers.
        ("[14 UglyProduct n for n from 1 to 16]", "[14,13,3,13,3,0,14,7,9,10,4,10,4,7,9,23]"),
        ("0 UglyProduct 5", "0"),
        ("2^(-3)", "1/8"),
        ("-2^(3)", "-8"),
        ("2^(1+1) + 1", "5"),
        ("2^(3).Abs", "8"),
        ("{2^(-3)|1}", "1/2"),
        ("[2^(n) for n from 0 to 3]", "[1,2,4,8]"),
        ("2^(2)^(3)", "256"),
        ("3000000000*3", "3000000000*3"),
        ("3*3000000000", "9000000000"),
        ("-3*3000000000", "-9000000000"),
    ]);
    assert_errors([
        ("2^()", "at offset 3: expected a game but"),
        ("2^(", "at offset 3: expected"),
        ("2^(1/2)", "at offset 1: the exponent of a power of a number must be an integer"),
        ("*3000000000", "at offset 1: nimbers and multiples of ^ go up to 2147483647"),
    ]);
}

#[test]
fn numbers_of_any_size() {
    assert_values(&[
        ("10000000000*10000000000", "100000000000000000000"),
        ("2 ^ 100", "1267650600228229401496703205376"),
        ("100000000000000000000 + 1", "100000000000000000001"),
        ("100000000000000000000*3", "300000000000000000000"),
        ("100000000000000000000^2", "10000000000000000000000000000000000000000"),
        ("-100000000000000000000", "-100000000000000000000"),
        ("-(2 ^ 100) + 2 ^ 100", "0"),
        ("(2 ^ 100 - 2 ^ 100).Birthday", "0"),
        ("2 ^ 100 / 2 ^ 98", "4"),
        ("2 ^ -100", "1/1267650600228229401496703205376"),
        ("2^(-100) * 2^(98)", "1/4"),
        ("{2^(100)/2^(99)|}", "3"),
        ("(1/3) ^ 50", "1/717897987691852588770249"),
        ("3 ^ 50 * (1/3)^50", "1"),
        ("1/717897987691852588770249", "1/717897987691852588770249"),
        ("717897987691852588770249/2", "717897987691852588770249/2"),
        ("6/300000000000000000000", "1/50000000000000000000"),
        ("9223372036854775807 + 1", "9223372036854775808"),
        ("9223372036854775807*9223372036854775807", "85070591730234615847396907784232501249"),
        ("9223372036854775808 - 1", "9223372036854775807"),
        ("(9223372036854775808 - 1).Birthday", "9223372036854775807"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("-9223372036854775808 - 1", "-9223372036854775809"),
        ("-(-9223372036854775808)", "9223372036854775808"),
        ("18446744073709551616", "18446744073709551616"),
        ("(1/4611686018427387904)/2", "1/9223372036854775808"),
        ("9223372036854775807/(1/2)", "18446744073709551614"),
        ("(1/9223372036854775807)*(1/3)", "1/27670116110564327421"),
        (
            "f(n) := if n == 0 then 1 else n*f(n-1) end; f(50)",
            "30414093201713378043612608166064768844377641568960512000000000000",
        ),
        ("[1/n for n from 1 to 60].Sum.Denominator.Gcd(59^(2))", "59"),
        ("2 ^ 100 > 2 ^ 99", "true"),
        ("2 ^ 100 == 4 ^ 50", "true"),
        ("1/3 < 2 ^ 100", "true"),
        ("-(2 ^ 100) < 0", "true"),
        ("2^(-100) > 0", "true"),
        (
            "[2 ^ 100, 3, -(2 ^ 100), 1/3].Sorted",
            "[-1267650600228229401496703205376,1/3,3,1267650600228229401496703205376]",
        ),
        ("{2 ^ 100, 4 ^ 50}.Size", "1"),
        ("Max(2 ^ 100, 2 ^ 101) / Min(2 ^ 100, 2 ^ 101)", "2"),
        ("(-(2 ^ 100)).Abs == 2 ^ 100", "true"),
        ("(2 ^ 100).Div(2 ^ 99 + 1)", "1"),
        ("(-(2 ^ 100)).Div(2 ^ 99 + 1)", "-1"),
        ("(2 ^ 100).Mod(7)", "2"),
        ("(-(2 ^ 100)) % 7", "5"),
        ("(2 ^ 100) % (3/2)", "1"),
        ("(2 ^ 100).Gcd(6 ^ 80) == 2 ^ 80", "true"),
        ("(2 ^ 100 / 3).Floor", "422550200076076467165567735125"),
        ("(2 ^ 100 / 3).Ceiling", "422550200076076467165567735126"),
        ("(-(2 ^ 100) / 3).Floor", "-422550200076076467165567735126"),
        ("(2 ^ 100 / 3).Numerator == 2 ^ 100", "true"),
        ("(3 / 2 ^ 100).Reciprocal * 3 == 2 ^ 100", "true"),
        ("(2 ^ 100).Lb", "100"),
        ("(2 ^ 100).Isqrt == 2 ^ 50", "true"),
        ("(2 ^ 100 - 1).IsEvil", "true"),
        ("(2 ^ 101 - 1).IsOdious", "true"),
        ("(2 ^ 100).IsTwoPower", "true"),
        ("(2 ^ 100 + 1).IsTwoPower", "false"),
        ("(-(2 ^ 100)).IsTwoPower", "false"),
        ("(3 / 2 ^ 100).IsDyadic", "true"),
        ("(2 ^ 100).IsSmallInteger", "false"),
        ("Integer.Parse(\"100000000000000000000\")", "100000000000000000000"),
        ("(2 ^ 70).ToString", "\"1180591620717411303424\""),
        ("[x for x from 2 ^ 64 to 2 ^ 64 + 2].Size", "3"),
        ("[x for x from 2 ^ 64 by 2 ^ 64 while x < 2 ^ 66].Size", "3"),
        ("[2 ^ 62, 2 ^ 62].Sum", "9223372036854775808"),
        ("(-1) ^ 1000001", "-1"),
        ("1 ^ 9223372036854775807", "1"),
        ("(2 ^ 999999 - 1).Lb", "999998"),
        ("2 ^ 999999 / 2 ^ 999990", "512"),
        ("(2 ^ 999999).Lb", "999999"),
    ]);
    assert_errors([
        (
            "2 ^ 999999 / 3",
            "at offset 11: integers have at most 1000000 bits, and both parts of a fraction",
        ),
        ("(2 ^ 999999).Gcd(3)", "at offset 13: Gcd takes integers of at most 50000 bits"),
        ("2 ^ 1000000", "at offset 2: integers have at most 1000000 bits, and both parts"),
        ("2 ^ (10 ^ 30)", "at offset 2: integers have at most 1000000 bits"),
        ("3 ^ 9223372036854775807", "at offset 2: integers have at most 1000000 bits"),
        ("3 ^ -9223372036854775807", "at offset 2: integers have at most 1000000 bits"),
        (
            "(2/3) ^ 100000",
            "at offset 6: integers have at most 1000000 bits, and both parts of a fraction",
        ),
        (
            "2 ^ (2 ^ 100 / 3)",
            "at offset 2: the exponent of a power of a number must be an integer",
        ),
        (
            "2 ^ 100 + ^",
            "at offset 0: expected a game but this is an integer too large to be a game",
        ),
        (
            "1 / 2 ^ 100 + ^",
            "at offset 0: expected a game but this is a number out of the range of games",
        ),
        (
            "{2 ^ 100|}",
            "at offset 1: expected a game but this is an integer too large to be a game",
        ),
        ("{100000000000000000000|}", "at offset 1: "),
        ("*(2 ^ 100)", "at offset 1: "),
        (
            "(2 ^ 100).NimSqrt",
            "at offset 0: `n` of NimSqrt must be an integer below 2^64, but this is an",
        ),
        (
            "(-(2 ^ 100)).NimSqrt",
            "at offset 0: `n` of NimSqrt must be an integer that is not negative",
        ),
        ("(-(2 ^ 100)).Isqrt", "at offset 0: `n` of Isqrt must be an integer that is not negative"),
        ("(2 ^ 100).Div(0)", "at offset 10: a division by 0"),
        ("(2 ^ 100).Mod(inf)", "at offset 10: infinite numbers have no remainders"),
        ("inf - inf", "at offset 4: `inf - inf`, `0 * inf` and `inf / inf` have no value"),
        ("0 * inf", "at offset 2: `inf - inf`"),
        ("inf / -inf", "at offset 4: `inf - inf`"),
        ("[1,2][2 ^ 100]", "at offset 6: expected a game but this is an integer too large"),
        ("1..2 ^ 100", "at offset 1: `..` is between integers"),
        (
            "(2 ^ 100).Mean",
            "at offset 0: `G` of Mean must be a game, but this is an integer too large",
        ),
    ]);
    let digits = "1".repeat(300_001);
    for text in [digits.clone(), format!("Parse(\"{digits}\")")] {
        let error = answer(&mut Worksheet::new(), &text);
        assert!(error.contains("out of range") || error.contains("bits"), "{error:.100}");
    }
}

/// What is printed is read, and equal.
#[test]
fn numbers_of_any_size_are_read_back() {
    for text in
        ["2 ^ 100", "-(3 ^ 99)", "(2/3) ^ 70", "-((3/2) ^ 64)", "2 ^ -64", "-(2 ^ 63)", "10 ^ 5000"]
    {
        let printed = answer(&mut Worksheet::new(), text);
        assert_eq!(answer(&mut Worksheet::new(), &printed), printed, "{text}");
        assert_eq!(
            answer(&mut Worksheet::new(), &format!("{printed} == ({text})")),
            "true",
            "{text}"
        );
    }
}

#[test]
fn large_numbers_keep_to_limits() {
    let limits = || Limits::default().with_bytes(20 << 20).with_time(Duration::from_millis(500));
    for text in [
        "f(x,n) := if n == 0 then x else f(x*x/x+1, n-1) end; [f(2 ^ 900000, 100) for n from 1 to 1000]",
        "[3 ^ 600000 for n from 1 to 1000000].Size",
        "[(2/3) ^ 20000 + n for n from 1 to 1000000].Size",
        "[1/n for n from 1 to 1000000].Sum",
        "[(2 ^ 49999).Gcd(3 ^ 30000) for n from 1 to 1000]",
        "[3 ^ 600000 / 3 ^ 300000 for n from 1 to 10000]",
        "[(2 ^ 999999).ToString for n from 1 to 1000]",
    ] {
        let result = Worksheet::new().evaluate(text, &limits());
        assert!(result.is_err(), "{text}: {:?}", result.map(|v: Value| v.to_string().len()));
    }
}
