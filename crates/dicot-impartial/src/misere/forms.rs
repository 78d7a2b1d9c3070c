//! The store of misère canonical forms.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use dicot::{LimitKind, Limits};

use super::partitions::Pairs;
use super::{Genus, mex};

/// A misère canonical form in a store [`MisereForms`]. Games are equal under misère play if and only if they have the same form.
///
/// There is no order: `Ord` would be that of creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MisereForm(pub(super) u32);

impl MisereForm {
    /// The form of a game without options, which every store has.
    pub const ZERO: MisereForm = MisereForm(0);
}

/// How far the theory of tame games describes a game.
///
/// Source: *Winning Ways*, chapter 13. Which games are restive agrees with what CGSuite 2.2 prints, see
/// [`MisereForms::genus_text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tameness {
    /// The game and all its followers have genera of sums of nim heaps.
    HereditarilyTame,
    /// The genus is that of a sum of nim heaps, its nim value and its misère nim value are those by the options that are tame, and each
    /// other option has itself tame options with these values, to which a player reverts.
    Tame,
    /// The game is not tame and has the genus of a sum of nim heaps, so that the nim values of its sums with tame games follow from it.
    /// See [`MisereForms::tameness`].
    Tameable,
    /// The game is restive, and all its options are hereditarily tame. Or the game is the sum of `*1` and such a game.
    HereditarilyRestive,
    /// The nim value is 0 or 1, the misère nim value is 2 or more, and the genus is that of the options that are tame; each
    /// other option has itself tame options to which a player reverts. Or the game is the sum of `*1` and such a game.
    Restive,
    /// All options are tame, the nim value is 2 or more, and the misère nim value is 0 or 1. Or the game is
    /// the sum of `*1` and such a game.
    Restless,
    /// All other games.
    Wild,
}

/// Misère canonical forms of impartial games, each stored once.
///
/// Numbers of forms born by days 0 to 5: 1, 2, 3, 5, 22, 4,171,780.
///
/// Source: Conway, *On Numbers and Games*, chapter 12; Siegel, *Combinatorial Game Theory*, section V.3.
///
/// # Examples
/// ```
/// use dicot::Limits;
/// use dicot_impartial::{MisereForms, Tameness};
/// let (mut forms, limits) = (MisereForms::new(), Limits::default());
/// let two = forms.nimber(2, &limits)?;
/// let sum = forms.sum(two, two, &limits)?;
/// // Under misère play *2 + *2 is not 0, but the player who moves loses both without it and with it as the whole game.
/// assert!(forms.is_p_position(sum));
/// assert_eq!(forms.text(sum, 100, &limits)?.as_deref(), Some("*[2[2]]"));
/// assert_eq!((forms.genus_text(sum, &limits)?, forms.birthday(sum)), ("0^0".to_owned(), 4));
/// assert_eq!(forms.tameness(sum, &limits)?, Tameness::HereditarilyTame);
/// let sum = forms.read("*[2[2]320]", &limits).unwrap();
/// assert_eq!(forms.tameness(sum, &limits)?, Tameness::HereditarilyRestive);
/// # Ok::<_, dicot::LimitKind>(())
/// ```
///
/// # Panics
/// Methods panic if a form is of another store, where this one has fewer forms.
///
/// # Complexity
/// The number of forms of the followers of a sum grows exponentially with its parts.
#[derive(Clone, Debug)]
pub struct MisereForms {
    forms: Vec<Form>,
    index: HashMap<Vec<u32>, u32>,
    sums: HashMap<(u32, u32), u32>,
    /// The options of forms that have been sorted for comparisons.
    sorted: HashMap<u32, Vec<u32>>,
    /// The nim heaps so far.
    nimbers: Vec<u32>,
    /// The parts of even forms that have been asked for.
    pub(super) pairs: Pairs,
    pub(super) bytes: usize,
}

#[derive(Clone, Debug)]
struct Form {
    /// In rising order. They are stored before the form.
    options: Vec<u32>,
    genus: Genus,
    birthday: u32,
    is_nimber: bool,
    is_tame: bool,
    is_hereditarily_tame: bool,
}

impl Default for MisereForms {
    fn default() -> MisereForms {
        MisereForms::new()
    }
}

