//! The number of sequences of moves, within a time.

use dicot::rules::Position;
use dicot::{Instant, LimitKind, Player, ValueError};

use crate::failure::Failure;

/// The number of sequences of exactly `depth` moves, if it is found in time. The ruleset counts the last moves: two if
/// there are not very many, and three if there are few.
pub(super) fn count<P: Position>(
    position: &P,
    player: Player,
    depth: u8,
    deadline: Option<Instant>,
) -> Result<u64, Failure> {
    const MANY: [u64; 2] = [1000, 200];
    if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
        return Err(ValueError::Limit(LimitKind::Time).into());
    }
    let few = |most| position.move_count(player) <= most;
    if depth <= 1 || depth == 2 && few(MANY[0]) || depth == 3 && few(MANY[1]) {
        return Ok(position.line_count(player, depth.into()));
    }
    sum(position.options(player).map(|option| count(&option, !player, depth - 1, deadline)))
}

/// The sum of counts, if it can be represented.
pub(super) fn sum(counts: impl Iterator<Item = Result<u64, Failure>>) -> Result<u64, Failure> {
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
        let position: Clobber = "xoxo/oxox/xo.x".parse().unwrap();
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
        assert_eq!(failure.value, Some(ValueError::Limit(LimitKind::Time)));
    }
}
