//! Pictures of boards, thermographs and trees.

mod board;
mod thermograph;
mod tree;
