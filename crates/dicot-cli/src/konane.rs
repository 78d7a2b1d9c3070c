//! Konane: a full board is the beginning of a match, any other a position of the game of jumps.

use dicot::Player;
use dicot::board::Wide;
use dicot::rules::{AnyStone, CornerOrCentre, DarkCornerOrCentre, HugeKonane, KonaneGame, Ruleset};

use crate::arguments::{Opening, Options, usage};
use crate::batch::Task;
use crate::failure::Failure;
use crate::moves::Moves;
use crate::perft::Perft;

type Match = KonaneGame<CornerOrCentre, Wide>;

/// The name of the ruleset, with the opening that was asked for; `None` if each board tells.
pub(crate) fn ruleset(rules: &str, opening: Option<Opening>) -> Option<&str> {
    match (rules.eq_ignore_ascii_case(HugeKonane::NAME), opening) {
        (true, None) => None,
        (true, Some(Opening::Artemis)) => Some(Match::NAME),
        (true, Some(Opening::Any)) => Some(KonaneGame::<AnyStone>::NAME),
        (true, Some(Opening::Dark)) => Some(KonaneGame::<DarkCornerOrCentre>::NAME),
        (false, None) => Some(rules),
        (false, Some(_)) => usage("--opening goes with --rules konane"),
    }
}

/// `dicot moves` where each board tells.
pub(crate) fn moves(side: Option<Player>, options: &Options) -> impl Task + use<> {
    Either {
        jumps: Moves::<HugeKonane>::new(side, options),
        whole: Moves::<Match>::new(side, options),
    }
}

/// `dicot perft` where each board tells.
pub(crate) fn perft(depth: u8, side: Option<Player>, options: &Options) -> impl Task + use<> {
    Either {
        jumps: Perft::<HugeKonane>::new(depth, side, options),
        whole: Perft::<Match>::new(depth, side, options),
    }
}

/// What answers for the game of jumps, and what for a whole match.
struct Either<J, M> {
    jumps: J,
    whole: M,
}

impl<J: Task, M: Task> Task for Either<J, M> {
    const ITEM: &'static str = J::ITEM;
    const MANY_LINES: bool = J::MANY_LINES;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let board = item.split('\t').next().unwrap_or_default();
        let full = !board.contains('.');
        if full { self.whole.answer(item) } else { self.jumps.answer(item) }
    }
}
