//! `dicot game`: the value of an expression, and facts about it if it is a game.

use std::path::PathBuf;

use clap::Args;
use dicot::{Calculation, CanonicalForm, Limits, Store, ValueError};
use dicot_api::Session;
use dicot_api::answers::facts::Facts;
use dicot_api::answers::game::GameLine;
use dicot_api::answers::loopy::LoopyFacts;
use dicot_calc::{Answer, Value, Worksheet};
use dicot_rulesets::{grouped, rule_file};

use crate::arguments::NOTATION_HELP;
use crate::batch::Task;
use crate::command::{Command, Failure, Options, Status};
use crate::failure::report;
use crate::latex::{self, Typeset};
use crate::style::{Style, in_words};
use crate::text::{Beginning, LONG, SHARED_HINT, beginning, shared, short_whole, text_of};
use crate::value::loopy;

/// The value of an expression, and facts about it if it is a game
#[derive(Args)]
#[command(after_help = NOTATION_HELP)]
pub(crate) struct GameArgs {
    /// An expression; in standard input, names that a line defines are known in the lines after it
    #[arg(allow_hyphen_values = true)]
    expression: Option<String>,
    /// Print the value in LaTeX; of standard input, a table of expressions and values
    #[arg(long, conflicts_with_all = ["json", "shared"])]
    latex: bool,
    /// Print the whole value of a game, with a name for each part that occurs more than once
    #[arg(long)]
    shared: bool,
}

impl Command for GameArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let shared = options.for_people(self.shared);
        latex::run_or_batch(
            self.expression,
            self.latex,
            options.json,
            Games::new(options).shared(shared),
        )
    }
}

/// Answers lines that are expressions. What a line defines holds in those after it.
pub(crate) struct Games {
    session: Session,
    limits: Limits,
    json: bool,
    max_value: u64,
    page: Page,
}

/// How answers for people are written.
#[derive(Clone, Copy)]
struct Page {
    style: Style,
    /// Whether people see the whole value of a game, in the shared form.
    shared: bool,
    /// How to see the whole of a long value.
    hint: &'static str,
}

impl Games {
    pub(crate) fn new(options: &Options) -> Games {
        let games = Games {
            session: new_session(),
            limits: options.limits.limits(),
            json: options.json,
            max_value: options.max_value,
            page: Page { style: Style::of_stdout(), shared: false, hint: SHARED_HINT },
        };
        games.with_rule_files_in(PathBuf::new())
    }

    /// The same, with rulesets that are imported from files in a folder.
    pub(crate) fn with_rule_files_in(self, folder: PathBuf) -> Games {
        let files = rule_file::imports_from(folder);
        Games { session: self.session.with_sheet(|sheet| sheet.with_rule_files(files)), ..self }
    }

    /// The same, with whole values in the shared form for people.
    pub(crate) fn shared(self, shared: bool) -> Games {
        Games { page: Page { shared, ..self.page }, ..self }
    }

    /// The same, with another way to see the whole of a long value.
    pub(crate) fn hint(self, hint: &'static str) -> Games {
        Games { page: Page { hint, ..self.page }, ..self }
    }

    /// The same, with a worksheet of which every line can be taken back.
    pub(crate) fn with_undo(self) -> Games {
        Games { session: self.session.with_sheet(|sheet| sheet.with_undo(usize::MAX)), ..self }
    }

    pub(crate) fn sheet(&self) -> &Worksheet {
        self.session.sheet()
    }

    pub(crate) fn sheet_mut(&mut self) -> &mut Worksheet {
        self.session.sheet_mut()
    }

    /// The first `most` characters of the text of an expression's value.
    pub(crate) fn beginning(&mut self, item: &str, most: usize) -> Result<Beginning, Failure> {
        self.with_value(item, |value, calculation| Ok(text_of(value, most, calculation)?))
    }

    /// The answer of an expression in a file, and the first characters of its value's text for people.
    pub(crate) fn answered(&mut self, item: &str) -> Result<(Answer, Beginning), Failure> {
        self.with_value(item, |value, calculation| {
            Ok((Answer::of(value, calculation)?, text_of(value, LONG, calculation)?))
        })
    }

