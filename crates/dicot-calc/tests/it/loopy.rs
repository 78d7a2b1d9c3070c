//! Loopy games in the calculator. Values are compared with CGSuite's in `crates/dicot-loopy/tests`.

use dicot::Limits;
use dicot_calc::{Value, Worksheet};

use crate::answer::{answer, assert_errors};

#[test]
fn values() {
    for (text, value) in [
        ("{0|pass}", "over"),
        ("a{0|a}", "over"),
        ("a{ 0 |\n a }", "over"),
        ("{0||0|pass}", "over"),
        ("v{*|v}", "v[on]"),
        ("v{-1,{0|||*|v||-1*}|-1}", "a{-1,{0|||*|a||-1*}|-1}"),
        ("1over - 1", "over"),
        ("-1/2over", "-1/2over"),
        ("2*1over", "2over"),
        ("{pass|*2}", "^[on]*3"),
        ("-^[on]", "v[on]"),
        ("1^[on]*", "1 + ^[on]*"),
        ("+-(5over)", "+-(5over)"),
        ("+-{1over,2*}", "+-{2*,1over}"),
        ("1Tiny(on)", "1 + Tiny(on)"),
        ("tis + tisn", "1 & -1"),
        ("dud + 1", "dud"),
        ("on & 0 + *", "on & *"),
        ("x := over; {x|x}", "over"),
        ("f(x) := {x|pass}; f(1) + f(0)", "1over"),
        ("{[0,*]|pass}", "over"),
        ("[on, off, {1|0}]", "[on,off,{1|0}]"),
        ("{on,0,on}", "{0,on}"),
        ("a{0|b{a|b}} == {0|b{{0|b}|b}}", "true"),
        ("over > 0", "true"),
        ("over < 1/1024", "true"),
        ("dud <> 0", "true"),
        ("on == on + 1", "true"),
        ("over.OutcomeClass", "L"),
        ("{on|0}.OutcomeClass", "N"),
        ("dud.OutcomeClass", "D"),
        ("tis.OutcomeClass", "PHat"),
        ("{3|1||under}.Stop(Right)", "under"),
        ("{3|1||under}.StrongStop(Right)", "0"),
        ("{3|1||off}.StrongStop(Right)", "off"),
        ("{3|1}.StrongStop(Right)", "1"),
        ("upon.Followers", "[0,*,^[on]]"),
        ("{over|off}.Followers", "[0,off,over,{over|off}]"),
        ("over.Subordinate(1)", "off"),
        ("(upon+*).Subordinate(*)", "on"),
        ("{0,*|0,pass}.Subordinate(*)", "over"),
        ("on.Subordinate(1)", "on"),
        ("(^:over).Subordinate(^)", "over"),
        // An unstable game of Grenville (2022).
        ("(a{0|{0||||0,*2|||a|0||0}||0}).IsStable", "false"),
        ("upon.IsStable", "true"),
        ("upon.UpsumVariety(^.Pow(on))", "v<on>"),
        ("upon.DownsumVariety(^.Pow(on))", "v<on>"),
        ("{0|-1under}.LeftOptions", "[0]"),
        ("{0,pass|-1}.LeftOptions", "[0,{0,pass|-1}]"),
        ("dud.Offside", "off"),
        ("upon.Degree", "^<on>"),
        ("^.Degree", "0"),
        ("^.IsStopper", "true"),
        ("dud.IsStopper", "false"),
        ("1over.IsNumberish", "true"),
        ("{2|1over}.IsNumberish", "false"),
        ("upon.IsInfinitesimal", "true"),
        // Bars as the texts of short games have them.
        ("{pass||0|-1}", "{pass||0|-1}"),
        ("{1|0||off}", "{1|0||off}"),
        ("{0|||1|0||off}", "{0|||1|0||off}"),
        ("{2||||0|||1|0||off}", "{2||||0|||1|0||off}"),
        ("{3|{2||||0|||1|0||off}}", "{3|{2||||0|||1|0||off}}"),
        ("({on|on.Tiny}) Upsum ({2|1/2})", "{on||||2,{2|1/2}|||2|1/2||off}"),
        ("1Tiny(over)", "1Tiny(over)"),
        ("1 - Tiny(on)", "1Miny(on)"),
        ("{{over+1|-1}|pass}", "-1Miny(2over)"),
        ("{pass|{1/2|over}}", "1/2Tiny(1/2under)"),
        ("{0||0|over}", "{0||0|over}"),
        // Games that equal stoppers are stoppers, and equal games are equal.
        ("a{b{*|c{c|a,0}},b{0|b,c{a|}}|-1/2} == {v[on]*,{*|under}|-1/2}", "true"),
        ("(a{b{*|c{c|a,0}},b{0|b,c{a|}}|-1/2}).Mean", "-1/4"),
        ("a{{1||pass|a},v*|-1} == ({2|-1} & {v*,{1|under}|-1})", "true"),
        // A signed number has the base 1 only if it is positive.
        ("{0|-2}.PowTo(on) == {0|-2}:on", "true"),
        ("{0|-2}.PowTo(over) == {0|-2}:off", "true"),
        ("^.PowTo(0)", "0"),
        ("{on|0}.IsHot", "true"),
        ("over.IsIdempotent", "true"),
        ("upon.IsIdempotent", "false"),
        ("over.IsLoopfree", "false"),
        ("over:1", "over"),
        ("^.Pow(on)", "^<on>"),
        ("1.Tiny", "Tiny(1)"),
        ("3.upon", "upon + upon + upon"),
        ("over(3/8,0,0)", "^[2]"),
    ] {
        let mut sheet = Worksheet::new();
        let found = answer(&mut sheet, text);
        let expected = answer(&mut sheet, value);
        assert!(found == *value || found == expected, "{text}: {found}, not {value} = {expected}");
        if !text.contains("Outcome") {
            assert_eq!(answer(&mut sheet, &found), found, "{text}");
        }
    }
}

