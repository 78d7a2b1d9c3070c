//! Reads games and sets in braces, and games in quotes.

use dicot::notation::{NotationProblem, is_literal, root_of_bars};

use super::reader::{Open, Parsed, Reader};
use super::tree::{Braces, Form, Item, Makes, Node, Part, Quote};
use crate::relation::Relation;
use crate::words::{PASS, word};

/// What is in braces: lists of options, and the groups of bars between them with their sizes and offsets.
struct Lists {
    lists: Vec<Vec<Item>>,
    bars: Vec<(usize, usize)>,
    leads_to: Option<usize>,
    /// Where the first relation is: elements of sets have relations, and options have none.
    compared: Option<usize>,
}

/// The largest size of a group of bars; each size may add a level to the game.
const MAX_BARS: usize = 1000;

const NEEDED: &str = "`|`, `,` or `}`";

impl Reader<'_, '_> {
    /// Reads a game or a set in braces, which may have a name before them.
    pub(super) fn braces_operand(&mut self) -> Parsed<Part> {
        if let Some(part) = self.plain()? {
            return Ok(part);
        }
        self.nested(Reader::in_braces)
    }

    /// Reads braces at once if only the notation of values is in them: most of a long text is. Not where `v` is the name of braces.
    fn plain(&mut self) -> Parsed<Option<Part>> {
        let at = self.at;
        if at < self.not_plain
            || !self.rest().starts_with('{')
            || self.keeps_options && at == self.statement
            || self.literal_names > 0
        {
            return Ok(None);
        }
        match plain_len(self.rest()) {
            Ok(length) => match self.calculation.parse(&self.text[at..at + length]) {
                Ok(game) => {
                    self.at += length;
                    return self.node(at, Node::Value(game.into())).map(Some);
                }
                Err(error) if error.limit().is_some() => {
                    return Err(self.problem(at + error.offset(), error.problem().clone()));
                }
                Err(_) => self.not_plain = at + length,
            },
            Err(length) => self.not_plain = at + length,
        }
        Ok(None)
    }

    fn in_braces(&mut self) -> Parsed<Part> {
        let (start, name, first) = (self.at, self.word(), self.nodes.len() as u32);
        self.at += name.len();
        let depth = self.braces.len();
        let read = match self.lists(name)? {
            Ok(read) => read,
            Err(set) => return Ok(set),
        };
        let is_game = !name.is_empty() || read.leads_to.is_some();
        match (&read.bars[..], &read.lists[..]) {
            ([], _) if is_game => return self.expected_at("`|` before `}`", self.at - 1),
            ([], [list]) => {
                let parts = list.iter().filter_map(|item| match item {
                    Item::Part(part) => Some(*part),
                    _ => None,
                });
                let parts = parts.collect();
                return self.node(start, Node::Set(parts));
            }
            _ => {}
        }
        let braces = self.game_of(read, depth, first)?;
        if start == self.statement {
            self.outermost_end = Some(self.at);
        }
        let leads_out = braces.leads_out;
        let part = self.node(start, Node::Braces(braces.into()))?;
        self.leads_out = self.leads_out.take().or(leads_out.then_some(part));
        Ok(part)
    }

    /// The game of lists with bars between them.
    fn game_of(&mut self, read: Lists, depth: usize, first: u32) -> Parsed<Braces> {
        let Lists { lists, bars, leads_to, compared } = read;
        if let Some(at) = compared {
            return self.expected_at(NEEDED, at);
        }
        let form = form(lists, &bars)
            .map_err(|second| self.problem(second, NotationProblem::AmbiguousBars))?;
        let leads_out = leads_to.is_some_and(|to| to < depth);
        if let (Some(to), Some(around)) = (leads_to.filter(|_| leads_out), self.braces.last_mut()) {
            around.lead_to(to);
        }
        Ok(Braces { depth, leads_back: leads_to.is_some(), leads_out, first, form })
    }

