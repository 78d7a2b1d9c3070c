//! Why `{L|R}` has the canonical form that it has: its simplification, step by step.
//!
//! An option of Left is *dominated* if another one is at least as good for Left, and it can be left
//! out. It is *reversible* through a reply of Right that is at least as good for Right as the whole
//! game. Right will then make this reply, so the option
//! is replaced by Left's options after it. For Right's options the players are exchanged.
//!
//! Dominated options are removed first, because fewer options are then left to examine. Bypassing a
//! reversible one exposes others, which are examined in turn and may dominate or be dominated, so
//! dominated options are removed once more at the end. That is enough: whether an option is reversible
//! depends on the value of the game, which no step changes.
//!
//! Source: Siegel, *Combinatorial Game Theory* (2013), II.2; the simplest number, II.3.

use std::convert::Infallible;
use std::fmt;

use hashbrown::HashSet;

use super::engine::{Engine, recurse};
use super::error::MAX_OPTIONS;
use super::store::Id;
use super::{Calculation, CanonicalForm, Computed, ValueError};
use crate::Player;
use crate::hash::{BuildMix, set_bytes};
use crate::player::ordered;

/// The simplification of a game `G` = `{left|right}` to its canonical form, step by step.
///
/// It prints as a numbered account, in which long values and long lists are cut.
///
/// # Examples
/// ```
/// use dicot::explain::Reason;
/// use dicot::{CanonicalForm, Player, Store};
/// let (zero, star, up) = (CanonicalForm::ZERO, CanonicalForm::STAR, CanonicalForm::UP);
/// let explanation = Store::new().calculation().explain([zero, up.clone()], [star.clone()])?;
/// let step = &explanation.steps[0];
/// assert_eq!(step.player, Player::Left);
/// assert_eq!(step.option, CanonicalForm::ZERO);
/// assert_eq!(step.reason, Reason::Dominated { by: up.clone() });
/// assert_eq!(explanation.options_after(1), [[up], [star]]);
/// assert_eq!(explanation.value.to_string(), "^[2]");
/// # Ok::<_, dicot::ValueError>(())
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
    /// The canonical form, whose options are those that remain after the last step. If it is a number, it is the simplest
    /// number `x` such that no Left option is `>= x` and no Right option is `<= x`.
    pub value: CanonicalForm,
}

/// A step in the simplification of a game: an option is removed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The player whose option it is.
    pub player: Player,
    /// The option that is removed.
    pub option: CanonicalForm,
    /// Why it is removed, and what replaces it.
    pub reason: Reason,
}

/// Why an option is removed.
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
        /// The player's options after the answer that replace the option.
        replaced_by: Vec<CanonicalForm>,
        /// Those that do not, since they are in the list already or were replaced themselves before.
        omitted: Vec<CanonicalForm>,
    },
}

impl Explanation {
    /// The Left and the Right options that remain after the first `steps` steps.
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

    /// The account that is printed, with the text of each value by `name`. Its second argument is the player if
    /// the value is mentioned as an option of that player.
    ///
    /// # Examples
    /// ```
    /// use dicot::{Store, ValueError};
    /// let store = Store::new();
    /// let explanation = store.calculation().explain([0.into(), 1.into()], [2.into()])?;
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
        name: impl FnMut(&CanonicalForm, Option<Player>) -> Result<String, E>,
    ) -> Result<String, E> {
        let (mut replay, mut names) = (Replay::new(self), Names(name));
        let mut text = format!("G = {}", names.form(&replay.options)?);
        for (i, step) in self.steps.iter().enumerate() {
            replay.make(step);
            text += &format!("\n{}. {}", i + 1, names.sentence(step)?);
            text += &format!("\n   G = {}", names.form(&replay.options)?);
        }
        text += match self.steps.is_empty() {
            true => "\nNo option is dominated or reversible, so this is the canonical form",
            false => {
                "\nNo option is dominated or reversible any more, so this is the canonical form"
            }
        };
        let (form, value) = (names.form(&replay.options)?, names.0(&self.value, None)?);
        text += &if form == value { ".".to_owned() } else { format!(" of {value}.") };
        // The simplest number theorem: Siegel (2013), II.3.
        if self.value.to_number().is_some() {
            text += &format!(
                "\n{value} is the simplest number x such that no Left option is >= x and no Right \
                 option is <= x."
            );
        }
        Ok(text)
    }
}

