//! Misère canonical forms as text, as CGSuite prints them.
//!
//! | text | game |
//! |---|---|
//! | `3`, `&12;` | a nim heap of less than ten, and of more |
//! | `(2[2]320)` | the game with the options `2[2]`, `3`, `2` and `0`, in falling order |
//! | `2#` | the game with the single option `2` |
//! | `2[23]` | the sum of `2`, `2` and `3`, in falling order, where `3` is `2` and `1`; all parts but the first are nim heaps or have a single option |
//! | `2[#2#1]` | the sum of `2#`, `2#` and `1` |
//! | `*[..]` | the whole text: one form, or the options of a form |

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use dicot::{LimitKind, Limits};

use super::{MisereForm, MisereForms};
use crate::error::{ParseError, Reader};

/// The largest nim heap that is read: it has a list of that many options, as have all below.
const MAX_NIMBER: u64 = 1000;
/// The deepest brackets that are read: a limit of the stack.
const MAX_DEPTH: usize = 200;

impl MisereForms {
    /// The form as CGSuite prints it, or `None` if the text is longer than `max_len` bytes.
    ///
    /// # Errors
    /// As [`nimber`](MisereForms::nimber).
    ///
    /// # Examples
    /// ```
    /// use dicot::Limits;
    /// use dicot_impartial::Genera;
    /// let (mut kayles, limits) = (Genera::new("0.77".parse().unwrap()), Limits::default());
    /// kayles.extend_to(7, &limits)?;
    /// let form = kayles.form(7).unwrap();
    /// let text = kayles.forms().text(form, 1000, &limits)?;
    /// assert_eq!(text.as_deref(), Some("*[(2[2]321)[1](2[2]321)2[3]2[2]30]"));
    /// assert_eq!(kayles.forms().text(form, 20, &limits)?, None);
    /// # Ok::<_, dicot::LimitKind>(())
    /// ```
    pub fn text(
        &mut self,
        form: MisereForm,
        max_len: usize,
        limits: &Limits,
    ) -> Result<Option<String>, LimitKind> {
        // A form after its parts or options: the texts of those that are printed.
        let mut texts: HashMap<u32, String> = HashMap::new();
        let mut parts_of: HashMap<u32, Parts> = HashMap::new();
        let (mut open, mut bytes) = (vec![form.0], 0);
        while let Some(&top) = open.last() {
            let parts = match parts_of.entry(top) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(self.parts(top, limits)?),
            };
            let is_sum = parts.parts.len() + usize::from(parts.is_odd) > 1;
            let inner: &[u32] = match (self.nimber_of(top), is_sum) {
                (Some(_), _) => &[],
                (_, true) => &parts.parts,
                (_, false) => self.options_of(top),
            };
            let before = open.len();
            open.extend(inner.iter().filter(|inner| !texts.contains_key(inner)));
            if open.len() > before {
                self.check(bytes + 4 * open.len(), limits)?;
                continue;
            }
            open.pop();
            let text = match (self.nimber_of(top), is_sum) {
                (Some(n @ 0..10), _) => n.to_string(),
                (Some(n), _) => format!("&{n};"),
                (_, true) => self.sum_text(parts, &texts),
                (_, false) => {
                    let mut options = inner.to_vec();
                    self.sort(&mut options, limits)?;
                    let is_prime = |form: &u32| {
                        let parts = &parts_of[form];
                        self.nimber_of(*form).is_some() || parts.parts.len() == 1 && !parts.is_odd
                    };
                    match &options[..] {
                        [option] if is_prime(option) => texts[option].clone() + "#",
                        _ => {
                            let options = options.iter().rev().map(|option| &texts[option][..]);
                            format!("({})", options.collect::<String>())
                        }
                    }
                }
            };
            if text.len() > max_len {
                return Ok(None);
            }
            bytes += text.len() + 64;
            self.check(bytes, limits)?;
            texts.insert(top, text);
        }
        let text = &texts[&form.0];
        // A form with several options is printed without its brackets, which close at the end only.
        let bare = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let text = bare.filter(|_| self.options_of(form.0).len() > 1).unwrap_or(text);
        Ok((text.len() + 3 <= max_len).then(|| format!("*[{text}]")))
    }

    /// The first part, and the others in brackets. `#` after the first part moves into them, and 1 is added to a nim heap.
    fn sum_text(&self, parts: &Parts, texts: &HashMap<u32, String>) -> String {
        let mut list: Vec<String> = parts.parts.iter().map(|part| texts[part].clone()).collect();
        if parts.is_odd {
            match list.last_mut().zip(parts.parts.last().and_then(|&last| self.nimber_of(last))) {
                Some((last, n)) if n < 9 => *last = (n + 1).to_string(),
                Some((last, n)) => *last = format!("&{};", n + 1),
                None => list.push("1".to_owned()),
            }
        }
        let first = list[0].trim_end_matches('#');
        format!("{first}[{}{}]", &list[0][first.len()..], list[1..].concat())
    }

    /// Splits a form into even parts, in falling order, and perhaps `*1`. CGSuite prints parts that are nim heaps; what remains is split
    /// only if all its parts have a single option, as those of `2[#2#]`.
    fn parts(&mut self, form: u32, limits: &Limits) -> Result<Parts, LimitKind> {
        let (mut rest, is_odd) = self.even_part(form, limits)?;
        let mut parts = Vec::new();
        while let Some((part, other)) = self.split(rest, true, limits)? {
            parts.push(part);
            rest = other;
        }
        let (nimbers, whole) = (parts.len(), rest);
        while let Some((part, other)) = self.split(rest, false, limits)? {
            parts.push(part);
            rest = other;
        }
        if self.options_of(rest).len() != 1 {
            parts.truncate(nimbers);
            rest = whole;
        }
        parts.push(rest);
        self.sort(&mut parts, limits)?;
        parts.reverse();
        Ok(Parts { parts, is_odd })
    }

    /// An even part that is a nim heap, or has a single option, and the rest of an even form. Parts are among the followers, and
    /// their birthdays have the sum of the form's.
    fn split(
        &mut self,
        form: u32,
        is_nimber: bool,
        limits: &Limits,
    ) -> Result<Option<(u32, u32)>, LimitKind> {
        if self.nimber_of(form).is_some() {
            return Ok(None);
        }
        let followers = self.followers(form);
        let mut born: HashMap<u32, Vec<u32>> = HashMap::new();
        for &follower in &followers {
            born.entry(self.birthday_of(follower)).or_default().push(follower);
        }
        for part in followers {
            let is_wanted = match self.nimber_of(part) {
                Some(n) => is_nimber && n > 0 && n % 2 == 0,
                None => !is_nimber && part != form && self.options_of(part).len() == 1,
            };
            if !is_wanted || self.even_part(part, limits)?.1 {
                continue;
            }
            let birthday = self.birthday_of(form) - self.birthday_of(part);
            for &other in born.get(&birthday).into_iter().flatten() {
                if self.normal_of(part) ^ self.normal_of(other) == self.normal_of(form)
                    && !self.even_part(other, limits)?.1
                    && self.add(part, other, limits)? == form
                {
                    return Ok(Some((part, other)));
                }
            }
        }
        Ok(None)
    }

    /// Reads a form as [`text`](MisereForms::text) prints it. Options and parts may be in any order, and options may be reversible.
    ///
    /// # Errors
    /// The text is not a form, a nim heap has more than 1,000 tokens, brackets are nested too deeply, or a limit is reached.
    ///
    /// # Examples
    /// ```
    /// use dicot::Limits;
    /// use dicot_impartial::MisereForms;
    /// let (mut forms, limits) = (MisereForms::new(), Limits::default());
    /// let form = forms.read("*[2[#1]]", &limits)?;
    /// assert_eq!(form, forms.read("*[(2#3)]", &limits)?);
    /// let error = forms.read("*[2[2]", &limits).unwrap_err();
    /// assert_eq!(error.to_string(), "byte 6: expected a digit, `&`, `(` or `]`, found the end");
    /// # Ok::<_, dicot_impartial::ParseError>(())
    /// ```
    pub fn read(&mut self, text: &str, limits: &Limits) -> Result<MisereForm, ParseError> {
        let mut reader = Reader::new(text.trim_end());
        reader.skip_blanks();
        reader.expect("*[")?;
        let forms = self.read_list(&mut reader, "]", MAX_DEPTH, limits)?;
        if reader.peek().is_some() {
            return Err(reader.expected("the end"));
        }
        Ok(MisereForm(match forms[..] {
            [form] => form,
            _ => self.canonical(forms),
        }))
    }

    /// Reads forms up to the end of the list, at least one.
    fn read_list(
        &mut self,
        reader: &mut Reader<'_>,
        end: &str,
        depth: usize,
        limits: &Limits,
    ) -> Result<Vec<u32>, ParseError> {
        let mut forms = Vec::new();
        while forms.is_empty() || !reader.take(end) {
            let start = reader.offset();
            let failed = |limit: LimitKind| ParseError::new(start, limit.to_string());
            let mut form = if reader.take("(") {
                let Some(depth) = depth.checked_sub(1) else {
                    return Err(ParseError::new(start, "the brackets are nested too deeply"));
                };
                let options = self.read_list(reader, ")", depth, limits)?;
                self.canonical(options)
            } else {
                let n = if reader.take("&") {
                    let n = reader.number(MAX_NIMBER)?;
                    reader.expect(";")?;
                    n as u32
                } else if let Some(digit) = reader.peek().and_then(|c| c.to_digit(10)) {
                    reader.take(&digit.to_string());
                    digit
                } else {
                    let end = if forms.is_empty() { "" } else { end };
                    return Err(reader.expected(&match end {
                        "" => "a digit, `&` or `(`".to_owned(),
                        _ => format!("a digit, `&`, `(` or `{end}`"),
                    }));
                };
                self.nimber(n, limits).map_err(failed)?.0
            };
            // `#` is the game with this single option.
            let wrap = |form: &mut u32, forms: &mut MisereForms, reader: &mut Reader<'_>| {
                while reader.take("#") {
                    *form = forms.canonical(vec![*form]);
                }
            };
            wrap(&mut form, self, reader);
            if reader.take("[") {
                wrap(&mut form, self, reader);
                let Some(depth) = depth.checked_sub(1) else {
                    return Err(ParseError::new(start, "the brackets are nested too deeply"));
                };
                for part in self.read_list(reader, "]", depth, limits)? {
                    form = self.add(form, part, limits).map_err(failed)?;
                }
            }
            self.check(0, limits).map_err(failed)?;
            forms.push(form);
        }
        Ok(forms)
    }
}

/// A form as a sum of even parts, in falling order, and of `*1` if it is odd.
#[derive(Clone, Debug)]
struct Parts {
    parts: Vec<u32>,
    is_odd: bool,
}
