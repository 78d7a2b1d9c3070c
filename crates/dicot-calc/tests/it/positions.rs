//! Positions and rulesets as values.

use std::time::Duration;

use dicot::analysis::Analyzer;
use dicot::rules::{AnyRuleset, Position, Short, rulesets};
use dicot::{LimitKind, Limits, Player};
use dicot_calc::{Value, Worksheet};

use crate::answer::{answer, assert_errors, assert_values};

#[test]
fn values() {
    for (text, value) in [
        ("clobber(\"xox/ox.\")", "clobber(\"xox/ox.\")"),
        ("Clobber(\"XO|OX\")", "clobber(\"xo/ox\")"),
        ("clobber(\"xox/ox.\").CanonicalForm", "{^^*|*,v}"),
        ("c := clobber(\"xo\"); c + nim(3) + ^", "^*2"),
        ("clobber(\"xo.ox\").Components", "[clobber(\"xo\"),clobber(\"ox\")]"),
        ("clobber(\"xxo\").Options(Left)", "[clobber(\"x.x\")]"),
        ("clobber(\"xxo\").RightOptions", "[clobber(\"xo.\")]"),
        ("clobber(\"xo\").Moves", "[[\"a1-b1\"],[\"b1-a1\"]]"),
        ("clobber(\"xxo\").Play(Left, \"b1-c1\").Mean", "0"),
        ("-hackenbush(\"n=2 0-1:b\") + 1", "0"),
        ("-clobber(\"xxo\")", "clobber(\"oox\")"),
        ("clobber(\"xxo\") - clobber(\"xxo\")", "0"),
        ("clobber(\"xo\") == *", "true"),
        ("clobber(\"xo\") <> ^", "true"),
        ("{clobber(\"xo\")|-1}", "{*|-1}"),
        ("'{clobber(\"xo\")|0}'", "'{*|0}'"),
        ("+-clobber(\"xxo\")", "+-^"),
        ("clobber(\"xxo\"):1", "^:1"),
        ("3*clobber(\"xxo\")", "^3"),
        ("[clobber(\"xo\"),clobber(\"xxo\")].Sum", "^*"),
        ("[domineering(2,n).CanonicalForm for n from 1 to 4]", "[1,+-1,{2|-1/2},Miny(2)]"),
        ("f(n) := domineering(1,n); f(5)", "domineering(\".....\")"),
        ("domineering(4,4).Outcome", "N"),
        // Too large for a value: the solver says it.
        ("clobber(4,6).Outcome", "P"),
        ("clobber(4,6).Solve", "P"),
        ("clobber(\"xox\").MisereOutcome", "P"),
        ("nim(2,2).MisereOutcome", "P"),
        ("nim(3,5).NimValue", "6"),
        ("nim(500,77).NimValue == 500 NimSum 77", "true"),
        ("nim([3,4,5])", "nim(\"3+4+5\")"),
        ("[nim().CanonicalForm, nim([]).NimValue]", "[0,0]"),
        ("clobber", "clobber"),
        ("rules := clobber; rules(\"xo\")", "clobber(\"xo\")"),
        ("clobber.ImpartialVariant", "impartial_clobber"),
        ("(clobber.ImpartialVariant)(\"xxo\").NimValue", "2"),
        ("impartial_clobber(\"xxo\").NimValue", "2"),
        ("clobber(\"xo\").Ruleset", "clobber"),
        ("backsliding_toads_and_frogs(\"tf..\").CanonicalForm", "*"),
        ("clobber := 3; clobber + 1", "4"),
        ("\"xo\"", "\"xo\""),
        ("[\"b\",\"a\"].Sorted", "[\"a\",\"b\"]"),
        // Heaps and pairs.
        ("heap(\"0.77\")(7,3)", "rules(\"heap-0.77\")(\"7+3\")"),
        ("rules(\"heap-0.77\")", "heap(\"0.77\")"),
        ("heap(\"0.A7\")", "rules(\"heap-0.a7\")"),
        ("rules(\"impartial-clobber\")(\"xxo\").NimValue", "2"),
        ("heap(\"0.77\")(1000).NimValue", "heap(\"0.77\").NimValues(1000)[1000]"),
        ("Subtraction([1,3])(7) + GrundysGame(5)", "*3"),
        ("Wythoff((3,4)) + TakeAway(3)((3,4))", "*"),
        ("GenWythoff(k -> k + 2)((3,4)).NimValue", "7"),
        ("heap(\"0.77\")(5).Genus", "\"4^146\""),
        ("kayles.NimValues(12)", "heap(\"0.77\").NimValues(12)"),
        ("(1,2)", "(1,2)"),
        ("PartizanSubtraction([1,3],[2])(7).CanonicalForm", "1Tiny(1/2)"),
        // As CGSuite writes them.
        ("game.heap.Cutcake((3,4)).CanonicalForm", "1"),
        ("game.heap.PartizanEuclid((7,4)).CanonicalForm", "*"),
        ("game.grid.Domineering(\"..#.|....\").CanonicalForm", "+-(1*)"),
        ("game.heap.Nim(5) + *5", "0"),
        ("game.strip.ToadsAndFrogs(\"t.f\").CanonicalForm", "*"),
        ("game.graph.Hackenbush(\"l(l;rl)\").CanonicalForm", "3/2"),
        ("game.graph.ChildishHackenbush(\":{ground}llllllrrrr:{ground}\").CanonicalForm", "{4|-2}"),
        ("game.graph.PartizanArcKayles(\"lr\") + game.graph.ArcKayles(\"-\")", "0"),
        ("game.graph.Fjords(\"L--\") + game.graph.Col(\"L--\")", "5/2"),
    ] {
        let sheet = &mut Worksheet::new();
        let found = answer(sheet, text);
        assert!(found == value || found == answer(sheet, value), "{text}: {found}, not {value}");
    }
}

