//! The course: its chapters in order, and what the pages have around their texts.
//!
//! Every value, outcome and comparison in its texts is an attribute of the page, and so is every answer of an exercise. A test
//! reads the pages and computes them all (`crates/dicot-web/tests/it/learn.rs`). The script of the page reads the same attributes, so a
//! chapter states each value once.

use std::sync::LazyLock;

use crate::words::{ENGLISH, TRANSLATIONS};
use crate::{Page, link};

/// A page of the course.
const fn page(
    name: &'static str,
    path: &'static str,
    title: &'static str,
    description: &'static str,
) -> Page {
    let start = ["start", "text"];
    Page {
        name,
        language: ENGLISH,
        path,
        title,
        description,
        start,
        styles: &["learn.css"],
        scripts: &["js/learn.js"],
    }
}

/// The page of sheets of exercises, which is not a chapter. Its content is `pages/sheet.html`.
const SHEET: Page = Page {
    scripts: &["js/sheet.js"],
    ..page(
        "learn/sheet",
        "learn/sheet/",
        "a sheet of exercises",
        "Exercises of the course on one page, which a link names.",
    )
};

/// The table of contents, the page of sheets, and the chapters, in order.
pub(crate) const PAGES: [Page; 17] = [
    page(
        "learn",
        "learn/",
        "learn",
        "A course in combinatorial game theory, with boards to play on.",
    ),
    SHEET,
    page(
        "learn/games",
        "learn/games/",
        "what a game is",
        "Two players, no chance, nothing hidden, and a player who cannot move loses.",
    ),
    page(
        "learn/outcomes",
        "learn/outcomes/",
        "outcomes and sums",
        "Who wins, for either player to start, and what happens if two games are played at once.",
    ),
    page(
        "learn/numbers",
        "learn/numbers/",
        "numbers",
        "Positions that count free moves, even halves and quarters of one.",
    ),
    page(
        "learn/nimbers",
        "learn/nimbers/",
        "nimbers",
        "Nim, the value star, and sums of heaps without carrying.",
    ),
    page(
        "learn/ups",
        "learn/ups/",
        "ups and other infinitesimals",
        "Advantages that are smaller than every positive number.",
    ),
    page(
        "learn/hot",
        "learn/hot/",
        "hot games and thermographs",
        "Positions in which everyone wants to move first, and how much that is worth.",
    ),
    page(
        "learn/weights",
        "learn/weights/",
        "atomic weights",
        "How to count ups in a position that is not a multiple of up.",
    ),
    page(
        "learn/simplify",
        "learn/simplify/",
        "dominated and reversible options",
        "The two rules that give each game its simplest form.",
    ),
    page(
        "learn/components",
        "learn/components/",
        "Clobber by components",
        "A position falls apart, and its parts are easier than the whole.",
    ),
    page(
        "learn/sums",
        "learn/sums/",
        "playing a sum well",
        "Which of several boards to move on, with and without knowing all values.",
    ),
    page(
        "learn/misere",
        "learn/misere/",
        "misère play",
        "Who makes the last move loses, and the theory begins anew.",
    ),
    page(
        "learn/loopy",
        "learn/loopy/",
        "loopy games and kos",
        "Play that may go on for ever: draws, stoppers, and values that are not short games.",
    ),
    page(
        "learn/rulesets",
        "learn/rulesets/",
        "one game, many rulesets",
        "Small changes of the rules, and what they do to the values.",
    ),
    page(
        "learn/computing",
        "learn/computing/",
        "how values are computed",
        "Tables, solvers and certificates: what a computer does, and why one may believe it.",
    ),
    page(
        "learn/own",
        "learn/own/",
        "writing your own ruleset",
        "What dicot needs to know of a game that it does not have yet.",
    ),
];

/// The same pages in other languages, as `de/learn/`.
pub(crate) static TRANSLATED: LazyLock<Vec<Page>> = LazyLock::new(|| {
    let all = TRANSLATIONS.into_iter().flat_map(|language| {
        let path = move |page: &Page| format!("{}/{}", language.tag, page.path).leak();
        PAGES.iter().map(move |page| Page { language, path: path(page), ..*page })
    });
    all.collect()
});

/// The text of a page of the course: chapters with links to the ones before and after, the other pages with the list of chapters.
/// `root` begins its links.
pub(crate) fn compose(page: &Page, root: &str) -> String {
    let [contents, _, chapters @ ..] = &PAGES;
    let Some(number) = chapters.iter().position(|chapter| chapter.name == page.name) else {
        let list: String = chapters.iter().map(|chapter| item(chapter, root)).collect();
        let text = crate::page(page.name.strip_prefix("learn/").unwrap_or(page.name));
        return text.replace("{chapters}", &list).replace("{size}", &size(chapters));
    };
    let before = number.checked_sub(1).map_or(contents, |before| &chapters[before]);
    let after = chapters.get(number + 1).unwrap_or(contents);
    crate::page("chapter")
        .replace("{number}", &(number + 1).to_string())
        .replace("{count}", &chapters.len().to_string())
        .replace("{chapter}", page.name.trim_start_matches("learn/"))
        .replace("{heading}", &capital(page.title))
        .replace("{before}", &link(root, before.path))
        .replace("{before_title}", &name(before))
        .replace("{after}", &link(root, after.path))
        .replace("{after_title}", &name(after))
        .replace("{contents}", &link(root, contents.path))
        .replace("{text}", &crate::page(page.name))
}

/// A line of the table of contents, with the identifiers of the exercises. The script adds how much of the chapter is solved.
fn item(chapter: &Page, root: &str) -> String {
    let Page { name, title, description, path, .. } = chapter;
    let (link, title) = (link(root, path), capital(title));
    let exercises = exercises(chapter).join(" ");
    let name = name.trim_start_matches("learn/");
    format!(
        "    <li data-chapter=\"{name}\" data-exercises=\"{exercises}\"><a href=\"{link}\">{title}</a> <span class=\"solved small\"></span>\
         <p class=\"muted\">{description}</p></li>\n"
    )
}

/// The identifiers of the exercises of a chapter, in order.
fn exercises(chapter: &Page) -> Vec<String> {
    let text = crate::page(chapter.name);
    let tags = text.split("<section ").skip(1).filter_map(|rest| rest.split('>').next());
    tags.filter(|tag| tag.contains("class=\"exercise\""))
        .filter_map(|tag| Some(tag.split_once("id=\"")?.1.split('"').next()?.to_owned()))
        .collect()
}

/// The size of the course in words.
fn size(chapters: &[Page]) -> String {
    let counts: Vec<usize> = chapters.iter().map(|chapter| exercises(chapter).len()).collect();
    let (chapters, total) = (counts.len(), counts.iter().sum::<usize>());
    match counts.first() {
        Some(each) if each * chapters == total && counts.iter().all(|count| count == each) => {
            format!("{chapters} chapters with {each} exercises each")
        }
        _ => format!("{chapters} chapters with {total} exercises"),
    }
}

/// What a link calls a page.
fn name(page: &Page) -> String {
    if page.name == "learn" { "Contents".to_owned() } else { capital(page.title) }
}

fn capital(text: &str) -> String {
    let (first, rest) = text.split_at(1);
    first.to_uppercase() + rest
}
