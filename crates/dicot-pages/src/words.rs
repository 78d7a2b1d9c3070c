//! The pages in other languages: a file of `words/` for each, in the format of gettext (PO), which editors for translators know.
//!
//! English is what the pages and scripts say. A *unit* is the text of an element such as a paragraph or a button, an attribute that is read
//! or shown, or a text of a script, in a call `t("...")`. Its elements with attributes are numbers: `the value is <1>1</1>` for
//! `the value is <span class="value" data-of="1">1</span>`, so that a translation can move them and cannot change them. A unit without a
//! translation stays English. A test makes the files anew when a text has changed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::{Page, asset, modules, parts_of, read_words};

/// A language that pages are translated into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language {
    /// Its tag in HTML, and the first folder of the paths of its pages.
    pub tag: &'static str,
    /// What it calls itself.
    pub name: &'static str,
}

/// English, which the pages are written in.
pub const ENGLISH: Language = Language { tag: "en", name: "English" };

/// The languages that the course is translated into.
pub const TRANSLATIONS: [Language; 2] =
    [Language { tag: "de", name: "Deutsch" }, Language { tag: "fr", name: "Français" }];

/// Translations by the text of a unit.
pub(crate) type Words = BTreeMap<String, String>;

impl Language {
    /// The translations of the language; none of English. A debug build reads them from disk.
    pub(crate) fn words(self) -> Words {
        static ALL: LazyLock<Vec<(Language, Words)>> = LazyLock::new(|| {
            TRANSLATIONS.into_iter().map(|language| (language, language.read())).collect()
        });
        if cfg!(debug_assertions) {
            return self.read();
        }
        let known = ALL.iter().find(|(language, _)| *language == self);
        known.map(|(_, words)| words.clone()).unwrap_or_default()
    }

    fn read(self) -> Words {
        parse(&read_words(&format!("{}.po", self.tag)).unwrap_or_default())
    }
}

/// The translations of a file: each `msgid` with the `msgstr` after it, unless that is empty or marked as fuzzy. Strings may go on in the next
/// lines.
pub(crate) fn parse(file: &str) -> Words {
    let (mut words, mut id, mut text, mut is_id) =
        (Words::new(), String::new(), String::new(), false);
    let (mut is_fuzzy, mut is_next_fuzzy) = (false, false);
    for line in file.lines().chain(["msgid \"\""]) {
        let line = line.trim();
        is_next_fuzzy |= line.starts_with("#,") && line.contains("fuzzy");
        let quoted = match (line.strip_prefix("msgid "), line.strip_prefix("msgstr ")) {
            (Some(quoted), _) => {
                let (id, text) = (std::mem::take(&mut id), std::mem::take(&mut text));
                if !id.is_empty() && !text.is_empty() && !is_fuzzy {
                    words.insert(id, text);
                }
                (is_id, is_fuzzy, is_next_fuzzy) = (true, is_next_fuzzy, false);
                quoted
            }
            (_, Some(quoted)) => {
                is_id = false;
                quoted
            }
            _ => line,
        };
        let Some(quoted) = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
            continue;
        };
        let into = if is_id { &mut id } else { &mut text };
        let mut letters = quoted.chars();
        while let Some(c) = letters.next() {
            into.push(match c {
                '\\' => match letters.next() {
                    Some('n') => '\n',
                    other => other.unwrap_or(c),
                },
                _ => c,
            });
        }
    }
    words
}

/// A file of translations with these units.
#[cfg(test)]
fn write(language: Language, units: &[String], words: &Words) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let mut file = format!(
        "msgid \"\"\nmsgstr \"\"\n\"Language: {}\\n\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n",
        language.tag
    );
    for unit in units {
        let text = words.get(unit).map_or("", String::as_str);
        file += &format!("\nmsgid {}\nmsgstr {}\n", quoted(unit), quoted(text));
    }
    file
}

/// Elements that are part of a sentence.
const INLINE: [&str; 12] =
    ["a", "b", "i", "em", "strong", "code", "span", "cite", "sub", "sup", "kbd", "abbr"];
/// Attributes that are read or shown.
const ATTRIBUTES: [&str; 6] =
    ["aria-label", "data-label", "title", "alt", "placeholder", "content"];

