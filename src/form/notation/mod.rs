//! docs
mod error;
mod literal;
pub mod operations;
mod reader;
mod scope;
mod stub;
mod value;
mod worksheet;

pub use error::{NotationProblem, ParseFormError};
pub use operations::{Operation, operations};
pub(crate) use reader::parse;
pub use value::Value;
pub use worksheet::{Worksheet, is_incomplete};

use super::ValueError;
use super::simplify::Candidates;
use super::store::Id;
use super::work::Work;

/// The largest `n` of `^<n>` and `^[n]`, read or printed: reading them builds `n` games.
pub(crate) const MAX_POWER: u32 = 1000;

/// `↑^n`, or if `all`, `↑ + ↑^2 + ... + ↑^n`.
pub(crate) fn up_power(n: u32, all: bool, work: &mut Work<'_>) -> Result<Id, ValueError> {
    let lone = |id: Id| -> Candidates { [id.into()].into_iter().collect() };
    // ↑^[n] = {↑^[n-1]|*}, and ↑^n = {0|*-↑^[n-1]}.
    let mut sum = Id::ZERO;
    for _ in 1..n {
        sum = if sum == Id::ZERO { Id::UP } else { work.simplify(lone(sum), lone(Id::STAR))? };
    }
    if n == 1 {
        Ok(Id::UP)
    } else if all {
        work.simplify(lone(sum), lone(Id::STAR))
    } else {
        let threat = work.add(Id::STAR, sum.negative())?;
        work.simplify(lone(Id::ZERO), lone(threat))
    }
}

/// `tiny-G` = `{0||0|-G}`.
pub(crate) fn tiny(g: Id, work: &mut Work<'_>) -> Result<Id, ValueError> {
    let lone = |id: Id| -> Candidates { [id.into()].into_iter().collect() };
    let threat = work.simplify(lone(Id::ZERO), lone(g.negative()))?;
    work.simplify(lone(Id::ZERO), lone(threat))
}
