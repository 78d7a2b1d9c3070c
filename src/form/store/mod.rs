//! The hash-consing store: every canonical form is held once and has a small [`Id`].
//!
//! All clever memory of the library is in this folder. In safe Rust, without locks on reading:
//! - *Records* of eight words, one cache line, one for each pair of a form and its negative, in
//!   append-only buckets of atomics ([`Buckets`]). A record is written before its id is published (through a
//!   table's lock), so plain relaxed loads see all of it.
//! - *Options*, in one append-only array of ids with a short header for each form.
//! - *Tables* from contents to id, in shards with a lock each. No lock is held while options are
//!   compared or other forms stored; only ids are compared.
//! - Two bounded, lossy caches without locks that grow with what they forget ([`levels`]): comparisons ([`order_cache`]: one word
//!   an entry) and sums ([`sum_cache`]: a seqlock).
//!
//! Everything above sees ids and the small questions answered here. The folder does not use `Engine`, `Store` or
//! `CanonicalForm`.
//!
//! A record, with its words by index:
//!
//! | word | form with options | closed form |
//! |---|---|---|
//! | 0 to 3 | profile | profile |
//! | 4 | keys of the left stop (low half) and the right stop | numerator of the number |
//! | 5 | content hash | ups (low half), star |
//! | 6 | content hash of the negative | exponent of the number (low half), id of the number |
//! | 7 | start of the options (low half), count of Left's, count of Right's | the same, or 0 if they are not stored |

mod id;
mod levels;
mod order_cache;
mod sum_cache;

use crate::form::Computed;
use std::cmp::Ordering;
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize};

use hashbrown::HashTable;
use smallvec::SmallVec;

pub(crate) use self::id::Id;
use self::order_cache::OrderCache;
use self::sum_cache::SumCache;
use super::ValueError;
use super::error::MAX_OPTIONS;
use super::facts::Facts;
use super::number_up_star::NumberUpStar;
use super::profile::{self, Profile};
use crate::hash::{growth, mix};
use crate::sync::{Buckets, lock};
use crate::{Dyadic, LimitKind, Player};

// The words of a record: see the table above.
const STOPS: usize = 4;
const HASH: usize = 5;
const NEGATIVE_HASH: usize = 6;
const OPTIONS: usize = 7;
// Of a closed form.
const NUMERATOR: usize = 4;
const UP_STAR: usize = 5;
const EXPONENT: usize = 6;

type Record = [AtomicU64; 8];

/// Words before the options: the birthday in two, small facts, and the ids of the stops.
const HEADER: usize = 5;

/// Ups and nimbers up to this multiple have their options stored; those of larger ones are generated on demand.
const STORED_MULTIPLE: u32 = 16;

/// The largest number of bytes of options in a store: indices have 32 bits.
pub(crate) const MAX_OPTION_BYTES: usize = size_of::<u32>().saturating_mul(u32::MAX as usize);

/// The options of a player in a form that is not closed.
pub(crate) struct StoredOptions<'s> {
    ids: std::slice::Iter<'s, AtomicU32>,
    negate: bool,
}

impl Iterator for StoredOptions<'_> {
    type Item = Id;

    #[inline]
    fn next(&mut self) -> Option<Id> {
        self.ids.next().map(|id| Id(id.load(Relaxed)).negative_if(self.negate))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Id> {
        self.ids.nth(n).map(|id| Id(id.load(Relaxed)).negative_if(self.negate))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.ids.size_hint()
    }
}

impl ExactSizeIterator for StoredOptions<'_> {}

type Ids = SmallVec<[Id; 16]>;

/// A form with options, as it is recorded.
struct Contents {
    /// The canonical options of both players, sorted.
    lists: [Ids; 2],
    /// The content hashes of the form and of its negative.
    hashes: [u64; 2],
    /// Whether this is the negative of the requested form.
    negated: bool,
    own_negative: bool,
}

