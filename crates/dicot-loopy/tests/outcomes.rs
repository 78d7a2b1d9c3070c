//! Outcomes by retrograde analysis are those of values.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use dicot::rules::{BackslidingToadsAndFrogs, Combo, FoxAndGeese, HareAndHounds, Position};
use dicot::{CanonicalForm, Limits, Player, Store};
use dicot_loopy::{
    DiskError, DiskOutcomes, LoopyOutcome, LoopyValue, OptionGraph, PositionOutcomes,
    PositionValues,
};

#[test]
fn outcomes_are_those_of_values() {
    let store = Store::new();
    let mut seen: Vec<LoopyOutcome> = Vec::new();
    for text in ["b1,.,w1", "b2,.,.,w2", "b1,.,.,.,w1", "b1,w1/.,.", "b2,./.,w1", "b1,.,w1/.,.,."] {
        let c = &mut store.calculation();
        let position: Combo = text.parse().unwrap();
        let outcomes = PositionOutcomes::of([position.clone()], c).unwrap();
        let values = PositionValues::of([position.clone()], c).unwrap();
        assert_eq!(outcomes.len(), values.len());
        for (position, value) in values.iter() {
            let outcome = outcomes.get(position).unwrap();
            assert_eq!(outcome, value.outcome(c).unwrap(), "{position}: {value}");
            if !seen.contains(&outcome) {
                seen.push(outcome);
            }
        }
        // Positions add up as their values do: here with a copy of themselves, and with a star.
        let value = values.get(&position).unwrap();
        let star = LoopyValue::from(CanonicalForm::STAR);
        assert_eq!(value.sum(&star, c).unwrap().sum(&star, c).unwrap(), *value, "{text}");
    }
    assert!(seen.len() >= 4, "{seen:?}");
}

#[test]
fn limits() {
    let store = Store::new();
    let position = Combo::start(8, 8).unwrap();
    for limits in [Limits::default().with_steps(100_000), Limits::default().with_bytes(10 << 20)] {
        let calculation = &mut store.calculate(&limits);
        assert!(PositionOutcomes::of([position.clone()], calculation).is_err());
        let calculation = &mut store.calculate(&limits);
        assert!(PositionValues::of([position.clone()], calculation).is_err());
    }
}

/// Outcomes on disk, of the first position and all that it leads to.
fn on_disk<P: Position + Display + FromStr<Err: Debug>>(
    wanted: &[P],
    sort_bytes: usize,
    limits: &Limits,
) -> Result<DiskOutcomes, DiskError> {
    let wanted: Vec<String> = wanted.iter().map(ToString::to_string).collect();
    let mut options = |text: &str, player: Player, found: &mut dyn FnMut(&str)| {
        let position: P = text.parse().unwrap();
        position.options(player).for_each(|option| found(&option.to_string()));
    };
    let (store, folder) = (Store::new(), std::env::temp_dir());
    let calculation = &mut store.calculate(limits);
    DiskOutcomes::of(&wanted, &mut options, &folder, sort_bytes, calculation, &mut |_| {})
}

fn compare_with_memory<P: Position + Display + FromStr<Err: Debug>>(text: &str) {
    let store = Store::new();
    let c = &mut store.calculation();
    let root: P = text.parse().unwrap();
    let (graph, positions) = OptionGraph::of_positions([root], c, &mut |_| {}).unwrap();
    let outcomes = graph.outcomes(c).unwrap();
    for sort_bytes in [1 << 12, 1 << 24] {
        let found = on_disk(positions.positions(), sort_bytes, &Limits::default()).unwrap();
        assert_eq!(found.positions, u64::from(graph.len()), "{text}");
        assert_eq!(found.outcomes, outcomes, "{text}");
    }
}

#[test]
fn outcomes_on_disk_are_those_in_memory() {
    compare_with_memory::<Combo>("b1,w1/.,.");
    compare_with_memory::<Combo>("b12,.,w1");
    compare_with_memory::<BackslidingToadsAndFrogs>("tt..ff");
    compare_with_memory::<HareAndHounds>("#h.#/h..r/#h.#");
    compare_with_memory::<FoxAndGeese>(".g.g/..../..../..f.");
}

#[test]
fn limits_on_disk() {
    let start = [FoxAndGeese::<u64>::start(8, 8).unwrap()];
    for limits in [Limits::default().with_steps(100_000), Limits::default().with_bytes(1 << 20)] {
        let error = on_disk(&start, 2 << 20, &limits).unwrap_err();
        assert!(matches!(error, DiskError::Value(_)), "{error}");
    }
}
