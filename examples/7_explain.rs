//! Why a game has the canonical form it has, and how a long value is written with names for its parts.
//!
//! Source: Siegel, *Combinatorial Game Theory* (2013), II.2 (dominated and reversible options) and
//! II.3 (the simplest number).
#![expect(clippy::print_stdout, reason = "an example is there to be read")]

use dicot::analysis::Analyzer;
use dicot::explain::Reason;
use dicot::rules::Clobber;
use dicot::{CanonicalForm, Store};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Store::new();
    let mut calculation = store.calculation();
    for text in ["{0,0,*2|*,^^}", "{^|v}", "{0|2}", "{+-1|0}"] {
        // The options as they are written: `parse` would give the canonical form at once.
        let (left, right) = calculation.parse_options(text)?;
        let explanation = calculation.explain(left, right)?;
        println!("{explanation}\n");
        assert_eq!(explanation.value, store.parse(text)?);
    }

    // The same as data: Left's * goes because Right can answer it by going to 0.
    let (zero, star, up) = (CanonicalForm::ZERO, CanonicalForm::STAR, CanonicalForm::UP);
    let explanation = calculation.explain([zero.clone(), star.clone()], [star.clone(), up])?;
    let [step] = &explanation.steps[..] else { panic!("one step") };
    assert_eq!(step.option, star);
    assert_eq!(
        step.reason,
        Reason::Reversible { through: zero, replaced_by: vec![], omitted: vec![] }
    );

    // Twenty stones in a row: 10,244 characters, 1,616 with names for what occurs more than once.
    let strip: Clobber = "xoxoxoxoxoxoxoxoxoxo".parse()?;
    let value = Analyzer::new().canonical_form(&strip)?;
    let shared = value.to_shared_text();
    println!("{strip} has a value of {} characters, or", value.text_len());
    println!("{}", shared.replace("; ", ";\n"));
    assert!(shared.len() < 2_000);
    Ok(())
}
