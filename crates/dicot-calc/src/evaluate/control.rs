//! Blocks, loops of statements, and imports.

use dicot::notation::NotationProblem;

use super::{At, Evaluated, Evaluation, error, fault};
use crate::symbol::Symbol;
use crate::syntax::{Part, Repeat, Rounds};
use crate::value::Value;

impl Evaluation<'_, '_> {
    /// The value of the last of some statements, whose definitions hold in them; loops there define some names too.
    pub(super) fn block(
        &mut self,
        statements: &[(Option<Symbol>, Part)],
        defined: &[Symbol],
    ) -> Evaluated<Value> {
        let values = defined.iter().map(|symbol| (*symbol, self.scope.get(*symbol).cloned()));
        let mut before: Vec<(Symbol, Option<Value>)> = values.collect();
        let mut last = Ok(Value::Nothing);
        for (symbol, part) in statements {
            last = self.value(*part);
            let Ok(value) = &last else { break };
            if let Some(symbol) = symbol {
                before.push((*symbol, self.scope.bind(*symbol, Some(value.clone()))));
            }
        }
        for (symbol, value) in before.into_iter().rev() {
            self.scope.bind(symbol, value);
        }
        last
    }

    /// Repeats statements as long as a condition holds, or for the values of a variable. The value is `Nothing`, or that of a choice.
    pub(super) fn repeat(&mut self, repeat: &Repeat, at: usize) -> Evaluated<Value> {
        match &repeat.rounds {
            Rounds::While(condition) => {
                while self.truth(*condition)? {
                    self.calculation.count_steps(1).at(at)?;
                    self.round(repeat)?;
                }
            }
            Rounds::For(clauses) => {
                self.rounds(clauses, usize::MAX, &mut |round| round.round(repeat).map(drop))?;
            }
            Rounds::Once => return self.round(repeat),
        }
        Ok(Value::Nothing)
    }

    /// The statements of a loop, once.
    fn round(&mut self, repeat: &Repeat) -> Evaluated<Value> {
        let mut last = Value::Nothing;
        for (symbol, part) in &repeat.statements {
            last = self.value(*part)?;
            match symbol {
                Some(symbol) if repeat.is_in_block => {
                    self.scope.bind(*symbol, Some(last.clone()));
                }
                Some(symbol) => {
                    let value = last.clone().formed(self.calculation).at(part.at)?;
                    let bytes = self.scope.define(*symbol, value);
                    self.calculation.hold(bytes).at(part.at)?;
                }
                None => {}
            }
        }
        Ok(last)
    }

    /// The ruleset of a file, which the name of the file means from now on, without folders and ending.
    pub(super) fn import(&mut self, name: Part, at: usize) -> Evaluated<Value> {
        let Value::Text(name) = self.value(name)? else {
            return Err(fault(NotationProblem::Expected("the name of a file"), at));
        };
        let Some(files) = &self.scope.rule_files else {
            return error("files cannot be imported here", at);
        };
        let ruleset = files.ruleset(&name).or_else(|why| error(why, at))?;
        let stem = name.rsplit(['/', '\\']).next().and_then(|file| file.split('.').next());
        let symbol = self.scope.symbol(&stem.unwrap_or_default().replace('-', "_"));
        let bytes = self.scope.define(symbol, Value::Ruleset(ruleset.clone()));
        self.calculation.hold(bytes).at(at)?;
        Ok(Value::Ruleset(ruleset))
    }
}
