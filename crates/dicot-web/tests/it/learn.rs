//! The course says nothing wrong: every value, outcome and comparison that a chapter states, and every answer of an
//! exercise, is computed.
//!
//! | attribute | what it claims |
//! |---|---|
//! | `class="value" data-of="SUM"` | the sum has the value that is the text; with `data-fact`, that fact |
//! | the same with `data-move="left a1-b1"` | the move in that position leaves that value; without a move all of the player do, with `all` all of both |
//! | `data-outcome="N" data-of="SUM"` | the sum has this outcome; with `data-misere` under misère play |
//! | `data-true="EXPRESSION"` | it is true; in a list `.choices`, of exactly one item |
//! | `data-file="FILE"` | the listing is part of the file |
//!
//! Exercises, each with exactly a hint and a solution. Those with `data-misere` are about misère play.
//!
//! | `data-kind` | what is computed |
//! |---|---|
//! | `value` | `data-of`, or with `data-fact` that fact, which the solution states |
//! | `outcome` | the outcome of `data-of`, which the solution states |
//! | `choice` | `data-true` of exactly one item is true |
//! | `move` | the moves of `data-wins`, such as `A:a1-b1`, win for `data-side` in `data-sum`, and no others |
//! | `draw` | `data-solution` has the value `data-answer`, or `data-true` is true for it, and neither holds for `data-position` |
//! | `build` | `data-true` is true for `data-solution`, and false for `data-wrong` |
//!
//! In a `data-true` of `draw` and `build`, the word `G` is the value of what was drawn or typed.

use dicot_api::requests::{Client, Settings};
use dicot_pages::words::TRANSLATIONS;
use serde_json::{Value, json};

/// An element: its attributes, and its text up to the next tag.
struct Element<'a> {
    name: &'a str,
    attributes: Vec<(&'a str, String)>,
    text: String,
}

impl Element<'_> {
    fn get(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        attributes.find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    fn is(&self, class: &str) -> bool {
        self.get("class") == Some(class)
    }
}

/// All elements of a page, in order. Attributes have double quotes, as in all pages.
fn elements(html: &str) -> Vec<Element<'_>> {
    let unescaped =
        |text: &str| text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let tags = html.split('<').skip(1).map(|tag| {
        // A `>` may be part of an attribute.
        let mut quoted = false;
        let end = tag.find(|c| {
            quoted ^= c == '"';
            c == '>' && !quoted
        });
        let (tag, text) = tag.split_at(end.unwrap_or_else(|| panic!("an open tag: <{tag}")));
        let (name, rest) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        let mut attributes = Vec::new();
        for (index, part) in rest.split('"').enumerate() {
            if index % 2 == 1 {
                let names: &mut Vec<(&str, String)> = &mut attributes;
                names.last_mut().unwrap().1 = unescaped(part);
            } else {
                let names = part.split_whitespace().map(|name| name.trim_end_matches('='));
                attributes.extend(names.map(|name| (name, String::new())));
            }
        }
        Element { name, attributes, text: unescaped(&text[1..]) }
    });
    tags.collect()
}

/// An expression with a value in place of the word `G`.
fn with_game(expression: &str, value: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut text = String::new();
    let mut rest = expression;
    while let Some(at) = rest.find('G') {
        let (before, after) = (&rest[..at], &rest[at + 1..]);
        text += before;
        match before.ends_with(is_word) || after.starts_with(is_word) {
            true => text.push('G'),
            false => text += &format!("({value})"),
        }
        rest = after;
        // The letters of a longer word are not looked at again.
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        text += &rest[..end];
        rest = &rest[end..];
    }
    text + rest
}

/// Answers requests, and replaces positions by their values.
struct Engine(Client);

impl Engine {
    fn ask(&mut self, name: &str, body: &Value) -> Value {
        let answer = self.0.answer(name, body.to_string().as_bytes(), "");
        serde_json::from_str(&answer.unwrap_or_else(|error| panic!("{body}: {error}"))).unwrap()
    }

    fn game(&mut self, expression: &str) -> Value {
        self.ask("game", &json!({ "expression": expression }))
    }

    fn value(&mut self, term: &str) -> String {
        match term.split_once(':') {
            Some((rules, position)) => {
                let answer = self.ask("value", &json!({"rules": rules, "position": position}));
                answer["value"].as_str().unwrap().to_owned()
            }
            None => term.to_owned(),
        }
    }

    /// An expression for a sum of games and positions.
    fn sum(&mut self, text: &str) -> String {
        let terms: Vec<String> =
            text.split(" + ").map(|term| format!("({})", self.value(term))).collect();
        terms.join(" + ")
    }

