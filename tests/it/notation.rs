//! What the reader accepts, what it refuses and with which words, and that nothing harms it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use dicot::{CanonicalForm, LimitKind, Limits, NotationProblem, ParseFormError, Store, ValueError};

use crate::plain::random::Random;

/// Texts and how the games are printed.
const ACCEPTED: &[(&str, &str)] = &[
    // Numbers.
    ("0", "0"),
    ("  3\n", "3"),
    ("0/5", "0"),
    ("3/6", "1/2"),
    ("6/8+0", "3/4"),
    ("-5/8", "-5/8"),
    ("½", "1/2"),
    ("¼+¾", "1"),
    ("−1", "-1"),
    ("3−1", "2"),
    ("+1", "1"),
    ("--1", "1"),
    ("---1", "-1"),
    ("-+1", "-1"),
    ("1 + -1", "0"),
    ("1 - -1", "2"),
    ("1-1/2", "1/2"),
    ("9223372036854775807", "9223372036854775807"),
    ("-9223372036854775807", "-9223372036854775807"),
    ("9223372036854775807-9223372036854775807", "0"),
    ("1/4611686018427387904", "1/4611686018427387904"),
    ("9223372036854775807^*", "9223372036854775807^*"),
    // Nimbers.
    ("*", "*"),
    ("*0", "0"),
    ("*1", "*"),
    ("*2+*3", "*"),
    ("*(2)", "*2"),
    ("*(1+1)", "*2"),
    ("*2147483647", "*2147483647"),
    // Ups.
    ("^", "^"),
    ("^^", "^^"),
    ("^^^", "^3"),
    ("^2", "^^"),
    ("^1", "^"),
    ("v3", "v3"),
    ("^^^*2", "^3*2"),
    ("^0", "0"),
    ("v2147483647", "v2147483647"),
    ("↑", "^"),
    ("↓", "v"),
    ("⇑", "^^"),
    ("⇓*", "vv*"),
    ("↑↑", "^^"),
    ("^↑", "^^"),
    ("↑⇑", "^3"),
    ("↑3*2", "^3*2"),
    ("½↑", "1/2^"),
    ("-^", "v"),
    ("-^^*", "vv*"),
    ("-1^", "-1^"),
    ("-3v4*2", "-3v4*2"),
    ("-3v-4", "-7v"),
    ("1/2^80", "1/2^80"),
    ("1^7", "1^7"),
    ("-1/2*2", "-1/2*2"),
    ("^<1>", "^"),
    ("^<2>", "^<2>"),
    ("v<3>*2", "v<3>*2"),
    ("^[1]", "^"),
    ("^[2]", "^[2]"),
    ("1^[2]*", "1^[2]*"),
    ("v[ 4 ]", "v[4]"),
    ("^+^<2>", "^[2]"),
    ("^<2>+^<3>+^", "^[3]"),
    ("{^|*}", "^[2]"),
    ("{0|v*}", "^<2>"),
    // Products.
    ("2*3", "2*3"),
    ("2*(3)", "6"),
    ("2*", "2*"),
    ("2*^", "^^"),
    ("2*(^)", "^^"),
    ("(^)*3", "^3"),
    ("-2*(^)", "vv"),
    ("3*{1|*}", "{2*|1}"),
    ("{1|*} * 3", "{2*|1}"),
    ("3*{1|0}", "{2|1}"),
    ("0*{1|0}", "0"),
    ("2.^", "^^"),
    ("2.{1|*}", "1*"),
    ("3.^<2>", "{0|||0,v*||vv,v*|v3*}"),
    ("1^*2*3", "3^3*2"),
    // Switches.
    ("+-1", "+-1"),
    ("±½", "+-1/2"),
    ("+-(1*)", "+-(1*)"),
    ("+-{0,^*}", "+-{0,^*}"),
    ("+-{0}", "*"),
    ("+-{}", "0"),
    ("+-{0|1}", "+-1/2"),
    ("+-(1,2)", "+-2"),
    ("+-+-1", "0"),
    ("1+(+-1)", "{2|0}"),
    ("1±1", "{2|0}"),
    ("+-{2|1}", "+-{2|1}"),
    ("*-2", "-2*"),
    // Braces.
    ("{|}", "0"),
    ("{0|}", "1"),
    ("{ | 0 }", "-1"),
    ("{ 0 , * | 0 }", "^*"),
    ("{1|2}", "3/2"),
    ("{1||2}", "3/2"),
    ("{1|||||2}", "3/2"),
    ("{1|2||3|4}", "2"),
    ("{1|||2||3|4}", "2"),
    ("{3||2|1}", "{3||2|1}"),
    ("{3|{2|1}}", "{3||2|1}"),
    ("{1|0||0|-1}", "0"),
    ("{2|1||-1|-2}", "+-{2|1}"),
    ("{4|2||1|-1}", "{4|2||+-1}"),
    ("{4|2||1|-2}", "{4|2||1|-2}"),
    ("{4||||3|||2||1|0}", "{4||||3|||2||1|0}"),
    ("{5|{4||||3|||2||1|0}}", "{5|{4||||3|||2||1|0}}"),
    ("{5|||||4||||3|||2||1|0}", "{5|{4||||3|||2||1|0}}"),
    ("{1,1|0,0}", "{1|0}"),
    ("{|{^|-2}}", "0"),
    // Tiny and miny.
    ("Tiny(1)", "Tiny(1)"),
    ("tiny(2)", "Tiny(2)"),
    ("Tiny (2)", "Tiny(2)"),
    ("{2|0||0}", "Miny(2)"),
    ("-Tiny(2)", "Miny(2)"),
    ("2Tiny(1)", "2Tiny(1)"),
    ("1/2Miny(1)", "1/2Miny(1)"),
    ("-1Tiny(2)", "-1Tiny(2)"),
    ("Tiny({2|1})", "Tiny({2|1})"),
    ("Tiny(1/2)+Miny(1/2)", "0"),
    ("Tiny(0)", "^"),
    ("Tiny(-1)", "1/4"),
    ("Miny(-{^|*})", "{v[2]|0||0}"),
    // Large numbers cost nothing.
    ("1000000000/1024", "1953125/2"),
    ("{1000000000|-1000000000}", "+-1000000000"),
    ("{1000000000|}", "1000000001"),
    ("{1000000000*|-1000000000*}", "+-(1000000000*)"),
    ("{0|^1000000}", "^1000001*"),
    ("{^1000000|v1000000}", "+-^1000000"),
    ("{^1000000*|0}", "{^1000000*|0}"),
    ("Tiny(1000000000)", "Tiny(1000000000)"),
    ("1000000000.{1|0}", "500000000"),
    ("1000000*{2|*}", "1000000"),
    // The signs of books and pages.
    ("∗", "*"),
    ("½↑∗", "1/2^*"),
    ("⇑∗", "^^*"),
    ("{1∣∗2}", "{1|*2}"),
    ("{2∥1∣0}", "{2||1|0}"),
    ("1+3·↑", "1^3"),
    ("3⋅⋆2", "*2"),
    ("↑²", "^<2>"),
    ("−↓¹⁰", "^<10>"),
    ("2tiny₂", "2Tiny(2)"),
    ("2+miny₁₂", "2Miny(12)"),
    ("⧾₁ + ⧿₁", "0"),
];

