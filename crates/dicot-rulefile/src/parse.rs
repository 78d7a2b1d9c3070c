//! The text of a file, line by line.

use dicot::Player;
use dicot::rules::CellKind;
use sha2::{Digest, Sha256};

use crate::MAX_BYTES;
use crate::error::{Place, Problem};
use crate::rules::{Direction, Element, Item, LetterSet, MAX_LETTERS, Moves, Part, Repeat, Rule};

/// The most characters of a line.
const MAX_LINE: usize = 1000;

/// The most characters of a name.
const MAX_NAME: usize = 40;

/// The most cells of a pattern, each repetition counted once.
const MAX_CELLS: usize = 32;

/// The most rules of a player.
const MAX_RULES: usize = 32;

/// The most tests, and the most positions.
const MAX_TESTS: usize = 100;

/// The punctuation that letters of positions may be; lower-case letters and digits may be too.
const PUNCTUATION: &str = ".#@_~%&$";

/// A file, read and checked line by line.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) name_place: Place,
    pub(crate) title: Option<String>,
    pub(crate) about: String,
    pub(crate) rules: Vec<String>,
    pub(crate) is_row: bool,
    pub(crate) letters: Vec<Letter>,
    sets: Vec<(char, LetterSet)>,
    pub(crate) moves: Moves,
    /// The first line with moves.
    pub(crate) moves_place: Place,
    pub(crate) start: Option<(Place, String)>,
    pub(crate) positions: Vec<(Place, String)>,
    pub(crate) tests: Vec<Test>,
    /// The SHA-256 of the lines that say how positions are written and what moves do.
    pub(crate) hash: Sha256,
    /// All statements but the tests: what the ruleset and its description depend on.
    pub(crate) key: String,
}

/// A letter of positions.
#[derive(Debug)]
pub(crate) struct Letter {
    pub(crate) letter: char,
    pub(crate) kind: CellKind,
    pub(crate) name: String,
}

/// A position and its value, as texts.
#[derive(Debug)]
pub(crate) struct Test {
    pub(crate) position: (Place, String),
    pub(crate) value: (Place, String),
}

type Read<T> = Result<T, Problem>;

impl File {
    pub(crate) fn read(text: &str) -> Read<File> {
        let start = Place { line: 1, column: 1 };
        if text.len() > MAX_BYTES {
            let message = format!("the file has {} bytes; the limit is {MAX_BYTES}", text.len());
            return Err(Problem::at(start, message));
        }
        let mut file = File {
            name: String::new(),
            name_place: start,
            title: None,
            about: String::new(),
            rules: Vec::new(),
            is_row: false,
            letters: Vec::new(),
            sets: Vec::new(),
            moves: Moves::default(),
            moves_place: start,
            start: None,
            positions: Vec::new(),
            tests: Vec::new(),
            hash: Sha256::new(),
            key: String::new(),
        };
        let mut mirrored = None;
        for (index, line) in text.lines().enumerate() {
            let mut line = Cursor::new(line, index + 1)?;
            if !line.is_at_end() {
                file.line(&mut line, &mut mirrored)?;
            }
        }
        if let Some(place) = mirrored {
            file.exchange_moves(place)?;
        }
        let end = Place { line: text.lines().count().max(1), column: 1 };
        if file.name.is_empty() {
            return Err(Problem::at(end, "the file has no name; add a line like: game clobber"));
        }
        if file.moves.all().next().is_none() {
            let example = "add a line like: left orthogonal: xo -> .x";
            return Err(Problem::at(end, format!("the file has no moves; {example}")));
        }
        Ok(file)
    }

