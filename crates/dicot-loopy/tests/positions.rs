//! Values of positions, against tables.

use dicot::Store;
use dicot::rules::{
    BackslidingToadsAndFrogs, FoxAndGeese, HareAndHounds, Position,
    fox_and_geese::{FarFox, FoxVariant, GenFoxAndGeese, NearFox},
};
use dicot_loopy::{PositionOutcomes, PositionValues};

/// Checks values of positions, in a store for all of them, and returns their number.
fn check<P: Position>(rows: impl Iterator<Item = (P, &'static str)>) -> usize {
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
    count
}

/// The columns of the rows of a table.
fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table.lines().skip(1).map(|line| line.split('\t').collect())
}

#[test]
fn backsliding_toads_and_frogs() {
    let table = include_str!("data/backsliding_toads_and_frogs.tsv");
    let count = check(rows(table).map(|row| {
        let position: BackslidingToadsAndFrogs = row[0].parse().unwrap();
        (position, row[1])
    }));
    assert!(count > 180, "{count} rows");
}

/// Checks the rows of a fox that goes so many cells.
fn check_foxes<V: FoxVariant>() -> usize {
    let range = V::RANGE.to_string();
    let rows = rows(include_str!("data/fox_and_geese.tsv")).filter(move |row| row[2] == range);
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
        let position: GenFoxAndGeese<V> = text.parse().unwrap();
        (position, row[5])
    }))
}

#[test]
fn fox_and_geese() {
    assert_eq!([check_foxes::<NearFox>(), check_foxes::<FarFox>()], [183, 23]);
}

/// The hounds win on the usual board, whoever begins (Winning Ways, chapter 21). What happens on wider boards was found here.
#[test]
fn hare_and_hounds() {
    let store = Store::new();
    for (width, positions, outcome) in [(5, 1_272, "L"), (7, 8_756, "L"), (9, 31_435, "NHat")] {
        let start = HareAndHounds::<u64>::start(width).unwrap();
        let outcomes = PositionOutcomes::of([start], &mut store.calculation()).unwrap();
        assert_eq!(outcomes.len(), positions, "{width}");
        assert_eq!(outcomes.get(&start).unwrap().to_string(), outcome, "{width}");
    }
    let start = HareAndHounds::<u64>::start(5).unwrap();
    let calculation = &mut store.calculation();
    let values = PositionValues::of([start], calculation).unwrap();
    assert_eq!(values.get(&start).unwrap().to_string(), "on & over");
    let value = |text: &str| values.get(&text.parse().unwrap()).unwrap().to_string();
    assert_eq!(value("#...#/.h.hr/#..h#"), "{0|off}");
    assert_eq!(value("#..h#/...hr/#..h#"), "0");
    let outcomes = PositionOutcomes::of([start], calculation).unwrap();
    for (position, value) in values.iter() {
        assert_eq!(value.outcome(calculation).unwrap(), outcomes.get(position).unwrap());
    }
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