#[test]
fn errors() {
    assert_errors([
        ("pass", "at offset 0: `pass` can only be an option itself, without operators"),
        ("{pass + 1|0}", "at offset 1: `pass` can only be an option itself, without operators"),
        ("a{0|1 + a}", "at offset 8: `a` can only be an option itself, without operators"),
        (
            "a{0|1 + {0|a}}",
            "at offset 8: a game that leads to braces around it can only be an option itself",
        ),
        ("a{0}", "at offset 3: expected `|` before `}`"),
        ("{0|pass|0}", "at offset 7: "),
        (
            "over.AtomicWeight",
            "at offset 0: `G` of AtomicWeight must be a short game, but this is a loopy game",
        ),
        (
            "over.Options(1)",
            "at offset 13: `player` of Options must be `Left` or `Right`, but this is a game",
        ),
        ("over.Pow(true)", "at offset 9: `x` of Pow must be a game, but this is a truth value"),
        ("'{0|0}' OrdinalSum 1/3", "at offset 19: `H` of OrdinalSum must be a game, but this is "),
        (
            "over.MisereOutcomeClass",
            "at offset 0: `G` of MisereOutcomeClass must be a short game, but this is a loopy game",
        ),
        ("dud.LeftStop", "at offset 4: the game must be a stopper"),
        ("dud.Followers", "at offset 4: the game must be a stopper"),
        ("on.Subordinate(*)", "at offset 3: on is not an ordinal sum with this base"),
        ("upon.UpsumVariety(*)", "at offset 5: the degree is not an idempotent"),
        ("(a{0|{0||||0,*2|||a|0||0}||0}).Variety", "at offset 31: the game is not stable"),
        ("0 & 1", "at offset 2: the onside `s` of `s & t` must be at least `t`"),
        ("over * upon", "at offset 5: one of the factors must be an integer"),
        ("on := 1", "at offset 0: "),
        ("{pass|", "at offset 6: "),
        ("[1] & 0", "at offset 0: "),
    ]);
}

/// Names keep their values in a new store, and when a text has failed within braces.
#[test]
fn worksheets() {
    let mut sheet = Worksheet::new();
    assert_eq!(
        answer(&mut sheet, "a := {1|pass||0}; b := a + over"),
        answer(&mut sheet, "{1over|0} + over")
    );
    sheet.renew(&Limits::default()).unwrap();
    assert_eq!(
        answer(&mut sheet, "b - over == a"),
        answer(&mut sheet, "{1over|0} + over - over == {1over|0}")
    );
    let open = answer(&mut sheet, "{a|pass");
    assert!(open.starts_with("at offset "), "{open}");
    assert_eq!(answer(&mut sheet, "{0|pass}"), "over");
    assert!(matches!(sheet.variable("a"), Some(Value::Loopy(_))));
}

/// Deep and long texts end with an error or a value.
#[test]
fn hostile_texts() {
    let deep = "{0|".repeat(50_000) + "pass" + &"}".repeat(50_000);
    let less_deep = "{0|".repeat(20_000) + "pass" + &"}".repeat(20_000);
    let quoted = "'{0|".repeat(20_000) + "pass" + &"}'".repeat(20_000);
    let deep_loops = "{0|{0|pass},".repeat(2_000) + "pass" + &"}".repeat(2_000);
    let names = format!("{}0{}", "a{0,a|".repeat(300), "}".repeat(300));
    let wide = format!("{{{}|pass}}", vec!["over"; 20_000].join(","));
    let sums = ["{0|pass||pass|*}"; 6].join("+");
    let huge = "123456789over".to_owned();
    for text in [deep, less_deep, quoted, deep_loops, names, wide, sums, huge] {
        let limits = Limits::default().with_steps(10_000_000).with_bytes(300 << 20);
        drop(Worksheet::new().evaluate(&text, &limits).map(|value| value.to_string()));
        drop(Worksheet::new().evaluate(&format!("({text}).LeftStop"), &limits));
    }
}

