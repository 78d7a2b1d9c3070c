//! Reads games as they are written, `'{0|0}'`.

use dicot::notation::{Language, NotationProblem};

use super::loopy;
use crate::literal::{Literal, Node};
use crate::scope::{Parsed, Reader, Scope};
use crate::value::Value;

/// Reads `'{a,b|c}'`.
pub(super) fn literal(parser: &mut Reader<'_, '_>) -> Parsed<Value> {
    let start = parser.at;
    parser.take(&["'"]);
    if let Some(literal) = loopy::literal(start, parser)? {
        return Ok(literal);
    }
    if !parser.take(&["{"]) {
        return Err(parser.problem(parser.at, NotationProblem::Expected("`{`")));
    }
    let options = parser.in_brackets(read_options)?;
    if !parser.take(&["'"]) {
        return Err(parser.problem(parser.at, NotationProblem::Expected("`'`")));
    }
    let literal = Literal::of_options(options, parser.calculation);
    let literal = literal.map_err(|failure| parser.problem(start, failure))?;
    Ok(Value::Literal(literal.into()))
}

/// Reads the options of a literal, and the brace that closes them.
fn read_options(parser: &mut Reader<'_, '_>) -> Parsed<[Vec<Node>; 2]> {
    let mut sides = [Vec::new(), Vec::new()];
    let mut side = 0;
    parser.skip_spaces();
    loop {
        if !parser.rest().starts_with(['|', '}']) {
            let at = parser.at;
            let value = Scope::expression(parser)?;
            for value in value.elements() {
                parser.game(value, at)?;
                sides[side].extend(value.to_node());
                let held = parser.calculation.hold(2 * size_of::<Node>());
                held.map_err(|e| parser.problem(at, e))?;
            }
            parser.skip_spaces();
            if parser.take(&[","]) {
                parser.skip_spaces();
                if parser.rest().starts_with(['|', '}']) {
                    return Err(parser.problem(parser.at, NotationProblem::Expected("a game")));
                }
                continue;
            }
        }
        if side == 0 && parser.take(&["|"]) {
            while parser.take(&["|"]) {}
            side = 1;
            parser.skip_spaces();
        } else if side == 1 && parser.take(&["}"]) {
            return Ok(sides);
        } else {
            let expected = match side {
                0 => "`|`, `,` or an operator",
                _ => "`}`, `,` or an operator (put a game among the options in braces)",
            };
            return Err(parser.problem(parser.at, NotationProblem::Expected(expected)));
        }
    }
}
