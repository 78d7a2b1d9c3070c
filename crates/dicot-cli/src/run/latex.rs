//! A worksheet as a document in LaTeX.

use dicot::notation::latex::text as escaped;
use dicot_calc::{Answer, Part};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::{Look, Shown};
use crate::latex::expression;

/// The document, with a title for its properties.
pub(super) fn document(parts: &[Shown], title: &str) -> String {
    let mut body = String::new();
    for (part, look) in parts {
        match part {
            Part::Text(text) => add_markdown(text, &mut body),
            Part::Entry(entry) => {
                body += "\\begin{quote}\n";
                add_lines(&entry.expression, Some(expression(&entry.expression)), &mut body);
                match &entry.answer {
                    None => {}
                    Some(Answer::Value(value)) => add_value(value, look, &mut body),
                    Some(Answer::Error(error)) => {
                        body +=
                            &format!("\\par \\emph{{{}}}\n", escaped(&error.replace('\n', " ")));
                    }
                }
                body += "\\end{quote}\n\n";
            }
        }
    }
    format!(
        "\\documentclass{{article}}\n\\usepackage{{amsmath,amssymb,tikz,hyperref}}\n\
         \\hypersetup{{pdftitle={{{}}}}}\n\\begin{{document}}\n\n{body}\\end{{document}}\n",
        escaped(title)
    )
}

fn add_value(value: &str, look: &Look, body: &mut String) {
    match &look.latex {
        Some(latex) => *body += &format!("\\par ${{}} = {{}}$ {latex}\n"),
        None => add_lines(value, None, body),
    }
    if let Some(picture) = &look.picture {
        *body += &format!("\n{}\n", picture.to_tikz());
    }
}

/// Adds a text in LaTeX if it has one line, and else as it is.
fn add_lines(text: &str, latex: Option<String>, body: &mut String) {
    match latex.filter(|_| !text.contains('\n')) {
        Some(latex) => *body += &format!("{latex}\n"),
        None => {
            let text = text.replace("\\end{verbatim}", "\\end {verbatim}");
            *body += &format!("\\begin{{verbatim}}\n{text}\n\\end{{verbatim}}\n");
        }
    }
}

/// Adds a text in Markdown.
fn add_markdown(text: &str, body: &mut String) {
    let mut is_code = false;
    for event in Parser::new_ext(text, Options::ENABLE_MATH) {
        match event {
            Event::Text(text) if is_code => *body += &text,
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                *body += &escaped(&text);
            }
            Event::Code(code) => *body += &format!("\\texttt{{{}}}", escaped(&code)),
            Event::InlineMath(math) => *body += &format!("${math}$"),
            Event::DisplayMath(math) => *body += &format!("\\[{math}\\]"),
            Event::SoftBreak => body.push('\n'),
            Event::HardBreak => *body += "\\\\\n",
            Event::Rule => *body += "\\bigskip\n\n",
            Event::Start(tag) => {
                is_code = matches!(tag, Tag::CodeBlock(_));
                *body += &opening(&tag);
            }
            Event::End(tag) => {
                is_code = false;
                *body += closing(tag);
            }
            Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
    }
}

fn opening(tag: &Tag<'_>) -> String {
    match tag {
        Tag::Heading { level: HeadingLevel::H1, .. } => "\\section*{".to_owned(),
        Tag::Heading { level: HeadingLevel::H2, .. } => "\\subsection*{".to_owned(),
        Tag::Heading { .. } => "\\subsubsection*{".to_owned(),
        Tag::Emphasis => "\\emph{".to_owned(),
        Tag::Strong => "\\textbf{".to_owned(),
        Tag::Link { dest_url, .. } => format!("\\href{{{}}}{{", escaped(dest_url)),
        Tag::List(None) => "\\begin{itemize}\n".to_owned(),
        Tag::List(Some(_)) => "\\begin{enumerate}\n".to_owned(),
        Tag::Item => "\\item ".to_owned(),
        Tag::BlockQuote(_) => "\\begin{quote}\n".to_owned(),
        Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => {
            "\\begin{verbatim}\n".to_owned()
        }
        _ => String::new(),
    }
}

fn closing(tag: TagEnd) -> &'static str {
    match tag {
        TagEnd::Heading(_) => "}\n\n",
        TagEnd::Emphasis | TagEnd::Strong | TagEnd::Link => "}",
        TagEnd::Paragraph => "\n\n",
        TagEnd::List(false) => "\\end{itemize}\n\n",
        TagEnd::List(true) => "\\end{enumerate}\n\n",
        TagEnd::Item => "\n",
        TagEnd::BlockQuote(_) => "\\end{quote}\n\n",
        TagEnd::CodeBlock => "\\end{verbatim}\n\n",
        _ => "",
    }
}
