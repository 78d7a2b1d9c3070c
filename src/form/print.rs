//! Printing a canonical form exactly as CGSuite does, and its order of options.
//!
//! A form is a shared structure whose text may be exponentially longer. So each follower's *layout*
//! is found once, with the length its text would have; writing comes after, and may stop early.

mod shared;

use std::cmp::Ordering;
use std::fmt::Write;
use std::sync::Arc;

use hashbrown::HashMap;

use super::ValueError;
use super::notation::MAX_POWER;
use super::store::Id;
use super::uptimal::Uptimal;
use super::work::{Work, table_bytes};
use crate::hash::BuildMix;
use crate::{Dyadic, Player};

/// Both players' options in printing order.
type Sorted = Arc<[Box<[Id]>; 2]>;

/// What printing remembers of the followers of a form.
#[derive(Default)]
pub(crate) struct Memo {
    pub(crate) uptimals: HashMap<Id, Option<Uptimal>, BuildMix>,
    sorted: HashMap<Id, Sorted, BuildMix>,
    orders: HashMap<(Id, Id), Ordering, BuildMix>,
    layouts: HashMap<Id, Arc<Layout>, BuildMix>,
}

impl Memo {
    /// The bytes of the maps; what the entries own is [charged](Work::charge).
    pub(crate) fn bytes(&self) -> usize {
        table_bytes(&self.uptimals)
            + table_bytes(&self.sorted)
            + table_bytes(&self.orders)
            + table_bytes(&self.layouts)
    }
}

/// How a form is printed.
pub(crate) struct Layout {
    kind: Kind,
    /// How many bars the text has at its top level if it is not put in braces: 0 to 3.
    bars: usize,
    /// The length of the text where no braces are asked for.
    len: u64,
}

enum Kind {
    /// A sum of a number, ups and a nimber; `compact` if nobody could misread it after `+-`.
    Atom { text: String, compact: bool },
    /// `+-` and the Left options.
    Switch(Sorted),
    /// A number (or nothing, for 0), `Tiny` or `Miny`, and the subscript.
    Tiny { number: String, miny: bool, subscript: Id },
    /// `{left|right}`.
    Braces { options: Sorted, wrapped: bool },
}

impl Layout {
    fn len_in_braces(&self) -> u64 {
        if self.bars > 0 { self.len.saturating_add(2) } else { self.len }
    }

    /// As the option of one of `count` siblings: only a lone one goes without braces.
    fn len_among(&self, count: usize) -> u64 {
        if count > 1 { self.len_in_braces() } else { self.len }
    }

    /// The bytes it takes, by a fair estimate.
    fn bytes(&self) -> usize {
        let behind = match &self.kind {
            Kind::Atom { text, .. } => text.capacity(),
            Kind::Tiny { number, .. } => number.capacity(),
            Kind::Switch(options) | Kind::Braces { options, .. } => {
                64 + size_of::<Id>() * (options[0].len() + options[1].len())
            }
        };
        size_of::<Layout>() + 16 + behind
    }

    /// Whether the text must be put in parentheses after `+-`.
    fn needs_parentheses(&self) -> bool {
        matches!(self.kind, Kind::Atom { compact: false, .. } | Kind::Tiny { .. })
    }
}

/// Groups of bars up to this many; a game that would need one more is put in braces.
const MOST_BARS: usize = 3;

