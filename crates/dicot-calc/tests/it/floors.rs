//! Files name only files below them: what an operation is, then the operations, then their list, then the grammar.

use std::fs;
use std::path::Path;

/// The files of `src`, from below to above; `operations/` is each file in the folder.
const FILES: [&str; 34] = [
    "rational",
    "words",
    "failure",
    "operators",
    "relation",
    "misere",
    "literal",
    "symbol",
    "graph",
    "object",
    "value",
    "classes",
    "scope",
    "arithmetic",
    "text",
    "collection",
    "mutable",
    "grids",
    "document",
    "operation",
    "far_clobber",
    "pattern",
    "rulesets",
    "positions",
    "operations/",
    "operations/mod",
    "syntax/tree",
    "syntax/reader",
    "syntax/",
    "syntax/mod",
    "evaluate/",
    "evaluate/mod",
    "run",
    "worksheet",
];

/// The file that a path such as `super::loopy::attached` in another file begins with.
fn file(path: &str, folder: &Path, src: &Path) -> Option<String> {
    let name = path.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    let in_folder = [folder.join(name), src.join(name), src.join(name).join("mod")];
    let found = in_folder.into_iter().find(|file| file.with_extension("rs").exists())?;
    Some(found.strip_prefix(src).ok()?.to_str()?.to_owned())
}

#[test]
fn files_name_files_below_them() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let floor = |file: &str| {
        let exact = FILES.iter().position(|&other| other == file);
        let folder = || FILES.iter().position(|&f| f.ends_with('/') && file.starts_with(f));
        exact.or_else(folder).unwrap_or_else(|| panic!("{file} has no floor yet"))
    };
    let folders = ["", "operations", "syntax", "evaluate"].map(|folder| src.join(folder));
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for path in files.map(|entry| entry.unwrap().path()).filter(|path| !path.is_dir()) {
        let name = path.with_extension("");
        let name = name.strip_prefix(&src).unwrap().to_str().unwrap();
        if name == "lib" {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let code: String =
            text.lines().map(|line| line.split("//").next().unwrap().to_owned() + "\n").collect();
        for (at, _) in code.match_indices("::") {
            if let Some(other) = file(&code[..at], path.parent().unwrap(), &src) {
                seen += 1;
                if floor(&other) >= floor(name) && other != name {
                    wrong.push(format!("{name} names {other}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 100, "only {seen}");
}
