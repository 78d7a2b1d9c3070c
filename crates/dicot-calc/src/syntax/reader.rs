//! Reads expressions: one method for each level of precedence.

use dicot::notation::{NotationProblem, at_infinite_power, is_literal};
use dicot::{Calculation, ParseFormError, ValueError};

use super::tree::{Link, Makes, Node, Part};
use crate::operation::Operation;
use crate::operations::{close_to, constant};
use crate::operators::{Operator, Precedence};
use crate::relation::Relation;
use crate::scope::Scope;
use crate::symbol::Symbol;
use crate::value::Value;
use crate::words::{is_control, is_keyword, is_loopy_name, word};

pub(crate) type Parsed<T> = Result<T, ParseFormError>;

/// Reads a text.
///
/// The methods read from the current offset on and leave it after what they read. They return an error if the text does not continue with
/// that, or a limit is reached.
pub(crate) struct Reader<'r, 's> {
    /// The whole text.
    pub(crate) text: &'r str,
    /// The current offset in bytes, that of a character or of the end.
    pub(crate) at: usize,
    /// The number of open brackets: within them a line end is a space.
    pub(super) open: usize,
    /// The offset of the current statement.
    pub(crate) statement: usize,
    /// The offset of the innermost statement, where a loop may define names.
    pub(super) inner_statement: usize,
    /// The nodes of the current statement.
    pub(crate) nodes: Vec<Node>,
    /// The bytes of the nodes, which the calculation holds.
    pub(crate) bytes: usize,
    /// The braces that are open.
    pub(super) braces: Vec<Open>,
    /// How many of them have a name like `v`, which else is a literal.
    pub(super) literal_names: usize,
    /// Up to here braces are known not to be in the notation of values.
    pub(super) not_plain: usize,
    /// The last braces that lead to braces around them, and where they begin: they can only be an option themselves.
    pub(super) leads_out: Option<Part>,
    /// Whether the text ends in a comment that is not closed.
    in_comment: bool,
    /// Within `begin .. end`, the names that the loops there define.
    pub(super) in_blocks: Option<Vec<Symbol>>,
    /// How many functions are around the current offset.
    pub(super) functions: usize,
    /// The end of the braces with which the statement begins.
    pub(crate) outermost_end: Option<usize>,
    /// Whether the options of the braces with which a statement begins are wanted.
    pub(super) keeps_options: bool,
    pub(crate) scope: &'r mut Scope,
    pub(crate) calculation: &'r mut Calculation<'s>,
}

impl<'s> AsMut<Calculation<'s>> for Reader<'_, 's> {
    fn as_mut(&mut self) -> &mut Calculation<'s> {
        self.calculation
    }
}

/// Braces that are open.
pub(super) struct Open {
    pub(super) name: Box<str>,
    /// The least index of open braces to which an option leads; that of these, if it is `pass`.
    pub(super) leads_to: Option<usize>,
}

impl Open {
    /// An option leads to open braces.
    pub(super) fn lead_to(&mut self, to: usize) {
        self.leads_to = Some(self.leads_to.map_or(to, |other| other.min(to)));
    }
}

/// A statement.
pub(crate) enum Statement {
    /// A definition, and where its value begins.
    Definition(Symbol, Part),
    Expression(Part),
}

pub(super) const OPERAND: &str = "a game";
pub(crate) const OPERATOR: &str = "an operator or the end of the text";

fn is_line_end(c: char) -> bool {
    c == '\n' || c == '\r'
}

/// The text, and where the reader is in it.
impl<'r, 's> Reader<'r, 's> {
    pub(crate) fn new(
        text: &'r str,
        scope: &'r mut Scope,
        calculation: &'r mut Calculation<'s>,
    ) -> Reader<'r, 's> {
        Reader {
            text,
            at: 0,
            open: 0,
            statement: 0,
            inner_statement: 0,
            nodes: Vec::new(),
            bytes: 0,
            braces: Vec::new(),
            literal_names: 0,
            not_plain: 0,
            leads_out: None,
            in_comment: false,
            in_blocks: None,
            functions: 0,
            outermost_end: None,
            keeps_options: false,
            scope,
            calculation,
        }
    }

    /// The reader, which is to keep the options of the braces with which a statement begins.
    pub(crate) fn keeping_options(self) -> Reader<'r, 's> {
        Reader { keeps_options: true, ..self }
    }

