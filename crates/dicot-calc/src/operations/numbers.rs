//! Numbers, dyadic or not, and integers.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;

use crate::arithmetic::{count, division_by_zero, number, quotient};
use crate::failure::Failure;
use crate::operation::{operations, siegel, truth};
use crate::rational::{MAX_FRACTION_BITS, Rational};
use crate::value::Value;

operations! {
    "Max" [] ("x") "the greatest of numbers, or of those in a list",
        "CGSuite", "Max(1/3,1/4)" => "1/3",
        Fold(Rational::max);
    "Min" [] ("x") "the least of numbers, or of those in a list",
        "CGSuite", "[2,1/3,1].Min" => "1/3",
        Fold(Rational::min);
    "Abs" [] ("x") "the absolute value of a number",
        "CGSuite", "(-2/3).Abs" => "2/3",
        Rational(|x| Ok(if x < Rational::ZERO { Rational::ZERO.checked_sub(&x) } else { Some(x) }));
    "Sign" [] ("x") "1 of a positive number, -1 of a negative one, and 0 of 0",
        "CGSuite", "(-2/3).Sign" => "-1",
        Rational(|x| Ok(Some(match x.cmp(&Rational::ZERO) {
            Ordering::Less => Rational::from(-1),
            Ordering::Equal => Rational::ZERO,
            Ordering::Greater => Rational::from(1),
        })));
    "Floor" [] ("x") "the greatest integer that is not greater than a number",
        "CGSuite", "(-2/3).Floor" => "-1",
        Rational(|x| Ok(Some(x.floor())));
    "Ceiling" [] ("x") "the least integer that is not smaller than a number",
        "CGSuite", "(2/3).Ceiling" => "1",
        Rational(|x| Ok(Some(x.ceiling())));
    "Numerator" [] ("x") "the numerator of a number in lowest terms",
        "CGSuite", "(4/6).Numerator" => "2",
        Rational(|x| Ok(Some(x.numerator().into())));
    "Denominator" [] ("x") "the denominator of a number in lowest terms",
        "CGSuite", "(4/6).Denominator" => "3",
        Rational(|x| Ok(Some(x.denominator().into())));
    "Reciprocal" [] ("x") "the number 1/x, infinite for 0",
        "CGSuite", "(3/4).Reciprocal" => "4/3",
        Rational(|x| quotient(&1.into(), &x));
    "Div" [] ("n", "m") "the integer quotient, rounded towards 0",
        "CGSuite", "(-17).Div(5)" => "-3",
        Integers2(|n, m| {
            Ok(divide(&n, &m)?.map(|x| if x < Rational::ZERO { x.ceiling() } else { x.floor() }))
        });
    "Mod" [] ("x", "y") "the remainder x - y*(x/y).Floor, for numbers",
        "CGSuite", "(17/6).Mod(1/3)" => "1/6",
        Rationals2(|x, y| {
            // Usual, and faster.
            if let (Some(n), Some(m @ 1..)) = (x.to_integer(), y.to_integer()) {
                return Ok(Some(n.rem_euclid(m).into()));
            }
            let quotient = divide(&x, &y)?;
            Ok(quotient.and_then(|quotient| x.checked_sub(&quotient.floor().checked_mul(&y)?)))
        });
    "Gcd" [] ("n", "m") "the greatest common divisor of integers",
        "CGSuite", "12.Gcd(18)" => "6",
        Integers2(|n, m| {
            let (n, m) = (n.numerator(), m.numerator());
            if n.bits().max(m.bits()) > MAX_FRACTION_BITS {
                let why = format!("Gcd takes integers of at most {MAX_FRACTION_BITS} bits");
                return Err(Failure::undefined(why));
            }
            Ok(Some(n.gcd(&m).into()))
        });
    "Lb" [] ("n") "the binary logarithm of a positive integer, rounded down",
        "CGSuite", "31.Lb" => "4",
        Unsigned(|_, n| match n.bits() {
            0 => Err(Failure::undefined("0 does not have a logarithm")),
            bits => count((bits - 1).into()),
        });
    "Isqrt" [] ("n") "the square root of a non-negative integer, rounded down",
        "CGSuite", "99.Isqrt" => "9",
        Unsigned(|c, n| number(Some(BigInt::from(n.sqrt()).into()), c));
    "IsEvil" [] ("n") "whether a non-negative integer has an even number of ones in binary",
        "Winning Ways, chapter 4", "23.IsEvil" => "true",
        Unsigned(|_, n| truth(n.count_ones().is_multiple_of(2)));
    "IsOdious" [] ("n") "whether a non-negative integer has an odd number of ones in binary",
        "Winning Ways, chapter 4", "11.IsOdious" => "true",
        Unsigned(|_, n| truth(!n.count_ones().is_multiple_of(2)));
    "IsTwoPower" [] ("n") "whether an integer is a power of two",
        "CGSuite", "32.IsTwoPower" => "true",
        Question(|x| x.to_unsigned().is_some_and(|n| n.count_ones() == 1));
    "IsSmallInteger" [] ("x") "whether a number is an integer from -2^31 on and below 2^31",
        "CGSuite", "3.IsSmallInteger" => "true",
        Question(|x| x.to_integer().is_some_and(|n| i32::try_from(n).is_ok()));
    "IsOrdinal" [] ("x") "whether a game is an ordinal: an integer that is not negative, as infinite ones are not here",
        "On Numbers and Games, chapter 2", "5.IsOrdinal" => "true",
        Values(|_, values| match values[0].to_loopy() {
            None if values[0].as_rational().is_none() => {
                Err(Failure::WrongKind { index: 0, name: "x", needed: "a game" })
            }
            _ => Ok(Value::Truth(values[0].as_rational().is_some_and(|x| x.to_unsigned().is_some()))),
        });
    "IsDyadic" [] ("x") "whether the denominator of a number is a power of two",
        siegel!("II.3"), "(1/3).IsDyadic" => "false",
        Question(|x| x.is_dyadic());
}

/// The quotient of two finite numbers; `None` if it has too many bits.
fn divide(x: &Rational, y: &Rational) -> Result<Option<Rational>, Failure> {
    if *y == Rational::ZERO {
        return Err(division_by_zero());
    }
    if x.is_infinite() || y.is_infinite() {
        return Err(Failure::undefined("infinite numbers have no remainders"));
    }
    Ok(x.checked_div(y))
}
