//! Reads names with what follows them: methods, arguments, indices.

use dicot_loopy::LoopyValue;

use super::reader::{OPERAND, Parsed, Reader};
use super::tree::{Link, Node, Part};
use crate::classes;
use crate::operation::Operation;
use crate::operations::{close_to, constant};
use crate::value::Value;
use crate::words::{PASS, is_control, is_loopy_name, word};

impl Reader<'_, '_> {
    /// Reads what directly follows an operand: methods, and the indices of lists.
    pub(super) fn suffix(&mut self, first: Part) -> Parsed<Part> {
        let mut links = Vec::new();
        loop {
            let (at, rest) = (self.at, self.rest().as_bytes());
            match rest {
                [b'.', c, ..] if c.is_ascii_alphabetic() => {
                    self.at += 1;
                    let (at, name) = (self.at, self.word());
                    if is_loopy_name(name) {
                        links.push(Link::Multiple(at, self.nested(Reader::name)?));
                    } else {
                        let Some(operation) = Operation::find(name) else {
                            return self.unknown(name, close_to(name, std::iter::empty()), at);
                        };
                        self.take(&[name]);
                        let more = match self.rest().starts_with('(') {
                            true => self.arguments()?,
                            false => Box::default(),
                        };
                        links.push(Link::Operation(operation, at, more));
                    }
                }
                [b'.', b'.', ..] => return self.chain(first, links),
                [b'.', ..] => {
                    self.at += 1;
                    return self.expected("the name of an operation");
                }
                [b'[', ..] => {
                    let parts = self.nested(|reader| reader.list("]"))?;
                    links.push(Link::Index(at, parts.into()));
                }
                [b'(', ..] if self.text[..at].ends_with(')') => {
                    links.push(Link::Call(at, self.arguments()?));
                }
                _ => return self.chain(first, links),
            }
            self.hold(2 * size_of::<Link>())?;
            self.step()?;
        }
    }

    /// Reads a name, a constant, or a function with its arguments.
    pub(super) fn name(&mut self) -> Parsed<Part> {
        if let Some(function) = self.lambda()? {
            return Ok(function);
        }
        // CGSuite's `game.grid.Clobber` is `Clobber`.
        const FOLDERS: [&str; 7] = [
            "game.grid.",
            "game.strip.",
            "game.heap.",
            "game.graph.",
            "game.misere.",
            "game.variants.",
            "game.puzzle.",
        ];
        self.take(&FOLDERS);
        // The only operation that belongs to a class.
        if self.rest().starts_with("MisereCanonicalGame.DayN") {
            self.take(&["MisereCanonicalGame."]);
        }
        let at = self.at;
        if let Some((value, length)) = classes::constant_of(self.rest(), word) {
            self.at += length;
            return self.value(at, value);
        }
        let name = self.word();
        match name {
            "if" => return self.nested(Reader::choice),
            "begin" => return self.nested(Reader::block),
            "import" if self.rest()["import".len()..].trim_start().starts_with('"') => {
                return self.import();
            }
            "for" if self.at_loop() => return self.nested(Reader::yields),
            _ if is_control(name) || name.is_empty() => return self.expected(OPERAND),
            _ => {}
        }
        let after = self.rest()[name.len()..].trim_start();
        if self.rest()[name.len()..].starts_with('{') {
            return self.braces_operand();
        }
        let is_open = self.braces.iter().any(|open| &*open.name == name);
        if after.starts_with('(') && !is_open {
            self.take(&[name]);
            let symbol = self.scope.symbol(name);
            self.skip_spaces();
            let paren = self.at;
            let arguments = self.arguments()?;
            return self.node(at, Node::Call(symbol, paren, arguments));
        }
        if name == PASS || is_open {
            let why = format!("`{name}` can only be an option itself, without operators");
            return self.error(why, at);
        }
        let loopy = LoopyValue::of_name(name, self.calculation);
        let constant = self.computed(loopy, at)?.map(Value::from).or_else(|| constant(name));
        self.take(&[name]);
        match constant {
            Some(value) => self.value(at, value),
            None => {
                let symbol = self.scope.symbol(name);
                self.node(at, Node::Name(symbol))
            }
        }
    }
}
