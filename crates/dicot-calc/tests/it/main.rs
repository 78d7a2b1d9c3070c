//! The calculator, as a program would use it.

mod answer;
mod expressions;
mod floors;
mod loopy;
mod misere;
mod positions;
