//! The command line of dicot.
fn main() {}
