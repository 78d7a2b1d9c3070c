//! Games under misère play: their misère canonical forms as values.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dicot::rules::{AnyPosition, Position, Short};
use dicot::{Calculation, LimitKind, Limits, Player, ValueError};
use dicot_impartial::{MisereForm, MisereForms, ParseError, Tameness};

use crate::failure::Failure;

/// The forms of a worksheet.
pub(crate) type Forms = Arc<Mutex<MisereForms>>;

/// A misère canonical form: `*[2#0]`.
///
/// # Examples
/// ```
/// use dicot::Limits;
/// use dicot_calc::Worksheet;
/// let mut sheet = Worksheet::new();
/// let mut text = |text: &str| sheet.evaluate(text, &Limits::default()).map(|value| value.to_string());
/// assert_eq!(text("*[2] + *[2]")?, "*[2[2]]");
/// assert_eq!(text("*[[2],0].Mate")?, "*[2#1]");
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
#[derive(Clone)]
pub struct MisereGame {
    forms: Forms,
    form: MisereForm,
    /// It is made when the game is a result.
    text: Option<Arc<str>>,
}

/// Leaves out the forms, which are those of a whole worksheet.
impl fmt::Debug for MisereGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MisereGame").field(&self.form).field(&self.text).finish()
    }
}

impl PartialEq for MisereGame {
    fn eq(&self, other: &MisereGame) -> bool {
        match Arc::ptr_eq(&self.forms, &other.forms) {
            true => self.form == other.form,
            false => self.text.is_some() && self.text == other.text,
        }
    }
}

impl fmt::Display for MisereGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.as_deref().unwrap_or("a misère form"))
    }
}

/// An operation of two forms.
type Two =
    fn(&mut MisereForms, MisereForm, MisereForm, &Limits) -> Result<Option<MisereForm>, LimitKind>;

fn lock(forms: &Forms) -> MutexGuard<'_, MisereForms> {
    forms.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The memory of the forms in bytes, approximately.
pub(crate) fn bytes(forms: &Forms) -> usize {
    lock(forms).bytes()
}

fn within(limit: LimitKind) -> Failure {
    ValueError::Limit(limit).into()
}

impl MisereGame {
    /// The game of a text.
    pub(crate) fn read(
        forms: &Forms,
        text: &str,
        limits: &Limits,
    ) -> Result<MisereGame, ParseError> {
        let form = lock(forms).read(text, limits)?;
        Ok(MisereGame::new(forms, form))
    }

    fn new(forms: &Forms, form: MisereForm) -> MisereGame {
        MisereGame { forms: forms.clone(), form, text: None }
    }

    /// A nim heap; `None` if it is too large.
    pub(crate) fn of_heap(
        forms: &Forms,
        n: u32,
        limits: &Limits,
    ) -> Result<Option<MisereGame>, Failure> {
        if n > MisereForms::MAX_NIMBER {
            return Ok(None);
        }
        let form = lock(forms).nimber(n, limits).map_err(within)?;
        Ok(Some(MisereGame::new(forms, form)))
    }

    /// The game with these options.
    pub(crate) fn of_options(forms: &Forms, options: &[MisereGame]) -> MisereGame {
        let options: Vec<MisereForm> = options.iter().map(|option| option.form).collect();
        MisereGame::new(forms, lock(forms).of_options(&options))
    }

    /// The form of an impartial position, after those of its components and options.
    pub(crate) fn of_position(
        forms: &Forms,
        position: &AnyPosition,
        calculation: &mut Calculation<'_>,
    ) -> Result<MisereGame, Failure> {
        if !position.has_value() || !position.is_impartial() {
            return Err(Failure::undefined(
                "misère forms are of impartial positions, in which both have the same moves",
            ));
        }
        let limits = calculation.limits().clone();
        let mut known: HashMap<AnyPosition, MisereForm> = HashMap::new();
        let mut open = vec![position.clone()];
        while let Some(top) = open.last().cloned() {
            calculation.count_steps(1)?;
            let components: Vec<AnyPosition> = top.components().collect();
            let is_whole = matches!(&components[..], [whole] if *whole == top);
            let inner = match is_whole {
                true => top.options(Player::Left).collect(),
                false => components,
            };
            let before = open.len();
            for position in &inner {
                if !known.contains_key(position) {
                    let bytes = size_of::<AnyPosition>() + AnyPosition::SEARCH.heap_bytes(position);
                    calculation.hold(3 * bytes)?;
                    open.push(position.clone());
                }
            }
            if open.len() > before {
                continue;
            }
            let parts = inner.iter().map(|position| known[position]);
            let mut forms = lock(forms);
            let form = match is_whole {
                true => forms.of_options(&parts.collect::<Vec<_>>()),
                false => parts.into_iter().try_fold(MisereForm::ZERO, |sum, part| {
                    forms.sum(sum, part, &limits).map_err(within)
                })?,
            };
            known.insert(top, form);
            open.pop();
        }
        Ok(MisereGame::new(forms, known[position]))
    }

