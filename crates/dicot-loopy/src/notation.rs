//! Reading values from texts.

use std::fmt;

use dicot::{Calculation, CanonicalForm, Player, Store, ValueError};

use crate::game::{LoopyGame, LoopyOption, PositionId};
use crate::value::LoopyValue;

/// Why a text is not a loopy game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseLoopyError {
    /// The byte at which the problem is.
    pub offset: usize,
    /// The problem.
    pub problem: String,
}

impl fmt::Display for ParseLoopyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at offset {}: {}", self.offset, self.problem)
    }
}

impl std::error::Error for ParseLoopyError {}

type Parsed<T> = Result<T, ParseLoopyError>;

/// The deepest nesting of brackets in a text.
const MAX_DEPTH: usize = 200;

impl std::str::FromStr for LoopyValue {
    type Err = ParseLoopyError;

    fn from_str(text: &str) -> Parsed<LoopyValue> {
        let store = Store::global();
        LoopyValue::parse(text, &mut store.calculation())
    }
}

impl LoopyValue {
    /// Reads a value.
    ///
    /// # Errors
    /// If the text is not a game, or a limit is reached.
    pub fn parse(text: &str, calculation: &mut Calculation<'_>) -> Parsed<LoopyValue> {
        let mut reader = Reader {
            text,
            at: 0,
            calculation,
            game: LoopyGame::new(),
            names: Vec::new(),
            depth: 0,
            outermost: usize::MAX,
        };
        let value = reader.sided()?;
        reader.spaces();
        match reader.rest().is_empty() {
            true => Ok(value),
            false => Err(reader.expected("an operator or the end of the text")),
        }
    }
}

struct Reader<'t, 'c, 's> {
    text: &'t str,
    at: usize,
    calculation: &'c mut Calculation<'s>,
    /// All games in braces.
    game: LoopyGame,
    /// The names of the braces around the current offset.
    names: Vec<(&'t str, PositionId)>,
    depth: usize,
    /// The least index in `names` of a name that was read since this was last set.
    outermost: usize,
}

/// What is in a list of options.
enum Item {
    Option(LoopyOption),
    Pass,
}

