//! Pictures of boards, thermographs, trees and heaps.

mod board;
mod graph;
mod heaps;
mod thermograph;
mod tree;
