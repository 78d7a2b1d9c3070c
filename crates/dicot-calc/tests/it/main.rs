//! The calculator, as a program would use it.

mod expressions;
mod floors;
mod loopy;
mod positions;
