//! Trees: the nodes of a statement are in one list, those of a part before the part, so that a function is a slice of it and
//! nothing recurses when a tree is dropped.

use std::fmt;
use std::sync::Arc;

use crate::operation::Operation;
use crate::operators::Operator;
use crate::relation::Relation;
use crate::symbol::Symbol;
use crate::value::{Code, Value};

/// A part of a text: the offset at which it begins, and its node.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) at: usize,
    pub(crate) node: u32,
}

/// Parts that are evaluated one after the other, with the names that they define.
pub(crate) type Statements = Box<[(Option<Symbol>, Part)]>;

/// A node of a tree.
#[derive(Clone)]
pub(crate) enum Node {
    /// A literal or a constant.
    Value(Value),
    Name(Symbol),
    /// A function or an operation with its arguments; they begin at an offset.
    Call(Symbol, usize, Box<[Part]>),
    /// `*(n)`.
    Star(Part),
    Negative(Part),
    /// The switch with these Left options. Those of a set are its elements.
    Switch(Box<[Part]>),
    /// What is first, and what is done with it.
    Chain(Part, Box<[Link]>),
    Compare(Part, &'static Relation, usize, Part),
    Not(Part),
    /// Whether all of these hold, or, if it is true, one of them.
    Either(bool, Box<[Part]>),
    Choice(Box<Choice>),
    /// Statements, and the names that loops in them define.
    Block(Statements, Box<[Symbol]>),
    Repeat(Box<Repeat>),
    /// The ruleset of a file.
    Import(Part),
    List(Box<[Part]>),
    Set(Box<[Part]>),
    /// Keys and values in turn.
    Map(Box<[Part]>),
    /// Parts in parentheses: coordinates if they are two integers, or else a list.
    Tuple(Box<[Part]>),
    /// An argument with its name: `f(name => x)`.
    Argument(Box<str>, Part),
    Loop(Box<Loop>),
    Lambda(Box<Lambda>),
    Braces(Box<Braces>),
    Quote(Box<Quote>),
    /// The misère form of the options in a list.
    Misere(Part),
}

/// What is done with what is before it.
#[derive(Clone)]
pub(crate) enum Link {
    /// An operator at an offset, and what follows it.
    Operator(Operator, usize, Part),
    /// `..` at an offset, the end of the range, and its step.
    Range(usize, Part, Option<Part>),
    /// An operation, the offset of its name, and its other arguments.
    Operation(&'static Operation, usize, Box<[Part]>),
    /// A loopy game that an integer and a point multiply: `3.over`.
    Multiple(usize, Part),
    /// `[n]`.
    Index(usize, Box<[Part]>),
    /// The arguments of a function, in parentheses at an offset.
    Call(usize, Box<[Part]>),
}

/// `if p then a elseif q then b else c end`.
#[derive(Clone)]
pub(crate) struct Choice {
    /// Conditions, and what is chosen if they hold.
    pub(crate) cases: Box<[(Part, Part)]>,
    pub(crate) otherwise: Part,
}

/// `while p do a := 1; b end`, `for x in .. do a := x; b end`.
#[derive(Clone)]
pub(crate) struct Repeat {
    pub(crate) rounds: Rounds,
    pub(crate) statements: Statements,
    /// Whether it is in a block, which takes back what is defined.
    pub(crate) is_in_block: bool,
}

/// How often statements are repeated.
#[derive(Clone)]
pub(crate) enum Rounds {
    While(Part),
    For(Box<[Clause]>),
    /// The statements of a choice, whose value is that of the last one.
    Once,
}

/// `[body for x in .. while .. where ..]`.
#[derive(Clone)]
pub(crate) struct Loop {
    pub(crate) makes: Makes,
    /// What each round adds: several values, or the key and the value of a map.
    pub(crate) bodies: Box<[Part]>,
    pub(crate) clauses: Box<[Clause]>,
}

/// What the values of a loop are in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Makes {
    List,
    Set,
    Map,
}

/// `for x in a while p where q`.
#[derive(Clone)]
pub(crate) struct Clause {
    pub(crate) variable: Symbol,
    pub(crate) values: Values,
    /// The offset after the values.
    pub(crate) at: usize,
    pub(crate) while_: Option<Part>,
    pub(crate) where_: Option<Part>,
}

/// The values of the variable of a loop.
#[derive(Clone)]
pub(crate) enum Values {
    Elements(Part),
    /// One value, `:=`.
    One(Part),
    /// From a number, to another one if there is one, by steps, which have an offset.
    Numbers {
        from: Part,
        to: Option<Part>,
        by: Option<Part>,
        by_at: usize,
    },
}

/// `(x,y) -> body`.
#[derive(Clone)]
pub(crate) struct Lambda {
    pub(crate) parameters: Arc<[Symbol]>,
    pub(crate) body: Part,
    /// The text of the body, and where it begins.
    pub(crate) text: Arc<str>,
    pub(crate) start: usize,
    /// The nodes of the body are those from this one on, up to the lambda.
    pub(crate) first: u32,
    /// The names in the body, without the parameters and the name that is defined.
    pub(crate) names: Box<[Symbol]>,
}

/// The body of a function: a part, and the nodes in it, of which the first has a number.
pub(crate) struct Body {
    pub(crate) part: Part,
    pub(crate) nodes: Box<[Node]>,
    pub(crate) first: u32,
    /// The offset at which the text of the function begins.
    pub(crate) start: usize,
}

/// Not the nodes: that would be code which no program needs.
impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Body").finish_non_exhaustive()
    }
}

impl Code for Body {
    fn bytes(&self) -> usize {
        size_of::<Body>() + size_of_val(&*self.nodes)
    }

    fn map(&self, value: &mut dyn FnMut(&Value) -> Value) -> Arc<dyn Code> {
        let nodes = self.nodes.iter().map(|node| match node {
            Node::Value(old) => Node::Value(value(old)),
            node => node.clone(),
        });
        Arc::new(Body { nodes: nodes.collect(), ..*self })
    }
}

/// A game in braces.
#[derive(Clone)]
pub(crate) struct Braces {
    /// How many braces are around it that have names.
    pub(crate) depth: usize,
    /// Whether `pass` or the name of braces is in it.
    pub(crate) leads_back: bool,
    /// Whether it leads to braces around it.
    pub(crate) leads_out: bool,
    /// The first of the nodes in it.
    pub(crate) first: u32,
    pub(crate) form: Form,
}

/// The options on two sides of bars, which begin at an offset.
#[derive(Clone)]
pub(crate) struct Form {
    pub(crate) at: usize,
    pub(crate) sides: [Vec<Item>; 2],
}

/// An option.
#[derive(Clone)]
pub(crate) enum Item {
    Part(Part),
    /// The game itself.
    Pass,
    /// The braces at a depth.
    Open(usize),
    /// Options on two sides of other bars.
    Form(Form),
}

/// A game in quotes.
#[derive(Clone)]
pub(crate) struct Quote {
    /// The whole text, for a loopy game.
    pub(crate) text: Box<str>,
    pub(crate) braces: Braces,
    /// Whether the braces have a name, so that it is a loopy game.
    pub(crate) has_name: bool,
    /// The last of the nodes in it.
    pub(crate) node: u32,
}

impl Node {
    /// Whether the node itself is a loopy game; names are not looked up.
    pub(crate) fn is_loopy(&self) -> bool {
        match self {
            Node::Value(value) => value.is_loopy(),
            Node::Braces(braces) => braces.leads_back,
            _ => false,
        }
    }
}
