//! Reads what is in parentheses and brackets, and loops.

use super::reader::{OPERAND, Parsed, Reader};
use super::tree::{Clause, Link, Loop, Makes, Node, Part, Rounds, Values};
use crate::operation::Operation;
use crate::words::{is_loop, word};

impl Reader<'_, '_> {
    /// Skips an opening bracket and reads parts separated by commas up to the closing bracket. The list may be empty.
    pub(super) fn list(&mut self, close: &str) -> Parsed<Vec<Part>> {
        self.elements(close, false).map(|(parts, _)| parts)
    }

    /// Reads a list. If it may be a loop and is one, only what comes before its clauses is read, and it says so.
    fn elements(&mut self, close: &str, may_loop: bool) -> Parsed<(Vec<Part>, bool)> {
        self.at += 1;
        self.open += 1;
        let mut parts = Vec::new();
        self.skip_spaces();
        while !self.take(&[close]) {
            parts.push(self.element(close)?);
            if may_loop && parts.len() == 1 && self.at_loop() {
                return Ok((parts, true));
            }
            self.end_of_element(close)?;
        }
        self.open -= 1;
        Ok((parts, false))
    }

    /// Reads an element, which may have a name in parentheses: `name => x`.
    fn element(&mut self, close: &str) -> Parsed<Part> {
        let (at, name) = (self.at, self.word());
        if close == ")"
            && !name.is_empty()
            && self.rest()[name.len()..].trim_start().starts_with("=>")
        {
            self.at += name.len();
            self.skip_spaces();
            self.take(&["=>"]);
            let value = self.nested(Reader::condition)?;
            self.hold(name.len())?;
            return self.node(at, Node::Argument(name.into(), value));
        }
        self.condition()
    }

    /// Takes what separates elements, or finds the closing bracket.
    fn end_of_element(&mut self, close: &str) -> Parsed<()> {
        self.hold(2 * size_of::<Part>())?;
        self.skip_spaces();
        if self.take(&[","]) {
            self.skip_spaces();
            if self.rest().starts_with(close) {
                return self.expected(OPERAND);
            }
        } else if !self.rest().starts_with(close) {
            return self.expected(match close {
                "]" => "`]`, `,` or an operator",
                _ => "`)`, `,` or an operator",
            });
        }
        Ok(())
    }

    /// Reads the arguments in parentheses. The values of a loop are one list.
    pub(super) fn arguments(&mut self) -> Parsed<Box<[Part]>> {
        let start = self.at;
        let list = self.nested(|reader| reader.list_or_loop(")"))?;
        Ok(match &self.nodes[list.node as usize] {
            // The last node is the list of the arguments.
            Node::List(_) => match self.nodes.pop() {
                Some(Node::List(parts)) => parts,
                _ => unreachable!("a list was read"),
            },
            _ => [Part { at: start, ..list }].into(),
        })
    }

    /// What is in the parentheses after a star.
    pub(super) fn star(&mut self) -> Parsed<Part> {
        let at = self.at;
        let parts = self.list(")")?;
        match parts[..] {
            [] => self.expected_at(OPERAND, self.at - 1),
            [part] => Ok(Part { at, ..part }),
            _ => self.expected_at("a non-negative integer after `*`", at),
        }
    }

    /// A part in parentheses, or more than one, as the coordinates `(1,2)`.
    pub(super) fn in_parentheses(&mut self) -> Parsed<Part> {
        let start = self.at;
        match self.list(")")?[..] {
            // It begins at the parenthesis.
            [part] => Ok(Part { at: start, ..part }),
            [] => self.expected_at(OPERAND, self.at - 1),
            ref parts => self.node(start, Node::Tuple(parts.into())),
        }
    }

    /// Reads the elements in brackets, the first of which is at the current offset: a list, or a loop.
    pub(super) fn list_or_loop(&mut self, close: &str) -> Parsed<Part> {
        let start = self.at;
        match self.elements(close, true)? {
            (parts, true) => self.loop_of(start, Makes::List, parts, close),
            (parts, false) => self.node(start, Node::List(parts.into())),
        }
    }

