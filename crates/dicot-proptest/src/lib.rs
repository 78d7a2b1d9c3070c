//! Strategies for [proptest](https://docs.rs/proptest): random games and positions, to test rulesets
//! and laws with, and the laws that every ruleset obeys.
//!
//! All of them shrink: games towards earlier and simpler ones, boards towards smaller and emptier ones.
//! Games live in the default store.
//!
//! # Examples
//! A law, tried on random games and boards:
//! ```
//! use dicot::analysis::Analyze;
//! use dicot::rules::{Clobber, Short};
//! use dicot_proptest::{clobber, games_born_by};
//! use proptest::prelude::*;
//!
//! proptest! {
//!     # #![proptest_config(ProptestConfig { cases: 20, failure_persistence: None, ..Default::default() })]
//!     fn adding_a_game_keeps_the_order(g in games_born_by(3), h in games_born_by(3), k in games_born_by(2)) {
//!         prop_assert_eq!(g <= h, &g + &k <= &h + &k);
//!     }
//!
//!     fn exchanged_colours(position in clobber::<u64>(1..=4, 1..=3)) {
//!         prop_assert_eq!(position.negative().canonical_form(), -position.canonical_form());
//!     }
//! }
//! # adding_a_game_keeps_the_order();
//! # exchanged_colours();
//! ```

mod laws;

use std::ops::RangeInclusive;

pub use laws::{position_laws, ruleset_laws, text_laws};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use dicot::board::{Board, Cell, Shape, Word};
use dicot::rules::{GenClobber, Position, clobber::Orthogonal};
use dicot::{CanonicalForm, Dyadic, NumberUpStar, Player};

/// The games born on days 0, 1 and 2, the simplest first; those from `DICOTS` on are no dicots.
const EARLY: [&str; 22] = [
    "0", "*", "*2", "^", "v", "^*", "v*", "1", "-1", "1/2", "-1/2", "2", "-2", "1*", "-1*", "+-1",
    "{1|0}", "{0|-1}", "{1|*}", "{*|-1}", "{1|0,*}", "{0,*|-1}",
];
const DICOTS: usize = 7;

fn early(texts: &[&str], day: u32) -> BoxedStrategy<CanonicalForm> {
    let games = texts.iter().map(|text| text.parse::<CanonicalForm>().expect("the table is right"));
    select(games.filter(|g| g.birthday() <= day.into()).collect::<Vec<_>>()).boxed()
}

/// Two lists of a few options each: most are born early, the others the day before.
fn later(
    day: u32,
    fewest: usize,
    early: BoxedStrategy<CanonicalForm>,
) -> BoxedStrategy<CanonicalForm> {
    (3..=day).fold(early.clone(), |before, _| {
        let option = prop_oneof![2 => early.clone(), 1 => before];
        let list = || vec(option.clone(), fewest..=3);
        (list(), list()).prop_map(|(left, right)| CanonicalForm::new(left, right)).boxed()
    })
}

/// Short games born by a day: up to day 2 each of the 1, 4 or 22, equally often; later ones are made
/// from up to three options a player.
///
/// # Examples
/// ```
/// use dicot_proptest::games_born_by;
/// use proptest::prelude::*;
/// proptest!(|(g in games_born_by(4))| {
///     prop_assert!(g.birthday() <= 4);
///     prop_assert_eq!(g.to_string().parse(), Ok(g));
/// });
/// ```
pub fn games_born_by(day: u32) -> impl Strategy<Value = CanonicalForm> + Clone {
    later(day, 0, early(&EARLY, day))
}

/// Dicots (all-small games) born by a day: up to day 2 each of the 1, 2 or 7, equally often; later
/// ones are made from up to three options a player. Clobber positions have such values.
///
/// # Examples
/// ```
/// use dicot_proptest::dicots_born_by;
/// use proptest::prelude::*;
/// proptest!(|(g in dicots_born_by(4))| prop_assert!(g.is_dicot() && g.is_infinitesimal()));
/// ```
pub fn dicots_born_by(day: u32) -> impl Strategy<Value = CanonicalForm> + Clone {
    later(day, 1, early(&EARLY[..DICOTS], day))
}

/// Dyadic numbers of all sizes up to `2^40` with denominators up to `2^20`, the small and simple ones
/// most often.
///
/// # Examples
/// ```
/// use dicot::CanonicalForm;
/// use dicot_proptest::numbers;
/// use proptest::prelude::*;
/// proptest!(|(x in numbers(), y in numbers())| {
///     prop_assert_eq!(CanonicalForm::from(x) <= CanonicalForm::from(y), x <= y);
/// });
/// ```
pub fn numbers() -> impl Strategy<Value = Dyadic> + Clone {
    let parts = prop_oneof![
        2 => (-16..=16_i64, 0..=0_u32),
        3 => (-64..=64_i64, 0..=4_u32),
        1 => (-(1 << 40)..=1_i64 << 40, 0..=20_u32),
    ];
    parts.prop_map(|(numerator, exponent)| Dyadic::new(numerator, exponent).unwrap_or_default())
}

