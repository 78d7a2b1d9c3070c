//! A Hackenbush stalk. Source: Berlekamp, Conway, Guy, *Winning Ways*, chapters 1 and 7.

use std::{fmt, str::FromStr};

use dicot::rules::{Position, Ruleset, RulesetSpec, Short};
use dicot::{Player, board};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Stalk(String);

impl Position for Stalk {
    type Move = usize; // the edge: how many edges stand below it

    fn moves(&self, player: Player) -> impl Iterator<Item = usize> {
        let own = if player == Player::Left { 'x' } else { 'o' };
        self.0.match_indices(own).map(|(edge, _)| edge)
    }

    fn play_unchecked(&mut self, _: Player, edge: usize) {
        self.0.truncate(edge);
    }
}

impl Short for Stalk {
    fn negative(&self) -> Self {
        Stalk(self.0.replace('x', "-").replace('o', "x").replace('-', "o"))
    }
}

impl Ruleset for Stalk {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        about: "cut an edge of your own, and all edges above it fall",
        written: "`.` for the ground, then edges upwards: x Left's, o Right's",
        ..RulesetSpec::new("hackenbush-stalk")
    };
}

impl fmt::Display for Stalk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ".{}", self.0)
    }
}

impl FromStr for Stalk {
    type Err = board::ParsePositionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Stalk(text.parse::<board::Board<u64>>()?.to_string().replace(['/', '.'], "")))
    }
}
