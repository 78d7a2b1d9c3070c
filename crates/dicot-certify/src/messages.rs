//! Texts of facts and values; not a part of the proof.

use crate::components::Term;
use crate::proof::Proof;
use crate::values::{Value, Values, ZERO};

/// The longest text of a value.
const MAX_TEXT: usize = 100;

impl Proof {
    /// What is wrong with a line or a claim that needs a fact.
    pub(crate) fn missing(&self, wins: bool, terms: &[Term], value: Value) -> String {
        let sign = |term: Term| if term % 2 == 1 { "-" } else { "" };
        let number = |&term: &Term| format!("{}{}", sign(term), term / 4 + 1);
        let list = terms.iter().map(number).collect::<Vec<_>>().join(",");
        let (kind, value) = (if wins { "w" } else { "z" }, self.components.values().show(value));
        format!(
            "it needs the fact {kind} of components {list:?} and value {value}, which is not proved above"
        )
    }
}

impl Values {
    /// The value as braces, cut off where it is long.
    pub(crate) fn show(&self, value: Value) -> String {
        let mut text = String::new();
        self.write(value, &mut text);
        if text.len() > MAX_TEXT { text[..MAX_TEXT].to_owned() + ".." } else { text }
    }

    fn write(&self, value: Value, text: &mut String) {
        if value == ZERO || text.len() > MAX_TEXT {
            return text.push('0');
        }
        for (side, start) in ["{", "|"].into_iter().enumerate() {
            text.push_str(start);
            for (i, &option) in self.options(value, side).iter().enumerate() {
                text.push_str(if i > 0 { "," } else { "" });
                self.write(option, text);
            }
        }
        text.push('}');
    }
}