/// Published masts and temperatures of kos: the third of a ko, and the approach kos of senseis.xmp.net (Komaster) and of
/// lifein19x19.com (Thermography, topic 17788), whose players are White and Black.
#[test]
fn thermographs_of_kos() {
    // Black captures or takes the ko and fills, to make a ko in which White takes first.
    let approach = "p{q{t{23|u{t|-18}}|p}|-18}";
    // The same for White, with a point less for Black after White has approached.
    let other = "p{15|q{p|u{t{14|u}|-12}}}";
    for (game, komaster, mast, temperature) in [
        ("a{10|{a|-10}}", "Left", "10/3", "20/3"),
        ("a{10|{a|-10}}", "Right", "10/3", "20/3"),
        ("b{a{10|b}|-10}", "Left", "-10/3", "20/3"),
        (approach, "Right", "-18", "0"),
        (approach, "Left", "-31/4", "41/4"),
        (other, "Right", "33/4", "27/4"),
        (other, "Left", "14", "1"),
    ] {
        let mut sheet = Worksheet::new();
        let ko = format!("t := '{game}'.KoThermograph({komaster})");
        assert!(answer(&mut sheet, &ko).starts_with("Thermograph("), "{ko}");
        assert_eq!(answer(&mut sheet, "t.Mean"), mast, "{ko}");
        assert_eq!(answer(&mut sheet, "t.Temperature"), temperature, "{ko}");
    }
}

#[test]
fn thermographs() {
    for (text, value) in [
        ("over.Thermograph", "Thermograph(0,[0],[0,-1],0,[],[0])"),
        ("(upon + 1/2).Mean", "1/2"),
        ("{5over|{2|-4}}.Temperature", "3"),
        ("{{on|0}|-5}.Mean", "0"),
        ("over.KoThermograph(Left)", "Thermograph(0,[0],[0,-1],0,[],[0])"),
        ("{3|-1}.KoThermograph(Right)", "Thermograph(1,[2],[0,-1],1,[2],[0,1])"),
        ("'{a{1|{a|0}}|0}'.KoThermograph(Left)", "Thermograph(1/3,[1/3],[0,-2],1/3,[1/3],[0,1])"),
        ("x := 3; 'a{x|{a|-x}}'.KoThermograph(Left).Mean", "1"),
        ("'a{1|{a|0}}'", "'a{1|{a|0}}'"),
        ("'a{1|{a|0}}'.CanonicalForm", "2 & +-1"),
        ("'a{1|{a|0}}' + 1", "3 & {2|0}"),
        ("-'a{1|{a|0}}'", "+-1 & -2"),
        ("'a{1|{a|0}}'.OutcomeClass", "NHat"),
        ("['a{1|{a|0}}']", "['a{1|{a|0}}']"),
        // Errors.
        ("{on|0}.Thermograph", "at offset 7: the thermograph has no mast: its walls do not meet"),
        ("dud.Thermograph", "at offset 4: the game must be a stopper"),
        (
            "'a{pass|pass}'.KoThermograph(Left)",
            "at offset 15: alternating play need not end: there is a loop that is not a ko which the komaster wins",
        ),
        (
            "'a{|b{a|0}}'.KoThermograph(Left)",
            "at offset 13: the komaster has no move after the capture of a ko",
        ),
        (
            "a{1|{a|0}}.KoThermograph(Left)",
            "at offset 11: the value of a game does not have its kos: write the game in quotes, as `'a{1|{a|0}}'`",
        ),
        ("'a{1|{a|0}}", "at offset 11: expected `'` but the text ends"),
    ] {
        assert_eq!(answer(&mut Worksheet::new(), text), value, "{text}");
    }
}

/// The reasons why operations are not defined.
#[test]
fn refused() {
    let sheet = &mut Worksheet::new();
    for (text, why) in [
        ("^.Pow(over)", "the exponent must be 0 or an ordinal sum with the base 1"),
        ("{0|-2}.Pow(under)", "the exponent must be 0 or an ordinal sum with the base 1"),
        ("{1|0}.Pow(on)", "`Pow` takes games of the form {0|H}"),
        ("dud Upsum dud", "the game must be a stopper"),
        ("over Downsum dud", "the game must be a stopper"),
        ("'{*|*}':on", "the base of an ordinal sum of loopy games is a simplest form"),
        ("'a{0|a}'.OrdinalSum(1)", "the base of an ordinal sum of loopy games is a simplest form"),
        ("'{-1,0|0,1}'.ConwayProduct(*)", "ConwayProduct depends on the form of a game"),
        ("* ConwayProduct '{0|0}'", "ConwayProduct depends on the form of a game"),
        ("'{1|*}' OrdinalProduct '{2|}'", "OrdinalProduct depends on the form of a game"),
        ("^.PowTo(3).Subordinate('{*|*}')", "Subordinate depends on the form of a game"),
        ("'{*|*}'.Birthday", "Birthday depends on the form of a game"),
    ] {
        let message = answer(sheet, text);
        assert!(message.contains(why), "{text}: {message}");
    }
    // A sum is as it is written, also by its name.
    assert_eq!(answer(sheet, "('{*|*}' OrdinalSum 1).CanonicalForm"), "^");
    assert_eq!(answer(sheet, "('{*|*}':1).CanonicalForm"), "^");
}

