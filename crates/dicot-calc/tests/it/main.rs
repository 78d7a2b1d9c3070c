//! The calculator, as a program would use it.

mod answer;
mod expressions;
mod floors;
mod lists;
mod loopy;
mod misere;
mod positions;