    /// The values that moves of a position leave: the move of a player (`left a1-b1`), all of a player, or `all`.
    fn after(&mut self, term: &str, moves: &str) -> Vec<String> {
        let (rules, position) = term.split_once(':').unwrap();
        let body = json!({"rules": rules, "position": position, "all_moves": true});
        let answer = self.ask("value", &body);
        let (side, mv) = moves.split_once(' ').unwrap_or((moves, ""));
        let sides: &[&str] = if side == "all" { &["left", "right"] } else { &[side] };
        let all = sides.iter().flat_map(|side| answer["all_moves"][side].as_array().unwrap());
        let named = all.filter(|known| mv.is_empty() || known["move"] == mv);
        let values: Vec<String> =
            named.map(|known| known["value"].as_str().unwrap().to_owned()).collect();
        assert!(!values.is_empty(), "{term} has no move {moves}");
        values
    }

    /// Whether an expression is true; positions in it are in brackets.
    fn is_true(&mut self, expression: &str) -> bool {
        let mut parts = expression.split('[');
        let mut text = parts.next().unwrap().to_owned();
        for part in parts {
            match part.split_once(']') {
                Some((position, rest)) if position.contains(':') => {
                    text += &format!("({}){rest}", self.value(position));
                }
                _ => text += &format!("[{part}"),
            }
        }
        let answer = self.game(&text);
        answer["result"].as_bool().unwrap_or_else(|| panic!("{expression}: {answer}"))
    }

    /// The outcome of a sum, under misère play if the element says so.
    fn outcome(&mut self, sum: &str, element: &Element<'_>) -> Value {
        if element.get("data-misere").is_some() {
            return self.ask("solve", &json!({"sum": sum, "misere": true}))["outcome"].take();
        }
        let sum = self.sum(sum);
        self.game(&sum)["outcome"].take()
    }

    fn claim(&mut self, element: &Element<'_>) {
        let text = element.text.trim();
        if let (Some(of), Some(moves)) = (element.get("data-of"), element.get("data-move")) {
            for value in self.after(of, moves) {
                assert!(self.is_true(&format!("({value}) == ({text})")), "{of}, {moves}: {value}");
            }
        } else if let (true, Some(of)) = (element.is("value"), element.get("data-of")) {
            let sum = self.sum(of);
            let known = match element.get("data-fact") {
                Some(fact) => self.game(&sum)[fact].as_str().unwrap_or_default().to_owned(),
                None => sum,
            };
            assert!(self.is_true(&format!("({known}) == ({text})")), "{of} is {known}, not {text}");
        } else if let Some(outcome) = element.get("data-outcome") {
            let sum = element.get("data-of").unwrap();
            assert_eq!(self.outcome(sum, element), outcome, "{sum}: {text}");
        } else if element.is("value") {
            self.game(text);
        }
        if let Some(expression) = element.get("data-true").filter(|_| element.name != "li") {
            assert!(self.is_true(expression), "{expression}");
        }
    }

    /// What is shown can be computed.
    fn live(&mut self, element: &Element<'_>) {
        let attribute = |name| element.get(name).unwrap_or_else(|| panic!("no {name}"));
        match attribute("class") {
            "live-board" | "still-board" => {
                let rules = element.get("data-rules").unwrap_or("clobber");
                self.value(&format!("{rules}:{}", attribute("data-position")));
            }
            "live-sum" => {
                let sum = self.sum(attribute("data-sum"));
                self.game(&sum);
            }
            "live-thermograph" => {
                let game = attribute("data-game");
                let sliders = [("a", element.get("data-a")), ("b", element.get("data-b"))];
                let sliders = sliders.into_iter().filter_map(|(name, at)| Some((name, at?)));
                self.game(
                    &sliders.fold(game.to_owned(), |game, (name, at)| game.replace(name, at)),
                );
            }
            "live-line" => {
                self.game(attribute("data-line"));
            }
            "live-explain" => match element.get("data-game") {
                Some(game) => {
                    self.ask("explain", &json!({ "game": game }));
                }
                None => {
                    let (rules, position) = (attribute("data-rules"), attribute("data-position"));
                    self.ask("explain", &json!({ "rules": rules, "game": position }));
                }
            },
            _ => {}
        }
    }

    /// The number of moves of a player in a term of a sum.
    fn moves(&mut self, term: &str, side: &str) -> usize {
        let list = match term.split_once(':') {
            Some((rules, position)) => {
                let body = json!({"rules": rules, "position": position});
                self.ask("moves", &body)["moves"][side].take()
            }
            None => {
                let name = if side == "left" { "LeftOptions" } else { "RightOptions" };
                self.game(&format!("({term}).{name}"))["result"].take()
            }
        };
        list.as_array().unwrap().len()
    }

