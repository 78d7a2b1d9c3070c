//! Lists, sets, ranges, texts and what is printed of values.

use dicot_calc::Worksheet;

use crate::answer::{answer, assert_errors, assert_values};

/// CGSuite answers the same, except for the comments.
#[test]
fn lists_and_sets() {
    assert_values(&[
        ("[1,2,3].Count(x -> x > 1)", "2"),
        ("[1,2,3].Find(x -> x > 1)", "2"),
        ("[1,2,3].Find(x -> x > 3)", "Nothing"),
        ("[1,2,3].Find(x -> x > 3) == Nothing", "true"),
        ("[1,2].ForEach(x -> x+1)", "Nothing"),
        ("[[1,2],[3],4].Flattened", "[1,2,3,4]"),
        ("{[1,2],{2,[3]}}.Flattened", "{1,2,[3]}"),
        ("[3,1,2].SortedWith((a,b) -> b-a)", "[3,2,1]"),
        (
            "[[5,3,7],[1,6,3],[9,2,8]].SortedWith((a, b) -> a[2] - b[2])",
            "[[9,2,8],[5,3,7],[1,6,3]]",
        ),
        ("[3,1,2].SortedWith((a,b) -> 0)", "[3,1,2]"),
        ("[].SortedWith((a,b) -> 0)", "[]"),
        ("[3,1,2].Sublist(2,3)", "[1,2]"),
        ("[3,1,2].Sublist(2,9)", "[1,2]"),
        ("[3,1,2].Sublist(-4,1)", "[3]"),
        ("[3,1,2].Sublist(3,1)", "[]"),
        ("[3,1,2].Sublist(9,9)", "[]"),
        ("[3,1,2].Take(2)", "[3,1]"),
        ("[3,1,2].Take(9)", "[3,1,2]"),
        ("[3,1,2].Take(-1)", "[]"),
        ("{1,2} Intersection {2,3}", "{2}"),
        ("{1,{^},*} Intersection [{^},*,*]", "{*,{^}}"),
        ("{1,2} Union {2,3}", "{1,2,3}"),
        ("{1,2} Union [3,2]", "{1,2,3}"),
        ("[7,8].MkOutput(\"; \")", "7; 8"),
        ("[].MkOutput(\"; \")", ""),
        ("[\"a\",{1|0},[1,*]].MkOutput(\"\")", "\"a\"{1|0}[1,*]"),
    ]);
    assert_errors([
        ("[1].Count(x -> x)", "at offset 10: Count takes a condition, but this is a game"),
        ("[1].Find(2)", "at offset 9: Find takes a function, but this is a game"),
        ("[1,2].SortedWith(x -> 0)", "at offset 6: `SortedWith` takes 1 arguments: there are 2"),
        ("[1,2].SortedWith((a,b) -> *)", "at offset 17: SortedWith takes a number, but this is a"),
        ("[1,2].SortedWith((a,b) -> q)", "at offset 6: in `SortedWith`, at offset 0: unknown name"),
        (
            "[1].Sublist(1,*)",
            "at offset 14: `last` of Sublist must be an integer, but this is a game",
        ),
        ("[1].Take(1/2)", "at offset 9: `n` of Take must be an integer, but this is a game"),
        ("[1] Union 2", "at offset 10: `other` of Union must be a list or a set, but"),
        ("1 Intersection [2]", "at offset 0: `list` of Intersection must be a list or a set, but"),
        ("[1].MkOutput(1)", "at offset 13: `separator` of MkOutput must be a text, but"),
        ("(1..1000000) Union [0]", "at offset 13: lists have at most 1000000 elements"),
    ]);
}

