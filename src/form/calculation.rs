//! Computations within limits.

use std::cmp::Ordering;
use std::fmt;

use hashbrown::HashMap;

use super::engine::Engine;
use super::notation::ParseFormError;
use super::notation::{self, Language, Values};
use super::print::Out;
use super::store::Id;
use super::{Candidates, CanonicalForm, NumberUpStar, Store, ValueError};
use crate::{Limits, Player};

/// The Left and the Right options of a game as they stand in a text.
pub(super) type LiteralOptions = (Vec<CanonicalForm>, Vec<CanonicalForm>);

/// A computation in a store, within limits: what operators do, with errors instead of panics.
///
/// For input from strangers, and for whatever may be long. It remembers what it finds on the way, so
/// one calculation for many operations is faster than one for each. The deadline and the interrupt
/// flag of its [`Limits`] hold for all of them together.
///
/// Games of other stores are copied into this one.
///
/// # Examples
/// ```
/// use dicot::{Limits, Store};
/// use std::time::{Duration, Instant};
/// let store = Store::new();
/// let deadline = Some(Instant::now() + Duration::from_secs(5));
/// let limits = Limits::default().with_deadline(deadline).with_forms(1_000_000);
///
/// let mut calculation = store.calculate(&limits);
/// let g = calculation.parse("{3||2|1}")?;
/// let h = calculation.parse("{4|{2|-4}}")?;
/// let sum = calculation.sum(&g, &h)?;
/// assert_eq!(calculation.text_start(&sum, 9)?, ("{7||6|5||".to_owned(), 30));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Calculation<'s> {
    pub(super) store: &'s Store,
    pub(super) engine: Engine<'s>,
}