impl Work<'_> {
    /// Sorts forms in printing order: by merging, since a comparison may end in an error.
    pub(crate) fn sort_for_printing(&mut self, ids: &mut [Id]) -> Result<(), ValueError> {
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

    fn sorted_options(&mut self, g: Id) -> Result<Sorted, ValueError> {
        if let Some(known) = self.print.sorted.get(&g) {
            return Ok(known.clone());
        }
        self.step()?;
        let mut lists = [Vec::new(), Vec::new()];
        for (list, player) in lists.iter_mut().zip(Player::BOTH) {
            *list = self.options(g, player)?.collect();
            self.sort_for_printing(list)?;
        }
        self.charge(64 + 4 * (lists[0].len() + lists[1].len()))?;
        let sorted: Sorted = Arc::new(lists.map(Vec::into_boxed_slice));
        self.print.sorted.insert(g, sorted.clone());
        Ok(sorted)
    }

    /// CGSuite's total order: numbers, nimbers, other uptimals, then by options.
    pub(crate) fn structural_cmp(&mut self, g: Id, h: Id) -> Result<Ordering, ValueError> {
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
        let order = self.deeper(|work| {
            let (g, h) = (work.sorted_options(g)?, work.sorted_options(h)?);
            for (g, h) in g.iter().zip(h.iter()) {
                for (&a, &b) in g.iter().zip(h) {
                    let order = work.structural_cmp(a, b)?;
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

    /// If `g` is `x + tiny-H` for a number `x`: `x` and `H`, by the shape that CGSuite goes by:
    /// `{x||x|x-H}` where the mean of `H` is positive.
    pub(crate) fn number_tiny(&mut self, g: Id) -> Result<Option<(Id, Id)>, ValueError> {
        let single = |work: &mut Self, g, player| -> Result<Option<Id>, ValueError> {
            let mut options = work.options(g, player)?;
            Ok(options.next().filter(|_| options.next().is_none()))
        };
        if g.is_closed() {
            return Ok(None);
        }
        let Some(x) = single(self, g, Player::Left)? else { return Ok(None) };
        let Some(number) = self.store.number(x) else { return Ok(None) };
        let Some(threat) = single(self, g, Player::Right)? else { return Ok(None) };
        if threat.is_closed() || single(self, threat, Player::Left)? != Some(x) {
            return Ok(None);
        }
        let Some(hit) = single(self, threat, Player::Right)? else { return Ok(None) };
        // Where a number is out of range on the way, the game is printed in braces.
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

    fn layout(&mut self, g: Id) -> Result<Arc<Layout>, ValueError> {
        if let Some(known) = self.print.layouts.get(&g) {
            return Ok(known.clone());
        }
        // What the store forgets is found once more, and then kept here.
        if let Some(known) = self.store.layouts.get(g) {
            return Ok(known);
        }
        let layout = Arc::new(self.deeper(|work| work.find_layout(g))?);
        let bytes = layout.bytes();
        self.charge(bytes)?;
        self.print.layouts.insert(g, layout.clone());
        self.store.layouts.set(g, layout.clone(), bytes);
        Ok(layout)
    }

    fn find_layout(&mut self, g: Id) -> Result<Layout, ValueError> {
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
                // A brace, and then a comma or a brace behind each.
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
                if list.len() == 1 {
                    bars = bars.max(layout.bars);
                }
                len = len
                    .saturating_add(layout.len_among(list.len()))
                    .saturating_add(u64::from(i > 0));
            }
        }
        bars += 1;
        let wrapped = bars > MOST_BARS;
        len = len.saturating_add(bars as u64 + if wrapped { 2 } else { 0 });
        let kind = Kind::Braces { options, wrapped };
        Ok(Layout { kind, bars: if wrapped { 0 } else { bars }, len })
    }

    /// The length of the printed form in characters.
    pub(crate) fn text_len(&mut self, g: Id) -> Result<u64, ValueError> {
        Ok(self.layout(g)?.len_in_braces())
    }

    /// Prints a form; ends early if the writer refuses to take more.
    pub(crate) fn print(&mut self, g: Id, out: &mut Out<'_>) -> Result<(), ValueError> {
        self.counting_text(|work| work.write(g, true, out))
    }

    /// Counts the text that is written, until it is the caller's.
    fn counting_text<T>(
        &mut self,
        write: impl FnOnce(&mut Self) -> Result<T, ValueError>,
    ) -> Result<T, ValueError> {
        let other_bytes = self.other_bytes;
        let result = write(self);
        self.other_bytes = other_bytes;
        result
    }

    /// Counts what was written since the last time.
    fn count_text(&mut self, out: &mut Out<'_>) -> Result<(), ValueError> {
        // A string that grows has room for twice as much.
        self.other_bytes += 2 * std::mem::take(&mut out.uncounted);
        self.step()
    }

    fn write(&mut self, g: Id, braces: bool, out: &mut Out<'_>) -> Result<(), ValueError> {
        let layout = self.layout(g)?;
        self.count_text(out)?;
        match &layout.kind {
            Kind::Atom { text, .. } => out.put(text),
            Kind::Switch(options) => {
                out.put("+-");
                match *options[0] {
                    [lone] => {
                        let parentheses = self.layout(lone)?.needs_parentheses();
                        out.put(if parentheses { "(" } else { "" });
                        self.write_deeper(lone, true, out)?;
                        out.put(if parentheses { ")" } else { "" });
                    }
                    _ => {
                        out.put("{");
                        self.write_list(&options[0], true, out)?;
                        out.put("}");
                    }
                }
            }
            Kind::Tiny { number, miny, subscript } => {
                out.put(number);
                out.put(if *miny { "Miny(" } else { "Tiny(" });
                self.write_deeper(*subscript, true, out)?;
                out.put(")");
            }
            Kind::Braces { options, wrapped } => {
                let (bars, wrap) =
                    if *wrapped { (MOST_BARS + 1, true) } else { (layout.bars, braces) };
                out.put(if wrap { "{" } else { "" });
                self.write_list(&options[0], options[0].len() > 1, out)?;
                out.put(&"||||"[..bars]);
                self.write_list(&options[1], options[1].len() > 1, out)?;
                out.put(if wrap { "}" } else { "" });
            }
        }
        Ok(())
    }

    fn write_list(
        &mut self,
        ids: &[Id],
        braces: bool,
        out: &mut Out<'_>,
    ) -> Result<(), ValueError> {
        for (i, &id) in ids.iter().enumerate() {
            if out.is_full() {
                break;
            }
            out.put(if i > 0 { "," } else { "" });
            self.write_deeper(id, braces, out)?;
        }
        Ok(())
    }

    fn write_deeper(&mut self, g: Id, braces: bool, out: &mut Out<'_>) -> Result<(), ValueError> {
        if out.is_full() {
            return Ok(());
        }
        self.deeper(|work| work.write(g, braces, out))
    }
}

/// A place to print to, up to a number of characters.
pub(crate) struct Out<'a> {
    to: &'a mut (dyn Write + Send),
    room: usize,
    /// Bytes that were written and that no computation has counted yet.
    uncounted: usize,
}

impl<'a> Out<'a> {
    pub(crate) fn new(to: &'a mut (dyn Write + Send), room: usize) -> Out<'a> {
        Out { to, room, uncounted: 0 }
    }

    fn is_full(&self) -> bool {
        self.room == 0
    }

    /// Writes as much of an ASCII text as there is room for.
    fn put(&mut self, text: &str) {
        let len = text.len().min(self.room);
        self.room -= len;
        self.uncounted += len;
        if self.to.write_str(&text[..len]).is_err() {
            self.room = 0;
        }
    }
}

/// The text of an uptimal, with whether it is compact: a plain number, a plain nimber or plain ups.
impl Uptimal {
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

    /// The order of printing among uptimals.
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

/// `^3`, `v`, `^<2>`, `v[4]`; `None` if there is no such short name.
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