#[test]
fn ranges_with_a_step() {
    assert_values(&[
        ("1..9..2", "[1,3,5,7,9]"),
        ("1 .. 10 .. 2", "[1,3,5,7,9]"),
        ("9..1..-3", "[9,6,3]"),
        ("1..9..-1", "[]"),
        ("9..1", "[]"),
        ("1..0..5", "[]"),
        ("2..2..-7", "[2]"),
        ("(1..10..2).Contains(4)", "false"),
        ("1..9223372036854775807..9223372036854775806", "[1,9223372036854775807]"),
        ("[a for a in 1..7..3]", "[1,4,7]"),
        (
            "(0-9223372036854775807)..9223372036854775807..9223372036854775807",
            "[-9223372036854775807,0,9223372036854775807]",
        ),
    ]);
    assert_errors([
        ("1..9..0", "at offset 1: the step of a range is not 0"),
        ("1..9..*", "at offset 1: `..` is between integers, and not a game"),
        ("1..9..2..3", "at offset 7: `..` is between integers, and not a list"),
        ("1..9999999..2", "at offset 1: lists have at most 1000000 elements"),
        ("1..9..", "at offset 6: expected a game but the text ends"),
    ]);
}

#[test]
fn loops_yield_lists() {
    assert_values(&[
        ("for x in [3,4] yield x+1 end", "[4,5]"),
        ("for x from 1 to 3 for y from 1 to x where x != y yield [x,y] end", "[[2,1],[3,1],[3,2]]"),
        ("(for x in [3,4]\nyield x\nend).Sum", "7"),
        ("[for y from 1 to x yield y end for x from 1 to 2]", "[[1],[1,2]]"),
        ("f(n) := for x from 1 to n yield x*x end; f(3)", "[1,4,9]"),
    ]);
    assert_errors([
        (
            "for x in [3,4] x",
            "at offset 15: expected `to`, `by`, `while`, `where`, `for`, `yield` or `do` but",
        ),
        (
            "for x in [3,4] yield x",
            "at offset 22: expected `yield`, `end` or an operator but the text ends",
        ),
        ("for x in 3 yield x end", "at offset 9: expected a list or a set but this is a game"),
    ]);
}

