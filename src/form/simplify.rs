//! From any options to the canonical form: reversible options bypassed, dominated ones removed.
//!
//! Source: Siegel, *Combinatorial Game Theory* (2013), II.2.
//!
//! While `{L|R}` is being simplified it has no id yet. It is compared with stored games by its
//! options, its profile and its stops; none of these changes while options are bypassed, because its
//! value does not, and so the answers are remembered until it is done.

use hashbrown::HashTable;
use smallvec::SmallVec;

use super::ValueError;
use super::number_up_star::NumberUpStar;
use super::order::le_by_stops;
use super::profile::{Profile, ProfileBuilder};
use super::store::{Id, MAX_OPTIONS};
use super::work::{Work, growth};
use crate::Player;
use crate::hash::mix;

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
    /// The keys of its stops; `None` if the options' stops do not tell (it is then a number).
    stops: Option<[i32; 2]>,
}

const SIDES: [(usize, Player); 2] = [(0, Player::Left), (1, Player::Right)];

/// Remembers canonical forms by the very options they were asked for with, sorted: on boards, half of
/// all requests come again. It is emptied when it has grown to several times the size of the store.
#[derive(Default)]
pub(crate) struct Literals {
    table: HashTable<Literal>,
    /// The options of all entries.
    ids: Vec<Id>,
}

struct Literal {
    hash: u64,
    /// Where the options start, and how many of them there are, Left's first.
    start: u32,
    counts: [u16; 2],
    form: Id,
}

impl Literals {
    /// The most ids for each form in the store, and in any case.
    const IDS_PER_FORM: usize = 32;
    const IDS: usize = 1 << 24;

    pub(crate) fn bytes(&self) -> usize {
        let growth = growth(self.table.len(), self.table.capacity(), 3);
        self.table.allocation_size() * growth + self.ids.capacity() * size_of::<Id>()
    }

    fn hash(options: &[Candidates; 2]) -> u64 {
        let [left, right] = options;
        let start = mix(left.len() as u64, right.len() as u64);
        left.iter().chain(right).fold(start, |hash, o| mix(hash, o.id.to_word().into()))
    }

    fn get(&self, hash: u64, options: &[Candidates; 2]) -> Option<Id> {
        let [left, right] = options;
        let found = self.table.find(hash, |literal| {
            let [l, r] = literal.counts.map(usize::from);
            let ids = self.ids[literal.start as usize..][..l + r].iter();
            (l, r) == (left.len(), right.len()) && ids.eq(left.iter().chain(right).map(|o| &o.id))
        });
        found.map(|literal| literal.form)
    }

    fn insert(&mut self, hash: u64, key: SmallVec<[Id; 32]>, left: usize, form: Id, forms: usize) {
        if self.ids.len() + key.len() > (forms * Literals::IDS_PER_FORM).min(Literals::IDS) {
            self.ids.clear();
            self.table.clear();
        }
        let counts = [left, key.len() - left].map(u16::try_from);
        if let [Ok(left), Ok(right)] = counts {
            let start = self.ids.len() as u32;
            self.ids.extend(key);
            let literal = Literal { hash, start, counts: [left, right], form };
            self.table.insert_unique(hash, literal, |literal| literal.hash);
        }
    }
}

/// Sorts the options and takes out those that are there twice.
fn sort(options: &mut Candidates) {
    options.sort_unstable_by_key(|o| o.id);
    options.dedup_by(|b, a| {
        let same = a.id == b.id;
        a.families |= if same { b.families } else { 0 };
        same
    });
}