/// A part of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part<'a> {
    Tag(&'a str),
    Text(&'a str),
}

/// The tags and texts of a page; a listing or a script with its tags is one text between them.
fn parts(html: &str) -> Vec<Part<'_>> {
    let (mut parts, mut rest) = (Vec::new(), html);
    while !rest.is_empty() {
        let start = rest.find('<').unwrap_or(rest.len());
        if start > 0 {
            parts.push(Part::Text(&rest[..start]));
            rest = &rest[start..];
            continue;
        }
        // A `>` may be part of an attribute.
        let mut quoted = false;
        let end = rest.find(|c| {
            quoted ^= c == '"';
            c == '>' && !quoted
        });
        let (tag, after) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
        parts.push(Part::Tag(tag));
        rest = after;
        if let Some(close) =
            [("pre", "</pre"), ("script", "</script"), ("style", "</style"), ("svg", "</svg")]
                .into_iter()
                .find_map(|(name, close)| {
                    (!tag.starts_with("</") && name_of(tag) == name).then_some(close)
                })
        {
            let (raw, after) = rest.split_at(rest.find(close).unwrap_or(rest.len()));
            parts.push(Part::Tag(raw));
            rest = after;
        }
    }
    parts
}

/// The name of the element of a tag.
fn name_of(tag: &str) -> &str {
    let name = tag.trim_start_matches(['<', '/']);
    name.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("")
}

fn is_inline(tag: &str) -> bool {
    tag.starts_with('<') && INLINE.contains(&name_of(tag))
}

/// A run of texts and of elements that are part of its sentences.
struct Run<'a> {
    /// The text, in which tags with attributes are numbers.
    unit: String,
    /// The tags with attributes, by their numbers from 1.
    tags: Vec<&'a str>,
    /// Whether it has both tags of all elements: not so within a link with a picture.
    is_whole: bool,
    /// The blanks around it.
    before: &'a str,
    after: &'a str,
}

impl<'a> Run<'a> {
    fn new(parts: &[Part<'a>]) -> Run<'a> {
        let (mut text, mut tags, mut open) = (String::new(), Vec::new(), Vec::new());
        let mut is_whole = true;
        for part in parts {
            match *part {
                Part::Text(more) => text += more,
                Part::Tag(tag) if tag.starts_with("</") => match open.pop() {
                    Some(Some(number)) => text += &format!("</{number}>"),
                    opened => {
                        is_whole &= opened.is_some();
                        text += tag;
                    }
                },
                Part::Tag(tag) if tag.contains(char::is_whitespace) => {
                    tags.push(tag);
                    open.push(Some(tags.len()));
                    text += &format!("<{}>", tags.len());
                }
                Part::Tag(tag) => {
                    open.push(None);
                    text += tag;
                }
            }
        }
        let blanks = |text: Option<&Part<'a>>, at_end: bool| match text {
            Some(Part::Text(text)) if at_end => &text[text.trim_end().len()..],
            Some(Part::Text(text)) => &text[..text.len() - text.trim_start().len()],
            _ => "",
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        Run {
            unit: words.join(" "),
            tags,
            is_whole: is_whole && open.is_empty(),
            before: blanks(parts.first(), false),
            after: blanks(parts.last(), true),
        }
    }

    /// Whether it has words: letters that are no part of a value, a listing or a placeholder.
    fn has_words(&self) -> bool {
        let mut depth = 0_usize;
        let mut hidden: Vec<bool> = Vec::new();
        for part in parts(&self.unit) {
            match part {
                Part::Tag(tag) if tag.starts_with("</") => {
                    depth -= usize::from(hidden.pop().unwrap_or(false));
                }
                Part::Tag(tag) => {
                    let number = tag[1..tag.len() - 1].parse::<usize>().ok();
                    let tag = number.map_or(tag, |number| self.tags[number - 1]);
                    let is_hidden = name_of(tag) == "code" || tag.contains("class=\"value\"");
                    hidden.push(is_hidden);
                    depth += usize::from(is_hidden);
                }
                Part::Text(text) if depth == 0 => {
                    let text = text.replace("&lt;", "").replace("&gt;", "").replace("&amp;", "");
                    let is_word = |word: &str| {
                        !(word.starts_with('{') && word.ends_with('}'))
                            && word.chars().filter(|c| c.is_alphabetic()).count() > 1
                    };
                    if text.split_whitespace().any(is_word) {
                        return true;
                    }
                }
                Part::Text(_) => {}
            }
        }
        false
    }

    /// The run with a translation of its unit.
    fn with(&self, translation: &str) -> String {
        let mut text = String::new();
        for part in parts(translation) {
            let tag = match part {
                Part::Text(more) => {
                    text += more;
                    continue;
                }
                Part::Tag(tag) => tag,
            };
            let number = |tag: &str| tag.trim_matches(['<', '/', '>']).parse::<usize>().ok();
            match number(tag).and_then(|number| self.tags.get(number.wrapping_sub(1))) {
                Some(open) if tag.starts_with("</") => text += &format!("</{}>", name_of(open)),
                Some(open) => text += open,
                None => text += tag,
            }
        }
        format!("{}{text}{}", self.before, self.after)
    }
}

/// Replaces the units of a page by what `word` makes of them.
fn map_units(html: &str, word: &mut dyn FnMut(&str) -> Option<String>) -> String {
    let parts = parts(html);
    let (mut text, mut start, mut stays) = (String::new(), 0, false);
    while start < parts.len() {
        let is_part = |part: &Part<'_>| match part {
            Part::Text(_) => true,
            Part::Tag(tag) => is_inline(tag),
        };
        let end = start + parts[start..].iter().take_while(|part| is_part(part)).count();
        if end > start {
            let run = Run::new(&parts[start..end]);
            let translated =
                if run.is_whole && run.has_words() && !stays { word(&run.unit) } else { None };
            match translated {
                Some(translation) => text += &run.with(&translation),
                None => {
                    for part in &parts[start..end] {
                        let (Part::Text(part) | Part::Tag(part)) = part;
                        text += part;
                    }
                }
            }
        }
        if let Some(Part::Tag(tag)) = parts.get(end) {
            text += &with_attributes(tag, word);
            stays = tag.contains(" translate=\"no\"");
        }
        start = end + 1;
    }
    text
}

/// A tag whose attributes are translated.
fn with_attributes(tag: &str, word: &mut dyn FnMut(&str) -> Option<String>) -> String {
    let mut text = tag.to_owned();
    // Of what a page says of itself only its description is shown.
    if !tag.starts_with('<') || name_of(tag) == "meta" && !tag.contains("name=\"description\"") {
        return text;
    }
    for name in ATTRIBUTES {
        let Some((_, rest)) = tag.split_once(&format!(" {name}=\"")) else { continue };
        let Some((value, _)) = rest.split_once('"') else { continue };
        if value.chars().filter(|c| c.is_alphabetic()).count() > 1
            && let Some(translation) = word(value)
        {
            let translation = translation.replace('"', "&quot;");
            let [old, new] = [value, &translation].map(|value| format!(" {name}=\"{value}\""));
            text = text.replace(&old, &new);
        }
    }
    text
}

/// A page in a language.
pub(crate) fn translated(html: &str, words: &Words) -> String {
    map_units(html, &mut |unit| words.get(unit).cloned())
}

/// The units of a page, in order.
#[cfg(test)]
fn units(html: &str) -> Vec<String> {
    let mut units = Vec::new();
    map_units(html, &mut |unit| {
        units.push(unit.to_owned());
        None
    });
    units
}

/// The texts that scripts, and all that they import, have in calls `t("...")`.
pub(crate) fn of_scripts(scripts: &[&str]) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    let parts: Vec<String> = scripts.iter().flat_map(|script| parts_of(script)).collect();
    let all: Vec<&str> = scripts.iter().copied().chain(parts.iter().map(String::as_str)).collect();
    for module in modules(&all) {
        let script = asset(&module).unwrap_or_default();
        let script = String::from_utf8_lossy(&script);
        for (at, call) in script.match_indices("t(\"") {
            let is_name =
                script[..at].ends_with(|c: char| c.is_alphanumeric() || "_$.".contains(c));
            if let (false, Some((text, _))) = (is_name, script[at + call.len()..].split_once('"')) {
                texts.insert(text.to_owned());
            }
        }
    }
    texts
}

