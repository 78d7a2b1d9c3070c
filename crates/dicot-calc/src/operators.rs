//! Operators between two operands.

/// An operator between two operands.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operator {
    Plus,
    Minus,
    Ordinal,
    Times,
    Over,
    /// `x ^ n`, of a number.
    Power,
    /// `s & t`: the game with the onside s and the offside t.
    Sides,
}

/// The precedence of an operator, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Precedence {
    /// A whole expression: every operator binds more closely.
    Expression,
    Sides,
    /// An operation with two arguments, by its name.
    Named,
    Range,
    Sum,
    Ordinal,
    Product,
}

impl Operator {
    pub(crate) fn precedence(self) -> Precedence {
        match self {
            Operator::Sides => Precedence::Sides,
            Operator::Plus | Operator::Minus => Precedence::Sum,
            Operator::Ordinal => Precedence::Ordinal,
            Operator::Times | Operator::Over | Operator::Power => Precedence::Product,
        }
    }
}