#[test]
fn texts() {
    assert_values(&[
        (r#""abc""#, r#""abc""#),
        (r#""a" Concat "b""#, r#""ab""#),
        (r#""a" + "b""#, r#""ab""#),
        (r#""a" + 5.ToOutput"#, "a5"),
        (r#"5.ToOutput + "a" + "b""#, "5ab"),
        (r#""abc".Length"#, "3"),
        (r#""".Size"#, "0"),
        (r#""abc".Replace("a","b")"#, r#""bbc""#),
        (r#""Jangly".Replace("angl", "ohn H. Conwa")"#, r#""John H. Conway""#),
        (r#""ab".Replace("", "-")"#, r#""-a-b-""#),
        ("5.ToString", r#""5""#),
        ("5.ToOutput", "5"),
        ("{3|1}.ToString", r#""{3|1}""#),
        ("'{0|0}'.ToString", r#""'{0|0}'""#),
        ("{[1/3,*],{2}}.ToString", r#""{[1/3,*],{2}}""#),
        ("*[2#0].ToString", r#""*[2#0]""#),
        ("over.ToString + true.ToString", r#""overtrue""#),
        (r#"clobber("xo").ToString"#, r#""clobber(\"xo\")""#),
        (r#""a\"b\\c".Length"#, "5"),
        (r#""a\"b\\c""#, r#""a\"b\\c""#),
        (r#""a\b""#, r#""a\\b""#),
        (r#""a\\b" == "a\b""#, "true"),
        (r#"Integer.Parse("5") + 1"#, "6"),
        (r#"Parse("-12")"#, "-12"),
        (r#""x" == "x""#, "true"),
        (r#"{"b","a","b"}"#, r#"{"a","b"}"#),
        (r#"["b","a"].Sorted"#, r#"["a","b"]"#),
        ("Nothing", "Nothing"),
    ]);
    assert_errors([
        (r#""a" + 1"#, "at offset 0: expected a game but this is a text"),
        (
            r#""a" Concat 1"#,
            "at offset 0: `list` of Concat must be a list or a set, but this is a text",
        ),
        (
            r#""abc".Replace("a",1)"#,
            "at offset 18: `by` of Replace must be a text, but this is a game",
        ),
        (
            r#"1.Replace("a","b")"#,
            "at offset 0: `text` of Replace must be a text, but this is a game",
        ),
        (r#"Integer.Parse("5x")"#, "at offset 8: the text is not an integer"),
        ("Integer.Parse(5)", "at offset 14: `text` of Parse must be a text, but this is a game"),
        (r#""abc"#, "at offset 4: expected `\"` but the text ends"),
        (r#""abc\""#, "at offset 6: expected `\"` but the text ends"),
        ("Nothing + 1", "at offset 0: expected a game but this is nothing"),
        ("Nothing := 1", "at offset 0: `Nothing` has a meaning of its own and cannot be defined"),
        (
            r#"f(t,n) := if n == 0 then t else f(t + t, n - 1) end; f("ab",40)"#,
            "at offset 53: in `f`, at offset 26: texts have at most 1000000 bytes",
        ),
        (
            r#"a := [n for n from 1 to 300000].ToString; a.Replace("1",a)"#,
            "at offset 32: texts have at most 1000000 bytes",
        ),
        (
            r#"a := [n for n from 1 to 9000].ToString; a.Replace("1",a)"#,
            "at offset 42: texts have at most 1000000 bytes",
        ),
        // A game with few followers whose text has more than 2^100 characters.
        (
            "f(g,n) := if n == 0 then g else f({g||g|-4-n}, n - 1) end; [f({3|1},100)].ToString",
            "at offset 74: texts have at most 1000000 bytes",
        ),
    ]);
}

/// Patterns match whole texts, as those of Java, of which they have a part.
#[test]
fn patterns() {
    let holds = |text: &str, pattern: &str| {
        answer(&mut Worksheet::new(), &format!("\"{text}\".Matches(\"{pattern}\")"))
    };
    for (pattern, yes, no) in [
        ("a.c", &["abc", "axc"][..], &["ac", "abcd", "xabc"][..]),
        ("", &[""], &["a"]),
        ("ab*", &["a", "ab", "abbb"], &["b", "aba"]),
        ("(ab)+", &["ab", "abab"], &["", "aba"]),
        ("(a|b|cd)*e?", &["", "abcd", "cde", "e"], &["c", "ee", "ace"]),
        ("a|bc|", &["a", "bc", ""], &["b", "ac"]),
        ("(a*)*b", &["b", "aab"], &["a", ""]),
        ("[a-c1-]x", &["bx", "1x", "-x"], &["dx", "x"]),
        ("[^a-c]+", &["xyz", "é"], &["xa", ""]),
        ("\\\\d+\\\\.\\\\w", &["12.x", "0._"], &["12x", ".x", "1."]),
        ("[\\\\d,]+", &["1,2", "3"], &["", "a"]),
        ("((a?)+b)?(c|d(e)*)", &["c", "aabc", "bdee", "d"], &["a", "e"]),
    ] {
        for (texts, expected) in [(yes, "true"), (no, "false")] {
            for text in texts {
                assert_eq!(holds(text, pattern), expected, "{text} {pattern}");
            }
        }
    }
    assert_errors([
        ("\"a\".Matches(\"(a\")", "at offset 4: no pattern: found open group without closing ')'"),
        (
            "\"a\".Matches(\"a)\")",
            "at offset 4: no pattern: found closing ')' without matching '('",
        ),
        ("\"a\".Matches(\"[a\")", "at offset 4: no pattern: "),
        ("\"a\".Matches(\"*\")", "at offset 4: no pattern: "),
        ("\"a\".Matches(\"\\\\q\")", "at offset 4: no pattern: "),
        ("\"a\".Matches(1)", "at offset 12: `pattern` of Matches must be a text"),
    ]);
    let long = format!("\"a\".Matches(\"{}\")", "(".repeat(60));
    assert_errors([(&*long, "at offset 4: no pattern: ")]);
}
