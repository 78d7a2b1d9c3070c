//! Misère play of heaps: genera, canonical forms, and quotients.

use dicot::Limits;
use dicot_impartial::{Genera, HeapCode, Period, Quotient, QuotientError};
use serde::Serialize;

use super::{COLUMNS, DEFAULT_MISERE, Heaps, WIDTH, failure, json};
use crate::failure::Failure;

/// The longest form on the page, in bytes: a few lines.
const MAX_FORM_ON_PAGE: usize = 200;
const LONG_FORM: &str = "(a long form, which --json prints in full)";

/// The genera and canonical forms of heaps, as texts.
#[derive(Serialize)]
pub(super) struct MisereTexts {
    /// The genera of the heaps.
    genus: Vec<String>,
    /// The canonical forms; those that are too long or take too much time or memory are `null`.
    misere_form: Vec<Option<String>>,
}

impl MisereTexts {
    /// The texts of the heaps to `to` that have been computed, up to the first that exceeds the limits.
    pub(super) fn new(
        genera: &mut Genera,
        to: usize,
        max_form: usize,
        limits: &Limits,
    ) -> MisereTexts {
        let heaps: Vec<_> = (0..=to).map_while(|heap| genera.form(heap)).collect();
        let forms = genera.forms();
        // Texts of forms take memory, so they come after all genera.
        let genus = heaps.iter().map_while(|form| forms.genus_text(*form, limits).ok());
        let genus: Vec<String> = genus.collect();
        let texts = heaps[..genus.len()].iter();
        let misere_form =
            texts.map(|form| forms.text(*form, max_form, limits).ok().flatten()).collect();
        MisereTexts { genus, misere_form }
    }

    /// The lines of the page.
    pub(super) fn page(&self, heaps: &Heaps) -> String {
        let mut page = format!("\n{}{}", heaps.style.head("genera", WIDTH), self.genus.join(" "));
        for (heap, form) in self.misere_form.iter().enumerate() {
            let form = form.as_deref().filter(|form| form.len() <= MAX_FORM_ON_PAGE);
            let head = heaps.style.head(&format!("{heap:>8}"), WIDTH);
            page += &format!("\n{head}{}", form.unwrap_or(LONG_FORM));
        }
        page
    }
}

/// The answer for a quotient in JSON.
#[derive(Serialize)]
struct QuotientLine<'a> {
    code: String,
    /// The last heap.
    to: Option<usize>,
    order: usize,
    /// The heaps that are the generators a, b, c and so on.
    generators: &'a [usize],
    relations: Vec<String>,
    p_portion: Vec<String>,
    /// The elements of the heaps.
    elements: Vec<String>,
    /// If it is proved that this is the quotient of all heaps.
    period: Option<usize>,
    preperiod: Option<usize>,
    /// Why there are fewer heaps than were wanted.
    reason: Option<&'a str>,
}

impl Heaps {
    pub(super) fn quotient(&self, item: &str, code: HeapCode) -> Result<String, Failure> {
        let to = self.arguments.to.unwrap_or(DEFAULT_MISERE) as usize;
        let mut quotient = Quotient::new(code);
        self.progress.start();
        let result = quotient.extend_with(to, &self.limits.starting_now(), |heap, order| {
            self.progress.write(|_| format!("heap {heap} of {to}, order {order}"));
        });
        self.progress.clear();
        let mut failure = match result {
            Ok(()) => return self.quotient_shown(item, &quotient, None),
            Err(QuotientError::Limit(limit)) => failure(limit),
            Err(error) => Failure::new(error.to_string()),
        };
        let message = failure.message().to_owned();
        failure.known = Some(self.quotient_shown(item, &quotient, Some(&message))?);
        Err(failure)
    }

    fn quotient_shown(
        &self,
        item: &str,
        quotient: &Quotient,
        reason: Option<&str>,
    ) -> Result<String, Failure> {
        let to = quotient.heaps().checked_sub(1);
        let elements = (0..).map_while(|heap| quotient.element(heap));
        let elements: Vec<String> = elements.map(|element| quotient.text(element)).collect();
        let p_portion: Vec<String> = quotient.p_portion().map(|x| quotient.text(x)).collect();
        let period = quotient.period();
        if self.json {
            return json(&QuotientLine {
                code: quotient.code().to_string(),
                to,
                order: quotient.order(),
                generators: quotient.generators(),
                relations: quotient.relations(),
                p_portion,
                elements,
                period: period.map(|period| period.period),
                preperiod: period.map(|period| period.preperiod),
                reason,
            });
        }
        let head = |text: &str| self.style.head(text, WIDTH);
        let width = elements.iter().map(String::len).max().unwrap_or(0);
        let mut page = head("code") + &self.named(item, quotient.code()) + "\n";
        for (line, elements) in elements.chunks(COLUMNS / 2).enumerate() {
            let cells: Vec<String> =
                elements.iter().map(|text| format!("{text:>width$}")).collect();
            page +=
                &format!("{}{}\n", head(&format!("{:>8}", line * COLUMNS / 2)), cells.join(" "));
        }
        let generator = |&heap: &usize| format!("{} (heap {heap})", elements[heap]);
        let generators: Vec<String> = quotient.generators().iter().map(generator).collect();
        page += &format!("{}{}\n", head("order"), quotient.order());
        page += &format!("{}{}\n", head("generators"), generators.join(", "));
        page += &format!("{}{}\n", head("relations"), quotient.relations().join(", "));
        page += &format!("{}{}\n", head("P-portion"), p_portion.join(", "));
        page += &head("period");
        page += &match (period, to) {
            (Some(Period { period, preperiod, .. }), _) => {
                format!("{period}, from heap {preperiod} on (proved: the quotient of all heaps)")
            }
            (None, Some(to)) => format!("not proved by heaps 0 to {to}"),
            (None, None) => "not proved".to_owned(),
        };
        Ok(page)
    }
}
