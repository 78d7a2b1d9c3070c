//! The time that a client takes for a move.

use std::time::Duration;

use dicot::Player;
use dicot::rules::{Turn, konane::KonanePhase};

use super::ClientGame;

/// The part of the clock that is reserved for the network and for a busy computer. A first choice, not compared with
/// others.
pub const MARGIN: Duration = Duration::from_secs(3);

/// The time for a removal, which does not count towards the clock, and for a jump if the remaining time is not known. A
/// first choice, not compared with others.
const UNCLOCKED_TIME: Duration = Duration::from_secs(1);

/// Returns the time for a move, given the remaining time for all jumps (`None` if it is not known).
///
/// The remaining time without [`MARGIN`] is divided evenly among the expected moves. In random games on 18x18, a move
/// and its answer remove 2.3 stones on average, and games end when about a sixth of the cells have stones (there is no
/// command that repeats this measurement); near the end, a player makes fewer moves than it can choose from. So the
/// number of expected moves is half the number of stones above that sixth, but at least the number of legal moves, and
/// at least three.
///
/// # Examples
/// ```
/// use std::time::Duration;
/// use dicot::Player;
/// use dicot::rules::Turn;
/// use dicot_arena::konane::{ClientGame, MARGIN, thinking_time};
/// let game: ClientGame = "xo.x/.xo./o.ox/xoxo".parse()?;
/// let turn = Turn::new(game, Player::Left);
/// let clock = |seconds| Some(MARGIN + Duration::from_secs(seconds));
/// assert_eq!(thinking_time(clock(60), &turn), Duration::from_secs(60) / 5);
/// assert_eq!(thinking_time(clock(0), &turn), Duration::ZERO);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub fn thinking_time(time_left: Option<Duration>, turn: &Turn<ClientGame>) -> Duration {
    let (Some(time_left), KonanePhase::Jumps) = (time_left, turn.position.phase()) else {
        return UNCLOCKED_TIME;
    };
    let position = turn.position.position;
    let stones: u32 =
        Player::BOTH.iter().map(|&player| position.board().stones(player).len()).sum();
    let by_stones = stones.saturating_sub(position.shape().cells() / 6) / 2;
    let choices = u32::try_from(turn.moves().count()).unwrap_or(u32::MAX);
    time_left.saturating_sub(MARGIN) / by_stones.max(choices).max(3)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use dicot::Player;
    use dicot::rules::{Ruleset, Turn};
    use dicot_bots::{Bot, RandomBot};

    use super::{MARGIN, thinking_time};
    use crate::konane::{CLOCK, ClientGame};

    /// Complete games in which every move takes 30 ms longer than planned.
    #[test]
    fn the_clock_suffices() {
        const LATENCY: Duration = Duration::from_millis(30);
        for seed in 0..20 {
            let mut bot = RandomBot::new(seed);
            let mut turn = Turn::new(ClientGame::start_position(18, 18).unwrap(), Player::Left);
            let mut clocks = [CLOCK; 2];
            while let Some(mv) = bot.choose(&turn, Instant::now()) {
                let clock = &mut clocks[turn.to_move as usize];
                if mv.to.is_some() {
                    let took = thinking_time(Some(*clock), &turn) + LATENCY;
                    assert!(took < Duration::from_secs(8), "{took:?} for one move");
                    *clock = clock.checked_sub(took).unwrap();
                }
                turn = turn.play(mv).unwrap();
            }
            // Most of the time is used.
            let rest = clocks[0].max(clocks[1]);
            assert!(MARGIN <= rest && rest < CLOCK / 3, "{clocks:?}");
        }
    }

    #[test]
    fn extremes() {
        let time = |clock, text: &str| {
            thinking_time(clock, &Turn::new(text.parse().unwrap(), Player::Left))
        };
        let second = Duration::from_secs(1);
        assert_eq!(time(Some(Duration::MAX), "xo../...."), (Duration::MAX - MARGIN) / 3);
        assert_eq!(time(Some(Duration::ZERO), "xo../...."), Duration::ZERO);
        assert_eq!(time(None, "xo../...."), second);
        assert_eq!(time(Some(Duration::ZERO), "ox/xo"), second);
        // Even if a game has many more moves than expected, the margin remains.
        let mut clock = CLOCK;
        for _ in 0..200 {
            clock -= time(Some(clock), "xo../....");
        }
        assert!(clock >= MARGIN);
    }
}
