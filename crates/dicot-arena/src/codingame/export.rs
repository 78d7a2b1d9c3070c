//! The bot in one file, as CodinGame wants it, made of the very sources of the library.
//!
//! The files keep their places in a tree of modules, so that their paths stay right; comments, tests, blanks and
//! modules that the bot does not need are left out. Nothing else is changed, so the sources have to compile in
//! edition 2021 as well.

use std::fmt::Write;

/// The most characters that CodinGame takes.
pub const MOST_CHARACTERS: usize = 100_000;

/// A file of the sources, and the path of its module.
struct Source {
    module: &'static str,
    text: &'static str,
}

macro_rules! sources {
    ($($module:literal $file:literal)*) => {
        [$(Source { module: $module, text: include_str!($file) }),*]
    };
}

/// The rules and the protocol, which every bot needs.
static SHARED: [Source; 16] = sources! {
    "player" "../../../../src/player.rs"
    "board" "../../../../src/board/mod.rs"
    "board::bitboard" "../../../../src/board/bitboard.rs"
    "board::components" "../../../../src/board/components.rs"
    "board::layout" "../../../../src/board/layout.rs"
    "board::symmetry" "../../../../src/board/symmetry.rs"
    "board::text" "../../../../src/board/text.rs"
    "board::wide" "../../../../src/board/wide.rs"
    "rules" "../../../../src/rules/mod.rs"
    "rules::ruleset" "../../../../src/rules/ruleset.rs"
    "rules::clobber" "../../../../src/rules/clobber/mod.rs"
    "rules::clobber::variant" "../../../../src/rules/clobber/variant.rs"
    "search::bot" "../../../../src/search/bot/mod.rs"
    "search::bot::dice" "../../../../src/search/bot/dice.rs"
    "codingame::message" "message.rs"
    "codingame::bot" "bot.rs"
};

/// The bot that is exported: the strong one but for the solver, which would be too long.
static BOT: [Source; 5] = sources! {
    "hash" "../../../../src/hash.rs"
    "search::bot::alpha_beta" "../../../../src/search/bot/alpha_beta.rs"
    "search::bot::alpha_beta_bot" "../../../../src/search/bot/alpha_beta_bot.rs"
    "search::bot::clobber_view" "../../../../src/search/bot/clobber_view.rs"
    "search::bot::clobber_weights" "../../../../src/search/bot/clobber_weights.rs"
};

/// The expression that makes it.
const NEW_BOT: &str = "search::bot::AlphaBetaBot::new()";

/// The text of the file: a program for `rustc -O --edition 2021`, with the standard library alone.
///
/// # Examples
/// ```
/// use dicot_arena::codingame::export::{MOST_CHARACTERS, program};
/// assert!(program().chars().count() < MOST_CHARACTERS);
/// ```
pub fn program() -> String {
    let sources: Vec<&Source> = SHARED.iter().chain(&BOT).collect();
    let mut text = format!(
        "// The Clobber bot of dicot {}, for CodinGame; MIT OR Apache-2.0.\n\
         // Made by `dicot codingame export` from the sources of dicot, without their comments.\n\
         #![allow(unused, clippy::all)]\n\
         extern crate self as dicot;\n\
         pub use player::{{Outcome, Player}};\n",
        env!("CARGO_PKG_VERSION")
    );
    for module in children(&sources, "") {
        write_module(&mut text, &sources, "pub ", module);
    }
    // What follows is all that is not in the library: a stand-in for what bots can be given and this one is not, and
    // the program.
    let _ = write!(
        text,
        "mod analysis {{\n\
         pub trait KnownValues {{}}\n\
         }}\n\
         fn main() {{\n\
         let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());\n\
         let mut bot = {NEW_BOT};\n\
         if let Err(error) = codingame::bot::play(&mut bot, input, output, Default::default()) {{\n\
         eprintln!(\"{{error}}\");\n\
         std::process::exit(1);\n\
         }}\n\
         }}\n"
    );
    text
}

