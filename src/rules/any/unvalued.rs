//! Positions without short values, as positions of a type that implements `Short`.

use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use crate::Player;
use crate::rules::{ParseMoveError, Position, Ruleset, RulesetSpec, Search, Short};

/// A position that an [`AnyPosition`](super::AnyPosition) holds although it has no short value: play need not end, or it is one of a
/// match. [`Search::has_value`] says so, and what computes values asks.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Unvalued<P>(pub(super) P);

impl<P: Ruleset> Position for Unvalued<P> {
    type Move = P::Move;

    fn moves(&self, player: Player) -> impl Iterator<Item = P::Move> {
        self.0.moves(player)
    }

    fn play_unchecked(&mut self, player: Player, mv: P::Move) {
        self.0.play_unchecked(player, mv);
    }

    fn broken_rule(&self, player: Player, mv: P::Move) -> Option<&'static str> {
        self.0.broken_rule(player, mv)
    }

    fn options(&self, player: Player) -> impl Iterator<Item = Self> {
        self.0.options(player).map(Unvalued)
    }

    fn move_count(&self, player: Player) -> u64 {
        self.0.move_count(player)
    }

    fn line_count(&self, player: Player, depth: u32) -> u64 {
        self.0.line_count(player, depth)
    }
}

impl<P: Ruleset> Short for Unvalued<P> {
    const SEARCH: Search<Self> = Search { has_value: |_| false, ..Search::NONE };

    /// The position itself: it has no negative, and nothing that computes a value asks for one.
    fn negative(&self) -> Self {
        self.clone()
    }
}

impl<P: Ruleset> Ruleset for Unvalued<P> {
    const SPEC: &'static RulesetSpec = P::SPEC;

    fn start_position(width: u8, height: u8) -> Option<Self> {
        P::start_position(width, height).map(Unvalued)
    }

    fn starters(&self) -> &'static [Player] {
        self.0.starters()
    }

    fn read_move(&self, text: &str) -> Result<P::Move, ParseMoveError> {
        self.0.read_move(text)
    }
}

impl<P: FromStr<Err: Error + Send + Sync + 'static>> FromStr for Unvalued<P> {
    type Err = P::Err;

    fn from_str(text: &str) -> Result<Self, P::Err> {
        text.parse().map(Unvalued)
    }
}

impl<P: Display> Display for Unvalued<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<P: Debug> Debug for Unvalued<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