/// A page in its language, whose links lead to pages in that language where these are translated.
pub(crate) fn in_language(html: String, page: &Page, root: &str) -> String {
    if !html.contains(LANGUAGES) && page.language == ENGLISH {
        return html;
    }
    let tag = page.language.tag;
    let english = page.path.strip_prefix(&format!("{tag}/")).unwrap_or(page.path);
    let path = |language: Language| match language {
        ENGLISH => format!("{root}{english}"),
        Language { tag, .. } => format!("{root}{tag}/{english}"),
    };
    let all = || [ENGLISH].into_iter().chain(TRANSLATIONS);
    let others = all().filter(|language| *language != page.language).map(|language| {
        let Language { tag, name } = language;
        format!("<a href=\"{}\" hreflang=\"{tag}\" lang=\"{tag}\">{name}</a>", path(language))
    });
    let others = others.collect::<Vec<_>>().join(" ");
    let alternates: String = all()
        .map(|language| {
            let (tag, path) = (language.tag, path(language));
            format!("<link rel=\"alternate\" hreflang=\"{tag}\" href=\"{path}\">\n")
        })
        .collect();
    let mut html = html;
    if page.language != ENGLISH {
        let words = page.language.words();
        html = translated(&html, &words)
            .replace("<html lang=\"en\">", &format!("<html lang=\"{tag}\">"))
            .replace(&format!("\"{root}learn/"), &format!("\"{root}{tag}/learn/"));
        let of_scripts = of_scripts(page.scripts);
        let pairs = of_scripts.iter().filter_map(|text| {
            let quoted = |text: &str| {
                format!(
                    "\"{}\"",
                    text.replace('\\', "\\\\").replace('"', "\\\"").replace('<', "\\u003c")
                )
            };
            Some(format!("{}:{}", quoted(text), quoted(words.get(text)?)))
        });
        let pairs = pairs.collect::<Vec<_>>().join(",");
        let script =
            format!("<script type=\"application/json\" id=\"words\">{{{pairs}}}</script>\n");
        html = html.replacen("</body>", &(script + "</body>"), 1);
    }
    html.replacen("</head>", &(alternates + "</head>"), 1).replace(LANGUAGES, &others)
}

