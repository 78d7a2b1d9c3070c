//! Outcomes by retrograde analysis are those of values.

use dicot::rules::Combo;
use dicot::{CanonicalForm, Limits, Store};
use dicot_loopy::{LoopyOutcome, LoopyValue, PositionOutcomes, PositionValues};

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
