//! Values in LaTeX: what is written for each form of the notation, and that nothing is lost.

use dicot::notation::latex::{math, text};
use dicot::{CanonicalForm, LimitKind, Limits, Store, ValueError};

use crate::plain::born::born_by;
use crate::plain::random::Random;
use crate::plain::table;

#[test]
fn each_form_of_the_notation() {
    for (printed, latex) in [
        ("0", "0"),
        ("-5/8", r"-\frac{5}{8}"),
        ("*", r"{\ast}"),
        ("*2", r"{\ast}2"),
        ("^", r"{\uparrow}"),
        ("vv*", r"{\Downarrow}{\ast}"),
        ("^3*2", r"{\uparrow}3{\ast}2"),
        ("-3v4*2", r"-3{\downarrow}4{\ast}2"),
        ("1/2^*", r"\frac{1}{2}{\uparrow}{\ast}"),
        ("^<2>", r"{\uparrow}^{2}"),
        ("v<10>*", r"{\downarrow}_{10}{\ast}"),
        ("2^[2]*", r"2{\uparrow}^{[2]}{\ast}"),
        ("v[3]", r"{\downarrow}_{[3]}"),
        ("+-1", r"\pm 1"),
        ("+-(1*)", r"\pm (1{\ast})"),
        ("+-{0,^*}", r"\pm \{0,{\uparrow}{\ast}\}"),
        ("Tiny(2)", "{+_{2}}"),
        ("Tiny({2|1})", r"{+_{\{2 \mid 1\}}}"),
        ("1/2Miny(1/4)", r"\frac{1}{2}{-_{\frac{1}{4}}}"),
        ("{2|-1}", r"\{2 \mid -1\}"),
        ("{^^*|*,v}", r"\{{\Uparrow}{\ast} \mid {\ast},{\downarrow}\}"),
        ("{16|8|||4|2||1}", r"\{16 \mid 8 \mathrel{|||} 4 \mid 2 \mathrel{||} 1\}"),
    ] {
        let g: CanonicalForm = printed.parse().unwrap();
        assert_eq!((g.to_string().as_str(), g.to_latex().as_str()), (printed, latex));
    }
}

/// Texts that are not values, and those that are more than one.
#[test]
fn other_texts() {
    for (printed, latex) in [
        ("a := {1|*}; -a", r"a := \{1 \mid {\ast}\};\ -a"),
        ("b12", "b_{12}"),
        ("[1/2,{1|*}]", r"[\frac{1}{2},\{1 \mid {\ast}\}]"),
        ("1 + ^ - *2", r"1 + {\uparrow}-{\ast}2"),
        ("↑ - (±1)", r"{\uparrow}-(\pm 1)"),
        ("{1|Tiny({2|*3...", r"\{1 \mid {+_{\{2 \mid {\ast}3\dots }}"),
        ("{2|Ti", r"\{2 \mid"),
    ] {
        assert_eq!(math(printed).as_deref(), Some(latex));
    }
    for other in ["", " ", "xox/ox.", "value", "v.", "3x4", "a b", "1)", "1.5", "Tin", "{1}2", "値"]
    {
        assert_eq!(math(other), None, "{other}");
    }
    assert_eq!(text("a_1 & --b%\n\\"), r"a\_1 \& {-}{-}b\% \textbackslash{}");
}

/// Whether each brace that groups has its partner; `\{` and `\}` are symbols.
fn is_balanced(latex: &str) -> bool {
    let mut depth = 0;
    let groups = latex.replace(r"\{", "").replace(r"\}", "");
    let closed_in_time = groups.chars().all(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth >= 0
    });
    closed_in_time && depth == 0
}

/// The printed text of a value in LaTeX.
fn printed(latex: &str) -> String {
    let mut text = latex.replace(r"\{", "⟨").replace(r"\}", "⟩");
    // Subscripts last, since they contain all the others.
    for (begin, middle, end, into) in [
        (r"\frac{", "}{", "}", ["", "/", ""]),
        (r"{\uparrow}^{[", "", "]}", ["↑[", "", "]"]),
        (r"{\downarrow}_{[", "", "]}", ["↓[", "", "]"]),
        (r"{\uparrow}^{", "", "}", ["↑<", "", ">"]),
        (r"{\downarrow}_{", "", "}", ["↓<", "", ">"]),
    ] {
        while let Some((before, rest)) = text.split_once(begin) {
            let (inner, after) = match middle {
                "" => ("", rest),
                _ => rest.split_once(middle).unwrap(),
            };
            let (last, after) = after.split_once(end).unwrap();
            text = [before, into[0], inner, into[1], last, into[2], after].concat();
        }
    }
    for (latex, text_of_it) in [
        (r"{\uparrow}", "^"),
        (r"{\Uparrow}", "^^"),
        (r"{\downarrow}", "v"),
        (r"{\Downarrow}", "vv"),
        (r"{\ast}", "*"),
        (r"\pm ", "+-"),
        (r" \mid ", "|"),
        (r" \mathrel{|||} ", "|||"),
        (r" \mathrel{||} ", "||"),
        (r" \mathrel{||||} ", "||||"),
        ("{+_{", "Tiny("),
        ("{-_{", "Miny("),
        ("}}", ")"),
        ("↑", "^"),
        ("↓", "v"),
        ("⟨", "{"),
        ("⟩", "}"),
    ] {
        text = text.replace(latex, text_of_it);
    }
    text
}

fn check(g: &CanonicalForm) {
    let (text, latex) = (g.to_string(), g.to_latex());
    assert!(is_balanced(&latex), "{g}: {latex}");
    assert_eq!(printed(&latex), text, "{latex}");
    assert!(latex.len() <= 12 * text.len(), "{g}");
    for end in 1..text.len() {
        // `T` alone is not converted.
        let start = math(&text[..end]).unwrap_or_default();
        assert!(is_balanced(&start), "{}: {start}", &text[..end]);
    }
}

#[test]
fn nothing_is_lost() {
    let store = Store::new();
    let games = born_by(&store, 3);
    games.iter().for_each(check);
    let mut random = Random(8);
    for _ in 0..500 {
        check(&(random.pick(&games) + random.pick(&games)));
    }
    let mut printed_games = 0;
    for row in table::rows(include_str!("../data/games_expr.tsv")) {
        let value = row.get("value");
        if !value.starts_with("TOOLONG") {
            check(&value.parse().unwrap());
            printed_games += 1;
        }
    }
    assert!(printed_games > 250, "{printed_games}");
}

/// The LaTeX form counts against the limit of memory, and is not begun if it has no room.
#[test]
fn limits_hold() {
    let store = Store::new();
    let switch = |n: i64| store.parse(&format!("+-{n}")).unwrap();
    let sum: CanonicalForm = (1..=12).map(|n| switch(1 << (2 * n))).sum();
    let length = sum.text_len() as usize;
    let bytes = store.bytes() + 30 * length;
    let limits = Limits::default().with_bytes(bytes);
    let mut calculation = sum.store().calculate(&limits);
    assert!(calculation.text_start(&sum, usize::MAX).is_ok());
    let error = calculation.to_latex(&sum).unwrap_err();
    assert_eq!(error, ValueError::Limit(LimitKind::Bytes(bytes)));
}
