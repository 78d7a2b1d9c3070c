//! Impartial forms of rulesets, and nim values.

use std::collections::HashMap;
use std::time::Duration;

use dicot::analysis::Analyzer;
use dicot::board::U448;
use dicot::nim::mex;
use dicot::rules::clobber::{Hot, Orthogonal, Variant};
use dicot::rules::{
    AnyRuleset, Cram, GenClobber, Impartial, ImpartialClobber, Kayles, Position, Ruleset, Short,
};
use dicot::solver::{NimberSolver, Solver, Sum};
use dicot::{CanonicalForm, Interrupt, LimitKind, Limits, Outcome, Player, ValueError};

use crate::plain::random::Random;
use crate::plain::table;

#[test]
fn nim_values_of_the_oracle() {
    let (mut analyzer, mut solver, mut rows) = (Analyzer::new(), NimberSolver::new(), 0);
    for row in table::rows(include_str!("../data/impartial_grid.tsv")) {
        let text = row.get("position");
        let position = AnyRuleset::named(row.get("ruleset")).unwrap().read(text).unwrap();
        let expected: u32 = row.get("nim_value").parse().unwrap();
        assert_eq!(solver.nim_value(&position).unwrap(), expected, "line {}", row.line);
        if position.move_count(Player::Left) <= 20 {
            let value = analyzer.canonical_form(&position).unwrap();
            assert_eq!(value.to_nimber(), Some(expected), "line {}", row.line);
        }
        rows += 1;
    }
    assert_eq!(rows, 335);
}

/// Rows of up to 1,000 cells, as published.
#[test]
fn nim_values_of_rows() {
    let (mut solver, mut values) = (NimberSolver::new(), 0);
    for row in table::rows(include_str!("../data/impartial_rows.tsv")) {
        let ruleset = AnyRuleset::named(row.get("ruleset")).unwrap();
        for (n, value) in (1..).zip(row.get("nim_values").split(',')) {
            let position = ruleset.read(&row.get("text").repeat(n)).unwrap();
            assert_eq!(solver.nim_value(&position), Ok(value.parse().unwrap()), "{n}");
            values += 1;
        }
    }
    assert_eq!(values, 1400);
}

/// A row, and the same row as a board of 448 cells.
fn row_and_board<V: Variant>(text: &str) -> (ImpartialClobber<V>, Impartial<GenClobber<V, U448>>) {
    (text.parse().unwrap(), text.parse().unwrap())
}

/// Rows have the moves, the options and the values of boards.
fn rows_are_boards<V: Variant>() {
    let (mut rows, mut boards) = (NimberSolver::new(), NimberSolver::new());
    let mut random = Random(41);
    for length in (1..10).chain(60..90) {
        let text = random.board(length, 1, if length < 60 { 2 } else { 1 });
        let (row, board) = row_and_board::<V>(&text);
        assert_eq!(row.to_string(), board.to_string());
        assert_eq!(row.size(), board.size());
        let (of_row, of_board) = (row.moves(Player::Left), board.moves(Player::Left));
        assert_eq!(sorted(of_row), sorted(of_board));
        let (of_row, of_board) = (row.options(Player::Right), board.options(Player::Right));
        assert_eq!(sorted(of_row), sorted(of_board));
        assert_eq!(rows.nim_value(&row), boards.nim_value(&board), "{text}");
        dicot_proptest::position_laws(&row).unwrap();
    }
}

/// The texts of things, in order.
fn sorted<T: ToString>(things: impl Iterator<Item = T>) -> Vec<String> {
    let mut texts: Vec<String> = things.map(|thing| thing.to_string()).collect();
    texts.sort();
    texts
}

#[test]
fn rows_are_boards_of_clobber() {
    rows_are_boards::<Orthogonal>();
}

#[test]
fn rows_are_boards_of_hot_clobber() {
    rows_are_boards::<Hot>();
}

/// Nim values above 16, which are asked for before the smaller ones are excluded.
#[test]
fn a_row_of_a_large_value() {
    let text = "ooxoxxxxooxoxxxxooxoxxxoxxxxxxxxooxxxxooxooxxoxooxoxoooooxooxxoxooxoooxoxxxxxoooooxooxoxxooxooxoooxx";
    let row: ImpartialClobber = text.parse().unwrap();
    let mut solver = NimberSolver::new();
    assert_eq!(solver.nim_value(&row), Ok(17));
    assert_eq!(solver.is_nim_value(&row, 17), Ok(true));
    assert_eq!(NimberSolver::new().is_nim_value(&row, 17), Ok(true));
}