/// Some seconds of work, wherever the tests run.
fn few_steps() -> Limits {
    Limits::default().with_steps(10_000_000)
}

#[test]
fn accepted() {
    for &(text, printed) in ACCEPTED {
        let store = Store::new();
        let g = store.calculate(&few_steps()).parse(text);
        let g = g.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(g.to_string(), printed, "{text}");
        assert_eq!(g.text_len(), printed.len() as u64, "{text}");
        assert_eq!(store.parse(printed), Ok(g), "{printed}");
        assert!(store.len() < 200, "{text} takes {} forms", store.len());
    }
}

const OPERAND: &str = "expected a game";
const OPERATOR: &str = "expected an operator or the end of the text";
const RANGE: &str = "number out of range: numerators are below 2^63 and denominators at most 2^62";
const MULTIPLE: &str = "nimbers and multiples of ^ go up to 2147483647, powers of ^ up to 1000";
const NOT_DYADIC: &str = "the denominator is not a power of two, so this is not a short game";
const BARS: &str = "two groups of bars are the longest: make the root's longer or add braces";
const PLUS_MINUS: &str = "`+-` after a game: write `+(+-G)` for a switch or `-G` for a difference";
const PRODUCT: &str = "one side of this `*` must be an integer: games have no product";
const OVERFLOW: &str = "a number, up or nimber is out of range";
const DECIMALS: &str = "expected a game to multiply (decimals are not read: write 1/2)";
const NO_BARS: &str = "expected `|` or `,` (a list without bars may only follow `+-`)";
const CLOSE: &str = "expected `)`, `,` or an operator";
const OPTIONS: &str = "a game has more than 65535 options";

