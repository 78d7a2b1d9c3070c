//! Labels of many positions, for example to learn from: who wins, and the winning moves.
//!
//! Small positions are searched by the thousand, each on one thread with a solver that stays for the positions after. Threads read the
//! next line under a lock and results are handed over in order, so the input may be a pipe, and only a few lines wait in memory. Solvers
//! are not shared, since a `Solver` divides one search among its threads; half of the positions of random games on 4x5, 5x5 and 5x6
//! take less than 2 ms, too short to share. Labels contain no times or counts of nodes: they depend on the position alone.

use std::fmt;
use std::sync::{Arc, Mutex};

use dicot::analysis::ValueSource;
use dicot::solver::{Solver, VerifyError};
use dicot::{Limits, Player, ValueError};
use dicot_rulesets::{Failure, Parts, Rulesets, lock};
use serde_json::{Map, Value};

use super::solve::{Answer, Wanted};

/// Labels positions, on any number of threads at the same time. Each thread that labels has a solver of its own, which
/// keeps its results for the positions after.
///
/// # Examples
/// ```
/// use dicot::Limits;
/// use dicot_api::answers::label::Labeler;
/// use dicot_rulesets::library;
/// let labeler = Labeler::new(library(), "clobber", None, &Limits::default().with_bytes(1 << 28), 1);
/// assert_eq!(
///     labeler.label("xxo")?.json,
///     r#"{"position":"xxo","outcome":"L","left_first":"L","right_first":"L",
/// "winning_moves":{"left":["b1-c1"],"right":[]}}"#.replace('\n', "")
/// );
/// let labelled = labeler.label(r#"{"position": "12", "rules": "kayles", "id": 7}"#)?.json;
/// assert!(labelled.starts_with(r#"{"position":"12","outcome":"N""#), "{labelled}");
/// assert!(labelled.ends_with(r#","id":7,"rules":"kayles"}"#), "{labelled}");
/// # Ok::<_, dicot_rulesets::Failure>(())
/// ```
pub struct Labeler<'a> {
    rulesets: &'a Rulesets,
    rules: &'a str,
    wanted: Wanted,
    limits: Limits,
    values: Vec<Arc<dyn ValueSource>>,
    /// The solvers that no thread uses, and whether their results are kept.
    solvers: Mutex<Vec<(Solver, bool)>>,
}

/// A labelled position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The position with its labels, in JSON.
    pub json: String,
    /// The limit because of which not everything is known.
    pub limit: Option<ValueError>,
}

impl fmt::Debug for Labeler<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Labeler").field("rules", &self.rules).finish_non_exhaustive()
    }
}

impl<'a> Labeler<'a> {
    /// Creates a labeler for positions of a ruleset, if they do not name theirs. With `first` only who wins if that player
    /// starts is found. The limits are those of a position, but the memory is that of all `threads`, and the deadline
    /// that of all positions.
    pub fn new(
        rulesets: &'a Rulesets,
        rules: &'a str,
        first: Option<Player>,
        limits: &Limits,
        threads: usize,
    ) -> Labeler<'a> {
        let bytes = limits.bytes.unwrap_or(Solver::DEFAULT_BYTES) / threads.max(1);
        Labeler {
            rulesets,
            rules,
            wanted: Wanted { first, moves: true, ..Wanted::default() },
            limits: limits.clone().with_bytes(bytes),
            values: Vec::new(),
            solvers: Mutex::default(),
        }
    }

    /// Adds values that were found before.
    #[must_use]
    pub fn with_value_sources(mut self, sources: &[Arc<dyn ValueSource>]) -> Labeler<'a> {
        self.values.extend_from_slice(sources);
        self
    }

    /// Labels an item: a position or a sum as in `dicot solve`, or an object in JSON with that text in the field
    /// `position`. Its field `rules` names the ruleset; its other fields are kept. If a limit is reached, the label has
    /// what is known.
    ///
    /// # Errors
    /// If the item cannot be read, or its value cannot be represented.
    pub fn label(&self, item: &str) -> Result<Label, Failure> {
        let (position, fields) = fields_of(item)?;
        let rules = match fields.get("rules") {
            None => self.rules,
            Some(Value::String(rules)) => rules,
            Some(_) => return Err(Failure::new("the field \"rules\" is not a text")),
        };
        let (mut solver, mut used) =
            lock(&self.solvers).pop().unwrap_or_else(|| (self.new_solver(), false));
        let answered = solver.as_one_call(|solver, limits| {
            let parts = Parts::read(&position, self.rulesets, rules, limits)?;
            let mut answer = Answer::new(parts, self.wanted);
            let result = answer.fill_or_clear(solver, self.wanted, &mut used);
            Ok::<_, Failure>((answer, result))
        });
        lock(&self.solvers).push((solver, used));
        let (mut answer, result) = match answered {
            Err(failure) => match failure.value {
                Some(limit @ ValueError::Limit(_)) => {
                    let answer = Answer::new(Parts::unread(&position), self.wanted);
                    (answer, Err(VerifyError::Value(limit)))
                }
                _ => return Err(failure),
            },
            Ok(answered) => answered,
        };
        let limit = match result {
            Ok(()) => None,
            Err(VerifyError::Value(limit @ ValueError::Limit(_))) => Some(limit),
            Err(VerifyError::Value(error)) => return Err(error.into()),
            Err(error) => return Err(Failure::new(error.to_string())),
        };
        answer.reason = limit.map(|limit| limit.to_string());
        let json = serde_json::to_string(&answer.json_line().into_label(fields));
        let json = json.map_err(|error| Failure::new(error.to_string()))?;
        Ok(Label { json, limit })
    }

    fn new_solver(&self) -> Solver {
        let solver = Solver::new().with_limits(self.limits.clone());
        self.values.iter().cloned().fold(solver, Solver::with_value_source)
    }
}

/// The text of the position in an item, and the other fields of an object.
fn fields_of(item: &str) -> Result<(String, Map<String, Value>), Failure> {
    // A game like {1|*} begins with a brace as well.
    let is_object =
        |text: &str| text.strip_prefix('{').is_some_and(|r| r.trim_start().starts_with('"'));
    if !is_object(item.trim_start()) {
        return Ok((item.to_owned(), Map::new()));
    }
    let mut fields: Map<String, Value> = serde_json::from_str(item)
        .map_err(|error| Failure::new(format!("not an object in JSON: {error}")))?;
    match fields.remove("position") {
        Some(Value::String(position)) => Ok((position, fields)),
        Some(_) => Err(Failure::new("the field \"position\" is not a text")),
        None => Err(Failure::new("the field \"position\" is missing")),
    }
}
