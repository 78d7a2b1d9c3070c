//! Codes as texts.

use dicot_impartial::HeapCode;

fn shown(text: &str) -> String {
    text.parse::<HeapCode>().unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
}

#[test]
fn texts_that_are_read() {
    for text in [
        "0.77",
        "4.3",
        "0.3F",
        "8?.0",
        "0.[37]",
        "{2+}.0",
        "0.{0+}=",
        "0.13[3]",
        "0.7!7!",
        "0.{0,3+}?",
        "0.0",
    ] {
        assert_eq!(shown(text), text);
    }
    for (text, expected) in [
        (" 0.7700\n", "0.77"),
        ("0.3f", "0.3F"),
        ("0.{1,2,3}{2}", "0.E4"),
        ("0.{1,6}", "0.{1,6}"),
        ("0.7[0]", "0.7"),
        ("Subtraction([1, 3])", "0.303"),
        ("Subtraction([2,3], allbut => true)", "0.300[3]"),
        ("subtraction([2,3],allbut=>false)", "0.033"),
        ("Splittles([2,5])", "0.07007"),
        ("Grundy's game", "4!.0"),
        ("Dawson's Kayles", "0.07"),
        ("laskers-nim", "4.[3]"),
        ("Nim", "0.[3]"),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn texts_that_are_refused() {
    let end = "a digit from 0 to Z, `{`, `[` or the end";
    for (text, message) in [
        (
            "",
            "byte 0: expected a heap code like 0.77 or the name of a game, found the end"
                .to_owned(),
        ),
        ("0", "byte 1: expected `.`, found the end".to_owned()),
        ("0.7-", format!("byte 3: expected {end}, found -")),
        ("0.7é", format!("byte 3: expected {end}, found é")),
        ("0.7!!", format!("byte 4: expected {end}, found !")),
        ("2.7", "byte 0: a move that removes nothing must leave at least two heaps".to_owned()),
        ("1.7", "byte 0: a move that removes nothing must leave at least two heaps".to_owned()),
        ("{1+}.7", "byte 0: a move that removes nothing must leave at least two heaps".to_owned()),
        ("0.[7", "byte 4: expected a digit from 0 to Z, `{` or `]`, found the end".to_owned()),
        ("0.[]", "byte 3: expected a digit from 0 to Z, `{` or `]`, found ]".to_owned()),
        ("0.[7]7", "byte 5: expected the end, found 7".to_owned()),
        ("0.{33}", "byte 3: the number is too large; the limit is 32".to_owned()),
        ("0.{2", "byte 4: expected `,`, `+` or `}`, found the end".to_owned()),
        ("0.{}", "byte 3: expected a number, found }".to_owned()),
        ("Subtraction([0])", "byte 13: a move must take a token".to_owned()),
        ("Subtraction([5000])", "byte 13: the number is too large; the limit is 4095".to_owned()),
        ("Subtraction([1]", "byte 15: expected `)`, found the end".to_owned()),
    ] {
        let error = text.parse::<HeapCode>().unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
    let error = "chess".parse::<HeapCode>().unwrap_err().to_string();
    assert!(
        error.starts_with("byte 0: unknown game \"chess\"; expected a code like 0.77, or Nim"),
        "{error}"
    );
    let error = format!("0.{}", "7".repeat(5000)).parse::<HeapCode>().unwrap_err();
    assert_eq!(error.to_string(), "byte 4097: there are too many digits; the limit is 4096");
}

/// The codes that books print, and rules of splits after a digit that is a letter.
#[test]
fn points_and_rules_of_splits() {
    let printed = |text: &str| text.parse::<HeapCode>().map(|code| code.to_string());
    for (text, code) in [
        (".77", "0.77"),
        ("·77", "0.77"),
        ("0·77", "0.77"),
        ("4⋅3", "4.3"),
        ("C=.3", "C=.3"),
        ("C!.3", "C!.3"),
        ("C?.3", "C?.3"),
        ("c=.3", "C=.3"),
    ] {
        assert_eq!(printed(text).as_deref(), Ok(code), "{text}");
    }
    assert_eq!(printed("{2,3}=.3"), printed("C=.3"));
    assert!(printed("77").is_err() && printed(".").is_ok_and(|code| code == "0.0"));
}
