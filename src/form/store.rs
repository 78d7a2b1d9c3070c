//! The hash-consing store: every canonical form is held once and named by a small [`Id`].
//!
//! This file is the only clever memory in dicot. In safe Rust, without locks on reading:
//! - *Records* of eight words, one cache line, one for each pair of a form and its negative, in
//!   append-only buckets of atomics. A record is written before its id is published (through a
//!   table's lock), so plain relaxed loads see it whole.
//! - *Options*, in one append-only array of ids with a short header for each form.
//! - *Tables* from contents to id, in shards with a lock each. No lock is held while options are
//!   compared or other forms stored; only ids are compared.
//! - Two *memos*, bounded and lossy: comparisons (lock-free, one word an entry) and sums; and *caches*
//!   of what is more rarely asked for.
//!
//! Everything else sees ids and the small questions answered here.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use hashbrown::HashTable;
use smallvec::SmallVec;

use super::cache::Cache;
use super::facts::Facts;
use super::number_up_star::NumberUpStar;
use super::print::Layout;
use super::profile::{self, Profile};
use super::work::{Request, growth};
use super::{LimitKind, Thermograph, Uptimal, ValueError};
use crate::hash::mix;
use crate::{Dyadic, Player};

/// The name of a canonical form in its store.
///
/// Bit 0 is set for the negative of the recorded form, bit 1 if the form is its own negative (bit 0
/// is then 0), bit 2 if it is a number, up and star in closed form. The rest is the record's number.
/// Ids stay below 2^31.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Id(u32);

impl Id {
    // The first records of every store: closed forms, of which 0 and * are their own negatives.
    pub(crate) const ZERO: Id = Id(0b0110);
    pub(crate) const STAR: Id = Id(0b1110);
    pub(crate) const UP: Id = Id(0b1_0100);
    pub(crate) const UP_STAR: Id = Id(0b1_1100);
    const MAX_RECORDS: usize = 1 << 28;

    fn new(record: usize, closed: bool, own_negative: bool) -> Id {
        debug_assert!(record < Id::MAX_RECORDS);
        Id((record as u32) << 3 | u32::from(closed) << 2 | u32::from(own_negative) << 1)
    }

    /// For hashing, and for tables of ids.
    pub(crate) fn to_word(self) -> u32 {
        self.0
    }

    /// The id with that [word](Id::to_word).
    pub(crate) fn from_word(word: u32) -> Id {
        Id(word)
    }

    fn record(self) -> usize {
        (self.0 >> 3) as usize
    }

    #[inline]
    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    #[inline]
    pub(crate) fn is_own_negative(self) -> bool {
        self.0 & 2 != 0
    }

    /// Whether this is a number, up and star, held in closed form.
    #[inline]
    pub(crate) fn is_closed(self) -> bool {
        self.0 & 4 != 0
    }

    #[inline]
    pub(crate) const fn negative(self) -> Id {
        Id(self.0 ^ (!self.0 >> 1 & 1))
    }

    #[inline]
    fn negative_if(self, negate: bool) -> Id {
        Id(self.0 ^ (!self.0 >> 1 & 1 & u32::from(negate)))
    }
}

// The words of a record. The first four are the profile.
const STOPS: usize = 4; // keys of the left stop (low half) and the right stop
const HASH: usize = 5; // content hash of the form
const NEGATIVE_HASH: usize = 6; // and of its negative
const OPTIONS: usize = 7; // where the options start, then both counts; 0 if they are not stored
// Of a closed form: numerator, then up and star, then exponent and the id of the number part.
const NUMERATOR: usize = 4;
const UP_STAR: usize = 5;
const EXPONENT: usize = 6;

type Record = [AtomicU64; 8];

/// Words before the options: the birthday in two, small facts, and the ids of the stops.
const HEADER: usize = 5;

/// Ups and stars up to this have their options stored; those of larger ones are made on demand.
const STORED_MULTIPLE: u32 = 16;

