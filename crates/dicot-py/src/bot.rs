//! Bots of any ruleset.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use dicot::rules::Turn;
use dicot_answers::lock;
use dicot_answers::object::{BotObject, RulesetObject};
use dicot_answers::rulesets::library;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::compute::interruptibly;
use crate::player::player;
use crate::position::Position;
use crate::session::time;

fn ruleset(rules: &str) -> PyResult<&'static dyn RulesetObject> {
    library().find(rules).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The names of the bots of a ruleset, the weakest first.
///
/// >>> dicot.bots("clobber")
/// ['random', 'uct', 'alpha-beta', 'strong']
#[pyfunction]
pub(crate) fn bots(rules: &str) -> PyResult<Vec<&'static str>> {
    Ok(ruleset(rules)?.bots())
}

/// A bot of a ruleset: the strongest, or the one with a name of `bots`.
///
/// `seed` determines its random choices.
///
/// >>> dicot.Bot("clobber").choose(dicot.Clobber("xxo.ox"), "left")
/// 'f1-e1'
#[pyclass(module = "dicot", frozen)]
pub(crate) struct Bot {
    ruleset: &'static dyn RulesetObject,
    name: String,
    bot: Mutex<Box<dyn BotObject>>,
}

impl std::fmt::Debug for Bot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bot").field("name", &self.name).finish_non_exhaustive()
    }
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (rules, name=None, *, seed=0))]
    fn new(rules: &str, name: Option<&str>, seed: u64) -> PyResult<Bot> {
        let ruleset = ruleset(rules)?;
        let name = name.or(ruleset.bots().last().copied()).unwrap_or_default().to_owned();
        let make = ruleset.bot(&name).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Bot { ruleset, bot: Mutex::new(make(seed)), name })
    }

    /// The name of the ruleset.
    #[getter]
    fn rules(&self) -> &'static str {
        self.ruleset.spec().name
    }

    /// The name of the bot.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    fn __repr__(&self) -> String {
        format!("Bot('{}', '{}')", self.rules(), self.name)
    }

    /// The move that the bot makes for a player, within `seconds`; None if the player cannot move.
    #[pyo3(signature = (position, player, *, seconds=0.1))]
    fn choose(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        player: &str,
        seconds: f64,
    ) -> PyResult<Option<String>> {
        let position = position.get().object();
        let (own, found) = (self.rules(), position.ruleset().spec().name);
        if found != own {
            return Err(PyValueError::new_err(format!(
                "expected a position of {own}, found one of {found}"
            )));
        }
        let turn = Turn { position: position.boxed(), to_move: self::player(player)? };
        let time = time(Some(seconds))?.unwrap_or(Duration::ZERO);
        let now = Instant::now();
        let deadline = now.checked_add(time).ok_or_else(|| {
            PyValueError::new_err(format!("the time of {seconds} seconds is too long"))
        })?;
        interruptibly(py, |interrupt| {
            let mut bot = lock(&self.bot);
            bot.set_interrupt(interrupt);
            bot.choose(&turn, deadline)
        })
    }
}
