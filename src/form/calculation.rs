//! Computations within bounds.

use std::cmp::Ordering;
use std::fmt;

use super::print::Out;
use super::store::Id;
use super::work::{Bounds, Work};
use super::{
    Candidates, CanonicalForm, ParseFormError, Store, Thermograph, Uptimal, ValueError, notation,
};
use crate::{Dyadic, Outcome};

/// The Left and the Right options of a game as they stand in a text.
pub(super) type LiteralOptions = (Vec<CanonicalForm>, Vec<CanonicalForm>);

/// A computation in a store, within bounds: what operators do, with errors instead of panics.
///
/// For input from strangers, and for whatever may be long. It remembers what it finds on the way, so
/// one calculation for many operations is faster than one for each. The deadline and the interrupt
/// flag of its [`Bounds`] hold for all of them together.
///
/// Games of other stores are copied into this one.
///
/// # Examples
/// ```
/// use dicot::{Bounds, Store};
/// use std::time::{Duration, Instant};
/// let store = Store::new();
/// let deadline = Some(Instant::now() + Duration::from_secs(5));
/// let bounds = Bounds { deadline, forms: Some(1_000_000), ..Bounds::default() };
///
/// let mut calculation = store.within(&bounds);
/// let g = calculation.parse("{3||2|1}")?;
/// let h = calculation.parse("{4|{2|-4}}")?;
/// let sum = calculation.sum(&g, &h)?;
/// assert_eq!(calculation.text_start(&sum, 9)?, ("{7||6|5||".to_owned(), 30));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Calculation<'s> {
    store: &'s Store,
    pub(super) work: Work<'s>,
}

