//! Reads games as they are written, `'{0|0}'`.

use dicot::notation::Language;

use super::loopy;
use crate::literal::{Literal, Node, Tree};
use crate::scope::{At, Parsed, Reader, Scope, expected};
use crate::value::Value;

/// Reads `'{a,b|c}'`.
pub(super) fn literal(parser: &mut Reader<'_, '_>) -> Parsed<Value> {
    let start = parser.at;
    parser.take(&["'"]);
    if let Some(literal) = loopy::literal(start, parser)? {
        return Ok(literal);
    }
    if !parser.take(&["{"]) {
        return expected("`{`", parser.at, parser);
    }
    let options = parser.in_brackets(read_options)?;
    if !parser.take(&["'"]) {
        return expected("`'`", parser.at, parser);
    }
    let literal = Literal::new(Tree::Options(options), parser.calculation).at(start, parser)?;
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
                parser.calculation.hold(2 * size_of::<Node>()).at(at, parser)?;
            }
            parser.skip_spaces();
            if parser.take(&[","]) {
                parser.skip_spaces();
                if parser.rest().starts_with(['|', '}']) {
                    return expected("a game", parser.at, parser);
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
            let needed = match side {
                0 => "`|`, `,` or an operator",
                _ => "`}`, `,` or an operator (put a game among the options in braces)",
            };
            return expected(needed, parser.at, parser);
        }
    }
}