    fn line(&mut self, line: &mut Cursor, mirrored: &mut Option<Place>) -> Read<()> {
        let (place, text) = (line.place(), line.rest());
        let keyword = line.word();
        if ["board", "letter", "set", "left", "right"].contains(&keyword.as_str()) {
            self.hash.update(&text);
            self.hash.update("\n");
        }
        if keyword != "test" {
            self.key += &text;
            self.key.push('\n');
        }
        if self.name.is_empty() && keyword != "game" {
            return Err(Problem::at(place, "expected a first line like: game clobber"));
        }
        match keyword.as_str() {
            "game" => self.name(line),
            "title" => line.text().map(|text| self.title = Some(text)),
            "about" => line.text().map(|text| self.about = text),
            "rules" => line.text().map(|text| self.rules.push(text)),
            "board" => self.board(line),
            "letter" => self.letter(line),
            "set" => self.set(line),
            "left" => self.rule(line, Player::Left),
            "right" if line.rest().starts_with("as ") => {
                line.word();
                let place = line.place();
                match (line.word().as_str(), mirrored.replace(place)) {
                    ("left", None) => line.end(),
                    ("left", Some(_)) => Err(Problem::at(place, "this is said twice")),
                    _ => Err(Problem::at(place, "expected left")),
                }
            }
            "right" => self.rule(line, Player::Right),
            "start" => {
                let text = (line.place(), line.text()?);
                match self.start.replace(text) {
                    None => Ok(()),
                    Some(_) => Err(Problem::at(place, "there is a start already")),
                }
            }
            "position" => {
                check_count(self.positions.len(), MAX_TESTS, "positions", place)?;
                self.positions.push((line.place(), line.text()?));
                Ok(())
            }
            "test" => self.test(line),
            _ => {
                let known = "game, title, about, rules, board, letter, set, left, right, start, position or test";
                Err(Problem::at(place, format!("expected {known}, found {}", shortened(&keyword))))
            }
        }
    }

    fn name(&mut self, line: &mut Cursor) -> Read<()> {
        let place = line.place();
        let name = line.word();
        if !self.name.is_empty() {
            return Err(Problem::at(place, format!("the game has a name already: {}", self.name)));
        }
        let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if name.is_empty() || name.len() > MAX_NAME || !name.chars().all(is_letter) {
            let message = format!(
                "expected a name of at most {MAX_NAME} lower-case letters, digits and -, found {:?}",
                shortened(&name)
            );
            return Err(Problem::at(place, message));
        }
        (self.name, self.name_place) = (name, place);
        line.end()
    }

    fn board(&mut self, line: &mut Cursor) -> Read<()> {
        let place = line.place();
        self.is_row = match line.word().as_str() {
            "row" => true,
            "rectangle" => false,
            _ => return Err(Problem::at(place, "expected row or rectangle")),
        };
        line.end()
    }

    fn letter(&mut self, line: &mut Cursor) -> Read<()> {
        let place = line.place();
        let letter = single(&line.word(), place)?;
        let is_allowed =
            letter.is_ascii_lowercase() || letter.is_ascii_digit() || PUNCTUATION.contains(letter);
        if !is_allowed {
            let message = format!(
                "expected a lower-case letter, a digit or one of {PUNCTUATION}, found {letter}"
            );
            return Err(Problem::at(place, message));
        }
        if self.number(letter).is_some() {
            return Err(Problem::at(place, format!("the letter {letter} is there already")));
        }
        check_count(self.letters.len(), MAX_LETTERS, "letters", place)?;
        let place = line.place();
        let (kind, name) = match line.word().as_str() {
            "left" => (CellKind::Left, "Left"),
            "right" => (CellKind::Right, "Right"),
            "neutral" => (CellKind::Neutral, "neutral"),
            "empty" => (CellKind::Empty, "empty"),
            "blocked" => (CellKind::Blocked, "blocked"),
            "outside" => (CellKind::Outside, "no part of the board"),
            _ => {
                let kinds = "expected left, right, neutral, empty, blocked or outside";
                return Err(Problem::at(place, kinds));
            }
        };
        let name = if line.is_at_end() { name.to_owned() } else { line.text()? };
        self.letters.push(Letter { letter, kind, name });
        Ok(())
    }

    fn set(&mut self, line: &mut Cursor) -> Read<()> {
        let place = line.place();
        let name = single(&line.word(), place)?;
        if !name.is_ascii_uppercase() {
            return Err(Problem::at(place, format!("expected an upper-case letter, found {name}")));
        }
        if self.sets.iter().any(|&(known, _)| known == name) {
            return Err(Problem::at(place, format!("the set {name} is there already")));
        }
        let mut letters = 0;
        while !line.is_at_end() {
            let place = line.place();
            let letter = line.next().unwrap_or_default();
            letters |= self.letters_of(letter, place)?;
        }
        if letters == 0 {
            return Err(Problem::at(line.place(), "expected the letters of the set"));
        }
        self.sets.push((name, letters));
        Ok(())
    }