/// A number as an integer, for quick comparisons: twice the number times `2^15`, where a fraction is rounded towards 0 and
/// made an odd key, and clamped to an odd key. Different keys are in the order of the numbers, and equal keys are those of
/// equal numbers if they are [exact](is_exact).
#[inline]
fn stop_key(numerator: i64, exponent: u8) -> i32 {
    const MAX_KEY: u64 = i32::MAX as u64;
    let n = numerator.unsigned_abs();
    let key = match u32::from(exponent) {
        exponent @ 0..=15 => n.min(MAX_KEY) << (16 - exponent),
        exponent => {
            let shift = exponent - 15;
            n >> shift << 1 | u64::from(n.trailing_zeros() < shift)
        }
    };
    let key = key.min(MAX_KEY) as i32;
    if numerator < 0 { -key } else { key }
}

/// Whether only one number has the [key](stop_key).
#[inline]
pub(crate) fn is_exact(key: i32) -> bool {
    key & 1 == 0
}

/// What decides most comparisons of a form.
#[derive(Clone, Copy)]
pub(crate) struct Summary<'s> {
    pub(crate) id: Id,
    record: &'s Record,
    pub(crate) profile: Profile,
}

impl Summary<'_> {
    /// Whether this game is `<=` the other one, if profiles, stops or closed forms decide it.
    #[inline]
    pub(crate) fn le(&self, other: &Summary<'_>) -> Option<bool> {
        match self.profile.le(&other.profile) {
            None => self.le_by_parts(other),
            decided => decided,
        }
    }

    fn le_by_parts(&self, other: &Summary<'_>) -> Option<bool> {
        if self.id == other.id {
            return Some(true);
        }
        if self.id.is_closed() && other.id.is_closed() {
            return Some(self.number_up_star()?.le(&other.number_up_star()?));
        }
        le_by_stops(self.stop_keys(), other.stop_keys())
    }

    /// The closed form, if the game has one.
    #[inline]
    fn number_up_star(&self) -> Option<NumberUpStar> {
        self.id.is_closed().then(|| {
            let exponent = self.record[EXPONENT].load(Relaxed) as u8;
            let up_star = self.record[UP_STAR].load(Relaxed);
            let g = NumberUpStar {
                number: Dyadic::from_parts(self.record[NUMERATOR].load(Relaxed) as i64, exponent),
                up: up_star as u32 as i32,
                star: (up_star >> 32) as u32,
            };
            if self.id.is_negated() { g.negative() } else { g }
        })
    }

    /// The keys of the left and the right stop: see [`stop_key`].
    #[inline]
    pub(crate) fn stop_keys(&self) -> [i32; 2] {
        if self.id.is_closed() {
            let exponent = self.record[EXPONENT].load(Relaxed) as u8;
            let key = stop_key(self.record[NUMERATOR].load(Relaxed) as i64, exponent);
            [if self.id.is_negated() { -key } else { key }; 2]
        } else {
            let word = self.record[STOPS].load(Relaxed);
            let keys = [word as i32, (word >> 32) as i32];
            if self.id.is_negated() { [-keys[1], -keys[0]] } else { keys }
        }
    }
}

/// Whether `g <= h`, if the [keys](stop_key) of their stops decide it.
#[inline]
pub(crate) fn le_by_stops(g: [i32; 2], h: [i32; 2]) -> Option<bool> {
    if g[0] > h[0] || g[1] > h[1] { Some(false) } else { (g[0] < h[1]).then_some(true) }
}

/// The ends of the two arrays.
struct Cursor {
    records: usize,
    options: usize,
}

/// The canonical forms of a store.
pub(crate) struct Forms {
    records: Buckets<Record>,
    options: Buckets<AtomicU32>,
    tables: [Mutex<HashTable<Id>>; SHARDS],
    cursor: Mutex<Cursor>,
    /// The ids of small closed forms, by [`small_place`]; 0 for a form that is not stored.
    small: [AtomicU32; SMALL],
    len: AtomicUsize,
    orders: OrderCache,
    sums: SumCache,
}

