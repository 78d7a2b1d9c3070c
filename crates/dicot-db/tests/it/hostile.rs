//! Files that were made to harm, with right checksums: no panic, no endless search, no wrong file that passes for a
//! right one.

use dicot::{CanonicalForm, Interrupt, Limits, Store};
use dicot_db::{Builder, Database, DatabaseError, Forms};
use xxhash_rust::xxh3::xxh3_64;

use crate::{clobber, small};

/// A file, with the places of its sections.
#[derive(Clone)]
struct File {
    bytes: Vec<u8>,
    start: usize,
    entries: usize,
    texts: usize,
    places: usize,
    records: usize,
}

impl File {
    fn new(bytes: Vec<u8>) -> File {
        let count = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize;
        let start = 256 + 8; // one block
        let entries = start + 8 * count(48);
        let texts = entries + 16 * count(32);
        let places = texts + count(56);
        let records = places + 8 * (count(40) + 1);
        File { bytes, start, entries, texts, places, records }
    }

    fn of(values: &[(&str, &str)]) -> File {
        let mut builder = Builder::new("clobber").unwrap();
        for (text, value) in values {
            builder.add(text, &value.parse().unwrap()).unwrap();
        }
        let mut bytes = Vec::new();
        builder.write(&mut bytes).unwrap();
        File::new(bytes)
    }

    fn put(mut self, at: usize, bytes: &[u8]) -> File {
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
        self
    }

    /// Makes all checksums right.
    fn sealed(mut self) -> Vec<u8> {
        let block = xxh3_64(&self.bytes[self.start..]);
        self.bytes[256..264].copy_from_slice(&block.to_le_bytes());
        let list = xxh3_64(&self.bytes[256..264]);
        self.bytes[72..80].copy_from_slice(&list.to_le_bytes());
        let header = xxh3_64(&self.bytes[..248]);
        self.bytes[248..256].copy_from_slice(&header.to_le_bytes());
        self.bytes
    }

    fn open(self) -> Database {
        Database::from_bytes(self.sealed()).unwrap()
    }

    /// Why it is wrong, if it is opened.
    fn wrong(self) -> String {
        self.open().check(&Limits::default()).unwrap_err().to_string()
    }
}

/// Does everything that can be done.
fn try_all(database: &Database) {
    let limits = Limits::default().with_forms(10_000);
    let mut forms = Forms::new(database, Store::new());
    for text in ["xo", "hot", "dicot", "absent"] {
        if let Ok(Some(value)) = database.find(text) {
            let _ = forms.form(value, &limits);
        }
    }
    for (_, value) in database.iter().flatten() {
        let _ = forms.form(value, &limits);
    }
    let _ = database.check(&limits);
    let _ = database.check_components(&clobber(), &limits);
    let limits = Limits::default().with_positions(100);
    let _ = database.recompute(&clobber(), 3, limits);
}

/// Every byte is changed in several ways, and sealed again.
#[test]
fn any_byte_with_right_checksums() {
    let file = File::new(small().1);
    let mut opened = 0;
    for at in (16..file.bytes.len()).filter(|at| !(248..264).contains(at)) {
        for flip in [1, 2, 0x80, 0xff] {
            let mut bad = file.clone();
            bad.bytes[at] ^= flip;
            let changed = bad.bytes[at];
            let bytes = bad.sealed();
            // The checksum of the list is sealed as well.
            if bytes[at] != changed {
                continue;
            }
            let Ok(database) = Database::from_bytes(bytes) else { continue };
            opened += 1;
            try_all(&database);
        }
    }
    assert!(opened > 1000, "{opened}");
}

#[test]
fn counts_that_are_absurd() {
    let file = File::new(small().1);
    for at in [24, 32, 40, 48, 56, 64] {
        let now = u64::from_le_bytes(file.bytes[at..at + 8].try_into().unwrap());
        for count in [0, 1, now + 1, 1 << 31, 1 << 32, 1 << 62, u64::MAX / 8, u64::MAX] {
            if count != now {
                let bytes = file.clone().put(at, &count.to_le_bytes()).sealed();
                assert!(Database::from_bytes(bytes).is_err(), "{at} {count}");
            }
        }
    }
    for length in [0, 129, u32::MAX] {
        let bytes = file.clone().put(20, &u32::to_le_bytes(length)).sealed();
        let error = Database::from_bytes(bytes).unwrap_err();
        assert_eq!(error.to_string(), "the database is wrong: its header does not name a ruleset");
    }
    assert!(Database::from_bytes(file.clone().put(80, &[0xff]).sealed()).is_err());
    assert!(Database::from_bytes(file.put(230, &[1]).sealed()).is_err());
}

