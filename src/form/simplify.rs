//! Computes canonical forms from any options: bypasses reversible options and removes dominated ones.
//!
//! Source: Siegel, *Combinatorial Game Theory* (2013), II.2.
//!
//! While `{L|R}` is being simplified it has no id. It is compared with stored games by its options, its profile and
//! its stops. Bypassing an option does not change the value, so comparisons are cached until the form is done.

use smallvec::SmallVec;

use super::engine::Engine;
use super::error::MAX_OPTIONS;
use super::nim;
use super::number_up_star::NumberUpStar;
use super::order::Pairs;
use super::profile::{Profile, ProfileBuilder};
use super::simplify_cache::{Candidate, Candidates, SimplifyCache};
use super::store::{Id, Summary, is_exact, le_by_stops};
use super::{Computed, ValueError};
use crate::Player;
use crate::player::ordered;

/// The family of options that are not dominated by others.
const UNDOMINATED: u8 = 1 << 7;

/// A form that is not simplified yet, with its profile and stops, which simplification does not change.
struct Form {
    options: [Candidates; 2],
    profile: Profile,
    /// The keys of its stops, or `None` if it is a number.
    stops: Option<[i32; 2]>,
}

/// Sorts the options and removes repetitions.
fn sort(options: &mut Candidates) {
    options.sort_unstable_by_key(|o| o.id);
    options.dedup_by(|b, a| {
        let same = a.id == b.id;
        a.families |= if same { b.families } else { 0 };
        same
    });
}

type ClosedOptions = SmallVec<[NumberUpStar; 8]>;

/// The ids of the options, as they are stored.
fn sorted_ids(options: &[Candidates; 2]) -> [SmallVec<[Id; 16]>; 2] {
    options.each_ref().map(|list| {
        let mut ids: SmallVec<[Id; 16]> = list.iter().map(|o| o.id).collect();
        ids.sort_unstable();
        ids
    })
}