/// The most options of one player that a stored form may have.
pub(crate) const MAX_OPTIONS: usize = u16::MAX as usize;

/// The most bytes of options in a store: their places are numbers of 32 bits.
pub(crate) const MAX_OPTION_BYTES: usize = size_of::<u32>() << 32;

/// An append-only array in buckets of doubling size, readable while it grows.
struct Buckets<T> {
    buckets: [OnceLock<Box<[T]>>; 32],
}

impl<T: Default> Buckets<T> {
    const FIRST: usize = 1 << 10;

    fn new() -> Buckets<T> {
        Buckets { buckets: [const { OnceLock::new() }; 32] }
    }

    /// The bucket that holds index `i`, and the place in it.
    #[inline]
    fn locate(i: usize) -> (usize, usize) {
        let j = i + Self::FIRST;
        let log = j.ilog2();
        ((log - Self::FIRST.ilog2()) as usize, j - (1 << log))
    }

    #[inline]
    fn bucket(&self, bucket: usize) -> &[T] {
        self.buckets[bucket]
            .get_or_init(|| (0..Self::FIRST << bucket).map(|_| T::default()).collect())
    }

    #[inline]
    fn get(&self, i: usize) -> &T {
        let (bucket, place) = Self::locate(i);
        &self.bucket(bucket)[place]
    }

    /// `len` values from index `i` on, which lie in one bucket.
    #[inline]
    fn slice(&self, i: usize, len: usize) -> &[T] {
        if len == 0 {
            return &[];
        }
        let (bucket, place) = Self::locate(i);
        &self.bucket(bucket)[place..place + len]
    }

    /// The first index from `i` on where `len` values lie in one bucket.
    fn room(i: usize, len: usize) -> usize {
        let (bucket, place) = Self::locate(i);
        let size = Self::FIRST << bucket;
        if place + len <= size { i } else { Self::room(i + size - place, len) }
    }

    /// The bytes of the buckets that hold `len` values.
    fn bytes(len: usize) -> usize {
        let (last, _) = Self::locate(len.saturating_sub(1));
        ((Self::FIRST << (last + 1)) - Self::FIRST) * size_of::<T>()
    }
}

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

/// A form that is not closed, as it is recorded.
struct Contents {
    /// The canonical options of both players, sorted.
    lists: [Ids; 2],
    /// The content hashes of the form and of its negative.
    hashes: [u64; 2],
    /// Whether this is the negative of the form that was asked for.
    negated: bool,
    own_negative: bool,
}

/// What stands before the options.
struct Header {
    birthday: u64,
    facts: Facts,
    stops: [Id; 2],
}

impl Header {
    fn words(&self) -> [u32; HEADER] {
        let [left, right] = self.stops;
        let (low, high) = (self.birthday as u32, (self.birthday >> 32) as u32);
        [low, high, self.facts.to_word(), left.0, right.0]
    }
}

/// A number as an integer, for quick comparisons: the number times `2^16`, rounded towards 0, as far
/// as it goes. Different keys are in the order of the numbers; equal ones tell nothing.
#[inline]
fn stop_key(numerator: i64, exponent: u8) -> i32 {
    const MOST: i64 = i32::MAX as i64;
    let key = match exponent {
        0..=16 => numerator.clamp(-MOST, MOST) << (16 - exponent),
        _ => numerator / (1 << (exponent - 16)),
    };
    key.clamp(-MOST, MOST) as i32
}

/// What is used up of the two arrays.
struct Cursor {
    records: usize,
    options: usize,
}