/// Texts, the offset of the problem, and the message, to which what was found is added.
const REFUSED: &[(&str, usize, &str, &str)] = &[
    ("", 0, OPERAND, " but the text ends"),
    (" \t\n", 3, OPERAND, " but the text ends"),
    ("{", 1, OPERAND, " but the text ends"),
    ("}", 0, OPERAND, " but found '}'"),
    ("{1|2", 4, "expected `|`, `,` or `}`", " but the text ends"),
    ("{1|2}}", 5, OPERATOR, " but found '}'"),
    ("((1)", 4, CLOSE, " but the text ends"),
    ("(1))", 3, OPERATOR, " but found ')'"),
    ("{1|(2}", 5, CLOSE, " but found '}'"),
    ("{(1|2)}", 3, CLOSE, " but found '|'"),
    ("1/3", 2, NOT_DYADIC, ""),
    ("∗ + {1∣₂}", 11, OPERAND, " but found '₂'"),
    ("tiny₂ + ³", 10, OPERAND, " but found '³'"),
    ("1/0", 2, NOT_DYADIC, ""),
    ("2/6", 2, NOT_DYADIC, ""),
    ("1/", 1, OPERATOR, " but found '/'"),
    ("1 / 2", 2, OPERATOR, " but found '/'"),
    ("0.5", 2, DECIMALS, " but found '5'"),
    ("{1|1.5}", 5, DECIMALS, " but found '5'"),
    ("9223372036854775808", 0, RANGE, ""),
    ("-9223372036854775808", 1, RANGE, ""),
    ("1/9223372036854775808", 0, RANGE, ""),
    ("1/18446744073709551616", 0, RANGE, ""),
    ("340282366920938463463374607431768211456", 0, RANGE, ""),
    ("*99999999999", 1, MULTIPLE, ""),
    ("*2147483648", 1, MULTIPLE, ""),
    ("*340282366920938463463374607431768211456", 1, MULTIPLE, ""),
    ("^2147483648", 1, MULTIPLE, ""),
    ("^<1001>", 2, MULTIPLE, ""),
    ("^<-1>", 2, "expected a positive integer as exponent", " but found '-'"),
    ("v<1/2>", 3, "expected `>`", " but found '/'"),
    ("^<", 1, OPERATOR, " but found '<'"),
    ("^<2", 1, OPERATOR, " but found '<'"),
    ("^[2>", 3, "expected `]`", " but found '>'"),
    ("^2147483647+^", 11, OVERFLOW, ""),
    ("9223372036854775807+1", 19, OVERFLOW, ""),
    ("9223372036854775807.^", 19, OVERFLOW, ""),
    ("{9223372036854775807|}", 20, OVERFLOW, ""),
    ("{|-9223372036854775807}", 1, OVERFLOW, ""),
    ("{0|1/4611686018427387904}", 2, OVERFLOW, ""),
    ("{9223372036854775806/4|}+9223372036854775807", 24, OVERFLOW, ""),
    ("{1|2|3}", 4, BARS, ""),
    ("{1||2||3}", 5, BARS, ""),
    ("{1||2|3|4}", 7, BARS, ""),
    ("1+-1", 1, PLUS_MINUS, ""),
    ("{1|0}+-^", 5, PLUS_MINUS, ""),
    ("{1|*}*{1|*}", 5, PRODUCT, ""),
    ("^*^", 1, PRODUCT, ""),
    ("1/2*{1|0}", 3, PRODUCT, ""),
    ("2**", 3, OPERAND, " but the text ends"),
    ("{1|0}*", 6, OPERAND, " but the text ends"),
    ("{1|0}^", 5, OPERATOR, " but found '^'"),
    ("(1)^", 3, OPERATOR, " but found '^'"),
    ("^v", 1, OPERATOR, " but found 'v'"),
    ("^^3", 2, OPERATOR, " but found '3'"),
    ("1 2", 2, OPERATOR, " but found '2'"),
    ("* 2", 2, OPERATOR, " but found '2'"),
    ("1,2", 1, OPERATOR, " but found ','"),
    ("1é", 1, OPERATOR, " but found 'é'"),
    ("½½", 2, OPERATOR, " but found '½'"),
    ("1e5", 1, OPERATOR, " but found 'e'"),
    ("{0}", 2, NO_BARS, " but found '}'"),
    ("{}", 1, NO_BARS, " but found '}'"),
    ("{,|}", 1, OPERAND, " but found ','"),
    ("{0,|}", 3, OPERAND, " but found '|'"),
    ("{|0,}", 4, OPERAND, " but found '}'"),
    ("{a|b}", 1, "unknown name `a`", ""),
    // What the calculator adds.
    ("{2|-1}.Mean", 6, OPERATOR, " but found '.'"),
    ("2.Mean", 1, OPERATOR, " but found '.'"),
    ("Mean(1)", 0, "unknown name `Mean`", ""),
    ("[1]", 0, OPERAND, " but found '['"),
    ("1:1", 1, OPERATOR, " but found ':'"),
    ("1 Heat 2", 2, OPERATOR, " but found 'H'"),
    ("1 == 1", 2, OPERATOR, " but found '='"),
    ("1/2*(1/2)", 3, PRODUCT, ""),
    ("é", 0, OPERAND, " but found 'é'"),
    ("on", 0, "unknown name `on`", ""),
    ("'{1|2}'", 0, OPERAND, " but found '\\''"),
    ("1 + ", 4, OPERAND, " but the text ends"),
    ("+-(1", 4, CLOSE, " but the text ends"),
    (
        "(1,2)",
        0,
        "expected one game in parentheses (a list may only follow `+-`)",
        " but found '('",
    ),
    ("Tiny", 4, "expected `(`", " but the text ends"),
    ("Tiny 2", 5, "expected `(`", " but found '2'"),
    ("Tiny(2", 6, CLOSE, " but the text ends"),
    ("Tiny(1,2)", 0, "expected a single subscript", " but found 'T'"),
    ("{*1000000|*}", 9, OPTIONS, ""),
    ("{*100000,0|0}", 10, OPTIONS, ""),
    ("*1000000+{0||0|-1}", 8, OPTIONS, ""),
    ("^1000000+{0||0|-1}", 8, "nested more than 25000 levels deep", ""),
];

