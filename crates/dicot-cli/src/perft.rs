//! `dicot perft`: how many sequences of moves there are.

use std::marker::PhantomData;
use std::time::Instant;

use dicot::rules::{Position, Ruleset};
use dicot::{LimitKind, Player, ValueError};
use dicot_answers::text::lower;
use serde::Serialize;

use crate::arguments::Options;
use crate::batch::Task;
use crate::failure::Failure;
use crate::limits::LimitArgs;
use crate::position::read;

/// Answers lines that are positions.
pub(crate) struct Perft<P> {
    depth: u8,
    side: Option<Player>,
    limits: LimitArgs,
    json: bool,
    ruleset: PhantomData<P>,
}

impl<P> Perft<P> {
    pub(crate) fn new(depth: u8, side: Option<Player>, options: &Options) -> Perft<P> {
        let Options { json, ref limits, .. } = *options;
        Perft { depth, side, limits: limits.clone(), json, ruleset: PhantomData }
    }
}

#[derive(Serialize)]
struct PerftLine {
    rules: &'static str,
    position: String,
    side: Option<&'static str>,
    depth: u8,
    lines: u64,
    seconds: f64,
}

impl<P: Ruleset> Task for Perft<P> {
    const ITEM: &'static str = "position";
    const MANY_LINES: bool = false;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let position: P = read(item)?;
        let starters = self.side.as_ref().map_or(position.starters(), std::slice::from_ref);
        let (start, deadline) = (Instant::now(), self.limits.bounds().deadline);
        let counts = starters.iter().map(|&side| count(&position, side, self.depth, deadline));
        let lines = sum(counts)?;
        if !self.json {
            return Ok(lines.to_string());
        }
        let line = PerftLine {
            rules: P::NAME,
            position: position.to_string(),
            side: if let [side] = starters { Some(lower(*side)) } else { None },
            depth: self.depth,
            lines,
            seconds: start.elapsed().as_secs_f64(),
        };
        serde_json::to_string(&line).map_err(|error| Failure::new(error.to_string()))
    }
}

/// The number of sequences of exactly `depth` moves, if it is found in time. The last moves are the
/// ruleset's business: two if there are not very many, and three if there are few.
fn count<P: Position>(
    position: &P,
    side: Player,
    depth: u8,
    deadline: Option<Instant>,
) -> Result<u64, Failure> {
    const MANY: [u64; 2] = [1000, 200];
    if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
        return Err(ValueError::Limit(LimitKind::Time).into());
    }
    let few = |most| position.move_count(side) <= most;
    if depth <= 1 || depth == 2 && few(MANY[0]) || depth == 3 && few(MANY[1]) {
        return Ok(position.line_count(side, depth.into()));
    }
    sum(position.options(side).map(|option| count(&option, !side, depth - 1, deadline)))
}

/// The sum of the counts, if it can be represented.
fn sum(counts: impl Iterator<Item = Result<u64, Failure>>) -> Result<u64, Failure> {
    let mut sum = 0u64;
    for count in counts {
        sum =
            sum.checked_add(count?).ok_or_else(|| Failure::new("the number is beyond 2^64 - 1"))?;
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use dicot::rules::{Clobber, Turn, perft};

    use super::*;

    #[test]
    fn as_in_the_library() {
        let position = Clobber::parse("xoxo/oxox/xo.x").unwrap();
        for side in Player::BOTH {
            for depth in 0..=8 {
                let turn = Turn::new(position, side);
                assert_eq!(
                    count(&position, side, depth, None).unwrap(),
                    perft(&turn, depth.into())
                );
            }
        }
    }

    #[test]
    fn sums_beyond_64_bits() {
        let total = |counts: [u64; 2]| sum(counts.into_iter().map(Ok));
        assert_eq!(total([u64::MAX - 1, 1]).unwrap(), u64::MAX);
        assert_eq!(total([u64::MAX, 1]).unwrap_err().message(), "the number is beyond 2^64 - 1");
    }

    #[test]
    fn time_runs_out() {
        let position = Clobber::checkerboard(8, 8).unwrap();
        let failure = count(&position, Player::Left, 9, Some(Instant::now())).unwrap_err();
        assert_eq!(failure.message(), "the time is up (see --time)");
    }
}
