//! `dicot repl`, without a terminal: the same lines, no prompt.

use crate::run_with;

fn repl(input: &str) -> (String, String, Option<i32>) {
    let run = run_with(&["repl"], input.as_bytes());
    (run.out, run.err, run.status)
}

#[test]
fn names_stay_defined() {
    let (out, err, status) = repl("g := {1|*}\n\nh := g - 1; h\ng + h <= 1/2\nvars\n");
    assert_eq!(out, "{1|*}\n{0|-1*}\ntrue\ng := {1|*}\nh := {0|-1*}\n");
    assert_eq!((err.as_str(), status), ("", Some(0)));
}

#[test]
fn open_braces_go_on_in_the_next_line() {
    let (out, err, status) = repl("{1\n|\n*}\nCool({3|-1},\n  1)\n1\n{2");
    assert_eq!(out, "{1|*}\n{2|0}\n1\n");
    assert_eq!(err, "line 7: at offset 2: expected `|`, `,` or `}` but the text ends\n");
    assert_eq!(status, Some(1));
}

#[test]
fn a_bad_line_is_no_reason_to_stop() {
    let (out, err, status) = repl("a := 1\nb := a.Nonsense\n}\na\nb");
    assert_eq!(out, "1\n1\n");
    let lines: Vec<&str> = err.lines().collect();
    assert_eq!(lines[0], "line 2: at offset 7: unknown name `Nonsense`");
    assert!(lines[1].starts_with("line 3: at offset 0: "), "{err}");
    assert_eq!(lines[2], "line 5: at offset 0: unknown name `b`");
    assert_eq!(status, Some(1));
}

#[test]
fn commands() {
    let (out, _, status) = repl("help\nhelp cool\nhelp Nonsense\nvars\ninfo ^\nquit\n1\n");
    assert!(out.starts_with("Expressions "), "{out}");
    assert!(out.contains("ReducedCanonicalForm"));
    assert!(out.lines().all(|line| line.len() <= 100), "{out}");
    let cool = "\
G.Cool(t): the game cooled by t > -1: each move costs t, until the game freezes
  source    Winning Ways, chapter 6; Siegel, Combinatorial Game Theory (2013), II.5
  example   {3|-1}.Cool(1) is {2|0}
nothing is defined; `a := {1|*}` defines a
value          ^
";
    assert!(out.contains(cool), "{out}");
    assert!(out.ends_with("stop count     3\n"), "{out}");
    assert_eq!(status, Some(1));
}

#[test]
fn names_of_commands_can_be_defined() {
    let (out, err, _) = repl("vars := 3\nvars\nquit := vars + 1\nquit\nhelp := 1");
    assert_eq!((out.as_str(), err.as_str()), ("3\n3\n4\n4\n1\n", ""));
}

#[test]
fn long_values_are_cut() {
    let sum = "{8|4}+{3|*}+{7|^}+{2||1|-5}+{5|{2|-7}}+{20|-3*}+{30||9|*2}";
    let (out, _, _) = repl(&format!("g := {sum}\nall g\nvars\n"));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0].len(), 503);
    assert!(lines[0].ends_with("..."));
    assert!(lines[1].ends_with(" characters; `all` before the expression prints it whole)"));
    assert!(lines[2].starts_with(&lines[0][..500]) && lines[2].len() > 500);
    assert_eq!(lines[3], format!("g := {}...", &lines[2][..60]));
    let (out, _, _) = repl(&format!("info {sum}\n"));
    assert!(out.contains(" characters; `all` before the expression prints it whole)\n"), "{out}");
}

#[test]
fn json() {
    let run = run_with(&["repl", "--json"], b"a := ^\na < 1\n");
    assert_eq!(run.json()[0]["value"], "^");
    assert_eq!(run.json()[1]["result"], true);
}

/// A full store is given up, names are not.
#[test]
fn limits() {
    let lines: String = (0..200).map(|n| format!("b := {{{}|{n}||{}}} - a\n", n + 3, -n)).collect();
    let input = format!("a := {{1|*}}\n{lines}a\n");
    let run = run_with(&["repl", "--max-forms", "60"], input.as_bytes());
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    assert!(run.out.ends_with("\n{1|*}\n"));
}
