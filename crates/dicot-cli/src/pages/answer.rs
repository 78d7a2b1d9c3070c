//! What the page of a position says.

use dicot::notation::in_symbols;
use dicot::rules::{AnyBoard, AnyPosition};
use dicot_api::requests::{Client, ErrorKind};
use dicot_pages::{AnswerPage, address, escaped};
use dicot_rulesets::{RulesetExt, sum_of_games};
use dicot_svg::{Options, Picture};
use serde_json::{Value, json};

use super::known::Known;
use crate::failure::Failure;
use crate::text::shortened;

/// A position and what is known of it.
pub(super) struct Answer<'k> {
    /// The name and the title of the ruleset.
    pub(super) rules: String,
    title: String,
    pub(super) position: String,
    /// The rows and columns of a board.
    sides: Option<[usize; 2]>,
    board: Option<Picture>,
    /// The board with its value, for links.
    pub(super) picture: Option<Picture>,
    /// The answer to `value`, or to `solve` where positions have no values; null if a limit was reached.
    found: Value,
    latex: Option<String>,
    known: &'k [&'k Known],
    /// The number of a puzzle about the position.
    puzzle: Option<usize>,
}

/// The most cells, or letters of another text, of a position with a known answer whose value is computed.
const CELLS: usize = 12;
/// The longest value and position in characters that are shown whole in a line.
const IN_LINE: usize = 40;
/// The longest value that is shown whole.
const SHOWN: usize = 400;
/// The width of the pictures in a page, in pixels.
const WIDTH: u32 = 340;

/// Facts: their names in JSON, and what the page calls them.
const FACTS: [(&str, &str); 7] = [
    ("mean", "Mean"),
    ("temperature", "Temperature"),
    ("left_stop", "Left stop"),
    ("right_stop", "Right stop"),
    ("atomic_weight", "Atomic weight"),
    ("nim_value", "Nim value"),
    ("birthday", "Birthday"),
];

