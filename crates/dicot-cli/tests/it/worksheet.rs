//! Worksheets as files: `dicot repl FILE` and `dicot run`.

use std::fs;
use std::path::Path;

use crate::{good, run, run_with};

const ANSWERED: &str = "\
// # Switches & _ups_
//
// Hot: $\\pm 1$, [Siegel](https://example.org), <b>bold</b>, [no](javascript:alert(1)).

g := {2|{1|-1}}
//= {2|+-1}

g.Thermograph
//= Thermograph(1,[1],[0,-1],1,[],[0])

clobber(\"xo/ox\")
//= clobber(\"xo/ox\")

f(n) := if n <= 1 then
  1
else n*f(n-1) end;

f(5)
//= 120

Table([n, n*n] for n from 1 to 2)
//= 1 | 1
//= --+--
//= 2 | 4

g.Nonsense
//! at offset 2: unknown name `Nonsense`
";

/// The worksheet without its answers.
fn sheet() -> String {
    let lines = ANSWERED.split_inclusive('\n');
    lines.filter(|line| !line.starts_with("//=") && !line.starts_with("//!")).collect()
}

/// Writes a worksheet; its path.
fn written(folder: &Path, text: &str) -> String {
    let path = folder.join("sheet.dicot");
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_worksheet_is_printed_with_its_values() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path(), &sheet());
    let run = run(&["run", &path]);
    assert_eq!((run.out.as_str(), run.status), (ANSWERED, Some(1)));
    assert_eq!(run.err, "line 19: at offset 2: unknown name `Nonsense`\n");
    let again = run_with(&["run", "-"], ANSWERED.as_bytes());
    assert_eq!((again.out.as_str(), again.err.as_str()), (ANSWERED, ""));
    assert_eq!(fs::read_to_string(path).unwrap(), sheet());
}

#[test]
fn values_are_compared_with_those_in_the_file() {
    let run = run_with(&["run", "--check", "-"], ANSWERED.as_bytes());
    assert_eq!((run.out.as_str(), run.status), ("6 values compared\n", Some(0)));
    let run = run_with(&["run", "--check", "-"], ANSWERED.replace("120", "121").as_bytes());
    let different = "line 18: f(5)\n  in the file: 121\n  now: 120\n6 values compared\n";
    assert_eq!((run.out.as_str(), run.err.as_str(), run.status), (different, "", Some(1)));
}

#[test]
fn markdown() {
    let run = run_with(&["run", "-", "--as", "markdown"], sheet().as_bytes());
    assert!(run.out.starts_with("# Switches & _ups_\n\nHot: $\\pm 1$, "), "{}", run.out);
    assert!(run.out.contains("\n```\n> g := {2|{1|-1}}\n{2|+-1}\n```\n"), "{}", run.out);
    assert!(run.out.contains("\n  else n*f(n-1) end;\n```\n"), "{}", run.out);
    assert!(run.out.ends_with("> g.Nonsense\nerror: at offset 2: unknown name `Nonsense`\n```\n"));
}

/// A page that needs nothing else, in which nothing of the worksheet is a program.
#[test]
fn html() {
    let run = run_with(&["run", "-", "--as", "html"], sheet().as_bytes());
    let page = run.out.replace("<!DOCTYPE html>\n", "").replace("charset=\"utf-8\"", "/");
    let page = page.replace("initial-scale=1\"", "initial-scale=1\"/");
    let page = page.replace("<meta />", "");
    let document = roxmltree::Document::parse(&page).unwrap();
    let named = |name: &str| document.descendants().filter(|node| node.has_tag_name(name)).count();
    assert_eq!((named("h1"), named("em"), named("b"), named("script")), (1, 1, 0, 0));
    let svg = document.descendants().filter(|node| node.tag_name().name() == "svg");
    assert_eq!(svg.count(), 2);
    assert!(run.out.contains("<pre class=\"value\">{2|+-1}</pre>"));
    assert!(run.out.contains("&lt;b&gt;bold") && !run.out.contains("javascript"), "{}", run.out);
}