    /// Reads a condition, or the rows of a table by a loop: `[n,n*n] for n from 1 to 3`.
    pub(super) fn table_or_condition(&mut self) -> Parsed<Part> {
        let part = self.condition()?;
        let end = self.at;
        if !self.at_loop() {
            self.at = end;
            return Ok(part);
        }
        self.open += 1;
        let rows = self.loop_of(part.at, Makes::List, vec![part], "")?;
        let table = Operation::find("Table").expect("an operation");
        self.chain(rows, vec![Link::Operation(table, end, Box::default())])
    }

    /// Whether the clauses of a loop are at the current offset.
    pub(super) fn at_loop(&mut self) -> bool {
        self.skip_spaces();
        self.word() == "for" && is_loop(&self.rest()["for".len()..])
    }

    /// Reads the clauses of a loop, and the bracket that closes it.
    pub(super) fn loop_of(
        &mut self,
        start: usize,
        makes: Makes,
        bodies: Vec<Part>,
        close: &str,
    ) -> Parsed<Part> {
        let clauses = self.clauses()?;
        if !self.take(&[close]) {
            return self.expected("`to`, `by`, `while`, `where`, `for` or the end of the loop");
        }
        self.open -= 1;
        self.node(start, Node::Loop(Loop { makes, bodies: bodies.into(), clauses }.into()))
    }

    /// Reads `for x in list yield body yield other end`, or `for x in list do statements end`.
    pub(super) fn yields(&mut self) -> Parsed<Part> {
        let start = self.at;
        let is_statement = start == self.inner_statement;
        self.open += 1;
        let clauses = self.clauses()?;
        if self.take_word("do") {
            self.open -= 1;
            let rounds = Rounds::For(clauses);
            return match is_statement {
                true => self.repeated(start, rounds),
                false => self.in_block(start, |reader| {
                    let part = reader.repeated(start, rounds)?;
                    Ok([(None, part)].into())
                }),
            };
        }
        if !self.take_word("yield") {
            return self.expected("`to`, `by`, `while`, `where`, `for`, `yield` or `do`");
        }
        let mut bodies = Vec::new();
        loop {
            bodies.push(self.in_loop()?);
            self.hold(2 * size_of::<Part>())?;
            self.take(&[";"]);
            if self.take_word("end") {
                break;
            }
            if !self.take_word("yield") {
                return self.expected("`yield`, `end` or an operator");
            }
        }
        self.open -= 1;
        let node = Loop { makes: Makes::List, bodies: bodies.into(), clauses };
        self.node(start, Node::Loop(node.into()))
    }

    /// Reads the clauses of a loop, and spaces after them.
    fn clauses(&mut self) -> Parsed<Box<[Clause]>> {
        let mut clauses = Vec::new();
        while self.at_loop() {
            clauses.push(self.clause()?);
            self.hold(2 * size_of::<Clause>())?;
        }
        Ok(clauses.into())
    }

    /// Reads `for x from a to b by c while p where q`.
    fn clause(&mut self) -> Parsed<Clause> {
        self.take_word("for");
        self.skip_spaces();
        let (at, name) = (self.at, word(self.rest()));
        let variable = match self.parameters(at, name)?[..] {
            [variable] => variable,
            _ => return self.expected_at("the variable of a loop", at),
        };
        self.at += name.len();
        self.skip_spaces();
        let values = if self.take_word("in") {
            Values::Elements(self.in_loop()?)
        } else if self.take(&[":="]) {
            Values::One(self.in_loop()?)
        } else {
            self.take_word("from");
            let from = self.in_loop()?;
            let to = if self.take_word("to") { Some(self.in_loop()?) } else { None };
            let by_at = self.at;
            let by = if self.take_word("by") { Some(self.in_loop()?) } else { None };
            Values::Numbers { from, to, by, by_at }
        };
        let at = self.at;
        let while_ = if self.take_word("while") { Some(self.in_loop()?) } else { None };
        let where_ = if self.take_word("where") { Some(self.in_loop()?) } else { None };
        Ok(Clause { variable, values, at, while_, where_ })
    }

    fn in_loop(&mut self) -> Parsed<Part> {
        self.skip_spaces();
        self.nested(Reader::condition)
    }
}
