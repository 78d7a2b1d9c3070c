//! A worksheet as a page that needs nothing else.

use dicot_calc::{Answer, Part};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

use super::{Look, Shown};

/// Colours that are those of the reader's system, and pictures on white, as they are drawn.
const STYLE: &str = "\
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 48rem; padding: 0 1rem }
.entry { border-left: 3px solid #8888; margin: 1rem 0; padding-left: .8rem }
pre { font: .95rem/1.4 ui-monospace, monospace; margin: .2rem 0; overflow-x: auto; white-space: pre-wrap }
.value { font-weight: bold }
.error { color: light-dark(#b00020, #ff8a80) }
svg { background: #fff; height: auto; max-width: 100% }
table { border-collapse: collapse }
td, th { border: 1px solid #8888; padding: .2rem .5rem }
@media print { .entry { break-inside: avoid } }
";

/// The page, with a title.
pub(super) fn page(parts: &[Shown], title: &str) -> String {
    let mut body = String::new();
    for (part, look) in parts {
        match part {
            Part::Text(text) => add_markdown(text, &mut body),
            Part::Entry(entry) => {
                body += "<div class=\"entry\">\n";
                add_block("expression", &entry.expression, &mut body);
                match &entry.answer {
                    None => {}
                    Some(Answer::Value(value)) => add_value(value, look, &mut body),
                    Some(Answer::Error(error)) => add_block("error", error, &mut body),
                }
                body += "</div>\n";
            }
        }
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escaped(title)
    )
}

fn add_value(value: &str, look: &Look, page: &mut String) {
    add_block("value", value, page);
    if let Some(picture) = &look.picture {
        // Without the declaration of a file.
        let svg = picture.to_string();
        *page += &svg[svg.find("<svg").unwrap_or(0)..];
    }
}

fn add_block(class: &str, text: &str, page: &mut String) {
    *page += &format!("<pre class=\"{class}\">{}</pre>\n", escaped(text));
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Adds a text in Markdown. HTML in it is text, and links lead to pages only: a worksheet may be a stranger's.
fn add_markdown(text: &str, page: &mut String) {
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let is_safe =
                ["https:", "http:", "mailto:", "#"].iter().any(|start| dest_url.starts_with(start));
            let dest_url = if is_safe { dest_url } else { "#".into() };
            Event::Start(Tag::Link { link_type, dest_url, title, id })
        }
        event => event,
    });
    // Pictures are not loaded: their texts stay.
    let events = events.filter(|event| {
        !matches!(event, Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image))
    });
    html::push_html(page, events);
}
