//! Texts.

use dicot::Calculation;
use num_bigint::BigInt;

use crate::arithmetic::{number, too_large};
use crate::failure::Failure;
use crate::operation::operations;
use crate::rational::MAX_BITS;
use crate::text;
use crate::value::{OpResult, Value};

operations! {
    "ToString" [] ("x") "the text of a value, as it is printed",
        "CGSuite", "{3|1}.ToString" => "\"{3|1}\"",
        Values(|c, values| Ok(Value::Text(text::of(values[0], c)?.into())));
    "ToOutput" [] ("x") "what is printed of a value, which is printed without quotes",
        "CGSuite", "\"the value \" + {3|1}.ToOutput" => "the value {3|1}",
        Values(|c, values| Ok(Value::Output(text::of(values[0], c)?.into())));
    "Replace" [] ("text", "part", "by") "the text with all occurrences of a part replaced by another text",
        "CGSuite", "\"abc\".Replace(\"a\",\"b\")" => "\"bbc\"",
        Values(|c, values| {
            let [text, part, by] = [text(values, 0, "text")?, text(values, 1, "part")?, text(values, 2, "by")?];
            Ok(Value::Text(text::replaced(text, part, by, c)?.into()))
        });
    "Parse" [] ("text") "the integer that is written in a text",
        "CGSuite", "Integer.Parse(\"5\")" => "5",
        Values(|c, values| parse(text(values, 0, "text")?, c));
    "Error" [] ("text") "no value: the text is the error",
        "CGSuite", "if 1 < 2 then 3 else Error(\"no\") end" => "3",
        Values(|_, values| Err(Failure::undefined(text(values, 0, "text")?.to_owned())));
}

fn text<'v>(values: &[&'v Value], index: usize, name: &'static str) -> Result<&'v str, Failure> {
    match values[index] {
        Value::Text(text) => Ok(text),
        _ => Err(Failure::WrongKind { index, name, needed: "a text" }),
    }
}

fn parse(text: &str, calculation: &mut Calculation<'_>) -> OpResult {
    // 10^3 is less than 2^10.
    if text.len() as u64 > MAX_BITS * 3 / 10 {
        return Err(too_large());
    }
    match text.parse::<BigInt>() {
        Ok(n) if !text.contains('_') => number(Some(n.into()), calculation),
        _ => Err(Failure::undefined("the text is not an integer")),
    }
}