impl<'s> Calculation<'s> {
    pub(crate) fn new(store: &'s Store, bounds: &'s Bounds) -> Calculation<'s> {
        Calculation { store, work: Work::new(store.inner(), bounds) }
    }

    /// An operation on a game that gives a game.
    pub(crate) fn game(
        &mut self,
        g: &CanonicalForm,
        operation: impl FnOnce(&mut Work<'s>, Id) -> Result<Id, ValueError> + Send,
    ) -> Result<CanonicalForm, ValueError> {
        self.fact(g, operation).map(|id| self.store.handle(id))
    }

    /// An operation on two games that gives a game.
    pub(crate) fn game_of_two(
        &mut self,
        g: &CanonicalForm,
        h: &CanonicalForm,
        operation: impl FnOnce(&mut Work<'s>, Id, Id) -> Result<Id, ValueError> + Send,
    ) -> Result<CanonicalForm, ValueError> {
        let h = self.id(h)?;
        self.game(g, |work, g| operation(work, g, h))
    }

    /// An operation on a game that gives something else.
    pub(crate) fn fact<T: Send>(
        &mut self,
        g: &CanonicalForm,
        operation: impl FnOnce(&mut Work<'s>, Id) -> Result<T, ValueError> + Send,
    ) -> Result<T, ValueError> {
        let g = self.id(g)?;
        self.work.deeper(|work| operation(work, g))
    }

    /// Counts bytes that the caller keeps beside this calculation, such as texts and lists of its
    /// results: as long as the calculation lasts, they are part of what it may take.
    ///
    /// # Examples
    /// ```
    /// use dicot::{Bounds, LimitKind, Store, ValueError};
    /// let store = Store::new();
    /// let bounds = Bounds { bytes: Some(1 << 20), ..Bounds::default() };
    /// let mut calculation = store.within(&bounds);
    /// assert_eq!(calculation.hold(1000), Ok(()));
    /// assert_eq!(calculation.hold(1 << 20), Err(ValueError::Limit(LimitKind::Bytes(1 << 20))));
    /// ```
    ///
    /// # Errors
    /// If a bound is passed; this is checked at least once in a MiB.
    pub fn hold(&mut self, bytes: usize) -> Result<(), ValueError> {
        self.work.charge(bytes)
    }

    /// The number of followers, as [`CanonicalForm::follower_count`].
    ///
    /// # Errors
    /// If a bound is passed.
    pub fn follower_count(&mut self, g: &CanonicalForm) -> Result<u64, ValueError> {
        self.fact(g, Work::follower_count)
    }

    /// A handle to a form of this store.
    pub(crate) fn handle(&self, id: Id) -> CanonicalForm {
        self.store.handle(id)
    }

    /// Begins an operation on a game: its id here.
    pub(crate) fn id(&mut self, g: &CanonicalForm) -> Result<Id, ValueError> {
        self.work.check()?;
        self.store.id_of(g, &mut self.work)
    }

    /// Reads a game, as [`Store::parse`].
    ///
    /// # Errors
    /// If the text is no game, or a bound is passed.
    pub fn parse(&mut self, text: &str) -> Result<CanonicalForm, ParseFormError> {
        notation::parse(text, &mut self.work).map(|id| self.store.handle(id))
    }

    /// Reads the options of a game in braces, as they stand: dominated, reversible and repeated ones
    /// as well. Each option is read as [`parse`](Calculation::parse) reads it, and the longest group
    /// of bars is the root. Definitions may stand before the game.
    ///
    /// # Examples
    /// ```
    /// use dicot::{Bounds, Store};
    /// let (store, bounds) = (Store::new(), Bounds::default());
    /// let (left, right) = store.within(&bounds).parse_options("{0,*,0||2|1}")?;
    /// assert_eq!(left.len(), 3);
    /// assert_eq!(right, [store.parse("{2|1}")?]);
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is no game, or not in braces, or a bound is passed.
    pub fn parse_options(&mut self, text: &str) -> Result<LiteralOptions, ParseFormError> {
        let lists = notation::parse_options(text, &mut self.work)?;
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
        let form = self.work.deeper(|work| work.simplify(left, right))?;
        Ok(self.store.handle(form))
    }

    /// The same form as by [`form`](Calculation::form), found sooner if it is known and these are its canonical
    /// options, as when forms are read that were written down option by option.
    ///
    /// # Examples
    /// ```
    /// use dicot::{Bounds, CanonicalForm, Store};
    /// let (store, bounds) = (Store::new(), Bounds::default());
    /// let up = store.within(&bounds).form_read([CanonicalForm::ZERO], [CanonicalForm::STAR])?;
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
        self.work.step()?;
        let Calculation { store, work } = self;
        let mut ids = |g: CanonicalForm| store.id_of(&g, work);
        let left: Vec<Id> = left.into_iter().map(&mut ids).collect::<Result<_, _>>()?;
        let right: Vec<Id> = right.into_iter().map(&mut ids).collect::<Result<_, _>>()?;
        Ok(store.handle(work.simplify_canonical(&left, &right)?))
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
        self.game_of_two(g, h, Work::add)
    }

    /// The sum of `n` copies, as [`CanonicalForm::times`].
    ///
    /// # Errors
    /// If a bound is passed or the multiple cannot be represented.
    pub fn multiple(&mut self, g: &CanonicalForm, n: i64) -> Result<CanonicalForm, ValueError> {
        self.game(g, |work, g| work.times(g, n))
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
        self.fact(g, |work, g| work.compare(g, h))
    }

    /// Who wins, for either player to start.
    ///
    /// # Errors
    /// As [`compare`](Calculation::compare).
    pub fn outcome(&mut self, g: &CanonicalForm) -> Result<Outcome, ValueError> {
        self.fact(g, Work::outcome)
    }

    /// The thermograph, as [`CanonicalForm::thermograph`].
    ///
    /// # Errors
    /// If a bound is passed, or a temperature or a value on the way is out of the range of numbers.
    pub fn thermograph(&mut self, g: &CanonicalForm) -> Result<Thermograph, ValueError> {
        self.fact(g, |work, g| Ok((*work.thermograph(g)?).clone()))
    }

    /// The mean value, as [`CanonicalForm::mean`].
    ///
    /// # Errors
    /// As [`thermograph`](Calculation::thermograph).
    pub fn mean(&mut self, g: &CanonicalForm) -> Result<Dyadic, ValueError> {
        self.fact(g, Work::mean)
    }

    /// The temperature, as [`CanonicalForm::temperature`].
    ///
    /// # Errors
    /// As [`thermograph`](Calculation::thermograph).
    pub fn temperature(&mut self, g: &CanonicalForm) -> Result<Dyadic, ValueError> {
        self.fact(g, |work, g| Ok(work.thermograph(g)?.temperature()))
    }

    /// The expansion as an uptimal, as [`CanonicalForm::to_uptimal`].
    ///
    /// # Errors
    /// If a bound is passed: recognizing an uptimal may take some sums.
    pub fn uptimal(&mut self, g: &CanonicalForm) -> Result<Option<Uptimal>, ValueError> {
        self.fact(g, Work::uptimal)
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
        self.fact(g, |work, g| {
            let length = work.text_len(g)?;
            let mut text = String::new();
            work.print(g, &mut Out::new(&mut text, most))?;
            Ok((text, length))
        })
    }

    /// The printed form if it has at most `most` characters, and how many it has.
    ///
    /// # Examples
    /// ```
    /// use dicot::{Bounds, Store};
    /// let (store, bounds) = (Store::new(), Bounds::default());
    /// let mut calculation = store.within(&bounds);
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
