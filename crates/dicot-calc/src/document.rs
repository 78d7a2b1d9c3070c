//! Worksheets as files: texts, and entries with what they are worth.

use std::fmt;
use std::path::Path;

use dicot::{Calculation, ValueError};

use crate::text::grouped;
use crate::value::Value;
use crate::words::word;

/// A worksheet as a file: texts, and entries with their answers. Its lines are the language of the [crate], so that any
/// program that reads the language reads the file.
///
/// | line | meaning |
/// |---|---|
/// | `// ..` | a line of a text, in Markdown |
/// | `//= ..` | a line of the value of the entry above |
/// | `//! ..` | a line of the error of the entry above |
/// | empty | ends a text |
/// | other | an entry, which goes on in the next line while [something is open](Open) |
///
/// # Examples
/// ```
/// use dicot_calc::{Answer, Document, Part};
/// let text = "// A switch.\n\ng := {1|-1}\n//= +-1\n\ng.Temperature\n";
/// let mut document = Document::read(text);
/// assert_eq!(document.parts[0], Part::Text("A switch.".to_owned()));
/// let Part::Entry(entry) = &mut document.parts[2] else { panic!() };
/// assert_eq!(entry.expression, "g.Temperature");
/// entry.answer = Some(Answer::Value("1".to_owned()));
/// assert_eq!(document.to_string(), format!("{text}//= 1\n"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// The texts and entries, from the top.
    pub parts: Vec<Part>,
}

/// A part of a [`Document`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A paragraph or several, in Markdown.
    Text(String),
    /// An expression with what it is worth.
    Entry(Entry),
}

/// An expression with what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The expression, which may have several lines.
    pub expression: String,
    /// The line of the file on which it begins; the first is 1.
    pub line: usize,
    /// Its answer, if it has one.
    pub answer: Option<Answer>,
}

/// What an expression is worth, as a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The text of its value.
    Value(String),
    /// Why it has none.
    Error(String),
}

const TEXT: &str = "//";
const VALUE: &str = "//=";
const ERROR: &str = "//!";

impl Document {
    /// The extension of files of worksheets. Programs replace no other file with a worksheet.
    pub const EXTENSION: &str = "dicot";

    /// Reads a file. Every text is one; whether its expressions have values is not seen.
    pub fn read(text: &str) -> Document {
        let mut document = Document::default();
        let mut open = Open::default();
        // Whether the line before belongs to the last part.
        let mut follows = false;
        for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let line = line.trim_end();
            let begin = line.trim_start();
            let mut last = document.parts.last_mut().filter(|_| follows);
            follows = !begin.is_empty();
            if let Some(Part::Entry(entry)) = &mut last
                && Answer::read(begin).is_some_and(|answer| entry.add_answer(answer))
            {
                open = Open::default();
                continue;
            }
            match last {
                _ if begin.is_empty() => {}
                Some(Part::Entry(entry)) if open.goes_on() => {
                    open = open.after(line);
                    add_line(&mut entry.expression, line);
                }
                Some(Part::Text(text)) if begin.starts_with(TEXT) => {
                    add_line(text, after_mark(begin, TEXT));
                }
                _ if begin.starts_with(TEXT) => {
                    document.parts.push(Part::Text(after_mark(begin, TEXT).to_owned()));
                }
                _ => {
                    open = Open::default().after(begin);
                    let (expression, line) = (begin.to_owned(), index + 1);
                    document.parts.push(Part::Entry(Entry { expression, line, answer: None }));
                }
            }
        }
        document
    }

    /// Checks that a file with this name can be a worksheet.
    ///
    /// # Errors
    /// If the name has another extension: what it should be.
    ///
    /// # Examples
    /// ```
    /// use dicot_calc::Document;
    /// assert!(Document::check_name("hot.dicot".as_ref()).is_ok());
    /// assert!(Document::check_name("hot.txt".as_ref()).unwrap_err().ends_with("ends with .dicot"));
    /// ```
    pub fn check_name(path: &Path) -> Result<(), String> {
        match path.extension().is_some_and(|extension| extension == Document::EXTENSION) {
            true => Ok(()),
            false => Err(format!("the name of a worksheet ends with .{}", Document::EXTENSION)),
        }
    }

    /// The entries, from the top.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.parts.iter().filter_map(|part| match part {
            Part::Entry(entry) => Some(entry),
            Part::Text(_) => None,
        })
    }

    /// The entries, from the top, to change them.
    pub fn entries_mut(&mut self) -> impl Iterator<Item = &mut Entry> {
        self.parts.iter_mut().filter_map(|part| match part {
            Part::Entry(entry) => Some(entry),
            Part::Text(_) => None,
        })
    }

    /// Removes the last entry; the texts after it stay.
    pub fn remove_last_entry(&mut self) -> Option<Entry> {
        let last = self.parts.iter().rposition(|part| matches!(part, Part::Entry(_)))?;
        match self.parts.remove(last) {
            Part::Entry(entry) => Some(entry),
            Part::Text(_) => None,
        }
    }
}