/// The largest number of characters of a value, and of options of a player, that are printed.
const MAX_CHARACTERS: usize = 60;
const MAX_PRINTED_OPTIONS: usize = 12;

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut calculation = self.value.store().calculation();
        let name = |g: &CanonicalForm, player: Option<Player>| {
            let name = match calculation.text_start(g, MAX_CHARACTERS) {
                Ok((text, length)) if length <= MAX_CHARACTERS as u64 => text,
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

/// The texts of values, by the function that [`Explanation::account`] takes.
struct Names<F>(F);

impl<E, F: FnMut(&CanonicalForm, Option<Player>) -> Result<String, E>> Names<F> {
    fn sentence(&mut self, step: &Step) -> Result<String, E> {
        let player = step.player;
        let option = self.0(&step.option, Some(player))?;
        Ok(match &step.reason {
            Reason::Duplicate => format!("{option} is listed more than once."),
            Reason::Dominated { by } => {
                let (low, high) = ordered(player, &step.option, by);
                let (low, high) = (self.0(low, None)?, self.0(high, None)?);
                let by = self.0(by, Some(player))?;
                format!("{option} is dominated by {by}, since {low} <= {high}.")
            }
            Reason::Reversible { through, replaced_by, omitted } => {
                let through = self.0(through, None)?;
                let (low, high) = ordered(player, through.as_str(), "G");
                let (new, old) = (self.list(replaced_by)?, self.list(omitted)?);
                let others = "in the list already or were replaced before";
                let replaced = match (new.as_str(), old.as_str()) {
                    ("", "") => {
                        format!("replaced by {player}'s options of {through}: there are none")
                    }
                    (new, "") => format!("replaced by {player}'s options of {through}: {new}"),
                    ("", old) => {
                        format!("removed: {player}'s options of {through} are {others}: {old}")
                    }
                    (new, old) => format!(
                        "replaced by {player}'s options of {through}: {new}, but not by those that are {others}: {old}"
                    ),
                };
                format!(
                    "{option} is reversible through {through}, since {low} <= {high}. It is {replaced}."
                )
            }
        })
    }

    /// The texts of games with commas between them, cut after [`MAX_PRINTED_OPTIONS`].
    fn list(&mut self, games: &[CanonicalForm]) -> Result<String, E> {
        let shown = games.iter().take(MAX_PRINTED_OPTIONS).map(|g| self.0(g, None));
        let mut text = shown.collect::<Result<Vec<_>, E>>()?.join(",");
        if games.len() > MAX_PRINTED_OPTIONS {
            text += &format!(",... ({} options)", games.len());
        }
        Ok(text)
    }

    /// The text `{left|right}`.
    fn form(&mut self, [left, right]: &[Vec<CanonicalForm>; 2]) -> Result<String, E> {
        Ok(format!("{{{}|{}}}", self.list(left)?, self.list(right)?))
    }
}

/// The options of a game while its simplification is replayed.
struct Replay {
    options: [Vec<CanonicalForm>; 2],
}

impl Replay {
    fn new(explanation: &Explanation) -> Replay {
        Replay { options: [explanation.left.clone(), explanation.right.clone()] }
    }

    fn make(&mut self, step: &Step) {
        let options = &mut self.options[step.player as usize];
        let mut places = options.iter().enumerate().filter(|(_, g)| **g == step.option);
        let (first, next) = (places.next(), places.next());
        // Of an option that is listed twice, the second one is removed.
        let Some((i, _)) = next.or(first) else { return };
        options.remove(i);
        if let Reason::Reversible { replaced_by, .. } = &step.reason {
            options.splice(i..i, replaced_by.iter().cloned());
        }
    }
}

/// The bytes of an id and of its handle.
const HANDLE_BYTES: usize = size_of::<Id>() + size_of::<CanonicalForm>();

impl<'s> AsMut<Engine<'s>> for Calculation<'s> {
    fn as_mut(&mut self) -> &mut Engine<'s> {
        &mut self.engine
    }
}