pub(crate) struct StoreInner {
    records: Buckets<Record>,
    options: Buckets<AtomicU32>,
    tables: [Mutex<HashTable<Id>>; SHARDS],
    cursor: Mutex<Cursor>,
    /// The ids of small closed forms, by [`small_place`]; 0 where there is none yet.
    small: [AtomicU32; SMALL],
    len: AtomicUsize,
    orders: OrderMemo,
    sums: SumMemo,
    pub(crate) thermographs: Cache<Id, Arc<Thermograph>>,
    pub(crate) uptimals: Cache<Id, Option<Uptimal>>,
    pub(crate) layouts: Cache<Id, Arc<Layout>>,
    /// Results of other operations, see `Work::remembering`.
    pub(crate) results: Cache<Request, Id>,
}

/// The most bytes that each of the caches takes.
const CACHE_BYTES: usize = 64 << 20;

const SHARDS: usize = 16;

/// Ups and stars below this have a place of their own.
const SMALL_MULTIPLE: usize = 17;
/// And so have numbers with numerators below this and denominators of at most 8.
const SMALL_NUMERATOR: usize = 64;
const SMALL: usize = SMALL_MULTIPLE * SMALL_MULTIPLE + 4 * SMALL_NUMERATOR;

/// The place of a small closed form that is not negative among the small ones.
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

/// Locks, and goes on after a panic elsewhere: every critical section leaves its data whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl AsRef<StoreInner> for StoreInner {
    fn as_ref(&self) -> &StoreInner {
        self
    }
}

impl StoreInner {
    pub(crate) fn new() -> StoreInner {
        let store = StoreInner {
            records: Buckets::new(),
            options: Buckets::new(),
            tables: [const { Mutex::new(HashTable::new()) }; SHARDS],
            cursor: Mutex::new(Cursor { records: 0, options: 1 }),
            small: [const { AtomicU32::new(0) }; SMALL],
            len: AtomicUsize::new(0),
            orders: OrderMemo::new(),
            sums: SumMemo::new(),
            thermographs: Cache::new(CACHE_BYTES),
            uptimals: Cache::new(CACHE_BYTES),
            layouts: Cache::new(CACHE_BYTES),
            results: Cache::new(CACHE_BYTES),
        };
        // The constants have the same ids in every store.
        let constants = [(Id::ZERO, 0, 0), (Id::STAR, 0, 1), (Id::UP, 1, 0), (Id::UP_STAR, 1, 1)];
        for (id, up, star) in constants {
            let made = store.closed(NumberUpStar { number: Dyadic::ZERO, up, star });
            debug_assert_eq!(made, Ok(id));
        }
        store
    }

    /// How many records there are: a form and its negative count once.
    pub(crate) fn len(&self) -> usize {
        self.len.load(Relaxed)
    }