#[test]
fn texts_of_rows() {
    let rows = AnyRuleset::named("impartial-clobber").unwrap();
    let row = rows.read(&format!(" {}\n", "BW".repeat(1024))).unwrap();
    assert_eq!(row.to_string(), "xo".repeat(1024));
    let texts: Vec<String> = row.moves(Player::Right).map(|mv| mv.to_string()).collect();
    assert_eq!(texts.len(), 4094);
    assert_eq!(texts[51], "aa1-z1");
    assert_eq!(texts[1403], "aaa1-zz1");
    assert_eq!(texts[4093], "bzt1-bzs1");
    let mv = row.read_move("AAA1-ZZ1").unwrap();
    let text = row.play(Player::Left, mv).unwrap().to_string();
    assert_eq!(text, format!("{}x.{}o", "xo".repeat(350) + "x", "ox".repeat(672)));

    let error = |text: &str| rows.read(text).unwrap_err().to_string();
    assert_eq!(
        error(&"x".repeat(2049)),
        "there are too many cells in the row; the limit is 2048 in all"
    );
    let board = format!("{0}/{0}", "x".repeat(300));
    assert!(
        error(&board).starts_with("the board has 600 cells (300 wide, 2 high); the limit is 448")
    );
    let letter = format!("{}?", "x".repeat(300));
    assert!(error(&letter).starts_with("row 1, column 301: unexpected '?'"));
}

/// Kayles has the same moves for both players already.
#[test]
fn moves_of_both_players_are_listed_once() {
    let position: Kayles = "7+5+1".parse().unwrap();
    let plain: Vec<String> = position.moves(Player::Left).map(|mv| mv.to_string()).collect();
    let moves: Vec<_> = Impartial(position).moves(Player::Left).collect();
    assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), plain);
}

/// Snort in a row: place a stone of your colour on an empty cell, unless there is one of the other colour
/// beside it. Both players name cells, and leave different positions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Snort(Vec<Option<Player>>);

impl Position for Snort {
    type Move = usize;

    fn moves(&self, player: Player) -> impl Iterator<Item = usize> {
        (0..self.0.len()).filter(move |&cell| {
            let near =
                [cell.wrapping_sub(1), cell + 1].map(|cell| self.0.get(cell).copied().flatten());
            self.0[cell].is_none() && !near.contains(&Some(!player))
        })
    }

    fn play_unchecked(&mut self, player: Player, cell: usize) {
        self.0[cell] = Some(player);
    }
}

#[test]
fn a_move_that_leads_to_two_positions_is_listed_twice() {
    let position = Impartial(Snort(vec![None, None, Some(Player::Left)]));
    let texts: Vec<String> = position.moves(Player::Right).map(|mv| mv.to_string()).collect();
    assert_eq!(texts, ["0", "1", "right:0"]);
    dicot_proptest::position_laws(&position).unwrap();
    let after: Vec<_> = position.options(Player::Left).map(|option| option.0.0[0]).collect();
    assert_eq!(after, [Some(Player::Left), None, Some(Player::Right)]);
}

/// Moves that are equal have different numbers in the lists of the two players.
#[test]
fn equal_moves_of_a_form_made_at_run_time_are_listed_once() {
    let hackenbush = AnyRuleset::named("hackenbush").unwrap().impartial();
    let position = hackenbush.read("n=4 0-1:b 0-2:g 0-3:r").unwrap();
    let moves: Vec<String> = position.moves(Player::Left).map(|mv| mv.to_string()).collect();
    assert_eq!(moves, ["0-1", "0-2", "0-3"]);
    dicot_proptest::position_laws(&position).unwrap();
}

/// The nim value of a position without components, symmetries or a table of parts.
fn plain<P: Position>(position: &P, known: &mut HashMap<P, u64>) -> u64 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let options: Vec<P> = position.options(Player::Left).collect();
    let value = mex(options.iter().map(|option| plain(option, known)).collect::<Vec<_>>());
    known.insert(position.clone(), value);
    value
}

/// Forms that are made at run time have the nim values of the plain twin.
#[test]
fn forms_made_at_run_time() {
    for (rules, texts) in [
        ("clobber", &["xox/oxo", "xxo/ox."][..]),
        ("konane", &["xoxo/o.xo", ".xo.o/x..xo"]),
        ("toads-and-frogs", &["tt.f.ff", "t.tf.f"]),
        ("fission", &["...../..x../....."]),
        ("domineering", &["..../..../..#."]),
        ("toppling-dominoes", &["xogxogx"]),
        ("amazons", &["x../..o"]),
        ("kayles", &["7+5", "12"]),
    ] {
        let ruleset = AnyRuleset::named(rules).unwrap().impartial();
        for text in texts {
            let position = ruleset.read(text).unwrap();
            let value = plain(&position, &mut HashMap::new());
            let sum = Sum::from(position.clone());
            let mut solver = Solver::new();
            assert_eq!(
                solver.nim_value(&sum).unwrap().map(u64::from),
                Some(value),
                "{rules} {text}"
            );
            for player in Player::BOTH {
                assert_eq!(
                    Solver::new().wins_first(&sum, player),
                    Ok(value != 0),
                    "{rules} {text}"
                );
            }
            let other = sum + CanonicalForm::nimber(value as u32);
            assert_eq!(solver.outcome(&other), Ok(Outcome::Previous), "{rules} {text}");
            assert_eq!(solver.nim_value(&(other + CanonicalForm::from(1))), Ok(None));
        }
    }
}