impl<'t> Reader<'t, '_, '_> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn take(&mut self, texts: &[&str]) -> bool {
        match texts.iter().find(|text| self.rest().starts_with(**text)) {
            Some(text) => {
                self.at += text.len();
                true
            }
            None => false,
        }
    }

    fn problem(&self, offset: usize, problem: impl fmt::Display) -> ParseLoopyError {
        ParseLoopyError { offset, problem: problem.to_string() }
    }

    fn expected(&self, what: &str) -> ParseLoopyError {
        let found = match self.rest().chars().next() {
            Some(c) => format!("`{c}`"),
            None => "the end of the text".to_owned(),
        };
        self.problem(self.at, format!("expected {what}, found {found}"))
    }

    fn failed(&self, at: usize) -> impl FnOnce(ValueError) -> ParseLoopyError + use<> {
        move |error| ParseLoopyError { offset: at, problem: error.to_string() }
    }

    fn word(&self) -> &'t str {
        let rest = self.rest();
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return "";
        }
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        &rest[..end.unwrap_or(rest.len())]
    }

    /// `s & t`, or a sum.
    fn sided(&mut self) -> Parsed<LoopyValue> {
        let onside = self.sum()?;
        self.spaces();
        let at = self.at;
        if !self.take(&["&"]) {
            return Ok(onside);
        }
        let offside = self.sum()?;
        onside.with_offside(&offside, self.calculation).map_err(self.failed(at))
    }

    fn sum(&mut self) -> Parsed<LoopyValue> {
        let mut sum = self.product()?;
        loop {
            self.spaces();
            let at = self.at;
            let minus = match self.rest().as_bytes().first() {
                Some(b'+') => false,
                Some(b'-') => true,
                _ => return Ok(sum),
            };
            self.at += 1;
            let mut other = self.product()?;
            if minus {
                other = other.negative(self.calculation).map_err(self.failed(at))?;
            }
            sum = sum.sum(&other, self.calculation).map_err(self.failed(at))?;
        }
    }

    /// Operands joined by `*` or `.`, of which all but one are integers.
    fn product(&mut self) -> Parsed<LoopyValue> {
        let mut product = self.signed()?;
        loop {
            self.spaces();
            let at = self.at;
            if !self.take(&["*", "."]) {
                return Ok(product);
            }
            let factor = self.signed()?;
            let integer = |value: &LoopyValue| value.as_short().and_then(CanonicalForm::to_integer);
            let (n, value) = match (integer(&product), integer(&factor)) {
                (Some(n), _) => (n, factor),
                (_, Some(n)) => (n, product),
                _ => return Err(self.problem(at, "one of the factors must be an integer")),
            };
            product = value.multiple(n, self.calculation).map_err(self.failed(at))?;
        }
    }

    fn signed(&mut self) -> Parsed<LoopyValue> {
        self.spaces();
        let at = self.at;
        self.nest(at)?;
        let value = if self.take(&["+-", "±"]) {
            self.switch()?
        } else if self.take(&["-"]) {
            match self.rest().starts_with(|c: char| c.is_ascii_digit()) {
                true => self.number(true)?,
                false => self.signed()?.negative(self.calculation).map_err(self.failed(at))?,
            }
        } else {
            self.operand()?
        };
        self.depth -= 1;
        Ok(value)
    }

    fn nest(&mut self, at: usize) -> Parsed<()> {
        self.depth += 1;
        match self.depth > MAX_DEPTH {
            true => Err(self.problem(at, format!("nested more than {MAX_DEPTH} levels deep"))),
            false => Ok(()),
        }
    }

    /// What follows `+-`: an operand, or the Left options in braces.
    fn switch(&mut self) -> Parsed<LoopyValue> {
        self.spaces();
        let at = self.at;
        let left = match self.rest().starts_with('{') {
            true => {
                let position = self.game.add_position();
                let names = self.names.len();
                let found = self.braces("", position, true)?;
                debug_assert_eq!(names, self.names.len());
                match found {
                    Some(list) => list,
                    None => vec![self.value_of(position, at)?],
                }
            }
            false => vec![self.signed()?],
        };
        let mut game = LoopyGame::new();
        let root = game.add_position();
        for option in left {
            let negative = option.negative(self.calculation).map_err(self.failed(at))?;
            game.add_option(root, Player::Left, option);
            game.add_option(root, Player::Right, negative);
        }
        game.value(root, self.calculation).map_err(self.failed(at))
    }

    fn operand(&mut self) -> Parsed<LoopyValue> {
        self.spaces();
        let at = self.at;
        let word = self.word();
        let named = self.rest()[word.len()..].starts_with('{');
        match self.rest().chars().next() {
            Some('(') => {
                self.at += 1;
                let value = self.sided()?;
                self.spaces();
                match self.take(&[")"]) {
                    true => Ok(value),
                    false => Err(self.expected("`)` or an operator")),
                }
            }
            Some('{') => self.braces_value("", at),
            Some(c) if c.is_ascii_digit() => self.number(false),
            Some('^' | 'v' | '*' | '↑' | '↓' | '⇑' | '⇓' | '½' | '¼' | '¾')
                if !named && (word.is_empty() || is_downs(word)) =>
            {
                self.literal()
            }
            Some(_) if matches!(word, "Tiny" | "Miny" | "tiny" | "miny") => self.tiny(word),
            Some(_) if !word.is_empty() => {
                self.at += word.len();
                if self.rest().starts_with('{') {
                    return self.braces_value(word, at);
                }
                if let Some(value) =
                    LoopyValue::of_name(word, self.calculation).map_err(self.failed(at))?
                {
                    return Ok(value);
                }
                let known = word == "pass" || self.names.iter().any(|(name, _)| *name == word);
                Err(self.problem(
                    at,
                    match known {
                        true => format!("`{word}` can only be an option itself, without operators"),
                        false => format!("unknown name `{word}`"),
                    },
                ))
            }
            _ => Err(self.expected("a game")),
        }
    }

    /// A number, with what directly follows it.
    fn number(&mut self, negative: bool) -> Parsed<LoopyValue> {
        let at = self.at;
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let mut length = digits(self.rest());
        if self.rest()[length..].starts_with('/') {
            length += 1 + digits(&self.rest()[length + 1..]);
        }
        let number = &self.rest()[..length];
        let sign = if negative { "-" } else { "" };
        let form = self.calculation.parse(&format!("{sign}{number}"));
        let form = form.map_err(|error| self.problem(at, error))?;
        self.at += length;
        let number = LoopyValue::from(form);
        let word = self.word();
        let more = match word {
            "over" | "under" => {
                self.at += word.len();
                LoopyValue::of_name(word, self.calculation).map_err(self.failed(at))?
            }
            "Tiny" | "Miny" => Some(self.tiny(word)?),
            _ if word.is_empty() && self.rest().starts_with(['^', '↑', '↓', '⇑', '⇓'])
                || is_downs(word)
                || self.at_star() =>
            {
                Some(self.literal()?)
            }
            _ => None,
        };
        match more {
            Some(more) => number.sum(&more, self.calculation).map_err(self.failed(at)),
            None => Ok(number),
        }
    }

    /// Whether a star is at the current offset, and not a product.
    fn at_star(&self) -> bool {
        let Some(rest) = self.rest().strip_prefix('*') else { return false };
        let next = rest.trim_start_matches(|c: char| c.is_ascii_digit()).chars().next();
        !next.is_some_and(|c| c.is_ascii_alphabetic() || "({^*".contains(c))
    }

    /// Ups and a nimber.
    fn literal(&mut self) -> Parsed<LoopyValue> {
        let at = self.at;
        for (name, is_sum, is_up) in [
            ("^[on]", true, true),
            ("v[on]", true, false),
            ("^<on>", false, true),
            ("v<on>", false, false),
        ] {
            if self.take(&[name]) {
                let failed = self.failed(at);
                let mut value = LoopyValue::up_of_on(is_sum, self.calculation).map_err(failed)?;
                if !is_up {
                    value = value.negative(self.calculation).map_err(self.failed(at))?;
                }
                if self.at_star() {
                    let star = self.literal()?;
                    value = value.sum(&star, self.calculation).map_err(self.failed(at))?;
                }
                return Ok(value);
            }
        }
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let mut length = 0;
        let rest = self.rest();
        while let Some(c) = rest[length..].chars().next() {
            let after = &rest[length + c.len_utf8()..];
            if c == '*' {
                self.at = at + length;
                let star = self.at_star();
                self.at = at;
                if star || length == 0 {
                    length += 1 + digits(after);
                }
                break;
            } else if "^v↑↓⇑⇓½¼¾".contains(c) {
                length += c.len_utf8() + digits(after);
            } else if let ('[' | '<', Some(end)) = (c, after.find([']', '>'])) {
                if end == 0 || digits(after) != end || length == 0 {
                    break;
                }
                length += end + 2;
            } else {
                break;
            }
        }
        let form = self.calculation.parse(&rest[..length]);
        let form = form.map_err(|error| self.problem(at, error))?;
        self.at += length;
        Ok(form.into())
    }

    /// `Tiny(G)` or `Miny(G)`.
    fn tiny(&mut self, word: &str) -> Parsed<LoopyValue> {
        let at = self.at;
        self.at += word.len();
        self.spaces();
        if !self.rest().starts_with('(') {
            return Err(self.expected("`(`"));
        }
        let subscript = self.operand()?;
        let tiny = subscript.tiny(self.calculation).map_err(self.failed(at))?;
        match word.starts_with(['M', 'm']) {
            true => tiny.negative(self.calculation).map_err(self.failed(at)),
            false => Ok(tiny),
        }
    }

    /// The value of a game in braces, which may have a name.
    fn braces_value(&mut self, name: &'t str, at: usize) -> Parsed<LoopyValue> {
        let outer = std::mem::replace(&mut self.outermost, usize::MAX);
        let position = self.game.add_position();
        self.braces(name, position, false)?;
        if self.outermost < self.names.len() {
            let problem = "a game with an option outside of it can only be an option itself";
            return Err(self.problem(at, problem));
        }
        self.outermost = outer;
        self.value_of(position, at)
    }

    fn value_of(&mut self, position: PositionId, at: usize) -> Parsed<LoopyValue> {
        self.game.value(position, self.calculation).map_err(self.failed(at))
    }

    /// Reads braces and gives a position their options. A list without bars is returned, if it is allowed.
    fn braces(
        &mut self,
        name: &'t str,
        position: PositionId,
        may_be_list: bool,
    ) -> Parsed<Option<Vec<LoopyValue>>> {
        let begin = self.at;
        self.nest(begin)?;
        self.at += 1;
        self.names.push((name, position));
        let mut lists: Vec<Vec<Item>> = vec![Vec::new()];
        let mut bars: Vec<(usize, usize)> = Vec::new();
        loop {
            self.spaces();
            if !self.rest().starts_with(['|', '}']) {
                loop {
                    let item = self.item()?;
                    lists.last_mut().expect("a list").push(item);
                    self.spaces();
                    if !self.take(&[","]) {
                        break;
                    }
                }
            }
            let at = self.at;
            let count = self.rest().bytes().take_while(|&b| b == b'|').count();
            self.at += count;
            if count > 0 {
                bars.push((count, at));
                lists.push(Vec::new());
            } else if self.take(&["}"]) {
                break;
            } else {
                return Err(self.expected("`|`, `,` or `}`"));
            }
        }
        self.names.pop();
        self.depth -= 1;
        if bars.is_empty() {
            let list = lists.pop().expect("a list");
            let values = list.into_iter().map(|item| match item {
                Item::Option(LoopyOption::Value(value)) => Ok(value),
                Item::Option(LoopyOption::Position(position)) => self.value_of(position, begin),
                Item::Pass => Err(self.problem(begin, "`pass` needs braces with bars around it")),
            });
            let values = values.collect::<Parsed<Vec<LoopyValue>>>()?;
            return match may_be_list && !values.is_empty() {
                true => Ok(Some(values)),
                false => Err(self.problem(self.at - 1, "expected `|` before `}`")),
            };
        }
        let mut lists: Vec<Option<Vec<Item>>> = lists.into_iter().map(Some).collect();
        self.group(position, &mut lists, &bars)?;
        Ok(None)
    }

    /// Gives a position the options in lists and the groups of bars between them.
    fn group(
        &mut self,
        position: PositionId,
        lists: &mut [Option<Vec<Item>>],
        bars: &[(usize, usize)],
    ) -> Parsed<()> {
        let longest = bars.iter().map(|&(count, _)| count).max().expect("bars");
        let mut roots = (0..bars.len()).filter(|&i| bars[i].0 == longest);
        let root = roots.next().expect("the longest");
        if let Some(second) = roots.next() {
            let problem = "two groups of bars are equally long: write more bars, or braces";
            return Err(self.problem(bars[second].1, problem));
        }
        let (left, right) = lists.split_at_mut(root + 1);
        for (player, lists, bars) in
            [(Player::Left, left, &bars[..root]), (Player::Right, right, &bars[root + 1..])]
        {
            if let [list] = lists {
                for item in list.take().expect("each list is used once") {
                    match item {
                        Item::Option(option) => self.game.add_option(position, player, option),
                        Item::Pass => self.game.add_option(position, player, position),
                    }
                }
            } else {
                let option = self.game.add_position();
                self.group(option, lists, bars)?;
                self.game.add_option(position, player, option);
            }
        }
        Ok(())
    }

    /// An option.
    fn item(&mut self) -> Parsed<Item> {
        self.spaces();
        let (start, word) = (self.at, self.word());
        let ends =
            |reader: &Reader<'_, '_, '_>| reader.rest().trim_start().starts_with([',', '|', '}']);
        if !word.is_empty() || self.rest().starts_with('{') {
            self.at += word.len();
            if ends(self) {
                if word == "pass" {
                    return Ok(Item::Pass);
                }
                let named = self.names.iter().rposition(|(name, _)| *name == word);
                if let Some(index) = named {
                    self.outermost = self.outermost.min(index);
                    return Ok(Item::Option(self.names[index].1.into()));
                }
            }
            if self.rest().starts_with('{') {
                let outer = std::mem::replace(&mut self.outermost, usize::MAX);
                let position = self.game.add_position();
                self.braces(word, position, false)?;
                if ends(self) {
                    self.outermost = self.outermost.min(outer);
                    return Ok(Item::Option(position.into()));
                }
                self.outermost = outer;
            }
            self.at = start;
        }
        let value = self.sided()?;
        Ok(Item::Option(LoopyOption::Value(value)))
    }
}

/// Whether a word is a multiple of down: `v`, `vv`, `v3`.
fn is_downs(word: &str) -> bool {
    let rest = word.trim_start_matches('v');
    word.starts_with('v') && rest.bytes().all(|b| b.is_ascii_digit())
}
