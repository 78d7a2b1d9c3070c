//! The shared form: it is read back as the same value, names each part once, and stays short where
//! the printed form explodes.

use std::collections::{HashMap, HashSet};
use std::time::Instant;

use dicot::analysis::Analyzer;
use dicot::rules::Clobber;
use dicot::{CanonicalForm, Interrupt, LimitKind, Limits, Player, Store, ValueError};

use crate::plain::{born::born_by, random::Random};

/// The names that stand in a text: a letter that is no `v`, and digits.
fn names(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let name = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_lowercase() && c != 'v')
            && word[1..].chars().all(|c| c.is_ascii_digit())
    };
    words.filter(name).map(str::to_owned).collect()
}

/// Checks a shared form: it is read back, and each part is named for a reason, before it is used.
fn check(g: &CanonicalForm) {
    let text = g.to_shared_text();
    let store = Store::new();
    assert_eq!(store.parse(&text).as_ref(), Ok(g), "{text}");
    let statements: Vec<&str> = text.split("; ").collect();
    if statements.len() == 1 {
        assert_eq!(text, g.to_string());
    }
    let mut uses: HashMap<String, usize> = HashMap::new();
    let mut bodies = HashSet::new();
    for (i, statement) in statements.iter().enumerate() {
        let (name, body) = match statement.split_once(" := ") {
            Some((name, body)) => (Some(name.to_owned()), body),
            None => (None, *statement),
        };
        assert_eq!(name.is_some(), i + 1 < statements.len(), "{text}");
        for used in names(body) {
            *uses.get_mut(&used).unwrap_or_else(|| panic!("{used} comes too late in {text}")) += 1;
        }
        assert!(bodies.insert(body), "{body} is there twice in {text}");
        if let Some(name) = name {
            assert_eq!(uses.insert(name, 0), None, "{text}");
        }
    }
    assert!(uses.values().all(|&uses| uses > 1), "{uses:?} in {text}");
    // In proportion to what there is to be written.
    let options: usize = g
        .followers()
        .into_iter()
        .map(|h| h.option_count(Player::Left) + h.option_count(Player::Right))
        .sum();
    assert!(text.len() <= 24 * (options + 1), "{} for {options}: {text}", text.len());
}

#[test]
fn examples() {
    for (game, shared) in [
        ("0", "0"),
        ("^*", "^*"),
        ("{3|-1||-2}", "{3|-1||-2}"),
        // Short parts are written in place, however often.
        ("{{9|3},{8||3|2}|{1|0},{2|+-1}}", "{{8||3|2},{9|3}|{1|0},{2|+-1}}"),
        (
            "{4|2*|||1|-1*}+{3|1^||0}",
            "a := {{7|5*},{7|5^}|{5*|3^*},{5^|3^*}}; b := {{4|2*},{4|2^}|{2*|^*},{2^|^*}}; \
             {{a|b},{a,{7|5^||4}|{4|2*},{5*|3^*||2*}}|{4|2*||1|-1*},{b,{4|2^||1}|{1|-1*},\
             {2*|^*||-1*}}}",
        ),
    ] {
        let g: CanonicalForm = game.parse().unwrap();
        assert_eq!(g.to_shared_text(), shared, "{g}");
    }
}

/// A part and its negative are one; a name stands where its text would be misread or is not needed.
#[test]
fn negatives_switches_and_tinies() {
    let long: CanonicalForm = "{100|||90|-70||-101}".parse().unwrap();
    let zero = CanonicalForm::ZERO;
    let threat = |g: &CanonicalForm| CanonicalForm::new([1000.into()], [g.clone()]);
    let tiny = |g: &CanonicalForm| {
        CanonicalForm::new([zero.clone()], [CanonicalForm::new([zero.clone()], [-g])])
    };
    for g in [
        CanonicalForm::new([threat(&long)], [-threat(&-&long)]),
        CanonicalForm::new([long.clone()], [-&long]),
        CanonicalForm::new([threat(&long), 200.into()], [-threat(&long), -threat(&-&long)]),
        CanonicalForm::new([tiny(&long)], [threat(&-&long)]),
        CanonicalForm::new([tiny(&-&long)], [tiny(&long)]),
        CanonicalForm::new([tiny(&long) + CanonicalForm::from(3)], [threat(&tiny(&long))]),
    ] {
        check(&g);
        check(&-&g);
    }
}

