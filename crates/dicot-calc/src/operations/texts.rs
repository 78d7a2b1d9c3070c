//! Texts.

use crate::failure::Failure;
use crate::operation::operations;
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
        Values(|_, values| parse(text(values, 0, "text")?));
}

fn text<'v>(values: &[&'v Value], index: usize, name: &'static str) -> Result<&'v str, Failure> {
    match values[index] {
        Value::Text(text) => Ok(text),
        _ => Err(Failure::WrongKind { index, name, needed: "a text" }),
    }
}

fn parse(text: &str) -> OpResult {
    let n = text.parse::<i64>();
    let n = n.map_err(|_| Failure::undefined("the text is not an integer below 2^63"))?;
    Ok(Value::Dyadic(n.into()))
}
