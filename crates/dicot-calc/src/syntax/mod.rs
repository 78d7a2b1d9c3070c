//! What a text says, as a tree: it is read once, and evaluated as often as loops and calls need it.

mod braces;
mod control;
mod functions;
mod literals;
mod loops;
mod names;
mod reader;
mod tree;

pub(crate) use reader::{OPERATOR, Reader, Statement};
pub(crate) use tree::{
    Body, Braces, Clause, Form, Item, Lambda, Link, Loop, Makes, Node, Part, Quote, Repeat, Rounds,
    Values,
};