#[test]
fn errors() {
    assert_errors([
        ("clober(\"xo\")", "at offset 0: unknown name `clober`; is `clobber` meant?"),
        ("1 + clobber(\"xq\")", "at offset 4: clobber: row 1, column 2: unexpected 'q'"),
        ("clobber(1/2)", "at offset 0: a position is written as a text"),
        ("domineering(0,3)", "at offset 0: domineering does not start on a board of this size"),
        ("clobber(\"xo\").Play(Left,\"b1-a1\")", "at offset 14: illegal move b1-a1 by Left"),
        ("clobber(\"xo\").Play(Left,\"zz\")", "at offset 14: \"zz\""),
        ("clobber(\"xo\").Play(Left,1)", "at offset 24: `move` of Play must be a text"),
        ("5.Moves", "at offset 0: `position` of Moves must be a position, but this is a game"),
        ("clobber + 1", "at offset 0: expected a game but this is a ruleset"),
        ("\"xo\" + 1", "at offset 0: expected a game but this is a text"),
        ("konane_artemis(4,4).Mean", "at offset 0: positions of konane-artemis have no values"),
        ("clobber(\"xo\").NimValue", "at offset 14: positions of this ruleset are not nimbers"),
        ("\"abc", "at offset 4: expected `\"` but the text ends"),
        ("game.grid.", "at offset 10: expected a game but the text ends"),
        ("heap(\"0.8+\")", "at offset 0: byte 3: expected a digit"),
        ("heap(\"0.77\")(1001)", "at offset 12: heap-0.77: heap 1: unexpected \"1001\""),
        ("Wythoff(3)", "at offset 0: heap-wythoff: heap 1: unexpected \"3\""),
        ("Wythoff.NimValues(3)", "at offset 8: pairs have a `NimValueTable`"),
        ("clobber.NimValues(3)", "at offset 8: row 1, column 1: unexpected '1'"),
        ("rules(\"chess\")", "at offset 0: unknown ruleset \"chess\""),
        ("heap(\"0.77\").Periodicity(x)", "at offset 25: unknown name `x`"),
    ]);
}

/// Positions of all rulesets are read, have the values and the options that they have elsewhere, and print as they are read.
#[test]
fn positions_of_every_ruleset() {
    let mut count = 0;
    for spec in rulesets() {
        let ruleset = AnyRuleset::named(spec.name).unwrap();
        let examples = spec.examples.iter().map(|example| example.before);
        for text in examples {
            let position = ruleset.read(text).unwrap();
            let name = spec.name.replace('-', "_");
            let sheet = &mut Worksheet::new();
            let written = answer(sheet, &format!("p := {name}(\"{text}\")"));
            assert_eq!(written, format!("{name}(\"{position}\")"));
            assert_eq!(answer(sheet, &format!("{written} == p")), "true", "{written}");
            for player in Player::BOTH {
                let options = position.options(player).count();
                assert_eq!(
                    answer(sheet, &format!("p.Options({player}).Size")),
                    options.to_string()
                );
            }
            if ruleset.has_values() {
                let value = Analyzer::new().canonical_form(&position).unwrap();
                assert_eq!(answer(sheet, "p.CanonicalForm"), value.to_string(), "{written}");
                assert_eq!(answer(sheet, "p.Outcome"), value.outcome().to_string(), "{written}");
                let sum = answer(sheet, "p.Components.Sum");
                assert_eq!(sum, value.to_string(), "{written}");
                let negative = answer(sheet, "(-p).CanonicalForm");
                assert_eq!(
                    negative,
                    position
                        .negative()
                        .components()
                        .fold(dicot::CanonicalForm::ZERO, |sum, part| sum
                            + Analyzer::new().canonical_form(&part).unwrap(),)
                        .to_string(),
                    "{written}"
                );
                count += 1;
            }
        }
    }
    assert!(count > 40, "{count}");
}