/// The paths of the modules directly below that one, each once, in the order of the files.
fn children(sources: &[&'static Source], parent: &str) -> Vec<&'static str> {
    let mut children = Vec::new();
    for source in sources {
        let below = match parent {
            "" => Some(source.module),
            _ => source.module.strip_prefix(parent).and_then(|rest| rest.strip_prefix("::")),
        };
        let Some(below) = below else { continue };
        let name = below.split("::").next().unwrap_or(below);
        let child = &source.module[..source.module.len() - below.len() + name.len()];
        if !children.contains(&child) {
            children.push(child);
        }
    }
    children
}

/// Writes a module with those below it. One without a file has nothing but these.
fn write_module(text: &mut String, sources: &[&'static Source], visibility: &str, path: &str) {
    let name = path.rsplit("::").next().unwrap_or(path);
    let children = children(sources, path);
    let _ = writeln!(text, "{visibility}mod {name} {{");
    match sources.iter().find(|source| source.module == path) {
        None => children.iter().for_each(|child| write_module(text, sources, "pub ", child)),
        Some(source) => {
            let mut absent = Vec::new();
            let mut skipping = false;
            for line in bare(source.text).lines() {
                if let Some((visibility, name)) = declared(line) {
                    match children.iter().find(|child| child.rsplit("::").next() == Some(name)) {
                        Some(child) => write_module(text, sources, visibility, child),
                        None => absent.push(format!("{name}::")),
                    }
                    continue;
                }
                // What is taken from a module that is not there.
                skipping |= line.split_once("use ").is_some_and(|(before, used)| {
                    is_visibility(before) && absent.iter().any(|name| used.starts_with(name))
                });
                if skipping {
                    skipping = !line.ends_with(';');
                    continue;
                }
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    text.push_str("}\n");
}

/// The visibility and name of a module that the line declares to be in a file of its own.
fn declared(line: &str) -> Option<(&str, &str)> {
    let (before, name) = line.strip_suffix(';')?.split_once("mod ")?;
    let is_name = name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_');
    (is_name && is_visibility(before)).then_some((before, name))
}

fn is_visibility(text: &str) -> bool {
    text.is_empty() || text.starts_with("pub")
}

/// The source without comments, tests, indentation and empty lines.
fn bare(source: &str) -> String {
    let (code, literal) = without_comments(source);
    let mut text = String::with_capacity(code.len());
    let mut rest = 0;
    while let Some(start) = find(&code, &literal, rest, "#[cfg(test)]") {
        push_lines(&mut text, &code[rest..start], &literal[rest..start]);
        rest = end_of_item(&code, &literal, start);
    }
    push_lines(&mut text, &code[rest..], &literal[rest..]);
    text
}

/// The first place of the pattern, outside of literals, from a byte on.
fn find(code: &str, literal: &[bool], from: usize, pattern: &str) -> Option<usize> {
    let mut places = code[from..].match_indices(pattern).map(|(place, _)| from + place);
    places.find(|&place| !literal[place])
}

/// The end of the item that begins there: of its block, or its semicolon if it has none.
fn end_of_item(code: &str, literal: &[bool], start: usize) -> usize {
    let mut depth = 0usize;
    for (place, byte) in code.bytes().enumerate().skip(start) {
        match byte {
            _ if literal[place] => {}
            b'{' => depth += 1,
            b'}' if depth <= 1 => return place + 1,
            b'}' => depth -= 1,
            b';' if depth == 0 => return place + 1,
            _ => {}
        }
    }
    code.len()
}

/// Adds the lines that are not empty, without blanks that mean nothing.
fn push_lines(text: &mut String, code: &str, literal: &[bool]) {
    let mut places = code.char_indices().peekable();
    while let Some((place, c)) = places.next() {
        let next = places.peek().map_or('\n', |&(_, next)| next);
        let before = text.chars().next_back().unwrap_or('\n');
        let is_needed = match c {
            _ if literal[place] => true,
            '\n' => before != '\n',
            ' ' => separates(before, next),
            _ => true,
        };
        if is_needed {
            text.push(c);
        }
    }
}

/// Whether a blank between these two keeps words or signs apart.
fn separates(before: char, after: char) -> bool {
    // Quotes and `#` make other tokens of words before them.
    let in_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '"' | '#');
    let stands_alone = |c| matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | ',' | ';' | ' ' | '\n');
    !stands_alone(before) && !stands_alone(after) && in_word(before) == in_word(after)
}

/// The source without comments, and for each byte that is left whether it lies in a literal.
fn without_comments(source: &str) -> (String, Vec<bool>) {
    let mut code = String::with_capacity(source.len());
    let mut literal = Vec::with_capacity(source.len());
    let mut rest = source;
    while !rest.is_empty() {
        let identifier =
            rest.bytes().take_while(|c| c.is_ascii_alphanumeric() || *c == b'_').count();
        let (length, kind) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), Kind::Comment)
        } else if rest.starts_with("/*") {
            (block_comment(rest), Kind::Comment)
        } else if let Some(length) = literal_length(rest) {
            (length, Kind::Literal)
        } else if identifier > 0 {
            (identifier, Kind::Code)
        } else {
            (rest.chars().next().map_or(1, char::len_utf8), Kind::Code)
        };
        let (piece, after) = rest.split_at(length);
        if kind != Kind::Comment {
            code.push_str(piece);
            literal.resize(code.len(), kind == Kind::Literal);
        }
        rest = after;
    }
    (code, literal)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Comment,
    Literal,
    Code,
}

/// The length of the comment in `/* */` that the text begins with; such comments nest.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut place) = (0usize, 0);
    while place < text.len() {
        let here = &text.as_bytes()[place..];
        if here.starts_with(b"/*") {
            depth += 1;
            place += 2;
        } else if here.starts_with(b"*/") {
            depth -= 1;
            place += 2;
            if depth == 0 {
                return place;
            }
        } else {
            place += 1;
        }
    }
    text.len()
}

