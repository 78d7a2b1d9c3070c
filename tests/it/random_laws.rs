//! Laws on random games and positions. Failures are kept in `random_laws.regressions`.

use std::cmp::Ordering;
use std::fmt;

use dicot::analysis::{Analyze, Analyzer};
use dicot::board::{Board, Symmetry, U448};
use dicot::rules::{
    Clobber, Clobber448, GenClobber, Position, Short,
    clobber::{ClobberMove, Orthogonal},
};
use dicot::{
    CanonicalForm, Dyadic, Limits, NumberUpStar, Outcome, Player, Store, StructuralOrd,
    Thermograph, ValueError,
};
use dicot_proptest::{clobber, dicots_born_by, games_born_by, numbers, numbers_ups_stars};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

use crate::plain;
use crate::plain::Plain;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    }
}

fn by_structure(g: &CanonicalForm, h: &CanonicalForm) -> Ordering {
    StructuralOrd(g.clone()).cmp(&StructuralOrd(h.clone()))
}

/// Games of every kind that the strategies offer.
fn games() -> impl Strategy<Value = CanonicalForm> {
    prop_oneof![
        numbers_ups_stars().prop_map(CanonicalForm::from),
        dicots_born_by(4),
        games_born_by(3),
        games_born_by(5),
    ]
}

