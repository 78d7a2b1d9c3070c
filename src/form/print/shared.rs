//! The shared form: the text of a value whose parts have names, each written once.
//!
//! A value of a few thousand followers may have a text of millions of characters, because a follower that occurs
//! in many places is written in each of them. The shared form defines it once, before it is used:
//! `a := {9|-1||-20}; {a,{9||5|-a}|0}`. A part that occurs once, or whose text is short, is written in place.

use crate::form::Computed;
use hashbrown::HashMap;

use super::layout::Kind;
use super::{MAX_BARS, Out};
use crate::form::engine::Engine;
use crate::form::operations::operations;
use crate::form::store::Id;
use crate::hash::{BuildMix, table_bytes};

/// A part whose text has at most this number of characters is written in each place.
const SHORT: u64 = 12;

/// A part that is not short. A game and its negative are one part.
pub(super) struct Part {
    /// The part or its negative, whichever comes first in the text: the one that is defined.
    pub(super) first: Id,
    uses: u32,
    /// The number of bars at the top level of the text without braces, as in `Layout`; 0 if it needs braces.
    pub(super) bars: usize,
    /// The number of its name, see [`name_text`].
    pub(super) name: Option<usize>,
}

/// The parts of a form, by the one of each pair of negatives that is recorded.
pub(super) type Parts = HashMap<Id, Part, BuildMix>;

/// The name of a part by its number: a, b, ..., z, a1, b1, ..., z1, a2, ...; without v, since `v` and `v1` are games.
pub(super) fn name_text(number: usize) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuwxyz";
    let (round, letter) = (number / LETTERS.len(), LETTERS[number % LETTERS.len()] as char);
    if round == 0 { letter.to_string() } else { format!("{letter}{round}") }
}

pub(super) fn recorded(g: Id) -> Id {
    g.min(g.negative())
}

/// The forms whose texts are parts of a form's text.
fn parts_of(kind: &Kind) -> impl DoubleEndedIterator<Item = Id> {
    let (options, both, subscript) = match kind {
        Kind::Atom { .. } => (None, false, None),
        Kind::Switch(options) => (Some(options), false, None),
        Kind::Tiny { subscript, .. } => (None, false, Some(*subscript)),
        Kind::Braces { options } => (Some(options), true, None),
    };
    let lists = options.into_iter().flat_map(move |lists| &lists[..if both { 2 } else { 1 }]);
    lists.flatten().copied().chain(subscript)
}