#[test]
fn refused() {
    for &(text, offset, message, found) in REFUSED {
        let store = Store::new();
        let error = match store.calculate(&few_steps()).parse(text) {
            Ok(g) => panic!("{text} is read as {g:?}"),
            Err(error) => error,
        };
        let expected = format!("at offset {offset}: {message}{found}");
        assert_eq!((error.to_string(), error.offset()), (expected, offset), "{text}");
        assert_eq!(error.limit(), None, "{text}");
        assert!(store.len() < 100_000, "{text}");
    }
    // The options of a nimber that is dominated, or an option of a value in closed form, need not be listed.
    for (text, printed) in [("{*1000000|0}", "v*1000001"), ("{*100000,^|0}", "*")] {
        assert_eq!(text.parse::<CanonicalForm>().unwrap().to_string(), printed);
    }
    // What is in parentheses behind a star is a nimber's number.
    for text in ["*(1,2)", "*(-1)", "*(1/2)", "*(*)", "*({1|0})", "^<0>"] {
        assert!(text.parse::<CanonicalForm>().is_err(), "{text}");
    }
}

/// Integers like 10^9 are one form each.
#[test]
fn large_numbers_cost_nothing() {
    let store = Store::new();
    let before = (store.len(), store.bytes());
    for text in ["1000000000", "-1000000000", "1000000000/1024", "*1000000000", "^1000000000"] {
        let g = store.parse(text).unwrap();
        assert!(g.birthday() > 900_000);
        assert_eq!(
            g.outcome(),
            if text.starts_with('*') { dicot::Outcome::Next } else { g.outcome() }
        );
    }
    assert!(store.len() <= before.0 + 8 && store.bytes() < before.1 + 100_000);
}

