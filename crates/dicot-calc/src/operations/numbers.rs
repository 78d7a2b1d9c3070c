//! Numbers, dyadic or not, and integers.

use std::cmp::Ordering;

use dicot::ValueError;

use crate::arithmetic::{count, division_by_zero};
use crate::failure::Failure;
use crate::operation::{operations, siegel, truth};
use crate::rational::{Rational, gcd};

operations! {
    "Max" [] ("x") "the greatest of numbers, or of those in a list",
        "CGSuite", "Max(1/3,1/4)" => "1/3",
        Fold(Rational::max);
    "Min" [] ("x") "the least of numbers, or of those in a list",
        "CGSuite", "[2,1/3,1].Min" => "1/3",
        Fold(Rational::min);
    "Abs" [] ("x") "the absolute value of a number",
        "CGSuite", "(-2/3).Abs" => "2/3",
        Rational(|x| Ok(Rational::ZERO.checked_sub(x).ok_or(ValueError::Overflow)?.max(x)));
    "Sign" [] ("x") "1 of a positive number, -1 of a negative one, and 0 of 0",
        "CGSuite", "(-2/3).Sign" => "-1",
        Rational(|x| Ok(match x.cmp(&Rational::ZERO) {
            Ordering::Less => Rational::from(-1),
            Ordering::Equal => Rational::ZERO,
            Ordering::Greater => Rational::from(1),
        }));
    "Floor" [] ("x") "the greatest integer that is not greater than a number",
        "CGSuite", "(-2/3).Floor" => "-1",
        Rational(|x| Ok(x.floor().into()));
    "Ceiling" [] ("x") "the least integer that is not smaller than a number",
        "CGSuite", "(2/3).Ceiling" => "1",
        Rational(|x| Ok(x.ceiling().into()));
    "Numerator" [] ("x") "the numerator of a number in lowest terms",
        "CGSuite", "(4/6).Numerator" => "2",
        Rational(|x| Ok(x.numerator().into()));
    "Denominator" [] ("x") "the denominator of a number in lowest terms",
        "CGSuite", "(4/6).Denominator" => "3",
        Rational(|x| Ok(x.denominator().into()));
    "Reciprocal" [] ("x") "the number 1/x, for any number except 0",
        "CGSuite", "(3/4).Reciprocal" => "4/3",
        Rational(|x| divide(1.into(), x));
    "Div" [] ("n", "m") "the integer quotient, rounded towards 0",
        "CGSuite", "(-17).Div(5)" => "-3",
        Integers2(|n, m| divide(n.into(), m.into()).map(|x| if x.numerator() < 0 { x.ceiling() } else { x.floor() }));
    "Mod" [] ("x", "y") "the remainder x - y*(x/y).Floor, for numbers",
        "CGSuite", "(17/6).Mod(1/3)" => "1/6",
        Rationals2(|x, y| {
            let floor = Rational::from(divide(x, y)?.floor());
            Ok(floor.checked_mul(y).and_then(|part| x.checked_sub(part)).ok_or(ValueError::Overflow)?)
        });
    "Gcd" [] ("n", "m") "the greatest common divisor of integers",
        "CGSuite", "12.Gcd(18)" => "6",
        Integers2(|n, m| {
            Ok(i64::try_from(gcd(n.unsigned_abs(), m.unsigned_abs())).map_err(|_| ValueError::Overflow)?)
        });
    "Lb" [] ("n") "the binary logarithm of a positive integer, rounded down",
        "CGSuite", "31.Lb" => "4",
        Natural(|_, n| match n.checked_ilog2() {
            Some(log) => count(log.into()),
            None => Err(Failure::undefined("0 does not have a logarithm")),
        });
    "Isqrt" [] ("n") "the square root of a non-negative integer, rounded down",
        "CGSuite", "99.Isqrt" => "9",
        Natural(|_, n| count(n.isqrt().into()));
    "IsEvil" [] ("n") "whether a non-negative integer has an even number of ones in binary",
        "Winning Ways, chapter 4", "23.IsEvil" => "true",
        Natural(|_, n| truth(n.count_ones().is_multiple_of(2)));
    "IsOdious" [] ("n") "whether a non-negative integer has an odd number of ones in binary",
        "Winning Ways, chapter 4", "11.IsOdious" => "true",
        Natural(|_, n| truth(!n.count_ones().is_multiple_of(2)));
    "IsTwoPower" [] ("n") "whether an integer is a power of two",
        "CGSuite", "32.IsTwoPower" => "true",
        Question(|x| x.denominator() == 1 && x.numerator() > 0 && x.numerator().count_ones() == 1);
    "IsSmallInteger" [] ("x") "whether a number is an integer from -2^31 on and below 2^31",
        "CGSuite", "3.IsSmallInteger" => "true",
        Question(|x| x.to_integer().is_some_and(|n| i32::try_from(n).is_ok()));
    "IsDyadic" [] ("x") "whether the denominator of a number is a power of two: whether it is a short game",
        siegel!("II.3"), "(1/3).IsDyadic" => "false",
        Question(|x| x.to_dyadic().is_some());
}

/// The quotient of two numbers.
fn divide(x: Rational, y: Rational) -> Result<Rational, Failure> {
    if y == Rational::ZERO {
        return Err(division_by_zero());
    }
    Ok(x.checked_div(y).ok_or(ValueError::Overflow)?)
}
