//! What `DESIGN.md` says of the code: dependencies go down only (section "Floors"), and what it names exists.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Rooms, and the rooms that each may name as `crate::<room>`. Names without a room are of floor 0,
/// or of `form` if a value is among them.
const ROOMS: [(&str, &[&str]); 12] = [
    ("player", &[]),
    ("dyadic", &["player"]),
    ("hash", &[]),
    ("sync", &["hash"]),
    ("platform", &[]),
    ("limits", &["platform"]),
    ("form", &["player", "dyadic", "limits", "platform", "hash", "sync"]),
    ("board", &["player", "dyadic", "hash"]),
    ("rules", &["board", "player", "dyadic", "hash"]),
    ("analysis", &["rules", "board", "form", "player", "dyadic", "limits", "hash", "sync"]),
    (
        "solver",
        &[
            "analysis", "rules", "board", "form", "player", "dyadic", "limits", "platform", "hash",
            "sync",
        ],
    ),
    ("serialize", &["analysis", "rules", "board", "form", "player", "dyadic"]),
];

/// The room in which a name exported by the crate root lives.
fn home(name: &str) -> Option<&'static str> {
    match name {
        "ByPlayer" | "Player" | "Outcome" | "ParseTextError" => Some("player"),
        "Dyadic" => Some("dyadic"),
        "Instant" => Some("platform"),
        "Limits" | "LimitKind" | "Interrupt" => Some("limits"),
        "notation" => Some("form"),
        _ if name.starts_with(char::is_uppercase) => Some("form"),
        _ => ROOMS.iter().map(|room| room.0).find(|&room| room == name),
    }
}

/// The names that follow a root such as `crate::`, also those in braces.
fn mentions(source: &str, root: &str) -> Vec<String> {
    let code = source.lines().map(|line| line.split("//").next().unwrap_or_default());
    let code = code.collect::<Vec<_>>().join("\n");
    let name = |text: &str| {
        text.trim().split(|c: char| !c.is_alphanumeric() && c != '_').next().map(String::from)
    };
    let names = code.split(root).skip(1).flat_map(|rest| match rest.strip_prefix('{') {
        Some(list) => {
            list.split('}').next().unwrap_or_default().split(',').filter_map(name).collect()
        }
        None => name(rest).into_iter().collect::<Vec<_>>(),
    });
    names.filter(|name| !name.is_empty()).collect()
}

pub(crate) fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let entries =
        entries.filter(|path| !path.ends_with("target") && !path.ends_with("node_modules"));
    let files = entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    files.filter(|path| path.extension().is_some_and(|end| end == "rs" || end == "js")).collect()
}

#[test]
fn dependencies_go_down_only() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for path in sources(&src) {
        let inside = path.strip_prefix(&src).unwrap();
        let room = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        if room == "lib" {
            continue;
        }
        let allowed = ROOMS.iter().find(|(name, _)| *name == room);
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("{room} has no floor yet"));
        for name in mentions(&fs::read_to_string(&path).unwrap(), "crate::") {
            seen += 1;
            match home(&name) {
                Some(home) if home == room || allowed.contains(&home) => {}
                Some(home) => wrong.push(format!("{} names {name}, of {home}", inside.display())),
                None => wrong.push(format!("{} names {name}, of no room", inside.display())),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 20, "only {seen} mentions");
}

/// What changes for other reasons than values and positions do lives in crates on the library's public API.
#[test]
fn no_bots_in_the_library() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let bots = sources(&src).into_iter().filter(|path| {
        let inside = path.strip_prefix(&src).unwrap().to_str().unwrap();
        inside.split(['/', '\\', '_', '.']).any(|word| word == "bot" || word == "bots")
            || fs::read_to_string(path).unwrap().contains("trait Bot")
    });
    assert_eq!(bots.collect::<Vec<_>>(), Vec::<PathBuf>::new());
}

/// `dicot-certify` does not trust values, the analyzer or the solver.
#[test]
fn checkers_know_rules_alone() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/dicot-certify/src");
    let texts = sources(&src).into_iter().map(|path| fs::read_to_string(path).unwrap());
    let names: HashSet<String> = texts.flat_map(|text| mentions(&text, "dicot::")).collect();
    assert_eq!(names, ["Player", "rules"].map(String::from).into());
}

/// The names that a source defines, each after a keyword.
fn definitions(source: &str) -> Vec<&str> {
    const KEYWORDS: &str = "class const enum fn macro_rules mod static struct trait type";
    let mut names = Vec::new();
    for line in source.lines().filter(|line| !line.trim_start().starts_with("//")) {
        let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let pairs = words.windows(2).filter(|pair| KEYWORDS.split(' ').any(|word| word == pair[0]));
        names.extend(pairs.map(|pair| pair[1]));
    }
    names
}

