//! The pages of dicot as files. `dicot serve` serves them; a site without a server is a folder with them, and its
//! requests are answered by a worker with dicot in WebAssembly (`crates/dicot-wasm`). Widgets of notebooks
//! (`crates/dicot-py`) show components of the pages, which [`linked`] makes one module.
//!
//! Each page has its content in a file of `pages/`; the frame around it is the same for all. All links are relative, so
//! that the pages work under any path.
//!
//! ```
//! let page = dicot_pages::find("play/").unwrap();
//! assert!(page.text().contains("<title>dicot: play</title>"));
//! assert!(page.text().contains("href=\"../assets/style.css\""));
//! assert!(dicot_pages::asset("js/play.js").is_some());
//! ```

pub mod address;
mod learn;
mod link;
pub mod words;

pub use link::linked;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use include_dir::{Dir, include_dir};

use crate::words::{ENGLISH, Language};

static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/pages");
static ASSETS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets");
static WORDS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/words");
static CERTIFICATES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/certificates");

/// A page. Its content is `pages/NAME.html`.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    name: &'static str,
    language: Language,
    /// The path, relative to the first page: empty, or names with a slash after each.
    path: &'static str,
    title: &'static str,
    description: &'static str,
    /// The element that the skip link leads to, and what it is called.
    start: [&'static str; 2],
    /// The names of the page's own style sheets and scripts.
    styles: &'static [&'static str],
    scripts: &'static [&'static str],
}

/// The pages that are not part of the course.
const TOOLS: [Page; 6] = [
    Page {
        name: "explore",
        language: ENGLISH,
        path: "",
        title: "explore values",
        description: "Draw a position and see its value, its components and the moves that matter.",
        start: ["board", "board"],
        styles: &[],
        scripts: &["js/explore.js"],
    },
    Page {
        name: "welcome",
        language: ENGLISH,
        path: "welcome/",
        title: "three games at once",
        description: "Play Hackenbush, Nim and Clobber at once against an opponent who never errs, and see why you lost.",
        start: ["start", "games"],
        styles: &["play.css", "puzzles.css"],
        scripts: &["js/front.js"],
    },
    Page {
        name: "play",
        language: ENGLISH,
        path: "play/",
        title: "play",
        description: "Play Clobber, Hackenbush, Nim and forty other games, or sums of them, against bots.",
        start: ["board", "board"],
        styles: &["play.css"],
        scripts: &["js/play.js"],
    },
    Page {
        name: "puzzles",
        language: ENGLISH,
        path: "puzzles/",
        title: "puzzles",
        description: "A puzzle a day: the only winning move, who wins, which game is greater. Each answer is proved.",
        start: ["start", "puzzle"],
        styles: &["play.css", "puzzles.css"],
        scripts: &["js/puzzles.js"],
    },
    Page {
        name: "results",
        language: ENGLISH,
        path: "results/",
        title: "results",
        description: "Who wins Clobber, Domineering, Konane and other games, board by board, with the commands that repeat it.",
        start: ["start", "text"],
        styles: &["help.css", "results.css"],
        scripts: &["js/results.js"],
    },
    Page {
        name: "help",
        language: ENGLISH,
        path: "help/",
        title: "help",
        description: "What the values of positions mean, how games and moves are written, and how each game is played.",
        start: ["start", "text"],
        styles: &["help.css"],
        scripts: &["js/help.js"],
    },
];

/// The answer to unknown paths.
const NOT_FOUND: Page = Page {
    name: "not_found",
    language: ENGLISH,
    path: "",
    title: "not found",
    description: "This page does not exist.",
    start: ["start", "text"],
    styles: &[],
    scripts: &[],
};

/// The links of the navigation: paths, texts, and the names of the pages.
const NAVIGATION: [[&str; 3]; 6] = [
    ["", "Explore", "explore"],
    ["play/", "Play", "play"],
    ["learn/", "Learn", "learn"],
    ["puzzles/", "Puzzles", "puzzles"],
    ["results/", "Results", "results"],
    ["help/", "Help", "help"],
];

/// All pages with a path of their own.
pub fn all() -> impl Iterator<Item = &'static Page> {
    TOOLS.iter().chain(&learn::PAGES).chain(&*learn::TRANSLATED)
}

/// The page at a path, relative to the first page.
pub fn find(path: &str) -> Option<&'static Page> {
    all().find(|page| page.path == path)
}

/// The page that says that a page does not exist. Its links are absolute, because its path can be any.
pub fn not_found() -> String {
    NOT_FOUND.compose("/", true)
}

/// The contents of a script, style sheet or picture; `None` if there is no such file. A debug build reads it from disk.
pub fn asset(name: &str) -> Option<Cow<'static, [u8]>> {
    read("assets", &ASSETS, name)
}

