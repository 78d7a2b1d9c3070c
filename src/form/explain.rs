//! Why `{L|R}` has the canonical form that it has: its simplification, step by step.
//!
//! An option of Left is *dominated* if another one is at least as good for Left, and it can be left
//! out. It is *reversible* through a reply of Right that is at least as good for Right as the whole
//! game; Left, who would have to answer again, may as well be given the answers at once, so the option
//! is replaced by Left's options after the reply. For Right it is the other way round.
//!
//! Dominated options are removed first, because fewer options are then left to examine. Bypassing a
//! reversible one exposes others, which are examined in turn and may dominate or be dominated, so
//! dominated options are removed once more at the end. That is enough: whether an option is reversible
//! depends on the value of the game, which no step changes.
//!
//! Source: Siegel, *Combinatorial Game Theory* (2013), II.2; the simplest number, II.3.
//!
//! # Examples
//! ```
//! use dicot::Store;
//! let store = Store::new();
//! let (left, right) = store.parse_options("{0,*|*,^}")?;
//! assert_eq!(
//!     store.explain(left, right).to_string(),
//!     "\
//! G = {0,*|*,^}
//! 1. Left's * is reversible through 0, since 0 <= G. It is replaced by Left's options of 0: there \
//! are none.
//!    G = {0|*,^}
//! No option is dominated or reversible any more, so this is the canonical form."
//! );
//! # Ok::<_, dicot::ParseFormError>(())
//! ```

use std::convert::Infallible;
use std::fmt;

use hashbrown::HashSet;

use super::store::{Id, MAX_OPTIONS};
use super::work::{Work, set_bytes};
use super::{Bounds, Calculation, Candidates, CanonicalForm, Store, UNBOUNDED, ValueError};
use crate::hash::BuildMix;
use crate::{Dyadic, Player};

/// The simplification of a game `G` = `{left|right}` to its canonical form, step by step.
///
/// It prints as a numbered account, in which long values and long lists are cut.
///
/// # Examples
/// ```
/// use dicot::explain::Reason;
/// use dicot::{CanonicalForm, Player};
/// let (zero, star, up) = (CanonicalForm::ZERO, CanonicalForm::STAR, CanonicalForm::UP);
/// let explanation = CanonicalForm::explain([zero, up.clone()], [star]);
/// let step = &explanation.steps[0];
/// assert_eq!(step.player, Player::Left);
/// assert_eq!(step.option, CanonicalForm::ZERO);
/// assert_eq!(step.reason, Reason::Dominated { by: up });
/// assert_eq!(explanation.value.to_string(), "^[2]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The Left options, as given.
    pub left: Vec<CanonicalForm>,
    /// The Right options, as given.
    pub right: Vec<CanonicalForm>,
    /// What is done to them, one after the other.
    pub steps: Vec<Step>,
    /// The canonical form, whose options are those that remain after the last step.
    pub value: CanonicalForm,
}

/// A step in the simplification of a game: an option goes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// Whose option it is.
    pub player: Player,
    /// The option that goes.
    pub option: CanonicalForm,
    /// Why it goes, and what comes in its place.
    pub reason: Reason,
}

/// Why an option goes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The same option is listed once more.
    Duplicate,
    /// Another option is at least as good: `option <= by` for Left, `by <= option` for Right.
    Dominated {
        /// The other option, which is not dominated itself.
        by: CanonicalForm,
    },
    /// The other player has an answer at least as good for them as the whole game `G`:
    /// `through <= G` for an option of Left, `G <= through` for one of Right.
    Reversible {
        /// The answer: an option of the other player after the move.
        through: CanonicalForm,
        /// The player's options after the answer. They come in the place of the option, save for
        /// those that are there already or have been bypassed before.
        replaced_by: Vec<CanonicalForm>,
    },
}

