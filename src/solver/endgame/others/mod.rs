//! The endgames that browsers do not search, where the program has to be small: these searches take 6 kB, compressed.

mod amazons;
mod domineering;
mod fission;
pub(super) mod nogo;
mod toads_and_frogs;

use super::{Options, ToMove, WinCache, learn};
use crate::rules::Endgame;

/// The numbers of the rulesets in [keys](ToMove::RULES); 1 is Konane's.
enum Rules {
    NoGo = 2,
    Fission,
    Amazons,
    Domineering,
    ToadsAndFrogs,
}

/// As [`learn`], of an endgame of another ruleset than Konane.
pub(super) fn wins(size: u32, endgame: Endgame, cache: &mut WinCache) -> Option<bool> {
    match endgame {
        Endgame::Amazons(position) => learn(size, &amazons::LeftToMove::new(position, 0), cache),
        Endgame::Domineering(board) => learn(size, &domineering::Dominoes::new(board), cache),
        Endgame::LargeDomineering(board) => learn(size, &domineering::Dominoes::new(board), cache),
        Endgame::Fission(position, player) => {
            learn(size, &fission::Fission(position, player), cache)
        }
        Endgame::NoGo(position) => learn(size, &nogo::LeftToMove::of(position), cache),
        Endgame::ToadsAndFrogs(board, animals) => {
            learn(size, &toads_and_frogs::Strip::new(board, animals), cache)
        }
        Endgame::Konane(_) => None, // searched everywhere
    }
}
