//! Impartial forms of rulesets, and nim values.

use dicot::Player;
use dicot::analysis::Analyzer;
use dicot::rules::{AnyRuleset, Cram, Impartial, Kayles, Position};
use dicot::solver::NimberSolver;

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

/// Kayles has the same moves for both players already.
#[test]
fn moves_of_both_players_are_listed_once() {
    let position: Kayles = "7+5+1".parse().unwrap();
    let texts = |moves: Vec<String>| moves;
    let plain = texts(position.moves(Player::Left).map(|mv| mv.to_string()).collect());
    let impartial = Impartial(position);
    assert_eq!(texts(impartial.moves(Player::Left).map(|mv| mv.to_string()).collect()), plain);
}

/// Published by Lemoine and Viennot.
#[test]
fn nim_values_of_cram_boards() {
    let mut solver = NimberSolver::<Cram>::new();
    for (width, height, value) in [(4, 4, 0), (5, 4, 2), (6, 4, 0), (7, 4, 3), (5, 5, 0), (6, 5, 2)]
    {
        let board = ["."; 1].map(|_| vec![".".repeat(width); height].join("/"))[0].clone();
        assert_eq!(solver.nim_value(&board.parse().unwrap()), Ok(value), "{width}x{height}");
    }
}
