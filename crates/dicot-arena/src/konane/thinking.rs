//! How long a client thinks.

use std::time::Duration;

use dicot::Player;
use dicot::rules::{KonanePhase, Turn};

use super::ClientGame;

/// The part of its time that a client never thinks in: it is for the network and for a busy computer.
pub const MARGIN: Duration = Duration::from_secs(3);

/// How long a client thinks that does not know its time, or is not charged.
const UNCHARGED: Duration = Duration::from_secs(1);

/// How long a client thinks about a move, if it has so much time left for all its jumps; `None` if that is unknown.
///
/// What is left, without a [`MARGIN`], is shared out evenly among the moves that it expects to make. A move and its
/// answer take 2.3 stones off the board in random games on 18x18, which are over when about a sixth of the cells have
/// stones; near the end a player makes fewer moves than there are to choose from. So it expects a move for every two
/// stones beyond that sixth, as many as there are to choose from if those are more, and never fewer than three.
///
/// # Examples
/// ```
/// use std::time::Duration;
/// use dicot::Player;
/// use dicot::rules::Turn;
/// use dicot_arena::konane::{ClientGame, MARGIN, thinking_time};
/// let game: ClientGame = "xo.x/.xo./o.ox/xoxo".parse()?;
/// let turn = Turn::new(game, Player::Left);
/// let left = |seconds| Some(MARGIN + Duration::from_secs(seconds));
/// assert_eq!(thinking_time(left(60), &turn), Duration::from_secs(60) / 5);
/// assert_eq!(thinking_time(left(0), &turn), Duration::ZERO);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub fn thinking_time(left: Option<Duration>, turn: &Turn<ClientGame>) -> Duration {
    let (Some(left), KonanePhase::Jumps) = (left, turn.position.phase()) else {
        return UNCHARGED;
    };
    let position = turn.position.position();
    let stones: u32 = Player::BOTH.iter().map(|&player| position.stones(player).len()).sum();
    let by_stones = stones.saturating_sub(position.shape().cells() / 6) / 2;
    let choices = u32::try_from(turn.moves().count()).unwrap_or(u32::MAX);
    left.saturating_sub(MARGIN) / by_stones.max(choices).max(3)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use dicot::Player;
    use dicot::rules::Turn;
    use dicot::search::bot::{Bot, RandomBot};

    use super::{MARGIN, thinking_time};
    use crate::konane::{CLOCK, ClientGame};

    /// Whole games in which every move costs 30 ms more than it should.
    #[test]
    fn the_clock_suffices() {
        const LATENCY: Duration = Duration::from_millis(30);
        for seed in 0..20 {
            let mut bot = RandomBot::new(seed);
            let mut turn = Turn::new(ClientGame::start(18, 18).unwrap(), Player::Left);
            let mut left = [CLOCK; 2];
            while let Some(mv) = bot.choose(&turn, Instant::now()) {
                let left = &mut left[turn.to_move as usize];
                if mv.to().is_some() {
                    let took = thinking_time(Some(*left), &turn) + LATENCY;
                    assert!(took < Duration::from_secs(8), "{took:?} for one move");
                    *left = left.checked_sub(took).unwrap();
                }
                turn = turn.play(mv).unwrap();
            }
            // Most of the time was of use.
            let rest = left[0].max(left[1]);
            assert!(MARGIN <= rest && rest < CLOCK / 3, "{left:?}");
        }
    }

    #[test]
    fn extremes() {
        let time =
            |left, text: &str| thinking_time(left, &Turn::new(text.parse().unwrap(), Player::Left));
        let second = Duration::from_secs(1);
        assert_eq!(time(Some(Duration::MAX), "xo../...."), (Duration::MAX - MARGIN) / 3);
        assert_eq!(time(Some(Duration::ZERO), "xo../...."), Duration::ZERO);
        assert_eq!(time(None, "xo../...."), second);
        assert_eq!(time(Some(Duration::ZERO), "ox/xo"), second);
        // So many moves that there is no end, of which each is thought about as long as one of three.
        let mut left = CLOCK;
        for _ in 0..200 {
            left -= time(Some(left), "xo../....");
        }
        assert!(left >= MARGIN);
    }
}
