//! The answers of puzzles, and how hard they are to prove.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::io;

use dicot::board::{Cell, Grid};
use dicot::rules::{AnyPosition, CellKind, Position};
use dicot::solver::Solver;
use dicot::{CanonicalForm, Limits, Player, Store};
use dicot_rulesets::{AnyAnalyzer, PositionExt, RulesetExt};

use super::puzzle::Kind;
use crate::command::Failure;

/// Finds answers.
pub(super) struct Judge {
    store: Store,
    limits: Limits,
    analyzers: HashMap<String, Box<dyn AnyAnalyzer>>,
    solver: Solver,
}

impl Judge {
    pub(super) fn new(limits: Limits) -> Judge {
        let solver = Solver::new().with_limits(limits.clone());
        Judge { store: Store::new(), limits, analyzers: HashMap::new(), solver }
    }

    fn analyzer(&mut self, position: &AnyPosition) -> &mut dyn AnyAnalyzer {
        let ruleset = position.ruleset();
        let of_ruleset = self.analyzers.entry(ruleset.spec().name.clone());
        let analyzer = of_ruleset.or_insert_with(|| {
            let mut analyzer = ruleset.analyzer(self.store.clone());
            analyzer.set_limits(self.limits.clone());
            analyzer
        });
        &mut **analyzer
    }

    fn value(&mut self, position: &AnyPosition) -> Result<CanonicalForm, Failure> {
        Ok(self.analyzer(position).canonical_form(position)?)
    }

    /// The answer of a puzzle; `None` if it has several, or none.
    pub(super) fn answer(
        &mut self,
        kind: Kind,
        positions: &[AnyPosition],
    ) -> Result<Option<String>, Failure> {
        let [position, ..] = positions else { return Ok(None) };
        match kind {
            Kind::Move(player) => {
                let winning = self.analyzer(position).winning_moves(position, player)?;
                Ok(only(winning))
            }
            Kind::Winner => Ok(Some(self.value(position)?.outcome().to_string())),
            Kind::Zero => self.change_to_zero(position),
            Kind::Compare => {
                let [left, right] = [self.value(position)?, self.value(&positions[1])?];
                let sign = match left.partial_cmp(&right) {
                    Some(Ordering::Less) => "<",
                    Some(Ordering::Greater) => ">",
                    Some(Ordering::Equal) => "=",
                    None => "|",
                };
                Ok(Some(sign.to_owned()))
            }
            Kind::Hottest => {
                let mut temperatures = Vec::new();
                for position in positions {
                    temperatures.push(self.value(position)?.temperature());
                }
                let hottest = temperatures.iter().max();
                let places = (1..).zip(&temperatures);
                let hottest =
                    places.filter(|(_, t)| Some(*t) == hottest).map(|(i, _)| i.to_string());
                Ok(only(hottest))
            }
        }
    }

    /// The only cell and content that leave a position of value 0.
    fn change_to_zero(&mut self, position: &AnyPosition) -> Result<Option<String>, Failure> {
        let Some(grid) = Grid::letters(&position.to_string()) else { return Ok(None) };
        let Some(shape) = grid.shape() else { return Ok(None) };
        let letters = position.ruleset().spec().cells.iter();
        let letters: Vec<char> =
            letters.filter(|cell| cell.kind != CellKind::Outside).map(|cell| cell.letter).collect();
        let mut found = Vec::new();
        for (index, &old) in grid.cells().iter().enumerate() {
            for &letter in letters.iter().filter(|letter| **letter != old) {
                let mut cells = grid.cells().to_vec();
                cells[index] = letter;
                let rows = cells.chunks(grid.width()).map(|row| row.iter().copied());
                let Some(board) = Grid::from_rows(rows) else { continue };
                let changed = position.ruleset().parse(&board.to_string())?;
                if self.value(&changed)? == CanonicalForm::ZERO {
                    let [row, col] = [index / grid.width(), index % grid.width()].map(|i| i as u8);
                    let cell = Cell { row, col };
                    found.push(format!("{}={letter}", cell.name(shape.height())));
                }
            }
        }
        Ok(only(found))
    }

    /// How hard a puzzle is taken to be: the facts of certificates of who wins its positions, times one more than the number of wrong
    /// moves that only one reply refutes.
    pub(super) fn weight(&mut self, kind: Kind, positions: &[AnyPosition]) -> Result<u64, Failure> {
        let starters = match &kind {
            Kind::Move(player) => std::slice::from_ref(player),
            _ => &Player::BOTH,
        };
        let mut facts = 1;
        for position in positions {
            if let Some(sum) = position.sum() {
                let written = self.solver.write_certificate(&sum, starters, &mut io::sink());
                facts += written.map_err(|error| Failure::new(error.to_string()))?.facts;
            }
        }
        let mut tempting = 0;
        if let (Kind::Move(player), [position]) = (kind, positions) {
            for option in position.options(player) {
                tempting +=
                    u64::from(self.analyzer(&option).winning_moves(&option, !player)?.len() == 1);
            }
        }
        Ok(facts * (1 + tempting))
    }
}

/// The only item; `None` if there are several or none.
fn only<T>(items: impl IntoIterator<Item = T>) -> Option<T> {
    let mut items = items.into_iter();
    items.next().filter(|_| items.next().is_none())
}
