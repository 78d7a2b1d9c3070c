//! Misère forms as values. Their theory is tested in `dicot-impartial`.

use dicot_calc::Worksheet;

use crate::answer::{answer, assert_errors};

#[test]
fn values() {
    for (text, value) in [
        ("*[0]", "*[0]"),
        ("*[]", "*[0]"),
        ("*[4,2]", "*[42]"),
        ("*[42]", "*[42]"),
        ("*[[2],0]", "*[2#0]"),
        ("*[2#0]", "*[2#0]"),
        ("*[[2]]", "*[2#]"),
        ("*[[*[4]+*[2]]]", "*[4[2#]]"),
        ("*[*[[2],1]+*[1],[[2],*[[2]]+*[1],[[2],0]]]", "*[((2#0)2[#1]2#)(2#1)[1]]"),
        ("*[n for n from 0 to 2]", "*[3]"),
        ("a := *[2]; a + a + * + *", "*[2[2]]"),
        ("*[2] == *[1,0]", "true"),
        ("*[&12;] == (*12).MisereCanonicalForm", "true"),
        ("*[2[#-2]] + *[2]", "*[2#]"),
        ("[*[2],*[3]].Apply(g -> g.Mate)", "[*[2],*[3]]"),
        ("{*[3],*[2],*[3]}", "{*[2],*[3]}"),
        ("*[4,2].Options", "[*[2],*[4]]"),
        ("*[4,2].MisereOutcomeClass", "P"),
        ("*[4,2].Birthday + *[4,2].NimValue", "5"),
        ("*5.Genus", "\"5\""),
        ("nim(2,2).Genus", "\"0^0\""),
        ("kayles(4).MisereCanonicalForm", "*[1]"),
        ("cram(2,2).MisereCanonicalForm", "*[0]"),
        ("f(g) := g + *[2]; f(*[2])", "*[2[2]]"),
        ("MisereDayN(4).Size", "22"),
    ] {
        let sheet = &mut Worksheet::new();
        let found = answer(sheet, text);
        assert_eq!(found, value, "{text}");
        if value.starts_with('*') {
            assert_eq!(answer(sheet, value), value);
        }
    }
}

#[test]
fn errors() {
    assert_errors([
        ("*[2[#-4]]", "at offset 5: this nim heap is not a part of the game"),
        ("*[2]-*[1]", "at offset 4: misère forms can be added only"),
        ("*[^]", "at offset 0: expected an impartial game but this is a game"),
        ("{*[2]|0}", "at offset 1: expected a game but this is a misère form"),
        ("1 + *[2,", "at offset 8: "),
        ("*[4].Link(*[2])", "at offset 5: the two misère forms are not linked"),
        ("*[4].MisereMinus(*[2])", "at offset 5: the two misère forms have no difference"),
        ("clobber(\"xxo\").Genus", "at offset 0: misère forms are of impartial positions"),
        ("*[2000,1]", "at offset 0: nim heaps of misère forms go up to 1000"),
        ("*[2] + 1", "at offset 7: expected an impartial game but this is a game"),
        ("3.Genus", "at offset 0: expected an impartial game"),
        ("MisereDayN(6)", "at offset 0: the limit of"),
    ]);
}

/// Definitions keep their forms when a worksheet moves to another store.
#[test]
fn forms_of_a_renewed_worksheet() {
    let sheet = &mut Worksheet::new();
    answer(sheet, "a := *[[2],0]");
    sheet.renew(&dicot::Limits::default()).unwrap();
    assert_eq!(answer(sheet, "a == *[2#0]"), "true");
    assert_eq!(answer(sheet, "(a + a).IsGenerallyTame"), "true");
}