    /// What is found about an expression's value.
    pub(crate) fn with_value<T>(
        &mut self,
        item: &str,
        mut find: impl FnMut(&Value, &mut Calculation<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.session.compute(&self.limits, |session, limits| {
            let value = evaluate(item, session, limits)?;
            find(&value, &mut session.store().calculate(limits))
        })
    }
}

/// A session for many lines. When its store is larger than this, and than twice the definitions, the next line gets a
/// new one.
pub(crate) fn new_session() -> Session {
    const MAX_STORE: usize = 256 << 20;
    Session::new().with_max_store(MAX_STORE)
}

/// Reads a game into a store, within limits.
pub(crate) fn parse(text: &str, store: &Store, limits: &Limits) -> Result<CanonicalForm, Failure> {
    let game = dicot_calc::parse(text, &mut store.calculate(limits));
    game.map_err(|error| Failure::notation(text, &error))
}

/// Evaluates a text in the worksheet of a session, within limits.
fn evaluate(text: &str, session: &mut Session, limits: &Limits) -> Result<Value, Failure> {
    let value = session.sheet_mut().evaluate(text, limits);
    for note in session.sheet().notes() {
        report(&format!("note: {note}"));
    }
    value.map_err(|error| Failure::notation(text, &error))
}

impl Task for Games {
    const ITEM: &'static str = "game";
    const MANY_LINES: bool = true;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let json = self.json.then_some(self.max_value);
        let page = self.page;
        self.session.compute(&self.limits, |session, limits| {
            let value = evaluate(item, session, limits)?;
            let mut calculation = session.store().calculate(limits);
            match (&value, json) {
                (_, Some(most)) => {
                    let notes = session.sheet().notes();
                    let line =
                        GameLine::new(item, &value, notes, most, u64::MAX, &mut calculation)?;
                    Ok(serde_json::to_string(&line)?)
                }
                (Value::Game(game), None) => page.table(game, &mut calculation),
                (Value::Loopy(value), None) => {
                    let facts = LoopyFacts::of_value(value.clone(), &mut calculation)?;
                    let mut text = String::new();
                    loopy::facts(&facts, page.style, &mut text);
                    Ok(text.trim_end().to_owned())
                }
                // What is made for a file is whole.
                (value, None) if let Some(text) = value.output() => Ok(text.to_owned()),
                (_, None) => Ok(page.cut_text(&text_of(&value, LONG, &mut calculation)?)),
            }
        })
    }
}

impl Typeset for Games {
    const ITEM: &'static str = <Games as Task>::ITEM;
    const HEAD: &'static [&'static str] = &["game", "value"];

    fn cells(&mut self, item: &str) -> Result<Vec<String>, Failure> {
        let max = self.max_value;
        let value = self.session.compute(&self.limits, |session, limits| {
            let value = evaluate(item, session, limits)?;
            let mut calculation = session.store().calculate(limits);
            if let Value::Game(game) = &value {
                return latex::value(game, max, &mut calculation);
            }
            let most = usize::try_from(max).unwrap_or(usize::MAX);
            match text_of(&value, most, &mut calculation)? {
                Beginning { text, length: None } => Ok(latex::printed(&text)),
                Beginning { length: Some(length), .. } => Err(latex::too_long(length)),
            }
        })?;
        Ok(vec![latex::expression(item.trim()), value])
    }
}

impl Page {
    /// The text of a value that is not a game, with its length if only the start is shown.
    fn cut_text(self, Beginning { text, length }: &Beginning) -> String {
        let text = self.style.strong(&self.style.symbols(text));
        match length {
            None => text,
            Some(length) => format!("{text}...\n({} characters)", grouped(*length)),
        }
    }

    /// A game and the facts about it, a row each.
    fn table(
        self,
        game: &CanonicalForm,
        calculation: &mut Calculation<'_>,
    ) -> Result<String, Failure> {
        let Beginning { text, length } = match self.shared {
            true => shared(game, WIDTH, calculation)?,
            false => beginning(game, calculation)?,
        };
        let mut value = self.style.strong(&self.style.symbols(&text));
        if let Some(length) = length {
            let (length, hint) = (grouped(length), self.hint);
            value += &format!("...\n{:WIDTH$}({length} characters; {hint})", "");
        }
        let mut rows = vec![("value", value)];
        rows.extend(self.facts(game, &Facts::new(game, calculation)?, calculation)?);
        let lines = rows.iter().map(|(head, text)| self.style.head(head, WIDTH) + text);
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }

    /// The rows below the value: only what exists and says something new.
    fn facts(
        self,
        game: &CanonicalForm,
        facts: &Facts,
        calculation: &mut Calculation<'_>,
    ) -> Result<Vec<(&'static str, String)>, ValueError> {
        let kind = match facts.dicot && facts.kind.name != "integer" {
            true => format!("{}; dicot (all-small)", facts.kind.in_words),
            false => facts.kind.in_words.to_owned(),
        };
        let [left, right] = facts.stops;
        let mut rows = vec![
            ("kind", kind),
            ("outcome", in_words(facts.outcome).to_owned()),
            ("stops", format!("{left} (Left), {right} (Right)")),
        ];
        if let Some(thermograph) = &facts.thermograph {
            rows.push(("mean", thermograph.mean.to_string()));
            rows.push(("temperature", thermograph.temperature.to_string()));
        }
        // A reduced form that is a number is the mean.
        let reduced = facts.reduced.as_ref().filter(|&g| g != game && g.to_number().is_none());
        let frozen = facts.frozen.as_ref().filter(|&g| g != game);
        let games = [
            ("atomic weight", facts.atomic_weight.as_ref()),
            ("reduced form", reduced),
            ("frozen", frozen),
        ];
        for (head, g) in games {
            let Some(g) = g else { continue };
            if let Some(text) = short_whole(g, calculation)? {
                rows.push((head, self.style.symbols(&text)));
            }
        }
        rows.push(("birthday", grouped(facts.birthday)));
        rows.push(("followers", grouped(facts.followers)));
        if let Some(count) = facts.stop_count {
            rows.push(("stop count", grouped(count)));
        }
        if !facts.out_of_range.is_empty() {
            rows.push(("out of range", facts.out_of_range.join(", ")));
        }
        Ok(rows)
    }
}

/// The width of the first column.
const WIDTH: usize = 15;
