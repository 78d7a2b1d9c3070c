//! Worksheets as files: what is read is written again.

use dicot_calc::{Answer, Document, Entry, Part};
use proptest::prelude::*;

fn entry(expression: &str, line: usize, answer: Option<Answer>) -> Part {
    Part::Entry(Entry { expression: expression.to_owned(), line, answer })
}

fn value(text: &str) -> Option<Answer> {
    Some(Answer::Value(text.to_owned()))
}

#[test]
fn a_file_in_parts() {
    let text = "\u{feff}// # Switches\r\n//\r\n//   of [Conway](https://example.org)\n\
        g := {1|-1} // a switch\n\
        //= +-1\n\
        f(n) := if n <= 1 then\n  1 // (\nelse n*f(n-1) end\n\
        // In one line.\n\n\
        Table([[1,2],\n[3,4]])\n//=1 | 2\n//=--+--\n//=\n//= 3 | 4\n\
        1/0\n//! at offset 1\n//!   of the text\n//= 5\n";
    let document = Document::read(text);
    let expected = [
        Part::Text("# Switches\n\n  of [Conway](https://example.org)".to_owned()),
        entry("g := {1|-1} // a switch", 4, value("+-1")),
        entry("f(n) := if n <= 1 then\n  1 // (\nelse n*f(n-1) end", 6, None),
        Part::Text("In one line.".to_owned()),
        entry("Table([[1,2],\n[3,4]])", 11, value("1 | 2\n--+--\n\n3 | 4")),
        entry("1/0", 17, Some(Answer::Error("at offset 1\n  of the text".to_owned()))),
        Part::Text("= 5".to_owned()),
    ];
    assert_eq!(document.parts, expected);
}

#[test]
fn an_entry_that_is_not_closed_ends_with_its_answer() {
    let document = Document::read("{1|\n//! expected a game\n2\n//= 2");
    assert_eq!(document.parts[1], entry("2", 3, value("2")));
    assert_eq!(document.parts.len(), 2);
}

proptest! {
    /// What is written is read as the same, whatever the file was.
    #[test]
    fn written_files_read_back(lines in prop::collection::vec("(//[=!]? ?|)[a{}\"/*()|1 =!\u{e9}]{0,6}", 0..12)) {
        let mut document = Document::read(&lines.join("\n"));
        let written = document.to_string();
        let mut read = Document::read(&written);
        for document in [&mut document, &mut read] {
            document.entries_mut().for_each(|entry| entry.line = 0);
        }
        prop_assert_eq!(&read, &document, "{}", written);
        prop_assert_eq!(read.to_string(), written);
    }
}
