//! Links modules into one, for programs that load a single script, such as widgets of notebooks.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::{asset, beside};

/// The module `entry` with all that it imports, as one module. Its default export is a function that runs all modules,
/// each once and each with variables of its own, and returns what `entry` exports.
///
/// `own` are names and texts of modules that are added to the scripts of the pages, or replace them.
///
/// It links what the scripts of the pages are written in, without modules that are imported by a call: imports of names or of a namespace, each from a path in double
/// quotes, and declarations that are exported, none of which is assigned later. Modules that import each other are not
/// supported, nor is `import.meta` in a module that is not loaded from its address.
///
/// ```
/// let entry = "import { element } from \"./dom.js\";\nexport const made = element(\"p\", \"\");\n";
/// let module = dicot_pages::linked("js/entry.js", &[("js/entry.js", entry)]);
/// assert!(module.contains("const { element } = modules[\"js/dom.js\"];\nconst made = "));
/// assert!(module.ends_with("return modules[\"js/entry.js\"];\n};\n"));
/// ```
///
/// # Panics
/// If a module does not exist, or is imported by a call.
pub fn linked(entry: &str, own: &[(&str, &str)]) -> String {
    let mut linker = Linker::new(own);
    linker.add(entry);
    assert!(linker.parts.is_empty(), "{entry} has parts: {:?}", linker.parts);
    let modules = linker.text;
    format!(
        "export default () => {{\nconst modules = {{}};\n{modules}return modules[{entry:?}];\n}};\n"
    )
}

/// The module `entry` with all that it imports, as one module that runs them, each once and each with variables of its own. Lines that
/// are only comments are left out.
///
/// It links the same as [`linked`]. Only `entry` may wait for something before it ends; the address of the module has to be in the folder
/// of every module that uses `import.meta`.
///
/// A module that is imported by a call, `import("./part.js")`, is not part of it: [`part`] makes it a file of its own, whose name
/// `name_of` says.
pub(crate) fn bundled(entry: &str, name_of: impl Fn(&str) -> String) -> String {
    let mut linker = Linker::new(&[]);
    let (mut body, _) = linker.read_module(entry);
    let (folder, _) = entry.rsplit_once('/').unwrap_or(("", entry));
    let mut registry = String::from("const modules = {};\n");
    for part in linker.parts.clone() {
        registry = format!("const modules = globalThis.{REGISTRY} = {{}};\n");
        let call = |name: &str| {
            format!("import(\"./{}\")", name.strip_prefix(&format!("{folder}/")).unwrap_or(name))
        };
        for text in [&mut linker.text, &mut body] {
            *text = text.replace(&marked(&part), &call(&name_of(&part)));
        }
    }
    without_comments(&format!("{registry}{}{body}", linker.text))
}

/// A module that a script imports by a call, with all that it imports and the script does not. A module of several parts runs once.
pub(crate) fn part(name: &str, entry: &str) -> String {
    let mut linker = Linker::new(&[]);
    linker.read_module(entry);
    linker.text.clear();
    linker.add(name);
    let (_, exports) = linker.read_module(name);
    let exports = exports.join(", ");
    without_comments(&format!(
        "const modules = globalThis.{REGISTRY};\n{}export const {{ {exports} }} = modules[{name:?}];\n",
        linker.text
    ))
}

/// The modules that a script or what it imports imports by a call.
pub(crate) fn parts(entry: &str) -> Vec<String> {
    let mut linker = Linker::new(&[]);
    linker.read_module(entry);
    linker.parts
}

/// The global variable with the modules of a page, for its parts.
const REGISTRY: &str = "dicotModules";

/// The call that imports a module, until the name of its file is known.
fn marked(name: &str) -> String {
    format!("import(part {name})")
}

/// A script or a style sheet without the lines that are only comments, and without the blanks at the beginnings of its lines. Scripts
/// of the pages have no text of several lines.
pub(crate) fn without_comments(text: &str) -> String {
    let mut is_comment = false;
    let mut shorter = String::with_capacity(text.len());
    for line in text.lines() {
        let start = line.trim_start();
        is_comment |= start.starts_with("/*");
        if !is_comment && !start.starts_with("//") {
            shorter += start;
            shorter.push('\n');
        }
        is_comment &= !start.contains("*/");
    }
    shorter
}

struct Linker<'a> {
    own: &'a [(&'a str, &'a str)],
    done: BTreeSet<String>,
    /// The modules so far, each after those that it imports.
    text: String,
    /// The modules that are imported by calls.
    parts: Vec<String>,
}

