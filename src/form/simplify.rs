//! From any options to the canonical form: reversible options bypassed, dominated ones removed.
//!
//! Source: Siegel, *Combinatorial Game Theory* (2013), II.2.
//!
//! While `{L|R}` is being simplified it has no id yet. It is compared with stored games by its
//! options, its profile and its stops; none of these changes while options are bypassed, because its
//! value does not, and so the answers are remembered until it is done.

use smallvec::SmallVec;

use super::ValueError;
use super::number_up_star::NumberUpStar;
use super::order::le_by_stops;
use super::profile::{Profile, ProfileBuilder};
use super::store::{Id, MAX_OPTIONS};
use super::work::Work;
use crate::Player;

/// An option of a form to be simplified.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Candidate {
    pub(crate) id: Id,
    /// Bits of families: options that share a bit are known to be incomparable.
    pub(crate) families: u8,
}

impl From<Id> for Candidate {
    fn from(id: Id) -> Candidate {
        Candidate { id, families: 0 }
    }
}

/// The options of one player of a form to be simplified.
pub(crate) type Candidates = SmallVec<[Candidate; 16]>;

/// A game given by its options, with what can be said of it before it is simplified.
struct Form {
    options: [Candidates; 2],
    profile: Profile,
    /// `None` if the options' stops do not tell (it is then a number).
    stops: Option<[Id; 2]>,
}

const SIDES: [(usize, Player); 2] = [(0, Player::Left), (1, Player::Right)];

