//! The calculator, as a program would use it.

mod answer;
mod coming_from;
mod documents;
mod expressions;
mod floors;
mod graphs;
mod lists;
mod loopy;
mod misere;
mod mutable;
mod numbers;
mod objects;
mod output;
mod positions;
mod statements;