#[test]
fn latex() {
    let run = run_with(&["run", "-", "--as", "latex"], sheet().as_bytes());
    assert!(run.out.starts_with("\\documentclass{article}\n"));
    assert!(run.out.contains("\\section*{Switches \\& \\emph{ups}}"), "{}", run.out);
    assert!(run.out.contains("Hot: $\\pm 1$, \\href{https://example.org}{Siegel}, "));
    assert!(run.out.contains("\\par ${} = {}$ $\\{2 \\mid \\pm 1\\}$"));
    assert!(run.out.contains("\\begin{verbatim}\n1 | 1\n--+--\n2 | 4\n\\end{verbatim}"));
    let open = |what: &str| run.out.matches(&format!("\\begin{{{what}}}")).count();
    let closed = |what: &str| run.out.matches(&format!("\\end{{{what}}}")).count();
    for what in ["document", "quote", "verbatim", "tikzpicture"] {
        assert!(open(what) > 0);
        assert_eq!(open(what), closed(what));
    }
}

/// A worksheet is evaluated, goes on, and is saved with each entry.
#[test]
fn entries_are_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path(), &sheet());
    let run =
        run_with(&["repl", &path], b"h := g + 1\nx := g; h.Nonsense\nx\nundo\n// Done\nall g\n");
    assert!(run.out.starts_with("# Switches & _ups_\n"), "{}", run.out);
    assert!(run.out.contains("\n> g := {2|{1|-1}}\n{2|+-1}\n"), "{}", run.out);
    assert!(run.out.ends_with("{3||2|0}\nundone: h := g + 1\n{2|+-1}\n"), "{}", run.out);
    let errors: Vec<&str> = run.err.lines().collect();
    assert!(errors[0].starts_with("line 19: ") && errors[1].starts_with("line 2: "), "{errors:?}");
    // What a line without a value defines is undone: it is not in the file.
    assert!(errors[2].starts_with("line 3: at offset 0: unknown name `x`"), "{errors:?}");
    assert_eq!(run.status, Some(1));
    assert_eq!(fs::read_to_string(path).unwrap(), format!("{ANSWERED}\n// Done\n"));
}

#[test]
fn undo_takes_back_entry_by_entry() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path(), "a := 1\n\na := 2\n\na := 3\n");
    let run = run_with(&["repl", &path], b"undo\nvars\na\nundo\nundo\na\nundo\na\nundo\n");
    let lines: Vec<&str> = run.out.lines().skip(6).collect();
    let expected = [
        "undone: a := 3",
        "a := 2",
        "2",
        "undone: a",
        "undone: a := 2",
        "1",
        "undone: a",
        "undone: a := 1",
    ];
    let shown: Vec<&str> = lines.clone();
    assert_eq!(shown[..7], expected[..7], "{}", run.out);
    assert_eq!(fs::read_to_string(path).unwrap(), "a := 1\n//= 1\n");
}

#[test]
fn a_new_worksheet() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.dicot");
    let name = path.to_str().unwrap();
    assert_eq!(good(&["repl", name]).out, "");
    assert!(!path.exists());
    let without_ending = folder.path().join("other");
    let other = without_ending.with_extension("dicot");
    let other = other.to_str().unwrap();
    let plain = without_ending.display();
    let input = format!("1+1\nsave {plain}\n2+2\nsave {name}\nsave notes.txt\n");
    let run = run_with(&["repl", name], input.as_bytes());
    assert_eq!(run.out, format!("2\nsaved in {other}, as is what follows\n4\n"));
    assert!(run.err.contains("exists; choose another name"), "{}", run.err);
    assert!(run.err.contains("the name of a worksheet ends with .dicot"), "{}", run.err);
    assert_eq!(fs::read_to_string(name).unwrap(), "1+1\n//= 2\n");
    assert_eq!(fs::read_to_string(other).unwrap(), "1+1\n//= 2\n\n2+2\n//= 4\n");
}

#[test]
fn other_files_are_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    fs::write(&path, "1").unwrap();
    let run = run(&["repl", path.to_str().unwrap()]);
    assert_eq!((run.out.as_str(), run.status), ("", Some(1)));
    assert!(run.err.contains("the name of a worksheet ends with .dicot"), "{}", run.err);
    let missing = folder.path().join("missing.dicot");
    let run = crate::run(&["run", missing.to_str().unwrap()]);
    assert!(run.err.contains("missing.dicot: "), "{}", run.err);
    assert_eq!(run.status, Some(1));
}

/// Lines of text have no value, and without a file they are not kept.
#[test]
fn comments_have_no_value() {
    let run = run_with(&["repl"], b"// a text\n//= 5\n1 // one\n");
    assert_eq!((run.out.as_str(), run.err.as_str(), run.status), ("1\n", "", Some(0)));
    let run = run_with(&["repl"], b"undo\nsave x.dicot\n");
    assert_eq!(run.status, Some(1));
    assert_eq!(run.err.matches("entries are kept with a terminal, or in a file").count(), 2);
}
