//! Endgames of Amazons.

use super::{Options, Rules, ToMove};
use crate::Player;
use crate::board::{Board, Steps};
use crate::rules::grid::amazons::{connected, near};
use crate::rules::{Amazons, Position};

/// A position: Left is to move on a board, beside an integer.
pub(super) struct LeftToMove {
    board: Amazons,
    integer: i16,
}

impl LeftToMove {
    /// What has the same outcome as the board and the integer. Regions where only one player has amazons, which are known to reach
    /// all cells there, become integers, and the rest its least image.
    pub(super) fn new(board: Amazons, mut integer: i16) -> LeftToMove {
        let (steps, region) = (Steps::of(board.shape()), board.board().occupied().bits());
        let (left, empty) = (board.amazons(Player::Left).bits(), board.empty_cells().bits());
        let (mut seeds, mut kept) = (region & !empty & near(steps, empty), 0);
        while seeds != 0 {
            let piece = connected(steps, seeds & seeds.wrapping_neg(), region);
            let (amazons, cells) = (region & piece & !empty, empty & piece);
            seeds &= !piece;
            let moves = cells.count_ones() as i16;
            let is_shared = amazons & left != 0 && amazons & !left != 0;
            if is_shared || board.steps_in(amazons, cells) < moves {
                kept |= piece;
            } else {
                integer += if amazons & left != 0 { moves } else { -moves };
            }
        }
        let sets = board.board().sets().map(|set| set & kept);
        let board = Board::from_sets(sets, board.shape()).least_image().0.into();
        LeftToMove { board, integer }
    }
}

impl ToMove for LeftToMove {
    const RULES: u64 = Rules::Amazons as u64;

    /// Some minutes: the solver, which has no better order of moves, does not find what is not found then.
    const MAX_CONTINUED: u64 = 1 << 27;

    fn key(&self) -> [u64; 4] {
        let mut key = Self::key_of(self.board.board().sets(), self.board.shape());
        key[3] |= u64::from(self.integer as u16) << 48;
        key
    }

    fn expand(&self, options: &mut Options<LeftToMove>) -> Option<bool> {
        if self.board.private_bound(Player::Left) + self.integer > 0 {
            return Some(true);
        }
        for option in self.board.options(Player::Left) {
            let option: Amazons = option.board().negative().into();
            if option.private_bound(Player::Right) + self.integer >= 0 {
                return Some(true);
            }
            let order = option.mean().into();
            options.push((order, LeftToMove::new(option, -self.integer)));
        }
        if self.integer > 0 {
            let board = self.board.board().negative().into();
            options.push((i32::MAX, LeftToMove { board, integer: 1 - self.integer }));
        }
        options.is_empty().then_some(false)
    }
}
