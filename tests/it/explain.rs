//! Explained simplifications: every step is a fact, and together they lead to the canonical form.

use std::collections::HashSet;
use std::time::Instant;

use dicot::explain::Reason;
use dicot::{
    CanonicalForm, Dyadic, Explanation, Interrupt, LimitKind, Limits, NotationProblem, Player,
    Store, ValueError,
};

use crate::plain::{born::born_by, random::Random};

fn explain<L, R>(store: &Store, left: L, right: R) -> Explanation
where
    L: IntoIterator<Item = CanonicalForm>,
    R: IntoIterator<Item = CanonicalForm>,
{
    store.calculation().explain(left, right).unwrap()
}

/// What is no better for Left first, if `a` is no better for the player.
fn ordered<T>(player: Player, a: T, b: T) -> (T, T) {
    if player == Player::Left { (a, b) } else { (b, a) }
}

fn no_better(player: Player, a: &CanonicalForm, b: &CanonicalForm) -> bool {
    let (low, high) = ordered(player, a, b);
    low <= high
}

fn set(list: impl IntoIterator<Item = CanonicalForm>) -> HashSet<CanonicalForm> {
    list.into_iter().collect()
}

/// Checks each step, and that the last one leads to the options of the canonical form.
fn check(explanation: &Explanation) {
    let value = CanonicalForm::new(explanation.left.clone(), explanation.right.clone());
    assert_eq!(explanation.value, value, "{explanation}");
    let mut bypassed = [HashSet::new(), HashSet::new()];
    for (i, step) in explanation.steps.iter().enumerate() {
        let before = explanation.options_after(i);
        let after = explanation.options_after(i + 1);
        let [left, right] = before.clone();
        assert_eq!(CanonicalForm::new(left, right), value, "before step {i} of\n{explanation}");
        let side = step.player as usize;
        assert_eq!(before[1 - side], after[1 - side]);
        let (before, after) = (&before[side], &after[side]);
        let times = before.iter().filter(|g| **g == step.option).count();
        match &step.reason {
            Reason::Duplicate => {
                assert!(times > 1, "step {i} of\n{explanation}");
                assert_eq!(after.len(), before.len() - 1);
                assert_eq!(set(after.clone()), set(before.clone()));
            }
            Reason::Dominated { by } => {
                assert!(times == 1 && *by != step.option, "step {i} of\n{explanation}");
                assert!(no_better(step.player, &step.option, by), "step {i} of\n{explanation}");
                assert!(after.contains(by), "step {i} of\n{explanation}");
                // The one that is named is not dominated itself.
                let better = |g: &CanonicalForm| g != by && no_better(step.player, by, g);
                assert!(!after.iter().any(better), "step {i} of\n{explanation}");
                let rest: Vec<_> = before.iter().filter(|g| **g != step.option).cloned().collect();
                assert_eq!(*after, rest);
            }
            Reason::Reversible { through, replaced_by, omitted } => {
                assert_eq!(times, 1, "step {i} of\n{explanation}");
                assert!(step.option.options(!step.player).any(|reply| reply == *through));
                assert!(no_better(step.player, through, &value), "step {i} of\n{explanation}");
                let replies = set(through.options(step.player));
                assert_eq!(set(replaced_by.iter().chain(omitted).cloned()), replies);
                assert_eq!(replaced_by.len() + omitted.len(), replies.len());
                bypassed[side].insert(step.option.clone());
                let is_old = |g: &CanonicalForm| before.contains(g) || bypassed[side].contains(g);
                assert!(omitted.iter().all(is_old), "step {i} of\n{explanation}");
                // What replaces the option is there afterwards, at its place.
                let place = before.iter().position(|g| *g == step.option).unwrap();
                let mut expected = before.clone();
                expected.splice(place..=place, replaced_by.iter().cloned());
                assert_eq!(*after, expected, "step {i} of\n{explanation}");
                assert_eq!(set(after.clone()).len(), after.len(), "step {i} of\n{explanation}");
            }
            other => panic!("a reason that is not known: {other:?}"),
        }
    }
    let last = explanation.options_after(explanation.steps.len());
    for (player, list) in Player::BOTH.into_iter().zip(last) {
        assert_eq!(list.len(), value.option_count(player), "{explanation}");
        assert_eq!(set(list), set(value.options(player)), "{explanation}");
    }
}

/// All lists of at most so many games, in either order and with repetitions.
fn lists(games: &[CanonicalForm], most: usize) -> Vec<Vec<CanonicalForm>> {
    let mut lists = vec![vec![]];
    let mut longest = lists.clone();
    for _ in 0..most {
        let longer = |list: &Vec<CanonicalForm>| {
            let list = list.clone();
            games
                .iter()
                .map(move |g| [&list[..], std::slice::from_ref(g)].concat())
                .collect::<Vec<_>>()
        };
        longest = longest.iter().flat_map(longer).collect();
        lists.extend(longest.iter().cloned());
    }
    lists
}