    fn number(&self, letter: char) -> Option<u8> {
        let number = self.letters.iter().position(|known| known.letter == letter)?;
        Some(number as u8)
    }

    /// The letters that a letter or a set stands for.
    fn letters_of(&self, name: char, place: Place) -> Read<LetterSet> {
        let set = self.sets.iter().find(|&&(known, _)| known == name).map(|&(_, letters)| letters);
        let letters = set.or_else(|| Some(1 << self.number(name)?));
        letters.ok_or_else(|| {
            let what = if name.is_ascii_uppercase() { "set" } else { "letter" };
            let example = if name.is_ascii_uppercase() { "x o" } else { "left" };
            let known: String = self.letters.iter().map(|known| known.letter).collect();
            let sets: String = self.sets.iter().map(|&(name, _)| name).collect();
            let message = match known.is_empty() {
                true => format!("unknown {what} {name}; add a line like: {what} {name} {example}"),
                false => format!("unknown {what} {name}; expected one of {known}{sets}"),
            };
            Problem::at(place, message)
        })
    }

    fn rule(&mut self, line: &mut Cursor, player: Player) -> Read<()> {
        let place = line.place();
        let rules = &self.moves.of[player as usize];
        check_count(rules.len(), MAX_RULES, "rules of a player", place)?;
        if self.moves.all().next().is_none() {
            self.moves_place = Place { column: 1, ..place };
        }
        let mut parts = vec![self.part(line)?];
        if line.is_then() {
            line.word();
            parts.push(self.part(line)?);
        }
        if line.is_then() {
            return Err(Problem::at(line.place(), "a move has at most two parts"));
        }
        line.end()?;
        self.moves.of[player as usize].push(Rule { parts });
        Ok(())
    }

    fn part(&self, line: &mut Cursor) -> Read<Part> {
        let directions = directions(line)?;
        let from = self.pattern(line)?;
        let place = line.place();
        if line.next() != Some('-') || line.next() != Some('>') {
            return Err(Problem::at(place, "expected -> and what the pattern becomes"));
        }
        let end = line.place();
        let to = self.pattern(line)?;
        let cells = |pattern: &[Raw]| pattern.iter().map(|raw| raw.items.len()).sum::<usize>();
        if (cells(&from), from.len()) != (cells(&to), to.len()) {
            let (wanted, found) = (cells(&from), cells(&to));
            let message = format!("expected {wanted} cells, repeated as before ->, found {found}");
            return Err(Problem::at(end, message));
        }
        if cells(&from) > MAX_CELLS {
            let message =
                format!("a pattern has at most {MAX_CELLS} cells, found {}", cells(&from));
            return Err(Problem::at(end, message));
        }
        let mut elements = Vec::new();
        for (from, to) in from.into_iter().zip(to) {
            if from.repeat != to.repeat || from.items.len() != to.items.len() {
                let message = "expected the same groups and repetitions as before ->";
                return Err(Problem::at(to.items[0].1, message));
            }
            let items = from.items.iter().zip(&to.items);
            let items =
                items.map(|(&from, &to)| self.item(from, to)).collect::<Read<Vec<Item>>>()?;
            elements.push(Element { items, repeat: from.repeat });
        }
        let place = end;
        if elements[0].repeat != Repeat::Once {
            return Err(Problem::at(place, "the first cell of a pattern cannot be repeated"));
        }
        if elements.iter().filter(|element| element.repeat == Repeat::Any).count() > 1 {
            return Err(Problem::at(place, "a pattern has at most one repetition *"));
        }
        Ok(Part { directions, elements })
    }

    fn item(&self, from: (char, Place), to: (char, Place)) -> Read<Item> {
        let letters = self.letters_of(from.0, from.1)?;
        self.letters_of(to.0, to.1)?;
        match self.number(to.0) {
            Some(_) if from.0 == to.0 => Ok(Item { from: letters, to: None }),
            Some(number) => Ok(Item { from: letters, to: Some(number) }),
            None if from.0 == to.0 => Ok(Item { from: letters, to: None }),
            None => {
                let message = format!(
                    "a cell becomes a letter, or keeps its own: expected a letter or {}, found {}",
                    from.0, to.0
                );
                Err(Problem::at(to.1, message))
            }
        }
    }

