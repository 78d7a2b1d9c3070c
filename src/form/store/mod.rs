//! The hash-consing store: every canonical form is held once and has a small [`Id`].
//!
//! All clever memory of the library is in this folder. In safe Rust, without locks on reading:
//! - *Records* of eight words, one cache line, one for each pair of a form and its negative, in
//!   append-only buckets of atomics ([`Buckets`]). A record is written before its id is published (through a
//!   table's lock), so plain relaxed loads see all of it.
//! - *Heads* (birthday, facts and stops), each stored once however many records share it ([`heads`]).
//! - *Options*, in one append-only array of ids.
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
//! | 6 | number of the head | exponent of the number (low half), id of the number |
//! | 7 | start of the options (low half), count of Left's, count of Right's | the same, or 0 if they are not stored |

mod heads;
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

use self::heads::{Head, Heads};
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
const HEAD: usize = 6;
const OPTIONS: usize = 7;
// Of a closed form.
const NUMERATOR: usize = 4;
const UP_STAR: usize = 5;
const EXPONENT: usize = 6;

#[derive(Default)]
#[repr(align(64))]
struct Record([AtomicU64; 8]);

impl Record {
    #[inline]
    fn word(&self, index: usize) -> u64 {
        self.0[index].load(Relaxed)
    }

