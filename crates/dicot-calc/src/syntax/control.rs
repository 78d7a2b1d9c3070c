//! Reads conditions, choices and blocks.

use super::reader::{Parsed, Reader, Statement};
use super::tree::{Choice, Node, Part, Repeat, Statements};
use crate::symbol::Symbol;
use crate::words::word;

impl Reader<'_, '_> {
    /// Reads an expression with relations and `not`, `and`, `or` in it.
    pub(super) fn condition(&mut self) -> Parsed<Part> {
        self.joined_by("or", |reader| reader.joined_by("and", Reader::negation))
    }

    fn joined_by(&mut self, keyword: &str, part: fn(&mut Self) -> Parsed<Part>) -> Parsed<Part> {
        let first = part(self)?;
        let mut parts = vec![first];
        while self.at_keyword(keyword) {
            self.take(&[keyword]);
            parts.push(part(self)?);
            self.hold(2 * size_of::<Part>())?;
        }
        match parts.len() {
            1 => Ok(first),
            _ => self.node(first.at, Node::Either(keyword == "or", parts.into())),
        }
    }

    /// Whether a keyword is at the current offset, after spaces.
    fn at_keyword(&mut self, keyword: &str) -> bool {
        self.skip_gap();
        self.word() == keyword
    }

    fn negation(&mut self) -> Parsed<Part> {
        self.skip_spaces();
        let at = self.at;
        if self.word() == "not" {
            self.take(&["not"]);
            let part = self.nested(Reader::negation)?;
            return self.node(at, Node::Not(part));
        }
        self.comparison()
    }

    /// Reads `if p then a elseif q then b else c end`, of which the first word is at the current offset.
    pub(super) fn choice(&mut self) -> Parsed<Part> {
        let at = self.at;
        self.open += 1;
        let mut cases = Vec::new();
        let otherwise = loop {
            self.at += self.word().len(); // `if` or `elseif`
            let condition = self.nested(Reader::condition)?;
            if !self.take_word("then") {
                return self.expected("`then` or an operator");
            }
            cases.push((condition, self.nested(Reader::condition)?));
            self.hold(2 * size_of::<(Part, Part)>())?;
            self.skip_spaces();
            match self.word() {
                "elseif" => {}
                "else" => {
                    self.take(&["else"]);
                    break self.nested(Reader::condition)?;
                }
                _ => return self.expected("`elseif`, `else` or an operator"),
            }
        };
        if !self.take_word("end") {
            return self.expected("`end` or an operator");
        }
        self.open -= 1;
        let choice = Choice { cases: cases.into(), otherwise };
        self.node(at, Node::Choice(choice.into()))
    }

    /// Reads `begin a := 1; a + 1 end`, of which the first word is at the current offset.
    pub(super) fn block(&mut self) -> Parsed<Part> {
        let at = self.at;
        self.take(&["begin"]);
        let outer = self.in_blocks.replace(Vec::new());
        let statements = self.statements()?;
        let defined = std::mem::replace(&mut self.in_blocks, outer).unwrap_or_default();
        self.node(at, Node::Block(statements, defined.into()))
    }

    /// Reads `while p do a := a + 1 end`, of which the first word is at the current offset.
    pub(super) fn repeat(&mut self) -> Parsed<Part> {
        let at = self.at;
        self.take(&["while"]);
        self.open += 1;
        let condition = self.nested(Reader::condition)?;
        if !self.take_word("do") {
            return self.expected("`do` or an operator");
        }
        self.open -= 1;
        let statements = self.statements()?;
        let is_in_block = self.in_blocks.is_some();
        let defined = statements.iter().filter_map(|(symbol, _)| *symbol);
        self.in_blocks.iter_mut().for_each(|names| names.extend(defined.clone()));
        self.node(at, Node::Repeat(Repeat { condition, statements, is_in_block }.into()))
    }

    /// Reads `import "ski.game"`, of which the first word is at the current offset.
    pub(super) fn import(&mut self) -> Parsed<Part> {
        let at = self.at;
        self.take(&["import"]);
        self.skip_spaces();
        let name = self.text()?;
        self.node(at, Node::Import(name))
    }

    /// Reads statements up to `end`.
    fn statements(&mut self) -> Parsed<Statements> {
        // Their lines end statements.
        let open = std::mem::take(&mut self.open);
        let mut statements = Vec::new();
        loop {
            self.skip_spaces();
            while self.take(&[";"]) {
                self.skip_spaces();
            }
            if self.word() == "end" && !statements.is_empty() {
                self.take(&["end"]);
                break;
            }
            let statement = self.nested(Reader::definition_or_expression)?;
            statements.push(match statement {
                Statement::Definition(symbol, part) => (Some(symbol), part),
                Statement::Expression(part) => (None, part),
            });
            self.hold(2 * size_of::<(Option<Symbol>, Part)>())?;
            self.skip_gap();
            let ends = self.rest().starts_with([';', '\n', '\r']) || word(self.rest()) == "end";
            if !ends {
                return self.expected("`;`, `end` or an operator");
            }
        }
        self.open = open;
        Ok(statements.into())
    }
}