/// Numbers near the ends of what is represented, and any others.
fn extreme_numbers() -> impl Strategy<Value = Dyadic> {
    let numerator = prop_oneof![
        -2..=2_i64,
        (i64::MAX - 3)..=i64::MAX,
        (i64::MIN + 1)..=(i64::MIN + 4),
        any::<i64>().prop_filter("has a negative", |&n| n != i64::MIN),
    ];
    let exponent = prop_oneof![0..=2_u32, 60..=62_u32];
    let extreme = (numerator, exponent).prop_map(|(n, e)| Dyadic::new(n, e).unwrap_or_default());
    prop_oneof![numbers().boxed(), extreme.boxed()]
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn sums_are_a_group(g in games(), h in games(), k in games()) {
        prop_assert_eq!(&g + &h, &h + &g);
        prop_assert_eq!((&g + &h) + &k, &g + (&h + &k));
        prop_assert_eq!(&g - &g, CanonicalForm::ZERO);
        prop_assert_eq!(-(&g + &h), -&g - &h);
        prop_assert_eq!(&g + CanonicalForm::ZERO, g);
    }

    #[test]
    fn sums_are_what_their_options_make(g in games_born_by(4), h in games_born_by(4)) {
        let options = |player| {
            let here = g.options(player).map(|o| o + &h);
            here.chain(h.options(player).map(|o| &g + o)).collect::<Vec<_>>()
        };
        let sum = CanonicalForm::new(options(Player::Left), options(Player::Right));
        prop_assert_eq!(sum, &g + &h);
    }

    #[test]
    fn order_goes_with_sums(g in games(), h in games(), k in games()) {
        prop_assert_eq!(g.partial_cmp(&h), (&g + &k).partial_cmp(&(&h + &k)));
        prop_assert_eq!(g.partial_cmp(&h), (-&h).partial_cmp(&-&g));
        prop_assert!(!(g <= h && h <= k) || g <= k);
        let (le, ge) = (g <= h, g >= h);
        prop_assert_eq!(g == h, le && ge);
        let outcome = (&g - &h).outcome();
        prop_assert_eq!(g >= h, matches!(outcome, Outcome::Left | Outcome::Previous));
        prop_assert_eq!(g.is_confused_with(&h), outcome == Outcome::Next);
    }

    #[test]
    fn as_by_the_plain_twin(g in games_born_by(4), h in games_born_by(3)) {
        let (p, q) = (Plain::of(&g), Plain::of(&h));
        prop_assert_eq!(g <= h, p.below(&q));
        prop_assert_eq!(h <= g, q.below(&p));
        prop_assert_eq!(Plain::canonical(p.left.clone(), p.right.clone()), p.clone());
        prop_assert_eq!(g.outcome(), p.outcome());
        prop_assert_eq!(g.birthday(), p.birthday());
        prop_assert_eq!(g.is_dicot(), p.is_dicot());
        prop_assert_eq!(Player::BOTH.map(|s| g.stop(s)), Player::BOTH.map(|s| p.stop(s)));
        let mut followers = std::collections::BTreeSet::new();
        p.followers(&mut followers);
        prop_assert_eq!(g.follower_count(), followers.len() as u64);
    }

    #[test]
    fn what_is_printed_is_read_back(g in games(), h in games()) {
        for value in [&g, &h, &(&g + &h), &(&g - &h)] {
            let text = value.to_string();
            prop_assert_eq!(text.parse(), Ok(value.clone()), "{}", text);
            prop_assert_eq!(value.text_len(), text.len() as u64);
            prop_assert_eq!(value.text_start(9).0, &text[..text.len().min(9)]);
            let store = Store::new();
            prop_assert_eq!(store.parse(&text), Ok(value.clone()));
            prop_assert_eq!(&store.adopt(value), value);
        }
        prop_assert_eq!(format!("({g}) + ({h})").parse(), Ok(&g + &h));
        prop_assert_eq!(by_structure(&g, &h), by_structure(&h, &g).reverse());
        prop_assert_eq!(by_structure(&g, &h).is_eq(), g == h);
    }

    #[test]
    fn thermographs_have_points(g in games(), h in games()) {
        let points = |g: &CanonicalForm, player| g.thermograph().walls[player].points().to_vec();
        let [left, right] = Player::BOTH.map(|player| points(&g, player));
        prop_assert_eq!(Thermograph::from_points(&left, &right), Some(g.thermograph()));
        // The walls of two games are seldom those of one.
        let other = points(&h, Player::Right);
        if let Some(found) = Thermograph::from_points(&left, &other) {
            prop_assert_eq!(found.walls[Player::Left].points(), left.clone());
            prop_assert_eq!(found.walls[Player::Right].points(), other);
        }
        prop_assert_eq!(Thermograph::from_points(&left[1..], &right), None);
        prop_assert_eq!(Thermograph::from_points(&[], &[]), None);
        let bent: Vec<_> = left.iter().map(|&(t, v)| (t, v * 3.into())).collect();
        prop_assert!(left.len() == 1 || Thermograph::from_points(&bent, &right).is_none());
    }

    #[test]
    fn multiples(g in games(), m in -4..=4_i64, n in -4..=4_i64) {
        prop_assert_eq!(&g * m + &g * n, &g * (m + n));
        prop_assert_eq!(format!("{m}*({g})").parse(), Ok(m * &g));
    }

    /// Adding a number moves every option of a game that is no number.
    #[test]
    fn number_translation(g in games_born_by(4), x in numbers()) {
        let x = CanonicalForm::from(x);
        if g.to_number().is_none() {
            let moved = |player| g.options(player).map(|o| o + &x).collect::<Vec<_>>();
            let sum = &g + &x;
            prop_assert_eq!(sum.option_count(Player::Left), g.option_count(Player::Left));
            let options = |player| sum.options(player).collect::<Vec<_>>();
            for player in Player::BOTH {
                let (options, moved) = (options(player), moved(player));
                prop_assert!(options.len() == moved.len() && moved.iter().all(|o| options.contains(o)));
            }
        }
    }
}

proptest! {
    #![proptest_config(config(4000))]

    #[test]
    fn numbers_add_up_or_are_out_of_range(x in extreme_numbers(), y in extreme_numbers()) {
        let (g, h) = (CanonicalForm::from(x), CanonicalForm::from(y));
        let (store, limits) = (Store::global(), Limits::default());
        let sum = store.calculate(&limits).sum(&g, &h);
        prop_assert_eq!(sum, x.checked_add(y).map(CanonicalForm::from).ok_or(ValueError::Overflow));
        prop_assert_eq!(g.partial_cmp(&h), Some(x.cmp(&y)));
        prop_assert_eq!((&g - &g).to_number(), Some(Dyadic::ZERO));
        let simplest = Dyadic::simplest_between(Some(x), Some(y));
        let form = Store::new().calculate(&limits).form([g.clone()], [h]);
        match simplest {
            Some(z) => prop_assert_eq!(form, Ok(CanonicalForm::from(z))),
            None if x < y => prop_assert_eq!(form, Err(ValueError::Overflow)),
            None => {
                let form = form.map(|form| [form.stop(Player::Left), form.stop(Player::Right)]);
                prop_assert_eq!(form, Ok([x, y]));
            }
        }
        prop_assert_eq!(g.to_string(), x.to_string());
        prop_assert_eq!(g.to_string().parse(), Ok(g));
    }

    #[test]
    fn sums_of_numbers_ups_and_stars(a in numbers_ups_stars(), b in numbers_ups_stars()) {
        let sum = CanonicalForm::from(a) + CanonicalForm::from(b);
        let parts = NumberUpStar {
            number: a.number.checked_add(b.number).unwrap(),
            up: a.up + b.up,
            star: a.star ^ b.star,
        };
        prop_assert_eq!(sum, CanonicalForm::from(parts));
    }
}