    /// Reads from an opening brace to the closing one. A loop is a set, and read.
    fn lists(&mut self, name: &str) -> Parsed<Result<Lists, Part>> {
        let start = self.at - name.len();
        self.at += 1;
        self.open += 1;
        self.braces.push(Open { name: name.into(), leads_to: None });
        self.literal_names += usize::from(is_literal(name));
        let (mut lists, mut bars, mut compared) = (vec![Vec::new()], Vec::new(), None);
        self.skip_spaces();
        if name.is_empty() && self.rest().starts_with("=>") {
            return self.map_of(start, None).map(Err);
        }
        loop {
            if !self.rest().starts_with(['|', '}']) {
                loop {
                    let mut item = self.item()?;
                    self.hold(2 * size_of::<Item>())?;
                    if let Item::Part(part) = item {
                        self.skip_spaces();
                        let is_first = bars.is_empty() && lists[0].is_empty();
                        if is_first && name.is_empty() && self.at_loop() {
                            self.close();
                            return self.loop_of(start, Makes::Set, vec![part], "}").map(Err);
                        }
                        if is_first && name.is_empty() && self.rest().starts_with("=>") {
                            return self.map_of(start, Some(part)).map(Err);
                        }
                        let relation = Relation::at(self.rest());
                        if let Some(relation) = relation.filter(|r| !r.text.contains('|')) {
                            compared = compared.or(Some(self.at));
                            item = Item::Part(self.compared(part, relation)?);
                        }
                    }
                    lists.last_mut().expect("a list").push(item);
                    self.skip_spaces();
                    if !self.take(&[","]) {
                        break;
                    }
                }
            }
            let at = self.at;
            if self.take(&["}"]) {
                break;
            }
            let count = self.rest().bytes().take_while(|&b| b == b'|').count();
            if count == 0 {
                return match compared {
                    Some(at) => self.expected_at(NEEDED, at),
                    None => self.expected(NEEDED),
                };
            }
            if count > MAX_BARS {
                return self.expected("a group of at most 1000 bars");
            }
            self.at += count;
            bars.push((count, at));
            lists.push(Vec::new());
            self.hold(2 * size_of::<Vec<Item>>())?;
            self.skip_spaces();
        }
        self.open -= 1;
        let leads_to = self.close().and_then(|open| open.leads_to);
        Ok(Ok(Lists { lists, bars, leads_to, compared }))
    }

    /// Reads the rest of a map after its first key: `{1 => ^, 2 => *}`. That without keys is `{=>}`.
    fn map_of(&mut self, start: usize, mut key: Option<Part>) -> Parsed<Part> {
        self.close();
        let mut parts = Vec::new();
        loop {
            if !self.take(&["=>"]) {
                return self.expected("`=>` or an operator");
            }
            if let Some(key) = key {
                parts.extend([key, self.nested(Reader::condition)?]);
                self.hold(4 * size_of::<Part>())?;
            }
            self.skip_spaces();
            if self.take(&["}"]) {
                break;
            }
            if parts.len() == 2 && self.at_loop() {
                return self.loop_of(start, Makes::Map, parts, "}");
            }
            if key.is_none() || !self.take(&[","]) {
                return self.expected("`}`, `,` or an operator");
            }
            key = Some(self.nested(Reader::condition)?);
            self.skip_spaces();
        }
        self.open -= 1;
        self.node(start, Node::Map(parts.into()))
    }

    /// Removes the innermost open braces.
    fn close(&mut self) -> Option<Open> {
        let open = self.braces.pop()?;
        self.literal_names -= usize::from(is_literal(&open.name));
        Some(open)
    }

