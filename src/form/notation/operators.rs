//! Operators and relations between two values.

use std::cmp::Ordering;

use super::operations::Operation;
use crate::Dyadic;
use crate::form::number_up_star::NumberUpStar;
use crate::form::store::Id;
use crate::form::{ValueError, Work};

/// What stands between two operands.
#[derive(Clone, Copy)]
pub(super) enum Operator {
    /// An operation with two arguments, by its name.
    Named(&'static Operation),
    Plus,
    Minus,
    Ordinal,
    Times,
    Over,
}

/// How closely an operator binds, the least close first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Precedence {
    Named,
    Sum,
    Ordinal,
    Product,
    /// No operator binds so closely.
    Operand,
}

impl Operator {
    pub(super) fn precedence(self) -> Precedence {
        match self {
            Operator::Named(_) => Precedence::Named,
            Operator::Plus | Operator::Minus => Precedence::Sum,
            Operator::Ordinal => Precedence::Ordinal,
            Operator::Times | Operator::Over => Precedence::Product,
        }
    }
}

impl Precedence {
    /// The next level that binds closer.
    pub(super) fn above(self) -> Precedence {
        match self {
            Precedence::Named => Precedence::Sum,
            Precedence::Sum => Precedence::Ordinal,
            Precedence::Ordinal => Precedence::Product,
            Precedence::Product | Precedence::Operand => Precedence::Operand,
        }
    }
}

/// How two games are said to compare.
pub(super) struct Relation {
    pub(super) text: &'static str,
    /// The results of a comparison for which it holds; `None` is confused.
    pub(super) orders: &'static [Option<Ordering>],
}

const LESS: Option<Ordering> = Some(Ordering::Less);
const EQUAL: Option<Ordering> = Some(Ordering::Equal);
const GREATER: Option<Ordering> = Some(Ordering::Greater);

/// Those that begin with another one stand before it.
const RELATIONS: [Relation; 9] = [
    Relation { text: "<=", orders: &[LESS, EQUAL] },
    Relation { text: ">=", orders: &[GREATER, EQUAL] },
    Relation { text: "<>", orders: &[None] },
    Relation { text: "<|", orders: &[LESS, None] },
    Relation { text: "|>", orders: &[GREATER, None] },
    Relation { text: "==", orders: &[EQUAL] },
    Relation { text: "!=", orders: &[LESS, GREATER, None] },
    Relation { text: "<", orders: &[LESS] },
    Relation { text: ">", orders: &[GREATER] },
];

impl Relation {
    /// The relation at the beginning of a text.
    pub(super) fn at(text: &str) -> Option<&'static Relation> {
        if !text.starts_with(['<', '>', '|', '=', '!']) {
            return None;
        }
        RELATIONS.iter().find(|relation| text.starts_with(relation.text))
    }

    /// Whether it is `==` (true) or `!=` (false), which compare values of any kind.
    pub(super) fn equality(&self) -> Option<bool> {
        match self.text {
            "==" => Some(true),
            "!=" => Some(false),
            _ => None,
        }
    }
}

pub(super) fn number_or_overflow(x: Option<Dyadic>, work: &Work<'_>) -> Result<Id, ValueError> {
    work.store.closed(NumberUpStar::number(x.ok_or(ValueError::Overflow)?))
}

/// Whether `x/y` has a power of two as its denominator.
pub(super) fn divides_to_dyadic(x: Dyadic, y: Dyadic) -> bool {
    let odd = |n: i64| n.unsigned_abs() >> n.trailing_zeros().min(63);
    y != Dyadic::ZERO && odd(x.numerator()).is_multiple_of(odd(y.numerator()))
}

/// `x/y` if that is dyadic, or `None` if it is out of range.
pub(super) fn quotient(x: Dyadic, y: Dyadic) -> Option<Dyadic> {
    let (n, d) = (x.numerator(), y.numerator());
    let twos = d.trailing_zeros();
    let n = n / (d >> twos);
    // n / 2^(twos + exponent of x - exponent of y)
    let down = twos + x.exponent();
    match down.checked_sub(y.exponent()) {
        Some(exponent) => Dyadic::new(n, exponent),
        None => Dyadic::from(1).checked_times(n)?.checked_times(1 << (y.exponent() - down)),
    }
}