    /// The bytes that the store takes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes_of(false)
    }

    /// The bytes that the store takes, with those that it takes as soon as there are an eighth more forms:
    /// most parts grow by doubling, and a check must come before that.
    pub(crate) fn bytes_soon(&self) -> usize {
        self.bytes_of(true)
    }

    fn bytes_of(&self, soon: bool) -> usize {
        let ahead = |len: usize| if soon { len + len / 8 } else { len };
        let Cursor { records, options } = *lock(&self.cursor);
        let forms = ahead(records);
        let table = |table: &Mutex<HashTable<Id>>| {
            let table = lock(table);
            let growth = if soon { growth(table.len(), table.capacity(), 2) } else { 1 };
            table.allocation_size() * growth
        };
        size_of::<StoreInner>()
            + Buckets::<Record>::bytes(forms)
            + Buckets::<AtomicU32>::bytes(ahead(options))
            + self.tables.iter().map(table).sum::<usize>()
            + self.orders.bytes(forms)
            + self.sums.bytes(forms)
            + self.thermographs.bytes(soon)
            + self.uptimals.bytes(soon)
            + self.layouts.bytes(soon)
            + self.results.bytes(soon)
    }

    #[inline]
    fn record(&self, id: Id) -> &Record {
        self.records.get(id.record())
    }

    #[inline]
    pub(crate) fn profile(&self, id: Id) -> Profile {
        let [a, b, c, d, ..] = self.record(id);
        let [a, b, c, d] = [a, b, c, d].map(|word| word.load(Relaxed));
        if id.is_negated() {
            Profile { below: [d, c], above: [b, a] }
        } else {
            Profile { below: [a, b], above: [c, d] }
        }
    }

    /// The closed form, if the game has one.
    pub(crate) fn number_up_star(&self, id: Id) -> Option<NumberUpStar> {
        id.is_closed().then(|| {
            let record = self.record(id);
            let exponent = record[EXPONENT].load(Relaxed) as u8;
            let up_star = record[UP_STAR].load(Relaxed);
            let g = NumberUpStar {
                number: Dyadic::from_parts(record[NUMERATOR].load(Relaxed) as i64, exponent),
                up: up_star as u32 as i32,
                star: (up_star >> 32) as u32,
            };
            if id.is_negated() { g.negative() } else { g }
        })
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
        let record = self.record(id);
        if id.is_closed() {
            let exponent = record[EXPONENT].load(Relaxed) as u8;
            let key = stop_key(record[NUMERATOR].load(Relaxed) as i64, exponent);
            [if id.is_negated() { -key } else { key }; 2]
        } else {
            let word = record[STOPS].load(Relaxed);
            let keys = [word as i32, (word >> 32) as i32];
            if id.is_negated() { [-keys[1], -keys[0]] } else { keys }
        }
    }

    /// A hash of the game itself, the same in every store.
    pub(crate) fn content_hash(&self, id: Id) -> u64 {
        match self.number_up_star(id) {
            Some(g) => closed_hash(g),
            None => {
                let word = if id.is_negated() { NEGATIVE_HASH } else { HASH };
                self.record(id)[word].load(Relaxed)
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

    /// How many options of one player there are.
    pub(crate) fn option_count(&self, id: Id, player: Player) -> usize {
        match self.number_up_star(id) {
            Some(g) => g.option_count(player),
            None => self.option_words(id, player).len(),
        }
    }

    /// Stores a closed form.
    pub(crate) fn closed(&self, g: NumberUpStar) -> Result<Id, ValueError> {
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
    fn closed_by_table(&self, g: NumberUpStar) -> Result<Id, ValueError> {
        let number =
            if g.is_number() { None } else { Some(self.closed(NumberUpStar::number(g.number))?) };
        let hash = closed_hash(g);
        let small = g.number == Dyadic::ZERO && g.up.unsigned_abs().max(g.star) <= STORED_MULTIPLE;
        if !small {
            return self.record_closed(g, hash, number, None);
        }
        if let Some(&id) =
            lock(self.table(hash)).find(hash, |&id| self.number_up_star(id) == Some(g))
        {
            return Ok(id);
        }
        let mut options = [Vec::new(), Vec::new()];
        for (player, list) in Player::BOTH.into_iter().zip(&mut options) {
            for o in g.options(player) {
                list.push(self.closed(o)?);
            }
        }
        self.record_closed(g, hash, number, Some(options))
    }

    fn record_closed(
        &self,
        g: NumberUpStar,
        hash: u64,
        number: Option<Id>,
        options: Option<[Vec<Id>; 2]>,
    ) -> Result<Id, ValueError> {
        let own_negative = g.number == Dyadic::ZERO && g.up == 0;
        self.intern(
            hash,
            |id| self.number_up_star(id) == Some(g),
            |store, cursor| {
                let id = Id::new(cursor.records, true, own_negative);
                let profile = profile::of_number_up_star(g);
                let up_star = u64::from(g.up as u32) | u64::from(g.star) << 32;
                let exponent =
                    u64::from(g.number.exponent()) | u64::from(number.unwrap_or(id).0) << 32;
                let start = options.map_or(0, |[left, right]| {
                    let number = number.unwrap_or(id);
                    let facts = Facts::of_closed(g);
                    let header = Header { birthday: g.birthday(), facts, stops: [number; 2] };
                    store.write_options(cursor, &left, &right, &header)
                });
                store.write(id, profile, [g.number.numerator() as u64, up_star, exponent, start]);
                cursor.records += 1;
                id
            },
        )
    }

    /// Stores a form that is not closed by its canonical options, each list sorted by id.
    pub(crate) fn open(
        &self,
        left: &[Id],
        right: &[Id],
        profile: Profile,
    ) -> Result<Id, ValueError> {
        if left.len().max(right.len()) > MAX_OPTIONS {
            return Err(ValueError::TooManyOptions);
        }
        let contents = self.contents(left, right);
        let profile = if contents.negated { profile.negative() } else { profile };
        Ok(self.record_open(&contents, profile)?.negative_if(contents.negated))
    }

    /// The form that is not closed and has exactly these canonical options, each list sorted by id, if
    /// it is stored.
    pub(crate) fn find_open(&self, left: &[Id], right: &[Id]) -> Option<Id> {
        let contents = self.contents(left, right);
        let hash = contents.hashes[0];
        let found = lock(self.table(hash)).find(hash, |&id| self.is(id, &contents)).copied();
        found.map(|id| id.negative_if(contents.negated))
    }

    /// Of a form and its negative, the one with the smaller hash is recorded, and if that does not
    /// tell, the one with the smaller lists.
    fn contents(&self, left: &[Id], right: &[Id]) -> Contents {
        let hash = self.hash_of(left.iter().copied(), right.iter().copied());
        let negative_hash =
            self.hash_of(right.iter().map(|id| id.negative()), left.iter().map(|id| id.negative()));
        let here = || [left, right].map(Ids::from);
        let negative = || {
            [right, left].map(|ids| {
                let mut ids: Ids = ids.iter().map(|id| id.negative()).collect();
                ids.sort_unstable();
                ids
            })
        };
        let (lists, negated) = match hash.cmp(&negative_hash) {
            std::cmp::Ordering::Less => (here(), false),
            std::cmp::Ordering::Greater => (negative(), true),
            std::cmp::Ordering::Equal => {
                let (here, negative) = (here(), negative());
                let own_negative = here == negative;
                let negated = negative < here;
                let lists = if negated { negative } else { here };
                let hashes = [hash; 2];
                return Contents { lists, hashes, negated, own_negative };
            }
        };
        let hashes = if negated { [negative_hash, hash] } else { [hash, negative_hash] };
        Contents { lists, hashes, negated, own_negative: false }
    }

    /// Whether a form is not closed and has these options.
    fn is(&self, id: Id, contents: &Contents) -> bool {
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

    fn record_open(&self, contents: &Contents, profile: Profile) -> Result<Id, ValueError> {
        let Contents { lists: [left, right], hashes: [hash, negative_hash], .. } = contents;
        let (hash, negative_hash) = (*hash, *negative_hash);
        self.intern(
            hash,
            |id| self.is(id, contents),
            |store, cursor| {
                let id = Id::new(cursor.records, false, contents.own_negative);
                let options = || left.iter().chain(right);
                let birthday = 1 + options().map(|&o| store.birthday(o)).max().unwrap_or(0);
                let facts = Facts::of_options(options().map(|&o| store.facts(o)));
                let left_stop = store.best_stop(left.iter().copied(), Player::Left);
                let right_stop = store.best_stop(right.iter().copied(), Player::Right);
                let header = Header { birthday, facts, stops: [left_stop, right_stop] };
                let start = store.write_options(cursor, left, right, &header);
                let [l, r] = [left_stop, right_stop].map(|stop| store.stop_keys(stop)[0] as u32);
                let stops = u64::from(l) | u64::from(r) << 32;
                store.write(id, profile, [stops, hash, negative_hash, start]);
                cursor.records += 1;
                id
            },
        )
    }

    /// Writes the options of a form; gives the word that says where.
    fn write_options(
        &self,
        cursor: &mut Cursor,
        left: &[Id],
        right: &[Id],
        header: &Header,
    ) -> u64 {
        let size = HEADER + left.len() + right.len();
        let start = Buckets::<AtomicU32>::room(cursor.options, size);
        cursor.options = start + size;
        let words = header.words().into_iter();
        let words = words.chain(left.iter().chain(right).map(|o| o.0));
        for (slot, word) in self.options.slice(start, size).iter().zip(words) {
            slot.store(word, Relaxed);
        }
        start as u64 | (left.len() as u64) << 32 | (right.len() as u64) << 48
    }

    /// The stop that `player` reaches by the best of these, his options; there is at least one.
    pub(crate) fn best_stop(&self, options: impl Iterator<Item = Id>, player: Player) -> Id {
        let other = match player {
            Player::Left => 1,
            Player::Right => 0,
        };
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

    fn hash_of(&self, left: impl Iterator<Item = Id>, right: impl Iterator<Item = Id>) -> u64 {
        let sum = |ids: &mut dyn Iterator<Item = Id>, salt| {
            ids.fold(salt, |sum: u64, id| sum.wrapping_add(mix(self.content_hash(id), salt)))
        };
        mix(sum(&mut { left }, 0x1234_5678_9abc_def1), sum(&mut { right }, 0x0fed_cba9_8765_4321))
    }

    fn table(&self, hash: u64) -> &Mutex<HashTable<Id>> {
        &self.tables[(hash >> 32) as usize % SHARDS]
    }

    /// Finds a form by its hash and `same`, or makes a record of it with `make`.
    fn intern(
        &self,
        hash: u64,
        same: impl Fn(Id) -> bool,
        make: impl FnOnce(&StoreInner, &mut Cursor) -> Id,
    ) -> Result<Id, ValueError> {
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

    /// A remembered answer to `g <= h`.
    #[inline]
    pub(crate) fn remembered_order(&self, g: Id, h: Id) -> Option<bool> {
        self.orders.get(g, h)
    }

    #[inline]
    pub(crate) fn remember_order(&self, g: Id, h: Id, answer: bool) {
        self.orders.set(g, h, answer, self.len());
    }

    /// A remembered sum; the caller orders the summands.
    pub(crate) fn remembered_sum(&self, g: Id, h: Id) -> Option<Id> {
        self.sums.get(g, h)
    }

    pub(crate) fn remember_sum(&self, g: Id, h: Id, sum: Id) {
        self.sums.set(g, h, sum, self.len());
    }
}

fn closed_hash(g: NumberUpStar) -> u64 {
    let up_star = u64::from(g.up as u32) | u64::from(g.star) << 32;
    mix(mix(g.number.numerator() as u64, u64::from(g.number.exponent())), up_star)
}

/// Remembers answers to `g <= h`: an entry is one word (two ids of 31 bits, the answer, a bit that
/// says the entry is used), a clash overwrites, and threads share it without locks.
///
/// The memo grows with the store by going on to a larger level; older levels are left unused.
struct OrderMemo {
    levels: [OnceLock<Box<[AtomicU64]>>; LEVELS],
    level: AtomicUsize,
}

const LEVELS: usize = 6;

impl OrderMemo {
    const FIRST_LOG: u32 = 12;

    fn new() -> OrderMemo {
        OrderMemo { levels: [const { OnceLock::new() }; LEVELS], level: AtomicUsize::new(0) }
    }

    /// The binary logarithm of the number of entries of a level.
    #[inline]
    fn log(level: usize) -> u32 {
        OrderMemo::FIRST_LOG + 2 * level as u32
    }

    /// Whether another level is due with this many forms.
    #[inline]
    fn is_small(level: usize, forms: usize) -> bool {
        level + 1 < LEVELS && forms >> (OrderMemo::log(level) - 2) > 0
    }

    #[inline]
    fn slot(&self, level: usize, g: Id, h: Id) -> &AtomicU64 {
        let log = OrderMemo::log(level);
        let table = self.levels[level]
            .get_or_init(|| (0..1usize << log).map(|_| AtomicU64::new(0)).collect());
        let hash = mix(u64::from(g.0) << 32 | u64::from(h.0), 0);
        &table[(hash >> (64 - log)) as usize]
    }

    fn key(g: Id, h: Id) -> u64 {
        u64::from(g.0) << 33 | u64::from(h.0) << 2 | 1
    }

    #[inline]
    fn get(&self, g: Id, h: Id) -> Option<bool> {
        let word = self.slot(self.level.load(Relaxed), g, h).load(Relaxed);
        (word & !2 == OrderMemo::key(g, h)).then_some(word & 2 != 0)
    }

    #[inline]
    fn set(&self, g: Id, h: Id, answer: bool, forms: usize) {
        let mut level = self.level.load(Relaxed);
        if OrderMemo::is_small(level, forms) {
            level += 1;
            self.level.store(level, Relaxed);
        }
        self.slot(level, g, h).store(OrderMemo::key(g, h) | u64::from(answer) << 1, Relaxed);
    }

    /// The bytes that it takes with this many forms.
    fn bytes(&self, forms: usize) -> usize {
        let level = self.level.load(Relaxed);
        let next = level + usize::from(OrderMemo::is_small(level, forms));
        let used = |&i: &usize| i == next || self.levels[i].get().is_some();
        (0..LEVELS).filter(used).map(|i| size_of::<AtomicU64>() << OrderMemo::log(i)).sum()
    }
}

/// Remembers sums: `[g, h, g + h]`, a clash overwrites.
struct SumMemo {
    shards: [Mutex<Vec<[u32; 3]>>; SHARDS],
}

impl SumMemo {
    /// The most entries of a shard: 16 shards of 12 MiB.
    const MAX: usize = 1 << 20;

    fn new() -> SumMemo {
        SumMemo { shards: [const { Mutex::new(Vec::new()) }; SHARDS] }
    }

    fn hash(g: u32, h: u32) -> u64 {
        mix(u64::from(g) << 32 | u64::from(h), 1)
    }

    fn place(hash: u64, len: usize) -> usize {
        hash as usize & (len - 1)
    }

    /// Whether a shard grows before it takes another entry.
    fn is_small(len: usize, forms: usize) -> bool {
        len * SHARDS < 16 * forms && len < SumMemo::MAX
    }

    fn get(&self, g: Id, h: Id) -> Option<Id> {
        let hash = SumMemo::hash(g.0, h.0);
        let shard = lock(&self.shards[(hash >> 32) as usize % SHARDS]);
        if shard.is_empty() {
            return None;
        }
        let [a, b, sum] = shard[SumMemo::place(hash, shard.len())];
        ([a, b] == [g.0, h.0]).then_some(Id(sum))
    }

    fn set(&self, g: Id, h: Id, sum: Id, forms: usize) {
        let hash = SumMemo::hash(g.0, h.0);
        let mut shard = lock(&self.shards[(hash >> 32) as usize % SHARDS]);
        if shard.is_empty() || SumMemo::is_small(shard.len(), forms) {
            let size = (2 * shard.len()).max(64);
            let old = std::mem::replace(&mut *shard, vec![[0; 3]; size]);
            for entry in old {
                let place = SumMemo::place(SumMemo::hash(entry[0], entry[1]), size);
                shard[place] = entry;
            }
        }
        let place = SumMemo::place(hash, shard.len());
        shard[place] = [g.0, h.0, sum.0];
    }

    /// The bytes that it takes with this many forms.
    fn bytes(&self, forms: usize) -> usize {
        let len = |shard: &Mutex<Vec<_>>| match lock(shard).len() {
            0 => 0,
            len if SumMemo::is_small(len, forms) => 2 * len,
            len => len,
        };
        self.shards.iter().map(len).sum::<usize>() * size_of::<[u32; 3]>()
    }
}
