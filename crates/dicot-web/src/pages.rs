//! The pages. Each has its content in a file of `pages/`; the frame around it is the same for all.

use std::sync::OnceLock;

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};

use crate::assets;
use crate::error::ApiError;

static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/pages");

/// A page. Its content is `pages/NAME.html`.
pub(crate) struct Page {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    /// The element that the skip link leads to, and what it is called.
    start: [&'static str; 2],
    /// The names of the page's own style sheets and scripts.
    styles: &'static [&'static str],
    scripts: &'static [&'static str],
    composed: OnceLock<Bytes>,
}

/// The page with the explorer.
pub(crate) static EXPLORE: Page = Page {
    name: "explore",
    title: "explore values",
    description: "Draw a position and see its value, its components and the moves that matter.",
    start: ["board", "board"],
    styles: &[],
    scripts: &["js/explore.js"],
    composed: OnceLock::new(),
};

/// The page to play games.
pub(crate) static PLAY: Page = Page {
    name: "play",
    title: "play",
    description: "Play Clobber, Konane, Combo and other games against bots, or let bots play.",
    start: ["board", "board"],
    styles: &["play.css"],
    scripts: &["js/play.js"],
    composed: OnceLock::new(),
};

/// The help page: values, notation and rules.
pub(crate) static HELP: Page = Page {
    name: "help",
    title: "help",
    description: "What the values of positions mean, how games and moves are written, and how each game is played.",
    start: ["start", "text"],
    styles: &["help.css"],
    scripts: &["js/help.js"],
    composed: OnceLock::new(),
};

static NOT_FOUND: Page = Page {
    name: "not_found",
    title: "not found",
    description: "This page does not exist.",
    start: ["start", "text"],
    styles: &[],
    scripts: &[],
    composed: OnceLock::new(),
};

/// The links of the navigation: paths, texts, and the names of the pages.
const NAVIGATION: [[&str; 3]; 3] =
    [["/", "Explore", "explore"], ["/play", "Play", "play"], ["/help", "Help", "help"]];

impl Page {
    /// The page, or 304 if the client has this version of it.
    pub(crate) fn answer(&self, headers: &HeaderMap) -> Response {
        assets::answer("html", self.contents(), headers)
    }

    /// The page, composed once; a debug build composes it anew from the files on disk.
    fn contents(&self) -> Bytes {
        let compose = || Bytes::from(self.text());
        if cfg!(debug_assertions) { compose() } else { self.composed.get_or_init(compose).clone() }
    }

    fn text(&self) -> String {
        let styles = self.styles.iter();
        let mut links: String = styles
            .map(|name| format!("<link rel=\"stylesheet\" href=\"/assets/{name}\">\n"))
            .collect();
        for script in modules(self.scripts) {
            links += &format!("<link rel=\"modulepreload\" href=\"/assets/{script}\">\n");
        }
        for script in self.scripts {
            links += &format!("<script type=\"module\" src=\"/assets/{script}\"></script>\n");
        }
        let navigation: String = NAVIGATION
            .iter()
            .map(|[path, text, name]| {
                let current = if *name == self.name { " aria-current=\"page\"" } else { "" };
                format!("    <a href=\"{path}\"{current}>{text}</a>\n")
            })
            .collect();
        page("frame")
            .replace("{title}", self.title)
            .replace("{description}", self.description)
            .replace("{links}", &links)
            .replace("{start}", self.start[0])
            .replace("{start_name}", self.start[1])
            .replace("{navigation}", &navigation)
            .replace("{content}", &page(self.name))
    }
}

fn page(name: &str) -> String {
    let text = assets::read("pages", &PAGES, &format!("{name}.html")).unwrap_or_default();
    String::from_utf8_lossy(&text).into_owned()
}

/// The names of these scripts and of all modules that they import, so that a browser loads them at once and does
/// not discover them one by one.
fn modules(scripts: &[&str]) -> Vec<String> {
    let mut modules: Vec<String> = scripts.iter().map(|&name| name.to_owned()).collect();
    let mut next = 0;
    while let Some(importer) = modules.get(next).cloned() {
        next += 1;
        let text = assets::contents(&importer).unwrap_or_default();
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

/// Answers unknown paths: JSON under `/api/`, and a page everywhere else.
pub(crate) async fn not_found(request: Request) -> Response {
    if request.uri().path().starts_with("/api/") {
        return ApiError::not_found().into_response();
    }
    let kind = assets::content_type("html");
    (StatusCode::NOT_FOUND, kind, NOT_FOUND.contents()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(folder: &Dir<'_>) -> Vec<String> {
        let own = folder.files().map(|file| file.path().to_string_lossy().into_owned());
        own.chain(folder.dirs().flat_map(files)).collect()
    }

    /// Every file under `js/` is imported by a page, and every import exists.
    #[test]
    fn scripts_import_each_other() {
        let mut imported: Vec<String> =
            [&EXPLORE, &PLAY, &HELP].iter().flat_map(|page| modules(page.scripts)).collect();
        imported.sort_unstable();
        imported.dedup();
        let mut files = files(&assets::ASSETS);
        files.retain(|name| name.ends_with(".js"));
        files.sort_unstable();
        assert_eq!(imported, files);
    }

    #[test]
    fn nothing_is_left_to_fill_in() {
        for page in [&EXPLORE, &PLAY, &HELP, &NOT_FOUND] {
            let text = page.text();
            let content = text.find("<main").unwrap_or(0);
            assert!(content > 0 && !text[..content].contains(['{', '}']), "{text}");
        }
    }
}
