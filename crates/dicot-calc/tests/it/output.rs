//! Tables, pictures and explanations.

use dicot_calc::Worksheet;

use crate::answer::{answer, assert_errors};

#[test]
fn values() {
    for (text, value) in [
        ("[n,n*n] for n from 9 to 10", "9  | 81\n---+----\n10 | 100"),
        ("t := 3; [n] for n in [1,t]", "1\n-\n3"),
        ("Table([1,[2,^^]])", "1 |\n--+---\n2 | ^^"),
        ("Table([])", ""),
        (
            "[n,domineering.Empty(2,n).Value] for n from 1 to 3",
            "1 | 1\n--+---------\n2 | +-1\n--+---------\n3 | {2|-1/2}",
        ),
        ("[[1,\"a,b\"]].Csv", "1,\"a,b\""),
        (
            "[[1,^],[2,*]].Latex",
            "\\begin{tabular}{ll}\n$1$ & ${\\uparrow}$ \\\\\n$2$ & ${\\ast}$ \\\\\n\\end{tabular}",
        ),
        ("clobber(\"xo/ox\").Picture", "x o\no x"),
        ("nim(3,5).Picture", "3+5"),
        ("hackenbush(\"BR\").Picture", "n=3 0-1:b 1-2:r"),
        ("clobber(\"xxo\").WinningMoves(Right)", "[]"),
        ("clobber(\"xo\").WinningMoves(Right)", "[\"b1-a1\"]"),
        ("nim(2,3).WinningMoves(Left)", "[\"3>2\"]"),
        (
            "[5.Plot, (1/2).Plot, {2|-1}.Plot]",
            "[<picture of 410 x 396>,<picture of 465 x 486>,<picture of 650 x 406>]",
        ),
        ("{0|*}.Options", "{0,*}"),
        ("clobber(\"xo\").Options", "{clobber(\".x\"),clobber(\"o.\")}"),
        ("clobber(\"xo\").Explain == '{0|0}'.Explain", "true"),
        ("2.Explain.ToString.Contains", "at offset 19: "),
        ("domineering.Empty(2,3) == domineering(2,3)", "true"),
        ("(clobber.DicoticVariant)(\"xo\").Value", "*"),
        ("backsliding_toads_and_frogs(\"t.f\").GameValue", "0"),
    ] {
        let found = answer(&mut Worksheet::new(), text);
        assert!(
            found == value || found.starts_with("at ") && found.starts_with(value),
            "{text}: {found}"
        );
    }
}

#[test]
fn errors() {
    assert_errors([
        ("3.Picture", "at offset 0: `position` of Picture must be a position"),
        ("clobber.Empty(0,2)", "at offset 8: clobber does not start on a board of this size"),
        (
            "konane_artemis(4,4).Explain",
            "at offset 20: positions of konane-artemis have no short values",
        ),
        ("over.Explain", "at offset 0: `G` of Explain must be a short game"),
        ("^.WinningMoves(Left)", "at offset 0: `position` of WinningMoves must be a position"),
        ("[n] for n from 1 to", "at offset 19: expected a game"),
        ("[n] for", "at offset 4: "),
        (
            "Table([[heap(\"0.77\").NimValues(60000).ToString,1]] Concat [[n,1] for n from 1 to 1000])",
            "at offset 0: texts have at most",
        ),
        (
            "clobber.TwistedVariant.TwistedVariant.TwistedVariant.TwistedVariant",
            "at offset 53: variants of variants",
        ),
        ("Wythoff.NimValueTable(1000,1000)", "at offset 8: lists have at most"),
        ("heap(\"0.77\").NimValues(10000000)", "at offset 13: lists have at most"),
        ("heap(\"0.77\",\"0.7\")", "at offset 0: heap takes one text"),
        ("{2|-1}.KoThermograph", "at offset 7: write `G.KoThermograph(komaster)`"),
        (
            "konane_artemis.TwistedVariant",
            "at offset 15: positions of konane-artemis have no values",
        ),
    ]);
}