#[test]
fn games_of_day_3_and_their_sums() {
    let store = Store::new();
    let games = born_by(&store, 3);
    games.iter().step_by(3).for_each(check);
    let mut random = Random(5);
    let mut shared = 0;
    for _ in 0..1_500 {
        let sum = random.pick(&games) + random.pick(&games);
        let sum = sum + random.pick(&games);
        check(&sum);
        shared += usize::from(sum.to_shared_text().contains(":="));
    }
    assert!(shared > 100, "{shared}");
    for _ in 0..300 {
        let mut list = || -> Vec<CanonicalForm> {
            (0..3).map(|_| random.pick(&games) + random.pick(&games)).collect()
        };
        let g = store.calculation().form(list(), list()).unwrap();
        check(&CanonicalForm::new([&g + random.pick(&games)], [&g - random.pick(&games)]));
    }
}

/// The same text in stores that were filled in other orders.
#[test]
fn the_text_depends_on_the_value_only() {
    let store = Store::new();
    let games = born_by(&store, 3);
    let other = Store::new();
    games.iter().rev().for_each(|g| drop(other.adopt(g)));
    let mut random = Random(6);
    for _ in 0..500 {
        let (g, h, k) = (random.pick(&games), random.pick(&games), random.pick(&games));
        let there = other.adopt(k) + other.adopt(h) + other.adopt(g);
        let here = g + h + k;
        assert_eq!(here.to_shared_text(), there.to_shared_text(), "{here}");
    }
}

#[test]
fn values_of_clobber() {
    let mut analyzer = Analyzer::new();
    for rows in ["xoxoxoxoxoxo", "xoxo/oxox/xoxo", "xxooxoxxo/oxo.xooxx", "xoxoxoxoxoxoxoxox"] {
        check(&analyzer.canonical_form(&rows.parse::<Clobber>().unwrap()).unwrap());
    }
}

/// The strips of alternating stones: (stones, characters of the text, at most so many of the shared
/// form).
#[test]
fn a_text_that_explodes() {
    let mut analyzer = Analyzer::new();
    for (stones, text, shared) in [(16, 139, 130), (20, 10_244, 2_000), (24, 422_701, 12_000)] {
        let strip: Clobber = "xo".repeat(stones / 2).parse().unwrap();
        let g = analyzer.canonical_form(&strip).unwrap();
        assert_eq!(g.text_len(), text);
        let written = g.to_shared_text();
        assert!(written.len() <= shared, "{stones}: {}", written.len());
        assert_eq!(Store::new().parse(&written), Ok(g));
    }
}

#[test]
fn starts_and_lengths() {
    let (store, limits) = (Store::new(), Limits::default());
    let mut calculation = store.calculate(&limits);
    let g: CanonicalForm = "{4|2*|||1|-1*}+{3|1^||0}+{9|8||7}".parse().unwrap();
    let text = g.to_shared_text();
    let length = text.len() as u64;
    for most in [0, 1, 10, text.len() - 1, text.len(), usize::MAX] {
        let start = text[..most.min(text.len())].to_owned();
        assert_eq!(calculation.shared_text_start(&g, most), Ok((start, length)));
    }
    assert_eq!(calculation.to_shared_text(&g), Ok(text));
}

#[test]
fn bounds_hold_and_deep_games_are_written() {
    let store = Store::new();
    let chain = (2..8_002).fold(store.parse("{1|0}").unwrap(), |g, n| {
        store.calculation().form([n.into()], [g]).unwrap()
    });
    let text = chain.to_shared_text();
    assert!(text.len() > 8_000 && !text.contains(":="), "{}", text.len());

    let late = Limits::default().with_deadline(Instant::now());
    let flag = interrupted();
    let stopped = Limits::default().with_interrupt(flag);
    for (limits, kind) in [(late, LimitKind::Time), (stopped, LimitKind::Interrupted)] {
        let result = store.calculate(&limits).shared_text_start(&chain, 10);
        assert_eq!(result, Err(ValueError::Limit(kind)));
    }
    // What is held on the way counts, and is let go.
    let room = store.bytes() + (4 << 20);
    let limits = Limits::default().with_bytes(room);
    let mut calculation = store.calculate(&limits);
    let results: Vec<_> = (0..2).map(|_| calculation.shared_text_start(&chain, 10)).collect();
    assert_eq!(results[0], results[1]);
}

/// An interrupt that is set.
fn interrupted() -> Interrupt {
    let interrupt = Interrupt::default();
    interrupt.set();
    interrupt
}