    /// Reads an option: an expression, `pass`, or the name of open braces.
    fn item(&mut self) -> Parsed<Item> {
        self.skip_spaces();
        let word = self.word();
        let ends = || self.rest()[word.len()..].trim_start().starts_with([',', '|', '}']);
        if !word.is_empty() && ends() {
            let index = self.braces.iter().rposition(|open| &*open.name == word);
            let pass = (word == PASS).then(|| self.braces.len() - 1);
            if let (Some(to), Some(open)) = (index.or(pass), self.braces.last_mut()) {
                open.lead_to(to);
                self.take(&[word]);
                return Ok(index.map_or(Item::Pass, Item::Open));
            }
        }
        let part = self.expression()?;
        if let Some(braces) = self.leads_out.take()
            && braces.node != part.node
        {
            let why = "a game that leads to braces around it can only be an option itself";
            return self.error(why, braces.at);
        }
        Ok(Item::Part(part))
    }

    /// Reads a game in quotes.
    pub(super) fn quote(&mut self) -> Parsed<Part> {
        let start = self.at;
        self.at += 1;
        let name = self.word();
        if !self.rest()[name.len()..].starts_with('{') {
            return self.expected("`{`");
        }
        self.at += name.len();
        // Names of braces around the quotes have no meaning in them.
        let around = std::mem::take(&mut self.braces);
        let first = self.nodes.len() as u32;
        let read = self.nested(|reader| reader.lists(name))?;
        let Ok(read) = read else {
            return self.expected_at("`|`, `,` or an operator", self.at - 1);
        };
        let is_loopy = !name.is_empty()
            || read.leads_to.is_some()
            || self.nodes[first as usize..].iter().any(Node::is_loopy);
        let bars = &read.bars[..];
        match bars {
            [] if is_loopy => return self.expected_at("`|` before `}`", self.at - 1),
            [] => return self.expected_at("`|`, `,` or an operator", self.at - 1),
            [_, (_, second), ..] if !is_loopy => {
                let needed = "`}`, `,` or an operator (put a game among the options in braces)";
                return self.expected_at(needed, *second);
            }
            _ => {}
        }
        let braces = self.game_of(read, 0, first)?;
        self.braces = around;
        if !self.take(&["'"]) {
            return self.expected("`'`");
        }
        let text = self.text[start..self.at].into();
        self.hold(self.at - start)?;
        let node = (self.nodes.len() as u32).saturating_sub(1).max(first);
        let quote = Quote { text, braces, has_name: !name.is_empty(), node };
        self.node(start, Node::Quote(quote.into()))
    }
}

/// The options on the sides of the root among groups of bars.
///
/// # Errors
/// If two groups are the longest: the offset of the second.
fn form(mut lists: Vec<Vec<Item>>, bars: &[(usize, usize)]) -> Result<Form, usize> {
    let root = root_of_bars(bars)?;
    let right = lists.split_off(root + 1);
    let side = |mut lists: Vec<Vec<Item>>, bars: &[(usize, usize)]| -> Result<Vec<Item>, usize> {
        match bars {
            [] => Ok(lists.pop().unwrap_or_default()),
            bars => Ok(vec![Item::Form(form(lists, bars)?)]),
        }
    };
    let sides = [side(lists, &bars[..root])?, side(right, &bars[root + 1..])?];
    Ok(Form { at: bars[root].1, sides })
}

/// The length of the braces with which a text begins, if nothing is in them that is not in the notation of values, or else of what comes
/// before that.
fn plain_len(text: &str) -> Result<usize, usize> {
    let (mut open, mut at) = (0_usize, 0);
    let bytes = text.as_bytes();
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'{' => open += 1,
            b'}' => {
                open -= 1;
                if open == 0 {
                    return Ok(at + 1);
                }
            }
            b'a'..=b'z' | b'A'..=b'Z' => {
                let word = word(&text[at..]);
                if !is_literal(word) {
                    return Err(at);
                }
                at += word.len() - 1;
            }
            b'0'..=b'9'
            | b'|'
            | b','
            | b'^'
            | b'*'
            | b'/'
            | b'+'
            | b'-'
            | b'('
            | b')'
            | b'['
            | b']'
            | b'<'
            | b'>'
            | b' '
            | b'\n' => {}
            _ => return Err(at),
        }
        at += 1;
    }
    Err(at)
}
