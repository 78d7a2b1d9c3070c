//! `dicot compare`: how two games compare.

use std::cmp::Ordering;

use dicot::Limits;
use dicot_answers::Session;
use serde::Serialize;

use crate::arguments::Options;
use crate::batch::Task;
use crate::failure::Failure;
use crate::game::{new_session, parse};

/// Answers lines that are pairs of games, with a tab between the two.
pub(crate) struct Pairs {
    session: Session,
    limits: Limits,
    json: bool,
}

impl Pairs {
    pub(crate) fn new(options: &Options) -> Pairs {
        Pairs { session: new_session(), limits: options.limits.limits(), json: options.json }
    }
}

#[derive(Serialize)]
struct PairLine<'a> {
    g: &'a str,
    h: &'a str,
    relation: &'static str,
}

impl Task for Pairs {
    const ITEM: &'static str = "pair of games, with a tab between them,";
    const MANY_LINES: bool = false;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let parts: Vec<&str> = item.split('\t').map(str::trim).collect();
        let &[g, h] = &parts[..] else {
            let found = parts.len();
            return Err(Failure::new(format!(
                "expected two games with a tab between, found {found}"
            )));
        };
        let order = self.session.compute(&self.limits, |session, limits| {
            let store = session.store();
            let first = parse(g, store, limits).map_err(|failure| failure.of("first game"))?;
            let second = parse(h, store, limits).map_err(|failure| failure.of("second game"))?;
            Ok::<_, Failure>(store.calculate(limits).compare(&first, &second)?)
        })?;
        let relation = match order {
            Some(Ordering::Less) => "<",
            Some(Ordering::Greater) => ">",
            Some(Ordering::Equal) => "=",
            None => "||",
        };
        if self.json {
            let line = PairLine { g, h, relation };
            return serde_json::to_string(&line).map_err(|error| Failure::new(error.to_string()));
        }
        Ok(relation.to_owned())
    }
}