const SHARDS: usize = 16;

/// Ups and nimbers below this multiple have an entry in [`Forms::small`].
const SMALL_MULTIPLE: usize = 17;
/// Numbers with numerators below this and denominators of at most 8 have one as well.
const SMALL_NUMERATOR: usize = 64;
const SMALL: usize = SMALL_MULTIPLE * SMALL_MULTIPLE + 4 * SMALL_NUMERATOR;

/// The index in [`Forms::small`] of a closed form that is not negative.
#[inline]
fn small_place(g: NumberUpStar) -> Option<usize> {
    if g.number == Dyadic::ZERO {
        let (up, star) = (g.up as usize, g.star as usize);
        (up.max(star) < SMALL_MULTIPLE).then_some(up * SMALL_MULTIPLE + star)
    } else {
        let (n, exponent) = (g.number.numerator() as usize, g.number.exponent() as usize);
        let small = g.is_number() && n < SMALL_NUMERATOR && exponent < 4;
        small.then_some(SMALL_MULTIPLE * SMALL_MULTIPLE + exponent * SMALL_NUMERATOR + n)
    }
}

impl Forms {
    pub(crate) fn new() -> Forms {
        let store = Forms {
            records: Buckets::new(),
            options: Buckets::new(),
            tables: [const { Mutex::new(HashTable::new()) }; SHARDS],
            cursor: Mutex::new(Cursor { records: 0, options: 1 }),
            small: [const { AtomicU32::new(0) }; SMALL],
            len: AtomicUsize::new(0),
            orders: OrderCache::new(),
            sums: SumCache::new(),
        };
        // The constants have the same ids in every store.
        let constants = [(Id::ZERO, 0, 0), (Id::STAR, 0, 1), (Id::UP, 1, 0), (Id::UP_STAR, 1, 1)];
        for (id, up, star) in constants {
            let made = store.closed(NumberUpStar { number: Dyadic::ZERO, up, star });
            debug_assert_eq!(made, Ok(id));
        }
        store
    }

    /// The number of records: a form and its negative count once.
    pub(crate) fn len(&self) -> usize {
        self.len.load(Relaxed)
    }

    /// The bytes that the forms and their caches take. If `soon`, with those that they take as soon as there are an eighth
    /// more forms: most parts grow by doubling, and the limit is checked before that.
    pub(super) fn bytes(&self, soon: bool) -> usize {
        let ahead = |len: usize| if soon { len + len / 8 } else { len };
        let Cursor { records, options } = *lock(&self.cursor);
        let forms = ahead(records);
        let table = |table: &Mutex<HashTable<Id>>| {
            let table = lock(table);
            let growth = if soon { growth(table.len(), table.capacity(), 2) } else { 1 };
            table.allocation_size() * growth
        };
        size_of::<Forms>()
            + Buckets::<Record>::bytes(forms)
            + Buckets::<AtomicU32>::bytes(ahead(options))
            + self.tables.iter().map(table).sum::<usize>()
            + self.orders.bytes(soon, forms)
            + self.sums.bytes(soon, forms)
    }

    #[inline]
    fn record(&self, id: Id) -> &Record {
        self.records.get(id.record())
    }