#[test]
fn slots_that_lie() {
    let good = File::of(&[("xo", "*"), ("xoo", "v")]);
    let slots = (good.entries - good.start) / 8;
    // No slot is free: a search ends all the same.
    let mut full = good.clone();
    for slot in 0..slots {
        let at = full.start + 8 * slot;
        if full.bytes[at..at + 4] == [0; 4] {
            full = full.put(at, &[1, 0, 0, 0, 0, 0, 0, 0]);
        }
    }
    let database = full.clone().open();
    assert_eq!(database.find("absent").unwrap(), None);
    assert_eq!(
        full.wrong(),
        format!("the database is wrong: {slots} slots are taken by 2 components")
    );
    // A component that is nowhere.
    let hash = xxh3_64(b"xo");
    let taken = (0..slots).find(|slot| good.bytes[good.start + 8 * slot] == 1).unwrap();
    let at = good.start + 8 * taken;
    let beyond = good.clone().put(at, &[200, 0, 0, 0]);
    assert!(matches!(beyond.clone().open().find("xo"), Err(DatabaseError::Damaged(_))));
    assert_eq!(
        beyond.wrong(),
        "the database is damaged: entry 199 refers to a text or value that does not exist"
    );
    // A component that is not found.
    assert_eq!(
        hash >> 32,
        u64::from(u32::from_le_bytes(good.bytes[at + 4..at + 8].try_into().unwrap()))
    );
    let lost = good.clone().put(at, &[0; 8]);
    assert_eq!(lost.wrong(), "the database is wrong: component 0, \"xo\", is not found");
    let free = (0..slots).find(|slot| good.bytes[good.start + 8 * slot] == 0).unwrap();
    let at = good.start + 8 * free;
    let marked = good.put(at + 4, &[1]);
    assert_eq!(marked.wrong(), format!("the database is wrong: slot {free} is free and marked"));
}

#[test]
fn components_that_lie() {
    let good = File::of(&[("xo", "*"), ("xoo", "v")]);
    let entry = good.entries;
    for (at, bytes) in [
        (0, u64::MAX.to_le_bytes().as_slice()),
        (0, &6u64.to_le_bytes()),
        (8, &u32::MAX.to_le_bytes()),
        (12, &u32::MAX.to_le_bytes()),
    ] {
        let bad = good.clone().put(entry + at, bytes);
        assert!(matches!(bad.clone().open().find("xo"), Err(DatabaseError::Damaged(_))));
        assert_eq!(
            bad.wrong(),
            "the database is damaged: entry 0 refers to a text or value that does not exist"
        );
    }
    let overlapping = good.clone().put(entry + 16, &1u64.to_le_bytes());
    assert!(overlapping.wrong().contains("does not begin where the previous one ends"));
    let unordered = good.clone().put(good.texts, b"zz");
    assert!(unordered.wrong().contains("is not found"));
    let binary = good.clone().put(good.texts, &[0xff]);
    assert!(binary.clone().open().iter().next().unwrap().is_err());
    assert!(binary.wrong().contains("is not in UTF-8"));
    // The value of one given to the other: only who finds it anew can tell.
    let value = good.bytes[entry + 28..entry + 32].to_vec();
    let swapped = good.put(entry + 12, &value).open();
    swapped.check(&Limits::default()).unwrap();
    let error = swapped.recompute(&clobber(), 9, Limits::default()).unwrap_err();
    assert_eq!(error.to_string(), "the database is wrong: \"xo\" has another value");
}

#[test]
fn components_that_are_none() {
    let check = |text: &str| {
        let database = File::of(&[(text, "*")]).open();
        database.check(&Limits::default()).unwrap();
        let error = database.check_components(&clobber(), &Limits::default()).unwrap_err();
        assert!(database.recompute(&clobber(), 1, Limits::default()).is_err());
        error.to_string()
    };
    assert_eq!(check("ox"), "the database is wrong: component \"ox\" is not normalized");
    assert!(
        check("what").starts_with(
            "the database is wrong: component \"what\" is not a position of clobber: "
        )
    );
    assert_eq!(
        File::of(&[("xo", "*")]).open().recompute(&clobber(), 5, Limits::default()).unwrap(),
        1
    );
}

/// What stands in a file for {a|b}, by numbers.
fn options(left: &[u32], right: &[u32]) -> Vec<u8> {
    let counts = [left.len() as u32, right.len() as u32];
    counts.iter().chain(left).chain(right).flat_map(|n| n.to_le_bytes()).collect()
}

