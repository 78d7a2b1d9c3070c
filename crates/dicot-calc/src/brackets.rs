//! Where a text has sets, loops and the parameters of functions. They are found before the text is read, because the
//! parser computes values as it reads: the body of a loop comes before its variable.

use std::sync::Arc;

use dicot::notation::at_infinite_power;

use crate::words::{is_arrow, is_loopy_word, word};

/// A pair of brackets that is not in the notation of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bracket {
    pub(crate) open: usize,
    pub(crate) close: usize,
    /// The offset of the first `for` directly within the brackets.
    pub(crate) loop_at: Option<usize>,
}

/// The brackets that are not in the notation of values: braces without bars, parentheses before `->`, and brackets of
/// any kind with a loop. They are sorted by their beginning.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Brackets {
    found: Arc<[Bracket]>,
    /// Whether there is a word of loopy games.
    has_loopy: bool,
}

/// How deep brackets may nest; those that nest deeper are in the notation of values, or errors. A first choice.
const MAX_DEPTH: usize = 10_000;

/// A bracket that is open.
struct Open {
    at: usize,
    byte: u8,
    bar: bool,
    loop_at: Option<usize>,
}

impl Brackets {
    /// Finds the brackets of a text, up to the first that does not match.
    pub(crate) fn of(text: &str) -> Brackets {
        let (mut found, mut stack) = (Vec::new(), Vec::<Open>::new());
        let mut has_loopy = false;
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'(' | b'[' | b'{' if stack.len() == MAX_DEPTH => break,
                b'(' | b'[' | b'{' => stack.push(Open { at, byte, bar: false, loop_at: None }),
                b')' | b']' | b'}' => match stack.pop() {
                    Some(open)
                        if matches!(
                            [open.byte, byte],
                            [b'(', b')'] | [b'[', b']'] | [b'{', b'}']
                        ) =>
                    {
                        let parameters = byte == b')' && is_arrow(&text[at + 1..]);
                        if parameters || byte == b'}' && !open.bar || open.loop_at.is_some() {
                            found.push(Bracket { open: open.at, close: at, loop_at: open.loop_at });
                        }
                    }
                    _ => break,
                },
                b'|' => {
                    if let Some(open) = stack.last_mut() {
                        open.bar = true;
                    }
                }
                b'^' => has_loopy |= at_infinite_power(&text[at + 1..]),
                b'a'..=b'z' | b'A'..=b'Z' => {
                    let word = word(&text[at..]);
                    has_loopy |= is_loopy_word(word, &text[at + word.len()..]);
                    if let Some(open @ Open { loop_at: None, .. }) = stack.last_mut()
                        && word == "for"
                        && is_loop(&text[at + word.len()..])
                    {
                        open.loop_at = Some(at);
                    }
                    at += word.len() - 1;
                }
                _ => {}
            }
            at += 1;
        }
        found.sort_unstable_by_key(|bracket| bracket.open);
        Brackets { found: found.into(), has_loopy }
    }

    /// The brackets that begin at an offset.
    pub(crate) fn at(&self, open: usize) -> Option<Bracket> {
        let index = self.found.binary_search_by_key(&open, |bracket| bracket.open).ok()?;
        Some(self.found[index])
    }

    /// Whether there is a word of loopy games in the text.
    pub(crate) fn has_loopy(&self) -> bool {
        self.has_loopy
    }

    /// The memory of the brackets in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.found)
    }
}

/// Whether a text continues as a loop after `for`: with a name, and `from` or `in`.
fn is_loop(text: &str) -> bool {
    let name = text.trim_start();
    let after = name[word(name).len()..].trim_start();
    name.len() < text.len() && after.len() < name.len() && matches!(word(after), "from" | "in")
}