/// Boards that half a turn maps to themselves, and all boards of up to nine cells, against the plain twin.
#[test]
fn boards_in_pairs_are_zero() {
    let mut paired = 0;
    for (width, height) in [(4, 2), (3, 3), (5, 2), (3, 2), (5, 1), (6, 1)] {
        let mut known = HashMap::new();
        for cells in 0..1u32 << (width * height) {
            let row = |row: usize| {
                (0..width)
                    .map(|col| if cells >> (row * width + col) & 1 == 1 { '.' } else { '#' })
                    .collect::<String>()
            };
            let text = (0..height).map(row).collect::<Vec<_>>().join("/");
            let position: Cram = text.parse().unwrap();
            if Cram::<u64>::SEARCH.is_paired(&position) {
                assert_eq!(plain(&position, &mut known), 0, "{text}");
                paired += 1;
            }
            if width * height <= 9 {
                let value = NimberSolver::new().nim_value(&position).unwrap();
                assert_eq!(u64::from(value), plain(&position, &mut known), "{text}");
            }
        }
    }
    assert!(paired > 50, "{paired}");
}

#[test]
fn limits_and_memory() {
    let board: Cram = "....../....../....../....../......".parse().unwrap();
    let limited = |limits| NimberSolver::new().with_limits(limits).nim_value(&board);
    let nodes = Err(ValueError::Limit(LimitKind::Nodes(1000)));
    assert_eq!(limited(Limits::default().with_nodes(1000)), nodes);
    let mut solver = Solver::new().with_limits(Limits::default().with_nodes(1000));
    assert_eq!(solver.nim_value(&board.into()), Err(ValueError::Limit(LimitKind::Nodes(1000))));
    assert_eq!(solver.nodes(), 1000);
    let time = Limits::default().with_time(Duration::ZERO);
    assert_eq!(limited(time), Err(ValueError::Limit(LimitKind::Time)));
    let interrupt = Interrupt::default();
    interrupt.set();
    let interrupted = Err(ValueError::Limit(LimitKind::Interrupted));
    assert_eq!(limited(Limits::default().with_interrupt(interrupt)), interrupted);

    // The table of this board takes more than 500 kB: it forgets, and searches more.
    let small: Cram = "......./......./......./.......".parse().unwrap();
    let mut ample = NimberSolver::new();
    assert_eq!(ample.nim_value(&small), Ok(3));
    let mut scarce = NimberSolver::new().with_limits(Limits::default().with_bytes(500_000));
    assert_eq!(scarce.nim_value(&small), Ok(3));
    assert!(scarce.nodes() > ample.nodes() && scarce.components() < ample.components() / 2);
    let tiny = Limits::default().with_bytes(20_000);
    assert_eq!(limited(tiny), Err(ValueError::Limit(LimitKind::Bytes(20_000))));
}

/// Published by Lemoine and Viennot.
#[test]
fn nim_values_of_cram_boards() {
    let mut solver = NimberSolver::<Cram>::new();
    for (width, height, value) in [(4, 4, 0), (5, 4, 2), (6, 4, 0), (7, 4, 3), (5, 5, 0), (6, 5, 2)]
    {
        let board = vec![".".repeat(width); height].join("/");
        assert_eq!(solver.nim_value(&board.parse().unwrap()), Ok(value), "{width}x{height}");
    }
}

/// Boards of Cram in sums, which are searched as sets of free cells, have the values of positions: also boards that are wide or high, of
/// more than 64 cells, and too large for these sets.
#[test]
fn boards_of_cram_in_sums() {
    let rules = AnyRuleset::named("cram").unwrap();
    let (mut solver, mut positions) = (Solver::new(), NimberSolver::<Cram<U448>>::new());
    let mut random = Random(97);
    for (width, height, covered) in [
        (4, 4, 3),
        (7, 5, 12),
        (5, 7, 14),
        (7, 7, 30),
        (8, 3, 6),
        (3, 12, 12),
        (14, 3, 20),
        (16, 4, 40),
        (5, 13, 50),
        (17, 3, 30),
        (8, 8, 50),
    ] {
        for _ in 0..40 {
            let mut cells = vec!['.'; width * height];
            for _ in 0..covered {
                cells[random.below(width * height)] = '#';
            }
            let rows: Vec<String> = cells.chunks(width).map(|row| row.iter().collect()).collect();
            let text = rows.join("/");
            let expected = positions.nim_value(&text.parse().unwrap()).unwrap();
            let sum = Sum::from(rules.read(&text).unwrap());
            assert_eq!(solver.nim_value(&sum), Ok(Some(expected)), "{text}");
            assert_eq!(solver.wins_first(&sum, Player::Left), Ok(expected != 0), "{text}");
        }
    }
}