impl Work<'_> {
    /// The canonical form of `{left|right}`.
    pub(crate) fn simplify(
        &mut self,
        left: Candidates,
        right: Candidates,
    ) -> Result<Id, ValueError> {
        let mut options = [left, right];
        self.hold_copy(options[0].len() + options[1].len())?;
        options.iter_mut().for_each(sort);
        let hash = Literals::hash(&options);
        if let Some(known) = self.literals.get(hash, &options) {
            return Ok(known);
        }
        let key = options.iter().flatten().map(|o| o.id).collect();
        let left_count = options[0].len();
        let mut form = self.form(options);
        for (side, player) in SIDES {
            self.bypass_reversible(&mut form, side, player)?;
        }
        for (side, player) in SIDES {
            self.remove_dominated(&mut form.options[side], player)?;
        }
        let id = self.store_canonical(&form)?;
        self.literals.insert(hash, key, left_count, id, self.store.len());
        Ok(id)
    }

    /// Counts the copies that are made of lists of options.
    fn hold_copy(&mut self, options: usize) -> Result<(), ValueError> {
        if options > 32 { self.hold(options * 2 * size_of::<Candidate>()) } else { Ok(()) }
    }

    /// The canonical form of `{left|right}`, which most likely has these very options and is stored:
    /// so it is when a text is read that was printed.
    pub(crate) fn simplify_canonical(
        &mut self,
        left: &[Id],
        right: &[Id],
    ) -> Result<Id, ValueError> {
        self.hold_copy(left.len() + right.len())?;
        let [l, r] = [left, right].map(|list| {
            let mut ids: SmallVec<[Id; 16]> = SmallVec::from_slice(list);
            ids.sort_unstable();
            ids
        });
        if let Some(known) = self.store.find_open(&l, &r) {
            return Ok(known);
        }
        let [left, right] = [l, r].map(|ids| ids.into_iter().map(Into::into).collect());
        self.simplify(left, right)
    }

    /// The game whose options come of those of `g` by `f`.
    pub(crate) fn by_options(
        &mut self,
        g: Id,
        f: impl FnMut(&mut Self, Player, Id) -> Result<Id, ValueError>,
    ) -> Result<Id, ValueError> {
        let [left, right] = self.map_options(g, f)?;
        self.simplify(left, right)
    }

    /// What comes of the options of `g` by `f`.
    pub(crate) fn map_options(
        &mut self,
        g: Id,
        mut f: impl FnMut(&mut Self, Player, Id) -> Result<Id, ValueError>,
    ) -> Result<[Candidates; 2], ValueError> {
        let mut options = [Candidates::new(), Candidates::new()];
        for (player, list) in Player::BOTH.into_iter().zip(&mut options) {
            for option in self.options(g, player)? {
                let option = f(self, player, option)?;
                self.push(list, option)?;
            }
        }
        Ok(options)
    }

    /// `{left|right}`, of which is known that it is canonical.
    pub(crate) fn canonical(
        &mut self,
        left: Candidates,
        right: Candidates,
    ) -> Result<Id, ValueError> {
        let form = self.form([left, right]);
        self.store_canonical(&form)
    }

    /// Begins to work on a form.
    fn form(&mut self, options: [Candidates; 2]) -> Form {
        let mut builder = ProfileBuilder::default();
        for ((_, player), list) in SIDES.into_iter().zip(&options) {
            list.iter().for_each(|o| builder.add(player, &self.store.profile(o.id)));
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
            || left_key == right_key && {
                let left = self.store.best_stop(left.iter().map(|o| o.id), Player::Left);
                let right = self.store.best_stop(right.iter().map(|o| o.id), Player::Right);
                left == right || self.store.number(left) >= self.store.number(right)
            };
        crossed.then_some([left_key, right_key])
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
        // A step for four cache lines of options that are written.
        self.steps((left.len() + right.len()) / 64)?;
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
            // A step for each cache line of ids that is read.
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
        let (profile, stops) = (self.store.profile(x), self.store.stop_keys(x));
        if below {
            profile.le(&form.profile).or_else(|| le_by_stops(stops, form.stops?))
        } else {
            form.profile.le(&profile).or_else(|| le_by_stops(form.stops?, stops))
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
            self.steps(options.len() - i)?;
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