    /// One side of `->`; it has at least one element, and each element at least one cell.
    fn pattern(&self, line: &mut Cursor) -> Read<Vec<Raw>> {
        let mut elements: Vec<Raw> = Vec::new();
        while let Some(letter) = line.peek().filter(|&c| c != '-') {
            if line.is_then() && !elements.is_empty() {
                break;
            }
            let place = line.place();
            line.next();
            let mut items = Vec::new();
            if letter == '(' {
                loop {
                    let place = line.place();
                    match line.next() {
                        Some(')') if !items.is_empty() => break,
                        Some(letter) => {
                            self.letters_of(letter, place)?;
                            items.push((letter, place));
                        }
                        None => return Err(Problem::at(place, "expected )")),
                    }
                }
            } else {
                self.letters_of(letter, place)?;
                items.push((letter, place));
            }
            let mut repeat = Repeat::Once;
            if line.next_if('*') {
                repeat = if line.next_if('*') { Repeat::Whole } else { Repeat::Any };
            } else if letter == '(' {
                return Err(Problem::at(line.place(), "expected * or ** after )"));
            }
            elements.push(Raw { items, repeat });
        }
        match elements.is_empty() {
            true => Err(Problem::at(line.place(), "expected the cells of a pattern")),
            false => Ok(elements),
        }
    }

    fn test(&mut self, line: &mut Cursor) -> Read<()> {
        let place = line.place();
        check_count(self.tests.len(), MAX_TESTS, "tests", place)?;
        let text = line.text()?;
        let Some((position, value)) = text.split_once('=') else {
            return Err(Problem::at(place, "expected a position, = and its value"));
        };
        let before = position.chars().count() + 1;
        let blanks = value.chars().take_while(|c| c.is_whitespace()).count();
        let at_value = Place { column: place.column + before + blanks, ..place };
        self.tests.push(Test {
            position: (place, position.trim().to_owned()),
            value: (at_value, value.trim().to_owned()),
        });
        Ok(())
    }

    /// The letters of Left and those of Right, in their order.
    fn letters_by_player(&self) -> [Vec<u8>; 2] {
        [CellKind::Left, CellKind::Right].map(|kind| {
            let letters = (0..).zip(&self.letters).filter(|(_, letter)| letter.kind == kind);
            letters.map(|(number, _)| number).collect()
        })
    }

    /// For each letter the one that it becomes when the players are exchanged: the first of Left and the first of Right
    /// change places, and so on.
    pub(crate) fn exchange(&self) -> Vec<u8> {
        let mut exchange: Vec<u8> = (0..self.letters.len() as u8).collect();
        let [left, right] = self.letters_by_player();
        if left.len() == right.len() {
            for (a, b) in left.into_iter().zip(right) {
                exchange.swap(a.into(), b.into());
            }
        }
        exchange
    }

    /// Gives Right the moves of Left with the letters exchanged.
    fn exchange_moves(&mut self, place: Place) -> Read<()> {
        let [left, right] = self.letters_by_player();
        if left.len() != right.len() {
            let message = format!(
                "Left has {} letters and Right has {}: they cannot be exchanged",
                left.len(),
                right.len()
            );
            return Err(Problem::at(place, message));
        }
        let exchange = self.exchange();
        let rules = self.moves.of(Player::Left).to_vec();
        check_count(
            self.moves.of(Player::Right).len() + rules.len(),
            MAX_RULES + 1,
            "rules of a player",
            place,
        )?;
        let exchanged = rules.iter().map(|rule| Rule {
            parts: rule.parts.iter().map(|part| part.exchanged(&exchange)).collect(),
        });
        self.moves.of[Player::Right as usize].extend(exchanged);
        Ok(())
    }
}

/// An element as it is written.
struct Raw {
    items: Vec<(char, Place)>,
    repeat: Repeat,
}