    /// An exercise can be solved, and not by every answer.
    fn exercise(&mut self, element: &Element<'_>, content: &[Element<'_>]) {
        let attribute = |name| element.get(name).unwrap_or_else(|| panic!("no {name}"));
        let id = attribute("id");
        let summaries: Vec<&str> =
            content.iter().filter(|e| e.name == "summary").map(|e| e.text.as_str()).collect();
        assert_eq!(summaries, ["Hint", "Solution"], "{id}");
        match attribute("data-kind") {
            "value" => {
                let sum = self.sum(attribute("data-of"));
                let answer = self.game(&sum);
                let fact = element.get("data-fact").unwrap_or("value");
                assert!(answer[fact].is_string(), "{id}: {answer}");
                // The solution states the value that is asked for.
                let states = |e: &Element<'_>| {
                    e.is("value")
                        && e.get("data-of") == element.get("data-of")
                        && e.get("data-fact") == element.get("data-fact")
                };
                assert!(content.iter().any(states), "{id}: the value is not in the solution");
            }
            "outcome" => {
                assert!(self.outcome(attribute("data-of"), element).is_string(), "{id}");
                let states = |e: &Element<'_>| {
                    e.get("data-outcome").is_some()
                        && e.get("data-of") == element.get("data-of")
                        && e.get("data-misere") == element.get("data-misere")
                };
                assert!(content.iter().any(states), "{id}: the outcome is not in the solution");
            }
            "choice" => {
                let items = content.iter().filter(|e| e.name == "li");
                let items: Vec<&str> = items.filter_map(|e| e.get("data-true")).collect();
                let right = items.iter().filter(|expression| self.is_true(expression)).count();
                assert!(right == 1 && items.len() > 1, "{id}: {right} of {items:?} are true");
            }
            "move" => {
                let (sum, side) = (attribute("data-sum"), attribute("data-side"));
                let misere = element.get("data-misere").is_some();
                let body = json!({"sum": sum, "moves": true, "misere": misere});
                let answer = self.ask("solve", &body);
                let winning = answer["winning_moves"][side].as_array().unwrap().len();
                let moves: usize = sum.split(" + ").map(|term| self.moves(term, side)).sum();
                assert!((1..moves).contains(&winning), "{id}: {winning} of {moves} moves win");
                // The moves that the solution names; the solver numbers parts.
                let listed = answer["winning_moves"][side].as_array().unwrap().iter();
                let mut listed: Vec<&str> = listed.map(|mv| mv.as_str().unwrap()).collect();
                let names = attribute("data-wins").split(' ').map(|name| match name.as_bytes() {
                    [part @ b'A'..=b'Z', b':', ..] => {
                        format!("{}: {}", part - b'A' + 1, &name[2..])
                    }
                    _ => name.to_owned(),
                });
                let mut names: Vec<String> = names.collect();
                listed.sort_unstable();
                names.sort_unstable();
                assert_eq!(listed, names, "{id}");
            }
            "draw" => {
                let rules = element.get("data-rules").unwrap_or("clobber");
                let wanted = match (element.get("data-answer"), element.get("data-true")) {
                    (Some(answer), None) => format!("G == ({answer})"),
                    (None, Some(expression)) => expression.to_owned(),
                    _ => panic!("{id}: expected one of data-answer and data-true"),
                };
                let (start, solution) = (attribute("data-position"), attribute("data-solution"));
                let mut solves = |position: &str| {
                    let value = self.value(&format!("{rules}:{position}"));
                    self.is_true(&with_game(&wanted, &value))
                };
                assert!(solves(solution) && !solves(start), "{id}");
                // Graphs and heaps are not boards of cells.
                if !start.chars().all(|c| c.is_ascii_lowercase() || "./#".contains(c)) {
                    return;
                }
                // The empty board is not a solution, unless stones must stay, which those of the solution do.
                let kept = start.chars().zip(solution.chars()).all(|(a, b)| a == '.' || a == b);
                match element.get("data-keep") {
                    Some(_) => assert!(kept, "{id}"),
                    None => assert!(!solves(&start.replace(|c| c != '/', ".")), "{id}"),
                }
                let size = |position: &str| position.split('/').map(str::len).collect::<Vec<_>>();
                assert_eq!(size(solution), size(start), "{id}");
            }
            "build" => {
                let wanted = attribute("data-true");
                let mut solves = |game: &str| {
                    let answer = self.game(game);
                    assert!(answer["value"].is_string(), "{id}: {game} is not a game");
                    self.is_true(&with_game(wanted, game))
                };
                assert!(solves(attribute("data-solution")), "{id}: the solution is not right");
                assert!(!solves(attribute("data-wrong")), "{id}: the wrong answer is right");
            }
            kind => panic!("{id}: unknown kind {kind}"),
        }
    }
}

