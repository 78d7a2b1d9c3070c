//! The memory of sessions.

use dicot::{Limits, Store};
use dicot_api::{Session, is_out_of_memory};
use dicot_rulesets::{Failure, RulesetExt, any_ruleset, library};

/// The most rulesets that are not of the library whose values a session keeps.
const MAX_MADE: usize = 16;

fn evaluate(session: &mut Session, text: &str, limits: &Limits) -> Result<String, Failure> {
    session.compute(limits, |session, limits| {
        let value = session.sheet_mut().evaluate(text, limits);
        value.map(|value| value.to_string()).map_err(|error| Failure::notation(&error))
    })
}

/// A session forgets rulesets that were made, those of the library stay.
#[test]
fn made_rulesets_are_forgotten() {
    let (mut session, mut made) = (Session::new(), Vec::new());
    for name in ["nim".to_owned()]
        .into_iter()
        .chain((1..=50).map(|n| format!("partizan-heap-0.1-0.0{n:o}1")))
    {
        let ruleset = library().find_valued(&name).unwrap();
        let position = ruleset.parse("3").unwrap();
        session.analyzer(&ruleset, &Limits::default()).canonical_form(&position).unwrap();
        made.push(any_ruleset(&name).unwrap().downgrade());
    }
    let kept: Vec<usize> = (0..made.len()).filter(|&n| made[n].upgrade().is_some()).collect();
    assert_eq!(kept[1..], (51 - MAX_MADE..51).collect::<Vec<_>>());
    assert_eq!(kept[0], 0);
}

/// Each line fits into a new store, and not all of them into one. Definitions stay, and a line that is repeated
/// in a new store defines its names once.
#[test]
fn a_full_store_is_renewed() {
    let limits = Limits::default().with_forms(60);
    let mut session = Session::new();
    evaluate(&mut session, "n := 0", &limits).unwrap();
    for n in 1..=20 {
        let text = format!("n := n + 1; {{{}|{n}||{}|-100}}", n + 3, -n);
        evaluate(&mut session, &text, &limits).unwrap();
        assert!(session.store().len() <= Store::new().len() + 60);
    }
    assert_eq!(evaluate(&mut session, "n", &limits).as_deref(), Ok("20"));
}

/// A line that does not fit into a new store fails, and the next one is evaluated in a new store.
#[test]
fn a_limit_that_is_too_low_is_reported() {
    let limits = Limits::default().with_forms(20);
    let mut session = Session::new();
    evaluate(&mut session, "g := {1|*}", &limits).unwrap();
    let failure = evaluate(&mut session, "{9|4||3}+{8|7||^}+{6|5||*}", &limits).unwrap_err();
    assert!(is_out_of_memory(&failure), "{failure}");
    assert_eq!(evaluate(&mut session, "g", &limits).as_deref(), Ok("{1|*}"));
    assert!(session.store().len() <= Store::new().len() + 20);
}