/// Reads directions and a colon.
fn directions(line: &mut Cursor) -> Read<Vec<Direction>> {
    const NAMED: [(&str, Direction); 8] = [
        ("north", Direction::new(-1, 0)),
        ("east", Direction::new(0, 1)),
        ("south", Direction::new(1, 0)),
        ("west", Direction::new(0, -1)),
        ("northeast", Direction::new(-1, 1)),
        ("southeast", Direction::new(1, 1)),
        ("southwest", Direction::new(1, -1)),
        ("northwest", Direction::new(-1, -1)),
    ];
    let mut directions = Vec::new();
    loop {
        let place = line.place();
        let name = line.name();
        let group = match name.as_str() {
            "orthogonal" => &NAMED[..4],
            "diagonal" => &NAMED[4..],
            "any" => &NAMED[..],
            _ => match NAMED.iter().position(|&(known, _)| known == name) {
                Some(index) => &NAMED[index..=index],
                None => {
                    let message = "expected a direction: north, east, south, west, northeast, southeast, southwest, \
                                   northwest, orthogonal, diagonal or any";
                    return Err(Problem::at(place, message));
                }
            },
        };
        for &(_, direction) in group {
            if !directions.contains(&direction) {
                directions.push(direction);
            }
        }
        let place = line.place();
        match line.next() {
            Some(',') => {}
            Some(':') => return Ok(directions),
            _ => return Err(Problem::at(place, "expected a colon after the directions")),
        }
    }
}

fn single(word: &str, place: Place) -> Read<char> {
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Ok(letter),
        (None, _) => Err(Problem::at(place, "expected a character")),
        _ => {
            let word = shortened(word);
            Err(Problem::at(place, format!("expected a single character, found {word}")))
        }
    }
}

fn check_count(count: usize, limit: usize, what: &str, place: Place) -> Read<()> {
    let message = || format!("there are too many {what}; the limit is {limit}");
    if count < limit { Ok(()) } else { Err(Problem::at(place, message())) }
}

/// The start of a text, for an error.
fn shortened(text: &str) -> String {
    text.chars().take(MAX_NAME).collect()
}

/// A line that is read from left to right. Blanks are skipped before everything that is read.
struct Cursor {
    letters: Vec<char>,
    at: usize,
    line: usize,
}

impl Cursor {
    /// The line without its comment: from `//` on, at its beginning or after a blank.
    fn new(text: &str, line: usize) -> Read<Cursor> {
        let mut letters: Vec<char> = text.chars().take(MAX_LINE + 1).collect();
        if letters.len() > MAX_LINE {
            let place = Place { line, column: MAX_LINE + 1 };
            return Err(Problem::at(place, format!("a line has at most {MAX_LINE} characters")));
        }
        let is_comment = |at: &usize| {
            letters[*at..].starts_with(&['/', '/'])
                && (*at == 0 || letters[*at - 1].is_whitespace())
        };
        if let Some(comment) = (0..letters.len()).find(is_comment) {
            letters.truncate(comment);
        }
        let end = letters.iter().rposition(|c| !c.is_whitespace()).map_or(0, |last| last + 1);
        letters.truncate(end);
        let mut cursor = Cursor { letters, at: 0, line };
        cursor.skip_blanks();
        Ok(cursor)
    }

    fn skip_blanks(&mut self) {
        while self.letters.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
    }

    fn place(&self) -> Place {
        Place { line: self.line, column: self.at + 1 }
    }

    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    fn is_at_end(&self) -> bool {
        self.at == self.letters.len()
    }

    fn rest(&self) -> String {
        self.letters[self.at..].iter().collect()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += 1;
        self.skip_blanks();
        Some(next)
    }

    fn next_if(&mut self, wanted: char) -> bool {
        self.peek() == Some(wanted) && self.next().is_some()
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let start = self.at;
        while self.peek().is_some_and(&wanted) {
            self.at += 1;
        }
        let taken = self.letters[start..self.at].iter().collect();
        self.skip_blanks();
        taken
    }

    /// What comes before a blank.
    fn word(&mut self) -> String {
        self.take_while(|c| !c.is_whitespace())
    }

    fn name(&mut self) -> String {
        self.take_while(|c| c.is_ascii_alphabetic())
    }

    /// Whether the word `then` comes next.
    fn is_then(&self) -> bool {
        let rest = &self.letters[self.at..];
        rest.starts_with(&['t', 'h', 'e', 'n']) && rest.get(4).is_none_or(|c| c.is_whitespace())
    }

    /// The rest of the line, which must not be empty.
    fn text(&mut self) -> Read<String> {
        let (place, text) = (self.place(), self.rest());
        self.at = self.letters.len();
        if text.is_empty() { Err(Problem::at(place, "expected a text")) } else { Ok(text) }
    }

    fn end(&self) -> Read<()> {
        let message = || format!("expected the end of the line, found {}", shortened(&self.rest()));
        if self.is_at_end() { Ok(()) } else { Err(Problem::at(self.place(), message())) }
    }
}
