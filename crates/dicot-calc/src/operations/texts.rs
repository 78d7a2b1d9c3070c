//! Texts.

use dicot::Calculation;
use num_bigint::BigInt;

use crate::arithmetic::{number, too_large};
use crate::failure::Failure;
use crate::grids;
use crate::object::Kind;
use crate::operation::operations;
use crate::pattern;
use crate::rational::MAX_BITS;
use crate::text;
use crate::value::{OpResult, Value};

operations! {
    "ToString" [] ("x", "letters") "the text of a value, as it is printed; of a grid also by the letters of 0, 1, ..",
        "CGSuite", "{3|1}.ToString" => "\"{3|1}\"",
        Several(1, |c, values| match (values[0].object(), values) {
            (_, [value]) => Ok(Value::Text(text::of(value, c)?.into())),
            (Some(Kind::Grid(grid)), _) => Ok(Value::Text(grids::text(grid, text(values, 1, "letters")?, c)?.into())),
            _ => Err(Failure::WrongCount),
        });
    "ToOutput" [] ("x") "what is printed of a value, which is printed without quotes",
        "CGSuite", "\"the value \" + {3|1}.ToOutput" => "the value {3|1}",
        Values(|c, values| Ok(Value::Output(text::of(values[0], c)?.into())));
    "Replace" [] ("text", "part", "by") "the text with all occurrences of a part replaced by another text",
        "CGSuite", "\"abc\".Replace(\"a\",\"b\")" => "\"bbc\"",
        Values(|c, values| {
            let [text, part, by] = [text(values, 0, "text")?, text(values, 1, "part")?, text(values, 2, "by")?];
            Ok(Value::Text(text::replaced(text, part, by, c)?.into()))
        });
    "ReplaceRegex" [] ("text", "pattern", "by") "the text with all matches of a regular expression replaced; `$1` is its first group",
        "CGSuite", "\"abab\".ReplaceRegex(\"a(.)\",\"$1c\")" => "\"bcbc\"",
        Values(|c, values| {
            let [text, pattern, by] = [text(values, 0, "text")?, text(values, 1, "pattern")?, text(values, 2, "by")?];
            Ok(Value::Text(pattern::replaced(text, pattern, by, c)?.into()))
        });
    "Substring" [] ("text", "first", "last") "the characters from one number to another, from 1",
        "CGSuite", "\"abcd\".Substring(2,3)" => "\"bc\"",
        Values(|c, values| {
            let text = text(values, 0, "text")?;
            c.hold(text.len())?;
            c.count_steps(text.len())?;
            let [first, last] = [natural(values, 1, "first")?, natural(values, 2, "last")?];
            let skipped = usize::try_from(first.saturating_sub(1)).unwrap_or(usize::MAX);
            let taken = usize::try_from(last.saturating_sub(skipped as u64)).unwrap_or(usize::MAX);
            let part: String = text.chars().skip(skipped).take(taken).collect();
            Ok(Value::Text(part.into()))
        });
    "ToLowerCase" [] ("text") "the text in small letters, of those from A to Z",
        "CGSuite", "\"Nim\".ToLowerCase" => "\"nim\"",
        Values(|c, values| with_case(text(values, 0, "text")?, str::to_ascii_lowercase, c));
    "ToUpperCase" [] ("text") "the text in capital letters, of those from a to z",
        "CGSuite", "\"Nim\".ToUpperCase" => "\"NIM\"",
        Values(|c, values| with_case(text(values, 0, "text")?, str::to_ascii_uppercase, c));
    "Matches" [] ("text", "pattern") "whether a regular expression matches the whole text",
        "CGSuite", "\"abc\".Matches(\"a.c\")" => "true",
        Values(|c, values| {
            Ok(Value::Truth(pattern::matches(text(values, 0, "text")?, text(values, 1, "pattern")?, c)?))
        });
    "Parse" [] ("class", "text", "letters", "vertexLabels") "what a text says: `Integer.Parse(\"5\")`, `Graph.Parse(\"--\")`, `Grid.Parse(\"x.o\",\".xo\")` by the letters of 0, 1, ..; the labels of a graph by a map",
        "CGSuite", "Integer.Parse(\"5\")" => "5",
        Several(1, |c, values| match (values[0].object(), values) {
            (Some(Kind::Class("Integer")), [_, _]) => parse(text(values, 1, "text")?, c),
            (Some(Kind::Class(class)), [_, text, more @ ..]) => {
                let more = more.iter().rev().find(|value| !matches!(value, Value::Nothing));
                let parsed = grids::parsed(class, text, more.copied(), c);
                parsed.unwrap_or_else(|| Err(Failure::undefined(format!("texts are not read as {class}"))))
            }
            (_, [_]) => parse(text(values, 0, "text")?, c),
            _ => Err(Failure::WrongKind { index: 0, name: "class", needed: "a class" }),
        });
    "Print" [] ("class", "value") "`Nothing`: the text of the value is a note of the answer",
        "CGSuite", "System.Print({3|1})" => "Nothing",
        Print;
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

fn natural(values: &[&Value], index: usize, name: &'static str) -> Result<u64, Failure> {
    let needed = "an integer that is not negative";
    values[index].as_natural().ok_or(Failure::WrongKind { index, name, needed })
}

/// The text in other letters.
fn with_case(text: &str, of: fn(&str) -> String, calculation: &mut Calculation<'_>) -> OpResult {
    calculation.hold(2 * text.len())?;
    calculation.count_steps(text.len())?;
    Ok(Value::Text(of(text).into()))
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
