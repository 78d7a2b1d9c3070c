//! Profiles: the comparisons of a game with a fixed set of test games, as bit sets.
//!
//! The profiles of two games settle most comparisons without their options: if some test
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
/// Bit `i` of the first word of a pair is for the test game `T_i`, bit `i` of the second for
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

    /// Whether `self <= other`; `None` if the test games do not decide it.
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

/// Collects from the options of a game what its profile depends on.
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

    /// The profile of the game with these options.
    ///
    /// Starts with all test games that no option of the game rules out. In order of birthday, each
    /// one that stays rules out those that have it as an option; more than half are an option of none.
    pub(crate) fn build(&self) -> Profile {
        let users = &**USERS;
        let mut below = [0, 1].map(|w| !self.above_right[w] & ALL);
        let mut above = [0, 1].map(|w| !self.below_left[w] & ALL);
        let mut next = 0;
        loop {
            let rest = (below[0] | below[1] | above[0] | above[1]) & OPTIONS & u64::MAX << next;
            if rest == 0 {
                return Profile { below, above };
            }
            let i = rest.trailing_zeros() as usize;
            for w in [0, 1] {
                // Without branches: a mask of all ones if the test game stays.
                let is_above = 0u64.wrapping_sub(above[w] >> i & 1);
                let is_below = 0u64.wrapping_sub(below[w] >> i & 1);
                let Users { as_left, as_right } = &users[i][w];
                for v in [0, 1] {
                    below[v] &= !(as_left[v] & is_above);
                    above[v] &= !(as_right[v] & is_below);
                }
            }
            // The last test game is not an option of another, so that this is at most 63.
            next = i + 1;
        }
    }
}

/// The test games that are options of others, or their negatives are.
const OPTIONS: u64 = {
    let (mut set, mut i) = (0, 0);
    while i < TEST_GAMES.len() {
        let (left, right) = TEST_GAMES[i];
        let mut j = 0;
        while j < left.len() + right.len() {
            let t = if j < left.len() { left[j] } else { right[j - left.len()] };
            set |= 1 << (if t < 0 { !t } else { t });
            j += 1;
        }
        i += 1;
    }
    assert!(set >> (TEST_GAMES.len() - 1) == 0);
    set
};

/// The test games that have a given one as a Left option, and those that have it as a Right option.
#[derive(Clone, Copy, Default, Debug)]
struct Users {
    as_left: [u64; 2],
    as_right: [u64; 2],
}

/// The users of each test game and of its negative.
static USERS: LazyLock<Vec<[Users; 2]>> = LazyLock::new(|| {
    let mut users = vec![[Users::default(); 2]; TEST_GAMES.len()];
    for (i, (left, right)) in TEST_GAMES.iter().enumerate() {
        for (w, lists) in [(0, [left, right]), (1, [right, left])] {
            for (side, list) in lists.into_iter().enumerate() {
                for &t in *list {
                    let (option, negative) = if t < 0 { (!t, true) } else { (t, false) };
                    let user = &mut users[option as usize][usize::from(negative) ^ w];
                    let set = if side == 0 { &mut user.as_left } else { &mut user.as_right };
                    set[w] |= 1 << i;
                }
            }
        }
    }
    users
});

/// From this value on, more ups and larger nimbers compare with every test game in the same way, up to the parity of
/// the nimber, which decides the options of `n·↑ + *m`. The test `far_ups_and_nimbers_are_all_alike` checks it.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::{Calculation, Engine, Id, Store};

    /// The test games and their negatives, made of their options: canonical, distinct and as their comments say.
    fn test_games(calculation: &mut Calculation<'_>) -> Vec<[Id; 2]> {
        let mut games: Vec<[Id; 2]> = Vec::new();
        let lines = include_str!("profile_tests.rs").lines();
        let comments = lines.filter_map(|line| line.split_once("), // "));
        for ((left, right), (_, text)) in TEST_GAMES.iter().zip(comments) {
            let at = |&t: &i8| if t < 0 { games[!t as usize][1] } else { games[t as usize][0] };
            let list = |ids: &[i8]| ids.iter().map(|t| at(t).into()).collect();
            let id = calculation.engine.simplify([list(left), list(right)]).unwrap();
            assert_eq!(calculation.parse(text).unwrap().id(), id, "{text}");
            let counts = Player::BOTH.map(|p| calculation.engine.store.option_count(id, p));
            assert_eq!(counts, [left.len(), right.len()], "{text}");
            assert!(!games.concat().contains(&id), "{text} is there twice");
            games.push([id, id.negative()]);
        }
        assert_eq!(games.len(), TEST_GAMES.len());
        games
    }

    /// Comparison by definition: by options only, without profiles and caches.
    fn plain_le(engine: &mut Engine<'_>, g: Id, h: Id) -> bool {
        let left: Vec<Id> = engine.options(g, Player::Left).unwrap().collect();
        let right: Vec<Id> = engine.options(h, Player::Right).unwrap().collect();
        !left.into_iter().any(|o| plain_le(engine, h, o))
            && !right.into_iter().any(|o| plain_le(engine, o, g))
    }

    #[test]
    fn profiles_agree_with_plain_comparison() {
        let store = Store::new();
        let mut calculation = store.calculation();
        let games = test_games(&mut calculation);
        let texts =
            "0 1 -1/2 * *3 *7 ^ v* ^3 ^<3> {1|*} +-1 +-{0,^} {^|-1} Tiny(1) Miny(2) {0||1|-1} \
            {^^*|*,v} {0,^*|0,v*} {*,v|vv*} {{1|0}|{*|-1}} ^5* 1v {3||2|1}"
                .split(' ');
        for text in texts {
            let id = calculation.parse(text).unwrap().id();
            let engine = &mut calculation.engine;
            let profile = engine.store.summary(id).profile;
            for (i, pair) in games.iter().enumerate() {
                for (w, &test) in pair.iter().enumerate() {
                    let below = plain_le(engine, test, id);
                    let above = plain_le(engine, id, test);
                    assert_eq!(profile.below[w] >> i & 1 == 1, below, "{text}, test game {i} {w}");
                    assert_eq!(profile.above[w] >> i & 1 == 1, above, "{text}, test game {i} {w}");
                }
            }
        }
    }

    #[test]
    fn far_ups_and_nimbers_are_all_alike() {
        let far = closed_forms(FAR + 4, FAR + 15);
        for (up, row) in far.iter().enumerate() {
            for (star, profile) in row.iter().enumerate() {
                let star = star as u32;
                let near = if star < FAR { star } else { FAR + (star & 1) };
                let expected = far[up.min(FAR as usize)][near as usize];
                assert_eq!(*profile, expected, "{up} ups and *{star}");
            }
        }
    }
}
