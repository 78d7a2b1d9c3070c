//! Variants of rulesets, and sums other than the usual one: plain twins, hand-computed values, and published theorems.

use std::collections::HashMap;
use std::fmt::Debug;
use std::str::FromStr;

use dicot::analysis::{Analyze, Analyzer};
use dicot::rules::{
    AnyPosition, AnyRuleset, Conjunctive, Dicotic, Domineering, Kayles, Ordinal, Position,
    Selective, Short, TopplingDominoes, Twisted,
};
use dicot::{CanonicalForm, Player};
use dicot_proptest::{reachable, ruleset_laws};
use proptest::prelude::*;

use crate::plain::boxed::boxed;

fn position<P: FromStr<Err: Debug>>(text: &str) -> P {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn value<P: Short>(position: &P) -> String {
    position.canonical_form().to_string()
}

/// The value of the dicotic variant, by its definition.
fn dicotic<P: Position>(position: &P, known: &mut HashMap<P, CanonicalForm>) -> CanonicalForm {
    if let Some(value) = known.get(position) {
        return value.clone();
    }
    let [left, right] = Player::BOTH.map(|player| position.options(player).collect::<Vec<P>>());
    let value = if left.is_empty() || right.is_empty() {
        CanonicalForm::ZERO
    } else {
        let mut values = |list: Vec<P>| list.iter().map(|p| dicotic(p, known)).collect::<Vec<_>>();
        CanonicalForm::new(values(left), values(right))
    };
    known.insert(position.clone(), value.clone());
    value
}

#[test]
fn dicotic_variants() {
    /// The variant of a type, that of a position of any ruleset, and the one that is made from a ruleset.
    fn check<P: Short>(rules: &str, texts: &[&str], read: fn(&str, &str) -> P) {
        let ruleset = Dicotic::ruleset(&AnyRuleset::named(rules).unwrap());
        assert_eq!(ruleset.spec().name, format!("dicotic-{rules}"));
        let mut known = HashMap::new();
        for text in texts {
            let expected = dicotic(&read(rules, text), &mut known);
            assert!(expected.is_dicot());
            let variant = Dicotic(read(rules, text));
            assert_eq!(variant.canonical_form(), expected, "{text}");
            let any = ruleset.read(text).unwrap();
            assert_eq!(Analyzer::new().canonical_form(&any).unwrap(), expected, "{text}");
            assert_eq!(any.to_string(), *text);
        }
    }
    let boards = ["../..", "..#./###.", ".../...", "..../..../....", ".#../...."];
    check("domineering", &boards, |_, text| position::<Domineering>(text));
    check("domineering", &boards, boxed);
    check("toppling-dominoes", &["l", "llr", "lelr.rl", "lrlrrl", "ll.rr.e"], boxed);
    check("elephants-and-rhinos", &["t.f", "t...f", "t.t.f..f"], boxed);
    // Clobber is dicotic.
    check("clobber", &["xoxo", "xo.xxo"], boxed);
    let clobber = boxed("clobber", "xxo/oxo");
    assert_eq!(Dicotic(clobber.clone()).canonical_form(), clobber.canonical_form());

    // 1 and -1 on their own: a move in either ends the game.
    assert_eq!(value(&position::<Dicotic<TopplingDominoes>>("l.r")), "*");
    assert_eq!(value(&position::<Dicotic<TopplingDominoes>>("ll")), "0");
    assert_eq!(value(&position::<Dicotic<TopplingDominoes>>("ll.r")), "^*");
    let error = position::<Dicotic<TopplingDominoes>>("ll");
    let mv = error.0.moves(Player::Left).next().unwrap();
    let reason = error.play(Player::Left, mv).unwrap_err().reason;
    assert_eq!(reason, "only one of the players has a move");
}

/// The value of the twisted variant, by its definition: the options of a player are the negatives of the variants of options.
fn twisted<P: Position>(position: &P) -> CanonicalForm {
    let [left, right] = Player::BOTH
        .map(|player| position.options(player).map(|p| -twisted(&p)).collect::<Vec<_>>());
    CanonicalForm::new(left, right)
}

#[test]
fn twisted_variants() {
    fn check<P: Short>(rules: &str, texts: &[&str], read: fn(&str, &str) -> P) {
        let ruleset = Twisted::ruleset(&AnyRuleset::named(rules).unwrap());
        assert_eq!(ruleset.spec().name, format!("twisted-{rules}"));
        for text in texts {
            let expected = twisted(&read(rules, text));
            assert_eq!(Twisted(read(rules, text)).canonical_form(), expected, "{text}");
            let any = ruleset.read(text).unwrap();
            assert_eq!(Analyzer::new().canonical_form(&any).unwrap(), expected, "{text}");
        }
    }
    let boards = ["../..", "..#./###.", ".../...", ".#../...."];
    check("domineering", &boards, |_, text| position::<Domineering>(text));
    check("domineering", &boards, boxed);
    check("toppling-dominoes", &["l", "llr", "lelr.rl", "lrlrrl"], boxed);
    check("elephants-and-rhinos", &["t.f", "t...f", "t.t.f..f"], boxed);
    check("clobber", &["xoxo", "xo.xxo"], boxed);
    // Left leaves r, whose value is -1: so the value is {-1|}.
    assert_eq!(value(&position::<Twisted<TopplingDominoes>>("l.l")), "0");
}

#[test]
fn conjunctive_sums_by_hand() {
    let animals = |a, b| {
        value(&Conjunctive(boxed("elephants-and-rhinos", a), boxed("elephants-and-rhinos", b)))
    };
    assert_eq!(animals("t.", "t..."), "1");
    assert_eq!(animals("t...", "t.."), "2");
    assert_eq!(animals("t...", "..f"), "0");
    // Either player ends the game with the first move; Right cannot begin.
    let dominoes =
        |a, b| value(&Conjunctive(boxed("toppling-dominoes", a), boxed("toppling-dominoes", b)));
    assert_eq!([dominoes("lr", "l"), dominoes("lr", "lr"), dominoes("lr", ".")], ["1", "*", "0"]);
}

#[test]
fn selective_sums_by_hand() {
    let dominoes =
        |a, b| value(&Selective(boxed("toppling-dominoes", a), boxed("toppling-dominoes", b)));
    assert_eq!([dominoes("l", "l"), dominoes("l", "r"), dominoes("ll", "l")], ["2", "0", "3"]);
    let kayles = |a, b| value(&Selective(boxed("kayles", a), boxed("kayles", b)));
    assert_eq!([kayles("1", "1"), kayles("1", "2"), kayles("0", "2")], ["*2", "*3", "*2"]);
    let clobber = Selective(boxed("clobber", "xo"), boxed("clobber", "xo"));
    assert_eq!(value(&clobber), "*2");
}

/// The remoteness of a heap: the length of play if the winner hurries and the loser does not.
fn remoteness(heap: &AnyPosition) -> u32 {
    let options: Vec<u32> = heap.options(Player::Left).map(|heap| remoteness(&heap)).collect();
    let fastest = options.iter().filter(|&&length| length % 2 == 0).min();
    let slowest = options.iter().max();
    fastest.or(slowest).map_or(0, |length| length + 1)
}

/// The next player loses a conjunctive sum if the least remoteness is even, and a selective sum if the next player
/// loses both components. Source: Smith, *Graphs and composite games* (1966); *Winning Ways*, chapter 9.
#[test]
fn who_wins_sums_of_impartial_games() {
    let heaps = ["0", "1", "2", "3", "4", "3+3", "5", "2+1", "2+2+1"];
    let heaps = heaps.map(|heap| boxed("kayles", heap));
    let is_lost = |value: CanonicalForm| value == CanonicalForm::ZERO;
    for a in &heaps {
        for b in &heaps {
            let least = remoteness(a).min(remoteness(b));
            let conjunctive = Conjunctive(a.clone(), b.clone());
            assert_eq!(
                is_lost(conjunctive.canonical_form()),
                least.is_multiple_of(2),
                "{conjunctive}"
            );
            let both_lost = [a, b].into_iter().all(|heap| is_lost(heap.canonical_form()));
            let selective = Selective(a.clone(), b.clone());
            assert_eq!(is_lost(selective.canonical_form()), both_lost, "{selective}");
        }
    }
    assert_eq!(heaps[..4].iter().map(remoteness).collect::<Vec<_>>(), [0, 1, 1, 3]);
}

/// `G:H` of values, where the options of the base are those of its canonical form.
#[test]
fn ordinal_sums_are_those_of_values() {
    let texts = ["l", "r", "e", "ll", "lr", "lrl", "ee", "le", "lle", "lrrl", "ler", "rll", "eer"];
    let mut checked = 0;
    for base in texts.map(position::<TopplingDominoes>) {
        let is_canonical = Player::BOTH.into_iter().all(|player| {
            let sorted = |options: Vec<CanonicalForm>| {
                let mut texts: Vec<_> = options.iter().map(ToString::to_string).collect();
                texts.sort();
                texts.dedup();
                texts
            };
            let options = base.options(player).map(|option| option.canonical_form()).collect();
            sorted(options) == sorted(base.canonical_form().options(player).collect())
        });
        for other in texts.map(position::<TopplingDominoes>).into_iter().filter(|_| is_canonical) {
            let expected = base.canonical_form().ordinal_sum(&other.canonical_form());
            let sum = Ordinal::new(base, other);
            assert_eq!(sum.canonical_form(), expected, "{sum}");
            checked += 1;
        }
    }
    assert!(checked > 50, "{checked}");
    let green = Ordinal::new(position::<Kayles>("2"), position::<TopplingDominoes>("l"));
    assert_eq!(green.to_string(), "2 : l");
    let after = green.options(Player::Left).map(|p| p.to_string()).collect::<Vec<_>>();
    assert_eq!(after, ["1", "0", "2 : ."]);
}

proptest! {
    #[test]
    fn laws_of_sums(
        a in reachable(position::<Domineering>(".../.#."), 2),
        b in reachable(position::<TopplingDominoes>("lrel"), 2),
    ) {
        ruleset_laws(&Conjunctive(a, b))?;
        ruleset_laws(&Selective(a, b))?;
        ruleset_laws(&Ordinal::new(a, b))?;
        ruleset_laws(&Ordinal { base: a, other: None::<TopplingDominoes> })?;
    }

    #[test]
    fn laws_of_variants(position in reachable(position::<Domineering>("..../.#../...."), 4)) {
        ruleset_laws(&Dicotic(position))?;
        ruleset_laws(&Twisted(position))?;
    }
}
