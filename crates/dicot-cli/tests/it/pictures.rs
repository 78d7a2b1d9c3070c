//! `dicot thermograph`, and where pictures go.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::{Run, command, run};

/// An empty folder of this name.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

/// The width and the height of a PNG.
fn png_size(bytes: &[u8]) -> [u32; 2] {
    assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
    [16, 20].map(|at| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()))
}

/// What the texts of a class say.
fn texts<'a>(document: &'a roxmltree::Document, class: &str) -> Vec<&'a str> {
    let of_class = document.descendants().filter(|node| node.attribute("class") == Some(class));
    of_class.filter_map(|node| node.text()).collect()
}

#[test]
fn a_thermograph_on_standard_output() {
    let Run { out, err, status } = run(&["thermograph", "{4|{2|-4}}"]);
    assert_eq!((status, &*err), (Some(0), ""));
    let document = roxmltree::Document::parse(&out).unwrap();
    assert_eq!(texts(&document, "title"), ["{4|{2|-4}}"]);
    assert_eq!(texts(&document, "summary"), ["mean 2, temperature 2"]);
    assert_eq!(texts(&document, "value"), ["5", "4", "2"]);
    assert_eq!(texts(&document, "temperature"), ["-1", "0", "2"]);
}

#[test]
fn titles_and_widths() {
    let out = run(&["thermograph", "-^", "--title", "down & out", "--width", "800"]).out;
    let document = roxmltree::Document::parse(&out).unwrap();
    assert_eq!(texts(&document, "title"), ["down & out"]);
    assert_eq!(document.root_element().attribute("width"), Some("800"));
    let out = run(&["thermograph", "^", "--title", ""]).out;
    assert!(texts(&roxmltree::Document::parse(&out).unwrap(), "title").is_empty());
    for width in ["0", "-1", "1e9", "wide"] {
        assert_eq!(run(&["thermograph", "^", "--width", width]).status, Some(2));
    }
}

#[test]
fn files_by_their_extension() {
    let folder = folder("files_by_their_extension");
    let file = |name: &str| folder.join(name).into_os_string().into_string().unwrap();
    let printed = run(&["thermograph", "{2|-1}"]).out;
    for name in ["a.svg", "b.SVG"] {
        let run = run(&["thermograph", "{2|-1}", "-o", &file(name)]);
        assert_eq!((run.status, &*run.out, &*run.err), (Some(0), "", ""));
        assert_eq!(fs::read_to_string(file(name)).unwrap(), printed);
    }
    assert_eq!(run(&["board", "xox/ox.", "-o", &file("d.tex"), "--width", "150"]).status, Some(0));
    let tikz = fs::read_to_string(file("d.tex")).unwrap();
    assert!(tikz.starts_with("% A picture for LaTeX with \\usepackage{tikz}: xox/ox."), "{tikz}");
    assert!(
        tikz.contains("{value $\\{{\\Uparrow}{\\ast} \\mid {\\ast},{\\downarrow}\\}$}"),
        "{tikz}"
    );
    assert_eq!(run(&["thermograph", "{2|-1}", "--output", &file("c.png")]).status, Some(0));
    let usual = png_size(&fs::read(file("c.png")).unwrap());
    // Over an earlier one.
    assert_eq!(run(&["thermograph", "*", "-o", &file("c.png"), "--width", "333"]).status, Some(0));
    let narrow = png_size(&fs::read(file("c.png")).unwrap());
    assert!(usual[0] > 333 && narrow[0] == 333, "{usual:?} {narrow:?}");
    assert_eq!(names(&folder), ["a.svg", "b.SVG", "c.png", "d.tex"]);
}

#[test]
fn files_that_cannot_be_written() {
    let folder = folder("files_that_cannot_be_written");
    let file = |name: &str| folder.join(name).into_os_string().into_string().unwrap();
    for name in ["a.jpg", "a", "svg", "a.svg.gz"] {
        let run = run(&["thermograph", "*", "-o", &file(name)]);
        assert_eq!((run.status, &*run.out), (Some(2), ""));
        let (path, reason) = (file(name), "the name of a picture ends in .svg, .png or .tex");
        assert!(run.err.contains(&path) && run.err.contains(reason), "{run:?}");
    }
    fs::create_dir(file("folder.svg")).unwrap();
    for name in ["missing/a.svg", "folder.svg"] {
        let run = run(&["thermograph", "*", "-o", &file(name)]);
        assert_eq!((run.status, &*run.out), (Some(1), ""));
        assert!(run.err.starts_with(&format!("error: {}: ", file(name))), "{run:?}");
    }
    // 16384 pixels across are too many for a PNG, and what was there stays.
    fs::write(file("kept.png"), "earlier").unwrap();
    let run = run(&["thermograph", "*", "-o", &file("kept.png"), "--width", "16384"]);
    assert_eq!(run.status, Some(1));
    assert!(run.err.contains("is too large"), "{run:?}");
    assert_eq!(fs::read(file("kept.png")).unwrap(), b"earlier");
    assert_eq!(names(&folder), ["folder.svg", "kept.png"]);
}

#[cfg(unix)]
#[test]
fn the_file_behind_a_link_is_replaced() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("the_file_behind_a_link_is_replaced");
    let [file, link] = ["file.svg", "link.svg"].map(|name| folder.join(name));
    fs::write(&file, "earlier").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("file.svg", &link).unwrap();
    assert_eq!(run(&["thermograph", "*", "-o", link.to_str().unwrap()]).status, Some(0));
    assert!(fs::read_to_string(&file).unwrap().starts_with("<?xml"));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn what_is_no_game_is_not_drawn() {
    let folder = folder("what_is_no_game_is_not_drawn");
    let file = folder.join("a.svg").into_os_string().into_string().unwrap();
    let run = run(&["thermograph", "{1|", "-o", &file]);
    assert_eq!((run.status, &*run.out), (Some(1), ""));
    assert_eq!(run.err, "error: at offset 3: expected a game but the text ends\n  {1|\n     ^\n");
    assert!(names(&folder).is_empty());
}

#[test]
fn limits_hold() {
    let large = "{8|4}+{3|*}+{7|^}+{2||1|-5}+{5|{2|-7}}+{20|-3*}+{30||9|*2}+{40||5|{1|-2}}";
    let run = run(&["thermograph", large, "--max-forms", "100"]);
    assert_eq!((run.status, &*run.out), (Some(3), ""));
    assert!(run.err.ends_with("(see --max-forms)\n"), "{run:?}");
}

/// A reader that has had enough is no error.
#[test]
fn a_closed_pipe() {
    let mut child = command(&["thermograph", "*"]).stdin(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!((run.status, &*run.err), (Some(0), ""));
}