    #[inline]
    pub(crate) fn summary(&self, id: Id) -> Summary<'_> {
        let record = self.record(id);
        let [a, b, c, d, ..] = record;
        let [a, b, c, d] = [a, b, c, d].map(|word| word.load(Relaxed));
        let profile = if id.is_negated() {
            Profile { below: [d, c], above: [b, a] }
        } else {
            Profile { below: [a, b], above: [c, d] }
        };
        Summary { id, record, profile }
    }

    /// The closed form, if the game has one.
    pub(crate) fn number_up_star(&self, id: Id) -> Option<NumberUpStar> {
        self.summary(id).number_up_star()
    }

    /// The number, if the game is one.
    pub(crate) fn number(&self, id: Id) -> Option<Dyadic> {
        self.number_up_star(id).filter(NumberUpStar::is_number).map(|g| g.number)
    }

    /// The ids of the left and the right stop.
    pub(crate) fn stops(&self, id: Id) -> [Id; 2] {
        let record = self.record(id);
        if id.is_closed() {
            let number = Id((record[EXPONENT].load(Relaxed) >> 32) as u32);
            [number.negative_if(id.is_negated()); 2]
        } else {
            let start = record[OPTIONS].load(Relaxed) as u32 as usize;
            let words = self.options.slice(start, HEADER);
            let stops = [3, 4].map(|i| Id(words[i].load(Relaxed)));
            if id.is_negated() { [stops[1].negative(), stops[0].negative()] } else { stops }
        }
    }

    /// The keys of the left and the right stop: see [`stop_key`].
    #[inline]
    pub(crate) fn stop_keys(&self, id: Id) -> [i32; 2] {
        self.summary(id).stop_keys()
    }

    /// A hash of the game itself, the same in every store.
    pub(crate) fn content_hash(&self, id: Id) -> u64 {
        self.content_hashes(id)[0]
    }

    /// The [content hashes](Forms::content_hash) of a game and of its negative.
    #[inline]
    fn content_hashes(&self, id: Id) -> [u64; 2] {
        match self.number_up_star(id) {
            Some(g) => [closed_hash(g), closed_hash(g.negative())],
            None => {
                let words = [HASH, NEGATIVE_HASH].map(|i| self.record(id)[i].load(Relaxed));
                if id.is_negated() { [words[1], words[0]] } else { words }
            }
        }
    }

    pub(crate) fn birthday(&self, id: Id) -> u64 {
        match self.number_up_star(id) {
            Some(g) => g.birthday(),
            None => {
                let start = self.record(id)[OPTIONS].load(Relaxed) as u32 as usize;
                let words = self.options.slice(start, HEADER);
                let [low, high] = [0, 1].map(|i| u64::from(words[i].load(Relaxed)));
                low | high << 32
            }
        }
    }

    /// The small facts, which a game and its negative share.
    pub(crate) fn facts(&self, id: Id) -> Facts {
        match self.number_up_star(id) {
            Some(g) => Facts::of_closed(g),
            None => {
                let start = self.record(id)[OPTIONS].load(Relaxed) as u32 as usize;
                Facts::from_word(self.options.slice(start, HEADER)[2].load(Relaxed))
            }
        }
    }

    /// The stored options of a recorded form or its negative; none if they are not stored.
    #[inline]
    fn option_words(&self, id: Id, player: Player) -> &[AtomicU32] {
        let word = self.record(id)[OPTIONS].load(Relaxed);
        let start = word as u32 as usize + HEADER;
        let (left, right) = ((word >> 32) as u16 as usize, (word >> 48) as usize);
        // The Left options of a negated form are the negatives of the recorded Right options.
        if (player == Player::Left) != id.is_negated() {
            self.options.slice(start, left)
        } else {
            self.options.slice(start + left, right)
        }
    }

    /// Whether the options are stored: those of all forms but some closed ones.
    #[inline]
    pub(crate) fn has_stored_options(&self, id: Id) -> bool {
        !id.is_closed() || self.record(id)[OPTIONS].load(Relaxed) != 0
    }

    /// The options of a form that has them stored.
    #[inline]
    pub(crate) fn stored_options(&self, id: Id, player: Player) -> StoredOptions<'_> {
        StoredOptions { ids: self.option_words(id, player).iter(), negate: id.is_negated() }
    }

    /// Loads records that are needed soon, so that their cache misses overlap.
    #[inline]
    pub(crate) fn load_records(&self, ids: impl Iterator<Item = Id>) {
        let words = ids.map(|id| self.record(id)[0].load(Relaxed));
        std::hint::black_box(words.fold(0, |all, word| all | word));
    }

    /// The number of options of a player.
    pub(crate) fn option_count(&self, id: Id, player: Player) -> usize {
        match self.number_up_star(id) {
            Some(g) => g.option_count(player),
            None => self.option_words(id, player).len(),
        }
    }

    /// Stores a closed form.
    pub(crate) fn closed(&self, g: NumberUpStar) -> Computed<Id> {
        let negate = g.number < Dyadic::ZERO || (g.number == Dyadic::ZERO && g.up < 0);
        let g = if negate { g.negative() } else { g };
        let Some(place) = small_place(g) else {
            return Ok(self.closed_by_table(g)?.negative_if(negate));
        };
        let slot = &self.small[place];
        // No id is 0: the first record is a closed form.
        let id = match slot.load(Relaxed) {
            0 => {
                let id = self.closed_by_table(g)?;
                slot.store(id.0, Relaxed);
                id
            }
            word => Id(word),
        };
        Ok(id.negative_if(negate))
    }

    /// Stores a closed form that is not negative.
    fn closed_by_table(&self, g: NumberUpStar) -> Computed<Id> {
        let number =
            if g.is_number() { None } else { Some(self.closed(NumberUpStar::number(g.number))?) };
        let hash = closed_hash(g);
        let is_same = |id| self.number_up_star(id) == Some(g);
        let mut options = None;
        if g.number == Dyadic::ZERO && g.up.unsigned_abs().max(g.star) <= STORED_MULTIPLE {
            if let Some(&id) = lock(self.table(hash)).find(hash, |&id| is_same(id)) {
                return Ok(id);
            }
            let list = |player| g.options(player).map(|o| self.closed(o)).collect();
            let [left, right]: [Result<Vec<Id>, _>; 2] = Player::BOTH.map(list);
            options = Some((left?, right?));
        }
        self.intern(hash, is_same, |store, cursor| {
            let own_negative = g.number == Dyadic::ZERO && g.up == 0;
            let id = Id::new(cursor.records, true, own_negative);
            let number = number.unwrap_or(id);
            let up_star = u64::from(g.up as u32) | u64::from(g.star) << 32;
            let exponent = u64::from(g.number.exponent()) | u64::from(number.0) << 32;
            let start = options.map_or(0, |(left, right)| {
                let facts = Facts::of_closed(g);
                store.write_options(cursor, [&left, &right], g.birthday(), facts, [number; 2])
            });
            let words = [g.number.numerator() as u64, up_star, exponent, start];
            store.write(id, profile::of_number_up_star(g), words);
            cursor.records += 1;
            id
        })
    }

    /// Stores a form that is not closed by its canonical options, each list sorted by id.
    pub(crate) fn intern_options(
        &self,
        left: &[Id],
        right: &[Id],
        profile: Profile,
    ) -> Computed<Id> {
        if left.len().max(right.len()) > MAX_OPTIONS {
            return Err(ValueError::TooManyOptions);
        }
        let contents = self.contents(left, right);
        let profile = if contents.negated { profile.negative() } else { profile };
        let ([left, right], [hash, negative_hash]) = (&contents.lists, contents.hashes);
        let is_same = |id| self.has_contents(id, &contents);
        let id = self.intern(hash, is_same, |store, cursor| {
            let id = Id::new(cursor.records, false, contents.own_negative);
            let options = || left.iter().chain(right);
            let birthday = 1 + options().map(|&o| store.birthday(o)).max().unwrap_or(0);
            let facts = Facts::of_options(options().map(|&o| store.facts(o)));
            let left_stop = store.best_stop(left.iter().copied(), Player::Left);
            let right_stop = store.best_stop(right.iter().copied(), Player::Right);
            let stops = [left_stop, right_stop];
            let start = store.write_options(cursor, [left, right], birthday, facts, stops);
            let [l, r] = stops.map(|stop| store.stop_keys(stop)[0] as u32);
            let stops = u64::from(l) | u64::from(r) << 32;
            store.write(id, profile, [stops, hash, negative_hash, start]);
            cursor.records += 1;
            id
        })?;
        Ok(id.negative_if(contents.negated))
    }

    /// The form that is not closed and has exactly these canonical options, each list sorted by id, if it is stored.
    pub(crate) fn find_options(&self, left: &[Id], right: &[Id]) -> Option<Id> {
        let contents = self.contents(left, right);
        let hash = contents.hashes[0];
        let found =
            lock(self.table(hash)).find(hash, |&id| self.has_contents(id, &contents)).copied();
        found.map(|id| id.negative_if(contents.negated))
    }

    /// The contents of the record. Of a form and its negative, the one with the smaller hash is recorded, and if the
    /// hashes are equal, the one with the smaller lists.
    fn contents(&self, left: &[Id], right: &[Id]) -> Contents {
        let [hash, negative_hash] = self.hashes_of(left, right);
        let here = || [left, right].map(Ids::from);
        let negative = || {
            [right, left].map(|ids| {
                let mut ids: Ids = ids.iter().map(|id| id.negative()).collect();
                ids.sort_unstable();
                ids
            })
        };
        let (lists, negated, own_negative) = match hash.cmp(&negative_hash) {
            Ordering::Less => (here(), false, false),
            Ordering::Greater => (negative(), true, false),
            Ordering::Equal => {
                let (here, negative) = (here(), negative());
                let (negated, own_negative) = (negative < here, negative == here);
                (if negated { negative } else { here }, negated, own_negative)
            }
        };
        let hashes = if negated { [negative_hash, hash] } else { [hash, negative_hash] };
        Contents { lists, hashes, negated, own_negative }
    }

    /// Whether a form is not closed and has these options.
    fn has_contents(&self, id: Id, contents: &Contents) -> bool {
        let same = |player, ids: &Ids| {
            let stored = self.option_words(id, player);
            stored.len() == ids.len()
                && stored.iter().zip(ids).all(|(s, id)| s.load(Relaxed) == id.0)
        };
        let [left, right] = &contents.lists;
        !id.is_closed()
            && self.record(id)[HASH].load(Relaxed) == contents.hashes[0]
            && same(Player::Left, left)
            && same(Player::Right, right)
    }

    /// Writes the options of a form, after the words that come before them. Returns the word of the record that says where
    /// they are.
    fn write_options(
        &self,
        cursor: &mut Cursor,
        [left, right]: [&[Id]; 2],
        birthday: u64,
        facts: Facts,
        stops: [Id; 2],
    ) -> u64 {
        let size = HEADER + left.len() + right.len();
        let start = Buckets::<AtomicU32>::room(cursor.options, size);
        cursor.options = start + size;
        let [low, high] = [birthday as u32, (birthday >> 32) as u32];
        let header: [u32; HEADER] = [low, high, facts.to_word(), stops[0].0, stops[1].0];
        let words = header.into_iter().chain(left.iter().chain(right).map(|o| o.0));
        for (slot, word) in self.options.slice(start, size).iter().zip(words) {
            slot.store(word, Relaxed);
        }
        start as u64 | (left.len() as u64) << 32 | (right.len() as u64) << 48
    }

    /// The stop that `player` reaches by the best of these options, of which there is at least one.
    pub(crate) fn best_stop(&self, options: impl Iterator<Item = Id>, player: Player) -> Id {
        let other = usize::from(player == Player::Left);
        let better = |a: Id, b: Id| {
            if a == b {
                return false;
            }
            let (x, y) = (self.number(a), self.number(b));
            if player == Player::Left { x > y } else { x < y }
        };
        let mut stops = options.map(|o| self.stops(o)[other]);
        let first = stops.next().expect("a form that is not a number has options on both sides");
        stops.fold(first, |best, stop| if better(stop, best) { stop } else { best })
    }

    fn write(&self, id: Id, profile: Profile, rest: [u64; 4]) {
        let words = profile.below.into_iter().chain(profile.above).chain(rest);
        for (slot, word) in self.record(id).iter().zip(words) {
            slot.store(word, Relaxed);
        }
    }

    /// The content hashes of a form with these options and of its negative.
    fn hashes_of(&self, left: &[Id], right: &[Id]) -> [u64; 2] {
        const SALTS: [u64; 2] = [0x1234_5678_9abc_def1, 0x0fed_cba9_8765_4321];
        let mut sums = [SALTS; 2];
        for (side, list) in [left, right].into_iter().enumerate() {
            for &option in list {
                let [here, negative] = self.content_hashes(option);
                sums[0][side] = sums[0][side].wrapping_add(mix(here, SALTS[side]));
                sums[1][1 - side] = sums[1][1 - side].wrapping_add(mix(negative, SALTS[1 - side]));
            }
        }
        sums.map(|[left, right]| mix(left, right))
    }

    fn table(&self, hash: u64) -> &Mutex<HashTable<Id>> {
        &self.tables[(hash >> 32) as usize % SHARDS]
    }

    /// Finds a form by its hash and `same`, or records it with `make`.
    fn intern(
        &self,
        hash: u64,
        same: impl Fn(Id) -> bool,
        make: impl FnOnce(&Forms, &mut Cursor) -> Id,
    ) -> Computed<Id> {
        let mut table = lock(self.table(hash));
        if let Some(&id) = table.find(hash, |&id| same(id)) {
            return Ok(id);
        }
        let mut cursor = lock(&self.cursor);
        // The largest form takes fewer than 2^18 words, and options start below 2^32.
        if cursor.records >= Id::MAX_RECORDS || cursor.options >= (u32::MAX - (1 << 19)) as usize {
            return Err(ValueError::Limit(LimitKind::Forms(cursor.records)));
        }
        let id = make(self, &mut cursor);
        self.len.store(cursor.records, Relaxed);
        drop(cursor);
        table.insert_unique(hash, id, |&id| self.content_hash(id));
        Ok(id)
    }

    /// A cached answer to `g <= h`.
    #[inline]
    pub(crate) fn cached_order(&self, g: Id, h: Id) -> Option<bool> {
        self.orders.get(g, h)
    }

    #[inline]
    pub(crate) fn cache_order(&self, g: Id, h: Id, answer: bool) {
        self.orders.set(g, h, answer, self.len());
    }

    /// A cached sum. The caller orders the summands.
    pub(crate) fn cached_sum(&self, g: Id, h: Id) -> Option<Id> {
        self.sums.get(g, h)
    }

    pub(crate) fn cache_sum(&self, g: Id, h: Id, sum: Id) {
        self.sums.set(g, h, sum, self.len());
    }
}

