//! Positions of rulesets without short values, where a value is asked for.

use dicot::analysis::Analyzer;
use dicot::rules::{
    AnyPosition, AnyRuleset, Conjunctive, Dicotic, Ordinal, Selective, Short, Twisted, rulesets,
};
use dicot::solver::{NimberSolver, Solver, Sum};
use dicot::{Player, ValueError};

/// The error of everything that computes a value: play need not end, so that a search might not either.
fn has_no_value<P: Short>(position: &P) {
    let mut analyzer = Analyzer::new();
    let undefined = |error| assert!(matches!(error, ValueError::Undefined(_)), "{error}");
    undefined(analyzer.canonical_form(position).unwrap_err());
    undefined(analyzer.canonical_forms(std::slice::from_ref(position)).unwrap_err());
    undefined(analyzer.outcome(position).unwrap_err());
    undefined(analyzer.decompose(position).unwrap_err());
    undefined(analyzer.moves(position, Player::Left).unwrap_err());
    undefined(analyzer.report(position).unwrap_err());
    undefined(NimberSolver::new().nim_value(position).unwrap_err());
    undefined(NimberSolver::new().is_nim_value(position, 0).unwrap_err());
}

fn is_not_solved(position: AnyPosition) {
    let sum = Sum::from(position);
    let undefined = |error| assert!(matches!(error, ValueError::Undefined(_)), "{error}");
    let mut solver = Solver::new();
    undefined(solver.wins_first(&sum, Player::Left).unwrap_err());
    // Without a move no value is needed.
    if !sum.moves(Player::Left).is_empty() {
        undefined(solver.winning_moves(&sum, Player::Left).unwrap_err());
        undefined(solver.line(&sum, Player::Left).unwrap_err());
    }
    undefined(solver.nim_value(&sum).unwrap_err());
    undefined(solver.ordering_estimate(&sum, Player::Left).unwrap_err());
    let written = solver.write_certificate(&sum, &[Player::Left], &mut Vec::new());
    assert!(written.unwrap_err().to_string().contains("no value"));
    solver.misere = true;
    undefined(solver.outcome(&sum).unwrap_err());
}

#[test]
fn values_are_refused() {
    let rulesets = rulesets().filter_map(|spec| AnyRuleset::named(spec.name));
    let mut tested = 0;
    for base in rulesets.filter(|ruleset| !ruleset.has_values()) {
        for ruleset in [base.clone(), base.impartial(), Dicotic::ruleset(&base)] {
            assert!(!ruleset.has_values(), "{ruleset:?}");
            let position = ruleset.read(&base.spec().examples[0].before).unwrap();
            has_no_value(&position);
            has_no_value(&Twisted(position.clone()));
            has_no_value(&Conjunctive(position.clone(), position.clone()));
            has_no_value(&Selective(position.clone(), position.clone()));
            has_no_value(&Ordinal::new(position.clone(), position.clone()));
            is_not_solved(position);
            tested += 1;
        }
    }
    assert!(tested > 15, "{tested}");
}
