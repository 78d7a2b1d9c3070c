//! Files that import each other in a circle can only be read together, so circles stay small.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use crate::floors::sources;

/// A module of a crate, by its path: `form::store`; the root is empty.
type Module = Vec<String>;

/// A path that a module imports, and whether it exports it.
type Import = (bool, Vec<String>);

/// The paths of `use` without braces: `a::{b, c::d}` are two.
fn paths(before: &[&str], tree: &str) -> Vec<Vec<String>> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, letter) in tree.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&tree[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&tree[start..]);
    let parts = parts.into_iter().map(str::trim).filter(|part| !part.is_empty());
    let paths = parts.flat_map(|part| {
        let (path, inner) = match part.split_once('{') {
            Some((path, inner)) => (path, inner.strip_suffix('}')),
            None => (part.split(" as ").next().unwrap_or_default(), None),
        };
        let names = path.split("::").map(str::trim).filter(|name| !name.is_empty());
        let names: Vec<&str> = before.iter().copied().chain(names).collect();
        match inner {
            Some(inner) => paths(&names, inner),
            None => vec![names.into_iter().map(str::to_owned).collect()],
        }
    });
    paths.collect()
}

/// What a source imports at its top, without its tests.
fn imports(source: &str) -> Vec<Import> {
    let code = source.split("mod tests {").next().unwrap_or_default();
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    let code = lines.collect::<Vec<_>>().join("\n");
    let mut imports = Vec::new();
    for (at, _) in code.match_indices("use ") {
        let line = code[..at].rsplit('\n').next().unwrap_or_default();
        if line.is_empty() || line.starts_with("pub") {
            let tree = code[at + 4..].split(';').next().unwrap_or_default();
            let trees = paths(&[], tree).into_iter();
            imports.extend(trees.map(|path| (line.starts_with("pub"), path)));
        }
    }
    imports
}

/// The modules of a crate, with what they import.
fn modules(src: &Path) -> HashMap<Module, Vec<Import>> {
    let rust = sources(src).into_iter().filter(|path| path.extension().is_some_and(|e| e == "rs"));
    let module = |path: &Path| {
        let inside = path.strip_prefix(src).unwrap().with_extension("");
        let mut module: Module =
            inside.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
        module.pop_if(|last| last == "mod" || last == "lib");
        module
    };
    rust.map(|path| (module(&path), imports(&fs::read_to_string(&path).unwrap()))).collect()
}

/// The module in which what a path names is defined, if it is in this crate. It is followed through at most `steps` imports.
fn home(
    all: &HashMap<Module, Vec<Import>>,
    from: &Module,
    path: &[String],
    steps: usize,
) -> Option<Module> {
    let (mut module, mut rest) = match path.first()?.as_str() {
        "crate" => (Vec::new(), &path[1..]),
        "self" => (from.clone(), &path[1..]),
        "super" => {
            let supers = path.iter().take_while(|part| *part == "super").count();
            (from[..from.len().saturating_sub(supers)].to_vec(), &path[supers..])
        }
        first => {
            let child = [&from[..], &[first.to_owned()]].concat();
            (all.contains_key(&child).then(|| from.clone())?, path)
        }
    };
    while let [name, others @ ..] = rest {
        let child = [&module[..], std::slice::from_ref(name)].concat();
        if !all.contains_key(&child) {
            break;
        }
        (module, rest) = (child, others);
    }
    let name = rest.first().filter(|name| *name != "self");
    let imported = all.get(&module).zip(name).and_then(|(imports, name)| {
        let (_, path) = imports.iter().find(|(_, path)| path.last() == Some(name))?;
        home(all, &module, path, steps.checked_sub(1)?).filter(|home| *home != module)
    });
    Some(imported.unwrap_or(module)).filter(|module| all.contains_key(module))
}

/// The largest number of files that all import each other, directly or by way of others.
fn largest_circle(src: &Path) -> Vec<String> {
    let all = modules(src);
    let used = all.iter().map(|(module, imports)| {
        // What a module exports of the modules in it is where it is, and not used.
        let used = imports.iter().filter_map(|(is_export, path)| {
            let home = home(&all, module, path, 6)?;
            let is_own = home == *module || (*is_export && home.starts_with(module));
            (!is_own).then_some(home)
        });
        (module, used.collect::<HashSet<Module>>())
    });
    let used: HashMap<&Module, HashSet<Module>> = used.collect();
    let reached = |start: &Module| {
        let (mut reached, mut todo) = (HashSet::new(), vec![start]);
        while let Some(module) = todo.pop() {
            todo.extend(used[module].iter().filter(|next| reached.insert((*next).clone())));
        }
        reached
    };
    let reached: HashMap<&Module, HashSet<Module>> =
        all.keys().map(|module| (module, reached(module))).collect();
    let circle = |module: &&Module| {
        let others = reached[module].iter().filter(|other| reached[other].contains(*module));
        let mut names: Vec<String> = others.map(|other| other.join("::")).collect();
        names.sort_unstable();
        names
    };
    all.keys().map(|module| circle(&module)).max_by_key(Vec::len).unwrap_or_default()
}

#[test]
fn circles_stay_small() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let mut largest = 0;
    for folder in crates.chain([root.to_owned()]) {
        let name = folder.file_name().unwrap().to_str().unwrap();
        let most = match name {
            // Classes of Python, which name each other.
            "dicot-py" => 8,
            _ if folder == root => 7, // handles of values, and what makes their methods
            "dicot-web" => 5,
            _ => 4,
        };
        let circle = largest_circle(&folder.join("src"));
        assert!(circle.len() <= most, "{name}: {}", circle.join(", "));
        largest = largest.max(circle.len());
    }
    assert!(largest > 5, "the circles that are known are seen");
}
