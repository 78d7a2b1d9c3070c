//! `dicot game`: the value of an expression, and facts about it if it is a game.

use dicot::notation::Value;
use dicot::{Bounds, CanonicalForm, Outcome};
use serde::Serialize;

use crate::Options;
use crate::batch::Task;
use crate::failure::Failure;
use crate::kind::{Kind, kind};
use crate::shelf::{Shelf, evaluate};
use crate::style::{Style, in_words};
use crate::text::{Beginning, LONG, ValueFacts, ValueField, beginning, grouped, json_of, text_of};

/// Answers lines that are expressions. What a line defines holds in those after it.
pub(crate) struct Games {
    pub(crate) shelf: Shelf,
    json: bool,
    max_value: u64,
    style: Style,
}

impl Games {
    pub(crate) fn new(options: &Options) -> Games {
        Games {
            shelf: Shelf::new(&options.limits),
            json: options.json,
            max_value: options.max_value,
            style: Style::of_stdout(),
        }
    }
}

/// The facts that are printed.
struct Facts {
    beginning: Beginning,
    /// The text in JSON, if that is asked for.
    field: Option<ValueField>,
    outcome: Outcome,
    value: ValueFacts,
    kind: Kind,
    dicot: bool,
}

impl Facts {
    fn new(value: &CanonicalForm, json: Option<u64>, bounds: &Bounds) -> Result<Facts, Failure> {
        let mut calculation = value.store().within(bounds);
        let field = json.map(|most| ValueField::new(value, most, &mut calculation)).transpose()?;
        let beginning = match field.as_ref().and_then(ValueField::text) {
            Some(text) => Beginning { text: text.to_owned(), length: None },
            None => beginning(value, &mut calculation)?,
        };
        let outcome = calculation.outcome(value)?;
        Ok(Facts {
            field,
            outcome,
            value: ValueFacts::new(value, outcome),
            kind: kind(value, &beginning.text, &mut calculation)?,
            dicot: value.is_dicot(),
            beginning,
        })
    }
}

/// What an expression is worth.
enum Answer {
    Game(Box<Facts>),
    /// A value that is no game, for people.
    Text(Beginning),
    /// The same in JSON.
    Json(serde_json::Value),
}

impl Task for Games {
    const ITEM: &'static str = "game";
    const MANY_LINES: bool = true;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let json = self.json.then_some(self.max_value);
        let answer = self.shelf.compute(|sheet, bounds| {
            let value = evaluate(item, sheet, bounds)?;
            if let Value::Game(game) = &value {
                return Ok(Answer::Game(Box::new(Facts::new(game, json, bounds)?)));
            }
            let mut calculation = sheet.store().within(bounds);
            Ok(match json {
                Some(most) => Answer::Json(json_of(&value, most, &mut calculation)?),
                None => Answer::Text(text_of(&value, LONG, &mut calculation)?),
            })
        })?;
        match answer {
            Answer::Game(facts) if self.json => json_line(item, &facts),
            Answer::Game(facts) => Ok(self.table(&facts)),
            Answer::Text(beginning) => Ok(self.cut_text(&beginning)),
            Answer::Json(result) => {
                let line = serde_json::json!({ "input": item, "result": result });
                Ok(line.to_string())
            }
        }
    }
}

impl Games {
    /// The first `most` characters of the text of an expression's value.
    pub(crate) fn beginning(&mut self, item: &str, most: usize) -> Result<Beginning, Failure> {
        self.shelf.compute(|sheet, bounds| {
            let value = evaluate(item, sheet, bounds)?;
            Ok(text_of(&value, most, &mut sheet.store().within(bounds))?)
        })
    }

    /// The text of a value, and how long it is if that is only the beginning.
    fn cut_text(&self, Beginning { text, length }: &Beginning) -> String {
        let text = self.style.strong(&self.style.symbols(text));
        match length {
            None => text,
            Some(length) => format!("{text}...\n({} characters)", grouped(*length)),
        }
    }
}

#[derive(Serialize)]
struct GameLine<'a> {
    input: &'a str,
    #[serde(flatten)]
    value: Option<&'a ValueField>,
    #[serde(flatten)]
    facts: &'a ValueFacts,
    kind: &'static str,
    dicot: bool,
}

fn json_line(input: &str, facts: &Facts) -> Result<String, Failure> {
    let line = GameLine {
        input,
        value: facts.field.as_ref(),
        facts: &facts.value,
        kind: facts.kind.name,
        dicot: facts.dicot,
    };
    serde_json::to_string(&line).map_err(|error| Failure::new(error.to_string()))
}

impl Games {
    fn table(&self, facts: &Facts) -> String {
        let style = self.style;
        let Beginning { text, length } = &facts.beginning;
        let mut value = style.strong(&style.symbols(text));
        if let Some(length) = length {
            value += &format!("...\n{:WIDTH$}({} characters)", "", grouped(*length));
        }
        let ValueFacts { left_stop, right_stop, birthday, followers, .. } = &facts.value;
        let kind = match facts.dicot && facts.kind.name != "integer" {
            true => format!("{}; dicot (all-small)", facts.kind.in_words),
            false => facts.kind.in_words.to_owned(),
        };
        let rows = [
            ("value", value),
            ("kind", kind),
            ("outcome", in_words(facts.outcome).to_owned()),
            ("stops", format!("{left_stop} (Left), {right_stop} (Right)")),
            ("birthday", grouped(*birthday)),
            ("followers", grouped(*followers)),
        ];
        rows.map(|(head, text)| style.head(head, WIDTH) + &text).join("\n")
    }
}

/// The width of the first column.
const WIDTH: usize = 11;