/// The length of the string or character that the text begins with, if it begins with one.
fn literal_length(text: &str) -> Option<usize> {
    // Prefixes: b and c, and r with hashes for raw strings.
    let start = text.trim_start_matches(['b', 'c']);
    let prefix = text.len() - start.len();
    if prefix > 1 {
        return None;
    }
    if let Some(raw) = start.strip_prefix('r') {
        let hashes = raw.bytes().take_while(|&c| c == b'#').count();
        if raw[hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let body = prefix + 1 + hashes + 1;
            return Some(text[body..].find(&end).map_or(text.len(), |at| body + at + end.len()));
        }
    }
    let quoted = |quote: char| {
        let body = start.strip_prefix(quote)?;
        let mut escaped = false;
        let end = body.char_indices().find(|&(_, c)| {
            let ends = c == quote && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        Some(end.map_or(text.len(), |(end, c)| text.len() - body.len() + end + c.len_utf8()))
    };
    if start.starts_with('\'') {
        // 'a' is a character, 'a a lifetime.
        let mut characters = start.chars().skip(1);
        let (first, second) = (characters.next(), characters.next());
        return (first == Some('\\') || second == Some('\'')).then(|| quoted('\'')).flatten();
    }
    quoted('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_tests_go_and_literals_stay() {
        let source = r##"//! Docs.
/// More.
pub fn f<'a>(x: &'a str) -> char { // said
    let s = "// no comment \" /* ' "; /* a /* nested */ one */
    let raw = r#"#[cfg(test)] " // "#;
    let lines = "one
        two \
        three";
    let (q, b) = ('"', b'\''); // '
    '\u{e4}'
}

#[cfg(test)]
mod tests {
    const BRACE: &str = "}";
    fn g() {}
}
#[cfg(test)]
use nothing;
fn last() {}
"##;
        let expected = r##"pub fn f<'a>(x: &'a str)->char{
let s="// no comment \" /* ' ";
let raw=r#"#[cfg(test)] " // "#;
let lines="one
        two \
        three";
let(q,b)=('"',b'\'');
'\u{e4}'
}
fn last(){}
"##;
        assert_eq!(bare(source), expected);
        // Texts that end too early are no matter of the sources, but no panic either.
        for end in 0..source.len() {
            bare(&source[..end]);
        }
    }

    #[test]
    fn blanks() {
        let bare = |code: &str| bare(code).trim_end().to_owned();
        assert_eq!(bare("a =  b  c"), "a=b c");
        assert_eq!(bare("x = -1 - -y & &z"), "x= -1- -y& &z");
        assert_eq!(bare("break 'a; return \"x\"; 'b: loop { }"), "break 'a;return \"x\";'b:loop{}");
        assert_eq!(bare("for i in 0 .. 5 {\n\n  \n    }"), "for i in 0..5{\n}");
        assert_eq!(bare("let s = \"a  {  b\" ;"), "let s=\"a  {  b\";");
    }

    #[test]
    fn modules() {
        static FILES: [Source; 3] = [
            Source {
                module: "a",
                text: "mod c;\npub(crate) mod b;\npub(super) use c::{\n    D,\n};\nuse b::E;\n",
            },
            Source { module: "a::b", text: "pub struct E;\n" },
            Source { module: "f::g", text: "" },
        ];
        let files: Vec<&Source> = FILES.iter().collect();
        let mut text = String::new();
        for module in children(&files, "") {
            write_module(&mut text, &files, "pub ", module);
        }
        assert_eq!(
            text,
            "pub mod a {\npub(crate)mod b {\npub struct E;\n}\nuse b::E;\n}\npub mod f {\npub mod g {\n}\n}\n"
        );
        assert_eq!(
            [declared("mod x;"), declared("// mod x;"), declared("mod x {")],
            [Some(("", "x")), None, None]
        );
    }

    #[test]
    fn every_source_has_its_place() {
        let program = program();
        for source in SHARED.iter().chain(&BOT) {
            let name = source.module.rsplit("::").next().unwrap();
            assert!(program.contains(&format!("mod {name} {{")), "{}", source.module);
        }
        assert!(!program.contains("///") && !program.contains("#[test]"));
    }
}