impl Explanation {
    /// The Left and the Right options that remain after the first `steps` steps.
    ///
    /// # Examples
    /// ```
    /// use dicot::Store;
    /// let store = Store::new();
    /// let (left, right) = store.parse_options("{v,*|^}")?;
    /// let explanation = store.explain(left, right);
    /// assert_eq!(explanation.steps.len(), 3); // v and *, with the answer 0; ^, with the answer 0
    /// let [left, right] = explanation.options_after(2);
    /// assert!(left.is_empty() && right.len() == 1);
    /// assert_eq!(explanation.value.to_string(), "0");
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Panics
    /// If there are fewer steps.
    ///
    /// # Complexity
    /// O(*ns*) for *n* options and *s* steps.
    pub fn options_after(&self, steps: usize) -> [Vec<CanonicalForm>; 2] {
        let mut replay = Replay::new(self);
        self.steps[..steps].iter().for_each(|step| replay.make(step));
        replay.options
    }

    /// The number that the game is equal to, if there is one. It is then the simplest number `x` such
    /// that no Left option is `>= x` and no Right option is `<= x`.
    ///
    /// Source: Siegel, *Combinatorial Game Theory* (2013), II.3.
    pub fn simplest_number(&self) -> Option<Dyadic> {
        self.value.to_number()
    }

    /// The account that is printed, with values named by `name`, which is told whose option a value
    /// is spoken of as.
    ///
    /// # Examples
    /// ```
    /// use dicot::{CanonicalForm, ValueError};
    /// let explanation = CanonicalForm::explain([0.into(), 1.into()], [2.into()]);
    /// let account = explanation.account(|g, player| match player {
    ///     Some(player) => Ok::<_, ValueError>(format!("<{player} to {g}>")),
    ///     None => Ok(g.to_string()),
    /// })?;
    /// let (_, rest) = account.split_once('\n').unwrap();
    /// assert!(rest.starts_with("1. <Left to 0> is dominated by <Left to 1>, since 0 <= 1."));
    /// # Ok::<_, ValueError>(())
    /// ```
    ///
    /// # Errors
    /// Those of `name`.
    pub fn account<E>(
        &self,
        mut name: impl FnMut(&CanonicalForm, Option<Player>) -> Result<String, E>,
    ) -> Result<String, E> {
        let mut replay = Replay::new(self);
        let mut text = format!("G = {}", replay.form(&mut name)?);
        for (i, step) in self.steps.iter().enumerate() {
            replay.make(step);
            text += &format!("\n{}. {}", i + 1, step.sentence(&mut name)?);
            text += &format!("\n   G = {}", replay.form(&mut name)?);
        }
        text += match self.steps.is_empty() {
            true => "\nNo option is dominated or reversible, so this is the canonical form",
            false => {
                "\nNo option is dominated or reversible any more, so this is the canonical form"
            }
        };
        let (form, value) = (replay.form(&mut name)?, name(&self.value, None)?);
        text += &if form == value { ".".to_owned() } else { format!(" of {value}.") };
        if self.simplest_number().is_some() {
            text += &format!(
                "\n{value} is the simplest number x such that no Left option is >= x and no Right \
                 option is <= x."
            );
        }
        Ok(text)
    }
}

/// The most characters of a value and the most options of a player that are printed.
const MOST_CHARACTERS: usize = 60;
const MOST_OPTIONS: usize = 12;

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bounds = Bounds::default();
        let mut calculation = self.value.store().within(&bounds);
        let name = |g: &CanonicalForm, player: Option<Player>| {
            let name = match calculation.text_start(g, MOST_CHARACTERS) {
                Ok((text, length)) if length <= MOST_CHARACTERS as u64 => text,
                Ok((text, length)) => format!("{text}... ({length} characters)"),
                Err(error) => format!("({error})"),
            };
            Ok::<_, Infallible>(match player {
                Some(player) => format!("{player}'s {name}"),
                None => name,
            })
        };
        let Ok(account) = self.account(name);
        f.write_str(&account)
    }
}