    pub(crate) fn rest(&self) -> &'r str {
        &self.text[self.at..]
    }

    pub(super) fn word(&self) -> &'r str {
        word(self.rest())
    }

    fn next_byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Whether the next character is certainly not a space, as almost always.
    #[inline]
    fn at_no_space(&self) -> bool {
        match self.next_byte() {
            Some(b'/') => !self.rest().starts_with("//") && !self.rest().starts_with("/*"),
            Some(b) if !b.is_ascii() => !self.rest().starts_with(char::is_whitespace),
            byte => byte.is_none_or(|b| b.is_ascii_graphic()),
        }
    }

    /// Skips spaces and line ends, as before an operand.
    #[inline]
    pub(super) fn skip_spaces(&mut self) {
        while !self.at_no_space() {
            let rest = self.rest();
            let length = rest.len() - rest.trim_start().len();
            self.at += if length == 0 { self.comment() } else { length };
        }
    }

    /// The length of the comment at the current offset: `// ..` up to the end of the line, or `/* .. */`.
    fn comment(&mut self) -> usize {
        let rest = self.rest();
        if rest.starts_with("//") {
            return rest.find(is_line_end).unwrap_or(rest.len());
        }
        let end = rest.find("*/").map(|at| at + "*/".len());
        self.in_comment = end.is_none();
        end.unwrap_or(rest.len())
    }

    /// Skips spaces before an operator; a line end ends the statement unless a bracket is open.
    #[inline]
    pub(super) fn skip_gap(&mut self) {
        if self.at_no_space() {
            return;
        }
        if self.open > 0 {
            return self.skip_spaces();
        }
        while !self.at_no_space() && !self.rest().starts_with(is_line_end) {
            let rest = self.rest();
            let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() && !is_line_end(c));
            let length = rest.len() - trimmed.len();
            self.at += if length == 0 { self.comment() } else { length };
        }
    }

    /// Takes the first of these texts that is at the current offset. Returns whether there is one.
    pub(super) fn take(&mut self, texts: &[&str]) -> bool {
        let found = texts.iter().find(|text| self.rest().starts_with(**text));
        self.at += found.map_or(0, |text| text.len());
        found.is_some()
    }

    /// Takes a word, with the spaces before it.
    pub(super) fn take_word(&mut self, keyword: &str) -> bool {
        self.skip_spaces();
        self.word() == keyword && self.take(&[keyword])
    }

    pub(crate) fn problem(&self, at: usize, problem: impl Into<NotationProblem>) -> ParseFormError {
        ParseFormError::new(self.text, at, problem.into())
    }

    /// The error that something else was expected at the current offset.
    pub(crate) fn expected<T>(&self, what: &'static str) -> Parsed<T> {
        self.expected_at(what, self.at)
    }

    pub(super) fn expected_at<T>(&self, what: &'static str, at: usize) -> Parsed<T> {
        Err(self.problem(at, NotationProblem::Expected(what)))
    }

    pub(super) fn error<T>(&self, why: impl Into<String>, at: usize) -> Parsed<T> {
        Err(self.problem(at, NotationProblem::Message(why.into())))
    }

    pub(super) fn unknown<T>(
        &self,
        name: &str,
        suggestion: Option<String>,
        at: usize,
    ) -> Parsed<T> {
        let name = name.to_owned();
        Err(self.problem(at, NotationProblem::UnknownName { name, suggestion }))
    }

    pub(super) fn reserved<T>(&self, name: &str, at: usize) -> Parsed<T> {
        Err(self.problem(at, NotationProblem::ReservedName(name.to_owned())))
    }

    /// Gives an error of a computation its place.
    pub(super) fn computed<T>(&self, result: Result<T, ValueError>, at: usize) -> Parsed<T> {
        result.map_err(|error| self.problem(at, error))
    }

    /// Reads a part that nests: however deep that gets, the stack does not overflow.
    pub(super) fn nested<T: Send>(
        &mut self,
        part: impl FnOnce(&mut Self) -> Parsed<T> + Send,
    ) -> Parsed<T> {
        let start = self.at;
        let (mut part, mut result) = (Some(part), None);
        let level = self.level(&mut |reader| result = part.take().map(|part| part(reader)));
        match (level, result) {
            (Ok(()), Some(result)) => result,
            (Err(error), _) => Err(self.problem(start, error)),
            (Ok(()), None) => unreachable!("the part was read"),
        }
    }

    /// Compiled once, and not for each part.
    fn level(&mut self, part: &mut (dyn FnMut(&mut Self) + Send)) -> Result<(), ValueError> {
        Calculation::nested(self, part)
    }

    /// Counts the bytes of the tree.
    pub(super) fn hold(&mut self, bytes: usize) -> Parsed<()> {
        self.bytes += bytes;
        let held = self.calculation.hold(bytes);
        self.computed(held, self.at)
    }

    /// Adds a node whose text begins at an offset.
    pub(super) fn node(&mut self, at: usize, node: Node) -> Parsed<Part> {
        let index = self.nodes.len() as u32; // each takes some bytes of text
        self.nodes.push(node);
        // The list has up to twice the room.
        self.hold(2 * size_of::<Node>())?;
        Ok(Part { at, node: index })
    }

    pub(super) fn value(&mut self, at: usize, value: impl Into<Value>) -> Parsed<Part> {
        self.node(at, Node::Value(value.into()))
    }

    /// What is first, with what is done with it.
    pub(super) fn chain(&mut self, first: Part, links: Vec<Link>) -> Parsed<Part> {
        match links.is_empty() {
            true => Ok(first),
            false => self.node(first.at, Node::Chain(first, links.into())),
        }
    }
}

