//! Analyzers and solvers with a database find what they find without.

use std::sync::Arc;

use dicot::analysis::{Analyzer, ValueSource};
use dicot::rules::{Clobber, Clobber448, Short};
use dicot::solver::{Solver, Sum};
use dicot::{Player, ValueError};
use dicot_db::Database;

use crate::{boards, file, values};

#[test]
fn values_of_all_small_boards() {
    for (rows, columns) in [(2, 3), (3, 3)] {
        let values = values(boards(rows, columns));
        let database = Arc::new(Database::from_bytes(file(&values)).unwrap());
        let mut plain = Analyzer::<Clobber>::new();
        let mut known = Analyzer::<Clobber>::new().with_value_source(database.clone());
        for board in boards(rows, columns) {
            let parts = known.positions();
            let value = known.canonical_form(&board).unwrap();
            assert_eq!(value, plain.canonical_form(&board).unwrap(), "{board}");
            // Nothing was computed: only the board's own components were looked up.
            assert!(known.positions() - parts <= board.components().count(), "{board}");
        }
    }
    // A whole board, of which nothing else is looked at; and the same for the type of large boards.
    let values = values(boards(3, 3));
    let database: Arc<dyn ValueSource> = Arc::new(Database::from_bytes(file(&values)).unwrap());
    let board = "xox/oxo/xox";
    let mut known = Analyzer::new().with_value_source(database.clone());
    let value = known.canonical_form(&board.parse::<Clobber>().unwrap()).unwrap();
    assert_eq!(known.positions(), 1);
    let mut known = Analyzer::new().with_value_source(database.clone());
    assert_eq!(known.canonical_form(&board.parse::<Clobber448>().unwrap()).unwrap(), value);
    assert_eq!(known.positions(), 1);
    let mut plain = Analyzer::new();
    assert_eq!(plain.canonical_form(&board.parse::<Clobber>().unwrap()).unwrap(), value);
    assert!(plain.positions() > 50);

    // A solver need not search what is known.
    let sum = Sum::from(board.parse::<Clobber>().unwrap());
    let mut solver = Solver::new().with_value_source(database);
    let mut plain = Solver::new();
    for player in Player::BOTH {
        assert_eq!(solver.wins_first(&sum, player), plain.wins_first(&sum, player));
    }
    assert!(solver.nodes() == 0 && plain.nodes() > 0);
}

#[test]
fn other_rulesets_are_left_alone() {
    let values = values(boards(2, 2));
    let database = Database::from_bytes(file(&values)).unwrap();
    assert!(ValueSource::find(&database, "clobber", "xo").unwrap().is_some());
    assert_eq!(ValueSource::find(&database, "konane", "xo"), Ok(None));
}

#[test]
fn damage_is_an_error_of_the_analyzer() {
    let values = values(boards(2, 3));
    let mut bad = file(&values);
    let last = bad.len() - 1;
    bad[last] ^= 1;
    let database = Database::from_bytes(bad).unwrap();
    assert_eq!(ValueSource::parts(&database, 0), Err(ValueError::Damaged));
    let mut analyzer = Analyzer::new().with_value_source(Arc::new(database));
    let board: Clobber = "xox/oxo".parse().unwrap();
    assert_eq!(analyzer.canonical_form(&board), Err(ValueError::Damaged));
}
