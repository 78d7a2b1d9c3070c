//! Operators and relations between two values.

use std::cmp::Ordering;

use dicot::Dyadic;

/// An operator between two operands.
#[derive(Clone, Copy)]
pub(crate) enum Operator {
    Plus,
    Minus,
    Ordinal,
    Times,
    Over,
    /// `a..b`: the list of the integers from a to b.
    Range,
    /// `s & t`: the game with the onside s and the offside t.
    Sides,
}

/// The precedence of an operator, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Precedence {
    Sides,
    /// An operation with two arguments, by its name.
    Named,
    Range,
    Sum,
    Ordinal,
    Product,
    /// An operand: binds closer than every operator.
    Operand,
}

impl Operator {
    pub(crate) fn precedence(self) -> Precedence {
        match self {
            Operator::Sides => Precedence::Sides,
            Operator::Range => Precedence::Range,
            Operator::Plus | Operator::Minus => Precedence::Sum,
            Operator::Ordinal => Precedence::Ordinal,
            Operator::Times | Operator::Over => Precedence::Product,
        }
    }
}

impl Precedence {
    /// The next higher level.
    pub(crate) fn above(self) -> Precedence {
        match self {
            Precedence::Sides => Precedence::Named,
            Precedence::Named => Precedence::Range,
            Precedence::Range => Precedence::Sum,
            Precedence::Sum => Precedence::Ordinal,
            Precedence::Ordinal => Precedence::Product,
            Precedence::Product | Precedence::Operand => Precedence::Operand,
        }
    }
}

/// A relation of two games, such as `<=`.
pub(crate) struct Relation {
    pub(crate) text: &'static str,
    /// The results of a comparison for which the relation holds; `None` means confused.
    orders: &'static [Option<Ordering>],
}

const LESS: Option<Ordering> = Some(Ordering::Less);
const EQUAL: Option<Ordering> = Some(Ordering::Equal);
const GREATER: Option<Ordering> = Some(Ordering::Greater);

/// The relations. One whose text begins with the text of another comes before it.
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
    /// Returns the relation at the beginning of a text.
    pub(crate) fn at(text: &str) -> Option<&'static Relation> {
        if !text.starts_with(['<', '>', '|', '=', '!']) {
            return None;
        }
        RELATIONS.iter().find(|relation| text.starts_with(relation.text))
    }

    /// Whether the relation holds for two values in this order; `None` means confused.
    pub(crate) fn holds(&self, order: Option<Ordering>) -> bool {
        self.orders.contains(&order)
    }

    /// Returns `true` for `==`, `false` for `!=`, and `None` for the others. These two compare values of any kind.
    pub(crate) fn equality(&self) -> Option<bool> {
        match self.text {
            "==" => Some(true),
            "!=" => Some(false),
            _ => None,
        }
    }
}

/// Whether `x/y` has a power of two as its denominator.
pub(crate) fn divides_to_dyadic(x: Dyadic, y: Dyadic) -> bool {
    let odd = |n: i64| n.unsigned_abs() >> n.trailing_zeros().min(63);
    y != Dyadic::ZERO && odd(x.numerator()).is_multiple_of(odd(y.numerator()))
}

/// Returns `x/y`, which must be dyadic; `None` if it is out of range.
pub(crate) fn quotient(x: Dyadic, y: Dyadic) -> Option<Dyadic> {
    let (n, d) = (x.numerator(), y.numerator());
    let twos = d.trailing_zeros();
    let n = n / (d >> twos);
    // n / 2^(twos + exponent of x - exponent of y)
    let down = twos + x.exponent();
    match down.checked_sub(y.exponent()) {
        Some(exponent) => Dyadic::new(n, exponent),
        None => Dyadic::new(n, 0)?.checked_mul(Dyadic::new(1 << (y.exponent() - down), 0)?),
    }
}