impl Engine<'_> {
    /// The canonical form of `{left|right}`.
    pub(crate) fn simplify(&mut self, mut options: [Candidates; 2]) -> Computed<Id> {
        self.hold_copy(options[0].len() + options[1].len())?;
        options.iter_mut().for_each(sort);
        let hash = SimplifyCache::hash(&options);
        if let Some(cached) = self.with_simplified(hash, |cache, _| cache.get(hash, &options)) {
            return Ok(cached);
        }
        let key: SmallVec<[Id; 32]> = options.iter().flatten().map(|o| o.id).collect();
        let left_count = options[0].len();
        let id = self.simplify_unknown(options)?;
        let forms = self.store.len();
        self.with_simplified(hash, |cache, shards| {
            cache.insert(hash, &key, left_count, id, [forms, shards]);
        });
        Ok(id)
    }

    /// The canonical form of a request that is not cached. On strips, two fifths of these have the options of a stored form
    /// as soon as dominated ones are removed; then it is the value.
    fn simplify_unknown(&mut self, mut options: [Candidates; 2]) -> Computed<Id> {
        if let Some(nimber) = self.excluded_nimber(&options)? {
            return self.store.closed(nimber);
        }
        self.store.load_records(options.iter().flatten().map(|o| o.id));
        for (player, options) in Player::BOTH.into_iter().zip(&mut options) {
            self.remove_dominated(options, player)?;
            options.iter_mut().for_each(|option| option.families |= UNDOMINATED);
        }
        if let Some(stored) = self.find_canonical(&options)? {
            return Ok(stored);
        }
        let mut form = self.form(options);
        for player in Player::BOTH {
            if self.bypass_reversible(&mut form, player)? {
                self.remove_dominated(&mut form.options[player as usize], player)?;
            }
        }
        self.store_canonical(&form)
    }

    /// The value if both players have the same options and these are nimbers, as of a heap of Nim: the least nimber that is not one
    /// of them. To compare *n* options with each other takes *n*^2 steps.
    fn excluded_nimber(
        &mut self,
        [left, right]: &[Candidates; 2],
    ) -> Computed<Option<NumberUpStar>> {
        if !left.iter().map(|o| o.id).eq(right.iter().map(|o| o.id)) {
            return Ok(None);
        }
        self.steps(left.len())?;
        let stars: Option<Vec<u64>> =
            left.iter().map(|o| self.nimber(o.id).map(u64::from)).collect();
        Ok(stars
            .map(|stars| NumberUpStar { star: nim::mex(stars) as u32, ..NumberUpStar::default() }))
    }

    /// Counts the bytes of copies of long lists of options.
    fn hold_copy(&mut self, options: usize) -> Computed<()> {
        if options > 32 { self.hold(options * 2 * size_of::<Candidate>()) } else { Ok(()) }
    }

    /// The canonical form of `{left|right}`, quickly if it has exactly these options and is stored, as when a printed
    /// text is read.
    pub(crate) fn simplify_canonical(&mut self, left: &[Id], right: &[Id]) -> Computed<Id> {
        self.hold_copy(left.len() + right.len())?;
        let [l, r] = [left, right].map(|list| {
            let mut ids: SmallVec<[Id; 16]> = SmallVec::from_slice(list);
            ids.sort_unstable();
            ids
        });
        if let Some(stored) = self.store.find_options(&l, &r) {
            return Ok(stored);
        }
        self.simplify([l, r].map(|ids| ids.into_iter().map(Into::into).collect()))
    }

    /// The game whose options are those of `g`, mapped by `f`.
    pub(crate) fn by_options(
        &mut self,
        g: Id,
        f: impl FnMut(&mut Self, Player, Id) -> Computed<Id>,
    ) -> Computed<Id> {
        let options = self.map_options(g, f)?;
        self.simplify(options)
    }

    /// The player's option, if there is exactly one.
    pub(crate) fn only_option(&mut self, g: Id, player: Player) -> Computed<Option<Id>> {
        let mut options = self.options(g, player)?;
        Ok(options.next().filter(|_| options.next().is_none()))
    }

    /// The options of `g`, mapped by `f`.
    pub(crate) fn map_options(
        &mut self,
        g: Id,
        mut f: impl FnMut(&mut Self, Player, Id) -> Computed<Id>,
    ) -> Computed<[Candidates; 2]> {
        self.lists(|engine, player, list| {
            for option in engine.options(g, player)? {
                let option = f(engine, player, option)?;
                engine.push(list, option)?;
            }
            Ok(())
        })
    }

    /// The lists of options that `fill` makes for each player.
    pub(crate) fn lists(
        &mut self,
        mut fill: impl FnMut(&mut Self, Player, &mut Candidates) -> Computed<()>,
    ) -> Computed<[Candidates; 2]> {
        let mut options = [Candidates::new(), Candidates::new()];
        for (player, list) in Player::BOTH.into_iter().zip(&mut options) {
            fill(self, player, list)?;
        }
        Ok(options)
    }

    /// Stores `{left|right}`, which must be canonical.
    pub(crate) fn canonical(&mut self, options: [Candidates; 2]) -> Computed<Id> {
        let form = self.form(options);
        self.store_canonical(&form)
    }

    /// Prepares a form for simplification.
    fn form(&mut self, options: [Candidates; 2]) -> Form {
        let mut builder = ProfileBuilder::default();
        for (player, list) in Player::BOTH.into_iter().zip(&options) {
            list.iter().for_each(|o| builder.add(player, &self.store.summary(o.id).profile));
        }
        let stops = self.stop_keys_of(&options);
        self.with_form.clear();
        Form { options, profile: builder.build(), stops }
    }

    /// The keys of the stops, unless the game is a number.
    fn stop_keys_of(&self, options: &[Candidates; 2]) -> Option<[i32; 2]> {
        let [left, right] = options;
        let left_key = left.iter().map(|o| self.store.stop_keys(o.id)[1]).max()?;
        let right_key = right.iter().map(|o| self.store.stop_keys(o.id)[0]).min()?;
        let crossed = left_key > right_key
            || left_key == right_key
                && (is_exact(left_key) || {
                    let left = self.store.best_stop(left.iter().map(|o| o.id), Player::Left);
                    let right = self.store.best_stop(right.iter().map(|o| o.id), Player::Right);
                    self.store.number(left) >= self.store.number(right)
                });
        crossed.then_some([left_key, right_key])
    }

    fn store_canonical(&mut self, form: &Form) -> Computed<Id> {
        let [left, right] = sorted_ids(&form.options);
        if let Some(parts) = self.closed_options_of(&left, &right) {
            if let Some(closed) = NumberUpStar::from_canonical_options(&parts[0], &parts[1]) {
                return self.store.closed(closed);
            }
            let is_last = |g: &NumberUpStar| g.up.unsigned_abs() == NumberUpStar::MAX_MULTIPLE;
            if parts.iter().flatten().any(is_last) {
                return Err(ValueError::Overflow);
            }
        }
        if form.stops.is_none() {
            // It is a number. One that is not closed is out of range.
            return Err(ValueError::Overflow);
        }
        // A step for four cache lines of written options.
        self.steps((left.len() + right.len()) / 64)?;
        self.store.intern_options(&left, &right, form.profile)
    }

    /// The stored form that has exactly these canonical options.
    fn find_canonical(&self, options: &[Candidates; 2]) -> Computed<Option<Id>> {
        let [left, right] = sorted_ids(options);
        let parts = self.closed_options_of(&left, &right);
        match parts.and_then(|[l, r]| NumberUpStar::from_canonical_options(&l, &r)) {
            Some(closed) => self.store.closed(closed).map(Some),
            None => Ok(self.store.find_options(&left, &right)),
        }
    }

    /// The options in closed form, if all of them have one.
    fn closed_options_of(&self, left: &[Id], right: &[Id]) -> Option<[ClosedOptions; 2]> {
        let closed = |ids: &[Id]| -> Option<ClosedOptions> {
            ids.iter().map(|&id| self.store.number_up_star(id)).collect()
        };
        let all_closed = left.iter().chain(right).all(|id| id.is_closed());
        if all_closed { Some([closed(left)?, closed(right)?]) } else { None }
    }

    /// Bypasses reversible options: an option to which the other player has a reply at least as good for that player as the
    /// form itself is replaced by the player's options after the reply. Returns whether there was any.
    fn bypass_reversible(&mut self, form: &mut Form, player: Player) -> Computed<bool> {
        let side = player as usize;
        let mut seen: SmallVec<[Id; 16]> = SmallVec::new();
        let mut i = 0;
        while i < form.options[side].len() {
            let option = form.options[side][i].id;
            let mut through = None;
            for reply in self.options(option, !player)? {
                self.step()?;
                let below = player == Player::Left;
                let bypassed = match self.compare_without_search(reply, form, below) {
                    Some(answer) => answer,
                    None => self.compares_with_form(reply, form, below)?,
                };
                if bypassed {
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
            // A step for each cache line of ids.
            let compared = (seen.len() + form.options[side].len()) / 16;
            for new in self.options(reply, player)? {
                self.steps(compared)?;
                if !seen.contains(&new) && form.options[side].iter().all(|o| o.id != new) {
                    self.push(&mut form.options[side], new)?;
                }
            }
            if form.options[side].len() > MAX_OPTIONS {
                return Err(ValueError::TooManyOptions);
            }
        }
        Ok(!seen.is_empty())
    }

    /// Whether `x <= form` if `below`, or else `form <= x`, where nothing decides it without a search.
    fn compares_with_form(&mut self, x: Id, form: &Form, below: bool) -> Computed<bool> {
        if let Some(&answer) = self.with_form.get(&(x, below)) {
            return Ok(answer);
        }
        self.step()?;
        let answer = self.recurse(|engine| engine.compares_by_options(x, form, below))?;
        self.with_form.insert((x, below), answer);
        Ok(answer)
    }

    #[inline]
    fn compare_without_search(&self, x: Id, form: &Form, below: bool) -> Option<bool> {
        let x = self.store.summary(x);
        if below {
            x.profile.le(&form.profile).or_else(|| le_by_stops(x.stop_keys(), form.stops?))
        } else {
            form.profile.le(&x.profile).or_else(|| le_by_stops(form.stops?, x.stop_keys()))
        }
    }

    /// `x <= form`: no Right option of the form is `<= x`, and no Left option of `x` is `>=` the form.
    fn compares_by_options(&mut self, x: Id, form: &Form, below: bool) -> Computed<bool> {
        let (side, player) = if below { (1, Player::Left) } else { (0, Player::Right) };
        let of_x = self.store.summary(x);
        let (mut undecided, mut replies) = (Pairs::new(), SmallVec::<[Id; 16]>::new());
        for option in &form.options[side] {
            let (low, high) = ordered(!player, of_x, self.store.summary(option.id));
            match low.le(&high) {
                Some(false) => {}
                Some(true) => return Ok(false),
                None => undecided.push(ordered(!player, x, option.id)),
            }
        }
        for option in self.options(x, player)? {
            match self.compare_without_search(option, form, !below) {
                Some(false) => {}
                Some(true) => return Ok(false),
                None => replies.push(option),
            }
        }
        if replies.spilled() {
            self.hold(replies.capacity() * size_of::<Id>())?;
        }
        if self.any_le(undecided)? {
            return Ok(false);
        }
        for option in replies {
            if self.compares_with_form(option, form, !below)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn remove_dominated(&mut self, options: &mut Candidates, player: Player) -> Computed<()> {
        let is_le = |engine: &mut Self, g: &Summary<'_>, h: &Summary<'_>| match g.le(h) {
            Some(answer) => Ok(answer),
            None => engine.le_by_search(g.id, h.id),
        };
        let mut i = 0;
        'next: while i < options.len() {
            self.steps(options.len() - i)?;
            let a = options[i];
            let of_a = self.store.summary(a.id);
            let mut j = i + 1;
            while j < options.len() {
                let b = options[j];
                if a.families & b.families != 0 {
                    j += 1;
                    continue;
                }
                let of_b = self.store.summary(b.id);
                let (low, high) = ordered(player, &of_a, &of_b);
                if is_le(self, low, high)? {
                    options.swap_remove(i);
                    continue 'next;
                }
                if is_le(self, high, low)? {
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