impl<'s> Calculation<'s> {
    pub(crate) fn new(store: &'s Store, limits: &'s Limits) -> Calculation<'s> {
        Calculation { store, engine: Engine::new(store.inner(), limits) }
    }

    /// An operation on a game that gives a game.
    pub(crate) fn game(
        &mut self,
        g: &CanonicalForm,
        operation: impl FnOnce(&mut Engine<'s>, Id) -> Result<Id, ValueError> + Send,
    ) -> Result<CanonicalForm, ValueError> {
        self.fact(g, operation).map(|id| self.store.handle(id))
    }

    /// An operation on two games that gives a game.
    pub(crate) fn game_of_two(
        &mut self,
        g: &CanonicalForm,
        h: &CanonicalForm,
        operation: impl FnOnce(&mut Engine<'s>, Id, Id) -> Result<Id, ValueError> + Send,
    ) -> Result<CanonicalForm, ValueError> {
        let h = self.id(h)?;
        self.game(g, |engine, g| operation(engine, g, h))
    }

    /// An operation on a game that gives something else.
    pub(crate) fn fact<T: Send>(
        &mut self,
        g: &CanonicalForm,
        operation: impl FnOnce(&mut Engine<'s>, Id) -> Result<T, ValueError> + Send,
    ) -> Result<T, ValueError> {
        let g = self.id(g)?;
        self.engine.recurse(|engine| operation(engine, g))
    }

    /// Counts bytes that the caller keeps beside this calculation, such as texts and lists of its
    /// results: as long as the calculation lasts, they are part of what it may take.
    ///
    /// # Examples
    /// ```
    /// use dicot::{LimitKind, Limits, Store, ValueError};
    /// let store = Store::new();
    /// let limits = Limits::default().with_bytes(1 << 20);
    /// let mut calculation = store.calculate(&limits);
    /// assert_eq!(calculation.hold(1000), Ok(()));
    /// assert_eq!(calculation.hold(1 << 20), Err(ValueError::Limit(LimitKind::Bytes(1 << 20))));
    /// ```
    ///
    /// # Errors
    /// If a bound is passed; this is checked at least once in a MiB.
    pub fn hold(&mut self, bytes: usize) -> Result<(), ValueError> {
        self.engine.charge(bytes)
    }

    /// Counts steps of work that the caller does with values, so that limits of time hold there as well.
    ///
    /// # Errors
    /// If a limit is reached; limits are checked about once in a thousand steps.
    pub fn count_steps(&mut self, steps: usize) -> Result<(), ValueError> {
        self.engine.steps(steps)
    }

    /// The options of a player, as [`CanonicalForm::options`].
    ///
    /// # Errors
    /// If a limit is reached, or an option cannot be represented.
    pub fn options(
        &mut self,
        g: &CanonicalForm,
        player: Player,
    ) -> Result<Vec<CanonicalForm>, ValueError> {
        let id = self.id(g)?;
        let options = self.engine.options_in_order(id, player)?;
        Ok(options.into_iter().map(|option| self.handle(option)).collect())
    }

    /// The number, ups and star with these parts.
    ///
    /// # Errors
    /// If they cannot be represented.
    pub fn number_up_star(&mut self, parts: NumberUpStar) -> Result<CanonicalForm, ValueError> {
        let largest = parts.up.unsigned_abs().max(parts.star);
        if largest > NumberUpStar::MAX_MULTIPLE {
            return Err(ValueError::Overflow);
        }
        self.engine.store.closed(parts).map(|id| self.handle(id))
    }

    /// The same values in this store, as [`Store::adopt`]: followers that several of them have in common are
    /// copied once.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn adopt_all(&mut self, games: &[CanonicalForm]) -> Result<Vec<CanonicalForm>, ValueError> {
        let (mut adopted, mut copies) = (Vec::new(), HashMap::default());
        let mut from: Option<&Store> = None;
        for g in games {
            if self.store.is(g.store()) {
                adopted.push(g.clone());
                continue;
            }
            if !from.is_some_and(|from| from.is(g.store())) {
                copies.clear();
                from = Some(g.store());
            }
            let id = self.engine.copy_knowing(g.store().inner(), g.id(), &mut copies)?;
            adopted.push(self.handle(id));
        }
        self.engine.check()?;
        Ok(adopted)
    }

    /// A handle to a form of this store.
    pub(crate) fn handle(&self, id: Id) -> CanonicalForm {
        self.store.handle(id)
    }

    /// Begins an operation on a game: its id here.
    pub(crate) fn id(&mut self, g: &CanonicalForm) -> Result<Id, ValueError> {
        self.engine.check()?;
        self.store.id_of(g, &mut self.engine)
    }

    /// Reads a game, as [`Store::parse`].
    ///
    /// # Errors
    /// If the text is no game, or a bound is passed.
    pub fn parse(&mut self, text: &str) -> Result<CanonicalForm, ParseFormError> {
        self.read_game(text, &mut Values::default())
    }

    /// Reads a text in a language that [extends](crate::notation::Language) the notation of values: the value of
    /// its last statement.
    ///
    /// # Errors
    /// If the text has no value, or a limit is reached.
    pub fn read<L: Language>(
        &mut self,
        text: &str,
        language: &mut L,
    ) -> Result<L::Item, ParseFormError> {
        notation::parse(text, language, self)
    }

    /// As [`read`](Calculation::read), where the value must be a game.
    ///
    /// # Errors
    /// If the value is not a game, or a limit is reached.
    pub fn read_game<L: Language>(
        &mut self,
        text: &str,
        language: &mut L,
    ) -> Result<CanonicalForm, ParseFormError> {
        notation::parse_game(text, language, self)
    }

    /// Reads the options of a game in braces, as they stand: dominated, reversible and repeated ones
    /// as well. Each option is read as [`parse`](Calculation::parse) reads it, and the longest group
    /// of bars is the root. Definitions may stand before the game.
    ///
    /// # Examples
    /// ```
    /// use dicot::{Limits, Store};
    /// let (store, limits) = (Store::new(), Limits::default());
    /// let (left, right) = store.calculate(&limits).parse_options("{0,*,0||2|1}")?;
    /// assert_eq!(left.len(), 3);
    /// assert_eq!(right, [store.parse("{2|1}")?]);
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is no game, or not in braces, or a bound is passed.
    pub fn parse_options(&mut self, text: &str) -> Result<LiteralOptions, ParseFormError> {
        self.read_options(text, &mut Values::default())
    }

    /// As [`parse_options`](Calculation::parse_options), in a language.
    ///
    /// # Errors
    /// If the text is not a game in braces, or a limit is reached.
    pub fn read_options<L: Language>(
        &mut self,
        text: &str,
        language: &mut L,
    ) -> Result<LiteralOptions, ParseFormError> {
        let lists = notation::parse_options(text, language, self)?;
        let [left, right] = lists.map(|ids| ids.into_iter().map(|id| self.handle(id)).collect());
        Ok((left, right))
    }

    /// The canonical form of `{left|right}`, as [`CanonicalForm::new`].
    ///
    /// # Errors
    /// If a bound is passed or the game cannot be represented.
    pub fn form<L, R>(&mut self, left: L, right: R) -> Result<CanonicalForm, ValueError>
    where
        L: IntoIterator<Item = CanonicalForm>,
        R: IntoIterator<Item = CanonicalForm>,
    {
        let mut lists = [Candidates::new(), Candidates::new()];
        for g in left {
            lists[0].push(self.id(&g)?.into());
        }
        for g in right {
            lists[1].push(self.id(&g)?.into());
        }
        let [left, right] = lists;
        let form = self.engine.recurse(|engine| engine.simplify(left, right))?;
        Ok(self.store.handle(form))
    }

    /// The same form as by [`form`](Calculation::form), found sooner if it is known and these are its canonical
    /// options, as when forms are read that were written down option by option.
    ///
    /// # Examples
    /// ```
    /// use dicot::{CanonicalForm, Limits, Store};
    /// let (store, limits) = (Store::new(), Limits::default());
    /// let up = store.calculate(&limits).form_read([CanonicalForm::ZERO], [CanonicalForm::STAR])?;
    /// assert_eq!(up, CanonicalForm::UP);
    /// # Ok::<_, dicot::ValueError>(())
    /// ```
    ///
    /// # Errors
    /// As [`form`](Calculation::form).
    pub fn form_read<L, R>(&mut self, left: L, right: R) -> Result<CanonicalForm, ValueError>
    where
        L: IntoIterator<Item = CanonicalForm>,
        R: IntoIterator<Item = CanonicalForm>,
    {
        self.engine.step()?;
        let Calculation { store, engine } = self;
        let mut ids = |g: CanonicalForm| store.id_of(&g, engine);
        let left: Vec<Id> = left.into_iter().map(&mut ids).collect::<Result<_, _>>()?;
        let right: Vec<Id> = right.into_iter().map(&mut ids).collect::<Result<_, _>>()?;
        Ok(store.handle(engine.simplify_canonical(&left, &right)?))
    }

    /// `g + h`.
    ///
    /// # Errors
    /// If a bound is passed or the sum cannot be represented.
    pub fn sum(
        &mut self,
        g: &CanonicalForm,
        h: &CanonicalForm,
    ) -> Result<CanonicalForm, ValueError> {
        self.game_of_two(g, h, Engine::add)
    }

    /// The sum of `n` copies, or of `-n` copies of the negative: `g * n`.
    ///
    /// # Errors
    /// If the multiple cannot be represented, or a limit is reached.
    pub fn multiple(&mut self, g: &CanonicalForm, n: i64) -> Result<CanonicalForm, ValueError> {
        let g = self.id(g)?;
        self.engine.times(g, n).map(|id| self.handle(id))
    }

    /// How the two compare: `None` if they are confused.
    ///
    /// # Errors
    /// If a bound is passed, or the comparison would be too deep.
    pub fn compare(
        &mut self,
        g: &CanonicalForm,
        h: &CanonicalForm,
    ) -> Result<Option<Ordering>, ValueError> {
        let h = self.id(h)?;
        self.fact(g, |engine, g| engine.compare(g, h))
    }

    /// The first `most` characters of the printed form, and how many it has.
    ///
    /// # Errors
    /// If a bound is passed: printing in CGSuite's order compares structures, and recognizes uptimals.
    pub fn text_start(
        &mut self,
        g: &CanonicalForm,
        most: usize,
    ) -> Result<(String, u64), ValueError> {
        self.fact(g, |engine, g| {
            let length = engine.text_len(g)?;
            let mut text = String::new();
            engine.print(g, &mut Out::new(&mut text, most))?;
            Ok((text, length))
        })
    }

    /// The printed form if it has at most `most` characters, and how many it has.
    ///
    /// # Examples
    /// ```
    /// use dicot::{Limits, Store};
    /// let (store, limits) = (Store::new(), Limits::default());
    /// let mut calculation = store.calculate(&limits);
    /// let g = calculation.parse("{2||1|0}")?;
    /// assert_eq!(calculation.text_of_at_most(&g, 100), Ok((Some("{2||1|0}".to_owned()), 8)));
    /// assert_eq!(calculation.text_of_at_most(&g, 5), Ok((None, 8)));
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Errors
    /// As [`text_start`](Calculation::text_start).
    pub fn text_of_at_most(
        &mut self,
        g: &CanonicalForm,
        most: u64,
    ) -> Result<(Option<String>, u64), ValueError> {
        self.whole_text(most, |calculation, room| calculation.text_start(g, room))
    }

    /// A text if it has at most `most` characters, and how many it has, by what gives its start.
    pub(super) fn whole_text(
        &mut self,
        most: u64,
        start: impl Fn(&mut Self, usize) -> Result<(String, u64), ValueError>,
    ) -> Result<(Option<String>, u64), ValueError> {
        let (_, length) = start(self, 0)?;
        match usize::try_from(length).ok().filter(|_| length <= most) {
            Some(room) => start(self, room).map(|(text, length)| (Some(text), length)),
            None => Ok((None, length)),
        }
    }
}

impl fmt::Debug for Calculation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Calculation").field("store", self.store).finish_non_exhaustive()
    }
}
