//! The solver's certificates of all rulesets and their variants are accepted.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use dicot::rules::{AnyPosition, AnyRuleset, Dicotic, Short, Twisted, rulesets};
use dicot::solver::{Solver, Sum};
use dicot::{Limits, Player};
use dicot_certify::{Options, certify};

/// The ruleset of that name, or the variant, which is made once.
fn ruleset(name: &str) -> Option<AnyRuleset> {
    static MADE: LazyLock<Mutex<HashMap<String, AnyRuleset>>> = LazyLock::new(Mutex::default);
    type Maker = fn(&AnyRuleset) -> AnyRuleset;
    let variants: [(&str, Maker); 3] = [
        ("dicotic-", Dicotic::ruleset),
        ("twisted-", Twisted::ruleset),
        ("impartial-", AnyRuleset::impartial),
    ];
    let named = |name: &str| AnyRuleset::named(name).filter(AnyRuleset::has_values);
    if let Some(known) = named(name).or_else(|| MADE.lock().unwrap().get(name).cloned()) {
        return Some(known);
    }
    let made = variants.iter().find_map(|(prefix, make)| {
        name.strip_prefix(prefix).and_then(named).map(|base| make(&base))
    })?;
    Some(MADE.lock().unwrap().entry(name.to_owned()).or_insert(made).clone())
}

/// Writes and checks the certificate of a position; whether the solver solved it within the limits.
fn is_certified(position: &AnyPosition, valued_size: u32, nodes: u64) -> bool {
    let mut solver = Solver::new().with_limits(Limits::default().with_nodes(nodes));
    solver.valued_size = valued_size;
    let (sum, mut file) = (Sum::from(position.clone()), Vec::new());
    let Ok(outcome) = solver.outcome(&sum) else { return false };
    let Ok(certificate) = solver.write_certificate(&sum, &Player::BOTH, &mut file) else {
        return false;
    };
    let winners = Player::BOTH.map(|first| Some(outcome.winner(first)));
    assert_eq!(certificate.winners, winners, "{position:?}");
    let mut options = Options::default();
    (options.threads, options.ruleset) = (1, ruleset);
    let proved = certify(&file[..], &options, |_| ()).unwrap_or_else(|e| {
        panic!("{position:?}, {valued_size}: {e}\n{}", String::from_utf8_lossy(&file))
    });
    assert_eq!(proved.winners, winners, "{position:?}");
    true
}

/// Positions that were refused, and others like them.
#[test]
fn certificates_of_variants() {
    const USUAL: u32 = Solver::DEFAULT_VALUED_SIZE;
    for (name, text, valued_size) in [
        ("dicotic-amazons", "x..o/..../....", USUAL),
        ("dicotic-cutcake", "4x5", USUAL),
        ("anti-clobber", "x", 0),
        ("dicotic-clobber", "xo", 0),
        ("twisted-hot-clobber", "o", 0),
        ("dicotic-eatcake", "1x2+2x2", 0),
        ("twisted-eatcake", "2x1+2x2", 0),
    ] {
        let position = ruleset(name).unwrap().read(text).unwrap();
        assert!(is_certified(&position, valued_size, 1_000_000), "{name} {text}");
    }
}

/// The positions that descriptions name, under the rules and their variants.
#[test]
fn certificates_of_all_rulesets() {
    let mut certified = 0;
    for spec in rulesets() {
        for prefix in ["", "dicotic-", "twisted-", "impartial-"] {
            let Some(rules) = ruleset(&format!("{prefix}{}", spec.name)) else { continue };
            let texts = spec.positions.iter().map(|(_, text)| *text);
            let texts = texts.chain(spec.examples.iter().flat_map(|e| [e.before, e.after]));
            for text in texts {
                let Ok(position) = rules.read(text) else { continue };
                if position.size() > 12 {
                    continue;
                }
                for valued_size in [0, Solver::DEFAULT_VALUED_SIZE] {
                    certified += usize::from(is_certified(&position, valued_size, 3_000));
                }
            }
        }
    }
    assert!(certified > 500, "{certified}");
}
