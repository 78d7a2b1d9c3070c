//! Bots of any ruleset.

use std::time::{Duration, Instant};

use dicot::rules::{AnyRuleset, Turn};
use dicot_rulesets::{AnyBot, RulesetExt, library, lock};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments::{Rules, Side, Text, Whole};
use crate::compute::interruptibly;
use crate::position::Position;
use crate::session::{Forkable, session, time};

fn ruleset(rules: &str) -> PyResult<AnyRuleset> {
    library().find(rules).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The names of the bots of a ruleset, the weakest first.
///
/// >>> dicot.bots("clobber")
/// ['random', 'uct', 'alpha-beta', 'strong']
#[pyfunction]
pub(crate) fn bots(rules: Rules) -> PyResult<Vec<&'static str>> {
    Ok(ruleset(&rules)?.bots().into_iter().map(|bot| bot.name).collect())
}

/// A bot of a ruleset: the strongest, or the one with a name of `bots`.
///
/// `seed` determines its random choices.
///
/// >>> dicot.Bot("clobber").choose(dicot.Clobber("xxo.ox"), "left")
/// 'f1-e1'
#[pyclass(module = "dicot", frozen)]
pub(crate) struct Bot {
    ruleset: AnyRuleset,
    name: String,
    bot: Forkable<Box<dyn AnyBot>>,
}

impl std::fmt::Debug for Bot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bot").field("name", &self.name).finish_non_exhaustive()
    }
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (rules, name=None, *, seed=Whole(0)), text_signature = "(rules, name=None, *, seed=0)")]
    fn new(rules: Rules, name: Option<Text>, seed: Whole<u64>) -> PyResult<Bot> {
        let ruleset = ruleset(&rules)?;
        let strongest = ruleset.bots().last().map(|bot| bot.name);
        let name = name.as_deref().or(strongest).unwrap_or_default().to_owned();
        let bot = ruleset.bot(&name).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Bot { ruleset, bot: Forkable::new((bot.make)(seed.0)), name })
    }

    /// The name of the ruleset.
    #[getter]
    fn rules(&self) -> &str {
        &self.ruleset.spec().name
    }

    /// The name of the bot.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    fn __repr__(&self) -> String {
        format!("Bot('{}', '{}')", self.rules(), self.name)
    }

    /// The move that the bot makes for a player, within `seconds`, and within those of `set_limits`; None if the player cannot move.
    #[pyo3(signature = (position, player, *, seconds=0.1))]
    fn choose(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        player: Side,
        seconds: f64,
    ) -> PyResult<Option<String>> {
        let Side(player) = player;
        let position = position.get().object();
        if *position.ruleset() != self.ruleset {
            let (own, found) = (self.rules(), &position.ruleset().spec().name);
            return Err(PyValueError::new_err(format!(
                "expected a position of {own}, found one of {found}"
            )));
        }
        let turn = Turn { position: position.clone(), to_move: player };
        let limit = session().1.time.unwrap_or(Duration::MAX);
        let time = time(seconds)?.min(limit);
        let now = Instant::now();
        let deadline = now.checked_add(time).ok_or_else(|| {
            PyValueError::new_err(format!("the time of {seconds} seconds is too long"))
        })?;
        let bot = self.bot.mutex().map_err(|problem| problem.exception(py, ""))?;
        interruptibly(py, |interrupt| {
            let mut bot = lock(bot);
            bot.set_interrupt(interrupt);
            bot.choose(&turn, deadline).map(|mv| mv.to_string())
        })
    }
}
