//! The tests of the library's public functions: one program, because linking takes longer than most of them run.

mod analysis;
mod boards;
mod clobber;
mod combo;
mod explain;
mod floors;
mod graph_games;
mod impartial;
mod kayles;
mod known_values;
mod konane;
mod latex;
mod laws;
mod loopy_rulesets;
mod misere;
mod nim;
mod nogo;
mod notation;
mod operation_laws;
mod operations;
mod operators;
mod oracle;
mod plain;
mod random_laws;
mod rulesets;
#[cfg(feature = "serde")]
mod serde;
mod shared_form;
mod shelf;
mod solver;
mod solver_replay;
mod solver_saved;
mod start_positions;
mod textbook_rulesets;
mod toppling_dominoes;
mod variants;
