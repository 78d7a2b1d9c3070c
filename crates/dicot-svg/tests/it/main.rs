//! Pictures of boards, thermographs and trees.

mod board;
mod graph;
mod thermograph;
mod tree;