/// Large boards end at the limits, and the worksheet goes on.
#[test]
fn limits_hold() {
    let sheet = &mut Worksheet::new();
    let few = Limits::default().with_time(Duration::from_millis(200)).with_bytes(64 << 20);
    for text in ["clobber(10,10) + 1", "clobber(9,9).Outcome", "domineering(15,15).NimValue"] {
        let error = sheet.evaluate(text, &few).unwrap_err();
        assert!(error.limit().is_some() || text.contains("NimValue"), "{text}: {error}");
    }
    // Options of graphs take much more memory than a value does.
    let graph = "g := snort(\"cycle 200\"); [g.Options(Left) for n from 1 to 1000000].Size";
    let limited = Limits::default().with_time(Duration::from_secs(20)).with_bytes(64 << 20);
    let error = sheet.evaluate(graph, &limited).unwrap_err();
    assert!(matches!(error.limit(), Some(LimitKind::Bytes(_))), "{error}");
    assert_eq!(answer(sheet, "clobber(\"xxo\") + 0"), "^");
    sheet.renew(&Limits::default()).unwrap();
    assert!(matches!(sheet.evaluate("p := clobber(\"xo\")", &few), Ok(Value::Position(_))));
    sheet.renew(&Limits::default()).unwrap();
    assert_eq!(answer(sheet, "p + p"), "0");
}

/// Heaps and pairs by functions; the first four values are CGSuite's (`oracle/cgsuite_operations.tsv`).
#[test]
fn rulesets_of_functions() {
    assert_values(&[
        (
            "game.heap.HeapRuleset(n -> [[k,n-k] for k from 1 to n-1]).NimValueSequence(5)",
            "[0,1,0,1,0]",
        ),
        ("game.heap.GenWythoff(k->k+2)((3,4)).NimValue", "7"),
        ("game.heap.GenWythoff(k->2*k)((3,4)).NimValue", "7"),
        ("game.heap.TakeAway(k->k*k)((3,4)).NimValue", "2"),
        // As the functions that have names.
        ("TakeAway(k -> 3*k).NimValueTable(20,20) == TakeAway(3).NimValueTable(20,20)", "true"),
        ("GenWythoff(k -> k+1+k-k).NimValueTable(9,9) == Wythoff.NimValueTable(9,9)", "true"),
        (
            "kayles := n -> [[a,n-k-a] for k from 1 to 2 for a from 0 to n-k where k <= n]; \
            takebreak(kayles, 60).NimValues(60) == heap(\"0.77\").NimValues(60)",
            "true",
        ),
        (
            "h := HeapRuleset(n -> [n-k for k in [1,2] where k <= n], 8); h(8,7,3)",
            "HeapRuleset(n -> [n-k for k in [1,2] where k <= n])(\"8+7+3\")",
        ),
        (
            "h := HeapRuleset(n -> [n-k for k in [1,2] where k <= n], 8); [h(8,7,4).Value, h(8,7,3).Value]",
            "[*2,*3]",
        ),
        (
            "h := HeapRuleset(n -> [n-k for k in [1,2] where k <= n], 8); h(2,1).MisereOutcomeClass",
            "N",
        ),
        (
            "HeapRuleset(n -> {[0,0],[n-1]}, 3)(2).Options(Left)",
            "[HeapRuleset(n -> {[0,0],[n-1]})(\"0\"),HeapRuleset(n -> {[0,0],[n-1]})(\"1\")]",
        ),
    ]);
    assert_errors([
        (
            "HeapRuleset(n -> [n])",
            "at offset 12: a move on the heap 1 leaves 1, which is not smaller",
        ),
        (
            "HeapRuleset(n -> [[0,0,1,1,1,1,1,1,1]])",
            "at offset 12: a move on the heap 1 leaves 1, which is not smaller",
        ),
        (
            "HeapRuleset(n -> n)",
            "at offset 12: the options of the heap 1 are not a list of heaps: 1",
        ),
        (
            "HeapRuleset(n -> [n-2])",
            "at offset 12: the options of the heap 1 are not a list of heaps: [-1]",
        ),
        (
            "HeapRuleset(n -> [n-1], 2000)",
            "at offset 24: after the function may follow the largest heap",
        ),
        (
            "HeapRuleset(n -> [n-1], 5)(6)",
            "at offset 26: HeapRuleset(n -> [n-1]): heap 1: unexpected \"6\"",
        ),
        ("HeapRuleset(n -> [n-1]).Periodicity(9)", "at offset 24: a function proves no period"),
        ("HeapRuleset(3)", "at offset 0: write `heapruleset(n -> options)`"),
        ("TakeAway(k -> 1/(k+1))", "at offset 9: f(1) is not an integer: 1/2"),
        ("TakeAway(k -> k.Nonsense)", "at offset 16: unknown name `Nonsense`"),
    ]);
}