    /// The parts of a closed form.
    fn closed_form(&self) -> NumberUpStar {
        let up_star = self.word(UP_STAR);
        NumberUpStar {
            number: Dyadic::from_parts(self.word(NUMERATOR) as i64, self.word(EXPONENT) as u8),
            up: up_star as u32 as i32,
            star: (up_star >> 32) as u32,
        }
    }
}

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
    /// The [content hash](Forms::content_hash).
    hash: u64,
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
            let g = self.record.closed_form();
            if self.id.is_negated() { g.negative() } else { g }
        })
    }

    /// The keys of the left and the right stop: see [`stop_key`].
    #[inline]
    pub(crate) fn stop_keys(&self) -> [i32; 2] {
        if self.id.is_closed() {
            let exponent = self.record.word(EXPONENT) as u8;
            let key = stop_key(self.record.word(NUMERATOR) as i64, exponent);
            [if self.id.is_negated() { -key } else { key }; 2]
        } else {
            let word = self.record.word(STOPS);
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
    heads: Heads,
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
            heads: Heads::new(),
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
            + self.heads.bytes(soon)
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
        let [a, b, c, d] = [0, 1, 2, 3].map(|index| record.word(index));
        let profile = if id.is_negated() {
            Profile { below: [d, c], above: [b, a] }
        } else {
            Profile { below: [a, b], above: [c, d] }
        };
        Summary { id, record, profile }
    }

    /// The closed form, if the game has one.
    #[inline]
    pub(crate) fn number_up_star(&self, id: Id) -> Option<NumberUpStar> {
        self.summary(id).number_up_star()
    }

    /// The number, if the game is one.
    pub(crate) fn number(&self, id: Id) -> Option<Dyadic> {
        self.number_up_star(id).filter(NumberUpStar::is_number).map(|g| g.number)
    }

    /// The ids of the left and the right stop.
    pub(crate) fn stops(&self, id: Id) -> [Id; 2] {
        if id.is_closed() {
            let number = Id((self.record(id).word(EXPONENT) >> 32) as u32);
            [number.negative_if(id.is_negated()); 2]
        } else {
            let stops = self.head(id).stops;
            if id.is_negated() { [stops[1].negative(), stops[0].negative()] } else { stops }
        }
    }

    /// The head of a form that is not closed.
    fn head(&self, id: Id) -> Head {
        self.heads.get(self.record(id).word(HEAD) as u32)
    }

    /// The keys of the left and the right stop: see [`stop_key`].
    #[inline]
    pub(crate) fn stop_keys(&self, id: Id) -> [i32; 2] {
        self.summary(id).stop_keys()
    }

    /// A hash of the game itself, the same in every store. That of the negative differs in the last bit.
    #[inline]
    pub(crate) fn content_hash(&self, id: Id) -> u64 {
        self.hash(id) ^ u64::from(id.is_negated())
    }

    /// The content hash of the recorded form.
    #[inline]
    fn hash(&self, id: Id) -> u64 {
        let record = self.record(id);
        if id.is_closed() { closed_hash(record.closed_form()) } else { record.word(HASH) }
    }

    pub(crate) fn birthday(&self, id: Id) -> u64 {
        match self.number_up_star(id) {
            Some(g) => g.birthday(),
            None => self.head(id).birthday,
        }
    }

    /// The small facts, which a game and its negative share.
    pub(crate) fn facts(&self, id: Id) -> Facts {
        match self.number_up_star(id) {
            Some(g) => Facts::of_closed(g),
            None => self.head(id).facts,
        }
    }

    /// The stored options of a recorded form or its negative; none if they are not stored.
    #[inline]
    fn option_words(&self, id: Id, player: Player) -> &[AtomicU32] {
        let word = self.record(id).word(OPTIONS);
        let start = word as u32 as usize;
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
        !id.is_closed() || self.record(id).word(OPTIONS) != 0
    }

    /// The options of a form that has them stored.
    #[inline]
    pub(crate) fn stored_options(&self, id: Id, player: Player) -> StoredOptions<'_> {
        StoredOptions { ids: self.option_words(id, player).iter(), negate: id.is_negated() }
    }

    /// Loads records that are needed soon, so that their cache misses overlap.
    #[inline]
    pub(crate) fn load_records(&self, ids: impl Iterator<Item = Id>) {
        let words = ids.map(|id| self.record(id).word(0));
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
            let options =
                options.map_or(0, |(left, right)| store.write_options(cursor, [&left, &right]));
            let words = [g.number.numerator() as u64, up_star, exponent, options];
            store.write(cursor, profile::of_number_up_star(g), words);
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
        let ([left, right], hash) = (&contents.lists, contents.hash);
        let is_same = |id| self.has_contents(id, &contents);
        let id = self.intern(hash, is_same, |store, cursor| {
            let id = Id::new(cursor.records, false, contents.own_negative);
            let options = || left.iter().chain(right);
            let birthday = 1 + options().map(|&o| store.birthday(o)).max().unwrap_or(0);
            let facts = Facts::of_options(options().map(|&o| store.facts(o)));
            let left_stop = store.best_stop(left.iter().copied(), Player::Left);
            let right_stop = store.best_stop(right.iter().copied(), Player::Right);
            let stops = [left_stop, right_stop];
            let [l, r] = stops.map(|stop| store.stop_keys(stop)[0] as u32);
            let keys = u64::from(l) | u64::from(r) << 32;
            let head = store.heads.number(Head { birthday, facts, stops });
            let options = store.write_options(cursor, [left, right]);
            store.write(cursor, profile, [keys, hash, head.into(), options]);
            id
        })?;
        Ok(id.negative_if(contents.negated))
    }

    /// The form that is not closed and has exactly these canonical options, each list sorted by id, if it is stored.
    pub(crate) fn find_options(&self, left: &[Id], right: &[Id]) -> Option<Id> {
        let contents = self.contents(left, right);
        let hash = contents.hash;
        let found =
            lock(self.table(hash)).find(hash, |&id| self.has_contents(id, &contents)).copied();
        found.map(|id| id.negative_if(contents.negated))
    }

    /// The contents of the record. Of a form and its negative, the one with the smaller hash of Left's options is recorded, and
    /// if the hashes are equal, the one with the smaller lists.
    fn contents(&self, left: &[Id], right: &[Id]) -> Contents {
        // The Left options of the negative are the negatives of the Right options.
        let hash_of = |ids: &[Id], negate| {
            let hash = |&id: &Id| mix(self.content_hash(id.negative_if(negate)), 0);
            ids.iter().map(hash).fold(0, u64::wrapping_add)
        };
        let hashes = [hash_of(left, false), hash_of(right, true)];
        let here = || [left, right].map(Ids::from);
        let negative = || {
            [right, left].map(|ids| {
                let mut ids: Ids = ids.iter().map(|id| id.negative()).collect();
                ids.sort_unstable();
                ids
            })
        };
        let (lists, negated, own_negative) = match hashes[0].cmp(&hashes[1]) {
            Ordering::Less => (here(), false, false),
            Ordering::Greater => (negative(), true, false),
            Ordering::Equal => {
                let (here, negative) = (here(), negative());
                let (negated, own_negative) = (negative < here, negative == here);
                (if negated { negative } else { here }, negated, own_negative)
            }
        };
        let hash = mix(hashes[0].min(hashes[1]), hashes[0].max(hashes[1]));
        Contents { lists, hash, negated, own_negative }
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
            && self.record(id).word(HASH) == contents.hash
            && same(Player::Left, left)
            && same(Player::Right, right)
    }

    /// Writes the options of a form. Returns the word of the record that says where they are.
    fn write_options(&self, cursor: &mut Cursor, [left, right]: [&[Id]; 2]) -> u64 {
        let size = left.len() + right.len();
        let start = Buckets::<AtomicU32>::room(cursor.options, size);
        cursor.options = start + size;
        let options = left.iter().chain(right);
        for (slot, option) in self.options.slice(start, size).iter().zip(options) {
            slot.store(option.0, Relaxed);
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

    /// Writes the next record.
    fn write(&self, cursor: &mut Cursor, profile: Profile, rest: [u64; 4]) {
        let words = profile.below.into_iter().chain(profile.above).chain(rest);
        for (slot, word) in self.records.get(cursor.records).0.iter().zip(words) {
            slot.store(word, Relaxed);
        }
        cursor.records += 1;
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
        table.insert_unique(hash, id, |&id| self.hash(id));
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
