//! Reads functions.

use dicot::notation::is_literal;

use super::reader::{Parsed, Reader};
use super::tree::{Lambda, Node, Part};
use crate::operations::constant;
use crate::symbol::Symbol;
use crate::words::{is_arrow, is_control, word};

/// How deep functions may be written in functions. A first choice.
const MAX_NESTED: usize = 200;

impl Reader<'_, '_> {
    /// The names of parameters, in parentheses or one alone.
    pub(super) fn parameters(&mut self, mut at: usize, text: &str) -> Parsed<Vec<Symbol>> {
        let mut symbols = Vec::new();
        for part in text.split(',') {
            let name = part.trim();
            let offset = at + (part.len() - part.trim_start().len());
            if name.is_empty() || word(name) != name {
                return self.expected_at("the name of a variable", offset);
            }
            if is_literal(name) || constant(name).is_some() {
                return self.reserved(name, offset);
            }
            let symbol = self.scope.symbol(name);
            if symbols.contains(&symbol) {
                return self.error("two parameters have this name", offset);
            }
            const MAX_PARAMETERS: usize = 20;
            if symbols.len() == MAX_PARAMETERS {
                let why = format!("a function has at most {MAX_PARAMETERS} parameters");
                return self.error(why, offset);
            }
            symbols.push(symbol);
            at += part.len() + 1;
        }
        Ok(symbols)
    }

    /// Those in parentheses, of which there may be none.
    fn parameters_of_function(&mut self, at: usize, text: &str) -> Parsed<Vec<Symbol>> {
        if text.trim().is_empty() { Ok(Vec::new()) } else { self.parameters(at, text) }
    }

    /// Reads `f(x,y) := body`, the same after `def`, or `def f(x,y) begin .. end`, if it is at the current offset.
    pub(super) fn function(&mut self) -> Parsed<Option<(Symbol, Part)>> {
        if self.word() == "def" {
            self.take(&["def"]);
            self.skip_spaces();
            return match self.function_named(true)? {
                None => self.expected("`name(x) := body`"),
                function => Ok(function),
            };
        }
        self.function_named(false)
    }

    fn function_named(&mut self, is_after_def: bool) -> Parsed<Option<(Symbol, Part)>> {
        let (start, name) = (self.at, self.word());
        let Some(inner) = self.rest()[name.len()..].strip_prefix('(').filter(|_| !name.is_empty())
        else {
            return Ok(None);
        };
        // Parameters have no brackets, so this ends soon.
        let Some(close) = inner.find(['(', ')', '[', '{', ';', '\n']) else { return Ok(None) };
        let Some(after) = inner[close..].strip_prefix(')') else { return Ok(None) };
        let after = after.trim_start_matches(' ');
        let is_block = is_after_def && word(after) == "begin";
        let body = after.strip_prefix(":=").or(is_block.then_some(after));
        let Some(body) = body else { return Ok(None) };
        if is_literal(name) || constant(name).is_some() || is_control(name) {
            return self.reserved(name, start);
        }
        let parameters = self.parameters_of_function(start + name.len() + 1, &inner[..close])?;
        self.at = self.text.len() - body.len();
        let symbol = self.scope.symbol(name);
        Ok(Some((symbol, self.body(start, Some(symbol), parameters)?)))
    }

    /// Reads `x -> body`, if it is at the current offset.
    pub(super) fn lambda(&mut self) -> Parsed<Option<Part>> {
        let (start, name) = (self.at, self.word());
        if name.is_empty() || !is_arrow(&self.rest()[name.len()..]) {
            return Ok(None);
        }
        let parameters = self.parameters(start, name)?;
        self.at += name.len();
        self.arrow_and_body(start, parameters).map(Some)
    }

    /// Reads `(x,y) -> body`, if it is at the current offset.
    #[inline(never)]
    pub(super) fn lambda_in_parentheses(&mut self) -> Parsed<Option<Part>> {
        let (start, inner) = (self.at, &self.rest()[1..]);
        let close = inner.find(['(', ')', '[', ']', '{', '}', '\'']);
        let Some(close) = close.filter(|&close| inner[close..].starts_with(')')) else {
            return Ok(None);
        };
        if !is_arrow(&inner[close + 1..]) {
            return Ok(None);
        }
        let parameters = self.parameters_of_function(start + 1, &inner[..close])?;
        self.at = start + 1 + close + 1;
        self.arrow_and_body(start, parameters).map(Some)
    }

    fn arrow_and_body(&mut self, start: usize, parameters: Vec<Symbol>) -> Parsed<Part> {
        self.skip_spaces();
        self.take(&["->"]);
        self.body(start, None, parameters)
    }

    /// Reads the body of a function, up to the end of the line, the statement or the argument.
    fn body(
        &mut self,
        start: usize,
        name: Option<Symbol>,
        parameters: Vec<Symbol>,
    ) -> Parsed<Part> {
        let at = self.at;
        self.skip_spaces();
        if self.rest().is_empty() || self.rest().starts_with([';', ',']) {
            return self.expected_at("the body of a function", at);
        }
        if self.functions == MAX_NESTED {
            return self.error(format!("functions nest more than {MAX_NESTED} deep"), start);
        }
        self.functions += 1;
        let (first, from) = (self.nodes.len() as u32, self.at);
        let body = self.nested(Reader::condition)?;
        self.functions -= 1;
        let text = self.text[from..self.at].trim_end();
        let nodes = &self.nodes[first as usize..];
        let counted = self.calculation.count_steps(nodes.len());
        let mut names: Vec<Symbol> = (nodes.iter())
            .filter_map(|node| match node {
                Node::Name(symbol) | Node::Call(symbol, ..) => Some(*symbol),
                _ => None,
            })
            .filter(|symbol| Some(*symbol) != name && !parameters.contains(symbol))
            .collect();
        names.sort_unstable();
        names.dedup();
        self.computed(counted, start)?;
        self.hold(text.len() + size_of_val(&names[..]) + size_of::<Lambda>())?;
        let (parameters, text, names) = (parameters.into(), text.into(), names.into());
        let lambda = Lambda { parameters, body, text, start: from, first, names };
        self.node(start, Node::Lambda(lambda.into()))
    }
}