impl Step {
    fn sentence<E>(
        &self,
        name: &mut impl FnMut(&CanonicalForm, Option<Player>) -> Result<String, E>,
    ) -> Result<String, E> {
        let option = name(&self.option, Some(self.player))?;
        Ok(match &self.reason {
            Reason::Duplicate => format!("{option} is listed more than once."),
            Reason::Dominated { by } => {
                let (low, high) = ordered(self.player, &self.option, by);
                let (low, high) = (name(low, None)?, name(high, None)?);
                let by = name(by, Some(self.player))?;
                format!("{option} is dominated by {by}, since {low} <= {high}.")
            }
            Reason::Reversible { through, replaced_by } => {
                let through = name(through, None)?;
                let (low, high) = ordered(self.player, through.as_str(), "G");
                let player = self.player;
                let list = list(replaced_by, name)?;
                let list = if list.is_empty() { "there are none" } else { &list };
                format!(
                    "{option} is reversible through {through}, since {low} <= {high}. It is \
                     replaced by {player}'s options of {through}: {list}."
                )
            }
        })
    }
}

/// What is at most as good for Left, and what is at least as good, if `a` is no better for the player.
fn ordered<T>(player: Player, a: T, b: T) -> (T, T) {
    if player == Player::Left { (a, b) } else { (b, a) }
}

/// Names with commas between, or some of them.
fn list<E>(
    games: &[CanonicalForm],
    name: &mut impl FnMut(&CanonicalForm, Option<Player>) -> Result<String, E>,
) -> Result<String, E> {
    let shown = games.iter().take(MOST_OPTIONS).map(|g| name(g, None));
    let mut text = shown.collect::<Result<Vec<_>, E>>()?.join(",");
    if games.len() > MOST_OPTIONS {
        text += &format!(",... ({} options)", games.len());
    }
    Ok(text)
}

/// The options of a game whose simplification is told.
struct Replay {
    options: [Vec<CanonicalForm>; 2],
    bypassed: [HashSet<CanonicalForm, BuildMix>; 2],
}

impl Replay {
    fn new(explanation: &Explanation) -> Replay {
        let options = [explanation.left.clone(), explanation.right.clone()];
        Replay { options, bypassed: Default::default() }
    }

    fn make(&mut self, step: &Step) {
        let side = side(step.player);
        let (options, bypassed) = (&mut self.options[side], &mut self.bypassed[side]);
        let mut places = options.iter().enumerate().filter(|(_, g)| **g == step.option);
        let (first, next) = (places.next(), places.next());
        // Of an option that is there twice the second one goes.
        let Some((i, _)) = next.or(first) else { return };
        options.remove(i);
        if let Reason::Reversible { replaced_by, .. } = &step.reason {
            bypassed.insert(step.option.clone());
            let new = |g: &&CanonicalForm| !bypassed.contains(*g) && !options.contains(g);
            let new: Vec<CanonicalForm> = replaced_by.iter().filter(new).cloned().collect();
            options.splice(i..i, new);
        }
    }

    /// `{left|right}`, with as many bars as it takes.
    fn form<E>(
        &self,
        name: &mut impl FnMut(&CanonicalForm, Option<Player>) -> Result<String, E>,
    ) -> Result<String, E> {
        let [left, right] = &self.options;
        Ok(format!("{{{}|{}}}", list(left, name)?, list(right, name)?))
    }
}

/// The place of a player's list of options.
fn side(player: Player) -> usize {
    match player {
        Player::Left => 0,
        Player::Right => 1,
    }
}

/// A step among ids.
struct Found {
    player: Player,
    option: Id,
    why: Why,
}

enum Why {
    Duplicate,
    Dominated(Id),
    Reversible(Id, Vec<Id>),
}

/// The bytes of an id, and of the handle that is made of it.
const HANDLE_BYTES: usize = size_of::<Id>() + size_of::<CanonicalForm>();