/// Statements and expressions.
impl Reader<'_, '_> {
    /// Reads the next statement; `None` at the end of the text, unless it is the first.
    pub(crate) fn statement(&mut self, is_first: bool) -> Parsed<Option<Statement>> {
        self.skip_spaces();
        while self.take(&[";"]) {
            self.skip_spaces();
        }
        if self.in_comment {
            return self.expected("`*/`");
        }
        if self.rest().is_empty() && !is_first {
            return Ok(None);
        }
        self.nodes.clear();
        self.calculation.release(std::mem::take(&mut self.bytes));
        (self.statement, self.open) = (self.at, 0);
        (self.leads_out, self.outermost_end, self.functions) = (None, None, 0);
        self.in_blocks = None;
        self.braces.clear();
        self.literal_names = 0;
        let statement = self.nested(Reader::definition_or_expression)?;
        self.skip_gap();
        if self.rest().starts_with(|c: char| c != ';' && !is_line_end(c)) {
            return self.expected(OPERATOR);
        }
        Ok(Some(statement))
    }

    pub(super) fn definition_or_expression(&mut self) -> Parsed<Statement> {
        self.inner_statement = self.at;
        if self.word() == "while" {
            return Ok(Statement::Expression(self.nested(Reader::repeat)?));
        }
        // CGSuite's word before a definition.
        if let Some(after) = self.rest().strip_prefix("var ") {
            self.at = self.text.len() - after.trim_start().len();
        }
        let (start, name) = (self.at, self.word());
        let after = self.rest()[name.len()..].trim_start();
        if name.is_empty() || !after.starts_with(":=") {
            if let Some((symbol, function)) = self.function()? {
                return Ok(Statement::Definition(symbol, function));
            }
            return Ok(Statement::Expression(self.table_or_condition()?));
        }
        let is_reserved = is_literal(name) || is_loopy_name(name) || is_control(name);
        if is_reserved || constant(name).is_some() {
            return self.reserved(name, start);
        }
        self.at = self.text.len() - after.len() + ":=".len();
        self.skip_spaces();
        let value = self.condition()?;
        Ok(Statement::Definition(self.scope.symbol(name), value))
    }

    /// Reads an expression, or two with a relation between them.
    pub(super) fn comparison(&mut self) -> Parsed<Part> {
        let left = self.expression()?;
        self.skip_gap();
        match Relation::at(self.rest()) {
            Some(relation) => self.compared(left, relation),
            None => Ok(left),
        }
    }

    /// Reads a relation and what follows it.
    pub(super) fn compared(&mut self, left: Part, relation: &'static Relation) -> Parsed<Part> {
        let at = self.at;
        self.take(&[relation.text]);
        let right = self.expression()?;
        self.node(left.at, Node::Compare(left, relation, at, right))
    }

    /// Reads an expression without relations.
    pub(super) fn expression(&mut self) -> Parsed<Part> {
        self.joined(Precedence::Expression)
    }

    /// Reads signed operands joined by operators that bind more closely than this, from the left (precedence climbing).
    fn joined(&mut self, outer: Precedence) -> Parsed<Part> {
        self.skip_spaces();
        let mut first = self.signed()?;
        if let Some(more) = self.attached()? {
            let sum = vec![Link::Operator(Operator::Plus, more.at, more)];
            first = self.chain(first, sum)?;
            first = self.suffix(first)?;
        }
        let mut links = Vec::new();
        loop {
            self.skip_gap();
            let at = self.at;
            let Some(infix) = self.take_infix(outer)? else { return self.chain(first, links) };
            let link = match infix {
                Infix::Operator(operator) => {
                    Link::Operator(operator, at, self.joined(operator.precedence())?)
                }
                Infix::Range => {
                    let to = self.joined(Precedence::Range)?;
                    let has_step = self.take(&[".."]);
                    let step = has_step.then(|| self.joined(Precedence::Range)).transpose()?;
                    Link::Range(at, to, step)
                }
                Infix::Remainder => {
                    let operation = Operation::find("Mod").expect("an operation");
                    let right = self.joined(Precedence::Product)?;
                    Link::Operation(operation, at, [right].into())
                }
                Infix::Operation(operation) => {
                    let right = self.joined(Precedence::Named)?;
                    Link::Operation(operation, at, [right].into())
                }
            };
            links.push(link);
            self.hold(2 * size_of::<Link>())?;
        }
    }

