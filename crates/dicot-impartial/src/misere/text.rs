//! Misère canonical forms as text, as CGSuite prints them.
//!
//! | text | game |
//! |---|---|
//! | `3`, `&12;` | a nim heap of less than ten, and of more |
//! | `(2[2]320)` | the game with the options `2[2]`, `3`, `2` and `0`, in falling order |
//! | `2#` | the game with the single option `2` |
//! | `2[23]` | the sum of `2`, `2` and `3` |
//! | `2[#2#1]` | what is in brackets is applied from the left: the game with the single option `2#` + `2`, and to it `1` |
//! | `2[#-2]` | the game whose sum with `2` is `2#` |
//! | `*[..]` | the whole text: one form, or the options of a form |

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use dicot::{LimitKind, Limits};

use super::{MisereForm, MisereForms};
use crate::error::{ParseError, Reader};

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
        // A form after those in its text: the text before brackets, and what is in them.
        let mut texts: HashMap<u32, [String; 2]> = HashMap::new();
        let mut shown: HashMap<u32, Shown> = HashMap::new();
        let (mut open, mut bytes) = (vec![form.0], 0);
        while let Some(&top) = open.last() {
            let shown = &*match shown.entry(top) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(self.shown(top, limits)?),
            };
            let inner: &[u32] = match shown {
                Shown::Nimber(_) => &[],
                Shown::Sum(rest, _) | Shown::Difference(rest, _) => std::slice::from_ref(rest),
                Shown::Options => self.options_of(top),
            };
            let before = open.len();
            open.extend(inner.iter().filter(|inner| !texts.contains_key(inner)));
            if open.len() > before {
                self.check(bytes + 4 * open.len(), limits)?;
                continue;
            }
            open.pop();
            let text = match (shown, inner) {
                (Shown::Nimber(n), _) => [digit(*n), String::new()],
                (Shown::Sum(rest, n), _) => with_index(&texts[rest], &digit(*n)),
                (Shown::Difference(rest, n), _) => {
                    with_index(&texts[rest], &format!("-{}", digit(*n)))
                }
                (Shown::Options, [option]) => with_index(&texts[option], "#"),
                (Shown::Options, options) => {
                    let mut options = options.to_vec();
                    self.sort(&mut options, limits)?;
                    let options = options.iter().rev().map(|option| joined(&texts[option]));
                    [format!("({})", options.collect::<String>()), String::new()]
                }
            };
            let length = text[0].len() + text[1].len();
            if length > max_len {
                return Ok(None);
            }
            bytes += length + 64;
            self.check(bytes, limits)?;
            texts.insert(top, text);
        }
        let text = joined(&texts[&form.0]);
        // A form with several options is printed without its brackets, which close at the end only.
        let is_bare = self.options_of(form.0).len() > 1 && matches!(shown[&form.0], Shown::Options);
        let text = if is_bare { &text[1..text.len() - 1] } else { &text };
        Ok((text.len() + 3 <= max_len).then(|| format!("*[{text}]")))
    }

    /// How CGSuite prints a form: as the sum or the difference of a form that is born earlier and a nim heap, if it is one; as the sum of its
    /// even part and `*1`; or by its options.
    fn shown(&mut self, form: u32, limits: &Limits) -> Result<Shown, LimitKind> {
        if let Some(n) = self.nimber_of(form) {
            return Ok(Shown::Nimber(n));
        }
        let (even, is_odd) = self.even_part(form, limits)?;
        let mut born: HashMap<u32, Vec<u32>> = HashMap::new();
        for follower in self.followers(form) {
            born.entry(self.birthday_of(follower)).or_default().push(follower);
        }
        let one = self.canonical(vec![0]);
        let birthday = self.birthday_of(form);
        for n in (2 + u32::from(is_odd)..birthday).step_by(2) {
            let normal = self.normal_of(form) ^ n;
            let heap = self.nimber(n, limits)?.0;
            // The birthdays of the parts have the sum of the form's.
            for &rest in born.get(&(birthday - n)).into_iter().flatten() {
                if self.normal_of(rest) == normal && self.add(rest, heap, limits)? == form {
                    return Ok(Shown::Sum(rest, n));
                }
            }
            // The sum is then an option of the form, and so is its sum with `*1`: see `pairs`.
            for option in self.options_of(form).to_vec() {
                if self.normal_of(option) == normal {
                    let other = self.add(option, one, limits)?;
                    let left = match self.options_of(form).contains(&other) {
                        true => self.difference(MisereForm(option), MisereForm(heap), limits)?,
                        false => None,
                    };
                    if left == Some(MisereForm(form)) {
                        return Ok(Shown::Difference(option, n));
                    }
                }
            }
        }
        Ok(if is_odd { Shown::Sum(even, 1) } else { Shown::Options })
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
            let failed = |limit: LimitKind| ParseError::of_limit(start, limit);
            let mut form = if reader.take("(") {
                let Some(depth) = depth.checked_sub(1) else {
                    return Err(ParseError::new(start, "the brackets are nested too deeply"));
                };
                let options = self.read_list(reader, ")", depth, limits)?;
                self.canonical(options)
            } else {
                let Some(n) = read_nimber(reader)? else {
                    let end = if forms.is_empty() { "" } else { end };
                    return Err(reader.expected(&match end {
                        "" => "a digit, `&` or `(`".to_owned(),
                        _ => format!("a digit, `&`, `(` or `{end}`"),
                    }));
                };
                self.nimber(n, limits).map_err(failed)?.0
            };
            let mut in_brackets = false;
            loop {
                if reader.take("#") {
                    form = self.canonical(vec![form]);
                } else if !in_brackets && reader.take("[") {
                    in_brackets = true;
                } else if !in_brackets || reader.take("]") {
                    break;
                } else {
                    let at = reader.offset();
                    let is_difference = reader.take("-");
                    let Some(n) = read_nimber(reader)? else {
                        return Err(reader.expected("a digit, `&`, `#`, `-` or `]`"));
                    };
                    let heap = self.nimber(n, limits).map_err(failed)?;
                    form = if is_difference {
                        let rest = self.difference(MisereForm(form), heap, limits);
                        let why = || ParseError::new(at, "this nim heap is not a part of the game");
                        rest.map_err(failed)?.ok_or_else(why)?.0
                    } else {
                        self.add(form, heap.0, limits).map_err(failed)?
                    };
                }
            }
            self.check(0, limits).map_err(failed)?;
            forms.push(form);
        }
        Ok(forms)
    }
}

/// Takes the number of a nim heap: `3`, or `&12;`.
fn read_nimber(reader: &mut Reader<'_>) -> Result<Option<u32>, ParseError> {
    if reader.take("&") {
        let n = reader.number(MisereForms::MAX_NIMBER.into())?;
        reader.expect(";")?;
        return Ok(Some(n as u32));
    }
    let digit = reader.peek().and_then(|c| c.to_digit(10));
    Ok(digit.filter(|digit| reader.take(&digit.to_string())))
}

/// How a form is printed.
enum Shown {
    Nimber(u32),
    /// The form and the nim heap of this number.
    Sum(u32, u32),
    Difference(u32, u32),
    Options,
}

fn digit(n: u32) -> String {
    if n < 10 { n.to_string() } else { format!("&{n};") }
}

fn with_index([base, indices]: &[String; 2], index: &str) -> [String; 2] {
    [base.clone(), indices.clone() + index]
}

/// `#` alone needs no brackets.
fn joined([base, indices]: &[String; 2]) -> String {
    match indices.bytes().all(|b| b == b'#') {
        true => format!("{base}{indices}"),
        false => format!("{base}[{indices}]"),
    }
}
