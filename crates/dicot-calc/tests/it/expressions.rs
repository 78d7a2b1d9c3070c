//! Expressions: operations, names, comparisons and lists; against CGSuite's results, and that nothing
//! harms the reader.

#[path = "../../../../tests/it/plain/table.rs"]
#[expect(dead_code, reason = "the library's tests use more of it")]
mod table;

use std::time::{Duration, Instant};

use dicot::{CanonicalForm, Interrupt, LimitKind, Limits, Store};
use dicot_calc::{Open, Value, Worksheet, operations};
use proptest::prelude::*;
use table::rows;

use crate::answer::answer;

const EXPRESSIONS: &str = include_str!("../../../../tests/data/games_expr.tsv");
const PAIRS: &str = include_str!("../../../../tests/data/games_cmp.tsv");
const TEXTBOOK: &str = include_str!("../../../../tests/data/textbook.tsv");

fn within(time: Duration) -> Limits {
    Limits::default().with_forms(5_000_000).with_bytes(2 << 30).with_deadline(Instant::now() + time)
}

fn fresh(text: &str) -> String {
    answer(&mut Worksheet::new(), text)
}

/// Checks a value against a cell, which may hold only the length of a text.
fn same(value: &str, cell: &str) -> bool {
    match cell.strip_prefix("TOOLONG:") {
        Some(length) => value.len().to_string() == length,
        None => value == cell,
    }
}

/// Evaluates a text, which must end within three seconds of the limit, with a value or an error.
pub(crate) fn stops_in_time(text: &str, limits: Limits, seconds: u64) {
    let start = Instant::now();
    let result = Worksheet::new()
        .evaluate(text, &limits.with_deadline(start + Duration::from_secs(seconds)));
    let (elapsed, name) = (start.elapsed(), text.get(..30).unwrap_or(text));
    assert!(elapsed < Duration::from_secs(seconds + 3), "{name}: {elapsed:?}");
    drop(result);
}

#[test]
fn expressions_have_the_values_of_cgsuite() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for row in rows(EXPRESSIONS) {
        let line = row.line;
        let value = fresh(row.get("expression"));
        if !same(&value, row.get("value")) {
            wrong.push(format!("line {line}: {}: {value:.200}", row.get("expression")));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 200);
}