impl<'k> Answer<'k> {
    /// Computes the answer.
    pub(super) fn new(
        text: &str,
        position: &AnyPosition,
        known: &'k [&'k Known],
        puzzle: Option<usize>,
        client: &mut Client,
    ) -> Result<Answer<'k>, Failure> {
        let ruleset = position.ruleset();
        // The name that the list has, which can be one of several.
        let (rules, text) = match text.split_once(':') {
            Some((rules, text)) if *ruleset != sum_of_games() => (rules.to_owned(), text),
            _ => (ruleset.spec().name.clone(), text),
        };
        let cells = text.chars().filter(|c| !"/ ".contains(*c)).count();
        let is_long = !known.is_empty() && cells > CELLS;
        let solve = || ("solve", json!({"rules": rules, "sum": text, "moves": true}));
        let question = match (is_long, ruleset.has_values() || ruleset.has_loopy_values()) {
            (true, _) => None,
            (_, true) => Some((
                "value",
                json!({"rules": rules, "position": text, "thermograph": true, "thermograph_width": WIDTH}),
            )),
            (_, false) => Some(solve()),
        };
        let mut ask = |name: &str, body: Value| -> Result<Value, Failure> {
            match client.answer(name, body.to_string().as_bytes(), "") {
                Ok(answer) => Ok(serde_json::from_str(&answer)?),
                // The position is read, so it is too large, or takes too long.
                Err(error) if error.kind() == ErrorKind::Input => Ok(Value::Null),
                Err(error) => Err(Failure::new(format!("{rules}:{text}: {error}"))),
            }
        };
        let mut found = question.map_or(Ok(Value::Null), |(name, body)| ask(name, body))?;
        if found.is_null() && known.is_empty() {
            let (name, body) = solve();
            found = ask(name, body)?;
        }
        let latex = match found["value"].as_str().filter(|value| value.len() <= SHOWN) {
            Some(value) => {
                ask("game", json!({"expression": format!("({value}).LaTeX")}))?["result"]
                    .as_str()
                    .map(str::to_owned)
            }
            None => None,
        };
        let caption = match found["value"].as_str().filter(|value| value.len() <= IN_LINE) {
            Some(value) => format!("value {value}"),
            None => String::new(),
        };
        let look = Options { title: None, width: Some(WIDTH) };
        let draw = |caption: &str| dicot_svg::position(position, caption, &look);
        let (board, picture) = (draw(""), draw(&caption));
        let title = ruleset.spec().title.clone();
        let sides = match position.board() {
            AnyBoard::Cells(grid) => Some([grid.height(), grid.width()]),
            _ => None,
        };
        let position = text.to_owned();
        Ok(Answer { rules, title, position, sides, board, picture, found, latex, known, puzzle })
    }

    fn fact(&self, name: &str) -> Option<String> {
        match &self.found[name] {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    fn value(&self) -> Option<String> {
        let of_claim = || {
            let mut answers = self.known.iter().flat_map(|known| &known.answer);
            answers.find(|(name, _)| name == "value").map(|(_, value)| value.clone())
        };
        self.fact("value").or_else(of_claim)
    }

    /// Who wins, as a letter.
    fn outcome(&self) -> Option<String> {
        let mut answers = self.known.iter().flat_map(|known| &known.answer);
        let of_claim = || match answers.find(|(name, _)| name == "outcome" || name == "nim value") {
            Some((name, value)) if name == "outcome" => Some(value.clone()),
            Some((_, nim)) => Some(if nim == "0" { "P" } else { "N" }.to_owned()),
            None => None,
        };
        self.fact("outcome").or_else(of_claim)
    }

    /// Whether a value or who wins is known.
    pub(super) fn is_known(&self) -> bool {
        self.value().is_some() || self.outcome().is_some()
    }

    /// The position in a line: boards of many cells by their sides.
    fn name(&self) -> String {
        match (self.position.chars().count() <= IN_LINE, self.sides) {
            (false, Some([height, width])) => format!("{height}x{width}"),
            _ => shortened(&self.position, IN_LINE),
        }
    }

    /// The page; `site` is the address of the folder of all pages.
    pub(super) fn page(&self, path: &str, site: Option<&str>) -> AnswerPage {
        let name = self.name();
        let title = format!("{} {name}", self.title);
        let value = self.value().filter(|value| value.len() <= IN_LINE);
        let says = [
            value.map(|value| format!("value {}", in_symbols(&value))),
            self.outcome().map(|outcome| in_words(&outcome).to_owned()),
        ];
        let says = says.into_iter().flatten().collect::<Vec<_>>().join(", ");
        let description = format!("{title}: {says}.");
        let address = site.map(|site| site.to_owned() + &address::encoded(path));
        let mut head = property("og:title", &format!("{title} · dicot"))
            + &property("og:description", &description)
            + &property("og:type", "article");
        if let Some(address) = &address {
            head += &property("og:url", address);
            head += &format!("<link rel=\"canonical\" href=\"{}\">\n", escaped(address));
            if self.board.is_some() {
                head += &property("og:image", &format!("{address}board.png"));
                head += "<meta name=\"twitter:card\" content=\"summary\">\n";
            }
        }
        let content = [
            "<main class=\"page answer-page\">\n".to_owned(),
            format!(
                "<h1 id=\"start\">{} <code>{}</code></h1>\n",
                escaped(&self.title),
                escaped(&name)
            ),
            self.card(),
            self.facts(),
            self.moves(),
            self.source(),
            self.uses(address.as_deref()),
            "</main>\n".to_owned(),
        ];
        AnswerPage { title, description, head, content: content.concat() }
    }

    /// The board, its value and who wins: what frames of other pages show.
    fn card(&self) -> String {
        let mut card =
            "<section id=\"embed\" class=\"answer-card\" aria-label=\"Answer\">\n".to_owned();
        card += &match &self.board {
            Some(board) => format!(
                "<figure>{}</figure>\n",
                inline(&board.to_string(), &format!("{} {}", self.title, self.position))
            ),
            None => format!("<p><code>{}</code></p>\n", escaped(&self.position)),
        };
        if let Some(value) = self.value() {
            let shown: String = value.chars().take(SHOWN).collect();
            let rest = if shown.len() < value.len() { "…" } else { "" };
            card += &format!(
                "<p class=\"answer-value\">Value <data value=\"{}\">{}{rest}</data></p>\n",
                escaped(&shown),
                escaped(&in_symbols(&shown))
            );
        }
        if let Some(outcome) = self.outcome() {
            let words = in_words(&outcome);
            card += &match outcome.len() {
                1 => format!("<p>Outcome {outcome}: {words}.</p>\n"),
                _ => format!("<p>Outcome: {words}.</p>\n"),
            };
        }
        card + "</section>\n"
    }

    fn facts(&self) -> String {
        let facts = FACTS.iter().filter_map(|(field, name)| {
            let fact = self.fact(field).filter(|fact| fact.len() <= SHOWN)?;
            Some(format!("<div><dt>{name}</dt><dd>{}</dd></div>\n", escaped(&in_symbols(&fact))))
        });
        let facts: String = facts.collect();
        let thermograph = self.found["thermograph_svg"].as_str().map_or_else(String::new, |svg| {
            format!("<h2>Thermograph</h2>\n<figure>{}</figure>\n", inline(svg, "Thermograph"))
        });
        match facts.is_empty() {
            true => String::new(),
            false => format!("<h2>Facts</h2>\n<dl class=\"facts\">\n{facts}</dl>\n{thermograph}"),
        }
    }

    /// The moves that win.
    fn moves(&self) -> String {
        let mut text = String::new();
        for (side, name) in [("left", "Left"), ("right", "Right")] {
            let winning = match &self.found["winning_moves"][side] {
                Value::Array(moves) => moves.iter().filter_map(Value::as_str).collect(),
                _ => match self.found["moves"][side].as_array() {
                    Some(moves) => {
                        let wins = moves.iter().filter(|m| m["wins"] == true);
                        wins.filter_map(|m| m["move"].as_str()).collect::<Vec<_>>()
                    }
                    None => continue,
                },
            };
            text += &match winning.is_empty() {
                true => format!("<li>{name} has no move that wins.</li>\n"),
                false => {
                    let moves = escaped(&winning.join(", "));
                    format!("<li>{name} wins by <code>{moves}</code>.</li>\n")
                }
            };
        }
        match text.is_empty() {
            true => text,
            false => format!("<h2>Winning moves</h2>\n<ul>\n{text}</ul>\n"),
        }
    }

    /// Where the answer is from.
    fn source(&self) -> String {
        let mut text = "<h2>Where this is from</h2>\n".to_owned();
        for known in self.known {
            let answers = known
                .answer
                .iter()
                .map(|(name, value)| format!("{name} {}", in_symbols(&shortened(value, IN_LINE))));
            let answers = answers.collect::<Vec<_>>().join(", ");
            let print = match &known.case.print {
                None => String::new(),
                Some(print) if Some(print) == known.case.answer.as_ref() => {
                    ", as in print".to_owned()
                }
                Some(_) => ", <strong>not as in print</strong>".to_owned(),
            };
            text += &format!(
                "<p><a href=\"{{root}}results/#{}\">{}</a>, case {}: {}, computed on {} by dicot {}{print}. \
                 The command:</p>\n<pre tabindex=\"0\">{}</pre>\n",
                known.claim,
                escaped(&known.title),
                escaped(&known.case.name),
                escaped(&answers),
                known.date,
                escaped(&known.version),
                escaped(&known.case.command),
            );
            if let Some(certificate) = &known.case.certificate {
                text += &format!(
                    "<p>Its certificate has the SHA-256 <code>{}</code>",
                    certificate.hash
                );
                text += &match &certificate.file {
                    Some(file) => {
                        format!(": <a href=\"{{root}}certificates/{file}\">{file}</a>.</p>\n")
                    }
                    None => " and is too large to be here.</p>\n".to_owned(),
                };
            }
        }
        if !self.found.is_null() {
            let command = if self.found["value"].is_string() { "value" } else { "solve" };
            let version = env!("CARGO_PKG_VERSION");
            text += &format!(
                "<p>What this page says of the position is computed exactly, by dicot {version}:</p>\n<pre tabindex=\"0\">dicot {command} --rules {} \'{}\'</pre>\n",
                self.rules,
                escaped(&self.position)
            );
        }
        if let Some(number) = self.puzzle {
            text += &format!(
                "<p>There is a <a href=\"{{root}}puzzles/#{number}\">puzzle</a> about this position.</p>\n"
            );
        }
        text
    }

    fn uses(&self, address: Option<&str>) -> String {
        let worksheet = escaped(&address::worksheet(&self.rules, &self.position));
        let mut text = format!(
            "<h2>Use it</h2>\n<p class=\"row\"><a class=\"button button-primary\" href=\"{{root}}{worksheet}\">Open in the worksheet</a>"
        );
        if self.board.is_some() {
            text += " <a class=\"button\" href=\"board.png\">Picture</a>";
        }
        text += "</p>\n";
        let mut listing = |name: &str, contents: &str| {
            text += &format!("<h3>{name}</h3>\n<pre tabindex=\"0\">{}</pre>\n", escaped(contents));
        };
        listing("Position", &self.position);
        if let Some(latex) = &self.latex {
            listing("Value in LaTeX", latex);
        }
        if let Some(address) = address {
            let title = escaped(&format!("{} {}", self.title, self.name()));
            let size = "width=\"400\" height=\"420\"";
            let frame =
                format!("<iframe src=\"{address}#embed\" title=\"{title}\" {size}></iframe>");
            listing("Embed", &frame);
        }
        text
    }
}

/// A line of the head.
fn property(name: &str, content: &str) -> String {
    format!("<meta property=\"{name}\" content=\"{}\">\n", escaped(content))
}

/// A picture as an element of a page, with a label for screen readers.
fn inline(svg: &str, label: &str) -> String {
    let element = svg.split_once("?>").map_or(svg, |(_, element)| element).trim();
    let name = format!("role=\"img\" aria-label=\"{}\"", escaped(label));
    element.replacen("role=\"img\"", &name, 1)
}

/// Who wins, in words; a letter with a hat or a check is of a game that may end in a draw.
fn in_words(outcome: &str) -> &'static str {
    match outcome {
        "L" => "Left wins, whoever starts",
        "R" => "Right wins, whoever starts",
        "N" => "the player who starts wins",
        "P" => "the player who does not start wins",
        "NHat" => "Left wins if Left starts, else a draw",
        "PHat" => "Left wins if Right starts, else a draw",
        "PCheck" => "Right wins if Left starts, else a draw",
        "NCheck" => "Right wins if Right starts, else a draw",
        _ => "a draw, whoever starts",
    }
}