impl MisereForms {
    /// The largest nim heap that is read from a text. A form has a list of its options, so that all nim heaps to this one have half a
    /// million.
    pub const MAX_NIMBER: u32 = 1000;

    /// A store with the form of a game without options.
    pub fn new() -> MisereForms {
        let mut forms = MisereForms {
            forms: Vec::new(),
            index: HashMap::new(),
            sums: HashMap::new(),
            sorted: HashMap::new(),
            nimbers: vec![0],
            pairs: Pairs::new(),
            bytes: 0,
        };
        forms.canonical(Vec::new());
        forms
    }

    /// The form of the game with these options.
    pub fn of_options(&mut self, options: &[MisereForm]) -> MisereForm {
        MisereForm(self.canonical(options.iter().map(|option| option.0).collect()))
    }

    /// The form of a nim heap.
    ///
    /// # Errors
    /// A limit of time (`deadline`) or bytes, or the interrupt, as for all methods with limits.
    pub fn nimber(&mut self, n: u32, limits: &Limits) -> Result<MisereForm, LimitKind> {
        while self.nimbers.len() <= n as usize {
            self.check(8 * self.nimbers.len(), limits)?;
            let next = self.canonical(self.nimbers.clone());
            self.nimbers.push(next);
        }
        Ok(MisereForm(self.nimbers[n as usize]))
    }

    /// The form of a sum.
    ///
    /// # Errors
    /// As [`nimber`](MisereForms::nimber).
    pub fn sum(
        &mut self,
        a: MisereForm,
        b: MisereForm,
        limits: &Limits,
    ) -> Result<MisereForm, LimitKind> {
        self.add(a.0, b.0, limits).map(MisereForm)
    }