impl Work<'_> {
    /// The steps from `{left|right}` to its canonical form, which is also found.
    fn explain(&mut self, mut options: [Vec<Id>; 2]) -> Result<(Vec<Found>, Id), ValueError> {
        let candidates = |list: &[Id]| -> Candidates { list.iter().map(|&g| g.into()).collect() };
        let [left, right] = &options;
        let value = self.simplify(candidates(left), candidates(right))?;
        let mut steps = Vec::new();
        for (player, list) in Player::BOTH.into_iter().zip(&mut options) {
            let mut met: HashSet<Id, BuildMix> = HashSet::default();
            let given = std::mem::take(list);
            self.hold(2 * given.len() * size_of::<Id>())?;
            for option in given {
                if met.insert(option) {
                    list.push(option);
                } else {
                    self.explain_step(player, option, Why::Duplicate, &mut steps)?;
                }
            }
            self.hold(set_bytes(&met))?;
            self.explain_dominated(list, player, &mut steps)?;
        }
        for (player, list) in Player::BOTH.into_iter().zip(&mut options) {
            self.explain_reversible(list, player, value, &mut steps)?;
            self.explain_dominated(list, player, &mut steps)?;
        }
        Ok((steps, value))
    }

    /// Adds a step.
    fn explain_step(
        &mut self,
        player: Player,
        option: Id,
        why: Why,
        steps: &mut Vec<Found>,
    ) -> Result<(), ValueError> {
        let replaced_by = if let Why::Reversible(_, ids) = &why { ids.len() } else { 0 };
        steps.push(Found { player, option, why });
        // The list grows to twice its length.
        let step = 2 * size_of::<Found>() + size_of::<Step>();
        self.charge(step + replaced_by * HANDLE_BYTES)
    }

    /// Removes the options that are dominated.
    fn explain_dominated(
        &mut self,
        options: &mut Vec<Id>,
        player: Player,
        steps: &mut Vec<Found>,
    ) -> Result<(), ValueError> {
        let mut i = 0;
        while i < options.len() {
            // By the best one that is comparable, which is one that stays.
            let mut best = options[i];
            for &other in options.iter() {
                self.step()?;
                let (low, high) = ordered(player, best, other);
                if best != other && self.le(low, high)? {
                    best = other;
                }
            }
            if best == options[i] {
                i += 1;
            } else {
                let option = options.remove(i);
                self.explain_step(player, option, Why::Dominated(best), steps)?;
            }
        }
        Ok(())
    }

    /// Bypasses the options of a form of `value` that are reversible.
    fn explain_reversible(
        &mut self,
        options: &mut Vec<Id>,
        player: Player,
        value: Id,
        steps: &mut Vec<Found>,
    ) -> Result<(), ValueError> {
        // An option that was bypassed need not come in again: what replaced it is there.
        let mut met: HashSet<Id, BuildMix> = options.iter().copied().collect();
        let mut held = 0;
        let mut i = 0;
        while i < options.len() {
            let Some(reply) = self.reversing_reply(options[i], player, value)? else {
                i += 1;
                continue;
            };
            let mut replaced_by: Vec<Id> = self.options(reply, player)?.collect();
            self.sort_for_printing(&mut replaced_by)?;
            let option = options.remove(i);
            let new = replaced_by.iter().copied().filter(|&g| met.insert(g));
            options.splice(i..i, new.collect::<Vec<Id>>());
            if options.len() > MAX_OPTIONS {
                return Err(ValueError::TooManyOptions);
            }
            self.explain_step(player, option, Why::Reversible(reply, replaced_by), steps)?;
            let list = options.capacity() * size_of::<Id>();
            self.hold_grown(&mut held, set_bytes(&met) + list)?;
        }
        Ok(())
    }

    /// An answer to an option that is at least as good for the other player as the game: the first in
    /// printing order.
    fn reversing_reply(
        &mut self,
        option: Id,
        player: Player,
        value: Id,
    ) -> Result<Option<Id>, ValueError> {
        let mut reversing = Vec::new();
        for reply in self.options(option, !player)? {
            self.step()?;
            let (low, high) = ordered(player, reply, value);
            if self.le(low, high)? {
                reversing.push(reply);
            }
        }
        self.sort_for_printing(&mut reversing)?;
        Ok(reversing.first().copied())
    }
}

