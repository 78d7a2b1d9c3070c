//! Expressions of nimbers, as numbers below 2^64.

use dicot::nim;

use crate::error::{ParseError, Reader};

/// The value of an expression of nimbers: `+` is the nim sum, `*` the nim product, `/` the nim quotient, `^` a power with
/// an ordinary number as exponent, and `sqrt( )` the nim square root. A nimber is a decimal number below 2^64. Powers
/// bind most closely, then products and quotients.
///
/// # Errors
/// A text that is not an expression, a division by zero, and parentheses nested more than 200 deep.
///
/// # Examples
/// ```
/// use dicot_impartial::evaluate;
/// assert_eq!(evaluate("3 * 5"), Ok(15));
/// assert_eq!(evaluate("2^2 + sqrt(3) / (1 + 2)"), Ok(0));
/// assert_eq!(evaluate("1 / (2 + 2)").unwrap_err().to_string(), "byte 2: division by zero");
/// ```
pub fn evaluate(text: &str) -> Result<u64, ParseError> {
    let mut reader = Reader::new(text);
    let value = sum(&mut reader, 0)?;
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(reader.expected("+, *, /, ^ or the end")),
    }
}

/// How deep parentheses may be nested, so that the stack suffices.
const MAX_DEPTH: u32 = 200;

fn sum(reader: &mut Reader<'_>, depth: u32) -> Result<u64, ParseError> {
    let mut value = product(reader, depth)?;
    while reader.take("+") {
        value ^= product(reader, depth)?;
    }
    Ok(value)
}

fn product(reader: &mut Reader<'_>, depth: u32) -> Result<u64, ParseError> {
    let mut value = power(reader, depth)?;
    loop {
        let offset = reader.offset();
        if reader.take("*") {
            value = nim::product(value, power(reader, depth)?);
        } else if reader.take("/") {
            let divisor = power(reader, depth)?;
            value = nim::quotient(value, divisor)
                .ok_or_else(|| ParseError::new(offset, "division by zero"))?;
        } else {
            return Ok(value);
        }
    }
}

/// An atom or its power, and the blanks after it.
fn power(reader: &mut Reader<'_>, depth: u32) -> Result<u64, ParseError> {
    reader.skip_blanks();
    let mut value = if reader.take("sqrt") {
        reader.skip_blanks();
        nim::square_root(parenthesis(reader, depth)?)
    } else if reader.peek() == Some('(') {
        parenthesis(reader, depth)?
    } else if reader.peek().is_some_and(|c| c.is_ascii_digit()) {
        reader.number(u64::MAX)?
    } else {
        return Err(reader.expected("a number, `(` or `sqrt(`"));
    };
    reader.skip_blanks();
    if reader.take("^") {
        reader.skip_blanks();
        value = nim::power(value, reader.number(u64::MAX)?);
        reader.skip_blanks();
    }
    Ok(value)
}

fn parenthesis(reader: &mut Reader<'_>, depth: u32) -> Result<u64, ParseError> {
    let start = reader.offset();
    reader.expect("(")?;
    if depth >= MAX_DEPTH {
        let problem = format!("the parentheses are nested more than {MAX_DEPTH} deep");
        return Err(ParseError::new(start, problem));
    }
    let value = sum(reader, depth + 1)?;
    reader.expect(")")?;
    Ok(value)
}
