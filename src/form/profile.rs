//! Profiles: how a game compares with a fixed set of test games, held as bit sets.
//!
//! Most comparisons are settled by two games' profiles, without looking at an option: if some test
//! game `T` has `T <= G` but not `T <= H`, then `G <= H` is false; if `G <= T <= H`, it is true.
//!
//! The test games are closed under options and negation. So the profile of `{L|R}` follows from
//! those of its options by word operations alone, test by test in order of birthday:
//! - `T <= G` unless `G <= T^L` for a Left option of `T`, or `G^R <= T` for a Right option of `G`;
//! - `G <= T` unless `T <= G^L`, or `T^R <= G`.

use std::sync::LazyLock;

use super::number_up_star::NumberUpStar;
use crate::Player;

include!("profile_tests.rs");

/// The bits in use.
const ALL: u64 = u64::MAX >> (64 - TEST_GAMES.len());

/// The comparisons of one game with all test games.
///
/// Bit `i` of the first word of a pair stands for the test game `T_i`, bit `i` of the second for
/// `-T_i`, so that negation exchanges words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Profile {
    /// The test games that are `<=` the game.
    pub(crate) below: [u64; 2],
    /// The test games that are `>=` the game.
    pub(crate) above: [u64; 2],
}

impl Profile {
    pub(crate) fn negative(self) -> Profile {
        let swap = |[a, b]: [u64; 2]| [b, a];
        Profile { below: swap(self.above), above: swap(self.below) }
    }

    /// Whether `self <= other`, where the test games can tell.
    #[inline]
    pub(crate) fn le(&self, other: &Profile) -> Option<bool> {
        let lost = (self.below[0] & !other.below[0])
            | (self.below[1] & !other.below[1])
            | (other.above[0] & !self.above[0])
            | (other.above[1] & !self.above[1]);
        if lost != 0 {
            return Some(false);
        }
        let between = (self.above[0] & other.below[0]) | (self.above[1] & other.below[1]);
        (between != 0).then_some(true)
    }
}

/// Gathers what the profile of a game needs to know of its options.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct ProfileBuilder {
    /// Test games below some Left option.
    below_left: [u64; 2],
    /// Test games above some Right option.
    above_right: [u64; 2],
}

impl ProfileBuilder {
    #[inline]
    pub(crate) fn add(&mut self, player: Player, option: &Profile) {
        let (into, from) = match player {
            Player::Left => (&mut self.below_left, &option.below),
            Player::Right => (&mut self.above_right, &option.above),
        };
        into[0] |= from[0];
        into[1] |= from[1];
    }

    pub(crate) fn build(&self) -> Profile {
        let sets = &**OPTION_SETS;
        let mut p = Profile { below: [0; 2], above: [0; 2] };
        // The test games that no option of the game rules out; their own options decide.
        let candidates = [0, 1].map(|w| (!self.above_right[w] & ALL, !self.below_left[w] & ALL));
        let mut open = candidates[0].0 | candidates[0].1 | candidates[1].0 | candidates[1].1;
        while open != 0 {
            let i = open.trailing_zeros() as usize;
            open &= open - 1;
            for (w, options) in sets[i].iter().enumerate() {
                let hit = |a: [u64; 2], b: [u64; 2]| (a[0] & b[0]) | (a[1] & b[1]) != 0;
                let below = candidates[w].0 >> i & 1 == 1 && !hit(p.above, options.left);
                let above = candidates[w].1 >> i & 1 == 1 && !hit(p.below, options.right);
                p.below[w] |= u64::from(below) << i;
                p.above[w] |= u64::from(above) << i;
            }
        }
        p
    }
}

/// The options of a test game, as sets of test games.
#[derive(Clone, Copy, Debug)]
struct OptionSets {
    left: [u64; 2],
    right: [u64; 2],
}

/// For each test game, its options and those of its negative.
static OPTION_SETS: LazyLock<Vec<[OptionSets; 2]>> = LazyLock::new(|| {
    let set = |list: &[i8], negated: bool| {
        let mut words = [0; 2];
        for &t in list {
            let (index, negative) = if t < 0 { (!t, true) } else { (t, false) };
            words[usize::from(negative != negated)] |= 1 << index;
        }
        words
    };
    TEST_GAMES
        .iter()
        .map(|(left, right)| {
            [
                OptionSets { left: set(left, false), right: set(right, false) },
                OptionSets { left: set(right, true), right: set(left, true) },
            ]
        })
        .collect()
});

/// From here on, more ups and larger nimbers compare with every test game in the same way (up to
/// the parity of the nimber, which decides the options of `n·↑ + *m`); checked in the tests below.
const FAR: u32 = 16;

/// The profile of `number + up·↑ + *star`, without its options.
pub(crate) fn of_number_up_star(g: NumberUpStar) -> Profile {
    use std::cmp::Ordering::{Equal, Greater, Less};
    // All test games are infinitesimal.
    match g.number.cmp(&crate::Dyadic::ZERO) {
        Less => Profile { below: [0; 2], above: [ALL; 2] },
        Greater => Profile { below: [ALL; 2], above: [0; 2] },
        Equal if g.up < 0 => of_number_up_star(g.negative()).negative(),
        Equal => {
            let star = if g.star < FAR { g.star } else { FAR + (g.star & 1) };
            let ups = (g.up as u32).min(FAR);
            CLOSED_FORMS[ups as usize][star as usize]
        }
    }
}

/// The profiles of `n·↑ + *m` for `n <= FAR` and `m <= FAR + 1`.
static CLOSED_FORMS: LazyLock<Vec<Vec<Profile>>> = LazyLock::new(|| closed_forms(FAR, FAR + 1));

fn closed_forms(ups: u32, stars: u32) -> Vec<Vec<Profile>> {
    let mut rows: Vec<Vec<Profile>> = Vec::new();
    for up in 0..=ups {
        let mut row: Vec<Profile> = Vec::new();
        for star in 0..=stars | 1 {
            let g = NumberUpStar { up: up as i32, star, ..NumberUpStar::default() };
            let mut builder = ProfileBuilder::default();
            for player in Player::BOTH {
                for o in g.options(player) {
                    let known = if o.up as u32 == up { &row } else { &rows[o.up as usize] };
                    builder.add(player, &known[o.star as usize]);
                }
            }
            row.push(builder.build());
        }
        rows.push(row);
    }
    rows
}