#[test]
fn all_lists_of_games_of_day_1() {
    let store = Store::new();
    let lists = lists(&born_by(&store, 1), 3);
    assert_eq!(lists.len(), 85);
    for left in &lists {
        for right in &lists {
            check(&explain(&store, left.clone(), right.clone()));
        }
    }
}

#[test]
fn all_pairs_of_one_or_two_games_of_day_2() {
    let store = Store::new();
    let games = born_by(&store, 2);
    let short = lists(&games, 1);
    let long = lists(&games, 2);
    assert_eq!((short.len(), long.len()), (23, 507));
    for left in &long {
        for right in &short {
            check(&explain(&store, left.clone(), right.clone()));
            check(&explain(&store, right.clone(), left.clone()));
        }
    }
}

#[test]
fn lists_of_all_games_of_day_2_and_subsets_of_them() {
    let store = Store::new();
    let games = born_by(&store, 2);
    check(&explain(&store, games.clone(), games.clone()));
    let mut random = Random(11);
    for _ in 0..3_000 {
        let mut list =
            || games.iter().filter(|_| random.below(3) == 0).cloned().collect::<Vec<_>>();
        check(&explain(&store, list(), list()));
    }
}

#[test]
fn random_lists_of_games_of_day_3() {
    let store = Store::new();
    let games = born_by(&store, 3);
    let mut random = Random(7);
    let (mut reasons, mut again) = ([0; 3], 0);
    for _ in 0..6_000 {
        let mut list = || -> Vec<CanonicalForm> {
            (0..random.below(6)).map(|_| random.pick(&games).clone()).collect()
        };
        let explanation = explain(&store, list(), list());
        check(&explanation);
        let mut bypassed = false;
        for step in &explanation.steps {
            match step.reason {
                Reason::Duplicate => reasons[0] += 1,
                Reason::Dominated { .. } => {
                    reasons[1] += 1;
                    again += usize::from(bypassed);
                }
                _ => {
                    reasons[2] += 1;
                    bypassed = true;
                }
            }
        }
    }
    // The test is about something: options also come to be dominated after others were bypassed.
    assert!(reasons[0] > 10 && reasons[1] > 1000 && reasons[2] > 1000, "{reasons:?}");
    assert!(again > 100, "{again}");
}

fn explained(text: &str) -> String {
    let store = Store::new();
    let (left, right) = store.calculation().parse_options(text).unwrap();
    explain(&store, left, right).to_string()
}

/// Siegel, *Combinatorial Game Theory* (2013), II.2 and II.3; *Winning Ways*, chapter 3.
#[test]
fn accounts() {
    assert_eq!(
        explained("{0,0,*2|*,^^}"),
        "\
G = {0,0,*2|*,^^}
1. Left's 0 is listed more than once.
   G = {0,*2|*,^^}
2. Right's ^^ is dominated by Right's *, since * <= ^^.
   G = {0,*2|*}
3. Left's *2 is reversible through 0, since 0 <= G. It is replaced by Left's options of 0: there are none.
   G = {0|*}
No option is dominated or reversible any more, so this is the canonical form of ^."
    );
    assert_eq!(
        explained("{^|v}"),
        "\
G = {^|v}
1. Left's ^ is reversible through *, since * <= G. It is replaced by Left's options of *: 0.
   G = {0|v}
2. Right's v is reversible through *, since G <= *. It is replaced by Right's options of *: 0.
   G = {0|0}
No option is dominated or reversible any more, so this is the canonical form of *."
    );
    assert_eq!(
        explained("{2||1|0}"),
        "\
G = {2|{1|0}}
No option is dominated or reversible, so this is the canonical form of {2||1|0}."
    );
    assert_eq!(
        explained("{+-1|0}"),
        "\
G = {+-1|0}
1. Left's +-1 is reversible through -1, since -1 <= G. It is replaced by Left's options of -1: there are none.
   G = {|0}
No option is dominated or reversible any more, so this is the canonical form of -1.
-1 is the simplest number x such that no Left option is >= x and no Right option is <= x."
    );
    assert_eq!(
        explained("{|}"),
        "\
G = {|}
No option is dominated or reversible, so this is the canonical form of 0.
0 is the simplest number x such that no Left option is >= x and no Right option is <= x."
    );
}

#[test]
fn long_values_and_lists_are_cut() {
    let store = Store::new();
    let nimbers: Vec<_> = (0..100).map(CanonicalForm::nimber).collect();
    let explanation = explain(&store, nimbers.clone(), nimbers);
    let account = explanation.to_string();
    assert_eq!(account.lines().count(), 2, "{account}");
    assert!(account.contains("*11,... (100 options)|0,*,"), "{account}");
    let switch = |n: i64| CanonicalForm::new([n.into()], [(-n).into()]);
    let sum: CanonicalForm = (1..=8).map(|n| switch(1 << (2 * n))).sum();
    let account = explain(&store, [sum], [CanonicalForm::ZERO]).to_string();
    assert!(account.contains(" characters)"), "{account}");
    assert!(account.lines().all(|line| line.len() < 1_500), "{account}");
}

