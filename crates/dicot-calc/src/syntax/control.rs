//! Reads conditions, choices and blocks.

use super::reader::{Parsed, Reader, Statement};
use super::tree::{Choice, Node, Part, Repeat, Rounds, Statements};
use crate::symbol::Symbol;
use crate::value::Value;

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
        let is_statement = at == self.inner_statement;
        self.open += 1;
        let mut cases = Vec::new();
        let otherwise = loop {
            self.at += self.word().len(); // `if` or `elseif`
            let condition = self.nested(Reader::condition)?;
            if !self.take_word("then") {
                return self.expected("`then` or an operator");
            }
            cases.push((condition, self.branch(is_statement)?));
            self.hold(2 * size_of::<(Part, Part)>())?;
            self.skip_spaces();
            match self.word() {
                "elseif" => {}
                "else" => {
                    self.take(&["else"]);
                    break self.branch(is_statement)?;
                }
                "end" => break self.node(self.at, Node::Value(Value::Nothing))?,
                _ => return self.expected("`elseif`, `else`, `end` or an operator"),
            }
        };
        if !self.take_word("end") {
            return self.expected("`end` or an operator");
        }
        self.open -= 1;
        let choice = Choice { cases: cases.into(), otherwise };
        self.node(at, Node::Choice(choice.into()))
    }

    /// Reads what is chosen: an expression, or statements, which define names beyond the choice if it is a statement itself.
    fn branch(&mut self, is_statement: bool) -> Parsed<Part> {
        self.skip_spaces();
        let (at, word) = (self.at, self.word());
        if is_statement {
            self.inner_statement = at;
        }
        let defines = !word.is_empty() && self.rest()[word.len()..].trim_start().starts_with(":=");
        let first = match defines || matches!(word, "var" | "def" | "while") {
            true => None,
            false => {
                let part = self.nested(Reader::condition)?;
                self.skip_spaces();
                if !self.rest().starts_with(';') {
                    return Ok(part);
                }
                Some((None, part))
            }
        };
        let statements = |reader: &mut Self| reader.statements(first, &["elseif", "else", "end"]);
        match is_statement {
            true => {
                let statements = statements(self)?;
                self.repeat_node(at, Rounds::Once, statements)
            }
            false => self.in_block(at, statements),
        }
    }

    /// Reads `begin a := 1; a + 1 end`, of which the first word is at the current offset.
    pub(super) fn block(&mut self) -> Parsed<Part> {
        let at = self.at;
        self.take(&["begin"]);
        self.in_block(at, Reader::statements_to_end)
    }

    /// The block of some statements, which takes back what loops in it define.
    pub(super) fn in_block(
        &mut self,
        at: usize,
        statements: impl FnOnce(&mut Self) -> Parsed<Statements>,
    ) -> Parsed<Part> {
        let outer = self.in_blocks.replace(Vec::new());
        let statements = statements(self)?;
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
        self.repeated(at, Rounds::While(condition))
    }

    /// Reads the statements of a loop, up to `end`.
    pub(super) fn repeated(&mut self, at: usize, rounds: Rounds) -> Parsed<Part> {
        let statements = self.statements_to_end()?;
        self.repeat_node(at, rounds, statements)
    }

    fn repeat_node(&mut self, at: usize, rounds: Rounds, statements: Statements) -> Parsed<Part> {
        let is_in_block = self.in_blocks.is_some();
        let defined = statements.iter().filter_map(|(symbol, _)| *symbol);
        self.in_blocks.iter_mut().for_each(|names| names.extend(defined.clone()));
        self.node(at, Node::Repeat(Repeat { rounds, statements, is_in_block }.into()))
    }

    /// Reads `import "ski.game"`, of which the first word is at the current offset.
    pub(super) fn import(&mut self) -> Parsed<Part> {
        let at = self.at;
        self.take(&["import"]);
        self.skip_spaces();
        let name = self.text()?;
        self.node(at, Node::Import(name))
    }

    /// Reads statements and `end`, of which there may be none.
    fn statements_to_end(&mut self) -> Parsed<Statements> {
        let statements = self.statements(None, &["end"])?;
        self.take(&["end"]);
        Ok(statements)
    }

    /// Reads statements after the first one up to one of these words.
    fn statements(
        &mut self,
        first: Option<(Option<Symbol>, Part)>,
        ends: &[&str],
    ) -> Parsed<Statements> {
        // Their lines end statements.
        let open = std::mem::take(&mut self.open);
        let mut statements = Vec::from_iter(first);
        loop {
            self.skip_spaces();
            while self.take(&[";"]) {
                self.skip_spaces();
            }
            if ends.contains(&self.word()) {
                break;
            }
            let statement = self.nested(Reader::definition_or_expression)?;
            statements.push(match statement {
                Statement::Definition(symbol, part) => (Some(symbol), part),
                Statement::Expression(part) => (None, part),
            });
            self.hold(2 * size_of::<(Option<Symbol>, Part)>())?;
            self.skip_gap();
            if !self.rest().starts_with([';', '\n', '\r']) && !ends.contains(&self.word()) {
                return self.expected("`;`, `end` or an operator");
            }
        }
        self.open = open;
        Ok(statements.into())
    }
}
