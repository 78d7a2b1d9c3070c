//! `dicot game`: the value of an expression, and facts about it.

use dicot::{Bounds, CanonicalForm, Dyadic, Outcome, Player};
use serde::Serialize;

use crate::Options;
use crate::batch::Task;
use crate::failure::Failure;
use crate::kind::{Kind, kind};
use crate::shelf::{Shelf, parse};
use crate::style::{Style, in_words};
use crate::text::{Beginning, ValueField, beginning, grouped};

/// Answers lines that are games.
pub(crate) struct Games {
    shelf: Shelf,
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
    stops: [Dyadic; 2],
    birthday: u64,
    followers: u64,
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
        Ok(Facts {
            field,
            outcome: calculation.outcome(value)?,
            stops: Player::BOTH.map(|player| value.stop(player)),
            birthday: value.birthday(),
            followers: value.follower_count(),
            kind: kind(value, &beginning.text, &mut calculation)?,
            dicot: value.is_dicot(),
            beginning,
        })
    }
}

impl Task for Games {
    const ITEM: &'static str = "game";
    const MANY_LINES: bool = true;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let json = self.json.then_some(self.max_value);
        let mut facts = self
            .shelf
            .compute(|store, bounds| Facts::new(&parse(item, store, bounds)?, json, bounds))?;
        match facts.field.take() {
            Some(value) => json_line(item, value, &facts),
            None => Ok(self.table(&facts)),
        }
    }
}

#[derive(Serialize)]
struct GameLine<'a> {
    input: &'a str,
    #[serde(flatten)]
    value: ValueField,
    outcome: String,
    left_stop: String,
    right_stop: String,
    birthday: u64,
    followers: u64,
    kind: &'static str,
    dicot: bool,
}

fn json_line(input: &str, value: ValueField, facts: &Facts) -> Result<String, Failure> {
    let [left_stop, right_stop] = facts.stops.map(|stop| stop.to_string());
    let line = GameLine {
        input,
        value,
        outcome: facts.outcome.to_string(),
        left_stop,
        right_stop,
        birthday: facts.birthday,
        followers: facts.followers,
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
        let [left, right] = facts.stops;
        let kind = match facts.dicot && facts.kind.name != "integer" {
            true => format!("{}; dicot (all-small)", facts.kind.in_words),
            false => facts.kind.in_words.to_owned(),
        };
        let rows = [
            ("value", value),
            ("kind", kind),
            ("outcome", in_words(facts.outcome).to_owned()),
            ("stops", format!("{left} (Left), {right} (Right)")),
            ("birthday", grouped(facts.birthday)),
            ("followers", grouped(facts.followers)),
        ];
        rows.map(|(head, text)| style.head(head, WIDTH) + &text).join("\n")
    }
}

/// The width of the first column.
const WIDTH: usize = 11;