#[test]
fn numbers_are_the_simplest_that_fit() {
    for (text, number) in [("{0|2}", (1, 0)), ("{1/4|1}", (1, 1)), ("{-9|1000000000}", (0, 0))] {
        let store = Store::new();
        let (left, right) = store.calculation().parse_options(text).unwrap();
        let explanation = explain(&store, left, right);
        check(&explanation);
        assert_eq!(explanation.value.to_number(), Dyadic::new(number.0, number.1));
    }
}

/// Options of other stores and within limits.
#[test]
fn bounds_hold() {
    let store = Store::new();
    let one = CanonicalForm::from(1);
    let explanation = explain(&store, [one.clone()], [one]);
    assert!(explanation.value.store() == &store && explanation.left[0].store() == &store);
    let late = Limits::default().with_deadline(Instant::now());
    let stopped = Limits::default().with_interrupt(interrupted());
    let few = Limits::default().with_bytes(1);
    for (limits, kind) in
        [(late, LimitKind::Time), (stopped, LimitKind::Interrupted), (few, LimitKind::Bytes(1))]
    {
        let result = store.calculate(&limits).explain([CanonicalForm::STAR], []);
        assert_eq!(result, Err(ValueError::Limit(kind)));
    }
    let huge = CanonicalForm::nimber(1 << 20);
    let result = store.calculate(&Limits::default()).explain([huge], [CanonicalForm::ZERO]);
    assert_eq!(result, Err(ValueError::TooManyOptions));
}

/// Thousands of options, all of them reversible.
#[test]
fn many_options_take_no_time() {
    let store = Store::new();
    let nimbers = (1..=3_000).map(CanonicalForm::nimber);
    let limits = Limits::default().with_steps(100_000_000);
    let explanation = store.calculate(&limits).explain(nimbers, [1.into()]).unwrap();
    assert_eq!(explanation.value, CanonicalForm::ZERO);
    assert_eq!(explanation.to_string().lines().count(), 2 * 3_001 + 3);
}

#[test]
fn options_are_read_as_they_stand() {
    let store = Store::new();
    for (text, left, right) in [
        ("{|}", "", ""),
        (" { 0 , 0 | } ", "0 0", ""),
        ("{1|0||-1}", "{1|0}", "-1"),
        ("{1||0|-1}", "1", "{0|-1}"),
        ("{1,2|0||||-1,-2||-3|||5}", "{1,2|0}", "{-1,-2||-3|||5}"),
        ("{{1,2|0},+-{1,2}||(3),*(1+1)}", "{2|0} +-{1,2}", "3 *2"),
        ("{^[2],^<3>|Tiny({2|1})}", "^[2] ^<3>", "Tiny({2|1})"),
        ("{½|⇑,↓*}", "1/2", "^^ v*"),
        ("{1|}", "1", ""),
        ("{|1}", "", "1"),
        ("{|||1||2}", "", "{1||2}"),
    ] {
        let (l, r) = store
            .calculation()
            .parse_options(text)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        let read = |text: &str| -> Vec<CanonicalForm> {
            text.split_whitespace().map(|option| store.parse(option).unwrap()).collect()
        };
        assert_eq!((l, r), (read(left), read(right)), "{text}");
    }
    for g in born_by(&store, 3) {
        // Every canonical form is its own literal form, if it is written in braces.
        let text = g.to_string();
        if text.starts_with('{') {
            let (left, right) = store.calculation().parse_options(&text).unwrap();
            let options = |player| g.options(player).collect::<Vec<_>>();
            assert_eq!((left, right), (options(Player::Left), options(Player::Right)), "{text}");
        }
    }
}

#[test]
fn what_is_wrong_with_options_and_where() {
    let store = Store::new();
    let expected = "the options of one game, in braces: `{L|R}`";
    for (text, offset, problem) in [
        ("^", 0, NotationProblem::Expected(expected)),
        ("  1+*", 2, NotationProblem::Expected(expected)),
        ("{1|2} + *", 6, NotationProblem::Expected(expected)),
        ("{1|2}+{3|4}", 5, NotationProblem::Expected(expected)),
        ("({1|2})", 0, NotationProblem::Expected(expected)),
        ("{1|2", 4, NotationProblem::Expected("`|`, `,` or `}`")),
        ("{1|2||3||4}", 7, NotationProblem::AmbiguousBars),
        ("{*,1/3|2}", 5, NotationProblem::NotDyadic),
        ("{1,⇑|2,?}", 9, NotationProblem::Expected("a game")),
    ] {
        let error = store.calculation().parse_options(text).unwrap_err();
        assert_eq!((error.offset(), error.problem()), (offset, &problem), "{text}: {error}");
    }
}

/// An interrupt that is set.
fn interrupted() -> Interrupt {
    let interrupt = Interrupt::default();
    interrupt.set();
    interrupt
}