impl<'a> Linker<'a> {
    fn new(own: &'a [(&'a str, &'a str)]) -> Linker<'a> {
        Linker { own, done: BTreeSet::new(), text: String::new(), parts: Vec::new() }
    }

    fn add(&mut self, name: &str) {
        if !self.done.insert(name.to_owned()) {
            return;
        }
        let (body, exports) = self.read_module(name);
        let exports = exports.join(", ");
        let _ = write!(
            self.text,
            "modules[{name:?}] ??= (() => {{\n{body}return {{ {exports} }};\n}})();\n"
        );
    }

    /// The body of a module, after the modules that it imports were added, and what it exports.
    fn read_module(&mut self, name: &str) -> (String, Vec<String>) {
        let module = self.read(name);
        let (mut body, mut exports) = (String::new(), Vec::new());
        let mut lines = module.lines();
        while let Some(line) = lines.next() {
            if line.starts_with("import ") {
                let mut import = line.to_owned();
                while !import.ends_with(';') {
                    import += lines.next().unwrap_or(";");
                }
                body += &self.import(name, &import);
            } else if let Some(declaration) = line.strip_prefix("export ") {
                exports.push(declared(declaration).to_owned());
                body += declaration;
            } else {
                body += &self.called(name, line);
            }
            body.push('\n');
        }
        (body, exports)
    }

    /// A line, in which the module that it imports by a call, if it does, is marked.
    fn called(&mut self, importer: &str, line: &str) -> String {
        let Some((before, path, after)) = import_call(line) else { return line.to_owned() };
        let module = beside(importer, path);
        let marked = marked(&module);
        if !self.parts.contains(&module) {
            self.parts.push(module);
        }
        format!("{before}{marked}{after}")
    }

    fn read(&self, name: &str) -> String {
        let own = self.own.iter().find(|(own, _)| *own == name).map(|(_, text)| (*text).to_owned());
        own.or_else(|| Some(String::from_utf8_lossy(&asset(name)?).into_owned()))
            .unwrap_or_else(|| panic!("no module is called {name}"))
    }

    /// An import as a declaration, after the imported module was added.
    fn import(&mut self, importer: &str, import: &str) -> String {
        let (names, path) = import["import ".len()..]
            .split_once(" from \"")
            .unwrap_or_else(|| panic!("{importer}: expected names from a path, found {import}"));
        let module = beside(importer, path.trim_end_matches("\";"));
        self.add(&module);
        let names = names.trim_start_matches("* as ").replace(" as ", ": ");
        format!("const {names} = modules[{module:?}];")
    }
}

/// A line that imports a module by a call: what is before the call, the path, and what is after it.
pub(crate) fn import_call(line: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = line.split_once("import(\"")?;
    let (path, after) = rest.split_once("\")")?;
    Some((before, path, after))
}

/// The name that a declaration declares.
fn declared(declaration: &str) -> &str {
    let mut words = declaration.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
    let is_name = |word: &&str| !["async", "function", "class", "const", ""].contains(word);
    words.find(is_name).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_is_linked_once_after_its_imports() {
        let module = linked("js/play.js", &[]);
        let place = |name: &str| {
            let definition = format!("modules[{name:?}] ??= ");
            let places: Vec<usize> = module.match_indices(&definition).map(|(at, _)| at).collect();
            assert_eq!(places.len(), 1, "{name}");
            places[0]
        };
        assert!(place("js/transport.js") < place("js/api.js"));
        assert!(place("js/pictures/ways.js") < place("js/play/table.js"));
        assert!(module.contains("const { Table } = modules[\"js/play/table.js\"];"));
        let is_left = |line: &&str| line.starts_with("import ") || line.starts_with("export ");
        assert_eq!(module.lines().filter(is_left).collect::<Vec<_>>(), ["export default () => {"]);
    }

    /// A page has one script, without comments. A text with two slashes is not one.
    #[test]
    fn a_page_has_one_script() {
        let script = bundled("js/play.js", str::to_owned);
        assert!(script.starts_with("const modules = {};\nmodules[\"js/"));
        assert!(!script.contains("\nimport ") && !script.contains("\nexport "));
        assert!(!script.lines().any(|line| line.trim_start().starts_with("/*")));
        assert!(script.contains("modules[\"js/play/table.js\"] ??= (() => {\n"));
        assert!(script.contains("\nclass Page {\n"));
        let names = crate::assets().into_iter().filter(|name| name.ends_with(".js"));
        for name in names {
            let text = asset(&name).unwrap();
            let text = String::from_utf8_lossy(&text);
            // A text of several lines would lose the blanks at their beginnings.
            let text = text.replace("\"`\"", "").replace(">`]", "");
            assert!(text.lines().all(|line| line.matches('`').count() % 2 == 0), "{name}");
        }
        assert_eq!(
            without_comments("a; // b\n  // c\n/** d\n * e */\n`http://f`\n"),
            "a; // b\n`http://f`\n"
        );
    }

    /// What is imported by a call is a file of its own, without what the page has already.
    #[test]
    fn a_part_is_loaded_by_a_call() {
        let names =
            ["js/explore/known.js", "js/explore/duel.js", "js/explore/graphs.js", "js/howto.js"];
        assert_eq!(parts("js/explore.js"), names);
        let script = bundled("js/explore.js", |name| name.replace(".js", ".0.js"));
        assert!(script.contains("await import(\"./explore/duel.0.js\");"));
        assert!(!script.contains("class Duel") && !script.contains("class Strategy"));
        let part = part("js/explore/duel.js", "js/explore.js");
        assert!(part.starts_with("const modules = globalThis.dicotModules;\nmodules["));
        assert!(part.contains("class Duel") && part.contains("class Strategy"));
        assert!(!part.contains("modules[\"js/dom.js\"] ??= "));
        assert!(part.ends_with("export const { Duel } = modules[\"js/explore/duel.js\"];\n"));
    }

    #[test]
    fn a_module_replaces_one_of_the_pages() {
        let own = [("js/transport.js", "export class Transport {}\nexport async function f() {}")];
        let module = linked("js/api.js", &own);
        assert!(
            module.contains("class Transport {}\nasync function f() {}\nreturn { Transport, f };")
        );
        assert!(!module.contains("fetch("));
    }
}