/// What is wrong with a text in backticks: a path to no file, or a type, function or test that no source defines.
fn unknown_name(text: &str, root: &Path, defined: &HashSet<&str>) -> Option<String> {
    /// Of the standard library.
    const STANDARD: [&str; 4] = ["Arc", "Display", "FromStr", "Ord"];
    let is_in_path = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    if text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.contains(['/', '.'])
        && text.chars().all(is_in_path)
    {
        // `NAME` and `TARGET` are any file or folder there.
        let known = text.split("NAME").next()?.split("TARGET").next()?;
        return (!root.join(known).exists()).then(|| format!("`{text}` does not exist"));
    }
    if !text.chars().all(|c| c.is_alphanumeric() || "_:<>".contains(c)) {
        return None;
    }
    let mut parts = text.split([':', '<', '>']).filter(|part| !part.is_empty());
    let unknown = parts.find(|part| {
        let is_type = part.starts_with(char::is_uppercase) && part.contains(char::is_lowercase);
        let is_name = is_type || part.contains('_') || text.contains("::");
        is_name && !STANDARD.contains(part) && !defined.contains(part)
    });
    unknown.map(|part| format!("`{text}`: no source defines {part}"))
}

#[test]
fn names_in_the_pages_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = ["src", "tests", "crates"].iter().flat_map(|folder| sources(&root.join(folder)));
    let texts: Vec<String> = files.map(|path| fs::read_to_string(path).unwrap()).collect();
    let defined: HashSet<&str> = texts.iter().flat_map(|text| definitions(text)).collect();
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for page in ["DESIGN.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(root.join(page)).unwrap();
        let text: String = text.split("```").step_by(2).collect();
        for name in text.split('`').skip(1).step_by(2) {
            seen += 1;
            wrong.extend(unknown_name(name, root, &defined).map(|why| format!("{page}: {why}")));
        }
    }
    // A test is in the file that is named before it.
    let design = fs::read_to_string(root.join("DESIGN.md")).unwrap();
    for (file, rest) in design.match_indices(".rs`: `").map(|(at, _)| design.split_at(at + 3)) {
        let (file, name) = (file.rsplit('`').next().unwrap(), rest.split('`').nth(2).unwrap());
        let has = fs::read_to_string(root.join(file))
            .is_ok_and(|text| text.contains(&format!("fn {name}(")));
        wrong.extend((!has).then(|| format!("DESIGN.md: `{file}` has no test `{name}`")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 200, "only {seen} names");
    // The test sees what is wrong.
    for name in ["src/floor.rs", "Deadline", "Solver::solves", "api/size.rs", "forgotten_names"] {
        assert!(unknown_name(name, root, &defined).is_some(), "{name}");
    }
}

/// Figures of the house that a count can hold, each with what it may be at most, so that no later feature loses them unseen.
#[test]
fn figures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &Path| fs::read_to_string(path).unwrap();
    let paths = ["src", "crates", "tests"].iter().flat_map(|room| sources(&root.join(room)));
    let rust = paths.filter(|path| path.extension().is_some_and(|end| end == "rs"));
    let files: Vec<(PathBuf, String)> =
        rust.map(|path| (path.strip_prefix(root).unwrap().to_owned(), read(&path))).collect();
    let is_in = |path: &Path, folder: &str| path.iter().any(|part| part == folder);
    // Lines of code in these folders with a text, which is in two parts so that this file does not have it.
    let count = |folders: &[&str], parts: [&str; 2]| {
        let files = files.iter().filter(|(path, _)| folders.iter().all(|name| is_in(path, name)));
        let code = files.flat_map(|(_, text)| text.lines());
        let code = code.filter(|line| !line.trim_start().starts_with("//"));
        code.filter(|line| line.contains(&parts.concat())).count()
    };
    let is_long =
        |(path, text): &&(PathBuf, String)| is_in(path, "src") && text.lines().count() > 700;
    let short = read(&root.join("src/rules/mod.rs"));
    let short = short.split("pub trait Short").nth(1).unwrap().split("\n}").next().unwrap();
    let design = read(&root.join("DESIGN.md"));
    for (figure, found, most) in [
        ("methods of `Short`", short.matches("\n    fn ").count(), 7),
        ("files of more than 700 lines", files.iter().filter(is_long).count(), 0),
        ("lines of DESIGN.md", design.lines().count(), 350),
        (
            "texts of positions that members split",
            count(&["crates", "src"], ["split('", "/')"]),
            11,
        ),
        ("attributes `cfg` inside functions", count(&["src"], ["        #[", "cfg("]), 5),
        ("readings of a clock in tests", count(&["tests"], ["elapsed", "()"]), 10),
        ("pauses in tests", count(&["tests"], ["sleep", "("]), 23),
    ] {
        assert!(found <= most, "{figure}: {found}, at most {most}");
    }
}
