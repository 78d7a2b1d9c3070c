//! One game between two bots.

use std::time::Duration;

use dicot::rules::{Position, Turn};
use dicot::{Instant, Player};
use dicot_answers::{AnyBot, AnyTurn, PositionExt};

use super::record::GameRecord;
use crate::game::{Game, Reason, State, Terms, TimeControl};

/// A turn of a ruleset that is chosen at run time, in which moves are texts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct TextTurn(pub(super) AnyTurn);

impl State for TextTurn {
    type Move = String;

    fn to_move(&self) -> Player {
        self.0.to_move
    }

    fn can_move(&self) -> bool {
        self.0.position.move_count(self.0.to_move) > 0
    }

    fn after(&self, mv: &String) -> Result<TextTurn, String> {
        let Turn { position, to_move } = &self.0;
        match position.play_text(*to_move, mv) {
            Ok(position) => Ok(TextTurn(Turn { position, to_move: !*to_move })),
            Err(_) => Err(position.why_illegal(*to_move, mv).to_owned()),
        }
    }

    fn record(&self) -> GameRecord {
        let Turn { position, to_move } = &self.0;
        let name = position.ruleset().spec().name_in_files();
        GameRecord { first: *to_move, ..GameRecord::new(name, &position.to_string(), Vec::new()) }
    }
}

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
    opening: &[String],
    mut bots: [Box<dyn AnyBot>; 2],
    terms: Terms,
) -> Game<TextTurn> {
    let mut game = Game::new(TextTurn(start.clone()), terms);
    opening.iter().for_each(|mv| game.play(mv.clone()));
    while game.end().is_none() {
        let player = game.turn().to_move();
        let share = terms.time.map_or(MAX_MOVE_TIME, |time| time.for_next_move(game.used(player)));
        let before = Instant::now();
        let answer =
            bots[player as usize].choose(&game.turn().0, before + share.min(MAX_MOVE_TIME));
        game.spend(before.elapsed());
        match answer {
            Some(mv) => game.play(mv),
            None => game.forfeit(Reason::Resigned, None),
        }
    }
    game
}
