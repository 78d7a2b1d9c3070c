//! Dependencies inside the library go down only: see "Floors" in `DESIGN.md`.

use std::path::{Path, PathBuf};

/// Rooms, and the rooms that each may name as `crate::<room>`. Names without a room are of floor 0,
/// or of `form` if a value is among them.
const ROOMS: [(&str, &[&str]); 11] = [
    ("player", &[]),
    ("dyadic", &["player"]),
    ("hash", &[]),
    ("platform", &[]),
    ("limits", &["platform"]),
    ("form", &["player", "dyadic", "limits", "platform", "hash"]),
    ("board", &["player", "dyadic", "hash"]),
    ("rules", &["board", "player", "dyadic", "limits", "hash"]),
    ("analysis", &["rules", "board", "form", "player", "dyadic", "limits", "hash"]),
    (
        "solver",
        &["analysis", "rules", "board", "form", "player", "dyadic", "limits", "platform", "hash"],
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

/// The names that follow `crate::`, also those in braces.
fn mentions(source: &str) -> Vec<String> {
    let code = source.lines().map(|line| line.split("//").next().unwrap_or_default());
    let code = code.collect::<Vec<_>>().join("\n");
    let name = |text: &str| {
        text.trim().split(|c: char| !c.is_alphanumeric() && c != '_').next().map(String::from)
    };
    let names = code.split("crate::").skip(1).flat_map(|rest| match rest.strip_prefix('{') {
        Some(list) => {
            list.split('}').next().unwrap_or_default().split(',').filter_map(name).collect()
        }
        None => name(rest).into_iter().collect::<Vec<_>>(),
    });
    names.filter(|name| !name.is_empty()).collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
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
        for name in mentions(&std::fs::read_to_string(&path).unwrap()) {
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
            || std::fs::read_to_string(path).unwrap().contains("trait Bot")
    });
    assert_eq!(bots.collect::<Vec<_>>(), Vec::<PathBuf>::new());
}