/// Long groups of the same signs, opened and closed or not. All must end soon, in an error or a value.
fn long_texts() -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for n in [2_000, 100_000] {
        let around = |open: &str, middle: &str, close: &str| {
            (
                format!("{n} times {open} {middle} {close}"),
                open.repeat(n) + middle + &close.repeat(n),
            )
        };
        for (open, close) in [
            ("{", ""),
            ("(", ""),
            ("", "}"),
            ("{", "|}"),
            ("{|", "}"),
            ("{0|", "}"),
            ("{", "|0}"),
            ("{1|", "}"),
            ("{0,", "|0}"),
            ("{5|{0|", "}}"),
            ("(", ")"),
            ("-", ""),
            ("+", ""),
            ("-(", ")"),
            ("+-", ""),
            ("+-(", ")"),
            ("+-{1,", "}"),
            ("±", ""),
            ("*(", ")"),
            ("Tiny(", ")"),
            ("Miny(Tiny(", "))"),
            ("2*(", ")"),
            ("2.", ""),
            ("{|", ""),
            ("{{|}|", ""),
            ("^", ""),
            ("1+", ""),
            ("1-(", ")"),
            ("", "|"),
            ("{1|0}+", ""),
            ("{0|", "}+^"),
        ] {
            texts.push(around(open, "1", close));
            texts.push(around(open, "", close));
        }
        texts.push((format!("{n} bars"), format!("{{1{}0}}", "|".repeat(n))));
        let groups: String = (1..=n.min(1_500)).map(|i| format!("0{}", "|".repeat(i))).collect();
        texts.push((format!("{n} groups of bars"), format!("{{{groups}}}")));
        texts.push((format!("{n} options"), format!("{{{}0|1}}", "0,^,".repeat(n))));
        let sum = (0..n).map(|i| format!("+{}", i % 7)).collect::<String>();
        texts.push((format!("{n} summands"), sum));
    }
    texts
}

/// Reads, and if that works prints: both within limits or soon.
fn read_long_texts() {
    for (name, text) in long_texts() {
        let store = Store::new();
        let limits = few_steps().with_forms(300_000).with_bytes(500 << 20);
        let result = store.calculate(&limits).parse(&text);
        if let Ok(g) = result {
            let text = g.text_start(100).0;
            assert!(!text.is_empty() && g.birthday() < 1_000_000_000_000, "{name}");
            assert_eq!(&g + &-&g, CanonicalForm::ZERO, "{name}");
        }
    }
}

#[test]
fn deep_and_long_texts() {
    // In a thread with the default stack of 2 MB, whatever the main thread has.
    std::thread::Builder::new().stack_size(2 << 20).spawn(read_long_texts).unwrap().join().unwrap();
}

/// `v[999]` has a short text, or at least it takes no long time to find that it is not used.
#[test]
fn long_chains_of_uptimals() {
    let store = Store::new();
    let text = "{*|".repeat(1000) + "1" + &"}".repeat(1000);
    let g = store.calculate(&few_steps()).parse(&text).unwrap();
    assert!(!g.text_start(100).0.is_empty());
    assert!(store.len() < 100_000, "{} forms", store.len());
}

#[test]
fn a_hundred_thousand_braces() {
    let open = "{".repeat(100_000).parse::<CanonicalForm>().unwrap_err();
    assert_eq!(open.problem(), &NotationProblem::Value(ValueError::TooDeep));
    let closed = "}".repeat(100_000).parse::<CanonicalForm>().unwrap_err();
    assert_eq!(closed.offset(), 0);
}

fn within(text: &str, limits: &Limits) -> Result<CanonicalForm, ParseFormError> {
    Store::new().calculate(limits).parse(text)
}

#[test]
fn bounds_of_reading() {
    let past = Limits::default().with_deadline(Instant::now());
    assert_eq!(within("1", &past).unwrap_err().limit(), Some(LimitKind::Time));
    let none = Limits::default().with_forms(1);
    let error = within("1", &none).unwrap_err();
    assert_eq!(error.limit(), Some(LimitKind::Forms(1)));
    assert_eq!(error.to_string(), "at offset 0: the limit of 1 stored forms is reached");
}

/// The reader and printer on random texts, and on printed games with some characters changed.
struct Fuzzer {
    random: Random,
    store: Store,
    /// Texts that were read.
    pool: Vec<String>,
    failures: Vec<String>,
    read: usize,
}

impl Fuzzer {
    const PARTS: [&str; 46] = [
        "{", "}", "|", "||", "|||", ",", "(", ")", "+", "-", "+-", "*", "^", "v", "^^", "<", ">",
        "[", "]", "^<2>", "v[3]", "Tiny(", "Miny(", "tiny", ".", "/", "/2", "/4", " ", "0", "1",
        "2", "3", "7", "10", "99", "↑", "↓", "⇑", "⇓", "±", "½", "−", "{1|0}", "{0|*}", "é",
    ];