    /// Takes an operator that binds more closely than this, or the name of an operation.
    fn take_infix(&mut self, outer: Precedence) -> Parsed<Option<Infix>> {
        let (operator, text) = match self.rest().as_bytes() {
            [b'&', ..] => (Operator::Sides, "&"),
            [b'*', ..] => (Operator::Times, "*"),
            [b'/', ..] => (Operator::Over, "/"),
            [b'.', b'.', ..] => {
                let binds = outer < Precedence::Range && self.take(&[".."]);
                return Ok(binds.then_some(Infix::Range));
            }
            [b':', b'=', ..] => return Ok(None),
            [b':', ..] => (Operator::Ordinal, ":"),
            [b'%', ..] => {
                let binds = outer < Precedence::Product && self.take(&["%"]);
                return Ok(binds.then_some(Infix::Remainder));
            }
            // Plus and minus in ASCII, and the first bytes of `±` and `−`.
            [b'+' | b'-' | 0xc2 | 0xe2, ..] if outer < Precedence::Sum => {
                return Ok(self.take_plus_or_minus()?.map(Infix::Operator));
            }
            [c, ..] if c.is_ascii_alphabetic() && outer < Precedence::Named => {
                return Ok(self.take_operation()?.map(Infix::Operation));
            }
            _ => return Ok(None),
        };
        let binds = operator.precedence() > outer && self.take(&[text]);
        Ok(binds.then_some(Infix::Operator(operator)))
    }

    /// Takes `+` or `-` between two operands. The `+` before `±` is left out, and `+-`, which could be meant in two ways, is an error.
    fn take_plus_or_minus(&mut self) -> Parsed<Option<Operator>> {
        let start = self.at;
        Ok(if self.take(&["+-", "+−"]) {
            return Err(self.problem(start, NotationProblem::AmbiguousPlusMinus));
        } else if self.take(&["+"]) || self.rest().starts_with('±') {
            Some(Operator::Plus)
        } else if self.take(&["-", "−"]) {
            Some(Operator::Minus)
        } else {
            None
        })
    }