fn closed_hash(g: NumberUpStar) -> u64 {
    let up_star = u64::from(g.up as u32) | u64::from(g.star) << 32;
    mix(mix(g.number.numerator() as u64, u64::from(g.number.exponent())), up_star)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_keys_are_in_the_order_of_the_numbers() {
        let far = [i64::MAX, i64::MIN + 1, 1 << 40, -(1 << 40)].map(|n| (n, 0));
        let near = (-40..=40).flat_map(|n| [0, 1, 3, 14, 15, 16, 17, 40, 62].map(|e| (n, e)));
        let parts = near.chain(far).map(|(n, e)| Dyadic::new(n, e));
        let numbers: Vec<Dyadic> = parts.collect::<Option<_>>().unwrap();
        let key = |x: Dyadic| stop_key(x.numerator(), x.exponent() as u8);
        for &x in &numbers {
            assert_eq!(key(-x), -key(x), "{x}");
            for &y in &numbers {
                match key(x).cmp(&key(y)) {
                    Ordering::Equal => assert!(x == y || !is_exact(key(x)), "{x} and {y}"),
                    order => assert_eq!(x.cmp(&y), order, "{x} and {y}"),
                }
            }
        }
        assert!([0, 5, -7].iter().all(|&n| is_exact(stop_key(n, 15))));
    }
}
