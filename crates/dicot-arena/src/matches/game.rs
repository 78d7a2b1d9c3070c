//! One game between two bots.

use std::time::Duration;

use dicot::Instant;
use dicot::rules::AnyMove;
use dicot_rulesets::{AnyBot, AnyTurn};

use crate::game::{Game, Reason, Terms, TimeControl};

/// The maximum time for a move: 34 years, because deadlines must be valid instants.
const MAX_MOVE_TIME: Duration = Duration::from_secs(1 << 30);

/// Returns the terms of a match: a player may exceed the limit by 200 ms, and a game is a draw after 1000 moves or when
/// a position occurs for the third time, as in chess. The time and the number of moves are first choices.
pub fn match_terms(time: TimeControl) -> Terms {
    let grace = Duration::from_millis(200);
    Terms { time: Some(time), grace, max_plies: Some(1000), repetition: Some(3) }
}

/// Plays a game whose first moves are given and legal; the bots are Left and Right.
pub(super) fn play(
    start: &AnyTurn,
    opening: &[AnyMove],
    mut bots: [Box<dyn AnyBot>; 2],
    terms: Terms,
) -> Game<AnyTurn> {
    let mut game = Game::new(start.clone(), terms);
    opening.iter().for_each(|mv| game.play(*mv));
    while game.end().is_none() {
        let player = game.turn().to_move;
        let share = terms.time.map_or(MAX_MOVE_TIME, |time| time.for_next_move(game.used(player)));
        let before = Instant::now();
        let answer = bots[player as usize].choose(game.turn(), before + share.min(MAX_MOVE_TIME));
        game.spend(before.elapsed());
        match answer {
            Some(mv) => game.play(mv),
            None => game.forfeit(Reason::Resigned, None),
        }
    }
    game
}