impl Calculation<'_> {
    /// How `{left|right}` is simplified to its canonical form, step by step.
    ///
    /// # Errors
    /// If a bound is passed or the game cannot be represented.
    pub fn explain<L, R>(&mut self, left: L, right: R) -> Result<Explanation, ValueError>
    where
        L: IntoIterator<Item = CanonicalForm>,
        R: IntoIterator<Item = CanonicalForm>,
    {
        let mut ids = [Vec::new(), Vec::new()];
        for g in left {
            ids[0].push(self.id(&g)?);
        }
        for g in right {
            ids[1].push(self.id(&g)?);
        }
        self.work.charge((ids[0].len() + ids[1].len()) * HANDLE_BYTES)?;
        let [left, right] = [&ids[0], &ids[1]].map(|ids| self.handles(ids));
        let (steps, value) = self.work.deeper(|work| work.explain(ids))?;
        let step = |found: Found| Step {
            player: found.player,
            option: self.handle(found.option),
            reason: match found.why {
                Why::Duplicate => Reason::Duplicate,
                Why::Dominated(by) => Reason::Dominated { by: self.handle(by) },
                Why::Reversible(through, replaced_by) => Reason::Reversible {
                    through: self.handle(through),
                    replaced_by: self.handles(&replaced_by),
                },
            },
        };
        let steps = steps.into_iter().map(step).collect();
        Ok(Explanation { left, right, steps, value: self.handle(value) })
    }

    fn handles(&self, ids: &[Id]) -> Vec<CanonicalForm> {
        ids.iter().map(|&id| self.handle(id)).collect()
    }
}

impl Store {
    /// How `{left|right}` is simplified to its canonical form, step by step.
    ///
    /// # Panics
    /// As [`CanonicalForm::new`].
    ///
    /// # Complexity
    /// Up to *n*² comparisons for *n* options, and one for each option and reply; and the printing
    /// order of replies.
    pub fn explain<L, R>(&self, left: L, right: R) -> Explanation
    where
        L: IntoIterator<Item = CanonicalForm>,
        R: IntoIterator<Item = CanonicalForm>,
    {
        self.within(&UNBOUNDED).explain(left, right).unwrap_or_else(|error| panic!("{error}"))
    }
}

impl CanonicalForm {
    /// How `{left|right}` is simplified to its canonical form, step by step: what
    /// [`CanonicalForm::new`] does, explained.
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// let explanation = CanonicalForm::explain([0.into()], [2.into()]);
    /// assert_eq!(
    ///     explanation.to_string(),
    ///     "\
    /// G = {0|2}
    /// 1. Right's 2 is reversible through 1, since G <= 1. It is replaced by Right's options of 1: \
    /// there are none.
    ///    G = {0|}
    /// No option is dominated or reversible any more, so this is the canonical form of 1.
    /// 1 is the simplest number x such that no Left option is >= x and no Right option is <= x."
    /// );
    /// ```
    ///
    /// # Panics
    /// As [`CanonicalForm::new`].
    ///
    /// # Complexity
    /// As [`Store::explain`].
    pub fn explain<L, R>(left: L, right: R) -> Explanation
    where
        L: IntoIterator<Item = CanonicalForm>,
        R: IntoIterator<Item = CanonicalForm>,
    {
        let left: Vec<_> = left.into_iter().collect();
        let right: Vec<_> = right.into_iter().collect();
        Store::of_operands(left.iter().chain(&right)).explain(left, right)
    }
}