/// Where a page has links to itself in other languages.
const LANGUAGES: &str = "{languages}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_translated() {
        let page = "<main>\n <p class=\"x\">The value\n  is <span class=\"value\" data-of=\"a>b\">1</span>, <b>not</b> <a href=\"#\">two</a>.</p>\
                    <pre>let a = 1;</pre><ul><li><span class=\"value\">{1|up}</span></li></ul><p aria-label=\"A board\">x</p></main>";
        let unit = "The value is <1>1</1>, <b>not</b> <2>two</2>.";
        assert_eq!(units(page), [unit, "A board"]);
        let words = [
            (unit, "<2>Zwei</2> ist <b>nicht</b> der Wert, sondern <1>1</1>."),
            ("A board", "Ein Brett"),
        ];
        let words = words.map(|(a, b)| (a.to_owned(), b.to_owned())).into();
        let german = translated(page, &words);
        assert_eq!(
            german,
            page.replace(
                "The value\n  is <span class=\"value\" data-of=\"a>b\">1</span>, <b>not</b> <a href=\"#\">two</a>.",
                "<a href=\"#\">Zwei</a> ist <b>nicht</b> der Wert, sondern <span class=\"value\" data-of=\"a>b\">1</span>."
            )
            .replace("A board", "Ein Brett")
        );
        // What is not translated stays as it is.
        assert_eq!(translated(page, &Words::new()), page);
    }

    /// Each file has all units of the course, in order, and each has a translation with the same tags. If not, the test writes the files
    /// anew, and fails once: what is new is to be translated.
    #[test]
    fn translations_are_complete() {
        let mut all = Vec::new();
        for page in &crate::learn::PAGES {
            all.extend(units(&page.text()));
            all.extend(of_scripts(page.scripts));
        }
        let mut seen = BTreeSet::new();
        all.retain(|unit| seen.insert(unit.clone()));
        let mut problems = Vec::new();
        for language in TRANSLATIONS {
            let path = format!("{}/words/{}.po", env!("CARGO_MANIFEST_DIR"), language.tag);
            let words = language.words();
            let file = write(language, &all, &words);
            if std::fs::read_to_string(&path).unwrap_or_default() != file {
                std::fs::write(&path, file).unwrap();
                problems.push(format!(
                    "{path} did not have the texts of the pages and is written anew"
                ));
            }
            for unit in &all {
                match words.get(unit) {
                    None => problems.push(format!("{}: not translated: {unit}", language.tag)),
                    Some(text) if tags(unit) != tags(text) => {
                        problems.push(format!("{}: other tags than {unit}: {text}", language.tag));
                    }
                    Some(_) => {}
                }
            }
        }
        assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
    }

    /// The tags of a unit and the names that scripts fill in, which are the same in all languages.
    fn tags(unit: &str) -> Vec<String> {
        let (mut tags, mut open) = (Vec::new(), Vec::new());
        for part in parts(unit) {
            match part {
                Part::Tag(tag) if tag.starts_with("</") => {
                    let opened = open.pop().unwrap_or_default();
                    assert_eq!(tag.replace('/', ""), opened, "{unit}");
                }
                Part::Tag(tag) => {
                    tags.push(tag.to_owned());
                    open.push(tag);
                }
                Part::Text(text) => {
                    let names = text.split('{').skip(1).filter_map(|rest| rest.split('}').next());
                    let is_name = |name: &&str| name.chars().all(|c| c.is_ascii_lowercase());
                    tags.extend(names.filter(is_name).map(str::to_owned));
                }
            }
        }
        assert!(open.is_empty(), "{unit}");
        tags.sort_unstable();
        tags
    }

    #[test]
    fn files_are_read_and_written() {
        let units = ["a \"b\" \\ c".to_owned(), "d".to_owned()];
        let words: Words = [(units[0].clone(), "x \"y\" \\ z".to_owned())].into();
        let file = write(TRANSLATIONS[0], &units, &words);
        assert_eq!(parse(&file), words);
        assert_eq!(parse("#, fuzzy\nmsgid \"a\"\nmsgstr \"b\"\n"), Words::new());
        assert_eq!(
            parse("msgid \"a \"\n\"b\"\nmsgstr \"\"\n\"c\"\n"),
            [("a b".to_owned(), "c".to_owned())].into()
        );
    }
}