/// Sums of a number, ups and a nimber: any of the parts may be missing.
///
/// # Examples
/// ```
/// use dicot::CanonicalForm;
/// use dicot_proptest::numbers_ups_stars;
/// use proptest::prelude::*;
/// proptest!(|(parts in numbers_ups_stars())| {
///     prop_assert_eq!(CanonicalForm::from(parts).to_number_up_star(), Some(parts));
/// });
/// ```
pub fn numbers_ups_stars() -> impl Strategy<Value = NumberUpStar> + Clone {
    let number = prop_oneof![Just(Dyadic::ZERO).boxed(), numbers().boxed()];
    let up = prop_oneof![3 => Just(0), 3 => -3..=3_i32, 1 => -1000..=1000_i32];
    let star = prop_oneof![3 => Just(0), 3 => 0..=4_u32, 1 => 0..=40_u32];
    (number, up, star).prop_map(|(number, up, star)| NumberUpStar { number, up, star })
}

/// Clobber positions on boards of these widths and heights, in cells: of five cells, two are Left's,
/// two are Right's and one is empty, on average.
///
/// `W` is the word that the board is held in: `u64` for [`Clobber`](dicot::rules::Clobber).
///
/// # Panics
/// If a range is empty or begins with 0, or if the largest board has too many cells for the word.
///
/// # Examples
/// ```
/// use dicot::analysis::Analyze;
/// use dicot_proptest::clobber;
/// use proptest::prelude::*;
/// proptest!(|(position in clobber::<u64>(1..=3, 1..=3))| {
///     prop_assert!(position.canonical_form().is_dicot());
/// });
/// ```
pub fn clobber<W: Word>(
    widths: RangeInclusive<u8>,
    heights: RangeInclusive<u8>,
) -> impl Strategy<Value = GenClobber<Orthogonal, W>> + Clone {
    let empty = |width, height| {
        let board = Shape::new(width, height).and_then(Board::<W>::empty);
        board.unwrap_or_else(|error| panic!("{error}"))
    };
    let (most_wide, most_high) = (*widths.end(), *heights.end());
    let cells = empty(most_wide, most_high).shape().cells() as usize;
    empty(*widths.start(), *heights.start());
    let stone = prop_oneof![
        1 => Just(None),
        2 => Just(Some(Player::Left)),
        2 => Just(Some(Player::Right)),
    ];
    // Stones for the largest board: those of a smaller one stay where they are.
    (widths, heights, vec(stone, cells)).prop_map(move |(width, height, stones)| {
        let all = (0..height).flat_map(|row| (0..width).map(move |col| Cell { row, col }));
        let stone = |cell: Cell| {
            stones[usize::from(cell.row) * usize::from(most_wide) + usize::from(cell.col)]
        };
        let board = all.fold(empty(width, height), |board, cell| match stone(cell) {
            Some(player) => board.with(cell, player),
            None => board,
        });
        GenClobber::from(board)
    })
}

/// Positions that up to `plies` random moves from a start lead to, fewer if nobody can move any more.
///
/// Each move is by either player, in any order, as the components of a sum are played. They
/// shrink towards fewer moves, and towards moves that are listed first.
///
/// # Examples
/// ```
/// use dicot::rules::{Clobber, Position};
/// use dicot_proptest::reachable;
/// use proptest::prelude::*;
/// let start: Clobber = "xox/oxo".parse()?;
/// let stones = |position: Clobber| position.board().occupied().len();
/// proptest!(|(position in reachable(start, 3))| prop_assert!(stones(position) >= 3));
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub fn reachable<P: Position>(start: P, plies: u32) -> impl Strategy<Value = P> + Clone {
    vec((any::<bool>(), any::<Index>()), 0..=plies as usize).prop_map(move |choices| {
        choices.into_iter().fold(start.clone(), |position, (left_first, choice)| {
            let player = if left_first { Player::Left } else { Player::Right };
            let options = [player, !player].map(|player| position.options(player).collect());
            let [own, others]: [Vec<P>; 2] = options;
            let mut options = if own.is_empty() { others } else { own };
            if options.is_empty() {
                position
            } else {
                options.swap_remove(choice.index(options.len()))
            }
        })
    })
}
