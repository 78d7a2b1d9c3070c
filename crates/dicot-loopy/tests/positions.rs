//! Values of positions, against tables.

use dicot::Store;
use dicot::rules::{BackslidingToadsAndFrogs, FoxAndGeese, Position};
use dicot_loopy::{PositionOutcomes, PositionValues};

/// Checks values of positions, in a store for all of them.
fn check<P: Position>(rows: impl Iterator<Item = (P, &'static str)>) {
    let store = Store::new();
    let mut count = 0;
    for (position, expected) in rows {
        let c = &mut store.calculation();
        let values = PositionValues::of([position.clone()], c).unwrap();
        let value = values.get(&position).unwrap();
        let expected = dicot_calc::evaluate(expected, c).unwrap().to_loopy().unwrap();
        assert_eq!(*value, expected, "{position:?}");
        let outcomes = PositionOutcomes::of([position.clone()], c).unwrap();
        assert_eq!(outcomes.len(), values.len());
        assert_eq!(outcomes.get(&position).unwrap(), value.outcome(c).unwrap(), "{position:?}");
        count += 1;
    }
    assert!(count > 180, "{count} rows");
}

/// The columns of the rows of a table.
fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table.lines().skip(1).map(|line| line.split('\t').collect())
}

#[test]
fn backsliding_toads_and_frogs() {
    let table = include_str!("data/backsliding_toads_and_frogs.tsv");
    check(rows(table).map(|row| {
        let position: BackslidingToadsAndFrogs = row[0].parse().unwrap();
        (position, row[1])
    }));
}

/// The table has foxes that go several cells as well, which the ruleset does not know.
#[test]
fn fox_and_geese() {
    let rows = rows(include_str!("data/fox_and_geese.tsv")).filter(|row| row[2] == "1");
    check(rows.map(|row| {
        let cell = |text: &str| -> [usize; 2] {
            let (row, col) = text.split_once(',').unwrap();
            [row.parse().unwrap(), col.parse().unwrap()]
        };
        let geese = row[3].split(' ').map(|goose| (cell(goose), b'g'));
        let pieces: Vec<_> = geese.chain([(cell(row[4]), b'f')]).collect();
        let height = pieces.iter().map(|&([row, _], _)| row).max().unwrap();
        let mut board = vec![vec![b'.'; row[1].parse().unwrap()]; height];
        for ([row, col], letter) in pieces {
            board[height - row][col - 1] = letter;
        }
        let text = String::from_utf8(board.join(&b'/')).unwrap();
        let position: FoxAndGeese = text.parse().unwrap();
        (position, row[5])
    }));
}

/// The number of positions that the start of a square board leads to, and its value.
fn start(side: u8) -> (usize, String) {
    let (store, start) = (Store::new(), FoxAndGeese::<u64>::start(side, side).unwrap());
    let values = PositionValues::of([start], &mut store.calculation()).unwrap();
    (values.len(), values.get(&start).unwrap().to_string())
}

#[test]
fn starts_of_fox_and_geese() {
    assert_eq!(start(4), (117, "over".to_owned()));
    assert_eq!(start(6), (9_342, "*".to_owned()));
}

#[test]
#[ignore = "takes a minute in a test build"]
fn the_start_of_fox_and_geese_on_8x8() {
    assert_eq!(start(8), (813_024, "2over".to_owned()));
}
