//! Explains how a game is simplified to its canonical form.

use dicot::{CanonicalForm, Explanation, Limits, Player, Store, ValueError};
use dicot_rulesets::Findings;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::arguments::{name_of, wrong_type};
use crate::compute::{compute, compute_with_text};
use crate::own::is_position;
use crate::position::Position;
use crate::session::{session, with_session};
use crate::sum::Sum;

/// How a game is simplified to its canonical form, step by step: which options are dominated or reversible, and why.
///
/// The game is a text in braces, whose options are used as written, or a position, whose moves are the options.
///
/// >>> print(dicot.explain("{0,*|*,^}"))
/// G = {0,*|*,^}
/// 1. Left's * is reversible through 0, since 0 <= G. It is replaced by Left's options of 0: there are none.
///    G = {0|*,^}
/// No option is dominated or reversible any more, so this is the canonical form.
/// >>> print(dicot.explain(dicot.Clobber("xxo")))
/// G = {0|*}
/// No option is dominated or reversible, so this is the canonical form of ^.
#[pyfunction]
#[pyo3(signature = (game, /))]
pub(crate) fn explain(game: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = game.py();
    if let Ok(position) = game.cast::<Position>() {
        let position = position.get().valued()?;
        return with_session(py, |session, limits| {
            let findings = session.analyzer(position.ruleset(), limits).findings(position)?;
            let [left, right] = Player::BOTH.map(|player| findings.option_values(player));
            let explanation = session.store().calculate(limits).explain(left, right)?;
            account(&explanation, Some(&findings), session.store(), limits)
        });
    }
    if is_position(game)? {
        let [left, right] = Player::BOTH.map(|player| option_values(game, player));
        let (left, right) = (left?, right?);
        let (session, settings) = session();
        return compute(py, settings, |limits| {
            let store = session.store();
            let mut calculation = store.calculate(limits);
            let explanation = calculation.explain(left.clone(), right.clone())?;
            Ok(account(&explanation, None, &store, limits)?)
        });
    }
    let Ok(text) = game.cast::<PyString>() else {
        return Err(wrong_type("a text in braces or a position", game));
    };
    let text = text.to_cow()?;
    let (session, settings) = session();
    compute_with_text(py, settings, &text, |limits| {
        let store = session.store();
        let mut calculation = store.calculate(limits);
        let (left, right) = dicot_calc::parse_options(&text, &mut calculation)?;
        let explanation = calculation.explain(left, right)?;
        Ok(account(&explanation, None, &store, limits)?)
    })
}

/// The values of a player's options in a position of a ruleset in Python.
fn option_values(position: &Bound<'_, PyAny>, player: Player) -> PyResult<Vec<CanonicalForm>> {
    let options = position.call_method1("options", (name_of(player),))?;
    let value = |option: PyResult<Bound<'_, PyAny>>| {
        let sum = Sum::of(&option?)?.unwrap_or_default();
        sum.short_value(position.py())
    };
    options.try_iter()?.map(value).collect()
}

/// Writes an explanation. Long values are truncated.
fn account(
    explanation: &Explanation,
    findings: Option<&Findings>,
    store: &Store,
    limits: &Limits,
) -> Result<String, ValueError> {
    const MAX_CHARACTERS: usize = 60;
    let mut calculation = store.calculate(limits);
    explanation.account(|g: &CanonicalForm, whose: Option<Player>| {
        let (mut name, length) = calculation.text_start(g, MAX_CHARACTERS)?;
        if length > MAX_CHARACTERS as u64 {
            name += &format!("... ({length} characters)");
        }
        Ok(match whose {
            None => name,
            Some(player) => {
                let by = findings.map_or(String::new(), |findings| findings.moves_to(player, g));
                format!("{player}'s {name}{by}")
            }
        })
    })
}
