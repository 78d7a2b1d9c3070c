//! `--latex` of `dicot value` and `dicot game`.

use crate::{run, run_with};

#[test]
fn a_value() {
    for (arguments, latex) in [
        (
            ["value", "--latex", "xox/ox."],
            "$\\{{\\Uparrow}{\\ast} \\mid {\\ast},{\\downarrow}\\}$\n",
        ),
        (["game", "--latex", "{1|*} + ^"], "$\\{1{\\uparrow} \\mid {\\uparrow}{\\ast}\\}$\n"),
        (["game", "--latex", "[-1/2,Tiny(2)]"], "$[-\\frac{1}{2},{+_{2}}]$\n"),
        (["game", "--latex", "^ < 1"], "true\n"),
    ] {
        let run = run(&arguments);
        assert_eq!((run.status, &*run.out, &*run.err), (Some(0), latex, ""));
    }
}

#[test]
fn a_table() {
    let run = run_with(&["value", "--latex"], b"xo\nxy\nxxo\n");
    assert_eq!(run.status, Some(1));
    assert!(run.err.starts_with("line 2: "), "{}", run.err);
    assert_eq!(
        run.out,
        "\
\\begin{tabular}{lll}
\\hline
position & value & outcome \\\\
\\hline
\\texttt{xo} & ${\\ast}$ & N \\\\
\\texttt{xxo} & ${\\uparrow}$ & L \\\\
\\hline
\\end{tabular}
"
    );
}

#[test]
fn a_table_of_games() {
    let run = run_with(&["game", "--latex", "-"], b"^ - *\n{2|1}.Temperature\n");
    assert_eq!(run.status, Some(0));
    let rows = "${\\uparrow}-{\\ast}$ & ${\\uparrow}{\\ast}$ \\\\\n\
        \\texttt{\\{2\\textbar{}1\\}.Temperature} & $\\frac{1}{2}$ \\\\\n\\hline\n";
    assert!(run.out.contains(rows), "{}", run.out);
}

#[test]
fn what_is_refused() {
    for arguments in [
        ["value", "--latex", "--json", "xo"],
        ["value", "--latex", "--shared", "xo"],
        ["game", "--latex", "--json", "^"],
    ] {
        let run = run(&arguments);
        assert_eq!((run.status, &*run.out), (Some(2), ""));
        assert!(run.err.contains("cannot be used with"), "{}", run.err);
    }
    for expression in ["{2||1|0}", "[1,2,3,4,5]"] {
        let run = run(&["game", "--latex", "--max-value", "7", expression]);
        assert_eq!((run.status, &*run.out), (Some(1), ""));
        assert!(run.err.contains("--max-value sets the maximum"), "{}", run.err);
    }
}