/// The contents of a file that [`Page::versioned_text`] links to: the script of a page with all that it imports as one module, or a style
/// sheet. `None` if no file has this name in this version.
///
/// ```
/// let page = dicot_pages::find("play/").unwrap().versioned_text();
/// let (_, rest) = page.split_once("<script type=\"module\" src=\"../assets/").unwrap();
/// let script = dicot_pages::versioned(rest.split('"').next().unwrap()).unwrap();
/// assert!(String::from_utf8_lossy(&script).contains("class Table"));
/// assert!(dicot_pages::versioned("js/play.0123456789abcdef.js").is_none());
/// ```
pub fn versioned(name: &str) -> Option<Cow<'static, [u8]>> {
    let (stem, extension) = name.rsplit_once('.')?;
    let (stem, version) = stem.rsplit_once('.')?;
    let file = Versioned::of(&format!("{stem}.{extension}"))?;
    (file.version == version).then(|| match file {
        Cow::Borrowed(file) => Cow::Borrowed(&file.contents[..]),
        Cow::Owned(file) => Cow::Owned(file.contents),
    })
}

/// A file whose name changes with its contents, so that browsers can keep it.
#[derive(Clone)]
struct Versioned {
    contents: Vec<u8>,
    version: String,
}

impl Versioned {
    /// A debug build reads it from disk.
    fn of(name: &str) -> Option<Cow<'static, Versioned>> {
        static ALL: LazyLock<BTreeMap<String, Versioned>> = LazyLock::new(|| {
            let names = all().flat_map(|page| page.scripts.iter().chain(page.styles)).copied();
            // Many pages have the same scripts.
            let names: BTreeSet<String> = names.chain([STYLE, FIRST]).map(str::to_owned).collect();
            let parts = names.iter().flat_map(|name| parts_of(name)).collect::<Vec<_>>();
            let names = names.into_iter().chain(parts);
            names.filter_map(|name| Versioned::new(&name).map(|file| (name, file))).collect()
        });
        let known = ALL.get(name)?;
        match cfg!(debug_assertions) {
            true => Versioned::new(name).map(Cow::Owned),
            false => Some(Cow::Borrowed(known)),
        }
    }

    fn new(name: &str) -> Option<Versioned> {
        let scripts = || all().flat_map(|page| page.scripts).copied();
        let contents = match name.ends_with(".js") && name != FIRST {
            true if scripts().any(|script| script == name) => {
                let part = |part: &str| Versioned::part(part, name).name_of(part);
                link::bundled(name, part).into_bytes()
            }
            true => {
                let entry =
                    scripts().find(|script| parts_of(script).iter().any(|part| part == name))?;
                return Some(Versioned::part(name, entry));
            }
            false => {
                let text = asset(name)?;
                link::without_comments(&String::from_utf8_lossy(&text)).into_bytes()
            }
        };
        Some(Versioned::with(contents))
    }

    /// A part of a script, see [`link::part`].
    fn part(name: &str, entry: &str) -> Versioned {
        Versioned::with(link::part(name, entry).into_bytes())
    }

    fn with(contents: Vec<u8>) -> Versioned {
        let mut hasher = DefaultHasher::new();
        contents.hash(&mut hasher);
        Versioned { contents, version: format!("{:016x}", hasher.finish()) }
    }

    /// The name of a file with its version.
    fn name(name: &str) -> String {
        Versioned::of(name).map_or_else(|| name.to_owned(), |file| file.name_of(name))
    }

    fn name_of(&self, name: &str) -> String {
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        format!("{stem}.{}.{extension}", self.version)
    }
}

/// The modules that are loaded only when a script of a page imports them by a call.
fn parts_of(script: &str) -> Vec<String> {
    if script.ends_with(".js") && script != FIRST { link::parts(script) } else { Vec::new() }
}

/// The style sheet of all pages.
const STYLE: &str = "style.css";
/// What the scripts of the explorer write into its elements at first, a line for each with its `id`. A test in the browser makes the file.
const FIRST_CONTENTS: &str = include_str!("../pages/first_contents.txt");
/// The answer to the request for the value of the first position. A test of `dicot-web` makes the file.
const FIRST_ANSWER: &str = include_str!("../pages/first_answer.json");
/// The script that runs before a page is painted, and is not a module.
const FIRST: &str = "first.js";

/// The names of all scripts, style sheets and pictures.
pub fn assets() -> Vec<String> {
    files(&ASSETS)
}

/// The contents of a certificate, which the explorer loads only when it is played: so it is not an asset. `None` if there is
/// no such file.
pub fn certificate(name: &str) -> Option<Cow<'static, [u8]>> {
    read("certificates", &CERTIFICATES, name)
}