/// The other columns, by the operations of their names.
#[test]
fn attributes_by_their_operations() {
    let columns = [
        ("value", "CanonicalForm"),
        ("outcome", "OutcomeClass"),
        ("mean", "Mean"),
        ("temperature", "Temperature"),
        ("left_stop", "LeftStop"),
        ("right_stop", "RightStop"),
        ("atomic_weight", "AtomicWeight"),
        ("birthday", "Birthday"),
        ("stop_count", "StopCount"),
        ("followers", "FollowerCount"),
        ("nim_value", "NimValue"),
        ("rcf", "ReducedCanonicalForm"),
        ("frozen", "Freeze"),
        ("uptimal", "UptimalExpansion"),
        ("thermograph", "Thermograph"),
    ];
    let mut wrong = Vec::new();
    for row in rows(EXPRESSIONS) {
        let line = row.line;
        let mut sheet = Worksheet::new();
        answer(&mut sheet, &format!("g := {}", row.get("expression")));
        let mut check = |text: &str, expected: &str| {
            let value = answer(&mut sheet, text);
            let none = expected == "-" && value.starts_with("at offset");
            if !none && !same(&value, expected) {
                wrong.push(format!("line {line}: {text}: {value:.200}, not {expected:.200}"));
            }
        };
        for (column, operation) in columns {
            check(&format!("g.{operation}"), row.get(column));
        }
        check("g.IsAllSmall", if row.get("all_small") == "1" { "true" } else { "false" });
        check("g.IsAtomic", if row.get("atomic_weight") == "-" { "false" } else { "true" });
        check("g.IsUptimal", if row.get("uptimal") == "-" { "false" } else { "true" });
        for (temper, operation) in [("even", "IsEvenTempered"), ("odd", "IsOddTempered")] {
            let expected = if row.get("tempered") == temper { "true" } else { "false" };
            check(&format!("g.{operation}"), expected);
        }
        for (column, operation) in [("n_left", "LeftOptions"), ("n_right", "RightOptions")] {
            let value = sheet.evaluate(&format!("g.{operation}"), &Limits::default()).unwrap();
            let Value::List(options) = value else { panic!("{value}") };
            assert_eq!(options.len().to_string(), row.get(column), "line {line}: {operation}");
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn pairs_compare_as_in_cgsuite() {
    let mut wrong = Vec::new();
    for row in rows(PAIRS) {
        let line = row.line;
        let mut sheet = Worksheet::new();
        let mut check = |text: &str, expected: &str| {
            let value = answer(&mut sheet, text);
            if !same(&value, expected) {
                wrong.push(format!("line {line}: {text}: {value:.200}, not {expected:.200}"));
            }
        };
        check(&format!("g := {}", row.get("g")), row.get("g_value"));
        check(&format!("h := {}", row.get("h")), row.get("h_value"));
        check("g + h", row.get("sum"));
        check("g - h", row.get("difference"));
        check("(g - h).OutcomeClass", row.get("outcome_of_difference"));
        let holding: &[&str] = match row.get("relation") {
            "<" => &["<", "<=", "<|", "!="],
            ">" => &[">", ">=", "|>", "!="],
            "=" | "==" => &["==", "<=", ">="],
            "||" => &["<>", "<|", "|>", "!="],
            other => panic!("line {line}: {other}"),
        };
        for relation in ["<", ">", "<=", ">=", "==", "!=", "<>", "<|", "|>"] {
            let expected = holding.contains(&relation).to_string();
            check(&format!("g {relation} h"), &expected);
            check(&format!("[g{relation}h,0]"), &format!("[{expected},0]"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// Identities of textbooks, in the short names of their table; rulesets and walls are not of the
/// language.
#[test]
fn identities_of_textbooks() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for row in rows(TEXTBOOK) {
        let line = row.line;
        let (lhs, rhs) = (row.get("lhs"), row.get("rhs"));
        let text = match lhs.split_once(':') {
            Some(("cmp", pair)) => {
                let (g, h) = pair.split_once(" ? ").unwrap();
                let relation = if rhs == "||" { "<>" } else { rhs };
                format!("({g}) {relation} ({h})")
            }
            Some((
                name @ ("mean" | "temp" | "outcome" | "aw" | "birthday" | "lstop" | "rstop"),
                g,
            )) if !g.contains(':') => match name {
                "outcome" => format!("{g}; {g}"),
                _ => format!("{name}({g}) == ({rhs})"),
            },
            Some(_) => continue,
            None => format!("({lhs}) == ({rhs})"),
        };
        let (text, expected) = match lhs.strip_prefix("outcome:") {
            Some(g) => (format!("({g}).Outcome"), rhs),
            None => (text, "true"),
        };
        let value = fresh(&text);
        if value != expected {
            wrong.push(format!("line {line}: {text}: {value:.200}"));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 250, "{count}");
}

#[test]
fn every_operation_has_an_example_that_holds() {
    let mut names = std::collections::HashSet::new();
    for operation in operations() {
        let (text, value) = operation.example();
        assert_eq!(fresh(text), value, "{text}");
        let name = operation.name();
        assert!(text.contains(name) || name == "OrdinalSum", "{name}: {text}");
        assert!(!operation.summary().is_empty() && !operation.source().is_empty(), "{name}");
        for name in operation.aliases().iter().chain([&name]) {
            assert!(names.insert(name.to_ascii_lowercase()), "{name} is there twice");
            assert!(name.len() <= 32 && name.is_ascii());
        }
    }
}

#[test]
fn the_documentation_lists_every_operation() {
    let docs: Vec<&str> = include_str!("../../src/lib.rs").split([' ', '`', '|']).collect();
    for operation in operations() {
        assert!(docs.contains(&operation.name()), "{}", operation.name());
    }
}

#[test]
fn the_documentation_tells_which_operations_take_loopy_games() {
    let rows = include_str!("../../src/lib.rs").lines().filter_map(|line| {
        let cells: Vec<&str> = line.strip_prefix("//! | ")?.split(" |").collect();
        (cells.len() == 4).then(|| cells[1].split([' ', '`']))
    });
    let loopy: Vec<&str> = rows.flatten().filter(|n| n.starts_with(char::is_uppercase)).collect();
    let mut count = 0;
    for operation in operations().iter().filter(|operation| operation.arguments()[0] == "G") {
        let others = operation.arguments()[1..].iter().map(|argument| match *argument {
            "player" | "komaster" => "Left",
            _ => "1",
        });
        let arguments: Vec<&str> = std::iter::once("over").chain(others).collect();
        let value = fresh(&format!("{}({})", operation.name(), arguments.join(",")));
        let takes = !value.contains("must be a short game") && !value.contains("an impartial game");
        assert_eq!(takes, loopy.contains(&operation.name()), "{value}");
        count += usize::from(takes);
    }
    assert_eq!(count, loopy.len());
}

/// Texts and their values.
const VALUES: &[(&str, &str)] = &[
    // Three ways to write an operation, and any case.
    ("{3|-1}.Cool(1)", "{2|0}"),
    ("Cool({3|-1},1)", "{2|0}"),
    ("{3|-1} Cool 1", "{2|0}"),
    ("{3|-1} cool 1/2 cool 1/2", "{2|0}"),
    ("{3|-1} Cool 1/2 + 1/2", "{2|0}"),
    ("COOL( {3|-1} , 1 )", "{2|0}"),
    ("{2|-1}.Temperature()", "3/2"),
    ("{2|-1}.temp", "3/2"),
    ("{4|0}.Cool(1).Cool(1)", "2*"),
    ("{{3|-1} Cool 1|-4}", "{2|0||-4}"),
    // Precedence.
    ("-1.Heat(1)", "-1"),
    ("(1/4).Cool(-1/4)", "1/4*"),
    ("(1/4).Cool(-3/8)", "{3/8|1/8}"),
    ("(1/4).Freeze", "1/4"),
    ("(1/2).OrdinalProduct(1/4)", "11/32"),
    ("(1/4).IsNumberTiny", "true"),
    ("0.IsNumberTiny", "true"),
    ("(1/4).IsTiny", "false"),
    ("0.IsMiny", "false"),
    ("(1^).IsNumberTiny", "false"),
    ("-2.OrdinalSum(1)", "-3"),
    ("(-2).OrdinalSum(1)", "-3/2"),
    ("-1*.Heat(2)", "{1|-3}"),
    ("-^.Pow(2)", "v<2>"),
    ("3.^.Pow(2)", "{0|||0,v*||vv,v*|v3*}"),
    ("2.{1|0}.Mean", "1"),
    ("+-1.Heat(1)", "+-1"),
    ("+-(1).Heat(1)", "+-1"),
    ("+-{1|0}.Mean", "+-1/2"),
    ("1:-1:1", "3/4"),
    ("1:-1+1", "3/2"),
    ("2*(1):-1", "3/2"),
    ("*:1", "^*"),
    // Numbers.
    ("1/2 * 1/4", "1/8"),
    ("1 / 2", "1/2"),
    ("1/½", "2"),
    ("(3/4)/(3/2)", "1/2"),
    ("6/3", "2"),
    ("(6)/3/2", "1"),
    ("(6)/-3/2", "-1"),
    ("6/3/2", "1"),
    ("6 + 3/2", "15/2"),
    ("0/(-5)", "0"),
    ("1/(1/4611686018427387904)", "4611686018427387904"),
    ("{1|0}.Mean / 2", "1/4"),
    ("1/{4|0}.Mean", "1/2"),
    // Numbers that are not games.
    ("1/3", "1/3"),
    ("4/6", "2/3"),
    ("-1/3", "-1/3"),
    ("1/ 3", "1/3"),
    ("1 / 3", "1/3"),
    ("1/3/3", "1/9"),
    ("1/3 + 1/3 + 1/3", "1"),
    ("1/2 + 1/3", "5/6"),
    ("(1/2) * (1/3)", "1/6"),
    ("2 * 7/3", "14/3"),
    ("1/3*3", "1"),
    ("1/3 - 1/3", "0"),
    ("-(1/3) - 1", "-4/3"),
    ("(1/3)/(2/3)", "1/2"),
    ("5 - 3 / 4 * 6 - 2", "-3/2"),
    ("1/3 < 1/2", "true"),
    ("1/3 <> 1/2", "false"),
    ("2/6 == 1/3", "true"),
    ("1/3 != 1/4", "true"),
    ("x := 1/3; x + x", "2/3"),
    ("{1/3 + 2/3|}", "2"),
    ("1/2^80", "1/2^80"),
    ("1/2*2", "1/2*2"),
    ("6/3/7", "2/7"),
    ("3/9223372036854775807", "3/9223372036854775807"),
    // Functions of numbers; CGSuite's own tests have most of these.
    ("3 Max 5", "5"),
    ("3.Max(-2147483648)", "3"),
    ("4 Max 3 + 5", "8"),
    ("(-3).Max(14/5)", "14/5"),
    ("0.Min(1/7)", "0"),
    ("[6/23,-6/23,-3/16,19][2].Floor", "-1"),
    ("(-6/23).Ceiling", "0"),
    ("(-19/1).Ceiling", "-19"),
    ("(-3/16).Reciprocal", "-16/3"),
    ("(6/23).Reciprocal", "23/6"),
    ("(-6/23).Abs", "6/23"),
    ("(6/23).Denominator", "23"),
    ("(6/23).IsDyadic", "false"),
    ("(1/3).IsDyadic == (1/4).IsDyadic", "false"),
    ("17.Div(4)", "4"),
    ("(-17).Div(4)", "-4"),
    ("17.Mod(5)", "2"),
    ("(-17).Mod(5)", "3"),
    ("[11.IsEvil, 23.IsEvil]", "[false,true]"),
    ("[11.IsOdious,23.IsOdious]", "[true,false]"),
    ("[32.IsTwoPower,48.IsTwoPower]", "[true,false]"),
    ("[15.Lb,16.Lb,17.Lb,1073741823.Lb,1073741824.Lb]", "[3,4,4,29,30]"),
    ("[0.Isqrt,3.Isqrt,4.Isqrt,9223372036854775807.Isqrt]", "[0,1,2,3037000499]"),
    ("11 NimSum 5", "14"),
    ("8 NimProduct 16", "128"),
    // Comparisons.
    ("1 < 2", "true"),
    ("^<2", "true"),
    ("^ < 2", "true"),
    ("^<2>", "^<2>"),
    ("^< 2 >", "^<2>"),
    ("(^<2>==^) == (^<2)", "false"),
    ("^ <> *", "true"),
    ("^ <| *", "true"),
    ("^ |> *", "true"),
    ("0 <| 0", "false"),
    ("{1|0} == {1|0}", "true"),
    ("(1 == 2) == (2 == 1)", "true"),
    ("1 == (1 == 1)", "false"),
    ("(1 <= 2)", "true"),
    ("[1,^] == [1,^]", "true"),
    ("^.OutcomeClass == *.OutcomeClass", "false"),
    // Statements.
    ("a := {1|*}; b := {a|-1}; b", "{1|*||-1}"),
    ("a := ^\nb := a + *\nb", "^*"),
    ("a := 1\r\n-a", "-1"),
    ("a := 1 +\n 2; a", "3"),
    ("a :=\n 1", "1"),
    ("a:=1;a:=a+a;a:=a+a", "4"),
    ("; a := {1|\n0}\n;;\n", "{1|0}"),
    ("value_2 := v2; value_2", "vv"),
    ("x1 := 1; {x1,2*x1|x1+*}", "{2|1*}"),
    ("a := 3; 2.a", "6"),
    ("a := 3; -a.Mean + 2*a", "3"),
    ("mean := {1|0}; mean.mean", "1/2"),
    ("A := 1; a := 2; A", "1"),
    ("vx := ^; v + vx", "0"),
    ("t := ^ < 1; t", "true"),
    // Lists.
    ("[]", "[]"),
    ("[1, ^ ,{1|0}]", "[1,^,{1|0}]"),
    ("*3.LeftOptions", "[0,*,*2]"),
    ("*3.LeftOptions[2]", "*"),
    ("a := [1,^]; a[2]", "^"),
    ("{*3.LeftOptions,*3|*3.RightOptions,*3}", "*4"),
    ("{[]|}", "0"),
    ("[[1],[]]", "[[1],[]]"),
    ("[[1,2],[3]][1][2]", "2"),
    ("[[1,2],[3]].Size", "2"),
    ("[5,12,13] Adjoin 99", "[5,12,13,99]"),
    ("[5,12,13] Concat [99,101]", "[5,12,13,99,101]"),
    ("[5,12,5,13,12].Distinct", "[5,12,13]"),
    ("[0,1,2,3,4,5,6,7,8,9] Grouped 3", "[[0,1,2],[3,4,5],[6,7,8],[9]]"),
    ("[[5,3,7],[1,6,3],[9,2,8]].Sorted", "[[1,6,3],[5,3,7],[9,2,8]]"),
    ("[92/47, 41/23, 9/4, 3].Sorted", "[41/23,92/47,9/4,3]"),
    ("[0,1,7,5,3,2,9].Contains(4)", "false"),
    ("[0,1,7,5,3,2,9].Contains(9)", "true"),
    ("[0,1,7,5,3,2,9].ToSet", "{0,1,2,3,5,7,9}"),
    ("[].IsEmpty", "true"),
    ("[0,1,3,9,7,5].Tail", "[1,3,9,7,5]"),
    ("[0,1,3,9,7,5].Max", "9"),
    ("[0,1,3,9,7,5].Min", "0"),
    ("[0,1,3,9,7,5].Mex", "2"),
    (
        "[true,^,1/3,[],Left,2,+-6,*2,1/3].Size; [Right,[1],false,^,1/3,2,*2].Sorted",
        "[1/3,2,*2,^,false,Right,[1]]",
    ),
    ("[1/3,1/3,1/3].Sum", "1"),
    ("[].Sum", "0"),
    ("1..5", "[1,2,3,4,5]"),
    ("(1..5).Sum", "15"),
    ("1+1..2*(2)", "[2,3,4]"),
    ("3..1", "[]"),
    ("a := 2; a..a+1", "[2,3]"),
    // Sets.
    ("{}", "{}"),
    ("{3,5,3,1}", "{1,3,5}"),
    ("{0,1,7,5,3,2,9}.Contains(9)", "true"),
    ("{[],true,[3,1],+-6,*2,1/3,3,true}", "{1/3,3,*2,+-6,true,[],[3,1]}"),
    ("{{1,2}|{0}}", "{2|0}"),
    ("+-{1,2}", "+-2"),
    ("{1,2} Adjoin 0", "{0,1,2}"),
    ("{1,2} == {2,1,1}", "true"),
    ("{1,2} == [1,2]", "false"),
    ("a := {1}; {a,a}", "{{1}}"),
    ("{1\n,2}", "{1,2}"),
    ("{1<2}", "{true}"),
    // Loops; the values are those of CGSuite's own tests.
    ("[x*x for x from 1 to 5]", "[1,4,9,16,25]"),
    ("[x*x for x from 1 to 10 by 3]", "[1,16,49,100]"),
    ("[x*x for x from 6 to 1 by -2]", "[36,16,4]"),
    ("[x for x from 1 while x < 5]", "[1,2,3,4]"),
    ("[x for x from 1 to 10 where x.Mod(3) == 1]", "[1,4,7,10]"),
    ("[x for x from 1 while x < 10 where x.Mod(3) == 1]", "[1,4,7]"),
    ("[x*x for x in [1,2,3,2]]", "[1,4,9,4]"),
    ("{x*x for x in [1,3,5,3]}", "{1,9,25}"),
    ("[x for x in [1,2,3,2] while x.IsOdd]", "[1]"),
    ("[x for x in [1,2,3,2] while x.IsOdd where x != 1]", "[]"),
    ("[x for x in []]", "[]"),
    ("[x*x+y*y for x from 1 to 3 for y from 1 to 5]", "[2,5,10,17,26,5,8,13,20,29,10,13,18,25,34]"),
    ("Sum(n for n from 1 to 10)", "55"),
    ("sumof(m+n for m from 1 to 10 for n from 1 to 10)", "1100"),
    ("[11 NimSum n for n from 1 to 16]", "[10,9,8,15,14,13,12,3,2,1,0,7,6,5,4,27]"),
    ("[8 NimProduct n for n from 1 to 16]", "[8,12,4,11,3,7,15,13,5,1,9,6,14,10,2,128]"),
    ("{*(k) for k from 0 to 7}.ToList == *8.LeftOptions", "true"),
    ("[[x*y for y from 1 to x] for x from 1 to 3]", "[[1],[2,4],[3,6,9]]"),
    ("[x for x from 1/3 to 2 by 1/3].Size", "6"),
    ("x := 7; [x for x from 1 to 2]; x", "7"),
    ("[{x|-x} for x from 1 to 2]", "[+-1,+-2]"),
    ("{x for x in {2,1}} == {1,2}", "true"),
    ("Max(x for x in [2,5,3])", "5"),
    ("for := 1; [for, for + 1]", "[1,2]"),
    ("[x\n for x\n from 1 to 2]", "[1,2]"),
    // Functions.
    ("f(x) := x + ^; f(*)", "^*"),
    ("f := x -> x+1; f(8)", "9"),
    ("f := (x,y) -> (x-y)/2; f(3,4)", "-1/2"),
    ("f := () -> 3; f()", "3"),
    ("f() := 3; f()", "3"),
    ("y := 3; f := x -> x+y; y := 6; f(5)", "8"),
    ("f(x) := x + y; y := 6; f(5)", "11"),
    ("x := 9; f(x) := x + 1; f(5); x", "9"),
    ("f := x -> y -> x + y; g := f(3); h := f(5); [g(7),h(7)]", "[10,12]"),
    ("f(x) := x + 1", "x -> x + 1"),
    ("f := (x, y) -> x+y", "(x,y) -> x+y"),
    ("[x -> x, x -> 1]", "[x -> x,x -> 1]"),
    ("f(x) := [x,2*x]; f(3)[2]", "6"),
    ("f(n) := [k + Sum(f(k)) for k from 0 to n-1]; f(4)", "[0,1,3,7]"),
    (
        "f(n) := Sum(n * f(n-1) for k in [1] where n > 1) + Sum(1 for k in [1] where n <= 1); f(6)",
        "720",
    ),
    ("f(x) := {x|-x}; f(2).Mean; [1,2].Apply(f)", "[+-1,+-2]"),
    ("heat(x) := x; heat(3)", "3"),
    ("a(x) := x\na(2)", "2"),
    ("[2147483648,-2147483648].Apply(x -> x.Abs)", "[2147483648,2147483648]"),
    ("[0,1,3,9,7,5].Exists(x -> x == 7)", "true"),
    ("[].ForAll(x -> x == 7)", "true"),
    ("{1,2,3}.Filter(x -> x > 1)", "{2,3}"),
    ("g := 2; [1,2].Apply(x -> x + g)", "[3,4]"),
    ("(x -> x+1)(3)", "4"),
    ("f := x -> y -> x + y; f(3)(4)", "7"),
    ("def f(x) := x + ^; f(*)", "^*"),
    // Conditions, choices and blocks.
    ("1 < 2 and not 2 < 1", "true"),
    ("2 < 1 or 1 < 2 and 2 < 1", "false"),
    ("1 > 2 and nothing", "false"),
    ("not not true", "true"),
    ("[x for x from 1 to 20 where x.IsOdd and x % 3 == 0 or x == 8]", "[3,8,9,15]"),
    ("if 1 < 2 then ^ else nothing end + *", "^*"),
    ("x := 3; if x < 2 then 1 elseif x < 4 then {x|-x} else 2 end", "+-3"),
    ("f(n) := if n <= 1 then 1 else n*f(n-1) end; f(10)", "3628800"),
    (
        "f(n) := if n < 2 then n else f(n-1) + f(n-2) end; [f(n) for n from 0 to 15]",
        "[0,1,1,2,3,5,8,13,21,34,55,89,144,233,377,610]",
    ),
    ("{if true then 1 else 0 end|[if false then 1 else -1 end]}", "+-1"),
    ("a := 1; begin a := 3; b := a*a; b end + a", "10"),
    ("f(x) := begin y := x + 1\n y*y end; f(2)", "9"),
    // Remainders and powers of numbers.
    ("17 % 5", "2"),
    ("(-17) % 5 + 10 % 4 * 2", "7"),
    ("(7/2) % 1", "1/2"),
    ("2 ^ 10", "1024"),
    ("x := 3; x^2 + x ^ -1", "28/3"),
    ("(1/2)^3", "1/8"),
    ("2 ^ 3 ^ 2", "512"),
    ("-2 ^ 2", "-4"),
    ("x := 2; -x^2", "-4"),
    ("2 * 3 ^ 2", "18"),
    ("0 ^ 0", "1"),
    ("(-1) ^ 9223372036854775807", "-1"),
    ("2^10", "2^10"),
    // Comments.
    ("1 + // one\n2", "3"),
    ("1 /* one */ + 2 // two", "3"),
    ("// nothing\n1", "1"),
    // Games that are not simplified; the printed forms are those of CGSuite's own tests.
    ("'{*|*}'", "'{*|*}'"),
    ("'{0|}' + 1", "'{0|}' + 1"),
    ("'{-1|1}':1", "'{-1|1}' : 1"),
    ("('{-1|1}':1).CanonicalForm", "1/2"),
    ("('{*|*}':1).CanonicalForm", "^"),
    ("g := '{*|*}':1; -g", "'{*|*}' : -1"),
    ("g := '{*|*}':1; g-g", "'{*|*}' : 1 + '{*|*}' : -1"),
    ("-2*'{|-1}'", "4"),
    ("'{*|*}'.Mean", "0"),
    ("'{*|*}' == 0", "true"),
    ("'{1|0}' < 2", "true"),
    ("'{0,0,1|}'.LeftOptions", "[0,0,1]"),
    ("'{0,0,1|}'.Options(Left).Size", "3"),
    ("{'{0,0,1|}'|3}", "5/2"),
    ("'{|}'", "'{|}'"),
    ("'{ [0,1] || {1|0} , '{|}' }'", "'{0,1|{1|0},'{|}'}'"),
    ("-'{1/2,'{1|}'|*2}'", "'{*2|-1/2,'{|-1}'}'"),
    ("('{0|0}' + '{1|}').LeftOptions", "[0 + '{1|}','{0|0}' + 1]"),
    ("('{0|0}' ConjunctiveSum '{1|}').LeftOptions", "[0 ConjunctiveSum 1]"),
    ("('{0|0}' SelectiveSum '{1|}').LeftOptions.Size", "3"),
    ("('{0|0}':'{1|}').LeftOptions", "[0,'{0|0}' : 1]"),
    ("* ConjunctiveSum ('{0|}' + 1)", "* ConjunctiveSum ('{0|}' + 1)"),
    // In a conjunctive sum of nim heaps the shortest play counts; in a selective one of integers all moves do.
    ("(*3 ConjunctiveSum *5).CanonicalForm", "*3"),
    ("(3 ConjunctiveSum 5).CanonicalForm", "3"),
    ("(3 ConjunctiveSum -5).CanonicalForm", "0"),
    ("(3 SelectiveSum 5).CanonicalForm", "8"),
    ("(1 SelectiveSum *).CanonicalForm", "1*"),
    ("[0,1,-1,'{0|0}',*2].Apply(x -> x.MisereOutcomeClass)", "[N,R,L,P,N]"),
    ("[(*2 DisjunctiveSum *2).MisereOutcome,(* DisjunctiveSum *).MisereOutcome]", "[P,N]"),
    // Players and other values.
    ("{^^*|*,v}.Options(Right)", "[*,v]"),
    ("{3|-1}.Stop(Right)", "-1"),
    ("Right", "Right"),
    ("*.OutcomeClass", "N"),
    ("{2|-1}.Thermograph", "Thermograph(1/2,[3/2],[0,-1],1/2,[3/2],[0,1])"),
    ("(^ - ^<2>).UptimalExpansion", "0.11-"),
    ("(1*2 + 11.^).UptimalExpansion", "1*2.B"),
    ("(v40).UptimalExpansion", "0.(40)-"),
    ("*50.StopCount", "478598658461235059180166"),
    ("*50.StopCount == (*50).StopCount", "true"),
    ("NimSum(5,3,1)", "7"),
    ("NimSum([5,3],1)", "7"),
    ("3.NimSum(5)", "6"),
    ("NimProduct(2,2)", "3"),
    ("Mex(0,1,3)", "2"),
    ("Mex()", "0"),
    ("3.Tiny(1)", "Tiny(1Miny(1))"),
    ("(3).Tiny", "Tiny(3)"),
    ("10.Followers", "[0,1,2,3,4,5,6,7,8,9,10]"),
    ("9223372036854775807.Birthday", "9223372036854775807"),
];

#[test]
fn values() {
    let wrong: Vec<_> = VALUES.iter().filter(|(text, value)| fresh(text) != *value).collect();
    let found: Vec<_> = wrong.iter().map(|(text, _)| fresh(text)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}, found {found:#?}");
}

/// Texts without a value, the offset of the problem, and the message.
const ERRORS: &[(&str, usize, &str)] = &[
    ("a", 0, "unknown name `a`"),
    ("{a|1}", 1, "unknown name `a`"),
    ("value := 1; valeu", 12, "unknown name `valeu`; is `value` meant?"),
    ("value := 1; velue1", 12, "unknown name `velue1`; is `value` meant?"),
    ("value := 1; vilut", 12, "unknown name `vilut`"),
    ("value := 1; vaule1 + 1", 12, "unknown name `vaule1`; is `value` meant?"),
    ("^.Temperatur", 2, "unknown name `Temperatur`; is `Temperature` meant?"),
    ("^.Fly(1)", 2, "unknown name `Fly`"),
    ("{1|0} Heet 1", 6, "unknown name `Heet`; is `Heat` meant?"),
    ("1 nothing 2", 2, "expected an operator or the end of the text but found 'n'"),
    ("Mean", 0, "write `G.Mean`: there are 0 arguments here, counting the game"),
    ("Mean()", 0, "write `G.Mean`: there are 0 arguments here, counting the game"),
    ("^.Cool", 2, "write `G.Cool(t)`: there are 1 arguments here, counting the game"),
    ("Cool(^,1,2)", 0, "write `G.Cool(t)`: there are 3 arguments here, counting the game"),
    ("^.Cool(*)", 7, "`t` of Cool must be a number, but this is a game"),
    ("^.Cool(1<2)", 7, "`t` of Cool must be a number, but this is a truth value"),
    ("Mean([1])", 5, "`G` of Mean must be a game, but this is a list"),
    ("^.Options(1)", 10, "`player` of Options must be `Left` or `Right`, but this is a game"),
    (
        "NimSum(1,-1)",
        9,
        "`n` of NimSum must be an integer that is not negative, but this is a game",
    ),
    ("(1<2) + 1", 0, "expected a game but this is a truth value"),
    ("1 + (1<2)", 4, "expected a game but this is a truth value"),
    ("-(1<2)", 1, "expected a game but this is a truth value"),
    ("{1|(1<2)}", 3, "expected a game but this is a truth value"),
    ("{1<2|}", 2, "expected `|`, `,` or `}` but found '<'"),
    ("{[1<2]|}", 1, "expected a game but this is a truth value"),
    ("1 < 2 < 3", 6, "expected an operator or the end of the text but found '<'"),
    ("1 = 2", 2, "expected an operator or the end of the text but found '='"),
    ("1 || 2", 2, "expected an operator or the end of the text but found '|'"),
    ("v := 1", 0, "`v` has a meaning of its own and cannot be defined"),
    ("v3 := 1", 0, "`v3` has a meaning of its own and cannot be defined"),
    ("tiny := 1", 0, "`tiny` has a meaning of its own and cannot be defined"),
    ("Left := 1", 0, "`Left` has a meaning of its own and cannot be defined"),
    ("1 := 2", 2, "expected an operator or the end of the text but found ':'"),
    ("a := b := 1", 7, "expected an operator or the end of the text but found ':'"),
    ("a :=", 4, "expected a game but the text ends"),
    (";", 1, "expected a game but the text ends"),
    ("1/", 2, "expected a game but the text ends"),
    ("^<", 2, "expected a game but the text ends"),
    ("{1/3|}", 1, "expected a game but this is a number whose denominator is not a power of two"),
    ("1/3 + ^", 0, "expected a game but this is a number whose denominator is not a power of two"),
    ("1/3:1", 0, "expected a game but this is a number whose denominator is not a power of two"),
    (
        "(1/3).Mean",
        0,
        "`G` of Mean must be a game, but this is a number whose denominator is not a power of two",
    ),
    ("0/0", 1, "a division by 0"),
    ("17.Div(0)", 3, "a division by 0"),
    ("17.NimDiv(0)", 3, "a division by 0"),
    ("0.NimInverse", 2, "a division by 0"),
    ("17.Mod(0)", 3, "a division by 0"),
    ("(1/2).Isqrt", 0, "`n` of Isqrt must be an integer, but this is a game"),
    ("(-1).Isqrt", 0, "`n` of Isqrt must be an integer that is not negative, but this is a game"),
    ("0.Lb", 2, "0 does not have a logarithm"),
    ("Max()", 0, "Max takes a number at least"),
    ("Max(1,^)", 6, "`x` of Max must be a number, but this is a game"),
    ("[].Head", 3, "the collection is empty: it has no first element"),
    ("[1].Updated(2,3)", 4, "the elements of this list are numbered from 1 to 1"),
    ("[1].Concat(2)", 11, "`other` of Concat must be a list or a set, but this is a game"),
    ("5.Size", 0, "`list` of Size must be a list or a set, but this is a game"),
    ("[1,true].Sum", 9, "expected a game to add but this is a truth value"),
    ("1..1000001", 1, "lists have at most 1000000 elements"),
    ("1..^", 1, "`..` is between integers, and not a game"),
    (
        "[x for x from 1 to 3",
        20,
        "expected `to`, `by`, `while`, `where`, `for` or the end of the loop but the text ends",
    ),
    ("[x for x from 1 to true]", 19, "expected a number but this is a truth value"),
    ("[x for x from 1 to 2 by 0]", 21, "the step of a loop is not 0"),
    ("[x for x in 3]", 12, "expected a list or a set but this is a game"),
    ("[x for x from 1 to 2 where x]", 27, "expected a condition but this is a game"),
    (
        "[x for x from 1 to 2 when x]",
        21,
        "expected `to`, `by`, `while`, `where`, `for` or the end of the loop but found 'w'",
    ),
    ("[x y for x from 1 to 2]", 3, "expected `]`, `,` or an operator but found 'y'"),
    ("[x + z for x from 1 to 2]", 5, "unknown name `z`"),
    ("[v for v from 1 to 2]", 7, "`v` has a meaning of its own and cannot be defined"),
    ("{x for x from 1 to 2} + 1", 0, "expected a game but this is a set"),
    ("f(x) := x + ; f(1)", 12, "expected a game but found ';'"),
    ("f(x) := g(x); g(x) := x + z; f(1)", 29, "in `g`, at offset 4: unknown name `z`"),
    ("f(x) := f(x); f(1)", 14, "in `f`, at offset 0: calls of functions nest more than 200 deep"),
    ("f(x) := x; f()", 11, "`f` takes 1 arguments: there are 0 here"),
    ("f(x,x) := x", 4, "two parameters have this name"),
    ("f(Left) := x", 2, "`Left` has a meaning of its own and cannot be defined"),
    ("f(1) := x", 2, "expected the name of a variable but found '1'"),
    ("f(x) := (x", 10, "expected `)`, `,` or an operator but the text ends"),
    ("f(x) :=", 7, "expected the body of a function but the text ends"),
    ("f(x) := x; f + 1", 11, "expected a game but this is a function"),
    ("[1].Apply(2)", 10, "Apply takes a function, but this is a game"),
    ("[1].Filter(x -> x)", 11, "Filter takes a condition, but this is a game"),
    ("if 1 then 2 else 3 end", 3, "expected a condition but this is a game"),
    ("if true then 2", 14, "expected `elseif`, `else`, `end` or an operator but the text ends"),
    ("if true 2", 8, "expected `then` or an operator but found '2'"),
    ("if true then 1 else 2", 21, "expected `end` or an operator but the text ends"),
    ("end := 1", 0, "`end` has a meaning of its own and cannot be defined"),
    ("1 + end", 4, "expected a game but found 'e'"),
    ("begin 1", 7, "expected `;`, `end` or an operator but the text ends"),
    ("not 1", 4, "expected a condition but this is a game"),
    ("true and 1", 9, "expected a condition but this is a game"),
    ("def f := 1", 4, "expected `name(x) := body` but found 'f'"),
    ("3(4)", 1, "expected an operator or the end of the text but found '('"),
    ("(3)(4)", 3, "expected an operator or the end of the text but found '('"),
    ("17 % 0", 3, "a division by 0"),
    ("0 ^ -1", 2, "a division by 0"),
    ("2 ^ (1/2)", 2, "the exponent of a power of a number must be an integer"),
    ("^ ^ 2", 2, "`^` between games is the power of a number: write `G.Pow(n)`"),
    ("1 /* two", 8, "expected `*/` but the text ends"),
    ("'{1|2}", 6, "expected `'` but the text ends"),
    ("'1'", 1, "expected `{` but found '1'"),
    ("'{1}'", 3, "expected `|`, `,` or an operator but found '}'"),
    (
        "'{1||2|3}'",
        6,
        "expected `}`, `,` or an operator (put a game among the options in braces) but found '|'",
    ),
    ("'{1,|2}'", 4, "expected a game but found '|'"),
    (
        "'{1/3|2}'",
        2,
        "expected a game but this is a number whose denominator is not a power of two",
    ),
    ("'{1|0}'/3", 0, "expected a number to divide but this is a game"),
    ("1000.MisereOutcome + 1", 0, "expected a game but this is an outcome"),
    ("10000000.MisereOutcome", 9, "the game has more than 200000 positions"),
    ("true ConjunctiveSum 1", 0, "`G` of ConjunctiveSum must be a game, but this is a truth value"),
    ("1 SelectiveSum [1]", 15, "`H` of SelectiveSum must be a game, but this is a list"),
    ("[[[[[[[[[1]]]]]]]]]", 0, "lists nest at most 8 deep"),
    ("0 / 0", 2, "a division by 0"),
    ("{1|0}/2", 0, "expected a number to divide but this is a game"),
    ("2/^", 2, "expected a number to divide but this is a game"),
    ("1/2*{1|0}", 3, "one side of this `*` must be an integer: games have no product"),
    ("[1,2][3]", 6, "the elements of this list are numbered from 1 to 2"),
    ("[1,2][0]", 6, "the elements of this list are numbered from 1 to 2"),
    ("[1", 2, "expected `]`, `,` or an operator but the text ends"),
    ("{1|*}.AtomicWeight", 6, "{1|*} is not atomic: it has no atomic weight"),
    ("{1/2|0||v|-1/8}.AtomicWeight", 16, "{1/2|0||v|-1/8} is not atomic: it has no atomic weight"),
    ("{1|0}.UptimalExpansion", 6, "{1|0} is not an uptimal: it has no expansion"),
    ("^.NimValue", 2, "^ is not a nimber"),
    ("2.Subordinate(^)", 2, "2 is not an ordinal sum with this base"),
    ("1000000000.Followers", 11, "1000000000 has 1000000001 followers, too many to list"),
    ("a := 1; a.Mean.Nonsense; 3", 15, "unknown name `Nonsense`"),
];

/// What CGSuite reads as a product or a power is noted.
#[test]
fn notes() {
    let notes = |text: &str| {
        let mut sheet = Worksheet::new();
        sheet.evaluate(text, &Limits::default()).unwrap();
        sheet.notes().to_vec()
    };
    assert_eq!(notes("6*5"), ["`6*5` is read as 6 + *5; the product is `6 * 5`"]);
    assert_eq!(notes("2^100"), ["`2^100` is read as 2 + 100.^; the power is `2 ^ 100`"]);
    let misere = notes("(clobber(\"xox/ox.\") + nim(1)).MisereOutcomeClass");
    assert_eq!(misere.len(), 1);
    assert!(misere[0].contains("`(A DisjunctiveSum B).MisereOutcomeClass`"), "{}", misere[0]);
    for text in [
        "(clobber(\"xo\") DisjunctiveSum nim(1)).MisereOutcomeClass",
        "('{*|*}' + 1).MisereOutcomeClass",
        "(*[2] + *[3]).MisereOutcomeClass",
        "(clobber(\"xo\") + nim(1)).CanonicalForm.MisereOutcomeClass",
    ] {
        assert!(notes(text).is_empty(), "{text}");
    }
    assert_eq!(notes("a := 1/2*3; [a, 1/2*3, 3^2-1]").len(), 2);
    for text in
        ["6 * 5", "2 ^ 10", "6*", "2^", "*5", "^2", "{1*2|0}", "(6)*5", "1^*2", "^2*3", "1/2^*3"]
    {
        assert_eq!(notes(text), [""; 0], "{text}");
    }
}

#[test]
fn errors() {
    for &(text, offset, message) in ERRORS {
        let mut sheet = Worksheet::new();
        let error = match sheet.evaluate(text, &within(Duration::from_secs(120))) {
            Ok(value) => panic!("{text} is {value}"),
            Err(error) => error,
        };
        assert_eq!(error.to_string(), format!("at offset {offset}: {message}"), "{text}");
        assert_eq!(error.offset(), offset, "{text}");
    }
}

/// A loop without an end, with time enough for all its rounds on a busy machine.
#[test]
fn loops_end() {
    for text in
        ["[x for x from 1]", "[x for x from 1 where false]", "Sum(1 for x from 1 for y from 1)"]
    {
        let error = Worksheet::new().evaluate(text, &within(Duration::from_secs(120))).unwrap_err();
        let message = error.to_string();
        assert!(message.ends_with(": lists have at most 1000000 elements"), "{text}: {message}");
    }
}

/// Those below 2^63: larger integers are not games.
#[test]
fn nim_arithmetic() {
    let mut count = 0;
    for row in rows(include_str!("../../../../tests/data/nim_arithmetic.tsv")) {
        let [a, b, result] = ["a", "b", "result"].map(|column| row.get(column));
        if [a, b, result].iter().any(|n| n.parse::<u64>().is_ok_and(|n| i64::try_from(n).is_err()))
        {
            continue;
        }
        let text = match row.get("op") {
            "NimInverse" => format!("{a}.NimInverse"),
            operation => format!("{a} {operation} {b}"),
        };
        assert_eq!(fresh(&text), result, "{text}");
        count += 1;
    }
    assert!(count > 1000, "{count}");
}

/// Misère outcomes of positions, with the positions as literals.
#[test]
fn misere_outcomes_of_positions() {
    /// The text of a position as a literal.
    fn text(board: &str) -> String {
        let cells = board.as_bytes();
        let mut sides = [Vec::new(), Vec::new()];
        for (at, &cell) in cells.iter().enumerate() {
            for to in [at.wrapping_sub(1), at + 1] {
                let (side, prey) = match cell {
                    b'x' => (0, b'o'),
                    b'o' => (1, b'x'),
                    _ => continue,
                };
                if cells.get(to) == Some(&prey) {
                    let mut after = cells.to_vec();
                    (after[at], after[to]) = (b'.', cell);
                    sides[side].push(text(std::str::from_utf8(&after).unwrap()));
                }
            }
        }
        format!("'{{{}|{}}}'", sides[0].join(","), sides[1].join(","))
    }
    let mut count = 0;
    for row in rows(include_str!("../../../../tests/data/misere_outcome.tsv")) {
        let board = row.get("position");
        if row.get("ruleset") != "clobber" || board.contains('/') || board.len() > 7 {
            continue;
        }
        let outcome = fresh(&format!("{}.MisereOutcomeClass", text(board)));
        assert_eq!(outcome, row.get("outcome"), "{board}");
        count += 1;
    }
    assert!(count > 20, "{count}");
}

#[test]
fn a_text_whose_value_is_not_a_game_is_not_parsed() {
    let store = Store::new();
    let parse = |text| dicot_calc::parse(text, &mut store.calculation());
    for (text, offset) in [("a := 1; a == 1", 8), ("^<2", 0)] {
        let expected = format!("at offset {offset}: expected a game but this is a truth value");
        assert_eq!(parse(text).unwrap_err().to_string(), expected);
    }
    assert_eq!(parse("a := {1|0}; {a|a}"), "{1|0||1|0}".parse());
    // Names are defined in one text only.
    assert!(parse("a").is_err() && "a".parse::<CanonicalForm>().is_err());
}

#[test]
fn options_are_expressions() {
    let store = Store::new();
    let parse = |text| dicot_calc::parse_options(text, &mut store.calculation());
    let (left, right) = parse("a := {2|-1}; {a.Mean,0,[*,^]|a.LeftStop}").unwrap();
    let text =
        |games: Vec<CanonicalForm>| games.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        (text(left), text(right)),
        (["1/2", "0", "*", "^"].map(String::from).into(), vec!["2".into()])
    );
    assert_eq!(
        parse("{1|0}.Mean").unwrap_err().to_string(),
        "at offset 5: expected the options of one game, in braces: `{L|R}` but found '.'"
    );
}

#[test]
fn an_error_leaves_the_names_of_the_statements_before() {
    let mut sheet = Worksheet::new();
    assert_eq!(answer(&mut sheet, "a := 1; b := 2"), "2");
    assert!(answer(&mut sheet, "a := 3; b := a.Nonsense; c := 4").starts_with("at offset"));
    assert_eq!(answer(&mut sheet, "[a,b]"), "[3,2]");
    assert_eq!(sheet.variable("c"), None);
    assert!(answer(&mut sheet, "a := 5; b := nothing").starts_with("at offset"));
    sheet.take_back();
    assert_eq!(answer(&mut sheet, "[a,b]"), "[3,2]");
}

#[test]
fn evaluations_are_undone_one_after_the_other() {
    let mut sheet = Worksheet::new().with_undo(2);
    for text in ["a := {1|-1}", "a := a + {6|2}; b := a", "b := ^", "c := 1", "a"] {
        answer(&mut sheet, text);
    }
    sheet.renew(&Limits::default()).unwrap();
    let names = |sheet: &Worksheet| -> String {
        sheet.variables().map(|(name, value)| format!("{name}={value} ")).collect()
    };
    let all = "a={7|5||3|1} b=^ c=1 ";
    assert_eq!(names(&sheet), all);
    sheet.take_back(); // `a` defines nothing
    assert_eq!(names(&sheet), all);
    sheet.take_back();
    assert_eq!(names(&sheet), "a={7|5||3|1} b=^ ");
    answer(&mut sheet, "b := b + b");
    sheet.take_back();
    sheet.take_back();
    assert_eq!(names(&sheet), "a={7|5||3|1} b={7|5||3|1} ");
    sheet.take_back();
    assert_eq!(names(&sheet), "a={7|5||3|1} b={7|5||3|1} "); // not remembered any more
}

#[test]
fn a_worksheet_moves_to_a_new_store() {
    let mut sheet = Worksheet::new();
    answer(
        &mut sheet,
        "a := {3||2|1}; b := a - {a|^}; l := [a, b, 1<2]; t := a.Thermograph; n := Right",
    );
    answer(&mut sheet, "{9|8}+{7|6}+{50|3}");
    let before: Vec<(String, String)> =
        sheet.variables().map(|(name, value)| (name.to_owned(), value.to_string())).collect();
    let forms = sheet.store().len();
    sheet.renew(&Limits::default()).unwrap();
    assert!(sheet.store().len() < forms);
    let after: Vec<(String, String)> =
        sheet.variables().map(|(name, value)| (name.to_owned(), value.to_string())).collect();
    assert_eq!(before, after);
    assert_eq!(answer(&mut sheet, "b + {a|^} == a"), "true");
    let none = Limits::default().with_forms(3);
    assert!(sheet.renew(&none).is_err());
    assert_eq!(answer(&mut sheet, "b + {a|^} == a"), "true");
}

#[test]
fn completions() {
    let mut sheet = Worksheet::new();
    answer(&mut sheet, "mine := 1; other := 2");
    assert_eq!(sheet.completions("temp"), ["Temperature"]);
    assert_eq!(sheet.completions("min"), ["Min", "Miny", "mine"]);
    assert_eq!(
        sheet.completions("o"),
        [
            "Offside",
            "Onside",
            "Opponent",
            "Options",
            "OrdinalProduct",
            "OrdinalSum",
            "OutcomeClass",
            "Overheat",
            "OwnRules",
            "other"
        ]
    );
    assert!(sheet.completions("é").is_empty());
}

#[test]
fn what_is_open_asks_for_more() {
    let open = [
        "{",
        "{1|(",
        "[",
        "a := {1|\n",
        "{1|2}.Cool(",
        "if a then",
        "begin a := 1",
        "/* (",
        "\"(\\\"\" + (",
        "for x in a yield x*x",
        "{1| // }",
        "if a then [1] else 2",
        "begin \"end\"",
        "f(x) :=",
        "x -> // a function",
        "for x in [z for z in a] yield x yield x + 1",
        "for x in a yield [y for y in b] yield 1",
        "for x in a do y := x",
    ];
    for text in open {
        assert!(Open::default().after(text).goes_on(), "{text}");
    }
    let closed = [
        "",
        "1",
        "}",
        "{}}",
        "a := 1",
        ")(",
        "end (",
        "// (",
        "/* ( */ 1",
        "\"(\"",
        "ending := 1",
        "elseif",
        "if a then 1 elseif b then 2 else 3 end",
        "begin a := 1; a end",
        "[x for x in a]",
        "for x in a yield x yield x + 1 end",
        "for x in [z for z in a] yield for y in b yield y yield 2 end yield 3 end",
        "for x in a do y := x end",
        "f(x) := 1",
    ];
    for text in closed {
        assert!(!Open::default().after(text).goes_on(), "{text}");
    }
}

/// The shared form of a game: each part is defined once.
#[test]
fn a_hundred_thousand_definitions() {
    let n = 100_000;
    let mut text = String::from("a0 := {1|*}");
    for i in 1..n {
        text += &format!("; a{i} := {{a{}|-1}}", (i - 1) % 7);
    }
    text += &format!("; a{}", n - 1);
    let steps = Limits::default().with_steps(10_000_000);
    let g: CanonicalForm = Store::new().calculate(&steps).parse(&text).unwrap();
    assert!(!g.to_string().is_empty());

    let mut sheet = Worksheet::new();
    assert_eq!(answer(&mut sheet, &text), g.to_string());
    // Another one takes no more for it.
    let few = Limits::default().with_steps(100_000);
    for _ in 0..1000 {
        sheet.evaluate("b := a99999", &few).unwrap();
    }
    assert_eq!(answer(&mut sheet, "b"), g.to_string());
}

/// A chain of definitions as deep as games may be.
#[test]
fn deep_definitions() {
    let mut text = String::from("a := {2|{1|0}}");
    for _ in 0..20_000 {
        text += ";a:={3|{a|0,*}}";
    }
    let store = Store::new();
    let limits = within(Duration::from_secs(10));
    let result = store.calculate(&limits).parse(&text);
    assert!(result.is_ok() || result.unwrap_err().offset() > 0);
}

/// Long groups of the same signs: each ends soon, in an error or a value.
#[test]
fn deep_and_long_texts() {
    let n = 100_000;
    let around = |open: &str, middle: &str, close: &str| open.repeat(n) + middle + &close.repeat(n);
    let texts = [
        around("Mean(", "1", ")"),
        around("Mean(", "1", ""),
        around("", "1", ".Mean"),
        around("", "^", ".Pow(1)"),
        around("1.Heat(", "1", ")"),
        around("Mean (", "1", ")"),
        around("", "1", " Heat 1"),
        around("", "*", ":1"),
        around("1:", "1", ""),
        around("1:(", "1", ")"),
        around("1/(", "1", ")"),
        around("", "1", "/1"),
        around("[", "1", "]"),
        around("[", "", ""),
        around("", "[1]", "[1]"),
        around("[1][", "1", "]"),
        around("-", "1.Mean", ""),
        around("- ", "1", ""),
        around("(1<", "1", ")"),
        around("", "1", "<1"),
        around("a:=", "1", ""),
        around("", "1", ";"),
        around(";", "1", ""),
        around("1;", "1", ""),
        around("a:=1;", "a", ""),
        around("a\n", "1", ""),
        around("a", "", ""),
        around("1.", "a", ""),
        around("1.Mean", "", ""),
        around("NimSum(1,", "1", ")"),
        around("NimSum([1,", "1", "])"),
        format!("NimSum({}1)", "1,".repeat(n)),
        format!("Mean({}1)", "1,".repeat(n)),
        format!("[{}1]", "1,".repeat(n)),
        around("[x for x in ", "1", "]"),
        around("[", "1", " for x in 1..2]"),
        around("{", "1", "}"),
        around("{1,", "1", "}"),
        around("'{", "1", "|}'"),
        around("'{1|}'+", "1", ""),
        around("-", "'{1|}'", ""),
        around("x->", "1", ""),
        around("(x)->", "1", ""),
        around("f(x):=", "1", ""),
        around("f(x):=x;", "f(1)", ""),
        around("f := x -> f(x);", "f(1)", ""),
        around("f(x):=x;f(", "1", ")"),
        around("f(x):=f(x);[", "f(1)", "]"),
        format!("f(x) := {}f(x){}; f(1)", "(".repeat(2000), ")".repeat(2000)),
        format!("f(x) := f({}x{}); f(1)", "Max(".repeat(500), ")".repeat(500)),
        around("1..", "1", ""),
        around("a:='{a|a}';", "a", ""),
        around("a:=[a];", "a", ""),
        around("a:=(a + '{1|}');", "a", ""),
        format!("a := '{{1|}}';{}", "a:=a+a;".repeat(n)),
        format!("a := [1];{}", "a:=[a,a];".repeat(n)),
        format!("a := [1];{}", "a:=a.Concat(a);".repeat(n)),
        format!("f(x) := x;{}", "f := x -> f(x) + f(x);".repeat(n)),
        format!("f({}) := 1", "x,".repeat(n)),
        "for x in ".repeat(n),
        format!("[x {}]", "for x from 1 to 1 ".repeat(n)),
        format!("[x {}]", "for x from 1 to 2 ".repeat(n)),
        around("not ", "true", ""),
        around("", "true", " and true"),
        around("true or ", "true", ""),
        around("if true then ", "1", " else 2 end"),
        around("if ", "true", " then true else false end"),
        around("if true then 1 else", " 1", " end"),
        format!("if false then 1 {} else 2 end", "elseif false then 1 ".repeat(n)),
        around("begin ", "1", " end"),
        around("begin a:=", "1", ";a end"),
        format!("begin {}1 end", "a := 1;".repeat(n)),
        around("2 ^ ", "1", ""),
        around("", "2", " % 3"),
        around("/* */ ", "1", " /* */"),
        around("// one\n", "1", ""),
        around("/*", "1", ""),
        around("f", "1", "(1)"),
        around("(", "x -> x", ")(1)"),
    ];
    let read = move || {
        for text in texts {
            let limits = Limits::default().with_forms(300_000).with_bytes(500 << 20);
            stops_in_time(&text, limits, 3);
        }
    };
    // In a thread with the default stack of 2 MB, whatever the main thread has.
    std::thread::Builder::new().stack_size(2 << 20).spawn(read).unwrap().join().unwrap();
}

/// Small texts that ask for much.
#[test]
fn hostile_texts_end_within_bounds() {
    let texts = [
        "*2147483648",
        "9999999999.NortonProduct(^)",
        "^.NortonProduct(^1000000)",
        "^1000000.NortonProduct({1|0})",
        "*2147483647.Followers",
        "*2147483647.LeftOptions",
        "*2147483647.StopCount",
        "*1000000.ConwayProduct({1|0})",
        "^1000000.ConwayProduct(^1000000)",
        "{1|0}.OrdinalSum(1000000000)",
        "1000000000.OrdinalSum({1|0})",
        "*.OrdinalSum(1000000000)",
        "*.OrdinalProduct(1000000000)",
        "1000000000.OrdinalProduct(1000000000)",
        "{1|0}.OrdinalProduct(*1000)",
        "^.Pow(1000000000)",
        "^.PowTo(1000000000)",
        "^.Pow(1/4611686018427387904)",
        "{1|0}.Cool(-1)",
        "{1|0}.Cool(-5)",
        "{1|0}.Cool(1/4611686018427387904)",
        "{9223372036854775807|-9223372036854775807}.Heat(9223372036854775807)",
        "1000000000.Overheat(^,1)",
        "1000000000.Overheat({1|0},1)",
        "(1/4611686018427387904).Overheat({1|0},1)",
        "^1000000000.AtomicWeight",
        "(^1000000000*5 + {^|v*}).AtomicWeight",
        "*2147483647.FarStar",
        "*1000000.ReducedCanonicalForm",
        "^1000000.Companion",
        "1000000000.Companion",
        "1000000000.Subordinate(1)",
        "1.Subordinate(1000000000)",
        "*2147483647.Subordinate(*)",
        "*1000000000.IsEven",
        "1000000000.IsEvenTempered",
        "^1000000000.IsOdd",
        "^1000000.LeftIncentives",
        "*60000.RightIncentives",
        "NimProduct(9223372036854775807,9223372036854775807)",
        "1000000000.{1|0}.StopCount",
        "(1000.{1|*}).Thermograph",
        "{*2147483647|0}.IsAtomic",
        "[x for x from 1]",
        "[x for x from 1 where false]",
        "[1..1000000 for x from 1]",
        "[[x for x from 1 to 1000000] for y from 1]",
        "Sum(Sum(x for x from 1 to 1000000) for y from 1)",
        "f(n) := Sum(f(n-1) for k in 1..10 where n > 0); f(100)",
        "f(n) := f(n-1) + f(n-1); f(1)",
        "(1..1000000).Sorted.Reversed.Sorted.Distinct",
        "(1..1000000).Apply(x -> (1..1000000).Sum)",
        "{x for x from 1 to 1000000}",
        "a := 1..1000000; [a.Contains(x) for x in a where x < 0]",
        "(*1000 ConjunctiveSum *1000).CanonicalForm",
        "(*200 SelectiveSum *200).MisereOutcomeClass",
        "1000000000 SelectiveSum 1000000000",
        "1000000 ConjunctiveSum *1000000",
        "*1000000.MisereOutcomeClass",
        "('{1000000|}':1000000).LeftOptions",
        "('{*1000|*1000}' SelectiveSum '{*1000|*1000}').LeftOptions",
        "'{*1000,*1000|}' + *2147483647 + ^1000000",
        "(1/9223372036854775807).Mod(1/9223372036854775806)",
        "[1/x for x from 1 to 100].Sum",
        "f(n) := if n > 0 then f(n-1) + f(n-1) else 1 end; f(100)",
        "f(n) := begin a := f(n-1); a end; f(1)",
        "(1/3) ^ 9223372036854775807",
        "[x ^ x for x from 1 to 1000000]",
    ];
    for text in texts {
        stops_in_time(text, Limits::default().with_forms(1_000_000).with_bytes(1 << 30), 1);
    }
}

#[test]
fn bounds_hold_for_operations_and_definitions() {
    let mut sheet = Worksheet::new();
    let past = Limits::default().with_deadline(Instant::now());
    assert_eq!(sheet.evaluate("1", &past).unwrap_err().limit(), Some(LimitKind::Time));
    let few = Limits::default().with_bytes(4 << 20);
    let text: String = (0..200_000).map(|i| format!("a{i}:=1;")).collect();
    let error = sheet.evaluate(&text, &few).unwrap_err();
    assert!(matches!(error.limit(), Some(LimitKind::Bytes(_))), "{error}");
    assert_eq!(answer(&mut sheet, "a0"), "1");
    let flag = interrupted();
    let stopped = Limits::default().with_interrupt(flag);
    let error = sheet.evaluate("a0", &stopped).unwrap_err();
    assert_eq!(error.limit(), Some(LimitKind::Interrupted));
}

/// Parts of expressions, for random texts.
fn part() -> impl Strategy<Value = String> {
    let fixed = prop::sample::select(vec![
        "{",
        "}",
        "|",
        "||",
        ",",
        "(",
        ")",
        "[",
        "]",
        "+",
        "-",
        "+-",
        "*",
        "/",
        ":",
        ":=",
        ";",
        "\n",
        " ",
        ".",
        "<",
        "//",
        "/*",
        "%",
        " ^ ",
        "if ",
        " then ",
        " else ",
        " end",
        "begin ",
        " and ",
        " or ",
        "not ",
        ">",
        "<=",
        "==",
        "<>",
        "<|",
        "|>",
        "^",
        "v",
        "^<2>",
        "0",
        "1",
        "2",
        "1/2",
        "a",
        "b",
        "a := ",
        "Left",
        "Tiny(",
        "{1|0}",
        "{a|*}",
        "é",
        "↑",
        "½",
        "_",
        "\"a\"",
        "\\",
        "\"",
        "..",
        "^(",
        " yield ",
        "for b in [1,2]",
        "b -> ",
        "9999999999999999999",
    ]);
    let names: Vec<String> = operations().iter().map(|o| o.name().to_owned()).collect();
    prop_oneof![
        6 => fixed.prop_map(str::to_owned),
        1 => prop::sample::select(names.clone()),
        1 => prop::sample::select(names).prop_map(|name| format!(".{name}")),
        1 => any::<char>().prop_map(String::from),
    ]
}

/// Evaluates a text; the error's offset must be within it and its message must be there.
fn try_text(text: &str) -> Result<(), TestCaseError> {
    let limits = Limits::default()
        .with_forms(100_000)
        .with_bytes(200 << 20)
        .with_deadline(Instant::now() + Duration::from_millis(200));
    match Worksheet::new().evaluate(text, &limits) {
        Err(error) => {
            prop_assert!(text.is_char_boundary(error.offset()), "{}", error);
            prop_assert!(error.to_string().len() < 400);
        }
        Ok(Value::Game(g)) if g.text_len() < 10_000 => {
            prop_assert_eq!(g.store().parse(&g.to_string()), Ok(g.clone()));
        }
        Ok(_) => {}
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_characters_do_no_harm(text in any::<String>()) {
        try_text(&text)?;
    }

    #[test]
    fn random_ascii_does_no_harm(text in "[ -~\n]{0,40}") {
        try_text(&text)?;
    }

    #[test]
    fn random_parts_do_no_harm(parts in prop::collection::vec(part(), 0..12)) {
        try_text(&parts.concat())?;
    }

    /// Arithmetic of rationals, against that of integers over a common denominator.
    #[test]
    fn rationals_are_a_field(a in -99i64..99, b in 1i64..50, c in -99i64..99, d in 1i64..50) {
        let [x, y] = [format!("({a}/{b})"), format!("({c}/{d})")];
        let mut sheet = Worksheet::new();
        let mut same = |left: String, right: String| {
            let text = format!("({left}) == ({right})");
            prop_assert_eq!(answer(&mut sheet, &text), "true", "{}", text);
            Ok(())
        };
        same(format!("{x} + {y}"), format!("({})/{}", a * d + c * b, b * d))?;
        same(format!("{x} - {y}"), format!("({})/{}", a * d - c * b, b * d))?;
        same(format!("{x} * {y}"), format!("({})/{}", a * c, b * d))?;
        same(format!("{x} + {y} - {y}"), x.clone())?;
        same(format!("({x} < {y})"), (a * d < c * b).to_string())?;
        same(format!("{x}.Floor + {x}.Mod(1)"), x.clone())?;
        same(format!("-((-{x}).Floor)"), format!("{x}.Ceiling"))?;
        same(format!("{x}.Max({y}) + {x}.Min({y})"), format!("{x} + {y}"))?;
        same(format!("{x}.Numerator / {x}.Denominator"), x.clone())?;
        if c != 0 {
            same(format!("{x} / {y} * {y}"), x.clone())?;
            same(format!("{y}.Reciprocal * {y}"), "1".to_owned())?;
        }
    }

    /// Operations of lists and sets, against those of vectors.
    #[test]
    fn lists_are_vectors(values in prop::collection::vec((-9i64..9, 1i64..4), 0..9)) {
        let texts: Vec<String> = values.iter().map(|(n, d)| format!("{n}/{d}")).collect();
        let list = format!("[{}]", texts.join(","));
        let mut sorted = values;
        sorted.sort_by_key(|(n, d)| n * 60 / d);
        let sorted: Vec<String> = sorted.iter().map(|(n, d)| format!("{n}/{d}")).collect();
        let sorted = format!("[{}]", sorted.join(","));
        let mut sheet = Worksheet::new();
        let mut same = |left: String, right: &str| {
            let text = format!("({left}) == ({right})");
            prop_assert_eq!(answer(&mut sheet, &text), "true", "{}", text);
            Ok(())
        };
        same(format!("{list}.Sorted"), &sorted)?;
        same(format!("{list}.ToSet.ToList"), &format!("{list}.Sorted.Distinct"))?;
        same(format!("{list}.Distinct.Size"), &format!("{list}.ToSet.Size"))?;
        same(format!("{list}.Reversed.Reversed"), &list)?;
        same(format!("[x for x in {list}]"), &list)?;
        same(format!("{list}.Sum"), &format!("Sum(x + y for x in [0] for y in {list})"))?;
        same(format!("{list}.Filter(x -> x > 0)"), &format!("[x for x in {list} where x > 0]"))?;
        same(format!("Sum(g.Size for g in {list}.Grouped(2))"), &format!("{list}.Size"))?;
    }

    /// The sums of literals have the values of the sums of games.
    #[test]
    fn literals_have_the_values_of_games(a in 0usize..6, b in 0usize..6, c in 0usize..6) {
        let games = ["0", "1/2", "*2", "^", "{1|*}", "-1"];
        let [a, b, c] = [a, b, c].map(|i| games[i]);
        let mut sheet = Worksheet::new();
        let mut same = |left: String, right: String| {
            let text = format!("({left}) == ({right})");
            prop_assert_eq!(answer(&mut sheet, &text), "true", "{}", text);
            Ok(())
        };
        let literal = format!("'{{{a},{b}|{c}}}'");
        same(literal.clone(), format!("{{{a},{b}|{c}}}"))?;
        same(format!("{literal} + {b} - {literal}"), b.to_owned())?;
        same(format!("{a} DisjunctiveSum ({b})"), format!("{a} + ({b})"))?;
        same(format!("{a} ConjunctiveSum ({b})"), format!("{b} ConjunctiveSum ({a})"))?;
        same(format!("{a} SelectiveSum ({b})"), format!("{b} SelectiveSum ({a})"))?;
        same(format!("({a} SelectiveSum ({b})) SelectiveSum ({c})"),
             format!("{a} SelectiveSum (({b}) SelectiveSum ({c}))"))?;
        same(format!("-({literal} ConjunctiveSum ({c}))"), format!("(-{literal}) ConjunctiveSum (-({c}))"))?;
        // The text of a literal is read as the same literal.
        let text = answer(&mut sheet, &format!("({literal} : ({a})) - {literal}"));
        prop_assert_eq!(answer(&mut sheet, &text), text);
    }

    /// Definitions change nothing: a sum of named parts is the sum of the parts.
    #[test]
    fn names_stand_for_what_they_name(x in -9i64..9, m in 0u32..5, k in -3i64..4) {
        let text = format!("{{{x}|*{m}}} + {k}.(^) - {{{m}||{x}|{k}}}");
        let named = format!("a := {{{x}|*{m}}}; b := {k}.(^); c := {{{m}||{x}|{k}}}; a + b - c");
        prop_assert_eq!(text.parse::<CanonicalForm>(), named.parse::<CanonicalForm>());
    }
}

/// Also where no operand takes any time.
#[test]
fn time_passes_in_long_texts_of_numbers() {
    for text in ["1+".repeat(4_000_000) + "1", format!("^{}", ".Mean".repeat(2_000_000))] {
        let deadline = Some(Instant::now() + Duration::from_millis(20));
        let limits = Limits::default().with_deadline(deadline);
        let error = Worksheet::new().evaluate(&text, &limits).unwrap_err();
        assert_eq!(error.limit(), Some(LimitKind::Time));
    }
}

/// An interrupt that is set.
fn interrupted() -> Interrupt {
    let interrupt = Interrupt::default();
    interrupt.set();
    interrupt
}