#[test]
fn values_that_lie() {
    // 0 is the value with number 0, * with 1, {*||*|..} and so on behind.
    let good = File::of(&[("xo", "{^^*|*,v}")]);
    let places: Vec<usize> = good.bytes[good.places..good.records]
        .chunks(8)
        .map(|place| u64::from_le_bytes(place.try_into().unwrap()) as usize)
        .collect();
    let last = good.records + places[places.len() - 2];
    let number = places.len() as u32 - 2;
    assert_eq!(&good.bytes[last..last + 8], options(&[0; 1], &[0; 2])[..8].to_vec());
    let broken = |at: usize, bytes: &[u8]| {
        let bad = good.clone().put(at, bytes);
        let database = bad.clone().open();
        let error = database.parts(number).unwrap_err().to_string();
        assert_eq!(error, format!("the database is damaged: invalid value {number}"));
        assert!(
            Forms::new(&database, Store::new())
                .form(database.find("xo").unwrap().unwrap(), &Limits::default())
                .is_err()
        );
        assert!(bad.wrong().starts_with("the database is "));
    };
    // An option that is not there yet: a loop.
    broken(last + 8, &(2 * number).to_le_bytes());
    broken(last + 8, &u32::MAX.to_le_bytes());
    // More options than there are bytes, fewer, and far too many.
    for count in [0u32, 2, 1 << 16, u32::MAX - 1, u32::MAX] {
        broken(last, &count.to_le_bytes());
        broken(last + 4, &count.wrapping_add(1).to_le_bytes());
    }
    // Places that run backwards, or far away.
    broken(good.records - 16, &u64::MAX.to_le_bytes());
    broken(good.records - 8, &0u64.to_le_bytes());
    broken(good.records - 8, &u64::MAX.to_le_bytes());

    // What is no canonical form.
    let first: Vec<u32> = good.bytes[last + 8..last + 20]
        .chunks(4)
        .map(|value| u32::from_le_bytes(value.try_into().unwrap()))
        .collect();
    let [up, star, down] = first[..] else { panic!() };
    let changed = |left, right: [u32; 2]| good.clone().put(last, &options(&[left], &right)).wrong();
    let not_canonical =
        format!("the database is wrong: value {number} has options that are not canonical");
    assert_eq!(changed(up, [star, star]), not_canonical);
    assert_eq!(changed(down, [star, down]), not_canonical);
}

#[test]
fn closed_forms_that_lie() {
    let good = File::of(&[("xo", "3/4^*")]);
    let record = good.records;
    assert_eq!(good.bytes.len(), record + 24);
    let value: CanonicalForm = "3/4^*".parse().unwrap();
    let database = good.clone().open();
    let named = database.find("xo").unwrap().unwrap();
    let form = Forms::new(&database, Store::new()).form(named, &Limits::default()).unwrap();
    assert_eq!(form, value);
    for (at, bytes) in [
        (0, 0u32.to_le_bytes().as_slice()),
        (4, &63u32.to_le_bytes()),
        (8, &2i64.to_le_bytes()), // not in lowest terms
        (8, &i64::MIN.to_le_bytes()),
        (16, &i32::MIN.to_le_bytes()),
        (20, &(1u32 << 31).to_le_bytes()),
    ] {
        let bad = good.clone().put(record + at, bytes);
        assert!(bad.clone().open().parts(0).is_err(), "{at} {bytes:?}");
        assert!(bad.wrong().starts_with("the database is damaged: invalid value 0"));
    }
}

/// The same value under two numbers, or under options.
#[test]
fn values_that_are_there_twice() {
    let two = File::of(&[("xo", "3/4"), ("xoo", "5/8")]);
    let (a, b) = (two.records, two.records + 24);
    let first = two.bytes[a..a + 24].to_vec();
    assert_eq!(
        two.clone().put(b, &first).wrong(),
        "the database is wrong: value 1 is stored twice"
    );
    let [negative, _] = [-3i64, 0].map(i64::to_le_bytes);
    let [positive, _] = [3i64, 0].map(i64::to_le_bytes);
    let twice = two.put(a, &first).put(b, &first);
    let opposite = if first[8..16] == positive { negative } else { positive };
    assert_eq!(
        twice.put(b + 8, &opposite).wrong(),
        "the database is wrong: value 1 is stored twice"
    );
}

/// Time and patience end a check.
#[test]
fn checks_end_when_asked() {
    let database = Database::from_bytes(small().1).unwrap();
    let interrupt = Interrupt::default();
    interrupt.set();
    let limits = Limits::default().with_interrupt(interrupt.clone());
    assert_eq!(database.check(&limits).unwrap_err().to_string(), "interrupted");
    let error = database.check_components(&clobber(), &limits).unwrap_err();
    assert_eq!(error.to_string(), "interrupted");
    let limits = Limits::default().with_interrupt(interrupt);
    let error = database.recompute(&clobber(), 9, limits).unwrap_err();
    assert_eq!(error.to_string(), "interrupted");
    let limits = Limits::default().with_deadline(std::time::Instant::now());
    assert_eq!(database.check(&limits).unwrap_err().to_string(), "the time is up");
}
