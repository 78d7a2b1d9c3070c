//! Expressions of nimbers.

use dicot::nim;
use dicot_impartial::evaluate;

#[test]
fn values() {
    for (text, value) in [
        ("3 * 5", 15),
        ("2*2", 3),
        ("1+2*2", 2),
        ("(1+2)*2", 1),
        ("5/3", nim::quotient(5, 3).unwrap()),
        ("12/3/2", nim::quotient(nim::quotient(12, 3).unwrap(), 2).unwrap()),
        ("2^3 * 7", 7),
        ("sqrt(3)", 2),
        ("sqrt (7)^2", 7),
        ("  18446744073709551615 + 0 ", u64::MAX),
    ] {
        assert_eq!(evaluate(text), Ok(value), "{text}");
    }
}

#[test]
fn errors() {
    for (text, message) in [
        ("", "byte 0: expected a number, `(` or `sqrt(`, found the end"),
        ("3 +", "byte 3: expected a number, `(` or `sqrt(`, found the end"),
        ("3 4", "byte 2: expected +, *, /, ^ or the end, found 4"),
        ("(3", "byte 2: expected `)`, found the end"),
        ("3/(1+1)", "byte 1: division by zero"),
        ("2^3^2", "byte 3: expected +, *, /, ^ or the end, found ^"),
        ("2^(1)", "byte 2: expected a number, found ("),
        (
            "18446744073709551616",
            "byte 0: the number is too large; the limit is 18446744073709551615",
        ),
    ] {
        assert_eq!(evaluate(text).unwrap_err().to_string(), message, "{text}");
    }
    let nested = |depth: usize| "(".repeat(depth) + "1" + &")".repeat(depth);
    assert_eq!(evaluate(&nested(200)), Ok(1));
    let error = evaluate(&nested(100_000)).unwrap_err();
    assert_eq!(error.to_string(), "byte 200: the parentheses are nested more than 200 deep");
}
