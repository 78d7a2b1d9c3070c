//! Values that were found before, and values that threads share, are those that would be found.

use std::collections::HashMap;
use std::sync::Arc;

use dicot::analysis::{Analyzer, NamedValue, ValueParts, ValueSource};
use dicot::rules::{Clobber, Clobber448, Short};
use dicot::solver::{Solver, Sum};
use dicot::{CanonicalForm, NumberUpStar, Player, ValueError};

/// Components of Clobber with their values, each value once.
#[derive(Debug, Default)]
struct Found {
    values: HashMap<String, NamedValue>,
    parts: Vec<ValueParts>,
}

impl ValueSource for Found {
    fn find(&self, rules: &str, component: &str) -> Result<Option<NamedValue>, ValueError> {
        assert_eq!(rules, "clobber");
        Ok(self.values.get(component).copied())
    }

    fn parts(&self, number: u32) -> Result<ValueParts, ValueError> {
        self.parts.get(number as usize).cloned().ok_or(ValueError::Damaged)
    }
}

type Numbers = HashMap<CanonicalForm, u32>;

impl Found {
    /// All components of the boards.
    fn of(boards: &[Clobber], analyzer: &mut Analyzer<Clobber>) -> Found {
        let (mut found, mut numbers) = (Found::default(), Numbers::new());
        for board in boards {
            for (part, value) in analyzer.decompose(board).unwrap() {
                let (part, negated) = part.normalized();
                let value = if negated { -value } else { value };
                let named = found.number(&value, &mut numbers);
                found.values.insert(part.to_string(), named);
            }
        }
        found
    }

    fn number(&mut self, g: &CanonicalForm, numbers: &mut Numbers) -> NamedValue {
        if let Some(&number) = numbers.get(g) {
            return NamedValue { number, negated: false };
        }
        if let Some(&number) = numbers.get(&-g) {
            return NamedValue { number, negated: true };
        }
        let parts = match g.to_number_up_star() {
            Some(parts) => ValueParts::NumberUpStar(parts),
            None => {
                let mut list = |player| -> Vec<NamedValue> {
                    g.options(player).map(|option| self.number(&option, numbers)).collect()
                };
                ValueParts::Options { left: list(Player::Left), right: list(Player::Right) }
            }
        };
        let number = self.parts.len() as u32;
        self.parts.push(parts);
        numbers.insert(g.clone(), number);
        NamedValue { number, negated: false }
    }
}

/// All boards of two rows and four columns.
fn boards() -> Vec<Clobber> {
    let board = |n: u32| {
        let cell = |place| ["x", "o", "."][(n / 3u32.pow(place) % 3) as usize];
        let cells: Vec<&str> = (0..8).map(cell).collect();
        (cells[..4].concat() + "/" + &cells[4..].concat()).parse::<Clobber>().unwrap()
    };
    (0..6561).map(board).collect()
}

#[test]
fn known_values_are_those_that_would_be_found() {
    let (boards, mut analyzer) = (boards(), Analyzer::new());
    let found = Arc::new(Found::of(&boards, &mut analyzer));
    assert!(found.parts.iter().any(|parts| matches!(parts, ValueParts::Options { .. })));

    let mut knowing = Analyzer::new().with_value_source(found.clone());
    let mut wide: Analyzer<Clobber448> = Analyzer::new().with_value_source(found.clone());
    for board in &boards {
        let value = analyzer.canonical_form(board).unwrap();
        assert_eq!(knowing.canonical_form(board).unwrap(), value, "{board}");
        let huge = board.convert().unwrap();
        assert_eq!(wide.canonical_form(&huge).unwrap(), value, "{board}");
    }
    // Nothing but the board itself is looked at.
    let full: Clobber = "xoxo/oxox".parse().unwrap();
    let mut one = Analyzer::new().with_value_source(found.clone());
    assert_eq!(one.canonical_form(&full).unwrap(), analyzer.canonical_form(&full).unwrap());
    assert_eq!(one.positions(), 1);
    let mut shared = one.fork();
    let strip: Clobber = "xxoo/ooxx".parse().unwrap();
    let value = analyzer.canonical_form(&strip).unwrap();
    assert_eq!(shared.canonical_form(&strip).unwrap(), value);
    assert_eq!(one.positions(), 2);
    // What is larger is made of what is known.
    let larger: Clobber = "xoxox/oxoxo".parse().unwrap();
    assert_eq!(one.canonical_form(&larger).unwrap(), analyzer.canonical_form(&larger).unwrap());
}

#[test]
fn a_solver_searches_nothing_where_values_are_known() {
    let (boards, mut analyzer) = (boards(), Analyzer::new());
    let found = Arc::new(Found::of(&boards, &mut analyzer));
    // Hardly anything is valued that is not known.
    let (mut plain, mut knowing) = (Solver::new(), Solver::new().with_value_source(found.clone()));
    (plain.valued_size, knowing.valued_size) = (2, 2);
    for board in boards.iter().step_by(7) {
        let (sum, outcome) = (Sum::from(*board), analyzer.outcome(board).unwrap());
        assert_eq!(plain.outcome(&sum), Ok(outcome), "{board}");
        assert_eq!(knowing.outcome(&sum), Ok(outcome), "{board}");
    }
    assert!(plain.nodes() > 0);
    assert_eq!(knowing.nodes(), 0);
    // Where the search ends in what is known, also after all is forgotten.
    let sum = Sum::from(Clobber::checkerboard(6, 3).unwrap());
    let outcome = plain.outcome(&sum);
    assert_eq!(knowing.outcome(&sum), outcome);
    knowing.clear();
    assert_eq!(knowing.outcome(&sum), outcome);
    assert!(knowing.outcome(&Sum::from(boards[5])).is_ok());
}

#[test]
fn damaged_values_are_refused() {
    let position = "xo".parse::<Clobber>().unwrap().normalized().0;
    let up = NumberUpStar { up: i32::MIN, ..NumberUpStar::default() };
    let own = NamedValue { number: 0, negated: false };
    let options = ValueParts::Options { left: vec![own], right: vec![] };
    for parts in [vec![], vec![options], vec![ValueParts::NumberUpStar(up)]] {
        let values = [(position.to_string(), own)].into();
        let mut analyzer = Analyzer::new().with_value_source(Arc::new(Found { values, parts }));
        assert_eq!(analyzer.canonical_form(&position), Err(ValueError::Damaged));
    }
}

#[test]
fn threads_share_what_they_find() {
    let (boards, mut alone, mut first) = (boards(), Analyzer::new(), Analyzer::new());
    first.canonical_form(&boards[5]).unwrap();
    let mut others: Vec<Analyzer<Clobber>> = (0..4).map(|_| first.fork()).collect();
    std::thread::scope(|scope| {
        for (n, other) in others.iter_mut().enumerate() {
            let boards = &boards;
            scope.spawn(move || {
                for i in 0..boards.len() {
                    // Each in another order: 2, 3, 4 and 5 times i.
                    other.canonical_form(&boards[i * (n + 2) % boards.len()]).unwrap();
                }
            });
        }
    });
    for board in &boards {
        let value = alone.canonical_form(board).unwrap();
        assert_eq!(first.canonical_form(board).unwrap(), value, "{board}");
    }
    assert_eq!(first.positions(), alone.positions());
    assert!(others.iter().all(|other| other.store() == first.store()));
}