    /// The options of a form, none of which is reversible.
    pub fn options(&self, form: MisereForm) -> impl ExactSizeIterator<Item = MisereForm> + '_ {
        self.options_of(form.0).iter().map(|&option| MisereForm(option))
    }

    /// The options in the order in which lists of forms are printed.
    ///
    /// # Errors
    /// As [`nimber`](MisereForms::nimber).
    pub fn sorted_options(
        &mut self,
        form: MisereForm,
        limits: &Limits,
    ) -> Result<Vec<MisereForm>, LimitKind> {
        let mut options = self.options_of(form.0).to_vec();
        self.sort(&mut options, limits)?;
        Ok(options.into_iter().map(MisereForm).collect())
    }

    /// The order in which lists of forms are printed.
    ///
    /// # Errors
    /// As [`nimber`](MisereForms::nimber).
    pub fn order(
        &mut self,
        a: MisereForm,
        b: MisereForm,
        limits: &Limits,
    ) -> Result<Ordering, LimitKind> {
        let mut pair = [a.0, b.0];
        self.sort(&mut pair, limits)?;
        Ok(self.compare(a.0, b.0))
    }

    /// The memory of the forms in bytes, approximately.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The genus of a form.
    pub fn genus(&self, form: MisereForm) -> &Genus {
        &self.forms[form.0 as usize].genus
    }

    /// Whether the player who moves loses misère play.
    pub fn is_p_position(&self, form: MisereForm) -> bool {
        self.genus(form).misere[0] == 0
    }

    /// The number of moves of the longest play of a form.
    pub fn birthday(&self, form: MisereForm) -> u32 {
        self.forms[form.0 as usize].birthday
    }

    /// Whether the form is even: it is born before its sum with `*1`.
    ///
    /// # Errors
    /// As [`nimber`](MisereForms::nimber).
    pub fn is_even(&mut self, form: MisereForm, limits: &Limits) -> Result<bool, LimitKind> {
        Ok(!self.even_part(form.0, limits)?.1)
    }

    /// Whether the game is half-tame: it is not tame, and the sum of two of it is tame, with the genus of a P-position of nim heaps.
    ///
    /// Source: *Winning Ways*, chapter 13.
    ///
    /// # Errors
    /// As [`nimber`](MisereForms::nimber).
    pub fn is_half_tame(&mut self, form: MisereForm, limits: &Limits) -> Result<bool, LimitKind> {
        if self.forms[form.0 as usize].is_tame {
            return Ok(false);
        }
        let two = self.sum(form, form, limits)?;
        let two = &self.forms[two.0 as usize];
        Ok(two.is_tame && two.genus.normal == 0 && two.genus.misere[0] == 0)
    }

    /// The number *n* if the form is that of a nim heap `*n`.
    pub fn to_nimber(&self, form: MisereForm) -> Option<u32> {
        self.nimber_of(form.0)
    }

    /// How far the theory of tame games describes the form.
    ///
    /// Tameable games are defined by their options, as CGSuite has them: the first misère value of the even part is the nim value, or both
    /// are 0 or 1; they are those of the options that are tame or tameable; and each other option has options of that kind, all tame
    /// or all tameable, to which a player reverts: one with the nim value of the game, and one with its misère value.
    ///
    /// # Errors
    /// As [`nimber`](MisereForms::nimber).
    pub fn tameness(&mut self, form: MisereForm, limits: &Limits) -> Result<Tameness, LimitKind> {
        if let Some(tameness) = self.tame_or_near(form.0, limits)? {
            return Ok(tameness);
        }
        let (even, _) = self.even_part(form.0, limits)?;
        Ok(if self.is_tameable(even, limits)? { Tameness::Tameable } else { Tameness::Wild })
    }

    /// The tameness, unless the form is tameable or wild.
    fn tame_or_near(&mut self, form: u32, limits: &Limits) -> Result<Option<Tameness>, LimitKind> {
        let of = &self.forms[form as usize];
        if of.is_tame {
            let hereditarily = of.is_hereditarily_tame;
            return Ok(Some(match hereditarily {
                true => Tameness::HereditarilyTame,
                false => Tameness::Tame,
            }));
        }
        let (even, _) = self.even_part(form, limits)?;
        let Form { options, genus, .. } = &self.forms[even as usize];
        let of = |option: &u32| &self.forms[*option as usize];
        let [normal, misere] = genus.values();
        let is_by_tame = || {
            let tame = options.iter().map(of).filter(|f| f.is_tame).map(|f| &f.genus);
            Genus::of_options(&tame.collect::<Vec<_>>()) == *genus
        };
        let reverts = |&option: &u32| {
            let second = self.options_of(option).iter().map(of).filter(|f| f.is_tame);
            let second: Vec<[u32; 2]> = second.map(|f| f.genus.values()).collect();
            second.iter().any(|&[n, m]| m == misere && (n < 2 || (n ^ misere) < 2))
                && second.iter().any(|&[n, m]| n == normal && (m < 2 || (m ^ misere) < 2))
        };
        let all_revert = || options.iter().all(|option| of(option).is_tame || reverts(option));
        if normal < 2 && misere >= 2 && is_by_tame() && all_revert() {
            let hereditarily = options.iter().all(|option| of(option).is_hereditarily_tame);
            return Ok(Some(match hereditarily {
                true => Tameness::HereditarilyRestive,
                false => Tameness::Restive,
            }));
        }
        let is_restless =
            normal >= 2 && misere < 2 && options.iter().all(|option| of(option).is_tame);
        Ok(is_restless.then_some(Tameness::Restless))
    }

    /// Whether an even form is tame or tameable, after its followers.
    fn is_tameable(&mut self, even: u32, limits: &Limits) -> Result<bool, LimitKind> {
        let mut evens = Vec::new();
        for follower in self.followers(even) {
            evens.push(self.even_part(follower, limits)?.0);
        }
        evens.sort_unstable_by_key(|&form| (self.birthday_of(form), form));
        evens.dedup();
        let mut known = HashMap::new();
        for form in evens {
            self.check(16 * known.len(), limits)?;
            let options = self.with_even_parts(form, limits)?;
            let is_tame = |option: &(u32, u32)| self.forms[option.0 as usize].is_tame;
            let others: Vec<u32> = options.iter().filter(|o| !is_tame(o)).map(|o| o.0).collect();
            let mut second = HashMap::new();
            for option in others {
                second.insert(option, self.with_even_parts(option, limits)?);
            }
            known.insert(form, self.tameable_by(form, &options, &second, &known));
        }
        Ok(known[&even])
    }

    /// The options of a form, each with its even part.
    fn with_even_parts(
        &mut self,
        form: u32,
        limits: &Limits,
    ) -> Result<Vec<(u32, u32)>, LimitKind> {
        let options = self.options_of(form).to_vec();
        options.into_iter().map(|o| Ok((o, self.even_part(o, limits)?.0))).collect()
    }

    fn tameable_by(
        &self,
        form: u32,
        options: &[(u32, u32)],
        second: &HashMap<u32, Vec<(u32, u32)>>,
        known: &HashMap<u32, bool>,
    ) -> bool {
        let values = |form: u32| self.forms[form as usize].genus.values();
        let is_tame = |form: u32| self.forms[form as usize].is_tame;
        let wanted = values(form);
        if is_tame(form) {
            return true;
        }
        let mut kept = Vec::new();
        for &(option, even) in options {
            if is_tame(option) || known[&even] {
                kept.push(values(option));
                continue;
            }
            let reverts = |tame: bool| {
                let of_kind = |&&(o, even): &&(u32, u32)| {
                    is_tame(o) == tame && (tame || known.get(&even).is_some_and(|&known| known))
                };
                let second: Vec<[u32; 2]> =
                    second[&option].iter().filter(of_kind).map(|&(o, _)| values(o)).collect();
                [0, 1].iter().all(|&i| second.iter().any(|values| values[i] == wanted[i]))
            };
            if !reverts(true) && !reverts(false) {
                return false;
            }
        }
        let mex_of = |i: usize| mex(kept.iter().map(|values| values[i]));
        (wanted[0] == wanted[1] || wanted[0].max(wanted[1]) < 2)
            && (kept.is_empty() && wanted[0] == 0 || [0, 1].map(mex_of) == wanted)
    }

    /// The genus as CGSuite prints it: the nim value; after `^`, unless the form is a nim heap, the misère values, of which a tame or
    /// restive game shows the first one only.
    ///
    /// # Errors
    /// As [`nimber`](MisereForms::nimber).
    pub fn genus_text(&mut self, form: MisereForm, limits: &Limits) -> Result<String, LimitKind> {
        if let Some(n) = self.to_nimber(form) {
            return Ok(n.to_string());
        }
        let tameness = self.tameness(form, limits)?;
        let is_wild = matches!(tameness, Tameness::Tameable | Tameness::Restless | Tameness::Wild);
        let Genus { normal, misere } = self.genus(form);
        let misere = if is_wild { &misere[..] } else { &misere[..1] };
        Ok(Genus { normal: *normal, misere: misere.to_vec() }.to_string())
    }

    /// All forms born by a day, in the order in which they are printed.
    ///
    /// # Errors
    /// As [`nimber`](MisereForms::nimber). Without a limit the forms of day 5 take more than a gigabyte; those of day 6 have no room
    /// on any machine and are [`LimitKind::Bytes`].
    pub fn born_by(&mut self, day: u32, limits: &Limits) -> Result<Vec<MisereForm>, LimitKind> {
        if day > 5 {
            return Err(LimitKind::Bytes(limits.bytes.unwrap_or(usize::MAX)));
        }
        let mut born: Vec<u32> = vec![0];
        for _ in 0..day {
            let Some(subsets) = 1_u64.checked_shl(born.len() as u32).filter(|&n| n <= 1 << 32)
            else {
                return Err(LimitKind::Bytes(limits.bytes.unwrap_or(usize::MAX)));
            };
            let mut next = Vec::new();
            for subset in 0..subsets {
                self.check(8 * next.len(), limits)?;
                let options = born.iter().enumerate().filter(|&(n, _)| subset >> n & 1 == 1);
                next.push(self.canonical(options.map(|(_, &form)| form).collect()));
            }
            next.sort_unstable();
            next.dedup();
            born = next;
        }
        self.sort(&mut born, limits)?;
        Ok(born.into_iter().map(MisereForm).collect())
    }

    pub(super) fn check(&self, bytes: usize, limits: &Limits) -> Result<(), LimitKind> {
        limits.check()?;
        match limits.bytes.filter(|&limit| self.bytes + bytes > limit) {
            Some(limit) => Err(LimitKind::Bytes(limit)),
            None => Ok(()),
        }
    }

    pub(super) fn options_of(&self, form: u32) -> &[u32] {
        &self.forms[form as usize].options
    }

    pub(super) fn birthday_of(&self, form: u32) -> u32 {
        self.forms[form as usize].birthday
    }

    pub(super) fn normal_of(&self, form: u32) -> u32 {
        self.forms[form as usize].genus.normal
    }

    pub(super) fn nimber_of(&self, form: u32) -> Option<u32> {
        let Form { birthday, is_nimber, .. } = self.forms[form as usize];
        is_nimber.then_some(birthday)
    }

    /// The canonical form of a game by those of its options.
    ///
    /// The game is equal to H if its options are those of H and others, each of which has H as an option: such a move is
    /// reversed to H. If H has no options, the game must in addition be a win for the player who moves, as H is; then it has the genus of H.
    pub(super) fn canonical(&mut self, mut options: Vec<u32>) -> u32 {
        options.sort_unstable();
        options.dedup();
        if let Some(&form) = self.index.get(&options) {
            return form;
        }
        let genus = |option: &u32| &self.forms[*option as usize].genus;
        let genus = Genus::of_options(&options.iter().map(genus).collect::<Vec<_>>());
        let form = self.reversed(&options, &genus).unwrap_or_else(|| {
            let form = self.forms.len() as u32;
            self.bytes += 8 * options.len() + 4 * genus.misere.len() + 168;
            self.forms.push(self.with_genus(options.clone(), genus));
            form
        });
        self.bytes += 4 * options.len() + 64;
        self.index.insert(options, form);
        form
    }

    fn reversed(&self, options: &[u32], genus: &Genus) -> Option<u32> {
        let candidates = options.iter().flat_map(|&option| self.options_of(option));
        let is_equal = |&&form: &&u32| {
            let kept = self.options_of(form);
            let has_form = |option: u32| self.options_of(option).binary_search(&form).is_ok();
            // Equal games have the same genus, which few candidates have.
            self.forms[form as usize].genus == *genus
                && kept.iter().all(|option| options.binary_search(option).is_ok())
                && options.iter().all(|&o| kept.binary_search(&o).is_ok() || has_form(o))
        };
        candidates.into_iter().find(is_equal).copied()
    }

    fn with_genus(&self, options: Vec<u32>, genus: Genus) -> Form {
        let of = |option: &u32| &self.forms[*option as usize];
        let birthday = options.iter().map(|option| of(option).birthday + 1).max().unwrap_or(0);
        let is_nimber =
            options.len() == birthday as usize && options.iter().all(|option| of(option).is_nimber);
        let is_hereditarily_tame =
            genus.is_tame() && options.iter().all(|option| of(option).is_hereditarily_tame);
        let is_tame = is_hereditarily_tame
            || genus.is_tame()
                && self.values_of_tame(&options) == genus.values()
                && options.iter().all(|&o| of(&o).is_tame || self.reverts(o, genus.values()));
        Form { options, genus, birthday, is_nimber, is_tame, is_hereditarily_tame }
    }

    /// The nim value and the misère nim value of the game with those options that are tame, which is not one without moves.
    fn values_of_tame(&self, options: &[u32]) -> [u32; 2] {
        let forms = options.iter().map(|&option| &self.forms[option as usize]);
        let tame: Vec<[u32; 2]> = forms.filter(|f| f.is_tame).map(|f| f.genus.values()).collect();
        [0, 1].map(|i| mex(tame.iter().map(|values| values[i])))
    }

    /// Whether a form has a tame option with one of these values, and one with the other, to which a player reverts.
    fn reverts(&self, form: u32, values: [u32; 2]) -> bool {
        let options = self.options_of(form).iter().map(|&option| &self.forms[option as usize]);
        let tame: Vec<[u32; 2]> = options.filter(|f| f.is_tame).map(|f| f.genus.values()).collect();
        [0, 1].iter().all(|&i| tame.iter().any(|other| other[i] == values[i]))
    }

    /// The canonical form of a sum, with a stack of its own.
    pub(super) fn add(&mut self, a: u32, b: u32, limits: &Limits) -> Result<u32, LimitKind> {
        let key = |a: u32, b: u32| (a.min(b), a.max(b));
        let known = |forms: &MisereForms, (a, b): (u32, u32)| match a {
            0 => Some(b),
            _ => forms.sums.get(&(a, b)).copied(),
        };
        let mut open = vec![key(a, b)];
        while let Some(&(a, b)) = open.last() {
            self.check(8 * open.len(), limits)?;
            if known(self, (a, b)).is_some() {
                open.pop();
                continue;
            }
            let left = self.options_of(a).iter().map(|&option| key(option, b));
            let pairs = left.chain(self.options_of(b).iter().map(|&option| key(a, option)));
            let (mut options, before) = (Vec::new(), open.len());
            for pair in pairs {
                match known(self, pair) {
                    Some(form) => options.push(form),
                    None => open.push(pair),
                }
            }
            if open.len() == before {
                let form = self.canonical(options);
                self.sums.insert((a, b), form);
                self.bytes += 32;
                open.pop();
            }
        }
        Ok(known(self, key(a, b)).unwrap_or(0))
    }

    /// The one of a form and its sum with `*1` that is born first, and whether it is not the form: every game is E or E + `*1`.
    pub(super) fn even_part(
        &mut self,
        form: u32,
        limits: &Limits,
    ) -> Result<(u32, bool), LimitKind> {
        let one = self.canonical(vec![0]);
        let other = self.add(form, one, limits)?;
        let is_odd = self.birthday_of(other) < self.birthday_of(form);
        Ok(if is_odd { (other, true) } else { (form, false) })
    }

    /// The followers of a form, itself included, in the order in which they are stored.
    pub(super) fn followers(&self, form: u32) -> Vec<u32> {
        let (mut found, mut open) = (vec![form], vec![form]);
        let mut seen = HashSet::from([form]);
        while let Some(form) = open.pop() {
            for &option in self.options_of(form) {
                if seen.insert(option) {
                    found.push(option);
                    open.push(option);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// Sorts forms in the order in which CGSuite prints options, reversed. CGSuite's order is deduced from its results: see [`compare`].
    ///
    /// [`compare`]: MisereForms::compare
    pub(super) fn sort(&mut self, forms: &mut [u32], limits: &Limits) -> Result<(), LimitKind> {
        let (mut unsorted, mut open) = (HashSet::new(), forms.to_vec());
        while let Some(form) = open.pop() {
            self.check(32 * (open.len() + unsorted.len()), limits)?;
            let (even, _) = self.even_part(form, limits)?;
            if !self.sorted.contains_key(&even) && unsorted.insert(even) {
                open.extend_from_slice(self.options_of(even));
            }
        }
        let mut unsorted: Vec<u32> = unsorted.into_iter().collect();
        unsorted.sort_unstable_by_key(|&form| self.birthday_of(form));
        // The followers of a form, which its options are compared by, are born before it.
        for form in unsorted {
            self.check(0, limits)?;
            let mut options = self.options_of(form).to_vec();
            options.sort_by(|&a, &b| self.compare(a, b));
            self.bytes += 4 * options.len() + 64;
            self.sorted.insert(form, options);
        }
        forms.sort_by(|&a, &b| self.compare(a, b));
        Ok(())
    }

    /// The even part, if the sum with `*1` has been computed.
    fn known_even_part(&self, form: u32) -> (u32, bool) {
        let one = self.index[&vec![0]];
        let other = match form {
            0 => one,
            _ => self.sums.get(&(form.min(one), form.max(one))).copied().unwrap_or(0),
        };
        let is_odd = self.birthday_of(other) < self.birthday_of(form);
        if is_odd { (other, true) } else { (form, false) }
    }

    /// Compares even parts first, by birthday, number of options, nim value, misère nim value, and by their options from the smallest
    /// one on; then E comes before E + `*1`. The options of the even parts have been sorted.
    fn compare(&self, mut a: u32, mut b: u32) -> Ordering {
        while a != b {
            let ((even_a, is_odd_a), (even_b, is_odd_b)) =
                (self.known_even_part(a), self.known_even_part(b));
            if even_a == even_b {
                return is_odd_a.cmp(&is_odd_b);
            }
            let key = |form: u32| {
                let Form { options, genus, birthday, .. } = &self.forms[form as usize];
                (*birthday, options.len(), genus.normal, genus.misere[0])
            };
            let order = key(even_a).cmp(&key(even_b));
            let pair = match (self.sorted.get(&even_a), self.sorted.get(&even_b)) {
                (Some(a), Some(b)) => a.iter().zip(b).find(|(a, b)| a != b),
                _ => None,
            };
            match pair {
                Some((&next_a, &next_b)) if order.is_eq() => (a, b) = (next_a, next_b),
                _ => return order,
            }
        }
        Ordering::Equal
    }
}