impl Engine<'_> {
    /// The start of the shared form, and its whole length in characters.
    fn shared_text_start(&mut self, g: Id, most: usize) -> Computed<(String, u64)> {
        let mut text = String::new();
        let length =
            self.counting_text(|engine| engine.write_parts(g, &mut Out::new(&mut text, most)))?;
        Ok((text, length))
    }

    fn write_parts(&mut self, g: Id, out: &mut Out<'_>) -> Computed<u64> {
        let (mut parts, order) = self.find_parts(g)?;
        let mut names = 0;
        for id in &order {
            let bars = self.shared_bars(*id, &parts)?;
            let Some(part) = parts.get_mut(id) else { continue };
            part.bars = bars;
            if part.uses > 1 {
                part.name = Some(names);
                names += 1;
            }
        }
        out.measures = true;
        for part in order.iter().filter_map(|id| parts.get(id)) {
            if let Some(name) = part.name {
                out.put(&name_text(name));
                out.put(" := ");
                self.write(part.first, &parts, out)?;
                out.put("; ");
            }
        }
        self.write(g, &parts, out)?;
        Ok(out.len)
    }

    /// The parts that are not short, and the order of their definitions: that of printing, with the parts of a part
    /// before it.
    fn find_parts(&mut self, g: Id) -> Computed<(Parts, Vec<Id>)> {
        let (mut parts, mut order) = (Parts::default(), Vec::new());
        let mut stack = vec![(g, false)];
        let mut held = 0;
        while let Some((id, done)) = stack.pop() {
            self.step()?;
            if done {
                order.push(recorded(id));
                continue;
            }
            let layout = self.layout(id)?;
            if self.is_short(id)? {
                continue;
            }
            if let Some(part) = parts.get_mut(&recorded(id)) {
                part.uses = part.uses.saturating_add(1);
                continue;
            }
            parts.insert(recorded(id), Part { first: id, uses: 1, bars: 0, name: None });
            stack.push((id, true));
            stack.extend(parts_of(&layout.kind).rev().map(|part| (part, false)));
            let stacked = stack.capacity() * size_of::<(Id, bool)>();
            let ordered = order.capacity() * size_of::<Id>();
            self.hold_grown(&mut held, table_bytes(&parts) + stacked + ordered)?;
        }
        Ok((parts, order))
    }

    /// Whether a form, and its negative, is written in each place.
    fn is_short(&mut self, g: Id) -> Computed<bool> {
        let layout = self.layout(g)?;
        let len = layout.len_in_braces();
        if len <= SHORT || matches!(layout.kind, Kind::Atom { .. }) {
            return Ok(true);
        }
        // Minus signs make a text at most twice as long.
        Ok(len <= 2 * SHORT && self.layout(g.negative())?.len_in_braces() <= SHORT)
    }

    /// The bars of a part. Those of its parts must be set.
    fn shared_bars(&mut self, id: Id, parts: &Parts) -> Computed<usize> {
        let Some(part) = parts.get(&id) else { return Ok(0) };
        let layout = self.layout(part.first)?;
        let Kind::Braces { options } = &layout.kind else { return Ok(0) };
        let mut bars = 0;
        for list in options.iter() {
            if let [lone] = **list {
                bars = bars.max(self.bars_in_place(lone, parts)?);
            }
        }
        Ok(if bars < MAX_BARS { bars + 1 } else { 0 })
    }

    /// The bars of a form as a player's only option.
    fn bars_in_place(&mut self, g: Id, parts: &Parts) -> Computed<usize> {
        match parts.get(&recorded(g)) {
            Some(Part { name: Some(_), .. }) => Ok(0),
            Some(part) => Ok(part.bars),
            None => Ok(self.layout(g)?.bars),
        }
    }
}

operations! {
    /// The text of the value with names for its parts, each of which is written once: definitions
    /// `a := {1|*}` and then the value, with `; ` between.
    ///
    /// A part is named if it or its negative occurs more than once and its own text is longer than
    /// 12 characters. Names are `a` to `z`, then `a1` to `z1` and so on, without `v`. The text depends
    /// on nothing but the value. Its length is in proportion to the number of followers and their
    /// options, while that of the printed form may be exponential.
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// let g: CanonicalForm = "{4|2*|||1|-1*} + {3|1^||0}".parse()?;
    /// assert_eq!(
    ///     g.to_shared_text(),
    ///     "a := {{7|5*},{7|5^}|{5*|3^*},{5^|3^*}}; \
    ///      b := {{4|2*},{4|2^}|{2*|^*},{2^|^*}}; \
    ///      {{a|b},{a,{7|5^||4}|{4|2*},{5*|3^*||2*}}|{4|2*||1|-1*},{b,{4|2^||1}|{1|-1*},{2*|^*||-1*}}}"
    /// );
    /// assert_eq!((g.text_len(), g.to_shared_text().len()), (211, 168));
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Complexity
    /// As [`text_len`](crate::CanonicalForm::text_len), and O(*n*) for *n* options in all followers together.
    to_shared_text() -> String =
        |engine: &mut Engine<'_>, g| Ok(engine.shared_text_start(g, usize::MAX)?.0);

    /// The first `most` characters of the [shared form](crate::CanonicalForm::to_shared_text), and the number that it has.
    shared_text_start(; most: usize) -> (String, u64) = Engine::shared_text_start;
}
