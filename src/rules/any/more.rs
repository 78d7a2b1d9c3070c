//! What takes code of its own for each ruleset and only saves work: browsers have [less](super), so that their module is small.

use std::sync::Arc;

use super::position::{Held, Inner, smallest};
use super::{AnyMove, AnyPosition};
use crate::Player;
use crate::rules::Short;

/// What the searches save work by.
pub(super) trait More {
    /// The position after the move of that number, if that is this move.
    fn option(&self, player: Player, number: u32, mv: &AnyMove) -> Option<Arc<dyn Inner>>;
    /// The position after the move of that number.
    fn nth_option(&self, player: Player, number: u32) -> Option<Arc<dyn Inner>>;
    /// Calls a function with the [`moves`](Inner::moves), without their texts where they have cells.
    fn each_touch(&self, player: Player, visit: &mut dyn FnMut(&AnyMove));
    fn options_of_left(&self) -> Vec<Arc<dyn Inner>>;
    fn line_count(&self, player: Player, depth: u32) -> u64;
    fn lower_bound(&self, player: Player) -> Option<i16>;
    fn impartial_form(&self) -> Arc<dyn Inner>;
}

impl<P: Short> More for Held<P> {
    fn option(&self, player: Player, number: u32, mv: &AnyMove) -> Option<Arc<dyn Inner>> {
        let found = nth_move(self, player, number)?;
        (AnyMove::new(&found) == *mv).then(|| self.after(player, found))
    }

    fn nth_option(&self, player: Player, number: u32) -> Option<Arc<dyn Inner>> {
        nth_move(self, player, number).map(|mv| self.after(player, mv))
    }

    fn each_touch(&self, player: Player, visit: &mut dyn FnMut(&AnyMove)) {
        self.each_move(player, &mut |mv| {
            let touching = AnyMove::touching(&mv);
            visit(&if touching.cells()[0].is_some() { touching } else { AnyMove::new(&mv) });
            true
        });
    }

    fn options_of_left(&self) -> Vec<Arc<dyn Inner>> {
        let mut options = Vec::new();
        (P::SEARCH.left_options)(&self.0, &mut options);
        options.into_iter().map(smallest).collect()
    }

    fn line_count(&self, player: Player, depth: u32) -> u64 {
        self.0.line_count(player, depth)
    }

    fn lower_bound(&self, player: Player) -> Option<i16> {
        P::SEARCH.lower_bound(&self.0, player)
    }

    fn impartial_form(&self) -> Arc<dyn Inner> {
        let form = P::SEARCH.impartial_form;
        smallest(form.map_or_else(|| self.0.normalized().0, |form| form(&self.0)))
    }
}

fn nth_move<P: Short>(position: &Held<P>, player: Player, number: u32) -> Option<P::Move> {
    let (mut rest, mut found) = (number, None);
    position.each_move(player, &mut |mv| {
        found = (rest == 0).then_some(mv);
        rest = rest.wrapping_sub(1);
        found.is_none()
    });
    found
}

/// The position after the move of that number, if that is this move.
pub(super) fn option(
    position: &dyn Inner,
    player: Player,
    number: u32,
    mv: &AnyMove,
) -> Option<Arc<dyn Inner>> {
    position.option(player, number, mv)
}

/// [`AnyPosition::nth_option`].
pub(super) fn nth_option(
    position: &dyn Inner,
    player: Player,
    number: u32,
) -> Option<Arc<dyn Inner>> {
    position.nth_option(player, number)
}

/// [`AnyPosition::each_touch`].
pub(super) fn each_touch(position: &dyn Inner, player: Player, visit: &mut dyn FnMut(&AnyMove)) {
    position.each_touch(player, visit);
}

/// [`Search::left_options`](crate::rules::Search::left_options).
pub(super) fn left_options(position: &AnyPosition, list: &mut Vec<AnyPosition>) {
    list.extend(position.inner.options_of_left().into_iter().map(|inner| position.with(inner)));
}

/// [`Position::line_count`](crate::rules::Position::line_count).
pub(super) fn line_count(position: &AnyPosition, player: Player, depth: u32) -> u64 {
    position.inner.line_count(player, depth)
}

/// [`Search::lower_bound`](crate::rules::Search::lower_bound).
pub(super) const LOWER_BOUND: Option<fn(&AnyPosition, Player) -> Option<i16>> =
    Some(|position, player| position.inner.lower_bound(player));

/// [`Search::impartial_form`](crate::rules::Search::impartial_form).
pub(super) const IMPARTIAL_FORM: Option<fn(&AnyPosition) -> AnyPosition> =
    Some(|position| position.with(position.inner.impartial_form()));
