//! Prints values exactly as CGSuite does, with its order of options.
//!
//! A value is a shared structure whose text may be exponentially longer. So printing has two passes. The first
//! computes the *layout* of each follower once, with the length of its text. The second writes, directly to the
//! destination, and may stop early. It keeps a stack of its own ([`Item`]), so it needs no recursion.

pub(super) mod layout;
mod shared;

use std::cmp::Ordering;
use std::fmt::Write;
use std::sync::Arc;

use self::layout::{Kind, Layout, Sorted};
use self::shared::{Part, Parts, name_text, recorded};
use super::engine::Engine;
use super::notation::MAX_POWER;
use super::operations::operations;
use super::store::Id;
use super::uptimal::Uptimal;
use super::{Computed, ValueError};
use crate::{Dyadic, Player};

/// The largest group of bars. A game that would need one more gets braces.
const MAX_BARS: usize = 3;

impl Engine<'_> {
    /// Sorts forms in printing order. A merge sort of our own, since a comparison may return an error.
    pub(crate) fn sort_for_printing(&mut self, ids: &mut [Id]) -> Computed<()> {
        if ids.len() < 2 {
            return Ok(());
        }
        let (left, right) = ids.split_at_mut(ids.len() / 2);
        self.sort_for_printing(left)?;
        self.sort_for_printing(right)?;
        let (left, right) = (left.to_vec(), right.to_vec());
        let (mut i, mut j) = (0, 0);
        for slot in ids {
            let take_left = match (left.get(i), right.get(j)) {
                (Some(&g), Some(&h)) => self.structural_cmp(g, h)?.is_le(),
                (g, _) => g.is_some(),
            };
            (*slot, i, j) = if take_left { (left[i], i + 1, j) } else { (right[j], i, j + 1) };
        }
        Ok(())
    }

    /// The options of a player in printing order.
    pub(crate) fn options_in_order(&mut self, g: Id, player: Player) -> Computed<Vec<Id>> {
        let mut options: Vec<Id> = self.options(g, player)?.collect();
        self.sort_for_printing(&mut options)?;
        Ok(options)
    }

    fn sorted_options(&mut self, g: Id) -> Computed<Sorted> {
        if let Some(known) = self.print.sorted.get(&g) {
            return Ok(known.clone());
        }
        self.step()?;
        let mut lists = [Vec::new(), Vec::new()];
        for (list, player) in lists.iter_mut().zip(Player::BOTH) {
            *list = self.options_in_order(g, player)?;
        }
        self.charge(64 + 4 * (lists[0].len() + lists[1].len()))?;
        let sorted: Sorted = Arc::new(lists.map(Vec::into_boxed_slice));
        self.print.sorted.insert(g, sorted.clone());
        Ok(sorted)
    }

    /// CGSuite's total order: numbers, nimbers, other uptimals, then by options.
    pub(crate) fn structural_cmp(&mut self, g: Id, h: Id) -> Computed<Ordering> {
        if g == h {
            return Ok(Ordering::Equal);
        }
        match (self.uptimal(g)?, self.uptimal(h)?) {
            (Some(g), Some(h)) => return Ok(g.structural_cmp(&h)),
            (Some(_), None) => return Ok(Ordering::Less),
            (None, Some(_)) => return Ok(Ordering::Greater),
            (None, None) => {}
        }
        if let Some(&known) = self.print.orders.get(&(g, h)) {
            return Ok(known);
        }
        self.step()?;
        let order = self.recurse(|engine| {
            let (g, h) = (engine.sorted_options(g)?, engine.sorted_options(h)?);
            for (g, h) in g.iter().zip(h.iter()) {
                for (&a, &b) in g.iter().zip(h) {
                    let order = engine.structural_cmp(a, b)?;
                    if order.is_ne() {
                        return Ok(order);
                    }
                }
                if g.len() != h.len() {
                    return Ok(g.len().cmp(&h.len()));
                }
            }
            Ok(Ordering::Equal)
        })?;
        self.print.orders.insert((g, h), order);
        self.print.orders.insert((h, g), order.reverse());
        Ok(order)
    }

    /// If `g` is `x + tiny-H` for a number `x`: `x` and `H`. Recognized as CGSuite does, by the shape `{x||x|x-H}` where
    /// the mean of `H` is positive.
    pub(crate) fn number_tiny(&mut self, g: Id) -> Computed<Option<(Id, Id)>> {
        if g.is_closed() {
            return Ok(None);
        }
        let Some(x) = self.only_option(g, Player::Left)? else { return Ok(None) };
        let Some(number) = self.store.number(x) else { return Ok(None) };
        let Some(threat) = self.only_option(g, Player::Right)? else { return Ok(None) };
        if threat.is_closed() || self.only_option(threat, Player::Left)? != Some(x) {
            return Ok(None);
        }
        let Some(hit) = self.only_option(threat, Player::Right)? else { return Ok(None) };
        // If a number on the way is out of range, the game is printed in braces.
        let subscript = match self.mean(hit) {
            Ok(mean) if mean >= number => return Ok(None),
            Ok(_) => self.add(x, hit.negative()),
            Err(error) => Err(error),
        };
        match subscript {
            Ok(subscript) => Ok(Some((x, subscript))),
            Err(ValueError::Overflow) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn layout(&mut self, g: Id) -> Computed<Arc<Layout>> {
        if let Some(known) = self.print.layouts.get(&g) {
            return Ok(known.clone());
        }
        if let Some(known) = self.store.layouts.get(g) {
            return Ok(known);
        }
        let layout = Arc::new(self.recurse(|engine| engine.find_layout(g))?);
        let bytes = layout.bytes();
        self.charge(bytes)?;
        self.print.layouts.insert(g, layout.clone());
        self.store.layouts.set(g, layout.clone(), bytes);
        Ok(layout)
    }

    fn find_layout(&mut self, g: Id) -> Computed<Layout> {
        if let Some((text, compact)) = self.uptimal(g)?.and_then(|u| u.compact_text()) {
            let len = text.len() as u64;
            return Ok(Layout { kind: Kind::Atom { text, compact }, bars: 0, len });
        }
        if g.is_own_negative() {
            let options = self.sorted_options(g)?;
            let mut len = 2;
            if let [lone] = *options[0] {
                let lone = self.layout(lone)?;
                let parentheses = if lone.needs_parentheses() { 2 } else { 0 };
                len = lone.len_in_braces().saturating_add(len + parentheses);
            } else {
                // A brace, and a comma or a brace after each.
                len += 1;
                for &option in &options[0] {
                    let option = self.layout(option)?.len_in_braces();
                    len = len.saturating_add(option).saturating_add(1);
                }
            }
            return Ok(Layout { kind: Kind::Switch(options), bars: 0, len });
        }
        for miny in [false, true] {
            let form = if miny { g.negative() } else { g };
            if let Some((x, subscript)) = self.number_tiny(form)? {
                let x = self.store.number(x).unwrap_or_default();
                let x = if miny { -x } else { x };
                let number = if x == Dyadic::ZERO { String::new() } else { x.to_string() };
                let inner = self.layout(subscript)?.len_in_braces();
                let len = inner.saturating_add(number.len() as u64 + 6);
                return Ok(Layout { kind: Kind::Tiny { number, miny, subscript }, bars: 0, len });
            }
        }
        let options = self.sorted_options(g)?;
        let (mut bars, mut len) = (0, 0u64);
        for list in options.iter() {
            for (i, &option) in list.iter().enumerate() {
                let layout = self.layout(option)?;
                // Only a single option goes without braces.
                let lone = list.len() == 1;
                bars = bars.max(if lone { layout.bars } else { 0 });
                len = len.saturating_add(if lone { layout.len } else { layout.len_in_braces() });
                len = len.saturating_add(u64::from(i > 0));
            }
        }
        bars += 1;
        let wrapped = bars > MAX_BARS;
        len = len.saturating_add(bars as u64 + if wrapped { 2 } else { 0 });
        let kind = Kind::Braces { options };
        Ok(Layout { kind, bars: if wrapped { 0 } else { bars }, len })
    }

    /// The length of the printed form in characters.
    pub(crate) fn text_len(&mut self, g: Id) -> Computed<u64> {
        Ok(self.layout(g)?.len_in_braces())
    }

    /// Prints a form. Stops early when the destination is full.
    pub(crate) fn print(&mut self, g: Id, out: &mut Out<'_>) -> Computed<()> {
        self.counting_text(|engine| engine.write(g, &Parts::default(), out))
    }

    fn text_start(&mut self, g: Id, most: usize) -> Computed<(String, u64)> {
        let length = self.text_len(g)?;
        let mut text = String::new();
        self.print(g, &mut Out::new(&mut text, most))?;
        Ok((text, length))
    }

    fn text_of_at_most(&mut self, g: Id, most: u64) -> Computed<(Option<String>, u64)> {
        let length = self.text_len(g)?;
        let text = if length <= most { Some(self.text_start(g, usize::MAX)?.0) } else { None };
        Ok((text, length))
    }

    /// Counts the bytes of the text while it is written. Then they are the caller's.
    fn counting_text<T>(&mut self, write: impl FnOnce(&mut Self) -> Computed<T>) -> Computed<T> {
        let other_bytes = self.other_bytes;
        let result = write(self);
        self.other_bytes = other_bytes;
        result
    }

    /// Writes a form, in braces if it has bars. Of its followers those with [names](Part::name) are written as
    /// names; the form itself is written out.
    fn write(&mut self, g: Id, parts: &Parts, out: &mut Out<'_>) -> Computed<()> {
        let mut stack = Vec::new();
        self.write_form(g, true, parts, out, &mut stack)?;
        while let Some(item) = stack.pop() {
            match item {
                _ if out.is_full() => break,
                Item::Text(text) => out.put(text),
                Item::Form { id, braces } => match parts.get(&recorded(id)) {
                    Some(Part { name: Some(name), first, .. }) => {
                        out.put(if id == *first { "" } else { "-" });
                        out.put(&name_text(*name));
                    }
                    _ => self.write_form(id, braces, parts, out, &mut stack)?,
                },
            }
        }
        Ok(())
    }

    /// Writes the start of a form, and pushes the rest of it on the stack.
    fn write_form(
        &mut self,
        g: Id,
        braces: bool,
        parts: &Parts,
        out: &mut Out<'_>,
        stack: &mut Vec<Item>,
    ) -> Computed<()> {
        let layout = self.layout(g)?;
        // A string that grows has room for twice as much.
        self.other_bytes += 2 * std::mem::take(&mut out.uncounted);
        self.step()?;
        let before = stack.capacity();
        match &layout.kind {
            Kind::Atom { text, .. } => out.put(text),
            Kind::Switch(options) => {
                let [open, close] = match *options[0] {
                    [lone] if !self.needs_parentheses(lone, parts)? => ["+-", ""],
                    [_] => ["+-(", ")"],
                    _ => ["+-{", "}"],
                };
                out.put(open);
                stack.push(Item::Text(close));
                push_list(&options[0], true, stack);
            }
            Kind::Tiny { number, miny, subscript } => {
                out.put(number);
                out.put(if *miny { "Miny(" } else { "Tiny(" });
                stack.extend([Item::Text(")"), Item::Form { id: *subscript, braces: true }]);
            }
            Kind::Braces { options } => {
                let bars = parts.get(&recorded(g)).map_or(layout.bars, |part| part.bars);
                let (bars, wrap) = if bars == 0 { (MAX_BARS + 1, true) } else { (bars, braces) };
                out.put(if wrap { "{" } else { "" });
                stack.push(Item::Text(if wrap { "}" } else { "" }));
                push_list(&options[1], options[1].len() > 1, stack);
                stack.push(Item::Text(&"||||"[..bars]));
                push_list(&options[0], options[0].len() > 1, stack);
            }
        }
        self.other_bytes += (stack.capacity() - before) * size_of::<Item>();
        Ok(())
    }

    /// Whether the text of a form must be put in parentheses after `+-`.
    fn needs_parentheses(&mut self, g: Id, parts: &Parts) -> Computed<bool> {
        Ok(match parts.get(&recorded(g)) {
            Some(Part { name: Some(_), first, .. }) => g != *first,
            _ => self.layout(g)?.needs_parentheses(),
        })
    }
}

operations! {
    /// The number of characters of the printed form, which may be exponentially many: `u64::MAX` means at least
    /// that many.
    ///
    /// # Complexity
    /// O(*n* log *n*) comparisons of texts for *n* followers.
    text_len() -> u64 = Engine::text_len;

    /// The first `most` characters of the printed form, and the number that it has.
    ///
    /// # Complexity
    /// As [`text_len`](crate::CanonicalForm::text_len), and the characters printed.
    text_start(; most: usize) -> (String, u64) = Engine::text_start;

    /// The printed form if it has at most `most` characters, and the number that it has.
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// let g: CanonicalForm = "{2||1|0}".parse()?;
    /// assert_eq!(g.text_of_at_most(100), (Some("{2||1|0}".to_owned()), 8));
    /// assert_eq!(g.text_of_at_most(5), (None, 8));
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    text_of_at_most(; most: u64) -> (Option<String>, u64) = Engine::text_of_at_most;
}

/// What is still to be written.
enum Item {
    Text(&'static str),
    Form { id: Id, braces: bool },
}

/// Pushes a list of options, the first on top.
fn push_list(ids: &[Id], braces: bool, stack: &mut Vec<Item>) {
    for (i, &id) in ids.iter().enumerate().rev() {
        stack.push(Item::Form { id, braces });
        if i > 0 {
            stack.push(Item::Text(","));
        }
    }
}

/// A destination that takes a number of characters.
pub(crate) struct Out<'a> {
    to: &'a mut dyn Write,
    room: usize,
    /// Whether texts beyond the room are still of interest, for their length.
    measures: bool,
    /// The length of all texts, also those beyond the room.
    len: u64,
    /// Bytes that were written and are not counted against the limit yet.
    uncounted: usize,
    /// Whether the destination has failed.
    pub(super) failed: bool,
}

impl<'a> Out<'a> {
    pub(crate) fn new(to: &'a mut dyn Write, room: usize) -> Out<'a> {
        Out { to, room, measures: false, len: 0, uncounted: 0, failed: false }
    }

    fn is_full(&self) -> bool {
        self.room == 0 && !self.measures
    }

    /// Writes as much of an ASCII text as there is room for.
    fn put(&mut self, text: &str) {
        self.len += text.len() as u64;
        let len = text.len().min(self.room);
        self.room -= len;
        self.uncounted += len;
        if self.to.write_str(&text[..len]).is_err() {
            (self.room, self.failed) = (0, true);
        }
    }
}

impl Uptimal {
    /// The text, and whether it is compact: only a number, only ups or only a nimber.
    fn compact_text(&self) -> Option<(String, bool)> {
        let ups = up_text(&self.coefficients)?;
        let mut text = String::new();
        let only_number = ups.is_empty() && self.star == 0;
        if self.number != Dyadic::ZERO || only_number {
            text += &self.number.to_string();
        }
        text += &ups;
        match self.star {
            0 => {}
            1 => text.push('*'),
            m => write!(text, "*{m}").ok()?,
        }
        let parts = [self.number != Dyadic::ZERO, !ups.is_empty(), self.star != 0];
        let compact = parts.iter().filter(|&&p| p).count() <= 1;
        Some((text, compact))
    }

    /// The printing order of uptimals.
    fn structural_cmp(&self, other: &Uptimal) -> Ordering {
        let class = |u: &Uptimal| match (u.coefficients.is_empty(), u.star, u.number) {
            (true, 0, _) => 0,
            (true, _, Dyadic::ZERO) => 1,
            _ => 2,
        };
        class(self)
            .cmp(&class(other))
            .then(self.number.cmp(&other.number))
            .then(self.coefficients.cmp(&other.coefficients))
            .then(self.star.cmp(&other.star))
    }
}

/// `^3`, `v`, `^<2>`, `v[4]`, or `None` if the ups have no such name.
fn up_text(coefficients: &[i32]) -> Option<String> {
    let sign = |n: i32| if n > 0 { "^" } else { "v" };
    match coefficients {
        [] => Some(String::new()),
        &[n @ (-2 | -1 | 1 | 2)] => Some(sign(n).repeat(n.unsigned_abs() as usize)),
        &[n] => Some(format!("{}{}", sign(n), n.unsigned_abs())),
        [first, rest @ ..] => {
            let (&last, middle) = rest.split_last()?;
            let alone = *first == 0 && middle.iter().all(|&n| n == 0) && last.abs() == 1;
            let all = first.abs() == 1 && rest.iter().all(|n| n == first);
            let k = coefficients.len();
            if k > MAX_POWER as usize {
                return None;
            }
            match (alone, all) {
                (true, _) => Some(format!("{}<{k}>", sign(last))),
                (_, true) => Some(format!("{}[{k}]", sign(last))),
                _ => None,
            }
        }
    }
}