    /// The game with its text, for a result.
    pub(crate) fn printed(&self, limits: &Limits) -> Result<MisereGame, LimitKind> {
        const MAX_LEN: usize = 1_000_000;
        let text = lock(&self.forms).text(self.form, MAX_LEN, limits)?;
        let text = text.unwrap_or_else(|| format!("a form of more than {MAX_LEN} bytes"));
        Ok(MisereGame { text: Some(text.into()), ..self.clone() })
    }

    pub(crate) fn needs_text(&self) -> bool {
        self.text.is_none()
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.text.as_ref().map_or(0, |text| text.len())
    }

    /// Applies an operation of the form, within the limits.
    pub(crate) fn with<T>(
        &self,
        calculation: &Calculation<'_>,
        of: impl FnOnce(&mut MisereForms, MisereForm, &Limits) -> Result<T, LimitKind>,
    ) -> Result<T, Failure> {
        of(&mut lock(&self.forms), self.form, calculation.limits()).map_err(within)
    }

    fn like(&self, form: MisereForm) -> MisereGame {
        MisereGame::new(&self.forms, form)
    }

    fn list(&self, forms: Vec<MisereForm>) -> Vec<MisereGame> {
        forms.into_iter().map(|form| self.like(form)).collect()
    }

    pub(crate) fn values(&self) -> [u32; 2] {
        let forms = lock(&self.forms);
        let genus = forms.genus(self.form);
        [genus.normal, genus.misere[0]]
    }

    pub(crate) fn birthday(&self) -> u32 {
        lock(&self.forms).birthday(self.form)
    }

    pub(crate) fn is_nim_heap(&self) -> bool {
        lock(&self.forms).to_nimber(self.form).is_some()
    }

    pub(crate) fn tameness(&self, calculation: &Calculation<'_>) -> Result<Tameness, Failure> {
        self.with(calculation, MisereForms::tameness)
    }

    pub(crate) fn is_even(&self, calculation: &Calculation<'_>) -> Result<bool, Failure> {
        self.with(calculation, MisereForms::is_even)
    }

    pub(crate) fn options(
        &self,
        calculation: &Calculation<'_>,
    ) -> Result<Vec<MisereGame>, Failure> {
        Ok(self.list(self.with(calculation, MisereForms::sorted_options)?))
    }

    pub(crate) fn mate(&self, calculation: &Calculation<'_>) -> Result<MisereGame, Failure> {
        Ok(self.like(self.with(calculation, MisereForms::mate)?))
    }

    pub(crate) fn parts(&self, calculation: &Calculation<'_>) -> Result<Vec<MisereGame>, Failure> {
        Ok(self.list(self.with(calculation, MisereForms::parts)?))
    }

    pub(crate) fn partitions(
        &self,
        calculation: &Calculation<'_>,
    ) -> Result<Vec<Vec<MisereGame>>, Failure> {
        let partitions = self.with(calculation, MisereForms::partitions)?;
        Ok(partitions.into_iter().map(|parts| self.list(parts)).collect())
    }

    /// The forms born by a day.
    pub(crate) fn born_by(
        &self,
        calculation: &Calculation<'_>,
        day: u32,
    ) -> Result<Vec<MisereGame>, Failure> {
        Ok(self.list(self.with(calculation, |forms, _, limits| forms.born_by(day, limits))?))
    }

    /// Applies an operation of two forms that may have no result; `none` says why it has none.
    pub(crate) fn of_two(
        &self,
        other: &MisereGame,
        of: Two,
        none: &str,
        calculation: &Calculation<'_>,
    ) -> Result<MisereGame, Failure> {
        let found =
            self.with(calculation, |forms, form, limits| of(forms, form, other.form, limits))?;
        let why = || Failure::undefined(format!("the two misère forms {none}"));
        found.map(|form| self.like(form)).ok_or_else(why)
    }

    /// The order in which lists of forms are printed.
    pub(crate) fn order(
        &self,
        other: &MisereGame,
        calculation: &Calculation<'_>,
    ) -> Result<Ordering, ValueError> {
        let limits = calculation.limits();
        lock(&self.forms).order(self.form, other.form, limits).map_err(ValueError::Limit)
    }

    pub(crate) fn is_linked_to(&self, other: &MisereGame) -> bool {
        lock(&self.forms).are_linked(self.form, other.form)
    }

    pub(crate) fn sum(
        &self,
        other: &MisereGame,
        calculation: &Calculation<'_>,
    ) -> Result<MisereGame, Failure> {
        let sum = self.with(calculation, |forms, form, limits| forms.sum(form, other.form, limits));
        Ok(self.like(sum?))
    }
}