impl Answer {
    /// The maximum number of characters of a value in a file. A first choice, not compared with others.
    pub const MAX_LENGTH: usize = 10_000;

    /// The answer of an expression with this value, whose text is cut at [`MAX_LENGTH`](Answer::MAX_LENGTH).
    ///
    /// # Examples
    /// ```
    /// use dicot_calc::Answer;
    /// let store = dicot::Store::new();
    /// let mut calculation = store.calculation();
    /// let value = dicot_calc::evaluate("1..4000", &mut calculation)?;
    /// let answer = Answer::of(&value, &mut calculation)?;
    /// assert!(answer.text().starts_with("[1,2,3,"));
    /// assert!(answer.text().ends_with("... (18,894 characters)"));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn of(value: &Value, calculation: &mut Calculation<'_>) -> Result<Answer, ValueError> {
        let (text, length) = value.text_start(Answer::MAX_LENGTH, calculation)?;
        Ok(Answer::Value(match length {
            length if length <= Answer::MAX_LENGTH as u64 => text,
            length => format!("{text}... ({} characters)", grouped(length)),
        }))
    }

    /// The text of the value, or of the error.
    pub fn text(&self) -> &str {
        let (Answer::Value(text) | Answer::Error(text)) = self;
        text
    }

    /// Reads a line of an answer; `None` if it is something else.
    fn read(line: &str) -> Option<Answer> {
        match line {
            _ if line.starts_with(VALUE) => Some(Answer::Value(after_mark(line, VALUE).to_owned())),
            _ if line.starts_with(ERROR) => Some(Answer::Error(after_mark(line, ERROR).to_owned())),
            _ => None,
        }
    }
}

impl Entry {
    /// The entry of an expression with this answer, which is left out after a `;` at the end.
    ///
    /// # Examples
    /// ```
    /// use dicot_calc::{Answer, Entry};
    /// let value = || Answer::Value("1".to_owned());
    /// assert_eq!(Entry::new("a := 1", value()).to_string(), "a := 1\n//= 1\n");
    /// assert_eq!(Entry::new("a := 1;", value()).to_string(), "a := 1;\n");
    /// ```
    pub fn new(expression: &str, answer: Answer) -> Entry {
        let mut entry = Entry { expression: expression.to_owned(), line: 0, answer: None };
        entry.set_answer(answer);
        entry
    }

    /// Whether the value is not written: the expression ends with `;`.
    pub fn is_quiet(&self) -> bool {
        self.expression.ends_with(';')
    }

    /// Replaces the answer. A value is left out after a `;` at the end.
    pub fn set_answer(&mut self, answer: Answer) {
        let is_left_out = self.is_quiet() && matches!(answer, Answer::Value(_));
        self.answer = (!is_left_out).then_some(answer);
    }

    /// Adds a line of an answer. Returns whether it belongs to the answer so far.
    fn add_answer(&mut self, line: Answer) -> bool {
        match (&mut self.answer, line) {
            (Some(Answer::Value(text)), Answer::Value(line))
            | (Some(Answer::Error(text)), Answer::Error(line)) => add_line(text, &line),
            (Some(_), _) => return false,
            (answer, line) => *answer = Some(line),
        }
        true
    }
}

fn add_line(text: &mut String, line: &str) {
    text.push('\n');
    text.push_str(line);
}

/// What follows a mark and a space.
fn after_mark<'t>(line: &'t str, mark: &str) -> &'t str {
    let text = line.strip_prefix(mark).unwrap_or(line);
    text.strip_prefix(' ').unwrap_or(text).trim_end()
}