/// A listing is part of a file.
fn quotes(file: &str, listing: &str) {
    let path = format!("{}/../../{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    assert!(text.contains(listing), "{file} does not contain {listing}");
}

/// The pages of the course with a text of their own.
fn chapters() -> impl Iterator<Item = &'static dicot_pages::Page> {
    let is_chapter =
        |path: &str| path.strip_prefix("learn/").is_some_and(|name| !matches!(name, "" | "sheet/"));
    dicot_pages::all().filter(move |page| is_chapter(page.path()))
}

#[test]
fn the_course_says_nothing_wrong() {
    let mut engine = Engine(Client::new(Settings::default()));
    let mut claims = 0;
    for page in chapters() {
        let html = page.text();
        let elements = elements(&html);
        let mut ids: Vec<&str> = Vec::new();
        for (index, element) in elements.iter().enumerate() {
            let class = element.get("class").unwrap_or_default();
            if element.is("exercise") {
                let content = &elements[index..];
                let end = content.iter().position(|e| e.name == "/section").unwrap();
                engine.exercise(element, &content[..end]);
                ids.push(element.get("id").unwrap());
            } else if class.starts_with("live-") || class == "still-board" {
                engine.live(element);
            } else if let Some(file) = element.get("data-file") {
                quotes(file, &elements[index + 1].text);
            } else {
                engine.claim(element);
                claims +=
                    usize::from(element.get("data-of").or(element.get("data-true")).is_some());
            }
        }
        let count = ids.len();
        // Links to sheets name them as `chapter.id`, joined by commas.
        let is_name = |id: &&str| id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        assert!(ids.iter().all(is_name), "{}: {ids:?}", page.path());
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "{}: two exercises have the same id", page.path());
    }
    assert!(claims > 100, "only {claims} claims");
}

/// Every chapter has ten exercises, and proves something.
#[test]
fn every_chapter_has_ten_exercises_and_a_proof() {
    for page in chapters() {
        let html = page.text();
        let elements = elements(&html);
        let count = elements.iter().filter(|element| element.is("exercise")).count();
        assert_eq!(count, 10, "{}: the number of exercises", page.path());
        let mut proofs = elements.iter().filter(|e| e.name == "details" && e.is("proof"));
        assert!(proofs.next().is_some(), "{}: no <details class=\"proof\">", page.path());
    }
}

/// Chapters in other languages have the same values, answers and boards, so what is computed for English holds for them.
#[test]
fn translations_state_the_same() {
    for language in TRANSLATIONS {
        for chapter in chapters() {
            let path = format!("{}/{}", language.tag, chapter.path());
            let page = dicot_pages::find(&path).unwrap_or_else(|| panic!("no page {path}"));
            let html = page.text();
            assert!(html.contains(&format!("<html lang=\"{}\">", language.tag)), "{path}");
            assert_eq!(stated(&html), stated(&chapter.text()), "{path}");
        }
    }
}

/// What the elements of a page state, sorted.
fn stated(html: &str) -> Vec<String> {
    let elements = elements(html);
    let states = elements.iter().filter(|element| {
        let is_data = |(name, _): &(&str, String)| name.starts_with("data-");
        element.attributes.iter().any(is_data) || element.is("value") || element.is("exercise")
    });
    let mut all: Vec<String> = states
        .map(|element| {
            let kept = |(name, _): &&(&str, String)| {
                name.starts_with("data-") && *name != "data-label"
                    || matches!(*name, "id" | "class")
            };
            let attributes: Vec<_> = element.attributes.iter().filter(kept).collect();
            let text = if element.is("value") { element.text.trim() } else { "" };
            format!("{} {attributes:?} {text}", element.name)
        })
        .collect();
    all.sort();
    all
}

#[test]
fn a_game_takes_the_place_of_its_word() {
    assert_eq!(with_game("G > 0 and G.Mean < {G|1}", "^"), "(^) > 0 and (^).Mean < {(^)|1}");
    assert_eq!(with_game("NG + G1 + GG", "^"), "NG + G1 + GG");
}

/// The reader of the test sees the attributes and texts that a browser sees.
#[test]
fn elements_are_read() {
    let list = elements("<p>a<b data-true=\"^ > 0\" data-x class=\"value\">*&lt;</b>c</p>");
    let names: Vec<&str> = list.iter().map(|element| element.name).collect();
    assert_eq!(names, ["p", "b", "/b", "/p"]);
    assert_eq!(list[1].get("data-true"), Some("^ > 0"));
    assert_eq!(list[1].get("data-x"), Some(""));
    assert!(list[1].is("value") && list[1].text == "*<");
}
