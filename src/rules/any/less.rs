//! What browsers have instead of `more.rs`: code that all rulesets share.

use std::sync::Arc;

use super::position::Inner;
use super::{AnyMove, AnyPosition};
use crate::Player;
use crate::rules::Position;

/// Nothing.
pub(super) trait More {}

impl<T> More for T {}

/// The position after the move of that number, if that is this move.
pub(super) fn option(
    position: &dyn Inner,
    player: Player,
    number: u32,
    mv: &AnyMove,
) -> Option<Arc<dyn Inner>> {
    position.moves(player).get(number as usize).filter(|legal| *legal == mv)?;
    nth_option(position, player, number)
}

pub(super) fn nth_option(
    position: &dyn Inner,
    player: Player,
    number: u32,
) -> Option<Arc<dyn Inner>> {
    let (mut rest, mut found) = (number, None);
    position.each_option(player, &mut |option| {
        found = (rest == 0).then_some(option);
        rest = rest.wrapping_sub(1);
        found.is_none()
    });
    found
}

pub(super) fn each_touch(position: &dyn Inner, player: Player, visit: &mut dyn FnMut(&AnyMove)) {
    position.moves(player).iter().for_each(visit);
}

pub(super) fn left_options(position: &AnyPosition, list: &mut Vec<AnyPosition>) {
    list.extend(position.options(Player::Left));
}

pub(super) use crate::rules::line_count;

pub(super) const LOWER_BOUND: Option<fn(&AnyPosition, Player) -> Option<i16>> = None;

pub(super) const IMPARTIAL_FORM: Option<fn(&AnyPosition) -> AnyPosition> = None;