/// The file, whose parts have empty lines between them.
impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.parts.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            match part {
                Part::Text(text) => write_marked(TEXT, text, f)?,
                Part::Entry(entry) => entry.fmt(f)?,
            }
        }
        Ok(())
    }
}

/// The lines of the entry and of its answer.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.expression)?;
        match &self.answer {
            None => Ok(()),
            Some(Answer::Value(value)) => write_marked(VALUE, value, f),
            Some(Answer::Error(error)) => write_marked(ERROR, error, f),
        }
    }
}

/// Writes each line of a text after a mark.
fn write_marked(mark: &str, text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    text.split('\n').try_for_each(|line| match line.trim_end() {
        "" => writeln!(f, "{mark}"),
        line => writeln!(f, "{mark} {line}"),
    })
}

/// What is open at the end of a text, so that it goes on in the next line: brackets, `if`, `begin`, `do`, `yield` and `/*`, and `:=` and
/// `->` without what follows them.
///
/// # Examples
/// ```
/// use dicot_calc::Open;
/// let open = Open::default().after("f(n) := if n <= 1 then");
/// assert!(open.goes_on());
/// assert!(!open.after("1 else n*f(n-1) end").goes_on());
/// assert!(!Open::default().after("1}").goes_on()); // an error, whatever follows
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// The number of brackets and words that are not closed.
    depth: usize,
    /// A bit for each depth at which a `for` waits for its `do` or its first `yield`; later `yield`s open nothing.
    loops: u64,
    in_comment: bool,
    /// Whether the last token is `:=` or `->`.
    has_no_value: bool,
    /// Whether something was closed that was not open.
    is_wrong: bool,
}

impl Open {
    /// Whether something is open.
    pub fn goes_on(self) -> bool {
        !self.is_wrong && (self.depth > 0 || self.in_comment || self.has_no_value)
    }

    /// What is open after another line, or after several.
    #[must_use]
    pub fn after(mut self, text: &str) -> Open {
        let mut rest = text;
        while !rest.is_empty() && !self.is_wrong {
            rest = match self.in_comment {
                true => self.comment(rest),
                false => self.token(rest),
            };
        }
        self
    }

    /// Skips a comment, up to its end or that of the text. Returns what follows.
    fn comment<'t>(&mut self, text: &'t str) -> &'t str {
        let end = text.split_once("*/");
        self.in_comment = end.is_none();
        end.map_or("", |(_, rest)| rest)
    }

    /// Takes what is at the beginning of a text. Returns what follows.
    fn token<'t>(&mut self, text: &'t str) -> &'t str {
        let name = word(text);
        if !name.is_empty() {
            self.has_no_value = false;
            let depth = 1_u64.checked_shl(self.depth as u32).unwrap_or(0);
            match name {
                "for" => self.loops |= depth,
                "if" | "begin" => self.depth += 1,
                "do" | "yield" => {
                    self.depth += usize::from(name == "do" || self.loops & depth > 0);
                    self.loops &= !depth;
                }
                "end" => self.close(),
                _ => {}
            }
            return &text[name.len()..];
        }
        if let Some(comment) = text.strip_prefix("/*") {
            self.in_comment = true;
            return comment;
        }
        if text.starts_with("//") {
            return text.find('\n').map_or("", |end| &text[end..]);
        }
        let mut characters = text.chars();
        if !text.starts_with(char::is_whitespace) {
            self.has_no_value = text.starts_with(":=") || text.starts_with("->");
            if self.has_no_value {
                return &text[2..];
            }
        }
        match characters.next() {
            Some('{' | '(' | '[') => self.depth += 1,
            Some('}' | ')' | ']') => self.close(),
            Some('"') => return after_quoted(characters.as_str()),
            _ => {}
        }
        characters.as_str()
    }

    fn close(&mut self) {
        match self.depth.checked_sub(1) {
            Some(depth) => {
                self.depth = depth;
                self.loops &= !(u64::MAX.checked_shl(depth as u32 + 1).unwrap_or(0));
            }
            None => self.is_wrong = true,
        }
    }
}

/// What follows the quotation mark that ends a text, or its line.
fn after_quoted(text: &str) -> &str {
    let mut is_escaped = false;
    let end = text.find(|c| {
        let ends = c == '\n' || (c == '"' && !is_escaped);
        is_escaped = c == '\\' && !is_escaped;
        ends
    });
    end.map_or("", |end| &text[end + 1..])
}