    /// Takes the name of an operation that is written between its two arguments.
    fn take_operation(&mut self) -> Parsed<Option<&'static Operation>> {
        let word = self.word();
        if word.is_empty() || is_literal(word) || is_keyword(word) {
            return Ok(None);
        }
        match Operation::find(word) {
            Some(operation) if operation.is_infix() => {
                self.take(&[word]);
                Ok(Some(operation))
            }
            Some(_) => Ok(None),
            // A word after a space is most likely a misspelled operation.
            None if self.text[..self.at].ends_with(char::is_whitespace) => {
                let close = close_to(word, std::iter::empty());
                match close.filter(|close| Operation::find(close).is_some()) {
                    Some(close) => self.unknown(word, Some(close), self.at),
                    None => Ok(None),
                }
            }
            None => Ok(None),
        }
    }

    /// Counts what is read, so that limits of time hold in long texts, whatever is in them.
    pub(super) fn step(&mut self) -> Parsed<()> {
        let counted = self.calculation.count_steps(1);
        self.computed(counted, self.at)
    }

    /// Reads an operand with any signs before it and anything directly after it.
    fn signed(&mut self) -> Parsed<Part> {
        self.step()?;
        self.skip_spaces();
        let start = self.at;
        // Plus and minus in ASCII, and the first bytes of `±` and `−`.
        let may_be_sign = matches!(self.next_byte(), Some(b'+' | b'-' | 0xc2 | 0xe2));
        if !may_be_sign {
            self.nested(Reader::powers)
        } else if self.take(&["+-", "+−", "±"]) {
            self.switch(start)
        } else if self.take(&["-", "−"]) {
            self.negative(start)
        } else if self.take(&["+"]) {
            self.nested(Reader::signed)
        } else {
            self.nested(Reader::powers)
        }
    }

    /// An operand, and the exponent of a power of a number.
    fn powers(&mut self) -> Parsed<Part> {
        let base = self.operand()?;
        self.power_of(base)
    }

    fn power_of(&mut self, base: Part) -> Parsed<Part> {
        self.skip_gap();
        let at = self.at;
        if self.rest().strip_prefix('^').is_none_or(at_infinite_power) {
            return Ok(base);
        }
        self.at += 1;
        let exponent = self.nested(Reader::signed)?;
        self.chain(base, vec![Link::Operator(Operator::Power, at, exponent)])
    }

    /// What follows a minus. If that is directly before a number, it belongs to the number, unless a method follows.
    fn negative(&mut self, start: usize) -> Parsed<Part> {
        let at = self.at;
        if !self.at_number() {
            let part = self.nested(Reader::signed)?;
            return self.node(start, Node::Negative(part));
        }
        let (numeral, end) = self.numeral(false)?;
        let has_method = matches!(self.text.as_bytes()[end..], [b'.', c, ..] if c.is_ascii_alphabetic())
            && !self.is_multiple(end);
        let has_exponent = self.text[end..].trim_start_matches(' ').starts_with('^');
        let is_negated = match numeral {
            Value::Dyadic(_) => has_method || has_exponent,
            Value::Game(_) => false,
            _ => true,
        };
        if is_negated {
            self.at = end;
            let positive = self.value(at, numeral)?;
            let positive = self.suffix(positive)?;
            let positive = self.power_of(positive)?;
            return self.node(start, Node::Negative(positive));
        }
        let part = self.number(start, true)?;
        match self.rest().as_bytes() {
            [b'.', c, ..] if c.is_ascii_alphabetic() => self.suffix(part),
            _ => Ok(part),
        }
    }

    /// What follows `+-`: an operand, or the Left options in braces or parentheses.
    fn switch(&mut self, start: usize) -> Parsed<Part> {
        self.skip_spaces();
        let at = self.at;
        let mut parts = match self.next_byte() {
            Some(b'{') => vec![self.nested(Reader::braces_operand)?],
            Some(b'(') => {
                let parts = self.nested(|reader| reader.list(")"))?;
                match parts.is_empty() {
                    true => return self.expected_at(OPERAND, self.at - 1),
                    false => parts,
                }
            }
            _ => vec![self.nested(Reader::signed)?],
        };
        if let [part] = &mut parts[..] {
            *part = Part { at, ..*part };
            if !self.is_set(*part) {
                *part = self.suffix(*part)?;
            }
        }
        self.node(start, Node::Switch(parts.into()))
    }

    /// An operand without signs, with what directly follows it.
    pub(super) fn operand(&mut self) -> Parsed<Part> {
        let part = match self.rest().starts_with('(') {
            true => match self.lambda_in_parentheses()? {
                Some(lambda) => lambda,
                None => self.in_parentheses()?,
            },
            false => self.operand_without_parentheses()?,
        };
        self.suffix(part)
    }

    /// Not inlined: nested parentheses recur through the function above, whose stack frame is smaller without this.
    #[inline(never)]
    fn operand_without_parentheses(&mut self) -> Parsed<Part> {
        let at = self.at;
        let rest = self.rest();
        Ok(match rest.as_bytes() {
            [b'{', ..] | [b'v', b'{', ..] => self.braces_operand()?,
            [b'*', b'(', ..] => {
                self.at += 1;
                let star = self.nested(Reader::star)?;
                self.node(at, Node::Star(star))?
            }
            [b'*', b'[', ..] => self.misere()?,
            [b'^' | b'v', ..] if at_infinite_power(&rest[1..]) => self.power_of_up()?,
            [b'[', ..] => self.list_or_loop("]")?,
            [b'\'', ..] => self.quote()?,
            [b'"', ..] => self.text()?,
            _ if self.at_number() => self.number(at, false)?,
            [b'*', ..] => self.literal()?,
            _ if self.at_ups() => self.literal()?,
            [c, ..] if c.is_ascii_alphabetic() => self.name()?,
            _ => return self.expected(OPERAND),
        })
    }

    /// Whether a part is a set in braces.
    fn is_set(&self, part: Part) -> bool {
        match &self.nodes[part.node as usize] {
            Node::Set(_) => true,
            Node::Loop(node) => node.makes == Makes::Set,
            _ => false,
        }
    }
}

/// What joins two operands.
enum Infix {
    Operator(Operator),
    /// `%`.
    Remainder,
    /// `..`.
    Range,
    /// An operation with two arguments, by its name.
    Operation(&'static Operation),
}