/// The names of all certificates.
pub fn certificates() -> Vec<String> {
    files(&CERTIFICATES)
}

/// The content type of files with an extension.
pub fn content_type(extension: &str) -> &'static str {
    match extension {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "webmanifest" => "application/manifest+json",
        "cert" => "application/gzip",
        _ => "text/plain; charset=utf-8",
    }
}

impl Page {
    /// The path, relative to the first page: empty, or names with a slash after each.
    pub fn path(&self) -> &'static str {
        self.path
    }

    /// The language of the page.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The page as HTML, with each of its scripts as a file of its own.
    pub fn text(&self) -> String {
        self.compose(&self.root(), false)
    }

    /// The page as HTML, with scripts and style sheets whose names change with their contents: [`versioned`] has them.
    pub fn versioned_text(&self) -> String {
        self.compose(&self.root(), true)
    }

    fn root(&self) -> String {
        "../".repeat(self.path.matches('/').count())
    }

    /// The page, whose links to other files begin with `root`.
    fn compose(&self, root: &str, is_versioned: bool) -> String {
        let name_of =
            |name: &str| if is_versioned { Versioned::name(name) } else { name.to_owned() };
        let style = |name: &&str| {
            format!("<link rel=\"stylesheet\" href=\"{root}assets/{}\">\n", name_of(name))
        };
        let mut links: String = [STYLE].iter().chain(self.styles).map(style).collect();
        if !is_versioned {
            for script in modules(self.scripts) {
                links += &format!("<link rel=\"modulepreload\" href=\"{root}assets/{script}\">\n");
            }
        }
        for script in self.scripts {
            let script = name_of(script);
            links += &format!("<script type=\"module\" src=\"{root}assets/{script}\"></script>\n");
        }
        let content = match self.name {
            name if name.starts_with("learn") => learn::compose(self, root),
            "explore" => with_first_contents(page("explore")),
            "puzzles" => page("puzzles").replace("{count}", &puzzles().to_string()),
            name => page(name),
        };
        let title = escaped(self.title);
        let description = escaped(self.description);
        let frame =
            Frame { name: self.name, title, description, links, start: self.start, content };
        words::in_language(frame.text(root, &name_of(FIRST)), self, root)
    }
}

/// What all pages have around their contents.
struct Frame<'a> {
    name: &'a str,
    title: String,
    description: String,
    links: String,
    start: [&'a str; 2],
    content: String,
}

impl Frame<'_> {
    fn text(&self, root: &str, first: &str) -> String {
        let navigation: String = NAVIGATION
            .iter()
            .map(|[path, text, name]| {
                let current = match self.name.strip_prefix(name) {
                    Some("") => " aria-current=\"page\"",
                    Some(_) => " aria-current=\"true\"",
                    None => "",
                };
                format!("    <a href=\"{}\"{current}>{text}</a>\n", link(root, path))
            })
            .collect();
        page("frame")
            .replace("{title}", &self.title)
            .replace("{description}", &self.description)
            .replace("{links}", &self.links)
            .replace("{first}", first)
            .replace("{name}", self.name)
            .replace("{start}", self.start[0])
            .replace("{start_name}", self.start[1])
            .replace("{navigation}", &navigation)
            .replace("{content}", &self.content)
            .replace("{home}", &link(root, ""))
            .replace("{root}", root)
    }
}

/// A page of a site that `dicot pages` makes: its title and description as text, more lines for its head, and its contents as HTML.
#[derive(Clone, Debug)]
pub struct AnswerPage {
    /// The title.
    pub title: String,
    /// What the page says, in a sentence.
    pub description: String,
    /// More lines for the head.
    pub head: String,
    /// The contents, with `{root}` where links begin.
    pub content: String,
}

impl AnswerPage {
    /// The page as HTML, at a path like that of [`address::path`].
    pub fn text(self) -> String {
        let root = "../../../";
        let style = |name| format!("<link rel=\"stylesheet\" href=\"{root}assets/{name}\">\n");
        let frame = Frame {
            name: "answer",
            title: escaped(&self.title),
            description: escaped(&self.description),
            links: [STYLE, "answer.css"].map(style).concat() + &self.head,
            start: ["start", "text"],
            content: self.content,
        };
        frame.text(root, FIRST)
    }
}

/// A text in HTML, or in an attribute of it.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The number of puzzles.
fn puzzles() -> usize {
    asset("puzzles.txt").map_or(0, |text| text.split(|byte| *byte == b'\n').count() - 1)
}