/// The rows of `tests/data/cgsuite_differences.tsv`.
#[test]
fn answers_of_cgsuite() {
    let sheet = &mut Worksheet::new();
    let mut count = 0;
    let text = include_str!("../data/cgsuite_differences.tsv");
    for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let [kind, expression, expected] =
            line.split('\t').collect::<Vec<_>>().try_into().expect("three columns");
        let found = answer(sheet, expression);
        match (kind, expected) {
            (_, "ERROR") => assert!(found.contains("must be a stopper"), "{expression}: {found}"),
            ("nim_product" | "numberish_not_stopper", _) => {
                assert_eq!(found, expected, "{expression}");
            }
            // CGSuite has a set of options.
            _ if expression.ends_with(".LeftOptions") => {
                let options = expected.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
                assert_eq!(found, format!("[{}]", options.expect("a set")), "{expression}");
            }
            // The table has the first 400 characters of long values.
            ("ordinal_product", _) if expected.len() == 400 => {
                assert!(found.starts_with(expected), "{expression}: {found}");
            }
            // CGSuite's order of options is another.
            _ => {
                let same = answer(sheet, &format!("[{expression}] == [{expected}]"));
                assert_eq!(same, "true", "{expression}: {found}, not {expected}");
            }
        }
        count += 1;
    }
    assert_eq!(count, 86);
}

/// Numbers beside which games are, and by the definition: between the numbers with `under` and with `over`.
#[test]
fn games_near_numbers() {
    let sheet = &mut Worksheet::new();
    for game in [
        "1over",
        "dud",
        "tis",
        "on & over",
        "over & under",
        "1/2over & 1/2",
        "{2|on & 0}",
        "{{2|on.Tiny}|{-upon|dud}}",
        "a{{0|a}|{a|0}} + 1",
        "a{a|{0|a}}",
        "^ + upon",
        "{1|0||off}",
    ] {
        let near = |x: i32| format!("({x}/4 + over >= {game}) == true");
        let least = |x: i32| format!("({x}/4 + under <= {game}) == true");
        let found = (-16..=16)
            .filter(|&x| answer(sheet, &near(x)) == "true" && answer(sheet, &least(x)) == "true");
        let found: Vec<i32> = found.collect();
        let is_numberish = answer(sheet, &format!("({game}).IsNumberish"));
        assert_eq!(is_numberish, (!found.is_empty()).to_string(), "{game} {found:?}");
        let is_infinitesimal = answer(sheet, &format!("({game}).IsInfinitesimal"));
        assert_eq!(is_infinitesimal, found.contains(&0).to_string(), "{game} {found:?}");
    }
}

/// Nimbers of 64 bits.
#[test]
fn large_nimbers() {
    let sheet = &mut Worksheet::new();
    for (text, value) in [
        ("18446744073709551615 NimSum 1", "18446744073709551614"),
        ("9223372036854775808.NimInverse.NimInverse", "9223372036854775808"),
        ("NimProduct(9223372036854775808, 9223372036854775808).NimSqrt", "9223372036854775808"),
        ("Mex(0,1,18446744073709551615)", "2"),
    ] {
        assert_eq!(answer(sheet, text), value, "{text}");
    }
    let error = answer(sheet, "18446744073709551616 NimSum 1");
    assert!(error.contains("an integer too large to be a game"), "{error}");
}

/// The signs of pages and books, in functions and loopy games too; errors are at the offsets of the text itself.
#[test]
fn signs_of_books() {
    let sheet = &mut Worksheet::new();
    for (text, value) in [
        ("{0∣pass}", "over"),
        ("f(x) := {x∣∗}; f(1)", "{1|*}"),
        ("a{0∣{0∣a}} == {0∥0∣pass}", "true"),
        ("2tiny₂ - 2", "Tiny(2)"),
    ] {
        assert_eq!(answer(sheet, text), value, "{text}");
    }
    assert!(answer(sheet, "∗ + nothing").starts_with("at offset 6: unknown name `nothing`"));
}