    fn random_text(&mut self) -> String {
        let parts = 1 + self.random.below(14);
        (0..parts).map(|_| *self.random.pick(&Self::PARTS)).collect()
    }

    /// A text that has a good chance to be read.
    fn expression(&mut self, depth: usize) -> String {
        let leaves = ["0", "1", "-1", "*", "*2", "^", "v*", "1/2", "2^", "^<2>", "-3v", "5"];
        if depth == 0 {
            return (*self.random.pick(&leaves)).to_string();
        }
        let part = |fuzzer: &mut Self| {
            let depth = fuzzer.random.below(depth);
            fuzzer.expression(depth)
        };
        match self.random.below(8) {
            0 => format!("({})+{}", part(self), part(self)),
            1 => format!("({}) - ({})", part(self), part(self)),
            2 => format!("+-({})", part(self)),
            3 => format!("{}*({})", self.random.below(4), part(self)),
            4 => format!("Tiny({})", part(self)),
            5 => format!("{{{},{}|{}}}", part(self), part(self), part(self)),
            6 => format!("{{{}|||{},{}}}", part(self), part(self), part(self)),
            _ => format!("{{{}||{}|{}}}", part(self), part(self), part(self)),
        }
    }

    fn mutated(&mut self) -> String {
        let mut chars: Vec<char> = self.random.pick(&self.pool).chars().collect();
        for _ in 0..=self.random.below(3) {
            let at = self.random.below(chars.len() + 1);
            match self.random.below(4) {
                0 if at < chars.len() => drop(chars.remove(at)),
                1 if at < chars.len() => {
                    let other = self.random.below(chars.len());
                    chars.swap(at, other);
                }
                _ => {
                    let part = *self.random.pick(&Self::PARTS);
                    chars.splice(at..at, part.chars());
                }
            }
        }
        chars.into_iter().collect()
    }

    fn limits() -> Limits {
        Limits::default()
            .with_forms(200_000)
            .with_bytes(400 << 20)
            .with_deadline(Instant::now() + Duration::from_millis(300))
    }

    fn try_text(&mut self, text: &str) {
        if self.store.len() > 50_000 {
            self.store = Store::new();
        }
        let store = self.store.clone();
        let result =
            catch_unwind(AssertUnwindSafe(|| match store.calculate(&Self::limits()).parse(text) {
                Ok(g) if g.text_len() < 5_000 => {
                    let printed = g.to_string();
                    let again = store.calculate(&Limits::default()).parse(&printed);
                    if g.text_len() != printed.len() as u64 || again.as_ref() != Ok(&g) {
                        return Err(format!("prints {printed}, which reads as {again:?}"));
                    }
                    Ok(Some(printed))
                }
                Ok(_) => Ok(None),
                Err(error) => {
                    // The message can be made, and the offset is on a character.
                    let message = error.to_string();
                    match text.get(error.offset()..) {
                        Some(_) if !message.is_empty() => Ok(None),
                        _ => Err(format!("bad offset in: {message}")),
                    }
                }
            }));
        match result {
            Err(_) => self.failures.push(format!("{text:?}: panicked")),
            Ok(Err(failure)) => self.failures.push(format!("{text:?}: {failure}")),
            Ok(Ok(Some(printed))) => {
                self.read += 1;
                if printed.len() < 60 && self.pool.len() < 10_000 {
                    self.pool.push(printed);
                }
            }
            Ok(Ok(None)) => {}
        }
    }
}

#[test]
fn random_texts_do_no_harm() {
    let mut fuzzer = Fuzzer {
        random: Random(0x2545_f491_4f6c_dd1d),
        store: Store::new(),
        pool: vec!["{1|0||0,{^|v*}}".into()],
        failures: vec![],
        read: 0,
    };
    for round in 0..60_000 {
        let text = match round % 4 {
            0 => fuzzer.random_text(),
            1 => fuzzer.expression(4),
            _ => fuzzer.mutated(),
        };
        fuzzer.try_text(&text);
    }
    let first: String = fuzzer.failures.iter().take(20).map(|f| format!("\n{f}")).collect();
    assert!(fuzzer.failures.is_empty(), "{} failures{first}", fuzzer.failures.len());
    assert!(fuzzer.read > 15_000, "only {} texts were read", fuzzer.read);
}