/// The link to a page. An empty one would keep the part after `#`.
fn link(root: &str, path: &str) -> String {
    match [root, path].concat() {
        link if link.is_empty() => "./".to_owned(),
        link => link,
    }
}

fn page(name: &str) -> String {
    let text = read("pages", &PAGES, &format!("{name}.html")).unwrap_or_default();
    String::from_utf8_lossy(&text).into_owned()
}

/// The explorer with its first position and the value of it, before its scripts run and the server, or the module of a site, answers.
fn with_first_contents(mut page: String) -> String {
    for line in FIRST_CONTENTS.lines() {
        let Some((id, contents)) = line.split_once(' ') else { continue };
        let place =
            page.find(&format!(" id=\"{id}\"")).and_then(|at| Some(at + page[at..].find('>')? + 1));
        page.insert_str(place.unwrap_or_else(|| panic!("no element is called {id}")), contents);
    }
    page.replace("{first_answer}", FIRST_ANSWER.trim_end())
}

/// A file of translations.
fn read_words(name: &str) -> Option<String> {
    read("words", &WORDS, name).map(|file| String::from_utf8_lossy(&file).into_owned())
}

/// The contents of a file of a folder of this crate.
fn read(folder: &str, files: &'static Dir<'_>, name: &str) -> Option<Cow<'static, [u8]>> {
    let embedded = files.get_file(name)?.contents();
    let on_disk = || std::fs::read([env!("CARGO_MANIFEST_DIR"), folder, name].join("/")).ok();
    let on_disk = if cfg!(debug_assertions) { on_disk() } else { None };
    Some(on_disk.map_or(Cow::Borrowed(embedded), Cow::Owned))
}

fn files(folder: &Dir<'_>) -> Vec<String> {
    let own = folder.files().map(|file| file.path().to_string_lossy().into_owned());
    own.chain(folder.dirs().flat_map(files)).collect()
}

/// The names of these scripts and of all modules that they import, so that a browser loads them at once and does
/// not discover them one by one.
fn modules(scripts: &[&str]) -> Vec<String> {
    let mut modules: Vec<String> = scripts.iter().map(|&name| name.to_owned()).collect();
    let mut next = 0;
    while let Some(importer) = modules.get(next).cloned() {
        next += 1;
        let text = asset(&importer).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        for line in text.lines() {
            let imported =
                line.rsplit_once("from \"").and_then(|(_, rest)| rest.strip_suffix("\";"));
            if let Some(path) = imported {
                let module = beside(&importer, path);
                if !modules.contains(&module) {
                    modules.push(module);
                }
            }
        }
    }
    modules
}

/// The name of the file that a file imports by a path relative to its own folder.
fn beside(file: &str, mut path: &str) -> String {
    let mut folders: Vec<&str> = file.split('/').collect();
    folders.pop();
    path = path.trim_start_matches("./");
    while let Some(rest) = path.strip_prefix("../") {
        folders.pop();
        path = rest;
    }
    folders.push(path);
    folders.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every file under `js/` is imported by a page, and every import exists.
    #[test]
    fn scripts_import_each_other() {
        let scripts = || all().flat_map(|page| page.scripts).copied();
        let parts: Vec<String> = scripts().flat_map(parts_of).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let mut imported = modules(&scripts().chain(parts).collect::<Vec<_>>());
        imported.sort_unstable();
        imported.dedup();
        let mut files = assets();
        files.retain(|name| name.ends_with(".js") && name != FIRST);
        files.sort_unstable();
        assert_eq!(imported, files);
    }

    /// The page of results shows every file of `results/claims/`.
    #[test]
    fn every_claim_is_shown() {
        let page = find("results/").unwrap().text();
        let lists = page.split("data-claims=\"").skip(1).filter_map(|rest| rest.split('"').next());
        let mut shown: Vec<String> = lists
            .flat_map(str::split_whitespace)
            .map(|name| format!("claims/{name}.json"))
            .collect();
        shown.sort_unstable();
        let mut files = assets();
        files.retain(|name| name.starts_with("claims/"));
        files.sort_unstable();
        assert_eq!(shown, files);
    }

    /// Every certificate is a file that gzip compressed.
    #[test]
    fn certificates_are_compressed() {
        let names = certificates();
        assert!(names.len() >= 6, "{names:?}");
        for name in names {
            assert!(certificate(&name).unwrap().starts_with(b"\x1f\x8b"), "{name}");
        }
    }

    #[test]
    fn nothing_is_left_to_fill_in() {
        for text in all().map(Page::text).chain([not_found()]) {
            let content = text.find("<main").unwrap_or(0);
            assert!(content > 0 && !text[..content].contains(['{', '}']), "{text}");
            assert!(!text.contains("{root}") && !text.contains("{home}"), "{text}");
        }
    }
}
