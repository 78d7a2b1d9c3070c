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
    fn options_of_left(&self) -> Vec<Arc<dyn Inner>>;
    fn line_count(&self, player: Player, depth: u32) -> u64;
    fn lower_bound(&self, player: Player) -> Option<i16>;
    fn impartial_form(&self) -> Arc<dyn Inner>;
}

impl<P: Short> More for Held<P> {
    fn option(&self, player: Player, number: u32, mv: &AnyMove) -> Option<Arc<dyn Inner>> {
        let (mut rest, mut found) = (number, None);
        self.each_move(player, &mut |mv| {
            found = (rest == 0).then_some(mv);
            rest = rest.wrapping_sub(1);
            found.is_none()
        });
        let found = found?;
        (AnyMove::new(&found) == *mv).then(|| self.after(player, found))
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

/// The position after the move of that number, if that is this move.
pub(super) fn option(
    position: &dyn Inner,
    player: Player,
    number: u32,
    mv: &AnyMove,
) -> Option<Arc<dyn Inner>> {
    position.option(player, number, mv)
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