impl Work<'_> {
    /// The canonical form of `{left|right}`.
    pub(crate) fn simplify(
        &mut self,
        left: Candidates,
        right: Candidates,
    ) -> Result<Id, ValueError> {
        let mut form = self.form(left, right)?;
        for (side, player) in SIDES {
            self.bypass_reversible(&mut form, side, player)?;
        }
        for (side, player) in SIDES {
            self.remove_dominated(&mut form.options[side], player)?;
        }
        self.store_canonical(&form)
    }

    /// `{left|right}`, of which is known that it is canonical.
    pub(crate) fn canonical(
        &mut self,
        left: Candidates,
        right: Candidates,
    ) -> Result<Id, ValueError> {
        let form = self.form(left, right)?;
        self.store_canonical(&form)
    }

    fn form(&mut self, left: Candidates, right: Candidates) -> Result<Form, ValueError> {
        let mut options = [left, right];
        let mut builder = ProfileBuilder::default();
        for (side, player) in SIDES {
            let list = &mut options[side];
            list.sort_unstable();
            list.dedup_by(|b, a| {
                let same = a.id == b.id;
                a.families |= if same { b.families } else { 0 };
                same
            });
            list.iter().for_each(|o| builder.add(player, &self.store.profile(o.id)));
        }
        let stops = match &options {
            [left, right] if !left.is_empty() && !right.is_empty() => {
                let left = self.store.best_stop(left.iter().map(|o| o.id), Player::Left);
                let right = self.store.best_stop(right.iter().map(|o| o.id), Player::Right);
                let crossed = left == right || self.store.number(left) >= self.store.number(right);
                crossed.then_some([left, right])
            }
            _ => None,
        };
        self.with_form.clear();
        Ok(Form { options, profile: builder.build(), stops })
    }

    fn store_canonical(&mut self, form: &Form) -> Result<Id, ValueError> {
        let ids = |side: usize| -> SmallVec<[Id; 16]> {
            let mut ids: SmallVec<[Id; 16]> = form.options[side].iter().map(|o| o.id).collect();
            ids.sort_unstable();
            ids
        };
        let (left, right) = (ids(0), ids(1));
        if left.iter().chain(&right).all(|id| id.is_closed()) {
            let closed = |ids: &[Id]| -> Option<SmallVec<[NumberUpStar; 8]>> {
                ids.iter().map(|&id| self.store.number_up_star(id)).collect()
            };
            if let (Some(l), Some(r)) = (closed(&left), closed(&right)) {
                if let Some(g) = NumberUpStar::from_canonical_options(&l, &r) {
                    return self.store.closed(g);
                }
                if l.iter().chain(&r).any(|g| g.up.unsigned_abs() == NumberUpStar::MAX_MULTIPLE) {
                    return Err(ValueError::Overflow);
                }
            }
        }
        if form.stops.is_none() {
            // It is a number, then, and if it is not closed, it is beyond the range of numbers.
            return Err(ValueError::Overflow);
        }
        self.step()?;
        self.store.open(&left, &right, form.profile)
    }

    /// Replaces each option through which the other player can answer with a move at least as good
    /// as never having been asked, by the player's options after that answer.
    fn bypass_reversible(
        &mut self,
        form: &mut Form,
        side: usize,
        player: Player,
    ) -> Result<(), ValueError> {
        let mut seen: SmallVec<[Id; 16]> = SmallVec::new();
        let mut i = 0;
        while i < form.options[side].len() {
            let option = form.options[side][i].id;
            let mut through = None;
            for reply in self.options(option, !player)? {
                self.step()?;
                if self.compares_with_form(reply, form, player == Player::Left)? {
                    through = Some(reply);
                    break;
                }
            }
            let Some(reply) = through else {
                i += 1;
                continue;
            };
            form.options[side].swap_remove(i);
            seen.push(option);
            for new in self.options(reply, player)? {
                if !seen.contains(&new) && form.options[side].iter().all(|o| o.id != new) {
                    form.options[side].push(new.into());
                }
            }
            if form.options[side].len() > MAX_OPTIONS {
                return Err(ValueError::TooManyOptions);
            }
        }
        Ok(())
    }

    /// Whether `x <= form` if `below`, or else `form <= x`.
    fn compares_with_form(&mut self, x: Id, form: &Form, below: bool) -> Result<bool, ValueError> {
        let at_sight = self.form_at_sight(x, form, below);
        if let Some(answer) = at_sight {
            return Ok(answer);
        }
        if let Some(&answer) = self.with_form.get(&(x, below)) {
            return Ok(answer);
        }
        self.step()?;
        let answer = self.deeper(|work| work.compares_by_options(x, form, below))?;
        self.with_form.insert((x, below), answer);
        Ok(answer)
    }

    fn form_at_sight(&self, x: Id, form: &Form, below: bool) -> Option<bool> {
        let (profile, stops) = (self.store.profile(x), self.store.stops(x));
        if below {
            profile.le(&form.profile).or_else(|| le_by_stops(self, stops, form.stops?))
        } else {
            form.profile.le(&profile).or_else(|| le_by_stops(self, form.stops?, stops))
        }
    }

    fn compares_by_options(&mut self, x: Id, form: &Form, below: bool) -> Result<bool, ValueError> {
        // x <= form: no Right option of the form is <= x, and no Left option of x is >= the form.
        let (side, player) = if below { (1, Player::Left) } else { (0, Player::Right) };
        for option in &form.options[side] {
            let refuted = if below { self.le(option.id, x)? } else { self.le(x, option.id)? };
            if refuted {
                return Ok(false);
            }
        }
        for option in self.options(x, player)? {
            if self.compares_with_form(option, form, !below)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn remove_dominated(
        &mut self,
        options: &mut Candidates,
        player: Player,
    ) -> Result<(), ValueError> {
        let mut i = 0;
        'next: while i < options.len() {
            self.step()?;
            let mut j = i + 1;
            while j < options.len() {
                let (a, b) = (options[i], options[j]);
                if a.families & b.families != 0 {
                    j += 1;
                    continue;
                }
                let (low, high) = if player == Player::Left { (a.id, b.id) } else { (b.id, a.id) };
                if self.le(low, high)? {
                    options.swap_remove(i);
                    continue 'next;
                }
                if self.le(high, low)? {
                    options.swap_remove(j);
                } else {
                    j += 1;
                }
            }
            i += 1;
        }
        Ok(())
    }
}