/// Clobber with the provided methods alone: no components, no normalization, moves one by one.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Whole(Clobber);

impl fmt::Debug for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Position for Whole {
    type Move = ClobberMove;

    fn moves(&self, player: Player) -> impl Iterator<Item = ClobberMove> {
        self.0.moves(player)
    }

    fn play_unchecked(&mut self, player: Player, mv: ClobberMove) {
        self.0.play_unchecked(player, mv);
    }
}

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Short for Whole {
    fn negative(&self) -> Self {
        Whole(self.0.negative())
    }
}

/// Whether the player, about to move, wins: by play alone.
fn wins(position: &Clobber, player: Player) -> bool {
    position.options(player).any(|option| !wins(&option, !player))
}

/// Two boards side by side with an empty column between, and empty rows where one is shorter.
fn beside(a: &Clobber, b: &Clobber) -> Clobber448 {
    let (a, b) = (a.to_string(), b.to_string());
    let (a, b): (Vec<&str>, Vec<&str>) = (a.split('/').collect(), b.split('/').collect());
    let row = |rows: &[&str], i: usize| {
        rows.get(i).map_or_else(|| ".".repeat(rows[0].len()), ToString::to_string)
    };
    let rows = (0..a.len().max(b.len())).map(|i| row(&a, i) + "." + &row(&b, i));
    rows.collect::<Vec<_>>().join("/").parse::<Clobber448>().unwrap()
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn a_position_is_the_sum_of_its_components(position in clobber::<u64>(1..=5, 1..=3)) {
        let mut analyzer = Analyzer::new();
        let value = analyzer.canonical_form(&position).unwrap();
        let parts = analyzer.decompose(&position).unwrap();
        prop_assert_eq!(parts.iter().map(|(_, value)| value).sum::<CanonicalForm>(), value.clone());
        for (part, part_value) in &parts {
            prop_assert_eq!(&part.canonical_form(), part_value);
            prop_assert_eq!(part.components().collect::<Vec<_>>(), vec![*part]);
        }
        let pieces = position.board().components().map(Clobber::from);
        prop_assert_eq!(pieces.map(|piece| piece.canonical_form()).sum::<CanonicalForm>(), value);
    }

    #[test]
    fn two_boards_beside_each_other(
        a in clobber::<u64>(1..=4, 1..=3),
        b in clobber::<u64>(1..=4, 1..=3),
    ) {
        prop_assert_eq!(beside(&a, &b).canonical_form(), a.canonical_form() + b.canonical_form());
    }

    #[test]
    fn images_and_exchanged_colours(position in clobber::<u64>(1..=4, 1..=3)) {
        let value = position.canonical_form();
        prop_assert_eq!(position.negative().canonical_form(), -&value);
        for symmetry in Symmetry::ALL {
            let image = Clobber::from(position.board().image(symmetry));
            prop_assert_eq!(image.canonical_form(), value.clone());
        }
        let (normalized, negated) = position.normalized();
        let of_normalized = normalized.canonical_form();
        prop_assert_eq!(if negated { -of_normalized } else { of_normalized }, value.clone());
        prop_assert_eq!(Clobber::from(position.board().cropped()).canonical_form(), value);
    }

    #[test]
    fn empty_rows_and_columns_change_nothing(position in clobber::<u64>(1..=4, 1..=3), place in 0..4_usize) {
        let text = position.to_string();
        let rows: Vec<&str> = text.split('/').collect();
        let blank = ".".repeat(rows[0].len());
        let more = match place {
            0 => format!("{blank}/{text}"),
            1 => format!("{text}/{blank}/{blank}"),
            2 => rows.iter().map(|row| format!(".{row}")).collect::<Vec<_>>().join("/"),
            _ => rows.iter().map(|row| format!("{row}..")).collect::<Vec<_>>().join("/"),
        };
        let more: GenClobber<Orthogonal, u128> = more.parse().unwrap();
        prop_assert_eq!(more.canonical_form(), position.canonical_form());
    }

    #[test]
    fn as_by_the_plain_ruleset(position in clobber::<u64>(1..=4, 1..=3)) {
        let value = position.canonical_form();
        prop_assert_eq!(Whole(position).canonical_form(), value.clone());
        // One step of the definition.
        let options = |player| -> Vec<CanonicalForm> {
            position.options(player).map(|option| option.canonical_form()).collect()
        };
        prop_assert_eq!(CanonicalForm::new(options(Player::Left), options(Player::Right)), value);
    }

    #[test]
    fn the_same_in_wider_words(position in clobber::<u64>(1..=4, 1..=4)) {
        let value = position.canonical_form();
        prop_assert_eq!(position.convert::<u128>().unwrap().canonical_form(), value.clone());
        prop_assert_eq!(position.convert::<U448>().unwrap().canonical_form(), value);
    }

    /// Boards that do not fit the small words, but whose pieces do.
    #[test]
    fn wide_boards_with_small_pieces(position in clobber::<U448>(1..=60, 1..=1)) {
        let pieces = position.board().components();
        let value = |piece: Board<U448>| {
            piece.to_string().parse::<Clobber>().unwrap().canonical_form()
        };
        let sum: CanonicalForm = pieces.filter(|p| p.occupied().len() < 12).map(value).sum();
        let rest: CanonicalForm = position
            .board()
            .components()
            .filter(|p| p.occupied().len() >= 12)
            .map(|p| Clobber448::from(p).canonical_form())
            .sum();
        prop_assert_eq!(position.canonical_form(), sum + rest);
    }

    #[test]
    fn winning_moves_as_by_play(position in clobber::<u64>(1..=4, 1..=3)) {
        let mut analyzer = Analyzer::new();
        let outcome = plain::outcome(Player::BOTH.map(|player| wins(&position, player)));
        prop_assert_eq!(analyzer.outcome(&position).unwrap(), outcome);
        for player in Player::BOTH {
            let moves = analyzer.moves(&position, player).unwrap();
            let winning: Vec<_> = moves.iter().filter(|m| m.wins).map(|m| m.mv).collect();
            let by_play = position.moves(player).filter(|&mv| {
                !wins(&position.play(player, mv).unwrap(), !player)
            });
            prop_assert_eq!(winning, by_play.collect::<Vec<_>>());
        }
    }

    #[test]
    fn sensible_moves_lead_to_canonical_options(position in clobber::<u64>(1..=4, 1..=3)) {
        let mut analyzer = Analyzer::new();
        let value = analyzer.canonical_form(&position).unwrap();
        for player in Player::BOTH {
            let canonical: Vec<CanonicalForm> = value.options(player).collect();
            let moves = analyzer.moves(&position, player).unwrap();
            prop_assert!(moves.iter().map(|m| m.mv).eq(position.moves(player)));
            for m in &moves {
                let option = position.play(player, m.mv).unwrap().canonical_form();
                prop_assert_eq!(&m.value, &option, "{}", m.mv);
                prop_assert_eq!(m.sensible, canonical.contains(&option), "{}", m.mv);
            }
            // Whoever can win can do so with a sensible move, unless all winning ones are reversible:
            // then a canonical option is reached by no move of its own.
            let all_reached = canonical.iter().all(|o| moves.iter().any(|m| m.value == *o));
            let any_wins = moves.iter().any(|m| m.wins);
            prop_assert!(!any_wins || !all_reached || moves.iter().any(|m| m.sensible && m.wins));
        }
    }
}