impl Calculation<'_> {
    /// The steps from `{left|right}` to its canonical form, and that form.
    fn find_steps(&mut self, mut options: [Vec<Id>; 2]) -> Computed<(Vec<Step>, Id)> {
        let candidates = |list: &Vec<Id>| list.iter().map(|&g| g.into()).collect();
        let value = self.engine.simplify([&options[0], &options[1]].map(candidates))?;
        let mut steps = Vec::new();
        for (player, list) in Player::BOTH.into_iter().zip(&mut options) {
            let mut seen: HashSet<Id, BuildMix> = HashSet::default();
            let given = std::mem::take(list);
            self.engine.hold(2 * given.len() * size_of::<Id>())?;
            for option in given {
                if seen.insert(option) {
                    list.push(option);
                } else {
                    self.add_step(player, option, Reason::Duplicate, &mut steps)?;
                }
            }
            self.engine.hold(set_bytes(&seen))?;
            self.explain_dominated(list, player, &mut steps)?;
        }
        for (player, list) in Player::BOTH.into_iter().zip(&mut options) {
            self.explain_reversible(list, player, value, &mut steps)?;
            self.explain_dominated(list, player, &mut steps)?;
        }
        Ok((steps, value))
    }

    fn add_step(
        &mut self,
        player: Player,
        option: Id,
        reason: Reason,
        steps: &mut Vec<Step>,
    ) -> Computed<()> {
        let replaced_by = match &reason {
            Reason::Reversible { replaced_by, omitted, .. } => replaced_by.len() + omitted.len(),
            _ => 0,
        };
        steps.push(Step { player, option: self.handle(option), reason });
        // The list grows to twice its length.
        self.engine.charge(3 * size_of::<Step>() + replaced_by * HANDLE_BYTES)
    }

    /// Removes the options that are dominated.
    fn explain_dominated(
        &mut self,
        options: &mut Vec<Id>,
        player: Player,
        steps: &mut Vec<Step>,
    ) -> Computed<()> {
        let mut i = 0;
        while i < options.len() {
            // The best option that is comparable is not dominated itself.
            let mut best = options[i];
            for &other in options.iter() {
                self.engine.step()?;
                let (low, high) = ordered(player, best, other);
                if best != other && self.engine.le(low, high)? {
                    best = other;
                }
            }
            if best == options[i] {
                i += 1;
            } else {
                let by = self.handle(best);
                self.add_step(player, options.remove(i), Reason::Dominated { by }, steps)?;
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
        steps: &mut Vec<Step>,
    ) -> Computed<()> {
        // A bypassed option need not be added again: the options that replaced it are in the list.
        let mut seen: HashSet<Id, BuildMix> = options.iter().copied().collect();
        let mut held = 0;
        let mut i = 0;
        while i < options.len() {
            let Some(reply) = self.reversing_reply(options[i], player, value)? else {
                i += 1;
                continue;
            };
            let option = options.remove(i);
            let replies = self.engine.options_in_order(reply, player)?;
            let (new, omitted): (Vec<Id>, Vec<Id>) =
                replies.iter().copied().partition(|&g| seen.insert(g));
            options.splice(i..i, new.iter().copied());
            if options.len() > MAX_OPTIONS {
                return Err(ValueError::TooManyOptions);
            }
            let [replaced_by, omitted] = [&new, &omitted].map(|ids| self.handles(ids));
            let reason = Reason::Reversible { through: self.handle(reply), replaced_by, omitted };
            self.add_step(player, option, reason, steps)?;
            let list = options.capacity() * size_of::<Id>();
            self.engine.hold_grown(&mut held, set_bytes(&seen) + list)?;
        }
        Ok(())
    }

    /// An answer to an option that is at least as good for the other player as the game: the first in printing order.
    fn reversing_reply(&mut self, option: Id, player: Player, value: Id) -> Computed<Option<Id>> {
        let mut reversing = Vec::new();
        for reply in self.engine.options(option, !player)? {
            self.engine.step()?;
            let (low, high) = ordered(player, reply, value);
            if self.engine.le(low, high)? {
                reversing.push(reply);
            }
        }
        self.engine.sort_for_printing(&mut reversing)?;
        Ok(reversing.first().copied())
    }

    /// How `{left|right}` is simplified to its canonical form, step by step: what
    /// [`CanonicalForm::new`] does, explained.
    ///
    /// # Examples
    /// ```
    /// use dicot::Store;
    /// let explanation = Store::new().calculation().explain([0.into()], [2.into()])?;
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
    /// # Ok::<_, dicot::ValueError>(())
    /// ```
    ///
    /// # Errors
    /// If the game cannot be represented, or a limit is reached.
    ///
    /// # Complexity
    /// Up to *n*² comparisons for *n* options, and one for each option and reply; and the printing order of replies.
    pub fn explain<L, R>(&mut self, left: L, right: R) -> Result<Explanation, ValueError>
    where
        L: IntoIterator<Item = CanonicalForm>,
        R: IntoIterator<Item = CanonicalForm>,
    {
        let left = left.into_iter().map(|g| self.id(&g)).collect::<Result<Vec<Id>, _>>()?;
        let right = right.into_iter().map(|g| self.id(&g)).collect::<Result<Vec<Id>, _>>()?;
        self.engine.charge((left.len() + right.len()) * HANDLE_BYTES)?;
        let handles = [&left, &right].map(|ids| self.handles(ids));
        let (steps, value) = recurse(self, |calculation| calculation.find_steps([left, right]))?;
        let [left, right] = handles;
        Ok(Explanation { left, right, steps, value: self.handle(value) })
    }

    fn handles(&self, ids: &[Id]) -> Vec<CanonicalForm> {
        ids.iter().map(|&id| self.handle(id)).collect()
    }
}
